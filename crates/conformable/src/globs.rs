//! Patterns of paths, written as in a `.gitignore`: `tests/`, `*.py`, `/build`, `!keep.py`.

use std::path::{Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

/// A list of patterns relative to a folder.
#[derive(Clone, Debug)]
pub struct Globs {
    root: PathBuf,
    matcher: Gitignore,
}

impl Globs {
    /// Patterns that match nothing.
    pub fn none() -> Self {
        Globs { root: PathBuf::new(), matcher: Gitignore::empty() }
    }

    /// The patterns, relative to `root`; the error is the message for a pattern that isn't one.
    pub fn new(root: &Path, patterns: &[String]) -> Result<Self, String> {
        let mut builder = GitignoreBuilder::new(root);
        for pattern in patterns {
            builder.add_line(None, pattern).map_err(|error| format!("`{pattern}`: {error}"))?;
        }
        let matcher = builder.build().map_err(|error| error.to_string())?;
        Ok(Globs { root: root.to_owned(), matcher })
    }

    /// Whether the absolute path, or a folder that it is in, matches.
    pub fn matches(&self, path: &Path, is_folder: bool) -> bool {
        path.strip_prefix(&self.root)
            .is_ok_and(|relative| self.matcher.matched_path_or_any_parents(relative, is_folder).is_ignore())
    }
}
