//! Classes of the program: definitions, instances, and whose instance a value is.

use std::rc::Rc;

use conformable_types::{Ty, TyKind};
use ruff_python_ast::{Expr, Stmt, StmtClassDef};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::heap::{Name, Names, Object};
use crate::domain::value::{Class, ClassForm, Dependencies, Field, Function, Kind, Sym, Tuple, TupleClass, Value};
use crate::eval::call::binding::missing_arguments;
use crate::eval::call::calls::Arguments;
use crate::eval::diagnose::report::Refusal;
use crate::eval::{Evaluator, Frame};
use crate::front::rules;

/// Bases and decorators that add nothing of their own to what an attribute may be.
const PLAIN_BASES: &[&str] =
    &["object", "abc.ABC", "typing.Generic", "typing.Protocol", "Exception", "ValueError", "RuntimeError", "TypeError"];

struct Bases<'p> {
    bases: Vec<Value<'p>>,
    /// For each base of classes those that it adds to the search for an attribute.
    above: Vec<Vec<Option<Rc<Class<'p>>>>>,
    open: bool,
    form: ClassForm,
}

impl<'p> Evaluator<'p> {
    pub fn define_class(&mut self, definition: &'p StmtClassDef) {
        let name = Sym::new(&definition.name);
        let Bases { bases, above, open, form } = self.bases(definition);
        let outer = self.frame().scope;
        self.frame().defines = true;
        let scope = self.new_scope(Some(outer));
        let qualified = self.qualified(&definition.name);
        let mut frame = Frame::new(self.module(), scope);
        frame.class_body = Some(name);
        frame.function.clone_from(&self.frame().function);
        self.frames.push(frame);
        self.block(&definition.body);
        self.frames.pop();
        self.state.unreachable = false;
        let fields = if matches!(form, ClassForm::Dataclass | ClassForm::NamedTuple) {
            self.fields(definition, scope, &bases)
        } else {
            Vec::new()
        };
        let class = Class {
            name,
            qualified,
            module: self.module(),
            form,
            bases,
            above: linear(above),
            scope,
            fields,
            open,
            range: definition.range(),
        };
        self.bind(name, Kind::Class(Rc::new(class)).into());
    }

