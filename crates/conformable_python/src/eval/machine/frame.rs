//! The frames of an evaluation: activations of functions, and of modules' top levels.

use std::rc::Rc;

use ruff_python_ast::{Comprehension, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::guards::Guards;
use crate::domain::heap::ObjectId;
use crate::domain::path_condition::DecidedTest;
use crate::domain::state::State;
use crate::domain::value::{Dependencies, Function, Kind, Sym, Value};
use crate::eval::call::generators::Yields;
use crate::eval::facts::ContextId;
use crate::eval::machine::exits::{Attempt, ExceptionalExit};
use crate::front::module::Module;
use crate::syntax::scopes::ScopeDeclarations;

/// An activation of a function, or a module's top level.
pub struct Frame<'p> {
    pub module: &'p Module,
    pub scope: ObjectId,
    /// Something was defined in it, which may look its names up when it has ended.
    pub defines: bool,
    pub function: Option<Rc<Function<'p>>>,
    /// What the function declares.
    pub declared: Option<Rc<ScopeDeclarations>>,
    /// Where paths leave it normally, and with what.
    pub returns: Vec<(State<'p>, Value<'p>)>,
    /// What it has yielded, if it is a generator's.
    pub yields: Option<Yields<'p>>,
    pub loops: Vec<Loop<'p>>,
    /// The passes of loops and comprehensions that are being evaluated.
    pub passes: Vec<Pass<'p>>,
    /// The enclosing `try`s of this frame, and managers that may catch what is raised.
    pub attempts: Vec<Attempt<'p>>,
    pub receiver: Option<Value<'p>>,
    /// This is the body of a class of that name.
    pub class_body: Option<Sym>,
    /// What the arguments depend on, in the caller's terms.
    pub args: Vec<Dependencies>,
    /// What the decided tests depend on that the current statement stands under.
    pub decided: Dependencies,
    /// What the iterables of the enclosing comprehension depend on.
    pub iterated: Dependencies,
    /// The scope around the enclosing comprehensions, where `:=` binds.
    pub around: Option<ObjectId>,
    /// The undecided tests on the way to its call.
    pub guards: Guards,
    /// What the names of its annotations stand for.
    pub names: crate::domain::declared::AnnotationNames,
    /// The explicit raise that this frame always ends in.
    pub raised: Option<RaisedException<'p>>,
    /// The first number of what it makes; `None` where all that is there is in its terms.
    pub first: Option<u64>,
    /// The numbers of what the calls in it made.
    pub made_elsewhere: Vec<(u64, u64)>,
    /// What there was before the call of a function that may raise.
    pub entry: Option<State<'p>>,
    /// Where exceptions leave it that have changed something of before the call.
    pub exceptional: Option<ExceptionalExit<'p>>,
    /// In which context facts are recorded.
    pub context: Option<ContextId>,
}

/// Where paths leave a loop's body.
#[derive(Default)]
pub struct Loop<'p> {
    pub breaks: Vec<State<'p>>,
    pub continues: Vec<State<'p>>,
}

#[derive(Clone, Copy)]
pub enum Pass<'p> {
    Statements { target: Option<&'p Expr>, body: &'p [Stmt] },
    Collect(Collect<'p>),
}

/// What is left to do of a comprehension for an item of one of its generators: put the element into a list,
/// if all conditions hold, or go through the generators within.
#[derive(Clone, Copy)]
pub struct Collect<'p> {
    pub conditions: &'p [Expr],
    pub within: &'p [Comprehension],
    /// A dict's is a key and a value.
    pub element: (Option<&'p Expr>, &'p Expr),
    pub list: ObjectId,
}

impl<'p> Pass<'p> {
    /// Where it is written.
    pub fn ranges(self) -> Vec<TextRange> {
        match self {
            Pass::Statements { body, .. } => body.iter().map(Ranged::range).collect(),
            Pass::Collect(collect) => {
                let (key, value) = collect.element;
                let conditions = collect.conditions.iter().map(Ranged::range);
                let within = collect.within.iter().map(Ranged::range);
                conditions.chain(within).chain(key.map(Ranged::range)).chain([value.range()]).collect()
            }
        }
    }
}

/// A raise that a frame always ends in.
pub struct RaisedException<'p> {
    pub name: Sym,
    /// The class of Python's that it is or derives from.
    pub class: Sym,
    /// The text that the exception is made with, where it is a plain one.
    pub text: Option<String>,
    /// The innermost decided test that the raise stands under.
    pub test: DecidedTest<'p>,
    /// What all decided tests of the path depend on.
    pub dependencies: Dependencies,
}

impl<'p> Frame<'p> {
    pub fn new(module: &'p Module, scope: ObjectId) -> Frame<'p> {
        Frame {
            module,
            scope,
            defines: false,
            function: None,
            declared: None,
            returns: Vec::new(),
            yields: None,
            loops: Vec::new(),
            passes: Vec::new(),
            attempts: Vec::new(),
            receiver: None,
            class_body: None,
            args: Vec::new(),
            decided: Dependencies::LOCAL,
            iterated: Dependencies::LOCAL,
            around: None,
            guards: Guards::default(),
            names: crate::domain::declared::AnnotationNames::default(),
            raised: None,
            first: None,
            made_elsewhere: Vec::new(),
            entry: None,
            exceptional: None,
            context: None,
        }
    }

    /// Did it make the object itself, and no call in it?
    pub fn made(&self, id: ObjectId) -> bool {
        self.first.is_none_or(|first| conformable_solver::is_since(id.0, first))
            && !self.made_elsewhere.iter().any(|(first, end)| (*first..*end).contains(&id.0))
    }

    /// Is it the first argument: of a method, what that is of?
    pub fn is_of_receiver(&self, id: ObjectId) -> bool {
        matches!(self.receiver, Some(Value { kind: Kind::Object(receiver), .. }) if receiver == id)
    }
}
