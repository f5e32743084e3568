//! What operations mean: signatures, their language, and the catalogue that is written in it.
//!
//! A caller (the checker, a graph, a package) looks an operation up by its path and applies it to
//! abstract arguments; nothing else in the system decides whether types fit.
//!
//! ```
//! use conformable_signatures::{Arg, CallArgs, CallOutcome, Catalogue};
//! use conformable_solver::Store;
//! use conformable_types::text::parse_type;
//!
//! let op = Catalogue::numpy().function("numpy.matmul").unwrap();
//! let matrix = |text| Arg::of(parse_type(text).unwrap());
//! let args = CallArgs { positional: vec![matrix("float64[2, 3]"), matrix("float64[4, 5]")], ..CallArgs::default() };
//! let CallOutcome::Refuted(failure) = op.apply(&args, &Store::new()) else { panic!() };
//! assert_eq!(failure.code, "CF101");
//! ```
//!
//! | module | its one job |
//! |---|---|
//! | [`catalogue`] | stub files to operations, looked up by path |
//! | [`op`] | what an operation is made of |
//! | [`call`] | a call's arguments, and what came out |
//! | `apply` | one call: alternatives, guards, unions |
//! | `alternatives` | several candidates of which one matches |
//! | `result_facts` | facts about a call's result besides its type |
//! | `out` | arrays that take the result |
//! | `lengths` | sequences of unknown length |
//! | `memo` | results of calls, cached |
//! | `bind` | arguments to parameters, as Python does, and what they bind |
//! | [`binder`] | which parameter takes which argument, and what is wrong with a call |
//! | [`coerce`] | what an argument is for a parameter's pattern |
//! | `evaluate` | expressions of results, guards and vocabulary to terms |
//! | [`signature`] | a signature as an object: written, printed, called, solved |
//! | [`compiled`] | signatures as compiled programs, which answer known sizes without the solver |
//! | [`conforms`] | values held to annotations, by their types |
//! | [`minilanguage`] | `(m?,n),(n,p?)->(m?,p?)` |
//! | [`generalise`] | what is known of a function's variables, as its signature |
//! | `present` | types as people read them in a signature |
//! | [`vetted`] | texts of types, with their relations held to what relations are |
//! | [`explain`] | a relation's failure in the call's own terms |

mod advice;
mod alternatives;
mod apply;
mod bind;
pub mod binder;
pub mod call;
pub mod catalogue;
pub mod coerce;
pub mod compiled;
pub mod conforms;
mod evaluate;
pub mod explain;
pub mod generalise;
mod lengths;
mod memo;
pub mod minilanguage;
pub mod op;
mod out;
mod present;
mod result_facts;
pub mod signature;
pub mod vetted;

pub use alternatives::combinations;
pub use apply::{COMBINATIONS, NO_ALTERNATIVE};
pub use call::{Arg, CallArgs, CallFailure, CallOutcome, CallResult, ResultFacts};
pub use catalogue::{Catalogue, Member};
pub use generalise::generalise;
pub use op::Op;
pub use present::without_floats;
pub use signature::Signature;
