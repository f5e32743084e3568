//! What integer expressions are made of: names, unnamed sizes, and what is no sum or product.

use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use super::{Dim, MAX_NESTING};
use crate::intern::{Interner, Sym};
use crate::shape::Seq;
use crate::term::{Term, has_hole};

/// An integer that is not a constant: one run-time value, wherever it occurs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Atom(pub(super) u32);

/// What an unnamed atom stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FreshKind {
    /// A size that the data decide: the number of True in a mask.
    Runtime,
    /// A size of which nothing is known.
    Unknown,
    /// One of several sizes: the path that a run takes decides, or which of a list's elements was
    /// taken out.
    OneOf,
    /// 0 or 1: which of two paths a run took. A size that was 3 on one of them and 5 on the other is `3 + 2*c`.
    Choice,
    /// An int of any sign.
    Int,
    /// A size of which each of the values that one stands for (a list's elements) has its own.
    Each,
    /// Such an int.
    EachInt,
    /// A variable of a solver, bound or gone before its result is shown.
    Var,
}

impl FreshKind {
    /// Does each of the values that one stands for have its own?
    pub fn is_of_each(self) -> bool {
        matches!(self, FreshKind::Each | FreshKind::EachInt)
    }
}

/// What an atom is. Build atoms through [`Dim`]'s constructors, which normalise.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AtomData {
    /// `n`: one unknown size, the same wherever it occurs.
    Name(Sym),
    /// Numbered by whoever makes it (a solver, the evaluation of a function) from the same number
    /// each time, so that the same work twice makes the same atoms and the table does not grow.
    Fresh {
        /// Its number.
        id: u64,
        /// What it stands for.
        kind: FreshKind,
    },
    /// Python's `p//q`.
    FloorDiv(Dim, Dim),
    /// Python's `p % q`, whose sign is that of `q`.
    Mod(Dim, Dim),
    /// The largest of at least two, sorted, flat.
    Max(Box<[Dim]>),
    /// The smallest of at least two, sorted, flat.
    Min(Box<[Dim]>),
    /// The size that all of these broadcast to: associative, commutative, idempotent, unit 1.
    Bcast(Box<[Dim]>),
    /// The product of a sequence's dims.
    Prod(Seq),
    /// How many dims a sequence has.
    Len(Seq),
    /// `len(range(*slice(start, stop, step).indices(n)))` where signs are not known.
    SliceLen {
        /// May be negative: counts from the end.
        start: Dim,
        /// May be negative: counts from the end.
        stop: Dim,
        /// Not 0.
        step: Dim,
        /// The size that is sliced.
        n: Dim,
    },
    /// The dim that a relation gives for arguments that do not decide it yet.
    App(Sym, Box<[Term]>),
    /// Some integer; never equal to itself by identity.
    Any,
}

/// An entry of the table: equal where the data are.
struct AtomEntry {
    data: AtomData,
    nesting: Option<u32>,
}

static ATOMS: LazyLock<Interner<AtomEntry>> = LazyLock::new(|| {
    let table = Interner::new();
    assert_eq!(table.intern_borrowed(&AtomData::Any), Atom::ANY.0, "the first atom is `?`");
    table
});

impl Atom {
    /// `?`: some integer.
    pub(super) const ANY: Atom = Atom(0);

    /// Its place in its table, for maps from handles. It depends on what was made before it: it
    /// is not for output, nor for any order that can be seen.
    pub fn place(self) -> u32 {
        self.0
    }

    /// Has it parts that may become known?
    pub fn is_composite(self) -> bool {
        !matches!(self.data(), AtomData::Name(_) | AtomData::Fresh { .. } | AtomData::Any)
    }

    /// Is it 0 or 1, by the path that a run took?
    pub fn is_choice(self) -> bool {
        matches!(self.data(), AtomData::Fresh { kind: FreshKind::Choice, .. })
    }

    /// The atom of these data, as they are; [`Dim`]'s constructors normalise.
    pub fn new(data: AtomData) -> Atom {
        Atom(ATOMS.intern_borrowed(&data))
    }

    /// One unknown size: `n`.
    pub fn name(name: &str) -> Atom {
        Atom::new(AtomData::Name(Sym::new(name)))
    }

    /// What it is.
    pub fn data(self) -> &'static AtomData {
        &ATOMS.get(self.0).data
    }

    /// The expression that is this atom alone; `?` past the limit of nesting.
    pub fn dim(self) -> Dim {
        if self.is_within() { Dim::lone(self) } else { Dim::ANY }
    }

    /// May it stand in an expression: is it one value, nested no deeper than the limit?
    pub(super) fn is_within(self) -> bool {
        self.nesting().is_some_and(|deep| deep <= MAX_NESTING)
    }

    /// How deep atoms stand in this one; `None` if a `?` does, so that it is not one value.
    pub(super) fn nesting(self) -> Option<u32> {
        ATOMS.get(self.0).nesting
    }
}

impl AtomData {
    fn nesting(&self) -> Option<u32> {
        let deepest = |dims: &[Dim]| dims.iter().try_fold(0, |most, d| Some(d.nesting()?.max(most)));
        match self {
            AtomData::FloorDiv(p, q) | AtomData::Mod(p, q) => Some(1 + deepest(&[*p, *q])?),
            AtomData::Max(args) | AtomData::Min(args) | AtomData::Bcast(args) => Some(1 + deepest(args)?),
            AtomData::SliceLen { start, stop, step, n } => Some(1 + deepest(&[*start, *stop, *step, *n])?),
            AtomData::Prod(seq) | AtomData::Len(seq) => (!has_hole(&Term::Shape(seq.shape()))).then_some(1),
            AtomData::App(_, args) => args.iter().try_fold(1, |most, arg| match arg {
                Term::Dim(dim) => Some(most.max(1 + dim.nesting()?)),
                Term::Ty(ty) if ty.int_value().is_some() => Some(most.max(1 + ty.int_value()?.nesting()?)),
                _ => (!has_hole(arg)).then_some(most),
            }),
            AtomData::Name(_) | AtomData::Fresh { .. } => Some(0),
            AtomData::Any => None,
        }
    }
}

impl From<&AtomData> for AtomEntry {
    fn from(data: &AtomData) -> AtomEntry {
        AtomEntry { nesting: data.nesting(), data: data.clone() }
    }
}

impl Borrow<AtomData> for AtomEntry {
    fn borrow(&self) -> &AtomData {
        &self.data
    }
}

impl PartialEq for AtomEntry {
    fn eq(&self, other: &AtomEntry) -> bool {
        self.data == other.data
    }
}

impl Eq for AtomEntry {}

impl Hash for AtomEntry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.data.hash(state);
    }
}

impl std::fmt::Debug for Atom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print_dim(self.dim()))
    }
}
