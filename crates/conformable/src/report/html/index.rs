//! The index: how a project stands, where unknown begins, and its files, those first of which least is known.

use std::cmp::Reverse;
use std::fmt::Write;
use std::sync::Arc;

use conformable_python::Counts;
use conformable_python::facts::CauseCount;

use super::{FOLDER, MARK, Pages, document, escaped};
use crate::describe::place_of;
use crate::report::coverage::{grouped, percent};
use crate::report::number;

/// The causes that are listed; those behind them are few expressions each.
const CAUSES: usize = 100;

/// A row of the table of files.
struct FileRow<'a> {
    path: &'a Arc<str>,
    name: &'a str,
    counts: Counts,
    findings: usize,
    /// Expressions in functions that nothing evaluates.
    apart: u64,
}

impl Pages<'_> {
    pub(super) fn index(&self) -> String {
        let report = self.report;
        let counts = report.facts.counts();
        let mut body = String::from("<main>\n<h1>Conformable report</h1>\n");
        let _ = writeln!(body, "<p>{}</p>\n<p>{}</p>", escaped(report.summary), escaped(report.known.trim_end()));
        let apart: u64 = report.not_evaluated.values().map(|one| one.functions).sum();
        if apart > 0 {
            let functions = number(usize::try_from(apart).unwrap_or(usize::MAX), "function");
            let _ = writeln!(body, "<p class=\"faint\">Nothing evaluates {functions} more.</p>");
        }
        body += &self.files();
        body += &self.causes(&counts.by_cause());
        body.push_str("</main>\n");
        document("Conformable report", MARK, &body)
    }

    fn causes(&self, causes: &[CauseCount<'_>]) -> String {
        if causes.is_empty() {
            return String::new();
        }
        let mut out =
            String::from("<h2>Where unknown begins</h2>\n<table>\n<thead><tr><th class=\"number\">expressions</th>");
        out.push_str("<th>cause</th><th>first at</th><th class=\"number wide\">places</th></tr></thead>\n<tbody>\n");
        for cause in causes.iter().take(CAUSES) {
            let (count, places) = (grouped(cause.count), grouped(cause.places));
            let (text, at) = (escaped(&cause.first.text), self.linked(&place_of(cause.first), ""));
            let _ = write!(out, "<tr><td class=\"number\">{count}</td><td>{text}</td><td class=\"path\">{at}</td>");
            let _ = writeln!(out, "<td class=\"number wide\">{places}</td></tr>");
        }
        out.push_str("</tbody>\n</table>\n");
        if causes.len() > CAUSES {
            let more = grouped((causes.len() - CAUSES) as u64);
            let _ =
                writeln!(out, "<p class=\"faint\">and {more} more, which <code>conformable coverage</code> lists</p>");
        }
        out
    }

    fn rows(&self) -> Vec<FileRow<'_>> {
        let report = self.report;
        let row = |(path, name)| FileRow {
            path,
            name,
            counts: report.facts.file(path).map(|file| file.counts()).unwrap_or_default(),
            findings: report.diagnostics.iter().filter(|finding| finding.place.file == *path).count(),
            apart: report.not_evaluated.get(path).map_or(0, |apart| apart.expressions),
        };
        let mut rows: Vec<FileRow<'_>> = self.names.iter().map(|(path, name)| row((path, name))).collect();
        // Of a file without arrays nothing is missing.
        let missing = |row: &FileRow<'_>| (row.counts.sites > 0).then(|| Reverse((row.counts.share() * 100.0) as u64));
        rows.sort_by_key(|row| (Reverse(missing(row)), Reverse(row.counts.sites), row.path));
        rows
    }

    fn files(&self) -> String {
        let mut out = String::from("<h2>Files</h2>\n<table>\n<thead><tr><th class=\"number\">known</th>");
        out.push_str("<th class=\"wide\"></th><th class=\"number wide\">expressions</th>");
        out.push_str("<th class=\"number wide\">not evaluated</th>");
        out.push_str("<th class=\"number\">findings</th><th>file</th></tr></thead>\n<tbody>\n");
        for row in self.rows() {
            let FileRow { path, name, counts, findings, apart } = row;
            let (share, of) = match counts.sites {
                0 => (String::new(), String::new()),
                sites => (percent(counts.share()), format!("{} of {}", grouped(counts.ranks), grouped(sites))),
            };
            let meter = match counts.sites {
                0 => String::new(),
                sites => {
                    format!("<meter value=\"{}\" max=\"{sites}\" aria-label=\"{share} known\"></meter>", counts.ranks)
                }
            };
            let (apart, findings) = (unless_zero(apart), unless_zero(findings as u64));
            let _ = write!(out, "<tr><td class=\"number\">{share}</td><td class=\"wide\">{meter}</td>");
            let _ = write!(out, "<td class=\"number wide\">{of}</td><td class=\"number wide\">{apart}</td>");
            let _ = write!(out, "<td class=\"number\">{findings}</td>");
            // A line may end behind a folder.
            let path = escaped(path).replace('/', "/<wbr>");
            let _ = writeln!(out, "<td class=\"path\"><a href=\"{FOLDER}/{}\">{path}</a></td></tr>", escaped(name));
        }
        out.push_str("</tbody>\n</table>\n");
        out
    }
}

fn unless_zero(number: u64) -> String {
    if number == 0 { String::new() } else { grouped(number) }
}
