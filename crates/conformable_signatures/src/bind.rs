//! A call's arguments at the parameters of an entry, and what their patterns bind.

use conformable_solver::{Context, Failure, FailureKind, Part};
use conformable_types::dtype::DTypeKind;
use conformable_types::text::Expr;
use conformable_types::{DType, Term, Ty, TyKind};

use crate::binder::{ArgumentError, BoundArguments, Parameter, Slot, bind};
use crate::call::{Arg, CallArgs};
use crate::catalogue::Catalogue;
use crate::coerce::{Coercer, GivenArg, LargeInts, Mismatch, fields_of};
use crate::evaluate::{Env, ExprEvaluator, Val};
use crate::explain::Origin;
use crate::op::{Alternative, Coercion, Former, Literal, Op, Param, ParamKind, Pattern};

/// The arguments of a call at the parameters of one way of calling.
pub struct BoundCall<'a> {
    pub alternative: &'a Alternative,
    pub args: &'a CallArgs,
    slots: Vec<Slot>,
}

impl<'a> BoundCall<'a> {
    /// # Errors
    /// What is wrong with the call.
    pub fn new(alternative: &'a Alternative, args: &'a CallArgs) -> Result<BoundCall<'a>, Failure> {
        Ok(BoundCall {
            alternative,
            args,
            slots: bind_to_slots(&alternative.params, alternative.rules.former.as_ref(), args)?,
        })
    }

    /// The parameters with what they were given.
    pub fn params(&self) -> impl Iterator<Item = (&'a Param, &Slot)> {
        self.alternative.params.iter().zip(&self.slots)
    }

    /// The parameters that were given one argument, with its number.
    pub fn given(&self) -> impl Iterator<Item = (&'a Param, usize, &'a Arg)> {
        self.params().filter_map(|(param, slot)| match slot {
            Slot::One(number) => Some((param, *number, self.args.argument(*number))),
            _ => None,
        })
    }

    /// Keeps each argument as it was given, for the conditions that ask how that was.
    pub fn write_down(&self, env: &mut Env) {
        for (param, number, given) in self.given() {
            let by_place = number < self.args.positional.len() && given.literal;
            env.write(&param.name, given.ty, by_place);
        }
    }

    /// Is the receiver a NumPy scalar, or may it be one?
    pub fn is_of_scalar(&self) -> bool {
        let receiver = match self.slots.first() {
            Some(Slot::One(number)) => Some(self.args.argument(*number)),
            _ => self.args.positional.first(),
        };
        receiver.is_some_and(|arg| matches!(arg.ty.kind(), TyKind::Scalar(_) | TyKind::Decay { .. }))
    }
}

impl Parameter for Param {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> ParamKind {
        self.kind
    }

    fn is_optional(&self) -> bool {
        self.default.is_some()
    }
}

