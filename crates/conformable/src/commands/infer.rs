//! `conformable infer`: the types of functions and bindings of one file, or of one call.

use std::fmt::Write;
use std::process::ExitCode;
use std::sync::Arc;

use conformable_dialects::Language;
use conformable_dialects::pyccel::{self, Target};
use conformable_python::diagnostic::{Diagnostic, Severity};
use conformable_python::{Binding, CallError, FunctionType, Inference, ModuleSource, Program, SourceFile, rules};
use ruff_text_size::{TextRange, TextSize};
use serde_json::json;

use super::{cwd, palette, print};
use crate::cli::{Emit, Format, Infer};
use crate::config::Config;
use crate::globs::Globs;
use crate::languages::{is_within, language_of};
use crate::loader::{Disk, Loader, WithHeaders};
use crate::report::{Sources, json, text};
use crate::shown::shown;
use crate::{Usage, discover, memory, paths, run};

/// Infers and reports; the exit code is 1 if the file can't be read or parsed.
pub fn run(options: &Infer) -> Result<ExitCode, Usage> {
    let cwd = cwd()?;
    let path = paths::absolute(&options.file, &cwd);
    if path.is_dir() {
        let shown = options.file.display();
        return Err(Usage(format!("`{shown}` is a folder; `infer` takes one file")));
    }
    discover::discover(std::slice::from_ref(&options.file), &cwd, &Globs::none())?;
    let mut config = Config::find(&path, &cwd)?;
    if let Some(dialect) = options.dialect {
        config.use_dialect(dialect);
    }
    let loader = Arc::new(Loader::new(Disk::default(), &cwd, std::slice::from_ref(&path)));
    let checked: Arc<str> = paths::display(&path, &cwd).into();
    let pool = run::threads(Some(1))?;
    let mut is_of_language = false;
    let mut inference = match run::read_file(&path, &cwd, &loader) {
        Ok(file) => {
            loader.add(path.clone(), file.clone());
            match language_of(&file, &path, &config) {
                Some(language) => {
                    is_of_language = true;
                    if options.call.is_some() {
                        return Err(Usage(format!("--call is for NumPy's files, this one is {}'s", language.name())));
                    }
                    if let Some(target) = options.emit {
                        let emitted = pool.install(|| declarations(language, &file, &WithHeaders(&*loader), target))?;
                        print(&emitted);
                        return Ok(ExitCode::SUCCESS);
                    }
                    pool.install(|| in_language(language, &file, &loader, &config))?
                }
                None if options.emit.is_some() => {
                    return Err(Usage("--emit is for Pyccel's files: add --dialect pyccel".to_owned()));
                }
                None => {
                    let program = Program::new(vec![file], config.settings.clone());
                    let program = program
                        .with_modules(loader.clone())
                        .with_catalogue(config.catalogue)
                        .with_memory(memory::is_used_up);
                    pool.install(|| infer(&program, options.call.as_deref()))?
                }
            }
        }
        Err(diagnostic) => Inference { diagnostics: vec![*diagnostic], ..Inference::default() },
    };
    let texts = loader.texts();
    inference.diagnostics = pool.install(|| {
        shown(
            inference.diagnostics,
            &texts,
            (std::slice::from_ref(&checked), std::slice::from_ref(&checked)),
            &config,
            &cwd,
        )
    });
    // Of a call alone nobody knows whether a comment is needed.
    inference.diagnostics.retain(|d| d.rule != rules::UNUSED_SUPPRESSION);
    let sources = Sources::of(&inference.diagnostics, texts);
    match options.output_format {
        Format::Text => print(&as_text(&inference, &sources)),
        Format::Json => print(&as_json(&inference, &sources)),
    }
    // A language's errors say that its compiler refuses the file.
    let failed = |d: &Diagnostic| d.severity == Severity::Error && (is_of_language || d.rule.is_about_the_run());
    let failed = inference.diagnostics.iter().any(failed);
    Ok(ExitCode::from(u8::from(failed)))
}

