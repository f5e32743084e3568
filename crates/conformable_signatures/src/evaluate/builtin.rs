//! The few functions of the catalogue's language that are neither relations nor words: they see
//! what was given, make types of sizes, or name a size that the data decide.
//!
//! | function | is |
//! |---|---|
//! | `choose(x, y, ...)` | the first that is given (not `None`) |
//! | `given(x)` | is it given? |
//! | `written(x)`, `by_place(x)` | in `@hazard`: what was given for the parameter, before it was made an array or a dtype; was it given by its place, as somebody wrote it out? |
//! | `is_shape(x)` | is it a tuple of ints that may be sizes? |
//! | `is_a(x, kind)` | is it an `int`, `float`, `bool`, `none`, `str`, `tuple`, `sequence`, `array`, `dtype`, ...? |
//! | `any_of(a, b)`, `all_of(a, b)`, `negate(a)` | of conditions |
//! | `decay(T[*S])` | a NumPy scalar if the rank is 0 |
//! | `int(n)` | an int of this value; of a shape, one for each dim |
//! | `tuple_of(x)`, `tuple_of(k, x)`, `list_of(...)` | a tuple of a pack, or of k |
//! | `element_of(x)` | what iterating over it gives |
//! | `min(a, b)`, `max(a, b)` | of sizes |
//! | `prod(S)` | how many elements |
//! | `counted("name", x)`, `counted("name", x, most)` | how many of x's elements have the property: the same size wherever x is the same value |
//! | `fresh()` | a size that the data decide |
//! | `size_between(least, most)` | a size of which only the bounds are known |
//! | `any_shape(least, most)` | a shape of which only the least and the greatest rank are known |
//! | `pick(k, a, b, ...)` | the k-th of the rest |
//! | `dims(k, n)` | k times n, as a shape |
//! | `elem(x)` | an argument's element type |
//! | `unknown()` | of which nothing is known; `any_size()`, a size of which nothing is known |
//! | `each(word, xs, ...)` | the word applied to each element of a pack |
//! | `repeated(x, k)` | a pack of k times x |
//! | `sums(x)` | a shape of the sums of each element of a tuple of tuples |
//! | `python(T)` | the Python type of an element: `float` for `float64` |
//! | `is_subdtype(x, c)` | is a dtype, or an element type, one of the class `c`? |
//! | `truth_of(x, y)` | a Python bool whose value is known, else y |
//! | `dtype_text(T, "kind")` | `kind`, `name` or `char` of a dtype, `dtype_size(T)` its bytes |

use conformable_types::text::{Expr, Node};
use conformable_types::{Dim, Elem, FreshKind, Shape, Term, Truth, Ty, TyKind};

use conformable_solver::store::Fact;

use super::{Env, Evaluator, Result, Val, truth_ty};

/// More elements of a tuple than this are not listed one by one.
const LISTED: i64 = 32;

pub const NAMES: &[&str] = &[
    "choose",
    "given",
    "written",
    "by_place",
    "is_shape",
    "is_a",
    "any_of",
    "all_of",
    "negate",
    "decay",
    "int",
    "tuple_of",
    "list_of",
    "element_of",
    "min",
    "max",
    "prod",
    "counted",
    "fresh",
    "any_shape",
    "size_between",
    "pick",
    "dims",
    "elem",
    "unknown",
    "any_size",
    "each",
    "repeated",
    "sums",
    "python",
    "dtype_text",
    "dtype_size",
    "is_subdtype",
    "truth_of",
];

