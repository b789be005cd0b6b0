use crate::door::door;
use crate::reply::{Replied, Reply};
use crate::whole;
use grundy::{Inline, PayoffTree, Problem, TREES, TreeDetail, TreeWant};
use std::path::PathBuf;

const EXAMPLES: &str = "Examples:
  grundy tree centipede
  grundy tree game.txt --explain
  grundy tree game.efg --json
  grundy tree sharing --limit 100 --full
  grundy tree game.txt -o game.efg
  grundy tree can-i-win 'n = 3, total = 5' -o game.efg    a game of rules, unfolded

A text begins with the players and indents every move under the node it is made at:
  players Ann Bob
  Ann
    left: 2 1
    right: Bob
      up: 0 0
      down: 3 3
See docs/tree.md for chance, subtrees used twice, and win and draw.";

/// What is asked.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file (indented text, Gambit's .efg, or rules), `-`, or a name of the library of trees or games.
    #[arg(value_name = "TREE", required_unless_present = "list")]
    input: Option<String>,

    /// With a game's rules as TREE: the position to unfold, as for `grundy solve`.
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    position: Option<String>,

    /// How many equilibria to list.
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,

    /// Show each fold of the tree, step by step.
    #[arg(long)]
    explain: bool,

    /// The longest drawing or explanation, in lines.
    #[arg(long, value_name = "N", default_value_t = 200)]
    lines: usize,

    /// Also write the game (.efg) or the drawing (.txt).
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The names of the library.
    #[arg(long)]
    list: bool,
}

/// Solves the game.
pub fn run(args: Args) -> Replied {
    let Some(input) = args.input.as_deref().filter(|_| !args.list) else { return Ok(Reply::of(&grundy::trees())) };
    let tree = read(input, args.position.as_deref())?;
    let want = TreeWant {
        limit: args.limit,
        explain: args.explain,
        detail: if door().full { TreeDetail::Full } else { TreeDetail::Reduced },
        lines: args.lines,
    };
    let terminal = door().watch();
    let answer = grundy::tree(tree, &want, &terminal.budget());
    if let Some(path) = &args.output
        && let Some(text) = answer.file(&path.display().to_string())?
    {
        whole::write(path, text.as_bytes())?;
    }
    Ok(Reply::of(&answer))
}

/// The tree that a word names: a tree, or a position of rules, unfolded.
fn read(word: &str, position: Option<&str>) -> Result<PayoffTree, Problem> {
    match (door().payoffs(word, TREES, Inline::Refused), position) {
        (Ok(text), None) if !PayoffTree::is_rules(&text) => PayoffTree::read(&text),
        (Err(refused), None) => match door().question(word, None) {
            Ok(question) => PayoffTree::unfold(&question),
            Err(_) => Err(refused),
        },
        (_, position) => PayoffTree::unfold(&door().question(word, position)?),
    }
}
