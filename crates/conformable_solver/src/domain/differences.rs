//! Whether sizes of which each is said to be less than the next one come round in a ring: `a < b, b < c,
//! c < a` has no values, though any two of them have.

use conformable_types::{Atom, Dim};

use crate::store::{Contradiction, Fact, Store};

/// `to` is at most `from` and `most`; without an atom it is 0.
struct Edge {
    from: Option<Atom>,
    to: Option<Atom>,
    most: i64,
}

/// That what waits and the bounds of its sizes can be ordered.
pub(super) fn ordered(store: &Store) -> Result<(), Contradiction> {
    let mut edges: Vec<Edge> = Vec::new();
    for fact in store.waiting() {
        let (Fact::Le(a, b) | Fact::Eq(a, b)) = fact else { continue };
        let slack = store.resolve_dim(*b).minus(store.resolve_dim(*a));
        edges.extend(difference(slack));
        edges.extend(matches!(fact, Fact::Eq(..)).then(|| difference(slack.negated())).flatten());
    }
    if edges.len() < 2 {
        return Ok(());
    }
    let mut nodes: Vec<Option<Atom>> = vec![None];
    for node in edges.iter().flat_map(|edge| [edge.from, edge.to]) {
        if !nodes.contains(&node) {
            nodes.push(node);
        }
    }
    for atom in nodes.iter().flatten() {
        let range = store.interval(atom.dim());
        let (from, to) = (None, Some(*atom));
        edges.extend((range.hi != i64::MAX).then_some(Edge { from, to, most: range.hi }));
        let least = range.lo.checked_neg();
        edges.extend(least.map(|most| Edge { from: to, to: from, most }));
    }
    // Distances from a node that is before all others: those that still fall are on a ring.
    let mut distances = vec![0i64; nodes.len()];
    let place = |node: Option<Atom>| nodes.iter().position(|own| *own == node).unwrap_or(0);
    let edges: Vec<(usize, usize, i64)> =
        edges.iter().map(|edge| (place(edge.from), place(edge.to), edge.most)).collect();
    for _ in 0..=nodes.len() {
        let mut falls = false;
        for (from, to, most) in &edges {
            let through = distances[*from].saturating_add(*most);
            falls |= through < distances[*to];
            distances[*to] = distances[*to].min(through);
        }
        if !falls {
            return Ok(());
        }
    }
    Err(Contradiction)
}

/// `x - y + c`, which is at least 0: y is at most x and c.
fn difference(slack: Dim) -> Option<Edge> {
    let mut edge = Edge { from: None, to: None, most: 0 };
    for (monomial, coefficient) in slack.terms().iter() {
        match (monomial.factors(), coefficient) {
            ([], number) => edge.most = *number,
            ([(atom, 1)], 1) if edge.from.is_none() => edge.from = Some(*atom),
            ([(atom, 1)], -1) if edge.to.is_none() => edge.to = Some(*atom),
            _ => return None,
        }
    }
    (edge.from.is_some() && edge.to.is_some()).then_some(edge)
}

#[cfg(test)]
mod tests {
    use conformable_types::Interval;

    use super::*;

    /// Can these be, each less than the next one by at least 1?
    fn rising(names: &[&str]) -> bool {
        let mut store = Store::new();
        let told = names.windows(2).all(|pair| {
            let [a, b] = [Dim::name(pair[0]), Dim::name(pair[1])];
            store.tell(&Fact::Le(a.plus(1), b)).is_ok()
        });
        told && ordered(&store).is_ok()
    }

    #[test]
    fn what_rises_from_zero_is_no_less_than_its_place() {
        for (most, fits) in [(2, false), (3, true)] {
            let names = ["a", "b", "c", "d"].map(Dim::name);
            let mut store = Store::new();
            let told = names.windows(2).all(|pair| store.tell(&Fact::Le(pair[0].plus(1), pair[1])).is_ok());
            store.set_bounds(names[3].as_atom().unwrap(), Interval { lo: 0, hi: most });
            assert!(told && ordered(&store).is_ok() == fits, "{most}");
        }
    }

    #[test]
    fn what_comes_round_cannot_be() {
        assert!(rising(&["a", "b", "c", "d"]));
        assert!(!rising(&["a", "b", "c", "a"]));
        assert!(!rising(&["x", "a", "b", "c", "d", "a"]));
    }
}
