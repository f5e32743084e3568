//! A relation's failure in the call's own terms: which argument each value came from, and which
//! rule and exception a kind of failure has.

use conformable_solver::{Failure, FailureKind, Part};

use crate::op::Alternative;

/// Where a value came from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Origin {
    #[default]
    Nowhere,
    Argument {
        argument: usize,
        element: Option<usize>,
        axis: Axis,
    },
    /// One origin for each value of a pack.
    Pack(Vec<Origin>),
}

/// How a value's axes are axes of the argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Axis {
    /// Axis k of the one is axis k of the other.
    Same,
    /// It is this one dim of the argument.
    At(i64),
    /// Derived: no axis of it is one of the argument's.
    Derived,
}

impl Origin {
    pub fn argument(argument: usize) -> Origin {
        Origin::Argument { argument, element: None, axis: Axis::Same }
    }

    /// One dim of this.
    #[must_use]
    pub fn at(&self, place: i64) -> Origin {
        match self {
            Origin::Argument { argument, element, axis: Axis::Same } => {
                Origin::Argument { argument: *argument, element: *element, axis: Axis::At(place) }
            }
            other => other.derived(),
        }
    }

    /// The same argument, with axes of its own.
    #[must_use]
    pub fn derived(&self) -> Origin {
        match self {
            Origin::Argument { argument, element, axis } => {
                let axis = if *axis == Axis::Same { Axis::Derived } else { *axis };
                Origin::Argument { argument: *argument, element: *element, axis }
            }
            Origin::Pack(items) => items.first().map_or(Origin::Nowhere, Origin::derived),
            Origin::Nowhere => Origin::Nowhere,
        }
    }

    /// The part of the call that a value's `axis` (or the value) is.
    pub fn part(&self, axis: Option<i64>) -> Option<Part> {
        match self {
            Origin::Argument { argument, element, axis: own } => Some(Part {
                argument: *argument,
                element: *element,
                axis: match own {
                    Axis::Same => axis,
                    Axis::At(place) => Some(*place),
                    Axis::Derived => None,
                },
            }),
            Origin::Pack(items) => items.first().and_then(|first| first.derived().part(None)),
            Origin::Nowhere => None,
        }
    }
}

impl Origin {
    /// The part of the call that one item of the value is, which was given as a sequence or item by item.
    pub fn part_of(&self, item: usize) -> Option<Part> {
        match self {
            Origin::Pack(items) => items.get(item)?.derived().part(None),
            origin => origin.derived().part(None).map(|part| part.of_element(item)),
        }
    }
}

/// A relation's failure with its parts translated: `origins` are those of the relation's arguments.
pub fn translate(failure: Failure, origins: &[Origin]) -> Failure {
    let lone_pack = matches!(origins, [Origin::Pack(_)]);
    let parts = failure.parts.iter().filter_map(|part| {
        let (argument, element) = match part.element {
            // A relation that flattens its lists counts through a pack given alone.
            None if lone_pack => (0, Some(part.argument)),
            element => (part.argument, element),
        };
        match (origins.get(argument)?, element) {
            (Origin::Pack(items), Some(element)) => items.get(element)?.part(part.axis),
            (origin, _) => origin.part(part.axis),
        }
    });
    let parts = parts.collect();
    Failure { parts, ..failure }
}

/// The rule that a kind of failure breaks, and the exception NumPy raises, unless the entry says.
pub fn code_and_exception(kind: FailureKind) -> (&'static str, &'static str) {
    match kind {
        FailureKind::Broadcast => ("CF102", "ValueError"),
        FailureKind::CoreDim | FailureKind::Size => ("CF108", "ValueError"),
        FailureKind::Reshape => ("CF103", "ValueError"),
        FailureKind::Join => ("CF104", "ValueError"),
        FailureKind::Einsum => ("CF107", "ValueError"),
        FailureKind::Rank => ("CF403", "ValueError"),
        FailureKind::AxisOutOfRange => ("CF401", "AxisError"),
        FailureKind::RepeatedAxis => ("CF402", "ValueError"),
        FailureKind::IndexOutOfRange => ("CF301", "IndexError"),
        FailureKind::TooManyIndices => ("CF302", "IndexError"),
        FailureKind::MaskSize => ("CF303", "IndexError"),
        FailureKind::NotAnIndex => ("CF304", "IndexError"),
        FailureKind::InPlace => ("CF105", "ValueError"),
        FailureKind::Store => ("CF106", "ValueError"),
        FailureKind::Casting => ("CF201", "UFuncTypeError"),
        FailureKind::NoLoop => ("CF202", "TypeError"),
        FailureKind::NotAnInteger => ("CF203", "TypeError"),
        FailureKind::WrongSlot => ("CF502", "TypeError"),
        FailureKind::Arguments => ("CF501", "TypeError"),
        FailureKind::Value => ("CF502", "ValueError"),
        FailureKind::Empty => ("CF301", "ValueError"),
        FailureKind::Bounds => ("CF502", "OverflowError"),
        FailureKind::Obligation => ("CF602", "TypeError"),
    }
}

/// Kinds that an entry's own `@code` and `@raises` speak of: sizes and ranks that do not fit.
fn is_of_shapes(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::Broadcast
            | FailureKind::CoreDim
            | FailureKind::Size
            | FailureKind::Rank
            | FailureKind::Reshape
            | FailureKind::Join
            | FailureKind::Einsum
            | FailureKind::Value
    )
}

/// The code and exception of a failure of this alternative.
pub fn verdict(alternative: &Alternative, kind: FailureKind) -> (&'static str, &'static str) {
    let (code, exception) = code_and_exception(kind);
    let own = alternative.rules.raises.iter().find(|(_, of)| match of {
        Some(of) => format!("{kind:?}") == *of,
        None => is_of_shapes(kind),
    });
    let exception = own.map_or(exception, |(own, _)| own);
    (if is_of_shapes(kind) { alternative.rules.code.unwrap_or(code) } else { code }, exception)
}
