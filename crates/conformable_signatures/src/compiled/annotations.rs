//! A function's annotations as two programs: one that its arguments run when it is entered, one
//! that its results run when it is left, with the names' sizes between them.
//!
//! Names mean the same size in all of them. What is left to the engine: sizes that only an
//! expression shows, more than one named sequence of dims, sizes that are all marked `#n`.

use conformable_types::shape::SeqData;
use conformable_types::{AtomData, Dim, Shape, Sym};

use super::compile::{Input, OperandPiece};
use super::{Blend, Program, Sizes};
use crate::minilanguage::{Sum, SumOp};

/// In front of a name: this size, or 1. No text writes it as a name, see [`marked`].
pub const MARK: &str = "#";

/// The name without its mark, if it has one: jaxtyping's `#n`.
pub fn marked(name: Sym) -> Option<&'static str> {
    name.as_str().strip_prefix(MARK)
}

/// The programs of an annotated function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotations {
    enter: Program,
    leave: Program,
    /// The names of which `enter` gives the sizes, in order.
    names: Vec<Sym>,
    /// The sequence of dims that it gives besides.
    sequence: Option<Sym>,
}

impl Annotations {
    /// The programs for arrays of these shapes: a function's arguments and its results.
    pub fn compile(params: &[Shape], results: &[Shape]) -> Option<Annotations> {
        let mut sequence = None;
        let mut pieces_of = |shape: &Shape| pieces(*shape, &mut sequence);
        let inputs = params.iter().map(&mut pieces_of).collect::<Option<Vec<_>>>()?;
        let wanted = results.iter().map(&mut pieces_of).collect::<Option<Vec<_>>>()?;
        let mut names = Vec::new();
        for piece in inputs.iter().flatten() {
            if let OperandPiece::Size(Sum::Name(name)) = piece
                && !names.contains(name)
            {
                names.push(name.clone());
            }
        }
        // One that is only marked may be any size if it is found to be 1.
        let unshown =
            |piece: &OperandPiece| matches!(piece, OperandPiece::OrOne(Sum::Name(name)) if !names.contains(name));
        if inputs.iter().chain(&wanted).flatten().any(unshown) {
            return None;
        }
        let shared = inputs.iter().flatten().any(|piece| *piece == OperandPiece::Shared);
        let sizes = || names.iter().map(|name| OperandPiece::Size(Sum::Name(name.clone()))).collect::<Vec<_>>();
        let run = || if shared { vec![OperandPiece::Shared] } else { Vec::new() };
        let inputs: Vec<Input> = inputs.into_iter().map(Input::new).collect();
        let enter = Program::of_pieces(&inputs, &[sizes(), run()], Blend::Equal)?;
        let known = [sizes(), run()].into_iter().chain(wanted).map(Input::new).collect::<Vec<_>>();
        let leave = Program::of_pieces(&known, &[], Blend::Equal)?;
        let names = names.iter().map(|name| Sym::new(name)).collect();
        Some(Annotations { enter, leave, names, sequence: sequence.filter(|_| shared) })
    }

    /// Whether arrays of these sizes are known to fit; what they show is in `found`: the sizes of
    /// names, then those of the sequence.
    #[inline]
    pub fn enter(&self, arguments: &[&[i64]], found: &mut Sizes) -> bool {
        self.enter.run(arguments, found)
    }

    /// Whether results of these sizes are known to fit after such arguments; the first two of
    /// `found` are what they showed.
    #[inline]
    pub fn leave(&self, found: &[&[i64]], scratch: &mut Sizes) -> bool {
        self.leave.run(found, scratch)
    }

    /// The names whose sizes `enter` gives.
    pub fn names(&self) -> &[Sym] {
        &self.names
    }

    /// The sequence whose sizes `enter` gives.
    pub fn sequence(&self) -> Option<Sym> {
        self.sequence
    }
}

fn pieces(shape: Shape, sequence: &mut Option<Sym>) -> Option<Vec<OperandPiece>> {
    let data = shape.data();
    let mut found = data.prefix.iter().map(|dim| piece(*dim)).collect::<Option<Vec<_>>>()?;
    if let Some(seq) = shape.seq() {
        match seq.data() {
            SeqData::Name(name) if marked(*name).is_none() && sequence.is_none_or(|own| own == *name) => {
                *sequence = Some(*name);
                found.push(OperandPiece::Shared);
            }
            SeqData::Any => found.push(OperandPiece::Free),
            _ => return None,
        }
        for dim in shape.suffix() {
            found.push(piece(*dim)?);
        }
    }
    Some(found)
}

