//! Expressions over the arguments of a table: their value, their length, their text.

use crate::number;

/// A function of one natural number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The exponent of 2.
    Valuation,
    /// How many binary digits are 1.
    Ones,
    /// How many binary digits there are.
    Digits,
    /// The number without its factors 2.
    OddPart,
    /// How many primes, each as often as it divides.
    PrimeFactors,
    /// How many different primes.
    DistinctPrimes,
    /// How many divisors.
    Divisors,
    /// The smallest prime that divides it.
    LeastPrime,
    /// How many primes there are up to the smallest that divides it.
    LeastPrimeIndex,
    /// The square root, rounded down.
    Root,
    /// Whether it is prime.
    IsPrime,
    /// Whether it is a square.
    IsSquare,
    /// Whether it is a power of two.
    IsPower,
    /// Whether it is a Fibonacci number.
    IsFibonacci,
    /// Whether it is n (n + 1) / 2.
    IsTriangular,
}

impl Feature {
    /// All of them, the most usual first.
    pub const ALL: [Feature; 15] = [
        Feature::Valuation,
        Feature::Ones,
        Feature::IsPower,
        Feature::Digits,
        Feature::PrimeFactors,
        Feature::DistinctPrimes,
        Feature::Divisors,
        Feature::LeastPrime,
        Feature::LeastPrimeIndex,
        Feature::OddPart,
        Feature::Root,
        Feature::IsPrime,
        Feature::IsSquare,
        Feature::IsFibonacci,
        Feature::IsTriangular,
    ];

    /// The value at a number, where it has one.
    pub fn of(self, n: i64) -> Option<i64> {
        if n < 0 {
            return None;
        }
        Some(match self {
            Feature::Valuation => return number::valuation(n),
            Feature::Ones => i64::from(n.count_ones()),
            Feature::Digits => i64::from(64 - n.leading_zeros()),
            Feature::OddPart => n >> number::valuation(n)?,
            Feature::PrimeFactors => return number::prime_factors(n),
            Feature::DistinctPrimes => return number::distinct_primes(n),
            Feature::Divisors => return number::divisors(n),
            Feature::LeastPrime => return number::least_prime(n),
            Feature::LeastPrimeIndex => return number::least_prime_index(n),
            Feature::Root => return number::root(n),
            Feature::IsPrime => i64::from(number::is_prime(n)),
            Feature::IsSquare => i64::from(number::is_square(n)),
            Feature::IsPower => i64::from(n > 0 && n & (n - 1) == 0),
            Feature::IsFibonacci => i64::from(number::is_fibonacci(n)),
            Feature::IsTriangular => i64::from(number::is_square(n.checked_mul(8)?.checked_add(1)?)),
        })
    }

    /// Whether it is a property: 1 or 0.
    pub fn is_property(self) -> bool {
        use Feature::{IsFibonacci, IsPower, IsPrime, IsSquare, IsTriangular};
        matches!(self, IsPrime | IsSquare | IsPower | IsFibonacci | IsTriangular)
    }

    /// Its name in a text, and what it means; of a property what is said of a number.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Feature::Valuation => ("v2", "the exponent of 2"),
            Feature::Ones => ("ones", "the number of binary digits 1"),
            Feature::Digits => ("digits", "the number of binary digits"),
            Feature::OddPart => ("odd_part", "the largest odd divisor"),
            Feature::PrimeFactors => ("prime_factors", "the number of prime factors, each as often as it divides"),
            Feature::DistinctPrimes => ("primes", "the number of different primes that divide it"),
            Feature::Divisors => ("divisors", "the number of divisors"),
            Feature::LeastPrime => ("least_prime", "the smallest prime that divides it"),
            Feature::LeastPrimeIndex => ("least_prime_index", "1 if 2 divides it, else 2 if 3 does, 3 if 5 does, ..."),
            Feature::Root => ("root", "the square root rounded down"),
            Feature::IsPrime => ("prime", "is prime"),
            Feature::IsSquare => ("square", "is a square"),
            Feature::IsPower => ("power_of_two", "is a power of 2"),
            Feature::IsFibonacci => ("fibonacci", "is a Fibonacci number"),
            Feature::IsTriangular => ("triangular", "is a triangular number"),
        }
    }
}

