//! Every legal move of a position, where it leads and what it is worth.

use crate::budget::Budget;
use crate::problem::Problem;
use crate::question::Question;
use crate::report::{Ended, Language, Report, Styled};
use crate::solve::{GrundyJson, Tables, refused};
use crate::words::solve::grundy_text;
use crate::words::{Say, Toned, say};
use grundy_answer::{Allowance, Message, Progress, Standing, Stop, Watch, message};
use grundy_run::{Component, Flow, Found, Move, Position, Side, Successor, Turn};
use grundy_solve::{Evaluation, Grundy, Play, Wdl};
use serde::Serialize;
use serde::ser::Serializer;
use std::fmt::Write;

/// The moves of a position.
#[derive(Serialize)]
pub struct MovesAnswer {
    /// The position as one line.
    pub position: String,
    /// Who is about to move, by name.
    pub mover: String,
    /// Whether the game is over.
    pub over: bool,
    /// The moves, the best first, equally good ones in the order of the rules; the first ones of the rules, if the list was
    /// stopped.
    pub moves: Vec<LegalMove>,
    /// Why the list was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// How sure the worth of the moves is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

/// One legal move.
#[derive(Serialize)]
pub struct LegalMove {
    /// As it is written.
    #[serde(rename = "move")]
    pub text: String,
    /// In which summand.
    pub component: usize,
    /// What the summand becomes, as text.
    pub to: String,
    /// Its number in the order of the rules, from 0, where the list has another order; certificates name moves by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// What it is worth to who makes it; nothing where a limit was reached.
    #[serde(flatten)]
    pub worth: Option<MoveWorth>,
    /// Points for the mover.
    #[serde(skip_serializing_if = "is_zero")]
    pub gain: i64,
    /// Whether the same player moves again.
    #[serde(skip_serializing_if = "is_false")]
    pub again: bool,
    /// The move itself.
    #[serde(skip)]
    pub one: Move,
    /// What the summand becomes.
    #[serde(skip)]
    pub becomes: Position,
}

/// What a move is worth to who makes it.
#[derive(Clone, Debug, Serialize)]
pub struct MoveWorth {
    /// `win`, `draw` or `loss`.
    #[serde(serialize_with = "result_word")]
    pub result: Wdl,
    /// The Grundy value that it leads to, where there is one.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "grundy_json")]
    pub grundy: Option<Grundy>,
    /// The mover's points less the other's in the end, in games of points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i64>,
    /// Moves to the end, this one included, where they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}

fn word(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    }
}

fn result_word<S: Serializer>(result: &Wdl, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(word(*result))
}

fn grundy_json<S: Serializer>(grundy: &Option<Grundy>, serializer: S) -> Result<S::Ok, S::Error> {
    grundy.as_ref().map(GrundyJson).serialize(serializer)
}

impl MoveWorth {
    /// What a position is worth to who is about to move.
    pub(crate) fn of(worth: Evaluation) -> MoveWorth {
        let Evaluation { result, grundy, margin, plies } = worth;
        MoveWorth { result, grundy, margin, plies }
    }

    /// Larger is better: more points, a better result, a quicker win, a slower loss.
    fn rank(&self) -> (Option<i64>, Wdl, i64) {
        let plies = i64::from(self.plies.unwrap_or(0));
        let soon = match self.result {
            Wdl::Win => -plies,
            Wdl::Draw => 0,
            Wdl::Loss => plies,
        };
        (self.margin, self.result, soon)
    }

