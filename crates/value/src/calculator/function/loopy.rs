//! Functions of loopy values (Siegel, *CGT* VI.5-6): sides, upsums, degree and variety.

use super::Call;
use super::table::{Property, What};
use crate::calculator::answer::Answer;
use crate::calculator::fault::Fault;
use crate::{Halt, Relation, Side, Sided, Values};

/// What a function makes of loopy values; `None` where it is for the short ones, or there are none.
pub(super) fn apply(what: What, call: &Call<'_>) -> Result<Option<Answer>, Fault> {
    let is_loopy = |answer: &Answer| matches!(answer, Answer::Loopy(_));
    if !call.arguments.iter().any(is_loopy) {
        return Ok(None);
    }
    let values = call.values;
    let halt = |halt: Halt| Fault::halt(call.span.clone(), halt);
    let sided = |at: usize| -> Result<Sided, Fault> {
        let found = call.arguments[at].sided(values).map_err(halt)?;
        found.ok_or_else(|| {
            call.fault("kind", format!("a game is expected here, this is {}", call.arguments[at].kind()))
        })
    };
    let g = sided(0)?;
    let value = |sided: Result<Sided, Halt>| sided.and_then(|sided| Answer::loopy(values, sided)).map_err(halt);
    Ok(Some(match what {
        What::Canonical => call.arguments[0].clone(),
        What::Outcome => Answer::Text(g.outcome()),
        What::Latex => Answer::Text(g.latex(values).map_err(halt)?),
        What::OneSide(side) => value(Ok(g.one_side(side)))?,
        What::Sum(side) => value(one_side_of_sum(values, &g, &sided(1)?, side))?,
        What::Options(side) => options(call, &g, side)?,
        What::Followers | What::FollowerCount if g.is_stopper() => {
            let graph = g.side(Side::Left);
            let mut all = Vec::new();
            for root in 0..graph.options.len() {
                all.push(value(Sided::of_graph(values, &crate::Graph { root, ..graph.clone() }))?);
            }
            match what {
                What::Followers => Answer::List(all),
                _ => Answer::Game(values.number(&crate::Dyadic::from(all.len() as i64)).map_err(halt)?),
            }
        }
        What::Stop(side) | What::StrongStop(side) => match g.stop(values, side).map_err(halt)? {
            Some(stop) if matches!(what, What::StrongStop(_)) => value(strong(values, stop))?,
            Some(stop) => value(Ok(stop))?,
            None => {
                return Err(not_a_stopper(call));
            }
        },
        What::Degree if g.is_stopper() => value(degree(values, &g))?,
        What::Variety if g.is_stopper() => {
            let degree = degree(values, &g).map_err(halt)?;
            let [up, down] = varieties(values, &g, &degree).map_err(halt)?;
            if up.compare(values, &down).map_err(halt)? != Relation::Equal {
                return Err(
                    call.fault("kind", "its upsum and downsum varieties differ: the Stability Conjecture fails here")
                );
            }
            value(Ok(up))?
        }
        What::Degree | What::Variety | What::Followers | What::FollowerCount => {
            return Err(not_a_stopper(call));
        }
        What::Compare => {
            let relation = g.compare(values, &sided(1)?).map_err(halt)?;
            Answer::Text(relation.symbol().to_string())
        }
        What::Is(property) => Answer::Truth(match property {
            Property::Stopper => g.is_stopper(),
            Property::StopperSided => g.is_stopper_sided(),
            Property::Plumtree => g.is_stopper() && g.side(Side::Left).is_plumtree(),
            Property::Stable => {
                if !g.is_stopper() {
                    return Err(not_a_stopper(call));
                }
                let [up, down] = degree(values, &g).and_then(|degree| varieties(values, &g, &degree)).map_err(halt)?;
                up.compare(values, &down).map_err(halt)? == Relation::Equal
            }
            Property::Pseudonumber => g.is_pseudonumber(values).map_err(halt)?,
            Property::Idempotent => {
                let twice = g.sum(values, &g).map_err(halt)?;
                twice.compare(values, &g).map_err(halt)? == Relation::Equal
            }
            Property::Infinitesimal => is_infinitesimal(values, &g).map_err(halt)?,
            Property::Loopfree
            | Property::Nimber
            | Property::Integer
            | Property::Number
            | Property::Uptimal
            | Property::Zero => false,
            _ => return Ok(None),
        }),
        _ => return Ok(None),
    }))
}

fn not_a_stopper(call: &Call<'_>) -> Fault {
    call.fault("loopy", "a stopper is expected here").remedy("Onside(G) and Offside(G) may be stoppers")
}

/// A pseudonumber without its over or under: the number `x` in `x + over` and `x + under`.
fn strong(values: Values<'_>, stop: Sided) -> Result<Sided, Halt> {
    let graph = stop.side(Side::Left);
    for side in Side::BOTH {
        // x + over is {x|pass}, x + under is {pass|x}.
        if let ([only], [pass]) =
            (&graph.options[graph.root][side.index()][..], &graph.options[graph.root][side.other().index()][..])
            && *pass == graph.root
            && let Some(number) = graph.short_values(values)?[*only]
        {
            return Sided::of_game(values, number);
        }
    }
    Ok(stop)
}

/// The onside (Left) or offside (Right) of a sum, as a value of its own.
fn one_side_of_sum(values: Values<'_>, g: &Sided, h: &Sided, side: Side) -> Result<Sided, Halt> {
    Ok(g.sum(values, h)?.one_side(side))
}

/// `g` upsum `-g`.
fn degree(values: Values<'_>, g: &Sided) -> Result<Sided, Halt> {
    one_side_of_sum(values, g, &g.negative(), Side::Left)
}

/// The upsum and the downsum variety of `g` beside a degree: `g` upsum (`-g` downsum `-d`), and `g` downsum (`-g` upsum `d`).
fn varieties(values: Values<'_>, g: &Sided, degree: &Sided) -> Result<[Sided; 2], Halt> {
    let minus = g.negative();
    let low = one_side_of_sum(values, &minus, &degree.negative(), Side::Right)?;
    let high = one_side_of_sum(values, &minus, degree, Side::Left)?;
    Ok([one_side_of_sum(values, g, &low, Side::Left)?, one_side_of_sum(values, g, &high, Side::Right)?])
}

/// Whether it lies between every positive number and its negative: numbers below 2^-k for a form of k positions look the same.
fn is_infinitesimal(values: Values<'_>, g: &Sided) -> Result<bool, Halt> {
    let depth = g.side(Side::Left).options.len().max(g.side(Side::Right).options.len()).min(1000) as u32;
    let small = values.number(&crate::Dyadic::new(1, depth + 2))?;
    let small = Sided::of_game(values, small)?;
    Ok(g.at_most(values, &small)? && small.negative().at_most(values, g)?)
}

/// The options of a stopper's canonical form.
fn options(call: &Call<'_>, g: &Sided, side: Side) -> Result<Answer, Fault> {
    if !g.is_stopper() {
        return Err(not_a_stopper(call));
    }
    let halt = |halt: Halt| Fault::halt(call.span.clone(), halt);
    let graph = g.side(Side::Left);
    let each = graph.options[graph.root][side.index()].iter().map(|&root| {
        let option = Sided::of_graph(call.values, &crate::Graph { root, ..graph.clone() });
        option.and_then(|option| Answer::loopy(call.values, option)).map_err(halt)
    });
    each.collect::<Result<_, Fault>>().map(Answer::List)
}
