//! Two shapes side by side: which dims stand against each other, and what is left over.

use smallvec::SmallVec;

use crate::dim::Dim;
use crate::shape::{Dims, Seq, Shape};

/// Dims that stand against each other.
pub(crate) type Pairs = SmallVec<[(Dim, Dim); 6]>;

/// How two shapes line up.
pub(crate) enum Pairing {
    /// The ranks exclude each other.
    Ranks,
    /// Both are sequences that overlap in unknown places.
    Open,
    /// Dims that stand against each other in the order of the shape, `front` of them before what
    /// is left on either side: a sequence, with dims that stand against the other's sequence.
    Paired { dims: Pairs, front: usize, left: Option<Shape>, right: Option<Shape> },
}

/// Align two shapes: common prefix and suffix pairwise, remainders left over.
pub(crate) fn pair(a: Shape, b: Shape) -> Pairing {
    let (x, y) = (a.data(), b.data());
    match (&x.rest, &y.rest) {
        (None, None) => {
            if x.prefix.len() != y.prefix.len() {
                return Pairing::Ranks;
            }
            let dims: Pairs = x.prefix.iter().copied().zip(y.prefix.iter().copied()).collect();
            Pairing::Paired { front: dims.len(), dims, left: None, right: None }
        }
        (Some((seq, suffix)), None) => match absorb(&x.prefix, suffix, &y.prefix) {
            Some((dims, middle)) => Pairing::Paired {
                dims,
                front: x.prefix.len(),
                left: Some(seq.shape()),
                right: Some(Shape::of(&middle)),
            },
            None => Pairing::Ranks,
        },
        (None, Some(_)) => match pair(b, a) {
            Pairing::Paired { dims, front, left, right } => Pairing::Paired {
                dims: dims.into_iter().map(|(p, q)| (q, p)).collect(),
                front,
                left: right,
                right: left,
            },
            other => other,
        },
        (Some((s, after_s)), Some((t, after_t))) => {
            let front = x.prefix.len().min(y.prefix.len());
            let back = after_s.len().min(after_t.len());
            let mut dims: Pairs = x.prefix[..front].iter().copied().zip(y.prefix[..front].iter().copied()).collect();
            let (s_back, t_back) = (after_s.len() - back, after_t.len() - back);
            dims.extend(after_s[s_back..].iter().copied().zip(after_t[t_back..].iter().copied()));
            let rest = |prefix: &[Dim], seq: Seq, suffix: &[Dim]| {
                Shape::new(prefix[front..].iter().copied(), Some((seq, Dims::from_slice(suffix))))
            };
            let left = rest(&x.prefix, *s, &after_s[..s_back]);
            let right = rest(&y.prefix, *t, &after_t[..t_back]);
            if left.min_rank() > 0 && right.min_rank() > 0 {
                return Pairing::Open;
            }
            Pairing::Paired { dims, front, left: Some(left), right: Some(right) }
        }
    }
}

/// Known dims against `prefix, *s, suffix`: the pairs, and what `*s` stands against.
fn absorb(prefix: &[Dim], suffix: &[Dim], known: &[Dim]) -> Option<(Pairs, Vec<Dim>)> {
    let middle = known.len().checked_sub(prefix.len() + suffix.len())?;
    let (front, rest) = known.split_at(prefix.len());
    let (middle, back) = rest.split_at(middle);
    let pairs = prefix.iter().copied().zip(front.iter().copied());
    Some((pairs.chain(suffix.iter().copied().zip(back.iter().copied())).collect(), middle.to_vec()))
}
