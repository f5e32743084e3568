//! Definitions of classes: what a class is made from, and whether it is *known*.
//!
//! A class is known when its bases, decorators, metaclass and keywords are modelled. Else its attributes may be
//! anything (`open`); if who makes its instances is not known either (`made_elsewhere`), its constructor takes
//! and gives anything. What a decorator of the program makes of a class is found by calling it.

use std::rc::Rc;

use conformable_types::Ty;
use indexmap::IndexMap;
use ruff_python_ast::{Expr, Keyword, Stmt, StmtAnnAssign, StmtClassDef};
use ruff_text_size::Ranged;

use crate::domain::heap::{Name, Object, ObjectId};
use crate::domain::value::{
    Class, ClassForm, Descriptor, DescriptorForm, Field, Fields, Kind, Sym, Value, is_below_tuples,
};
use crate::eval::annotations::attributes::declared_attributes;
use crate::eval::annotations::declared_of_name;
use crate::eval::call::arguments::Arguments;
use crate::eval::call::imports::name_of_model;
use crate::eval::python::enums::{are_more_than_members, make_members};
use crate::eval::python::instances::subclassed;
use crate::eval::{Evaluator, Frame, Machine, Tentative};
use crate::library::models::SUBCLASSED;
use crate::syntax::handles::{identifier, name_of};

/// Bases that add nothing of their own to what an attribute may be.
const PLAIN_BASES: &[&str] = &["object", "abc.ABC", "typing.Generic", "typing.Protocol"];

/// Decorators that leave a class as it is.
const PLAIN_DECORATORS: &[&str] = &[
    "enum.unique",
    "functools.total_ordering",
    "typing.final",
    "typing.runtime_checkable",
    "typing_extensions.final",
    "typing_extensions.runtime_checkable",
];

/// What a metaclass may define to make instances in its own way, or classes whose attributes are not those of
/// their bodies.
const METACLASS_HOOKS: &[&str] =
    &["__call__", "__new__", "__init__", "__prepare__", "__getattr__", "__getattribute__", "__setattr__", "mro"];

/// So many steps `__init_subclass__` may take for a class.
const HOOK_STEPS: u64 = 200;

/// What is known of a class from the line that it is defined in.
struct Made<'p> {
    bases: Vec<Value<'p>>,
    /// For each base of classes those that it adds to the search for an attribute.
    above: Vec<Vec<Option<Rc<Class<'p>>>>>,
    open: bool,
    /// Its instances are numbers, texts or bits, too, of which more may be asked.
    mixes: bool,
    made_elsewhere: bool,
    form: ClassForm,
    /// What the class is told by its keywords, which go to `__init_subclass__`.
    keywords: Vec<(Sym, Value<'p>)>,
}

impl Made<'_> {
    /// `@dataclass` gives a class methods; whether what that makes of it is known. How instances are made remains with
    /// a base that makes them in a way of its own: the members of an enum are what its metaclass makes of the body.
    fn take_for_dataclass(&mut self) -> bool {
        match self.form {
            ClassForm::Plain | ClassForm::Dataclass => self.form = ClassForm::Dataclass,
            ClassForm::Enum => {}
            ClassForm::NamedTuple => {
                self.form = ClassForm::Plain;
                self.open = true;
                self.made_elsewhere = true;
                return false;
            }
        }
        true
    }
}

/// What `@dataclass(...)` is told.
#[derive(Clone, Copy)]
struct DataclassOptions {
    init: bool,
    by_name: bool,
    slots: bool,
}

/// A class with more above it, which a loop may make from itself, has a base that isn't known.
const MOST_ABOVE: usize = 128;

