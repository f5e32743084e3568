//! Code that runs later, in part, or never: the bodies of generators and the callbacks of lazy iterators that
//! nobody iterates to their end at once, and functions whose results are kept for the next call.
//!
//! It is evaluated where it is made, for what it gives and for what it is refuted. Which of its writes to objects
//! of before have happened at any moment is not followed: what it writes to is unknown from there on.

/// When code runs that is evaluated here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    Now,
    /// Or for an earlier call.
    NowOrBefore,
    /// In part, or never.
    Later,
}

impl Runs {
    pub fn later_if(later: bool) -> Runs {
        if later { Runs::Later } else { Runs::Now }
    }
}
