//! `np.asarray` of what is no array: Python's scalars and nests of them.

use conformable_solver::store::Fact;
use conformable_solver::{FailureKind, relations};
use conformable_types::dtype::Weak;
use conformable_types::{DType, Dim, Elem, FreshKind, Shape, Term, Ty, TyKind};

use super::{CoerceResult, Coercer, GivenArg, LargeInts, Mismatch, same_shape, weak_of};
use crate::call::Arg;
use crate::evaluate::strong;

impl Coercer<'_> {
    /// Element type and shape of an array-like that is no array.
    pub(super) fn array_like(&mut self, given: &GivenArg) -> CoerceResult<(Elem, Shape)> {
        let ty = given.arg.ty;
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
        let elem = self.discover(&leaves, given)?;
        // Of no items NumPy makes floats: `np.prod(())`, and whoever gives a length looks at none apart.
        let may_be_empty = matches!(ty.kind(), TyKind::TupleOf(_) | TyKind::ListOf(_)) && given.arg.length.is_none();
        let floats = Elem::from(DType::FLOAT64);
        Ok((if may_be_empty && elem != floats { Elem::any() } else { elem }, shape))
    }

    /// The shape of a nest; its leaves' element types are gathered.
    fn nested(&mut self, ty: Ty, given: &GivenArg, leaves: &mut Vec<Elem>) -> CoerceResult<Shape> {
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
        let mut inner: Option<Shape> = None;
        for item in items {
            let shape = self.nested(item, given, leaves)?;
            let Some(before) = inner else {
                inner = Some(shape);
                continue;
            };
            if same_shape(self.cx, before, shape).is_no() && self.objects {
                leaves.clear();
                leaves.push(DType::OBJECT.into());
                return Ok(Shape::of(&[count]));
            }
            let message = format!("ragged: pieces have shapes {} and {}", tuple(before), tuple(shape));
            self.cx.require(Fact::Shape(before, shape), || given.fail(FailureKind::Value, message))?;
        }
        Ok(Shape::of(&[count]).append(inner.unwrap_or_else(Shape::scalar)).unwrap_or_else(Shape::any))
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
