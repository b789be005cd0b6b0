//! The pages in docs/ and at the root: lines that fit a window, commands that print what the page says they print.
//!
//! In a block of code of the pages that are run a line `$ COMMAND` is run by the shell, all of a page in one folder that is empty at first, and what follows up to
//! the next such line or the end of the block is what it prints; a line `...` stands for any lines. `$ cat FILE` of a file that is not
//! there writes it. `GRUNDY_UPDATE=1` writes the pages anew: read the difference.

use super::library::root;
use super::program::grundy;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Characters of a line; tables, code, pictures and headings are as long as they have to be.
const WIDEST: usize = 100;

/// Every page: at the root, in docs/ and below.
fn pages() -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for path in std::fs::read_dir(folder).expect("docs").flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                below(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    let mut pages: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|page| root().join(page)).into();
    below(&root().join("docs"), &mut pages);
    pages.sort();
    pages
}

#[test]
fn lines_of_prose_fit_a_window() {
    let mut long = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("readable");
        let mut code = false;
        for (number, line) in text.lines().enumerate() {
            let fence = line.trim_start().starts_with("```");
            code ^= fence;
            let exempt = code || fence || line.starts_with(['|', '#', '<']) || line.starts_with("![");
            if !exempt && line.chars().count() > WIDEST {
                long.push(format!("{}:{}", page.display(), number + 1));
            }
        }
    }
    assert!(long.is_empty(), "more than {WIDEST} characters: {long:#?}");
}

/// Pages whose commands are run; others show commands that take long, or no output.
fn is_run(page: &Path) -> bool {
    page.ends_with("README.md") || page.ends_with("docs/editors.md") || is_of_book(page)
}

/// Whether it is a page of the book.
fn is_of_book(page: &Path) -> bool {
    page.starts_with(root().join("docs/book"))
}

/// Seconds that a command of a page may take.
const LONGEST: u32 = 30;

/// A part of a page: lines that are kept, or a command with what it prints.
enum Part {
    Kept(String),
    Run { command: String, prints: Vec<String> },
}

fn parts(page: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut code = false;
    for line in page.lines() {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        match (parts.last_mut(), line.strip_prefix("$ ")) {
            (_, Some(command)) if code => parts.push(Part::Run { command: command.to_string(), prints: Vec::new() }),
            (Some(Part::Run { prints, .. }), _) if code => prints.push(line.to_string()),
            _ => parts.push(Part::Kept(line.to_string())),
        }
    }
    parts
}

/// Whether these lines are what a page says; `...` stands for any lines.
fn agree(said: &[String], printed: &[&str]) -> bool {
    match said {
        [] => printed.is_empty(),
        [first, rest @ ..] if first.trim() == "..." => {
            (0..=printed.len()).any(|skipped| agree(rest, &printed[skipped..]))
        }
        [first, rest @ ..] => printed.first().is_some_and(|line| *line == first) && agree(rest, &printed[1..]),
    }
}

/// The locale in which the commands of a page are run: that of its edition.
fn locale(page: &Path) -> &'static str {
    let is_in = |edition: &str| page.parent().is_some_and(|folder| folder.ends_with(edition));
    match () {
        () if is_in("book/ko") => "ko_KR.UTF-8",
        () if is_in("book/zh") => "zh_TW.UTF-8",
        () => "C.UTF-8",
    }
}

