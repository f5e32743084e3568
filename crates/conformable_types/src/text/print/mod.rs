//! Terms to text. Exact: [`super::read`] gives the same handle back.
//!
//! A run-time or unknown atom prints `#1`, `#2` by its first occurrence in the text; one of which
//! nothing is known and that occurs once prints `?`, since no other place could tell.

mod dims;
mod functions;
mod place;
mod sorts;
mod terms;

pub use functions::print_param;

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use self::sorts::Sorts;
use crate::dim::{Atom, AtomData, Dim};
use crate::dtype::DType;
use crate::elem::{Elem, ElemData};
use crate::intern::Sym;
use crate::shape::Shape;
use crate::term::{Leaf, Term, visit_dim, visit_shape, visit_term, visit_ty};
use crate::text::read::{Context, is_constructor, is_time, is_word, looks_like_a_dtype};
use crate::ty::{Function, Ty, TyKind};

/// The exact text of a type, `float64[n, 3]`: what [`super::parse_type`] reads back.
pub fn print_ty(ty: Ty) -> String {
    let mut printer = Printer::new(Mode::Text);
    visit_ty(ty, &mut |leaf| printer.count(leaf));
    printer.take_ty(ty)
}

/// For people: `list[int]` for a list of known ints, `float64[n]` for what may be a scalar.
pub fn display_ty(ty: Ty) -> String {
    let mut printer = Printer::new(Mode::Display);
    visit_ty(ty, &mut |leaf| printer.count(leaf));
    printer.take_ty(ty)
}

/// The exact text of an integer expression, `2*n + 1`.
pub fn print_dim(dim: Dim) -> String {
    let mut printer = Printer::new(Mode::Text);
    visit_dim(dim, &mut |leaf| printer.count(leaf));
    printer.take_dim(dim)
}

/// `[n, 3]`
pub fn print_shape(shape: Shape) -> String {
    let mut printer = Printer::new(Mode::Text);
    visit_shape(shape, &mut |leaf| printer.count(leaf));
    printer.sorts.shape(shape);
    printer.shape(shape);
    printer.out
}

/// `float64`, `promote(T, U)`
pub fn print_elem(elem: Elem) -> String {
    let mut printer = Printer::new(Mode::Text);
    printer.sorts.elem(elem);
    printer.elem(elem);
    printer.out
}

/// A signature in arrow form, without parentheses around it.
pub fn print_function(function: &Function) -> String {
    let mut printer = Printer::new(Mode::Text);
    visit_ty(Ty::new(TyKind::Function(Box::new(function.clone()))), &mut |leaf| printer.count(leaf));
    printer.take_function(function)
}

/// A term as an argument of a relation.
pub fn print_term(term: &Term) -> String {
    let mut printer = Printer::new(Mode::Text);
    visit_term(term, &mut |leaf| printer.count(leaf));
    printer.sorts.term(term);
    printer.term(term, Context::Other);
    printer.out
}

thread_local! {
    /// What sizes are called in the texts that are made at the moment.
    static NAMES: RefCell<FxHashMap<Leaf, String>> = RefCell::default();
}

/// Makes texts for people in which sizes have these names in place of `?` and `#1`.
pub fn with_names<T>(names: impl IntoIterator<Item = (Atom, Sym)>, make: impl FnOnce() -> T) -> T {
    let names = names.into_iter().map(|(atom, name)| (Leaf::Atom(atom), name.as_str().to_owned())).collect();
    let outer = NAMES.replace(names);
    let made = make();
    NAMES.set(outer);
    made
}

/// Exact, or for people.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// The parser gives the same handle back.
    Text,
    /// May simplify.
    Display,
}

/// One text, in which each run-time size keeps its number; several types may share it.
pub struct Printer {
    mode: Mode,
    out: String,
    occurrences: FxHashMap<Leaf, u32>,
    numbers: FxHashMap<Leaf, usize>,
    /// What to call an atom in place of its number, by who knows where it came from.
    labels: FxHashMap<Leaf, String>,
    /// What the reader will know of names from how they are used.
    sorts: Sorts,
}

impl Printer {
    /// For one text in this mode.
    pub fn new(mode: Mode) -> Printer {
        Printer {
            mode,
            out: String::new(),
            occurrences: FxHashMap::default(),
            numbers: FxHashMap::default(),
            labels: NAMES.with_borrow(Clone::clone),
            sorts: Sorts::default(),
        }
    }

    /// Note an occurrence; each type to be printed must be visited first.
    pub fn count(&mut self, leaf: Leaf) {
        *self.occurrences.entry(leaf).or_default() += 1;
    }

    /// Print `ty` and take the text.
    pub fn take_ty(&mut self, ty: Ty) -> String {
        self.sorts.ty(ty);
        self.ty(ty);
        std::mem::take(&mut self.out)
    }

    /// Print `dim` and take the text.
    pub fn take_dim(&mut self, dim: Dim) -> String {
        self.sorts.dim(dim);
        self.dim(dim, 0);
        std::mem::take(&mut self.out)
    }

