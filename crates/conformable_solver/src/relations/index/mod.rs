//! `index(S, key)`: the shape of `x[key]`, complete (NumPy, "Indexing on ndarrays").
//!
//! | in the key | what it does |
//! |---|---|
//! | an int, a 0-d int array | takes one place of its dim; out of range is refused |
//! | a slice | its exact length, see [`slice`](super::slice) |
//! | `None` | a new dim of 1 |
//! | `...` | all dims that nothing else takes; at most one |
//! | an int array or list | *advanced*: all of them broadcast together |
//! | a mask of rank r | takes r dims of its own sizes; counts as r arrays of `nonzero(mask)` |
//! | `True`, `False` | an advanced index of 1 or 0 that takes no dim |
//!
//! Next to an advanced index ints are advanced too. The dims of the advanced ones stand where the
//! first is if they are all neighbours, else in front. A mask whose size is 0 fits any size; that
//! degenerate case aside, success teaches that the sizes are equal.

mod key;
#[cfg(test)]
mod tests;

use conformable_types::{Dim, FreshKind, Shape, Term, Truth, Ty};

use self::key::Item;
use super::broadcast::broadcast;
use super::edit::split;
use super::measure::append;
use super::slice::slice_length;
use super::{Body, Call, Relation, axes, to_i64};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub(super) static INDEX: Relation = Relation {
    name: "index",
    body: &Body::of(|cx, call, (shape, key): (Shape, Ty)| {
        Ok(if key.is_unknown() { call.shape(cx) } else { index(cx, shape, key, &[])?.shape })
    }),
};

/// What indexing gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Indexed {
    pub shape: Shape,
    /// Of rank 0 it is an element, not a 0-d array: integers alone (or a key that is not known).
    pub scalar: bool,
    /// A copy, not a view: there is an advanced index.
    pub copies: bool,
}

/// What is known of an array in a key beside its type.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct KeyArray {
    /// What the value is known by: equal masks have equal counts.
    pub identity: Option<u64>,
    /// The least and the greatest element that the array *has*, if it is not empty.
    pub attained: Option<(Dim, Dim)>,
}

/// The shape of `x[key]`, with what is known of the key's arrays (the items whose type is an
/// array), in order.
///
/// # Errors
/// Argument 0 of the parts is the array, argument 1 the key, with the item's place as element.
pub fn index(cx: &mut Context, shape: Shape, key: Ty, arrays: &[KeyArray]) -> Result<Indexed, Failure> {
    let shape = cx.resolve_shape(shape);
    let key = cx.resolve_ty(key);
    let Some(items) = key::items(cx, key, arrays)? else { return Ok(undecided(cx)) };
    let ellipses = items.iter().filter(|item| matches!(item, Item::Ellipsis)).count();
    if ellipses > 1 {
        let message = "an index has at most one ellipsis".to_owned();
        return Err(Failure::new(FailureKind::NotAnIndex, message, vec![Part::whole(1)]));
    }
    let taken: usize = items.iter().map(Item::takes).sum();
    let Some(mut walk) = Walk::start(cx, shape, &items, taken)? else {
        return Ok(open(cx, shape, key, arrays, &items));
    };
    for (place, item) in items.iter().enumerate() {
        walk.item(cx, place, item)?;
    }
    let scalar = items.iter().all(Item::is_integer);
    let copies = key::advanced(&items);
    let shape = walk.finish(cx, copies)?;
    Ok(Indexed { shape, scalar, copies })
}

/// Which dims the items take is not decided: those at the other end stay.
fn open(cx: &mut Context, shape: Shape, key: Ty, arrays: &[KeyArray], items: &[Item]) -> Indexed {
    let shape = cx.resolve_shape(shape);
    let taken: usize = items.iter().map(Item::takes).sum();
    let excess = shape.min_rank().saturating_sub(taken);
    let is_dots = |item: Option<&Item>| matches!(item, Some(Item::Ellipsis));
    let dots = items.iter().any(|item| matches!(item, Item::Ellipsis));
    let copies = key::advanced(items);
    let rest = |cx: &mut Context, shape: Shape| {
        let precise = arrays.is_empty();
        if precise {
            Call { name: INDEX.name, args: &[Term::Shape(shape), Term::Ty(key)] }.shape(cx)
        } else {
            cx.fresh_shape()
        }
    };
    let shape = if !dots || is_dots(items.last()) {
        let (left, kept) = split(shape, excess, 0);
        append(rest(cx, left), kept)
    } else if is_dots(items.first()) && !copies {
        let (left, kept) = split(shape, 0, excess);
        append(kept, rest(cx, left))
    } else {
        rest(cx, shape)
    };
    Indexed { shape, scalar: items.iter().all(Item::is_integer), copies }
}

fn undecided(cx: &mut Context) -> Indexed {
    Indexed { shape: cx.fresh_shape(), scalar: true, copies: false }
}

