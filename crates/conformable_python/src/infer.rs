//! The types of a file's functions and bindings: the table of facts, read for `infer`.
//!
//! A function has types at its calls, those that the run of the module makes first, and a signature on its own: what
//! its body says of any arguments. Which of them are shown, and how, is the command's business.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use conformable_solver::effort;
use conformable_types::{Sym, Ty, text};
use ruff_text_size::TextRange;

use crate::check::{recorder, share};
use crate::eval::Evaluator;
use crate::eval::call::alone::alone;
use crate::front::facts::{
    CallContext, CallerKind, Context, Facts, FileFacts, Seen, Site, joined_with_unknown, print_joined,
};
use crate::front::module::Module;
use crate::front::program::{
    Binding, CallType, ClassType, ContextType, ExpressionType, FunctionType, Inference, Program,
};
use crate::front::settings::FactsWanted;

/// The types of a module's bindings and functions, and the table that they are read from.
pub fn infer_module<'m>(program: &Arc<Program<'m>>, module: &'m Module) -> (Inference, Facts) {
    let mut evaluator = Evaluator::new(program, &Rc::default());
    evaluator.output.facts = recorder(FactsWanted::Types);
    evaluator.begin_facts(CallerKind::Run);
    evaluator.run_module(module, true);
    let diagnostics = module.refusals().chain(evaluator.take_findings()).collect();
    let mut inference = Inference { diagnostics, ..Inference::default() };
    let mut recorded = end_root(&mut evaluator);
    let mut spent = evaluator.output.statistics.fuel;
    let functions = evaluator.functions_of(module);
    for (place, function) in functions.iter().enumerate() {
        let share = share(program.settings().fuel, spent, functions.len() - place);
        let (signature, returns) = evaluator.in_root(|root| {
            root.fuel = root.fuel.min(share);
            root.output.facts = recorded.take();
            root.begin_facts(CallerKind::Alone);
            root.forget_captured(function);
            let shown = effort::apart(|| alone(root, function));
            recorded = end_root(root);
            spent += root.output.statistics.fuel;
            shown
        });
        inference.functions.push(FunctionType {
            function: function.qualified.clone(),
            line: module.line(function.range),
            range: (function.range.start().to_u32(), function.range.end().to_u32()),
            instance: 0,
            signature,
            returns,
            calls: Vec::new(),
            has_more_calls: false,
            bindings: Vec::new(),
        });
    }
    for examples in program.examples(module) {
        evaluator.in_root(|root| {
            root.output.facts = recorded.take();
            root.begin_facts(CallerKind::Example);
            effort::apart(|| root.run_examples(examples, module));
            recorded = end_root(root);
        });
    }
    inference.functions.sort_by_key(|function| function.line);
    let facts = recorded.map(|facts| facts.facts(program)).unwrap_or_default();
    if let Some(file) = facts.file(&module.file.path) {
        let alone = |function: &FunctionType| Context::Alone(function.function.as_str().into(), function.range);
        let functions = inference.functions.iter().map(alone);
        let sites = BindingSites::of(file);
        for context in std::iter::once(Context::Module).chain(functions) {
            inference.bindings.extend(sites.rows(module, &context));
        }
    }
    (inference, facts)
}

fn end_root(root: &mut Evaluator<'_>) -> Option<Box<crate::eval::facts::FactsRecorder>> {
    let mut facts = root.output.facts.take();
    if let Some(facts) = &mut facts {
        facts.end_root(root.fuel == 0);
    }
    facts
}

/// Where a name is bound, and the types that it has there.
type TypedBinding = (Binding, Vec<Ty>);

/// The sites of a file that bind a name, in the order of the source.
pub struct BindingSites<'f>(Vec<(TextRange, Sym, &'f Site)>);

