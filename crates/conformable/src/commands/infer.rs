//! `conformable infer`: the types of functions and bindings of one file, or of one call.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use conformable_dialects::Language;
use conformable_dialects::pyccel::{self, Target};
use conformable_python::diagnostic::{Diagnostic, Severity};
use conformable_python::{
    Binding, CallError, Facts, FunctionType, Inference, ModuleSource, ParsedFiles, Program, SourceFile, rules,
};
use rayon::prelude::*;
use ruff_text_size::{TextRange, TextSize};

use super::{cwd, palette, print};
use crate::cli::{Emit, Format, Infer};
use crate::config::Config;
use crate::languages::{is_within, language_of};
use crate::loader::{Disk, Loader, WithHeaders};
use crate::report::types::{as_json, as_text};
use crate::report::{Sources, json};
use crate::shown::shown;
use crate::{Usage, discover, memory, paths, read, run};

/// Infers and reports; the exit code is 1 if a file can't be read or parsed.
pub fn run(options: &Infer) -> Result<ExitCode, Usage> {
    let cwd = cwd()?;
    let path = paths::absolute(&options.file, &cwd);
    let mut config = Config::find(&path, &cwd)?;
    if let Some(dialect) = options.dialect {
        config.use_dialect(dialect);
    }
    let is_folder = path.is_dir();
    if is_folder && (options.call.is_some() || options.emit.is_some()) {
        let shown = options.file.display();
        return Err(Usage(format!("`{shown}` is a folder; --call and --emit are for one file")));
    }
    let found = discover::discover(std::slice::from_ref(&options.file), &cwd, &config.exclude)?;
    let job = Job { loader: Arc::new(Loader::new(Disk::default(), &cwd, &found.files)), config, cwd };
    let pool = run::threads(if is_folder { None } else { Some(1) })?;
    if let Some(target) = options.emit {
        print(&pool.install(|| job.emitted(&found.files, target))?);
        return Ok(ExitCode::SUCCESS);
    }
    let mut inferred = pool.install(|| match &options.call {
        Some(call) => job.called(&found.files, call),
        None => job.inferred(&found.files, options.expressions),
    })?;
    for (folder, reason) in &found.unreadable {
        let shown: Arc<str> = paths::display(folder, &job.cwd).into();
        inferred.push(Inferred::failed(shown.clone(), *read::unreadable(&shown, reason)));
    }
    let sources = pool.install(|| job.choose(&mut inferred));
    match (options.output_format, &inferred[..]) {
        (Format::Text, []) => {
            print(discover::nothing_found(std::slice::from_ref(&options.file), &job.cwd, &job.config.exclude))
        }
        (Format::Text, [one]) if !is_folder => print(&as_text(&one.inference, &one.path, &sources, &palette())),
        (Format::Text, all) => {
            let text = |one: &Inferred| (one.path.clone(), as_text(&one.inference, &one.path, &sources, &palette()));
            // Of a file that only imports, as `__init__.py` does, there is nothing to say.
            let texts = all.iter().map(text).filter(|(_, text)| !text.is_empty());
            let texts = texts.map(|(path, text)| format!("{path}\n\n{text}"));
            print(&texts.collect::<Vec<_>>().join("\n"));
        }
        (Format::Json, [one]) if !is_folder => {
            print(&(json::pretty(&as_json(&one.inference, &one.path, &sources)) + "\n"))
        }
        (Format::Json, all) => print(&(json::pretty(&all_as_json(all, &sources)) + "\n")),
    }
    let failed = inferred.iter().any(Inferred::has_failed);
    Ok(ExitCode::from(u8::from(failed)))
}

/// What is inferred of one file.
struct Inferred {
    path: Arc<str>,
    inference: Inference,
    /// A language's errors say that its compiler refuses the file.
    is_of_language: bool,
}

impl Inferred {
    fn failed(path: Arc<str>, diagnostic: Diagnostic) -> Self {
        let inference = Inference { diagnostics: vec![diagnostic], ..Inference::default() };
        Inferred { path, inference, is_of_language: false }
    }

