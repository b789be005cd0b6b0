//! A compiled game: its code, the constant data that refers to, and the calls into it.

use crate::ending::{DRAWN, LEFT_WON, RIGHT_WON, SCORED};
use crate::maker::{Data, Maker, Res};
use crate::sink::Sink;
use crate::swap::swap;
use crate::word::{Word, Words};
use cranelift_codegen::Context;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{AbiParam, InstBuilder, MemFlags, Signature};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module};
use grundy_rule::syntax::Mover;
use grundy_rule::{Expr, Stmt, StmtKind, VerdictResult, Who, each_in_body};
use grundy_run::{Compiler, Ending, Engine, Faulted, Game, Moved, OptionForm, Options, Side, Stuck, Uses};
use std::sync::Arc;

/// What code returns when interpretation would report a mistake, and when there is no room.
const FAULT: i64 = -1;
const FULL: i64 = -2;
/// Positions of more words are interpreted.
const MOST_WORDS: usize = 8;
/// Code of more instructions is made once for both players, where they can be exchanged.
const LARGE: usize = 500;
/// Room for so many options more is made before the code is asked.
const FIRST_ROOM: usize = 64;
/// No position is given more options than this; beyond, interpretation says what is wrong.
const MOST_OPTIONS: usize = 1 << 24;

/// Compiles games to the machine it runs on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Native;

type OptionsCode = extern "C" fn(*const u64, *mut u64, *mut [i64; 2], *mut u64, u64, u64) -> i64;
type EndingCode = extern "C" fn(*const u64, *mut i64) -> i64;

struct Compiled {
    words: usize,
    form: OptionForm,
    has_verdicts: bool,
    options: [OptionsCode; 2],
    /// Right's moves are Left's with the players exchanged.
    swap: Option<Moved>,
    /// The code writes at most so many options without looking for room; this much room is made first.
    sure: usize,
    least: usize,
    /// By mover, then by whether there is no move.
    endings: [[EndingCode; 2]; 2],
    module: Option<JITModule>,
    /// The constant data that the code refers to.
    _data: Vec<Box<[u64]>>,
}

// SAFETY: after compilation the module is never touched until it is dropped, the code and the data are read only, and
// the code writes nothing but what the caller lends it.
unsafe impl Send for Compiled {}
// SAFETY: as above.
unsafe impl Sync for Compiled {}

impl Drop for Compiled {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the only pointers into the code are fields of this value, which nobody can call any more.
            unsafe { module.free_memory() };
        }
    }
}

impl Compiled {
    /// Has options written where there is room for `least` or more; how many, or why not.
    #[inline]
    fn written(&self, packed: &[u64], mover: Side, out: &mut Options, least: usize) -> i64 {
        let room = out.room(self.form, least);
        // The code reads the words of the position and writes at most as many options and parts as there is room for:
        // for those that `emit` writes without comparing, room is kept apart.
        let seen = (room.most - self.sure) as u64;
        let (keys, effects, ends) = (room.keys.as_mut_ptr(), room.effects.as_mut_ptr(), room.ends.as_mut_ptr());
        self.options[mover as usize](packed.as_ptr(), keys, effects, ends, seen, seen)
    }

    /// The same again as long as there was no room.
    #[cold]
    #[inline(never)]
    fn with_more_room(&self, code: i64, packed: &[u64], mover: Side, out: &mut Options) -> Result<(), Faulted> {
        let (mut code, mut least) = (code, out.room(self.form, self.least).most);
        while code == FULL && least < MOST_OPTIONS {
            least *= 2;
            code = self.written(packed, mover, out, least);
        }
        if code < 0 {
            return Err(Faulted);
        }
        out.filled(code as usize);
        Ok(())
    }

    /// Right's options: Left's with the players exchanged.
    #[inline(never)]
    fn swapped(&self, packed: &[u64], out: &mut Options) -> Result<(), Faulted> {
        let swap = self.swap.as_ref().expect("they can be exchanged");
        let mut swapped = [0; MOST_WORDS];
        let swapped = &mut swapped[..self.words];
        swapped.copy_from_slice(packed);
        swap.turn(swapped);
        self.options(swapped, Side::Left, out)?;
        out.each_part().for_each(|part| swap.turn(part));
        Ok(())
    }
}