impl<'p> Evaluator<'p> {
    pub fn define_class(&mut self, definition: &'p StmtClassDef) {
        let name = identifier(&definition.name);
        let mut made = self.made_from(definition);
        let options = self.dataclass_options(definition);
        if options.is_some() && !made.take_for_dataclass() {
            self.unmodelled("`@dataclass` of a named tuple", &[]);
        }
        let outer = self.function_scope();
        self.frame().defines = true;
        let scope = self.new_scope(Some(outer));
        let qualified = self.qualified(&definition.name);
        let mut frame = Frame::new(self.module(), scope);
        frame.class_body = Some(name);
        frame.function.clone_from(&self.frame().function);
        frame.declared.clone_from(&self.frame().declared);
        frame.context = self.frame().context;
        self.frames.push(frame);
        self.block(&definition.body);
        self.frames.pop();
        self.state.unreachable = false;
        let is_below_tuple = made.form == ClassForm::NamedTuple && is_below_tuples(&made.bases);
        let fields = match made.form {
            ClassForm::Dataclass | ClassForm::NamedTuple => {
                let by_name = options.is_some_and(|options| options.by_name);
                let body = if is_below_tuple { &[][..] } else { &*definition.body };
                self.fields(body, scope, &made.bases, by_name)
            }
            ClassForm::Plain | ClassForm::Enum => Vec::new(),
        };
        let declared = match made.form {
            ClassForm::Dataclass | ClassForm::Plain => declared_attributes(self, &definition.body),
            ClassForm::NamedTuple | ClassForm::Enum => Vec::new(),
        };
        let intercepts = self.lookup_in(scope, Sym::new("__getattribute__")).is_some();
        let above = linear(made.above);
        hide_behind_slots(self, scope, &above);
        if options.is_some_and(|options| options.slots) {
            self.bind_in(scope, Sym::new("__slots__"), Value::unknown());
        }
        if made.form == ClassForm::NamedTuple && !is_below_tuple {
            take_fields_out(self, scope, &fields);
        }
        let class = Rc::new(Class {
            name,
            qualified,
            module: self.module(),
            form: made.form,
            bases: made.bases,
            fields: Fields::of(fields, &above),
            declared,
            above,
            scope,
            open: made.open || made.mixes || intercepts,
            made_elsewhere: made.made_elsewhere || intercepts,
            virtual_subclasses: definition.arguments.as_ref().is_some_and(|arguments| !arguments.keywords.is_empty()),
            generates_init: made.form == ClassForm::Dataclass && options.is_some_and(|options| options.init),
            range: definition.range(),
        });
        // Members of a class with `@dataclass` are equal by its fields, and have no hash.
        if class.form == ClassForm::Enum && options.is_none() && !made.open && !intercepts {
            make_members(self, &class, &definition.body);
        }
        self.init_subclass(&class, made.keywords, definition);
        let value = self.decorated(definition, &class);
        if !matches!(&value.kind, Kind::Class(same) if Rc::ptr_eq(same, &class)) {
            self.replaced.push(Rc::clone(&class));
        }
        self.bind(name, value);
    }

