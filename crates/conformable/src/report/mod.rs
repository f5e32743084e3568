//! Reports: the same findings for people and for programs.
//!
//! Each format is one file with one function from findings to text. None of them knows where the
//! findings come from or where the text goes.

pub mod concise;
pub mod coverage;
pub mod github;
pub mod gitlab;
pub mod html;
pub mod json;
pub mod junit;
mod markup;
pub mod sarif;
pub mod sources;
pub mod text;
pub mod types;

#[cfg(test)]
mod fixture;

use conformable_python::diagnostic::{Diagnostic, Severity};
use conformable_python::rules::{Rule, Rules};

pub use sources::Sources;

/// The address of a rule's page; one that a stub declares has none but in the program.
pub fn url(rule: &Rule) -> Option<String> {
    let repository = env!("CARGO_PKG_REPOSITORY");
    Rules::built_in().by_code(rule.code).map(|own| format!("{repository}/blob/main/spec/errors/{}.md", own.code))
}

/// The message with the shapes, for formats without a place of their own for them.
pub fn full_message(diagnostic: &Diagnostic) -> String {
    if diagnostic.label.text.is_empty() {
        diagnostic.message.clone()
    } else {
        format!("{} ({})", diagnostic.message, diagnostic.label.text)
    }
}

/// One line that says how a run went: `Found 3 errors, 1 warning in 14 files.`
pub fn summary(diagnostics: &[Diagnostic], files: usize) -> String {
    let count = |severity| {
        let of_it = |d: &&Diagnostic| d.severity == severity;
        diagnostics.iter().filter(of_it).count()
    };
    let checked = number(files, "file");
    let found: Vec<String> = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .map(|severity| (count(severity), severity))
        .filter(|(count, _)| *count > 0)
        .map(|(count, severity)| number(count, severity.as_str()))
        .collect();
    if found.is_empty() {
        format!("All good: {checked} checked, no errors.")
    } else {
        format!("Found {} in {checked}.", found.join(", "))
    }
}

/// `1 file`, `2 files`.
pub fn number(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries() {
        assert_eq!(summary(&[], 14), "All good: 14 files checked, no errors.");
        assert_eq!(summary(&[], 1), "All good: 1 file checked, no errors.");
        let (diagnostics, _) = fixture::findings();
        assert_eq!(summary(&diagnostics, 14), "Found 2 errors, 1 warning in 14 files.");
    }
}
