//! Extensive games of perfect information, solved by backward induction.

mod equilibrium;
mod folds;
mod unfold;

use super::{PayoffList, ending, problem, unmarked};
use crate::budget::Budget;
use crate::json;
use crate::library::TREES;
use crate::problem::Problem;
use crate::question::Question;
use crate::report::{Ended, Language, Report};
use crate::text::Text;
use crate::words::Say;
use grundy_answer::{Standing, Stop, message};
use grundy_payoff::fault::Fault;
use grundy_payoff::number::{Rational, brief};
use grundy_payoff::tree::drawing::{self, Detail, vector};
use grundy_payoff::tree::force::{self, Verdict};
use grundy_payoff::tree::induction::{self, Incomplete, Induction, MOST_OUTCOMES};
use grundy_payoff::tree::{Kind, Tree, efg, text};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::fmt::Write;

pub use equilibrium::{EquilibriumPlay, StrategyStep, TreeEquilibrium};
pub use folds::{FoldRow, Folds};
pub use grundy_payoff::tree::drawing::Detail as TreeDetail;

/// Outcomes of equilibria told in words.
const SHOWN_OUTCOMES: usize = 20;

/// Players for whom it is told what they can force.
const SHOWN_PLAYERS: usize = 20;

/// Letters of a number told in words.
const NUMBER_LETTERS: usize = 24;

/// Digits of a count told in words.
const COUNT_DIGITS: usize = 30;

/// What to tell of a tree.
#[derive(Clone, Debug)]
pub struct TreeWant {
    /// Equilibria to list.
    pub limit: usize,
    /// Whether each fold of the tree is wanted.
    pub explain: bool,
    /// How much of the tree is drawn.
    pub detail: TreeDetail,
    /// The longest drawing or explanation, in lines.
    pub lines: usize,
}

/// An extensive game, solved.
#[derive(Serialize)]
pub struct TreeAnswer {
    /// The players.
    pub players: Vec<String>,
    /// How many nodes there are.
    pub nodes: usize,
    /// How many of them are decisions.
    pub decisions: usize,
    /// What is found.
    #[serde(flatten)]
    pub found: TreeFound,
    /// What each player can force.
    pub can_force: Vec<Forced>,
    /// What perfect play leads to in a game of win, draw and loss.
    #[serde(flatten)]
    pub verdict: Option<ZermeloVerdict>,
    /// How sure it is.
    pub standing: Standing,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// The game.
    #[serde(skip)]
    pub tree: Tree,
}

/// What is found of a tree.
#[derive(Serialize)]
#[serde(untagged)]
pub enum TreeFound {
    /// All equilibria.
    All(Box<TreeEquilibria>),
    /// One equilibrium; whether there are others is open.
    One {
        /// What each player gets.
        #[serde(serialize_with = "payoffs_in_words")]
        payoffs: Vec<Rational>,
        /// The choice at every decision.
        strategy: Vec<StrategyStep>,
    },
}

/// All subgame-perfect equilibria in pure strategies.
#[derive(Serialize)]
pub struct TreeEquilibria {
    /// What each player gets in the first outcome.
    #[serde(serialize_with = "payoffs_in_words")]
    pub payoffs: Vec<Rational>,
    /// The strategies of the first equilibrium.
    pub strategy: Vec<StrategyStep>,
    /// The play of the first equilibrium.
    pub path: Vec<String>,
    /// How many equilibria there are, in digits.
    pub count: String,
    /// The outcomes of equilibria.
    pub outcomes: Vec<EquilibriumOutcome>,
    /// The first equilibria, as many as were to be listed.
    pub equilibria: Vec<TreeEquilibrium>,
    /// Each fold of the tree, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folds: Option<Folds>,
    /// The tree as text.
    pub drawing: String,
    /// How much of it is drawn.
    #[serde(skip)]
    pub detail: TreeDetail,
    /// Why the list of equilibria was stopped.
    #[serde(skip)]
    pub stopped: Option<Stop>,
}

/// What equilibria lead to.
#[derive(Serialize)]
pub struct EquilibriumOutcome {
    /// What each player gets.
    #[serde(serialize_with = "payoffs_in_words")]
    pub payoffs: Vec<Rational>,
    /// How many equilibria lead there, in digits.
    pub equilibria: String,
}

/// What a player can force.
#[derive(Serialize)]
pub struct Forced {
    /// The player.
    pub player: String,
    /// At least this much; on average, if there is chance.
    #[serde(serialize_with = "json::words")]
    pub payoff: Rational,
}

/// Zermelo's verdict. Its JSON is `{winner, verdict}`.
pub enum ZermeloVerdict {
    /// A player can force a win.
    Win {
        /// Who.
        player: String,
    },
    /// Both can force a draw.
    Draw,
}

