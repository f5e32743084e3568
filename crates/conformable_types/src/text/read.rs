//! Expressions to types. What an expression is follows from where it stands and from how its
//! names are used elsewhere in the text: `T` in `T[*S]` is an element type, `S` a sequence.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expr::{Expr, Marker, Node, Op, ParseError, SignatureExpr, parse_expr, parse_signature};
use crate::dim::{Atom, AtomData, Dim, FreshKind};
use crate::dtype::{DType, Weak};
use crate::elem::{Elem, ElemData};
use crate::intern::Sym;
use crate::shape::{Seq, SeqData, Shape};
use crate::term::Term;
use crate::ty::{Comparison, Constraint, Function, Param, ParamKind, Ty, TyKind};

/// The type that `text` writes: the inverse of [`super::print_ty`].
pub fn parse_type(text: &str) -> Result<Ty, ParseError> {
    let expr = match parse_expr(text) {
        Ok(expr) => expr,
        Err(error) => match parse_signature(text) {
            Ok(signature) => return Reader::for_signature(&signature).function(&signature).map(function_type),
            Err(_) => return Err(error),
        },
    };
    Reader::for_expr(&expr).ty(&expr)
}

pub fn parse_dim(text: &str) -> Result<Dim, ParseError> {
    let expr = parse_expr(text)?;
    Reader::for_expr(&expr).dim(&expr)
}

/// `[n, 3]` or `(n, 3)`.
pub fn parse_shape(text: &str) -> Result<Shape, ParseError> {
    let expr = parse_expr(text)?;
    match &expr.node {
        Node::List(items) | Node::Tuple(items) => Reader::for_expr(&expr).shape(items),
        _ => error(&expr, "a shape such as [n, 3]"),
    }
}

/// A signature in arrow form.
pub fn parse_function(text: &str) -> Result<Function, ParseError> {
    let signature = parse_signature(text)?;
    Reader::for_signature(&signature).function(&signature)
}

fn function_type(function: Function) -> Ty {
    Ty::new(TyKind::Function(Box::new(function)))
}

fn error<T>(expr: &Expr, expected: &str) -> Result<T, ParseError> {
    Err(ParseError { offset: expr.offset, expected: expected.into(), found: describe(&expr.node).into() })
}

fn describe(node: &Node) -> &'static str {
    match node {
        Node::Name(_) => "a name",
        Node::Int(_) => "an integer",
        Node::Str(_) => "a string",
        Node::Hole => "`?`",
        Node::Ellipsis => "`...`",
        Node::Run(_) => "a run-time size",
        Node::Record(..) => "a record",
        Node::Signature(_) => "a signature",
        Node::Tuple(_) => "a tuple",
        Node::List(_) => "a list",
        Node::Call(..) => "a call",
        Node::Index(..) => "a subscript",
        Node::Neg(_) | Node::Binary(..) => "an expression",
        Node::Union(_) => "a union",
        Node::Star(_) => "a starred name",
        Node::Slice(..) => "a slice",
    }
}

/// What the names of one text are.
#[derive(Default)]
pub struct Reader {
    sequences: FxHashSet<String>,
    elements: FxHashSet<String>,
    numbers: FxHashMap<String, u32>,
}

impl Reader {
    pub fn for_expr(expr: &Expr) -> Reader {
        let mut reader = <Reader as Default>::default();
        reader.note(expr);
        reader
    }

    pub fn for_signature(signature: &SignatureExpr) -> Reader {
        let mut reader = <Reader as Default>::default();
        reader.note_signature(signature);
        reader
    }

    fn note_signature(&mut self, signature: &SignatureExpr) {
        for param in &signature.params {
            param.ty.iter().chain(&param.default).for_each(|expr| self.note(expr));
        }
        signature.outputs.iter().chain(&signature.constraints).for_each(|expr| self.note(expr));
    }

