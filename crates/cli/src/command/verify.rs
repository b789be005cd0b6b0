use crate::door::{self, door};
use crate::reply::{Replied, Reply};
use grundy::{Checking, Verification};
use std::path::PathBuf;

/// Which certificate, about which rules.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy prove laskers-nim --certificate lasker.cert
  grundy verify lasker.cert
  grundy solve tic-tac-toe --certificate draw.cert
  grundy verify draw.cert --fast
  grundy sequence 0.77 --certificate kayles.cert
  grundy verify kayles.cert
  grundy verify my.cert --rules my.game")]
pub struct Args {
    /// The certificate.
    file: PathBuf,
    /// The rule file it speaks of; otherwise the game of that name in the library.
    #[arg(long, value_name = "GAME")]
    rules: Option<String>,
    /// Check a solved position by its moves written out, and interpret one entry in 1021 only: faster, and more is trusted.
    #[arg(long)]
    fast: bool,
    /// The most transitions the checker may follow.
    #[arg(long, value_name = "TRANSITIONS", default_value_t = 50_000_000)]
    budget: u64,
}

/// Whether the checker, which shares no code with the provers, accepts a certificate.
pub fn run(args: Args) -> Replied {
    let place = args.file.display().to_string();
    let file = door::open_file(&args.file)?;
    let rules = args.rules.as_deref().map(|word| door().subject(word)).transpose()?;
    let how = Verification {
        place,
        rules: rules.as_ref(),
        by: if args.fast { Checking::WrittenOut } else { Checking::Interpretation },
        transitions: args.budget,
    };
    let terminal = door().watch();
    Ok(Reply::of(&grundy::verify(&door().library, Box::new(file), &how, &terminal.budget())?))
}
