//! Intervals of integer expressions, and the three-valued comparison that depends on them.
//!
//! [`eq`], [`le`] and [`divides`] answer for *all* values of the atoms that [`Facts`] allows:
//! `n + 1 = n` is no, `n = m` is unknown, whatever the names are. The formulas are sound, not
//! complete, and are tested against enumeration of small values.

use crate::dim::{Atom, AtomData, Dim, Monomial, Monomials};
use crate::{FreshKind, Truth};

/// The integers from `lo` to `hi`, both included; `i64::MIN` and `i64::MAX` mean unbounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Interval {
    /// The least, or `i64::MIN`.
    pub lo: i64,
    /// The greatest, or `i64::MAX`.
    pub hi: i64,
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { lo: i64::MIN, hi: i64::MAX };
    /// What a size of an array can be.
    pub const SIZE: Interval = Interval { lo: 0, hi: i64::MAX };

    /// From `lo` to `hi`.
    pub fn new(lo: i64, hi: i64) -> Interval {
        Interval { lo, hi }
    }

    /// `value` alone.
    pub fn point(value: i64) -> Interval {
        Interval { lo: value, hi: value }
    }

    /// From `lo` on.
    pub fn at_least(lo: i64) -> Interval {
        Interval { lo, hi: i64::MAX }
    }

    /// Up to `hi`.
    pub fn at_most(hi: i64) -> Interval {
        Interval { lo: i64::MIN, hi }
    }

    /// Holds nothing?
    pub fn is_empty(self) -> bool {
        self.lo > self.hi
    }

    /// Holds `value`?
    pub fn contains(self, value: i64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// What both hold.
    #[must_use]
    pub fn meet(self, other: Interval) -> Interval {
        Interval { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) }
    }

    /// The smallest interval that holds both.
    #[must_use]
    pub fn hull(self, other: Interval) -> Interval {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The sums of a value of each.
    #[must_use]
    pub fn plus(self, other: Interval) -> Interval {
        Interval::wide(self.low().saturating_add(other.low()), self.high().saturating_add(other.high()))
    }

    /// The products of a value of each.
    #[must_use]
    pub fn times(self, other: Interval) -> Interval {
        hull_of(self, other, |a, b| if a == 0 || b == 0 { 0 } else { a.saturating_mul(b) })
    }

    /// The values times `factor`.
    #[must_use]
    pub fn scaled(self, factor: i64) -> Interval {
        let (a, b) = (self.low(), self.high());
        let times = |bound: i128| if factor == 0 { 0 } else { bound.saturating_mul(i128::from(factor)) };
        Interval::wide(times(a).min(times(b)), times(a).max(times(b)))
    }

    /// The lower bound, unbounded as the least of 128 bits.
    fn low(self) -> i128 {
        if self.lo == i64::MIN { i128::MIN } else { i128::from(self.lo) }
    }

    fn high(self) -> i128 {
        if self.hi == i64::MAX { i128::MAX } else { i128::from(self.hi) }
    }

    /// Narrowed to 64 bits; what is beyond them is unbounded.
    fn wide(lo: i128, hi: i128) -> Interval {
        let narrow = |bound: i128| i64::try_from(bound).unwrap_or(if bound < 0 { i64::MIN } else { i64::MAX });
        Interval { lo: narrow(lo), hi: narrow(hi) }
    }
}

/// The hull of `op` at the four corners: exact where `op` is monotone in each argument.
fn hull_of(a: Interval, b: Interval, op: impl Fn(i128, i128) -> i128) -> Interval {
    let corners = [op(a.low(), b.low()), op(a.low(), b.high()), op(a.high(), b.low()), op(a.high(), b.high())];
    let least = corners.iter().copied().min().unwrap_or(i128::MIN);
    let most = corners.iter().copied().max().unwrap_or(i128::MAX);
    Interval::wide(least, most)
}

/// What is known of atoms from outside: a path's store, or nothing.
pub trait Facts {
    /// The values that `atom` may take, as far as anyone told.
    fn told(&self, atom: Atom) -> Interval;