    fn note(&mut self, expr: &Expr) {
        match &expr.node {
            Node::Star(inner) => {
                if let Node::Name(path) = &inner.node {
                    self.sequences.insert(path.join("."));
                }
                self.note(inner);
            }
            Node::Index(base, items, options) => {
                if let Node::Name(path) = &base.node {
                    self.elements.insert(path.join("."));
                }
                self.note(base);
                items.iter().chain(options.iter().map(|(_, e)| e)).for_each(|item| self.note(item));
            }
            Node::Call(base, args) => {
                self.note(base);
                args.iter().for_each(|(_, arg)| self.note(arg));
            }
            Node::Record(_, fields) => fields.iter().for_each(|(_, field)| self.note(field)),
            Node::Signature(signature) => self.note_signature(signature),
            Node::Tuple(items) | Node::List(items) | Node::Union(items) => {
                items.iter().for_each(|item| self.note(item));
            }
            Node::Neg(inner) => self.note(inner),
            Node::Binary(_, a, b) | Node::Slice(a, b) => {
                self.note(a);
                self.note(b);
            }
            Node::Name(_) | Node::Int(_) | Node::Str(_) | Node::Hole | Node::Ellipsis | Node::Run(_) => {}
        }
    }

    fn number(&mut self, label: &str) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(label.to_owned()).or_insert(next)
    }

    pub fn ty(&mut self, expr: &Expr) -> Result<Ty, ParseError> {
        match &expr.node {
            Node::Name(path) => Ok(self.named(&path.join("."), path.len() > 1)),
            Node::Hole => Ok(Ty::scalar(Elem::any())),
            Node::Run(label) => {
                let id = self.number(label);
                Ok(Ty::scalar(Elem::fresh(id, FreshKind::Unknown)))
            }
            Node::Union(members) => Ok(Ty::union(members.iter().map(|m| self.ty(m)).collect::<Result<Vec<_>, _>>()?)),
            Node::Record(name, fields) if name == "struct" => Ok(Ty::new(TyKind::Struct(
                fields.iter().map(|(name, ty)| Ok((Sym::new(name), self.ty(ty)?))).collect::<Result<_, _>>()?,
            ))),
            Node::Record(..) => self.elem(expr).map(Ty::scalar),
            Node::Signature(signature) => self.function(signature).map(function_type),
            Node::Call(base, args) => match (&base.node, &**args) {
                (Node::Name(name), [(None, inner)]) if name == &["decay"] => {
                    let inner = self.ty(inner)?;
                    match inner.as_array() {
                        Some((elem, shape)) => Ok(Ty::decay(elem, shape)),
                        None => error(expr, "an array inside decay"),
                    }
                }
                _ => self.elem(expr).map(Ty::scalar),
            },
            Node::Index(base, items, options) => {
                if let Some((_, option)) = options.first() {
                    return error(option, "`]`: layouts are not read yet");
                }
                self.subscript(expr, base, items)
            }
            _ => error(expr, "a type"),
        }
    }

    fn named(&mut self, name: &str, dotted: bool) -> Ty {
        let kind = match name {
            "Unknown" => TyKind::Unknown,
            "bool" => TyKind::Bool,
            "int" => TyKind::Int,
            "float" => TyKind::Float,
            "complex" => TyKind::Complex,
            "str" => TyKind::Str,
            "bytes" => TyKind::Bytes,
            "None" => TyKind::None,
            "ellipsis" => TyKind::Ellipsis,
            "list" => TyKind::ListOf(Ty::unknown()),
            "tuple" => TyKind::TupleOf(Ty::unknown()),
            "bool_" => TyKind::Scalar(DType::BOOL.into()),
            _ if dotted => TyKind::Class(Sym::new(name)),
            _ if self.elements.contains(name) => TyKind::Scalar(Elem::name(name)),
            _ => match scalar_name(name) {
                Some(elem) => TyKind::Scalar(elem),
                None => TyKind::Name(Sym::new(name)),
            },
        };
        Ty::new(kind)
    }

    fn types(&mut self, items: &[Expr]) -> Result<Vec<Ty>, ParseError> {
        items.iter().map(|item| self.ty(item)).collect()
    }

    fn subscript(&mut self, expr: &Expr, base: &Expr, items: &[Expr]) -> Result<Ty, ParseError> {
        let name = match &base.node {
            Node::Name(path) => path.join("."),
            _ => String::new(),
        };
        let one = |items: &[Expr]| match items {
            [item] => Ok(item.clone()),
            _ => error(expr, "one parameter"),
        };
        match name.as_str() {
            "Literal" => return self.literal(expr, items),
            "Int" => {
                let item = one(items)?;
                return self.dim(&item).map(Ty::int);
            }
            "DType" => {
                let item = one(items)?;
                let elem = self.elem(&item)?;
                return Ok(Ty::new(TyKind::DType(elem)));
            }
            "tuple" => {
                return match items {
                    [Expr { node: Node::Tuple(none), .. }] if none.is_empty() => Ok(Ty::tuple([])),
                    [item, Expr { node: Node::Ellipsis, .. }] => self.ty(item).map(Ty::tuple_of),
                    _ => self.types(items).map(Ty::tuple),
                };
            }
            "list" => {
                return match items {
                    [Expr { node: Node::Tuple(known), .. }] => self.types(known).map(Ty::list),
                    _ => {
                        let item = one(items)?;
                        self.ty(&item).map(Ty::list_of)
                    }
                };
            }
            "set" => {
                let item = one(items)?;
                return self.ty(&item).map(|item| Ty::new(TyKind::Set(item)));
            }
            "dict" => {
                return match items {
                    [key, value] => Ok(Ty::new(TyKind::Dict(self.ty(key)?, self.ty(value)?))),
                    _ => error(expr, "a key type and a value type"),
                };
            }
            "slice" => {
                return match items {
                    [a, b, c] => Ok(Ty::new(TyKind::Slice([self.ty(a)?, self.ty(b)?, self.ty(c)?]))),
                    _ => error(expr, "start, stop and step"),
                };
            }
            _ => {}
        }
        if let Some(elem) = self.element_of(base)? {
            return Ok(Ty::array(elem, self.shape(items)?));
        }
        self.types(items).map(|params| Ty::new(TyKind::Ctor(Sym::new(&name), params.into())))
    }

    /// The element type before the brackets of an array; `None` if `base` is a constructor.
    fn element_of(&mut self, base: &Expr) -> Result<Option<Elem>, ParseError> {
        match &base.node {
            Node::Name(path) => {
                let name = path.join(".");
                Ok(match scalar_name(&name) {
                    Some(elem) => Some(elem),
                    // Variables of dtype are short and upper case; constructors are words.
                    None if is_variable(&name) => Some(Elem::name(&name)),
                    None => None,
                })
            }
            _ => self.elem(base).map(Some),
        }
    }

    fn literal(&mut self, expr: &Expr, items: &[Expr]) -> Result<Ty, ParseError> {
        let value = |item: &Expr| match &item.node {
            Node::Int(value) => Ok(Ty::int(*value)),
            Node::Neg(inner) => match inner.node {
                Node::Int(value) => Ok(Ty::int(-value)),
                _ => error(item, "an integer"),
            },
            Node::Str(value) => Ok(Ty::str(value)),
            Node::Name(path) if path == &["True"] => Ok(Ty::bool(true)),
            Node::Name(path) if path == &["False"] => Ok(Ty::bool(false)),
            Node::Name(path) if path == &["None"] => Ok(Ty::none()),
            _ => error(item, "an integer, a string, True, False or None"),
        };
        match items {
            [] => error(expr, "a value"),
            [Expr { node: Node::Str(digits), .. }, Expr { node: Node::Name(float), .. }] if float == &["float"] => {
                match digits.parse() {
                    Ok(value) => Ok(Ty::float(value)),
                    Err(_) => error(expr, "the digits of a float"),
                }
            }
            _ => Ok(Ty::union(items.iter().map(value).collect::<Result<Vec<_>, _>>()?)),
        }
    }

    pub fn elem(&mut self, expr: &Expr) -> Result<Elem, ParseError> {
        match &expr.node {
            Node::Hole => Ok(Elem::any()),
            Node::Run(label) => {
                let id = self.number(label);
                Ok(Elem::fresh(id, FreshKind::Unknown))
            }
            Node::Name(path) => {
                let name = path.join(".");
                Ok(scalar_name(&name).unwrap_or_else(|| match name.as_str() {
                    "bool" => DType::BOOL.into(),
                    _ => Elem::name(&name),
                }))
            }
            Node::Call(base, args) => {
                let (name, terms) = self.application(base, args)?;
                Ok(Elem::new(ElemData::App(name, terms)))
            }
            Node::Record(..) | Node::Index(..) => {
                let text = flat(expr);
                match DType::parse(&text) {
                    Some(dtype) => Ok(dtype.into()),
                    None => error(expr, "a dtype"),
                }
            }
            _ => error(expr, "a dtype"),
        }
    }

    fn application(&mut self, base: &Expr, args: &[(Option<String>, Expr)]) -> Result<(Sym, Box<[Term]>), ParseError> {
        let Node::Name(path) = &base.node else { return error(base, "a relation's name") };
        let terms = args.iter().map(|(_, arg)| self.term(arg)).collect::<Result<_, _>>()?;
        Ok((Sym::new(&path.join(".")), terms))
    }

    fn term(&mut self, expr: &Expr) -> Result<Term, ParseError> {
        match &expr.node {
            Node::Int(value) => Ok(Ty::int(*value).into()),
            Node::Neg(inner) if matches!(inner.node, Node::Int(_)) => Ok(Term::Ty(Ty::int(self.dim(expr)?))),
            Node::Str(value) => Ok(Ty::str(value).into()),
            Node::Name(path) => {
                let name = path.join(".");
                Ok(match name.as_str() {
                    "True" => Ty::bool(true).into(),
                    "False" => Ty::bool(false).into(),
                    "None" => Ty::none().into(),
                    _ if self.sequences.contains(&name) => Seq::name(&name).shape().into(),
                    _ if self.elements.contains(&name) || scalar_name(&name).is_some() => self.elem(expr)?.into(),
                    _ => Dim::name(&name).into(),
                })
            }
            Node::Call(base, args) => {
                // A relation inside a relation: a sequence, unless it is known as a dtype's.
                let (name, terms) = self.application(base, args)?;
                let about_elements = terms.iter().all(|term| matches!(term, Term::Elem(_))) && !terms.is_empty();
                Ok(if about_elements {
                    Elem::new(ElemData::App(name, terms)).into()
                } else {
                    Seq::new(SeqData::App(name, terms)).shape().into()
                })
            }
            Node::Tuple(items) => self.shape(items).map(Term::Shape),
            Node::List(items) => Ok(Term::List(items.iter().map(|item| self.term(item)).collect::<Result<_, _>>()?)),
            Node::Binary(..) | Node::Neg(_) | Node::Run(_) => self.dim(expr).map(Term::Dim),
            _ => self.ty(expr).map(Term::Ty),
        }
    }

    pub fn dim(&mut self, expr: &Expr) -> Result<Dim, ParseError> {
        match &expr.node {
            Node::Int(value) => Ok(Dim::of(*value)),
            Node::Name(path) => Ok(Dim::name(&path.join("."))),
            Node::Hole => Ok(Dim::any()),
            Node::Run(label) => {
                let id = self.number(label);
                Ok(Dim::fresh(id, FreshKind::Runtime))
            }
            Node::Neg(inner) => self.dim(inner).map(Dim::negated),
            Node::Binary(op, a, b) => {
                let (x, y) = (self.dim(a)?, self.dim(b)?);
                match op {
                    Op::Add => Ok(x.plus(y)),
                    Op::Sub => Ok(x.minus(y)),
                    Op::Mul => Ok(x.times(y)),
                    Op::FloorDiv => x.floordiv(y).map_or_else(|| error(b, "a divisor other than 0"), Ok),
                    Op::Mod => x.modulo(y).map_or_else(|| error(b, "a divisor other than 0"), Ok),
                    _ => error(expr, "a dim"),
                }
            }
            Node::Call(base, args) => self.dim_call(expr, base, args),
            _ => error(expr, "a dim"),
        }
    }

    fn dim_call(&mut self, expr: &Expr, base: &Expr, args: &[(Option<String>, Expr)]) -> Result<Dim, ParseError> {
        let name = match &base.node {
            Node::Name(path) => path.join("."),
            _ => return error(base, "a function of dims"),
        };
        if let ("prod" | "len", [(None, Expr { node: Node::Star(inner), .. })]) = (name.as_str(), args) {
            let shape = self.starred(inner)?;
            return Ok(if name == "prod" { shape.size() } else { shape.rank_dim() });
        }
        if !matches!(name.as_str(), "max" | "min" | "bcast" | "slicelen") {
            let (name, terms) = self.application(base, args)?;
            return Ok(Atom::new(AtomData::App(name, terms)).dim());
        }
        let dims = args.iter().map(|(_, arg)| self.dim(arg)).collect::<Result<Vec<_>, _>>()?;
        match (name.as_str(), &*dims) {
            (_, []) => error(expr, "at least one argument"),
            ("max", _) => Ok(Dim::max(dims)),
            ("min", _) => Ok(Dim::min(dims)),
            ("bcast", _) => Ok(Dim::bcast(dims)),
            (_, &[start, stop, step, n]) => Ok(Atom::new(AtomData::SliceLen { start, stop, step, n }).dim()),
            _ => error(expr, "start, stop, step and n"),
        }
    }

    fn starred(&mut self, inner: &Expr) -> Result<Shape, ParseError> {
        match &inner.node {
            Node::Name(path) => Ok(Seq::name(&path.join(".")).shape()),
            Node::Run(label) => {
                let id = self.number(label);
                Ok(Seq::fresh(id, FreshKind::Unknown).shape())
            }
            Node::Call(base, args) => {
                let (name, terms) = self.application(base, args)?;
                Ok(Seq::new(SeqData::App(name, terms)).shape())
            }
            _ => error(inner, "a sequence of dims"),
        }
    }

    /// The shape between brackets.
    pub fn shape(&mut self, items: &[Expr]) -> Result<Shape, ParseError> {
        let mut shape = Shape::scalar();
        for item in items {
            let next = match &item.node {
                Node::Ellipsis => Shape::any(),
                Node::Star(inner) => self.starred(inner)?,
                _ => Shape::of(&[self.dim(item)?]),
            };
            match shape.append(next) {
                Some(joined) => shape = joined,
                None => return error(item, "at most one sequence in a shape"),
            }
        }
        Ok(shape)
    }

    pub fn function(&mut self, signature: &SignatureExpr) -> Result<Function, ParseError> {
        let mut params: Vec<Param> = Vec::new();
        let mut kind = ParamKind::Plain;
        for param in &signature.params {
            match param.marker {
                Marker::Slash => {
                    params.iter_mut().for_each(|p| p.kind = ParamKind::PositionalOnly);
                    continue;
                }
                Marker::Bare => {
                    kind = ParamKind::KeywordOnly;
                    continue;
                }
                Marker::None | Marker::Star | Marker::DoubleStar => {}
            }
            let own = match param.marker {
                Marker::Star => ParamKind::VarArgs,
                Marker::DoubleStar => ParamKind::KwArgs,
                _ => kind,
            };
            if param.marker == Marker::Star {
                kind = ParamKind::KeywordOnly;
            }
            params.push(Param {
                name: param.name.as_deref().map(Sym::new),
                kind: own,
                ty: param.ty.as_ref().map_or(Ok(Ty::unknown()), |ty| self.ty(ty))?,
                assumed: param.assumed,
                default: param.default.as_ref().map(|value| self.default_value(value)).transpose()?,
            });
        }
        Ok(Function {
            params: params.into(),
            outputs: match &*signature.outputs {
                [Expr { node: Node::Name(none), .. }] if none == &["None"] => Box::default(),
                outputs => self.types(outputs)?.into(),
            },
            constraints: signature.constraints.iter().map(|c| self.constraint(c)).collect::<Result<_, _>>()?,
            partial: signature.partial,
        })
    }

    fn default_value(&mut self, expr: &Expr) -> Result<Ty, ParseError> {
        match self.term(expr) {
            _ if expr.node == Node::Ellipsis => Ok(Ty::unknown()),
            Ok(Term::Ty(ty)) => Ok(ty),
            Ok(Term::Dim(value)) => Ok(Ty::int(value)),
            Ok(_) => Ok(Ty::unknown()),
            Err(error) => Err(error),
        }
    }

    fn constraint(&mut self, expr: &Expr) -> Result<Constraint, ParseError> {
        match &expr.node {
            Node::Binary(op, a, b) => {
                let (a, b) = (self.dim(a)?, self.dim(b)?);
                Ok(match op {
                    Op::Eq => Constraint::Compare(Comparison::Eq, a, b),
                    Op::Ne => Constraint::Compare(Comparison::Ne, a, b),
                    Op::Le => Constraint::Compare(Comparison::Le, a, b),
                    Op::Ge => Constraint::Compare(Comparison::Le, b, a),
                    Op::Lt => Constraint::Compare(Comparison::Le, a.plus(1), b),
                    Op::Gt => Constraint::Compare(Comparison::Le, b.plus(1), a),
                    _ => return error(expr, "a constraint"),
                })
            }
            Node::Call(base, args) => {
                let (name, terms) = self.application(base, args)?;
                Ok(Constraint::Relation(name, terms))
            }
            _ => error(expr, "a constraint"),
        }
    }
}