impl Evaluator<'_, '_> {
    pub(super) fn builtin(&mut self, name: &str, args: &[(Option<String>, Expr)], env: &Env) -> Result<Option<Val>> {
        if !NAMES.contains(&name) {
            return Ok(None);
        }
        let arg = |place: usize| args.get(place).map(|(_, expr)| expr);
        let first = arg(0);
        Ok(Some(match (name, first) {
            ("any_size", _) => Val::new(Dim::any()),
            ("unknown", _) => Val::unknown(),
            ("fresh", _) => Val::new(self.cx.fresh_dim(FreshKind::Runtime)),
            (_, None) => Val::unknown(),
            ("each", Some(word)) => {
                let mut values = Vec::new();
                for (_, expr) in &args[1..] {
                    values.push(self.value(expr, env)?);
                }
                let Node::Name(path) = &word.node else { return Ok(Some(Val::unknown())) };
                let Some(items) = values.first().and_then(Val::items) else { return Ok(Some(Val::unknown())) };
                let mut results = Vec::new();
                for item in items {
                    let own: Vec<Val> = std::iter::once(item).chain(values[1..].iter().cloned()).collect();
                    results.push(match self.catalogue.word(&path.join(".")) {
                        Some(word) => self.word(word, own)?,
                        None => self.relation(&path.join("."), own)?,
                    });
                }
                super::list(results)
            }
            ("repeated", Some(x)) => {
                let value = self.value(x, env)?;
                let count = match arg(1) {
                    Some(count) => self.value(count, env)?.dim().constant(),
                    None => None,
                };
                match count.and_then(|count| usize::try_from(count).ok()).filter(|count| *count <= LISTED as usize) {
                    Some(count) => super::list(vec![value; count]),
                    None => Val::unknown(),
                }
            }
            ("sums", Some(x)) => {
                let value = self.value(x, env)?;
                let sum = |item: Val| match item.items() {
                    Some(parts) => parts.iter().fold(Dim::ZERO, |sum, part| sum.plus(part.dim())),
                    None => Dim::any(),
                };
                match value.items() {
                    Some(items) => Val::new(items.into_iter().map(sum).collect::<Shape>()).from(value.origin.derived()),
                    None => Val::unknown(),
                }
            }
            ("python", Some(x)) => Val::new(python(self.value(x, env)?.elem())),
            ("dtype_text", Some(x)) => {
                let elem = self.value(x, env)?.elem();
                let what = match arg(1) {
                    Some(what) => self.value(what, env)?.ty().str_value().unwrap_or_default(),
                    None => "",
                };
                let texts = dtype_texts(elem, what);
                if texts.is_empty() {
                    return Ok(Some(Val::new(Ty::new(TyKind::Str))));
                }
                Val::new(Ty::union(texts.iter().map(|text| Ty::str(text)).collect::<Vec<_>>()))
            }
            ("is_subdtype", Some(x)) => {
                let elem = self.value(x, env)?.elem();
                let class = match arg(1) {
                    Some(class) => self.value(class, env)?.ty(),
                    None => Ty::unknown(),
                };
                Val::new(truth_ty(is_subdtype(elem, class)))
            }
            ("truth_of", Some(x)) => {
                let value = self.value(x, env)?;
                match (value.ty().kind(), arg(1)) {
                    (TyKind::LitBool(_), _) | (_, None) => value,
                    (_, Some(other)) => self.value(other, env)?,
                }
            }
            ("dtype_size", Some(x)) => {
                let size = self.value(x, env)?.elem().dtype().and_then(|dtype| dtype.itemsize());
                Val::new(size.map_or(Ty::new(TyKind::Int), |size| Ty::int(i64::from(size))))
            }
            ("choose", Some(_)) => {
                for (_, expr) in args {
                    let value = self.value(expr, env)?;
                    match value.is_none() {
                        Truth::Yes => {}
                        Truth::No => return Ok(Some(value)),
                        Truth::Unknown => return Ok(Some(Val::unknown())),
                    }
                }
                Val::none()
            }
            ("given", Some(x)) => Val::new(truth_ty(self.value(x, env)?.is_none().negate())),
            ("written" | "by_place", Some(x)) => {
                let written = match &x.node {
                    Node::Name(path) => env.written.get(&path.join(".")),
                    _ => None,
                };
                match (name, written) {
                    ("written", Some((ty, _))) => Val::new(*ty),
                    ("written", None) => Val::none(),
                    (_, written) => Val::new(Ty::bool(written.is_some_and(|(_, by_place)| *by_place))),
                }
            }
            ("is_shape", Some(x)) => {
                let sizes = self.value(x, env)?.ty();
                let is_size = |ty: &Ty| ty.int_value().and_then(Dim::constant).is_none_or(|size| size > 0);
                let is_shape = match sizes.kind() {
                    TyKind::Tuple(items) => items.iter().all(|item| item.int_value().is_some() && is_size(item)),
                    _ => false,
                };
                Val::new(Ty::bool(is_shape))
            }
            ("is_a", Some(x)) => {
                let value = self.value(x, env)?;
                let kind = match arg(1).map(|expr| &expr.node) {
                    Some(Node::Name(path)) => path.join("."),
                    Some(Node::Str(text)) => text.clone(),
                    _ => String::new(),
                };
                Val::new(truth_ty(is_a(&value, &kind)))
            }
            ("any_of" | "all_of", Some(_)) => {
                let any = name == "any_of";
                let mut truth = Truth::from(!any);
                for (_, expr) in args {
                    let next = self.truth(expr, env)?;
                    truth = if any { truth.or(next) } else { truth.and(next) };
                }
                Val::new(truth_ty(truth))
            }
            ("negate", Some(x)) => Val::new(truth_ty(self.truth(x, env)?.negate())),
            ("decay", Some(x)) => {
                let value = self.value(x, env)?;
                let one = |ty: Ty| match ty.kind() {
                    TyKind::Array { elem, shape } => Ty::decay(*elem, *shape),
                    _ => ty,
                };
                match &value.term {
                    Term::List(items) => {
                        let items = items.iter().map(|item| Term::Ty(one(Val::new(item.clone()).ty())));
                        Val { term: Term::List(items.collect()), origin: value.origin }
                    }
                    _ => Val::new(one(value.ty())),
                }
            }
            ("int", Some(x)) => {
                let value = self.value(x, env)?;
                match (&value.term, value.items()) {
                    (Term::Shape(_) | Term::List(_), Some(items)) => {
                        let ints = items.into_iter().map(|item| Val::new(Ty::int(item.dim())).from(item.origin));
                        super::list(ints.collect())
                    }
                    _ => Val::new(Ty::int(value.dim())).from(value.origin),
                }
            }
            ("tuple_of" | "list_of", Some(x)) => self.sequence_of(name == "tuple_of", x, arg(1), env)?,
            ("element_of", Some(x)) => Val::new(self.element_of(x, env)?),
            ("min" | "max", Some(_)) => {
                let mut dims = Vec::new();
                let mut origin = None;
                for (_, expr) in args {
                    let value = self.value(expr, env)?;
                    dims.push(value.dim());
                    origin = origin.or(Some(value.origin.derived()));
                }
                let dim =
                    if dims.iter().any(|dim| dim.is_any()) { Dim::any() } else { self.extreme(&dims, name == "max") };
                Val::new(dim).from(origin.unwrap_or_default())
            }
            ("prod", Some(x)) => {
                let value = self.value(x, env)?;
                Val::new(value.shape().size()).from(value.origin.derived())
            }
            ("counted", Some(label)) => {
                let label = self.value(label, env)?.ty().str_value().unwrap_or_default();
                let identity = match arg(1).map(|expr| &expr.node) {
                    Some(Node::Name(path)) => env.identities.get(&path.join(".")).copied(),
                    _ => None,
                };
                let about = arg(1).map(|expr| format!("{:?}", expr.node)).unwrap_or_default();
                let key = (label.to_owned(), about);
                // One call has one such size, whatever its argument is known by.
                let size = match self.counted.iter().find(|(known, _)| *known == key) {
                    Some((_, size)) => *size,
                    None => {
                        let size = self.cx.store_mut().runtime_size(label, identity);
                        self.counted.push((key, size));
                        size
                    }
                };
                if let Some(most) = arg(2) {
                    let most = self.value(most, env)?.dim();
                    if !most.is_any() {
                        let failure = conformable_solver::Failure::new(
                            conformable_solver::FailureKind::Value,
                            "more than there are",
                            Vec::new(),
                        );
                        self.cx.require(Fact::Le(size, most), || failure)?;
                    }
                }
                Val::new(size)
            }
            ("any_shape", Some(least)) => {
                let shape = self.cx.store_mut().runtime_shape();
                self.bounded(shape.rank_dim(), least, arg(1), env)?;
                Val::new(shape)
            }
            ("size_between", Some(least)) => {
                let size = self.cx.fresh_dim(FreshKind::Runtime);
                self.bounded(size, least, arg(1), env)?;
                Val::new(size)
            }
            ("pick", Some(k)) => {
                let place = self.value(k, env)?.dim().constant().and_then(|k| usize::try_from(k).ok());
                let mut rest = Vec::new();
                for (_, expr) in &args[1..] {
                    let value = self.value(expr, env)?;
                    match (&expr.node, value.items()) {
                        (Node::Star(_), Some(items)) => rest.extend(items),
                        (Node::Star(_), None) => return Ok(Some(Val::unknown())),
                        _ => rest.push(value),
                    }
                }
                place.and_then(|place| rest.get(place).cloned()).unwrap_or_else(Val::unknown)
            }
            ("dims", Some(count)) => {
                let count = self.value(count, env)?.dim();
                let size = match arg(1) {
                    Some(size) => self.value(size, env)?.dim(),
                    None => Dim::ONE,
                };
                match count.constant().and_then(|k| usize::try_from(k).ok()).filter(|k| *k <= LISTED as usize) {
                    Some(count) => Val::new(Shape::of(&vec![size; count])),
                    None => Val::new(Shape::any()),
                }
            }
            ("elem", Some(x)) => {
                let value = self.value(x, env)?;
                match value.ty().as_array() {
                    Some((elem, _)) => Val::new(elem).from(value.origin),
                    None => Val::new(value.elem()).from(value.origin),
                }
            }
            _ => Val::unknown(),
        }))
    }

