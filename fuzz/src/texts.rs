//! Texts to try the laws on: any characters, words of the language in any order, and games with a few tokens changed.

use crate::dice::Dice;

/// The words, signs and layout of the language; a byte chooses one.
const VOCABULARY: &[&str] = &[
    "game ",
    "A",
    "B ",
    "\n  ",
    "\n",
    "\n    ",
    "state ",
    "n",
    ": ",
    "nat",
    "\n  move ",
    "m",
    "(",
    ")",
    "k ",
    "in ",
    "1..n",
    " if ",
    "-= ",
    "k",
    "; ",
    "param ",
    "R",
    " = ",
    "4",
    ", ",
    "set of ",
    "grid(R, C)",
    "C",
    " all",
    "{",
    "}",
    "[",
    "]",
    " + ",
    " - ",
    " * ",
    " // ",
    " % ",
    " & ",
    " ^^ ",
    "..",
    " == ",
    " != ",
    " < ",
    " <= ",
    " not in ",
    " and ",
    " or ",
    "not ",
    " then ",
    " else ",
    "else: ",
    "exists(",
    "all(",
    "count(",
    "sum(",
    "min(",
    "max(",
    "xor(",
    "me",
    "opp",
    " wins when ",
    " loses when ",
    "draw when ",
    "stuck",
    "forever",
    "score ",
    "misere play",
    "players L, M",
    "split ",
    " by ",
    "orth",
    "diag",
    "king",
    "(x, y) => ",
    "symmetry ",
    "rotate ",
    "mirror ",
    "swap players",
    " swapping players",
    "measure ",
    "invariant ",
    "claim ",
    "first wins",
    "grundy == ",
    " when ",
    "type ",
    " | ",
    "def ",
    "f",
    "(x)",
    "x",
    "let ",
    "for ",
    "gain ",
    "again",
    "become ",
    "pass",
    "swap ",
    "player",
    "?",
    "none",
    "bool",
    "true",
    "int",
    "digraph",
    "list of ",
    "lines(",
    "reach(",
    "next(",
    "nodes(",
    "len(",
    "abs(",
    ".row",
    ".col",
    "\"X.|O.\"",
    " show \".XO\"",
    "start ",
    "expect ",
    "winner ",
    "1_000",
    "1e18",
    "9223372036854775807",
    "-",
    "=",
    "+= ",
    " # remark\n",
    "\t",
    "é",
    "0",
    "left move ",
    "right ",
    "'",
    "\"",
    "!",
    "1e6",
];

/// One word of the vocabulary per byte.
pub fn spelt(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| VOCABULARY[byte as usize % VOCABULARY.len()]).collect()
}

/// Any characters, often those of the language.
pub fn noise(dice: &mut Dice) -> String {
    let length = dice.below(200);
    let letters: Vec<char> =
        "gamestovknif0123456789 \n\t(){}[]:;,.=+-*/%&^<>!?|#\"'_é∀\u{0}\u{feff}\r".chars().collect();
    (0..length).map(|_| letters[dice.below(letters.len())]).collect()
}

/// Words in any order.
pub fn soup(dice: &mut Dice) -> String {
    let length = dice.below(60);
    let bytes: Vec<u8> = (0..length).map(|_| dice.bits() as u8).collect();
    spelt(&bytes)
}

/// A text with a few of its words deleted, doubled, exchanged, cut off or replaced by any of the vocabulary.
pub fn mutant(text: &str, dice: &mut Dice) -> String {
    let mut words: Vec<&str> = pieces(text);
    for _ in 0..=dice.below(4) {
        if words.is_empty() {
            break;
        }
        let (at, other) = (dice.below(words.len()), dice.below(words.len()));
        match dice.below(6) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[other]),
            2 => words.swap(at, other),
            3 => words[at] = dice.pick(VOCABULARY),
            4 => words.insert(at, dice.pick(VOCABULARY)),
            _ => {
                let length = dice.below(8).min(words.len() - at);
                words.drain(at..at + length);
            }
        }
    }
    words.concat()
}

/// A stretch of a text of about `length` bytes, from the beginning of a line.
pub fn excerpt<'a>(text: &'a str, length: usize, dice: &mut Dice) -> &'a str {
    let starts: Vec<usize> = text.match_indices("\ngame ").map(|(at, _)| at + 1).chain(std::iter::once(0)).collect();
    let start = starts[dice.below(starts.len())];
    let mut end = (start + length).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[start..end]
}

fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let alike = |c: char| if first.is_alphanumeric() { c.is_alphanumeric() || c == '_' } else { false };
        let length = rest.find(|c| !alike(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (piece, after) = rest.split_at(length);
        pieces.push(piece);
        rest = after;
    }
    pieces
}
