//! The roots of a file: its top level as a script, then each function that nothing has called.

use std::collections::BTreeMap;
use std::rc::Rc;

use conformable_signatures::generalise::Naming;
use conformable_signatures::without_floats;
use conformable_solver::effort;
use conformable_types::{Ty, text, ty};
use ruff_text_size::TextRange;

use crate::domain::images::Images;
use crate::domain::value::{Function, Kind, Sym, Value};
use crate::eval::call::calls::Arguments;
use crate::eval::call::parameters::{StandaloneParameter, bare_atom};
use crate::eval::diagnose::sites::Sites;
use crate::eval::{Evaluator, InferredBinding};
use crate::front::diagnostic::{Diagnostic, Findings};
use crate::front::knowledge::Knowledge;
use crate::front::module::Module;
use crate::front::program::{Binding, CallError, FunctionType, Inference, Program, Statistics};
use crate::front::why::Considered;

pub struct CheckedFile {
    pub diagnostics: Vec<Diagnostic>,
    pub statistics: Statistics,
    pub knowledge: Knowledge,
    pub considered: Vec<Considered>,
    pub unmodelled: BTreeMap<&'static str, u64>,
}

/// The roots of one file, one after the other: what they say and what they know adds up.
#[derive(Default)]
struct Session {
    findings: Findings,
    statistics: Statistics,
    considered: Vec<Considered>,
    unmodelled: BTreeMap<&'static str, u64>,
    /// What is known of each expression, if somebody asks; it is with the root that is evaluated.
    sites: Option<Box<Sites>>,
}

impl Session {
    /// Evaluates a root, and gives what it found.
    fn run<'p>(&mut self, root: &mut Evaluator<'p>, run: impl FnOnce(&mut Evaluator<'p>)) -> Vec<Diagnostic> {
        root.output.sites = self.sites.take();
        effort::apart(|| run(root));
        self.sites = root.output.sites.take();
        self.statistics += root.output.statistics;
        self.statistics.unfinished += u64::from(root.fuel == 0);
        for (construct, count) in std::mem::take(&mut root.output.unmodelled) {
            *self.unmodelled.entry(construct).or_default() += count;
        }
        for row in root.output.considered.drain(..) {
            if !self.considered.contains(&row) {
                self.considered.push(row);
            }
        }
        root.take_findings()
    }
}

/// Evaluate a module as a script, then its functions on their own. If somebody asks how much is
/// known, the examples in its docstrings are callers too.
pub fn check_module<'p>(program: &'p Program, images: &Rc<Images<'p>>, module: &'p Module) -> CheckedFile {
    let sites = program.settings().statistics.then(Box::<Sites>::default);
    let mut session = Session { sites, ..Session::default() };
    let mut script = Evaluator::new(program, images);
    let found = session.run(&mut script, |root| {
        root.run_module(module, true);
    });
    session.findings.extend(found);
    if script.script.takes_arguments {
        let mut bare = Evaluator::new(program, images);
        bare.script.without_arguments = true;
        let found = session.run(&mut bare, |root| {
            root.run_module(module, true);
        });
        session.findings.supplement(found, "in a run without arguments");
    }
    let functions = script.roots_of(module);
    for (place, function) in functions.iter().enumerate() {
        let share = share(program.settings().fuel, session.statistics.fuel, functions.len() - place);
        let found = script.in_root(|root| {
            root.fuel = root.fuel.min(share);
            session.run(root, |root| {
                root.run_alone(function);
            })
        });
        session.findings.extend(found);
    }
    if session.sites.is_some() {
        for examples in program.examples(module) {
            session.run(&mut script.root(), |root| root.run_examples(examples, module));
        }
    }
    let knowledge = session.sites.map(|sites| sites.knowledge(program)).unwrap_or_default();
    let Session { findings, statistics, considered, unmodelled, .. } = session;
    CheckedFile { diagnostics: findings.into_sorted(), statistics, knowledge, considered, unmodelled }
}

/// A file as a whole has this many times a root's fuel: some seconds of work.
const FILE: u64 = 40;
/// What a function on its own has at least, however much the file has cost already.
const LEAST_SHARE: u64 = 500;

