//! What is said at once of a long file in which somebody types: what its top level and the functions that were touched say now,
//! and what the last report says of the functions that weren't, where they are now.
//!
//! A function that nobody touched may say something else all the same, since what it calls has changed. So such a report is
//! provisional, and the whole one follows.

use std::sync::Arc;

use conformable_python::diagnostic::{Diagnostic, Findings, Span};
use conformable_python::{Checker, Reached, Report, SourceFile};

use crate::edit::Edit;

/// Steps of an evaluation that is soon done, some ten milliseconds of work.
const SOON: u64 = 20_000;

/// What was said of a file as a whole, when it was Python.
pub struct WholeReport {
    text: Arc<str>,
    diagnostics: Vec<Diagnostic>,
    steps: u64,
}

impl WholeReport {
    /// The report of this text; `None` if the text was not evaluated, or not all of it.
    pub fn of(file: &SourceFile, report: &Report) -> Option<WholeReport> {
        let is_whole = report.reached == Reached::Evaluation && !report.is_provisional;
        is_whole.then(|| WholeReport {
            text: Arc::clone(&file.text),
            diagnostics: report.diagnostics.clone(),
            steps: report.statistics.fuel,
        })
    }
}

/// The report of a file of which that was said before.
pub fn report(checker: &Checker<'_>, index: usize, file: &SourceFile, before: Option<&WholeReport>) -> Report {
    let Some(before) = before.filter(|before| before.steps > SOON) else { return checker.check_at_once(index, None) };
    let edit = Edit::between(&before.text, &file.text);
    let mut report = checker.check_at_once(index, Some(edit.after()));
    if !report.skipped.is_empty() {
        let mut findings = Findings::from_iter(std::mem::take(&mut report.diagnostics));
        let is_skipped = |place: &Span| {
            place.file == file.path && report.skipped.iter().any(|skipped| skipped.contains_range(place.range))
        };
        let earlier = before.diagnostics.iter().filter_map(|finding| moved(finding, &file.path, edit));
        findings.extend(earlier.filter(|finding| is_skipped(root(finding))));
        report.diagnostics = findings.into_sorted();
    }
    report
}

/// Where the evaluation began that found it: the outermost call, or it itself.
fn root(finding: &Diagnostic) -> &Span {
    finding.calls.last().map_or(&finding.place, |call| &call.place)
}

/// The finding with its places of this file where they are after the edit; `None` if what failed was touched, or a call that leads there.
fn moved(finding: &Diagnostic, file: &Arc<str>, edit: Edit) -> Option<Diagnostic> {
    let now = |place: &Span| -> Option<Span> {
        let range = if place.file == *file { edit.forwards(place.range)? } else { place.range };
        Some(Span::new(Arc::clone(&place.file), range))
    };
    let mut moved = finding.clone();
    moved.place = now(&finding.place)?;
    for call in &mut moved.calls {
        call.place = now(&call.place)?;
    }
    for fact in &mut moved.evidence {
        fact.place = fact.place.as_ref().and_then(now);
    }
    Some(moved)
}

#[cfg(test)]
mod tests {
    use conformable_python::{FactsWanted, ParsedFiles, Program, Settings};

    use super::*;

    /// Two functions that nothing calls, with a mistake each, and a third that takes long; what calls the second with too few
    /// values stands behind it.
    fn text(size: usize, sum: &str) -> String {
        let long = "    n = n + 1\n".repeat(100);
        let longs: String = (0..60).map(|place| format!("def long{place}(n: int):\n{long}    return n\n\n")).collect();
        format!(
            "import numpy as np\n\ndef first(a):\n    return np.ones(3) + np.ones({size})\n\n\
             def second(b):\n    return b + {sum}\n\n{longs}def third():\n    second(np.ones(5))\n\n\
             if __name__ == \"__main__\":\n    print(len(3))\n"
        )
    }

