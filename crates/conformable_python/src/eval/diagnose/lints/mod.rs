//! Lints: code that runs, and that nearly nobody wants. The interpreter tells what it has just evaluated, as an
//! [`Event`] with its values; a [`Lint`] looks at the events that concern it, and reports what it is sure of.
//!
//! A lint is a file here, a row in [`LINTS`], a row in [`rules`](crate::front::rules) and its rule's page.

mod computed_out;
mod none_kept;
mod repeated_index;
mod row_swap;
mod store_on_copy;
mod thrown_away;
mod vacuous;

use std::ops::DerefMut;

use ruff_python_ast::{CmpOp, Expr, ExprCall, ExprSubscript};
use ruff_text_size::TextRange;

use crate::domain::value::Value;
use crate::eval::Machine;

/// What has just been evaluated, or is about to be done.
pub enum Event<'e, 'p> {
    /// `target = expression`; no target where there are several.
    Assigned {
        target: Option<&'p Expr>,
        expression: &'p Expr,
        value: &'e Value<'p>,
    },
    /// An expression as a statement.
    Dropped {
        expression: &'p Expr,
        value: &'e Value<'p>,
    },
    /// `container[...] = ...`.
    Stored {
        subscript: &'p ExprSubscript,
        container: &'e Value<'p>,
    },
    /// `container[key] op= ...`.
    Augmented {
        key: &'e Value<'p>,
        range: TextRange,
    },
    Called {
        callee: &'e Value<'p>,
        call: &'p ExprCall,
    },
    Asserted {
        test: &'p Expr,
    },
    /// A test, or a part of one that has no parts.
    Tested {
        test: &'p Expr,
        value: &'e Value<'p>,
    },
    /// What is written on the sides, and what it is.
    Compared {
        op: CmpOp,
        sides: [(&'p Expr, &'e Value<'p>); 2],
        range: TextRange,
    },
    /// A loop's iterable.
    Iterated {
        iterable: &'p Expr,
        value: &'e Value<'p>,
    },
    /// `len(value)`.
    Measured {
        value: &'e Value<'p>,
        range: TextRange,
    },
}

/// What a lint may ask: the machine, and what an expression has been.
pub trait Scene<'p>: DerefMut<Target = Machine<'p>> {
    /// The values of expressions that have been evaluated. Nothing is reported, and nothing done twice.
    fn again(&mut self, expressions: &[&'p Expr]) -> Vec<Value<'p>>;

    /// The path by which the catalogue or Python's library knows a name.
    fn path_of(&mut self, expression: &'p Expr) -> Option<String>;
}

/// Reports by [`Machine::hazard`]. What depends on an assumption may be something else than it seems.
pub trait Lint: Sync {
    fn look<'p>(&self, event: &Event<'_, 'p>, scene: &mut dyn Scene<'p>);
}

const LINTS: &[&dyn Lint] = &[
    &none_kept::NoneKept,
    &row_swap::RowSwap,
    &thrown_away::ThrownAway,
    &store_on_copy::StoreOnCopy,
    &repeated_index::RepeatedIndex,
    &computed_out::ComputedOut,
    &vacuous::Vacuous,
];

/// Shows every lint what happened.
pub fn observe<'p>(scene: &mut dyn Scene<'p>, event: &Event<'_, 'p>) {
    for lint in LINTS {
        lint.look(event, scene);
    }
}
