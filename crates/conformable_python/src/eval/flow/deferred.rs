//! Code that runs later, in part, or never: the bodies of generators and the callbacks of lazy iterators that
//! nobody iterates to their end at once, and functions whose results are kept for the next call.
//!
//! It is evaluated where it is made, for what it gives and for what it is refuted. Which of its writes to objects
//! of before have happened at any moment is not followed: what it writes to is unknown from there on.

use crate::domain::state::State;
use crate::eval::Evaluator;

/// When code runs that is evaluated here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    Now,
    /// Or for an earlier call.
    NowOrBefore,
    /// In part, or never.
    Later,
}

impl Runs {
    pub fn later_if(later: bool) -> Runs {
        if later { Runs::Later } else { Runs::Now }
    }
}

impl<'p> Evaluator<'p> {
    /// Evaluates what runs at that moment.
    pub fn run_at<T>(&mut self, runs: Runs, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        if runs == Runs::Now {
            return evaluate(self);
        }
        let before = self.state.clone();
        let result = evaluate(self);
        if self.state.unreachable {
            if runs == Runs::Later {
                self.state = before;
            }
        } else if before.is_changed_in(&self.state) {
            let after = std::mem::replace(&mut self.state, State::new());
            let guards = after.guards.clone();
            let either = before.clone().join(after);
            self.state = State { guards, ..self.forget_changes(&before, either) };
        }
        result
    }
}
