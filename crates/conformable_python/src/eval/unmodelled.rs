//! The one door for what isn't modelled.
//!
//! Each construct of Python is either modelled, then a test runs it under CPython (`spec/python/constructs.md`
//! has the table), or it comes here: its value is unknown, what it may write is forgotten, what it may bind anew
//! is unknown, and it is counted; `check --statistics` lists the commonest. Nothing decides by itself to ignore
//! what it doesn't know.

use super::Evaluator;
use crate::domain::heap::{Object, ObjectId};
use crate::domain::value::Value;

impl<'p> Evaluator<'p> {
    /// Something is done that isn't modelled: it may write whatever it can reach from what it touches.
    pub fn unmodelled(&mut self, construct: &'static str, touched: &[Value<'p>]) -> Value<'p> {
        *self.output.unmodelled.entry(construct).or_default() += 1;
        for value in touched {
            self.escape(value);
        }
        Value::unknown()
    }

    /// It may bind any name of a scope anew: none but definitions keeps its value.
    pub fn unmodelled_names(&mut self, construct: &'static str, scope: ObjectId) -> Value<'p> {
        if let Object::Scope { names, parent } = self.state.heap.get(scope).clone() {
            let mut left = names.clone();
            for (name, value) in &names {
                if !self.is_definition(value) {
                    left.insert(*name, Value::unknown());
                }
            }
            self.state.heap.set(scope, Object::Scope { names: left, parent });
        }
        self.unmodelled(construct, &[])
    }
}
