//! Functions of the catalogue's language that take arguments apart: slices, grids, pairs of packs.
//!
//! | function | is |
//! |---|---|
//! | `parts(x)` | a pack of a slice's start, stop and step; of a tuple's or list's items; of what an object was made with; of x alone |
//! | `shape_of(x)` | the shape of an argument as an array |
//! | `open_mesh(sizes)` | a pack of shapes: each has one of the sizes in its place, and 1 elsewhere |
//! | `moved(k, i, j)` | the order of k axes after those of i have moved to the places j |
//! | `zipped(word, xs, ys)` | the word applied to pairs |
//! | `dtypes(x)` | a pack of the dtypes that a list or a string of codes names |
//! | `stored_numbers(x, D)` | D, if it has room for all of the Python ints in x, and no text in it is a word |
//! | `batched(text, S)` | a pack of the outputs' shapes by a signature of core dims, batch dims in front |
//! | `operands(x, xs)`, `sublists(x, xs)` | of operands and lists of numbers in turn: the operands, einsum's subscripts |

use conformable_solver::{Failure, FailureKind, INTS_MUST_FIT};
use conformable_types::dtype::{int_fits, is_subdtype};
use conformable_types::text::{Expr, Node};
use conformable_types::{DType, Dim, Elem, Shape, Term, Ty, TyKind};

use super::{Env, Evaluator, Result, Val, list};
use crate::call::Arg;
use crate::coerce::Coercer;
use crate::explain::{Origin, translate};
use crate::minilanguage::MiniSignature;

pub const NAMES: &[&str] = &[
    "parts",
    "shape_of",
    "open_mesh",
    "zipped",
    "moved",
    "dtypes",
    "batched",
    "operands",
    "sublists",
    "stored_numbers",
];

impl Evaluator<'_, '_> {
    pub(super) fn piece(&mut self, name: &str, args: &[(Option<String>, Expr)], env: &Env) -> Result<Val> {
        let mut values = Vec::new();
        for (_, expr) in args.iter().skip(usize::from(name == "zipped")) {
            values.push(self.value(expr, env)?);
        }
        Ok(match (name, values.as_slice()) {
            ("parts", [value]) => parts(value),
            ("shape_of", [value]) => match value.ty().as_array() {
                Some((_, shape)) => Val::new(shape).from(value.origin.clone()),
                None => {
                    let mut coercer = Coercer { cx: self.cx, objects: false, coerced: None };
                    let known = coercer.as_array(&Arg::of(value.ty()));
                    Val::new(known.map_or_else(Shape::any, |(_, shape)| shape)).from(value.origin.derived())
                }
            },
            ("open_mesh", [value]) => match value.items() {
                Some(sizes) => list((0..sizes.len()).map(|place| in_place(&sizes, place)).collect()),
                None => Val::unknown(),
            },
            ("zipped", [xs, ys]) => {
                let Some(Node::Name(word)) = args.first().map(|(_, word)| &word.node) else {
                    return Ok(Val::unknown());
                };
                let (Some(xs), Some(ys)) = (xs.items(), ys.items()) else { return Ok(Val::unknown()) };
                let word = word.join(".");
                let mut results = Vec::new();
                for (x, y) in xs.into_iter().zip(ys) {
                    results.push(match self.catalogue.word(&word) {
                        Some(word) => self.word(word, vec![x, y])?,
                        None => self.relation(&word, vec![x, y])?,
                    });
                }
                list(results)
            }
            ("moved", [rank, source, destination]) => {
                match moved(rank.dim().constant(), ints(source), ints(destination)) {
                    Some(order) => Val::new(Ty::tuple(order.into_iter().map(Ty::int))),
                    None => Val::unknown(),
                }
            }
            ("dtypes", [value]) => dtypes(value).map_or_else(Val::unknown, list),
            ("stored_numbers", [value, dtype]) => {
                stored_numbers(value.ty(), dtype.elem(), &value.origin)?;
                dtype.clone()
            }
            ("batched", [text, shapes]) => self.batched(text, shapes)?,
            ("operands", [first, rest]) => match rest.items() {
                Some(rest) => {
                    let pairs = rest.len().div_ceil(2);
                    list(std::iter::once(first.clone()).chain(rest).step_by(2).take(pairs).collect())
                }
                None => Val::unknown(),
            },
            ("sublists", [first, rest]) => {
                sublists(first, rest).map_or_else(Val::unknown, |text| Val::new(Ty::str(&text)))
            }
            _ => Val::unknown(),
        })
    }

