//! What the stubs say of Python's functions: arguments that one never takes, and what it gives.

use conformable_types::{FreshKind, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::value::{Sym, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::diagnose::report::Refusal;
use crate::eval::diagnose::sites::because_of_itself;
use crate::eval::python::kinds::{of_receiver, refuses_argument};
use crate::front::rules;
use crate::library::known_paths::KNOWN;
use crate::library::stubs::StubSignature;

impl<'p> Machine<'p> {
    /// Arguments that a function of Python's never takes: too few or too many, of other names, an array
    /// of several elements for a number.
    pub fn wrong_arguments(
        &mut self,
        name: &str,
        receiver: Option<&Value<'p>>,
        signature: StubSignature,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) -> bool {
        if arguments.open {
            return false;
        }
        let bound = arguments.bind(signature.params());
        if let Some(error) = bound.error {
            let message = format!("{name}() {error}");
            let refusal = Refusal::of(rules::ARGUMENTS, range, message).resting_on(arguments.dependencies);
            let refusal = of_receiver(self, refusal, receiver);
            self.refute(refusal);
            return true;
        }
        let given = signature.params().iter().zip(&bound.slots);
        let mut given = given.flat_map(|(param, slot)| slot.numbers().iter().map(move |number| (param, *number)));
        given.any(|(param, number)| {
            refuses_argument(self, (name, receiver), (&param.name, &param.pattern), arguments.argument(number), range)
        })
    }

    /// What the stub says of a function's result: where it says nothing, it may do anything.
    pub fn declared(
        &mut self,
        name: Sym,
        signature: Option<StubSignature>,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) -> Value<'p> {
        if let Some(returns) = signature.and_then(StubSignature::returns) {
            return self.given(returns, arguments);
        }
        because_of_itself(self, range, || format!("`{name}()` is not known"));
        let callee = Value::unknown();
        if KNOWN.returns(name.as_str()) {
            return self.unknown_call(&callee, arguments);
        }
        self.unknown_code(&callee, arguments, range)
    }

    /// A value of which no more is known than a stub's type: an int is one value from here on, and how long
    /// a list is the data decide. Iterators among the arguments may have been used.
    pub fn given(&mut self, ty: Ty, arguments: &Arguments<'p>) -> Value<'p> {
        for value in arguments.values().cloned().collect::<Vec<_>>() {
            if self.state.is_iterator(&value) {
                self.escape(&value);
            } else {
                self.escape_callable(&value);
            }
        }
        match ty.kind() {
            TyKind::Int => self.state.some_int(),
            TyKind::ListOf(item) => {
                let item = self.value_of(*item);
                let len = self.state.store.fresh_dim(FreshKind::Runtime);
                self.list_of(item, len)
            }
            _ => self.value_of(ty),
        }
    }
}
