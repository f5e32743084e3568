//! What a page may ask, and what it is answered.

use conformable::texts::{self, CheckedTexts, TextFile};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The files of a folder.
    files: Vec<RequestFile>,
    /// What a configuration says, in TOML.
    #[serde(default)]
    settings: String,
}

/// A file: its text, or its bytes where they aren't known to be one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestFile {
    name: String,
    #[serde(default)]
    text: String,
    bytes: Option<Vec<u8>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Checked(Box<Checked>),
    /// What was asked for can't be done.
    Failed {
        message: String,
    },
}

#[derive(Serialize)]
struct Checked {
    /// What `check --output-format json` prints, to the byte.
    findings: String,
    /// What `coverage --output-format json` prints.
    coverage: String,
    /// The last lines of `check`.
    closing: String,
    /// Each finding in the words of `check`.
    shown: Vec<Shown>,
    files: Vec<AnswerFile>,
}

/// Places are in units of UTF-16.
#[derive(Serialize)]
struct Shown {
    file: String,
    start: usize,
    end: usize,
    severity: &'static str,
    text: String,
}

#[derive(Serialize)]
struct AnswerFile {
    name: String,
    expressions: Vec<Expression>,
}

/// A part of a text with what a hover says.
#[derive(Serialize)]
struct Expression {
    start: usize,
    end: usize,
    level: Option<&'static str>,
    told: String,
}

/// Answers a request in JSON.
pub fn answer(request: &[u8]) -> String {
    let answer = match serde_json::from_slice(request) {
        Ok(request) => checked(request),
        Err(error) => Answer::Failed { message: format!("this is no request: {error}") },
    };
    serde_json::to_string(&answer).expect("strings and numbers are JSON")
}

fn checked(request: Request) -> Answer {
    let names: Vec<String> = request.files.iter().map(|file| file.name.clone()).collect();
    let file = |file: RequestFile| match file.bytes {
        Some(bytes) => TextFile::of_bytes(file.name, bytes),
        None => TextFile { name: file.name, text: Ok(file.text) },
    };
    match texts::check(request.files.into_iter().map(file).collect(), &request.settings) {
        Ok(checked) => Answer::Checked(Box::new(told(&checked, names))),
        Err(message) => Answer::Failed { message },
    }
}

fn told(checked: &CheckedTexts, names: Vec<String>) -> Checked {
    let shown = checked.shown_findings().into_iter().map(|finding| Shown {
        file: finding.file.to_string(),
        start: finding.range.0,
        end: finding.range.1,
        severity: finding.severity,
        text: finding.text,
    });
    let file = |name: String| {
        let expressions = checked.expressions(&name).into_iter().map(|one| Expression {
            start: one.range.0,
            end: one.range.1,
            level: one.level,
            told: one.told,
        });
        AnswerFile { expressions: expressions.collect(), name }
    };
    Checked {
        findings: checked.findings(),
        coverage: checked.coverage(),
        closing: checked.closing(),
        shown: shown.collect(),
        files: names.into_iter().map(file).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn answered(request: &Value) -> Value {
        serde_json::from_str(&answer(request.to_string().as_bytes())).expect("JSON")
    }

    #[test]
    fn a_request_is_answered() {
        let text = "import numpy as np\né = np.ones((2, 3))\né[5]\n";
        let said = answered(&json!({"files": [{"name": "a.py", "text": text}]}));
        let findings: Value = serde_json::from_str(said["findings"].as_str().expect("a text")).expect("JSON");
        assert_eq!((&findings[0]["code"], &findings[0]["location"]["row"]), (&json!("CF301"), &json!(3)));
        let shown = &said["shown"][0];
        let end = text.encode_utf16().count() - 1;
        assert_eq!((&shown["start"], &shown["end"]), (&json!(end - 4), &json!(end)));
        assert!(shown["text"].as_str().expect("a text").starts_with("error[CF301]: "), "{shown}");
        let expressions = said["files"][0]["expressions"].as_array().expect("expressions");
        let at = |start| expressions.iter().find(|one| one["start"] == start).expect("an expression");
        let (name, call) = (at(19), at(23));
        // What counts is an expression that is read.
        assert_eq!((&name["end"], &name["level"]), (&json!(20), &Value::Null));
        assert_eq!((&call["end"], &call["level"]), (&json!(38), &json!("sizes")));
        assert!(name["told"].as_str().expect("a text").starts_with("é: float64[2, 3]"), "{name}");
    }

    #[test]
    fn settings_are_those_of_a_configuration() {
        let asked = |settings| {
            let text = "import numpy as np\nnp.ones(2)[5]\n";
            answered(&json!({"files": [{"name": "a.py", "text": text}], "settings": settings}))
        };
        assert_eq!(asked("ignore = ['CF3']")["findings"], "[]\n");
        assert!(asked("select = ['CF3']")["findings"].as_str().expect("a text").contains("CF301"));
        for wrong in ["strict = 3", "selekt = []", "="] {
            assert!(asked(wrong)["message"].as_str().expect("words").starts_with("the settings: "), "{wrong}");
        }
    }

    #[test]
    fn what_is_no_request_has_an_answer() {
        for request in ["", "{", "[]", "{\"files\": 3}", "{\"files\": [{\"name\": \"a.py\", \"txt\": \"\"}]}"] {
            let said: Value = serde_json::from_str(&answer(request.as_bytes())).expect("JSON");
            assert!(said["message"].as_str().expect("words").starts_with("this is no request: "), "{request}");
        }
        let said = answered(&json!({"files": [{"name": "a.py", "bytes": [120, 32, 61, 32, 255]}]}));
        assert!(said["findings"].as_str().expect("a text").contains("this can't be read"), "{said}");
        assert_eq!(answered(&json!({"files": []}))["findings"], "[]\n");
    }
}
