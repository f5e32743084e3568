//! Which files a command's paths mean.
//!
//! A file that is named is always taken. In folders the `.py` files and notebooks are, except what `.gitignore`
//! and the like exclude, hidden files, virtual environments, installed packages and what the configuration excludes.
//! Stubs (`.pyi`) are descriptions, not code. The result is sorted and has no duplicates.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use conformable_python::notebook::is_notebook;
use ignore::{DirEntry, WalkBuilder};

use crate::Usage;
use crate::globs::Globs;
use crate::supervise::Workload;
use crate::{paths, read};

/// What was found.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Absolute paths in the order of their display.
    pub files: Vec<PathBuf>,
    /// Folders that couldn't be read, with the reason.
    pub unreadable: Vec<(PathBuf, String)>,
    /// Files that would bring the checker down.
    pub left_out: Vec<PathBuf>,
    /// The texts that files have instead of what is on the disk, whether they are among those or not.
    pub given: Vec<GivenText>,
}

impl Found {
    /// The part of it that this process checks.
    #[must_use]
    pub fn part(mut self, part: &Workload) -> Found {
        let bad = |place: &usize| part.left_out.contains(place);
        let is_wanted = |place: &usize| part.only.as_ref().is_none_or(|only| only.contains(place));
        for (place, path) in std::mem::take(&mut self.files).into_iter().enumerate() {
            if bad(&place) {
                self.left_out.push(path);
            } else if is_wanted(&place) {
                self.files.push(path);
            }
        }
        self
    }
}

/// The text of a file that is not read from the disk, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenText {
    /// The absolute path.
    pub path: PathBuf,
    /// What is in it.
    pub text: Result<Arc<str>, String>,
    /// Of a notebook: whether that is the module of its cells already.
    pub is_module: bool,
}

/// Standard input as the file that is called `name`; without a name it is `-`, in the working directory.
pub fn standard_input(name: Option<&Path>, cwd: &Path) -> Result<Found, Usage> {
    if let Some(name) = name.filter(|name| !is_program(name)) {
        return Err(Usage(format!("--stdin-filename: `{}` is no Python file, as model.py is", name.display())));
    }
    let path = paths::absolute(name.unwrap_or(Path::new("-")), cwd);
    if path.is_dir() {
        return Err(Usage(format!("--stdin-filename: `{}` is a folder", paths::display(&path, cwd))));
    }
    let text = read::standard_input().map(Arc::from);
    Ok(Found { files: vec![path.clone()], given: vec![GivenText { path, text, is_module: false }], ..Found::default() })
}

/// Folders into which others' packages are installed.
const INSTALLED: [&str; 4] = ["site-packages", "dist-packages", "__pypackages__", "node_modules"];

/// The files under `roots`.
pub fn discover(roots: &[PathBuf], cwd: &Path, exclude: &Globs) -> Result<Found, Usage> {
    let mut found = Found::default();
    for root in roots {
        let path = paths::absolute(root, cwd);
        if path.is_dir() {
            walk(&path, exclude, &mut found);
        } else if path.exists() {
            found.files.push(path);
        } else {
            return Err(Usage(format!("there is no file or folder `{}`", root.display())));
        }
    }
    found.files.sort_by_cached_key(|path| paths::display(path, cwd));
    found.files.dedup();
    found.unreadable.sort();
    found.unreadable.dedup();
    Ok(found)
}

/// What there is to say where nothing was found: that nothing is there, or that patterns exclude all of it.
pub fn nothing_found(roots: &[PathBuf], cwd: &Path, exclude: &Globs) -> &'static str {
    let is_excluded = exclude.written().next().is_some()
        && discover(roots, cwd, &Globs::none()).is_ok_and(|found| !found.files.is_empty());
    if is_excluded {
        "All Python files here are excluded, by `exclude` of the configuration or `--exclude`.\n"
    } else {
        "There are no Python files here.\n"
    }
}

/// Does the path name a file of Python's or a notebook?
fn is_program(path: &Path) -> bool {
    is_notebook(path) || path.extension().is_some_and(|ending| ending == "py")
}

fn walk(root: &Path, exclude: &Globs, found: &mut Found) {
    let top = root.to_owned();
    let exclude = exclude.clone();
    let wanted = move |entry: &DirEntry| {
        let path = entry.path();
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        path == top
            || !(exclude.matches(path, is_folder)
                || is_folder && (path.join("pyvenv.cfg").exists() || INSTALLED.iter().any(|name| path.ends_with(name))))
    };
    let walker = WalkBuilder::new(root).require_git(false).filter_entry(wanted).build();
    for entry in walker {
        match entry {
            Ok(entry) => {
                let path = entry.path();
                if is_program(path) && path.is_file() {
                    found.files.push(path.to_owned());
                }
            }
            Err(error) => {
                if let Some(path) = path_of(&error) {
                    let reason = error.io_error().map(ToString::to_string);
                    let reason = reason.unwrap_or_else(|| error.to_string());
                    found.unreadable.push((path, reason));
                }
            }
        }
    }
}

fn path_of(error: &ignore::Error) -> Option<PathBuf> {
    match error {
        ignore::Error::WithPath { path, err } => {
            // A line of an ignore file that isn't a pattern is no reason to fail.
            err.io_error().map(|_| path.clone())
        }
        ignore::Error::WithDepth { err, .. } => path_of(err),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn tree(files: &[(&str, &str)]) -> TempDir {
        let root = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        root
    }

    fn names(root: &Path, roots: &[&str], exclude: &Globs) -> Vec<String> {
        let roots: Vec<PathBuf> = roots.iter().map(PathBuf::from).collect();
        let found = discover(&roots, root, exclude).expect("paths exist");
        found.files.iter().map(|path| paths::display(path, root)).collect()
    }

    #[test]
    fn folders_files_ignores_and_environments() {
        let tree = tree(&[
            ("b.py", ""),
            ("a/z.py", ""),
            ("a/y.pyi", ""),
            ("a/data.txt", ""),
            ("ignored/x.py", ""),
            (".gitignore", "ignored/\n"),
            (".hidden/h.py", ""),
            ("env/pyvenv.cfg", ""),
            ("env/lib.py", ""),
            ("venv/Lib/site-packages/other.py", ""),
            ("build/gen.py", ""),
        ]);
        let root = tree.path();
        let none = Globs::none();
        assert_eq!(names(root, &["."], &none), ["a/z.py", "b.py", "build/gen.py"]);
        let exclude = Globs::new(root, &["build/".to_owned()]).expect("patterns");
        assert_eq!(names(root, &["."], &exclude), ["a/z.py", "b.py"]);
        // Named files are taken whatever excludes them; duplicates are removed.
        assert_eq!(
            names(root, &["build/gen.py", "./a", "a/z.py", "ignored/x.py"], &exclude),
            ["a/z.py", "build/gen.py", "ignored/x.py"]
        );
        let missing = discover(&[PathBuf::from("nope.py")], root, &none);
        assert!(missing.is_err_and(|Usage(message)| message.contains("nope.py")));
    }
}
