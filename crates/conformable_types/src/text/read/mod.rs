//! Expressions to types. What an expression is follows from where it stands and from how its
//! names are used elsewhere in the text: `T` in `T[*S]` is an element type, `S` a sequence.

mod dims;
mod functions;
mod names;
mod place;
mod slips;
mod terms;

use rustc_hash::{FxHashMap, FxHashSet};

use self::names::{CONTAINERS, array_element, is_head, is_variable, scalar_name};
pub(crate) use self::names::{Context, is_dim_function, is_plain_type, is_time, is_word, names_an_element};
pub use self::names::{is_constructor, looks_like_a_dtype};
use super::expr::{Expr, Node, ParseError, SignatureExpr, parse_expr, parse_signature};
use crate::dim::{Dim, FreshKind};
use crate::dtype::DType;
use crate::elem::{Elem, ElemData};
use crate::intern::Sym;
use crate::shape::Shape;
use crate::ty::{Function, Ty, TyKind};

/// The type that `text` writes: the inverse of [`super::print_ty`].
///
/// ```
/// use conformable_types::text::parse_type;
///
/// let ty = parse_type("(x?: T[*S]) -> inexact(T)[*broadcast(S, reduce(S, 0, False))]").unwrap();
/// assert_eq!(parse_type(&ty.to_string()), Ok(ty));
///
/// let error = parse_type("float64[n 3]").unwrap_err();
/// assert_eq!(error.offset, 10);
/// assert_eq!(error.to_string(), "expected `,`, `;` or `]`, found `3`");
/// ```
pub fn parse_type(text: &str) -> Result<Ty, ParseError> {
    let expr = match parse_expr(text) {
        Ok(expr) => expr,
        Err(error) => match parse_signature(text) {
            Ok(signature) => return Reader::for_signature(&signature).function(&signature).map(function_type),
            // Which of the two it was meant to be: the one that reads further.
            Err(other) => {
                return Err(if text.contains("->") && other.offset >= error.offset { other } else { error });
            }
        },
    };
    Reader::for_expr(&expr).ty(&expr)
}

/// The integer expression that `text` writes.
pub fn parse_dim(text: &str) -> Result<Dim, ParseError> {
    let of_a_size = |error: ParseError| match &*error.expected {
        "a type" => ParseError { expected: "a size".into(), ..error },
        _ => error,
    };
    let expr = parse_expr(text).map_err(of_a_size)?;
    Reader::for_expr(&expr).dim(&expr).map_err(of_a_size)
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
    numbers: FxHashMap<String, u64>,
}

impl Reader {
    /// For an expression whose names are not bound elsewhere.
    pub fn for_expr(expr: &Expr) -> Reader {
        let mut reader = <Reader as Default>::default();
        reader.note(expr);
        reader
    }

    /// For a signature, which binds its names.
    pub fn for_signature(signature: &SignatureExpr) -> Reader {
        let mut reader = <Reader as Default>::default();
        reader.note_signature(signature);
        reader
    }

    /// A name is an element type, whatever its use shows.
    pub fn is_element(&mut self, name: &str) {
        self.elements.insert(name.to_owned());
    }

