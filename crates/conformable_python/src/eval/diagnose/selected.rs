//! `x - x[mask]`: how many elements a mask selects the data decide, and the operation runs only where these are all of
//! them. With some data it does, so it is a warning; and of what is known to be arrays, for a table's rows are aligned
//! by their labels.

use conformable_solver::{Fact, Part, Store};
use conformable_types::term::Leaf;
use conformable_types::text::with_names;
use conformable_types::{Dim, Shape, Ty};
use ruff_text_size::TextRange;

use crate::domain::value::Value;
use crate::eval::Machine;
use crate::eval::diagnose::report::{ShownValue, label};
use crate::eval::diagnose::size_names::shown_names;
use crate::front::diagnostic::Diagnostic;
use crate::front::rules;

/// Where two sizes are equal that needn't be, or one of them is 1.
struct Forced {
    all: Dim,
    or_one: bool,
    /// The two, by the places of their shapes among those that were looked at.
    parts: [Part; 2],
}

impl Forced {
    fn said(&self) -> String {
        format!("fits only where the data select all {:?}{}", self.all, if self.or_one { ", or one" } else { "" })
    }
}

/// A call of the catalogue, or an operator, with what is written between its operands.
pub struct Operation<'a, 'p> {
    pub name: &'a str,
    pub between: Option<&'a str>,
    pub operands: &'a [Value<'p>],
    /// Does it give None? An assertion that arrays are equal means it.
    pub gives_nothing: bool,
}

/// What a call teaches the path is that the data select all that there are: that is said.
pub fn called_with_a_part<'p>(machine: &mut Machine<'p>, of: &Operation<'_, 'p>, learned: &Store, range: TextRange) {
    let is_assumed = |value: &Value<'p>| value.dependencies.is_assumed();
    if of.operands.len() < 2 || of.gives_nothing || of.operands.iter().any(is_assumed) {
        return;
    }
    let shape_of = |value: &Value<'p>| value.array().and_then(|array| array.ty.as_array()).map(|(_, shape)| shape);
    let shapes: Vec<Shape> = of.operands.iter().map(|value| shape_of(value).unwrap_or(Shape::scalar())).collect();
    let Some(forced) = forced(&machine.state.store, learned, &shapes) else { return };
    if forced.or_one && of.operands.iter().any(|value| machine.spells_one(value)) {
        return;
    }
    let names = machine.operand_names(of.operands, range);
    let shown: Vec<ShownValue<'_, 'p>> =
        names.into_iter().zip(of.operands).map(|(name, value)| ShownValue::new(name, value)).collect();
    let types: Vec<Ty> = of.operands.iter().filter_map(Value::ty).collect();
    let diagnostic = with_names(shown_names(machine, &types), || {
        let message = format!("`{}` {}", of.name, forced.said());
        let mut diagnostic = Diagnostic::new(rules::SELECTED_PART, machine.module().place(range), message);
        let between = of.between.map_or(", ".to_owned(), |symbol| format!(" {symbol} "));
        diagnostic.label = label(machine, &shown, &between, &forced.parts);
        diagnostic.evidence = machine.state.evidence(&shown);
        diagnostic
    });
    machine.hazard_with(diagnostic);
}

/// The same of a value of one shape that is stored in a place of another.
pub fn stored_in_a_part<'p>(
    machine: &mut Machine<'p>,
    container: &Value<'p>,
    (value, shape, place): (&Value<'p>, Shape, Shape),
    learned: &Store,
    range: TextRange,
) {
    if container.dependencies.and(value.dependencies).is_assumed() {
        return;
    }
    let Some(forced) = forced(&machine.state.store, learned, &[place, shape]) else { return };
    let message = format!("the store {}: the value is {}", forced.said(), machine.describe(value));
    let mut diagnostic = Diagnostic::new(rules::SELECTED_PART, machine.module().place(range), message);
    let names = [ShownValue::new("the array".to_owned(), container), ShownValue::new("the value".to_owned(), value)];
    diagnostic.evidence = machine.state.evidence(&names);
    machine.hazard_with(diagnostic);
}

/// A size of one shape that the data decide and that is at most one of another shape, and is that or 1 afterwards.
fn forced(before: &Store, after: &Store, shapes: &[Shape]) -> Option<Forced> {
    // Most calls teach nothing.
    if after.knows_what(before) {
        return None;
    }
    let dims = |shape: &Shape| before.resolve_shape(*shape).dims().map(<[Dim]>::to_vec).unwrap_or_default();
    let of_each: Vec<Vec<Dim>> = shapes.iter().map(dims).collect();
    let is_decided_by_data = |dim: &Dim| dim.as_atom().is_some_and(|atom| Leaf::Atom(atom).is_decided_by_data());
    for (place, at, size) in places(&of_each).filter(|(_, _, size)| is_decided_by_data(size)) {
        for (other, there, all) in places(&of_each).filter(|(other, ..)| *other != place) {
            if !before.ask_le(size, all).is_yes() || before.ask_eq(size, all).is_yes() {
                continue;
            }
            let parts = [Part::dim(other, there), Part::dim(place, at)];
            if after.ask_eq(size, all).is_yes() {
                return Some(Forced { all, or_one: false, parts });
            }
            if is_that_or_one(after, size, all) && !is_that_or_one(before, size, all) {
                return Some(Forced { all, or_one: true, parts });
            }
        }
    }
    None
}

/// Each dim, with the place of its shape and its own in that.
fn places(shapes: &[Vec<Dim>]) -> impl Iterator<Item = (usize, i64, Dim)> {
    shapes.iter().enumerate().flat_map(|(place, dims)| (0..).zip(dims).map(move |(at, dim)| (place, at, *dim)))
}

fn is_that_or_one(store: &Store, size: Dim, all: Dim) -> bool {
    let mut of_more = store.clone();
    of_more.tell(&Fact::Le(Dim::of(2), size)).is_ok() && of_more.ask_eq(size, all).is_yes()
}
