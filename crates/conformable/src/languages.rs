//! Which language a file is written in: Python with NumPy, or one of the languages of `conformable_dialects`.
//!
//! One language alone judges a piece of code: a file, or of some languages' files those functions that are in them. The command line's `--dialect` names it for all files, the configuration's
//! `dialects` for those that its patterns match; else a file says itself what it is, by what it imports.

use std::collections::BTreeMap;
use std::path::Path;

use conformable_dialects::{Inferred, Language};
use conformable_python::diagnostic::Diagnostic;
use conformable_python::{Dialect, Reached, Report, SourceFile, source};
use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use crate::config::Config;

/// The language that judges a file; `None` for Python with NumPy.
pub fn language_of(file: &SourceFile, path: &Path, config: &Config) -> Option<&'static dyn Language> {
    if let Dialect::Language(name) = config.settings.dialect {
        return conformable_dialects::language(name);
    }
    if let Some((name, _)) = config.dialects.iter().find(|(_, globs)| globs.matches(path, false)) {
        return conformable_dialects::language(name);
    }
    if config.is_numpy_named {
        return None;
    }
    by_itself(file)
}

/// What a language says of places in a file, as its users write types; of several instances of a function each type once.
#[derive(Clone, Debug, Default)]
pub struct SpelledTypes {
    /// Signatures by the lines of their `def`, from 1.
    pub functions: BTreeMap<usize, Vec<String>>,
    /// Types of expressions.
    pub expressions: FxHashMap<TextRange, Vec<String>>,
    /// Types of names where they are bound, by line and column from 1, in characters.
    pub bindings: BTreeMap<(usize, usize), Vec<String>>,
}

impl SpelledTypes {
    /// Those of an inferred file.
    pub fn of(language: &dyn Language, inferred: &Inferred) -> SpelledTypes {
        let mut types = SpelledTypes::default();
        let add = |known: &mut Vec<String>, text: String| {
            if !known.contains(&text) {
                known.push(text);
            }
        };
        for function in &inferred.functions {
            let name = function.function.rsplit('.').next().unwrap_or_default();
            add(types.functions.entry(function.line).or_default(), format!("{name}{}", function.signature));
        }
        for (range, _, ty) in &inferred.expressions {
            add(types.expressions.entry(*range).or_default(), language.spell(*ty));
        }
        for binding in &inferred.bindings {
            add(types.bindings.entry((binding.line, binding.column)).or_default(), binding.ty.clone());
        }
        types
    }
}

/// The report of a file: the language's of what it judges, and of the rest the checker's.
pub fn beside(inferred: Inferred, file: &SourceFile, rest: impl FnOnce() -> Report) -> Report {
    let Some(parts) = inferred.judged else {
        return Report { diagnostics: inferred.diagnostics, reached: Reached::Evaluation, ..Report::default() };
    };
    let mut report = rest();
    report.diagnostics.retain(|found| !is_within(found, file, &parts));
    report.diagnostics.extend(inferred.diagnostics);
    report
}

/// Is a finding about one of these parts of a file?
pub fn is_within(found: &Diagnostic, file: &SourceFile, parts: &[TextRange]) -> bool {
    found.place.file == file.path && parts.iter().any(|part| part.contains_range(found.place.range))
}

/// The language that a file says it is in.
pub fn by_itself(file: &SourceFile) -> Option<&'static dyn Language> {
    // Most files don't even mention one.
    let mentioned =
        conformable_dialects::languages().into_iter().filter(|language| file.text.contains(language.name()));
    mentioned
        .into_iter()
        .find(|language| source::parse(file, None).is_ok_and(|parsed| language.is_written_in(parsed.syntax())))
}
