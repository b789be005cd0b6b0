//! What a worker does for a question: it asks the library and tells what that says, event by event, the quick things first.

use crate::ask::{Ask, Matter, PictureWish, Wish};
use crate::known::{Known, KnownGame};
use crate::worker::Events;
use grundy::picture::{
    DiagramOptions, HeatShow, PictureAnswer, board_picture, diagram_picture, heat_picture, sequence_picture,
    thermograph_picture,
};
use grundy::tablebase::{moves_by_table, solve_by_table};
use grundy::words::Say;
use grundy::{
    Budget, Document, Effort, Engine, HeapGame, Language, Library, LibraryPositions, Noted, Opponent, Packing,
    PatternAnswer, PatternOf, Play, Problem, ProblemKind, Question, Range, Reach, Refusal, Replayed, Report,
    SequenceWant, Session, Show, SolveAnswer, Strength, Subject, Text, USUAL_STATES, Want, diagnose, facts,
    format_rules, longest_play, moves_with, plan,
};
use grundy_draw::{ColourBy, Equal, Fonts, Format, Picture, Style, Theme, draw};
use serde::Serialize;
use serde_json::{Value, json};

/// How rules are run.
const ENGINE: Engine = Engine::Native;

/// Positions of a tree or graph unless said otherwise, and the most.
const USUAL_POSITIONS: u64 = 400;
const MOST_POSITIONS: u64 = 4_000;

/// Values of a sequence that are drawn and listed.
const USUAL_VALUES: u64 = 300;

/// Positions with more moves are told without what each leads to.
const MOST_SHOWN: usize = 400;

/// The most playouts for one move.
const MOST_PLAYOUTS: u32 = 100_000;

/// Answers a question.
pub fn answer(ask: &Ask, known: &mut Known, events: &Events, budget: &Budget) -> Result<(), Problem> {
    let matter = &ask.matter;
    let text = Text::new("rules.game", matter.rules.clone());
    if let Wish::Look = ask.wish {
        return look(matter, text, known, events, budget);
    }
    if let Wish::Format = ask.wish {
        let formatted = format_rules(&text.text).map_err(|mistakes| text.problem(&mistakes))?;
        events.tell("answer", &json!({ "text": formatted }));
        return Ok(());
    }
    if let Wish::Complete { at } = ask.wish {
        let names: Vec<String> = Document::read(text).completions(at).into_iter().map(|one| one.text).collect();
        events.tell("answer", &json!({ "names": names }));
        return Ok(());
    }
    let subject = Library::standard().subject_of(text)?;
    let start = subject.example(position(matter).as_ref(), ENGINE);
    match &ask.wish {
        Wish::Look | Wish::Format | Wish::Complete { .. } => {}
        Wish::Reply { strength, seed } => reply(&at(matter, &start?)?, strength, *seed, (known, events), budget)?,
        Wish::Why => why(matter, &at(matter, &start?)?, events, budget)?,
        Wish::Facts => proved(matter, &subject, start.ok(), events, budget),
        Wish::Picture(wish) => picture(matter, &subject, start, wish, events, budget)?,
        Wish::Table { over, show } => table(matter, &subject, (over, show), events, budget)?,
        Wish::Sequence => sequence(matter, subject, events, budget)?,
        Wish::Pattern { grundy } => pattern(matter, &subject, *grundy, events, budget)?,
        Wish::Prove => prove(matter, &subject, events, budget)?,
        Wish::Certificate => certificate(&at(matter, &start?)?, events, budget)?,
        Wish::Page => {
            let made = crate::page::page(&subject, position(matter).as_ref(), matter.language(), ENGINE, budget)?;
            events.tell("answer", &json!({ "html": made.html, "words": made.words(matter.language()), "json": made }));
        }
    }
    Ok(())
}

fn position(matter: &Matter) -> Option<Text> {
    (!matter.position.trim().is_empty()).then(|| Text::position(matter.position.clone()))
}

