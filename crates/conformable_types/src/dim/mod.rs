//! Integer expressions: the size of an array, the value of an int.
//!
//! A [`Dim`] is a polynomial with integer coefficients over [`Atom`]s, in normal form:
//! `2*n - n + 3` and `n + 3` are one handle. With atoms other than names normalisation is sound
//! and deterministic, not complete: different handles mean nothing by themselves. An expression
//! past the limits becomes [`Dim::ANY`], printed `?`: some integer, equal to nothing by identity.
//!
//! A constant of at least 0 is its own handle and needs no table.
//!
//! ```
//! use conformable_types::Dim;
//!
//! let n = Dim::name("n");
//! assert_eq!(n.scaled(2).minus(n).plus(3), n.plus(3));
//! assert_eq!(Dim::min([n, n.plus(1)]), n);
//! // floordiv(b*q + r, b) is q + floordiv(r, b); the sign rules are Python's.
//! assert_eq!(n.times(4).plus(6).floordiv(Dim::of(4)), Some(n.plus(1)));
//! assert_eq!(Dim::of(-7).modulo(Dim::of(2)), Some(Dim::ONE));
//! assert_eq!(format!("{:?}", n.times(n.plus(1)).floordiv(Dim::of(2)).unwrap()), "(n*n + n)//2");
//! ```
//!
//! Here: the handles, sums and products. `divide` has `//` and `%`, `extremes` has `max`, `min`,
//! `bcast` and `slicelen`, `evaluate` the value of an expression where its atoms have values.

mod divide;
mod evaluate;
mod extremes;

use std::sync::LazyLock;

use smallvec::SmallVec;

use crate::intern::{Interner, Sym};
use crate::order;
use crate::shape::Seq;
use crate::term::{Term, has_hole};

pub use divide::{python_floordiv, python_mod};
pub use evaluate::slice_length;
pub use extremes::undominated;

/// An expression of more monomials is `?`.
pub const MAX_MONOMIALS: usize = 16;
/// An expression of a higher total degree is `?`.
pub const MAX_DEGREE: u32 = 6;
/// An expression with atoms nested deeper is `?`: `max(n//2, 1)` has nesting 2.
pub const MAX_NESTING: u32 = 4;

/// An integer expression. `>= 0`: that constant. Below: an entry of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dim(i64);

/// An integer that is not a constant: one run-time value, wherever it occurs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Atom(u32);

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
    /// An int of any sign.
    Int,
    /// A size of which each of the values that one stands for (a list's elements) has its own.
    Each,
    /// Such an int.
    EachInt,
    /// A variable of a solver, bound or gone before its result is shown.
    Var,
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

/// A product of atoms with exponents; empty is 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Monomial(SmallVec<[(Atom, u8); 2]>);

#[derive(Clone, PartialEq, Eq, Hash)]
enum DimData {
    Constant(i64),
    /// Sorted by structure, no zero coefficient, never a bare constant.
    Polynomial(Box<[(Monomial, i64)]>),
}

static DIMS: LazyLock<Interner<DimData>> = LazyLock::new(Interner::new);
static ATOMS: LazyLock<Interner<AtomData>> = LazyLock::new(Interner::new);

impl Atom {
    /// Its place in its table, for maps from handles. It depends on what was made before it: it
    /// is not for output, nor for any order that can be seen.
    pub fn place(self) -> u32 {
        self.0
    }

    /// The atom of these data, as they are; [`Dim`]'s constructors normalise.
    pub fn new(data: AtomData) -> Atom {
        Atom(ATOMS.intern(data))
    }

    /// One unknown size: `n`.
    pub fn name(name: &str) -> Atom {
        Atom::new(AtomData::Name(Sym::new(name)))
    }

    /// What it is.
    pub fn data(self) -> &'static AtomData {
        ATOMS.get(self.0)
    }

    /// The expression that is this atom alone.
    pub fn dim(self) -> Dim {
        Dim::from_terms([(Monomial(SmallVec::from_slice(&[(self, 1)])), 1)])
    }

    /// How deep atoms stand in this one; `None` if a `?` does, so that it is not one value.
    fn nesting(self) -> Option<u32> {
        let deepest = |dims: &[Dim]| dims.iter().try_fold(0, |most, d| Some(d.nesting()?.max(most)));
        match self.data() {
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

impl std::fmt::Debug for Atom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print_dim(self.dim()))
    }
}

impl std::fmt::Debug for Dim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print_dim(*self))
    }
}

impl Monomial {
    /// The empty product.
    pub fn unit() -> Monomial {
        Monomial(SmallVec::new())
    }

    /// Is it the empty product?
    pub fn is_unit(&self) -> bool {
        self.0.is_empty()
    }

    /// The atoms with their exponents, sorted by structure.
    pub fn factors(&self) -> &[(Atom, u8)] {
        &self.0
    }

    fn degree(&self) -> u32 {
        self.0.iter().map(|&(_, power)| u32::from(power)).sum()
    }

