//! The value of an expression, as far as the walk knows it.
//!
//! Functions, classes and modules of the program are places in the engine's lists.

use conformable_signatures::binder::{BoundArguments, Slot, bind};
use conformable_signatures::op::Param;
use conformable_types::{Sym, Ty};
use ruff_text_size::TextRange;

use crate::language::{Held, Source};

/// Is the type one that somebody would write? Any other could be the double of one that was made before, and isn't
/// known.
pub fn is_small(ty: Ty) -> bool {
    ty.fits(64, 1024)
}

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

    /// The value of an expression that puts types together.
    pub fn made(exact: Ty, source: Source) -> Value {
        Value::data(if is_small(exact) { exact } else { Ty::unknown() }, source)
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
pub struct PlacedArguments {
    pub positional: Vec<(Value, TextRange)>,
    pub keywords: Vec<(Sym, Value, TextRange)>,
    /// `*args` of unknown length.
    pub is_open: bool,
}

/// The values at each parameter, with the places that they stand at.
pub type BoundValues<'g> = Vec<Vec<(&'g Value, TextRange)>>;

impl PlacedArguments {
    pub fn all(&self) -> impl Iterator<Item = (&Value, TextRange)> {
        let named = self.keywords.iter().map(|(_, value, range)| (value, *range));
        self.positional.iter().map(|(value, range)| (value, *range)).chain(named)
    }

    /// The values at parameters, behind a receiver; else what is missing or too much, and whether the latter.
    pub fn bound<'g>(
        &'g self,
        params: &[Param],
        receiver: Option<(&'g Value, TextRange)>,
    ) -> Result<BoundValues<'g>, (String, bool)> {
        let mut values: Vec<(&Value, TextRange)> = receiver.into_iter().collect();
        values.extend(self.positional.iter().map(|(value, at)| (value, *at)));
        let positional = values.len();
        values.extend(self.keywords.iter().map(|(_, value, at)| (value, *at)));
        let names = self.keywords.iter().map(|(name, ..)| name.as_str());
        let BoundArguments { slots, error } = bind(params, positional, names, self.is_open);
        if let Some(error) = error {
            return Err((error.to_string(), error.argument().is_some()));
        }
        let at = |slot| match slot {
            Slot::One(number) => vec![values[number]],
            Slot::Many(numbers) | Slot::Keywords(numbers) => numbers.into_iter().map(|number| values[number]).collect(),
            Slot::Absent | Slot::Possible => Vec::new(),
        };
        Ok(slots.into_iter().map(at).collect())
    }
}
