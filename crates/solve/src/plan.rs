//! The plan of an answer: which methods are tried, in which order, why, and how far. This is the one place where that is
//! decided, from what is proved of the rules, the forms a game can be read as, and what is wanted.
//!
//! Limits are counted work, never seconds: one question has one plan and one answer on every machine.

use crate::answer::Refusal;
use crate::grundy::heaps::valued_by_code;
use crate::grundy::staircase::Staircase;
use crate::grundy::taking::Taking;
use crate::outcome::search::board::Board;
use crate::outcome::search::cells::Cells;
use crate::outcome::search::exact;
use crate::outcome::search::space::{Flat, SearchSpace};
use crate::parts::{PartId, Parts};
use crate::question::{Aim, Play, Question};
use grundy_answer::{Message, message};
use grundy_rule::{Convention, VerdictResult};
use grundy_run::{Component, Game, Position};

/// A game with more positions is too large to be searched through where a law may speak of it.
const MOST_POSITIONS_SEARCHED: u128 = 20_000_000;

/// A game with more positions is looked at for a strategy before it is searched.
const MOST_POSITIONS_BEFORE_STRATEGY: u128 = 1 << 44;

/// Ticks of the watch for a strategy that is looked for before a search.
const STRATEGY_TICKS: u64 = 1 << 14;

/// Ticks for a search whose winner is known or claimed beforehand, though not the move.
pub const CLAIMED_SEARCH_TICKS: u64 = 1 << 14;

/// Ticks for a pattern that nobody claims.
const UNCLAIMED_PATTERN_TICKS: u64 = 1 << 16;

/// Ticks for a partizan sum that is searched as a whole, before its parts are valued.
const SMALL_SUM_TICKS: u64 = 40;

/// Ticks for the moves to the end of a misère sum that nobody asked for.
const UNASKED_LENGTH_TICKS: u64 = 20;

/// The canonical value is computed unasked where the outcome needed at most so many positions.
pub(crate) const MOST_POSITIONS_BEFORE_VALUE: u64 = 500;

/// Set games of fewer elements are valued by the mex rule, position by position.
pub(crate) const FEWEST_ELEMENTS_OF_NIMBER_SEARCH: usize = 16;

/// The steps of an answer, in the order in which they are tried. The first that answers is the last that is tried, but
/// for those that only add to an answer ([`Method::adds`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Step>,
}

/// One method that is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The method.
    pub method: Method,
    /// Why it is tried here.
    pub because: Message,
    /// How far it is tried.
    pub limit: Limit,
    /// For sums: how each component is valued, by the first of these that knows it.
    pub components: Vec<Step>,
}

/// How far a method is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// As far as the whole question may go.
    Budget,
    /// For so many ticks of the watch.
    Ticks(u64),
}

/// How an answer is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// A pairing, equal halves, or a strategy that is stolen.
    Strategy,
    /// What the rules claim, proved or compared.
    Claims,
    /// A pattern that nobody claims, found and proved.
    Pattern,
    /// Grundy values of the components, added by exclusive or.
    NimSum,
    /// A heap by the code of its game.
    HeapCode,
    /// A staircase by its number.
    Staircase,
    /// A set by asking whether a position plus a nimber is lost.
    NimberSearch,
    /// The mex rule, depth first.
    Mex,
    /// The values of Smith and Fraenkel.
    LoopyValues,
    /// Values of misère play, added.
    MisereSum,
    /// The genus of a sum of Nim heaps.
    Tame,
    /// An indistinguishability quotient.
    Quotient,
    /// Misère canonical forms.
    MisereForms,
    /// Alpha-beta search.
    Search(Space),
    /// Canonical values of the components, played by temperature.
    HotSum,
    /// Retrograde analysis.
    Retrograde,
    /// Moves to the end.
    Length,
    /// The canonical value.
    CanonicalValue,
}

/// What a search walks on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// Stones that are set on a board, as two masks.
    Stones,
    /// Cells that lose what they hold, as one word.
    Cells,
    /// A table of exact values by key, once a search takes long.
    FewKeys,
    /// One component on its words.
    Words,
    /// Sums of numbered components.
    Sums,
}

