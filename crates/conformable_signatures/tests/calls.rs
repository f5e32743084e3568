//! What calls give, line by line: `tests/calls/*.txt`.
//!
//! ```text
//! numpy.sum(float64[2, 3], axis=Literal[1]) => float64[2]
//! numpy.matmul(float64[2, 3], float64[4, 5]) => error CF101 ValueError 0:-1 1:-2
//! numpy.add(Unknown, float64[3]) => unknown
//! ```
//!
//! Arguments are types, positional ones first; a method or property has its receiver first; `*?`
//! stands for arguments that are not known. After an error's code come, optionally, the exception
//! and the parts: `0:-1` is the last dim of the first argument, `0.1:0` the first dim of its
//! element 1, `1` the whole second argument.

use common::outcome;
use conformable_signatures::Catalogue;
use conformable_types::text::{parse_type, print_ty};

mod common;

#[test]
fn calls() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/calls");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            count += 1;
            let place = format!("{}:{}", file.file_name().unwrap().to_string_lossy(), number + 1);
            let Some((call, wanted)) = line.split_once("=>") else {
                wrong.push(format!("{place}: no =>"));
                continue;
            };
            let wanted = wanted.trim();
            match outcome(call.trim(), wanted) {
                Ok(found) => {
                    let same = found == wanted
                        || (!wanted.starts_with("error") && parse_type(wanted).is_ok_and(|ty| print_ty(ty) == found));
                    if !same {
                        wrong.push(format!("{place}: {}\n    wanted {wanted}\n    found  {found}", call.trim()));
                    }
                }
                Err(error) => wrong.push(format!("{place}: {error}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count} calls:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_entry_loads() {
    let errors: Vec<String> = Catalogue::numpy().errors().iter().map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn every_entry_makes_sense() {
    let mistakes = Catalogue::numpy().mistakes();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}
