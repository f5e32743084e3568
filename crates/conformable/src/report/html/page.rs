//! The page of a file: its findings, then its source, each expression with what is known of it.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use conformable_python::Counts;
use conformable_python::diagnostic::Diagnostic;
use conformable_python::facts::FileFacts;
use ruff_text_size::{TextRange, TextSize};

use super::{FOLDER, Pages, document, escaped};
use crate::describe::{Description, Note, describe_all, place_of};
use crate::report::coverage;
use crate::report::text::{self, Palette, file_and_line};

/// What is shown of a part of the source.
#[derive(Default)]
struct Mark {
    /// How well it is known, if it counts.
    level: Option<&'static str>,
    told: Option<Description>,
    /// The finding about it: its number, and its severity.
    finding: Option<(usize, &'static str)>,
    /// What the finding says.
    message: Option<String>,
    /// Where to go from here.
    to: Option<String>,
}

/// Parts of a source, outer ones first.
type Marks = BTreeMap<(TextSize, Reverse<TextSize>), Mark>;

impl Pages<'_> {
    pub(super) fn of_file(&self, file: &Arc<str>) -> String {
        let empty = FileFacts::default();
        let facts = self.report.facts.file(file).unwrap_or(&empty);
        let findings: Vec<(usize, &Diagnostic)> =
            self.report.diagnostics.iter().filter(|finding| finding.place.file == *file).enumerate().collect();
        let mut body =
            format!("<nav><a href=\"../index.html\">All files</a></nav>\n<main>\n<h1>{}</h1>\n", escaped(file));
        let _ = writeln!(body, "<p>{}</p>", escaped(&self.figures(&facts.counts())));
        body += KEY;
        for (number, finding) in &findings {
            body += &self.finding(*number, finding);
        }
        let text = self.report.sources.text(file).unwrap_or_default();
        let marks = self.marks(file, text, facts, &findings);
        let _ = writeln!(
            body,
            "<pre id=\"code\" tabindex=\"0\" aria-label=\"The source; arrow keys go from expression to expression\">\
             <code>{}</code></pre>\n</main>",
            self.source(file, text, marks)
        );
        document(&format!("{file} - Conformable report"), "", &body)
    }

    fn figures(&self, counts: &Counts) -> String {
        let place = |cause: &_| file_and_line(&place_of(cause), self.report.sources);
        match coverage::line_with(counts, place) {
            line if line.is_empty() => "No expressions of arrays are counted here.".to_owned(),
            line => line.trim_end().to_owned(),
        }
    }

    /// A finding as the text report has it, its places as links.
    fn finding(&self, number: usize, finding: &Diagnostic) -> String {
        let text = text::render(std::slice::from_ref(finding), self.report.sources, &Palette::plain());
        let mut html = escaped(text.trim_end_matches('\n'));
        let origins = finding.evidence.iter().filter_map(|fact| fact.place.as_ref());
        let places = origins.chain(finding.calls.iter().map(|call| &call.place)).chain([&finding.place]);
        let mut done: Vec<String> = Vec::new();
        for place in places {
            let shown = escaped(&file_and_line(place, self.report.sources));
            if !done.contains(&shown) {
                html = linked(&html, &shown, &self.linked(place, FOLDER));
                done.push(shown);
            }
        }
        let severity = finding.severity.as_str();
        // What it says is broken where a window is narrow; the lines of the source behind it keep their columns.
        if let Some((said, rest)) = html.split_once('\n') {
            html = format!("<span class=\"said\">{said}\n</span>{rest}");
        }
        format!("<div class=\"finding {severity}\" id=\"F{}\"><pre>{html}</pre></div>\n", number + 1)
    }

    fn marks(&self, file: &Arc<str>, text: &str, facts: &FileFacts, findings: &[(usize, &Diagnostic)]) -> Marks {
        let mut marks = Marks::new();
        let key = |range: TextRange| (range.start(), Reverse(range.end()));
        for (range, site) in &facts.sites {
            if let Some(level) = site.level() {
                let mark = marks.entry(key(*range)).or_default();
                mark.level = Some(level);
            }
        }
        let spelled = self.report.spelled.get(file);
        for (range, told) in describe_all(file, text, (facts, spelled), self.report.sources) {
            let mark = marks.entry(key(range)).or_default();
            let since = told.notes.iter().find_map(|note| match note {
                Note::Since(cause) => Some(place_of(cause)),
                Note::Made(place, _) => Some(place.clone()),
                Note::Words(_) => None,
            });
            mark.to = since.and_then(|place| self.link(&place, FOLDER));
            mark.told.get_or_insert(told);
        }
        for (number, finding) in findings {
            let mark = marks.entry(key(finding.place.range)).or_default();
            let severity = finding.severity.as_str();
            mark.finding.get_or_insert((*number, severity));
            let message = mark.message.get_or_insert_default();
            let line = if message.is_empty() { "" } else { "\n" };
            let _ = write!(message, "{line}{severity}[{}]: {}", finding.rule.code, finding.message);
        }
        marks.retain(|(start, Reverse(end)), _| start < end);
        marks
    }

