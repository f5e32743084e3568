//! Bounds that follow from what waits, by backward steps that the store does not take by itself.

use conformable_types::{Atom, AtomData, Dim, Seq, SeqData, Term, bounds};

use super::atoms::atoms_in;
use super::residues;
use crate::relations;
use crate::store::{Fact, Store};

/// What follows, of what is shown too, each a fact that need not be new.
pub(super) fn implied(store: &Store, shown: &[Term]) -> Vec<Fact> {
    let mut facts = Vec::new();
    for fact in store.waiting() {
        match fact {
            Fact::Shape(a, b) => {
                for (whole, result) in [(a, b), (b, a)] {
                    let app = whole.seq().filter(|_| whole.min_rank() == 0).map(Seq::data);
                    if let Some(SeqData::App(name, args)) = app {
                        facts.extend(relations::implied(store, name.as_str(), args, Some(*result)));
                    }
                }
                facts.push(Fact::Eq(store.resolve_shape(*a).rank_dim(), store.resolve_shape(*b).rank_dim()));
            }
            Fact::Eq(a, b) => {
                let resolved = store.resolve_dim(*a).minus(store.resolve_dim(*b));
                // What is made of others may be solved: then nothing is left of the equation.
                let written = a.minus(*b);
                for difference in
                    [Some(resolved), Some(written).filter(|written| *written != resolved)].into_iter().flatten()
                {
                    factors(difference, store, &mut facts);
                    roots(difference, &mut facts);
                    ends(difference, store, &mut facts);
                }
                quotients(written, store, &mut facts);
                for (composite, result) in [(*a, *b), (*b, *a)] {
                    divisors(composite, store.resolve_dim(result), store, &mut facts);
                }
            }
            Fact::Broadcast(a, b) => {
                let (a, b) = (store.resolve_dim(*a), store.resolve_dim(*b));
                for (open, known) in [(a, b), (b, a)] {
                    // Equal or 1.
                    if let (None, Some(size)) = (open.constant(), known.constant().filter(|size| *size != 1)) {
                        facts.push(Fact::Le(Dim::of(size.min(1)), open));
                        facts.push(Fact::Le(open, Dim::of(size.max(1))));
                    }
                }
            }
            Fact::Le(a, b) => {
                below(store.resolve_dim(*a).minus(store.resolve_dim(*b)), store, &mut facts);
                facts.extend(store.ask_le(*b, *a).is_yes().then_some(Fact::Eq(*a, *b)));
            }
            _ => {}
        }
    }
    for atom in atoms_in(store, shown, &|atom| matches!(atom.data(), AtomData::App(..))) {
        if let AtomData::App(name, args) = atom.data() {
            facts.extend(relations::implied(store, name.as_str(), args, None));
        }
    }
    composite(store, &mut facts);
    residues::remainders(store, &mut facts);
    facts.retain(|fact| match fact {
        Fact::Eq(a, b) | Fact::Le(a, b) => !a.is_any() && !b.is_any(),
        _ => true,
    });
    facts
}

/// A sum of products of sizes that is `v`, all of one sign: none of them is more than `v`, and of one
/// that is not 0 no factor either.
fn factors(difference: Dim, store: &Store, facts: &mut Vec<Fact>) {
    let terms = difference.terms();
    let value = terms.iter().find(|(monomial, _)| monomial.is_unit()).map_or(0, |(_, value)| *value);
    let products = || terms.iter().filter(|(monomial, _)| !monomial.is_unit());
    let sign = -value.signum();
    let is_size = |atom: conformable_types::Atom| store.interval(atom.dim()).lo >= 0;
    let mut atoms = products().flat_map(|(monomial, _)| monomial.factors());
    if value == 0 || !products().all(|(_, c)| c.signum() == sign) || !atoms.all(|(atom, _)| is_size(*atom)) {
        return;
    }
    let count = products().count();
    for (monomial, coefficient) in products() {
        let Ok(most) = i64::try_from(value.unsigned_abs() / coefficient.unsigned_abs()) else { continue };
        let others = |own| monomial.factors().iter().filter(move |(atom, _)| *atom != own);
        for (atom, _) in monomial.factors() {
            // The only one is not 0.
            if count == 1 {
                facts.push(Fact::Le(Dim::ONE, atom.dim()));
            }
            if count == 1 || others(*atom).all(|(other, _)| store.interval(other.dim()).lo >= 1) {
                facts.push(Fact::Le(atom.dim(), Dim::of(most)));
            }
        }
    }
}

