//! Functions of short games.

use super::Call;
use super::table::{Property, What};
use crate::calculator::answer::Answer;
use crate::calculator::fault::Fault;
use crate::{Choice, Dyadic, Game, Halt, Nimber, Nus, Order, Side, Values};

pub(super) fn apply(what: What, call: &Call<'_>) -> Result<Answer, Fault> {
    let values = call.values;
    let halt = |halt: Halt| Fault::halt(call.span.clone(), halt);
    let number = |number: &Dyadic| values.number(number).map(Answer::Game);
    let list = |games: Vec<Game>| Answer::List(games.into_iter().map(Answer::Game).collect());
    let nimber = |nimber: Nimber| values.nus(&Nus::nimber(nimber)).map(Answer::Game).map_err(halt);
    let g = call.game(0)?;
    let answer = match what {
        What::Canonical => Ok(Answer::Game(g)),
        What::Latex => values.latex(g).map(Answer::Text),
        What::Outcome => values.outcome(g).map(|outcome| Answer::Text(outcome.to_string())),
        What::Birthday => values.birthday(g).and_then(|day| number(&day)),
        What::BornBy => {
            let mut games = values.born_by(call.count(0)?).map_err(halt)?;
            super::list::sort(values, &mut games).map_err(halt)?;
            Ok(list(games))
        }
        What::Companion => values.companion(g).map(Answer::Game),
        What::Order => values.order(g).and_then(|order| match order {
            Order::Finite(n) => number(&Dyadic::from(n as i64)),
            Order::Infinite => Ok(Answer::Text("infinite".to_string())),
            Order::Above(n) => Ok(Answer::Text(format!("above {n}, or infinite"))),
        }),
        What::Thermograph => values.thermograph(g).map(|found| Answer::Thermograph(Box::new(found))),
        What::Mean => values.mean(g).and_then(|mean| number(&mean)),
        What::Temperature => values.temperature(g).and_then(|temperature| number(&temperature)),
        What::Stop(side) | What::StrongStop(side) => Ok(Answer::Game(values.stop(g, side))),
        What::StopCount => values.stop_count(g).and_then(|count| number(&Dyadic::from_big(count, 0))),
        What::Options(side) => values.options(g, side).map(|options| list(options.to_vec())),
        What::Incentives(side) => values.incentives(g, side).map(list),
        What::Heat if call.arguments.len() == 1 => values.heat(g, Game::ONE).map(Answer::Game),
        What::Heat => values.heat(g, call.game(1)?).map(Answer::Game),
        What::Cool => {
            let t = call.number(1)?;
            if t <= Dyadic::from(-1) {
                return Err(call.fault("arguments", "games are cooled by more than -1"));
            }
            values.cool(g, &t).map(Answer::Game)
        }
        // An integer is frozen already: its own temperature is -1.
        What::Freeze if values.as_number(g).is_some_and(|number| number.is_integer()) => Ok(Answer::Game(g)),
        What::Freeze => values.temperature(g).and_then(|t| values.cool(g, &t)).map(Answer::Game),
        What::Overheat => values.overheat(g, call.game(1)?, call.game(2)?).map(Answer::Game),
        What::Norton => match values.norton(g, call.game(1)?).map_err(halt)? {
            Some(product) => Ok(Answer::Game(product)),
            None => return Err(call.fault("kind", "the unit of a Norton product must be positive")),
        },
        What::Ordinal => values.ordinal_sum(g, call.game(1)?).map(Answer::Game),
        What::OrdinalProduct => values.ordinal_product(g, call.game(1)?).map(Answer::Game),
        What::ConwayProduct => values.conway_product(g, call.game(1)?).map(Answer::Game),
        What::Together(how) => values.compound(g, call.game(1)?, how).map(Answer::Game),
        What::Reduced => values.reduced(g).map(Answer::Game),
        What::AtomicWeight => match values.atomic_weight(g).map_err(halt)? {
            Some(weight) => Ok(Answer::Game(weight)),
            None => {
                return Err(call
                    .fault("kind", "no atomic weight of this game is known")
                    .remedy("all-small games have one"));
            }
        },
        What::FarStar => values.far_star(g).map(Answer::Game),
        What::Tiny(side) => values.tiny(side, g).map(Answer::Game),
        What::Superstar => {
            let stars: Result<Vec<Nimber>, Fault> = (0..call.arguments.len()).map(|at| call.nimber(at)).collect();
            values.superstar(&stars?).map(Answer::Game)
        }
        What::Switch => values.switch_of(&call.games()?).map(Answer::Game),
        What::SignExpansion => Ok(Answer::Text(call.number(0)?.sign_expansion().map_err(halt)?)),
        What::SumOutcome => values.outcome_of_sum(&call.games()?).map(|outcome| Answer::Text(outcome.to_string())),
        What::WinningMoves(side) => {
            values.winning_moves(&call.games()?, side).and_then(|moves| choices(values, &moves))
        }
        What::Orthodox(side) => {
            let advised = values.thermostatic_move(&call.games()?, side).map_err(halt)?;
            choices(values, advised.as_slice())
        }
        What::Simplest => match values.simplest_between(&call.number(0)?, &call.number(1)?).map_err(halt)? {
            Some(found) => Ok(Answer::Game(found)),
            None => return Err(call.fault("arguments", "no number lies between the second and the first")),
        },
        What::Power | What::PowerTo => {
            // The power stands alone, or after the game it is of.
            let last = call.arguments.len() - 1;
            let base = if last == 0 { Game::UP } else { g };
            let n = call.count(last)?;
            let power = if what == What::Power { values.power(base, n) } else { values.power_to(base, n) };
            match power.map_err(halt)? {
                Some(power) => Ok(Answer::Game(power)),
                None => return Err(call.fault("kind", "only a game {0|H} in canonical form has powers")),
            }
        }
        What::Uptimal => {
            let digits: Result<Vec<Dyadic>, Fault> = (0..call.arguments.len()).map(|at| call.number(at)).collect();
            let digits = digits?;
            if digits.iter().any(|digit| !digit.is_integer()) {
                return Err(call.fault("kind", "the digits of an uptimal are integers"));
            }
            values.uptimal(&digits).map(Answer::Game)
        }
        What::UptimalExpansion => match values.uptimal_expansion(g).map_err(halt)? {
            Some(found) => {
                let digits = found.digits.iter().map(|&digit| values.number(&Dyadic::from(digit)));
                let first = [values.number(&found.number), values.nimber(Nimber(found.star))];
                first.into_iter().chain(digits).collect::<Result<Vec<Game>, Halt>>().map(list)
            }
            None => return Err(call.fault("kind", "this game is no uptimal, or one of digits above 12")),
        },
        What::Nimber => return nimber(call.nimber(0)?),
        What::NimSum => return nimber(call.nimber(0)? + call.nimber(1)?),
        What::NimProduct => return nimber(call.nimber(0)? * call.nimber(1)?),
        What::NimInverse => match call.nimber(0)?.inverse() {
            Some(inverse) => return nimber(inverse),
            None => return Err(call.fault("arguments", "0 has no inverse")),
        },
        What::NimSquareRoot => return nimber(call.nimber(0)?.square_root()),
        What::NimPower => {
            let exponent = call.number(1)?;
            let exponent = u128::try_from(exponent.numerator()).ok().filter(|_| exponent.is_integer());
            let exponent =
                exponent.ok_or_else(|| call.fault("kind", "the exponent must be a whole number below 2^128"))?;
            return nimber(call.nimber(0)?.power(exponent));
        }
        What::Is(property) => has(values, g, property).map(Answer::Truth),
        What::Parity(ends, parity) => values.parity(g, ends).map(|found| Answer::Truth(found == Some(parity))),
        What::FollowerCount => values.in_order_of_birth(g).and_then(|all| number(&Dyadic::from(all.len() as i64))),
        What::Followers => values.in_order_of_birth(g).map(list),
        What::OneSide(_) => Ok(Answer::Game(g)),
        // Every short game is of degree 0 and variety 0.
        What::Degree | What::Variety => Ok(Answer::Game(Game::ZERO)),
        What::Sum(_) => values.sum(g, call.game(1)?).map(Answer::Game),
        What::Compare => {
            let relation = values.compare(g, call.game(1)?).map_err(halt)?;
            Ok(Answer::Text(relation.symbol().to_string()))
        }
        What::Komaster(_) | What::KoKind => return super::ko::apply(what, call),
        What::Alpha
        | What::NaturalProduct
        | What::NaturalSum
        | What::OrdinalAdd
        | What::OrdinalMultiply
        | What::OrdinalPow => return super::ordinal::apply(what, call),
        What::Best(_)
        | What::Enriched
        | What::OrthodoxOptions(_)
        | What::Sensible(_)
        | What::SensibleLines(_)
        | What::Sentestrat(_)
        | What::StopBounds(_) => return super::play::apply(what, call),
        What::Count
        | What::Extreme(_)
        | What::Join
        | What::Reverse
        | What::Sort
        | What::SumOf
        | What::Text
        | What::Unique => return super::list::apply(what, call),
    };
    answer.map_err(halt)
}

