//! Attributes that are found without running any of the program's code, and what is said of those that are missing.

use std::rc::Rc;
use std::sync::LazyLock;

use conformable_solver::{effort, is_since};
use conformable_types::Ty;
use conformable_types::text::distance;
use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::domain::heap::{Entries, Name, Object, ObjectId};
use crate::domain::state::State;
use crate::domain::value::{Class, ClassForm, Field, Kind, Sym, TupleClass, Value};
use crate::eval::Machine;
use crate::eval::catalogue_bridge::members::sets_attribute;
use crate::eval::diagnose::report::no_attribute;
use crate::eval::machine::writers::is_special;
use crate::eval::python::enums::are_members;
use crate::front::module::Module;
use crate::library::stubs::STUBS;

impl<'p> Machine<'p> {
    /// An attribute of the class itself: its body's, then of those above it in order. A class that
    /// isn't known may have any.
    pub fn class_attribute(&self, class: &Rc<Class<'p>>, name: Sym) -> Option<Value<'p>> {
        self.attribute_at(class, name).or_else(|| self.attribute_among(&class.above, name))
    }

    /// What the class's own body has, and whoever added to it.
    pub fn own_attribute(&self, class: &Class<'p>, name: Sym) -> Option<Value<'p>> {
        let value = self.lookup_in(class.scope, name)?;
        // Its metaclass may have put something else there; so may that of a base that isn't known, or the
        // base's `__init_subclass__`, of which methods are mostly left as they are.
        let is_followed = |value: &Value<'p>| value.is_definition() || are_members(self, value, value);
        if class.made_elsewhere || class.open && !is_followed(&value) {
            return Some(Value::unknown());
        }
        Some(self.attribute_now(class.scope, class, name, value))
    }

    pub fn attribute_among(&self, classes: &[Option<Rc<Class<'p>>>], name: Sym) -> Option<Value<'p>> {
        classes.iter().find_map(|class| match class {
            Some(class) => self.attribute_at(class, name),
            None => Some(Value::unknown()),
        })
    }

    /// What a class itself has; of one that was given other bases later, or whatever these have.
    pub fn attribute_at(&self, class: &Class<'p>, name: Sym) -> Option<Value<'p>> {
        // Each class above is asked, of each name that it doesn't have.
        static BASES: LazyLock<Name> = LazyLock::new(|| Name::new(Sym::new("__bases__")));
        let exchanged = || self.state.heap.look_up(class.scope, *BASES).0.map(|_| Value::unknown());
        self.own_attribute(class, name).or_else(exchanged)
    }

    /// `vars(x)`: the dict of an instance's attributes. What is written to it is written to them.
    pub fn namespace_of(&mut self, value: &Value<'p>) -> Value<'p> {
        let unknown = |evaluator: &mut Self| {
            evaluator.escape(value);
            Value::unknown()
        };
        let Kind::Object(id) = value.kind else { return unknown(self) };
        let Object::Instance { class, attributes, order, open: false } = self.state.heap.get(id).clone() else {
            return unknown(self);
        };
        // What has a slot isn't in the dict; a model has attributes of its own, unless it says that it hasn't.
        let hides =
            |class: &Class<'p>| class.module.is_model && self.lookup_in(class.scope, Sym::new("__shown__")).is_none();
        if std::iter::once(&class).chain(class.above.iter().flatten()).any(|class| hides(class))
            || self.class_attribute(&class, Sym::new("__slots__")).is_some()
        {
            return unknown(self);
        }
        let entry = |name: &Name| {
            let stored = self.read_from(value, attributes.get(name)?.clone());
            Some((Value::data(Ty::str(name.0.as_str())), stored))
        };
        let entries = if order.len() == attributes.len() {
            Entries::of(order.iter().filter_map(entry))
        } else {
            // Which came first is not known.
            let values: Vec<Value<'p>> = attributes.values().cloned().collect();
            Entries { rest: self.state.summarise(&values), ..Entries::default() }
        };
        let dict = self.state.namespace_as_it_stands(id, &entries).unwrap_or_else(|| {
            let dict = self.new_object(Object::Dict(entries));
            self.state.heap.note_namespace(dict, id);
            dict
        });
        Value::from(Kind::Object(dict)).with_dependencies(value.dependencies.and(self.outside_dependencies()))
    }

    /// Does an instance's class define one of these special methods, as far as it is known?
    pub fn has_hook(&self, value: &Value<'p>, hooks: &[&str]) -> bool {
        // A class's own hooks are for its instances.
        if matches!(value.kind, Kind::Class(_)) {
            return false;
        }
        let Some(class) = self.state.class_of(value) else { return false };
        hooks.iter().any(|hook| self.class_attribute(&class, Sym::new(hook)).is_some())
    }

    pub fn missing_attribute(
        &mut self,
        value: &Value<'p>,
        class: &Rc<Class<'p>>,
        open: bool,
        name: Sym,
        range: TextRange,
    ) -> Value<'p> {
        match name.as_str() {
            "__class__" => return Kind::Class(Rc::clone(class)).into(),
            // What `__init__` takes, in order.
            "__match_args__" if class.form == ClassForm::Dataclass => {
                let taken = class.fields.iter().filter(|field| field.init);
                return Value::tuple(taken.map(|field| Value::data(Ty::str(field.name.as_str()))).collect());
            }
            // Through it any attribute may be set.
            "__dict__" => {
                self.escape(value);
                return Value::unknown();
            }
            "__doc__" | "__module__" | "__slots__" => return Value::unknown(),
            "__setattr__" => {
                return Kind::partial(builtin("object.__setattr__"), vec![value.clone()], Vec::new()).into();
            }
            "__delattr__" => return Kind::partial(builtin("delattr"), vec![value.clone()], Vec::new()).into(),
            "__getattribute__" => return Kind::partial(builtin("getattr"), vec![value.clone()], Vec::new()).into(),
            _ => {}
        }
        if !self.lacks_attribute(value, class, open, name) {
            return Value::unknown();
        }
        let near = self.state.near_attribute(value, class, name);
        no_attribute(self, value, name, near, range)
    }

    /// Is an attribute that neither the instance nor its class is known to have certainly not there?
    pub fn lacks_attribute(&mut self, value: &Value<'p>, class: &Rc<Class<'p>>, open: bool, name: Sym) -> bool {
        let dynamic = self.class_attribute(class, Sym::new("__getattr__")).is_some()
            || self.class_attribute(class, Sym::new("__getattribute__")).is_some();
        if dynamic && !class.module.is_model {
            self.unmodelled("`__getattr__`", std::slice::from_ref(value));
        }
        // A class that derives from the receiver's may have it.
        let is_receiver = matches!(value.kind, Kind::Object(id) if self.standalone.receiver == Some(id));
        // A class of Python's library has more of its own than it shows.
        let is_hidden = name.as_str().starts_with(if class.module.is_model { "_" } else { "__" });
        let unseen = open || class.open || dynamic || is_receiver || is_hidden;
        // Who has what was made before may set it.
        let made_before = |id: ObjectId| self.standalone.first.is_some_and(|first| !is_since(id.0, first));
        let is_set_of_it = matches!(value.kind, Kind::Object(id) if made_before(id))
            && self.program.changes().attributes.contains(&name);
        // Any method may set it, and this analysis has not run all of them.
        !unseen && !is_set_of_it && !self.is_set_anywhere(class, name)
    }

    /// May code of the class's module, of a base's or of this one set an attribute of that name of an instance, or that of
    /// another module set it of a class that has its name?
    pub fn is_set_anywhere(&self, class: &Rc<Class<'p>>, name: Sym) -> bool {
        let classes = || std::iter::once(class).chain(class.above.iter().flatten());
        let sets = |module: &Module| {
            let of_module = classes().filter(|class| class.module.id == module.id);
            module.changes().sets_of_instance(name, &of_module.map(|class| class.range).collect::<Vec<_>>())
        };
        let elsewhere = self.program.changes();
        sets(self.module())
            || classes().any(|class| sets(class.module) || elsewhere.sets_attribute_of(class.name, name))
    }

    pub fn no_tuple_attribute(&mut self, value: &Value<'p>, name: Sym, range: TextRange) -> Value<'p> {
        if !name.as_str().starts_with("__")
            && !matches!(
                name.as_str(),
                "count" | "index" | "_fields" | "_asdict" | "_replace" | "_make" | "_field_defaults"
            )
        {
            let near = match &value.kind {
                Kind::Tuple(tuple) => match &tuple.class {
                    TupleClass::Program(class) => self.state.near_attribute(value, class, name),
                    _ => None,
                },
                _ => None,
            };
            return no_attribute(self, value, name, near, range);
        }
        Value::unknown()
    }
}

/// May a class, or one above it, define a special method? What an instance is given counts for nothing.
pub fn may_define<'p>(machine: &Machine<'p>, class: &Rc<Class<'p>>, method: &str) -> bool {
    let method = Sym::new(method);
    let is_known = !class.open && !class.made_elsewhere && shows_all(machine, class);
    !is_known || machine.class_attribute(class, method).is_some() || machine.is_set_anywhere(class, method)
}

/// Has a class no more than it shows? One of a model has, unless it says that it hasn't.
pub fn shows_all(machine: &Machine<'_>, class: &Class<'_>) -> bool {
    !class.module.is_model || machine.lookup_in(class.scope, Sym::new("__complete__")).is_some()
}

impl<'p> State<'p> {
    pub fn near_attribute(&self, value: &Value<'p>, class: &Rc<Class<'p>>, name: Sym) -> Option<String> {
        let mut names: Vec<Sym> = class.fields.iter().map(|field| field.name).collect();
        if let Kind::Object(id) = &value.kind
            && let Object::Instance { attributes, .. } = self.heap.get(*id)
        {
            names.extend(attributes.keys().map(|name| name.0));
        }
        if let Object::Scope { names: own, .. } = self.heap.get(class.scope) {
            names.extend(own.keys().map(|name| name.0));
        }
        let nearest = names.into_iter().min_by_key(|other| distance(other.as_str(), name.as_str()))?;
        (distance(nearest.as_str(), name.as_str()) <= 2).then(|| format!("did you mean `{nearest}`?"))
    }
}

/// What an instance itself holds under a name, as it is now; `None` if it is known to hold nothing there.
pub fn held_attribute<'p>(
    machine: &Machine<'p>,
    receiver: &Value<'p>,
    class: &Rc<Class<'p>>,
    name: Sym,
) -> Option<Value<'p>> {
    let Kind::Object(id) = &receiver.kind else { return None };
    let Object::Instance { attributes, open, .. } = machine.state.heap.get(*id) else { return None };
    let value = attributes.get(&Name::new(name))?;
    // A private name is one of each class that uses it; special methods are looked up in the class.
    let several = is_private(name) && class.above.iter().any(Option::is_some)
        || is_special(name.as_str()) && machine.class_attribute(class, name).is_some();
    // What a member is called and stands for nobody changes.
    let is_fixed = class.form == ClassForm::Enum && matches!(name.as_str(), "name" | "value");
    let value = match *open && !is_fixed || several {
        true => Value::unknown(),
        false => machine.attribute_now(*id, class, name, value.clone()),
    };
    Some(machine.read_from(receiver, value))
}

/// The attribute of a program's instance that a pattern asks for, where nothing of the program decides what it is.
pub fn asked_attribute<'p>(machine: &Machine<'p>, receiver: &Value<'p>, name: Sym) -> Option<Value<'p>> {
    let class = machine.state.class_of(receiver)?;
    let is_decided = matches!(receiver.kind, Kind::Class(_))
        || machine.class_attribute(&class, Sym::new("__getattribute__")).is_some()
        || machine.class_attribute(&class, name).is_some_and(|found| found.is_unknown() || found.is_definition());
    if is_decided {
        return None;
    }
    if let Kind::Tuple(tuple) = &receiver.kind {
        let place = class.fields.iter().position(|field| field.name == name)?;
        let item = tuple.items.get(place)?.clone();
        return Some(item.with_dependencies(receiver.dependencies));
    }
    held_attribute(machine, receiver, &class, name)
}

/// The attributes that the pattern of a class asks for by their places, as far as the class is known to say which.
pub fn match_args<'p>(machine: &Machine<'p>, class: &Rc<Class<'p>>) -> Option<Vec<Sym>> {
    let own = Some(Rc::clone(class));
    for one in std::iter::once(&own).chain(&class.above) {
        let one = one.as_ref()?;
        if let Some(listed) = machine.own_attribute(one, Sym::new("__match_args__")) {
            let Kind::Tuple(tuple) = &listed.kind else { return None };
            return tuple.items.iter().map(|item| Some(Sym::new(item.ty()?.str_value()?))).collect();
        }
        let by_place = |field: &&Field<'p>| match one.form {
            ClassForm::Dataclass => field.init && !field.by_name,
            _ => true,
        };
        if matches!(one.form, ClassForm::Dataclass | ClassForm::NamedTuple) {
            return Some(one.fields.iter().filter(by_place).map(|field| field.name).collect());
        }
    }
    None
}

/// What may be a function is put under a name into an object of which nothing is known: that may be any class that
/// the modules on the way have, whose method it is from then on.
pub fn exchange_methods<'p>(machine: &mut Machine<'p>, name: Sym, stored: &Value<'p>) {
    let may_be_method =
        stored.is_unknown() || stored.is_definition() || matches!(stored.kind, Kind::Partial(_) | Kind::Bound(_));
    if !may_be_method {
        return;
    }
    let scopes: FxHashSet<ObjectId> = machine.frames.iter().map(|frame| machine.outermost(frame.scope)).collect();
    let classes: Vec<ObjectId> = scopes.into_iter().flat_map(|scope| classes_with(machine, scope, name)).collect();
    for class in classes {
        machine.bind_in(class, name, Value::unknown());
    }
}

