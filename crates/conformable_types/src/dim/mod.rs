//! Integer expressions: the size of an array, the value of an int.
//!
//! A [`Dim`] is a polynomial with integer coefficients over [`Atom`]s, in normal form:
//! `2*n - n + 3` and `n + 3` are one handle. With atoms other than names normalisation is sound
//! and deterministic, not complete: different handles mean nothing by themselves. An expression
//! past the limits becomes [`Dim::ANY`], printed `?`: some integer, equal to nothing by identity.
//!
//! A constant of at least 0 and an atom alone are their own handles and need no entry in the table.
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
//! Here: the handles, sums and products. `atom` has the atoms, `divide` has `//` and `%`, `extremes` has `max`, `min`,
//! `bcast` and `slicelen`, `evaluate` the value of an expression where its atoms have values.

mod atom;
mod divide;
mod evaluate;
mod extremes;

use std::sync::LazyLock;

use smallvec::SmallVec;

use crate::intern::Interner;
use crate::order;

pub use atom::{Atom, AtomData, FreshKind};
pub use divide::{python_floordiv, python_mod};
pub use evaluate::slice_length;
pub use extremes::undominated;

/// An expression of more monomials is `?`.
pub const MAX_MONOMIALS: usize = 16;
/// An expression of a higher total degree is `?`.
pub const MAX_DEGREE: u32 = 6;
/// An expression with atoms nested deeper is `?`: `max(n//2, 1)` has nesting 2.
pub const MAX_NESTING: u32 = 4;

/// An integer expression. `>= 0`: that constant. Below: the even ones atoms, the odd ones entries
/// of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dim(i64);

/// A product of atoms with exponents; empty is 1.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Monomial(SmallVec<[(Atom, u8); 2]>);

/// Sorted by structure, no zero coefficient, neither an atom alone nor a constant of at least 0.
type Polynomial = Box<[(Monomial, i64)]>;

/// Terms that are being added up.
pub(crate) type Monomials = SmallVec<[(Monomial, i64); 4]>;

static DIMS: LazyLock<Interner<Polynomial>> = LazyLock::new(Interner::new);

impl std::fmt::Debug for Dim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::text::print_dim(*self))
    }
}

impl Clone for Monomial {
    fn clone(&self) -> Monomial {
        Monomial(SmallVec::from_slice(&self.0))
    }
}

impl Monomial {
    /// The empty product.
    pub fn unit() -> Monomial {
        Monomial(SmallVec::new())
    }

