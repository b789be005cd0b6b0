//! Sample pictures from data made here: `cargo run --release -p grundy-draw --example gallery -- FOLDER [NAME]`.

#[path = "../tests/all/samples/mod.rs"]
mod samples;

use grundy_answer::Unwatched;
use grundy_draw::*;
use samples::*;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "gallery".to_string());
    let wanted = std::env::args().nth(2).unwrap_or_default();
    std::fs::create_dir_all(&folder)?;
    let safe = Style { theme: Theme::Safe, colour_by: ColourBy::Outcome, ..Style::default() };
    let korean = Style { lang: Lang::Korean, ..Style::default() };
    let chinese = Style { lang: Lang::Chinese, ..Style::default() };
    let dark = Style { theme: Theme::Dark, ..Style::default() };
    let plain = Style::default();
    let pictures = [
        ("can-i-win-4-8-tree", Picture::Diagram(can_i_win(4, 8, Equal::Apart)), plain),
        ("can-i-win-5-12-tree", Picture::Diagram(can_i_win(5, 12, Equal::Apart)), plain),
        ("can-i-win-5-12-graph", Picture::Diagram(can_i_win(5, 12, Equal::Merged)), plain),
        ("can-i-win-5-12-best", Picture::Diagram(can_i_win(5, 12, Equal::Apart).best()), safe),
        ("can-i-win-5-12-depth-2", Picture::Diagram(can_i_win(5, 12, Equal::Apart).to_depth(2)), korean),
        ("can-i-win-5-12-collapse", Picture::Diagram(can_i_win(5, 12, Equal::Apart).collapsed(30)), chinese),
        ("nim-graph", Picture::Diagram(nim(&[1, 2, 3])), Style { colour_by: ColourBy::Outcome, ..plain }),
        ("nim-graph-large", Picture::Diagram(nim(&[2, 3, 4])), Style { colour_by: ColourBy::Outcome, ..plain }),
        ("loopy-graph", Picture::Diagram(loopy()), dark),
        ("noughts", Picture::Diagram(noughts("XOXOX..O.")), plain),
        ("board-noughts", Picture::Board(noughts_board()), plain),
        ("board-heaps", Picture::Board(heaps(&[3, 5, 7])), safe),
        ("board-strip", Picture::Board(strip(12)), plain),
        ("board-digraph", Picture::Board(digraph()), plain),
        ("board-polygon", Picture::Board(polygon(7)), korean),
        ("heat-wythoff", Picture::Heat(wythoff(25, Show::Grundy)), plain),
        ("heat-wythoff-outcomes", Picture::Heat(wythoff(61, Show::Outcome)), safe),
        ("heat-wythoff-large", Picture::Heat(wythoff(160, Show::Grundy)), safe),
        ("sequence-subtraction", Picture::Sequence(subtraction(&[2, 5, 7], 120)), plain),
        ("sequence-octal", Picture::Sequence(octal_77(500)), chinese),
        ("sequence-large", Picture::Sequence(large(2_000_000)), plain),
        ("thermograph", Picture::Thermograph(thermograph()), plain),
        ("matrix-nim", Picture::Matrix(MatrixTable { title: "Nim addition".into(), ..nim_table(16) }), plain),
    ];
    for (name, picture, style) in &pictures {
        if !name.contains(wanted.as_str()) {
            continue;
        }
        for format in Format::ALL {
            let extension = match format {
                Format::Svg => "svg",
                Format::Html => "html",
                Format::Dot => "dot",
                Format::Tikz => "tex",
                Format::Png => "png",
                Format::Pdf => "pdf",
                Format::Txt => "txt",
            };
            match draw(picture, format, style, &Fonts::embedded(), &Unwatched) {
                Ok(bytes) => std::fs::write(Path::new(&folder).join(format!("{name}.{extension}")), bytes)?,
                Err(Refusal::NotADiagram) => {}
                Err(refusal) => eprintln!("{name}.{extension}: {refusal}"),
            }
        }
    }
    Ok(())
}
