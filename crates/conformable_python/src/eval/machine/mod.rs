//! The abstract machine: the path that is evaluated now, the frames on the stack, the fuel, and what the evaluation
//! outputs. It knows no syntax and evaluates nothing. What is done to values and objects without running any of the
//! program's code is a method of it, in the room whose subject it is. The interpreter
//! ([`Evaluator`](super::Evaluator)) has one, and is the only one that walks through code.
//!
//! | file | its one job |
//! |---|---|
//! | [`frame`] | activations of functions, and what they are in the midst of |
//! | [`tentative`] | evaluations whose outcome may be set aside |
//! | [`types`], [`shapes`], [`elements`] | the types of values, the values of shapes, one of the values that a value stands for |
//! | [`escape`] | what unknown code may do with what it is given |
//! | [`writers`] | which functions that it may run write outside of themselves |
//! | [`exits`] | where exceptions leave a frame |
//! | [`deferred`] | code that runs later, in part, or never |
//! | [`later`] | what an evaluation finds that was made before it |
//! | [`output`] | what an evaluation has besides the state of its path |
//! | [`unmodelled`] | the door for what isn't modelled |

pub mod deferred;
pub mod elements;
pub mod escape;
pub mod exits;
pub mod frame;
pub mod later;
pub mod output;
pub mod shapes;
pub mod tentative;
pub mod types;
pub mod unmodelled;
pub mod writers;

use std::rc::Rc;
use std::sync::Arc;

use conformable_signatures::Catalogue;
use conformable_solver::effort;
use conformable_types::{DType, Dim, Ty};
use ruff_python_ast::Stmt;
use ruff_text_size::TextRange;

use crate::domain::heap::{Entries, Name, Names, Object, ObjectId};
use crate::domain::images::Images;
use crate::domain::state::State;
use crate::domain::value::{Class, Dependencies, Function, Kind, Origin, Sym, Value};
use crate::eval::call;
use crate::eval::machine::frame::Frame;
use crate::eval::machine::output::{Imports, InitialByInit, Numbers, Output, Script, Standalone, Texts};
use crate::front::diagnostic::FindingKey;
use crate::front::module::Module;
use crate::front::program::Program;
use crate::syntax::scopes;

/// One evaluation as far as it doesn't depend on how code is walked through.
pub struct Machine<'p> {
    pub program: Arc<Program<'p>>,
    pub state: State<'p>,
    pub frames: Vec<Frame<'p>>,
    pub fuel: u64,
    /// How many values the type that is being made may still have inside of it.
    pub(in crate::eval) parts_left: u32,
    pub output: Output,
    pub imports: Imports<'p>,
    pub script: Script,
    pub(in crate::eval) numbers: Numbers,
    pub(in crate::eval) texts: Texts,
    pub(in crate::eval) summaries: call::summary::Summaries<'p>,
    /// Classes of whose names something else was made.
    pub(in crate::eval) replaced: Vec<Rc<Class<'p>>>,
    pub(in crate::eval) standalone: Standalone<'p>,
    /// What the `__init__`s of classes store.
    pub(in crate::eval) initial: InitialByInit<'p>,
    /// What code that may run at any time changes by name.
    pub(in crate::eval) handed_out: escape::HandedOut,
    /// Which functions write outside of themselves, by what unknown code has.
    pub(in crate::eval) writers: writers::KnownWriters<'p>,
    /// The call that ran last in this frame, if it ran code that is not known.
    pub(in crate::eval) unknown_at: Option<(usize, TextRange)>,
    /// What failed in a function by what its own frame made, which its callers may have thought better of.
    pub own_failures: Vec<(FindingKey, Rc<Function<'p>>)>,
    /// Dtypes of records whose fields have got other names.
    pub(in crate::eval) renamed: Vec<DType>,
    /// Who takes the lazy iterators being made.
    pub(in crate::eval) takers: deferred::Takers,
    /// The call that is made next is one of a coroutine function, and is awaited where it stands.
    pub(in crate::eval) is_awaited: bool,
}

/// A step is as much as so many looks at a fact or a value.
const LOOKS: u64 = 8;

