//! What a teacher hands out about a game, collected from the rules and the solver: a lesson, or exercises of chosen kinds.

mod ask;
mod pool;
mod rules;

use crate::budget::Budget;
use crate::engine::Engine;
use crate::picture::{DiagramOptions, PictureFacts, diagram_picture, plain_board};
use crate::problem::Problem;
use crate::question::Question;
use crate::report::{Language, Report};
use crate::strategy;
use crate::subject::Subject;
use crate::text::Text;
use crate::words::{Say, say};
use ask::{Asker, Chance, said};
use grundy_answer::{Allowance, Message, Standing, Watch, message};
use grundy_draw::{
    Drawn, Equal, Exercise, Fonts, Format, Known, Lang, Phrase, Picture, Sheet, Style, Version, draw, scene,
};
use grundy_heap::Sequence;
use grundy_prove::{Effort, Subject as Provable, Verdict, Wins, claims};
use grundy_run::{Position, Side};
use pool::Pool;
use serde::Serialize;

/// Ticks for each part of a sheet.
const PART_TICKS: u64 = 1 << 14;

/// Exercises of a sheet, unless a number is asked for.
pub const USUAL_COUNT: usize = 6;

/// What a sheet is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetFormat {
    /// A page.
    Html,
    /// A LaTeX document.
    Tex,
    /// Pages of paper.
    Pdf,
}

/// What is asked in an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SheetKind {
    /// Who wins, and by which move.
    Who,
    /// Fill in a table of values.
    Table,
    /// Compute a mex.
    Mex,
    /// Find the period.
    Period,
    /// All winning moves of a sum.
    Sum,
    /// Spot the mistake in a table.
    Mistake,
    /// Prove by a pairing.
    Pairing,
    /// Draw the tree.
    Tree,
}

impl SheetKind {
    /// Every kind with its name.
    pub const NAMED: [(&str, SheetKind); 8] = [
        ("who", SheetKind::Who),
        ("table", SheetKind::Table),
        ("mex", SheetKind::Mex),
        ("period", SheetKind::Period),
        ("sum", SheetKind::Sum),
        ("mistake", SheetKind::Mistake),
        ("pairing", SheetKind::Pairing),
        ("tree", SheetKind::Tree),
    ];

    fn name(self) -> &'static str {
        SheetKind::NAMED.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// What a game needs for it.
    fn needs(self) -> &'static str {
        match self {
            SheetKind::Who => "positions with several moves that can be solved",
            SheetKind::Table | SheetKind::Mistake => "a table of numbers",
            SheetKind::Mex | SheetKind::Sum => {
                "Grundy values: the same moves for both players, and who cannot move loses"
            }
            SheetKind::Period => "values of heaps with a proved period of at most about 40",
            SheetKind::Pairing => "a pairing of moves that is seen",
            SheetKind::Tree => "positions with small trees",
        }
    }
}

/// What a sheet is to be.
#[derive(Clone, Debug)]
pub struct SheetOptions {
    /// The language of its words.
    pub lang: Lang,
    /// What it is written as.
    pub format: SheetFormat,
    /// The kinds of exercises, without the lesson; none for the lesson.
    pub kinds: Vec<SheetKind>,
    /// How many exercises of each kind.
    pub count: usize,
    /// Which exercises.
    pub seed: u64,
    /// 1 is easy, 3 is hard.
    pub level: u8,
}

/// A sheet.
#[derive(Serialize)]
pub struct SheetAnswer {
    /// The game.
    pub game: String,
    /// The language of the words.
    pub language: &'static str,
    /// The kinds of exercises, on a sheet of exercises alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<SheetKind>,
    /// Tables of values.
    pub tables: usize,
    /// Statements about all sizes.
    pub known: usize,
    /// Moves refuted in the position that is worked through.
    pub moves_refuted: usize,
    /// Exercises.
    pub exercises: usize,
    /// Bytes of the sheet.
    pub bytes: usize,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// The sheet: for students, where it is exercises alone.
    #[serde(skip)]
    pub content: Vec<u8>,
    /// The same with answers, where it is exercises alone.
    #[serde(skip)]
    pub answers: Option<Vec<u8>>,
    /// Where the door wrote them.
    #[serde(skip)]
    pub files: Vec<String>,
}

