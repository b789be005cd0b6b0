//! Who wins without a search, also on boards too large to set up: pairings, equal halves, strategy stealing.

use crate::budget::Budget;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::question::Question;
use crate::report::{Ended, Language, Report, Styled, Tone};
use crate::subject::Subject;
use crate::text::Text;
use crate::words::solve::{first_wins, second_wins};
use crate::words::{Say, say};
use grundy_answer::{Message, Standing, Watch, message};
use grundy_draw::{Background, BoardLook, Cell, Grid, Mark, Picture, Shade};
use grundy_proof::{Board, Pairing, PairingCertificate, Start};
use grundy_prove::{Strategy, Wins};
use grundy_run::{Component, Value};
use serde::Serialize;
use serde::ser::Serializer;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Boards with more rows or columns are not drawn.
const LARGEST_DRAWN: i64 = 40;

/// Boards with more rows or columns are not printed.
const LARGEST_PRINTED: i64 = 16;

/// A position and the strategy that is seen for it.
pub struct StrategyAnswer {
    /// The position as one line.
    pub position: String,
    /// The rule file.
    pub text: Text,
    /// The board, where the game is one set of cells.
    pub board: Option<Board>,
    /// What is seen; nothing if there is no pairing, no equal halves, no move to steal after.
    pub strategy: Option<Strategy>,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// Where the door wrote the certificate.
    pub certificate: Option<String>,
    /// Where the door wrote the picture.
    pub file: Option<String>,
}

/// The strategy of the position that is asked about. A board too large to be set up is looked at by its rules.
pub fn strategy(
    subject: &Subject,
    position: Option<&Text>,
    engine: Engine,
    budget: &Budget,
) -> Result<StrategyAnswer, Problem> {
    match subject.question(position, engine) {
        Ok(question) => seen(&question, budget, budget),
        Err(problem) => by_rules(subject, position, budget.seconds()).ok_or(problem),
    }
}

/// The strategy that is seen for a position that is set up.
pub fn seen(question: &Question, watch: &dyn Watch, budget: &Budget) -> Result<StrategyAnswer, Problem> {
    let [part] = &question.position.parts[..] else {
        let cause = "a strategy is looked for in one component, not in a sum";
        return Err(Problem::bad_input("E23", cause).remedy("`grundy solve` answers for sums"));
    };
    let strategy = grundy_prove::strategy(part, watch);
    let text = question.texts[part.game.key.0].clone();
    let board = Board::of(part).ok();
    Ok(StrategyAnswer::new(line_of(part), text, board, strategy, budget.seconds()))
}

/// The pairing of a position, seen without a search; nothing if there is none.
pub fn paired(subject: &Subject, position: Option<&Text>, engine: Engine) -> Option<StrategyAnswer> {
    let Ok(question) = subject.question(position, engine) else { return by_rules(subject, position, 0.0) };
    let [part] = &question.position.parts[..] else { return None };
    let board = Board::of(part).ok()?;
    let strategy = Some(grundy_prove::pairing(&board)?);
    let text = question.texts[part.game.key.0].clone();
    Some(StrategyAnswer::new(line_of(part), text, Some(board), strategy, 0.0))
}

/// The pairing of a whole board that is known by its rules alone.
pub fn by_rules(subject: &Subject, position: Option<&Text>, seconds: f64) -> Option<StrategyAnswer> {
    let params = subject.parameters(position).ok()?;
    let ruleset = subject.ruleset();
    let rules = ruleset.rules();
    let board = Board::new(rules, &params, Start::Full).ok()?;
    let strategy = grundy_prove::pairing(&board)?;
    let name = by_name(&rules.name, rules, &params);
    Some(StrategyAnswer::new(name, ruleset.text.clone(), Some(board), Some(strategy), seconds))
}

/// A position by its parameters where its board is whole, else as it is written.
fn line_of(part: &Component) -> String {
    let is_full = || Board::of(part).is_ok_and(|board| board.start == Start::Full);
    let whole = grundy_proof::begins_full(part.game.source()) && is_full();
    if whole { by_name(&part.game.rules.name, part.game.source(), &part.game.params) } else { part.to_string() }
}

