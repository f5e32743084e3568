//! The functions of the catalogue's language that are neither relations nor words: they see what
//! was given, take it apart, make types of sizes, or name a size that the data decide.
//!
//! Each stands once, in the table of its subject: its name, how many arguments it takes, what it is,
//! and how it is run. The stubs are checked against the same tables when they are loaded.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use conformable_types::text::{Expr, Node};
use rustc_hash::FxHashMap;

use super::{Env, EvalResult, ExprEvaluator, Val};

mod conditions;
mod dtypes;
mod kinds;
mod languages;
mod named;
mod packs;
mod sizes;
mod types;

pub use kinds::is_kind;

/// More elements of a tuple than this are not listed one by one.
const LISTED: i64 = 32;

/// Any number of arguments from this on.
const fn many(least: usize) -> RangeInclusive<usize> {
    least..=usize::MAX
}

/// A call's arguments as they are written.
pub type Args = [(Option<String>, Expr)];

/// A function of the language.
pub struct Builtin {
    /// How many arguments it takes.
    pub arity: RangeInclusive<usize>,
    /// How it is called and what it is, for who wrote a call that is none: `name(argument, ...): what it is`.
    pub says: &'static str,
    run: BuiltinBody,
}

enum BuiltinBody {
    /// Of the arguments' values.
    Values(fn(&mut ExprEvaluator<'_>, &[Val]) -> EvalResult<Val>),
    /// Of the arguments as they are written: one is a name and no value, or not all are evaluated.
    Written(fn(&mut ExprEvaluator<'_>, &Args, &Env) -> EvalResult<Val>),
}

/// A function of its arguments' values.
const fn values(
    arity: RangeInclusive<usize>,
    says: &'static str,
    run: fn(&mut ExprEvaluator<'_>, &[Val]) -> EvalResult<Val>,
) -> Builtin {
    Builtin { arity, says, run: BuiltinBody::Values(run) }
}

/// A function of its arguments as they are written.
const fn written(
    arity: RangeInclusive<usize>,
    says: &'static str,
    run: fn(&mut ExprEvaluator<'_>, &Args, &Env) -> EvalResult<Val>,
) -> Builtin {
    Builtin { arity, says, run: BuiltinBody::Written(run) }
}

impl Builtin {
    fn name(&self) -> &'static str {
        self.says.split('(').next().unwrap_or_default()
    }
}

/// The function of that name.
pub fn builtin(name: &str) -> Option<&'static Builtin> {
    static BY_NAME: LazyLock<FxHashMap<&str, &Builtin>> = LazyLock::new(|| {
        let languages = [languages::TABLE, named::TABLE];
        let tables = [conditions::TABLE, dtypes::TABLE, packs::TABLE, sizes::TABLE, types::TABLE];
        tables.into_iter().chain(languages).flatten().map(|builtin| (builtin.name(), builtin)).collect()
    });
    BY_NAME.get(name).copied()
}

impl ExprEvaluator<'_> {
    pub(super) fn builtin(&mut self, builtin: &Builtin, args: &Args, env: &Env) -> EvalResult<Val> {
        match builtin.run {
            BuiltinBody::Values(run) => match self.values(args, env)? {
                Some(values) if builtin.arity.contains(&values.len()) => run(self, &values),
                // A pack of which not even the length is known.
                _ => Ok(Val::unknown()),
            },
            BuiltinBody::Written(run) if builtin.arity.contains(&args.len()) => run(self, args, env),
            BuiltinBody::Written(_) => Ok(Val::unknown()),
        }
    }

    /// The arguments' values, packs with a star spread out; `None` if one of these cannot be.
    fn values(&mut self, args: &Args, env: &Env) -> EvalResult<Option<Vec<Val>>> {
        let mut values = Vec::with_capacity(args.len());
        for (_, expr) in args {
            let value = self.value(expr, env)?;
            match (&expr.node, value.items()) {
                (Node::Star(_), Some(items)) => values.extend(items),
                (Node::Star(_), None) => return Ok(None),
                _ => values.push(value),
            }
        }
        Ok(Some(values))
    }
}

/// As many as are listed one by one.
fn listed(count: &Val) -> Option<usize> {
    let count = count.dim().constant().filter(|count| *count <= LISTED)?;
    usize::try_from(count).ok()
}
