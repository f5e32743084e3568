//! What a path leaves open, for whoever shows it.

use conformable_types::term;
use conformable_types::{Elem, ElemData, order};

use super::resolve::Resolve;
use super::{Fact, Store};

impl Store {
    /// What is left to hold, with what is known put in: facts that wait, and equations whose one
    /// side is an application or another composite, which the store also uses as bindings.
    pub fn residual(&self) -> Vec<Fact> {
        let mut facts: Vec<Fact> = self.waiting().map(|fact| self.without_itself(fact)).collect();
        let mut elems: Vec<(Elem, Elem)> =
            self.elems.composites().filter_map(|elem| Some((elem, self.elems.get(elem)?))).collect();
        elems.sort_by(|(a, _), (b, _)| order::elems(*a, *b));
        for (elem, value) in elems {
            let ElemData::App(name, args) = elem.data() else { continue };
            let args = args.iter().map(|arg| self.resolve_term(arg)).collect();
            facts.push(Fact::Elem(Elem::new(ElemData::App(*name, args)), self.resolve_elem(value)));
        }
        facts
    }

    /// The fact resolved, but for what it says itself.
    fn without_itself(&self, fact: &Fact) -> Fact {
        match fact {
            Fact::Eq(a, b) => {
                let except = a.as_atom().filter(|atom| self.dims.contains(*atom));
                Fact::Eq(term::map_dim(*a, &mut Resolve { except, ..Resolve::of(self) }), self.resolve_dim(*b))
            }
            Fact::Shape(a, b) => {
                let except_seq = a.seq().filter(|seq| *a == seq.shape() && self.seqs.contains(*seq));
                let a = term::map_shape(*a, &mut Resolve { except_seq, ..Resolve::of(self) });
                Fact::Shape(a, self.resolve_shape(*b))
            }
            Fact::Ne(..) | Fact::Le(..) | Fact::Broadcast(..) | Fact::Elem(..) => fact.map(&mut Resolve::of(self)),
        }
    }
}
