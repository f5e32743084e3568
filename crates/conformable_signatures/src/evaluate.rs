//! Expressions of results, guards, requirements and vocabulary, evaluated over terms.
//!
//! A name stands for what an argument bound, a call for a relation of the solver, a word of the
//! vocabulary or one of the few [`builtin`]s. Every value knows which argument it came from, so
//! that a relation's failure can be told in the call's terms. Total: what is not known is
//! `Unknown`, or `?` where a size or an element type is wanted.

use conformable_solver::{Context, Failure, relations};
use conformable_types::text::expr::BinaryOp;
use conformable_types::text::{Expr, Node};
use conformable_types::{DType, Dim, Elem, Shape, Sym, Term, Truth, Ty, TyKind};

use crate::alternatives::{Join, Match, adopted, among};
use crate::catalogue::{Catalogue, Word, WordAlternative};
use crate::explain::{Origin, translate};

mod builtin;
mod truth;
mod value;

pub use builtin::{builtin, is_kind};
use truth::truth_ty;
pub use value::Val;

/// What names stand for, in an alternative's expressions or a word's. They are few: a list is searched faster than a
/// table is made.
#[derive(Clone, Debug, Default)]
pub struct Env {
    values: Vec<(Sym, Val)>,
    /// What an argument's value is known by, for sizes that the data decide.
    identities: Vec<(Sym, u64)>,
    /// The types of the arguments as they were given, and whether that was by place.
    written: Vec<(Sym, (Ty, bool))>,
}

impl Env {
    pub fn set(&mut self, name: &str, value: Val) {
        let name = Sym::new(name);
        match self.values.iter_mut().find(|(own, _)| *own == name) {
            Some((_, old)) => *old = value,
            None => self.values.push((name, value)),
        }
    }

    pub fn get(&self, name: &str) -> Option<&Val> {
        found(&self.values, name)
    }

    pub fn write(&mut self, name: &str, ty: Ty, by_place: bool) {
        self.written.push((Sym::new(name), (ty, by_place)));
    }

    /// The type of an argument as it was given, and whether that was by place.
    pub fn written(&self, name: &str) -> Option<(Ty, bool)> {
        found(&self.written, name).copied()
    }

    pub fn identify(&mut self, name: &str, identity: Option<u64>) {
        if let Some(identity) = identity {
            self.identities.push((Sym::new(name), identity));
        }
    }

    /// What an argument's value is known by.
    pub fn identity(&self, name: &str) -> Option<u64> {
        found(&self.identities, name).copied()
    }
}

fn found<'e, T>(entries: &'e [(Sym, T)], name: &str) -> Option<&'e T> {
    if entries.is_empty() {
        return None;
    }
    let name = Sym::new(name);
    entries.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
}

/// How deep words may call words.
const DEPTH: u32 = 24;

pub struct ExprEvaluator<'c> {
    pub catalogue: &'static Catalogue,
    pub cx: &'c mut Context,
    depth: u32,
    counted: CountedSizes,
}

/// Sizes that the data decide, once they are named in a call.
pub type CountedSizes = Vec<((String, String), Dim)>;

type EvalResult<T> = std::result::Result<T, Failure>;

impl<'c> ExprEvaluator<'c> {
    pub fn new(catalogue: &'static Catalogue, cx: &'c mut Context) -> ExprEvaluator<'c> {
        ExprEvaluator { catalogue, cx, depth: 0, counted: CountedSizes::new() }
    }
}