impl<'f> BindingSites<'f> {
    /// Those of this file.
    pub fn of(file: &'f FileFacts) -> BindingSites<'f> {
        let binding = |(range, site): (&TextRange, &'f Site)| Some((*range, site.binds?, site));
        let mut sites: Vec<_> = file.sites.iter().filter_map(binding).collect();
        sites.sort_by_key(|(range, ..)| (range.start(), range.end()));
        BindingSites(sites)
    }

    /// Those between two places.
    fn within(&self, (start, end): (u32, u32)) -> &[(TextRange, Sym, &'f Site)] {
        let from = self.0.partition_point(|(range, ..)| range.start().to_u32() < start);
        let to = self.0.partition_point(|(range, ..)| range.start().to_u32() < end);
        &self.0[from..to.max(from)]
    }

    /// One row a site in a context; several types of one are their union.
    pub fn rows(&self, module: &Module, context: &Context) -> Vec<Binding> {
        let (function, within) = match context {
            Context::Module => ("", (0, u32::MAX)),
            Context::Alone(function, range) => (&**function, *range),
            Context::Call(call) => (call.function.as_str(), call.range),
        };
        self.rows_within(module, within, function, &|seen| seen == context)
    }

    fn rows_within(
        &self,
        module: &Module,
        within: (u32, u32),
        function: &str,
        is_wanted: &dyn Fn(&Context) -> bool,
    ) -> Vec<Binding> {
        self.typed_within(module, within, function, is_wanted).into_iter().map(|(row, _)| row).collect()
    }

    /// The same with the types of each.
    fn typed_within(
        &self,
        module: &Module,
        within: (u32, u32),
        function: &str,
        is_wanted: &dyn Fn(&Context) -> bool,
    ) -> Vec<TypedBinding> {
        let row = |(range, name, site): &(TextRange, Sym, &Site)| {
            let seen = site.seen.iter().filter(|seen| is_wanted(&seen.context));
            let types: Vec<Ty> = seen.flat_map(|seen| seen.types.iter().copied()).collect();
            let (line, column) = module.position(range.start());
            let row = (!types.is_empty()).then(|| Binding {
                function: function.to_owned(),
                instance: 0,
                name: name.as_str().to_owned(),
                line,
                column,
                ty: print_joined(&types),
            })?;
            Some((row, types))
        };
        self.within(within).iter().filter_map(row).collect()
    }
}

/// Adds the types that functions have at their calls, and those of attributes, from the table of all files.
pub fn add_calls(inference: &mut Inference, module: &Module, facts: &Facts) {
    let Some(file) = facts.file(&module.file.path) else { return };
    let (sites, all_calls) = (BindingSites::of(file), file.calls_by_function());
    let mut of_functions: Vec<(String, Vec<TypedBinding>)> = Vec::new();
    for function in &mut inference.functions {
        let call = |call: &Arc<CallContext>| CallType {
            from: call.from.clone(),
            signature: call.signature.clone(),
            returns: call.returns.clone(),
            caller: call.caller,
            bindings: sites.rows(module, &Context::Call(Arc::clone(call))),
        };
        let calls = all_calls.get(&function.range).cloned().unwrap_or_default();
        let best = calls.iter().map(|call| call.caller).min();
        let ends = function.range;
        let is_shown = |context: &Context| matches!(context, Context::Call(call) if call.range == ends && Some(call.caller) == best);
        let mut typed = sites.typed_within(module, ends, &function.function, &is_shown);
        function.bindings = typed.iter().map(|(row, _)| row.clone()).collect();
        if calls.is_empty() {
            let on_its_own = Context::Alone(function.function.as_str().into(), ends);
            typed.extend(sites.typed_within(module, ends, &function.function, &|seen| *seen == on_its_own));
        }
        of_functions.push((function.function.clone(), typed));
        function.calls = calls.into_iter().map(call).collect();
        function.has_more_calls = file.cut.contains(&function.range);
    }
    inference.classes = classes(&of_functions);
}

/// The types of a file's expressions, in the order of the source.
pub fn expressions(module: &Module, facts: &Facts) -> Vec<ExpressionType> {
    let Some(file) = facts.file(&module.file.path) else { return Vec::new() };
    let mut sites: Vec<_> = file.sites.iter().filter(|(_, site)| site.binds.is_none()).collect();
    sites.retain(|(_, site)| site.level().is_some() || site.seen.iter().any(Seen::is_known));
    sites.sort_by_key(|(range, _)| (range.start(), range.end()));
    let expression = |(range, site): (&TextRange, &Site)| ExpressionType {
        start: module.position(range.start()),
        end: module.position(range.end()),
        level: site.level(),
        types: site.seen.iter().map(in_context).collect(),
    };
    sites.into_iter().map(expression).collect()
}

fn in_context(seen: &Seen) -> ContextType {
    let (function, from) = match &seen.context {
        Context::Module => (String::new(), None),
        Context::Alone(function, _) => (function.to_string(), None),
        Context::Call(call) => (call.function.clone(), call.from.clone()),
    };
    ContextType { function, from, caller: seen.context.caller(), ty: seen.text() }
}

/// The attributes that methods give to `self`, at their calls if there are any.
fn classes(functions: &[(String, Vec<TypedBinding>)]) -> Vec<ClassType> {
    /// What is known of an attribute, one after the other, and whether a method knows nothing.
    type Known = (Vec<String>, bool);
    let mut found: BTreeMap<&str, Vec<(&str, Known)>> = BTreeMap::new();
    for (function, rows) in functions {
        let Some((class, _)) = function.rsplit_once('.') else { continue };
        for (row, types) in rows {
            let Some(name) = row.name.strip_prefix("self.") else { continue };
            let attributes = found.entry(class).or_default();
            let at = attributes.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
                attributes.push((name, Known::default()));
                attributes.len() - 1
            });
            let (texts, has_unknown) = &mut attributes[at].1;
            let (known, is_unknown) = joined_with_unknown(types);
            texts.extend(known.map(text::print_ty).filter(|text| !texts.contains(text)));
            *has_unknown |= is_unknown;
        }
    }
    let shown = |(mut texts, has_unknown): Known| {
        texts.extend(has_unknown.then(|| text::print_ty(Ty::unknown())));
        texts.join(" | ")
    };
    let class = |(class, attributes): (&str, Vec<(&str, Known)>)| ClassType {
        class: class.to_owned(),
        attributes: attributes.into_iter().map(|(name, known)| (name.to_owned(), shown(known))).collect(),
    };
    found.into_iter().map(class).collect()
}