/// What a command prints, to both streams, in a folder and a locale.
fn shell(command: &str, folder: &Path, locale: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_grundy")).parent().expect("a folder").to_path_buf();
    let path = std::env::join_paths(
        [program].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let output = Command::new("sh")
        .args(["-c", "exec 2>&1; exec timeout \"$1\" sh -c \"$2\"", "sh", &LONGEST.to_string(), command])
        .current_dir(folder)
        .env("PATH", path.expect("a path"))
        // Not `LC_ALL`: shells complain of one that the machine has not.
        .env("LANG", locale)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env_remove("GRUNDY_UPDATE")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn commands_print_what_the_pages_say() {
    let update = std::env::var_os("GRUNDY_UPDATE").is_some();
    let pages: Vec<PathBuf> = pages().into_iter().filter(|page| is_run(page)).collect();
    // Pages are apart, so that each processor takes one after another.
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut wrong, mut run) = (Vec::new(), 0);
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some(page) = pages.get(number) else { return (wrong, run) };
            let (found, count) = run_page(number, page, update);
            wrong.extend(found);
            run += count;
        }
    };
    let (wrong, run) = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().map(|worker| worker.join().expect("no panic"));
        done.fold((Vec::new(), 0), |(all, sum), (wrong, run)| ([all, wrong].concat(), sum + run))
    });
    assert!(run >= 15, "only {run} commands");
    assert!(update || wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Runs the commands of a page; tells which print something else, and how many were run.
fn run_page(number: usize, page: &Path, update: bool) -> (Vec<String>, usize) {
    let (mut wrong, mut run) = (Vec::new(), 0);
    let text = std::fs::read_to_string(page).expect("readable");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(number.to_string());
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut renewed = String::new();
    for part in parts(&text) {
        let (command, prints) = match part {
            Part::Kept(line) => {
                renewed += &(line + "\n");
                continue;
            }
            Part::Run { command, prints } => (command, prints),
        };
        run += 1;
        // An empty line before the next command parts them for the eye.
        let blank = prints.iter().rev().take_while(|line| line.is_empty()).count();
        let said = &prints[..prints.len() - blank];
        let file = command.strip_prefix("cat ").map(|name| folder.join(name)).filter(|path| !path.exists());
        let printed = match file {
            Some(file) => {
                let text: String = said.iter().flat_map(|line| [line, "\n"]).collect();
                std::fs::write(&file, &text).expect("writable");
                text
            }
            None => shell(&command, &folder, locale(page)),
        };
        let lines: Vec<&str> = printed.trim_end().lines().collect();
        let fits = agree(said, &lines);
        if !fits {
            wrong.push(format!("{}: $ {command}\nsays {said:#?}\nprints {lines:#?}", page.display()));
        }
        let shown: Vec<String> = if fits { said.to_vec() } else { lines.iter().map(ToString::to_string).collect() };
        renewed += &format!("$ {command}\n");
        renewed.extend(shown.iter().flat_map(|line| [line.as_str(), "\n"]));
        renewed += &"\n".repeat(blank);
    }
    if is_of_book(page) {
        for command in commands_in_prose(&text) {
            run += 1;
            let printed = shell(&format!("{command} || echo \"exit code $?\""), &folder, locale(page));
            if printed.contains("exit code 2") || printed.contains("exit code 1") {
                wrong.push(format!("{}: `{command}` prints {printed}", page.display()));
            }
        }
    }
    if update && renewed != text {
        std::fs::write(page, renewed).expect("writable");
    }
    (wrong, run)
}

/// Commands that stand in sentences, but those that wait for somebody.
fn commands_in_prose(page: &str) -> Vec<String> {
    let prose = page.split("\n```").step_by(2).collect::<Vec<_>>().join(" ");
    let spans = prose.split('`').skip(1).step_by(2).map(|span| span.split_whitespace().collect::<Vec<_>>().join(" "));
    let waits = |command: &str| {
        ["grundy web", "grundy play"].iter().any(|word| command.starts_with(word)) || command.contains("--watch")
    };
    // A word in capitals, GAME or FILE, stands for what a reader puts there.
    let is_form =
        |span: &str| span.split([' ', '-']).any(|word| word.len() >= 4 && word.chars().all(|c| c.is_ascii_uppercase()));
    let commands = spans.filter(|span| span.starts_with("grundy ") && !waits(span) && !is_form(span));
    commands.map(|span| span.replace("\\|", "|")).collect()
}

/// The page at the root names every command, and no other; what it draws is drawn by the gallery too, which is compared.
#[test]
fn the_readme_names_every_command() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("README.md");
    let help = grundy(&["--help"]).out;
    let commands = help.split("Commands:").nth(1).and_then(|rest| rest.split("Options:").next()).expect("a list");
    let commands: Vec<&str> = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.len() > 30, "{commands:?}");
    for command in &commands {
        let named = readme
            .match_indices(&format!("grundy {command}"))
            .any(|(at, found)| readme[at + found.len()..].starts_with(|next: char| !next.is_alphanumeric()));
        assert!(named, "the README lacks `grundy {command}`");
    }
    let gallery = std::fs::read_to_string(root().join("docs/gallery.md")).expect("the gallery");
    let drawn: Vec<&str> = readme.lines().filter(|line| line.starts_with("grundy draw ")).collect();
    assert_eq!(drawn.len(), 3);
    for line in drawn {
        assert!(gallery.lines().any(|other| other == line), "the gallery lacks {line}");
    }
    // Other commands in code are run by the test above or here, or build what is run here.
    let mut code = false;
    for line in readme.lines() {
        code ^= line.starts_with("```");
        if let Some(words) = line.strip_prefix("cargo run --release -- ").filter(|_| code) {
            let words: Vec<&str> = words.split('#').next().unwrap_or_default().split_whitespace().collect();
            assert_eq!(grundy(&words).code, Some(0), "{line}");
            continue;
        }
        let known = line.starts_with("grundy draw ") || line == "cargo install --path crates/cli";
        let command = ["grundy ", "cargo ", "pip "].iter().any(|program| line.starts_with(program));
        assert!(!code || known || !command, "nobody runs `{line}`");
    }
    let manifest = std::fs::read_to_string(root().join("crates/cli/Cargo.toml")).expect("a manifest");
    assert!(manifest.contains("name = \"grundy\""), "what is installed is called grundy");
}

