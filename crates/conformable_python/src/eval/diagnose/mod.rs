//! What is said: failures and hazards as findings, and how much is known of what.
//!
//! | file | its one job |
//! |---|---|
//! | [`report`] | failures into diagnostics |
//! | [`failures`] | failures of the catalogue into findings |
//! | [`pieces`] | the operands of a failing operation as they are shown |
//! | [`hazards`] | what runs and nobody wants |
//! | [`vacuous`] | tests that have always the same answer, tuples taken for arrays |
//! | [`ambiguous`] | truths of comparisons that Python takes unasked |
//! | [`sites`] | how much is known of each expression |

pub mod ambiguous;
pub mod failures;
pub mod hazards;
pub mod pieces;
pub mod report;
pub mod sites;
pub mod vacuous;
