//! Games written by type over every construct of the language.

use super::Sample;
use super::expr::Writer;
use super::schema::{Field, Schema, Sort};
use crate::dice::Dice;

/// One of them.
pub fn any(dice: &mut Dice) -> Sample {
    let schema = Schema::new(dice);
    let mut text = schema.text(dice);
    let mut writer = Writer::new(dice, schema);
    text += &definitions(&mut writer);
    let moves = 1 + writer.dice.below(3);
    for number in 0..moves {
        let one = writer.one_move(number);
        text += &turn(writer.dice, one, number, moves);
    }
    text += &verdicts(&mut writer);
    text += &claims(&mut writer);
    let mut positions = vec!["G()".to_string()];
    if writer.schema.has(Field::Heap) || writer.schema.has(Field::Clock) {
        positions.extend(["G(n = 2)".to_string(), "G(n = 1)".to_string()]);
    }
    positions.push("G(m = 2)".to_string());
    if writer.schema.has(Field::Board) {
        positions.push(format!("G(board = \"{}\")", picture(&mut writer)));
    }
    positions.push("G(m = 2) + G(m = 2)".to_string());
    if text.contains("players Ann") {
        text = text.replace("Left", "Ann").replace("Right", "Bob");
    }
    Sample { text, positions }
}

/// A move that perhaps goes on with a later one, which perhaps is a step only.
fn turn(dice: &mut Dice, mut one: String, number: usize, moves: usize) -> String {
    if dice.below(8) != 0 || one.contains("become") {
        return one;
    }
    if number + 1 < moves {
        let stop = dice.pick(&["", " or stop"]);
        one += &format!("    then m{}{stop}\n", number + 1);
    } else if number > 0 && dice.below(2) == 0 {
        one = one.replace(&format!("move m{number}"), &format!("step m{number}"));
    }
    one
}

fn picture(writer: &mut Writer) -> String {
    let (rows, columns) = writer.schema.size;
    let row = |writer: &mut Writer| (0..columns).map(|_| *writer.dice.pick(&[&'.', &'X', &'O'])).collect::<String>();
    (0..rows).map(|_| row(writer)).collect::<Vec<_>>().join("|")
}

fn definitions(writer: &mut Writer) -> String {
    let mut text = String::new();
    for _ in 0..writer.dice.below(3) {
        let name = writer.fresh("f");
        let (argument, sort) = match writer.dice.below(4) {
            0 => (None, Sort::Bool),
            1 => (Some(Sort::Int), Sort::Bool),
            2 => (Some(Sort::Int), Sort::Int),
            _ => (None, Sort::Int),
        };
        let given = writer.fresh("u");
        let known = writer.names.len();
        if let Some(sort) = argument {
            writer.names.push((given.clone(), sort));
        }
        let body = writer.of(sort, 2);
        writer.names.truncate(known);
        let arguments = if argument.is_some() { format!("({given})") } else { String::new() };
        text += &format!("  def {name}{arguments} = {body}\n");
        writer.defs.push((name, argument, sort));
    }
    text
}

fn verdicts(writer: &mut Writer) -> String {
    if writer.schema.points {
        return match writer.dice.below(4) {
            0 => format!("  score {} when stuck\n", writer.int(1)),
            1 => format!("  score when {}\n  score 1 when stuck\n", writer.cond(1)),
            _ => "  score when stuck\n".to_string(),
        };
    }
    let mut text = String::new();
    match writer.dice.below(12) {
        0..=3 => return text,
        4 => return "  misere play\n".to_string(),
        5 => return "  Left wins when stuck\n".to_string(),
        _ => {}
    }
    for _ in 0..1 + writer.dice.below(2) {
        let condition = writer.cond(2);
        let who = writer.dice.pick(&["me", "opp", "Left", "Right"]);
        let says = writer.dice.pick(&["wins", "wins", "loses"]);
        text += &match writer.dice.below(8) {
            0 | 1 => format!("  {who} {says} when {condition}\n"),
            2 | 3 => format!("  {who} {says} when stuck and {condition}\n"),
            4 => format!("  draw when {condition}\n"),
            5 => format!("  draw when stuck and {condition}\n"),
            6 => format!("  {} wins when forever\n", writer.dice.pick(&["Left", "Right"])),
            _ => format!("  {who} {says} when stuck\n"),
        };
    }
    text
}

fn claims(writer: &mut Writer) -> String {
    let mut text = String::new();
    let swapping = writer.dice.pick(&["", "", "", " swapping players"]);
    for field in writer.schema.fields.clone() {
        if writer.dice.below(3) > 0 {
            continue;
        }
        text += &match field {
            Field::Free => {
                let split = match writer.dice.below(4) {
                    0 => "  split free by orth\n",
                    1 => "  split free by king\n",
                    2 => "  split free by (x, y) => x.row == y.row and abs(x.col - y.col) == 1\n",
                    _ => "",
                };
                let map = writer.dice.pick(&["mirror", "flip", "rotate", "transpose"]);
                format!("{split}  symmetry {map} free{swapping}\n")
            }
            Field::Picks => {
                let split = if writer.dice.below(2) == 0 { "  split picks by (x, y) => abs(x - y) == 1\n" } else { "" };
                format!("{split}  symmetry {} picks{swapping}\n", writer.dice.pick(&["mirror", "permute", "permute"]))
            }
            Field::Row | Field::Heaps => {
                format!("  symmetry {} a{swapping}\n", writer.dice.pick(&["mirror", "permute"]))
            }
            Field::Board => {
                let map = writer.dice.pick(&["mirror board", "flip board", "rotate board", "swap players"]);
                let swapping = if map == "swap players" { "" } else { swapping };
                format!("  symmetry {map}{swapping}\n")
            }
            Field::Owner | Field::Purse => "  symmetry swap players\n".to_string(),
            Field::Heap | Field::Clock => match writer.dice.below(5) {
                0 => "  measure n\n".to_string(),
                1 => "  invariant n >= 0\n".to_string(),
                2 => format!("  claim first wins when {}\n  claim second wins\n", writer.cond(1)),
                3 => format!("  claim {} == {}\n", writer.dice.pick(&["grundy", "plies", "rounds"]), writer.int(1)),
                _ => String::new(),
            },
            _ => String::new(),
        };
    }
    text
}
