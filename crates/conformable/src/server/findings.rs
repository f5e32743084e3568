//! Findings as the protocol has them.

use std::path::Path;
use std::sync::Arc;

use conformable_python::diagnostic::{Diagnostic as Finding, Severity, Span};
use conformable_python::rules;
use gen_lsp_types::{
    Code, CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
};
use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;
use serde_json::json;

use super::analysis::{Checked, CheckedDocument};
use super::documents::{Document, Documents};
use super::earlier::Earlier;
use super::positions::{Encoding, TextLines};
use super::uri;
use super::view::View;
use crate::report;

/// What is shown behind a finding of which nobody knows whether it still holds.
const BEFORE: &str = "before this edit";

/// What is needed to write findings down.
pub struct Writer<'a> {
    /// The open documents.
    pub documents: &'a Documents,
    /// The folder that paths are shown from.
    pub root: &'a Path,
    /// What columns count.
    pub encoding: Encoding,
    /// Whether the client shows related places.
    pub has_related: bool,
    /// Whether the client shows what is unnecessary.
    pub has_tags: bool,
}

impl<'a> Writer<'a> {
    /// By what the client can do.
    pub fn of(view: &'a View) -> Writer<'a> {
        Writer {
            documents: &view.documents,
            root: &view.root,
            encoding: view.client.encoding,
            has_related: view.client.has_related,
            has_tags: view.client.has_tags,
        }
    }
}

/// The findings of a document by the address that the client shows them at, which in a notebook is that of a cell, and where
/// else it calls what fails in a file that isn't open.
///
/// While a document isn't Python, those that it had before stay, marked, where they are now; so do those of a notebook's cell that
/// isn't, and those of other documents that mention a broken one.
pub fn of_document(
    writer: &Writer<'_>,
    document: &Document,
    checked: &Checked,
    before: &FxHashMap<std::path::PathBuf, Earlier>,
) -> Vec<(String, Diagnostic)> {
    let Some(own) = checked.documents.get(&document.path) else { return Vec::new() };
    let mut texts = TextsByPath { known: FxHashMap::default(), checked };
    let mut found: Vec<(String, Diagnostic)> =
        own.diagnostics.iter().map(|finding| writer.diagnostic(finding, finding.place.range, &mut texts)).collect();
    for (finding, range) in earlier(document, own, checked, before.get(&document.path)) {
        let (uri, mut diagnostic) = writer.diagnostic(finding, range, &mut texts);
        let is_same = |known: &Diagnostic| known.range == diagnostic.range && known.code == diagnostic.code;
        if !found.iter().any(|(at, known)| *at == uri && is_same(known)) {
            if let gen_lsp_types::Message::String(text) = &mut diagnostic.message {
                *text += &format!(" ({BEFORE})");
            }
            diagnostic.related_information = None;
            diagnostic.data = Some(json!({"stale": true}));
            found.push((uri, diagnostic));
        }
    }
    for finding in &checked.elsewhere {
        found.extend(writer.at_the_call(finding, &own.shown, &mut texts));
    }
    found.sort_by_key(|(_, one)| (one.range.start.line, one.range.start.character));
    found
}

/// A finding of a document as it was sent.
pub fn one(view: &View, finding: &Finding) -> Option<Diagnostic> {
    let checked = view.checked.as_ref()?;
    let mut texts = TextsByPath { known: FxHashMap::default(), checked };
    Some(Writer::of(view).diagnostic(finding, finding.place.range, &mut texts).1)
}

/// The findings of what was Python last, as far as they aren't known to be gone, where they are now.
fn earlier<'a>(
    document: &'a Document,
    own: &'a CheckedDocument,
    checked: &'a Checked,
    before: Option<&'a Earlier>,
) -> Vec<(&'a Finding, TextRange)> {
    let is_older = |before: &&Earlier| before.revision() < own.revision || !own.broken.is_empty();
    let Some(before) = before.filter(is_older) else { return Vec::new() };
    let is_broken = |shown: &str| checked.documents.values().any(|one| one.is_broken() && *one.shown == *shown);
    let is_unchecked = |finding: &Finding| {
        let then = document.history.later(finding.place.range, before.revision(), own.revision);
        then.is_some_and(|range| own.is_within_broken(range))
    };
    let stays = |finding: &&Finding| {
        !finding.rule.is_about_the_run() && (is_unchecked(finding) || mentions(finding, &is_broken))
    };
    let place = |finding: &'a Finding| Some((finding, document.history.now(finding.place.range, before.revision())?));
    before.findings.iter().filter(stays).filter_map(place).collect()
}