    fn times(&self, other: &Monomial) -> Monomial {
        let mut factors = self.0.clone();
        for &(atom, power) in &other.0 {
            match factors.iter_mut().find(|(a, _)| *a == atom) {
                Some((_, p)) => *p = p.saturating_add(power),
                None => factors.push((atom, power)),
            }
        }
        factors.sort_by(|a, b| order::atoms(a.0, b.0));
        Monomial(factors)
    }

    /// `self / other` where `other` divides it.
    fn divided_by(&self, other: &Monomial) -> Option<Monomial> {
        let mut factors = self.0.clone();
        for &(atom, power) in &other.0 {
            let place = factors.iter().position(|(a, p)| *a == atom && *p >= power)?;
            factors[place].1 -= power;
            if factors[place].1 == 0 {
                factors.remove(place);
            }
        }
        Some(Monomial(factors))
    }
}

/// The terms of an expression, the constant's included under the unit monomial.
pub enum Terms {
    /// Of a constant expression: one term, none for 0.
    Constant((Monomial, i64)),
    /// Sorted by structure ([`order::monomials`]), the constant last.
    Interned(&'static [(Monomial, i64)]),
}

impl Terms {
    /// Terms with their coefficients.
    pub fn iter(&self) -> std::slice::Iter<'_, (Monomial, i64)> {
        match self {
            Terms::Constant(term) if term.1 == 0 => [].iter(),
            Terms::Constant(term) => std::slice::from_ref(term).iter(),
            Terms::Interned(terms) => terms.iter(),
        }
    }
}

impl From<i64> for Dim {
    fn from(value: i64) -> Dim {
        Dim::of(value)
    }
}

impl Dim {
    /// 0
    pub const ZERO: Dim = Dim(0);
    /// 1
    pub const ONE: Dim = Dim(1);

    /// The constant `value`.
    pub fn of(value: i64) -> Dim {
        if value >= 0 { Dim(value) } else { Dim::intern(DimData::Constant(value)) }
    }

    /// One unknown size: `n`.
    pub fn name(name: &str) -> Dim {
        Atom::name(name).dim()
    }

    /// A run-time size or other unnamed atom, numbered by its maker.
    pub fn fresh(id: u64, kind: FreshKind) -> Dim {
        Atom::new(AtomData::Fresh { id, kind }).dim()
    }

    /// Some integer: `?`.
    pub fn any() -> Dim {
        static ANY: LazyLock<Dim> = LazyLock::new(|| {
            Dim::intern(DimData::Polynomial(Box::new([(
                Monomial(SmallVec::from_slice(&[(Atom::new(AtomData::Any), 1)])),
                1,
            )])))
        });
        *ANY
    }

    /// Is it `?`?
    pub fn is_any(self) -> bool {
        self == Dim::any()
    }

    fn intern(data: DimData) -> Dim {
        Dim(-1 - i64::from(DIMS.intern(data)))
    }

