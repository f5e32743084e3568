//! A signature as a flat program: slot numbers and constants in fixed arrays, made when the
//! signature is, that answers known sizes without the solver and without allocating.
//!
//! It says *proved, and these are the outputs*, or nothing: whatever it is not made for, and
//! whatever it finds wrong, is for the engine, which alone refuses and explains. It is a cache of
//! the engine, not a second meaning, and a test holds the two equal.
//!
//! It is made for signatures of names and numbers, optional ones too, with or without leading
//! dims; outputs may be computed. Skipped dims, `...`, `n|1`, `!n` and computed inputs it leaves.

use super::{Item, Mark, MiniSignature, Operand, Prefix, Sum, SumOp};

/// Names and numbers that a program has slots for.
const SLOTS: usize = 8;
/// Dims that all outputs together have room for.
const ROOM: usize = 64;
/// Outputs that have room.
const OUTPUTS: usize = 8;
/// Values that an output's size is computed from at once.
const STACK: usize = 8;
/// In a slot whose name has no size yet.
const OPEN: i64 = -1;

/// A compiled signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flat {
    batch: Batch,
    /// The slots before a run: numbers are sizes that are known.
    slots: [i64; SLOTS],
    /// The dims of all inputs, one after the other, and where each input's end.
    loads: Box<[Load]>,
    ends: Box<[usize]>,
    optional: bool,
    outputs: Box<[Box<[Store]>]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Batch {
    None,
    Broadcast(usize),
    Equal(usize),
}

/// One dim of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Load {
    slot: u8,
    /// A bit for each optional dim; 0 for one that is always there.
    optional: u16,
}

/// One dim of an output.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Store {
    size: Computed,
    optional: u16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Computed {
    Slot(u8),
    /// In postfix order.
    Steps(Box<[Step]>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Push(u8),
    Negate,
    Two(SumOp),
    Least,
    Most,
}

/// The sizes of all outputs, in one buffer that can be used again.
#[derive(Clone, Debug)]
pub struct Sizes {
    dims: [i64; ROOM],
    len: usize,
    ends: [usize; OUTPUTS],
    outputs: usize,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes { dims: [0; ROOM], len: 0, ends: [0; OUTPUTS], outputs: 0 }
    }
}

impl Sizes {
    /// The sizes of one output.
    pub fn output(&self, place: usize) -> &[i64] {
        let start = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.dims[start..self.ends[place]]
    }

    /// Of all outputs, in order.
    pub fn iter(&self) -> impl Iterator<Item = &[i64]> {
        (0..self.outputs).map(|place| self.output(place))
    }

    #[inline]
    fn push(&mut self, size: i64) -> Option<()> {
        *self.dims.get_mut(self.len)? = size;
        self.len += 1;
        Some(())
    }

    /// Leading dims, which broadcast with those that are there already.
    #[inline]
    fn broadcast(&mut self, shape: &[i64]) -> Option<()> {
        let (own, new) = (self.len, shape.len());
        if own == 0 {
            return shape.iter().try_for_each(|size| self.push(*size));
        }
        if new > own {
            // Those that are there move to the right of the new ones.
            let more = new - own;
            let dims = self.dims.get_mut(..new)?;
            for at in (0..new).rev() {
                let size = shape[at];
                dims[at] = if at < more { size } else { broadcast(dims[at - more], size)? };
            }
            self.len = new;
            return Some(());
        }
        for (known, size) in self.dims[own - new..own].iter_mut().zip(shape) {
            *known = broadcast(*known, *size)?;
        }
        Some(())
    }
}

#[inline]
fn broadcast(a: i64, b: i64) -> Option<i64> {
    if a == b || b == 1 {
        Some(a)
    } else if a == 1 {
        Some(b)
    } else {
        None
    }
}

impl Flat {
    /// The program of a signature, if it is of the kind that has one.
    pub fn compile(signature: &MiniSignature) -> Option<Flat> {
        let mut compiler = Compiler::default();
        let batch = match signature.prefix {
            Prefix::Nothing => Batch::None,
            Prefix::Broadcast(cap) => Batch::Broadcast(cap.unwrap_or(ROOM)),
            Prefix::Equal(cap) => Batch::Equal(cap.unwrap_or(ROOM)),
        };
        let (mut loads, mut ends) = (Vec::new(), Vec::new());
        for operand in &signature.inputs {
            for item in &operand.items {
                loads.push(compiler.load(item)?);
            }
            ends.push(loads.len());
        }
        let outputs: Box<[_]> =
            signature.outputs.iter().map(|operand| compiler.output(operand)).collect::<Option<_>>()?;
        if outputs.len() > OUTPUTS {
            return None;
        }
        let mut slots = [OPEN; SLOTS];
        for (slot, known) in slots.iter_mut().zip(&compiler.slots) {
            if let Sum::Int(value) = known {
                *slot = *value;
            }
        }
        let optional = loads.iter().any(|load| load.optional != 0);
        Some(Flat { batch, slots, loads: loads.into(), ends: ends.into(), optional, outputs })
    }

