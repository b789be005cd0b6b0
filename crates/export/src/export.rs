use crate::automaton::automaton;
use crate::cases::cases;
use crate::ends::{Ends, ends};
use crate::formula::{Says, formula};
use crate::period::period;
use crate::program::{E, Input, Program, Read};
use crate::translate::{Gives, Translator, Untranslated, openable};
use grundy_answer::{Standing, Watch, message};
use grundy_prove::{Effort, Kind, Subject, Verdict, claims, pattern};
use grundy_rule::{Domain, Fact};
use grundy_run::{Game, Side};
use std::sync::Arc;

/// Positions compared with claims that are not proved.
const COMPARED: usize = 100_000;

/// What a function is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The claims of the rule file, proved for all sizes.
    Formula,
    /// A table and its proved period.
    Period,
    /// A proved automaton over digits.
    Automaton,
    /// The recursion of the rules, remembered.
    Recursion,
}

impl Method {
    /// From the best to the plainest.
    pub const ALL: [Method; 4] = [Method::Formula, Method::Period, Method::Automaton, Method::Recursion];

    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            Method::Formula => "closed form",
            Method::Period => "table with its period",
            Method::Automaton => "automaton over digits",
            Method::Recursion => "recursion of the rules, each position once",
        }
    }
}

/// What to export.
pub struct Asked<'a> {
    /// The game with its parameters.
    pub subject: &'a Subject,
    /// The text of its rules.
    pub text: &'a str,
    /// Which method; the best that is proved unless asked.
    pub method: Option<Method>,
    /// How many cases to add.
    pub tests: usize,
    /// Number fields of the cases are at most this.
    pub bound: i64,
    /// The most states of any automaton.
    pub budget: usize,
    /// Whether parameters are arguments of the function where that is possible.
    pub parameters: Parameters,
    /// Whether a whole program is written, and what it prints.
    pub main: Option<Whole>,
}

/// What becomes of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// They have the values of the game.
    Fixed,
    /// Numbers, sets and lists of numbers are arguments.
    Arguments,
}

/// What a whole program reads and prints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whole {
    /// Whether a case is a sum of positions.
    pub sum: bool,
    /// What is printed where the player to move wins, loses, and draws; without it the number itself.
    pub words: Option<[String; 3]>,
}

/// A program and what it may be relied on for.
pub struct Exported {
    /// The program, its head written.
    pub program: Program,
    /// What it is made of.
    pub method: Method,
    /// How sure it is.
    pub standing: Standing,
    /// Better methods, and why they do not apply.
    pub passed: Vec<(Method, String)>,
}

struct Made {
    program: Program,
    standing: Standing,
    says: Says,
    /// Whether the function is told who is to move.
    mover: bool,
    limits: String,
    cost: String,
    /// Parameters that are arguments too, after the fields.
    open: Vec<usize>,
}

/// The best program for a game. `step` gives each step of the work its own watch.
pub fn export<'w>(asked: &Asked, step: &dyn Fn() -> Box<dyn Watch + 'w>) -> Result<Exported, Untranslated> {
    let rules = asked.subject.rules();
    let bounds = vec![asked.bound; rules.fields.len()];
    let game = asked.subject.world.game(asked.subject.key, asked.subject.params.clone(), bounds);
    let game = game.map_err(|diagnostic| Untranslated { span: diagnostic.span, reason: diagnostic.cause.clone() })?;
    let mut passed = Vec::new();
    let open = open_parameters(asked, &game);
    for method in Method::ALL.into_iter().filter(|method| asked.method.is_none_or(|wanted| wanted == *method)) {
        let made = match method {
            // What is proved is proved at the values of the parameters.
            Method::Formula | Method::Period | Method::Automaton
                if !open.is_empty() && asked.method != Some(Method::Formula) =>
            {
                Err("the parameters are arguments".to_string())
            }
            Method::Formula => by_formula(asked, &game, &open, &*step()),
            Method::Period => by_period(&game, &*step()),
            Method::Automaton => by_automaton(asked, &game, step),
            Method::Recursion => {
                let mut made = by_recursion(asked, &game, &open, &*step())?;
                finish(asked, &game, method, &mut made, &*step())?;
                return Ok(Exported { program: made.program, method, standing: made.standing, passed });
            }
        };
        match made {
            Ok(mut made) => {
                finish(asked, &game, method, &mut made, &*step())?;
                return Ok(Exported { program: made.program, method, standing: made.standing, passed });
            }
            Err(why) if asked.method.is_some() => {
                return Err(Untranslated { span: rules.span, reason: format!("no {}: {why}", method.describe()) });
            }
            Err(why) => passed.push((method, why)),
        }
    }
    Err(Untranslated { span: rules.span, reason: "no method applies".to_string() })
}

