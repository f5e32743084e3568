//! A function that is evaluated on its own: what its parameters are where no caller says so, and its signature.

use std::collections::BTreeMap;
use std::rc::Rc;

use conformable_signatures::binder::{Parameter as _, WrittenParam};
use conformable_signatures::generalise::Naming;
use conformable_types::ty::{self, ParamKind};
use conformable_types::{Dim, FreshKind, Interval, Ty, text};
use ruff_python_ast::{Expr, Parameter, Stmt};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashMap;

use crate::domain::declared::{AnnotationNames, DeclaredType};
use crate::domain::heap::{Name, Object, ObjectId};
use crate::domain::initial::InitialAttributes;
use crate::domain::state::State;
use crate::domain::taught::TaughtPlace;
use crate::domain::value::{Body, Class, ClassForm, Dependencies, Function, Kind, Sym, Value};
use crate::eval::annotations::dotted;
use crate::eval::call::arguments::Arguments;
use crate::eval::call::budget::fuel_alone;
use crate::eval::call::parameters::{CALLEES, StandaloneParameter, UsesByFunction};
use crate::eval::{Evaluator, Frame, Machine, Tentative};
use crate::front::diagnostic::Findings;
use crate::front::facts::{ParameterAlone, SignatureAlone};
use crate::front::module::Module;
use crate::syntax::handles::{identifier, name_of};
use crate::syntax::uses::{Callee, ParameterUse, Uses};

