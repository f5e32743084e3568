//! `np.asarray` of what is no array: Python's scalars and nests of them.

use conformable_solver::store::Fact;
use conformable_solver::{FailureKind, relations};
use conformable_types::dtype::Weak;
use conformable_types::{DType, Dim, Elem, FreshKind, Shape, Term, Truth, Ty, TyKind};

use super::{CoerceResult, Coercer, GivenArg, LargeInts, Mismatch, same_shape, weak_of};
use crate::call::Arg;
use crate::evaluate::strong;

impl Coercer<'_> {
    /// Element type and shape of an array-like that is no array.
    pub(super) fn array_like(&mut self, given: &GivenArg) -> CoerceResult<(Elem, Shape)> {
        let ty = self.without_fields(given.arg.ty);
        if let Some(weak) = weak_of(ty) {
            return Ok((weak, Shape::scalar()));
        }
        if let Some(dtype) = ty.as_large_int() {
            return match self.large {
                LargeInts::Elements => Ok((dtype.into(), Shape::scalar())),
                LargeInts::Weak => Ok((Weak::Int.into(), Shape::scalar())),
                LargeInts::Unknown => Err(Mismatch::Unknown("an int beyond 64 bits")),
            };
        }
        if given.arg.guarded {
            return Err(Mismatch::Unknown("what may not be None here"));
        }
        if is_one_object(ty) {
            return Ok((DType::OBJECT.into(), Shape::scalar()));
        }
        if !matches!(ty.kind(), TyKind::Tuple(_) | TyKind::List(_) | TyKind::TupleOf(_) | TyKind::ListOf(_)) {
            return Err(Mismatch::Unknown("an operand is unknown"));
        }
        let mut leaves = Vec::new();
        let shape = self.nested(ty, given, &mut leaves)?;
        // Where one is a record, the others are cast to it.
        let record = self.records.map(Elem::from).filter(|record| leaves.contains(record));
        let elem = record.map_or_else(|| self.discover(&leaves, given), Ok)?;
        // Of no items NumPy makes floats: `np.prod(())`, and whoever gives a length looks at none apart.
        let may_be_empty = matches!(ty.kind(), TyKind::TupleOf(_) | TyKind::ListOf(_)) && given.arg.length.is_none();
        let floats = Elem::from(DType::FLOAT64);
        Ok((if may_be_empty && elem != floats { Elem::any() } else { elem }, shape))
    }

    /// What a function of the library gives with names for its parts, as the tuple that it is.
    fn without_fields(&self, ty: Ty) -> Ty {
        self.catalogue.named_parts(ty).map_or(ty, |(_, parts)| Ty::tuple(parts.to_vec()))
    }

    /// The shape of a nest; its leaves' element types are gathered.
    fn nested(&mut self, ty: Ty, given: &GivenArg, leaves: &mut Vec<Elem>) -> CoerceResult<Shape> {
        let ty = self.without_fields(ty);
        if let (Some(record), TyKind::Tuple(_) | TyKind::TupleOf(_)) = (self.records, ty.kind()) {
            leaves.push(record.into());
            return Ok(Shape::scalar());
        }
        if let Some((elem, shape)) = ty.as_array() {
            leaves.push(elem);
            return Ok(shape);
        }
        if let Some(weak) = weak_of(ty) {
            leaves.push(weak);
            return Ok(Shape::scalar());
        }
        if let Some(dtype) = ty.as_large_int() {
            leaves.push(dtype.into());
            return Ok(Shape::scalar());
        }
        let (items, count): (Vec<Ty>, Dim) = match ty.kind() {
            _ if matches!(ty.kind(), TyKind::None) || is_one_object(ty) => {
                leaves.push(DType::OBJECT.into());
                return Ok(Shape::scalar());
            }
            TyKind::Tuple(items) | TyKind::List(items) => (items.to_vec(), Dim::of(items.len() as i64)),
            TyKind::TupleOf(item) | TyKind::ListOf(item) => {
                let length = given.arg.length.filter(|_| ty == given.arg.ty);
                (vec![*item], length.unwrap_or_else(|| self.cx.fresh_dim(FreshKind::Unknown)))
            }
            _ => return Err(Mismatch::Unknown("an element is unknown")),
        };
        let mut pieces = Vec::new();
        for item in items {
            pieces.push((item, self.nested(item, given, leaves)?));
        }
        let inner = match self.objects {
            true => self.cells(&pieces, ty == given.arg.ty, given, leaves)?,
            false => self.one_shape(&pieces, given)?,
        };
        Ok(Shape::of(&[count]).append(inner).unwrap_or_else(Shape::any))
    }

    /// The shape that all pieces have.
    fn one_shape(&mut self, pieces: &[(Ty, Shape)], given: &GivenArg) -> CoerceResult<Shape> {
        let Some(((_, first), others)) = pieces.split_first() else { return Ok(Shape::scalar()) };
        for (_, shape) in others {
            let message = format!("ragged: pieces have shapes {} and {}", tuple(*first), tuple(*shape));
            self.cx.require(Fact::Shape(*first, *shape), || given.fail(FailureKind::Value, message))?;
        }
        Ok(*first)
    }

    /// The dims that all pieces have first, where the elements are objects: what lists have behind these are elements. An
    /// array isn't taken apart there: NumPy refuses it.
    fn cells(
        &mut self,
        pieces: &[(Ty, Shape)],
        is_whole: bool,
        given: &GivenArg,
        leaves: &mut Vec<Elem>,
    ) -> CoerceResult<Shape> {
        let Some(((_, first), others)) = pieces.split_first() else { return Ok(Shape::scalar()) };
        let mut common = *first;
        for (_, shape) in others {
            common = self.first_dims(common, *shape).ok_or(Mismatch::Unknown("which dims the pieces share"))?;
        }
        let differs = |shape: &Shape| !same_shape(self.cx, common, *shape).is_yes();
        let Some((_, other)) = pieces.iter().find(|(_, shape)| differs(shape)) else { return Ok(common) };
        leaves.clear();
        leaves.push(DType::OBJECT.into());
        let kept = common.rank().unwrap_or(0);
        if kept == 0 || !pieces.iter().any(|(ty, _)| has_array(*ty, kept)) {
            return Ok(common);
        }
        match pieces.iter().find(|(ty, shape)| ty.as_array().is_some() && shape.min_rank() > kept) {
            Some((_, shape)) if is_whole => {
                let other = pieces.iter().map(|(_, shape)| shape).find(|one| *one != shape).unwrap_or(other);
                let (shape, other) = (tuple(*shape), tuple(*other));
                let message = format!(
                    "arrays that share the first dim and differ behind it make no array of objects: pieces have shapes {shape} and {other}"
                );
                given.refuse(FailureKind::Value, message)
            }
            _ => Err(Mismatch::Unknown("an array in a list of an array of objects")),
        }
    }

    /// The dims that both have first; `None` where that isn't known.
    fn first_dims(&self, a: Shape, b: Shape) -> Option<Shape> {
        if same_shape(self.cx, a, b).is_yes() {
            return Some(a);
        }
        let mut both = Vec::new();
        for (x, y) in a.dims()?.iter().zip(b.dims()?) {
            match same_shape(self.cx, Shape::of(&[*x]), Shape::of(&[*y])) {
                Truth::Yes => both.push(*x),
                Truth::No => break,
                Truth::Unknown => return None,
            }
        }
        Some(Shape::of(&both))
    }

    /// The dtype that NumPy discovers in these leaves.
    fn discover(&mut self, leaves: &[Elem], given: &GivenArg) -> CoerceResult<Elem> {
        if leaves.is_empty() {
            return Ok(DType::FLOAT64.into());
        }
        if leaves.iter().any(|leaf| leaf.is_any()) {
            return Ok(Elem::any());
        }
        if let Some(first) = leaves.first().filter(|first| leaves.iter().all(|leaf| leaf == *first)) {
            return Ok(strong(*first));
        }
        match relations::apply("discover", self.cx, &[Term::Ty(given.arg.ty)]) {
            Some(Ok(Term::Elem(elem))) => Ok(strong(elem)),
            Some(Err(_)) if self.objects => Ok(DType::OBJECT.into()),
            Some(Ok(_)) | None => Ok(Elem::any()),
            Some(Err(failure)) => Err(crate::explain::translate(failure, &[given.origin.derived()]).into()),
        }
    }

    /// What an argument is as an array, where that is known; for `attained` and `elements`.
    pub fn as_array(&mut self, arg: &Arg) -> Option<(Elem, Shape)> {
        arg.ty.as_array().or_else(|| self.array_like(&GivenArg::new(arg, 0)).ok())
    }
}

/// Does it have an array that may be of more dims than that, itself or in a list?
fn has_array(ty: Ty, kept: usize) -> bool {
    match ty.kind() {
        TyKind::Tuple(items) | TyKind::List(items) => items.iter().any(|item| has_array(*item, 0)),
        TyKind::TupleOf(item) | TyKind::ListOf(item) => has_array(*item, 0),
        _ => ty.as_array().is_some_and(|(_, shape)| shape.rank().is_none_or(|rank| rank > kept)),
    }
}

/// Is it one object to NumPy: None, or what has items, and isn't a sequence?
fn is_one_object(ty: Ty) -> bool {
    ty.is_iterator() || matches!(ty.kind(), TyKind::None | TyKind::Set(_) | TyKind::Dict(..))
}

fn tuple(shape: Shape) -> String {
    let text = format!("{shape:?}");
    match shape.rank() {
        Some(1) => format!("({},)", text.trim_matches(|c| c == '[' || c == ']')),
        _ => format!("({})", text.trim_matches(|c| c == '[' || c == ']')),
    }
}