fn by_formula(asked: &Asked, game: &Arc<Game>, open: &[usize], watch: &dyn Watch) -> Result<Made, String> {
    let (program, says) = formula(game, asked.text, open).map_err(|refused| refused.reason)?;
    let effort = Effort { states: asked.budget, positions: COMPARED };
    let outcome = claims(asked.subject, asked.text, effort, watch);
    let proved = outcome.decided.iter().all(|one| one.verdict == Verdict::Proved);
    let first = &outcome.decided[0];
    let standing = if proved && !open.is_empty() {
        let given = asked.subject.fixed_parameters().unwrap_or_default();
        let how = message!("the claims of the rule file, proved at {}; other parameters were not looked at", given);
        Standing::Checked(how)
    } else if proved {
        Standing::Proved(message!("the claims of the rule file, for all sizes: {}", first.reason))
    } else {
        let open = outcome.decided.iter().find(|one| one.verdict != Verdict::Proved).unwrap_or(first);
        match open.verdict {
            Verdict::Checked if asked.method.is_some() => Standing::Checked(match &open.bound {
                Some(bound) => message!("the claims of the rule file: {} ({})", open.reason, bound),
                None => message!("the claims of the rule file: {}", open.reason),
            }),
            Verdict::Checked => return Err(format!("the claims are not proved: {}", open.reason)),
            Verdict::Refuted => return Err(format!("a claim is refuted: {}", open.reason)),
            _ => return Err(format!("nothing is known of the claims: {}", open.reason)),
        }
    };
    Ok(Made {
        program,
        standing,
        says,
        mover: false,
        limits: "numbers and what is computed from them below 2^63".into(),
        cost: "one evaluation of the formula".into(),
        open: open.to_vec(),
    })
}

fn by_period(game: &Arc<Game>, watch: &dyn Watch) -> Result<Made, String> {
    let facts = game.facts();
    let normal = grundy_rule::Convention::of(&game.rules) == grundy_rule::Convention::Normal;
    if !facts.impartial.is_proved() || !normal {
        return Err("Grundy values are for impartial games that end when stuck".to_string());
    }
    let (program, standing) = period(game, watch)?;
    Ok(Made {
        program,
        standing,
        says: Says::Value(Gives::Grundy),
        mover: false,
        limits: "0 <= n < 2^63".into(),
        cost: "O(1)".into(),
        open: Vec::new(),
    })
}

fn by_automaton<'w>(asked: &Asked, game: &Arc<Game>, step: &dyn Fn() -> Box<dyn Watch + 'w>) -> Result<Made, String> {
    let translated =
        grundy_proof::translate(asked.subject.rules(), &asked.subject.params).map_err(|refused| refused.reason)?;
    let normal = translated.convention == grundy_proof::Convention::Normal;
    let kinds: &[Kind] = match (normal, translated.game.splits.is_empty()) {
        (true, true) => &[Kind::Grundy, Kind::Outcome],
        (true, false) => &[Kind::Grundy],
        _ => &[Kind::Outcome],
    };
    let fields = Translator::new(game, asked.text).map_err(|refused| refused.reason)?.arguments_named();
    let open = translated.slots.iter().filter_map(|slot| match slot {
        grundy_proof::Slot::Param { param, .. } => Some(*param),
        _ => None,
    });
    let open: Vec<usize> = open.collect();
    let mut why = String::new();
    for &kind in kinds {
        let made = pattern(asked.subject, &translated, kind, asked.budget, &*step())
            .map_err(|none| none.reason)
            .and_then(|found| {
                let certificate = found.certificate(asked.subject, &translated, asked.text).ok_or("too large")?;
                let (program, gives) = automaton(&certificate, &translated, &fields)?;
                let reason = match &found.name {
                    Some(name) => message!("an automaton of {} states, for all sizes ({})", found.states, name),
                    None => message!("an automaton of {} states, for all sizes", found.states),
                };
                Ok((program, gives, reason))
            });
        match made {
            Ok((program, gives, reason)) => {
                let mut made = Made {
                    program,
                    standing: Standing::Proved(reason),
                    says: Says::Value(gives),
                    mover: false,
                    limits: "0 <= every argument < 2^62".into(),
                    cost: "O(log n): one step for each digit".into(),
                    open: open.clone(),
                };
                if kind == Kind::Outcome && normal {
                    made.limits.push_str("; of single positions, not of sums");
                }
                return Ok(made);
            }
            Err(reason) => why = reason,
        }
    }
    Err(why)
}