/// `a*x**k + ... + c = 0` in one unknown: no root is larger than Cauchy's bound.
fn roots(difference: Dim, facts: &mut Vec<Fact>) {
    let mut atoms = difference.atoms();
    let Some(atom) = atoms.next() else { return };
    if atoms.any(|other| other != atom) {
        return;
    }
    let terms = difference.terms();
    let power = |(monomial, coefficient): &(conformable_types::dim::Monomial, i64)| {
        (monomial.factors().first().map_or(0, |(_, power)| *power), coefficient.unsigned_abs())
    };
    let Some((highest, leading)) = terms.iter().map(power).max_by_key(|(power, _)| *power) else { return };
    let rest = terms.iter().map(power).filter(|(power, _)| *power < highest);
    let largest = rest.map(|(_, size)| size.div_ceil(leading)).max().unwrap_or(0);
    if highest > 1
        && let Some(most) = i64::try_from(largest).ok().and_then(|largest| largest.checked_add(1))
    {
        facts.extend([Fact::Le(Dim::of(-most), atom.dim()), Fact::Le(atom.dim(), Dim::of(most))]);
    }
}

/// `p//q = v` for whatever v: `v*q <= p < v*q + q`; so `(n % 3)//n` is at most 1.
fn quotients(difference: Dim, store: &Store, facts: &mut Vec<Fact>) {
    for atom in difference.atoms() {
        let AtomData::FloorDiv(p, q) = atom.data() else { continue };
        let Some((coefficient @ (1 | -1), rest)) = difference.linear_in(atom) else { continue };
        if store.interval(*q).lo < 1 {
            continue;
        }
        let least = rest.scaled(-coefficient).times(*q);
        facts.extend([Fact::Le(least, *p), Fact::Le(p.plus(1), least.plus(*q))]);
        facts.extend(without_remainder(*p, store).map(|most| Fact::Le(least, most)));
        // (a//b)//q = v: v*q*b <= a.
        if let Some(AtomData::FloorDiv(a, b)) = p.as_atom().map(|atom| atom.data())
            && store.interval(*b).lo >= 1
        {
            facts.push(Fact::Le(least.times(*b), *a));
        }
    }
}

/// `a % b` is at most a, if neither is negative.
fn without_remainder(dim: Dim, store: &Store) -> Option<Dim> {
    dim.atoms().find_map(|atom| {
        let AtomData::Mod(a, b) = atom.data() else { return None };
        let (coefficient, rest) = dim.linear_in(atom)?;
        let are_sizes = store.interval(*a).lo >= 0 && store.interval(*b).lo >= 0;
        (are_sizes && coefficient > 0).then(|| rest.plus(a.scaled(coefficient)))
    })
}

