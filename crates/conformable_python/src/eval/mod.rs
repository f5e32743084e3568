//! The evaluator: one walk over Python's syntax with abstract values.
//!
//! A *root* (a module's top level, a function on its own) is evaluated in one [`Evaluator`], with
//! its own numbering of atoms and its own purse of fuel. Errors are effects: what an expression's
//! refutation says is collected in [`Evaluator::effects`], passes the frames it leaves (each of
//! which may catch it, or demote it by the reachability rule), and is a finding when it leaves the
//! root.
//!
//! | file | its one job |
//! |---|---|
//! | [`statements`] | what each statement does to the state |
//! | [`loops`] | unrolling, the first two iterations, the fixed point |
//! | [`exceptions`] | handlers, `with`, what may be caught |
//! | [`raises`] | explicit raises that a call's arguments reach |
//! | [`expressions`] | what each expression gives |
//! | [`operators`] | arithmetic, Python's and NumPy's |
//! | [`ambiguous`] | truths of comparisons that Python takes unasked |
//! | [`comparison`] | order, equality, identity, membership |
//! | [`conditions`] | truth, and what a taken branch teaches |
//! | [`calls`] | which code runs, frames, results of the program's functions |
//! | [`binding`] | arguments as written, and to which parameters they go |
//! | [`classes`] | definitions, instances, whose instance a value is |
//! | [`attributes`] | attributes of instances, classes and tuples |
//! | [`catalogue`] | the window to the catalogue: values to types and back |
//! | [`subscripts`] | indexing, what is loaded |
//! | [`stores`] | what is stored into subscripts |
//! | [`storable`] | what an array refuses to hold |
//! | [`shapes`] | the shape of an array as a value |
//! | [`assignment`] | targets, unpacking, augmented assignment |
//! | [`iteration`] | what iterating gives |
//! | [`elements`] | one of the values that a value stands for |
//! | [`builtins`] | Python's own functions: their names, and who answers for each |
//! | [`numbers`] | those of numbers |
//! | [`sequences`] | those of containers and iterators |
//! | [`containers`] | methods of lists, dicts, strings |
//! | [`imports`] | modules of the program and of the catalogue |
//! | [`instances`] | whose instance a value is, of Python's classes and the library's |
//! | [`hazards`] | what runs and nobody wants |
//! | [`vacuous`] | tests that have always the same answer, tuples taken for arrays |
//! | [`annotations`] | what is promised |
//! | [`parameters`] | how a function's parameters are meant, and what it is held to |
//! | [`memo`] | calls that would do what an earlier one did |
//! | [`recall`] | calls that would say nothing new |
//! | [`members`] | attributes and methods that the catalogue gives |
//! | [`failures`] | failures of the catalogue into findings |
//! | [`sites`] | how much is known of each expression |
//! | [`report`] | failures into diagnostics |

mod ambiguous;
mod annotations;
mod assignment;
mod attributes;
mod binding;
mod builtins;
pub mod calls;
mod catalogue;
mod classes;
mod comparison;
mod conditions;
mod containers;
mod elements;
mod exceptions;
mod expressions;
mod failures;
mod guards;
mod hazards;
mod imports;
mod instances;
mod iteration;
mod loops;
mod members;
mod memo;
mod numbers;
mod operators;
pub mod parameters;
mod raises;
mod recall;
mod report;
mod roots;
mod sequences;
mod shapes;
pub mod sites;
mod statements;
mod storable;
mod stores;
mod subscripts;
mod vacuous;

use std::rc::Rc;
use std::sync::Arc;

use conformable_types::Dim;
use ruff_python_ast::Stmt;
use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use crate::diagnostic::Diagnostic;
use crate::heap::{Name, Names, Object, ObjectId};
use crate::images::Images;
use crate::module::Module;
use crate::program::Program;
use crate::scopes::{self, Scopes};
use crate::state::{NO_VIEW, State};
use crate::units::Unit;
use crate::value::{Array, Facts, Function, Kind, Origin, Sym, Value};

