//! The decided tests that a path went through, in its frame.
//!
//! Undecided tests are guards, and the state counts them. A decided test lets a path go only one way,
//! and a report on that path may have to name the test: an explicit raise is a mistake of the caller
//! only if the test is about the shape, the rank, the dtype or the length of an argument. The tested
//! values know what they are about: see [`Dependencies::MEASURED`].

use conformable_types::Truth;
use ruff_text_size::TextRange;

use crate::domain::value::Dependencies;
use crate::front::module::Module;

/// A decided test, and its answer.
#[derive(Clone, Copy)]
pub struct DecidedTest<'p> {
    pub module: &'p Module,
    pub range: TextRange,
    pub truth: bool,
    /// What the answer depends on, in the terms of the frame.
    pub dependencies: Dependencies,
}

impl PartialEq for DecidedTest<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.module.id == other.module.id && self.range == other.range && self.truth == other.truth
    }
}

/// The decided tests of a path.
#[derive(Clone, Copy, Default)]
pub struct PathCondition<'p> {
    /// The innermost decided test that this path needs: the path is in its block, or after it where
    /// the other side leaves.
    pub test: Option<DecidedTest<'p>>,
    /// What all decided tests of the path depend on.
    pub dependencies: Dependencies,
    /// The number of enclosing blocks that were entered by a decided test of a property.
    pub properties: u32,
}

/// What leads behind a statement that tests.
#[derive(Clone, Copy)]
pub struct Behind<'p> {
    pub test: Option<DecidedTest<'p>>,
    pub properties: u32,
}

impl<'p> PathCondition<'p> {
    /// The path goes on behind the statement.
    pub fn lead_behind(&mut self, behind: Behind<'p>) {
        (self.test, self.properties) = (behind.test, behind.properties);
    }
}

impl PathCondition<'_> {
    /// Two paths that meet keep the tests that both went through.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        PathCondition {
            test: self.test.filter(|test| other.test.as_ref() == Some(test)),
            dependencies: self.dependencies.and(other.dependencies),
            properties: self.properties.max(other.properties),
        }
    }
}

/// The answer to a test.
pub struct Decision {
    pub truth: Truth,
    /// If undecided: refutations under it that depend on the caller are notes.
    pub opaque: bool,
    /// If undecided: it asks what elements came to, and nothing else.
    pub about_data: bool,
    /// What the answer depends on.
    pub dependencies: Dependencies,
}
