//! A call as the catalogue sees it: abstract arguments in, a result or an explained failure out.

use std::sync::Arc;

use conformable_solver::{Failure, Store};
use conformable_types::{Dim, Shape, Ty};

use crate::alternatives::Join;
use crate::op::Hazard;

/// The least and the greatest element of an array.
pub type Range = (Dim, Dim);

/// An abstract argument.
#[derive(Clone, Debug)]
pub struct Arg {
    pub ty: Ty,
    /// The elements of an integer array, where they are known, as (nested) tuples of ints: an
    /// array that is used as a shape, a list of indices. Of a NumPy integer it is the int.
    pub elements: Option<Ty>,
    /// The least and greatest element that an integer array is known to *have* (not merely bounds):
    /// `arange(n)` attains 0 and n - 1 if it is not empty.
    pub attained: Option<Range>,
    /// How many items a list has of which one type stands for all.
    pub length: Option<Dim>,
    /// The shape of what is no array, and becomes one where any value does.
    pub shape: Option<Shape>,
    /// A 1 in its shape was written by someone who meant it.
    pub spells_one: bool,
    /// A text that somebody wrote out, and no loop or function came up with.
    pub literal: bool,
    /// A None that an undecided test may have kept from here: it may be an array.
    pub guarded: bool,
    /// What the value is known by, for data-dependent sizes: equal identities, equal values.
    /// The size of `x[m]` is the same wherever `m` is this value.
    pub identity: Option<u64>,
}

impl Arg {
    pub fn of(ty: Ty) -> Arg {
        Arg {
            ty,
            elements: None,
            attained: None,
            length: None,
            shape: None,
            spells_one: false,
            literal: true,
            guarded: false,
            identity: None,
        }
    }
}

/// The arguments of one call, a method's receiver first.
#[derive(Clone, Debug, Default)]
pub struct CallArgs {
    pub positional: Vec<Arg>,
    pub keywords: Vec<(String, Arg)>,
    /// `*unknown` or `**unknown` was passed: any further parameter may be given or not. What stands
    /// behind a `*unknown` has no place and is not among these.
    pub open: bool,
    /// It is a search's call, for which what few small sizes satisfy is as good as anything.
    pub exact: bool,
}

impl CallArgs {
    /// Positional ones first.
    pub fn all(&self) -> impl Iterator<Item = &Arg> {
        self.positional.iter().chain(self.keywords.iter().map(|(_, arg)| arg))
    }

    /// The place of an argument among those that are written by place; a method's receiver isn't.
    pub(crate) fn place_of(&self, number: usize, is_method: bool) -> Option<usize> {
        if number < self.positional.len() { number.checked_sub(usize::from(is_method)) } else { None }
    }

    /// The argument of this number among all.
    pub(crate) fn argument(&self, number: usize) -> &Arg {
        match number.checked_sub(self.positional.len()) {
            None => &self.positional[number],
            Some(place) => &self.keywords[place].1,
        }
    }

    pub(crate) fn argument_mut(&mut self, number: usize) -> &mut Arg {
        match number.checked_sub(self.positional.len()) {
            None => &mut self.positional[number],
            Some(place) => &mut self.keywords[place].1,
        }
    }
}

/// The outcome of a call.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "it is taken apart where it is made")]
pub enum CallOutcome {
    /// What is known of the result, and the path's store with what the call's success teaches.
    Value(CallResult, Store),
    /// No run of this call returns.
    Refuted(Box<CallFailure>),
    /// Not modelled, or an operand is unknown; with the reason, for statistics.
    Unknown(&'static str),
}

/// The result of a call that returns: its type and its facts.
#[derive(Clone, Debug)]
pub struct CallResult {
    pub result: Ty,
    /// The least and the greatest element of the result.
    pub attained: Option<Range>,
    /// Its elements, as (nested) tuples of ints.
    pub elements: Option<Ty>,
    pub result_facts: ResultFacts,
}

impl Join for CallResult {
    fn join(self, other: CallResult) -> CallResult {
        CallResult {
            result: self.result.join(other.result),
            attained: self.attained.filter(|own| Some(*own) == other.attained),
            elements: self.elements.filter(|own| Some(*own) == other.elements),
            result_facts: self.result_facts.join(other.result_facts),
        }
    }
}

/// Unknown if one of them is, for that may be the one that is meant.
impl Join for CallOutcome {
    fn join(self, other: CallOutcome) -> CallOutcome {
        match (self, other) {
            (unknown @ CallOutcome::Unknown(_), _) | (_, unknown @ CallOutcome::Unknown(_)) => unknown,
            (CallOutcome::Value(own, store), CallOutcome::Value(other, stores)) => {
                let (given, known) = (own, store).join((other, stores));
                CallOutcome::Value(given, known)
            }
            (given, CallOutcome::Refuted(_)) | (CallOutcome::Refuted(_), given) => given,
        }
    }
}

/// Facts about the result of a call besides its type.
#[derive(Clone, Debug, Default)]
pub struct ResultFacts {
    /// A 1 in the result's shape is meant: the call says so, or an argument's is.
    pub spells_one: bool,
    /// The elements of the result may all be whole numbers.
    pub whole: bool,
    /// Whether floats that are whole numbers make whole numbers, where the entry says that: else they do if ints make ints.
    pub keeps_whole: Option<bool>,
    /// The result may share its storage with the arrays that it was made from.
    pub views: bool,
    /// The result is an array that nothing is stored in.
    pub read_only: bool,
    /// The result is a tuple with an array for each axis.
    pub per_axis: bool,
    /// The result, if it is one truth, is this one.
    pub truth: Option<bool>,
    /// Some query returned Unknown, so the result may improve with more facts.
    pub saw_unknown: bool,
    /// What runs and nearly nobody wants.
    pub hazards: Vec<Arc<Hazard>>,
}

impl ResultFacts {
    fn says(&self, message: &str) -> bool {
        self.hazards.iter().any(|hazard| hazard.message == message)
    }
}

/// What is said of a call that is one or the other.
impl Join for ResultFacts {
    fn join(self, other: ResultFacts) -> ResultFacts {
        ResultFacts {
            spells_one: self.spells_one || other.spells_one,
            whole: self.whole || other.whole,
            keeps_whole: if self.keeps_whole == other.keeps_whole { self.keeps_whole } else { Some(false) },
            views: self.views || other.views,
            read_only: self.read_only && other.read_only,
            per_axis: self.per_axis && other.per_axis,
            truth: self.truth.filter(|own| other.truth == Some(*own)),
            // Which of them it is has been left open.
            saw_unknown: true,
            hazards: self.hazards.into_iter().filter(|own| other.says(&own.message)).collect(),
        }
    }
}

/// A failure in the call's own terms.
#[derive(Clone, Debug)]
pub struct CallFailure {
    /// Parts name arguments of the call: positional ones first, then keywords, in order.
    pub failure: Failure,
    /// The rule it breaks: `CF101`.
    pub code: &'static str,
    /// The exception NumPy raises: `ValueError`.
    pub exception: &'static str,
}
