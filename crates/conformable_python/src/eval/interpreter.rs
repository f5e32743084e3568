//! What the interpreter does for what lies below it: that which may run code of the program. Python's functions of
//! containers and numbers, annotations and guards are written against this, and know no more of the interpreter.

use ruff_python_ast::{Expr, Operator};
use ruff_text_size::TextRange;

use crate::domain::heap::Items;
use crate::domain::value::{Sym, Value};
use crate::eval::call::arguments::Arguments;
use crate::eval::diagnose::lints::Scene;
use crate::eval::{Evaluator, Tentative};

pub trait Interpreter<'p>: Tentative<'p> + Scene<'p> {
    /// The value of a name here.
    fn lookup(&mut self, name: Sym) -> Value<'p>;

    /// The value of an expression that is simple enough to be looked at once more.
    fn peek(&mut self, expression: &'p Expr) -> Option<Value<'p>>;

    /// What iterating gives, `__iter__` and `__next__` of the program's classes among it.
    fn iterate(&mut self, value: &Value<'p>, range: TextRange) -> Items<'p>;

    /// `next(value, default)`.
    fn next_item(&mut self, value: &Value<'p>, default: Option<&Value<'p>>, range: TextRange) -> Value<'p>;

    fn call(&mut self, callee: &Value<'p>, arguments: Arguments<'p>, range: TextRange) -> Value<'p>;

    /// Calls a method that the receiver's class may define.
    fn call_method(
        &mut self,
        receiver: &Value<'p>,
        name: &str,
        positional: Vec<Value<'p>>,
        range: TextRange,
    ) -> Option<Value<'p>>;

    fn binary(&mut self, op: Operator, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p>;

    /// `container[key] = value`.
    fn store(&mut self, container: &Value<'p>, key: &Value<'p>, value: Value<'p>, range: TextRange);
}

impl<'p> Interpreter<'p> for Evaluator<'p> {
    fn lookup(&mut self, name: Sym) -> Value<'p> {
        self.lookup(name)
    }

    fn peek(&mut self, expression: &'p Expr) -> Option<Value<'p>> {
        self.peek(expression)
    }

    fn iterate(&mut self, value: &Value<'p>, range: TextRange) -> Items<'p> {
        self.iterate(value, range)
    }

    fn next_item(&mut self, value: &Value<'p>, default: Option<&Value<'p>>, range: TextRange) -> Value<'p> {
        self.next_item(value, default, range)
    }

    fn call(&mut self, callee: &Value<'p>, arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        self.call(callee, arguments, range)
    }

    fn call_method(
        &mut self,
        receiver: &Value<'p>,
        name: &str,
        positional: Vec<Value<'p>>,
        range: TextRange,
    ) -> Option<Value<'p>> {
        self.call_method(receiver, name, positional, range)
    }

    fn binary(&mut self, op: Operator, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        self.binary(op, left, right, range)
    }

    fn store(&mut self, container: &Value<'p>, key: &Value<'p>, value: Value<'p>, range: TextRange) {
        self.store(container, key, value, range);
    }
}

impl<'p> Scene<'p> for Evaluator<'p> {
    fn again(&mut self, expressions: &[&'p Expr]) -> Vec<Value<'p>> {
        self.look_again(|evaluator| expressions.iter().map(|expression| evaluator.expr(expression)).collect())
    }

    fn path_of(&mut self, expression: &'p Expr) -> Option<String> {
        self.path_of(expression)
    }
}
