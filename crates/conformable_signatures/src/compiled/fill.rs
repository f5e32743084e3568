//! Backwards without a search: the sizes of operands that are not known, where those that are known
//! decide each of them.
//!
//! For signatures of names and numbers, with or without dims that all operands share. It says *this
//! is the only solution* or nothing; a test holds it equal to the search.

use smallvec::SmallVec;

use super::compile::{OperandPiece, pieces};
use super::{Blend, Sizes};
use crate::minilanguage::{MiniSignature, Prefix, Sum};

/// A shared run of dims of which nothing says how long it is has no more dims.
const UNBOUNDED: usize = usize::MAX;

/// A signature's operands, inputs first, with slots for names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filler {
    operands: Box<[FillOperand]>,
    inputs: usize,
    slots: usize,
    blend: Blend,
    cap: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct FillOperand {
    /// Dims in front of the shared run, if there is one, and behind.
    front: SmallVec<[FillItem; 4]>,
    shares: bool,
    back: SmallVec<[FillItem; 4]>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FillItem {
    Slot(u8),
    Number(i64),
}

/// The sizes of names, [`UNKNOWN`] of those that are not found yet.
type Slots = SmallVec<[i64; 8]>;

/// No size.
const UNKNOWN: i64 = i64::MIN;

impl Filler {
    /// What fills a signature of shapes, if it is of the kind that has one.
    pub fn of_shapes(signature: &MiniSignature) -> Option<Filler> {
        let (blend, cap) = match signature.prefix {
            Prefix::Nothing => (Blend::Equal, None),
            Prefix::Broadcast(cap) => (Blend::Broadcast, cap),
            Prefix::Equal(cap) => (Blend::Equal, cap),
        };
        let is_optional = |operand: &crate::minilanguage::Operand| operand.optional().next().is_some();
        if signature.inputs.iter().any(is_optional) || signature.inputs.is_empty() {
            return None;
        }
        let (mut label, mut names) = (None, Vec::new());
        let mut operand = |operand| {
            let pieces = pieces(signature.prefix, operand, &[], blend, &mut label)?;
            let mut found = FillOperand { front: SmallVec::new(), shares: false, back: SmallVec::new() };
            for piece in pieces {
                let item = match piece {
                    OperandPiece::Size(Sum::Int(size)) => FillItem::Number(size),
                    OperandPiece::Size(name @ Sum::Name(_)) => {
                        let slot = names.iter().position(|own| *own == name).unwrap_or_else(|| {
                            names.push(name);
                            names.len() - 1
                        });
                        FillItem::Slot(u8::try_from(slot).ok()?)
                    }
                    OperandPiece::Shared if !found.shares => {
                        found.shares = true;
                        continue;
                    }
                    _ => return None,
                };
                if found.shares { found.back.push(item) } else { found.front.push(item) }
            }
            Some(found)
        };
        let operands: Box<[FillOperand]> =
            signature.inputs.iter().chain(&signature.outputs).map(&mut operand).collect::<Option<_>>()?;
        let (inputs, slots) = (signature.inputs.len(), names.len());
        Some(Filler { operands, inputs, slots, blend, cap: cap.unwrap_or(UNBOUNDED) })
    }

    /// All operands' sizes in `all`, if what is given has exactly one solution, and that is seen at
    /// once.
    pub fn fill(&self, given: &[Option<&[i64]>], all: &mut Sizes) -> bool {
        given.len() == self.operands.len() && self.only(given, all).is_some()
    }

    fn only(&self, given: &[Option<&[i64]>], all: &mut Sizes) -> Option<()> {
        let mut slots: Slots = SmallVec::from_elem(UNKNOWN, self.slots);
        let mut run: Option<&[i64]> = None;
        for (place, (operand, shape)) in self.operands.iter().zip(given).enumerate() {
            let Some(shape) = shape else { continue };
            let fixed = operand.front.len() + operand.back.len();
            let length = shape.len().checked_sub(fixed).filter(|length| operand.shares || *length == 0)?;
            let (front, rest) = shape.split_at(operand.front.len());
            let (own, back) = rest.split_at(length);
            bind(&operand.front, front, &mut slots)?;
            bind(&operand.back, back, &mut slots)?;
            if operand.shares {
                match (self.blend, run) {
                    (Blend::Equal, None) if length <= self.cap => run = Some(own),
                    (Blend::Equal, Some(known)) if known == own => {}
                    // No dims broadcast to no dims alone: that an output has none decides.
                    (Blend::Broadcast, _) if length == 0 && place >= self.inputs => run = Some(own),
                    (Blend::Broadcast, _) if length == 0 => {}
                    _ => return None,
                }
            }
        }
        all.clear();
        for operand in &self.operands {
            for item in &operand.front {
                all.push(item.size(&slots)?)?;
            }
            if operand.shares {
                run?.iter().try_for_each(|size| all.push(*size))?;
            }
            for item in &operand.back {
                all.push(item.size(&slots)?)?;
            }
            all.end()?;
        }
        Some(())
    }
}

impl FillItem {
    fn size(self, slots: &Slots) -> Option<i64> {
        match self {
            FillItem::Slot(slot) => slots.get(usize::from(slot)).copied().filter(|size| *size != UNKNOWN),
            FillItem::Number(size) => Some(size),
        }
    }
}

fn bind(items: &[FillItem], sizes: &[i64], slots: &mut Slots) -> Option<()> {
    for (item, size) in items.iter().zip(sizes) {
        match item {
            FillItem::Slot(slot) => {
                let known = slots.get_mut(usize::from(*slot))?;
                if *known == UNKNOWN {
                    *known = *size;
                } else if known != size {
                    return None;
                }
            }
            FillItem::Number(own) if own == size => {}
            FillItem::Number(_) => return None,
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(text: &str, given: &[Option<&[i64]>]) -> Option<Vec<Vec<i64>>> {
        let filler = Filler::of_shapes(&MiniSignature::parse(text).unwrap())?;
        let mut all = Sizes::default();
        filler.fill(given, &mut all).then(|| all.iter().map(<[i64]>::to_vec).collect())
    }

    #[test]
    fn what_known_sizes_decide() {
        let all = Some(vec![vec![3, 4], vec![4, 5], vec![3, 5]]);
        assert_eq!(fill("(m,n),(n,p)->(m,p)", &[Some(&[3, 4]), None, Some(&[3, 5])]), all);
        assert_eq!(fill("+(m,n),(n,p)->(m,p)", &[Some(&[3, 4]), None, Some(&[3, 5])]), all);
        let equal = Some(vec![vec![7, 3], vec![7, 4], vec![7]]);
        assert_eq!(fill("=(m),(n)->()", &[Some(&[7, 3]), Some(&[7, 4]), None]), equal);
        assert_eq!(fill("(d,...)->(...)", &[Some(&[2, 3]), None]), Some(vec![vec![2, 3], vec![3]]));
    }

    #[test]
    fn the_rest_is_searched_for() {
        // Any n will do; batch dims of the second input may be anything that broadcasts.
        assert_eq!(fill("(m,n),(n,p)->(m,p)", &[None, None, Some(&[3, 5])]), None);
        assert_eq!(fill("+(m,n),(n,p)->(m,p)", &[Some(&[7, 3, 4]), None, Some(&[7, 3, 5])]), None);
        assert_eq!(fill("(m,n),(n,p)->(m,p)", &[Some(&[3, 4]), None, Some(&[2, 5])]), None);
        assert_eq!(fill("(n)->(n+1)", &[None, Some(&[4])]), None);
        assert_eq!(fill("(m?,n)->(n)", &[None, Some(&[4])]), None);
    }
}
