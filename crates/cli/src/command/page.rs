use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy_web::page;
use std::path::PathBuf;

/// Which game, and where to.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy page tic-tac-toe -o tic-tac-toe.html
  grundy page chomp 'R = 3, C = 4' --lang ko -o chomp.html
  grundy page nim 3 4 5 -o nim.html")]
pub struct Args {
    #[command(flatten)]
    asked: super::Asked,
    /// The file; standard output unless said.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// One self-contained file to play on, with every position inside where that fits.
pub fn run(args: Args) -> Replied {
    let (subject, position) = args.asked.read()?;
    let terminal = door().watch();
    let mut answer = page(&subject, position.as_ref(), door().language, door().engine, &terminal.budget())?;
    if let Some(path) = &args.output {
        whole::write(path, answer.html.as_bytes())?;
        answer.file = Some(path.display().to_string());
    }
    Ok(Reply::of(&answer))
}
