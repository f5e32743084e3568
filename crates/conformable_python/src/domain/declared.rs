//! What annotations declare: forms of arrays over named sizes.
//!
//! A form is a pattern, not a type: its names mean something only together with [`AnnotationNames`], one
//! set for each call (or for a function on its own, where they are rigid).

use conformable_types::dtype::DTypeKind as D;
use conformable_types::{DType, Dim, Elem, Shape, Sym, Truth};

/// What one annotation says of a value.
#[derive(Clone, Debug)]
pub enum DeclaredType {
    Array(ArrayForm),
    None,
    /// An object of a class of the library's that makes arrays: a `Generator`.
    LibraryObject(Sym),
    /// Python's `int`: it obliges nobody, and says how a parameter is meant.
    Int,
    Tuple(Vec<DeclaredType>),
    Union(Vec<DeclaredType>),
    /// Something that says nothing of shapes.
    Other,
}

/// An array of this form.
#[derive(Clone, Debug)]
pub struct ArrayForm {
    pub dtypes: Dtypes,
    /// `None`: nothing is said, the rank included.
    pub shape: Option<Vec<Item>>,
    /// It is NumPy's own array, not one of another library.
    pub ndarray: bool,
    /// It bears a shape: who breaks it is told.
    pub obliges: bool,
    /// As it is written.
    pub text: String,
}

/// Which dtypes a form admits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dtypes {
    Any,
    One(DType),
    Of(&'static [D]),
}

/// One item of a form's shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    Dim(Dim),
    /// `#n`: this size or 1.
    Broadcast(Dim),
    /// `_`
    Any,
    /// `*batch`
    Seq(Sym),
    /// `...`, `*#batch`, `*_`
    Rest,
}

/// What the names of a scope of annotations stand for.
#[derive(Clone, Debug, Default)]
pub struct AnnotationNames {
    dims: Vec<(Sym, Dim)>,
    seqs: Vec<(Sym, Shape)>,
}

/// The annotations of a function.
#[derive(Debug, Default)]
pub struct Promises {
    pub params: Vec<(Sym, DeclaredType)>,
    pub returns: Option<DeclaredType>,
}

impl DeclaredType {
    /// Does any part of it bear a shape?
    pub fn obliges(&self) -> bool {
        match self {
            DeclaredType::Array(form) => form.obliges,
            DeclaredType::Tuple(parts) | DeclaredType::Union(parts) => parts.iter().any(DeclaredType::obliges),
            DeclaredType::None | DeclaredType::LibraryObject(_) | DeclaredType::Int | DeclaredType::Other => false,
        }
    }

    /// Is it said to be an array or an object of the library's, which mostly is so?
    pub fn is_of_library(&self) -> bool {
        self.is_ndarray() || matches!(self, DeclaredType::LibraryObject(_))
    }

    /// Is it said to be an object of the library's, or None?
    pub fn is_library_object_or_none(&self) -> bool {
        match self {
            DeclaredType::LibraryObject(_) => true,
            DeclaredType::Union(parts) => {
                let is_either = |part| matches!(part, &DeclaredType::LibraryObject(_) | &DeclaredType::None);
                parts.iter().all(is_either) && parts.iter().any(DeclaredType::is_library_object_or_none)
            }
            _ => false,
        }
    }

    /// Is it said to be an array of NumPy's?
    pub fn is_ndarray(&self) -> bool {
        matches!(self, DeclaredType::Array(form) if form.ndarray)
    }

    /// How it is written, where that is one array's form.
    pub fn text(&self) -> Option<&str> {
        match self {
            DeclaredType::Array(form) => Some(&form.text),
            DeclaredType::Tuple(parts) | DeclaredType::Union(parts) => parts.iter().find_map(DeclaredType::text),
            DeclaredType::None | DeclaredType::LibraryObject(_) | DeclaredType::Int | DeclaredType::Other => None,
        }
    }

    /// This, or None.
    #[must_use]
    pub fn or_none(self) -> DeclaredType {
        match self {
            DeclaredType::Union(mut parts) => {
                if !parts.iter().any(|part| matches!(part, DeclaredType::None)) {
                    parts.push(DeclaredType::None);
                }
                DeclaredType::Union(parts)
            }
            DeclaredType::Other => DeclaredType::Other,
            one => DeclaredType::Union(vec![one, DeclaredType::None]),
        }
    }
}

impl Dtypes {
    pub fn admits(self, elem: Elem) -> Truth {
        match (self, elem.dtype()) {
            (Dtypes::Any, _) => Truth::Yes,
            (_, None) => Truth::Unknown,
            (Dtypes::One(wanted), Some(dtype)) => Truth::from(wanted == dtype),
            (Dtypes::Of(kinds), Some(dtype)) => Truth::from(kinds.contains(&dtype.kind())),
        }
    }
}

impl Promises {
    pub fn of(&self, name: Sym) -> Option<&DeclaredType> {
        self.params.iter().find(|(known, _)| *known == name).map(|(_, declared)| declared)
    }

    pub fn oblige(&self) -> bool {
        self.params.iter().map(|(_, declared)| declared).chain(&self.returns).any(DeclaredType::obliges)
    }
}

impl AnnotationNames {
    pub fn dim(&self, name: Sym) -> Option<Dim> {
        self.dims.iter().find(|(known, _)| *known == name).map(|(_, dim)| *dim)
    }

    pub fn bind_dim(&mut self, name: Sym, dim: Dim) {
        self.dims.push((name, dim));
    }

    pub fn seq(&self, name: Sym) -> Option<Shape> {
        self.seqs.iter().find(|(known, _)| *known == name).map(|(_, shape)| *shape)
    }

    pub fn bind_seq(&mut self, name: Sym, shape: Shape) {
        self.seqs.push((name, shape));
    }
}
