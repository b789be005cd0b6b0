use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy::{Effort, USUAL_STATES};
use std::path::PathBuf;

/// Which claims, how hard, and where the certificate goes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy prove laskers-nim
  grundy prove moore-nim 'MooreNim([0, 0, 0, 0])'
  grundy prove my.game --certificate my.cert
  grundy prove mats --json")]
pub struct Args {
    #[command(flatten)]
    asked: super::Asked,
    /// Write a certificate of what is proved, for `grundy verify`.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// The most states any automaton may have.
    #[arg(long, value_name = "STATES", default_value_t = USUAL_STATES)]
    budget: usize,
    /// The most positions a claim is compared on where it cannot be proved.
    #[arg(long, value_name = "N", value_parser = crate::number::number, default_value_t = Effort::default().positions as u64)]
    positions: u64,
}

/// Every claim of the file, proved, refuted, or as far as it was checked.
pub fn run(args: Args) -> Replied {
    let (subject, position) = args.asked.read()?;
    let terminal = door().watch();
    let effort = Effort { states: args.budget.clamp(1, 1 << 24), positions: args.positions.clamp(1, 1 << 26) as usize };
    let mut answer = grundy::prove(&subject, position.as_ref(), effort, door().engine, &terminal.budget())?;
    if let Some(path) = &args.certificate {
        answer.file = Some(match &answer.certificate {
            Ok(text) => {
                whole::write(path, text.as_bytes())?;
                Some(path.display().to_string())
            }
            Err(_) => None,
        });
    }
    Ok(Reply::of(&answer))
}
