//! Sizes that data decide, of types that come from several places: `#1` is one size within a type, and nothing to the
//! `#1` of another. Each type has its own here, and what is made later is none of them.

use conformable_solver::Store;
use conformable_types::Ty;
use conformable_types::term::{self, Leaf};
use rustc_hash::FxHashMap;

/// The types, numbered apart.
pub(super) fn apart(store: &mut Store, types: &[Ty]) -> Vec<Ty> {
    let numbers: Vec<Vec<u64>> = types.iter().map(|ty| numbers_of(*ty)).collect();
    let Some(last) = numbers.iter().flatten().max() else { return types.to_vec() };
    store.number_above(*last);
    let mut met: Vec<u64> = Vec::new();
    let mut own = Vec::with_capacity(types.len());
    for (ty, numbers) in types.iter().zip(numbers) {
        let shared = numbers.iter().filter(|number| met.contains(number));
        let fresh: FxHashMap<u64, u64> = shared.map(|number| (*number, store.fresh_id())).collect();
        own.push(if fresh.is_empty() { *ty } else { term::map_ty(*ty, &mut Renumbered(fresh)) });
        met.extend(numbers);
    }
    own
}

/// Sizes of data of its own for what has these types, a signature: each call makes others. `None` if it has none.
pub(super) fn own_sizes(store: &mut Store, types: impl Iterator<Item = Ty>) -> Option<Renumbered> {
    let mut fresh = FxHashMap::default();
    for number in types.flat_map(numbers_of) {
        fresh.entry(number).or_insert_with(|| store.fresh_id());
    }
    (!fresh.is_empty()).then_some(Renumbered(fresh))
}

/// The numbers of what is fresh in a type.
fn numbers_of(ty: Ty) -> Vec<u64> {
    let mut found = Vec::new();
    term::visit_ty(ty, &mut |leaf| {
        let number = leaf.fresh().map(|(number, _)| number).filter(|_| !matches!(leaf, Leaf::Elem(_)));
        found.extend(number.filter(|number| !found.contains(number)));
    });
    found
}

/// Exchanges fresh things for those of other numbers.
pub(super) struct Renumbered(FxHashMap<u64, u64>);

impl term::Map for Renumbered {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        let (id, kind) = leaf.fresh().filter(|_| !matches!(leaf, Leaf::Elem(_)))?;
        self.0.get(&id).map(|own| leaf.numbered(*own, kind))
    }
}

#[cfg(test)]
mod tests {
    use conformable_types::text::parse_type;

    use crate::Signature;

    /// What goes in and out, and what must hold, in one numbering.
    fn call(signature: &str, inputs: &[&str]) -> String {
        let inputs: Vec<_> = inputs.iter().map(|text| parse_type(text).unwrap()).collect();
        let call = Signature::parse(signature).unwrap().apply(&inputs).unwrap();
        conformable_types::text::print_function(&call.into_function())
    }

    #[test]
    fn sizes_of_two_types_are_two() {
        let both = call("(x[n], x[n]) -> x[n]", &["float64[#1]", "float64[#1]"]);
        assert_eq!(both, "(float64[#1], float64[#1]) -> float64[#1] where #2 == #1");
        assert_eq!(call("(x[n]) -> x[n]", &["float64[#1]"]), "(float64[#1]) -> float64[#1]");
        assert_eq!(call("(x[n, n]) -> x[n]", &["float64[#1, #1]"]), "(float64[#1, #1]) -> float64[#1]");
    }

    #[test]
    fn what_a_call_makes_is_none_of_what_it_is_given() {
        let made = call("(x[n]) -> x[n], x[#k]", &["float64[#1]"]);
        assert_eq!(made, "(float64[#1]) -> float64[#1], float64[#2]");
    }
}
