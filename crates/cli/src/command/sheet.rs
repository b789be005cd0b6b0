use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy::{Problem, SheetFormat, sheet};
use std::path::PathBuf;

/// Which game, in which language, where to.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy sheet kayles -o kayles.html
  grundy sheet chomp 'R = 3, C = 4' --lang ko -o chomp.html
  grundy sheet wythoff --lang zh -o wythoff.tex")]
pub struct Args {
    #[command(flatten)]
    asked: super::Asked,
    /// The file: a page (.html) or a LaTeX document (.tex); standard output is a page.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// One self-contained page about a game.
pub fn run(args: Args) -> Replied {
    let extension = args.output.as_ref().map(|path| path.extension().and_then(|end| end.to_str()).unwrap_or_default());
    let format = match extension {
        None | Some("html" | "htm") => SheetFormat::Html,
        Some("tex") => SheetFormat::Tex,
        Some(other) => {
            let cause = format!("a sheet is no `.{other}` file");
            return Err(Problem::bad_input("format", cause).remedy("end its name in .html or .tex"));
        }
    };
    let (subject, position) = args.asked.read()?;
    let terminal = door().watch();
    let mut answer = sheet(&subject, position.as_ref(), (door().language, format), door().engine, &terminal.budget())?;
    if let Some(path) = &args.output {
        whole::write(path, answer.text.as_bytes())?;
        answer.file = Some(path.display().to_string());
    }
    Ok(Reply::of(&answer))
}
