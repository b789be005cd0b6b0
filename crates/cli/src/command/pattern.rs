use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy::{PatternAnswer, PatternOf, Range};
use std::path::PathBuf;

/// Which game, which pattern, how hard.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy pattern subtraction
  grundy pattern wythoff
  grundy pattern cram 'R = 2' --over C=1..8
  grundy pattern kayles --grundy --certificate kayles.cert
  grundy pattern 'Subtraction(0, S = {2, 5, 8})' --json")]
pub struct Args {
    #[command(flatten)]
    asked: super::Asked,
    /// Look for the Grundy function, not for the lost positions.
    #[arg(long)]
    grundy: bool,
    /// Write a certificate of what is proved, for `grundy verify`.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// The most states any automaton may have.
    #[arg(long, value_name = "STATES", default_value_t = grundy::USUAL_STATES)]
    budget: usize,
    /// Look at start positions over one or two parameters instead: `n=1..20`, `R=1..4,C=1..6`. What is seen is not proved.
    #[arg(long, value_delimiter = ',', conflicts_with_all = ["certificate", "dot"])]
    over: Vec<Range>,
    /// Draw the automata too, in the language of Graphviz.
    #[arg(long)]
    dot: bool,
}

/// The pattern of the lost positions or of the values, found and proved without a claim.
pub fn run(args: Args) -> Replied {
    let (subject, position) = args.asked.read()?;
    let terminal = door().watch();
    let budget = terminal.budget();
    if !args.over.is_empty() {
        let observed = grundy::observe(&subject, position.as_ref(), &args.over, door().engine, &budget)?;
        return Ok(Reply::of(&observed));
    }
    let of = if args.grundy { PatternOf::Grundy } else { PatternOf::Outcomes };
    let mut answer = grundy::pattern(&subject, position.as_ref(), (of, args.budget), door().engine, &budget)?;
    if let PatternAnswer::Found(found) = &mut answer {
        if !args.dot {
            found.dot = None;
        }
        if let Some(path) = &args.certificate {
            found.file = Some(None);
            if let Some(text) = &found.certificate {
                whole::write(path, text.as_bytes())?;
                found.file = Some(Some(path.display().to_string()));
            }
        }
    }
    Ok(Reply::of(&answer))
}
