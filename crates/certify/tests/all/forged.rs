//! Forged certificates: false `split` and `symmetry` lines are used as if they held, in games that almost have them, so that every
//! entry follows from others up to those lines. What such a certificate claims is compared with the definitions; a claim
//! that is false must be refused, by interpretation and by the moves written out.

use crate::textbook::{Dice, Textbook, place};
use grundy_certify::{Known, Means, Oracle, write_by};
use grundy_kernel::{
    Bound, Claim, Games, Interpreted, Likeness, Measure, Moves, Part, PlayedBy, Proves, Unproved, open, verify,
};
use grundy_proof::verify_solved;
use grundy_run::{Claimed, Component, Ending, Faulty, Flow, Game, Led, Position, Side, Stuck, Turn};
use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;
use std::sync::Arc;

/// Interpretation that vouches for every line.
struct Gullible(Interpreted);

impl Moves for Gullible {
    fn each(&self, packed: &[u64], mover: Side, visit: &mut dyn FnMut(Led<'_>, i64, Turn) -> Flow) -> Faulty<()> {
        self.0.each(packed, mover, visit)
    }

    fn ending(&self, packed: &[u64], mover: Side, stuck: Stuck) -> Faulty<Option<Ending>> {
        self.0.ending(packed, mover, stuck)
    }

    fn forever(&self, packed: &[u64], mover: Side) -> Faulty<Ending> {
        self.0.forever(packed, mover)
    }

    fn knows(&self, _: Likeness) -> bool {
        true
    }
}

fn gullible(game: &Arc<Game>) -> Box<dyn Moves> {
    Box::new(Gullible(Interpreted(game.clone())))
}

/// Every line that fits the board, true or not.
fn every_line(game: &Arc<Game>) -> Vec<Likeness> {
    let splits = (0..game.rules.splits.len().min(1)).map(Likeness::Split);
    let maps = game.claimed_symmetries().into_iter().enumerate();
    let maps = maps.filter(|(_, claimed)| matches!(claimed, Claimed::Map(image) if !image.swaps));
    splits.chain(maps.map(|(line, _)| Likeness::Symmetry(line))).collect()
}

const FORGED: Means = Means { make: &gullible, likenesses: &every_line };

/// What positions would be worth if every line held: the definitions, on normal forms.
struct Forger<'m> {
    games: Games<'m>,
    outcomes: HashMap<(Vec<Part>, Side), i32>,
    values: HashMap<Part, u64>,
}

impl Forger<'_> {
    fn of(position: &Position) -> Forger<'static> {
        let mut games = Games::of(position, &gullible);
        let lines = every_line(games.game(0));
        games.liken(0, &lines).expect("everything is known");
        Forger { games, outcomes: HashMap::new(), values: HashMap::new() }
    }

    fn parts(&self, position: &Position) -> Vec<Part> {
        let mut parts = Default::default();
        position.parts.iter().for_each(|part| assert!(self.games.land(part, &mut parts).is_ok(), "one game"));
        let mut parts = parts.to_vec();
        parts.sort_unstable();
        parts
    }

    /// 1 if the mover wins, -1 otherwise.
    fn outcome(&mut self, parts: Vec<Part>, mover: Side) -> i32 {
        if let Some(&known) = self.outcomes.get(&(parts.clone(), mover)) {
            return known;
        }
        let mut next = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            let made = self.games.each_option(part, mover, &mut |step| {
                let mut to = parts.clone();
                to.remove(place);
                to.extend(step.parts.iter().cloned());
                to.sort_unstable();
                next.push((to, step.mover));
                Flow::On
            });
            made.expect("rules without faults");
        }
        let wins = next.into_iter().any(|(to, then)| {
            let sign = self.outcome(to, then);
            if then == mover { sign > 0 } else { sign < 0 }
        });
        let sign = if wins { 1 } else { -1 };
        self.outcomes.insert((parts, mover), sign);
        sign
    }

    fn value(&mut self, part: &Part) -> u64 {
        if let Some(&known) = self.values.get(part) {
            return known;
        }
        let mut sums = Vec::new();
        let made = self.games.each_option(part, Side::Left, &mut |step| {
            sums.push(step.parts.to_vec());
            Flow::On
        });
        made.expect("rules without faults");
        let seen: BTreeSet<u64> =
            sums.iter().map(|sum| sum.iter().fold(0, |total, part| total ^ self.value(part))).collect();
        let value = (0..).find(|value| !seen.contains(value)).expect("finitely many");
        self.values.insert(part.clone(), value);
        value
    }
}

