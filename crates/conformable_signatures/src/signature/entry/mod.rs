//! Functions of the catalogue as signatures. The entry itself is run, so that what it says is said here too: alternatives,
//! guards, values on which a result depends, names and defaults of parameters.
//!
//! Arguments of which the catalogue says nothing leave a run open: its outputs are unknown, and a search that meets it
//! neither has found anything nor excluded it.

pub mod called;
mod text;

use std::sync::Arc;

use conformable_solver::{Context, Failure, FailureKind, Part, Store};
use conformable_types::term::has_hole;
use conformable_types::ty::ParamKind;
use conformable_types::{FreshKind, Sym, Term, Ty, TyKind};

pub use self::called::{Arrangement, EntryCall};
use super::call::plain;
use super::forward::Run;
use super::residue::settled;
use super::{Call, Refusal, Signature};
use crate::call::{Arg, CallArgs, CallOutcome};
use crate::catalogue;
use crate::generalise::generalise;
use crate::op::{Alternative, Op, Param, Pattern};

/// What an entry gave.
pub struct Entered {
    /// Unknown where nothing is said of such arguments.
    pub result: Ty,
    /// What is known then.
    pub store: Store,
    /// Something was asked that is open.
    pub saw_unknown: bool,
}

/// Equal are those of one entry that are called alike.
impl PartialEq for EntryCall {
    fn eq(&self, other: &EntryCall) -> bool {
        std::ptr::eq(self.op, other.op) && self.place() == other.place() && self.to_string() == other.to_string()
    }
}

/// What the outputs of a call are to its caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returned {
    /// The only one, by itself.
    One,
    /// The items of a tuple, of any length.
    Tuple,
    /// The items of a list.
    List,
    /// The fields of a named tuple, by whose name they are known.
    Named(Sym),
}

/// What a function returns as outputs: the items of a tuple are several, however many there are, and so are those of a
/// named one, and arrays in a list. A list of anything else is a value of its own.
pub fn returned(result: Ty) -> (Returned, Vec<Ty>) {
    if let Some((name, parts)) = catalogue::current().named_parts(result) {
        return (Returned::Named(name), parts.to_vec());
    }
    match result.kind() {
        TyKind::Tuple(items) => (Returned::Tuple, items.to_vec()),
        TyKind::List(items) if !items.is_empty() && items.iter().all(|item| item.as_array().is_some()) => {
            (Returned::List, items.to_vec())
        }
        _ => (Returned::One, vec![result]),
    }
}

/// The outputs alone that [`returned`] has.
pub fn outputs_of(result: Ty) -> Vec<Ty> {
    returned(result).1
}

/// What an entry gives for these arguments where `store` is known; `exact` as [`Context::exact`] says.
///
/// # Errors
/// If no run of the call returns.
pub fn entered(
    op: &Op,
    positional: &[Ty],
    keywords: &[(String, Ty)],
    store: &Store,
    exact: bool,
) -> Result<Entered, Failure> {
    let args = CallArgs {
        positional: positional.iter().copied().map(Arg::of).collect(),
        keywords: keywords.iter().map(|(name, ty)| (name.clone(), Arg::of(*ty))).collect(),
        open: false,
        exact,
    };
    match op.apply(&args, store) {
        CallOutcome::Value(given, store) => {
            let result = store.resolve_ty(given.result);
            Ok(Entered { result, store, saw_unknown: given.result_facts.saw_unknown })
        }
        CallOutcome::Refuted(failure) => Err(failure.failure),
        CallOutcome::Unknown(_) => Ok(Entered { result: Ty::unknown(), store: store.clone(), saw_unknown: true }),
    }
}

impl EntryCall {
    /// What is called.
    fn meant(&self) -> &Op {
        self.only.as_ref().map_or(self.op, |(_, only)| only)
    }

    /// The place of the only alternative that is meant, if it is one of several.
    pub fn place(&self) -> Option<usize> {
        self.only.as_ref().map(|(place, _)| *place)
    }

    /// Is it called in some way other than with inputs alone?
    pub fn is_arranged(&self) -> bool {
        self.arrangement.is_some()
    }

    /// The alternatives, each by itself; nothing if there is one.
    fn alternatives(&self) -> Option<Vec<EntryCall>> {
        let all = &self.meant().alternatives;
        let one =
            |(place, _): (usize, &Alternative)| EntryCall { only: Some((place, self.op.only(place))), ..self.clone() };
        (all.len() > 1).then(|| all.iter().enumerate().map(one).collect())
    }

