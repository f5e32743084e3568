//! A value of an expression: a term, and which argument it came from.

use conformable_types::{DType, Dim, Elem, Shape, Term, Truth, Ty, TyKind};

use crate::explain::Origin;

/// A value, and where it came from.
#[derive(Clone, Debug)]
pub struct Val {
    pub term: Term,
    pub origin: Origin,
}

impl Val {
    pub fn new(term: impl Into<Term>) -> Val {
        Val { term: term.into(), origin: Origin::Nowhere }
    }

    pub fn unknown() -> Val {
        Val::new(Ty::unknown())
    }

    pub fn none() -> Val {
        Val::new(Ty::none())
    }

    #[must_use]
    pub fn from(self, origin: Origin) -> Val {
        Val { origin, ..self }
    }

    /// As a message shows it: of a number or a text that is known itself, of an element Python's or NumPy's name.
    pub fn in_a_message(&self) -> String {
        match &self.term {
            Term::Dim(dim) => format!("{dim:?}"),
            Term::Shape(shape) => format!("{shape:?}"),
            Term::Elem(elem) => elem.weak().map_or_else(|| format!("{elem:?}"), |weak| weak.name().to_owned()),
            Term::Ty(ty) => match ty.kind() {
                TyKind::LitStr(text) => text.as_str().to_owned(),
                TyKind::IntOf(size) => format!("{size:?}"),
                TyKind::LitBool(value) => if *value { "True" } else { "False" }.to_owned(),
                _ => ty.to_string(),
            },
            other => format!("{other:?}"),
        }
    }

    pub fn is_none(&self) -> Truth {
        match &self.term {
            Term::Ty(ty) => match ty.kind() {
                TyKind::None => Truth::Yes,
                TyKind::Unknown | TyKind::Name(_) => Truth::Unknown,
                TyKind::Union(members) if members.contains(&Ty::none()) => Truth::Unknown,
                _ => Truth::No,
            },
            _ => Truth::No,
        }
    }

    pub fn is_unknown(&self) -> bool {
        self.term == Term::Ty(Ty::unknown())
    }

    /// As a size or an int; `?` for what is none.
    pub fn dim(&self) -> Dim {
        match &self.term {
            Term::Dim(dim) => *dim,
            Term::Ty(ty) => ty.int_value().unwrap_or_else(Dim::any),
            _ => Dim::any(),
        }
    }

    pub fn shape(&self) -> Shape {
        match &self.term {
            Term::Shape(shape) => *shape,
            Term::Dim(dim) => Shape::of(&[*dim]),
            Term::List(items) => items.iter().map(|item| Val::new(item.clone()).dim()).collect(),
            Term::Ty(ty) => match ty.kind() {
                TyKind::Tuple(items) | TyKind::List(items) => {
                    items.iter().map(|item| item.int_value().unwrap_or_else(Dim::any)).collect()
                }
                TyKind::IntOf(dim) => Shape::of(&[*dim]),
                TyKind::Int => Shape::of(&[Dim::any()]),
                _ => Shape::any(),
            },
            Term::Elem(_) => Shape::any(),
        }
    }

    pub fn elem(&self) -> Elem {
        match &self.term {
            Term::Elem(elem) => *elem,
            Term::Ty(ty) => match ty.kind() {
                TyKind::Scalar(elem) | TyKind::DType(elem) => *elem,
                TyKind::Bool => DType::BOOL.into(),
                TyKind::Int => DType::INT64.into(),
                TyKind::Float => DType::FLOAT64.into(),
                TyKind::Complex => DType::COMPLEX128.into(),
                _ => Elem::any(),
            },
            _ => Elem::any(),
        }
    }

    pub fn ty(&self) -> Ty {
        match &self.term {
            Term::Ty(ty) => *ty,
            Term::Dim(dim) => Ty::int(*dim),
            Term::Elem(elem) => Ty::scalar(*elem),
            Term::Shape(shape) => match shape.dims() {
                Some(dims) => Ty::tuple(dims.iter().map(|dim| Ty::int(*dim))),
                None => Ty::tuple_of(Ty::new(TyKind::Int)),
            },
            Term::List(items) => Ty::list(items.iter().map(|item| Val::new(item.clone()).ty())),
        }
    }

    /// The elements of a pack or of a known shape, tuple or list.
    pub fn items(&self) -> Option<Vec<Val>> {
        let origin = |place: usize| match &self.origin {
            Origin::Pack(items) => items.get(place).cloned().unwrap_or_default(),
            other => other.at(i64::try_from(place).unwrap_or(0)),
        };
        let all = |terms: Vec<Term>| {
            terms.into_iter().enumerate().map(|(place, term)| Val::new(term).from(origin(place))).collect()
        };
        match &self.term {
            Term::List(items) => Some(all(items.to_vec())),
            Term::Shape(shape) => Some(all(shape.dims()?.iter().map(|dim| Term::Dim(*dim)).collect())),
            Term::Ty(ty) => Some(all(ty.items()?.iter().map(|item| Term::Ty(*item)).collect())),
            Term::Dim(_) | Term::Elem(_) => None,
        }
    }
}
