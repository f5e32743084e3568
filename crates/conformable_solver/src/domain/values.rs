//! The values that a size can have one by one, where they are few and far between: the divisors of a
//! number that it divides.

use conformable_types::{Atom, Dim};

use crate::store::{Fact, Store};

/// Divisors of larger numbers are not looked for.
const LARGEST: u64 = 1 << 42;

/// The values that an equation leaves for a size within its bounds, the small ones first; none if no
/// equation lists them.
pub fn values(store: &Store, atom: Atom) -> Option<Vec<i64>> {
    of_multiple(store, atom, LARGEST)
}

/// The same, where the number that the size divides is at most so large.
pub fn of_multiple(store: &Store, atom: Atom, largest: u64) -> Option<Vec<i64>> {
    let multiple = store.waiting().find_map(|fact| match fact {
        Fact::Eq(a, b) => multiple_of(store.resolve_dim(*a).minus(store.resolve_dim(*b)), atom),
        _ => None,
    })?;
    if multiple > largest {
        return None;
    }
    let range = store.interval(atom.dim());
    let mut values: Vec<i64> = Vec::new();
    for divisor in divisors(multiple)? {
        let Ok(divisor) = i64::try_from(divisor) else { continue };
        values.extend([divisor, -divisor].into_iter().filter(|value| range.contains(*value)));
    }
    values.sort_unstable();
    Some(values)
}

/// A number that the atom divides: all of an equation but a number has it for a factor.
fn multiple_of(difference: Dim, atom: Atom) -> Option<u64> {
    let mut number = None;
    for (monomial, coefficient) in difference.terms().iter() {
        match monomial.is_unit() {
            true => number = Some(coefficient.unsigned_abs()),
            false if monomial.factors().iter().any(|(own, _)| *own == atom) => {}
            false => return None,
        }
    }
    number
}

/// The divisors of a number, unless it is too large.
fn divisors(number: u64) -> Option<Vec<u64>> {
    if number == 0 || number > LARGEST {
        return None;
    }
    let mut found = vec![1];
    let (mut rest, mut factor) = (number, 2);
    while factor * factor <= rest {
        let before = found.len();
        let mut power = 1;
        while rest % factor == 0 {
            rest /= factor;
            power *= factor;
            found.extend((0..before).map(|at| found[at] * power).collect::<Vec<_>>());
        }
        factor += 1;
    }
    if rest > 1 {
        found.extend(found.iter().map(|divisor| divisor * rest).collect::<Vec<_>>());
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors_of_numbers() {
        let mut all = divisors(12).unwrap();
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 4, 6, 12]);
        assert_eq!(divisors(1_001_000).unwrap().len(), 128);
        assert_eq!(divisors(1_000_003).unwrap(), [1, 1_000_003]);
        assert!(divisors(0).is_none() && divisors(u64::MAX).is_none());
    }

    #[test]
    fn a_size_divides_what_is_left_of_an_equation() {
        let (n, m) = (Dim::name("n"), Dim::name("m"));
        let mut store = Store::new();
        store.tell(&Fact::Eq(n.times(m).plus(m.scaled(2)), Dim::of(6))).unwrap();
        assert_eq!(values(&store, m.as_atom().unwrap()), Some(vec![1, 2, 3, 6]));
        assert_eq!(values(&store, n.as_atom().unwrap()), None);
    }
}
