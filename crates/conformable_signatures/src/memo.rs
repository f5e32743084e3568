//! Calls of which everything is known, remembered: whatever the path's store says, the same entry
//! gives the same for them, and teaches nothing.

use std::cell::RefCell;

use conformable_solver::Store;
use conformable_types::term::{self, Leaf};
use conformable_types::{Dim, Sym, Ty, TyKind};
use rustc_hash::FxHashMap;

use crate::call::{Applied, Arg, CallArgs, Remarked};
use crate::op::Op;

/// A thread forgets them all when there are so many.
const MAX_REMEMBERED: usize = 1 << 13;

#[derive(PartialEq, Eq, Hash)]
struct Key {
    /// Where the operation lies, for good.
    op: *const Op,
    positional: usize,
    open: bool,
    arguments: Vec<(Option<Sym>, Argument)>,
}

/// What an argument's part in the answer can be; its identity is only of weight for what is new.
#[derive(PartialEq, Eq, Hash)]
struct Argument {
    ty: Ty,
    elements: Option<Ty>,
    attained: Option<(Dim, Dim)>,
    length: Option<Dim>,
    spells_one: bool,
    literal: bool,
}

#[derive(Clone)]
enum Answer {
    Value { result: Ty, attained: Option<(Dim, Dim)>, elements: Option<Ty>, remarked: Remarked },
    Unknown(&'static str),
}

thread_local! {
    static ANSWERS: RefCell<FxHashMap<Key, Answer>> = RefCell::default();
}

impl Op {
    /// As [`Op::apply`], for an operation that lives as long as the program.
    pub fn recall(&'static self, args: &CallArgs, store: &Store) -> Applied {
        let Some(key) = self.key(args, store) else { return self.apply(args, store) };
        if let Some(answer) = ANSWERS.with_borrow(|answers| answers.get(&key).cloned()) {
            return match answer {
                Answer::Value { result, attained, elements, remarked } => {
                    Applied::Value { result, store: store.clone(), attained, elements, remarked }
                }
                Answer::Unknown(reason) => Applied::Unknown(reason),
            };
        }
        let applied = self.apply(args, store);
        let answer = match &applied {
            // Nothing was made for this call alone.
            Applied::Value { result, store: after, attained, elements, remarked }
                if after.next_id() == store.next_id()
                    && is_closed(*result)
                    && elements.is_none_or(is_closed)
                    && are_constant(attained) =>
            {
                let (result, attained, elements, remarked) = (*result, *attained, *elements, remarked.clone());
                Some(Answer::Value { result, attained, elements, remarked })
            }
            Applied::Unknown(reason) => Some(Answer::Unknown(reason)),
            _ => None,
        };
        if let Some(answer) = answer {
            ANSWERS.with_borrow_mut(|answers| {
                if answers.len() >= MAX_REMEMBERED {
                    answers.clear();
                }
                answers.insert(key, answer);
            });
        }
        applied
    }

    /// `None` if something about the arguments is not known.
    fn key(&'static self, args: &CallArgs, store: &Store) -> Option<Key> {
        let positional = args.positional.iter().map(|arg| Some((None, Argument::of(arg, store)?)));
        let keywords = args.keywords.iter().map(|(name, arg)| Some((Some(Sym::new(name)), Argument::of(arg, store)?)));
        let arguments = positional.chain(keywords).collect::<Option<Vec<_>>>()?;
        Some(Key { op: std::ptr::from_ref(self), positional: args.positional.len(), open: args.open, arguments })
    }
}

impl Argument {
    fn of(arg: &Arg, store: &Store) -> Option<Argument> {
        let &Arg { ty, elements, attained, length, spells_one, literal, identity: _ } = arg;
        let ty = store.resolve_ty(ty);
        let constant = length.is_none_or(|length| length.constant().is_some()) && are_constant(&attained);
        let closed = is_closed(ty) && elements.is_none_or(is_closed) && constant;
        closed.then_some(Argument { ty, elements, attained, length, spells_one, literal })
    }
}

fn are_constant(bounds: &Option<(Dim, Dim)>) -> bool {
    bounds.is_none_or(|(low, high)| low.constant().is_some() && high.constant().is_some())
}

/// Is nothing about the type left to a store?
fn is_closed(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Array { elem, shape } | TyKind::Decay { elem, shape } => {
            let known = |dims: &[Dim]| dims.iter().all(|dim| dim.constant().is_some());
            elem.dtype().is_some() && shape.dims().is_some_and(known)
        }
        TyKind::Name(_) | TyKind::Unknown => false,
        _ => {
            let mut closed = true;
            term::visit_ty(ty, &mut |leaf| closed &= matches!(leaf, Leaf::Elem(elem) if elem.dtype().is_some()));
            closed
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Catalogue;

    fn arg(text: &str) -> Arg {
        Arg::of(conformable_types::text::parse_type(text).expect("a type"))
    }

    #[test]
    fn what_is_known_in_full_is_remembered() {
        let add = Catalogue::numpy().function("numpy.add").expect("an entry");
        let args = |texts: [&str; 2]| CallArgs { positional: texts.map(arg).into(), ..CallArgs::default() };
        let known = args(["float64[3, 1]", "int64[4]"]);
        let store = Store::new();
        assert!(add.key(&known, &store).is_some());
        assert!(add.key(&args(["float64[n, 1]", "int64[4]"]), &store).is_none());
        for _ in 0..2 {
            let Applied::Value { result, .. } = add.recall(&known, &store) else { panic!("it runs") };
            assert_eq!(conformable_types::text::print_ty(result), "float64[3, 4]");
        }
    }

    #[test]
    fn what_the_data_decide_is_new_each_time() {
        let nonzero = Catalogue::numpy().function("numpy.flatnonzero").expect("an entry");
        let args = CallArgs { positional: vec![arg("bool[5]")], ..CallArgs::default() };
        let store = Store::new();
        let Applied::Value { result, store, .. } = nonzero.recall(&args, &store) else { panic!("it runs") };
        let Applied::Value { result: other, .. } = nonzero.recall(&args, &store) else { panic!("it runs") };
        assert_ne!(result, other);
    }
}
