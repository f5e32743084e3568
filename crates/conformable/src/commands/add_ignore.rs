//! `conformable check --add-ignore`: writes comments for what would be reported.

use std::path::Path;
use std::process::ExitCode;

use conformable_python::diagnostic::Diagnostic;
use conformable_python::notebook::is_notebook;
use conformable_python::suppressing::{can_be_suppressed, with_comments};

use super::{eprint, print};
use crate::cache::Answered;
use crate::discover::Found;
use crate::report::{Sources, concise, number};
use crate::rewrite::write;
use crate::{Usage, notebook, notebook_edit, paths, read};

/// Writes the comments; the exit code is 1 if some findings are left.
pub fn run(outcome: &Answered, found: &Found, cwd: &Path) -> Result<ExitCode, Usage> {
    let (mut added, mut files) = (0, 0);
    let mut left: Vec<Diagnostic> = Vec::new();
    for path in &found.files {
        let shown = paths::display(path, cwd);
        let of_file: Vec<&Diagnostic> = outcome.diagnostics.iter().filter(|d| *d.place.file == *shown).collect();
        let text = outcome.texts.iter().find(|(file, _)| **file == *shown).map(|(_, text)| text);
        let (Some(text), false) = (text, of_file.is_empty()) else { continue };
        let done = with_comments(text, &of_file);
        if done.suppressed == 0 {
            continue;
        }
        let written = if is_notebook(&shown) {
            write_notebook(path, &shown, text, &done.text)
        } else {
            write(path, text, &done.text)
        };
        match written {
            Ok(()) => (added, files) = (added + done.suppressed, files + 1),
            Err(why) => {
                eprint(&format!("{shown}: nothing is written: {why}\n"));
                left.extend(of_file.into_iter().filter(|d| can_be_suppressed(d)).cloned());
            }
        }
    }
    let wanted = outcome.diagnostics.iter().filter(|d| can_be_suppressed(d)).count();
    left.extend(outcome.diagnostics.iter().filter(|d| d.rule.is_about_the_run() && !can_be_suppressed(d)).cloned());
    eprint(&concise::render(&left, &Sources::of(&left, outcome.texts.iter().cloned())));
    let (of, files) = (number(wanted, "finding"), number(files, "file"));
    print(&format!("Added comments for {added} of {of}, in {files}.\n"));
    Ok(ExitCode::from(u8::from(added < wanted || has_failed(outcome))))
}

/// Writes into a notebook what its module has got behind some lines: all of it or nothing.
fn write_notebook(path: &Path, shown: &str, module: &str, changed: &str) -> Result<(), String> {
    let text = read::text(path)?;
    if notebook::read(&text).ok().as_deref() != Some(module) {
        return Err("it has changed".to_owned());
    }
    let (with, left) = notebook_edit::with_lines(&text, shown, module, changed);
    if left > 0 {
        return Err("a finding is in a line that is a command of IPython".to_owned());
    }
    write(path, &text, &with)
}

/// A file that can't be read or parsed was not looked at.
fn has_failed(outcome: &Answered) -> bool {
    use conformable_python::diagnostic::Severity;
    outcome.diagnostics.iter().any(|d| d.rule.is_about_the_run() && d.severity == Severity::Error)
}
