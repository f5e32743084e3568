//! Functions of the program that are passed as arguments: a parameter that is a function says what it takes and gives.

use conformable_python::rules;
use conformable_types::ty::Function;
use conformable_types::{Ty, TyKind};
use ruff_text_size::TextRange;

use super::Engine;
use crate::language::{Problem, Unit};
use crate::syntax::shortened;
use crate::value::{Kind, Value};

impl Engine<'_> {
    /// Holds the functions among the arguments of a call to their parameters.
    pub(super) fn check_functions(&mut self, place: usize, number: usize, bound: &[Vec<(&Value, TextRange)>]) {
        let wanted: Vec<Ty> =
            self.functions[place].instances[number].params.iter().map(|param| param.class_type).collect();
        for (argument, (wanted, values)) in wanted.into_iter().zip(bound).enumerate() {
            let TyKind::Function(function) = wanted.kind() else { continue };
            for (value, at) in values {
                let Kind::Function(passed) = value.kind else { continue };
                if self.is_such(passed, function) == Some(false) {
                    let own = self.shown_function(passed);
                    let message = format!(
                        "argument {} of `{}`, `{}`, is {own}, not {}",
                        argument + 1,
                        self.functions[place].qualified,
                        shortened(self.text(), *at),
                        self.language.spell(wanted),
                    );
                    self.report(Problem::error(rules::DIALECT_ARGUMENT, message), *at);
                }
            }
        }
    }

    /// Does a version of the function take these arguments and give this result? `None` where it isn't known.
    fn is_such(&mut self, passed: usize, wanted: &Function) -> Option<bool> {
        if self.functions[passed].unit != Unit::Function {
            return None;
        }
        self.resolve_interface(passed);
        let takes = |engine: &Self, number: &usize| {
            let params = &engine.functions[passed].instances[*number].params;
            let mut pairs = params.iter().zip(&wanted.params);
            params.len() == wanted.params.len()
                && pairs.all(|(own, wanted)| engine.language.accepts(own.class_type, wanted.ty))
        };
        let count = self.functions[passed].instances.len();
        let taking: Vec<usize> = (0..count).filter(|number| takes(self, number)).collect();
        let Some(result) = wanted.outputs.first() else { return Some(!taking.is_empty()) };
        let gives = |number| {
            let own = self.result_of(passed, number, None);
            own.is_unknown() || self.language.accepts(*result, own)
        };
        Some(taking.into_iter().any(gives))
    }

    /// The function's first version, as a parameter that takes it is annotated.
    fn shown_function(&mut self, passed: usize) -> String {
        let result = self.result_of(passed, 0, None);
        let params = self.functions[passed].instances[0].params.iter();
        let params: Vec<String> = params.map(|param| self.language.spell(param.class_type)).collect();
        let result = if matches!(result.kind(), TyKind::None) { String::new() } else { self.language.spell(result) };
        format!("({result})({})", params.join(", "))
    }
}