/// One self-contained sheet about a game, at the parameters of a position or at the defaults.
pub fn sheet(
    subject: &Subject,
    position: Option<&Text>,
    options: &SheetOptions,
    engine: Engine,
    budget: &Budget,
) -> Result<SheetAnswer, Problem> {
    let lang = options.lang;
    let provable = subject.provable(position, engine)?;
    let text = &subject.ruleset().text.text;
    let question = subject.question(position, engine).ok();
    let start = question.as_ref().map(|question| &question.position);
    let some = question.clone().or_else(|| subject.example(None, engine).ok());
    let part = || Allowance::new(budget, PART_TICKS);
    let pool = Pool::new(&provable, start, &part());
    let tables = pool.tables(&provable, lang, &part());
    let sequence = sequence(&provable, &part());
    let paired = strategy::paired(subject, position, engine);
    let watch = part();
    let asker = Asker {
        pool: &pool,
        tables: &tables,
        sequence: sequence.as_ref(),
        pairing: paired.as_ref().and_then(|seen| {
            let words = said(&seen.strategy.as_ref()?.words, lang);
            Some((seen.position.clone(), words, seen.picture().ok()))
        }),
        lang,
        level: options.level,
        look: &|position: &Position| drawn(position, lang, budget),
        tree: &|position: &Position, mover: Side, most: usize| tree(some.as_ref()?, position, mover, most, budget),
        watch: &watch,
    };
    let exercises = exercises(&asker, options)?;
    let lesson = options.kinds.is_empty();
    let remarks = if lesson { rules::Remarks::All } else { rules::Remarks::Rules };
    let mut sheet = Sheet {
        title: provable.rules().name.clone(),
        lang,
        version: if lesson { Version::Lesson } else { Version::Student },
        rules: rules::rules(provable.rules(), &provable.params, (text, remarks), lang),
        file: text.clone(),
        exercises,
        ..Sheet::default()
    };
    if lesson {
        sheet.pattern = pattern(&provable, (start, sequence.as_ref()), text, lang, &part());
        sheet.worked = pool.worked();
        if let (Some(worked), Some(position)) = (&mut sheet.worked, pool.worked_position()) {
            worked.drawn = drawn(position, lang, budget);
        }
        sheet.tables = tables;
    }
    let content = written(&sheet, options.format);
    let answers = (!lesson).then(|| written(&Sheet { version: Version::Teacher, ..sheet.clone() }, options.format));
    Ok(SheetAnswer {
        language: lang.tag(),
        kinds: options.kinds.clone(),
        tables: sheet.tables.len(),
        known: sheet.pattern.len(),
        moves_refuted: sheet.worked.as_ref().map_or(0, |worked| worked.lines.len()),
        exercises: sheet.exercises.len(),
        game: sheet.title,
        bytes: content.len(),
        seconds: budget.seconds(),
        content,
        answers,
        files: Vec::new(),
    })
}

fn written(sheet: &Sheet, format: SheetFormat) -> Vec<u8> {
    match format {
        SheetFormat::Html => sheet.html().into_bytes(),
        SheetFormat::Tex => sheet.tex().into_bytes(),
        SheetFormat::Pdf => sheet.pdf(),
    }
}

/// The exercises of each kind that is asked for; a kind that the game has none of is an error. A lesson asks who wins.
fn exercises(asker: &Asker, options: &SheetOptions) -> Result<Vec<Exercise>, Problem> {
    let mut chance = Chance::new(options.seed);
    let kinds = if options.kinds.is_empty() { &[SheetKind::Who][..] } else { &options.kinds };
    let mut all = Vec::new();
    for &kind in kinds {
        let found = asker.exercises(kind, options.count, &mut chance);
        if found.is_empty() && !options.kinds.is_empty() {
            let cause = format!("there is no exercise of kind `{}` about this game", kind.name());
            return Err(Problem::bad_input("kind", cause).remedy(format!("it needs {}", kind.needs())));
        }
        all.extend(found);
    }
    Ok(all)
}

impl Report for SheetAnswer {
    fn words(&self, language: Language) -> String {
        match &self.files[..] {
            [] => String::from_utf8_lossy(&self.content).into_owned(),
            [file, rest @ ..] => {
                let counted = match self.kinds.is_empty() {
                    true => message!("{} tables, {} statements, {} exercises", self.tables, self.known, self.exercises),
                    false => message!("{} exercises, for students", self.exercises),
                };
                let mut text = format!("{file}: {}\n", counted.say(language));
                for file in rest {
                    text.push_str(&format!("{file}: {}\n", say!(language, "the same with answers")));
                }
                text
            }
        }
    }
}

/// What a position looks like, where it has a picture.
fn drawn(position: &Position, lang: Lang, watch: &dyn Watch) -> Drawn {
    plain_board(position).map_or_else(Drawn::default, |board| drawn_picture(&Picture::Board(board), lang, watch))
}

/// A picture in every format.
fn drawn_picture(picture: &Picture, lang: Lang, watch: &dyn Watch) -> Drawn {
    let style = Style { lang, ..Style::default() };
    let text = |format: Format| {
        let bytes = draw(picture, format, &style, &Fonts::embedded(), watch).unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    };
    Drawn { svg: text(Format::Svg), tikz: text(Format::Tikz), scene: scene(picture, &style, watch).ok() }
}

