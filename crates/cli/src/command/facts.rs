use crate::asked;
use crate::reply::{Outcome, Reply};
use grundy_explicit::ClaimFacts;
use grundy_rule::{Convention, Fact, Facts, Rules};
use grundy_run::{Found, Game};
use serde_json::{Value, json};
use std::fmt::Write;

/// Which game.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy facts kayles
  grundy facts my.game --json")]
pub struct Args {
    /// A file, `-`, or a name of the library.
    game: String,
}

/// What is proved about a game, and why.
pub fn run(args: Args) -> Outcome {
    let ruled = asked::rules(&args.game)?;
    let mut text = String::new();
    let mut games = Vec::new();
    let chosen: Vec<&Rules> =
        if ruled.game > 0 { vec![&ruled.module.games[ruled.game]] } else { ruled.module.games.iter().collect() };
    for rules in chosen {
        let start = rules.number.and_then(|number| asked::instance(&ruled.module, number));
        let (part, mut json) = describe(rules, start.as_deref());
        text.push_str(&part);
        if let Some(start) = start {
            let (word, reason) = match start.found() {
                Found::Natively(_) => ("compiled", "moves and endings are native code".to_string()),
                Found::Interpreted(reason) => ("no", reason.clone()),
            };
            let _ = writeln!(text, "  {:18} {word:8} {reason}", "native code");
            json["native"] = json!({ "compiled": word == "compiled", "reason": reason });
        }
        games.push(json);
    }
    Ok(Reply::fine(text, json!({ "file": ruled.source.name, "games": games })))
}

/// The facts of one game in both forms; claims are decided at the parameters of `game`.
pub fn describe(rules: &Rules, game: Option<&Game>) -> (String, Value) {
    let facts = Known::of(rules, game);
    let mut text = format!("{}\n", rules.name);
    let mut list = Vec::new();
    for (name, fact) in facts.rows() {
        let word = if fact.is_proved() { "proved" } else { "unknown" };
        let _ = writeln!(text, "  {name:18} {word:8} {}", fact.reason());
        list.push(json!({ "fact": name, "standing": word, "reason": fact.reason() }));
    }
    let ends = Convention::of(rules).describe();
    let _ = writeln!(text, "  {:18} {:8} {ends}", "ends", "");
    (text, json!({ "game": rules.name, "ends": ends, "facts": list }))
}

/// What is known of rules for all parameters, and at those of one game.
pub struct Known {
    facts: Facts,
    claims: ClaimFacts,
    heap_form: Fact,
}

impl Known {
    /// All of it; `game` is made of `rules`.
    pub fn of(rules: &Rules, game: Option<&Game>) -> Known {
        Known {
            facts: Facts::of(rules),
            claims: ClaimFacts::of(rules, game),
            heap_form: grundy_solve::heap_fact(rules, game),
        }
    }

    /// Every fact with its name.
    pub fn rows(&self) -> Vec<(&'static str, &Fact)> {
        let Known { facts, claims, heap_form } = self;
        vec![
            ("impartial", &facts.impartial),
            ("mover free", &facts.mover_free),
            ("player-symmetric", &facts.player_symmetric),
            ("acyclic", &facts.acyclic),
            ("bounds", &facts.bounds),
            ("independent axes", &facts.independent_axes),
            ("heap form", heap_form),
            ("split sound", &claims.split_sound),
            ("symmetry sound", &claims.symmetry_sound),
        ]
    }
}
