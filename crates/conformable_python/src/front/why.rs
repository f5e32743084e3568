//! What `check --why FILE:LINE` asks for, and what it is told.

/// The line that is asked about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Asked {
    /// The file, as reports name it.
    pub path: String,
    /// The line, from 1.
    pub line: usize,
}

/// One verdict on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The rule's code.
    pub code: &'static str,
    /// What the finding would say.
    pub message: String,
    /// Where in the line, in columns from 1.
    pub column: usize,
    /// In which frame: that of a function, or a module's top level.
    pub frame: String,
    /// `error`, `warning`, `note` or `nothing`.
    pub verdict: String,
    /// Why it is that.
    pub reason: String,
    /// What the refutation rests on, in the terms of the frame.
    pub depends_on: String,
    /// The undecided tests on the way, as they are written, with their lines.
    pub tests: Vec<String>,
}

/// The lines of a report, as `check --why` prints them; `at` is the line as its user wrote it. Where there are no verdicts,
/// `known` tells what is known of the line.
pub fn text(at: &str, rows: &[Considered], known: &[String]) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    if rows.is_empty() {
        let _ = writeln!(out, "{at}: nothing was met here that could be reported");
        known.iter().for_each(|line| _ = writeln!(out, "  {line}"));
    }
    for row in rows {
        let _ = writeln!(out, "{at}:{}: {} {}", row.column, row.code, row.message);
        let _ = writeln!(out, "  verdict: {}, {}: {}", row.verdict, row.frame, row.reason);
        if !row.depends_on.is_empty() {
            let _ = writeln!(out, "  depends on: {}", row.depends_on);
        }
        for test in &row.tests {
            let _ = writeln!(out, "  undecided on the way: {test}");
        }
    }
    out
}
