//! One stratum decided from what its positions lead to: a fold over options where play leaves the stratum with every
//! move, else retrograde analysis of what stays inside it. Ströhlein 1970; Gasser, "Solving Nine Men's Morris", 1996.
//! Codes are those of the plies, the margin or the Grundy value; outcomes are read off plies.

use crate::outcome::search::goal::Wdl;
use crate::tablebase::code::{DRAWN, ENDLESS_LOSS, ENDLESS_WIN, Solution, TableKind};
use crate::work::Halted;
use grundy_run::{Ending, Side, Turn};
use std::collections::VecDeque;

/// No game takes more moves than this.
const LONGEST: u32 = 1 << 30;

/// No Grundy value is larger.
const MOST_GRUNDY: u32 = 1 << 20;

/// What is known of a position from the options that are decided.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// Moves to the quickest win; 0 if there is none.
    wins: u32,
    /// Moves to the slowest loss.
    loses: u32,
    /// Options without an end or not decided yet.
    open: u32,
    /// Whether an option draws; wins, or loses, without an end.
    draws: bool,
    endless_win: bool,
    endless_loss: bool,
    /// The best margin.
    margin: i64,
    /// The Grundy values of the options, a bit each.
    values: Vec<u64>,
}

impl Default for Sight {
    fn default() -> Sight {
        Sight {
            wins: 0,
            loses: 0,
            open: 0,
            draws: false,
            endless_win: false,
            endless_loss: false,
            margin: i64::MIN,
            values: Vec::new(),
        }
    }
}

/// The kind that is computed where a kind is wanted.
pub(super) fn computed(kind: TableKind) -> TableKind {
    if kind == TableKind::Outcome { TableKind::Plies } else { kind }
}

/// The code of a position that is over.
pub(super) fn over(kind: TableKind, ending: Ending, mover: Side) -> Option<u32> {
    match (kind, ending) {
        (TableKind::Margin, Ending::Scored(points)) => Solution::Margin(points).code(),
        (TableKind::Margin, _) => Solution::Margin(0).code(),
        (TableKind::Grundy, _) => Solution::Grundy(0).code(),
        _ => match Wdl::of(ending, mover) {
            Wdl::Draw => Some(DRAWN),
            result => Solution::Plies(result, Some(0)).code(),
        },
    }
}

impl Sight {
    /// Takes an option into account that has this code.
    #[inline]
    pub fn add(&mut self, kind: TableKind, code: u32, turn: Turn, gain: i64) -> Result<(), Halted> {
        match kind {
            TableKind::Margin => {
                let Some(Solution::Margin(child)) = Solution::of(kind, code) else { return Ok(()) };
                let worth = if turn == Turn::Stays { gain + child } else { gain - child };
                self.margin = self.margin.max(worth);
            }
            TableKind::Grundy => {
                let value = code - 1;
                if value >= MOST_GRUNDY {
                    return Err(Halted::OutOfReach(format!("a Grundy value is {MOST_GRUNDY} or more")));
                }
                let word = value as usize / 64;
                if self.values.len() <= word {
                    self.values.resize(word + 1, 0);
                }
                self.values[word] |= 1 << (value % 64);
            }
            TableKind::Plies | TableKind::Outcome => match code {
                DRAWN => self.draws = true,
                ENDLESS_WIN | ENDLESS_LOSS => {
                    let child = if code == ENDLESS_WIN { Wdl::Win } else { Wdl::Loss };
                    self.open += 1;
                    match child.through(turn) {
                        Wdl::Win => self.endless_win = true,
                        _ => self.endless_loss = true,
                    }
                }
                code => {
                    let child = if code & 1 == 1 { Wdl::Win } else { Wdl::Loss };
                    let plies = (code - 4) / 2 + 1;
                    if plies > LONGEST {
                        return Err(Halted::OutOfReach(format!("play can take more than {LONGEST} moves")));
                    }
                    match child.through(turn) {
                        Wdl::Win if self.wins == 0 || plies < self.wins => self.wins = plies,
                        Wdl::Win => {}
                        _ => self.loses = self.loses.max(plies),
                    }
                }
            },
        }
        Ok(())
    }

