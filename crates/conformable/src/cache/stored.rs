//! Reports as they are written down. Rules are written by their codes.

use conformable_python::diagnostic::Diagnostic;
use conformable_python::levels::Levels;
use conformable_python::rules::Rules;
use conformable_python::{Reached, Report};
use serde::{Deserialize, Serialize};

/// A finding.
#[derive(Serialize, Deserialize)]
pub struct StoredFinding {
    code: String,
    finding: Diagnostic,
}

impl StoredFinding {
    /// A finding to be written.
    pub fn of(finding: &Diagnostic) -> StoredFinding {
        StoredFinding { code: finding.rule.code.to_owned(), finding: finding.clone() }
    }

    /// The finding that was written; `None` if it isn't one of these rules.
    pub fn finding(self, rules: Rules) -> Option<Diagnostic> {
        Some(Diagnostic { rule: rules.by_code(&self.code)?, ..self.finding })
    }
}

/// All findings, or none if one of them can't be read.
pub fn findings(stored: Vec<StoredFinding>, rules: Rules) -> Option<Vec<Diagnostic>> {
    stored.into_iter().map(|one| one.finding(rules)).collect()
}

/// The report of a file, as far as it is kept: not what `--statistics` and `--why` show, which say how a run went.
#[derive(Serialize, Deserialize)]
pub struct StoredReport {
    findings: Vec<StoredFinding>,
    reached: Reached,
    levels: Levels,
}

impl StoredReport {
    /// A report to be written.
    pub fn of(report: &Report) -> StoredReport {
        StoredReport {
            findings: report.diagnostics.iter().map(StoredFinding::of).collect(),
            reached: report.reached,
            levels: Levels::of(&report.facts),
        }
    }

    /// The report that was written; `None` if it can't be one.
    pub fn report(self, rules: Rules) -> Option<Report> {
        Some(Report {
            diagnostics: findings(self.findings, rules)?,
            reached: self.reached,
            facts: self.levels.facts()?,
            ..Report::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use conformable_python::{Counts, FactsWanted, ParsedFiles, Program, Settings, SourceFile};

    #[test]
    fn reports_are_read_as_they_were_written() {
        let text = "import numpy as np\ndef f(x, w):\n    if x.ndim == 2:\n        return x @ w\n    return g(x)\n\
                    a = np.ones((2, 3))\nf(a, np.ones(4))\nf(np.ones(3), a)\nnp.arange(3) += 0.5\nb = np.load('x')\n";
        let text = text.replace("np.arange(3) +=", "c = np.arange(3)\nc +=");
        let file = SourceFile { path: "a.py".into(), text: text.into(), module: None };
        let settings = Settings { facts: FactsWanted::Levels, ..Settings::default() };
        let parsed = ParsedFiles::default();
        let program = Arc::new(Program::new(&parsed, vec![file], settings));
        let report = program.check_file(0);
        assert!(report.diagnostics.len() >= 2 && report.diagnostics.iter().any(|d| !d.calls.is_empty()));
        let bytes = postcard::to_stdvec(&StoredReport::of(&report)).expect("plain data");
        let stored: StoredReport = postcard::from_bytes(&bytes).expect("as written");
        let read = stored.report(program.rules()).expect("as written");
        assert_eq!(read.diagnostics, report.diagnostics);
        assert_eq!((read.reached, read.facts.counts()), (report.reached, report.facts.counts()));
        assert!(read.facts.counts().sites > 5 && !read.facts.counts().causes.is_empty());
        let counts = report.facts.counts();
        let bytes = postcard::to_stdvec(&counts).expect("plain data");
        assert_eq!(postcard::from_bytes::<Counts>(&bytes).expect("as written"), counts);
    }
}