/// The game as it stands.
fn at(matter: &Matter, start: &Question) -> Result<Replayed, Problem> {
    let named = (!matter.first.is_empty()).then_some(matter.first.as_str());
    start.replay(start.mover(named)?.side, &matter.moves)
}

/// An answer in words and as data.
fn told(report: &impl Report, language: Language, events: &Events) {
    events.tell("answer", &Told { words: report.words(language), json: report });
}

#[derive(Serialize)]
struct Told<'a, R> {
    words: String,
    json: &'a R,
}

/// What is wrong with a text, and what it is about.
#[derive(Clone, Default, Serialize)]
pub struct Checked {
    /// Mistakes and warnings.
    diagnostics: Vec<Noted>,
    /// Ranges for a map.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<String>,
    /// The game that is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
}

/// What is wrong with the rules; else the board, every move and its worth, and who wins.
fn look(matter: &Matter, text: Text, known: &mut Known, events: &Events, budget: &Budget) -> Result<(), Problem> {
    let mut game = match known.take(matter) {
        Some(game) => game,
        None => match read(matter, text, events, budget)? {
            Some(game) => game,
            None => return Ok(()),
        },
    };
    events.tell("checked", &game.checked);
    position_of(matter, &mut game, known, events, budget)?;
    known.put(game, budget);
    Ok(())
}

/// A game that is asked about for the first time; nothing where its rules are wrong, which is told.
fn read(matter: &Matter, text: Text, events: &Events, budget: &Budget) -> Result<Option<KnownGame>, Problem> {
    let diagnostics = diagnose(&text)?;
    if diagnostics.iter().any(|one| one.placed.severity == "error") {
        events.tell("checked", &Checked { diagnostics, ..Checked::default() });
        return Ok(None);
    }
    let subject = Library::standard().subject_of(text)?;
    let game = Some(subject.ruleset().rules().name.clone());
    match subject.example(position(matter).as_ref(), ENGINE) {
        Ok(start) => {
            let checked = Checked { diagnostics, over: start.usual_ranges(), game };
            Ok(Some(KnownGame::new(matter, checked, start)))
        }
        Err(problem) => {
            events.tell("checked", &Checked { diagnostics, over: None, game });
            // A board too large to be set up may be known by its rules alone.
            if let Some(seen) = grundy::strategy::by_rules(&subject, position(matter).as_ref(), budget.seconds()) {
                events.tell("solved", &solved(&SolveAnswer::Strategy(Box::new(seen)), matter.language()));
            }
            Err(problem)
        }
    }
}

/// The board, every move and its worth, and who wins: by a tablebase where one answers for the position, else by search.
fn position_of(
    matter: &Matter,
    game: &mut KnownGame,
    known: &Known,
    events: &Events,
    budget: &Budget,
) -> Result<(), Problem> {
    let replayed = at(matter, &game.start)?;
    let turn = replayed.turn(budget)?;
    events.tell("turn", &turn);
    if turn.finish.is_some() {
        return Ok(());
    }
    let (question, mover) = (&replayed.question, replayed.playing.mover);
    let want = Want { first: Some(mover), ..Want::default() };
    // A position that the file does not hold, or a damaged block, is searched.
    let looked_up = known.tablebase(question).and_then(|table| {
        let solved = solve_by_table(table, question.clone(), &want, budget).ok()?;
        Some((SolveAnswer::Solved(Box::new(solved)), moves_by_table(table, question, mover, budget).ok()?))
    });
    let worth = match looked_up {
        Some((answer, worth)) => {
            events.tell("solved", &solved(&answer, matter.language()));
            worth
        }
        None => {
            let mut session = Session::resume(question.clone(), Play::AsWritten, game.tables.take(), budget)?;
            let answer = session.solve(&want)?;
            game.tables = session.into_tables();
            events.tell("solved", &solved(&answer, matter.language()));
            if let Some(stopped) = budget.told() {
                events.tell("stopped", &json!({ "stopped": stopped }));
                return Ok(());
            }
            let (worth, tables) = moves_with(question, mover, Play::AsWritten, game.tables.take(), budget)?;
            game.tables = tables;
            worth
        }
    };
    let mut listed = serde_json::to_value(&worth).expect("every answer can be written as JSON");
    for one in listed["moves"].as_array_mut().into_iter().flatten() {
        if let Value::Object(one) = one {
            // Told with the turn.
            one.remove("move");
            one.remove("component");
            if turn.moves.len() > MOST_SHOWN {
                one.remove("to");
            }
        }
    }
    events.tell("moves", &listed);
    if let Some(stopped) = budget.told() {
        events.tell("stopped", &json!({ "stopped": stopped }));
    }
    Ok(())
}

