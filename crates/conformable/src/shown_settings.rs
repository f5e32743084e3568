//! What is in force, and where each of it comes from: `check --show-settings`.
//!
//! The text is TOML that says the same: what isn't set stands in a remark.

use std::fmt::Write;
use std::path::Path;

use conformable_python::rules::Rule;
use conformable_python::{Dialect, Version};
use serde_json::{Value as Json, json};
use toml::{Table, Value};

use crate::config::Config;
use crate::globs::Globs;
use crate::keys::KEYS;
use crate::paths;

/// One key, with what is in force.
struct Setting {
    key: &'static str,
    /// Its value, or what holds where there is none.
    value: Result<Value, &'static str>,
    /// Who says it.
    from: Vec<String>,
}

/// What is in force, as lines of TOML, each with who says it.
pub fn text(config: &Config, cwd: &Path) -> String {
    let rows = settings(config, cwd);
    let lines: Vec<(String, String)> = rows.iter().map(|row| (line(row), row.from.join(", "))).collect();
    let width = lines.iter().map(|(line, _)| line.chars().count()).filter(|width| *width <= 60).max().unwrap_or(0);
    let mut out = String::new();
    if let Some(root) = &config.root {
        let _ = writeln!(out, "# the project is {}", paths::display(root, cwd));
    }
    for (line, from) in lines {
        let _ = writeln!(out, "{line:width$}  # {from}");
    }
    out
}

fn line(row: &Setting) -> String {
    match &row.value {
        Ok(value) => format!("{} = {value}", row.key),
        Err(unset) => format!("# {}: {unset}", row.key),
    }
}

/// The same for programs: an object of each key.
pub fn json(config: &Config, cwd: &Path) -> Json {
    let row = |row: Setting| {
        let value = row.value.ok().and_then(|value| serde_json::to_value(value).ok());
        (row.key.to_owned(), json!({"value": value, "from": row.from}))
    };
    Json::Object(settings(config, cwd).into_iter().map(row).collect())
}

fn settings(config: &Config, cwd: &Path) -> Vec<Setting> {
    KEYS.iter()
        .map(|key| {
            let key = key.name;
            let from = config.origins.get(key).cloned().unwrap_or_else(|| vec!["default".to_owned()]);
            Setting { key, value: value(key, config, cwd), from }
        })
        .collect()
}

fn value(key: &str, config: &Config, cwd: &Path) -> Result<Value, &'static str> {
    let settings = &config.settings;
    let path = |path: &Path| Value::from(paths::display(path, cwd));
    Ok(match key {
        "select" => config.select.as_deref().map_or_else(|| strings(["ALL"]), codes),
        "ignore" => codes(&config.ignore),
        "exclude" => patterns(&config.exclude),
        "per-file-ignores" => {
            let entries = config.per_file_ignores.iter().flat_map(|(globs, rules)| {
                globs.written().flat_map(|(_, written)| written).map(|pattern| (pattern.clone(), codes(rules)))
            });
            Value::Table(entries.collect())
        }
        "stubs" => strings(config.stubs.iter().map(|(name, _)| name)),
        "strict" => settings.strict.into(),
        "all-code" => settings.all_code.into(),
        "dialect" => match settings.dialect {
            Dialect::Language(name) => name.into(),
            Dialect::Numpy if config.is_numpy_named => "numpy".into(),
            Dialect::Numpy => return Err("what each file says"),
        },
        "dialects" => {
            let entries = config.dialects.iter().map(|(name, globs)| ((*name).to_owned(), patterns(globs)));
            Value::Table(entries.collect::<Table>())
        }
        "python-version" => settings.python_version.map(|it| version(it).into()).ok_or("the newest")?,
        "numpy-version" => {
            let range = settings.numpy_versions;
            let below = range.below.map(|below| format!(",<{}", version(below))).unwrap_or_default();
            format!(">={}{below}", version(range.least)).into()
        }
        "baseline" => config.baseline.as_deref().map(path).ok_or("none")?,
        "cache-dir" => config.cache_dir.as_deref().map(path).ok_or("no results are kept")?,
        _ => return Err("it is not known here"),
    })
}

fn version((major, minor): Version) -> String {
    format!("{major}.{minor}")
}

fn strings<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> Value {
    Value::Array(texts.into_iter().map(|text| Value::from(text.as_ref())).collect())
}

fn codes(rules: &[&'static Rule]) -> Value {
    strings(rules.iter().map(|rule| rule.code))
}

fn patterns(globs: &Globs) -> Value {
    strings(globs.written().flat_map(|(_, written)| written))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_shown() {
        let config = Config::default();
        for key in KEYS {
            assert_ne!(value(key.name, &config, Path::new("/")), Err("it is not known here"), "{}", key.name);
        }
    }

    #[test]
    fn what_is_shown_is_toml() {
        let text = text(&Config::default(), Path::new("/"));
        let table: Table = text.parse().expect("TOML");
        assert!(text.contains("select = [\"ALL\"]") && text.contains("# python-version: the newest"), "{text}");
        assert_eq!(table["strict"], Value::Boolean(false));
    }
}
