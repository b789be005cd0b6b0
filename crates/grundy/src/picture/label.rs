//! `--label EXPR` or `--label 'NAME := EXPR'`: a number or text of every position, computed by the game's own language.

use crate::problem::Problem;
use crate::question::Question;
use crate::text::{MAX_POSITION_BYTES, Text};
use grundy_rule::{Closed, check_expression, parse_expression, parse_file};
use grundy_run::{Component, Halt, Machine, Position, Side, Value, value_text};

/// Expressions checked in the scope of one game.
pub struct Labels {
    game: (usize, usize),
    labels: Vec<(String, Closed)>,
}

impl Labels {
    /// Checks the expressions in the scope of the first component's game.
    pub fn new(texts: &[String], asked: &Question) -> Result<Labels, Problem> {
        let Some(first) = asked.position.parts.first() else { return Ok(Labels { game: (0, 0), labels: Vec::new() }) };
        let game = first.game.key;
        let mut labels = Vec::new();
        if !texts.is_empty() {
            let file = parse_file(&asked.texts[game.0].text).file;
            for text in texts {
                let (name, text) = text.split_once(":=").unwrap_or((text, text));
                let source = Text::new("<label>", text);
                let expr = parse_expression(text, MAX_POSITION_BYTES).map_err(|mistakes| source.problem(&mistakes))?;
                let closed = check_expression(&expr, &file, game.1).map_err(|mistakes| source.problem(&mistakes))?;
                labels.push((name.trim().to_string(), closed));
            }
        }
        Ok(Labels { game, labels })
    }

    /// One line for each expression; a sum has one value for each of its parts.
    pub fn lines(&self, position: &Position, mover: Side) -> Result<Vec<String>, Problem> {
        let line = |(name, closed): &(String, Closed)| {
            let parts = position.parts.iter().filter(|part| part.game.key == self.game);
            let values = parts.map(|part| value(closed, part, mover)).collect::<Result<Vec<String>, Problem>>()?;
            Ok(format!("{name} = {}", values.join(", ")))
        };
        self.labels.iter().map(line).collect()
    }
}

/// The value of an expression at one component; `-` where it is undefined.
fn value(closed: &Closed, part: &Component, mover: Side) -> Result<String, Problem> {
    let game = &part.game;
    let mut machine = Machine::new(&game.params, &[], &closed.defs, &game.rules.enums);
    machine.game = Some(game);
    machine.state = game.unpack(&part.packed);
    machine.mover = mover;
    machine.locals.resize(closed.locals, Value::None);
    let names = match &closed.expr.ty {
        grundy_rule::Type::Enum(number) => game.rules.enums.get(*number),
        _ => None,
    };
    match machine.value(&closed.expr) {
        Ok(Value::Player(side)) => Ok(game.rules.players[side as usize].clone()),
        Ok(value) => Ok(value_text(&value, names)),
        Err(Halt::Undefined) => Ok("-".to_string()),
        Err(Halt::Fault(diagnostic)) => Err(super::lookup::fault(diagnostic)),
    }
}
