//! Definitions of functions, and what their decorators make of them.

use std::rc::Rc;

use ruff_python_ast::helpers::any_over_expr;
use ruff_python_ast::{Expr, StmtFunctionDef};
use ruff_text_size::Ranged;
use rustc_hash::FxHashSet;

use crate::domain::heap::{Object, ObjectId};
use crate::domain::value::{Body, Descriptor, DescriptorForm, Function, Kind, Sym, Value};
use crate::eval::annotations::promises;
use crate::eval::annotations::signature::is_signature;
use crate::eval::call::arguments::Arguments;
use crate::eval::call::definitions::implicit_method;
use crate::eval::{Evaluator, Machine, Tentative};
use crate::library::known_paths::KNOWN;
use crate::syntax::handles::identifier;
use crate::syntax::scopes;

impl<'p> Evaluator<'p> {
    pub fn define_function(&mut self, definition: &'p StmtFunctionDef) {
        let defaults = self.defaults(&definition.parameters);
        self.called_in_annotations(definition);
        let qualified = self.qualified(&definition.name);
        let owner = self.frame().class_body;
        self.frame().defines = true;
        let function = Function {
            name: identifier(&definition.name),
            qualified,
            module: self.module(),
            params: Some(&definition.parameters),
            body: Body::Block(&definition.body),
            range: definition.range(),
            scope: self.function_scope(),
            defaults,
            is_generator: scopes::declared(&definition.body).yields,
            is_async: definition.is_async,
            is_compiled: false,
            keeps_results: false,
            owner,
            is_static: false,
            is_abstract: false,
            promises: promises(self, definition),
        };
        self.output.statistics.functions += 1;
        let mut value: Value<'p> = Kind::Function(Rc::new(function)).into();
        if owner.is_some() {
            value = implicit_method(&definition.name, value);
        }
        for decorator in definition.decorator_list.iter().rev() {
            value = self.decorate(&decorator.expression, value);
        }
        self.bind(identifier(&definition.name), value);
    }

    /// An annotation is evaluated where the function is defined: what it calls may do something.
    fn called_in_annotations(&mut self, definition: &'p StmtFunctionDef) {
        let of_params = definition.parameters.iter().filter_map(|param| param.annotation());
        for annotation in of_params.chain(definition.returns.as_deref()) {
            if any_over_expr(annotation, Expr::is_call_expr) && !self.postpones_annotations() {
                self.quietly(|evaluator| evaluator.expr(annotation));
            }
        }
    }