/// An extensive game that was read.
pub struct PayoffTree(Tree);

impl PayoffTree {
    /// The game of an indented text or of one in Gambit's format.
    pub fn read(text: &Text) -> Result<PayoffTree, Problem> {
        parse(unmarked(text)).map(PayoffTree).map_err(|fault| problem(text, fault))
    }

    /// The game below a position of rules, Left to move first: a win is worth 1 and a loss -1, points their margin.
    pub fn unfold(question: &Question) -> Result<PayoffTree, Problem> {
        unfold::tree(&question.position).map(PayoffTree)
    }

    /// Whether a text is rules and not a tree.
    pub fn is_rules(text: &Text) -> bool {
        unfold::is_rules(unmarked(text))
    }
}

fn parse(source: &str) -> Result<Tree, Fault> {
    if efg::is_efg(source) { efg::parse(source) } else { text::parse(source) }
}

/// The trees of the library.
pub fn trees() -> PayoffList {
    PayoffList::new(TREES, |text| parse(text).ok().and_then(|tree| tree.title().map(str::to_string)))
}

/// Solves an extensive game.
pub fn tree(PayoffTree(tree): PayoffTree, want: &TreeWant, budget: &Budget) -> TreeAnswer {
    let (found, standing) = match Induction::new(&tree, budget) {
        Ok(induction) => (
            TreeFound::All(Box::new(TreeEquilibria::of(&induction, want, budget))),
            Standing::Proved(message!("backward induction over all {} nodes, every tie kept", tree.len())),
        ),
        Err(incomplete) => one(&tree, incomplete),
    };
    let players = tree.players().iter().enumerate().take(SHOWN_PLAYERS);
    let forced = |(player, name): (usize, &String)| Forced {
        player: name.clone(),
        payoff: force::guarantee(&tree, player).payoff,
    };
    TreeAnswer {
        players: tree.players().to_vec(),
        nodes: tree.len(),
        decisions: tree.nodes().iter().filter(|node| matches!(node.kind, Kind::Decision(_))).count(),
        found,
        can_force: players.map(forced).collect(),
        verdict: force::verdict(&tree).map(|verdict| match verdict {
            Verdict::Win(player) => ZermeloVerdict::Win { player: tree.players()[player].clone() },
            Verdict::Draw => ZermeloVerdict::Draw,
        }),
        standing,
        seconds: budget.seconds(),
        tree,
    }
}

/// One equilibrium of a tree whose equilibria are not all known.
fn one(tree: &Tree, incomplete: Incomplete) -> (TreeFound, Standing) {
    let why = match incomplete {
        Incomplete::Stopped(stop) => stop.message(),
        Incomplete::Crowded(node) => {
            message!("more than {} different equilibrium outcomes at {}", MOST_OUTCOMES, tree.place(node))
        }
    };
    let (payoffs, choices) = induction::first(tree);
    let strategy = equilibrium::strategy(tree, &choices, &mut { equilibrium::MOST_MOVES });
    let reason = message!("this is a subgame-perfect equilibrium; whether there are others is open: {}", why);
    (TreeFound::One { payoffs, strategy }, Standing::Checked(reason))
}

impl Serialize for ZermeloVerdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (winner, verdict) = match self {
            ZermeloVerdict::Win { player } => (player.as_str(), "win"),
            ZermeloVerdict::Draw => ("draw", "draw"),
        };
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("winner", winner)?;
        map.serialize_entry("verdict", verdict)?;
        map.end()
    }
}

impl TreeEquilibria {
    fn of(induction: &Induction, want: &TreeWant, budget: &Budget) -> TreeEquilibria {
        let outcomes = induction.outcomes(0).iter().zip(induction.counts());
        let outcome = |(&at, count): (&u32, &_)| EquilibriumOutcome {
            payoffs: induction.payoffs(at).to_vec(),
            equilibria: ToString::to_string(count),
        };
        let outcomes: Vec<EquilibriumOutcome> = outcomes.map(outcome).collect();
        let (mut equilibria, stopped) = equilibrium::list(induction, want.limit, budget);
        let first = equilibria[0].clone();
        equilibria.truncate(want.limit);
        TreeEquilibria {
            payoffs: outcomes[0].payoffs.clone(),
            strategy: first.strategy,
            path: first.path,
            count: induction.count().to_string(),
            outcomes,
            equilibria,
            folds: want.explain.then(|| Folds::of(induction, want.lines)),
            drawing: drawing::text(induction, want.detail, want.lines),
            detail: want.detail,
            stopped,
        }
    }