    /// Takes an option of a tablebase of any kind into account.
    pub fn add_of(&mut self, kind: TableKind, code: u32, turn: Turn, gain: i64) -> Result<(), Halted> {
        match (kind, Solution::of(kind, code)) {
            (TableKind::Outcome, Some(solution)) => {
                match solution.result().through(turn) {
                    Wdl::Win => self.endless_win = true,
                    Wdl::Draw => self.draws = true,
                    Wdl::Loss => self.endless_loss = true,
                }
                Ok(())
            }
            (_, Some(_)) => self.add(kind, code, turn, gain),
            (_, None) => Err(Halted::OutOfReach(format!("{code} is no code of a tablebase of this kind"))),
        }
    }

    /// The code, in a tablebase of any kind, of a position all of whose options were added by [`Sight::add_of`].
    pub fn alone_of(&self, kind: TableKind) -> Option<u32> {
        match kind {
            TableKind::Outcome => {
                let result = match self {
                    Sight { endless_win: true, .. } => Wdl::Win,
                    Sight { draws: true, .. } => Wdl::Draw,
                    _ => Wdl::Loss,
                };
                Solution::Outcome(result).code()
            }
            TableKind::Plies | TableKind::Margin | TableKind::Grundy => self.alone(kind),
        }
    }

    /// The code of a position all of whose options were added.
    pub fn alone(&self, kind: TableKind) -> Option<u32> {
        match kind {
            TableKind::Margin => Solution::Margin(self.margin).code(),
            TableKind::Grundy => {
                let full = self.values.iter().take_while(|word| **word == u64::MAX).count();
                let rest = self.values.get(full).map_or(0, |word| word.trailing_ones());
                Solution::Grundy(full as u64 * 64 + u64::from(rest)).code()
            }
            TableKind::Plies | TableKind::Outcome => match self {
                Sight { wins: 1.., .. } => Solution::Plies(Wdl::Win, Some(self.wins)).code(),
                Sight { endless_win: true, .. } => Some(ENDLESS_WIN),
                Sight { draws: true, .. } => Some(DRAWN),
                Sight { endless_loss: true, .. } => Some(ENDLESS_LOSS),
                _ => Solution::Plies(Wdl::Loss, Some(self.loses)).code(),
            },
        }
    }
}

/// An option inside a stratum: where it leads, where it comes from, whose turn is next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inside {
    pub to: u32,
    pub from: u32,
    pub turn: Turn,
    pub gain: i32,
}

/// Options by where they lead.
struct Before {
    ends: Vec<u32>,
    from: Vec<(u32, Turn, i32)>,
}

impl Before {
    fn new(size: usize, edges: &[Inside]) -> Before {
        let mut ends = vec![0u32; size];
        edges.iter().for_each(|edge| ends[edge.to as usize] += 1);
        let mut first = 0;
        for end in &mut ends {
            (first, *end) = (first + *end, first);
        }
        let mut from = vec![(0, Turn::Passes, 0); edges.len()];
        for edge in edges {
            let end = &mut ends[edge.to as usize];
            from[*end as usize] = (edge.from, edge.turn, edge.gain);
            *end += 1;
        }
        Before { ends, from }
    }

    fn of(&self, local: usize) -> &[(u32, Turn, i32)] {
        let first = if local == 0 { 0 } else { self.ends[local - 1] };
        &self.from[first as usize..self.ends[local] as usize]
    }
}

/// Decides a stratum whose options stay inside but never lead back: each position after all its options. `codes` are 0
/// but where the game is over; `sights` know the options that leave the stratum. False if play can return.
pub(super) fn in_order(
    kind: TableKind,
    sights: &mut [Sight],
    codes: &mut [u32],
    edges: &[Inside],
) -> Result<bool, Halted> {
    let before = Before::new(sights.len(), edges);
    edges.iter().for_each(|edge| sights[edge.from as usize].open += 1);
    let mut waiting: Vec<usize> = (0..sights.len()).filter(|&local| sights[local].open == 0).collect();
    let mut decided = 0;
    while let Some(local) = waiting.pop() {
        decided += 1;
        if codes[local] == 0 {
            let unfit = || Halted::OutOfReach("a number is too large to be kept".to_string());
            codes[local] = sights[local].alone(kind).ok_or_else(unfit)?;
        }
        for &(from, turn, gain) in before.of(local) {
            let sight = &mut sights[from as usize];
            sight.add(kind, codes[local], turn, gain.into())?;
            sight.open -= 1;
            if sight.open == 0 {
                waiting.push(from as usize);
            }
        }
    }
    Ok(decided == sights.len())
}

