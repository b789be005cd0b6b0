//! Certificates of solved positions: what the textbook says is accepted, and no mutant that says anything else.

use crate::textbook::{About, Dice, certificate, library, place, verdict};
use grundy_kernel::{FIRST_LINE, Measure, Proves, Unproved, open};

const OUTCOME: About = About::Results(Measure::Outcome);
const PLIES: About = About::Results(Measure::Plies);
const MARGIN: About = About::Results(Measure::Margin);

/// Every kind of answer, loopy and not, single and in sums.
const CASES: &[(&str, &str, About)] = &[
    ("tic-tac-toe", "TicTacToe(\"X..|.O.|..X\")", OUTCOME),
    ("tic-tac-toe", "TicTacToe(\"X..|.O.|..X\")", PLIES),
    ("tic-tac-toe", "TicTacToe(\"X.O|...|...\")", PLIES),
    ("connect4", "Connect4(R=2, C=3, K=2)", PLIES),
    ("connect4", "Connect4(R=3, C=3, K=3)", OUTCOME),
    ("can-i-win", "CanIWin(n=6, total=15)", OUTCOME),
    ("can-i-win", "CanIWin(n=6, total=15)", PLIES),
    ("chomp", "Chomp(R=3, C=4)", About::Grundy),
    ("chomp", "Chomp(R=4, C=5)", About::Grundy),
    ("chomp", "Chomp(R=3, C=4)", OUTCOME),
    ("cram", "Cram(R=3, C=3)", About::Grundy),
    ("cram", "Cram(R=3, C=4)", About::Grundy),
    ("cram", "Cram(R=2, C=3)", PLIES),
    ("kayles", "Kayles(12)", About::Grundy),
    ("grundys-game", "GrundysGame(12)", About::Grundy),
    ("laskers-nim", "LaskersNim(9)", About::Grundy),
    ("officers", "Officers(12)", About::Grundy),
    ("kayles", "Kayles(4) + Kayles(7) + Kayles(7)", About::Grundy),
    ("kayles", "Kayles(3) + Kayles(4)", PLIES),
    ("misere-kayles", "MisereKayles(9)", OUTCOME),
    ("misere-kayles", "MisereKayles(12)", OUTCOME),
    ("misere-kayles", "MisereKayles(3) + MisereKayles(4)", PLIES),
    ("domineering", "Domineering(R=3, C=3)", OUTCOME),
    ("domineering", "Domineering(R=2, C=3)", About::Value),
    ("toppling-dominoes", "TopplingDominoes(row=[Blue, Red, Red, Blue])", About::Value),
    ("toads-and-frogs", "ToadsAndFrogs(\"TT.FF\")", About::Value),
    ("clobber", "Clobber(\"XOX|OXO\")", About::Value),
    ("kayles", "Kayles(3) + Kayles(5)", About::Value),
    ("dots-and-boxes", "DotsAndBoxes(R=1, C=2)", MARGIN),
    ("dots-and-boxes", "DotsAndBoxes(R=1, C=3)", MARGIN),
    ("quixo", "Quixo(N=2)", PLIES),
    ("walk", "Walk(1, G=\"0->1;1->2;2->0 3;3->4;4->\")", OUTCOME),
    ("walk", "Walk(2, G=\"0->1;1->2;2->0 3;3->4;4->\")", OUTCOME),
    ("walk", "Walk(0, G=\"0->1 2;1->0;2->3;3->4 2;4->\")", PLIES),
    ("walk", "Walk(1, G=\"0->1;1->2;2->0 3;3->4;4->\")", About::Loopy),
    ("walk", "Walk(0, G=\"0->1 2 4;1->0;2->3;3->4 2;4->\")", About::Loopy),
    ("walk", "Walk(0, G=\"0->1 2 3;1->0 2;2->3;3->0 4;4->5;5->\")", About::Loopy),
    ("walk", "Walk(2, G=\"0->1;1->2;2->0 3;3->4;4->\") + Walk(0, G=\"0->1 2;1->0;2->\")", About::Loopy),
    ("cops-and-robbers", "CopsAndRobbers(0, 2, n=4, E=[(0, 1), (1, 2), (2, 3), (3, 0)])", OUTCOME),
    ("cops-and-robbers", "CopsAndRobbers(1, 3, n=4, E=[(0, 1), (1, 2), (2, 3)])", PLIES),
];

struct Case {
    rules: String,
    text: &'static str,
    about: About,
    written: String,
}

fn all() -> impl Iterator<Item = Case> {
    CASES.iter().map(|(name, text, about)| {
        let rules = library(name);
        let written = certificate(&rules, text, *about);
        Case { rules, text, about: *about, written }
    })
}

