//! The tables of the nimbers.

use super::{PictureAnswer, PictureFacts};
use grundy_answer::{Message, Standing, message};
use grundy_draw::{MatrixTable, Picture, nim_table};
use grundy_value::Nimber;

/// Which table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NimTable {
    /// Nim addition.
    Sum,
    /// The nim product.
    Product,
}

/// The table of an operation on the numbers below `size`, at most 256.
pub fn nimber_picture(table: NimTable, size: u64, title: Option<&str>) -> PictureAnswer {
    let (name, table) = match table {
        NimTable::Sum => ("Nim addition", nim_table(size)),
        // Numbers below 2^8 are closed under the product (Conway, ONAG ch. 6), so it fits 64 bits.
        NimTable::Product => {
            let product = |a: u64, b: u64| (Nimber(a.into()) * Nimber(b.into())).0 as u64;
            ("Nim product", MatrixTable::of_operation("⊗", size, product))
        }
    };
    let title = title.unwrap_or(name).to_string();
    PictureAnswer {
        picture: Picture::Matrix(MatrixTable { title, ..table }),
        words: message!("{} of the numbers below {}", Message::new(name, Vec::new()), size),
        facts: PictureFacts::Nimbers { size, standing: Standing::Proved(message!("computed from the definition")) },
        stopped: None,
    }
}
