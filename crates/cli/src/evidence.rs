//! Certificates of solved positions as files: what `solve` and `refute` write and `verify` checks. A name that ends in
//! `.txt` is plain text, anything else the same text in gzip.

use crate::asked::{self, Asked};
use crate::command::solve::{grundy_text, players};
use crate::provable::Provable;
use crate::reply::{Exit, Failure, Outcome, Reply};
use crate::source::Source;
use crate::terminal::Terminal;
use crate::whole::{self, Beside};
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use grundy_answer::Watch;
use grundy_certify::{Known, NotWritten, Oracle, written_out};
use grundy_kernel::{Bound, Claim, FIRST_LINE, Likeness, Measure, PlayedBy, Proves, Unproved, Verified};
use grundy_prove::Subject;
use grundy_run::{Component, Position, Side};
use grundy_solve::{Answer, AtLeast, Grundy, Play, Refusal, Result3, Session, Telling, Winner};
use grundy_value::{Arena, Calculator, NoPositions};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, IntoInnerError, Write};
use std::path::Path;

/// A heap larger than this is known by a theorem, not position by position.
const LARGEST_HEAP: u64 = 100_000;

/// Bytes of text that are packed at a time.
const GATHERED: usize = 1 << 16;

/// What a certificate is asked to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum About {
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

/// What was written.
pub struct Written {
    /// What it proves, in words.
    pub proves: String,
    positions: u64,
    bytes: u64,
}

impl Written {
    /// For people.
    pub fn text(&self, file: &Path) -> String {
        let (positions, bytes) = (self.positions, self.bytes);
        format!("certificate {}: {}; {positions} positions, {bytes} bytes\n", file.display(), self.proves)
    }

    /// For programs.
    pub fn json(&self, file: &Path) -> Value {
        let file = file.to_string_lossy();
        json!({ "file": file, "proves": self.proves, "positions": self.positions, "bytes": self.bytes })
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
        let worth = self.session.worth(position, mover, self.watch)?;
        let sign = match worth.result {
            Result3::Win => 1,
            Result3::Draw => 0,
            Result3::Loss => -1,
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
            (_, 0) => AtLeast::Result(Result3::Draw),
            (_, 1) => AtLeast::Result(Result3::Win),
            (_, _) => return Ok(Some(!wanted)),
        };
        let known = self.session.gets(position, mover, at_least, self.watch)?;
        Ok(known.map(|reached| reached == wanted))
    }

    fn counts_moves(&self) -> bool {
        self.session.counts_moves()
    }

    fn count_moves(&mut self) -> bool {
        self.session.count_moves()
    }

    fn grundy(&mut self, component: &Component) -> Result<u64, Refusal> {
        let position = Position { parts: vec![component.clone()] };
        match self.session.worth(&position, Side::Left, self.watch)?.grundy {
            Some(Grundy::Finite(value)) => Ok(value),
            _ => Err(Refusal::Unfit("there is no finite Grundy value".to_string())),
        }
    }
}

