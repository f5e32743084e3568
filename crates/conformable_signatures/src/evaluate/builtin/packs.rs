//! Functions that take arguments apart and work on packs: slices, grids, pairs of packs.

use conformable_solver::{Failure, FailureKind};
use conformable_types::{Dim, Elem, Shape, Term, Ty, TyKind};

use super::{Args, Builtin, Env, EvalResult, ExprEvaluator, Val, listed, many, values, written};
use crate::call::Arg;
use crate::coerce::{Coercer, LargeInts};
use crate::evaluate::list;
use crate::explain::{Origin, translate};
use crate::minilanguage::MiniSignature;

pub(super) static TABLE: &[Builtin] = &[
    written(many(2), "each(word, xs, ...): the word applied to each element of a pack", each),
    written(many(3), "zipped(word, xs, ys, ...): the word applied to pairs, and to what stands behind them", zipped),
    values(many(1), "pick(k, a, b, ...): the k-th of the rest", |_, args| {
        let place = args[0].dim().constant().and_then(|k| usize::try_from(k).ok());
        Ok(place.and_then(|place| args[1..].get(place).cloned()).unwrap_or_else(Val::unknown))
    }),
    values(1..=1, "greatest(xs): the greatest size of a pack", |_, args| {
        let sizes = args[0].items().filter(|items| !items.is_empty());
        let greatest = sizes.map(|items| Dim::max(items.iter().map(Val::dim)));
        Ok(greatest.map_or_else(Val::unknown, Val::new))
    }),
    values(2..=2, "repeated(x, k): a pack of k times x", |_, args| {
        Ok(listed(&args[1]).map_or_else(Val::unknown, |count| list(vec![args[0].clone(); count])))
    }),
    values(
        1..=1,
        "parts(x): a pack of a slice's start, stop and step; of a tuple's, list's or shape's items; of a record's fields; of what an object was made with; of x alone",
        |_, args| Ok(parts(&args[0])),
    ),
    values(1..=1, "shape_of(x): the shape of an argument as an array", |this, args| Ok(this.shape_of(&args[0]))),
    values(1..=1, "elem_of(x): the element type of an argument as an array", |this, args| {
        let elem = this.as_array(&args[0]).map_or_else(Elem::any, |(elem, _)| elem);
        Ok(Val::new(elem).from(args[0].origin.derived()))
    }),
    values(
        1..=1,
        "open_mesh(sizes): a pack of shapes: each has one of the sizes in its place, and 1 elsewhere",
        |_, args| {
            let in_places = |sizes: Vec<Val>| list((0..sizes.len()).map(|place| in_place(&sizes, place)).collect());
            Ok(args[0].items().map_or_else(Val::unknown, in_places))
        },
    ),
    values(3..=3, "moved(k, i, j): the order of k axes after those of i have moved to the places j", |_, args| {
        let order = moved(args[0].dim().constant(), ints(&args[1]), ints(&args[2]));
        Ok(order.map_or_else(Val::unknown, |order| Val::new(Ty::tuple(order.into_iter().map(Ty::int)))))
    }),
    values(
        2..=2,
        "batched(text, S): a pack of the outputs' shapes by a signature of core dims, batch dims in front",
        |this, args| this.batched(&args[0], &args[1]),
    ),
    values(2..=2, "operands(x, xs): of operands and lists of numbers in turn, the operands", |_, args| {
        let Some(rest) = args[1].items() else { return Ok(Val::unknown()) };
        let pairs = rest.len().div_ceil(2);
        Ok(list(std::iter::once(args[0].clone()).chain(rest).step_by(2).take(pairs).collect()))
    }),
    values(2..=2, "sublists(x, xs): of operands and lists of numbers in turn, einsum's subscripts", |_, args| {
        Ok(sublists(&args[0], &args[1]).map_or_else(Val::unknown, |text| Val::new(Ty::str(&text))))
    }),
];

fn each(this: &mut ExprEvaluator<'_>, args: &Args, env: &Env) -> EvalResult<Val> {
    let Some(values) = this.values(&args[1..], env)? else { return Ok(Val::unknown()) };
    let (Some(word), Some(items)) = (args[0].1.path(), values.first().and_then(Val::items)) else {
        return Ok(Val::unknown());
    };
    let calls = items.into_iter().map(|item| std::iter::once(item).chain(values[1..].iter().cloned()).collect());
    this.all_of_them(&word, calls)
}

fn zipped(this: &mut ExprEvaluator<'_>, args: &Args, env: &Env) -> EvalResult<Val> {
    let Some(values) = this.values(&args[1..], env)? else { return Ok(Val::unknown()) };
    let [xs, ys, rest @ ..] = values.as_slice() else { return Ok(Val::unknown()) };
    let (Some(word), Some(xs), Some(ys)) = (args[0].1.path(), xs.items(), ys.items()) else {
        return Ok(Val::unknown());
    };
    let calls = xs.into_iter().zip(ys).map(|(x, y)| [x, y].into_iter().chain(rest.iter().cloned()).collect());
    this.all_of_them(&word, calls)
}

