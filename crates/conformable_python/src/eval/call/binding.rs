//! Arguments: as a call writes them, as a function's parameters get them, as a message shows them.

use std::rc::Rc;

use conformable_signatures::binder::{ArgumentError, Binding, Slot};
use conformable_types::Ty;
use conformable_types::ty::ParamKind;
use ruff_text_size::TextRange;

use crate::domain::heap::{Entries, Object};
use crate::domain::value::{Dependencies, Function, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::call::calls::Arguments;
use crate::eval::diagnose::report::Refusal;
use crate::front::rules;

impl<'p> Machine<'p> {
    /// The values of a function's parameters, and what each depends on in the caller's terms.
    pub fn bind_parameters(
        &mut self,
        function: &Rc<Function<'p>>,
        arguments: &Arguments<'p>,
        outer: &mut Vec<Dependencies>,
        range: TextRange,
    ) -> Option<Vec<(Sym, Value<'p>)>> {
        let params = function.written_params();
        let Binding { slots, error } = arguments.bind(&params);
        if let Some(error) = error {
            if !arguments.open {
                let message = format!("{}() {error}", function.name);
                // Which arguments `*args` hands on, and to which function, is what conditions are most often about.
                let refusal = Refusal::of(rules::ARGUMENTS, range, message).resting_on(arguments.dependencies);
                self.refute(refusal.heeding_all());
                // What it would have done with them is not what is known of them.
                arguments.values().for_each(|value| self.escape(value));
            }
            // A name that no parameter has may not be there.
            if !(arguments.open && matches!(error, ArgumentError::Unexpected { .. })) {
                return None;
            }
        }
        let mut bound = Vec::new();
        for (param, slot) in params.iter().zip(slots) {
            let name = Sym::new(&param.parameter.name);
            let default = function.defaults.iter().find(|(known, _)| *known == name);
            let default = default.map(|(_, value)| Value { dependencies: Dependencies::LOCAL, ..value.clone() });
            let is_by_place = matches!(param.kind, ParamKind::PositionalOnly | ParamKind::Plain);
            let value = match slot {
                Slot::One(number) => arguments.argument(number).clone(),
                Slot::Many(numbers) => Value::tuple(numbers.iter().map(|n| arguments.argument(*n).clone()).collect()),
                Slot::Keywords(numbers) => self.other_keywords(arguments, &numbers),
                Slot::Absent => default.unwrap_or_else(Value::unknown),
                // As many as there are, the default for the rest.
                Slot::Possible => match (arguments.each.clone().filter(|_| is_by_place), default) {
                    (Some(each), Some(default)) => self.state.join_values(&default, &each),
                    (Some(each), None) => each,
                    (None, _) => Value::unknown(),
                },
            };
            let own = value.dependencies;
            let dependencies = Dependencies::param(outer.len()).and(own.assumptions()).and(own.kept());
            outer.push(own);
            bound.push((name, Value { dependencies, ..value }));
        }
        Some(bound)
    }

    /// What `**keywords` is.
    fn other_keywords(&mut self, arguments: &Arguments<'p>, numbers: &[usize]) -> Value<'p> {
        let keywords = numbers.iter().map(|number| &arguments.keywords[number - arguments.positional.len()]);
        let known = keywords.map(|(key, value)| (Value::data(Ty::str(key.as_str())), value.clone()));
        let entries = Entries { rest: arguments.open.then(Value::unknown), ..Entries::of(known) };
        Kind::Object(self.new_object(Object::Dict(entries))).into()
    }

    pub fn shown_arguments(&mut self, arguments: &Arguments<'p>, function: &Rc<Function<'p>>) -> String {
        let names: Vec<String> = function
            .params
            .map(|params| params.posonlyargs.iter().chain(&params.args).map(|p| p.parameter.name.to_string()).collect())
            .unwrap_or_default();
        let mut shown: Vec<String> = arguments
            .positional
            .iter()
            .enumerate()
            .filter_map(|(place, value)| {
                let ty = value.ty()?;
                Some(format!("{}: {}", names.get(place).map_or("", String::as_str), self.show(ty)))
            })
            .collect();
        shown.extend(
            arguments.keywords.iter().filter_map(|(name, value)| Some(format!("{name}: {}", self.show(value.ty()?)))),
        );
        shown.truncate(4);
        shown.join(", ")
    }
}
