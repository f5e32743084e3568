//! Patterns of paths, written as in a `.gitignore`: `tests/`, `*.py`, `/build`, `!keep.py`.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// Lists of patterns, each relative to a folder of its own.
#[derive(Clone, Debug, Default)]
pub struct Globs {
    lists: Vec<GlobList>,
}

/// The patterns of one list, as they are written and as they are matched.
#[derive(Clone, Debug)]
struct GlobList {
    root: PathBuf,
    written: Vec<String>,
    matcher: Gitignore,
}

impl Globs {
    /// Patterns that match nothing.
    pub fn none() -> Self {
        Globs::default()
    }

    /// The patterns, relative to `root`; the error is the message for a pattern that isn't one.
    pub fn new(root: &Path, patterns: &[String]) -> Result<Self, String> {
        let mut builder = GitignoreBuilder::new(root);
        for pattern in patterns {
            builder.add_line(None, pattern).map_err(|error| format!("`{pattern}`: {error}"))?;
        }
        let matcher = builder.build().map_err(|error| error.to_string())?;
        Ok(Globs { lists: vec![GlobList { root: root.to_owned(), written: patterns.to_vec(), matcher }] })
    }

    /// From now on what `more` matches is matched too: its `!keep.py` takes back what its own list says alone.
    pub fn extend(&mut self, more: Globs) {
        self.lists.extend(more.lists);
    }

    /// Whether the absolute path, or a folder that it is in, matches.
    pub fn matches(&self, path: &Path, is_folder: bool) -> bool {
        self.lists.iter().any(|list| {
            let relative = path.strip_prefix(&list.root);
            relative.is_ok_and(|relative| list.matcher.matched_path_or_any_parents(relative, is_folder).is_ignore())
        })
    }

    /// The lists as they are written, each with the folder that it is relative to.
    pub fn written(&self) -> impl Iterator<Item = (&Path, &[String])> {
        self.lists.iter().map(|list| (&*list.root, &*list.written))
    }
}
