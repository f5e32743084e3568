//! Reads calls as in `tests/calls/*.txt`, one a line, and prints what the catalogue says of each:
//! `echo 'numpy.sum(float64[2, 3])' | cargo run --example calls`. `tests/catalogue/fuzz.py` asks
//! NumPy the same.

use std::io::BufRead;

#[path = "../tests/common/mod.rs"]
mod common;

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        match common::outcome(line.trim(), "error code exception") {
            // Of an error the code and the exception.
            Ok(found) if found.starts_with("error") => println!("{}", found.split(": ").next().unwrap_or_default()),
            Ok(found) => println!("{found}"),
            Err(error) => println!("unreadable {error}"),
        }
    }
}