    fn data(self) -> Option<&'static DimData> {
        (self.0 < 0).then(|| DIMS.get(u32::try_from(-1 - self.0).expect("a handle")))
    }

    /// The value, if it is known.
    pub fn constant(self) -> Option<i64> {
        match self.data() {
            None => Some(self.0),
            Some(DimData::Constant(value)) => Some(*value),
            Some(DimData::Polynomial(_)) => None,
        }
    }

    /// The terms of the polynomial.
    pub fn terms(self) -> Terms {
        match self.data() {
            None => Terms::Constant((Monomial::unit(), self.0)),
            Some(DimData::Constant(value)) => Terms::Constant((Monomial::unit(), *value)),
            Some(DimData::Polynomial(terms)) => Terms::Interned(terms),
        }
    }

    /// The atom that this is, alone.
    pub fn as_atom(self) -> Option<Atom> {
        match self.data()? {
            DimData::Polynomial(terms) => match &**terms {
                [(monomial, 1)] => match monomial.factors() {
                    [(atom, 1)] => Some(*atom),
                    _ => None,
                },
                _ => None,
            },
            DimData::Constant(_) => None,
        }
    }

    /// The sum of `terms`, in normal form; `?` past the limits.
    pub fn from_terms(terms: impl IntoIterator<Item = (Monomial, i64)>) -> Dim {
        // In 128 bits, so that the order of the terms does not decide what overflows.
        let mut sums: Vec<(Monomial, i128)> = Vec::new();
        for (monomial, coefficient) in terms {
            if coefficient != 0 && monomial.0.iter().any(|(atom, _)| *atom.data() == AtomData::Any) {
                return Dim::any();
            }
            match sums.iter_mut().find(|(m, _)| *m == monomial) {
                Some((_, c)) => *c += i128::from(coefficient),
                None => sums.push((monomial, i128::from(coefficient))),
            }
        }
        sums.retain(|(_, coefficient)| *coefficient != 0);
        let mut sum: Vec<(Monomial, i64)> = Vec::with_capacity(sums.len());
        for (monomial, coefficient) in sums {
            match i64::try_from(coefficient) {
                Ok(coefficient) => sum.push((monomial, coefficient)),
                Err(_) => return Dim::any(),
            }
        }
        match &*sum {
            [] => return Dim::ZERO,
            [(monomial, value)] if monomial.is_unit() => return Dim::of(*value),
            _ => {}
        }
        let within = |m: &Monomial| {
            m.degree() <= MAX_DEGREE && m.0.iter().all(|(a, _)| a.nesting().is_some_and(|deep| deep <= MAX_NESTING))
        };
        if sum.len() > MAX_MONOMIALS || !sum.iter().all(|(m, _)| within(m)) {
            return Dim::any();
        }
        sum.sort_by(|a, b| order::monomials(&a.0, &b.0));
        Dim::intern(DimData::Polynomial(sum.into()))
    }

    fn nesting(self) -> Option<u32> {
        self.atoms().try_fold(0, |most, atom| Some(atom.nesting()?.max(most)))
    }

    /// How many monomials, its total degree, how deep its atoms are nested: what the limits
    /// ([`MAX_MONOMIALS`], [`MAX_DEGREE`], [`MAX_NESTING`]) are about. `None` for `?`.
    pub fn measure(self) -> Option<(usize, u32, u32)> {
        let degree = self.terms().iter().map(|(m, _)| m.degree()).max().unwrap_or(0);
        Some((self.terms().iter().len(), degree, self.nesting()?))
    }

    /// The atoms of the polynomial itself, not those inside its atoms.
    pub fn atoms(self) -> impl Iterator<Item = Atom> {
        let terms: &'static [(Monomial, i64)] = match self.data() {
            Some(DimData::Polynomial(terms)) => terms,
            _ => &[],
        };
        terms.iter().flat_map(|(monomial, _)| monomial.factors().iter().map(|&(atom, _)| atom))
    }

    /// The sum; `?` past the limits.
    #[must_use]
    pub fn plus(self, other: impl Into<Dim>) -> Dim {
        let other = other.into();
        match (self.constant(), other.constant()) {
            (Some(a), Some(b)) => a.checked_add(b).map_or_else(Dim::any, Dim::of),
            (Some(0), _) => other,
            (_, Some(0)) => self,
            _ => Dim::from_terms(self.terms().iter().chain(other.terms().iter()).cloned()),
        }
    }

    /// The negative.
    #[must_use]
    pub fn negated(self) -> Dim {
        self.scaled(-1)
    }

    /// Times a constant.
    #[must_use]
    pub fn scaled(self, factor: i64) -> Dim {
        if factor == 1 {
            return self;
        }
        let mut terms = Vec::new();
        for (monomial, coefficient) in self.terms().iter() {
            match coefficient.checked_mul(factor) {
                Some(product) => terms.push((monomial.clone(), product)),
                None => return Dim::any(),
            }
        }
        Dim::from_terms(terms)
    }

    /// The difference; `? - ?` is `?`.
    #[must_use]
    pub fn minus(self, other: impl Into<Dim>) -> Dim {
        let other = other.into();
        if self == other && !self.is_any() {
            return Dim::ZERO;
        }
        self.plus(other.negated())
    }

    /// The product; `?` past the limits.
    #[must_use]
    pub fn times(self, other: impl Into<Dim>) -> Dim {
        let other = other.into();
        match (self.constant(), other.constant()) {
            (Some(a), Some(b)) => return a.checked_mul(b).map_or_else(Dim::any, Dim::of),
            (Some(a), None) => return other.scaled(a),
            (None, Some(b)) => return self.scaled(b),
            (None, None) => {}
        }
        let mut terms = Vec::new();
        for (m, a) in self.terms().iter() {
            for (n, b) in other.terms().iter() {
                match a.checked_mul(*b) {
                    Some(product) => terms.push((m.times(n), product)),
                    None => return Dim::any(),
                }
            }
            if terms.len() > 4 * MAX_MONOMIALS * MAX_MONOMIALS {
                return Dim::any();
            }
        }
        Dim::from_terms(terms)
    }

    /// The product of all; 1 for none.
    pub fn product(dims: impl IntoIterator<Item = Dim>) -> Dim {
        dims.into_iter().fold(Dim::ONE, Dim::times)
    }

    /// `self` with `value` in place of `atom` where it stands as a factor (not inside atoms).
    #[must_use]
    pub fn substitute_atom(self, atom: Atom, value: Dim) -> Dim {
        let mut sum = Dim::ZERO;
        for (monomial, coefficient) in self.terms().iter() {
            let mut product = Dim::of(*coefficient);
            for &(factor, power) in monomial.factors() {
                let base = if factor == atom { value } else { factor.dim() };
                for _ in 0..power {
                    product = product.times(base);
                }
            }
            sum = sum.plus(product);
        }
        sum
    }

    /// The coefficient of `atom` if it occurs once, linearly and alone: `self = c*atom + rest`.
    pub fn linear_in(self, atom: Atom) -> Option<(i64, Dim)> {
        let mut found = None;
        let mut rest = Vec::new();
        for (monomial, coefficient) in self.terms().iter() {
            if monomial.factors() == [(atom, 1)] {
                found = Some(*coefficient);
            } else if monomial.factors().iter().any(|&(a, _)| a == atom) {
                return None;
            } else {
                rest.push((monomial.clone(), *coefficient));
            }
        }
        Some((found?, Dim::from_terms(rest)))
    }
}
