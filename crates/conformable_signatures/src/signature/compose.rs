//! One signature after another: `f.then(g)` gives f's outputs to g.

use std::sync::Arc;

use conformable_solver::{Context, Failure, FailureKind, Store};
use conformable_types::term;
use conformable_types::{FreshKind, Sym, Ty};

use super::call::Refusal;
use super::forward::Instance;
use super::residue::residue;
use super::{Signature, SignatureKind, overloads};

impl Signature {
    /// The signature of `other` applied to this one's outputs.
    ///
    /// # Errors
    /// If no input of this one gives outputs that the other takes.
    pub fn then(&self, other: &Signature) -> Result<Signature, Box<Refusal>> {
        if self.overloads().is_some() || other.overloads().is_some() {
            let all = |one| Signature::overloads(one).unwrap_or(std::slice::from_ref(one));
            return overloads::then(all(self), all(other));
        }
        if let Err(failure) = self.for_inputs(&[]) {
            return Err(Box::new(self.refusal(failure, &[])));
        }
        let outputs = vec![None; self.output_count()];
        let other = other.for_inputs(&outputs).map_err(|failure| Box::new(other.refusal(failure, &[])))?;
        let mut store = Store::in_dialect(self.dialect);
        let first = Instance::of_kind(Arc::new(self.clone()), &mut store, FreshKind::Unknown);
        let second = Instance::new(Arc::new(other.clone().into_owned()), &mut store);
        let inputs: Vec<Ty> = (0..self.arity()).map(|place| first.any_input(place, &mut store)).collect();
        let mut cx = Context::exact(&store);
        let run = first.run(&mut cx, &inputs, None, &[]);
        let run = run.map_err(|failure| Box::new(self.refusal(failure, &inputs)))?;
        let mut named = cx.store().clone();
        let between: Vec<Ty> = run.outputs.iter().map(|ty| super::call::opened(&mut named, *ty)).collect();
        cx.adopt_store(named);
        let refused = |failure| Box::new(other.refusal(failure, &between));
        let all = other.with_defaults(&between).map_err(refused)?;
        let last = second.run(&mut cx, &all, None, &[]).map_err(refused)?;
        if let Some((open, _)) = [(self, &run), (&*other, &last)].into_iter().find(|(_, run)| run.saw_unknown) {
            let message = format!("what {} gives depends on more than is known of its inputs here", open.headline());
            let failure = Failure::new(FailureKind::Arguments, message, Vec::new());
            return Err(Box::new(self.refusal(failure, &inputs)));
        }
        let store = cx.into_store();
        // What the second needs of orders and devices the first's inputs show too.
        let bound = |types: &[Ty]| types.iter().map(|ty| term::map_ty(*ty, &mut &last.bound)).collect::<Vec<_>>();
        let (inputs, outputs) = (bound(&inputs), bound(&last.outputs));
        let names: Vec<_> = run.names.into_iter().chain(last.names).collect();
        let mut whole = residue(&store, &inputs, &outputs, &names).into_function();
        for (place, param) in whole.params.iter_mut().enumerate() {
            param.name = self.parameter(place);
        }
        Ok(Signature::of_function(whole).in_dialect(self.dialect))
    }

    fn parameter(&self, place: usize) -> Option<Sym> {
        match &self.form {
            SignatureKind::Shapes(_) | SignatureKind::Overloads(_) | SignatureKind::Entry(_) => None,
            SignatureKind::Types(function) => function.params[place].name,
        }
    }
}
