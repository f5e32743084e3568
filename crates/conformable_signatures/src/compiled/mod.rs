//! Signatures as compiled programs: comparisons between places of the inputs, made when the signature
//! is, that answer known sizes without the solver and without allocating.
//!
//! A program says *proved, and these are the outputs*, or nothing: whatever it is not made for, and
//! whatever it finds wrong, is for the engine, which alone refuses and explains. It is a cache of
//! the engine, not a second meaning, and a test holds the two equal.
//!
//! A name is resolved when the program is made: `(m,n),(n,p)->(m,p)` compares the second size of
//! the first input with the first of the second, and copies two sizes. Optional dims make one
//! variant each way. [`compile`] makes programs of the mini-language's signatures, [`annotations`]
//! of annotated functions; what they leave to the engine (sizes that only an expression shows,
//! several open runs of dims in one operand) has no program. [`Filler`] goes backwards. [`Forms`] are
//! programs of whole types, which the engine itself makes: one for each form of call.

pub mod annotations;
mod compile;
mod fill;
mod forms;

pub use fill::Filler;
pub use forms::Forms;

use smallvec::SmallVec;

use crate::minilanguage::SumOp;

/// Dims that all outputs together have room for.
const ROOM: usize = 64;
/// Dims that a run of dims has room for.
const RUN: usize = 32;
/// Outputs that have room.
const OUTPUTS: usize = 8;
/// Values that a size is computed from at once.
const STACK: usize = 8;

/// A compiled signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Their ranks exclude each other.
    variants: SmallVec<[Variant; 1]>,
}

/// A program for one choice of the optional dims that are there.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Variant {
    ranks: Box<[Rank]>,
    blend: Blend,
    /// Whether an operand has a run of dims that others share.
    shares: bool,
    same: Vec<(DimPlace, DimPlace)>,
    checks: Vec<Check>,
    /// Whether the first output starts with the shared run.
    leads: bool,
    /// Of a variant that checks nothing else and has one output, of the shared run, if there is one, and
    /// copied sizes: their places.
    plain: Option<Box<[DimPlace]>>,
    /// The items of all outputs, each output's followed by an end.
    outputs: Vec<Out>,
    numbers: Vec<i64>,
    /// Sizes that broadcast together, each list a value.
    together: Vec<Box<[DimPlace]>>,
    sums: Vec<Box<[Step]>>,
}

/// How shared runs of dims come together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Blend {
    Equal,
    Broadcast,
}

/// How many dims an input may have, and which of them are a run that others share: all but those
/// in front of it and those behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rank {
    least: u8,
    most: u8,
    shared: bool,
    front: u8,
    back: u8,
    /// With more dims it has some that others share.
    fixed: u8,
}

/// A dim of an input: from the front, or where negative from the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct DimPlace {
    input: u8,
    axis: i8,
}

impl DimPlace {
    #[inline]
    fn size(self, inputs: &[&[i64]]) -> Option<i64> {
        let shape = *inputs.get(usize::from(self.input))?;
        let end = if self.axis < 0 { shape.len() } else { 0 };
        shape.get(end.wrapping_add_signed(isize::from(self.axis))).copied()
    }
}

/// What must hold besides. Numbers, lists and sums are named by their places in the variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Check {
    Number(DimPlace, u8),
    /// The first is 1, or as the second.
    OrOne(DimPlace, DimPlace),
    Together(u8),
    Sum(DimPlace, u8),
}

/// One item of an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Out {
    Dim(DimPlace),
    Number(u8),
    Together(u8),
    Sum(u8),
    /// The shared run.
    Run,
    End,
}

/// In postfix order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Push(DimPlace),
    Size(i64),
    Negate,
    Two(SumOp),
    Least,
    Most,
}

/// The sizes of all outputs, in one buffer that can be used again.
#[derive(Clone, Debug)]
pub struct Sizes {
    dims: [i64; ROOM],
    ends: [usize; OUTPUTS],
    outputs: usize,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes { dims: [0; ROOM], ends: [0; OUTPUTS], outputs: 0 }
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

    /// All sizes one after the other, and where each output ends.
    pub fn parts(&self) -> (&[i64], &[usize]) {
        let ends = &self.ends[..self.outputs];
        (&self.dims[..ends.last().copied().unwrap_or(0)], ends)
    }

