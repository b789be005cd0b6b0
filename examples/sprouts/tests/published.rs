//! Published results: what wins, nimbers of positions, and who wins under misère play.

use grundy::{Budget, Play, Sums, Winner};
use grundy_sprouts::{Land, Sprouts, read, start, text};

fn winner(sums: &mut Sums<Sprouts>, sum: &[Land], play: Play) -> Winner {
    let Ok(winner) = sums.winner(sum, play) else { panic!("nothing stops it") };
    winner
}

fn nimber(sums: &mut Sums<Sprouts>, position: &str) -> u32 {
    let Ok(nimber) = sums.nimber(&read(position).expect("a position")) else { panic!("nothing stops it") };
    nimber
}

/// Applegate, Jacobson and Sleator 1991, to 11 spots: the first player wins if there are 3, 4 or 5 more than a multiple of 6.
#[test]
fn normal_play() {
    let budget = Budget::unlimited();
    let mut sums = Sums::new(Sprouts, &budget);
    for spots in (1..=8).chain([10, 11]) {
        let wanted = if spots % 6 < 3 { Winner::Second } else { Winner::First };
        assert_eq!(winner(&mut sums, &start(spots), Play::AsWritten), wanted, "{spots} spots");
    }
    for spots in 1..=8 {
        assert_eq!(nimber(&mut sums, &spots.to_string()), u32::from(spots % 6 >= 3), "{spots} spots");
    }
}

/// Lemoine and Viennot 2009: the first player wins if there are 0, 4 or 5 more than a multiple of 6; 1 and 4 spots are exceptions.
#[test]
fn misere_play() {
    let budget = Budget::unlimited();
    let mut sums = Sums::new(Sprouts, &budget);
    for spots in 1..=8 {
        let wins = spots == 1 || spots != 4 && [0, 4, 5].contains(&(spots % 6));
        let wanted = if wins { Winner::First } else { Winner::Second };
        assert_eq!(winner(&mut sums, &start(spots), Play::Misere), wanted, "{spots} spots");
    }
}

/// After a curve from a spot back to it, with so many spots inside and so many outside: the table "Loop" of wgosa.org,
/// Sprouts with Misere Grundy tables (2007), nimbers before the stroke.
#[test]
fn nimbers_of_loops() {
    const LOOPS: [[u32; 6]; 4] = [[1, 2, 2, 0, 2, 2], [2, 0, 0, 2, 1, 1], [2, 0, 0, 2, 1, 1], [0, 2, 2, 1, 2, 2]];
    let budget = Budget::unlimited();
    let mut sums = Sums::new(Sprouts, &budget);
    let spots = |count: usize| "0.".repeat(count);
    for (inside, row) in LOOPS.iter().enumerate() {
        for (outside, &wanted) in row.iter().enumerate() {
            let position = format!("{}AB.}}{}AB.}}", spots(inside), spots(outside));
            assert_eq!(nimber(&mut sums, &position), wanted, "{position}");
        }
    }
}

/// What is written is read again as the same, whatever the names and the order.
#[test]
fn notation() {
    for position in ["5", "0*3.}", "AB.}0*2.AB.} + 22.}", "0.a1a1.}", "AB.}CD.}EF.}AFB.}ECD.}"] {
        let sum = read(position).expect("a position");
        assert_eq!(read(&text(&sum)), Ok(sum), "{position}");
    }
    assert_eq!(read("AB.}CD.}EF.}AFB.}ECD.}"), read("AB.}CD.}EF.}EFB.}ADC.}"));
    assert_eq!(read("0.xXy.}X.0*2.y.x.}"), read("Q.0*2.R.S.}0.SQR.}"));
    assert_eq!(read("0"), Ok(Vec::new()));
    for wrong in ["", "0.1", "01.}", "AAA.}", "A.A.}", "3.}", "0*.}", "99"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}
