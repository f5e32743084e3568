//! What unknown code may do with what it is given: change whatever it can reach, and call whatever can be called.
//!
//! A function of the program that unknown code has may run at any time: the containers that its code changes by
//! name, and the names that it declares global or nonlocal, are unknown from there on. So it is for the methods of
//! an instance, and of a class.

use std::collections::VecDeque;
use std::rc::Rc;

use conformable_solver::effort;
use ruff_text_size::TextRange;
use rustc_hash::FxHashSet;

use crate::domain::heap::{Object, ObjectId};
use crate::domain::state::NO_VIEW;
use crate::domain::value::{Array, Body, Class, Function, Kind, Sym, Value};
use crate::eval::call::calls::Arguments;
use crate::eval::{Machine, Tentative};
use crate::syntax::changes::{AttributesSet, Changes};
use crate::syntax::scopes::{self, ScopeDeclarations};

/// For each function that is given, this many are followed of those that call each other.
const MOST_CALLS: usize = 64;

/// The names, by the scopes in which they are looked for, that functions change which unknown code has: what is
/// bound to them later is changed too. A class's attributes are the names of its scope.
#[derive(Default)]
pub struct HandedOut {
    /// What they contain.
    contents: FxHashSet<(ObjectId, Sym)>,
    /// What they are.
    names: FxHashSet<(ObjectId, Sym)>,
    /// What has been met since something was given to unknown code: once is enough, by however many paths.
    met: FxHashSet<usize>,
    /// The same of scopes: what is bound in one may have methods that have it around them.
    scopes: FxHashSet<ObjectId>,
    /// The same of functions, by the scopes around them.
    closures: FxHashSet<(ObjectId, usize, TextRange)>,
    /// How many values inside each other are being looked through.
    depth: u32,
}

/// What a call of a function may change outside of it, by the names in its text.
pub struct OutsideWrites {
    declared: Rc<ScopeDeclarations>,
    /// Names that aren't its own, of which it changes what they contain or what they have as attributes.
    contents: Vec<Sym>,
    /// Names of functions, not its own, that it calls.
    called: Vec<Sym>,
    /// All names in its text; none where a text may say names.
    named: Option<Vec<Sym>>,
    changes: Changes,
}

/// What gives a function the values of its names, or of those around it.
const BY_TEXT: [&str; 5] = ["eval", "exec", "globals", "locals", "vars"];

/// Special methods that are evaluated where Python calls them.
const FOLLOWED: &[&str] = &[
    "__init__",
    "__post_init__",
    "__call__",
    "__getitem__",
    "__setitem__",
    "__iter__",
    "__next__",
    "__enter__",
    "__exit__",
    "__add__",
    "__sub__",
    "__mul__",
    "__truediv__",
    "__matmul__",
];

/// The function that a class has as a method, of whatever form.
fn function_of<'v, 'p>(value: &'v Value<'p>) -> Option<&'v Rc<Function<'p>>> {
    match &value.kind {
        Kind::Function(function) => Some(function),
        Kind::Descriptor(descriptor) => match &descriptor.function.kind {
            Kind::Function(function) => Some(function),
            _ => None,
        },
        _ => None,
    }
}

