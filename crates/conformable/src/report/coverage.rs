//! How much of the arrays is known, and where unknown begins: the last line of `check`, and what `coverage` says.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use conformable_python::facts::{Cause, CauseCount};
use conformable_python::{Counts, Facts, NotEvaluated};
use serde_json::{Value, json};

use super::{Sources, json};
use crate::describe::place_of;

/// What `coverage` reads.
pub struct CoverageReport<'a> {
    pub facts: &'a Facts,
    pub not_evaluated: &'a BTreeMap<Arc<str>, NotEvaluated>,
    pub sources: &'a Sources,
}

/// The last lines of `check`: how many of the files have nothing to do with arrays, and how much is known of the others.
pub fn closing(counts: &Counts, texts: &[(Arc<str>, Arc<str>)], (without, files): (usize, usize)) -> String {
    apart(without, files) + &line(counts, texts)
}

/// The last line of `check`; nothing if there are no arrays. `texts` are those of all files.
fn line(counts: &Counts, texts: &[(Arc<str>, Arc<str>)]) -> String {
    line_with(counts, |cause| {
        let sources = &Sources::new(texts.iter().filter(|(path, _)| *path == cause.file).cloned());
        place(cause, sources)
    })
}

/// The same; `place` says where a cause is.
pub fn line_with(counts: &Counts, place: impl Fn(&Cause) -> String) -> String {
    if counts.sites == 0 {
        return String::new();
    }
    let all = grouped(counts.sites);
    if counts.ranks == counts.sites {
        let text =
            if counts.sites == 1 { "The one expression of an array is" } else { "All expressions of arrays are" };
        return format!("{text} known ({all}).\n");
    }
    let mut out =
        format!("{} of {all} expressions of arrays are known ({})", grouped(counts.ranks), percent(counts.share()),);
    if let Some(first) = counts.by_cause().first() {
        let of = grouped(first.count);
        let _ = write!(out, "; unknown begins at {}: {} ({of} of them)", place(first.first), first.first.text);
    }
    out + ".\n"
}

/// What `check` says of files that have nothing to do with arrays; nothing if there are none.
fn apart(apart: usize, files: usize) -> String {
    let (who, whose) = match (apart, files) {
        (0, _) => return String::new(),
        (1, 1) => ("The file has".to_owned(), "its"),
        (1, _) => ("One of them has".to_owned(), "its"),
        (all, files) if all == files => ("They have".to_owned(), "their"),
        _ => (format!("{} of them have", grouped(apart as u64)), "their"),
    };
    format!("{who} nothing to do with arrays: only {whose} syntax was checked (`--all-code` checks all).\n")
}

/// The page for people: figures, causes, files.
pub fn text(coverage: &CoverageReport<'_>) -> String {
    let counts = coverage.facts.counts();
    let mut out = String::new();
    let row = |out: &mut String, count: u64, what: &str| {
        let _ = writeln!(out, "{:>9}  {what}", grouped(count));
    };
    row(&mut out, counts.sites, "expressions of arrays were evaluated outside of tests");
    if counts.sites > 0 {
        let sizes = percent(share(counts.sizes, counts.sites));
        row(&mut out, counts.ranks, &format!("of them known, {}: a dtype and a rank", percent(counts.share())));
        row(&mut out, counts.sizes, &format!("of them with every size, {sizes}"));
    }
    let apart = sum(coverage.not_evaluated.values());
    if apart.functions > 0 {
        let functions = super::number(usize::try_from(apart.functions).unwrap_or(usize::MAX), "function");
        row(&mut out, apart.expressions, &format!("expressions of any kind in {functions} that nothing evaluates"));
    }
    let causes = counts.by_cause();
    if !causes.is_empty() {
        out.push_str("\nWhere unknown begins, and how many expressions of arrays depend on it:\n\n");
    }
    for cause in &causes {
        let _ = writeln!(out, "{:>9}  {}", grouped(cause.count), cause.first.text);
        let _ = writeln!(out, "{:>9}  {}{}", "", place(cause.first, coverage.sources), elsewhere(cause));
    }
    let files = files(coverage);
    if files.len() > 1 {
        out.push_str("\nBy file:\n\n");
        for (path, counts) in files.iter().filter(|(_, counts)| counts.sites > 0) {
            let of = format!("{} of {}", grouped(counts.ranks), grouped(counts.sites));
            let _ = writeln!(out, "{:>9}  {of:>15}  {path}", percent(counts.share()));
        }
    }
    out
}

