//! Python's `//` and `%` of integer expressions.
//!
//! `divmod` in Python rounds down: `-7//2` is -4 and `-7 % 2` is 1; a remainder has the sign of
//! its divisor (Python reference, "Binary arithmetic operations").

use super::{Atom, AtomData, Dim, Monomial, Terms};

impl Dim {
    /// Python's `//`. `None` for a divisor that is the constant 0.
    pub fn floordiv(self, divisor: Dim) -> Option<Dim> {
        if divisor.constant() == Some(0) {
            return None;
        }
        if divisor.constant() == Some(1) || self == Dim::ZERO {
            return Some(self);
        }
        if self.is_any() || divisor.is_any() {
            return Some(Dim::any());
        }
        let (quotient, rest) = self.divide(divisor);
        let remainder = match (rest.constant(), divisor.constant()) {
            (Some(0), _) => Dim::ZERO,
            (Some(a), Some(b)) => python_floordiv(a, b).map_or_else(Dim::any, Dim::of),
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
            (Some(a), Some(b)) => Dim::of(python_mod(a, b)),
            _ => Atom::new(AtomData::Mod(rest, divisor)).dim(),
        })
    }

    /// `(q, r)` with `self = divisor*q + r`: by single terms, or by long division where that
    /// leaves fewer terms than there were (so `n//(n + 1)` stays as it is).
    fn divide(self, divisor: Dim) -> (Dim, Dim) {
        let nothing = (Dim::ZERO, self);
        let one = match divisor.terms() {
            Terms::One((monomial, value)) => Some((monomial, value)),
            Terms::Interned([(monomial, value)]) => Some((monomial.clone(), *value)),
            Terms::Interned(_) => None,
        };
        let (quotient, rest) = match one {
            Some((monomial, value)) => self.divide_by_term(&monomial, value).unwrap_or(nothing),
            None => self.divide_long(divisor).unwrap_or(nothing),
        };
        if quotient.is_any() || rest.is_any() { nothing } else { (quotient, rest) }
    }

    fn divide_by_term(self, monomial: &Monomial, value: i64) -> Option<(Dim, Dim)> {
        let mut quotient = Vec::new();
        let mut rest = Vec::new();
        for (m, c) in self.terms().iter() {
            match m.divided_by(monomial) {
                Some(divided) => {
                    quotient.push((divided, python_floordiv(*c, value)?));
                    rest.push((m.clone(), python_mod(*c, value)));
                }
                None => rest.push((m.clone(), *c)),
            }
        }
        Some((Dim::from_terms(quotient), Dim::from_terms(rest)))
    }

    /// The leading terms are divided; terms are sorted by an admissible order (degree, then
    /// factors), so each step lowers the leading term and it ends.
    fn divide_long(self, divisor: Dim) -> Option<(Dim, Dim)> {
        let (lead, value) = divisor.terms().iter().next()?.clone();
        let (mut quotient, mut rest) = (Dim::ZERO, self);
        while let Some((m, c)) = rest.terms().iter().next().cloned() {
            let Some(divided) = m.divided_by(&lead) else { break };
            if python_mod(c, value) != 0 {
                break;
            }
            let step = Dim::from_terms([(divided, python_floordiv(c, value)?)]);
            quotient = quotient.plus(step);
            rest = rest.minus(step.times(divisor));
        }
        (rest.terms().iter().len() < self.terms().iter().len()).then_some((quotient, rest))
    }
}

/// `a//b` with the sign rule of Python; `b` is not 0. `None` if it needs more than 64 bits.
pub fn python_floordiv(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a.wrapping_rem(b) != 0 && ((a < 0) != (b < 0)) { quotient - 1 } else { quotient })
}

/// `a % b` with the sign rule of Python; `b` is not 0.
pub fn python_mod(a: i64, b: i64) -> i64 {
    let rest = a.wrapping_rem(b);
    if rest != 0 && ((rest < 0) != (b < 0)) { rest + b } else { rest }
}