/// What composite sizes are at most and at least: a remainder is less than its divisor, the largest of
/// several no less than each.
fn composite(store: &Store, facts: &mut Vec<Fact>) {
    let is_composite = |atom: Atom| {
        matches!(atom.data(), AtomData::Max(_) | AtomData::Min(_) | AtomData::Mod(..) | AtomData::FloorDiv(..))
    };
    let is_size = |dim: &Dim| store.interval(*dim).lo >= 0;
    let is_less = |a: Dim, b: Dim| store.ask_le(a.plus(1), b).is_yes();
    for atom in atoms_in(store, &[], &is_composite) {
        let own = atom.dim();
        match atom.data() {
            AtomData::Max(parts) => {
                facts.extend(parts.iter().map(|part| Fact::Le(*part, own)));
                facts.push(Fact::Eq(own, store.extreme(parts, true)));
            }
            AtomData::Min(parts) => {
                facts.extend(parts.iter().map(|part| Fact::Le(own, *part)));
                facts.push(Fact::Eq(own, store.extreme(parts, false)));
            }
            AtomData::Mod(a, b) if a == b => facts.push(Fact::Eq(own, Dim::ZERO)),
            AtomData::Mod(a, b) if is_size(a) && is_size(b) => {
                facts.extend([Fact::Le(own, *a), Fact::Le(own.plus(1), *b)]);
                facts.extend(is_less(*a, *b).then_some(Fact::Eq(own, *a)));
                facts.extend(never_leaves(*a, *b, store.resolve_dim(own)).then_some(Fact::Ne(own, own)));
            }
            AtomData::FloorDiv(a, b) if store.interval(*b).lo >= 1 => {
                if is_size(a) {
                    facts.extend(is_less(*a, *b).then_some(Fact::Eq(own, Dim::ZERO)));
                    facts.extend([Fact::Le(own, *a), Fact::Le(own.times(*b), *a)]);
                }
                let range = store.interval(own);
                facts.extend((range.lo != i64::MIN).then(|| Fact::Le(b.scaled(range.lo), *a)));
                facts.extend(range.hi.checked_add(1).map(|above| Fact::Le(a.plus(1), b.scaled(above))));
            }
            _ => {}
        }
    }
}

/// A sum of multiples of g has no remainder that g does not divide: `2*n % 4` is not 1.
fn never_leaves(sum: Dim, divisor: Dim, remainder: Dim) -> bool {
    let (Some(divisor), Some(remainder)) = (divisor.constant(), remainder.constant()) else { return false };
    let (mut common, mut number) = (divisor, remainder.saturating_neg());
    for (monomial, coefficient) in sum.terms().iter() {
        match monomial.is_unit() {
            true => number = number.saturating_add(*coefficient),
            false => common = bounds::gcd(common, *coefficient),
        }
    }
    number.checked_rem(common).is_some_and(|rest| rest != 0)
}

/// `c*x + rest <= 0`: the least that the rest can be bounds x, and so it does where x is squared.
fn below(difference: Dim, store: &Store, facts: &mut Vec<Fact>) {
    for (monomial, coefficient) in difference.terms().iter() {
        let ([(atom, 2..)], true) = (monomial.factors(), *coefficient > 0) else { continue };
        let rest = difference.minus(Dim::from_terms([(monomial.clone(), *coefficient)]));
        let least = store.interval(rest).lo;
        if store.interval(atom.dim()).lo >= 0 && least != i64::MIN {
            facts.push(Fact::Le(atom.dim(), Dim::of(least.saturating_neg().div_euclid(*coefficient).max(0))));
        }
    }
    for atom in difference.atoms() {
        let Some((coefficient, rest)) = difference.linear_in(atom) else { continue };
        let least = store.interval(rest).lo;
        if least == i64::MIN {
            continue;
        }
        let most = least.saturating_neg();
        match coefficient > 0 {
            true => facts.push(Fact::Le(atom.dim(), Dim::of(most.div_euclid(coefficient)))),
            // x >= rest/|c|, rounded up.
            false => {
                let size = coefficient.saturating_neg();
                facts.push(Fact::Le(Dim::of(least.saturating_add(size - 1).div_euclid(size)), atom.dim()));
            }
        }
    }
}

