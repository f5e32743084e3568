//! A function's parameters: what its annotations hold its callers to, and how they are meant when
//! it is evaluated on its own.
//!
//! On its own an annotated parameter is a fact, over rigid names. One without is an *assumption*:
//! an array or an int by its uses. What depends on an assumption is never an error.

use std::rc::Rc;

use conformable_types::{Dim, FreshKind, Interval, Ty};
use ruff_python_ast::{Expr, Number};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashMap;

use crate::domain::declared::{AnnotationNames, DeclaredType};
use crate::domain::heap::{Name, Object};
use crate::domain::value::{Body, Class, ClassForm, Dependencies, Field, Function, Kind, Sym, Value};
use crate::eval::annotations::Role;
use crate::eval::call::budget::fuel_alone;
use crate::eval::call::calls::Arguments;
use crate::eval::{Evaluator, Machine, Tentative};
use crate::syntax::uses::{Callee, ParameterUse, Uses};

/// A parameter of a function evaluated on its own.
pub struct StandaloneParameter<'p> {
    pub name: Sym,
    pub value: Value<'p>,
    pub default: Option<Value<'p>>,
    /// That it is an array is assumed.
    pub assumed: bool,
}

impl<'p> Evaluator<'p> {
    // --- shapes taken apart -------------------------------------------------------------------

    // --- on its own ---------------------------------------------------------------------------

    /// Evaluate a function for no arguments in particular.
    pub fn run_alone(&mut self, function: &Rc<Function<'p>>) -> (Value<'p>, Vec<StandaloneParameter<'p>>) {
        let Some(scope) = self.imports.modules.get(&function.module.id).copied() else {
            return (Value::unknown(), Vec::new());
        };
        self.fuel = self.fuel.min(fuel_alone(function.range.len().to_u32(), self.program.settings().fuel));
        self.enter_module(function.module, scope);
        let mut names = AnnotationNames::default();
        let params = self.parameters_alone(function, &mut names);
        let mut arguments = Arguments { open: true, ..Arguments::default() };
        let positional = function.params.map_or(0, |params| params.posonlyargs.len() + params.args.len());
        for (place, param) in params.iter().enumerate() {
            if place < positional {
                arguments.positional.push(param.value.clone());
            } else {
                arguments.keywords.push((param.name, param.value.clone()));
            }
        }
        let mark = self.output.effects.len();
        self.standalone.names = Some(names);
        let result = self.call_function(function, arguments, function.range);
        self.standalone.names = None;
        // Nobody has called it.
        for effect in &mut self.output.effects[mark..] {
            if effect.diagnostic.calls.last().is_some_and(|call| call.place.range == function.range) {
                effect.diagnostic.calls.pop();
            }
        }
        (result, params)
    }

