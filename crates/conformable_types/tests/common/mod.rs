//! Random expressions and types of every kind, for the property tests of this crate.

#![allow(dead_code)]

pub mod terms;
pub mod values;

use conformable_types::{Atom, AtomData, Dim, FreshKind};
use proptest::prelude::*;

/// An expression before normalisation: what the tests evaluate by themselves.
#[derive(Clone, Debug)]
pub enum Raw {
    Const(i64),
    /// A size, at least 0: `n0`, `n1`, `n2`.
    Name(usize),
    /// An int of any sign.
    Int(usize),
    Add(Box<Raw>, Box<Raw>),
    Sub(Box<Raw>, Box<Raw>),
    Mul(Box<Raw>, Box<Raw>),
    Neg(Box<Raw>),
    FloorDiv(Box<Raw>, Box<Raw>),
    Mod(Box<Raw>, Box<Raw>),
    Max(Vec<Raw>),
    Min(Vec<Raw>),
    Bcast(Vec<Raw>),
    SliceLen(Box<[Raw; 4]>),
}

pub const NAMES: usize = 3;
pub const INTS: usize = 2;

/// The values of the names and ints.
#[derive(Clone, Copy, Debug)]
pub struct Valuation {
    pub names: [i64; NAMES],
    pub ints: [i64; INTS],
}

impl Valuation {
    pub fn of(self, atom: Atom) -> Option<i64> {
        match atom.data() {
            AtomData::Name(name) => self.names.get(name.as_str()[1..].parse::<usize>().ok()?).copied(),
            AtomData::Fresh { id, .. } => self.ints.get(*id as usize).copied(),
            _ => None,
        }
    }
}

/// Names in 0..=3, ints in -2..=2.
pub fn valuations() -> Vec<Valuation> {
    let mut all = Vec::new();
    for code in 0..4 * 4 * 4 * 5 * 5 {
        let names = [code % 4, code / 4 % 4, code / 16 % 4];
        all.push(Valuation { names, ints: [code / 64 % 5 - 2, code / 320 - 2] });
    }
    all
}

pub fn name(index: usize) -> Dim {
    Dim::name(&format!("n{index}"))
}

pub fn int(index: usize) -> Dim {
    Dim::fresh(u64::try_from(index).expect("small"), FreshKind::Int)
}

fn floor_div(a: i64, b: i64) -> Option<i64> {
    // Python's rule by definition: the largest q with q*b <= a for b > 0, mirrored for b < 0.
    let quotient = (a as f64 / b as f64).floor();
    (b != 0).then_some(quotient as i64)
}

impl Raw {
    /// The expression as the crate builds it; `None` if 0 divides.
    pub fn dim(&self) -> Option<Dim> {
        let all = |args: &[Raw]| args.iter().map(Raw::dim).collect::<Option<Vec<Dim>>>();
        Some(match self {
            Raw::Const(value) => Dim::of(*value),
            Raw::Name(index) => name(*index),
            Raw::Int(index) => int(*index),
            Raw::Add(a, b) => a.dim()?.plus(b.dim()?),
            Raw::Sub(a, b) => a.dim()?.minus(b.dim()?),
            Raw::Mul(a, b) => a.dim()?.times(b.dim()?),
            Raw::Neg(a) => a.dim()?.negated(),
            Raw::FloorDiv(a, b) => a.dim()?.floordiv(b.dim()?)?,
            Raw::Mod(a, b) => a.dim()?.modulo(b.dim()?)?,
            Raw::Max(args) => Dim::max(all(args)?),
            Raw::Min(args) => Dim::min(all(args)?),
            Raw::Bcast(args) => Dim::bcast(all(args)?),
            Raw::SliceLen(args) => Dim::slicelen(args[0].dim()?, args[1].dim()?, args[2].dim()?, args[3].dim()?),
        })
    }

    /// The value by Python's rules; `None` where Python has none.
    pub fn value(&self, at: Valuation) -> Option<i64> {
        let all = |args: &[Raw]| args.iter().map(|arg| arg.value(at)).collect::<Option<Vec<i64>>>();
        Some(match self {
            Raw::Const(value) => *value,
            Raw::Name(index) => at.names[*index],
            Raw::Int(index) => at.ints[*index],
            Raw::Add(a, b) => a.value(at)? + b.value(at)?,
            Raw::Sub(a, b) => a.value(at)? - b.value(at)?,
            Raw::Mul(a, b) => a.value(at)? * b.value(at)?,
            Raw::Neg(a) => -a.value(at)?,
            Raw::FloorDiv(a, b) => floor_div(a.value(at)?, b.value(at)?)?,
            Raw::Mod(a, b) => {
                let (a, b) = (a.value(at)?, b.value(at)?);
                a - b * floor_div(a, b)?
            }
            Raw::Max(args) => all(args)?.into_iter().max()?,
            Raw::Min(args) => all(args)?.into_iter().min()?,
            Raw::Bcast(args) => {
                let mut sizes = all(args)?;
                sizes.retain(|size| *size != 1);
                sizes.dedup();
                match *sizes {
                    [] => 1,
                    [size] => size,
                    _ => return None,
                }
            }
            Raw::SliceLen(args) => {
                let [start, stop, step, n] = [0, 1, 2, 3].map(|place: usize| args[place].value(at));
                slice_elements(start?, stop?, step?, n?)?
            }
        })
    }
}

/// Counts the elements that Python's slicing rule visits, one by one.
fn slice_elements(start: i64, stop: i64, step: i64, n: i64) -> Option<i64> {
    if step == 0 || n < 0 {
        return None;
    }
    let (least, most) = if step > 0 { (0, n) } else { (-1, n - 1) };
    let clip = |bound: i64| (if bound < 0 { bound + n } else { bound }).clamp(least, most.max(least));
    let (mut at, stop) = (clip(start), clip(stop));
    let mut count = 0;
    while if step > 0 { at < stop } else { at > stop } {
        count += 1;
        at += step;
    }
    Some(count)
}

pub fn raw() -> BoxedStrategy<Raw> {
    let leaf =
        prop_oneof![(-3i64..6).prop_map(Raw::Const), (0..NAMES).prop_map(Raw::Name), (0..INTS).prop_map(Raw::Int),];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        let some = prop::collection::vec(inner.clone(), 1..4);
        let sized = prop_oneof![(0..NAMES).prop_map(Raw::Name), (0i64..5).prop_map(Raw::Const)];
        prop_oneof![
            3 => pair.clone().prop_map(|(a, b)| Raw::Add(a, b)),
            2 => pair.clone().prop_map(|(a, b)| Raw::Sub(a, b)),
            3 => pair.clone().prop_map(|(a, b)| Raw::Mul(a, b)),
            1 => inner.clone().prop_map(|a| Raw::Neg(Box::new(a))),
            2 => pair.clone().prop_map(|(a, b)| Raw::FloorDiv(a, b)),
            2 => pair.prop_map(|(a, b)| Raw::Mod(a, b)),
            1 => some.clone().prop_map(Raw::Max),
            1 => some.clone().prop_map(Raw::Min),
            1 => some.prop_map(Raw::Bcast),
            1 => (inner.clone(), inner.clone(), -2i64..3, sized)
                .prop_map(|(a, b, step, n)| Raw::SliceLen(Box::new([a, b, Raw::Const(step), n]))),
        ]
    })
    .boxed()
}