    /// What a class is made from: its bases, and what its decorators make of it.
    fn bases(&mut self, definition: &'p StmtClassDef) -> Bases<'p> {
        let mut bases = Vec::new();
        let mut above: Vec<Vec<Option<Rc<Class<'p>>>>> = Vec::new();
        let mut open = false;
        let mut form = ClassForm::Plain;
        if let Some(arguments) = &definition.arguments {
            for base in &arguments.args {
                // `Generic[T]` is `Generic`.
                let base = match base {
                    Expr::Subscript(subscript) => &*subscript.value,
                    other => other,
                };
                let value = self.expr(base);
                match &value.kind {
                    Kind::Class(base) => {
                        above.push(std::iter::once(Some(Rc::clone(base))).chain(base.above.iter().cloned()).collect());
                        open |= base.open;
                        if base.form != ClassForm::Plain && base.form != ClassForm::Dataclass {
                            form = base.form;
                        }
                    }
                    Kind::Builtin(path) => match path.as_str() {
                        "typing.NamedTuple" => form = ClassForm::NamedTuple,
                        "enum.Enum" | "enum.IntEnum" | "enum.StrEnum" => form = ClassForm::Enum,
                        path if PLAIN_BASES.contains(&path) => {}
                        _ => {
                            open = true;
                            above.push(vec![None]);
                        }
                    },
                    _ => {
                        open = true;
                        above.push(vec![None]);
                    }
                }
                bases.push(value);
            }
            open |= arguments.keywords.iter().any(|keyword| {
                keyword.arg.as_deref() != Some("metaclass") || {
                    self.path_of(&keyword.value).as_deref() != Some("abc.ABCMeta")
                }
            });
        }
        for decorator in &definition.decorator_list {
            let target = match &decorator.expression {
                Expr::Call(call) => &*call.func,
                other => other,
            };
            match self.path_of(target).as_deref() {
                Some("dataclasses.dataclass") => form = ClassForm::Dataclass,
                Some("functools.total_ordering" | "typing.final" | "enum.unique") => {}
                _ => open = true,
            }
        }
        Bases { bases, above, open, form }
    }

    /// The annotated names of a body, after those of its bases.
    fn fields(
        &mut self,
        definition: &'p StmtClassDef,
        scope: crate::domain::heap::ObjectId,
        bases: &[Value<'p>],
    ) -> Vec<Field<'p>> {
        let mut fields: Vec<Field<'p>> = Vec::new();
        for base in bases {
            if let Kind::Class(base) = &base.kind {
                fields.extend(base.fields.iter().cloned());
            }
        }
        for statement in &definition.body {
            let Stmt::AnnAssign(assign) = statement else { continue };
            let Expr::Name(target) = &*assign.target else { continue };
            let annotation = match &*assign.annotation {
                Expr::Subscript(subscript) => &*subscript.value,
                other => other,
            };
            if self.path_of(annotation).as_deref() == Some("typing.ClassVar") {
                continue;
            }
            let name = Sym::new(&target.id);
            let declared = self.annotation(&assign.annotation).map(Rc::new);
            let mut field = Field { name, default: None, factory: None, init: true, declared };
            if let Some(value) = &assign.value {
                let call = match &**value {
                    Expr::Call(call) if self.path_of(&call.func).as_deref() == Some("dataclasses.field") => Some(call),
                    _ => None,
                };
                match call {
                    Some(call) => {
                        let arguments = self.arguments(call);
                        field.default = arguments.keyword("default").cloned();
                        field.factory = arguments.keyword("default_factory").cloned();
                        field.init =
                            arguments.keyword("init").and_then(|v| v.ty()).and_then(Ty::bool_value) != Some(false);
                    }
                    None => field.default = self.lookup_in(scope, name),
                }
            }
            fields.retain(|known| known.name != name);
            fields.push(field);
        }
        fields
    }

    // --- instances ----------------------------------------------------------------------------

    pub fn instantiate(&mut self, class: &Rc<Class<'p>>, arguments: Arguments<'p>, range: TextRange) -> Value<'p> {
        // What `__new__` gives need not be an instance, nor take these arguments.
        if self.class_attribute(class, Sym::new("__new__")).is_some() {
            return self.unknown_call(&Value::unknown(), &arguments);
        }
        if class.form == ClassForm::NamedTuple {
            return self.named_tuple(class, &arguments, range);
        }
        if class.form == ClassForm::Enum {
            self.unknown_call(&Value::unknown(), &arguments);
            return Value::unknown();
        }
        let object = Object::Instance {
            class: Rc::clone(class),
            attributes: Names::new(),
            order: imbl::Vector::new(),
            open: class.open,
        };
        let id = self.new_object(object);
        let instance: Value<'p> = Value::from(Kind::Object(id)).at(self.origin(range));
        let init = self.class_attribute(class, Sym::new("__init__"));
        match init {
            Some(Value { kind: Kind::Function(init), .. }) => {
                let mut all = Arguments::of(vec![instance.clone()]);
                all.positional.extend(arguments.positional);
                all.keywords = arguments.keywords;
                all.open = arguments.open;
                all.dependencies = arguments.dependencies;
                self.call_function(&init, all, range);
            }
            Some(_) => {
                self.unknown_call(&instance, &arguments);
            }
            None if class.form == ClassForm::Dataclass || !class.fields.is_empty() => {
                self.fill_fields(class, id, &arguments, range);
                if self.class_attribute(class, Sym::new("__post_init__")).is_some() {
                    // `InitVar`s are passed too.
                    if let Some(method) = self.attribute_of_instance(&instance, Sym::new("__post_init__")) {
                        self.call(&method, Arguments { open: true, ..Arguments::default() }, range);
                    }
                }
            }
            None if class.open => {
                self.unknown_call(&instance, &arguments);
            }
            None => {}
        }
        instance
    }

    /// What the generated `__init__` of a dataclass does.
    fn fill_fields(
        &mut self,
        class: &Rc<Class<'p>>,
        id: crate::domain::heap::ObjectId,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) {
        let values = self.field_values(class, arguments, range);
        for (name, value) in values {
            self.state.set_attribute(id, Name::new(name), value);
        }
    }

