//! Forwards: the outputs' shapes from the inputs'.
//!
//! Ranks decide first which optional dims are there and how long the segments are; then names get
//! sizes. A shape of unknown rank is told to have exactly the dims that its operand writes; where it is
//! open which these are, that holds in the trial of a set of absent dims.

use conformable_solver::{Context, Failure, FailureKind, Part, relations};
use conformable_types::shape::Dims;
use conformable_types::{Dim, FreshKind, Shape, Sym, Term};
use rustc_hash::FxHashMap;

use crate::alternatives::{Join, Match, adopted, among, tried};

use super::choices::Choice;
use super::{Item, Mark, MiniSignature, Operand, Prefix, Sum, print};
use conformable_solver::store::Fact;

/// What a signature says of some inputs.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub outputs: Vec<Shape>,
    /// What each name is.
    pub sizes: Vec<(String, Dim)>,
    /// The sizes that the data decide, by their names.
    pub of_data: Vec<(String, Dim)>,
    /// What each `.k.` is.
    pub ranks: Vec<(String, usize)>,
}

impl MiniSignature {
    /// As [`MiniSignature::apply`], where it is known which optional dims are absent. Names that only
    /// an expression shows are what `hidden` says: each time the same, so that a run can be repeated.
    pub fn apply_choice(
        &self,
        cx: &mut Context,
        inputs: &[Shape],
        choice: &Choice,
        given: &[(String, usize)],
        hidden: &[(Sym, Term)],
    ) -> Result<Outcome, Failure> {
        let inputs: Vec<Shape> = inputs.iter().map(|shape| cx.store().resolve_shape(*shape)).collect();
        let mut evaluation = Evaluation::new(self, cx, &inputs, &choice.absent, given)?;
        evaluation.hidden = hidden;
        evaluation.run()
    }

    /// The outputs for these inputs, which are as many as the signature has; parts of a failure
    /// name inputs.
    pub fn apply(&self, cx: &mut Context, inputs: &[Shape], given: &[(String, usize)]) -> Result<Outcome, Failure> {
        let inputs: Vec<Shape> = inputs.iter().map(|shape| cx.store().resolve_shape(*shape)).collect();
        // Ranks may leave open which optional dims are there.
        let choices = self.choices(&inputs);
        let matched = if choices.len() == 1 { Match::Definite } else { Match::Possible };
        let given = among(&choices, |choice, alone| {
            let given = tried(cx, (matched, alone), |cx| Evaluation::new(self, cx, &inputs, choice, given)?.run());
            Some((matched, given))
        });
        adopted(cx, given.expect("at least one choice"))
    }
}

impl Join for Outcome {
    fn join(self, other: Outcome) -> Outcome {
        Outcome { outputs: self.outputs.join(other.outputs), sizes: Vec::new(), of_data: Vec::new(), ranks: Vec::new() }
    }
}

/// A run of dims between core dims.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Segment {
    Batch,
    Ellipsis,
    /// By its count and which of these in its operand it is.
    Skip(usize, usize),
    /// By its name and which of these in its operand it is.
    Rank(String, usize),
}

/// Which of equal labels in an operand comes next.
#[derive(Default)]
struct Labels {
    skips: FxHashMap<usize, usize>,
    ranks: FxHashMap<String, usize>,
}

impl Labels {
    fn skip(&mut self, count: usize) -> Segment {
        let nth = self.skips.entry(count).or_insert(0);
        *nth += 1;
        Segment::Skip(count, *nth)
    }

    fn rank(&mut self, name: &str) -> Segment {
        let nth = self.ranks.entry(name.to_owned()).or_insert(0);
        *nth += 1;
        Segment::Rank(name.to_owned(), *nth)
    }
}

pub(super) struct Occurrence {
    pub(super) sum: Sum,
    pub(super) mark: Mark,
    pub(super) dim: Dim,
    pub(super) part: Part,
}

pub(super) struct Evaluation<'a, 'c> {
    pub(super) signature: &'a MiniSignature,
    pub(super) cx: &'c mut Context,
    absent: &'a [Sum],
    pub(super) occurrences: Vec<Occurrence>,
    segments: Vec<(Segment, Vec<(usize, Shape)>)>,
    ranks: FxHashMap<String, usize>,
    pub(super) sizes: Vec<(String, Dim, Part)>,
    /// The sizes that the data decide.
    of_data: Vec<(String, Dim)>,
    /// What names that only an expression shows are; a fresh thing where it is not said.
    pub(super) hidden: &'a [(Sym, Term)],
}

