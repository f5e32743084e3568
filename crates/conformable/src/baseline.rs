//! A baseline: findings that a project has and lives with for now, in a file beside its code. Only what isn't in it is reported.
//!
//! A finding is known again by its file, its rule, the function that it is in and the text of its line, whose spaces don't
//! matter: not by the number of the line, so that it stays known when lines move. Of equal ones as many are known as the file
//! counts. In a file that has another name now they are known by the rest. Nothing here reads or writes files.

use conformable_types::text;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use conformable_python::diagnostic::{Diagnostic, Severity};
use conformable_python::{SourceFile, source};
use ruff_python_ast::Stmt;
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_text_size::{Ranged, TextSize};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::paths;
use crate::shown::Texts;

/// The version of the form.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineFile {
    version: u32,
    findings: Vec<BaselineRow>,
}

/// Findings that are told apart by nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct BaselineRow {
    #[serde(flatten)]
    same: Fingerprint,
    severity: String,
    count: usize,
}

/// By what a finding is known again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fingerprint {
    /// The path from the baseline's folder, with `/`.
    pub file: String,
    /// The rule's code.
    pub code: String,
    /// The qualified name of the function or class around it; empty for the module.
    pub function: String,
    /// The text of its first line, with single spaces.
    pub line: String,
}

/// How many findings there are of each fingerprint, and how grave they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline(BTreeMap<Fingerprint, (usize, String)>);

/// Findings, held against a baseline.
pub struct Compared {
    /// Those that aren't in it.
    pub left: Vec<Diagnostic>,
    /// How many are.
    pub known: usize,
    /// What is in it and isn't found: how often each.
    pub unfound: Vec<(Fingerprint, usize)>,
}

/// Where paths of a run and of a baseline begin.
#[derive(Clone, Copy)]
pub struct Folders<'a> {
    /// The working directory.
    pub cwd: &'a Path,
    /// The folder that the baseline is in.
    pub baseline: &'a Path,
}

impl Folders<'_> {
    /// The absolute path of a file of the baseline.
    pub fn absolute(&self, file: &str) -> PathBuf {
        paths::absolute(Path::new(file), self.baseline)
    }

    fn of_baseline(&self, shown: &str) -> String {
        paths::display(&paths::absolute(Path::new(shown), self.cwd), self.baseline)
    }
}

impl Baseline {
    /// Reads one; the error says what is wrong with the text.
    pub fn read(text: &str) -> Result<Baseline, String> {
        // What another version has is not looked at.
        #[derive(Deserialize)]
        struct Versioned {
            version: u32,
        }
        let wrong = |error: serde_json::Error| format!("is no baseline: {error}");
        let Versioned { version } = serde_json::from_str(text).map_err(wrong)?;
        if version != VERSION {
            return Err(format!("is a baseline of version {version}, not {VERSION}: --update-baseline makes it anew"));
        }
        let file: BaselineFile = serde_json::from_str(text).map_err(wrong)?;
        let mut rows = BTreeMap::new();
        for row in file.findings {
            rows.entry(row.same).or_insert((0, row.severity)).0 += row.count;
        }
        Ok(Baseline(rows))
    }

    /// Its text, of which each finding has lines of its own.
    pub fn text(&self) -> String {
        let row = |(same, (count, severity)): (&Fingerprint, &(usize, String))| BaselineRow {
            same: same.clone(),
            severity: severity.clone(),
            count: *count,
        };
        let file = BaselineFile { version: VERSION, findings: self.0.iter().map(row).collect() };
        serde_json::to_string_pretty(&file).expect("strings and numbers are JSON") + "\n"
    }

    /// The baseline of these findings. Those that say that a file can't be read or checked are in none.
    pub fn of(diagnostics: &[Diagnostic], texts: &Texts, folders: Folders<'_>) -> Baseline {
        let mut rows = BTreeMap::new();
        for (finding, same) in fingerprints(diagnostics, texts, folders) {
            let severity = finding.severity.as_str().to_owned();
            rows.entry(same).or_insert((0, severity)).0 += 1;
        }
        Baseline(rows)
    }

    /// How many findings it has.
    pub fn len(&self) -> usize {
        self.0.values().map(|(count, _)| count).sum()
    }

    /// How many findings it has that another one hasn't.
    pub fn more_than(&self, other: &Baseline) -> usize {
        let count_of = |same: &Fingerprint| other.0.get(same).map_or(0, |(count, _)| *count);
        self.0.iter().map(|(same, (count, _))| count.saturating_sub(count_of(same))).sum()
    }

    /// Whether a fingerprint is of notes, which are found only if they are wanted.
    pub fn is_note(&self, same: &Fingerprint) -> bool {
        self.0.get(same).is_some_and(|(_, severity)| severity == Severity::Note.as_str())
    }

