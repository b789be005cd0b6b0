//! Who wins a position, by which moves, how soon, by how much.

use crate::budget::Budget;
use crate::certificate::{self, CertificateKind, Certified, Output, Packing, Written};
use crate::explain::explain;
use crate::problem::{Problem, ProblemKind};
use crate::question::{Mover, Origin, Question};
use crate::report::{Ended, Language, Report, Styled};
use crate::strategy::{self, StrategyAnswer};
use crate::unsolved::Unsolved;
use crate::words::solve::{class_letter, text, verdict, winner_word};
use grundy_answer::{Allowance, Message, Standing, message};
use grundy_prove::Effort;
use grundy_run::{Component, Position, Side};
use grundy_solve::CLAIMED_SEARCH_TICKS;
use grundy_solve::{Aim, Answer, Grundy, Limit, Method, Plan, Play, Question as Asked, Refusal, Winner, Wish};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// How hard claims are looked at that answer a question; `grundy prove` looks harder.
const COMPARED: Effort = Effort { states: grundy_prove::BUDGET, positions: 1 << 18 };

/// Ticks for an explanation.
const EXPLANATION_TICKS: u64 = 1 << 14;

/// Sums of more parts are not written out as JSON.
const MOST_PARTS_NAMED: usize = 64;

/// What is wanted of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Want {
    /// Who starts; Left if nobody says otherwise.
    pub first: Option<Side>,
    /// Whether moves to the end are wanted even if that is expensive.
    pub plies: bool,
    /// Whether the canonical value is wanted even if that is expensive.
    pub value: bool,
    /// Whether more than the winner is asked for.
    pub aim: Aim,
    /// Whether the answer is to be explained.
    pub explain: bool,
    /// What a certificate is to prove, if not all that it can.
    pub proves: Option<CertificateKind>,
    /// Whether a certificate will be asked for.
    pub certificate: bool,
}

/// What is known of a position.
pub enum SolveAnswer {
    /// The answer of a search or a law.
    Solved(Box<Solved>),
    /// A strategy that was seen without a search.
    Strategy(Box<StrategyAnswer>),
    /// No answer, or not yet.
    Unsolved(Box<Unsolved>),
}

/// A solved position.
pub struct Solved {
    /// The position.
    pub position: Position,
    /// The players' names.
    pub players: [String; 2],
    /// All that is known.
    pub answer: Answer,
    /// How much of it was asked for.
    pub aim: Aim,
    /// Why, in words, if that was wanted.
    pub explanation: Option<Vec<Message>>,
    /// The certificate that was written.
    pub certificate: Option<Written>,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// Who is about to move and why, where that was seen from the board.
    pub turn: Option<Mover>,
    /// Where the position comes from.
    pub origin: Origin,
    /// Whether it rests on a law for all positions of its games.
    by_law: bool,
}

/// One question and the tables of its answer, which serve what is asked next.
pub struct Session<'b, 'm> {
    question: Question,
    play: Play,
    budget: &'b Budget<'m>,
    tables: Option<grundy_solve::Session>,
}

/// What a session has found out, kept between questions that have budgets of their own.
pub struct Tables {
    play: Play,
    /// The games that they speak of.
    games: Vec<u64>,
    pub(crate) tables: grundy_solve::Session,
}

impl Tables {
    /// Tables for a question, played so, which hold nothing yet.
    pub(crate) fn new(question: &Question, play: Play) -> Result<Tables, Refusal> {
        let tables = grundy_solve::Session::under(&question.position, play)?;
        let games = question.position.parts.iter().map(|part| part.game.id).collect();
        Ok(Tables { play, games, tables })
    }

    /// Whether they serve a question, played so.
    pub fn serve(&self, question: &Question, play: Play) -> bool {
        self.play == play && question.position.parts.iter().all(|part| self.games.contains(&part.game.id))
    }
}

