//! What projects and packages add to the catalogue, with the rules that a checker has.
//!
//! ```
//! use std::sync::Arc;
//!
//! use conformable_python::{ParsedFiles, Program, Settings, SourceFile, stubs};
//! use conformable_signatures::Catalogue;
//!
//! let stub = "namespace = grids\ndef halve(x: T[n]) -> T[n // 2]: ...\n";
//! let catalogue = stubs::over(Catalogue::numpy(), &[("grids.pyi".into(), stub.into())]).unwrap();
//! let text = "import grids\nimport numpy as np\ngrids.halve(np.ones(8)) + np.ones(8)\n";
//! let file = SourceFile { path: "a.py".into(), text: text.into(), module: None };
//! let parsed = ParsedFiles::default();
//! let program = Arc::new(Program::new(&parsed, vec![file], Settings::default()).with_catalogue(catalogue));
//! assert_eq!(program.check_file(0).diagnostics[0].rule.code, "CF102");
//! ```

use conformable_signatures::Catalogue;
use conformable_signatures::catalogue::{self, LoadError};

use crate::rules::Rules;

fn is_rule(text: &str) -> bool {
    Rules::built_in().by_code(text).is_some()
}

/// A catalogue with stub files over it, each a name for messages and a text.
///
/// # Errors
/// All that is wrong with the files, each with its place.
pub fn over(base: &'static Catalogue, files: &[(String, String)]) -> Result<&'static Catalogue, Vec<LoadError>> {
    base.with(files, is_rule)
}

/// Adds a stub file for the whole process, as a package does that has functions, types or rules.
///
/// # Errors
/// What is wrong with it; what another one that is registered has defined already.
pub fn register(name: &str, text: &str) -> Result<(), Vec<LoadError>> {
    catalogue::register(name, text, is_rule)
}