    fn file(text: &str) -> SourceFile {
        SourceFile { path: "a.py".into(), text: text.into(), module: None }
    }

    /// What is said at once of a text after another one, and what a whole check says of it: the lines and messages.
    fn said(before: &str, now: &str) -> (Report, [Vec<(usize, String)>; 2]) {
        let parsed = ParsedFiles::default();
        let program = |text: &str| Arc::new(Program::new(&parsed, vec![file(text)], Settings::default()));
        let whole = program(before).check_file(0);
        assert!(whole.statistics.fuel > SOON, "it takes too little: {}", whole.statistics.fuel);
        let whole = WholeReport::of(&file(before), &whole);
        let program = program(now);
        let at_once = report(&program.checker(), 0, &file(now), whole.as_ref());
        let line = |finding: &Diagnostic| 1 + now[..finding.place.range.start().into()].matches('\n').count();
        let lines = |report: &Report| {
            report.diagnostics.iter().map(|finding| (line(finding), finding.message.clone())).collect()
        };
        let both = [lines(&at_once), lines(&program.check_file(0))];
        (at_once, both)
    }

    #[test]
    fn what_was_touched_is_evaluated_and_the_rest_stays_where_it_is_now() {
        let before = text(4, "np.ones(4)");
        let repaired = text(3, "np.ones(4)");
        for now in
            [before.clone(), repaired, before.replace("    return np.ones(3)", "    x = 1\n    return np.ones(3)")]
        {
            let (at_once, [said, whole]) = said(&before, &now);
            assert!(at_once.is_provisional && at_once.skipped.len() >= 60);
            assert_eq!(said, whole);
            assert!(said.len() >= 2, "{said:?}");
        }
    }

    #[test]
    fn what_a_function_that_was_not_touched_finds_in_one_that_was_stays_until_the_whole_check() {
        let (before, now) = (text(4, "np.ones(4)"), text(4, "np.ones(5)"));
        let (at_once, [at_first, whole]) = said(&before, &now);
        assert!(at_once.is_provisional);
        assert_eq!(at_first, whole, "the sum itself was touched, and isn't said to fail");
        let (_, [at_first, whole]) = said(&before, &before.replace("(b):\n", "(b):\n    b = 1\n"));
        assert_eq!(at_first.len(), whole.len() + 1, "{at_first:?} {whole:?}");
    }

    #[test]
    fn what_is_said_of_all_is_the_whole_answer() {
        let text = |size: usize| {
            let long = "n = n + 1\n".repeat(9_000);
            format!("import numpy as np\nn = 1\n{long}x = np.ones({size})\n")
        };
        let parsed = ParsedFiles::default();
        let settings = Settings { facts: FactsWanted::Types, ..Settings::default() };
        let program = |text: &str| Arc::new(Program::new(&parsed, vec![file(text)], settings.clone()));
        let whole = WholeReport::of(&file(&text(3)), &program(&text(3)).check_file(0)).expect("it is Python");
        assert!(whole.steps > SOON, "{}", whole.steps);
        let program = program(&text(4));
        let at_once = report(&program.checker(), 0, &file(&text(4)), Some(&whole));
        assert!(!at_once.is_provisional);
        assert_eq!(at_once.facts, program.check_file(0).facts);
    }

    const SHORT: &str = "import numpy as np\n\ndef f(x):\n    return np.ones(3) + np.ones(4)\n";

    #[test]
    fn of_a_short_file_or_a_first_check_all_is_said_at_once() {
        let parsed = ParsedFiles::default();
        let program = Arc::new(Program::new(&parsed, vec![file(SHORT)], Settings::default()));
        let whole = WholeReport::of(&program.files()[0], &program.check_file(0));
        for before in [None, whole.as_ref()] {
            let report = report(&program.checker(), 0, &program.files()[0], before);
            assert!(!report.is_provisional && report.diagnostics.len() == 1);
        }
    }
}
