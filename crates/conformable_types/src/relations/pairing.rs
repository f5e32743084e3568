//! Two shapes side by side: which dims stand against each other, and what is left over.

use smallvec::SmallVec;

use crate::dim::Dim;
use crate::shape::{Dims, Seq, Shape};

/// Dims that stand against each other.
pub type Pairs = SmallVec<[(Dim, Dim); 6]>;

/// How two shapes of ranks that do not exclude each other line up.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// Dims that stand against each other, in the order of the shape.
    pub dims: Pairs,
    /// So many of them stand before what is left.
    pub front: usize,
    /// What is left on either side, if either has a sequence: it, with dims that stand against the
    /// other's sequence.
    pub left: Shape,
    /// See `left`.
    pub right: Shape,
}

impl Pairing {
    /// Do the sequences overlap in places that are not known, as those of `[n, ...]` and `[..., m]`?
    pub fn is_open(&self) -> bool {
        let overlaps = |shape: Shape| shape.seq().is_some() && shape.min_rank() > 0;
        overlaps(self.left) && overlaps(self.right)
    }
}

/// Align two shapes: common prefix and suffix pairwise, remainders left over; `None` if the ranks
/// exclude each other.
pub fn pair(a: Shape, b: Shape) -> Option<Pairing> {
    let (x, y) = (a.data(), b.data());
    let (x_back, y_back) = (a.suffix(), b.suffix());
    let (front, back) = match (&x.rest, &y.rest) {
        (None, None) => (x.prefix.len(), 0),
        (Some(_), None) => (x.prefix.len(), x_back.len()),
        (None, Some(_)) => (y.prefix.len(), y_back.len()),
        (Some(_), Some(_)) => (x.prefix.len().min(y.prefix.len()), x_back.len().min(y_back.len())),
    };
    let (p, q) = (Sides::of(a, front, back)?, Sides::of(b, front, back)?);
    if x.rest.is_none() && y.rest.is_none() && (p.left != Shape::scalar() || q.left != Shape::scalar()) {
        return None;
    }
    let dims = p.front.iter().chain(p.back).copied().zip(q.front.iter().chain(q.back).copied()).collect();
    Some(Pairing { dims, front, left: p.left, right: q.left })
}

/// A shape's first and last dims, and what is left between them.
struct Sides {
    front: &'static [Dim],
    back: &'static [Dim],
    left: Shape,
}

impl Sides {
    fn of(shape: Shape, front: usize, back: usize) -> Option<Sides> {
        let data = shape.data();
        let (head, rest) = data.prefix.split_at_checked(front)?;
        let (left, tail) = match &data.rest {
            None => {
                let (middle, tail) = rest.split_at_checked(rest.len().checked_sub(back)?)?;
                (Shape::of(middle), tail)
            }
            Some((seq, suffix)) => {
                let (middle, tail) = suffix.split_at_checked(suffix.len().checked_sub(back)?)?;
                let between: (Seq, Dims) = (*seq, Dims::from_slice(middle));
                (Shape::new(rest.iter().copied(), Some(between)), tail)
            }
        };
        Some(Sides { front: head, back: tail, left })
    }
}