    fn field_values(
        &mut self,
        class: &Rc<Class<'p>>,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) -> Vec<(Sym, Value<'p>)> {
        let mut values = Vec::new();
        let mut names = crate::domain::declared::AnnotationNames::default();
        let mut place = 0;
        let mut missing = Vec::new();
        for field in &class.fields {
            let given = field.init.then(|| arguments.get(place, field.name.as_str()).cloned()).flatten();
            place += usize::from(field.init);
            let value = match (given, &field.factory, &field.default) {
                (Some(value), ..) => self.promised_field(value, field, &mut names, place - 1, range),
                (None, ..) if arguments.open => Value::unknown(),
                (None, Some(factory), _) => self.call(&factory.clone(), Arguments::default(), range),
                (None, None, Some(default)) => default.clone(),
                (None, None, None) if field.init => {
                    missing.push(field.name);
                    Value::unknown()
                }
                (None, None, None) => continue,
            };
            values.push((field.name, value));
        }
        let unknown_keyword = arguments
            .keywords
            .iter()
            .find(|(key, _)| !class.fields.iter().any(|field| field.name == *key && field.init));
        let what = if let Some((key, _)) = unknown_keyword {
            format!("got an unexpected keyword argument `{key}`")
        } else if arguments.positional.len() > place {
            format!("takes {place} arguments but {} were given", arguments.positional.len())
        } else if !missing.is_empty() {
            missing_arguments(&missing)
        } else {
            return values;
        };
        if !arguments.open && !class.open {
            let message = format!("{}() {what}", class.name);
            self.refute(Refusal::of(rules::ARGUMENTS, range, message).resting_on(arguments.dependencies));
        }
        values
    }

    fn named_tuple(&mut self, class: &Rc<Class<'p>>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let values = self.field_values(class, arguments, range);
        if values.len() != class.fields.len() {
            return Value::unknown();
        }
        let items: Vec<_> = values.into_iter().map(|(_, value)| value).collect();
        let dependencies =
            items.iter().fold(Dependencies::LOCAL, |dependencies, item| dependencies.and(item.dependencies));
        let class = TupleClass::Program(Rc::clone(class));
        Value::from(Kind::Tuple(Rc::new(Tuple { items, class }))).with_dependencies(dependencies)
    }

