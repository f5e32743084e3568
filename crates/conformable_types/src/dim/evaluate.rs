//! The value of an integer expression where its atoms have values.

use super::{Atom, AtomData, Dim, python_floordiv, python_mod};

impl Dim {
    /// The value if each name, run-time size and application has the value that `value` gives it.
    ///
    /// `None` where one has none, where 0 divides, where sizes do not broadcast, or where 64 bits
    /// are too few.
    ///
    /// ```
    /// use conformable_types::Dim;
    /// let n = Dim::name("n");
    /// let half = n.floordiv(Dim::of(2)).unwrap().plus(1);
    /// assert_eq!(half.evaluate(&mut |_| Some(7)), Some(4));
    /// ```
    pub fn evaluate(self, value: &mut dyn FnMut(Atom) -> Option<i64>) -> Option<i64> {
        if self.is_any() {
            return None;
        }
        let mut sum = 0i64;
        for (monomial, coefficient) in self.terms().iter() {
            let mut product = *coefficient;
            for &(atom, power) in monomial.factors() {
                product = product.checked_mul(atom.evaluate(value)?.checked_pow(u32::from(power))?)?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum)
    }
}

impl Atom {
    /// As [`Dim::evaluate`]; `value` is asked for the atoms that have no parts.
    pub fn evaluate(self, value: &mut dyn FnMut(Atom) -> Option<i64>) -> Option<i64> {
        match self.data() {
            AtomData::FloorDiv(p, q) => {
                let (p, q) = (p.evaluate(value)?, q.evaluate(value)?);
                python_floordiv(p, q)
            }
            AtomData::Mod(p, q) => {
                let (p, q) = (p.evaluate(value)?, q.evaluate(value)?);
                (q != 0).then(|| python_mod(p, q))
            }
            AtomData::Max(args) => args.iter().try_fold(i64::MIN, |most, arg| Some(most.max(arg.evaluate(value)?))),
            AtomData::Min(args) => args.iter().try_fold(i64::MAX, |least, arg| Some(least.min(arg.evaluate(value)?))),
            AtomData::Bcast(args) => args.iter().try_fold(1, |size, arg| match (size, arg.evaluate(value)?) {
                (size, 1) => Some(size),
                (1, other) => Some(other),
                (size, other) => (size == other).then_some(size),
            }),
            AtomData::SliceLen { start, stop, step, n } => {
                let (start, stop) = (start.evaluate(value)?, stop.evaluate(value)?);
                slice_length(start, stop, step.evaluate(value)?, n.evaluate(value)?)
            }
            AtomData::Name(_)
            | AtomData::Fresh { .. }
            | AtomData::Prod(_)
            | AtomData::Len(_)
            | AtomData::App(..)
            | AtomData::Any => value(self),
        }
    }
}

/// `len(range(*slice(start, stop, step).indices(n)))`; `None` for a step of 0 or a negative `n`.
pub fn slice_length(start: i64, stop: i64, step: i64, n: i64) -> Option<i64> {
    if step == 0 || n < 0 {
        return None;
    }
    let (least, most) = if step > 0 { (0, n) } else { (-1, n - 1) };
    let clipped = |bound: i64| if bound < 0 { (bound + n).max(least) } else { bound.min(most) };
    let (start, stop) = (i128::from(clipped(start)), i128::from(clipped(stop)));
    let step = i128::from(step);
    let count = if step > 0 { (stop - start + step - 1).div_euclid(step) } else { (start - stop - step - 1) / -step };
    i64::try_from(count.max(0)).ok()
}