    /// Holds these shapes, if there is room.
    pub fn hold<'s>(&mut self, shapes: impl Iterator<Item = &'s [i64]>) -> Option<()> {
        self.clear();
        for shape in shapes {
            shape.iter().try_for_each(|size| self.push(*size))?;
            self.end()?;
        }
        Some(())
    }

    fn clear(&mut self) {
        (self.outputs, self.ends[0]) = (0, 0);
    }

    /// One more size of the output that is being written.
    fn push(&mut self, size: i64) -> Option<()> {
        let len = self.ends.get_mut(self.outputs)?;
        *self.dims.get_mut(*len)? = size;
        *len += 1;
        Some(())
    }

    /// The output that is being written has no more sizes.
    fn end(&mut self) -> Option<()> {
        let len = *self.ends.get(self.outputs)?;
        self.outputs += 1;
        if let Some(next) = self.ends.get_mut(self.outputs) {
            *next = len;
        }
        Some(())
    }

    /// What two runs broadcast to. In one loop: runs are short.
    #[inline]
    fn two(&mut self, start: usize, a: &[i64], b: &[i64]) -> Option<usize> {
        let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
        let front = long.len() - short.len();
        let run = self.dims.get_mut(start..start + long.len())?;
        for (at, (own, size)) in run.iter_mut().zip(long).enumerate() {
            *own = match short.get(at.wrapping_sub(front)) {
                Some(other) => broadcast(*size, *other)?,
                None => *size,
            };
        }
        Some(long.len())
    }

    /// What the run of `len` dims at `start` broadcasts to with one more.
    fn one_more(&mut self, start: usize, len: usize, shape: &[i64]) -> Option<usize> {
        let run = self.dims.get_mut(start..start + len.max(shape.len()))?;
        if let Some(more @ 1..) = shape.len().checked_sub(len) {
            // Those that are there move to the right of the new ones.
            run.copy_within(..len, more);
            run[..more].fill(1);
        }
        let front = run.len() - shape.len();
        for (known, size) in run[front..].iter_mut().zip(shape) {
            *known = broadcast(*known, *size)?;
        }
        Some(run.len())
    }
}

/// The size that two known sizes broadcast to.
#[inline]
pub fn broadcast(a: i64, b: i64) -> Option<i64> {
    if a == b || b == 1 {
        Some(a)
    } else if a == 1 {
        Some(b)
    } else {
        None
    }
}

impl Program {
    /// The outputs' sizes in `outputs`, if these inputs, sizes of at least 0, are known to be right.
    #[inline]
    pub fn run(&self, inputs: &[&[i64]], outputs: &mut Sizes) -> bool {
        match inputs {
            [a] => self.proved(&[*a], outputs),
            [a, b] => self.pair(a, b, outputs),
            [a, b, c] => self.proved(&[*a, *b, *c], outputs),
            _ => self.variants.iter().any(|variant| variant.general(inputs, outputs).is_some()),
        }
    }

    /// Slices that stand in registers are read sooner than those that somebody has just written to
    /// memory.
    #[inline(never)]
    fn pair(&self, a: &[i64], b: &[i64], outputs: &mut Sizes) -> bool {
        self.proved(&[a, b], outputs)
    }

    /// Loops over operands are unrolled where there are few.
    #[inline]
    fn proved<const N: usize>(&self, inputs: &[&[i64]; N], outputs: &mut Sizes) -> bool {
        match &*self.variants {
            [only] => only.proved(inputs, outputs).is_some(),
            several => several.iter().any(|variant| variant.general(inputs, outputs).is_some()),
        }
    }
}

impl Rank {
    /// May it have so many dims?
    #[inline]
    fn allows(self, len: usize) -> bool {
        len >= usize::from(self.least) && len <= usize::from(self.most)
    }

    /// The dims that others share.
    #[inline]
    fn run(self, shape: &[i64]) -> Option<&[i64]> {
        shape.get(usize::from(self.front)..shape.len().checked_sub(usize::from(self.back))?)
    }
}

impl Variant {
    /// As [`Variant::general`], for what is mostly written: equal sizes, and one output of the
    /// shared run and copied sizes.
    #[inline]
    fn proved<const N: usize>(&self, inputs: &[&[i64]; N], outputs: &mut Sizes) -> Option<()> {
        let (Some(places), Some(ranks)) = (&self.plain, self.ranks.first_chunk::<N>()) else {
            return self.general(inputs, outputs);
        };
        if self.ranks.len() != N {
            return None;
        }
        let (mut fit, mut more) = (true, false);
        for (rank, shape) in ranks.iter().zip(inputs) {
            fit &= rank.allows(shape.len());
            more |= shape.len() > usize::from(rank.fixed);
        }
        if !fit {
            return None;
        }
        for (a, b) in &self.same {
            if a.size(inputs)? != b.size(inputs)? {
                return None;
            }
        }
        let len = if more { self.blend(ranks, inputs, 0, outputs)? } else { 0 };
        let rest = outputs.dims.get_mut(len..len + places.len())?;
        for (own, place) in rest.iter_mut().zip(places) {
            *own = place.size(inputs)?;
        }
        (outputs.ends[0], outputs.outputs) = (len + places.len(), 1);
        Some(())
    }

