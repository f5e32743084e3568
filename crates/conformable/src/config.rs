//! `[tool.conformable]` in `pyproject.toml`, read with messages that say what would be right.
//!
//! ```toml
//! [tool.conformable]
//! select = ["CF1", "CF301"]             # codes, their beginnings, or names
//! ignore = ["outer-broadcast"]
//! exclude = ["vendored/"]               # patterns as in a .gitignore
//! per-file-ignores = { "tests/" = ["CF706"] }
//! stubs = ["stubs", "mylib.pyi"]        # what functions do, see `crate::stubs`
//! strict = false                        # whether notes are shown
//! all-code = false                      # whether modules are checked that have nothing to do with arrays
//! dialect = "numpy"                     # whose rules apply; by default each file says
//! dialects = { pyccel = ["kernels/"] }  # the files of a language
//! python-version = "3.12"               # what is newer is a syntax error; by default nothing is
//! numpy-version = ">=1.26,<3"           # an error holds in all of these; by default what is required
//! baseline = "conformable-baseline.json" # findings that aren't reported
//! cache-dir = ".conformable_cache"      # where results are kept for later runs
//! ```
//!
//! The nearest `pyproject.toml` with that table counts, from the first path upwards, or the file that `--config`
//! names. The command line wins over it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use conformable_python::rules::{Rule, Rules};
use conformable_python::{Dialect, NumpyVersions, Settings};
use conformable_signatures::{Catalogue, catalogue};
use conformable_types::text::distance;
use toml::{Table, Value};

use crate::globs::Globs;
use crate::keys::KEYS;
use crate::{Usage, cli, keys, paths, stubs, versions};

/// The file in which projects are configured.
pub(crate) const PROJECT: &str = "pyproject.toml";

/// How messages call what is no file.
const COMMAND_LINE: &str = "the command line";

/// The configuration of a project.
#[derive(Clone, Debug)]
pub struct Config {
    /// The rules that are reported; `None` for all.
    pub select: Option<Vec<&'static Rule>>,
    /// The rules that aren't.
    pub ignore: Vec<&'static Rule>,
    /// Files that aren't looked for.
    pub exclude: Globs,
    /// Rules that aren't reported in some files.
    pub per_file_ignores: Vec<(Globs, Vec<&'static Rule>)>,
    /// What functions of libraries do, by the project's stubs too.
    pub catalogue: &'static Catalogue,
    /// The project's stubs: names for messages, and texts.
    pub stubs: Vec<(String, String)>,
    /// Where results are kept for later runs, if the project says it.
    pub cache_dir: Option<PathBuf>,
    /// The file of findings that aren't reported, if the project says it.
    pub baseline: Option<PathBuf>,
    /// Who says what a key is, of those that somebody says: a file, a switch.
    pub origins: BTreeMap<&'static str, Vec<String>>,
    /// The folder of the project: of the nearest `pyproject.toml`, whether that has a table of ours or not.
    pub root: Option<PathBuf>,
    /// What the analysis is told.
    pub settings: Settings,
    /// The files of each language.
    pub dialects: Vec<(&'static str, Globs)>,
    /// It says that files are NumPy's: none speaks for itself.
    pub is_numpy_named: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            select: None,
            ignore: Vec::new(),
            exclude: Globs::none(),
            per_file_ignores: Vec::new(),
            catalogue: catalogue::current(),
            stubs: Vec::new(),
            cache_dir: None,
            baseline: None,
            origins: BTreeMap::new(),
            root: None,
            settings: Settings { numpy_is_assumed: true, ..Settings::default() },
            dialects: Vec::new(),
            is_numpy_named: false,
        }
    }
}

impl Config {
    /// The configuration that applies to `path`, found in its folder or above.
    ///
    /// Where it says no releases of NumPy, they are those that the nearest project requires.
    pub(crate) fn find(path: &Path, cwd: &Path) -> Result<Config, Usage> {
        let path = paths::absolute(path, cwd);
        let mut required = None;
        let mut root = None;
        for folder in path.ancestors().filter(|folder| folder.is_dir()) {
            let file = folder.join(PROJECT);
            if !file.exists() {
                continue;
            }
            root.get_or_insert_with(|| folder.to_owned());
            let shown = paths::display(&file, cwd);
            let whole = read(&file, &shown)?;
            required = required.or_else(|| versions::required(&whole));
            if let Some(config) = parse(&whole, folder, cwd, &shown, required.flatten())? {
                return Ok(Config { root: Some(folder.to_owned()), ..config });
            }
        }
        Ok(Config { root, ..Config::requiring(required.flatten()) })
    }

