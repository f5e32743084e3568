//! Patterns of paths, written as in a `.gitignore`: `tests/`, `*.py`, `/build`, `!keep.py`.

use std::path::{Path, PathBuf};

use matching::Matcher;

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
    matcher: Matcher,
}

impl Globs {
    /// Patterns that match nothing.
    pub fn none() -> Self {
        Globs::default()
    }

    /// The patterns, relative to `root`; the error is the message for a pattern that isn't one.
    pub fn new(root: &Path, patterns: &[String]) -> Result<Self, String> {
        let matcher = Matcher::new(root, patterns)?;
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
            relative.is_ok_and(|relative| list.matcher.matches(relative, is_folder))
        })
    }

    /// The lists as they are written, each with the folder that it is relative to.
    pub fn written(&self) -> impl Iterator<Item = (&Path, &[String])> {
        self.lists.iter().map(|list| (&*list.root, &*list.written))
    }
}

#[cfg(not(target_family = "wasm"))]
mod matching {
    use std::path::Path;

    use ignore::gitignore::{Gitignore, GitignoreBuilder};

    #[derive(Clone, Debug)]
    pub struct Matcher(Gitignore);

    impl Matcher {
        pub fn new(root: &Path, patterns: &[String]) -> Result<Self, String> {
            let mut builder = GitignoreBuilder::new(root);
            for pattern in patterns {
                builder.add_line(None, pattern).map_err(|error| format!("`{pattern}`: {error}"))?;
            }
            builder.build().map(Matcher).map_err(|error| error.to_string())
        }

        pub fn matches(&self, relative: &Path, is_folder: bool) -> bool {
            self.0.matched_path_or_any_parents(relative, is_folder).is_ignore()
        }
    }
}

/// In a browser there are no files to choose from, and what matches patterns would be a tenth of what a page loads.
#[cfg(target_family = "wasm")]
mod matching {
    use std::path::Path;

    #[derive(Clone, Debug)]
    pub enum Matcher {}

    impl Matcher {
        pub fn new(_root: &Path, patterns: &[String]) -> Result<Self, String> {
            Err(format!("`{}`: patterns of files are not matched here", patterns.join("`, `")))
        }

        pub fn matches(&self, _relative: &Path, _is_folder: bool) -> bool {
            match *self {}
        }
    }
}
