//! Gambit's extensive-form files (`.efg`, version 2), as far as they describe perfect information.
//!
//! The file lists the nodes, a parent before its subtrees. An outcome at an inner node is paid on the way and added to
//! the leaves below. An information set with a second node of a player is refused: that is imperfect information.
//! Source: Gambit, *The extensive game (.efg) file format*.

use super::{Builder, Kind, NodeId, Tree};
use crate::fault::Fault;
use crate::number::{self, Rational};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::rc::Rc;

/// Whether a text is meant as such a file.
pub fn is_efg(text: &str) -> bool {
    text.trim_start().starts_with("EFG")
}

/// Reads a file; all faults carry line and column.
pub fn parse(text: &str) -> Result<Tree, Fault> {
    let mut tokens = Tokens { list: tokens(text)?, next: 0 };
    let first = tokens.word()?;
    if first.text != "EFG" {
        return Err(first.fault("efg", "an extensive game begins with `EFG 2 R`"));
    }
    let version = tokens.word()?;
    if version.text != "2" {
        return Err(version.fault("efg", format!("version {} of the format is not known", version.text)));
    }
    let numbers = tokens.word()?;
    if !matches!(numbers.text.as_str(), "R" | "D") {
        return Err(numbers.fault("efg", "after `EFG 2` there must be `R` or `D`"));
    }
    let title = tokens.string()?;
    let open = tokens.expect('{')?;
    let mut players = Vec::new();
    while !tokens.take('}') {
        players.push(tokens.string()?.text);
    }
    if players.is_empty() {
        return Err(open.fault("players", "the list of players is empty"));
    }
    tokens.optional_string();
    let mut reader = Reader {
        builder: Builder::new(players.clone()),
        players: players.len(),
        outcomes: HashMap::new(),
        chances: HashMap::new(),
        seen: HashSet::new(),
        open: Vec::new(),
    };
    if !title.text.is_empty() {
        reader.builder.title(title.text);
    }
    while let Some(token) = tokens.list.get(tokens.next).cloned() {
        tokens.next += 1;
        reader.node(token, &mut tokens)?;
    }
    let end = tokens.end();
    if let Some(waiting) = reader.open.last() {
        let missing = waiting.moves.len();
        return Err(end.fault("unfinished", format!("the file ends, but {missing} more moves have no node yet")));
    }
    reader.builder.finish().map_err(|flaw| end.fault("game", flaw.kind.to_string()))
}

/// Writes a game; reading it back gives the same game, but for the names of players that quotes would break.
pub fn write(tree: &Tree) -> String {
    let quote = |text: &str| format!("\"{}\"", text.replace('"', "'"));
    let names: Vec<String> = tree.players().iter().map(|name| quote(name)).collect();
    let mut out = format!("EFG 2 R {} {{ {} }}\n\n", quote(tree.title().unwrap_or("")), names.join(" "));
    let (mut sets, mut chances, mut outcomes) = (vec![0usize; names.len()], 0, 0);
    let mut open: Vec<NodeId> = vec![0];
    while let Some(node) = open.pop() {
        let here = tree.node(node);
        let children = here.children.iter().map(|&child| tree.node(child));
        let _ = match &here.kind {
            Kind::Leaf(payoffs) => {
                outcomes += 1;
                let payoffs: Vec<String> = payoffs.iter().map(Rational::to_string).collect();
                writeln!(out, "t \"\" {outcomes} \"\" {{ {} }}", payoffs.join(", "))
            }
            Kind::Decision(player) => {
                sets[*player] += 1;
                let moves: Vec<String> = children.map(|child| quote(&child.label)).collect();
                writeln!(out, "p \"\" {} {} \"\" {{ {} }} 0", player + 1, sets[*player], moves.join(" "))
            }
            Kind::Chance => {
                chances += 1;
                let weight = |weight: &Option<Rational>| weight.as_ref().map(Rational::to_string).unwrap_or_default();
                let moves: Vec<String> =
                    children.map(|child| format!("{} {}", quote(&child.label), weight(&child.probability))).collect();
                writeln!(out, "c \"\" {chances} \"\" {{ {} }} 0", moves.join(" "))
            }
        };
        open.extend(here.children.iter().rev());
    }
    out
}