/// `__x__`, which Python looks up by itself.
pub fn is_special(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
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
    for (_, default) in function.defaults.iter() {
        machine.escape(default);
    }
    if machine.parent(scope).is_none() {
        return;
    }
    let writes = machine.texts.outside_writes_of(function);
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
            Kind::Class(class) => self.escape_class(&Rc::clone(class)),
            kind => kind.visit_parts(&mut |part| self.escape(part)),
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
                self.state.heap.set(id, Object::Escaped);
            }
            Object::Instance { class, open, .. } => {
                let class = (!open).then(|| Rc::clone(class));
                self.state.heap.update(id, |object| {
                    if let Object::Instance { open, .. } = object {
                        *open = true;
                    }
                });
                if let Some(class) = class {
                    self.escape_class(&class);
                }
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
        let mut methods = Vec::new();
        for one in std::iter::once(class).chain(class.above.iter().flatten()) {
            let Object::Scope { names, .. } = self.state.heap.get(one.scope) else { continue };
            effort::add(1 + names.len() / 8);
            methods.extend(names.values().filter_map(function_of).map(Rc::clone));
        }
        let mut set = AttributesSet::default();
        handing_out(self, |machine| methods.iter().for_each(|method| machine.escape_scope(method.scope)));
        for method in &methods {
            self.texts.outside_writes_of(method).changes.add_attributes_of_its_class(&mut set);
        }
        if !set.is_empty() {
            self.lose_attributes(class, &|name| set.contains(name));
        }
        self.forget_written(methods);
    }

    /// Python calls the special methods of an instance by itself, at moments that aren't followed: `__eq__` where
    /// something is looked for, `__del__` at the end. What those can write is unknown from here on.
    pub fn escape_hooks(&mut self, class: &Rc<Class<'p>>) {
        let mut hooks = Vec::new();
        for one in std::iter::once(class).chain(class.above.iter().flatten()) {
            let Object::Scope { names, .. } = self.state.heap.get(one.scope) else { continue };
            for (name, value) in names.iter() {
                let is_hook = is_special(name.0.as_str()) && !FOLLOWED.contains(&name.0.as_str());
                if let (Some(function), true) = (function_of(value), is_hook) {
                    hooks.push(Rc::clone(function));
                }
            }
        }
        self.forget_written(hooks);
    }

    /// A function may be called: what it can write is unknown from here on.
    fn escape_function(&mut self, function: &Rc<Function<'p>>) {
        escape_cells(self, function);
        self.forget_written(vec![Rc::clone(function)]);
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

    /// What the code of functions writes outside of them, and that of the functions that they call by name.
    fn forget_written(&mut self, functions: Vec<Rc<Function<'p>>>) {
        let most = MOST_CALLS * functions.len();
        let mut seen = FxHashSet::default();
        let mut queue = VecDeque::from(functions);
        while let Some(function) = queue.pop_front() {
            if !seen.insert((function.module.id, function.range)) {
                continue;
            }
            let writes = self.texts.outside_writes_of(&function);
            self.forget_written_by(&function, &writes);
            if seen.len() >= most {
                break;
            }
            for &name in &writes.called {
                if let Some(Value { kind: Kind::Function(called), .. }) = self.found_from(function.scope, name) {
                    queue.push_back(called);
                }
            }
        }
    }

    /// What the code of one function writes outside of it.
    fn forget_written_by(&mut self, function: &Function<'p>, writes: &OutsideWrites) {
        let declared = &writes.declared;
        let module = self.outermost(function.scope);
        let scopes: Vec<ObjectId> = self.scopes_from(function.scope).collect();
        effort::add(scopes.len() * (declared.nonlocals.len() + writes.contents.len()));
        for name in &declared.globals {
            self.handed_out.names.insert((module, *name));
            self.lose(module, *name);
        }
        for name in &declared.nonlocals {
            self.handed_out.names.extend(scopes.iter().map(|scope| (*scope, *name)));
            self.lose(function.scope, *name);
        }
        let changes = &writes.changes;
        for &name in &writes.contents {
            self.handed_out.contents.extend(scopes.iter().map(|scope| (*scope, name)));
            match self.found_from(function.scope, name) {
                Some(value @ Value { kind: Kind::Object(_) | Kind::Array(_), .. }) => self.escape(&value),
                Some(Value { kind: Kind::Class(class), .. }) => {
                    self.lose_attributes(&class, &|name| changes.sets_later(name) || changes.changes_contents(name));
                }
                _ => {}
            }
        }
    }

    /// A name may have been bound anew.
    fn lose(&mut self, scope: ObjectId, name: Sym) {
        let mut current = Some(scope);
        while let Some(scope) = current {
            if let Some(value) = self.lookup_in(scope, name) {
                if !self.is_definition(&value) && !value.is_unknown() {
                    self.bind_in(scope, name, Value::unknown());
                }
                return;
            }
            current = self.parent(scope);
        }
    }

    /// Attributes of a class that code sets of it.
    fn lose_attributes(&mut self, class: &Rc<Class<'p>>, set: &dyn Fn(Sym) -> bool) {
        let Object::Scope { names, .. } = self.state.heap.get(class.scope).clone() else { return };
        for (name, value) in names.iter().filter(|(name, _)| set(name.0)) {
            self.handed_out.names.insert((class.scope, name.0));
            if !self.is_definition(value) {
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
        self.bind_in(class.scope, Sym::new("__getattr__"), Value::unknown());
    }

    /// What a name is bound to, if code that may run at any time changes it.
    pub fn kept_from_others(&mut self, scope: ObjectId, name: Sym, value: Value<'p>) -> Value<'p> {
        if self.handed_out.names.contains(&(scope, name)) && !self.is_definition(&value) {
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
        self.state.taught.forget_all();
        self.escape(callee);
        let mut result = Value::unknown().with_dependencies(callee.dependencies);
        for value in arguments.values().cloned().collect::<Vec<_>>() {
            self.escape(&value);
            result = result.with_dependencies(value.dependencies.unkept());
        }
        result
    }
}

impl super::output::Texts {
    fn outside_writes_of(&mut self, function: &Function<'_>) -> Rc<OutsideWrites> {
        let key = (function.module.id, function.range);
        if let Some(known) = self.writes.get(&key) {
            return Rc::clone(known);
        }
        let writes = Rc::new(OutsideWrites::of(function, self.scopes.of(function)));
        self.writes.insert(key, Rc::clone(&writes));
        writes
    }
}

impl OutsideWrites {
    fn of(function: &Function<'_>, declared: Rc<ScopeDeclarations>) -> OutsideWrites {
        let (changes, elsewhere) = match function.body {
            Body::Block(body) => (Changes::of(body), scopes::rebound(body)),
            Body::Expression(body) => (Changes::of_expression(body), FxHashSet::default()),
        };
        let params: FxHashSet<Sym> =
            function.params.into_iter().flat_map(|params| params.iter()).map(|param| Sym::new(param.name())).collect();
        let is_own =
            |name: &Sym| (params.contains(name) || declared.locals.contains(name)) && !elsewhere.contains(name);
        // In the order of their texts, so that nothing follows a hash.
        let ordered = |names: &mut dyn Iterator<Item = Sym>| {
            let mut names: Vec<Sym> = names.filter(|name| !is_own(name)).collect();
            names.sort_unstable_by_key(|name| name.as_str());
            names
        };
        let contents = ordered(&mut changes.written());
        let called = ordered(&mut changes.called());
        let names = scopes::names_in(function.body);
        let says_names = names.iter().any(|name| BY_TEXT.contains(&name.as_str()));
        let named = (!says_names).then(|| ordered(&mut names.into_iter()));
        OutsideWrites { declared, contents, called, named, changes }
    }
}
