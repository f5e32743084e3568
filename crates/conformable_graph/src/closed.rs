//! What a call gives, said in the terms of its inputs. A call names what nobody knows (`n` for a
//! `?`); such a name means nothing outside of it, where two calls would use the same one.

use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Atom, AtomData, Dim, Elem, ElemData, Seq, SeqData, Shape, Sym, Term, Ty};
use rustc_hash::FxHashSet;

/// The outputs with `?` for what no input names.
pub fn closed(outputs: &[Ty], inputs: &[Ty]) -> Vec<Ty> {
    let mut known = Known::default();
    inputs.iter().for_each(|ty| known.add(*ty));
    outputs.iter().map(|ty| term::map_ty(*ty, &mut &known)).collect()
}

/// The type without what only whoever made it can tell apart: numbered sizes are `?`.
pub fn without_numbers(ty: Ty) -> Ty {
    struct Numbered;
    impl Map for Numbered {
        fn atom(&mut self, atom: Atom) -> Option<Dim> {
            let numbered = matches!(atom.data(), AtomData::Fresh { .. });
            (numbered || term::has_hole(&Term::Dim(atom.dim()))).then(Dim::any)
        }

        fn seq(&mut self, seq: Seq) -> Option<Shape> {
            let numbered = matches!(seq.data(), SeqData::Fresh { .. });
            (numbered || term::has_hole(&Term::Shape(seq.shape()))).then(|| Seq::any().shape())
        }

        fn elem(&mut self, elem: Elem) -> Option<Elem> {
            let numbered = matches!(elem.data(), ElemData::Fresh { .. });
            (numbered || term::has_hole(&Term::Elem(elem))).then(Elem::any)
        }
    }
    term::map_ty(ty, &mut Numbered)
}

/// What the inputs name.
#[derive(Default)]
struct Known {
    leaves: FxHashSet<Leaf>,
    types: FxHashSet<Sym>,
}

impl Known {
    fn add(&mut self, ty: Ty) {
        term::visit_ty(ty, &mut |leaf| {
            self.leaves.insert(leaf);
        });
        term::map_ty(ty, &mut Names(&mut self.types));
    }
}

struct Names<'a>(&'a mut FxHashSet<Sym>);

impl Map for Names<'_> {
    fn name(&mut self, name: Sym) -> Option<Ty> {
        self.0.insert(name);
        None
    }
}

impl Map for &Known {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        let known = match atom.data() {
            AtomData::Name(_) | AtomData::Fresh { .. } => self.leaves.contains(&Leaf::Atom(atom)),
            // Something in it was unknown.
            _ => !term::has_hole(&Term::Dim(atom.dim())),
        };
        (!known).then(Dim::any)
    }

    fn seq(&mut self, seq: Seq) -> Option<Shape> {
        let known = match seq.data() {
            SeqData::Name(_) | SeqData::Fresh { .. } => self.leaves.contains(&Leaf::Seq(seq)),
            _ => !term::has_hole(&Term::Shape(seq.shape())),
        };
        (!known).then(|| Seq::any().shape())
    }

    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        let known = match elem.data() {
            ElemData::Name(_) | ElemData::Fresh { .. } => self.leaves.contains(&Leaf::Elem(elem)),
            _ => !term::has_hole(&Term::Elem(elem)),
        };
        (!known).then(Elem::any)
    }

    fn name(&mut self, name: Sym) -> Option<Ty> {
        (!self.types.contains(&name)).then(Ty::unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_types::text::parse_type;
    use conformable_types::{DType, FreshKind};

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
