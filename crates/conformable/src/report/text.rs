//! The report for people.
//!
//! ```text
//! error[CF101]: matmul: the inner dimensions differ: 4 and 5
//!   --> model.py:12:12
//!    |
//! 12 |     return h @ self.w2
//!    |            ^^^^^^^^^^^ float64[n, 4] @ float64[5, 2]
//!    |                                   ^            ^
//!    = h:       float64[n, 4]  made at model.py:11, by np.tanh(x @ self.w1)
//!    = self.w2: float64[5, 2]  made at model.py:7
//!    = called from model.py:20, with x: float64[n, 3]
//! help: should `self.w2` have 4 rows?
//! ```
//!
//! Our own renderer, because the second row of carets marks characters of the *label*, which no
//! library for annotated source does. Of an expression on several lines the first is shown.

use std::collections::hash_map::Entry;
use std::fmt::{self, Write};

use anstyle::{AnsiColor, Style};
use conformable_python::diagnostic::{Diagnostic, Evidence, Label, Severity, Span};
use rustc_hash::FxHashMap;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::sources::{Quote, Sources};

/// Longer lines are shown around the place only.
const WIDEST: usize = 160;
const TAB: usize = 4;
/// Other places of one cause that are named.
const PLACES: usize = 4;

/// The styles of a report; all empty for one without colours.
#[derive(Clone, Copy, Debug, Default)]
pub struct Palette {
    error: Style,
    warning: Style,
    note: Style,
    gutter: Style,
    strong: Style,
    help: Style,
}

impl Palette {
    /// No colours, for files and tests.
    pub fn plain() -> Self {
        Palette::default()
    }

    /// Colours for a terminal.
    pub fn colours() -> Self {
        Palette {
            error: AnsiColor::Red.on_default().bold(),
            warning: AnsiColor::Yellow.on_default().bold(),
            note: AnsiColor::Cyan.on_default().bold(),
            gutter: AnsiColor::Blue.on_default().bold(),
            strong: Style::new().bold(),
            help: AnsiColor::Green.on_default().bold(),
        }
    }

    fn of(&self, severity: Severity) -> Style {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Note => self.note,
        }
    }
}

/// All findings, with an empty line after each. Those of one cause are one report.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, palette: &Palette) -> String {
    let mut out = String::new();
    for (diagnostic, others) in by_cause(diagnostics) {
        // Writing to a string doesn't fail.
        let _ = one(&mut out, diagnostic, &others, sources, palette);
        out.push('\n');
    }
    out
}

/// The findings in their order, each with the later ones of the file that say the same of the same values, made at the same place.
fn by_cause(diagnostics: &[Diagnostic]) -> Vec<(&Diagnostic, Vec<&Span>)> {
    let mut found: Vec<(&Diagnostic, Vec<&Span>)> = Vec::new();
    let mut known: FxHashMap<_, usize> = FxHashMap::default();
    for d in diagnostics {
        if d.evidence.is_empty() {
            found.push((d, Vec::new()));
            continue;
        }
        let said = (&d.message, &d.label, &d.evidence, &d.calls, &d.help);
        match known.entry((&d.place.file, d.rule.code, d.severity, said)) {
            Entry::Occupied(first) => found[*first.get()].1.push(&d.place),
            Entry::Vacant(entry) => {
                entry.insert(found.len());
                found.push((d, Vec::new()));
            }
        }
    }
    found
}

fn one(out: &mut String, d: &Diagnostic, others: &[&Span], sources: &Sources, p: &Palette) -> fmt::Result {
    let level = p.of(d.severity);
    let (gutter, strong, help) = (p.gutter, p.strong, p.help);
    let at = sources.location(&d.place);
    let number = at.row.to_string();
    let pad = " ".repeat(number.len());
    writeln!(
        out,
        "{level}{}[{}]{level:#}{strong}: {}{strong:#}",
        d.severity.as_str(),
        d.rule.code,
        printable(&d.message)
    )?;
    let (file, row, column) = (printable(&d.place.file), at.line(), at.column);
    writeln!(out, "{pad}{gutter}-->{gutter:#} {file}:{row}:{column}")?;
    if let Some(quote) = sources.quote(&d.place) {
        let line = Line::new(quote);
        writeln!(out, "{pad} {gutter}|{gutter:#}")?;
        let space = if line.text.is_empty() { "" } else { " " };
        writeln!(out, "{gutter}{number} |{gutter:#}{space}{}", line.text)?;
        let carets = "^".repeat(line.width.max(1));
        let indent = " ".repeat(line.indent);
        write!(out, "{pad} {gutter}|{gutter:#} {indent}{level}{carets}")?;
        if !d.label.text.is_empty() {
            write!(out, " {}", printable(&d.label.text))?;
        }
        writeln!(out, "{level:#}")?;
        let marks = marks(&d.label);
        if !marks.is_empty() {
            let indent = " ".repeat(line.indent + carets.len() + 1);
            writeln!(out, "{pad} {gutter}|{gutter:#} {indent}{level}{marks}{level:#}")?;
        }
    }
    evidence(out, d, sources, p, &pad)?;
    for call in &d.calls {
        let from = file_and_line(&call.place, sources);
        let with = match printable(&call.with) {
            with if with.is_empty() => with,
            with => format!(", with {with}"),
        };
        writeln!(out, "{pad} {gutter}={gutter:#} called from {from}{with}")?;
    }
    if !others.is_empty() {
        writeln!(out, "{pad} {gutter}={gutter:#} the same at {}", places(others, sources))?;
    }
    if let Some(text) = &d.help {
        writeln!(out, "{help}help:{help:#} {}", printable(text))?;
    }
    Ok(())
}

