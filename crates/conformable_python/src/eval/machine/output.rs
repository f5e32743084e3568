//! What an evaluation outputs, and what else it has besides the state of its path. A branch doesn't clone
//! any of this, and a join doesn't join it.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::domain::declared::AnnotationNames;
use crate::domain::guards::Guards;
use crate::domain::heap::ObjectId;
use crate::domain::images::{Image, Images};
use crate::domain::initial::InitialAttributes;
use crate::domain::taught::Taught;
use crate::domain::value::{Dependencies, Sym, Value};
use crate::eval::diagnose::verdict::{Claim, Heeds, Verdict};
use crate::eval::facts::FactsRecorder;
use crate::front::diagnostic::{Diagnostic, Severity, Span};
use crate::front::program::Statistics;
use crate::front::why::Considered;
use crate::syntax::unit::Unit;

/// A finding on its way out.
#[derive(Clone)]
pub struct Effect {
    pub diagnostic: Diagnostic,
    /// The class of the exception that is raised; `None` for a hazard, which nothing catches.
    pub exception: Option<&'static str>,
    /// What the refutation depends on, in the terms of the current frame.
    pub dependencies: Dependencies,
    pub claim: Claim,
    pub heeds: Heeds,
    /// What was decided of it so far; an error may still become less in a caller.
    pub verdict: Verdict,
    /// How many guards of the frame it is behind that another pass of a loop may answer otherwise.
    pub varying: u32,
    /// It is behind an undecided test of the frame.
    pub guarded: bool,
    /// It is behind an undecided test of a frame that it has left.
    pub conditional: bool,
    /// It is behind a failure, so that a handler which catches that keeps this from happening.
    pub follows: bool,
}

impl Effect {
    /// A remark: it is reported and refutes no path.
    pub fn remark(diagnostic: Diagnostic) -> Effect {
        Effect {
            diagnostic,
            exception: None,
            dependencies: Dependencies::LOCAL,
            claim: Claim::Hazard,
            heeds: Heeds::OpaqueGuards,
            verdict: Verdict::Warning,
            varying: 0,
            guarded: false,
            conditional: false,
            follows: false,
        }
    }

    /// The verdict becomes this one.
    pub fn conclude(&mut self, verdict: Verdict) {
        self.verdict = verdict;
        if matches!(verdict, Verdict::Note(_)) {
            self.diagnostic.severity = Severity::Note;
        }
    }

    pub fn is_error(&self) -> bool {
        self.exception.is_some() && self.verdict == Verdict::Error
    }
}

/// Everything an evaluation outputs: findings, facts, statistics.
#[derive(Default)]
pub struct Output {
    pub effects: Vec<Effect>,
    /// Where the values were made that were reported to be at fault, each with where that was.
    pub causes: FxHashMap<(usize, TextRange), Span>,
    /// Where floats were made that are none but for another one, with where that was made: `i + 1` of `i = n / 2`.
    pub derived: FxHashMap<(usize, TextRange), (usize, TextRange)>,
    /// How often each construct was met that isn't modelled.
    pub unmodelled: BTreeMap<&'static str, u64>,
    /// The verdicts on the line that is asked about.
    pub considered: Vec<Considered>,
    /// How many frames there are where an operation is tried with a None that is one of several members.
    pub none_tried_in: Option<usize>,
    /// While positive nothing is reported: fixed-point passes, and what is only looked at.
    silent: u32,
    /// How many of the reasons for silence are a loop's passes that report nothing.
    settling: u32,
    pub statistics: Statistics,
    /// What each expression is, if the caller asked for it.
    pub facts: Option<Box<FactsRecorder>>,
}

impl Output {
    /// Where the value was made that is the reason for what kind of value this is.
    pub fn cause_of(&self, value: &Value<'_>) -> Option<(usize, TextRange)> {
        let made = value.origin.map(|origin| (origin.module.id, origin.range))?;
        Some(self.derived.get(&made).copied().unwrap_or(made))
    }

    /// Are types not of this evaluation? The passes that settle a loop say what its names may be, even where
    /// nothing is reported of them.
    pub fn hides_bindings(&self) -> bool {
        self.silent > self.settling
    }