/// The parameters that are arguments: those with which the rules are still translated, tried together, then one by one.
fn open_parameters(asked: &Asked, game: &Arc<Game>) -> Vec<usize> {
    if asked.parameters == Parameters::Fixed {
        return Vec::new();
    }
    let facts = game.facts();
    let fits = |open: &[usize]| {
        let Ok(mut translator) = Translator::with_open(game, asked.text, open) else { return false };
        let read = asked.main.is_none() || translator.input().is_ok();
        read && translator.tabulate().is_ok() && translator.turn(&facts).is_ok()
    };
    let all = openable(&game.rules);
    if fits(&all) {
        return all;
    }
    let mut open = Vec::new();
    for param in all {
        open.push(param);
        if !fits(&open) {
            open.pop();
        }
    }
    open
}

fn by_recursion(asked: &Asked, game: &Arc<Game>, open: &[usize], watch: &dyn Watch) -> Result<Made, Untranslated> {
    let mut translator = Translator::with_open(game, asked.text, open)?;
    let facts = game.facts();
    let standing = match &facts.acyclic {
        Fact::Proved(why) => Standing::Proved(message!("every move of the rules is tried; play ends: {}", why)),
        Fact::Unknown(why) => match ends(game, watch) {
            Ends::Always(positions) => {
                let how = message!("every move is tried; no play returns among all {} positions looked at", positions);
                let numbers = rules_have_numbers(game);
                if numbers { Standing::Checked(how) } else { Standing::Proved(how) }
            }
            Ends::Not(position) => {
                let reason = format!("a recursion would not end: play can return to {position}");
                return Err(Untranslated { span: game.rules.span, reason });
            }
            Ends::Unknown => {
                let reason = format!("a recursion need not end: {why}");
                return Err(Untranslated { span: game.rules.span, reason });
            }
        },
    };
    // Where play is only checked to end, nothing is said of an order.
    let tabled = facts.acyclic.is_proved() && translator.tabulate()?;
    let (gives, mover) = translator.turn(&facts)?;
    let (limits, cost) = match tabled {
        true => (
            "as many positions as memory holds",
            "every position up to the one asked for is looked at once, small ones first, with all its moves",
        ),
        false => (
            "as many positions as memory holds; the stack holds as many calls as a play has moves",
            "every position that can be reached is looked at once, with all its moves",
        ),
    };
    Ok(Made {
        program: translator.program,
        standing,
        says: Says::Value(gives),
        mover,
        limits: limits.into(),
        cost: cost.into(),
        open: open.to_vec(),
    })
}

/// Whether some field is bounded by the cases alone, not by the rules.
fn rules_have_numbers(game: &Game) -> bool {
    let number = |domain: &Domain| match domain {
        Domain::Nat => true,
        Domain::Array { element, .. } => matches!(**element, Domain::Nat),
        _ => false,
    };
    game.rules.fields.iter().any(|field| number(&field.domain))
}

