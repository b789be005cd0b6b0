//! Properties of whole pictures, and pictures kept to be reviewed as a diff.
//!
//! `GRUNDY_UPDATE=1 cargo test -p grundy-draw` writes the files in tests/golden/draw anew.

use crate::samples::*;
#[allow(dead_code)]
use grundy_answer::Unwatched;
use grundy_draw::scene::{Group, Item, Pen, Role, Scene};
use grundy_draw::*;
use proptest::prelude::*;
use std::path::Path;
use std::process::Command;

fn drawn(picture: &Picture, format: Format, style: &Style) -> String {
    let bytes = draw(picture, format, style, &Fonts::embedded(), &Unwatched).expect("it can be drawn");
    String::from_utf8(bytes).expect("text formats are UTF-8")
}

fn scene_of(picture: &Picture, style: &Style) -> Scene {
    scene(picture, style, &Unwatched).expect("it can be drawn")
}

/// The groups of a scene, outermost first, each with the origin it lies at.
fn groups(items: &[Item]) -> Vec<&Group> {
    let mut found = Vec::new();
    let mut stack: Vec<&Item> = items.iter().collect();
    while let Some(item) = stack.pop() {
        if let Item::Group(group) = item {
            found.push(group);
            stack.extend(&group.items);
        }
    }
    found
}

fn nodes(scene: &Scene) -> Vec<(usize, &Group)> {
    let of = |group: &&Group| if let Role::Node(index) = group.role { Some(index) } else { None };
    groups(&scene.items).into_iter().filter_map(|group| Some((of(&group)?, group))).collect()
}

#[test]
fn golden() {
    let plain = Style::default();
    let safe = Style { theme: Theme::Safe, colour_by: ColourBy::Outcome, lang: Lang::Chinese, ..Style::default() };
    let korean = Style { lang: Lang::Korean, ..plain };
    let dark = Style { theme: Theme::Dark, ..plain };
    let pictures = [
        ("tree", Picture::Diagram(can_i_win(4, 8, Equal::Apart)), plain),
        ("best", Picture::Diagram(can_i_win(4, 9, Equal::Apart).best()), safe),
        ("depth", Picture::Diagram(can_i_win(4, 9, Equal::Apart).to_depth(2)), korean),
        ("graph", Picture::Diagram(can_i_win(4, 8, Equal::Merged)), plain),
        ("loopy", Picture::Diagram(loopy()), dark),
        ("boards", Picture::Diagram(noughts("XOXOX..O.")), plain),
        ("grid", Picture::Board(noughts_board()), plain),
        ("heaps", Picture::Board(heaps(&[3, 5, 40])), safe),
        ("strip", Picture::Board(strip(7)), plain),
        ("digraph", Picture::Board(digraph()), plain),
        ("polygon", Picture::Board(polygon(7)), plain),
        ("heat", Picture::Heat(wythoff(9, Show::Grundy)), plain),
        ("outcomes", Picture::Heat(wythoff(9, Show::Outcome)), safe),
        ("map", Picture::Heat(wythoff(70, Show::Outcome)), plain),
        ("sequence", Picture::Sequence(octal_77(100)), korean),
        ("binned", Picture::Sequence(large(5_000)), plain),
        ("thermograph", Picture::Thermograph(thermograph()), plain),
        ("matrix", Picture::Matrix(nim_table(8)), plain),
    ];
    for (name, picture, style) in &pictures {
        for (format, extension) in [(Format::Svg, "svg"), (Format::Txt, "txt")] {
            kept(&format!("{name}.{extension}"), &drawn(picture, format, style));
        }
    }
    let (_, tree, style) = &pictures[1];
    kept("best.dot", &drawn(tree, Format::Dot, style));
    kept("best.tex", &drawn(tree, Format::Tikz, style));
}

