//! The keys of the configuration, as a table: what each says, and what its value is.
//!
//! The reader's messages, `--show-settings`, the table of docs/configuration.md and `conformable schema` follow it. What a value
//! means is the reader's to know ([`crate::config`]).

use conformable_python::rules::Rules;
use serde_json::{Map, Value, json};

/// What a key's value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyValue {
    Rules,
    Patterns,
    RulesByPattern,
    Paths,
    Flag,
    Dialect,
    PatternsByDialect,
    PythonVersion,
    NumpyRange,
    File,
    Folder,
}

/// One key.
pub(crate) struct ConfigKey {
    pub name: &'static str,
    pub value: KeyValue,
    /// What it says, as the pages of the docs have it.
    pub says: &'static str,
    /// What holds where nobody says it.
    default: &'static str,
    /// The switch that says the same.
    switch: Option<&'static str>,
}

macro_rules! keys {
    ($($name:literal, $value:ident, $says:literal, $default:literal, $switch:expr;)*) => {
        &[$(ConfigKey { name: $name, value: KeyValue::$value, says: $says, default: $default, switch: $switch }),*]
    };
}

/// The keys, in the order in which they are described.
pub(crate) const KEYS: &[ConfigKey] = keys! {
    "select", Rules, "the rules that are reported: codes, their beginnings, names, `ALL`", "all", Some("--select");
    "ignore", Rules, "the rules that aren't", "none", Some("--ignore");
    "exclude", Patterns, "files and folders that aren't looked for", "none", Some("--exclude");
    "per-file-ignores", RulesByPattern, "rules that aren't reported in some files", "none", None;
    "stubs", Paths, "what functions do, in [stub files](extending.md)", "none", None;
    "strict", Flag, "whether notes are shown: what can't be proved or holds under an assumption", "`false`", Some("--strict");
    "all-code", Flag, "whether modules are checked that have nothing to do with arrays", "`false`", Some("--all-code");
    "dialect", Dialect, "whose rules apply to all files", "what each file says", Some("--dialect");
    "dialects", PatternsByDialect, "the files of a language", "none", None;
    "python-version", PythonVersion, "the release that files are written for: what is newer is a syntax error", "the newest", None;
    "numpy-version", NumpyRange, "an error holds in all of these releases; names that none of them has are errors where a project says so, else warnings", "what the project requires, else `>=2.0`", None;
    "baseline", File, "[findings that aren't reported](command-line.md#a-baseline)", "none", Some("--baseline");
    "cache-dir", Folder, "where [results of earlier runs](command-line.md#results-of-earlier-runs) are", "`.conformable_cache`", Some("--cache-dir");
};

/// The key of that name.
pub(crate) fn key(name: &str) -> Option<&'static ConfigKey> {
    KEYS.iter().find(|key| key.name == name)
}

impl KeyValue {
    /// In words, for the docs.
    fn words(self) -> &'static str {
        match self {
            KeyValue::Rules => "list of rules",
            KeyValue::Patterns => "list of patterns, as in a `.gitignore`",
            KeyValue::RulesByPattern => "table of patterns and lists of rules",
            KeyValue::Paths => "list of files and folders",
            KeyValue::Flag => "`true` or `false`",
            KeyValue::Dialect => "`numpy`, `pyccel`, `gt4py`",
            KeyValue::PatternsByDialect => "table of dialects and lists of patterns",
            KeyValue::PythonVersion => "a version, `\"3.12\"`",
            KeyValue::NumpyRange => "a range, `\">=1.26,<3\"`",
            KeyValue::File => "a file",
            KeyValue::Folder => "a folder",
        }
    }

    fn schema(self) -> Value {
        let strings = || json!({"type": "array", "items": {"type": "string"}});
        let languages = || conformable_dialects::languages().into_iter().map(conformable_dialects::Language::name);
        match self {
            KeyValue::Rules => rules(),
            KeyValue::Patterns | KeyValue::Paths => strings(),
            KeyValue::RulesByPattern => json!({"type": "object", "additionalProperties": rules()}),
            KeyValue::Flag => json!({"type": "boolean"}),
            KeyValue::Dialect => json!({"enum": std::iter::once("numpy").chain(languages()).collect::<Vec<_>>()}),
            KeyValue::PatternsByDialect => {
                let of_languages: Map<String, Value> = languages().map(|name| (name.to_owned(), strings())).collect();
                json!({"type": "object", "properties": of_languages, "additionalProperties": false})
            }
            KeyValue::PythonVersion => json!({"type": "string", "pattern": r"^\s*\d+(\.\d+)*\s*$"}),
            KeyValue::NumpyRange => {
                let bound = r"\s*(>=|>|<=|<|==|~=|!=)?\s*\d+(\.\d+)*(\.\*)?\s*";
                json!({"type": "string", "pattern": format!("^{bound}(,{bound})*$")})
            }
            KeyValue::File | KeyValue::Folder => json!({"type": "string", "minLength": 1}),
        }
    }
}

/// A list of rules. An editor completes those that there are; a stub may declare others.
fn rules() -> Value {
    let known: Vec<&str> = Rules::built_in().all().iter().flat_map(|rule| [rule.code, rule.name]).collect();
    let known: Vec<&str> = std::iter::once("ALL").chain(known).collect();
    json!({"type": "array", "items": {"anyOf": [{"enum": known}, {"type": "string"}]}})
}

/// The JSON schema of `[tool.conformable]`, and of a file that has the keys at its top.
pub(crate) fn schema() -> Value {
    let described = |key: &ConfigKey| {
        let mut schema = key.value.schema();
        let switch = key.switch.map_or(String::new(), |switch| format!("; {switch} comes over it"));
        let (value, says, default) = (plain(key.value.words()), plain(key.says), plain(key.default));
        schema["description"] = json!(format!("{says}. Value: {value}; default: {default}{switch}"));
        (key.name.to_owned(), schema)
    };
    let properties: Map<String, Value> = KEYS.iter().map(described).collect();
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "The configuration of Conformable",
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
    })
}

/// A text of the docs without its links and marks.
fn plain(text: &str) -> String {
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    let without = parts.fold(first, |text, part| text + part.split_once(')').map_or(part, |(_, rest)| rest));
    without.replace(['[', '`'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_table() {
        let page = include_str!("../../../docs/configuration.md");
        let row = |key: &ConfigKey| {
            let switch = key.switch.map_or(String::new(), |switch| format!("`{switch}` "));
            format!("| `{}` | {} | {} | {} | {switch}|", key.name, key.value.words(), key.says, key.default)
        };
        let should: Vec<String> = KEYS.iter().map(row).collect();
        let is: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        assert_eq!(is, should);
    }

    #[test]
    fn descriptions_are_plain() {
        assert_eq!(plain("where [results](a.md#b) are, `x`"), "where results are, x");
        assert_eq!(plain("[all](a.md) of [it](b)"), "all of it");
    }
}
