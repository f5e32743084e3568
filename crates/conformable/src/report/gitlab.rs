//! GitLab's code quality report: a JSON array, each finding with a fingerprint by which it is the same one later.
//!
//! The fingerprint is made of the file, the rule, the message and the text of the line, so that it stays when lines move;
//! of several that are the same it counts which one it is.

use std::hash::Hasher;

use conformable_python::diagnostic::{Diagnostic, Severity};
use rustc_hash::{FxHashMap, FxHasher};
use serde::Serialize;

use super::{Sources, full_message, json};

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: IssueLocation<'a>,
}

#[derive(Serialize)]
struct IssueLocation<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
    end: usize,
}

/// The findings as a JSON array.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut known: FxHashMap<u64, u64> = FxHashMap::default();
    let issues: Vec<Issue<'_>> = diagnostics
        .iter()
        .map(|d| {
            let at = sources.location(&d.place);
            let same = hash(&[&d.place.file, d.rule.code, &d.message, line(d, sources)], 0);
            let count = known.entry(same).or_default();
            *count += 1;
            let parts = [&*d.place.file, d.rule.code, &d.message, line(d, sources)];
            Issue {
                description: format!("{}: {}", d.rule.code, full_message(d)),
                check_name: d.rule.code,
                fingerprint: format!("{same:016x}{:016x}", hash(&parts, *count)),
                severity: severity(d.severity),
                location: IssueLocation { path: &d.place.file, lines: Lines { begin: at.row, end: at.end_row } },
            }
        })
        .collect();
    json::pretty(&issues) + "\n"
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Note => "info",
    }
}

fn line<'a>(finding: &Diagnostic, sources: &'a Sources) -> &'a str {
    sources.quote(&finding.place).map_or("", |quote| quote.line.trim())
}

fn hash(parts: &[&str], count: u64) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(count);
    for part in parts {
        hasher.write(part.as_bytes());
        hasher.write_u8(0xff);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    fn issues(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<serde_json::Value> {
        serde_json::from_str(&render(diagnostics, sources)).expect("JSON")
    }

    #[test]
    fn each_finding_is_an_issue() {
        let (diagnostics, sources) = fixture::findings();
        let issues = issues(&diagnostics, &sources);
        let severities: Vec<_> = issues.iter().map(|issue| issue["severity"].as_str()).collect();
        assert_eq!(severities, [Some("major"), Some("minor"), Some("major")]);
        assert_eq!(issues[1]["location"], serde_json::json!({"path": "other.py", "lines": {"begin": 2, "end": 3}}));
        let expected = "CF101: matmul: the inner dimensions differ: 4 and 5 (float64[n, 4] @ float64[5, 2])";
        assert_eq!((&issues[0]["description"], &issues[0]["check_name"]), (&expected.into(), &"CF101".into()));
    }

    #[test]
    fn fingerprints_stay_where_lines_move_and_differ_for_each() {
        let (diagnostics, _) = fixture::findings();
        let one = || diagnostics[2].clone();
        let fingerprints = |found: &[Diagnostic], sources: &Sources| -> Vec<String> {
            issues(found, sources).iter().map(|issue| issue["fingerprint"].to_string()).collect()
        };
        let of = |text: &str| Sources::new([("secret.py".into(), text.into())]);
        let twice = fingerprints(&[one(), one()], &of("x\n"));
        assert_ne!(twice[0], twice[1]);
        let mut moved = one();
        moved.place.range = ruff_text_size::TextRange::at(3.into(), 0.into());
        assert_eq!(fingerprints(&[moved], &of("# \nx\n")), twice[..1]);
        assert_ne!(fingerprints(&[one()], &of("y\n")), twice[..1]);
    }
}