/// What speaks of a position beside search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Laws {
    /// Nothing.
    None,
    /// A claim about the position that the parameters begin with.
    Start,
    /// Claims about every position.
    Claims,
    /// No claim, but the rules are arithmetic: there may be a pattern.
    Pattern,
}

/// What is known of the games of a sum before anything is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    pub convention: Convention,
    pub impartial: bool,
    pub mover_free: bool,
    pub scoring: bool,
    pub acyclic: bool,
}

impl Traits {
    /// Of a sum that is played so; refused if its parts cannot be added or cannot be played so.
    pub fn of(parts: &Parts, root: &[PartId], play: Play) -> Result<Traits, Refusal> {
        let scores = |part: &PartId| {
            let verdicts = &parts.game(*part).rules.verdicts;
            verdicts.iter().any(|verdict| matches!(verdict.result, VerdictResult::Score(_)))
        };
        Ok(Traits {
            convention: played(common_convention(parts, root)?, play)?,
            impartial: root.iter().all(|&part| parts.facts(part).impartial.is_proved()),
            mover_free: root.iter().all(|&part| parts.facts(part).mover_free.is_proved()),
            scoring: root.iter().any(scores),
            acyclic: root.iter().all(|&part| parts.facts(part).acyclic.is_proved()),
        })
    }

    /// Whether Grundy values decide.
    pub fn has_nimbers(&self) -> bool {
        self.impartial && self.convention == Convention::Normal
    }
}

impl Plan {
    /// The plan of this crate's own methods. `searched` is how the sum would be searched; it is asked only if it is.
    pub(crate) fn of_search(traits: &Traits, question: Question, searched: impl FnOnce() -> Method) -> Plan {
        let mut steps = Vec::new();
        let plain = |method, because: Message| Step::new(method, because, Limit::Budget);
        if traits.has_nimbers() {
            let because = message!("the rules are impartial, and who cannot move loses");
            steps.push(Step { components: component_steps(), ..plain(Method::NimSum, because) });
            if !traits.acyclic {
                steps.push(plain(Method::LoopyValues, message!("play is not proved to end; tried if it returns")));
            }
            if question.plies {
                steps.push(plain(Method::Length, message!("moves to the end are asked for")));
            }
            return Plan { steps };
        }
        let misere = traits.impartial && traits.convention == Convention::Misere;
        if misere {
            let components = vec![
                plain(Method::Tame, message!("most sums play like misère Nim")),
                plain(Method::Quotient, message!("few positions are told apart, or the quotient has a period")),
                plain(Method::MisereForms, message!("few positions lie below")),
            ];
            let because = message!("the rules are impartial, and who cannot move wins");
            steps.push(Step { components, ..plain(Method::MisereSum, because) });
        }
        let searched = searched();
        let because = match searched {
            Method::Retrograde => message!("play returned in an earlier question"),
            Method::Search(space) => space.because(),
            _ => message!("nothing else applies"),
        };
        let valued = traits.convention == Convention::Normal && !question.plies;
        if valued {
            let limit = Limit::Ticks(SMALL_SUM_TICKS);
            steps.push(Step::new(searched, because, limit));
            steps.push(plain(Method::HotSum, message!("the parts of a sum that is not small may have simple values")));
            steps.push(plain(searched, message!("the values of the parts did not decide")));
        } else {
            steps.push(plain(searched, because));
        }
        if !traits.scoring && !traits.acyclic && searched != Method::Retrograde {
            steps.push(plain(Method::Retrograde, message!("play is not proved to end; tried if it returns")));
        }
        let tells_moves = question.aim == Aim::Moves;
        if misere && tells_moves {
            let limit = if question.plies { Limit::Budget } else { Limit::Ticks(UNASKED_LENGTH_TICKS) };
            steps.push(Step::new(Method::Length, message!("the values of misère play do not tell it"), limit));
        }
        if traits.convention == Convention::Normal && (tells_moves || question.value) {
            let because = match question.value {
                true => message!("it is asked for"),
                false => message!("it costs little where few positions were looked at"),
            };
            steps.push(plain(Method::CanonicalValue, because));
        }
        Plan { steps }
    }

