//! Laws: what the entry at a point is. A law gives no entry where one of its expressions has no value.

use crate::expression::{Expression, Feature, Join, bare, bits};
use crate::samples::Shown;
use std::collections::HashSet;

/// An entry that is not what the law says, and is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// Where.
    pub at: Vec<i64>,
    /// The entry there.
    pub is: i64,
}

/// `floor((times * k + plus + sqrt(root) * k) / over)`, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surd {
    /// The rational part of the slope, times `over`.
    pub times: i64,
    /// Under the root.
    pub root: i64,
    /// What is added before the division.
    pub plus: i64,
    /// The divisor.
    pub over: i64,
}

/// What the entry at a point is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Law {
    /// `(times * of + plus) // over`.
    Affine {
        /// Of what.
        of: Expression,
        /// The factor.
        times: i64,
        /// What is added.
        plus: i64,
        /// The divisor.
        over: i64,
    },
    /// `(square * of^2 + times * of + plus) // over`.
    Quadratic {
        /// Of what.
        of: Expression,
        /// The factor of the square.
        square: i64,
        /// The factor.
        times: i64,
        /// What is added.
        plus: i64,
        /// The divisor.
        over: i64,
    },
    /// By the remainder; `rise` more after each period.
    Residues {
        /// Of what.
        of: Expression,
        /// What each period adds.
        rise: i64,
        /// The entries of the first period.
        values: Vec<i64>,
    },
    /// By the remainders of two arguments.
    Grid {
        /// The periods of the first and of the second argument.
        periods: (i64, i64),
        /// The entries, row by row.
        values: Vec<i64>,
    },
    /// By the number itself; the last entry stands for all larger numbers.
    Cases {
        /// Of what.
        of: Expression,
        /// The entries of 0, 1, 2, ...
        values: Vec<i64>,
    },
    /// One law where a property holds, another elsewhere.
    Either {
        /// The property.
        when: Expression,
        /// Where it holds.
        yes: Box<Law>,
        /// Elsewhere.
        no: Box<Law>,
    },
    /// 1 at the numbers `floor(...)` for k = 0, 1, 2, ...
    Floors(Surd),
    /// 1 at the pairs (a, a + step * k + first) and their mirror images, where a is `floor(...)` for k = 0, 1, 2, ...
    Pairs {
        /// What k adds to the difference of a pair.
        step: i64,
        /// The difference of the first pair.
        first: i64,
        /// The smaller numbers.
        least: Surd,
    },
    /// 1 at a number, and after each gap again.
    Gaps {
        /// The first number.
        first: i64,
        /// The k-th gap, from k = 0 on.
        gaps: Box<Law>,
    },
    /// The laws of two arguments, joined.
    Joined {
        /// How.
        join: Join,
        /// Of the first argument.
        first: Box<Law>,
        /// Of the second argument.
        second: Box<Law>,
    },
    /// The entries of another table, at the argument and so many more.
    Known {
        /// Whose.
        name: String,
        /// How many more.
        by: i64,
        /// The entries.
        values: std::sync::Arc<Vec<i64>>,
    },
}

impl Surd {
    /// The number for k.
    pub fn at(&self, k: i64) -> Option<i64> {
        let under = i128::from(self.root) * i128::from(k) * i128::from(k);
        let root = i64::try_from(u128::try_from(under).ok()?.isqrt()).ok()?;
        Some((self.times.checked_mul(k)? + self.plus + root).div_euclid(self.over))
    }

    /// How long it is to say, in bits.
    pub fn cost(&self) -> u32 {
        6 + bits(self.times) + bits(self.root) + bits(self.plus) + bits(self.over)
    }

    fn text(&self) -> String {
        let slope = match self.times {
            0 => format!("sqrt({})", self.root),
            times => format!("({times} + sqrt({}))", self.root),
        };
        let top = match self.plus {
            0 => format!("k * {slope}"),
            plus if plus < 0 => format!("(k * {slope} - {})", -plus),
            plus => format!("(k * {slope} + {plus})"),
        };
        if self.over == 1 { format!("floor({top})") } else { format!("floor({top} / {})", self.over) }
    }
}

