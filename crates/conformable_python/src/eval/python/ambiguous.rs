//! Where Python takes the truth of a comparison without being asked for it: least and greatest
//! items, order, membership, equality of sequences. With arrays of several elements there is none.
//!
//! An object is compared with itself by identity, so that nothing is said where it may be the same.

use conformable_types::{Dim, Shape, Truth};
use ruff_text_size::TextRange;

use crate::domain::state::{NO_VIEW, State};
use crate::domain::value::{Kind, Value};
use crate::eval::Machine;
use crate::eval::diagnose::report::Refusal;
use crate::eval::python::arithmetic::has_no_order;
use crate::front::rules;

/// What comparing with the next item does.
enum ComparisonOperands {
    /// It raises, and that has been said.
    Ambiguous,
    /// They are equal or the same, or that is not known.
    Decided,
    /// They differ.
    Differ,
}

impl<'p> Machine<'p> {
    /// `max`, `min`, `sorted` take the truth of `<`: an error for arrays of several elements.
    pub fn compared(&mut self, a: &Value<'p>, b: &Value<'p>, range: TextRange) -> bool {
        if !matches!(a.kind, Kind::Array(_)) && !matches!(b.kind, Kind::Array(_)) {
            return false;
        }
        let is_ambiguous = self.state.is_known_to_have_several(a, b);
        if is_ambiguous {
            let help = "`np.maximum`, `np.minimum`, or the method of the array?";
            self.report_ambiguous("the truth of a comparison of arrays is ambiguous", help, (a, b), range);
        }
        is_ambiguous
    }

    fn report_ambiguous(&mut self, what: &str, help: &str, (a, b): (&Value<'p>, &Value<'p>), range: TextRange) {
        let message = format!("{what}: {}", self.describe(if a.array().is_some() { a } else { b }));
        let dependencies = a.dependencies.and(b.dependencies);
        let refusal = Refusal::of(rules::ARRAY_TRUTH, range, message).resting_on(dependencies);
        self.refute(refusal.help(Some(help.to_owned())));
    }

    /// Each item with the next, as sorting begins.
    pub fn ordered_items(&mut self, items: &[Value<'p>], symbol: &str, range: TextRange) -> bool {
        items.windows(2).any(|pair| {
            self.compared(&pair[0], &pair[1], range) || {
                // What has an order is of one class with all that it is compared with, so that where neighbours have
                // none sorting fails, whichever items it compares.
                let has_none = has_no_order(self, &pair[1], &pair[0]);
                if has_none {
                    self.unsupported(symbol, &pair[1], &pair[0], range);
                }
                has_none
            }
        })
    }

    /// `item in items`, `items.index(item)`: the items are compared one after the other.
    pub fn sought(&mut self, item: &Value<'p>, items: &[Value<'p>], range: TextRange) -> bool {
        for other in items {
            match self.compared_for_equality(item, other, range) {
                ComparisonOperands::Ambiguous => return true,
                ComparisonOperands::Decided => return false,
                ComparisonOperands::Differ => {}
            }
        }
        false
    }

    /// `a == b` of sequences: pairs are compared as long as they are equal.
    pub fn pairs_equal(&mut self, a: &[Value<'p>], b: &[Value<'p>], range: TextRange) {
        if a.len() != b.len() {
            return;
        }
        for (x, y) in a.iter().zip(b) {
            let same = self.equal(x, y);
            match self.compared_for_equality(x, y, range) {
                ComparisonOperands::Decided if same.is_yes() => {}
                _ => return,
            }
        }
    }

    fn compared_for_equality(&mut self, item: &Value<'p>, other: &Value<'p>, range: TextRange) -> ComparisonOperands {
        let arrays = matches!(item.kind, Kind::Array(_)) || matches!(other.kind, Kind::Array(_));
        if !arrays {
            return if self.equal(item, other).is_no() {
                ComparisonOperands::Differ
            } else {
                ComparisonOperands::Decided
            };
        }
        if !are_two(item, other) || !self.state.is_known_to_have_several(item, other) {
            return ComparisonOperands::Decided;
        }
        let help = "`is`, or `np.array_equal`?";
        self.report_ambiguous("`==` of arrays has no truth", help, (item, other), range);
        ComparisonOperands::Ambiguous
    }

    /// `any`, `all`: the truth of the first row is taken, if there is one.
    pub fn first_truth(&mut self, item: &Value<'p>, count: Option<Dim>, range: TextRange) {
        let some = count.is_some_and(|count| self.state.store.ask_le(Dim::ONE, count) == Truth::Yes);
        if some && matches!(item.kind, Kind::Array(_)) && self.state.has_several(item) {
            let message = format!("the truth of a row is ambiguous: {}", self.describe(item));
            let help = Some("the method of the array?".to_owned());
            self.refute(Refusal::of(rules::ARRAY_TRUTH, range, message).resting_on(item.dependencies).help(help));
        }
    }
}

impl<'p> State<'p> {
    /// Is one of these an array of several elements, and is what both are known?
    fn is_known_to_have_several(&self, a: &Value<'p>, b: &Value<'p>) -> bool {
        a.ty().is_some() && b.ty().is_some() && (self.has_several(a) || self.has_several(b))
    }

    /// An array of at least 2 elements.
    pub fn has_several(&self, value: &Value<'p>) -> bool {
        let shape = value.array().and_then(|array| array.ty.as_array()).map(|(_, shape)| shape);
        let store = &self.store;
        // Empty arrays had a truth before NumPy 2.2.
        shape.map(|shape: Shape| store.resolve_shape(shape).size()).is_some_and(|size| {
            store.ask_le(Dim::of(2), size).is_yes()
                || store.ask_eq(size, Dim::ONE).is_no() && store.ask_eq(size, Dim::ZERO).is_no()
        })
    }
}

/// Are they certainly not one object? Arrays are told apart by their storage.
fn are_two(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (&a.kind, &b.kind) {
        (Kind::Array(x), Kind::Array(y)) => x.view != NO_VIEW && y.view != NO_VIEW && x.base != y.base,
        _ => true,
    }
}