    pub(crate) fn message(&self) -> Message {
        let mut text = match (self.result, self.plies) {
            (Wdl::Win, None) => message!("win"),
            (Wdl::Win, Some(plies)) => message!("win in {}", plies),
            (Wdl::Draw, None) => message!("draw"),
            (Wdl::Draw, Some(plies)) => message!("draw in {}", plies),
            (Wdl::Loss, None) => message!("loss"),
            (Wdl::Loss, Some(plies)) => message!("loss in {}", plies),
        };
        if let Some(margin) = self.margin {
            text = message!("{} by {}", text, format!("{margin:+}"));
        }
        if let Some(grundy) = &self.grundy {
            text = message!("{}, value {}", text, grundy_text(grundy));
        }
        text
    }
}

/// Ticks for what all moves of a position are worth, unless the user sets a time: by native code, and by interpretation.
const NATIVE_WORTH_TICKS: u64 = 1 << 11;
const INTERPRETED_WORTH_TICKS: u64 = 1 << 5;

/// Positions with more moves are listed without what they are worth.
const MOST_VALUED_MOVES: usize = 2_000;

fn is_zero(points: &i64) -> bool {
    *points == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Every legal move of a player and what it is worth, as far as that is found with little work or in the time that is set.
pub fn moves(question: &Question, mover: Side, play: Play, budget: &Budget) -> Result<MovesAnswer, Problem> {
    Ok(moves_with(question, mover, play, None, budget)?.0)
}

/// The same with the tables of an earlier question, where they serve it. Tables come back for the next question, where any are.
pub fn moves_with(
    question: &Question,
    mover: Side,
    play: Play,
    tables: Option<Tables>,
    budget: &Budget,
) -> Result<(MovesAnswer, Option<Tables>), Problem> {
    let mut answer = legal_moves(question, mover, budget)?;
    if answer.stopped.is_some() || answer.moves.len() > MOST_VALUED_MOVES {
        return Ok((answer, tables));
    }
    let native = |part: &Component| matches!(part.game.found(), Found::Natively(_));
    let ticks = match budget.time {
        Some(_) => u64::MAX,
        None if question.position.parts.iter().all(native) => NATIVE_WORTH_TICKS,
        None => INTERPRETED_WORTH_TICKS,
    };
    let watch = Allowance::new(budget, ticks);
    let mut kept = match tables.filter(|tables| tables.serve(question, play)) {
        Some(tables) => tables,
        None => match Tables::new(question, play) {
            Ok(tables) => tables,
            Err(_) if play == Play::AsWritten => return Ok((answer, None)),
            Err(refusal) => return Err(refused(refusal, budget)),
        },
    };
    let session = &mut kept.tables;
    let valued = value_moves(&mut answer, question, mover, &mut |position, mover| {
        session.evaluate(position, mover, &watch).ok()
    });
    if valued {
        answer.standing = Some(session.standing());
    }
    Ok((answer, Some(kept)))
}

/// Says what every move is worth, as far as `evaluate` knows, and puts the best first; whether all are valued.
pub(crate) fn value_moves(
    answer: &mut MovesAnswer,
    question: &Question,
    mover: Side,
    evaluate: &mut dyn FnMut(&Position, Side) -> Option<Evaluation>,
) -> bool {
    for (number, one) in answer.moves.iter_mut().enumerate() {
        one.number = Some(number);
    }
    for one in &mut answer.moves {
        let turn = if one.again { Turn::Stays } else { Turn::Passes };
        let position = question.position.after(one.component, &one.becomes.parts);
        let Some(after) = evaluate(&position, turn.next(mover)) else { break };
        let margin = after.margin.map(|margin| match turn {
            Turn::Stays => one.gain.saturating_add(margin),
            Turn::Passes => one.gain.saturating_sub(margin),
        });
        let result = match margin {
            Some(margin) => Wdl::of_sign(margin),
            None => after.result.through(turn),
        };
        let plies = after.plies.map(|plies| plies + 1);
        one.worth = Some(MoveWorth { result, grundy: after.grundy, margin, plies });
    }
    let rank = |one: &LegalMove| one.worth.as_ref().map(MoveWorth::rank);
    answer.moves.sort_by_key(|one| std::cmp::Reverse(rank(one)));
    answer.moves.iter().all(|one| one.worth.is_some()) && !answer.moves.is_empty()
}

/// Every legal move of a player, in the order of the rules, without what it is worth.
pub fn legal_moves(question: &Question, mover: Side, budget: &Budget) -> Result<MovesAnswer, Problem> {
    let fault = |diagnostic: Box<grundy_rule::Diagnostic>| Problem::of_position(&diagnostic);
    let position = &question.position;
    let mut answer = MovesAnswer {
        position: position.to_string(),
        mover: question.players()[mover as usize].clone(),
        over: position.ended(mover).map_err(fault)?.is_some(),
        moves: Vec::new(),
        stopped: None,
        standing: None,
    };
    let mut list = |component: usize, one: Move, to: Successor| {
        let done = answer.moves.len() as u64;
        answer.stopped = budget.tick(Progress { what: "moves", done, total: None, bytes: 0 });
        if answer.stopped.is_some() {
            return Flow::Stop;
        }
        let parts: Vec<String> = to.parts.iter().map(ToString::to_string).collect();
        answer.moves.push(LegalMove {
            text: position.parts[component].game.move_text(&one),
            component,
            to: if parts.is_empty() { "nothing".to_string() } else { parts.join(" + ") },
            number: None,
            worth: None,
            gain: to.gain,
            again: to.turn == Turn::Stays,
            one,
            becomes: Position { parts: to.parts },
        });
        Flow::On
    };
    position.each_step(mover, &mut list).map_err(fault)?;
    Ok(answer)
}

impl Report for MovesAnswer {
    fn words(&self, language: Language) -> String {
        self.styled(language).into_text()
    }

    fn styled(&self, language: Language) -> Styled {
        let head = match (self.over, self.moves.len()) {
            (true, _) => say!(language, "the game is over"),
            (false, count) if self.stopped.is_some() => say!(language, "the first {} moves", count),
            (false, 0) => say!(language, "{} has no move", self.mover),
            (false, 1) => say!(language, "1 move"),
            (false, count) => say!(language, "{} moves", count),
        };
        let mut text = Styled::from(format!("{}: {head}\n", self.position));
        let valued = self.moves.iter().any(|one| one.worth.is_some());
        for one in &self.moves {
            let _ = write!(text, "{} -> {}", one.text, one.to);
            if valued {
                text.push_str("  ");
                match &one.worth {
                    Some(worth) => text.push(worth.result.tone(), &worth.message().say(language)),
                    None => text.push_str("?"),
                }
            }
            if one.gain != 0 {
                let _ = write!(text, "  {}", say!(language, "gains {}", one.gain));
            }
            if one.again {
                let _ = write!(text, "  {}", say!(language, "moves again"));
            }
            text.push_str("\n");
        }
        if let Some(stop) = self.stopped {
            let _ = writeln!(text, "{}", stop.say(language));
        }
        if let Some(standing) = &self.standing {
            let _ = writeln!(text, "{}", standing.say(language));
        }
        text
    }

    fn ended(&self) -> Ended {
        if self.stopped.is_some() { Ended::Limit } else { Ended::Fine }
    }
}
