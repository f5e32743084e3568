//! Roots: what is evaluated with a budget of its own.
//!
//! A script is also evaluated as a run without arguments. A module that reads `sys.argv` or makes an
//! `ArgumentParser` is evaluated a second time with no arguments given: its own defaults decide sizes that no
//! signature could, and what fails then fails in every such run. A path that misses an argument reports nothing.

use std::collections::BTreeMap;
use std::rc::Rc;

use ruff_text_size::TextSize;

use super::{Evaluator, Machine};
use crate::domain::guards::Guards;
use crate::domain::heap::{Object, ObjectId};
use crate::domain::path_condition::PathCondition;
use crate::domain::value::{DescriptorForm, Function, Kind, Value};
use crate::eval::diagnose::verdict::Verdict;
use crate::front::diagnostic::{Diagnostic, Findings};
use crate::front::module::Module;

type FunctionsByPlace<'p> = BTreeMap<(TextSize, TextSize), Rc<Function<'p>>>;

impl<'p> Evaluator<'p> {
    /// Another root over the same modules as they stand, with a budget of its own.
    pub fn root(&self) -> Evaluator<'p> {
        let mut root = Evaluator::new(self.program, &self.imports.images);
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
        root.summaries = std::mem::take(&mut self.summaries).of_all_roots(self.numbers, &self.state.heap);
        root.texts = std::mem::take(&mut self.texts);
        let result = evaluate(&mut root);
        self.summaries = std::mem::take(&mut root.summaries);
        self.texts = std::mem::take(&mut root.texts);
        result
    }
}

impl<'p> Machine<'p> {
    /// The findings that have left the root.
    pub fn take_findings(&mut self) -> Vec<Diagnostic> {
        let effects = std::mem::take(&mut self.output.effects);
        effects
            .into_iter()
            .filter(|effect| !matches!(effect.verdict, Verdict::Nothing(_)))
            .map(|effect| effect.diagnostic)
            .chain(std::mem::take(&mut self.summaries.wrong))
            .collect::<Findings>()
            .into_sorted()
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
        let mut found = BTreeMap::new();
        if let Some(scope) = self.imports.modules.get(&module.id) {
            self.functions_in(*scope, module, &mut found, 0);
        }
        for class in self.replaced.iter().filter(|class| class.module.id == module.id) {
            self.functions_in(class.scope, module, &mut found, 1);
        }
        found.into_values().collect()
    }

    fn functions_in(&self, scope: ObjectId, module: &'p Module, found: &mut FunctionsByPlace<'p>, depth: u32) {
        let Object::Scope { names, .. } = self.state.heap.get(scope) else { return };
        for value in names.values() {
            let function = match &value.kind {
                Kind::Function(function) if function.module.id == module.id => Some(function),
                Kind::Descriptor(descriptor) => match (&descriptor.function.kind, &descriptor.form) {
                    // The others don't run as they are written.
                    (Kind::Function(function), DescriptorForm::Property | DescriptorForm::ClassMethod) => {
                        Some(function)
                    }
                    _ => None,
                },
                Kind::Class(class) if class.module.id == module.id && depth < 4 => {
                    self.functions_in(class.scope, module, found, depth + 1);
                    None
                }
                _ => None,
            };
            if let Some(function) = function {
                found.entry((function.range.start(), function.range.end())).or_insert_with(|| Rc::clone(function));
            }
        }
    }
}