impl<'p> Machine<'p> {
    pub fn new(program: &Arc<Program<'p>>, images: &Rc<Images<'p>>) -> Machine<'p> {
        Machine {
            program: Arc::clone(program),
            state: State::new(),
            frames: Vec::new(),
            fuel: program.settings().fuel,
            parts_left: 0,
            output: Output::default(),
            imports: Imports::of(images),
            script: Script::default(),
            numbers: Numbers::default(),
            texts: Texts::default(),
            summaries: call::summary::Summaries::default(),
            replaced: Vec::new(),
            standalone: Standalone::default(),
            initial: InitialByInit::default(),
            handed_out: escape::HandedOut::default(),
            writers: writers::KnownWriters::default(),
            unknown_at: None,
            own_failures: Vec::new(),
            renamed: Vec::new(),
            takers: deferred::Takers::default(),
            is_awaited: false,
        }
    }

    /// Whatever is made gets numbers from here on.
    pub fn number_from(&mut self, first: u64) {
        self.state.store = conformable_solver::Store::numbered_from(first);
        self.numbers = Numbers::from(first);
    }

    /// The fuel is spent: what these statements of a module would have bound is unknown, and so is
    /// what they may have changed.
    pub(in crate::eval) fn cut_short(&mut self, scope: ObjectId, rest: &'p [Stmt]) {
        let Object::Scope { names, parent } = self.state.heap.get(scope).clone() else { return };
        let mut left = names.clone();
        for (name, value) in names.iter() {
            if !value.is_definition() {
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

    /// May what is evaluated here meet other values than are known? A generator that has yielded goes on when somebody asks it
    /// to, who may have changed whatever it sees.
    pub fn is_doubtful(&self) -> bool {
        self.state.doubtful
            || self.frames.iter().any(|frame| frame.yields.as_ref().is_some_and(|yields| yields.has_begun()))
    }

    /// Charge a step; `false` once the step budget or the file's memory is used up, and then everything is unknown.
    pub fn step(&mut self) -> bool {
        if self.fuel == 0 {
            return false;
        }
        self.program.unwind_if_dropped();
        if self.program.is_memory_used_up() {
            self.fuel = 0;
            return false;
        }
        self.escape_lost();
        let cost = 1 + effort::take(LOOKS);
        self.fuel = self.fuel.saturating_sub(cost);
        self.output.statistics.fuel += cost;
        true
    }

    // --- dependencies of what is stored --------------------------------------------------------------

    /// A value as it is read from a container or an object: it rests on that, and on what the code rested on that stored it,
    /// which is in the terms of another frame if another frame made the container.
    pub fn read_from(&self, container: &Value<'p>, value: Value<'p>) -> Value<'p> {
        let value = match container.kind {
            Kind::Object(_) if self.frames.len() <= 1 => outside(value, Dependencies::LOCAL),
            Kind::Object(id) if !self.is_own(id) => outside(value, self.outside_dependencies()),
            _ => value,
        };
        value.with_dependencies(container.dependencies)
    }

    /// A value as it is stored in an object: in one that the caller made and calls a method of, in the caller's terms; in
    /// any other one of another frame it depends on what is outside, since this frame's parameters are nothing there.
    pub fn stored_in(&self, id: ObjectId, value: Value<'p>) -> Value<'p> {
        if self.is_own(id) {
            return value;
        }
        if let [.., caller, own] = &*self.frames
            && own.is_of_receiver(id)
            && caller.made(id)
        {
            let outside = if self.frames.len() <= 2 { Dependencies::LOCAL } else { Dependencies::OUTSIDE };
            return resting(value, &|of| of.in_caller(&own.args, outside));
        }
        outside(value, self.outside_dependencies())
    }

    /// Did this frame make the object itself?
    pub(in crate::eval) fn is_own(&self, id: ObjectId) -> bool {
        self.frames.last().is_none_or(|frame| frame.made(id))
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
        self.charge(&object);
        let id = self.numbers.new_object();
        self.state.heap.set(id, object);
        id
    }

    /// What is made weighs something.
    pub(in crate::eval) fn charge(&mut self, object: &Object<'p>) {
        let count = match object {
            Object::List(items) => items.len(),
            Object::Dict(Entries { known, .. }) => known.len(),
            _ => 0,
        };
        self.fuel = self.fuel.saturating_sub((count / 16) as u64);
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
        let dependencies = item.dependencies_of_known();
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

    pub(in crate::eval) fn parent(&self, scope: ObjectId) -> Option<ObjectId> {
        self.state.heap.scope_around(scope)
    }

    /// Does the frame's function bind the name anywhere?
    pub(in crate::eval) fn is_own_name(&mut self, name: Sym) -> bool {
        // A class's body sees the names of the function around it.
        let frame = self.frame();
        let declared = frame.declared.as_ref().filter(|_| frame.class_body.is_none());
        declared.is_some_and(|declared| declared.locals.contains(&name))
    }

    /// The scope of the module that a scope is in.
    pub fn outermost(&self, scope: ObjectId) -> ObjectId {
        std::iter::successors(Some(scope), |scope| self.parent(*scope)).last().unwrap_or(scope)
    }

    /// Bind a name where an assignment in this frame puts it.
    pub fn bind(&mut self, name: Sym, value: Value<'p>) {
        let value = value.with_dependencies(self.frame().decided);
        self.state.taught.forget_name(name);
        let own = self.frame().scope;
        let place = match &self.frame().declared {
            Some(declared) if declared.globals.contains(&name) => self.outermost(own),
            Some(declared) if declared.nonlocals.contains(&name) => self.enclosing(own, name).unwrap_or(own),
            _ => own,
        };
        let value = self.kept_from_others(place, name, value);
        self.bind_in(place, name, value);
    }

    /// The nearest scope around `scope` that binds `name`.
    pub(in crate::eval) fn enclosing(&self, scope: ObjectId, name: Sym) -> Option<ObjectId> {
        let mut current = self.parent(scope)?;
        loop {
            if self.lookup_in(current, name).is_some() {
                return Some(current);
            }
            current = self.parent(current)?;
        }
    }

    /// The dependencies of all arguments of the current frame together.
    pub fn outside_dependencies(&self) -> Dependencies {
        if self.frames.len() <= 1 { Dependencies::LOCAL } else { Dependencies::OUTSIDE }
    }

    /// Evaluation goes on inside a module whose top level has run.
    pub fn enter_module(&mut self, module: &'p Module, scope: ObjectId) {
        self.state.refuted = false;
        self.frames.push(Frame::new(module, scope));
    }

    /// Has a call reached it?
    pub fn was_entered(&self, module: usize, range: TextRange) -> bool {
        self.summaries.entered.contains(&(module, range))
    }

    /// Note that a function's body was evaluated.
    pub fn note_entered(&mut self, module: usize, range: TextRange) {
        self.summaries.entered.insert((module, range));
    }

    pub fn library(&self) -> &'static Catalogue {
        self.program.catalogue()
    }

    pub fn is_namespace(&self, path: &str) -> bool {
        self.library().namespace(path)
    }
}

/// A value that rests on what is outside wherever it rested on another frame's parameters, or on what was outside of that.
fn outside(value: Value<'_>, outside_of_this: Dependencies) -> Value<'_> {
    resting(value, &|of| match of.is_of_parameters() || of.is_outside() {
        true => outside_of_this.and(of.carried()),
        false => of,
    })
}

/// A value with other dependencies, its parts too.
fn resting<'p>(value: Value<'p>, on: &impl Fn(Dependencies) -> Dependencies) -> Value<'p> {
    let Value { kind, origin, dependencies } = value;
    let kind = match kind {
        Kind::Tuple(_) | Kind::Union(_) | Kind::Slice(_) => kind.map_parts(|part| resting(part.clone(), on)),
        kind => kind,
    };
    Value { kind, origin, dependencies: on(dependencies) }
}

/// A tuple of unknown length; of items of which nothing is known nothing is.
pub fn tuple_of<'p>(machine: &mut Machine<'p>, item: Value<'p>, len: Dim) -> Value<'p> {
    let dependencies = item.dependencies;
    let kind = match item.ty() {
        _ if item.is_unknown() => Kind::Unknown,
        Some(ty) => Kind::Data(Ty::tuple_of(ty)),
        None => Kind::Object(machine.new_object(Object::TupleOf { item, len })),
    };
    Value::from(kind).with_dependencies(dependencies)
}