/// The most that the next function of a file may use, so that the ones behind it get something too: one may take
/// several times what is left for each.
fn share(root: u64, spent: u64, functions_left: usize) -> u64 {
    let left = (FILE * root).saturating_sub(spent);
    (8 * left / functions_left.max(1) as u64).max(LEAST_SHARE.min(root))
}

/// The types of a module's bindings and functions.
pub fn infer_module(program: &Program, module: &Module) -> Inference {
    let mut evaluator = Evaluator::new(program, &Rc::default());
    evaluator.output.bound = Some(Vec::new());
    evaluator.run_module(module, true);
    let mut inference = Inference { diagnostics: evaluator.take_findings(), ..Inference::default() };
    let bound = evaluator.take_bound();
    inference.bindings.extend(rows(bound.iter().filter(|b| b.function.is_empty() && b.module.id == module.id), None));
    for function in evaluator.functions_of(module) {
        let mut root = evaluator.root();
        root.output.bound = Some(Vec::new());
        let (returns, params) = root.run_alone(&function);
        let bound = root.take_bound();
        let own: Vec<&InferredBinding<'_>> =
            bound.iter().filter(|b| b.function == function.qualified && b.module.id == module.id).collect();
        let (signature, naming) = signature(&mut root, &function, &returns, &params, &own);
        inference.bindings.extend(rows(own.into_iter(), Some(&naming)));
        let returns = match &*signature.outputs {
            [] => text::print_ty(Ty::none()),
            [one] => text::print_ty(*one),
            many => text::print_ty(Ty::tuple(many.iter().copied())),
        };
        inference.functions.push(FunctionType {
            function: function.qualified.clone(),
            line: module.line(function.range),
            instance: 0,
            signature: text::print_function(&signature),
            returns,
        });
    }
    inference.functions.sort_by_key(|function| function.line);
    inference
}

/// How a function's signature prints.
pub fn signature_text<'p>(root: &mut Evaluator<'p>, function: &Rc<Function<'p>>) -> String {
    let (returns, params) = root.run_alone(function);
    let (signature, _) = signature(root, function, &returns, &params, &[]);
    text::print_function(&signature)
}

