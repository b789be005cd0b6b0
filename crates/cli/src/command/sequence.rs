use crate::door::door;
use crate::number::number;
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy::{HeapGame, HeapSequence, Play, Problem, Reach, SequenceAnswer, SequenceWant, looks_like_code};
use std::path::{Path, PathBuf};

/// What to compute and what to show.
#[derive(clap::Args)]
#[command(after_help = "Codes:
  S{1,3,4}      take 1, 3 or 4              AllBut{2}    take any number but 2
  0.77, 4.137   octal digits                0x0.3f       hexadecimal digits
  0.3...        the last digit repeats      0.1[37]...   the bracket repeats
  4.0u          split into unequal parts    0.(31)       one digit of any width

Examples:
  grundy sequence 0.77
  grundy sequence kayles --at 1e18
  grundy sequence subtraction 'S = {2, 5, 7}' --at 1e18
  grundy sequence 'S{1,3,4}' --at 1e18 --count-losing 1e9
  grundy sequence 0.16 --stats
  grundy sequence 0.6 --to 1e6 --save officers.heap --bfile b000000.txt")]
pub struct Args {
    /// The code of a heap game (quote braces for the shell: 'S{1,3,4}'), or a rule file or library name, and its parameters.
    #[arg(required = true, value_name = "CODE")]
    code: Vec<String>,

    /// Compute at most this many values (1e6); without it, until a period is proved or some seconds passed.
    #[arg(long, value_name = "N", value_parser = number)]
    to: Option<u64>,

    /// Compute all values to --to, even when a period is proved earlier.
    #[arg(long, requires = "to")]
    all: bool,

    /// Print this many values, from heap 0.
    #[arg(long, value_name = "N", value_parser = number, default_value = "40")]
    print: u64,

    /// The value of a heap of N, who wins it, and winning moves.
    #[arg(long, value_name = "N", value_parser = number)]
    at: Option<u64>,

    /// How many heaps 1..N the player to move loses.
    #[arg(long, value_name = "N", value_parser = number)]
    count_losing: Option<u64>,

    /// The last move loses; who wins one heap alone.
    #[arg(long, conflicts_with_all = ["stats", "save", "bfile", "csv"])]
    misere: bool,

    /// Histogram, records, rare and common values.
    #[arg(long)]
    stats: bool,

    /// Go on from this file if it is there, and keep the values in it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Write the values as an OEIS b-file.
    #[arg(long, value_name = "FILE")]
    bfile: Option<PathBuf>,

    /// Write the values as CSV.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write a certificate of the proved period, for `grundy verify`.
    #[arg(long, value_name = "FILE", conflicts_with = "misere")]
    certificate: Option<PathBuf>,
}

/// Computes and answers.
pub fn run(args: Args) -> Replied {
    let game = heap_game(&args.code)?;
    let want = SequenceWant {
        reach: match args.to {
            Some(to) if args.all => Reach::All(to as usize),
            Some(to) => Reach::To(to as usize),
            None => Reach::Default,
        },
        print: args.print,
        play: if args.misere { Play::Misere } else { Play::AsWritten },
        at: args.at,
        count_losing: args.count_losing,
        statistics: args.stats,
        certificate: args.certificate.is_some(),
    };
    let terminal = door().watch();
    let budget = terminal.budget();
    let mut answer = whole::keeping(args.save.as_deref(), |keeping| grundy::sequence(&game, &want, keeping, &budget))?;
    if let SequenceAnswer::Heaps(found) = &mut answer {
        write_files(&args, found)?;
    }
    Ok(Reply::of(&answer))
}

/// Writes the files that were asked for.
fn write_files(args: &Args, found: &mut HeapSequence) -> Result<(), Problem> {
    if (args.bfile.is_some() || args.csv.is_some()) && !found.holds_values() {
        let cause = "a file of values holds those of normal play, and the rules say misère play";
        return Err(Problem::bad_input("file", cause));
    }
    if let Some(path) = &args.bfile {
        whole::write(path, found.b_file().as_bytes())?;
    }
    if let Some(path) = &args.csv {
        whole::write(path, found.csv().as_bytes())?;
    }
    if let (Some(path), Some(certificate)) = (&args.certificate, &found.certificate) {
        found.file = Some(None);
        if let Ok(text) = certificate {
            whole::write(path, text.as_bytes())?;
            found.file = Some(Some(path.display().to_string()));
        }
    }
    Ok(())
}

/// The game that words stand for: a code, or rules with one heap and perhaps their parameters.
pub fn heap_game(words: &[String]) -> Result<HeapGame, Problem> {
    let refused = match HeapGame::written(words) {
        Ok(game) => return Ok(game),
        Err(problem) => problem,
    };
    let (name, parameters) = match words {
        [name] => (name, None),
        [name, parameters] => (name, Some(parameters)),
        _ => return Err(refused),
    };
    if looks_like_code(name) && !Path::new(name).is_file() {
        return Err(refused);
    }
    let subject = match door().subject(name) {
        Ok(subject) => subject,
        Err(_) if parameters.is_some() => return Err(refused),
        Err(problem) => return Err(problem),
    };
    let parameters = parameters.map(|words| door().position(words)).transpose()?;
    HeapGame::ruled(subject, parameters, door().engine)
}
