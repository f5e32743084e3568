//! What is matched when all other inputs have been: unions, of which one member is meant, and functions,
//! whose results depend on what their parameters turn out to be.
//!
//! A union is tried member by member. If one alone fits it is that one, and what it says of names holds.
//! If several do, the question waits until the other inputs are known; then all choices that remain are
//! tried together, and what they have in common is known.

use conformable_solver::{Context, Failure, FailureKind};
use conformable_types::ty::{Function, Param, ParamKind};
use conformable_types::{Sym, Term, Ty, TyKind, relations, term};

use super::matching::{Matched, Matcher, TypeSource};
use super::rename::Substitution;
use crate::alternatives::Join;

/// So many choices are tried together; beyond, nothing is learnt from them.
const CHOICES: usize = 256;

/// What waits: a pattern, what is given for it, and where.
type Waiting = (Ty, Ty, TypeSource);

/// What a choice of members teaches.
struct Choices {
    found: Vec<(Context, Matched)>,
    failure: Option<Failure>,
    /// How many more may be tried.
    left: usize,
}

impl Matcher<'_, '_> {
    /// A pattern or a type that is one of several.
    pub(super) fn union(&mut self, pattern: Ty, given: Ty, place: TypeSource) -> Result<(), Failure> {
        let (candidates, is_covered) = candidates(pattern, given);
        if is_covered {
            // It may be something that says nothing of names.
            if !candidates.is_empty() {
                self.state.later.push((pattern, given, place));
            }
            return Ok(());
        }
        let mut fitting = None;
        let mut failures = Vec::new();
        for (own, other) in candidates {
            match self.tried(own, other, place) {
                Ok(_) if fitting.is_some() => {
                    self.state.later.push((pattern, given, place));
                    return Ok(());
                }
                Ok(choice) => fitting = Some(choice),
                Err(failure) => failures.push(failure),
            }
        }
        match fitting {
            Some((cx, state)) => {
                self.cx.adopt(cx);
                self.state = state;
                Ok(())
            }
            None => Err(nearest(failures).unwrap_or_else(|| self.wrong(pattern, given, place))),
        }
    }

    /// What follows if a member is meant.
    fn tried(&self, pattern: Ty, given: Ty, place: TypeSource) -> Result<(Context, Matched), Failure> {
        let mut cx = self.cx.trial();
        let mut inner = Matcher { instance: self.instance, cx: &mut cx, state: self.state.clone() };
        inner.ty(pattern, given, place)?;
        let state = inner.state;
        Ok((cx, state))
    }

    /// Matches all that waited.
    ///
    /// # Errors
    /// If no choice of members fits.
    pub(super) fn settle(&mut self) -> Result<(), Failure> {
        self.settle_functions()?;
        let open = std::mem::take(&mut self.state.later);
        if open.is_empty() {
            return Ok(());
        }
        let mut choices = Choices { found: Vec::new(), failure: None, left: CHOICES };
        let state = self.state.clone();
        self.choose(&open, state, &mut choices);
        if choices.left == 0 {
            self.cx.note_unknown();
            return Ok(());
        }
        let mut found = choices.found.into_iter();
        let Some((cx, mut state)) = found.next() else {
            let (pattern, given, place) = open[0];
            return Err(choices.failure.unwrap_or_else(|| self.wrong(pattern, given, place)));
        };
        let Some((second, other)) = found.next() else {
            self.cx.adopt(cx);
            self.state = state;
            return Ok(());
        };
        state.join(other);
        let mut store = cx.into_store().join(second.into_store());
        for (cx, other) in found {
            state.join(other);
            store = store.join(cx.into_store());
        }
        self.cx.adopt_store(store);
        self.cx.note_unknown();
        state.later = Vec::new();
        self.state = state;
        Ok(())
    }

    /// Goes through the choices of members for what waits.
    fn choose(&mut self, open: &[Waiting], state: Matched, choices: &mut Choices) {
        let Some(((pattern, given, place), rest)) = open.split_first() else {
            let mut cx = self.cx.trial();
            let mut inner = Matcher { instance: self.instance, cx: &mut cx, state };
            // Members may be functions, or have unions in them.
            match inner.settle() {
                Ok(()) => {
                    let state = inner.state;
                    choices.found.push((cx, state));
                }
                Err(failure) => choices.failure = choices.failure.take().or(Some(failure)),
            }
            return;
        };
        let before = choices.found.len();
        let inner = Matcher { instance: self.instance, cx: self.cx, state: state.clone() };
        let (candidates, is_covered) = candidates(*pattern, *given);
        let mut tried = Vec::new();
        for (own, other) in candidates {
            match inner.tried(own, other, *place) {
                Ok(choice) => tried.push(choice),
                Err(failure) => choices.failure = choices.failure.take().or(Some(failure)),
            }
        }
        for (mut cx, state) in tried {
            if choices.left == 0 {
                return;
            }
            choices.left -= 1;
            let state_of = state.clone();
            Matcher { instance: self.instance, cx: &mut cx, state }.choose(rest, state_of, choices);
        }
        if is_covered && choices.found.len() == before {
            self.choose(rest, state, choices);
        }
    }