    /// The interval of an atom that is made of expressions, which `find` computes. An expression may hold another
    /// many times over, so whoever is asked often keeps the answers.
    fn once(&self, _atom: Atom, find: &dyn Fn() -> Interval) -> Interval {
        find()
    }

    /// A proof has looked at so many terms, each with its cases put in: for whoever bounds work.
    fn looked_at(&self, _terms: usize) {}
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
            FreshKind::Int | FreshKind::EachInt => Interval::ALL,
            FreshKind::Choice => Interval::new(0, 1),
            FreshKind::Runtime | FreshKind::Unknown | FreshKind::OneOf | FreshKind::Each | FreshKind::Var => {
                Interval::SIZE
            }
        },
        _ => Interval::ALL,
    }
}

/// The interval of an atom: what was told, and what its own form implies.
pub fn atom_interval(atom: Atom, facts: &dyn Facts) -> Interval {
    match atom.data() {
        AtomData::FloorDiv(..)
        | AtomData::Mod(..)
        | AtomData::Max(_)
        | AtomData::Min(_)
        | AtomData::Bcast(_)
        | AtomData::SliceLen { .. } => facts.once(atom, &|| facts.told(atom).meet(implied(atom, facts))),
        _ => facts.told(atom),
    }
}

/// What the form of an atom implies.
fn implied(atom: Atom, facts: &dyn Facts) -> Interval {
    let of = |d: &Dim| interval(*d, facts);
    match atom.data() {
        AtomData::FloorDiv(p, q) => floordiv_interval(of(p), of(q)),
        AtomData::Mod(p, q) => mod_interval(of(p), of(q)),
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
    }
}

/// `p//q` is monotone in `p`, and in `q` on each side of 0, so its corners decide; `q` is not 0.
fn floordiv_interval(p: Interval, q: Interval) -> Interval {
    let infinite = |bound: i128| bound == i128::MIN || bound == i128::MAX;
    let divided = |a: i128, b: i128| match (infinite(a), infinite(b)) {
        // As q grows p//q tends to 0 from above, or to -1 from below.
        (false, true) => -i128::from(a != 0 && (a < 0) != (b < 0)),
        (true, _) => {
            if (a < 0) == (b < 0) {
                i128::MAX
            } else {
                i128::MIN
            }
        }
        _ if b < 0 => (-a).div_euclid(-b),
        _ => a.div_euclid(b),
    };
    [q.meet(Interval::at_least(1)), q.meet(Interval::at_most(-1))]
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| hull_of(p, part, divided))
        .reduce(Interval::hull)
        .unwrap_or(Interval::ALL)
}

/// A remainder lies between 0 and its divisor, which it does not reach.
fn mod_interval(p: Interval, q: Interval) -> Interval {
    let lo = if q.lo == i64::MIN { i64::MIN } else { q.lo.saturating_add(1).min(0) };
    let hi = if q.hi == i64::MAX { i64::MAX } else { q.hi.saturating_sub(1).max(0) };
    // p % q <= p where both are positive.
    Interval::new(lo, if p.lo >= 0 && q.lo >= 0 { hi.min(p.hi) } else { hi })
}

/// The interval of an expression.
pub fn interval(dim: Dim, facts: &dyn Facts) -> Interval {
    if let Some(value) = dim.constant() {
        return Interval::point(value);
    }
    if dim.is_any() {
        return Interval::ALL;
    }
    interval_of(&dim.terms(), facts)
}

fn interval_of(terms: &[(Monomial, i64)], facts: &dyn Facts) -> Interval {
    let of = |(monomial, coefficient): &(Monomial, i64)| {
        if monomial.is_unit() {
            return Interval::point(*coefficient);
        }
        let range = monomial_interval(monomial, facts);
        if *coefficient == 1 { range } else { range.scaled(*coefficient) }
    };
    terms.iter().map(of).reduce(Interval::plus).unwrap_or(Interval::point(0))
}

