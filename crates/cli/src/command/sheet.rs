use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy::{Problem, SheetFormat, SheetKind, SheetOptions, USUAL_COUNT, sheet};
use std::path::PathBuf;

/// Which game, in which language, where to.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy sheet kayles -o kayles.pdf                        a lesson: rules, table, pattern, exercises, answers
  grundy sheet chomp 'R = 3, C = 4' --lang ko -o chomp.html
  grundy sheet wythoff --lang zh -o wythoff.tex
  grundy sheet kayles --kind sum -o sums.pdf --answers sums-answers.pdf
  grundy sheet nim --kind table,mex,mistake --count 4 --level 2 --seed 7 -o nim.pdf")]
pub struct Args {
    #[command(flatten)]
    asked: super::Asked,
    /// The file: pages to print (.pdf), a page (.html) or a LaTeX document (.tex); standard output is a page.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Exercises alone, of these kinds: who, table, mex, period, sum, mistake, pairing, tree.
    #[arg(long, value_name = "KIND", value_delimiter = ',', value_parser = kind)]
    kind: Vec<SheetKind>,
    /// How many exercises of each kind.
    #[arg(long, default_value_t = USUAL_COUNT, value_parser = count)]
    count: usize,
    /// Which exercises: another number gives others.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How hard they are: 1, 2 or 3.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=3))]
    level: u8,
    /// Where the same exercises with their answers go, for the teacher.
    #[arg(long, value_name = "FILE", requires = "kind")]
    answers: Option<PathBuf>,
}

/// The most exercises of a kind.
const MOST: usize = 50;

fn kind(text: &str) -> Result<SheetKind, String> {
    let named = SheetKind::NAMED.iter().find(|(name, _)| *name == text).map(|(_, kind)| *kind);
    named.ok_or_else(|| "the kinds are who, table, mex, period, sum, mistake, pairing and tree".to_string())
}

fn count(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count @ 1..=MOST) => Ok(count),
        _ => Err(format!("a number from 1 to {MOST}")),
    }
}

fn format(path: Option<&PathBuf>) -> Result<SheetFormat, Problem> {
    match path.map(|path| path.extension().and_then(|end| end.to_str()).unwrap_or_default()) {
        None | Some("html" | "htm") => Ok(SheetFormat::Html),
        Some("tex") => Ok(SheetFormat::Tex),
        Some("pdf") => Ok(SheetFormat::Pdf),
        Some(other) => {
            let cause = format!("a sheet is no `.{other}` file");
            Err(Problem::bad_input("format", cause).remedy("end its name in .pdf, .html or .tex"))
        }
    }
}

/// One self-contained sheet about a game.
pub fn run(args: Args) -> Replied {
    let format = match (&args.output, &args.answers) {
        (Some(output), Some(answers)) if self::format(Some(output))? != self::format(Some(answers))? => {
            let cause = "the sheet and its answers are of different formats";
            return Err(Problem::bad_input("format", cause).remedy("end both names alike"));
        }
        (None, Some(answers)) => self::format(Some(answers))?,
        (output, _) => self::format(output.as_ref())?,
    };
    if format == SheetFormat::Pdf && args.output.is_none() {
        return Err(Problem::bad_input("format", "pages cannot be written to standard output")
            .remedy("name a file: -o FILE.pdf"));
    }
    let (subject, position) = args.asked.read()?;
    let terminal = door().watch();
    let (count, seed, level) = (args.count, args.seed, args.level);
    let options = SheetOptions { lang: door().language, format, kinds: args.kind, count, seed, level };
    let mut answer = sheet(&subject, position.as_ref(), &options, door().engine, &terminal.budget())?;
    if let Some(path) = &args.output {
        whole::write(path, &answer.content)?;
        answer.files.push(path.display().to_string());
    }
    if let (Some(path), Some(answers)) = (&args.answers, &answer.answers) {
        whole::write(path, answers)?;
        answer.files.push(path.display().to_string());
    }
    Ok(Reply::of(&answer))
}
