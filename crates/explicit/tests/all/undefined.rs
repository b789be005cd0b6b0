//! What is undefined, in rules written out: the table of the language, operator by operator.

use grundy_explicit::Explicit;
use grundy_fuzz::undefined::{Place, positions, round};
use grundy_rule::{check_position, parse_expression};
use grundy_run::{Ending, Flow, Side, Stuck, Value, position};

#[test]
fn every_operator_keeps_what_is_undefined() {
    let (mut written, mut beyond, mut wrong) = (0, 0, Vec::new());
    for sample in round(1).into_iter().flat_map(|sample| sample.apart(3)).step_by(4) {
        let world = grundy_kit::world(&sample.text);
        for at in positions() {
            let parsed = parse_expression(&at.text(), 1 << 20).unwrap();
            let closed = check_position(&parsed, &[&world.modules()[0]]).unwrap();
            let part = position(&world, 0, &closed).unwrap().parts.remove(0);
            let Ok(explicit) = Explicit::of(&part.game) else {
                beyond += 1;
                break;
            };
            written += 1;
            let mut found = Vec::new();
            if sample.place == Place::Verdict {
                let ending = explicit.ending(&part.packed, Side::Left, Stuck::No);
                found.push(i64::from(ending == Some(Ending::Drawn)));
            } else {
                let all = explicit.each(&part.packed, Side::Left, &mut |to, _, _| {
                    let state = part.game.unpack(to);
                    let tag = state.fields.last().expect("fields").to_value(None);
                    found.push(if let Value::Int(tag) = tag { tag } else { -1 });
                    Flow::On
                });
                assert_eq!(all, Ok(Flow::On));
            }
            let expected = sample.expected(&at);
            if found != expected {
                let differ = expected.iter().chain(&found).find(|tag| expected.contains(tag) != found.contains(tag));
                let which = differ.map_or(0, |&tag| (tag - 1).max(0) as usize / 8);
                wrong.push(format!("{:?}: {} at {}", sample.place, sample.conditions[which].text, at.text()));
            }
        }
    }
    println!("{written} positions written out, {beyond} games are not");
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
    assert!(written > 500, "{written} {beyond}");
}