/// The whole tree of a position, where it has at most so many nodes.
fn tree(asked: &Question, position: &Position, mover: Side, most: usize, budget: &Budget) -> Option<(Picture, usize)> {
    let question = asked.at(position.clone());
    let players = question.players();
    let options = DiagramOptions {
        first: Some(&players[mover as usize]),
        best: false,
        depth: None,
        collapse: most as u64 + 1,
        labels: &[],
        title: None,
        format: Format::Svg,
    };
    let answer = diagram_picture(&question, Equal::Apart, &options, budget).ok()?;
    match answer.facts {
        PictureFacts::Diagram { nodes, whole: true, .. } if nodes <= most => Some((answer.picture, nodes)),
        _ => None,
    }
}

/// The values of heaps, where the game is one of Grundy values.
fn sequence(subject: &Provable, watch: &dyn Watch) -> Option<Sequence> {
    let rules = subject.rules();
    if !grundy_rule::Facts::of(rules).impartial.is_proved() {
        return None;
    }
    let game = subject.world.game(subject.key, subject.params.clone(), vec![1; rules.fields.len()]).ok()?;
    let rule = grundy_solve::heap_values(&game)?;
    Some(Sequence::explore(&rule, grundy_heap::Reach::Default, watch))
}

/// What is known of all sizes: the period, the claims, a strategy.
fn pattern(
    subject: &Provable,
    (start, sequence): (Option<&Position>, Option<&Sequence>),
    text: &str,
    lang: Lang,
    watch: &dyn Watch,
) -> Vec<Known> {
    let mut known = Vec::new();
    let (rules, scope) = (subject.rules(), subject.fixed_parameters());
    if let Some(period) = sequence.and_then(Sequence::period) {
        let (from, length) = (period.preperiod().to_string(), period.period.to_string());
        let mut said = Phrase::Period.with(lang, &[&from, &length]);
        if period.saltus > 0 {
            said.push(' ');
            said.push_str(&Phrase::Saltus.with(lang, &[&period.saltus.to_string()]));
        }
        let standing = in_words(lang, Phrase::WhyPeriod, period.standing.clone());
        known.push(Known { text: said, standing: Some(standing) });
    }
    if !rules.claims.is_empty() {
        let effort = Effort { positions: 20_000, ..Effort::default() };
        for one in claims(subject, text, effort, watch).decided {
            let Some(claim) = rules::quoted(text, one.span) else { continue };
            let standing = match (one.verdict, &scope) {
                (Verdict::Proved, Some(fixed)) => {
                    let at = message!("a claim of {}, for all sizes at {}: {}", &rules.name, fixed, one.reason);
                    in_words(lang, Phrase::WhyProved, Standing::Proved(at))
                }
                (Verdict::Proved, None) => in_words(lang, Phrase::WhyProved, Standing::Proved(one.reason)),
                (Verdict::Checked, _) => in_words(lang, Phrase::WhyChecked, Standing::Checked(one.reason)),
                (Verdict::Open, _) => Standing::Assumed(Message::from(one.reason.say(lang))),
                (Verdict::Refuted, _) => continue,
            };
            known.push(Known { text: Phrase::Claim.with(lang, &[&claim]), standing: Some(standing) });
        }
    }
    if known.is_empty()
        && let Ok(translated) = grundy_proof::translate(rules, &subject.params)
        && translated.game.splits.is_empty()
        && let Ok(found) =
            grundy_prove::pattern(subject, &translated, grundy_prove::Kind::Outcome, grundy_prove::BUDGET, watch)
    {
        let states = message!("an automaton of {} states", found.states);
        let name = found.name.clone().unwrap_or_else(|| states.say(lang));
        let proved = match scope {
            None => message!("{}, for all sizes", states),
            Some(fixed) => {
                message!("the pattern of {} is proved for all sizes at {}: {}", &rules.name, &fixed, states)
            }
        };
        let standing = Some(in_words(lang, Phrase::WhyProved, Standing::Proved(proved)));
        known.push(Known { text: Phrase::Named.with(lang, &[&name]), standing });
    }
    if let Some(Position { parts }) = start
        && let [part] = &parts[..]
        && let Some(strategy) = grundy_prove::strategy(part, watch)
    {
        let phrase = match strategy.wins {
            Wins::First => Phrase::FirstWins,
            Wins::Second => Phrase::SecondWins,
        };
        let why = if strategy.pairing.is_some() { Phrase::WhyPairing } else { Phrase::WhyStrategy };
        let standing = Some(in_words(lang, why, strategy.standing));
        known.push(Known { text: phrase.with(lang, &[&part.to_string()]), standing });
    }
    known
}

/// A standing whose reason is told in a language; what is quoted in it stays as it is.
fn in_words(lang: Lang, why: Phrase, standing: Standing) -> Standing {
    let reason = Message::from(why.with(lang, &[&standing.reason().say(lang)]));
    match standing {
        Standing::Proved(_) => Standing::Proved(reason),
        Standing::Checked(_) => Standing::Checked(reason),
        Standing::Assumed(_) => Standing::Assumed(reason),
    }
}
