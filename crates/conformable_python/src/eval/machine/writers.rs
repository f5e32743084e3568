//! The functions that unknown code may run when it has a class, an instance or a function, as far as they write outside of
//! themselves: the methods, and what these call by name.
//!
//! Which functions these are follows from the scopes in which the names are looked up. It is found once, and holds as
//! long as each of these scopes stands as it is: a scope is another object as soon as a name in it is bound anew. Every
//! instance that is made, and every argument of code that isn't known, asks; nearly all methods write nothing outside.
//! Saves a sixth of the time of `check` on astropy, a quarter on sympy, with the same findings.

use std::collections::VecDeque;
use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};
use ruff_text_size::TextRange;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::domain::heap::{Heap, Object, ObjectId, Shared};
use crate::domain::reads::{self, Read};
use crate::domain::value::{Class, Function, Kind, Sym, Value};
use crate::syntax::attributes_set::AttributesSet;
use crate::syntax::function_texts::{FunctionTexts, OutsideWrites};

/// For each function that is given, this many are followed of those that call each other.
const MOST_CALLS: usize = 64;
/// At most this many are kept of one class or function: each for other scopes.
const MOST_OF_ONE: usize = 2;
/// All are dropped when there are those of this many classes and functions.
const MOST_KEPT: usize = 1 << 12;

/// What unknown code has.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Exposed {
    /// A class, by its scope: its methods may be called.
    Methods(ObjectId),
    /// The same of the special methods that Python calls by itself.
    Hooks(ObjectId),
    Function(usize, TextRange, ObjectId),
}

/// A name that unknown code has: it binds the name, or changes what it is bound to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct HandedName {
    pub scope: ObjectId,
    pub name: Sym,
    pub is_bound: bool,
}

/// The functions that write outside of themselves, and where that was looked up.
pub struct Writers<'p> {
    pub written: Written,
    /// The scopes around methods.
    pub around: Vec<ObjectId>,
    /// The attributes that methods set of their class.
    pub attributes: AttributesSet,
    /// How many names of classes were looked at.
    pub names: usize,
    reads: FxHashSet<Read>,
    scopes: Vec<(ObjectId, Option<Shared<'p>>)>,
}

impl<'p> Writers<'p> {
    fn new() -> Writers<'p> {
        Writers {
            written: Written::default(),
            around: Vec::new(),
            attributes: AttributesSet::default(),
            names: 0,
            reads: FxHashSet::default(),
            scopes: Vec::new(),
        }
    }

    fn stand_in(&self, heap: &Heap<'p>) -> bool {
        self.scopes.iter().all(|(scope, then)| heap.unread(*scope) == then.as_ref())
    }

    fn depends_on(&mut self, scope: ObjectId, heap: &Heap<'p>) {
        if self.scopes.iter().all(|(known, _)| *known != scope) {
            self.scopes.push((scope, heap.unread(scope).cloned()));
        }
    }

    /// The methods of a class and of those above it that are wanted.
    fn methods(
        &mut self,
        class: &Rc<Class<'p>>,
        heap: &Heap<'p>,
        wants: &dyn Fn(Sym) -> bool,
    ) -> Vec<Rc<Function<'p>>> {
        let mut methods = Vec::new();
        for one in std::iter::once(class).chain(class.above.iter().flatten()) {
            self.depends_on(one.scope, heap);
            self.reads.insert(Read::Object(one.scope));
            let Some(Object::Scope { names, .. }) = heap.unread(one.scope).map(|scope| &*scope.0) else { continue };
            self.names += 1 + names.len() / 8;
            let wanted = names.iter().filter(|(name, _)| wants(name.0));
            methods.extend(wanted.filter_map(|(_, value)| function_of(value)).map(Rc::clone));
        }
        methods
    }

    /// Follows functions, and those that they call by name.
    fn follow(&mut self, functions: Vec<Rc<Function<'p>>>, heap: &Heap<'p>, texts: &FunctionTexts) {
        let most = MOST_CALLS * functions.len();
        let mut seen = FxHashSet::default();
        let mut queue = VecDeque::from(functions);
        while let Some(function) = queue.pop_front() {
            if !seen.insert((function.module.id, function.range)) {
                continue;
            }
            let writes = texts.writes_of(function.text());
            if writes.is_any() {
                self.written.add(function.scope, &writes, heap);
            }
            if seen.len() >= most {
                break;
            }
            for &name in &writes.called {
                if let Some(Value { kind: Kind::Function(called), .. }) = self.found_from(function.scope, name, heap) {
                    queue.push_back(Rc::clone(called));
                }
            }
        }
    }

    /// The value of a name as code in a scope finds it.
    fn found_from<'h>(&mut self, scope: ObjectId, name: Sym, heap: &'h Heap<'p>) -> Option<&'h Value<'p>> {
        for scope in std::iter::successors(Some(scope), |scope| heap.scope_around(*scope)) {
            self.depends_on(scope, heap);
            self.reads.insert(Read::Name(scope, name));
            if let Some(value) = heap.name_unread(scope, name) {
                return Some(value);
            }
        }
        None
    }
}