/// The dims as they are taken from the front, and what has been made of them.
struct Walk {
    dims: Vec<Dim>,
    /// What `...` stands for, and the place in `dims` where it is.
    middle: Shape,
    middle_at: usize,
    next: usize,
    /// The axis of `dims[i]` as a message counts it: from the end for those after an unknown rank.
    rank: Option<usize>,
    pieces: Vec<Piece>,
    advanced: Vec<(usize, Shape)>,
    elements: Vec<Elements>,
    ellipsis_met: bool,
}

/// Elements that an index array is known to have. Whether they are in range matters only if the
/// index arrays together are not empty.
struct Elements {
    values: Vec<Dim>,
    size: Dim,
    axis: i64,
    part: Part,
}

enum Piece {
    Kept(Shape),
    /// An integer, or an advanced index.
    Taken,
}

impl Walk {
    /// `None` if the rank is not known and cannot be told.
    fn start(cx: &mut Context, shape: Shape, items: &[Item], taken: usize) -> Result<Option<Walk>, Failure> {
        let too_many = |dims: String| {
            let message = format!("too many indices: {taken} for {}", axes::array_of(dims));
            Failure::new(FailureKind::TooManyIndices, message, vec![Part::whole(0), Part::whole(1)])
        };
        let at = items.iter().position(|item| matches!(item, Item::Ellipsis));
        let back: usize = at.map_or(0, |at| items[at..].iter().map(Item::takes).sum());
        let front = taken - back;
        let shape = match shape.rank() {
            Some(rank) if rank < taken => return Err(too_many(rank.to_string())),
            Some(_) => shape,
            None => {
                axes::require_rank(cx, shape, taken, || too_many(format!("{:?}", shape.rank_dim())))?;
                cx.reveal(shape, front, back)
            }
        };
        let data = shape.data();
        let (dims, middle): (Vec<Dim>, Shape) = match &data.rest {
            None => {
                let all = &data.prefix;
                let middle = Shape::of(&all[front..all.len() - back]);
                (all[..front].iter().chain(&all[all.len() - back..]).copied().collect(), middle)
            }
            Some((seq, suffix)) => {
                if data.prefix.len() < front || suffix.len() < back {
                    return Ok(None);
                }
                let kept = suffix.len() - back;
                let middle = Shape::new(data.prefix[front..].iter().copied(), Some((*seq, suffix[..kept].into())));
                (data.prefix[..front].iter().chain(&suffix[kept..]).copied().collect(), middle)
            }
        };
        Ok(Some(Walk {
            dims,
            middle,
            middle_at: front,
            next: 0,
            rank: shape.rank(),
            pieces: Vec::new(),
            advanced: Vec::new(),
            elements: Vec::new(),
            ellipsis_met: false,
        }))
    }

    /// The next dim and its axis.
    fn take(&mut self) -> (Dim, i64) {
        let place = self.next;
        self.next += 1;
        let axis = if place < self.middle_at {
            to_i64(place)
        } else {
            let from_end = to_i64(place) - to_i64(self.dims.len());
            self.rank.map_or(from_end, |rank| from_end + to_i64(rank))
        };
        (self.dims[place], axis)
    }

    fn item(&mut self, cx: &mut Context, place: usize, item: &Item) -> Result<(), Failure> {
        let part = Part::whole(1).of_element(place);
        match item {
            Item::Int(value) => {
                let (size, axis) = self.take();
                in_range(cx, *value, size, axis, &part)?;
                self.taken(Shape::scalar());
            }
            Item::Slice(parts) => {
                let (size, _) = self.take();
                let length = slice_length(cx, *parts, size, part)?;
                self.pieces.push(Piece::Kept(Shape::of(&[length])));
            }
            Item::New => self.pieces.push(Piece::Kept(Shape::of(&[Dim::ONE]))),
            Item::Ellipsis => {
                self.ellipsis_met = true;
                self.pieces.push(Piece::Kept(self.middle));
            }
            Item::Flag(known) => {
                let count = match known {
                    Some(flag) => Dim::of(i64::from(*flag)),
                    None => {
                        let count = cx.fresh_dim(FreshKind::Runtime);
                        cx.learn(&Fact::Le(count, Dim::ONE));
                        count
                    }
                };
                self.taken(Shape::of(&[count]));
            }
            Item::Ints { shape, array, literals } => {
                let (size, axis) = self.take();
                let attained = array.attained.map(|(least, greatest)| vec![least, greatest]);
                let values = if literals.is_empty() { attained.unwrap_or_default() } else { literals.clone() };
                self.elements.push(Elements { values, size, axis, part });
                self.taken(*shape);
            }
            Item::Mask { dims, array, known } => self.mask(cx, dims, array, *known, &part)?,
        }
        Ok(())
    }

    fn taken(&mut self, shape: Shape) {
        self.advanced.push((self.pieces.len(), shape));
        self.pieces.push(Piece::Taken);
    }

