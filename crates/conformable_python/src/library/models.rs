//! Modules of Python's library, and `six`, that decide what array programs are given, as small programs of the
//! same meaning: `catalogue/python/*.py`. They are evaluated in place of the library, by the one
//! evaluator, and nothing in them is ever reported.
//!
//! In a model `input()` stands for any text from outside, and a name from a module that does not
//! exist for what is not known. `__without_arguments__` is true where a script is looked at as it runs
//! without any argument, `__sequence__` is an attribute with the list that an instance is to NumPy, and `__missing__` is the None of an argument that is not there. What a model does not define is as unknown as without it.

use std::sync::Arc;

use crate::front::source::SourceFile;

const SOURCES: &[(&str, &str)] = &[
    ("argparse", include_str!("../../../../catalogue/python/argparse.py")),
    ("bisect", include_str!("../../../../catalogue/python/bisect.py")),
    ("collections", include_str!("../../../../catalogue/python/collections.py")),
    ("configparser", include_str!("../../../../catalogue/python/configparser.py")),
    ("csv", include_str!("../../../../catalogue/python/csv.py")),
    ("dataclasses", include_str!("../../../../catalogue/python/dataclasses.py")),
    ("heapq", include_str!("../../../../catalogue/python/heapq.py")),
    ("random", include_str!("../../../../catalogue/python/random.py")),
    ("re", include_str!("../../../../catalogue/python/re.py")),
    ("six", include_str!("../../../../catalogue/python/six.py")),
    ("struct", include_str!("../../../../catalogue/python/struct.py")),
    ("sys", include_str!("../../../../catalogue/python/sys.py")),
];

/// The model of a module, if there is one.
pub fn source(dotted: &str) -> Option<SourceFile> {
    let (name, text) = SOURCES.iter().find(|(name, _)| *name == dotted)?;
    Some(SourceFile { path: Arc::from(path(name)), text: Arc::from(*text), module: Some((*name).to_owned()) })
}

fn path(name: &str) -> String {
    format!("<model of {name}>")
}

/// Is this the path of a model?
pub fn is_model(path: &str) -> bool {
    path.starts_with("<model of ")
}

/// Does a model's text ask whether the script has arguments?
pub fn ask_for_arguments(text: &str) -> bool {
    text.contains("__without_arguments__")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_model_parses() {
        for (name, _) in SOURCES {
            let file = source(name).expect("it has a source");
            assert!(is_model(&file.path));
            assert!(crate::front::source::parse(&file, Some((3, 8))).is_ok(), "{name}");
        }
    }
}
