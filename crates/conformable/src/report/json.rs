//! Findings for programs: an array of objects in ruff's shape, with `severity`, `related`, `help`
//! and `exception` added.

use conformable_python::diagnostic::{Diagnostic, Span};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Sources, url};

#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Finding<'a> {
    /// The rule's code, such as CF101.
    code: &'static str,
    /// The rule's name, such as matmul-inner-dimensions.
    name: &'static str,
    /// `error`, `warning` or `note`.
    severity: &'static str,
    /// What is wrong, in one line.
    message: &'a str,
    /// The file, relative to the working directory where it is below that.
    filename: &'a str,
    /// Where it begins.
    location: Position,
    /// Where it ends: behind the last character.
    end_location: Position,
    /// The rule's page.
    url: Option<String>,
    /// Always null, as ruff's readers expect the key.
    fix: Option<()>,
    /// The number of a notebook's cell, the first is 1.
    cell: Option<usize>,
    /// What led to it.
    related: Vec<Related>,
    /// What to write instead.
    help: Option<&'a str>,
    /// The exception that Python would raise.
    exception: Option<&'a str>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Position {
    /// The line; the first is 1.
    row: usize,
    /// The character in the line; the first is 1.
    column: usize,
}

/// A fact or a call that led to the finding.
#[derive(Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Related {
    /// The value and its type, or what the call was given.
    message: String,
    /// The file, if the place is known.
    filename: Option<String>,
    /// The number of a notebook's cell; only in a notebook.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<usize>,
    /// Where the value was made, or the call begins.
    location: Option<Position>,
    /// Where that ends.
    end_location: Option<Position>,
}

/// The findings as a JSON array.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut text = pretty(&values(diagnostics, sources));
    text.push('\n');
    text
}

/// The findings as values, to be part of a larger answer.
pub fn values(diagnostics: &[Diagnostic], sources: &Sources) -> serde_json::Value {
    let findings: Vec<Finding> = diagnostics.iter().map(|d| finding(d, sources)).collect();
    serde_json::to_value(findings).expect("strings and numbers are JSON")
}

/// The JSON schema of [`render`]'s array, made of the types that write it.
pub fn schema() -> serde_json::Value {
    let settings = schemars::generate::SchemaSettings::draft07().for_serialize();
    settings.into_generator().into_root_schema_for::<Vec<Finding<'static>>>().to_value()
}

/// JSON as we print it.
pub fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("strings and numbers are JSON")
}

fn finding<'a>(d: &'a Diagnostic, sources: &Sources) -> Finding<'a> {
    let (location, end_location, cell) = positions(&d.place, sources);
    let evidence = d.evidence.iter().map(|fact| {
        let mut message = format!("{}: {}", fact.name, fact.ty);
        if !fact.how.is_empty() {
            message = format!("{message}, {}", fact.how);
        }
        related(message, fact.place.as_ref(), sources)
    });
    let calls = d.calls.iter().map(|call| {
        let mut message = "called from here".to_owned();
        if !call.with.is_empty() {
            message = format!("{message}, with {}", call.with);
        }
        related(message, Some(&call.place), sources)
    });
    Finding {
        code: d.rule.code,
        name: d.rule.name,
        severity: d.severity.as_str(),
        message: &d.message,
        filename: &d.place.file,
        location,
        end_location,
        url: url(d.rule),
        fix: None,
        cell,
        related: evidence.chain(calls).collect(),
        help: d.help.as_deref(),
        exception: d.exception.as_deref(),
    }
}

fn related(message: String, place: Option<&Span>, sources: &Sources) -> Related {
    let found = place.map(|place| positions(place, sources));
    let cell = found.as_ref().and_then(|(.., cell)| *cell);
    let (location, end_location) = found.map(|(start, end, _)| (start, end)).unzip();
    Related { message, filename: place.map(|place| place.file.to_string()), cell, location, end_location }
}

fn positions(place: &Span, sources: &Sources) -> (Position, Position, Option<usize>) {
    let at = sources.location(place);
    let position = |row, column| Position { row, column };
    (position(at.row, at.column), position(at.end_row, at.end_column), at.cell)
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn the_shape_of_ruff_and_more() {
        let (diagnostics, sources) = fixture::findings();
        let parsed: serde_json::Value = serde_json::from_str(&render(&diagnostics, &sources)).expect("JSON");
        assert_eq!(parsed.as_array().map(Vec::len), Some(3));
        assert_eq!(
            parsed[0],
            serde_json::json!({
                "code": "CF101",
                "name": "matmul-inner-dimensions",
                "severity": "error",
                "message": "matmul: the inner dimensions differ: 4 and 5",
                "filename": "model.py",
                "location": {"row": 12, "column": 12},
                "end_location": {"row": 12, "column": 23},
                "url": url(conformable_python::rules::MATMUL),
                "fix": null,
                "cell": null,
                "related": [
                    {
                        "message": "h: float64[n, 4], by np.tanh(x @ self.w1)",
                        "filename": "model.py",
                        "location": {"row": 11, "column": 9},
                        "end_location": {"row": 11, "column": 29},
                    },
                    {
                        "message": "self.w2: float64[5, 2]",
                        "filename": "model.py",
                        "location": {"row": 7, "column": 15},
                        "end_location": {"row": 7, "column": 30},
                    },
                    {
                        "message": "called from here, with x: float64[n, 3]",
                        "filename": "model.py",
                        "location": {"row": 20, "column": 1},
                        "end_location": {"row": 20, "column": 17},
                    },
                ],
                "help": "should `self.w2` have 4 rows?",
                "exception": "ValueError",
            })
        );
        // Columns count characters, not bytes.
        assert_eq!(parsed[1]["location"], serde_json::json!({"row": 2, "column": 6}));
        assert_eq!(parsed[1]["end_location"], serde_json::json!({"row": 3, "column": 7}));
    }

    #[test]
    fn nothing_is_an_empty_array() {
        assert_eq!(render(&[], &Sources::default()), "[]\n");
    }
}