    /// Matches the functions that waited; the unions among what waits are left.
    fn settle_functions(&mut self) -> Result<(), Failure> {
        let is_function = |(pattern, _, _): &Waiting| matches!(pattern.kind(), TyKind::Function(_));
        while let Some(at) = self.state.later.iter().position(is_function) {
            let (pattern, given, place) = self.state.later.remove(at);
            let (TyKind::Function(own), TyKind::Function(other)) = (pattern.kind(), given.kind()) else { continue };
            if !is_by_place(own)
                || other.params.iter().any(|param| param.kind == ParamKind::KeywordOnly && param.default.is_none())
            {
                if relations::consistent(pattern, given).is_no() {
                    return Err(self.wrong(pattern, given, place));
                }
                continue;
            }
            let (results, given_results) = (outputs(own), outputs(other));
            let Some(params) = by_place(other, own.params.len()).filter(|_| results.len() == given_results.len())
            else {
                return Err(self.wrong(pattern, given, place));
            };
            for (param, ty) in own.params.iter().zip(params) {
                self.ty(param.ty, ty, place)?;
            }
            for constraint in &other.constraints {
                self.instance.require(self.cx, constraint, constraint)?;
            }
            for (wanted, output) in results.iter().zip(&given_results) {
                let output = self.settled(*output);
                let Term::Ty(output) = self.instance.evaluated(self.cx, Term::Ty(output))? else { continue };
                self.ty(*wanted, output, place)?;
            }
        }
        Ok(())
    }
}

impl Matched {
    /// What both say of type variables: of one that is two things that it is either.
    fn join(&mut self, other: Matched) {
        self.types.retain(|name, (ty, _)| match other.types.get(name) {
            Some((known, _)) => {
                *ty = Join::join(*ty, *known);
                true
            }
            None => false,
        });
    }
}

/// Why the member that is meant does not fit: one of whose sizes differ, if the others are of other
/// ranks or kinds.
fn nearest(failures: Vec<Failure>) -> Option<Failure> {
    let of_kinds = |kinds: &[FailureKind]| {
        let mut near = failures.iter().filter(|failure| kinds.contains(&failure.kind));
        near.next().filter(|_| near.next().is_none()).cloned()
    };
    of_kinds(&[FailureKind::CoreDim, FailureKind::Size])
        .or_else(|| of_kinds(&[FailureKind::CoreDim, FailureKind::Size, FailureKind::Rank]))
}

/// The members that may stand for each other, and whether what is given may be something that fits
/// whatever the names are.
fn candidates(pattern: Ty, given: Ty) -> (Vec<(Ty, Ty)>, bool) {
    let (own, others) = (pattern.members(), given.members());
    let fits =
        |given: Ty| own.iter().any(|own| *own == given || is_closed(*own) && relations::is_super(*own, given).is_yes());
    // What a member without names takes says nothing of the others.
    let rest: Vec<Ty> = others.iter().copied().filter(|given| !fits(*given)).collect();
    let excluded = |own: &Ty| is_closed(*own) && rest.iter().all(|given| relations::consistent(*own, *given).is_no());
    let open: Vec<Ty> = own.iter().copied().filter(|own| !excluded(own)).collect();
    let pairs = match (&*open, &*rest) {
        (_, []) => Vec::new(),
        ([one], _) if open.len() < own.len() => vec![(*one, Ty::union(rest.iter().copied()))],
        _ => rest.iter().flat_map(|given| open.iter().map(move |own| (*own, *given))).collect(),
    };
    (pairs, rest.len() < others.len())
}

/// Has the type no names of its own?
fn is_closed(ty: Ty) -> bool {
    let mut leaves = false;
    term::visit_ty(ty, &mut |leaf| leaves |= leaf.is_plain());
    !leaves && !ty.has_names()
}

/// What a function gives; None where it gives nothing.
fn outputs(function: &Function) -> Vec<Ty> {
    if function.outputs.is_empty() { vec![Ty::none()] } else { function.outputs.to_vec() }
}

fn is_by_place(function: &Function) -> bool {
    let plain = |param: &Param| matches!(param.kind, ParamKind::Plain | ParamKind::PositionalOnly);
    function.params.iter().all(plain)
}

/// The types of a function's parameters for so many arguments by place, if it takes so many.
fn by_place(function: &Function, count: usize) -> Option<Vec<Ty>> {
    let plain = |param: &&Param| matches!(param.kind, ParamKind::Plain | ParamKind::PositionalOnly);
    let places: Vec<&Param> = function.params.iter().filter(plain).collect();
    let rest = function.params.iter().find(|param| param.kind == ParamKind::VarArgs);
    if places.iter().skip(count).any(|param| param.default.is_none()) {
        return None;
    }
    let all = places
        .into_iter()
        .map(|param| param.ty)
        .chain(std::iter::repeat_n(rest.map(|param| param.ty), count).flatten());
    let types: Vec<Ty> = all.take(count).collect();
    (types.len() == count).then_some(types)
}

/// A function with something of this call in place of each of its names, which it binds by itself, and what that is.
pub(super) fn opened(
    store: &mut conformable_solver::Store,
    function: &Function,
    names: &mut Vec<(Sym, Term)>,
) -> Function {
    let mut own = Substitution::default();
    for var in super::rename::variables(function) {
        names.push((var.name, own.open(var, store, conformable_types::FreshKind::Var)));
    }
    super::rename::map_function(function, &mut &own)
}
