//! Pyccel's annotations, in two stages.
//!
//! What is written is Python syntax, or a string in a language that is narrower than Python's: it has an order behind
//! the brackets and functions whose result comes first, and no union inside brackets. Both are read by Python's parser.
//! `docs/pyccel.md` has the grammar.

use conformable_python::dotted;
use conformable_python::rules;
use conformable_types::ty::{Function, Param, ParamKind};
use conformable_types::{DType, Elem, Order, Ty, TyKind};
use ruff_python_ast::{Expr, ExprSubscript, ModExpression, Operator};
use ruff_python_parser::{Parsed, parse_expression};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::types;
use crate::annotation::{Annotation, AnnotationNode, Bound, Meaning, Named, united};
use crate::language::{Memory, Names, Problem};

/// Members of a union, at most.
const MOST_MEMBERS: usize = 64;

/// Brackets in one annotation, at most.
const MOST_BRACKETS: usize = 200;

/// NumPy's numbers that there are; in a string they need no import.
const NUMBERS: [&str; 9] =
    ["int8", "int16", "int32", "int64", "float32", "float64", "double", "complex64", "complex128"];

/// What names the generic type, which is equal to any.
const ANYTHING: &str = "*";

/// Whose numbers they are.
const LIBRARY: &str = "numpy";

/// How far the places in a string are from those in the file.
#[derive(Clone, Copy)]
struct AnnotationReader {
    offset: TextSize,
    is_quoted: bool,
    whole: TextRange,
}

/// The first stage.
pub fn read(annotation: &Expr, text: &str) -> Result<Annotation, Problem> {
    match annotation {
        Expr::StringLiteral(string) => {
            let value = string.value.to_str();
            // A plain string has its text one character in; of another kind the whole of it is pointed at.
            let written = &text[annotation.range()];
            let opening = written.find(value).filter(|_| !value.is_empty());
            let whole = annotation.range();
            let at = opening.and_then(|at| TextSize::try_from(at).ok()).map(|at| whole.start() + at);
            in_string(value, at, whole)
        }
        other => AnnotationReader { offset: TextSize::default(), is_quoted: false, whole: other.range() }.read(other),
    }
}

/// The first stage of a text that is an annotation: of a string's, or of Python syntax.
pub fn read_text(text: &str, is_quoted: bool) -> Result<Annotation, Problem> {
    let whole = TextRange::up_to(TextSize::of(text));
    if is_quoted {
        return in_string(text, Some(TextSize::default()), whole);
    }
    let parsed = parsed(text, |range| range)?;
    read(parsed.expr(), text)
}

/// The expression that a text is; `at` gives the place of a part of it.
fn parsed(text: &str, at: impl Fn(TextRange) -> TextRange) -> Result<Parsed<ModExpression>, Problem> {
    let refused = |why: String, range| {
        Problem::fatal(rules::DIALECT_ANNOTATION, format!("`{text}` is no annotation: {why}")).at(at(range))
    };
    if text.bytes().filter(|byte| matches!(byte, b'[' | b'(')).count() > MOST_BRACKETS {
        let message = format!("an annotation has {MOST_BRACKETS} brackets at most");
        return Err(Problem::fatal(rules::DIALECT_ANNOTATION, message).at(at(TextRange::default())));
    }
    parse_expression(text).map_err(|error| refused(error.error.to_string(), error.location))
}

fn in_string(value: &str, at: Option<TextSize>, whole: TextRange) -> Result<Annotation, Problem> {
    // An old way of saying `Final[T]`.
    if let Some(rest) = value.strip_prefix("const ") {
        let inner = in_string(rest, at.map(|at| at + TextSize::of("const ")), whole)?;
        let base = Annotation { node: AnnotationNode::Name("typing.Final".to_owned()), range: whole, is_quoted: true };
        let node = AnnotationNode::Subscript { base: Box::new(base), items: vec![inner], order: None };
        return Ok(Annotation { node, range: whole, is_quoted: true });
    }
    if value.trim() == ANYTHING {
        return Ok(Annotation { node: AnnotationNode::Name(ANYTHING.to_owned()), range: whole, is_quoted: true });
    }
    let parsed = parsed(value, |range| at.map_or(whole, |at| clamp(range + at, whole)))?;
    let reader = AnnotationReader { offset: at.unwrap_or_default(), is_quoted: true, whole };
    let written = reader.read(parsed.expr())?;
    Ok(if at.is_some() { written } else { Annotation { range: whole, ..written } })
}

