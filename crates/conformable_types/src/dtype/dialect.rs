//! Promotion dialects: NumPy's, and those of other libraries as tables asked of the libraries
//! (`catalogue/dialects.toml`, written by `scripts/gen_dialects.py`).
//!
//! A dialect is a value; nothing else in the code depends on which it is. NumPy's is one n-ary
//! relation ([`promote`]), the others' are folds from the left, as they are in those libraries.

use std::sync::LazyLock;

use super::numpy::{NoPromotion, Operand, Weak, promote};
use super::{DType, FxHashMap};
use crate::registry::{CORE, Registry, Taken};

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
    let tables = serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/dialects.json")));
    let mut dialects = vec![Dialect { name: "numpy".into(), source: "numpy".into(), rule: Rule::NumPy }];
    dialects.extend(
        read(&tables.expect("what the build script wrote")).expect("catalogue/dialects.toml is what its script wrote"),
    );
    dialects
});

/// Dialects that packages add.
static ADDED: Registry<&'static Dialect> = Registry::new("dialect");

/// The dialects, NumPy's first.
pub fn dialects() -> Vec<&'static Dialect> {
    DIALECTS.iter().chain(ADDED.all()).collect()
}

/// The dialect of this name: `numpy`, `array-api`, `jax`, `pyccel`, or one that a package has added.
pub fn dialect(name: &str) -> Option<&'static Dialect> {
    DIALECTS.iter().find(|dialect| dialect.name == name).or_else(|| ADDED.get(name))
}

/// NumPy's.
pub fn numpys() -> &'static Dialect {
    &DIALECTS[0]
}

/// Adds a dialect; `by` is who does, in messages.
///
/// # Errors
/// If there is one of this name.
pub fn register_dialect(dialect: Dialect, by: &str) -> Result<&'static Dialect, Taken> {
    if let Some(known) = DIALECTS.iter().find(|known| known.name == dialect.name) {
        return Err(ADDED.taken(&known.name, CORE, by));
    }
    let dialect: &'static Dialect = Box::leak(Box::new(dialect));
    ADDED.add(&dialect.name, by, dialect).map(|()| dialect)
}

/// Takes back a dialect that was added.
pub fn forget_dialect(name: &str) {
    ADDED.remove(name);
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

fn read(tables: &toml::Table) -> Result<Vec<Dialect>, String> {
    let tables = tables.iter().map(|(name, table)| match table {
        toml::Value::Table(table) => Dialect::read(name, table),
        _ => Err(format!("`{name}` is no table")),
    });
    tables.collect()
}

impl Dialect {
    /// The dialect that a text says, of the form of a table of `catalogue/dialects.toml`: `source`,
    /// `operands`, `results`.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(name: &str, table: &str) -> Result<Dialect, String> {
        let table: toml::Table = table.parse().map_err(|error: toml::de::Error| error.to_string())?;
        Dialect::read(name, &table)
    }

    fn read(name: &str, table: &toml::Table) -> Result<Dialect, String> {
        if let Some(key) = table.keys().find(|key| !["source", "operands", "results"].contains(&key.as_str())) {
            return Err(format!("`{key}` is no key of a dialect: source, operands, results"));
        }
        let texts = |key: &str| {
            let list = table.get(key).and_then(toml::Value::as_array).map(|list| list.iter().map(toml::Value::as_str));
            list.and_then(Iterator::collect::<Option<Vec<_>>>)
                .ok_or_else(|| format!("`{key}` must be a list of strings"))
        };
        let source = table.get("source").and_then(toml::Value::as_str).unwrap_or(name);
        Dialect::of(name, source, &texts("operands")?, &texts("results")?)
    }

    /// The dialect of a table: a row of `results` for each left operand, in it a word for each right
    /// one, the results of the two or `-` where they are refused.
    ///
    /// # Errors
    /// What is wrong with the table.
    pub fn of(name: &str, source: &str, operands: &[&str], results: &[&str]) -> Result<Dialect, String> {
        let known = |text: &str| {
            operand(text).ok_or_else(|| {
                format!("`{text}` is no operand: a dtype, weak_bool, weak_int, weak_float or weak_complex")
            })
        };
        let read = operands.iter().map(|text| known(text)).collect::<Result<Vec<_>, _>>()?;
        if results.len() != operands.len() {
            return Err(format!("`results` has {} rows for {} operands", results.len(), operands.len()));
        }
        let mut pairs = FxHashMap::default();
        for ((a, left), row) in read.iter().zip(operands).zip(results) {
            let cells: Vec<&str> = row.split_whitespace().collect();
            if cells.len() != operands.len() {
                return Err(format!("the row of `{left}` has {} results for {} operands", cells.len(), operands.len()));
            }
            for (b, cell) in read.iter().zip(cells).filter(|(_, cell)| *cell != "-") {
                if pairs.insert((*a, *b), known(cell).map_err(|why| format!("the row of `{left}`: {why}"))?).is_some() {
                    return Err(format!("`{left}` is an operand twice"));
                }
            }
        }
        Ok(Dialect { name: name.to_owned(), source: source.to_owned(), rule: Rule::Table(pairs, read) })
    }
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
        let names: Vec<&str> = DIALECTS.iter().map(Dialect::name).collect();
        assert_eq!(names, ["numpy", "array-api", "gt4py", "jax", "jax-x32", "pyccel", "pytensor", "torch"]);
    }

    #[test]
    fn tables_of_packages() {
        let of = |operands: &[&str], results: &[&str]| Dialect::of("tiny", "a test", operands, results);
        let tiny = of(&["int8", "float32"], &["int8 float32", "float32 -"]).unwrap();
        register_dialect(tiny, "a test").unwrap();
        assert_eq!(promoted("tiny", &["int8", "float32"]).as_deref(), Some("float32"));
        assert_eq!(promoted("tiny", &["float32", "float32"]), None);
        let again = register_dialect(of(&[], &[]).unwrap(), "another").unwrap_err();
        assert_eq!(again.to_string(), "the dialect `tiny` is registered twice: by a test and by another");
        let jax = register_dialect(Dialect::of("jax", "", &[], &[]).unwrap(), "another").unwrap_err();
        assert_eq!(jax.to_string(), "the dialect `jax` is registered twice: by conformable itself and by another");
        assert_eq!(of(&["int9"], &["-"]).unwrap_err().split(':').next(), Some("`int9` is no operand"));
        assert_eq!(of(&["int8"], &[]).unwrap_err(), "`results` has 0 rows for 1 operands");
        assert_eq!(of(&["int8"], &["- -"]).unwrap_err(), "the row of `int8` has 2 results for 1 operands");
        assert_eq!(
            Dialect::parse("x", "operand = []").unwrap_err(),
            "`operand` is no key of a dialect: source, operands, results"
        );
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
