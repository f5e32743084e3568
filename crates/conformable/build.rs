//! Gives the build a number, by which results that it kept are told from another build's: a hash of all that it is made of.
//!
//! Where the sources of the other crates aren't beside this one, as in a package from a registry, the version says it.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The crates that say what a check finds, below `crates/`.
const CRATES: &[&str] = &[
    "conformable",
    "conformable_dialects",
    "conformable_python",
    "conformable_signatures",
    "conformable_solver",
    "conformable_types",
];

fn main() {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where it builds"));
    let root = own.join("../..");
    println!("cargo::rerun-if-changed=build.rs");
    let mut hasher = DefaultHasher::new();
    for name in ["CARGO_PKG_VERSION", "TARGET", "PROFILE"] {
        env::var(name).unwrap_or_default().hash(&mut hasher);
    }
    let sources = CRATES.iter().map(|name| root.join("crates").join(name).join("src"));
    let parts: Vec<PathBuf> = sources.chain([root.join("catalogue"), root.join("Cargo.lock")]).collect();
    let parts = if parts.iter().all(|part| part.exists()) { parts } else { vec![own.join("src")] };
    for part in parts {
        println!("cargo::rerun-if-changed={}", part.display());
        hash(&part, &mut hasher);
    }
    println!("cargo::rustc-env=CONFORMABLE_BUILD={:016x}", hasher.finish());
}

/// Hashes a file, or all files of a folder with their names, in an order that doesn't change.
fn hash(path: &Path, hasher: &mut DefaultHasher) {
    if !path.is_dir() {
        path.file_name().hash(hasher);
        fs::read(path).expect("a source file").hash(hasher);
        return;
    }
    let entries = fs::read_dir(path).expect("a folder of sources");
    let mut inside: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    inside.sort();
    for path in inside {
        hash(&path, hasher);
    }
}
