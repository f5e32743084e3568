//! What was made before a root began, as a function finds it that runs at a moment of which nothing is known.
//!
//! Modules' top levels are evaluated as they run. A function on its own is called some time after: what they
//! bound is still there only if no code of the program could have changed it since
//! ([`Changes`](crate::syntax::changes::Changes)). Functions, classes and modules are taken to stay, unless a
//! function of their module declares their name `global`, or the module of the root itself has them
//! exchanged, as tests do: by an assignment to an attribute or by a text.

use conformable_solver::is_since;

use crate::domain::heap::{Object, ObjectId};
use crate::domain::state::State;
use crate::domain::value::{Array, Class, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::machine::writers::is_special;
use crate::front::module::Module;
use crate::library::known_paths::KNOWN;

/// What a name of Python's own is: the root's module may have it exchanged, and any module may set it for all
/// (`builtins.print = stamped`).
pub fn builtin_now<'p>(machine: &Machine<'p>, name: Sym) -> Value<'p> {
    let is_set = machine.program.changes().attributes_of.contains(&(Sym::new("builtins"), Some(name)));
    match machine.frames.first() {
        _ if is_set => Value::unknown(),
        Some(frame) if frame.module.changes().patches(name) => Value::unknown(),
        _ => Kind::Builtin(name).into(),
    }
}

impl<'p> Machine<'p> {
    /// Does this root run some time after all that was made before it?
    fn is_later(&self) -> bool {
        self.standalone.first.is_some()
    }

    /// May the root's module, or what runs around its tests, have put something else in the place of a definition?
    pub fn is_exchanged(&self, name: Sym) -> bool {
        let own = self.frames.first().is_some_and(|frame| frame.module.changes().exchanges(name));
        own || self.program.changes().exchanged.contains(&name)
    }

    /// May code that fills modules have put something else in the place of another module's function? The modules'
    /// own top levels run such code too.
    fn is_filled(&self, value: &Value<'p>) -> bool {
        let Kind::Function(function) = &value.kind else { return false };
        let is_own = self.frames.last().is_some_and(|frame| frame.module.id == function.module.id);
        !is_own && self.program.changes().fills_modules
    }

    /// The value of a name of a module's top level.
    pub fn global_now(&mut self, module: &'p Module, name: Sym, value: Value<'p>) -> Value<'p> {
        if self.is_filled(&value) {
            return Value::unknown();
        }
        if !self.is_later() || is_python_flag(name, &value) {
            return value;
        }
        if self.is_exchanged(name) {
            return Value::unknown();
        }
        let elsewhere = self.program.changes();
        if value.is_definition() {
            // `literals.size = made(3)`, in another module.
            let is_set = || elsewhere.attributes_of.contains(&(module.last_name(), Some(name)));
            return if module.binds_globally(name) || is_set() { Value::unknown() } else { value };
        }
        // A None that nothing binds anew is there for others to put something in its place.
        if value.is_none() || module.rebinds(name) || elsewhere.attributes.contains(&name) {
            return Value::unknown();
        }
        let changed = module.changes().changes_contents(name)
            || elsewhere.contents.contains(&name)
            || self.state.is_to_be_filled(&value);
        if !changed || keeps_to_itself(self, module, name, &value) || is_of_open_instance(self, &value) {
            value
        } else {
            contents_forgotten(module, value)
        }
    }

    /// The value of an attribute that is stored in an object or in a class that was made before.
    pub fn attribute_now(&self, owner: ObjectId, class: &Class<'p>, name: Sym, value: Value<'p>) -> Value<'p> {
        let says_so = |frame: &super::Frame<'p>| frame.module.changes().exchanges_by_text(name);
        if self.frames.first().is_some_and(says_so) {
            return Value::unknown();
        }
        let made_before = self.standalone.first.is_some_and(|first| !is_since(owner.0, first));
        if !made_before {
            // Whoever imported the class before this module did may have set what its own code sets of it.
            let is_elsewhere = self.frames.first().is_some_and(|frame| frame.module.id != class.module.id);
            let is_set = || value.is_none() || class.module.changes().sets_of_its_class(name);
            let may_be_set = owner == class.scope && is_elsewhere && !class.module.is_model && is_set();
            return if may_be_set && !is_special(name.as_str()) { Value::unknown() } else { value };
        }
        let modules = || std::iter::once(class.module).chain(class.above.iter().flatten().map(|class| class.module));
        // A function that an instance holds is set as anything else is that it holds.
        if value.is_definition() && owner == class.scope {
            let sets = |module: &Module| module.changes().sets_of_its_class(name);
            return if self.is_exchanged(name) || modules().any(sets) { Value::unknown() } else { value };
        }
        // That of a special method says that there is none.
        if value.is_none() && owner == class.scope && !is_special(name.as_str()) {
            return Value::unknown();
        }
        let elsewhere = self.program.changes();
        if elsewhere.attributes.contains(&name) || modules().any(|module| module.changes().sets_later(name)) {
            return Value::unknown();
        }
        let changed =
            elsewhere.contents.contains(&name) || modules().any(|module| module.changes().changes_contents(name));
        if changed { contents_forgotten(class.module, value) } else { value }
    }
}

impl<'p> State<'p> {
    /// An empty container at a module's top level is there for others to fill: maybe code that isn't looked at.
    fn is_to_be_filled(&self, value: &Value<'p>) -> bool {
        let Kind::Object(id) = value.kind else { return false };
        match self.heap.get(id) {
            Object::List(items) => items.is_empty(),
            Object::Dict(entries) => entries.known.is_empty() && entries.rest.is_none(),
            _ => false,
        }
    }
}

/// Does it say which Python runs? It stays as the module's top level found it, whatever else binds names there.
pub fn is_python_flag(name: Sym, value: &Value<'_>) -> bool {
    KNOWN.python_flags.contains(name.as_str()) && matches!(value.kind, Kind::Data(_))
}

/// An instance stays one of its class, whoever had it: nothing else is known of it from here on.
fn is_of_open_instance(machine: &mut Machine<'_>, value: &Value<'_>) -> bool {
    let Kind::Object(id) = value.kind else { return false };
    let Object::Instance { open, .. } = machine.state.heap.get(id) else { return false };
    if !open {
        machine.state.heap.open(id);
    }
    true
}

/// Is it an instance that nobody is given, of a class whose methods don't give it to anybody either? Then its
/// methods alone change it, and those who set its attributes by their names: see [`Machine::attribute_now`].
fn keeps_to_itself<'p>(machine: &Machine<'p>, module: &Module, name: Sym, value: &Value<'p>) -> bool {
    let Kind::Object(id) = value.kind else { return false };
    let Object::Instance { class, open: false, .. } = machine.state.heap.get(id) else { return false };
    let receiver = Sym::new("self");
    let mut classes = std::iter::once(Some(&**class)).chain(class.above.iter().map(Option::as_deref));
    let is_given = module.changes().hands_on(name) || machine.program.changes().handed_on.contains(&name);
    !is_given && classes.all(|class| class.is_some_and(|class| !class.module.changes().hands_on(receiver)))
}

/// A value whose contents may have changed. An array has its type, unless somebody sets shapes.
fn contents_forgotten<'p>(module: &Module, value: Value<'p>) -> Value<'p> {
    match value.kind {
        Kind::Array(array) if !module.changes().sets_attribute(Sym::new("shape")) => {
            let array = Array { attained: None, elements: None, ..array };
            Value { kind: Kind::Array(array), ..value }
        }
        Kind::Data(_) | Kind::Integer(..) | Kind::Floating(..) | Kind::Shape(_) => value,
        _ => Value::unknown(),
    }
}