impl Law {
    /// The entry at a point, where the law gives one. Of gaps see [`Law::entries`].
    fn at(&self, point: &[i64]) -> Option<i64> {
        let affine = |value: i64, times: i64, plus: i64| value.checked_mul(times)?.checked_add(plus);
        match self {
            Law::Affine { of, times, plus, over } => Some(affine(of.at(point)?, *times, *plus)?.div_euclid(*over)),
            Law::Quadratic { of, square, times, plus, over } => {
                let value = of.at(point)?;
                let line = affine(value, *times, *plus)?;
                Some(value.checked_mul(value)?.checked_mul(*square)?.checked_add(line)?.div_euclid(*over))
            }
            Law::Residues { of, rise, values } => {
                let (value, period) = (of.at(point)?, values.len() as i64);
                Some(values[value.rem_euclid(period) as usize] + rise.checked_mul(value.div_euclid(period))?)
            }
            Law::Grid { periods: (rows, columns), values } => {
                let place = point[0].rem_euclid(*rows) * columns + point[1].rem_euclid(*columns);
                Some(values[place as usize])
            }
            Law::Cases { of, values } => {
                let value = usize::try_from(of.at(point)?).ok()?;
                Some(values[value.min(values.len() - 1)])
            }
            Law::Either { when, yes, no } => match when.at(point)? {
                0 => no.at(point),
                _ => yes.at(point),
            },
            Law::Floors(surd) => {
                let slope = (surd.times as f64 + (surd.root as f64).sqrt()) / surd.over as f64;
                // The estimate only says where to look: whether a number is met is decided exactly.
                let near = (point[0] as f64 / slope) as i64;
                let reach = 3 + surd.plus.abs();
                let found = (near - reach..=near + reach).any(|k| k >= 0 && surd.at(k) == Some(point[0]));
                Some(i64::from(found))
            }
            Law::Pairs { step, first, least } => {
                let (a, b) = (point[0].min(point[1]), point[0].max(point[1]));
                let gap = b - a - first;
                Some(i64::from(gap >= 0 && gap % step == 0 && least.at(gap / step) == Some(a)))
            }
            Law::Gaps { .. } => None,
            Law::Joined { join, first, second } => {
                let parts = [first.at(&point[..1])?, second.at(&point[1..2])?];
                let constant = parts.map(Expression::Number).to_vec();
                Expression::Joined(*join, constant).at(&[])
            }
            Law::Known { by, values, .. } => values.get(usize::try_from(point[0] + by).ok()?).copied(),
        }
    }

    /// The entries at many points.
    pub fn entries(&self, points: &[Vec<i64>]) -> Vec<Option<i64>> {
        let Law::Gaps { first, gaps } = self else { return points.iter().map(|point| self.at(point)).collect() };
        let most = points.iter().map(|point| point[0]).max().unwrap_or(0);
        let (mut met, mut next, mut k) = (HashSet::new(), Some(*first), 0);
        while let Some(at) = next.filter(|&at| at <= most) {
            met.insert(at);
            // A gap of nothing would go on for ever.
            next = gaps.at(&[k]).filter(|&gap| gap > 0).map(|gap| at + gap);
            k += 1;
        }
        points.iter().map(|point| Some(i64::from(met.contains(&point[0])))).collect()
    }

    /// How long it is to say, in bits.
    pub fn cost(&self) -> u32 {
        let own = |number: i64, plain: i64| if number == plain { 0 } else { 1 + bits(number) };
        match self {
            Law::Affine { of, times, plus, over } => of.cost() + own(*times, 1) + own(*plus, 0) + own(*over, 1),
            Law::Quadratic { of, square, times, plus, over } => {
                4 + 2 * of.cost() + own(*square, 1) + own(*times, 0) + own(*plus, 0) + own(*over, 1)
            }
            Law::Residues { of, rise, values } => {
                let table = quotient(values).map_or_else(|| listed(values), |over| own(over, 1));
                3 + of.cost() + bits(values.len() as i64) + own(*rise, 0) + table
            }
            Law::Grid { values, .. } => 10 + listed(values),
            Law::Cases { of, values } => {
                of.cost() + if of.is_property() && values[..] == [0, 1] { 0 } else { 2 + listed(values) }
            }
            Law::Either { when, yes, no } => 4 + when.cost() + yes.cost() + no.cost(),
            Law::Floors(surd) => surd.cost(),
            Law::Pairs { step, first, least } => 2 + bits(*step) + bits(*first) + least.cost(),
            Law::Gaps { first, gaps } => 6 + bits(*first) + gaps.cost(),
            Law::Joined { first, second, .. } if first == second => 4 + first.cost(),
            Law::Joined { first, second, .. } => 4 + first.cost() + second.cost(),
            Law::Known { by, .. } => 10 + bits(*by),
        }
    }

