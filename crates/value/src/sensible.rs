//! Which options of a game as it is written matter (Siegel, *CGT* II.2, and his program): those at least as good as an option of the
//! canonical form, and how an option that reverses leads there.

use crate::{Game, Halt, Side, Values};

impl Values<'_> {
    /// The options of `side` in `{left|right}` that are at least as good as some canonical option.
    pub fn sensible_options(self, left: &[Game], right: &[Game], side: Side) -> Result<Vec<Game>, Halt> {
        let game = self.game(left.to_vec(), right.to_vec())?;
        let canonical = self.options(game, side)?;
        let mut sensible = Vec::new();
        for &option in side.order(left, right).0 {
            for &best in canonical.iter() {
                if self.no_better(side, best, option)? && !sensible.contains(&option) {
                    sensible.push(option);
                }
            }
        }
        Ok(sensible)
    }

    /// For each canonical option of `side` a line of play in `{left|right}` that ends there: an option at least as good, the opponent's
    /// answer that reverses it, and so on. It ends because each game is simpler than the one before.
    ///
    /// A next step always exists: an option `x > k`, `k` canonical, reverses, and Left, to move after the answer `y <= G` in `y - k`, has a
    /// move in `y` that is at least `k`, since otherwise `k` itself would reverse.
    pub fn sensible_lines(self, left: &[Game], right: &[Game], side: Side) -> Result<Vec<Vec<Game>>, Halt> {
        let game = self.game(left.to_vec(), right.to_vec())?;
        let mut lines = Vec::new();
        for &best in self.options(game, side)?.iter() {
            let mut line: Vec<Game> = Vec::new();
            let mut options = side.order(left, right).0.to_vec();
            while let Some(option) = self.first(&options, |option| self.no_better(side, best, option))? {
                line.push(option);
                if option == best {
                    break;
                }
                let answers = self.options(option, side.other())?;
                let Some(answer) = self.first(&answers, |answer| self.no_better(side, answer, game))? else { break };
                line.push(answer);
                options = self.options(answer, side)?.to_vec();
            }
            assert_eq!(line.last(), Some(&best), "a sensible line ends in a canonical option");
            lines.push(line);
        }
        Ok(lines)
    }

    fn first(self, games: &[Game], holds: impl Fn(Game) -> Result<bool, Halt>) -> Result<Option<Game>, Halt> {
        for &game in games {
            if holds(game)? {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }
}
