//! The certificate of an answer: written with the solver as its oracle, read and verified by the checker.

use grundy_answer::{Unwatched, Watch};
use grundy_certify::{Known, Oracle, written_out};
use grundy_kernel::{Bound, Claim, Maker, Measure, PlayedBy, Proves};
use grundy_proof::verify_solved;
use grundy_run::{Component, Position, Side};
use grundy_solve::{AtLeast, Grundy, Play, Refusal, Session, Wanted, Wdl};
use std::io::Cursor;

/// How the moves of a certificate are made while it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checking {
    Interpretation,
    WrittenOut,
}

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
        let unfit = |reason: &str| Refusal::Unfit(reason.to_string());
        let gets = match (self.measure, worth.margin) {
            (Measure::Margin, Some(margin)) => Bound(i32::try_from(margin).map_err(|_| unfit("too many points"))?),
            (Measure::Margin, None) => return Err(unfit("no points")),
            (_, _) if sign == 0 => Bound::DRAW,
            (Measure::Plies, _) => {
                Bound::decided(Measure::Plies, sign, worth.plies.ok_or_else(|| unfit("won by play for ever"))?)
            }
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
            _ => Err(Refusal::Unfit("no finite Grundy value".to_string())),
        }
    }
}

/// What a certificate is asked to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    Outcome,
    Plies,
    Margin,
    Grundy,
    /// The Grundy value where play can return.
    Loopy,
    Value,
    /// Who wins if who cannot move wins.
    Misere,
}

/// What became of a certificate.
pub enum Certified {
    /// Written and accepted; what it says of Left starting and of Right starting, as the starter gets it; and itself.
    Accepted(Vec<(Side, i64)>, String),
    /// None is written, because of this.
    Unwritten,
    /// It is refused.
    Refused(String),
}

/// Writes the certificate of a position in these rules, and verifies it in each of these ways.
pub fn certified(position: &Position, text: &str, about: About, checks: &[Checking]) -> Certified {
    let watch = &Unwatched;
    let (wanted, measure) = match about {
        About::Grundy => (Wanted::Values, Measure::Outcome),
        About::Outcome | About::Value | About::Loopy | About::Misere => (Wanted::Outcomes, Measure::Outcome),
        About::Margin => (Wanted::Outcomes, Measure::Margin),
        About::Plies => (Wanted::Plies, Measure::Plies),
    };
    let (play, played) = match about {
        About::Misere => (Play::Misere, PlayedBy::Misere),
        _ => (Play::AsWritten, PlayedBy::Rules),
    };
    let Ok(session) = Session::open(position, play, wanted) else { return Certified::Unwritten };
    let mut solver = Solver { session, measure, watch };
    let mut said = Vec::new();
    let proves = match about {
        About::Value => match grundy_certify::canonical::<Refusal>(position, watch) {
            Ok(value) => Proves::Value(value),
            Err(_) => return Certified::Unwritten,
        },
        About::Loopy => match grundy_certify::loopy::<Refusal>(position, watch) {
            Ok(value) => Proves::Loopy(value),
            Err(_) => return Certified::Unwritten,
        },
        About::Grundy => {
            let mut sum = 0;
            for part in &position.parts {
                match solver.grundy(part) {
                    Ok(value) => sum ^= value,
                    Err(_) => return Certified::Unwritten,
                }
            }
            said.push((Side::Left, sum as i64));
            Proves::Grundy(sum)
        }
        _ => {
            let mut claims = Vec::new();
            for starts in [Side::Left, Side::Right] {
                let Ok(known) = solver.worth(position, starts) else { return Certified::Unwritten };
                let worth = match measure {
                    Measure::Margin => i64::from(known.gets.0),
                    _ => i64::from(known.gets > Bound::DRAW) - i64::from(known.gets < Bound::DRAW),
                };
                said.push((starts, worth));
                claims.push(Claim { starts, gets: known.gets });
            }
            Proves::Results(measure, claims)
        }
    };
    let mut out = Vec::new();
    if grundy_certify::write(position, &[text], (played, proves), &mut solver, &mut out, watch).is_err() {
        return Certified::Unwritten;
    }
    for &checking in checks {
        let opened = match grundy_kernel::open(Cursor::new(&out)) {
            Ok(opened) => opened,
            Err(malformed) => return Certified::Refused(malformed.to_string()),
        };
        let maker = (checking == Checking::WrittenOut).then_some(&written_out as &Maker);
        if let Err(unproved) = verify_solved(opened, &[text], maker, watch) {
            let text = String::from_utf8_lossy(&out);
            return Certified::Refused(format!("{checking:?}: {unproved:?}\n{text}"));
        }
    }
    Certified::Accepted(said, String::from_utf8(out).expect("a text"))
}
