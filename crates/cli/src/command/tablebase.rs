//! `grundy tablebase ...`: every position of a game solved once, kept in a file, asked again.

use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole::Beside;
use grundy::tablebase::{
    Chosen, OpenTable, TableKind, TableSample, TableWant, build_table, compare_tables, export_table, query_table,
    query_table_cases, table_info, table_stats, verify_table,
};
use grundy::{Problem, Text};
use grundy_store::FilePlace;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What to do with a tablebase.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy tablebase build tic-tac-toe -o ttt.tb
  grundy tablebase build quixo 'N = 3' --holds outcome -o quixo.tb
  grundy tablebase build connect4 'R = 4, C = 4' -o c4.tb --memory 500M
  grundy tablebase info ttt.tb
  grundy tablebase query ttt.tb 'X..|.O.|...'
  grundy tablebase query ttt.tb --cases < positions.txt
  grundy tablebase stats c4.tb
  grundy tablebase verify ttt.tb
  grundy tablebase verify quixo.tb --sample 10000
  grundy tablebase export ttt.tb -o ttt.csv
  grundy solve tic-tac-toe 'X..|.O.|...' --tablebase ttt.tb")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Solve every position and write the tablebase; the same command goes on with a build that was ended.
    Build(Build),
    /// Say what a tablebase holds, of which rules.
    Info(File),
    /// Look positions up: who wins, all winning moves, a line.
    Query(Query),
    /// Count results and lengths, name the longest wins, list the strata.
    Stats(File),
    /// Compare positions with their moves by plain interpretation of the rules in the file.
    Verify(Verify),
    /// Write all positions as comma-separated values.
    Export(Export),
}

/// Which game, into which file.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy tablebase build tic-tac-toe -o ttt.tb
  grundy tablebase build quixo 'N = 3' --holds outcome -o quixo.tb
  grundy tablebase build connect4 'R = 4, C = 4' -o c4.tb --memory 500M")]
struct Build {
    #[command(flatten)]
    asked: super::Asked,
    /// The file; what is done lies in FILE.work until it is whole.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// What is held of each position: outcome, plies, margin, grundy; otherwise margins where points decide, else plies.
    #[arg(long, value_name = "KIND", value_parser = super::choice(&TableKind::ALL))]
    holds: Option<TableKind>,
    /// Which positions: all by number, or those that play leads to (reached); otherwise all where there are at most 2^27.
    #[arg(long, value_name = "WHICH", value_parser = super::choice(&POSITIONS))]
    positions: Option<Chosen>,
}

const POSITIONS: [(&str, Chosen); 2] = [("all", Chosen::Numbers), ("reached", Chosen::Reached)];

/// Which tablebase.
#[derive(clap::Args)]
struct File {
    /// The tablebase.
    file: PathBuf,
}

/// Which positions of which tablebase.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy tablebase query ttt.tb
  grundy tablebase query ttt.tb 'X..|.O.|...' --first Right
  grundy tablebase query ttt.tb --cases < positions.txt")]
struct Query {
    /// The tablebase.
    file: PathBuf,
    /// The position, as for `solve`; otherwise the one that play begins with.
    #[arg(allow_negative_numbers = true)]
    position: Vec<String>,
    /// Who is to move: a player's name.
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// Answer every line of standard input: a position each.
    #[arg(long, conflicts_with = "position")]
    cases: bool,
}

/// Which tablebase, how much of it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy tablebase verify ttt.tb
  grundy tablebase verify quixo.tb --sample 10000
  grundy tablebase verify ttt.tb --against other.tb")]
struct Verify {
    /// The tablebase.
    file: PathBuf,
    /// Compare so many positions, by chance, instead of all.
    #[arg(long, value_name = "N")]
    sample: Option<u64>,
    /// Chance of the sample.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Compare with another tablebase of the same game instead of with the rules.
    #[arg(long, value_name = "FILE", conflicts_with = "sample")]
    against: Option<PathBuf>,
}

/// Which tablebase, into which file.
#[derive(clap::Args)]
struct Export {
    /// The tablebase.
    file: PathBuf,
    /// The file; otherwise standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// An open tablebase.
pub fn open(path: &Path) -> Result<Arc<OpenTable>, Problem> {
    OpenTable::open(grundy_store::open(path)?)
}

/// Does what was asked.
pub fn run(args: Args) -> Replied {
    let terminal = door().watch();
    let budget = terminal.budget();
    match args.what {
        What::Build(args) => {
            let question = args.asked.question()?;
            let want = TableWant { kind: args.holds, chosen: args.positions.unwrap_or_default() };
            let mut place = FilePlace::new(&args.output);
            Ok(Reply::of(&build_table(&question, &want, &mut place, &budget)?))
        }
        What::Info(args) => Ok(Reply::of(&table_info(&*grundy_store::open(&args.file)?))),
        What::Query(args) => {
            let table = open(&args.file)?;
            if args.cases {
                let texts: Vec<Text> = super::cases(&door().standard_input()?);
                return Ok(Reply::of(&query_table_cases(&table, &texts, args.first.as_deref(), &budget)));
            }
            let words = args.position.join(" ");
            let position = (!args.position.is_empty()).then(|| door().position(&words)).transpose()?;
            Ok(Reply::of(&query_table(&table, position.as_ref(), args.first.as_deref(), &budget)?))
        }
        What::Stats(args) => Ok(Reply::of(&table_stats(&*open(&args.file)?, &budget)?)),
        What::Verify(args) => {
            let table = open(&args.file)?;
            if let Some(other) = &args.against {
                return Ok(Reply::of(&compare_tables(&table, &*open(other)?, &budget)?));
            }
            let sample = args.sample.map_or(TableSample::All, |count| TableSample::Some(count, args.seed));
            Ok(Reply::of(&verify_table(&table, sample, &budget)?))
        }
        What::Export(args) => {
            let table = open(&args.file)?;
            match &args.output {
                Some(path) => {
                    let mut out = Beside::begin(path)?;
                    let mut exported = export_table(&table, &mut out, &budget)?;
                    out.finish()?;
                    exported.file = Some(path.display().to_string());
                    Ok(Reply::of(&exported))
                }
                None => {
                    let mut out = BufWriter::new(std::io::stdout().lock());
                    let exported = export_table(&table, &mut out, &budget)?;
                    drop(out);
                    Ok(Reply::of(&exported))
                }
            }
        }
    }
}
