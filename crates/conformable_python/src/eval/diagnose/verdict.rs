//! The verdict: is what an evaluation met an error, a warning, a note, or nothing?
//!
//! One pure function, [`judge`], from the circumstances of a refutation to what is reported. *An error is a
//! promise* is kept here and nowhere else: no flag of a path, a frame or an effect is read elsewhere to
//! decide what is reported. Its truth table is `spec/tool/verdict.md`, whose rows `verdict_table` holds it to.
//!
//! A refutation is judged where it is met, in the terms of its frame; again in each caller, where what its
//! arguments rest on may be guarded; and, if it was met in one pass of a loop behind a test that another
//! pass may answer in another way, once all passes are known. A handler that catches its exception takes it
//! away before that.

use crate::domain::guards::Guards;
use crate::domain::value::Dependencies;

/// Which guards of a frame make a note of a refutation that rests on a caller's facts there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heeds {
    /// Those that are opaque.
    OpaqueGuards,
    /// Those that are opaque, and among passes whether there is one more: an index that counts passes is in
    /// range in as many as there are.
    Passes,
    /// All but whether there is an item: it is about what a condition is for, and a loop is written for what has items.
    Conditions,
    /// All but what elements came to: it is about what value there is, and conditions of other kinds are about that too.
    Kinds,
    /// All: it is about what conditions of any kind are most often about, such as whether a value is given.
    AllGuards,
}

/// What was met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// An operation that fails.
    Refutation,
    /// An annotation that does not hold: nothing is raised.
    Obligation,
    /// It runs, and nearly nobody wants it.
    Hazard,
}

/// All that a verdict may rest on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Circumstances {
    pub claim: Claim,
    /// What it rests on, in the terms of the frame that is asked.
    pub dependencies: Dependencies,
    pub heeds: Heeds,
    /// There are undecided tests on the way in this frame; opaque ones.
    pub guarded: bool,
    pub guarded_opaquely: bool,
    /// All of them are whether there is an item, or one more.
    pub only_for_items: bool,
    /// All of them are what elements came to.
    pub only_for_data: bool,
    /// An expression before it on this path was refuted.
    pub refuted: bool,
    /// The value that is at fault was reported before on this path.
    pub same_cause: bool,
    /// A decided test of a property led into a block that called unknown code, which may not return; or no pass of a loop
    /// ends, which may have nothing to iterate over.
    pub doubtful: bool,
}

/// What is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Error,
    Warning,
    Note(Reason),
    Nothing(Reason),
}

/// Why it is no error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    Assumed,
    ScriptArgument,
    Doubtful,
    Guarded,
    FollowsFailure,
    SameCause,
    OtherPasses,
    Caught,
}

impl Reason {
    /// For `check --why`.
    pub fn text(self) -> &'static str {
        match self {
            Reason::Assumed => "it rests on an assumption: that a parameter is an array or an int",
            Reason::ScriptArgument => "it rests on an argument of the script, which a run without arguments lacks",
            Reason::Doubtful => {
                "a decided test of a shape, rank, dtype, length or class led into a block that calls unknown code, \
                 which may not return, no pass of a loop ends that may have nothing to iterate over, or a generator has \
                 yielded, and who iterates it may have changed what it sees"
            }
            Reason::Guarded => "it rests on values of a caller that an undecided test on the way may keep away",
            Reason::FollowsFailure => "an earlier expression on this path fails",
            Reason::SameCause => "the value at fault was reported before",
            Reason::OtherPasses => {
                "it was met in a pass of a loop behind a test that may be answered otherwise in that pass, and not in \
                 all passes"
            }
            Reason::Caught => "a handler on the way catches its exception",
        }
    }
}

impl Circumstances {
    /// A claim on a path with these guards and nothing else about it.
    pub fn of(claim: Claim, dependencies: Dependencies, guards: &Guards) -> Circumstances {
        Circumstances {
            claim,
            dependencies,
            heeds: Heeds::OpaqueGuards,
            guarded: guards.is_any(),
            guarded_opaquely: guards.is_opaque(),
            only_for_items: guards.ask_only_for_items(),
            only_for_data: guards.ask_only_for_data(),
            refuted: false,
            same_cause: false,
            doubtful: false,
        }
    }

    fn is_guarded(&self) -> bool {
        match self.heeds {
            Heeds::OpaqueGuards | Heeds::Passes => self.guarded_opaquely,
            Heeds::Conditions => self.guarded && !self.only_for_items,
            Heeds::Kinds => self.guarded && !self.only_for_data,
            Heeds::AllGuards => self.guarded,
        }
    }
}

/// The verdict, in the frame whose circumstances these are.
pub fn judge(of: &Circumstances) -> Verdict {
    let follows = of.refuted && of.claim != Claim::Refutation;
    if follows || (of.refuted && of.dependencies.is_assumed()) {
        return Verdict::Nothing(Reason::FollowsFailure);
    }
    if of.claim == Claim::Hazard {
        return Verdict::Warning;
    }
    if of.dependencies.is_assumed() {
        return Verdict::Note(Reason::Assumed);
    }
    if of.dependencies.needs_arguments() && of.claim == Claim::Refutation {
        return Verdict::Nothing(Reason::ScriptArgument);
    }
    if of.refuted && of.same_cause {
        return Verdict::Nothing(Reason::SameCause);
    }
    if of.doubtful {
        return Verdict::Note(Reason::Doubtful);
    }
    if !of.dependencies.is_local() && of.is_guarded() {
        return Verdict::Note(Reason::Guarded);
    }
    Verdict::Error
}

/// The verdict over the passes of a loop, for what was met in `met` of them behind a test that another pass
/// may answer in another way.
pub fn judge_passes(met: usize, evaluated: usize) -> Verdict {
    if met >= evaluated { Verdict::Error } else { Verdict::Note(Reason::OtherPasses) }
}