    #[inline(never)]
    fn general(&self, inputs: &[&[i64]], outputs: &mut Sizes) -> Option<()> {
        let fits = |(rank, shape): (&Rank, &&[i64])| rank.allows(shape.len());
        if inputs.len() != self.ranks.len() || !self.ranks.iter().zip(inputs).all(fits) {
            return None;
        }
        for (a, b) in &self.same {
            if a.size(inputs)? != b.size(inputs)? {
                return None;
            }
        }
        if !self.checks.iter().all(|check| self.holds(*check, inputs)) {
            return None;
        }
        // Mostly it is what the first output starts with.
        let start = if self.leads { 0 } else { ROOM - RUN };
        let len = if self.shares { self.blend(&self.ranks, inputs, start, outputs)? } else { 0 };
        self.store(inputs, start, len, outputs)
    }

    fn holds(&self, check: Check, inputs: &[&[i64]]) -> bool {
        let size = |place: DimPlace| place.size(inputs);
        match check {
            Check::Number(place, number) => size(place) == self.number(number),
            Check::OrOne(one, other) => size(one) == Some(1) || size(one) == size(other),
            Check::Together(list) => self.together(list, inputs).is_some(),
            Check::Sum(place, sum) => self.sum(sum, inputs).is_some_and(|sum| size(place) == Some(sum)),
        }
    }

    /// Writes the shared run to `start`: how many dims it has.
    #[inline]
    fn blend(&self, ranks: &[Rank], inputs: &[&[i64]], start: usize, outputs: &mut Sizes) -> Option<usize> {
        let shared = || ranks.iter().zip(inputs).filter(|(rank, _)| rank.shared);
        match (self.blend, ranks, inputs) {
            (Blend::Broadcast, [x, y], [a, b]) if x.shared && y.shared => outputs.two(start, x.run(a)?, y.run(b)?),
            (Blend::Broadcast, ..) => {
                shared().try_fold(0, |len, (rank, shape)| outputs.one_more(start, len, rank.run(shape)?))
            }
            (Blend::Equal, ..) => {
                let mut runs = shared().map(|(rank, shape)| rank.run(shape));
                let first = runs.next().unwrap_or(Some(&[]))?;
                if runs.any(|run| run != Some(first)) {
                    return None;
                }
                outputs.dims.get_mut(start..start + first.len())?.copy_from_slice(first);
                Some(first.len())
            }
        }
    }

    fn store(&self, inputs: &[&[i64]], run: usize, run_len: usize, outputs: &mut Sizes) -> Option<()> {
        let (mut len, mut ended) = (0, 0);
        for item in &self.outputs {
            let size = match item {
                Out::Dim(place) => place.size(inputs)?,
                Out::Number(number) => self.number(*number)?,
                Out::Together(list) => self.together(*list, inputs)?,
                Out::Sum(sum) => self.sum(*sum, inputs).filter(|size| *size >= 0)?,
                Out::Run => {
                    if len != run {
                        for at in 0..run_len {
                            *outputs.dims.get_mut(len + at)? = outputs.dims[run + at];
                        }
                    }
                    len += run_len;
                    continue;
                }
                Out::End => {
                    *outputs.ends.get_mut(ended)? = len;
                    ended += 1;
                    continue;
                }
            };
            *outputs.dims.get_mut(len)? = size;
            len += 1;
        }
        if run > 0 && run_len > 0 && len > run {
            // What was written may have been the run.
            return None;
        }
        outputs.outputs = ended;
        Some(())
    }

    fn number(&self, at: u8) -> Option<i64> {
        self.numbers.get(usize::from(at)).copied()
    }

    fn together(&self, list: u8, inputs: &[&[i64]]) -> Option<i64> {
        self.together.get(usize::from(list))?.iter().try_fold(1, |known, place| broadcast(known, place.size(inputs)?))
    }

    fn sum(&self, at: u8, inputs: &[&[i64]]) -> Option<i64> {
        computed(self.sums.get(usize::from(at))?, inputs)
    }
}

