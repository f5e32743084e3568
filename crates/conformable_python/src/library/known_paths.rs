//! What is known of names outside the program, read from `catalogue/python.toml`.

use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

/// The dotted paths of which a single fact is known, by that fact.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownPaths {
    pub transparent_managers: FxHashSet<String>,
    pub no_return: FxHashSet<String>,
    /// Calls that iterate their first argument to its end.
    pub consumers: FxHashSet<String>,
    returns: FxHashSet<String>,
    pub transparent_decorators: FxHashSet<String>,
    pub transparent_factories: FxHashSet<String>,
    /// Decorators, with options or without, that keep what a function gives for calls with the same arguments.
    pub keeping_decorators: FxHashSet<String>,
    /// Decorators, with options or without, by which another compiler makes machine code of a function.
    pub compiling_decorators: FxHashSet<String>,
    /// Decorators that give the function that they are called with another body.
    pub replacing_factories: FxHashSet<String>,
    pub former_attributes: FxHashSet<String>,
    /// Modules of NumPy that are there once they are imported by their own names.
    pub imported_alone: FxHashSet<String>,
    /// How names of predicates begin.
    predicates: Vec<String>,
    /// Methods that ask a text whether it is like a pattern.
    pub text_tests: FxHashSet<String>,
    /// Python's classes of data, each with those that it derives from or is registered with.
    pub classes: FxHashMap<String, Vec<String>>,
    /// Python's exception classes, each with those that it derives from.
    pub exceptions: FxHashMap<String, Vec<String>>,
    /// Those of the library, by their last name.
    pub library_exceptions: FxHashMap<String, Vec<String>>,
    pub writable_attributes: FxHashSet<String>,
    /// Methods of anything that give an array of NumPy's.
    pub gives_array: FxHashSet<String>,
    /// Attributes and methods that the arrays of other libraries have.
    pub other_arrays: FxHashSet<String>,
    /// Attributes and methods of anything that has a shape that leave it as it is.
    pub keeps_shape: FxHashSet<String>,
    /// Methods of Python's containers and of arrays that change nothing.
    pub reading_methods: FxHashSet<String>,
    /// What the catalogue has as functions and NumPy as classes, which take an index.
    pub indexed_classes: FxHashSet<String>,
    /// The class of arrays.
    pub array_class: String,
    /// Modules of Python's library.
    pub modules: FxHashSet<String>,
    /// Functions of Python's that only look at what they are given.
    pub reading_functions: FxHashSet<String>,
    /// Functions that do nothing to a module that they are given but to give what it has.
    pub module_readers: FxHashSet<String>,
    /// Functions that find a module by its name, by their last name.
    pub module_finders: FxHashSet<String>,
    /// Functions that exchange what a text names, by their last name.
    pub exchanging_functions: FxHashSet<String>,
    /// What names of files end with.
    pub file_endings: FxHashSet<String>,
    /// Words by which a program asks what a function takes.
    pub signature_questions: FxHashSet<String>,
    /// Functions and methods that answer for a property of their argument, by whatever name they are imported.
    pub property_questions: FxHashSet<String>,
    /// Functions that give a bool of Python's, or of NumPy's, for what elements and floats came to.
    pub element_questions: FxHashSet<String>,
    /// Names of flags that say which Python runs: no code binds them anew.
    pub python_flags: FxHashSet<String>,
    /// Magics of a line of a notebook that bind no name and change no value that a name has.
    pub line_magics: FxHashSet<String>,
    /// Magics of a cell that isn't run among the names of the notebook.
    pub cell_magics: FxHashSet<String>,
    /// Magics of a cell whose Python is run among them.
    pub python_magics: FxHashSet<String>,
}

impl KnownPaths {
    /// Does a call of this path return, whatever else it does?
    pub fn returns(&self, path: &str) -> bool {
        let module = path.split('.').next().unwrap_or_default();
        self.returns.contains(path) || self.returns.contains(&format!("{module}.*"))
    }

    /// May unknown code of this name be asked what a value is?
    pub fn is_predicate(&self, name: &str) -> bool {
        self.predicates.iter().any(|start| name.trim_start_matches('_').starts_with(start.as_str()))
    }

    /// Is `class` the class `base` or one that derives from it?
    pub fn derives(&self, class: &str, base: &str) -> bool {
        let bases =
            [&self.library_exceptions, &self.exceptions, &self.classes].into_iter().find_map(|of| of.get(class));
        class == base || bases.is_some_and(|bases| bases.iter().any(|next| self.derives(next, base)))
    }

    /// Is it a class of Python's whose raising says that something is wrong?
    pub fn is_failure(&self, class: &str) -> bool {
        // Not failures, or other names of a class that has one.
        let deliberate = ["Warning", "StopIteration", "StopAsyncIteration", "IOError", "EnvironmentError"];
        self.exceptions.contains_key(class)
            && self.derives(class, "Exception")
            && !deliberate.iter().any(|base| self.derives(class, base))
    }
}

/// The lists, read once; a test holds that they can be.
pub static KNOWN: LazyLock<KnownPaths> = LazyLock::new(|| {
    serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/python.json"))).expect("its tables and lists")
});

#[cfg(test)]
mod tests {
    use super::KNOWN;

    #[test]
    fn the_lists_are_read() {
        assert!(KNOWN.no_return.contains("sys.exit"));
        assert!(!KNOWN.transparent_managers.contains("pytest.raises"));
        assert!(KNOWN.returns("warnings.warn") && !KNOWN.returns("os.abort"));
    }

    #[test]
    fn classes_have_their_bases() {
        assert!(KNOWN.derives("bool", "numbers.Integral") && KNOWN.derives("scalar.float64", "numbers.Real"));
        assert!(!KNOWN.derives("float", "numbers.Integral") && !KNOWN.derives("str", "numbers.Number"));
    }

    #[test]
    fn exceptions_have_their_bases() {
        assert!(KNOWN.derives("AxisError", "IndexError") && KNOWN.derives("AxisError", "Exception"));
        assert!(KNOWN.derives("OverflowError", "ArithmeticError") && !KNOWN.derives("OverflowError", "ValueError"));
        assert!(KNOWN.is_failure("NotImplementedError"));
        assert!(!KNOWN.is_failure("SystemExit") && !KNOWN.is_failure("StopIteration"));
    }
}
