//! What a signature is made of, part by part, each as its text has it.

use conformable_types::text::{print_function, print_ty};
use conformable_types::ty::{Constraint, Function, Param};

use super::{Signature, SignatureKind};
use crate::minilanguage;

/// The parts of one signature.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SignatureParts {
    /// `x[n]`, `axis: int=0`, `(m,n)`
    pub inputs: Vec<String>,
    /// `promote(x, y)[n + m]`
    pub outputs: Vec<String>,
    /// `n <= m`
    pub conditions: Vec<String>,
}

impl Signature {
    /// Its inputs, outputs and conditions; none where it is several signatures, each of which has its own.
    pub fn parts(&self) -> Option<SignatureParts> {
        match &self.form {
            SignatureKind::Overloads(_) => None,
            SignatureKind::Entry(entry) => entry.parts(),
            SignatureKind::Shapes(mini) => {
                let shown = |operands: &[minilanguage::Operand]| operands.iter().map(ToString::to_string).collect();
                let (inputs, outputs) = (shown(&mini.inputs), shown(&mini.outputs));
                Some(SignatureParts { inputs, outputs, conditions: Vec::new() })
            }
            SignatureKind::Types(function) => {
                let conditions = self.declarations().into_iter().chain(function.constraints.iter().cloned());
                Some(SignatureParts {
                    inputs: function.params.iter().map(parameter).collect(),
                    outputs: function.outputs.iter().map(|ty| print_ty(*ty)).collect(),
                    conditions: conditions.map(condition).collect(),
                })
            }
        }
    }
}

/// As it stands in the parentheses of a function that has no other.
fn parameter(param: &Param) -> String {
    let printed = print_function(&Function { params: [param.clone()].into(), ..nothing() });
    let inside = printed.strip_prefix('(').and_then(|rest| rest.strip_suffix(") -> None")).unwrap_or(&printed);
    inside.trim_start_matches("*, ").trim_end_matches(", /").to_owned()
}

/// As it stands behind `where`.
fn condition(constraint: Constraint) -> String {
    let printed = print_function(&Function { constraints: [constraint].into(), ..nothing() });
    printed.split_once(" where ").map_or(printed.clone(), |(_, condition)| condition.to_owned())
}

/// The function that takes nothing and gives nothing.
fn nothing() -> Function {
    Function { params: [].into(), outputs: [].into(), constraints: [].into(), partial: false }
}
