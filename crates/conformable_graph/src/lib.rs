//! Typed dataflow graphs: variables with types, operations with signatures, and a graph of them in
//! which every type stays what the signatures say while it is built and rewritten.
//!
//! The crate's one job is to keep a graph and its types together. It knows types and signatures; it
//! knows no operation (what one does to types is its signature, or the catalogue's entry), no Python,
//! no values but those that types say, and does no IO.
//!
//! What always holds:
//!
//! - The type of a node's output is what the node's op gives for the types of its inputs, each
//!   application by itself. A size that the op makes up, or that is `?` in an input, is `?` in the
//!   output; a name is one size throughout the graph.
//! - The graph is acyclic, and [`FunctionGraph::toposort`] is at hand at any time.
//! - What fails leaves the graph exactly as it was.
//! - No walk recurses: a chain of a million nodes is built, walked and dropped on a small stack.
//! - Reading needs no lock: a graph that nobody changes may be read from any thread.
//!
//! ```
//! use conformable_graph::{FunctionGraph, Op};
//! use conformable_types::text::parse_type;
//!
//! let ty = |text| parse_type(text).unwrap();
//! let matmul = Op::numpy("numpy.matmul").unwrap();
//! let add = Op::parse("Add", "(x[*S], y[*R]) -> promote(x, y)[*broadcast(S, R)]").unwrap();
//!
//! let mut graph = FunctionGraph::new();
//! let data = graph.input(ty("float64[n, d]"), "data");
//! let weights = graph.input(ty("float64[d, 3]"), "weights");
//! let bias = graph.input(ty("float32[3]"), "bias");
//! let product = graph.call(&matmul, &[data, weights]).unwrap();
//! let shifted = graph.call(&add, &[product, bias]).unwrap();
//! assert_eq!(graph.ty(shifted).unwrap().to_string(), "float64[n, 3]");
//!
//! let other = graph.input(ty("float64[4, 5]"), "other");
//! let wrong = graph.call(&matmul, &[shifted, other]).unwrap_err(); // 3 columns, 4 rows
//! assert!(wrong.to_string().contains("matmul"), "{wrong}");
//! assert_eq!(graph.node_count(), 2);
//! ```
//!
//! | module | its one job |
//! |---|---|
//! | [`op`] | what an operation is, and what it gives for types |
//! | `closed` | what a call says, in the terms of its inputs |
//! | `memo` | that again, for types met before |
//! | `ids` | variables and nodes, which are numbers |
//! | `arena` | nodes, variables and who uses what, as numbers |
//! | [`graph`] | a graph, built |
//! | `walk` | a graph, read: owners, clients, order, and whether it is as it should be |
//! | `merge` | fingerprints of subgraphs, and equal ones made one |
//! | `replace` | one variable in place of another: by the relation of their types, all or nothing |
//! | `retype` | what depends on that, and only that, typed again |
//! | `reorder` | the order of nodes after it, and whether there is one |
//! | `whole` | the types of nodes, and of a whole graph, as functions; what they teach the inputs |
//! | [`pattern`] | replacement by pattern, with types in it |
//! | [`print`] | a graph as text: a tree, DOT |
//! | [`error`] | why not |

#![warn(missing_docs)]

mod arena;
mod closed;
pub mod error;
pub mod graph;
mod ids;
mod memo;
mod merge;
pub mod op;
pub mod pattern;
pub mod print;
mod reorder;
mod replace;
mod retype;
mod walk;
mod whole;

pub use error::GraphError;
pub use graph::{FunctionGraph, Mark, Origin, Outputs};
pub use ids::{Node, Var};
pub use op::Op;
pub use pattern::Rewrite;
pub use print::Dprint;
pub use replace::{Fit, fit};
