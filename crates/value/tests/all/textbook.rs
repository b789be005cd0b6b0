//! The arena against the definitions of *ONAG* ch. 7 written out in a few lines, on all games born by day 3.

use grundy_answer::Unwatched;
use grundy_value::{Arena, Game, Side};
use std::collections::{HashMap, HashSet};

/// Games as lists of earlier games; the order and equality straight from the definition.
#[derive(Default)]
struct Textbook {
    games: Vec<[Vec<usize>; 2]>,
    known: HashMap<(usize, usize), bool>,
}

impl Textbook {
    fn make(&mut self, left: Vec<usize>, right: Vec<usize>) -> usize {
        self.games.push([left, right]);
        self.games.len() - 1
    }

    fn at_most(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.known.get(&(g, h)) {
            return known;
        }
        let answer = !self.games[g][0].clone().iter().any(|&option| self.at_most(h, option))
            && !self.games[h][1].clone().iter().any(|&option| self.at_most(option, g));
        self.known.insert((g, h), answer);
        answer
    }

    fn equal(&mut self, g: usize, h: usize) -> bool {
        self.at_most(g, h) && self.at_most(h, g)
    }

    fn sum(&mut self, g: usize, h: usize, made: &mut HashMap<(usize, usize), usize>) -> usize {
        if let Some(&known) = made.get(&(g, h)) {
            return known;
        }
        let options = Side::BOTH.map(|side| {
            let mut options: Vec<usize> = Vec::new();
            for option in self.games[g][side.index()].clone() {
                options.push(self.sum(option, h, made));
            }
            for option in self.games[h][side.index()].clone() {
                options.push(self.sum(g, option, made));
            }
            options
        });
        let [left, right] = options;
        let sum = self.make(left, right);
        made.insert((g, h), sum);
        sum
    }

    /// All sets of games none of which is at most another.
    fn antichains(&mut self, games: &[usize]) -> Vec<Vec<usize>> {
        let mut sets = vec![Vec::new()];
        for &game in games {
            for at in 0..sets.len() {
                if !sets[at].clone().iter().any(|&other| self.at_most(game, other) || self.at_most(other, game)) {
                    sets.push([&sets[at][..], &[game]].concat());
                }
            }
        }
        sets
    }

    /// One game of each value born by the next day.
    fn next_day(&mut self, games: &[usize]) -> Vec<usize> {
        let sets = self.antichains(games);
        let mut classes: HashMap<Vec<bool>, Vec<usize>> = HashMap::new();
        let mut found = Vec::new();
        for left in &sets {
            for right in &sets {
                let game = self.make(left.clone(), right.clone());
                let signature: Vec<bool> =
                    games.iter().flat_map(|&other| [self.at_most(game, other), self.at_most(other, game)]).collect();
                let class = classes.entry(signature).or_default();
                if !class.iter().any(|&other| self.equal(game, other)) {
                    class.push(game);
                    found.push(game);
                }
            }
        }
        found
    }
}

/// The same game in the arena.
fn value(textbook: &Textbook, arena: &Arena, game: usize, made: &mut HashMap<usize, Game>) -> Game {
    if let Some(&known) = made.get(&game) {
        return known;
    }
    let [left, right] = textbook.games[game]
        .clone()
        .map(|options| options.iter().map(|&option| value(textbook, arena, option, made)).collect::<Vec<_>>());
    let made_now = arena.values(&Unwatched).game(left, right).expect("small games have values");
    made.insert(game, made_now);
    made_now
}

#[test]
fn all_games_born_by_day_three() {
    let (mut textbook, arena, mut made) = (Textbook::default(), Arena::new(), HashMap::new());
    let mut games = Vec::new();
    // Siegel, CGT III.1: 1, 4, 22 and 1474 values are born by days 0, 1, 2 and 3.
    for count in [1, 4, 22, 1474] {
        games = textbook.next_day(&games);
        assert_eq!(games.len(), count);
    }
    let values: Vec<Game> = games.iter().map(|&game| value(&textbook, &arena, game, &mut made)).collect();
    assert_eq!(values.iter().collect::<HashSet<_>>().len(), 1474, "distinct values have distinct handles");
    for game in 0..textbook.games.len() {
        value(&textbook, &arena, game, &mut made);
    }
    assert_eq!(made.values().collect::<HashSet<_>>().len(), 1474, "equal values share a handle");

    let algebra = arena.values(&Unwatched);
    for (&g, &x) in games.iter().zip(&values) {
        for (&h, &y) in games.iter().zip(&values) {
            assert_eq!(textbook.at_most(g, h), algebra.at_most(x, y).unwrap(), "{x:?} <= {y:?}");
        }
    }
    let mut sums = HashMap::new();
    for step in 0..400 {
        let (at, to) = (step * 37 % 1474, step * 61 % 1474);
        let sum = textbook.sum(games[at], games[to], &mut sums);
        let expected = value(&textbook, &arena, sum, &mut made);
        assert_eq!(algebra.sum(values[at], values[to]).unwrap(), expected);
    }
}