    fn parameters_alone(
        &mut self,
        function: &Rc<Function<'p>>,
        names: &mut AnnotationNames,
    ) -> Vec<StandaloneParameter<'p>> {
        let Some(list) = function.params else { return Vec::new() };
        let uses = self.uses_of(function, CALLEES, &mut FxHashMap::default());
        let class = function.owner.and_then(|owner| self.class_named(function, owner));
        let mut receiver = class.as_ref().map(|class| self.receiver_alone(class, names));
        let is_method = function.owner.is_some();
        let promises = function.promises.clone();
        let mut alone = Vec::new();
        for (place, param) in list.iter_non_variadic_params().enumerate() {
            let name = Sym::new(&param.parameter.name);
            if is_method && place == 0 {
                let value = receiver.take().unwrap_or_else(Value::unknown);
                alone.push(StandaloneParameter { name, value, default: None, assumed: false });
                continue;
            }
            let default = function.defaults.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
            let declared = promises.as_ref().and_then(|promises| promises.of(name));
            let obliges = declared.is_some_and(DeclaredType::obliges);
            let mut value = None;
            if let Some(declared) = declared.filter(|_| obliges || default.is_none()) {
                value = self.value_of_declared(declared, names, true);
            }
            let is_int = matches!(declared, Some(DeclaredType::Int));
            let meant = uses.iter().find(|(known, _)| *known == name).and_then(|(_, meant)| *meant);
            let none = default.as_ref().is_some_and(Value::is_none);
            let mut assumed = false;
            let value = match (value, meant) {
                // Nobody checks how many a plain tuple has, and what: many annotations aren't so.
                (Some(value), _) if !obliges && matches!(declared, Some(DeclaredType::Tuple(_))) => {
                    self.standalone.assumes = true;
                    value.with_dependencies(Dependencies::ASSUMED)
                }
                (Some(value), _) => value,
                (None, _) if obliges || none => Value::unknown(),
                (None, meant) if is_int || meant == Some(ParameterUse::Int) => {
                    self.standalone.assumes = true;
                    self.int_alone(name, names).with_dependencies(Dependencies::ASSUMED_INT)
                }
                (None, Some(ParameterUse::Array)) if default.is_none() && declared.is_none() => {
                    self.standalone.assumes = true;
                    assumed = true;
                    let (elem, shape) = (self.state.store.fresh_elem(), self.state.store.fresh_shape());
                    self.value_of(Ty::array(elem, shape)).with_dependencies(Dependencies::ASSUMED)
                }
                _ => Value::unknown(),
            };
            let at = self.origin(param.parameter.range());
            let value = if value.is_unknown() { value } else { value.at(at) };
            alone.push(StandaloneParameter { name, value, default, assumed });
        }
        alone
    }
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
        if function.owner.is_some()
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
            let value = self.held(in_caller, declared, &mut names, at, &Role::Argument(name));
            held.push((name, Value { dependencies, ..value }));
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
        let (Some(class), Kind::Object(id)) = (self.class_of(receiver), &receiver.kind) else { return };
        let Object::Instance { attributes, .. } = self.state.heap.get(*id).clone() else { return };
        for field in &class.fields {
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

    /// An int that is called as its parameter is, unless an annotation uses the name.
    fn int_alone(&mut self, name: Sym, names: &AnnotationNames) -> Value<'p> {
        let dim = match names.dim(name) {
            Some(_) => self.state.store.fresh_dim(FreshKind::Int),
            None => Dim::name(name.as_str()),
        };
        if let Some(atom) = dim.as_atom() {
            self.state.store.set_bounds(atom, Interval::ALL);
        }
        Value::int(dim)
    }

    /// An instance of a dataclass whose fields are as they are annotated.
    fn receiver_alone(&mut self, class: &Rc<Class<'p>>, names: &mut AnnotationNames) -> Value<'p> {
        if class.form != ClassForm::Dataclass || class.open || !class.fields.iter().any(|f| f.declared.is_some()) {
            return Value::unknown();
        }
        let mut attributes = crate::domain::heap::Names::new();
        for field in &class.fields {
            let declared = field.declared.as_deref().filter(|declared| declared.obliges());
            let value = declared.and_then(|declared| self.value_of_declared(declared, names, true));
            attributes.insert(Name::new(field.name), value.unwrap_or_else(Value::unknown));
        }
        let order = class.fields.iter().map(|field| Name::new(field.name)).collect();
        let object = Object::Instance { class: Rc::clone(class), attributes, order, open: false };
        let receiver = self.new_object(object);
        self.standalone.receiver = Some(receiver);
        Kind::Object(receiver).into()
    }

    /// The class in whose body a method is defined.
    fn class_named(&self, function: &Function<'p>, owner: Sym) -> Option<Rc<Class<'p>>> {
        let scope = self.imports.modules.get(&function.module.id)?;
        let Object::Scope { names, .. } = self.state.heap.get(*scope) else { return None };
        names.values().find_map(|value| match &value.kind {
            Kind::Class(class) if class.name == owner && class.range.contains_range(function.range) => {
                Some(Rc::clone(class))
            }
            _ => None,
        })
    }

    /// Functions that are to be evaluated on their own: no call has reached them, or their
    /// annotations promise something for every caller.
    pub fn roots_of(&self, module: &'p crate::front::module::Module) -> Vec<Rc<Function<'p>>> {
        let mut functions = self.functions_of(module);
        let wanted = |function: &Rc<Function<'p>>| {
            !self.was_entered(function.module.id, function.range)
                || function.promises.as_ref().is_some_and(|promises| promises.oblige())
                || function.owner.and_then(|owner| self.class_named(function, owner)).is_some_and(|class| {
                    class.fields.iter().any(|f| f.declared.as_ref().is_some_and(|declared| declared.obliges()))
                })
        };
        functions.retain(wanted);
        functions
    }
}

pub fn literal(expression: &Expr) -> Option<i64> {
    match expression {
        Expr::NumberLiteral(number) => match &number.value {
            Number::Int(value) => value.as_i64(),
            _ => None,
        },
        _ => None,
    }
}

/// How far a parameter is followed into functions that it is given to.
const CALLEES: u32 = 3;

/// How functions mean their parameters, as far as each was followed.
type UsesByFunction = FxHashMap<(TextRange, u32), Vec<(Sym, Option<ParameterUse>)>>;

impl<'p> Evaluator<'p> {
    /// How the parameters are meant, by what the body does with them, and the functions of its module
    /// that it calls.
    fn uses_of(
        &mut self,
        function: &Function<'p>,
        depth: u32,
        known: &mut UsesByFunction,
    ) -> Vec<(Sym, Option<ParameterUse>)> {
        use ruff_python_ast::visitor::Visitor;
        let names: Vec<Sym> = function
            .params
            .map(|list| list.iter_non_variadic_params().map(|param| Sym::new(&param.parameter.name)).collect())
            .unwrap_or_default();
        let library = self.library();
        let mut callee = |expression: &Expr| {
            let mut root = expression;
            while let Expr::Attribute(attribute) = root {
                root = &attribute.value;
            }
            if matches!(root, Expr::Name(name) if names.contains(&Sym::new(&name.id))) {
                return None;
            }
            match expression {
                Expr::Name(name) if depth > 0 => match self.lookup(Sym::new(&name.id)).kind {
                    Kind::Function(called) if called.module.id == function.module.id => {
                        let place = (called.range, depth - 1);
                        if let Some(params) = known.get(&place) {
                            return Some(Callee::Own(params.clone()));
                        }
                        let params = self.uses_of(&called, depth - 1, known);
                        known.insert(place, params.clone());
                        Some(Callee::Own(params))
                    }
                    _ => self.dotted(expression).map(Callee::Path),
                },
                _ => self.dotted(expression).map(Callee::Path),
            }
        };
        let mut uses = Uses::new(&names, library, &mut callee);
        match function.body {
            Body::Block(body) => body.iter().for_each(|statement| uses.visit_stmt(statement)),
            Body::Expression(expression) => uses.visit_expr(expression),
        }
        uses.meant()
    }
}
