//! The value of an expression, as far as the walk knows it.
//!
//! Functions, classes and modules of the program are places in the engine's lists.

use conformable_types::Ty;

use crate::language::Source;

/// What an expression gives.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type, with what is known of the value: constants, sizes.
    pub exact: Ty,
    pub source: Source,
    pub kind: Kind,
}

/// What it is, if no ordinary value.
#[derive(Clone, Debug)]
pub enum Kind {
    Data,
    /// A path of the catalogue.
    Path(String),
    Module(usize),
    Function(usize),
    Class(usize),
    /// A method of the catalogue, of this receiver.
    Method(Box<Value>, &'static conformable_signatures::Op),
    /// A method of the program's.
    OwnMethod(Box<Value>, usize),
    /// A type alias or type variable.
    Alias,
}

impl Value {
    pub fn data(exact: Ty, source: Source) -> Value {
        Value { exact, source, kind: Kind::Data }
    }

    pub fn unknown() -> Value {
        Value::data(Ty::unknown(), Source::Fresh)
    }

    /// No ordinary value. Types that are handed on, as dtypes are, are classes.
    pub fn of(kind: Kind) -> Value {
        let exact = match &kind {
            Kind::Path(path) if path.starts_with("builtins.") => Ty::class(path),
            _ => Ty::unknown(),
        };
        Value { exact, source: Source::Fresh, kind }
    }

    pub fn is_data(&self) -> bool {
        matches!(self.kind, Kind::Data)
    }
}
