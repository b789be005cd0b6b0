//! Certificates of solved positions: written from the answers of a session, checked again by the kernel.

use crate::budget::Budget;
use crate::period;
use crate::problem::{Problem, ProblemKind};
use crate::question::{Question, players};
use crate::report::Language;
use crate::words::Say;
use crate::words::solve::grundy_text;
use flate2::Compression;
use flate2::write::GzEncoder;
use grundy_answer::{Watch, message};
use grundy_certify::{Known, NotWritten, Oracle};
use grundy_heap::Reach;
use grundy_kernel::{Bound, Claim, Measure, PlayedBy, Proves};
use grundy_prove::Subject as Provable;
use grundy_rule::Convention;
use grundy_run::{Component, Position, Side};
use grundy_solve::{Answer, AtLeast, Class, Grundy, Play, Refusal, Session, Wanted, Wdl, Winner};
use grundy_value::{Arena, Calculator, CanonicalForm, NoPositions, Outcome};
use serde::Serialize;
use std::io::{self, BufWriter, IntoInnerError, Write};

/// A heap larger than this is known by a theorem, not position by position.
const LARGEST_HEAP: u64 = 100_000;

/// Bytes of text that are packed at a time.
const GATHERED: usize = 1 << 16;

/// What a certificate is asked to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertificateKind {
    /// Who wins.
    Outcome,
    /// Who wins and how soon.
    Plies,
    /// By how many points.
    Margin,
    /// The Grundy value.
    Grundy,
    /// The Grundy value where play can return.
    Loopy,
    /// The canonical value.
    Value,
}

impl CertificateKind {
    /// All kinds with their names.
    pub const ALL: [(&'static str, CertificateKind); 6] = [
        ("outcome", CertificateKind::Outcome),
        ("plies", CertificateKind::Plies),
        ("margin", CertificateKind::Margin),
        ("grundy", CertificateKind::Grundy),
        ("loopy", CertificateKind::Loopy),
        ("value", CertificateKind::Value),
    ];

    /// The kinds that prove an answer, the one that proves most first.
    pub fn of(answer: &Answer) -> Vec<CertificateKind> {
        let kinds = [
            (answer.margin.is_some(), CertificateKind::Margin),
            (matches!(answer.grundy, Some(Grundy::Finite(_))), CertificateKind::Grundy),
            (answer.grundy.is_some(), CertificateKind::Loopy),
            (answer.grundy.is_none() && answer.value.is_some(), CertificateKind::Value),
            (answer.plies.is_some(), CertificateKind::Plies),
            (true, CertificateKind::Outcome),
        ];
        kinds.into_iter().filter(|(is_told, _)| *is_told).map(|(_, kind)| kind).collect()
    }
}

/// Where a certificate goes. An attempt that fails is thrown away and the next begins anew.
pub trait Output: Write {
    /// Throws away what was written.
    fn restart(&mut self) -> io::Result<()>;
}

impl Output for Vec<u8> {
    fn restart(&mut self) -> io::Result<()> {
        self.clear();
        Ok(())
    }
}

/// How a certificate of a solved position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// As text.
    Plain,
    /// As text in gzip.
    Gzip,
}

/// A certificate that was written.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    /// Where, as the door calls it.
    pub file: String,
    /// What it proves, in words.
    pub proves: String,
    /// How many positions it lists; laws list none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// How many bytes it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

impl Written {
    /// For people.
    pub fn words(&self, language: Language) -> String {
        let words = message!("certificate {}: {}", self.file, self.proves);
        let words = match (self.positions, self.bytes) {
            (Some(positions), Some(bytes)) => message!("{}; {} positions, {} bytes", words, positions, bytes),
            _ => words,
        };
        words.say(language) + "\n"
    }
}

/// The solver asked position by position.
struct Solver<'a> {
    session: Session,
    measure: Measure,
    watch: &'a dyn Watch,
}

