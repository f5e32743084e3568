//! The stub files of a project: `stubs = ["stubs", "mylib.pyi"]`, files, and folders with all `.pyi`
//! files below them. What they say, the catalogue reads; what is wrong with them is wrong usage.

use std::path::{Path, PathBuf};

use conformable_python::stubs;
use conformable_signatures::Catalogue;
use ignore::WalkBuilder;

use crate::{Usage, paths, read};

/// A folder with more files and folders than these isn't one of stubs. A slip as `stubs = ["/"]`
/// would have the whole machine looked through at each start.
const MAX_ENTRIES: usize = 20_000;

/// The names for messages, and the texts.
pub fn read(folder: &Path, cwd: &Path, written: &[String]) -> Result<Vec<(String, String)>, String> {
    let mut files = Vec::new();
    for one in written {
        let path = folder.join(one);
        if !path.exists() {
            return Err(format!("names what isn't there: `{one}`"));
        }
        let found = if path.is_dir() { stub_files(&path, one)? } else { vec![path] };
        if found.is_empty() {
            return Err(format!("names a folder without stub files (.pyi): `{one}`"));
        }
        for path in found {
            let text = read::text(&path).map_err(|why| unreadable(one, &why))?;
            files.push((paths::display(&path, cwd), text));
        }
    }
    Ok(files)
}

/// The stub files below a folder, in an order that isn't the system's.
fn stub_files(folder: &Path, written: &str) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let walker =
        WalkBuilder::new(folder).standard_filters(false).follow_links(true).sort_by_file_name(Ord::cmp).build();
    for (count, entry) in walker.enumerate() {
        if count == MAX_ENTRIES {
            return Err(format!(
                "names a folder of more than {MAX_ENTRIES} files and folders: `{written}`; name the one that has the stub files"
            ));
        }
        let path = match entry {
            Ok(entry) => entry.into_path(),
            // What is behind the link was walked already.
            Err(error) if is_loop(&error) => continue,
            Err(error) => return Err(unreadable(written, &error.to_string())),
        };
        if path.extension().is_some_and(|extension| extension == "pyi") && !path.is_dir() {
            found.push(path);
        }
    }
    Ok(found)
}

fn is_loop(error: &ignore::Error) -> bool {
    match error {
        ignore::Error::Loop { .. } => true,
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithPath { err, .. } => is_loop(err),
        _ => false,
    }
}

fn unreadable(written: &str, why: &str) -> String {
    format!("can't be read: `{written}`: {why}")
}

/// The catalogue with the stubs over it.
pub fn over(base: &'static Catalogue, files: &[(String, String)]) -> Result<&'static Catalogue, Usage> {
    stubs::over(base, files).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Usage(lines.join("\n"))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn folder() -> TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("stubs/deep")).unwrap();
        folder
    }

    #[test]
    fn files_are_read_in_order_and_a_link_to_a_folder_above_once() {
        let folder = folder();
        for name in ["stubs/b.pyi", "stubs/deep/c.pyi", "stubs/a.pyi", "stubs/no.py"] {
            fs::write(folder.path().join(name), format!("# {name}\n")).unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink("..", folder.path().join("stubs/deep/above")).unwrap();
        let names: Vec<String> = read(folder.path(), folder.path(), &["stubs".to_owned()])
            .unwrap()
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(names, ["stubs/a.pyi", "stubs/b.pyi", "stubs/deep/c.pyi"]);
    }

    #[test]
    fn a_folder_of_everything_is_refused() {
        let folder = folder();
        for number in 0..MAX_ENTRIES {
            fs::write(folder.path().join(format!("stubs/{number}")), "").unwrap();
        }
        let refused = read(folder.path(), folder.path(), &["stubs".to_owned()]).unwrap_err();
        assert!(refused.starts_with("names a folder of more than 20000 files and folders: `stubs`"), "{refused}");
    }
}
