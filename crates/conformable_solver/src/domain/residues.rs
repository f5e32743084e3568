//! What remainders by a small number can be, found by trying the residues of the sizes that they are made
//! of: `n*n % 3` is never 2. What is known of other remainders by the same number, and the equations that
//! wait, say which residues go together.

use conformable_types::{Atom, AtomData, Dim, Interval, bounds};

use super::atoms::atoms_in;
use crate::store::{Fact, Store};

/// Divisors of more are not looked at.
const LARGEST: i64 = 64;
/// So many combinations of residues are tried at most.
const TRIED: u64 = 1024;
/// So many divisors are looked at.
const DIVISORS: usize = 8;

/// A sum whose remainder by a number lies between two others.
struct Condition {
    sum: Dim,
    by: i64,
    range: Interval,
    /// The remainder that this is about; an equation has none.
    own: Option<Atom>,
    sizes: Vec<Atom>,
}

/// Facts about remainders, and one that cannot be where no residues fit an equation.
pub(super) fn remainders(store: &Store, facts: &mut Vec<Fact>) {
    for divisor in divisors(store) {
        let all = conditions(store, divisor);
        for condition in &all {
            if (0..condition.sizes.len())
                .try_fold(1, |count: u64, _| count.checked_mul(divisor.unsigned_abs()))
                .is_none_or(|count| count > TRIED)
            {
                continue;
            }
            let found = tried(condition, &all, divisor);
            match (found, condition.own) {
                (None, _) => facts.push(Fact::Le(Dim::ONE, Dim::ZERO)),
                (Some((least, most)), Some(own)) => {
                    facts.extend([Fact::Le(Dim::of(least), own.dim()), Fact::Le(own.dim(), Dim::of(most))]);
                }
                _ => {}
            }
        }
    }
}

/// The numbers that remainders are by, and those that stand in equations with products; and the multiples that
/// two of them have in common, which say what goes together: `n % 4 == 1` is odd.
fn divisors(store: &Store) -> Vec<i64> {
    let mut found: Vec<i64> = atoms_in(store, &[], &|atom| matches!(atom.data(), AtomData::Mod(..)))
        .into_iter()
        .filter_map(|atom| by_number(atom).map(|(_, divisor)| divisor))
        .collect();
    for equation in equations(store) {
        let terms = equation.terms();
        let has_products = terms.iter().any(|(monomial, _)| monomial.factors().iter().any(|(_, power)| *power > 1));
        found.extend(terms.iter().filter(|_| has_products).map(|(_, coefficient)| coefficient.saturating_abs()));
    }
    found.retain(|divisor| (2..=LARGEST).contains(divisor));
    found.sort_unstable();
    found.dedup();
    found.truncate(DIVISORS);
    let pairs = found.iter().enumerate().flat_map(|(place, a)| found[..place].iter().map(move |b| (a, b)));
    let common: Vec<i64> = pairs.map(|(a, b)| a / bounds::gcd(*a, *b) * b).filter(|both| *both <= LARGEST).collect();
    found.extend(common);
    found.sort_unstable();
    found.dedup();
    found
}

/// What is divided by a number for its remainder, and that number.
fn by_number(atom: Atom) -> Option<(Dim, i64)> {
    match atom.data() {
        AtomData::Mod(sum, divisor) => Some((*sum, divisor.constant()?)),
        _ => None,
    }
}

fn equations(store: &Store) -> impl Iterator<Item = Dim> {
    store.waiting().filter_map(|fact| match fact {
        Fact::Eq(a, b) => Some(store.resolve_dim(*a).minus(store.resolve_dim(*b))),
        _ => None,
    })
}

fn conditions(store: &Store, divisor: i64) -> Vec<Condition> {
    let mut all = Vec::new();
    let mut add = |sum: Dim, by: i64, range: Interval, own: Option<Atom>| {
        let mut sizes = Vec::new();
        sizes_of(sum, divisor, &mut sizes);
        let is_known = sum.is_any() || sizes.is_empty();
        all.extend((!is_known).then_some(Condition { sum, by, range, own, sizes }));
    };
    for atom in atoms_in(store, &[], &|atom| by_number(atom).is_some_and(|(_, by)| by > 1 && divisor % by == 0)) {
        if let Some((sum, by)) = by_number(atom) {
            let range = store.interval(atom.dim()).meet(Interval { lo: 0, hi: by - 1 });
            add(store.resolve_dim(sum), by, range, Some(atom));
        }
    }
    equations(store).for_each(|equation| add(equation, divisor, Interval { lo: 0, hi: 0 }, None));
    all
}

/// The sizes whose residues decide a sum's: `x % 6` leaves by 3 what x does.
fn sizes_of(sum: Dim, divisor: i64, found: &mut Vec<Atom>) {
    for atom in sum.atoms() {
        match by_number(atom) {
            Some((inner, own)) if own > 0 && own % divisor == 0 => sizes_of(inner, divisor, found),
            _ if found.contains(&atom) => {}
            _ => found.push(atom),
        }
    }
}

