//! Members of enums: `class Kind(enum.Enum)` with one constant a line.
//!
//! Each member is an instance of its class with a `name` and a `value`, made once. What makes members otherwise is not
//! followed: their attributes and their lookup are unknown then. So are those of `StrEnum`, whose members are also texts.
//! A member of an `IntEnum` or an `IntFlag` is an int wherever one is wanted: a size, an index, an operand.

use std::rc::Rc;

use conformable_types::{Truth, Ty, TyKind};
use ruff_python_ast::{Expr, Stmt};

use crate::domain::heap::{Name, Names, Object, ObjectId};
use crate::domain::operand::NUMBER;
use crate::domain::value::{Class, ClassForm, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::interpreter::Interpreter;
use crate::syntax::handles::name_of;

/// The name of the class's scope under which its members stand, in order.
const MEMBERS: &str = "*members";

/// The classes whose members are made of constants: whether they are numbers, and bits that may be set together.
const BASES: [(&str, MemberKind); 4] = [
    ("enum.Enum", MemberKind { is_number: false, is_bit: false }),
    ("enum.IntEnum", MemberKind { is_number: true, is_bit: false }),
    ("enum.Flag", MemberKind { is_number: false, is_bit: true }),
    ("enum.IntFlag", MemberKind { is_number: true, is_bit: true }),
];

/// What members are besides.
#[derive(Clone, Copy)]
struct MemberKind {
    is_number: bool,
    is_bit: bool,
}

impl MemberKind {
    fn of(class: &Class<'_>) -> Option<MemberKind> {
        let [Value { kind: Kind::Builtin(path), .. }] = &*class.bases else { return None };
        BASES.iter().find(|(base, _)| *base == path.as_str()).map(|(_, kind)| *kind)
    }

    /// May a member have this value?
    fn takes(self, value: &Value<'_>) -> bool {
        match value.constant_int() {
            Some(number) if self.is_bit => number.count_ones() == 1 && number > 0,
            Some(_) => true,
            None => !self.is_number && !self.is_bit && is_constant(value),
        }
    }

    /// What `auto()` gives after these.
    fn next_value<'p>(self, found: &[(Sym, Value<'p>)]) -> Option<Value<'p>> {
        let values: Vec<i64> = found.iter().map(|(_, value)| value.constant_int()).collect::<Option<_>>()?;
        let Some(last) = values.last() else { return Some(Value::int(1)) };
        // After one that isn't the largest, releases differ.
        let is_largest = values.iter().all(|value| value <= last);
        let next = if self.is_bit { last.checked_mul(2)? } else { last.checked_add(1)? };
        Some(Value::int(next)).filter(|_| is_largest)
    }
}

/// Is more asked of a class's members than is followed here, since they are numbers or bits, too?
pub fn are_more_than_members(path: &str) -> bool {
    path != BASES[0].0
}

/// What a class may define that decides which members there are, or what is equal to one.
const HOOKS: [&str; 9] = [
    "__new__",
    "__init__",
    "__eq__",
    "__getattribute__",
    "_generate_next_value_",
    "_ignore_",
    "_order_",
    "name",
    "value",
];

/// Makes the members of an enum from its body, if nothing but its lines decides which there are.
pub fn make_members<'p>(run: &mut impl Interpreter<'p>, class: &Rc<Class<'p>>, body: &'p [Stmt]) {
    let Some(kind) = MemberKind::of(class).filter(|_| !class.made_elsewhere) else { return };
    if HOOKS.iter().any(|hook| run.lookup_in(class.scope, Sym::new(hook)).is_some()) {
        return;
    }
    let Some(values) = member_values(run, class.scope, kind, body) else { return };
    // Equal values make one member of two names.
    let values_alone: Vec<Value<'p>> = values.iter().map(|(_, value)| value.clone()).collect();
    for (place, value) in values_alone.iter().enumerate() {
        if values_alone[..place].iter().any(|other| !run.equal(value, other).is_no()) {
            return;
        }
    }
    let mut members = Vec::new();
    for (name, value) in values {
        let text = Value::data(Ty::str(name.as_str()));
        let number = kind.is_number.then(|| (NUMBER, value.clone()));
        let own = [("name", text.clone()), ("value", value.clone()), ("_name_", text), ("_value_", value)];
        let order = own.iter().map(|(name, _)| Name::new(Sym::new(name))).collect();
        let all = own.into_iter().chain(number);
        let attributes: Names<'p> = all.map(|(name, value)| (Name::new(Sym::new(name)), value)).collect();
        let instance = Object::Instance { class: Rc::clone(class), attributes, order, open: false };
        let member: Value<'p> = Kind::Object(run.new_object(instance)).into();
        run.bind_in(class.scope, name, member.clone());
        members.push(member);
    }
    run.bind_in(class.scope, Sym::new(MEMBERS), Value::tuple(members));
}