impl Oracle for Solver<'_> {
    type Failure = Refusal;

    fn worth(&mut self, position: &Position, mover: Side) -> Result<Known, Refusal> {
        let worth = self.session.evaluate(position, mover, self.watch)?;
        let sign = match worth.result {
            Wdl::Win => 1,
            Wdl::Draw => 0,
            Wdl::Loss => -1,
        };
        let gets = match (self.measure, worth.margin) {
            (Measure::Margin, Some(margin)) => {
                Bound(i32::try_from(margin).map_err(|_| Refusal::Unfit("too many points".to_string()))?)
            }
            (Measure::Margin, None) => return Err(Refusal::Unfit("this game has no points".to_string())),
            (_, _) if sign == 0 => Bound::DRAW,
            (Measure::Plies, _) => match worth.plies {
                Some(plies) => Bound::decided(Measure::Plies, sign, plies),
                None => return Err(Refusal::Unfit("play for ever wins here, in no number of moves".to_string())),
            },
            (measure, _) => Bound::decided(measure, sign, 0),
        };
        Ok(Known { gets, rank: worth.plies })
    }

    fn gets(
        &mut self,
        position: &Position,
        mover: Side,
        player: Side,
        at_least: Bound,
    ) -> Result<Option<bool>, Refusal> {
        if self.session.counts_moves() {
            return Ok(None);
        }
        // What the other gets at least, the mover does not get more than the opposite of.
        let test = i64::from(at_least.0);
        let (test, wanted) = if mover == player { (test, true) } else { (1 - test, false) };
        let at_least = match (self.measure, test) {
            (Measure::Margin, points) => AtLeast::Points(points),
            (_, ..=-1) => return Ok(Some(wanted)),
            (_, 0) => AtLeast::Result(Wdl::Draw),
            (_, 1) => AtLeast::Result(Wdl::Win),
            (_, _) => return Ok(Some(!wanted)),
        };
        let known = self.session.gets(position, mover, at_least, self.watch)?;
        Ok(known.map(|reached| reached == wanted))
    }

    fn count_moves(&mut self) -> bool {
        self.session.count_moves()
    }

    fn grundy(&mut self, component: &Component) -> Result<u64, Refusal> {
        let position = Position { parts: vec![component.clone()] };
        match self.session.evaluate(&position, Side::Left, self.watch)?.grundy {
            Some(Grundy::Finite(value)) => Ok(value),
            _ => Err(Refusal::Unfit("there is no finite Grundy value".to_string())),
        }
    }
}

/// What is to be certified: what is proved, for which starters, under which convention.
pub(crate) struct Certified<'a> {
    /// The position.
    pub question: &'a Question,
    /// The convention.
    pub play: Play,
    /// What is proved.
    pub kind: CertificateKind,
    /// Who starts.
    pub starters: &'a [Side],
    /// The answer that it must not contradict.
    pub answer: Option<&'a Answer>,
}

