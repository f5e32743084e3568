//! Classes of the program: definitions, instances, attributes.

use std::rc::Rc;

use conformable_types::{Ty, TyKind};
use ruff_python_ast::{Expr, Stmt, StmtClassDef};
use ruff_text_size::{Ranged, TextRange};

use super::calls::Arguments;
use super::{Evaluator, Frame};
use crate::heap::{Name, Names, Object};
use crate::rules;
use crate::value::{Class, ClassForm, Descriptor, DescriptorForm, Facts, Field, Kind, Sym, Tuple, TupleClass, Value};

/// Bases and decorators that add nothing of their own to what an attribute may be.
const PLAIN_BASES: &[&str] =
    &["object", "abc.ABC", "typing.Generic", "typing.Protocol", "Exception", "ValueError", "RuntimeError", "TypeError"];

impl<'p> Evaluator<'p> {
    pub fn define_class(&mut self, definition: &'p StmtClassDef) {
        let name = Sym::new(&definition.name);
        let mut bases = Vec::new();
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
                        open |= base.open;
                        if base.form != ClassForm::Plain && base.form != ClassForm::Dataclass {
                            form = base.form;
                        }
                    }
                    Kind::Builtin(path) => match path.as_str() {
                        "typing.NamedTuple" => form = ClassForm::NamedTuple,
                        "enum.Enum" | "enum.IntEnum" | "enum.StrEnum" => form = ClassForm::Enum,
                        path if PLAIN_BASES.contains(&path) => {}
                        _ => open = true,
                    },
                    _ => open = true,
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
        let outer = self.frame().scope;
        let scope = self.new_scope(Some(outer));
        let qualified = self.qualified(&definition.name);
        let mut frame = Frame::new(self.module(), scope);
        frame.class_body = Some(name);
        frame.function.clone_from(&self.frame().function);
        self.frames.push(frame);
        self.block(&definition.body);
        self.frames.pop();
        self.state.dead = false;
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
            scope,
            fields,
            open,
            range: definition.range(),
        };
        self.bind(name, Kind::Class(Rc::new(class)).into());
    }

    /// The annotated names of a body, after those of its bases.
    fn fields(
        &mut self,
        definition: &'p StmtClassDef,
        scope: crate::heap::ObjectId,
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
        let object = Object::Instance { class: Rc::clone(class), attributes: Names::new(), open: class.open };
        let id = self.new_object(object);
        let instance: Value<'p> = Value::from(Kind::Object(id)).at(self.origin(range));
        let init = self.class_attribute(class, Sym::new("__init__"));
        match init {
            Some(Value { kind: Kind::Function(init), .. }) => {
                let mut all = Arguments::of(vec![instance.clone()]);
                all.positional.extend(arguments.positional);
                all.keywords = arguments.keywords;
                all.open = arguments.open;
                all.facts = arguments.facts;
                self.call_function(&init, all, range);
            }
            Some(_) => {
                self.unknown_call(&instance, &arguments);
            }
            None if class.form == ClassForm::Dataclass || !class.fields.is_empty() => {
                self.fill_fields(class, id, &arguments, range);
                if self.class_attribute(class, Sym::new("__post_init__")).is_some() {
                    self.call_method(&instance, "__post_init__", Vec::new(), range);
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
        id: crate::heap::ObjectId,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) {
        let values = self.field_values(class, arguments, range);
        for (name, value) in values {
            self.state.heap.update(id, |object| {
                if let Object::Instance { attributes, .. } = object {
                    attributes.insert(Name(name), value);
                }
            });
        }
    }

    fn field_values(
        &mut self,
        class: &Rc<Class<'p>>,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) -> Vec<(Sym, Value<'p>)> {
        let mut values = Vec::new();
        let mut names = crate::declared::Names::default();
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
            let names = missing.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            format!("missing {}: {names}", if missing.len() == 1 { "argument" } else { "arguments" })
        } else {
            return values;
        };
        if !arguments.open && !class.open {
            let message = format!("{}() {what}", class.name);
            self.refute(rules::ARGUMENTS, range, message, "TypeError", arguments.facts);
        }
        values
    }

    fn named_tuple(&mut self, class: &Rc<Class<'p>>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let values = self.field_values(class, arguments, range);
        if values.len() != class.fields.len() {
            return Value::unknown();
        }
        let items: Vec<_> = values.into_iter().map(|(_, value)| value).collect();
        let facts = items.iter().fold(Facts::LOCAL, |facts, item| facts.and(item.facts));
        let class = TupleClass::Program(Rc::clone(class));
        Value::from(Kind::Tuple(Rc::new(Tuple { items, class }))).with_facts(facts)
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
            scope,
            fields,
            open: false,
            range,
        };
        Kind::Class(Rc::new(class)).into()
    }

    // --- attributes ---------------------------------------------------------------------------

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

    /// An attribute of the class itself: its body's, then its bases' in order.
    pub fn class_attribute(&self, class: &Rc<Class<'p>>, name: Sym) -> Option<Value<'p>> {
        if let Some(value) = self.lookup_in(class.scope, name) {
            return Some(value);
        }
        class.bases.iter().find_map(|base| match &base.kind {
            Kind::Class(base) => self.class_attribute(base, name),
            _ => None,
        })
    }

    /// The class of that name among `class` and its bases.
    pub fn ancestor(&self, class: &Rc<Class<'p>>, name: Sym) -> Option<Rc<Class<'p>>> {
        if class.name == name {
            return Some(Rc::clone(class));
        }
        class.bases.iter().find_map(|base| match &base.kind {
            Kind::Class(base) => self.ancestor(base, name),
            _ => None,
        })
    }

    /// The value of `receiver.name`, if the program's class decides it.
    pub fn attribute_of_instance(&mut self, receiver: &Value<'p>, name: Sym) -> Option<Value<'p>> {
        let class = self.class_of(receiver)?;
        if let Kind::Object(id) = &receiver.kind {
            if let Object::Instance { attributes, open, .. } = self.state.heap.get(*id) {
                if let Some(value) = attributes.get(&Name(name)) {
                    let value = if *open { Value::unknown() } else { value.clone() };
                    return Some(Value { facts: self.stored(receiver), ..value });
                }
            }
        }
        let value = self.class_attribute(&class, name)?;
        Some(self.bound_attribute(receiver, &class, value))
    }

    /// What a value read from an object rests on: the object's own facts, and whoever stored it.
    fn stored(&self, receiver: &Value<'p>) -> Facts {
        receiver.facts.and(self.outside_facts())
    }

    fn bound_attribute(&mut self, receiver: &Value<'p>, class: &Rc<Class<'p>>, value: Value<'p>) -> Value<'p> {
        match &value.kind {
            Kind::Function(_) | Kind::Builtin(_) | Kind::Op(_) if matches!(value.kind, Kind::Function(_)) => {
                Kind::Bound(Rc::new((receiver.clone(), value))).into()
            }
            Kind::Descriptor(descriptor) => {
                let descriptor = Rc::clone(descriptor);
                match descriptor.form {
                    DescriptorForm::StaticMethod => descriptor.function.clone(),
                    DescriptorForm::ClassMethod => {
                        let class: Value<'p> = Kind::Class(Rc::clone(class)).into();
                        Kind::Bound(Rc::new((class, descriptor.function.clone()))).into()
                    }
                    DescriptorForm::Property => {
                        let range = receiver.origin.map_or_else(TextRange::default, |origin| origin.range);
                        self.call(&descriptor.function.clone(), Arguments::of(vec![receiver.clone()]), range)
                    }
                }
            }
            _ => value,
        }
    }

    /// `value.name`.
    pub fn attribute(&mut self, value: &Value<'p>, name: Sym, range: TextRange) -> Value<'p> {
        match &value.kind {
            Kind::Unknown => Value::unknown(),
            Kind::Module(module) => self.module_attribute(module, name),
            Kind::Namespace(path) => self.namespace_attribute(*path, name, range),
            Kind::Builtin(path) => match (path.as_str(), name.as_str()) {
                ("math", "pi") => Value::data(Ty::float(std::f64::consts::PI)),
                ("math", "e") => Value::data(Ty::float(std::f64::consts::E)),
                ("math", "tau") => Value::data(Ty::float(std::f64::consts::TAU)),
                ("math", "inf" | "nan") | ("sys", "float_info") => Value::data(Ty::new(TyKind::Float)),
                _ => Kind::Builtin(Sym::new(&format!("{path}.{name}"))).into(),
            },
            Kind::Op(path) => self.op_attribute(*path, name),
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::Instance { class, open, .. } => {
                    let (class, open) = (Rc::clone(class), *open);
                    match self.attribute_of_instance(value, name) {
                        Some(found) => found.at_if(range, self.module()),
                        None => self.missing_attribute(value, &class, open, name, range),
                    }
                }
                Object::Escaped | Object::Scope { .. } => Value::unknown(),
                _ => Kind::Member(Rc::new((value.clone(), name))).into(),
            },
            Kind::Class(class) => {
                let class = Rc::clone(class);
                match self.class_attribute(&class, name) {
                    Some(found) => match &found.kind {
                        Kind::Descriptor(descriptor) => match descriptor.form {
                            DescriptorForm::StaticMethod => descriptor.function.clone(),
                            DescriptorForm::ClassMethod => {
                                Kind::Bound(Rc::new((value.clone(), descriptor.function.clone()))).into()
                            }
                            DescriptorForm::Property => Value::unknown(),
                        },
                        _ if class.form == ClassForm::Enum => Value::unknown(),
                        _ => found,
                    },
                    None => match name.as_str() {
                        "__name__" | "__qualname__" | "__module__" => Value::str(),
                        _ => Value::unknown(),
                    },
                }
            }
            Kind::Super(pair) => {
                let pair = Rc::clone(pair);
                for base in &pair.1.bases {
                    if let Kind::Class(base) = &base.kind {
                        if let Some(found) = self.class_attribute(base, name) {
                            return self.bound_attribute(&pair.0, base, found);
                        }
                    }
                }
                if name.as_str() == "__init__"
                    && pair.1.bases.iter().all(|b| matches!(b.kind, Kind::Class(_) | Kind::Builtin(_)))
                    && !pair.1.open
                {
                    return Kind::Builtin(Sym::new("object.__init__")).into();
                }
                Value::unknown()
            }
            Kind::Tuple(tuple) => self.tuple_attribute(value, &Rc::clone(tuple), name, range),
            Kind::Union(_) => {
                self.each_member(&[value], range, |evaluator, members| evaluator.attribute(&members[0], name, range))
            }
            Kind::Array(_) | Kind::Data(_) => self.data_attribute(value, name, range),
            Kind::Function(function) => match name.as_str() {
                "__name__" | "__qualname__" | "__doc__" | "__module__" => Value::data(Ty::str(function.name.as_str())),
                _ => Value::unknown(),
            },
            Kind::Slice(parts) => match name.as_str() {
                "start" => parts[0].clone(),
                "stop" => parts[1].clone(),
                "step" => parts[2].clone(),
                _ => Value::unknown(),
            },
            Kind::Bound(_) | Kind::Member(_) | Kind::Partial(_) | Kind::Descriptor(_) => Value::unknown(),
        }
    }

    fn missing_attribute(
        &mut self,
        value: &Value<'p>,
        class: &Rc<Class<'p>>,
        open: bool,
        name: Sym,
        range: TextRange,
    ) -> Value<'p> {
        match name.as_str() {
            "__class__" => return Kind::Class(Rc::clone(class)).into(),
            "__dict__" | "__doc__" | "__module__" | "__slots__" => return Value::unknown(),
            _ => {}
        }
        let dynamic = self.class_attribute(class, Sym::new("__getattr__")).is_some()
            || self.class_attribute(class, Sym::new("__getattribute__")).is_some();
        if open || class.open || dynamic || name.as_str().starts_with("__") {
            return Value::unknown();
        }
        // Any method may set it, and this analysis has not run all of them.
        let message = format!("{} has no attribute `{name}`", class.name);
        let near = self.near_attribute(value, class, name);
        if self.is_set_anywhere(class, name) {
            return Value::unknown();
        }
        self.refute_with_help(rules::NO_ATTRIBUTE, range, message, "AttributeError", value.facts, near);
        Value::unknown()
    }

    /// Does any code of the class assign `self.name` (or anything's attribute of that name)?
    fn is_set_anywhere(&self, class: &Rc<Class<'p>>, name: Sym) -> bool {
        let pattern = format!(".{name}");
        let in_module = |module: &crate::module::Module| {
            let text = &module.file.text;
            text.match_indices(&pattern).any(|(at, _)| {
                let rest = text[at + pattern.len()..].trim_start();
                let assigns = rest.starts_with('=') && !rest.starts_with("==");
                assigns
                    || rest.starts_with(',')
                    || rest.starts_with(':')
                    || rest.starts_with("+=")
                    || rest.starts_with("-=")
            }) || text.contains("setattr(")
        };
        in_module(class.module)
            || class
                .bases
                .iter()
                .any(|base| matches!(&base.kind, Kind::Class(base) if self.is_set_anywhere(base, name)))
            || in_module(self.module())
    }

    fn near_attribute(&self, value: &Value<'p>, class: &Rc<Class<'p>>, name: Sym) -> Option<String> {
        let mut names: Vec<Sym> = Vec::new();
        if let Kind::Object(id) = &value.kind {
            if let Object::Instance { attributes, .. } = self.state.heap.get(*id) {
                names.extend(attributes.keys().map(|name| name.0));
            }
        }
        if let Object::Scope { names: own, .. } = self.state.heap.get(class.scope) {
            names.extend(own.keys().map(|name| name.0));
        }
        let nearest = names.into_iter().min_by_key(|other| rules::distance(other.as_str(), name.as_str()))?;
        (rules::distance(nearest.as_str(), name.as_str()) <= 2).then(|| format!("did you mean `{nearest}`?"))
    }

    fn tuple_attribute(&mut self, value: &Value<'p>, tuple: &Rc<Tuple<'p>>, name: Sym, range: TextRange) -> Value<'p> {
        match &tuple.class {
            TupleClass::Program(class) => {
                if let Some(place) = class.fields.iter().position(|field| field.name == name) {
                    return tuple.items.get(place).cloned().unwrap_or_else(Value::unknown);
                }
                let class = Rc::clone(class);
                if let Some(found) = self.class_attribute(&class, name) {
                    return self.bound_attribute(value, &class, found);
                }
                Value::unknown()
            }
            TupleClass::Catalogue(class) => {
                if let Some(place) = self.catalogue_field(*class, name) {
                    return tuple.items.get(place).cloned().unwrap_or_else(Value::unknown);
                }
                self.no_tuple_attribute(value, name, range)
            }
            TupleClass::Plain => match name.as_str() {
                "count" | "index" => Kind::Member(Rc::new((value.clone(), name))).into(),
                _ => self.no_tuple_attribute(value, name, range),
            },
        }
    }

    fn no_tuple_attribute(&mut self, value: &Value<'p>, name: Sym, range: TextRange) -> Value<'p> {
        if !name.as_str().starts_with("__")
            && !matches!(name.as_str(), "count" | "index" | "_fields" | "_asdict" | "_replace")
        {
            let message = format!("{} has no attribute `{name}`", self.describe(value));
            self.refute(rules::NO_ATTRIBUTE, range, message, "AttributeError", value.facts);
        }
        Value::unknown()
    }

    /// `value.name = stored`.
    pub fn set_attribute(&mut self, value: &Value<'p>, name: Sym, stored: Value<'p>, range: TextRange) {
        match &value.kind {
            Kind::Object(id) => {
                let Object::Instance { class, .. } = self.state.heap.get(*id) else { return };
                let class = Rc::clone(class);
                if let Some(Value { kind: Kind::Descriptor(descriptor), .. }) = self.class_attribute(&class, name) {
                    if let Descriptor { form: DescriptorForm::Property, setter: Some(setter), .. } = &*descriptor {
                        self.call(&setter.clone(), Arguments::of(vec![value.clone(), stored]), range);
                    }
                    return;
                }
                if self.class_attribute(&class, Sym::new("__setattr__")).is_some() {
                    return self.escape(value);
                }
                self.state.heap.update(*id, |object| {
                    if let Object::Instance { attributes, .. } = object {
                        attributes.insert(Name(name), stored);
                    }
                });
            }
            Kind::Class(class) => {
                let scope = class.scope;
                self.bind_in(scope, name, stored);
            }
            Kind::Module(module) => {
                if let Some(scope) = self.modules.get(&module.id).copied() {
                    self.bind_in(scope, name, stored);
                }
            }
            Kind::Array(array) => {
                let array = *array;
                self.set_array_attribute(value, &array, name, &stored, range);
            }
            Kind::Union(_) => value.members().iter().for_each(|member| self.escape(member)),
            _ => self.escape(&stored),
        }
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
                    if self.ancestor(&own, wanted.name).is_some() {
                        Truth::Yes
                    } else if own.open {
                        Truth::Unknown
                    } else {
                        Truth::No
                    }
                }
                Object::Escaped => Truth::Unknown,
                _ => Truth::No,
            },
            (Kind::Data(_) | Kind::Array(_) | Kind::Tuple(_), Kind::Class(class)) => {
                if matches!(value.kind, Kind::Tuple(_)) || class.open { Truth::Unknown } else { Truth::No }
            }
            (_, Kind::Builtin(name)) => self.is_builtin_instance(value, name.as_str()),
            (_, Kind::Op(name)) => self.is_builtin_instance(value, name.as_str()),
            (_, Kind::Data(ty)) => match (ty.kind(), value.ty().map(Ty::kind)) {
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

trait AtIf<'p> {
    fn at_if(self, range: TextRange, module: &'p crate::module::Module) -> Self;
}

impl<'p> AtIf<'p> for Value<'p> {
    /// An attribute keeps where its value was made.
    fn at_if(self, range: TextRange, module: &'p crate::module::Module) -> Self {
        if self.origin.is_some() { self } else { self.at(crate::value::Origin { module, range }) }
    }
}