    fn decorate(&mut self, decorator: &'p Expr, value: Value<'p>) -> Value<'p> {
        if let Expr::Attribute(attribute) = decorator
            && matches!(attribute.attr.as_str(), "setter" | "getter" | "deleter")
        {
            let property = self.expr(&attribute.value);
            if let Kind::Descriptor(descriptor) = &property.kind {
                let (mut function, mut setter) = (descriptor.function.clone(), descriptor.setter.clone());
                match attribute.attr.as_str() {
                    "setter" => setter = Some(value),
                    "getter" => function = value,
                    _ => {}
                }
                return Kind::descriptor(Descriptor { form: DescriptorForm::Property, function, setter }).into();
            }
        }
        if is_signature(self, decorator) {
            return value;
        }
        let factory = match decorator {
            Expr::Call(call) => self.path_of(&call.func).map(|path| (path, call.arguments.args.first())),
            _ => None,
        };
        let is_among = |paths: &FxHashSet<String>| factory.as_ref().is_some_and(|(path, _)| paths.contains(path));
        // The `f` of `@overload(f)`, of `@wraps(f)`.
        let given = factory.as_ref().and_then(|(_, given)| *given);
        if let Some(replaced) = given.filter(|_| is_among(&KNOWN.replacing_factories)) {
            self.assign(replaced, Value::unknown());
        }
        let callee = self.expr(decorator);
        let name = match &callee.kind {
            Kind::Builtin(name) => name.as_str(),
            Kind::Partial(partial) => match &partial.function.kind {
                Kind::Builtin(name) => name.as_str(),
                _ => "",
            },
            _ => "",
        };
        match name {
            name if let Some(form) = descriptor_form(name) => made_descriptor(form, value, None),
            name if KNOWN.compiling_decorators.contains(name) => compiled(value),
            name if KNOWN.keeping_decorators.contains(name) => keeping(value),
            name if KNOWN.transparent_decorators.contains(name) => value,
            // `@njit(parallel=True)`.
            _ if is_among(&KNOWN.compiling_decorators) => compiled(value),
            // `@lru_cache(maxsize=None)`.
            _ if is_among(&KNOWN.keeping_decorators) => keeping(value),
            // `@wraps(f)`.
            _ if is_among(&KNOWN.transparent_factories) => match factory {
                Some((path, Some(wrapped))) if path == "functools.wraps" => self.named_as(wrapped, value),
                _ => value,
            },
            "" if matches!(callee.kind, Kind::Function(_) | Kind::Bound(_) | Kind::Op(_) | Kind::Class(_)) => {
                self.call(&callee, Arguments::of(vec![value]), decorator.range())
            }
            _ => {
                self.escape(&value);
                self.may_be_patched(&value);
                let value = if name == "abc.abstractmethod" { left_open(value) } else { value };
                let descriptor = |form| Kind::descriptor(Descriptor { form, function: value.clone(), setter: None });
                let is_method = match &value.kind {
                    Kind::Function(function) => function.owner.is_some(),
                    kind => matches!(kind, Kind::Descriptor(_)),
                };
                if is_method { descriptor(DescriptorForm::Decorated).into() } else { Value::unknown() }
            }
        }
    }

    /// A function on its own whose first parameter is a `self` of a class is made for that class: a decorator that
    /// isn't known (`fastcore.patch`) puts it there, in the place of what the class has.
    fn may_be_patched(&mut self, value: &Value<'p>) {
        let Kind::Function(function) = &value.kind else { return };
        let first = function.first_param();
        let Some(first) = first.filter(|first| function.owner.is_none() && first.name.id == "self") else {
            return;
        };
        let Some(annotation) = first.annotation.as_deref() else { return };
        if let Kind::Class(class) = self.quietly(|evaluator| evaluator.expr(annotation)).kind
            && let Object::Scope { names, .. } = self.state.heap.get(class.scope).clone()
        {
            let any = self.unmodelled("a decorator that puts functions into a class", &[]);
            names.keys().for_each(|name| self.bind_in(class.scope, name.0, any.clone()));
            self.bind_in(class.scope, Sym::new("__getattr__"), any);
        }
    }

    /// What `@wraps(f)` leaves has the name of `f`.
    fn named_as(&mut self, wrapped: &'p Expr, value: Value<'p>) -> Value<'p> {
        let wrapped = self.held_at(wrapped).map(|wrapped| wrapped.kind);
        let (Some(Kind::Function(wrapped)), Kind::Function(own)) = (wrapped, &value.kind) else { return value };
        let named = Function { name: wrapped.name, ..Function::clone(own) };
        Value { kind: Kind::Function(Rc::new(named)), ..value }
    }
}

impl<'p> Machine<'p> {
    /// The scope that a function or class defined here sees: a class's body is not one.
    pub fn function_scope(&self) -> ObjectId {
        let frame = self.frames.last().expect("evaluation has a frame");
        if frame.class_body.is_some() { self.parent(frame.scope).unwrap_or(frame.scope) } else { frame.scope }
    }
}

/// The function as a compiler's decorator leaves it.
fn compiled(value: Value<'_>) -> Value<'_> {
    with_function(value, |function| Function { is_compiled: true, ..function })
}

/// The function as a decorator leaves it that keeps what it gives.
fn keeping(value: Value<'_>) -> Value<'_> {
    with_function(value, |function| Function { keeps_results: true, ..function })
}

/// What one of Python's own descriptors is made as.
pub fn descriptor_form(path: &str) -> Option<DescriptorForm> {
    Some(match path {
        "property" | "abc.abstractproperty" => DescriptorForm::Property,
        "functools.cached_property" => DescriptorForm::Cached,
        "staticmethod" => DescriptorForm::StaticMethod,
        "classmethod" => DescriptorForm::ClassMethod,
        _ => return None,
    })
}

pub fn made_descriptor<'p>(form: DescriptorForm, value: Value<'p>, setter: Option<Value<'p>>) -> Value<'p> {
    let function = if form == DescriptorForm::StaticMethod { without_receiver(value) } else { value };
    Kind::descriptor(Descriptor { form, function, setter }).into()
}

/// The function as `@staticmethod` leaves it.
fn without_receiver(value: Value<'_>) -> Value<'_> {
    with_function(value, |function| Function { is_static: true, ..function })
}

/// The function as `@abstractmethod` leaves it.
fn left_open(value: Value<'_>) -> Value<'_> {
    with_function(value, |function| Function { is_abstract: true, ..function })
}

fn with_function<'p>(value: Value<'p>, change: impl FnOnce(Function<'p>) -> Function<'p>) -> Value<'p> {
    let Kind::Function(function) = &value.kind else { return value };
    let function = change(Function::clone(function));
    Value { kind: Kind::Function(Rc::new(function)), ..value }
}
