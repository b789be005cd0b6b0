//! The plain program: games as trees, positions remembered, the textbook's definitions.

use crate::board::{self, Free};
use std::collections::HashMap;
use std::rc::Rc;

#[derive(PartialEq, Eq, Hash)]
pub struct Tree {
    left: Vec<Rc<Tree>>,
    right: Vec<Rc<Tree>>,
}

pub fn at_most(g: &Tree, h: &Tree) -> bool {
    !g.left.iter().any(|option| at_most(h, option)) && !h.right.iter().any(|option| at_most(option, g))
}

fn canonical(mut left: Vec<Rc<Tree>>, mut right: Vec<Rc<Tree>>) -> Rc<Tree> {
    loop {
        remove_dominated(&mut left, at_most);
        remove_dominated(&mut right, |a, b| at_most(b, a));
        let whole = Tree { left, right };
        let reversible_left = whole.left.iter().enumerate().find_map(|(at, option)| {
            option.right.iter().find(|answer| at_most(answer, &whole)).map(|answer| (at, answer.left.clone()))
        });
        let reversible_right = whole.right.iter().enumerate().find_map(|(at, option)| {
            option.left.iter().find(|answer| at_most(&whole, answer)).map(|answer| (at, answer.right.clone()))
        });
        if reversible_left.is_none() && reversible_right.is_none() {
            return Rc::new(whole);
        }
        Tree { left, right } = whole;
        if let Some((at, instead)) = reversible_left {
            left.swap_remove(at);
            left.extend(instead);
        }
        if let Some((at, instead)) = reversible_right {
            right.swap_remove(at);
            right.extend(instead);
        }
    }
}

fn remove_dominated(options: &mut Vec<Rc<Tree>>, no_better: impl Fn(&Tree, &Tree) -> bool) {
    let mut kept: Vec<Rc<Tree>> = Vec::new();
    for option in options.drain(..) {
        if !kept.iter().any(|other| no_better(&option, other)) {
            kept.retain(|other| !no_better(other, &option));
            kept.push(option);
        }
    }
    *options = kept;
}

fn sum(g: &Rc<Tree>, h: &Rc<Tree>) -> Rc<Tree> {
    if g.left.is_empty() && g.right.is_empty() {
        return h.clone();
    }
    if h.left.is_empty() && h.right.is_empty() {
        return g.clone();
    }
    let left = g.left.iter().map(|o| sum(o, h)).chain(h.left.iter().map(|o| sum(g, o))).collect();
    let right = g.right.iter().map(|o| sum(o, h)).chain(h.right.iter().map(|o| sum(g, o))).collect();
    canonical(left, right)
}

#[derive(Default)]
pub struct Plain {
    pub known: HashMap<Free, Rc<Tree>>,
}

impl Plain {
    /// The value of a position, component by component.
    pub fn value(&mut self, free: Free) -> Rc<Tree> {
        let mut total = Rc::new(Tree { left: vec![], right: vec![] });
        for part in board::components(free) {
            let value = self.connected(part);
            total = sum(&total, &value);
        }
        total
    }

    fn connected(&mut self, part: Free) -> Rc<Tree> {
        if let Some(known) = self.known.get(&part) {
            return known.clone();
        }
        let left = board::moves(part, 8).map(|after| self.value(after)).collect();
        let right = board::moves(part, 1).map(|after| self.value(after)).collect();
        let value = canonical(left, right);
        self.known.insert(part, value.clone());
        value
    }
}

pub fn write(tree: &Tree, text: &mut String) {
    text.push('{');
    for (at, option) in tree.left.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        write(option, text);
    }
    text.push('|');
    for (at, option) in tree.right.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        write(option, text);
    }
    text.push('}');
}