/// A finding on its way out.
#[derive(Clone)]
pub struct Effect {
    pub diagnostic: Diagnostic,
    /// The class of the exception that is raised; `None` for a hazard, which nothing catches.
    pub exception: Option<&'static str>,
    /// What the refutation rests on, in the terms of the current frame.
    pub facts: Facts,
    /// The frame it is in, or an outer one, has decided that this is final or a note.
    pub settled: bool,
    /// Which guards of a frame it has yet to be held against.
    pub guards: report::Guards,
}

/// An activation of a function, or a module's top level.
pub struct Frame<'p> {
    pub module: &'p Module,
    pub scope: ObjectId,
    pub function: Option<Rc<Function<'p>>>,
    /// Where paths leave it normally, and with what.
    pub returns: Vec<(State<'p>, Value<'p>)>,
    pub yields: Vec<Value<'p>>,
    pub loops: Vec<Loop<'p>>,
    /// States in which a handler of an enclosing `try` of this frame may start.
    pub may_raise: Vec<Vec<State<'p>>>,
    pub receiver: Option<Value<'p>>,
    /// This is the body of a class of that name.
    pub class_body: Option<Sym>,
    /// What the arguments rest on, in the caller's terms.
    pub args: Vec<Facts>,
    /// What the tests rest on that decided that this is run.
    pub decided: Facts,
    /// What the iterables of the comprehension in hand rest on.
    pub iterated: Facts,
    /// How many undecided conditions the path into this activation had.
    pub undecided: u32,
    /// What the names of its annotations stand for.
    pub names: crate::declared::Names,
    /// The explicit raise that it ends in.
    pub raised: Option<raises::Raised<'p>>,
}

/// Where paths leave a loop's body.
#[derive(Default)]
pub struct Loop<'p> {
    pub breaks: Vec<State<'p>>,
    pub continues: Vec<State<'p>>,
}

/// A binding's type as `infer` shows it.
pub struct Bound<'p> {
    pub module: &'p Module,
    pub function: String,
    pub name: String,
    pub range: TextRange,
    pub ty: conformable_types::Ty,
}

pub struct Evaluator<'p> {
    pub program: &'p Program,
    pub state: State<'p>,
    pub frames: Vec<Frame<'p>>,
    pub effects: Vec<Effect>,
    pub fuel: u64,
    /// While positive nothing is reported: fixed-point passes.
    pub silent: u32,
    /// Bindings are noted for `infer`.
    pub bound: Option<Vec<Bound<'p>>>,
    pub statistics: crate::program::Statistics,
    /// What is known of each expression, if that is asked for.
    pub sites: Option<Box<sites::Sites>>,
    /// The scopes of modules that this root has evaluated, or is evaluating, or has imported.
    pub modules: FxHashMap<usize, ObjectId>,
    /// Imported modules, each evaluated once.
    images: Rc<Images<'p>>,
    /// The modules whose top levels this is the evaluation of as imports.
    unit: Option<Arc<Unit>>,
    /// Which names are local to a function, by the function's range and module.
    scopes: Scopes,
    /// How the operands of expressions are written, for messages.
    written: FxHashMap<(usize, TextRange), Vec<TextRange>>,
    /// The functions whose bodies were evaluated.
    entered: rustc_hash::FxHashSet<(usize, TextRange)>,
    /// What calls of which no argument is known have given.
    answers: FxHashMap<recall::Question, recall::Recalled<'p>>,
    /// Their questions, in the order in which they were asked.
    answered: Vec<recall::Question>,
    /// What calls have given, and on what that depends.
    memo: memo::Memo<'p>,
    next_object: u64,
    next_identity: u64,
    /// How deep expressions and calls are nested.
    depth: u32,
    /// The names of the function that is about to be evaluated on its own.
    alone: Option<crate::declared::Names>,
    /// The script is looked at as it runs without any argument.
    pub without_arguments: bool,
    /// What this root evaluates depends on the script's arguments.
    pub takes_arguments: bool,
    /// Some parameter of this root is only assumed to be what it is.
    assumes: bool,
    /// The call that ran last in this frame, if it ran code that is not known.
    unknown_at: Option<(usize, TextRange)>,
}