#[test]
fn what_the_textbook_says_is_accepted() {
    for Case { rules, text, written, .. } in all() {
        if let Err(refusal) = verdict(&rules, &written) {
            panic!("{text}: {refusal}\n{}", &written[..written.len().min(2000)]);
        }
    }
}

/// The claims of a certificate, and the position they speak of up to what is proved equal.
fn says(rules: &str, text: &str) -> Option<(String, Proves)> {
    let header = open(text.as_bytes()).ok()?.header;
    Some((place(rules, &header.position)?.canonical().to_string(), header.proves))
}

/// Another text: bytes changed, lines dropped, doubled or exchanged, numbers moved by one.
fn mutant(text: &str, dice: &mut Dice) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
    let (line, other) = (dice.below(lines.len()), dice.below(lines.len()));
    // Every third mutant is one of the first lines, which claim.
    let line = if dice.below(3) == 0 { dice.below(lines.len().min(8)) } else { line };
    match dice.below(6) {
        0 => drop(lines.remove(line)),
        1 => lines.insert(other, lines[line].clone()),
        2 => lines.swap(line, other),
        3 => {
            let digits: Vec<usize> = (0..lines[line].len()).filter(|&at| lines[line][at].is_ascii_digit()).collect();
            if let Some(&at) = digits.get(dice.below(digits.len().max(1))) {
                lines[line][at] = b'0' + dice.below(10) as u8;
            }
        }
        4 => {
            let words = [
                "left", "right", "win", "draw", "loss", "w3", "l4", "d", "=1", "=-1", "level", "closed", "0", "*",
                "0|0", "inf", "inf()",
            ];
            let mut parts: Vec<String> = String::from_utf8_lossy(&lines[line]).split(' ').map(str::to_string).collect();
            let at = dice.below(parts.len());
            parts[at] = words[dice.below(words.len())].to_string();
            lines[line] = parts.join(" ").into_bytes();
        }
        _ => {
            if !lines[line].is_empty() {
                let at = dice.below(lines[line].len());
                lines[line][at] = b" 0123456789abcdefz+-=.\xff"[dice.below(22)];
            }
        }
    }
    let mut bytes = lines.join(&b'\n');
    bytes.push(b'\n');
    bytes
}

fn mutants(count: usize) {
    let cases: Vec<_> = all().collect();
    let mut dice = Dice(11);
    let (mut other, mut harmless, mut moved) = (0, 0, 0);
    for number in 0..count {
        let Case { rules, text, about, written } = &cases[number % cases.len()];
        let bytes = mutant(written, &mut dice);
        if bytes == written.as_bytes() {
            continue;
        }
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        other += 1;
        if verdict(rules, &changed).is_ok() {
            harmless += 1;
            let said = says(rules, &changed).expect("it was read");
            if Some(&said) != says(rules, written).as_ref() {
                // The same play in another setting, as a digraph with more vertices out of reach: true all the same.
                moved += 1;
                let own = open(changed.as_bytes()).expect("it was read").header.position;
                let truth = says(rules, &certificate(rules, &own, *about)).expect("it is a position");
                assert_eq!(said, truth, "{text} says something else:\n{changed}");
            }
        }
    }
    println!("{other} mutants, {harmless} of them accepted, {moved} of these about an equal position elsewhere");
    assert!(other > count / 2 && harmless < other / 10);
}

#[test]
fn no_mutant_that_changes_a_claim_is_accepted() {
    mutants(1500);
}

/// The full number; `bench/certificate/run` runs it.
#[test]
#[ignore = "a minute"]
fn ten_thousand_mutants() {
    mutants(16_000);
}

#[test]
fn every_truncation_is_refused() {
    let rules = library("chomp");
    let written = certificate(&rules, "Chomp(R=2, C=2)", About::Grundy);
    for end in 0..written.len() {
        assert!(verdict(&rules, &written[..end]).is_err(), "{end}");
    }
    let more = format!("{written}\n");
    assert!(verdict(&rules, &more).is_err());
}

fn refused(text: &str, line: usize, reason: &str) {
    let rules = library("chomp");
    match verdict(&rules, text) {
        Err(Unproved::Malformed(malformed)) => {
            assert_eq!((malformed.line, malformed.reason.as_str()), (line, reason), "{text}")
        }
        Err(Unproved::False { line: at, what }) => assert_eq!((at, what.as_str()), (line, reason), "{text}"),
        other => panic!("{other:?}\n{text}"),
    }
}

