//! A game that a person plays: what is said on the way, and how it ended.

use crate::problem::Problem;
use crate::report::{Language, Report, Styled, Tone};
use crate::words::{Say, say};
use grundy_answer::{Message, message};
use grundy_run::Side;
use grundy_solve::{Choice, Finish, Playing, Step};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;

/// Parts of a sum that are shown.
const SHOWN_PARTS: usize = 12;

/// Sums of more parts are written, not drawn.
const DRAWN_PARTS: usize = 4;

/// Moves in a row of a list.
const MOVES_IN_A_ROW: usize = 5;

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
    /// Whose turn it is: the prompt.
    Turn(&'a str),
    /// What can be written at the prompt.
    Help,
    /// A player's move.
    Played(&'a str, &'a Step),
    /// The position.
    Board(&'a Playing, &'a [String; 2]),
    /// The moves with their numbers, at most so many.
    Moves(&'a [Step], usize),
    /// What the program would play.
    Hint(&'a Choice, &'a Step),
    /// There is no move to take back.
    NothingToUndo,
    /// The game was written to a file.
    Saved(&'a str),
    /// The game could not be written.
    NotSaved(&'a Problem),
    /// What was written names no strength.
    NoStrength(&'a str),
    /// What was written is no move; there are so many.
    NoMove(&'a str, usize),
}

impl PlayLine<'_> {
    /// In words; all but the prompt end their line.
    pub fn words(&self, language: Language) -> String {
        match self {
            PlayLine::Turn(player) => say!(language, "{} to move> ", player),
            PlayLine::Board(playing, players) => board(playing, players, language),
            PlayLine::Moves(steps, most) => listed(steps, *most, language),
            _ => self.message().say(language) + "\n",
        }
    }

    fn message(&self) -> Message {
        match self {
            PlayLine::Help => message!(
                "a number or a move   plays it              hint           what the program would play
undo                 takes your move back  moves          all moves with their numbers
board                shows the position    strength WORD  perfect, 3, mcts:1000
save FILE            writes the game       quit           leaves"
            ),
            PlayLine::Played(player, step) => message!("{} plays {}", player, step.text),
            PlayLine::Hint(choice, step) => message!("hint: {}) {}: {}", choice.number + 1, step.text, choice.why),
            PlayLine::NothingToUndo => message!("there is nothing to take back"),
            PlayLine::Saved(file) => message!("saved to {}; go on with: grundy play --replay {}", file, file),
            PlayLine::NotSaved(problem) => problem.message.as_str().into(),
            PlayLine::NoStrength(word) => message!("`{}` is no strength: write perfect, 3 or mcts:1000", word),
            PlayLine::NoMove(line, count) => {
                message!("`{}` is no move here: write a number from 1 to {}, or help", line, count)
            }
            PlayLine::Turn(_) | PlayLine::Board(..) | PlayLine::Moves(..) => Message::default(),
        }
    }
}

fn board(playing: &Playing, players: &[String; 2], language: Language) -> String {
    let parts = &playing.position.parts;
    let mut text = "\n".to_string();
    for part in parts.iter().take(SHOWN_PARTS) {
        match part.game.board(&part.packed).filter(|_| parts.len() <= DRAWN_PARTS) {
            Some(rows) => rows.iter().for_each(|row| {
                let _ = writeln!(text, "  {row}");
            }),
            None => {
                let _ = writeln!(text, "  {part}");
            }
        }
    }
    if parts.len() > SHOWN_PARTS {
        let _ = writeln!(text, "{}", say!(language, "  and {} more", parts.len() - SHOWN_PARTS));
    }
    if playing.lead != 0 {
        let leader = &players[usize::from(playing.lead < 0)];
        let _ = writeln!(text, "{}", say!(language, "  {} leads by {}", leader, playing.lead.abs()));
    }
    text
}

fn listed(steps: &[Step], most: usize, language: Language) -> String {
    let numbered = steps.iter().take(most).enumerate();
    let words: Vec<String> = numbered.map(|(number, step)| format!("{}) {}", number + 1, step.text)).collect();
    let mut text: String = words.chunks(MOVES_IN_A_ROW).map(|row| row.join("   ") + "\n").collect();
    if steps.len() > most {
        let _ = writeln!(text, "{}", say!(language, "... {} moves in all; `moves` lists them", steps.len()));
    }
    text
}
