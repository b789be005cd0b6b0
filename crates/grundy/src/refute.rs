//! Why a move is bad: the shortest line of play against it. A move that is not bad is said to be none.

use crate::budget::Budget;
use crate::certificate::{self, CertificateKind, Certified, Output, Packing, Written};
use crate::problem::Problem;
use crate::question::{Question, players};
use crate::report::{Ended, Language, Report, Styled};
use crate::unsolved::Unsolved;
use crate::words::{Say, Toned};
use grundy_answer::{Allowance, Message, Standing, Watch, message};
use grundy_run::Side;
use grundy_solve::{Finish, Play, Playing, Refusal, Session, Step, Wanted, Wdl};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::collections::HashSet;
use std::fmt::Write;

/// A line of play longer than this is cut.
const LONGEST_LINE: usize = 60;

/// Ticks to look for the quickest line; after that any line that wins is shown.
const QUICKEST_LINE_TICKS: u64 = 1 << 16;

/// What becomes of a position by a move.
pub struct RefuteAnswer {
    /// The position as one line.
    pub position: String,
    /// The move.
    pub text: String,
    /// Who makes it.
    pub by: String,
    /// Whether it is bad.
    pub bad: bool,
    /// That in words.
    pub verdict: Message,
    /// The position after the move, and who is about to move there.
    pub after: (Question, Side),
    /// The best line after it, where it is bad.
    pub line: Vec<LineStep>,
    /// How the line ends, and how the game does.
    ends: [Message; 2],
    before: Prospect,
    then: Prospect,
    /// How sure it is.
    pub standing: Standing,
    /// The picture of the strategy that punishes it, as the door describes it: words, and an object.
    pub drawing: Option<(String, serde_json::Value)>,
    /// The certificate that was written.
    pub certificate: Option<Written>,
    /// Seconds since the question was asked.
    pub seconds: f64,
}

/// One move of a line.
#[derive(Clone, Debug, Serialize)]
pub struct LineStep {
    /// Who makes it.
    pub by: String,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Where it leads.
    pub to: String,
}

/// What a game in play is worth to one player.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Prospect {
    result: Wdl,
    /// His points less the other's in the end, in scoring games.
    margin: Option<i64>,
    plies: Option<u32>,
}

impl Prospect {
    /// Whether a player prefers this: more points, a better result, a quicker win, a slower loss.
    fn is_better(self, than: Prospect) -> bool {
        let key = |one: Prospect| {
            let plies = i64::from(one.plies.unwrap_or(0));
            let soon = match one.result {
                Wdl::Win => -plies,
                Wdl::Draw => 0,
                Wdl::Loss => plies,
            };
            (one.margin, one.result, soon)
        };
        key(self) > key(than)
    }
}

struct Judge<'a> {
    session: Session,
    watch: &'a dyn Watch,
}

impl Judge<'_> {
    fn prospect(&mut self, playing: &Playing, of: Side) -> Result<Prospect, Refusal> {
        let worth = self.session.evaluate(&playing.position, playing.mover, self.watch)?;
        let mine = playing.mover == of;
        let lead = if of == Side::Left { playing.lead } else { playing.lead.saturating_neg() };
        let margin =
            worth.margin.map(|margin| lead.saturating_add(if mine { margin } else { margin.saturating_neg() }));
        let result = match margin {
            Some(margin) => Wdl::of(grundy_run::Ending::Scored(margin), of),
            None if mine => worth.result,
            None => worth.result.reversed(),
        };
        Ok(Prospect { result, margin, plies: worth.plies })
    }

    /// Best play from here on: the winner hurries, the loser delays.
    fn line(&mut self, mut playing: Playing) -> Result<(Vec<LineStep>, Playing), Refusal> {
        let mut line = Vec::new();
        let mut seen = HashSet::new();
        while line.len() < LONGEST_LINE && seen.insert((playing.position.clone(), playing.mover)) {
            let mut best: Option<(Prospect, Step, Playing)> = None;
            for step in playing.steps().map_err(Refusal::Wrong)? {
                let next = playing.after(&step);
                let prospect = self.prospect(&next, playing.mover)?;
                if best.as_ref().is_none_or(|(best, ..)| prospect.is_better(*best)) {
                    best = Some((prospect, step, next));
                }
            }
            let Some((_, step, next)) = best else { break };
            let by = &players(&playing.position)[playing.mover as usize];
            line.push(LineStep { by: by.clone(), text: step.text, to: next.position.to_string() });
            playing = next;
        }
        Ok((line, playing))
    }
}

