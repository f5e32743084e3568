//! Random goals, each with how the relation and how the reference is run.

use conformable_solver::{Context, Failure, relations};
use conformable_types::{Dim, Shape, Term, Ty, TyKind};

use crate::reference::{self, Item};
use crate::rng::Rng;
use crate::{Expr, Goal, ShapeExpr};

fn size(rng: &mut Rng) -> Expr {
    let zero = Expr::constant(0);
    match rng.below(12) {
        0..=4 => Expr::constant(rng.from(0, 4)),
        5..=6 => Expr { n: 1, ..zero },
        7 => Expr { m: 1, ..zero },
        8 => Expr { n: 1, c: 1, ..zero },
        9 => Expr { n: 2, ..zero },
        10 => Expr { n: 1, c: -1, clip: true, ..zero },
        _ => Expr { n: 1, m: 1, ..zero },
    }
}

fn shape(rng: &mut Rng, most: usize, seq: bool) -> ShapeExpr {
    let dims = |rng: &mut Rng, most: usize| (0..rng.below(most + 1)).map(|_| size(rng)).collect::<Vec<_>>();
    if seq && rng.chance(25) {
        return ShapeExpr { front: dims(rng, 1), seq: true, back: dims(rng, 2) };
    }
    ShapeExpr { front: dims(rng, most), seq: false, back: vec![] }
}

/// A shape much like `model`.
fn like(rng: &mut Rng, model: &ShapeExpr) -> ShapeExpr {
    let mut shape = model.clone();
    for dim in &mut shape.front {
        if rng.chance(25) {
            *dim = size(rng);
        }
    }
    shape
}

fn axes(rng: &mut Rng) -> Vec<i64> {
    let count = rng.pick(&[1, 1, 1, 2, 2, 3]);
    (0..count).map(|_| rng.from(-3, 3)).collect()
}

fn as_axes(axes: &[i64]) -> Term {
    Ty::tuple(axes.iter().map(|axis| Ty::int(*axis))).into()
}

/// A relation's shape, or its application as one.
fn applied(cx: &mut Context, name: &str, given: &[Term]) -> Result<Shape, Failure> {
    match relations::apply(name, cx, given).expect("a relation")? {
        Term::Shape(shape) => Ok(shape),
        other => panic!("{other:?} is no shape"),
    }
}

fn terms(shapes: &[ShapeExpr]) -> Vec<Term> {
    shapes.iter().map(|shape| shape.shape().into()).collect()
}

pub fn random(rng: &mut Rng) -> Goal {
    match rng.below(15) {
        0 | 1 => broadcast_goal(rng),
        2 => edit_goal(rng),
        3 | 4 => reshape_goal(rng),
        5 => permute_goal(rng),
        6 => concat_goal(rng),
        7 => same_goal(rng),
        8 => einsum_goal(rng),
        9 => align_goal(rng),
        10 => measure_goal(rng),
        11 => store_goal(rng),
        12 => static_goal(rng),
        _ => index_goal(rng),
    }
}

fn broadcast_goal(rng: &mut Rng) -> Goal {
    let count = rng.pick(&[2, 2, 3]);
    let mut shapes = vec![shape(rng, 3, true)];
    while shapes.len() < count {
        let next = if rng.chance(40) { like(rng, &shapes[0]) } else { shape(rng, 3, true) };
        shapes.push(next);
    }
    let given = shapes.clone();
    Goal {
        text: format!("broadcast {:?}", shapes.iter().map(ShapeExpr::shape).collect::<Vec<_>>()),
        uses_seq: shapes.iter().any(|s| s.seq),
        uses_k: false,
        may_fail: false,
        run: Box::new(move |cx| applied(cx, "broadcast", &terms(&given))),
        judge: Box::new(move |v| reference::broadcast(&shapes.iter().map(|s| s.eval(v)).collect::<Vec<_>>())),
    }
}

/// Sizes are numbers and names alone: what is learnt at one place must not make a name 1 at another,
/// which the reference, which looks at what is written, would not see.
fn static_goal(rng: &mut Rng) -> Goal {
    let zero = Expr::constant(0);
    let named = [Expr { n: 1, ..zero }, Expr { m: 1, ..zero }];
    let size = |rng: &mut Rng| match rng.below(7) {
        0 | 1 => Expr::constant(1),
        2 => Expr::constant(rng.pick(&[0, 2, 3])),
        _ => rng.pick(&named),
    };
    let count = rng.pick(&[2, 2, 3]);
    let shapes: Vec<Vec<Expr>> = (0..count).map(|_| (0..rng.below(4)).map(|_| size(rng)).collect()).collect();
    let terms: Vec<Term> =
        shapes.iter().map(|dims| Term::Shape(dims.iter().map(Expr::dim).collect::<Shape>())).collect();
    Goal {
        text: format!("static_broadcast {terms:?}"),
        uses_seq: false,
        uses_k: false,
        may_fail: false,
        run: Box::new(move |cx| applied(cx, "static_broadcast", &terms)),
        judge: Box::new(move |v| {
            let sized = |dims: &Vec<Expr>| dims.iter().map(|e| (*e != Expr::constant(1)).then(|| e.eval(v))).collect();
            reference::static_broadcast(&shapes.iter().map(sized).collect::<Vec<_>>())
        }),
    }
}

