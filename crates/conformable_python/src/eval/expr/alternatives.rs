//! Operations on unions: on each combination of members, and what that says together.

use crate::domain::state::State;
use crate::domain::value::Value;
use crate::eval::{Effect, Evaluator};
use crate::front::diagnostic::Severity;

impl<'p> Evaluator<'p> {
    /// Apply to every combination of members: refuted members are dropped silently, an error only
    /// if all are refuted.
    pub fn each_member(
        &mut self,
        values: &[&Value<'p>],
        mut apply: impl FnMut(&mut Self, &[Value<'p>]) -> Value<'p>,
    ) -> Value<'p> {
        let mut combinations: Vec<Vec<Value<'p>>> = vec![Vec::new()];
        for value in values {
            let members = value.members();
            combinations = combinations
                .into_iter()
                .flat_map(|prefix| {
                    members.iter().map(move |member| {
                        let mut next = prefix.clone();
                        next.push(member.clone());
                        next
                    })
                })
                .collect();
            if combinations.len() > 16 {
                values.iter().for_each(|value| self.escape(value));
                return Value::unknown();
            }
        }
        let mark = self.output.effects.len();
        let mut results: Vec<Value<'p>> = Vec::new();
        let mut failures = Vec::new();
        let mut unwanted: Vec<Vec<Effect>> = Vec::new();
        let before = self.state.clone();
        let mut after: Option<State<'p>> = None;
        let total = combinations.len();
        for combination in combinations {
            self.state = before.clone();
            self.state.refuted = false;
            let result = apply(self, &combination);
            let failed: Vec<_> = self.output.effects.drain(mark..).collect();
            let refuted = self.state.refuted;
            let state = std::mem::replace(&mut self.state, State::new());
            if refuted {
                failures.push((failed, state));
            } else {
                let (hazards, said): (Vec<_>, Vec<_>) = failed
                    .into_iter()
                    .filter(|effect| effect.exception.is_none())
                    .partition(|effect| effect.diagnostic.severity == Severity::Warning);
                self.output.effects.extend(said);
                unwanted.push(hazards);
                results.push(result);
                after = Some(match after {
                    Some(after) => after.join(state),
                    None => state,
                });
            }
        }
        if failures.len() == total {
            self.state = before;
            if let Some((first, state)) = failures.into_iter().next() {
                self.output.effects.extend(first);
                self.fail_as(&state);
            }
            return Value::unknown();
        }
        // Nearly nobody wants what every member does; one alone may never come.
        let mut members = unwanted.into_iter();
        let first = members.next().unwrap_or_default();
        let rest: Vec<_> = members.collect();
        let same = |a: &Effect, b: &Effect| a.diagnostic.key() == b.diagnostic.key();
        self.output.effects.extend(
            first.into_iter().filter(|hazard| rest.iter().all(|others| others.iter().any(|other| same(hazard, other)))),
        );
        self.state = after.unwrap_or_else(|| before.clone());
        self.state.refuted |= before.refuted;
        let mut results = results.into_iter();
        let first = results.next().unwrap_or_else(Value::unknown);
        results.fold(first, |joined, next| self.state.join_values(&joined, &next))
    }
}
