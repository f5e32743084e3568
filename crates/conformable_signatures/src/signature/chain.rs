//! Many applications in one store, so that all of them speak of the same sizes, and the signature of
//! the whole: what a graph of operations does to types.
//!
//! ```
//! use conformable_signatures::{Signature, signature::Chain};
//! use conformable_types::text::parse_type;
//!
//! let dot = Signature::parse("(x[n, m], y[m, k]) -> promote(x, y)[n, k]").unwrap();
//! let [a, b, c] = ["float64[?, d]", "float64[p, q]", "float64[q, 3]"].map(|text| parse_type(text).unwrap());
//! let mut chain = Chain::new(&[a, b, c]);
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
use conformable_types::ty::{Function, Param, ParamKind};
use conformable_types::{FreshKind, Sym, Term, Ty, TyKind, relations};

use super::call::{Refusal, opened};
use super::forward::Instance;
use super::residue::residue;
use super::{Signature, overloads};

/// Applications one after the other.
#[derive(Clone)]
pub struct Chain {
    store: Store,
    inputs: Vec<Ty>,
    /// What things are called, for the signature of the whole.
    names: Vec<(Sym, Term)>,
}

fn plain(ty: &Ty) -> Param {
    Param { name: None, kind: ParamKind::Plain, ty: *ty, assumed: false, default: None }
}

impl Chain {
    /// Nothing applied yet, to inputs of these types. Their names are variables, a name being the same
    /// in all of them; a `?` is one of its own.
    pub fn new(inputs: &[Ty]) -> Chain {
        Chain::in_dialect(inputs, None)
    }

    /// As [`Chain::new`]; in the signature of the whole `promote` is a dialect's.
    pub fn in_dialect(inputs: &[Ty], dialect: Option<&'static Dialect>) -> Chain {
        let mut store = Store::in_dialect(dialect);
        let signature = Signature::of_function(Function {
            params: inputs.iter().map(plain).collect(),
            outputs: Box::default(),
            constraints: Box::default(),
            partial: false,
        });
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
    /// outputs are what all that may be the one give, and nothing is learnt.
    ///
    /// # Errors
    /// If it cannot hold along with everything before; the chain is as it was.
    pub fn apply(&mut self, signature: &Signature, inputs: &[Ty]) -> Result<Vec<Ty>, Box<Refusal>> {
        let Some(all) = signature.overloads() else {
            let (store, outputs, names) = self.run(signature, inputs, &self.store)?;
            self.set_store(store);
            self.names.extend(names);
            return Ok(outputs);
        };
        let mut last = self.store.clone();
        let (mut possible, refusals) = overloads::possible(all, |one| {
            let mut before = self.store.clone();
            before.number_after(&last);
            let ran = self.run(one, inputs, &before)?;
            last.number_after(&ran.0);
            let is_certain = self.teaches_nothing(&ran.0, inputs);
            Ok((ran, is_certain))
        });
        if possible.len() > 1 {
            let joined = |place: usize| {
                let outputs = possible.iter().map(|(_, outputs, _)| outputs.get(place).copied());
                outputs.map(|ty| ty.unwrap_or_else(Ty::unknown)).reduce(relations::join).unwrap_or_else(Ty::unknown)
            };
            let outputs: Vec<Ty> = (0..signature.output_count()).map(joined).collect();
            self.store.number_after(&last);
            return Ok(outputs.into_iter().map(|ty| opened(&mut self.store, ty)).collect());
        }
        let Some((store, outputs, names)) = possible.pop() else {
            let inputs: Vec<Ty> = inputs.iter().map(|ty| self.store.resolve_ty(*ty)).collect();
            return Err(Box::new(overloads::refused(signature, &inputs, &refusals)));
        };
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

    #[allow(clippy::type_complexity, reason = "taken apart where it is used")]
    fn run(
        &self,
        signature: &Signature,
        inputs: &[Ty],
        store: &Store,
    ) -> Result<(Store, Vec<Ty>, Vec<(Sym, Term)>), Box<Refusal>> {
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
        let outputs = run.outputs.iter().map(|ty| opened(&mut store, *ty)).collect();
        Ok((store, outputs, run.names))
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
        let types: Vec<Ty> = inputs.iter().chain(outputs).copied().collect();
        let residue = residue(&self.store, &types, &self.names);
        let (inputs, outputs) = residue.types.split_at(inputs.len());
        Signature::of_function(Function {
            params: inputs.iter().map(plain).collect(),
            outputs: outputs.into(),
            constraints: residue.constraints.into(),
            partial: false,
        })
        .in_dialect(self.store.dialect())
    }
}
