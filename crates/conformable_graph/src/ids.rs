//! Variables and nodes as the numbers that they are, each of one graph.

use std::fmt;

/// A variable of one graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var {
    pub(crate) graph: u32,
    pub(crate) index: u32,
}

/// An application of an op in one graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node {
    pub(crate) graph: u32,
    pub(crate) index: u32,
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "variable {} of graph {}", self.index, self.graph)
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "node {} of graph {}", self.index, self.graph)
    }
}
