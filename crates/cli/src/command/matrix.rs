use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy::{Inline, MATRICES, MatrixWant, Text};
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  grundy matrix \"0 -1 1; 1 0 -1; -1 1 0\"
  grundy matrix rock-paper-scissors -o heat.svg
  grundy matrix games.csv --all --explain
  grundy matrix \"4 1; 2 3\" --against-column \"1/2 1/2\"
  grundy matrix \"(3,3) (0,5); (5,0) (1,1)\"
  grundy matrix chicken --json
  cat matrix.csv | grundy matrix -

A cell is a number (3, -1/2, 0.25): what the row player receives and the column player pays; or
(a,b): what each of them receives. See docs/matrix.md.";

/// What is asked.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file (rows on lines, cells between blanks or commas), `-`, a name of the library, or the rows themselves.
    #[arg(value_name = "MATRIX", allow_hyphen_values = true, required_unless_present = "list")]
    input: Option<String>,

    /// All extreme optimal mixes; of a bimatrix game all extreme equilibria, whatever its size.
    #[arg(long)]
    all: bool,

    /// Show the way: pure guarantees, each elimination, the equations, the check.
    #[arg(long)]
    explain: bool,

    /// Look for choices dominated by mixes in large games too (small ones always are searched).
    #[arg(long)]
    dominated: bool,

    /// The column player's best replies to this mix of the row player: "1/2 1/2".
    #[arg(long, value_name = "MIX")]
    against_row: Option<String>,

    /// The row player's best replies to this mix of the column player.
    #[arg(long, value_name = "MIX")]
    against_column: Option<String>,

    /// The label the Lemke-Howson path drops first: 1 is the first row, and after the rows come the columns.
    #[arg(long, value_name = "N", default_value_t = 1)]
    label: usize,

    /// Print LaTeX instead of text.
    #[arg(long)]
    latex: bool,

    /// Also write a picture (.svg) or LaTeX (.tex).
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The names of the library.
    #[arg(long)]
    list: bool,
}

/// Solves the game.
pub fn run(args: Args) -> Replied {
    let Some(input) = args.input.as_deref().filter(|_| !args.list) else { return Ok(Reply::of(&grundy::matrices())) };
    let text = door().payoffs(input, MATRICES, Inline::Allowed)?;
    let want = MatrixWant {
        all: args.all,
        explain: args.explain,
        dominated: args.dominated,
        against_row: args.against_row.map(|mix| Text::new("--against-row", mix)),
        against_column: args.against_column.map(|mix| Text::new("--against-column", mix)),
        label: args.label,
    };
    let terminal = door().watch();
    let answer = grundy::matrix(&text, &want, &terminal.budget())?;
    if let Some(path) = &args.output
        && let Some(text) = answer.file(&path.display().to_string())?
    {
        whole::write(path, text.as_bytes())?;
    }
    let mut reply = Reply::of(&answer);
    if let Some(latex) = answer.latex.filter(|_| args.latex) {
        reply.text = latex.into();
    }
    Ok(reply)
}