/// The signature of a function that was evaluated on its own.
fn signature<'p>(
    root: &mut Evaluator<'p>,
    function: &Function<'p>,
    returns: &Value<'p>,
    params: &[StandaloneParameter<'p>],
    bound: &[&InferredBinding<'p>],
) -> (ty::Function, Naming) {
    let mut hints = Vec::new();
    for one in bound {
        if let (Some(atom), false) = (bare_atom(root.state.store.resolve_ty(one.ty)), one.name.contains('.'))
            && !hints.iter().any(|(known, _)| *known == atom)
        {
            hints.push((atom, Sym::new(&one.name)));
        }
    }
    let positional_only = function.params.map_or(0, |list| list.posonlyargs.len());
    let positional = function.params.map_or(0, |list| list.posonlyargs.len() + list.args.len());
    let mut list: Vec<ty::Param> = Vec::new();
    let vararg = function.params.and_then(|list| list.vararg.as_deref());
    let plain = |name: &str, kind| ty::Param {
        name: Some(Sym::new(name)),
        kind,
        ty: Ty::unknown(),
        assumed: false,
        default: None,
    };
    for (place, param) in params.iter().enumerate() {
        if place == positional {
            list.extend(vararg.map(|vararg| plain(&vararg.name, ty::ParamKind::VarArgs)));
        }
        let kind = if place < positional_only {
            ty::ParamKind::PositionalOnly
        } else if place < positional {
            ty::ParamKind::Plain
        } else {
            ty::ParamKind::KeywordOnly
        };
        list.push(ty::Param {
            name: Some(param.name),
            kind,
            ty: root.type_of(&param.value),
            assumed: param.assumed,
            default: param.default.as_ref().map(|default| root.type_of(default)),
        });
    }
    if params.len() == positional {
        list.extend(vararg.map(|vararg| plain(&vararg.name, ty::ParamKind::VarArgs)));
    }
    if let Some(kwarg) = function.params.and_then(|list| list.kwarg.as_deref()) {
        list.push(plain(&kwarg.name, ty::ParamKind::KwArgs));
    }
    let result = root.type_of(returns);
    conformable_signatures::generalise(list, result, &root.state.store, &hints)
}

/// One row a binding site; several types of one are their union.
fn rows<'b, 'p: 'b>(bound: impl Iterator<Item = &'b InferredBinding<'p>>, naming: Option<&Naming>) -> Vec<Binding> {
    let mut sites: Vec<(TextRange, &InferredBinding<'p>, Vec<Ty>)> = Vec::new();
    for one in bound {
        match sites.iter_mut().find(|(range, _, _)| *range == one.range) {
            Some((_, _, types)) => types.push(one.ty),
            None => sites.push((one.range, one, vec![one.ty])),
        }
    }
    sites.sort_by_key(|(range, ..)| (range.start(), range.end()));
    sites
        .into_iter()
        .map(|(range, bound, types)| {
            let (line, column) = bound.module.position(range.start());
            Binding {
                function: bound.function.clone(),
                instance: 0,
                name: bound.name.clone(),
                line,
                column,
                ty: text::print_ty(Ty::union(
                    types.into_iter().map(|ty| naming.map_or_else(|| without_floats(ty), |naming| naming.apply(ty))),
                )),
            }
        })
        .collect()
}

/// One call of one function with these types.
pub fn infer_call(program: &Program, module: &Module, call: &str) -> Result<Inference, CallError> {
    use conformable_types::text::expr::{Node, ParseError, parse_expr};
    use conformable_types::text::read::Reader;
    let error = |error: ParseError| CallError {
        message: format!("found {}", error.found),
        offset: error.offset,
        expected: error.expected,
    };
    let expr = parse_expr(call).map_err(error)?;
    let Node::Call(name, args) = &expr.node else {
        return Err(CallError {
            message: "this is not a call".into(),
            offset: call.len(),
            expected: "`(` and the types of the arguments".into(),
        });
    };
    let Node::Name(path) = &name.node else {
        return Err(CallError {
            message: "this is not a name".into(),
            offset: name.offset,
            expected: "the name of a function".into(),
        });
    };
    let mut evaluator = Evaluator::new(program, &Rc::default());
    let scope = evaluator.run_module(module, true);
    evaluator.take_findings();
    let mut target = evaluator.lookup_in(scope, Sym::new(&path[0])).unwrap_or_else(Value::unknown);
    evaluator.enter_module(module, scope);
    for part in &path[1..] {
        target = evaluator.attribute(&target, Sym::new(part), TextRange::default());
    }
    if !matches!(target.kind, Kind::Function(_) | Kind::Class(_) | Kind::Bound(_)) {
        return Err(CallError {
            message: format!("no function `{}` in {}", path.join("."), module.file.path),
            offset: name.offset,
            expected: "the name of a function of the file".into(),
        });
    }
    let mut arguments = Arguments::default();
    for (keyword, arg) in args {
        let ty = Reader::for_expr(arg).ty(arg).map_err(error)?;
        let value = evaluator.value_of(ty);
        match keyword {
            Some(keyword) => arguments.keywords.push((Sym::new(keyword), value)),
            None => arguments.positional.push(value),
        }
    }
    evaluator.output.bound = Some(Vec::new());
    evaluator.take_findings();
    let result = evaluator.call(&target, arguments, TextRange::default());
    let returns = text::print_ty(without_floats(evaluator.type_of(&result)));
    let bound = evaluator.take_bound();
    Ok(Inference {
        functions: Vec::new(),
        returns: Some(returns),
        bindings: rows(bound.iter().filter(|b| b.module.id == module.id), None),
        diagnostics: evaluator.take_findings(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_behind_a_costly_one_get_their_share() {
        let (root, all) = (1_000, FILE * 1_000);
        assert!(share(root, 0, 8 * FILE as usize) >= root, "of an ordinary file each has a root's fuel");
        assert!(share(root, all / 2, 10_000) < root && share(root, all / 2, 1) > root);
        assert_eq!(share(root, all, 1), LEAST_SHARE);
        assert_eq!(share(100, 2 * all, 3), 100, "and never more than a root");
        // Whatever each function uses up, the file's cost has a bound.
        let count = 5_000;
        let spent = (0..count).fold(0, |spent, place| spent + share(root, spent, count - place).min(root));
        assert!(spent <= all + LEAST_SHARE * count as u64);
    }
}