    /// The source with its marks, line by line.
    fn source(&self, file: &Arc<str>, text: &str, marks: Marks) -> String {
        let mut written =
            WrittenSource { pages: self, file, text, out: String::new(), at: 0, row: 0, open: Vec::new() };
        written.line();
        for ((start, Reverse(end)), mark) in marks {
            written.up_to(start.to_usize());
            // What reaches out of the part around it ends with that.
            let end = end.to_usize().min(written.open.last().copied().unwrap_or(text.len()));
            if start.to_usize() < end {
                written.begin(&mark, end);
            }
        }
        written.up_to(text.len());
        written.out
    }

    /// What an expression shows.
    fn tip(&self, mark: &Mark) -> String {
        let told = mark.told.as_ref().map(|told| told.plain(self.report.sources));
        let parts: Vec<String> = told.into_iter().chain(mark.message.clone()).collect();
        parts.join("\n")
    }
}

const KEY: &str = "<p class=\"key faint\"><span class=\"unknown\">unknown</span><span class=\"array\">an array, no more</span>\
<span class=\"rank\">dtype and rank</span><span>every size, or no array</span></p>\n\
<p class=\"faint\">Point at an expression, or press Tab and arrow keys; <kbd>u</kbd> leads to the next unknown one, <kbd>Enter</kbd> to where it began.</p>\n";

/// The source while it is written.
struct WrittenSource<'a> {
    pages: &'a Pages<'a>,
    file: &'a Arc<str>,
    text: &'a str,
    out: String,
    /// The bytes that are written.
    at: usize,
    /// The lines that are begun.
    row: usize,
    /// Where the parts end that are open, inner ones last.
    open: Vec<usize>,
}

impl WrittenSource<'_> {
    /// Begins a line.
    fn line(&mut self) {
        self.row += 1;
        let (row, sources) = (self.row, self.pages.report.sources);
        let (class, label) = match sources.cell_at(self.file, row) {
            None => ("at", row.to_string()),
            Some((cell, 0)) => ("at cell", cell.to_string()),
            Some((_, line)) => ("at", line.to_string()),
        };
        let _ = write!(
            self.out,
            "<a class=\"{class}\" id=\"L{row}\" href=\"#L{row}\" data-n=\"{label}\" tabindex=\"-1\"></a>"
        );
    }

    /// Writes the text up to there, and the ends of what ends before.
    fn up_to(&mut self, end: usize) {
        while let Some(inner) = self.open.last().copied().filter(|inner| *inner <= end) {
            self.plain(inner);
            self.open.pop();
            self.out.push_str("</span>");
        }
        self.plain(end);
    }

    fn plain(&mut self, end: usize) {
        while self.at < end {
            let rest = &self.text[self.at..end];
            let Some(line) = rest.find(['\n', '\r']) else {
                self.out.push_str(&escaped(rest));
                self.at = end;
                return;
            };
            // What begins a cell of a notebook is said by its label.
            if self.pages.report.sources.cell_at(self.file, self.row).is_none_or(|(_, line)| line > 0) {
                self.out.push_str(&escaped(&rest[..line]));
            }
            self.at += line + if self.text[self.at + line..].starts_with("\r\n") { 2 } else { 1 };
            self.out.push('\n');
            if self.at < self.text.len() {
                self.line();
            }
        }
    }

    fn begin(&mut self, mark: &Mark, end: usize) {
        let level = mark.level.unwrap_or("other");
        let class = mark.finding.map_or_else(|| level.to_owned(), |(_, severity)| format!("{level} {severity}"));
        // What is called stands for the call, which has something to show.
        let tip = match self.pages.tip(mark) {
            tip if tip.is_empty() => tip,
            tip => format!(" data-t=\"{}\"", escaped(&tip)),
        };
        let finding = mark.finding.map(|(number, _)| format!("#F{}", number + 1));
        let to = finding.or_else(|| mark.to.clone());
        let to = to.map_or_else(String::new, |to| format!(" data-to=\"{}\"", escaped(&to)));
        let _ = write!(self.out, "<span class=\"{class}\"{tip}{to}>");
        self.open.push(end);
    }
}

/// The text with each mention of a place as a link; not where its number goes on, nor within a link.
fn linked(html: &str, shown: &str, link: &str) -> String {
    let (mut out, mut rest) = (String::new(), html);
    while let Some(at) = rest.find(shown) {
        let (before, behind) = (&rest[..at], &rest[at + shown.len()..]);
        let is_place = before.ends_with(" at ") || before.ends_with(" from ") || before.ends_with("--&gt; ");
        let is_whole = !behind.starts_with(|c: char| c.is_ascii_digit());
        out.push_str(before);
        out.push_str(if is_place && is_whole { link } else { shown });
        rest = behind;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_links_where_they_are_whole() {
        let html = "--&gt; a.py:1:4\n made at a.py:1, a.py:1 called from a.py:12";
        assert_eq!(linked(html, "a.py:1", "<a>"), "--&gt; <a>:4\n made at <a>, a.py:1 called from a.py:12");
    }
}