impl Compiler for Native {
    fn compile(&self, game: &Game) -> Result<Arc<dyn Engine>, String> {
        let mut code = Code::new(game, Wanted::Callable)?;
        match Functions::of(game, &mut code) {
            Ok(functions) => Ok(Arc::new(compiled(game, code, functions))),
            Err(reason) => {
                code.discard();
                Err(reason)
            }
        }
    }

    fn compiles(&self, game: &Game) -> Result<(), String> {
        let mut code = Code::new(game, Wanted::Possible)?;
        let functions = Functions::of(game, &mut code);
        code.discard();
        functions.map(|_| ())
    }
}

impl Engine for Compiled {
    fn options(&self, packed: &[u64], mover: Side, out: &mut Options) -> Result<(), Faulted> {
        assert_eq!(packed.len(), self.words, "a position of this game");
        if self.swap.is_some() && mover == Side::Right {
            return self.swapped(packed, out);
        }
        match self.written(packed, mover, out, self.least) {
            count if count >= 0 => {
                out.filled(count as usize);
                Ok(())
            }
            code => self.with_more_room(code, packed, mover, out),
        }
    }

    fn ending(&self, packed: &[u64], mover: Side, stuck: Stuck) -> Result<Option<Ending>, Faulted> {
        assert_eq!(packed.len(), self.words, "a position of this game");
        let mut score = 0i64;
        let code = match self.has_verdicts {
            true => self.endings[mover as usize][usize::from(stuck == Stuck::Yes)](packed.as_ptr(), &mut score),
            false => 0,
        };
        Ok(match code {
            FAULT => return Err(Faulted),
            LEFT_WON => Some(Ending::Won(Side::Left)),
            RIGHT_WON => Some(Ending::Won(Side::Right)),
            DRAWN => Some(Ending::Drawn),
            SCORED => Some(Ending::Scored(score)),
            _ if stuck == Stuck::Yes => Some(Ending::Won(mover.other())),
            _ => None,
        })
    }
}

/// What is wanted of the code of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// To call it.
    Callable,
    /// To know that it can be made: functions are translated, and only large ones, which the code generator may refuse,
    /// are turned into machine code.
    Possible,
}

/// Functions of more instructions may be too large for the code generator.
const SURELY_ACCEPTED: usize = 10_000;

/// The code of a game being made.
struct Code {
    module: JITModule,
    context: Context,
    builder: FunctionBuilderContext,
    data: Data,
    wanted: Wanted,
}

impl Code {
    /// Nothing yet; refused where positions or moves have a form that is never compiled.
    fn new(game: &Game, wanted: Wanted) -> Res<Code> {
        if game.layout.words() > MOST_WORDS {
            return Err(format!("a position has {} bits", game.layout.bits));
        }
        if !game.stays_inside() {
            return Err("a move leads to another game, or to other parameters".to_string());
        }
        let mut flags = settings::builder();
        for (name, value) in [("opt_level", "speed"), ("enable_verifier", "false"), ("is_pic", "false")] {
            flags.set(name, value).map_err(|error| unavailable(&error))?;
        }
        let isa = cranelift_native::builder().map_err(|error| unavailable(&error))?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(|error| unavailable(&error))?;
        let module = JITModule::new(JITBuilder::with_isa(isa, cranelift_module::default_libcall_names()));
        let context = module.make_context();
        Ok(Code { module, context, builder: FunctionBuilderContext::new(), data: Data::default(), wanted })
    }

    /// Frees what was made and is not called.
    fn discard(self) {
        // SAFETY: no pointer into the code was taken.
        unsafe { self.module.free_memory() };
    }

    /// Adds a function of so many words that returns one.
    fn define(&mut self, arguments: usize, make: impl FnOnce(FunctionBuilder, &mut Data) -> Res<()>) -> Res<FuncId> {
        let mut signature = Signature::new(self.module.isa().default_call_conv());
        signature.params = vec![AbiParam::new(I64); arguments];
        signature.returns = vec![AbiParam::new(I64)];
        self.context.func.signature = signature;
        let made = make(FunctionBuilder::new(&mut self.context.func, &mut self.builder), &mut self.data);
        if let Err(reason) = made {
            self.module.clear_context(&mut self.context);
            self.builder = FunctionBuilderContext::new();
            return Err(reason);
        }
        let fail = |error: cranelift_module::ModuleError| format!("the code generator refused it: {error}");
        let id = self.module.declare_anonymous_function(&self.context.func.signature).map_err(fail)?;
        if self.wanted == Wanted::Callable || self.context.func.dfg.num_insts() > SURELY_ACCEPTED {
            self.module.define_function(id, &mut self.context).map_err(fail)?;
        }
        self.module.clear_context(&mut self.context);
        Ok(id)
    }
}

