//! Why a graph refuses: each with what it is about, in words.

use std::fmt;

use conformable_signatures::signature::Refusal;
use conformable_types::Ty;

use crate::ids::Var;

/// What went wrong; the graph is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GraphError {
    /// An op does not take these types.
    Refused {
        /// The op as it prints.
        op: String,
        /// What is wrong, and in which inputs.
        refusal: Box<Refusal>,
    },
    /// A variable of another graph, or one that was removed.
    NotInGraph(Var),
    /// A variable cannot stand where another one does.
    Incompatible {
        /// The type that is asked for.
        old: Ty,
        /// The type that is offered.
        new: Ty,
        /// The first place where they differ: `dim 1 is 3 and 4`.
        reason: String,
    },
    /// The replacement is computed from what it would replace.
    Cycle {
        /// What would be replaced, as it prints.
        old: String,
        /// By what.
        new: String,
    },
    /// One output was asked for, the op gives another number of them.
    Outputs {
        /// The op as it prints.
        op: String,
        /// How many it gives.
        count: usize,
    },
    /// There are more nodes, variables or inputs of nodes than can be numbered.
    Full,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::Refused { op, refusal } => write!(f, "{op}: {refusal}"),
            GraphError::NotInGraph(var) => write!(f, "{var:?} is not a variable of this graph"),
            GraphError::Incompatible { old, new, reason } => {
                write!(f, "{new} cannot stand in place of {old}: {reason}")
            }
            GraphError::Cycle { old, new } => write!(f, "{new} is computed from {old}, which it would replace"),
            GraphError::Outputs { op, count } => write!(f, "{op} gives {count} outputs, not one"),
            GraphError::Full => f.write_str("a graph has fewer than 2^32 - 4 variables"),
        }
    }
}

impl std::error::Error for GraphError {}