fn monomial_interval(monomial: &Monomial, facts: &dyn Facts) -> Interval {
    // Nearly all are one atom.
    if let [(atom, 1)] = monomial.factors() {
        return atom_interval(*atom, facts);
    }
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
    if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
        return Truth::from(a == b);
    }
    let Some(difference) = Sum::of(a, b, -1) else { return apart(a, b, facts) };
    if let Some(value) = difference.constant() {
        return Truth::from(value == 0);
    }
    if difference.has_no_integer_root() {
        return Truth::No;
    }
    let range = difference.interval(facts);
    if range.lo == 0 && range.hi == 0 {
        return Truth::Yes;
    }
    if !range.contains(0) {
        return Truth::No;
    }
    let Some(difference) = difference.with_cases() else { return Truth::Unknown };
    let proved = |side, enough| Proof::new(facts, side, enough).holds(difference, CASES_INSIDE);
    if proved(Side::Below, AT_LEAST_0) && proved(Side::Above, AT_MOST_0) {
        return Truth::Yes;
    }
    if proved(Side::Above, NEGATIVE) || proved(Side::Below, POSITIVE) {
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
    if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
        return Truth::from(a <= b);
    }
    let Some(slack) = Sum::of(b, a, -1) else {
        let (a, b) = (interval(a, facts), interval(b, facts));
        return if a.hi <= b.lo && a.hi != i64::MAX && b.lo != i64::MIN {
            Truth::Yes
        } else if a.lo > b.hi {
            Truth::No
        } else {
            Truth::Unknown
        };
    };
    slack.sign(facts)
}

/// Is `a + b >= 0` for all values?
pub fn sum_is_nonnegative(a: Dim, b: Dim, facts: &dyn Facts) -> Truth {
    Sum::of(a, b, 1).map_or(Truth::Unknown, |sum| sum.sign(facts))
}

/// A sum of two expressions that no one else needs, so that it gets no entry in the table of
/// expressions: comparisons are many.
struct Sum {
    terms: Monomials,
}

impl Sum {
    /// `a + factor * b`; `None` where one is `?` or 64 bits are too few.
    fn of(a: Dim, b: Dim, factor: i64) -> Option<Sum> {
        if a.is_any() || b.is_any() {
            return None;
        }
        let mut terms: Monomials = a.terms().iter().cloned().collect();
        for (monomial, coefficient) in b.terms().iter() {
            let more = coefficient.checked_mul(factor)?;
            match terms.iter_mut().find(|(other, _)| other == monomial) {
                Some((_, sum)) => *sum = sum.checked_add(more)?,
                None => terms.push((monomial.clone(), more)),
            }
        }
        terms.retain(|(_, coefficient)| *coefficient != 0);
        Some(Sum { terms })
    }

    fn constant(&self) -> Option<i64> {
        match &*self.terms {
            [] => Some(0),
            [(monomial, value)] if monomial.is_unit() => Some(*value),
            _ => None,
        }
    }

    fn interval(&self, facts: &dyn Facts) -> Interval {
        interval_of(&self.terms, facts)
    }

    /// The coefficients have a common divisor that the constant has not: `2*n = 3`.
    fn has_no_integer_root(&self) -> bool {
        let constant = self.terms.iter().find(|(monomial, _)| monomial.is_unit()).map_or(0, |(_, value)| *value);
        let others = self.terms.iter().filter(|(monomial, _)| !monomial.is_unit());
        let common = others.fold(0, |common, (_, coefficient)| gcd(common, *coefficient));
        common > 1 && constant.wrapping_rem(common) != 0
    }

    /// The expression, if more can be said of it than its interval says.
    fn with_cases(self) -> Option<Dim> {
        let is_case = |(monomial, _): &(Monomial, i64)| match monomial.factors() {
            [(atom, 1)] => matches!(atom.data(), AtomData::Max(_) | AtomData::Min(_) | AtomData::Bcast(_)),
            _ => false,
        };
        self.terms.iter().any(is_case).then(|| Dim::from_terms(self.terms)).filter(|sum| !sum.is_any())
    }

