//! All directions: what inputs and outputs may be, where any of them are left out.
//!
//! ```
//! use conformable_signatures::Signature;
//! use conformable_types::text::parse_shape;
//!
//! let product = Signature::parse("(m,n),(n,p)->(m,p)").unwrap();
//! let shape = |text| Some(parse_shape(text).unwrap());
//! let mut solutions = product.solve_shapes(&[shape("[3, 4]"), None], &[shape("[3, 5]")]).unwrap();
//! assert_eq!(solutions.next().unwrap().to_string(), "(3, 4), (4, 5) -> (3, 5)");
//! assert!(solutions.next().is_none() && solutions.is_exhaustive());
//! ```
//!
//! Solutions come with the fewest dims first. A search branches only on what is finite (absent
//! dims, bounded ranks, axes, flags, members of unions that results speak of); a rank without a bound
//! stays a sequence, sizes and ints stay names with constraints, and at least one choice of them is
//! known to exist. A search that stops at its limit says so, and what it has not looked at.

mod conflict;
mod ground;
mod problem;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

use conformable_solver::search::Search;
use conformable_solver::{Failure, FailureKind};
use conformable_types::text::print::Mode;
use conformable_types::ty::Constraint;
use conformable_types::{DType, Elem, ElemData, Shape, Term, Truth, Ty, term};
use rustc_hash::FxHashSet;

pub use conflict::{Conflict, Piece, Side};
pub use ground::{Ground, Valuations};

use self::problem::{Goal, State, Valued};
use super::Signature;
use super::call::{Call, Refusal};
use super::residue::{residue, texts};

/// So many states are taken up unless another limit is given.
pub const STEPS: usize = 10_000;

/// One way in which inputs and outputs fit.
#[derive(Clone)]
pub struct Solution {
    /// Types over names.
    pub inputs: Vec<Ty>,
    /// Types over the same names.
    pub outputs: Vec<Ty>,
    /// All that restricts the names, bounds included.
    pub constraints: Vec<Constraint>,
    goal: Arc<Goal>,
    state: State,
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({self})")
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = self.texts_in(Mode::Display);
        write!(f, "{} -> {}", texts.inputs.join(", "), texts.outputs.join(", "))?;
        for (place, constraint) in texts.constraints.iter().enumerate() {
            write!(f, "{}{constraint}", if place == 0 { " where " } else { ", " })?;
        }
        Ok(())
    }
}

/// A solution as texts: `(3, n)` where the signature is of shapes alone, else types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Texts {
    /// One for each input.
    pub inputs: Vec<String>,
    /// One for each output.
    pub outputs: Vec<String>,
    /// As a where-clause writes them.
    pub constraints: Vec<String>,
}

impl Solution {
    /// As exact texts.
    pub fn texts(&self) -> Texts {
        self.texts_in(Mode::Text)
    }

    fn texts_in(&self, mode: Mode) -> Texts {
        let shapes = self.goal.signature().as_shapes().is_some();
        let all: Vec<Ty> = self.inputs.iter().chain(&self.outputs).copied().collect();
        let (mut inputs, constraints) = texts(&all, &self.constraints, shapes, mode);
        let outputs = inputs.split_off(self.inputs.len());
        Texts { inputs, outputs, constraints }
    }
}

fn shape_of(ty: Ty) -> Shape {
    ty.as_array().map_or_else(Shape::any, |(_, shape)| shape)
}

/// The solutions of one question, found as they are asked for.
pub struct Solutions {
    search: Search<Arc<Goal>>,
    goal: Arc<Goal>,
    seen: FxHashSet<String>,
    found: usize,
    /// States of which no valuation was found, nor that there is none.
    undecided: Vec<State>,
    /// Of several signatures, the questions that come after this one.
    more: VecDeque<Solutions>,
    /// Whether those before it were looked at to their ends.
    before: bool,
}

