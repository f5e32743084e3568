//! Programs from what each operand writes: names become the places that show them.

use smallvec::{SmallVec, smallvec};

use super::{Blend, Check, DimPlace, OUTPUTS, Out, Program, ROOM, Rank, STACK, Step, Variant};
use crate::minilanguage::{Item, Mark, MiniSignature, Operand, Prefix, RankRule, Sum};

/// More ways for optional dims to be there have no program.
const VARIANTS: usize = 16;

/// One item of an operand, as a program knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OperandPiece {
    /// Of this size.
    Size(Sum),
    /// Of this size, or 1.
    OrOne(Sum),
    /// Of any size.
    Any,
    /// A run of dims of which nothing is said.
    Free,
    /// A run of dims that others share.
    Shared,
}

impl OperandPiece {
    fn is_open(&self) -> bool {
        matches!(self, OperandPiece::Free | OperandPiece::Shared)
    }
}

/// An input, and how many dims it may have besides what its pieces say.
pub(super) struct Input {
    pub(super) pieces: Vec<OperandPiece>,
    pub(super) rule: RankRule,
}

impl Input {
    pub(super) fn new(pieces: Vec<OperandPiece>) -> Input {
        Input { pieces, rule: RankRule { least: 0, most: None } }
    }
}

impl Program {
    /// The program of a signature of shapes, if it is of the kind that has one.
    pub fn of_shapes(signature: &MiniSignature) -> Option<Program> {
        let (blend, cap) = match signature.prefix {
            Prefix::Nothing => (Blend::Equal, Some(0)),
            Prefix::Broadcast(cap) => (Blend::Broadcast, cap),
            Prefix::Equal(cap) => (Blend::Equal, cap),
        };
        let choices = signature.all_choices();
        if choices.len() > VARIANTS {
            return None;
        }
        let mut variants = SmallVec::new();
        for choice in choices {
            let mut label = None;
            let mut pieces = |operand: &Operand| pieces(signature.prefix, operand, &choice.absent, blend, &mut label);
            let mut inputs = Vec::new();
            for (operand, rule) in signature.inputs.iter().zip(&choice.ranks) {
                let mut input = Input { pieces: pieces(operand)?, rule: *rule };
                if let (true, Some(cap)) = (signature.prefix != Prefix::Nothing, cap) {
                    let most = input.pieces.len() - 1 + cap;
                    input.rule.most = Some(rule.most.map_or(most, |own| own.min(most)));
                }
                inputs.push(input);
            }
            let outputs = signature.outputs.iter().map(&mut pieces).collect::<Option<Vec<_>>>()?;
            variants.push(variant(&inputs, &outputs, blend)?);
        }
        Some(Program { variants })
    }

    /// A program without optional dims.
    pub(super) fn of_pieces(inputs: &[Input], outputs: &[Vec<OperandPiece>], blend: Blend) -> Option<Program> {
        Some(Program { variants: smallvec![variant(inputs, outputs, blend)?] })
    }
}

/// What an operand writes; `label` is that of the one run that is open in all of them.
pub(super) fn pieces(
    prefix: Prefix,
    operand: &Operand,
    absent: &[Sum],
    blend: Blend,
    label: &mut Option<String>,
) -> Option<Vec<OperandPiece>> {
    let mut found = Vec::new();
    let mut open = |name: &str, found: &mut Vec<OperandPiece>| {
        found.push(OperandPiece::Shared);
        label.get_or_insert_with(|| name.to_owned()) == name
    };
    if prefix != Prefix::Nothing && !open("", &mut found) {
        return None;
    }
    // Equal labels are told apart by which of them it is.
    let mut skips: SmallVec<[usize; 4]> = SmallVec::new();
    for item in &operand.items {
        match item {
            Item::Dim { sum, mark: Mark::Optional, .. } if absent.contains(sum) => {}
            Item::Dim { sum, mark: Mark::None | Mark::Optional, .. } => found.push(OperandPiece::Size(sum.clone())),
            Item::Dim { sum: sum @ Sum::Name(_), mark: Mark::OrOne, .. } => {
                found.push(OperandPiece::OrOne(sum.clone()))
            }
            Item::Dim { .. } => return None,
            Item::Skip(count) => {
                let nth = skips.iter().filter(|own| *own == count).count();
                skips.push(*count);
                for dim in 0..*count {
                    // No name of the language has a dot.
                    let name = Sum::Name(format!(".{count}.{nth}.{dim}"));
                    found.push(if blend == Blend::Equal {
                        OperandPiece::Size(name)
                    } else {
                        OperandPiece::OrOne(name)
                    });
                }
            }
            Item::SkipRank(name) if open(name, &mut found) => {}
            Item::Ellipsis if open("...", &mut found) => {}
            Item::SkipRank(_) | Item::Ellipsis => return None,
        }
    }
    Some(found)
}

