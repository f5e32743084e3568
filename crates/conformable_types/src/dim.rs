//! Integer expressions: the size of an array, the value of an int.
//!
//! A [`Dim`] is a polynomial with integer coefficients over [`Atom`]s, in normal form:
//! `2*n - n + 3` and `n + 3` are one handle. With atoms other than names normalisation is sound
//! and deterministic, not complete: different handles mean nothing by themselves. An expression
//! past the limits becomes [`Dim::ANY`], printed `?`: some integer, equal to nothing by identity.
//!
//! A constant of at least 0 is its own handle and needs no table.

use std::sync::LazyLock;

use smallvec::SmallVec;

use crate::intern::{Interner, Sym};
use crate::order;
use crate::shape::Seq;
use crate::term::Term;

const MAX_MONOMIALS: usize = 64;
const MAX_DEGREE: u32 = 6;
const MAX_NESTING: u32 = 4;

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
    /// An int of any sign.
    Int,
    /// A variable of a solver, bound or gone before its result is shown.
    Var,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AtomData {
    Name(Sym),
    /// Numbered by whoever makes it (a solver, the evaluation of a function) from 0, so that the
    /// same work twice makes the same atoms and the table does not grow.
    Fresh {
        id: u32,
        kind: FreshKind,
    },
    FloorDiv(Dim, Dim),
    Mod(Dim, Dim),
    Max(Box<[Dim]>),
    Min(Box<[Dim]>),
    /// The size that all of these broadcast to: associative, commutative, idempotent, unit 1.
    Bcast(Box<[Dim]>),
    /// The product of a sequence's dims.
    Prod(Seq),
    /// How many dims a sequence has.
    Len(Seq),
    /// `len(range(*slice(start, stop, step).indices(n)))` where signs are not known.
    SliceLen {
        start: Dim,
        stop: Dim,
        step: Dim,
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
    pub fn new(data: AtomData) -> Atom {
        Atom(ATOMS.intern(data))
    }

    pub fn name(name: &str) -> Atom {
        Atom::new(AtomData::Name(Sym::new(name)))
    }

    pub fn data(self) -> &'static AtomData {
        ATOMS.get(self.0)
    }

    pub fn dim(self) -> Dim {
        Dim::from_terms([(Monomial(SmallVec::from_slice(&[(self, 1)])), 1)])
    }

    fn nesting(self) -> u32 {
        let deepest = |dims: &[Dim]| dims.iter().map(|d| d.nesting()).max().unwrap_or(0);
        match self.data() {
            AtomData::FloorDiv(p, q) | AtomData::Mod(p, q) => 1 + p.nesting().max(q.nesting()),
            AtomData::Max(args) | AtomData::Min(args) | AtomData::Bcast(args) => 1 + deepest(args),
            AtomData::SliceLen { start, stop, step, n } => 1 + deepest(&[*start, *stop, *step, *n]),
            AtomData::Prod(_) | AtomData::Len(_) | AtomData::App(..) => 1,
            AtomData::Name(_) | AtomData::Fresh { .. } | AtomData::Any => 0,
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
    pub fn unit() -> Monomial {
        Monomial(SmallVec::new())
    }

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
    Constant((Monomial, i64)),
    Interned(&'static [(Monomial, i64)]),
}

impl Terms {
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
    pub const ZERO: Dim = Dim(0);
    pub const ONE: Dim = Dim(1);

    /// The constant `value`.
    pub fn of(value: i64) -> Dim {
        if value >= 0 { Dim(value) } else { Dim::intern(DimData::Constant(value)) }
    }

    pub fn name(name: &str) -> Dim {
        Atom::name(name).dim()
    }

    pub fn fresh(id: u32, kind: FreshKind) -> Dim {
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

    pub fn is_any(self) -> bool {
        self == Dim::any()
    }

    fn intern(data: DimData) -> Dim {
        Dim(-1 - i64::from(DIMS.intern(data)))
    }

    fn data(self) -> Option<&'static DimData> {
        (self.0 < 0).then(|| DIMS.get(u32::try_from(-1 - self.0).expect("a handle")))
    }

    pub fn constant(self) -> Option<i64> {
        match self.data() {
            None => Some(self.0),
            Some(DimData::Constant(value)) => Some(*value),
            Some(DimData::Polynomial(_)) => None,
        }
    }

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
        let mut sum: Vec<(Monomial, i64)> = Vec::new();
        for (monomial, coefficient) in terms {
            match sum.iter_mut().find(|(m, _)| *m == monomial) {
                Some((_, c)) => match c.checked_add(coefficient) {
                    Some(added) => *c = added,
                    None => return Dim::any(),
                },
                None => sum.push((monomial, coefficient)),
            }
        }
        sum.retain(|(_, coefficient)| *coefficient != 0);
        match &*sum {
            [] => return Dim::ZERO,
            [(monomial, value)] if monomial.is_unit() => return Dim::of(*value),
            _ => {}
        }
        let too_big = sum.len() > MAX_MONOMIALS
            || sum.iter().any(|(m, _)| m.degree() > MAX_DEGREE || m.0.iter().any(|(a, _)| a.nesting() > MAX_NESTING));
        let any = Atom::new(AtomData::Any);
        if too_big || sum.iter().any(|(m, _)| m.0.iter().any(|(a, _)| *a == any)) {
            return Dim::any();
        }
        sum.sort_by(|a, b| order::monomials(&a.0, &b.0));
        Dim::intern(DimData::Polynomial(sum.into()))
    }

    fn nesting(self) -> u32 {
        self.atoms().map(Atom::nesting).max().unwrap_or(0)
    }

    /// The atoms of the polynomial itself, not those inside its atoms.
    pub fn atoms(self) -> impl Iterator<Item = Atom> {
        let terms: &'static [(Monomial, i64)] = match self.data() {
            Some(DimData::Polynomial(terms)) => terms,
            _ => &[],
        };
        terms.iter().flat_map(|(monomial, _)| monomial.factors().iter().map(|&(atom, _)| atom))
    }

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

    #[must_use]
    pub fn negated(self) -> Dim {
        self.scaled(-1)
    }

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

    #[must_use]
    pub fn minus(self, other: impl Into<Dim>) -> Dim {
        let other = other.into();
        if self == other && !self.is_any() {
            return Dim::ZERO;
        }
        self.plus(other.negated())
    }

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

    /// Python's `//`. `None` for a divisor that is the constant 0.
    pub fn floordiv(self, divisor: Dim) -> Option<Dim> {
        if divisor.constant() == Some(0) {
            return None;
        }
        if divisor.constant() == Some(1) || self.constant() == Some(0) {
            return Some(self);
        }
        if self.is_any() || divisor.is_any() {
            return Some(Dim::any());
        }
        if let (Some(a), Some(b)) = (self.constant(), divisor.constant()) {
            return Some(Dim::of(a.checked_div_euclid(b).map(|_| python_floordiv(a, b))?));
        }
        let (quotient, rest) = self.divide(divisor);
        let remainder = match (rest.constant(), divisor.constant()) {
            (Some(0), _) => Dim::ZERO,
            (Some(a), Some(b)) => Dim::of(python_floordiv(a, b)),
            _ => Atom::new(AtomData::FloorDiv(rest, divisor)).dim(),
        };
        Some(quotient.plus(remainder))
    }

    /// Python's `%`. `None` for a divisor that is the constant 0.
    pub fn modulo(self, divisor: Dim) -> Option<Dim> {
        match divisor.constant() {
            Some(0) => return None,
            Some(1 | -1) => return Some(Dim::ZERO),
            _ => {}
        }
        if self.is_any() || divisor.is_any() {
            return Some(Dim::any());
        }
        let (_, rest) = self.divide(divisor);
        Some(match (rest.constant(), divisor.constant()) {
            (Some(0), _) => Dim::ZERO,
            (Some(a), Some(b)) => Dim::of(a - b * python_floordiv(a, b)),
            _ => Atom::new(AtomData::Mod(rest, divisor)).dim(),
        })
    }

    /// `(q, r)` with `self = divisor*q + r`, as much in `q` as single terms allow.
    fn divide(self, divisor: Dim) -> (Dim, Dim) {
        let one = match divisor.terms() {
            Terms::Constant((monomial, value)) => Some((monomial, value)),
            Terms::Interned([(monomial, value)]) => Some((monomial.clone(), *value)),
            Terms::Interned(_) => None,
        };
        let Some((monomial, value)) = one else {
            return if self == divisor { (Dim::ONE, Dim::ZERO) } else { (Dim::ZERO, self) };
        };
        let mut quotient = Vec::new();
        let mut rest = Vec::new();
        for (m, c) in self.terms().iter() {
            match m.divided_by(&monomial) {
                Some(divided) => {
                    let whole = python_floordiv(*c, value);
                    quotient.push((divided, whole));
                    rest.push((m.clone(), c - whole * value));
                }
                None => rest.push((m.clone(), *c)),
            }
        }
        (Dim::from_terms(quotient), Dim::from_terms(rest))
    }

    /// The largest of `args`, which are not empty.
    pub fn max(args: impl IntoIterator<Item = Dim>) -> Dim {
        Dim::extreme(args, true)
    }

    /// The smallest of `args`, which are not empty.
    pub fn min(args: impl IntoIterator<Item = Dim>) -> Dim {
        Dim::extreme(args, false)
    }

    fn extreme(args: impl IntoIterator<Item = Dim>, largest: bool) -> Dim {
        let mut kept: Vec<Dim> = Vec::new();
        let mut queue: Vec<Dim> = args.into_iter().collect();
        queue.reverse();
        while let Some(arg) = queue.pop() {
            if arg.is_any() {
                return Dim::any();
            }
            match arg.as_atom().map(Atom::data) {
                Some(AtomData::Max(inner)) if largest => queue.extend(inner.iter().rev()),
                Some(AtomData::Min(inner)) if !largest => queue.extend(inner.iter().rev()),
                _ => {
                    let beats =
                        |a: Dim, b: Dim| a.minus(b).constant().is_some_and(|d| if largest { d >= 0 } else { d <= 0 });
                    if kept.iter().any(|&k| beats(k, arg)) {
                        continue;
                    }
                    kept.retain(|&k| !beats(arg, k));
                    kept.push(arg);
                }
            }
        }
        match &*kept {
            [] => Dim::any(),
            [one] => *one,
            _ => {
                kept.sort_by(|a, b| order::dims(*a, *b));
                let args = kept.into();
                Atom::new(if largest { AtomData::Max(args) } else { AtomData::Min(args) }).dim()
            }
        }
    }

    /// The size that `args` broadcast to, given that they do; two constants other than 1 that
    /// differ are the caller's business (the first is kept).
    pub fn bcast(args: impl IntoIterator<Item = Dim>) -> Dim {
        let mut kept: Vec<Dim> = Vec::new();
        let mut queue: Vec<Dim> = args.into_iter().collect();
        queue.reverse();
        while let Some(arg) = queue.pop() {
            if arg.constant() == Some(1) || (kept.contains(&arg) && !arg.is_any()) {
                continue;
            }
            match (arg.constant(), arg.as_atom().map(Atom::data)) {
                (Some(_), _) => return arg,
                (_, Some(AtomData::Bcast(inner))) => queue.extend(inner.iter().rev()),
                _ => kept.push(arg),
            }
        }
        match &*kept {
            [] => Dim::ONE,
            [one] => *one,
            _ if kept.contains(&Dim::any()) => Dim::any(),
            _ => {
                kept.sort_by(|a, b| order::dims(*a, *b));
                Atom::new(AtomData::Bcast(kept.into())).dim()
            }
        }
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

/// Floor division with the sign rule of Python; `b` is not 0.
pub fn python_floordiv(a: i64, b: i64) -> i64 {
    let quotient = a.wrapping_div(b);
    if a % b != 0 && ((a < 0) != (b < 0)) { quotient - 1 } else { quotient }
}