    /// Tell the bounds of what was just made.
    fn bounded(&mut self, dim: Dim, least: &Expr, most: Option<&Expr>, env: &Env) -> Result<()> {
        let least = self.value(least, env)?.dim();
        let most = match most {
            Some(most) => self.value(most, env)?.dim(),
            None => Dim::any(),
        };
        for bound in [Fact::Le(least, dim), Fact::Le(dim, most)] {
            // Nothing is known of it yet that the bounds could contradict.
            let _ = self.cx.store_mut().tell(&bound);
        }
        Ok(())
    }

    /// The largest or smallest, without those that are known not to be.
    fn extreme(&self, dims: &[Dim], largest: bool) -> Dim {
        let store = self.cx.store();
        let mut kept: Vec<Dim> = Vec::new();
        for (place, &dim) in dims.iter().enumerate() {
            let beaten = dims.iter().enumerate().any(|(other, &better)| {
                let within = if largest { store.ask_le(dim, better) } else { store.ask_le(better, dim) };
                let tie = if largest { store.ask_le(better, dim) } else { store.ask_le(dim, better) };
                other != place && within.is_yes() && (!tie.is_yes() || other < place)
            });
            if !beaten {
                kept.push(dim);
            }
        }
        if largest { Dim::max(kept) } else { Dim::min(kept) }
    }

