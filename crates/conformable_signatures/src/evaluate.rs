//! Expressions of results, guards, requirements and vocabulary, evaluated over terms.
//!
//! A name stands for what an argument bound, a call for a relation of the solver, a word of the
//! vocabulary or one of the few [`builtin`]s. Every value knows which argument it came from, so
//! that a relation's failure can be told in the call's terms. Total: what is not known is
//! `Unknown`, or `?` where a size or an element type is wanted.

use conformable_solver::store::Fact;
use conformable_solver::{Context, Failure, FailureKind, relations};
use conformable_types::text::expr::Op as BinaryOp;
use conformable_types::text::{Expr, Node};
use conformable_types::{DType, Dim, Elem, Shape, Sym, Term, Truth, Ty, TyKind, relations as types};
use rustc_hash::FxHashMap;

use crate::catalogue::{Catalogue, Word};
use crate::explain::{Origin, translate};

mod builtin;

pub use builtin::NAMES as BUILTINS;

/// A value, and where it came from.
#[derive(Clone, Debug)]
pub struct Val {
    pub term: Term,
    pub origin: Origin,
}

impl Val {
    pub fn new(term: impl Into<Term>) -> Val {
        Val { term: term.into(), origin: Origin::Nowhere }
    }

    pub fn unknown() -> Val {
        Val::new(Ty::unknown())
    }

    pub fn none() -> Val {
        Val::new(Ty::none())
    }

    #[must_use]
    pub fn from(self, origin: Origin) -> Val {
        Val { origin, ..self }
    }

    pub fn is_none(&self) -> Truth {
        match &self.term {
            Term::Ty(ty) => match ty.kind() {
                TyKind::None => Truth::Yes,
                TyKind::Unknown | TyKind::Name(_) => Truth::Unknown,
                TyKind::Union(members) if members.contains(&Ty::none()) => Truth::Unknown,
                _ => Truth::No,
            },
            _ => Truth::No,
        }
    }

    pub fn is_unknown(&self) -> bool {
        self.term == Term::Ty(Ty::unknown())
    }

    /// As a size or an int; `?` for what is none.
    pub fn dim(&self) -> Dim {
        match &self.term {
            Term::Dim(dim) => *dim,
            Term::Ty(ty) => ty.int_value().unwrap_or_else(Dim::any),
            _ => Dim::any(),
        }
    }

    pub fn shape(&self) -> Shape {
        match &self.term {
            Term::Shape(shape) => *shape,
            Term::Dim(dim) => Shape::of(&[*dim]),
            Term::List(items) => items.iter().map(|item| Val::new(item.clone()).dim()).collect(),
            Term::Ty(ty) => match ty.kind() {
                TyKind::Tuple(items) | TyKind::List(items) => {
                    items.iter().map(|item| item.int_value().unwrap_or_else(Dim::any)).collect()
                }
                TyKind::IntOf(dim) => Shape::of(&[*dim]),
                TyKind::Int => Shape::of(&[Dim::any()]),
                _ => Shape::any(),
            },
            Term::Elem(_) => Shape::any(),
        }
    }

    pub fn elem(&self) -> Elem {
        match &self.term {
            Term::Elem(elem) => *elem,
            Term::Ty(ty) => match ty.kind() {
                TyKind::Scalar(elem) | TyKind::DType(elem) => *elem,
                TyKind::Bool => DType::BOOL.into(),
                TyKind::Int => DType::INT64.into(),
                TyKind::Float => DType::FLOAT64.into(),
                TyKind::Complex => DType::COMPLEX128.into(),
                _ => Elem::any(),
            },
            _ => Elem::any(),
        }
    }

    pub fn ty(&self) -> Ty {
        match &self.term {
            Term::Ty(ty) => *ty,
            Term::Dim(dim) => Ty::int(*dim),
            Term::Elem(elem) => Ty::scalar(*elem),
            Term::Shape(shape) => match shape.dims() {
                Some(dims) => Ty::tuple(dims.iter().map(|dim| Ty::int(*dim))),
                None => Ty::tuple_of(Ty::new(TyKind::Int)),
            },
            Term::List(items) => Ty::list(items.iter().map(|item| Val::new(item.clone()).ty())),
        }
    }