/// Who wins, line by line, each with its tone if it has one.
fn solved(answer: &SolveAnswer, language: Language) -> Value {
    let verdict = answer.verdict(language);
    let mut start = 0;
    let mut lines = Vec::new();
    for line in verdict.text().split_inclusive('\n') {
        let end = start + line.len();
        let tone = verdict.tones().find(|(stretch, _)| (start..end).contains(&stretch.start));
        lines.push(json!({ "text": line.trim_end(), "tone": tone.map(|(_, tone)| tone.word()) }));
        start = end;
    }
    json!({ "lines": lines, "json": answer })
}

fn why(matter: &Matter, replayed: &Replayed, events: &Events, budget: &Budget) -> Result<(), Problem> {
    let want = Want { first: Some(replayed.playing.mover), explain: true, ..Want::default() };
    let mut session = Session::open(replayed.question.clone(), Play::AsWritten, budget)?;
    let planned = plan(&mut session, &want)?;
    events.tell("plan", &Told { words: planned.words(matter.language()), json: &planned });
    let answer = session.solve(&want)?;
    events.tell("answer", &Told { words: answer.verdict(matter.language()).into_text(), json: &answer });
    Ok(())
}

/// What is proved of the rules, in the language of the page.
fn proved(matter: &Matter, subject: &Subject, start: Option<Question>, events: &Events, budget: &Budget) {
    let named = (!matter.first.is_empty()).then_some(matter.first.as_str());
    let longest = start.and_then(|start| longest_play(&start, start.mover(named).ok()?.side, budget));
    let language = matter.language();
    let games = facts(subject.ruleset(), ENGINE).games;
    let said = games.iter().map(|game| {
        json!({
            "game": game.game, "ends": game.ending(language), "summary": game.summary(longest, language),
            "facts": game.remarks(language), "proved": game.facts.iter().map(|row| row.standing == "proved").collect::<Vec<_>>(),
        })
    });
    events.tell("answer", &json!({ "games": said.collect::<Vec<_>>() }));
}

/// A move of the program's.
fn reply(
    replayed: &Replayed,
    strength: &str,
    seed: u64,
    (known, events): (&Known, &Events),
    budget: &Budget,
) -> Result<(), Problem> {
    let playing = &replayed.playing;
    let steps = playing.steps().map_err(|diagnostic| Problem::of_position(&diagnostic))?;
    if steps.is_empty() {
        return Err(Problem::bad_input("move", "the game is over"));
    }
    let strength = self::strength(strength)
        .ok_or_else(|| Problem::bad_input("strength", "this is no strength").remedy("write perfect, 3 or mcts:1000"))?;
    let mut opponent = Opponent::new(&playing.position, seed);
    if let Some(table) = known.tablebase(&replayed.question) {
        opponent = opponent.by_table(table.answers(&replayed.question)?);
    }
    let choice = opponent.choose(playing, &steps, strength, budget);
    let choice = choice.map_err(|refusal| match refusal {
        Refusal::Wrong(diagnostic) => Problem::of_position(&diagnostic),
        _ => Problem::bad_input("limit", "no move was found in time").of_kind(ProblemKind::Limit),
    })?;
    events.tell("reply", &json!({ "number": choice.number, "move": steps[choice.number].text, "why": choice.why }));
    Ok(())
}

