//! What is proved about a game, and why.

use crate::engine::Engine;
use crate::report::{Language, Report};
use crate::subject::Ruleset;
use grundy_explicit::ClaimFacts;
use grundy_rule::{Convention, Facts, Rules};
use grundy_run::{Found, Game};
use serde::Serialize;
use std::fmt::Write;

/// What is proved about the games of a file.
#[derive(Serialize)]
pub struct FactsAnswer {
    /// The file.
    pub file: String,
    /// Its games.
    pub games: Vec<GameFacts>,
}

/// What is proved about one game.
#[derive(Clone, Serialize)]
pub struct GameFacts {
    /// The game.
    pub game: String,
    /// How it ends, in words.
    pub ends: &'static str,
    /// Every fact.
    pub facts: Vec<FactRow>,
    /// Whether its moves are compiled, if that was asked and it can be set up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native: Option<NativeFact>,
}

/// One fact.
#[derive(Clone, Serialize)]
pub struct FactRow {
    /// Its name.
    pub fact: &'static str,
    /// `proved` or `unknown`.
    pub standing: &'static str,
    /// Why.
    pub reason: String,
}

/// Whether moves and endings are native code.
#[derive(Clone, Serialize)]
pub struct NativeFact {
    /// Whether.
    pub compiled: bool,
    /// Why not.
    pub reason: String,
}

/// What is proved about the game that is meant, or about every game of the file if that is its first.
pub fn facts(ruleset: &Ruleset, engine: Engine) -> FactsAnswer {
    let chosen: Vec<&Rules> =
        if ruleset.game > 0 { vec![ruleset.rules()] } else { ruleset.module.games.iter().collect() };
    let games = chosen.into_iter().map(|rules| {
        let start = rules.number.and_then(|number| ruleset.instance(number, engine));
        let mut facts = GameFacts::of(rules, start.as_deref());
        facts.native = start.map(|start| match start.found() {
            Found::Natively(_) => {
                NativeFact { compiled: true, reason: "moves and endings are native code".to_string() }
            }
            Found::Interpreted(reason) => NativeFact { compiled: false, reason: reason.clone() },
        });
        facts
    });
    FactsAnswer { file: ruleset.text.name.clone(), games: games.collect() }
}

impl GameFacts {
    /// The facts of a game for all parameters; claims and heap forms are decided at the parameters of `game`.
    pub fn of(rules: &Rules, game: Option<&Game>) -> GameFacts {
        let facts = Facts::of(rules);
        let claims = ClaimFacts::of(rules, game);
        let heap_form = grundy_solve::heap_fact(rules, game);
        let rows = [
            ("impartial", &facts.impartial),
            ("mover free", &facts.mover_free),
            ("player-symmetric", &facts.player_symmetric),
            ("acyclic", &facts.acyclic),
            ("bounds", &facts.bounds),
            ("independent axes", &facts.independent_axes),
            ("heap form", &heap_form),
            ("split sound", &claims.split_sound),
            ("symmetry sound", &claims.symmetry_sound),
            ("split found", &claims.split_found),
            ("symmetry found", &claims.symmetry_found),
        ];
        let row = |(fact, known): (&'static str, &grundy_rule::Fact)| FactRow {
            fact,
            standing: if known.is_proved() { "proved" } else { "unknown" },
            reason: known.reason().to_string(),
        };
        GameFacts {
            game: rules.name.clone(),
            ends: Convention::of(rules).describe(),
            facts: rows.into_iter().map(row).collect(),
            native: None,
        }
    }

    /// The names of what is proved.
    pub fn proved(&self) -> Vec<&'static str> {
        self.facts.iter().filter(|row| row.standing == "proved").map(|row| row.fact).collect()
    }
}

impl Report for FactsAnswer {
    fn words(&self, _: Language) -> String {
        let mut text = String::new();
        for game in &self.games {
            let _ = writeln!(text, "{}", game.game);
            for row in &game.facts {
                let _ = writeln!(text, "  {:18} {:8} {}", row.fact, row.standing, row.reason);
            }
            let _ = writeln!(text, "  {:18} {:8} {}", "ends", "", game.ends);
            if let Some(native) = &game.native {
                let word = if native.compiled { "compiled" } else { "no" };
                let _ = writeln!(text, "  {:18} {word:8} {}", "native code", native.reason);
            }
        }
        text
    }
}
