//! What unknown code may do with what it is given: change whatever it can reach, and call whatever can be called.
//!
//! A function of the program that unknown code has may run at any time: the containers that its code changes by
//! name, and the names that it declares global or nonlocal, are unknown from there on. So it is for the methods of
//! an instance, and of a class.

use std::rc::Rc;

use conformable_solver::effort;
use ruff_text_size::TextRange;
use rustc_hash::FxHashSet;

use crate::domain::heap::{Object, ObjectId, Shared};
use crate::domain::reads;
use crate::domain::state::NO_VIEW;
use crate::domain::value::{Array, Class, Function, Kind, Sym, Value};
use crate::domain::whole::Floats;
use crate::eval::call::arguments::Arguments;
use crate::eval::machine::writers::{HandedName, Writers};
use crate::eval::{Machine, Tentative};

/// The names, by the scopes in which they are looked for, that functions change which unknown code has: what is
/// bound to them later is changed too. A class's attributes are the names of its scope.
#[derive(Default)]
pub struct HandedOut {
    /// What they contain.
    contents: FxHashSet<(ObjectId, Sym)>,
    /// What they are.
    names: FxHashSet<(ObjectId, Sym)>,
    /// All of them in the order in which they were noted, again too, while a call is recorded.
    noted: Vec<HandedName>,
    /// What has been met since something was given to unknown code: once is enough, by however many paths.
    met: FxHashSet<usize>,
    /// The same of scopes: what is bound in one may have methods that have it around them.
    scopes: FxHashSet<ObjectId>,
    /// The same of functions, by the scopes around them.
    closures: FxHashSet<(ObjectId, usize, TextRange)>,
    /// How many values inside each other are being looked through.
    depth: u32,
}

impl HandedOut {
    /// From here on unknown code has it.
    pub fn note(&mut self, handed: HandedName) {
        let names = if handed.is_bound { &mut self.names } else { &mut self.contents };
        names.insert((handed.scope, handed.name));
        if reads::is_recording() {
            self.noted.push(handed);
        }
    }

    pub fn count_noted(&self) -> usize {
        self.noted.len()
    }

    /// Those that were noted since there were so many.
    pub fn noted_since(&self, count: usize) -> FxHashSet<HandedName> {
        self.noted.iter().skip(count).copied().collect()
    }
}

/// What is met meanwhile is met once.
fn handing_out<'p>(machine: &mut Machine<'p>, escape: impl FnOnce(&mut Machine<'p>)) {
    machine.handed_out.depth += 1;
    escape(machine);
    let handed_out = &mut machine.handed_out;
    handed_out.depth -= 1;
    if handed_out.depth == 0
        && !(handed_out.met.is_empty() && handed_out.scopes.is_empty() && handed_out.closures.is_empty())
    {
        (handed_out.met, handed_out.scopes, handed_out.closures) = Default::default();
    }
}

/// A function holds its defaults, and has cells for what its code names of the scope around it, and no others.
fn escape_cells<'p>(machine: &mut Machine<'p>, function: &Rc<Function<'p>>) {
    let (scope, key) = (function.scope, (function.scope, function.module.id, function.range));
    let is_met = machine.handed_out.scopes.contains(&scope) || !machine.handed_out.closures.insert(key);
    if is_met {
        return;
    }
    // A closure around a closure, as often as a loop makes one.
    effort::add(2);
    for (_, default) in function.defaults.iter() {
        machine.escape(default);
    }
    if machine.parent(scope).is_none() {
        return;
    }
    let writes = machine.imports.images.functions.writes_of(function.text());
    let named = writes.named.iter().flatten().filter_map(|name| machine.lookup_in(scope, *name));
    let named: Vec<Value<'p>> = named.collect();
    effort::add(named.len() / 8);
    // A class, or a method with its instance, has functions of its own.
    let leads_on = |value: &Value<'p>| {
        matches!(value.kind, Kind::Class(_) | Kind::Bound(_) | Kind::Partial(_) | Kind::Descriptor(_) | Kind::Super(_))
    };
    if writes.named.is_none() || named.iter().any(leads_on) {
        return machine.escape_scope(scope);
    }
    for value in named {
        match &value.kind {
            Kind::Object(id) => machine.escape_object(*id),
            Kind::Array(array) => machine.write_array(array),
            Kind::Tuple(_) | Kind::Union(_) => machine.escape(&value),
            Kind::Function(function) => machine.deepen(|machine| escape_cells(machine, &Rc::clone(function))),
            _ => {}
        }
    }
}

