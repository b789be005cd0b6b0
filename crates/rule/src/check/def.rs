use super::{Checker, Place};
use crate::rules::{Code, Def, Expr, Kind};
use crate::span::Span;
use crate::types::Type;

impl Checker<'_> {
    /// The call of definition `number` with these arguments: the definition is checked once per choice of argument
    /// types, and a definition that calls itself is refused unless a claim asked for it.
    pub(super) fn call(&mut self, number: usize, arguments: Vec<Expr>, span: Span) -> Expr {
        let def = self.game_defs[number].clone();
        let broken = Expr { kind: Kind::Broken, ty: Type::Any, span };
        if arguments.len() != def.arguments.len() {
            let wanted = super::expr::arguments_text(def.arguments.len());
            let cause = format!("`{}` takes {wanted}, not {}", def.name.text, arguments.len());
            let names: Vec<&str> = def.arguments.iter().map(|(name, _)| name.text.as_str()).collect();
            self.report("E11", span, cause, format!("it is declared `def {}({})`", def.name.text, names.join(", ")));
            return broken;
        }
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty.clone()).collect();
        let key = (number, types.clone());
        if let Some(&instance) = self.instances.get(&key) {
            let running = self.active.iter().any(|(active, _)| *active == number);
            if running && !self.may_recurse(number, span) {
                return broken;
            }
            if running {
                self.defs[instance].recursive = true;
            } else if self.defs[instance].recursive && !self.in_claim {
                self.refuse_recursion(number, span);
                return broken;
            }
            return self.finished_call(instance, arguments, span);
        }
        if self.active.iter().any(|(active, _)| *active == number) {
            if self.may_recurse(number, span) {
                let cause = format!("`def {}` calls itself with arguments of another kind", def.name.text);
                self.report("E21", span, cause, "keep the kinds of its arguments the same");
            }
            return broken;
        }
        let instance = self.defs.len();
        self.instances.insert(key.clone(), instance);
        let placeholder = Expr { kind: Kind::Broken, ty: Type::Any, span };
        self.defs.push(Def {
            name: def.name.text.clone(),
            arguments: arguments.len(),
            code: Code { expr: placeholder, locals: arguments.len() },
            recursive: false,
            span: def.span,
        });
        self.def_types.push(Type::Any);
        self.active.push(key);
        let place = std::mem::replace(&mut self.place, Place::Def);
        let (body, locals) = self.in_new_frame(|checker| {
            for ((name, set), ty) in def.arguments.iter().zip(&types) {
                let declared = set.as_ref().map(|set| checker.domain(set).ty());
                if let Some(declared) = &declared
                    && ty.join(declared).is_none()
                {
                    let cause = format!("`{}` of `{}` wants {declared}, not {ty}", name.text, def.name.text);
                    checker.report("E10", span, cause, "give it a value of its set");
                }
                let ty = declared.and_then(|declared| ty.join(&declared)).unwrap_or_else(|| ty.clone());
                checker.bind(name, ty);
            }
            checker.expr(&def.body)
        });
        self.active.pop();
        self.place = place;
        self.def_types[instance] = body.ty.clone();
        self.defs[instance].code = Code { expr: body, locals };
        self.finished_call(instance, arguments, span)
    }

    fn finished_call(&mut self, instance: usize, arguments: Vec<Expr>, span: Span) -> Expr {
        let call = Expr { kind: Kind::Call(instance, arguments), ty: self.def_types[instance].clone(), span };
        let name = self.defs[instance].name.clone();
        self.check_place(&call, &name);
        call
    }

    fn may_recurse(&mut self, number: usize, span: Span) -> bool {
        if self.in_claim {
            return true;
        }
        self.refuse_recursion(number, span);
        false
    }

    fn refuse_recursion(&mut self, number: usize, span: Span) {
        let name = self.game_defs[number].name.text.clone();
        let begin = self.active.iter().position(|(active, _)| *active == number).unwrap_or(self.active.len());
        let through: Vec<String> =
            self.active[begin..].iter().skip(1).map(|(active, _)| self.game_defs[*active].name.text.clone()).collect();
        let cause = match through.as_slice() {
            [] => format!("`def {name}` calls itself"),
            through => format!("`def {name}` calls itself through {}", through.join(", ")),
        };
        if self.diagnostics.iter().any(|known| known.code == "E21" && known.cause == cause) {
            return;
        }
        self.report("E21", span, cause, "rules may not recurse; use reach(...) or a bounded `for`");
    }
}
