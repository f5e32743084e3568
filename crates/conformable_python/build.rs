//! Writes the tables of NumPy's releases and of Python's library for the crate to read.

#[path = "../conformable_types/tables.rs"]
mod tables;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../conformable_types/tables.rs");
    tables::write_as_json(&[("releases.toml", "releases.json"), ("python.toml", "python.json")]);
}