impl Oracle for Forger<'_> {
    type Failure = Infallible;

    fn worth(&mut self, position: &Position, mover: Side) -> Result<Known, Infallible> {
        let parts = self.parts(position);
        Ok(Known { gets: Bound(self.outcome(parts, mover)), rank: None })
    }

    fn gets(
        &mut self,
        position: &Position,
        mover: Side,
        player: Side,
        least: Bound,
    ) -> Result<Option<bool>, Infallible> {
        let gets = self.worth(position, mover)?.gets;
        Ok(Some(if mover == player { gets } else { gets.reversed() } >= least))
    }

    fn count_moves(&mut self) -> bool {
        false
    }

    fn grundy(&mut self, component: &Component) -> Result<u64, Infallible> {
        let parts = self.parts(&Position { parts: vec![component.clone()] });
        Ok(parts.iter().fold(0, |total, part| total ^ self.value(part)))
    }
}

/// Counts of what was forged.
#[derive(Default, Debug)]
struct Tally {
    written: u64,
    false_claims: u64,
    accepted: u64,
}

/// Forges the certificates of a position and checks that no false one is accepted.
fn forge(rules: &str, text: &str, tally: &mut Tally) {
    let position = place(rules, text).unwrap_or_else(|| panic!("{text} is no position of\n{rules}"));
    let mut forger = Forger::of(&position);
    let mut truth = Textbook::new(Measure::Outcome, &position);
    let sides = [Side::Left, Side::Right];
    let mut claims: Vec<(Proves, bool)> = Vec::new();
    let forged = sides.map(|starts| forger.worth(&position, starts).expect("never fails").gets);
    let right = sides.map(|starts| truth.worth(&position, starts).expect("never fails").gets);
    let both = sides.into_iter().zip(forged).map(|(starts, gets)| Claim { starts, gets }).collect();
    claims.push((Proves::Results(Measure::Outcome, both), forged == right));
    if forger.games.are_impartial() {
        let value = forger.grundy(&position.parts[0]).expect("never fails");
        claims.push((Proves::Grundy(value), value == truth.grundy(&position.parts[0]).expect("never fails")));
    }
    for (proves, is_true) in claims {
        let mut out = Vec::new();
        let claimed = (PlayedBy::Rules, proves);
        let watch = &grundy_answer::Unwatched;
        if write_by(FORGED, &position, &[rules], claimed, &mut forger, &mut out, watch).is_err() {
            continue;
        }
        tally.written += 1;
        tally.false_claims += u64::from(!is_true);
        let text = || String::from_utf8_lossy(&out).into_owned();
        let plain = verify(&out[..], &[rules], watch);
        let opened = open(&out[..]).expect("it was written so");
        let fast = verify_solved(opened, &[rules], Some(&grundy_certify::written_out), watch);
        for verdict in [&plain, &fast] {
            assert!(is_true || verdict.is_err(), "a false claim is accepted:\n{rules}\n{}", text());
            assert!(!matches!(verdict, Err(Unproved::Malformed(_))), "{verdict:?}\n{}", text());
        }
        tally.accepted += u64::from(plain.is_ok());
    }
}

#[test]
fn the_findings_are_not_certified() {
    let mut tally = Tally::default();
    for (rules, texts) in FINDINGS {
        for text in *texts {
            forge(rules, text, &mut tally);
        }
    }
    assert!(tally.false_claims >= 6, "{tally:?}");
}

