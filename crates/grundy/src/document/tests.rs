use super::*;
use crate::library::Library;
use grundy_rule::OPEN_WORDS;

/// The text without its mark `@`, and the place of the mark.
fn marked(text: &str) -> (Document, usize) {
    let place = text.find('@').expect("a mark");
    (Document::read(Text::new("my.game", text.replacen('@', "", 1))), place)
}

fn hover(text: &str) -> String {
    let (document, place) = marked(text);
    document.hover(place).map(|hover| format!("{} | {}", hover.code, hover.words)).unwrap_or_default()
}

fn offered(text: &str) -> Vec<String> {
    let (document, place) = marked(text);
    document.completions(place).into_iter().map(|one| one.text).collect()
}

fn renamed(text: &str, new: &str) -> Result<String, String> {
    let (document, place) = marked(text);
    let rewrites = document.rename(place, new).map_err(|problem| problem.message)?;
    let mut text = document.text().text.clone();
    for rewrite in rewrites.iter().rev() {
        text.replace_range(rewrite.start as usize..rewrite.end as usize, &rewrite.text);
    }
    Ok(text)
}

const HACKENBUSH: &str = "type Hue = Blue | Red\ngame Bush\n  param edges: list of (u: nat, v: nat, hue: Hue)\n  \
    state up: set of 0..len(edges)-1 = all\n  def standing(s) = {e in s if edges[e].u in reach({0}, {f in s: edges[f]})}\n  \
    left move cut(e in up) if edges[e].hue != Red: up = standing(up - {e})\n";

#[test]
fn hover_says_type_declaration_and_remark() {
    let nim =
        "# Take any number.\ngame Nim\n  # Counters.\n  state n: nat # in the heap\n  move take(k in 1..n): n -= @k\n";
    assert_eq!(hover(nim), "k in 1..n | bound name: a number");
    let field = nim.replace('@', "").replace("state n", "state @n");
    assert_eq!(hover(&field), "state n: nat | field: a number\n\nCounters. in the heap");
    let game = nim.replace('@', "").replace("game Nim", "game N@im");
    assert_eq!(hover(&game), "game Nim | game\n\nTake any number.");
    let word = nim.replace('@', "").replace("move", "mo@ve");
    assert!(hover(&word).starts_with("move NAME(BINDERS) if GUARD: BODY | A kind of move"));
    let head = nim.replace('@', "").replace("take", "ta@ke");
    assert_eq!(hover(&head), "move take(k in 1..n) | move");
    assert_eq!(hover(&nim.replace('@', "").replace("any number", "any @number")), "");
    assert_eq!(
        hover(&HACKENBUSH.replacen("standing", "stand@ing", 1)).split(" | ").nth(1),
        Some("definition: a set of numbers")
    );
    assert_eq!(hover(&HACKENBUSH.replacen("Red:", "R@ed:", 1)), "type Hue = Blue | Red | value of a type");
    assert_eq!(hover(&HACKENBUSH.replacen(".hue", ".h@ue", 1)), "hue: Hue | entry of a tuple");
    let edges = hover(&HACKENBUSH.replacen("param edges", "param ed@ges", 1));
    assert!(edges.ends_with("parameter: a list of tuples"), "{edges}");
}

#[test]
fn names_are_renamed_where_they_are_meant() {
    let two = "game A\n  state n: nat\n  move take(k in 1..@n): n -= k\ngame B\n  state n: nat\n  move take(k in 1..n): n -= k\nstart A(n = 3) + B(n = 4)\n";
    let text = renamed(two, "heap").expect("it can be renamed");
    assert_eq!(
        text,
        "game A\n  state heap: nat\n  move take(k in 1..heap): heap -= k\ngame B\n  state n: nat\n  move take(k in 1..n): n -= k\nstart A(heap = 3) + B(n = 4)\n"
    );
    let players = "game P\n  players Al@ice, Bob\n  state n: nat\n  move take(k in 1..n) if me == Alice or k == 1: n -= k\n  Alice wins when stuck\nexpect winner P(2) == Alice\n";
    let text = renamed(players, "Ann").expect("it can be renamed");
    assert!(!text.contains("Alice") && text.contains("== Ann\n") && text.contains("Ann wins"), "{text}");
    let entry = renamed(&HACKENBUSH.replacen(".hue", ".h@ue", 1), "colour").expect("it can be renamed");
    assert!(entry.contains("colour: Hue") && entry.contains(".colour != Red"), "{entry}");
}

#[test]
fn a_name_that_is_taken_is_refused() {
    let nim = "game Nim\n  state n: nat\n  move take(@k in 1..n): n -= k\n";
    assert!(renamed(nim, "n").is_err_and(|cause| cause.contains("hides")));
    assert!(renamed(nim, "move").is_err_and(|cause| cause.contains("not a name")));
    assert!(renamed(nim, "3x").is_err());
    assert!(renamed(nim, "a b").is_err());
    assert!(renamed("game Nim\n  state n: n@at\n", "x").is_err_and(|cause| cause.contains("word of the language")));
    assert_eq!(renamed(nim, "Zug").map(|text| text.matches("Zug").count()), Ok(2));
}

