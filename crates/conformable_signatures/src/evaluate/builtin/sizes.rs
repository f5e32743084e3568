//! Functions that make sizes and shapes: of others, or such as the data decide.

use std::collections::BTreeSet;

use conformable_solver::store::Fact;
use conformable_solver::{Failure, FailureKind};
use conformable_types::arithmetic::number_value;
use conformable_types::text::Expr;
use conformable_types::{Dim, FreshKind, Shape, Ty, TyKind};

use super::{Args, Builtin, Env, EvalResult, ExprEvaluator, Val, listed, many, values, written};
use crate::evaluate::list;

pub(super) static TABLE: &[Builtin] = &[
    values(many(1), "min(a, b, ...): the smallest of sizes", |this, args| Ok(this.extreme(args, false))),
    values(many(1), "max(a, b, ...): the largest of sizes", |this, args| Ok(this.extreme(args, true))),
    values(1..=1, "prod(S): how many elements", |_, args| {
        Ok(Val::new(args[0].shape().size()).from(args[0].origin.derived()))
    }),
    values(1..=1, "sums(x): a shape of the sums of each element of a tuple of tuples", |_, args| Ok(sums(&args[0]))),
    values(1..=2, "dims(k), dims(k, n): k times 1 or n, as a shape", |_, args| {
        let size = args.get(1).map_or(Dim::ONE, Val::dim);
        Ok(Val::new(listed(&args[0]).map_or_else(Shape::any, |count| Shape::of(&vec![size; count]))))
    }),
    written(
        1..=4,
        "counted(\"name\", x), counted(\"name\", x, most, least): how many of x's elements have the property, the same size wherever x is the same value",
        counted,
    ),
    values(0..=0, "fresh(): a size that the data decide", |this, _| {
        Ok(Val::new(this.cx.fresh_dim(FreshKind::Runtime)))
    }),
    values(1..=1, "counting(k): a pack of 0, 1, ..., k - 1", |_, args| {
        let numbers = |count: usize| list((0..count as i64).map(|number| Val::new(Ty::int(number))).collect());
        Ok(listed(&args[0]).map_or_else(Val::unknown, numbers))
    }),
    values(
        1..=1,
        "reach(x): how many items a list or tuple has up to the last one that is known to be true",
        |_, args| {
            let is_true = |item: &Ty| number_value(*item).is_some_and(|number| number != 0.0);
            let last = args[0].ty().items().and_then(|items| items.iter().rposition(is_true));
            Ok(Val::new(Dim::of(last.map_or(0, |place| place as i64 + 1))))
        },
    ),
    values(
        2..=2,
        "distinct_places(xs, n): how many of n places the ints in xs name, negative ones from the end",
        |_, args| Ok(distinct_places(&args[0], args[1].dim()).map_or_else(|| Val::new(Dim::any()), Val::new)),
    ),
    values(
        3..=3,
        "count_of_steps(start, stop, step): how many numbers np.arange makes of these, where floats are among them",
        |this, args| {
            let parts = [&args[0], &args[1], &args[2]].map(|arg| arg.ty());
            let count = match count_of_steps(parts.map(number_value)) {
                Some(count) => Dim::of(count),
                // Of dates as text it is as the program says, which isn't read here: no size that data decide.
                None if parts.iter().any(|ty| matches!(ty.kind(), TyKind::Str | TyKind::LitStr(_))) => Dim::any(),
                None => this.cx.fresh_dim(FreshKind::Runtime),
            };
            Ok(Val::new(count))
        },
    ),
    values(0..=0, "any_size(): a size of which nothing is known", |_, _| Ok(Val::new(Dim::any()))),
    values(
        1..=2,
        "any_shape(least, most): a shape of which only the least and the greatest rank are known",
        |this, args| {
            let shape = this.cx.runtime_shape();
            this.learn_bounds(shape.rank_dim(), args);
            Ok(Val::new(shape))
        },
    ),
    values(1..=2, "size_between(least, most): a size of which only the bounds are known", |this, args| {
        let size = this.cx.fresh_dim(FreshKind::Runtime);
        this.learn_bounds(size, args);
        Ok(Val::new(size))
    }),
];

fn distinct_places(places: &Val, count: Dim) -> Option<Dim> {
    let count = count.constant()?;
    let normal = |place: &Val| {
        let place = place.dim().constant()?;
        Some(if place < 0 { place + count } else { place })
    };
    let places = places.items()?.iter().map(normal).collect::<Option<BTreeSet<i64>>>()?;
    Some(Dim::of(i64::try_from(places.len()).ok()?))
}

/// NumPy divides the distance by the step, in doubles, and rounds up.
fn count_of_steps([start, stop, step]: [Option<f64>; 3]) -> Option<i64> {
    let (distance, step) = (stop? - start?, step?);
    let count = (distance / step).ceil();
    // Of what vanishes the sign counts.
    let vanishes = distance != 0.0 && distance / step == 0.0;
    (count.is_finite() && count < 1e15 && !vanishes).then_some(count.max(0.0) as i64)
}

fn sums(value: &Val) -> Val {
    let sum = |item: Val| match item.items() {
        Some(parts) => parts.iter().fold(Dim::ZERO, |sum, part| sum.plus(part.dim())),
        None => Dim::any(),
    };
    match value.items() {
        Some(items) => Val::new(items.into_iter().map(sum).collect::<Shape>()).from(value.origin.derived()),
        None => Val::unknown(),
    }
}

/// It sees of which argument the size is, whose value says when two sizes are the same.
fn counted(this: &mut ExprEvaluator<'_>, args: &Args, env: &Env) -> EvalResult<Val> {
    let arg = |place: usize| args.get(place).map(|(_, expr)| expr);
    let label = this.value(&args[0].1, env)?.ty().str_value().unwrap_or_default();
    let identity = arg(1).and_then(Expr::path).and_then(|name| env.identity(&name));
    let about = arg(1).map(|expr| format!("{:?}", expr.node)).unwrap_or_default();
    let key = (label.to_owned(), about);
    // One call has one such size, whatever its argument is known by.
    let size = match this.counted.iter().find(|(known, _)| *known == key) {
        Some((_, size)) => *size,
        None => {
            let size = this.cx.runtime_size(label, identity);
            this.counted.push((key, size));
            size
        }
    };
    let most = match arg(2) {
        Some(most) => this.value(most, env)?.dim(),
        None => Dim::any(),
    };
    if !most.is_any() {
        this.cx
            .require(Fact::Le(size, most), || Failure::new(FailureKind::Value, "more than there are", Vec::new()))?;
    }
    if let Some(least) = arg(3) {
        let least = this.value(least, env)?.dim();
        this.cx.learn(&Fact::Le(least, size));
    }
    Ok(Val::new(size))
}

impl ExprEvaluator<'_> {
    /// The least and the greatest value of a size that was just made.
    fn learn_bounds(&mut self, size: Dim, bounds: &[Val]) {
        let most = bounds.get(1).map_or_else(Dim::any, Val::dim);
        for bound in [Fact::Le(bounds[0].dim(), size), Fact::Le(size, most)] {
            // Nothing is known of it yet that the bounds could contradict.
            self.cx.learn(&bound);
        }
    }

    /// The largest or smallest, without those that are known not to be.
    fn extreme(&self, sizes: &[Val], largest: bool) -> Val {
        let dims: Vec<Dim> = sizes.iter().map(Val::dim).collect();
        let origin = sizes[0].origin.derived();
        if dims.iter().any(|dim| dim.is_any()) {
            return Val::new(Dim::any()).from(origin);
        }
        Val::new(self.cx.store().extreme(&dims, largest)).from(origin)
    }
}
