//! What the words on the command line stand for: files and standard input are read here, each once.

use crate::diagnose::When;
use crate::terminal::Terminal;
use grundy::{
    Engine, Inline, Language, Library, MAX_POSITION_BYTES, MAX_RULE_BYTES, Problem, ProgramLanguage, Question, Ruleset,
    Subject, Text, line_and_column,
};
use grundy::{payoff_text, too_long};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The library, how rules are run, and what was read from standard input.
pub struct Door {
    /// The games that can be named.
    pub library: Library,
    /// How moves are made.
    pub engine: Engine,
    /// In which language answers are said.
    pub language: Language,
    /// When text is coloured.
    pub color: When,
    /// Whether no progress is shown.
    pub quiet: bool,
    /// Whether a long answer is printed whole on a terminal too.
    pub full: bool,
    /// Whether a program reads the answer.
    pub json: bool,
    input: OnceLock<Result<Text, Problem>>,
}

/// What was said of the whole process.
#[derive(Default)]
pub struct Settings {
    /// How moves are made.
    pub engine: Engine,
    /// In which language answers are said.
    pub language: Language,
    /// When text is coloured.
    pub color: When,
    /// Whether no progress is shown.
    pub quiet: bool,
    /// Whether a long answer is printed whole on a terminal too.
    pub full: bool,
    /// Whether a program reads the answer.
    pub json: bool,
}

/// What `--lang` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// The language of words.
    Words(Language),
    /// The language of a program.
    Program(ProgramLanguage),
}

/// For clap: a language of words by its tag, or one of programs by its name.
pub fn lang(text: &str) -> Result<Lang, String> {
    match text {
        "cpp" => Ok(Lang::Program(ProgramLanguage::Cpp)),
        "python" => Ok(Lang::Program(ProgramLanguage::Python)),
        "rust" => Ok(Lang::Program(ProgramLanguage::Rust)),
        tag => Language::of_tag(tag)
            .map(Lang::Words)
            .ok_or_else(|| "the languages are en, ko and zh; of programs cpp, python and rust".to_string()),
    }
}

/// The language of the user's locale, English where it is none of ours.
pub fn locale() -> Language {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match set("LC_ALL").or_else(|| set("LC_MESSAGES")).or_else(|| set("LANG")) {
        Some(name) if name.starts_with("ko") => Language::Korean,
        Some(name) if name.starts_with("zh_TW") || name.starts_with("zh_HK") => Language::Chinese,
        _ => Language::English,
    }
}

static DOOR: OnceLock<Door> = OnceLock::new();

/// The door of this process.
pub fn door() -> &'static Door {
    DOOR.get_or_init(|| Door::new(Settings::default()))
}

/// Opens the door; called once, before anything is asked.
pub fn open(settings: Settings) {
    let _ = DOOR.set(Door::new(settings));
}

impl Door {
    fn new(settings: Settings) -> Door {
        let Settings { engine, language, color, quiet, full, json } = settings;
        Door { library: Library::standard(), engine, language, color, quiet, full, json, input: OnceLock::new() }
    }

    /// What a GAME stands for. A file of that name wins, then rules written out, then the library, then an expression.
    pub fn subject(&self, word: &str) -> Result<Subject, Problem> {
        if word == "-" {
            return self.library.subject_of(self.standard_input()?);
        }
        if let Some(path) = word.strip_prefix('@') {
            return self.library.position(read(Path::new(path), MAX_POSITION_BYTES)?);
        }
        let path = Path::new(word);
        let short = word.len() < 4096 && !word.contains('\n');
        let is_file = short && path.metadata().is_ok_and(|metadata| !metadata.is_dir());
        let like_a_path = short && (path.is_dir() || word.ends_with(".game") || word.contains(['/', '\\']));
        let is_named = || self.library.find(word).is_some();
        if is_file || (like_a_path && !word.contains('(') && !is_named()) {
            return Ruleset::read(read(path, MAX_RULE_BYTES)?, "").map(Subject::Rules);
        }
        self.library.subject(word)
    }

    /// The text of a POSITION: itself, standard input, or a file.
    pub fn position(&self, words: &str) -> Result<Text, Problem> {
        match words.strip_prefix('@') {
            Some(path) => read(Path::new(path), MAX_POSITION_BYTES),
            None if words == "-" => self.standard_input(),
            None => Ok(Text::position(words)),
        }
    }

    /// GAME and POSITION, read.
    pub fn read(&self, game: &str, position: Option<&str>) -> Result<(Subject, Option<Text>), Problem> {
        if game == "-" && position == Some("-") {
            let cause = "standard input is both the game and the position";
            return Err(Problem::bad_input("usage", cause).remedy("name a file for one of them"));
        }
        let subject = self.subject(game)?;
        Ok((subject, position.map(|words| self.position(words)).transpose()?))
    }

    /// The position that GAME and POSITION name.
    pub fn question(&self, game: &str, position: Option<&str>) -> Result<Question, Problem> {
        let (subject, position) = self.read(game, position)?;
        subject.question(position.as_ref(), self.engine)
    }