fn store_goal(rng: &mut Rng) -> Goal {
    let place = shape(rng, 3, true);
    let mut value = if rng.chance(50) { like(rng, &place) } else { shape(rng, 3, true) };
    if rng.chance(20) {
        value.front.insert(0, Expr::constant(1));
    }
    let (given, into) = (value.clone(), place.clone());
    Goal {
        text: format!("store_into {:?} {:?}", value.shape(), place.shape()),
        uses_seq: value.seq || place.seq,
        uses_k: false,
        // One size or another is no fact.
        may_fail: true,
        run: Box::new(move |cx| applied(cx, "store_into", &[given.shape().into(), into.shape().into()])),
        judge: Box::new(move |v| reference::store_into(&value.eval(v), &place.eval(v))),
    }
}

fn edit_goal(rng: &mut Rng) -> Goal {
    let s = shape(rng, 3, true);
    let axes = axes(rng);
    let what = ShapeExpr { seq: false, ..shape(rng, 2, false) };
    let op = rng.below(3);
    let (given, put, own) = (s.clone(), what.clone(), axes.clone());
    Goal {
        text: format!("edit {:?} {axes:?} op {op} {:?}", s.shape(), what.shape()),
        uses_seq: s.seq,
        uses_k: false,
        may_fail: false,
        run: Box::new(move |cx| {
            let name = Ty::str(["remove", "replace", "insert"][op]).into();
            let all = [given.shape().into(), as_axes(&own), name, put.shape().into()];
            applied(cx, "edit", &all[..if op == 0 { 3 } else { 4 }])
        }),
        judge: Box::new(move |v| match op {
            0 => reference::replace(&s.eval(v), &axes, &vec![]),
            1 => reference::replace(&s.eval(v), &axes, &what.eval(v)),
            _ => reference::insert(&s.eval(v), &axes, &what.eval(v)),
        }),
    }
}

fn reshape_goal(rng: &mut Rng) -> Goal {
    let with_sequence = rng.state().is_multiple_of(5);
    let s = shape(rng, 3, with_sequence);
    let mut new: Vec<Expr> = if rng.chance(50) {
        let mut own: Vec<Expr> = s.front.iter().chain(&s.back).copied().collect();
        let by = rng.below(own.len().max(1)).min(own.len());
        own.rotate_left(by);
        own
    } else {
        (0..rng.below(4)).map(|_| size(rng)).collect()
    };
    if !new.is_empty() && rng.chance(50) {
        let place = rng.below(new.len());
        new[place] = Expr::constant(-1);
    }
    let mut uses_k = false;
    if !new.is_empty() && rng.chance(15) {
        uses_k = true;
        let place = rng.below(new.len());
        new[place] = Expr { k: 1, ..Expr::constant(0) };
    }
    let (given, to) = (s.clone(), new.clone());
    Goal {
        text: format!("reshape {:?} to {:?}", s.shape(), new.iter().map(Expr::dim).collect::<Vec<_>>()),
        uses_seq: s.seq,
        uses_k,
        may_fail: uses_k,
        run: Box::new(move |cx| {
            let new = Ty::tuple(to.iter().map(|e| Ty::int(e.dim())));
            applied(cx, "reshape", &[given.shape().into(), new.into()])
        }),
        judge: Box::new(move |v| reference::reshape(&s.eval(v), &new.iter().map(|e| e.eval(v)).collect::<Vec<_>>())),
    }
}

fn permute_goal(rng: &mut Rng) -> Goal {
    let s = shape(rng, 3, true);
    let mut axes: Vec<i64> = (0..s.front.len() as i64).collect();
    let by = rng.below(axes.len().max(1)).min(axes.len());
    axes.rotate_left(by);
    if rng.chance(40) {
        axes = self::axes(rng);
    }
    let reversed = rng.chance(20);
    let (given, own) = (s.clone(), axes.clone());
    Goal {
        text: format!("permute {:?} {axes:?} or reversed {reversed}", s.shape()),
        uses_seq: s.seq,
        uses_k: false,
        may_fail: false,
        run: Box::new(move |cx| {
            let axes = if reversed { Ty::none().into() } else { as_axes(&own) };
            applied(cx, "permute", &[given.shape().into(), axes])
        }),
        judge: Box::new(move |v| {
            if reversed { Some(s.eval(v).into_iter().rev().collect()) } else { reference::permute(&s.eval(v), &axes) }
        }),
    }
}

