//! Paths that part at tests and end in one place, joined there all at once.

use crate::domain::guards::{Guard, Guards};
use crate::domain::state::State;

/// Paths that open tests part one after the other: each test sends one away, the others go on to the next test. They meet
/// behind the last one.
#[derive(Default)]
pub struct Parted<'p> {
    /// Those that were sent away last.
    recent: Vec<State<'p>>,
    /// Joins of those before them, and of how many bundles each is.
    bundles: Vec<(u32, State<'p>)>,
    /// Of each of all, how it ended, and its test as a guard there and where the others go on.
    ends: Vec<(End, [Guard; 2])>,
}

/// So many paths are joined with each other before they are joined with more of them.
const BUNDLE: usize = 16;

impl<'p> Parted<'p> {
    /// A test sends a path away.
    pub fn add(&mut self, taken: State<'p>, guards: [Guard; 2]) {
        self.ends.push((End::of(&taken), guards));
        self.recent.push(taken);
        if self.recent.len() < BUNDLE {
            return;
        }
        // Bundles of as many paths are joined: one after the other, each path would cost what all others have bound.
        let Some(mut joined) = self.recent.pop() else { return };
        while let Some(state) = self.recent.pop() {
            joined = state.join(joined);
        }
        let mut count = 1;
        while let Some((_, state)) = self.bundles.pop_if(|(others, _)| *others == count) {
            joined = state.join(joined);
            count *= 2;
        }
        self.bundles.push((count, joined));
    }

    /// All paths meet, with that which no test has sent away.
    pub fn meet(self, last: State<'p>) -> State<'p> {
        let mut end = End::of(&last);
        for (taken, guards) in self.ends.into_iter().rev() {
            end = taken.meet(end, guards);
        }
        let earlier = self.bundles.into_iter().map(|(_, state)| state);
        let mut joined = earlier.chain(self.recent).rev().fold(last, |joined, state| state.join(joined));
        joined.guards = end.guards;
        joined
    }
}

/// How a path ends: what decides whether another one that meets it counts.
struct End {
    guards: Guards,
    unreachable: bool,
    refuted: bool,
}

impl End {
    fn of(state: &State<'_>) -> End {
        End { guards: state.guards.clone(), unreachable: state.unreachable, refuted: state.refuted }
    }

    /// What `State::join` makes of both. The guards are behind them only where both go on.
    fn meet(mut self, mut other: End, guards: [Guard; 2]) -> End {
        if !self.unreachable && !other.unreachable {
            self.guards.leave(guards[0]);
            other.guards.leave(guards[1]);
        }
        if other.unreachable || (other.refuted && !self.unreachable && !self.refuted) {
            self
        } else if self.unreachable || (self.refuted && !other.refuted) {
            other
        } else {
            End { guards: self.guards.most(other.guards), unreachable: false, refuted: self.refuted && other.refuted }
        }
    }
}