    /// The elements of a pack or of a known shape, tuple or list.
    pub fn items(&self) -> Option<Vec<Val>> {
        let origin = |place: usize| match &self.origin {
            Origin::Pack(items) => items.get(place).cloned().unwrap_or_default(),
            other => other.at(i64::try_from(place).unwrap_or(0)),
        };
        let all = |terms: Vec<Term>| {
            terms.into_iter().enumerate().map(|(place, term)| Val::new(term).from(origin(place))).collect()
        };
        match &self.term {
            Term::List(items) => Some(all(items.to_vec())),
            Term::Shape(shape) => Some(all(shape.dims()?.iter().map(|dim| Term::Dim(*dim)).collect())),
            Term::Ty(ty) => Some(all(ty.items()?.iter().map(|item| Term::Ty(*item)).collect())),
            Term::Dim(_) | Term::Elem(_) => None,
        }
    }
}

/// What names stand for, in an alternative's expressions or a word's.
#[derive(Clone, Debug, Default)]
pub struct Env {
    values: FxHashMap<String, Val>,
    /// What an argument's value is known by, for sizes that the data decide.
    identities: FxHashMap<String, u64>,
}

impl Env {
    pub fn set(&mut self, name: &str, value: Val) {
        self.values.insert(name.to_owned(), value);
    }

    pub fn get(&self, name: &str) -> Option<&Val> {
        self.values.get(name)
    }

    pub fn identify(&mut self, name: &str, identity: Option<u64>) {
        if let Some(identity) = identity {
            self.identities.insert(name.to_owned(), identity);
        }
    }
}

/// How deep words may call words.
const DEPTH: u32 = 24;

pub struct Evaluator<'a, 'c> {
    pub catalogue: &'a Catalogue,
    pub cx: &'c mut Context,
    pub depth: u32,
    /// Sizes that the data decide, once they are named in this call.
    pub counted: Vec<((String, String), Dim)>,
}

type Result<T> = std::result::Result<T, Failure>;

impl Evaluator<'_, '_> {
    /// The type that a result's expression gives.
    pub fn result(&mut self, expr: &Expr, env: &Env) -> Result<Ty> {
        Ok(self.value(expr, env)?.ty())
    }

    pub fn value(&mut self, expr: &Expr, env: &Env) -> Result<Val> {
        Ok(match &expr.node {
            Node::Name(path) => self.name(path, env),
            Node::Int(value) => Val::new(Ty::int(*value)),
            Node::Str(text) => Val::new(Ty::str(text)),
            Node::Neg(inner) => match self.value(inner, env)? {
                Val { term: Term::Ty(ty), origin } if ty.int_value().is_some() => {
                    Val::new(Ty::int(ty.int_value().unwrap_or_else(Dim::any).negated())).from(origin)
                }
                val => Val::new(val.dim().negated()).from(val.origin.derived()),
            },
            Node::Binary(op, a, b) => self.binary(*op, a, b, env)?,
            Node::Tuple(items) => Val::new(self.shape(items, env)?),
            Node::List(items) => self.pack(items, env)?,
            Node::Union(members) => {
                let members = members.iter().map(|m| self.result(m, env)).collect::<Result<Vec<_>>>()?;
                Val::new(Ty::union(members))
            }
            Node::Call(base, args) => self.call(base, args, env)?,
            Node::Index(base, items, _) => self.subscript(base, items, env)?,
            Node::Star(inner) => self.value(inner, env)?,
            Node::Hole => Val::new(Elem::any()),
            Node::Ellipsis => Val::new(Shape::any()),
            Node::Run(_) | Node::Record(..) | Node::Signature(_) | Node::Slice(..) => Val::unknown(),
        })
    }