/// Links between pages lead to files that there are.
#[test]
fn links_lead_somewhere() {
    let mut dead = Vec::new();
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("readable");
        // What stands outside blocks of code.
        let text = text.split("\n```").step_by(2).collect::<Vec<_>>().join(" ").replace('\n', " ");
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split([')', '#']).next().unwrap_or_default();
            let elsewhere = target.is_empty() || target.contains("://") || target.contains(' ') || target.contains('(');
            if !elsewhere && !page.parent().expect("a folder").join(target).exists() {
                dead.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

/// The contents of each edition of the book name every page, once, and each chapter of the tutorial but the last leads to the next.
#[test]
fn the_book_is_whole() {
    for (edition, next) in [("src", "Next: "), ("ko", "다음: "), ("zh", "下一章：")] {
        let folder = root().join("docs/book").join(edition);
        let contents = std::fs::read_to_string(folder.join("SUMMARY.md")).expect("the contents");
        let named: Vec<&str> = contents.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        let mut named: Vec<&str> = named.into_iter().filter(|name| !name.starts_with("..")).collect();
        let found = pages().into_iter().filter(|page| page.starts_with(&folder));
        let mut found: Vec<String> =
            found.filter_map(|page| Some(page.strip_prefix(&folder).ok()?.to_str()?.to_string())).collect();
        found.retain(|name| name != "SUMMARY.md");
        let chapters: Vec<&str> =
            named.iter().copied().filter(|name| name.starts_with(|c: char| c.is_ascii_digit())).collect();
        assert_eq!(chapters.len(), 10, "{edition}");
        for pair in chapters.windows(2) {
            let chapter = std::fs::read_to_string(folder.join(pair[0])).expect("a chapter");
            let last = chapter.lines().last().filter(|line| line.starts_with(next) && line.contains(pair[1]));
            assert!(last.is_some(), "{edition}: {} does not lead to {}", pair[0], pair[1]);
        }
        named.sort_unstable();
        found.sort();
        assert_eq!(named, found, "{edition}");
    }
}