fn by_name(name: &str, rules: &grundy_rule::Rules, params: &[Value]) -> String {
    let each = rules.params.iter().zip(params);
    let each: Vec<String> =
        each.map(|(param, value)| format!("{}={}", param.name, grundy_run::value_text(value, None))).collect();
    format!("{name}({})", each.join(", "))
}

impl StrategyAnswer {
    fn new(
        position: String,
        text: Text,
        board: Option<Board>,
        strategy: Option<Strategy>,
        seconds: f64,
    ) -> StrategyAnswer {
        StrategyAnswer { position, text, board, strategy, seconds, certificate: None, file: None }
    }

    /// The certificate of a pairing.
    pub fn pairing_certificate(&self) -> Result<PairingCertificate, Problem> {
        let Some(pairing) = self.strategy.as_ref().and_then(|strategy| strategy.pairing) else {
            let cause = "only pairings have a certificate of this kind";
            return Err(Problem::bad_input("certificate", cause).remedy("`grundy solve --certificate` writes others"));
        };
        let rules = grundy_proof::sha256(self.text.text.as_bytes());
        Ok(PairingCertificate { game: self.position.clone(), rules, pairing })
    }

    /// The pairs as a board.
    pub fn picture(&self) -> Result<Picture, Problem> {
        let Labels { numbers, first } = self.labels(LARGEST_DRAWN).ok_or_else(undrawn)?;
        let board = self.board.as_ref().ok_or_else(undrawn)?;
        let strategy: &Strategy = self.strategy.as_ref().ok_or_else(undrawn)?;
        let cell = |row: i64, column: i64| match numbers.get(&[row, column]) {
            Some(&number) => {
                let text = (number + 1).to_string();
                let mark = Mark { text, shade: Shade::Number(number as u64), title: String::new() };
                Cell { mark: Some(mark), ..Cell::default() }
            }
            None if first.contains(&[row, column]) => Cell::of("★"),
            None => Cell { background: Background::Hole, ..Cell::default() },
        };
        let rows =
            (0..board.extent.rows).map(|row| (0..board.extent.columns).map(|column| cell(row, column)).collect());
        let grid = Grid { rows: rows.collect(), ..Grid::default() };
        Ok(Picture::Board(grundy_draw::Board {
            title: self.position.to_string(),
            says: grundy_draw::Says::Pairs,
            standing: Some(strategy.standing.clone()),
            form: BoardLook::Grid(grid),
            ..grundy_draw::Board::default()
        }))
    }

    fn labels(&self, largest: i64) -> Option<Labels> {
        let (board, pairing): (_, Pairing) = (self.board.as_ref()?, self.strategy.as_ref()?.pairing?);
        let extent = &board.extent;
        if extent.rows > largest || extent.columns > largest {
            return None;
        }
        let first = pairing.first.map(|first| board.taken(first)).unwrap_or_default();
        let mut numbers = BTreeMap::new();
        for row in 0..extent.rows {
            for column in 0..extent.columns {
                let cell = [row, column];
                let there = match &board.start {
                    Start::Full => true,
                    Start::Cells(cells) => cells.contains(&cell),
                };
                if there && !first.contains(&cell) && !numbers.contains_key(&cell) {
                    let number = numbers.values().collect::<BTreeSet<_>>().len();
                    numbers.insert(cell, number);
                    numbers.insert(pairing.by.image(cell, extent), number);
                }
            }
        }
        Some(Labels { numbers, first })
    }

    /// The pairs as rows of numbers.
    fn printed(&self) -> Vec<String> {
        let Some(Labels { numbers, first }) = self.labels(LARGEST_PRINTED) else { return Vec::new() };
        let Some(board) = &self.board else { return Vec::new() };
        let row = |row: i64| {
            let one = |column: i64| match numbers.get(&[row, column]) {
                Some(number) => format!("{:>3}", number + 1),
                None if first.contains(&[row, column]) => "  *".to_string(),
                None => "  .".to_string(),
            };
            (0..board.extent.columns).map(one).collect::<String>()
        };
        (0..board.extent.rows).map(row).collect()
    }
}

