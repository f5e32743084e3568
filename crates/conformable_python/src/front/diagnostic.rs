//! Diagnostics as data: what the analysis found, where, and the evidence for it.
//!
//! This module knows nothing about how a finding is discovered, how it is printed, or which files
//! exist. A [`Diagnostic`] is closed: it holds text and byte ranges, no handles, so it may be
//! compared, sorted, cached and sent between threads, and two runs that find the same thing make
//! equal values.
//!
//! ```text
//! rule      CF101                                   the class of mistake
//! message   matmul: the inner dimensions differ     one line, NumPy's own terms
//! place     model.py, the span of `h @ self.w2`
//! label     float64[n, 4] @ float64[5, 2]           with the 4 and the 5 marked
//! evidence  self.w2: float64[5, 2]  made at model.py:7
//! calls     called from model.py:20, with x: float64[n, 3]
//! ```

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

use ruff_text_size::TextRange;
use serde::{Deserialize, Serialize};

pub use crate::front::rules::Severity;
use crate::front::rules::{self, Rule};

/// A span of a file, the file by its displayed path.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The path as displayed: `/` separated, relative to the working directory.
    pub file: Arc<str>,
    /// Byte offsets into the file's text.
    pub range: TextRange,
}

impl Span {
    /// A span of a file.
    pub fn new(file: impl Into<Arc<str>>, range: TextRange) -> Self {
        Span { file: file.into(), range }
    }

    fn key(&self) -> (&str, u32, u32) {
        (&self.file, self.range.start().to_u32(), self.range.end().to_u32())
    }
}

impl PartialOrd for Span {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Span {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// The text beside the carets: the shapes, aligned, with what clashes marked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Label {
    /// For example `float64[n, 4] @ float64[5, 2]`; empty for none.
    pub text: String,
    /// Ranges of characters (not bytes) of `text` to mark with `^`.
    pub marks: Vec<Range<usize>>,
}

impl Label {
    /// A label without marks.
    pub fn plain(text: impl Into<String>) -> Self {
        Label { text: text.into(), marks: Vec::new() }
    }

    fn key(&self) -> (&str, Vec<(usize, usize)>) {
        let marks = self.marks.iter().map(|m| (m.start, m.end)).collect();
        (&self.text, marks)
    }
}

/// One fact that led to the finding: a value, its type, and where that came from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Evidence {
    /// The expression as written, for example `self.w2`.
    pub name: String,
    /// Its type's text, for example `float64[5, 2]`.
    pub ty: String,
    /// Where it was made, if that is known.
    pub place: Option<Span>,
    /// How it was made, for example `by np.tanh(x @ self.w1)`; may be empty.
    pub how: String,
    /// What happened at the place.
    pub seen: EvidenceKind,
}

/// What happened to the value of an evidence at its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EvidenceKind {
    /// The value was made there.
    #[default]
    Made,
    /// It is a test, which was decided there; its type is the answer.
    Tested,
}

impl EvidenceKind {
    /// The word that stands before the place.
    pub fn as_str(self) -> &'static str {
        match self {
            EvidenceKind::Made => "made",
            EvidenceKind::Tested => "tested",
        }
    }
}

/// One step of the call path on which the finding arises, innermost first in [`Diagnostic::calls`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CallSite {
    /// The call expression.
    pub place: Span,
    /// What it was called with, for example `x: float64[n, 3]`; may be empty. All findings of the call share it.
    pub with: Arc<str>,
}

fn rule_unread() -> &'static Rule {
    rules::INTERNAL
}

/// One finding. Written down it says nothing of its rule: which rules there are is a catalogue's to say, and whoever
/// reads it asks that.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The class of mistake.
    #[serde(skip, default = "rule_unread")]
    pub rule: &'static Rule,
    /// The gravity here, which may be below the rule's own.
    pub severity: Severity,
    /// The first line, without code and severity.
    pub message: String,
    /// The expression at fault.
    pub place: Span,
    /// The text beside the carets.
    pub label: Label,
    /// Where the sizes and dtypes came from.
    pub evidence: Vec<Evidence>,
    /// The call path, innermost call first.
    pub calls: Vec<CallSite>,
    /// A suggestion, where one is near-certain.
    pub help: Option<String>,
    /// The exception class that NumPy or Python raises, for example `ValueError`.
    pub exception: Option<Arc<str>>,
    /// It says for which few sizes the expression runs all the same.
    pub has_exceptions: bool,
}