impl<'a, 'c> Evaluation<'a, 'c> {
    fn new(
        signature: &'a MiniSignature,
        cx: &'c mut Context,
        inputs: &[Shape],
        absent: &'a [Sum],
        given: &[(String, usize)],
    ) -> Result<Self, Failure> {
        let mut evaluation = Evaluation {
            signature,
            cx,
            absent,
            occurrences: Vec::new(),
            segments: Vec::new(),
            ranks: given.iter().cloned().collect(),
            sizes: Vec::new(),
            of_data: Vec::new(),
            hidden: &[],
        };
        evaluation.count_ranks(inputs)?;
        for (place, (operand, shape)) in signature.inputs.iter().zip(inputs).enumerate() {
            evaluation.split(place, operand, *shape)?;
        }
        Ok(evaluation)
    }

    fn items(&self, operand: &'a Operand) -> Vec<&'a Item> {
        let absent = self.absent;
        operand
            .items
            .iter()
            .filter(|item| !matches!(item, Item::Dim { sum, mark: Mark::Optional, .. } if absent.contains(sum)))
            .collect()
    }

    /// The parts of an operand: its open batch dims first, if the signature has them.
    fn fixed(&self, items: &[&Item]) -> usize {
        items
            .iter()
            .map(|item| match item {
                Item::Dim { .. } => 1,
                Item::Skip(count) => *count,
                Item::SkipRank(name) => self.ranks.get(name).copied().unwrap_or(0),
                Item::Ellipsis => 0,
            })
            .sum()
    }

    /// What each `.k.` counts, from operands in which nothing else is open.
    fn count_ranks(&mut self, inputs: &[Shape]) -> Result<(), Failure> {
        let batched = self.signature.prefix != Prefix::Nothing;
        let operands = &self.signature.inputs;
        // One that is found may leave another operand with only one that is open.
        for _ in operands {
            for (place, (operand, shape)) in operands.iter().zip(inputs).enumerate() {
                let items = self.items(operand);
                let (open, rank) = (self.open_ranks(&items), shape.rank());
                let ([name], Some(rank), false) = (&*open, rank, batched || items.contains(&&Item::Ellipsis)) else {
                    continue;
                };
                match rank.checked_sub(self.fixed(&items)) {
                    Some(rest) => self.ranks.insert(name.clone(), rest),
                    None => return Err(self.wrong_rank(place, operand, rank)),
                };
            }
        }
        for (operand, shape) in operands.iter().zip(inputs) {
            let items = self.items(operand);
            let open = self.open_ranks(&items);
            let several = open.len() > 1 && shape.rank().is_some();
            if let Some(name) = open.first()
                && (batched || items.contains(&&Item::Ellipsis) || several)
            {
                let message = format!("how many dims `.{name}.` skips must be given: {name}=");
                return Err(Failure::new(FailureKind::Arguments, message, Vec::new()));
            }
        }
        Ok(())
    }

    /// The `.k.` among these items whose count is not known.
    fn open_ranks(&self, items: &[&Item]) -> Vec<String> {
        let names = items.iter().filter_map(|item| match item {
            Item::SkipRank(name) => Some(name),
            _ => None,
        });
        names.filter(|name| !self.ranks.contains_key(*name)).cloned().collect()
    }

    fn wrong_rank(&self, place: usize, operand: &Operand, rank: usize) -> Failure {
        let items: Vec<String> = self.items(operand).into_iter().map(print::item).collect();
        let shown = format!("({})", items.join(","));
        let dims = |count: usize| if count == 1 { "1 dim".to_owned() } else { format!("{count} dims") };
        let message = match self.signature.prefix {
            Prefix::Nothing if !operand.items.contains(&Item::Ellipsis) => {
                let batched = MiniSignature { prefix: Prefix::Broadcast(None), ..self.signature.clone() };
                format!(
                    "input {} has {}, {shown} is its whole shape; with leading batch dims: {batched}",
                    place + 1,
                    dims(rank)
                )
            }
            _ => format!(
                "input {} has {}, {shown} needs at least {}",
                place + 1,
                dims(rank),
                self.fixed(&self.items(operand))
            ),
        };
        Failure::new(FailureKind::Rank, message, vec![Part::whole(place)])
    }

    /// Core dims to occurrences, the rest to segments.
    fn split(&mut self, place: usize, operand: &'a Operand, shape: Shape) -> Result<(), Failure> {
        let mut parts: Vec<Option<&Item>> = self.items(operand).into_iter().map(Some).collect();
        if self.signature.prefix != Prefix::Nothing {
            parts.insert(0, None);
        }
        let is_open = |part: &Option<&Item>, ranks: &FxHashMap<String, usize>| match part {
            None | Some(Item::Ellipsis) => true,
            Some(Item::SkipRank(name)) => !ranks.contains_key(name),
            _ => false,
        };
        let open = parts.iter().position(|part| is_open(part, &self.ranks));
        let items = self.items(operand);
        let fixed = self.fixed(&items);
        let shape = match shape.rank() {
            Some(rank) => {
                if rank < fixed || (open.is_none() && rank != fixed) {
                    return Err(self.wrong_rank(place, operand, rank));
                }
                shape
            }
            None => {
                self.with_dims(shape, &parts, open).ok_or_else(|| self.wrong_rank(place, operand, shape.min_rank()))?
            }
        };
        let mut front = 0usize;
        let mut labels = Labels::default();
        let data = shape.data();
        let all: Vec<Dim> = data.prefix.iter().chain(shape.suffix()).copied().collect();
        // Where the open segment stands among the known dims.
        let mut from_end = false;
        for (index, part) in parts.iter().enumerate() {
            let axis = |offset: usize, from_end: bool| {
                let at = i64::try_from(front + offset).unwrap_or(0);
                if from_end { at - i64::try_from(all.len()).unwrap_or(0) } else { at }
            };
            let (segment, length) = match part {
                Some(Item::Dim { sum, mark, .. }) => {
                    self.occurrences.push(Occurrence {
                        sum: sum.clone(),
                        mark: *mark,
                        dim: all[front],
                        part: Part::dim(place, axis(0, from_end)),
                    });
                    front += 1;
                    continue;
                }
                Some(Item::Skip(count)) => (labels.skip(*count), *count),
                Some(Item::SkipRank(name)) => {
                    let length = self.ranks.get(name).copied();
                    (labels.rank(name), length.unwrap_or(all.len() - fixed.min(all.len())))
                }
                None => (Segment::Batch, all.len().saturating_sub(fixed)),
                Some(Item::Ellipsis) => (Segment::Ellipsis, all.len().saturating_sub(fixed)),
            };
            let own = if open == Some(index) && shape.rank().is_none() {
                let prefix_end = data.prefix.len();
                let before = &all[front.min(prefix_end)..prefix_end];
                let after: Dims = all[prefix_end..(front + length).max(prefix_end)].into();
                Shape::new(before.iter().copied(), data.rest.as_ref().map(|(seq, _)| (*seq, after)))
            } else {
                Shape::of(&all[front..front + length])
            };
            front += length;
            from_end |= open == Some(index);
            match self.segments.iter_mut().find(|(known, _)| *known == segment) {
                Some((_, shapes)) => shapes.push((place, own)),
                None => self.segments.push((segment, vec![(place, own)])),
            }
        }
        Ok(())
    }

    /// A shape of unknown rank with all dims that its operand writes; `None` if it has too many.
    fn with_dims(&mut self, shape: Shape, parts: &[Option<&Item>], open: Option<usize>) -> Option<Shape> {
        let count = |parts: &[Option<&Item>]| self.fixed(&parts.iter().flatten().copied().collect::<Vec<_>>());
        let (before, after) = match open {
            Some(open) => (count(&parts[..open]), count(&parts[open + 1..])),
            None => (count(parts), 0),
        };
        let data = shape.data();
        let suffix = shape.suffix();
        if open.is_some() && data.prefix.len() >= before && suffix.len() >= after {
            return Some(shape);
        }
        if open.is_none() && shape.min_rank() > before {
            return None;
        }
        let mut fresh = || self.cx.fresh_dim(FreshKind::Unknown);
        let front: Vec<Dim> = (0..before).map(|place| shape.at(place as i64).unwrap_or_else(&mut fresh)).collect();
        let back: Vec<Dim> =
            (0..after).map(|place| shape.at(place as i64 - after as i64).unwrap_or_else(&mut fresh)).collect();
        let full = match open {
            None => {
                let mut dims = front;
                for place in 1..=suffix.len().min(dims.len()) {
                    let at = dims.len() - place;
                    dims[at] = suffix[suffix.len() - place];
                }
                Shape::of(&dims)
            }
            Some(_) => {
                // Known dims beyond the front may be those of the back, unless the sequence has those.
                let (more_front, more_back) =
                    (before.saturating_sub(data.prefix.len()), after.saturating_sub(suffix.len()));
                let wanted = i64::try_from(more_front + more_back).unwrap_or(i64::MAX);
                let roomy = shape
                    .seq()
                    .is_some_and(|seq| self.cx.store().ask_le(Dim::of(wanted), seq.shape().rank_dim()).is_yes());
                let between = |dims: &[Dim], beyond: usize, other: usize| -> Vec<Dim> {
                    if roomy || other == 0 { dims[beyond.min(dims.len())..].to_vec() } else { Vec::new() }
                };
                let after_front = between(&data.prefix, before, more_back);
                let mut before_back: Vec<Dim> = suffix.to_vec();
                before_back.reverse();
                before_back = between(&before_back, after, more_front);
                before_back.reverse();
                let middle = self.cx.fresh_shape();
                let seq = middle.seq().expect("a fresh shape is a sequence");
                let back = before_back.into_iter().chain(back).collect();
                Shape::new(front.into_iter().chain(after_front), Some((seq, back)))
            }
        };
        let told = self.cx.require(Fact::Shape(shape, full), || Failure::new(FailureKind::Rank, "", Vec::new()));
        told.ok().map(|()| full)
    }

    fn run(mut self) -> Result<Outcome, Failure> {
        self.name_sizes()?;
        let mut segments: FxHashMap<Segment, Shape> = FxHashMap::default();
        for (segment, shapes) in std::mem::take(&mut self.segments) {
            let cap = match self.signature.prefix {
                Prefix::Broadcast(cap) | Prefix::Equal(cap) if segment == Segment::Batch => cap,
                _ => None,
            };
            if let Some(cap) = cap {
                // What they broadcast to has as many dims as the one with the most.
                for (place, shape) in &shapes {
                    self.require_at_most(cap, *place, *shape)?;
                }
            }
            let shape = self.join_segment(&shapes)?;
            segments.insert(segment, shape);
        }
        let mut outputs = Vec::new();
        for operand in &self.signature.outputs {
            let mut shape = segments.get(&Segment::Batch).copied().unwrap_or_else(Shape::scalar);
            let mut labels = Labels::default();
            for item in self.items(operand) {
                let next = match item {
                    Item::Dim { mark: Mark::Data, sum, .. } => Shape::of(&[self.data_size(sum)]),
                    Item::Dim { sum, .. } => Shape::of(&[self.output_size(sum)?]),
                    Item::Skip(count) => segments.get(&labels.skip(*count)).copied().unwrap_or_else(Shape::any),
                    Item::SkipRank(name) => segments.get(&labels.rank(name)).copied().unwrap_or_else(Shape::any),
                    Item::Ellipsis => segments.get(&Segment::Ellipsis).copied().unwrap_or_else(Shape::any),
                };
                shape = shape.append(next).unwrap_or_else(Shape::any);
            }
            outputs.push(self.cx.store().resolve_shape(shape));
        }
        Ok(Outcome {
            outputs,
            sizes: self.sizes.into_iter().map(|(name, dim, _)| (name, dim)).collect(),
            of_data: self.of_data,
            ranks: {
                let mut ranks: Vec<(String, usize)> = self.ranks.into_iter().collect();
                ranks.sort();
                ranks
            },
        })
    }

    /// The size that the data decide, one for each name.
    fn data_size(&mut self, sum: &Sum) -> Dim {
        let Sum::Name(name) = sum else { return self.cx.fresh_dim(FreshKind::Runtime) };
        if let Some((_, size)) = self.of_data.iter().find(|(known, _)| known == name) {
            return *size;
        }
        let size = self.cx.fresh_dim(FreshKind::Runtime);
        self.of_data.push((name.clone(), size));
        size
    }

    fn require_at_most(&mut self, cap: usize, place: usize, shape: Shape) -> Result<(), Failure> {
        let most = Dim::of(i64::try_from(cap).unwrap_or(i64::MAX));
        self.cx.require(Fact::Le(shape.rank_dim(), most), || {
            let message = format!("{} batch dims in input {}, at most {cap} are allowed", shape.min_rank(), place + 1);
            Failure::new(FailureKind::Rank, message, vec![Part::whole(place)])
        })
    }

    fn join_segment(&mut self, shapes: &[(usize, Shape)]) -> Result<Shape, Failure> {
        let [(first, start), rest @ ..] = shapes else { return Ok(Shape::scalar()) };
        let mut joined = *start;
        if rest.is_empty() {
            return Ok(joined);
        }
        if let Prefix::Broadcast(_) = self.signature.prefix {
            let all: Vec<Shape> = shapes.iter().map(|(_, shape)| *shape).collect();
            return relations::of_shapes("broadcast", self.cx, &all).map_err(|failure| {
                let message = format!("batch dims: {}", failure.message);
                let whole = |part: &Part| Part::whole(shapes.get(part.argument).map_or(0, |(place, _)| *place));
                let parts = failure.parts.iter().map(whole).collect();
                Failure { message, parts, ..failure }
            });
        }
        for (place, shape) in rest {
            let equal = self.signature.prefix != Prefix::Nothing;
            self.cx.require(Fact::Shape(joined, *shape), || {
                let why = if equal { "batch dims differ and `=` does not broadcast" } else { "dims differ" };
                Failure::new(
                    FailureKind::CoreDim,
                    format!("{why}: {joined:?} and {shape:?}"),
                    vec![Part::whole(*first), Part::whole(*place)],
                )
            })?;
            if joined.rank().is_none() {
                joined = *shape;
            }
        }
        Ok(joined)
    }
}