impl<'b, 'm> Session<'b, 'm> {
    /// A session for a position, played as asked, with the tables of another where they serve it.
    pub fn resume(
        question: Question,
        play: Play,
        tables: Option<Tables>,
        budget: &'b Budget<'m>,
    ) -> Result<Session<'b, 'm>, Problem> {
        match tables.filter(|tables| tables.serve(&question, play)) {
            Some(Tables { tables, .. }) => Ok(Session { question, play, budget, tables: Some(tables) }),
            None => Session::open(question, play, budget),
        }
    }

    /// What it has found out; nothing where a certificate took it.
    pub fn into_tables(self) -> Option<Tables> {
        let games = self.question.position.parts.iter().map(|part| part.game.id).collect();
        self.tables.map(|tables| Tables { play: self.play, games, tables })
    }

    /// A session for a position, played as asked. What cannot be added, or cannot be played so, is refused.
    pub fn open(question: Question, play: Play, budget: &'b Budget<'m>) -> Result<Session<'b, 'm>, Problem> {
        match grundy_solve::Session::under(&question.position, play) {
            Ok(tables) => Ok(Session { question, play, budget, tables: Some(tables) }),
            Err(refusal) => Err(refused(refusal, budget)),
        }
    }

    /// What is asked about.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The same session for another position; its tables serve on where they speak of the same games.
    pub fn turn_to(self, question: Question) -> Result<Session<'b, 'm>, Problem> {
        let known = |part: &Component| self.question.position.parts.iter().any(|other| other.game.id == part.game.id);
        if question.position.parts.iter().all(known) && self.tables.is_some() {
            return Ok(Session { question, ..self });
        }
        Session::open(question, self.play, self.budget)
    }

    /// Who wins, by which moves, how soon, by how much. Where nobody says who starts, the stones on the board may tell.
    pub fn solve(&mut self, want: &Want) -> Result<SolveAnswer, Problem> {
        let turn = self.question.mover(None)?;
        let turn = (want.first.is_none() && turn.reason.is_some()).then_some(turn);
        // Where Left moves nothing is asked that is not asked anyway: both starters are told.
        let seen = turn.as_ref().map(|turn| turn.side).filter(|side| *side == Side::Right);
        let want = &Want { first: want.first.or(seen), ..*want };
        let plan = self.plan(want)?;
        let (answer, by_law) = match self.follow(&plan, want)? {
            Followed::Answer(answer, by_law) => (answer, by_law),
            Followed::Strategy(mut seen) => {
                seen.seconds = self.budget.seconds();
                return Ok(SolveAnswer::Strategy(seen));
            }
            Followed::Refused(refusal) => {
                return Unsolved::of(refusal, self.budget.seconds())
                    .map(|unsolved| SolveAnswer::Unsolved(Box::new(unsolved)));
            }
        };
        let seconds = self.budget.seconds();
        let explanation = if want.explain { Some(self.explain(want, &answer, plan)) } else { None };
        Ok(SolveAnswer::Solved(Box::new(Solved {
            position: self.question.position.clone(),
            players: self.question.players(),
            answer,
            aim: want.aim,
            explanation,
            certificate: None,
            seconds,
            turn,
            origin: self.question.origin,
            by_law,
        })))
    }

    /// The methods that will be tried, in their order.
    pub fn plan(&mut self, want: &Want) -> Result<Plan, Problem> {
        let position = self.question.position.clone();
        let asked = self.asked(want);
        let laws = grundy_prove::laws(&position);
        let wish = if want.proves.is_some() { Wish::Evidence } else { Wish::Winner };
        let own = self.tables().and_then(|tables| tables.plan(&position, asked));
        match own {
            Ok(plan) => Ok(plan.with_laws(&position, asked, laws, wish)),
            Err(refusal) => Err(refused(refusal, self.budget)),
        }
    }

