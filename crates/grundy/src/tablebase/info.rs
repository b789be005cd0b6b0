//! What a tablebase is: its rules, its positions, its size.

use crate::report::{Language, Report};
use crate::tablebase::build::results;
use crate::tablebase::lookup::TableFile;
use crate::words::Say;
use grundy_answer::{Message, Standing, message};
use serde::Serialize;
use std::fmt::Write;

/// What a tablebase says of itself.
#[derive(Serialize)]
pub struct InfoAnswer {
    /// The file.
    pub file: String,
    /// Its bytes.
    pub bytes: u64,
    /// The file of the rules.
    pub rules: String,
    /// The SHA-256 of their text.
    pub sha256: String,
    /// The position that play begins with.
    pub position: String,
    /// `outcome`, `plies`, `margin` or `grundy`.
    pub kind: String,
    /// `numbers` or `list`.
    pub holds: String,
    /// Numbers that positions can have.
    pub slots: u64,
    /// Positions, symmetric ones once.
    pub positions: u64,
    /// How many of them are lost, drawn and won by the player to move.
    pub by_result: [u64; 3],
    /// Symmetries in use, the identity left aside.
    pub symmetries: usize,
    /// Whether positions of Right are those of Left with the players exchanged (`exchanged`), the same (`one`), or `apart`.
    pub movers: String,
    /// Blocks.
    pub blocks: u64,
    /// Strata of a list.
    pub strata: usize,
    /// How sure all this is.
    pub standing: Standing,
}

/// What a tablebase says of itself.
pub fn table_info(file: &dyn TableFile) -> InfoAnswer {
    let header = file.header();
    InfoAnswer {
        file: file.name(),
        bytes: file.bytes(),
        rules: header.rules.file.clone(),
        sha256: header.rules.sha256.clone(),
        position: header.position.clone(),
        kind: header.kind.clone(),
        holds: header.holds.clone(),
        slots: header.slots,
        positions: header.positions,
        by_result: header.by_result,
        symmetries: header.images.len(),
        movers: header.movers.clone(),
        blocks: file.blocks(),
        strata: header.strata.len(),
        standing: Standing::Assumed(message!("as the tablebase {} says", file.name())),
    }
}

impl Report for InfoAnswer {
    fn words(&self, language: Language) -> String {
        let mut text = format!("{}\n", self.position);
        let mut line = |message: Message| {
            let _ = writeln!(text, "{}", message.say(language));
        };
        line(message!("rules {} (sha256 {})", self.rules, self.sha256));
        line(message!("{} positions, symmetric ones once: {}", self.positions, results(self.by_result)));
        line(match &*self.holds {
            "list" => message!("holds {} of every position that play leads to, in {} strata", self.kind, self.strata),
            _ => message!("holds {} by number, for {} numbers", self.kind, self.slots),
        });
        line(message!("{} symmetries; {} bytes in {} blocks", self.symmetries, self.bytes, self.blocks));
        let _ = writeln!(text, "{}", self.standing.say(language));
        text
    }
}