    /// The configuration that applies to `path` where the command line has these `--config`: of files the last
    /// stands for the project's, settings (`strict = true`) come over it in their order.
    pub(crate) fn asked(path: &Path, cwd: &Path, asked: &[String]) -> Result<Config, Usage> {
        let (mut file, mut settings) = (None, Vec::new());
        for text in asked {
            let path = paths::absolute(Path::new(text), cwd);
            match text.parse::<Table>() {
                _ if path.is_file() => file = Some(path),
                Ok(table) if !table.is_empty() => settings.push(table),
                Err(error) if text.contains('=') => {
                    let message = format!("--config '{text}' is no file and no setting: {}", error.to_string().trim());
                    return Err(Usage(message));
                }
                _ => return Err(Usage(format!("--config: there is no file `{text}`; a setting is `key = value`"))),
            }
        }
        let mut config = match &file {
            Some(file) => Config::of_file(file, cwd, required_near(&paths::absolute(path, cwd)))?,
            None => Config::find(path, cwd)?,
        };
        for table in &settings {
            config.set(table, cwd, cwd, "--config")?;
        }
        Ok(config)
    }

    /// The configuration in a file that is named: a `pyproject.toml`, or one that has the keys at its top.
    ///
    /// Where it says no releases of NumPy, they are the `required` ones.
    fn of_file(file: &Path, cwd: &Path, required: Option<NumpyVersions>) -> Result<Config, Usage> {
        let shown = paths::display(file, cwd);
        let whole = read(file, &shown)?;
        let folder = file.parent().unwrap_or(cwd);
        if file.file_name().is_some_and(|name| name == PROJECT) {
            let config = parse(&whole, folder, cwd, &shown, versions::required(&whole).flatten().or(required))?;
            let config = config.map(|config| Config { root: Some(folder.to_owned()), ..config });
            return config.ok_or_else(|| Usage(format!("{shown} has no table [tool.conformable]")));
        }
        let mut config = Config::requiring(required);
        config.set(&whole, folder, cwd, &shown)?;
        Ok(config)
    }

    /// What a text in TOML says that has the keys at its top, for files that are on no disk.
    pub(crate) fn of_text(text: &str, folder: &Path) -> Result<Config, Usage> {
        let shown = "the settings";
        let error = |error: toml::de::Error| Usage(format!("{shown}: {}", error.to_string().trim()));
        let mut config = Config::default();
        config.set(&text.parse::<Table>().map_err(error)?, folder, folder, shown)?;
        Ok(config)
    }

    /// From now on what these patterns match is left out too, relative to the working directory.
    pub(crate) fn exclude_too(&mut self, cwd: &Path, patterns: &[String]) -> Result<(), Usage> {
        let at = At { shown: COMMAND_LINE, key: "--exclude", rules: Rules::built_in() };
        // In a list of patterns these are an empty line and a remark.
        if let Some(none) = patterns.iter().find(|pattern| pattern.trim().is_empty() || pattern.starts_with('#')) {
            return Err(at.error(format!("has a bad pattern: `{none}` matches nothing")));
        }
        self.exclude.extend(at.globs(cwd, patterns)?);
        if !patterns.is_empty() {
            self.origins.entry("exclude").or_default().push("--exclude".to_owned());
        }
        Ok(())
    }

    /// From now on this is who says what a key is, and nobody else.
    pub(crate) fn is_said(&mut self, key: &str, from: &str) {
        self.origins.extend(keys::key(key).map(|key| (key.name, vec![from.to_owned()])));
    }

    /// From now on this dialect's rules apply to all files.
    pub fn use_dialect(&mut self, dialect: Dialect) {
        self.settings.dialect = dialect;
        self.is_numpy_named = dialect == Dialect::Numpy;
    }

