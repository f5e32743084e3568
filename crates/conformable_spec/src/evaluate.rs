//! The small languages of `expression => answer` blocks.
//!
//! A language is a name, as it stands after the fence, and a function from an expression to its
//! answer. The answer of an error is written `error: ` and a part of its message.

/// An evaluator: the text of the answer, or the message of the error.
pub type Evaluator = fn(&str) -> Result<String, String>;

/// The languages and their evaluators; one line for each.
pub const LANGUAGES: &[(&str, Evaluator)] = &[
    ("gt4py", crate::gt4py_language::evaluate),
    ("signatures", crate::signatures_language::evaluate),
    ("types", crate::types_language::evaluate),
];

/// The answer to one expression; `None` if the language isn't one of ours.
pub fn evaluate(language: &str, expression: &str) -> Option<Result<String, String>> {
    let (_, evaluator) = LANGUAGES.iter().find(|(name, _)| *name == language)?;
    Some(evaluator(expression))
}

/// Whether blocks of this language are evaluated.
pub fn is_language(language: &str) -> bool {
    LANGUAGES.iter().any(|(name, _)| *name == language)
}

/// Checks one line `expression => answer`; the error says what was expected and what came.
pub fn check_line(language: &str, line: &str) -> Result<(), String> {
    let Some((expression, expected)) = line.rsplit_once(" => ") else {
        return Err("a line is `expression => answer`".to_owned());
    };
    let (expression, expected) = (expression.trim(), expected.trim());
    let got = match evaluate(language, expression) {
        None => return Err(format!("there is no language `{language}`")),
        Some(got) => got,
    };
    let fits = match (&got, expected.strip_prefix("error: ")) {
        (Ok(answer), _) => answer == expected,
        (Err(message), Some(part)) => message.contains(part),
        (Err(_), None) => false,
    };
    if fits {
        return Ok(());
    }
    let got = got.unwrap_or_else(|message| format!("error: {message}"));
    Err(format!("{expression}\n    expected {expected}\n    got      {got}"))
}