    /// Takes these away.
    pub fn remove(&mut self, unfound: &[(Fingerprint, usize)]) {
        for (same, count) in unfound {
            if let Some((known, _)) = self.0.get_mut(same) {
                *known = known.saturating_sub(*count);
            }
        }
        self.0.retain(|_, (count, _)| *count > 0);
    }

    /// Adds what `other` says of files that `is_wanted`.
    pub fn add(&mut self, other: &Baseline, is_wanted: impl Fn(&Fingerprint) -> bool) {
        let wanted = other.0.iter().filter(|(same, _)| is_wanted(same));
        self.0.extend(wanted.map(|(same, row)| (same.clone(), row.clone())));
    }

    /// Holds findings against it. `is_gone` says which of its files aren't there any more.
    pub fn compare(
        &self,
        diagnostics: Vec<Diagnostic>,
        texts: &Texts,
        folders: Folders<'_>,
        is_gone: impl Fn(&str) -> bool,
    ) -> Compared {
        let mut counts: BTreeMap<&Fingerprint, usize> =
            self.0.iter().map(|(same, (count, _))| (same, *count)).collect();
        let mut take = |same: &Fingerprint| {
            let count = counts.get_mut(same).filter(|count| **count > 0);
            count.map(|count| *count -= 1).is_some()
        };
        let found: FxHashMap<*const Diagnostic, Fingerprint> = fingerprints(&diagnostics, texts, folders)
            .map(|(finding, same)| (std::ptr::from_ref(finding), same))
            .collect();
        let same_of = |finding: &Diagnostic| found.get(&std::ptr::from_ref(finding));
        let mut is_known: Vec<bool> =
            diagnostics.iter().map(|finding| same_of(finding).is_some_and(&mut take)).collect();
        // What a file that isn't there had, another one of a new name may have.
        for (finding, is_known) in diagnostics.iter().zip(&mut is_known).filter(|(_, is_known)| !**is_known) {
            let Some(same) = same_of(finding) else { continue };
            let moved = counts.iter_mut().find(|(known, count)| {
                let rest = |one: &Fingerprint| (one.code.clone(), one.function.clone(), one.line.clone());
                **count > 0 && rest(known) == rest(same) && is_gone(&known.file)
            });
            if let Some((_, count)) = moved {
                *count -= 1;
                *is_known = true;
            }
        }
        let unfound = counts.into_iter().filter(|(_, count)| *count > 0).map(|(same, count)| (same.clone(), count));
        let unfound = unfound.collect();
        let known = is_known.iter().filter(|is_known| **is_known).count();
        let mut is_known = is_known.into_iter();
        let left = diagnostics.into_iter().filter(|_| !is_known.next().unwrap_or_default()).collect();
        Compared { left, known, unfound }
    }
}

/// The findings that may be in a baseline, with their fingerprints. Files are parsed: it is to run where the stack is large.
fn fingerprints<'d>(
    diagnostics: &'d [Diagnostic],
    texts: &Texts,
    folders: Folders<'_>,
) -> impl Iterator<Item = (&'d Diagnostic, Fingerprint)> {
    let texts: FxHashMap<&str, &Arc<str>> = texts.iter().map(|(path, text)| (&**path, text)).collect();
    let mut by_file: BTreeMap<&Arc<str>, Vec<&Diagnostic>> = BTreeMap::new();
    for finding in diagnostics.iter().filter(|finding| !finding.rule.is_about_the_run()) {
        by_file.entry(&finding.place.file).or_default().push(finding);
    }
    let mut found = Vec::new();
    for (path, findings) in by_file {
        let text = texts.get(&**path).map_or_else(|| "".into(), |text| Arc::clone(text));
        let file = SourceFile { path: Arc::clone(path), text: Arc::clone(&text), module: None };
        let parsed = source::parse(&file, None).ok();
        for finding in findings {
            let at = finding.place.range.start();
            let body = parsed.as_ref().map_or(&[][..], |parsed| &parsed.syntax().body);
            let same = Fingerprint {
                file: folders.of_baseline(path),
                code: finding.rule.code.to_owned(),
                function: function_at(body, at),
                line: line_at(&text, at),
            };
            found.push((finding, same));
        }
    }
    found.into_iter()
}

/// The line around an offset, with single spaces.
fn line_at(text: &str, at: TextSize) -> String {
    let at = text.floor_char_boundary(usize::from(at).min(text.len()));
    let start = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    text::on_one_line(line)
}

/// The qualified name of the function or class around an offset.
fn function_at(body: &[Stmt], at: TextSize) -> String {
    let mut finder = NamesAround { at, names: Vec::new() };
    finder.visit_body(body);
    finder.names.join(".")
}

struct NamesAround<'a> {
    at: TextSize,
    names: Vec<&'a str>,
}

