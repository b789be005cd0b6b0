//! A position to begin with where nobody names one: the file's own start, what the defaults give, a position that the file
//! speaks of, or small numbers.

use crate::board::play_board;
use crate::engine::Engine;
use crate::problem::Problem;
use crate::question::Question;
use crate::subject::{Ruleset, Subject};
use crate::text::Text;
use grundy_rule::Domain;

/// Places of a board that is easily taken in; an example has at most so many if there is such a one.
const MODEST: usize = 26;

/// Numbers of fields that have none.
const NUMBERS: [u64; 5] = [10, 7, 5, 3, 4];

impl Subject {
    /// The position that a text names; without one what the rules say, else an example.
    pub fn example(&self, position: Option<&Text>, engine: Engine) -> Result<Question, Problem> {
        let asked = self.question(position, engine);
        match (self, position, asked) {
            (Subject::Rules(ruleset), None, Err(problem)) => ruleset.example(engine).ok_or(problem),
            (_, _, asked) => asked,
        }
    }
}

impl Ruleset {
    /// A position that an expectation of the file is about, as large as is easily taken in; else one with small numbers.
    fn example(&self, engine: Engine) -> Option<Question> {
        let world = engine.world(vec![self.module.clone()]);
        let expected = self.module.expects.iter().filter_map(|expectation| {
            let position = grundy_run::position(&world, 0, &expectation.position).ok()?;
            let is_meant = position.parts.iter().all(|part| part.game.key.1 == self.game);
            let places: usize = play_board(&position).parts.iter().map(|part| part.places.len().max(1)).sum();
            (is_meant && places <= MODEST).then_some((places, position))
        });
        let texts = vec![self.text.clone()];
        let largest = expected.max_by_key(|(places, _)| *places).map(|(_, position)| position);
        let expected = largest.map(|position| Question { position, texts, origin: crate::question::Origin::Asked });
        expected.or_else(|| self.numbered(engine))
    }

    /// The position whose numbers are small ones, where numbers are all that is missing.
    fn numbered(&self, engine: Engine) -> Option<Question> {
        let missing = self.rules().fields.iter().filter(|field| field.default.is_none());
        let lists = ["[3, 5]", "[3, 5, 7]", "[2, 3, 4, 5]"];
        lists.iter().find_map(|list| {
            let arguments: Option<Vec<String>> = missing
                .clone()
                .zip(NUMBERS)
                .map(|(field, number)| match &field.domain {
                    Domain::Nat => Some(format!("{} = {number}", field.name)),
                    Domain::Array { .. } => Some(format!("{} = {list}", field.name)),
                    _ => None,
                })
                .collect();
            let arguments = arguments.filter(|arguments| !arguments.is_empty())?.join(", ");
            self.question(Some(&Text::position(arguments)), engine).ok()
        })
    }
}