    /// Print `function` and take the text.
    pub fn take_function(&mut self, function: &Function) -> String {
        self.sorts.function(function);
        self.function(function);
        std::mem::take(&mut self.out)
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn separated<T>(&mut self, items: impl IntoIterator<Item = T>, mut print: impl FnMut(&mut Self, T)) {
        for (place, item) in items.into_iter().enumerate() {
            if place > 0 {
                self.push(", ");
            }
            print(self, item);
        }
    }

    fn ty(&mut self, ty: Ty) {
        match ty.kind() {
            TyKind::Unknown => self.push("Unknown"),
            TyKind::Bool => self.push("bool"),
            TyKind::Int => self.push("int"),
            TyKind::Float => self.push("float"),
            TyKind::Complex => self.push("complex"),
            TyKind::Str => self.push("str"),
            TyKind::Bytes => self.push("bytes"),
            TyKind::None => self.push("None"),
            TyKind::Ellipsis => self.push("ellipsis"),
            TyKind::IntOf(_) | TyKind::LitBool(_) | TyKind::LitStr(_) | TyKind::LitFloat(_) => self.literal(ty),
            TyKind::Scalar(elem) => self.scalar(*elem),
            TyKind::Array { .. } | TyKind::Placed { .. } | TyKind::Decay { .. } => self.array(ty),
            TyKind::DType(elem) => {
                self.push("DType[");
                self.elem(*elem);
                self.push("]");
            }
            TyKind::Slice(parts) => {
                self.push("slice[");
                self.separated(parts, |printer, part| printer.ty(*part));
                self.push("]");
            }
            TyKind::Tuple(items) if items.is_empty() => self.push("tuple[()]"),
            TyKind::Tuple(items) => self.applied("tuple", items),
            TyKind::TupleOf(item) => {
                self.push("tuple[");
                self.ty(*item);
                self.push(", ...]");
            }
            TyKind::ListOf(item) => self.applied("list", &[*item]),
            TyKind::List(items) => self.list(items),
            TyKind::Set(item) => self.applied("set", &[*item]),
            TyKind::Dict(key, value) => self.applied("dict", &[*key, *value]),
            TyKind::Struct(fields) => self.structure(fields),
            TyKind::Class(name) | TyKind::Name(name) => self.push(name.as_str()),
            // Without brackets it would read as something else, unless it looks like one.
            TyKind::Ctor(name, params)
                if params.is_empty() && (self.mode == Mode::Display || is_constructor(name.as_str())) =>
            {
                self.push(name.as_str());
            }
            TyKind::Ctor(name, params) => {
                self.push(name.as_str());
                self.push("[");
                self.separated(params, |printer, param| printer.parameter(*param));
                self.push("]");
            }
            TyKind::Function(function) => {
                self.push("(");
                self.function(function);
                self.push(")");
            }
            TyKind::Union(members) if members.is_empty() => self.push("Never"),
            TyKind::Union(members) => {
                let mut texts: Vec<String> = Vec::with_capacity(members.len());
                let before = std::mem::take(&mut self.out);
                for member in members {
                    self.ty(*member);
                    let text = std::mem::take(&mut self.out);
                    // People don't see what two of them differ in.
                    if self.mode == Mode::Text || !texts.contains(&text) {
                        texts.push(text);
                    }
                }
                self.out = before + &texts.join(" | ");
            }
        }
    }

    /// An array's dtype and shape, and what else is known of one.
    fn array(&mut self, ty: Ty) {
        match ty.kind() {
            TyKind::Array { elem, shape } => {
                self.elem(*elem);
                if reads_as_unit(*elem, *shape) {
                    self.push("[generic]");
                }
                self.shape(*shape);
            }
            TyKind::Placed { elem, shape, place } => {
                self.elem(*elem);
                self.push("[");
                self.dims_of(*shape);
                self.push("; ");
                self.place(*place);
                self.push("]");
            }
            TyKind::Decay { elem, shape } => {
                if self.mode == Mode::Text {
                    self.push("decay(");
                }
                self.elem(*elem);
                if reads_as_unit(*elem, *shape) {
                    self.push("[generic]");
                }
                self.shape(*shape);
                if self.mode == Mode::Text {
                    self.push(")");
                }
            }
            _ => {}
        }
    }

    fn structure(&mut self, fields: &[(Sym, Ty)]) {
        self.push("struct{");
        self.separated(fields, |printer, (name, ty)| {
            printer.field(name.as_str());
            printer.push(": ");
            printer.ty(*ty);
        });
        self.push("}");
    }

    fn literal(&mut self, ty: Ty) {
        match ty.kind() {
            TyKind::IntOf(value) if value.constant().is_some() => {
                self.push("Literal[");
                self.dim(*value, 0);
                self.push("]");
            }
            TyKind::IntOf(value) => {
                self.push("Int[");
                self.dim(*value, 0);
                self.push("]");
            }
            TyKind::LitBool(value) => self.push(if *value { "Literal[True]" } else { "Literal[False]" }),
            TyKind::LitStr(value) => {
                let quoted = quote(value.as_str());
                self.push(&format!("Literal[{quoted}]"));
            }
            TyKind::LitFloat(bits) => {
                if self.mode == Mode::Display {
                    self.push("float");
                } else {
                    let value = f64::from_bits(*bits);
                    let text = if value.is_nan() { "nan".to_owned() } else { format!("{value:?}") };
                    self.push(&format!("Literal[{text}]"));
                }
            }
            _ => {}
        }
    }

    /// A NumPy scalar. A variable alone would read as one of types: its brackets say what it is.
    fn scalar(&mut self, elem: Elem) {
        match elem.data() {
            ElemData::DType(DType::BOOL) => self.push("bool_"),
            ElemData::Name(name) if self.mode == Mode::Text && !self.sorts.elems.contains(name) => {
                self.push("decay(");
                self.push(name.as_str());
                self.push("[])");
            }
            _ => self.elem(elem),
        }
    }

    /// A constructor's parameter: a type, or a value that is written shorter than its type.
    fn parameter(&mut self, param: Ty) {
        match param.kind() {
            // What looks like a slip in a dtype is refused without quotes.
            TyKind::LitStr(word) if is_word(word.as_str()) && !looks_like_a_dtype(word.as_str()) => {
                self.push(word.as_str());
            }
            TyKind::LitStr(text) => self.push(&quote(text.as_str())),
            TyKind::IntOf(value) if value.constant().is_some_and(|value| value >= 0) => self.dim(*value, 0),
            TyKind::Name(name) if is_word(name.as_str()) => {
                self.push(name.as_str());
                self.push(": type");
            }
            TyKind::Tuple(items) if is_shape(items) => {
                self.push("(");
                self.separated(items, |printer, item| printer.dim(item.int_value().unwrap_or_else(Dim::any), 0));
                self.push(if items.len() == 1 { ",)" } else { ")" });
            }
            _ => self.ty(param),
        }
    }

    fn applied(&mut self, name: &str, params: &[Ty]) {
        self.push(name);
        self.push("[");
        self.separated(params, |printer, param| printer.ty(*param));
        self.push("]");
    }

    /// A field's name, in quotes unless it is a name of the text form.
    fn field(&mut self, name: &str) {
        if super::is_identifier(name) {
            self.push(name);
        } else {
            self.push(&quote(name));
        }
    }

    fn list(&mut self, items: &[Ty]) {
        if self.mode == Mode::Display {
            let item = Ty::union(items.iter().map(|item| item.without_value()));
            self.push("list[");
            self.ty(item);
            self.push("]");
        } else {
            self.push("list[(");
            self.separated(items, |printer, item| printer.ty(*item));
            if items.len() == 1 {
                self.push(",");
            }
            self.push(")]");
        }
    }

    fn elem(&mut self, elem: Elem) {
        match elem.data() {
            ElemData::DType(dtype) => match &*dtype.name() {
                // `U` and `S` alone are variables.
                name @ ("U" | "S" | "V") => self.push(&format!("{name}0")),
                name => self.push(name),
            },
            ElemData::Weak(weak) => self.push(&format!("weak_{}", weak.name())),
            ElemData::Name(name) => self.push(name.as_str()),
            ElemData::Fresh { .. } => self.numbered(Leaf::Elem(elem), true),
            // What follows from a dtype that nobody knows says nothing to people.
            ElemData::App(..) if self.mode == Mode::Display && is_open(elem) => self.push("?"),
            ElemData::App(name, args) => self.application(*name, args, Context::Elems),
            ElemData::Any => self.push("?"),
        }
    }
}

/// Does a dtype rest on one that has no name?
fn is_open(elem: Elem) -> bool {
    let mut open = false;
    visit_ty(Ty::scalar(elem), &mut |leaf| {
        open |= matches!(leaf, Leaf::Elem(elem) if matches!(elem.data(), ElemData::Fresh { .. } | ElemData::Any));
    });
    open
}

/// Times without a unit whose one dim has a unit's name.
fn reads_as_unit(elem: Elem, shape: Shape) -> bool {
    let name = elem.dtype().map(DType::name).filter(|name| is_time(name));
    let dim = shape.dims().filter(|dims| dims.len() == 1).and_then(|dims| dims[0].as_atom());
    match (name, dim.map(|atom| atom.data())) {
        (Some(name), Some(AtomData::Name(unit))) => {
            *unit == Sym::new("generic") || DType::parse(&format!("{name}[{unit}]")).is_some()
        }
        _ => false,
    }
}

/// Sizes, at least one of them known: written `(n, 3)`.
fn is_shape(items: &[Ty]) -> bool {
    let size = |ty: &Ty| matches!(ty.kind(), TyKind::Int | TyKind::IntOf(_));
    !items.is_empty() && items.iter().all(size)
}

/// A string literal of the text form.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            _ => quoted.push(c),
        }
    }
    quoted.push('\'');
    quoted
}