/// The element type of a NumPy scalar's name; `bool` alone is Python's.
fn scalar_name(name: &str) -> Option<Elem> {
    match name {
        "weak_bool" => Some(Weak::Bool.into()),
        "weak_int" => Some(Weak::Int.into()),
        "weak_float" => Some(Weak::Float.into()),
        "weak_complex" => Some(Weak::Complex.into()),
        "str" | "bytes" | "int" | "float" | "complex" | "void" => None,
        _ => DType::parse(name).map(Elem::from),
    }
}

/// `T`, `U2`, `T_x`: what a dtype variable looks like, unlike the constructor `Sparse`.
fn is_variable(name: &str) -> bool {
    name.chars().next().is_some_and(char::is_uppercase)
        && !name.chars().skip(1).any(char::is_lowercase)
        && !name.contains('.')
}

/// A dtype with parameters, as its name writes it: `datetime64[ns]`, `void{a: int32}`.
fn flat(expr: &Expr) -> String {
    let list = |items: &[Expr]| items.iter().map(flat).collect::<Vec<_>>().join(", ");
    match &expr.node {
        Node::Name(path) => path.join("."),
        Node::Int(value) => value.to_string(),
        Node::Index(base, items, _) => format!("{}[{}]", flat(base), list(items)),
        Node::Record(name, fields) => {
            let fields: Vec<_> = fields.iter().map(|(name, ty)| format!("{name}: {}", flat(ty))).collect();
            format!("{name}{{{}}}", fields.join(", "))
        }
        _ => String::new(),
    }
}