    /// What `--select` and `--ignore` say over it: a selection replaces the configuration's rules, what is
    /// ignored is ignored too.
    pub(crate) fn choose(&mut self, select: &[String], ignore: &[String]) -> Result<(), Usage> {
        let rules = Rules::of(self.catalogue);
        let named =
            |key, texts: &[String]| At { shown: COMMAND_LINE, key, rules }.named(texts.iter().map(String::as_str));
        let ignore = named("--ignore", ignore)?;
        if !select.is_empty() {
            self.select = Some(named("--select", select)?);
            self.ignore.clear();
            self.is_said("select", "--select");
            self.is_said("ignore", "--select");
        }
        if !ignore.is_empty() {
            self.origins.entry("ignore").or_default().push("--ignore".to_owned());
        }
        self.ignore.extend(ignore);
        Ok(())
    }

    /// Takes what a table says, its paths and patterns being relative to `folder`.
    fn set(&mut self, table: &Table, folder: &Path, cwd: &Path, shown: &str) -> Result<(), Usage> {
        // First, since they declare rules that the rest may name.
        if let Some(value) = table.get("stubs") {
            let at = At { shown, key: "stubs", rules: Rules::built_in() };
            let read = stubs::read(folder, cwd, &at.strings(value)?).map_err(|why| at.error(why))?;
            self.catalogue = stubs::over(self.catalogue, &read)?;
            self.stubs.extend(read);
        }
        let rules = Rules::of(self.catalogue);
        for (key, value) in table {
            let at = At { shown, key, rules };
            match key.as_str() {
                "select" => self.select = Some(at.rules(value)?),
                "ignore" => self.ignore = at.rules(value)?,
                "exclude" => self.exclude = at.globs(folder, &at.strings(value)?)?,
                "per-file-ignores" => {
                    let Value::Table(entries) = value else {
                        return Err(at.wrong("a table of patterns and lists of rules", value));
                    };
                    let per_file = &mut self.per_file_ignores;
                    per_file.clear();
                    for (pattern, rules) in entries {
                        let globs = at.globs(folder, std::slice::from_ref(pattern))?;
                        per_file.push((globs, at.rules(rules)?));
                    }
                }
                "stubs" => {}
                "baseline" => self.baseline = Some(folder.join(at.parsed(value, "a file", path)?)),
                "cache-dir" => self.cache_dir = Some(folder.join(at.parsed(value, "a folder", path)?)),
                "strict" => self.settings.strict = at.flag(value)?,
                "all-code" => self.settings.all_code = at.flag(value)?,
                "dialect" => self.use_dialect(at.dialect(value)?),
                "dialects" => {
                    let Value::Table(entries) = value else {
                        return Err(at.wrong("a table of dialects and lists of patterns", value));
                    };
                    let of_languages = &mut self.dialects;
                    of_languages.clear();
                    for (name, patterns) in entries {
                        let Some(language) = conformable_dialects::language(name) else {
                            return Err(at.error(format!("names no language: `{name}`; there are gt4py and pyccel")));
                        };
                        let globs = at.globs(folder, &at.strings(patterns)?)?;
                        of_languages.push((language.name(), globs));
                    }
                }
                "python-version" => {
                    let version = at.parsed(value, "a version such as \"3.12\"", versions::version)?;
                    self.settings.python_version = Some(version);
                }
                "numpy-version" => {
                    let expected = "a range of versions such as \">=1.26,<3\"";
                    self.settings.numpy_versions = at.parsed(value, expected, versions::range)?;
                    self.settings.numpy_is_assumed = false;
                }
                _ => return Err(at.unknown()),
            }
            self.is_said(key, shown);
        }
        Ok(())
    }

    fn requiring(numpy: Option<NumpyVersions>) -> Config {
        let mut config = Config::default();
        config.settings.numpy_versions = numpy.unwrap_or_default();
        config.settings.numpy_is_assumed = numpy.is_none();
        if numpy.is_some() {
            config.is_said("numpy-version", "what the project requires");
        }
        config
    }

    /// Whether findings of this rule in this (absolute) file are reported.
    pub fn reports(&self, rule: &'static Rule, path: &Path) -> bool {
        if rule.is_about_the_run() {
            return true;
        }
        self.select.as_ref().is_none_or(|select| select.contains(&rule))
            && !self.ignore.contains(&rule)
            && !self.per_file_ignores.iter().any(|(globs, rules)| rules.contains(&rule) && globs.matches(path, false))
    }
}

/// A path that is none if it is empty.
fn path(text: &str) -> Option<PathBuf> {
    (!text.is_empty()).then(|| text.into())
}