/// The facts, in columns: name, type, origin.
fn evidence(out: &mut String, d: &Diagnostic, sources: &Sources, p: &Palette, pad: &str) -> fmt::Result {
    let gutter = p.gutter;
    let columns: Vec<(String, String, String)> =
        d.evidence.iter().map(|fact| (printable(&fact.name), printable(&fact.ty), origin(fact, sources))).collect();
    let widest =
        |of: fn(&(String, String, String)) -> &String| columns.iter().map(|row| of(row).width()).max().unwrap_or(0);
    let (names, types) = (widest(|row| &row.0), widest(|row| &row.1));
    for (name, ty, origin) in &columns {
        let name_pad = " ".repeat(names - name.width());
        let type_pad = " ".repeat(types - ty.width());
        let row = format!("{name}:{name_pad} {ty}{type_pad}  {origin}");
        writeln!(out, "{pad} {gutter}={gutter:#} {}", row.trim_end())?;
    }
    Ok(())
}

/// `made at model.py:11, by np.tanh(x)`, as much of it as is known.
fn origin(fact: &Evidence, sources: &Sources) -> String {
    let how = printable(&fact.how);
    match &fact.place {
        None => how,
        Some(place) => {
            let at = file_and_line(place, sources);
            let comma = if how.is_empty() { "" } else { ", " };
            format!("{} at {at}{comma}{how}", fact.seen.as_str())
        }
    }
}

/// `model.py:11, model.py:12 and 3 more places`.
fn places(places: &[&Span], sources: &Sources) -> String {
    let shown: Vec<String> = places.iter().take(PLACES).map(|place| file_and_line(place, sources)).collect();
    let shown = shown.join(", ");
    match places.len().saturating_sub(PLACES) {
        0 => shown,
        more => format!("{shown} and {}", super::number(more, "more place")),
    }
}

/// `model.py:11`.
pub fn file_and_line(place: &Span, sources: &Sources) -> String {
    format!("{}:{}", printable(&place.file), sources.location(place).line())
}

/// Carets under the marked characters of a label, as wide as these are displayed.
fn marks(label: &Label) -> String {
    let mut row = String::new();
    for (at, c) in label.text.chars().enumerate() {
        let marked = label.marks.iter().any(|mark| mark.contains(&at));
        let mark = if marked { '^' } else { ' ' };
        row.extend(std::iter::repeat_n(mark, c.width().unwrap_or(1)));
    }
    row.truncate(row.trim_end().len());
    row
}

/// A line of source as displayed, and where the carets go.
struct Line {
    text: String,
    indent: usize,
    width: usize,
}

