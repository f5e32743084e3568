//! Python source to facts: types of bindings, signatures of functions, diagnostics.
//!
//! The crate takes texts and gives values. It does no IO, prints nothing, and knows no output
//! format; it asks for imported modules through [`ModuleSource`]. It is total: any text gives a
//! report, never a failure.
//!
//! | folder | what is in it |
//! |---|---|
//! | `front` | what the analysis is given and what it answers: texts, settings, rules, findings |
//! | `syntax` | what is read off the syntax before anything is evaluated |
//! | `domain` | values, the heap, the state of a path, and how two paths become one |
//! | `eval` | the evaluator |
//! | `library` | what is known of Python's library, as data |
//!
//! `check` says which parts of a file are evaluated, in which order; `infer` reads types from the table of facts that this makes.
//!
//! ```
//! use std::sync::Arc;
//!
//! use conformable_python::{ParsedFiles, Program, Settings, SourceFile};
//!
//! let file = SourceFile { path: "a.py".into(), text: "x = (1\n".into(), module: None };
//! let parsed = ParsedFiles::default();
//! let program = Arc::new(Program::new(&parsed, vec![file], Settings::default()));
//! assert_eq!(program.check_file(0).diagnostics[0].rule.code, "CF002");
//! ```

mod check;
mod domain;
mod eval;
mod front;
mod infer;
mod infer_call;
mod library;
mod syntax;

pub use front::checker::{Checker, EvaluatedModules};
pub use front::facts::{Counts, Facts};
pub use front::parsed_files::ParsedFiles;
pub use front::program::{
    AskedImports, Binding, CallError, CallType, ClassType, ContextType, ExpressionType, FunctionType, Inference,
    Program, Reached, Report, Statistics,
};
pub use front::settings::{Dialect, FactsWanted, NumpyVersions, Settings, Version};
pub use front::source::{ModuleSource, SourceFile};
pub use front::{
    depth, diagnostic, facts, levels, notebook, program, rules, settings, source, stubs, suppressing, suppression, why,
};
pub use library::is_builtin;
pub use syntax::literals::dotted;
pub use syntax::sites::NotEvaluated;
pub use syntax::uses::is_used_as_array;