    fn has_failed(&self) -> bool {
        let is_failure =
            |d: &Diagnostic| d.severity == Severity::Error && (self.is_of_language || d.rule.is_about_the_run());
        self.inference.diagnostics.iter().any(is_failure)
    }
}

/// Files with what they are inferred by.
struct Job {
    loader: Arc<Loader<Disk>>,
    config: Config,
    cwd: PathBuf,
}

impl Job {
    fn program<'m>(&self, parsed: &'m ParsedFiles, files: Vec<SourceFile>) -> Arc<Program<'m>> {
        let program = Program::new(parsed, files, self.config.settings.clone());
        let program = program.with_modules(self.loader.clone()).with_catalogue(self.config.catalogue);
        Arc::new(program.with_memory(memory::is_used_up))
    }

    fn read(&self, path: &Path) -> Result<SourceFile, Box<Diagnostic>> {
        let file = run::read_file(path, &self.cwd, &self.loader)?;
        self.loader.add(path.to_owned(), file.clone());
        Ok(file)
    }

    fn language(&self, file: &SourceFile) -> Option<&'static dyn Language> {
        language_of(file, &paths::absolute(Path::new(&*file.path), &self.cwd), &self.config)
    }

    /// Of all files; functions have the types of calls in any of them.
    fn inferred(&self, paths: &[PathBuf], expressions: bool) -> Result<Vec<Inferred>, Usage> {
        let (mut inferred, mut files) = (Vec::new(), Vec::new());
        for path in paths {
            match self.read(path) {
                Ok(file) => files.push(file),
                Err(diagnostic) => inferred.push(Inferred::failed(diagnostic.place.file.clone(), *diagnostic)),
            }
        }
        let parsed = ParsedFiles::default();
        let program = self.program(&parsed, files);
        let of_file = |index: usize| {
            let file = &program.files()[index];
            match self.language(file) {
                Some(language) => {
                    self.in_language(language, &program, index).map(|found| (found, Facts::default(), true))
                }
                None => infer(&program, index).map(|(found, facts)| (found, facts, false)),
            }
        };
        let found: Result<Vec<_>, Usage> = (0..program.files().len()).into_par_iter().map(of_file).collect();
        let mut all = Facts::default();
        for (index, (inference, facts, is_of_language)) in found?.into_iter().enumerate() {
            all.merge(facts);
            let path = Arc::clone(&program.files()[index].path);
            inferred.push(Inferred { path, inference, is_of_language });
        }
        for one in inferred.iter_mut().filter(|one| !one.is_of_language) {
            if let Some(index) = program.files().iter().position(|file| file.path == one.path) {
                program.add_calls(index, &mut one.inference, &all);
                if expressions {
                    program.add_expressions(index, &mut one.inference, &all);
                }
            }
        }
        inferred.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(inferred)
    }

    /// One call of a function of the one file.
    fn called(&self, paths: &[PathBuf], call: &str) -> Result<Vec<Inferred>, Usage> {
        let file = match self.read(&paths[0]) {
            Ok(file) => file,
            Err(diagnostic) => return Ok(vec![Inferred::failed(diagnostic.place.file.clone(), *diagnostic)]),
        };
        if let Some(language) = self.language(&file) {
            return Err(Usage(format!("--call is for NumPy's files, this one is {}'s", language.name())));
        }
        let path = Arc::clone(&file.path);
        let parsed = ParsedFiles::default();
        let program = self.program(&parsed, vec![file]);
        let inference = within_limits(|| program.infer_call(0, call))?;
        let refused = |error| Usage(pointing(call, &error));
        let inference = inference.map_err(refused)?;
        if let Some(error) = inference.diagnostics.iter().find_map(|found| wrong_itself(found, call)) {
            return Err(refused(error));
        }
        Ok(vec![Inferred { path, inference, is_of_language: false }])
    }

    /// The declarations of the one file.
    fn emitted(&self, paths: &[PathBuf], target: Emit) -> Result<String, Usage> {
        let file = self.read(&paths[0]).map_err(|found| Usage(format!("{}: {}", found.place.file, found.message)))?;
        match self.language(&file) {
            Some(language) => declarations(language, &file, &WithHeaders(&*self.loader), target),
            None => Err(Usage("--emit is for Pyccel's files: add --dialect pyccel".to_owned())),
        }
    }

    /// Leaves the findings that are shown; the texts of all files.
    fn choose(&self, inferred: &mut [Inferred]) -> Sources {
        let texts = self.loader.texts();
        for one in &mut *inferred {
            let checked = std::slice::from_ref(&one.path);
            let found = std::mem::take(&mut one.inference.diagnostics);
            let mut left = shown(found, &texts, (checked, checked), &self.config, &self.cwd);
            // Of a call alone nobody knows whether a comment is needed.
            left.retain(|d| d.rule != rules::UNUSED_SUPPRESSION);
            one.inference.diagnostics = left;
        }
        Sources::new(texts)
    }

    /// The types of a file in a statically typed language; of what isn't in the language as of any file.
    fn in_language(
        &self,
        language: &dyn Language,
        program: &Arc<Program<'_>>,
        index: usize,
    ) -> Result<Inference, Usage> {
        let file = &program.files()[index];
        let modules: &dyn ModuleSource = &WithHeaders(&*self.loader);
        let inferred = run::guarded(|| conformable_dialects::infer(language, file, Some(modules))).map_err(failed)?;
        let functions = inferred.functions.into_iter().map(|f| FunctionType {
            function: f.function,
            line: f.line,
            range: (0, 0),
            instance: f.instance,
            signature: f.signature,
            returns: f.returns,
            calls: Vec::new(),
            has_more_calls: false,
            bindings: Vec::new(),
        });
        let own = Inference {
            functions: functions.collect(),
            bindings: inferred.bindings,
            diagnostics: inferred.diagnostics,
            ..Inference::default()
        };
        let Some(parts) = inferred.judged else { return Ok(own) };
        let (mut rest, facts) = infer(program, index)?;
        program.add_calls(index, &mut rest, &facts);
        Ok(beside(rest, own, file, &parts))
    }
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
        .map_err(failed)?
        .map_err(|why| Usage(format!("{}: {why}", file.path)))
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

