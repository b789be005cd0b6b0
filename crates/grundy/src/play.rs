//! A game that a person plays: what is said on the way, and how it ended.

mod canvas;
mod coordinates;
mod sketch;
mod written;

use crate::moves::MovesAnswer;
use crate::problem::Problem;
use crate::report::{Language, Report, Styled, Tone};
use crate::words::{Say, Toned, say};
use grundy_answer::{Message, message};
use grundy_run::Side;
use grundy_solve::{Basis, Choice, Finish, Playing, Step, Wdl};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;
pub use written::{Meant, PlayTurn};

/// Parts of a sum that are shown.
const SHOWN_PARTS: usize = 12;

/// Sums of more parts are written, not drawn.
const DRAWN_PARTS: usize = 12;

/// A game that was played, to its end or not.
#[derive(Debug)]
pub struct PlayAnswer {
    /// The moves as they are written.
    pub moves: Vec<String>,
    /// How it ended.
    pub end: PlayEnd,
    /// The players' names.
    pub players: [String; 2],
    /// The one side that a person played, if there is one.
    pub person: Option<Side>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayEnd {
    /// By its rules.
    Over(Finish),
    /// The person left.
    Left,
    /// The program played itself for this many moves.
    Long(usize),
}

impl PlayEnd {
    /// Why there is no winner yet.
    fn unfinished(&self) -> Option<Message> {
        match self {
            PlayEnd::Over(_) => None,
            PlayEnd::Left => Some(message!("the game is not over")),
            PlayEnd::Long(moves) => Some(message!("stopped after {} moves", moves)),
        }
    }
}

impl Report for PlayAnswer {
    fn words(&self, language: Language) -> String {
        self.styled(language).into_text()
    }

    fn styled(&self, language: Language) -> Styled {
        let mut text = Styled::default();
        match self.end {
            PlayEnd::Over(Finish::Won(side)) => {
                let tone = if self.person.is_some_and(|person| person != side) { Tone::Loss } else { Tone::Win };
                text.push(tone, &say!(language, "the game is over: {} wins", self.players[side as usize]));
            }
            PlayEnd::Over(Finish::Drawn) => text.push(Tone::Draw, &say!(language, "the game is over: a draw")),
            _ => text.push_str(&self.end.unfinished().unwrap_or_default().say(language)),
        }
        text.push_str("\n");
        text
    }
}

/// `moves`, and `winner` or `unfinished`.
impl Serialize for PlayAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("moves", &self.moves)?;
        match self.end {
            PlayEnd::Over(Finish::Won(side)) => map.serialize_entry("winner", &self.players[side as usize])?,
            PlayEnd::Over(Finish::Drawn) => map.serialize_entry("winner", "draw")?,
            _ => map.serialize_entry("unfinished", &self.end.unfinished())?,
        }
        map.end()
    }
}

