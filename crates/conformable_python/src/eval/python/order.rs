//! Which of two tuples or lists comes first: the first items that differ decide, else how many there are.

use conformable_types::Truth;
use conformable_types::arithmetic::number_value;
use ruff_python_ast::CmpOp;

use crate::domain::heap::Object;
use crate::domain::value::{Kind, Sym, TupleClass, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;

/// Is it so, of two tuples or of two lists whose items are known?
pub fn order_of_items<'p>(machine: &mut Machine<'p>, op: CmpOp, left: &Value<'p>, right: &Value<'p>) -> Truth {
    let (left, right, strictly) = match op {
        CmpOp::Lt => (left, right, true),
        CmpOp::LtE => (left, right, false),
        CmpOp::Gt => (right, left, true),
        CmpOp::GtE => (right, left, false),
        _ => return Truth::Unknown,
    };
    let is_tuple = |value: &Value<'p>| matches!(value.kind, Kind::Tuple(_));
    if is_tuple(left) != is_tuple(right) || [left, right].iter().any(|value| is_ordered_otherwise(machine, value)) {
        return Truth::Unknown;
    }
    let (Some(left), Some(right)) = (machine.state.known_items(left), machine.state.known_items(right)) else {
        return Truth::Unknown;
    };
    precedes(machine, &left, &right, strictly)
}

/// Of more items no order is found.
const MOST_SORTED: usize = 64;

/// The items as `sorted` gives them, where of each pair that it compares it is known which comes first.
pub fn in_order<'p>(
    machine: &mut Machine<'p>,
    items: &[Value<'p>],
    arguments: &Arguments<'p>,
) -> Option<Vec<Value<'p>>> {
    if items.len() > MOST_SORTED || arguments.open || arguments.keyword("key").is_some_and(|key| !key.is_none()) {
        return None;
    }
    let reverse = match arguments.keyword("reverse") {
        Some(reverse) => reverse.ty()?.bool_value()?,
        None => false,
    };
    let mut sorted: Vec<Value<'p>> = Vec::with_capacity(items.len());
    for item in items {
        let mut place = sorted.len();
        while let Some(before) = place.checked_sub(1) {
            let (first, second) = if reverse { (&sorted[before], item) } else { (item, &sorted[before]) };
            let comes_first = match order_of_items(machine, CmpOp::Lt, first, second) {
                Truth::Unknown => precedes(machine, std::slice::from_ref(first), std::slice::from_ref(second), true),
                known => known,
            };
            match comes_first {
                Truth::Yes => place = before,
                Truth::No => break,
                Truth::Unknown => return None,
            }
        }
        sorted.insert(place, item.clone());
    }
    Some(sorted)
}

/// Is it no tuple and no list, or of a class that may say by itself what comes first?
fn is_ordered_otherwise<'p>(machine: &Machine<'p>, value: &Value<'p>) -> bool {
    match &value.kind {
        Kind::Tuple(tuple) => match &tuple.class {
            TupleClass::Program(class) => {
                let says = |method| machine.class_attribute(class, Sym::new(method)).is_some();
                class.open || class.made_elsewhere || ["__lt__", "__le__", "__gt__", "__ge__"].into_iter().any(says)
            }
            TupleClass::Sizes | TupleClass::Choice => true,
            TupleClass::Plain | TupleClass::PerAxis | TupleClass::Catalogue(_) => false,
        },
        Kind::Object(id) => !matches!(machine.state.heap.get(*id), Object::List(_)),
        _ => true,
    }
}

/// `left < right`, or `left <= right`.
fn precedes<'p>(machine: &mut Machine<'p>, left: &[Value<'p>], right: &[Value<'p>], strictly: bool) -> Truth {
    let mut both_ways = None;
    for (a, b) in left.iter().zip(right) {
        let decided = match machine.equal(a, b) {
            Truth::Yes => continue,
            Truth::No => return agreed(both_ways, is_less(machine, a, b)),
            // Whether they differ isn't known: then it is the same both ways, or not known.
            Truth::Unknown => is_less(machine, a, b),
        };
        both_ways = Some(agreed(both_ways, decided));
    }
    let shorter = if strictly { left.len() < right.len() } else { left.len() <= right.len() };
    agreed(both_ways, Truth::from(shorter))
}

fn agreed(before: Option<Truth>, now: Truth) -> Truth {
    before.map_or(now, |before| Truth::agreed([before, now]))
}

/// `left < right` of two that differ.
fn is_less<'p>(machine: &Machine<'p>, left: &Value<'p>, right: &Value<'p>) -> Truth {
    match is_at_most(machine, left, right) {
        Truth::Unknown if is_at_most(machine, right, left).is_yes() => Truth::No,
        truth => truth,
    }
}

/// `left <= right` of two numbers or two texts.
fn is_at_most<'p>(machine: &Machine<'p>, left: &Value<'p>, right: &Value<'p>) -> Truth {
    if let (Some(a), Some(b)) = (left.int_value(), right.int_value()) {
        return machine.state.store.ask_le(a, b);
    }
    if let (Some(a), Some(b)) = (left.ty().and_then(number_value), right.ty().and_then(number_value)) {
        return Truth::from(a <= b);
    }
    match (left.str_value(), right.str_value()) {
        (Some(a), Some(b)) => Truth::from(a <= b),
        _ => Truth::Unknown,
    }
}
