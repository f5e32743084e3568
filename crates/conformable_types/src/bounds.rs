//! Intervals of integer expressions, and the three-valued comparison that rests on them.
//!
//! [`eq`], [`le`] and [`divides`] answer for *all* values of the atoms that [`Facts`] allows:
//! `n + 1 = n` is no, `n = m` is unknown, whatever the names are. The formulas are sound, not
//! complete, and are tested against enumeration of small values.

use crate::dim::{Atom, AtomData, Dim, Monomial};
use crate::{FreshKind, Truth};

/// The integers from `lo` to `hi`, both included; `i64::MIN` and `i64::MAX` mean unbounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Interval {
    pub lo: i64,
    pub hi: i64,
}

impl Interval {
    pub const ALL: Interval = Interval { lo: i64::MIN, hi: i64::MAX };
    /// What a size of an array can be.
    pub const SIZE: Interval = Interval { lo: 0, hi: i64::MAX };

    pub fn new(lo: i64, hi: i64) -> Interval {
        Interval { lo, hi }
    }

    pub fn point(value: i64) -> Interval {
        Interval { lo: value, hi: value }
    }

    pub fn at_least(lo: i64) -> Interval {
        Interval { lo, hi: i64::MAX }
    }

    pub fn at_most(hi: i64) -> Interval {
        Interval { lo: i64::MIN, hi }
    }

    pub fn is_empty(self) -> bool {
        self.lo > self.hi
    }

    pub fn contains(self, value: i64) -> bool {
        self.lo <= value && value <= self.hi
    }

    #[must_use]
    pub fn meet(self, other: Interval) -> Interval {
        Interval { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) }
    }

    /// The smallest interval that holds both.
    #[must_use]
    pub fn hull(self, other: Interval) -> Interval {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    #[must_use]
    pub fn plus(self, other: Interval) -> Interval {
        Interval { lo: add_lo(self.lo, other.lo), hi: add_hi(self.hi, other.hi) }
    }

    #[must_use]
    pub fn times(self, other: Interval) -> Interval {
        let products = [mul(self.lo, other.lo), mul(self.lo, other.hi), mul(self.hi, other.lo), mul(self.hi, other.hi)];
        Interval {
            lo: products.iter().copied().min().unwrap_or(i64::MIN),
            hi: products.iter().copied().max().unwrap_or(i64::MAX),
        }
    }

    #[must_use]
    pub fn scaled(self, factor: i64) -> Interval {
        self.times(Interval::point(factor))
    }
}

fn add_lo(a: i64, b: i64) -> i64 {
    if a == i64::MIN || b == i64::MIN { i64::MIN } else { a.saturating_add(b) }
}

fn add_hi(a: i64, b: i64) -> i64 {
    if a == i64::MAX || b == i64::MAX { i64::MAX } else { a.saturating_add(b) }
}

/// A product in which an infinite factor gives infinity, and zero times anything is zero.
fn mul(a: i64, b: i64) -> i64 {
    if a == 0 || b == 0 { 0 } else { a.saturating_mul(b) }
}

/// What is known of atoms from outside: a path's store, or nothing.
pub trait Facts {
    /// The values that `atom` may take, as far as anyone told.
    fn told(&self, atom: Atom) -> Interval;
}

/// Nothing is known but what the kind of atom says: a size is at least 0.
pub struct NoFacts;

impl Facts for NoFacts {
    fn told(&self, atom: Atom) -> Interval {
        default_bounds(atom)
    }
}

/// The bounds of an atom that nothing was told about: names and run-time sizes are sizes.
pub fn default_bounds(atom: Atom) -> Interval {
    match atom.data() {
        AtomData::Name(_) | AtomData::Len(_) | AtomData::Prod(_) | AtomData::SliceLen { .. } | AtomData::App(..) => {
            Interval::SIZE
        }
        AtomData::Fresh { kind, .. } => match kind {
            FreshKind::Int => Interval::ALL,
            FreshKind::Runtime | FreshKind::Unknown | FreshKind::Var => Interval::SIZE,
        },
        _ => Interval::ALL,
    }
}

