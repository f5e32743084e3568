//! The mini-language of shapes: `(m?,n),(n,p?)->(m?,p?)`, a superset of NumPy's gufunc signatures.
//!
//! | token | meaning |
//! |---|---|
//! | `m`, `3` | a core dim; of exactly this size |
//! | `m?` | optional: absent from every operand, or present in all that write it |
//! | `n\|1` | this operand has `n` or 1 |
//! | `.2.`, `.k.` | skips that many dims |
//! | `...` | any number of dims |
//! | `!n` | in an output: a size that the data decide |
//! | `+` in front | leading batch dims that broadcast together |
//! | `=` in front | leading batch dims that are equal in all operands |

mod choices;
mod forward;
mod parse;
mod print;
mod sizes;

use conformable_types::dim::{python_floordiv, python_mod};

pub use choices::{Choice, RankRule};
pub use forward::Outcome;
pub(crate) use parse::composed;

/// A signature of shapes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MiniSignature {
    pub prefix: Prefix,
    pub inputs: Vec<Operand>,
    pub outputs: Vec<Operand>,
}

/// What stands in front of the core dims; with a cap, at most so many dims.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prefix {
    Nothing,
    Broadcast(Option<usize>),
    Equal(Option<usize>),
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operand {
    pub items: Vec<Item>,
    /// In bytes from the start of the text.
    pub offset: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    Dim {
        sum: Sum,
        mark: Mark,
        offset: usize,
    },
    /// `.2.`
    Skip(usize),
    /// `.k.`
    SkipRank(String),
    /// `...`
    Ellipsis,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    None,
    /// `m?`
    Optional,
    /// `n|1`
    OrOne,
    /// `!n`
    Data,
}

/// A size as an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sum {
    Name(String),
    Int(i64),
    Neg(Box<Sum>),
    Binary(SumOp, Box<Sum>, Box<Sum>),
    Min(Vec<Sum>),
    Max(Vec<Sum>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SumOp {
    Add,
    Sub,
    Mul,
    FloorDiv,
    Mod,
}

impl SumOp {
    /// What it gives of two ints; `None` beyond 64 bits, and by 0.
    #[inline]
    pub fn of(self, a: i64, b: i64) -> Option<i64> {
        match self {
            SumOp::Add => a.checked_add(b),
            SumOp::Sub => a.checked_sub(b),
            SumOp::Mul => a.checked_mul(b),
            SumOp::FloorDiv => python_floordiv(a, b),
            SumOp::Mod => (b != 0).then(|| python_mod(a, b)),
        }
    }
}

impl Sum {
    /// The names in it, in order, each as often as it occurs.
    pub fn names<'a>(&'a self, found: &mut Vec<&'a str>) {
        match self {
            Sum::Name(name) => found.push(name),
            Sum::Int(_) => {}
            Sum::Neg(inner) => inner.names(found),
            Sum::Binary(_, a, b) => {
                a.names(found);
                b.names(found);
            }
            Sum::Min(args) | Sum::Max(args) => args.iter().for_each(|arg| arg.names(found)),
        }
    }

    /// Its value, if it is without names.
    pub fn constant(&self) -> Option<i64> {
        Some(match self {
            Sum::Name(_) => return None,
            Sum::Int(value) => *value,
            Sum::Neg(inner) => inner.constant()?.checked_neg()?,
            Sum::Binary(op, a, b) => op.of(a.constant()?, b.constant()?)?,
            Sum::Min(args) => {
                args.iter().map(Sum::constant).try_fold(i64::MAX, |least, value| Some(least.min(value?)))?
            }
            Sum::Max(args) => {
                args.iter().map(Sum::constant).try_fold(i64::MIN, |most, value| Some(most.max(value?)))?
            }
        })
    }

    /// The same with something in the place of each name.
    pub fn with_names(&self, map: &dyn Fn(&str) -> Sum) -> Sum {
        let all = |args: &[Sum]| args.iter().map(|arg| arg.with_names(map)).collect();
        match self {
            Sum::Name(name) => map(name),
            Sum::Int(value) => Sum::Int(*value),
            Sum::Neg(inner) => Sum::Neg(Box::new(inner.with_names(map))),
            Sum::Binary(op, a, b) => Sum::Binary(*op, Box::new(a.with_names(map)), Box::new(b.with_names(map))),
            Sum::Min(args) => Sum::Min(all(args)),
            Sum::Max(args) => Sum::Max(all(args)),
        }
    }
}

impl Operand {
    /// Places of optional dims, by what is marked: `m` of `m?`, `3` of `3?`.
    pub(crate) fn optional(&self) -> impl Iterator<Item = &Sum> {
        self.items.iter().filter_map(|item| match item {
            Item::Dim { sum, mark: Mark::Optional, .. } => Some(sum),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests;
