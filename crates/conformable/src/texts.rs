//! Checks texts that are on no disk, by the thread that asks: for a page in a browser.
//!
//! The files are those of one folder without a configuration. What is said is what `check` and `report` say of them, to the byte.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use conformable_python::FactsWanted;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::config::Config;
use crate::discover::{Found, Given};
use crate::report::html::{self, HtmlReport, Page};
use crate::report::{Sources, coverage, json, summary};
use crate::run::{self, Workers};
use crate::{memory, paths};

/// What is said of some texts.
pub struct CheckedTexts {
    /// What `check --output-format json` prints.
    pub findings: String,
    /// The lines with which `check` closes.
    pub closing: String,
    /// What `report` writes, the index first.
    pub pages: Vec<Page>,
}

thread_local! {
    /// The pool whose only thread this is.
    static POOL: OnceCell<Option<ThreadPool>> = const { OnceCell::new() };
}

/// Checks these files, which are told by their names and texts; `None` if this thread can't work.
pub fn check(files: &[(String, String)]) -> Option<CheckedTexts> {
    let pool = || ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().ok();
    POOL.with(|known| Some(check_by(known.get_or_init(pool).as_ref()?, files)))
}

fn check_by(pool: &ThreadPool, files: &[(String, String)]) -> CheckedTexts {
    let cwd = Path::new("/");
    let path = |name: &str| paths::absolute(Path::new(name), cwd);
    let given = |(name, text): &(String, String)| {
        let text = Ok(Arc::from(text.strip_prefix('\u{feff}').unwrap_or(text)));
        Given { path: path(name), text, is_module: false }
    };
    let mut named: Vec<PathBuf> = files.iter().map(|(name, _)| path(name)).collect();
    named.sort_by_cached_key(|path| paths::display(path, cwd));
    named.dedup();
    let found = Found { files: named, given: files.iter().map(given).collect(), ..Found::default() };
    let mut config = Config::default();
    config.settings.facts = FactsWanted::Types;
    let workers =
        Workers { pool, is_over: memory::is_used_up, shows_progress: false, keeps_spelled: true, memory: None };
    let outcome = run::check_by(&workers, &found, cwd, &config);
    let known = coverage::line(&outcome.facts.counts(), &outcome.texts);
    let sources = Sources::new(outcome.texts);
    let summary = summary(&outcome.diagnostics, outcome.files);
    let report = HtmlReport {
        facts: &outcome.facts,
        not_evaluated: &outcome.program.not_evaluated(&outcome.facts),
        spelled: &outcome.spelled,
        diagnostics: &outcome.diagnostics,
        sources: &sources,
        summary: &summary,
        known: &known,
    };
    CheckedTexts {
        findings: json::render(&outcome.diagnostics, &sources),
        closing: format!("{summary}\n{known}"),
        pages: html::pages(&report),
    }
}
