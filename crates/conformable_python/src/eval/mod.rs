//! The evaluator: one walk over Python's syntax with abstract values.
//!
//! A *root* (a module's top level, a function on its own) is evaluated in one [`Evaluator`], with
//! its own numbering of atoms and its own budget of fuel. Errors are effects: what an expression's
//! refutation says is collected in [`Output::effects`](output::Output::effects), passes the frames it leaves (each of
//! which may catch it, or demote it by the reachability rule), and is a finding when it leaves the
//! root.
//!
//! | folder | its one subject |
//! |---|---|
//! | [`flow`] | where execution goes: statements, loops, conditions, exceptions |
//! | [`expr`] | what expressions give, and what is stored where |
//! | [`call`] | calls of the program's functions, imports, remembered calls |
//! | [`python`] | what Python itself provides: functions, containers, classes |
//! | [`catalogue_bridge`] | the only window to the catalogue |
//! | [`annotations`] | what is promised |
//! | [`diagnose`] | failures, hazards and what is known, as findings |
//!
//! [`roots`] begins each evaluation; [`output`] is what one has besides the state of its path.

mod annotations;
pub mod call;
mod catalogue_bridge;
pub mod diagnose;
mod expr;
mod flow;
mod output;
mod python;
mod roots;

use std::rc::Rc;

use conformable_types::Dim;
use ruff_python_ast::Stmt;
use ruff_text_size::TextRange;

use crate::domain::heap::{Name, Names, Object, ObjectId};
use crate::domain::images::Images;
use crate::domain::state::{NO_VIEW, State, UndecidedTests};
use crate::domain::value::{Array, Dependencies, Function, Kind, Origin, Sym, Value};
use crate::front::module::Module;
use crate::front::program::Program;
use crate::syntax::scopes;

/// An activation of a function, or a module's top level.
pub struct Frame<'p> {
    pub module: &'p Module,
    pub scope: ObjectId,
    /// Something was defined in it, which may look its names up when it has ended.
    pub defines: bool,
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
    pub args: Vec<Dependencies>,
    /// What the tests rest on that decided that this is run.
    pub decided: Dependencies,
    /// What the iterables of the comprehension in hand rest on.
    pub iterated: Dependencies,
    /// The scope around the comprehensions in hand, where `:=` binds.
    pub around: Option<ObjectId>,
    /// The undecided conditions that the path into this activation had.
    pub undecided: UndecidedTests,
    /// What the names of its annotations stand for.
    pub names: crate::domain::declared::AnnotationNames,
    /// The explicit raise that it ends in.
    pub raised: Option<flow::raises::RaisedException<'p>>,
    /// The first number of what it makes; `None` where all that is there is in its terms.
    pub first: Option<u64>,
    /// The numbers of what the calls in it made.
    pub made_elsewhere: Vec<(u64, u64)>,
}

/// Where paths leave a loop's body.
#[derive(Default)]
pub struct Loop<'p> {
    pub breaks: Vec<State<'p>>,
    pub continues: Vec<State<'p>>,
}

pub struct Evaluator<'p> {
    pub program: &'p Program,
    pub state: State<'p>,
    pub frames: Vec<Frame<'p>>,
    pub fuel: u64,
    pub output: Output<'p>,
    pub imports: Imports<'p>,
    pub script: Script,
    numbers: Numbers,
    texts: Texts,
    summaries: call::summary::Summaries<'p>,
    standalone: Standalone,
    /// The call that ran last in this frame, if it ran code that is not known.
    unknown_at: Option<(usize, TextRange)>,
}

pub use output::{Effect, InferredBinding};
use output::{Imports, Numbers, Output, Script, Standalone, Texts};

const MAX_CALLS: usize = 80;