/// A function of several numbers in which their order does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// The sum.
    Sum,
    /// The nim-sum.
    Xor,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The greatest common divisor.
    Gcd,
    /// The largest less the smallest.
    Spread,
    /// The product.
    Product,
    /// The nim-product.
    NimProduct,
    /// Bit by bit: both.
    And,
    /// Bit by bit: either.
    Or,
}

impl Join {
    /// All of them, the most usual first.
    pub const ALL: [Join; 10] = [
        Join::Sum,
        Join::Xor,
        Join::Min,
        Join::Max,
        Join::Gcd,
        Join::Spread,
        Join::Product,
        Join::NimProduct,
        Join::And,
        Join::Or,
    ];

    fn of(self, numbers: &[i64]) -> Option<i64> {
        let fold = |step: &dyn Fn(i64, i64) -> Option<i64>| {
            let (first, rest) = numbers.split_first()?;
            rest.iter().try_fold(*first, |so_far, &next| step(so_far, next))
        };
        match self {
            Join::Sum => fold(&i64::checked_add),
            Join::Xor => fold(&|a, b| Some(a ^ b)),
            Join::Min => numbers.iter().min().copied(),
            Join::Max => numbers.iter().max().copied(),
            Join::Gcd => fold(&|a, b| Some(number::gcd(a, b))),
            Join::Spread => Some(numbers.iter().max()? - numbers.iter().min()?),
            Join::Product => fold(&i64::checked_mul),
            Join::NimProduct => fold(&|a, b| {
                let small = |n: i64| u16::try_from(n).ok().map(u32::from);
                Some(i64::from(number::nim_product(small(a)?, small(b)?)))
            }),
            Join::And => fold(&|a, b| Some(a & b)),
            Join::Or => fold(&|a, b| Some(a | b)),
        }
    }

    /// Its text, of these parts.
    pub fn text(self, parts: &[String]) -> String {
        let list = parts.iter().map(|part| bare(part)).collect::<Vec<_>>().join(", ");
        let between = |sign: &str| format!("({})", parts.join(sign));
        match self {
            Join::Sum => between(" + "),
            Join::Xor => between(" ^^ "),
            Join::Product => between(" * "),
            Join::And => between(" & "),
            Join::Or => between(" | "),
            Join::Spread if parts.len() == 2 => format!("abs({} - {})", parts[0], parts[1]),
            Join::Spread => format!("(max({list}) - min({list}))"),
            Join::Min => format!("min({list})"),
            Join::Max => format!("max({list})"),
            Join::Gcd => format!("gcd({list})"),
            Join::NimProduct => format!("nim_product({list})"),
        }
    }
}

/// An expression over the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// One of them.
    Argument(usize),
    /// A number.
    Number(i64),
    /// All of these, joined.
    Joined(Join, Vec<Expression>),
    /// A number more.
    Plus(Box<Expression>, i64),
    /// So many times.
    Times(i64, Box<Expression>),
    /// A function of it.
    Feature(Feature, Box<Expression>),
    /// The remainder.
    Mod(Box<Expression>, Box<Expression>),
    /// The quotient, rounded down.
    Div(Box<Expression>, Box<Expression>),
    /// 1 if the first is less.
    Less(Box<Expression>, Box<Expression>),
    /// 1 if both are equal.
    Equal(Box<Expression>, Box<Expression>),
}

impl Expression {
    /// The value at a point, where it has one.
    pub fn at(&self, point: &[i64]) -> Option<i64> {
        let two = |a: &Expression, b: &Expression| Some((a.at(point)?, b.at(point)?));
        match self {
            Expression::Argument(number) => point.get(*number).copied(),
            Expression::Number(number) => Some(*number),
            Expression::Joined(join, parts) => {
                let parts: Option<Vec<i64>> = parts.iter().map(|part| part.at(point)).collect();
                join.of(&parts?)
            }
            Expression::Plus(of, more) => of.at(point)?.checked_add(*more),
            Expression::Times(times, of) => of.at(point)?.checked_mul(*times),
            Expression::Feature(feature, of) => feature.of(of.at(point)?),
            Expression::Mod(a, b) => two(a, b).and_then(|(a, b)| (b > 0).then(|| a.rem_euclid(b))),
            Expression::Div(a, b) => two(a, b).and_then(|(a, b)| (b > 0).then(|| a.div_euclid(b))),
            Expression::Less(a, b) => two(a, b).map(|(a, b)| i64::from(a < b)),
            Expression::Equal(a, b) => two(a, b).map(|(a, b)| i64::from(a == b)),
        }
    }

