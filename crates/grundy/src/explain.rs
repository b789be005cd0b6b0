//! Why the answer is what it is, in words a student reads: the xor columns of a sum and the mex line where Sprague and Grundy's theory
//! applies (Winning Ways ch. 3), else each move with its refutation.

use grundy_answer::{Message, Watch, message};
use grundy_run::{Component, Position, Side};
use grundy_solve::{Answer, Grundy, Play, Playing, Question, Refusal, Session, Step, Winner, WinningMove};
use std::collections::{BTreeMap, HashMap};

/// Moves and replies listed at most.
const LISTED: usize = 16;

/// Sums of more parts are not written in columns.
const MOST_PARTS: usize = 200;

/// Positions with more moves are explained without listing them.
const MOST_MOVES: usize = 20_000;

/// Lines that explain an answer; cut short, saying so, when the watch says stop.
pub(crate) fn explain(
    position: &Position,
    answer: &Answer,
    question: Question,
    players: &[String; 2],
    session: &mut Session,
    watch: &dyn Watch,
) -> Vec<Message> {
    let first = question.first.unwrap_or(Side::Left);
    let mut words = Words { lines: Vec::new(), players, play: question.play, session, watch };
    let result = match (&answer.grundy, answer.margin) {
        (Some(Grundy::Finite(total)), _) => words.impartial(position, answer, *total, first),
        (_, Some(margin)) => words.points(position, margin, first),
        _ => words.play(position, answer, first),
    };
    match result {
        Err(Refusal::Stopped(stop, _)) => words.say(message!("the explanation ends here: {}", stop)),
        Err(Refusal::Wrong(diagnostic)) => words.say(message!("the explanation ends here: {}", diagnostic.cause)),
        Err(Refusal::Unfit(reason) | Refusal::OutOfReach(reason)) => {
            words.say(message!("the explanation ends here: {}", reason))
        }
        Ok(()) => {}
    }
    words.lines
}

struct Words<'a> {
    lines: Vec<Message>,
    players: &'a [String; 2],
    play: Play,
    session: &'a mut Session,
    watch: &'a dyn Watch,
}

