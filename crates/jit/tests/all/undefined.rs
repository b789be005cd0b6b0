//! What is undefined: interpretation and native code against the table of the language, operator by operator.
//! A third of a round here; `GRUNDY_FUZZ_SECONDS=600` goes on with the rest of the table.

use grundy_fuzz::undefined::{self, At, Place, Sample};
use grundy_jit::Native;
use grundy_rule::{Diagnostic, check_position, parse_expression};
use grundy_run::{Component, Ending, Found, Options, Side, Stuck, World};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The games of a sample that are accepted: all of it, or its conditions one by one.
fn accepted(sample: Sample, refused: &mut Vec<String>) -> Vec<Sample> {
    let reading = grundy_rule::read(&sample.text);
    let mut errors = reading.diagnostics.iter().filter(|one| Diagnostic::is_error(one));
    match (errors.next(), sample.conditions.len()) {
        (None, _) => vec![sample],
        (Some(error), 1) => {
            refused.push(format!("{} {}: {}", error.code, error.cause, sample.conditions[0].text));
            Vec::new()
        }
        _ => {
            let place = sample.place;
            let single = sample.conditions.into_iter().map(|one| Sample::new(place, vec![one]));
            single.flat_map(|one| accepted(one, refused)).collect()
        }
    }
}

fn at(world: &Arc<World>, position: &At) -> Component {
    let parsed = parse_expression(&position.text(), 1 << 20).expect("an expression");
    let closed = check_position(&parsed, &[&world.modules()[0]]).expect("a position");
    grundy_run::position(world, 0, &closed).expect("no fault").parts.remove(0)
}

/// The tags that options lead to, or whether the verdict line holds.
fn seen(component: &Component, place: Place, native: bool) -> Option<Vec<i64>> {
    let (game, packed) = (&component.game, &component.packed);
    let engine = match (native, game.found()) {
        (true, Found::Natively(engine)) => Some(engine.clone()),
        (true, Found::Interpreted(_)) => return None,
        (false, _) => None,
    };
    if place == Place::Verdict {
        let ending = match &engine {
            Some(engine) => engine.ending(packed, Side::Left, Stuck::No).expect("no fault"),
            None => game.ending(packed, Side::Left, Stuck::No).expect("no fault"),
        };
        return Some(vec![i64::from(ending == Some(Ending::Drawn))]);
    }
    let mut options = Options::default();
    match &engine {
        Some(engine) => engine.options(packed, Side::Left, &mut options).expect("no fault"),
        None => game.interpreted_options(packed, Side::Left, &mut options).expect("no fault"),
    }
    let last = game.shapes.len() - 1;
    let tag = |i: usize| {
        let state = game.unpack(options.parts(i).next().expect("one part"));
        match state.fields[last].to_value(None) {
            grundy_run::Value::Int(tag) => tag,
            other => panic!("{other:?}"),
        }
    };
    Some((0..options.len()).map(tag).collect())
}

#[test]
fn every_operator_keeps_what_is_undefined() {
    let seconds = std::env::var("GRUNDY_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let (mut refused, mut conditions, mut compiled, mut interpreted) = (Vec::new(), 0, 0, 0);
    let mut wrong: Vec<String> = Vec::new();
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    'rounds: for round in 0.. {
        for (number, sample) in undefined::round(round).into_iter().enumerate() {
            if until.is_none() && number % 3 != 0 {
                continue;
            }
            if until.map_or(round >= 1, |until| Instant::now() >= until) {
                break 'rounds;
            }
            for sample in accepted(sample, &mut refused) {
                conditions += sample.conditions.len();
                let module = Arc::new(grundy_rule::read(&sample.text).module);
                let world = World::with_compiler(vec![module], Some(Arc::new(Native)));
                let mut natively = false;
                for position in undefined::positions() {
                    let component = at(&world, &position);
                    let expected = sample.expected(&position);
                    let mut compare = |found: Vec<i64>, engine: &str| {
                        if found == expected {
                            return;
                        }
                        let differ = expected.iter().chain(&found).copied();
                        let differ = differ.filter(|tag| expected.contains(tag) != found.contains(tag));
                        let which = differ.map(|tag| (tag - 1).max(0) as usize / 8).next().unwrap_or(0);
                        let text = &sample.conditions[which].text;
                        let place = sample.place;
                        wrong.push(format!("{engine}, {place:?}: {text}\n  at {}", position.text()));
                    };
                    compare(seen(&component, sample.place, false).expect("always"), "interpreted");
                    if let Some(found) = seen(&component, sample.place, true) {
                        compare(found, "native");
                        natively = true;
                    }
                }
                if let Found::Interpreted(reason) = at(&world, &undefined::positions()[0]).game.found() {
                    *reasons.entry(reason.to_string()).or_default() += 1;
                }
                *(if natively { &mut compiled } else { &mut interpreted }) += 1;
            }
        }
    }
    println!(
        "{conditions} conditions, {compiled} games compiled, {interpreted} interpreted, {} refused",
        refused.len()
    );
    println!("{reasons:#?}");
    refused.dedup();
    refused.iter().take(30).for_each(|text| println!("refused: {text}"));
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(conditions >= 1_000 && compiled > 9 * interpreted, "{conditions} {compiled} {interpreted}");
}
