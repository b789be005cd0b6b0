use crate::engine::Compiler;
use crate::game::{Bounds, Game};
use crate::value::Value;
use grundy_rule::{Bound, Diagnostic, Facts, Module, Rules};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

/// All checked files in use, and the games made of them so far: equal parameters give the same game.
pub struct World {
    modules: Vec<Arc<Module>>,
    games: Mutex<HashMap<Key, Weak<Game>>>,
    bounds: Mutex<HashMap<(usize, usize), Arc<FieldBounds>>>,
    facts: Mutex<HashMap<(usize, usize), Arc<Facts>>>,
    compiler: Option<Arc<dyn Compiler>>,
}

/// What is proved to bound each field.
pub type FieldBounds = Vec<Option<Bound>>;

type Key = ((usize, usize), Vec<Value>, Bounds);

impl World {
    /// A world of these files, interpreted; positions name games by their place in this list.
    pub fn new(modules: Vec<Arc<Module>>) -> Arc<World> {
        World::with_compiler(modules, None)
    }

    /// The same with native code where the compiler has it, for `Game::options` and `Game::ended`.
    pub fn with_compiler(modules: Vec<Arc<Module>>, compiler: Option<Arc<dyn Compiler>>) -> Arc<World> {
        let (games, bounds, facts) = Default::default();
        Arc::new(World { modules, games, bounds, facts, compiler })
    }

    /// What compiles its games, if anything does.
    pub fn compiler(&self) -> Option<&Arc<dyn Compiler>> {
        self.compiler.as_ref()
    }

    /// The files.
    pub fn modules(&self) -> &[Arc<Module>] {
        &self.modules
    }

    /// The rules of one game.
    pub fn rules(&self, (module, game): (usize, usize)) -> &Rules {
        &self.modules[module].games[game]
    }

    /// What is proved to bound the `nat` fields of one game.
    pub fn bounds(&self, key: (usize, usize)) -> Arc<FieldBounds> {
        let mut known = self.bounds.lock().expect("no panic while held");
        known.entry(key).or_insert_with(|| Arc::new(grundy_rule::bounds(self.rules(key)))).clone()
    }

    /// What is proved about one game, whatever its parameters are; found out once.
    pub fn facts(&self, key: (usize, usize)) -> Arc<Facts> {
        if let Some(known) = self.facts.lock().expect("no panic while held").get(&key) {
            return known.clone();
        }
        // Proofs take long: others may ask meanwhile.
        let proved = Arc::new(Facts::of(self.rules(key)));
        self.facts.lock().expect("no panic while held").entry(key).or_insert(proved).clone()
    }

    /// The game with these parameters and bounds.
    pub fn game(
        self: &Arc<World>,
        key: (usize, usize),
        params: Vec<Value>,
        bounds: Bounds,
    ) -> Result<Arc<Game>, Box<Diagnostic>> {
        let full = (key, params, bounds);
        if let Some(game) = self.games.lock().expect("no panic while held").get(&full).and_then(Weak::upgrade) {
            return Ok(game);
        }
        let game = Arc::new(Game::new(self.clone(), key, full.1.clone(), &full.2)?);
        self.games.lock().expect("no panic while held").insert(full, Arc::downgrade(&game));
        Ok(game)
    }
}
