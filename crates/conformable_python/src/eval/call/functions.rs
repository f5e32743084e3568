//! Definitions of functions, and what their decorators make of them.

use std::rc::Rc;

use ruff_python_ast::{Expr, StmtFunctionDef};
use ruff_text_size::Ranged;

use crate::domain::heap::ObjectId;
use crate::domain::value::{Body, Descriptor, DescriptorForm, Function, Kind, Sym, Value};
use crate::eval::Evaluator;
use crate::eval::call::calls::Arguments;
use crate::library::known_paths::KNOWN;
use crate::syntax::scopes;

impl<'p> Evaluator<'p> {
    pub fn define_function(&mut self, definition: &'p StmtFunctionDef) {
        let defaults = self.defaults(&definition.parameters);
        let qualified = self.qualified(&definition.name);
        let owner = self.frame().class_body;
        self.frame().defines = true;
        let function = Function {
            name: Sym::new(&definition.name),
            qualified,
            module: self.module(),
            params: Some(&definition.parameters),
            body: Body::Block(&definition.body),
            range: definition.range(),
            scope: self.function_scope(),
            defaults,
            is_generator: scopes::declared(&definition.body).yields,
            is_async: definition.is_async,
            owner,
            promises: self.promises(definition),
        };
        self.output.statistics.functions += 1;
        let mut value: Value<'p> = Kind::Function(Rc::new(function)).into();
        if owner.is_some() {
            value = self.implicit_method(&definition.name, value);
        }
        for decorator in definition.decorator_list.iter().rev() {
            value = self.decorate(&decorator.expression, value);
        }
        self.bind(Sym::new(&definition.name), value);
    }

    /// The scope that a function or class defined here sees: a class's body is not one.
    pub fn function_scope(&self) -> ObjectId {
        let frame = self.frames.last().expect("evaluation has a frame");
        if frame.class_body.is_some() { self.parent(frame.scope).unwrap_or(frame.scope) } else { frame.scope }
    }

    fn decorate(&mut self, decorator: &'p Expr, value: Value<'p>) -> Value<'p> {
        if let Expr::Attribute(attribute) = decorator
            && matches!(attribute.attr.as_str(), "setter" | "getter" | "deleter")
        {
            let property = self.expr(&attribute.value);
            if let Kind::Descriptor(descriptor) = &property.kind {
                let setter = if attribute.attr.as_str() == "setter" { Some(value) } else { descriptor.setter.clone() };
                let function = descriptor.function.clone();
                return Kind::Descriptor(Rc::new(Descriptor { form: DescriptorForm::Property, function, setter }))
                    .into();
            }
        }
        if self.is_signature(decorator) {
            return value;
        }
        if let Some(replaced) = self.replaced_by(decorator) {
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
        let descriptor = |form| Kind::Descriptor(Rc::new(Descriptor { form, function: value.clone(), setter: None }));
        match name {
            "property" | "functools.cached_property" | "abc.abstractproperty" => {
                descriptor(DescriptorForm::Property).into()
            }
            "staticmethod" => descriptor(DescriptorForm::StaticMethod).into(),
            "classmethod" => descriptor(DescriptorForm::ClassMethod).into(),
            name if KNOWN.transparent_decorators.contains(name) => value,
            _ if matches!(decorator, Expr::Call(_)) && self.is_transparent_factory(decorator) => {
                self.named_as_wrapped(decorator, value)
            }
            "" if matches!(callee.kind, Kind::Function(_) | Kind::Bound(_) | Kind::Op(_) | Kind::Class(_)) => {
                self.call(&callee, Arguments::of(vec![value]), decorator.range())
            }
            _ => {
                self.escape(&value);
                let is_method = match &value.kind {
                    Kind::Function(function) => function.owner.is_some(),
                    kind => matches!(kind, Kind::Descriptor(_)),
                };
                if is_method { descriptor(DescriptorForm::Decorated).into() } else { Value::unknown() }
            }
        }
    }

    /// What `@wraps(f)` leaves has the name of `f`.
    fn named_as_wrapped(&mut self, decorator: &'p Expr, value: Value<'p>) -> Value<'p> {
        let Expr::Call(call) = decorator else { return value };
        if self.path_of(&call.func).as_deref() != Some("functools.wraps") {
            return value;
        }
        let wrapped = call.arguments.args.first().map(|wrapped| self.expr(wrapped));
        match (wrapped.map(|wrapped| wrapped.kind), &value.kind) {
            (Some(Kind::Function(wrapped)), Kind::Function(own)) => {
                let named = Function { name: wrapped.name, ..Function::clone(own) };
                Value { kind: Kind::Function(Rc::new(named)), ..value }
            }
            _ => value,
        }
    }

    /// The `f` of `@overload(f)`.
    fn replaced_by(&mut self, decorator: &'p Expr) -> Option<&'p Expr> {
        let Expr::Call(call) = decorator else { return None };
        let replaces = self.path_of(&call.func).is_some_and(|path| KNOWN.replacing_factories.contains(&path));
        call.arguments.args.first().filter(|_| replaces)
    }

    /// `@lru_cache(maxsize=None)`, `@wraps(f)`, `@njit(parallel=True)`.
    fn is_transparent_factory(&mut self, decorator: &'p Expr) -> bool {
        let Expr::Call(call) = decorator else { return false };
        self.path_of(&call.func).is_some_and(|path| KNOWN.transparent_factories.contains(&path))
    }
}