impl ExprEvaluator<'_> {
    /// The type that a result's expression gives.
    pub fn result(&mut self, expr: &Expr, env: &Env) -> EvalResult<Ty> {
        Ok(self.value(expr, env)?.ty())
    }

    pub fn value(&mut self, expr: &Expr, env: &Env) -> EvalResult<Val> {
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
                let members = members.iter().map(|m| self.result(m, env)).collect::<EvalResult<Vec<_>>>()?;
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

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, env: &Env) -> EvalResult<Val> {
        let (left, right) = (self.value(a, env)?, self.value(b, env)?);
        if op.is_comparison() {
            let truth = self.compare(op, &left, &right);
            if truth == Truth::Unknown {
                self.cx.note_unknown();
            }
            return Ok(Val::new(truth_ty(truth)));
        }
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

    fn pack(&mut self, items: &[Expr], env: &Env) -> EvalResult<Val> {
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
    pub fn shape(&mut self, items: &[Expr], env: &Env) -> EvalResult<Shape> {
        let mut shape = Shape::scalar();
        for item in items {
            let value = self.value(item, env)?;
            let next = match &item.node {
                Node::Star(_) | Node::Ellipsis => value.shape(),
                Node::Tuple(none) if none.is_empty() => Shape::scalar(),
                _ => Shape::of(&[value.dim()]),
            };
            shape = relations::measure::append(shape, next);
        }
        Ok(shape)
    }

    fn subscript(&mut self, base: &Expr, items: &[Expr], env: &Env) -> EvalResult<Val> {
        if let Some(name) = base.path() {
            let all = |this: &mut Self, items: &[Expr]| -> EvalResult<Vec<Ty>> {
                items.iter().map(|item| this.result(item, env)).collect()
            };
            match &*name {
                "tuple" => {
                    return Ok(Val::new(match items {
                        [item, Expr { node: Node::Ellipsis, .. }] => Ty::tuple_of(self.result(item, env)?),
                        [Expr { node: Node::Tuple(none), .. }] if none.is_empty() => Ty::tuple([]),
                        _ => Ty::tuple(all(self, items)?),
                    }));
                }
                "list" => return Ok(Val::new(Ty::list_of(self.result(&items[0], env)?))),
                "set" => return Ok(Val::new(Ty::new(TyKind::Set(self.result(&items[0], env)?)))),
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
            return self.relation("at", vec![base_value, index]);
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

    pub fn call(&mut self, base: &Expr, args: &[(Option<String>, Expr)], env: &Env) -> EvalResult<Val> {
        let Some(name) = base.path() else { return Ok(Val::unknown()) };
        if let Some(builtin) = builtin(&name) {
            return self.builtin(builtin, args, env);
        }
        let mut values = Vec::new();
        for (_, arg) in args {
            let value = self.value(arg, env)?;
            match (&arg.node, value.items()) {
                (Node::Star(_), Some(items)) => values.extend(items),
                _ => values.push(value),
            }
        }
        self.named(&name, values)
    }

    /// A word of the vocabulary or a relation, by its name.
    pub fn named(&mut self, name: &str, args: Vec<Val>) -> EvalResult<Val> {
        match self.catalogue.word(name) {
            Some(word) => self.word(word, args),
            None => self.relation(name, args),
        }
    }

    /// A relation of the solver; its failure in the call's terms.
    pub fn relation(&mut self, name: &str, args: Vec<Val>) -> EvalResult<Val> {
        let origins: Vec<Origin> = args.iter().map(|arg| arg.origin.clone()).collect();
        let place = if name == "at" { args.get(1).and_then(|index| index.dim().constant()) } else { None };
        let origin = match place {
            // One dim of an argument is a part of it.
            Some(place) => origins[0].at(place),
            None => origins.iter().find(|o| **o != Origin::Nowhere).map(Origin::derived).unwrap_or_default(),
        };
        let terms: Vec<Term> = args.into_iter().map(|arg| arg.term).collect();
        match relations::apply(name, self.cx, &terms) {
            Some(Ok(term)) => Ok(Val::new(term).from(origin)),
            Some(Err(failure)) => Err(translate(failure, &origins)),
            None => {
                self.cx.note_unknown();
                Ok(Val::unknown())
            }
        }
    }

    pub(super) fn word(&mut self, word: &Word, args: Vec<Val>) -> EvalResult<Val> {
        if self.depth >= DEPTH {
            return Ok(Val::unknown());
        }
        self.depth += 1;
        let result = self.alternatives(word, &args);
        self.depth -= 1;
        result
    }

    /// The first alternative whose guards hold; while guards are open, what all that remain give.
    fn alternatives(&mut self, word: &Word, args: &[Val]) -> EvalResult<Val> {
        let of_arity = word.alternatives.iter().filter(|alternative| alternative.params.len() >= args.len());
        let given = among(of_arity, |alternative, alone| {
            let env = match self.arguments(alternative, args) {
                Ok(env) => env,
                Err(failure) => return Some((Match::Definite, Err(failure))),
            };
            let matched = match self.guard(&alternative.guards, &env) {
                Truth::No => return None,
                Truth::Yes => Match::Definite,
                Truth::Unknown => Match::Possible,
            };
            let given = if matched == Match::Definite && alone {
                self.body(alternative, &env).map(|value| (value, None))
            } else {
                let (given, trial, _) = self.in_trial(|inner| inner.body(alternative, &env));
                given.map(|value| (value, Some(trial.into_store())))
            };
            Some((matched, given))
        });
        given.map_or_else(|| Ok(Val::unknown()), |given| adopted(self.cx, given))
    }

    /// A word's arguments by its parameters' names.
    fn arguments(&mut self, alternative: &WordAlternative, args: &[Val]) -> EvalResult<Env> {
        let mut env = Env::default();
        for (place, param) in alternative.params.iter().enumerate() {
            let value = match (args.get(place), &param.default) {
                (Some(value), _) => value.clone(),
                (None, Some(default)) => self.value(default, &env)?,
                (None, None) => Val::none(),
            };
            env.set(&param.name, value);
        }
        Ok(env)
    }

    fn body(&mut self, alternative: &WordAlternative, env: &Env) -> EvalResult<Val> {
        alternative.requires.iter().try_for_each(|require| self.require(require, env))?;
        self.value(&alternative.body, env)
    }

    /// Something evaluated for itself: what it gives, with what it has learnt and named.
    fn in_trial<T>(&mut self, run: impl FnOnce(&mut ExprEvaluator) -> T) -> (T, Context, CountedSizes) {
        let mut trial = self.cx.trial();
        let counted = self.counted.clone();
        let mut inner = ExprEvaluator { catalogue: self.catalogue, cx: &mut trial, depth: self.depth, counted };
        let given = run(&mut inner);
        let counted = inner.counted;
        (given, trial, counted)
    }
}

/// What both are.
impl Join for Val {
    fn join(self, other: Val) -> Val {
        if self.term == other.term {
            return self;
        }
        let origin = if self.origin == other.origin { self.origin } else { self.origin.derived() };
        Val::new(self.term.join(other.term)).from(origin)
    }
}

impl Join for Term {
    fn join(self, other: Term) -> Term {
        match (self, other) {
            (own, other) if own == other => own,
            (Term::Shape(x), Term::Shape(y)) => x.join(y).into(),
            (Term::Elem(_), Term::Elem(_)) => Elem::any().into(),
            (Term::Dim(_), Term::Dim(_)) => Dim::any().into(),
            (Term::List(x), Term::List(y)) if x.len() == y.len() => Term::List(x.into_vec().join(y.into_vec()).into()),
            (Term::Ty(x), Term::Ty(y)) => x.join(y).into(),
            _ => Ty::unknown().into(),
        }
    }
}

/// A pack of these.
pub fn list(values: Vec<Val>) -> Val {
    let origin = Origin::Pack(values.iter().map(|value| value.origin.clone()).collect());
    Val { term: Term::List(values.into_iter().map(|value| value.term).collect()), origin }
}

/// An array's element type is a dtype, never a weak Python kind. Texts without a length are given one by what
/// is put into them.
pub fn strong(elem: Elem) -> Elem {
    if let Some(weak) = elem.weak() {
        return conformable_types::dtype::Operand::Weak(weak).strong().into();
    }
    let open = [DType::str(0), DType::bytes(0)];
    if elem.dtype().is_some_and(|dtype| open.contains(&dtype)) { Elem::any() } else { elem }
}