/// What functions write outside of themselves, each once, in the order in which calls lead to it.
#[derive(Default)]
pub struct Written {
    /// The names that they bind, each with the scope from which it is looked up.
    pub bound: IndexSet<(ObjectId, Sym), FxBuildHasher>,
    /// The same of names of which they change what these contain or have as attributes, and the texts that say so.
    pub changed: IndexMap<(ObjectId, Sym), Vec<Rc<OutsideWrites>>, FxBuildHasher>,
    /// All of these, in each scope in which they may be found.
    pub handed_out: IndexSet<HandedName, FxBuildHasher>,
}

impl Written {
    /// What the code of a function in a scope writes.
    fn add(&mut self, around: ObjectId, writes: &Rc<OutsideWrites>, heap: &Heap<'_>) {
        let scopes: Vec<ObjectId> = std::iter::successors(Some(around), |scope| heap.scope_around(*scope)).collect();
        let module = scopes.last().copied().unwrap_or(around);
        for name in &writes.declared.globals {
            self.bound.insert((module, *name));
            self.handed_out.insert(HandedName { scope: module, name: *name, is_bound: true });
        }
        for name in &writes.declared.nonlocals {
            self.bound.insert((around, *name));
            self.handed_out.extend(scopes.iter().map(|scope| HandedName {
                scope: *scope,
                name: *name,
                is_bound: true,
            }));
        }
        for name in &writes.contents {
            self.changed.entry((around, *name)).or_default().push(Rc::clone(writes));
            self.handed_out.extend(scopes.iter().map(|scope| HandedName {
                scope: *scope,
                name: *name,
                is_bound: false,
            }));
        }
    }
}

/// Those that were found so far.
#[derive(Default)]
pub struct KnownWriters<'p> {
    by_given: FxHashMap<Exposed, Vec<Rc<Writers<'p>>>>,
}

impl<'p> KnownWriters<'p> {
    /// Those of a class's methods.
    pub fn of_class(&mut self, class: &Rc<Class<'p>>, heap: &Heap<'p>, texts: &FunctionTexts) -> Rc<Writers<'p>> {
        self.known(Exposed::Methods(class.scope), heap, |writers| {
            let methods = writers.methods(class, heap, &|_| true);
            for method in &methods {
                texts.writes_of(method.text()).changes.add_attributes_of_its_class(&mut writers.attributes);
                if heap.scope_around(method.scope).is_some() && !writers.around.contains(&method.scope) {
                    writers.around.push(method.scope);
                }
            }
            writers.follow(methods, heap, texts);
        })
    }

    /// Those of the special methods of a class that Python calls at moments that aren't followed.
    pub fn of_hooks(&mut self, class: &Rc<Class<'p>>, heap: &Heap<'p>, texts: &FunctionTexts) -> Rc<Writers<'p>> {
        self.known(Exposed::Hooks(class.scope), heap, |writers| {
            let hooks =
                writers.methods(class, heap, &|name| is_special(name.as_str()) && !FOLLOWED.contains(&name.as_str()));
            writers.follow(hooks, heap, texts);
        })
    }

    /// Those of a function.
    pub fn of_function(
        &mut self,
        function: &Rc<Function<'p>>,
        heap: &Heap<'p>,
        texts: &FunctionTexts,
    ) -> Rc<Writers<'p>> {
        self.known(Exposed::Function(function.module.id, function.range, function.scope), heap, |writers| {
            writers.depends_on(function.scope, heap);
            writers.follow(vec![Rc::clone(function)], heap, texts);
        })
    }

    fn known(&mut self, given: Exposed, heap: &Heap<'p>, find: impl FnOnce(&mut Writers<'p>)) -> Rc<Writers<'p>> {
        let found =
            self.by_given.get(&given).and_then(|all| all.iter().find(|writers| writers.stand_in(heap)).cloned());
        let writers = found.unwrap_or_else(|| {
            let mut writers = Writers::new();
            find(&mut writers);
            let writers = Rc::new(writers);
            if self.by_given.len() >= MOST_KEPT {
                self.by_given.clear();
            }
            let all = self.by_given.entry(given).or_default();
            if all.len() >= MOST_OF_ONE {
                all.remove(0);
            }
            all.push(Rc::clone(&writers));
            writers
        });
        reads::replay(writers.reads.iter().copied());
        writers
    }
}

/// Special methods that are evaluated where Python calls them.
const FOLLOWED: &[&str] = &[
    "__init__",
    "__made__",
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