/// What names were found to be.
#[derive(Default)]
struct NamePlaces<'p> {
    shown: Vec<(&'p Sum, DimPlace)>,
    /// Those of which each occurrence may be 1.
    marked: Vec<(&'p Sum, Vec<DimPlace>)>,
}

impl<'p> NamePlaces<'p> {
    fn place(&self, name: &Sum) -> Option<DimPlace> {
        self.shown.iter().find(|(own, _)| *own == name).map(|(_, place)| *place)
    }

    fn mark(&mut self, name: &'p Sum, place: DimPlace) {
        match self.marked.iter_mut().find(|(own, _)| *own == name) {
            Some((_, places)) => places.push(place),
            None => self.marked.push((name, vec![place])),
        }
    }
}

fn variant(inputs: &[Input], outputs: &[Vec<OperandPiece>], blend: Blend) -> Option<Variant> {
    if outputs.len() > OUTPUTS {
        return None;
    }
    let ranks = inputs.iter().map(rank).collect::<Option<Box<[Rank]>>>()?;
    let mut made = Variant {
        blend,
        shares: ranks.iter().any(|rank| rank.shared),
        ranks,
        same: Vec::new(),
        checks: Vec::new(),
        leads: outputs.first().is_some_and(|pieces| pieces.first() == Some(&OperandPiece::Shared)),
        plain: None,
        outputs: Vec::new(),
        numbers: Vec::new(),
        together: Vec::new(),
        sums: Vec::new(),
    };
    let mut names = NamePlaces::default();
    let (mut sums, mut marked) = (Vec::new(), Vec::new());
    for (number, input) in inputs.iter().enumerate() {
        for (at, piece) in input.pieces.iter().enumerate() {
            let place = place(number, &input.pieces, at)?;
            match piece {
                OperandPiece::Size(Sum::Int(size)) => {
                    let check = Check::Number(place, put(&mut made.numbers, *size)?);
                    made.checks.push(check);
                }
                OperandPiece::Size(name @ Sum::Name(_)) => match names.place(name) {
                    Some(first) => made.same.push((first, place)),
                    None => names.shown.push((name, place)),
                },
                OperandPiece::Size(sum) => sums.push((place, sum)),
                OperandPiece::OrOne(name) => marked.push((place, name)),
                OperandPiece::Any | OperandPiece::Free | OperandPiece::Shared => {}
            }
        }
    }
    for (place, name) in marked {
        match names.place(name) {
            Some(first) => made.checks.push(Check::OrOne(place, first)),
            None => names.mark(name, place),
        }
    }
    for (place, sum) in sums {
        let check = Check::Sum(place, put(&mut made.sums, steps_of(sum, &names)?)?);
        made.checks.push(check);
    }
    for (_, places) in &names.marked {
        let check = Check::Together(put(&mut made.together, places.as_slice().into())?);
        made.checks.push(check);
    }
    for pieces in outputs {
        for piece in pieces {
            let item = output(piece, &names, &mut made)?;
            made.outputs.push(item);
        }
        made.outputs.push(Out::End);
    }
    made.plain = copied(&made.outputs, made.leads).filter(|_| made.checks.is_empty() && made.leads == made.shares);
    Some(made)
}

/// The places that one output copies behind the shared run, if that is all there is.
fn copied(outputs: &[Out], leads: bool) -> Option<Box<[DimPlace]>> {
    let (Out::End, items) = outputs.split_last()? else { return None };
    let place = |item: &Out| match item {
        Out::Dim(place) => Some(*place),
        _ => None,
    };
    items[usize::from(leads)..].iter().map(place).collect()
}

/// Puts a thing into a list; its place there.
fn put<T>(list: &mut Vec<T>, thing: T) -> Option<u8> {
    list.push(thing);
    u8::try_from(list.len() - 1).ok()
}

fn rank(input: &Input) -> Option<Rank> {
    let pieces = &input.pieces;
    let open: SmallVec<[usize; 2]> = (0..pieces.len()).filter(|at| pieces[*at].is_open()).collect();
    let RankRule { least, most } = input.rule;
    let small = |count: usize| u8::try_from(count).ok();
    let most = most.unwrap_or(ROOM).min(ROOM);
    match *open {
        [] => Some(Rank {
            least: small(pieces.len().max(least))?,
            most: small(pieces.len().min(most))?,
            shared: false,
            front: 0,
            back: 0,
            fixed: u8::MAX,
        }),
        [at] => Some(Rank {
            least: small((pieces.len() - 1).max(least))?,
            most: small(most)?,
            shared: pieces[at] == OperandPiece::Shared,
            front: small(at)?,
            back: small(pieces.len() - at - 1)?,
            fixed: if pieces[at] == OperandPiece::Shared { small(pieces.len() - 1)? } else { u8::MAX },
        }),
        _ => None,
    }
}

/// Where the item stands: in front of what is open, or behind it.
fn place(input: usize, pieces: &[OperandPiece], at: usize) -> Option<DimPlace> {
    let input = u8::try_from(input).ok()?;
    let from_end = pieces[..at].iter().any(OperandPiece::is_open);
    let axis = i8::try_from(if from_end { pieces.len() - at } else { at }).ok()?;
    Some(DimPlace { input, axis: if from_end { -axis } else { axis } })
}

fn output(piece: &OperandPiece, names: &NamePlaces, made: &mut Variant) -> Option<Out> {
    let (OperandPiece::Size(sum) | OperandPiece::OrOne(sum)) = piece else {
        return (*piece == OperandPiece::Shared).then_some(Out::Run);
    };
    if let Some(list) = names.marked.iter().position(|(own, _)| *own == sum) {
        return u8::try_from(list).ok().map(Out::Together);
    }
    match sum {
        Sum::Int(size) => put(&mut made.numbers, *size).map(Out::Number),
        Sum::Name(_) => names.place(sum).map(Out::Dim),
        _ => put(&mut made.sums, steps_of(sum, names)?).map(Out::Sum),
    }
}

fn steps_of(sum: &Sum, names: &NamePlaces) -> Option<Box<[Step]>> {
    let mut found = Vec::new();
    let deepest = steps(sum, names, &mut found)?;
    (deepest <= STACK).then(|| found.into())
}

/// Appends what computes `sum`; how many values are on the stack at once.
fn steps(sum: &Sum, names: &NamePlaces, found: &mut Vec<Step>) -> Option<usize> {
    match sum {
        Sum::Int(size) => {
            found.push(Step::Size(*size));
            Some(1)
        }
        Sum::Name(_) => {
            found.push(Step::Push(names.place(sum)?));
            Some(1)
        }
        Sum::Neg(inner) => {
            let deepest = steps(inner, names, found)?;
            found.push(Step::Negate);
            Some(deepest)
        }
        Sum::Binary(op, a, b) => {
            let deepest = steps(a, names, found)?.max(1 + steps(b, names, found)?);
            found.push(Step::Two(*op));
            Some(deepest)
        }
        Sum::Min(args) | Sum::Max(args) => {
            let (first, rest) = args.split_first()?;
            let mut deepest = steps(first, names, found)?;
            for arg in rest {
                deepest = deepest.max(1 + steps(arg, names, found)?);
                found.push(if matches!(sum, Sum::Min(_)) { Step::Least } else { Step::Most });
            }
            Some(deepest)
        }
    }
}
