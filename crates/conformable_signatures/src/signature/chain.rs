//! Many applications in one store, so that all of them speak of the same sizes, and the signature of
//! the whole: what a graph of operations does to types.
//!
//! ```
//! use conformable_signatures::{Signature, signature::Chain};
//! use conformable_types::text::parse_type;
//!
//! let dot = Signature::parse("(x[n, m], y[m, k]) -> promote(x, y)[n, k]").unwrap();
//! let [a, b, c] = ["float64[?, d]", "float64[p, q]", "float64[q, 3]"].map(|text| parse_type(text).unwrap());
//! let mut chain = Chain::in_dialect(&[a, b, c], None);
//! let [a, b, c] = chain.inputs()[..] else { unreachable!() };
//! let first = chain.apply(&dot, &[a, b]).unwrap()[0];
//! let second = chain.apply(&dot, &[first, c]).unwrap()[0];
//! let whole = chain.finish(&[a, b, c], &[second]);
//! assert_eq!(whole, Signature::parse("(float64[n, d], float64[d, q], float64[q, 3]) -> float64[n, 3]").unwrap());
//! ```

use std::sync::Arc;

use conformable_solver::{Context, Fact, Store};
use conformable_types::dtype::Dialect;
use conformable_types::term::{self, Leaf};
use conformable_types::{FreshKind, Sym, Term, Ty, TyKind};

use super::Signature;
use super::apart::apart;
use super::call::{Call, Refusal, opened};
use super::forward::Instance;
use super::overloads::{self, joined_outputs};
use super::residue::residue;
use crate::alternatives::{Join, Match};

/// Applications one after the other.
#[derive(Clone)]
pub struct Chain {
    store: Store,
    inputs: Vec<Ty>,
    /// What things are called, for the signature of the whole.
    names: Vec<(Sym, Term)>,
}

/// What one signature gave, what is known then, and what its variables are.
struct Ran {
    store: Store,
    outputs: Vec<Ty>,
    names: Vec<(Sym, Term)>,
}

impl Join for Ran {
    fn join(self, other: Ran) -> Ran {
        let outputs = joined_outputs(self.outputs, other.outputs);
        Ran { store: Join::join(self.store, other.store), outputs, names: Vec::new() }
    }
}

impl Chain {
    /// Nothing applied yet, to inputs of these types. Their names are variables, a name being the same
    /// in all of them; a `?` is one of its own.
    /// In the signature of the whole `promote` is a dialect's.
    pub fn in_dialect(inputs: &[Ty], dialect: Option<&'static Dialect>) -> Chain {
        let mut store = Store::in_dialect(dialect);
        let inputs = apart(&mut store, inputs);
        let given = Call { inputs: inputs.clone(), outputs: Vec::new(), constraints: Vec::new(), partial: false };
        let signature = Signature::of_function(given.into_function());
        let instance = Instance::of_kind(Arc::new(signature), &mut store, FreshKind::Unknown);
        let inputs = (0..inputs.len()).map(|place| instance.any_input(place, &mut store)).collect::<Vec<_>>();
        let inputs = inputs.into_iter().map(|ty| opened(&mut store, ty)).collect();
        Chain { store, inputs, names: instance.vars }
    }

    /// The inputs, for applications.
    pub fn inputs(&self) -> &[Ty] {
        &self.inputs
    }

    /// Can the signature be applied here, where sizes are shared with everything before? A list of unknown
    /// length is taken apart by itself, and dtypes that are open promote in one dialect alone.
    pub fn takes(&self, signature: &Signature, inputs: &[Ty]) -> bool {
        if let Some(all) = signature.overloads() {
            return all.iter().all(|one| self.takes(one, inputs));
        }
        let resolved: Vec<Ty> = inputs.iter().map(|ty| self.store.resolve_ty(*ty)).collect();
        signature.unknown_length(&resolved).is_none() && self.store_in(signature.dialect(), &resolved).is_some()
    }

