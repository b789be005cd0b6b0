//! Misère canonical forms of impartial games (Conway, *On Numbers and Games* ch. 12; Siegel, *Combinatorial Game Theory*
//! section V.3).
//!
//! The only simplification of misère play is to prune reversible moves: if the options of G are those of H and others,
//! each of which has H itself as an option, then G = H, provided that, where H is the empty game, G is won by the
//! player to move. Two games are equal (have the same outcome in all company) if and only if pruning leaves the same form.
//!
//! Invariant: every stored form is pruned and stored once, its options are stored before it, sorted; so games are equal
//! if and only if their numbers are equal.

use crate::genus::{Genus, Species};
use crate::hash::FastMap;
use crate::quotient::MisereOutcome;
use crate::ruleset::Ruleset;
use grundy_answer::{Progress, Stop, Watch};
use std::collections::BTreeSet;

/// Sums of forms deeper than this are refused, since adding goes one level deeper with every move.
const MOST_MOVES: u32 = 1500;

/// A game up to equality under misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MisereForm(pub(crate) u32);

/// The game without moves.
pub const ZERO: MisereForm = MisereForm(0);

/// All forms met so far.
pub struct Forms<'a> {
    watch: &'a dyn Watch,
    options: Vec<Box<[MisereForm]>>,
    outcome: Vec<MisereOutcome>,
    moves: Vec<u32>,
    nim: Vec<Option<u32>>,
    genus: Vec<Genus>,
    species: Vec<Species>,
    number: FastMap<Box<[MisereForm]>, MisereForm>,
    sums: FastMap<u64, MisereForm>,
}