/// `Chomp(R=1, C=3)` has value 2, and its bars of 1 and 2 have 0 and 1.
#[test]
fn the_first_refuted_line_is_named() {
    let rules = library("chomp");
    let good = certificate(&rules, "Chomp(R=1, C=3)", About::Grundy);
    let lines: Vec<&str> = good.lines().collect();
    assert_eq!(
        lines[6..],
        [
            "games 0",
            "alike 0",
            "parts 0",
            "values nodes 3",
            "level",
            "of 0",
            "1 0",
            "level",
            "of 0",
            "3 1",
            "level",
            "of 0",
            "7 2",
            "end"
        ]
    );
    let with = |number: usize, line: &str| {
        let mut lines = lines.clone();
        lines[number - 1] = line;
        format!("{}\n", lines.join("\n"))
    };
    refused(&with(1, "grundy solution 1"), 1, "another version than 2");
    refused(&with(1, "GIF89a"), 1, "not a certificate of a solved position");
    refused(&with(5, "proves nothing"), 5, "an unknown kind of claim");
    refused(&with(6, "claim 3"), 19, "the listed value is 2, not 3");
    refused(&with(7, "games 1"), 8, "expected `game`");
    refused(&with(7, "games 99999999"), 7, "not a number of games");
    refused(&with(13, "1 1"), 13, "Chomp(\"#..\"): no move leads to the value 0");
    refused(&with(16, "3 0"), 16, "Chomp(\"##.\"): bite((0, 1)) leads to the same value 0");
    refused(&with(16, "8 1"), 16, "not a position of this game");
    refused(&with(16, "1 0"), 16, "a position is listed twice");
    refused(&with(16, "03 1"), 16, "a position is the hexadecimal step from the one before");
    refused(&with(19, "7 1"), 19, "Chomp(\"###\"): bite((0, 2)) leads to the same value 1");
    refused(&with(20, "the end"), 20, "expected `end`");
    let unsorted = good.replace("level\nof 0\n3 1\n", "of 0\n3 1\n");
    refused(
        &unsorted,
        15,
        "Chomp(\"##.\"): bite((0, 1)) leads to Chomp(\"#..\"), of which no earlier level lists enough",
    );
}

/// Published values: 2 x 2 and 2 x 3 boards of Domineering (*Winning Ways* ch. 5), rows of Toads and Frogs (ch. 1 and 5), and
/// Clobber (Albert, Grossman, Nowakowski and Wolfe 2005).
#[test]
fn canonical_values_are_the_published_ones() {
    for (name, text, value) in [
        ("domineering", "Domineering(R=1, C=2)", "-1"),
        ("domineering", "Domineering(R=2, C=1)", "1"),
        ("domineering", "Domineering(R=2, C=2)", "{1|-1}"),
        ("domineering", "Domineering(R=3, C=1) + Domineering(R=1, C=3)", "0"),
        ("toads-and-frogs", "ToadsAndFrogs(\"T.F\")", "*"),
        ("toads-and-frogs", "ToadsAndFrogs(\"T..F\")", "0"),
        ("clobber", "Clobber(\"XO\")", "*"),
        ("clobber", "Clobber(\"XXO\")", "{0|*}"),
        ("kayles", "Kayles(3) + Kayles(5)", "*7"),
    ] {
        let rules = library(name);
        let written = certificate(&rules, text, About::Value);
        let header = open(written.as_bytes()).unwrap().header;
        assert_eq!(header.proves, Proves::Value(value.to_string()), "{text}");
        assert!(verdict(&rules, &written).is_ok(), "{text}");
    }
}