    /// Tries the steps of a plan. A strategy that names no move is kept, while a short search looks for one.
    fn follow(&mut self, plan: &Plan, want: &Want) -> Result<Followed, Problem> {
        let asked = self.asked(want);
        let position = self.question.position.clone();
        let mut kept: Option<Box<StrategyAnswer>> = None;
        let mut refusal = None;
        let mut steps = &plan.steps[..];
        while let Some((step, rest)) = steps.split_first() {
            steps = rest;
            let ticks = match step.limit {
                Limit::Ticks(ticks) => ticks,
                Limit::Budget => u64::MAX,
            };
            let watch = Allowance::new(self.budget, ticks);
            match step.method {
                Method::Strategy => {
                    let seen = strategy::seen(&self.question, &watch, self.budget)?;
                    match &seen.strategy {
                        Some(strategy) if want.certificate && strategy.pairing.is_none() => {}
                        Some(strategy) if want.certificate || strategy.names_moves() => {
                            return Ok(Followed::Strategy(Box::new(seen)));
                        }
                        Some(_) => kept = Some(Box::new(seen)),
                        None => {}
                    }
                }
                Method::Claims | Method::Pattern => {
                    if let Some(answer) = grundy_prove::answered(&position, COMPARED, &watch) {
                        return Ok(Followed::Answer(answer, true));
                    }
                }
                _ => {
                    let count = 1 + rest.iter().take_while(|step| step.method.is_search()).count();
                    let all = &plan.steps[plan.steps.len() - rest.len() - 1..];
                    let own = if kept.is_some() { CLAIMED_SEARCH_TICKS } else { u64::MAX };
                    let watch = Allowance::new(self.budget, own);
                    let tables = self.tables();
                    let result = tables.and_then(|tables| tables.follow(&all[..count], &position, asked, &watch));
                    steps = &all[count..];
                    match result {
                        Ok(answer) => return Ok(Followed::Answer(answer, false)),
                        Err(open @ (Refusal::Stopped(..) | Refusal::OutOfReach(_))) => {
                            if let Some(seen) = kept {
                                return Ok(Followed::Strategy(seen));
                            }
                            refusal = Some(open);
                        }
                        Err(other) => return Ok(Followed::Refused(other)),
                    }
                }
            }
        }
        match (kept, refusal) {
            (Some(seen), _) => Ok(Followed::Strategy(seen)),
            (None, Some(refusal)) => Ok(Followed::Refused(refusal)),
            (None, None) => Ok(Followed::Refused(Refusal::OutOfReach("the plan has no steps".to_string()))),
        }
    }

    fn asked(&self, want: &Want) -> Asked {
        Asked { first: want.first, plies: want.plies, value: want.value, play: self.play, aim: want.aim }
    }

    /// The tables of the session; new ones where a certificate took them.
    fn tables(&mut self) -> Result<&mut grundy_solve::Session, Refusal> {
        let tables = match self.tables.take() {
            Some(tables) => tables,
            None => grundy_solve::Session::under(&self.question.position, self.play)?,
        };
        Ok(self.tables.insert(tables))
    }

    fn explain(&mut self, want: &Want, answer: &Answer, plan: Plan) -> Vec<Message> {
        let watch = Allowance::new(self.budget, EXPLANATION_TICKS);
        let asked = self.asked(want);
        let players = self.question.players();
        let position = &self.question.position;
        let mut lines = match &mut self.tables {
            Some(tables) => explain(position, answer, asked, &players, tables, &watch),
            None => Vec::new(),
        };
        if position.parts.len() == 1
            && self.play == Play::AsWritten
            && let Ok(seen) = strategy::seen(&self.question, &watch, self.budget)
            && let Some(strategy) = seen.strategy
        {
            lines.extend(strategy.words);
        }
        lines.push(message!("the plan, of which the first step that decided answered:"));
        lines.extend(crate::plan::plan_lines(&plan.for_position(&self.question.position)));
        lines
    }

