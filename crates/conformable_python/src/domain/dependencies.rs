//! What a value depends on in its frame: parameters, what is outside, assumptions.

/// Which parameters (and assumptions) a value depends on, as a bit set: bit `i` is the current frame's
/// parameter `i`, the last bit is captured and global values. The empty set depends on local facts
/// alone. Two more bits are assumptions: that a parameter is an array, or an int; one is an argument
/// of the script; one marks a measurement, one what an annotation says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Dependencies(u64);

impl Dependencies {
    pub const LOCAL: Dependencies = Dependencies(0);
    pub const OUTSIDE: Dependencies = Dependencies(1 << 63);
    /// A parameter is assumed to be an array.
    pub const ASSUMED: Dependencies = Dependencies(1 << 62);
    /// A parameter is assumed to be an int; its use as a size proves it.
    pub const ASSUMED_INT: Dependencies = Dependencies(1 << 61);

    /// It was read from a shape, a rank, a dtype or a length in this frame: not a fact to depend on,
    /// but what the value is about.
    pub const MEASURED: Dependencies = Dependencies(1 << 59);

    /// That it is an array an annotation alone says, of what isn't known: a test of its class asks whether that is so.
    pub const DECLARED: Dependencies = Dependencies(1 << 58);

    /// It is one of the script's arguments, where there are none.
    pub const ARGUMENT: Dependencies = Dependencies(1 << 60);

    pub fn param(index: usize) -> Dependencies {
        Dependencies(1 << index.min(57))
    }

    /// What goes with a value wherever it is kept.
    #[must_use]
    pub fn kept(self) -> Dependencies {
        Dependencies(self.0 & Dependencies::ARGUMENT.0)
    }

    /// What goes with a value into whatever it is put in or given to: it rests on its assumptions there too.
    #[must_use]
    pub fn carried(self) -> Dependencies {
        self.assumptions().and(self.kept())
    }

    /// What goes with the default of a parameter into the calls of its function: a parameter of the function that
    /// defines it is outside of them.
    #[must_use]
    pub fn as_default(self) -> Dependencies {
        let outside = if self.is_of_parameters() { Dependencies::OUTSIDE } else { Dependencies::LOCAL };
        outside.and(self.carried())
    }

    /// All but what goes with the value wherever it is kept: a test that asks for it deals with it.
    #[must_use]
    pub fn unkept(self) -> Dependencies {
        Dependencies(self.0 & !Dependencies::ARGUMENT.0)
    }

    pub fn needs_arguments(self) -> bool {
        self.0 & Dependencies::ARGUMENT.0 != 0
    }

    #[must_use]
    pub fn and(self, other: Dependencies) -> Dependencies {
        Dependencies(self.0 | other.0)
    }

    pub fn is_assumed(self) -> bool {
        !self.assumptions().is_local()
    }

    /// The assumptions alone.
    #[must_use]
    pub fn assumptions(self) -> Dependencies {
        Dependencies(self.0 & (Dependencies::ASSUMED.0 | Dependencies::ASSUMED_INT.0))
    }

    /// All but the assumptions, which count in the frame that makes them.
    #[must_use]
    pub fn without_assumptions(self) -> Dependencies {
        Dependencies(self.0 & !(Dependencies::ASSUMED.0 | Dependencies::ASSUMED_INT.0))
    }

    /// What is known once ints have been used as sizes.
    #[must_use]
    pub fn with_ints_proven(self) -> Dependencies {
        Dependencies(self.0 & !Dependencies::ASSUMED_INT.0)
    }

    pub fn is_local(self) -> bool {
        self.0 & !(Dependencies::MEASURED.0 | Dependencies::DECLARED.0) == 0
    }

    pub fn is_declared(self) -> bool {
        self.0 & Dependencies::DECLARED.0 != 0
    }

    pub fn is_measured(self) -> bool {
        self.0 & Dependencies::MEASURED.0 != 0
    }

    /// Does it rest on what is captured or global?
    pub fn is_outside(self) -> bool {
        self.0 & Dependencies::OUTSIDE.0 != 0
    }

    /// Does it rest on a parameter of the frame?
    pub fn is_of_parameters(self) -> bool {
        // The bits below all others are the parameters'.
        self.0 & (Dependencies::DECLARED.0 - 1) != 0
    }

    /// Does it depend on parameter `index` of the frame?
    pub fn is_of(self, index: usize) -> bool {
        self.0 & Dependencies::param(index).0 != 0
    }

    /// In the caller's terms, given what its arguments depend on.
    #[must_use]
    pub fn in_caller(self, args: &[Dependencies], outside: Dependencies) -> Dependencies {
        let mut mapped = if self.0 & Dependencies::OUTSIDE.0 == 0 { Dependencies::LOCAL } else { outside };
        let kept = Dependencies::ARGUMENT.and(Dependencies::MEASURED).and(Dependencies::DECLARED);
        let kept = Dependencies(self.0 & kept.0);
        mapped = mapped.and(self.assumptions()).and(kept);
        for (index, arg) in args.iter().enumerate() {
            if self.is_of(index) {
                mapped = mapped.and(*arg);
            }
        }
        mapped
    }
}