    fn name(&self, path: &[String], env: &Env) -> Val {
        if let [name] = path {
            if let Some(value) = env.get(name) {
                return value.clone();
            }
            let kind = match name.as_str() {
                "None" => Some(TyKind::None),
                "True" => Some(TyKind::LitBool(true)),
                "False" => Some(TyKind::LitBool(false)),
                "bool" => Some(TyKind::Bool),
                "int" => Some(TyKind::Int),
                "float" => Some(TyKind::Float),
                "complex" => Some(TyKind::Complex),
                "str" => Some(TyKind::Str),
                "bytes" => Some(TyKind::Bytes),
                "Unknown" => Some(TyKind::Unknown),
                _ => None,
            };
            if let Some(kind) = kind {
                return Val::new(Ty::new(kind));
            }
            if let Some(dtype) = DType::parse(name) {
                return Val::new(Elem::from(dtype));
            }
            if self.catalogue.is_class(name) {
                return Val::new(Ty::new(TyKind::Ctor(Sym::new(name), Box::default())));
            }
        }
        Val::unknown()
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, env: &Env) -> Result<Val> {
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Lt | BinaryOp::Gt) {
            let truth = self.compare(op, a, b, env)?;
            return Ok(Val::new(truth_ty(truth)));
        }
        let (left, right) = (self.value(a, env)?, self.value(b, env)?);
        let (x, y) = (left.dim(), right.dim());
        let dim = match op {
            BinaryOp::Add => x.plus(y),
            BinaryOp::Sub => x.minus(y),
            BinaryOp::Mul => x.times(y),
            BinaryOp::FloorDiv => x.floordiv(y).unwrap_or_else(Dim::any),
            _ => x.modulo(y).unwrap_or_else(Dim::any),
        };
        let origin = if left.origin == Origin::Nowhere { right.origin } else { left.origin };
        Ok(Val::new(dim).from(origin.derived()))
    }

    fn pack(&mut self, items: &[Expr], env: &Env) -> Result<Val> {
        let mut values = Vec::new();
        for item in items {
            let value = self.value(item, env)?;
            match (&item.node, value.items()) {
                (Node::Star(_), Some(items)) => values.extend(items),
                (Node::Star(_), None) => return Ok(Val::unknown()),
                _ => values.push(value),
            }
        }
        Ok(list(values))
    }

    /// The shape between brackets.
    pub fn shape(&mut self, items: &[Expr], env: &Env) -> Result<Shape> {
        let mut shape = Shape::scalar();
        for item in items {
            let value = self.value(item, env)?;
            let next = match &item.node {
                Node::Star(_) | Node::Ellipsis => value.shape(),
                Node::Tuple(none) if none.is_empty() => Shape::scalar(),
                _ => Shape::of(&[value.dim()]),
            };
            shape = self.append(shape, next)?;
        }
        Ok(shape)
    }

    fn append(&mut self, left: Shape, right: Shape) -> Result<Shape> {
        if let Some(joined) = left.append(right) {
            return Ok(joined);
        }
        match relations::by_name("append") {
            Some(relation) => match (relation.evaluate)(self.cx, &[left.into(), right.into()])? {
                Term::Shape(shape) => Ok(shape),
                _ => Ok(Shape::any()),
            },
            None => Ok(Shape::any()),
        }
    }

    fn subscript(&mut self, base: &Expr, items: &[Expr], env: &Env) -> Result<Val> {
        if let Node::Name(path) = &base.node {
            let name = path.join(".");
            let all = |this: &mut Self, items: &[Expr]| -> Result<Vec<Ty>> {
                items.iter().map(|item| this.result(item, env)).collect()
            };
            match name.as_str() {
                "tuple" => {
                    return Ok(Val::new(match items {
                        [item, Expr { node: Node::Ellipsis, .. }] => Ty::tuple_of(self.result(item, env)?),
                        [Expr { node: Node::Tuple(none), .. }] if none.is_empty() => Ty::tuple([]),
                        _ => Ty::tuple(all(self, items)?),
                    }));
                }
                "list" => return Ok(Val::new(Ty::list_of(self.result(&items[0], env)?))),
                "dict" => {
                    let parts = all(self, items)?;
                    return Ok(Val::new(match &*parts {
                        [key, value] => Ty::new(TyKind::Dict(*key, *value)),
                        _ => Ty::unknown(),
                    }));
                }
                "DType" => {
                    let elem = self.value(&items[0], env)?.elem();
                    return Ok(Val::new(Ty::new(TyKind::DType(elem))));
                }
                "Literal" => return self.value(&items[0], env),
                _ if env.get(&name).is_none() && self.catalogue.is_class(&name) => {
                    let params = all(self, items)?;
                    return Ok(Val::new(Ty::new(TyKind::Ctor(Sym::new(&name), params.into()))));
                }
                _ => {}
            }
        }
        let base_value = self.value(base, env)?;
        // `S[0]`, `S[axis]`: a dim of a shape.
        if let Term::Shape(_) = base_value.term {
            let index = self.value(&items[0], env)?;
            let place = index.dim().constant();
            let result = self.relation("at", vec![base_value.clone(), index])?;
            return Ok(match place {
                Some(place) => result.from(base_value.origin.at(place)),
                None => result,
            });
        }
        // A pack of shapes in `T[*split(S, ...)]`: a pack of arrays.
        if let [Expr { node: Node::Star(inner), .. }] = items {
            let inner = self.value(inner, env)?;
            if let Term::List(shapes) = &inner.term
                && shapes.iter().any(|item| matches!(item, Term::Shape(_)))
            {
                let elem = |place: usize| match &base_value.term {
                    Term::List(elems) => Val::new(elems.get(place).cloned().unwrap_or_else(|| Elem::any().into())),
                    _ => base_value.clone(),
                };
                let arrays = shapes.iter().enumerate().map(|(place, shape)| {
                    let shape = Val::new(shape.clone()).shape();
                    Val::new(Ty::array(strong(elem(place).elem()), shape))
                });
                return Ok(list(arrays.collect()));
            }
        }
        let shape = self.shape(items, env)?;
        Ok(Val::new(Ty::array(strong(base_value.elem()), shape)))
    }

    pub fn call(&mut self, base: &Expr, args: &[(Option<String>, Expr)], env: &Env) -> Result<Val> {
        let Node::Name(path) = &base.node else { return Ok(Val::unknown()) };
        let name = path.join(".");
        if let Some(value) = self.builtin(&name, args, env)? {
            return Ok(value);
        }
        let mut values = Vec::new();
        for (_, arg) in args {
            let value = self.value(arg, env)?;
            match (&arg.node, value.items()) {
                (Node::Star(_), Some(items)) => values.extend(items),
                _ => values.push(value),
            }
        }
        match self.catalogue.word(&name) {
            Some(word) => self.word(word, values),
            None => self.relation(&name, values),
        }
    }

    /// A relation of the solver; its failure in the call's terms.
    pub fn relation(&mut self, name: &str, args: Vec<Val>) -> Result<Val> {
        let Some(relation) = relations::by_name(name) else { return Ok(Val::unknown()) };
        let origins: Vec<Origin> = args.iter().map(|arg| arg.origin.clone()).collect();
        let origin = origins.iter().find(|o| **o != Origin::Nowhere).map(Origin::derived).unwrap_or_default();
        let terms: Vec<Term> = args.into_iter().map(|arg| arg.term).collect();
        match (relation.evaluate)(self.cx, &terms) {
            Ok(term) => Ok(Val::new(term).from(origin)),
            Err(failure) => Err(translate(failure, &origins)),
        }
    }

    pub(super) fn word(&mut self, word: &Word, args: Vec<Val>) -> Result<Val> {
        if self.depth >= DEPTH {
            return Ok(Val::unknown());
        }
        self.depth += 1;
        let result = self.alternatives(word, args);
        self.depth -= 1;
        result
    }

    /// The first alternative whose guards hold; while guards are open, what all that remain give.
    fn alternatives(&mut self, word: &Word, args: Vec<Val>) -> Result<Val> {
        let mut open: Vec<std::result::Result<(Val, conformable_solver::Store), Failure>> = Vec::new();
        for alternative in &word.alternatives {
            let mut env = Env::default();
            if alternative.params.len() < args.len() {
                continue;
            }
            for (place, param) in alternative.params.iter().enumerate() {
                let value = match args.get(place) {
                    Some(value) => value.clone(),
                    None => match &param.default {
                        Some(default) => self.value(default, &env)?,
                        None => Val::none(),
                    },
                };
                env.set(&param.name, value);
            }
            let guard = self.all(&alternative.guards, &env)?;
            if guard.is_no() {
                continue;
            }
            if guard.is_yes() && open.is_empty() {
                for require in &alternative.requires {
                    self.require(require, &env)?;
                }
                return self.value(&alternative.body, &env);
            }
            let mut trial = Context::new(self.cx.store());
            let mut inner =
                Evaluator { catalogue: self.catalogue, cx: &mut trial, depth: self.depth, counted: Vec::new() };
            let value = alternative
                .requires
                .iter()
                .try_for_each(|require| inner.require(require, &env))
                .and_then(|()| inner.value(&alternative.body, &env));
            open.push(value.map(|value| (value, trial.into_store())));
            if guard.is_yes() {
                break;
            }
        }
        let mut joined: Option<(Val, conformable_solver::Store)> = None;
        let mut refuted = None;
        for outcome in open {
            match outcome {
                Ok((value, store)) => {
                    joined = Some(match joined {
                        None => (value, store),
                        Some((other, known)) => (join(&other, &value), known.join(&store)),
                    });
                }
                Err(failure) => refuted = refuted.or(Some(failure)),
            }
        }
        match (joined, refuted) {
            (Some((value, store)), _) => {
                *self.cx.store_mut() = store;
                Ok(value)
            }
            (None, Some(failure)) => Err(failure),
            (None, None) => Ok(Val::unknown()),
        }
    }

    // --- truth --------------------------------------------------------------------------------

    pub fn all(&mut self, guards: &[Expr], env: &Env) -> Result<Truth> {
        let mut all = Truth::Yes;
        for guard in guards {
            all = all.and(self.truth(guard, env)?);
        }
        Ok(all)
    }

    pub fn truth(&mut self, expr: &Expr, env: &Env) -> Result<Truth> {
        match &expr.node {
            Node::Binary(op, a, b) => self.compare(*op, a, b, env),
            _ => Ok(match self.value(expr, env)?.term {
                Term::Ty(ty) => match ty.kind() {
                    TyKind::LitBool(value) => Truth::from(*value),
                    _ => Truth::Unknown,
                },
                _ => Truth::Unknown,
            }),
        }
    }

    fn compare(&mut self, op: BinaryOp, a: &Expr, b: &Expr, env: &Env) -> Result<Truth> {
        let (left, right) = (self.value(a, env)?, self.value(b, env)?);
        let equal = self.equal(&left, &right);
        let (x, y) = (left.dim(), right.dim());
        let store = self.cx.store();
        Ok(match op {
            BinaryOp::Eq => equal,
            BinaryOp::Ne => equal.negate(),
            _ if x.is_any() || y.is_any() => Truth::Unknown,
            BinaryOp::Le => store.ask_le(x, y),
            BinaryOp::Ge => store.ask_le(y, x),
            BinaryOp::Lt => store.ask_le(y, x).negate(),
            _ => store.ask_le(x, y).negate(),
        })
    }

    fn equal(&self, a: &Val, b: &Val) -> Truth {
        if a.is_unknown() || b.is_unknown() {
            return Truth::Unknown;
        }
        if a.is_none().is_yes() {
            return b.is_none();
        }
        if b.is_none().is_yes() {
            return a.is_none();
        }
        if let (Term::Shape(x), Term::Shape(y)) = (&a.term, &b.term) {
            return self.cx.store().ask(&Fact::Shape(*x, *y));
        }
        if let (Term::Shape(shape), Term::Ty(ty)) | (Term::Ty(ty), Term::Shape(shape)) = (&a.term, &b.term) {
            return match ty.items() {
                Some(_) => self.cx.store().ask(&Fact::Shape(*shape, Val::new(*ty).shape())),
                None if matches!(ty.kind(), TyKind::TupleOf(_) | TyKind::ListOf(_)) => Truth::Unknown,
                None => Truth::No,
            };
        }
        if let (Term::Elem(x), Term::Ty(ty)) | (Term::Ty(ty), Term::Elem(x)) = (&a.term, &b.term) {
            // `T == bool`, `T == object`: Python's names of dtypes.
            let named = Val::new(*ty).elem();
            return self.cx.store().ask(&Fact::Elem(*x, named));
        }
        if let (Term::Elem(x), Term::Elem(y)) = (&a.term, &b.term) {
            return self.cx.store().ask(&Fact::Elem(*x, *y));
        }
        let integer = |val: &Val| match &val.term {
            Term::Dim(_) => true,
            Term::Ty(ty) => matches!(ty.kind(), TyKind::IntOf(_) | TyKind::Int),
            _ => false,
        };
        if integer(a) && integer(b) {
            return if a.dim().is_any() || b.dim().is_any() {
                Truth::Unknown
            } else {
                self.cx.store().ask_eq(a.dim(), b.dim())
            };
        }
        match (&a.term, &b.term) {
            (Term::Ty(x), Term::Ty(y)) => {
                let known = |ty: &Ty| matches!(ty.kind(), TyKind::LitBool(_) | TyKind::LitStr(_) | TyKind::IntOf(_));
                if known(x) && known(y) {
                    Truth::from(x == y)
                } else if types::consistent(*x, *y).is_no() {
                    Truth::No
                } else {
                    Truth::Unknown
                }
            }
            _ => Truth::Unknown,
        }
    }

    /// A condition that must hold for the call to return.
    pub fn require(&mut self, require: &crate::op::Require, env: &Env) -> Result<()> {
        let (kind, part) = match &require.condition.node {
            Node::Binary(op, a, b) => {
                let (left, right) = (self.value(a, env)?, self.value(b, env)?);
                let origin = if left.origin == Origin::Nowhere { right.origin.clone() } else { left.origin.clone() };
                if let (Term::Shape(x), Term::Shape(y), BinaryOp::Eq) = (&left.term, &right.term, op) {
                    let message = require.message.clone().unwrap_or_else(|| format!("shapes {x:?} and {y:?} differ"));
                    let parts = [&left.origin, &right.origin].iter().filter_map(|o| o.part(None)).collect();
                    let fact = Fact::Shape(*x, *y);
                    return self.cx.require(fact, || Failure::new(FailureKind::Broadcast, message, parts));
                }
                let about_ranks = [a, b].iter().any(|side| is_call(side, "rank"));
                let kind = if about_ranks { FailureKind::Rank } else { FailureKind::Value };
                let (x, y) = (left.dim(), right.dim());
                let fact = match op {
                    BinaryOp::Eq => Fact::Eq(x, y),
                    BinaryOp::Le => Fact::Le(x, y),
                    BinaryOp::Ge => Fact::Le(y, x),
                    BinaryOp::Lt => Fact::Le(x.plus(1), y),
                    BinaryOp::Gt => Fact::Le(y.plus(1), x),
                    _ => return self.hold(require, kind, &origin, env),
                };
                let sizes = |val: &Val| matches!(val.term, Term::Dim(_)) || val.ty().int_value().is_some();
                if x.is_any() || y.is_any() || !sizes(&left) || !sizes(&right) {
                    return self.hold(require, kind, &origin, env);
                }
                let kind = if *op == BinaryOp::Eq && !about_ranks { FailureKind::Size } else { kind };
                let message = require.message.clone().unwrap_or_else(|| format!("{x:?} and {y:?}"));
                let parts = [&left.origin, &right.origin].iter().filter_map(|o| o.part(None)).collect();
                return self.cx.require(fact, || Failure::new(kind, message, parts));
            }
            Node::Call(_, args) => {
                let mut origin = Origin::Nowhere;
                for (_, arg) in args {
                    if origin == Origin::Nowhere {
                        origin = self.value(arg, env)?.origin;
                    }
                }
                (FailureKind::Value, origin)
            }
            _ => (FailureKind::Value, Origin::Nowhere),
        };
        self.hold(require, kind, &part, env)
    }

    fn hold(&mut self, require: &crate::op::Require, kind: FailureKind, origin: &Origin, env: &Env) -> Result<()> {
        if self.truth(&require.condition, env)?.is_no() {
            let message = require.message.clone().unwrap_or_else(|| "the arguments do not fit".into());
            return Err(Failure::new(kind, message, origin.part(None).into_iter().collect()));
        }
        Ok(())
    }
}