/// `k % q = r` and `k//q = r` for known k and r: where q is.
fn divisors(composite: Dim, result: Dim, store: &Store, facts: &mut Vec<Fact>) {
    let (Some(atom), Some(r)) = (composite.as_atom(), result.constant()) else { return };
    let (AtomData::FloorDiv(p, q) | AtomData::Mod(p, q)) = atom.data() else { return };
    let (Some(k), q) = (store.resolve_dim(*p).constant(), store.resolve_dim(*q)) else { return };
    let is_remainder = matches!(atom.data(), AtomData::Mod(..));
    if k < 0 || store.interval(q).lo < 0 {
        // A divisor of either sign that is large enough leaves k, or k + q; and the quotient is 0, or -1.
        let (k, r) = (k.saturating_abs(), if is_remainder { r.saturating_abs() } else { 0 });
        let is_large =
            if is_remainder { store.resolve_dim(*p) == result } else { matches!(result.constant(), Some(-1 | 0)) };
        let most = Dim::of(k.saturating_add(r));
        facts.extend((!is_large).then(|| [Fact::Le(most.negated(), q), Fact::Le(q, most)]).into_iter().flatten());
        return;
    }
    match (is_remainder, r) {
        // That it is less than q is known of every remainder.
        (true, _) if r < k => facts.push(Fact::Le(q, Dim::of(k))),
        (true, _) | (false, 0) => facts.push(Fact::Le(Dim::of(k + 1), q)),
        (false, _) => facts.extend([Fact::Le(Dim::ONE, q), Fact::Le(q, Dim::of(k / r))]),
    }
}

/// `c*x + rest = 0`: the bounds of the rest are bounds of x.
fn ends(difference: Dim, store: &Store, facts: &mut Vec<Fact>) {
    // c*x*x + rest = 0: x is at most what its square is.
    for (monomial, coefficient) in difference.terms().iter() {
        let [(atom, 2..)] = monomial.factors() else { continue };
        let rest = difference.minus(Dim::from_terms([(monomial.clone(), *coefficient)]));
        let range = store.interval(if *coefficient > 0 { rest.negated() } else { rest });
        if store.interval(atom.dim()).lo >= 0 && range.hi != i64::MAX {
            facts.push(Fact::Le(atom.dim(), Dim::of(range.hi.max(0))));
        }
    }
    for atom in difference.atoms() {
        let Some((coefficient, rest)) = difference.linear_in(atom) else { continue };
        // What is made of others has bounds of its own, whatever it was solved to be.
        let range = store.interval(rest.negated()).meet(bounds::interval(rest.negated(), store));
        let (least, most) = match coefficient > 0 {
            true => (range.lo, range.hi),
            false => (range.hi, range.lo),
        };
        let is_open = |bound: i64| bound == i64::MIN || bound == i64::MAX;
        let floor = |bound: i64| conformable_types::dim::python_floordiv(bound, coefficient);
        if !is_open(least)
            && let Some(least) = floor(least.saturating_neg()).map(i64::saturating_neg)
        {
            facts.push(Fact::Le(Dim::of(least), atom.dim()));
        }
        if !is_open(most)
            && let Some(most) = floor(most)
        {
            facts.push(Fact::Le(atom.dim(), Dim::of(most)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wide enough for what is tried.
    const FAR: i64 = 40;

    #[test]
    fn divisors_are_within_their_bounds_which_they_have_unless_any_large_one_is_one() {
        let q = Dim::fresh(1, conformable_types::FreshKind::Int);
        type Operation = (fn(Dim, Dim) -> Option<Dim>, fn(i64, i64) -> i64);
        let remainder: Operation = (Dim::modulo, |k, q| k - q * conformable_types::dim::python_floordiv(k, q).unwrap());
        let quotient: Operation = (Dim::floordiv, |k, q| conformable_types::dim::python_floordiv(k, q).unwrap());
        for (of, value) in [remainder, quotient] {
            // Of 0 both are 0, whatever it is divided by.
            for (k, r) in (-7..=7).filter(|k| *k != 0).flat_map(|k| (-7..=7).map(move |r| (k, r))) {
                let mut facts = Vec::new();
                let store = Store::new();
                divisors(of(Dim::of(k), q).unwrap(), Dim::of(r), &store, &mut facts);
                let mut bounded = store.clone();
                facts.iter().for_each(|fact| bounded.tell(fact).unwrap());
                let range = bounded.interval(q);
                let fitting: Vec<i64> = (-FAR..=FAR).filter(|q| *q != 0 && value(k, *q) == r).collect();
                assert!(fitting.iter().all(|q| range.contains(*q)), "{k}, {r}: {range:?}");
                assert!(fitting.contains(&FAR) || fitting.contains(&-FAR) || range.hi < FAR, "{k}, {r} is bounded");
            }
        }
    }
}