    /// The outputs' sizes in `outputs`, if these inputs are known to be right: sizes of at least 0,
    /// as many shapes as there are inputs.
    #[inline]
    pub fn run(&self, inputs: &[&[i64]], outputs: &mut Sizes) -> bool {
        outputs.len = 0;
        outputs.outputs = 0;
        inputs.len() == self.ends.len() && self.proved(inputs, outputs).is_some()
    }

    #[inline]
    fn proved(&self, inputs: &[&[i64]], outputs: &mut Sizes) -> Option<()> {
        let absent = if self.optional { self.absent(inputs)? } else { 0 };
        let mut slots = self.slots;
        let mut start = 0;
        for (place, (end, shape)) in self.ends.iter().zip(inputs).enumerate() {
            let loads = self.loads.get(start..*end)?;
            let present = if absent == 0 { loads.len() } else { count(loads, absent) };
            let leading = shape.len().checked_sub(present)?;
            let (leading, core) = shape.split_at(leading);
            match self.batch {
                Batch::None if !leading.is_empty() => return None,
                Batch::None => {}
                Batch::Broadcast(most) if leading.len() <= most => outputs.broadcast(leading)?,
                Batch::Equal(most) if leading.len() <= most => {
                    if place == 0 {
                        leading.iter().try_for_each(|size| outputs.push(*size))?;
                    } else if outputs.dims[..outputs.len] != *leading {
                        return None;
                    }
                }
                Batch::Broadcast(_) | Batch::Equal(_) => return None,
            }
            let mut core = core.iter();
            for load in loads {
                if load.optional & absent != 0 {
                    continue;
                }
                let size = *core.next()?;
                let known = &mut slots[usize::from(load.slot) % SLOTS];
                if *known == OPEN {
                    *known = size;
                } else if *known != size {
                    return None;
                }
            }
            start = *end;
        }
        self.store(&slots, absent, outputs)
    }

    #[inline]
    fn store(&self, slots: &[i64; SLOTS], absent: u16, outputs: &mut Sizes) -> Option<()> {
        let batch = outputs.len;
        for (place, stores) in self.outputs.iter().enumerate() {
            if place > 0 {
                for at in 0..batch {
                    outputs.push(outputs.dims[at])?;
                }
            }
            for store in stores {
                if store.optional & absent != 0 {
                    continue;
                }
                let size = match &store.size {
                    Computed::Slot(slot) => slots[usize::from(*slot) % SLOTS],
                    Computed::Steps(steps) => computed(steps, slots)?,
                };
                if size < 0 {
                    return None;
                }
                outputs.push(size)?;
            }
            outputs.ends[place % OUTPUTS] = outputs.len;
        }
        outputs.outputs = self.outputs.len();
        Some(())
    }

    /// A bit for each optional dim that ranks make absent: while an operand has fewer dims than are
    /// still present, its leftmost optional one goes, everywhere.
    fn absent(&self, inputs: &[&[i64]]) -> Option<u16> {
        let mut absent = 0;
        let mut start = 0;
        for (end, shape) in self.ends.iter().zip(inputs) {
            let loads = &self.loads[start..*end];
            while shape.len() < loads.len() && shape.len() < count(loads, absent) {
                absent |= loads.iter().map(|load| load.optional & !absent).find(|bit| *bit != 0)?;
            }
            start = *end;
        }
        Some(absent)
    }
}

fn count(loads: &[Load], absent: u16) -> usize {
    loads.iter().filter(|load| load.optional & absent == 0).count()
}

fn computed(steps: &[Step], slots: &[i64; SLOTS]) -> Option<i64> {
    let mut stack = [0i64; STACK];
    let mut top = 0usize;
    for step in steps {
        if let Step::Push(slot) = step {
            stack[top] = slots[usize::from(*slot) % SLOTS];
            top += 1;
            continue;
        }
        if let Step::Negate = step {
            stack[top - 1] = stack[top - 1].checked_neg()?;
            continue;
        }
        top -= 1;
        let (a, b) = (stack[top - 1], stack[top]);
        stack[top - 1] = match step {
            Step::Two(SumOp::Add) => a.checked_add(b)?,
            Step::Two(SumOp::Sub) => a.checked_sub(b)?,
            Step::Two(SumOp::Mul) => a.checked_mul(b)?,
            Step::Two(SumOp::FloorDiv) if b != 0 => conformable_types::dim::python_floordiv(a, b)?,
            Step::Two(SumOp::Mod) if b != 0 => conformable_types::dim::python_mod(a, b),
            Step::Least => a.min(b),
            Step::Most => a.max(b),
            Step::Push(_) | Step::Negate | Step::Two(_) => return None,
        };
    }
    Some(stack[0])
}