impl<'a> Forms<'a> {
    /// Only the game without moves.
    pub fn new(watch: &'a dyn Watch) -> Forms<'a> {
        let mut number: FastMap<Box<[MisereForm]>, MisereForm> = FastMap::default();
        number.insert(Box::default(), ZERO);
        let genus = Genus::of([]);
        Forms {
            watch,
            options: vec![Box::default()],
            outcome: vec![MisereOutcome::N],
            moves: vec![0],
            nim: vec![Some(0)],
            species: vec![Species::Tame],
            genus: vec![genus],
            number,
            sums: FastMap::default(),
        }
    }

    /// How many different games were met.
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Never: the game without moves is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The game with these options, pruned.
    pub fn game(&mut self, options: impl IntoIterator<Item = MisereForm>) -> MisereForm {
        let mut options: Vec<MisereForm> = options.into_iter().collect();
        options.sort_unstable();
        options.dedup();
        if let Some(form) = self.number.get(&options[..]) {
            return *form;
        }
        let form = self.reversed(&options).unwrap_or_else(|| self.store(&options));
        self.number.insert(options.into(), form);
        form
    }

    /// A heap of Nim.
    pub fn nim(&mut self, size: u32) -> MisereForm {
        let mut heaps = vec![ZERO];
        for _ in 0..size {
            let next = self.game(heaps.clone());
            heaps.push(next);
        }
        heaps[size as usize]
    }

    /// The size, where the game is a heap of Nim.
    pub fn nim_size(&self, form: MisereForm) -> Option<u32> {
        self.nim[form.0 as usize]
    }

    /// The sum of two games; told to stop, it keeps what it has.
    pub fn sum(&mut self, a: MisereForm, b: MisereForm) -> Result<MisereForm, Stop> {
        if self.moves(a).saturating_add(self.moves(b)) > MOST_MOVES {
            return Err(Stop::Memory);
        }
        self.add(a, b)
    }

    /// The options of a form, which are forms.
    pub fn options(&self, form: MisereForm) -> &[MisereForm] {
        &self.options[form.0 as usize]
    }

    /// Who wins.
    pub fn outcome(&self, form: MisereForm) -> MisereOutcome {
        self.outcome[form.0 as usize]
    }

    /// The length of the longest play.
    pub fn moves(&self, form: MisereForm) -> u32 {
        self.moves[form.0 as usize]
    }

    /// The genus.
    pub fn genus(&self, form: MisereForm) -> &Genus {
        &self.genus[form.0 as usize]
    }

    /// Tame, restive, restless or wild.
    pub fn species(&self, form: MisereForm) -> Species {
        self.species[form.0 as usize]
    }

    /// The form as nested options, heaps of Nim as their sizes; at most about `most` characters, then `...`.
    pub fn text(&self, form: MisereForm, most: usize) -> String {
        let mut text = String::new();
        self.write(form, most, &mut text);
        text
    }

    /// The forms of the heaps 0, 1, ..., `to`; shorter when told to stop.
    pub fn heaps(&mut self, rules: &dyn Ruleset, to: u32) -> (Vec<MisereForm>, Option<Stop>) {
        let mut heaps = vec![ZERO];
        let to = rules.last().map_or(to, |last| last.min(to));
        for heap in 1..=to {
            let options = rules
                .options(heap)
                .into_iter()
                .map(|option| option.into_iter().try_fold(ZERO, |sum, part| self.sum(sum, heaps[part as usize])));
            match options.collect::<Result<Vec<_>, _>>() {
                Ok(options) => heaps.push(self.game(options)),
                Err(stop) => return (heaps, Some(stop)),
            }
        }
        (heaps, None)
    }

    /// The form to which every other option reverses, where there is one.
    fn reversed(&self, options: &[MisereForm]) -> Option<MisereForm> {
        let within = |form: &MisereForm| self.options(*form).iter().all(|option| options.binary_search(option).is_ok());
        let reverts = |form: &MisereForm| {
            let own = self.options(*form);
            let others = || options.iter().filter(|option| own.binary_search(option).is_err());
            let all = others().all(|option| self.options(*option).binary_search(form).is_ok());
            all && (*form != ZERO || options.iter().any(|option| self.outcome(*option) == MisereOutcome::P))
        };
        let mut candidates: Vec<MisereForm> =
            options.iter().flat_map(|option| self.options(*option)).copied().collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.into_iter().find(|form| within(form) && reverts(form))
    }

    fn store(&mut self, options: &[MisereForm]) -> MisereForm {
        let form = MisereForm(self.options.len() as u32);
        let lost = options.iter().all(|option| self.outcome(*option) == MisereOutcome::N);
        self.outcome.push(if lost { MisereOutcome::P } else { MisereOutcome::N });
        self.moves.push(1 + options.iter().map(|option| self.moves(*option)).max().unwrap_or(0));
        let sizes: Option<BTreeSet<u32>> = options.iter().map(|option| self.nim_size(*option)).collect();
        let size = options.len() as u32;
        self.nim.push(sizes.filter(|sizes| sizes.iter().copied().eq(0..size)).map(|_| size));
        let genus = Genus::of(options.iter().map(|option| self.genus(*option)));
        let species = Species::of(&genus, options.iter().map(|option| self.species(*option)));
        self.genus.push(genus);
        self.species.push(species);
        self.options.push(options.into());
        form
    }

    fn add(&mut self, a: MisereForm, b: MisereForm) -> Result<MisereForm, Stop> {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == ZERO {
            return Ok(b);
        }
        let key = u64::from(a.0) << 32 | u64::from(b.0);
        if let Some(sum) = self.sums.get(&key) {
            return Ok(*sum);
        }
        let mut options = Vec::new();
        for at in 0..self.options(a).len() {
            options.push(self.add(self.options(a)[at], b)?);
        }
        for at in 0..self.options(b).len() {
            options.push(self.add(a, self.options(b)[at])?);
        }
        let sum = self.game(options);
        self.sums.insert(key, sum);
        if self.sums.len() % 256 == 0 {
            let bytes = (self.sums.len() * 24 + self.number.len() * 160) as u64;
            let progress = Progress { what: "sums of forms", done: self.sums.len() as u64, total: None, bytes };
            if let Some(stop) = self.watch.tick(progress) {
                return Err(stop);
            }
        }
        Ok(sum)
    }

    fn write(&self, form: MisereForm, most: usize, text: &mut String) {
        if text.len() >= most {
            if !text.ends_with("...") {
                text.push_str("...");
            }
            return;
        }
        if let Some(size) = self.nim_size(form) {
            text.push_str(&size.to_string());
            return;
        }
        text.push('{');
        for (at, option) in self.options(form).iter().rev().enumerate() {
            if at > 0 {
                text.push(',');
            }
            self.write(*option, most, text);
        }
        text.push('}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_answer::Unwatched;

    /// There are 22 games of at most four moves, 5 of at most three (*ONAG* ch. 12, figure 32).
    #[test]
    fn games_of_few_moves() {
        let mut forms = Forms::new(&Unwatched);
        let mut all = vec![ZERO];
        let mut counts = vec![1];
        for _ in 0..4 {
            let subsets = 0..1u32 << all.len();
            let mut next: Vec<MisereForm> = subsets
                .map(|subset| {
                    forms.game(all.iter().enumerate().filter(|(k, _)| subset >> k & 1 == 1).map(|(_, form)| *form))
                })
                .collect();
            next.sort_unstable();
            next.dedup();
            all = next;
            counts.push(all.len());
        }
        assert_eq!(counts, [1, 2, 3, 5, 22]);
    }

    #[test]
    fn nim_heaps_add_as_bouton_says() {
        let mut forms = Forms::new(&Unwatched);
        for a in 0..6 {
            for b in 0..6 {
                for c in 0..6 {
                    let heaps = [a, b, c].map(|size| forms.nim(size));
                    let sum = heaps.into_iter().try_fold(ZERO, |sum, heap| forms.sum(sum, heap)).unwrap();
                    let lost = (a ^ b ^ c == 0) == (a.max(b).max(c) > 1);
                    assert_eq!(forms.outcome(sum) == MisereOutcome::P, lost, "{a} {b} {c}");
                    assert_eq!(forms.species(sum), Species::Tame);
                }
            }
        }
        let (two, one) = (forms.nim(2), forms.nim(1));
        let three = forms.sum(two, one).unwrap();
        assert_eq!(forms.nim_size(three), Some(3));
        let double = forms.sum(two, two).unwrap();
        assert_eq!(forms.text(double, 100), "{3,2}");
        assert_eq!(forms.sum(one, one), Ok(ZERO));
    }

    /// Grundy's game (*ONAG* ch. 12): heaps to 12 are Nim heaps, heap 13 is 2 + 2, 2, 1 of genus 3^1431.
    #[test]
    fn grundys_game() {
        let code: grundy_heap::Code = "4.u".parse().unwrap();
        let mut forms = Forms::new(&Unwatched);
        let (heaps, stopped) = forms.heaps(code.rule(), 22);
        assert_eq!(stopped, None);
        let sizes: Vec<u32> = heaps[1..13].iter().map(|heap| forms.nim_size(*heap).unwrap()).collect();
        assert_eq!(sizes, [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]);
        assert_eq!(forms.text(heaps[13], 100), "{{3,2},2,1}");
        let genera = [13, 16, 18, 19, 20, 21, 22].map(|heap| forms.genus(heaps[heap]).to_string());
        assert_eq!(genera, ["3^1431", "3^1431", "4^0564", "3^1431", "0^20", "4^0564", "3^1431"]);
        assert_eq!([14, 15, 17].map(|heap| forms.nim_size(heaps[heap])), [Some(2), Some(1), Some(2)]);
        assert_eq!(heaps[18], heaps[21]);
        assert_eq!(forms.species(heaps[13]), Species::Restless);
    }

    /// Kayles (*ONAG* ch. 12, figure 35; *Winning Ways* ch. 13): the first wild heap is 5, of genus 4^146.
    #[test]
    fn kayles() {
        let code: grundy_heap::Code = "0.77".parse().unwrap();
        let mut forms = Forms::new(&Unwatched);
        let (heaps, _) = forms.heaps(code.rule(), 9);
        let sizes: Vec<Option<u32>> = heaps.iter().map(|heap| forms.nim_size(*heap)).collect();
        assert_eq!(sizes[..5], [Some(0), Some(1), Some(2), Some(3), Some(1)]);
        assert_eq!(sizes[5], None);
        assert_eq!(forms.genus(heaps[5]).to_string(), "4^146");
        assert_eq!(forms.species(heaps[5]), Species::Restless);
    }
}
