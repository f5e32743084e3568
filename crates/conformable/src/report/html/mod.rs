//! A report of a project as pages that a browser shows: an index by how much is known, and a page for each file.
//!
//! Each page stands alone: it has its style and its few lines of script in it, asks for nothing from anywhere (its own
//! policy forbids it), and works without the script. What it says is what `check`, `coverage` and a hover say: findings in the words
//! of the text report, expressions with what [`describe`](crate::describe) tells of them. All that comes from outside, names and
//! texts, is escaped in one place, [`escaped`].

mod index;
mod names;
mod page;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use conformable_python::diagnostic::{Diagnostic, Span};
use conformable_python::{Facts, NotEvaluated};
use rustc_hash::FxHashMap;

use super::{Sources, markup};
use crate::describe::Places;
use crate::languages::SpelledTypes;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// What a report tells: nothing is evaluated for it.
pub struct HtmlReport<'a> {
    /// What is known of the files.
    pub facts: &'a Facts,
    /// What nothing evaluates of them.
    pub not_evaluated: &'a BTreeMap<Arc<str>, NotEvaluated>,
    /// The types of files that a language judges.
    pub spelled: &'a FxHashMap<Arc<str>, SpelledTypes>,
    /// The findings, in their order.
    pub diagnostics: &'a [Diagnostic],
    /// The texts of all files.
    pub sources: &'a Sources,
    /// One line for all findings.
    pub summary: &'a str,
    /// The line that says how much is known.
    pub known: &'a str,
}

/// A file of the report, its path with `/` from the report's folder.
pub struct Page {
    /// Where it is.
    pub path: String,
    /// What is in it.
    pub html: String,
}

/// The pages, the index first.
pub fn pages(report: &HtmlReport<'_>) -> Vec<Page> {
    let pages = Pages { report, names: names::of(&shown_files(report)) };
    let of_files = pages.names.iter().map(|(file, name)| Page { path: pages_folder(name), html: pages.of_file(file) });
    let index = Page { path: "index.html".to_owned(), html: pages.index() };
    std::iter::once(index).chain(of_files).collect()
}

fn pages_folder(name: &str) -> String {
    format!("{FOLDER}/{name}")
}

/// Where the pages of files are.
pub const FOLDER: &str = "files";

/// What the index of every report has, and nothing else: by this a folder is known for an earlier report.
pub const MARK: &str = "<meta name=\"generator\" content=\"conformable report\">";

/// Those of which something is known, or found.
fn shown_files(report: &HtmlReport<'_>) -> Vec<Arc<str>> {
    let mut files: Vec<Arc<str>> = report.facts.files().map(|(file, _)| Arc::clone(file)).collect();
    files.extend(report.spelled.keys().cloned());
    files.extend(report.diagnostics.iter().map(|finding| Arc::clone(&finding.place.file)));
    files.retain(|file| report.sources.text(file).is_some());
    files.sort();
    files.dedup();
    files
}

/// The pages while they are written.
struct Pages<'a> {
    report: &'a HtmlReport<'a>,
    names: BTreeMap<Arc<str>, String>,
}

impl Pages<'_> {
    /// The address of a place, for a page in this folder; `None` if its file has no page.
    fn link(&self, place: &Span, from: &str) -> Option<String> {
        let name = self.names.get(&place.file)?;
        let row = self.report.sources.row(place);
        Some(format!("{}{name}#L{row}", if from == FOLDER { String::new() } else { format!("{FOLDER}/") }))
    }

    /// A place in words, as a link if it has a page.
    fn linked(&self, place: &Span, from: &str) -> String {
        let shown = escaped(&super::text::file_and_line(place, self.report.sources));
        match self.link(place, from) {
            Some(link) => format!("<a href=\"{}\">{shown}</a>", escaped(&link)),
            None => shown,
        }
    }
}

impl Places for Sources {
    fn name(&self, place: &Span) -> String {
        super::text::file_and_line(place, self)
    }

    fn source(&self, file: &str) -> Option<&str> {
        self.text(file)
    }

    fn line_name(&self, file: &str, line: usize) -> String {
        Sources::line_name(self, file, line)
    }
}

/// A whole document.
fn document(title: &str, mark: &str, body: &str) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
    let _ = writeln!(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n{mark}");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let _ = writeln!(out, "<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>", escaped(title));
    let _ = writeln!(out, "{body}<script>\n{SCRIPT}</script>\n</body>\n</html>");
    out
}

/// Text as HTML has it, between tags and in quoted values. What HTML can't have is shown as what can't be shown.
fn escaped(text: &str) -> String {
    markup::escaped(text, |out, c| match c {
        '\'' => out.push_str("&#39;"),
        '\n' | '\t' => out.push(c),
        // Text that turns its direction around would read as what it isn't.
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push('\u{fffd}'),
        c if c.is_control() => out.push('\u{fffd}'),
        c => out.push(c),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_its_place() {
        assert_eq!(
            escaped("</script><img onerror='x' a=\"&\">"),
            "&lt;/script&gt;&lt;img onerror=&#39;x&#39; a=&quot;&amp;&quot;&gt;"
        );
        assert_eq!(escaped("a\r\0\u{202e}\tb\n"), "a\u{fffd}\u{fffd}\u{fffd}\tb\n");
    }

    #[test]
    fn the_style_and_the_script_ask_for_nothing() {
        for text in [STYLE, SCRIPT] {
            for part in ["url(", "http:", "https:", "@import", "fetch", "</"] {
                assert!(!text.contains(part), "{part}");
            }
        }
    }
}