    /// What is known, to apply something of a dialect to these types; nothing if a dtype is open and the
    /// dialect is another than that of the whole: it could not be said in which of them it promotes.
    pub fn store_in(&self, dialect: Option<&'static Dialect>, inputs: &[Ty]) -> Option<Store> {
        let mut store = self.store.clone();
        if store.dialect() != dialect {
            let is_open = |ty: &Ty| {
                let mut open = matches!(ty.kind(), TyKind::Unknown | TyKind::Name(_));
                term::visit_ty(*ty, &mut |leaf| open |= matches!(leaf, Leaf::Elem(elem) if elem.dtype().is_none()));
                open || ty.as_array().is_some_and(|(elem, _)| elem.dtype().is_none())
            };
            if inputs.iter().any(is_open) || store.waiting().any(|fact| matches!(fact, Fact::Elem(..))) {
                return None;
            }
            store.set_dialect(dialect);
        }
        Some(store)
    }

    /// The outputs of a signature for what inputs or applications gave. What it needs holds from here
    /// on. Of several signatures the first that certainly applies is the one; while none does, the
    /// outputs are what all that may be the one give, and what each of them teaches is learnt.
    ///
    /// # Errors
    /// If it cannot hold along with everything before; the chain is as it was.
    pub fn apply(&mut self, signature: &Signature, inputs: &[Ty]) -> Result<Vec<Ty>, Box<Refusal>> {
        let ran = match signature.overloads() {
            None => self.run(signature, inputs, &self.store)?,
            Some(all) => {
                let mut last = self.store.clone();
                let ran = overloads::possible(all, |one| {
                    let mut before = self.store.clone();
                    before.number_after(&last);
                    let ran = self.run(one, inputs, &before)?;
                    last.number_after(&ran.store);
                    let is_certain = self.teaches_nothing(&ran.store, inputs);
                    Ok((if is_certain { Match::Definite } else { Match::Possible }, ran))
                });
                ran.map_err(|refusals| {
                    let inputs: Vec<Ty> = inputs.iter().map(|ty| self.store.resolve_ty(*ty)).collect();
                    Box::new(overloads::refused(signature, &inputs, &refusals))
                })?
            }
        };
        let Ran { mut store, outputs, names } = ran;
        let outputs = outputs.into_iter().map(|ty| opened(&mut store, ty)).collect();
        self.set_store(store);
        self.names.extend(names);
        Ok(outputs)
    }

    /// Does what an application needs hold whatever the inputs are?
    fn teaches_nothing(&self, after: &Store, inputs: &[Ty]) -> bool {
        let known: Vec<&Fact> = self.store.waiting().collect();
        inputs.iter().all(|ty| after.resolve_ty(*ty) == self.store.resolve_ty(*ty))
            && after.waiting().all(|fact| known.contains(&fact))
    }

    fn run(&self, signature: &Signature, inputs: &[Ty], store: &Store) -> Result<Ran, Box<Refusal>> {
        let resolved: Vec<Ty> = inputs.iter().map(|ty| store.resolve_ty(*ty)).collect();
        let dialect = signature.dialect();
        let refused = |failure| Box::new(signature.refusal(failure, &resolved));
        let given: Vec<Option<Ty>> = resolved.iter().copied().map(Some).collect();
        let signature = signature.for_inputs(&given).map_err(refused)?.into_owned();
        let refused = |failure| Box::new(signature.refusal(failure, &resolved));
        let all = signature.with_defaults(&resolved).map_err(refused)?;
        let mut store = store.clone();
        store.set_dialect(dialect);
        let instance = Instance::new(Arc::new(signature.clone()), &mut store);
        let mut cx = Context::exact(&store);
        let run = instance.run(&mut cx, &all, None, &[]).map_err(refused)?;
        let mut store = cx.into_store();
        store.set_dialect(self.store.dialect());
        Ok(Ran { store, outputs: run.outputs, names: run.names })
    }

    /// What is known so far.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// More is known: something else was applied to [`Chain::store`] and gave this one.
    pub fn set_store(&mut self, mut store: Store) {
        store.set_dialect(self.store.dialect());
        self.store = store;
    }

    /// The signature from these of the inputs to these of what was given, with what must hold.
    pub fn finish(self, inputs: &[Ty], outputs: &[Ty]) -> Signature {
        let whole = residue(&self.store, inputs, outputs, &self.names).into_function();
        Signature::of_function(whole).in_dialect(self.store.dialect())
    }
}
