//! Several signatures of one operation: `((T[n]) -> T[]) | ((T[n, m]) -> T[m])`.
//!
//! The first that takes the inputs is the one, as long as it is certain that it takes them. While
//! it is not (a rank is unknown), the outputs are what all that may be the one give.

use std::borrow::Cow;
use std::sync::Arc;

use conformable_solver::{Failure, FailureKind};
use conformable_types::term::Term;
use conformable_types::text::ParseError;
use conformable_types::{Elem, Ty, TyKind, relations};

use super::call::{Call, Refusal};
use super::pairs::{Pairs, pairs};
use super::rename::InstantiateError;
use super::{Signature, SignatureKind, Var};
use crate::alternatives::{Join, Match, among};

impl Signature {
    /// A signature of several, tried in this order.
    ///
    /// # Panics
    /// If there is none.
    pub fn of_overloads(all: Vec<Signature>) -> Signature {
        let mut vars: Vec<Var> = Vec::new();
        for var in all.iter().flat_map(|one| &one.vars) {
            if !vars.contains(var) {
                vars.push(*var);
            }
        }
        match <[Signature; 1]>::try_from(all) {
            Ok([only]) => only,
            Err(all) => {
                assert!(!all.is_empty(), "an operation has a signature");
                Signature::of_form(SignatureKind::Overloads(all.into()), vars)
            }
        }
    }

    /// The signatures of an operation that has several.
    pub fn overloads(&self) -> Option<&[Signature]> {
        match &self.form {
            SignatureKind::Overloads(all) => Some(all),
            SignatureKind::Shapes(_) | SignatureKind::Types(_) | SignatureKind::Entry(_) => None,
        }
    }
}

/// The texts of overloads: parts in parentheses between bars, each with an arrow inside.
pub fn parts(text: &str) -> Option<Vec<(usize, &str)>> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            '|' if depth == 0 => {
                found.push((start, &text[start..at]));
                start = at + 1;
            }
            '-' if depth == 0 => return None,
            _ => {}
        }
    }
    found.push((start, &text[start..]));
    let inner = |(start, part): (usize, &'_ str)| -> Option<(usize, usize)> {
        let trimmed = part.trim_start();
        let offset = start + (part.len() - trimmed.len()) + 1;
        let inner = trimmed.trim_end().strip_prefix('(')?.strip_suffix(')')?;
        inner.contains("->").then_some((offset, offset + inner.len()))
    };
    if found.len() < 2 {
        return None;
    }
    found.into_iter().map(|part| inner(part).map(|(from, to)| (from, &text[from..to]))).collect()
}

/// The signature that overloads' texts write.
pub fn parse(parts: Vec<(usize, &str)>) -> Result<Signature, ParseError> {
    let one = |(offset, text): (usize, &str)| {
        super::text::parse(text).map_err(|error| ParseError { offset: error.offset + offset, ..error })
    };
    Ok(Signature::of_overloads(parts.into_iter().map(one).collect::<Result<_, _>>()?))
}

/// What those that may be the one give together; `ask` says of each whether it takes whatever is unknown.
///
/// # Errors
/// Why none of them takes the inputs.
#[allow(clippy::vec_box, reason = "as they are returned")]
pub fn possible<T: Join>(
    all: &[Signature],
    mut ask: impl FnMut(&Signature) -> Result<(Match, T), Box<Refusal>>,
) -> Result<T, Vec<Box<Refusal>>> {
    let mut refusals = Vec::new();
    let given = among(all, |one, _| ask(one).map_err(|refusal| refusals.push(refusal)).ok());
    given.ok_or(refusals)
}

/// A call of the one that takes the inputs.
pub fn apply(
    own: &Signature,
    all: &[Signature],
    inputs: &[Ty],
    ranks: &[(String, usize)],
) -> Result<Call, Box<Refusal>> {
    chosen(own, all, inputs, |one| Ok((Cow::Borrowed(inputs), one.apply_with(inputs, ranks)?)))
}

/// The same with inputs by name besides, which each binds by itself.
pub fn apply_named(
    own: &Signature,
    all: &[Signature],
    inputs: &[Ty],
    named: &[(String, Ty)],
) -> Result<Call, Box<Refusal>> {
    let given: Vec<Ty> = inputs.iter().copied().chain(named.iter().map(|(_, ty)| *ty)).collect();
    chosen(own, all, &given, |one| {
        let (placed, ranks) = one.placed(inputs, named).map_err(|failure| Box::new(one.refusal(failure, &given)))?;
        let call = one.apply_with(&placed, &ranks)?;
        Ok((Cow::Owned(placed), call))
    })
}

