//! `infer --call 'f(float64[10, 3], 4)'`: one call of one function, with types or values as arguments.
//!
//! What reads as a type is one; else it is an expression of the file: a literal, a name of the module, a call.

use std::rc::Rc;
use std::sync::Arc;

use conformable_signatures::without_floats;
use conformable_types::term::{Leaf, visit_ty};
use conformable_types::text::expr::{ParseError, parse_expr};
use conformable_types::text::read::Reader;
use conformable_types::text::{nearest, print_ty};
use conformable_types::{DType, Ty};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::{Ranged, TextRange, TextSize};

use crate::check::recorder;
use crate::domain::heap::ObjectId;
use crate::domain::value::{Kind, Sym, Value};
use crate::eval::call::arguments::Arguments;
use crate::eval::{Evaluator, Tentative};
use crate::front::facts::{CallerKind, Context};
use crate::front::module::Module;
use crate::front::program::{CallError, Inference, Program};
use crate::front::settings::FactsWanted;
use crate::infer::BindingSites;
use crate::syntax::literals::dotted;

/// What is called, and the arguments: their names, and where their texts are.
type Parts = (String, Vec<(Option<String>, TextRange)>);

/// One call of one function with these types or values. What is wrong with the call itself is a finding at an empty range,
/// since the call stands in no file.
pub fn infer_call<'m>(program: &Arc<Program<'m>>, module: &'m Module, call: &str) -> Result<Inference, CallError> {
    let (path, written) = parts(call)?;
    let mut evaluator = Evaluator::new(program, &Rc::default());
    let scope = evaluator.run_module(module, true);
    evaluator.take_findings();
    let mut names = path.split('.');
    let mut target =
        evaluator.lookup_in(scope, Sym::new(names.next().unwrap_or_default())).unwrap_or_else(Value::unknown);
    evaluator.enter_module(module, scope);
    for part in names {
        target = evaluator.attribute(&target, Sym::new(part), TextRange::default());
    }
    if !matches!(target.kind, Kind::Function(_) | Kind::Class(_) | Kind::Bound(_)) {
        return Err(CallError {
            message: format!("no function `{path}` in {}", module.file.path),
            offset: 0,
            expected: "the name of a function of the file".into(),
        });
    }
    let mut arguments = Arguments::default();
    for (keyword, range) in written {
        let value = argument(&mut evaluator, module, scope, call, range)?;
        match keyword {
            Some(keyword) => arguments.keywords.push((Sym::new(&keyword), value)),
            None => arguments.positional.push(value),
        }
    }
    evaluator.output.facts = recorder(FactsWanted::Types);
    evaluator.begin_facts(CallerKind::Run);
    evaluator.take_findings();
    let result = evaluator.call(&target, arguments, TextRange::default());
    let diagnostics = evaluator.take_findings();
    let returns = print_ty(without_floats(evaluator.type_of(&result)));
    let mut facts = evaluator.output.facts.take();
    if let Some(facts) = &mut facts {
        facts.end_root(evaluator.fuel == 0);
    }
    let facts = facts.map(|facts| facts.facts(program)).unwrap_or_default();
    let mut inference = Inference { returns: Some(returns), diagnostics, ..Inference::default() };
    if let Some(file) = facts.file(&module.file.path) {
        let calls = file.calls.iter().map(|call| Context::Call(call.clone()));
        let sites = BindingSites::of(file);
        for context in std::iter::once(Context::Module).chain(calls) {
            inference.bindings.extend(sites.rows(module, &context));
        }
        inference.bindings.sort_by(|a, b| (a.line, a.column, &a.ty).cmp(&(b.line, b.column, &b.ty)));
        inference.bindings.dedup();
    }
    Ok(inference)
}

fn wrong(message: &str, offset: usize, expected: &str) -> CallError {
    CallError { message: message.into(), offset, expected: expected.into() }
}

const ARGUMENTS: &str = "`(` and the arguments, types or values";