/// Writes the certificate of a position. What the session of the answer holds is not computed again. A certificate that would
/// contradict the answer is an error, and neither is told.
pub(crate) fn certify(
    certified: &Certified,
    known: Option<Session>,
    (out, packing, file): (&mut dyn Output, Packing, &str),
    watch: &dyn Watch,
) -> Result<Written, Problem> {
    let &Certified { question, play, kind, starters, answer } = certified;
    let position = &question.position;
    let (wanted, measure) = match kind {
        CertificateKind::Grundy => (Wanted::Values, Measure::Outcome),
        CertificateKind::Outcome | CertificateKind::Value | CertificateKind::Loopy => {
            (Wanted::Outcomes, Measure::Outcome)
        }
        CertificateKind::Margin => (Wanted::Outcomes, Measure::Margin),
        CertificateKind::Plies => (Wanted::Plies, Measure::Plies),
    };
    let scores = |part: &Component| {
        let mut verdicts = part.game.rules.verdicts.iter();
        verdicts.any(|verdict| matches!(verdict.result, grundy_rule::VerdictResult::Score(_)))
    };
    if kind != CertificateKind::Margin && position.parts.iter().any(scores) {
        let cause = "no certificate: who wins a game of points is shown by its margin";
        return Err(Problem::bad_input("certificate", cause).remedy("`--proves margin`"));
    }
    let is_normal =
        |part: &Component| play == Play::AsWritten && Convention::of(&part.game.rules) == Convention::Normal;
    if matches!(kind, CertificateKind::Value | CertificateKind::Loopy) && !position.parts.iter().all(is_normal) {
        let cause = "no certificate: values are those of games in which who cannot move loses";
        return Err(Problem::bad_input("certificate", cause).remedy("`--proves outcome`"));
    }
    if kind == CertificateKind::Grundy && is_known_by_period(position) {
        let cause = "a heap of this size is known by its period, not position by position";
        return Err(Problem::bad_input("certificate", cause).remedy("`grundy sequence GAME --certificate FILE`"));
    }
    let session = match known.and_then(|session| session.now_wanting(wanted)) {
        Some(session) => session,
        None => Session::open(position, play, wanted).map_err(|refusal| refused(NotWritten::Unknown(refusal)))?,
    };
    let mut solver = Solver { session, measure, watch };
    let proves = match kind {
        CertificateKind::Value => Proves::Value(grundy_certify::canonical(position, watch).map_err(refused)?),
        CertificateKind::Loopy => Proves::Loopy(grundy_certify::loopy(position, watch).map_err(refused)?),
        _ => claimed(position, kind, starters, &mut solver).map_err(|refusal| refused(NotWritten::Unknown(refusal)))?,
    };
    let played = match play {
        Play::AsWritten => PlayedBy::Rules,
        Play::Misere => PlayedBy::Misere,
    };
    let words = in_words(played, &proves, &players(position)).join("; ");
    if let Some(answer) = answer.filter(|answer| contradicts(&proves, answer, starters)) {
        let cause =
            format!("the answer and its certificate disagree, so neither is told: the certificate says {words}");
        let standing = &answer.standing;
        let problem = Problem::bad_input("contradiction", cause);
        return Err(problem.remedy(format!("this is a mistake of the program; the answer was called {standing}")));
    }
    let rules: Vec<&str> = question.texts.iter().map(|text| text.text.as_str()).collect();
    let trouble = |error: io::Error| Problem::bad_input("file", error.to_string());
    out.restart().map_err(trouble)?;
    let counted = Counted { out, bytes: 0 };
    let mut sink = match packing {
        Packing::Plain => Sink::Plain(BufWriter::with_capacity(GATHERED, counted)),
        Packing::Gzip => Sink::Gzip(BufWriter::with_capacity(GATHERED, GzEncoder::new(counted, Compression::new(4)))),
    };
    let positions =
        grundy_certify::write(position, &rules, (played, proves), &mut solver, &mut sink, watch).map_err(refused)?;
    let bytes = sink.finish().map_err(trouble)?.bytes;
    Ok(Written { file: file.to_string(), proves: words, positions: Some(positions), bytes: Some(bytes) })
}

/// Bytes on their way out, counted.
struct Counted<'a> {
    out: &'a mut dyn Output,
    bytes: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether an answer for the first of these starters says something else than a certificate would prove.
fn contradicts(proves: &Proves, answer: &Answer, starters: &[Side]) -> bool {
    match proves {
        Proves::Grundy(value) => answer.grundy.as_ref().is_some_and(|known| *known != Grundy::Finite(*value)),
        Proves::Loopy(value) => answer.grundy.as_ref().is_some_and(|known| grundy_text(known) != *value),
        Proves::Value(value) => {
            answer.value.as_ref().is_some_and(|known| !is_value(value, known))
                || outcome_of(value).is_some_and(|outcome| {
                    [Side::Left, Side::Right].into_iter().any(|side| {
                        let wins = match outcome {
                            Outcome::Next => true,
                            Outcome::Previous => false,
                            Outcome::Left => side == Side::Left,
                            Outcome::Right => side == Side::Right,
                        };
                        let asked = starters.first() == Some(&side);
                        sign(answer, side, asked).is_some_and(|sign| sign != if wins { 1 } else { -1 })
                    })
                })
        }
        Proves::Results(measure, claims) => claims.iter().any(|claim| {
            let asked = starters.first() == Some(&claim.starts);
            let sign = sign(answer, claim.starts, asked);
            let plies = answer.plies.filter(|_| asked && *measure == Measure::Plies && claim.gets != Bound::DRAW);
            let margin = answer.margin.filter(|_| asked && *measure == Measure::Margin);
            sign.is_some_and(|sign| sign != claim.gets.0.signum())
                || plies.is_some_and(|plies| plies != claim.gets.plies())
                || margin.is_some_and(|margin| margin != i64::from(claim.gets.0))
        }),
    }
}

/// Who wins by an answer where this player starts, if it says so: 1 for that player, -1 for the other, 0 for a draw.
fn sign(answer: &Answer, starts: Side, asked: bool) -> Option<i32> {
    let of_class = |class| match class {
        Class::N => Some(Winner::First),
        Class::P => Some(Winner::Second),
        Class::L => Some(Winner::Player(Side::Left)),
        Class::R => Some(Winner::Player(Side::Right)),
        Class::D => Some(Winner::Draw),
    };
    let by_starter = answer.by_starter.map(|both| both[starts as usize]);
    let winner = by_starter.or(answer.winner.filter(|_| asked)).or(answer.outcome.and_then(of_class));
    winner.map(|winner| match winner {
        Winner::First => 1,
        Winner::Second => -1,
        Winner::Draw => 0,
        Winner::Player(side) if side == starts => 1,
        Winner::Player(_) => -1,
    })
}

