//! Lists the stub files of `/catalogue` in a table that the crate compiles in, and where each definition stands in them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use outline::OutlineItem;

/// The crate's own; some of it only the crate uses.
#[allow(dead_code)]
#[path = "src/catalogue/outline.rs"]
mod outline;

fn main() {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where it builds")).join("../../catalogue");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files);
    let mut table = list("FILES", &root, files);
    for language in LANGUAGES {
        let mut files = vec![root.join("vocabulary.pyi")];
        collect(&root.join(language), &mut files);
        table += &list(&language.to_uppercase(), &root, files);
    }
    let names: Vec<String> = LANGUAGES.iter().map(|name| format!("({name:?}, {})", name.to_uppercase())).collect();
    writeln!(table, "pub static LANGUAGES: &[(&str, &[OutlinedFile])] = &[{}];", names.join(", ")).expect("a string");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("stub_files.rs");
    fs::write(out, table).expect("the output folder");
}

/// Folders of Python and of languages written in it: each is a catalogue of its own, in the words of the vocabulary.
const LANGUAGES: &[&str] = &["gt4py", "pyccel", "python"];

/// The table of these files.
fn list(name: &str, root: &Path, mut files: Vec<PathBuf>) -> String {
    files.sort();
    let mut table = format!("pub static {name}: &[OutlinedFile] = &[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(root).expect("below the root").to_string_lossy().replace('\\', "/");
        let path = file.canonicalize().expect("a stub file");
        let text: &'static str = fs::read_to_string(&path).expect("a stub file").leak();
        let rows: String = outline::outline("", text, 1, "").iter().map(|item| row(text, item)).collect();
        writeln!(table, "    OutlinedFile {{ name: {name:?}, text: include_str!({path:?}), rows: &[{rows}] }},")
            .expect("a string");
    }
    table + "];\n"
}

/// An item as the table has it.
fn row(text: &str, item: &OutlineItem) -> String {
    let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let (start, name) = (place(item.text), if item.name.is_empty() { 0 } else { place(item.name) });
    let (end, name_end, line, kind) = (start + item.text.len(), name + item.name.len(), item.line, item.kind);
    format!(
        "OutlineRow {{ start: {start}, end: {end}, line: {line}, kind: ItemKind::{kind:?}, name: ({name}, {name_end}) }}, "
    )
}

/// NumPy's stubs; those of languages are none of its.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).expect("the catalogue's folder") {
        let path = entry.expect("an entry").path();
        if LANGUAGES.iter().any(|language| path.ends_with(language)) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "pyi") {
            files.push(path);
        }
    }
}
