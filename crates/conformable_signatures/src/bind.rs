//! Arguments to parameters, as Python binds them.

use conformable_solver::{Failure, FailureKind, Part};

use crate::call::CallArgs;
use crate::op::{Literal, Param, ParamKind, Pattern};

/// What a parameter was given. Arguments are numbered positional ones first, then keywords.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Nothing: its default counts.
    Absent,
    /// `*unknown` may have given it.
    Perhaps,
    One(usize),
    /// `*args`
    Many(Vec<usize>),
    /// `**kwargs`
    Keywords(Vec<usize>),
}

/// A slot for each parameter, or what is wrong with the call.
pub fn bind(params: &[Param], args: &CallArgs) -> Result<Vec<Slot>, Failure> {
    let mut slots: Vec<Option<Slot>> = vec![None; params.len()];
    let mut positional = 0..args.positional.len();
    for (place, param) in params.iter().enumerate() {
        match param.kind {
            ParamKind::PositionalOnly | ParamKind::Plain => {
                if let Some(next) = positional.next() {
                    slots[place] = Some(Slot::One(next));
                }
            }
            ParamKind::VarArgs => slots[place] = Some(Slot::Many(positional.by_ref().collect())),
            ParamKind::KeywordOnly | ParamKind::KwArgs => {}
        }
    }
    if let Some(extra) = positional.next() {
        let most = params.iter().filter(|p| matches!(p.kind, ParamKind::PositionalOnly | ParamKind::Plain)).count();
        return Err(failure(
            format!("takes at most {most} positional arguments, {} given", args.positional.len()),
            vec![Part::whole(extra)],
        ));
    }
    for (offset, (name, _)) in args.keywords.iter().enumerate() {
        let argument = args.positional.len() + offset;
        let by_name = params
            .iter()
            .position(|param| param.name == *name && matches!(param.kind, ParamKind::Plain | ParamKind::KeywordOnly));
        match by_name {
            Some(place) if slots[place].is_some() => {
                return Err(failure(format!("`{name}` is given twice"), vec![Part::whole(argument)]));
            }
            Some(place) => slots[place] = Some(Slot::One(argument)),
            None => match params.iter().position(|param| param.kind == ParamKind::KwArgs) {
                Some(place) if !takes(&params[place].pattern, name) => {
                    let message = format!("no keyword `{name}` here");
                    return Err(Failure::new(FailureKind::Value, message, vec![Part::whole(argument)]));
                }
                Some(place) => match &mut slots[place] {
                    Some(Slot::Keywords(taken)) => taken.push(argument),
                    slot => *slot = Some(Slot::Keywords(vec![argument])),
                },
                None => {
                    return Err(failure(
                        format!("no keyword `{name}`; there are {}", keywords(params)),
                        vec![Part::whole(argument)],
                    ));
                }
            },
        }
    }
    params
        .iter()
        .zip(slots)
        .map(|(param, slot)| match slot {
            Some(slot) => Ok(slot),
            None if param.kind == ParamKind::KwArgs => Ok(Slot::Keywords(Vec::new())),
            None if args.open => Ok(Slot::Perhaps),
            None if param.default.is_some() => Ok(Slot::Absent),
            None => Err(failure(format!("the argument `{}` is missing", param.name), Vec::new())),
        })
        .collect()
}

/// `**kwargs: Option["a", "b"]`: these names and no others.
fn takes(pattern: &Pattern, name: &str) -> bool {
    match pattern {
        Pattern::Choice(names) => names.iter().any(|known| matches!(known, Literal::Str(known) if known == name)),
        _ => true,
    }
}

fn keywords(params: &[Param]) -> String {
    let names: Vec<String> = params
        .iter()
        .filter(|param| matches!(param.kind, ParamKind::Plain | ParamKind::KeywordOnly))
        .map(|param| format!("`{}`", param.name))
        .collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

fn failure(message: String, parts: Vec<Part>) -> Failure {
    Failure::new(FailureKind::Arguments, message, parts)
}
