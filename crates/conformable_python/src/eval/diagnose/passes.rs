//! What the passes of a loop say together.
//!
//! A pass that is evaluated by itself speaks for itself only if it is certain that it is made like this. What
//! is met in it behind a test that another pass may answer otherwise (`if v > 3: out[-1] = v`, while `out` is
//! still empty) is held back until the loop is left: it is reported if every pass that was evaluated has met it.

use std::rc::Rc;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::Ranged;
use rustc_hash::FxHashSet;

use crate::domain::guards::Guard;
use crate::domain::state::State;
use crate::domain::value::Sym;
use crate::eval::diagnose::verdict::{Heeds, Verdict, judge_passes};
use crate::eval::machine::frame::Pass;
use crate::eval::{Effect, Machine};
use crate::syntax::carried::carried;
use crate::syntax::handles::name_of;
use crate::syntax::scopes;

/// The passes of a loop that have been evaluated, and what was met in them.
pub struct Passes {
    /// The effects before the pass in hand.
    mark: usize,
    /// How many guards varied at the loop's head.
    varying: u32,
    evaluated: usize,
    /// The path had failed before the loop.
    refuted: bool,
    /// One of them failed wherever it went on, which is reported: there is none behind it.
    are_over: bool,
    /// Each with the number of passes that met it, and the last of these.
    met: Vec<(Effect, usize, usize)>,
}

impl<'p> Machine<'p> {
    pub fn begin_passes(&self) -> Passes {
        Passes {
            mark: self.output.effects.len(),
            varying: self.state.guards.varying(),
            evaluated: 0,
            refuted: self.state.refuted,
            are_over: false,
            met: Vec::new(),
        }
    }

    /// A pass that speaks has been evaluated.
    pub fn end_pass(&mut self, passes: &mut Passes) {
        if self.output.is_silent() {
            return;
        }
        let is_made = !passes.are_over;
        passes.evaluated += usize::from(is_made);
        let mark = passes.mark.min(self.output.effects.len());
        let (held, said): (Vec<Effect>, Vec<Effect>) = self
            .output
            .effects
            .drain(mark..)
            .partition(|effect| effect.is_error() && (effect.varying > passes.varying || effect.conditional));
        self.output.effects.extend(said);
        passes.mark = self.output.effects.len();
        passes.are_over |= self.state.refuted && !passes.refuted && !held.is_empty();
        for effect in held.into_iter().filter(|_| is_made) {
            let known = passes.met.iter_mut().find(|(met, ..)| met.diagnostic.key() == effect.diagnostic.key());
            match known {
                Some((_, count, last)) => {
                    *count += usize::from(*last < passes.evaluated);
                    *last = passes.evaluated;
                }
                None => passes.met.push((effect, 1, passes.evaluated)),
            }
        }
    }

    /// The loop is left: what is said of what was held back.
    pub fn conclude(&mut self, passes: Passes) {
        for (mut effect, met, _) in passes.met {
            // A test that lets it through in all of these passes may be answered otherwise in another pass of a loop around
            // this one, and an index that counts the passes here may count those there too.
            if self.frame().passes.is_empty() {
                effect.varying = passes.varying + self.state.counted_passes(effect.heeds);
            }
            let verdict = judge_passes(met, passes.evaluated);
            if verdict != Verdict::Error {
                self.explain_passes(&effect.diagnostic, met, passes.evaluated);
                effect.conclude(verdict);
            }
            self.output.effects.push(effect);
        }
    }

    /// An undecided test as a guard of what it lets through.
    pub fn guard(&mut self, test: &'p Expr, opaque: bool, about_data: bool) -> Guard {
        let varies = self.varies(test);
        Guard { place: Some((self.module().id, test.range())), opaque, varies, counts: false, about_data }
    }

    /// May another pass of a loop around it answer this test in another way? Not if it looks at nothing but
    /// names that no pass binds: a flag.
    fn varies(&mut self, test: &'p Expr) -> bool {
        struct Looks<'b> {
            bound: &'b FxHashSet<Sym>,
            elsewhere: bool,
        }
        impl<'a> Visitor<'a> for Looks<'_> {
            fn visit_expr(&mut self, expression: &'a Expr) {
                match expression {
                    Expr::Name(name) => self.elsewhere |= self.bound.contains(&name_of(name)),
                    // As many numbers as its bounds say.
                    Expr::Call(call) if matches!(&*call.func, Expr::Name(name) if name.id == "range") => {
                        visitor::walk_expr(self, expression);
                    }
                    Expr::BoolOp(_)
                    | Expr::UnaryOp(_)
                    | Expr::Compare(_)
                    | Expr::StringLiteral(_)
                    | Expr::NumberLiteral(_)
                    | Expr::BooleanLiteral(_)
                    | Expr::NoneLiteral(_) => visitor::walk_expr(self, expression),
                    _ => self.elsewhere = true,
                }
            }
        }
        let passes = std::mem::take(&mut self.frame().passes);
        let varies = passes.iter().any(|pass| match *pass {
            Pass::Statements { target, body } => {
                let bound = self.texts.bound_in(target, body);
                let mut looks = Looks { bound, elsewhere: false };
                looks.visit_expr(test);
                looks.elsewhere
            }
            Pass::Collect(_) => true,
        });
        self.frame().passes = passes;
        varies
    }
}

/// Whether a loop over this, or under this test, has a pass, or one more: inside of another loop that may be otherwise in
/// another pass of that one.
pub fn guard_of_items<'p>(run: &mut Machine<'p>, iterated: &'p Expr) -> Guard {
    Guard { varies: run.varies(iterated), ..Guard::ITEM }
}

impl<'p> State<'p> {
    /// One, if a refutation that heeds passes is met where one more pass is not certain.
    pub fn counted_passes(&self, heeds: Heeds) -> u32 {
        u32::from(heeds == Heeds::Passes && self.guards.asks_for_items())
    }
}

impl crate::eval::machine::output::Texts {
    /// The names that the passes of a loop bind.
    fn bound_in(&mut self, target: Option<&Expr>, body: &[Stmt]) -> &FxHashSet<Sym> {
        let key = (body.as_ptr().cast::<()>() as usize, body.len());
        self.bound.entry(key).or_insert_with(|| {
            let mut bound = scopes::bound(body);
            if let Some(target) = target {
                bound.extend(scopes::names_of(target));
            }
            bound
        })
    }

    /// The names that are carried from pass to pass of a loop in a function of this body; `None` if any may be.
    pub fn carried_in(&mut self, target: &Expr, body: &[Stmt], function: &[Stmt]) -> Option<Rc<FxHashSet<Sym>>> {
        let key = (body.as_ptr().cast::<()>() as usize, body.len());
        self.carried.entry(key).or_insert_with(|| carried(target, body, function).map(Rc::new)).clone()
    }
}