    /// Is it at least 0?
    fn sign(self, facts: &dyn Facts) -> Truth {
        let range = self.interval(facts);
        if range.lo >= 0 {
            return Truth::Yes;
        }
        if range.hi < 0 {
            return Truth::No;
        }
        match self.with_cases() {
            Some(sum) if Proof::new(facts, Side::Below, AT_LEAST_0).holds(sum, CASES_INSIDE) => Truth::Yes,
            Some(sum) if Proof::new(facts, Side::Above, NEGATIVE).holds(sum, CASES_INSIDE) => Truth::No,
            _ => Truth::Unknown,
        }
    }
}

/// Does the constant `k` divide `a` for all values? 0 divides 0 alone.
pub fn divides(k: i64, a: Dim) -> Truth {
    if matches!(k, 1 | -1) {
        return Truth::Yes;
    }
    if let Some(value) = a.constant() {
        return Truth::from(if k == 0 { value == 0 } else { value.wrapping_rem(k) == 0 });
    }
    if a.is_any() || k == 0 {
        return Truth::Unknown;
    }
    let mut rest = 0;
    for (monomial, coefficient) in a.terms().iter() {
        if monomial.is_unit() {
            rest = *coefficient;
        } else if coefficient.wrapping_rem(k) != 0 {
            return Truth::Unknown;
        }
    }
    Truth::from(rest.wrapping_rem(k) == 0)
}

/// The greatest common divisor, at least 0.
pub fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

/// Which of its bounds proves something of an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Above,
}

type Enough = fn(Interval) -> bool;
const AT_LEAST_0: Enough = |range| range.lo >= 0;
const POSITIVE: Enough = |range| range.lo > 0;
const AT_MOST_0: Enough = |range| range.hi <= 0;
const NEGATIVE: Enough = |range| range.hi < 0;

/// A `max` or `min` is replaced in what replaced another one, so often.
const CASES_INSIDE: u32 = 3;
/// A proof looks at so many terms; what takes more isn't proved.
const TERMS_OF_A_PROOF: usize = 1 << 12;

/// Whether one of its bounds proves something of an expression, looked for case by case.
struct Proof<'f> {
    facts: &'f dyn Facts,
    side: Side,
    enough: Enough,
    /// The terms that may still be looked at: there are more cases than terms.
    left: usize,
}

impl<'f> Proof<'f> {
    fn new(facts: &'f dyn Facts, side: Side, enough: Enough) -> Proof<'f> {
        Proof { facts, side, enough, left: TERMS_OF_A_PROOF }
    }

    /// Proved of `p`: by its interval, or after replacing a `max` or `min` by its arguments. Below,
    /// `+max(..)` may be replaced by any one of its arguments, `-max(..)` must hold for all of them;
    /// above, or `min`, the other way about; `bcast` is one of its arguments.
    fn holds(&mut self, p: Dim, depth: u32) -> bool {
        let Some(left) = self.left.checked_sub(p.terms().len()) else {
            self.left = 0;
            return false;
        };
        self.left = left;
        self.facts.looked_at(p.terms().len());
        if (self.enough)(interval(p, self.facts)) {
            return true;
        }
        if depth == 0 || p.is_any() || p.constant().is_some() {
            return false;
        }
        for (monomial, coefficient) in p.terms().iter() {
            let [(atom, 1)] = monomial.factors() else { continue };
            let grows = (*coefficient > 0) == (self.side == Side::Below);
            let (args, any) = match atom.data() {
                // One argument bounds only what is linear: 2*m - m*m is not at least its value at
                // an argument of the max that m is.
                AtomData::Max(args) => (args, grows && p.linear_in(*atom).is_some()),
                AtomData::Min(args) => (args, !grows && p.linear_in(*atom).is_some()),
                AtomData::Bcast(args) => (args, false),
                _ => continue,
            };
            let mut holds = |arg: &Dim| self.holds(p.substitute_atom(*atom, *arg), depth - 1);
            if if any { args.iter().any(&mut holds) } else { args.iter().all(&mut holds) } {
                return true;
            }
            if self.left == 0 {
                return false;
            }
        }
        false
    }
}
