//! Mutants of meaning: certificates that still look right but say something else, or rest on something else. Whatever is
//! accepted is compared with the definitions.
//!
//! The winner is exchanged, the claimed number moved; the rules are changed and the digest with them; the position is another one;
//! replies are dropped; levels are joined, exchanged or closed, so that a strategy may run in circles; bounds, values and named
//! moves are moved; entries speak of images or of other positions; lines by which positions are alike are added and left out.

use crate::textbook::{About, Dice, Textbook, certificate, library, place};
use grundy_kernel::{Bound, Measure, Proves, Unproved, open};
use grundy_proof::verify_solved;
use grundy_rule::sha256;
use std::collections::HashMap;

const OUTCOME: About = About::Results(Measure::Outcome);
const PLIES: About = About::Results(Measure::Plies);
const MARGIN: About = About::Results(Measure::Margin);

/// Small positions of every kind, with symmetries, splits and play that returns.
const CASES: &[(&str, &str, About)] = &[
    ("tic-tac-toe", "TicTacToe(\"X..|.O.|..X\")", OUTCOME),
    ("tic-tac-toe", "TicTacToe(\"X.O|.O.|..X\")", PLIES),
    ("connect4", "Connect4(R=2, C=3, K=2)", PLIES),
    ("can-i-win", "CanIWin(n=5, total=11)", OUTCOME),
    ("can-i-win", "CanIWin(n=5, total=12)", PLIES),
    ("chomp", "Chomp(R=2, C=4)", About::Grundy),
    ("chomp", "Chomp(R=3, C=3)", OUTCOME),
    ("cram", "Cram(R=3, C=3)", About::Grundy),
    ("cram", "Cram(R=2, C=3)", OUTCOME),
    ("kayles", "Kayles(9)", About::Grundy),
    ("kayles", "Kayles(3) + Kayles(4)", PLIES),
    ("officers", "Officers(9)", About::Grundy),
    ("misere-kayles", "MisereKayles(7)", OUTCOME),
    ("domineering", "Domineering(R=2, C=3)", OUTCOME),
    ("dots-and-boxes", "DotsAndBoxes(R=1, C=2)", MARGIN),
    ("walk", "Walk(1, G=\"0->1;1->2;2->0 3;3->4;4->\")", OUTCOME),
    ("walk", "Walk(0, G=\"0->1 2;1->0;2->3;3->4 2;4->\")", PLIES),
];