    fn sequence_of(&mut self, tuple: bool, first: &Expr, second: Option<&Expr>, env: &Env) -> Result<Val> {
        let known = |items: Vec<Ty>| Val::new(if tuple { Ty::tuple(items) } else { Ty::list(items) });
        let some = |item: Ty| Val::new(if tuple { Ty::tuple_of(item) } else { Ty::list_of(item) });
        let Some(second) = second else {
            let value = self.value(first, env)?;
            return Ok(match &value.term {
                Term::List(items) => known(items.iter().map(|item| Val::new(item.clone()).ty()).collect()),
                Term::Shape(shape) => match shape.dims() {
                    Some(dims) => known(dims.iter().map(|dim| Ty::int(*dim)).collect()),
                    None => some(Ty::new(TyKind::Int)),
                },
                Term::Ty(ty) => match ty.items() {
                    Some(items) => known(items.to_vec()),
                    None => some(*ty),
                },
                Term::Dim(dim) => some(Ty::int(*dim)),
                Term::Elem(elem) => some(Ty::scalar(*elem)),
            });
        };
        let count = self.value(first, env)?.dim();
        let item = self.value(second, env)?.ty();
        Ok(match count.constant() {
            Some(count @ 0..=LISTED) => known(vec![item; usize::try_from(count).unwrap_or(0)]),
            _ => some(item),
        })
    }