fn kept(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/draw");
    let path = folder.join(name);
    if std::env::var_os("GRUNDY_UPDATE").is_some() {
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        std::fs::write(&path, text).expect("the file can be written");
        return;
    }
    let old = std::fs::read_to_string(&path).unwrap_or_default();
    let line = old.lines().zip(text.lines()).position(|(old, new)| old != new);
    assert!(old == text, "{name} changed at line {line:?}; review it and run with GRUNDY_UPDATE=1");
}

/// The known sizes: 53, 59 and 242 positions in the trees; at most 32 states.
#[test]
fn trees_stop_where_the_game_is_over() {
    for (most, target, count) in [(4, 8, 53), (4, 9, 59), (5, 12, 242)] {
        let tree = can_i_win(most, target, Equal::Apart);
        assert_eq!(tree.nodes.len(), count);
        let scene = scene_of(&Picture::Diagram(tree), &Style::default());
        assert_eq!(nodes(&scene).len(), count);
    }
    assert!(can_i_win(5, 12, Equal::Merged).nodes.len() <= 32);
}

/// Each node and each edge has one group, and the page and the SVG agree on it.
#[test]
fn every_move_is_drawn_once() {
    for diagram in [can_i_win(5, 12, Equal::Apart), can_i_win(5, 12, Equal::Merged), loopy()] {
        let svg = drawn(&Picture::Diagram(diagram.clone()), Format::Svg, &Style::default());
        let document = roxmltree::Document::parse(&svg).expect("SVG is XML");
        for (attribute, count) in [("data-node", diagram.nodes.len()), ("data-edge", diagram.edges.len())] {
            let mut seen: Vec<usize> =
                document.descendants().filter_map(|node| node.attribute(attribute)?.parse().ok()).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..count), "{attribute}");
        }
        let moves = document.descendants().filter(|node| node.attribute("data-edge").is_some());
        for group in moves {
            assert!(group.children().any(|child| child.has_tag_name("path")));
        }
        let dot = drawn(&Picture::Diagram(diagram.clone()), Format::Dot, &Style::default());
        assert_eq!(dot.matches(" -> ").count(), diagram.edges.len());
    }
}

#[test]
fn colours_follow_the_turn_or_the_outcome() {
    let diagram = can_i_win(4, 8, Equal::Apart);
    for theme in [Theme::Plain, Theme::Safe, Theme::Dark] {
        for colour_by in [ColourBy::Turn, ColourBy::Outcome] {
            let style = Style { theme, colour_by, ..Style::default() };
            let scene = scene_of(&Picture::Diagram(diagram.clone()), &style);
            for (index, group) in nodes(&scene) {
                let node = &diagram.nodes[index];
                let colour = match colour_by {
                    ColourBy::Turn => theme.turn(node.turn),
                    ColourBy::Outcome => theme.outcome(node.outcome),
                };
                let Some(Item::Rect { pen: Pen { stroke, fill, .. }, .. }) = group.items.first() else {
                    panic!("a node begins with its box")
                };
                assert_eq!((*stroke, *fill), (Some(colour), Some(theme.tint(colour))));
            }
        }
    }
    // First player red, second blue: the largest channel tells.
    let Colour(red, green, blue) = Theme::Plain.turn(Turn::First);
    assert!(red > green && red > blue);
    let Colour(red, green, blue) = Theme::Plain.turn(Turn::Second);
    assert!(blue > green && blue > red);
}

fn texts_inside(scene: &Scene) -> Result<(), TestCaseError> {
    for (_, group) in nodes(scene) {
        let Some(Item::Rect { size, .. }) = group.items.first() else { panic!("a node begins with its box") };
        for item in &group.items {
            if let Item::Text(text) = item {
                // The label of the edge stands above the box; it has a box of its own.
                if text.at.1 > -size.1 / 2.0 {
                    prop_assert!(text.width() <= size.0 - 4.0, "{:?} in {}", text.text, size.0);
                    prop_assert!(text.at.1 <= size.1 / 2.0);
                }
            }
        }
    }
    Ok(())
}

fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[ -~]{0,40}",
        Just("<script>alert(1)</script>]]>&amp;\"'".to_string()),
        Just("\\end{document}%$#_{}^~".to_string()),
        Just("龜山島的先手必勝策略取石子遊戲".to_string()),
        Just("먼저 두는 사람이 이기는 돌 줍기 놀이".to_string()),
        Just("👨‍👩‍👧‍👦 \u{202e}reversed\u{0}\u{1b}[31mred ﷽".to_string()),
        "[a-z ]{300}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_spills_or_breaks_a_format(texts in prop::collection::vec(hostile(), 4), merged in any::<bool>()) {
        let node = |text: &String| Node { value: text.clone(), lines: vec![text.clone()], tooltip: text.clone(), ..Node::default() };
        let edge = |from, to, text: &String| Edge { from, to, text: text.clone(), quality: Quality::Best };
        let mut diagram = Diagram {
            title: texts[0].clone(),
            nodes: texts.iter().map(node).collect(),
            edges: vec![edge(0, 1, &texts[2]), edge(0, 2, &texts[3]), edge(2, 3, &texts[1])],
            roots: vec![0],
            ..Diagram::default()
        };
        if merged {
            diagram.edges.push(edge(1, 3, &texts[0]));
            diagram.edges.push(edge(3, 3, &texts[1]));
        }
        let picture = Picture::Diagram(diagram);
        let style = Style::default();
        texts_inside(&scene_of(&picture, &style))?;
        let svg = drawn(&picture, Format::Svg, &style);
        let document = roxmltree::Document::parse(&svg).expect("SVG is XML");
        prop_assert!(document.descendants().all(|node| !node.has_tag_name("script")));
        let html = drawn(&picture, Format::Html, &style);
        prop_assert_eq!(html.matches("<script").count(), 2);
        let txt = drawn(&picture, Format::Txt, &style);
        prop_assert!(txt.chars().all(|c| c == '\n' || !c.is_control()));
        let dot = drawn(&picture, Format::Dot, &style);
        prop_assert_eq!(dot.replace("\\\\", "").replace("\\\"", "").matches('"').count() % 2, 0);
        let tikz = drawn(&picture, Format::Tikz, &style);
        prop_assert_eq!(tikz.matches("\\end{document}").count(), 1);
    }
}

fn shades() -> impl Strategy<Value = Shade> {
    let outcomes = prop::sample::select(Outcome::ALL.to_vec()).prop_map(Shade::Outcome);
    prop_oneof![Just(Shade::Blank), Just(Shade::Infinite), any::<u64>().prop_map(Shade::Number), outcomes]
}

fn marks() -> impl Strategy<Value = Mark> {
    ("[ -~]{0,9}", shades()).prop_map(|(text, shade)| Mark { title: text.clone(), text, shade })
}

fn links() -> impl Strategy<Value = Links> {
    (1usize..9).prop_flat_map(|count| {
        let cell =
            ("[a-z]{0,3}", prop::option::of(marks())).prop_map(|(piece, mark)| Cell { piece, mark, ..Cell::default() });
        let link = (0..count, 0..count, prop::option::of(marks()));
        let link = link.prop_map(|(from, to, mark)| Link { from, to, mark, ..Link::default() });
        (prop::collection::vec(cell, count), prop::collection::vec(link, 0..12))
            .prop_map(|(cells, links)| Links { cells, links })
    })
}

fn corners() -> impl Strategy<Value = Vec<Corner>> {
    let exact = || (-99i64..99, 1i64..9).prop_map(|(a, b)| Exact::fraction(a, b));
    prop::collection::vec((exact(), exact()).prop_map(|(value, temperature)| Corner { value, temperature }), 0..6)
}