/// Who wins a game of the value that a text means.
fn outcome_of(text: &str) -> Option<Outcome> {
    let arena = Arena::new();
    let values = arena.values(&grundy_answer::Unwatched);
    match Calculator::new(&NoPositions).evaluate(values, text) {
        Ok(grundy_value::Answer::Game(read)) => values.outcome(read).ok(),
        _ => None,
    }
}

/// Whether a text means the value of a form.
fn is_value(text: &str, form: &CanonicalForm) -> bool {
    let arena = Arena::new();
    let values = arena.values(&grundy_answer::Unwatched);
    let read = Calculator::new(&NoPositions).evaluate(values, text);
    matches!((read, values.game_of(form)), (Ok(grundy_value::Answer::Game(read)), Ok(known)) if read == known)
}

/// Whether some heap is too large to be reached one by one.
pub(crate) fn is_known_by_period(position: &Position) -> bool {
    let large =
        |part: &Component| part.game.rules.fields.len() == 1 && part.packed.len() == 1 && part.packed[0] > LARGEST_HEAP;
    let heap = |part: &Component| grundy_solve::heap_values(&part.game).is_some();
    position.parts.iter().any(|part| large(part) && heap(part))
}

/// Whether an answer rests on the codes of heap games: every part has one, and some heap is too large to be searched. A
/// period that those values show is shorter evidence than the list of them.
pub(crate) fn rests_on_codes(position: &Position) -> bool {
    position.parts.iter().any(|part| grundy_solve::valued_by_code(part).is_some())
        && position.parts.iter().all(|part| grundy_solve::heap_values(&part.game).is_some())
}

/// Writes the certificates of the laws that an answer rests on, one after the other: periods, claims, or patterns. Components
/// of several games are added by Grundy values.
pub(crate) fn certify_laws(
    question: &Question,
    (out, file): (&mut dyn Output, &str),
    budget: &Budget,
) -> Result<Written, Problem> {
    let mut games: Vec<&Component> = Vec::new();
    for part in &question.position.parts {
        if !games.iter().any(|known| known.game.key == part.game.key && known.game.params == part.game.params) {
            games.push(part);
        }
    }
    if !(1..=MOST_LAWS).contains(&games.len()) {
        return Err(unlawful(&format!("laws of {} games; one to {MOST_LAWS} are written", games.len())));
    }
    let (mut text, mut laws) = (String::new(), Vec::new());
    // The values that the answer rests on show the period, if any do; of huge heaps it rests on nothing else.
    let largest = question.position.parts.iter().filter_map(grundy_solve::valued_by_code).max();
    let reach = match largest {
        Some(size @ ..=LARGEST_HEAP) => Reach::To(size as usize + 1),
        _ => Reach::Default,
    };
    for part in &games {
        let law = law(question, part, reach, budget)?;
        if games.len() > 1 && law.speaks == Speaks::Outcomes {
            return Err(unlawful(&format!("{} tell no Grundy values, and sums need them", law.what)));
        }
        text.push_str(&law.text);
        laws.push(law.what);
    }
    let trouble = |error: io::Error| Problem::bad_input("file", error.to_string());
    out.restart().and_then(|()| out.write_all(text.as_bytes())).map_err(trouble)?;
    Ok(Written { file: file.to_string(), proves: laws.join("; "), positions: None, bytes: None })
}

/// A sum of positions of more games is not certified by their laws.
pub(crate) const MOST_LAWS: usize = 64;

fn unlawful(reason: &str) -> Problem {
    Problem::bad_input("certificate", format!("no certificate: {reason}"))
}

