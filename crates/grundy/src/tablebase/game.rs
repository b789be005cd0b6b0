//! The game of a tablebase, made from its header alone, and the numbers of positions by their definition: digits times
//! weights, the least number among the images. By interpretation; builds number positions in another way.

use crate::engine::Engine;
use crate::problem::Problem;
use crate::question::Question;
use crate::subject::Ruleset;
use crate::tablebase::header::TableHeader;
use crate::text::Text;
use grundy_run::{Component, FieldBits, Game, Packed, Position, Shape, Side};
use grundy_solve::tablebase::TableKind;
use std::sync::Arc;

/// The game of a tablebase and how its positions are numbered.
pub struct TableGame {
    /// The rules.
    pub ruleset: Ruleset,
    /// The position that play begins with.
    pub start: Question,
    /// The game at its parameters.
    pub game: Arc<Game>,
    /// What is held of each position.
    pub kind: TableKind,
    movers: Movers,
    places: Vec<Place>,
    /// For each image, the identity first: what each digit counts in its number.
    weights: Vec<Vec<u64>>,
    count: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Movers {
    One,
    Exchanged,
    Apart,
}

/// Where a digit lies.
struct Place {
    bits: FieldBits,
    cell: usize,
    radix: u64,
    weight: u64,
    exchange: Exchange,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Exchange {
    Never,
    Always,
    Optional,
}

impl TableGame {
    /// The game that a header describes. A header that does not fit its rules is refused.
    pub fn of(header: &TableHeader, engine: Engine) -> Result<TableGame, Problem> {
        let text = Text::new(header.rules.file.clone(), header.rules.text.clone());
        if grundy_proof::sha256(text.text.as_bytes()) != header.rules.sha256 {
            return Err(broken("its rules do not have the digest that it names"));
        }
        let ruleset = Ruleset::read(text, &header.game)?;
        let start = ruleset.question(Some(&Text::position(header.position.clone())), engine)?;
        let [part] = &start.position.parts[..] else { return Err(broken("its position is a sum")) };
        let game = part.game.clone();
        let kind = header.kind().ok_or_else(|| broken(&format!("it holds `{}`, which is not known", header.kind)))?;
        let movers = match &*header.movers {
            "one" => Movers::One,
            "exchanged" => Movers::Exchanged,
            "apart" => Movers::Apart,
            other => return Err(broken(&format!("its players are told apart by `{other}`, which is not known"))),
        };
        let mut table =
            TableGame { ruleset, start, game, kind, movers, places: Vec::new(), weights: Vec::new(), count: 1 };
        table.read_digits(header)?;
        table.read_images(header)?;
        Ok(table)
    }

    fn read_digits(&mut self, header: &TableHeader) -> Result<(), Problem> {
        let mut digits = header.digits.iter();
        for (field, shape) in self.game.shapes.iter().enumerate() {
            let (cells, radix) = match shape {
                Shape::One(values) => (1, values.len()),
                Shape::Array(universe, values) => (universe.len(), values.len()),
                Shape::Set(universe) => (universe.len(), 2),
            };
            let exchange = match header.exchange.get(field).map(String::as_str) {
                Some("never") => Exchange::Never,
                Some("always") if radix == 2 => Exchange::Always,
                Some("optional") if radix == 3 => Exchange::Optional,
                _ => return Err(broken("it does not say how fields change when the players change places")),
            };
            for cell in 0..cells {
                if digits.next().map(|&(f, c, r)| (f, c, u128::from(r))) != Some((field, cell, radix)) {
                    return Err(broken("its digits are not those of its game"));
                }
                let (weight, radix) = (self.count, radix as u64);
                self.count = self.count.checked_mul(radix).ok_or_else(|| broken("it has too many numbers"))?;
                self.places.push(Place { bits: self.game.layout.places[field], cell, radix, weight, exchange });
            }
        }
        let slots = self.count.checked_mul(if self.movers == Movers::Apart { 2 } else { 1 });
        if digits.next().is_some() || self.count != header.count || slots != Some(header.slots) {
            return Err(broken("it has other numbers than its digits give"));
        }
        Ok(())
    }

    fn read_images(&mut self, header: &TableHeader) -> Result<(), Problem> {
        let own = self.places.iter().map(|place| place.weight).collect();
        self.weights = vec![own];
        for image in &header.images {
            if image.len() != self.game.shapes.len() {
                return Err(broken("a symmetry does not have its fields"));
            }
            let mut weights = Vec::new();
            let mut first = 0;
            for (place, cells) in self.game.layout.places.iter().zip(image) {
                let of_field = &self.places[first..first + place.count];
                first += place.count;
                let Some(from) = cells else {
                    weights.extend(of_field.iter().map(|place| place.weight));
                    continue;
                };
                // Cell `i` of the image comes from cell `from[i]`: each cell goes to one place, and every place is taken.
                let mut to = vec![None; place.count];
                for (cell, &from) in from.iter().enumerate() {
                    match to.get_mut(from as usize) {
                        Some(to @ None) if cell < place.count => *to = Some(of_field[cell].weight),
                        _ => return Err(broken("a symmetry is no reordering of cells")),
                    }
                }
                let all: Option<Vec<u64>> = to.into_iter().collect();
                weights.extend(all.ok_or_else(|| broken("a symmetry is no reordering of cells"))?);
            }
            self.weights.push(weights);
        }
        Ok(())
    }

