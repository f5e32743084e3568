//! Which findings are shown, for every command and for the pages of `spec/`: what comments suppress
//! comes first, so that a comment is used even where its rule isn't selected; then what the
//! configuration selects, and notes only where they are wanted.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use conformable_python::diagnostic::{Diagnostic, Severity};
use conformable_python::rules::{self, Rules};
use conformable_python::suppression::Suppressions;

use crate::config::Config;
use crate::paths;

/// Texts by the path that is displayed.
pub type Texts = [(Arc<str>, Arc<str>)];

/// The findings to show, in the order of output.
///
/// `checked` are the files that were named, sorted: of these, what the configuration excludes is shown all the same.
/// Of those that were `evaluated` comments that suppress nothing are findings too.
///
/// Comments are found by parsing: it is to run where the stack is large.
pub fn shown(
    found: Vec<Diagnostic>,
    texts: &Texts,
    (checked, evaluated): (&[Arc<str>], &[Arc<str>]),
    config: &Config,
    cwd: &Path,
) -> Vec<Diagnostic> {
    let is_shown = |d: &Diagnostic| {
        let path = paths::absolute(Path::new(&*d.place.file), cwd);
        let is_checked = checked.binary_search(&d.place.file).is_ok();
        // An answer to `reveal_type` was asked for.
        let is_wanted = d.severity > Severity::Note || config.settings.strict || d.rule == rules::REVEAL;
        is_wanted && config.reports(d.rule, &path) && (is_checked || !config.exclude.matches(&path, false))
    };
    let mut left = unsuppressed(found, texts, (checked, evaluated), Rules::of(config.catalogue));
    left.retain(is_shown);
    left
}

/// Applies each file's comments to the findings in it.
fn unsuppressed(
    found: Vec<Diagnostic>,
    texts: &Texts,
    (checked, evaluated): (&[Arc<str>], &[Arc<str>]),
    known: Rules,
) -> Vec<Diagnostic> {
    let mut by_file: BTreeMap<Arc<str>, Vec<Diagnostic>> = BTreeMap::new();
    for finding in found {
        by_file.entry(finding.place.file.clone()).or_default().push(finding);
    }
    for path in checked {
        by_file.entry(path.clone()).or_default();
    }
    for (path, text) in texts {
        let Some(of_file) = by_file.get_mut(path) else {
            continue;
        };
        Suppressions::parse(text).apply(path, of_file, known);
        if evaluated.binary_search(path).is_err() {
            of_file.retain(|finding| finding.rule != rules::UNUSED_SUPPRESSION);
        }
    }
    for of_file in by_file.values_mut() {
        of_file.sort();
    }
    by_file.into_values().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_python::diagnostic::Span;
    use ruff_text_size::{TextRange, TextSize};

    fn finding(path: &str, rule: &'static rules::Rule) -> Diagnostic {
        let range = TextRange::at(TextSize::new(0), TextSize::new(1));
        Diagnostic::new(rule, Span::new(path, range), "m")
    }

    fn left(found: &[Diagnostic], texts: &Texts, config: &Config) -> Vec<String> {
        let left = shown(found.to_vec(), texts, (&["a.py".into()], &["a.py".into()]), config, Path::new("/p"));
        left.iter().map(|d| format!("{} {}", d.place.file, d.rule.code)).collect()
    }

    #[test]
    fn a_module_that_is_only_imported_has_no_unused_comments() {
        let texts: Vec<(Arc<str>, Arc<str>)> =
            ["a.py", "b.py"].map(|path| (path.into(), "x  # conformable: ignore[CF101]\n".into())).to_vec();
        let found =
            [finding("a.py", rules::BROADCAST), finding("b.py", rules::BROADCAST), finding("b.py", rules::MATMUL)];
        assert_eq!(left(&found, &texts, &Config::default()), ["a.py CF102", "a.py CF004", "b.py CF102"]);
    }

    #[test]
    fn a_comment_is_used_where_its_rule_is_not_selected() {
        let texts: Vec<(Arc<str>, Arc<str>)> = vec![("a.py".into(), "x  # conformable: ignore[CF102]\n".into())];
        let config = Config { ignore: vec![rules::BROADCAST], ..Config::default() };
        assert!(left(&[finding("a.py", rules::BROADCAST)], &texts, &config).is_empty());
        assert!(left(&[finding("b.py", rules::BROADCAST)], &[], &config).is_empty());
    }

    #[test]
    fn notes_are_shown_where_they_are_wanted() {
        let note = Diagnostic { severity: Severity::Note, ..finding("a.py", rules::BROADCAST) };
        let found = [note, finding("a.py", rules::REVEAL)];
        assert_eq!(left(&found, &[], &Config::default()), ["a.py CF005"]);
        let mut config = Config::default();
        config.settings.strict = true;
        assert_eq!(left(&found, &[], &config), ["a.py CF005", "a.py CF102"]);
    }
}
