//! Checks texts that are on no disk, by the thread that asks: for a page in a browser.
//!
//! The files are those of one folder, whose configuration is a text too. What is said is what the commands and a hover say of
//! them, to the byte; only what is wanted is written.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use conformable_python::FactsWanted;
use conformable_python::facts::FileFacts;
use rayon::{ThreadPool, ThreadPoolBuilder};
use ruff_text_size::TextRange;

use crate::Usage;
use crate::config::Config;
use crate::describe::describe_all;
use crate::discover::{Found, GivenText};
use crate::report::coverage::CoverageReport;
use crate::report::html::{self, HtmlReport, Page};
use crate::report::text::Palette;
use crate::report::{Sources, coverage, json, summary, text};
use crate::run::{self, Outcome, Workers};
use crate::{paths, read};

/// A file that is on no disk.
pub struct TextFile {
    /// Its path from the folder.
    pub name: String,
    /// Its text, or why there is none.
    pub text: Result<String, String>,
}

impl TextFile {
    /// A file of these bytes, which are read as those of any file of Python.
    pub fn of_bytes(name: String, bytes: Vec<u8>) -> TextFile {
        TextFile { name, text: read::decode(bytes) }
    }
}

/// What is said of some texts.
pub struct CheckedTexts {
    outcome: Outcome,
    sources: Sources,
    summary: String,
    known: String,
}

/// A finding as a page shows it: in the words of `check`, at its place.
pub struct ShownFinding {
    /// The file.
    pub file: Arc<str>,
    /// The part of its text, in units of UTF-16, as a browser counts.
    pub range: (usize, usize),
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// What `check` prints of it.
    pub text: String,
}

/// What a page shows of a part of a text.
pub struct ShownExpression {
    /// The part, in units of UTF-16.
    pub range: (usize, usize),
    /// How well it is known, if it is an array.
    pub level: Option<&'static str>,
    /// What a hover says.
    pub told: String,
}

thread_local! {
    /// The pool whose only thread this is.
    static POOL: OnceCell<Option<ThreadPool>> = const { OnceCell::new() };
}

/// Checks these files with the settings of a configuration, in TOML; the error says why that can't be done.
pub fn check(files: Vec<TextFile>, settings: &str) -> Result<CheckedTexts, String> {
    let cwd = Path::new("/");
    let config = Config::of_text(settings, cwd).map_err(|Usage(message)| message)?;
    let pool = || ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().ok();
    POOL.with(|known| match known.get_or_init(pool) {
        Some(pool) => Ok(check_by(pool, files, config, cwd)),
        None => Err("no thread can be had for the work".to_owned()),
    })
}

fn check_by(pool: &ThreadPool, files: Vec<TextFile>, mut config: Config, cwd: &Path) -> CheckedTexts {
    let given = |file: TextFile| {
        let text = file.text.map(|text| Arc::from(text.strip_prefix('\u{feff}').unwrap_or(&text)));
        GivenText { path: paths::absolute(Path::new(&file.name), cwd), text, is_module: false }
    };
    let given: Vec<GivenText> = files.into_iter().map(given).collect();
    let mut named: Vec<PathBuf> = given.iter().map(|given| given.path.clone()).collect();
    named.sort_by_cached_key(|path| paths::display(path, cwd));
    named.dedup();
    let found = Found { files: named, given, ..Found::default() };
    config.settings.facts = FactsWanted::Types;
    let workers =
        Workers { shows_progress: false, lists_not_evaluated: true, keeps_spelled: true, ..Workers::of_command(pool) };
    let mut outcome = run::check_by(&workers, &found, cwd, &config);
    let known = coverage::closing(&outcome.facts.counts(), &outcome.texts, (outcome.apart, outcome.files));
    let sources = Sources::new(std::mem::take(&mut outcome.texts));
    let summary = summary(&outcome.diagnostics, outcome.files);
    CheckedTexts { outcome, sources, summary, known }
}

impl CheckedTexts {
    /// What `check --output-format json` prints.
    pub fn findings(&self) -> String {
        json::render(&self.outcome.diagnostics, &self.sources)
    }

    /// The lines with which `check` closes.
    pub fn closing(&self) -> String {
        format!("{}\n{}", self.summary, self.known)
    }

    /// The findings, each by itself, in the order of `check`.
    pub fn shown_findings(&self) -> Vec<ShownFinding> {
        let shown = |finding| {
            let text = text::render(std::slice::from_ref(finding), &self.sources, &Palette::plain());
            let (file, severity) = (Arc::clone(&finding.place.file), finding.severity.as_str());
            let units = Utf16::of(self.sources.text(&file).unwrap_or_default());
            ShownFinding { range: units.range(finding.place.range), file, severity, text }
        };
        self.outcome.diagnostics.iter().map(shown).collect()
    }

    /// What `coverage --output-format json` prints.
    pub fn coverage(&self) -> String {
        let facts = &self.outcome.facts;
        let not_evaluated = &self.outcome.not_evaluated;
        coverage::json(&CoverageReport { facts, not_evaluated, sources: &self.sources })
    }

    /// What `report` writes, the index first.
    pub fn pages(&self) -> Vec<Page> {
        let Outcome { facts, spelled, diagnostics, not_evaluated, .. } = &self.outcome;
        html::pages(&HtmlReport {
            facts,
            not_evaluated,
            spelled,
            diagnostics,
            sources: &self.sources,
            summary: &self.summary,
            known: &self.known,
        })
    }

    /// What is told of each expression of a file, outer ones first.
    pub fn expressions(&self, file: &str) -> Vec<ShownExpression> {
        let empty = FileFacts::default();
        let facts = self.outcome.facts.file(file).unwrap_or(&empty);
        let text = self.sources.text(file).unwrap_or_default();
        let units = Utf16::of(text);
        let described = describe_all(file, text, (facts, self.outcome.spelled.get(file)), &self.sources);
        let shown = described.into_iter().map(|(range, told)| ShownExpression {
            range: units.range(range),
            level: facts.sites.get(&range).and_then(|site| site.level()),
            told: told.plain(&self.sources),
        });
        shown.collect()
    }
}

/// Where the places of a text are in units of UTF-16; `None` for a text in ASCII, where they are the bytes.
struct Utf16(Option<Vec<u32>>);

impl Utf16 {
    fn of(text: &str) -> Utf16 {
        if text.is_ascii() {
            return Utf16(None);
        }
        let mut at = 0;
        let mut units = Vec::with_capacity(text.len() + 1);
        for c in text.chars() {
            units.extend(std::iter::repeat_n(at, c.len_utf8()));
            at += if c.len_utf16() == 1 { 1 } else { 2 };
        }
        units.push(at);
        Utf16(Some(units))
    }

    fn range(&self, range: TextRange) -> (usize, usize) {
        let at = |byte: usize| match &self.0 {
            None => byte,
            Some(units) => units.get(byte).or(units.last()).map_or(0, |unit| *unit as usize),
        };
        (at(range.start().to_usize()), at(range.end().to_usize()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruff_text_size::TextSize;

    #[test]
    fn places_are_counted_as_a_browser_does() {
        let range =
            |text: &str, start, end| Utf16::of(text).range(TextRange::new(TextSize::new(start), TextSize::new(end)));
        assert_eq!(range("abc", 1, 3), (1, 3));
        // Two bytes and one unit, four bytes and two, three bytes and one.
        assert_eq!(range("é𝛼x€", 0, 2), (0, 1));
        assert_eq!(range("é𝛼x€", 2, 6), (1, 3));
        assert_eq!(range("é𝛼x€", 6, 10), (3, 5));
    }
}
