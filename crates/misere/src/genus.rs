//! The genus of an impartial game and the species it tells apart (Conway, *On Numbers and Games* ch. 12).
//!
//! The genus is g^(g0 g1 g2 ...): g is the Grundy value of normal play, and g_k the misère Grundy value of the game plus
//! k heaps of two: 1 for the empty game, otherwise the least number not among those of the options. A heap of two has
//! options 0 and 1, and one more heap of one adds 1 without carry, so g_(k+1) is the least number other than g_k,
//! g_k xor 1 and the g_(k+1) of the options. In the end g_(k+1) = g_k xor 2, which is where the writing stops.

use std::fmt;

/// A genus: the Grundy value and the misère values until they alternate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    grundy: u32,
    /// Shortest such that each later value is the previous xor 2; never empty.
    misere: Vec<u32>,
}

/// How well a game behaves under misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Species {
    /// Every position of the game has the genus of a sum of Nim heaps: in sums of tame games it may be replaced by one.
    Tame,
    /// Not tame though all options are, with Grundy value 0 or 1.
    Restive,
    /// Not tame though all options are, with misère Grundy value 0 or 1.
    Restless,
    /// Any other.
    Wild,
}

impl fmt::Display for Species {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Species::Tame => "tame",
            Species::Restive => "restive",
            Species::Restless => "restless",
            Species::Wild => "wild",
        })
    }
}

impl Species {
    /// The species of a game with this genus whose options have these species.
    pub fn of(genus: &Genus, options: impl IntoIterator<Item = Species>) -> Species {
        if options.into_iter().any(|species| species != Species::Tame) {
            return Species::Wild;
        }
        match (genus.grundy, genus.misere(0)) {
            _ if genus.is_tame() => Species::Tame,
            (0 | 1, _) => Species::Restive,
            (_, 0 | 1) => Species::Restless,
            _ => Species::Wild,
        }
    }
}

impl Genus {
    /// The genus of the game whose options have these.
    pub fn of<'a>(options: impl IntoIterator<Item = &'a Genus>) -> Genus {
        let options: Vec<&Genus> = options.into_iter().collect();
        if options.is_empty() {
            return Genus { grundy: 0, misere: vec![1, 2] }.shortened();
        }
        let grundy = mex(options.iter().map(|genus| genus.grundy).collect());
        let mut misere = vec![mex(options.iter().map(|genus| genus.misere(0)).collect())];
        // Once the options alternate, so does the game as soon as two steps in a row alternate; a mex over them
        // then never changes again.
        let settled = options.iter().map(|genus| genus.misere.len()).max().unwrap_or(0);
        loop {
            let k = misere.len();
            let last = misere[k - 1];
            let mut taken: Vec<u32> = options.iter().map(|genus| genus.misere(k)).collect();
            taken.extend([last, last ^ 1]);
            misere.push(mex(taken));
            let alternates = |k: usize| misere[k] == misere[k - 1] ^ 2;
            if k > settled + 1 && k >= 3 && (k - 2..=k).all(alternates) {
                return Genus { grundy, misere }.shortened();
            }
        }
    }

    /// The genus of Nim positions with a heap above 1: `value^value`.
    pub fn firm(value: u32) -> Genus {
        Genus { grundy: value, misere: vec![value] }
    }

    /// The Grundy value of normal play.
    pub fn grundy(&self) -> u32 {
        self.grundy
    }

    /// The misère Grundy value of the game plus `twos` heaps of two.
    pub fn misere(&self, twos: usize) -> u32 {
        let last = self.misere.len() - 1;
        let beyond = twos.saturating_sub(last) as u32;
        self.misere[twos.min(last)] ^ (beyond % 2) << 1
    }

    /// Whether a sum of Nim heaps has this genus: 0^1, 1^0 or n^n.
    pub fn is_tame(&self) -> bool {
        match (self.grundy, &self.misere[..]) {
            (0, [1, 2]) | (1, [0, 3]) => true,
            (n, [value]) => n == *value,
            _ => false,
        }
    }

    fn shortened(mut self) -> Genus {
        while let [.., before, last] = self.misere[..] {
            if last != before ^ 2 {
                break;
            }
            self.misere.pop();
        }
        self
    }
}

/// `g^g0g1...`, written until the values alternate; tame genera shortened to `g^g0`.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.grundy)?;
        let shown = if self.is_tame() { 1 } else { self.misere.len() + 1 };
        let wide = (0..shown).any(|k| self.misere(k) > 9);
        for k in 0..shown {
            if wide && k > 0 {
                f.write_str(".")?;
            }
            write!(f, "{}", self.misere(k))?;
        }
        Ok(())
    }
}

fn mex(mut taken: Vec<u32>) -> u32 {
    taken.sort_unstable();
    taken.dedup();
    (0..).zip(&taken).find(|(least, value)| least != *value).map_or(taken.len() as u32, |(least, _)| least)
}
