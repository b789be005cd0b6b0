use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole::Beside;
use grundy::tablebase::solve_by_table;
use grundy::{
    Aim, CertificateKind, Packing, Play, Problem, Session, SolveAnswer, StrategyAnswer, Subject, Want, solve_cases,
    starter, strategy,
};
use std::path::{Path, PathBuf};

/// What to solve, for whom, within which limits.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy solve kayles 50
  grundy solve nim 3 5 7
  grundy solve nim 'Nim(3) + Nim(5) + Nim(7)'
  grundy solve chomp 3x4
  grundy solve domineering 6x6 --winner
  grundy solve 'Subtraction(100, S = {1, 3, 4})'
  grundy solve tic-tac-toe 'XX.|OO.|...'
  grundy solve 'Nim(3) + Nim(5) + Nim(7)' --explain
  grundy solve --misere 'Kayles(9) + Nim(4)'
  grundy solve tic-tac-toe --certificate draw.cert
  grundy solve my.game --first Bob --json
  grundy solve tic-tac-toe 'XX.|OO.|...' --tablebase ttt.tb
  grundy solve nim --cases < samples.txt")]
pub struct Args {
    #[command(flatten)]
    asked: super::Asked,
    /// Who starts: a player's name. Otherwise Left (or the first of `players`).
    #[arg(long, value_name = "NAME")]
    first: Option<String>,
    /// Say who wins, and nothing that costs more: no winning moves, no line of play.
    #[arg(long, conflicts_with_all = ["plies", "value", "explain"])]
    winner: bool,
    /// Count the moves to the end even if that takes long.
    #[arg(long)]
    plies: bool,
    /// Compute the canonical value even if that takes long.
    #[arg(long)]
    value: bool,
    /// Misère play: who cannot move wins. For games that end when nobody can move.
    #[arg(long)]
    misere: bool,
    /// Say why: refutations, the mex line, the columns of a sum in binary.
    #[arg(long)]
    explain: bool,
    /// Write the evidence, for `grundy verify`; a name that ends in .txt is plain text.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Answer every line of standard input: a position each.
    #[arg(long, conflicts_with_all = ["certificate", "explain", "position"])]
    cases: bool,
    /// What the certificate proves, if not all that it can.
    #[arg(long, value_name = "KIND", value_parser = super::choice(&CertificateKind::ALL), requires = "certificate")]
    proves: Option<CertificateKind>,
    /// Look the answer up in this tablebase of the game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["certificate", "explain", "misere", "cases"])]
    tablebase: Option<PathBuf>,
}

impl Args {
    fn aim(&self) -> Aim {
        if self.winner { Aim::Winner } else { Aim::Moves }
    }
}

/// Who wins, by which moves, how soon, by how much.
pub fn run(args: Args) -> Replied {
    let (subject, position) = args.asked.read()?;
    if args.cases {
        return cases(&args, &subject);
    }
    let terminal = door().watch();
    let budget = terminal.budget();
    let question = match subject.question(position.as_ref(), door().engine) {
        Ok(question) => question,
        // A board too large to be set up may be known by its rules alone.
        Err(problem) if args.misere => return Err(problem),
        Err(problem) => match strategy::by_rules(&subject, position.as_ref(), budget.seconds()) {
            Some(seen) => return told(seen, args.certificate.as_deref()),
            None => return Err(problem),
        },
    };
    let want = Want {
        first: args.first.as_deref().map(|name| question.player(name)).transpose()?,
        plies: args.plies,
        value: args.value,
        aim: args.aim(),
        explain: args.explain,
        proves: args.proves,
        certificate: args.certificate.is_some(),
    };
    if let Some(file) = &args.tablebase {
        let table = super::tablebase::open(file)?;
        return Ok(Reply::of(&solve_by_table(&table, question, &want, &budget)?));
    }
    let play = if args.misere { Play::Misere } else { Play::AsWritten };
    let mut session = Session::open(question, play, &budget)?;
    match (session.solve(&want)?, args.certificate.as_deref()) {
        (SolveAnswer::Solved(mut solved), Some(file)) => {
            let mut out = Beside::begin(file)?;
            session.certify(&mut solved, &want, (&mut out, packing(file), &file.to_string_lossy()))?;
            out.finish()?;
            Ok(Reply::of(&*solved))
        }
        (SolveAnswer::Strategy(seen), file) => told(*seen, file),
        (answer, _) => Ok(Reply::of(&answer)),
    }
}

/// The answer to every line of standard input that is not empty and no remark.
fn cases(args: &Args, subject: &Subject) -> Replied {
    let Subject::Rules(ruleset) = subject else {
        return Err(Problem::bad_input("usage", "cases are positions of one game").remedy("name the game alone"));
    };
    let texts = super::cases(&door().standard_input()?);
    let first = args.first.as_deref().map(|name| starter(name, &ruleset.rules().players)).transpose()?;
    let want = Want { first, plies: args.plies, value: args.value, aim: args.aim(), ..Want::default() };
    let play = if args.misere { Play::Misere } else { Play::AsWritten };
    let terminal = door().watch();
    Ok(Reply::of(&solve_cases(ruleset, &texts, (&want, play), door().engine, &terminal.budget())))
}

/// A strategy, with its certificate if one is wanted.
fn told(mut seen: StrategyAnswer, file: Option<&Path>) -> Replied {
    if let Some(file) = file {
        super::strategy::certify(&mut seen, file)?;
    }
    Ok(Reply::of(&seen))
}

/// A name that ends in `.txt` is plain text, anything else the same text in gzip.
pub fn packing(file: &Path) -> Packing {
    if file.extension().is_some_and(|extension| extension == "txt") { Packing::Plain } else { Packing::Gzip }
}
