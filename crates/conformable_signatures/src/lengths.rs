//! Sequences of unknown length that a pack is made of: a call is tried with one, two and three elements.
//!
//! What comes out alike for each holds for any; a size that grows evenly with the length is that
//! much of it: `np.stack(rows)` has `len(rows)` rows. A refusal that is about the length holds for
//! none but those that were tried. This knows no function.

use conformable_types::term;
use conformable_types::{Dim, Shape, Ty, TyKind};

use crate::alternatives::{Match, among};
use crate::bind::BoundCall;
use crate::call::{CallArgs, CallOutcome, CallResult};
use crate::coerce::row;
use crate::op::{Alternative, Op, Param, Pattern};
use conformable_solver::{Failure, Store};

/// The lengths; one after the other, so that even growth shows.
pub(crate) const LENGTHS: [usize; 3] = [1, 2, 3];

/// A known length up to this is the only one that is tried.
const LISTED: usize = 32;

impl Op {
    pub(crate) fn apply_lengths(&self, args: &CallArgs, store: &Store) -> CallOutcome {
        let Some(number) = self.sequence_argument(args) else { return self.apply_one(args, store) };
        let given = args.argument(number);
        let items = |count: usize| match given.ty.kind() {
            TyKind::ListOf(item) | TyKind::TupleOf(item) => Ty::tuple(vec![*item; count]),
            TyKind::Array { elem, shape } => match shape.dims() {
                Some([_, rest @ ..]) => Ty::tuple(vec![row(*elem, rest); count]),
                _ => given.ty,
            },
            _ => given.ty,
        };
        let length = match given.ty.kind() {
            TyKind::Array { shape, .. } => shape.dims().and_then(|dims| dims.first()).copied(),
            _ => given.length,
        };
        let apply = |count: usize| {
            let mut own = args.clone();
            own.argument_mut(number).ty = items(count);
            self.apply_one(&own, store)
        };
        if let Some(known) = length.and_then(Dim::constant).and_then(|length| usize::try_from(length).ok())
            && known <= LISTED
        {
            return match apply(known) {
                CallOutcome::Value(made, store) => {
                    let result = without_sums_of_each(made.result, given.ty);
                    CallOutcome::Value(CallResult { result, ..made }, store)
                }
                other => other,
            };
        }
        let mut results = Vec::new();
        let mut failures: Vec<Failure> = Vec::new();
        let joined = among(LENGTHS, |count, _| {
            let applied = apply(count);
            match &applied {
                CallOutcome::Value(given, _) => results.push(given.result),
                CallOutcome::Refuted(refused) => failures.push(refused.failure.clone()),
                CallOutcome::Unknown(_) => {}
            }
            Some((Match::Possible, applied))
        });
        if failures.len() == LENGTHS.len() && !are_alike(&failures) {
            return CallOutcome::Unknown("it hangs on how many elements there are");
        }
        match (joined.expect("there are lengths"), even(&results, length)) {
            (CallOutcome::Value(given, store), Some(result)) => {
                CallOutcome::Value(CallResult { result, ..given }, store)
            }
            (joined, _) => joined,
        }
    }

    /// The argument that a `Sequence[...]` of unknown length is given by.
    fn sequence_argument(&self, args: &CallArgs) -> Option<usize> {
        // Nearly no call has one: only these are bound for it.
        if !args.all().any(|arg| is_of_unknown_length(arg.ty)) {
            return None;
        }
        let with_sequences = |alternative: &&Alternative| alternative.params.iter().any(takes_sequence);
        self.alternatives.iter().filter(with_sequences).find_map(|alternative| {
            let bound = BoundCall::new(alternative, args).ok()?;
            let mut given = bound.given();
            let (_, number, _) = given.find(|(param, _, arg)| takes_sequence(param) && is_of_unknown_length(arg.ty))?;
            Some(number)
        })
    }
}

fn takes_sequence(param: &Param) -> bool {
    match &param.pattern {
        Pattern::Sequence(_) => true,
        Pattern::Union(members) => members.iter().any(|member| matches!(member, Pattern::Sequence(_))),
        _ => false,
    }
}

fn is_of_unknown_length(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::ListOf(item) | TyKind::TupleOf(item) => !item.is_unknown(),
        TyKind::Array { shape, .. } => {
            shape.dims().is_some_and(|dims| dims.first().is_some_and(|dim| !matches!(dim.constant(), Some(0..=32))))
        }
        _ => false,
    }
}

/// Do all say the same, so that it does not depend on the length?
pub(crate) fn are_alike(failures: &[Failure]) -> bool {
    failures.windows(2).all(|pair| pair[0] == pair[1])
}

/// The type for a sequence of `length` elements of which these are the types for [`LENGTHS`], if its sizes grow evenly.
pub(crate) fn even(types: &[Ty], length: Option<Dim>) -> Option<Ty> {
    match *types {
        [first, second, third] => extended(first, second, third, length?),
        _ => None,
    }
}

/// The type for any length of which these are the types for 1, 2 and 3, if it grows evenly.
fn extended(first: Ty, second: Ty, third: Ty, length: Dim) -> Option<Ty> {
    if first == second && second == third {
        return Some(first);
    }
    let (x, y, z) = (first.as_array()?, second.as_array()?, third.as_array()?);
    if x.0 != y.0 || y.0 != z.0 {
        return None;
    }
    let (p, q, r) = (x.1.dims()?, y.1.dims()?, z.1.dims()?);
    if p.len() != q.len() || q.len() != r.len() {
        return None;
    }
    let dims: Vec<Dim> =
        p.iter().zip(q).zip(r).map(|((p, q), r)| extended_dim(*p, *q, *r, length)).collect::<Option<_>>()?;
    first.is_ndarray().then(|| Ty::array(x.0, Shape::of(&dims)))
}

/// The size for any length of which these are the sizes for 1, 2 and 3.
fn extended_dim(first: Dim, second: Dim, third: Dim, length: Dim) -> Option<Dim> {
    let step = second.minus(first);
    if step == Dim::ZERO && third == first {
        return Some(first);
    }
    if step != third.minus(second) || step.is_any() || is_each(step) {
        return Some(Dim::any());
    }
    Some(first.plus(step.times(length.plus(-1))))
}

/// The type that elements alike have given, without what isn't so where each has a size of its own: three of them are no
/// three times as long as one.
fn without_sums_of_each(result: Ty, given: Ty) -> Ty {
    let (TyKind::ListOf(item) | TyKind::TupleOf(item)) = given.kind() else { return result };
    let Some((elem, Some(dims))) = result.as_array().map(|(elem, shape)| (elem, shape.dims())) else { return result };
    let of_item = item.as_array().and_then(|(_, shape)| shape.dims()).unwrap_or_default();
    let is_sum = |dim: &Dim| is_each(*dim) && !of_item.contains(dim);
    if !result.is_ndarray() || !dims.iter().any(is_sum) {
        return result;
    }
    Ty::array(elem, dims.iter().map(|dim| if is_sum(dim) { Dim::any() } else { *dim }).collect())
}

/// Is it about sizes of which each element has its own?
fn is_each(dim: Dim) -> bool {
    let mut found = false;
    term::visit_dim(dim, &mut |leaf| found |= leaf.is_of_each());
    found
}
