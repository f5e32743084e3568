//! What is wrong with operators and programs as wholes: results, branches, scans, domains.

use conformable_python::rules;
use conformable_types::arithmetic::{int_operation, python_operation};
use conformable_types::dtype::is_subdtype;
use conformable_types::text::nearest;
use conformable_types::{DType, Dim, Sym, Ty, TyKind};
use ruff_text_size::{Ranged, TextRange};

use super::types::{self, as_dimension, spell};
use super::{EXPERIMENTAL, GT4PY, NEXT};
use crate::language::{Assignment, BindingForm, Definition, Language, Problem, Unit, not_defined};
use crate::syntax::reads;

/// What a decorator is given by this name.
pub fn option(options: &[(Sym, Ty)], name: &str) -> Option<Ty> {
    options.iter().find(|(own, _)| own.as_str() == name).map(|(_, ty)| GT4PY.class_type(*ty))
}

/// A value of another type than there was, or than was declared.
pub fn other_type(assignment: &Assignment, old: Ty, new: Ty) -> Problem {
    let (old, new) = (spell(old), spell(new));
    if assignment.binding == BindingForm::Returned {
        return Problem::fatal(rules::DIALECT_RESULT, format!("the result is {old}, and {new} is returned"));
    }
    let message = format!("`{}` is {old}, and is given {new}", assignment.name);
    Problem::fatal(rules::DIALECT_ASSIGNMENT, message)
}

/// What is returned is no value.
pub fn no_result(exact: Ty) -> Problem {
    let what = if exact.is_unknown() { "an operator".to_owned() } else { spell(exact) };
    let message = format!("an operator gives scalars, fields or tuples of these, not {what}");
    Problem::fatal(rules::DIALECT_RESULT, message)
}

/// What has attributes that operators don't read.
pub fn no_namespace(ty: Ty) -> Problem {
    let class = spell(ty);
    let message = format!("operators read no attributes of `{}` objects", class.rsplit('.').next().unwrap_or(&class));
    Problem::fatal(rules::DIALECT_OPERATION, message)
        .help("constants stand in the module, in a module that is imported, an enum, or a FrozenNamespace")
}

/// Why what a module binds is no constant of an operator: it is a list or a set, or has one in it.
pub fn no_constant(name: &str, ty: Ty) -> Option<Problem> {
    let of_items = |leaf: &Ty| matches!(leaf.kind(), TyKind::Class(class) if CONTAINERS.contains(&class.as_str()));
    types::leaves(ty).iter().find(|leaf| of_items(leaf)).map(|leaf| {
        let message = format!(
            "`{name}` is a Python {}, which is no constant",
            spell(*leaf).rsplit('.').next().unwrap_or_default()
        );
        Problem::fatal(rules::DIALECT_OPERATION, message).help("constants are numbers, bools and tuples of these")
    })
}

const CONTAINERS: [&str; 2] = ["builtins.list", "builtins.set"];

/// Python's classes of objects that have any attributes.
const NAMESPACES: [&str; 2] = ["types.SimpleNamespace", "argparse.Namespace"];

/// What a variable is behind branches: of one type, whichever was taken.
pub fn join(name: Sym, types: &[Ty]) -> Result<Ty, Problem> {
    let known = |ty: &&Ty| !ty.is_unknown();
    let first = types.iter().find(known).copied().unwrap_or_else(Ty::unknown);
    match types.iter().filter(known).find(|ty| **ty != first) {
        None => Ok(first),
        Some(other) => {
            let (one, other) = (spell(first), spell(*other));
            let message = format!("`{name}` is {one} behind one branch and {other} behind another");
            Err(Problem::fatal(rules::DIALECT_ASSIGNMENT, message))
        }
    }
}

/// `{I: (0, n)}`: the domain over the keys.
pub fn domain(items: &[Ty]) -> Result<Ty, Problem> {
    let wrong = |message: String| Err(Problem::fatal(rules::DIALECT_OPERATION, message));
    let (keys, values) = items.split_at(items.len() / 2);
    if items.iter().flat_map(|item| types::leaves(*item)).any(|leaf| leaf.is_unknown()) {
        return Ok(Ty::unknown());
    }
    if keys.is_empty() {
        return wrong("a domain has at least one dimension".to_owned());
    }
    if let Some(other) = keys.iter().find(|key| as_dimension(**key).is_none()) {
        return wrong(format!("a domain is over dimensions, not {}", spell(*other)));
    }
    for value in values {
        let is_whole = |ty: &Ty| is_of(GT4PY.class_type(*ty), &["integer"]);
        match value.kind() {
            TyKind::Tuple(bounds) if bounds.len() == 2 && bounds.iter().all(is_whole) => {}
            _ => return wrong(format!("a domain is from one whole number to another, not {}", spell(*value))),
        }
    }
    Ok(types::domain(keys.iter().copied()))
}

