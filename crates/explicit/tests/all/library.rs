//! Games written out beside the same games interpreted: every move, in order, and every ending, on random plays of the
//! positions that the library expects something of.

use grundy_explicit::Explicit;
use grundy_rule::read;
use grundy_run::{Component, Flow, Side, Stuck, Turn, World, position};
use std::sync::Arc;

/// Positions compared in each play, and plays for each expectation.
const LONGEST: usize = 12;
const PLAYS: usize = 1;
const MOST_EXPECTED: usize = 4;

struct Dice(u64);

impl Dice {
    fn below(&mut self, size: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % size as u64) as usize
    }
}

/// Compares one position; what its moves lead to.
fn compare(explicit: &Explicit, part: &Component, mover: Side) -> Vec<(Component, Side)> {
    let game = &part.game;
    for stuck in [Stuck::No, Stuck::Yes] {
        let ending = game.ending(&part.packed, mover, stuck).unwrap();
        assert_eq!(explicit.ending(&part.packed, mover, stuck), ending, "{part} {mover:?} {stuck:?}");
    }
    assert_eq!(explicit.forever(&part.packed, mover), game.forever(&part.packed, mover).unwrap(), "{part} {mover:?}");
    let (mut told, mut next) = (Vec::new(), Vec::new());
    game.each_move(&part.packed, mover, &mut |_, to| {
        let [only] = &to.parts[..] else { panic!("{part} leads to a sum") };
        told.push((only.packed.to_vec(), to.gain, to.turn));
        next.push((only.clone(), if to.turn == Turn::Stays { mover } else { mover.other() }));
        Flow::On
    })
    .unwrap();
    let mut written = Vec::new();
    let all = explicit.each(&part.packed, mover, &mut |to, gain, turn| {
        written.push((to.to_vec(), gain, turn));
        Flow::On
    });
    assert_eq!(all, Ok(Flow::On), "{part} {mover:?}");
    assert_eq!(written, told, "{part} {mover:?}");
    for number in [0, told.len() / 2, told.len().saturating_sub(1), told.len()] {
        let mut found = None;
        let there = explicit.nth(&part.packed, mover, number as u64, &mut |to, gain, turn| {
            found = Some((to.to_vec(), gain, turn));
            Flow::On
        });
        assert_eq!((there, &found), (Ok(number < told.len()), &told.get(number).cloned()), "{part} move {number}");
    }
    next
}

#[test]
fn the_library_written_out_is_the_library_interpreted() {
    let folder = format!("{}/../../games", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "game"));
    files.sort();
    let (mut dice, mut written) = (Dice(7), 0);
    for path in files {
        let module = Arc::new(read(&std::fs::read_to_string(&path).unwrap()).module);
        let world = World::new(vec![module.clone()]);
        let mut some = false;
        for expected in module.expects.iter().take(MOST_EXPECTED) {
            let Ok(start) = position(&world, 0, &expected.position) else { continue };
            for part in start.parts.iter().filter(|part| !part.game.makes_sums()) {
                let Ok(explicit) = Explicit::of(&part.game) else { continue };
                some = true;
                for _ in 0..PLAYS {
                    let (mut here, mut mover) = (part.clone(), Side::Left);
                    for _ in 0..LONGEST {
                        compare(&explicit, &here, mover.other());
                        let mut next = compare(&explicit, &here, mover);
                        if next.is_empty() {
                            break;
                        }
                        (here, mover) = next.swap_remove(dice.below(next.len()));
                    }
                }
            }
        }
        if std::env::var_os("EXPLICIT_NAMES").is_some() {
            println!("{} {some}", path.file_stem().unwrap().to_string_lossy());
        }
        written += usize::from(some);
    }
    assert!(written >= 50, "{written} games of the library are written out");
}