    /// How long it is to say, in bits.
    pub fn cost(&self) -> u32 {
        match self {
            Expression::Argument(_) => 2,
            Expression::Number(number) => bits(*number),
            Expression::Joined(join, parts) => {
                let own = if matches!(join, Join::Sum | Join::Xor) { 1 } else { 3 };
                own + parts.iter().map(Expression::cost).sum::<u32>()
            }
            Expression::Plus(of, more) => of.cost() + 1 + bits(*more),
            Expression::Times(times, of) => of.cost() + 1 + bits(*times),
            Expression::Feature(_, of) => of.cost() + 4,
            Expression::Mod(a, b) | Expression::Div(a, b) | Expression::Less(a, b) | Expression::Equal(a, b) => {
                a.cost() + b.cost() + 2
            }
        }
    }

    /// Whether it is a property: 1 or 0.
    pub fn is_property(&self) -> bool {
        match self {
            Expression::Less(..) | Expression::Equal(..) => true,
            Expression::Feature(feature, _) => feature.is_property(),
            _ => false,
        }
    }

    /// Its text, with these names of the arguments.
    pub fn text(&self, names: &[String]) -> String {
        match self {
            Expression::Argument(number) => names[*number].clone(),
            Expression::Number(number) => number.to_string(),
            Expression::Joined(join, parts) => {
                join.text(&parts.iter().map(|part| part.text(names)).collect::<Vec<_>>())
            }
            Expression::Plus(of, more) if *more < 0 => format!("({} - {})", of.text(names), -more),
            Expression::Plus(of, more) => format!("({} + {more})", of.text(names)),
            Expression::Times(times, of) => format!("{times} * {}", of.text(names)),
            Expression::Feature(feature, of) if feature.is_property() => {
                format!("{} {}", of.text(names), feature.words().1)
            }
            Expression::Feature(feature, of) => {
                format!("{}({})", feature.words().0, bare(&of.text(names)))
            }
            Expression::Mod(a, b) => format!("({} % {})", a.text(names), b.text(names)),
            Expression::Div(a, b) => format!("({} // {})", a.text(names), b.text(names)),
            Expression::Less(a, b) => format!("{} < {}", bare(&a.text(names)), bare(&b.text(names))),
            Expression::Equal(a, b) => format!("{} == {}", bare(&a.text(names)), bare(&b.text(names))),
        }
    }

    /// Adds the functions that occur, each once.
    pub fn features(&self, found: &mut Vec<Feature>) {
        match self {
            Expression::Feature(feature, of) => {
                if !found.contains(feature) {
                    found.push(*feature);
                }
                of.features(found);
            }
            Expression::Joined(_, parts) => parts.iter().for_each(|part| part.features(found)),
            Expression::Plus(of, _) | Expression::Times(_, of) => of.features(found),
            Expression::Mod(a, b) | Expression::Div(a, b) | Expression::Less(a, b) | Expression::Equal(a, b) => {
                a.features(found);
                b.features(found);
            }
            Expression::Argument(_) | Expression::Number(_) => {}
        }
    }
}

/// A text without brackets around the whole of it.
pub fn bare(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inner.filter(|inner| is_closed(inner)).unwrap_or(text)
}

/// Whether no bracket closes before it was opened.
fn is_closed(text: &str) -> bool {
    let mut depth = 0i32;
    text.chars().all(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth >= 0
    })
}

/// How long a number is to say.
pub fn bits(number: i64) -> u32 {
    1 + 64 - number.unsigned_abs().leading_zeros()
}