/// The problem that there are no pairs to draw.
pub fn undrawn() -> Problem {
    Problem::bad_input("picture", "there are no pairs to draw, or too many")
        .remedy(format!("pairs are drawn on boards of at most {LARGEST_DRAWN} rows and columns"))
}

/// What each cell of a board is called: pairs share a number, the cells of the first move stand apart.
struct Labels {
    numbers: BTreeMap<[i64; 2], usize>,
    first: BTreeSet<[i64; 2]>,
}

impl StrategyAnswer {
    /// The words without the position.
    pub fn verdict(&self, language: Language) -> Styled {
        let Some(strategy) = &self.strategy else {
            let unseen = say!(language, "no strategy is seen without a search");
            return format!("{unseen}\n").into();
        };
        let mut text = Styled::default();
        let (tone, wins, class) = match strategy.wins {
            Wins::First => (Tone::Win, first_wins(), "N"),
            Wins::Second => (Tone::Loss, second_wins(), "P"),
        };
        text.push(tone, &say!(language, "{} (outcome {})", wins, class));
        text.push_str("\n");
        for line in &strategy.words {
            let _ = writeln!(text, "  {}", line.say(language));
        }
        for line in self.printed() {
            let _ = writeln!(text, "    {line}");
        }
        let _ = writeln!(text, "{}", strategy.standing.say(language));
        if let Some(file) = &self.certificate {
            let _ = writeln!(text, "{}", say!(language, "certificate: {}", file));
        }
        if let Some(file) = &self.file {
            let _ = writeln!(text, "{}", say!(language, "picture: {}", file));
        }
        text
    }
}

impl Report for StrategyAnswer {
    fn words(&self, language: Language) -> String {
        self.styled(language).into_text()
    }

    fn styled(&self, language: Language) -> Styled {
        let mut text = Styled::from(format!("{}\n", self.position));
        text.extend(&self.verdict(language));
        text
    }

    fn ended(&self) -> Ended {
        if self.strategy.is_some() { Ended::Fine } else { Ended::Limit }
    }
}

#[derive(Serialize)]
struct MoveJson<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    component: usize,
}

#[derive(Serialize)]
struct Json<'a> {
    position: &'a str,
    winner: &'a str,
    outcome: &'a str,
    winning_moves: Vec<MoveJson<'a>>,
    line: Vec<&'a str>,
    positions: u64,
    seconds: f64,
    explanation: &'a [Message],
    standing: &'a Standing,
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves_complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_move_count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairing: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
}

#[derive(Serialize)]
struct Unseen<'a> {
    position: &'a str,
    standing: Standing,
    seconds: f64,
}

impl Serialize for StrategyAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (position, seconds) = (self.position.as_str(), self.seconds);
        let Some(strategy) = &self.strategy else {
            let reason = message!("nothing is known: no pairing, no equal halves, no move to steal after");
            let standing = Standing::Assumed(reason);
            return Unseen { position, standing, seconds }.serialize(serializer);
        };
        let first: Vec<&str> = strategy.first.iter().map(String::as_str).collect();
        let wins_first = strategy.wins == Wins::First;
        Json {
            position,
            winner: if wins_first { "first" } else { "second" },
            outcome: if wins_first { "N" } else { "P" },
            winning_moves: first.iter().map(|text| MoveJson { text, component: 0 }).collect(),
            line: first,
            positions: 0,
            seconds,
            explanation: &strategy.words,
            standing: &strategy.standing,
            winning_moves_complete: wins_first.then_some(false),
            winning_move_count: (!wins_first).then_some(0),
            pairing: strategy.pairing.map(|pairing| pairing.by.name()),
            certificate: self.certificate.as_deref(),
            file: self.file.as_deref(),
        }
        .serialize(serializer)
    }
}
