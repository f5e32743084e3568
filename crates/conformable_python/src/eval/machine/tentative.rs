//! Evaluations whose outcome may be set aside: what is only looked at, and what is tried for each member of a union.
//!
//! The catalogue does the same with the types of one call (`Op::apply`), by stores. Here each combination of members is
//! evaluated on a path of its own: what it writes, raises and reports is joined too, and any code of the program may be run.

use conformable_signatures::{COMBINATIONS, combinations};

use crate::domain::state::State;
use crate::domain::value::Value;
use crate::eval::machine::deferred::Runs;
use crate::eval::{Effect, Evaluator, Machine};
use crate::front::diagnostic::Severity;

/// What came of one combination.
struct MemberRun<'p> {
    result: Value<'p>,
    state: State<'p>,
    effects: Vec<Effect>,
}

/// What evaluates on a machine: the machine by itself, or the interpreter that has it.
pub trait Tentative<'p>: Sized {
    fn machine(&mut self) -> &mut Machine<'p>;

    /// One level deeper into the syntax, on a stack that grows.
    fn deepen<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || evaluate(self))
    }

    /// Evaluate without reporting: the code isn't run here, or is reported elsewhere.
    fn quietly<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        self.quietly_if(true, look)
    }

    fn quietly_if<T>(&mut self, quiet: bool, look: impl FnOnce(&mut Self) -> T) -> T {
        self.machine().output.mute(quiet);
        let seen = look(self);
        self.machine().output.unmute(quiet);
        seen
    }

    /// What an evaluation gives that nothing depends on, and whether it fails: nothing is said of it, and the path
    /// goes on.
    fn looked_at(&mut self, look: impl FnOnce(&mut Self) -> Value<'p>) -> (Value<'p>, bool) {
        let state = &mut self.machine().state;
        let before = (std::mem::take(&mut state.refuted), state.raised, state.unreachable);
        let value = self.quietly(look);
        let state = &mut self.machine().state;
        let fails = state.refuted;
        (state.refuted, state.raised, state.unreachable) = before;
        (value, fails)
    }

    /// What has been evaluated once is looked at again: nothing is said, and nothing done twice.
    fn look_again<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.machine().state.clone();
        let seen = self.quietly(look);
        let after = std::mem::replace(&mut self.machine().state, before);
        self.machine().state.store.number_after(&after.store);
        seen
    }

    /// Evaluate with at most this much of the fuel: was it used up, while there is more?
    fn with_fuel<T>(&mut self, most: u64, evaluate: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let fuel = self.machine().fuel;
        let allowed = fuel.min(most);
        self.machine().fuel = allowed;
        let result = evaluate(self);
        let machine = self.machine();
        let is_cut = machine.fuel == 0 && fuel > allowed && !machine.program.is_memory_used_up();
        machine.fuel += fuel - allowed;
        (result, is_cut)
    }

    /// Evaluates what runs at that moment.
    fn run_at<T>(&mut self, runs: Runs, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        if runs == Runs::Now {
            return evaluate(self);
        }
        let before = self.machine().state.clone();
        if runs == Runs::Elsewhere {
            let result = self.quietly(|run| run.run_at(Runs::Later, evaluate));
            (self.machine().state.refuted, self.machine().state.raised) = (before.refuted, before.raised);
            return result;
        }
        let result = evaluate(self);
        if self.machine().state.unreachable {
            if runs == Runs::Later {
                self.machine().state = before;
            }
        } else if before.is_changed_in(&self.machine().state) {
            let after = std::mem::replace(&mut self.machine().state, State::new());
            let guards = after.guards.clone();
            let either = before.clone().join(after);
            self.machine().state = State { guards, ..self.machine().state.forget_changes(&before, either) };
        }
        result
    }

    /// Apply to every combination of members: refuted members are dropped silently, an error only
    /// if all are refuted.
    fn each_member(
        &mut self,
        values: &[&Value<'p>],
        mut apply: impl FnMut(&mut Self, &[Value<'p>]) -> Value<'p>,
    ) -> Value<'p> {
        let members: Vec<Vec<Value<'p>>> = values.iter().map(|value| value.members()).collect();
        let Some(combinations) = combinations(&members, COMBINATIONS) else {
            values.iter().for_each(|value| self.machine().escape(value));
            return Value::unknown();
        };
        let mark = self.machine().output.effects.len();
        let considered = self.machine().output.considered.len();
        let before = self.machine().state.clone();
        let frames = self.machine().frames.len();
        let outside = self.machine().output.none_tried_in;
        let is_none_of_several = |(members, one): (&Vec<Value<'p>>, &Value<'p>)| members.len() > 1 && one.is_none();
        let runs = combinations.iter().map(|combination| {
            let tries_none = members.iter().zip(combination).any(is_none_of_several);
            self.machine().state = State { refuted: false, ..before.clone() };
            self.machine().output.none_tried_in = tries_none.then_some(frames);
            let result = apply(self, combination);
            self.machine().output.none_tried_in = outside;
            let effects = self.machine().output.effects.drain(mark..).collect();
            MemberRun { result, state: std::mem::replace(&mut self.machine().state, State::new()), effects }
        });
        let (refuted, returned): (Vec<_>, Vec<_>) = runs.partition(|run| run.state.refuted);
        if !returned.is_empty() {
            self.machine().output.leave_members(considered);
            return self.machine().joined(returned, before.refuted);
        }
        self.machine().state = before;
        if let Some(first) = refuted.into_iter().next() {
            self.machine().output.effects.extend(first.effects);
            self.machine().fail_as(&first.state);
        }
        Value::unknown()
    }
}

impl<'p> Tentative<'p> for Machine<'p> {
    fn machine(&mut self) -> &mut Machine<'p> {
        self
    }
}

impl<'p> Tentative<'p> for Evaluator<'p> {
    fn machine(&mut self) -> &mut Machine<'p> {
        &mut self.machine
    }
}

impl<'p> Machine<'p> {
    /// What several runs say together that all return.
    fn joined(&mut self, runs: Vec<MemberRun<'p>>, refuted: bool) -> Value<'p> {
        let mut unwanted: Vec<Vec<Effect>> = Vec::new();
        let mut results = Vec::new();
        let mut after: Option<State<'p>> = None;
        for run in runs {
            let effects = run.effects.into_iter().filter(|effect| effect.exception.is_none());
            let (hazards, said) = effects.partition(|effect| effect.diagnostic.severity == Severity::Warning);
            self.output.effects.extend::<Vec<_>>(said);
            unwanted.push(hazards);
            // A member with which the path ends here gives nothing: a None that a test on the way may have kept away.
            if !run.state.unreachable {
                results.push(run.result);
            }
            after = Some(match after {
                Some(after) => after.join(run.state),
                None => run.state,
            });
        }
        self.state = after.unwrap_or_else(State::new);
        self.state.refuted |= refuted;
        // Nearly nobody wants what every member does; one alone may never come.
        let same = |a: &Effect, b: &Effect| a.diagnostic.key() == b.diagnostic.key();
        let (first, rest) = unwanted.split_first_mut().expect("there is a run");
        let of_all = |hazard: &Effect| rest.iter().all(|others| others.iter().any(|other| same(hazard, other)));
        self.output.effects.extend(std::mem::take(first).into_iter().filter(of_all));
        let joined = results.into_iter().reduce(|joined, next| self.state.join_values(&joined, &next));
        joined.unwrap_or_else(Value::unknown)
    }
}
