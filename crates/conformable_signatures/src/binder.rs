//! Which parameter takes which argument of a call: Python's rules, and the one wording of what is wrong with a call.
//! Arguments are numbers here, positional ones first, then keywords; what they are doesn't matter.

use std::fmt;

use conformable_types::text::nearest;
use conformable_types::ty::ParamKind;
use ruff_python_ast::{self as ast, Parameters};

/// A parameter, as far as binding asks.
pub trait Parameter {
    fn name(&self) -> &str;
    fn kind(&self) -> ParamKind;
    fn is_optional(&self) -> bool;
}

impl<P: Parameter> Parameter for &P {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn kind(&self) -> ParamKind {
        (**self).kind()
    }

    fn is_optional(&self) -> bool {
        (**self).is_optional()
    }
}

/// What a parameter was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Nothing: its default counts.
    Absent,
    /// `*unknown` may have given it.
    Possible,
    One(usize),
    /// `*args`
    Many(Vec<usize>),
    /// `**kwargs`
    Keywords(Vec<usize>),
}

impl Slot {
    /// The numbers of the arguments that it is known to have.
    pub fn numbers(&self) -> &[usize] {
        match self {
            Slot::Absent | Slot::Possible => &[],
            Slot::One(number) => std::slice::from_ref(number),
            Slot::Many(numbers) | Slot::Keywords(numbers) => numbers,
        }
    }
}

/// A slot for each parameter, and what is wrong with the call.
pub struct BoundArguments {
    pub slots: Vec<Slot>,
    pub error: Option<ArgumentError>,
}

/// Why a function can't be called with such arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ArgumentError {
    /// More by place than there are parameters for, with how many of these have no default.
    TooMany { least: usize, most: usize, given: usize },
    /// A name that was given by place already, or twice.
    Repeated { name: String, argument: usize },
    /// A name that no parameter has.
    Unexpected { name: String, argument: usize },
    /// Parameters without an argument.
    Missing(Vec<String>),
}

impl ArgumentError {
    /// The number of the argument that doesn't fit.
    pub fn argument(&self) -> Option<usize> {
        match self {
            ArgumentError::TooMany { most, .. } => Some(*most),
            ArgumentError::Repeated { argument, .. } | ArgumentError::Unexpected { argument, .. } => Some(*argument),
            ArgumentError::Missing(_) => None,
        }
    }

    /// The parameter that a keyword was meant for, of which none has the name, or only one that is given by place.
    pub fn meant<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
        let ArgumentError::Unexpected { name, .. } = self else { return None };
        nearest(name, names).map(|near| match near == name {
            true => format!("`{near}` is given by place alone"),
            false => format!("did you mean `{near}`?"),
        })
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        match self {
            ArgumentError::TooMany { least, most, given } => {
                let range = if least < most { format!("from {least} to {most}") } else { most.to_string() };
                let were = if *given == 1 { "was" } else { "were" };
                let plural = plural(if least < most { 2 } else { *most });
                write!(f, "takes {range} positional argument{plural} but {given} {were} given")
            }
            ArgumentError::Repeated { name, .. } => write!(f, "got two values for `{name}`"),
            ArgumentError::Unexpected { name, .. } => write!(f, "got an unexpected keyword argument `{name}`"),
            ArgumentError::Missing(names) => {
                let shown: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                write!(f, "missing argument{}: {}", plural(names.len()), shown.join(", "))
            }
        }
    }
}

