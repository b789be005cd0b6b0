//! `claim` lines decided: proved for all sizes, refuted by a position, or checked to a bound by the solver.
//!
//! The first claim that applies to a position speaks of it. If all claims are arithmetic, what they say together is a set
//! of P-positions or a Grundy function on the positions they cover, and the sentences of `automata` decide it there.
//! Otherwise the pattern itself is looked for and proved, and each claim is compared with it: by automata where the
//! claim is arithmetic, position by position where it is not.

use crate::Subject;
use crate::builder::Builder;
use crate::compared::{checked, confirmed};
use crate::notions::Notions;
use crate::pattern::{Found, Kind, Pattern, VALUE, convention, pattern, weights};
use crate::recursive::Recursive;
use crate::relations::relations;
use crate::subject::values;
use grundy_answer::{Message, Watch, message};
use grundy_automata::sentence::{self, OutcomeClaim, Why};
use grundy_automata::{Arith, Digits, OutOfBudget, Rel, Word};
use grundy_proof::{Certificate, Claimed, Formula, Relation, Says, Slot, Term, Translated, translate};
use grundy_rule::{ClaimSays, Span};
use grundy_run::{Component, Flow, Position, Side};
use grundy_solve::{Question, Winner, applicable};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// True for all positions of all sizes.
    Proved,
    /// False.
    Refuted,
    /// True wherever it was looked at.
    Checked,
    /// Nothing is known.
    Open,
}

/// A claim with what became of it.
#[derive(Clone, Debug)]
pub struct Decided {
    /// Where the claim stands.
    pub span: Span,
    /// What became of it.
    pub verdict: Verdict,
    /// Why.
    pub reason: Message,
    /// How far was looked, where it was not proved.
    pub bound: Option<Message>,
    /// Where it fails.
    pub counterexample: Option<Counterexample>,
}

/// A position where a claim fails.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The position, to paste back.
    pub position: String,
    /// What is claimed of it.
    pub claimed: Message,
    /// What is true of it.
    pub actual: Message,
    /// Its moves and where they lead, at most twenty.
    pub moves: Vec<String>,
}

/// The verdicts on all claims of a game, and a certificate where they are proved.
pub struct DecidedClaims {
    /// One for each claim, in order.
    pub decided: Vec<Decided>,
    /// For the checker.
    pub certificate: Option<Certificate>,
    /// The proved pattern behind them.
    pub found: Option<Found>,
}

/// How hard claims are looked at.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many states any automaton may have.
    pub states: usize,
    /// How many positions are compared where nothing can be proved.
    pub positions: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { states: crate::BUDGET, positions: (1 << 22) + (1 << 13) }
    }
}

/// Claims of more different values are decided as one relation.
const MOST_VALUES: usize = 25;

/// About so many positions are compared with a proved pattern.
const COMPARED: usize = 20_000;

/// Decides the claims of a game; `text` is the rule text, for the certificate. Where nothing is claimed, the pattern is looked
/// for all the same.
pub fn claims(subject: &Subject, text: &str, effort: Effort, watch: &dyn Watch) -> DecidedClaims {
    let (budget, most) = (effort.states, effort.positions);
    let rules = subject.rules();
    if rules.claims.is_empty() {
        return unclaimed(subject, text, budget, watch);
    }
    if grundy_solve::about_parameters(rules) {
        return about_start(subject, text, effort, watch);
    }
    let translated = match translate(rules, &subject.params) {
        Ok(translated) => translated,
        Err(refused) => return checked(subject, refused.reason.into(), most, watch),
    };
    let prover = Prover { subject, translated: &translated, text, budget, watch };
    let outcome = match prover.direct() {
        Ok(outcome) => confirmed(outcome, subject, watch),
        Err(reason) => match prover.through_pattern(None) {
            Some(outcome) => outcome,
            None => checked(subject, reason, most, watch),
        },
    };
    crate::undefined::noted(outcome, subject, &translated)
}

/// The pattern of a game of which nothing is claimed, if there is one.
fn unclaimed(subject: &Subject, text: &str, budget: usize, watch: &dyn Watch) -> DecidedClaims {
    let nothing = DecidedClaims { decided: Vec::new(), certificate: None, found: None };
    let Ok(translated) = translate(subject.rules(), &subject.params) else { return nothing };
    let kind = if translated.game.splits.is_empty() { crate::Kind::Outcome } else { crate::Kind::Grundy };
    match crate::pattern(subject, &translated, kind, budget, watch) {
        Ok(found) => {
            DecidedClaims { certificate: found.certificate(subject, &translated, text), found: Some(found), ..nothing }
        }
        Err(_) => nothing,
    }
}