impl<'p> Evaluator<'p> {
    /// Evaluate a function for no arguments in particular.
    pub fn run_alone(&mut self, function: &Rc<Function<'p>>) -> (Value<'p>, Vec<StandaloneParameter<'p>>) {
        let Some(scope) = self.imports.modules.get(&function.module.id).copied() else {
            return (Value::unknown(), Vec::new());
        };
        if function.is_too_wide() {
            return (self.unmodelled("a function with thousands of parameters", &[]), Vec::new());
        }
        self.fuel = self.fuel.min(fuel_alone(function.range.len().to_u32(), self.program.settings().fuel));
        let initial = initial_of(self, function);
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
        self.standalone.initial = initial;
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

    pub fn parameters_alone(
        &mut self,
        function: &Rc<Function<'p>>,
        names: &mut AnnotationNames,
    ) -> Vec<StandaloneParameter<'p>> {
        let Some(list) = function.params else { return Vec::new() };
        let uses = self.uses_of(function, CALLEES, &mut FxHashMap::default());
        let is_method = function.takes_receiver();
        let class = function.owner.filter(|_| is_method).and_then(|owner| self.class_named(function, owner));
        let mut receiver = class.as_ref().map(|class| self.receiver_alone(class, names));
        let promises = function.promises.clone();
        let mut alone = Vec::new();
        for (place, param) in list.iter_non_variadic_params().enumerate() {
            let name = identifier(&param.parameter.name);
            if is_method && place == 0 {
                let value = receiver.take().unwrap_or_else(Value::unknown);
                alone.push(StandaloneParameter { name, value, default: None, assumed: false });
                continue;
            }
            let default = function.defaults.iter().find(|(known, _)| *known == name).map(|(_, value)| value.clone());
            let declared = promises.as_ref().and_then(|promises| promises.of(name));
            let obliges = declared.is_some_and(DeclaredType::obliges);
            let none = default.as_ref().is_some_and(Value::is_none);
            let mut value = None;
            // Who says that it is None means that it may be: a parameter is there for other values.
            let says = |declared: &&DeclaredType| !matches!(declared, DeclaredType::None);
            if let Some(declared) = declared
                .filter(says)
                .filter(|declared| obliges || default.is_none() || none && declared.is_library_object_or_none())
            {
                value = self.value_of_declared(declared, names, true);
            }
            let is_int = matches!(declared, Some(DeclaredType::Int));
            let meant = uses.iter().find(|(known, _)| *known == name).and_then(|(_, meant)| *meant);
            let mut assumed = false;
            let value = match (value, meant) {
                // Nobody checks how many a plain tuple has, and what: many annotations aren't so.
                (Some(value), _) if !obliges && matches!(declared, Some(DeclaredType::Tuple(_))) => {
                    self.standalone.assumes = true;
                    value.with_dependencies(Dependencies::ASSUMED)
                }
                (Some(value), _) => value.with_dependencies(Dependencies::DECLARED),
                (None, _) if obliges || none => Value::unknown(),
                (None, meant) if is_int || meant == Some(ParameterUse::Int) => {
                    self.standalone.assumes = true;
                    self.state.int_alone(name, names).with_dependencies(Dependencies::ASSUMED_INT)
                }
                (None, Some(ParameterUse::Array))
                    if default.is_none() && declared.is_none() && !self.is_annotated_by_class(&param.parameter) =>
                {
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

    /// Is a parameter said to be an instance of a class of the program that is known? That is no array, though its
    /// methods may have the names of an array's.
    fn is_annotated_by_class(&mut self, parameter: &'p Parameter) -> bool {
        let value = match parameter.annotation.as_deref() {
            Some(Expr::StringLiteral(text)) => self.lookup(Sym::new(text.value.to_str())),
            Some(annotation @ (Expr::Name(_) | Expr::Attribute(_))) => {
                self.looked_at(|evaluator| evaluator.expr(annotation)).0
            }
            _ => return false,
        };
        matches!(value.kind, Kind::Class(class) if !class.open)
    }

    /// How the parameters are meant, by what the body does with them, and the functions of its module
    /// that it calls.
    pub fn uses_of(
        &mut self,
        function: &Function<'p>,
        depth: u32,
        known: &mut UsesByFunction,
    ) -> Vec<(Sym, Option<ParameterUse>)> {
        use ruff_python_ast::visitor::Visitor;
        let names: Vec<Sym> = function
            .params
            .map(|list| list.iter_non_variadic_params().map(|param| identifier(&param.parameter.name)).collect())
            .unwrap_or_default();
        let library = self.library();
        let mut callee = |expression: &Expr| {
            let mut root = expression;
            while let Expr::Attribute(attribute) = root {
                root = &attribute.value;
            }
            if matches!(root, Expr::Name(name) if names.contains(&name_of(name))) {
                return None;
            }
            match expression {
                Expr::Name(name) if depth > 0 => match self.lookup(name_of(name)).kind {
                    Kind::Function(called) if called.module.id == function.module.id => {
                        let place = (called.range, depth - 1);
                        if let Some(params) = known.get(&place) {
                            return Some(Callee::Own(params.clone()));
                        }
                        let params = self.uses_of(&called, depth - 1, known);
                        known.insert(place, params.clone());
                        Some(Callee::Own(params))
                    }
                    _ => dotted(self, expression).map(Callee::Path),
                },
                _ => dotted(self, expression).map(Callee::Path),
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

impl<'p> Machine<'p> {
    /// An instance of a dataclass whose fields are as they are annotated.
    pub fn receiver_alone(&mut self, class: &Rc<Class<'p>>, names: &mut AnnotationNames) -> Value<'p> {
        if class.form != ClassForm::Dataclass || class.open || !class.fields.iter().any(|f| f.declared.is_some()) {
            return Value::unknown();
        }
        let mut attributes = crate::domain::heap::Names::new();
        for field in class.fields.iter() {
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
    pub fn class_named(&self, function: &Function<'p>, owner: Sym) -> Option<Rc<Class<'p>>> {
        let scope = self.imports.modules.get(&function.module.id)?;
        let Object::Scope { names, .. } = self.state.heap.get(*scope) else { return None };
        // Nearly always it has the name that it was defined by: a module may have as many classes as names.
        names.get(&Name::new(owner)).into_iter().chain(names.values()).find_map(|value| match &value.kind {
            Kind::Class(class) if class.name == owner && class.range.contains_range(function.range) => {
                Some(Rc::clone(class))
            }
            _ => None,
        })
    }

    /// Functions that are to be evaluated on their own: no call has reached them, or their
    /// annotations promise something for every caller.
    pub fn roots_of(&self, module: &'p Module) -> Vec<Rc<Function<'p>>> {
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

impl<'p> State<'p> {
    /// An int that is called as its parameter is, unless an annotation uses the name.
    pub fn int_alone(&mut self, name: Sym, names: &AnnotationNames) -> Value<'p> {
        let dim = match names.dim(name) {
            Some(_) => self.store.fresh_dim(FreshKind::Int),
            None => Dim::name(name.as_str()),
        };
        if let Some(atom) = dim.as_atom() {
            self.store.set_bounds(atom, Interval::ALL);
        }
        Value::int(dim)
    }
}

/// The functions of a module in which something failed that they made themselves, and that is no error among what
/// was found so far: what came of it rests on how they were called. Whoever else calls them is told by what they are
/// on their own.
pub fn failing_alone<'p>(machine: &mut Machine<'p>, module: &'p Module, findings: &Findings) -> Vec<Rc<Function<'p>>> {
    let scope = machine.imports.modules.get(&module.id).copied();
    let mut found = BTreeMap::new();
    for (key, function) in std::mem::take(&mut machine.own_failures) {
        // One that a call has made is another one for each call.
        if function.module.id == module.id && Some(function.scope) == scope && !findings.is_error(&key) {
            found.entry((function.range.start(), function.range.end())).or_insert(function);
        }
    }
    found.into_values().collect()
}

/// What the `__init__` of a method's class stores, where the method is evaluated on its own: it is evaluated so itself,
/// once for all of a file's methods, and nothing is said of it there.
fn initial_of<'p>(run: &mut Evaluator<'p>, function: &Rc<Function<'p>>) -> Option<Rc<InitialAttributes<'p>>> {
    let owner = function.owner.filter(|_| function.takes_receiver())?;
    let class = run.class_named(function, owner)?;
    let Kind::Function(init) = run.class_attribute(&class, Sym::new("__init__"))?.kind else { return None };
    // It finds nothing that it has stored before.
    if init.is_same(function) || init.module.id != function.module.id || init.is_generator || init.is_async {
        return None;
    }
    let key = (init.module.id, init.range);
    if let Some(known) = run.initial.get(&key) {
        return known.clone();
    }
    let receiver = init.first_param()?;
    let (initial, steps) = run.in_root(|root| {
        let first = root.state.store.next_id();
        root.quietly(|root| root.run_alone(&init));
        root.state.taught = std::mem::take(&mut root.standalone.left);
        let initial = InitialAttributes::of(init.range, identifier(&receiver.name), &root.state, first);
        (initial.map(Rc::new), root.output.statistics.fuel)
    });
    run.output.statistics.fuel += steps;
    run.initial.insert(key, initial.clone());
    initial
}

/// The frame of a method has been entered: its receiver has what its class's `__init__` stored, as far as nothing else
/// stores to attributes of that name. Where the program has a class that derives from this one, which may have another
/// `__init__`, or a base isn't known, this is assumed.
pub fn teach_initial<'p>(machine: &mut Machine<'p>, function: &Function<'p>, scope: ObjectId) {
    let Some(initial) = machine.standalone.initial.take() else { return };
    let Some(receiver) = function.first_param() else { return };
    let may_differ = |class: &Class<'p>| {
        class.open || class.made_elsewhere || machine.program.changes().derived_from.contains(&class.name)
    };
    let is_assumed = own_class(machine).is_none_or(|class| may_differ(&class));
    for (name, value) in initial.anew(&mut machine.state, &mut machine.numbers.identity) {
        if is_only_setter(machine, name, initial.init) {
            let place = TaughtPlace::of_attribute(receiver.name.as_str(), name);
            machine.state.taught.store(scope, place, value, true);
            machine.standalone.assumes |= is_assumed;
        }
    }
    if is_assumed {
        machine.state.taught.other_code_runs();
    }
}

/// Is this function the only one of its class that sets an attribute of that name, as far as the program's text says?
pub fn is_only_setter(machine: &Machine<'_>, name: Sym, setter: TextRange) -> bool {
    let Some(own) = own_class(machine) else { return false };
    let of_module = |class: &&Rc<Class<'_>>| class.module.id == machine.module().id;
    let classes = std::iter::once(&own).chain(own.above.iter().flatten()).filter(of_module);
    let classes: Vec<TextRange> = classes.map(|class| class.range).collect();
    machine.module().changes().is_only_setter(name, setter, &classes)
        && !machine.program.changes().attributes.contains(&name)
}

/// Is it an attribute of the receiver of the method in hand that is what its class's `__init__` was given, and nothing else?
pub fn is_given_attribute<'p>(machine: &Machine<'p>, frame: &Frame<'p>, receiver: &str, name: Sym) -> bool {
    let is_in_hand = machine.frames.last().is_some_and(|last| std::ptr::eq(last, frame));
    let Some(function) = frame.function.as_ref().filter(|_| is_in_hand) else { return false };
    if function.first_param().is_none_or(|first| first.name.as_str() != receiver) {
        return false;
    }
    let init = own_class(machine).and_then(|class| machine.class_attribute(&class, Sym::new("__init__")));
    let Some(Kind::Function(init)) = init.map(|init| init.kind) else { return false };
    let (Some(params), Some(own), Body::Block(body)) = (init.params, init.first_param(), init.body) else {
        return false;
    };
    let is_param = |value: &Expr| match value {
        Expr::Name(value) => params.iter().any(|param| param.name().id == value.id),
        _ => false,
    };
    let stores = |target: &Expr| match target {
        Expr::Attribute(target) => {
            target.attr.as_str() == name.as_str()
                && matches!(&*target.value, Expr::Name(of) if of.id.as_str() == own.name.as_str())
        }
        _ => false,
    };
    let gives = |statement: &Stmt| match statement {
        Stmt::Assign(assign) => assign.targets.iter().any(stores) && is_param(&assign.value),
        Stmt::AnnAssign(assign) => stores(&assign.target) && assign.value.as_deref().is_some_and(is_param),
        _ => false,
    };
    body.iter().filter(|statement| gives(statement)).count() == 1 && is_only_setter(machine, name, init.range)
}

/// The class in which the function in hand is defined as a method.
pub fn own_class<'p>(machine: &Machine<'p>) -> Option<Rc<Class<'p>>> {
    let function = machine.frames.last()?.function.as_ref()?;
    machine.class_named(function, function.owner.filter(|_| function.takes_receiver())?)
}

/// The same, if a name is what the method is called on.
pub fn class_of_receiver<'p>(machine: &Machine<'p>, name: &str) -> Option<Rc<Class<'p>>> {
    let first = machine.frames.last()?.function.as_ref()?.first_param()?;
    if first.name.as_str() == name { own_class(machine) } else { None }
}

/// Evaluates a function on its own: its signature and what it returns, as text.
pub fn alone<'p>(root: &mut Evaluator<'p>, function: &Rc<Function<'p>>) -> (String, String) {
    let (returns, params) = root.run_alone(function);
    let (signature, naming) = signature(root, function, &returns, &params);
    let shown = text::print_function(&signature);
    if let Some(facts) = &mut root.output.facts {
        let of_param = |param: &ty::Param| {
            let text = text::print_param(param, &signature);
            Some(ParameterAlone { name: param.name?, ty: param.ty, text })
        };
        let params = signature.params.iter().filter_map(of_param).collect();
        let alone = SignatureAlone { text: shown.clone(), params };
        facts.name_alone(naming, (function.module.id, function.range), alone);
    }
    let returns = match &*signature.outputs {
        [] => Ty::none(),
        [one] => *one,
        many => Ty::tuple(many.iter().copied()),
    };
    (shown, text::print_ty(returns))
}

/// How a function's signature prints.
pub fn signature_text<'p>(root: &mut Evaluator<'p>, function: &Rc<Function<'p>>) -> String {
    let (returns, params) = root.quietly(|root| root.run_alone(function));
    text::print_function(&signature(root, function, &returns, &params).0)
}

/// The signature of a function that was evaluated on its own.
pub fn signature<'p>(
    root: &mut Evaluator<'p>,
    function: &Function<'p>,
    returns: &Value<'p>,
    params: &[StandaloneParameter<'p>],
) -> (ty::Function, Naming) {
    let hints = root.output.facts.as_ref().map(|facts| facts.hints_alone()).unwrap_or_default();
    let mut alone = params.iter();
    // What a method is called on is of the class that it is written in.
    let is_method =
        function.takes_receiver() && function.first_param().is_some_and(|first| first.name.as_str() == "self");
    let class = function.qualified.rsplit_once('.').filter(|_| is_method).map(|(class, _)| class);
    let mut class = class.filter(|class| class.split('.').all(text::is_identifier)).map(Ty::class);
    let param = |written: &WrittenParam| {
        let is_rest = matches!(written.kind, ParamKind::VarArgs | ParamKind::KwArgs);
        let own = if is_rest { None } else { alone.next() };
        let ty = own.map_or_else(Ty::unknown, |param| root.type_of(&param.value));
        ty::Param {
            name: Some(Sym::new(written.name())),
            kind: written.kind,
            ty: class.take().filter(|_| ty.is_unknown()).unwrap_or(ty),
            assumed: own.is_some_and(|param| param.assumed),
            default: own.and_then(|param| param.default.as_ref()).map(|default| root.type_of(default)),
        }
    };
    let list: Vec<ty::Param> = function.written_params().iter().map(param).collect();
    let result = root.type_of(returns);
    let (signature, mut naming) = conformable_signatures::generalise(list, result, &root.state.store, &hints);
    naming.call_also(&hints, &root.state.store);
    (signature, naming)
}

/// Call a method of the receiver of a method that is evaluated on its own. One that never returns
/// (`raise NotImplementedError`) is there for a class that derives from the receiver's to put another in its place, which may
/// take other arguments; that of any other none does so is assumed of what it gives.
pub fn call_of_receiver<'p>(
    run: &mut Evaluator<'p>,
    receiver: Value<'p>,
    function: &Value<'p>,
    arguments: Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    if let Kind::Function(called) = &function.kind
        && called.body.always_raises()
    {
        return run.unknown_code(&receiver, &arguments, range);
    }
    let (before, touched) = (run.state.clone(), arguments.clone());
    let value = run.call(function, arguments.with_first(receiver.clone()), range);
    if !run.state.unreachable || before.unreachable {
        return value.with_dependencies(Dependencies::ASSUMED);
    }
    run.state = before;
    run.unknown_code(&receiver, &touched, range)
}
