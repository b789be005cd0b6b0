//! Who wins a position, by which moves, how soon, by how much.

use crate::budget::Budget;
use crate::certificate::{self, CertificateKind, Certified, Output, Packing, Written};
use crate::explain::explain;
use crate::problem::{Problem, ProblemKind};
use crate::question::{Mover, Origin, Question};
use crate::report::{Ended, Language, Report, Styled};
use crate::strategy::{self, StrategyAnswer};
use crate::unsolved::Unsolved;
use crate::words::solve::{class_letter, text, winner_word};
use grundy_answer::{Allowance, Message, Standing, Watch};
use grundy_prove::Effort;
use grundy_run::{Component, Position, Side};
use grundy_solve::{Answer, Grundy, Play, Question as Asked, Refusal, Winner};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::HashMap;

/// A position of one component is large if it has more positions beside it than this; it is looked at for a strategy before it is
/// searched.
const LARGE_POSITIONS: u128 = 1 << 44;

/// Ticks for a strategy that is looked for before a search, and for an explanation.
const STRATEGY_TICKS: u64 = 1 << 14;

/// Ticks for a search whose winner is known or claimed beforehand, though not the move.
const CLAIMED_SEARCH_TICKS: u64 = 1 << 14;

/// Ticks for a pattern that nobody claims.
const UNCLAIMED_PATTERN_TICKS: u64 = 1 << 16;

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
    Unsolved(Unsolved),
}

/// A solved position.
pub struct Solved {
    /// The position.
    pub position: Position,
    /// The players' names.
    pub players: [String; 2],
    /// All that is known.
    pub answer: Answer,
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

impl<'b, 'm> Session<'b, 'm> {
    /// A session for a position, played as asked. What cannot be added, or cannot be played so, is refused.
    pub fn open(question: Question, play: Play, budget: &'b Budget<'m>) -> Result<Session<'b, 'm>, Problem> {
        match grundy_solve::Session::under(&question.position, play) {
            Ok(tables) => Ok(Session { question, play, budget, tables: Some(tables) }),
            Err(refusal) => Err(match Unsolved::of(refusal, budget.seconds()) {
                Err(problem) => problem,
                Ok(unsolved) => Problem::bad_input("limit", unsolved.stopped.as_str()).of_kind(ProblemKind::Limit),
            }),
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
        let as_written = self.play == Play::AsWritten;
        let searched = want.plies || want.value || want.proves.is_some();
        let mut known: Option<StrategyAnswer> = None;
        if !searched && as_written && is_large(&self.question.position) {
            let seen = strategy::seen(&self.question, &Allowance::new(self.budget, STRATEGY_TICKS), self.budget)?;
            match &seen.strategy {
                Some(strategy) if want.certificate && strategy.pairing.is_some() => {
                    return Ok(SolveAnswer::Strategy(Box::new(seen)));
                }
                Some(_) if want.certificate => {}
                Some(strategy) if strategy.names_moves() => return Ok(SolveAnswer::Strategy(Box::new(seen))),
                Some(_) => known = Some(seen),
                None => {}
            }
        }
        let claimed_start =
            !searched && as_written && self.question.position.parts.iter().any(grundy_prove::is_claimed_start);
        let lawful = if as_written { by_laws(&self.question.position, self.budget) } else { None };
        let mut by_law = lawful.is_some();
        let mut result = match lawful {
            Some(answer) => Ok(answer),
            None if known.is_some() || claimed_start => {
                self.search(want, &Allowance::new(self.budget, CLAIMED_SEARCH_TICKS))
            }
            None => self.search(want, self.budget),
        };
        let open =
            |result: &Result<Answer, Refusal>| matches!(result, Err(Refusal::Stopped(..) | Refusal::OutOfReach(_)));
        if claimed_start && known.is_none() && open(&result) {
            let told = grundy_prove::answered(&self.question.position, Effort::default(), self.budget);
            by_law |= told.is_some();
            result = told.map_or_else(|| self.search(want, self.budget), Ok);
        }
        if let (Some(mut known), true) = (known, open(&result)) {
            known.seconds = self.budget.seconds();
            return Ok(SolveAnswer::Strategy(Box::new(known)));
        }
        let seconds = self.budget.seconds();
        let answer = match result {
            Ok(answer) => answer,
            Err(refusal) => return Unsolved::of(refusal, seconds).map(SolveAnswer::Unsolved),
        };
        let explanation = if want.explain { Some(self.explain(want, &answer)) } else { None };
        Ok(SolveAnswer::Solved(Box::new(Solved {
            position: self.question.position.clone(),
            players: self.question.players(),
            answer,
            explanation,
            certificate: None,
            seconds,
            turn,
            origin: self.question.origin,
            by_law,
        })))
    }

    fn search(&mut self, want: &Want, watch: &dyn Watch) -> Result<Answer, Refusal> {
        let asked = Asked { first: want.first, plies: want.plies, value: want.value, play: self.play };
        match &mut self.tables {
            Some(tables) => tables.solve(&self.question.position, asked, watch),
            None => grundy_solve::solve(&self.question.position, asked, watch),
        }
    }

    fn explain(&mut self, want: &Want, answer: &Answer) -> Vec<Message> {
        let watch = Allowance::new(self.budget, STRATEGY_TICKS);
        let asked = Asked { first: want.first, plies: want.plies, value: want.value, play: self.play };
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

/// Whether a position is too large to be searched before it is looked at for a strategy.
pub fn is_large(position: &Position) -> bool {
    match &position.parts[..] {
        [part] => grundy_run::count(&part.game.shapes).is_none_or(|count| count > LARGE_POSITIONS),
        _ => false,
    }
}

/// What claims or patterns say of a position that has too many positions below it to search.
fn by_laws(position: &Position, watch: &dyn Watch) -> Option<Answer> {
    // Both questions are about the game of a part: each game is asked once.
    let mut games: HashMap<u64, bool> = HashMap::new();
    let beyond = position.parts.iter().any(|part| {
        *games
            .entry(part.game.id)
            .or_insert_with(|| grundy_prove::is_beyond_search(part) && grundy_solve::heap_rule(&part.game).is_none())
    });
    if !beyond {
        return None;
    }
    if position.parts.iter().any(|part| !part.game.rules.claims.is_empty()) {
        return grundy_prove::answered(position, Effort::default(), watch);
    }
    grundy_prove::answered(position, Effort::default(), &Allowance::new(watch, UNCLAIMED_PATTERN_TICKS))
}

impl Solved {
    /// The winner as JSON says it.
    pub fn winner_word(&self, winner: Winner) -> String {
        winner_word(winner, &self.players)
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
            map.serialize_entry("value", value)?;
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
        map.serialize_entry("line", &answer.line)?;
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