    fn element_of(&mut self, x: &Expr, env: &Env) -> Result<Ty> {
        let ty = self.value(x, env)?.ty();
        Ok(match ty.kind() {
            TyKind::Tuple(items) | TyKind::List(items) => {
                items.iter().copied().reduce(conformable_types::relations::join).unwrap_or_else(Ty::unknown)
            }
            TyKind::TupleOf(item) | TyKind::ListOf(item) | TyKind::Set(item) | TyKind::Dict(item, _) => *item,
            TyKind::Str | TyKind::LitStr(_) => Ty::new(TyKind::Str),
            TyKind::Array { elem, shape } => match shape.dims() {
                Some([_, rest @ ..]) => Ty::decay(*elem, Shape::of(rest)),
                _ => Ty::unknown(),
            },
            _ => Ty::unknown(),
        })
    }
}

/// What `.item()` gives.
fn python(elem: Elem) -> Ty {
    use conformable_types::dtype::Kind;
    let Some(dtype) = elem.dtype() else { return Ty::unknown() };
    // Python has no number of that precision.
    if matches!(dtype, conformable_types::DType::LONGDOUBLE | conformable_types::DType::CLONGDOUBLE) {
        return Ty::scalar(elem);
    }
    Ty::new(match dtype.kind() {
        Kind::Boolean => TyKind::Bool,
        Kind::Signed | Kind::Unsigned => TyKind::Int,
        Kind::Floating => TyKind::Float,
        Kind::Complex => TyKind::Complex,
        Kind::Str => TyKind::Str,
        Kind::Bytes => TyKind::Bytes,
        _ => TyKind::Unknown,
    })
}

/// What a text of a dtype may be: `char` says which of C's types it is, and these differ between
/// systems. Empty: anything.
fn dtype_texts(elem: Elem, what: &str) -> Vec<String> {
    if what != "char" {
        return dtype_text(elem, what).into_iter().collect();
    }
    let name = elem.dtype().map(|dtype| dtype.name()).unwrap_or_default();
    let chars: &[&str] = match name.as_str() {
        "bool" => &["?"],
        "int8" => &["b"],
        "uint8" => &["B"],
        "int16" => &["h"],
        "uint16" => &["H"],
        "int32" => &["i", "l"],
        "uint32" => &["I", "L"],
        "int64" => &["l", "q"],
        "uint64" => &["L", "Q"],
        "float16" => &["e"],
        "float32" => &["f"],
        "float64" => &["d"],
        "complex64" => &["F"],
        "complex128" => &["D"],
        "object" => &["O"],
        _ => &[],
    };
    chars.iter().map(|&char| char.to_owned()).collect()
}

/// Is the dtype one of the class: `np.floating`, `np.float64`, `float`?
fn is_subdtype(elem: Elem, class: Ty) -> Truth {
    let Some(dtype) = elem.dtype() else { return Truth::Unknown };
    match class.kind() {
        TyKind::DType(wanted) => match wanted.dtype() {
            Some(wanted) if wanted.is_number() || dtype.is_number() => Truth::from(wanted == dtype),
            _ => Truth::Unknown,
        },
        TyKind::Class(name) | TyKind::LitStr(name) => {
            let name = name.as_str();
            let last = name.rsplit('.').next().unwrap_or(name);
            conformable_types::dtype::is_subdtype(dtype, last).map_or(Truth::Unknown, Truth::from)
        }
        _ => Truth::Unknown,
    }
}

fn dtype_text(elem: Elem, what: &str) -> Option<String> {
    use conformable_types::dtype::Kind;
    let dtype = elem.dtype()?;
    match what {
        "kind" => Some(
            match dtype.kind() {
                Kind::Boolean => "b",
                Kind::Signed => "i",
                Kind::Unsigned => "u",
                Kind::Floating => "f",
                Kind::Complex => "c",
                Kind::Str => "U",
                Kind::Bytes => "S",
                Kind::Datetime => "M",
                Kind::Timedelta => "m",
                Kind::Object => "O",
                Kind::Void => "V",
            }
            .to_owned(),
        ),
        // Those of 32 and 64 bits differ between platforms.
        "char" => Some(dtype.letter()).filter(|letter| !"ilIL".contains(*letter)).map(String::from),
        "name" if dtype.is_number() || dtype.kind() == Kind::Boolean => Some(dtype.name()),
        _ => None,
    }
}

