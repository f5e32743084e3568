//! Typed graphs in Python: variables, ops, applications and function graphs.
//!
//! What a graph is and what holds of it is `conformable_graph`; here is how Python sees it. A variable
//! is *free*, or one of a graph. Free ones are Python objects: the output of an application holds the
//! application, which holds its inputs, so a free graph lives as long as somebody holds its end. A
//! [`FunctionGraph`](function_graph::FunctionGraph) holds columns of numbers; its variables and nodes
//! are seen through objects that are made when they are asked for, the same as long as somebody holds
//! them.
//!
//! | module | its one job |
//! |---|---|
//! | `variable` | `Variable` and `Constant` |
//! | `items` | its items, one after the other |
//! | `type_of` | a variable's type |
//! | `labels` | what variables are called |
//! | `operators` | Python's operators on them, which are the catalogue's |
//! | `apply` | an application, free or of a graph; free ones dropped without recursion |
//! | `op` | `Op`: what is applied, and what types it gives |
//! | `op_signature` | the signatures of ops, and ops of signatures |
//! | `arguments` | a call's arguments as inputs and known values, and back |
//! | `calls` | calls remembered by their arguments |
//! | `returned` | what a call returns: an output, or a tuple or list of them |
//! | `function_graph` | `FunctionGraph` |
//! | `held` | the objects of a graph's variables and applications |
//! | `change` | free variables taken in, replacement, rules |
//! | `import` | free variables, with all that computes them, made a graph's |
//! | `resolve` | what is to be added, read from Python before the graph is changed |
//! | `foreign` | types and ops of Python classes in a graph's columns |

pub mod apply;
pub mod arguments;
pub mod calls;
pub mod change;
pub mod foreign;
pub mod function_graph;
pub mod import;
pub mod items;
pub mod labels;
pub mod objects;
pub mod op;
pub mod op_signature;
pub mod operators;
pub mod pickled;
pub mod resolve;
pub mod returned;
pub mod specify;
pub mod type_of;
pub mod variable;
