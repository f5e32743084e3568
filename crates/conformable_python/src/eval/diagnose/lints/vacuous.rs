//! Tests that have always the same answer, and tuples that are taken for arrays: what runs, and
//! says nothing of the values that it seems to look at.

use conformable_types::{Ty, TyKind};
use ruff_python_ast::{CmpOp, Expr};
use ruff_text_size::{Ranged, TextRange};

use super::{Event, Lint, Scene};
use crate::domain::operand::Operand;
use crate::domain::value::{Kind, Tuple, TupleClass, Value};
use crate::eval::Machine;
use crate::front::diagnostic::Diagnostic;
use crate::front::rules::{self, Rule};

pub struct Vacuous;

impl Lint for Vacuous {
    fn look<'p>(&self, event: &Event<'_, 'p>, scene: &mut dyn Scene<'p>) {
        match *event {
            Event::Asserted { test } => assert_tests_nothing(scene, test),
            Event::Tested { test, value } => truth_tests_nothing(scene, test, value),
            Event::Compared { op, sides, range } => comparison_tests_nothing(scene, op, sides, range),
            Event::Measured { value, range } => length_of_places(scene, value, range),
            Event::Iterated { iterable, value } => iterated_places(scene, iterable, value),
            _ => {}
        }
    }
}

/// `assert (x, "message")`.
fn assert_tests_nothing<'p>(machine: &mut Machine<'p>, test: &'p Expr) {
    if let Expr::Tuple(tuple) = test
        && !tuple.elts.is_empty()
    {
        machine.hazard(rules::TESTS_NOTHING, test.range(), "a tuple that is not empty is always true".into());
    }
}

/// `if x.any:`, `if np.where(c):`: the truth of what is never false.
fn truth_tests_nothing<'p>(machine: &mut Machine<'p>, test: &'p Expr, value: &Value<'p>) {
    if value.dependencies.is_assumed() {
        return;
    }
    if let (Expr::Attribute(attribute), true) = (test, is_method(value)) {
        let message = format!("`{}` is a method, which is always true: it is not called", attribute.attr);
        let help = format!("`{}()`", machine.module().snippet(test.range()));
        vacuous(machine, test.range(), message, Some(help));
    }
    if let Some(tuple) = places(value).filter(|tuple| !tuple.items.is_empty()) {
        let message = format!("{} is always true, whatever was found", index_arrays(tuple));
        machine.hazard(rules::TUPLE_AS_ARRAY, test.range(), message);
    }
}

/// A comparison whose answer does not depend on the values.
fn comparison_tests_nothing<'p>(
    machine: &mut Machine<'p>,
    op: CmpOp,
    [(left, left_value), (right, right_value)]: [(&'p Expr, &Value<'p>); 2],
    range: TextRange,
) {
    // What is assumed may be something else.
    let assumed = left_value.dependencies.and(right_value.dependencies).is_assumed();
    if assumed || matches!(op, CmpOp::In | CmpOp::NotIn) {
        return;
    }
    for (side, value, other) in [(left, left_value, right_value), (right, right_value, left_value)] {
        let identity = matches!(op, CmpOp::Is | CmpOp::IsNot);
        if is_nan(side, value) && has_elements(machine, other, identity) {
            let answer = if matches!(op, CmpOp::NotEq | CmpOp::IsNot) { "true" } else { "false" };
            let message = format!("comparing with NaN is always {answer}");
            vacuous(machine, range, message, Some("`np.isnan(...)`".to_owned()));
            return;
        }
        if matches!(side, Expr::Attribute(_)) && is_method(value) && !other.is_unknown() {
            let message = "a method is compared, and not what it gives: it is not called".to_owned();
            vacuous(machine, range, message, Some(format!("`{}()`", machine.module().snippet(side.range()))));
            return;
        }
        let equality = matches!(op, CmpOp::Eq | CmpOp::NotEq);
        let answer = if op == CmpOp::Eq { "false" } else { "true" };
        if let Some(tuple) = places(value).filter(|_| equality && is_number(machine, other)) {
            let message = format!("{} is compared with a number: always {answer}", index_arrays(tuple));
            machine.hazard(rules::TUPLE_AS_ARRAY, range, message);
            return;
        }
        // What a caller gives, another gives as a tuple.
        let wrong = other.dependencies.is_local() && (is_number(machine, other) || is_list(machine, other));
        if equality && wrong && is_shape(machine, side, value) {
            let message = format!("a shape is a tuple, which never equals {}", machine.describe(other));
            vacuous(machine, range, format!("{message}: always {answer}"), None);
            return;
        }
    }
}

