//! A canonical form by itself, without the arena it was made in: what an answer hands on, with its text.

use crate::{Game, Halt, Nus, Side, Values};
use std::collections::HashMap;
use std::fmt;

/// A canonical form. It can be written, and made again in any arena.
#[derive(Clone, Debug)]
pub struct CanonicalForm {
    /// Every position of the form once, after its options; the form itself is the last.
    positions: Vec<Entry>,
    text: String,
}

#[derive(Clone, Debug)]
enum Entry {
    /// Number, ups and nimber, whose options are not listed.
    Known(Nus),
    /// Left's and Right's options, by their places in the list.
    Options([Vec<u32>; 2]),
}

impl CanonicalForm {
    /// In the notation of [`Values::text`].
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl From<Nus> for CanonicalForm {
    fn from(nus: Nus) -> CanonicalForm {
        let text = nus.to_string();
        CanonicalForm { positions: vec![Entry::Known(nus)], text }
    }
}

impl fmt::Display for CanonicalForm {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Values<'_> {
    /// The form of a value. Refused where its text is too long to be written.
    pub fn form(self, game: Game) -> Result<CanonicalForm, Halt> {
        let text = self.text(game)?;
        let mut positions = Vec::new();
        let mut places: HashMap<Game, u32> = HashMap::new();
        let mut open = vec![game];
        while let Some(&next) = open.last() {
            if places.contains_key(&next) {
                open.pop();
                continue;
            }
            let entry = match self.as_nus(next) {
                Some(nus) => Entry::Known(nus),
                None => {
                    let sides = [self.options(next, Side::Left)?, self.options(next, Side::Right)?];
                    let before = open.len();
                    open.extend(
                        sides.iter().flat_map(|side| side.iter()).filter(|option| !places.contains_key(option)),
                    );
                    if open.len() > before {
                        continue;
                    }
                    Entry::Options(sides.map(|side| side.iter().map(|option| places[option]).collect()))
                }
            };
            places.insert(next, positions.len() as u32);
            positions.push(entry);
            open.pop();
        }
        Ok(CanonicalForm { positions, text })
    }

    /// The value of a form, in this arena.
    pub fn game_of(self, form: &CanonicalForm) -> Result<Game, Halt> {
        let mut games: Vec<Game> = Vec::with_capacity(form.positions.len());
        for entry in &form.positions {
            let game = match entry {
                Entry::Known(nus) => self.nus(nus)?,
                Entry::Options([left, right]) => {
                    let listed = |side: &[u32]| side.iter().map(|&place| games[place as usize]).collect();
                    self.game(listed(left), listed(right))?
                }
            };
            games.push(game);
        }
        Ok(games.pop().unwrap_or(Game::ZERO))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Arena, Calculator, NoPositions};
    use grundy_answer::Unwatched;

    #[test]
    fn a_form_is_the_same_value_in_another_arena() {
        for text in ["0", "-7/4", "*5", "1000000^*3", "+-1", "{3|{2|-1}} + ^", "tiny(2) + {4|*}", "{1, {5|0}|-2} + +-3"]
        {
            let (one, other) = (Arena::new(), Arena::new());
            let (values, others) = (one.values(&Unwatched), other.values(&Unwatched));
            let answer = Calculator::new(&NoPositions).evaluate(values, text).expect(text);
            let crate::Answer::Game(game) = answer else { panic!("{text} is no game") };
            let form = values.form(game).expect(text);
            let again = others.game_of(&form).expect(text);
            assert_eq!((form.text(), others.text(again).ok().as_deref()), (form.text(), Some(form.text())), "{text}");
            assert_eq!(values.text(game).ok().as_deref(), Some(form.text()));
        }
    }
}
