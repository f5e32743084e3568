//! What an argument is for a parameter's pattern, as NumPy coerces it.
//!
//! [`Coercer::bind`] gives names to what matches; a mismatch is a failure, an argument of which
//! nothing is known makes the call unknown, unless the pattern asks nothing of it.

use conformable_solver::store::Fact;
use conformable_solver::{Context, Failure, FailureKind, Part};
use conformable_types::{DType, Dim, Elem, FreshKind, Shape, Truth, Ty, TyKind};

use crate::call::Arg;
use crate::catalogue::{Catalogue, current};
use crate::evaluate::{Env, Val};
use crate::explain::Origin;
use crate::op::{ArrayPattern, Coercion, DimPattern, ElemPattern, Literal, ObjectPart, Pattern, SizeRule};

mod array;
mod container;
mod slots;

pub use slots::fields_of;

/// Why an argument does not bind.
#[derive(Debug)]
pub enum Mismatch {
    /// It is refused.
    Refused(Failure),
    /// It is of another kind than the pattern; another alternative may take it.
    Kind(Failure),
    /// Too little is known of it.
    Unknown(&'static str),
}

pub type CoerceResult<T> = std::result::Result<T, Mismatch>;

impl From<Failure> for Mismatch {
    fn from(failure: Failure) -> Mismatch {
        Mismatch::Refused(failure)
    }
}

pub struct Coercer<'c> {
    pub cx: &'c mut Context,
    /// It knows which classes derive from which.
    pub catalogue: &'static Catalogue,
    pub large: LargeInts,
    /// `dtype=object` is among the arguments: ragged nests are arrays of objects.
    pub objects: bool,
    /// The dtype is this one of records: a tuple is an element.
    pub records: Option<DType>,
}

/// What an int beyond 64 bits is that stands by itself. An array of it has a dtype; beside arrays it is as
/// weak as any, which only what promotes it so may say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LargeInts {
    Elements,
    Weak,
    Unknown,
}

/// One argument on its way into a pattern.
#[derive(Clone, Debug)]
pub struct GivenArg<'a> {
    pub arg: &'a Arg,
    pub origin: Origin,
    /// The optional parameter that it is for: one may not know that the call gives it.
    pub optional: Option<&'a str>,
    /// The how manieth it is of those that are written by place, from 0.
    pub by_place: Option<usize>,
}