/// A quote of a line that may have millions of characters, cut to what is near its start.
fn around(quote: Quote<'_>) -> Quote<'_> {
    const NEAR: usize = 4 * WIDEST;
    let from = quote.line.floor_char_boundary(quote.start.saturating_sub(NEAR));
    let to = quote.line.floor_char_boundary(quote.start + NEAR);
    Quote { line: &quote.line[from..to], start: quote.start - from, end: quote.end.min(to) - from }
}

impl Line {
    fn new(quote: Quote<'_>) -> Self {
        let quote = around(quote);
        let mut cells: Vec<(String, usize, bool)> = Vec::new();
        let mut column = 0;
        for (at, c) in quote.line.char_indices() {
            let (shown, width) = match c {
                '\t' => {
                    let width = TAB - column % TAB;
                    (" ".repeat(width), width)
                }
                c if c.is_control() => ('\u{fffd}'.to_string(), 1),
                c => (c.to_string(), c.width().unwrap_or(1)),
            };
            column += width;
            cells.push((shown, width, (quote.start..quote.end).contains(&at)));
        }
        let first = quote.line[..quote.start].chars().count();
        let (from, to) = window(&cells, first);
        let width_of = |cells: &[(String, usize, bool)]| cells.iter().map(|cell| cell.1).sum();
        let covered = cells[from..to].iter().filter(|cell| cell.2).map(|cell| cell.1);
        let before: usize = width_of(&cells[from..first.min(to)]);
        let head = if from > 0 { "..." } else { "" };
        let tail = if to < cells.len() { "..." } else { "" };
        let shown: String = cells[from..to].iter().map(|cell| cell.0.as_str()).collect();
        Line {
            text: format!("{head}{shown}{tail}").trim_end().to_owned(),
            indent: head.len() + before,
            width: covered.sum(),
        }
    }
}

/// The part of a long line that is shown.
fn window(cells: &[(String, usize, bool)], first: usize) -> (usize, usize) {
    let total: usize = cells.iter().map(|cell| cell.1).sum();
    if total <= WIDEST {
        return (0, cells.len());
    }
    let from = first.saturating_sub(WIDEST / 4);
    let mut width = 0;
    let fits = cells[from..].iter().take_while(|cell| {
        width += cell.1;
        width <= WIDEST
    });
    (from, from + fits.count())
}

/// Text without characters that would steer a terminal, on one line.
fn printable(text: &str) -> String {
    let safe = |c: char| match c {
        '\n' | '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    text.chars().map(safe).collect()
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;
    use conformable_python::rules;
    use ruff_text_size::{TextRange, TextSize};

    #[test]
    fn the_layout_of_findings() {
        let (diagnostics, sources) = fixture::findings();
        let text = render(&diagnostics, &sources, &Palette::plain());
        assert_eq!(
            text,
            "\
error[CF101]: matmul: the inner dimensions differ: 4 and 5
  --> model.py:12:12
   |
12 |     return h @ self.w2
   |            ^^^^^^^^^^^ float64[n, 4] @ float64[5, 2]
   |                                   ^            ^
   = h:       float64[n, 4]  made at model.py:11, by np.tanh(x @ self.w1)
   = self.w2: float64[5, 2]  made at model.py:7
   = called from model.py:20, with x: float64[n, 3]
help: should `self.w2` have 4 rows?

warning[CF701]: (n,) and (n, 1) broadcast to (n, n)
 --> other.py:2:6
  |
2 | é =  größe - 漢字[
  |      ^^^^^^^^^^^^^

error[CF001]: this can't be read: permission denied
 --> secret.py:1:1

"
        );
    }

    #[test]
    fn what_has_one_cause_is_one_report() {
        let (diagnostics, sources) = fixture::findings();
        let again = |at: u32| {
            let mut found = diagnostics[0].clone();
            found.place.range = TextRange::at(TextSize::new(at), TextSize::new(1));
            found
        };
        let mut other = again(9);
        other.evidence[0].place = None;
        let mut all = vec![diagnostics[0].clone(), other];
        all.extend([1, 2, 3, 4, 5, 6].map(again));
        let text = render(&all, &sources, &Palette::plain());
        assert_eq!(text.matches("error[CF101]").count(), 2, "of other values it is another one\n{text}");
        let line = text.lines().find(|line| line.contains("the same at")).expect("a line");
        assert!(line.matches("model.py:").count() == PLACES && line.ends_with(" and 2 more places"), "{line}");
        assert_eq!(render(&[again(1)], &sources, &Palette::plain()).matches("the same").count(), 0);
    }

    fn single(text: &str, expression: &str) -> String {
        let start = text.find(expression).expect("in the text");
        let size = TextSize::of(expression);
        let range = TextRange::at(TextSize::try_from(start).expect("small"), size);
        let mut found = Diagnostic::new(rules::MATMUL, Span::new("a.py", range), "m");
        found.label = Label { text: "漢[3]".to_owned(), marks: vec![0..1, 2..3] };
        let sources = Sources::new([("a.py".into(), text.into())]);
        render(&[found], &sources, &Palette::plain())
    }

    #[test]
    fn tabs_and_wide_labels() {
        assert_eq!(
            single("if x:\n\ta @ b\n", "a @ b"),
            "\
error[CF101]: m
 --> a.py:2:2
  |
2 |     a @ b
  |     ^^^^^ 漢[3]
  |           ^^ ^

"
        );
    }

    #[test]
    fn long_lines_are_cut_and_control_characters_shown() {
        let line = format!("{}a @ b{}\n", "x + ".repeat(100), " + y".repeat(100));
        let text = single(&line, "a @ b");
        let rows: Vec<&str> = text.lines().collect();
        assert!(rows[3].starts_with("1 | ...") && rows[3].ends_with("..."));
        let caret = rows[4].find('^').expect("carets");
        assert!(rows[3][caret..].starts_with("a @ b"));
        assert!(!single("'\x1b[31m' @ b\n", "@ b").contains('\x1b'));
        // Cut between characters, wherever the expression stands, and however long it is.
        for (before, expression, after) in [(0, 1, 9_999), (9_998, 1, 0), (7_777, 3, 7_777), (0, 9_999, 0)] {
            let [before, after] = [before, after].map(|count| "é".repeat(count));
            let expression = "b".repeat(expression);
            let text = single(&format!("{before}{expression}{after}\n"), &expression);
            let rows: Vec<&str> = text.lines().collect();
            assert!(rows.iter().all(|row| row.chars().count() < 2 * WIDEST));
            let column = rows[4].chars().position(|c| c == '^').expect("carets");
            assert_eq!(rows[3].chars().nth(column), Some('b'));
        }
    }

    #[test]
    fn colours_are_only_colours() {
        let (diagnostics, sources) = fixture::findings();
        let coloured = render(&diagnostics, &sources, &Palette::colours());
        let stripped = anstream::adapter::strip_str(&coloured).to_string();
        assert_eq!(stripped, render(&diagnostics, &sources, &Palette::plain()));
        assert_ne!(coloured, stripped);
    }
}
