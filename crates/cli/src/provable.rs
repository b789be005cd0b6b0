//! From the words on the command line to a game with its parameters, for commands that speak of all its positions.

use crate::asked;
use crate::reply::Failure;
use crate::source::Source;
use grundy_prove::Subject;
use std::sync::Arc;

/// A game with its parameters, and the text of its rules.
pub struct Provable {
    /// The rule file.
    pub source: Source,
    /// The game.
    pub subject: Subject,
}

/// The game that GAME names, with the parameters of POSITION or, without one, of GAME itself or the defaults.
pub fn provable(game: &str, position: Option<&str>) -> Result<Provable, Failure> {
    let ruled = asked::rules(game)?;
    let name = ruled.module.games[ruled.game].name.clone();
    let key = (0, ruled.game);
    let world = crate::native::world(vec![Arc::new(ruled.module)]);
    let written = position.is_some() || (game.contains('(') && !game.contains('\n'));
    let subject = if written {
        let asked = asked::position(game, position)?;
        let part = asked.position.parts.iter().find(|part| part.game.rules.name == name);
        let Some(part) = part else {
            return Err(Failure::bad_input("E55", format!("no position of {name} is named")));
        };
        Subject { world, key, params: part.game.params.clone() }
    } else {
        Subject::by_default(&world, key).map_err(|diagnostic| asked::fault(&diagnostic))?
    };
    Ok(Provable { source: ruled.source, subject })
}
