//! `grundy sheet`: what a teacher hands out about a game, collected from the rules and the solver.

mod pool;
mod words;

use crate::asked;
use crate::provable::{Provable, provable};
use crate::reply::{Failure, Outcome, Reply};
use crate::terminal::{self, Within};
use crate::whole;
use grundy_answer::{Standing, Watch};
use grundy_draw::{Drawn, Fonts, Format, Known, Lang, Phrase, Picture, Sheet, Style, draw};
use grundy_prove::{Effort, Subject, Verdict, Wins, claims};
use grundy_run::Position;
use pool::Pool;
use serde_json::json;
use std::path::PathBuf;

/// Which game, in which language, where to.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  grundy sheet kayles -o kayles.html
  grundy sheet chomp 'R = 3, C = 4' --lang ko -o chomp.html
  grundy sheet wythoff --lang zh -o wythoff.tex")]
pub struct Args {
    /// A file, `-`, a name of the library, or a position.
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// A position whose parameters are meant; otherwise the defaults.
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// The language of the words: en, ko, zh.
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = lang)]
    lang: Lang,
    /// The file: a page (.html) or a LaTeX document (.tex); standard output is a page.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Seconds for each part of a sheet.
const PATIENCE: f64 = 8.0;

fn lang(text: &str) -> Result<Lang, String> {
    Lang::of_tag(text).ok_or_else(|| "the languages are en, ko and zh".to_string())
}

/// One self-contained page about a game.
pub fn run(args: Args) -> Outcome {
    let extension = args.output.as_ref().map(|path| path.extension().and_then(|end| end.to_str()).unwrap_or_default());
    let tex = match extension {
        None | Some("html" | "htm") => false,
        Some("tex") => true,
        Some(other) => {
            let cause = format!("a sheet is no `.{other}` file");
            return Err(Failure::bad_input("format", cause).remedy("end its name in .html or .tex"));
        }
    };
    let Provable { source, subject } = provable(&args.game, args.position.as_deref())?;
    let watch = terminal::watch();
    let start = asked::position(&args.game, args.position.as_deref()).ok().map(|asked| asked.position);
    let lang = args.lang;
    let rules = subject.rules();
    let pool = Pool::new(&subject, start.as_ref(), &Within::new(&watch, PATIENCE));
    let mut sheet = Sheet {
        title: rules.name.clone(),
        lang,
        rules: words::rules(rules, &subject.params, &source.text, lang),
        file: source.text.clone(),
        tables: pool.tables(&subject, lang, &Within::new(&watch, PATIENCE)),
        pattern: pattern(&subject, start.as_ref(), &source.text, lang, &Within::new(&watch, PATIENCE)),
        worked: pool.worked(),
        exercises: pool.exercises(lang),
    };
    let look = |position: &Position| drawn(position, lang, &watch);
    if let (Some(worked), Some(position)) = (&mut sheet.worked, pool.worked_position()) {
        worked.drawn = look(position);
    }
    for (exercise, position) in sheet.exercises.iter_mut().zip(pool.asked()) {
        exercise.drawn = look(position);
    }
    let text = if tex { sheet.tex() } else { sheet.html() };
    let json = json!({
        "game": sheet.title, "language": lang.tag(), "tables": sheet.tables.len(), "known": sheet.pattern.len(),
        "moves_refuted": sheet.worked.as_ref().map_or(0, |worked| worked.lines.len()),
        "exercises": sheet.exercises.len(), "bytes": text.len(), "seconds": watch.seconds(),
    });
    match &args.output {
        None => Ok(Reply::fine(text, json)),
        Some(path) => {
            whole::write(path, text.as_bytes())?;
            let said = format!(
                "{}: {} tables, {} statements, {} exercises\n",
                path.display(),
                sheet.tables.len(),
                sheet.pattern.len(),
                sheet.exercises.len()
            );
            Ok(Reply::fine(said, json))
        }
    }
}

/// What a position looks like, where it has a picture.
fn drawn(position: &Position, lang: Lang, watch: &dyn Watch) -> Drawn {
    let Some(board) = super::draw::plain(position) else { return Drawn::default() };
    let picture = Picture::Board(board);
    let style = Style { lang, ..Style::default() };
    let text = |format: Format| {
        let bytes = draw(&picture, format, &style, &Fonts::embedded(), watch).unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    };
    Drawn { svg: text(Format::Svg), tikz: text(Format::Tikz) }
}

/// What is known of all sizes: the period, the claims, a strategy.
fn pattern(subject: &Subject, start: Option<&Position>, text: &str, lang: Lang, watch: &dyn Watch) -> Vec<Known> {
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
            let Some(claim) = words::quoted(text, one.span) else { continue };
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
        let states = format!("an automaton of {} states", found.states);
        let name = found.name.clone().unwrap_or_else(|| states.clone());
        let standing = Standing::Proved(format!("{states}, for all sizes"));
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
    let reason = why.with(lang, &[standing.reason()]);
    match standing {
        Standing::Proved(_) => Standing::Proved(reason),
        Standing::Checked(_) => Standing::Checked(reason),
        Standing::Assumed(_) => Standing::Assumed(reason),
    }
}