/// Why a move is bad, or that it is not.
pub fn refute(
    question: &Question,
    one: &str,
    mover: Side,
    budget: &Budget,
) -> Result<Result<RefuteAnswer, Unsolved>, Problem> {
    let names = question.players();
    let playing = Playing::new(question.position.clone(), mover);
    let steps = playing.steps().map_err(|fault| Problem::of_position(&fault))?;
    let step = find(&steps, one)?;
    let after = playing.after(step);
    let quick = judged(&playing, &after, &Allowance::new(budget, QUICKEST_LINE_TICKS), Wanted::Plies);
    let judged = match quick {
        Err(Refusal::Stopped(..) | Refusal::OutOfReach(_)) => judged(&playing, &after, budget, Wanted::Values),
        other => other,
    };
    let Judged { before, then, line, last, standing } = match judged {
        Ok(judged) => judged,
        Err(refusal) => return Unsolved::of(refusal, budget.seconds()).map(Err),
    };
    let name = &names[mover as usize];
    let bad = before.is_better(Prospect { plies: before.plies, ..then }) || then.result == Wdl::Loss;
    let landed = Question { position: after.position.clone(), ..question.clone() };
    Ok(Ok(RefuteAnswer {
        position: question.position.to_string(),
        text: step.text.clone(),
        by: name.clone(),
        bad,
        verdict: said(before, then, name),
        after: (landed, after.mover),
        ends: [ending(&last, line.len(), &names), ending(&last, 0, &names)],
        line: if bad { line } else { Vec::new() },
        before,
        then,
        standing,
        drawing: None,
        certificate: None,
        seconds: budget.seconds(),
    }))
}

impl RefuteAnswer {
    /// Writes the certificate of the position after the move, and notes it.
    pub fn certify(&mut self, out: (&mut dyn Output, Packing, &str), budget: &Budget) -> Result<(), Problem> {
        let kind = match self.then {
            Prospect { margin: Some(_), .. } => CertificateKind::Margin,
            Prospect { plies: Some(_), result: Wdl::Win | Wdl::Loss, .. } => CertificateKind::Plies,
            _ => CertificateKind::Outcome,
        };
        let (question, mover) = &self.after;
        let starters = &[*mover];
        let certified = Certified { question, play: Play::AsWritten, kind, starters, answer: None };
        self.certificate = Some(certificate::certify(&certified, None, out, budget)?);
        self.seconds = budget.seconds();
        Ok(())
    }
}

impl Report for RefuteAnswer {
    fn words(&self, language: Language) -> String {
        self.styled(language).into_text()
    }

    fn styled(&self, language: Language) -> Styled {
        let mut text = Styled::from(format!("{}\n{}: ", self.position, self.text));
        text.push(self.then.result.tone(), &self.verdict.say(language));
        text.push_str("\n");
        if self.bad {
            for (number, step) in self.line.iter().enumerate() {
                let _ = writeln!(text, "  {}. {}: {} -> {}", number + 1, step.by, step.text, step.to);
            }
            let _ = writeln!(text, "{}", self.ends[0].say(language));
        }
        let _ = writeln!(text, "{}", self.standing.say(language));
        if let Some((words, _)) = &self.drawing {
            text.push_str(words);
        }
        if let Some(written) = &self.certificate {
            text.push_str(&written.words(language));
        }
        text
    }

    fn ended(&self) -> Ended {
        if self.bad { Ended::Fine } else { Ended::Refuted }
    }
}

