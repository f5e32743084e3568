//! GT4Py's annotations, in two stages: Python syntax, also in a string, and what it means among the module's names.
//!
//! A trait in the place of a scalar (`Field[[I], Integral]`, `TypeVar("T", bound=Arithmetic)`) stands for each scalar
//! that has it; a type variable is one of them for all that name it.

use conformable_python::dotted;
use conformable_python::rules;
use conformable_types::dtype::is_subdtype;
use conformable_types::{DType, Ty, TyKind};
use ruff_python_ast::Expr;
use ruff_python_parser::parse_expression;
use ruff_text_size::{Ranged, TextRange};

use super::GT4PY;
use super::types::{self, SCALARS};
use crate::annotation::{Annotation, AnnotationNode, Bound, Meaning, Named, united};
use crate::language::{Language, Names, Problem};

/// Scalars by what they can do, as bounds name it.
const TRAITS: [(&str, &[&str]); 7] = [
    ("Integral", &["integer"]),
    ("Floating", &["floating"]),
    ("FloatingPoint", &["floating"]),
    ("Arithmetic", &["integer", "floating"]),
    ("Number", &["integer", "floating"]),
    ("Boolean", &["bool"]),
    ("Logical", &["bool"]),
];

fn wrong(range: TextRange, message: impl Into<String>) -> Problem {
    Problem::fatal(rules::DIALECT_ANNOTATION, message).at(range)
}

/// The first stage.
pub fn read(annotation: &Expr) -> Result<Annotation, Problem> {
    in_place(annotation, None)
}

/// What is in a string stands where the string does.
fn in_place(expr: &Expr, string: Option<TextRange>) -> Result<Annotation, Problem> {
    let range = string.unwrap_or_else(|| expr.range());
    let all = |items: &[Expr]| items.iter().map(|item| in_place(item, string)).collect::<Result<Vec<_>, _>>();
    let node = match expr {
        Expr::Name(name) => AnnotationNode::Name(name.id.to_string()),
        Expr::Attribute(_) => match dotted(expr) {
            Some(name) => AnnotationNode::Name(name),
            None => return Err(wrong(range, "this is no name of a type")),
        },
        Expr::Subscript(subscript) => {
            let items = match &*subscript.slice {
                Expr::Tuple(tuple) => all(&tuple.elts)?,
                other => vec![in_place(other, string)?],
            };
            let base = Box::new(in_place(&subscript.value, string)?);
            AnnotationNode::Subscript { base, items, order: None }
        }
        Expr::List(list) => AnnotationNode::List(all(&list.elts)?),
        Expr::StringLiteral(text) => {
            let text = text.value.to_str();
            let parsed = parse_expression(text)
                .map_err(|error| wrong(range, format!("`{text}` is no annotation: {}", error.error)))?;
            return in_place(parsed.expr(), Some(range));
        }
        Expr::NoneLiteral(_) => AnnotationNode::None,
        Expr::EllipsisLiteral(_) => AnnotationNode::Rest,
        Expr::BinOp(_) => return Err(wrong(range, "a value is of one type, not of one of several")),
        // Metadata; what is called may give anything.
        Expr::Call(_) => AnnotationNode::Text(String::new()),
        Expr::NumberLiteral(_) | Expr::Dict(_) => AnnotationNode::Text("a value".to_owned()),
        _ => return Err(wrong(range, "this is no annotation")),
    };
    Ok(Annotation { node, range, is_quoted: string.is_some() })
}

/// What a name stands for; what is bound nowhere is Python's.
fn named(name: &str, names: &Names) -> Named {
    names(name).unwrap_or_else(|| Named::Path(format!("builtins.{name}")))
}

/// The second stage.
pub fn resolve(written: &Annotation, names: &Names) -> Result<Vec<Meaning>, Problem> {
    match &written.node {
        AnnotationNode::Name(name) => match named(name, names) {
            Named::Types(types) => Ok(types),
            Named::Class(ty) if matches!(ty.kind(), TyKind::Struct(fields) if !fields.is_empty()) => {
                Ok(vec![Meaning::of(ty)])
            }
            Named::Value(ty) if ty.is_unknown() => Ok(unknown()),
            Named::Class(_) => Err(wrong(written.range, format!("`{name}` is no NamedTuple and no dataclass"))),
            Named::Value(ty) => {
                let message = format!("`{name}` is a value ({}), not a type", types::spell(ty));
                Err(wrong(written.range, message))
            }
            Named::Path(path) => at_path(&path, name, written.range),
        },
        AnnotationNode::Subscript { base, items, .. } => generic(written, base, items, names),
        AnnotationNode::None => Err(wrong(written.range, "`None` is no type of a value")),
        _ => Err(wrong(written.range, "this is no type")),
    }
}

/// What a library means that the catalogue has nothing of.
fn unknown() -> Vec<Meaning> {
    vec![Meaning::of(Ty::unknown())]
}

