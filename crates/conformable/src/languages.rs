//! Which language a file is written in: Python with NumPy, or one of the languages of `conformable_dialects`.
//!
//! One language alone judges a file. The command line's `--dialect` names it for all files, the configuration's
//! `dialects` for those that its patterns match; else a file says itself what it is, by what it imports.

use std::path::Path;

use conformable_dialects::Language;
use conformable_python::{Dialect, SourceFile, source};

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

/// The language that a file says it is in.
pub fn by_itself(file: &SourceFile) -> Option<&'static dyn Language> {
    // Most files don't even mention one.
    let mentioned =
        conformable_dialects::languages().into_iter().filter(|language| file.text.contains(language.name()));
    mentioned
        .into_iter()
        .find(|language| source::parse(file, None).is_ok_and(|parsed| language.is_written_in(parsed.syntax())))
}