/// The interval of an atom: what was told, and what its own form implies.
pub fn atom_interval(atom: Atom, facts: &dyn Facts) -> Interval {
    let told = facts.told(atom);
    let of = |d: &Dim| interval(*d, facts);
    let implied = match atom.data() {
        AtomData::FloorDiv(p, q) => floordiv_interval(of(p), of(q)),
        AtomData::Mod(_, q) => {
            let q = of(q);
            if q.lo > 0 {
                Interval::new(0, if q.hi == i64::MAX { i64::MAX } else { q.hi - 1 })
            } else if q.hi < 0 {
                Interval::new(if q.lo == i64::MIN { i64::MIN } else { q.lo + 1 }, 0)
            } else {
                Interval::ALL
            }
        }
        AtomData::Max(args) => {
            args.iter().map(of).reduce(|a, b| Interval::new(a.lo.max(b.lo), a.hi.max(b.hi))).unwrap_or(Interval::ALL)
        }
        AtomData::Min(args) => {
            args.iter().map(of).reduce(|a, b| Interval::new(a.lo.min(b.lo), a.hi.min(b.hi))).unwrap_or(Interval::ALL)
        }
        // Sizes that broadcast are equal or 1, so the result is one of them.
        AtomData::Bcast(args) => {
            let hull = args.iter().map(of).reduce(Interval::hull).unwrap_or(Interval::ALL);
            let not_one = args.iter().map(of).find(|i| !i.contains(1));
            not_one.map_or(hull, |i| i.meet(hull))
        }
        AtomData::SliceLen { n, .. } => Interval::new(0, of(n).hi.max(0)),
        _ => Interval::ALL,
    };
    told.meet(implied)
}

fn floordiv_interval(p: Interval, q: Interval) -> Interval {
    if q.lo <= 0 {
        return Interval::ALL;
    }
    let low = |a: i64, b: i64| if a == i64::MIN || a == i64::MAX { a } else { a.div_euclid(b) };
    let ends = [low(p.lo, q.lo), low(p.hi, q.lo), low(p.lo, q.hi), low(p.hi, q.hi)];
    let big_divisor = q.hi == i64::MAX;
    let mut lo = *ends.iter().min().unwrap_or(&i64::MIN);
    let mut hi = *ends.iter().max().unwrap_or(&i64::MAX);
    if big_divisor {
        // As q grows p // q tends to 0 from above, to -1 from below.
        lo = lo.min(if p.lo < 0 { -1 } else { 0 });
        hi = hi.max(if p.hi < 0 { -1 } else { 0 });
    }
    if p.lo == i64::MIN {
        lo = i64::MIN;
    }
    if p.hi == i64::MAX {
        hi = i64::MAX;
    }
    Interval::new(lo, hi)
}

/// The interval of an expression.
pub fn interval(dim: Dim, facts: &dyn Facts) -> Interval {
    if let Some(value) = dim.constant() {
        return Interval::point(value);
    }
    if dim.is_any() {
        return Interval::ALL;
    }
    let mut sum = Interval::point(0);
    for (monomial, coefficient) in dim.terms().iter() {
        sum = sum.plus(monomial_interval(monomial, facts).scaled(*coefficient));
    }
    sum
}

fn monomial_interval(monomial: &Monomial, facts: &dyn Facts) -> Interval {
    let mut product = Interval::point(1);
    for &(atom, power) in monomial.factors() {
        let base = atom_interval(atom, facts);
        let mut raised = Interval::point(1);
        for _ in 0..power {
            raised = raised.times(base);
        }
        if power % 2 == 0 {
            raised.lo = raised.lo.max(0);
        }
        product = product.times(raised);
    }
    product
}

/// Is `a = b` for all values?
pub fn eq(a: Dim, b: Dim, facts: &dyn Facts) -> Truth {
    if a == b && !a.is_any() {
        return Truth::Yes;
    }
    let difference = a.minus(b);
    if let Some(value) = difference.constant() {
        return Truth::from(value == 0);
    }
    if difference.is_any() {
        return apart(a, b, facts);
    }
    if no_integer_root(difference) {
        return Truth::No;
    }
    let range = interval(difference, facts);
    if range.lo == 0 && range.hi == 0 {
        return Truth::Yes;
    }
    if !range.contains(0) || is_negative(difference, facts, 3) || is_negative(difference.negated(), facts, 3) {
        return Truth::No;
    }
    Truth::Unknown
}