/// A slot for each parameter, or what is wrong with the call. What only parameters of earlier releases could take is
/// wrong since they are gone.
fn bind_to_slots(params: &[Param], former: Option<&Former>, args: &CallArgs) -> Result<Vec<Slot>, Failure> {
    let names = || args.keywords.iter().map(|(name, _)| name.as_str());
    let BoundArguments { slots, error } = bind(params, args.positional.len(), names(), args.open);
    if let Some(error) = error {
        let was_taken = |former: &&Former| match &error {
            ArgumentError::TooMany { most, given, .. } => *given <= most + former.names.len(),
            ArgumentError::Unexpected { name, .. } => former.names.contains(name),
            _ => false,
        };
        let others = match error {
            ArgumentError::Unexpected { .. } => format!("; there are {}", keywords(params)),
            _ => String::new(),
        };
        let parts = error.argument().map(Part::whole).into_iter().collect();
        let help = error.meant(params.iter().map(|param| &*param.name));
        let failure = Failure { help, ..Failure::new(FailureKind::Arguments, format!("{error}{others}"), parts) };
        return Err(match former.filter(was_taken) {
            Some(former) => failure.since(former.release),
            None => failure,
        });
    }
    for (param, slot) in params.iter().zip(&slots) {
        let Slot::Keywords(numbers) = slot else { continue };
        let refused = numbers.iter().map(|&number| (number, &args.keywords[number - args.positional.len()].0));
        if let Some((number, name)) = refused.into_iter().find(|(_, name)| !takes(&param.pattern, name)) {
            let message = format!("no keyword `{name}` here");
            return Err(Failure::new(FailureKind::Value, message, vec![Part::whole(number)]));
        }
    }
    Ok(slots)
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

/// What each parameter's argument is, and what its pattern binds, put into the environment.
pub fn bind_all(bound: &BoundCall, op: &Op, cx: &mut Context, env: &mut Env) -> Result<(), Mismatch> {
    let records = records_of(bound);
    if may_be_of_records(bound, records.is_some()) {
        return Err(Mismatch::Unknown("the dtype is one of records, or not known"));
    }
    let (large, objects) = (large_ints(bound, op.ufunc), makes_objects(bound.args));
    let mut coercer = Coercer { cx, catalogue: op.catalogue, large, objects, records };
    let mut unknown: Option<&'static str> = None;
    for (param, slot) in bound.params() {
        // Kinds first: an argument of the wrong kind says which alternative it is not.
        match bind_one(op, param, slot, bound.args, &mut coercer, env) {
            Ok(value) => {
                let mut names = Vec::new();
                param.pattern.variables(&mut names);
                for name in names {
                    if env.get(name).is_none() {
                        env.set(name, Val::none());
                    }
                }
                env.set(&param.name, value);
            }
            Err(Mismatch::Unknown(reason)) => unknown = unknown.or(Some(reason)),
            Err(other) => {
                return if unknown.is_some() { Err(Mismatch::Unknown("an operand is unknown")) } else { Err(other) };
            }
        }
    }
    unknown.map_or(Ok(()), |reason| Err(Mismatch::Unknown(reason)))
}

/// The dtype that a call gives, if it is one of records.
fn records_of(bound: &BoundCall) -> Option<DType> {
    let given = bound.given().find(|(param, ..)| param.pattern.is_dtype());
    let dtype = given.and_then(|(_, _, arg)| match arg.ty.kind() {
        TyKind::DType(elem) => elem.dtype(),
        TyKind::LitStr(text) => DType::from_spelling(text.as_str()),
        _ => fields_of(arg.ty),
    });
    dtype.filter(|dtype| dtype.fields().is_some())
}

/// May it be of records? Then what is a row and what an element is the dtype's business. Of what is forced to be an array it
/// is settled if the dtype is known to be one of records.
fn may_be_of_records(bound: &BoundCall, is_known: bool) -> bool {
    let positional = &bound.args.positional;
    // What is made into an array of records is one, if it is a tuple.
    let one = |(param, _, arg): (&Param, usize, &Arg)| {
        let made =
            matches!(&param.pattern, Pattern::Array(array) if matches!(array.how, Coercion::Forced | Coercion::Like));
        made && !(is_known && is_forced(param)) && matches!(arg.ty.kind(), TyKind::Tuple(_) | TyKind::TupleOf(_))
    };
    let is_settled = |param: &Param| {
        param.pattern.is_dtype() || is_known && (is_forced(param) || !matches!(param.pattern, Pattern::Array(_)))
    };
    let is_open = |place: usize| !bound.given().any(|(param, number, _)| number == place && is_settled(param));
    let holds_rows = |(place, arg): (usize, &Arg)| may_hold_rows(arg.ty) && is_open(place);
    let nested = positional.iter().enumerate().any(holds_rows) || bound.given().any(one);
    let records = |arg: &Arg| match arg.ty.kind() {
        TyKind::DType(elem) => nested && elem.dtype().is_none_or(|dtype| dtype.kind() == DTypeKind::Void),
        _ => false,
    };
    // A list of fields; beside nested pieces whatever may be one.
    let fields = |(param, number, arg): (&Param, usize, &Arg)| {
        let unknown = matches!(arg.ty.kind(), TyKind::Unknown);
        let by_name = number >= positional.len();
        let listed = match arg.ty.kind() {
            TyKind::List(items) => by_name || items.iter().any(|item| is_pair(*item)),
            TyKind::ListOf(item) => by_name || is_pair(*item),
            _ => false,
        };
        let spelled = |text: &str| DType::from_spelling(text).is_none_or(|dtype| dtype.kind() == DTypeKind::Void);
        let said = matches!(arg.ty.kind(), TyKind::LitStr(text) if spelled(text.as_str()));
        param.pattern.is_dtype() && (nested && (unknown || listed || said) || listed && fields_of(arg.ty).is_none())
    };
    bound.args.all().any(records) || bound.given().any(fields)
}

fn is_forced(param: &Param) -> bool {
    matches!(&param.pattern, Pattern::Array(array) if array.how == Coercion::Forced)
}

/// A field of a record is a tuple. A list of numbers is none, and is in the dtype's place by mistake.
fn is_pair(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Tuple(_) | TyKind::TupleOf(_) | TyKind::Unknown)
}

/// May there be rows in it, or elements that are rows? A list of numbers is one row, whatever they become.
fn may_hold_rows(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::List(items) => items.iter().any(|item| item.weak().is_none()),
        TyKind::ListOf(item) => item.weak().is_none(),
        _ => is_nested(ty),
    }
}

/// A list, or a tuple with more in it than sizes.
fn is_nested(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::List(_) | TyKind::ListOf(_) => true,
        TyKind::Tuple(items) => items.iter().any(|item| {
            let parts = matches!(item.kind(), TyKind::Tuple(_) | TyKind::List(_) | TyKind::ListOf(_));
            parts || matches!(item.kind(), TyKind::LitStr(_)) || item.as_array().is_some()
        }),
        _ => false,
    }
}

