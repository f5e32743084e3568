//! SARIF 2.1.0, which code scanning services read.

use conformable_python::diagnostic::{Diagnostic, Severity, Span};
use conformable_python::rules::Rule;
use serde_json::{Value, json};

use super::{Sources, full_message, json, url};

/// The findings as a SARIF log with one run.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut rules: Vec<&'static Rule> = diagnostics.iter().map(|d| d.rule).collect();
    rules.sort_by_key(|rule| rule.code);
    rules.dedup();
    let results: Vec<Value> = diagnostics
        .iter()
        .map(|d| {
            let index = rules.iter().position(|rule| *rule == d.rule);
            result(d, index, sources)
        })
        .collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "conformable",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules.iter().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    json::pretty(&log) + "\n"
}

fn descriptor(rule: &Rule) -> Value {
    let mut descriptor = json!({
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "help": {"text": rule.page, "markdown": rule.page},
        "defaultConfiguration": {"level": level(rule.severity)},
    });
    if let Some(url) = url(rule) {
        descriptor["helpUri"] = url.into();
    }
    descriptor
}

fn result(d: &Diagnostic, rule_index: Option<usize>, sources: &Sources) -> Value {
    let mut text = full_message(d);
    if let Some(help) = &d.help {
        text = format!("{text}\nhelp: {help}");
    }
    let evidence = d.evidence.iter().filter_map(|fact| {
        let message = format!("{}: {}", fact.name, fact.ty);
        Some((fact.place.as_ref()?, message))
    });
    let calls = d.calls.iter().map(|call| (&call.place, format!("called from here, with {}", call.with)));
    let related: Vec<Value> = evidence
        .chain(calls)
        .enumerate()
        .map(|(id, (place, message))| {
            let mut location = location(place, sources);
            location["id"] = json!(id);
            location["message"] = json!({"text": message});
            location
        })
        .collect();
    json!({
        "ruleId": d.rule.code,
        "ruleIndex": rule_index,
        "level": level(d.severity),
        "message": {"text": text},
        "locations": [location(&d.place, sources)],
        "relatedLocations": related,
    })
}

fn location(place: &Span, sources: &Sources) -> Value {
    let at = sources.location(place);
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri(&place.file)},
            "region": {
                "startLine": at.row,
                "startColumn": at.column,
                "endLine": at.end_row,
                "endColumn": at.end_column,
            },
        },
    });
    if let Some(cell) = at.cell {
        location["logicalLocations"] = json!([{"name": format!("cell {cell}"), "kind": "cell"}]);
    }
    location
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// A relative reference, with what a URI can't hold escaped.
fn uri(path: &str) -> String {
    let mut out = String::new();
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~+".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn a_log_with_rules_results_and_related_places() {
        let (diagnostics, sources) = fixture::findings();
        let log: Value = serde_json::from_str(&render(&diagnostics, &sources)).expect("JSON");
        let run = &log["runs"][0];
        let ids: Vec<&Value> =
            run["tool"]["driver"]["rules"].as_array().expect("rules").iter().map(|rule| &rule["id"]).collect();
        assert_eq!(ids, ["CF001", "CF101", "CF701"]);
        let first = &run["results"][0];
        assert_eq!(first["ruleIndex"], 1);
        assert_eq!(first["level"], "error");
        assert_eq!(
            first["locations"][0]["physicalLocation"],
            json!({
                "artifactLocation": {"uri": "model.py"},
                "region": {"startLine": 12, "startColumn": 12, "endLine": 12, "endColumn": 23},
            })
        );
        assert_eq!(first["relatedLocations"].as_array().map(Vec::len), Some(3));
        assert_eq!(first["relatedLocations"][2]["id"], 2);
    }

    #[test]
    fn paths_are_escaped() {
        assert_eq!(uri("a b/é.py"), "a%20b/%C3%A9.py");
    }
}