fn pieces(rng: &mut Rng) -> Vec<ShapeExpr> {
    let model = shape(rng, 3, true);
    let mut pieces = vec![model.clone()];
    for _ in 0..rng.below(3) {
        let next = if rng.chance(10) { shape(rng, 3, true) } else { like(rng, &model) };
        pieces.push(next);
    }
    pieces
}

fn concat_goal(rng: &mut Rng) -> Goal {
    let pieces = pieces(rng);
    let axis = rng.pick(&[Some(0), Some(0), Some(1), Some(-1), Some(2), None]);
    let given = Term::List(terms(&pieces).into());
    Goal {
        text: format!("concat {:?} along {axis:?}", pieces.iter().map(ShapeExpr::shape).collect::<Vec<_>>()),
        uses_seq: pieces.iter().any(|p| p.seq),
        uses_k: false,
        may_fail: false,
        run: Box::new(move |cx| applied(cx, "concat", &[given.clone(), axis.map_or(Ty::none(), Ty::int).into()])),
        judge: Box::new(move |v| reference::concat(&pieces.iter().map(|p| p.eval(v)).collect::<Vec<_>>(), axis)),
    }
}

fn same_goal(rng: &mut Rng) -> Goal {
    let pieces = pieces(rng);
    let given = Term::List(terms(&pieces).into());
    Goal {
        text: format!("same {:?}", pieces.iter().map(ShapeExpr::shape).collect::<Vec<_>>()),
        uses_seq: pieces.iter().any(|p| p.seq),
        uses_k: false,
        may_fail: false,
        run: Box::new(move |cx| applied(cx, "same", std::slice::from_ref(&given))),
        judge: Box::new(move |v| reference::same(&pieces.iter().map(|p| p.eval(v)).collect::<Vec<_>>())),
    }
}

fn einsum_goal(rng: &mut Rng) -> Goal {
    type Case = (&'static [&'static str], &'static str);
    let cases: [Case; 7] = [
        (&["ij", "jk"], "ik"),
        (&["ii"], "i"),
        (&["ij"], "ji"),
        (&["i", "i"], "i"),
        (&["bij", "bjk"], "bik"),
        (&["ij", "ij"], ""),
        (&["i", "ij", "j"], ""),
    ];
    let (operands, output) = rng.pick(&cases);
    let mut sizes: Vec<(char, Expr)> = vec![];
    let mut shapes = vec![];
    for labels in operands {
        let mut dims = vec![];
        for label in labels.chars() {
            let known = sizes.iter().find(|(other, _)| *other == label).map(|(_, e)| *e);
            let size = match known {
                Some(known) if rng.chance(75) => known,
                _ => size(rng),
            };
            sizes.push((label, size));
            dims.push(size);
        }
        if rng.chance(5) {
            dims.pop();
        }
        let seq = rng.chance(8);
        shapes.push(if seq {
            ShapeExpr { front: vec![], seq: true, back: vec![] }
        } else {
            ShapeExpr { front: dims, seq: false, back: vec![] }
        });
    }
    let text = format!("{}->{output}", operands.join(","));
    let given = [vec![Ty::str(&text).into()], terms(&shapes)].concat();
    Goal {
        text: format!("einsum {text} {:?}", shapes.iter().map(ShapeExpr::shape).collect::<Vec<_>>()),
        uses_seq: shapes.iter().any(|s| s.seq),
        uses_k: false,
        may_fail: false,
        run: Box::new(move |cx| applied(cx, "einsum", &given)),
        judge: Box::new(move |v| {
            reference::einsum(operands, output, &shapes.iter().map(|s| s.eval(v)).collect::<Vec<_>>())
        }),
    }
}

fn align_goal(rng: &mut Rng) -> Goal {
    let (a, b) = (shape(rng, 3, true), shape(rng, 3, true));
    let (op, unit) = rng.pick(&[("mul", 1), ("add", 0), ("max", 0)]);
    let given = [a.shape().into(), b.shape().into(), Ty::str(op).into(), Dim::of(unit).into()];
    Goal {
        text: format!("align {:?} {:?} {op}", a.shape(), b.shape()),
        uses_seq: a.seq || b.seq,
        uses_k: false,
        may_fail: false,
        run: Box::new(move |cx| applied(cx, "align", &given)),
        judge: Box::new(move |v| {
            let combine: fn(i64, i64) -> i64 = match op {
                "mul" => |a, b| a * b,
                "add" => |a, b| a + b,
                _ => i64::max,
            };
            Some(reference::align(&a.eval(v), &b.eval(v), unit, combine))
        }),
    }
}