#[test]
fn forms_must_be_canonical() {
    let rules = library("clobber");
    let good = certificate(&rules, "Clobber(\"XXO\")", About::Value);
    let wrong = |from: &str, to: &str, reason: &str| {
        assert!(good.contains(from), "{good}");
        let refusal = verdict(&rules, &good.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(refusal.contains(reason), "{to}: {refusal}");
    };
    wrong("claim {0|*}", "claim {0|0}", "the listed value is {0|*}, not {0|0}");
    wrong("claim {0|*}", "claim up", "not a value");
    wrong("forms 3\n", "forms 4\n", "a form is the numbers of its left options");
    wrong("forms 3\n|\n", "forms 3\n0|\n", "the first form has no options");
    wrong("forms 3\n|\n0|0\n", "forms 3\n|\n0|1\n", "a form is the numbers");
    wrong("forms 3\n|\n0|0\n", "forms 4\n|\n0|0\n1|1\n", "not canonical");
    wrong("forms 3\n|\n0|0\n", "forms 4\n|\n0|0\n0|0\n", "listed twice");
    wrong("forms 3\n", "forms 99999999\n", "not a number of forms");
    wrong("0|1\nvalues", "0|1\n0|\nvalues", "expected `values nodes`");
}

/// The generalised value of a vertex by what it is for (Smith 1966): it is k if the second player wins it beside a heap of
/// k; else infinity with those k beside which the first wins. Sums of the walk and a heap are solved backwards.
fn beside_heaps(arcs: &[Vec<usize>], start: usize) -> String {
    let heaps = arcs.len() + 1;
    let mut wins: Vec<Vec<Option<bool>>> = vec![vec![None; heaps]; arcs.len()];
    loop {
        let mut found = Vec::new();
        for (at, heap) in (0..arcs.len()).flat_map(|at| (0..heaps).map(move |heap| (at, heap))) {
            let walks = arcs[at].iter().map(|&to| wins[to][heap]);
            let options: Vec<Option<bool>> = walks.chain((0..heap).map(|less| wins[at][less])).collect();
            let won = options.contains(&Some(false));
            if wins[at][heap].is_none() && (won || options.iter().all(|option| *option == Some(true))) {
                found.push((at, heap, won));
            }
        }
        if found.is_empty() {
            break;
        }
        found.into_iter().for_each(|(at, heap, won)| wins[at][heap] = Some(won));
    }
    let with = |result: bool| -> Vec<String> {
        (0..heaps).filter(|&heap| wins[start][heap] == Some(result)).map(|heap| heap.to_string()).collect()
    };
    with(false).pop().unwrap_or_else(|| format!("inf({})", with(true).join(", ")))
}

#[test]
fn values_of_walks_that_return_are_those_beside_heaps() {
    let rules = library("walk");
    let mut dice = Dice(1966);
    let mut infinite = 0;
    for _ in 0..200 {
        let size = 3 + dice.below(5);
        let arcs: Vec<Vec<usize>> = (1..size)
            .map(|_| {
                let many = 2 + dice.below(3);
                (0..size).filter(|_| dice.below(many) == 0).collect()
            })
            .chain([Vec::new()])
            .collect();
        let list = |to: &Vec<usize>| to.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let graph: Vec<String> = arcs.iter().enumerate().map(|(at, to)| format!("{at}->{}", list(to))).collect();
        let text = format!("Walk(0, G=\"{}\")", graph.join(";"));
        let written = certificate(&rules, &text, About::Loopy);
        let value = beside_heaps(&arcs, 0);
        infinite += usize::from(value.starts_with("inf(") && value != "inf()");
        assert_eq!(open(written.as_bytes()).unwrap().header.proves, Proves::Loopy(value.clone()), "{text}");
        if let Err(refusal) = verdict(&rules, &written) {
            panic!("{text}: {refusal}\n{written}");
        }
        // No other value is accepted, whatever the label of the start.
        for other in
            ["0", "1", "2", "inf()", "inf(0)", "inf(1)", "inf(0, 1)"].into_iter().filter(|other| *other != value)
        {
            let wrong = written.replacen(&format!("claim {value}\n"), &format!("claim {other}\n"), 1);
            assert!(verdict(&rules, &wrong).is_err(), "{text}: {other}");
        }
    }
    assert!(infinite > 40, "{infinite}");
}

/// From 0 one may go to the end 3, which wins, or round by 1 and 2 for ever: 0 is infinity with 0, 1 and 2 with nothing.
#[test]
fn labels_that_do_not_fit_are_refused() {
    let rules = library("walk");
    let good = certificate(&rules, "Walk(0, G=\"0->1 3;1->2;2->1 0;3->\")", About::Loopy);
    let lines: Vec<&str> = good.lines().collect();
    assert_eq!(
        lines[4..],
        [
            "proves loopy",
            "claim inf(0)",
            "games 0",
            "alike 0",
            "parts 0",
            "values nodes 4",
            "level",
            "of 0",
            "3 0",
            "closed",
            "of 0",
            "0 inf",
            "1 inf",
            "1 inf",
            "end"
        ]
    );
    let wrong = |from: &str, to: &str, reason: &str| {
        assert!(good.contains(from), "{good}");
        let refusal = verdict(&rules, &good.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(refusal.contains(reason), "{to}: {refusal}");
    };
    wrong("claim inf(0)", "claim inf()", "the listed value is inf(0), not inf()");
    wrong("claim inf(0)", "claim 1", "the listed value is inf(0), not 1");
    wrong("claim inf(0)", "claim *", "not a Grundy value");
    wrong("play rules", "play misere", "impartial games in which who cannot move loses");
    wrong("3 0\n", "3 1\n", "its options make it 0, not 1");
    wrong("3 0\n", "3 inf\n", "not a Grundy value");
    wrong("0 inf\n", "0 1\n", "a closed entry has the label inf");
    wrong("0 inf\n", "0\n", "a closed entry has the label inf");
    wrong("level\nof 0\n3 0\nclosed\n", "closed\nof 0\n3 inf\n", "every option with the label inf");
    wrong("level\nof 0\n3 0\nclosed\n", "closed\nof 0\n3 inf\nlevel\n", "nothing but entries follows `closed`");
    wrong("nodes 4", "nodes 3", "which is not listed");
    wrong("nodes 4\nlevel\nof 0\n3 0\n", "nodes 3\n", "which is not listed");
    wrong("of 0\n3 0\n", "of 0\n3 0\n0 1\n", "a position is listed twice");
    wrong("of 0\n3 0\n", "of 9\n3 0\n", "not the number of a game");
    wrong("\nlevel\nof 0\n", "\nof 0\n", "expected `level`, `closed`, or a heading");
    // Numbers that are each the least missing one, but from 2 there is no way back to an earlier 0.
    let finite = "level\nof 0\n1 0\n2 0\nlevel\nof 0\n0 1\n2 2\nend";
    let head = good.split_once("level\n").unwrap().0.replace("claim inf(0)", "claim 1");
    let refusal = verdict(&rules, &format!("{head}{finite}\n")).expect_err("a cycle").to_string();
    assert!(refusal.contains("leads to the value 0 on an earlier level"), "{refusal}");
}

/// Most components need no value of their own: that a move leads to the value which they have not is enough.
#[test]
fn values_that_components_have_not() {
    let rules = library("cram");
    let good = certificate(&rules, "Cram(R=3, C=3)", About::Grundy);
    let lines: Vec<&str> = good.lines().collect();
    let denied: Vec<usize> = (0..lines.len()).filter(|&line| lines[line].contains(" !")).collect();
    assert!(!denied.is_empty());
    for line in denied {
        let (position, rest) = lines[line].split_once(" !").unwrap();
        let (value, by) = rest.split_once(' ').unwrap();
        let value: u64 = value.parse().unwrap();
        for wrong in [
            format!("{position} {value}"),
            format!("{position} !{} {by}", value + 1),
            format!("{position} !{value} 99"),
            format!("{position} !{value}"),
            format!("{position} !"),
            format!("{position} !{value} {by} 0"),
        ] {
            let mut lines = lines.clone();
            lines[line] = &wrong;
            let refusal = verdict(&rules, &format!("{}\n", lines.join("\n")));
            assert!(refusal.is_err(), "line {}: {wrong}", line + 1);
        }
    }
}

/// What is listed beyond the claim is checked as well, so it does no harm.
#[test]
fn more_than_the_claim_needs_is_accepted_if_it_is_true() {
    let rules = library("chomp");
    let good = certificate(&rules, "Chomp(R=1, C=3)", About::Grundy);
    let smaller = good.replace("position Chomp(\"###\")", "position Chomp(\"##.\")").replace("claim 2", "claim 1");
    assert!(verdict(&rules, &smaller).is_ok());
    assert!(verdict(&rules, &smaller.replace("\n7 2\n", "\n7 3\n")).is_err());
}

#[test]
fn other_rules_are_refused() {
    let rules = library("chomp");
    let written = certificate(&rules, "Chomp(R=1, C=3)", About::Grundy);
    let changed = format!("{rules}\n");
    assert!(matches!(verdict(&changed, &written), Err(Unproved::OtherRules(_))));
}

/// Endless lines and counts beyond anything: refused at once, in little memory.
#[test]
fn huge_input_is_refused() {
    let head = format!("{FIRST_LINE}\nposition {}\n", "(".repeat(900_000));
    assert!(open(head.as_bytes()).is_err_and(|malformed| malformed.line == 3));
    let endless = format!("{FIRST_LINE}\nposition {}", "(".repeat(3 << 20));
    let refusal = open(endless.as_bytes()).err().expect("too long a line");
    assert_eq!((refusal.line, refusal.reason.as_str()), (2, "a line of more than 1048576 bytes"));
    let rules = library("chomp");
    let good = certificate(&rules, "Chomp(R=1, C=3)", About::Grundy);
    refused(&good.replace("nodes 3", "nodes 4000000000"), 20, "a position is the hexadecimal step from the one before");
    refused(&good.replace("nodes 3", "nodes 99999999999"), 10, "not a number of entries");
}