    /// The parameters that are taken by place, of the first alternative that has so many.
    fn placed(&self, count: usize) -> Vec<&Param> {
        let by_place = |param: &&Param| matches!(param.kind, ParamKind::PositionalOnly | ParamKind::Plain);
        let mut all = self.meant().alternatives.iter().map(|one| one.params.iter().filter(by_place).collect());
        let first: Vec<_> = all.next().unwrap_or_default();
        if first.len() >= count { first } else { all.find(|params: &Vec<_>| params.len() >= count).unwrap_or(first) }
    }

    /// How many inputs there are at least.
    pub fn arity(&self) -> usize {
        match &self.arrangement {
            Some(arrangement) => arrangement.arity().unwrap_or(0),
            None => self.placed(0).iter().filter(|param| param.default.is_none()).count(),
        }
    }

    /// How many outputs there are, as far as that does not depend on the inputs.
    pub fn output_count(&self) -> usize {
        let mut store = Store::new();
        let inputs: Vec<Ty> = (0..self.arity()).map(|place| self.any_input(place, &mut store)).collect();
        let (positional, keywords) = self.arguments(&inputs);
        entered(self.meant(), &positional, &keywords, &store, true).map_or(1, |given| outputs_of(given.result).len())
    }

    /// The arguments by place and by name that inputs are.
    fn arguments(&self, inputs: &[Ty]) -> (Vec<Ty>, Vec<(String, Ty)>) {
        let (inputs, named) = inputs.split_at(inputs.len() - self.names.len());
        let (positional, mut keywords) = match &self.arrangement {
            Some(arrangement) => arrangement.arranged(inputs),
            None => (inputs.to_vec(), Vec::new()),
        };
        keywords.extend(self.names.iter().copied().zip(named.iter().copied()));
        (positional, keywords.into_iter().map(|(name, ty)| (name.as_str().to_owned(), ty)).collect())
    }

    /// A question with inputs by name: those that stand for a required parameter are put in its place, the others
    /// stand behind all that are taken by place, and are given by their names.
    pub(super) fn asked_by_name(&self, inputs: &[Option<Ty>], named: &[(String, Ty)]) -> (EntryCall, Vec<Option<Ty>>) {
        let required = if self.is_arranged() { Vec::new() } else { self.placed(0) };
        let mut all = inputs.to_vec();
        all.resize(inputs.len().max(self.arity()), None);
        let (mut names, mut behind) = (Vec::new(), Vec::new());
        for (name, ty) in named {
            let place = required
                .iter()
                .position(|param| param.name == *name && param.default.is_none() && param.kind == ParamKind::Plain);
            match place.and_then(|place| all.get_mut(place)) {
                Some(slot @ None) => *slot = Some(*ty),
                // One that is given twice is refused by the call.
                _ => {
                    names.push(Sym::new(name));
                    behind.push(Some(*ty));
                }
            }
        }
        all.extend(behind);
        (EntryCall { names: names.into(), ..self.clone() }, all)
    }

    /// An input of which nothing is known but that the entry takes it.
    pub fn any_input(&self, place: usize, store: &mut Store) -> Ty {
        match self.placed(place + 1).get(place).map(|param| &param.pattern) {
            Some(Pattern::Int(_)) => Ty::new(TyKind::IntOf(store.fresh_dim(FreshKind::Int))),
            _ => Ty::array(store.fresh_elem(), store.fresh_shape()),
        }
    }

    /// Why a search cannot look for the inputs that are left out: what is no array and no int has to be given.
    pub fn unsearchable(&self, inputs: &[Option<Ty>]) -> Option<Failure> {
        let places = inputs.len().max(self.arity());
        let missing = (0..places).find(|place| {
            let param = self.placed(place + 1).get(*place).map(|param| &param.pattern);
            let is_found = self.arrangement.is_none() && matches!(param, Some(Pattern::Array(_) | Pattern::Int(_)));
            inputs.get(*place).copied().flatten().is_none() && !is_found
        })?;
        let name = self.placed(missing + 1).get(missing).map_or("?", |param| &param.name);
        let message = format!("input {} has to be given: what `{name}` may be is not looked for", missing + 1);
        Some(Failure::new(FailureKind::Arguments, message, vec![Part::whole(missing)]))
    }

