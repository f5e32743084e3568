//! `a, b = b, a`: what is assigned at once and read.

use ruff_python_ast::comparable::ComparableExpr;
use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{Expr, StmtAssign};
use ruff_text_size::{Ranged, TextRange};

/// An item with a computed index among several names and items that are assigned at once, where one that is told from others
/// is read, too: which of them may be assigned before which is read isn't seen.
pub fn exchanged(assign: &StmtAssign) -> Option<TextRange> {
    let [target @ Expr::Tuple(_)] = &*assign.targets else { return None };
    if !matches!(&*assign.value, Expr::Tuple(_) | Expr::List(_)) {
        return None;
    }
    let (written, read) = (Places::of(target), Places::of(&assign.value));
    let computed = written.0.iter().find(|place| !is_plain(place))?;
    let read: Vec<ComparableExpr> = read.0.into_iter().filter(|place| is_told(place)).map(Into::into).collect();
    let is_read = |place: &&Expr| is_told(place) && read.contains(&ComparableExpr::from(*place));
    written.0.iter().copied().any(|place| is_read(&place)).then(|| computed.range())
}

/// Is it a name, or an item whose indices are names and literals?
fn is_plain(place: &Expr) -> bool {
    indices(place).iter().all(|index| index.is_name_expr() || index.is_literal_expr())
}

/// Is it told from others? An item with an operation among its indices isn't.
fn is_told(place: &Expr) -> bool {
    let is_index = |index: &Expr| index.is_name_expr() || index.is_literal_expr() || index.is_subscript_expr();
    indices(place).iter().all(|index| is_index(index) && is_told(index))
}

fn indices(place: &Expr) -> &[Expr] {
    match place {
        Expr::Subscript(subscript) => match &*subscript.slice {
            Expr::Tuple(tuple) => &tuple.elts,
            index => std::slice::from_ref(index),
        },
        _ => &[],
    }
}

/// The names and the items in an expression, the outermost of each.
struct Places<'a>(Vec<&'a Expr>);

impl<'a> Places<'a> {
    fn of(expr: &'a Expr) -> Self {
        let mut places = Places(Vec::new());
        places.visit_expr(expr);
        places
    }
}

impl<'a> Visitor<'a> for Places<'a> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(_) | Expr::Subscript(_) => self.0.push(expr),
            // The name of a function is no value, nor is an object whose attribute is asked for.
            Expr::Call(call) => call.arguments.args.iter().for_each(|one| self.visit_expr(one)),
            Expr::Attribute(_) => {}
            _ => walk_expr(self, expr),
        }
    }
}
