//! `slice_length(start, stop, step, n)`: how many elements a slice of n elements has, exactly:
//! `len(range(*slice(start, stop, step).indices(n)))` (Python, "Common sequence operations").
//!
//! A bound of at least 0 counts from the front and is cut to n, a negative one counts from the
//! end. Where a bound's sign is not known the length is one [`AtomData::SliceLen`] atom, which is
//! rewritten when the sign becomes known. `x[1:]` has `max(n - 1, 0)`.

use conformable_types::{Atom, AtomData, Dim, Elem, FreshKind, Truth, Ty, TyKind};

use super::{Body, Relation};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::{Fact, Store};

pub(super) static SLICE_LENGTH: Relation = Relation {
    name: "slice_length",
    body: &Body::of(|cx, _, (start, stop, step, n): (Ty, Ty, Ty, Dim)| {
        slice_length(cx, [start, stop, step], n, Part::whole(0))
    }),
};

/// One of a slice's three parts.
enum Bound {
    Absent,
    Value(Dim),
    Unknown,
}

/// The number of elements of `n` that `start:stop:step` selects.
///
/// # Errors
/// If the step is 0 or a part is neither an int nor None.
pub fn slice_length(cx: &mut Context, parts: [Ty; 3], n: Dim, part: Part) -> Result<Dim, Failure> {
    let [start, stop, step] = [bound(parts[0], &part)?, bound(parts[1], &part)?, bound(parts[2], &part)?];
    if let Bound::Value(step) = &step
        && step.constant() == Some(0)
    {
        return Err(Failure::new(FailureKind::Value, "slice step cannot be zero", vec![part]));
    }
    let known = [start, stop, step].map(|bound| match bound {
        Bound::Absent => Some(None),
        Bound::Value(value) => Some(Some(value)),
        Bound::Unknown => None,
    });
    if let [Some(start), Some(stop), Some(step)] = known {
        let step = step.unwrap_or(Dim::ONE);
        if let Some(length) = known_length(cx.store(), start, stop, step, n) {
            return Ok(length);
        }
        // `::-1` and the like with a step of unknown sign: nothing finite stands for an absent end.
        let sign = cx.store().ask_le(Dim::ONE, step);
        let atom = |start, stop, step| Atom::new(AtomData::SliceLen { start, stop, step, n }).dim();
        // What is behind a place is all but what is before it: the two together are as many as there are.
        if let (Some(place), None, Some(1)) = (start, stop, step.constant()) {
            return Ok(n.minus(atom(Dim::ZERO, place, Dim::ONE)));
        }
        if sign != Truth::Unknown || (start.is_some() && stop.is_some()) {
            let forward = sign.is_yes();
            let start = start.unwrap_or(if forward { Dim::ZERO } else { n });
            let stop = stop.unwrap_or(if forward { n } else { n.negated().minus(1) });
            return Ok(atom(start, stop, step));
        }
    }
    let length = cx.fresh_dim(FreshKind::Unknown);
    cx.learn(&Fact::Le(length, n));
    Ok(length)
}

fn bound(ty: Ty, part: &Part) -> Result<Bound, Failure> {
    let integral = |elem: &Elem| match elem.dtype().map(conformable_types::DType::kind) {
        None => true,
        Some(kind) => {
            use conformable_types::dtype::DTypeKind;
            matches!(kind, DTypeKind::Signed | DTypeKind::Unsigned | DTypeKind::Boolean)
        }
    };
    let wrong = || {
        let message = format!("a slice's bound is an int or None, not {ty}");
        Err(Failure::new(FailureKind::NotAnInteger, message, vec![part.clone()]))
    };
    match ty.kind() {
        TyKind::None => Ok(Bound::Absent),
        TyKind::IntOf(_) | TyKind::LitBool(_) => Ok(ty.int_value().map_or(Bound::Unknown, Bound::Value)),
        TyKind::Float | TyKind::LitFloat(_) | TyKind::Complex | TyKind::Str | TyKind::LitStr(_) | TyKind::Bytes => {
            wrong()
        }
        TyKind::Tuple(_) | TyKind::List(_) | TyKind::TupleOf(_) | TyKind::ListOf(_) => wrong(),
        // A step that counts points, as grids take it.
        TyKind::Ctor(name, _) if name.as_str() == "imaginary" => {
            let message = "a slice's bound is an int or None, not a complex number";
            Err(Failure::new(FailureKind::NotAnInteger, message, vec![part.clone()]))
        }
        TyKind::Scalar(elem) if !integral(elem) => wrong(),
        TyKind::Array { elem, .. } if !integral(elem) => wrong(),
        TyKind::Array { shape, .. } if shape.min_rank() > 0 => wrong(),
        _ => Ok(Bound::Unknown),
    }
}