/// The scopes of the program's classes that are bound in a scope and have a method of this name. There may be thousands,
/// and as many stores: only those are looked at that are of modules, or derive from classes of such, whose classes bind it.
fn classes_with(machine: &Machine<'_>, scope: ObjectId, name: Sym) -> Vec<ObjectId> {
    let Object::Scope { names, .. } = machine.state.heap.get(scope) else { return Vec::new() };
    let is_made = is_special(name.as_str()) || machine.program.changes().attributes.contains(&name);
    let mut known: FxHashMap<usize, bool> = FxHashMap::default();
    let mut binds =
        |module: &Module| *known.entry(module.id).or_insert_with(|| is_made || module.changes().binds_in_class(name));
    let mut may_have =
        |class: &Rc<Class<'_>>| std::iter::once(class).chain(class.above.iter().flatten()).any(|one| binds(one.module));
    let has_method = |class| {
        effort::add(1);
        let found = machine.class_attribute(class, name);
        found.is_some_and(|found| matches!(found.kind, Kind::Function(_) | Kind::Descriptor(_)))
    };
    let classes = names.values().filter_map(|value| match &value.kind {
        Kind::Class(class) if !class.module.is_model && may_have(class) && has_method(class) => Some(class.scope),
        _ => None,
    });
    classes.collect()
}

