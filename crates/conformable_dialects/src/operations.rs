//! Entries of the catalogue, applied to types and remembered.
//!
//! There is no rule of an operation here: an entry is applied as the catalogue applies it, in the language's
//! promotion. What no alternative takes is refused, since the catalogue is all that the language has.

use std::sync::{LazyLock, PoisonError, RwLock};

use conformable_signatures::{Arg, CallArgs, CallFailure, CallOutcome, NO_ALTERNATIVE, Op};
use conformable_solver::Store;
use conformable_types::dtype::Operand;
use conformable_types::{Dim, Sym, Ty, TyKind};
use rustc_hash::FxHashMap;

use crate::language::Language;
use crate::value::is_small;

/// What an application gives.
#[derive(Clone, Debug)]
pub enum Applied {
    /// A value; whether it may share storage with what it was made from.
    Value(Ty, bool),
    /// It is refused.
    Refused(Box<CallFailure>),
    /// No way of calling takes arguments of these types.
    NoAlternative,
    /// It is not known.
    Unknown,
}

/// The arguments of an application: those by place, then those by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arguments {
    pub positional: Vec<Ty>,
    pub keywords: Vec<(Sym, Ty)>,
}

/// All that is remembered is dropped when it is this much.
const MOST_REMEMBERED: usize = 1 << 15;

/// By the address of the operation, which is never freed: what a thread has learnt, all know.
static REMEMBERED: LazyLock<RwLock<FxHashMap<(usize, Arguments), Applied>>> = LazyLock::new(RwLock::default);

/// An argument of a type. What a list is an array of, it is whether it has items or none.
fn argument(ty: Ty) -> Arg {
    let length = matches!(ty.kind(), TyKind::ListOf(_) | TyKind::TupleOf(_)).then(Dim::any);
    Arg { length, ..Arg::of(ty) }
}

pub struct Operations<'l> {
    store: Store,
    language: &'l dyn Language,
}

impl<'l> Operations<'l> {
    pub fn new(language: &'l dyn Language) -> Operations<'l> {
        Operations { store: Store::in_dialect(language.promotion()), language }
    }

    /// What the operation gives for arguments by place.
    pub fn apply_to(&self, op: &'static Op, positional: Vec<Ty>) -> Applied {
        self.apply(op, Arguments { positional, keywords: Vec::new() })
    }

    /// What the operation gives.
    pub fn apply(&self, op: &'static Op, arguments: Arguments) -> Applied {
        let (applied, arguments) = self.applied(op, arguments);
        if let Applied::Refused(_) = applied
            && let Some(positional) = self.language.converted(&arguments.positional)
        {
            let (again, _) = self.applied(op, Arguments { positional, ..arguments });
            return if matches!(again, Applied::Refused(_)) { applied } else { again };
        }
        applied
    }

    /// What it gives, and the arguments back.
    fn applied(&self, op: &'static Op, arguments: Arguments) -> (Applied, Arguments) {
        let known = arguments.positional.iter().chain(arguments.keywords.iter().map(|(_, ty)| ty));
        if known.clone().any(|ty| ty.is_unknown()) {
            return (Applied::Unknown, arguments);
        }
        let key = (std::ptr::from_ref(op) as usize, arguments);
        if let Some(applied) = REMEMBERED.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return (applied.clone(), key.1);
        }
        let args = CallArgs {
            positional: key.1.positional.iter().map(|ty| argument(*ty)).collect(),
            keywords: key.1.keywords.iter().map(|(name, ty)| (name.to_string(), argument(*ty))).collect(),
            ..CallArgs::default()
        };
        let applied = match op.apply(&args, &self.store) {
            CallOutcome::Value(result, _) if is_small(result.result) => {
                Applied::Value(result.result, result.result_facts.views)
            }
            CallOutcome::Value(..) => Applied::Unknown,
            CallOutcome::Refuted(failure) => Applied::Refused(failure),
            CallOutcome::Unknown(reason) if reason == NO_ALTERNATIVE => Applied::NoAlternative,
            CallOutcome::Unknown(_) => Applied::Unknown,
        };
        let mut remembered = REMEMBERED.write().unwrap_or_else(PoisonError::into_inner);
        if remembered.len() >= MOST_REMEMBERED {
            remembered.clear();
        }
        remembered.insert(key.clone(), applied.clone());
        (applied, key.1)
    }

    /// Are the elements of an array, or is a number, of a dtype that the language has?
    pub fn has_elements(&self, ty: Ty) -> bool {
        let dtype = ty.as_array().and_then(|(elem, _)| elem.dtype());
        let known = self.language.promotion().and_then(|promotion| promotion.operands());
        match (dtype, known) {
            (Some(dtype), Some(known)) => known.contains(&Operand::Strong(dtype)),
            _ => true,
        }
    }
}
