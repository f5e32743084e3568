//! For build scripts: tables of `/catalogue` as JSON, which is read in a tenth of the time. Each start of the program
//! reads them.

use std::path::PathBuf;
use std::{env, fs};

/// Writes each table, by its path below `/catalogue`, under the other name to the folder of what is built.
pub fn write_as_json(tables: &[(&str, &str)]) {
    let directory = |variable: &str| PathBuf::from(env::var_os(variable).expect("cargo sets it"));
    let (catalogue, out) = (directory("CARGO_MANIFEST_DIR").join("../../catalogue"), directory("OUT_DIR"));
    for (path, name) in tables {
        let path = catalogue.join(path);
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(&path).expect("a table of the catalogue");
        let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        fs::write(out.join(name), serde_json::to_string(&table).expect("a table")).expect("the output folder");
    }
}