/// Rules for which a false symmetry or split was once called proved.
const FINDINGS: &[(&str, &[&str])] = &[
    (
        "game A\n  param R = 1, C = 4\n  state free: set of grid(R, C) = all show \".#\"\n  move take(c in grid(R, C - 1)) if c in free: free -= {c} + {d in orth: c + d}\n  symmetry mirror free\n",
        &["A(C=3)", "A(C=4)", "A(C=5)", "A(C=6)"],
    ),
    (
        "game A\n  param R = 3, C = 3, B: set of grid(R, C) = {(0, 1)}\n  state free: set of grid(R, C) = all show \".#\"\n  move m(c in free) if c in B: free -= {c}\n  symmetry rotate free\n",
        &["A()", "A(B={(0, 1), (1, 1)})"],
    ),
    (
        "game A\n  param R = 2, C = 3\n  state free: set of grid(R, C) = all show \".#\"\n  left move take(c in free):\n    free -= {c}\n    for x in free:\n      if exists(d in orth: x + d in free): free -= {x}\n  right move grab(c in free): free -= {c}\n  symmetry mirror free\n",
        &["A()", "A(\".##|###\")", "A(\"##.|###\")", "A(R=1)"],
    ),
    (
        "game A\n  param C = 6\n  state free: set of grid(1, C) = all show \".#\"\n  move take(c in free):\n    if (0, 0) in free: free -= {c}\n    else: free -= {c, c + (0, 1)}\n  split free by orth\n",
        &["A()", "A(C=5)", "A(C=7)"],
    ),
    (
        "game A\n  param C = 6\n  state free: set of grid(1, C) = all show \".#\"\n  move take(c in free): free -= {c} + ({c + (0, 1)} & {x in grid(1, C) if (0, 0) in free})\n  split free by orth\n",
        &["A()", "A(C=5)", "A(C=7)"],
    ),
    (
        "game A\n  param m = 7\n  state free: set of 0..m-1 = all\n  move take(v in free): free -= {v} + {w in free if abs(v - w) == 1 and 0 in free}\n  split free by (v, w) => abs(v - w) == 1\n",
        &["A()", "A(m=6)", "A(m=8)"],
    ),
    (
        "game A\n  param C = 7\n  state free: set of grid(1, C) = all show \".#\"\n  move take(c in free): free -= {c} + {d in orth if (0, 0) in free: c + d}\n  split free by orth\n",
        &["A()", "A(C=6)", "A(C=8)"],
    ),
    (
        "game A\n  param m = 6\n  state free: set of 0..m-1 = all, n: 0..9 = 2\n  move take(v in free) if n > 0: free -= {v}; n -= 1\n  split free by (v, w) => abs(v - w) == 1\n",
        &["A(m=3)", "A(m=5, n=3)"],
    ),
    (
        "game A\n  param R = 2, C = 2\n  state free: set of grid(R, C) = all show \".#\"\n  move m(c in free) if c != (0, 0): free -= {c}\n  symmetry mirror free\n  symmetry flip free\n",
        &["A()", "A(C=3)", "A(\"#.|##\")"],
    ),
];

/// The cells (0, 0) and (0, 3) alone are images of each other, but nobody can move in the first: taking the two between them
/// leaves 1, not 0. A certificate that lets them cancel unlisted is refused.
#[test]
fn a_part_and_its_image_do_not_cancel_unseen() {
    let rules = "game A\n  param R = 1, C = 4\n  state free: set of grid(R, C) = all show \".#\"\n  move take(c in free) if c != (0, 0):\n    if c + (0, 1) in free: free -= {c, c + (0, 1)}\n    else: free -= {c} + {d in orth: c + d}\n  split free by king\n  symmetry mirror free\n";
    let digest = grundy_rule::sha256(rules.as_bytes());
    let text = format!(
        "grundy solution 2\nposition A(\"####\")\nrules sha256 {digest}\nplay rules\nproves grundy\nclaim 2\ngames 0\nalike 2\nby 0 split 0\nby 0 symmetry 0\nparts 0\nvalues nodes 2\nlevel\nof 0\n3 1\nlevel\nof 0\nf 2\nend\n"
    );
    let position = place(rules, "A(\"####\")").expect("a position");
    let value = Textbook::new(Measure::Outcome, &position).grundy(&position.parts[0]);
    assert_eq!(value, Ok(0), "options of 1, 1 and 1");
    assert!(matches!(verify(text.as_bytes(), &[rules], &grundy_answer::Unwatched), Err(Unproved::False { .. })));
}