/// Is a path of a library, or of a module that isn't there, of which the catalogue has nothing?
fn is_elsewhere(path: &str) -> bool {
    let first = path.split('.').next().unwrap_or_default();
    let is_known = matches!(first, "gt4py" | "builtins" | "typing" | "typing_extensions" | "collections");
    !is_known && !path.rsplit_once('.').is_some_and(|(namespace, _)| GT4PY.catalogue().namespace(namespace))
}

fn at_path(path: &str, name: &str, range: TextRange) -> Result<Vec<Meaning>, Problem> {
    let last = path.rsplit('.').next().unwrap_or(path);
    if let Some((_, classes)) = TRAITS.iter().find(|(known, _)| *known == last) {
        let has = |dtype: &DType| classes.iter().any(|class| is_subdtype(*dtype, class) == Some(true));
        return Ok(SCALARS.into_iter().filter(has).map(|dtype| Meaning::of(Ty::scalar(dtype))).collect());
    }
    if let Some(dtype) = GT4PY.catalogue().constant(path).and_then(scalar_of) {
        return Ok(vec![Meaning::of(dtype)]);
    }
    match path {
        "builtins.str" => Ok(vec![Meaning::of(Ty::new(TyKind::Str))]),
        "builtins.tuple" | "typing.Tuple" => {
            Err(wrong(range, "a tuple says what its items are: tuple[int32, float64]"))
        }
        _ if is_field(path) => {
            Err(wrong(range, "a field says its dimensions and its elements: Field[[I, J], float64]"))
        }
        _ if is_elsewhere(path) => Ok(unknown()),
        _ if path.starts_with("builtins.") && name.contains('.') => {
            let first = name.split('.').next().unwrap_or(name);
            Err(wrong(range, format!("`{first}` is not defined")))
        }
        _ => Err(wrong(range, format!("GT4Py has no type `{name}`"))
            .help("bool, int8 to int64, uint8 to uint64, float32, float64, str; Field[[I], float64]; tuple[...]")),
    }
}

fn scalar_of(constant: Ty) -> Option<Ty> {
    let TyKind::DType(elem) = constant.kind() else { return None };
    elem.dtype().filter(|dtype| SCALARS.contains(dtype)).map(Ty::scalar)
}

pub fn is_field(path: &str) -> bool {
    path.starts_with("gt4py.") && path.ends_with(".Field")
}

pub fn is_tuple(path: &str) -> bool {
    matches!(path, "builtins.tuple" | "typing.Tuple") || path.starts_with("gt4py.") && path.ends_with(".tuple")
}

fn generic(
    written: &Annotation,
    base: &Annotation,
    items: &[Annotation],
    names: &Names,
) -> Result<Vec<Meaning>, Problem> {
    let AnnotationNode::Name(name) = &base.node else { return Err(wrong(base.range, "a name is wanted here")) };
    let path = match named(name, names) {
        Named::Path(path) => path,
        Named::Value(ty) if ty.is_unknown() => return Ok(unknown()),
        Named::Types(types) if types.iter().any(|meaning| !meaning.bound.is_empty()) => {
            return chosen_of(&types, written, items, names);
        }
        _ => return Err(wrong(base.range, format!("`{name}` takes no brackets"))),
    };
    match (path.as_str(), items) {
        ("typing.Annotated" | "typing_extensions.Annotated", [inner, ..]) => resolve(inner, names),
        (path, [.., Annotation { node: AnnotationNode::Rest, .. }]) if is_tuple(path) => {
            Err(wrong(written.range, "a tuple has a known number of items"))
        }
        (path, []) if is_tuple(path) => Err(wrong(written.range, "a tuple has at least one item")),
        (path, items) if is_tuple(path) => tuple(items, names),
        ("builtins.type", [_]) => Err(wrong(written.range, "a type is no value that is handed on")),
        (path, items) if is_field(path) => match items {
            [dims, elements] => field(dims, elements, names),
            _ => Err(wrong(written.range, "a field says its dimensions and its elements: Field[[I, J], float64]")),
        },
        (path, _) if is_elsewhere(path) => Ok(unknown()),
        _ => Err(wrong(written.range, format!("GT4Py has no type `{name}[...]`"))),
    }
}

/// `F[float64]` of `F = Field[[I], T]`: those of an alias that have these types in the place of type variables.
fn chosen_of(
    alias: &[Meaning],
    written: &Annotation,
    items: &[Annotation],
    names: &Names,
) -> Result<Vec<Meaning>, Problem> {
    let count = alias.first().map_or(0, |meaning| meaning.bound.len());
    if items.len() != count {
        let message = format!("type variables in the alias: {count}, types in the brackets: {}", items.len());
        return Err(wrong(written.range, message));
    }
    let given = items.iter().map(|item| resolve(item, names)).collect::<Result<Vec<_>, _>>()?;
    let mut found = Vec::new();
    for meaning in alias {
        let mut bound = Some(Bound::new());
        for ((_, own), members) in meaning.bound.iter().zip(&given) {
            let member = members.iter().find(|member| member.ty == *own);
            bound = bound.zip(member).and_then(|(bound, member)| united(&bound, &member.bound));
        }
        found.extend(bound.map(|bound| Meaning { bound, ..meaning.clone() }));
    }
    let shown = || given.iter().flatten().map(|member| types::spell(member.ty)).collect::<Vec<_>>().join(", ");
    if found.is_empty() {
        Err(wrong(written.range, format!("no type variable stands for {}", shown())))
    } else {
        Ok(found)
    }
}

