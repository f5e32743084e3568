//! The value of an expression, as far as the walk knows it.
//!
//! Functions, classes and modules of the program are places in the engine's lists.

use conformable_types::{Sym, Ty};
use ruff_text_size::TextRange;

use crate::language::Source;
use crate::sharing::Held;

/// What an expression gives.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its type, with what is known of the value: constants, sizes.
    pub exact: Ty,
    pub source: Source,
    /// What a container that was just made shows of variables.
    pub held: Held,
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
    /// A `lambda` that has a name.
    Lambda(usize),
    /// A type alias or type variable.
    Alias,
}

impl Value {
    pub fn data(exact: Ty, source: Source) -> Value {
        Value { exact, source, held: Held::new(), kind: Kind::Data }
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
        Value { exact, source: Source::Fresh, held: Held::new(), kind }
    }

    pub fn is_data(&self) -> bool {
        matches!(self.kind, Kind::Data)
    }
}

/// Arguments with the places that they stand at.
#[derive(Default)]
pub struct Given {
    pub positional: Vec<(Value, TextRange)>,
    pub keywords: Vec<(Sym, Value, TextRange)>,
    /// `*args` of unknown length.
    pub is_open: bool,
}

impl Given {
    pub fn all(&self) -> impl Iterator<Item = (&Value, TextRange)> {
        let named = self.keywords.iter().map(|(_, value, range)| (value, *range));
        self.positional.iter().map(|(value, range)| (value, *range)).chain(named)
    }
}