fn computed(steps: &[Step], inputs: &[&[i64]]) -> Option<i64> {
    let mut stack = [0i64; STACK];
    let mut top = 0usize;
    for step in steps {
        match step {
            Step::Push(place) => {
                stack[top] = place.size(inputs)?;
                top += 1;
                continue;
            }
            Step::Size(size) => {
                stack[top] = *size;
                top += 1;
                continue;
            }
            Step::Negate => {
                stack[top - 1] = stack[top - 1].checked_neg()?;
                continue;
            }
            Step::Two(_) | Step::Least | Step::Most => top -= 1,
        }
        let (a, b) = (stack[top - 1], stack[top]);
        stack[top - 1] = match step {
            Step::Two(op) => op.of(a, b)?,
            Step::Least => a.min(b),
            Step::Most => a.max(b),
            _ => return None,
        };
    }
    Some(stack[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minilanguage::MiniSignature;

    fn run(text: &str, inputs: &[&[i64]]) -> Option<Vec<Vec<i64>>> {
        let program = Program::of_shapes(&MiniSignature::parse(text).unwrap())?;
        let mut sizes = Sizes::default();
        program.run(inputs, &mut sizes).then(|| sizes.iter().map(<[i64]>::to_vec).collect())
    }

    #[test]
    fn what_is_right_is_proved() {
        assert_eq!(run("+(m,n),(n,p)->(m,p)", &[&[7, 1, 3, 4], &[2, 4, 5]]), Some(vec![vec![7, 2, 3, 5]]));
        assert_eq!(run("(m?,n),(n,p?)->(m?,p?)", &[&[4], &[4, 5]]), Some(vec![vec![5]]));
        assert_eq!(run("(m?,n),(n,p?)->(m?,p?)", &[&[3, 4], &[4, 5]]), Some(vec![vec![3, 5]]));
        assert_eq!(run("=(),(),()->(3)", &[&[4], &[4], &[4]]), Some(vec![vec![4, 3]]));
        assert_eq!(run("(n),(k)->(n-k+1),(min(n, k, 2))", &[&[10], &[3]]), Some(vec![vec![8], vec![2]]));
        assert_eq!(run("->(3)", &[]), Some(vec![vec![3]]));
    }

    #[test]
    fn runs_of_dims() {
        assert_eq!(run("(d,...)->(...)", &[&[2, 3, 4, 5]]), Some(vec![vec![3, 4, 5]]));
        assert_eq!(run("(.2.,d,...,k,.1.)->(.2.,...,.1.)", &[&[2, 3, 4, 5, 6, 7]]), Some(vec![vec![2, 3, 5, 7]]));
        assert_eq!(run("(M,.1.),(J,.1.)->(J,.1.)", &[&[3, 7], &[5, 7]]), Some(vec![vec![5, 7]]));
        assert_eq!(run("(M,.1.),(J,.1.)->(J,.1.)", &[&[3, 7], &[5, 8]]), None);
        assert_eq!(run("(M,.k.),(J,.k.)->(J,.k.)", &[&[3, 7, 8], &[5, 7, 8]]), Some(vec![vec![5, 7, 8]]));
        assert_eq!(run("+(M,.1.),(J,.1.)->(J,.1.)", &[&[3, 1], &[5, 7]]), Some(vec![vec![5, 7]]));
    }

    #[test]
    fn ones_and_sums() {
        assert_eq!(run("(n|1),(n)->(n)", &[&[1], &[4]]), Some(vec![vec![4]]));
        assert_eq!(run("(n|1),(n)->(n)", &[&[3], &[4]]), None);
        assert_eq!(run("(n|1),(n|1)->(n)", &[&[3], &[1]]), Some(vec![vec![3]]));
        assert_eq!(run("(n),(n+1)->(n)", &[&[3], &[4]]), Some(vec![vec![3]]));
        assert_eq!(run("(n),(n+1)->(n)", &[&[3], &[5]]), None);
    }

    #[test]
    fn the_rest_is_for_the_engine() {
        assert_eq!(run("(d),(d)->()", &[&[3], &[4]]), None);
        assert_eq!(run("(d)->()", &[&[2, 3]]), None);
        assert_eq!(run("(n),(k)->(n-k+1)", &[&[3], &[9]]), None);
        assert_eq!(run("(n),(k)->(n//k)", &[&[3], &[0]]), None);
        assert_eq!(run("+2(d)->()", &[&[1, 2, 3, 4]]), None);
        assert_eq!(run("(d)->()", &[]), None);
        for text in ["(n+1)->(n)", "(n)->(!m)", "(.j.,d,.k.)->(d)"] {
            assert!(Program::of_shapes(&MiniSignature::parse(text).unwrap()).is_none(), "{text}");
        }
    }
}