/// A game that takes cells off a board, and lines that may or may not hold.
fn game(dice: &mut Dice) -> String {
    let size = dice.word(&["1, C = 3", "1, C = 4", "1, C = 5", "1, C = 6", "2, C = 2", "2, C = 3", "3, C = 2"]);
    let mut text = format!("game A\n  param R = {size}\n  state free: set of grid(R, C) = all show \".#\"\n");
    let sides: &[&str] = if dice.word(&["one", "two"]) == "one" { &["move"] } else { &["left move", "right move"] };
    for (number, side) in sides.iter().enumerate() {
        let from = dice.word(&["c in free", "c in free", "c in grid(R, C - 1)", "c in grid(R, C) - {(0, 1)}"]);
        let here = if from == "c in free" { "" } else { "c in free and " };
        let guard = dice.word(&[
            "true",
            "true",
            "c != (0, 0)",
            "(0, 0) in free",
            "c + (0, 1) in free",
            "c + (0, 1) not in free",
            "exists(d in orth: c + d in free)",
            "all(d in {(0, 1), (1, 0)}: c + d in free)",
            "count(x in free) > 2",
            "c.col > 0 or c.row == 0",
            "not exists(x in free: x.col < c.col)",
        ]);
        let taken = || {
            [
                "{c}",
                "{c, c + (0, 1)}",
                "{c} + {d in orth: c + d}",
                "{w in free if w.row == c.row}",
                "{c} + {d in orth if (0, 0) in free: c + d}",
                "{w in free if w == c or (w.row == c.row and w.col == c.col + 1)}",
                "{c} + {w in free if w == c + (0, 2) and (0, 0) in free}",
                "{w in free if w.col <= c.col and w.row >= c.row}",
            ]
        };
        let (one, other) = (dice.word(&taken()), dice.word(&taken()));
        let body = match dice.word(&["plain", "plain", "if", "for"]) {
            "plain" => format!("free -= {one}"),
            "if" => format!(
                "\n    if {}: free -= {one}\n    else: free -= {other}",
                dice.word(&["(0, 0) in free", "c + (0, 1) in free"])
            ),
            _ => format!("\n    free -= {one}\n    for x in free:\n      if x + (0, 1) in free: free -= {{x}}"),
        };
        text += &format!("  {side} take{number}({from}) if {here}({guard}): {body}\n");
    }
    match dice.word(&["mirror", "flip", "both", "split", "all"]) {
        "mirror" => text += "  symmetry mirror free\n",
        "flip" => text += "  symmetry flip free\n",
        "both" => text += "  symmetry mirror free\n  symmetry flip free\n",
        "split" => text += &format!("  split free by {}\n", dice.word(&["orth", "king", "{(0, 1), (0, 2)}"])),
        _ => text += &format!("  split free by {}\n  symmetry mirror free\n", dice.word(&["orth", "king"])),
    }
    text
}

fn forged(games: u64, seed: u64) {
    let mut tally = Tally::default();
    for number in 0..games {
        let rules = game(&mut Dice(seed.wrapping_add(number).wrapping_mul(0x9e37)));
        if grundy_rule::read(&rules).diagnostics.iter().any(grundy_rule::Diagnostic::is_error) {
            panic!("{rules}\n{:?}", grundy_rule::read(&rules).diagnostics);
        }
        forge(&rules, "A()", &mut tally);
    }
    println!("{games} games: {tally:?}");
    assert!(tally.false_claims > games / 50 && tally.accepted > games / 10, "{tally:?}");
}

#[test]
fn no_forged_certificate_of_a_false_claim_is_accepted() {
    forged(400, 1);
}

/// `bench/certificate/run` runs it.
#[test]
#[ignore = "minutes"]
fn a_hundred_thousand_games() {
    forged(100_000, 1_000_000);
}