/// Does the finding follow from what stands in one of these files?
pub fn mentions(finding: &Finding, is_one: &impl Fn(&str) -> bool) -> bool {
    let origins = finding.evidence.iter().filter_map(|fact| fact.place.as_ref());
    let mut places = origins.chain(finding.calls.iter().map(|call| &call.place));
    places.any(|place| is_one(&place.file))
}

/// The texts that places are in.
struct TextsByPath<'a> {
    known: FxHashMap<Arc<str>, TextLines>,
    checked: &'a Checked,
}

impl TextsByPath<'_> {
    fn lines(&mut self, file: &Arc<str>) -> Option<&TextLines> {
        if !self.known.contains_key(file) {
            let text = self.checked.texts.get(file)?;
            self.known.insert(Arc::clone(file), TextLines::new(Arc::clone(text)));
        }
        self.known.get(file)
    }
}

impl Writer<'_> {
    /// A finding, and the address that it is shown at.
    fn diagnostic(&self, finding: &Finding, range: TextRange, texts: &mut TextsByPath<'_>) -> (String, Diagnostic) {
        let mut message = report::full_message(finding);
        if let Some(help) = &finding.help {
            message += &format!("\nhelp: {help}");
        }
        // Where an earlier finding is now is a place of the text that was checked last.
        let place = Span::new(finding.place.file.clone(), range);
        let location = self.location(&place, texts);
        let (uri, range) = location.map(|location| (location.uri.0, location.range)).unwrap_or_default();
        let is_unnecessary = self.has_tags && finding.rule == rules::UNUSED_SUPPRESSION;
        let diagnostic = Diagnostic {
            range,
            severity: Some(severity(finding.severity)),
            code: Some(Code::String(finding.rule.code.to_owned())),
            code_description: report::url(finding.rule).map(|href| CodeDescription { href: href.into() }),
            source: Some("conformable".to_owned()),
            message: message.into(),
            tags: is_unnecessary.then(|| vec![DiagnosticTag::Unnecessary]),
            related_information: self.related(finding, texts),
            data: None,
        };
        (uri, diagnostic)
    }

    /// Where the values came from, and the calls that led there.
    fn related(&self, finding: &Finding, texts: &mut TextsByPath<'_>) -> Option<Vec<DiagnosticRelatedInformation>> {
        if !self.has_related {
            return None;
        }
        let mut related = Vec::new();
        for fact in &finding.evidence {
            let Some(location) = fact.place.as_ref().and_then(|place| self.location(place, texts)) else { continue };
            let how =
                if fact.how.is_empty() { String::new() } else { format!(", {} {}", fact.seen.as_str(), fact.how) };
            related
                .push(DiagnosticRelatedInformation { location, message: format!("{}: {}{how}", fact.name, fact.ty) });
        }
        for call in &finding.calls {
            let Some(location) = self.location(&call.place, texts) else { continue };
            let with = if call.with.is_empty() { String::new() } else { format!(", with {}", call.with) };
            related.push(DiagnosticRelatedInformation { location, message: format!("called from here{with}") });
        }
        Some(related)
    }

    /// A finding in a file that isn't open, at the innermost call of this document that leads there.
    fn at_the_call(
        &self,
        finding: &Finding,
        shown: &Arc<str>,
        texts: &mut TextsByPath<'_>,
    ) -> Option<(String, Diagnostic)> {
        let call = finding.calls.iter().find(|call| self.is_open(&call.place.file))?;
        if call.place.file != *shown {
            return None;
        }
        let there = self.location(&finding.place, texts)?;
        let (_, mut diagnostic) = self.diagnostic(finding, finding.place.range, texts);
        let here = self.location(&call.place, texts)?;
        diagnostic.range = here.range;
        let message = report::full_message(finding);
        let text = format!("in {}:{}: {message}", finding.place.file, there.range.start.line + 1);
        diagnostic.message = text.into();
        if let Some(related) = &mut diagnostic.related_information {
            related.insert(0, DiagnosticRelatedInformation { location: there, message });
        }
        Some((here.uri.0, diagnostic))
    }

    fn is_open(&self, shown: &str) -> bool {
        self.documents.at(&Checked::path(shown, self.root)).is_some()
    }

    fn location(&self, place: &Span, texts: &mut TextsByPath<'_>) -> Option<Location> {
        let path = Checked::path(&place.file, self.root);
        let range = texts.lines(&place.file)?.range(place.range, self.encoding);
        let (uri, range) =
            self.documents.at(&path).map_or_else(|| (uri::of_path(&path), range), |document| document.address(range));
        Some(Location { uri: uri.into(), range })
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
        Severity::Note => DiagnosticSeverity::Information,
    }
}