fn clamp(range: TextRange, whole: TextRange) -> TextRange {
    TextRange::new(range.start().clamp(whole.start(), whole.end()), range.end().clamp(whole.start(), whole.end()))
}

impl AnnotationReader {
    fn range(self, ranged: &impl Ranged) -> TextRange {
        clamp(ranged.range() + self.offset, self.whole)
    }

    fn written(self, node: AnnotationNode, ranged: &impl Ranged) -> Annotation {
        Annotation { node, range: self.range(ranged), is_quoted: self.is_quoted }
    }

    fn wrong<T>(self, ranged: &impl Ranged, message: &str) -> Result<T, Problem> {
        Err(Problem::fatal(rules::DIALECT_ANNOTATION, message).at(self.range(ranged)))
    }

    fn read(self, expr: &Expr) -> Result<Annotation, Problem> {
        match expr {
            Expr::BinOp(union) if union.op == Operator::BitOr => {
                let mut members = Vec::new();
                let mut left = expr;
                // From the left, however many there are.
                while let Expr::BinOp(pair) = left
                    && pair.op == Operator::BitOr
                {
                    members.push(self.read(&pair.right)?);
                    left = &pair.left;
                    if members.len() > MOST_MEMBERS {
                        return self.wrong(union, "a union of so many members");
                    }
                }
                members.push(self.read(left)?);
                members.reverse();
                Ok(self.written(AnnotationNode::Union(members), expr))
            }
            Expr::Call(call) => self.read_call(call),
            _ => self.simple(expr),
        }
    }

    /// `float[:, :](order=F)`, `(float)(int)`
    fn read_call(self, call: &ruff_python_ast::ExprCall) -> Result<Annotation, Problem> {
        let (args, keywords) = (&call.arguments.args, &call.arguments.keywords);
        if let (Expr::Subscript(array), [], [keyword]) = (&*call.func, &**args, &**keywords)
            && keyword.arg.as_ref().is_some_and(|name| &**name == "order")
        {
            let order = match &keyword.value {
                Expr::Name(word) if matches!(&*word.id, "C" | "F") => word.id.to_string(),
                other => return self.wrong(other, "the order of an array is C or F"),
            };
            let Annotation { node, range: _, is_quoted } = self.subscript(array)?;
            let AnnotationNode::Subscript { base, items, .. } = node else { unreachable!("it is a subscript") };
            let node = AnnotationNode::Subscript { base, items, order: Some(order) };
            return Ok(Annotation { node, range: self.range(call), is_quoted });
        }
        if !keywords.is_empty() || !self.is_quoted {
            return self.wrong(call, "a call is no annotation");
        }
        let result = match &*call.func {
            Expr::Tuple(none) if none.elts.is_empty() => None,
            other => Some(Box::new(self.read(other)?)),
        };
        let params = args.iter().map(|arg| self.read(arg)).collect::<Result<_, _>>()?;
        Ok(self.written(AnnotationNode::Function { result, params }, call))
    }

    fn simple(self, expr: &Expr) -> Result<Annotation, Problem> {
        match expr {
            Expr::Name(_) | Expr::Attribute(_) => match dotted(expr) {
                Some(name) => Ok(self.written(AnnotationNode::Name(name), expr)),
                None => self.wrong(expr, "this is no name of a type"),
            },
            Expr::Subscript(subscript) => self.subscript(subscript),
            Expr::StringLiteral(text) if !self.is_quoted => in_string(text.value.to_str(), None, self.range(expr)),
            Expr::NoneLiteral(_) => Ok(self.written(AnnotationNode::None, expr)),
            _ => self.wrong(expr, "this is no annotation"),
        }
    }