/// The releases of NumPy that the nearest project requires. What can't be read requires none: another file was
/// named to stand for it.
fn required_near(path: &Path) -> Option<NumpyVersions> {
    let manifests = path.ancestors().map(|folder| folder.join(PROJECT)).filter(|file| file.is_file());
    manifests.filter_map(|file| read(&file, PROJECT).ok()).find_map(|whole| versions::required(&whole)).flatten()
}

/// The TOML in a file.
fn read(file: &Path, shown: &str) -> Result<Table, Usage> {
    let text = crate::read::text(file).map_err(|why| Usage(format!("{shown} can't be read: {why}")))?;
    text.parse().map_err(|error: toml::de::Error| Usage(format!("{shown}: {}", error.to_string().trim())))
}

/// The configuration in a `pyproject.toml`; `None` if it has no table of ours.
fn parse(
    whole: &Table,
    folder: &Path,
    cwd: &Path,
    shown: &str,
    required: Option<NumpyVersions>,
) -> Result<Option<Config>, Usage> {
    let table = match whole.get("tool").and_then(|tool| tool.get("conformable")) {
        None => return Ok(None),
        Some(Value::Table(table)) => table,
        Some(other) => {
            let message = format!("{shown}: `tool.conformable` must be a table, not {}", kind(other));
            return Err(Usage(message));
        }
    };
    let mut config = Config::requiring(required);
    config.set(table, folder, cwd, shown)?;
    Ok(Some(config))
}

/// A key of a file, for messages.
struct At<'a> {
    shown: &'a str,
    key: &'a str,
    rules: Rules,
}

impl At<'_> {
    fn error(&self, what: impl std::fmt::Display) -> Usage {
        Usage(format!("{}: `{}` {what}", self.shown, self.key))
    }

    fn wrong(&self, expected: &str, value: &Value) -> Usage {
        self.error(format!("must be {expected}, not {}", kind(value)))
    }

    fn unknown(&self) -> Usage {
        let names: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
        let near = names.iter().filter(|key| distance(key, self.key) <= 3);
        let near = near.min_by_key(|key| distance(key, self.key));
        let meant = near.map(|key| format!(" (is `{key}` meant?)")).unwrap_or_default();
        let keys = names.join(", ");
        self.error(format!("is no key of [tool.conformable]{meant}; the keys are: {keys}"))
    }

    fn flag(&self, value: &Value) -> Result<bool, Usage> {
        value.as_bool().ok_or_else(|| self.wrong("true or false", value))
    }

    fn strings(&self, value: &Value) -> Result<Vec<String>, Usage> {
        let Value::Array(items) = value else {
            return Err(self.wrong("a list of strings", value));
        };
        let string = |item: &Value| match item {
            Value::String(text) => Ok(text.clone()),
            other => Err(self.error(format!("must be a list of strings, but has {}", kind(other)))),
        };
        items.iter().map(string).collect()
    }

    fn rules(&self, value: &Value) -> Result<Vec<&'static Rule>, Usage> {
        self.named(self.strings(value)?.iter().map(String::as_str))
    }

    /// The rules of codes, their beginnings and names.
    fn named<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Result<Vec<&'static Rule>, Usage> {
        let mut rules = Vec::new();
        for text in texts.map(str::trim) {
            let meant = if text == "ALL" { self.rules.all().to_vec() } else { self.rules.by_prefix(text) };
            if meant.is_empty() {
                let near = near(text, self.rules);
                return Err(self.error(format!("names no rule: `{text}`{near}")));
            }
            rules.extend(meant);
        }
        Ok(rules)
    }

    fn globs(&self, folder: &Path, patterns: &[String]) -> Result<Globs, Usage> {
        Globs::new(folder, patterns).map_err(|error| self.error(format!("has a bad pattern: {error}")))
    }

    fn dialect(&self, value: &Value) -> Result<Dialect, Usage> {
        let Value::String(text) = value else {
            return Err(self.wrong("the name of a dialect", value));
        };
        cli::dialect(text).map_err(|error| self.error(format!("is refused: {error}")))
    }

    fn parsed<T>(&self, value: &Value, expected: &str, parse: fn(&str) -> Option<T>) -> Result<T, Usage> {
        match value {
            Value::String(text) => parse(text).ok_or_else(|| self.error(format!("must be {expected}, not \"{text}\""))),
            other => Err(self.wrong(expected, other)),
        }
    }
}

