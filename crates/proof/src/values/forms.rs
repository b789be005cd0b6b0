//! Values of short partizan games, each in its one canonical form: no option is dominated, none reversible (Conway, *On
//! Numbers and Games* ch. 10; Siegel, *Combinatorial Game Theory* II.2). Equal values have equal numbers.
//!
//! This is the arithmetic of the checker, written from the definitions and shared with nobody: x <= y if no left option
//! of x is >= y and no right option of y is <= x. Forms are small or refused: at most so many, born in so many days.

use grundy_answer::{Progress, Stop, Watch};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The number of a form.
pub type Id = u32;

/// Options of one player, in order.
pub type Ids = SmallVec<[Id; 4]>;

/// The most forms, and the last day on which one may be born: comparisons go that deep.
const MOST_FORMS: usize = 1 << 20;
const LAST_DAY: u32 = 400;

/// Longer texts are not written.
const LONGEST_TEXT: usize = 4096;

/// Comparisons between two looks at the watch.
const EFFORT: u64 = 1 << 14;

/// Why there is no form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// There are too many, or one is too deep.
    Large,
    /// It was told to stop.
    Stopped(Stop),
}

/// Forms met so far; number 0 is zero.
pub struct Forms<'a> {
    all: Vec<Form>,
    ids: FxHashMap<(Ids, Ids), Id>,
    least: FxHashMap<(Id, Id), bool>,
    sums: FxHashMap<(Id, Id), Id>,
    effort: u64,
    watch: &'a dyn Watch,
}

struct Form {
    left: Ids,
    right: Ids,
    /// The day it is born.
    day: u32,
    /// If it is a number: this many of that many parts, a power of two.
    number: Option<(i64, i64)>,
    /// If it is a nim-heap: its size.
    nimber: Option<usize>,
}

