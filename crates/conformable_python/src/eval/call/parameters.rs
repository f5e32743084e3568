//! A function's parameters: what its annotations hold its callers to, and how they are meant when
//! it is evaluated on its own.
//!
//! On its own an annotated parameter is a fact, over rigid names. One without is an *assumption*:
//! an array or an int by its uses. What depends on an assumption is never an error.

use std::rc::Rc;

use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use crate::domain::declared::AnnotationNames;
use crate::domain::heap::{Name, Object};
use crate::domain::value::{Dependencies, Field, Function, Kind, Sym, Value};
use crate::eval::annotations::Role;
use crate::eval::call::arguments::Arguments;
use crate::eval::{Machine, Tentative};
use crate::syntax::uses::ParameterUse;

/// A parameter of a function evaluated on its own.
pub struct StandaloneParameter<'p> {
    pub name: Sym,
    pub value: Value<'p>,
    pub default: Option<Value<'p>>,
    /// That it is an array is assumed.
    pub assumed: bool,
}

impl<'p> Machine<'p> {
    // --- callers ------------------------------------------------------------------------------

    /// Arguments held against the annotations of the function that is called.
    pub fn promised_arguments(
        &mut self,
        function: &Rc<Function<'p>>,
        bound: Vec<(Sym, Value<'p>)>,
        outer: &[Dependencies],
        given: &Arguments<'p>,
        range: TextRange,
    ) -> (Vec<(Sym, Value<'p>)>, AnnotationNames) {
        let mut names = AnnotationNames::default();
        let Some(promises) = function.promises.clone() else { return (bound, names) };
        if !promises.oblige() && !bound.iter().any(|(_, value)| value.is_unknown()) {
            return (bound, names);
        }
        if function.takes_receiver()
            && let Some(receiver) = given.positional.first().cloned()
        {
            self.names_of_fields(&receiver, &mut names);
        }
        let mut held = Vec::with_capacity(bound.len());
        for (place, (name, value)) in bound.into_iter().enumerate() {
            let Some(declared) = promises.of(name) else {
                held.push((name, value));
                continue;
            };
            let at = self.argument_range(given, place, name, range);
            let dependencies = value.dependencies;
            let in_caller = Value { dependencies: outer.get(place).copied().unwrap_or(Dependencies::LOCAL), ..value };
            let was_unknown = in_caller.is_unknown();
            let value = self.held(in_caller, declared, &mut names, at, &Role::Argument(name));
            let is_declared = was_unknown && !value.is_unknown();
            let said = if is_declared { Dependencies::DECLARED } else { Dependencies::LOCAL };
            held.push((name, Value { dependencies: dependencies.and(said), ..value }));
        }
        (held, names)
    }

    /// Where the argument for a parameter stands in the call.
    fn argument_range(&self, given: &Arguments<'p>, place: usize, name: Sym, range: TextRange) -> TextRange {
        let Some(written) = self.texts.written.get(&(self.module().id, range)) else { return range };
        let count = given.positional.len() + given.keywords.len();
        // A receiver is not written among the arguments.
        let Some(hidden) = count.checked_sub(written.len()) else { return range };
        let number = match given.keywords.iter().position(|(key, _)| *key == name) {
            Some(keyword) => given.positional.len() + keyword,
            None if place < given.positional.len() => place,
            None => return range,
        };
        number.checked_sub(hidden).and_then(|number| written.get(number)).copied().unwrap_or(range)
    }

    /// What a dataclass's fields say of the names that its methods share.
    fn names_of_fields(&mut self, receiver: &Value<'p>, names: &mut AnnotationNames) {
        let (Some(class), Kind::Object(id)) = (self.state.class_of(receiver), &receiver.kind) else { return };
        let Object::Instance { attributes, .. } = self.state.heap.get(*id).clone() else { return };
        for field in class.fields.iter() {
            if let (Some(declared), Some(value)) = (&field.declared, attributes.get(&Name::new(field.name)))
                && !value.is_unknown()
            {
                let (value, role) = (value.clone(), Role::Variable);
                self.quietly(|evaluator| evaluator.held(value, declared, names, TextRange::default(), &role));
            }
        }
    }

    /// A field's value held against its annotation.
    pub fn promised_field(
        &mut self,
        value: Value<'p>,
        field: &Field<'p>,
        names: &mut AnnotationNames,
        place: usize,
        range: TextRange,
    ) -> Value<'p> {
        let Some(declared) = &field.declared else { return value };
        let written =
            self.texts.written.get(&(self.module().id, range)).and_then(|written| written.get(place)).copied();
        let at = written.unwrap_or(range);
        let origin = value.origin;
        let value = self.held(value, declared, names, at, &Role::Argument(field.name));
        Value { origin: origin.or(value.origin), ..value }
    }

    // --- assumptions --------------------------------------------------------------------------
}

/// How far a parameter is followed into functions that it is given to.
pub const CALLEES: u32 = 3;

/// How functions mean their parameters, as far as each was followed.
pub type UsesByFunction = FxHashMap<(TextRange, u32), Vec<(Sym, Option<ParameterUse>)>>;

/// What of a function decides which arguments it takes.
const TAKES: [&str; 3] = ["__defaults__", "__kwdefaults__", "__code__"];

/// An attribute of a function is set: one that decides which arguments it takes says that they aren't known any more,
/// wherever the function is held.
pub fn set_of_function<'p>(machine: &mut Machine<'p>, function: &Function<'p>, name: Sym) {
    if TAKES.contains(&name.as_str()) {
        machine.bind_in(function.scope, exchanged_parameters(function), Value::unknown());
    }
}

/// Has something else been put in the place of a function's defaults, or of its code?
pub fn has_other_parameters<'p>(machine: &Machine<'p>, function: &Function<'p>) -> bool {
    let is_set = |name: &str| {
        let name = Sym::new(name);
        machine.module().sets_attribute(name)
            || function.module.sets_attribute(name)
            || machine.program.changes().attributes.contains(&name)
    };
    TAKES.into_iter().any(is_set) && machine.lookup_in(function.scope, exchanged_parameters(function)).is_some()
}

/// The name in the scope around a function that says so.
fn exchanged_parameters(function: &Function<'_>) -> Sym {
    Sym::new(&format!("={}", function.range.start().to_u32()))
}