/// Is the value of this kind of Python's?
/// The step of a slice that counts points: `5j`.
fn is_imaginary(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Ctor(name, _) if name.as_str() == "imaginary")
}

/// A Python complex number, or a nest of sequences with one in it.
fn has_complex(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Complex) || ty.items().is_some_and(|items| items.iter().any(|item| has_complex(*item)))
}

fn is_a(value: &Val, kind: &str) -> Truth {
    let ty = value.ty();
    if let TyKind::Union(members) = ty.kind() {
        let each = || members.iter().map(|member| is_a(&Val::new(*member), kind));
        return if each().all(Truth::is_yes) {
            Truth::Yes
        } else if each().all(Truth::is_no) {
            Truth::No
        } else {
            Truth::Unknown
        };
    }
    if matches!(ty.kind(), TyKind::Unknown | TyKind::Class(_) | TyKind::Name(_)) {
        return Truth::Unknown;
    }
    let sequence = matches!(ty.kind(), TyKind::Tuple(_) | TyKind::TupleOf(_) | TyKind::List(_) | TyKind::ListOf(_));
    Truth::from(match kind {
        "int" => match ty.kind() {
            TyKind::Int | TyKind::IntOf(_) | TyKind::Bool | TyKind::LitBool(_) => true,
            TyKind::Scalar(elem) | TyKind::Decay { elem, .. } | TyKind::Array { elem, .. } => {
                let Some(dtype) = elem.dtype() else { return Truth::Unknown };
                let integer = conformable_types::dtype::is_subdtype(dtype, "integer").unwrap_or(false);
                match ty.as_array().and_then(|(_, shape)| shape.rank()) {
                    Some(0) => integer,
                    Some(_) => false,
                    None if integer => return Truth::Unknown,
                    None => false,
                }
            }
            _ => false,
        },
        "ints" => match ty.kind() {
            TyKind::Tuple(items) => {
                return items.iter().map(|item| is_a(&Val::new(*item), "int")).fold(Truth::Yes, Truth::and);
            }
            _ => return is_a(value, "int"),
        },
        "float" => matches!(ty.kind(), TyKind::Float | TyKind::LitFloat(_)),
        "bool" => matches!(ty.kind(), TyKind::Bool | TyKind::LitBool(_)),
        "none" => matches!(ty.kind(), TyKind::None),
        "number" => ty.is_python_number(),
        "numpy_scalar" => match ty.kind() {
            TyKind::Decay { .. } => return Truth::Unknown,
            _ => matches!(ty.kind(), TyKind::Scalar(_)),
        },
        "str" => matches!(ty.kind(), TyKind::Str | TyKind::LitStr(_)),
        "tuple" => matches!(ty.kind(), TyKind::Tuple(_) | TyKind::TupleOf(_)),
        "dict" => matches!(ty.kind(), TyKind::Dict(..)),
        "list" => matches!(ty.kind(), TyKind::List(_) | TyKind::ListOf(_)),
        "sequence" => sequence,
        "array" => match ty.kind() {
            TyKind::Decay { .. } => return Truth::Unknown,
            _ => matches!(ty.kind(), TyKind::Array { .. }),
        },
        // Nothing else is said to be one: a size that may be 0 is not.
        "zero" => ty.int_value().and_then(Dim::constant) == Some(0),
        "complex" => matches!(ty.kind(), TyKind::Complex) || is_imaginary(ty),
        "imaginary" => is_imaginary(ty),
        "complex_inside" => has_complex(ty),
        "dtype" => matches!(ty.kind(), TyKind::DType(_)),
        "scalar" => match ty.kind() {
            TyKind::Decay { .. } => return Truth::Unknown,
            TyKind::Array { shape, .. } => match shape.rank() {
                Some(rank) => rank == 0,
                None if shape.min_rank() > 0 => false,
                None => return Truth::Unknown,
            },
            _ => !sequence && !matches!(ty.kind(), TyKind::Dict(..) | TyKind::Set(_)),
        },
        "slice" => matches!(ty.kind(), TyKind::Slice(_)),
        _ => return Truth::Unknown,
    })
}