/// What all claims are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Winner,
    Grundy,
    Plies,
    Rounds,
}

struct Prover<'a> {
    subject: &'a Subject,
    translated: &'a Translated,
    text: &'a str,
    budget: usize,
    watch: &'a dyn Watch,
}

/// A claim with the positions it speaks of, earlier claims taken away.
struct Applied<'a> {
    when: Formula,
    claim: &'a Claimed,
}

impl Prover<'_> {
    fn sort(&self) -> Option<Sort> {
        let of = |says: &ClaimSays| match says {
            ClaimSays::FirstWins | ClaimSays::SecondWins => Sort::Winner,
            ClaimSays::Grundy(_) => Sort::Grundy,
            ClaimSays::Plies(_) => Sort::Plies,
            ClaimSays::Rounds(_) => Sort::Rounds,
        };
        let claims = &self.subject.rules().claims;
        let first = of(&claims.first()?.says);
        claims.iter().all(|claim| of(&claim.says) == first).then_some(first)
    }

    /// Claims up to the first that is not arithmetic.
    fn applied(&self) -> Result<Vec<Applied<'_>>, Message> {
        let mut earlier: Vec<Formula> = Vec::new();
        let mut found = Vec::new();
        for claim in &self.translated.claims {
            let claim = claim.as_ref().map_err(|refused| refused.reason.clone())?;
            let when = Formula::All(earlier.iter().cloned().chain([claim.when.clone()]).collect());
            earlier.push(Formula::Not(Box::new(claim.when.clone())));
            found.push(Applied { when, claim });
        }
        Ok(found)
    }

    /// The claims as one set or function on what they cover; `Err` says why that does not decide them.
    fn direct(&self) -> Result<DecidedClaims, Message> {
        let sort = self.sort().ok_or_else(|| message!("claims of several kinds"))?;
        if !self.translated.game.repeats.is_empty() {
            return Err(message!("a step that may be repeated"));
        }
        let normal = self.translated.convention == grundy_proof::Convention::Normal;
        if sort != Sort::Winner && !normal {
            return Err(message!("values of misère play are not decided"));
        }
        if !self.translated.game.splits.is_empty() && sort != Sort::Grundy {
            return Err(message!("moves to sums need Grundy values"));
        }
        let applied = self.applied()?;
        if !Notions::of_claims(applied.iter().map(|one| one.claim)).are_read_in(Digits::Base2) {
            return Err(message!("the golden ratio is not read in base 2"));
        }
        let arith = Arith::watched(Digits::Base2, self.budget, self.watch);
        let out = OutOfBudget::message;
        let mut builder = Builder::new(&arith);
        self.recursive(&arith, &mut builder, &applied)?;
        let covered = builder.closed(&Formula::Any(applied.iter().map(|one| one.when.clone()).collect()));
        let mut moves = relations(&arith, &self.translated.game, None).map_err(out)?;
        let parts = [moves.domain.take(), Some(covered.map_err(out)?)];
        let domain = arith.and(&parts.iter().flatten().collect::<Vec<_>>()).map_err(out)?;
        moves.domain = Some(arith.widen(&domain, &moves.position).map_err(out)?);
        if moves.domain.as_ref().is_some_and(Rel::is_empty) {
            let reason = message!("no claim speaks of any position with these parameters");
            return Ok(self.all(Verdict::Open, reason, None));
        }
        let weights = weights(&arith, &moves)?;
        let value = grundy_proof::Var(VALUE.0);
        let parts: Vec<Formula> = applied
            .iter()
            .filter_map(|one| {
                let said = match &one.claim.says {
                    Says::First => return None,
                    Says::Second => return Some(one.when.clone()),
                    Says::Grundy(term) | Says::Plies(term) => {
                        Formula::Compare(Term::Var(value), Relation::Equal, term.clone())
                    }
                    Says::Rounds(term) => {
                        let rounds = Term::Quotient(Box::new(Term::Var(value).plus(1.into())), 2);
                        Formula::Compare(rounds, Relation::Equal, term.clone())
                    }
                };
                Some(Formula::All(vec![one.when.clone(), said]))
            })
            .collect();
        if sort == Sort::Grundy
            && let Some(sets) = self.constants(&arith, &mut builder, &applied, &moves).map_err(out)?
            && sentence::grundy_values(&arith, &moves, &sets).is_proved()
        {
            return Ok(self.proved(Kind::Grundy, Pattern::Values(sets), weights));
        }
        let said = builder.closed(&Formula::Any(parts)).map_err(out)?;
        let (pattern, verdict) = match sort {
            Sort::Winner => {
                let p = arith.widen(&said, &moves.position).map_err(out)?;
                let claim = OutcomeClaim { p, repeats: Vec::new() };
                let verdict = sentence::outcome(&arith, &moves, &claim, convention(self.translated.convention));
                (Pattern::Outcome(claim), verdict)
            }
            Sort::Grundy | Sort::Plies => {
                let graph = arith.widen(&said, &[&moves.position[..], &[VALUE]].concat()).map_err(out)?;
                let verdict = match sort {
                    Sort::Grundy => sentence::grundy(&arith, &moves, VALUE, &graph),
                    _ => sentence::plies(&arith, &moves, VALUE, &graph),
                };
                (Pattern::Graph(graph, VALUE), verdict)
            }
            Sort::Rounds => {
                // A round more or less: plies are even exactly where the player to move loses.
                let found = pattern(self.subject, self.translated, Kind::Outcome, self.budget, self.watch);
                let lost = match found {
                    Ok(Found { system: Digits::Base2, pattern: Pattern::Outcome(claim), .. }) => claim.p,
                    _ => return Err(message!("rounds are decided where the lost positions have a pattern")),
                };
                let rest = Term::Remainder(Box::new(Term::Var(value)), 2);
                let even = builder.formula(&Formula::Compare(rest, Relation::Equal, Term::Constant(0))).map_err(out)?;
                let graph = arith.combine(&[&said, &even, &lost], |t| t[0] && t[1] == t[2]).map_err(out)?;
                let graph = arith.widen(&graph, &[&moves.position[..], &[VALUE]].concat()).map_err(out)?;
                let verdict = sentence::plies(&arith, &moves, VALUE, &graph);
                (Pattern::Graph(graph, VALUE), verdict)
            }
        };
        match verdict {
            sentence::Verdict::Undecided(reason) => Err(reason.message()),
            sentence::Verdict::Proved if matches!(sort, Sort::Plies | Sort::Rounds) => {
                let mut outcome = self.proved(Kind::Grundy, pattern, weights);
                if let Some(found) = &outcome.found {
                    let hurried = message!("who wins hurries and who loses delays, one ply after the option chosen");
                    let reason = self.decided_by(found, hurried);
                    outcome.decided.iter_mut().for_each(|one| one.reason = reason.clone());
                }
                outcome.certificate = outcome.certificate.map(as_plies);
                Ok(DecidedClaims { found: None, ..outcome })
            }
            sentence::Verdict::Proved => {
                let kind = if sort == Sort::Winner { Kind::Outcome } else { Kind::Grundy };
                Ok(self.proved(kind, pattern, weights))
            }
            sentence::Verdict::Refuted(refutation) => match self.refuted(&refutation.at) {
                Some(outcome) => Ok(outcome),
                None if self.is_too_large(&refutation.at) => Ok(self.contradicted(
                    &refutation.at,
                    &contradiction(&refutation.why),
                    Against::Claims(&refutation.why),
                )),
                None => Err(message!("the claims contradict each other at {}", refutation.at.to_string())),
            },
        }
    }

    /// Teaches the builder the values of definitions that call themselves, each proved; else why one is not.
    fn recursive(&self, arith: &Arith, builder: &mut Builder, applied: &[Applied]) -> Result<(), Message> {
        let out = OutOfBudget::message;
        let fields = &self.translated.game.fields;
        let mut known: HashMap<usize, Recursive> = HashMap::new();
        for call in applied.iter().flat_map(|one| &one.claim.calls) {
            let name = &self.subject.rules().defs[call.def].name;
            if let Entry::Vacant(place) = known.entry(call.def) {
                let definition = self.translated.definitions.iter().find(|one| one.def == call.def);
                let definition = definition.ok_or_else(|| message!("`{}` calls itself", name))?;
                place.insert(Recursive::new(self.subject, definition, arith)?);
            }
            let mut named = Vec::new();
            grundy_proof::named(&call.path, &mut named);
            for term in &call.args {
                grundy_proof::named(&Formula::Compare(term.clone(), Relation::Equal, Term::Constant(0)), &mut named);
            }
            if named.iter().any(|var| !fields.contains(var)) {
                return Err(message!("`{}` calls itself, on more than fields", name));
            }
            let recursive = &known[&call.def];
            recursive.determine(arith, builder, call).map_err(out)?;
            let inside = recursive.inside(arith, builder, call, None).map_err(out)?;
            let domain = self.translated.game.domain.clone().unwrap_or(Formula::All(vec![]));
            let path = builder.formula(&Formula::All(vec![domain, call.path.clone()])).map_err(out)?;
            let outside = |truth: &[bool]| truth[0] && !truth[1];
            if let Some(at) = arith.find(&[&path, &inside], outside).map_err(out)? {
                return Err(message!("`{}` calls itself, and is not seen to end at {}", name, at.to_string()));
            }
        }
        Ok(())
    }

    /// All claims proved together.
    fn proved(&self, kind: Kind, pattern: Pattern, weights: Vec<u32>) -> DecidedClaims {
        let states = pattern.rels().iter().map(|rel| rel.states()).sum();
        let found = Found { kind, name: None, states, system: Digits::Base2, digits: 0, pattern, weights };
        let certificate = found.certificate(self.subject, self.translated, self.text);
        let all = self.all(Verdict::Proved, self.reason(&found), certificate);
        DecidedClaims { found: Some(found), ..all }
    }

    /// Where the claims give each of a few values, if all they give are numbers.
    fn constants(
        &self,
        arith: &Arith,
        builder: &mut Builder,
        applied: &[Applied],
        moves: &sentence::Moves,
    ) -> Result<Option<Vec<Rel>>, OutOfBudget> {
        let given = |one: &Applied| match one.claim.says {
            Says::Grundy(Term::Constant(value)) => usize::try_from(value).ok().filter(|value| *value < MOST_VALUES),
            _ => None,
        };
        let Some(values) = applied.iter().map(given).collect::<Option<Vec<usize>>>() else { return Ok(None) };
        let mut sets = Vec::new();
        for value in 0..=values.iter().copied().max().unwrap_or(0) {
            let here = applied.iter().zip(&values).filter(|(_, own)| **own == value);
            let set = builder.closed(&Formula::Any(here.map(|(one, _)| one.when.clone()).collect()))?;
            sets.push(arith.widen(&set, &moves.position)?);
        }
        Ok(Some(sets))
    }

    fn reason(&self, found: &Found) -> Message {
        self.decided_by(
            found,
            match found.kind {
                Kind::Outcome if self.translated.convention == grundy_proof::Convention::Misere => {
                    message!("a position is lost exactly if it has moves and none leads to a lost one")
                }
                Kind::Outcome => message!("a position is lost exactly if no move leads to a lost one"),
                Kind::Grundy => message!("the value is the least that no move leads to"),
            },
        )
    }

    /// That `what` was decided on automata, of this size, and why play ends.
    fn decided_by(&self, found: &Found, what: Message) -> Message {
        let weights: Vec<String> = self
            .translated
            .names
            .iter()
            .zip(&found.weights)
            .zip(&self.translated.slots)
            .filter(|((_, weight), slot)| **weight > 0 && !matches!(slot, Slot::Param { .. }))
            .map(|((name, weight), _)| if *weight == 1 { name.clone() } else { format!("{weight} {name}") })
            .collect();
        let (states, falling) = (found.states, weights.join(" + "));
        match found.system {
            Digits::Base2 => {
                message!(
                    "decided on automata in base 2 ({} states): {}; {} falls with every move",
                    states,
                    what,
                    falling
                )
            }
            Digits::Zeckendorf => message!(
                "decided on automata in Zeckendorf's system ({} states): {}; {} falls with every move",
                states,
                what,
                falling
            ),
        }
    }

    fn all(&self, verdict: Verdict, reason: Message, certificate: Option<Certificate>) -> DecidedClaims {
        let one = |span: Span| Decided { span, verdict, reason: reason.clone(), bound: None, counterexample: None };
        let decided = self.subject.rules().claims.iter().map(|claim| one(claim.span)).collect();
        DecidedClaims { decided, certificate, found: None }
    }

    /// The claims compared with the pattern, if that can be found and proved; of some positions only, if these are given.
    fn through_pattern(&self, some: Option<&Formula>) -> Option<DecidedClaims> {
        let kind = match self.sort()? {
            Sort::Winner if self.translated.game.splits.is_empty() => Kind::Outcome,
            Sort::Winner => return None,
            Sort::Grundy if self.translated.convention == grundy_proof::Convention::Normal => Kind::Grundy,
            _ => return None,
        };
        if kind == Kind::Grundy && !self.translated.game.repeats.is_empty() {
            return None;
        }
        let found = pattern(self.subject, self.translated, kind, self.budget, self.watch).ok()?;
        let certificate = found.certificate(self.subject, self.translated, self.text);
        let known = self.reason(&found);
        let readable = |applied: &Vec<Applied>| {
            let notions = Notions::of_claims(applied.iter().map(|one| one.claim));
            applied.iter().all(|one| one.claim.calls.is_empty()) && notions.are_read_in(found.system)
        };
        if let Some(applied) = self.applied().ok().filter(readable) {
            let arith = Arith::watched(found.system, self.budget, self.watch);
            match self.contradiction(&arith, &found, &applied, some) {
                Ok(None) => {
                    let all = self.all(Verdict::Proved, known, certificate);
                    return Some(DecidedClaims { found: Some(found), ..all });
                }
                Ok(Some(at)) if self.is_too_large(&at) => {
                    return Some(self.contradicted(
                        &at,
                        &message!("the proved pattern says otherwise"),
                        Against::Proof,
                    ));
                }
                Ok(Some(at)) => return self.refuted(&at),
                Err(_) => {}
            }
        }
        if some.is_some() { None } else { self.compared(&found, known, certificate) }
    }

    /// A position where a claim says something else than the pattern.
    fn contradiction(
        &self,
        arith: &Arith,
        found: &Found,
        applied: &[Applied],
        some: Option<&Formula>,
    ) -> Result<Option<Word>, OutOfBudget> {
        let mut builder = Builder::new(arith);
        let domain = Formula::All(self.translated.game.domain.iter().chain(some).cloned().collect());
        let domain = builder.formula(&domain)?;
        let position: Vec<_> = self.translated.game.fields.iter().map(|var| grundy_automata::Var(var.0)).collect();
        for one in applied {
            let when = builder.formula(&one.when)?;
            let wrong: Rel = match (&one.claim.says, &found.pattern) {
                (Says::Second, Pattern::Outcome(claim)) => arith.not(&claim.p)?,
                (Says::First, Pattern::Outcome(claim)) => claim.p.clone(),
                (Says::Grundy(term), Pattern::Graph(graph, _)) => {
                    let value = grundy_proof::Var(VALUE.0);
                    let said = Formula::Compare(Term::Var(value), Relation::Equal, term.clone());
                    let both = arith.and_exists(&[&builder.formula(&said)?, graph], &[VALUE])?;
                    arith.not(&arith.widen(&both, &position)?)?
                }
                (Says::Grundy(term), Pattern::Values(sets)) => {
                    let mut right = Vec::new();
                    for (value, set) in sets.iter().enumerate() {
                        let said = Formula::Compare(term.clone(), Relation::Equal, Term::Constant(value as i64));
                        right.push(arith.and(&[&builder.formula(&said)?, set])?);
                    }
                    let right = arith.or(&right.iter().collect::<Vec<_>>())?;
                    arith.not(&arith.widen(&right, &position)?)?
                }
                _ => continue,
            };
            let all = arith.widen(&arith.and(&[&domain, &when, &wrong])?, &position)?;
            if let Some(at) = arith.least(&all, grundy_automata::Order::Total, &position)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// The claims compared with the proved pattern, position by position.
    fn compared(&self, found: &Found, known: Message, certificate: Option<Certificate>) -> Option<DecidedClaims> {
        let slots = &self.translated.slots;
        let bound = self.box_size();
        let game = self.subject.game(slots, &vec![bound; slots.len()], bound as i64)?;
        let total = grundy_run::count(&game.shapes)?.min(4 * COMPARED as u128);
        let mut count = 0u64;
        for rank in 0..total {
            let here = grundy_run::unrank(&game.shapes, rank);
            let Some(at) = values(&game, slots, &here) else { continue };
            let Ok(Some((claim, value))) = applicable(&game, &here) else { continue };
            let tuple: Vec<u128> = at.iter().map(|&number| u128::from(number)).collect();
            let right = match (&claim.says, &found.pattern) {
                (ClaimSays::FirstWins, Pattern::Outcome(p)) => !accepts(&p.p, self.translated, &tuple, None),
                (ClaimSays::SecondWins, Pattern::Outcome(p)) => accepts(&p.p, self.translated, &tuple, None),
                (ClaimSays::Grundy(_), Pattern::Graph(graph, _)) => {
                    value.is_some_and(|v| v >= 0 && accepts(graph, self.translated, &tuple, Some(v as u128)))
                }
                (ClaimSays::Grundy(_), Pattern::Values(sets)) => value.is_some_and(|v| {
                    usize::try_from(v)
                        .ok()
                        .and_then(|v| sets.get(v))
                        .is_some_and(|set| accepts(set, self.translated, &tuple, None))
                }),
                _ => return None,
            };
            if !right {
                let packed = game.pack(&here)?;
                return self.counterexample(Component { game, packed });
            }
            count += 1;
            let progress =
                grundy_answer::Progress { what: "positions", done: count, total: Some(total as u64), bytes: 0 };
            if count % 64 == 0 && self.watch.tick(progress).is_some() {
                return None;
            }
        }
        if count == 0 {
            return None;
        }
        let cause = self.translated.claims.iter().find_map(|claim| claim.as_ref().err());
        let cause = cause.map(|no| Message::from(no.reason.as_str()));
        let cause = cause.unwrap_or_else(|| message!("a definition that calls itself, or too large"));
        let pattern = match &found.name {
            Some(name) => message!("the pattern ({}) is proved for all sizes", name),
            None => message!("the pattern is proved for all sizes"),
        };
        let reason = message!(
            "{}, {}; the claim is outside arithmetic ({}) and agrees with it on {} positions",
            pattern,
            known,
            cause,
            count
        );
        let mut outcome = self.all(Verdict::Checked, reason, certificate);
        for one in &mut outcome.decided {
            one.bound = Some(message!("all fields up to {}", bound));
        }
        outcome.found = Some(found.clone());
        Some(outcome)
    }

    /// How far a box of positions reaches.
    fn box_size(&self) -> u64 {
        let fields = self.translated.slots.len().max(1) as f64;
        (COMPARED as f64).powf(1.0 / fields).floor().clamp(2.0, 5_000.0) as u64 - 1
    }

    /// The fields of a position, if each fits 64 bits.
    fn values(&self, at: &Word) -> Option<Vec<u64>> {
        let fields = self.translated.game.fields.iter();
        fields.map(|var| at.value(grundy_automata::Var(var.0)).and_then(|value| u64::try_from(value).ok())).collect()
    }

    /// Whether a position is beyond the solver: then the automata alone say that the claims fail there.
    fn is_too_large(&self, at: &Word) -> bool {
        self.values(at).is_none_or(|values| values.iter().fold(0u64, |sum, value| sum.saturating_add(*value)) > 3_000)
    }

    /// The refutation that a position brings, or one of its options.
    fn refuted(&self, at: &Word) -> Option<DecidedClaims> {
        let values = self.values(at).filter(|_| !self.is_too_large(at))?;
        let largest = values.iter().copied().max().unwrap_or(0);
        let slots = &self.translated.slots;
        let bound = 4 * (largest as i64 + 8);
        let component = self.subject.component(slots, &values, bound)?;
        let options = component.game.moves(&component.packed, Side::Left).ok()?;
        let parts = options.into_iter().flat_map(|(_, to)| to.parts);
        std::iter::once(component.clone()).chain(parts).find_map(|one| self.counterexample(one))
    }

    /// The position of a word, however large.
    fn large(&self, at: &Word) -> Option<Component> {
        let values = self.values(at)?;
        let total = values.iter().try_fold(8i64, |sum, value| sum.checked_add(i64::try_from(*value).ok()?))?;
        self.subject.component(&self.translated.slots, &values, total)
    }

    /// The verdicts by a position too large to solve, of which the claims cannot all be true.
    fn contradicted(&self, at: &Word, why: &Message, against: Against) -> DecidedClaims {
        let component = self.large(at);
        let said = component.as_ref().and_then(|component| {
            let state = component.game.unpack(&component.packed);
            applicable(&component.game, &state).ok().flatten().map(|(claim, value)| (claim.span, words(claim, value)))
        });
        let claims = &self.subject.rules().claims;
        let (span, claimed) = said.unwrap_or_else(|| (claims[0].span, message!("what the claims say")));
        let position = component.as_ref().map_or_else(|| at.to_string(), Component::to_string);
        let moves = component.as_ref().map(listed).unwrap_or_default();
        let reason = message!("at {}: claimed {}, but {}", position, claimed, why);
        let is_one_claim = || match (against, &component) {
            (Against::Proof, _) => true,
            (Against::Claims(Why::MovesToClaimed { to, .. }), Some(component)) => {
                self.large(to).is_some_and(|to| spoken(component).is_some_and(|span| spoken(&to) == Some(span)))
            }
            (Against::Claims(_), Some(component)) => speaks_alone(component),
            (Against::Claims(_), None) => false,
        };
        if claims.len() > 1 && !is_one_claim() {
            let reason = message!("{}; this or another claim is wrong", reason);
            let open = |span| Decided {
                span,
                verdict: Verdict::Open,
                reason: reason.clone(),
                bound: None,
                counterexample: None,
            };
            let decided = claims.iter().map(|claim| open(claim.span)).collect();
            return DecidedClaims { decided, certificate: None, found: None };
        }
        self.refutation(span, reason, Counterexample { position, claimed, actual: why.clone(), moves })
    }

    /// The verdicts if a claim fails at this position.
    fn counterexample(&self, component: Component) -> Option<DecidedClaims> {
        let state = component.game.unpack(&component.packed);
        let (claim, value) = applicable(&component.game, &state).ok()??;
        let position = Position { parts: vec![component.clone()] };
        let plies = matches!(claim.says, ClaimSays::Plies(_) | ClaimSays::Rounds(_));
        let question = Question { first: Some(Side::Left), plies, ..Question::default() };
        let answer = grundy_solve::solve(&position, question, self.watch).ok()?;
        let winner = match answer.winner {
            Some(Winner::First) => message!("first wins"),
            Some(Winner::Second) => message!("second wins"),
            Some(Winner::Draw) => message!("a draw"),
            _ => return None,
        };
        let claimed = words(claim, value);
        let actual = match &claim.says {
            ClaimSays::FirstWins | ClaimSays::SecondWins => winner,
            ClaimSays::Grundy(_) => match &answer.grundy {
                Some(grundy_solve::Grundy::Finite(actual)) => actual.to_string().into(),
                _ => return None,
            },
            ClaimSays::Plies(_) => answer.plies?.to_string().into(),
            ClaimSays::Rounds(_) => answer.plies?.div_ceil(2).to_string().into(),
        };
        if claimed == actual {
            return None;
        }
        let position = component.to_string();
        let moves = listed(&component);
        let reason = message!("at {}: claimed {}, in truth {}", position, claimed, actual);
        Some(self.refutation(claim.span, reason, Counterexample { position, claimed, actual, moves }))
    }

    /// The claim at `span` refuted, the others left open with it.
    fn refutation(&self, span: Span, reason: Message, found: Counterexample) -> DecidedClaims {
        let decided = self.subject.rules().claims.iter().map(|one| match one.span == span {
            true => Decided {
                span,
                verdict: Verdict::Refuted,
                reason: reason.clone(),
                bound: None,
                counterexample: Some(found.clone()),
            },
            false => Decided {
                span: one.span,
                verdict: Verdict::Open,
                reason: message!("decided only together with the claim that is refuted"),
                bound: None,
                counterexample: None,
            },
        });
        DecidedClaims { decided: decided.collect(), certificate: None, found: None }
    }
}

/// What a position contradicts.
#[derive(Clone, Copy)]
enum Against<'a> {
    /// What is proved: the claim that speaks of it is wrong.
    Proof,
    /// Claims of it and of its options: one of them is wrong.
    Claims(&'a Why),
}

/// The claim that speaks of a position.
fn spoken(component: &Component) -> Option<Span> {
    let state = component.game.unpack(&component.packed);
    applicable(&component.game, &state).ok().flatten().map(|(claim, _)| claim.span)
}

/// Whether one claim speaks of a position and of all its options.
fn speaks_alone(component: &Component) -> bool {
    const MOST: usize = 1_000;
    let Some(span) = spoken(component) else { return false };
    let (mut alone, mut moves) = (true, 0);
    let all = component.game.each_move(&component.packed, Side::Left, &mut |_, to| {
        moves += 1;
        alone &= moves <= MOST && to.parts.iter().all(|part| spoken(part) == Some(span));
        if alone { Flow::On } else { Flow::Stop }
    });
    alone && all.is_ok()
}

/// At most twenty moves of a position and where they lead.
fn listed(component: &Component) -> Vec<String> {
    let mut moves = Vec::new();
    let _ = component.game.each_move(&component.packed, Side::Left, &mut |one, to| {
        let parts: Vec<String> = to.parts.iter().map(Component::to_string).collect();
        let to = if parts.is_empty() { "nothing".to_string() } else { parts.join(" + ") };
        moves.push(format!("{} -> {to}", component.game.move_text(&one)));
        if moves.len() < 20 { Flow::On } else { Flow::Stop }
    });
    moves
}

/// What a claim says, in words.
fn words(claim: &grundy_rule::Claim, value: Option<i64>) -> Message {
    let number = value.map(|value| value.to_string()).unwrap_or_default();
    match &claim.says {
        ClaimSays::FirstWins => message!("first wins"),
        ClaimSays::SecondWins => message!("second wins"),
        ClaimSays::Grundy(_) | ClaimSays::Plies(_) | ClaimSays::Rounds(_) => number.into(),
    }
}

/// Why what is claimed of a position and of its options cannot all be true.
fn contradiction(why: &Why) -> Message {
    match why {
        Why::MovesToClaimed { to, .. } => {
            message!("a move leads to a position that is claimed lost too ({})", to.to_string())
        }
        Why::NoMoveToClaimed => message!("no move leads to a position that is claimed lost"),
        Why::MisereEnd => message!("it has no move, so its player has won"),
        Why::OptionHasValue => message!("a move leads to a position that is claimed to have the same value"),
        Why::SmallerMissing => message!("no move leads to a position that is claimed to have some smaller value"),
        Why::ValueMissing | Why::NoValue => message!("another value is the least that no move leads to"),
        Why::OtherPlies | Why::PliesMissing => message!("what is claimed of its options gives another number"),
        Why::MeasureStays { .. } | Why::LeavesDomain { .. } | Why::RepeatDiffers(_) => {
            message!("the claims do not fit")
        }
    }
}

/// A graph over fields and value as the graph of plies.
fn as_plies(certificate: Certificate) -> Certificate {
    let claim = match certificate.claim {
        grundy_proof::Claim::Grundy(table) => grundy_proof::Claim::Plies(table),
        other => other,
    };
    Certificate { claim, ..certificate }
}

/// Whether a relation over some of the fields, and perhaps the value, holds of a tuple.
pub(crate) fn accepts(rel: &Rel, translated: &Translated, tuple: &[u128], value: Option<u128>) -> bool {
    let of = |var: &grundy_automata::Var| {
        let field = translated.game.fields.iter().position(|field| field.0 == var.0);
        field.map(|at| tuple[at]).or(value).unwrap_or(0)
    };
    rel.accepts(&rel.vars().iter().map(of).collect::<Vec<_>>())
}

/// Claims about the start position at every size: proved one by one, or checked.
fn about_start(subject: &Subject, text: &str, effort: Effort, watch: &dyn Watch) -> DecidedClaims {
    let reason = message!("it speaks of the start position at every size, not of positions");
    if subject.fixes_what_follows() {
        return checked(subject, reason, effort.positions, watch);
    }
    if let Ok(translated) = translate(subject.rules(), &subject.params)
        && let Some(start) = &translated.start
    {
        let prover = Prover { subject, translated: &translated, text, budget: effort.states, watch };
        if let Some(outcome) = prover.through_pattern(Some(start)) {
            return outcome;
        }
    }
    let proved = crate::parameters::paired(subject, effort.states, watch);
    let claims = &subject.rules().claims;
    let mut outcome = if proved.iter().all(Option::is_some) {
        let open = |span| Decided {
            span,
            verdict: Verdict::Open,
            reason: Message::default(),
            bound: None,
            counterexample: None,
        };
        DecidedClaims { decided: claims.iter().map(|claim| open(claim.span)).collect(), certificate: None, found: None }
    } else {
        checked(subject, reason, effort.positions, watch)
    };
    for (one, reason) in outcome.decided.iter_mut().zip(proved) {
        if let Some(reason) = reason {
            *one = Decided { span: one.span, verdict: Verdict::Proved, reason, bound: None, counterexample: None };
        }
    }
    outcome
}