    /// What has been considered since then was said of one of several values that stand there, and others of them don't fail.
    pub fn leave_members(&mut self, since: usize) {
        for row in self.considered.iter_mut().skip(since).filter(|row| row.verdict == "error") {
            row.verdict = "nothing".to_owned();
            row.reason = "it fails for one of several values, and not for all".to_owned();
        }
    }

    /// A loop's passes begin, or end, that report nothing.
    pub fn settle(&mut self, begins: bool) {
        if begins {
            self.settling += 1;
        } else {
            self.settling -= 1;
        }
    }

    /// What failed since then in a model's own text fails where the model is called.
    pub fn move_to_call(&mut self, mark: usize, model: &str, call: &Span) {
        let mut since = self.effects.split_off(mark);
        since.retain(|effect| &*effect.diagnostic.place.file != model || effect.exception.is_some());
        for effect in since.iter_mut().filter(|effect| &*effect.diagnostic.place.file == model) {
            effect.diagnostic.place = call.clone();
        }
        self.effects.append(&mut since);
    }

    /// Is reporting switched off?
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
    /// The images that import statements have asked for, whether or not they were there.
    asked: Vec<Rc<Image<'p>>>,
}

impl<'p> Imports<'p> {
    pub fn of(images: &Rc<Images<'p>>) -> Imports<'p> {
        Imports { modules: FxHashMap::default(), images: Rc::clone(images), unit: None, asked: Vec::new() }
    }

    pub fn note(&mut self, image: Rc<Image<'p>>) {
        self.asked.push(image);
    }

    /// How many have been asked for.
    pub fn count_asked(&self) -> usize {
        self.asked.len()
    }

    /// Those asked for since then, each once.
    pub fn asked_since(&self, count: usize) -> Vec<Rc<Image<'p>>> {
        let mut images: Vec<Rc<Image<'p>>> = Vec::new();
        for image in &self.asked[count..] {
            if !images.iter().any(|other| Rc::ptr_eq(other, image)) {
                images.push(Rc::clone(image));
            }
        }
        images
    }
}

/// Whether a script's arguments matter.
#[derive(Default)]
pub struct Script {
    /// The script is looked at as it runs without any argument.
    pub without_arguments: bool,
    /// What this root evaluates depends on the script's arguments.
    pub takes_arguments: bool,
    /// Its last line was reached on a path that goes on.
    pub ends: bool,
}

impl Script {
    /// Is this a None that an undecided condition on the way, or an argument that the script wants, may have kept from here?
    pub fn may_keep(&self, value: &Value<'_>, guards: &Guards) -> bool {
        value.is_none() && (guards.is_any() || self.without_arguments)
    }
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
    /// The names that the passes of a loop bind, by where its body stands.
    pub bound: FxHashMap<(usize, usize), FxHashSet<Sym>>,
    /// The names that are carried from pass to pass of a loop, by where its body stands.
    pub carried: FxHashMap<(usize, usize), Option<Rc<FxHashSet<Sym>>>>,
    /// Where the operands of an expression are written, for messages.
    pub written: FxHashMap<(usize, TextRange), Vec<TextRange>>,
}

impl Texts {
    /// Where the operands of an expression are written, as far as they were noted.
    pub fn operands(&self, module: usize, range: TextRange) -> &[TextRange] {
        self.written.get(&(module, range)).map_or(&[], Vec::as_slice)
    }
}

/// What the `__init__`s of a file's classes store, by where these are defined.
pub type InitialByInit<'p> = FxHashMap<(usize, TextRange), Option<Rc<InitialAttributes<'p>>>>;

/// A function that is evaluated on its own.
#[derive(Default)]
pub struct Standalone<'p> {
    /// The names of the function that is about to be evaluated.
    pub names: Option<AnnotationNames>,
    /// The first number of what this root makes, if it runs some time after all that was made before.
    pub first: Option<u64>,
    /// The receiver of a method that is evaluated on its own: an instance of its class, or of one that derives from it.
    pub receiver: Option<ObjectId>,
    /// What the instances of its class have when they have been made, until its frame is entered.
    pub initial: Option<Rc<InitialAttributes<'p>>>,
    /// What the function was taught when it returned.
    pub left: Taught<'p>,
    /// Some parameter of this root is only assumed to be what it is.
    pub assumes: bool,
}
