//! What stands around a place in a module's syntax.

use ruff_python_ast::visitor::source_order::{SourceOrderVisitor, TraversalSignal, walk_body};
use ruff_python_ast::{AnyNodeRef, Expr, ExprSubscript, Stmt};
use ruff_text_size::{Ranged, TextRange};

/// Does a function that is defined in a body contain this range?
pub fn is_in_function(body: &[Stmt], range: TextRange) -> bool {
    let mut search = FunctionAround { range, is_found: false };
    walk_body(&mut search, body);
    search.is_found
}

/// Where a container and the parts of the key beside it are written: the items of a tuple, the bounds of a slice, of which
/// one that isn't there has no extent.
pub fn key_parts(subscript: &ExprSubscript) -> Vec<TextRange> {
    let items = match &*subscript.slice {
        Expr::Tuple(tuple) => &tuple.elts[..],
        one => std::slice::from_ref(one),
    };
    let mut parts = vec![subscript.value.range()];
    for item in items {
        match item {
            Expr::Slice(slice) => {
                let bounds = [&slice.lower, &slice.upper, &slice.step];
                parts.extend(bounds.map(|bound| bound.as_ref().map_or_else(TextRange::default, |one| one.range())));
            }
            _ => parts.push(item.range()),
        }
    }
    parts
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