/// A constant that Python computes: of ints whose values are known, and of floats.
pub fn of_python(symbol: &str, operands: &[Ty]) -> Ty {
    let float = Ty::scalar(DType::FLOAT64);
    let constant = |ty: &Ty| ty.int_value().and_then(|value| value.constant());
    let whole = match operands {
        [one] => constant(one).and_then(|value| match symbol {
            "neg" => value.checked_neg(),
            "pos" => Some(value),
            "~" => Some(!value),
            _ => None,
        }),
        [left, right] => {
            let value =
                constant(left).zip(constant(right)).and_then(|(x, y)| int_operation(symbol, x.into(), y.into()));
            value.and_then(Dim::constant)
        }
        _ => None,
    };
    let whole = whole.or_else(|| whole_of_builtin(symbol, operands));
    // As Python has them.
    let python = |ty: &Ty| match GT4PY.class_type(*ty) {
        own if own == float => Ty::new(TyKind::Float),
        own if is_of(own, &["integer"]) || ty.int_value().is_some() => Ty::new(TyKind::Int),
        own => own,
    };
    let given: Vec<Ty> = operands.iter().map(python).collect();
    let is_float = match given.as_slice() {
        [one] => matches!(symbol, "neg" | "pos") && *one == Ty::new(TyKind::Float),
        [left, right] => python_operation(symbol, *left, *right) == Some(Ok(Ty::new(TyKind::Float))),
        _ => false,
    };
    match (whole, symbol) {
        (Some(value), _) => Ty::int(value),
        (_, "text") => put_together(operands),
        (_, "+") if operands.iter().all(|ty| ty.str_value().is_some()) => put_together(operands),
        (_, "if") if operands[1..].iter().all(|ty| *ty == operands[1]) => operands[1],
        // Whatever was chosen: of ints it may be another one, of more bits.
        (_, "if") if given[1] == given[2] && given[1] == Ty::new(TyKind::Float) => float,
        (_, path) if NAMESPACES.contains(&path) => Ty::class(path),
        (_, "builtins.bool") => Ty::scalar(DType::BOOL),
        (_, "builtins.float") => float,
        (_, "builtins.abs" | "builtins.min" | "builtins.max") if are_floats(&given) => float,
        (_, path) if FLOATS_OF_MATH.iter().any(|name| path.strip_prefix("math.") == Some(name)) => float,
        _ if is_float => float,
        _ => Ty::unknown(),
    }
}

/// The functions of Python's `math` that give floats.
const FLOATS_OF_MATH: [&str; 32] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "copysign", "cos", "cosh", "degrees", "dist",
    "erf", "erfc", "exp", "exp2", "expm1", "fabs", "fmod", "gamma", "hypot", "lgamma", "log", "log10", "log1p", "log2",
    "pow", "radians", "sin", "sqrt", "tan",
];

fn are_floats(types: &[Ty]) -> bool {
    !types.is_empty() && types.iter().all(|ty| *ty == Ty::new(TyKind::Float))
}

/// The int that a builtin of Python's gives, where what it is given is known.
fn whole_of_builtin(path: &str, operands: &[Ty]) -> Option<i64> {
    let wholes = || operands.iter().map(|ty| ty.int_value()?.constant()).collect::<Option<Vec<i64>>>();
    match (path, operands) {
        ("builtins.len", [one]) => match (one.str_value(), one.kind()) {
            (Some(text), _) => i64::try_from(text.chars().count()).ok(),
            (None, TyKind::Tuple(items)) => i64::try_from(items.len()).ok(),
            _ => None,
        },
        ("builtins.int", [one]) => one.str_value().and_then(|text| text.parse().ok()).or_else(|| wholes()?.pop()),
        ("builtins.abs", [_]) => wholes()?.pop()?.checked_abs(),
        ("builtins.min", [_, _, ..]) => wholes()?.into_iter().min(),
        ("builtins.max", [_, _, ..]) => wholes()?.into_iter().max(),
        _ => None,
    }
}

/// A text of parts, if each is known.
fn put_together(parts: &[Ty]) -> Ty {
    let part = |ty: &Ty| match (ty.str_value(), ty.int_value().and_then(|value| value.constant())) {
        (Some(text), _) => Some(text.to_owned()),
        (None, Some(whole)) => Some(whole.to_string()),
        _ => None,
    };
    parts.iter().map(part).collect::<Option<String>>().map_or_else(Ty::unknown, |text| Ty::str(&text))
}

/// What is wrong with a name that stands for nothing: GT4Py's own are imported.
pub fn undefined(name: &str) -> Problem {
    let of_module = |module: &&&str| GT4PY.catalogue().names_of(module).contains(&name);
    if let Some(module) = [NEXT, EXPERIMENTAL].iter().find(of_module) {
        let problem = Problem::fatal(rules::DIALECT_UNDEFINED, format!("`{name}` is not imported"));
        return problem.help(format!("from {module} import {name}"));
    }
    Problem { help: meant(name), ..not_defined(GT4PY.name(), name) }
}