impl<'a> GivenArg<'a> {
    pub fn new(arg: &'a Arg, number: usize) -> GivenArg<'a> {
        GivenArg::from(arg, Origin::argument(number))
    }

    pub fn from(arg: &'a Arg, origin: Origin) -> GivenArg<'a> {
        GivenArg { arg, origin, optional: None, by_place: None }
    }

    /// The truth of it, as `if` would take it, where that is known.
    fn truth(&self) -> Option<bool> {
        match self.arg.ty.kind() {
            TyKind::LitBool(value) => Some(*value),
            TyKind::None => Some(false),
            _ => Some(self.arg.elements.unwrap_or(self.arg.ty).int_value()?.constant()? != 0),
        }
    }

    fn parts(&self) -> Vec<Part> {
        self.origin.part(None).into_iter().collect()
    }

    fn fail(&self, kind: FailureKind, message: impl Into<String>) -> Failure {
        Failure::new(kind, message, self.parts())
    }

    pub(crate) fn refuse<T>(&self, kind: FailureKind, message: impl Into<String>) -> CoerceResult<T> {
        Err(Mismatch::Refused(self.fail(kind, message)))
    }

    /// That it should be something else.
    fn wants(&self, what: &str) -> String {
        let of = self.optional.map_or_else(String::new, |name| format!("`{name}`: "));
        format!("{of}{what} is wanted, not {}", self.arg.ty)
    }

    fn other_kind<T>(&self, message: impl Into<String>) -> CoerceResult<T> {
        Err(Mismatch::Kind(self.fail(FailureKind::WrongSlot, message)))
    }
}

/// A list or a tuple, of lists or tuples again, at whose end there are numbers and arrays.
fn is_nest(ty: Ty) -> bool {
    let is_it = |ty: Ty| is_nest(ty) || ty.weak().is_some() || ty.as_array().is_some();
    match ty.kind() {
        TyKind::ListOf(item) | TyKind::TupleOf(item) => is_it(*item),
        TyKind::List(items) | TyKind::Tuple(items) => items.iter().all(|item| is_it(*item)),
        _ => false,
    }
}

/// What an array is a sequence of. Without dims it is an element, which may be an array where the dtype allows for one.
pub(crate) fn row(elem: Elem, rest: &[Dim]) -> Ty {
    if rest.is_empty() && elem.dtype().is_none_or(|dtype| dtype == DType::OBJECT) {
        return Ty::unknown();
    }
    Ty::decay(elem, Shape::of(rest))
}

impl Coercer<'_> {
    /// Bind the pattern's variables to what the argument is; the value is the parameter's own.
    pub fn bind(&mut self, pattern: &Pattern, given: &GivenArg, env: &mut Env) -> CoerceResult<Val> {
        let ty = given.arg.ty;
        let itself = || Val::new(ty).from(given.origin.clone());
        match pattern {
            Pattern::Anything | Pattern::Value => Ok(itself()),
            Pattern::Out(_) => takes_result(ty, given).map(|()| itself()),
            Pattern::Choice(values) => self.choice(values, given),
            Pattern::Array(array) => self.array(array, given, env),
            Pattern::Axis => self.axis(given, false),
            Pattern::Axes => self.axis(given, true),
            Pattern::Shape(rule) => self.shape(given, *rule),
            Pattern::Sizes => self.shape(given, SizeRule::default()),
            Pattern::DType(name) => {
                let elem = self.dtype(given)?;
                let value = Val::new(elem).from(given.origin.clone());
                env.set(name, value.clone());
                Ok(value)
            }
            Pattern::Int(name) => {
                let value = self.int(given)?;
                if let Some(name) = name {
                    let dim = match value.int_value() {
                        Some(dim) => dim,
                        None if value.is_unknown() => Dim::any(),
                        None => self.cx.fresh_dim(FreshKind::Unknown),
                    };
                    self.bind_dim(name, dim, given.origin.derived(), env)?;
                }
                Ok(Val::new(value).from(given.origin.clone()))
            }
            Pattern::Float | Pattern::Number => match ty.kind() {
                TyKind::Unknown | TyKind::Class(_) => Ok(itself()),
                _ if ty.is_python_number() || ty.as_large_int().is_some() => Ok(itself()),
                _ => match ty.as_array() {
                    Some((_, shape)) if shape.rank().is_none_or(|rank| rank == 0) => Ok(itself()),
                    _ => given.other_kind(given.wants("a number")),
                },
            },
            Pattern::Bool => {
                let truth = given.truth().map_or(Ty::new(TyKind::Bool), Ty::bool);
                Ok(Val::new(truth).from(given.origin.clone()))
            }
            Pattern::Str => match ty.kind() {
                TyKind::Str | TyKind::LitStr(_) | TyKind::Unknown | TyKind::Class(_) => Ok(itself()),
                _ => given.other_kind(given.wants("a string")),
            },
            Pattern::None => match ty.kind() {
                TyKind::None => Ok(itself()),
                TyKind::Unknown => Err(Mismatch::Unknown("an unknown value may be None")),
                _ => given.other_kind("None is wanted"),
            },
            Pattern::Literal(values) => self.literal(values, given),
            Pattern::LiteralOf(name) => match ty.kind() {
                TyKind::LitStr(_) => {
                    env.set(name, itself());
                    Ok(itself())
                }
                TyKind::Str | TyKind::Unknown => Err(Mismatch::Unknown("a string of unknown value")),
                _ => given.other_kind(given.wants("a string")),
            },
            Pattern::Sequence(inner) => self.sequence(inner, given, env),
            Pattern::Object(name, parts) => {
                let TyKind::Ctor(_, own) = self.object(name, given)?.kind() else { return Ok(itself()) };
                // An annotation says of which class it is, and no more.
                if own.len() < parts.len() {
                    return Err(Mismatch::Unknown("what an object was made with is unknown"));
                }
                for (part, ty) in parts.iter().zip(own) {
                    self.part(part, *ty, given, env)?;
                }
                Ok(itself())
            }
            Pattern::Class(name) => self.object(name, given).map(|_| itself()),
            Pattern::Python(_) => Ok(itself()),
            Pattern::Container(container, names) => container::bind(*container, names, given, env),
            Pattern::Union(members) => self.union(members, given, env),
        }
    }

    /// The type of an object of this class.
    fn object(&mut self, class: &str, given: &GivenArg) -> CoerceResult<Ty> {
        let is_one = match given.arg.ty.kind() {
            TyKind::Ctor(own, _) => self.catalogue.is_instance(own.as_str(), class),
            TyKind::Unknown | TyKind::Class(_) => Truth::Unknown,
            _ => Truth::No,
        };
        match is_one {
            Truth::Yes => Ok(given.arg.ty),
            Truth::Unknown => Err(Mismatch::Unknown("an object of unknown class")),
            Truth::No => given.other_kind(given.wants(class)),
        }
    }

    /// What an object was made with, by the names that a pattern gives to it.
    fn part(&mut self, part: &ObjectPart, ty: Ty, given: &GivenArg, env: &mut Env) -> CoerceResult<()> {
        match part {
            ObjectPart::Array(pattern) => {
                let own = Arg::of(ty);
                self.bind(pattern, &GivenArg { arg: &own, ..given.clone() }, env)?;
            }
            ObjectPart::Name(name) => env.set(name, Val::new(ty).from(given.origin.derived())),
        }
        Ok(())
    }

    fn union(&mut self, members: &[Pattern], given: &GivenArg, env: &mut Env) -> CoerceResult<Val> {
        if given.arg.ty == Ty::none() && members.iter().any(Pattern::accepts_none) {
            return Ok(Val::none());
        }
        let rest: Vec<&Pattern> = members.iter().filter(|member| !matches!(member, Pattern::None)).collect();
        if let [only] = *rest {
            return self.bind(only, given, env);
        }
        let mut last = None;
        for member in rest {
            match self.bind(member, given, env) {
                Err(Mismatch::Kind(failure)) => last = Some(Mismatch::Kind(failure)),
                other => return other,
            }
        }
        Err(last.expect("a union has members"))
    }

    fn literal(&mut self, values: &[Literal], given: &GivenArg) -> CoerceResult<Val> {
        let ty = given.arg.ty;
        let itself = Val::new(ty).from(given.origin.clone());
        let known = match ty.kind() {
            TyKind::None => Some(Literal::None),
            TyKind::LitBool(value) => Some(Literal::Bool(*value)),
            TyKind::LitStr(text) => Some(Literal::Str(text.as_str().to_owned())),
            TyKind::IntOf(dim) => dim.constant().map(Literal::Int),
            TyKind::Scalar(elem) if elem.dtype() == Some(DType::BOOL) => given.truth().map(Literal::Bool),
            _ => slots::numpy_int(given).flatten().map(Literal::Int),
        };
        match known {
            Some(Literal::Bool(value)) if values.contains(&Literal::Bool(value)) => {
                Ok(Val::new(Ty::bool(value)).from(given.origin.clone()))
            }
            Some(Literal::Int(value)) if values.contains(&Literal::Int(value)) => {
                Ok(Val::new(Ty::int(value)).from(given.origin.clone()))
            }
            Some(value) if values.contains(&value) => Ok(itself),
            // 1 and 0 are as good as True and False.
            Some(Literal::Int(value)) if values.contains(&Literal::Bool(value != 0)) => {
                Ok(Val::new(Ty::bool(value != 0)).from(given.origin.clone()))
            }
            Some(_) => {
                // Another string than these is a wrong value, anything but a string a wrong type.
                let texts = values.iter().all(|value| matches!(value, Literal::Str(_)));
                let kind = if texts && ty.str_value().is_none() { FailureKind::WrongSlot } else { FailureKind::Value };
                Err(Mismatch::Kind(given.fail(kind, given.wants(&format!("one of {}", shown(values))))))
            }
            // The truth of any value counts.
            None if values.iter().any(|value| matches!(value, Literal::Bool(_))) => {
                Err(Mismatch::Unknown("a value that the result depends on is unknown"))
            }
            None => match ty.kind() {
                TyKind::Unknown | TyKind::Str | TyKind::Bool | TyKind::Int | TyKind::IntOf(_) => {
                    Err(Mismatch::Unknown("a value that the result depends on is unknown"))
                }
                _ if slots::numpy_int(given).is_some() => {
                    Err(Mismatch::Unknown("a value that the result depends on is unknown"))
                }
                _ => given.other_kind(given.wants(&format!("one of {}", shown(values)))),
            },
        }
    }

    /// One of several options. Texts are compared without case; what is not known passes.
    fn choice(&mut self, values: &[Literal], given: &GivenArg) -> CoerceResult<Val> {
        let ty = given.arg.ty;
        let known = match ty.kind() {
            TyKind::LitStr(text) => {
                let text = text.as_str();
                values.iter().any(|value| matches!(value, Literal::Str(own) if names(own, text)))
            }
            TyKind::LitBool(value) => values.contains(&Literal::Bool(*value)),
            TyKind::IntOf(dim) => dim.constant().is_none_or(|value| values.contains(&Literal::Int(value))),
            TyKind::None => values.contains(&Literal::None),
            TyKind::Float | TyKind::LitFloat(_) | TyKind::Tuple(_) | TyKind::List(_) | TyKind::Array { .. } => false,
            _ => true,
        };
        if known {
            return Ok(Val::new(ty).from(given.origin.clone()));
        }
        let kind = if ty.str_value().is_some() { FailureKind::Value } else { FailureKind::WrongSlot };
        given.refuse(kind, given.wants(&format!("one of {}", shown(values))))
    }

    /// The first time a name stands it is bound, then it must be equal.
    fn bind_dim(&mut self, name: &str, dim: Dim, origin: Origin, env: &mut Env) -> CoerceResult<()> {
        let Some(known) = env.get(name).cloned() else {
            env.set(name, Val::new(dim).from(origin));
            return Ok(());
        };
        let before = known.dim();
        let parts = [&known.origin, &origin].iter().filter_map(|o| o.part(None)).collect();
        let message = format!("`{name}` is {before:?} and {dim:?}");
        self.cx.require(Fact::Eq(before, dim), || Failure::new(FailureKind::Size, message, parts))?;
        Ok(())
    }

    /// The elements of an argument that is iterated over: as many as there are, or `None`.
    fn elements(&mut self, given: &GivenArg) -> Option<Vec<Arg>> {
        let ty = given.arg.ty;
        match ty.kind() {
            TyKind::Tuple(items) | TyKind::List(items) => Some(items.iter().map(|item| Arg::of(*item)).collect()),
            TyKind::Array { elem, shape } => match shape.dims() {
                Some([first, rest @ ..]) => {
                    let count = first.constant().and_then(|k| usize::try_from(k).ok()).filter(|k| *k <= 32)?;
                    Some(vec![Arg::of(row(*elem, rest)); count])
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `Sequence[T[*S]]`: each element's variables, gathered in packs.
    fn sequence(&mut self, inner: &Pattern, given: &GivenArg, env: &mut Env) -> CoerceResult<Val> {
        let ty = given.arg.ty;
        match ty.kind() {
            _ if ty.is_iterator() => return given.other_kind("a sequence is wanted, not an iterator"),
            TyKind::Unknown | TyKind::Class(_) | TyKind::Dict(..) | TyKind::Decay { .. } | TyKind::Ctor(..) => {
                return Err(Mismatch::Unknown("a sequence is unknown"));
            }
            TyKind::Array { shape, .. } if shape.rank() != Some(0) => {}
            TyKind::Tuple(_) | TyKind::List(_) => {}
            TyKind::TupleOf(_) | TyKind::ListOf(_) | TyKind::Str | TyKind::LitStr(_) | TyKind::Bytes => {
                return Err(Mismatch::Unknown("a sequence of unknown length"));
            }
            _ => return given.other_kind(given.wants("a sequence")),
        }
        let Some(items) = self.elements(given) else { return Err(Mismatch::Unknown("a sequence of unknown length")) };
        let origin = |place: usize| match &given.origin {
            Origin::Argument { argument, .. } if !ty.is_ndarray() => {
                Origin::Argument { argument: *argument, element: Some(place), axis: crate::explain::Axis::Same }
            }
            other => other.derived(),
        };
        let given: Vec<GivenArg> =
            items.iter().enumerate().map(|(place, arg)| GivenArg::from(arg, origin(place))).collect();
        self.pack(inner, &given, env)
    }

    /// `*args: T[*S]`, or the elements of a sequence: each variable becomes a pack.
    pub fn pack(&mut self, inner: &Pattern, given: &[GivenArg], env: &mut Env) -> CoerceResult<Val> {
        let mut names = Vec::new();
        inner.variables(&mut names);
        let mut packs: Vec<Vec<Val>> = vec![Vec::new(); names.len()];
        let mut values = Vec::new();
        for one in given {
            let mut own = Env::default();
            values.push(self.bind(inner, one, &mut own)?);
            for (name, pack) in names.iter().zip(&mut packs) {
                pack.push(own.get(name).cloned().unwrap_or_else(Val::unknown));
            }
        }
        for (name, pack) in names.iter().zip(packs) {
            env.set(name, crate::evaluate::list(pack));
        }
        Ok(crate::evaluate::list(values))
    }

    fn array(&mut self, pattern: &ArrayPattern, given: &GivenArg, env: &mut Env) -> CoerceResult<Val> {
        let (elem, shape) = match (pattern.how, given.arg.ty.as_array()) {
            (_, Some(known)) => known,
            (Coercion::Strict, None) => match given.arg.ty.kind() {
                TyKind::Unknown | TyKind::Class(_) | TyKind::Union(_) | TyKind::Ctor(..) => {
                    return Err(Mismatch::Unknown("an operand is unknown"));
                }
                _ => return given.other_kind(given.wants("an ndarray")),
            },
            (Coercion::ArrayLike, None) if is_nest(given.arg.ty) => self.array_like(given)?,
            (Coercion::Numeric | Coercion::ArrayLike, None) => match (given.arg.ty.weak(), given.arg.ty.kind()) {
                (Some(weak), _) => (weak.into(), Shape::scalar()),
                (None, TyKind::Unknown) => return Err(Mismatch::Unknown("an operand is unknown")),
                _ if given.arg.ty.as_large_int().is_some() => return Err(Mismatch::Unknown("an int beyond 64 bits")),
                _ => return given.other_kind(format!("a number or an ndarray is wanted, not {}", given.arg.ty)),
            },
            (how, None) => match self.array_like(given) {
                Ok(known) => known,
                Err(Mismatch::Unknown(_)) if how == Coercion::Forced => {
                    (Elem::any(), given.arg.shape.unwrap_or_else(Shape::any))
                }
                Err(other) => return Err(other),
            },
        };
        match &pattern.elem {
            ElemPattern::Name(name) => {
                if env.get(name).is_none() {
                    env.set(name, Val::new(elem).from(given.origin.clone()))
                }
            }
            ElemPattern::Fixed(_) => {}
        }
        if let Some(dims) = &pattern.shape {
            self.bind_shape(dims, shape, given, env)?;
        }
        Ok(Val::new(given.arg.ty).from(given.origin.clone()))
    }

    fn bind_shape(&mut self, dims: &[DimPattern], shape: Shape, given: &GivenArg, env: &mut Env) -> CoerceResult<()> {
        if let [DimPattern::Sequence(name)] = dims {
            match env.get(name).cloned() {
                None => env.set(name, Val::new(shape).from(given.origin.clone())),
                Some(known) => {
                    let before = known.shape();
                    let parts = [&known.origin, &given.origin].iter().filter_map(|o| o.part(None)).collect();
                    let message = format!("shapes {before:?} and {shape:?} differ");
                    self.cx.require(Fact::Shape(before, shape), || Failure::new(FailureKind::Size, message, parts))?;
                }
            }
            return Ok(());
        }
        let shape = self.with_rank(dims, shape, given)?;
        let star = dims.iter().position(|dim| matches!(dim, DimPattern::Sequence(_)));
        for (place, dim) in dims.iter().enumerate() {
            let axis = match star {
                Some(star) if place > star => place as i64 - dims.len() as i64,
                _ => place as i64,
            };
            match dim {
                DimPattern::Sequence(name) => {
                    let (data, after) = (shape.data(), dims.len() - place - 1);
                    let middle = match &data.rest {
                        None => Shape::of(&data.prefix[place..data.prefix.len() - after]),
                        Some((seq, suffix)) => Shape::new(
                            data.prefix[place.min(data.prefix.len())..].iter().copied(),
                            Some((*seq, suffix[..suffix.len().saturating_sub(after)].into())),
                        ),
                    };
                    env.set(name, Val::new(middle).from(given.origin.derived()));
                }
                DimPattern::Name(name) => {
                    let Some(size) = shape.at(axis) else { continue };
                    self.bind_dim(name, size, given.origin.at(axis), env)?;
                }
                DimPattern::Constant(value) => {
                    let Some(size) = shape.at(axis) else { continue };
                    let part = given.origin.part(Some(axis)).into_iter().collect();
                    let message = format!("{value} is wanted, not {size:?}");
                    self.cx
                        .require(Fact::Eq(size, Dim::of(*value)), || Failure::new(FailureKind::Size, message, part))?;
                }
            }
        }
        Ok(())
    }

    /// The shape with a dim for each that the pattern writes.
    fn with_rank(&mut self, dims: &[DimPattern], shape: Shape, given: &GivenArg) -> CoerceResult<Shape> {
        let star = dims.iter().position(|dim| matches!(dim, DimPattern::Sequence(_)));
        let (before, after) = match star {
            Some(star) => (star, dims.len() - star - 1),
            None => (dims.len(), 0),
        };
        let shape = self.cx.store().resolve_shape(shape);
        let wrong_rank = || {
            let plural = if before + after == 1 { "" } else { "s" };
            let least = if star.is_some() { "at least " } else { "" };
            let message = format!("{least}{} dim{plural} wanted, not {}", before + after, rank_text(shape));
            given.fail(FailureKind::Rank, message)
        };
        match shape.rank() {
            Some(rank) if rank < before + after || (star.is_none() && rank != before) => Err(wrong_rank().into()),
            None if star.is_none() && shape.min_rank() > before => Err(wrong_rank().into()),
            Some(_) => Ok(shape),
            None => {
                let mut fresh =
                    |count: usize| (0..count).map(|_| self.cx.fresh_dim(FreshKind::Unknown)).collect::<Vec<_>>();
                let (front, back) = (fresh(before), fresh(after));
                let full = match star {
                    None => Shape::of(&front),
                    Some(_) => {
                        let middle = self.cx.fresh_shape();
                        Shape::of(&front).append(middle).and_then(|s| s.append(Shape::of(&back))).unwrap_or(shape)
                    }
                };
                self.cx.require(Fact::Shape(shape, full), wrong_rank)?;
                Ok(self.cx.store().resolve_shape(full))
            }
        }
    }
}

/// Is it this text, whatever the case; or does it begin so, where the text ends with a star?
fn names(own: &str, text: &str) -> bool {
    match own.strip_suffix('*') {
        Some(start) => text.get(..start.len()).is_some_and(|first| first.eq_ignore_ascii_case(start)),
        None => own.eq_ignore_ascii_case(text),
    }
}

fn shown(values: &[Literal]) -> String {
    let show = |value: &Literal| match value {
        Literal::Int(value) => value.to_string(),
        Literal::Bool(true) => "True".into(),
        Literal::Bool(false) => "False".into(),
        Literal::Str(text) => format!("'{text}'"),
        Literal::None => "None".into(),
    };
    values.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn rank_text(shape: Shape) -> String {
    match shape.rank() {
        Some(rank) => rank.to_string(),
        None => format!("{} or more", shape.min_rank()),
    }
}

/// A Python scalar's element type.
pub fn weak_of(ty: Ty) -> Option<Elem> {
    if let Some(weak) = ty.weak() {
        return Some(weak.into());
    }
    Some(match ty.kind() {
        TyKind::Str => DType::str(0).into(),
        TyKind::LitStr(text) => DType::str(u32::try_from(text.as_str().chars().count()).unwrap_or(0).max(1)).into(),
        TyKind::Bytes => DType::bytes(0).into(),
        _ => return None,
    })
}

/// Are these two shapes the same?
pub fn same_shape(cx: &Context, a: Shape, b: Shape) -> Truth {
    cx.store().ask(&Fact::Shape(a, b))
}

/// Element type and shape of what NumPy makes of a value of this type: nested sequences, numbers.
pub fn array_like(ty: Ty, store: &conformable_solver::Store) -> Option<(Elem, Shape)> {
    let mut cx = Context::new(store);
    let catalogue = current();
    Coercer { cx: &mut cx, catalogue, large: LargeInts::Unknown, objects: false, records: None }.as_array(&Arg::of(ty))
}

/// What takes a result: an array, or a tuple of arrays; a NumPy scalar takes nothing.
fn takes_result(ty: Ty, given: &GivenArg) -> CoerceResult<()> {
    let takes = |ty: &Ty| {
        matches!(
            ty.kind(),
            TyKind::None
                | TyKind::Array { .. }
                | TyKind::Decay { .. }
                | TyKind::Unknown
                | TyKind::Class(_)
                | TyKind::Name(_)
                | TyKind::Union(_)
                | TyKind::TupleOf(_)
                // `...`: an array whatever the rank, which is made for it.
                | TyKind::Ellipsis
        )
    };
    let fits = match ty.kind() {
        TyKind::Tuple(items) => items.iter().all(takes),
        TyKind::Ctor(..) => true,
        _ => takes(&ty),
    };
    if fits {
        return Ok(());
    }
    given.refuse(FailureKind::WrongSlot, format!("this is the array that takes the result, not {ty}"))
}