/// What the program says while a game is played.
pub enum PlayLine<'a> {
    /// Who plays what, at the beginning.
    Sides(&'a Sides<'a>),
    /// Whose turn it is: the prompt.
    Turn(&'a str),
    /// What can be written at the prompt.
    Help,
    /// A player's move, and why where the program made it by a guess.
    Played(&'a str, &'a str, Option<&'a Choice>),
    /// The position.
    Board(&'a PlayTurn, &'a Playing, &'a [String; 2]),
    /// The moves as people write them, unless there are more than so many.
    Moves(&'a PlayTurn, usize),
    /// All moves as people write them and as the rules do, with their numbers.
    AllMoves(&'a PlayTurn, &'a [Step]),
    /// What the program would play.
    Hint(&'a Choice, &'a str),
    /// What every move is worth.
    Worth(&'a PlayTurn, &'a MovesAnswer),
    /// There is no move to take back.
    NothingToUndo,
    /// The game was written to a file.
    Saved(&'a str),
    /// The game could not be written.
    NotSaved(&'a Problem),
    /// What was written names no strength.
    NoStrength(&'a str),
    /// What was written is no move; one that is, if there is one.
    NoMove(&'a str, &'a str),
    /// What was written is one of several moves.
    WhichMove(&'a str, &'a PlayTurn, &'a [usize]),
}

/// Who plays what.
pub struct Sides<'a> {
    /// The players' names.
    pub players: &'a [String; 2],
    /// What their stones look like, where a board shows them.
    pub stones: Option<[char; 2]>,
    /// Whether a person plays Left, and Right.
    pub persons: [bool; 2],
    /// Who begins.
    pub first: Side,
    /// Parameters with their texts.
    pub params: &'a [(String, String)],
}

impl PlayLine<'_> {
    /// In words; all but the prompt end their line.
    pub fn styled(&self, language: Language) -> Styled {
        match self {
            PlayLine::Turn(player) => say!(language, "{} to move> ", player).into(),
            PlayLine::Sides(sides) => sides.styled(language),
            PlayLine::Board(turn, playing, players) => board(turn, playing, players, language),
            PlayLine::Moves(turn, most) => listed(turn, *most, language).into(),
            PlayLine::AllMoves(turn, steps) => numbered(turn, steps).into(),
            PlayLine::Worth(turn, answer) => worth(turn, answer, language),
            _ => (self.message().say(language) + "\n").into(),
        }
    }

    fn message(&self) -> Message {
        match self {
            PlayLine::Help => message!(
                "a move               plays it: b3, a1-b1, 0,1, 3, B2, a column, take(3), or #3 of `moves`
moves                all moves             hint           what the program would play
eval                 what moves are worth  undo           takes your move back
board                shows the position    strength WORD  perfect, 3, mcts:1000
save FILE            writes the game       quit           leaves"
            ),
            PlayLine::Played(player, written, Some(choice)) if choice.basis == Basis::Guessed => {
                message!("{} plays {}, a guess: {}", player, written, choice.why)
            }
            PlayLine::Played(player, written, _) => message!("{} plays {}", player, written),
            PlayLine::Hint(choice, written) if choice.basis == Basis::Guessed => {
                message!("hint, a guess: {}: {}", written, choice.why)
            }
            PlayLine::Hint(choice, written) => message!("hint: {}: {}", written, choice.why),
            PlayLine::NothingToUndo => message!("there is nothing to take back"),
            PlayLine::Saved(file) => message!("saved to {}; go on with: grundy play --replay {}", file, file),
            PlayLine::NotSaved(problem) => problem.message.as_str().into(),
            PlayLine::NoStrength(word) => message!("`{}` is no strength: write perfect, 3 or mcts:1000", word),
            PlayLine::NoMove(line, such) => {
                message!("`{}` is no move here: write one such as `{}`; moves, or help", line, such)
            }
            PlayLine::WhichMove(line, turn, moves) => {
                let named: Vec<&str> = moves.iter().take(MOST_ASKED).map(|&number| turn.written(number)).collect();
                let more = if moves.len() > MOST_ASKED { " ..." } else { "" };
                message!("`{}` is one of {} moves: {}", line, moves.len(), named.join("  ") + more)
            }
            _ => Message::default(),
        }
    }
}

/// Moves named where a line means several.
const MOST_ASKED: usize = 12;

impl Sides<'_> {
    fn called(&self, side: Side) -> String {
        let name = &self.players[side as usize];
        self.stones.map_or_else(|| name.clone(), |stones| format!("{name} ({})", stones[side as usize]))
    }

    fn styled(&self, language: Language) -> Styled {
        let (left, right) = (self.called(Side::Left), self.called(Side::Right));
        let said = match self.persons {
            [true, true] => message!("two players: {} and {}; {} begins", left, right, self.called(self.first)),
            [false, false] => message!("the program plays {} and {}; {} begins", left, right, self.called(self.first)),
            [person, _] => {
                let own = if person { Side::Left } else { Side::Right };
                let (own_name, other) = (self.called(own), self.called(own.other()));
                match own == self.first {
                    true => message!("you are {} and begin; the program is {}", own_name, other),
                    false => message!("you are {}; the program is {} and begins", own_name, other),
                }
            }
        };
        let mut text = Styled::from(said.say(language) + "\n");
        if self.persons.contains(&true) {
            text.push_str(&say!(language, "write a move, or help"));
            text.push_str("\n");
        }
        if !self.params.is_empty() {
            let named: Vec<String> = self.params.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            text.push(Tone::Faint, &named.join(", "));
            text.push_str("\n");
        }
        text
    }
}

fn board(turn: &PlayTurn, playing: &Playing, players: &[String; 2], language: Language) -> Styled {
    let mut text = Styled::from("\n".to_string());
    match playing.position.parts.len() <= DRAWN_PARTS {
        true => text.extend(&turn.sketch()),
        false => {
            for part in playing.position.parts.iter().take(SHOWN_PARTS) {
                let _ = writeln!(text, "  {part}");
            }
            if playing.position.parts.len() > SHOWN_PARTS {
                let more = playing.position.parts.len() - SHOWN_PARTS;
                let _ = writeln!(text, "{}", say!(language, "  and {} more", more));
            }
        }
    }
    if playing.lead != 0 {
        let leader = &players[usize::from(playing.lead < 0)];
        let _ = writeln!(text, "{}", say!(language, "  {} leads by {}", leader, playing.lead.abs()));
    }
    text
}

/// Words in rows that fit a terminal.
fn rows(words: impl Iterator<Item = String>, head: &str) -> String {
    let mut text = head.to_string();
    let mut used = head.chars().count();
    for word in words {
        let wide = word.chars().count() + 2;
        if used + wide > WIDEST {
            text = text.trim_end().to_string() + "\n  ";
            used = 2;
        }
        text.push_str(&word);
        text.push_str("  ");
        used += wide;
    }
    text.trim_end().to_string() + "\n"
}

/// Columns of a terminal.
const WIDEST: usize = 78;

fn listed(turn: &PlayTurn, most: usize, language: Language) -> String {
    match turn.count() <= most {
        true => rows((0..turn.count()).map(|number| turn.written(number).to_string()), &say!(language, "moves: ")),
        false => say!(language, "{} moves; `moves` lists them", turn.count()) + "\n",
    }
}

fn numbered(turn: &PlayTurn, steps: &[Step]) -> String {
    let one = |(number, step): (usize, &Step)| match turn.written(number) {
        written if written == step.text => format!("#{} {written}", number + 1),
        written => format!("#{} {written} = {}", number + 1, step.text),
    };
    rows(steps.iter().enumerate().map(one), "")
}

/// The moves with what they are worth, the best first.
fn worth(turn: &PlayTurn, answer: &MovesAnswer, language: Language) -> Styled {
    let mut text = Styled::default();
    let best = answer.moves.iter().filter_map(|one| one.worth.as_ref()).map(|worth| worth.result).max();
    match best.filter(|_| answer.standing.is_some()) {
        Some(best) => {
            let said = match best {
                Wdl::Win => message!("{} can win from here", answer.mover),
                Wdl::Draw => message!("{} can keep the draw", answer.mover),
                Wdl::Loss => message!("{} loses against best play", answer.mover),
            };
            text.push(best.tone(), &said.say(language));
        }
        None => text.push_str(&say!(language, "too much work to say who wins here; `hint` makes a guess")),
    }
    text.push_str("\n");
    for one in answer.moves.iter().take(MOST_VALUED) {
        let Some(worth) = &one.worth else { continue };
        text.push_str(&format!("  {:<10} ", turn.written(one.number.unwrap_or(0))));
        text.push(worth.result.tone(), &worth.message().say(language));
        text.push_str("\n");
    }
    if answer.moves.len() > MOST_VALUED && answer.moves.iter().any(|one| one.worth.is_some()) {
        let _ = writeln!(text, "{}", say!(language, "  and {} more", answer.moves.len() - MOST_VALUED));
    }
    if let Some(standing) = &answer.standing {
        let _ = writeln!(text, "{}", standing.say(language));
    }
    text
}

/// Moves whose worth is listed.
const MOST_VALUED: usize = 30;