/// Writes the certificate of a position, for these starters. What the session of the answer holds is not computed again.
/// A certificate that would contradict the answer is an error, and neither is told.
pub fn certify(
    asked: &Asked,
    play: Play,
    (about, starters): (About, &[Side]),
    (known, answer): (Option<Session>, Option<&Answer>),
    file: &Path,
    watch: &dyn Watch,
) -> Result<Written, Failure> {
    let position = &asked.position;
    let (telling, measure) = match about {
        About::Grundy => (Telling::Values, Measure::Outcome),
        About::Outcome | About::Value | About::Loopy => (Telling::Outcomes, Measure::Outcome),
        About::Margin => (Telling::Outcomes, Measure::Margin),
        About::Plies => (Telling::Plies, Measure::Plies),
    };
    let scores = |part: &Component| {
        let mut verdicts = part.game.rules.verdicts.iter();
        verdicts.any(|verdict| matches!(verdict.result, grundy_rule::VerdictResult::Score(_)))
    };
    if about != About::Margin && position.parts.iter().any(scores) {
        let cause = "no certificate: who wins a game of points is shown by its margin";
        return Err(Failure::bad_input("certificate", cause).remedy("`--proves margin`"));
    }
    if about == About::Grundy && is_known_by_period(position) {
        let cause = "a heap of this size is known by its period, not position by position";
        return Err(Failure::bad_input("certificate", cause).remedy("`grundy sequence GAME --certificate FILE`"));
    }
    let session = match known.and_then(|session| session.retold(telling)) {
        Some(session) => session,
        None => Session::telling(position, play, telling).map_err(|refusal| refused(NotWritten::Unknown(refusal)))?,
    };
    let mut solver = Solver { session, measure, watch };
    let proves = match about {
        About::Value => Proves::Value(grundy_certify::canonical(position, watch).map_err(refused)?),
        About::Loopy => Proves::Loopy(grundy_certify::loopy(position, watch).map_err(refused)?),
        _ => {
            claimed(position, about, starters, &mut solver).map_err(|refusal| refused(NotWritten::Unknown(refusal)))?
        }
    };
    if let Some(answer) = answer.filter(|answer| contradicts(&proves, answer, starters)) {
        let played = if play == Play::Misere { PlayedBy::Misere } else { PlayedBy::Rules };
        let proves = in_words(played, &proves, &players(position)).join("; ");
        let cause =
            format!("the answer and its certificate disagree, so neither is told: the certificate says {proves}");
        let standing = &answer.standing;
        let failure = Failure::bad_input("contradiction", cause);
        return Err(failure.remedy(format!("this is a mistake of the program; the answer was called {standing}")));
    }
    let rules: Vec<&str> = asked.sources.iter().map(|source| source.text.as_str()).collect();
    let plain = file.extension().is_some_and(|extension| extension == "txt");
    let beside = Beside::begin(file)?;
    let mut out = if plain {
        Sink::Plain(BufWriter::with_capacity(GATHERED, beside))
    } else {
        Sink::Packed(BufWriter::with_capacity(GATHERED, GzEncoder::new(beside, Compression::new(4))))
    };
    let played = match play {
        Play::AsWritten => PlayedBy::Rules,
        Play::Misere => PlayedBy::Misere,
    };
    let words = in_words(played, &proves, &players(position));
    let positions =
        grundy_certify::write(position, &rules, (played, proves), &mut solver, &mut out, watch).map_err(refused)?;
    let bytes = out.finish().map_err(|error| Failure::bad_input("file", error.to_string()))?.finish()?;
    Ok(Written { proves: words.join("; "), positions, bytes })
}

/// Whether an answer for the first of these starters says something else than a certificate would prove.
fn contradicts(proves: &Proves, answer: &Answer, starters: &[Side]) -> bool {
    match proves {
        Proves::Grundy(value) => answer.grundy.as_ref().is_some_and(|known| *known != Grundy::Finite(*value)),
        Proves::Loopy(value) => answer.grundy.as_ref().is_some_and(|known| grundy_text(known) != *value),
        Proves::Value(value) => answer.value.as_deref().is_some_and(|known| !is_same_value(value, known)),
        Proves::Results(measure, claims) => claims.iter().any(|claim| {
            let asked = starters.first() == Some(&claim.starts);
            let by_starter = answer.by_starter.map(|both| both[claim.starts as usize]);
            let winner = by_starter.or(answer.winner.filter(|_| asked));
            let sign = winner.map(|winner| match winner {
                Winner::First => 1,
                Winner::Second => -1,
                Winner::Draw => 0,
                Winner::Player(side) if side == claim.starts => 1,
                Winner::Player(_) => -1,
            });
            let plies = answer.plies.filter(|_| asked && *measure == Measure::Plies && claim.gets != Bound::DRAW);
            let margin = answer.margin.filter(|_| asked && *measure == Measure::Margin);
            sign.is_some_and(|sign| sign != claim.gets.0.signum())
                || plies.is_some_and(|plies| plies != claim.gets.plies())
                || margin.is_some_and(|margin| margin != i64::from(claim.gets.0))
        }),
    }
}

/// Whether two texts mean the same value.
fn is_same_value(one: &str, other: &str) -> bool {
    let arena = Arena::new();
    let values = arena.values(&grundy_answer::Unwatched);
    let mut calculator = Calculator::new(&NoPositions);
    let mut text = |text: &str| calculator.evaluate(values, text).ok().and_then(|answer| answer.text(values).ok());
    text(one).is_some_and(|one| text(other) == Some(one))
}

/// Whether some heap is too large to be reached one by one.
pub fn is_known_by_period(position: &Position) -> bool {
    let large =
        |part: &Component| part.game.rules.fields.len() == 1 && part.packed.len() == 1 && part.packed[0] > LARGEST_HEAP;
    let heap = |part: &Component| grundy_solve::heap_rule(&part.game).is_some();
    position.parts.iter().any(|part| large(part) && heap(part))
}

