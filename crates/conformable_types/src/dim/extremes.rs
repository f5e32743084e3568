//! `max`, `min`, `bcast` and `slicelen` of integer expressions.

use super::{Atom, AtomData, Dim, slice_length};
use crate::order;

/// Those that yield to no other: of two that yield to each other the first.
pub fn undominated(args: &[Dim], yields: impl Fn(Dim, Dim) -> bool) -> Vec<Dim> {
    let mut kept: Vec<Dim> = Vec::with_capacity(args.len());
    for &arg in args {
        if kept.iter().any(|&other| yields(arg, other)) {
            continue;
        }
        kept.retain(|&other| !yields(other, arg));
        kept.push(arg);
    }
    kept
}

impl Dim {
    /// The largest of `args`, which are not empty.
    pub fn max(args: impl IntoIterator<Item = Dim>) -> Dim {
        Dim::extreme(args, true)
    }

    /// The smallest of `args`, which are not empty.
    pub fn min(args: impl IntoIterator<Item = Dim>) -> Dim {
        Dim::extreme(args, false)
    }

    fn extreme(args: impl IntoIterator<Item = Dim>, largest: bool) -> Dim {
        let mut flat: Vec<Dim> = Vec::new();
        for arg in args {
            match arg.as_atom().map(Atom::data) {
                _ if arg.is_any() => return Dim::any(),
                Some(AtomData::Max(inner)) if largest => flat.extend(inner.iter()),
                Some(AtomData::Min(inner)) if !largest => flat.extend(inner.iter()),
                _ => flat.push(arg),
            }
        }
        let yields = |a: Dim, b: Dim| a.minus(b).constant().is_some_and(|d| if largest { d <= 0 } else { d >= 0 });
        let mut kept = undominated(&flat, yields);
        match &*kept {
            [] => Dim::any(),
            [one] => *one,
            _ => {
                kept.sort_by(|a, b| order::dims(*a, *b));
                let args = kept.into();
                Atom::new(if largest { AtomData::Max(args) } else { AtomData::Min(args) }).dim()
            }
        }
    }

    /// The size that `args` broadcast to, given that they do; two constants other than 1 that
    /// differ are the caller's business (the first is kept).
    pub fn bcast(args: impl IntoIterator<Item = Dim>) -> Dim {
        let mut kept: Vec<Dim> = Vec::new();
        let mut queue: Vec<Dim> = args.into_iter().collect();
        queue.reverse();
        while let Some(arg) = queue.pop() {
            if arg.constant() == Some(1) || (kept.contains(&arg) && !arg.is_any()) {
                continue;
            }
            match (arg.constant(), arg.as_atom().map(Atom::data)) {
                (Some(_), _) => return arg,
                (_, Some(AtomData::Bcast(inner))) => queue.extend(inner.iter().rev()),
                _ => kept.push(arg),
            }
        }
        match &*kept {
            [] => Dim::ONE,
            [one] => *one,
            _ if kept.contains(&Dim::any()) => Dim::any(),
            _ => {
                kept.sort_by(|a, b| order::dims(*a, *b));
                Atom::new(AtomData::Bcast(kept.into())).dim()
            }
        }
    }

    /// How many elements `x[start:stop:step]` takes of `n`, as Python counts them. A bound whose
    /// sign is not known leaves one `slicelen` atom in `[0, n]`. `?` for a step of 0.
    pub fn slicelen(start: Dim, stop: Dim, step: Dim, n: Dim) -> Dim {
        if [start, stop, step, n].contains(&Dim::any()) || step == Dim::ZERO {
            return Dim::any();
        }
        let constants = (start.constant(), stop.constant(), step.constant(), n.constant());
        if let (Some(start), Some(stop), Some(step), Some(n)) = constants {
            return slice_length(start, stop, step, n).map_or_else(Dim::any, Dim::of);
        }
        match (start.constant(), stop.constant()) {
            (Some(0), _) if stop == n && step == Dim::ONE => n,
            (Some(a), _) if a >= 0 && stop == n && step == Dim::ONE => Dim::max([n.minus(a), Dim::ZERO]),
            (Some(0), Some(b)) if b >= 0 && step == Dim::ONE => Dim::min([n, stop]),
            (Some(0), Some(b)) if b < 0 && step == Dim::ONE => Dim::max([n.plus(b), Dim::ZERO]),
            _ => Atom::new(AtomData::SliceLen { start, stop, step, n }).dim(),
        }
    }
}