/// Whether a short game has a property.
fn has(values: Values<'_>, g: Game, property: Property) -> Result<bool, Halt> {
    Ok(match property {
        Property::AllSmall => values.is_all_small(g)?,
        Property::Atomic => values.atomic_weight(g)?.is_some(),
        Property::Idempotent | Property::Zero => g == Game::ZERO,
        Property::Infinitesimal => values.is_infinitesimal(g),
        Property::Integer => values.as_number(g).is_some_and(|number| number.is_integer()),
        Property::Loopfree | Property::Plumtree | Property::Stable | Property::Stopper | Property::StopperSided => true,
        Property::Nimber => values.as_nimber(g).is_some(),
        Property::Number | Property::Pseudonumber => values.is_number(g),
        Property::Numberish => values.is_numberish(g),
        Property::NumberTiny => {
            let rest = values.difference(g, values.stop(g, Side::Left))?;
            values.is_numberish(g)
                && (values.tiny_threat(rest, Side::Left)?.is_some() || values.tiny_threat(rest, Side::Right)?.is_some())
        }
        Property::Uptimal => values.uptimal_expansion(g)?.is_some(),
    })
}

/// Moves in a sum: the number of the summand, and what it becomes.
pub(super) fn choices(values: Values<'_>, moves: &[Choice]) -> Result<Answer, Halt> {
    let texts = moves.iter().map(|&(at, option)| Ok(Answer::Text(format!("{}: {}", at + 1, values.text(option)?))));
    texts.collect::<Result<Vec<_>, Halt>>().map(Answer::List)
}
