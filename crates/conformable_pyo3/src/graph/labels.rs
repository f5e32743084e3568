//! What messages and trees call variables.

use conformable_types::text;
use pyo3::prelude::*;

use super::function_graph::FunctionGraph;
use super::variable::{Constant, Origin, Variable};

/// What messages and trees show of a constant: its value, cut if it is long.
pub fn value_text(data: &Bound<'_, PyAny>) -> String {
    const LONGEST: usize = 40;
    let text = data.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
    text::shortened(&text, LONGEST)
}

pub fn type_text(var: &Bound<'_, Variable>) -> String {
    let object = var.get().ty(var.py()).and_then(|ty| ty.object(var.py()));
    object.map_or_else(|_| "?".to_owned(), |ty| ty.to_string())
}

/// The name, `SpecifyShape.0`, a constant's value, or the type in angles.
pub fn label(var: &Bound<'_, Variable>) -> PyResult<String> {
    let py = var.py();
    let own = var.get();
    match own.origin(py) {
        Origin::Graph(graph, var) => Ok(FunctionGraph::reading(graph.bind(py))?.core().label(var)),
        origin => {
            if let Some(name) = own.own_name(py) {
                return Ok(name.bind(py).to_string());
            }
            if let Ok(constant) = var.cast::<Constant>() {
                return Ok(value_text(constant.get().data(py)));
            }
            match origin {
                Origin::Output(node, place) => Ok(format!("{}.{place}", node.op.bind(py).repr()?)),
                _ => Ok(format!("<{}>", type_text(var))),
            }
        }
    }
}