fn elsewhere(cause: &CauseCount<'_>) -> String {
    match cause.places {
        1 => String::new(),
        2 => ", and one more place".to_owned(),
        places => format!(", and {} more places", grouped(places - 1)),
    }
}

/// The same for programs.
pub fn json(coverage: &CoverageReport<'_>) -> String {
    let counts = coverage.facts.counts();
    let apart = sum(coverage.not_evaluated.values());
    let cause = |(cause, count): (&Cause, &u64)| {
        let at = coverage.sources.location(&place_of(cause));
        json!({
            "cause": &*cause.text,
            "count": count,
            "filename": &*cause.file,
            "cell": at.cell,
            "location": {"row": at.row, "column": at.column},
        })
    };
    let mut causes: Vec<(&Cause, &u64)> = counts.begins.iter().collect();
    causes.sort_by_key(|(cause, count)| (std::cmp::Reverse(**count), *cause));
    let mut answer = figures(&counts, apart);
    answer["causes"] = causes.into_iter().map(cause).collect();
    let file = |(path, counts): (&str, Counts)| {
        let apart = coverage.not_evaluated.get(path).copied().unwrap_or_default();
        let mut answer = figures(&counts, apart);
        answer["filename"] = path.into();
        answer
    };
    answer["files"] = files(coverage).into_iter().map(file).collect();
    json::pretty(&answer) + "\n"
}

fn figures(counts: &Counts, apart: NotEvaluated) -> Value {
    json!({
        "expressions": counts.sites,
        "known": counts.ranks,
        "sizes": counts.sizes,
        "share": (counts.share() * 100.0).floor() / 100.0,
        "not_evaluated": {"functions": apart.functions, "expressions": apart.expressions},
    })
}

/// The files that are counted.
fn files<'a>(coverage: &CoverageReport<'a>) -> Vec<(&'a str, Counts)> {
    let counted = coverage.facts.files().filter(|(_, file)| file.is_counted());
    counted.map(|(path, file)| (&**path, file.counts())).collect()
}

fn sum<'a>(all: impl Iterator<Item = &'a NotEvaluated>) -> NotEvaluated {
    all.fold(NotEvaluated::default(), |sum, one| NotEvaluated {
        functions: sum.functions + one.functions,
        expressions: sum.expressions + one.expressions,
    })
}

fn place(cause: &Cause, sources: &Sources) -> String {
    format!("{}:{}", cause.file, sources.location(&place_of(cause)).line())
}

#[allow(clippy::cast_precision_loss)]
fn share(some: u64, all: u64) -> f64 {
    if all == 0 { 100.0 } else { 100.0 * some as f64 / all as f64 }
}

/// A share with one decimal, never more than it is: 99.99% isn't all.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", (share * 10.0).floor() / 10.0)
}

/// `1`, `12,345`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn shares_are_never_rounded_up() {
        assert_eq!([99.99, 100.0, 0.0, 89.56].map(percent), ["99.9%", "100.0%", "0.0%", "89.5%"]);
    }

    #[test]
    fn files_without_arrays_are_said_to_be_read_alone() {
        assert_eq!(apart(0, 3), "");
        for (files, without, said) in [
            (1, 1, "The file has nothing to do with arrays: only its "),
            (2, 1, "One of them has nothing to do with arrays: only its "),
            (2, 2, "They have nothing to do with arrays: only their "),
            (1_500, 1_200, "1,200 of them have nothing to do with arrays: only their "),
        ] {
            assert_eq!(apart(without, files), format!("{said}syntax was checked (`--all-code` checks all).\n"));
        }
    }

    #[test]
    fn the_last_line_says_where_unknown_begins() {
        let sources = [("a.py".into(), "import x\ny = x.load()\n".into())];
        let cause = |at| Cause { text: "`x.load()` is not known".into(), file: "a.py".into(), at };
        let counts = |sites, ranks, begins: &[(Cause, u64)]| Counts {
            sites,
            ranks,
            begins: begins.iter().cloned().collect(),
            ..Counts::default()
        };
        assert_eq!(line(&counts(0, 0, &[]), &sources), "");
        assert_eq!(line(&counts(12, 12, &[]), &sources), "All expressions of arrays are known (12).\n");
        assert_eq!(
            line(&counts(1200, 1190, &[(cause(13), 9), (cause(0), 1)]), &sources),
            "1,190 of 1,200 expressions of arrays are known (99.1%); unknown begins at a.py:2: `x.load()` is not known \
             (10 of them).\n"
        );
    }
}