fn unavailable(error: &dyn std::fmt::Display) -> String {
    format!("no native code on this machine: {error}")
}

/// The functions of a game, by mover; those of endings then by whether there is no move.
struct Functions {
    uses: Uses,
    options: Vec<OptionsMade>,
    exchanged: Option<Moved>,
    endings: Vec<FuncId>,
}

impl Functions {
    fn of(game: &Game, code: &mut Code) -> Res<Functions> {
        let mut made = Functions { uses: uses(game), options: Vec::new(), exchanged: None, endings: Vec::new() };
        let (moves_differ, endings_differ) = mover_matters(game);
        for mover in [Side::Left, Side::Right] {
            let first = made.options.first().copied();
            if moves_differ && first.is_some_and(|made| made.size > LARGE) {
                made.exchanged = swap(game);
            }
            let options = match first.filter(|_| !moves_differ || made.exchanged.is_some()) {
                Some(same) => same,
                None => options_code(game, mover, made.uses, code)?,
            };
            made.options.push(options);
            for stuck in [false, true] {
                let endings = &made.endings;
                let same = endings.get(usize::from(stuck)).copied().filter(|_| !endings_differ && endings.len() > 1);
                let ending = match same {
                    Some(same) => same,
                    None => ending_code(game, mover, stuck, code)?,
                };
                made.endings.push(ending);
            }
        }
        if code.wanted == Wanted::Callable {
            code.module.finalize_definitions().map_err(|error| unavailable(&error))?;
        }
        Ok(made)
    }
}

fn compiled(game: &Game, code: Code, functions: Functions) -> Compiled {
    let Functions { uses, options, exchanged, endings } = functions;
    let Code { module, data, .. } = code;
    // SAFETY: the code was made with exactly this signature.
    let options_at =
        |id: FuncId| unsafe { std::mem::transmute::<*const u8, OptionsCode>(module.get_finalized_function(id)) };
    // SAFETY: as above.
    let ending_at =
        |id: FuncId| unsafe { std::mem::transmute::<*const u8, EndingCode>(module.get_finalized_function(id)) };
    let (words, sure) = (game.layout.words(), options[0].sure.max(options[1].sure));
    Compiled {
        words,
        form: OptionForm::new(words, uses),
        has_verdicts: !game.rules.verdicts.is_empty(),
        options: [options_at(options[0].id), options_at(options[1].id)],
        swap: exchanged,
        sure,
        least: sure + FIRST_ROOM,
        endings: [[ending_at(endings[0]), ending_at(endings[1])], [ending_at(endings[2]), ending_at(endings[3])]],
        module: Some(module),
        _data: data.blocks(),
    }
}

/// Code for options: how many are written without looking for room, and how many instructions it has.
#[derive(Clone, Copy)]
struct OptionsMade {
    id: FuncId,
    sure: usize,
    size: usize,
}

/// What options of the game have beside a position.
fn uses(game: &Game) -> Uses {
    let mut uses = Uses { effects: false, sums: false };
    fn walk(body: &[Stmt], uses: &mut Uses) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::Gain(_) | StmtKind::Again => uses.effects = true,
                StmtKind::Become(_) => uses.sums = true,
                StmtKind::If(_, yes, no) => {
                    walk(yes, uses);
                    walk(no, uses);
                }
                StmtKind::For(_, _, _, body) => walk(body, uses),
                _ => {}
            }
        }
    }
    game.rules.moves.iter().for_each(|of| walk(&of.body, &mut uses));
    uses
}