/// What the one gives that takes the inputs; `call` says what those of each are.
fn chosen<'t>(
    own: &Signature,
    all: &[Signature],
    given: &[Ty],
    call: impl Fn(&Signature) -> Result<(Cow<'t, [Ty]>, Call), Box<Refusal>>,
) -> Result<Call, Box<Refusal>> {
    let call = possible(all, |one| {
        let (inputs, call) = call(one)?;
        let params = one.as_function().map(|function| &function.params);
        let mut pairs = params.into_iter().flatten().map(|param| param.ty).zip(&*inputs);
        let is_certain = call.constraints.is_empty()
            && call.inputs.starts_with(&inputs)
            && pairs.all(|(pattern, given)| takes_all(pattern, *given));
        Ok((if is_certain { Match::Definite } else { Match::Possible }, call))
    });
    match call {
        Ok(call) => Ok(call.of(given)),
        Err(refusals) => Err(Box::new(refused(own, given, &refusals))),
    }
}

/// Does a parameter take all values of a type? What sizes and ranks must be for that, inputs and constraints of
/// the call say.
fn takes_all(pattern: Ty, given: Ty) -> bool {
    if pattern == given || pattern.is_unknown() {
        return true;
    }
    match (pattern.kind(), given.kind()) {
        (_, TyKind::Unknown) => false,
        (TyKind::Name(_), _) => true,
        (_, TyKind::Union(members)) => members.iter().all(|member| takes_all(pattern, *member)),
        (TyKind::Union(members), _) => members.iter().any(|member| takes_all(*member, given)),
        (TyKind::Function(_), TyKind::Function(_)) => true,
        (TyKind::IntOf(value), TyKind::Int) => value.constant().is_none(),
        _ => match pairs(pattern, given) {
            Pairs::Parts(parts) => parts.into_iter().all(|(pattern, given)| takes_all(pattern, given)),
            Pairs::Differ => false,
            Pairs::Whole => match (elem(pattern), elem(given)) {
                (Some(pattern), Some(given)) => pattern.dtype().is_none() || given.dtype().is_some(),
                (pattern_elem, _) => pattern_elem.is_some() || relations::is_super(pattern, given).is_yes(),
            },
        },
    }
}

fn elem(ty: Ty) -> Option<Elem> {
    match ty.kind() {
        TyKind::Scalar(elem) | TyKind::DType(elem) => Some(*elem),
        _ => ty.as_array().map(|(elem, _)| elem),
    }
}

/// What several give for each output, as many as the one with the most has.
pub fn joined_outputs(own: Vec<Ty>, other: Vec<Ty>) -> Vec<Ty> {
    let at = |all: &[Ty], place: usize| all.get(place).copied().unwrap_or_else(Ty::unknown);
    (0..own.len().max(other.len())).map(|place| at(&own, place).join(at(&other, place))).collect()
}

/// Why none takes the inputs: a line for each.
pub fn refused(own: &Signature, inputs: &[Ty], refusals: &[Box<Refusal>]) -> Refusal {
    let lines = refusals.iter().map(|refusal| format!("\n  {}: {}", refusal.signature, refusal.failure.message));
    let message = format!("none of {} signatures takes this{}", refusals.len(), lines.collect::<String>());
    let kind = refusals.last().map_or(FailureKind::Arguments, |refusal| refusal.failure.kind);
    own.refusal(Failure::new(kind, message, Vec::new()), inputs)
}

/// Each first signature followed by each second, those that go together.
pub fn then(first: &[Signature], second: &[Signature]) -> Result<Signature, Box<Refusal>> {
    let mut refusal = None;
    let mut all = Vec::new();
    for (one, other) in first.iter().flat_map(|one| second.iter().map(move |other| (one, other))) {
        match one.then(other) {
            Ok(both) => all.push(both),
            Err(own) => refusal = refusal.or(Some(own)),
        }
    }
    match refusal {
        Some(refusal) if all.is_empty() => Err(refusal),
        _ => Ok(Signature::of_overloads(all)),
    }
}

/// All with variables fixed; one that has no such variable is as it was.
pub fn instantiate(all: &[Signature], values: &[(&str, Term)]) -> Result<Signature, InstantiateError> {
    let fixed = all.iter().map(|one| {
        let is_own = |(name, _): &&(&str, Term)| one.vars.iter().any(|var| var.name.as_str() == *name);
        one.instantiate(&values.iter().filter(is_own).cloned().collect::<Vec<_>>())
    });
    fixed.collect::<Result<_, _>>().map(Signature::of_overloads)
}

/// As a type's union of functions is written.
pub fn text(all: &[Signature]) -> String {
    all.iter().map(|one| format!("({one})")).collect::<Vec<_>>().join(" | ")
}

/// The same, each by itself.
pub fn map(all: &[Signature], change: impl Fn(&Signature) -> Signature) -> SignatureKind {
    SignatureKind::Overloads(all.iter().map(change).collect::<Arc<[Signature]>>())
}
