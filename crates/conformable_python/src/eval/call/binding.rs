//! Arguments: as a call writes them, as a function's parameters get them, as a message shows them.

use std::rc::Rc;

use conformable_signatures::binder::{ArgumentError, BoundArguments, Slot};
use conformable_types::text::with_names;
use conformable_types::ty::ParamKind;
use conformable_types::{Dim, FreshKind, Ty};
use ruff_text_size::TextRange;

use crate::domain::heap::{Entries, Object};
use crate::domain::value::{Dependencies, Function, Kind, Sym, Value, as_dim};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::call::instantiation::MADE;
use crate::eval::diagnose::report::Refusal;
use crate::eval::diagnose::size_names::{as_read, shown_names, size_names};
use crate::eval::machine::tuple_of;
use crate::front::rules;
use crate::library::known_paths::KNOWN;
use crate::syntax::handles::identifier;

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
        let BoundArguments { slots, error } = arguments.bind(&params);
        if let Some(error) = error {
            if !arguments.open {
                let owner = if function.name.as_str() == MADE { function.owner } else { None };
                let name = owner.unwrap_or(function.name);
                let message = format!("{name}() {error}");
                let asked = if is_asked_what_it_takes(self, function, &error, range) {
                    Dependencies::OUTSIDE
                } else {
                    Dependencies::LOCAL
                };
                let dependencies = arguments.dependencies.and(asked);
                let meant = error.meant(params.iter().map(|param| &*param.parameter.name));
                let refusal = Refusal::of(rules::ARGUMENTS, range, message).resting_on(dependencies).help(meant);
                // Which arguments `*args` hands on, and to which function, is what conditions are most often about.
                self.refute(refusal.heeding_conditions());
                // What it would have done with them is not what is known of them.
                arguments.values().for_each(|value| self.escape(value));
            }
            // A name that no parameter has may not be there.
            if !(arguments.open && matches!(error, ArgumentError::Unexpected { .. })) {
                return None;
            }
        }
        let is_by_place = |kind: ParamKind| matches!(kind, ParamKind::PositionalOnly | ParamKind::Plain);
        let mut bound = Vec::new();
        for (param, slot) in params.iter().zip(slots) {
            let name = identifier(&param.parameter.name);
            let default = function.defaults.iter().find(|(known, _)| *known == name);
            let default =
                default.map(|(_, value)| Value { dependencies: value.dependencies.as_default(), ..value.clone() });
            let value = match slot {
                Slot::One(number) => arguments.argument(number).clone(),
                Slot::Many(numbers) => Value::tuple(numbers.iter().map(|n| arguments.argument(*n).clone()).collect()),
                Slot::Keywords(numbers) => self.other_keywords(arguments, &numbers),
                Slot::Absent => default.unwrap_or_else(Value::unknown),
                // As many as there are, the default for the rest.
                Slot::Possible => match (arguments.each.clone(), default) {
                    (Some(each), _) if param.kind == ParamKind::VarArgs => {
                        let by_place = params.iter().filter(|param| is_by_place(param.kind)).count();
                        rest_of(self, arguments, by_place, each)
                    }
                    (Some((each, _)), default) if is_by_place(param.kind) => {
                        let one = self.one_of(&each);
                        default.map_or(one.clone(), |default| self.state.join_values(&default, &one))
                    }
                    _ => Value::unknown(),
                },
            };
            let own = value.dependencies;
            let dependencies = Dependencies::param(outer.len()).and(own.carried());
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
}

/// The arguments of a call as a finding behind it says them.
pub fn shown_arguments<'p>(machine: &Machine<'p>, arguments: &Arguments<'p>, function: &Rc<Function<'p>>) -> String {
    let names: Vec<String> = function
        .params
        .map(|params| params.posonlyargs.iter().chain(&params.args).map(|p| p.parameter.name.to_string()).collect())
        .unwrap_or_default();
    let name_at = |place: usize| names.get(place).map_or("", String::as_str);
    let by_place = arguments.positional.iter().enumerate().map(|(place, value)| (name_at(place), value));
    let by_name = arguments.keywords.iter().map(|(name, value)| (name.as_str(), value));
    let given: Vec<(&str, &Value<'p>)> = by_place.chain(by_name).collect();
    let types: Vec<Ty> = given.iter().filter_map(|(_, value)| value.ty()).collect();
    let receiver = match given.first().filter(|_| function.takes_receiver()) {
        Some((name, value)) if value.ty().is_none() => {
            machine.state.class_of(value).map(|class| format!("{name}: {}", class.name))
        }
        _ => None,
    };
    let known = with_names(shown_names(machine, &types), || {
        let one = |(name, value): &(&str, &Value<'p>)| {
            let ty = as_read(machine.state.store.resolve_ty(value.ty()?), &size_names(machine, &types));
            Some(format!("{name}: {}", machine.state.said(ty)))
        };
        given.iter().filter_map(one).take(4).collect::<Vec<String>>()
    });
    receiver.into_iter().chain(known).collect::<Vec<_>>().join(", ")
}

/// Does an undecided test on the way to a call ask what the function takes? It names it, and says `signature` or, in
/// quotes, the argument that doesn't fit.
fn is_asked_what_it_takes(
    machine: &Machine<'_>,
    function: &Function<'_>,
    error: &ArgumentError,
    call: TextRange,
) -> bool {
    // A class is called by its own name.
    let special = function.name.as_str().starts_with("__");
    let name = function.owner.filter(|_| special).unwrap_or(function.name);
    let mut words: Vec<String> = KNOWN.signature_questions.iter().cloned().collect();
    if let ArgumentError::Repeated { name, .. } | ArgumentError::Unexpected { name, .. } = error {
        words.extend(['"', '\''].map(|quote| format!("{quote}{name}{quote}")));
    }
    let module = machine.module();
    let tests = machine.state.guards.iter().filter_map(|guard| guard.place);
    tests.filter(|(of, test)| *of == module.id && !test.contains_range(call)).any(|(_, test)| {
        let text = module.text(test);
        text.contains(name.as_str()) && words.iter().any(|word| text.contains(word))
    })
}

/// What `*rest` is behind so many parameters, where so many more are given as a list has.
fn rest_of<'p>(
    machine: &mut Machine<'p>,
    arguments: &Arguments<'p>,
    by_place: usize,
    (each, count): (Value<'p>, Option<Dim>),
) -> Value<'p> {
    let count = count.unwrap_or_else(|| machine.state.store.fresh_dim(FreshKind::Runtime));
    match arguments.positional.get(by_place..) {
        Some(rest) => {
            let all: Vec<Value<'p>> = rest.iter().cloned().chain([each]).collect();
            let item = machine.state.summarise(&all).unwrap_or_else(Value::unknown);
            tuple_of(machine, item, count.plus(as_dim(rest.len())))
        }
        // Some of them are for the parameters, unless there are fewer.
        None => {
            let rest = machine.state.store.fresh_dim(FreshKind::Runtime);
            tuple_of(machine, each, rest)
        }
    }
}