    /// The plan with what is tried before and between: strategies of huge boards, laws of what is beyond search.
    pub fn with_laws(self, position: &Position, question: Question, laws: Laws, want: Wish) -> Plan {
        let as_written = question.play == Play::AsWritten;
        let told = want == Wish::Winner && as_written && !question.plies && !question.value;
        let mut steps = Vec::new();
        let because = match question.aim {
            _ if is_huge(position) => Some(message!("a board this large is not searched before it is looked at")),
            Aim::Winner if position.parts.len() == 1 => Some(message!("the winner alone is asked for")),
            _ => None,
        };
        if let (true, Some(because)) = (told, because) {
            steps.push(Step::new(Method::Strategy, because, Limit::Ticks(STRATEGY_TICKS)));
        }
        let claims = |because| Step::new(Method::Claims, because, Limit::Budget);
        match laws {
            Laws::Claims if as_written => {
                steps.push(claims(message!("too large to be searched through, and claims speak of it")));
            }
            Laws::Pattern if as_written => {
                let because = message!("too large to be searched through, and the rules are arithmetic");
                steps.push(Step::new(Method::Pattern, because, Limit::Ticks(UNCLAIMED_PATTERN_TICKS)));
            }
            Laws::Start if told => {
                let limited = self
                    .steps
                    .iter()
                    .map(|step| Step { limit: step.limit.least(CLAIMED_SEARCH_TICKS), ..step.clone() });
                steps.extend(limited);
                steps.push(claims(message!("the claim speaks of this start, and a short search did not decide it")));
            }
            _ => {}
        }
        steps.extend(self.steps);
        Plan { steps }
    }
}

/// Whether moves to the end, a value or a certificate of a kind is wanted beside the winner and his moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// The winner: a strategy or a claim is enough.
    Winner,
    /// More.
    Evidence,
}

impl Step {
    fn new(method: Method, because: Message, limit: Limit) -> Step {
        Step { method, because, limit, components: Vec::new() }
    }
}

impl Limit {
    fn least(self, ticks: u64) -> Limit {
        match self {
            Limit::Budget => Limit::Ticks(ticks),
            Limit::Ticks(own) => Limit::Ticks(own.min(ticks)),
        }
    }
}

impl Method {
    /// Whether it adds to an answer that another method gave.
    pub fn adds(self) -> bool {
        matches!(self, Method::Length | Method::CanonicalValue)
    }

    /// Whether it serves where play returns to a position.
    pub fn allows_return(self) -> bool {
        matches!(self, Method::LoopyValues | Method::Retrograde) || self.adds()
    }

    /// Whether it is one of this crate's own, which a session runs.
    pub fn is_search(self) -> bool {
        !matches!(self, Method::Strategy | Method::Claims | Method::Pattern)
    }
}

impl Space {
    fn because(self) -> Message {
        match self {
            Space::Stones => message!("the rules only set stones, and lines of stones win"),
            Space::Cells => message!("the cells only lose what they hold, and the moves are shifted masks"),
            Space::FewKeys => message!("play is proved to end, and there are few keys"),
            Space::Words => message!("it is one component, and its moves lead to one position each"),
            Space::Sums => message!("it is a sum, or its moves lead to sums"),
        }
    }
}

/// How a component of a normal-play sum is valued: the first of these that knows it.
pub(crate) const COMPONENT_METHODS: [Method; 4] =
    [Method::HeapCode, Method::Staircase, Method::NimberSearch, Method::Mex];

fn component_steps() -> Vec<Step> {
    let because = |method| match method {
        Method::HeapCode => message!("a large heap, and the moves of all heaps are decided to be those of a code"),
        Method::Staircase => message!("every move of a staircase leaves one, and these are few"),
        Method::NimberSearch => message!("a large set that moves only take from, and that falls apart"),
        _ => message!("its positions are valued one by one"),
    };
    COMPONENT_METHODS.iter().map(|&method| Step::new(method, because(method), Limit::Budget)).collect()
}

