//! Several candidates of which one is meant: members of a union, alternatives of an entry or a word,
//! overloads, sets of absent dims, lengths of a list. The one place that says what they say together.
//!
//! They are asked in order. Each shows that it is not the one, that it may be, or that it is, and then
//! none after it is asked. What those that may be the one give is joined: a type is what all their types
//! are, and known afterwards is what each of them teaches. Those that fail say nothing as long as another
//! does not; if all fail, so does the call.
//!
//! | candidates | is not the one | is the one | what all failures say |
//! |---|---|---|---|
//! | members of unions (`apply`) | | | the first |
//! | alternatives of an entry (`apply`) | guard, kinds, arity | guard | the first; of kinds and arity the entry's own |
//! | alternatives of a word (`evaluate`) | guard, arity | guard | the first |
//! | lengths of a list (`lengths`, `signature::packs`) | | | theirs if they are alike, else nothing |
//! | sets of absent dims (`minilanguage`) | ranks | where it is the only one | the first |
//! | overloads (`signature::overloads`, `chain`) | it refuses | it takes them whatever is unknown | a line for each |
//!
//! A candidate that is the only one needs no trial: what it learns is learnt.

use conformable_solver::{Context, Failure, Store};
use conformable_types::{DType, Shape, Ty, relations};

/// What one of several gives.
pub trait Join {
    /// What both say, where it is open which of them is meant.
    #[must_use]
    fn join(self, other: Self) -> Self;
}

impl Join for Ty {
    fn join(self, other: Ty) -> Ty {
        relations::join(self, other)
    }
}

impl Join for Store {
    fn join(self, other: Store) -> Store {
        Store::join(&self, &other)
    }
}

/// Place by place.
impl<T: Join> Join for Vec<T> {
    fn join(self, other: Vec<T>) -> Vec<T> {
        self.into_iter().zip(other).map(|(own, other)| own.join(other)).collect()
    }
}

impl Join for Shape {
    fn join(self, other: Shape) -> Shape {
        let array = |shape| Ty::array(DType::BOOL, shape);
        array(self).join(array(other)).as_array().map_or_else(Shape::any, |(_, shape)| shape)
    }
}

/// What only one of them has says nothing.
impl<T: Join> Join for Option<T> {
    fn join(self, other: Option<T>) -> Option<T> {
        Some(self?.join(other?))
    }
}

impl<A: Join, B: Join> Join for (A, B) {
    fn join(self, other: (A, B)) -> (A, B) {
        (self.0.join(other.0), self.1.join(other.1))
    }
}

/// The first says why.
impl Join for Failure {
    fn join(self, _: Failure) -> Failure {
        self
    }
}

/// One that fails is not meant.
impl<T: Join, F: Join> Join for Result<T, F> {
    fn join(self, other: Result<T, F>) -> Result<T, F> {
        match (self, other) {
            (Ok(own), Ok(other)) => Ok(own.join(other)),
            (Err(own), Err(other)) => Err(own.join(other)),
            (Ok(only), Err(_)) | (Err(_), Ok(only)) => Ok(only),
        }
    }
}

/// Does a candidate match the call? One that doesn't is dropped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Match {
    Definite,
    Possible,
}

/// The join of what the matching candidates give; `None` if none matches. `ask` is told whether no
/// candidate before this one matches.
pub fn among<C, T: Join>(
    candidates: impl IntoIterator<Item = C>,
    mut ask: impl FnMut(C, bool) -> Option<(Match, T)>,
) -> Option<T> {
    let mut known: Option<T> = None;
    for candidate in candidates {
        let Some((matched, given)) = ask(candidate, known.is_none()) else { continue };
        known = Some(match known {
            None => given,
            Some(before) => before.join(given),
        });
        if matched == Match::Definite {
            break;
        }
    }
    known
}

/// Each way of taking one of each, the first of each first; `None` if there are more than `most`.
pub fn combinations<T: Clone>(all: &[Vec<T>], most: usize) -> Option<Vec<Vec<T>>> {
    let count = all.iter().map(Vec::len).try_fold(1usize, |product, count| product.checked_mul(count));
    count.filter(|count| *count <= most)?;
    let with_each = |found: Vec<Vec<T>>, members: &Vec<T>| {
        let longer = |one: &Vec<T>, member: &T| one.iter().chain([member]).cloned().collect();
        found.iter().flat_map(|one| members.iter().map(move |member| longer(one, member))).collect()
    };
    Some(all.iter().fold(vec![Vec::new()], with_each))
}

/// What a candidate gives, and the store of its trial if it had one.
pub type TrialResult<T> = Result<(T, Option<Store>), Failure>;

/// Runs a candidate: in the context itself if it is the only match, else in a trial.
pub fn tried<T>(
    cx: &mut Context,
    (matched, alone): (Match, bool),
    run: impl FnOnce(&mut Context) -> Result<T, Failure>,
) -> TrialResult<T> {
    if matched == Match::Definite && alone {
        return Ok((run(cx)?, None));
    }
    let mut trial = cx.trial();
    let given = run(&mut trial)?;
    Ok((given, Some(trial.into_store())))
}

/// What all of them have learnt is learnt.
pub fn adopted<T>(cx: &mut Context, tried: TrialResult<T>) -> Result<T, Failure> {
    let (given, learnt) = tried?;
    if let Some(store) = learnt {
        cx.adopt_store(store);
    }
    Ok(given)
}
