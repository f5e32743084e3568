//! Arrays with a unit, and their types, `Length['m', float64[3]]`; and what else a crate may add.
//!
//! What a Python package registers as readers of annotations and of values is plain Rust here: types
//! are read from texts ([`conformable_types::text::parse_type`]), and a value's type is what a
//! function of one's own makes of it, as [`Length::ty`] does.

use std::sync::Arc;

use conformable_python::stubs;
use conformable_solver::relations::defined::{Gives, Rule, define};
use conformable_types::constructor::{self, Behaviour};
use conformable_types::convert::{Conversion, Grade};
use conformable_types::dtype::{self, DTypeKind, Dialect};
use conformable_types::relations::is_super;
use conformable_types::spell::{self, spell};
use conformable_types::traits::{self, Trait};
use conformable_types::{DType, Dim, Shape, Sym, Term, Truth, Ty, TyKind};

/// Who adds all this, in messages.
const BY: &str = "the crate quantities";

/// Its numbers have single precision at least, and ints are not mixed with them.
const PROMOTION: &str = r#"
source = "quantities 1.0"
operands = ["int64", "float32", "float64", "weak_float"]
results = [
    "int64 - - -",
    "- float32 float64 float32",
    "- float64 float64 float64",
    "- float32 float64 weak_float",
]
"#;

/// An array of lengths in a unit.
pub struct Length {
    /// How long.
    pub magnitudes: Vec<f64>,
    /// Of what.
    pub unit: &'static str,
}

impl Length {
    /// The type of this value.
    pub fn ty(&self) -> Ty {
        let sizes = Shape::of(&[Dim::of(self.magnitudes.len() as i64)]);
        length(self.unit, Ty::array(DType::FLOAT64, sizes))
    }
}

/// The type of lengths in a unit, whose magnitudes are of a type.
pub fn length(unit: &str, magnitude: Ty) -> Ty {
    Ty::new(TyKind::Ctor(Sym::new("Length"), [Ty::str(unit), magnitude].into()))
}

/// The unit and the magnitude's type, of a type of lengths.
fn parts(ty: Ty) -> Option<(Ty, Ty)> {
    match ty.kind() {
        TyKind::Ctor(name, parameters) if name.as_str() == "Length" => match &**parameters {
            [unit, magnitude] => Some((*unit, *magnitude)),
            _ => None,
        },
        _ => None,
    }
}

/// What is said of the types.
struct Lengths;

impl Behaviour for Lengths {
    fn is_super(&self, a: Ty, b: Ty) -> Option<Truth> {
        let (a, b) = (parts(a)?, parts(b));
        Some(b.map_or(Truth::No, |b| Truth::from(a.0 == b.0).and(is_super(a.1, b.1))))
    }

    fn convert(&self, a: Ty, b: Ty) -> Option<Conversion> {
        let (a, b) = (parts(a)?, parts(b)?);
        (a.0 != b.0 && a.1 == b.1)
            .then(|| Conversion::new(Grade::Explicit, "between units something is to be computed"))
    }

    fn spell(&self, ty: Ty, language: &str) -> Option<Result<String, String>> {
        Some(spell(parts(ty)?.1, language))
    }
}

/// How long a track is once its last block is full.
struct WholeBlocks;

fn number(term: &Term) -> Option<i64> {
    match term {
        Term::Dim(dim) => dim.constant(),
        Term::Ty(ty) => ty.int_value()?.constant(),
        _ => None,
    }
}

impl Rule for WholeBlocks {
    fn forward(&self, args: &[Term]) -> Result<Option<Term>, String> {
        let [Some(size), Some(block)] = [0, 1].map(|at| args.get(at).and_then(number)) else {
            return Err("it wants a size and a block".into());
        };
        if block < 1 {
            return Err("a block has one point at least".into());
        }
        Ok(Some(Term::Dim(Dim::of((size + block - 1).div_euclid(block) * block))))
    }

    fn backward(&self, result: &Term, args: &[Option<Term>]) -> Option<Vec<Vec<Term>>> {
        let (result, block) = (number(result)?, args.get(1)?.as_ref().and_then(number).filter(|block| *block > 0)?);
        let sizes = (result - block + 1..=result).filter(|_| result % block == 0);
        Some(sizes.map(|size| vec![Term::Dim(Dim::of(size)), Term::Ty(Ty::int(block))]).collect())
    }
}

/// Arrays of floats, which are somebody else's types.
fn is_metric(ty: Ty) -> Truth {
    let dtype = ty.as_array().and_then(|(elem, _)| elem.dtype());
    dtype.map_or(Truth::Unknown, |dtype| Truth::from(dtype.kind() == DTypeKind::Floating))
}

/// Types in a language that nobody else speaks.
fn in_units(ty: Ty) -> Result<String, String> {
    match parts(ty) {
        Some((unit, magnitude)) => Ok(format!("{magnitude} in {unit}")),
        None if ty.as_array().is_some() => Ok(format!("{ty} in 1")),
        None => Err("it has no unit".into()),
    }
}

/// Adds all of it, once in a process; the trait of what has a length in it.
///
/// # Errors
/// What somebody else has added under the same name.
pub fn register() -> Result<Trait, String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    constructor::register("Length", BY, Arc::new(Lengths)).map_err(|error| said(&error))?;
    let metric = traits::register("Metric", BY).map_err(|error| said(&error))?;
    traits::implement(metric, "array", BY, is_metric).map_err(|error| said(&error))?;
    traits::implement(metric, "Length", BY, |_| Truth::Yes).map_err(|error| said(&error))?;
    traits::implement(Trait::Arithmetic, "Length", BY, |_| Truth::Yes).map_err(|error| said(&error))?;
    spell::register("units", BY, in_units).map_err(|error| said(&error))?;
    dtype::register_dialect(Dialect::parse("quantities", PROMOTION)?, BY).map_err(|error| said(&error))?;
    // Before the stubs, which mention it.
    define("whole_blocks", BY, Gives::Dim, Box::new(WholeBlocks)).map_err(|error| said(&error))?;
    stubs::register("quantities/catalogue.pyi", include_str!("catalogue.pyi"))
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    Ok(metric)
}