    fn subscript(self, subscript: &ExprSubscript) -> Result<Annotation, Problem> {
        if dotted(&subscript.value).is_some_and(|name| name.rsplit('.').next() == Some("Callable")) {
            return self.wrong(subscript, "`Callable` is no annotation of Pyccel's").map_err(|problem| {
                problem.help("a function is a string, its result in front of what it takes: '(float)(int, float)'")
            });
        }
        let base = match &*subscript.value {
            Expr::Name(_) | Expr::Attribute(_) => self.simple(&subscript.value)?,
            other => return self.wrong(other, "brackets stand behind a name: write the union outside of them"),
        };
        let items: Vec<&Expr> = match &*subscript.slice {
            Expr::Tuple(tuple) if !tuple.elts.is_empty() => tuple.elts.iter().collect(),
            other => vec![other],
        };
        if let Some(last) = items.last()
            && self.is_quoted
            && last.end() != subscript.slice.end()
        {
            return self.wrong(&*subscript.slice, "an index stands behind each comma");
        }
        let items = items.into_iter().map(|item| self.index(item)).collect::<Result<Vec<_>, _>>()?;
        let node = AnnotationNode::Subscript { base: Box::new(base), items, order: None };
        Ok(self.written(node, subscript))
    }

    fn index(self, item: &Expr) -> Result<Annotation, Problem> {
        match item {
            Expr::Slice(slice) if self.is_quoted && slice.range().len() > TextSize::of(':') => {
                self.wrong(item, "a dim is written `:`")
            }
            Expr::Slice(slice) if slice.lower.is_none() && slice.upper.is_none() && slice.step.is_none() => {
                Ok(self.written(AnnotationNode::Dim, item))
            }
            Expr::EllipsisLiteral(_) => Ok(self.written(AnnotationNode::Rest, item)),
            Expr::Tuple(none) if none.elts.is_empty() => Ok(self.written(AnnotationNode::Nothing, item)),
            Expr::StringLiteral(text) => {
                // A type in a string, or metadata, which has to be told apart by what it stands in.
                let text = text.value.to_str();
                Ok(self.written(AnnotationNode::Text(text.to_owned()), item))
            }
            Expr::BinOp(_) if self.is_quoted => self.wrong(item, "a union stands outside of the brackets"),
            other => self.read(other),
        }
    }
}

/// The second stage: the members of an annotation, in a scope.
pub fn resolve(written: &Annotation, names: &Names) -> Result<Vec<Meaning>, Problem> {
    match &written.node {
        AnnotationNode::Union(members) => {
            let mut found: Vec<Meaning> = Vec::new();
            for member in members {
                for meaning in resolve(member, names)? {
                    if !found.contains(&meaning) {
                        found.push(meaning);
                    }
                }
            }
            Ok(found)
        }
        AnnotationNode::Name(name) => named(name, written, names),
        AnnotationNode::Text(text) => resolve(&in_string(text, None, written.range)?, names),
        AnnotationNode::Function { result, params } => {
            let result = result.as_ref().map(|result| one(result, names)).transpose()?;
            let params = params.iter().map(|param| one(param, names)).collect::<Result<Vec<_>, _>>()?;
            let param = |meaning: Meaning| Param {
                name: None,
                kind: ParamKind::PositionalOnly,
                ty: meaning.ty,
                assumed: false,
                default: None,
            };
            let function = Function {
                params: params.into_iter().map(param).collect(),
                outputs: result.into_iter().map(|meaning| meaning.ty).collect(),
                constraints: Box::default(),
                partial: false,
            };
            Ok(vec![Meaning::of(Ty::new(TyKind::Function(Box::new(function))))])
        }
        AnnotationNode::Subscript { base, items, order } => subscripted(written, base, items, order.as_deref(), names),
        AnnotationNode::None => Err(undefined(written, "`None` is no type of a variable")),
        AnnotationNode::Dim | AnnotationNode::Rest | AnnotationNode::Nothing | AnnotationNode::List(_) => {
            Err(undefined(written, "this is no type by itself"))
        }
    }
}

fn undefined(written: &Annotation, message: impl Into<String>) -> Problem {
    Problem::fatal(rules::DIALECT_ANNOTATION, message).at(written.range)
}

/// An annotation of one member.
fn one(written: &Annotation, names: &Names) -> Result<Meaning, Problem> {
    let mut meanings = resolve(written, names)?;
    match (meanings.pop(), meanings.is_empty()) {
        (Some(only), true) => Ok(only),
        _ => Err(undefined(written, "one type is wanted here, not several")),
    }
}