    /// Its text: of a property the condition under which it holds, of values what they are.
    pub fn text(&self, names: &[String], shown: Shown) -> String {
        bare(&self.plain(names, shown)).to_string()
    }

    fn plain(&self, names: &[String], shown: Shown) -> String {
        if shown == Shown::Property {
            if let Some(text) = self.condition(names) {
                return text;
            }
        }
        match self {
            Law::Affine { of, times, plus, over } => {
                let over = if *over == 1 { String::new() } else { format!(" // {over}") };
                format!("{}{over}", line(&of.text(names), *times, *plus, !over.is_empty()))
            }
            Law::Quadratic { of, square, times, plus, over } => {
                let of = of.text(names);
                let head = if *square == 1 { format!("{of} * {of}") } else { format!("{square} * {of} * {of}") };
                let tail = match (*times, *plus) {
                    (0, 0) => String::new(),
                    (0, plus) => format!(" + {plus}"),
                    (times, plus) => format!(" + {}", line(&of, times, plus, false)),
                };
                let whole = format!("{head}{tail}").replace("+ -", "- ");
                if *over == 1 { whole } else { format!("({whole}) // {over}") }
            }
            Law::Residues { of, rise, values } => {
                let (of, period) = (of.text(names), values.len());
                let rest = match quotient(values) {
                    _ if values.iter().all(|value| *value == values[0]) => values[0].to_string(),
                    Some(1) => format!("{of} % {period}"),
                    Some(over) => format!("{of} % {period} // {over}"),
                    None => format!("[{}][{of} % {period}]", row(values)),
                };
                match rise {
                    0 => rest,
                    1 => format!("{of} // {period} + {rest}"),
                    rise => format!("{rise} * ({of} // {period}) + {rest}"),
                }
            }
            Law::Grid { periods, values } => {
                let rows: Vec<String> =
                    values.chunks(periods.1 as usize).map(|values| format!("[{}]", row(values))).collect();
                let [x, y] = [&names[0], &names[1]];
                format!("[{}][{x} % {}][{y} % {}]", rows.join(", "), periods.0, periods.1)
            }
            Law::Cases { of, values } => {
                let of = of.text(names);
                match &values[..] {
                    [always] => always.to_string(),
                    values => format!("[{}][min({of}, {})]", row(values), values.len() - 1),
                }
            }
            Law::Either { when, yes, no } => {
                let [yes, no] = [yes, no].map(|law| law.text(names, Shown::Values));
                format!("{yes} if {}, else {no}", when.text(names))
            }
            Law::Floors(surd) => format!("{} = {} for some k >= 0", names[0], surd.text()),
            Law::Pairs { step, first, least } => {
                let gap = line("k", *step, *first, false);
                format!(
                    "min({x}, {y}) = {} and abs({x} - {y}) = {gap} for some k >= 0",
                    least.text(),
                    x = names[0],
                    y = names[1]
                )
            }
            Law::Gaps { first, gaps } => {
                let gap = gaps.text(&["k".to_string()], Shown::Values);
                format!("{} = {first}, and then after gaps of {gap} for k = 0, 1, 2, ...", names[0])
            }
            Law::Joined { join, first, second } => {
                let [a, b] = [(first, 0), (second, 1)].map(|(law, at)| law.text(&names[at..=at], Shown::Values));
                let one = |part: String| if part.contains(' ') { format!("({part})") } else { part };
                join.text(&[a, b].map(one))
            }
            Law::Known { name, by, .. } => format!("the same as {name} of {}", line(&names[0], 1, *by, false)),
        }
    }

