//! Describe a two-player perfect-information game in a few lines; get who wins, by which moves, the value, the pattern, the proof.
//!
//! ```
//! use grundy::{Budget, Engine, Library, Play, Report, Session, Text, Want};
//!
//! let rules = "game Takeaway\n  state n: nat\n  move take(k in 1..3) if k <= n: n -= k\n";
//! let subject = Library::standard().with(Text::new("takeaway.game", rules))?.subject("takeaway")?;
//! let question = subject.question(Some(&Text::position("21")), Engine::Native)?;
//! let budget = Budget::unlimited();
//! let answer = Session::open(question, Play::AsWritten, &budget)?.solve(&Want::default())?;
//! assert!(answer.words(Default::default()).contains("the first player wins"));
//! assert_eq!(serde_json::to_value(&answer).unwrap()["grundy"], 1);
//! # Ok::<(), grundy::Problem>(())
//! ```
//!
//! Nothing here opens files, reads clocks, prints, keeps globals or handles signals: doors (the program, a page, a package) do, and
//! hand over a [`Budget`] on their [`Machine`].
#![forbid(unsafe_code)]

mod board;
mod budget;
mod cases;
pub mod certificate;
mod check;
mod codes;
mod diagnose;
mod document;
mod engine;
mod example;
mod explain;
mod export;
mod facts;
mod games;
mod json;
mod keeping;
mod library;
mod misere;
mod moves;
mod number;
mod pattern;
pub mod payoff;
mod perft;
pub mod period;
pub mod picture;
mod plan;
mod play;
mod play_table;
mod problem;
mod prove;
mod question;
mod ranges;
mod refute;
mod report;
mod sampled;
mod sequence;
mod sheet;
mod solve;
mod states;
pub mod strategy;
mod subject;
mod table;
pub mod tablebase;
mod text;
mod turn;
mod unsolved;
mod value;
mod verify;
pub mod words;

pub use board::{BoardPart, MovePlaces, Owner, Place, PlaceForm, PlayBoard, PlayLook, play_board};
pub use budget::{Afterwards, Budget, Machine, Within};
pub use cases::{Case, CasesAnswer, solve_cases};
pub use certificate::{CertificateKind, Output, Packing, Written};
pub use check::{CheckAnswer, CheckEffort, CheckedClaims, FileReport, check};
pub use codes::{CodeAnswer, explain_code};
pub use diagnose::{Noted, Rewrite, diagnose};
pub use document::{Completion, CompletionKind, Document, Hover, NameKind, Named, Outline, WordHelp, word_help};
pub use engine::Engine;
pub use export::{
    ExportAnswer, ExportMain, ExportMethod, ExportOptions, ExportParameters, ProgramLanguage, export_game,
};
pub use facts::{FactRow, FactsAnswer, GameFacts, Remark, facts, longest_play};
pub use games::{GameRow, GamesAnswer, LibraryRow, ShownFile};
pub use grundy_answer::{Allowance, Message, Progress, Standing, Stop, Watch};
pub use grundy_heap::{Code, Values};
pub use grundy_prove::{BUDGET as USUAL_STATES, Effort};
pub use grundy_rule::{
    Diagnostic, MAX_BYTES as MAX_RULE_BYTES, Severity, Span, WORDS, WordClass, format as format_rules, line_and_column,
};
pub use grundy_run::{Position, Side, World};
pub use grundy_solve::{
    Aim, Basis, Choice, Class, Finish, Graph, GraphAnswer, Grundy, Impartial, Opponent, Play, Playable, Playing,
    Refusal, Step, Strength, Sums, SumsAnswer, Unexplored, Wdl, Whole, Winner,
};
pub use keeping::Keeping;
pub use library::{Entry, Library, MATRICES, TREES, plain};
pub use misere::{
    Genera, HeapGenus, HeapSum, MultiplicationTable, QuotientAnswer, QuotientPeriod, QuotientRow, QuotientSurvey,
    QuotientWant, SumAnswer, SumMove, quotient, survey_quotients,
};
pub use moves::{LegalMove, MoveWorth, MovesAnswer, legal_moves, moves, moves_with};
pub use number::{number, spaced};
pub use pattern::{
    FoundPattern, GuessedLaw, GuessedPattern, Observed, PatternAnswer, PatternOf, RunnerUp, observe, pattern,
};
pub use payoff::matrix::{MatrixAnswer, MatrixWant, matrices, matrix};
pub use payoff::tree::{PayoffTree, TreeAnswer, TreeDetail, TreeWant, tree, trees};
pub use payoff::{Inline, PayoffList, payoff_text};
pub use perft::{PerftAnswer, perft};
pub use plan::{PlanAnswer, PlannedStep, plan, plan_lines};
pub use play::{Meant, PlayAnswer, PlayEnd, PlayLine, PlayTurn, Sides};
pub use play_table::{PlayTable, Sign, TableMove, TablePosition, TableWorth, play_table};
pub use problem::{Mistakes, Placed, PlacedSpan, Problem, ProblemKind};
pub use prove::{DecidedClaim, ProveAnswer, prove};
pub use question::{Mover, Origin, Question, players, starter};
pub use refute::{LineStep, RefuteAnswer, refute};
pub use report::{Ended, Language, Report, Styled, Tone};
pub use sequence::{
    Exceptions, Far, FoundPeriod, HeapGame, HeapSequence, HistogramRow, Kinship, LosingCount, RareValues, Reach,
    RecordRow, SearchedValues, SequenceAnswer, SequenceStatistics, SequenceWant, SizeAnswer, SurveyAnswer, SurveyRow,
    Terms, WinningTake, looks_like_code, sequence, survey,
};
pub use sheet::{SheetAnswer, SheetFormat, SheetKind, SheetOptions, USUAL_COUNT, sheet};
pub use solve::{Session, SolveAnswer, Solved, Tables, Want};
pub use states::{StateMove, StateNode, StatesAnswer, states};
pub use strategy::{StrategyAnswer, strategy};
pub use subject::{Ruleset, Subject, too_long};
pub use table::{ObservedPeriod, Range, Show, TableAnswer, table};
pub use text::{MAX_POSITION_BYTES, Text};
pub use turn::{MadeMove, MoveName, PlacedMove, Replayed, TurnAnswer, TurnFinish};
pub use unsolved::Unsolved;
pub use value::{
    Detail, FunctionList, GameProperties, LibraryPositions, LineAnswer, NoRuleFiles, PlotSeries, RuleFiles,
    ThermographWalls, ValueAnswer, ValueKind, ValueLines, ValueMistake, ValueSession, WallCorner, is_partizan, value,
    value_functions, value_help, value_problem, value_statements,
};
pub use verify::{Checking, Verification, VerifyAnswer, VerifyVerdict, verify};

/// The examples of docs/trait.md are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/trait.md")]
pub struct GamesThatCodeDescribes;
