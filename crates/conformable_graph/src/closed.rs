//! What a call gives, said in the terms of its inputs. A call names what nobody knows (`n` for a
//! `?`); such a name means nothing outside of it, where two calls would use the same one.

use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Sym, Ty};
use rustc_hash::FxHashSet;

/// The outputs with `?` for what no input names.
pub fn closed(outputs: &[Ty], inputs: &[Ty]) -> Vec<Ty> {
    let known = leaves(inputs);
    let mut types: FxHashSet<Sym> = FxHashSet::default();
    inputs.iter().for_each(|ty| {
        term::map_ty(*ty, &mut Names(&mut types));
    });
    let mut unnamed = Named { unknown: Unknown(|leaf| !known.contains(&leaf)), types: &types };
    outputs.iter().map(|ty| term::map_ty(*ty, &mut unnamed)).collect()
}

/// The type without what only whoever made it can tell apart: numbered sizes are `?`.
pub fn without_numbers(ty: Ty) -> Ty {
    term::map_ty(ty, &mut Unknown(|leaf: Leaf| leaf.fresh().is_some()))
}

/// The names and numbers in types.
pub fn leaves(types: &[Ty]) -> FxHashSet<Leaf> {
    let mut found = FxHashSet::default();
    types.iter().for_each(|ty| {
        term::visit_ty(*ty, &mut |leaf| {
            found.insert(leaf);
        });
    });
    found
}

/// `?` in place of names and numbers for which this holds, and of what is computed from a `?`.
pub struct Unknown<F>(pub F);

impl<F: Fn(Leaf) -> bool> Map for Unknown<F> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        let unknown = if leaf.is_plain() { (self.0)(leaf) } else { term::has_hole(&leaf.into()) };
        unknown.then(|| leaf.any())
    }
}

/// The names of whole types.
struct Names<'a>(&'a mut FxHashSet<Sym>);

impl Map for Names<'_> {
    fn name(&mut self, name: Sym) -> Option<Ty> {
        self.0.insert(name);
        None
    }
}

/// As [`Unknown`], and of whole types those without such a name.
struct Named<'a, F> {
    unknown: Unknown<F>,
    types: &'a FxHashSet<Sym>,
}

impl<F: Fn(Leaf) -> bool> Map for Named<'_, F> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        self.unknown.leaf(leaf)
    }

    fn name(&mut self, name: Sym) -> Option<Ty> {
        (!self.types.contains(&name)).then(Ty::unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_types::text::parse_type;
    use conformable_types::{DType, Dim, FreshKind, Shape};

    fn check(output: &str, input: &str, expected: &str) {
        let [output, input] = [output, input].map(|text| parse_type(text).unwrap());
        assert_eq!(closed(&[output], &[input])[0].to_string(), expected);
    }

    #[test]
    fn names_of_the_inputs_stay_and_others_are_unknown() {
        check("float64[n, m]", "float64[n, ?]", "float64[n, ?]");
        check("float64[n + m, 2*n]", "float64[n]", "float64[?, 2*n]");
        check("float64[*S, 3]", "float64[*S]", "float64[*S, 3]");
        check("float64[*S, 3]", "float64[3]", "float64[..., 3]");
        check("float64[prod(*S)]", "float64[3]", "float64[?]");
    }

    #[test]
    fn numbered_sizes_are_unknown() {
        let size = Dim::fresh(7, FreshKind::Runtime);
        let half = size.floordiv(Dim::of(2)).unwrap();
        let ty = Ty::array(DType::FLOAT64, Shape::of(&[size, half, Dim::name("n"), Dim::of(3)]));
        assert_eq!(without_numbers(ty), parse_type("float64[?, ?, n, 3]").unwrap());
    }
}
