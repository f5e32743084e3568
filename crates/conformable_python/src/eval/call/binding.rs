//! Arguments: as a call writes them, as a function's parameters get them, as a message shows them.

use std::rc::Rc;

use conformable_types::Ty;
use ruff_python_ast::{Expr, ExprCall, Parameters};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::heap::{Entries, Items, Object};
use crate::domain::value::{Dependencies, Function, Kind, Sym, Value};
use crate::eval::Evaluator;
use crate::eval::call::calls::Arguments;
use crate::eval::diagnose::report::Refusal;
use crate::front::rules;

/// A call's arguments on their way to parameters.
struct ArgumentBinder<'o, 'p> {
    bound: Vec<(Sym, Value<'p>)>,
    /// What each depends on, in the caller's terms.
    outer: &'o mut Vec<Dependencies>,
    /// Those by name that have no parameter yet.
    keywords: Vec<(Sym, Value<'p>)>,
    missing: Vec<Sym>,
}

impl<'p> ArgumentBinder<'_, 'p> {
    fn give(&mut self, name: Sym, value: Value<'p>) {
        let dependencies =
            Dependencies::param(self.outer.len()).and(value.dependencies.assumptions()).and(value.dependencies.kept());
        self.outer.push(value.dependencies);
        self.bound.push((name, Value { dependencies, ..value }));
    }
}

impl<'p> Evaluator<'p> {
    pub fn arguments(&mut self, call: &'p ExprCall) -> Arguments<'p> {
        let mut arguments = Arguments::default();
        for argument in &call.arguments.args {
            let given = match argument {
                Expr::Starred(starred) => {
                    let value = self.expr_iterated(&starred.value);
                    arguments.dependencies = arguments.dependencies.and(value.dependencies);
                    self.iterate(&value, starred.range())
                }
                _ => Items::Known(vec![self.expr(argument)]),
            };
            match given {
                Items::Known(items) if !arguments.open => arguments.positional.extend(items),
                // Which parameters these are for depends on how many `*unknown` gave.
                Items::Known(items) => {
                    items.iter().for_each(|item| self.escape(item));
                    arguments.each = None;
                }
                Items::Each(item, _) => {
                    arguments.each = if arguments.open { None } else { Some(item) };
                    arguments.open = true;
                }
            }
        }
        let by_stars = arguments.open;
        for keyword in &call.arguments.keywords {
            let value = self.expr(&keyword.value);
            match &keyword.arg {
                Some(name) => arguments.keywords.push((Sym::new(name), value)),
                None => match self.dict_of(&value) {
                    Some(entries) => {
                        arguments.open |= entries.rest.is_some();
                        arguments.dependencies = arguments.dependencies.and(value.dependencies);
                        for (key, value) in entries.known {
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

    pub fn bind_parameters(
        &mut self,
        function: &Rc<Function<'p>>,
        arguments: Arguments<'p>,
        outer: &mut Vec<Dependencies>,
        range: TextRange,
    ) -> Option<Vec<(Sym, Value<'p>)>> {
        let Some(params) = function.params else {
            if !arguments.positional.is_empty() {
                return self.bad_arguments(function, "takes no arguments", &arguments, range);
            }
            return Some(Vec::new());
        };
        let keywords = arguments.keywords.clone();
        let mut binding = ArgumentBinder { bound: Vec::new(), outer, keywords, missing: Vec::new() };
        if let Err(what) = self.bind_positional(function, params, &arguments, &mut binding) {
            return self.bad_arguments(function, &what, &arguments, range);
        }
        for param in &params.kwonlyargs {
            let name = Sym::new(&param.parameter.name);
            if let Some(found) = binding.keywords.iter().position(|(key, _)| *key == name) {
                let value = binding.keywords.remove(found).1;
                binding.give(name, value);
            } else if let Some(value) = not_given(function, name, arguments.open) {
                binding.give(name, value);
            } else {
                binding.missing.push(name);
            }
        }
        match &params.kwarg {
            Some(kwarg) => {
                let rest = self.other_keywords(std::mem::take(&mut binding.keywords), arguments.open);
                let dependencies = Dependencies::param(binding.outer.len());
                binding.outer.push(Dependencies::LOCAL);
                binding.bound.push((Sym::new(&kwarg.name), Value { dependencies, ..rest }));
            }
            None if !binding.keywords.is_empty() && !arguments.open => {
                let what = format!("got an unexpected keyword argument `{}`", binding.keywords[0].0);
                return self.bad_arguments(function, &what, &arguments, range);
            }
            None => {}
        }
        if !binding.missing.is_empty() {
            return self.bad_arguments(function, &missing_arguments(&binding.missing), &arguments, range);
        }
        Some(binding.bound)
    }

    /// The parameters that are given by place, by name too where they may be; what is wrong with it.
    fn bind_positional(
        &mut self,
        function: &Rc<Function<'p>>,
        params: &Parameters,
        arguments: &Arguments<'p>,
        binding: &mut ArgumentBinder<'_, 'p>,
    ) -> Result<(), String> {
        let positional: Vec<_> = params.posonlyargs.iter().chain(&params.args).collect();
        for (place, param) in positional.iter().enumerate() {
            let name = Sym::new(&param.parameter.name);
            let may_be_named = place >= params.posonlyargs.len();
            let by_name = binding.keywords.iter().position(|(key, _)| *key == name && may_be_named);
            if let Some(value) = arguments.positional.get(place) {
                if by_name.is_some() {
                    return Err(format!("got two values for `{name}`"));
                }
                binding.give(name, value.clone());
            } else if let Some(found) = by_name {
                let value = binding.keywords.remove(found).1;
                binding.give(name, value);
            } else if let Some(each) = arguments.each.clone() {
                // As many as there are, the default for the rest.
                let value = match not_given(function, name, false) {
                    Some(default) => self.state.join_values(&default, &each),
                    None => each,
                };
                binding.give(name, value);
            } else if let Some(value) = not_given(function, name, arguments.open) {
                binding.give(name, value);
            } else {
                binding.missing.push(name);
            }
        }
        let extra = arguments.positional.get(positional.len()..).unwrap_or_default().to_vec();
        match &params.vararg {
            Some(vararg) => {
                let value = if arguments.open { Value::unknown() } else { Value::tuple(extra) };
                binding.give(Sym::new(&vararg.name), value);
                Ok(())
            }
            None if extra.is_empty() => Ok(()),
            None => {
                let (most, given) = (positional.len(), arguments.positional.len());
                Err(format!("takes {most} positional arguments but {given} were given"))
            }
        }
    }

    /// What `**keywords` is.
    fn other_keywords(&mut self, keywords: Vec<(Sym, Value<'p>)>, open: bool) -> Value<'p> {
        let known = keywords.into_iter().map(|(key, value)| (Value::data(Ty::str(key.as_str())), value)).collect();
        let rest = open.then(Value::unknown);
        Kind::Object(self.new_object(Object::Dict(Entries { known, rest }))).into()
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
            // Which arguments `*args` hands on, and to which function, is what conditions are most often about.
            let refusal = Refusal::of(rules::ARGUMENTS, range, message).resting_on(arguments.dependencies);
            self.refute(refusal.heeding_all());
        }
        None
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

/// What a parameter is that the call does not give: its default, or unknown if the call may.
fn not_given<'p>(function: &Function<'p>, name: Sym, open: bool) -> Option<Value<'p>> {
    if open {
        return Some(Value::unknown());
    }
    let (_, default) = function.defaults.iter().find(|(known, _)| *known == name)?;
    Some(Value { dependencies: Dependencies::LOCAL, ..default.clone() })
}

/// The parameters without a value, for a message.
pub fn missing_arguments(missing: &[Sym]) -> String {
    let names = missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    format!("missing {}: {names}", if missing.len() == 1 { "argument" } else { "arguments" })
}