fn piece(dim: Dim) -> Option<OperandPiece> {
    if dim.is_any() {
        return Some(OperandPiece::Any);
    }
    if let Some(AtomData::Name(name)) = dim.as_atom().map(|atom| atom.data())
        && let Some(name) = marked(*name)
    {
        // What is marked may be an expression, too.
        if name.starts_with(|c: char| c.is_ascii_digit()) || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        return Some(OperandPiece::OrOne(Sum::Name(name.to_owned())));
    }
    sum(dim).map(OperandPiece::Size)
}

/// An expression of names and numbers as the mini-language has it.
fn sum(dim: Dim) -> Option<Sum> {
    if let Some(constant) = dim.constant() {
        return Some(Sum::Int(constant));
    }
    let two = |op: SumOp, a: Sum, b: Sum| Sum::Binary(op, Box::new(a), Box::new(b));
    let mut whole = None;
    for (monomial, coefficient) in dim.terms().iter() {
        let mut product = (*coefficient != 1 || monomial.is_unit()).then_some(Sum::Int(*coefficient));
        for (atom, exponent) in monomial.factors() {
            let factor = match atom.data() {
                AtomData::Name(name) if marked(*name).is_none() => Sum::Name(name.as_str().to_owned()),
                AtomData::FloorDiv(a, b) => two(SumOp::FloorDiv, sum(*a)?, sum(*b)?),
                AtomData::Mod(a, b) => two(SumOp::Mod, sum(*a)?, sum(*b)?),
                AtomData::Min(all) => Sum::Min(all.iter().map(|one| sum(*one)).collect::<Option<_>>()?),
                AtomData::Max(all) => Sum::Max(all.iter().map(|one| sum(*one)).collect::<Option<_>>()?),
                _ => return None,
            };
            for _ in 0..*exponent {
                product = Some(match product {
                    Some(product) => two(SumOp::Mul, product, factor.clone()),
                    None => factor.clone(),
                });
            }
        }
        let product = product?;
        whole = Some(match whole {
            Some(whole) => two(SumOp::Add, whole, product),
            None => product,
        });
    }
    whole
}

#[cfg(test)]
mod tests {
    use conformable_types::text::parse_shape;

    use super::*;

    fn compiled(params: &[&str], results: &[&str]) -> Option<Annotations> {
        let shapes = |texts: &[&str]| texts.iter().map(|text| parse_shape(text).unwrap()).collect::<Vec<_>>();
        Annotations::compile(&shapes(params), &shapes(results))
    }

    fn fits(program: &Annotations, arguments: &[&[i64]], results: &[&[i64]]) -> bool {
        let (mut found, mut scratch) = (Sizes::default(), Sizes::default());
        if !program.enter(arguments, &mut found) {
            return false;
        }
        let all: Vec<&[i64]> = found.iter().chain(results.iter().copied()).collect();
        program.leave(&all, &mut scratch)
    }

    #[test]
    fn names_mean_the_same_on_both_sides() {
        let program = compiled(&["[n, d]", "[d, k]"], &["[n, k]"]).unwrap();
        assert!(fits(&program, &[&[2, 3], &[3, 4]], &[&[2, 4]]));
        assert!(!fits(&program, &[&[2, 3], &[4, 4]], &[&[2, 4]]));
        assert!(!fits(&program, &[&[2, 3], &[3, 4]], &[&[2, 3]]));
        assert!(!fits(&program, &[&[2, 3], &[3, 4, 1]], &[&[2, 4]]));
    }

    #[test]
    fn sequences_holes_and_sums() {
        let program = compiled(&["[*batch, n]", "[?, 2*n + 1]", "[..., 3]"], &["[*batch, n - 1]", "[m, m]"]).unwrap();
        let arguments: &[&[i64]] = &[&[7, 8, 4], &[1, 9], &[5, 5, 3]];
        assert!(fits(&program, arguments, &[&[7, 8, 3], &[6, 6]]));
        assert!(!fits(&program, arguments, &[&[7, 8, 3], &[6, 5]]));
        assert!(!fits(&program, arguments, &[&[7, 3], &[6, 6]]));
        assert!(!fits(&program, &[&[7, 8, 4], &[1, 8], &[3]], &[&[7, 8, 3], &[6, 6]]));
    }

    #[test]
    fn the_rest_is_for_the_engine() {
        assert!(compiled(&["[n + 1]"], &[]).is_none());
        assert!(compiled(&["[*a, 1]", "[*b, 2]"], &[]).is_none());
    }
}
