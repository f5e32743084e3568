//! Ways out of unknown: what a test or an unpacking that has succeeded says of a value of which nothing was known.
//!
//! `isinstance(x, np.ndarray)` says that it is an array. A shape or a rank says no more than that: a table has one too
//! ([`Kind::Shaped`]). What is taught is a fact of the place that is written in the test, and of what stands there alone.

use conformable_signatures::Catalogue;
use conformable_types::Ty;
use ruff_python_ast::{CmpOp, Expr};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::heap::{Name, Object};
use crate::domain::taught::TaughtPlace;
use crate::domain::value::{Class, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::call::alone::class_of_receiver;
use crate::eval::interpreter::Interpreter;
use crate::eval::python::shaped::shaped;
use crate::library::known_paths::KNOWN;
use crate::syntax::handles::{attribute_of, name_of};
use crate::syntax::literals::unsigned_literal;

/// `left == right` is so: what has a shape that is compared with sizes. Gives the places that were taught.
pub fn teach_compared<'p>(run: &mut impl Interpreter<'p>, [left, right]: [&'p Expr; 2], op: CmpOp) -> Vec<&'p Expr> {
    let mut taught = Vec::new();
    if op != CmpOp::Eq {
        return taught;
    }
    for (side, other) in [(left, right), (right, left)] {
        let Some((subject, is_whole)) = measured(side) else { continue };
        let is_size = match run.peek(other).map(|other| other.kind) {
            Some(Kind::Tuple(_) | Kind::Shape(_)) => is_whole,
            Some(kind) => !is_whole && (Value::from(kind).int_value().is_some() || measured(other).is_some()),
            None => false,
        };
        if is_size && teach_shape(run, subject) {
            taught.push(subject);
        }
    }
    taught
}

/// What has the shape, rank or size that is read here, and is it the whole shape?
fn measured(expression: &Expr) -> Option<(&Expr, bool)> {
    match expression {
        Expr::Attribute(attribute) if attribute.attr.as_str() == "shape" => Some((&attribute.value, true)),
        Expr::Attribute(attribute) if attribute.attr.as_str() == "ndim" => Some((&attribute.value, false)),
        Expr::Subscript(subscript) => match (measured(&subscript.value)?, &*subscript.slice) {
            ((subject, true), Expr::Slice(_)) => Some((subject, true)),
            ((subject, true), key) if is_index(key) => Some((subject, false)),
            _ => None,
        },
        Expr::Call(call) => match (&*call.func, &*call.arguments.args) {
            (Expr::Name(name), [shape]) if name.id == "len" => {
                measured(shape).filter(|(_, is_whole)| *is_whole).map(|(subject, _)| (subject, false))
            }
            _ => None,
        },
        _ => None,
    }
}

fn is_index(key: &Expr) -> bool {
    let unsigned = if let Expr::UnaryOp(minus) = key { &*minus.operand } else { key };
    unsigned_literal(unsigned).is_some()
}

/// What stands here has a shape, if nothing else is known of it. Says whether that is new.
pub fn teach_shape<'p>(run: &mut impl Interpreter<'p>, subject: &'p Expr) -> bool {
    let Some(value) = run.peek(subject) else { return false };
    if !run.state.is_nothing_known(&value) || run.state.refuted || is_of_own_class(run, subject) {
        return false;
    }
    let shape = run.state.store.fresh_shape();
    let kind = shaped(run, shape).kind;
    teach(run, subject, known_here(kind, &value))
}

/// Is it what the method in hand is called on, and its class one that derives from classes of the program and of Python
/// alone? What its attributes mean the class says, and it is no array.
fn is_of_own_class<'p>(run: &Machine<'p>, subject: &Expr) -> bool {
    let Expr::Name(name) = subject else { return false };
    let is_python = |base: &Value<'_>| match &base.kind {
        Kind::Class(_) => true,
        Kind::Builtin(path) => !path.as_str().contains('.') || KNOWN.classes.contains_key(path.as_str()),
        _ => false,
    };
    let are_python = |class: &Class<'_>| class.bases.iter().all(is_python);
    let derives = |class: &Class<'_>| are_python(class) && class.above.iter().flatten().all(|above| are_python(above));
    class_of_receiver(run, &name.id).is_some_and(|class| derives(&class))
}

/// `isinstance(subject, class)` is so: of nothing that was known the class makes an array, or an object of the library's.
pub fn teach_class<'p>(run: &mut impl Interpreter<'p>, subject: &'p Expr, class: &Value<'p>) {
    let Some(value) = run.peek(subject) else { return };
    if !value.is_unknown() || run.state.refuted {
        return;
    }
    if let Some(class) = run.names_object_class(class) {
        let kind = Value::data(Catalogue::instance(class)).kind;
        teach(run, subject, known_here(kind, &value));
        return note_taught(run, subject);
    }
    if !run.names_array_class(class) {
        return;
    }
    let elem = run.state.store.fresh_elem();
    let shape = match &value.kind {
        // What a caller has found of a value whose class was open may be of the other classes that are asked for here.
        Kind::Shaped(shaped) if !value.dependencies.is_of_parameters() => run.state.shape_of(shaped),
        _ => None,
    };
    let shape = shape.unwrap_or_else(|| run.state.store.fresh_shape());
    let kind = run.value_of(Ty::array(elem, shape)).kind;
    teach(run, subject, known_here(kind, &value));
    note_taught(run, subject);
}

/// All that is known of a value is what this frame has tested, whoever gave it.
fn known_here<'p>(kind: Kind<'p>, value: &Value<'p>) -> Value<'p> {
    Value { kind, origin: value.origin, dependencies: value.dependencies.kept() }
}

/// The table of facts shows what was taught where it is written: in front of the place, which itself was unknown there.
pub fn note_taught<'p>(run: &mut impl Interpreter<'p>, subject: &'p Expr) {
    let name = match subject {
        Expr::Name(name) => name.id.to_string(),
        Expr::Attribute(attribute) => match &*attribute.value {
            Expr::Name(base) => format!("{}.{}", base.id, attribute.attr),
            _ => return,
        },
        _ => return,
    };
    if let Some(value) = run.peek(subject) {
        run.note_binding(TextRange::empty(subject.start()), Sym::new(&name), &value);
    }
}

/// The place holds this value. Where others may have put it there, it is also this frame's own fact, as long as that lasts.
fn teach<'p>(run: &mut impl Interpreter<'p>, subject: &'p Expr, value: Value<'p>) -> bool {
    let is_bound = rebind(run, subject, value.clone());
    if is_bound && matches!(subject, Expr::Name(_)) {
        return true;
    }
    let Some(place) = TaughtPlace::of(subject) else { return is_bound };
    let scope = run.frame().scope;
    run.state.taught.teach(scope, place, value);
    true
}

/// The same place with a value that is known better; `false` where the heap has no room for it.
pub fn rebind<'p>(run: &mut impl Interpreter<'p>, subject: &'p Expr, value: Value<'p>) -> bool {
    match subject {
        Expr::Name(name) => {
            let scope = run.frame().scope;
            let name = name_of(name);
            if run.lookup_in(scope, name).is_some() {
                run.bind_in(scope, name, value);
                return true;
            }
        }
        Expr::Attribute(attribute) => {
            if let Some(Value { kind: Kind::Object(id), .. }) = run.peek(&attribute.value) {
                let name = Name::new(attribute_of(attribute));
                if matches!(run.state.heap.get(id), Object::Instance { attributes, open: false, .. } if attributes.contains_key(&name))
                {
                    run.state.set_attribute(id, name, value);
                    return true;
                }
            }
        }
        _ => {}
    }
    false
}