/// `; near it: CF101 (...)`, for a code or name that isn't a rule.
pub fn near(text: &str, rules: Rules) -> String {
    let near: Vec<String> = rules.near(text).iter().map(|rule| format!("{} ({})", rule.code, rule.name)).collect();
    if near.is_empty() {
        "; `conformable rules` lists all".to_owned()
    } else {
        format!("; near it: {}", near.join(", "))
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a string",
        Value::Integer(_) => "an integer",
        Value::Float(_) => "a number",
        Value::Boolean(_) => "true or false",
        Value::Datetime(_) => "a date",
        Value::Array(_) => "a list",
        Value::Table(_) => "a table",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_python::rules;

    fn config(body: &str) -> Result<Config, String> {
        let text = format!("[project]\nname = 'x'\n[tool.conformable]\n{body}");
        let whole: Table = text.parse().expect("TOML");
        let required = versions::required(&whole).flatten();
        let parsed = parse(&whole, Path::new("/p"), Path::new("/p"), "pyproject.toml", required);
        parsed.map(|config| config.expect("a table")).map_err(|Usage(message)| message)
    }

    #[test]
    fn all_keys() {
        let config = config(
            "select = ['CF1', 'CF301', 'outer-broadcast']\nignore = ['CF109']\n\
             exclude = ['vendored/']\nper-file-ignores = { 'tests/' = ['CF101'] }\n\
             stubs = []\nstrict = true\ndialect = 'numpy'\n\
             python-version = '3.12'\nnumpy-version = '>=1.26,<3'\n",
        )
        .expect("valid");
        let reports = |rule, path| config.reports(rule, Path::new(path));
        assert!(reports(rules::MATMUL, "/p/a.py"));
        assert!(!reports(rules::MATMUL, "/p/tests/deep/a.py"));
        assert!(reports(rules::OUT_OF_RANGE, "/p/tests/a.py"));
        assert!(reports(rules::OUTER_BROADCAST, "/p/a.py"));
        assert!(!reports(rules::UNPACK, "/p/a.py"));
        assert!(!reports(rules::CASTING, "/p/a.py"));
        assert!(reports(rules::SYNTAX, "/p/a.py"));
        assert!(config.exclude.matches(Path::new("/p/vendored/x.py"), false));
        assert!(!config.exclude.matches(Path::new("/q/vendored/x.py"), false));
        assert!(config.settings.strict);
        assert_eq!(config.settings.python_version, Some((3, 12)));
        let range = config.settings.numpy_versions;
        assert_eq!((range.least, range.below), ((1, 26), Some((3, 0))));
    }

    #[test]
    fn messages_say_what_would_be_right() {
        let message = |body| config(body).expect_err("wrong");
        assert_eq!(
            message("selct = []"),
            "pyproject.toml: `selct` is no key of [tool.conformable] (is `select` meant?); \
             the keys are: select, ignore, exclude, per-file-ignores, stubs, strict, all-code, dialect, dialects, \
             python-version, numpy-version, baseline, cache-dir"
        );
        assert_eq!(message("select = 'CF101'"), "pyproject.toml: `select` must be a list of strings, not a string");
        assert_eq!(message("ignore = [1]"), "pyproject.toml: `ignore` must be a list of strings, but has an integer");
        assert_eq!(
            message("ignore = ['outer-brodcast']"),
            "pyproject.toml: `ignore` names no rule: `outer-brodcast`; \
             near it: CF701 (outer-broadcast)"
        );
        assert_eq!(message("stubs = ['no']"), "pyproject.toml: `stubs` names what isn't there: `no`");
        assert!(message("strict = 1").ends_with("must be true or false, not an integer"));
        assert!(message("dialect = 'jax'").contains("not yet available"));
        assert!(message("dialects = { numba = [] }").contains("names no language: `numba`"));
        assert!(message("numpy-version = 'new'").contains("\">=1.26,<3\", not \"new\""));
        assert!(message("python-version = 3.12").contains("not a number"));
    }

    #[test]
    fn files_without_a_table() {
        let whole: Table = "[tool.ruff]\n".parse().expect("TOML");
        let parsed = parse(&whole, Path::new("/p"), Path::new("/p"), "pyproject.toml", None);
        assert!(parsed.is_ok_and(|config| config.is_none()));
    }
}
