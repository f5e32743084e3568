//! Shapes: prefix dims, at most one sequence of unknown length, suffix dims.
//!
//! `[*batch, n, 3]` has the sequence `*batch` and two suffix dims; unknown rank is one sequence
//! alone. No relation makes a shape of two sequences: it makes one sequence that names itself.

use std::sync::LazyLock;

use smallvec::SmallVec;

use crate::dim::{Atom, AtomData, Dim, FreshKind};
use crate::intern::{Interner, Sym};
use crate::term::Term;

/// A sequence of dims whose length is not known.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seq(u32);

/// What a sequence of dims is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SeqData {
    /// `*S`: one unknown sequence, the same wherever it occurs.
    Name(Sym),
    /// Numbered as [`AtomData::Fresh`] is.
    Fresh {
        /// Its number.
        id: u64,
        /// What it stands for.
        kind: FreshKind,
    },
    /// What a relation gives for arguments that do not decide it yet: `*broadcast(S, R)`.
    App(Sym, Box<[Term]>),
    /// `...`: some dims; never equal to itself by identity.
    Any,
}

/// The sizes of an array, by axis.
///
/// ```
/// use conformable_types::{Dim, Shape, text::parse_shape};
/// let shape = parse_shape("[*batch, n, 3]").unwrap();
/// assert_eq!(shape.rank(), None);
/// assert_eq!(shape.min_rank(), 2);
/// assert_eq!(shape.at(-1), Some(Dim::of(3)));
/// assert_eq!(format!("{:?}", shape.size()), "3*n*prod(*batch)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape(u32);

/// Dims in a row.
pub type Dims = SmallVec<[Dim; 4]>;

/// What a shape is.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ShapeData {
    /// The dims before the sequence; all dims, if there is none.
    pub prefix: Dims,
    /// The sequence and the dims after it.
    pub rest: Option<(Seq, Dims)>,
}

open_handle!(Seq, SeqData, SEQS);
static SHAPES: LazyLock<Interner<ShapeData>> = LazyLock::new(Interner::new);

impl Seq {
    /// Has it parts that may become known?
    pub fn is_composite(self) -> bool {
        matches!(self.data(), SeqData::App(..))
    }

    /// The shape that is this sequence alone.
    pub fn shape(self) -> Shape {
        Shape::new::<Dim>([], Some((self, Dims::new())))
    }
}

impl std::fmt::Debug for Seq {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print_shape(self.shape()))
    }
}

impl std::fmt::Debug for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print_shape(*self))
    }
}

impl<D: Into<Dim>> FromIterator<D> for Shape {
    fn from_iter<I: IntoIterator<Item = D>>(dims: I) -> Shape {
        Shape::new(dims, None)
    }
}

/// NumPy's arrays have no more dims.
pub const MAX_RANK: usize = 64;

impl Shape {
    /// Dims, and a sequence with dims after it.
    pub fn new<D: Into<Dim>>(prefix: impl IntoIterator<Item = D>, rest: Option<(Seq, Dims)>) -> Shape {
        let prefix = prefix.into_iter().map(Into::into).collect();
        Shape(SHAPES.intern(ShapeData { prefix, rest }))
    }

    /// Of known rank.
    pub fn of(dims: &[Dim]) -> Shape {
        dims.iter().copied().collect()
    }

    /// The shape of a scalar.
    pub fn scalar() -> Shape {
        Shape::of(&[])
    }

    /// Nothing is known, the rank included.
    pub fn any() -> Shape {
        Seq::any().shape()
    }

    /// What it is.
    pub fn data(self) -> &'static ShapeData {
        SHAPES.get(self.0)
    }

    /// All dims, if the rank is known.
    pub fn dims(self) -> Option<&'static [Dim]> {
        let data = self.data();
        data.rest.is_none().then_some(&*data.prefix)
    }

    /// How many dims, if that is known.
    pub fn rank(self) -> Option<usize> {
        self.dims().map(<[Dim]>::len)
    }

    /// How many dims there are at least.
    pub fn min_rank(self) -> usize {
        let data = self.data();
        data.prefix.len() + data.rest.as_ref().map_or(0, |(_, suffix)| suffix.len())
    }

    /// The sequence, if the rank is not known.
    pub fn seq(self) -> Option<Seq> {
        self.data().rest.as_ref().map(|(seq, _)| *seq)
    }

    /// The dims after the sequence.
    pub fn suffix(self) -> &'static [Dim] {
        self.data().rest.as_ref().map_or(&[], |(_, suffix)| suffix)
    }

    /// The rank as an integer expression.
    pub fn rank_dim(self) -> Dim {
        let known = Dim::of(i64::try_from(self.min_rank()).unwrap_or(i64::MAX));
        match self.seq() {
            None => known,
            Some(seq) if seq.is_any() => Dim::any(),
            Some(seq) => known.plus(Atom::new(AtomData::Len(seq)).dim()),
        }
    }

    /// The number of elements as an integer expression.
    pub fn size(self) -> Dim {
        let data = self.data();
        let known = Dim::product(data.prefix.iter().chain(self.suffix()).copied());
        match self.seq() {
            None => known,
            Some(_) if known.constant() == Some(0) => known,
            Some(seq) if seq.is_any() => Dim::any(),
            Some(seq) => known.times(Atom::new(AtomData::Prod(seq)).dim()),
        }
    }

    /// A size below 0 that it has: the core's shapes may, and no array does.
    pub fn negative_size(self) -> Option<i64> {
        let mut dims = self.data().prefix.iter().chain(self.suffix());
        dims.find_map(|dim| dim.constant().filter(|size| *size < 0))
    }

    /// The dim at `axis` (negative: from the end), where known.
    pub fn at(self, axis: i64) -> Option<Dim> {
        let data = self.data();
        if let Some(dims) = self.dims() {
            let rank = i64::try_from(dims.len()).ok()?;
            let place = if axis < 0 { axis + rank } else { axis };
            return usize::try_from(place).ok().and_then(|place| dims.get(place).copied());
        }
        if axis >= 0 {
            data.prefix.get(usize::try_from(axis).ok()?).copied()
        } else {
            let suffix = self.suffix();
            suffix.len().checked_sub(usize::try_from(axis.unsigned_abs()).ok()?).map(|place| suffix[place])
        }
    }

    /// `self` followed by `other`, unless both have a sequence.
    pub fn append(self, other: Shape) -> Option<Shape> {
        let (a, b) = (self.data(), other.data());
        match (&a.rest, &b.rest) {
            (None, None) => Some(a.prefix.iter().chain(&b.prefix).copied().collect()),
            (None, Some(rest)) => Some(Shape::new(a.prefix.iter().chain(&b.prefix).copied(), Some(rest.clone()))),
            (Some((seq, suffix)), None) => {
                let suffix = suffix.iter().chain(&b.prefix).copied().collect();
                Some(Shape::new(a.prefix.iter().copied(), Some((*seq, suffix))))
            }
            (Some(_), Some(_)) => None,
        }
    }
}