/// Binds so many positional arguments, and those of these names, to parameters; `open` is a call with `*unknown`
/// or `**unknown`, which may give any parameter. Errors come in the order of CPython's.
pub fn bind<'k, P: Parameter>(
    params: &[P],
    positional: usize,
    keywords: impl IntoIterator<Item = &'k str>,
    open: bool,
) -> BoundArguments {
    let mut next = 0..positional;
    let by_place = |param: &P| match param.kind() {
        ParamKind::PositionalOnly | ParamKind::Plain => next.next().map(Slot::One),
        // How many more `*unknown` gives is not known.
        ParamKind::VarArgs if open => {
            next.by_ref().for_each(drop);
            Some(Slot::Possible)
        }
        ParamKind::VarArgs => Some(Slot::Many(next.by_ref().collect())),
        ParamKind::KeywordOnly => None,
        ParamKind::KwArgs => Some(Slot::Keywords(Vec::new())),
    };
    let mut slots: Vec<Option<Slot>> = params.iter().map(by_place).collect();
    let mut error = None;
    for (argument, name) in (positional..).zip(keywords) {
        let named =
            |param: &P| matches!(param.kind(), ParamKind::Plain | ParamKind::KeywordOnly) && param.name() == name;
        let rest = |param: &P| param.kind() == ParamKind::KwArgs;
        let place = params.iter().position(named).or_else(|| params.iter().position(rest));
        let name = || name.to_owned();
        match place.map(|place| &mut slots[place]) {
            Some(Some(Slot::Keywords(taken))) => taken.push(argument),
            Some(slot @ None) => *slot = Some(Slot::One(argument)),
            Some(Some(_)) => _ = error.get_or_insert_with(|| ArgumentError::Repeated { name: name(), argument }),
            None => _ = error.get_or_insert_with(|| ArgumentError::Unexpected { name: name(), argument }),
        }
    }
    if let Some(most) = next.next() {
        let by_place = |param: &&P| matches!(param.kind(), ParamKind::PositionalOnly | ParamKind::Plain);
        let least = params.iter().filter(by_place).filter(|param| !param.is_optional()).count();
        error.get_or_insert(ArgumentError::TooMany { least, most, given: positional });
    }
    let is_missing = |(param, slot): &(&P, &Option<Slot>)| slot.is_none() && !open && !param.is_optional();
    let missing = params.iter().zip(&slots).filter(is_missing).map(|(param, _)| param.name().to_owned());
    let missing: Vec<String> = missing.collect();
    if !missing.is_empty() {
        error.get_or_insert(ArgumentError::Missing(missing));
    }
    let rest = if open { Slot::Possible } else { Slot::Absent };
    BoundArguments { slots: slots.into_iter().map(|slot| slot.unwrap_or_else(|| rest.clone())).collect(), error }
}

/// A parameter of a definition in Python.
#[derive(Clone, Copy)]
pub struct WrittenParam<'a> {
    pub parameter: &'a ast::Parameter,
    pub default: Option<&'a ast::Expr>,
    pub kind: ParamKind,
}

impl Parameter for WrittenParam<'_> {
    fn name(&self) -> &str {
        &self.parameter.name
    }

    fn kind(&self) -> ParamKind {
        self.kind
    }

    fn is_optional(&self) -> bool {
        self.default.is_some()
    }
}

/// The parameters of a definition with their kinds, as written from left to right.
pub fn written_params(list: &Parameters) -> impl Iterator<Item = WrittenParam<'_>> {
    fn plain(params: &[ast::ParameterWithDefault], kind: ParamKind) -> impl Iterator<Item = WrittenParam<'_>> {
        params.iter().map(move |p| WrittenParam { parameter: &p.parameter, default: p.default.as_deref(), kind })
    }
    fn rest(param: Option<&ast::Parameter>, kind: ParamKind) -> impl Iterator<Item = WrittenParam<'_>> {
        param.map(|parameter| WrittenParam { parameter, default: None, kind }).into_iter()
    }
    plain(&list.posonlyargs, ParamKind::PositionalOnly)
        .chain(plain(&list.args, ParamKind::Plain))
        .chain(rest(list.vararg.as_deref(), ParamKind::VarArgs))
        .chain(plain(&list.kwonlyargs, ParamKind::KeywordOnly))
        .chain(rest(list.kwarg.as_deref(), ParamKind::KwArgs))
}