fn apart(a: Dim, b: Dim, facts: &dyn Facts) -> Truth {
    let both = interval(a, facts).meet(interval(b, facts));
    if both.is_empty() { Truth::No } else { Truth::Unknown }
}

/// Is `a <= b` for all values?
pub fn le(a: Dim, b: Dim, facts: &dyn Facts) -> Truth {
    if a == b && !a.is_any() {
        return Truth::Yes;
    }
    let slack = b.minus(a);
    if slack.is_any() {
        let (a, b) = (interval(a, facts), interval(b, facts));
        return if a.hi <= b.lo && a.hi != i64::MAX {
            Truth::Yes
        } else if a.lo > b.hi {
            Truth::No
        } else {
            Truth::Unknown
        };
    }
    if is_nonnegative(slack, facts, 3) {
        Truth::Yes
    } else if is_negative(slack, facts, 3) {
        Truth::No
    } else {
        Truth::Unknown
    }
}

/// Is `a < b` for all values?
pub fn lt(a: Dim, b: Dim, facts: &dyn Facts) -> Truth {
    le(b, a, facts).negate()
}

/// Does the constant `k > 0` divide `a` for all values?
pub fn divides(k: i64, a: Dim) -> Truth {
    if k == 1 {
        return Truth::Yes;
    }
    if let Some(value) = a.constant() {
        return Truth::from(value % k == 0);
    }
    if a.is_any() || k <= 0 {
        return Truth::Unknown;
    }
    let mut all = true;
    let mut rest = 0;
    for (monomial, coefficient) in a.terms().iter() {
        if monomial.is_unit() {
            rest = *coefficient;
        } else if coefficient % k != 0 {
            all = false;
        }
    }
    match (all, rest % k == 0) {
        (true, divisible) => Truth::from(divisible),
        (false, _) => Truth::Unknown,
    }
}

/// The coefficients have a common divisor that the constant has not: `2*n = 3`.
fn no_integer_root(difference: Dim) -> bool {
    let mut common = 0i64;
    let mut constant = 0i64;
    for (monomial, coefficient) in difference.terms().iter() {
        if monomial.is_unit() {
            constant = *coefficient;
        } else {
            common = gcd(common, *coefficient);
        }
    }
    common > 1 && constant % common != 0
}

/// The greatest common divisor, at least 0.
pub fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

/// Proved `p >= 0`: by its interval, or after replacing a `max` or `min` by its arguments.
fn is_nonnegative(p: Dim, facts: &dyn Facts, depth: u32) -> bool {
    interval(p, facts).lo >= 0 || by_cases(p, depth, &|q| is_nonnegative(q, facts, depth - 1))
}

/// Proved `p < 0`.
fn is_negative(p: Dim, facts: &dyn Facts, depth: u32) -> bool {
    interval(p, facts).hi < 0 || by_cases(p.negated(), depth, &|q| is_negative(q.negated(), facts, depth - 1))
}

/// For a lower bound of `p`: `+max(..)` may be replaced by any one of its arguments, `-max(..)`
/// must hold for all of them; `min` the other way about; `bcast` is one of its arguments.
fn by_cases(p: Dim, depth: u32, holds: &dyn Fn(Dim) -> bool) -> bool {
    if depth == 0 || p.is_any() || p.constant().is_some() {
        return false;
    }
    for (monomial, coefficient) in p.terms().iter() {
        let [(atom, 1)] = monomial.factors() else { continue };
        let (args, any) = match atom.data() {
            AtomData::Max(args) => (args, *coefficient > 0),
            AtomData::Min(args) => (args, *coefficient < 0),
            AtomData::Bcast(args) => (args, false),
            _ => continue,
        };
        let mut replaced = args.iter().map(|arg| p.substitute_atom(*atom, *arg));
        if if any { replaced.any(holds) } else { replaced.all(holds) } {
            return true;
        }
    }
    false
}
