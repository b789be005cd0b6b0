//! The functions of the calculator: one table, from which calls, completion, help and tests are made.

use super::Function;
use crate::{Ends, Parity, Side, Together};

/// What a function computes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum What {
    Alpha,
    AtomicWeight,
    Best(Side),
    Birthday,
    BornBy,
    Canonical,
    Companion,
    Compare,
    ConwayProduct,
    Cool,
    Count,
    Degree,
    Enriched,
    Extreme(Side),
    FarStar,
    FollowerCount,
    Followers,
    Freeze,
    Heat,
    Incentives(Side),
    Is(Property),
    Join,
    Komaster(Side),
    KoKind,
    Latex,
    Mean,
    NaturalProduct,
    NaturalSum,
    NimInverse,
    NimPower,
    NimProduct,
    NimSquareRoot,
    NimSum,
    Nimber,
    Norton,
    OneSide(Side),
    Options(Side),
    Order,
    Ordinal,
    OrdinalAdd,
    OrdinalMultiply,
    OrdinalPow,
    OrdinalProduct,
    Orthodox(Side),
    OrthodoxOptions(Side),
    Outcome,
    Overheat,
    Parity(Ends, Parity),
    Power,
    PowerTo,
    Reduced,
    Reverse,
    Sensible(Side),
    SensibleLines(Side),
    Sentestrat(Side),
    SignExpansion,
    Simplest,
    Sort,
    Stop(Side),
    StrongStop(Side),
    StopBounds(Side),
    StopCount,
    Sum(Side),
    SumOf,
    SumOutcome,
    Superstar,
    Switch,
    Temperature,
    Text,
    Thermograph,
    Tiny(Side),
    Together(Together),
    Unique,
    Uptimal,
    UptimalExpansion,
    Variety,
    WinningMoves(Side),
}

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Property {
    AllSmall,
    Atomic,
    Idempotent,
    Infinitesimal,
    Integer,
    Loopfree,
    Nimber,
    Number,
    Numberish,
    NumberTiny,
    Plumtree,
    Pseudonumber,
    Stable,
    Stopper,
    StopperSided,
    Uptimal,
    Zero,
}

impl What {
    /// Whether it takes lists as they are; other functions of one argument are applied to every element.
    pub(super) fn takes_lists(self) -> bool {
        use What::{Count, Extreme, Join, Reverse, Sort, SumOf, Text, Unique};
        matches!(self, Count | Extreme(_) | Join | Reverse | Sort | SumOf | Text | Unique)
    }
}

impl What {
    /// Whether it advises play.
    pub(super) fn is_advice(self) -> bool {
        use What::{Best, Enriched, OrthodoxOptions, Sensible, SensibleLines, Sentestrat, StopBounds};
        matches!(
            self,
            Best(_) | Enriched | OrthodoxOptions(_) | Sensible(_) | SensibleLines(_) | Sentestrat(_) | StopBounds(_)
        )
    }
}

macro_rules! functions {
    ($($name:literal $range:expr, $what:expr, $usage:literal, $example:literal => $gives:literal;)*) => {
        &[$(Function { name: $name, arguments: $range, usage: $usage, example: ($example, $gives), what: $what }),*]
    };
}