/// The length where the signs are known.
pub fn known_length(store: &Store, start: Option<Dim>, stop: Option<Dim>, step: Dim, n: Dim) -> Option<Dim> {
    let forward = match store.ask_le(Dim::ONE, step) {
        Truth::Yes => true,
        Truth::No if store.ask_le(step, Dim::of(-1)).is_yes() => false,
        _ => return None,
    };
    // A step backwards selects what a step forwards from `stop + 1` to `start + 1` does.
    let (low, high, shift) = if forward { (start, stop, 0) } else { (stop, start, 1) };
    let low = match low {
        None => End::Front(Dim::ZERO),
        Some(value) => End::of(store, value, shift)?,
    };
    let high = match high {
        None => End::Back(Dim::ZERO),
        Some(value) => End::of(store, value, shift)?,
    };
    let length = span(store, low, high, n);
    let step = if forward { step } else { step.negated() };
    if step == Dim::ONE {
        return Some(length);
    }
    length.plus(step).minus(1).floordiv(step)
}

/// A place in a sequence of n: `Front(a)` is `min(a, n)`, `Back(b)` is `max(n + b, 0)`.
enum End {
    Front(Dim),
    Back(Dim),
}

impl End {
    fn of(store: &Store, value: Dim, shift: i64) -> Option<End> {
        match store.ask_le(Dim::ZERO, value) {
            Truth::Yes => Some(End::Front(value.plus(shift))),
            Truth::No => Some(End::Back(value.plus(shift))),
            Truth::Unknown => None,
        }
    }
}

/// `max(high - low, 0)`.
fn span(store: &Store, low: End, high: End, n: Dim) -> Dim {
    let positive = |dims: &[Dim]| {
        let least = store.extreme(dims, false);
        store.extreme(&[least, Dim::ZERO], true)
    };
    match (low, high) {
        (End::Front(a), End::Front(b)) => positive(&[b.minus(a), n.minus(a)]),
        (End::Front(a), End::Back(b)) => positive(&[n.plus(b).minus(a)]),
        (End::Back(a), End::Front(b)) => positive(&[b.minus(n).minus(a), a.negated(), b, n]),
        (End::Back(a), End::Back(b)) => positive(&[b.minus(a), n.plus(b)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(start: Option<i64>, stop: Option<i64>, step: i64, n: Dim) -> Dim {
        known_length(&Store::new(), start.map(Dim::of), stop.map(Dim::of), Dim::of(step), n).unwrap()
    }

    #[test]
    fn all_small_slices_of_constant_sizes() {
        let bounds: Vec<Option<i64>> = std::iter::once(None).chain((-5..=5).map(Some)).collect();
        for n in 0i64..=4 {
            for &start in &bounds {
                for &stop in &bounds {
                    for step in [-3, -2, -1, 1, 2, 3] {
                        let slow = slow_length(start, stop, step, n);
                        assert_eq!(
                            length(start, stop, step, Dim::of(n)).constant(),
                            Some(slow),
                            "{start:?} {stop:?} {step} {n}"
                        );
                    }
                }
            }
        }
    }

    /// Walks the indices one by one.
    fn slow_length(start: Option<i64>, stop: Option<i64>, step: i64, n: i64) -> i64 {
        let place = |bound: i64| if bound < 0 { bound + n } else { bound };
        let (lowest, highest) = if step > 0 { (0, n) } else { (-1, n - 1) };
        let mut at = start.map_or(if step > 0 { 0 } else { n - 1 }, |b| place(b).clamp(lowest, highest));
        let end = stop.map_or(if step > 0 { n } else { -1 }, |b| place(b).clamp(lowest, highest));
        let mut count = 0;
        while (step > 0 && at < end) || (step < 0 && at > end) {
            count += 1;
            at += step;
        }
        count
    }

    #[test]
    fn symbolic_sizes_have_their_own_form() {
        let n = Dim::name("n");
        assert_eq!(length(Some(1), None, 1, n), Dim::max([n.minus(1), Dim::ZERO]));
        assert_eq!(length(None, Some(-1), 1, n), Dim::max([n.minus(1), Dim::ZERO]));
        assert_eq!(length(None, Some(3), 1, n), Dim::min([n, Dim::of(3)]));
        assert_eq!(length(None, None, -1, n), n);
        assert_eq!(length(None, None, 1, n), n);
        assert_eq!(length(Some(5), Some(2), 1, n), Dim::ZERO);
        let mut cx = Context::new(&Store::new());
        let k = Dim::fresh(90, FreshKind::Int);
        let open = slice_length(&mut cx, [Ty::none(), Ty::int(k), Ty::none()], n, Part::whole(0)).unwrap();
        assert!(matches!(open.as_atom().unwrap().data(), AtomData::SliceLen { .. }));
        let mut store = cx.into_store();
        store.tell(&Fact::Le(Dim::ZERO, k)).unwrap();
        assert_eq!(store.resolve_dim(open), Dim::min([n, k]));
    }
}
