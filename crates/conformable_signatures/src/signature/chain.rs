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

use conformable_solver::{Context, Store};
use conformable_types::ty::{Function, Param, ParamKind};
use conformable_types::{FreshKind, Sym, Term, Ty, relations};

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
        let mut store = Store::new();
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

    /// The outputs of a signature for what inputs or applications gave. What it needs holds from here
    /// on. Of several signatures that may be the one, the outputs are what all of them give, and
    /// nothing is learnt.
    ///
    /// # Errors
    /// If it cannot hold along with everything before; the chain is as it was.
    pub fn apply(&mut self, signature: &Signature, inputs: &[Ty]) -> Result<Vec<Ty>, Box<Refusal>> {
        let Some(all) = signature.overloads() else {
            let (store, outputs, names) = self.run(signature, inputs, &self.store)?;
            self.store = store;
            self.names.extend(names);
            return Ok(outputs);
        };
        let mut last = self.store.clone();
        let (mut possible, mut refusals) = (Vec::new(), Vec::new());
        for one in all {
            let mut before = self.store.clone();
            before.number_after(&last);
            match self.run(one, inputs, &before) {
                Ok((store, outputs, names)) => {
                    last.number_after(&store);
                    possible.push((store, outputs, names));
                }
                Err(refusal) => refusals.push(refusal),
            }
        }
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
        self.store = store;
        self.names.extend(names);
        Ok(outputs)
    }

    #[allow(clippy::type_complexity, reason = "taken apart where it is used")]
    fn run(
        &self,
        signature: &Signature,
        inputs: &[Ty],
        store: &Store,
    ) -> Result<(Store, Vec<Ty>, Vec<(Sym, Term)>), Box<Refusal>> {
        let resolved: Vec<Ty> = inputs.iter().map(|ty| store.resolve_ty(*ty)).collect();
        let refused = |failure| Box::new(signature.refusal(failure, &resolved));
        let given: Vec<Option<Ty>> = resolved.iter().copied().map(Some).collect();
        let signature = signature.for_inputs(&given).map_err(refused)?.into_owned();
        let refused = |failure| Box::new(signature.refusal(failure, &resolved));
        let all = signature.with_defaults(&resolved).map_err(refused)?;
        let mut store = store.clone();
        let instance = Instance::new(Arc::new(signature.clone()), &mut store);
        let mut cx = Context::exact(&store);
        let run = instance.run(&mut cx, &all, None, &[]).map_err(refused)?;
        let mut store = cx.into_store();
        let outputs = run.outputs.iter().map(|ty| opened(&mut store, *ty)).collect();
        Ok((store, outputs, run.names))
    }

    /// What is known so far.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// More is known: something else was applied to [`Chain::store`] and gave this one.
    pub fn set_store(&mut self, store: Store) {
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
    }
}