type Moves = Vec<(String, Option<Rational>)>;

/// A node some of whose moves have no node yet.
struct Waiting {
    node: NodeId,
    /// The moves left, in reverse order.
    moves: Moves,
    paid: Option<Rc<Vec<Rational>>>,
}

struct Reader {
    builder: Builder,
    players: usize,
    outcomes: HashMap<u64, Rc<Vec<Rational>>>,
    chances: HashMap<u64, Moves>,
    seen: HashSet<(usize, u64)>,
    open: Vec<Waiting>,
}

impl Reader {
    fn node(&mut self, token: Token, tokens: &mut Tokens) -> Result<(), Fault> {
        if !matches!(token.text.as_str(), "c" | "p" | "t") || token.kind != TokenKind::Word {
            return Err(token.fault("efg", format!("`{}` is not a node: nodes begin with c, p or t", token.text)));
        }
        if self.open.is_empty() && !self.builder.is_empty() {
            return Err(token.fault("orphan", "this node has no parent: the tree above is complete"));
        }
        tokens.string()?;
        let (kind, moves) = match token.text.as_str() {
            "t" => (None, Vec::new()),
            "c" => (Some(Kind::Chance), self.chance(tokens)?),
            _ => {
                let (player, moves) = self.personal(tokens)?;
                (Some(Kind::Decision(player)), moves)
            }
        };
        let gained = self.outcome(tokens)?;
        let (parent, label) = match self.open.last_mut() {
            None => (None, None),
            Some(waiting) => (Some((waiting.node, waiting.paid.clone())), waiting.moves.pop()),
        };
        let before = parent.as_ref().and_then(|(_, paid)| paid.clone());
        let paid = match (before, gained) {
            (Some(before), Some(gained)) => {
                Some(Rc::new(before.iter().zip(gained.iter()).map(|(left, right)| left + right).collect()))
            }
            (before, gained) => before.or(gained),
        };
        let kind = kind.unwrap_or_else(|| {
            Kind::Leaf(paid.as_deref().cloned().unwrap_or_else(|| vec![Rational::ZERO; self.players]))
        });
        let node = match (parent, label) {
            (Some((parent, _)), Some((label, None))) => self.builder.child(parent, label, kind),
            (Some((parent, _)), Some((label, Some(weight)))) => self.builder.outcome(parent, label, weight, kind),
            _ => self.builder.root(kind),
        };
        if !moves.is_empty() {
            self.open.push(Waiting { node, moves: moves.into_iter().rev().collect(), paid });
        }
        while self.open.last().is_some_and(|waiting| waiting.moves.is_empty()) {
            self.open.pop();
        }
        Ok(())
    }

    fn chance(&mut self, tokens: &mut Tokens) -> Result<Moves, Fault> {
        let (at, set) = tokens.integer()?;
        tokens.optional_string();
        if !tokens.take('{') {
            let message = format!("the moves of chance set {set} are not given");
            return self.chances.get(&set).cloned().ok_or_else(|| at.fault("moves", message));
        }
        let mut moves = Vec::new();
        let mut total = Rational::ZERO;
        while !tokens.take('}') {
            let label = tokens.string()?.text;
            let token = tokens.word()?;
            let weight = number::parse(&token.text).map_err(|message| token.fault("number", message))?;
            if weight < Rational::ZERO {
                return Err(token.fault("probability", format!("the probability {weight} is negative")));
            }
            total += &weight;
            moves.push((label, Some(weight)));
        }
        if moves.is_empty() || !total.is_one() {
            return Err(at.fault("probability", format!("the probabilities sum to {total}, not to 1")));
        }
        self.chances.insert(set, moves.clone());
        Ok(moves)
    }

