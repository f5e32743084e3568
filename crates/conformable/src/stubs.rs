//! The stub files of a project: `stubs = ["stubs", "mylib.pyi"]`, files, and folders with all `.pyi`
//! files below them. What they say, the catalogue reads; what is wrong with them is wrong usage.

use std::fs;
use std::path::Path;

use conformable_python::stubs;
use conformable_signatures::Catalogue;

use crate::{Usage, paths};

/// The names for messages, and the texts.
pub fn read(folder: &Path, cwd: &Path, written: &[String]) -> Result<Vec<(String, String)>, String> {
    let mut files = Vec::new();
    for one in written {
        let path = folder.join(one);
        if !path.exists() {
            return Err(format!("names what isn't there: `{one}`"));
        }
        let before = files.len();
        collect(&path, cwd, &mut files).map_err(|error| format!("can't be read: `{one}`: {error}"))?;
        if files.len() == before {
            return Err(format!("names a folder without stub files (.pyi): `{one}`"));
        }
    }
    Ok(files)
}

fn collect(path: &Path, cwd: &Path, files: &mut Vec<(String, String)>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push((paths::display(path, cwd), crate::read::text(path).map_err(std::io::Error::other)?));
        return Ok(());
    }
    let mut inside = fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    // The order of a folder is the system's.
    inside.sort();
    for path in inside {
        if path.is_dir() || path.extension().is_some_and(|extension| extension == "pyi") {
            collect(&path, cwd, files)?;
        }
    }
    Ok(())
}

/// The catalogue with the stubs over it.
pub fn over(base: &'static Catalogue, files: &[(String, String)]) -> Result<&'static Catalogue, Usage> {
    stubs::over(base, files).map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        Usage(lines.join("\n"))
    })
}
