//! The `gt4py` blocks of the manual: lines `expression => answer` about GT4Py's types, in their text form.
//!
//! | expression | answer |
//! |---|---|
//! | `spell(A)` | the type as GT4Py prints it |
//! | `operation(OP, A, B)` | the type of `A OP B`, by GT4Py's catalogue; why there is none |
//! | `apply(NAME, A, ...)` | what a function of `gt4py.next`, or a primitive `ir.NAME`, gives |
//! | `is_invocable(F, A, ...)`, `implements(F, Callable(A, ...))` | `yes`; why it can't be called so |
//!
//! A field is written as GT4Py writes it, `Field[[I, K], float64]`: K is vertical, V2E and E2V are local, other
//! dimensions are horizontal.

use conformable_dialects::gt4py::types::{dimension, spell};
use conformable_signatures::{Arg, CallArgs, CallOutcome, Catalogue, Op};
use conformable_solver::Store;
use conformable_types::convert::is_invocable;
use conformable_types::text::{parse_type, print_ty};
use conformable_types::{Ty, TyKind};

use crate::types_language::arguments;

/// The answer to one expression, or the message of the error in it.
pub fn evaluate(expression: &str) -> Result<String, String> {
    let call = expression.trim().strip_suffix(')').and_then(|text| text.split_once('('));
    let (name, inside) = call.ok_or("an expression is `name(arguments)`")?;
    let args = arguments(inside);
    let catalogue = Catalogue::language("gt4py").ok_or("there is no catalogue of GT4Py")?;
    match (name, args.as_slice()) {
        ("spell", [one]) => Ok(spell(ty(one)?)),
        ("operation", [op, rest @ ..]) => applied(catalogue.operator(op), rest),
        ("apply", [path, rest @ ..]) => {
            let path =
                path.strip_prefix("ir.").map_or_else(|| format!("gt4py.next.{path}"), |own| format!("gt4py.ir.{own}"));
            applied(catalogue.function(&path), rest)
        }
        ("is_invocable", [function, rest @ ..]) => invocable(function, rest),
        ("implements", [function, wanted]) => {
            let inside = wanted.strip_prefix("Callable(").and_then(|text| text.strip_suffix(')'));
            invocable(function, &arguments(inside.ok_or("a trait is Callable(A, ...)")?))
        }
        _ => Err(format!("there is no `{name}` of so many arguments in this language")),
    }
}

fn invocable(function: &str, args: &[&str]) -> Result<String, String> {
    let args = args.iter().filter(|text| !text.is_empty()).map(|text| ty(text)).collect::<Result<Vec<_>, _>>()?;
    let own = ty(function)?;
    let TyKind::Function(function) = own.kind() else { return Err(format!("{} is no function", print_ty(own))) };
    is_invocable(function, &args).map(|()| "yes".to_owned())
}

fn applied(op: Option<&'static Op>, args: &[&str]) -> Result<String, String> {
    let op = op.ok_or("there is no such entry")?;
    let positional = args.iter().map(|text| Ok(Arg::of(ty(text)?))).collect::<Result<Vec<_>, String>>()?;
    match op.apply(&CallArgs { positional, ..CallArgs::default() }, &Store::new()) {
        CallOutcome::Value(given, store) => Ok(spell(store.resolve_ty(given.result))),
        CallOutcome::Refuted(failure) => Err(failure.failure.message.clone()),
        CallOutcome::Unknown(reason) => Err(reason.to_owned()),
    }
}

/// A type, in which fields are written with the names of their dimensions.
fn ty(text: &str) -> Result<Ty, String> {
    let mut whole = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[[") {
        let (names, after) = after.split_once(']').ok_or("dimensions end with `]`")?;
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        let dims = Ty::tuple(names.map(|name| dimension(name, kind(name))));
        whole = format!("{whole}{before}[{}", print_ty(dims));
        rest = after;
    }
    parse_type(&(whole + rest)).map_err(|error| format!("{error} at {}", error.offset))
}

fn kind(name: &str) -> &'static str {
    match name {
        "K" => "vertical",
        "V2E" | "E2V" => "local",
        _ => "horizontal",
    }
}
