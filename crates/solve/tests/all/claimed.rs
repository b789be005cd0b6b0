//! Claims of positions far beyond search, where even the smallest box at their parameters is too large to compare.

use grundy_answer::{Standing, Unwatched};
use grundy_rule::{check_position, parse_expression};
use grundy_run::position;
use grundy_solve::{Grundy, Question, solve};

const ROW: &str = "
game Row
  param m = 3
  state a: nat[m]
  move cut(j in 0..m-1, k in 1..a[j]) if all(i in 0..j-1: a[i] == 0): a[j] -= k
  def g(j) = if j == m then 0 else if a[j] == 0 then g(j + 1) else if a[j] <= g(j + 1) then a[j] - 1
    else a[j]
  claim grundy == g(0)
";

/// The value by the fold of the source (BOJ 16881), from the right.
#[test]
fn a_long_row_goes_by_its_claim() {
    let numbers: Vec<u64> = (0..40u64).map(|i| i * i * 48271 % 999_999_937 + 1).collect();
    let mut wanted = 0;
    for &number in numbers.iter().rev() {
        wanted = if wanted == 0 || number > wanted { number } else { number - 1 };
    }
    let world = grundy_kit::world(ROW);
    let expr = parse_expression(&format!("Row({numbers:?}, m = 40)"), 1 << 16).unwrap();
    let closed = check_position(&expr, &[&world.modules()[0]]).unwrap();
    let answer = solve(&position(&world, 0, &closed).unwrap(), Question::default(), &Unwatched).unwrap();
    assert_eq!(answer.grundy, Some(Grundy::Finite(wanted)));
    assert!(matches!(answer.standing, Standing::Checked(_)), "{}", answer.standing);
}
