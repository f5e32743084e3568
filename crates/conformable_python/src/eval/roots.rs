//! Roots: what is evaluated with a budget of its own.
//!
//! A script is also evaluated as a run without arguments. A module that reads `sys.argv` or makes an
//! `ArgumentParser` is evaluated a second time with no arguments given: its own defaults decide sizes that no
//! signature could, and what fails then fails in every such run. A path that misses an argument reports nothing.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use ruff_text_size::TextSize;
use rustc_hash::FxHashSet;

use super::{Evaluator, Machine};
use crate::domain::guards::Guards;
use crate::domain::heap::{Object, ObjectId};
use crate::domain::path_condition::PathCondition;
use crate::domain::state::State;
use crate::domain::value::{DescriptorForm, Function, Kind, Value};
use crate::eval::diagnose::verdict::Verdict;
use crate::front::diagnostic::{Diagnostic, Findings};
use crate::front::module::Module;

/// Classes inside of each other further down than this are not looked into.
const MOST_NESTED: u32 = 4;

type FunctionsByPlace<'p> = BTreeMap<(TextSize, TextSize), Rc<Function<'p>>>;

impl<'p> Evaluator<'p> {
    /// Another root over the same modules as they stand, with a budget of its own.
    pub fn root(&self) -> Evaluator<'p> {
        let mut root = Evaluator::new(&self.program, &self.imports.images);
        root.state = self.state.clone();
        root.state.refuted = false;
        root.state.unreachable = false;
        root.state.guards = Guards::default();
        root.state.doubtful = false;
        root.state.path_condition = PathCondition::default();
        root.imports.modules = self.imports.modules.clone();
        root.numbers = self.numbers;
        root.standalone.first = Some(self.numbers.object);
        root
    }

    /// Evaluate in another root, with the summaries of calls that all roots share.
    pub fn in_root<R>(&mut self, evaluate: impl FnOnce(&mut Evaluator<'p>) -> R) -> R {
        let mut root = self.root();
        root.summaries = std::mem::take(&mut self.summaries).of_all_roots(self.numbers);
        root.texts = std::mem::take(&mut self.texts);
        root.writers = std::mem::take(&mut self.writers);
        root.initial = std::mem::take(&mut self.initial);
        let result = evaluate(&mut root);
        self.summaries = std::mem::take(&mut root.summaries);
        self.texts = std::mem::take(&mut root.texts);
        self.writers = std::mem::take(&mut root.writers);
        self.initial = std::mem::take(&mut root.initial);
        self.own_failures.append(&mut root.own_failures);
        result
    }
}

impl<'p> Machine<'p> {
    /// The findings that have left the root.
    pub fn take_findings(&mut self) -> Vec<Diagnostic> {
        let effects = std::mem::take(&mut self.output.effects);
        let met = effects
            .into_iter()
            .filter(|effect| !matches!(effect.verdict, Verdict::Nothing(_)))
            .map(|effect| effect.diagnostic)
            .chain(std::mem::take(&mut self.summaries.wrong));
        Findings::of_evaluation(met).into_sorted()
    }

    /// A function that a call has made (`wrapper` of a decorator) captures what that call was given: on its own it is
    /// any that such a call makes.
    pub fn forget_captured(&mut self, function: &Function<'p>) {
        let mut scope = function.scope;
        while let Object::Scope { names, parent: Some(parent) } = self.state.heap.get(scope).clone() {
            for (name, value) in names.iter() {
                let is_made_there = match &value.kind {
                    Kind::Function(own) => own.scope == scope,
                    Kind::Class(_) => true,
                    _ => false,
                };
                if !is_made_there {
                    self.bind_in(scope, name.0, Value::unknown());
                }
            }
            scope = parent;
        }
    }

    /// The functions and methods that a module defines at its top level, in their order.
    pub fn functions_of(&self, module: &'p Module) -> Vec<Rc<Function<'p>>> {
        let mut found = FunctionsByPlace::new();
        let of_module = self.imports.modules.get(&module.id).map(|scope| (*scope, 0));
        let replaced = self.replaced.iter().filter(|class| class.module.id == module.id);
        let mut scopes: VecDeque<(ObjectId, u32)> =
            of_module.into_iter().chain(replaced.map(|class| (class.scope, 1))).collect();
        // A class may hold itself, under hundreds of names.
        let mut seen = FxHashSet::default();
        while let Some((scope, depth)) = scopes.pop_front() {
            if !seen.insert(scope) {
                continue;
            }
            let classes = self.state.functions_in(scope, module, &mut found);
            scopes.extend(classes.into_iter().filter(|_| depth < MOST_NESTED).map(|scope| (scope, depth + 1)));
        }
        found.into_values().collect()
    }
}

impl<'p> State<'p> {
    /// Adds the functions that a scope holds, and gives the scopes of its classes.
    fn functions_in(&self, scope: ObjectId, module: &'p Module, found: &mut FunctionsByPlace<'p>) -> Vec<ObjectId> {
        let mut classes = Vec::new();
        let Object::Scope { names, .. } = self.heap.get(scope) else { return classes };
        for value in names.values() {
            let function = match &value.kind {
                Kind::Function(function) if function.module.id == module.id => Some(function),
                Kind::Descriptor(descriptor) => match (&descriptor.function.kind, &descriptor.form) {
                    (
                        Kind::Function(function),
                        DescriptorForm::Property | DescriptorForm::Cached | DescriptorForm::ClassMethod,
                    ) => Some(function),
                    // `__new__` is one too, whose first parameter is a class.
                    (Kind::Function(function), DescriptorForm::StaticMethod) if function.is_static => Some(function),
                    // The others don't run as they are written.
                    _ => None,
                },
                Kind::Class(class) if class.module.id == module.id => {
                    classes.push(class.scope);
                    None
                }
                _ => None,
            };
            if let Some(function) = function {
                found.entry((function.range.start(), function.range.end())).or_insert_with(|| Rc::clone(function));
            }
        }
        classes
    }
}
