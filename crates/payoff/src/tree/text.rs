//! The indented text form of an extensive game.
//!
//! ```text
//! title: Entry
//! players Entrant Incumbent
//! Entrant                      # who moves
//!   stay out: 0 2              # a move, and the payoffs it ends with
//!   enter: Incumbent
//!     fight: -1 -1
//!     share: @rest             # a subtree written elsewhere
//! rest = chance
//!   rain [1/4]: 1 1
//!   sun [3/4]: 2 2
//! ```
//!
//! A node is a player's name (or `player 2`), `chance`, one payoff for every player, `draw` or `win NAME` (two
//! players), or `@name`. The first node is the root; `name = node` starts a subtree. Every other line is a move.

use super::{Builder, FlawKind, Kind, Tree};
use crate::fault::Fault;
use crate::number::{self, Rational};
use std::collections::{HashMap, HashSet};

/// Subtrees may be used many times; a game of more nodes than this is refused.
const MOST_NODES: u64 = 5_000_000;

/// Reads a text; all faults carry line and column.
pub fn parse(text: &str) -> Result<Tree, Fault> {
    let mut reader = Reader::default();
    let mut last = 1;
    for (at, line) in text.lines().enumerate() {
        last = at + 1;
        reader.line(at + 1, uncommented(line))?;
    }
    let Some(root) = reader.root else {
        let what = if reader.players.is_some() { "there is no node" } else { "the text is empty" };
        return Err(Fault::new("empty", what, last, 1)
            .remedy("begin with a line `players Alice Bob`, then the player who moves first"));
    };
    reader.check_nodes()?;
    reader.check_references(root)?;
    reader.expand(root)
}

/// What stands on a line, before references are followed.
enum Content {
    Kind(Kind),
    Reference(String),
}

struct Raw {
    line: usize,
    column: usize,
    label: String,
    probability: Option<Rational>,
    content: Content,
    children: Vec<usize>,
}