impl Signature {
    /// What inputs and outputs may be; those that are `None`, or left out at the end, are to be found.
    ///
    /// # Errors
    /// If there are more of them than the signature has.
    pub fn solve(&self, inputs: &[Option<Ty>], outputs: &[Option<Ty>]) -> Result<Solutions, Box<Refusal>> {
        self.solve_within(inputs, outputs, &[], STEPS)
    }

    /// As [`Signature::solve`], for shapes.
    ///
    /// # Errors
    /// As there.
    pub fn solve_shapes(&self, inputs: &[Option<Shape>], outputs: &[Option<Shape>]) -> Result<Solutions, Box<Refusal>> {
        let types = |shapes: &[Option<Shape>]| -> Vec<Option<Ty>> {
            shapes.iter().map(|shape| shape.map(|shape| Ty::array(Elem::any(), shape))).collect()
        };
        self.solve(&types(inputs), &types(outputs))
    }

    /// As [`Signature::solve`], with what `.k.` skips given, and taking up at most so many states.
    ///
    /// # Errors
    /// As there.
    pub fn solve_within(
        &self,
        inputs: &[Option<Ty>],
        outputs: &[Option<Ty>],
        ranks: &[(String, usize)],
        steps: usize,
    ) -> Result<Solutions, Box<Refusal>> {
        if let Some(all) = self.overloads() {
            return Solutions::of_several(all.iter().map(|one| one.solve_within(inputs, outputs, ranks, steps)));
        }
        let shown: Vec<Ty> = inputs.iter().map(|ty| ty.unwrap_or_else(Ty::unknown)).collect();
        let own = self.for_inputs(inputs).map_err(|failure| Box::new(self.refusal(failure, &shown)))?;
        if let Cow::Owned(own) = own {
            return own.solve_within(inputs, outputs, ranks, steps);
        }
        if let Some(failure) = self.as_entry().and_then(|entry| entry.unsearchable(inputs)) {
            return Err(Box::new(self.refusal(failure, &shown)));
        }
        // How many the catalogue's functions take and give a run says.
        let counts = match self.as_entry() {
            Some(_) => Vec::new(),
            None => vec![(inputs, self.arity(), "inputs"), (outputs, self.output_count(), "outputs")],
        };
        if let Some((given, count, what)) = counts.into_iter().find(|(given, count, _)| given.len() > *count) {
            let message = format!("the signature has {count} {what}, {} given", given.len());
            let shown: Vec<Ty> = given.iter().map(|ty| ty.unwrap_or_else(Ty::unknown)).collect();
            let failure = Failure::new(FailureKind::Arguments, message, Vec::new());
            return Err(Box::new(self.refusal(failure, &shown)));
        }
        let (goal, starts) = Goal::new(self, inputs, outputs, ranks);
        let goal = Arc::new(goal);
        let search = Search::new(goal.clone(), starts, steps);
        Ok(Solutions {
            search,
            goal,
            seen: FxHashSet::default(),
            found: 0,
            undecided: Vec::new(),
            more: VecDeque::new(),
            before: true,
        })
    }
}

