//! What is proved about a game, and why.

mod longest;
mod summary;

use crate::engine::Engine;
use crate::report::{Language, Report};
use crate::subject::Ruleset;
use grundy_explicit::ClaimFacts;
use grundy_rule::{Convention, Domain, Facts, Rules};
use grundy_run::{Game, World};
use serde::Serialize;
use std::fmt::Write;
use std::sync::Arc;

pub use longest::longest_play;
pub use summary::Remark;

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
    /// What matters most of what is proved, in a few words each: `impartial`, `heap form 0.77`.
    pub brief: Vec<String>,
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
        let heap = match (&start, rules.number) {
            (None, Some(number)) => nameless_heap(&engine.world(vec![ruleset.module.clone()]), (0, number)),
            _ => None,
        };
        let mut facts = GameFacts::of(rules, start.as_ref().or(heap.as_ref()));
        facts.native = start.map(|start| match start.is_compiled() {
            Ok(()) => NativeFact { compiled: true, reason: "moves and endings are native code".to_string() },
            Err(reason) => NativeFact { compiled: false, reason },
        });
        facts
    });
    FactsAnswer { file: ruleset.text.name.clone(), games: games.collect() }
}

/// A game of one heap whose start nobody names, at its default parameters: its form is decided for every heap.
pub(crate) fn nameless_heap(world: &Arc<World>, key: (usize, usize)) -> Option<Arc<Game>> {
    let is_heap = matches!(&world.rules(key).fields[..], [only] if matches!(only.domain, Domain::Nat));
    is_heap.then(|| grundy_run::default_game(world, key, 0).ok()).flatten()
}

impl GameFacts {
    /// The facts of a game for all parameters, where play of `game` does not contradict them; claims and heap forms are
    /// decided at its parameters.
    pub fn of(rules: &Rules, game: Option<&Arc<Game>>) -> GameFacts {
        let facts = game.map_or_else(|| Arc::new(Facts::of(rules)), |game| game.facts());
        let game = game.map(|game| &**game);
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
        let facts: Vec<FactRow> = rows.into_iter().map(row).collect();
        let code = game.and_then(grundy_solve::heap_rule).map(|rule| rule.to_string());
        GameFacts {
            game: rules.name.clone(),
            ends: Convention::of(rules).describe(),
            brief: brief(&facts, code),
            facts,
            native: None,
        }
    }

    /// The names of what is proved.
    pub fn proved(&self) -> Vec<&'static str> {
        self.facts.iter().filter(|row| row.standing == "proved").map(|row| row.fact).collect()
    }
}

/// The proved facts that say most, each once: a split or symmetry counts whether it was claimed or found.
fn brief(facts: &[FactRow], code: Option<String>) -> Vec<String> {
    let proved = |name: &str| facts.iter().any(|row| row.fact == name && row.standing == "proved");
    let mut brief = Vec::new();
    let players = ["impartial", "player-symmetric"].into_iter().find(|name| proved(name));
    brief.extend(players.map(str::to_string));
    brief.extend(proved("acyclic").then(|| "acyclic".to_string()));
    if proved("heap form") {
        brief.push(code.map_or("heap form".to_string(), |code| format!("heap form {code}")));
    }
    brief.extend(proved("independent axes").then(|| "independent axes".to_string()));
    for (word, claimed, found) in
        [("split", "split sound", "split found"), ("symmetry", "symmetry sound", "symmetry found")]
    {
        brief.extend((proved(claimed) || proved(found)).then(|| word.to_string()));
    }
    brief
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