impl Words<'_> {
    fn say(&mut self, line: impl Into<Message>) {
        self.lines.push(line.into());
    }

    fn impartial(&mut self, position: &Position, answer: &Answer, total: u64, first: Side) -> Result<(), Refusal> {
        match &position.parts[..] {
            [] => self.say(message!("there is nothing to move in: the player to move has lost")),
            [_] if self.steps(&self.begun(position, first))?.is_none() => self.too_many(answer),
            [_] => self.mex(position, total, first)?,
            _ => self.columns(position, answer, total)?,
        }
        if position.parts.len() != 1 || self.steps(&self.begun(position, first))?.is_none() {
            return Ok(());
        }
        if total == 0 { self.refutations(position, first) } else { self.winning(position, answer, first) }
    }

    fn begun(&self, position: &Position, first: Side) -> Playing {
        Playing::new(position.clone(), first).under(self.play)
    }

    /// All moves, unless there are too many to list.
    fn steps(&self, playing: &Playing) -> Result<Option<Vec<Step>>, Refusal> {
        playing.few_steps(MOST_MOVES).map_err(Refusal::Wrong)
    }

    /// Where the moves cannot be listed: why the answer holds, and the moves that win.
    fn too_many(&mut self, answer: &Answer) {
        self.say(message!("there are more than {} moves; {}", MOST_MOVES, answer.standing.reason()));
        match answer.winning_moves.is_empty() {
            true if answer.winning_moves_complete => self.say(message!("no move wins")),
            true => {}
            false => self.say(message!("a move wins if it leaves a lost position:")),
        }
        for one in answer.winning_moves.iter().take(LISTED) {
            self.say(message!("  {}, leaving {}", one.text, one.to));
        }
        self.rest(answer.winning_moves.len(), message!("winning moves"));
    }

    /// `mex{0, 1, 3} = 2`, with the moves that reach each value.
    fn mex(&mut self, position: &Position, total: u64, first: Side) -> Result<(), Refusal> {
        let playing = self.begun(position, first);
        let steps = playing.steps().map_err(Refusal::Wrong)?;
        let after: Vec<Playing> = steps.iter().map(|step| playing.after(step)).collect();
        let mut reached: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
        for (step, next) in steps.iter().zip(&after) {
            let worth = self.session.evaluate(&next.position, next.mover, self.watch)?;
            let Some(Grundy::Finite(value)) = worth.grundy else { return Ok(()) };
            reached.entry(value).or_default().push(&step.text);
        }
        let set: Vec<String> = reached.keys().map(u64::to_string).collect();
        let mut lines = vec![message!("the value is the least number that no move leads to:")];
        for (value, moves) in &reached {
            let some = moves[..moves.len().min(6)].join(", ");
            lines.push(match moves.len() {
                ..=6 => message!("  value {} by {}", value, some),
                all => message!("  value {} by {} and {} more", value, some, all - 6),
            });
        }
        lines.push(format!("  mex{{{}}} = {total}", set.join(", ")).into());
        self.lines.extend(lines);
        Ok(())
    }

    /// The parts in binary, one below the other.
    fn columns(&mut self, position: &Position, answer: &Answer, total: u64) -> Result<(), Refusal> {
        if position.parts.len() > MOST_PARTS {
            self.say(message!("the values of {} parts add up to {} without carrying", position.parts.len(), total));
            return Ok(());
        }
        let mut known: HashMap<&Component, u64> = HashMap::new();
        let mut values: Vec<u64> = Vec::new();
        for part in &position.parts {
            let value = match known.get(part) {
                Some(&value) => value,
                None => self.value(part)?,
            };
            known.insert(part, value);
            values.push(value);
        }
        let largest = values.iter().copied().max().unwrap_or(0);
        let bits = (u64::BITS - largest.leading_zeros()).max(1) as usize;
        let digits = largest.to_string().len();
        let names: Vec<String> = position.parts.iter().map(ToString::to_string).collect();
        let shown = names.len().min(LISTED);
        let width = names[..shown].iter().map(|name| name.chars().count()).max().unwrap_or(0);
        self.say(message!("values of the parts in binary; a column with an odd number of ones gives 1 below:"));
        for (name, value) in names.iter().zip(&values).take(shown) {
            self.say(format!("  {name:width$}  {value:>digits$}  {value:0bits$b}"));
        }
        if names.len() > shown {
            self.say(message!("  and {} more parts", names.len() - shown));
        }
        self.say(format!("  {:width$}  {total:>digits$}  {total:0bits$b}", "xor"));
        if total == 0 {
            self.say(message!(
                "every column is even: whatever is changed in one part, the other player makes them even again"
            ));
        } else {
            self.say(message!("some column is odd; a winning move makes every column even:"));
            for one in answer.winning_moves.iter().take(LISTED) {
                let before = values[one.component];
                let name = &names[one.component];
                let wanted = before ^ total;
                self.say(message!(
                    "  {} in {}: {} xor {} = {}, leaving {}",
                    one.text,
                    name,
                    before,
                    total,
                    wanted,
                    one.to
                ));
            }
        }
        Ok(())
    }

    /// For a lost position: each move, and what it runs into.
    fn refutations(&mut self, position: &Position, first: Side) -> Result<(), Refusal> {
        let playing = self.begun(position, first);
        let steps = playing.steps().map_err(Refusal::Wrong)?;
        if steps.is_empty() {
            self.say(message!("{} has no move: the game is over", self.players[first as usize]));
            return Ok(());
        }
        self.say(message!("every move has an answer that wins:"));
        for step in steps.iter().take(LISTED) {
            let line = self.refutation(&playing, step)?;
            self.say(indented(line));
        }
        self.rest(steps.len(), message!("moves"));
        Ok(())
    }

    fn rest(&mut self, all: usize, what: Message) {
        if all > LISTED {
            self.say(message!("  and {} more {}", all - LISTED, what));
        }
    }

    /// `take(1): answered by take(3), leaving Nim(0)`.
    fn refutation(&mut self, playing: &Playing, step: &Step) -> Result<Message, Refusal> {
        let next = playing.after(step);
        let answer = self.solved(&next)?;
        let again = next.mover == playing.mover;
        let step = if again { message!("{} (and moves again)", step.text) } else { step.text.as_str().into() };
        Ok(match (answer.winning_moves.first(), answer.line.first()) {
            (Some(reply), _) if !again => {
                message!("{}: answered by {}, leaving {}", step, within(&next, reply), reply.to)
            }
            (_, Some(reply)) => message!("{}: play goes on with {} and is lost", step, reply.text),
            (_, None) => message!("{}: the game is over and lost", step),
        })
    }

    /// For a won position: a winning move, and why each reply fails.
    fn winning(&mut self, position: &Position, answer: &Answer, first: Side) -> Result<(), Refusal> {
        let Some(best) = answer.winning_moves.first() else { return Ok(()) };
        let playing = self.begun(position, first);
        let steps = playing.steps().map_err(Refusal::Wrong)?;
        let wanted = |step: &&Step| step.component == best.component && step.text.ends_with(&best.text);
        let Some(step) = steps.iter().find(wanted) else { return Ok(()) };
        let next = playing.after(step);
        let replies = next.steps().map_err(Refusal::Wrong)?;
        let head = message!("{} wins, leaving {}", step.text, best.to);
        if replies.is_empty() {
            self.say(message!("{}: the game is over", head));
            return Ok(());
        }
        if next.mover == playing.mover {
            self.say(message!("{}, with another move to come", head));
            return Ok(());
        }
        self.say(message!("{}; every reply has an answer:", head));
        for reply in replies.iter().take(LISTED) {
            let line = self.refutation(&next, reply)?;
            self.say(indented(line));
        }
        self.rest(replies.len(), message!("replies"));
        Ok(())
    }

    /// Verdict, misère, loopy and partizan games.
    fn play(&mut self, position: &Position, answer: &Answer, first: Side) -> Result<(), Refusal> {
        if self.steps(&self.begun(position, first))?.is_none() {
            self.too_many(answer);
            return Ok(());
        }
        let result = if answer.winning_move_count > 0 { Some(Winner::First) } else { None };
        if result == Some(Winner::First) {
            self.winning(position, answer, first)?;
        } else {
            let mine = Question { first: Some(first), ..Question::default() };
            match self.session.solve(position, mine, self.watch)?.winner {
                Some(Winner::Draw) => self.drawing(position, first)?,
                _ => self.refutations(position, first)?,
            }
        }
        if !answer.line.is_empty() {
            let more = if answer.line.len() > 12 { ", ..." } else { "" };
            let first: Vec<&str> = answer.line.iter().take(12).map(|one| &*one.text).collect();
            self.say(message!("key line: {}", format!("{}{more}", first.join(", "))));
        }
        Ok(())
    }

    /// For a drawn position: which moves keep the draw, and what refutes the others.
    fn drawing(&mut self, position: &Position, first: Side) -> Result<(), Refusal> {
        let playing = self.begun(position, first);
        let steps = playing.steps().map_err(Refusal::Wrong)?;
        if steps.is_empty() {
            self.say(message!("the game is over: a draw"));
            return Ok(());
        }
        self.say(message!("no move wins:"));
        for step in steps.iter().take(LISTED) {
            let next = playing.after(step);
            let line = match self.solved(&next)?.winner {
                Some(Winner::Draw) => message!("{}: keeps the draw", step.text),
                _ => self.refutation(&playing, step)?,
            };
            self.say(indented(line));
        }
        self.rest(steps.len(), message!("moves"));
        Ok(())
    }

    /// Games for points: what each move is worth.
    fn points(&mut self, position: &Position, margin: i64, first: Side) -> Result<(), Refusal> {
        let playing = self.begun(position, first);
        let steps = playing.steps().map_err(Refusal::Wrong)?;
        self.say(message!("what each move is worth to {}; the best is {}:", self.players[first as usize], margin));
        for step in steps.iter().take(LISTED) {
            let next = playing.after(step);
            let gain = next.lead * if first == Side::Left { 1 } else { -1 };
            let child = self.solved(&next)?.margin.unwrap_or(0);
            let (rest, sign) = if next.mover == first { (child, '+') } else { (-child, '-') };
            let worth = gain + rest;
            let rest = format!("{sign} {child}");
            let line = message!("  {}: gains {} {} still to come = {}", step.text, gain, rest, worth);
            self.say(if worth == margin { message!("{}  best", line) } else { line });
        }
        self.rest(steps.len(), message!("moves"));
        Ok(())
    }

    /// The Grundy value of a part of a sum that has one.
    fn value(&mut self, part: &Component) -> Result<u64, Refusal> {
        let alone = Position { parts: vec![part.clone()] };
        match self.session.evaluate(&alone, Side::Left, self.watch)?.grundy {
            Some(Grundy::Finite(value)) => Ok(value),
            _ => Err(Refusal::Unfit(format!("{part} alone has no Grundy value"))),
        }
    }

    fn solved(&mut self, playing: &Playing) -> Result<Answer, Refusal> {
        let question = Question { first: Some(playing.mover), ..Question::default() };
        self.session.solve(&playing.position, question, self.watch)
    }
}

/// A line of a list.
fn indented(line: Message) -> Message {
    Message::row("", vec!["  ".into(), line])
}

/// A reply, with the part it is made in where there are several.
fn within(playing: &Playing, reply: &WinningMove) -> Message {
    match &playing.position.parts[..] {
        [_] => reply.text.as_str().into(),
        parts => message!("{} in {}", reply.text, parts[reply.component].to_string()),
    }
}