fn named(name: &str, written: &Annotation, names: &Names) -> Result<Vec<Meaning>, Problem> {
    if name == ANYTHING {
        return Ok(vec![Meaning::of(Ty::never())]);
    }
    let path = match names(name) {
        Some(Named::Types(types)) => return Ok(types),
        Some(Named::Class(ty)) => return Ok(vec![Meaning::of(ty)]),
        Some(Named::Path(path)) => path,
        Some(Named::Value(_)) => return Err(undefined(written, format!("`{name}` is a variable, not a type"))),
        None if written.is_quoted && NUMBERS.contains(&name) => format!("{LIBRARY}.{name}"),
        None => format!("builtins.{name}"),
    };
    match scalar(&path) {
        Some(ty) => Ok(vec![Meaning::of(ty)]),
        None if path.starts_with("typing.") => Err(undefined(written, format!("`{name}` is not a type of Pyccel's"))),
        None if matches!(path.split('.').next(), Some(LIBRARY | "builtins")) => {
            Err(undefined(written, format!("Pyccel has no type `{name}`"))
                .help("bool, int, float, complex, str; int8 to int64, float32, float64, complex64, complex128"))
        }
        // Of a library that isn't known.
        None => Ok(vec![Meaning::of(Ty::unknown())]),
    }
}

fn scalar(path: &str) -> Option<Ty> {
    let (module, name) = path.rsplit_once('.')?;
    Some(match (module, name) {
        ("builtins", "bool") => Ty::new(TyKind::Bool),
        ("builtins", "int") => Ty::new(TyKind::Int),
        ("builtins", "float") => Ty::new(TyKind::Float),
        ("builtins", "complex") => Ty::new(TyKind::Complex),
        ("builtins", "str") => Ty::new(TyKind::Str),
        (LIBRARY, "double") => Ty::scalar(DType::FLOAT64),
        (LIBRARY, name) if NUMBERS.contains(&name) => Ty::scalar(DType::parse(name)?),
        _ => return None,
    })
}

fn subscripted(
    written: &Annotation,
    base: &Annotation,
    items: &[Annotation],
    order: Option<&str>,
    names: &Names,
) -> Result<Vec<Meaning>, Problem> {
    let AnnotationNode::Name(name) = &base.node else { return Err(undefined(base, "a name is wanted here")) };
    if items.iter().any(|item| item.node == AnnotationNode::Dim) {
        return arrays(written, base, items, order, names);
    }
    if order.is_some() {
        return Err(undefined(written, "only an array has an order"));
    }
    let path = match names(name) {
        Some(Named::Path(path)) => path,
        None if name.contains('.') => name.clone(),
        None => format!("builtins.{name}"),
        Some(_) => return Err(undefined(base, format!("`{name}` takes no brackets but those of an array"))),
    };
    let plain = path.rsplit('.').next().unwrap_or(name).to_lowercase();
    match (path.split('.').next(), &*plain, items) {
        (Some("typing"), "final", [inner]) => {
            Ok(resolve(inner, names)?.into_iter().map(|meaning| Meaning { is_const: true, ..meaning }).collect())
        }
        (Some("typing"), "annotated", [inner, metadata @ ..]) => annotated(written, inner, metadata, names),
        (Some("builtins" | "typing"), "list", [item]) => each(item, names, Ty::list_of),
        (Some("builtins" | "typing"), "set", [item]) => each(item, names, |item| Ty::new(TyKind::Set(item))),
        (Some("builtins" | "typing"), "dict", [key, value]) => match &resolve(key, names)?[..] {
            [key] => each(value, names, |value| Ty::new(TyKind::Dict(key.ty, value))),
            _ => together(items, names, |types| Ty::new(TyKind::Dict(types[0], types[1]))),
        },
        (Some("builtins" | "typing"), "tuple", [Annotation { node: AnnotationNode::Nothing, .. }])
            if !written.is_quoted =>
        {
            Ok(vec![Meaning::of(Ty::tuple([]))])
        }
        (Some("builtins" | "typing"), "tuple", [item, Annotation { node: AnnotationNode::Rest, .. }]) => {
            each(item, names, Ty::tuple_of)
        }
        (Some("builtins" | "typing"), "tuple", [_, ..]) => {
            together(items, names, |types| Ty::tuple(types.iter().copied()))
        }
        (Some("builtins"), "list" | "set" | "dict" | "tuple", _) => {
            Err(undefined(written, format!("`{name}` takes another number of types")))
        }
        _ => Err(undefined(written, format!("Pyccel has no such annotation: `{name}[...]`"))),
    }
}