fn strength(word: &str) -> Option<Strength> {
    match word.split_once(':') {
        Some(("mcts", count)) => count.parse().ok().map(|count: u32| Strength::Playouts(count.clamp(1, MOST_PLAYOUTS))),
        Some(_) => None,
        None if word == "perfect" => Some(Strength::Perfect),
        None => word.parse().ok().filter(|depth| (1..=100).contains(depth)).map(Strength::Ahead),
    }
}

fn style(matter: &Matter, wish: &PictureWish) -> Style {
    Style {
        theme: if wish.dark { Theme::Dark } else { Theme::Plain },
        colour_by: ColourBy::Outcome,
        lang: matter.language(),
        ..Style::default()
    }
}

fn picture(
    matter: &Matter,
    subject: &Subject,
    start: Result<Question, Problem>,
    wish: &PictureWish,
    events: &Events,
    budget: &Budget,
) -> Result<(), Problem> {
    let title = Some("");
    let drawn = match wish.what.as_str() {
        kind @ ("tree" | "graph") => {
            let replayed = at(matter, &start?)?;
            let players = replayed.question.players();
            let options = DiagramOptions {
                first: Some(&players[replayed.playing.mover as usize]),
                best: wish.best,
                depth: wish.depth,
                collapse: wish.most.unwrap_or(USUAL_POSITIONS).clamp(1, MOST_POSITIONS),
                labels: &[],
                title,
                format: Format::Svg,
            };
            let equal = if kind == "tree" { Equal::Apart } else { Equal::Merged };
            diagram_picture(&replayed.question, equal, &options, budget)?
        }
        "board" => board_picture(subject, position(matter).as_ref(), (None, false), title, ENGINE, budget)?,
        "heat" => {
            let Subject::Rules(ruleset) = subject else { return Err(of_rules()) };
            let how = (wish.over.as_str(), HeatShow::Values, None);
            heat_picture(ruleset, None, how, title, ENGINE, budget)?
        }
        "sequence" => {
            let Subject::Rules(ruleset) = subject else { return Err(of_rules()) };
            sequence_picture(Err(ruleset), wish.to.unwrap_or(USUAL_VALUES), title, ENGINE, budget)?
        }
        "thermograph" => {
            let replayed = at(matter, &start?)?;
            let want = Want { value: true, ..Want::default() };
            let answer = Session::open(replayed.question, Play::AsWritten, budget)?.solve(&want)?;
            let SolveAnswer::Solved(found) = &answer else { return Err(no_value()) };
            let Some(value) = &found.answer.value else { return Err(no_value()) };
            let positions = LibraryPositions::new(Library::standard(), ENGINE);
            thermograph_picture(value.text(), &positions, None, budget)?
        }
        other => return Err(Problem::bad_input("picture", format!("there is no picture called `{other}`"))),
    };
    tell_picture(&drawn, &style(matter, wish), (matter.language(), events), budget)
}

fn of_rules() -> Problem {
    Problem::bad_input("picture", "this is a picture of one game's rules, not of a sum")
}

fn no_value() -> Problem {
    Problem::bad_input("value", "this position has no canonical value in reach")
        .remedy("positions under normal play whose players differ have one")
}

/// A picture as SVG; of trees and graphs also what its nodes and edges are.
fn tell_picture(
    drawn: &PictureAnswer,
    style: &Style,
    (language, events): (Language, &Events),
    budget: &Budget,
) -> Result<(), Problem> {
    let refused = |refusal: grundy_draw::Refusal| Problem::bad_input("picture", refusal.to_string());
    let svg = draw(&drawn.picture, Format::Svg, style, &Fonts::embedded(), budget).map_err(refused)?;
    let mut answer = json!({
        "svg": String::from_utf8_lossy(&svg), "words": drawn.words.say(language), "json": drawn.facts,
        "stopped": drawn.stopped,
    });
    if let Picture::Diagram(diagram) = &drawn.picture {
        answer["nodes"] = diagram.nodes.iter().map(|node| node.tooltip.as_str()).collect();
        answer["edges"] = diagram.edges.iter().map(|edge| json!([edge.from, edge.to, edge.text])).collect();
        answer["roots"] = json!(diagram.roots);
    }
    events.tell("picture", &answer);
    Ok(())
}

