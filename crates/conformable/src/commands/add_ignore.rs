//! `conformable check --add-ignore`: writes comments for what would be reported.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use conformable_python::diagnostic::Diagnostic;
use conformable_python::notebook::is_notebook;
use conformable_python::suppressing::{can_be_suppressed, with_comments};

use super::{eprint, print};
use crate::cache::Answered;
use crate::discover::Found;
use crate::report::{Sources, concise, number};
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

/// Exchanges the text of a file at once: who reads it sees the old one or the new one.
fn write(path: &Path, old: &str, new: &str) -> Result<(), String> {
    let reason = |error: std::io::Error| error.to_string();
    let path = &fs::canonicalize(path).map_err(reason)?;
    let bytes = fs::read(path).map_err(reason)?;
    let mark = if bytes.starts_with(b"\xef\xbb\xbf") { &bytes[..3] } else { &[] };
    if &bytes[mark.len()..] != old.as_bytes() {
        return Err("it isn't UTF-8, or has changed".to_owned());
    }
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".conformable");
    let beside = path.with_file_name(name);
    let written = fs::write(&beside, [mark, new.as_bytes()].concat())
        .and_then(|()| fs::set_permissions(&beside, fs::metadata(path)?.permissions()))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.map_err(reason)
}