/// Whom endless play through these positions favours.
pub(super) type Favoured<'f> = dyn Fn(&[usize]) -> Result<Option<Side>, Halted> + 'f;

/// Decides a stratum in which play can return. `codes` are 0 but where the game is over; `sights` know the options that
/// leave the stratum. `favoured` says whom endless play through these positions favours; nobody: it is drawn.
pub(super) fn retrograde(
    sights: &mut [Sight],
    codes: &mut [u32],
    edges: &[Inside],
    mover: &dyn Fn(usize) -> Side,
    favoured: &Favoured,
) -> Result<(), Halted> {
    let before = Before::new(sights.len(), edges);
    edges.iter().for_each(|edge| sights[edge.from as usize].open += 1);
    let mut layers: Vec<Vec<u32>> = Vec::new();
    let due = |at: u32, local: usize, layers: &mut Vec<Vec<u32>>| {
        let at = at as usize;
        if layers.len() <= at {
            layers.resize(at + 1, Vec::new());
        }
        layers[at].push(local as u32);
    };
    for (local, sight) in sights.iter().enumerate() {
        match codes[local] {
            0 if sight.wins > 0 => due(sight.wins, local, &mut layers),
            0 if sight.open == 0 && !sight.draws => due(sight.loses, local, &mut layers),
            0 | DRAWN => {}
            known => due((known - 4) / 2, local, &mut layers),
        }
    }
    let mut at = 0;
    while at < layers.len() {
        for local in std::mem::take(&mut layers[at]) {
            let local = local as usize;
            let wins = sights[local].wins;
            let result = match codes[local] {
                0 if wins > 0 && wins as usize == at => Wdl::Win,
                0 if wins == 0 => Wdl::Loss,
                known if known >= 4 && ((known - 4) / 2) as usize == at => {
                    if known & 1 == 1 {
                        Wdl::Win
                    } else {
                        Wdl::Loss
                    }
                }
                _ => continue,
            };
            codes[local] = Solution::Plies(result, Some(at as u32)).code().unwrap_or(0);
            let next = at as u32 + 1;
            for &(from, turn, _) in before.of(local) {
                let from = from as usize;
                if codes[from] != 0 {
                    continue;
                }
                let sight = &mut sights[from];
                if result.through(turn) == Wdl::Win {
                    if sight.wins == 0 || sight.wins > next {
                        sight.wins = next;
                        due(next, from, &mut layers);
                    }
                    continue;
                }
                sight.open -= 1;
                sight.loses = sight.loses.max(next);
                if sight.open == 0 && !sight.draws && sight.wins == 0 {
                    due(sight.loses, from, &mut layers);
                }
            }
        }
        at += 1;
    }
    // Positions that are drawn because the game is over, or because all options are decided and one draws.
    let mut waiting: VecDeque<usize> = VecDeque::new();
    for local in 0..codes.len() {
        if codes[local] == 0 && sights[local].open == 0 {
            codes[local] = DRAWN;
        }
        if codes[local] == DRAWN {
            waiting.push_back(local);
        }
    }
    let settle = |waiting: &mut VecDeque<usize>, codes: &mut [u32], sights: &mut [Sight], favoured: Option<Side>| {
        while let Some(local) = waiting.pop_front() {
            for &(from, ..) in before.of(local) {
                let from = from as usize;
                if codes[from] != 0 {
                    continue;
                }
                sights[from].open -= 1;
                sights[from].draws = true;
                let free = favoured.is_some_and(|favoured| mover(from) != favoured);
                if free || sights[from].open == 0 {
                    codes[from] = DRAWN;
                    waiting.push_back(from);
                }
            }
        }
    };
    settle(&mut waiting, codes, sights, None);
    let open: Vec<usize> = (0..codes.len()).filter(|&local| codes[local] == 0).collect();
    if open.is_empty() {
        return Ok(());
    }
    let Some(favoured) = favoured(&open)? else {
        open.iter().for_each(|&local| codes[local] = DRAWN);
        return Ok(());
    };
    // The player whom endless play does not favour takes a draw where he can get one.
    for &local in &open {
        if sights[local].draws && mover(local) != favoured {
            codes[local] = DRAWN;
            waiting.push_back(local);
        }
    }
    settle(&mut waiting, codes, sights, Some(favoured));
    for &local in &open {
        if codes[local] == 0 {
            codes[local] = if mover(local) == favoured { ENDLESS_WIN } else { ENDLESS_LOSS };
        }
    }
    Ok(())
}
