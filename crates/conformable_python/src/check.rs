//! The roots of a file: its top level as a script, then each function that nothing has called.

use conformable_types::{Ty, text};
use ruff_text_size::TextRange;

use crate::diagnostic::{Diagnostic, Findings};
use crate::eval::calls::Arguments;
use crate::eval::{Bound, Evaluator};
use crate::module::Module;
use crate::program::{Binding, CallError, FunctionType, Inference, Program, Statistics};
use crate::value::{Function, Kind, Sym, Value};

pub struct Checked {
    pub diagnostics: Vec<Diagnostic>,
    pub statistics: Statistics,
}

/// Evaluate a module as a script, then its functions on their own.
pub fn check_module(program: &Program, module: &Module, _strict: bool) -> Checked {
    let mut evaluator = Evaluator::new(program);
    evaluator.run_module(module, true);
    let mut findings: Findings = evaluator.take_findings().into_iter().collect();
    let mut statistics = evaluator.statistics;
    for function in evaluator.roots_of(module) {
        let mut root = evaluator.root();
        root.run_alone(&function);
        findings.extend(root.take_findings());
        statistics += root.statistics;
    }
    Checked { diagnostics: findings.into_sorted(), statistics }
}

/// The types of a module's bindings and functions.
pub fn infer_module(program: &Program, module: &Module) -> Inference {
    let mut evaluator = Evaluator::new(program);
    evaluator.bound = Some(Vec::new());
    evaluator.run_module(module, true);
    let mut inference = Inference { diagnostics: evaluator.take_findings(), ..Inference::default() };
    let bound = evaluator.bound.take().unwrap_or_default();
    inference.bindings.extend(rows(bound.iter().filter(|b| b.function.is_empty() && b.module.id == module.id)));
    for function in evaluator.functions_of(module) {
        let mut root = evaluator.root();
        root.bound = Some(Vec::new());
        let (returns, _) = root.run_alone(&function);
        let bound = root.bound.take().unwrap_or_default();
        let own = bound.iter().filter(|b| b.function == function.qualified && b.module.id == module.id);
        inference.bindings.extend(rows(own));
        let returns = text::print_ty(root.type_of(&returns));
        inference.functions.push(FunctionType {
            function: function.qualified.clone(),
            line: module.line(function.range),
            signature: signature(&function, &returns),
            returns,
        });
    }
    inference.functions.sort_by_key(|function| function.line);
    inference
}

/// Parameters as they are written, and the result.
fn signature(function: &Function<'_>, returns: &str) -> String {
    let mut params = Vec::new();
    if let Some(list) = function.params {
        for param in list.iter_non_variadic_params() {
            params.push(format!("{}: Unknown", param.parameter.name));
        }
    }
    format!("({}) -> {returns}", params.join(", "))
}

/// One row a binding site; several types of one are their union.
fn rows<'b, 'p: 'b>(bound: impl Iterator<Item = &'b Bound<'p>>) -> Vec<Binding> {
    let mut sites: Vec<(TextRange, &Bound<'p>, Vec<Ty>)> = Vec::new();
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
                name: bound.name.clone(),
                line,
                column,
                ty: text::print_ty(Ty::union(types)),
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
    let mut evaluator = Evaluator::new(program);
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
    evaluator.bound = Some(Vec::new());
    evaluator.take_findings();
    let result = evaluator.call(&target, arguments, TextRange::default());
    let returns = text::print_ty(evaluator.type_of(&result));
    let bound = evaluator.bound.take().unwrap_or_default();
    Ok(Inference {
        functions: Vec::new(),
        returns: Some(returns),
        bindings: rows(bound.iter().filter(|b| b.module.id == module.id)),
        diagnostics: evaluator.take_findings(),
    })
}