fn measure_goal(rng: &mut Rng) -> Goal {
    let (a, b) = (shape(rng, 3, true), shape(rng, 2, true));
    let (op, count) = (rng.below(3), rng.below(3));
    let (x, y) = (Term::Shape(a.shape()), Term::Shape(b.shape()));
    Goal {
        text: format!("append, drop_ones, leading ({op}) {:?} {:?} {count}", a.shape(), b.shape()),
        uses_seq: a.seq || b.seq,
        uses_k: false,
        may_fail: false,
        run: Box::new(move |cx| match op {
            0 => applied(cx, "append", &[x.clone(), y.clone()]),
            1 => applied(cx, "drop_ones", std::slice::from_ref(&x)),
            _ => applied(cx, "leading", &[x.clone(), Dim::of(count as i64).into()]),
        }),
        judge: Box::new(move |v| {
            let (a, b) = (a.eval(v), b.eval(v));
            match op {
                0 => Some([a, b].concat()),
                1 => Some(a.into_iter().filter(|d| *d != 1).collect()),
                _ => a.len().checked_sub(count).map(|kept| a[..kept].to_vec()),
            }
        }),
    }
}

/// An item with expressions for its numbers.
#[derive(Clone, Debug)]
enum ItemExpr {
    Int(Expr),
    Slice(Option<Expr>, Option<Expr>, i64),
    New,
    Ellipsis,
    List(Vec<i64>),
}

fn an_int(rng: &mut Rng, uses_k: &mut bool) -> Expr {
    let zero = Expr::constant(0);
    match rng.below(10) {
        0 => {
            *uses_k = true;
            Expr { k: 1, c: rng.from(-1, 1), ..zero }
        }
        1 => Expr { n: 1, c: rng.from(-2, 0), ..zero },
        2 => Expr { n: -1, c: rng.from(-1, 1), ..zero },
        3 => Expr { m: 1, ..zero },
        _ => Expr::constant(rng.from(-3, 3)),
    }
}

fn an_item(rng: &mut Rng, uses_k: &mut bool) -> ItemExpr {
    match rng.below(10) {
        0..=2 => ItemExpr::Int(an_int(rng, uses_k)),
        3..=6 => {
            let mut bound = |rng: &mut Rng| rng.chance(60).then(|| an_int(rng, uses_k));
            let (start, stop) = (bound(rng), bound(rng));
            ItemExpr::Slice(start, stop, rng.pick(&[1, 1, 1, 2, -1, -2, 3]))
        }
        7 => ItemExpr::New,
        8 => ItemExpr::Ellipsis,
        _ => ItemExpr::List((0..rng.below(3)).map(|_| rng.from(-2, 2)).collect()),
    }
}

fn index_goal(rng: &mut Rng) -> Goal {
    let s = shape(rng, 3, true);
    let mut uses_k = false;
    let count = rng.below(s.front.len() + s.back.len() + 3);
    let items: Vec<ItemExpr> = (0..count).map(|_| an_item(rng, &mut uses_k)).collect();
    let (given, key) = (s.clone(), Ty::tuple(items.iter().map(key_ty)));
    Goal {
        text: format!("index {:?} {key:?}", s.shape()),
        uses_seq: s.seq,
        uses_k,
        may_fail: false,
        run: Box::new(move |cx| applied(cx, "index", &[given.shape().into(), key.into()])),
        judge: Box::new(move |v| {
            let items: Vec<Item> = items
                .iter()
                .map(|item| match item {
                    ItemExpr::Int(e) => Item::Int(e.eval(v)),
                    ItemExpr::Slice(a, b, step) => Item::Slice(a.map(|e| e.eval(v)), b.map(|e| e.eval(v)), *step),
                    ItemExpr::New => Item::New,
                    ItemExpr::Ellipsis => Item::Ellipsis,
                    ItemExpr::List(values) => Item::List(values.clone()),
                })
                .collect();
            reference::index(&s.eval(v), &items)
        }),
    }
}

fn key_ty(item: &ItemExpr) -> Ty {
    let bound = |e: &Option<Expr>| e.map_or(Ty::none(), |e| Ty::int(e.dim()));
    match item {
        ItemExpr::Int(e) => Ty::int(e.dim()),
        ItemExpr::Slice(a, b, step) => Ty::new(TyKind::Slice([bound(a), bound(b), Ty::int(*step)])),
        ItemExpr::New => Ty::none(),
        ItemExpr::Ellipsis => Ty::new(TyKind::Ellipsis),
        ItemExpr::List(values) => Ty::list(values.iter().map(|v| Ty::int(*v))),
    }
}