#[derive(Default)]
struct Reader {
    title: Option<String>,
    players: Option<Vec<String>>,
    nodes: Vec<Raw>,
    root: Option<usize>,
    definitions: HashMap<String, usize>,
    order: Vec<(String, usize)>,
    /// The moves written so far, each with the node it is made at.
    labels: HashSet<(usize, String)>,
    /// The open nodes, each with the indentation of its line.
    open: Vec<(usize, usize)>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), Fault> {
        let indent = line.chars().take_while(|mark| mark.is_whitespace()).count();
        let rest = line.trim();
        if rest.is_empty() {
            return Ok(());
        }
        let at = |code, message: String| Fault::new(code, message, number, indent + 1);
        if indent == 0 {
            if let Some(title) = rest.strip_prefix("title:") {
                self.title = Some(title.trim().to_string()).filter(|title| !title.is_empty());
                return Ok(());
            }
            if let Some(names) = rest.strip_prefix("players").filter(|names| names.starts_with(char::is_whitespace)) {
                if self.players.is_some() {
                    return Err(at("players", "the players are named twice".into()));
                }
                self.players = Some(players(names, number, "players".len())?);
                return Ok(());
            }
        }
        if self.players.is_none() {
            return Err(at("players", "the players are not named yet".into())
                .remedy("begin with a line `players Alice Bob`, or `players 3`"));
        }
        if indent == 0 { self.top(number, rest) } else { self.inner(number, indent, rest) }
    }

    /// A line without indentation: the root, or a named subtree.
    fn top(&mut self, number: usize, rest: &str) -> Result<(), Fault> {
        let named = rest.split_once('=').map(|(name, content)| (name.trim(), content));
        let named = named.filter(|(name, _)| !name.is_empty() && !name.contains([':', '"', '[']));
        let (name, content, column) = match named {
            Some((name, content)) => {
                let before = rest.chars().count() - content.trim_start().chars().count();
                (Some(name), content.trim(), before + 1)
            }
            None => (None, rest, 1),
        };
        if name.is_none() && self.root.is_some() {
            return Err(Fault::new("orphan", "this node has no parent", number, 1)
                .remedy("indent it under the move that leads to it, or name it: `name = ...`"));
        }
        let content = self.content(content, number, column)?;
        let node = self.nodes.len();
        let raw = Raw { line: number, column, label: String::new(), probability: None, content, children: Vec::new() };
        self.nodes.push(raw);
        self.open = vec![(0, node)];
        self.root.get_or_insert(node);
        if let Some(name) = name {
            if self.definitions.insert(name.to_string(), node).is_some() {
                return Err(Fault::new("name", format!("there are two subtrees `{name}`"), number, 1));
            }
            self.order.push((name.to_string(), node));
        }
        Ok(())
    }

    /// An indented line: a move and the node it leads to.
    fn inner(&mut self, number: usize, indent: usize, rest: &str) -> Result<(), Fault> {
        let at = |code, message: String| Fault::new(code, message, number, indent + 1);
        let closed = self.open.iter().rposition(|(other, _)| *other < indent);
        let Some(closed) = closed else {
            return Err(at("orphan", "this node has no parent: no line above is less indented".into()));
        };
        let parent = self.open[closed].1;
        if let Some((other, _)) = self.open.get(closed + 1) {
            if *other != indent {
                return Err(at("indent", format!("this move is indented by {indent}, the one above it by {other}")));
            }
        }
        self.open.truncate(closed + 1);
        match &self.nodes[parent].content {
            Content::Kind(Kind::Leaf(_)) => {
                return Err(at(
                    "orphan",
                    format!("this node has no parent: the game is over on line {}", self.nodes[parent].line),
                ));
            }
            Content::Reference(name) => {
                return Err(at("orphan", format!("this node has no parent: the moves of `@{name}` stand elsewhere")));
            }
            Content::Kind(_) => {}
        }
        let (label, probability, content, column) = split_move(rest, number, indent)?;
        let chance = matches!(self.nodes[parent].content, Content::Kind(Kind::Chance));
        if chance != probability.is_some() {
            return Err(match chance {
                true => at("probability", format!("the move `{label}` of chance needs a probability"))
                    .remedy(format!("write `{label} [1/2]: ...`")),
                false => at("probability", format!("`{label}` has a probability, but is not a move of chance")),
            });
        }
        if !self.labels.insert((parent, label.clone())) {
            return Err(at("name", format!("there are two moves `{label}` here")));
        }
        let content = self.content(content, number, column)?;
        let node = self.nodes.len();
        self.nodes.push(Raw { line: number, column, label, probability, content, children: Vec::new() });
        self.nodes[parent].children.push(node);
        self.open.push((indent, node));
        Ok(())
    }

    fn content(&self, text: &str, line: usize, column: usize) -> Result<Content, Fault> {
        let names = self.players.as_deref().unwrap_or_default();
        let at = |code, message: String| Fault::new(code, message, line, column);
        let known = || format!("the players are {}", names.join(", "));
        if let Some(name) = text.strip_prefix('@') {
            return Ok(Content::Reference(name.trim().to_string()));
        }
        if text == "chance" {
            return Ok(Content::Kind(Kind::Chance));
        }
        let player = |text: &str| names.iter().position(|name| name == text.trim_matches('"'));
        if let Some(player) = player(text) {
            return Ok(Content::Kind(Kind::Decision(player)));
        }
        let mut words = text.split_whitespace();
        let (first, second, third) = (words.next(), words.next(), words.next());
        if let (Some("player"), Some(second), None) = (first, second, third) {
            return match second.parse::<usize>() {
                Ok(player) if (1..=names.len()).contains(&player) => Ok(Content::Kind(Kind::Decision(player - 1))),
                _ => Err(at("player", format!("there is no player {second}; there are {}", names.len()))),
            };
        }
        let winner = text.strip_prefix("win ").map(str::trim);
        if (text == "draw" || winner.is_some()) && names.len() != 2 {
            return Err(at("payoff", "`win` and `draw` are for two players".into()).remedy("write one payoff for each"));
        }
        if text == "draw" {
            return Ok(Content::Kind(Kind::Leaf(vec![Rational::ZERO; 2])));
        }
        if let Some(winner) = winner {
            let player =
                player(winner).ok_or_else(|| at("player", format!("there is no player `{winner}`")).remedy(known()))?;
            let mut payoffs = vec![-Rational::ONE; 2];
            payoffs[player] = Rational::ONE;
            return Ok(Content::Kind(Kind::Leaf(payoffs)));
        }
        self.payoffs(text, line, column, known)
    }

    fn payoffs(&self, text: &str, line: usize, column: usize, known: impl Fn() -> String) -> Result<Content, Fault> {
        let players = self.players.as_ref().map_or(0, Vec::len);
        if text.starts_with(|first: char| first.is_alphabetic() || first == '"') && number_like(text).is_none() {
            return Err(Fault::new("player", format!("there is no player `{text}`"), line, column).remedy(known()));
        }
        let mut payoffs = Vec::new();
        let mut from = column;
        for part in text.split([' ', '\t', ',']) {
            if !part.is_empty() {
                payoffs.push(number::parse(part).map_err(|message| Fault::new("number", message, line, from))?);
            }
            from += part.chars().count() + 1;
        }
        if payoffs.len() != players {
            let message = format!("there are {} payoffs for {players} players", payoffs.len());
            return Err(Fault::new("payoff", message, line, column));
        }
        Ok(Content::Kind(Kind::Leaf(payoffs)))
    }

    fn check_nodes(&self) -> Result<(), Fault> {
        for node in &self.nodes {
            let Content::Kind(kind) = &node.content else { continue };
            let at = |code, message: String| Fault::new(code, message, node.line, node.column);
            if *kind == Kind::Chance {
                let weights = node.children.iter().filter_map(|&child| self.nodes[child].probability.as_ref());
                let total = weights.fold(Rational::ZERO, |sum, weight| sum + weight);
                if !node.children.is_empty() && !total.is_one() {
                    return Err(at("probability", FlawKind::Total(total).to_string()));
                }
            }
            if node.children.is_empty() && !matches!(kind, Kind::Leaf(_)) {
                return Err(at("moves", "there is no move here".into()).remedy("indent the moves below this line"));
            }
        }
        Ok(())
    }

    /// Every reference has a subtree, no subtree contains itself, every subtree is used, and the whole is not too large.
    fn check_references(&self, root: usize) -> Result<(), Fault> {
        #[derive(Clone, Copy, PartialEq)]
        enum Mark {
            New,
            Open,
            Done,
        }
        let mut marks = vec![Mark::New; self.nodes.len()];
        let mut sizes = vec![0u64; self.nodes.len()];
        let mut path = vec![(root, 0)];
        marks[root] = Mark::Open;
        while let Some((node, next)) = path.pop() {
            let raw = &self.nodes[node];
            let after = match &raw.content {
                Content::Kind(_) => raw.children.get(next).copied(),
                Content::Reference(_) if next > 0 => None,
                Content::Reference(name) => match self.definitions.get(name) {
                    Some(&target) => Some(target),
                    None => {
                        let message = format!("there is no subtree `{name}`");
                        return Err(Fault::new("name", message, raw.line, raw.column));
                    }
                },
            };
            match after {
                None => {
                    marks[node] = Mark::Done;
                    sizes[node] = match &raw.content {
                        Content::Reference(name) => sizes[self.definitions[name]],
                        Content::Kind(_) => {
                            raw.children.iter().fold(1, |sum: u64, &child| sum.saturating_add(sizes[child]))
                        }
                    };
                }
                Some(after) => {
                    path.push((node, next + 1));
                    if marks[after] == Mark::Open {
                        let message = "this leads back to a node above it: a game tree has no cycle";
                        return Err(Fault::new("cycle", message, raw.line, raw.column));
                    }
                    if marks[after] == Mark::New {
                        marks[after] = Mark::Open;
                        path.push((after, 0));
                    }
                }
            }
        }
        if sizes[root] > MOST_NODES {
            let message = format!("with all subtrees written out the game has more than {MOST_NODES} nodes");
            return Err(Fault::new("size", message, self.nodes[root].line, self.nodes[root].column));
        }
        match self.order.iter().find(|(_, node)| marks[*node] == Mark::New) {
            None => Ok(()),
            Some((name, node)) => {
                let message = format!("the subtree `{name}` has no parent: nothing leads to it");
                Err(Fault::new("orphan", message, self.nodes[*node].line, 1))
            }
        }
    }

    fn expand(&self, root: usize) -> Result<Tree, Fault> {
        let mut builder = Builder::new(self.players.clone().unwrap_or_default());
        if let Some(title) = &self.title {
            builder.title(title.clone());
        }
        // A move's label and probability come from the line of the move, the rest from where references lead.
        let mut open = vec![(root, None)];
        while let Some((node, parent)) = open.pop() {
            let mut target = node;
            while let Content::Reference(name) = &self.nodes[target].content {
                target = self.definitions[name];
            }
            let (raw, at) = (&self.nodes[node], &self.nodes[target]);
            let Content::Kind(kind) = &at.content else { unreachable!("references are followed") };
            let made = match (parent, &raw.probability) {
                (None, _) => builder.root(kind.clone()),
                (Some(parent), None) => builder.child(parent, raw.label.clone(), kind.clone()),
                (Some(parent), Some(weight)) => {
                    builder.outcome(parent, raw.label.clone(), weight.clone(), kind.clone())
                }
            };
            open.extend(at.children.iter().rev().map(|&child| (child, Some(made))));
        }
        builder.finish().map_err(|flaw| Fault::new("game", flaw.kind.to_string(), 1, 1))
    }
}