impl<'a> Visitor<'a> for NamesAround<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        if !statement.range().contains_inclusive(self.at) || statement.end() == self.at {
            return;
        }
        match statement {
            Stmt::FunctionDef(function) => self.names.push(&function.name),
            Stmt::ClassDef(class) => self.names.push(&class.name),
            _ => {}
        }
        walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, _: &'a ruff_python_ast::Expr) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_python::diagnostic::Span;
    use conformable_python::rules;
    use ruff_text_size::TextRange;

    const TEXT: &str =
        "class A:\n    def f(self, x):\n        if x:\n            return  x @ w\n    b = x @ w\nx @ w\nx @ w\n";

    type OwnTexts = Vec<(Arc<str>, Arc<str>)>;

    fn found(path: &str, text: &str) -> (Vec<Diagnostic>, OwnTexts) {
        let at = |(at, _)| TextRange::at(TextSize::try_from(at).unwrap(), 5.into());
        let one = |range| Diagnostic::new(rules::MATMUL, Span::new(path, range), "m");
        (text.match_indices("x @ w").map(at).map(one).collect(), vec![(path.into(), text.into())])
    }

    const FOLDERS: fn() -> Folders<'static> = || Folders { cwd: Path::new("/p/src"), baseline: Path::new("/p") };

    fn compared(baseline: &Baseline, path: &str, text: &str) -> (usize, usize, usize) {
        let (diagnostics, texts) = found(path, text);
        let compared = baseline.compare(diagnostics, &texts, FOLDERS(), |file| file == "src/a.py" && path != "a.py");
        (compared.left.len(), compared.known, compared.unfound.iter().map(|(_, count)| count).sum())
    }

    #[test]
    fn findings_are_known_again_where_lines_move() {
        let (diagnostics, texts) = found("a.py", TEXT);
        let baseline = Baseline::of(&diagnostics, &texts, FOLDERS());
        let functions: Vec<(&str, &str, usize)> =
            baseline.0.iter().map(|(same, (count, _))| (&*same.function, &*same.line, *count)).collect();
        assert_eq!(functions, [("", "x @ w", 2), ("A", "b = x @ w", 1), ("A.f", "return x @ w", 1)]);
        assert_eq!(Baseline::read(&baseline.text()), Ok(baseline.clone()));
        assert!(baseline.0.keys().all(|same| same.file == "src/a.py"));
        assert_eq!(compared(&baseline, "a.py", TEXT), (0, 4, 0));
        assert_eq!(compared(&baseline, "a.py", &format!("# moved\n\n{TEXT}")), (0, 4, 0));
        assert_eq!(compared(&baseline, "a.py", &TEXT.replace("            return", "             return")), (0, 4, 0));
        assert_eq!(compared(&baseline, "a.py", &format!("{TEXT}x @ w\n")), (1, 4, 0));
        assert_eq!(compared(&baseline, "a.py", &TEXT.replacen("x @ w\n", "y\n", 1)), (0, 3, 1));
        assert_eq!(compared(&baseline, "a.py", &TEXT.replace("def f", "def g")), (1, 3, 1));
        // A file of another name has them if the one that had them is gone.
        assert_eq!(compared(&baseline, "b.py", TEXT), (0, 4, 0));
        let (diagnostics, texts) = found("b.py", TEXT);
        assert_eq!(baseline.compare(diagnostics, &texts, FOLDERS(), |_| false).left.len(), 4);
    }

    #[test]
    fn baselines_are_changed_by_what_is_found() {
        let (diagnostics, texts) = found("a.py", TEXT);
        let mut baseline = Baseline::of(&diagnostics, &texts, FOLDERS());
        let other = Baseline::of(&diagnostics[..2], &texts, FOLDERS());
        assert_eq!((baseline.len(), baseline.more_than(&other), other.more_than(&baseline)), (4, 2, 0));
        let (fewer, of_fewer) = (diagnostics[..3].to_vec(), texts.clone());
        let unfound = baseline.compare(fewer, &of_fewer, FOLDERS(), |_| false).unfound;
        baseline.remove(&unfound);
        assert_eq!(baseline.len(), 3);
        let mut empty = Baseline::default();
        empty.add(&baseline, |same| same.function.is_empty());
        assert_eq!(empty.len(), 1);
    }

    #[test]
    fn what_is_no_baseline_says_so() {
        for (text, says) in [
            ("", "is no baseline: EOF while parsing"),
            ("[]", "is no baseline: "),
            ("{\"version\": 2, \"what\": 1}", "is a baseline of version 2, not 1: --update-baseline makes it anew"),
            ("{\"version\": 1}", "is no baseline: missing field `findings`"),
            ("{\"version\": 1, \"findings\": [{\"file\": 3}]}", "is no baseline: "),
        ] {
            let error = Baseline::read(text).expect_err(text);
            assert!(error.starts_with(says), "{error}");
        }
    }
}