impl<'a> Forms<'a> {
    /// Zero.
    pub fn new(watch: &'a dyn Watch) -> Forms<'a> {
        let zero = Form { left: Ids::new(), right: Ids::new(), day: 0, number: Some((0, 1)), nimber: Some(0) };
        let mut ids = FxHashMap::default();
        ids.insert((Ids::new(), Ids::new()), 0);
        let (least, sums) = (FxHashMap::default(), FxHashMap::default());
        Forms { all: vec![zero], ids, least, sums, effort: 0, watch }
    }

    /// The options of both players.
    pub fn options(&self, id: Id) -> [&[Id]; 2] {
        let form = &self.all[id as usize];
        [&form.left, &form.right]
    }

    /// Bytes held, about.
    pub fn bytes(&self) -> u64 {
        (self.all.len() * 160 + (self.least.len() + self.sums.len()) * 16) as u64
    }

    /// The canonical form of a game with these options.
    pub fn of(&mut self, mut left: Ids, mut right: Ids) -> Result<Id, Beyond> {
        loop {
            self.undominated(&mut left, Player::Left)?;
            self.undominated(&mut right, Player::Right)?;
            // One option at a time: what is reversible is so in this very game.
            if let Some(bypassed) = self.bypassed(&left, &right, Player::Left)? {
                left = bypassed;
            } else if let Some(bypassed) = self.bypassed(&left, &right, Player::Right)? {
                right = bypassed;
            } else {
                return self.intern(left, right);
            }
        }
    }

    /// The sum of two values.
    pub fn sum(&mut self, a: Id, b: Id) -> Result<Id, Beyond> {
        let key = (a.min(b), a.max(b));
        match key {
            (0, b) => return Ok(b),
            _ => {
                if let Some(&known) = self.sums.get(&key) {
                    return Ok(known);
                }
            }
        }
        let numbers = [a, b].map(|id| self.all[id as usize].number.is_some());
        let mut options = [Ids::new(), Ids::new()];
        for (player, list) in options.iter_mut().enumerate() {
            // A number is moved in last: where the other is none, its own options are enough (number translation).
            for (place, one, other) in [(0, a, b), (1, b, a)] {
                if numbers[place] && !numbers[1 - place] {
                    continue;
                }
                for option in self.options(one)[player].to_vec() {
                    list.push(self.sum(option, other)?);
                }
            }
        }
        let [left, right] = options;
        let sum = self.of(left, right)?;
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// Whether a <= b.
    pub fn least(&mut self, a: Id, b: Id) -> Result<bool, Beyond> {
        if a == b {
            return Ok(true);
        }
        if let (Some((a, of)), Some((b, in_))) = (self.all[a as usize].number, self.all[b as usize].number) {
            return Ok(i128::from(a) * i128::from(in_) <= i128::from(b) * i128::from(of));
        }
        if let Some(&known) = self.least.get(&(a, b)) {
            return Ok(known);
        }
        self.tick()?;
        let mut holds = true;
        for left in self.options(a)[0].to_vec() {
            holds = holds && !self.least(b, left)?;
        }
        for right in self.options(b)[1].to_vec() {
            holds = holds && !self.least(right, a)?;
        }
        self.least.insert((a, b), holds);
        Ok(holds)
    }

    /// A value in braces, numbers and nimbers by their names: `{0|*}`; nothing if that is too long. Options are in the order of
    /// their texts, numbers before nimbers before braces, short before long: equal values have equal texts, in whatever order
    /// they were made.
    pub fn text(&self, id: Id) -> Option<String> {
        let form = &self.all[id as usize];
        let text = match (form.number, form.nimber) {
            (Some((count, 1)), _) => count.to_string(),
            (Some((count, of)), _) => format!("{count}/{of}"),
            (None, Some(1)) => "*".to_string(),
            (None, Some(heap)) => format!("*{heap}"),
            (None, None) => format!("{{{}|{}}}", self.list(&form.left)?, self.list(&form.right)?),
        };
        (text.len() <= LONGEST_TEXT).then_some(text)
    }

    fn list(&self, options: &[Id]) -> Option<String> {
        let (mut texts, mut length) = (Vec::new(), 0);
        for &option in options {
            let text = self.text(option)?;
            length += text.len();
            if length > LONGEST_TEXT {
                return None;
            }
            texts.push(text);
        }
        texts
            .sort_by_cached_key(|text| (text.starts_with(['*', '{']), text.starts_with('{'), text.len(), text.clone()));
        Some(texts.join(","))
    }

    fn tick(&mut self) -> Result<(), Beyond> {
        self.effort += 1;
        if self.effort % EFFORT != 0 {
            return Ok(());
        }
        let progress = Progress { what: "comparisons", done: self.effort, total: None, bytes: self.bytes() };
        self.watch.tick(progress).map_or(Ok(()), |stop| Err(Beyond::Stopped(stop)))
    }

    /// Keeps one of equal options, and none that a better one dominates.
    fn undominated(&mut self, options: &mut Ids, player: Player) -> Result<(), Beyond> {
        options.sort_unstable();
        options.dedup();
        let mut kept = Ids::new();
        for (place, &option) in options.iter().enumerate() {
            let mut best = true;
            for (other, &better) in options.iter().enumerate() {
                best = best && (other == place || !self.worse(option, better, player)?);
            }
            if best {
                kept.push(option);
            }
        }
        *options = kept;
        Ok(())
    }

    /// Whether one option is no better than another for its player.
    fn worse(&mut self, one: Id, other: Id, player: Player) -> Result<bool, Beyond> {
        match player {
            Player::Left => self.least(one, other),
            Player::Right => self.least(other, one),
        }
    }

    /// The options of a player with the first reversible one bypassed; nothing if there is none.
    fn bypassed(&mut self, left: &[Id], right: &[Id], player: Player) -> Result<Option<Ids>, Beyond> {
        let (own, other) = if player == Player::Left { (left, 1) } else { (right, 0) };
        for (place, &option) in own.iter().enumerate() {
            for answer in self.options(option)[other].to_vec() {
                let reverses = match player {
                    Player::Left => self.below_raw(answer, left, right)?,
                    Player::Right => self.raw_below(left, right, answer)?,
                };
                if reverses {
                    let mut options: Ids = own.iter().copied().collect();
                    options.remove(place);
                    options.extend_from_slice(self.options(answer)[1 - other]);
                    return Ok(Some(options));
                }
            }
        }
        Ok(None)
    }

    /// Whether a form is <= the game of these options.
    fn below_raw(&mut self, id: Id, left: &[Id], right: &[Id]) -> Result<bool, Beyond> {
        self.tick()?;
        for own in self.options(id)[0].to_vec() {
            if self.raw_below(left, right, own)? {
                return Ok(false);
            }
        }
        for &option in right {
            if self.least(option, id)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the game of these options is <= a form.
    fn raw_below(&mut self, left: &[Id], right: &[Id], id: Id) -> Result<bool, Beyond> {
        self.tick()?;
        for &option in left {
            if self.least(id, option)? {
                return Ok(false);
            }
        }
        for own in self.options(id)[1].to_vec() {
            if self.below_raw(own, left, right)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn intern(&mut self, left: Ids, right: Ids) -> Result<Id, Beyond> {
        let key = (left, right);
        if let Some(&known) = self.ids.get(&key) {
            return Ok(known);
        }
        let (left, right) = &key;
        let born = left.iter().chain(right).map(|&option| self.all[option as usize].day).max();
        let day = born.map_or(0, |day| day + 1);
        if self.all.len() >= MOST_FORMS || day > LAST_DAY {
            return Err(Beyond::Large);
        }
        let number = self.number(left, right);
        // Smaller heaps are options of larger ones, so they come first.
        let heap = |(size, option): (usize, &Id)| self.all[*option as usize].nimber == Some(size);
        let nimber = (left == right && left.iter().enumerate().all(heap)).then_some(left.len());
        let id = self.all.len() as Id;
        self.all.push(Form { left: left.clone(), right: right.clone(), day, number, nimber });
        self.ids.insert(key, id);
        Ok(id)
    }

    /// The number that a canonical form with these options is.
    fn number(&self, left: &[Id], right: &[Id]) -> Option<(i64, i64)> {
        let of = |id: &Id| self.all[*id as usize].number;
        match (left, right) {
            ([], []) => Some((0, 1)),
            ([low], []) => of(low).filter(|low| low.1 == 1).map(|low| (low.0 + 1, 1)),
            ([], [high]) => of(high).filter(|high| high.1 == 1).map(|high| (high.0 - 1, 1)),
            ([low], [high]) => {
                let ((low, a), (high, b)) = (of(low)?, of(high)?);
                let parts = a.max(b);
                let (low, high) = (low.checked_mul(parts / a)?, high.checked_mul(parts / b)?);
                // In canonical form a number lies in the middle between its options, which are one part away.
                (high == low + 1).then(|| (2 * low + 1, 2 * parts)).filter(|_| parts < 1 << 60)
            }
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Left,
    Right,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn form(forms: &mut Forms, left: &[Id], right: &[Id]) -> Id {
        forms.of(Ids::from_slice(left), Ids::from_slice(right)).unwrap()
    }

    /// Expected: *On Numbers and Games* and *Winning Ways* ch. 2 and 3.
    #[test]
    fn small_values_have_their_names() {
        let mut forms = Forms::new(&grundy_answer::Unwatched);
        let one = form(&mut forms, &[0], &[]);
        let two = form(&mut forms, &[one], &[]);
        let less = form(&mut forms, &[], &[0]);
        let half = form(&mut forms, &[0], &[one]);
        let star = form(&mut forms, &[0], &[0]);
        let star2 = form(&mut forms, &[0, star], &[0, star]);
        let up = form(&mut forms, &[0], &[star]);
        let quarters = form(&mut forms, &[half], &[one]);
        for (id, text) in [
            (0, "0"),
            (one, "1"),
            (two, "2"),
            (less, "-1"),
            (half, "1/2"),
            (quarters, "3/4"),
            (star, "*"),
            (star2, "*2"),
            (up, "{0|*}"),
        ] {
            assert_eq!(forms.text(id).unwrap(), text);
        }
        assert_eq!(form(&mut forms, &[less], &[one]), 0, "{{-1|1}} = 0");
        assert_eq!(form(&mut forms, &[less], &[two]), 0, "{{-1|2}} = 0");
        assert_eq!(form(&mut forms, &[star], &[star]), 0, "{{*|*}} = 0");
        assert_eq!(form(&mut forms, &[0, less], &[one, two]), half, "dominated options");
        assert_eq!(form(&mut forms, &[star], &[one]), 0, "{{*|1}} = 0, the simplest number between");
        let up_star = forms.sum(up, star).unwrap();
        assert_eq!(form(&mut forms, &[0, star], &[0]), up_star, "{{0,*|0}} = ^*");
        assert_eq!(form(&mut forms, &[up], &[0]), star, "{{^|0}} = * by reversal");
        assert_eq!(forms.sum(half, half), Ok(one));
        assert_eq!(forms.sum(quarters, less).map(|sum| forms.text(sum).unwrap()).unwrap(), "-1/4");
        let hot = form(&mut forms, &[one], &[less]);
        assert_eq!(forms.sum(hot, hot), Ok(0), "a switch is its own negative");
        assert!(!forms.least(star, 0).unwrap() && !forms.least(0, star).unwrap() && forms.least(0, up).unwrap());
    }

    #[test]
    fn deep_forms_are_refused() {
        let mut forms = Forms::new(&grundy_answer::Unwatched);
        let mut id = 0;
        for _ in 0..LAST_DAY {
            id = form(&mut forms, &[id], &[]);
        }
        assert_eq!(forms.of(Ids::from_slice(&[id]), Ids::new()), Err(Beyond::Large));
    }

    proptest! {
        /// A group: sums commute and associate, and a game plus its mirror image is zero.
        #[test]
        fn laws(picks in prop::collection::vec((0usize..3, 0usize..3, any::<[u8; 4]>()), 1..7)) {
            let mut forms = Forms::new(&grundy_answer::Unwatched);
            let (mut ids, mut mirror) = (vec![0], vec![0]);
            for (lefts, rights, dice) in picks {
                let pick = |count: usize, at: usize| -> Vec<usize> {
                    (0..count).map(|number| dice[at + number] as usize % ids.len()).collect()
                };
                let (left, right) = (pick(lefts, 0), pick(rights, 2));
                let of = |list: &[usize], from: &[Id]| -> Ids { list.iter().map(|&at| from[at]).collect() };
                let id = forms.of(of(&left, &ids), of(&right, &ids)).unwrap();
                let image = forms.of(of(&right, &mirror), of(&left, &mirror)).unwrap();
                ids.push(id);
                mirror.push(image);
                prop_assert_eq!(forms.sum(id, image), Ok(0));
            }
            let (a, b, c) = (ids[ids.len() - 1], ids[ids.len() / 2], ids[ids.len() / 3]);
            let (ab, bc) = (forms.sum(a, b).unwrap(), forms.sum(b, c).unwrap());
            prop_assert_eq!(forms.sum(ab, c), forms.sum(a, bc));
            prop_assert_eq!(forms.sum(a, b), forms.sum(b, a));
        }
    }
}