impl ExprEvaluator<'_> {
    /// A pack of what a word or a relation gives of these arguments, one after the other.
    fn all_of_them(&mut self, word: &str, calls: impl Iterator<Item = Vec<Val>>) -> EvalResult<Val> {
        calls.map(|args| self.named(word, args)).collect::<EvalResult<_>>().map(list)
    }

    fn shape_of(&mut self, value: &Val) -> Val {
        if let Some((_, shape)) = value.ty().as_array() {
            return Val::new(shape).from(value.origin.clone());
        }
        Val::new(self.as_array(value).map_or_else(Shape::any, |(_, shape)| shape)).from(value.origin.derived())
    }

    /// What NumPy makes of an argument: an array of these elements and this shape.
    fn as_array(&mut self, value: &Val) -> Option<(Elem, Shape)> {
        let Self { cx, catalogue, .. } = self;
        let mut coercer = Coercer { cx, catalogue, large: LargeInts::Unknown, objects: false, records: None };
        coercer.as_array(&Arg::of(value.ty()))
    }

    /// Core dims by a signature that is a value, as in `signature="(n),(n)->()"`.
    fn batched(&mut self, text: &Val, shapes: &Val) -> EvalResult<Val> {
        let (Some(text), Some(given)) = (text.ty().str_value(), shapes.items()) else { return Ok(Val::unknown()) };
        let Ok(signature) = MiniSignature::parse_gufunc(text) else { return Ok(Val::unknown()) };
        Ok(list(self.core_dims(&signature, &given)?.into_iter().map(Val::new).collect()))
    }

    /// The outputs' shapes by a signature of core dims; its failure in the call's terms.
    pub(crate) fn core_dims(&mut self, signature: &MiniSignature, given: &[Val]) -> EvalResult<Vec<Shape>> {
        let shapes: Vec<Shape> = given.iter().map(Val::shape).collect();
        if shapes.len() != signature.inputs.len() {
            let message = format!("{} operands are wanted, not {}", signature.inputs.len(), shapes.len());
            return Err(Failure::new(FailureKind::Arguments, message, Vec::new()));
        }
        match signature.apply(self.cx, &shapes, &[]) {
            Ok(outcome) => Ok(outcome.outputs),
            Err(failure) => {
                let origins: Vec<Origin> = given.iter().map(|shape| shape.origin.clone()).collect();
                Err(translate(failure, &origins))
            }
        }
    }
}

/// `a, [0, 1], b, [1, 2], [0, 2]` as `AB,BC->AC`, if all numbers are known.
fn sublists(first: &Val, rest: &Val) -> Option<String> {
    let all: Vec<Val> = std::iter::once(first.clone()).chain(rest.items()?).collect();
    let label = |item: &Ty| match item.kind() {
        TyKind::Ellipsis => Some("...".to_owned()),
        _ => {
            let place = u8::try_from(item.int_value()?.constant()?).ok()?;
            let label = match place {
                0..26 => b'A' + place,
                26..52 => b'a' + (place - 26),
                _ => return None,
            };
            Some(char::from(label).to_string())
        }
    };
    let text = |val: &Val| val.ty().items()?.iter().map(label).collect::<Option<String>>();
    let inputs: Vec<String> = all.iter().skip(1).step_by(2).map(text).collect::<Option<_>>()?;
    let inputs = inputs.join(",");
    if all.len().is_multiple_of(2) { Some(inputs) } else { Some(format!("{inputs}->{}", text(all.last()?)?)) }
}

fn ints(value: &Val) -> Option<Vec<i64>> {
    value.items()?.iter().map(|item| item.dim().constant()).collect()
}

fn moved(rank: Option<i64>, source: Option<Vec<i64>>, destination: Option<Vec<i64>>) -> Option<Vec<i64>> {
    let (rank, source, destination) = (rank?, source?, destination?);
    let normal = |axis: i64| (-rank <= axis && axis < rank).then(|| axis.rem_euclid(rank));
    let source: Vec<i64> = source.into_iter().map(normal).collect::<Option<_>>()?;
    let destination: Vec<i64> = destination.into_iter().map(normal).collect::<Option<_>>()?;
    let mut order: Vec<i64> = (0..rank).filter(|axis| !source.contains(axis)).collect();
    let mut pairs: Vec<(i64, i64)> = destination.into_iter().zip(source).collect();
    pairs.sort_unstable();
    for (place, axis) in pairs {
        order.insert(usize::try_from(place).ok().filter(|place| *place <= order.len())?, axis);
    }
    Some(order)
}

/// 1 in every place but this one.
fn in_place(sizes: &[Val], place: usize) -> Val {
    let mut dims = vec![Dim::ONE; sizes.len()];
    dims[place] = sizes[place].dim();
    Val::new(Shape::of(&dims)).from(sizes[place].origin.derived())
}

fn parts(value: &Val) -> Val {
    let taken = |parts: &[Ty]| list(parts.iter().map(|part| Val::new(*part).from(value.origin.derived())).collect());
    if let Term::Ty(ty) = &value.term {
        if let Some(shape) = ty.as_open_shape() {
            return parts(&Val::new(shape).from(value.origin.derived()));
        }
        match ty.kind() {
            TyKind::Slice(parts) => return taken(parts),
            TyKind::Ctor(_, params) => return taken(params),
            TyKind::Struct(fields) => return taken(&fields.iter().map(|(_, item)| *item).collect::<Vec<_>>()),
            // Nobody knows how many there are.
            TyKind::TupleOf(_) | TyKind::ListOf(_) => return Val::unknown(),
            _ => {}
        }
    }
    match (&value.term, value.items()) {
        (_, Some(items)) => list(items),
        // Nobody knows how many sizes there are.
        (Term::Shape(_), None) => Val::unknown(),
        _ => list(vec![value.clone()]),
    }
}