fn uncommented(line: &str) -> &str {
    let mut quoted = false;
    for (at, mark) in line.char_indices() {
        match mark {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

fn number_like(text: &str) -> Option<()> {
    let first = text.split([' ', '\t', ',']).next().unwrap_or("").to_ascii_lowercase();
    matches!(first.as_str(), "nan" | "inf" | "infinity").then_some(())
}

/// `label [probability]: content`, with the column of the content.
fn split_move(rest: &str, line: usize, indent: usize) -> Result<(String, Option<Rational>, &str, usize), Fault> {
    let mut quoted = false;
    let colon = rest.char_indices().find(|(_, mark)| {
        quoted ^= *mark == '"';
        *mark == ':' && !quoted
    });
    let Some((colon, _)) = colon else {
        return Err(Fault::new("move", format!("`{rest}` is not a move"), line, indent + 1)
            .remedy("write the move, a colon, and what it leads to: `left: Bob`"));
    };
    let (head, content) = (&rest[..colon], &rest[colon + 1..]);
    let blanks = content.chars().take_while(|mark| mark.is_whitespace()).count();
    let column = indent + head.chars().count() + 2 + blanks;
    if content.trim().is_empty() {
        return Err(Fault::new("move", "after the colon there must be a node", line, column)
            .remedy("write a player's name, `chance`, the payoffs, or `@name`"));
    }
    let (label, probability) = match head.trim_end().strip_suffix(']').and_then(|head| head.rsplit_once('[')) {
        None => (head, None),
        Some((label, weight)) => {
            let place = indent + label.chars().count() + 2;
            let fault = |message| Fault::new("probability", message, line, place);
            let weight = number::parse(weight.trim()).map_err(fault)?;
            if weight < Rational::ZERO {
                return Err(fault(format!("the probability {weight} is negative")));
            }
            (label, Some(weight))
        }
    };
    let label = label.trim().trim_matches('"').to_string();
    if label.is_empty() {
        return Err(Fault::new("move", "the move has no name", line, indent + 1));
    }
    Ok((label, probability, content.trim(), column))
}

/// `Alice Bob`, `Alice, Bob`, `"The Bank" Alice`, or `3`.
fn players(text: &str, line: usize, offset: usize) -> Result<Vec<String>, Fault> {
    if let Ok(count) = text.trim().parse::<usize>() {
        if !(1..=10_000).contains(&count) {
            return Err(Fault::new("players", format!("there cannot be {count} players"), line, offset + 2));
        }
        return Ok((1..=count).map(|player| format!("player {player}")).collect());
    }
    let (mut names, mut name, mut quoted, mut start) = (Vec::new(), String::new(), false, 0);
    let mut known = HashSet::new();
    for (at, mark) in text.chars().chain([' ']).enumerate() {
        let blank = (mark.is_whitespace() || mark == ',') && !quoted;
        if mark == '"' {
            quoted = !quoted;
        } else if !blank {
            if name.is_empty() {
                start = at;
            }
            name.push(mark);
        } else if !name.is_empty() {
            let at = |message: String| Fault::new("players", message, line, offset + start + 1);
            let reserved = ["chance", "draw", "win", "player"].contains(&name.as_str());
            if reserved || number::parse(&name).is_ok() || name.contains([':', '=', '@']) {
                return Err(at(format!("`{name}` cannot be a player's name")));
            }
            if !known.insert(name.clone()) {
                return Err(at(format!("there are two players `{name}`")));
            }
            names.push(std::mem::take(&mut name));
        }
    }
    if quoted || names.is_empty() {
        return Err(Fault::new("players", "the players' names are missing or not closed", line, offset + 1));
    }
    Ok(names)
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
    fn the_example_reads() {
        let text = "title: Entry\nplayers Entrant Incumbent\nEntrant # moves\n  stay out: 0 2\n  enter: Incumbent\n    \
                    fight: -1, -1\n    share: @rest\nrest = chance\n  rain [1/4]: 1 1\n  sun [0.75]: 2 2\n";
        let tree = parse(text).expect("reads");
        assert_eq!((tree.len(), tree.title()), (7, Some("Entry")));
        let labels: Vec<&str> = tree.nodes().iter().map(|node| node.label.as_str()).collect();
        assert_eq!(labels, ["", "stay out", "enter", "fight", "share", "rain", "sun"]);
        assert_eq!(tree.node(4).kind, Kind::Chance);
        assert_eq!(tree.place(6), "enter/share/sun");
    }

    #[test]
    fn faults_name_line_and_column() {
        fault("", "empty", 1, 1);
        fault("players A B\n", "empty", 1, 1);
        fault("A\n  l: 1 1", "players", 1, 1);
        fault("players A A\n", "players", 1, 11);
        fault("players A 1\n", "players", 1, 11);
        fault("players A B\nC\n", "player", 2, 1);
        fault("players A B\nA\n  l: player 3\n", "player", 3, 6);
        fault("players 2\nplayer 0\n", "player", 2, 1);
        fault("players A B\nA\n  l: 1\n", "payoff", 3, 6);
        fault("players A B\nA\n  l: 1 1/0\n", "number", 3, 8);
        fault("players A B\nA\n  l: NaN 1\n", "number", 3, 6);
        fault("players A B\nA\n  l 1 1\n", "move", 3, 3);
        fault("players A B\nA\n  l:\n", "move", 3, 5);
        fault("players A B\nA\n", "moves", 2, 1);
        fault("players A B\n  A\n", "orphan", 2, 3);
        fault("players A B\nA\n  l: 1 1\n    r: 2 2\n", "orphan", 4, 5);
        fault("players A B\nA\n  l: 1 1\nB\n  r: 2 2\n", "orphan", 4, 1);
        fault("players A B\nA\n  l: 1 1\nx = B\n  r: 2 2\n", "orphan", 4, 1);
        fault("players A B\nA\n  l: @x\nx = B\n  r: @y\ny = A\n  s: @x\n", "cycle", 7, 6);
        fault("players A B\nx = A\n  l: @x\n", "cycle", 3, 6);
        fault("players A B\nA\n  l: @x\n", "name", 3, 6);
        fault("players A B\nA\n    l: 1 1\n  r: 1 1\n", "indent", 4, 3);
        fault("players A B\nA\n  l: 1 1\n  l: 1 1\n", "name", 4, 3);
        fault("players A B\nchance\n  l: 1 1\n", "probability", 3, 3);
        fault("players A B\nchance\n  l [1/2]: 1 1\n", "probability", 2, 1);
        fault("players A B\nchance\n  l [-1]: 1 1\n", "probability", 3, 6);
        fault("players A B\nA\n  l [1/2]: 1 1\n", "probability", 3, 3);
        fault("players A B C\nA\n  l: draw\n", "payoff", 3, 6);
        fault("players A B\nA\n  l: win C\n", "player", 3, 6);
    }

    #[test]
    fn subtrees_used_many_times_are_bounded() {
        let mut text = "players A\nn0 = A\n  l: @n1\n  r: @n1\n".to_string();
        for level in 1..64 {
            text.push_str(&format!("n{level} = A\n  l: @n{0}\n  r: @n{0}\n", level + 1));
        }
        text.push_str("n64 = A\n  l: 1\n");
        assert_eq!(parse(&text).expect_err("too large").code, "size");
    }
}