fn pictures() -> impl Strategy<Value = Picture> {
    let board = |form| Picture::Board(Board { form, ..Board::default() });
    let heap = (any::<u64>(), prop::collection::vec((any::<u64>(), marks()), 0..4));
    let heap = heap.prop_map(|(size, marks)| Heap { size, marks, ..Heap::default() });
    let map = (any::<i64>(), any::<i64>(), 0usize..9, prop::collection::vec(shades(), 0..9));
    let period = (any::<u64>(), any::<u64>(), any::<u64>());
    let period = period.prop_map(|(preperiod, period, saltus)| Period { preperiod, period, saltus });
    let plot = (any::<u64>(), prop::collection::vec(any::<u64>(), 0..50), prop::option::of(period), any::<[u64; 3]>());
    prop_oneof![
        links().prop_map(move |links| board(BoardLook::Digraph(links))),
        links().prop_map(move |links| board(BoardLook::Polygon(links))),
        prop::collection::vec(heap, 0..4).prop_map(move |heaps| board(BoardLook::Heaps(heaps))),
        map.prop_map(|(x, y, height, row)| {
            let axis = |start| Axis { name: "n".into(), start };
            let cells = row.repeat(height);
            Picture::Heat(HeatMap { x: axis(x), y: axis(y), width: row.len(), height, cells, ..HeatMap::default() })
        }),
        plot.prop_map(|(start, values, period, exceptions)| {
            let exceptions = exceptions.to_vec();
            Picture::Sequence(SequencePlot { start, values, period, exceptions, ..SequencePlot::default() })
        }),
        (corners(), corners()).prop_map(|(left, right)| Picture::Thermograph(Thermograph {
            left,
            right,
            ..Thermograph::default()
        })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_picture_is_drawn_in_any_format(picture in pictures()) {
        let style = Style { theme: Theme::Safe, lang: Lang::Korean, ..Style::default() };
        for format in [Format::Html, Format::Tikz, Format::Txt] {
            prop_assert!(!drawn(&picture, format, &style).is_empty() || format == Format::Txt);
        }
        let svg = drawn(&picture, Format::Svg, &style);
        let document = roxmltree::Document::parse(&svg).expect("SVG is XML");
        for attribute in document.descendants().flat_map(|node| node.attributes()) {
            let value = attribute.value();
            prop_assert!(!value.contains("NaN") && !value.contains("inf"), "{}={value}", attribute.name());
        }
    }
}

#[test]
fn pngs_hold_text_and_name_what_they_lack() {
    let fonts = Fonts::embedded();
    let node = |text: &str| Diagram {
        nodes: vec![Node { lines: vec![text.into()], ..Node::default() }],
        ..Diagram::default()
    };
    let png = |text: &str| {
        draw(&Picture::Diagram(node(text)), Format::Png, &Style::default(), &fonts, &Unwatched).expect("a PNG")
    };
    let (blank, text) = (png("    "), png("MMMM"));
    assert!(text.starts_with(b"\x89PNG\r\n"));
    assert!(blank != text && blank.len() < text.len(), "text leaves a trace");
    assert_eq!(fonts.missing("take(3) ∞ ⊕ 先手 선수"), []);
    assert_eq!(fonts.missing("a龜b龜"), ['龜']);
}

#[test]
fn large_and_broken_pictures_are_refused() {
    let refused = |picture: Picture, format| {
        draw(&picture, format, &Style::default(), &Fonts::embedded(), &Unwatched).expect_err("refused")
    };
    let edge = Edge { from: 0, to: 9, ..Edge::default() };
    let unsound = Diagram { nodes: vec![Node::default()], edges: vec![edge], ..Diagram::default() };
    assert!(matches!(refused(Picture::Diagram(unsound), Format::Svg), Refusal::Unsound(_)));
    assert_eq!(refused(Picture::Matrix(nim_table(2)), Format::Dot), Refusal::NotADiagram);
    let wide = HeatMap { width: 2000, height: 1000, cells: vec![Shade::Blank; 2_000_000], ..HeatMap::default() };
    assert!(matches!(refused(Picture::Heat(wide), Format::Svg), Refusal::TooMany { .. }));
    let deep = Diagram {
        nodes: vec![Node::default(); 100_000],
        edges: (1..100_000).map(|to| Edge { from: to - 1, to, ..Edge::default() }).collect(),
        ..Diagram::default()
    };
    let text = drawn(&Picture::Diagram(deep.clone()), Format::Txt, &Style::default());
    assert!(text.contains("99939 more") && text.len() < 100_000, "{}", text.len());
    assert!(matches!(refused(Picture::Diagram(deep), Format::Png), Refusal::Png(PngError::TooLarge { .. })));
}

#[test]
fn empty_pictures_are_pictures() {
    let empty = [
        Picture::Diagram(Diagram::default()),
        Picture::Board(Board::default()),
        Picture::Board(Board { form: BoardLook::Heaps(vec![]), ..Board::default() }),
        Picture::Board(Board { form: BoardLook::Digraph(Links::default()), ..Board::default() }),
        Picture::Board(Board { form: BoardLook::Polygon(Links::default()), ..Board::default() }),
        Picture::Heat(HeatMap::default()),
        Picture::Sequence(SequencePlot::default()),
        Picture::Thermograph(Thermograph::default()),
        Picture::Matrix(MatrixTable::default()),
    ];
    for picture in &empty {
        for format in [Format::Svg, Format::Html, Format::Tikz, Format::Txt, Format::Png] {
            draw(picture, format, &Style::default(), &Fonts::embedded(), &Unwatched).expect("it can be drawn");
        }
    }
}

/// Ten million values become a small file.
#[test]
fn long_sequences_are_binned() {
    let plot = SequencePlot { values: (0..10_000_000u64).map(|n| n % 977).collect(), ..SequencePlot::default() };
    let svg = drawn(&Picture::Sequence(plot), Format::Svg, &Style::default());
    assert!(svg.len() < 4_000_000, "{}", svg.len());
    assert!(svg.contains("23475 values in each column"));
}

/// Compiled where pdfLaTeX and the packages are installed; says so where they are not.
#[test]
fn tikz_compiles() {
    let find = |file: &str| Command::new("kpsewhich").arg(file).output().is_ok_and(|found| found.status.success());
    if !["standalone.cls", "tikz.sty", "iftex.sty", "lmodern.sty", "amssymb.sty"].into_iter().all(find) {
        eprintln!("LaTeX is not installed, or lacks standalone, TikZ or Latin Modern: TikZ was not compiled");
        return;
    }
    let folder = std::env::temp_dir().join(format!("grundy-tikz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let odd = Node { lines: vec![r#"\end{document} % $ # _ { } ^ ~ & < > " ' ∞ ★ ж"#.into()], ..Node::default() };
    let pictures = [
        ("tree", Picture::Diagram(can_i_win(4, 8, Equal::Apart))),
        ("graph", Picture::Diagram(loopy())),
        ("odd", Picture::Diagram(Diagram { nodes: vec![odd], ..Diagram::default() })),
        ("heat", Picture::Heat(wythoff(9, Show::Grundy))),
        ("thermograph", Picture::Thermograph(thermograph())),
        ("polygon", Picture::Board(polygon(7))),
        ("sequence", Picture::Sequence(octal_77(60))),
    ];
    for (name, picture) in &pictures {
        let tex = folder.join(format!("{name}.tex"));
        let lang = if *name == "sequence" { Lang::Korean } else { Lang::English };
        let text = drawn(picture, Format::Tikz, &Style { lang, ..Style::default() });
        std::fs::write(&tex, text).expect("the file can be written");
        let run = Command::new("pdflatex")
            .args(["-interaction=nonstopmode", "-halt-on-error"])
            .arg(format!("{name}.tex"))
            .current_dir(&folder)
            .output()
            .expect("pdflatex runs");
        assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stdout));
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}