/// From here on a class, and so each instance, may have any attribute beside those that are known.
fn open_class<'p>(machine: &mut Machine<'p>, class: &Class<'p>) {
    let found = Sym::new("__getattr__");
    if machine.lookup_in(class.scope, found).is_none() {
        machine.bind_in(class.scope, found, Value::unknown());
    }
}

/// As [`Machine::write_array`], where what is written is computed of these: of whole numbers, whole numbers.
pub fn write_of<'v, 'p: 'v>(machine: &mut Machine<'p>, array: &Array, of: impl Iterator<Item = &'v Value<'p>>) {
    let is_known = array.whole && array.view != NO_VIEW;
    if is_known && Floats::among(of.map(|value| machine.state.floats_in(value))) != Floats::Any {
        let version = machine.new_identity();
        machine.state.written_whole(array.base, version);
    } else {
        machine.write_array(array);
    }
}

/// What the code of functions writes outside of them.
fn forget_written<'p>(machine: &mut Machine<'p>, writers: &Writers<'p>) {
    let written = &writers.written;
    effort::add(written.handed_out.len());
    written.handed_out.iter().for_each(|handed| machine.handed_out.note(*handed));
    for ((scope, name), by) in &written.changed {
        match machine.found_from(*scope, *name) {
            Some(value @ Value { kind: Kind::Object(_) | Kind::Array(_), .. }) => machine.escape(&value),
            Some(Value { kind: Kind::Class(class), .. }) => {
                let sets_later =
                    |name| by.iter().any(|by| by.changes.sets_later(name) || by.changes.changes_contents(name));
                machine.lose_attributes(&class, &sets_later, &|name| by.iter().any(|by| by.changes.sets_by_name(name)));
            }
            _ => {}
        }
    }
    written.bound.iter().for_each(|(scope, name)| machine.lose(*scope, *name));
}

impl<'p> Machine<'p> {
    /// Given to unknown code: whatever is reachable and mutable may have changed.
    pub fn escape(&mut self, value: &Value<'p>) {
        effort::add(1);
        handing_out(self, |machine| {
            if value.kind.address().is_none_or(|address| machine.handed_out.met.insert(address)) {
                machine.escape_parts(value);
            }
        });
    }

    fn escape_parts(&mut self, value: &Value<'p>) {
        match &value.kind {
            Kind::Array(array) => self.write_array(array),
            Kind::Shaped(shaped) => {
                let version = self.new_identity();
                self.state.written(shaped.base, version);
            }
            // A list of a list of a list, as deep as a loop makes it.
            Kind::Object(id) => self.deepen(|machine| machine.escape_object(*id)),
            Kind::Function(function) => self.escape_function(&Rc::clone(function)),
            // As what maps classes to tables does.
            Kind::Class(class) => {
                self.escape_class(class);
                open_class(self, class);
            }
            kind => kind.visit_parts(&mut |part| self.escape(part)),
        }
    }

    /// Functions that an unknown value may be since paths have met: whoever calls that may call these.
    pub fn escape_lost(&mut self) {
        for function in self.state.heap.take_lost_functions() {
            handing_out(self, |machine| machine.escape_function(&function));
        }
    }