/// What an undefined name may have been meant to be: Python's builtins have others in their place.
fn meant(name: &str) -> Option<String> {
    let instead = match name {
        "max" => "`maximum(a, b)` of two values, `max_over(f, axis=D)` along a local dimension",
        "min" => "`minimum(a, b)` of two values, `min_over(f, axis=D)` along a local dimension",
        "sum" => "`neighbor_sum(f, axis=D)` along a local dimension",
        "int" => "`astype(x, int32)` of a field, `int32(x)` of a scalar",
        "len" | "range" => "the sizes of fields are not known in operators",
        _ => {
            let names = GT4PY.catalogue().names_of(NEXT);
            return nearest(name, names).map(|near| format!("did you mean `{near}`?"));
        }
    };
    Some(instead.to_owned())
}

/// Is it a scalar of one of these classes?
fn is_of(ty: Ty, classes: &[&str]) -> bool {
    let TyKind::Scalar(elem) = ty.kind() else { return false };
    elem.dtype().is_some_and(|dtype| classes.iter().any(|class| is_subdtype(dtype, class) == Some(true)))
}

/// The names that GT4Py keeps for its builtins, a line each.
const RESERVED: &str = include_str!("../../../../catalogue/gt4py/reserved.txt");

/// What is wrong with a definition.
pub fn problems(definition: &Definition) -> Vec<Problem> {
    let Definition { def, .. } = definition;
    let list = &def.parameters;
    let wrong = |range: TextRange, message: &str| vec![Problem::fatal(rules::DIALECT_STATEMENT, message).at(range)];
    if RESERVED.lines().any(|name| name == def.name.as_str()) {
        let message = format!("`{}` is a builtin of GT4Py's, whose name no operator and no program has", def.name);
        return wrong(def.name.range(), &message);
    }
    if def.is_async {
        return wrong(def.name.range(), "an operator is no coroutine: write def");
    }
    // It drops them, so that their names stand for nothing; one by name needs a default.
    let by_place = list.posonlyargs.iter().map(|param| (&param.parameter, false));
    let by_name = list.kwonlyargs.iter().map(|param| (&param.parameter, param.default.is_none()));
    let rest = list.vararg.iter().chain(&list.kwarg).map(|param| (&**param, false));
    let mut dropped = by_place.chain(by_name).chain(rest);
    if let Some((first, _)) = dropped.find(|(param, is_wrong)| *is_wrong || reads(&def.body, &param.name)) {
        let message = "GT4Py has plain parameters alone, and leaves this one out: write no `/`, no `*` and no `**`";
        return wrong(first.range(), message);
    }
    match definition.unit {
        Unit::Function | Unit::Scan if !definition.always_returns => {
            let message = format!("`{}` doesn't return a value on every path", definition.name);
            vec![Problem::fatal(rules::DIALECT_RESULT, message)]
        }
        Unit::Scan => scan(definition),
        _ => Vec::new(),
    }
}

/// A scan goes along a vertical axis, and its carry, its first value and its result are of one type.
fn scan(definition: &Definition) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut wrong = |message: String| found.push(Problem::fatal(rules::DIALECT_SCAN, message));
    let name = definition.name;
    match option(definition.options, "axis") {
        None => wrong(format!("the scan `{name}` has no axis: @scan_operator(axis=K, forward=True, init=0.0)")),
        Some(axis) if axis.is_unknown() => {}
        Some(axis) => match as_dimension(axis) {
            Some((_, "vertical")) => {}
            _ => wrong(format!("the scan `{name}` goes along {}, not along a vertical dimension", spell(axis))),
        },
    }
    if let Some(forward) = option(definition.options, "forward").filter(|ty| !ty.is_unknown())
        && forward != Ty::scalar(DType::BOOL)
    {
        wrong(format!("`forward` of the scan `{name}` is a bool, not {}", spell(forward)));
    }
    let Some(carry) = definition.params.first() else {
        wrong(format!("the scan `{name}` has no parameter for what its last step gave"));
        return found;
    };
    let wanted = carry.class_type;
    if wanted.is_unknown() {
        return found;
    }
    if definition.result != wanted && !definition.result.is_unknown() {
        let (own, result) = (spell(wanted), spell(definition.result));
        wrong(format!("`{}` of the scan `{name}` is {own}, and the next step is given {result}", carry.name));
    }
    // The first value is 0.0 if none is given.
    let init = option(definition.options, "init").unwrap_or_else(|| Ty::scalar(DType::FLOAT64));
    if init != wanted && !init.is_unknown() {
        let (own, first) = (spell(wanted), spell(init));
        wrong(format!("`{}` of the scan `{name}` is {own}, and its first value, `init`, is {first}", carry.name));
    }
    found
}
