//! Random closed types of every kind. Names have one sort each, as in a text they must: dims are
//! `n`, sequences `S`, dtypes `T`, types `A`, classes `model.Kalman`, constructors `Sparse`.

use conformable_types::dim::AtomData;
use conformable_types::shape::{Dims, SeqData};
use conformable_types::ty::{Comparison, Constraint, Function, Param, ParamKind};
use conformable_types::{
    Atom, DType, Device, Dim, Elem, ElemData, Order, Place, PlaceData, Seq, Shape, Sym, Term, Ty, TyKind,
};
use proptest::prelude::*;

fn named(names: &'static [&'static str]) -> impl Strategy<Value = &'static str> + Clone {
    prop::sample::select(names)
}

pub fn dim() -> BoxedStrategy<Dim> {
    let leaf = prop_oneof![
        4 => named(&["n", "m", "k", "s"]).prop_map(Dim::name),
        3 => (-3i64..9).prop_map(Dim::of),
        1 => any::<i64>().prop_map(Dim::of),
        1 => Just(Dim::any()),
        1 => named(&["S", "R"]).prop_map(|s| Atom::new(AtomData::Prod(Seq::name(s))).dim()),
        1 => named(&["S", "R"]).prop_map(|s| Atom::new(AtomData::Len(Seq::name(s))).dim()),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let some = prop::collection::vec(inner.clone(), 1..4);
        let pair = (inner.clone(), inner.clone());
        prop_oneof![
            2 => pair.clone().prop_map(|(a, b)| a.plus(b)),
            1 => pair.clone().prop_map(|(a, b)| a.minus(b)),
            2 => pair.clone().prop_map(|(a, b)| a.times(b)),
            1 => pair.clone().prop_map(|(a, b)| a.floordiv(b).unwrap_or(a)),
            1 => pair.prop_map(|(a, b)| a.modulo(b).unwrap_or(b)),
            1 => some.clone().prop_map(Dim::max),
            1 => some.clone().prop_map(Dim::min),
            1 => some.prop_map(Dim::bcast),
            1 => (inner.clone(), inner.clone(), inner).prop_map(|(a, b, n)| Dim::slicelen(a, b, Dim::ONE, n)),
            1 => (named(&["f", "take"]), args()).prop_map(|(f, args)| Atom::new(AtomData::App(f.into(), args)).dim()),
        ]
    })
    .boxed()
}

/// Arguments of a relation, of every sort.
fn args() -> BoxedStrategy<Box<[Term]>> {
    prop::collection::vec(term(), 0..3).prop_map(Vec::into_boxed_slice).boxed()
}

fn term() -> BoxedStrategy<Term> {
    let symbolic = named(&["n", "m"]).prop_flat_map(|n| (0i64..3).prop_map(move |k| Dim::name(n).plus(k)));
    let leaf = prop_oneof![
        2 => symbolic.prop_map(Term::Dim),
        1 => (-5i64..9).prop_map(|value| Term::Dim(Dim::of(value))),
        1 => Just(Term::Dim(Dim::any())),
        2 => named(&["S", "R"]).prop_map(|s| Term::Shape(Seq::name(s).shape())),
        1 => Just(Term::Shape(Shape::any())),
        1 => prop::collection::vec(named(&["n", "m"]), 0..3).prop_map(|d| Term::Shape(d.into_iter().map(Dim::name).collect())),
        2 => named(&["T", "U", "x"]).prop_map(|t| Term::Elem(Elem::name(t))),
        1 => dtype().prop_map(|d| Term::Elem(d.into())),
        1 => Just(Term::Elem(Elem::any())),
        3 => scalar().prop_map(Term::Ty),
        1 => (dtype(), named(&["n", "m"])).prop_map(|(d, n)| Term::Ty(Ty::array(d, Shape::of(&[Dim::name(n)])))),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        let args = prop::collection::vec(inner.clone(), 0..3).prop_map(Vec::into_boxed_slice);
        prop_oneof![
            1 => (named(&["f", "reduce"]), args.clone()).prop_map(|(f, a)| Term::Shape(Seq::new(SeqData::App(f.into(), a)).shape())),
            1 => (named(&["f", "promote"]), args.clone()).prop_map(|(f, a)| Term::Elem(Elem::new(ElemData::App(f.into(), a)))),
            1 => (named(&["f", "size"]), args.clone()).prop_map(|(f, a)| Term::Dim(Atom::new(AtomData::App(f.into(), a)).dim())),
            1 => args.prop_map(Term::List),
        ]
    })
    .boxed()
}