    /// What a class is made from: its bases, its metaclass, its keywords.
    fn made_from(&mut self, definition: &'p StmtClassDef) -> Made<'p> {
        let mut made = Made {
            bases: Vec::new(),
            above: Vec::new(),
            open: false,
            mixes: false,
            made_elsewhere: false,
            form: ClassForm::Plain,
            keywords: Vec::new(),
        };
        let Some(arguments) = &definition.arguments else { return made };
        for base in &arguments.args {
            // `Generic[T]` is `Generic`.
            let base = match base {
                Expr::Subscript(subscript) => &*subscript.value,
                other => other,
            };
            let value = self.expr(base);
            let model = model_of_base(self, &value);
            let is_followed = self.base(model.as_ref().unwrap_or(&value), &mut made);
            // What else it may hold is nobody's business, and may be what the class was before.
            made.bases.push(if is_followed { value } else { Value::unknown() });
        }
        for keyword in &arguments.keywords {
            self.class_keyword(keyword, &mut made);
        }
        made
    }

    fn class_keyword(&mut self, keyword: &'p Keyword, made: &mut Made<'p>) {
        let value = self.expr(&keyword.value);
        match keyword.arg.as_deref() {
            Some("metaclass") if self.is_plain_metaclass(&value) => {}
            Some(name) if name != "metaclass" => made.keywords.push((Sym::new(name), value)),
            _ => {
                self.unmodelled("a metaclass", &[value]);
                made.open = true;
                made.made_elsewhere = true;
            }
        }
    }

    /// The nearest `__init_subclass__` above a new class is called with it.
    fn init_subclass(&mut self, class: &Rc<Class<'p>>, keywords: Vec<(Sym, Value<'p>)>, definition: &'p StmtClassDef) {
        let hook = Sym::new("__init_subclass__");
        let found = class.above.iter().flatten().find_map(|above| self.lookup_in(above.scope, hook));
        let Some(Value { kind: Kind::Descriptor(descriptor), .. }) = found else { return };
        if class.made_elsewhere {
            // Its metaclass may take the keywords for itself.
            self.unmodelled("`__init_subclass__` under a metaclass", std::slice::from_ref(&descriptor.function));
            return;
        }
        let arguments =
            Arguments { positional: vec![Kind::Class(Rc::clone(class)).into()], keywords, ..Arguments::default() };
        let before = self.state.clone();
        let (_, is_cut) = self.with_fuel(HOOK_STEPS, |evaluator| {
            evaluator.call(&descriptor.function.clone(), arguments, definition.name.range())
        });
        if is_cut {
            // What it does is too much to follow for each class: it may have set attributes of any name.
            self.state = before;
            let any = self.unmodelled("`__init_subclass__` with much to do", &[]);
            self.bind_in(class.scope, Sym::new("__getattr__"), any);
        }
    }

    /// What the decorators of a class make of it.
    fn decorated(&mut self, definition: &'p StmtClassDef, class: &Rc<Class<'p>>) -> Value<'p> {
        let mut value: Value<'p> = Kind::Class(Rc::clone(class)).into();
        for decorator in definition.decorator_list.iter().rev() {
            let target = called(&decorator.expression);
            let path = self.path_of(target);
            let plain = |path: &str| path == "dataclasses.dataclass" || PLAIN_DECORATORS.contains(&path);
            if path.as_deref().is_some_and(plain) {
                continue;
            }
            let callee = self.expr(&decorator.expression);
            value = match callee.kind {
                Kind::Function(_) | Kind::Bound(_) | Kind::Class(_) | Kind::Partial(_) => {
                    self.call(&callee, Arguments::of(vec![value]), decorator.range())
                }
                _ => self.unmodelled("a decorator of a class", &[value]),
            };
        }
        value
    }

    fn dataclass_options(&mut self, definition: &'p StmtClassDef) -> Option<DataclassOptions> {
        let decorator = definition.decorator_list.iter().find(|decorator| {
            self.path_of(called(&decorator.expression)).as_deref() == Some("dataclasses.dataclass")
        })?;
        let mut options = DataclassOptions { init: true, by_name: false, slots: false };
        if let Expr::Call(call) = &decorator.expression {
            let arguments = self.arguments(call);
            let flag = |name: &str| arguments.keyword(name).and_then(Value::ty).and_then(Ty::bool_value);
            options.init = flag("init") != Some(false);
            options.by_name = flag("kw_only") == Some(true);
            options.slots = arguments.open || arguments.keyword("slots").is_some() && flag("slots") != Some(false);
        }
        Some(options)
    }

    /// The annotated names of a body, after those of its bases.
    fn fields(&mut self, body: &'p [Stmt], scope: ObjectId, bases: &[Value<'p>], mut by_name: bool) -> Vec<Field<'p>> {
        let mut fields: Vec<Field<'p>> = Vec::new();
        for base in bases.iter().rev() {
            if let Kind::Class(base) = &base.kind {
                // What a base that is no dataclass itself has from those above it.
                let from = std::iter::once(base).chain(base.above.iter().flatten());
                let inherited = from.filter(|class| !class.fields.is_empty()).take(1);
                for field in inherited.flat_map(|class| class.fields.iter().cloned()) {
                    add_field(&mut fields, field);
                }
            }
        }
        for (name, assigns) in annotated_names(body) {
            // Of several with one name the first says where it is, the last what it is, and the last with a value its default.
            let Some(assign) = assigns.last() else { continue };
            let annotation = match &*assign.annotation {
                Expr::Subscript(subscript) => &*subscript.value,
                other => other,
            };
            let annotated = self.path_of(annotation);
            let is_passed = annotated.as_deref() == Some("dataclasses.InitVar");
            match annotated.as_deref() {
                Some("typing.ClassVar") => continue,
                Some("dataclasses.KW_ONLY") => {
                    by_name = true;
                    continue;
                }
                _ => {}
            }
            let declared = declared_of_name(self, assign).map(Rc::new);
            let mut field = Field { name, default: None, factory: None, init: true, by_name, is_passed, declared };
            if let Some(value) = assigns.iter().rev().find_map(|one| one.value.as_deref()) {
                let call = match value {
                    Expr::Call(call) if self.path_of(&call.func).as_deref() == Some("dataclasses.field") => Some(call),
                    _ => None,
                };
                match call {
                    Some(call) => {
                        let arguments = self.arguments(call);
                        let flag = |name: &str| arguments.keyword(name).and_then(Value::ty).and_then(Ty::bool_value);
                        field.default = arguments.keyword("default").cloned();
                        field.factory = arguments.keyword("default_factory").cloned();
                        field.init = flag("init") != Some(false);
                        field.by_name = flag("kw_only").unwrap_or(by_name);
                        if !arguments.open {
                            leave_default(self, scope, &field);
                        }
                    }
                    None => field.default = self.lookup_in(scope, name),
                }
            }
            add_field(&mut fields, field);
        }
        fields
    }
}