/// The law of a game: its certificate, what it is, and what it speaks of.
struct Law {
    text: String,
    what: String,
    speaks: Speaks,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Speaks {
    Values,
    Outcomes,
}

/// The law of a component's game.
fn law(question: &Question, part: &Component, reach: Reach, watch: &dyn Watch) -> Result<Law, Problem> {
    let subject = Provable { world: part.game.world().clone(), key: part.game.key, params: part.game.params.clone() };
    let source = &question.texts[part.game.key.0];
    let name = subject.text();
    if let Some(rule) = grundy_solve::heap_values(&part.game) {
        let certificate = period::of_heaps(source, &subject, &rule, reach, watch);
        let text = certificate.map_err(|reason| unlawful(&reason))?.text();
        return Ok(Law { text, what: format!("the period of {name}, all heaps"), speaks: Speaks::Values });
    }
    let outcome = grundy_prove::claims(&subject, &source.text, grundy_prove::Effort::default(), watch);
    let certificate = outcome.certificate.ok_or_else(|| unlawful("nothing is proved for all sizes"))?;
    let speaks = if certificate.claim.kind().starts_with("grundy") { Speaks::Values } else { Speaks::Outcomes };
    let law = if part.game.rules.claims.is_empty() { "the pattern" } else { "the claims" };
    Ok(Law { text: certificate.text(), what: format!("{law} of {name}, all positions"), speaks })
}

/// What the solver says of the position itself.
fn claimed(
    position: &Position,
    kind: CertificateKind,
    starters: &[Side],
    solver: &mut Solver,
) -> Result<Proves, Refusal> {
    if kind == CertificateKind::Grundy {
        let mut sum = 0;
        for part in &position.parts {
            sum ^= solver.grundy(part)?;
        }
        return Ok(Proves::Grundy(sum));
    }
    let mut claims = Vec::new();
    for starts in [Side::Left, Side::Right].into_iter().filter(|side| starters.contains(side)) {
        claims.push(Claim { starts, gets: solver.worth(position, starts)?.gets });
    }
    Ok(Proves::Results(solver.measure, claims))
}

/// Text as it is, or packed; lines are gathered first.
enum Sink<'a> {
    Plain(BufWriter<Counted<'a>>),
    Gzip(BufWriter<GzEncoder<Counted<'a>>>),
}

impl<'a> Sink<'a> {
    fn finish(self) -> io::Result<Counted<'a>> {
        match self {
            Sink::Plain(text) => text.into_inner().map_err(IntoInnerError::into_error),
            Sink::Gzip(text) => text.into_inner().map_err(IntoInnerError::into_error)?.finish(),
        }
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Plain(text) => text.write(bytes),
            Sink::Gzip(text) => text.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn refused(why: NotWritten<Refusal>) -> Problem {
    let unwritten = |reason: String| Problem::bad_input("certificate", format!("no certificate: {reason}"));
    let limit = |reason: String| unwritten(reason).of_kind(ProblemKind::Limit);
    match why {
        NotWritten::Unknown(Refusal::Wrong(diagnostic)) => Problem::of_position(&diagnostic),
        NotWritten::Unknown(Refusal::Unfit(reason)) | NotWritten::Unfit(reason) => unwritten(reason),
        NotWritten::Unknown(Refusal::OutOfReach(reason)) => limit(reason),
        NotWritten::Unknown(Refusal::Stopped(stop, positions)) => limit(format!("{stop} after {positions} positions")),
        NotWritten::Stopped(stop) => limit(stop.to_string()),
        NotWritten::Write(error) => unwritten(error.to_string()),
    }
}

/// Claims in words, one for each starter.
pub(crate) fn in_words(play: PlayedBy, proves: &Proves, players: &[String; 2]) -> Vec<String> {
    let (measure, claims) = match proves {
        Proves::Grundy(value) => return vec![format!("Grundy value {value}")],
        Proves::Loopy(value) => return vec![format!("Grundy value {value}")],
        Proves::Value(value) => return vec![format!("canonical value {value}")],
        Proves::Results(measure, claims) => (measure, claims),
    };
    let said = |claim: &Claim| {
        let (first, second) = (&players[claim.starts as usize], &players[claim.starts.other() as usize]);
        let winner = if claim.gets > Bound::DRAW { first } else { second };
        let result = match measure {
            Measure::Margin => format!("margin {} for {first}", claim.gets.0),
            _ if claim.gets == Bound::DRAW => "a draw".to_string(),
            Measure::Outcome => format!("{winner} wins"),
            Measure::Plies => format!("{winner} wins in {} moves", claim.gets.plies()),
        };
        let play = if play == PlayedBy::Misere { "under misère play, " } else { "" };
        format!("{play}if {first} starts: {result}")
    };
    claims.iter().map(said).collect()
}
