//! The files that a program is made of: the one that is asked about and what it imports, each parsed once.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use conformable_python::diagnostic::Diagnostic;
use conformable_python::{ModuleSource, SourceFile, source};
use ruff_python_ast::{Expr, ModModule, Stmt};
use ruff_python_parser::Parsed;
use ruff_source_file::LineIndex;
use ruff_text_size::{Ranged, TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::annotation::Annotation;
use crate::language::{Language, Problem};
use crate::syntax::annotations;

/// Files that one program may be made of, at most.
const MOST_MODULES: usize = 1000;

/// What is read of a file's text alone: the same text is read once in a process.
pub struct Text {
    /// The syntax tree.
    pub parsed: Arc<Parsed<ModModule>>,
    /// Where its lines begin.
    pub lines: LineIndex,
    /// The modules that it imports, as they are written, with their levels.
    imported: Vec<(String, u32)>,
}

/// A file that was read.
pub struct Loaded {
    /// Its text and path.
    pub file: SourceFile,
    /// What that text says.
    pub text: Arc<Text>,
}

/// The files that modules import, by importer, name and level.
pub type Imports = FxHashMap<(usize, String, u32), usize>;

impl Loaded {
    /// The last part of the module's path, which names it.
    pub fn name(&self) -> &str {
        let stem = self.file.path.rsplit('/').next().unwrap_or_default();
        stem.split('.').next().filter(|stem| conformable_types::text::is_identifier(stem)).unwrap_or("module")
    }

    /// Line and column of a place, from 1.
    pub fn position(&self, at: TextSize) -> (usize, usize) {
        let place = self.text.lines.line_column(at, &self.file.text);
        (place.line.get(), place.column.get())
    }
}

/// The file and what it imports, and so on, as far as that is of the program.
pub fn load(
    language: &dyn Language,
    file: &SourceFile,
    modules: Option<&dyn ModuleSource>,
) -> Result<(Vec<Loaded>, Imports), Box<Diagnostic>> {
    let mut loaded: Vec<Loaded> = vec![read(file)?];
    let mut places = FxHashMap::from_iter([(Arc::clone(&file.path), 0)]);
    let mut imports = Imports::default();
    let mut next = 0;
    while let (Some(source), true) = (modules, next < loaded.len()) {
        let text = Arc::clone(&loaded[next].text);
        for (name, level) in &text.imported {
            if *level == 0 && language.catalogue().namespace(name) || loaded.len() >= MOST_MODULES {
                continue;
            }
            let Some(found) = source.load(&loaded[next].file.path, name, *level) else { continue };
            let place = match places.get(&found.path) {
                Some(place) => *place,
                None => match read(&found) {
                    Ok(module) => {
                        loaded.push(module);
                        places.insert(found.path, loaded.len() - 1);
                        loaded.len() - 1
                    }
                    Err(_) => continue,
                },
            };
            imports.insert((next, name.clone(), *level), place);
        }
        next += 1;
    }
    Ok((loaded, imports))
}

/// Texts that were read in this process. Each file of a program is checked with all that it imports, and other programs
/// have the same headers.
static TEXTS: LazyLock<Mutex<Texts>> = LazyLock::new(Mutex::default);
/// How many times a header had to be read.
static HEADERS_PARSED: AtomicU64 = AtomicU64::new(0);

/// Bytes of the texts that are kept, at most; their trees take some thirty times as much.
const MOST_BYTES: usize = 16 << 20;

#[derive(Default)]
struct Texts {
    read: FxHashMap<Arc<str>, Arc<Text>>,
    bytes: usize,
}

/// How often a header file was parsed in this process: the same text is parsed once.
pub fn headers_parsed() -> u64 {
    HEADERS_PARSED.load(Ordering::Relaxed)
}

fn read(file: &SourceFile) -> Result<Loaded, Box<Diagnostic>> {
    let known = TEXTS.lock().unwrap_or_else(PoisonError::into_inner).read.get(&file.text).cloned();
    if let Some(text) = known {
        return Ok(Loaded { file: file.clone(), text });
    }
    if file.path.ends_with(".pyi") {
        HEADERS_PARSED.fetch_add(1, Ordering::Relaxed);
    }
    let parsed = Arc::new(source::parse(file, None)?);
    let imported = imported(parsed.syntax());
    let text = Arc::new(Text { parsed, lines: LineIndex::from_source_text(&file.text), imported });
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if texts.bytes + file.text.len() > MOST_BYTES {
        *texts = Texts::default();
    }
    texts.bytes += file.text.len();
    texts.read.insert(Arc::clone(&file.text), Arc::clone(&text));
    Ok(Loaded { file: file.clone(), text })
}

/// The modules that a file imports at its top level and in functions, as they are written.
fn imported(module: &ModModule) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    let mut bodies: Vec<&[Stmt]> = vec![&module.body];
    while let Some(body) = bodies.pop() {
        for stmt in body {
            match stmt {
                Stmt::Import(import) => {
                    found.extend(import.names.iter().map(|alias| (alias.name.to_string(), 0)));
                }
                Stmt::ImportFrom(import) => {
                    let base = import.module.as_ref().map(|name| name.to_string()).unwrap_or_default();
                    let inside = import.names.iter().map(|alias| match base.as_str() {
                        "" => alias.name.to_string(),
                        base => format!("{base}.{}", alias.name),
                    });
                    let level = import.level;
                    found.extend(inside.map(|name| (name, level)));
                    found.push((base, level));
                }
                Stmt::FunctionDef(function) => bodies.push(&function.body),
                Stmt::If(branch) => {
                    bodies.push(&branch.body);
                    bodies.extend(branch.elif_else_clauses.iter().map(|clause| &*clause.body));
                }
                _ => {}
            }
        }
    }
    found
}

/// What is read of an annotation: it, its place, and of a string its text; or what is wrong.
pub type ReadAnnotation = (TextRange, Option<String>, Result<Annotation, Problem>);

/// The first stage alone of a file: all annotations of parameters, results, variables and attributes.
///
/// # Errors
/// If the file can't be parsed.
pub fn parse_annotations(language: &dyn Language, file: &SourceFile) -> Result<Vec<ReadAnnotation>, Box<Diagnostic>> {
    let parsed = source::parse(file, None)?;
    let read = |annotation: &Expr| {
        let string = annotation.as_string_literal_expr().map(|string| string.value.to_str().to_owned());
        (annotation.range(), string, language.read_annotation(annotation, &file.text))
    };
    Ok(annotations(&parsed.syntax().body).into_iter().map(read).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile { path: path.into(), text: text.into(), module: None }
    }

    #[test]
    fn a_text_is_read_once() {
        let one = read(&file("one.py", "import numpy as np\nx = 1\n")).unwrap();
        let same = read(&file("two.py", "import numpy as np\nx = 1\n")).unwrap();
        let other = read(&file("one.py", "import numpy as np\nx = 2\n")).unwrap();
        assert!(Arc::ptr_eq(&one.text, &same.text) && !Arc::ptr_eq(&one.text, &other.text));
        assert_eq!((one.name(), same.name()), ("one", "two"));
        assert!(read(&file("three.py", "x = (")).is_err() && read(&file("three.py", "x = (")).is_err());
    }
}