/// What both are.
pub fn join(a: &Val, b: &Val) -> Val {
    if a.term == b.term {
        return a.clone();
    }
    let origin = if a.origin == b.origin { a.origin.clone() } else { a.origin.derived() };
    let term: Term = match (&a.term, &b.term) {
        (Term::Shape(x), Term::Shape(y)) => {
            let array = |shape| Ty::array(DType::BOOL, shape);
            types::join(array(*x), array(*y)).as_array().map_or_else(Shape::any, |(_, shape)| shape).into()
        }
        (Term::Elem(_), Term::Elem(_)) => Elem::any().into(),
        (Term::Dim(_), Term::Dim(_)) => Dim::any().into(),
        (Term::List(x), Term::List(y)) if x.len() == y.len() => {
            Term::List(x.iter().zip(y).map(|(x, y)| join(&Val::new(x.clone()), &Val::new(y.clone())).term).collect())
        }
        (Term::Ty(x), Term::Ty(y)) => types::join(*x, *y).into(),
        _ => Ty::unknown().into(),
    };
    Val::new(term).from(origin)
}

/// A pack of these.
pub fn list(values: Vec<Val>) -> Val {
    let origin = Origin::Pack(values.iter().map(|value| value.origin.clone()).collect());
    Val { term: Term::List(values.into_iter().map(|value| value.term).collect()), origin }
}

fn truth_ty(truth: Truth) -> Ty {
    match truth {
        Truth::Yes => Ty::bool(true),
        Truth::No => Ty::bool(false),
        Truth::Unknown => Ty::new(TyKind::Bool),
    }
}

fn is_call(expr: &Expr, name: &str) -> bool {
    matches!(&expr.node, Node::Call(base, _) if matches!(&base.node, Node::Name(path) if path == &[name]))
}

/// An array's element type is a dtype, never a weak Python kind.
pub fn strong(elem: Elem) -> Elem {
    match elem.weak() {
        Some(weak) => conformable_types::dtype::Operand::Weak(weak).strong().into(),
        None => elem,
    }
}
