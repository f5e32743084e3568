//! The Python package's extension module, `conformable._native`: thin mirrors of the Rust crates.
//!
//! It converts arguments and results and keeps the identity of Python's views of types. What types
//! are and how they relate is `conformable_types`; what is only Python's (the contract's defaults,
//! arrays' values) is in `python/conformable`.

// A constructor gives the one view of its type, which may be there already.
#![allow(clippy::new_ret_no_self)]

mod annotations;
mod arrays;
mod base;
mod checked;
mod constructors;
mod containers;
mod convert;
mod defined;
mod dialects;
mod entries;
mod extensions;
mod framework;
mod functions;
mod graph;
mod identity;
mod inference;
mod internal;
mod layout;
mod nesting;
mod python;
mod reentry;
mod repr;
mod scalars;
mod signature;
mod solutions;
mod sync;
mod tensor;
mod terms;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use pyo3::prelude::*;

/// Runs the command with these arguments, the first of which is the program's name; its exit code.
#[pyfunction]
fn main(py: Python<'_>, args: Vec<OsString>) -> u8 {
    let code = py.detach(|| conformable::main(args));
    // The standard library compares exit codes but does not show them.
    (0..=u8::MAX).find(|known| ExitCode::from(*known) == code).unwrap_or(u8::MAX)
}

/// What Python sees, by the file that has it.
#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::annotations::{parse_annotations, read_annotation, resolve_annotation};
    #[pymodule_export]
    use super::base::{Type, answer, relate_native};
    #[pymodule_export]
    use super::checked::by_signature::SignatureChecks;
    #[pymodule_export]
    use super::checked::{Checks, Entered, Tested, with_marks};
    #[pymodule_export]
    use super::constructors::{check_constructor, forget_constructor, name_constructor, unique};
    #[pymodule_export]
    use super::containers::{DictType, ListType, SetType, SliceType, StructType, TupleType};
    #[pymodule_export]
    use super::defined::{DefinedRelation, define_relation};
    #[pymodule_export]
    use super::dialects::{InferredModule, emit_dialect, headers_parsed, infer_dialect, spell_dialect, spell_gt4py};
    #[pymodule_export]
    use super::entries::Entries;
    #[pymodule_export]
    use super::extensions::{forget_catalogue, forget_dialect, forget_relation, register_catalogue, register_dialect};
    #[pymodule_export]
    use super::framework::{
        adapted_native, call_refused, common, convert_native, dialect_names, implements_native, is_device,
        is_generic_native, is_native, measures, operation_native, operators, register_device, signature_of,
        spell_native, swap_order, trait_names, transpose, with_dtype, with_order, with_rank, without_value,
    };
    #[pymodule_export]
    use super::functions::{ClassType, ConstructedType, FunctionType, NamedType, UnionType, UnknownType};
    #[pymodule_export]
    use super::graph::apply::Apply;
    #[pymodule_export]
    use super::graph::function_graph::{FunctionGraph, fit_native, graph_of, not_together};
    #[pymodule_export]
    use super::graph::op::{Op, catalogue_names, catalogue_op, has_effect};
    #[pymodule_export]
    use super::graph::op_signature::{entry_signature, lifted, signature_op};
    #[pymodule_export]
    use super::graph::pickled::reduce_op;
    #[pymodule_export]
    use super::graph::variable::{Constant, Variable, size_constant};
    #[pymodule_export]
    use super::inference::{infer_call, infer_function};
    #[pymodule_export]
    use super::internal::_fail;
    #[pymodule_export]
    use super::layout::{DimView, Layout, dim_named};
    #[pymodule_export]
    use super::main;
    #[pymodule_export]
    use super::nesting::check_nesting;
    #[pymodule_export]
    use super::repr::parse_type;
    #[pymodule_export]
    use super::scalars::{DTypeType, Literal, NoneType, PythonType, ScalarType};
    #[pymodule_export]
    use super::signature::{Call, Signature, call_again};
    #[pymodule_export]
    use super::solutions::{Conflict, Solution, Solutions, Valuations, conflict_again, valuations_again};
    #[pymodule_export]
    use super::tensor::{DecayType, TensorType};
    #[pymodule_export]
    use super::terms::{
        Term, any_variable, at_most, broadcastable, compatible, concat_dim, device, dtype, equal, is_a, number, order,
        promotable, promoted_dtype, rank, relation, shape, tensor, type_var,
    };
    #[pymodule_export]
    use super::values::literal_of;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        super::internal::register(module)?;
        super::graph::op::register(module)
    }
}
