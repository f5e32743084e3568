//! Values for what no input shows: what is known of sizes has some, none, or that stays open.

use std::ops::ControlFlow;

use conformable_solver::domain::{self, EnumerationEnd, Width};
use conformable_solver::{Fact, Failure, FailureKind, Store};
use conformable_types::{AtomData, FreshKind, Term, Ty};

/// So many valuations are tried to decide a call.
pub const VALUATIONS: usize = 4096;

/// So many cases of a call are looked at.
const CASES: usize = 32;

/// Enumerates what fully known inputs leave open, where that is finite: nothing fits, one thing
/// does, or it stays open.
pub(crate) fn decide(store: Store, outputs: &[Ty]) -> Result<Store, Failure> {
    decide_within(store, outputs, &mut { CASES })
}

fn nothing() -> Failure {
    let message = "no sizes of at least 0 satisfy the signature".to_owned();
    Failure::new(FailureKind::CoreDim, message, Vec::new())
}

fn decide_within(store: Store, outputs: &[Ty], left: &mut usize) -> Result<Store, Failure> {
    let outputs_shown: Vec<Term> = outputs.iter().map(|ty| Term::Ty(*ty)).collect();
    let mut shown = outputs_shown.clone();
    let store = domain::squeeze(store, &shown).map_err(|_| nothing())?;
    shown.extend(domain::sizes_in(&store, &shown).into_iter().map(|atom| Term::Dim(atom.dim())));
    if !are_bounded(&store, &shown) {
        // Which of two is the larger one may bound others: if in no case anything fits, nothing does.
        let enough = *left;
        let cases = domain::split(&store, &shown).filter(|cases| cases.len() <= enough);
        let mut holds = |facts: &Vec<Fact>| {
            let mut case = store.clone();
            let Some(rest) = left.checked_sub(1) else { return true };
            *left = rest;
            facts.iter().try_for_each(|fact| case.tell(fact)).is_ok() && decide_within(case, outputs, left).is_ok()
        };
        let may_be = cases.is_none_or(|cases| cases.iter().any(&mut holds));
        return if may_be { Ok(store) } else { Err(nothing()) };
    }
    let width = Width { sizes: VALUATIONS as i64, ranks: 0 };
    let mut found: Vec<(Vec<Term>, Store)> = Vec::new();
    let ended = domain::enumerate(&store, &shown, width, &mut { VALUATIONS }, &mut |valued| {
        if valued.waiting().any(|fact| valued.ask(fact).is_no()) {
            return ControlFlow::Continue(());
        }
        let own: Vec<Term> = outputs_shown.iter().map(|term| valued.resolve_term(term)).collect();
        if !found.iter().any(|(known, _)| *known == own) {
            found.push((own, valued.clone()));
        }
        if found.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (ended, &mut *found) {
        (EnumerationEnd::Complete, []) => Err(nothing()),
        (EnumerationEnd::Complete, [(_, only)]) => Ok(std::mem::take(only)),
        _ => Ok(store),
    }
}

/// Has every size that is open finitely many values, few enough to try?
fn are_bounded(store: &Store, shown: &[Term]) -> bool {
    let data_decides =
        |atom: &conformable_types::Atom| matches!(atom.data(), AtomData::Fresh { kind: FreshKind::Runtime, .. });
    domain::sizes_in(store, shown).into_iter().filter(|atom| !data_decides(atom)).all(|atom| {
        let range = store.interval(atom.dim());
        let few = range.lo != i64::MIN && range.hi != i64::MAX && range.hi - range.lo < VALUATIONS as i64;
        few || domain::values(store, atom).is_some()
    })
}

/// What is known of fully known inputs with values of the names that no input shows; `None` where none were
/// found and there may be some: those without bounds are tried up to a few.
pub(crate) fn with_values(store: Store, outputs: &[Ty]) -> Result<Option<Store>, Failure> {
    let store = decide(store, outputs)?;
    let outputs: Vec<Term> = outputs.iter().map(|ty| Term::Ty(*ty)).collect();
    let hidden: Vec<Term> = domain::sizes_in(&store, &outputs).into_iter().map(|atom| Term::Dim(atom.dim())).collect();
    let no_fact_fails = |valued: &Store| !valued.waiting().any(|fact| valued.ask(fact).is_no());
    match first_values(&store, &hidden, &no_fact_fails) {
        (None, EnumerationEnd::Complete) => Err(nothing()),
        (found, _) => Ok(found),
    }
}

/// Have the facts, which are about nothing that is shown, some values for which all of them hold?
pub(crate) fn have_values(store: &Store, facts: &[Fact]) -> bool {
    let hidden: Vec<Term> = facts.iter().flat_map(Fact::terms).collect();
    first_values(store, &hidden, &|valued| facts.iter().all(|fact| valued.ask(fact).is_yes())).0.is_some()
}

/// The first values of the terms that are as wanted, small ones first, and how the search for them ended.
fn first_values(store: &Store, terms: &[Term], is_wanted: &dyn Fn(&Store) -> bool) -> (Option<Store>, EnumerationEnd) {
    let mut found = None;
    let mut ended = EnumerationEnd::Truncated;
    for sizes in [2, 8, 32, 128] {
        let width = Width { sizes, ranks: 0 };
        ended = domain::enumerate(store, terms, width, &mut { VALUATIONS / 4 }, &mut |valued| {
            if !is_wanted(valued) {
                return ControlFlow::Continue(());
            }
            found = Some(valued.clone());
            ControlFlow::Break(())
        });
        if ended != EnumerationEnd::Truncated {
            break;
        }
    }
    (found, ended)
}