    /// The outputs for these inputs, in a context.
    pub fn run(&self, cx: &mut Context, inputs: &[Ty]) -> Result<Run, Failure> {
        let (positional, keywords) = self.arguments(inputs);
        let given = entered(self.meant(), &positional, &keywords, cx.store(), cx.exact)?;
        cx.adopt_store(given.store);
        if given.saw_unknown {
            cx.note_unknown();
        }
        let outputs = outputs_of(given.result);
        let has_hole = |ty: &Ty| ty.as_array().is_some_and(|(_, shape)| has_hole(&Term::Shape(shape)));
        let saw_unknown = given.saw_unknown || outputs.iter().any(has_hole);
        Ok(Run { outputs, saw_unknown, is_open: given.result.is_unknown(), ..Run::default() })
    }

    /// The typed function that a call is, with inputs by place and arguments by name besides: what it teaches of them,
    /// which stand in the order in which they are given, and what it gives.
    pub fn call(&self, inputs: &[Ty], named: &[(String, Ty)]) -> Result<Call, Failure> {
        if let Some(count) = self.arrangement.as_ref().and_then(|arrangement| arrangement.arity())
            && count != inputs.len()
        {
            let message = format!("the signature has {count} inputs, {} given", inputs.len());
            return Err(Failure::new(FailureKind::Arguments, message, Vec::new()));
        }
        let mut store = Store::new();
        let all = inputs.iter().chain(named.iter().map(|(_, ty)| ty));
        let opened: Vec<Ty> = all.map(|ty| store.with_names(*ty)).collect();
        let (by_place, by_name) = opened.split_at(inputs.len());
        let (positional, mut keywords) = self.arguments(by_place);
        keywords.extend(named.iter().map(|(name, _)| name.clone()).zip(by_name.iter().copied()));
        let Entered { result, store, .. } = entered(self.meant(), &positional, &keywords, &store, false)?;
        // What speaks of nothing hidden is said in full.
        let (outputs, function) = match settled(&store, &opened, &outputs_of(result), &[]) {
            Some(function) => (function.outputs.to_vec(), function),
            None => {
                let function = generalise(opened.iter().copied().map(plain).collect(), result, &store, &[]).0;
                (function.outputs.iter().flat_map(|ty| outputs_of(*ty)).collect(), function)
            }
        };
        Ok(Call {
            inputs: function.params.iter().map(|param| param.ty).collect(),
            outputs,
            constraints: function.constraints.into(),
            partial: function.partial,
        })
    }
}

impl Signature {
    /// The signature that a function of the catalogue is, called with inputs alone or arranged so.
    pub fn of_entry(op: &'static Op, arrangement: Option<Arc<dyn Arrangement>>) -> Signature {
        Signature::of_form(
            super::SignatureKind::Entry(EntryCall { op, only: None, arrangement, names: Arc::default() }),
            Vec::new(),
        )
    }

    /// The function of the catalogue, if it is one.
    pub fn as_entry(&self) -> Option<&EntryCall> {
        match &self.form {
            super::SignatureKind::Entry(entry) => Some(entry),
            _ => None,
        }
    }

    /// The signatures of which this one is made, in the order in which they are tried; one alone is itself.
    pub fn each(&self) -> Vec<Signature> {
        let of_entry = || Some(self.as_entry()?.alternatives()?.into_iter().map(super::SignatureKind::Entry));
        match (self.overloads(), of_entry()) {
            (Some(all), _) => all.to_vec(),
            (None, Some(all)) => all.map(|form| Signature::of_form(form, Vec::new())).collect(),
            (None, None) => vec![self.clone()],
        }
    }

    /// As messages call it.
    pub(super) fn headline(&self) -> String {
        self.as_entry().map_or_else(|| self.to_string(), |entry| entry.op.path.clone())
    }

    /// A call of the catalogue's function.
    pub(super) fn call_entry(
        &self,
        entry: &EntryCall,
        inputs: &[Ty],
        named: &[(String, Ty)],
    ) -> Result<Call, Box<Refusal>> {
        entry.call(inputs, named).map_err(|failure| {
            let all: Vec<Ty> = inputs.iter().copied().chain(named.iter().map(|(_, ty)| *ty)).collect();
            Box::new(self.refusal(failure, &all))
        })
    }
}
