//! The two players. Everything that is true of one is true of the other with the order reversed, so code is
//! written once over a `Side`.

/// Whose options, whose stop, whose wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Left, for whom larger is better.
    Left,
    /// Right, for whom smaller is better.
    Right,
}

impl Side {
    /// Left, then Right.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// 0 for Left, 1 for Right.
    pub fn index(self) -> usize {
        self as usize
    }

    /// `(left, right)` seen from this side: `(mine, theirs)`.
    pub fn order<T>(self, left: T, right: T) -> (T, T) {
        match self {
            Side::Left => (left, right),
            Side::Right => (right, left),
        }
    }

    /// +1 for Left, -1 for Right.
    pub fn sign(self) -> i64 {
        match self {
            Side::Left => 1,
            Side::Right => -1,
        }
    }
}