impl Plan {
    /// The same without the ways to value a component that no component of the position is of.
    pub fn for_position(mut self, position: &Position) -> Plan {
        for step in self.steps.iter_mut().filter(|step| step.method == Method::NimSum) {
            step.components.retain(|way| position.parts.iter().any(|part| applies(way.method, part)));
        }
        self
    }
}

/// Whether a component is of the kind that a method values.
fn applies(method: Method, part: &Component) -> bool {
    let facts = || part.game.facts();
    match method {
        Method::HeapCode => valued_by_code(part).is_some(),
        Method::Staircase => part.packed.len() == 1 && matches!(Staircase::of(&part.game, &facts()), Ok(Some(_))),
        Method::NimberSearch => takes_from_large_set(&part.game) && Taking::of(&part.game, &facts()).is_some(),
        _ => true,
    }
}

/// Whether a game's first field is a set large enough for a nimber search.
pub(crate) fn takes_from_large_set(game: &Game) -> bool {
    game.universe(0).is_some_and(|universe| universe.len() >= FEWEST_ELEMENTS_OF_NIMBER_SEARCH)
}

/// Whether a game has too many positions to be searched through; laws are asked first where there are any.
pub fn is_too_large_to_search(game: &Game) -> bool {
    has_more_positions(game, MOST_POSITIONS_SEARCHED)
}

/// Whether a position is one component of a game so large that a strategy is looked for before a search.
pub fn is_huge(position: &Position) -> bool {
    matches!(&position.parts[..], [part] if has_more_positions(&part.game, MOST_POSITIONS_BEFORE_STRATEGY))
}

fn has_more_positions(game: &Game, most: u128) -> bool {
    grundy_run::count(&game.shapes).is_none_or(|count| count > most)
}

/// The forms that a sum can be read as by a search, best first.
pub(crate) struct Spaces {
    pub board: Option<Board>,
    pub cells: Option<Cells>,
    pub flat: Option<Flat>,
}

impl Spaces {
    pub fn of(parts: &Parts, root: &[PartId], convention: Convention) -> Spaces {
        let &[part] = root else { return Spaces { board: None, cells: None, flat: None } };
        let (game, facts, reductions) = (parts.game(part), parts.facts(part), parts.reductions(part));
        let cells = Cells::new(game, facts, convention);
        let own = cells.is_none() && convention == Convention::Own;
        Spaces {
            board: if own { Board::new(game, reductions) } else { None },
            cells,
            flat: if reductions.split.is_none() { Flat::new(game, facts, reductions, convention) } else { None },
        }
    }

    /// What a search walks on.
    pub fn chosen(&self) -> Space {
        match self {
            Spaces { cells: Some(_), .. } => Space::Cells,
            Spaces { board: Some(_), .. } => Space::Stones,
            Spaces { flat: Some(flat), .. } if flat.is_acyclic() && flat.bits() <= exact::MOST_BITS => Space::FewKeys,
            Spaces { flat: Some(_), .. } => Space::Words,
            _ => Space::Sums,
        }
    }
}

/// The convention that is played.
fn played(convention: Convention, play: Play) -> Result<Convention, Refusal> {
    match (play, convention) {
        (Play::AsWritten, convention) => Ok(convention),
        (Play::Misere, Convention::Normal | Convention::Misere) => Ok(Convention::Misere),
        (Play::Misere, other) => Err(Refusal::Unfit(format!(
            "misère play turns round who wins when stuck, but this game ends {}",
            other.describe()
        ))),
    }
}

/// The convention of all parts, if they have one and can be added.
fn common_convention(parts: &Parts, root: &[PartId]) -> Result<Convention, Refusal> {
    let Some(&first) = root.first() else { return Ok(Convention::Normal) };
    let convention = parts.convention(first);
    for &part in root {
        let other = parts.convention(part);
        let clash = other != convention || (root.len() > 1 && other == Convention::Own);
        if clash {
            let (a, b) = (&parts.game(first).rules.name, &parts.game(part).rules.name);
            return Err(Refusal::Unfit(format!(
                "these cannot be added: {a} ends {}, {b} {}",
                convention.describe(),
                other.describe()
            )));
        }
    }
    Ok(convention)
}