/// A container of each member.
fn each(item: &Annotation, names: &Names, container: impl Fn(Ty) -> Ty) -> Result<Vec<Meaning>, Problem> {
    Ok(resolve(item, names)?.into_iter().map(|meaning| Meaning { ty: container(meaning.ty), ..meaning }).collect())
}

/// What several annotations make, one choice for all that name the same type variable. Of others each is one type.
fn together(items: &[Annotation], names: &Names, make: impl Fn(&[Ty]) -> Ty) -> Result<Vec<Meaning>, Problem> {
    let mut found: Vec<(Vec<Ty>, Bound)> = vec![Default::default()];
    for item in items {
        let members = resolve(item, names)?;
        if members.is_empty() || members.len() > 1 && members.iter().any(|member| member.bound.is_empty()) {
            return Err(undefined(item, "one type is wanted here, not several"));
        }
        let with = |(types, bound): &(Vec<Ty>, Bound)| {
            let fitting = members.iter().filter_map(|member| Some((member.ty, united(bound, &member.bound)?)));
            fitting.map(|(ty, bound)| ([&types[..], &[ty]].concat(), bound)).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(with).collect();
        if found.len() > MOST_MEMBERS {
            return Err(undefined(item, "a union of so many members"));
        }
    }
    Ok(found.into_iter().map(|(types, bound)| Meaning { bound, ..Meaning::of(make(&types)) }).collect())
}

/// `T[:, :]`: arrays of each member of T, of NumPy's numbers or bools.
fn arrays(
    written: &Annotation,
    base: &Annotation,
    items: &[Annotation],
    order: Option<&str>,
    names: &Names,
) -> Result<Vec<Meaning>, Problem> {
    if let Some(other) = items.iter().find(|item| item.node != AnnotationNode::Dim) {
        return Err(undefined(other, "the dims of an array are colons"));
    }
    let order = if order == Some("F") { Order::F } else { Order::C };
    let mut found = Vec::new();
    for meaning in resolve(base, names)? {
        let elem: Elem = match meaning.ty.kind() {
            TyKind::Bool => DType::BOOL.into(),
            TyKind::Int => DType::INT64.into(),
            TyKind::Float => DType::FLOAT64.into(),
            TyKind::Complex => DType::COMPLEX128.into(),
            TyKind::Scalar(elem) => *elem,
            TyKind::Unknown => return Ok(vec![Meaning::of(Ty::unknown())]),
            _ => return Err(undefined(written, format!("an array has numbers, not {}", types::spell(meaning.ty)))),
        };
        found.push(Meaning { ty: types::array(elem, items.len(), order), ..meaning });
    }
    Ok(found)
}

/// `Annotated[T, "stack"]`, `Annotated[T, "alias"]`
fn annotated(
    written: &Annotation,
    inner: &Annotation,
    metadata: &[Annotation],
    names: &Names,
) -> Result<Vec<Meaning>, Problem> {
    if let AnnotationNode::Subscript { base, .. } = &inner.node
        && let AnnotationNode::Name(name) = &base.node
        && matches!(names(name), Some(Named::Path(path)) if path == "typing.Annotated")
    {
        return Err(undefined(inner, "`Annotated` stands in no other: what is said of a type stands in one"));
    }
    let (mut memory, mut is_partly_ignored) = (None, false);
    for one in metadata {
        let said = match &one.node {
            AnnotationNode::Text(text) if text == "stack" => Memory::Stack,
            AnnotationNode::Text(text) if text == "alias" => Memory::Alias,
            _ => {
                is_partly_ignored = true;
                continue;
            }
        };
        if memory.is_some_and(|before| before != said) {
            return Err(
                Problem::error(rules::DIALECT_ANNOTATION, "it is on the stack or an alias, not both").at(written.range)
            );
        }
        memory = Some(said);
    }
    let with = |meaning: Meaning| Meaning { memory: memory.or(meaning.memory), is_partly_ignored, ..meaning };
    Ok(resolve(inner, names)?.into_iter().map(with).collect())
}