#[test]
fn completion_fits_the_place() {
    let nim = "game Nim\n  state heap: nat\n  move take(k in 1..h@): heap -= k\n";
    let all = offered(nim);
    assert!(["heap", "Nim", "max"].iter().all(|word| all.contains(&word.to_string())), "{all:?}");
    assert!(!all.contains(&"symmetry".to_string()));
    assert_eq!(offered("ga@"), ["game", "def", "type", "start", "expect"]);
    assert!(offered("game A\n  st@").contains(&"state".to_string()));
    assert_eq!(offered("game A\n  claim @"), ["first", "second", "grundy", "plies", "rounds"]);
    assert!(offered("game A\n  state n: nat\n  symmetry mirror @").contains(&"n".to_string()));
    assert_eq!(offered("game A\n  state n: nat\nstart @"), ["A", "sum", "if"]);
    assert_eq!(offered("game A\n  state @"), Vec::<String>::new());
    assert_eq!(offered("game A # st@"), Vec::<String>::new());
    assert_eq!(offered("game A\n  state b: bool show \"x@\""), Vec::<String>::new());
    let entries = offered(&HACKENBUSH.replacen(".hue", ".h@ue", 1));
    assert_eq!(entries, ["u", "v", "hue", "row", "col"]);
    let bound = offered("game A\n  state n: nat\n  move take(k in 1..n):\n    let rest = n - k\n    n = @rest\n");
    assert_eq!(bound.first().map(String::as_str), Some("rest"), "what is bound nearest comes first: {bound:?}");
    let broken = offered("game A\n  state n: nat\n  move take(often in 1..n) if o@");
    assert!(broken.contains(&"often".to_string()), "{broken:?}");
}

/// Every word of every library game that is no word of the language stands for a declaration, or is an entry of a cell, an answer, or
/// the one who moves; and where the checker knows a type, the name has it.
#[test]
fn every_name_of_the_library_is_resolved() {
    for entry in Library::standard().entries() {
        let document = Document::read(entry.text.clone());
        assert!(document.ruleset().is_some(), "{}", entry.text.name);
        for token in &document.tokens {
            let TokenKind::Word(word) = &token.kind else { continue };
            let place = token.span.start as usize;
            let built_in = word_class(word).is_some() || OPEN_WORDS.contains(&word.as_str());
            if built_in || document.named_at(place).is_some() {
                continue;
            }
            let before = entry.text.text[..place].trim_end();
            let known = before.ends_with('.') || before.ends_with("==");
            assert!(known, "{}: `{word}` at {place}", entry.text.name);
        }
        let typed = document
            .names()
            .iter()
            .filter(|named| matches!(named.kind, NameKind::Parameter | NameKind::Field | NameKind::Bound));
        for named in typed {
            assert!(document.type_of(named).is_some(), "{}: `{}` has no type", entry.text.name, named.name);
        }
        let rows: usize = document.outline().iter().map(|row| 1 + row.inner.len()).sum();
        assert!(rows > 2, "{}", entry.text.name);
    }
}

/// Every name of the library can be called otherwise, and what is left has the same rules.
#[test]
fn every_name_of_the_library_can_be_renamed() {
    for entry in Library::standard().entries().iter().step_by(4) {
        let document = Document::read(entry.text.clone());
        for named in document.names() {
            let place = named.declared.start as usize;
            if let Err(problem) = document.rename(place, "Renamed_thing") {
                panic!("{}: {}: {}", entry.text.name, named.name, problem.message);
            }
        }
    }
}

#[test]
fn any_text_is_read_and_asked() {
    for text in [
        "",
        "\n",
        "game",
        "game A\n  move",
        "\u{feff}game A\n  state 말: nat\n",
        "🎲🎲",
        "(((((((",
        "\"",
        "#",
        "a\tb\r\nc",
    ] {
        let document = Document::read(Text::new("my.game", text));
        for place in 0..=text.len() + 3 {
            let _ = (document.hover(place), document.completions(place), document.references(place));
            let _ = document.rename(place, "x");
        }
        let _ = document.outline();
    }
    let long = Document::read(Text::new("my.game", "x".repeat(MAX_BYTES + 1)));
    assert_eq!(long.diagnostics().len(), 1);
}

/// Texts as they are while they are being written: parts of library games left out, doubled or cut off, with wide characters between.
/// Whatever is asked of them, nothing panics, and every span is one of the text.
#[test]
fn texts_that_are_being_written_are_read_and_asked() {
    let mut seed: u64 = 17;
    let mut below = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most.max(1)
    };
    for entry in Library::standard().entries().iter().step_by(3) {
        for round in 0..12 {
            let mut text: Vec<char> = entry.text.text.chars().collect();
            let (start, length) = (below(text.len()), below(12));
            let end = (start + length).min(text.len());
            match round % 4 {
                0 => drop(text.drain(start..end)),
                1 => text.truncate(start),
                2 => drop(text.splice(start..start, "돌🎲".chars())),
                _ => drop(text.splice(start..start, text[start..end].to_vec())),
            }
            let text: String = text.into_iter().collect();
            let document = Document::read(Text::new("my.game", &text));
            for _ in 0..12 {
                let place = below(text.len() + 1);
                let spans = document.references(place).into_iter().chain(document.hover(place).map(|hover| hover.span));
                assert!(spans.into_iter().all(|span| text.get(span.range()).is_some()), "{text}");
                let _ = document.completions(place);
            }
            let _ = document.rename(below(text.len() + 1), "돌");
            let _ = (document.outline(), document.rewrites().count());
        }
    }
}
