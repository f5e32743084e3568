//! What led a path to where it is, in its frame: the decided tests.
//!
//! Undecided tests are guards, and counted by the state. A decided one lets a path go only one
//! way, and whoever reports something on it may have to say which test that was: an explicit raise
//! is a mistake of the caller only if what was tested is the shape, the rank, the dtype or the
//! length of an argument. What the tests are about is known by the values: see
//! [`Dependencies::MEASURED`].

use ruff_text_size::TextRange;

use crate::domain::value::Dependencies;
use crate::front::module::Module;

/// A test that was decided, and how.
#[derive(Clone, Copy)]
pub struct DecidedTest<'p> {
    pub module: &'p Module,
    pub range: TextRange,
    pub truth: bool,
    /// What the answer rests on, in the terms of the frame.
    pub dependencies: Dependencies,
}

impl PartialEq for DecidedTest<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.module.id == other.module.id && self.range == other.range && self.truth == other.truth
    }
}

#[derive(Clone, Copy, Default)]
pub struct PathCondition<'p> {
    /// The decided test without which the path would not be here: it stands in its block, or
    /// after it where the other side leaves.
    pub test: Option<DecidedTest<'p>>,
    /// What all decided tests on the way rest on.
    pub dependencies: Dependencies,
    /// How many blocks around this point were entered by a decided test of a property.
    pub properties: u32,
}

impl PathCondition<'_> {
    /// Two paths that meet were led here by what led both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        PathCondition {
            test: self.test.filter(|test| other.test.as_ref() == Some(test)),
            dependencies: self.dependencies.and(other.dependencies),
            properties: self.properties.max(other.properties),
        }
    }
}
