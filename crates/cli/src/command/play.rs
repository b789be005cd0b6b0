mod record;

use crate::diagnose::{self, Colour};
use crate::door::door;
use crate::limits::process;
use crate::reply::{Replied, Reply};
use crate::terminal;
use grundy::{
    Choice, Meant, Opponent, Play, PlayAnswer, PlayEnd, PlayLine, PlayTurn, Playing, Problem, Question, Refusal, Side,
    Sides, Step, Strength, play_board,
};
use record::Record;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What to play, on which side, against whom.
#[derive(clap::Args)]
#[command(
    after_help = "At the prompt: a move as people write it (b3, a1-b1, 0,1, 3, a column, B2: two of heap B), as the rules
do (take(3)), or by its number (#3); eval, hint, undo, moves, board, strength WORD, save FILE, help, quit.

Examples:
  grundy play tic-tac-toe
  grundy play kayles 12 --side second
  grundy play 'Nim(3) + Nim(5)' --strength 2
  grundy play connect4 --strength mcts:5000
  grundy play --replay game.txt"
)]
pub struct Args {
    /// A file, a name of the library, or a position.
    #[arg(allow_negative_numbers = true, required_unless_present = "replay")]
    game: Option<String>,
    /// An expression, the game's arguments, a bare picture, or `@FILE`.
    #[arg(allow_negative_numbers = true)]
    position: Option<String>,
    /// Your side: first, second, a player's name, both (no opponent) or none (the program plays itself).
    #[arg(long, default_value = "first")]
    side: String,
    /// How well the program plays: perfect, a number of moves to look ahead, or mcts:PLAYOUTS.
    #[arg(long, default_value = "perfect", value_parser = parse_strength)]
    strength: Strength,
    /// Play this saved game up to where it was left.
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    replay: Option<PathBuf>,
    /// Seconds the program may think about a move.
    #[arg(long, default_value_t = 10.0)]
    think: f64,
    /// Play perfectly by this tablebase of the game.
    #[arg(long, value_name = "FILE")]
    tablebase: Option<PathBuf>,
    /// Chance of the playouts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Then the conversation goes to standard error, and the answer alone to standard output.
    #[arg(from_global)]
    json: bool,
}

/// Moves shown with their numbers unless all are asked for.
const SHOWN: usize = 40;

/// The program playing itself stops here.
const LONGEST: usize = 1_000;

/// Plays until the game is over or the player leaves.
pub fn run(args: Args) -> Replied {
    let record = match &args.replay {
        Some(path) => Record::read(path)?,
        None => {
            Record { game: args.game.clone().unwrap_or_default(), position: args.position.clone(), moves: Vec::new() }
        }
    };
    let asked = door().question(&record.game, record.position.as_deref())?;
    let table = args.tablebase.as_deref().map(super::tablebase::open).transpose()?;
    let answers = table.map(|table| table.answers(&asked)).transpose()?;
    let players = asked.players();
    let humans = humans(&args.side, &players)?;
    let start = Playing::new(asked.position.clone(), Side::Left);
    let mut opponent = Opponent::new(&start.position, args.seed);
    if let Some(answers) = answers {
        opponent = opponent.by_table(answers);
    }
    let mut session = Session {
        args: &args,
        asked,
        opponent,
        players,
        humans,
        strength: args.strength,
        past: vec![start],
        last: None,
        record,
    };
    terminal::begin_session();
    session.greet();
    session.replay()?;
    session.play()
}

fn parse_strength(text: &str) -> Result<Strength, String> {
    let wrong = || format!("`{text}` is no strength: write perfect, 3 or mcts:1000");
    match text.split_once(':') {
        None if text.eq_ignore_ascii_case("perfect") => Ok(Strength::Perfect),
        None if text.eq_ignore_ascii_case("mcts") => Ok(Strength::Playouts(1_000)),
        None => match text.parse() {
            Ok(depth @ 1..=100) => Ok(Strength::Ahead(depth)),
            _ => Err(wrong()),
        },
        Some(("mcts", count)) => count.parse().map(Strength::Playouts).map_err(|_| wrong()),
        Some(_) => Err(wrong()),
    }
}

/// Whether a person plays Left, and Right.
fn humans(side: &str, players: &[String; 2]) -> Result<[bool; 2], Problem> {
    Ok(match side.to_ascii_lowercase().as_str() {
        "first" => [true, false],
        "second" => [false, true],
        "both" => [true, true],
        "none" => [false, false],
        _ => match grundy::starter(side, players)? {
            Side::Left => [true, false],
            Side::Right => [false, true],
        },
    })
}