/// What is called, and the arguments.
fn parts(call: &str) -> Result<Parts, CallError> {
    // What types have and Python hasn't, `float64[?, #1]`, doesn't change where arguments end.
    let plain = call.replace(['?', '#'], "_");
    let Ok(parsed) = ruff_python_parser::parse_expression(&plain) else {
        // Types know better what is wrong with them.
        parse_expr(call).map_err(|error| not_read(&error, 0))?;
        return Err(wrong("this is no call", 0, "a function and its arguments, types or values"));
    };
    let Expr::Call(written) = &*parsed.syntax().body else {
        return Err(wrong("this is not a call", call.len(), ARGUMENTS));
    };
    let at = |range: TextRange| range.start().to_usize();
    let Some(path) = dotted(&written.func) else {
        let expected = "the name of a function; of a method `Class.method`, with `self` as the first argument";
        return Err(wrong("this is not a name", at(written.func.range()), expected));
    };
    let mut arguments = Vec::new();
    for argument in &written.arguments.args {
        if argument.is_starred_expr() {
            return Err(wrong("a `*` among the arguments", at(argument.range()), "each argument by itself"));
        }
        arguments.push((None, argument.range()));
    }
    for keyword in &written.arguments.keywords {
        let Some(name) = &keyword.arg else {
            return Err(wrong("a `**` among the arguments", at(keyword.range()), "each argument by itself"));
        };
        arguments.push((Some(name.to_string()), keyword.value.range()));
    }
    Ok((path, arguments))
}

/// The value of an argument: what a name of the module holds, what a call gives, a tuple of such, a value of the type that
/// it reads as, or what it gives as any other expression.
fn argument<'p>(
    evaluator: &mut Evaluator<'p>,
    module: &'p Module,
    scope: ObjectId,
    call: &str,
    range: TextRange,
) -> Result<Value<'p>, CallError> {
    let text = &call[range];
    let held = evaluator.lookup_in(scope, Sym::new(text));
    if let Some(held) = held.filter(|held| matches!(held.kind, Kind::Array(_) | Kind::Object(_) | Kind::Tuple(_))) {
        return Ok(held);
    }
    let source = evaluator.program.argument(module, text);
    let written = match source.and_then(|source| source.body().first()) {
        Some(Stmt::Expr(written)) => Some(&*written.value),
        _ => None,
    };
    if let Some(Expr::Tuple(tuple)) = written {
        // The text stands behind a parenthesis there.
        let place = |item: &Expr| item.range() - TextSize::of('(') + range.start();
        let items: Result<Vec<Value<'p>>, CallError> =
            tuple.iter().map(|item| argument(evaluator, module, scope, call, place(item))).collect();
        return items.map(Value::tuple);
    }
    let mut evaluated = || {
        evaluator.enter_module(source?, scope);
        let value = evaluator.quietly(|evaluator| written.map(|written| evaluator.expr(written)));
        evaluator.frames.pop();
        value.filter(|value| !value.is_unknown())
    };
    if written.is_some_and(|written| written.is_call_expr() || written.is_number_literal_expr())
        && let Some(value) = evaluated()
    {
        return Ok(value);
    }
    let ty = parse_expr(text).and_then(|expression| Reader::for_expr(&expression).ty(&expression));
    match ty {
        Err(error) => evaluated().ok_or_else(|| not_read(&error, range.start().to_usize())),
        Ok(ty) => match unknown_dtype(ty) {
            Some(name) => Err(no_dtype(name, text, range.start().to_usize())),
            None => Ok(evaluator.value_of(ty)),
        },
    }
}

/// A name that stands where a dtype does, and is none; a variable for dtypes has a letter, or begins with a capital.
fn unknown_dtype(ty: Ty) -> Option<Sym> {
    let mut unknown = None;
    visit_ty(ty, &mut |leaf| {
        let name = leaf.name().filter(|_| matches!(leaf, Leaf::Elem(_)));
        unknown =
            unknown.or(name.filter(|name| name.as_str().len() > 1 && name.as_str().starts_with(char::is_lowercase)));
    });
    unknown
}

fn no_dtype(name: Sym, text: &str, offset: usize) -> CallError {
    let names: Vec<String> = DType::plain().map(DType::name).collect();
    let near = nearest(name.as_str(), names.iter().map(String::as_str));
    let at = text.find(name.as_str()).unwrap_or_default();
    let expected = near.map_or_else(|| "a dtype: float64, int32, bool".to_owned(), |near| format!("`{near}`"));
    wrong(&format!("there is no dtype `{name}`"), offset + at, &expected)
}

fn not_read(error: &ParseError, offset: usize) -> CallError {
    CallError {
        message: format!("found {}", error.found),
        offset: offset + error.offset,
        expected: error.expected.clone(),
    }
}
