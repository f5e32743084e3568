//! Findings, counts and levels as they are written down. Rules are written by their codes.

use std::ops::Range;
use std::sync::Arc;

use conformable_python::diagnostic::{CallSite, Diagnostic, Evidence, EvidenceKind, Label, Place};
use conformable_python::facts::Cause;
use conformable_python::levels::{FileLevels, Levels, SiteLevel};
use conformable_python::rules::{Rules, Severity};
use conformable_python::{Counts, Facts, Report};
use ruff_text_size::{TextRange, TextSize};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct StoredPlace(Arc<str>, u32, u32);

#[derive(Serialize, Deserialize)]
struct StoredEvidence {
    name: String,
    ty: String,
    place: Option<StoredPlace>,
    how: String,
    is_test: bool,
}

/// A finding.
#[derive(Serialize, Deserialize)]
pub struct StoredFinding {
    code: String,
    severity: String,
    message: String,
    place: StoredPlace,
    label: String,
    marks: Vec<Range<usize>>,
    evidence: Vec<StoredEvidence>,
    calls: Vec<(StoredPlace, String)>,
    help: Option<String>,
    exception: Option<String>,
}

impl StoredPlace {
    fn of(place: &Place) -> StoredPlace {
        StoredPlace(Arc::clone(&place.file), place.range.start().to_u32(), place.range.end().to_u32())
    }

    fn place(self) -> Option<Place> {
        let StoredPlace(file, start, end) = self;
        (start <= end).then(|| Place::new(file, TextRange::new(TextSize::new(start), TextSize::new(end))))
    }
}

impl StoredFinding {
    /// A finding to be written.
    pub fn of(finding: &Diagnostic) -> StoredFinding {
        let evidence = |one: &Evidence| StoredEvidence {
            name: one.name.clone(),
            ty: one.ty.clone(),
            place: one.place.as_ref().map(StoredPlace::of),
            how: one.how.clone(),
            is_test: match one.seen {
                EvidenceKind::Made => false,
                EvidenceKind::Tested => true,
            },
        };
        // A field that is new is not to be forgotten here.
        let Diagnostic { rule, severity, message, place, label, evidence: facts, calls, help, exception } = finding;
        StoredFinding {
            code: rule.code.to_owned(),
            severity: severity.as_str().to_owned(),
            message: message.clone(),
            place: StoredPlace::of(place),
            label: label.text.clone(),
            marks: label.marks.clone(),
            evidence: facts.iter().map(evidence).collect(),
            calls: calls.iter().map(|call| (StoredPlace::of(&call.place), call.with.to_string())).collect(),
            help: help.clone(),
            exception: exception.as_deref().map(str::to_owned),
        }
    }

    /// The finding that was written; `None` if it isn't one of these rules.
    pub fn finding(self, rules: Rules) -> Option<Diagnostic> {
        let evidence = |one: StoredEvidence| {
            let place = match one.place {
                Some(place) => Some(place.place()?),
                None => None,
            };
            let seen = if one.is_test { EvidenceKind::Tested } else { EvidenceKind::Made };
            Some(Evidence { name: one.name, ty: one.ty, place, how: one.how, seen })
        };
        let call = |(place, with): (StoredPlace, String)| Some(CallSite { place: place.place()?, with: with.into() });
        Some(Diagnostic {
            rule: rules.by_code(&self.code)?,
            severity: Severity::named(&self.severity)?,
            message: self.message,
            place: self.place.place()?,
            label: Label { text: self.label, marks: self.marks },
            evidence: self.evidence.into_iter().map(evidence).collect::<Option<_>>()?,
            calls: self.calls.into_iter().map(call).collect::<Option<_>>()?,
            help: self.help,
            exception: self.exception.map(Arc::from),
        })
    }
}

/// All findings, or none if one of them can't be read.
pub fn findings(stored: Vec<StoredFinding>, rules: Rules) -> Option<Vec<Diagnostic>> {
    stored.into_iter().map(|one| one.finding(rules)).collect()
}

#[derive(Serialize, Deserialize)]
struct StoredCause(Arc<str>, Arc<str>, u32);

impl StoredCause {
    fn of(cause: &Cause) -> StoredCause {
        StoredCause(Arc::clone(&cause.text), Arc::clone(&cause.file), cause.at)
    }