const MAX_CALLS: usize = 80;

impl<'p> Evaluator<'p> {
    pub fn new(program: &'p Program, images: &Rc<Images<'p>>) -> Evaluator<'p> {
        Evaluator {
            program,
            images: Rc::clone(images),
            unit: None,
            state: State::new(),
            frames: Vec::new(),
            effects: Vec::new(),
            fuel: program.settings().fuel,
            silent: 0,
            bound: None,
            statistics: Default::default(),
            sites: None,
            modules: FxHashMap::default(),
            scopes: Scopes::default(),
            written: FxHashMap::default(),
            entered: Default::default(),
            answers: FxHashMap::default(),
            answered: Vec::new(),
            memo: memo::Memo::default(),
            next_object: 0,
            next_identity: 0,
            depth: 0,
            alone: None,
            without_arguments: false,
            takes_arguments: false,
            assumes: false,
            unknown_at: None,
        }
    }

    /// Whatever is made gets numbers from here on.
    pub fn number_from(&mut self, first: u64) {
        self.state.store = conformable_solver::Store::numbered_from(first);
        self.next_object = first;
        self.next_identity = first;
    }

    /// Evaluate a module's top level, as a script if `main`.
    pub fn run_module(&mut self, module: &'p Module, main: bool) -> ObjectId {
        let scope = self.new_scope(None);
        self.modules.insert(module.id, scope);
        let name = if main { "__main__".to_owned() } else { module.file.module.clone().unwrap_or_default() };
        self.bind_in(scope, Sym::new("__name__"), Value::data(conformable_types::Ty::str(&name)));
        self.bind_in(scope, Sym::new("__file__"), Value::str());
        self.bind_in(scope, Sym::new("__doc__"), Value::unknown());
        if module.is_model {
            let without = Value::known_bool(self.without_arguments);
            self.bind_in(scope, Sym::new("__without_arguments__"), without);
            self.bind_in(scope, Sym::new("__missing__"), Value::none().with_facts(Facts::ARGUMENT));
        }
        self.frames.push(Frame::new(module, scope));
        for (place, statement) in module.body().iter().enumerate() {
            self.block(std::slice::from_ref(statement));
            if self.fuel == 0 {
                self.cut_short(scope, &module.body()[place..]);
                break;
            }
        }
        self.frames.pop();
        self.state.dead = false;
        scope
    }

    /// The fuel is spent: what these statements of a module would have bound is unknown, and so is
    /// what they may have changed.
    fn cut_short(&mut self, scope: ObjectId, rest: &'p [Stmt]) {
        let Object::Scope { names, parent } = self.state.heap.get(scope).clone() else { return };
        let mut left = names.clone();
        for (name, value) in &names {
            if !self.is_definition(value) {
                left.insert(*name, Value::unknown());
            }
        }
        for name in scopes::bound(rest) {
            left.insert(Name::new(name), Value::unknown());
        }
        self.state.heap.set(scope, Object::Scope { names: left, parent });
    }

    pub fn frame(&mut self) -> &mut Frame<'p> {
        self.frames.last_mut().expect("evaluation has a frame")
    }

    pub fn module(&self) -> &'p Module {
        self.frames.last().expect("evaluation has a frame").module
    }

    pub fn origin(&self, range: TextRange) -> Origin<'p> {
        Origin { module: self.module(), range, literal: false }
    }

    /// Charge a step; `false` once the purse is empty, and then everything is unknown.
    pub fn step(&mut self) -> bool {
        if self.fuel == 0 {
            return false;
        }
        self.fuel -= 1;
        self.statistics.fuel += 1;
        true
    }

    /// One level deeper into the syntax, on a stack that grows.
    pub fn deepen<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let result = stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || evaluate(self));
        self.depth -= 1;
        result
    }

    // --- names --------------------------------------------------------------------------------

    pub fn new_object(&mut self, object: Object<'p>) -> ObjectId {
        let id = ObjectId(self.next_object);
        self.next_object += 1;
        self.state.heap.set(id, object);
        id
    }

    pub fn new_scope(&mut self, parent: Option<ObjectId>) -> ObjectId {
        self.new_object(Object::Scope { names: Names::new(), parent })
    }

    pub fn new_identity(&mut self) -> u64 {
        self.next_identity += 1;
        self.next_identity
    }

    pub fn list(&mut self, items: Vec<Value<'p>>) -> Value<'p> {
        let facts = items.iter().fold(Facts::LOCAL, |facts, item| facts.and(item.facts));
        Value::from(Kind::Object(self.new_object(Object::List(items)))).with_facts(facts)
    }

    pub fn list_of(&mut self, item: Value<'p>, len: Dim) -> Value<'p> {
        let facts = item.facts;
        Value::from(Kind::Object(self.new_object(Object::ListOf { item, len }))).with_facts(facts)
    }

    pub fn bind_in(&mut self, scope: ObjectId, name: Sym, value: Value<'p>) {
        self.state.heap.update(scope, |object| {
            if let Object::Scope { names, .. } = object {
                names.insert(Name::new(name), value);
            }
        });
    }

    pub fn lookup_in(&self, scope: ObjectId, name: Sym) -> Option<Value<'p>> {
        self.state.heap.name_in(scope, name).cloned()
    }

    fn parent(&self, scope: ObjectId) -> Option<ObjectId> {
        self.state.heap.scope_around(scope)
    }

    /// The value of a name here: in this scope, those around it, then Python's own.
    pub fn lookup(&mut self, name: Sym) -> Value<'p> {
        let own = self.frame().scope;
        let mut scope = Some(own);
        while let Some(current) = scope {
            if let Some(value) = self.lookup_in(current, name) {
                // What a frame captures rests on facts of outside, unless outside is the root.
                let captured = current != own && self.frame().function.is_some() && !self.is_definition(&value);
                // A global that functions bind anew holds what any of them put there, at any time.
                if captured && self.parent(current).is_none() && self.module().rebinds(name) {
                    return Value::unknown();
                }
                let outside = Facts::OUTSIDE.and(value.facts.assumptions()).and(value.facts.kept());
                return if captured { Value { facts: outside, ..value } } else { value };
            }
            scope = self.parent(current);
        }
        self.builtin(name).unwrap_or_else(Value::unknown)
    }

    /// The scope of the module that a scope is in.
    fn outermost(&self, scope: ObjectId) -> ObjectId {
        std::iter::successors(Some(scope), |scope| self.parent(*scope)).last().unwrap_or(scope)
    }

    /// Functions, classes and modules are the same for every caller.
    fn is_definition(&self, value: &Value<'p>) -> bool {
        matches!(
            value.kind,
            Kind::Function(_) | Kind::Class(_) | Kind::Module(_) | Kind::Namespace(_) | Kind::Op(_) | Kind::Builtin(_)
        )
    }

    /// Bind a name where an assignment in this frame puts it.
    pub fn bind(&mut self, name: Sym, value: Value<'p>) {
        let value = value.with_facts(self.frame().decided);
        let own = self.frame().scope;
        let place = match self.frame().function.clone() {
            Some(function) => {
                let declared = self.scopes.of(&function);
                if declared.globals.contains(&name) {
                    self.outermost(function.scope)
                } else if declared.nonlocals.contains(&name) {
                    self.enclosing(own, name).unwrap_or(own)
                } else {
                    own
                }
            }
            None => own,
        };
        self.bind_in(place, name, value);
    }

    /// The nearest scope around `scope` that binds `name`.
    fn enclosing(&self, scope: ObjectId, name: Sym) -> Option<ObjectId> {
        let mut current = self.parent(scope)?;
        loop {
            if self.lookup_in(current, name).is_some() {
                return Some(current);
            }
            current = self.parent(current)?;
        }
    }

    // --- effects of unknown code --------------------------------------------------------------

    /// Given to unknown code: whatever is reachable and mutable may have changed.
    pub fn escape(&mut self, value: &Value<'p>) {
        match &value.kind {
            Kind::Array(array) => self.write_array(array),
            Kind::Tuple(tuple) => tuple.items.clone().iter().for_each(|item| self.escape(item)),
            Kind::Union(members) => members.clone().iter().for_each(|member| self.escape(member)),
            Kind::Bound(pair) => self.escape(&pair.0.clone()),
            Kind::Member(pair) => self.escape(&pair.0.clone()),
            Kind::Partial(partial) => {
                let partial = Rc::clone(partial);
                partial.positional.iter().for_each(|value| self.escape(value));
                partial.keywords.iter().for_each(|(_, value)| self.escape(value));
                self.escape(&partial.function);
            }
            Kind::Object(id) => self.escape_object(*id),
            Kind::Function(function) => self.escape_scope(function.scope),
            _ => {}
        }
    }

    fn escape_object(&mut self, id: ObjectId) {
        let object = self.state.heap.get(id).clone();
        match object {
            Object::Escaped | Object::Scope { .. } => return,
            Object::List(_)
            | Object::ListOf { .. }
            | Object::Dict { .. }
            | Object::Set(_)
            | Object::Iterator { .. } => {
                self.state.heap.set(id, Object::Escaped);
            }
            Object::Instance { .. } => self.state.heap.update(id, |object| {
                if let Object::Instance { open, .. } = object {
                    *open = true;
                }
            }),
        }
        if let Some(owner) = self.state.heap.owner(id) {
            self.escape_object(owner);
        }
        match object {
            Object::List(items) => items.iter().for_each(|item| self.escape(item)),
            Object::ListOf { item, .. } | Object::Set(item) => self.escape(&item),
            Object::Dict { entries, rest } => {
                entries.iter().for_each(|(_, value)| self.escape(value));
                if let Some(rest) = rest {
                    self.escape(&rest);
                }
            }
            Object::Instance { attributes, open: false, .. } => {
                let values: Vec<_> = attributes.values().cloned().collect();
                values.iter().for_each(|value| self.escape(value));
            }
            _ => {}
        }
    }

    /// A closure that unknown code may call: what it can write is unknown from here on.
    fn escape_scope(&mut self, scope: ObjectId) {
        // The scope of a module has no other around it.
        let Object::Scope { names, parent: Some(_) } = self.state.heap.get(scope).clone() else { return };
        for value in names.values() {
            if let Kind::Object(id) = &value.kind {
                self.escape_object(*id);
            } else if let Kind::Array(array) = &value.kind {
                self.write_array(array);
            }
        }
    }

    /// The elements of an array's storage changed: of any storage, if it is one of several.
    pub fn write_array(&mut self, array: &Array) {
        let version = self.new_identity();
        self.state.written(array.base, version);
        if array.view == NO_VIEW {
            self.state.scattered = version;
        }
    }
}

impl<'p> Frame<'p> {
    /// The class in whose body this is.
    pub fn receiver_class(&self) -> Option<Sym> {
        self.class_body
    }

    pub fn new(module: &'p Module, scope: ObjectId) -> Frame<'p> {
        Frame {
            module,
            scope,
            function: None,
            returns: Vec::new(),
            yields: Vec::new(),
            loops: Vec::new(),
            may_raise: Vec::new(),
            receiver: None,
            class_body: None,
            args: Vec::new(),
            decided: Facts::LOCAL,
            iterated: Facts::LOCAL,
            undecided: 0,
            names: crate::declared::Names::default(),
            raised: None,
        }
    }
}