    /// Core dims by a signature that is a value, as in `signature="(n),(n)->()"`.
    fn batched(&mut self, text: &Val, shapes: &Val) -> Result<Val> {
        let (Some(text), Some(given)) = (text.ty().str_value(), shapes.items()) else { return Ok(Val::unknown()) };
        let Ok(signature) = MiniSignature::parse_gufunc(text) else { return Ok(Val::unknown()) };
        let origins: Vec<Origin> = given.iter().map(|shape| shape.origin.clone()).collect();
        let given: Vec<Shape> = given.iter().map(Val::shape).collect();
        let outcome = signature.apply(self.cx, &given, &[]).map_err(|failure| translate(failure, &origins))?;
        Ok(list(outcome.outputs.into_iter().map(Val::new).collect()))
    }
}

/// The dtypes in `"dd"`, `[float, "i4"]`. What a text's length or a date's unit is, the data decide.
fn dtypes(value: &Val) -> Option<Vec<Val>> {
    let whole = |dtype: DType| {
        if dtype.is_number() || dtype == DType::BOOL || dtype == DType::OBJECT { dtype.into() } else { Elem::any() }
    };
    let spelled = |text: &str| DType::from_spelling(text).map_or_else(Elem::any, whole);
    let ty = value.ty();
    if let Some(codes) = ty.str_value() {
        return Some(codes.chars().map(|code| Val::new(spelled(&code.to_string()))).collect());
    }
    let one = |item: &Ty| match (item.kind(), item.str_value()) {
        (TyKind::DType(elem), _) => elem.dtype().map_or_else(Elem::any, whole),
        (_, Some(text)) => spelled(text),
        _ => Elem::any(),
    };
    Some(ty.items()?.iter().map(|item| Val::new(one(item))).collect())
}

/// Python's ints and texts, which are stored as the numbers that they are or not at all.
fn stored_numbers(ty: Ty, elem: Elem, origin: &Origin) -> Result<()> {
    let Some(dtype) = elem.dtype().filter(|dtype| dtype.is_number()) else { return Ok(()) };
    let integer = is_subdtype(dtype, "integer") == Some(true);
    if let Some(items) = ty.items() {
        return items.iter().try_for_each(|item| stored_numbers(*item, elem, origin));
    }
    let fail = |kind, message| Err(Failure::new(kind, message, origin.part(None).into_iter().collect()));
    if let Some(text) = ty.str_value().filter(|text| is_word(text)) {
        return fail(FailureKind::Value, format!("'{text}' is no number"));
    }
    let TyKind::IntOf(value) = ty.kind() else { return Ok(()) };
    match value.constant().filter(|_| integer) {
        Some(value) if !int_fits(value, dtype) => {
            fail(FailureKind::Bounds, format!("{value} is out of the range of {dtype}"))
                .map_err(|failure: Failure| failure.since(INTS_MUST_FIT))
        }
        _ => Ok(()),
    }
}

/// A text that no number has: letters alone, and not `nan` or an infinity or `j`.
fn is_word(text: &str) -> bool {
    let number = ["nan", "inf", "infinity", "j"].iter().any(|name| text.eq_ignore_ascii_case(name));
    !text.is_empty() && !number && text.chars().all(char::is_alphabetic)
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
        match ty.kind() {
            TyKind::Slice(parts) => return taken(parts),
            TyKind::Ctor(_, params) => return taken(params),
            _ => {}
        }
    }
    match (&value.term, value.items()) {
        (Term::List(_) | Term::Ty(_), Some(items)) => list(items),
        _ => list(vec![value.clone()]),
    }
}