/// Rules and certificate after a change of what they mean; nothing where the change does not apply.
fn changed(rules: &str, text: &str, dice: &mut Dice) -> Option<(&'static str, String, String)> {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let body = lines.iter().position(|line| line.starts_with("strategy") || line.starts_with("values nodes"))?;
    let entry = |line: &String| line.starts_with(|first: char| first.is_ascii_hexdigit() || first == '-');
    let entries: Vec<usize> = (body..lines.len()).filter(|&at| entry(&lines[at])).collect();
    let levels: Vec<usize> = (body..lines.len()).filter(|&at| lines[at] == "level").collect();
    let mut rules = rules.to_string();
    let what = match dice.below(10) {
        0 => {
            let claims: Vec<usize> = (0..body).filter(|&at| lines[at].starts_with("claim ")).collect();
            let at = *dice.pick(&claims)?;
            let (head, word) = lines[at].rsplit_once(' ')?;
            let words = [
                "win", "draw", "loss", "w1", "w2", "w3", "w5", "l2", "l4", "d", "=0", "=1", "=-1", "=2", "0", "1", "2",
                "3",
            ];
            let other = dice.pick(&words)?;
            if *other == word {
                return None;
            }
            lines[at] = format!("{head} {other}");
            // The strategies that the other claim needs.
            if dice.below(2) == 0 {
                let (from, to) = (["left", "right"][dice.below(2)], ["left", "right"][dice.below(2)]);
                lines.iter_mut().filter(|line| line.starts_with("strategy")).for_each(|line| {
                    *line = line.replacen(from, to, 1).replacen("draw", "win", 1);
                });
            }
            "another claim"
        }
        1 => {
            let from_to = [
                ("1", "2"),
                ("2", "1"),
                ("2", "3"),
                ("0", "1"),
                ("3", "2"),
                ("<=", "<"),
                (">=", ">"),
                ("==", "!="),
                (" and ", " or "),
                (" or ", " and "),
                ("orth", "king"),
                ("me", "opp"),
                ("opp", "me"),
                (" + ", " - "),
                ("not ", ""),
                ("all(", "exists("),
                ("exists(", "all("),
                ("Left", "Right"),
                ("left move", "right move"),
                ("wins", "loses"),
            ];
            let (from, to) = dice.pick(&from_to)?;
            let head = rules.find("game ")?;
            let places: Vec<usize> = rules[head..].match_indices(from).map(|(at, _)| at + head).collect();
            let at = *dice.pick(&places)?;
            rules.replace_range(at..at + from.len(), to);
            let digest = lines.iter().position(|line| line.starts_with("rules sha256"))?;
            lines[digest] = format!("rules sha256 {}", sha256(rules.as_bytes()));
            "other rules"
        }
        2 => {
            let at = lines.iter().position(|line| line.starts_with("position "))?;
            let digits: Vec<usize> = (9..lines[at].len())
                .filter(|&place| b"0123456789.#XO".contains(&lines[at].as_bytes()[place]))
                .collect();
            let place = *dice.pick(&digits)?;
            let sign = match lines[at].as_bytes()[place] {
                b'0'..=b'9' => ["0", "1", "2", "3", "4"][dice.below(5)],
                b'#' => ".",
                _ => ["#", ".", "X", "O"][dice.below(4)],
            };
            lines[at].replace_range(place..=place, sign);
            "another position"
        }
        3 => {
            let at = *dice.pick(&entries)?;
            let head = (body..at).rev().find(|&line| lines[line].contains("nodes "))?;
            let (words, count) = lines[head].rsplit_once(' ')?;
            let count: u64 = count.parse().ok()?;
            lines[head] = format!("{words} {}", count.checked_sub(1)?);
            // The next step is counted from the entry before: both together.
            let step = u128::from_str_radix(lines[at].split(' ').next()?, 16).ok();
            lines.remove(at);
            if let (Some(step), Some(next)) = (step, lines.get(at).cloned().filter(entry)) {
                let (first, rest) = next.split_once(' ').unwrap_or((&next, ""));
                if let Ok(more) = u128::from_str_radix(first, 16) {
                    lines[at] = format!("{:x} {rest}", step + more).trim_end().to_string();
                }
            }
            "a dropped reply"
        }
        4 => {
            lines.remove(*dice.pick(&levels)?);
            "joined levels"
        }
        5 => {
            lines[*dice.pick(&levels)?] = "closed".to_string();
            "a closed level"
        }
        6 => {
            let (a, b) = (dice.below(levels.len()), dice.below(levels.len()));
            let (a, b) = (a.min(b), a.max(b));
            let end = |level: usize| {
                levels.get(level + 1).copied().unwrap_or_else(|| entries.last().map_or(0, |last| last + 1))
            };
            if a == b || b >= levels.len() || end(b) < levels[b] {
                return None;
            }
            let later: Vec<String> = lines[levels[b]..end(b)].to_vec();
            let earlier: Vec<String> = lines.splice(levels[a]..end(a), later.clone()).collect();
            let moved = levels[b] + later.len() - earlier.len();
            lines.splice(moved..moved + later.len(), earlier);
            "exchanged levels"
        }
        7 => {
            let at = *dice.pick(&entries)?;
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_string).collect();
            let last = words.len() - 1;
            let place = if last == 0 { return None } else { 1 + dice.below(last) };
            words[place] = match words[place].as_bytes()[0] {
                b'w' | b'l' | b'd' => ["w1", "w2", "w3", "l2", "l4", "d", "w5"][dice.below(7)].to_string(),
                b'=' => ["=0", "=1", "=2", "=-1", "=-2"][dice.below(5)].to_string(),
                b'!' => format!("!{}", dice.below(4)),
                _ => dice.below(6).to_string(),
            };
            lines[at] = words.join(" ");
            "another bound or move"
        }
        8 => {
            let at = *dice.pick(&entries)?;
            let (first, rest) = lines[at]
                .split_once(' ')
                .map_or((lines[at].clone(), String::new()), |(a, b)| (a.into(), format!(" {b}")));
            let word = u64::from_str_radix(&first, 16).ok()?;
            let other = [word + 1, word.saturating_sub(1), word << 1, word >> 1, word ^ 4][dice.below(5)];
            lines[at] = format!("{other:x}{rest}");
            "an entry of another position"
        }
        _ => {
            let at = lines.iter().position(|line| line.starts_with("alike "))?;
            let count: usize = lines[at][6..].parse().ok()?;
            if count > 0 && dice.below(2) == 0 {
                lines.remove(at + 1 + dice.below(count));
                lines[at] = format!("alike {}", count - 1);
            } else {
                let kind = ["split", "symmetry"][dice.below(2)];
                lines.insert(at + 1 + count, format!("by 0 {kind} {}", dice.below(3)));
                lines[at] = format!("alike {}", count + 1);
            }
            "other likenesses"
        }
    };
    let mutant = format!("{}\n", lines.join("\n"));
    (mutant != text || what == "other rules").then_some((what, rules, mutant))
}