fn table(
    matter: &Matter,
    subject: &Subject,
    (over, show): (&str, &str),
    events: &Events,
    budget: &Budget,
) -> Result<(), Problem> {
    let ranges: Result<Vec<Range>, String> = over.split(',').map(str::parse).collect();
    let ranges = ranges.map_err(|cause| Problem::bad_input("over", cause))?;
    let show = Show::ALL.into_iter().find(|(name, _)| *name == show).map(|(_, show)| show);
    match grundy::table(subject, None, (&ranges, show), ENGINE, budget)? {
        Ok(table) => told(&table, matter.language(), events),
        Err(unsolved) => told(&unsolved, matter.language(), events),
    }
    Ok(())
}

fn sequence(matter: &Matter, subject: Subject, events: &Events, budget: &Budget) -> Result<(), Problem> {
    let game = HeapGame::ruled(subject, position(matter).filter(|text| text.text.contains('=')), ENGINE)?;
    let want = SequenceWant {
        reach: Reach::Default,
        print: USUAL_VALUES,
        play: Play::AsWritten,
        at: None,
        count_losing: None,
        statistics: false,
        certificate: true,
    };
    let answer = grundy::sequence(&game, &want, None, budget)?;
    let file = match &answer {
        grundy::SequenceAnswer::Heaps(found) => found.certificate.as_ref().and_then(|text| text.as_ref().ok()),
        _ => None,
    };
    events.tell("answer", &json!({ "words": answer.words(matter.language()), "json": answer, "certificate": file }));
    Ok(())
}

fn pattern(matter: &Matter, subject: &Subject, grundy: bool, events: &Events, budget: &Budget) -> Result<(), Problem> {
    let of = if grundy { PatternOf::Grundy } else { PatternOf::Outcomes };
    let mut answer = grundy::pattern(subject, None, (of, USUAL_STATES), ENGINE, budget)?;
    let mut file = None;
    if let PatternAnswer::Found(found) = &mut answer {
        found.dot = None;
        file = found.certificate.clone();
    }
    events.tell("answer", &json!({ "words": answer.words(matter.language()), "json": answer, "certificate": file }));
    Ok(())
}

fn prove(matter: &Matter, subject: &Subject, events: &Events, budget: &Budget) -> Result<(), Problem> {
    let answer = grundy::prove(subject, None, Effort::default(), ENGINE, budget)?;
    let file = answer.certificate.as_ref().ok();
    events.tell("answer", &json!({ "words": answer.words(matter.language()), "json": answer, "certificate": file }));
    Ok(())
}

/// A certificate as text.
fn certificate(replayed: &Replayed, events: &Events, budget: &Budget) -> Result<(), Problem> {
    let want = Want { first: Some(replayed.playing.mover), certificate: true, ..Want::default() };
    let mut session = Session::open(replayed.question.clone(), Play::AsWritten, budget)?;
    let (text, json) = match session.solve(&want)? {
        SolveAnswer::Solved(mut solved) => {
            let mut out = Vec::new();
            session.certify(&mut solved, &want, (&mut out, Packing::Plain, "certificate.txt"))?;
            (String::from_utf8_lossy(&out).into_owned(), json!(solved.certificate))
        }
        SolveAnswer::Strategy(seen) => (seen.pairing_certificate()?.text(), Value::Null),
        SolveAnswer::Unsolved(unsolved) => {
            let cause = format!("no certificate: {}", unsolved.stopped.as_str());
            return Err(Problem::bad_input("limit", cause).of_kind(ProblemKind::Limit));
        }
    };
    events.tell("answer", &json!({ "certificate": text, "json": json }));
    Ok(())
}