    /// A name is a sequence of dims, whatever its use shows.
    pub fn is_sequence(&mut self, name: &str) {
        self.sequences.insert(name.to_owned());
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
                    let name = path.join(".");
                    if is_variable(&name) && !is_head(&name) {
                        self.elements.insert(name);
                    }
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
            Node::Binary(..) => {
                let mut first = expr;
                while let Node::Binary(_, left, right) = &first.node {
                    self.note(right);
                    first = left;
                }
                self.note(first);
            }
            Node::Slice(a, b) => {
                self.note(a);
                self.note(b);
            }
            Node::Name(_) | Node::Int(_) | Node::Str(_) | Node::Hole | Node::Ellipsis | Node::Run(_) => {}
        }
    }

    fn number(&mut self, label: &str) -> u64 {
        let next = self.numbers.len() as u64;
        *self.numbers.entry(label.to_owned()).or_insert(next)
    }

    /// A type.
    pub fn ty(&mut self, expr: &Expr) -> Result<Ty, ParseError> {
        match &expr.node {
            Node::Name(path) => {
                let name = path.join(".");
                if !self.elements.contains(&name) {
                    slips::check_name(expr, &name)?;
                }
                Ok(self.named(&name, path.len() > 1))
            }
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
                // As a catalogue writes it: `N: int(n)`.
                (Node::Name(name), [(None, value)]) if name == &["int"] => self.dim(value).map(Ty::int),
                (Node::Name(name), _) if name == &["decay"] => error(expr, "one array inside decay"),
                (Node::Name(name), _) if name == &["int"] => error(expr, "one size inside int"),
                _ => self.elem(expr).map(Ty::scalar),
            },
            Node::Index(base, items, options) => {
                if let Some((_, option)) = options.first() {
                    return match self.element_of(base)? {
                        Some(elem) => {
                            let shape = self.shape(items)?;
                            self.placed(elem, shape, options)
                        }
                        None => error(option, "`]`: only an array has a layout"),
                    };
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
            "Never" => TyKind::Union(Box::default()),
            "list" => TyKind::ListOf(Ty::unknown()),
            "tuple" => TyKind::TupleOf(Ty::unknown()),
            "set" => TyKind::Set(Ty::unknown()),
            "dict" => TyKind::Dict(Ty::unknown(), Ty::unknown()),
            "slice" => TyKind::Slice([Ty::unknown(); 3]),
            "bool_" => TyKind::Scalar(DType::BOOL.into()),
            _ if dotted => TyKind::Class(Sym::new(name)),
            _ => match scalar_name(name) {
                Some(elem) => TyKind::Scalar(elem),
                None if self.elements.contains(name) => TyKind::Scalar(Elem::name(name)),
                None if is_constructor(name) => TyKind::Ctor(Sym::new(name), Box::default()),
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
                    [Expr { node: Node::Tuple(items), .. }] if items.is_empty() => Ok(Ty::tuple([])),
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
        // `datetime64[ns]` is a dtype with its unit, not an array of `ns` elements.
        if let Some(dtype) = timed(&name, items) {
            return Ok(Ty::scalar(dtype));
        }
        if let Some(elem) = self.element_of(base)? {
            slips::check_sizes(base, &name, items)?;
            return Ok(Ty::array(elem, self.shape(items)?));
        }
        slips::check_name(base, &name)?;
        let params = items.iter().map(|item| self.parameter(item)).collect::<Result<_, _>>()?;
        Ok(Ty::new(TyKind::Ctor(Sym::new(&name), params)))
    }

    /// A constructor's parameter: a type, or a word, a string, a size, a shape.
    fn parameter(&mut self, expr: &Expr) -> Result<Ty, ParseError> {
        match &expr.node {
            Node::Name(path) if path.len() == 1 && is_word(&path[0]) => {
                slips::check_word(expr, &path[0])?;
                Ok(Ty::str(&path[0]))
            }
            Node::Str(text) => Ok(Ty::str(text)),
            Node::Int(value) => Ok(Ty::int(*value)),
            Node::Tuple(items) => {
                Ok(Ty::tuple(items.iter().map(|item| self.dim(item).map(Ty::int)).collect::<Result<Vec<_>, _>>()?))
            }
            Node::Slice(inner, sort) if sort.node == Node::Name(vec!["type".into()]) => self.ty(inner),
            _ => self.ty(expr),
        }
    }

    /// The element type before the brackets of an array; `None` if `base` is a constructor.
    fn element_of(&mut self, base: &Expr) -> Result<Option<Elem>, ParseError> {
        match &base.node {
            Node::Name(path) => {
                let name = path.join(".");
                Ok(match array_element(&name) {
                    Some(elem) => Some(elem),
                    None if is_variable(&name) && !CONTAINERS.contains(&&*name) => Some(Elem::name(&name)),
                    None => None,
                })
            }
            _ => self.elem(base).map(Some),
        }
    }

    fn literal(&mut self, expr: &Expr, items: &[Expr]) -> Result<Ty, ParseError> {
        let mut value = |item: &Expr| match &item.node {
            // A float is written as a literal of its own.
            Node::Index(base, ..) if base.node == Node::Name(vec!["Literal".to_owned()]) => self.ty(item),
            Node::Int(value) => Ok(Ty::int(*value)),
            Node::Neg(inner) => match inner.node {
                Node::Int(value) => Ok(Ty::int(-value)),
                _ => error(item, "an integer"),
            },
            Node::Binary(..) => match self.dim(item)? {
                value if value.constant().is_some() => Ok(Ty::int(value)),
                _ => error(item, "an integer"),
            },
            Node::Str(value) => Ok(Ty::str(value)),
            Node::Name(path) if path == &["True"] => Ok(Ty::bool(true)),
            Node::Name(path) if path == &["False"] => Ok(Ty::bool(false)),
            Node::Name(path) if path == &["None"] => Ok(Ty::none()),
            _ => error(item, "an integer, a float, a string, True, False or None"),
        };
        match items {
            [] => error(expr, "a value"),
            [Expr { node: Node::Str(digits), .. }, Expr { node: Node::Name(float), .. }] if float == &["float"] => {
                match digits.parse() {
                    Ok(value) => Ok(Ty::float(value)),
                    Err(_) => error(expr, "the digits of a float"),
                }
            }
            _ => Ok(Ty::union(items.iter().map(&mut value).collect::<Result<Vec<_>, _>>()?)),
        }
    }

    /// An element type.
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
                let (name, terms) = self.application(base, args, Context::Elems)?;
                Ok(Elem::new(ElemData::App(name, terms)))
            }
            Node::Record(..) | Node::Index(..) => {
                let text = flat(expr);
                match DType::parse(&text).or_else(|| generic(&text)) {
                    Some(dtype) => Ok(dtype.into()),
                    None => error(expr, "a dtype"),
                }
            }
            _ => error(expr, "a dtype"),
        }
    }
}

/// The dtype that a time's name and its unit in brackets are.
fn timed(name: &str, items: &[Expr]) -> Option<DType> {
    match items {
        [Expr { node: Node::Name(unit), .. }] if is_time(name) => {
            let text = format!("{name}[{}]", unit.join("."));
            DType::parse(&text).or_else(|| generic(&text))
        }
        _ => None,
    }
}

/// `datetime64[generic]`: without a unit, where the name alone would be read with what follows.
fn generic(text: &str) -> Option<DType> {
    let name = text.strip_suffix("[generic]").filter(|name| is_time(name))?;
    DType::parse(name)
}

/// A dtype with parameters, as its name writes it: `datetime64[ns]`, `void{a: int32}`.
fn flat(expr: &Expr) -> String {
    let list = |items: &[Expr]| items.iter().map(flat).collect::<Vec<_>>().join(", ");
    match &expr.node {
        Node::Name(path) => path.join("."),
        Node::Int(value) => value.to_string(),
        Node::Index(base, items, _) => format!("{}[{}]", flat(base), list(items)),
        Node::Record(name, fields) => {
            let plain = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
            let quoted = |name: &str| if plain(name) { name.to_owned() } else { super::print::quote(name) };
            let fields: Vec<_> = fields.iter().map(|(name, ty)| format!("{}: {}", quoted(name), flat(ty))).collect();
            format!("{name}{{{}}}", fields.join(", "))
        }
        _ => String::new(),
    }
}
