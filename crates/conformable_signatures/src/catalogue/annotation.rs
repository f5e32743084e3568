//! Annotations of parameters to patterns.

use conformable_types::text::{Expr, Node, ParseError};
use conformable_types::{DType, Elem};

use crate::op::{
    ArrayPattern, Coercion, Container, DimPattern, ElemPattern, Fit, Literal, ObjectPart, OutRule, Pattern, PythonKind,
    SizeRule,
};

fn error<T>(expr: &Expr, expected: &str) -> Result<T, ParseError> {
    Err(ParseError { offset: expr.offset, expected: expected.into(), found: "something else".into() })
}

fn word(expr: &Expr) -> Option<&str> {
    match &expr.node {
        Node::Name(path) => match path.as_slice() {
            [one] => Some(one),
            _ => None,
        },
        _ => None,
    }
}

/// What the annotation asks of an argument.
pub fn pattern(expr: &Expr, is_class: &dyn Fn(&str) -> bool) -> Result<Pattern, ParseError> {
    match &expr.node {
        Node::Name(_) => named(expr, is_class),
        Node::Union(members) => {
            Ok(Pattern::Union(members.iter().map(|m| pattern(m, is_class)).collect::<Result<_, _>>()?))
        }
        Node::Call(base, args) => match (word(base), args.as_slice()) {
            (Some("int"), [(None, name)]) => match word(name) {
                Some(name) => Ok(Pattern::Int(Some(name.to_owned()))),
                None => error(name, "a name"),
            },
            (Some(how @ ("strict" | "forced" | "numeric" | "arraylike")), [(None, inner)]) => {
                match pattern(inner, is_class)? {
                    Pattern::Array(array) => {
                        let how = match how {
                            "strict" => Coercion::Strict,
                            "forced" => Coercion::Forced,
                            "arraylike" => Coercion::ArrayLike,
                            _ => Coercion::Numeric,
                        };
                        Ok(Pattern::Array(ArrayPattern { how, ..array }))
                    }
                    // There is one way of being a list.
                    container @ Pattern::Container(..) => Ok(container),
                    _ => error(inner, "an array"),
                }
            }
            (Some("Out"), [(None, fit), (None, casting)]) => out(fit, casting).map(Pattern::Out),
            (Some("Shape"), items) if items.iter().all(|(name, item)| name.is_none() && says_of_sizes(item)) => {
                let is_rest = |item: &Expr| matches!(item.node, Node::Neg(_));
                let says = |name: &str| items.iter().any(|(_, item)| word(item) == Some(name));
                let rest = items.iter().any(|(_, item)| is_rest(item));
                Ok(Pattern::Shape(SizeRule { rest, truths: says("bool"), nones: says("None") }))
            }
            _ => error(expr, "a parameter's annotation"),
        },
        Node::Index(base, items, _) => subscript(expr, base, items, is_class),
        _ => error(expr, "a parameter's annotation"),
    }
}

/// What `Shape(...)` may say: `-1`, one size may be left out; `bool`, a truth is a size too.
fn says_of_sizes(item: &Expr) -> bool {
    matches!(item.node, Node::Neg(_)) || matches!(word(item), Some("bool" | "None"))
}

fn named(expr: &Expr, is_class: &dyn Fn(&str) -> bool) -> Result<Pattern, ParseError> {
    let Some(name) = word(expr) else { return error(expr, "a name") };
    Ok(match name {
        "Axis" => Pattern::Axis,
        "Axes" => Pattern::Axes,
        "Shape" => Pattern::Shape(SizeRule::default()),
        "Sizes" => Pattern::Sizes,
        "Value" | "Index" => Pattern::Value,
        "Anything" => Pattern::Anything,
        "Out" => Pattern::Out(OutRule { fit: Fit::Exact, casting: "unsafe".to_owned() }),
        "int" => Pattern::Int(None),
        "float" => Pattern::Float,
        "number" => Pattern::Number,
        "bool" => Pattern::Bool,
        "str" => Pattern::Str,
        "None" => Pattern::None,
        "bytes" => Pattern::Python(PythonKind::Bytes),
        "tuple" => Pattern::Python(PythonKind::Tuple),
        // A language may have a class of that name: GT4Py's iterators.
        _ if is_class(name) => Pattern::Class(name.to_owned()),
        _ if let Some(kind) = PythonKind::named(name) => Pattern::Python(kind),
        // A bare variable: an array-like whose shape a gufunc signature says, or nothing does.
        _ if name.chars().all(|c| !c.is_lowercase()) => {
            Pattern::Array(ArrayPattern { elem: ElemPattern::Name(name.to_owned()), shape: None, how: Coercion::Like })
        }
        _ => return error(expr, "a kind of argument"),
    })
}

