//! When the next pass of a loop would do what the last one did.
//!
//! A pass is decided by what it finds. If it leaves all that the next one can tell ([`carried`](crate::syntax::carried)) at
//! most as it found it, what it found is an invariant of the loop, and no other pass has anything to add. Loops in loops
//! that carry nothing are evaluated once so, not three times for each loop around them.
//!
//! What holds behind the pass holds behind the loop, since all names that the rest of the function may read are of one pass:
//! the last.

use conformable_types::TyKind;

use crate::domain::heap::Object;
use crate::domain::state::{Since, State};
use crate::domain::value::{Body, Kind, Value};
use crate::eval::Machine;
use crate::eval::machine::frame::Pass;

/// Where a pass begins.
pub struct PassStart<'p> {
    pub state: State<'p>,
    /// The last number of a storage that was made.
    pub identities: u64,
}

impl<'p> PassStart<'p> {
    pub fn here(run: &Machine<'p>) -> PassStart<'p> {
        PassStart { state: run.state.clone(), identities: run.numbers.identity }
    }
}

/// A pass that began there has ended here: is all that the next one can tell from that what the first could, so that it would do
/// the same?
pub fn repeats<'p>(run: &mut Machine<'p>, start: &PassStart<'p>, pass: Pass<'p>) -> bool {
    let Pass::Statements { target: Some(target), body } = pass else { return false };
    let before = &start.state;
    let frame = run.frame();
    let scope = frame.scope;
    let Some(Body::Block(function)) = frame.function.as_ref().map(|function| function.body) else { return false };
    // A handler sees what a pass has left, wherever that was left.
    if !frame.attempts.is_empty() || !before.still_holds_in(&run.state, start.identities) {
        return false;
    }
    let differing = before.heap.differing(&run.state.heap);
    if differing.into_iter().any(|(id, here, _)| here.is_some() && id != scope) {
        return false;
    }
    let Some(carried) = run.texts.carried_in(target, body, function) else { return false };
    let mut end = run.state.clone();
    let (Object::Scope { names: old, .. }, Object::Scope { names, parent }) =
        (before.heap.get(scope), end.heap.get(scope))
    else {
        return false;
    };
    // A pass that doesn't bind it leaves a name as an earlier one has.
    if names.keys().any(|name| carried.contains(&name.0) && !old.contains_key(name)) {
        return false;
    }
    // What isn't carried is as it was.
    let mut as_before = names.clone();
    for name in names.keys().chain(old.keys()).filter(|name| !carried.contains(&name.0)) {
        match old.get(name) {
            Some(value) => as_before.insert(*name, value.clone()),
            None => as_before.remove(name),
        };
    }
    let object = Object::Scope { names: as_before, parent: *parent };
    end.heap.set(scope, object);
    let since = Since { atoms: end.store.fresh_id(), objects: run.numbers.object };
    !before.clone().join_at_head(end, since, before).1
}

/// Will a body do the same with both? Numbers, and arrays of one dtype and rank.
pub fn alike(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (&a.kind, &b.kind) {
        (Kind::Data(x), Kind::Data(y)) => match (x.kind(), y.kind()) {
            (TyKind::Scalar(x), TyKind::Scalar(y)) => x == y,
            (TyKind::Int | TyKind::IntOf(_), TyKind::Int | TyKind::IntOf(_)) => true,
            (TyKind::Float | TyKind::LitFloat(_), TyKind::Float | TyKind::LitFloat(_)) => true,
            _ => false,
        },
        (Kind::Integer(x, _), Kind::Integer(y, _)) => x == y,
        (Kind::Floating(x, _), Kind::Floating(y, _)) => x == y,
        (Kind::Floating(x, _), Kind::Data(y)) | (Kind::Data(y), Kind::Floating(x, _)) => *x == y.without_value(),
        (Kind::Array(x), Kind::Array(y)) => match (x.ty.as_array(), y.ty.as_array()) {
            (Some((t, r)), Some((u, s))) => t == u && r.rank().is_some() && r.rank() == s.rank(),
            _ => false,
        },
        (Kind::Tuple(x), Kind::Tuple(y)) => {
            x.items.len() == y.items.len() && x.items.iter().zip(&y.items).all(|(x, y)| alike(x, y))
        }
        _ => false,
    }
}