/// `len(np.where(c))`: the rank, and not how many were found. What has a name may be asked for
/// its rank.
fn length_of_places<'p>(machine: &mut Machine<'p>, value: &Value<'p>, range: TextRange) {
    let here = machine.module().id;
    let written = value.origin.is_some_and(|at| at.module.id == here && range.contains_range(at.range));
    if let Some(tuple) = places(value).filter(|_| written) {
        let message = format!("the length of {} is the number of axes, not of places found", index_arrays(tuple));
        hazard(machine, rules::TUPLE_AS_ARRAY, range, message, Some("`len(...[0])`".to_owned()));
    }
}

/// `for i in np.where(c):` of a vector runs once, for the array of all places.
/// What has a name may be meant as a tuple.
fn iterated_places<'p>(machine: &mut Machine<'p>, written: &'p Expr, value: &Value<'p>) {
    let range = written.range();
    let one = places(value).filter(|tuple| tuple.items.len() == 1 && written.is_call_expr());
    if let Some(tuple) = one {
        let message = format!("{} is iterated, which gives the array of all places at once", index_arrays(tuple));
        hazard(machine, rules::TUPLE_AS_ARRAY, range, message, Some("`[0]`".to_owned()));
    }
}

fn vacuous<'p>(machine: &mut Machine<'p>, range: TextRange, message: String, help: Option<String>) {
    hazard(machine, rules::TESTS_NOTHING, range, message, help);
}

fn hazard(machine: &mut Machine<'_>, rule: &'static Rule, range: TextRange, message: String, help: Option<String>) {
    let mut diagnostic = Diagnostic::new(rule, machine.module().place(range), message);
    diagnostic.help = help;
    machine.hazard_with(diagnostic);
}

/// An array or a number; by identity only what is made anew wherever it is read.
fn has_elements<'p>(machine: &Machine<'p>, value: &Value<'p>, identity: bool) -> bool {
    match machine.state.operand(value) {
        Operand::Array => true,
        Operand::Number => !identity,
        _ => false,
    }
}

fn is_number<'p>(machine: &Machine<'p>, value: &Value<'p>) -> bool {
    machine.state.operand(value) == Operand::Number
}

fn is_list<'p>(machine: &Machine<'p>, value: &Value<'p>) -> bool {
    machine.state.operand(value) == Operand::Sequence && matches!(value.kind, Kind::Object(_))
}

/// Is it written `.shape`, and a tuple?
fn is_shape<'p>(_machine: &Machine<'p>, written: &Expr, value: &Value<'p>) -> bool {
    let tuple = matches!(&value.kind, Kind::Shape(_)) || matches!(&value.kind, Kind::Tuple(t) if t.is_plain());
    matches!(written, Expr::Attribute(attribute) if attribute.attr.as_str() == "shape") && tuple
}

/// A method of an array, not called.
fn is_method(value: &Value<'_>) -> bool {
    matches!(&value.kind, Kind::Method(pair) if matches!(pair.0.kind, Kind::Array(_)))
}

/// NaN, written as such: what a variable happens to hold is not.
fn is_nan(written: &Expr, value: &Value<'_>) -> bool {
    let spelled = match written {
        Expr::Name(name) => name.id.eq_ignore_ascii_case("nan"),
        Expr::Attribute(_) | Expr::Call(_) => true,
        _ => false,
    };
    spelled && matches!(value.ty().map(Ty::kind), Some(TyKind::LitFloat(bits)) if f64::from_bits(*bits).is_nan())
}

/// The tuple of index arrays that functions give which find places.
fn places<'v, 'p>(value: &'v Value<'p>) -> Option<&'v Tuple<'p>> {
    match &value.kind {
        Kind::Tuple(tuple) if matches!(tuple.class, TupleClass::PerAxis) => Some(tuple),
        _ => None,
    }
}

fn index_arrays(tuple: &Tuple<'_>) -> String {
    match tuple.items.len() {
        1 => "a tuple of 1 index array".to_owned(),
        many => format!("a tuple of {many} index arrays"),
    }
}