    fn of(atom: Atom) -> Monomial {
        let mut factors = SmallVec::new();
        factors.push((atom, 1));
        Monomial(factors)
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

    /// May it stand in an expression?
    fn is_within(&self) -> bool {
        self.degree() <= MAX_DEGREE && self.0.iter().all(|(atom, _)| atom.is_within())
    }

    fn times(&self, other: &Monomial) -> Monomial {
        let mut factors = self.0.clone();
        for &(atom, power) in &other.0 {
            match factors.iter_mut().find(|(a, _)| *a == atom) {
                // 0 and 1 are their own squares.
                Some(_) if atom.is_choice() => {}
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
    /// Of an expression that is its own handle: none for 0.
    One((Monomial, i64)),
    /// Sorted by structure ([`order::monomials`]), the constant last.
    Interned(&'static [(Monomial, i64)]),
}

impl std::ops::Deref for Terms {
    type Target = [(Monomial, i64)];

    fn deref(&self) -> &[(Monomial, i64)] {
        match self {
            Terms::One((_, 0)) => &[],
            Terms::One(term) => std::slice::from_ref(term),
            Terms::Interned(terms) => terms,
        }
    }
}

/// What a handle says.
enum DimKind {
    Constant(i64),
    Atom(Atom),
    Interned(&'static [(Monomial, i64)]),
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

    /// Some integer: `?`.
    pub const ANY: Dim = Dim::lone(Atom::ANY);

    /// The constant `value`.
    pub fn of(value: i64) -> Dim {
        if value >= 0 { Dim(value) } else { Dim::intern(&[(Monomial::unit(), value)]) }
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
        Dim::ANY
    }

    /// Is it `?`?
    pub fn is_any(self) -> bool {
        self == Dim::ANY
    }

    /// An atom's own handle.
    const fn lone(atom: Atom) -> Dim {
        Dim(-2 * (atom.0 as i64) - 2)
    }

    fn intern(terms: &[(Monomial, i64)]) -> Dim {
        Dim(-2 * i64::from(DIMS.intern_borrowed(terms)) - 1)
    }

    fn form(self) -> DimKind {
        if self.0 >= 0 {
            return DimKind::Constant(self.0);
        }
        let place = u32::try_from((-1 - self.0) / 2).expect("a handle");
        match self.0 % 2 {
            0 => DimKind::Atom(Atom(place)),
            _ => DimKind::Interned(DIMS.get(place)),
        }
    }

    /// The value, if it is known.
    pub fn constant(self) -> Option<i64> {
        match self.form() {
            DimKind::Constant(value) => Some(value),
            DimKind::Interned([(monomial, value)]) if monomial.is_unit() => Some(*value),
            _ => None,
        }
    }

    /// The terms of the polynomial.
    pub fn terms(self) -> Terms {
        match self.form() {
            DimKind::Constant(value) => Terms::One((Monomial::unit(), value)),
            DimKind::Atom(atom) => Terms::One((Monomial::of(atom), 1)),
            DimKind::Interned(terms) => Terms::Interned(terms),
        }
    }

    /// The atom that this is, alone.
    pub fn as_atom(self) -> Option<Atom> {
        match self.form() {
            DimKind::Atom(atom) => Some(atom),
            _ => None,
        }
    }

    /// One of two values, as `c` is 0 or 1; `?` past the limits.
    #[must_use]
    pub fn choice(values: [i64; 2], c: Dim) -> Dim {
        let step = values[1].checked_sub(values[0]);
        step.map_or(Dim::ANY, |step| Dim::of(values[0]).plus(c.scaled(step)))
    }

    /// The two values that it may have, and what decides between them.
    pub fn as_choice(self) -> Option<([i64; 2], Atom)> {
        let (step, (monomial, first)) = match &*self.terms() {
            [step] => (step.clone(), (Monomial::unit(), 0)),
            [step, first] => (step.clone(), first.clone()),
            _ => return None,
        };
        let [(atom, 1)] = step.0.factors() else { return None };
        (atom.is_choice() && monomial.is_unit()).then(|| Some(([first, first.checked_add(step.1)?], *atom)))?
    }

    /// The sum of `terms`, in normal form; `?` past the limits.
    pub fn from_terms(terms: impl IntoIterator<Item = (Monomial, i64)>) -> Dim {
        // In 128 bits, so that the order of the terms does not decide what overflows.
        let mut sums: SmallVec<[(Monomial, i128); 4]> = SmallVec::new();
        for (monomial, coefficient) in terms {
            if coefficient != 0 && monomial.0.iter().any(|(atom, _)| *atom == Atom::ANY) {
                return Dim::ANY;
            }
            match sums.iter_mut().find(|(m, _)| *m == monomial) {
                Some((_, c)) => *c += i128::from(coefficient),
                None => sums.push((monomial, i128::from(coefficient))),
            }
        }
        let mut sum: Monomials = SmallVec::new();
        for (monomial, coefficient) in sums {
            match i64::try_from(coefficient) {
                Ok(0) => {}
                Ok(coefficient) => sum.push((monomial, coefficient)),
                Err(_) => return Dim::ANY,
            }
        }
        if sum.len() > MAX_MONOMIALS || !sum.iter().all(|(monomial, _)| monomial.is_within()) {
            return Dim::ANY;
        }
        match &*sum {
            [] => Dim::ZERO,
            [(monomial, value)] if monomial.is_unit() => Dim::of(*value),
            [(monomial, 1)] if matches!(monomial.factors(), [(_, 1)]) => Dim::lone(monomial.factors()[0].0),
            _ => {
                sum.sort_by(|a, b| order::monomials(&a.0, &b.0));
                Dim::intern(&sum)
            }
        }
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
        let (lone, terms): (_, &'static [(Monomial, i64)]) = match self.form() {
            DimKind::Constant(_) => (None, &[]),
            DimKind::Atom(atom) => (Some(atom), &[]),
            DimKind::Interned(terms) => (None, terms),
        };
        let inside = terms.iter().flat_map(|(monomial, _)| monomial.factors().iter().map(|&(atom, _)| atom));
        lone.into_iter().chain(inside)
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
        let mut terms = Monomials::new();
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
        match (self.constant(), other.constant()) {
            (Some(a), Some(b)) => a.checked_sub(b).map_or_else(Dim::any, Dim::of),
            (_, Some(0)) => self,
            (Some(0), _) => other.negated(),
            _ => {
                let negated = |(monomial, c): &(Monomial, i64)| c.checked_neg().map(|c| (monomial.clone(), c));
                let terms: Option<Monomials> = other.terms().iter().map(negated).collect();
                terms.map_or_else(Dim::any, |terms| Dim::from_terms(self.terms().iter().cloned().chain(terms)))
            }
        }
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
        let mut terms = Monomials::new();
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
        self.exchanged(|factor| (factor == atom).then_some(value))
    }

    /// `self` with other expressions in place of atoms that stand as factors; `None` keeps one.
    pub(crate) fn exchanged(self, value: impl Fn(Atom) -> Option<Dim>) -> Dim {
        if let Some(atom) = self.as_atom() {
            return value(atom).unwrap_or(self);
        }
        let mut sum = Monomials::new();
        for (monomial, coefficient) in self.terms().iter() {
            let mut product = Dim::of(*coefficient);
            let mut kept = Monomial::unit();
            for &(atom, power) in monomial.factors() {
                match value(atom) {
                    Some(value) => product = (0..power).fold(product, |product, _| product.times(value)),
                    None => kept.0.push((atom, power)),
                }
            }
            if product.constant().is_none() && !kept.is_unit() {
                product = product.times(Dim::from_terms([(kept, 1)]));
                kept = Monomial::unit();
            }
            for (monomial, coefficient) in product.terms().iter() {
                sum.push((if kept.is_unit() { monomial.clone() } else { kept.clone() }, *coefficient));
            }
        }
        Dim::from_terms(sum)
    }

    /// The coefficient of `atom` if it occurs once, linearly and alone: `self = c*atom + rest`.
    pub fn linear_in(self, atom: Atom) -> Option<(i64, Dim)> {
        let mut found = None;
        let mut rest = Monomials::new();
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

    /// The integer at which a linear expression of one atom is 0.
    pub fn only_root(self) -> Option<(Atom, i64)> {
        let atom = self.atoms().next().filter(|atom| *atom != Atom::ANY)?;
        let (coefficient, rest) = self.linear_in(atom)?;
        let rest = rest.constant()?;
        (rest.checked_rem(coefficient)? == 0).then(|| Some((atom, rest.checked_div(coefficient)?.checked_neg()?)))?
    }
}

/// A rank, a place or a count, as expressions have it.
pub fn to_i64(count: usize) -> i64 {
    i64::try_from(count).expect("a count of dims")
}