    /// `namedtuple("Point", "x y")`: a class without a body.
    pub fn named_tuple_class(&mut self, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let Some(name) = arguments.positional.first().and_then(Value::str_value) else { return Value::unknown() };
        let names: Option<Vec<Sym>> = match arguments.positional.get(1) {
            Some(fields) if fields.str_value().is_some() => Some(
                fields
                    .str_value()
                    .unwrap_or_default()
                    .split(|c: char| c == ',' || c.is_whitespace())
                    .filter(|part| !part.is_empty())
                    .map(Sym::new)
                    .collect(),
            ),
            Some(fields) => self.known_items(fields).and_then(|items| {
                let name = |item: &Value<'p>| match &item.kind {
                    // `NamedTuple("Point", [("x", float)])`
                    Kind::Tuple(pair) => pair.items.first().and_then(Value::str_value),
                    _ => item.str_value(),
                };
                items.iter().map(|item| name(item).map(Sym::new)).collect()
            }),
            None => None,
        };
        let Some(names) = names else { return Value::unknown() };
        let mut defaults = match arguments.keyword("defaults") {
            Some(defaults) => self.known_items(defaults).unwrap_or_default(),
            None => Vec::new(),
        };
        let fields = names
            .into_iter()
            .rev()
            .map(|name| Field { name, default: defaults.pop(), factory: None, init: true, declared: None })
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        let scope = self.new_scope(None);
        let class = Class {
            name: Sym::new(name),
            qualified: name.to_owned(),
            module: self.module(),
            form: ClassForm::NamedTuple,
            bases: Vec::new(),
            above: Vec::new(),
            scope,
            fields,
            open: false,
            range,
        };
        Kind::Class(Rc::new(class)).into()
    }

    // --- whose instance -----------------------------------------------------------------------

    pub fn class_of(&self, value: &Value<'p>) -> Option<Rc<Class<'p>>> {
        match &value.kind {
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::Instance { class, .. } => Some(Rc::clone(class)),
                _ => None,
            },
            Kind::Tuple(tuple) => match &tuple.class {
                TupleClass::Program(class) => Some(Rc::clone(class)),
                _ => None,
            },
            Kind::Class(class) => Some(Rc::clone(class)),
            _ => None,
        }
    }

    /// The class in whose body a function stands, of a value's class and those above it.
    pub fn defining_class(&self, receiver: &Value<'p>, function: &Function<'p>) -> Option<Rc<Class<'p>>> {
        let class = self.class_of(receiver)?;
        let defines = |class: &&Rc<Class<'p>>| {
            class.module.id == function.module.id && class.range.contains_range(function.range)
        };
        std::iter::once(&class).chain(class.above.iter().flatten()).find(defines).cloned()
    }

    pub fn is_instance(&mut self, value: &Value<'p>, class: &Value<'p>) -> conformable_types::Truth {
        use conformable_types::Truth;
        match (&value.kind, &class.kind) {
            (_, Kind::Tuple(classes)) => {
                let classes = Rc::clone(classes);
                classes.items.iter().fold(Truth::No, |any, class| any.or(self.is_instance(value, class)))
            }
            (Kind::Unknown, _) => Truth::Unknown,
            (Kind::Union(_), _) => {
                let truths: Vec<Truth> = value.members().iter().map(|member| self.is_instance(member, class)).collect();
                if truths.iter().all(|truth| *truth == truths[0]) { truths[0] } else { Truth::Unknown }
            }
            (Kind::Object(id), Kind::Class(wanted)) => match self.state.heap.get(*id) {
                Object::Instance { class: own, .. } => {
                    let own = Rc::clone(own);
                    let own = || std::iter::once(&own).chain(own.above.iter().flatten());
                    let is_open = wanted.open || own().any(|class| class.open);
                    if own().any(|class| Rc::ptr_eq(class, wanted)) {
                        Truth::Yes
                    } else if is_open || own().any(|class| class.is_same(wanted)) {
                        // A metaclass may say what it likes, and one definition may make many classes.
                        Truth::Unknown
                    } else {
                        Truth::No
                    }
                }
                Object::Escaped => Truth::Unknown,
                _ => Truth::No,
            },
            // Python's own tuples and numbers are of no class of the program.
            (Kind::Tuple(tuple), Kind::Class(_)) if tuple.is_plain() => Truth::No,
            (Kind::Data(_) | Kind::Array(_) | Kind::Tuple(_), Kind::Class(class)) => {
                if matches!(value.kind, Kind::Tuple(_)) || class.open { Truth::Unknown } else { Truth::No }
            }
            (_, Kind::Builtin(name)) => self.is_builtin_instance(value, name.as_str()),
            (_, Kind::Op(name)) => self.is_builtin_instance(value, name.as_str()),
            (_, Kind::Data(ty)) => match (ty.kind(), value.ty().map(Ty::kind)) {
                (TyKind::Class(name), _) => self.is_builtin_instance(value, name.as_str()),
                (TyKind::DType(wanted), Some(TyKind::Scalar(own))) => match (wanted.dtype(), own.dtype()) {
                    (Some(wanted), Some(own)) => Truth::from(wanted == own),
                    _ => Truth::Unknown,
                },
                (TyKind::DType(_), Some(TyKind::Array { .. } | TyKind::None | TyKind::Int | TyKind::IntOf(_))) => {
                    Truth::No
                }
                _ => Truth::Unknown,
            },
            _ => Truth::Unknown,
        }
    }
}

/// The classes above one whose bases, each with those above it, are these: Python's C3.
fn linear<'p>(mut bases: Vec<Vec<Option<Rc<Class<'p>>>>>) -> Vec<Option<Rc<Class<'p>>>> {
    let same = |a: &Option<Rc<Class<'p>>>, b: &Option<Rc<Class<'p>>>| match (a, b) {
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        _ => false,
    };
    bases.push(bases.iter().map(|base| base[0].clone()).collect());
    let mut above = Vec::new();
    loop {
        bases.retain(|base| !base.is_empty());
        let in_a_tail = |one: &Option<Rc<Class<'p>>>| bases.iter().any(|base| base[1..].iter().any(|x| same(x, one)));
        // Python refuses an order that fits no base; whichever is taken then does not matter.
        let Some(first) = bases.iter().find(|base| !in_a_tail(&base[0])).or(bases.first()) else { return above };
        let next = first[0].clone();
        for base in &mut bases {
            if same(&base[0], &next) || (next.is_none() && base[0].is_none()) {
                base.remove(0);
            }
        }
        above.push(next);
    }
}
