use crate::rules::{Def, Expr, Kind, Who};

/// What an expression depends on, seen through the definitions it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// Some field.
    pub field: bool,
    /// `me` or `opp`.
    pub mover: bool,
    /// `Left` or `Right` by name.
    pub named_player: bool,
    /// `stuck`.
    pub stuck: bool,
    /// `forever`.
    pub forever: bool,
}

impl Uses {
    /// Of one expression.
    pub fn of(expr: &Expr, defs: &[Def]) -> Uses {
        let mut uses = Uses::default();
        let mut seen = vec![false; defs.len()];
        uses.add(expr, defs, &mut seen);
        uses
    }

    /// Whether it depends on nothing but parameters and bound names.
    pub fn is_fixed(self) -> bool {
        self == Uses::default() || self == Uses { named_player: true, ..Uses::default() }
    }

    /// Both together.
    pub fn and(self, other: Uses) -> Uses {
        Uses {
            field: self.field || other.field,
            mover: self.mover || other.mover,
            named_player: self.named_player || other.named_player,
            stuck: self.stuck || other.stuck,
            forever: self.forever || other.forever,
        }
    }

    fn add(&mut self, expr: &Expr, defs: &[Def], seen: &mut [bool]) {
        expr.each(&mut |part| match &part.kind {
            Kind::Field(_) => self.field = true,
            Kind::Who(Who::Me | Who::Opp) => self.mover = true,
            Kind::Who(Who::Left | Who::Right) => self.named_player = true,
            Kind::Stuck => self.stuck = true,
            Kind::Forever => self.forever = true,
            Kind::Call(number, _) if !seen[*number] => {
                seen[*number] = true;
                self.add(&defs[*number].code.expr, defs, seen);
            }
            _ => {}
        });
    }
}

/// Calls `visit` with every part of an expression, those of the definitions that it calls among them, each definition once.
pub(crate) fn each_through<'a>(expr: &'a Expr, defs: &'a [Def], visit: &mut dyn FnMut(&'a Expr)) {
    fn look<'a>(expr: &'a Expr, defs: &'a [Def], seen: &mut [bool], visit: &mut dyn FnMut(&'a Expr)) {
        expr.each(&mut |part| {
            visit(part);
            if let Kind::Call(number, _) = part.kind
                && !std::mem::replace(&mut seen[number], true)
            {
                look(&defs[number].code.expr, defs, seen, visit);
            }
        });
    }
    look(expr, defs, &mut vec![false; defs.len()], visit);
}