/// Writes the evidence of an answer that rests on laws for all positions of its games, one certificate after the other:
/// their periods, their claims, or their patterns. Components of several games are added by Grundy values.
pub fn certify_law(asked: &Asked, file: &Path, watch: &dyn Watch) -> Result<String, Failure> {
    let mut games: Vec<&Component> = Vec::new();
    for part in &asked.position.parts {
        if !games.iter().any(|known| known.game.key == part.game.key && known.game.params == part.game.params) {
            games.push(part);
        }
    }
    if !(1..=MOST_LAWS).contains(&games.len()) {
        return Err(unlawful(&format!("laws of {} games; one to {MOST_LAWS} are written", games.len())));
    }
    let (mut text, mut laws) = (String::new(), Vec::new());
    for part in &games {
        let law = law(asked, part, watch)?;
        if games.len() > 1 && law.speaks == Speaks::Outcomes {
            return Err(unlawful(&format!("{} tell no Grundy values, and sums need them", law.what)));
        }
        text.push_str(&law.text);
        laws.push(law.what);
    }
    whole::write(file, text.as_bytes())?;
    Ok(laws.join("; "))
}

/// A sum of positions of more games is not certified by their laws.
pub const MOST_LAWS: usize = 64;

fn unlawful(reason: &str) -> Failure {
    Failure::bad_input("certificate", format!("no certificate: {reason}"))
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
fn law(asked: &Asked, part: &Component, watch: &dyn Watch) -> Result<Law, Failure> {
    let subject = Subject { world: part.game.world().clone(), key: part.game.key, params: part.game.params.clone() };
    let source = asked.sources[part.game.key.0].clone();
    let name = subject.text();
    if let Some(rule) = grundy_solve::heap_rule(&part.game) {
        let certificate = crate::periods::of_heaps(&Provable { source, subject }, &rule, watch);
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
fn claimed(position: &Position, about: About, starters: &[Side], solver: &mut Solver) -> Result<Proves, Refusal> {
    if about == About::Grundy {
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
enum Sink {
    Plain(BufWriter<Beside>),
    Packed(BufWriter<GzEncoder<Beside>>),
}

impl Sink {
    fn finish(self) -> std::io::Result<Beside> {
        match self {
            Sink::Plain(text) => text.into_inner().map_err(IntoInnerError::into_error),
            Sink::Packed(text) => text.into_inner().map_err(IntoInnerError::into_error)?.finish(),
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Sink::Plain(text) => text.write(bytes),
            Sink::Packed(text) => text.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn refused(why: NotWritten<Refusal>) -> Failure {
    let unwritten = |reason: String| Failure::bad_input("certificate", format!("no certificate: {reason}"));
    let limit = |reason: String| Failure { exit: Exit::Limit, ..unwritten(reason) };
    match why {
        NotWritten::Unknown(Refusal::Wrong(diagnostic)) => asked::fault(&diagnostic),
        NotWritten::Unknown(Refusal::Unfit(reason)) | NotWritten::Unfit(reason) => unwritten(reason),
        NotWritten::Unknown(Refusal::OutOfReach(reason)) => limit(reason),
        NotWritten::Unknown(Refusal::Stopped(stop, positions)) => limit(format!("{stop} after {positions} positions")),
        NotWritten::Stopped(stop) => limit(stop.to_string()),
        NotWritten::Write(error) => unwritten(error.to_string()),
    }
}

/// Claims in words, one for each starter.
fn in_words(play: PlayedBy, proves: &Proves, players: &[String; 2]) -> Vec<String> {
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

/// A file as text, unpacked if it is in gzip; `Ok(None)` unless it is the certificate of a solved position.
pub fn solution(file: &Path) -> Result<Option<Box<dyn BufRead>>, Failure> {
    let trouble =
        |error: std::io::Error| Failure::bad_input("file", format!("`{}` cannot be read: {error}", file.display()));
    let mut bytes = BufReader::new(File::open(file).map_err(trouble)?);
    let packed = bytes.fill_buf().map_err(trouble)?.starts_with(&[0x1f, 0x8b]);
    let mut text: Box<dyn BufRead> =
        if packed { Box::new(BufReader::new(GzDecoder::new(bytes))) } else { Box::new(bytes) };
    let first = FIRST_LINE.rsplit_once(' ').map_or(FIRST_LINE, |(word, _)| word);
    let is_one = text.fill_buf().is_ok_and(|start| start.starts_with(first.as_bytes()));
    // What is packed and something else is refused by its first line.
    Ok((is_one || packed).then_some(text))
}

/// How moves are made while a certificate is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checking {
    /// Every move and ending is interpreted.
    Interpretation,
    /// By the explicit game; one entry in 1021 is interpreted too.
    WrittenOut,
}

/// Whether the checker accepts the certificate of a solved position.
pub fn verify(file: &Path, text: Box<dyn BufRead>, rules: Option<&str>, by: Checking, watch: &Terminal) -> Outcome {
    let place = file.display().to_string();
    let malformed = |malformed: grundy_kernel::Malformed| {
        Failure::bad_input("certificate", malformed.to_string()).at(format!("{place}:{}", malformed.line))
    };
    let opened = grundy_kernel::open(text).map_err(malformed)?;
    let header = opened.header.clone();
    let sources = asked::sources(&header.position, rules)?;
    let texts: Vec<&str> = sources.iter().map(|source| source.text.as_str()).collect();
    let maker = (by == Checking::WrittenOut).then_some(&written_out as &grundy_kernel::Maker);
    let mut json = Map::new();
    json.insert("position".into(), json!(header.position));
    match grundy_proof::verify_solved(opened, &texts, maker, watch) {
        Ok(verified) => {
            let claims = in_words(header.play, &header.proves, &players(&verified.position));
            let reason = reason(&verified, by);
            let read = |(source, digest): (&Source, &String)| format!("rules {} (sha256 {digest})\n", source.name);
            let read: String = sources.iter().zip(&header.rules).map(read).collect();
            let text =
                format!("{place}: accepted: {}: {}\n{read}proved: {reason}\n", header.position, claims.join("; "));
            let file = |(source, digest): (&Source, &String)| json!({ "file": source.name, "sha256": digest });
            let files: Vec<Value> = sources.iter().zip(&header.rules).map(file).collect();
            json.insert("verdict".into(), json!("accepted"));
            json.insert("claims".into(), json!(claims));
            json.insert("positions".into(), json!(verified.entries));
            json.insert("rules".into(), json!(files));
            json.insert("standing".into(), json!({ "kind": "proved", "reason": reason }));
            json.insert("seconds".into(), json!(watch.seconds()));
            Ok(Reply::fine(text, Value::Object(json)))
        }
        Err(Unproved::Malformed(wrong)) => Err(malformed(wrong)),
        Err(refusal) => {
            let (verdict, exit) = match refusal {
                Unproved::Stopped { .. } => ("no verdict", Exit::Limit),
                _ => ("refused", Exit::Refuted),
            };
            let claims = in_words(header.play, &header.proves, &["Left".to_string(), "Right".to_string()]);
            json.insert("verdict".into(), json!(verdict));
            json.insert("claims".into(), json!(claims));
            json.insert("reason".into(), json!(refusal.to_string()));
            if let Unproved::False { line, .. } = refusal {
                json.insert("line".into(), json!(line));
            }
            json.insert("seconds".into(), json!(watch.seconds()));
            Ok(Reply { text: format!("{place}: {verdict}: {refusal}\n"), json: Value::Object(json), exit })
        }
    }
}

/// Why an accepted certificate is true, and what was trusted.
fn reason(verified: &Verified, by: Checking) -> String {
    let entries = verified.entries;
    let follows = match verified.header.proves {
        Proves::Loopy(_) => format!("the labels of all {entries} positions fit by the rules, as only the true ones do"),
        _ => format!("every one of {entries} entries follows from earlier ones by the rules"),
    };
    let how = match by {
        Checking::Interpretation => "by interpretation",
        Checking::WrittenOut => "by the moves written out; one in 1021 by interpretation too",
    };
    let split = verified.likenesses.iter().any(|(_, line)| matches!(line, Likeness::Split(_)));
    let symmetric = verified.likenesses.iter().any(|(_, line)| matches!(line, Likeness::Symmetry(_)));
    let split = match (split, by) {
        (false, _) => "",
        (true, Checking::Interpretation) => {
            "; positions are sums of their parts, because every move lies within one part"
        }
        (true, Checking::WrittenOut) => "; positions are sums of their parts, decided on the moves written out",
    };
    let symmetric = match (symmetric, by) {
        (false, _) => "",
        (true, Checking::Interpretation) => "; the moves of all images of every entry were compared",
        (true, Checking::WrittenOut) => "; symmetries were decided on the moves written out",
    };
    format!("{follows}, {how}{split}{symmetric}")
}
