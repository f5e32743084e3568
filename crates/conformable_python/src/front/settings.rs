//! What a run is told: dialect, versions, strictness, budget.
//!
//! A value, the same for all files of a run. Where it was written (a file, the command line) is
//! the tool's business.

use crate::front::why::Asked;

/// Whose rules of promotion, annotations and catalogue apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// NumPy 2 with weak Python scalars.
    #[default]
    Numpy,
    /// A statically typed language written in Python, by its name: another crate judges its files.
    Language(&'static str),
}

/// A release, `2.1` as `(2, 1)`.
pub type Version = (u16, u16);

/// The NumPy releases for which an error must hold, from `least` up to but not including `below`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NumpyVersions {
    /// The least release, included.
    pub least: Version,
    /// The first release that is no longer included; `None` for all that the catalogue knows.
    pub below: Option<Version>,
}

impl Default for NumpyVersions {
    fn default() -> Self {
        NumpyVersions { least: (2, 0), below: None }
    }
}

/// Whether the table of facts is made: what each expression is, and why not more is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactsWanted {
    /// Nobody reads it.
    #[default]
    None,
    /// How well each site is known, and why not better.
    Levels,
    /// Also the types that each site had, by context.
    Types,
}

/// The settings of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// The line of which every verdict is to be explained.
    pub why: Option<Asked>,
    /// Whether modules are checked that have nothing to do with arrays.
    pub all_code: bool,
    /// Whether notes are wanted, by whoever shows findings: the analysis makes them all.
    pub strict: bool,
    /// Which facts about each expression are recorded.
    pub facts: FactsWanted,
    /// Whether calls that an earlier one answers are evaluated all the same, and what differs is
    /// a finding: a test of the checker itself.
    pub verify: bool,
    /// Whose rules apply.
    pub dialect: Dialect,
    /// The NumPy releases for which an error must hold.
    pub numpy_versions: NumpyVersions,
    /// Nobody said which: a program that uses what they have lost may be for earlier ones.
    pub numpy_is_assumed: bool,
    /// The Python release that files are written for; None for the newest.
    pub python_version: Option<Version>,
    /// The most evaluation steps of one root: a module's top level or a standalone function.
    pub fuel: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            why: None,
            all_code: false,
            strict: false,
            facts: FactsWanted::None,
            verify: false,
            dialect: Dialect::default(),
            numpy_versions: NumpyVersions::default(),
            numpy_is_assumed: false,
            python_version: None,
            fuel: 200_000,
        }
    }
}
