//! Running one section: a little project, checked in this process.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use conformable::config::Config;
use conformable::languages::{beside, by_itself};
use conformable::report::text::{Palette, render};
use conformable::report::{Sources, text};
use conformable::shown::shown;
use conformable_dialects::Language;
use conformable_python::diagnostic::{Diagnostic, Findings, Severity};
use conformable_python::{ModuleSource, ParsedFiles, Program, Settings, SourceFile, rules};

use crate::assertion::{self, Assertion, Expected};
use crate::document::{Block, Section};
use crate::evaluate;

/// What is wrong in a section.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Messages with their line in the page.
    pub failures: Vec<(usize, String)>,
    /// What `output` blocks should hold, by the line of the page at which the block's text starts.
    pub outputs: Vec<(usize, String)>,
}

/// Runs a section.
pub fn run(section: &Section) -> Outcome {
    let mut outcome = Outcome::default();
    for block in &section.blocks {
        if evaluate::is_language(&block.language) {
            for (at, line) in block.text.lines().enumerate() {
                if line.trim().is_empty() || line.starts_with('#') {
                    continue;
                }
                if let Err(message) = evaluate::check_line(&block.language, line) {
                    outcome.failures.push((block.line + at, message));
                }
            }
        }
    }
    let project = Project::new(&section.blocks);
    if !project.files.is_empty() {
        let (diagnostics, sources) = project.check(false);
        // A call that an earlier one answers gives what it would give.
        let wrong = project.check(true).0.into_iter().filter(|found| found.rule == rules::INTERNAL);
        outcome.failures.extend(wrong.map(|found| (1, found.message)));
        project.compare(&diagnostics, &sources, &mut outcome);
        let shown: Vec<Diagnostic> =
            diagnostics.into_iter().filter(|diagnostic| diagnostic.rule != rules::REVEAL).collect();
        let report = render(&shown, &sources, &Palette::plain());
        let report = if report.is_empty() { report } else { report.trim_end().to_owned() + "\n" };
        for block in section.blocks.iter().filter(|block| block.language == "output") {
            if block.text != report {
                let message = format!("the report differs, it is\n{}", report.trim_end());
                outcome.failures.push((block.line, message));
            }
            outcome.outputs.push((block.line, report.clone()));
        }
    }
    outcome.failures.sort();
    outcome
}

/// The files of a section.
struct Project {
    files: Vec<SourceFile>,
    /// For each file and line (from 0) the line in the page.
    lines: BTreeMap<Arc<str>, Vec<usize>>,
    assertions: BTreeMap<Arc<str>, Vec<Assertion>>,
    strict: bool,
    /// The language that judges its files.
    language: Option<&'static dyn Language>,
}

impl Project {
    fn new(blocks: &[Block]) -> Self {
        let mut texts: BTreeMap<Arc<str>, String> = BTreeMap::new();
        let mut lines: BTreeMap<Arc<str>, Vec<usize>> = BTreeMap::new();
        for block in blocks.iter().filter(|block| block.language == "python") {
            let path: Arc<str> = block.file.as_deref().unwrap_or("main.py").into();
            texts.entry(path.clone()).or_default().push_str(&block.text);
            let count = block.text.lines().count();
            lines.entry(path).or_default().extend(block.line..block.line + count);
        }
        let assertions: BTreeMap<_, _> =
            texts.iter().map(|(path, text)| (path.clone(), assertion::read(text))).collect();
        let files = texts
            .into_iter()
            .map(|(path, text)| SourceFile { module: module_name(&path), path, text: text.into() })
            .collect();
        let asserts_note = assertions
            .values()
            .flatten()
            .any(|assertion| matches!(assertion.expected, Expected::Finding(Severity::Note, ..)));
        let asks = |block: &Block| block.language == "toml" && block.text.contains("strict = true");
        let named = blocks.iter().find_map(|block| block.dialect.as_deref());
        let language = named.map(|name| conformable_dialects::language(name).expect("a language that there is"));
        Project { files, lines, assertions, strict: asserts_note || blocks.iter().any(asks), language }
    }