fn subscript(expr: &Expr, base: &Expr, items: &[Expr], is_class: &dyn Fn(&str) -> bool) -> Result<Pattern, ParseError> {
    let Some(name) = word(base) else { return error(base, "a name") };
    match name {
        "DType" => match items {
            [item] => match word(item) {
                Some(name) => Ok(Pattern::DType(name.to_owned())),
                None => error(item, "a name"),
            },
            _ => error(expr, "one name"),
        },
        "Sequence" => match items {
            [item] => Ok(Pattern::Sequence(Box::new(pattern(item, is_class)?))),
            _ => error(expr, "one kind of element"),
        },
        "list" | "set" | "dict" | "tuple" => container(expr, name, items),
        "Option" => Ok(Pattern::Choice(items.iter().map(literal).collect::<Result<_, _>>()?)),
        "Literal" => {
            if let [item] = items
                && let Some(name) = word(item).filter(|name| !matches!(*name, "True" | "False" | "None"))
            {
                return Ok(Pattern::LiteralOf(name.to_owned()));
            }
            Ok(Pattern::Literal(items.iter().map(literal).collect::<Result<_, _>>()?))
        }
        _ if is_class(name) => {
            let part = |item: &Expr| match word(item) {
                Some(name) => Ok(ObjectPart::Name(name.to_owned())),
                None => pattern(item, is_class).map(ObjectPart::Array),
            };
            Ok(Pattern::Object(name.to_owned(), items.iter().map(part).collect::<Result<_, _>>()?))
        }
        _ => {
            // `U`, `S` are variables here, not texts of no length.
            let fixed = name.chars().any(char::is_lowercase).then(|| DType::parse(name)).flatten();
            let elem = match fixed {
                Some(dtype) => ElemPattern::Fixed(Elem::from(dtype)),
                None => ElemPattern::Name(name.to_owned()),
            };
            let mut dims = Vec::new();
            for item in items {
                match &item.node {
                    Node::Star(inner) => match word(inner) {
                        Some(name) => dims.push(DimPattern::Sequence(name.to_owned())),
                        None => return error(inner, "a sequence's name"),
                    },
                    Node::Int(value) => dims.push(DimPattern::Constant(*value)),
                    Node::Tuple(none) if none.is_empty() => {}
                    _ => match word(item) {
                        Some(name) => dims.push(DimPattern::Name(name.to_owned())),
                        None => return error(item, "a dim's name"),
                    },
                }
            }
            Ok(Pattern::Array(ArrayPattern { elem, shape: Some(dims), how: Coercion::Like }))
        }
    }
}

/// `list[T]`, `set[T]`, `dict[K, V]`, `tuple[T, ...]`, `tuple[*T]`: names for what is in it.
fn container(expr: &Expr, kind: &str, items: &[Expr]) -> Result<Pattern, ParseError> {
    let name = |item: &Expr| match word(item) {
        Some(name) => Ok(name.to_owned()),
        None => error(item, "a name"),
    };
    let (kind, names) = match (kind, items) {
        ("list", [item]) => (Container::List, vec![name(item)?]),
        ("set", [item]) => (Container::Set, vec![name(item)?]),
        ("dict", [key, value]) => (Container::Dict, vec![name(key)?, name(value)?]),
        ("tuple", [item, Expr { node: Node::Ellipsis, .. }]) => (Container::TupleOf, vec![name(item)?]),
        ("tuple", [Expr { node: Node::Star(items), .. }]) => (Container::Items, vec![name(items)?]),
        _ => return error(expr, "list[T], set[T], dict[K, V], tuple[T, ...] or tuple[*T]"),
    };
    Ok(Pattern::Container(kind, names))
}

/// `Out(exact, unsafe)`, `Out(broadcast, casting)`: how it fits, and the rule or the parameter that says it.
fn out(fit: &Expr, casting: &Expr) -> Result<OutRule, ParseError> {
    let how = match word(fit) {
        Some("exact") => Fit::Exact,
        Some("broadcast") => Fit::Broadcast,
        Some("any") => Fit::Any,
        _ => return error(fit, "exact, broadcast or any"),
    };
    match word(casting) {
        Some(casting) => Ok(OutRule { fit: how, casting: casting.to_owned() }),
        None => error(casting, "a casting rule or a parameter"),
    }
}

fn literal(expr: &Expr) -> Result<Literal, ParseError> {
    Ok(match &expr.node {
        Node::Int(value) => Literal::Int(*value),
        Node::Neg(inner) => match inner.node {
            Node::Int(value) => Literal::Int(-value),
            _ => return error(inner, "an integer"),
        },
        Node::Str(text) => Literal::Str(text.clone()),
        _ => match word(expr) {
            Some("True") => Literal::Bool(true),
            Some("False") => Literal::Bool(false),
            Some("None") => Literal::None,
            _ => return error(expr, "a value"),
        },
    })
}
