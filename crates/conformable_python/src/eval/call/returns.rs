//! What a call leaves behind: the join of its exits, its value and its findings in the terms of the caller.

use std::rc::Rc;
use std::sync::Arc;

use conformable_solver::effort;
use ruff_text_size::TextRange;

use crate::domain::heap::{Name, Names, Object, ObjectId};
use crate::domain::state::State;
use crate::domain::value::{Array, Dependencies, Function, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::call::binding::shown_arguments;
use crate::eval::diagnose::verdict::{Circumstances, Claim, Verdict, judge};
use crate::front::diagnostic::CallSite;

/// So many failures of functions are remembered until their roots have been evaluated.
const MOST_OWN_FAILURES: usize = 64;

impl<'p> Machine<'p> {
    /// The scope of the function in hand, if nothing can look names up in it when that has ended.
    pub fn left_behind(&mut self) -> Option<ObjectId> {
        let frame = self.frame();
        (!frame.defines).then_some(frame.scope)
    }

    /// The state and value after a call: the join over all normal exits.
    pub fn join_returns(&mut self, returns: Vec<(State<'p>, Value<'p>)>) -> Value<'p> {
        // The value rides through the join in a scope of its own.
        let name = Sym::new("return");
        let clean = returns.iter().any(|(state, _)| !state.refuted);
        let carrier = self.new_scope(None);
        let left_behind = self.left_behind();
        let with_value = |(mut state, value): (State<'p>, Value<'p>)| {
            let mut names = Names::new();
            names.insert(Name::new(name), value);
            if let Some(scope) = left_behind {
                state.heap.discard(scope);
            }
            state.heap.set(carrier, Object::Scope { names, parent: None });
            state
        };
        let returns = returns.into_iter().filter(|(state, _)| !clean || !state.refuted);
        match State::join_all(returns.map(with_value)) {
            Some(state) => {
                self.state = state;
                let value = self.lookup_in(carrier, name).unwrap_or_else(Value::unknown);
                self.state.heap.discard(carrier);
                value
            }
            None => {
                self.state.unreachable = true;
                Value::unknown()
            }
        }
    }

    /// Effects of a frame in the terms of its caller, whose guards apply where facts of it remain.
    pub fn leave_frame(
        &mut self,
        mark: usize,
        outer: &[Dependencies],
        outside: Dependencies,
        arguments: &Arguments<'p>,
        function: &Rc<Function<'p>>,
        range: TextRange,
    ) {
        if self.output.effects.len() == mark {
            return;
        }
        effort::add(self.output.effects.len() - mark);
        let with: Arc<str> = shown_arguments(self, arguments, function).into();
        let place = self.module().place(range);
        let (guards, doubtful, in_model) = (self.state.guards.clone(), self.is_doubtful(), self.module().is_model);
        let mut demoted = Vec::new();
        if function.module.is_exact {
            self.output.move_to_call(mark, &function.module.file.path, &place);
        }
        for (index, effect) in self.output.effects.iter_mut().enumerate().skip(mark) {
            let is_here = in_model || effect.diagnostic.place == place;
            if !effect.dependencies.is_local() && !is_here && effect.diagnostic.calls.len() < 8 {
                effect.diagnostic.calls.push(CallSite { place: place.clone(), with: with.clone() });
            }
            if effect.is_error() && effect.dependencies.is_local() && self.own_failures.len() < MOST_OWN_FAILURES {
                self.own_failures.push((effect.diagnostic.key(), Rc::clone(function)));
            }
            // Which code runs is decided by what the callee rests on.
            effect.dependencies = effect.dependencies.in_caller(outer, outside).and(arguments.dependencies);
            effect.varying = guards.varying();
            if effect.verdict == Verdict::Error && effect.claim != Claim::Hazard {
                let own = Circumstances::of(effect.claim, effect.dependencies.without_assumptions(), &guards);
                let of = Circumstances { heeds: effect.heeds, doubtful, ..own };
                match judge(&of) {
                    Verdict::Error => {}
                    verdict => {
                        effect.conclude(verdict);
                        demoted.push((index, of));
                    }
                }
            }
            effect.conditional |= effect.guarded;
            effect.guarded = guards.is_any();
        }
        for (index, of) in demoted {
            let effect = self.output.effects[index].clone();
            self.explain(&effect.diagnostic, &of, effect.verdict);
        }
    }
}

/// A value that left its frame, in the terms of the caller.
pub fn map_dependencies<'p>(value: Value<'p>, outer: &[Dependencies], outside: Dependencies) -> Value<'p> {
    let dependencies = value.dependencies.in_caller(outer, outside);
    let kind = match value.kind {
        // What a function wrote on purpose is no purpose of its caller's.
        Kind::Array(array) => Kind::Array(Array { spells_one: false, ..array }),
        kind => kind.map_parts(|part| map_dependencies(part.clone(), outer, outside)),
    };
    Value { kind, dependencies, origin: value.origin }
}