    /// The condition under which a law of ones and zeros is one; `None` where its values are all that can be said.
    fn condition(&self, names: &[String]) -> Option<String> {
        let set = |values: &[i64]| {
            let ones = values.iter().enumerate().filter(|(_, value)| **value == 1);
            ones.map(|(place, _)| place.to_string()).collect::<Vec<_>>()
        };
        let among = |of: String, ones: Vec<String>| match &ones[..] {
            [one] => format!("{} = {one}", bare(&of)),
            _ => format!("{} in {{{}}}", bare(&of), ones.join(", ")),
        };
        Some(match self {
            Law::Residues { of, rise: 0, values } => match (set(values).len(), values.len()) {
                (0, _) => "never".to_string(),
                (ones, all) if ones == all => "always".to_string(),
                _ => among(format!("{} % {}", of.text(names), values.len()), set(values)),
            },
            Law::Cases { of, values } => match (&values[..], of.is_property()) {
                ([0], _) => "never".to_string(),
                ([1], _) => "always".to_string(),
                ([0, 1], true) => of.text(names),
                ([1, 0], true) => format!("not ({})", of.text(names)),
                (values, _) if values.last() == Some(&0) => among(of.text(names), set(values)),
                (values, _) => {
                    let zeros: Vec<i64> = values.iter().map(|value| 1 - value).collect();
                    match &set(&zeros)[..] {
                        [zero] => format!("{} != {zero}", bare(&of.text(names))),
                        zeros => format!("{} not in {{{}}}", of.text(names), zeros.join(", ")),
                    }
                }
            },
            Law::Grid { periods: (rows, columns), values } => {
                let ones = values.iter().enumerate().filter(|(_, value)| **value == 1);
                let pairs: Vec<String> = ones
                    .map(|(place, _)| format!("({}, {})", place as i64 / columns, place as i64 % columns))
                    .collect();
                let pair = format!("({} % {rows}, {} % {columns})", names[0], names[1]);
                format!("{pair} in {{{}}}", pairs.join(", "))
            }
            Law::Either { when, yes, no } => {
                let [yes, no] = [yes, no].map(|law| law.text(names, Shown::Property));
                format!("{yes} if {}, else {no}", when.text(names))
            }
            _ => return None,
        })
    }

    /// Adds the functions that occur, each once.
    pub fn features(&self, found: &mut Vec<Feature>) {
        match self {
            Law::Affine { of, .. } | Law::Quadratic { of, .. } | Law::Residues { of, .. } | Law::Cases { of, .. } => {
                of.features(found);
            }
            Law::Either { when, yes, no } => {
                when.features(found);
                yes.features(found);
                no.features(found);
            }
            Law::Gaps { gaps, .. } => gaps.features(found),
            Law::Joined { first, second, .. } => {
                first.features(found);
                second.features(found);
            }
            Law::Grid { .. } | Law::Floors(_) | Law::Pairs { .. } | Law::Known { .. } => {}
        }
    }
}

/// `d` where the values are `0 // d, 1 // d, 2 // d, ...`, not all the same.
fn quotient(values: &[i64]) -> Option<i64> {
    let over = values.iter().position(|&value| value != 0)? as i64;
    let fits = values.iter().enumerate().all(|(place, &value)| value == place as i64 / over.max(1));
    (over > 0 && fits).then_some(over)
}

fn listed(values: &[i64]) -> u32 {
    values.iter().map(|value| bits(*value)).sum()
}

fn row(values: &[i64]) -> String {
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// `times * of + plus`, in brackets where something follows that binds tighter.
fn line(of: &str, times: i64, plus: i64, bracketed: bool) -> String {
    let product = match times {
        0 => return plus.to_string(),
        1 => of.to_string(),
        -1 => format!("-{of}"),
        times => format!("{times} * {of}"),
    };
    let text = match plus {
        0 => return product,
        plus if plus < 0 => format!("{product} - {}", -plus),
        plus => format!("{product} + {plus}"),
    };
    if bracketed { format!("({text})") } else { text }
}
