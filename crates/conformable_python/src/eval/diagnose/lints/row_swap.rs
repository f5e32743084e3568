//! `a[0], a[1] = a[1], a[0]`: rows are views, and both end up the same.

use ruff_python_ast::{Expr, ExprSubscript};
use ruff_text_size::Ranged;

use super::{Event, Lint, Scene};
use crate::domain::value::Kind;
use crate::front::diagnostic::Diagnostic;
use crate::front::rules;

pub struct RowSwap;

impl Lint for RowSwap {
    fn look<'p>(&self, event: &Event<'_, 'p>, scene: &mut dyn Scene<'p>) {
        let Event::Assigned { target: Some(target), expression, .. } = event else { return };
        let (Expr::Tuple(targets), Expr::Tuple(values)) = (*target, *expression) else { return };
        let ([Expr::Subscript(a), Expr::Subscript(b)], [Expr::Subscript(c), Expr::Subscript(d)]) =
            (&*targets.elts, &*values.elts)
        else {
            return;
        };
        let module = scene.module();
        let same = |x: &ExprSubscript, y: &ExprSubscript| module.text(x.range()) == module.text(y.range());
        if !same(a, d) || !same(b, c) || module.text(a.value.range()) != module.text(b.value.range()) {
            return;
        }
        let [rows, row] = &*scene.again(&[&a.value, &targets.elts[0]]) else { return };
        let is_view = match (&rows.kind, &row.kind) {
            (Kind::Array(rows), Kind::Array(row)) => rows.base == row.base,
            _ => false,
        };
        if is_view {
            let name = module.snippet(a.value.range());
            let message = format!("both rows end up the same: `{name}`'s rows are views of it");
            let mut diagnostic = Diagnostic::new(rules::ROW_SWAP, module.place(target.range()), message);
            let (i, j) = (module.snippet(a.slice.range()), module.snippet(b.slice.range()));
            diagnostic.help = Some(format!("`{name}[[{i}, {j}]] = {name}[[{j}, {i}]]`"));
            scene.hazard_with(diagnostic);
        }
    }
}