/// Whether moves, and whether endings, depend on who moves.
fn mover_matters(game: &Game) -> (bool, bool) {
    let defs = &game.rules.defs;
    let matters = |expr: &Expr| grundy_rule::Uses::of(expr, defs).mover;
    let moves = game.rules.moves.iter().any(|of| {
        let mut found = of.mover != Mover::Either || of.guard.as_ref().is_some_and(matters);
        found |= of.binders.iter().any(|binder| matters(binder.source.expr()));
        each_in_body(&of.body, &mut |_| {}, &mut |expr| found |= matters(expr));
        found
    });
    let endings = game.rules.verdicts.iter().any(|verdict| {
        matters(&verdict.when.expr)
            || match &verdict.result {
                VerdictResult::Wins(who) | VerdictResult::Loses(who) => matches!(who, Who::Me | Who::Opp),
                VerdictResult::Score(Some(points)) => matters(&points.expr),
                _ => false,
            }
    });
    (moves, endings)
}

/// The words of a position, the fault exit, and a maker at the entry of a function.
fn entered<'a, 'f>(
    game: &'a Game,
    mut b: FunctionBuilder<'f>,
    data: &'a mut Data,
    mover: Side,
    stuck: bool,
) -> (Maker<'a, 'f>, Vec<Word>, Vec<cranelift_codegen::ir::Value>) {
    let (entry, fault) = (b.create_block(), b.create_block());
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let params = b.block_params(entry).to_vec();
    let flags = MemFlags::trusted().with_readonly();
    let packed =
        (0..game.layout.words()).map(|word| Word::Made(b.ins().load(I64, flags, params[0], word as i32 * 8))).collect();
    (Maker::new(game, Words::new(b), data, mover, stuck, fault), packed, params)
}

fn left(mut m: Maker, result: cranelift_codegen::ir::Value, others: &[(cranelift_codegen::ir::Block, i64)]) {
    m.w.b.ins().return_(&[result]);
    for &(block, code) in others {
        m.w.b.switch_to_block(block);
        let code = m.w.b.ins().iconst(I64, code);
        m.w.b.ins().return_(&[code]);
    }
    m.w.b.seal_all_blocks();
    m.w.b.finalize();
}

fn options_code(game: &Game, mover: Side, uses: Uses, code: &mut Code) -> Res<OptionsMade> {
    let (mut sure, mut size) = (0, 0);
    let id = code.define(6, |b, data| {
        let (mut m, packed, params) = entered(game, b, data, mover, false);
        let full = m.w.b.create_block();
        let mut variable = |value| {
            let variable = m.w.b.declare_var(I64);
            m.w.b.def_var(variable, value);
            variable
        };
        let (keys, effects, ends) = (variable(params[1]), variable(params[2]), variable(params[3]));
        let zero = m.w.b.ins().iconst(I64, 0);
        let bytes = game.layout.words() as i64 * 8;
        let length = m.w.b.ins().imul_imm(params[4], bytes);
        let end = m.w.b.ins().iadd(params[1], length);
        let mut variable = |value| {
            let variable = m.w.b.declare_var(I64);
            m.w.b.def_var(variable, value);
            variable
        };
        let sink = Sink {
            keys,
            effects,
            ends,
            options: variable(zero),
            parts: variable(zero),
            most_options: Word::Made(params[4]),
            most_parts: Word::Made(params[5]),
            end,
            full,
            uses,
        };
        m.unpack(&packed)?;
        m.moves(&packed, &sink)?;
        (sure, size) = (m.sure, m.w.b.func.dfg.num_insts());
        let count = match uses.sums {
            true => m.w.b.use_var(sink.options),
            false => {
                let keys = m.w.b.use_var(sink.keys);
                let written = m.w.b.ins().isub(keys, params[1]);
                match (bytes as u64).is_power_of_two() {
                    true => m.w.b.ins().ushr_imm(written, i64::from(bytes.trailing_zeros())),
                    false => m.w.b.ins().udiv_imm(written, bytes),
                }
            }
        };
        let fault = m.fault;
        left(m, count, &[(fault, FAULT), (full, FULL)]);
        Ok(())
    })?;
    Ok(OptionsMade { id, sure, size })
}

fn ending_code(game: &Game, mover: Side, stuck: bool, code: &mut Code) -> Res<FuncId> {
    code.define(2, |b, data| {
        let (mut m, packed, params) = entered(game, b, data, mover, stuck);
        m.unpack(&packed)?;
        m.verdicts(params[1])?;
        let none = m.w.b.ins().iconst(I64, 0);
        let fault = m.fault;
        left(m, none, &[(fault, FAULT)]);
        Ok(())
    })
}
