//! Why there is no solution: a minimal conflict. Pieces of what was given are dropped one after
//! the other, the last ones first, and the question is asked again; a piece without which it is
//! still refuted says nothing. What is left is refuted, and dropping any one piece makes it
//! solvable, or at least not refuted.

use std::fmt;

use conformable_solver::Failure;
use conformable_types::{Dim, Elem, Shape, Ty};

use super::problem::Goal;
use crate::signature::call::shape_text;

/// An input or an output.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// An input.
    Input,
    /// An output.
    Output,
}

/// A piece of what was given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Of the inputs or the outputs.
    pub side: Side,
    /// Which of them, from 0.
    pub place: usize,
    /// What of it.
    pub what: What,
}

/// What of a type a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// How many dims it has.
    Rank,
    /// The size at this axis, and so that it has one.
    Size(usize),
    /// Its element type.
    Elem,
    /// All of it.
    Whole,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.side == Side::Input { "input" } else { "output" };
        let number = self.place + 1;
        match self.what {
            What::Rank => write!(f, "the rank of {side} {number}"),
            What::Size(axis) => write!(f, "the size of {side} {number} at axis {axis}"),
            What::Elem => write!(f, "the dtype of {side} {number}"),
            What::Whole => write!(f, "{side} {number}"),
        }
    }
}

/// Pieces that exclude each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// What is wrong.
    pub failure: Failure,
    /// Each is needed for it.
    pub pieces: Vec<Piece>,
    /// The inputs with nothing but these pieces.
    pub inputs: Vec<Option<Ty>>,
    /// The outputs with nothing but these pieces.
    pub outputs: Vec<Option<Ty>>,
    /// Pieces beyond the first ones were not tried.
    pub minimised: bool,
    /// The inputs and outputs of which there are pieces, as they were given.
    given: KnownTypes,
    shapes: bool,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.failure.message)?;
        for (side, types) in [("input", &self.given.0), ("output", &self.given.1)] {
            for (place, ty) in types.iter().enumerate() {
                let Some(ty) = ty else { continue };
                let shown = match ty.as_array() {
                    Some((_, shape)) if self.shapes => shape_text(shape),
                    _ => ty.to_string(),
                };
                write!(f, "\n  {side} {}: {shown}", place + 1)?;
            }
        }
        Ok(())
    }
}

impl Conflict {
    /// What was given, as far as it takes part, without one piece.
    pub fn without(&self, piece: Piece) -> (Vec<Option<Ty>>, Vec<Option<Ty>>) {
        dropped(&(self.inputs.clone(), self.outputs.clone()), piece)
    }
}

/// More pieces than this are not dropped one by one.
const PIECES: usize = 64;
/// States taken up for each question; one that ends open is not refuted.
const STEPS: usize = 500;

type KnownTypes = (Vec<Option<Ty>>, Vec<Option<Ty>>);

/// The conflict of a question that has been refuted.
pub fn minimal(goal: &Goal, failures: &[Failure]) -> Conflict {
    let mut given = goal.asked.clone();
    let mut failure = failures.last().cloned();
    let mut kept = Vec::new();
    let pieces = pieces(goal, &given);
    let minimised = pieces.len() <= PIECES;
    // The last pieces are dropped first; a rank can go only when no size of its shape is needed.
    for piece in pieces.iter().rev().take(PIECES) {
        let rank_is_said = |other: &Piece| {
            other.side == piece.side && other.place == piece.place && matches!(other.what, What::Size(_))
        };
        if piece.what == What::Rank && kept.iter().any(rank_is_said) {
            continue;
        }
        let without = dropped(&given, *piece);
        match refuted(goal, &without) {
            Some(why) => {
                given = without;
                failure = Some(why);
            }
            None => kept.push(*piece),
        }
    }
    kept.reverse();
    let nothing = || Failure::new(conformable_solver::FailureKind::Value, "nothing satisfies this", Vec::new());
    let as_given = |asked: &[Option<Ty>], left: &[Option<Ty>]| -> Vec<Option<Ty>> {
        asked.iter().zip(left).map(|(asked, left)| left.and(*asked)).collect()
    };
    Conflict {
        failure: failure.unwrap_or_else(nothing),
        given: (as_given(&goal.asked.0, &given.0), as_given(&goal.asked.1, &given.1)),
        pieces: kept,
        inputs: given.0,
        outputs: given.1,
        minimised,
        shapes: goal.signature().as_shapes().is_some(),
    }
}

/// Why a question has no solution; `None` if it has one or that is open.
fn refuted(goal: &Goal, given: &KnownTypes) -> Option<Failure> {
    let signature = goal.signature();
    let mut solutions = signature.solve_within(&given.0, &given.1, &goal.ranks, STEPS).ok()?;
    if !solutions.answer().is_no() {
        return None;
    }
    let nothing = || Failure::new(conformable_solver::FailureKind::Value, "nothing satisfies this", Vec::new());
    Some(solutions.search.failures().last().cloned().unwrap_or_else(nothing))
}

fn pieces(goal: &Goal, given: &KnownTypes) -> Vec<Piece> {
    let shapes = goal.signature().as_shapes().is_some();
    let mut pieces = Vec::new();
    for (side, types) in [(Side::Input, &given.0), (Side::Output, &given.1)] {
        for (place, ty) in types.iter().enumerate() {
            let Some(ty) = ty else { continue };
            let piece = |what| Piece { side, place, what };
            match ty.as_array().filter(|_| ty.is_ndarray()) {
                Some((elem, shape)) => {
                    // The rank before the sizes: the sizes are dropped first.
                    pieces.push(piece(What::Rank));
                    if !shapes && !elem.is_any() {
                        pieces.push(piece(What::Elem));
                    }
                    let sizes = shape.dims().unwrap_or(&[]).iter().enumerate();
                    pieces.extend(sizes.filter(|(_, dim)| !dim.is_any()).map(|(axis, _)| piece(What::Size(axis))));
                }
                None => pieces.push(piece(What::Whole)),
            }
        }
    }
    pieces
}

/// What is given without one piece.
fn dropped(given: &KnownTypes, piece: Piece) -> KnownTypes {
    let mut given = given.clone();
    let types = if piece.side == Side::Input { &mut given.0 } else { &mut given.1 };
    let Some(ty) = types[piece.place] else { return given };
    types[piece.place] = match (piece.what, ty.as_array()) {
        (What::Size(axis), Some((elem, shape))) => {
            let dims = shape.dims().unwrap_or(&[]).iter().enumerate();
            let shape = dims.map(|(place, dim)| if place == axis { Dim::any() } else { *dim }).collect();
            Some(Ty::array(elem, shape))
        }
        (What::Rank, Some((elem, _))) if !elem.is_any() => Some(Ty::array(elem, Shape::any())),
        (What::Elem, Some((_, shape))) => Some(Ty::array(Elem::any(), shape)),
        _ => None,
    };
    given
}
