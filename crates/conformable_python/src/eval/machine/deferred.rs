//! Code that runs later, in part, or never: the bodies of generators and the callbacks of lazy iterators that
//! nobody iterates to their end at once, and functions whose results are kept for the next call.
//!
//! It is evaluated where it is made, for what it gives and for what it is refuted. Which of its writes to objects
//! of before have happened at any moment is not followed: what it writes to is unknown from there on.

use ruff_python_ast::{Expr, ExprCall};
use ruff_text_size::TextRange;

use crate::domain::value::{Kind, Value};

/// When code runs that is evaluated here.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Runs {
    Now,
    /// Or for an earlier call.
    NowOrBefore,
    /// In part, or never.
    Later,
    /// The same, by whoever is given what a function takes as `*args`, who may be there to catch what it raises.
    Elsewhere,
}

impl Runs {
    /// The same of code of which nobody counts how often it runs.
    pub fn or_later(self) -> Runs {
        if self == Runs::Now { Runs::Later } else { self }
    }
}

/// Which of the expressions being evaluated are lazy iterators that somebody is known to take.
#[derive(Default)]
pub struct Takers {
    /// Those that are iterated to their end at once.
    pub consumed: Vec<TextRange>,
    /// Those that one item is taken of at once: their code begins here, and goes on later.
    pub begun: Vec<TextRange>,
    /// Those that a function of the program takes as its `*args`, or unknown code beside what it can call.
    pub passed_on: Vec<TextRange>,
}

impl Takers {
    /// When the code of a lazy iterator runs that is made by the expression at `range`.
    pub fn runs_of(&self, range: TextRange) -> Runs {
        if self.consumed.contains(&range) {
            Runs::Now
        } else if self.passed_on.contains(&range) {
            Runs::Elsewhere
        } else {
            Runs::Later
        }
    }
}

/// The arguments of a call that a function of the program takes as its `*args`, or that unknown code is given behind
/// something that it can call: `self.assertRaises(TypeError, next, map(None, x))`.
pub fn passed_on<'p>(
    callee: &Value<'p>,
    call: &'p ExprCall,
    mut held_at: impl FnMut(&'p Expr) -> Option<Value<'p>>,
) -> &'p [Expr] {
    let arguments = &call.arguments.args;
    let (function, is_bound) = match &callee.kind {
        Kind::Unknown
            if arguments.len() > 1 && arguments.iter().any(|one| one.is_call_expr() || one.is_generator_expr()) =>
        {
            let is_callable = |value: Value<'p>| {
                matches!(value.kind, Kind::Function(_) | Kind::Bound(_) | Kind::Class(_) | Kind::Builtin(_))
            };
            let place = arguments.iter().position(|argument| held_at(argument).is_some_and(is_callable));
            return place.map_or(&[], |place| &arguments[place + 1..]);
        }
        Kind::Function(function) => (function, false),
        Kind::Bound(pair) => match &pair.1.kind {
            Kind::Function(function) => (function, true),
            _ => return &[],
        },
        _ => return &[],
    };
    let params = function.params.filter(|params| params.vararg.is_some());
    let Some(params) = params else { return &[] };
    let taken = (params.posonlyargs.len() + params.args.len()).saturating_sub(usize::from(is_bound));
    arguments.get(taken..).unwrap_or_default()
}