    fn mask(
        &mut self,
        cx: &mut Context,
        dims: &[Dim],
        array: &KeyArray,
        known: Option<i64>,
        part: &Part,
    ) -> Result<(), Failure> {
        for (place, &own) in dims.iter().enumerate() {
            let (size, axis) = self.take();
            mask_fits(cx, own, size, axis, &Part { axis: Some(to_i64(place)), ..part.clone() })?;
        }
        let count = match known {
            Some(count) => Dim::of(count),
            None => {
                let count = cx.runtime_size("nonzero", array.identity);
                let all = Dim::product(dims.iter().copied());
                if !all.is_any() {
                    cx.learn(&Fact::Le(count, all));
                }
                cx.resolve_dim(count)
            }
        };
        self.taken(Shape::of(&[count]));
        Ok(())
    }

    fn finish(mut self, cx: &mut Context, advanced: bool) -> Result<Shape, Failure> {
        if !self.ellipsis_met {
            self.pieces.push(Piece::Kept(self.middle));
        }
        let kept = |pieces: &[Piece]| {
            pieces.iter().fold(Shape::scalar(), |so_far, piece| match piece {
                Piece::Kept(shape) => append(so_far, *shape),
                Piece::Taken => so_far,
            })
        };
        if !advanced {
            return Ok(kept(&self.pieces));
        }
        let shapes = self.advanced.iter().enumerate();
        let shapes: Vec<(Shape, Part)> =
            shapes.map(|(place, (_, shape))| (*shape, Part::whole(1).of_element(place))).collect();
        let group = broadcast(cx, &shapes).map_err(|failure| Failure {
            message: format!("index arrays do not broadcast: {}", failure.message),
            parts: failure.parts.into_iter().map(|part| Part { axis: None, ..part }).collect(),
            says_all: true,
            ..failure
        })?;
        for elements in &self.elements {
            elements.in_range(cx, group)?;
        }
        let first = self.advanced[0].0;
        let last = self.advanced[self.advanced.len() - 1].0;
        if last - first + 1 == self.advanced.len() {
            let before = kept(&self.pieces[..first]);
            return Ok(append(append(before, group), kept(&self.pieces[last..])));
        }
        Ok(append(group, kept(&self.pieces)))
    }
}

fn out_of_range(index: Dim, size: Dim, axis: i64, part: &Part) -> Failure {
    let message = format!("index {index:?} is out of range for axis {axis} with size {size:?}");
    Failure::new(FailureKind::IndexOutOfRange, message, vec![Part::dim(0, axis), part.clone()])
}

/// `-size <= value < size`: both are needed, whatever the sign is.
fn in_range(cx: &mut Context, value: Option<Dim>, size: Dim, axis: i64, part: &Part) -> Result<(), Failure> {
    let Some(value) = value else {
        return cx.require(Fact::Le(Dim::ONE, size), || {
            let message = format!("axis {axis} has size {size:?}: no index is in range");
            Failure::new(FailureKind::IndexOutOfRange, message, vec![Part::dim(0, axis), part.clone()])
        });
    };
    cx.require(Fact::Le(value.plus(1), size), || out_of_range(value, size, axis, part))?;
    cx.require(Fact::Le(value.negated(), size), || out_of_range(value, size, axis, part))
}

impl Elements {
    fn in_range(&self, cx: &mut Context, group: Shape) -> Result<(), Failure> {
        let count = group.size();
        let some = if group == Shape::scalar() { Truth::Yes } else { cx.store().ask_le(Dim::ONE, count) };
        if self.values.is_empty() || some.is_no() {
            return Ok(());
        }
        for &value in &self.values {
            if some.is_yes() {
                in_range(cx, Some(value), self.size, self.axis, &self.part)?;
                continue;
            }
            let mut filled = cx.store().clone();
            if count.is_any() || filled.tell(&Fact::Le(Dim::ONE, count)).is_err() {
                continue;
            }
            let below = filled.ask_le(value.plus(1), self.size);
            if below.and(filled.ask_le(value.negated(), self.size)).is_no() {
                let failure = out_of_range(value, self.size, self.axis, &self.part);
                return Err(Failure { except: Some(format!("{count:?} is 0")), ..failure });
            }
        }
        Ok(())
    }
}
/// A mask's size is its dim's, or 0: one that may be 0 teaches nothing.
fn mask_fits(cx: &mut Context, own: Dim, size: Dim, axis: i64, part: &Part) -> Result<(), Failure> {
    let empty = cx.store().ask_eq(own, Dim::ZERO);
    let fits = Fact::Eq(own, size);
    if empty.is_yes() || (!empty.is_no() && !cx.store().ask(&fits).is_no()) {
        return Ok(());
    }
    let failure = || {
        let message = format!("the mask has {own:?} along axis {axis}, the array {size:?}");
        Failure::new(FailureKind::MaskSize, message, vec![Part::dim(0, axis), part.clone()])
    };
    cx.require(fits, failure).map_err(|failure| match (&failure.except, empty.is_no()) {
        (None, false) => Failure { except: Some(format!("{own:?} is 0")), ..failure },
        _ => failure,
    })
}