impl<'p> Evaluator<'p> {
    pub fn new(program: &'p Program, images: &Rc<Images<'p>>) -> Evaluator<'p> {
        Evaluator {
            program,
            state: State::new(),
            frames: Vec::new(),
            fuel: program.settings().fuel,
            output: Output::default(),
            imports: Imports::of(images),
            script: Script::default(),
            numbers: Numbers::default(),
            texts: Texts::default(),
            summaries: call::summary::Summaries::default(),
            standalone: Standalone::default(),
            unknown_at: None,
        }
    }

    /// Whatever is made gets numbers from here on.
    pub fn number_from(&mut self, first: u64) {
        self.state.store = conformable_solver::Store::numbered_from(first);
        self.numbers = Numbers::from(first);
    }

    /// Evaluate a module's top level, as a script if `main`.
    pub fn run_module(&mut self, module: &'p Module, main: bool) -> ObjectId {
        let scope = self.new_scope(None);
        self.imports.modules.insert(module.id, scope);
        let name = if main { "__main__".to_owned() } else { module.file.module.clone().unwrap_or_default() };
        self.bind_in(scope, Sym::new("__name__"), Value::data(conformable_types::Ty::str(&name)));
        self.bind_in(scope, Sym::new("__file__"), Value::str());
        self.bind_in(scope, Sym::new("__doc__"), Value::unknown());
        if module.is_model {
            let without = Value::known_bool(self.script.without_arguments);
            self.bind_in(scope, Sym::new("__without_arguments__"), without);
            self.bind_in(scope, Sym::new("__missing__"), Value::none().with_dependencies(Dependencies::ARGUMENT));
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
        self.state.unreachable = false;
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

    /// Charge a step; `false` once the fuel is used up, and then everything is unknown.
    pub fn step(&mut self) -> bool {
        if self.fuel == 0 {
            return false;
        }
        self.fuel -= 1;
        self.output.statistics.fuel += 1;
        true
    }

    /// One level deeper into the syntax, on a stack that grows.
    pub fn deepen<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        stacker::maybe_grow(256 * 1024, 4 * 1024 * 1024, || evaluate(self))
    }

    /// Look at what isn't run here, or is run elsewhere: nothing is said of it.
    pub fn quietly<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        self.quietly_if(true, look)
    }

    pub fn quietly_if<T>(&mut self, quiet: bool, look: impl FnOnce(&mut Self) -> T) -> T {
        self.output.mute(quiet);
        let seen = look(self);
        self.output.unmute(quiet);
        seen
    }

    // --- facts of what is stored --------------------------------------------------------------

    /// What rests on a container that a value is read from: its own facts, and those of whoever
    /// stored it, which are in the terms of another frame if another frame made the container.
    pub fn read_from(&self, container: &Value<'p>) -> Dependencies {
        match &container.kind {
            Kind::Object(id) if !self.is_own(*id) => container.dependencies.and(self.outside_dependencies()),
            _ => container.dependencies,
        }
    }

    /// A value as it is stored in an object: in one of another frame it rests on what is outside, since this
    /// frame's parameters are nothing there.
    pub fn stored_in(&self, id: ObjectId, value: Value<'p>) -> Value<'p> {
        if self.is_own(id) { value } else { outside(value) }
    }

    /// Did this frame make the object itself?
    fn is_own(&self, id: ObjectId) -> bool {
        let Some(frame) = self.frames.last() else { return true };
        frame.first.is_none_or(|first| conformable_solver::is_since(id.0, first))
            && !frame.made_elsewhere.iter().any(|(first, end)| (*first..*end).contains(&id.0))
    }

    /// What has been made since was made by a call.
    pub fn made_by_call(&mut self, first: u64) {
        let end = self.numbers.object;
        if let Some(frame) = self.frames.last_mut().filter(|frame| frame.first.is_some() && end > first) {
            match frame.made_elsewhere.last_mut() {
                Some(last) if last.1 == first => last.1 = end,
                _ => frame.made_elsewhere.push((first, end)),
            }
        }
    }

    // --- names --------------------------------------------------------------------------------

    pub fn new_object(&mut self, object: Object<'p>) -> ObjectId {
        let id = self.numbers.new_object();
        self.state.heap.set(id, object);
        id
    }

    pub fn new_scope(&mut self, parent: Option<ObjectId>) -> ObjectId {
        self.new_object(Object::Scope { names: Names::new(), parent })
    }

    pub fn new_identity(&mut self) -> u64 {
        self.numbers.new_identity()
    }

    pub fn list(&mut self, items: Vec<Value<'p>>) -> Value<'p> {
        let dependencies =
            items.iter().fold(Dependencies::LOCAL, |dependencies, item| dependencies.and(item.dependencies));
        Value::from(Kind::Object(self.new_object(Object::List(items)))).with_dependencies(dependencies)
    }

    pub fn list_of(&mut self, item: Value<'p>, len: Dim) -> Value<'p> {
        let dependencies = item.dependencies;
        Value::from(Kind::Object(self.new_object(Object::ListOf { item, len }))).with_dependencies(dependencies)
    }

    pub fn bind_in(&mut self, scope: ObjectId, name: Sym, value: Value<'p>) {
        self.state.heap.update(scope, |object| {
            if let Object::Scope { names, .. } = object {
                names.insert(Name::new(name), value);
            }
        });
    }

    pub fn lookup_in(&self, scope: ObjectId, name: Sym) -> Option<Value<'p>> {
        self.state.heap.look_up(scope, Name::new(name)).0.cloned()
    }

    fn parent(&self, scope: ObjectId) -> Option<ObjectId> {
        self.state.heap.scope_around(scope)
    }

    /// The value of a name here: in this scope, those around it, then Python's own.
    pub fn lookup(&mut self, name: Sym) -> Value<'p> {
        let own = self.frame().scope;
        let key = Name::new(name);
        let mut scope = Some(own);
        while let Some(current) = scope {
            let (value, parent) = self.state.heap.look_up(current, key);
            if let Some(value) = value.cloned() {
                // What a frame captures rests on facts of outside, unless outside is the root.
                let captured = current != own && self.frame().function.is_some() && !self.is_definition(&value);
                // A global that functions bind anew holds what any of them put there, at any time.
                if captured && parent.is_none() && self.module().rebinds(name) {
                    return Value::unknown();
                }
                let outside =
                    Dependencies::OUTSIDE.and(value.dependencies.assumptions()).and(value.dependencies.kept());
                return if captured { Value { dependencies: outside, ..value } } else { value };
            }
            scope = parent;
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
        let value = value.with_dependencies(self.frame().decided);
        let own = self.frame().scope;
        let place = match self.frame().function.clone() {
            Some(function) => {
                let declared = self.texts.scopes.of(&function);
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
            Kind::Object(id) => self.escape_object(*id),
            Kind::Function(function) => self.escape_scope(function.scope),
            kind => kind.visit_parts(&mut |part| self.escape(part)),
        }
    }

    fn escape_object(&mut self, id: ObjectId) {
        let object = self.state.heap.get(id).clone();
        match object {
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

/// A value with all that rests on parameters resting on what is outside.
fn outside(value: Value<'_>) -> Value<'_> {
    let Value { kind, origin, dependencies } = value;
    let dependencies = match dependencies.is_of_parameters() {
        true => Dependencies::OUTSIDE.and(dependencies.assumptions()).and(dependencies.kept()),
        false => dependencies,
    };
    let kind = match kind {
        Kind::Tuple(_) | Kind::Union(_) | Kind::Slice(_) => kind.map_parts(|part| outside(part.clone())),
        kind => kind,
    };
    Value { kind, origin, dependencies }
}

impl<'p> Frame<'p> {
    pub fn new(module: &'p Module, scope: ObjectId) -> Frame<'p> {
        Frame {
            module,
            scope,
            defines: false,
            function: None,
            returns: Vec::new(),
            yields: Vec::new(),
            loops: Vec::new(),
            may_raise: Vec::new(),
            receiver: None,
            class_body: None,
            args: Vec::new(),
            decided: Dependencies::LOCAL,
            iterated: Dependencies::LOCAL,
            around: None,
            undecided: UndecidedTests::default(),
            names: crate::domain::declared::AnnotationNames::default(),
            raised: None,
            first: None,
            made_elsewhere: Vec::new(),
        }
    }
}
