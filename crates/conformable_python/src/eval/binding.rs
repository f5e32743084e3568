//! Arguments: as a call writes them, as a function's parameters get them, as a message shows them.

use std::rc::Rc;

use conformable_types::Ty;
use ruff_python_ast::{Expr, ExprCall, Parameters};
use ruff_text_size::{Ranged, TextRange};

use super::Evaluator;
use super::calls::Arguments;
use crate::heap::{Items, Object};
use crate::rules;
use crate::value::{Facts, Function, Kind, Sym, Value};

impl<'p> Evaluator<'p> {
    pub fn arguments(&mut self, call: &'p ExprCall) -> Arguments<'p> {
        let mut arguments = Arguments::default();
        for argument in &call.arguments.args {
            match argument {
                Expr::Starred(starred) => {
                    let value = self.expr(&starred.value);
                    arguments.facts = arguments.facts.and(value.facts);
                    match self.iterate(&value, starred.range()) {
                        Items::Known(items) => arguments.positional.extend(items),
                        Items::Each(item, _) => {
                            arguments.each = if arguments.open { None } else { Some(item) };
                            arguments.open = true;
                        }
                    }
                }
                _ => {
                    let value = self.expr(argument);
                    arguments.positional.push(value);
                }
            }
        }
        let by_stars = arguments.open;
        for keyword in &call.arguments.keywords {
            let value = self.expr(&keyword.value);
            match &keyword.arg {
                Some(name) => arguments.keywords.push((Sym::new(name), value)),
                None => match self.dict_of(&value) {
                    Some((entries, rest)) => {
                        arguments.open |= rest.is_some();
                        arguments.facts = arguments.facts.and(value.facts);
                        for (key, value) in entries {
                            match key.str_value() {
                                Some(name) => arguments.keywords.push((Sym::new(name), value)),
                                None => arguments.open = true,
                            }
                        }
                    }
                    None => arguments.open = true,
                },
            }
        }
        if arguments.open && !by_stars || call.arguments.keywords.iter().any(|keyword| keyword.arg.is_none()) {
            arguments.each = None;
        }
        arguments
    }

    pub fn defaults(&mut self, params: &'p Parameters) -> Vec<(Sym, Value<'p>)> {
        params
            .iter_non_variadic_params()
            .filter_map(|param| {
                let default = param.default.as_deref()?;
                Some((Sym::new(&param.parameter.name), self.expr(default)))
            })
            .collect()
    }

    pub(super) fn bind_parameters(
        &mut self,
        function: &Rc<Function<'p>>,
        arguments: Arguments<'p>,
        outer: &mut Vec<Facts>,
        range: TextRange,
    ) -> Option<Vec<(Sym, Value<'p>)>> {
        let mut bound = Vec::new();
        let Some(params) = function.params else {
            if !arguments.positional.is_empty() {
                return self.bad_arguments(function, "takes no arguments", &arguments, range);
            }
            return Some(bound);
        };
        let mut give = |name: Sym, value: Value<'p>| {
            let facts = Facts::param(outer.len()).and(value.facts.assumptions()).and(value.facts.kept());
            outer.push(value.facts);
            bound.push((name, Value { facts, ..value }));
        };
        let positional: Vec<_> = params.posonlyargs.iter().chain(&params.args).collect();
        let mut keywords = arguments.keywords.clone();
        let mut missing = Vec::new();
        for (place, param) in positional.iter().enumerate() {
            let name = Sym::new(&param.parameter.name);
            let by_name = keywords.iter().position(|(key, _)| *key == name && place >= params.posonlyargs.len());
            if let Some(value) = arguments.positional.get(place) {
                if by_name.is_some() {
                    let what = format!("got two values for `{name}`");
                    return self.bad_arguments(function, &what, &arguments, range);
                }
                give(name, value.clone());
            } else if let Some(found) = by_name {
                give(name, keywords.remove(found).1);
            } else if let Some(each) = arguments.each.clone() {
                // As many as there are, the default for the rest.
                let value = match not_given(function, name, false) {
                    Some(default) => self.state.join_values(&default, &each),
                    None => each,
                };
                give(name, value);
            } else if let Some(value) = not_given(function, name, arguments.open) {
                give(name, value);
            } else {
                missing.push(name);
            }
        }
        let extra = arguments.positional.get(positional.len()..).unwrap_or_default().to_vec();
        match &params.vararg {
            Some(vararg) => {
                let value = if arguments.open { Value::unknown() } else { Value::tuple(extra) };
                give(Sym::new(&vararg.name), value);
            }
            None if !extra.is_empty() => {
                let (most, given) = (positional.len(), arguments.positional.len());
                let what = format!("takes {most} positional arguments but {given} were given");
                return self.bad_arguments(function, &what, &arguments, range);
            }
            None => {}
        }
        for param in &params.kwonlyargs {
            let name = Sym::new(&param.parameter.name);
            if let Some(found) = keywords.iter().position(|(key, _)| *key == name) {
                give(name, keywords.remove(found).1);
            } else if let Some(value) = not_given(function, name, arguments.open) {
                give(name, value);
            } else {
                missing.push(name);
            }
        }
        match &params.kwarg {
            Some(kwarg) => {
                let rest = self.other_keywords(keywords, arguments.open);
                let facts = Facts::param(outer.len());
                outer.push(Facts::LOCAL);
                bound.push((Sym::new(&kwarg.name), Value { facts, ..rest }));
            }
            None if !keywords.is_empty() && !arguments.open => {
                let what = format!("got an unexpected keyword argument `{}`", keywords[0].0);
                return self.bad_arguments(function, &what, &arguments, range);
            }
            None => {}
        }
        if !missing.is_empty() {
            return self.bad_arguments(function, &missing_arguments(&missing), &arguments, range);
        }
        Some(bound)
    }

    /// What `**keywords` is.
    fn other_keywords(&mut self, keywords: Vec<(Sym, Value<'p>)>, open: bool) -> Value<'p> {
        let entries = keywords.into_iter().map(|(key, value)| (Value::data(Ty::str(key.as_str())), value)).collect();
        let rest = open.then(Value::unknown);
        Kind::Object(self.new_object(Object::Dict { entries, rest })).into()
    }

    fn bad_arguments<T>(
        &mut self,
        function: &Rc<Function<'p>>,
        what: &str,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) -> Option<T> {
        if !arguments.open {
            let message = format!("{}() {what}", function.name);
            self.refute(rules::ARGUMENTS, range, message, "TypeError", arguments.facts);
        }
        None
    }

    pub(super) fn shown_arguments(&mut self, arguments: &Arguments<'p>, function: &Rc<Function<'p>>) -> String {
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

/// What a parameter is that the call does not give: its default, or unknown if the call may.
fn not_given<'p>(function: &Function<'p>, name: Sym, open: bool) -> Option<Value<'p>> {
    if open {
        return Some(Value::unknown());
    }
    let (_, default) = function.defaults.iter().find(|(known, _)| *known == name)?;
    Some(Value { facts: Facts::LOCAL, ..default.clone() })
}

/// The parameters without a value, for a message.
pub(super) fn missing_arguments(missing: &[Sym]) -> String {
    let names = missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    format!("missing {}: {names}", if missing.len() == 1 { "argument" } else { "arguments" })
}