pub(super) static FUNCTIONS: &[Function] = functions! {
    "Alpha" 1..=1, What::Alpha, "Alpha(p): the least nimber without a pth root among the smaller ones than *w^(w^k), p the odd prime after k others, at most 43", "Alpha(7)" => "*(w+1)";
    "AtomicWeight" 1..=1, What::AtomicWeight, "AtomicWeight(G): how many ups an infinitesimal G is worth, where it has a weight", "AtomicWeight(^3*)" => "3";
    "Birthday" 1..=1, What::Birthday, "Birthday(G): the day G is born", "Birthday({1|-1})" => "2";
    "BornBy" 1..=1, What::BornBy, "BornBy(n): all values born by day n, n at most 3, in ascending order where they compare", "BornBy(1)" => "[-1, *, 0, 1]";
    "Canonical" 1..=1, What::Canonical, "Canonical(G): the canonical form (as every answer)", "Canonical({0|*})" => "^";
    "Companion" 1..=1, What::Companion, "Companion(G): its image under the automorphism of the lattices of games born by a day", "Companion(^)" => "^*";
    "Compare" 2..=2, What::Compare, "Compare(G, H): <, =, > or || (confused)", "Compare(*, ^)" => "||";
    "Conjunctive" 2..=2, What::Together(Together::Conjunctive), "Conjunctive(G, H): move in both", "Conjunctive(*2, *)" => "*";
    "ContinuedConjunctive" 2..=2, What::Together(Together::ContinuedConjunctive), "ContinuedConjunctive(G, H): move in every component where you can", "ContinuedConjunctive(*, *2)" => "*2";
    "ConwayProduct" 2..=2, What::ConwayProduct, "ConwayProduct(G, H): Conway's product of the canonical forms", "ConwayProduct(*2, *3)" => "*";
    "Cool" 1..=2, What::Cool, "Cool(G, t): G cooled by t (1 if left out)", "Cool({3|-1}, 1)" => "{2|0}";
    "Count" 1..=1, What::Count, "Count(list): how many elements it has", "Count([n for n in 1..10 if n * n > 20])" => "6";
    "Degree" 1..=1, What::Degree, "Degree(G): how loopy a stopper is, the upsum of G and -G", "Degree(over)" => "over";
    "DiminishedDisjunctive" 2..=2, What::Together(Together::DiminishedDisjunctive), "DiminishedDisjunctive(G, H): move in one; who cannot move in both has lost", "DiminishedDisjunctive(*, *2)" => "*2";
    "Downsum" 2..=2, What::Sum(Side::Right), "Downsum(G, H): the offside of G + H", "Downsum(on, off)" => "off";
    "Enriched" 2..=2, What::Enriched, "Enriched(G, t): what Left is ahead after best play of G beside an ideal environment of temperature t, when Left starts and when Right does", "Enriched({3|-1}, 1)" => "[5/2, -1/2]";
    "FarStar" 1..=1, What::FarStar, "FarStar(G): a nimber too large to matter to G", "FarStar(*3)" => "*4";
    "FollowerCount" 1..=1, What::FollowerCount, "FollowerCount(G): how many values its canonical form leads to, itself included", "FollowerCount(^)" => "3";
    "Followers" 1..=1, What::Followers, "Followers(G): the values its canonical form leads to, G last", "Followers(^)" => "[0, *, ^]";
    "Freeze" 1..=1, What::Freeze, "Freeze(G): G cooled by its temperature", "Freeze({3|-1})" => "1*";
    "Heat" 1..=2, What::Heat, "Heat(G, t): G heated by t (1 if left out)", "Heat(*, 2)" => "+-2";
    "IsAllSmall" 1..=1, What::Is(Property::AllSmall), "IsAllSmall(G): can both move or neither, everywhere?", "IsAllSmall(^)" => "true";
    "IsAtomic" 1..=1, What::Is(Property::Atomic), "IsAtomic(G): has it an atomic weight?", "IsAtomic(Tiny(1))" => "true";
    "IsEven" 1..=1, What::Parity(Ends::Zero, Parity::Even), "IsEven(G): do all lines of play have even length?", "IsEven(2)" => "true";
    "IsEvenTempered" 1..=1, What::Parity(Ends::Numbers, Parity::Even), "IsEvenTempered(G): do all lines of play reach a number after an even number of moves?", "IsEvenTempered({2|0||-1|-3})" => "true";
    "IsIdempotent" 1..=1, What::Is(Property::Idempotent), "IsIdempotent(G): is G + G = G?", "IsIdempotent(over)" => "true";
    "IsInfinitesimal" 1..=1, What::Is(Property::Infinitesimal), "IsInfinitesimal(G): are both stops 0?", "IsInfinitesimal(Tiny(2))" => "true";
    "IsInteger" 1..=1, What::Is(Property::Integer), "IsInteger(G)", "IsInteger(1/2)" => "false";
    "IsLoopfree" 1..=1, What::Is(Property::Loopfree), "IsLoopfree(G): is it a short game?", "IsLoopfree(on)" => "false";
    "IsNimber" 1..=1, What::Is(Property::Nimber), "IsNimber(G)", "IsNimber(*5)" => "true";
    "IsNumber" 1..=1, What::Is(Property::Number), "IsNumber(G)", "IsNumber(3/4)" => "true";
    "IsNumberish" 1..=1, What::Is(Property::Numberish), "IsNumberish(G): does it differ from a number by an infinitesimal?", "IsNumberish(1^*)" => "true";
    "IsNumberTiny" 1..=1, What::Is(Property::NumberTiny), "IsNumberTiny(G): is it a number plus a tiny or a miny?", "IsNumberTiny(1+Tiny(2))" => "true";
    "IsOdd" 1..=1, What::Parity(Ends::Zero, Parity::Odd), "IsOdd(G): do all lines of play have odd length?", "IsOdd(*)" => "true";
    "IsOddTempered" 1..=1, What::Parity(Ends::Numbers, Parity::Odd), "IsOddTempered(G): do all lines of play reach a number after an odd number of moves?", "IsOddTempered(+-1)" => "true";
    "IsPlumtree" 1..=1, What::Is(Property::Plumtree), "IsPlumtree(G): is it a stopper whose only loops are pass moves?", "IsPlumtree(over)" => "true";
    "IsPseudonumber" 1..=1, What::Is(Property::Pseudonumber), "IsPseudonumber(G): is it a number, on, off, or a number plus over or under?", "IsPseudonumber(1 + over)" => "true";
    "IsStable" 1..=1, What::Is(Property::Stable), "IsStable(G): are the upsum variety and the downsum variety of a stopper the same?", "IsStable(upon)" => "true";
    "IsStopper" 1..=1, What::Is(Property::Stopper), "IsStopper(G): is alternating play in G alone always finite?", "IsStopper(dud)" => "false";
    "IsStopperSided" 1..=1, What::Is(Property::StopperSided), "IsStopperSided(G): are its onside and its offside stoppers?", "IsStopperSided(dud)" => "true";
    "IsUptimal" 1..=1, What::Is(Property::Uptimal), "IsUptimal(G): is it a number, a nimber and powers of up?", "IsUptimal({0|v*})" => "true";
    "IsZero" 1..=1, What::Is(Property::Zero), "IsZero(G)", "IsZero(* + *)" => "true";
    "Join" 1..=2, What::Join, "Join(texts, between): one text of several", "Join([\"a\", \"b\"], \"-\")" => "a-b";
    "KoKind" 1..=1, What::KoKind, "KoKind(\"G\"): hyperactive, active or placid: whether the mast value, or the temperature, of a position with simple kos depends on who is komaster", "KoKind(\"a{1|b{a|0}}\")" => "placid";
    "LaTeX" 1..=1, What::Latex, "LaTeX(G): the canonical form for LaTeX", "LaTeX(1/2)" => "\\frac{1}{2}";
    "LeftBest" 1..=usize::MAX, What::Best(Side::Left), "LeftBest(G, H, ...): Left's best move in the sum, as summand and option, and what is proved of it", "LeftBest(+-1, {9|-9}, *)" => "2: 9; no other move is better in value";
    "LeftIncentives" 1..=1, What::Incentives(Side::Left), "LeftIncentives(G): what Left's moves gain", "LeftIncentives(+-1)" => "[{2|0}]";
    "LeftKomaster" 1..=1, What::Komaster(Side::Left), "LeftKomaster(\"G\"): the thermograph of a position with simple kos, as it is written, if Left is komaster", "LeftKomaster(\"a{2|b{a|-2}}\")" => "mean 2/3, temperature 4/3; left wall 2 at 0, 2/3 at 4/3; right wall 2 at 0, 2/3 at 4/3";
    "LeftMoves" 1..=usize::MAX, What::WinningMoves(Side::Left), "LeftMoves(G, H, ...): Left's winning moves in the sum, each as summand and option", "LeftMoves(+-3, +-1)" => "[1: 3]";
    "LeftOptions" 1..=1, What::Options(Side::Left), "LeftOptions(G): Left's options in the canonical form", "LeftOptions(*2)" => "[0, *]";
    "LeftOrthodox" 1..=usize::MAX, What::Orthodox(Side::Left), "LeftOrthodox(G, H, ...): the move the thermographs advise Left in the sum", "LeftOrthodox(+-1, {9|-9})" => "[2: 9]";
    "LeftOrthodoxOptions" 2..=2, What::OrthodoxOptions(Side::Left), "LeftOrthodoxOptions(G, t): Left's options that promise the most at temperature t", "LeftOrthodoxOptions({5,{9|3}|0}, 1)" => "[5]";
    "LeftSensible" 2..=2, What::Sensible(Side::Left), "LeftSensible(left, right): the Left options of {left|right} that are at least as good as a canonical one", "LeftSensible([0, 1, *], [2, 3*])" => "[1]";
    "LeftSensibleLines" 2..=2, What::SensibleLines(Side::Left), "LeftSensibleLines(left, right): lines of play from {left|right} to each canonical option of Left", "LeftSensibleLines([^], [0])" => "[[^, *, 0]]";
    "LeftSentestrat" 3..=usize::MAX, What::Sentestrat(Side::Left), "LeftSentestrat(t, k, G, H, ...): Left's answer to a move in summand k (0 if there was none) beside an environment of temperature t, by sentestrat", "LeftSentestrat(1, 1, +-2, +-3)" => "[1: 2]";
    "LeftStop" 1..=1, What::Stop(Side::Left), "LeftStop(G): the number reached when Left starts", "LeftStop({3|-1})" => "3";
    "LeftStopBounds" 1..=usize::MAX, What::StopBounds(Side::Left), "LeftStopBounds(G, H, ...): two numbers between which the left stop of the sum lies", "LeftStopBounds({3|-1}, {2|1}, 1/2)" => "[9/2, 5]";
    "Max" 1..=usize::MAX, What::Extreme(Side::Left), "Max(list): the largest of numbers", "Max([1, 1/2])" => "1";
    "Mean" 1..=1, What::Mean, "Mean(G): what G is worth on average", "Mean({3|-1})" => "1";
    "Min" 1..=usize::MAX, What::Extreme(Side::Right), "Min(list): the smallest of numbers", "Min([1, 1/2])" => "1/2";
    "Miny" 1..=1, What::Tiny(Side::Right), "Miny(G): {G|0||0}", "Miny(2) + Tiny(2)" => "0";
    "NaturalProduct" 2..=2, What::NaturalProduct, "NaturalProduct(\"a\", \"b\"): the product of ordinals as numbers", "NaturalProduct(\"w+1\", \"w+1\")" => "w^2+w*2+1";
    "NaturalSum" 2..=2, What::NaturalSum, "NaturalSum(\"a\", \"b\"): the sum of ordinals as games", "NaturalSum(1, \"w\")" => "w+1";
    "NimInverse" 1..=1, What::NimInverse, "NimInverse(*a): the nimber whose nim product with *a is *", "NimInverse(*2)" => "*3";
    "NimPower" 2..=2, What::NimPower, "NimPower(*a, n): the nim product of n copies of *a, or of an ordinal \"w+1\"", "NimPower(\"w\", 3)" => "*2";
    "NimProduct" 2..=2, What::NimProduct, "NimProduct(*a, *b): Conway's product of nimbers, ordinals \"w\" too", "NimProduct(*2, *2)" => "*3";
    "NimSquareRoot" 1..=1, What::NimSquareRoot, "NimSquareRoot(*a): the nimber whose nim square is *a", "NimSquareRoot(*2)" => "*3";
    "NimSum" 2..=2, What::NimSum, "NimSum(*a, *b): the same as *a + *b, ordinals \"w\" too", "NimSum(\"w+2\", *3)" => "*(w+1)";
    "Nimber" 1..=1, What::Nimber, "Nimber(n): *n", "Nimber(3)" => "*3";
    "Norton" 2..=2, What::Norton, "Norton(G, U): the Norton product of G by a unit U > 0", "Norton(1/2, ^)" => "{^2*|v*}";
    "Offside" 1..=1, What::OneSide(Side::Right), "Offside(G): G with infinite play won by Right", "Offside(dud)" => "off";
    "Onside" 1..=1, What::OneSide(Side::Left), "Onside(G): G with infinite play won by Left", "Onside(dud)" => "on";
    "Order" 1..=1, What::Order, "Order(G): the least n > 0 with n * G = 0", "Order(*2)" => "2";
    "OrdinalAdd" 2..=2, What::OrdinalAdd, "OrdinalAdd(\"a\", \"b\"): the ordinal a + b, below epsilon_0", "OrdinalAdd(1, \"w\")" => "w";
    "OrdinalMultiply" 2..=2, What::OrdinalMultiply, "OrdinalMultiply(\"a\", \"b\"): the ordinal a * b", "OrdinalMultiply(\"w+1\", 2)" => "w*2+1";
    "OrdinalPow" 2..=2, What::OrdinalPow, "OrdinalPow(\"a\", \"b\"): the ordinal a ^ b", "OrdinalPow(\"w+1\", 2)" => "w^2+w+1";
    "OrdinalProduct" 2..=2, What::OrdinalProduct, "OrdinalProduct(G, H): G in place of every edge of H", "OrdinalProduct(2, 3)" => "6";
    "OrdinalSum" 2..=2, What::Ordinal, "OrdinalSum(G, H): the same as G:H", "OrdinalSum(1, *)" => "1*";
    "Outcome" 1..=1, What::Outcome, "Outcome(G): L, R, N or P", "Outcome(^)" => "L";
    "Overheat" 3..=3, What::Overheat, "Overheat(G, s, t): G overheated from s to t", "Overheat(1/2, 1, 1)" => "{1|0}";
    "Pow" 1..=2, What::Power, "Pow(G, n): the nth power of G = {0|H}, {0|H - PowTo(G, n-1)}; Pow(n) is of ^", "Pow(^, 2)" => "^<2>";
    "PowTo" 1..=2, What::PowerTo, "PowTo(G, n): the sum of the first n powers of G = {0|H}; PowTo(n) is of ^", "PowTo(^, 2)" => "^[2]";
    "Reduced" 1..=1, What::Reduced, "Reduced(G): the reduced canonical form, up to infinitesimals", "Reduced({2^|-1*})" => "{2|-1}";
    "Reverse" 1..=1, What::Reverse, "Reverse(list): from its end", "Reverse(1..3)" => "[3, 2, 1]";
    "RightBest" 1..=usize::MAX, What::Best(Side::Right), "RightBest(G, H, ...): Right's best move in the sum, as summand and option, and what is proved of it", "RightBest(+-1, {9|-9}, *)" => "2: -9; no other move is better in value";
    "RightIncentives" 1..=1, What::Incentives(Side::Right), "RightIncentives(G): what Right's moves gain", "RightIncentives(+-1)" => "[{2|0}]";
    "RightKomaster" 1..=1, What::Komaster(Side::Right), "RightKomaster(\"G\"): the same if Right is komaster", "RightKomaster(\"a{2|b{a|-2}}\")" => "mean 2/3, temperature 4/3; left wall 2 at 0, 2/3 at 4/3; right wall -2 at 0, 2/3 at 4/3";
    "RightMoves" 1..=usize::MAX, What::WinningMoves(Side::Right), "RightMoves(G, H, ...): Right's winning moves in the sum, each as summand and option", "RightMoves(+-3, +-1)" => "[1: -3]";
    "RightOptions" 1..=1, What::Options(Side::Right), "RightOptions(G): Right's options in the canonical form", "RightOptions(^)" => "[*]";
    "RightOrthodox" 1..=usize::MAX, What::Orthodox(Side::Right), "RightOrthodox(G, H, ...): the move the thermographs advise Right in the sum", "RightOrthodox(+-1, {9|-9})" => "[2: -9]";
    "RightOrthodoxOptions" 2..=2, What::OrthodoxOptions(Side::Right), "RightOrthodoxOptions(G, t): Right's options that promise the most at temperature t", "RightOrthodoxOptions({0|-5,{-3|-9}}, 1)" => "[-5]";
    "RightSensible" 2..=2, What::Sensible(Side::Right), "RightSensible(left, right): the Right options of {left|right} that are at least as good as a canonical one", "RightSensible([0, 1, *], [2, 3*])" => "[2]";
    "RightSensibleLines" 2..=2, What::SensibleLines(Side::Right), "RightSensibleLines(left, right): lines of play from {left|right} to each canonical option of Right", "RightSensibleLines([0], [v])" => "[[v, *, 0]]";
    "RightSentestrat" 3..=usize::MAX, What::Sentestrat(Side::Right), "RightSentestrat(t, k, G, H, ...): Right's answer to a move in summand k (0 if there was none) beside an environment of temperature t, by sentestrat", "RightSentestrat(1, 0, +-2, +-3)" => "[2: -3]";
    "RightStop" 1..=1, What::Stop(Side::Right), "RightStop(G): the number reached when Right starts", "RightStop({3|-1})" => "-1";
    "RightStopBounds" 1..=usize::MAX, What::StopBounds(Side::Right), "RightStopBounds(G, H, ...): two numbers between which the right stop of the sum lies", "RightStopBounds({3|-1}, {2|1}, 1/2)" => "[1, 3/2]";
    "Selective" 2..=2, What::Together(Together::Selective), "Selective(G, H): move in either or both", "Selective(1, 1)" => "2";
    "ShortenedSelective" 2..=2, What::Together(Together::ShortenedSelective), "ShortenedSelective(G, H): move in either or both; who cannot move in both has lost", "ShortenedSelective(1, 2)" => "2";
    "SignExpansion" 1..=1, What::SignExpansion, "SignExpansion(x): a number as the steps of its birth, + to the right", "SignExpansion(3/4)" => "+-+";
    "Simplest" 2..=2, What::Simplest, "Simplest(a, b): the simplest number strictly between a and b", "Simplest(1/4, 1)" => "1/2";
    "Sort" 1..=1, What::Sort, "Sort(list): values so that smaller ones come first, texts by their letters; what is confused goes by its form", "Sort([1, *, -1])" => "[-1, *, 1]";
    "StopCount" 1..=1, What::StopCount, "StopCount(G): how many lines of play end in a number", "StopCount(*2)" => "6";
    "StrongLeftStop" 1..=1, What::StrongStop(Side::Left), "StrongLeftStop(G): the left stop of a stopper without its over or under", "StrongLeftStop({1 + over|-1})" => "1";
    "StrongRightStop" 1..=1, What::StrongStop(Side::Right), "StrongRightStop(G): the right stop of a stopper without its over or under", "StrongRightStop({on|under})" => "0";
    "Sum" 1..=usize::MAX, What::SumOf, "Sum(list): the values added up", "Sum([n for n in 1..10])" => "55";
    "SumOutcome" 1..=usize::MAX, What::SumOutcome, "SumOutcome(G, H, ...): who wins the sum, without adding it up", "SumOutcome(+-3, +-1, 1)" => "N";
    "Superstar" 1..=usize::MAX, What::Superstar, "Superstar(a, b, ...): {0,*,...,*m|*a,*b,...}, m the least that is not among them", "Superstar(1)" => "^";
    "Switch" 1..=usize::MAX, What::Switch, "Switch(G): {G|-G}, the same as +-G; Switch(G, H) is +-(G,H)", "Switch(1)" => "+-1";
    "Temperature" 1..=1, What::Temperature, "Temperature(G): how hot G is", "Temperature({3|-1})" => "2";
    "Text" 1..=1, What::Text, "Text(G): as a text", "Text(^) + \"!\"" => "^!";
    "Thermograph" 1..=1, What::Thermograph, "Thermograph(G): the walls, corner by corner", "Thermograph(+-1)" => "mean 0, temperature 1; left wall 1 at 0, 0 at 1; right wall -1 at 0, 0 at 1";
    "Tiny" 1..=1, What::Tiny(Side::Left), "Tiny(G): {0||0|-G}", "Tiny(2)" => "Tiny(2)";
    "Unique" 1..=1, What::Unique, "Unique(list): every element once", "Unique([1, 2, 1])" => "[1, 2]";
    "Upsum" 2..=2, What::Sum(Side::Left), "Upsum(G, H): the onside of G + H", "Upsum(on, off)" => "on";
    "Uptimal" 1..=usize::MAX, What::Uptimal, "Uptimal(a, b, c): a ups, b up-seconds, c up-thirds", "Uptimal(1, 0, -2)" => "Uptimal(1,0,-2)";
    "UptimalExpansion" 1..=1, What::UptimalExpansion, "UptimalExpansion(G): the number, the nimber and the counts of the powers of up", "UptimalExpansion(^<2> + *)" => "[0, *, 0, 1]";
    "Variety" 1..=1, What::Variety, "Variety(G): of a stopper beside its degree, where the Stability Conjecture holds for it", "Variety(on)" => "on";
};