    /// Writes the certificate of a solved position, and notes it in the answer.
    pub fn certify(
        &mut self,
        solved: &mut Solved,
        want: &Want,
        (out, packing, file): (&mut dyn Output, Packing, &str),
    ) -> Result<(), Problem> {
        let as_written = self.play == Play::AsWritten;
        if as_written && (solved.by_law || certificate::is_known_by_period(&self.question.position)) {
            solved.certificate = Some(certificate::certify_laws(&self.question, (out, file), self.budget)?);
            return Ok(());
        }
        if as_written && want.proves.is_none() && certificate::rests_on_codes(&self.question.position) {
            // Values that show no period are listed.
            if let Ok(written) = certificate::certify_laws(&self.question, (&mut *out, file), self.budget) {
                solved.certificate = Some(written);
                return Ok(());
            }
        }
        let seen = solved.turn.as_ref().map(|turn| turn.side);
        let start = want.first.or(seen).unwrap_or(Side::Left);
        let starters = if solved.answer.by_starter.is_some() { vec![start, start.other()] } else { vec![start] };
        let kinds = want.proves.map_or_else(|| CertificateKind::of(&solved.answer), |kind| vec![kind]);
        // Play for ever has no length, and some values are beyond any certificate: who wins is proved all the same.
        let mut refused = None;
        for kind in kinds {
            let tables = match kind {
                CertificateKind::Value | CertificateKind::Loopy => None,
                _ => self.tables.take(),
            };
            let certified = Certified {
                question: &self.question,
                play: self.play,
                kind,
                starters: &starters,
                answer: Some(&solved.answer),
            };
            match certificate::certify(&certified, tables, (&mut *out, packing, file), self.budget) {
                Ok(written) => {
                    solved.certificate = Some(written);
                    return Ok(());
                }
                Err(problem) if problem.kind == ProblemKind::BadInput && problem.code != "contradiction" => {
                    refused = Some(refused.unwrap_or(problem));
                }
                Err(problem) => return Err(problem),
            }
        }
        Err(refused.unwrap_or_else(|| Problem::bad_input("certificate", "no certificate: nothing is proved")))
    }
}

/// What became of a plan.
enum Followed {
    /// An answer, and whether it rests on a law for all positions of its games.
    Answer(Answer, bool),
    /// A strategy that was seen without a search.
    Strategy(Box<StrategyAnswer>),
    /// Why there is none.
    Refused(Refusal),
}

/// The problem of a question that cannot be asked.
pub(crate) fn refused(refusal: Refusal, budget: &Budget) -> Problem {
    match Unsolved::of(refusal, budget.seconds()) {
        Err(problem) => problem,
        Ok(unsolved) => Problem::bad_input("limit", unsolved.stopped.as_str()).of_kind(ProblemKind::Limit),
    }
}

impl Solved {
    /// An answer that a tablebase gave.
    pub(crate) fn by_table(question: Question, answer: Answer, turn: Option<Mover>, budget: &Budget) -> Solved {
        Solved {
            players: question.players(),
            origin: question.origin,
            position: question.position,
            answer,
            aim: Aim::Moves,
            explanation: None,
            certificate: None,
            seconds: budget.seconds(),
            turn,
            by_law: false,
        }
    }

    /// The winner as JSON says it.
    pub fn winner_word(&self, winner: Winner) -> String {
        winner_word(winner, &self.players)
    }
}

impl SolveAnswer {
    /// The words without the position, for readers who see it already.
    pub fn verdict(&self, language: Language) -> Styled {
        match self {
            SolveAnswer::Solved(solved) => verdict(solved, language),
            SolveAnswer::Strategy(seen) => seen.verdict(language),
            SolveAnswer::Unsolved(unsolved) => unsolved.styled(language),
        }
    }
}

impl Report for SolveAnswer {
    fn words(&self, language: Language) -> String {
        self.styled(language).into_text()
    }

    fn styled(&self, language: Language) -> Styled {
        match self {
            SolveAnswer::Solved(solved) => solved.styled(language),
            SolveAnswer::Strategy(seen) => seen.styled(language),
            SolveAnswer::Unsolved(unsolved) => unsolved.styled(language),
        }
    }

    fn ended(&self) -> Ended {
        match self {
            SolveAnswer::Solved(solved) => solved.ended(),
            SolveAnswer::Strategy(seen) => seen.ended(),
            SolveAnswer::Unsolved(unsolved) => unsolved.ended(),
        }
    }
}

