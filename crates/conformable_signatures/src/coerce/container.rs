//! Python's containers: what is in a list, a set, a dict, a tuple.
//!
//! An argument that is known item by item (`[1, 2]`) is a container of what its items are apart from their values,
//! if that is one type.

use conformable_types::{Term, Ty, TyKind};

use super::{CoerceResult, GivenArg, Mismatch};
use crate::evaluate::{Env, Val};
use crate::op::Container;

/// Binds the names of the pattern to the types of what is in the argument.
pub(super) fn bind(container: Container, names: &[String], given: &GivenArg, env: &mut Env) -> CoerceResult<Val> {
    let ty = given.arg.ty;
    let parts: Vec<Term> = match (container, ty.kind()) {
        (_, TyKind::Unknown) => return Err(Mismatch::Unknown("a container is unknown")),
        (Container::List, TyKind::ListOf(item)) | (Container::Set, TyKind::Set(item)) => vec![(*item).into()],
        (Container::TupleOf, TyKind::TupleOf(item)) => vec![(*item).into()],
        (Container::Dict, TyKind::Dict(key, value)) => vec![(*key).into(), (*value).into()],
        (Container::List, TyKind::List(items)) | (Container::TupleOf, TyKind::Tuple(items)) => match one(items) {
            Some(item) => vec![item.into()],
            None => return other(container, given),
        },
        (Container::Items, TyKind::Tuple(items)) => vec![Term::List(items.iter().map(|item| (*item).into()).collect())],
        _ => return other(container, given),
    };
    for (name, part) in names.iter().zip(parts) {
        if env.get(name).is_none() {
            env.set(name, Val::new(part).from(given.origin.derived()));
        }
    }
    Ok(Val::new(ty).from(given.origin.clone()))
}

fn other<T>(container: Container, given: &GivenArg) -> CoerceResult<T> {
    let wanted = match container {
        Container::List => "list",
        Container::Set => "set",
        Container::Dict => "dict",
        Container::TupleOf | Container::Items => "tuple",
    };
    given.other_kind(given.wants(&format!("a {wanted}")))
}

/// The one type that all items have; of none it is `Never`.
fn one(items: &[Ty]) -> Option<Ty> {
    let first = items.first().map_or_else(Ty::never, |item| item.without_values());
    items.iter().all(|item| item.without_values() == first).then_some(first)
}
