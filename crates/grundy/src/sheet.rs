//! What a teacher hands out about a game, collected from the rules and the solver.

mod pool;
mod rules;

use crate::budget::Budget;
use crate::engine::Engine;
use crate::picture::plain_board;
use crate::problem::Problem;
use crate::report::{Language, Report};
use crate::subject::Subject;
use crate::text::Text;
use crate::words::Say;
use grundy_answer::{Allowance, Message, Standing, Watch, message};
use grundy_draw::{Drawn, Fonts, Format, Known, Lang, Phrase, Picture, Sheet, Style, draw};
use grundy_prove::{Effort, Subject as Provable, Verdict, Wins, claims};
use grundy_run::Position;
use pool::Pool;
use serde::Serialize;

/// Ticks for each part of a sheet.
const PART_TICKS: u64 = 1 << 14;

/// What a sheet is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetFormat {
    /// A page.
    Html,
    /// A LaTeX document.
    Tex,
}

/// A sheet.
#[derive(Serialize)]
pub struct SheetAnswer {
    /// The game.
    pub game: String,
    /// The language of the words.
    pub language: &'static str,
    /// Tables of values.
    pub tables: usize,
    /// Statements about all sizes.
    pub known: usize,
    /// Moves refuted in the position that is worked through.
    pub moves_refuted: usize,
    /// Exercises.
    pub exercises: usize,
    /// Bytes of the text.
    pub bytes: usize,
    /// Seconds since the question was asked.
    pub seconds: f64,
    /// The text.
    #[serde(skip)]
    pub text: String,
    /// Where the door wrote it.
    #[serde(skip)]
    pub file: Option<String>,
}

/// One self-contained page about a game, at the parameters of a position or at the defaults.
pub fn sheet(
    subject: &Subject,
    position: Option<&Text>,
    (lang, format): (Lang, SheetFormat),
    engine: Engine,
    budget: &Budget,
) -> Result<SheetAnswer, Problem> {
    let provable = subject.provable(position, engine)?;
    let text = &subject.ruleset().text.text;
    let start = subject.question(position, engine).ok().map(|question| question.position);
    let part = || Allowance::new(budget, PART_TICKS);
    let pool = Pool::new(&provable, start.as_ref(), &part());
    let mut sheet = Sheet {
        title: provable.rules().name.clone(),
        lang,
        rules: rules::rules(provable.rules(), &provable.params, text, lang),
        file: text.clone(),
        tables: pool.tables(&provable, lang, &part()),
        pattern: pattern(&provable, start.as_ref(), text, lang, &part()),
        worked: pool.worked(),
        exercises: pool.exercises(lang),
    };
    let look = |position: &Position| drawn(position, lang, budget);
    if let (Some(worked), Some(position)) = (&mut sheet.worked, pool.worked_position()) {
        worked.drawn = look(position);
    }
    for (exercise, position) in sheet.exercises.iter_mut().zip(pool.asked()) {
        exercise.drawn = look(position);
    }
    let text = match format {
        SheetFormat::Html => sheet.html(),
        SheetFormat::Tex => sheet.tex(),
    };
    Ok(SheetAnswer {
        language: lang.tag(),
        tables: sheet.tables.len(),
        known: sheet.pattern.len(),
        moves_refuted: sheet.worked.as_ref().map_or(0, |worked| worked.lines.len()),
        exercises: sheet.exercises.len(),
        game: sheet.title,
        bytes: text.len(),
        seconds: budget.seconds(),
        text,
        file: None,
    })
}

impl Report for SheetAnswer {
    fn words(&self, _: Language) -> String {
        match &self.file {
            None => self.text.clone(),
            Some(file) => {
                format!("{file}: {} tables, {} statements, {} exercises\n", self.tables, self.known, self.exercises)
            }
        }
    }
}

/// What a position looks like, where it has a picture.
fn drawn(position: &Position, lang: Lang, watch: &dyn Watch) -> Drawn {
    let Some(board) = plain_board(position) else { return Drawn::default() };
    let picture = Picture::Board(board);
    let style = Style { lang, ..Style::default() };
    let text = |format: Format| {
        let bytes = draw(&picture, format, &style, &Fonts::embedded(), watch).unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    };
    Drawn { svg: text(Format::Svg), tikz: text(Format::Tikz) }
}

/// What is known of all sizes: the period, the claims, a strategy.
fn pattern(subject: &Provable, start: Option<&Position>, text: &str, lang: Lang, watch: &dyn Watch) -> Vec<Known> {
    let mut known = Vec::new();
    let rules = subject.rules();
    let facts = grundy_rule::Facts::of(rules);
    let normal = grundy_rule::Convention::of(rules) == grundy_rule::Convention::Normal;
    let game = subject.world.game(subject.key, subject.params.clone(), vec![1; rules.fields.len()]).ok();
    if let Some(rule) = game.and_then(|game| grundy_solve::heap_rule(&game))
        && normal
        && facts.impartial.is_proved()
    {
        let sequence = grundy_heap::Sequence::explore(&rule, grundy_heap::Reach::Default, watch);
        if let Some(period) = sequence.period() {
            let (from, length) = (period.preperiod().to_string(), period.period.to_string());
            let mut said = Phrase::Period.with(lang, &[&from, &length]);
            if period.saltus > 0 {
                said.push(' ');
                said.push_str(&Phrase::Saltus.with(lang, &[&period.saltus.to_string()]));
            }
            let standing = in_words(lang, Phrase::WhyPeriod, period.standing.clone());
            known.push(Known { text: said, standing: Some(standing) });
        }
    }
    if !rules.claims.is_empty() {
        let effort = Effort { positions: 20_000, ..Effort::default() };
        for one in claims(subject, text, effort, watch).decided {
            let Some(claim) = rules::quoted(text, one.span) else { continue };
            let standing = match one.verdict {
                Verdict::Proved => Standing::Proved(one.reason),
                Verdict::Checked => Standing::Checked(one.reason),
                Verdict::Open => Standing::Assumed(one.reason),
                Verdict::Refuted => continue,
            };
            let why = if one.verdict == Verdict::Proved { Phrase::WhyProved } else { Phrase::WhyChecked };
            let standing = Some(in_words(lang, why, standing));
            known.push(Known { text: Phrase::Claim.with(lang, &[&claim]), standing });
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
        let standing = Standing::Proved(message!("{}, for all sizes", states));
        let standing = Some(in_words(lang, Phrase::WhyProved, standing));
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
