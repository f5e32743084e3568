//! What would repair a call that fails, or says what nobody wrote: arrays that are to stand in one sequence, a default.

use conformable_solver::{Failure, FailureKind};
use conformable_types::DType;
use conformable_types::text::Node;

use crate::call::{Arg, CallArgs};
use crate::explain::verdict;
use crate::op::{Alternative, Param, Pattern};

/// The failure of a call of that alternative, with a help if there is one and it has none.
pub fn helped(alternative: &Alternative, args: &CallArgs, failure: Failure) -> Failure {
    let help = match failure.kind {
        _ if failure.help.is_some() => return failure,
        FailureKind::NoLoop if args.positional.iter().all(is_of_bools) => alternative.rules.of_bools.map(str::to_owned),
        FailureKind::Arguments | FailureKind::WrongSlot if are_apart(&alternative.params, args) => {
            Some("write the arrays as one tuple".to_owned())
        }
        _ if verdict(alternative, failure.kind).0 == "CF101" => default_of(&alternative.params, args),
        _ => None,
    };
    Failure { help, ..failure }
}

fn is_of_bools(arg: &Arg) -> bool {
    arg.ty.bool_value().is_some() || arg.ty.as_array().is_some_and(|(elem, _)| elem.dtype() == Some(DType::BOOL))
}

/// Are there arrays only, where a sequence of arrays is wanted?
fn are_apart(params: &[Param], args: &CallArgs) -> bool {
    let wants_sequence = params.first().is_some_and(|first| matches!(first.pattern, Pattern::Sequence(_)));
    wants_sequence && args.positional.len() > 1 && args.positional.iter().all(|arg| arg.ty.as_array().is_some())
}

/// The number that decides which dims a product compares, where the call leaves it out.
fn default_of(params: &[Param], args: &CallArgs) -> Option<String> {
    let is_given = |name: &str| args.keywords.iter().any(|(own, _)| own == name);
    let left_out = params.iter().skip(args.positional.len()).filter(|param| !is_given(&param.name));
    left_out.into_iter().find_map(|param| match param.default.as_ref()?.node {
        Node::Int(number) => Some(format!("`{}` is {number} where it isn't given", param.name)),
        _ => None,
    })
}