/// The least and the largest residue of a condition's sum where all that is known of the same sizes holds.
fn tried(condition: &Condition, all: &[Condition], divisor: i64) -> Option<(i64, i64)> {
    let sizes = &condition.sizes;
    let known: Vec<&Condition> =
        all.iter().filter(|other| other.sizes.iter().all(|size| sizes.contains(size))).collect();
    let mut residues = vec![0; sizes.len()];
    let mut found: Option<(i64, i64)> = None;
    loop {
        let value = |of: &Condition| residue(of.sum, divisor, sizes, &residues) % of.by;
        if known.iter().all(|other| other.range.contains(value(other))) {
            let own = value(condition);
            found = Some(found.map_or((own, own), |(least, most)| (least.min(own), most.max(own))));
        }
        // The next combination, as a number is counted up.
        let Some(place) = residues.iter().position(|residue| residue + 1 < divisor) else { return found };
        residues[..place].fill(0);
        residues[place] += 1;
    }
}

fn residue(sum: Dim, divisor: i64, sizes: &[Atom], residues: &[i64]) -> i64 {
    let of_atom = |atom: Atom| match sizes.iter().position(|size| *size == atom) {
        Some(place) => residues[place],
        None => by_number(atom).map_or(0, |(inner, _)| residue(inner, divisor, sizes, residues)),
    };
    let terms = sum.terms();
    terms.iter().fold(0, |total, (monomial, coefficient)| {
        let factors = monomial.factors().iter().flat_map(|(atom, power)| (0..*power).map(|_| of_atom(*atom)));
        let product = factors.fold(coefficient.rem_euclid(divisor), |product, factor| product * factor % divisor);
        (total + product) % divisor
    })
}

#[cfg(test)]
mod tests {
    use super::super::squeeze;
    use super::*;

    /// Can these sums leave these remainders at the same time, as far as is followed?
    fn leave(all: &[(Dim, i64, i64)]) -> bool {
        let mut store = Store::new();
        let told = all.iter().all(|(sum, divisor, remainder)| {
            let left = sum.modulo(Dim::of(*divisor)).expect("not by 0");
            store.tell(&Fact::Eq(left, Dim::of(*remainder))).is_ok()
        });
        told && squeeze(store, &[]).is_ok()
    }

    #[test]
    fn what_is_possible_by_brute_force_and_nothing_else() {
        let (n, m) = (Dim::name("n"), Dim::name("m"));
        type Value = fn(i64, i64) -> i64;
        let sums: [(Dim, Value); 4] = [
            (n.times(n), |n, _| n * n),
            (n.times(m), |n, m| n * m),
            (n.scaled(2).plus(1), |n, _| 2 * n + 1),
            (n.times(n).plus(m.times(m)), |n, m| n * n + m * m),
        ];
        for divisor in 2..9 {
            for (first, second) in sums.iter().flat_map(|a| sums.iter().map(move |b| (a, b))) {
                for (left, other) in (0..divisor).flat_map(|a| (0..divisor).map(move |b| (a, b))) {
                    let fits = |n, m| first.1(n, m) % divisor == left && second.1(n, m) % divisor == other;
                    let expected = (0..divisor).any(|n| (0..divisor).any(|m| fits(n, m)));
                    let found = leave(&[(first.0, divisor, left), (second.0, divisor, other)]);
                    let case = format!("{:?} and {:?} by {divisor}: {left}, {other}", first.0, second.0);
                    assert_eq!(found, expected, "{case}");
                }
            }
        }
    }

    #[test]
    fn remainders_by_two_numbers_go_together() {
        let n = Dim::name("n");
        for (first, second) in (2..9).flat_map(|a| (2..9).map(move |b| (a, b))) {
            for (left, other) in (0..first).flat_map(|a| (0..second).map(move |b| (a, b))) {
                let expected = (0..first * second).any(|n| n % first == left && n % second == other);
                let found = leave(&[(n, first, left), (n, second, other)]);
                assert_eq!(found, expected, "n % {first} == {left} and n % {second} == {other}");
            }
        }
    }

    #[test]
    fn equations_have_no_residues_that_squares_have_not() {
        let (n, m) = (Dim::name("n"), Dim::name("m"));
        let can_be = |right: Dim| {
            let mut store = Store::new();
            store.tell(&Fact::Eq(n.times(n), right)).is_ok() && squeeze(store, &[]).is_ok()
        };
        assert!(!can_be(m.scaled(3).plus(2)));
        assert!(can_be(m.scaled(3).plus(1)));
        assert!(!can_be(m.scaled(4).plus(3)));
    }
}
