//! Which configuration each document has: that of the project it is in, and while that can't be read the last one that could.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use gen_lsp_types::Range;
use ruff_text_size::{TextRange, TextSize};
use rustc_hash::FxHashMap;
use toml::Table;

use super::positions::{Encoding, TextLines};
use crate::config::{Config, PROJECT};
use crate::remembered::SharedMemory;
use crate::{Usage, paths};

/// Documents with one configuration, which are checked together.
pub struct Project {
    /// The file that says so, if there is one.
    pub file: Option<PathBuf>,
    /// What the project says.
    pub config: Config,
    /// Absolute paths, in the order of their display.
    pub files: Vec<PathBuf>,
    /// What was said of them before.
    pub memory: Arc<SharedMemory>,
}

/// What is wrong with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file.
    pub path: PathBuf,
    /// Where in it.
    pub range: Range,
    /// What.
    pub message: String,
}

/// The projects of some documents.
#[derive(Default)]
pub struct OfDocuments {
    /// In the order of their files.
    pub projects: Vec<Project>,
    /// What is wrong with their configurations.
    pub problems: Vec<Problem>,
}

/// The configurations that could be read.
#[derive(Default)]
pub struct Projects {
    last: FxHashMap<Option<PathBuf>, Config>,
    memories: FxHashMap<Option<PathBuf>, Arc<SharedMemory>>,
}

impl Projects {
    /// The documents by their projects. What a project excludes isn't checked: nobody has named it.
    pub fn of_documents(&mut self, documents: &[(PathBuf, Arc<str>)], root: &Path) -> OfDocuments {
        let mut found = OfDocuments::default();
        let mut places: FxHashMap<Option<PathBuf>, usize> = FxHashMap::default();
        for (path, _) in documents {
            let nearest = path.ancestors().skip(1).map(|folder| folder.join(PROJECT)).find(|file| file.is_file());
            let at = *places.entry(nearest.clone()).or_insert_with(|| {
                let memory = Arc::clone(self.memories.entry(nearest.clone()).or_default());
                let config = self.config(path, nearest.clone(), root, &mut found.problems);
                found.projects.push(Project { file: nearest, config, files: Vec::new(), memory });
                found.projects.len() - 1
            });
            let project = &mut found.projects[at];
            if !project.config.exclude.matches(path, false) {
                project.files.push(path.clone());
            }
        }
        for project in &mut found.projects {
            project.files.sort_by_cached_key(|path| paths::display(path, root));
            project.files.dedup();
        }
        found
    }

    fn config(&mut self, path: &Path, nearest: Option<PathBuf>, root: &Path, problems: &mut Vec<Problem>) -> Config {
        match Config::find(path, root) {
            Ok(config) => {
                self.last.insert(nearest, config.clone());
                config
            }
            Err(Usage(message)) => {
                problems.extend(problem(path, root, &message).filter(|problem| !problems.contains(problem)));
                self.last.get(&nearest).cloned().unwrap_or_default()
            }
        }
    }
}

/// Which file a message is about, and where in it.
fn problem(path: &Path, root: &Path, message: &str) -> Option<Problem> {
    let candidates = path.ancestors().skip(1).map(|folder| folder.join(PROJECT));
    let file = candidates.filter(|file| file.is_file()).find(|file| {
        let shown = paths::display(file, root);
        message.strip_prefix(&shown).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    })?;
    let text = crate::read::text(&file).unwrap_or_default();
    let lines = TextLines::new(text.as_str().into());
    let range = lines.range(place(&text, message), Encoding::Utf16);
    let message = message.strip_prefix(&paths::display(&file, root)).unwrap_or(message);
    Some(Problem { path: file, range, message: message.trim_start_matches([':', ' ']).to_owned() })
}

/// Where the text isn't TOML, or the key that the message names; else the beginning.
fn place(text: &str, message: &str) -> TextRange {
    let at = |start: usize, end: usize| {
        let size = |at: usize| TextSize::try_from(at.min(text.len())).unwrap_or_default();
        TextRange::new(size(start), size(end.max(start)))
    };
    if let Err(error) = text.parse::<Table>() {
        return error.span().map_or_else(TextRange::default, |span| at(span.start, span.end));
    }
    let key = message.split('`').nth(1).unwrap_or_default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let is_it = line.trim_start().strip_prefix(key).is_some_and(|rest| rest.trim_start().starts_with('='));
        if is_it && !key.is_empty() {
            return at(start, start + line.trim_end().len());
        }
        start += line.len();
    }
    TextRange::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_shown_where_they_belong() {
        let text = "[project]\nname = 'x'\n[tool.conformable]\nselct = []\n";
        let range = place(text, "pyproject.toml: `selct` is no key of [tool.conformable]");
        assert_eq!(&text[range], "selct = []");
        assert_eq!(place(text, "pyproject.toml: `tool.conformable` must be a table"), TextRange::default());
        assert!(place("[project\n", "pyproject.toml: TOML parse error").start() >= 8.into());
    }
}
