//! Search over alternatives: fair, in order, and honest about where it stopped.
//!
//! A [`Problem`] says what follows from a state and into which *finitely many* cases it falls
//! apart; what is infinite is never a case, it stays a variable with constraints. States are
//! taken up by weight (how many dims they are known to have), then from left to right, so that no
//! branch starves another: each has only finitely many states of less weight before it. Past the
//! limit of steps the states that were not taken up are the search's [`Search::rest`].
//!
//! Knows nothing of shapes or signatures.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::cause::Failure;

/// What is searched.
pub trait Problem {
    /// Something that may hold.
    type State;

    /// The state with all that follows from it.
    ///
    /// # Errors
    /// If nothing satisfies it.
    fn propagate(&self, state: Self::State) -> Result<Self::State, Failure>;

    /// The cases of a propagated state, together as much as the state itself; `None` if it is to
    /// be left as it is.
    fn cases(&self, state: &Self::State) -> Option<Vec<Self::State>>;

    /// No case weighs less than what it is a case of.
    fn weight(&self, state: &Self::State) -> usize;
}

impl<P: Problem> Problem for std::sync::Arc<P> {
    type State = P::State;

    fn propagate(&self, state: P::State) -> Result<P::State, Failure> {
        (**self).propagate(state)
    }

    fn cases(&self, state: &P::State) -> Option<Vec<P::State>> {
        (**self).cases(state)
    }

    fn weight(&self, state: &P::State) -> usize {
        (**self).weight(state)
    }
}

/// A state in the queue: the least weight first, then the leftmost.
struct Queued<S> {
    weight: usize,
    /// Which case of which case it is.
    path: Vec<u32>,
    /// It has been propagated and has no cases: a leaf that waits for its turn.
    leaf: bool,
    state: S,
}

impl<S> Queued<S> {
    fn key(&self) -> (usize, &[u32]) {
        (self.weight, &self.path)
    }
}

impl<S> PartialEq for Queued<S> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<S> Eq for Queued<S> {}

impl<S> PartialOrd for Queued<S> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<S> Ord for Queued<S> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

/// The leaves of a problem one after the other.
pub struct Search<P: Problem> {
    problem: P,
    queue: BinaryHeap<Reverse<Queued<P::State>>>,
    steps: usize,
    limit: usize,
    failures: Vec<Failure>,
}

/// At most this many refutations are kept to explain why there is no solution.
const KEPT_FAILURES: usize = 16;

impl<P: Problem> Search<P> {
    /// From these states, with at most `limit` states taken up.
    pub fn new(problem: P, starts: Vec<P::State>, limit: usize) -> Search<P> {
        let mut search = Search { problem, queue: BinaryHeap::new(), steps: 0, limit, failures: Vec::new() };
        for (place, state) in starts.into_iter().enumerate() {
            search.push(state, vec![u32::try_from(place).unwrap_or(u32::MAX)]);
        }
        search
    }

    fn push(&mut self, state: P::State, path: Vec<u32>) {
        let weight = self.problem.weight(&state);
        self.queue.push(Reverse(Queued { weight, path, leaf: false, state }));
    }

    /// Why cases were refuted, the first ones.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// A leaf turned out to hold for nothing.
    pub fn refute(&mut self, failure: Failure) {
        if self.failures.len() < KEPT_FAILURES {
            self.failures.push(failure);
        }
    }

    /// Have all states been taken up?
    pub fn is_exhausted(&self) -> bool {
        self.queue.is_empty()
    }

    /// The states that have not been taken up, in their order.
    pub fn rest(self) -> Vec<P::State> {
        let mut rest: Vec<Queued<P::State>> = self.queue.into_iter().map(|Reverse(entry)| entry).collect();
        rest.sort();
        rest.into_iter().map(|entry| entry.state).collect()
    }
}

impl<P: Problem> Iterator for Search<P> {
    type Item = P::State;

    fn next(&mut self) -> Option<P::State> {
        while self.steps < self.limit {
            let Reverse(entry) = self.queue.pop()?;
            if entry.leaf {
                return Some(entry.state);
            }
            self.steps += 1;
            let state = match self.problem.propagate(entry.state) {
                Ok(state) => state,
                Err(failure) => {
                    self.refute(failure);
                    continue;
                }
            };
            let Some(cases) = self.problem.cases(&state) else {
                // Propagation may have shown more dims: others may come before it now.
                let weight = self.problem.weight(&state);
                self.queue.push(Reverse(Queued { weight, path: entry.path, leaf: true, state }));
                continue;
            };
            for (place, case) in cases.into_iter().enumerate() {
                let mut path = entry.path.clone();
                path.push(u32::try_from(place).unwrap_or(u32::MAX));
                self.push(case, path);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cause::FailureKind;

    /// Words over `a` and `b`; those that begin with `a` go on without end.
    struct Words;

    impl Problem for Words {
        type State = String;

        fn propagate(&self, state: String) -> Result<String, Failure> {
            match &*state {
                "bb" => Err(Failure::new(FailureKind::Value, "bb", vec![])),
                _ => Ok(state),
            }
        }

        fn cases(&self, state: &String) -> Option<Vec<String>> {
            let ends = state.ends_with('.') || (state.starts_with('b') && state.len() == 2);
            let next = if state.starts_with('a') { vec!["a", "."] } else { vec!["a", "b"] };
            (!ends).then(|| next.iter().map(|letter| format!("{state}{letter}")).collect())
        }

        fn weight(&self, state: &String) -> usize {
            state.len()
        }
    }

    #[test]
    fn an_infinite_branch_starves_no_other_and_the_rest_is_told() {
        let mut search = Search::new(Words, vec![String::new()], 12);
        let found: Vec<String> = search.by_ref().collect();
        assert_eq!(found[..3], ["a.", "ba", "aa."]);
        assert!(!search.is_exhausted());
        assert_eq!(search.failures().len(), 1);
        assert!(search.rest().iter().any(|state| state.starts_with("aaa")));
    }

    #[test]
    fn what_is_finite_is_exhausted() {
        let mut search = Search::new(Words, vec!["b".to_owned()], 100);
        assert_eq!(search.by_ref().collect::<Vec<_>>(), ["ba"]);
        assert!(search.is_exhausted());
    }
}