/// Combinations that one annotation stands for, at most.
const MOST_COMBINATIONS: usize = 64;

/// Each combination of what the items may be; items of one type variable are one choice.
fn tuple(items: &[Annotation], names: &Names) -> Result<Vec<Meaning>, Problem> {
    let mut found: Vec<(Vec<Ty>, Bound)> = vec![Default::default()];
    for item in items {
        let members = resolve(item, names)?;
        let mut next = Vec::new();
        for (chosen, bound) in &found {
            let fitting = members.iter().filter_map(|member| Some((member.ty, united(bound, &member.bound)?)));
            next.extend(fitting.map(|(ty, bound)| ([chosen.as_slice(), &[ty]].concat(), bound)));
        }
        if next.len() > MOST_COMBINATIONS {
            let message = format!("this tuple is of more than the {MOST_COMBINATIONS} types that are looked at");
            return Err(wrong(item.range, message).help("name one type variable for items of one type"));
        }
        found = next;
    }
    Ok(found.into_iter().map(|(items, bound)| Meaning { bound, ..Meaning::of(Ty::tuple(items)) }).collect())
}

fn field(dims: &Annotation, elements: &Annotation, names: &Names) -> Result<Vec<Meaning>, Problem> {
    let items = match &dims.node {
        AnnotationNode::List(items) => items,
        AnnotationNode::Subscript { base, items, .. } if is_dims(base, names) => items,
        AnnotationNode::Name(name) if is_unknown(name, names) => return Ok(unknown()),
        _ => return Err(wrong(dims.range, "dimensions stand in a list: Field[[I, J], float64]")),
    };
    let mut found = Vec::new();
    for item in items {
        let name = match &item.node {
            AnnotationNode::Name(name) => name,
            // What Python computes, which isn't followed.
            AnnotationNode::Subscript { .. } => return Ok(unknown()),
            AnnotationNode::Text(text) if text.is_empty() => return Ok(unknown()),
            _ => return Err(wrong(item.range, "a dimension is wanted here")),
        };
        match named(name, names) {
            Named::Value(ty) if types::as_dimension(ty).is_some() => found.push(ty),
            _ if is_unknown(name, names) => return Ok(unknown()),
            _ => {
                let help = format!("a dimension is made in the module: {name} = Dimension(\"{name}\")");
                return Err(wrong(item.range, format!("`{name}` is no dimension")).help(help));
            }
        }
    }
    if let Err(message) = ordered(&found) {
        return Err(wrong(dims.range, message));
    }
    let members = resolve(elements, names)?;
    let made =
        members.into_iter().map(|member| match types::SCALARS.iter().any(|known| Ty::scalar(*known) == member.ty) {
            true => Ok(Meaning { ty: types::field(found.iter().copied(), member.ty), ..member }),
            false if member.ty.is_unknown() => Ok(member),
            false => {
                let message = format!("the elements of a field are scalars, not {}", types::spell(member.ty));
                Err(wrong(elements.range, message))
            }
        });
    made.collect()
}

/// Is a name of another module, which isn't known, or of a value that isn't understood?
fn is_unknown(name: &str, names: &Names) -> bool {
    match named(name, names) {
        Named::Value(ty) => ty.is_unknown(),
        Named::Path(path) => is_elsewhere(&path),
        _ => false,
    }
}

fn is_dims(base: &Annotation, names: &Names) -> bool {
    let AnnotationNode::Name(name) = &base.node else { return false };
    matches!(named(name, names), Named::Path(path) if path.starts_with("gt4py.") && path.ends_with(".Dims"))
}

/// Are dims in the order that fields have them in: by kind, then by name, each once, and one of them local at most?
fn ordered(dims: &[Ty]) -> Result<(), String> {
    let key = |dim: &Ty| {
        let (name, kind) = types::as_dimension(*dim).unwrap_or_default();
        (types::KINDS.iter().position(|known| *known == kind), name)
    };
    let mut sorted = dims.to_vec();
    sorted.sort_by_key(key);
    let names = |dims: &[Ty]| dims.iter().map(|dim| key(dim).1).collect::<Vec<_>>().join(", ");
    if sorted != dims {
        return Err(format!("the dimensions {} stand in the order {}", names(dims), names(&sorted)));
    }
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("the dimension {} stands twice", names(&pair[..1])));
    }
    let local = dims.iter().filter(|dim| types::as_dimension(**dim).is_some_and(|(_, kind)| kind == "local")).count();
    if local > 1 { Err("a field has at most one local dimension".to_owned()) } else { Ok(()) }
}
