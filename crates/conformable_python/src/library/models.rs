//! Modules of Python's library, and `six`, that decide what array programs are given, as small programs of the
//! same meaning: `catalogue/python/*.py`. They are evaluated in place of the library, by the one
//! evaluator, and nothing in them is ever reported.
//!
//! In a model `input()` stands for any text from outside, and a name from a module that does not
//! exist for what is not known. `__without_arguments__` is true where a script is looked at as it runs
//! without any argument, `__made__` is what a class does in its `__new__`, `__sequence__` is an attribute
//! with the list that an instance is to NumPy, `__mapping__` one with the dict that `**` takes, `__shown__` says of a class that its instances have no
//! attributes but the program's, `__complete__` that it has all special methods that the library's has, and `__missing__` is the None of an argument that is not there. What a
//! model does not define is as unknown as without it. A model with `__exact__` fails where the library does: its
//! failures are reported at the calls.

use std::sync::Arc;

use crate::front::source::SourceFile;

/// The model of what classes have of Python's containers that they derive from.
pub const SUBCLASSED: &str = "builtins.subclassed";

const SOURCES: &[(&str, &str)] = &[
    ("argparse", include_str!("../../../../catalogue/python/argparse.py")),
    ("bisect", include_str!("../../../../catalogue/python/bisect.py")),
    ("builtins", include_str!("../../../../catalogue/python/builtins.py")),
    // No module's name: a program's `subclassed` is its own.
    (SUBCLASSED, include_str!("../../../../catalogue/python/subclassed.py")),
    ("bz2", include_str!("../../../../catalogue/python/bz2.py")),
    ("collections", include_str!("../../../../catalogue/python/collections.py")),
    ("concurrent.futures", include_str!("../../../../catalogue/python/concurrentfutures.py")),
    ("configparser", include_str!("../../../../catalogue/python/configparser.py")),
    ("contextlib", include_str!("../../../../catalogue/python/contextlib.py")),
    ("csv", include_str!("../../../../catalogue/python/csv.py")),
    ("dataclasses", include_str!("../../../../catalogue/python/dataclasses.py")),
    ("datetime", include_str!("../../../../catalogue/python/datetime.py")),
    ("glob", include_str!("../../../../catalogue/python/glob.py")),
    ("gzip", include_str!("../../../../catalogue/python/gzip.py")),
    ("heapq", include_str!("../../../../catalogue/python/heapq.py")),
    ("io", include_str!("../../../../catalogue/python/io.py")),
    ("itertools", include_str!("../../../../catalogue/python/itertools.py")),
    ("json", include_str!("../../../../catalogue/python/json.py")),
    ("logging", include_str!("../../../../catalogue/python/logging.py")),
    ("lzma", include_str!("../../../../catalogue/python/lzma.py")),
    ("multiprocessing", include_str!("../../../../catalogue/python/multiprocessing.py")),
    ("operator", include_str!("../../../../catalogue/python/operator.py")),
    ("os.path", include_str!("../../../../catalogue/python/ospath.py")),
    ("pathlib", include_str!("../../../../catalogue/python/pathlib.py")),
    ("pickle", include_str!("../../../../catalogue/python/pickle.py")),
    ("random", include_str!("../../../../catalogue/python/random.py")),
    ("re", include_str!("../../../../catalogue/python/re.py")),
    ("six", include_str!("../../../../catalogue/python/six.py")),
    ("statistics", include_str!("../../../../catalogue/python/statistics.py")),
    ("string", include_str!("../../../../catalogue/python/string.py")),
    ("struct", include_str!("../../../../catalogue/python/struct.py")),
    ("subprocess", include_str!("../../../../catalogue/python/subprocess.py")),
    ("sys", include_str!("../../../../catalogue/python/sys.py")),
    ("tempfile", include_str!("../../../../catalogue/python/tempfile.py")),
    ("types", include_str!("../../../../catalogue/python/types.py")),
    ("zipfile", include_str!("../../../../catalogue/python/zipfile.py")),
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

/// Does a model's text say that its functions fail where the library's do, and nowhere else?
pub fn fail_as_the_library(text: &str) -> bool {
    text.contains("__exact__ = True")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::exports::exports;

    #[test]
    fn what_a_model_exports_is_known() {
        for (name, _) in SOURCES {
            // `six` is another library's, what `os.path` exports is its system's, and Python's own are there anyway.
            assert!(exports(name).is_some() || matches!(*name, "builtins" | SUBCLASSED | "os.path" | "six"), "{name}");
        }
    }

    #[test]
    fn every_model_parses() {
        for (name, _) in SOURCES {
            let file = source(name).expect("it has a source");
            assert!(is_model(&file.path));
            assert!(crate::front::source::parse(&file, Some((3, 8))).is_ok(), "{name}");
        }
    }
}
