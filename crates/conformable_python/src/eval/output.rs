//! What an evaluation has besides the state of its path: it is not cloned at a branch, and nothing
//! joins it.

use std::rc::Rc;
use std::sync::Arc;

use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use crate::domain::declared::AnnotationNames;
use crate::domain::heap::ObjectId;
use crate::domain::images::Images;
use crate::domain::value::Dependencies;
use crate::eval::diagnose::report::Guards;
use crate::eval::diagnose::sites::Sites;
use crate::front::diagnostic::Diagnostic;
use crate::front::module::Module;
use crate::front::program::Statistics;
use crate::syntax::scopes::Scopes;
use crate::syntax::units::Unit;

/// A finding on its way out.
#[derive(Clone)]
pub struct Effect {
    pub diagnostic: Diagnostic,
    /// The class of the exception that is raised; `None` for a hazard, which nothing catches.
    pub exception: Option<&'static str>,
    /// What the refutation rests on, in the terms of the current frame.
    pub dependencies: Dependencies,
    /// The frame it is in, or an outer one, has decided that this is final or a note.
    pub settled: bool,
    /// Which guards of a frame it has yet to be held against.
    pub guards: Guards,
}

impl Effect {
    /// Something that is said and that stops nothing.
    pub fn remark(diagnostic: Diagnostic) -> Effect {
        Effect { diagnostic, exception: None, dependencies: Dependencies::LOCAL, settled: true, guards: Guards::Opaque }
    }
}

/// A binding's type as `infer` shows it.
pub struct InferredBinding<'p> {
    pub module: &'p Module,
    pub function: String,
    pub name: String,
    pub range: TextRange,
    pub ty: conformable_types::Ty,
}

/// What an evaluation says, to whoever asks.
#[derive(Default)]
pub struct Output<'p> {
    pub effects: Vec<Effect>,
    /// While positive nothing is reported: fixed-point passes, and what is only looked at.
    silent: u32,
    /// Bindings are noted for `infer`.
    pub bound: Option<Vec<InferredBinding<'p>>>,
    pub statistics: Statistics,
    /// What is known of each expression, if that is asked for.
    pub sites: Option<Box<Sites>>,
}

impl Output<'_> {
    /// Is nothing reported now?
    pub fn is_silent(&self) -> bool {
        self.silent > 0
    }

    pub fn mute(&mut self, quiet: bool) {
        self.silent += u32::from(quiet);
    }

    pub fn unmute(&mut self, quiet: bool) {
        self.silent -= u32::from(quiet);
    }
}

/// The modules around the one that is evaluated.
pub struct Imports<'p> {
    /// The scopes of modules that this root has evaluated, or is evaluating, or has imported.
    pub modules: FxHashMap<usize, ObjectId>,
    /// Imported modules, each evaluated once.
    pub images: Rc<Images<'p>>,
    /// The modules whose top levels this is the evaluation of as imports.
    pub unit: Option<Arc<Unit>>,
}

impl<'p> Imports<'p> {
    pub fn of(images: &Rc<Images<'p>>) -> Imports<'p> {
        Imports { modules: FxHashMap::default(), images: Rc::clone(images), unit: None }
    }
}

/// Whether a script's arguments matter.
#[derive(Default)]
pub struct Script {
    /// The script is looked at as it runs without any argument.
    pub without_arguments: bool,
    /// What this root evaluates depends on the script's arguments.
    pub takes_arguments: bool,
}

/// The next numbers of what is made.
#[derive(Clone, Copy, Default)]
pub struct Numbers {
    pub object: u64,
    pub identity: u64,
}

impl Numbers {
    pub fn from(first: u64) -> Numbers {
        Numbers { object: first, identity: first }
    }

    pub fn new_object(&mut self) -> ObjectId {
        self.object += 1;
        ObjectId(self.object - 1)
    }

    pub fn new_identity(&mut self) -> u64 {
        self.identity += 1;
        self.identity
    }
}

/// What has been read off the texts of functions and expressions.
#[derive(Default)]
pub struct Texts {
    /// Which names are local to a function, by the function's range and module.
    pub scopes: Scopes,
    /// Where the operands of an expression are written, for messages.
    pub written: FxHashMap<(usize, TextRange), Vec<TextRange>>,
}

/// A function that is evaluated on its own.
#[derive(Default)]
pub struct Standalone {
    /// The names of the function that is about to be evaluated.
    pub names: Option<AnnotationNames>,
    /// Some parameter of this root is only assumed to be what it is.
    pub assumes: bool,
}