/// What a class that derives from a container of Python's has of it.
fn model_of_base<'p>(run: &mut Evaluator<'p>, base: &Value<'p>) -> Option<Value<'p>> {
    let Kind::Builtin(path) = &base.kind else { return None };
    name_of_model(run, SUBCLASSED, subclassed(path.as_str()))
}

/// The annotated names of a class's body in their order, each with all of its annotations.
fn annotated_names(body: &[Stmt]) -> IndexMap<Sym, Vec<&StmtAnnAssign>> {
    let mut found: IndexMap<Sym, Vec<&StmtAnnAssign>> = IndexMap::new();
    for assign in body.iter().filter_map(Stmt::as_ann_assign_stmt) {
        if let Expr::Name(target) = &*assign.target {
            found.entry(name_of(target)).or_default().push(assign);
        }
    }
    found
}

impl<'p> Machine<'p> {
    /// One base more; whether it is one of those that are looked through.
    fn base(&mut self, value: &Value<'p>, made: &mut Made<'p>) -> bool {
        match &value.kind {
            Kind::Class(base) if base.above.len() < MOST_ABOVE => {
                made.above.push(std::iter::once(Some(Rc::clone(base))).chain(base.above.iter().cloned()).collect());
                made.open |= base.open;
                made.made_elsewhere |= base.made_elsewhere;
                if matches!(base.form, ClassForm::NamedTuple | ClassForm::Enum) {
                    made.form = base.form;
                }
                return true;
            }
            Kind::Builtin(path) => match path.as_str() {
                "typing.NamedTuple" => {
                    made.form = ClassForm::NamedTuple;
                    return true;
                }
                "enum.Enum" | "enum.IntEnum" | "enum.StrEnum" | "enum.Flag" | "enum.IntFlag" => {
                    made.form = ClassForm::Enum;
                    made.mixes = are_more_than_members(path.as_str());
                    return true;
                }
                path if PLAIN_BASES.contains(&path) => return true,
                _ => {}
            },
            _ => {}
        }
        self.unmodelled("a base that is not of the program", std::slice::from_ref(value));
        made.open = true;
        made.above.push(vec![None]);
        matches!(value.kind, Kind::Builtin(_))
    }

