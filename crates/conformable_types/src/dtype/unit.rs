//! Units of time: `ns`, `25s`, `D`.
//!
//! A unit is a count of a base unit. The common unit of two is the coarsest that both are multiples of:
//! `25s` and `m` give `5s`. There's no whole number of days in a month; so `timedelta64`, a length of
//! time, can't mix years and months with the rest, while `datetime64`, a date, can.
//! Source: NumPy reference, "Datetimes and timedeltas"; compared with NumPy in `tests/promotion.rs`.

use std::fmt;

/// A count of a base unit, such as `25s`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    count: u32,
    base: u8,
}

const BASES: [&str; 13] = ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"];

/// How many of the next finer base unit each holds; 0 where that isn't a number.
const FACTORS: [u64; 12] = [12, 0, 7, 24, 60, 60, 1000, 1000, 1000, 1000, 1000, 1000];

/// The first base unit on the far side of the calendar: weeks.
const WEEK: u8 = 2;

impl Unit {
    /// What units are counts of, from years to attoseconds.
    pub const NAMES: [&str; 13] = BASES;

    /// `ns`, `25s`, `M`; also `μs`.
    pub fn parse(text: &str) -> Option<Unit> {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (count, base) = text.split_at(digits);
        let count = if count.is_empty() { 1 } else { count.parse().ok().filter(|n| (1..1 << 31).contains(n))? };
        let base = if base == "μs" { "us" } else { base };
        let base = BASES.iter().position(|name| *name == base)? as u8;
        Some(Unit { count, base })
    }

    /// The unit that times in both can be given in; `None` if `strict` (for timedeltas) and the calendar
    /// is in between.
    pub(super) fn common(self, other: Unit, strict: bool) -> Option<Unit> {
        let (coarse, fine) = if self.base <= other.base { (self, other) } else { (other, self) };
        if strict && coarse.crosses(fine) {
            return None;
        }
        // NumPy has an OverflowError for factors of 2^56 and more: attoseconds go with nothing above ms.
        let mut factor = 1u64;
        for step in &FACTORS[coarse.base as usize..fine.base as usize] {
            factor = factor.checked_mul((*step).max(1)).filter(|factor| *factor < 1 << 56)?;
        }
        let count = u64::from(coarse.count).checked_mul(factor)?;
        let count = u32::try_from(gcd(count, u64::from(fine.count))).ok()?;
        Some(Unit { count, base: fine.base })
    }

    /// Whether a time in this unit may become one in `target`: safely if each is a whole number of
    /// those, and within a kind always, save for timedeltas across the calendar.
    pub(super) fn casts_to(self, target: Unit, strict: bool, safe: bool) -> bool {
        if safe && target.base < self.base {
            return false;
        }
        if self.crosses(target) {
            return !strict;
        }
        if !safe {
            return true;
        }
        let factors = &FACTORS[self.base as usize..target.base as usize];
        let target = u64::from(target.count);
        // Only the remainder matters, and it stays small.
        factors.iter().fold(u64::from(self.count) % target, |n, factor| n * factor % target) == 0
    }

    fn crosses(self, other: Unit) -> bool {
        (self.base < WEEK) != (other.base < WEEK)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count != 1 {
            write!(f, "{}", self.count)?;
        }
        f.write_str(BASES[self.base as usize])
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn common(a: &str, b: &str, strict: bool) -> Option<String> {
        let unit = Unit::parse(a)?.common(Unit::parse(b)?, strict)?;
        Some(unit.to_string())
    }

    #[test]
    fn common_units() {
        assert_eq!(common("25s", "m", true).as_deref(), Some("5s"));
        assert_eq!(common("2M", "Y", true).as_deref(), Some("2M"));
        assert_eq!(common("Y", "D", false).as_deref(), Some("D"));
        assert_eq!(common("Y", "D", true), None);
        assert_eq!(common("W", "as", true).as_deref(), None, "overflow");
        assert_eq!(common("s", "as", true).as_deref(), None, "10^18 is too much for NumPy");
        assert_eq!(common("ms", "as", true).as_deref(), Some("as"));
    }

    #[test]
    fn casts() {
        let casts =
            |a: &str, b: &str, strict, safe| Unit::parse(a).unwrap().casts_to(Unit::parse(b).unwrap(), strict, safe);
        assert!(casts("D", "25s", true, true));
        assert!(!casts("m", "25s", true, true));
        assert!(casts("m", "25s", true, false));
        assert!(!casts("s", "m", true, true));
        assert!(casts("Y", "ns", false, true));
        assert!(!casts("Y", "ns", true, false));
    }

    #[test]
    fn what_is_no_unit() {
        for text in ["", "0s", "x", "s2", "4294967296s"] {
            assert_eq!(Unit::parse(text), None, "{text}");
        }
    }
}