impl Diagnostic {
    /// A finding with the rule's own severity and nothing but a message; the rest is filled by
    /// struct update or by assignment.
    pub fn new(rule: &'static Rule, place: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            rule,
            severity: rule.severity,
            message: message.into(),
            place,
            label: Label::default(),
            evidence: Vec::new(),
            calls: Vec::new(),
            help: None,
            exception: None,
            has_exceptions: false,
        }
    }

    /// The few sizes for which the expression runs all the same, if there are such.
    pub fn runs_only_when(mut self, sizes: Option<&str>) -> Self {
        if let Some(sizes) = sizes {
            let _ = write!(self.message, " (runs only when {sizes})");
            self.has_exceptions = true;
        }
        self
    }

    /// What two findings must share to be one: rule, file and span.
    pub fn key(&self) -> FindingKey {
        FindingKey { place: self.place.clone(), code: self.rule.code }
    }

    /// How often a type that it shows says that something isn't known.
    fn unknowns(&self) -> usize {
        let types = self.evidence.iter().map(|fact| fact.ty.as_str()).chain([self.label.text.as_str()]);
        types.map(|text| text.matches('?').count() + text.matches("Unknown").count()).sum()
    }

    /// Less if `self` is kept when `other` has the same key: the graver, then the one with the
    /// shorter call path, then the one whose types say more.
    fn preference(&self, other: &Self) -> Ordering {
        other
            .severity
            .cmp(&self.severity)
            .then_with(|| self.calls.len().cmp(&other.calls.len()))
            .then_with(|| self.unknowns().cmp(&other.unknowns()))
    }
}

impl PartialOrd for Diagnostic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The order of output: file, start, end, code, message; then all the rest, so that it is total.
impl Ord for Diagnostic {
    fn cmp(&self, other: &Self) -> Ordering {
        self.place
            .cmp(&other.place)
            .then_with(|| self.rule.code.cmp(other.rule.code))
            .then_with(|| self.message.cmp(&other.message))
            .then_with(|| other.severity.cmp(&self.severity))
            .then_with(|| self.calls.cmp(&other.calls))
            .then_with(|| self.evidence.cmp(&other.evidence))
            .then_with(|| self.label.key().cmp(&other.label.key()))
            .then_with(|| self.help.cmp(&other.help))
            .then_with(|| self.exception.cmp(&other.exception))
    }
}

/// The identity of a finding; ordered as the output is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FindingKey {
    place: Span,
    code: &'static str,
}

/// A set of findings in which each (rule, file, span) occurs once.
///
/// Merging is associative, commutative and idempotent, so the order in which files or threads
/// deliver their findings can't be seen in the result.
///
/// The graver of two findings with one key is kept (a note under an assumption never hides an
/// error), then the one with the fewest calls, then the one whose types say more, then the least in the order of output; of
/// failures that one evaluation met, the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    by_key: BTreeMap<FindingKey, Diagnostic>,
}

impl Findings {
    /// No findings.
    pub fn new() -> Self {
        Findings::default()
    }

    /// What one evaluation met, in its order. Of several failures that say as much the first is kept: that is the one that raises.
    pub fn of_evaluation(met: impl IntoIterator<Item = Diagnostic>) -> Self {
        let first_raises = |later: &Diagnostic, known: &Diagnostic| match known.exception {
            Some(_) => Ordering::Greater,
            None => later.cmp(known),
        };
        let mut set = Findings::new();
        met.into_iter().for_each(|finding| set.merge(finding, first_raises));
        set
    }

    /// Adds one finding, merging it with what is there.
    pub fn add(&mut self, finding: Diagnostic) {
        self.merge(finding, Diagnostic::cmp);
    }

    /// The same, where this decides between two of which neither is preferred.
    fn merge(&mut self, finding: Diagnostic, of_equals: impl Fn(&Diagnostic, &Diagnostic) -> Ordering) {
        match self.by_key.entry(finding.key()) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(finding);
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let known = entry.get();
                if finding.preference(known).then_with(|| of_equals(&finding, known)).is_lt() {
                    entry.insert(finding);
                }
            }
        }
    }

    /// Drops what is so but for a few sizes: the file has run with these.
    pub fn drop_those_with_exceptions(&mut self) {
        self.by_key.retain(|_, finding| !finding.has_exceptions);
    }

    /// Adds what was found in a special case alone, and says which.
    pub fn supplement(&mut self, findings: impl IntoIterator<Item = Diagnostic>, case: &str) {
        for mut finding in findings {
            if self.by_key.get(&finding.key()).is_none_or(|known| known.severity < finding.severity) {
                let _ = write!(finding.message, " ({case})");
                self.add(finding);
            }
        }
    }

    /// Is the one with this identity an error?
    pub fn is_error(&self, key: &FindingKey) -> bool {
        self.by_key.get(key).is_some_and(|finding| finding.severity == Severity::Error)
    }

    /// The findings in the order of output.
    pub fn into_sorted(self) -> Vec<Diagnostic> {
        // Keys sort as (file, start, end, code), and a key has one message.
        self.by_key.into_values().collect()
    }
}

impl Extend<Diagnostic> for Findings {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, findings: I) {
        for finding in findings {
            self.add(finding);
        }
    }
}

impl FromIterator<Diagnostic> for Findings {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(findings: I) -> Self {
        let mut set = Findings::new();
        set.extend(findings);
        set
    }
}