impl Solutions {
    /// The same question to several signatures, one after the other; those that cannot be asked it
    /// (they have other numbers of inputs) have no solutions.
    pub(super) fn of_several(
        all: impl Iterator<Item = Result<Solutions, Box<Refusal>>>,
    ) -> Result<Solutions, Box<Refusal>> {
        let (mut asked, mut refused) = (VecDeque::new(), None);
        for one in all {
            match one {
                Ok(one) => asked.push_back(one),
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
        }
        match (asked.pop_front(), refused) {
            (Some(first), _) => Ok(Solutions { more: asked, ..first }),
            (None, Some(refusal)) => Err(refusal),
            (None, None) => unreachable!("an operation has a signature"),
        }
    }

    /// Once the solutions are at an end: were these all? Else [`Solutions::rest`] has what was not
    /// looked at, or not decided.
    pub fn is_exhaustive(&self) -> bool {
        self.before && self.more.is_empty() && self.search.is_exhausted() && self.undecided.is_empty()
    }

    /// Is there a solution, none, or is that open? Looks for the first.
    pub fn answer(&mut self) -> Truth {
        if self.found > 0 || self.next().is_some() {
            Truth::Yes
        } else if self.is_exhaustive() {
            Truth::No
        } else {
            Truth::Unknown
        }
    }

    /// What was not looked at, or not decided, in the form of solutions that need not be any.
    pub fn rest(self) -> Vec<Solution> {
        let Solutions { search, goal, undecided, more, .. } = self;
        let own = undecided.into_iter().chain(search.rest()).map(|state| solution(&goal, state));
        own.chain(more.into_iter().flat_map(Solutions::rest)).collect()
    }

    /// Why there is no solution: a few pieces of what was given that exclude each other, any one of
    /// which dropped makes it solvable. `None` if there is one, or that is open.
    pub fn conflict(&mut self) -> Option<Conflict> {
        if !self.answer().is_no() {
            return None;
        }
        Some(conflict::minimal(&self.goal, self.search.failures()))
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        loop {
            let Some(state) = self.search.next() else {
                let next = self.more.pop_front()?;
                let before = self.before && self.search.is_exhausted() && self.undecided.is_empty();
                let (more, found) = (std::mem::take(&mut self.more), self.found);
                *self = Solutions { more, found, before, ..next };
                continue;
            };
            let state = match narrow_dtypes(&self.goal, state) {
                Ok(state) => state,
                Err(failure) => {
                    self.search.refute(failure);
                    continue;
                }
            };
            match self.goal.valued(&state) {
                Valued::Yes => {}
                Valued::No(failure) => {
                    self.search.refute(failure);
                    continue;
                }
                Valued::Open => {
                    self.undecided.push(state);
                    continue;
                }
            }
            let found = solution(&self.goal, state);
            if self.seen.insert(found.to_string()) {
                self.found += 1;
                return Some(found);
            }
        }
    }
}

fn solution(goal: &Arc<Goal>, state: State) -> Solution {
    let Call { mut inputs, mut outputs, constraints, .. } =
        residue(&state.store, &state.inputs, &state.outputs, &state.names);
    if goal.signature().as_shapes().is_some() {
        inputs.iter_mut().chain(&mut outputs).for_each(|ty| *ty = Ty::array(Elem::any(), shape_of(*ty)));
    }
    Solution { inputs, outputs, constraints, goal: goal.clone(), state }
}

/// A dtype variable that an equation restricts is tried with all dtypes: if one alone fits it is
/// that one.
fn narrow_dtypes(goal: &Goal, mut state: State) -> Result<State, Failure> {
    let mut variables: Vec<Elem> = Vec::new();
    for fact in state.store.residual() {
        if let conformable_solver::Fact::Elem(a, b) = fact {
            for side in [a, b] {
                term::visit_term(&Term::Elem(side), &mut |leaf| {
                    if let term::Leaf::Elem(elem) = leaf
                        && matches!(elem.data(), ElemData::Name(_) | ElemData::Fresh { .. })
                        && !variables.contains(&elem)
                    {
                        variables.push(elem);
                    }
                });
            }
        }
    }
    for variable in variables {
        let fits = |dtype: DType| {
            let mut own = state.clone();
            own.store.tell(&conformable_solver::Fact::Elem(variable, dtype.into())).ok()?;
            goal.propagated(own).ok()
        };
        let mut fitting = DType::plain().filter_map(fits);
        match (fitting.next(), fitting.next()) {
            (None, _) => {
                let message = "no dtype has these as results".to_owned();
                return Err(Failure::new(FailureKind::NoLoop, message, Vec::new()));
            }
            (Some(only), None) => {
                drop(fitting);
                state = only;
            }
            _ => {}
        }
    }
    Ok(state)
}