    /// The number of a position of this game with a player to move.
    pub fn number(&self, words: &[u64], mover: Side) -> u64 {
        let exchanged = self.movers == Movers::Exchanged && mover == Side::Right;
        let digits: Vec<u64> = self.places.iter().map(|place| place.digit(words, exchanged)).collect();
        let of = |weights: &Vec<u64>| digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum();
        let least = self.weights.iter().map(of).min().unwrap_or(0);
        if self.movers == Movers::Apart && mover == Side::Right { least + self.count } else { least }
    }

    /// The position of a number, and who is to move there.
    pub fn position(&self, number: u64) -> (Packed, Side) {
        let (mut rest, mover) =
            if number < self.count { (number, Side::Left) } else { (number - self.count, Side::Right) };
        let mut words = Packed::from_elem(0, self.game.layout.words());
        for place in &self.places {
            place.bits.put(&mut words, place.cell, rest % place.radix);
            rest /= place.radix;
        }
        (words, mover)
    }

    /// The positions that a number means by itself, with who is to move: itself; where the players have changed places
    /// also the other one, where it does not matter who moves both players.
    pub fn meant(&self, number: u64) -> Vec<(Packed, Side)> {
        let (words, mover) = self.position(number);
        match self.movers {
            Movers::Apart => vec![(words, mover)],
            Movers::One => vec![(words.clone(), Side::Left), (words, Side::Right)],
            Movers::Exchanged => {
                let mut other = Packed::from_elem(0, self.game.layout.words());
                for place in &self.places {
                    place.bits.put(&mut other, place.cell, place.digit(&words, true));
                }
                vec![(words, Side::Left), (other, Side::Right)]
            }
        }
    }

    /// The numbers of all images of a number's position, each once.
    pub fn images(&self, number: u64) -> Vec<u64> {
        let (words, mover) = self.position(number);
        let digits: Vec<u64> = self.places.iter().map(|place| place.digit(&words, false)).collect();
        let more = if mover == Side::Right { self.count } else { 0 };
        let of = |weights: &Vec<u64>| digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum::<u64>();
        let mut all: Vec<u64> = self.weights.iter().map(|weights| of(weights) + more).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The number of a position of the same rules and parameters, if it has one.
    pub fn number_of(&self, part: &Component, mover: Side) -> Option<u64> {
        if part.game.id == self.game.id {
            return Some(self.number(&part.packed, mover));
        }
        let same = part.game.rules.name == self.game.rules.name && part.game.params == self.game.params;
        let words = same.then(|| self.game.pack(&part.game.unpack(&part.packed)))??;
        Some(self.number(&words, mover))
    }

    /// A position of the game as its component.
    pub fn component(&self, words: Packed) -> Component {
        Component { game: self.game.clone(), packed: words }
    }

    /// The position that a text names, at the parameters of this tablebase where the text names none.
    pub fn question(&self, text: &Text) -> Result<Question, Problem> {
        let name = &self.game.rules.name;
        let parameters: Vec<String> =
            self.parameters().iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let parameters = parameters.join(", ");
        let typed = text.text.trim();
        let mut readings = vec![typed.to_string()];
        if !parameters.is_empty() {
            readings.push(format!("{name}(\"{typed}\", {parameters})"));
            readings.push(format!("{name}({typed}, {parameters})"));
            readings.extend(typed.strip_suffix(')').map(|open| format!("{open}, {parameters})")));
        }
        let mut first = None;
        for reading in readings {
            match self.ruleset.question(Some(&Text { name: text.name.clone(), text: reading }), Engine::Interpreted) {
                Ok(question) => match &question.position.parts[..] {
                    [part]
                        if self.game.pack(&part.game.unpack(&part.packed)).is_some()
                            && part.game.params == self.game.params =>
                    {
                        let words = self.game.pack(&part.game.unpack(&part.packed)).unwrap_or_default();
                        let position = Position { parts: vec![self.component(words)] };
                        return Ok(Question { position, ..question });
                    }
                    _ => {
                        first.get_or_insert_with(|| {
                            let cause = format!("{} is not a position of this tablebase", question.position);
                            let remedy = format!("its positions are of {name} with {parameters}");
                            Problem::bad_input("tablebase", cause).remedy(remedy)
                        });
                    }
                },
                Err(problem) => {
                    first.get_or_insert(problem);
                }
            }
        }
        Err(first.unwrap_or_else(|| broken("it has no positions")))
    }

    /// The parameters as text.
    pub fn parameters(&self) -> Vec<(String, String)> {
        parameters(&self.game)
    }
}

/// The parameters of a game as text.
pub(super) fn parameters(game: &Game) -> Vec<(String, String)> {
    let all = game.rules.params.iter().zip(&game.params);
    all.map(|(param, value)| (param.name.clone(), grundy_run::value_text(value, None))).collect()
}

impl Place {
    /// The digit of a position; of the position with its players exchanged.
    fn digit(&self, words: &[u64], exchanged: bool) -> u64 {
        let value = self.bits.take(words, self.cell);
        match (exchanged, self.exchange) {
            (true, Exchange::Always) => 1 - value,
            (true, Exchange::Optional) if value > 0 => 3 - value,
            _ => value,
        }
    }
}

/// The problem of a file that contradicts itself.
pub(super) fn broken(why: &str) -> Problem {
    Problem::bad_input("tablebase", format!("the tablebase cannot be read: {why}"))
}