    fn cause(self) -> Cause {
        Cause { text: self.0, file: self.1, at: self.2 }
    }
}

/// How much is known.
#[derive(Serialize, Deserialize)]
pub struct StoredCounts {
    sites: u64,
    ranks: u64,
    sizes: u64,
    causes: Vec<(Arc<str>, u64)>,
    begins: Vec<(StoredCause, u64)>,
}

impl StoredCounts {
    /// Counts to be written.
    pub fn of(counts: &Counts) -> StoredCounts {
        StoredCounts {
            sites: counts.sites,
            ranks: counts.ranks,
            sizes: counts.sizes,
            causes: counts.causes.iter().map(|(text, count)| (Arc::clone(text), *count)).collect(),
            begins: counts.begins.iter().map(|(cause, count)| (StoredCause::of(cause), *count)).collect(),
        }
    }

    /// The counts that were written.
    pub fn counts(self) -> Counts {
        Counts {
            sites: self.sites,
            ranks: self.ranks,
            sizes: self.sizes,
            causes: self.causes.into_iter().collect(),
            begins: self.begins.into_iter().map(|(cause, count)| (cause.cause(), count)).collect(),
        }
    }
}

/// How well the expressions of a file are known. Places are counted from the one before.
#[derive(Serialize, Deserialize)]
struct StoredLevels {
    file: Arc<str>,
    is_test: bool,
    /// From the beginning of the one before, the length, the level, the place of the cause from 1.
    sites: Vec<(u32, u32, u8, u32)>,
}

/// The report of a file, as far as it is kept: not what `--statistics` and `--why` show, which say how a run went.
#[derive(Serialize, Deserialize)]
pub struct StoredReport {
    findings: Vec<StoredFinding>,
    evaluated: bool,
    causes: Vec<StoredCause>,
    levels: Vec<StoredLevels>,
}

impl StoredReport {
    /// A report to be written.
    pub fn of(report: &Report) -> StoredReport {
        let levels = Levels::of(&report.facts);
        let of_file = |file: &FileLevels| {
            let mut last = 0;
            let site = |site: &SiteLevel| {
                let (start, end) = site.range;
                let from = start - std::mem::replace(&mut last, start);
                (from, end - start, site.level, site.cause.map_or(0, |cause| cause + 1))
            };
            StoredLevels {
                file: Arc::clone(&file.file),
                is_test: file.is_test,
                sites: file.sites.iter().map(site).collect(),
            }
        };
        StoredReport {
            findings: report.diagnostics.iter().map(StoredFinding::of).collect(),
            evaluated: report.evaluated,
            causes: levels.causes.iter().map(StoredCause::of).collect(),
            levels: levels.files.iter().map(of_file).collect(),
        }
    }

    /// The report that was written; `None` if it can't be one.
    pub fn report(self, rules: Rules) -> Option<Report> {
        Some(Report {
            diagnostics: findings(self.findings, rules)?,
            evaluated: self.evaluated,
            facts: facts(self.causes, self.levels)?,
            ..Report::default()
        })
    }
}

fn facts(causes: Vec<StoredCause>, levels: Vec<StoredLevels>) -> Option<Facts> {
    let of_file = |file: StoredLevels| {
        let mut at = 0_u32;
        let site = |(from, length, level, cause): (u32, u32, u8, u32)| {
            at = at.checked_add(from)?;
            Some(SiteLevel { range: (at, at.checked_add(length)?), level, cause: cause.checked_sub(1) })
        };
        let sites = file.sites.into_iter().map(site).collect::<Option<_>>()?;
        Some(FileLevels { file: file.file, is_test: file.is_test, sites })
    };
    let files = levels.into_iter().map(of_file).collect::<Option<_>>()?;
    Levels { causes: causes.into_iter().map(StoredCause::cause).collect(), files }.facts()
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_python::{FactsWanted, ParsedFiles, Program, Settings, SourceFile};

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
        assert_eq!((read.evaluated, read.facts.counts()), (report.evaluated, report.facts.counts()));
        assert!(read.facts.counts().sites > 5 && !read.facts.counts().causes.is_empty());
        let counts = report.facts.counts();
        let bytes = postcard::to_stdvec(&StoredCounts::of(&counts)).expect("plain data");
        let stored: StoredCounts = postcard::from_bytes(&bytes).expect("as written");
        assert_eq!(stored.counts(), counts);
    }
}
