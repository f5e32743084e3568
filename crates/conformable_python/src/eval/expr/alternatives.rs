//! Operations on unions: on each combination of members, and what that says together.
//!
//! The catalogue does the same with the types of one call (`Op::apply`), by stores. Here each combination is evaluated on
//! a path of its own: what it writes, raises and reports is joined too, and any code of the program may be run.

use conformable_signatures::{COMBINATIONS, combinations};

use crate::domain::state::State;
use crate::domain::value::Value;
use crate::eval::{Effect, Evaluator};
use crate::front::diagnostic::Severity;

/// What came of one combination.
struct MemberRun<'p> {
    result: Value<'p>,
    state: State<'p>,
    effects: Vec<Effect>,
}

impl<'p> Evaluator<'p> {
    /// Apply to every combination of members: refuted members are dropped silently, an error only
    /// if all are refuted.
    pub fn each_member(
        &mut self,
        values: &[&Value<'p>],
        mut apply: impl FnMut(&mut Self, &[Value<'p>]) -> Value<'p>,
    ) -> Value<'p> {
        let members: Vec<Vec<Value<'p>>> = values.iter().map(|value| value.members()).collect();
        let Some(combinations) = combinations(&members, COMBINATIONS) else {
            values.iter().for_each(|value| self.escape(value));
            return Value::unknown();
        };
        let mark = self.output.effects.len();
        let before = self.state.clone();
        let runs = combinations.iter().map(|combination| {
            self.state = State { refuted: false, ..before.clone() };
            let result = apply(self, combination);
            let effects = self.output.effects.drain(mark..).collect();
            MemberRun { result, state: std::mem::replace(&mut self.state, State::new()), effects }
        });
        let (refuted, returned): (Vec<_>, Vec<_>) = runs.partition(|run| run.state.refuted);
        if !returned.is_empty() {
            return self.joined(returned, before.refuted);
        }
        self.state = before;
        if let Some(first) = refuted.into_iter().next() {
            self.output.effects.extend(first.effects);
            self.fail_as(&first.state);
        }
        Value::unknown()
    }

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
            results.push(run.result);
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
