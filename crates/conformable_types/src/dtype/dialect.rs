//! Promotion dialects: NumPy's, and those of other libraries as tables asked of the libraries
//! (`catalogue/dialects.toml`, written by `scripts/gen_dialects.py`).
//!
//! A dialect is a value; nothing else in the code depends on which it is. NumPy's is one n-ary
//! relation ([`promote`]), the others' are folds from the left, as they are in those libraries.

use std::sync::LazyLock;

use super::numpy::{NoPromotion, Operand, Weak, promote};
use super::{DType, FxHashMap};

/// How one library promotes dtypes and Python's scalars.
pub struct Dialect {
    name: String,
    source: String,
    rule: Rule,
}

impl std::fmt::Debug for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

/// Two of one name are one.
impl PartialEq for Dialect {
    fn eq(&self, other: &Dialect) -> bool {
        self.name == other.name
    }
}

impl Eq for Dialect {}

enum Rule {
    NumPy,
    /// Results of pairs, where there are any.
    Table(FxHashMap<(Operand, Operand), Operand>, Vec<Operand>),
}

static DIALECTS: LazyLock<Vec<Dialect>> = LazyLock::new(|| {
    let text = include_str!("../../../../catalogue/dialects.toml");
    let mut dialects = vec![Dialect { name: "numpy".into(), source: "numpy".into(), rule: Rule::NumPy }];
    dialects.extend(read(text).expect("catalogue/dialects.toml is what its script wrote"));
    dialects
});

/// The dialects, NumPy's first.
pub fn dialects() -> &'static [Dialect] {
    &DIALECTS
}

/// The dialect of this name: `numpy`, `array-api`, `jax`, `pyccel`.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    DIALECTS.iter().find(|dialect| dialect.name == name)
}

impl Dialect {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Is it NumPy's own, which is what holds where no dialect is named?
    pub fn is_numpys(&self) -> bool {
        matches!(self.rule, Rule::NumPy)
    }

    /// The library and version that its table was asked of.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The operands that it has; all that there are, for NumPy's.
    pub fn operands(&self) -> Option<&[Operand]> {
        match &self.rule {
            Rule::NumPy => None,
            Rule::Table(_, operands) => Some(operands),
        }
    }

    /// What operands become together: a dtype, or one of Python's own where all are.
    ///
    /// # Errors
    /// If the library refuses them, or has no such dtype; of no operands, too.
    pub fn promote(&self, operands: &[Operand]) -> Result<Operand, NoPromotion> {
        let refused = || NoPromotion { operands: operands.into() };
        match &self.rule {
            Rule::NumPy if operands.iter().all(|operand| matches!(operand, Operand::Weak(_))) => {
                let widest = operands.iter().copied().max_by_key(|operand| match operand {
                    Operand::Weak(weak) => *weak as u8,
                    Operand::Strong(_) => 0,
                });
                widest.ok_or_else(refused)
            }
            Rule::NumPy => promote(operands).map(Operand::Strong),
            Rule::Table(pairs, known) => {
                let (first, rest) = operands.split_first().ok_or_else(refused)?;
                if !known.contains(first) {
                    return Err(refused());
                }
                rest.iter().try_fold(*first, |a, b| pairs.get(&(a, *b)).copied()).ok_or_else(refused)
            }
        }
    }
}

fn read(text: &str) -> Option<Vec<Dialect>> {
    let tables: toml::Table = text.parse().ok()?;
    tables.iter().map(|(name, table)| one(name, table)).collect()
}

fn one(name: &str, table: &toml::Value) -> Option<Dialect> {
    let texts = |key: &str| table.get(key)?.as_array()?.iter().map(toml::Value::as_str).collect::<Option<Vec<_>>>();
    let operands = texts("operands")?.into_iter().map(operand).collect::<Option<Vec<_>>>()?;
    let rows = texts("results")?;
    let mut pairs = FxHashMap::default();
    for (a, row) in operands.iter().zip(&rows) {
        let cells: Vec<&str> = row.split(' ').collect();
        (cells.len() == operands.len()).then_some(())?;
        for (b, cell) in operands.iter().zip(cells).filter(|(_, cell)| *cell != "-") {
            pairs.insert((*a, *b), operand(cell)?);
        }
    }
    (rows.len() == operands.len()).then_some(())?;
    let source = table.get("source")?.as_str()?.to_owned();
    Some(Dialect { name: name.to_owned(), source, rule: Rule::Table(pairs, operands) })
}

fn operand(name: &str) -> Option<Operand> {
    Some(match name {
        "weak_bool" => Weak::Bool.into(),
        "weak_int" => Weak::Int.into(),
        "weak_float" => Weak::Float.into(),
        "weak_complex" => Weak::Complex.into(),
        _ => DType::parse(name)?.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promoted(name: &str, operands: &[&str]) -> Option<String> {
        let operands: Vec<Operand> = operands.iter().map(|text| operand(text).unwrap()).collect();
        dialect(name).unwrap().promote(&operands).ok().map(|result| result.to_string())
    }

    #[test]
    fn the_file_reads() {
        let names: Vec<&str> = dialects().iter().map(Dialect::name).collect();
        assert_eq!(names, ["numpy", "array-api", "gt4py", "jax", "jax-x32", "pyccel", "pytensor", "torch"]);
    }

    #[test]
    fn libraries_differ() {
        let both = ["int32", "float32"];
        assert_eq!(promoted("numpy", &both).as_deref(), Some("float64"));
        assert_eq!(promoted("jax", &both).as_deref(), Some("float32"));
        assert_eq!(promoted("array-api", &both), None);
        assert_eq!(promoted("gt4py", &both), None);
        assert_eq!(promoted("pyccel", &["int8", "weak_int"]).as_deref(), Some("int8"));
        assert_eq!(promoted("pyccel", &["weak_bool", "weak_bool"]).as_deref(), Some("Python int"));
        assert_eq!(promoted("numpy", &["int16", "uint16", "float32"]).as_deref(), Some("float32"));
    }

    #[test]
    fn what_a_library_lacks_is_refused() {
        assert_eq!(promoted("jax-x32", &["float64"]), None);
        assert_eq!(promoted("pytensor", &["weak_int", "int8"]), None);
        assert_eq!(promoted("array-api", &[]), None);
    }
}
