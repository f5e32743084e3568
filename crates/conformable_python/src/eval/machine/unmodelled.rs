//! The one door for what isn't modelled.
//!
//! Each construct of Python is either modelled, then a test runs it under CPython (`spec/python/constructs.md`
//! has the table), or it comes here: its value is unknown, what it may write is forgotten, what it may bind anew
//! is unknown, and it is counted; `check --statistics` lists the commonest. Nothing decides by itself to ignore
//! what it doesn't know.

use crate::domain::heap::{Name, Object, ObjectId};
use crate::domain::value::Value;
use crate::eval::Machine;

impl<'p> Machine<'p> {
    /// Something is done that isn't modelled: it may write whatever it can reach from what it touches.
    pub fn unmodelled(&mut self, construct: &'static str, touched: &[Value<'p>]) -> Value<'p> {
        *self.output.unmodelled.entry(construct).or_default() += 1;
        self.state.taught.other_code_runs();
        for value in touched {
            self.escape(value);
        }
        Value::unknown()
    }

    /// It may bind any name of a scope anew, and write to what the names have: none but definitions keeps its value.
    pub fn unmodelled_names(&mut self, construct: &'static str, scope: ObjectId) -> Value<'p> {
        if let Object::Scope { names, parent } = self.state.heap.get(scope).clone() {
            let mut left = names.clone();
            let others = names.iter().filter(|(_, value)| !value.is_definition());
            let others: Vec<(Name, Value<'p>)> = others.map(|(name, value)| (*name, value.clone())).collect();
            for (name, value) in others {
                left.insert(name, Value::unknown());
                self.escape(&value);
            }
            self.state.heap.set(scope, Object::Scope { names: left, parent });
        }
        self.unmodelled(construct, &[])
    }
}
