//! Functions of the catalogue's language that take arguments apart: slices, grids, pairs of packs.
//!
//! | function | is |
//! |---|---|
//! | `parts(x)` | a pack of a slice's start, stop and step; of a tuple's or list's items; of x alone |
//! | `shape_of(x)` | the shape of an argument as an array |
//! | `open_mesh(sizes)` | a pack of shapes: each has one of the sizes in its place, and 1 elsewhere |
//! | `moved(k, i, j)` | the order of k axes after those of i have moved to the places j |
//! | `zipped(word, xs, ys)` | the word applied to pairs |

use conformable_types::text::{Expr, Node};
use conformable_types::{Dim, Shape, Term, Ty, TyKind};

use super::{Env, Evaluator, Result, Val, list};
use crate::call::Arg;
use crate::coerce::Coercer;

pub const NAMES: &[&str] = &["parts", "shape_of", "open_mesh", "zipped", "moved"];

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
            _ => Val::unknown(),
        })
    }
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
    if let Term::Ty(ty) = &value.term
        && let TyKind::Slice(parts) = ty.kind()
    {
        return list(parts.iter().map(|part: &Ty| Val::new(*part).from(value.origin.derived())).collect());
    }
    match (&value.term, value.items()) {
        (Term::List(_) | Term::Ty(_), Some(items)) => list(items),
        _ => list(vec![value.clone()]),
    }
}