/// May code of this module, or of others, set an attribute of that name of a dict?
pub fn may_be_set_of_dict(machine: &Machine<'_>, name: Sym) -> bool {
    !STUBS.has(&format!("dict.{name}"))
        && (machine.module().sets_attribute(name) || machine.program.changes().attributes.contains(&name))
}

pub fn builtin<'p>(name: &str) -> Value<'p> {
    Kind::Builtin(Sym::new(name)).into()
}

/// `__x`, which is another attribute in each class.
pub fn is_private(name: Sym) -> bool {
    name.as_str().starts_with("__") && !name.as_str().ends_with("__")
}

/// `_Model__x` is how others write what `Model` calls `__x`.
pub fn without_class(name: Sym) -> Sym {
    let text = name.as_str();
    match text.strip_prefix('_').and_then(|rest| rest.find("__").map(|at| (at, rest))) {
        Some((at, rest)) if at > 0 && !text.ends_with("__") => Sym::new(&rest[at..]),
        _ => name,
    }
}

/// Is an attribute asked of a method that what it gives would have: one of an array's, which nobody sets of anything?
pub fn is_for_its_result(machine: &Machine<'_>, name: Sym) -> bool {
    !name.as_str().starts_with('_')
        && machine.library().member("ndarray", name.as_str()).is_some()
        && !sets_attribute(machine, name)
}