    /// The findings as the tool would show them, in the order of output; with `verify` also where
    /// it remembers calls wrongly.
    fn check(&self, verify: bool) -> (Vec<Diagnostic>, Sources) {
        let settings = Settings { strict: self.strict, verify, all_code: true, ..Settings::default() };
        let config = Config { settings, ..Config::default() };
        let modules = Arc::new(Modules(self.files.clone()));
        let parsed = ParsedFiles::default();
        let program = Program::new(&parsed, self.files.clone(), config.settings.clone());
        let program = Arc::new(program.with_modules(modules.clone()));
        let checker = program.checker();
        let mut findings = Findings::new();
        for index in 0..self.files.len() {
            let file = &self.files[index];
            findings.extend(match self.language.or_else(|| by_itself(file)) {
                Some(language) => {
                    let inferred = conformable_dialects::infer(language, file, Some(&*modules));
                    beside(inferred, file, || checker.check_file(index)).diagnostics
                }
                None => checker.check_file(index).diagnostics,
            });
        }
        let texts: Vec<_> = self.files.iter().map(|file| (file.path.clone(), file.text.clone())).collect();
        let paths: Vec<Arc<str>> = self.lines.keys().cloned().collect();
        let diagnostics = shown(findings.into_sorted(), &texts, (&paths, &paths), &config, Path::new(""));
        (diagnostics, Sources::new(texts))
    }

    fn compare(&self, diagnostics: &[Diagnostic], sources: &Sources, outcome: &mut Outcome) {
        for (path, assertions) in &self.assertions {
            let found: Vec<(usize, &Diagnostic)> = diagnostics
                .iter()
                .filter(|diagnostic| diagnostic.place.file == *path)
                .map(|diagnostic| (sources.location(&diagnostic.place).row, diagnostic))
                .collect();
            for (line, message) in assertion::pair(assertions, &found) {
                let lines = &self.lines[path];
                let line = lines.get(line - 1).or(lines.last()).copied();
                outcome.failures.push((line.unwrap_or(1), message));
            }
        }
        for diagnostic in diagnostics {
            if !self.lines.contains_key(&diagnostic.place.file) {
                let place = text::file_and_line(&diagnostic.place, sources);
                let message = format!("a finding elsewhere, at {place}: {}", diagnostic.message);
                outcome.failures.push((1, message));
            }
        }
    }
}

/// The modules of a section, by their names from the section's root.
struct Modules(Vec<SourceFile>);

impl ModuleSource for Modules {
    fn load(&self, importer: &str, dotted: &str, level: u32) -> Option<SourceFile> {
        let mut name: Vec<&str> = Vec::new();
        if level > 0 {
            let folders: Vec<&str> = importer.split('/').collect();
            let depth = folders.len().checked_sub(level as usize)?;
            name.extend(&folders[..depth]);
        }
        name.extend(dotted.split('.').filter(|part| !part.is_empty()));
        let name = name.join(".");
        let named = |file: &&SourceFile| file.module.as_deref() == Some(name.as_str());
        self.0.iter().find(named).cloned()
    }
}

fn module_name(path: &str) -> Option<String> {
    let stem = path.strip_suffix(".py")?;
    let stem = stem.strip_suffix("/__init__").unwrap_or(stem);
    Some(stem.replace('/', "."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;

    fn messages(page: &str) -> Vec<String> {
        let document = document::parse(page);
        let outcome = run(&document.sections[0]);
        let show = |(line, message): &(usize, String)| format!("{line}: {message}");
        outcome.failures.iter().map(show).collect()
    }

    #[test]
    fn assertions_meet_findings() {
        assert!(messages("# A\n```python\nx = (  # error: [CF002]\n```\n").is_empty());
        assert_eq!(
            messages("# A\n```python\ny = 1\nx = (\n```\n"),
            ["4: got      error: [CF002] \"`(` is never closed\""]
        );
        let good = "# A\n```python\nx = 1\n```\nand\n```python\ny = 1  # error: [CF101]\n```\n";
        assert_eq!(messages(good), ["7: expected error: [CF101]"]);
    }

    #[test]
    fn the_whole_report() {
        let page = "# A\n```python\nx = 1  # conformable: ignore # warning: [CF004]\n```\n```output\nold\n```\n";
        let document = document::parse(page);
        let outcome = run(&document.sections[0]);
        assert_eq!(outcome.failures.len(), 1);
        assert_eq!(outcome.outputs[0].0, 6);
        assert!(outcome.outputs[0].1.starts_with("warning[CF004]: this comment"));
    }

    #[test]
    fn modules_are_found_by_name() {
        let files = ["a.py", "p/__init__.py", "p/b.py"].map(|path| SourceFile {
            path: path.into(),
            text: "".into(),
            module: module_name(path),
        });
        let modules = Modules(files.to_vec());
        let load = |importer, dotted, level| {
            let file = modules.load(importer, dotted, level)?;
            Some(file.path.to_string())
        };
        assert_eq!(load("a.py", "p.b", 0).as_deref(), Some("p/b.py"));
        assert_eq!(load("p/b.py", "", 1).as_deref(), Some("p/__init__.py"));
        assert_eq!(load("p/__init__.py", "b", 1).as_deref(), Some("p/b.py"));
        assert_eq!(load("p/b.py", "a", 2).as_deref(), Some("a.py"));
        assert_eq!(load("a.py", "c", 5), None);
    }
}