impl Serialize for SolveAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            SolveAnswer::Solved(solved) => solved.serialize(serializer),
            SolveAnswer::Strategy(seen) => seen.serialize(serializer),
            SolveAnswer::Unsolved(unsolved) => unsolved.serialize(serializer),
        }
    }
}

impl Report for Solved {
    fn words(&self, language: Language) -> String {
        self.styled(language).into_text()
    }

    fn styled(&self, language: Language) -> Styled {
        text(self, language)
    }

    fn ended(&self) -> Ended {
        if self.answer.stopped.is_some() { Ended::Limit } else { Ended::Fine }
    }
}

/// The keys of docs/json.md, in this order; those without a value are left out.
impl Serialize for Solved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let answer = &self.answer;
        let mut map = serializer.serialize_map(None)?;
        if self.position.parts.len() <= MOST_PARTS_NAMED {
            map.serialize_entry("position", &self.position.to_string())?;
        }
        match self.origin {
            Origin::Asked => {}
            Origin::Start => map.serialize_entry("origin", "start")?,
            Origin::Defaults => map.serialize_entry("origin", "defaults")?,
        }
        if let Some(Mover { side, reason: Some(reason) }) = &self.turn {
            map.serialize_entry("mover", &self.players[*side as usize])?;
            map.serialize_entry("mover_reason", reason)?;
        }
        if let Some(winner) = answer.winner {
            map.serialize_entry("winner", &self.winner_word(winner))?;
        }
        if let Some(class) = answer.outcome {
            map.serialize_entry("outcome", class_letter(class))?;
        }
        if let Some([left, right]) = answer.by_starter {
            map.serialize_entry("by_starter", &ByStarter(&self.players, [left, right]))?;
        }
        if let Some(grundy) = &answer.grundy {
            map.serialize_entry("grundy", &GrundyJson(grundy))?;
        }
        if let Some(value) = &answer.value {
            map.serialize_entry("value", value.text())?;
        }
        if let Some(margin) = answer.margin {
            map.serialize_entry("margin", &margin)?;
        }
        if let Some(plies) = answer.plies {
            map.serialize_entry("plies", &plies)?;
            map.serialize_entry("rounds", &plies.div_ceil(2))?;
        }
        let moves: Vec<MoveJson> = answer
            .winning_moves
            .iter()
            .map(|one| MoveJson { text: &one.text, component: one.component, to: &one.to })
            .collect();
        map.serialize_entry("winning_moves", &moves)?;
        match answer.winning_moves_complete {
            true => map.serialize_entry("winning_move_count", &answer.winning_move_count)?,
            false => map.serialize_entry("winning_moves_complete", &false)?,
        }
        if let Some(stop) = answer.stopped {
            map.serialize_entry("stopped", &stop)?;
        }
        map.serialize_entry("line", &answer.line.iter().map(|one| &*one.text).collect::<Vec<_>>())?;
        map.serialize_entry("positions", &answer.positions)?;
        map.serialize_entry("seconds", &self.seconds)?;
        map.serialize_entry::<_, Standing>("standing", &answer.standing)?;
        if let Some(lines) = &self.explanation {
            map.serialize_entry("explanation", lines)?;
        }
        if let Some(certificate) = &self.certificate {
            map.serialize_entry("certificate", certificate)?;
        }
        map.end()
    }
}

#[derive(serde::Serialize)]
struct MoveJson<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    component: usize,
    to: &'a str,
}

struct ByStarter<'a>(&'a [String; 2], [Winner; 2]);

impl Serialize for ByStarter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let ByStarter(players, winners) = self;
        serializer.collect_map(players.iter().zip(winners.iter().map(|winner| winner_word(*winner, players))))
    }
}

/// A number, or `{infinity: [...]}`.
pub(crate) struct GrundyJson<'a>(pub &'a Grundy);

impl Serialize for GrundyJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Grundy::Finite(value) => value.serialize(serializer),
            Grundy::Infinite(set) => serializer.collect_map([("infinity", set)]),
        }
    }
}
