//! Functions that functions of the catalogue are given, and call: what with, an entry of the catalogue says, that
//! of the same name in `applied`. What such a function gives stands in its place where the catalogue is asked what
//! comes of it all. It is called once here, as first of how many times it is.

use conformable_signatures::Op;
use conformable_signatures::binder::{BoundArguments, Slot};
use conformable_signatures::op::Pattern;
use conformable_types::{Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::value::{Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::interpreter::Interpreter;
use crate::eval::machine::deferred::Runs;

/// A call of a function of the catalogue.
pub fn call_catalogued<'p>(
    run: &mut impl Interpreter<'p>,
    path: Sym,
    arguments: Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    let entry = arguments.values().any(may_be_called).then(|| applied_entry(run.machine(), path.as_str())).flatten();
    let arguments = match entry {
        Some(entry) => apply_given(run, entry, arguments, range),
        None => arguments,
    };
    let made = run.machine().call_op(path, &arguments, range);
    let Kind::Data(ty) = made.kind else { return made };
    let Some(entry) = called_with_function(run.machine(), ty) else { return made };
    let function = arguments.get(0, &entry.alternatives[0].params[0].name).cloned();
    Kind::partial(made, vec![function.unwrap_or_else(Value::unknown)], Vec::new()).into()
}

/// The arguments of an object that is called: of one that was made with a function, that is the first.
pub fn given_to_object<'p>(
    run: &mut impl Interpreter<'p>,
    ty: Ty,
    arguments: Arguments<'p>,
    range: TextRange,
) -> Arguments<'p> {
    match called_with_function(run.machine(), ty) {
        Some(entry) => apply_given(run, entry, arguments, range),
        None => arguments,
    }
}

/// How objects of this class call the function that they were made with.
fn called_with_function(machine: &Machine<'_>, ty: Ty) -> Option<&'static Op> {
    let TyKind::Ctor(class, _) = ty.kind() else { return None };
    applied_entry(machine, &format!("{class}.__call__"))
}

fn applied_entry(machine: &Machine<'_>, path: &str) -> Option<&'static Op> {
    let (namespace, name) = path.rsplit_once('.')?;
    machine.library().function(&format!("{namespace}.applied.{name}"))
}

/// The arguments, with what the function among them gives in its place.
fn apply_given<'p>(
    run: &mut impl Interpreter<'p>,
    entry: &'static Op,
    mut arguments: Arguments<'p>,
    range: TextRange,
) -> Arguments<'p> {
    if arguments.open {
        return arguments;
    }
    let binding = arguments.bind(&entry.alternatives[0].params);
    let (None, Some(Slot::One(place))) = (&binding.error, binding.slots.first()) else { return arguments };
    let function = std::mem::replace(arguments.argument_mut(*place), Value::unknown());
    if may_be_called(&function) {
        let result = match handed(run, entry, &arguments, &binding, range) {
            Some(given) => run.run_at(Runs::Later, |run| run.call(&function, given, range)),
            None => Value::unknown(),
        };
        run.machine().escape_callable(&function);
        let is_function = may_be_called(&result) && !matches!(result.kind, Kind::Object(_));
        *arguments.argument_mut(*place) = if is_function { Value::unknown() } else { result };
    }
    arguments
}

/// What the function among these arguments is called with, if they are any good.
fn handed<'p>(
    run: &mut impl Interpreter<'p>,
    entry: &'static Op,
    arguments: &Arguments<'p>,
    binding: &BoundArguments,
    range: TextRange,
) -> Option<Arguments<'p>> {
    let (applied, fails) = run.looked_at(|run| run.machine().apply(entry, &entry.path, arguments, range));
    let Kind::Tuple(first) = &applied.kind else { return None };
    let mut given = Arguments::of(first.items.clone());
    let by_place = arguments.positional.len();
    for (param, slot) in entry.alternatives[0].params.iter().zip(&binding.slots) {
        // What the entry reads it also says; the rest is handed on as it is.
        match slot {
            _ if !matches!(param.pattern, Pattern::Anything) => {}
            Slot::Many(numbers) => {
                given.positional.extend(numbers.iter().map(|number| arguments.argument(*number).clone()));
            }
            Slot::Keywords(numbers) => {
                given.keywords.extend(numbers.iter().map(|number| arguments.keywords[number - by_place].clone()));
            }
            _ => {}
        }
    }
    (!fails).then_some(given)
}

/// Is it known what code runs where it is called?
fn may_be_called(value: &Value<'_>) -> bool {
    matches!(
        value.kind,
        Kind::Function(_)
            | Kind::Bound(_)
            | Kind::Partial(_)
            | Kind::Class(_)
            | Kind::Op(_)
            | Kind::Method(_)
            | Kind::Builtin(_)
            | Kind::Object(_)
    )
}