/// Adds the head and the cases.
fn finish(
    asked: &Asked,
    game: &Arc<Game>,
    method: Method,
    made: &mut Made,
    watch: &dyn Watch,
) -> Result<(), Untranslated> {
    let rules = &game.rules;
    let names = rules.params.iter().zip(&game.params);
    let params: Vec<String> = names
        .enumerate()
        .filter(|(number, _)| !made.open.contains(number))
        .map(|(_, (param, value))| format!("{} = {}", param.name, clipped(&grundy_run::value_text(value, None))))
        .collect();
    let mut header = vec![match params.is_empty() {
        true => rules.name.clone(),
        false => format!("{}, with {}", rules.name, params.join(", ")),
    }];
    let own = asked.text.get(game.source().span.start as usize..game.source().span.end as usize).unwrap_or("");
    let shown = asked.text.lines().filter(|line| !line.trim_start().starts_with("expect"));
    let lines: Vec<&str> = if own.lines().count() > 1 { own.lines().collect() } else { shown.collect() };
    header.extend(lines.iter().take(24).map(|line| format!("    {line}")));
    header.push(String::new());
    header.extend(folded(&format!("method: {}", method.describe())));
    header.extend(folded(&made.standing.to_string()));
    header.extend(folded(&format!("limits: {}", made.limits)));
    header.extend(folded(&format!("cost: {}", made.cost)));
    if let Some(whole) = &asked.main {
        let mut input = Translator::with_open(game, asked.text, &made.open)?.input()?;
        if whole.sum && made.says != Says::Value(Gives::Grundy) {
            let reason = "sums are added by Grundy values, which this function does not give";
            return Err(Untranslated { span: rules.span, reason: reason.to_string() });
        }
        input.sum = whole.sum;
        input.mover = made.mover;
        // A Grundy value is never negative: 0 is lost.
        input.words = whole.words.clone().map(|[won, lost, drawn]| match made.says {
            Says::Value(Gives::Grundy) => [won, lost.clone(), lost],
            _ => [won, lost, drawn],
        });
        header.extend(folded(&format!("reads: {}", format_words(&input))));
        made.program.input = Some(input);
    }
    made.program.header = header;
    if asked.tests == 0 || asked.main.is_some() {
        return Ok(());
    }
    let translator = Translator::with_open(game, asked.text, &made.open)?;
    // A table has its numbers first, and who is to move is one of them.
    let place = made
        .program
        .functions
        .last()
        .and_then(|function| function.params.iter().position(|(name, _)| made.mover && name == "mover"));
    for case in cases(game, made.says, asked.tests, watch) {
        let Some(mut arguments) = translator.arguments(&case.state) else { continue };
        let Some(open) = translator.open_arguments() else { continue };
        arguments.extend(open);
        if let Some(place) = place {
            arguments.insert(place, E::Int(i64::from(case.mover == Side::Right)));
        }
        made.program.tests.push((arguments, case.answer));
    }
    Ok(())
}

/// The format of standard input, in words.
fn format_words(input: &Input) -> String {
    let one = |read: &Read| match read {
        Read::Number(name) => Some(name.clone()),
        Read::Numbers(name, _) => Some(format!("the entries of {name}")),
        Read::Counted(name) => Some(format!("the size of {name}, its entries")),
        Read::Follows(..) => None,
    };
    let mut parts: Vec<String> = input.parameters.iter().filter_map(one).collect();
    let fields: Vec<String> = input.fields.iter().filter_map(one).collect();
    match input.sum {
        true => parts.push(format!("the number of positions, for each of them {}", fields.join(", "))),
        false => parts.extend(fields),
    }
    let case = if parts.is_empty() { "nothing".to_string() } else { parts.join(", ") };
    format!("the number of cases; for each case {case}")
}

fn clipped(text: &str) -> String {
    if text.chars().count() <= 80 { text.to_string() } else { text.chars().take(77).chain("...".chars()).collect() }
}

/// A line of at most 100 characters, broken between words.
fn folded(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + word.chars().count() > 98 {
            lines.push(format!("  {word}"));
        } else {
            let gap = if lines[last].is_empty() { "" } else { " " };
            lines[last] = format!("{}{gap}{word}", lines[last]);
        }
    }
    lines
}
