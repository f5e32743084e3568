//! Statically typed languages written in Python: one inference engine, and each language as an implementation of
//! [`Language`] plus a catalogue.
//!
//! Such a language compiles a part of Python in which a variable has one type. That needs neither a heap nor paths
//! nor values, so this is no use of the checker's evaluator: it shares with it what lies below (parser, modules,
//! findings, types, promotion, the catalogue and the binding of arguments), and walks each body once, forwards.
//!
//! | module | its one job |
//! |---|---|
//! | [`language`] | what a language decides, and the values that it is asked about |
//! | [`annotation`] | annotations as they are written: objects that know no types |
//! | `files` | the files of a program, parsed |
//! | `operations` | entries of the catalogue, applied and remembered |
//! | `instances` | combinations of the members of parameters' types |
//! | `program` | functions, classes, and what names stand for |
//! | `value` | the values of expressions |
//! | `variables` | the variables of a body, and what its branches make of them |
//! | `sharing` | which variables show the elements of which others |
//! | `sizes` | the sizes of arrays, as far as constants and names say what they are |
//! | `exchange` | what is assigned at once and read |
//! | `syntax` | questions about Python's syntax that need no types |
//! | `engine` | names, interfaces, bodies, operations: what all languages have in common |
//! | `inferred` | what comes out |
//! | `emit` | declarations of what is inferred in Pyccel: in C, in Fortran, as a header |
//! | [`pyccel`] | Pyccel |
//! | [`gt4py`] | GT4Py |
//!
//! The engine knows no operator, no function and no type of a language: operations are entries of
//! `catalogue/<language>`, and where a language has a rule of its own the engine asks for it.
//!
//! ```
//! use conformable_dialects::{infer, pyccel};
//! use conformable_python::SourceFile;
//!
//! let text = "def f(a : int, b : float):\n    v = a + b\n    return v\n";
//! let file = SourceFile { path: "a.py".into(), text: text.into(), module: None };
//! let inferred = infer(&pyccel::Pyccel, &file, None);
//! assert_eq!(inferred.functions[0].returns, "float");
//! assert!(inferred.diagnostics.is_empty());
//! ```

pub mod annotation;
mod emit;
mod engine;
mod exchange;
mod files;
pub mod gt4py;
mod inferred;
mod instances;
pub mod language;
mod operations;
mod program;
pub mod pyccel;
mod sharing;
mod sizes;
mod syntax;
mod value;
mod variables;

pub use engine::infer;
pub use files::{headers_parsed, parse_annotations};
pub use inferred::{Inferred, InferredClass, InferredFunction};
pub use language::{Language, Variable};

/// The languages that there are.
pub fn languages() -> [&'static dyn Language; 2] {
    [&pyccel::Pyccel, &gt4py::GT4PY]
}

/// The language of this name.
pub fn language(name: &str) -> Option<&'static dyn Language> {
    // A policy of a language, which no file says of itself.
    let converting = (name == "gt4py with conversions").then_some(&gt4py::CONVERTING as &dyn Language);
    converting.or_else(|| languages().into_iter().find(|language| language.name() == name))
}