    fn personal(&mut self, tokens: &mut Tokens) -> Result<(usize, Moves), Fault> {
        let (at, player) = tokens.integer()?;
        if player == 0 || player > self.players as u64 {
            return Err(at.fault("player", format!("there is no player {player}; there are {}", self.players)));
        }
        let (at, set) = tokens.integer()?;
        let player = player as usize - 1;
        if !self.seen.insert((player, set)) {
            let message = format!("information set {set} of player {} has a second node", player + 1);
            return Err(at.fault("information", message).remedy("only games of perfect information are solved here"));
        }
        tokens.optional_string();
        let open = tokens.expect('{')?;
        let mut moves = Vec::new();
        while !tokens.take('}') {
            moves.push((tokens.string()?.text, None));
        }
        if moves.is_empty() {
            return Err(open.fault("moves", "there is no move here"));
        }
        Ok((player, moves))
    }

    fn outcome(&mut self, tokens: &mut Tokens) -> Result<Option<Rc<Vec<Rational>>>, Fault> {
        let (at, outcome) = tokens.integer()?;
        tokens.optional_string();
        if tokens.take('{') {
            let mut payoffs = Vec::new();
            while !tokens.take('}') {
                if tokens.take(',') {
                    continue;
                }
                let token = tokens.word()?;
                payoffs.push(number::parse(&token.text).map_err(|message| token.fault("number", message))?);
            }
            if payoffs.len() != self.players {
                let message = format!("there are {} payoffs for {} players", payoffs.len(), self.players);
                return Err(at.fault("payoff", message));
            }
            self.outcomes.insert(outcome, Rc::new(payoffs));
        }
        match self.outcomes.get(&outcome) {
            Some(payoffs) => Ok(Some(payoffs.clone())),
            None if outcome == 0 => Ok(None),
            None => Err(at.fault("payoff", format!("outcome {outcome} has no payoffs"))),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    Word,
    String,
    Mark,
    End,
}

#[derive(Clone, Debug)]
struct Token {
    kind: TokenKind,
    text: String,
    line: usize,
    column: usize,
}

impl Token {
    fn fault(&self, code: &'static str, message: impl Into<String>) -> Fault {
        Fault::new(code, message, self.line, self.column)
    }
}

struct Tokens {
    list: Vec<Token>,
    next: usize,
}

impl Tokens {
    fn end(&self) -> Token {
        let (line, column) =
            self.list.last().map_or((1, 1), |last| (last.line, last.column + last.text.chars().count()));
        Token { kind: TokenKind::End, text: "the end".into(), line, column }
    }

    fn peek(&self) -> Token {
        self.list.get(self.next).cloned().unwrap_or_else(|| self.end())
    }

    fn want(&mut self, kind: TokenKind, what: &str) -> Result<Token, Fault> {
        let token = self.peek();
        if token.kind != kind {
            return Err(token.fault("efg", format!("expected {what}, found `{}`", token.text)));
        }
        self.next += 1;
        Ok(token)
    }

    fn word(&mut self) -> Result<Token, Fault> {
        self.want(TokenKind::Word, "a number or a word")
    }

    fn string(&mut self) -> Result<Token, Fault> {
        self.want(TokenKind::String, "a text in quotation marks")
    }

    fn optional_string(&mut self) {
        if self.peek().kind == TokenKind::String {
            self.next += 1;
        }
    }

    fn integer(&mut self) -> Result<(Token, u64), Fault> {
        let token = self.word()?;
        match token.text.parse() {
            Ok(number) => Ok((token, number)),
            Err(_) => Err(token.fault("number", format!("`{}` is not a whole number", token.text))),
        }
    }

    fn take(&mut self, mark: char) -> bool {
        let token = self.peek();
        let found = token.kind == TokenKind::Mark && token.text.starts_with(mark);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, mark: char) -> Result<Token, Fault> {
        let token = self.peek();
        if self.take(mark) {
            Ok(token)
        } else {
            Err(token.fault("efg", format!("expected `{mark}`, found `{}`", token.text)))
        }
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, Fault> {
    let mut list: Vec<Token> = Vec::new();
    let (mut line, mut column) = (1, 0);
    let mut marks = text.chars().peekable();
    while let Some(mark) = marks.next() {
        column += 1;
        let start = (line, column);
        let mut push = |kind, text: String| list.push(Token { kind, text, line: start.0, column: start.1 });
        match mark {
            '\n' => (line, column) = (line + 1, 0),
            '{' | '}' | ',' => push(TokenKind::Mark, mark.to_string()),
            '"' => {
                let mut inner = String::new();
                loop {
                    let Some(mark) = marks.next() else {
                        return Err(Fault::new("unclosed", "a quotation mark is not closed", start.0, start.1));
                    };
                    column += 1;
                    match mark {
                        '"' => break,
                        '\\' if marks.peek() == Some(&'"') => {
                            marks.next();
                            column += 1;
                            inner.push('"');
                        }
                        '\n' => {
                            (line, column) = (line + 1, 0);
                            inner.push(mark);
                        }
                        _ => inner.push(mark),
                    }
                }
                push(TokenKind::String, inner);
            }
            _ if mark.is_whitespace() => {}
            _ => {
                let mut word = mark.to_string();
                while let Some(mark) = marks.next_if(|mark| !mark.is_whitespace() && !"{},\"".contains(*mark)) {
                    word.push(mark);
                    column += 1;
                }
                push(TokenKind::Word, word);
            }
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn fault(text: &str, code: &str, line: usize, column: usize) {
        let fault = parse(text).expect_err("a fault");
        assert_eq!((fault.code, fault.line, fault.column), (code, line, column), "{fault}");
    }

    #[test]
    fn outcomes_on_the_way_are_added() {
        let text = "EFG 2 R \"t\" { \"A\" \"B\" } \"\"\np \"\" 1 1 \"\" { \"l\" \"r\" } 1 \"\" { 1, 10 }\n\
                    t \"\" 2 \"\" { 1/2 0.5 }\nc \"\" 1 \"\" { \"x\" 1/3 \"y\" 2/3 } 0\nt \"\" 0\nt \"\" 2\n";
        let tree = parse(text).expect("reads");
        let leaves: Vec<String> = tree
            .nodes()
            .iter()
            .filter_map(|node| match &node.kind {
                Kind::Leaf(payoffs) => Some(super::super::drawing::vector(payoffs)),
                _ => None,
            })
            .collect();
        assert_eq!(leaves, ["(3/2, 21/2)", "(1, 10)", "(3/2, 21/2)"]);
        assert_eq!(parse(&write(&tree)).as_ref(), Ok(&tree));
    }

    #[test]
    fn faults_name_line_and_column() {
        let head = "EFG 2 R \"\" { \"A\" \"B\" }\n";
        fault("", "efg", 1, 1);
        fault("NFG 1 R", "efg", 1, 1);
        fault("EFG 2 R \"\" { }", "players", 1, 12);
        fault(&format!("{head}p \"\" 3 1 \"\" {{ \"l\" }} 0"), "player", 2, 6);
        fault(&format!("{head}p \"\" 0 1 \"\" {{ \"l\" }} 0"), "player", 2, 6);
        fault(&format!("{head}t \"\" 1 \"\" {{ 1 }}"), "payoff", 2, 6);
        fault(&format!("{head}t \"\" 1 \"\" {{ 1 1/0 }}"), "number", 2, 15);
        fault(&format!("{head}t \"\" 1 \"\" {{ 1 NaN }}"), "number", 2, 15);
        fault(&format!("{head}t \"\" 7"), "payoff", 2, 6);
        fault(&format!("{head}t \"\" 0\nt \"\" 0"), "orphan", 3, 1);
        fault(&format!("{head}p \"\" 1 1 \"\" {{ \"l\" \"r\" }} 0\nt \"\" 0"), "unfinished", 3, 7);
        fault(
            &format!("{head}p \"\" 1 1 \"\" {{ \"l\" }} 0\np \"\" 1 1 \"\" {{ \"l\" }} 0\nt \"\" 0"),
            "information",
            3,
            8,
        );
        fault(&format!("{head}c \"\" 1 \"\" {{ \"l\" 1/2 }} 0"), "probability", 2, 6);
        fault(&format!("{head}x"), "efg", 2, 1);
        fault("EFG 2 R \"", "unclosed", 1, 9);
    }
}