pub fn shape() -> BoxedStrategy<Shape> {
    let seq = prop_oneof![
        3 => named(&["S", "R"]).prop_map(Seq::name),
        2 => Just(Seq::any()),
        1 => (named(&["broadcast", "f"]), args()).prop_map(|(f, args)| Seq::new(SeqData::App(f.into(), args))),
    ];
    let dims = || prop::collection::vec(dim(), 0..3);
    let rest = prop::option::weighted(0.4, (seq, dims()));
    (dims(), rest)
        .prop_map(|(prefix, rest)| {
            Shape::new(prefix, rest.map(|(seq, suffix)| (seq, suffix.into_iter().collect::<Dims>())))
        })
        .boxed()
}

fn dtype() -> BoxedStrategy<DType> {
    prop::sample::select(vec![
        "bool",
        "int64",
        "float32",
        "float64",
        "complex128",
        "object",
        "U5",
        "datetime64[ns]",
        "timedelta64",
    ])
    .prop_map(|name| DType::parse(name).expect("a dtype"))
    .boxed()
}

pub fn elem() -> BoxedStrategy<Elem> {
    prop_oneof![
        4 => dtype().prop_map(Elem::from),
        2 => named(&["T", "U", "x"]).prop_map(Elem::name),
        1 => Just(Elem::any()),
        1 => (named(&["promote", "f"]), args()).prop_map(|(f, args)| Elem::new(ElemData::App(f.into(), args))),
    ]
    .boxed()
}

fn scalar() -> BoxedStrategy<Ty> {
    let plain = [
        TyKind::Unknown,
        TyKind::Bool,
        TyKind::Int,
        TyKind::Float,
        TyKind::Complex,
        TyKind::Str,
        TyKind::Bytes,
        TyKind::None,
        TyKind::Ellipsis,
    ];
    prop_oneof![
        3 => prop::sample::select(plain.to_vec()).prop_map(Ty::new),
        1 => any::<i64>().prop_map(Ty::int),
        1 => (-3i64..5).prop_map(Ty::int),
        1 => any::<bool>().prop_map(Ty::bool),
        1 => ".{0,6}".prop_map(|text: String| Ty::str(&text)),
        1 => named(&["C", "it's", "a\\b", "\n\t\"", ""]).prop_map(Ty::str),
        1 => any::<f64>().prop_map(Ty::float),
        1 => named(&["model.Kalman", "a.b.C"]).prop_map(Ty::class),
        1 => Just(Ty::never()),
        1 => named(&["A", "B"]).prop_map(|name| Ty::new(TyKind::Name(Sym::new(name)))),
    ]
    .boxed()
}

pub fn ty() -> BoxedStrategy<Ty> {
    let leaf = prop_oneof![
        4 => scalar(),
        1 => dim().prop_map(Ty::int),
        2 => elem().prop_map(Ty::scalar),
        6 => (elem(), shape()).prop_map(|(elem, shape)| Ty::array(elem, shape)),
        2 => (elem(), shape(), place()).prop_map(|(elem, shape, place)| Ty::placed(elem, shape, place)),
        1 => (elem(), shape()).prop_map(|(elem, shape)| Ty::decay(elem, shape)),
        1 => elem().prop_map(|elem| Ty::new(TyKind::DType(elem))),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let some = || prop::collection::vec(inner.clone(), 0..4);
        let one = || inner.clone();
        prop_oneof![
            2 => some().prop_map(Ty::tuple),
            1 => one().prop_map(Ty::tuple_of),
            1 => some().prop_map(Ty::list),
            1 => one().prop_map(Ty::list_of),
            1 => one().prop_map(|item| Ty::new(TyKind::Set(item))),
            1 => (one(), one()).prop_map(|(key, value)| Ty::new(TyKind::Dict(key, value))),
            1 => (one(), one(), one()).prop_map(|(a, b, c)| Ty::new(TyKind::Slice([a, b, c]))),
            1 => some().prop_map(|types| Ty::new(TyKind::Struct(types.into_iter().zip(["a", "b c", "", "it's"]).map(|(t, f)| (f.into(), t)).collect()))),
            1 => (named(&["Sparse", "SVDResult"]), prop::collection::vec(prop_oneof![4 => inner.clone(), 2 => parameter()], 0..4)).prop_map(|(name, params)| Ty::new(TyKind::Ctor(name.into(), params.into()))),
            2 => some().prop_map(Ty::union),
            2 => function(inner.clone()).prop_map(|f| Ty::new(TyKind::Function(Box::new(f)))),
        ]
    })
    .boxed()
}

