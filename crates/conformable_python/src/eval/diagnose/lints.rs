//! Lints of what is written: statements that run, and nearly nobody wants.

use conformable_signatures::{Catalogue, Member};
use conformable_types::TyKind;
use ruff_python_ast::{Expr, ExprSubscript};
use ruff_text_size::Ranged;

use crate::domain::value::{Kind, Value};
use crate::eval::{Evaluator, Tentative};
use crate::front::diagnostic::Diagnostic;
use crate::front::rules;

impl<'p> Evaluator<'p> {
    /// `x = x.sort()`: what works in place gives None.
    pub fn none_kept(&mut self, expression: &'p Expr, value: &Value<'p>) {
        let Expr::Call(call) = expression else { return };
        let Expr::Attribute(attribute) = &*call.func else { return };
        if !value.is_none() || !matches!(&*attribute.value, Expr::Name(_) | Expr::Attribute(_)) {
            return;
        }
        let receiver = self.look_again(|evaluator| evaluator.expr(&attribute.value));
        let in_place = match &receiver.kind {
            // That a parameter is an array may be an assumption: strings have `partition` too.
            _ if receiver.dependencies.is_assumed() => false,
            Kind::Array(_) => true,
            // A method of an object of the catalogue: `rng.shuffle(x)`.
            Kind::Data(ty) => matches!(ty.kind(), TyKind::Ctor(..)),
            _ => false,
        };
        if in_place {
            let message = format!("`{}` works in place and gives None", attribute.attr);
            self.hazard(rules::NONE_KEPT, expression.range(), message);
        }
    }

    /// `a[0], a[1] = a[1], a[0]`: rows are views, and both end up the same.
    pub fn row_swap(&mut self, target: &'p Expr, value: &'p Expr) {
        let (Expr::Tuple(targets), Expr::Tuple(values)) = (target, value) else { return };
        let ([Expr::Subscript(a), Expr::Subscript(b)], [Expr::Subscript(c), Expr::Subscript(d)]) =
            (&*targets.elts, &*values.elts)
        else {
            return;
        };
        let module = self.module();
        let same = |x: &ExprSubscript, y: &ExprSubscript| module.text(x.range()) == module.text(y.range());
        if !same(a, d) || !same(b, c) || module.text(a.value.range()) != module.text(b.value.range()) {
            return;
        }
        let (rows, row) = self.look_again(|evaluator| {
            let (rows, key) = (evaluator.expr(&a.value), evaluator.expr(&a.slice));
            let row = evaluator.load(&rows, &key, a.range());
            (rows, row)
        });
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
            self.hazard_with(diagnostic);
        }
    }

    /// A statement that only makes an array: its result is lost. An array of the program that it
    /// starts from says what was meant to change.
    pub fn thrown_away(&mut self, expression: &'p Expr, value: &Value<'p>) {
        // That a function accepts something may be all that is asked, by a test or where a handler
        // is around.
        if !matches!(value.kind, Kind::Array(_)) || !self.is_unhandled() || self.module().is_test() {
            return;
        }
        if self.module().is_notebook() && self.frame().function.is_none() {
            return;
        }
        let lost = match expression {
            Expr::Call(call) => self.lost_call(call),
            Expr::Attribute(attribute) => self.array_named(&attribute.value).map(|_| format!("`.{}`", attribute.attr)),
            _ => None,
        };
        if let Some(what) = lost {
            let message = format!("the result of {what} is thrown away: it makes a new array");
            self.hazard(rules::THROWN_AWAY, expression.range(), message);
        }
    }

    /// A function or method of the catalogue that does nothing but give its result, called on a
    /// variable.
    pub fn lost_call(&mut self, call: &'p ruff_python_ast::ExprCall) -> Option<String> {
        let Expr::Attribute(attribute) = &*call.func else { return None };
        let name = attribute.attr.as_str();
        let (op, given) = match self.array_named(&attribute.value) {
            Some(receiver) => {
                let kind = receiver.ty().and_then(Catalogue::kind_of)?;
                let Some(Member::Method(op)) = self.library().member(kind, name) else { return None };
                (op, call.arguments.args.len() + 1)
            }
            None => {
                let path = self.path_of(&call.func)?;
                self.array_named(call.arguments.args.first()?)?;
                (self.library().function(&path)?, call.arguments.args.len())
            }
        };
        let keywords: Vec<&str> = call.arguments.keywords.iter().filter_map(|keyword| keyword.arg.as_deref()).collect();
        let open = call.arguments.keywords.len() != keywords.len();
        let pure = !op.effect && !open && !op.writes(given, &keywords);
        pure.then(|| format!("`{}`", call.func.as_attribute_expr().map_or("", |function| function.attr.as_str())))
    }

    /// The array that a variable is.
    pub fn array_named(&mut self, expression: &'p Expr) -> Option<Value<'p>> {
        if !matches!(expression, Expr::Name(_)) {
            return None;
        }
        let value = self.look_again(|evaluator| evaluator.expr(expression));
        matches!(value.kind, Kind::Array(_)).then_some(value)
    }

    /// `x[mask][0] = v`: the first subscript makes a copy, and the store into it is lost.
    pub fn store_on_copy(&mut self, subscript: &'p ExprSubscript, container: &Value<'p>) {
        let Expr::Subscript(inner) = &*subscript.value else { return };
        if !matches!(container.kind, Kind::Array(_)) {
            return;
        }
        let (source, key) = self.look_again(|evaluator| (evaluator.expr(&inner.value), evaluator.expr(&inner.slice)));
        let copies = matches!(key.kind, Kind::Array(_) | Kind::Object(_));
        if copies && matches!(source.kind, Kind::Array(_)) {
            let message = "the store is lost: indexing with an array or a list makes a copy".to_owned();
            self.hazard(rules::STORE_ON_COPY, subscript.range(), message);
        }
    }
}