struct Session<'a> {
    args: &'a Args,
    asked: Question,
    opponent: Opponent,
    players: [String; 2],
    humans: [bool; 2],
    strength: Strength,
    /// Every position so far, the last one now; one more than there are moves in the record.
    past: Vec<Playing>,
    /// The turn before this one, and the move made in it.
    last: Option<(PlayTurn, usize)>,
    record: Record,
}

/// What a line at the prompt led to.
enum Line {
    Play(usize),
    Undone,
    Stay,
    Leave,
}

impl Session<'_> {
    fn now(&self) -> &Playing {
        self.past.last().expect("never empty")
    }

    /// A line for the player. A closed pipe is not an error.
    fn say(&self, line: &PlayLine) {
        let styled = line.styled(door().language);
        let (mut out, colour): (Box<dyn Write>, Colour) = match self.args.json {
            true => (Box::new(std::io::stderr()), Colour::of(&std::io::stderr(), door().color)),
            false => (Box::new(std::io::stdout()), Colour::of(&std::io::stdout(), door().color)),
        };
        let text = if colour == Colour::On { styled.marked(diagnose::ink) } else { styled.into_text() };
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }

    /// Who plays what.
    fn greet(&self) {
        let params: Vec<(String, String)> =
            play_board(&self.asked.position).parts.into_iter().next().map_or(vec![], |part| part.params);
        let (players, persons) = (&self.players, self.humans);
        let sides = Sides { players, stones: self.asked.stones(), persons, first: self.now().mover, params: &params };
        self.say(&PlayLine::Sides(&sides));
    }

    fn steps(&self) -> Result<Vec<Step>, Problem> {
        self.now().steps().map_err(|diagnostic| Problem::of_position(&diagnostic))
    }

    fn turn(&self) -> Result<PlayTurn, Problem> {
        let question = self.asked.at(self.now().position.clone());
        PlayTurn::new(&question, self.now().mover, self.last.as_ref().map(|(turn, number)| (turn, *number)))
    }

    fn mover(&self) -> &str {
        &self.players[self.now().mover as usize]
    }

    /// Makes a move of this turn; `choice` is why, where the program makes it.
    fn make(&mut self, turn: PlayTurn, steps: &[Step], number: usize, choice: Option<&Choice>) {
        self.say(&PlayLine::Played(self.mover(), turn.written(number), choice));
        let next = self.now().after(&steps[number]);
        self.past.push(next);
        self.last = Some((turn, number));
    }

    fn replay(&mut self) -> Result<(), Problem> {
        for text in self.record.moves.clone() {
            let turn = self.turn()?;
            self.show_board(&turn);
            let steps = self.steps()?;
            let Some(number) = find(&steps, &text) else {
                let cause = format!("the saved game plays {text}, which is no move of {}", self.now().position);
                return Err(Problem::bad_input("E55", cause).remedy("the rules may have changed since it was saved"));
            };
            self.make(turn, &steps, number, None);
        }
        Ok(())
    }

    fn play(mut self) -> Replied {
        let input = std::io::stdin();
        let mut lines = input.lock().lines();
        loop {
            let (turn, steps) = (self.turn()?, self.steps()?);
            self.show_board(&turn);
            if steps.is_empty() {
                let end = self.now().finish().map_err(|diagnostic| Problem::of_position(&diagnostic))?;
                return Ok(self.ended(PlayEnd::Over(end)));
            }
            if !self.humans[self.now().mover as usize] {
                if self.record.moves.len() >= LONGEST {
                    return Ok(self.ended(PlayEnd::Long(LONGEST)));
                }
                let choice = self.choose(&steps, self.strength)?;
                // Nobody is at the prompt: Ctrl-C ends the game, not this thought alone.
                if self.humans == [false, false] && process().interrupted().is_some() {
                    return Ok(self.ended(PlayEnd::Left));
                }
                self.record.moves.push(steps[choice.number].text.clone());
                self.make(turn, &steps, choice.number, Some(&choice));
                continue;
            }
            self.say(&PlayLine::Moves(&turn, SHOWN));
            let line = loop {
                self.say(&PlayLine::Turn(self.mover()));
                let Some(Ok(line)) = lines.next() else { return Ok(self.ended(PlayEnd::Left)) };
                match self.obey(line.trim(), &turn, &steps)? {
                    Line::Stay => {}
                    other => break other,
                }
            };
            match line {
                Line::Play(number) => {
                    self.record.moves.push(steps[number].text.clone());
                    self.make(turn, &steps, number, None);
                }
                Line::Leave => return Ok(self.ended(PlayEnd::Left)),
                Line::Undone | Line::Stay => {}
            }
        }
    }

    fn obey(&mut self, line: &str, turn: &PlayTurn, steps: &[Step]) -> Result<Line, Problem> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        // A letter alone may be a column; the words of the prompt are longer.
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => return Ok(Line::Leave),
            "help" | "?" => self.say(&PlayLine::Help),
            "moves" => self.say(&PlayLine::AllMoves(turn, steps)),
            "board" => self.show_board(turn),
            "hint" => {
                let choice = self.choose(steps, Strength::Perfect)?;
                self.say(&PlayLine::Hint(&choice, turn.written(choice.number)));
            }
            "eval" => self.value(turn)?,
            "undo" => {
                if self.undo() {
                    return Ok(Line::Undone);
                }
                self.say(&PlayLine::NothingToUndo);
            }
            "strength" => match parse_strength(rest) {
                Ok(strength) => self.strength = strength,
                Err(_) => self.say(&PlayLine::NoStrength(rest)),
            },
            "save" if !rest.is_empty() => match self.record.write(Path::new(rest)) {
                Ok(()) => self.say(&PlayLine::Saved(rest)),
                Err(failure) => self.say(&PlayLine::NotSaved(&failure)),
            },
            _ => match turn.meant(line) {
                Meant::One(number) => return Ok(Line::Play(number)),
                Meant::Several(moves) => self.say(&PlayLine::WhichMove(line, turn, &moves)),
                Meant::Nothing if word.eq_ignore_ascii_case("q") => return Ok(Line::Leave),
                Meant::Nothing => self.say(&PlayLine::NoMove(line, turn.written(0))),
            },
        }
        Ok(Line::Stay)
    }

    /// Says what every move is worth, as far as that is found in the time for a thought.
    fn value(&self, turn: &PlayTurn) -> Result<(), Problem> {
        let terminal = terminal::question();
        let mut budget = terminal.budget();
        budget.time = Some(self.think());
        let question = self.asked.at(self.now().position.clone());
        let answer = grundy::moves(&question, self.now().mover, Play::AsWritten, &budget)?;
        terminal::clear();
        self.say(&PlayLine::Worth(turn, &answer));
        Ok(())
    }

    /// How long a thought may take.
    fn think(&self) -> Duration {
        Duration::from_secs_f64(self.args.think.clamp(0.0, 1e9))
    }

    /// Back to the last position in which a person moved.
    fn undo(&mut self) -> bool {
        let before = self.past[..self.past.len() - 1].iter().rposition(|then| self.humans[then.mover as usize]);
        if let Some(at) = before {
            self.past.truncate(at + 1);
            self.last = None;
            self.record.moves.truncate(at);
        }
        before.is_some()
    }

    fn choose(&mut self, steps: &[Step], strength: Strength) -> Result<Choice, Problem> {
        let terminal = terminal::question();
        let watch = terminal.budget();
        let within = watch.within(self.think());
        let now = self.past.last().expect("never empty");
        self.opponent.choose(now, steps, strength, &within).map_err(|refusal| match refusal {
            Refusal::Wrong(diagnostic) => Problem::of_position(&diagnostic),
            Refusal::Unfit(reason) | Refusal::OutOfReach(reason) => {
                Problem::bad_input("E23", reason).remedy("play with --strength mcts")
            }
            Refusal::Stopped(stop, _) => Problem::bad_input("limit", stop.to_string()),
        })
    }

    fn show_board(&self, turn: &PlayTurn) {
        self.say(&PlayLine::Board(turn, self.now(), &self.players));
    }

    fn ended(self, end: PlayEnd) -> Reply {
        let person = match self.humans {
            [true, false] => Some(Side::Left),
            [false, true] => Some(Side::Right),
            _ => None,
        };
        Reply::of(&PlayAnswer { moves: self.record.moves, end, players: self.players, person })
    }
}

/// The move of a saved game.
fn find(steps: &[Step], text: &str) -> Option<usize> {
    let plain = |text: &str| text.chars().filter(|character| !character.is_whitespace()).collect::<String>();
    steps.iter().position(|step| plain(&step.text) == plain(text))
}