/// What an int beyond 64 bits is in a call. A ufunc of one operand makes an array of it, one of several promotes it as a weak
/// number. Where the result goes and where it is computed is no operand.
fn large_ints(bound: &BoundCall, promotes: bool) -> LargeInts {
    let is_operand =
        |param: &Param| param.kind == ParamKind::PositionalOnly && matches!(param.pattern, Pattern::Array(_));
    if promotes {
        let operands = bound.params().filter(|(param, _)| is_operand(param)).count();
        return if operands == 1 { LargeInts::Elements } else { LargeInts::Weak };
    }
    let is_array = |arg: &Arg| arg.ty.as_array().is_some() || is_nested(arg.ty);
    if bound.args.all().any(is_array) { LargeInts::Unknown } else { LargeInts::Elements }
}

/// Is it said that the elements are Python's objects?
fn makes_objects(args: &CallArgs) -> bool {
    args.all().any(|arg| match arg.ty.kind() {
        TyKind::DType(elem) => elem.dtype() == Some(DType::OBJECT),
        TyKind::Class(name) => matches!(name.as_str(), "object" | "builtins.object"),
        TyKind::LitStr(text) => DType::from_spelling(text.as_str()) == Some(DType::OBJECT),
        _ => false,
    })
}

fn bind_one(
    op: &Op,
    param: &Param,
    slot: &Slot,
    args: &CallArgs,
    coercer: &mut Coercer,
    env: &mut Env,
) -> Result<Val, Mismatch> {
    let pattern = &param.pattern;
    match slot {
        Slot::One(number) => {
            let arg = args.argument(*number);
            env.identify(&param.name, arg.identity);
            let optional = param.default.is_some().then_some(&*param.name);
            let by_place = args.place_of(*number, op.bound);
            coercer.bind(pattern, &GivenArg { optional, by_place, ..GivenArg::new(arg, *number) }, env)
        }
        Slot::Keywords(given) if !matches!(pattern, Pattern::Array(_) | Pattern::Value) => {
            Ok(if given.is_empty() { Val::none() } else { Val::unknown() })
        }
        // `**kwds: T[*S]` are arrays by names of which nothing depends, `**items: Value` what is given, in its order.
        Slot::Many(numbers) | Slot::Keywords(numbers) => {
            let given: Vec<GivenArg> = numbers.iter().map(|&n| GivenArg::new(args.argument(n), n)).collect();
            bind_many(pattern, &given, coercer, env)
        }
        Slot::Absent => match &param.default {
            Some(default) => bind_default(op.catalogue, pattern, default, coercer, env),
            None => Ok(Val::none()),
        },
        Slot::Possible => match &param.default {
            Some(default) if is_flag(pattern) => {
                bind_default(op.catalogue, pattern, default, coercer, env).map(|_| Val::unknown())
            }
            _ => Err(Mismatch::Unknown("an argument may or may not be given")),
        },
    }
}

/// A parameter that says nothing of the result.
fn is_flag(pattern: &Pattern) -> bool {
    matches!(pattern, Pattern::Anything | Pattern::Bool | Pattern::Str | Pattern::Float | Pattern::Number)
}

fn bind_default(
    catalogue: &'static Catalogue,
    pattern: &Pattern,
    default: &Expr,
    coercer: &mut Coercer,
    env: &mut Env,
) -> Result<Val, Mismatch> {
    let value = ExprEvaluator::new(catalogue, coercer.cx).value(default, env)?;
    if value.is_none().is_yes() && !pattern.accepts_none() {
        let failure = Failure::new(FailureKind::Arguments, "an argument is missing", Vec::new());
        return Err(Mismatch::Kind(failure));
    }
    if value.is_none().is_yes() || matches!(pattern, Pattern::Anything | Pattern::Out(_)) {
        return Ok(value);
    }
    let ty = match (pattern, &value.term) {
        (Pattern::DType(_), _) => Ty::new(TyKind::DType(value.elem())),
        (_, Term::Shape(shape)) => Val::new(*shape).ty(),
        _ => value.ty(),
    };
    let arg = Arg::of(ty);
    coercer.bind(pattern, &GivenArg::from(&arg, Origin::Nowhere), env)
}

/// `*args`: a pack; sizes or axes given one by one, or as one tuple.
fn bind_many(pattern: &Pattern, given: &[GivenArg], coercer: &mut Coercer, env: &mut Env) -> Result<Val, Mismatch> {
    match (pattern, given) {
        (Pattern::Shape(_) | Pattern::Axes, [one]) if !matches!(one.arg.ty.kind(), TyKind::Int | TyKind::IntOf(_)) => {
            if one.arg.ty == Ty::none() {
                return Ok(Val::none());
            }
            coercer.bind(pattern, one, env)
        }
        (Pattern::Axes, []) => Ok(Val::none()),
        (Pattern::Shape(_) | Pattern::Sizes | Pattern::Axes, _) => {
            // A NumPy integer of known value is the int.
            let int = |one: &GivenArg| one.arg.elements.filter(|known| known.int_value().is_some());
            let arg = Arg::of(Ty::tuple(given.iter().map(|one| int(one).unwrap_or(one.arg.ty))));
            let origin = Origin::Pack(given.iter().map(|one| one.origin.clone()).collect());
            let value = coercer.bind(pattern, &GivenArg::from(&arg, origin.clone()), env)?;
            Ok(value.from(origin))
        }
        _ => coercer.pack(pattern, given, env),
    }
}
