//! Lists the stub files of `/catalogue` in a table that the crate compiles in.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where it builds")).join("../../catalogue");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let mut table = String::from("pub static FILES: &[(&str, &str)] = &[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
        let path = file.canonicalize().expect("a stub file");
        writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("a string");
    }
    table.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("stub_files.rs");
    fs::write(out, table).expect("the output folder");
}

/// NumPy's stubs; those of Python's own functions have a notation and a reader of their own.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).expect("the catalogue's folder") {
        let path = entry.expect("an entry").path();
        if path.ends_with("python") {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "pyi") {
            files.push(path);
        }
    }
}
