//! Annotations as they are written: what is in them, and where, without any types.
//!
//! The first of two stages. An [`Annotation`] is made by the language's own reader from Python syntax or from a string
//! (`Language::read_annotation`); names in it have not been looked up. The second stage gives it a meaning in a
//! scope (`Language::resolve`).

use conformable_types::{Sym, Ty};
use ruff_text_size::TextRange;

/// An annotation, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// What it is.
    pub node: AnnotationNode,
    /// Where: of a string, the part of it.
    pub range: TextRange,
    /// It stands in a string, where more names are known.
    pub is_quoted: bool,
}

/// What an annotation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnnotationNode {
    /// `float`, `np.float32`
    Name(String),
    /// `list[int]`, `float[:, :](order=F)`
    Subscript {
        /// What stands before the brackets.
        base: Box<Annotation>,
        /// What is in the brackets.
        items: Vec<Annotation>,
        /// `order=F`, the word.
        order: Option<String>,
    },
    /// `[A, B]`, where an annotation stands.
    List(Vec<Annotation>),
    /// `:` in brackets: a dim.
    Dim,
    /// `...` in brackets: any number of what is before.
    Rest,
    /// `()`: nothing, in brackets.
    Nothing,
    /// `A | B`
    Union(Vec<Annotation>),
    /// `(float)(int, int)`: a function that is passed, its result first.
    Function {
        /// What it gives; nothing for a procedure.
        result: Option<Box<Annotation>>,
        /// What it takes.
        params: Vec<Annotation>,
    },
    /// A string in it that names no type: `"stack"` in `Annotated[T, "stack"]`.
    Text(String),
    /// `None`
    None,
}

/// What type variables stand for.
pub type Bound = Vec<(Sym, Ty)>;

/// Both; nothing where one type variable would stand for two types.
pub fn united(one: &[(Sym, Ty)], other: &[(Sym, Ty)]) -> Option<Bound> {
    let mut all = one.to_vec();
    for (name, ty) in other {
        match all.iter().find(|(known, _)| known == name) {
            Some((_, known)) if known != ty => return None,
            Some(_) => {}
            None => all.push((*name, *ty)),
        }
    }
    Some(all)
}

/// What one member of an annotation means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The type of a variable so annotated.
    pub ty: Ty,
    /// It is never changed.
    pub is_const: bool,
    /// Where its elements are, if the annotation says.
    pub memory: Option<Memory>,
    /// A part of the annotation says nothing.
    pub is_partly_ignored: bool,
    /// The type variables that it names, each with what that stands for in it: one choice for all that name it.
    pub bound: Bound,
}

impl Meaning {
    /// A type and no more.
    pub fn of(ty: Ty) -> Meaning {
        Meaning { ty, is_const: false, memory: None, is_partly_ignored: false, bound: Bound::new() }
    }
}

/// What a name stands for in the scope of an annotation.
#[derive(Clone, Debug)]
pub enum Named {
    /// A path of the catalogue or of Python: `numpy.float32`, `builtins.int`, `typing.Final`.
    Path(String),
    /// What an alias or a type variable stands for.
    Types(Vec<Meaning>),
    /// A class of the program.
    Class(Ty),
    /// A variable of the program that holds this.
    Value(Ty),
}

/// Where a variable's elements are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// It owns them; they are allocated when the program runs.
    Heap,
    /// They have their place from the start of the function.
    Stack,
    /// They are another variable's.
    Alias,
}

impl Memory {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Memory::Heap => "heap",
            Memory::Stack => "stack",
            Memory::Alias => "alias",
        }
    }
}
