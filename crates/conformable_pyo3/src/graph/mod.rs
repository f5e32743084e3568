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
//! | `operators` | Python's operators on them, which are the catalogue's |
//! | `apply` | an application, free or of a graph; free ones dropped without recursion |
//! | `op` | `Op`: what is applied, and what types it gives |
//! | `arguments` | a call's arguments as inputs and known values, and back |
//! | `function_graph` | `FunctionGraph` |
//! | `change` | free variables taken in, replacement, rules |
//! | `import` | free variables, with all that computes them, made a graph's |
//! | `foreign` | types and ops of Python classes in a graph's columns |

pub mod apply;
pub mod arguments;
pub mod change;
pub mod foreign;
pub mod function_graph;
pub mod import;
pub mod op;
pub mod operators;
pub mod variable;

use pyo3::prelude::*;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<variable::Variable>()?;
    module.add_class::<variable::Constant>()?;
    module.add_class::<apply::Apply>()?;
    module.add_class::<op::Op>()?;
    module.add_class::<function_graph::FunctionGraph>()?;
    module.add_function(wrap_pyfunction!(function_graph::graph_of, module)?)?;
    module.add_function(wrap_pyfunction!(variable::size_constant, module)?)?;
    module.add_function(wrap_pyfunction!(function_graph::fit_native, module)?)?;
    module.add_function(wrap_pyfunction!(function_graph::not_together, module)?)?;
    op::register(module)
}
