//! The pages of `spec/` as tests: the manual is what the tests run.
//!
//! A page is Markdown. Each header opens a section, and a section with code is a test:
//!
//! ````markdown
//! ## Inner dimensions
//!
//! ```python
//! import numpy as np
//! a = np.ones((3, 4))
//! reveal_type(a.T)  # revealed: float64[4, 3]
//! a @ a  # error: [CF101] "the inner dimensions differ"
//! ```
//! ````
//!
//! - All `python` blocks of a section without a file name are one file, `main.py`. A block after a
//!   line that ends in a file name, as in `` `model.py`: ``, is a module of the section's project.
//! - Every finding and every assertion must pair off, line by line. An assertion alone on its line
//!   speaks of the next line of code. Notes count in sections that assert one, or that have a
//!   `toml` block with `strict = true`.
//! - An `output` block holds the whole report as text, compared exactly, and rewritten when
//!   `CONFORMABLE_UPDATE_SPEC=1` is set.
//! - A block `python pyccel` is judged in that dialect.
//! - A block in a language of [`evaluate::LANGUAGES`] has lines `expression => answer`.
//!
//! Nothing here knows about arrays: it asks the program and compares.

pub mod assertion;
pub mod document;
pub mod evaluate;
pub mod gt4py_language;
pub mod section;

pub mod signatures_language;
pub mod types_language;