    fn tell(&self, players: &[String], text: &mut String) {
        for EquilibriumOutcome { payoffs, .. } in self.outcomes.iter().take(SHOWN_OUTCOMES) {
            let named = players.iter().zip(payoffs);
            let named: Vec<String> =
                named.map(|(name, payoff)| format!("{name} {}", brief(payoff, NUMBER_LETTERS))).collect();
            let _ = writeln!(text, "payoffs: {}", named.join(", "));
        }
        if self.outcomes.len() > SHOWN_OUTCOMES {
            let _ = writeln!(text, "payoffs: {} more outcomes", self.outcomes.len() - SHOWN_OUTCOMES);
        }
        let _ = match self.count.len() {
            ..=COUNT_DIGITS => writeln!(text, "subgame-perfect equilibria in pure strategies: {}", self.count),
            digits => {
                writeln!(text, "subgame-perfect equilibria in pure strategies: a number of {digits} digits")
            }
        };
        for (number, equilibrium) in self.equilibria.iter().enumerate() {
            let _ = writeln!(text, "  {}. {} {}", number + 1, vector(&equilibrium.payoffs), equilibrium.told);
        }
        if let Some(stop) = self.stopped {
            let _ = writeln!(text, "  the list ends here: {stop}");
        }
        self.folds.iter().for_each(|folds| folds.tell(text));
        let whole = match self.detail {
            Detail::Full => "the tree",
            Detail::Reduced => "the reduced tree",
        };
        let _ = writeln!(text, "{whole} (> marks moves some equilibrium takes):");
        text.push_str(&self.drawing);
    }
}

impl TreeAnswer {
    /// What a file of this name is to hold, by its ending; nothing where not all equilibria are known.
    pub fn file(&self, name: &str) -> Result<Option<String>, Problem> {
        let TreeFound::All(found) = &self.found else { return Ok(None) };
        match ending(name).as_str() {
            "efg" => Ok(Some(efg::write(&self.tree))),
            "txt" => Ok(Some(found.drawing.clone())),
            _ => Err(Problem::bad_input("usage", format!("{name} ends neither with .efg nor with .txt"))),
        }
    }
}

impl Report for TreeAnswer {
    fn words(&self, language: Language) -> String {
        let title = self.tree.title().map(|title| format!("{title}: ")).unwrap_or_default();
        let players = self.players.join(", ");
        let mut text = format!("{title}{players}, {} nodes, {} decisions\n", self.nodes, self.decisions);
        match &self.found {
            TreeFound::All(found) => found.tell(&self.players, &mut text),
            TreeFound::One { payoffs, .. } => {
                let _ = writeln!(text, "payoffs of one equilibrium: {}", vector(payoffs));
            }
        }
        let average = if self.tree.has_chance() { " on average" } else { "" };
        for Forced { player, payoff } in &self.can_force {
            let _ = writeln!(text, "{player} can force at least {}{average}", brief(payoff, NUMBER_LETTERS));
        }
        match &self.verdict {
            Some(ZermeloVerdict::Win { player }) => {
                let _ = writeln!(text, "Zermelo: {player} can force a win");
            }
            Some(ZermeloVerdict::Draw) => text.push_str("Zermelo: both can force a draw\n"),
            None => {}
        }
        let _ = writeln!(text, "{}", self.standing.say(language));
        text
    }

    fn ended(&self) -> Ended {
        match &self.found {
            TreeFound::All(found) if found.stopped.is_none() => Ended::Fine,
            _ => Ended::Limit,
        }
    }
}

fn payoffs_in_words<S: Serializer>(payoffs: &[Rational], serializer: S) -> Result<S::Ok, S::Error> {
    json::each_in_words(payoffs, serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_folded_and_written() {
        let text = Text::new("", "players Ann Bob\nAnn\n  left: 2 1\n  right: Bob\n    up: 0 0\n    down: 3 3\n");
        let want = TreeWant { limit: 1, explain: true, detail: TreeDetail::Full, lines: 10 };
        let answer = tree(PayoffTree::read(&text).expect("a tree"), &want, &Budget::unlimited());
        let TreeFound::All(found) = &answer.found else { panic!("it is small") };
        assert_eq!(found.path, ["right", "down"]);
        assert_eq!(found.folds.as_ref().map(|folds| folds.rows.len()), Some(2));
        let written = answer.file("game.EFG").expect("a format").expect("it is solved");
        let again = tree(PayoffTree::read(&Text::new("", written)).expect("a tree"), &want, &Budget::unlimited());
        assert_eq!(again.nodes, answer.nodes);
        assert!(answer.file("game.svg").is_err());
    }
}
