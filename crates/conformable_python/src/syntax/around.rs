//! What stands around a place in a module's syntax.

use ruff_python_ast::visitor::source_order::{SourceOrderVisitor, TraversalSignal, walk_body};
use ruff_python_ast::{AnyNodeRef, Stmt};
use ruff_text_size::{Ranged, TextRange};

/// Does a function that is defined in a body contain this range?
pub fn is_in_function(body: &[Stmt], range: TextRange) -> bool {
    let mut search = FunctionAround { range, is_found: false };
    walk_body(&mut search, body);
    search.is_found
}

struct FunctionAround {
    range: TextRange,
    is_found: bool,
}

impl<'a> SourceOrderVisitor<'a> for FunctionAround {
    fn enter_node(&mut self, node: AnyNodeRef<'a>) -> TraversalSignal {
        if !node.range().contains_range(self.range) {
            return TraversalSignal::Skip;
        }
        self.is_found |= matches!(node, AnyNodeRef::StmtFunctionDef(_) | AnyNodeRef::ExprLambda(_));
        TraversalSignal::Traverse
    }
}
