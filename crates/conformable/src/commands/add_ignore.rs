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
use crate::{Usage, paths};

/// Writes the comments; the exit code is 1 if some findings are left.
pub fn run(outcome: &Answered, found: &Found, cwd: &Path) -> Result<ExitCode, Usage> {
    let (mut added, mut files) = (0, 0);
    let mut left: Vec<Diagnostic> = Vec::new();
    for path in &found.files {
        let shown = paths::display(path, cwd);
        let of_file: Vec<&Diagnostic> = outcome.diagnostics.iter().filter(|d| *d.place.file == *shown).collect();
        let text = outcome.texts.iter().find(|(file, _)| **file == *shown).map(|(_, text)| text);
        let (Some(text), false) = (text, of_file.is_empty()) else { continue };
        if is_notebook(&shown) {
            eprint(&format!("{shown}: nothing is written: it is a notebook\n"));
            left.extend(of_file.into_iter().filter(|d| can_be_suppressed(d)).cloned());
            continue;
        }
        let done = with_comments(text, &of_file);
        if done.suppressed == 0 {
            continue;
        }
        match write(path, text, &done.text) {
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

/// A file that can't be read or parsed was not looked at.
fn has_failed(outcome: &Answered) -> bool {
    use conformable_python::diagnostic::Severity;
    outcome.diagnostics.iter().any(|d| d.rule.is_about_the_run() && d.severity == Severity::Error)
}