/// The declarations of a module.
fn declarations(
    language: &dyn Language,
    file: &SourceFile,
    modules: &dyn ModuleSource,
    target: Emit,
) -> Result<String, Usage> {
    let target = match target {
        Emit::C => Target::C,
        Emit::Fortran => Target::Fortran,
        Emit::Pyi => Target::Pyi,
    };
    if language.name() != pyccel::Pyccel.name() {
        return Err(Usage(format!("--emit is for Pyccel's files, this one is {}'s", language.name())));
    }
    let stem = file.path.rsplit('/').next().unwrap_or_default();
    let name = stem.strip_suffix(".py").unwrap_or(stem);
    run::guarded(|| pyccel::emit(&conformable_dialects::infer(language, file, Some(modules)), name, target))
        .map_err(|said| Usage(format!("the checker failed on this file, please report it: {said}")))?
        .map_err(|why| Usage(format!("{}: {why}", file.path)))
}

/// The same of a file in a statically typed language; of what isn't in the language as of any file.
fn in_language(
    language: &dyn Language,
    file: &SourceFile,
    loader: &Arc<Loader<Disk>>,
    config: &Config,
) -> Result<Inference, Usage> {
    let modules: &dyn ModuleSource = &WithHeaders(&**loader);
    let inferred = run::guarded(|| conformable_dialects::infer(language, file, Some(modules)))
        .map_err(|said| Usage(format!("the checker failed on this file, please report it: {said}")))?;
    let functions = inferred.functions.into_iter().map(|f| FunctionType {
        function: f.function,
        line: f.line,
        instance: f.instance,
        signature: f.signature,
        returns: f.returns,
    });
    let own = Inference {
        functions: functions.collect(),
        returns: None,
        bindings: inferred.bindings,
        diagnostics: inferred.diagnostics,
    };
    let Some(parts) = inferred.judged else { return Ok(own) };
    let program = Program::new(vec![file.clone()], config.settings.clone());
    let program = program.with_modules(loader.clone()).with_catalogue(config.catalogue).with_memory(memory::is_used_up);
    Ok(beside(infer(&program, None)?, own, file, &parts))
}

/// What is inferred of a file, with what a language says of parts of it.
fn beside(rest: Inference, own: Inference, file: &SourceFile, parts: &[TextRange]) -> Inference {
    let line = |at: TextSize| file.text[..usize::from(at)].matches('\n').count() + 1;
    let lines: Vec<_> = parts.iter().map(|part| line(part.start())..=line(part.end())).collect();
    let is_own = |at: usize| lines.iter().any(|lines| lines.contains(&at));
    let mut all = rest;
    all.functions.retain(|function| !is_own(function.line));
    all.bindings.retain(|binding| !is_own(binding.line));
    all.diagnostics.retain(|found| !is_within(found, file, parts));
    // Of a name that both know, the language's.
    let place = |binding: &Binding| (binding.line, binding.column);
    all.bindings.retain(|binding| own.bindings.iter().all(|known| place(known) != place(binding)));
    all.functions.extend(own.functions);
    all.functions.sort_by_key(|function| (function.line, function.instance));
    all.bindings.extend(own.bindings);
    all.bindings.sort_by(|a, b| (a.line, a.column, a.instance, &a.name).cmp(&(b.line, b.column, b.instance, &b.name)));
    all.diagnostics.extend(own.diagnostics);
    all
}

fn infer(program: &Program, call: Option<&str>) -> Result<Inference, Usage> {
    memory::begin();
    let inferred = run::guarded(|| program.infer(0, call));
    memory::end();
    match inferred {
        Ok(Ok(inference)) => Ok(inference),
        Ok(Err(error)) => Err(Usage(pointing(call.unwrap_or_default(), &error))),
        Err(said) => {
            let message = format!("the checker failed on this file, please report it: {said}");
            Err(Usage(message))
        }
    }
}

