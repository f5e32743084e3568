//! Writes the tables of dtypes and of other libraries' promotion for the crate to read.

mod tables;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=tables.rs");
    tables::write_as_json(&[("numpy/dtypes.toml", "dtypes.json"), ("dialects.toml", "dialects.json")]);
}