#[derive(Default)]
struct Compiler {
    /// Names and numbers.
    slots: Vec<Sum>,
    optional: Vec<Sum>,
}

impl Compiler {
    fn load(&mut self, item: &Item) -> Option<Load> {
        match item {
            Item::Dim { sum: sum @ (Sum::Name(_) | Sum::Int(_)), mark, .. } => {
                Some(Load { slot: self.slot(sum)?, optional: self.bit(sum, *mark)? })
            }
            _ => None,
        }
    }

    fn output(&mut self, operand: &Operand) -> Option<Box<[Store]>> {
        let store = |item: &Item| match item {
            Item::Dim { sum, mark, .. } => {
                let size = match sum {
                    Sum::Int(_) | Sum::Name(_) => Computed::Slot(self.slot(sum)?),
                    _ => {
                        let mut steps = Vec::new();
                        let deepest = self.steps(sum, &mut steps)?;
                        (deepest <= STACK).then(|| Computed::Steps(steps.into()))?
                    }
                };
                Some(Store { size, optional: self.bit(sum, *mark)? })
            }
            _ => None,
        };
        operand.items.iter().map(store).collect()
    }

    /// Appends what computes `sum`; how many values are on the stack at once.
    fn steps(&mut self, sum: &Sum, steps: &mut Vec<Step>) -> Option<usize> {
        match sum {
            Sum::Int(_) | Sum::Name(_) => {
                steps.push(Step::Push(self.slot(sum)?));
                Some(1)
            }
            Sum::Neg(inner) => {
                let deepest = self.steps(inner, steps)?;
                steps.push(Step::Negate);
                Some(deepest)
            }
            Sum::Binary(op, a, b) => {
                let deepest = self.steps(a, steps)?.max(1 + self.steps(b, steps)?);
                steps.push(Step::Two(*op));
                Some(deepest)
            }
            Sum::Min(args) | Sum::Max(args) => {
                let (first, rest) = args.split_first()?;
                let mut deepest = self.steps(first, steps)?;
                for arg in rest {
                    deepest = deepest.max(1 + self.steps(arg, steps)?);
                    steps.push(if matches!(sum, Sum::Min(_)) { Step::Least } else { Step::Most });
                }
                Some(deepest)
            }
        }
    }

    fn slot(&mut self, sum: &Sum) -> Option<u8> {
        let place = place(&mut self.slots, sum);
        u8::try_from(place).ok().filter(|_| place < SLOTS)
    }

    /// `None` for marks that a program is not made for.
    fn bit(&mut self, sum: &Sum, mark: Mark) -> Option<u16> {
        match mark {
            Mark::None => Some(0),
            Mark::Optional => 1u16.checked_shl(u32::try_from(place(&mut self.optional, sum)).ok()?),
            Mark::OrOne | Mark::Data => None,
        }
    }
}

fn place(known: &mut Vec<Sum>, sum: &Sum) -> usize {
    known.iter().position(|own| own == sum).unwrap_or_else(|| {
        known.push(sum.clone());
        known.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, inputs: &[&[i64]]) -> Option<Vec<Vec<i64>>> {
        let flat = Flat::compile(&MiniSignature::parse(text).unwrap())?;
        let mut sizes = Sizes::default();
        flat.run(inputs, &mut sizes).then(|| sizes.iter().map(<[i64]>::to_vec).collect())
    }

    #[test]
    fn what_is_right_is_proved() {
        assert_eq!(run("+(m,n),(n,p)->(m,p)", &[&[7, 1, 3, 4], &[2, 4, 5]]), Some(vec![vec![7, 2, 3, 5]]));
        assert_eq!(run("(m?,n),(n,p?)->(m?,p?)", &[&[4], &[4, 5]]), Some(vec![vec![5]]));
        assert_eq!(run("=(),(),()->(3)", &[&[4], &[4], &[4]]), Some(vec![vec![4, 3]]));
        assert_eq!(run("(n),(k)->(n-k+1),(min(n, k, 2))", &[&[10], &[3]]), Some(vec![vec![8], vec![2]]));
        assert_eq!(run("->(3)", &[]), Some(vec![vec![3]]));
    }

    #[test]
    fn the_rest_is_for_the_engine() {
        assert_eq!(run("(d),(d)->()", &[&[3], &[4]]), None);
        assert_eq!(run("(d)->()", &[&[2, 3]]), None);
        assert_eq!(run("(n),(k)->(n-k+1)", &[&[3], &[9]]), None);
        assert_eq!(run("(n),(k)->(n//k)", &[&[3], &[0]]), None);
        assert_eq!(run("+2(d)->()", &[&[1, 2, 3, 4]]), None);
        assert_eq!(run("(d)->()", &[]), None);
        assert!(Flat::compile(&MiniSignature::parse("(n+1)->(n)").unwrap()).is_none());
        assert!(Flat::compile(&MiniSignature::parse("(d,...)->(...)").unwrap()).is_none());
    }
}