    /// The rules that GAME names.
    pub fn ruleset(&self, game: &str) -> Result<Ruleset, Problem> {
        self.subject(game).map(|subject| subject.ruleset().clone())
    }

    /// The text of a matrix or tree: a file, standard input, one of a library, or the word itself.
    pub fn payoffs(&self, word: &str, library: &[(&str, &str)], inline: Inline) -> Result<Text, Problem> {
        let path = Path::new(word);
        match word {
            "-" => self.standard_input(),
            _ if path.is_file() => read(path, MAX_POSITION_BYTES),
            _ => payoff_text(word, library, inline),
        }
    }

    /// Standard input, read when it is first asked for; at most as much as a position may have.
    pub fn standard_input(&self) -> Result<Text, Problem> {
        let read = || read_bounded(std::io::stdin().lock(), "<stdin>".into(), MAX_POSITION_BYTES);
        self.input.get_or_init(read).clone()
    }

    /// The watch of a question whose time began with the process.
    pub fn watch(&self) -> Terminal {
        crate::terminal::watch()
    }
}

/// Opens a file that is no folder.
pub fn open_file(path: &Path) -> Result<File, Problem> {
    let name = path.display().to_string();
    if path.is_dir() {
        let remedy = format!("name a file in it: {}", path.join("NAME.game").display());
        return Err(Problem::bad_input("E52", format!("`{name}` is a folder, not a file")).remedy(remedy));
    }
    File::open(path).map_err(|error| cannot_read(&name, &error))
}

/// Reads a file of at most `limit` bytes of UTF-8.
pub fn read(path: &Path, limit: usize) -> Result<Text, Problem> {
    let (file, name) = (open_file(path)?, path.display().to_string());
    if file.metadata().is_ok_and(|metadata| metadata.len() > limit as u64) {
        return Err(too_long(&name, limit));
    }
    read_bounded(file, name, limit)
}

/// The rule files that a path names: itself, or the `*.game` files of a folder, sorted.
pub fn rule_files(path: &Path) -> Result<Vec<PathBuf>, Problem> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let name = path.display().to_string();
    let entries = std::fs::read_dir(path).map_err(|error| cannot_read(&name, &error))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "game") && !file.is_dir());
    files.sort();
    if files.is_empty() {
        let cause = format!("the folder `{name}` holds no rule files");
        return Err(Problem::bad_input("E52", cause).remedy("rule files are called NAME.game"));
    }
    Ok(files)
}

fn read_bounded(reader: impl Read, name: String, limit: usize) -> Result<Text, Problem> {
    let mut bytes = Vec::new();
    reader.take(limit as u64 + 1).read_to_end(&mut bytes).map_err(|error| cannot_read(&name, &error))?;
    if bytes.len() > limit {
        return Err(too_long(&name, limit));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Text { name, text }),
        Err(error) => Err(not_utf8(&name, error.as_bytes(), error.utf8_error().valid_up_to())),
    }
}

fn cannot_read(name: &str, error: &std::io::Error) -> Problem {
    match error.kind() {
        std::io::ErrorKind::NotFound => {
            let library = &door().library;
            let stem = Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let near = library.find(&stem).map(|entry| entry.stem.as_str()).or_else(|| library.suggest(&stem));
            let remedy = match near {
                Some(near) => format!("the library has `{near}`: write it without folder and `.game`"),
                None => "look at its spelling; `grundy games` lists the library".to_string(),
            };
            Problem::bad_input("E51", format!("there is no file `{name}`")).remedy(remedy)
        }
        std::io::ErrorKind::IsADirectory => {
            Problem::bad_input("E52", format!("`{name}` is a folder, not a file")).remedy("name a file in it")
        }
        _ => Problem::bad_input("E53", format!("`{name}` cannot be read: {error}"))
            .remedy("look at who may read it, or copy it elsewhere"),
    }
}

fn not_utf8(name: &str, bytes: &[u8], valid: usize) -> Problem {
    let before = String::from_utf8_lossy(&bytes[..valid]);
    let (line, column) = line_and_column(&before, before.len() as u32);
    let remedy = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it looks like UTF-16; save it as UTF-8",
        _ => "save it as UTF-8",
    };
    let cause = format!("byte {valid} of `{name}` (0x{:02x}) is not UTF-8", bytes.get(valid).copied().unwrap_or(0));
    Problem::bad_input("E54", cause).at(format!("{name}:{line}:{column}")).remedy(remedy)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(word: &str) -> String {
        door().subject(word).err().map(|problem| problem.code).unwrap_or_default()
    }

    #[test]
    fn files_that_cannot_be_read_are_told_apart() {
        assert_eq!(code("no-such-file.game"), "E51");
        assert_eq!(code("src"), "E52");
        assert_eq!(code("@no-such-file"), "E51");
        assert_eq!(code("no_such_game"), "E55");
    }
}
