//! Operators of the program's classes: the methods that the language asks for them, in one place.

use conformable_python::rules;
use conformable_types::TyKind;
use indexmap::IndexMap;
use ruff_text_size::TextRange;

use super::Engine;
use crate::language::{Problem, Source, Unit};
use crate::syntax::operation_as;
use crate::value::{PlacedArguments, Value};

/// What an operator gives that asked the classes of its operands.
pub(super) enum Asked {
    /// A method gives it, or it is unknown.
    Value(Value),
    /// The first operand was changed and stays the object that it is.
    InPlace,
}

impl Asked {
    pub(super) fn value(self) -> Value {
        match self {
            Asked::Value(value) => value,
            Asked::InPlace => Value::unknown(),
        }
    }
}

impl Engine<'_> {
    /// What the classes of the operands say of an operator: the first of the methods that it asks which is there, with the
    /// other operands as arguments. `None` where it asks nothing of these operands, so that it is the catalogue's.
    pub(super) fn ask_classes(&mut self, symbol: &str, operands: &[&Value], range: TextRange) -> Option<Asked> {
        let class_of = |engine: &Self, value: &Value| {
            let is_object = value.is_data() && matches!(value.exact.kind(), TyKind::Class(_));
            is_object.then(|| engine.class_of_type(value.exact)).flatten()
        };
        if self.frame.unit == Unit::Outside || operands.iter().all(|value| class_of(self, value).is_none()) {
            return None;
        }
        let asked = self.language.asked_methods(symbol)?;
        for (place, name) in asked.methods {
            let receiver = *operands.get(*place)?;
            if receiver.is_data() && receiver.exact.is_unknown() {
                return Some(Asked::Value(Value::unknown()));
            }
            let Some(class) = class_of(self, receiver) else { continue };
            let Some(method) = self.own_method(class, name) else { continue };
            let others = operands.iter().enumerate().filter(|(other, _)| other != place);
            let positional = others.map(|(_, value)| ((*value).clone(), range)).collect();
            let given = PlacedArguments { positional, ..PlacedArguments::default() };
            let value = self.call_function(method, Some(receiver), given, range);
            return Some(if self.language.is_in_place(name) { Asked::InPlace } else { Asked::Value(value) });
        }
        asked.are_needed.then(|| Asked::Value(self.refuse_objects(symbol, asked.methods, operands, range)))
    }

    /// A method that a class of the program has.
    pub(super) fn own_method(&mut self, class: usize, name: &str) -> Option<usize> {
        self.walk_class(class);
        self.classes[class].methods.get(&name.into()).copied()
    }

    /// Says that no class has what an operator asks for.
    fn refuse_objects(
        &mut self,
        symbol: &str,
        asked: &[(usize, &str)],
        operands: &[&Value],
        range: TextRange,
    ) -> Value {
        let shown: Vec<String> = operands.iter().map(|value| self.shown(value.exact)).collect();
        let there_is_none = format!("there is no {}", operation_as(symbol, &shown));
        let mut lacking: IndexMap<usize, Vec<String>> = IndexMap::new();
        for (place, name) in asked {
            let class = operands.get(*place).and_then(|value| self.class_of_type(value.exact));
            class.into_iter().for_each(|class| lacking.entry(class).or_default().push(format!("`{name}`")));
        }
        let has_none = |(class, names): (usize, Vec<String>)| {
            format!("`{}` has no {}", self.classes[class].def.name, names.join(" and no "))
        };
        let wanted: Vec<String> = lacking.into_iter().map(has_none).collect();
        let message = match &wanted[..] {
            [] => there_is_none,
            _ => format!("{there_is_none}: {}", wanted.join(", ")),
        };
        self.refuse(Problem::fatal(rules::DIALECT_OPERATION, message), range)
    }

    /// Is it a method that changes its object, whose return gives that and is no result? It may return nothing else.
    pub(super) fn returns_object(&mut self, returned: &Value, range: TextRange) -> bool {
        let name = self.frame.qualified.rsplit('.').next().unwrap_or_default();
        if self.frame.class.is_none() || !self.language.is_in_place(name) {
            return false;
        }
        let object = self.frame.variables.keys().next();
        if object.is_none_or(|object| returned.source != Source::Variable(*object)) {
            let message = format!("`{name}` changes its object: it returns that or nothing");
            self.report(Problem::fatal(rules::DIALECT_RESULT, message), range);
        }
        true
    }
}