    /// A callback is given to code that is known for what it gives, and that calls it.
    pub fn escape_callable(&mut self, value: &Value<'p>) {
        let may_be_called = match &value.kind {
            Kind::Function(_) | Kind::Bound(_) | Kind::Partial(_) => true,
            Kind::Object(id) => matches!(self.state.heap.get(*id), Object::Instance { .. }),
            _ => false,
        };
        if may_be_called {
            self.escape(value);
        }
    }

    /// The same of functions in a list or tuple (`np.piecewise`).
    pub fn escape_callables(&mut self, value: &Value<'p>) {
        self.escape_callable(value);
        let is_function =
            |item: &&Value<'p>| matches!(item.kind, Kind::Function(_) | Kind::Bound(_) | Kind::Partial(_));
        let functions: Vec<Value<'p>> = match &value.kind {
            Kind::Tuple(tuple) => tuple.items.iter().filter(is_function).cloned().collect(),
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::List(items) => items.iter().filter(is_function).cloned().collect(),
                _ => return,
            },
            _ => return,
        };
        functions.iter().for_each(|function| self.escape(function));
    }

    fn escape_object(&mut self, id: ObjectId) {
        effort::add(1);
        let object = self.state.heap.get(id).clone();
        match &object {
            // What unknown code can't write to stays what it is.
            Object::TupleOf { item, .. } => return self.escape(item),
            Object::Escaped | Object::Scope { .. } => return,
            Object::List(_)
            | Object::ListOf { .. }
            | Object::Dict(_)
            | Object::Set(_)
            | Object::Range(_)
            | Object::View { .. }
            | Object::Iterator(_) => {
                self.state.heap.share(id, &Shared(Rc::new(Object::Escaped)));
            }
            // What it was has escaped before.
            Object::Instance { open: true, .. } => {}
            Object::Instance { class, .. } => {
                self.state.heap.open(id);
                self.escape_class(class);
            }
        }
        if let Some(owner) = self.state.heap.owner(id) {
            self.escape_object(owner);
        }
        match object {
            // Unknown code may change what it finds in a dict, but not the dict.
            Object::View { dict, .. } => {
                if let Object::Dict(entries) = self.state.heap.get(dict).clone() {
                    entries.values().for_each(|value| self.escape(value));
                }
            }
            // What is in it has escaped before.
            Object::Instance { open: true, .. } => {}
            object => object.visit_values(&mut |value| self.escape(value)),
        }
    }

    /// The methods of a class may be called.
    pub fn escape_class(&mut self, class: &Rc<Class<'p>>) {
        let writers = self.writers.of_class(class, &self.state.heap, &self.imports.images.functions);
        effort::add(writers.names);
        handing_out(self, |machine| writers.around.iter().for_each(|scope| machine.escape_scope(*scope)));
        if !writers.attributes.is_empty() {
            let set = &writers.attributes;
            self.lose_attributes(class, &|name| set.contains(name), &|name| set.has_name(name));
        }
        forget_written(self, &writers);
    }

    /// Python calls the special methods of an instance by itself, at moments that aren't followed: `__eq__` where
    /// something is looked for, `__del__` at the end. What those can write is unknown from here on.
    pub fn escape_hooks(&mut self, class: &Rc<Class<'p>>) {
        let writers = self.writers.of_hooks(class, &self.state.heap, &self.imports.images.functions);
        forget_written(self, &writers);
    }

    /// A function may be called: what it can write is unknown from here on.
    fn escape_function(&mut self, function: &Rc<Function<'p>>) {
        escape_cells(self, function);
        let writers = self.writers.of_function(function, &self.state.heap, &self.imports.images.functions);
        forget_written(self, &writers);
    }

    /// A closure's cells.
    fn escape_scope(&mut self, scope: ObjectId) {
        // The scope of a module has no other around it, and isn't read: it may have any number of names.
        if self.parent(scope).is_none() || !self.handed_out.scopes.insert(scope) {
            return;
        }
        let Object::Scope { names, .. } = self.state.heap.get(scope).clone() else { return };
        effort::add(names.len() / 8);
        for value in names.values() {
            if let Kind::Object(id) = &value.kind {
                self.escape_object(*id);
            } else if let Kind::Array(array) = &value.kind {
                self.write_array(array);
            }
        }
    }

    /// A name may have been bound anew.
    fn lose(&mut self, scope: ObjectId, name: Sym) {
        let mut current = Some(scope);
        while let Some(scope) = current {
            if let Some(value) = self.lookup_in(scope, name) {
                if !value.is_unknown() {
                    self.bind_in(scope, name, Value::unknown());
                }
                return;
            }
            current = self.parent(scope);
        }
    }

    /// Attributes of a class that code may set of it; methods, of which computed names are mostly not the names, only where
    /// the code has their names.
    fn lose_attributes(
        &mut self,
        class: &Rc<Class<'p>>,
        may_set: &dyn Fn(Sym) -> bool,
        has_name: &dyn Fn(Sym) -> bool,
    ) {
        let Object::Scope { names, .. } = self.state.heap.get(class.scope).clone() else { return };
        for (name, value) in names.iter() {
            let is_lost = if value.is_definition() { has_name(name.0) } else { may_set(name.0) };
            if !is_lost {
                continue;
            }
            self.handed_out.note(HandedName { scope: class.scope, name: name.0, is_bound: true });
            if !value.is_unknown() {
                self.bind_in(class.scope, name.0, Value::unknown());
            }
        }
    }

    /// Any attribute of a class may be another one now, its methods too.
    pub fn lose_attributes_of_class(&mut self, class: &Rc<Class<'p>>) {
        let Object::Scope { names, .. } = self.state.heap.get(class.scope).clone() else { return };
        for name in names.keys() {
            self.bind_in(class.scope, name.0, Value::unknown());
        }
        open_class(self, class);
    }

    /// What a name is bound to, if code that may run at any time changes it.
    pub fn kept_from_others(&mut self, scope: ObjectId, name: Sym, value: Value<'p>) -> Value<'p> {
        if self.handed_out.names.contains(&(scope, name)) {
            self.escape(&value);
            return Value::unknown();
        }
        if self.handed_out.contents.contains(&(scope, name)) && matches!(value.kind, Kind::Object(_) | Kind::Array(_)) {
            self.escape(&value);
        }
        value
    }

    fn scopes_from(&self, scope: ObjectId) -> impl Iterator<Item = ObjectId> + '_ {
        std::iter::successors(Some(scope), |scope| self.parent(*scope))
    }

    /// The value of a name as code in a scope finds it.
    fn found_from(&self, scope: ObjectId, name: Sym) -> Option<Value<'p>> {
        self.scopes_from(scope).find_map(|scope| self.lookup_in(scope, name))
    }

    /// The elements of an array's storage changed: of any storage, if it is one of several.
    pub fn write_array(&mut self, array: &Array) {
        let version = self.new_identity();
        self.state.written(array.base, version);
        if array.view == NO_VIEW {
            self.state.scattered = version;
        }
    }

    /// Code that is not known runs here, and may do anything; it may not return.
    pub fn unknown_code(&mut self, callee: &Value<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        self.unknown_at = Some((self.module().id, range));
        self.unknown_call(callee, arguments)
    }

    /// Unknown code runs: it may write whatever it reaches.
    pub fn unknown_call(&mut self, callee: &Value<'p>, arguments: &Arguments<'p>) -> Value<'p> {
        self.state.taught.other_code_runs();
        self.escape(callee);
        let mut result = Value::unknown().with_dependencies(callee.dependencies);
        for value in arguments.values().cloned().collect::<Vec<_>>() {
            self.escape(&value);
            result = result.with_dependencies(value.dependencies.unkept());
        }
        result
    }
}
