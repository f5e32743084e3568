//! Python source to facts: types of bindings, signatures of functions, diagnostics.
//!
//! The crate takes texts and gives values. It does no IO, prints nothing, and knows no output
//! format; it asks for imported modules through [`ModuleSource`]. It is total: any text gives a
//! report, never a failure.
//!
//! ```
//! use conformable_python::{Program, Settings, SourceFile};
//!
//! let file = SourceFile { path: "a.py".into(), text: "x = (1\n".into(), module: None };
//! let program = Program::new(vec![file], Settings::default());
//! assert_eq!(program.check_file(0).diagnostics[0].rule.code, "CF002");
//! ```

mod check;
mod declared;
pub mod depth;
pub mod diagnostic;
mod docstrings;
mod eval;
mod heap;
mod images;
mod join;
pub mod knowledge;
mod known;
mod models;
mod module;
pub mod program;
mod reads;
pub mod rules;
mod scopes;
pub mod settings;
pub mod source;
mod state;
pub mod suppression;
mod units;
mod uses;
mod value;
mod way;

pub use knowledge::{Counts, Knowledge};
pub use program::{Binding, CallError, Checker, FunctionType, Inference, Program, Report, Statistics};
pub use settings::{Dialect, NumpyVersions, Settings, Version};
pub use source::{ModuleSource, NoModules, SourceFile};
