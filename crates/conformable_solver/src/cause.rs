//! Why something fails: its kind, what it says, which parts of which arguments take part. None is ever without these.

use conformable_types::Term;

/// What kind of rule was broken, which gives it a code and an exception where the signature's owner has no others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FailureKind {
    /// Sizes that must broadcast do not.
    Broadcast,
    /// Core dims of one name differ.
    CoreDim,
    Reshape,
    /// Pieces that are joined do not fit.
    Join,
    Einsum,
    /// More or fewer dims than the operation takes.
    Rank,
    AxisOutOfRange,
    RepeatedAxis,
    IndexOutOfRange,
    TooManyIndices,
    MaskSize,
    NotAnIndex,
    /// A result that has no room in the array it is written to.
    InPlace,
    /// A value that does not fit the part of an array that it is stored in.
    Store,
    /// A cast that the casting rule forbids.
    Casting,
    /// No loop for these dtypes, or no promotion.
    NoLoop,
    /// A float where an int is needed.
    NotAnInteger,
    /// A wrong kind of value for a parameter.
    WrongSlot,
    /// A missing argument, an unknown keyword, too many arguments.
    Arguments,
    /// A value out of the range that the operation takes: a negative size.
    Value,
    /// Sizes that must be equal differ.
    Size,
    /// An operation that needs an element has none.
    Empty,
    /// A Python int that the dtype has no room for.
    Bounds,
    /// An annotation's promise is not kept.
    Obligation,
}

/// A part of an argument that takes part in a failure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// Which argument: of a relation while the relation speaks, of the call once it has been
    /// translated. An element of a pack has its place in the pack.
    pub argument: usize,
    pub element: Option<usize>,
    /// Which dim, counted from the front if >= 0, from the end if < 0; `None`: the whole.
    pub axis: Option<i64>,
}

impl Part {
    pub fn whole(argument: usize) -> Part {
        Part { argument, element: None, axis: None }
    }

    pub fn dim(argument: usize, axis: i64) -> Part {
        Part { argument, element: None, axis: Some(axis) }
    }

    #[must_use]
    pub fn of_element(self, element: usize) -> Part {
        Part { element: Some(element), ..self }
    }
}

/// A release of the library: `(2, 1)`.
pub type Release = (u16, u16);

/// An explained failure: `message` says what is wrong in values (`4 and 5 differ`), `parts` where, the odd one last.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Failure {
    pub kind: FailureKind,
    pub message: String,
    pub parts: Vec<Part>,
    /// It holds for all but these small sizes: `runs only when n is 1`.
    pub except: Option<String>,
    /// What would repair it, where that is near-certain.
    pub help: Option<String>,
    /// The library's release from which it fails; before, it does something else.
    pub since: Option<Release>,
    /// What a condition was about that does not hold, where the message does not say.
    pub about: Box<[Term]>,
    /// The message says by itself what is wrong: no words about the kind of failure stand before it.
    pub says_all: bool,
}

/// From this release on a Python int that does not fit a dtype is refused (NEP 50).
pub const INTS_MUST_FIT: Release = (2, 0);

impl Failure {
    pub fn new(kind: FailureKind, message: impl Into<String>, parts: Vec<Part>) -> Failure {
        let message = message.into();
        Failure { kind, message, parts, except: None, help: None, since: None, about: Box::default(), says_all: false }
    }

    /// The failure of one release and all after it.
    #[must_use]
    pub fn since(self, release: Release) -> Failure {
        Failure { since: Some(release), ..self }
    }
}