impl Serialize for RefuteAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let word = |result: Wdl| match result {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("position", &self.position)?;
        map.serialize_entry("move", &self.text)?;
        map.serialize_entry("by", &self.by)?;
        map.serialize_entry("bad", &self.bad)?;
        map.serialize_entry("verdict", &self.verdict)?;
        map.serialize_entry("before", word(self.before.result))?;
        map.serialize_entry("after", word(self.then.result))?;
        if let (Some(before), Some(then)) = (self.before.margin, self.then.margin) {
            map.serialize_entry("margin_before", &before)?;
            map.serialize_entry("margin_after", &then)?;
        }
        if self.bad {
            map.serialize_entry("line", &self.line)?;
        }
        map.serialize_entry("ends", &self.ends[1])?;
        map.serialize_entry("standing", &self.standing)?;
        if let Some((_, drawing)) = &self.drawing {
            map.serialize_entry("drawing", drawing)?;
        }
        if let Some(written) = &self.certificate {
            map.serialize_entry("certificate", written)?;
        }
        map.serialize_entry("seconds", &self.seconds)?;
        map.end()
    }
}

struct Judged {
    before: Prospect,
    then: Prospect,
    line: Vec<LineStep>,
    last: Playing,
    standing: Standing,
}

/// What the position is worth to its mover before and after the move, and the best play after it.
fn judged(playing: &Playing, after: &Playing, watch: &dyn Watch, wanted: Wanted) -> Result<Judged, Refusal> {
    let session = Session::open(&playing.position, Play::AsWritten, wanted)?;
    let mut judge = Judge { session, watch };
    let before = judge.prospect(playing, playing.mover)?;
    let then = judge.prospect(after, playing.mover)?;
    let (line, last) = judge.line(after.clone())?;
    Ok(Judged { before, then, line, last, standing: judge.session.standing() })
}

/// The move a text names, spaces aside.
fn find<'s>(steps: &'s [Step], text: &str) -> Result<&'s Step, Problem> {
    let bare = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let wanted = bare(text);
    steps.iter().find(|step| bare(&step.text) == wanted).ok_or_else(|| {
        let shown: Vec<&str> = steps.iter().take(8).map(|step| step.text.as_str()).collect();
        let shown = shown.join(", ");
        let more = if steps.len() > 8 { ", ..." } else { "" };
        let remedy = if steps.is_empty() { "the game is over".into() } else { format!("the moves are {shown}{more}") };
        let clipped: String = text.chars().take(60).collect();
        Problem::bad_input("move", format!("`{clipped}` is no move here")).remedy(remedy)
    })
}

/// What became of the mover's prospects.
fn said(before: Prospect, then: Prospect, name: &str) -> Message {
    let noun = |result: Wdl| match result {
        Wdl::Win => message!("a win"),
        Wdl::Draw => message!("a draw"),
        Wdl::Loss => message!("a loss"),
    };
    match (before.margin, then.margin) {
        (Some(before), Some(then)) if then < before => {
            let (before, then) = (format!("{before:+}"), format!("{then:+}"));
            return message!("bad: with best play {} ends {}, and could have had {}", name, then, before);
        }
        (Some(before), Some(_)) => {
            return message!("not bad: no move of {} ends better than {}", name, format!("{before:+}"));
        }
        _ => {}
    }
    match (before.result, then.result) {
        (Wdl::Loss, Wdl::Loss) => message!("it loses, as every move of {} does here", name),
        (before, then) if then < before => message!("bad: it turns {} into {}", noun(before), noun(then)),
        (_, Wdl::Win) => message!("not bad: it wins"),
        _ => message!("not bad: it keeps the draw, and no move wins"),
    }
}

/// How a line ended.
fn ending(last: &Playing, moves: usize, names: &[String; 2]) -> Message {
    let open = last.steps().is_ok_and(|steps| !steps.is_empty());
    let who = match (open, last.finish()) {
        (true, _) => return message!("and so on"),
        (_, Ok(Finish::Won(side))) => message!("{} wins", names[side as usize]),
        (_, Ok(Finish::Drawn)) => message!("a draw"),
        (_, Err(_)) => return message!("and so on"),
    };
    if moves == 0 { who } else { message!("{} after {} more moves", who, moves) }
}