fn pointing(call: &str, error: &CallError) -> String {
    super::pointing("--call", &error.message, call, error.offset, &error.expected)
}

fn as_text(inference: &Inference, sources: &Sources) -> String {
    let mut out = String::new();
    for function in &inference.functions {
        let _ = writeln!(out, "{}: {}", function.function, function.signature);
    }
    let mut of = None;
    // One instance after the other.
    let mut bindings: Vec<_> = inference.bindings.iter().collect();
    bindings.sort_by_key(|binding| binding.instance);
    for binding in bindings {
        if of != Some((&binding.function, binding.instance)) {
            of = Some((&binding.function, binding.instance));
            let name = match binding.function.as_str() {
                "" => "module",
                name => name,
            };
            let _ = writeln!(out, "\nin {name}:");
        }
        let at = format!("{}:{}", binding.line, binding.column);
        let _ = writeln!(out, "{at:>8}  {}: {}", binding.name, binding.ty);
    }
    if let Some(returns) = &inference.returns {
        let _ = writeln!(out, "\nreturns {returns}");
    }
    if !inference.diagnostics.is_empty() {
        out.push('\n');
        out += &text::render(&inference.diagnostics, sources, &palette());
    }
    out.trim_start_matches('\n').to_owned()
}

fn as_json(inference: &Inference, sources: &Sources) -> String {
    let functions: Vec<_> = inference
        .functions
        .iter()
        .map(|f| {
            json!({
                "function": f.function,
                "line": f.line,
                "instance": f.instance,
                "signature": f.signature,
                "returns": f.returns,
            })
        })
        .collect();
    let bindings: Vec<_> = inference
        .bindings
        .iter()
        .map(|b| {
            json!({
                "function": b.function,
                "instance": b.instance,
                "name": b.name,
                "line": b.line,
                "column": b.column,
                "type": b.ty,
            })
        })
        .collect();
    let answer = json!({
        "functions": functions,
        "returns": inference.returns,
        "bindings": bindings,
        "diagnostics": json::values(&inference.diagnostics, sources),
    });
    json::pretty(&answer) + "\n"
}

#[cfg(test)]
mod tests {
    use conformable_python::Binding;

    use super::*;

    #[test]
    fn a_call_that_is_not_understood_is_pointed_at() {
        let error = CallError { message: "the bracket isn't closed".to_owned(), offset: 9, expected: "`]`".to_owned() };
        assert_eq!(
            pointing("f(float64[3)", &error),
            "--call: the bracket isn't closed\n\n  f(float64[3)\n           ^ expected `]`"
        );
    }

    #[test]
    fn text_and_json() {
        let inference = Inference {
            functions: vec![FunctionType {
                function: "f".to_owned(),
                line: 3,
                instance: 0,
                signature: "(T[n, d]) -> T[d]".to_owned(),
                returns: "T[d]".to_owned(),
            }],
            returns: None,
            bindings: vec![Binding {
                function: String::new(),
                instance: 0,
                name: "x".to_owned(),
                line: 6,
                column: 1,
                ty: "float64[3]".to_owned(),
            }],
            diagnostics: Vec::new(),
        };
        let sources = Sources::default();
        assert_eq!(as_text(&inference, &sources), "f: (T[n, d]) -> T[d]\n\nin module:\n     6:1  x: float64[3]\n");
        let parsed: serde_json::Value = serde_json::from_str(&as_json(&inference, &sources)).expect("JSON");
        assert_eq!(
            parsed,
            json!({
                "functions": [{
                    "function": "f", "line": 3, "instance": 0, "signature": "(T[n, d]) -> T[d]", "returns": "T[d]",
                }],
                "returns": null,
                "bindings": [{
                    "function": "", "instance": 0, "name": "x", "line": 6, "column": 1, "type": "float64[3]",
                }],
                "diagnostics": [],
            })
        );
    }
}