    /// Does a metaclass leave its classes and their instances as they are?
    fn is_plain_metaclass(&mut self, metaclass: &Value<'p>) -> bool {
        match &metaclass.kind {
            Kind::Builtin(path) => matches!(path.as_str(), "abc.ABCMeta" | "type"),
            Kind::Class(class) => {
                let plain = |base: &Value<'p>| matches!(&base.kind, Kind::Builtin(path) if path.as_str() == "type");
                let bases: Vec<Value<'p>> =
                    std::iter::once(class).chain(class.above.iter().flatten()).flat_map(|c| c.bases.clone()).collect();
                let from_type = bases.iter().all(|base| plain(base) || matches!(base.kind, Kind::Class(_)));
                let classes: Vec<_> = std::iter::once(class).chain(class.above.iter().flatten()).cloned().collect();
                from_type
                    && !classes.iter().any(|class| {
                        METACLASS_HOOKS.iter().any(|hook| self.lookup_in(class.scope, Sym::new(hook)).is_some())
                    })
            }
            _ => false,
        }
    }
}

/// A slot stands in its class, in front of what classes above have under its name.
fn hide_behind_slots<'p>(run: &mut Evaluator<'p>, scope: ObjectId, above: &[Option<Rc<Class<'p>>>]) {
    let Some(slots) = run.lookup_in(scope, Sym::new("__slots__")) else { return };
    let names: Vec<Sym> = match slots.str_value() {
        Some(one) => vec![Sym::new(one)],
        None => {
            let items = run.state.known_items(&slots).unwrap_or_default();
            items.iter().filter_map(Value::str_value).map(Sym::new).collect()
        }
    };
    for name in names {
        if run.attribute_among(above, name).is_some() {
            run.bind_in(scope, name, Value::unknown());
        }
    }
}

/// What a named tuple's body binds for a field is its default, and no attribute of the class.
fn take_fields_out<'p>(run: &mut Evaluator<'p>, scope: ObjectId, fields: &[Field<'p>]) {
    fields.iter().for_each(|field| take_out(run, scope, field.name));
}

/// In the place of `field(...)` the decorator leaves the default that it has, or nothing.
fn leave_default<'p>(run: &mut Evaluator<'p>, scope: ObjectId, field: &Field<'p>) {
    match &field.default {
        Some(default) => run.bind_in(scope, field.name, default.clone()),
        None => take_out(run, scope, field.name),
    }
}

/// A class has no attribute of the name any more.
fn take_out(run: &mut Evaluator<'_>, scope: ObjectId, name: Sym) {
    run.state.heap.update(scope, |object| {
        if let Object::Scope { names, .. } = object {
            names.remove(&Name::new(name));
        }
    });
}

/// A decorator without its arguments.
fn called(decorator: &Expr) -> &Expr {
    match decorator {
        Expr::Call(call) => &call.func,
        other => other,
    }
}

/// A field of a name that there is already takes its place in the order.
fn add_field<'p>(fields: &mut Vec<Field<'p>>, field: Field<'p>) {
    match fields.iter_mut().find(|known| known.name == field.name) {
        Some(known) => *known = field,
        None => fields.push(field),
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

/// Functions that Python takes for class or static methods without being told.
pub fn implicit_method<'p>(name: &str, function: Value<'p>) -> Value<'p> {
    let form = match name {
        "__init_subclass__" | "__class_getitem__" => DescriptorForm::ClassMethod,
        "__new__" => DescriptorForm::StaticMethod,
        _ => return function,
    };
    Kind::descriptor(Descriptor { form, function, setter: None }).into()
}