/// An object for each file, as of one alone, and its name.
fn all_as_json(all: &[Inferred], sources: &Sources) -> serde_json::Value {
    let of_file = |one: &Inferred| {
        let mut answer = as_json(&one.inference, &one.path, sources);
        answer["filename"] = (*one.path).into();
        answer
    };
    all.iter().map(of_file).collect()
}

fn infer(program: &Arc<Program<'_>>, index: usize) -> Result<(Inference, Facts), Usage> {
    within_limits(|| program.infer(index))
}

/// What the analysis gives within a file's memory, or that it failed.
fn within_limits<T>(work: impl FnOnce() -> T) -> Result<T, Usage> {
    memory::begin();
    let done = run::guarded(work);
    memory::end();
    done.map_err(failed)
}

fn failed(said: String) -> Usage {
    Usage(format!("the checker failed on this file, please report it: {said}"))
}

/// The error that is of the call itself, which stands in no file: it is shown where it was written.
fn wrong_itself(found: &Diagnostic, call: &str) -> Option<CallError> {
    let is_of_call = found.place.range == TextRange::default() && found.calls.is_empty();
    (is_of_call && found.severity == Severity::Error).then(|| CallError {
        message: found.message.clone(),
        offset: call.rfind(')').unwrap_or_default(),
        expected: found.help.clone().unwrap_or_default(),
    })
}

fn pointing(call: &str, error: &CallError) -> String {
    super::pointing("--call", &error.message, call, error.offset, &error.expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_is_not_understood_is_pointed_at() {
        let error = CallError { message: "the bracket isn't closed".to_owned(), offset: 9, expected: "`]`".to_owned() };
        assert_eq!(
            pointing("f(float64[3)", &error),
            "--call: the bracket isn't closed\n\n  f(float64[3)\n           ^ expected `]`"
        );
    }
}