/// The names that are members, with their values; `None` where a statement may do something else.
fn member_values<'p>(
    run: &mut impl Interpreter<'p>,
    scope: ObjectId,
    kind: MemberKind,
    body: &'p [Stmt],
) -> Option<Vec<(Sym, Value<'p>)>> {
    let mut found: Vec<(Sym, Value<'p>)> = Vec::new();
    for statement in body {
        let assign = match statement {
            Stmt::Assign(assign) => assign,
            // A number's own operators are exchanged.
            Stmt::FunctionDef(own) if kind.is_number && own.name.starts_with("__") => return None,
            Stmt::FunctionDef(_) | Stmt::Pass(_) => continue,
            Stmt::Expr(text) if text.value.is_string_literal_expr() => continue,
            Stmt::AnnAssign(declared) if declared.value.is_none() => continue,
            _ => return None,
        };
        let [Expr::Name(target)] = &*assign.targets else { return None };
        let name = name_of(target);
        let is_auto = match &*assign.value {
            Expr::Call(call) => run.path_of(&call.func).as_deref() == Some("enum.auto"),
            _ => false,
        };
        let value = if is_auto { kind.next_value(&found)? } else { run.lookup_in(scope, name)? };
        if target.id.starts_with("__") || target.id.ends_with('_') || !kind.takes(&value) {
            return None;
        }
        if found.iter().any(|(other, _)| *other == name) {
            return None;
        }
        found.push((name, value));
    }
    Some(found)
}

/// A number, a text, or a tuple of such.
fn is_constant(value: &Value<'_>) -> bool {
    match &value.kind {
        Kind::Data(ty) => match ty.kind() {
            TyKind::LitStr(_) => true,
            TyKind::IntOf(_) => value.constant_int().is_some(),
            _ => false,
        },
        Kind::Tuple(tuple) => tuple.is_plain() && tuple.items.iter().all(is_constant),
        _ => false,
    }
}

/// The members of an enum, in order, where each is known.
pub fn members<'p>(run: &Machine<'p>, class: &Class<'p>) -> Option<Vec<Value<'p>>> {
    let Kind::Tuple(members) = run.lookup_in(class.scope, Sym::new(MEMBERS))?.kind else { return None };
    Some(members.items.clone())
}

/// Has an enum, whose members are all known, neither a member nor anything else of this name? Of what a class of numbers has
/// besides nothing is said.
pub fn has_no_member<'p>(run: &Machine<'p>, class: &Rc<Class<'p>>, name: Sym) -> bool {
    let is_own = || name.as_str().starts_with('_') || name.as_str() == "mro";
    let is_alone =
        MemberKind::of(class).is_some_and(|kind| !kind.is_number || name.as_str().to_lowercase() != name.as_str());
    is_alone && !is_own() && members(run, class).is_some() && !run.is_set_anywhere(class, name)
}

/// `Kind(value)`: the member that has it; of a value that isn't known, or that the class may have an answer for, one of them.
pub fn member_of_value<'p>(run: &mut Machine<'p>, class: &Class<'p>, value: &Value<'p>) -> Value<'p> {
    let Some(all) = members(run, class) else { return Value::unknown() };
    if all.is_empty() || run.lookup_in(class.scope, Sym::new("_missing_")).is_some() {
        return Value::unknown();
    }
    let mut possible = Vec::new();
    for member in all {
        let own = run.state.held_attribute(&member, "_value_");
        match own.map_or(Truth::Unknown, |own| run.equal(&own, value)) {
            Truth::Yes => return member,
            Truth::No => {}
            Truth::Unknown => possible.push(member),
        }
    }
    if possible.is_empty() { Value::unknown() } else { run.one_among(&possible) }
}

/// `Kind[name]`.
pub fn member_of_name<'p>(run: &mut Machine<'p>, class: &Class<'p>, name: &Value<'p>) -> Value<'p> {
    let Some(all) = members(run, class).filter(|all| !all.is_empty()) else {
        return Value::unknown();
    };
    match name.str_value() {
        Some(name) => {
            let has_name = |member: &&Value<'p>| {
                run.state.held_attribute(member, "_name_").is_some_and(|own| own.str_value() == Some(name))
            };
            all.iter().find(has_name).cloned().unwrap_or_else(Value::unknown)
        }
        None => run.one_among(&all),
    }
}

/// Is it a member of an enum that is no number, too, so that nothing but itself is equal to it?
pub fn is_member_alone<'p>(run: &Machine<'p>, value: &Value<'p>) -> bool {
    let kind = || run.state.class_of(value).and_then(|class| MemberKind::of(&class));
    matches!(value.kind, Kind::Object(_))
        && are_members(run, value, value)
        && kind().is_some_and(|kind| !kind.is_number)
}

/// A member as a program writes it: `Kind.TEST`.
pub fn shown_member<'p>(run: &Machine<'p>, value: &Value<'p>) -> Option<String> {
    let class = run.state.class_of(value).filter(|_| is_member_alone(run, value))?;
    Some(format!("{}.{}", class.name, run.state.held_attribute(value, "_name_")?.str_value()?))
}

/// Are two values members of one enum? Then they are equal if they are the same.
pub fn are_members<'p>(run: &Machine<'p>, left: &Value<'p>, right: &Value<'p>) -> bool {
    let class = |value: &Value<'p>| match value.kind {
        Kind::Object(id) if !run.state.heap.is_summary(id) => match run.state.heap.get(id) {
            Object::Instance { class, .. } if class.form == ClassForm::Enum => Some(Rc::clone(class)),
            _ => None,
        },
        _ => None,
    };
    let same = class(left).zip(class(right)).filter(|(left, right)| Rc::ptr_eq(left, right));
    same.is_some_and(|(class, _)| run.lookup_in(class.scope, Sym::new(MEMBERS)).is_some())
}