/// What a registered constructor has beside types.
fn parameter() -> BoxedStrategy<Ty> {
    let sizes = prop::collection::vec(prop_oneof![Just(Dim::any()), Just(Dim::name("n")), Just(Dim::of(3))], 0..3);
    prop_oneof![
        named(&["csr", "coo_matrix", "int", "C", "float64", "loat64", "n", "two words"]).prop_map(Ty::str),
        named(&["csr", "n"]).prop_map(|name| Ty::new(TyKind::Name(Sym::new(name)))),
        sizes.prop_map(|sizes| Ty::tuple(sizes.into_iter().map(Ty::int))),
        (-2i64..5).prop_map(Ty::int),
    ]
    .boxed()
}

/// Orders, strides, offsets and devices, each with or without.
pub fn place() -> BoxedStrategy<Place> {
    let order =
        prop::option::of(prop::sample::select(vec![Order::C, Order::F, Order::Both, Order::Name(Sym::new("o"))]));
    let strides = prop::option::of(prop::collection::vec(dim(), 0..4));
    let device = prop::option::of((named(&["cpu", "cuda", "npu"]), prop::option::of(0..3u32)));
    (order, strides, prop::option::of(dim()), device)
        .prop_map(|(order, strides, offset, device)| {
            let device = device.map(|(name, index)| Device::new(name.into(), index));
            Place::new(PlaceData { order, strides: strides.map(Into::into), offset, device })
        })
        .boxed()
}

/// Signatures with all kinds of parameters, in an order that Python allows.
pub fn function(ty: BoxedStrategy<Ty>) -> BoxedStrategy<Function> {
    let default = prop_oneof![
        3 => Just(None),
        1 => Just(Some(Ty::none())),
        1 => Just(Some(Ty::unknown())),
        1 => (-3i64..9).prop_map(|value| Some(Ty::int(value))),
        1 => Just(Some(Ty::str("C"))),
        1 => Just(Some(Ty::bool(true))),
        1 => Just(Some(Ty::float(0.5))),
        1 => dtype().prop_map(|d| Some(Ty::new(TyKind::DType(d.into())))),
    ];
    let param = (any::<bool>(), ty.clone(), any::<bool>(), default);
    let group = || prop::collection::vec(param.clone(), 0..3);
    let constraint = prop_oneof![
        2 => (dim(), dim(), prop::sample::select(vec![Comparison::Eq, Comparison::Ne, Comparison::Le]))
            .prop_map(|(a, b, op)| Constraint::Compare(op, a, b)),
        1 => (named(&["promotable", "f"]), args()).prop_map(|(f, args)| Constraint::Relation(f.into(), args)),
    ];
    let params = (group(), group(), prop::option::of(ty.clone()), group(), prop::option::of(ty.clone())).prop_map(
        |(only, plain, args, keywords, kwargs)| {
            let mut params = Vec::new();
            let groups =
                [(only, ParamKind::PositionalOnly), (plain, ParamKind::Plain), (keywords, ParamKind::KeywordOnly)];
            for (group, kind) in groups {
                if kind == ParamKind::KeywordOnly {
                    params.extend(args.map(|ty| Param {
                        name: Some("args".into()),
                        kind: ParamKind::VarArgs,
                        ty,
                        assumed: false,
                        default: None,
                    }));
                }
                for (named, ty, assumed, default) in group {
                    let named = named || kind == ParamKind::KeywordOnly || default.is_some();
                    let name = named.then(|| Sym::new(&format!("p{}", params.len())));
                    params.push(Param { name, kind, ty, assumed: assumed && named, default });
                }
            }
            params.extend(kwargs.map(|ty| Param {
                name: Some("kwargs".into()),
                kind: ParamKind::KwArgs,
                ty,
                assumed: false,
                default: None,
            }));
            params.into_boxed_slice()
        },
    );
    let outputs = prop::collection::vec(ty, 0..3).prop_map(|outputs| match &*outputs {
        // No output is written `None`.
        [one] if *one == Ty::none() => Box::default(),
        _ => outputs.into_boxed_slice(),
    });
    (params, outputs, prop::collection::vec(constraint, 0..3), any::<bool>())
        .prop_map(|(params, outputs, constraints, partial)| Function {
            params,
            outputs,
            constraints: constraints.into(),
            partial,
        })
        .boxed()
}
