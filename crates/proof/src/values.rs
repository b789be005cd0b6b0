//! Values of solved positions beyond Grundy values of games that end: canonical forms of partizan games, labels of games
//! whose play can return. The kernel reads the certificate and makes the moves; the arithmetic of values is here.

mod canonical;
mod forms;
mod loopy;

pub use forms::{Beyond, Forms, Id, Ids};
pub use loopy::LoopyValue;

use canonical::Canonical;
use grundy_answer::Watch;
use grundy_kernel::{Maker, Opened, Proves, Unproved, Verified, number};
use loopy::Loopy;
use std::io::BufRead;

/// Checks the certificate of a solved position, whatever it claims, against the rule texts that its position names. Moves
/// are interpreted, or made by `maker`.
pub fn verify_solved<R: BufRead>(
    opened: Opened<R>,
    rules: &[&str],
    maker: Option<&Maker<'_>>,
    watch: &dyn Watch,
) -> Result<Verified, Unproved> {
    let proves = opened.header.proves.clone();
    opened.verify_with(rules, maker, watch, &mut |frame, lines, position| match &proves {
        Proves::Value(claimed) => {
            let (values, count) = Canonical::read(frame, lines)?;
            let given = values.gives(position, claimed);
            given.map(|()| count).map_err(|what| Unproved::False { line: lines.line, what })
        }
        Proves::Loopy(claimed) => {
            let count = number(lines.after("values nodes ")?, u64::from(u32::MAX));
            let count = count.ok_or_else(|| lines.wrong("not a number of entries"))?;
            let labels = Loopy::read(frame, count, lines)?;
            let given = labels.gives(position, claimed);
            given.map(|()| count).map_err(|what| Unproved::False { line: lines.line, what })
        }
        Proves::Results(..) | Proves::Grundy(_) => Err(lines.wrong("these are the kernel's").into()),
    })
}