/// Whether what a certificate claims is true by the definitions; nothing where they do not say.
fn truth(rules: &str, text: &str) -> Option<bool> {
    let header = open(text.as_bytes()).ok()?.header;
    let position = place(rules, &header.position)?;
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        use grundy_certify::Oracle;
        match &header.proves {
            Proves::Grundy(value) => {
                let mut book = Textbook::new(Measure::Outcome, &position);
                let sum = position.parts.iter().map(|part| book.grundy(part).expect("never fails"));
                sum.fold(0, |total, value| total ^ value) == *value
            }
            Proves::Results(measure, claims) => {
                let mut book = Textbook::new(*measure, &position);
                claims.iter().all(|claim| {
                    let gets: Bound = book.worth(&position, claim.starts).expect("never fails").gets;
                    gets == claim.gets
                })
            }
            Proves::Value(_) | Proves::Loopy(_) => panic!("not asked here"),
        }
    }))
    .ok()
}

fn mutants(count: usize, seed: u64) {
    let cases: Vec<(String, String)> = CASES
        .iter()
        .map(|(name, text, about)| {
            let rules = library(name);
            let written = certificate(&rules, text, *about);
            (rules, written)
        })
        .collect();
    let mut dice = Dice(seed);
    let mut tally: HashMap<&str, [usize; 3]> = HashMap::new();
    let mut made = 0;
    while made < count {
        let (rules, written) = &cases[made % cases.len()];
        let Some((what, rules, mutant)) = changed(rules, written, &mut dice) else {
            dice.below(2);
            continue;
        };
        made += 1;
        let row = tally.entry(what).or_default();
        row[0] += 1;
        let verified = |maker: Option<&grundy_kernel::Maker>| {
            let opened = open(mutant.as_bytes()).map_err(Unproved::Malformed)?;
            verify_solved(opened, &[&rules], maker, &grundy_answer::Unwatched).map(|_| ())
        };
        let (plain, fast) = (verified(None), verified(Some(&grundy_certify::written_out)));
        assert_eq!(plain.is_ok(), fast.is_ok(), "{what}: {plain:?} {fast:?}\n{mutant}");
        if plain.is_ok() {
            row[1] += 1;
            match truth(&rules, &mutant) {
                Some(true) => {}
                Some(false) => panic!("{what}: a false claim is accepted\n{rules}\n{mutant}"),
                None => row[2] += 1,
            }
        }
    }
    let mut rows: Vec<_> = tally.into_iter().collect();
    rows.sort_unstable();
    for (what, [made, accepted, unknown]) in rows {
        println!(
            "{what}: {made} mutants, {accepted} accepted and true, of which the definitions did not say {unknown}"
        );
    }
}

#[test]
fn no_mutant_of_meaning_with_a_false_claim_is_accepted() {
    mutants(1500, 7);
}

/// `bench/certificate/run` runs it.
#[test]
#[ignore = "minutes"]
fn a_hundred_thousand_mutants_of_meaning() {
    mutants(100_000, 77);
}
