//! Terms to text. Exact: [`super::read`] gives the same handle back.
//!
//! A run-time or unknown atom prints `#1`, `#2` by its first occurrence in the text; one of which
//! nothing is known and that occurs once prints `?`, since no other place could tell.

use rustc_hash::FxHashMap;

use crate::dim::{Atom, AtomData, Dim, FreshKind};
use crate::elem::{Elem, ElemData};
use crate::intern::Sym;
use crate::shape::{Seq, SeqData, Shape};
use crate::term::{Leaf, Term, visit_dim, visit_shape, visit_term, visit_ty};
use crate::ty::{Comparison, Constraint, Function, ParamKind, Ty, TyKind};

pub fn print_ty(ty: Ty) -> String {
    let mut printer = Printer::new(Mode::Text);
    visit_ty(ty, &mut |leaf| printer.count(leaf));
    printer.ty(ty);
    printer.out
}

/// For people: `list[int]` for a list of known ints, `float64[n]` for what may be a scalar.
pub fn display_ty(ty: Ty) -> String {
    let mut printer = Printer::new(Mode::Display);
    visit_ty(ty, &mut |leaf| printer.count(leaf));
    printer.ty(ty);
    printer.out
}

pub fn print_dim(dim: Dim) -> String {
    let mut printer = Printer::new(Mode::Text);
    visit_dim(dim, &mut |leaf| printer.count(leaf));
    printer.dim(dim, 0);
    printer.out
}

pub fn print_atom(atom: Atom) -> String {
    let mut printer = Printer::new(Mode::Text);
    printer.atom(atom);
    printer.out
}

/// `[n, 3]`
pub fn print_shape(shape: Shape) -> String {
    let mut printer = Printer::new(Mode::Text);
    visit_shape(shape, &mut |leaf| printer.count(leaf));
    printer.shape(shape);
    printer.out
}

pub fn print_elem(elem: Elem) -> String {
    let mut printer = Printer::new(Mode::Text);
    printer.elem(elem);
    printer.out
}

/// A signature in arrow form, without parentheses around it.
pub fn print_function(function: &Function) -> String {
    let mut printer = Printer::new(Mode::Text);
    visit_ty(Ty::new(TyKind::Function(Box::new(function.clone()))), &mut |leaf| printer.count(leaf));
    printer.function(function);
    printer.out
}

pub fn print_term(term: &Term) -> String {
    let mut printer = Printer::new(Mode::Text);
    visit_term(term, &mut |leaf| printer.count(leaf));
    printer.term(term);
    printer.out
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Text,
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
}

impl Printer {
    pub fn new(mode: Mode) -> Printer {
        Printer {
            mode,
            out: String::new(),
            occurrences: FxHashMap::default(),
            numbers: FxHashMap::default(),
            labels: FxHashMap::default(),
        }
    }

    /// Note an occurrence; each type to be printed must be visited first.
    pub fn count(&mut self, leaf: Leaf) {
        *self.occurrences.entry(leaf).or_default() += 1;
    }

    pub fn label(&mut self, leaf: Leaf, label: String) {
        self.labels.insert(leaf, label);
    }

    /// Print `ty` and take the text.
    pub fn take_ty(&mut self, ty: Ty) -> String {
        self.ty(ty);
        std::mem::take(&mut self.out)
    }

    pub fn take_dim(&mut self, dim: Dim) -> String {
        self.dim(dim, 0);
        std::mem::take(&mut self.out)
    }

    pub fn take_function(&mut self, function: &Function) -> String {
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
                    self.push(&format!("Literal['{value:?}', float]"));
                }
            }
            TyKind::Scalar(elem) => match elem.dtype() {
                Some(dtype) if dtype.name() == "bool" => self.push("bool_"),
                _ => self.elem(*elem),
            },
            TyKind::Array { elem, shape } => {
                self.elem(*elem);
                self.shape(*shape);
            }
            TyKind::Decay { elem, shape } => {
                if self.mode == Mode::Text {
                    self.push("decay(");
                }
                self.elem(*elem);
                self.shape(*shape);
                if self.mode == Mode::Text {
                    self.push(")");
                }
            }
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
            TyKind::Struct(fields) => {
                self.push("struct{");
                self.separated(fields, |printer, (name, ty)| {
                    printer.push(name.as_str());
                    printer.push(": ");
                    printer.ty(*ty);
                });
                self.push("}");
            }
            TyKind::Class(name) | TyKind::Name(name) => self.push(name.as_str()),
            TyKind::Ctor(name, params) if params.is_empty() => self.push(name.as_str()),
            TyKind::Ctor(name, params) => self.applied(name.as_str(), params),
            TyKind::Function(function) => {
                self.push("(");
                self.function(function);
                self.push(")");
            }
            TyKind::Union(members) => {
                for (place, member) in members.iter().enumerate() {
                    if place > 0 {
                        self.push(" | ");
                    }
                    self.ty(*member);
                }
            }
        }
    }

    fn applied(&mut self, name: &str, params: &[Ty]) {
        self.push(name);
        self.push("[");
        self.separated(params, |printer, param| printer.ty(*param));
        self.push("]");
    }

    fn list(&mut self, items: &[Ty]) {
        if self.mode == Mode::Display {
            let item = Ty::union(items.iter().map(|item| widened(*item)));
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
            ElemData::DType(dtype) => self.push(&dtype.name()),
            ElemData::Weak(weak) => self.push(&format!("weak_{}", weak.name())),
            ElemData::Name(name) => self.push(name.as_str()),
            ElemData::Fresh { .. } => self.numbered(Leaf::Elem(elem), true),
            ElemData::App(name, args) => self.application(*name, args),
            ElemData::Any => self.push("?"),
        }
    }

    fn application(&mut self, name: Sym, args: &[Term]) {
        self.push(name.as_str());
        self.push("(");
        self.separated(args, Printer::term);
        self.push(")");
    }

    fn term(&mut self, term: &Term) {
        match term {
            Term::Dim(dim) => self.dim(*dim, 0),
            Term::Shape(shape) => match shape.data() {
                data if data.prefix.is_empty() && data.rest.as_ref().is_some_and(|(_, s)| s.is_empty()) => {
                    self.seq(data.rest.as_ref().expect("checked").0);
                }
                _ => {
                    self.push("(");
                    self.dims_of(*shape);
                    if shape.min_rank() == 1 && shape.seq().is_none() {
                        self.push(",");
                    }
                    self.push(")");
                }
            },
            Term::Elem(elem) => self.elem(*elem),
            Term::Ty(ty) => match ty.kind() {
                TyKind::IntOf(value) => self.dim(*value, 0),
                TyKind::LitBool(value) => self.push(if *value { "True" } else { "False" }),
                TyKind::LitStr(value) => {
                    let quoted = quote(value.as_str());
                    self.push(&quoted);
                }
                _ => self.ty(*ty),
            },
            Term::List(terms) => {
                self.push("[");
                self.separated(terms.iter(), Printer::term);
                self.push("]");
            }
        }
    }

    fn shape(&mut self, shape: Shape) {
        self.push("[");
        self.dims_of(shape);
        self.push("]");
    }

    fn dims_of(&mut self, shape: Shape) {
        let data = shape.data();
        self.separated(data.prefix.iter(), |printer, dim| printer.dim(*dim, 0));
        if let Some((seq, suffix)) = &data.rest {
            if !data.prefix.is_empty() {
                self.push(", ");
            }
            if !seq.is_any() && !self.is_hole(Leaf::Seq(*seq)) {
                self.push("*");
            }
            self.seq(*seq);
            for dim in suffix {
                self.push(", ");
                self.dim(*dim, 0);
            }
        }
    }

    fn seq(&mut self, seq: Seq) {
        match seq.data() {
            SeqData::Name(name) => self.push(name.as_str()),
            SeqData::Fresh { .. } if self.is_hole(Leaf::Seq(seq)) => self.push("..."),
            SeqData::Fresh { .. } => self.numbered(Leaf::Seq(seq), true),
            SeqData::App(name, args) => self.application(*name, args),
            SeqData::Any => self.push("..."),
        }
    }

    /// Nothing is known of it, nothing else mentions it, and nobody gave it a name.
    fn is_hole(&self, leaf: Leaf) -> bool {
        let unknown = match leaf {
            Leaf::Atom(atom) => matches!(atom.data(), AtomData::Fresh { kind: FreshKind::Unknown, .. }),
            Leaf::Seq(seq) => matches!(seq.data(), SeqData::Fresh { .. }),
            Leaf::Elem(elem) => matches!(elem.data(), ElemData::Fresh { .. }),
        };
        unknown && !self.labels.contains_key(&leaf) && self.occurrences.get(&leaf).is_none_or(|count| *count < 2)
    }

    fn numbered(&mut self, leaf: Leaf, may_be_hole: bool) {
        if let Some(label) = self.labels.get(&leaf) {
            let label = label.clone();
            self.push(&label);
        } else if may_be_hole && self.is_hole(leaf) {
            self.push("?");
        } else {
            let next = self.numbers.len() + 1;
            let number = *self.numbers.entry(leaf).or_insert(next);
            self.push(&format!("#{number}"));
        }
    }

    /// `level` 0: a sum may stand here; 1: a product; 2: a factor.
    fn dim(&mut self, dim: Dim, level: u8) {
        if let Some(value) = dim.constant() {
            if value < 0 && level > 0 {
                self.push(&format!("({value})"));
            } else {
                self.push(&value.to_string());
            }
            return;
        }
        let terms = dim.terms();
        let count = terms.iter().len();
        let bare = count == 1 && terms.iter().all(|(m, c)| *c == 1 && m.factors().len() == 1 && m.factors()[0].1 == 1);
        let parenthesised = (level > 0 && count > 1) || (level > 1 && !bare);
        if parenthesised {
            self.push("(");
        }
        for (place, (monomial, coefficient)) in terms.iter().enumerate() {
            let magnitude = coefficient.unsigned_abs();
            if place > 0 {
                self.push(if *coefficient < 0 { " - " } else { " + " });
            } else if *coefficient < 0 {
                self.push("-");
            }
            if monomial.is_unit() {
                self.push(&magnitude.to_string());
                continue;
            }
            let mut first = true;
            if magnitude != 1 {
                self.push(&magnitude.to_string());
                first = false;
            }
            for &(atom, power) in monomial.factors() {
                for _ in 0..power {
                    if !first {
                        self.push("*");
                    }
                    first = false;
                    let infix = matches!(atom.data(), AtomData::FloorDiv(..) | AtomData::Mod(..));
                    let alone = count == 1 && monomial.factors().len() == 1 && power == 1 && magnitude == 1;
                    if infix && !(alone && level == 0) && !(alone && level == 2) {
                        self.push("(");
                        self.atom(atom);
                        self.push(")");
                    } else if infix && level == 2 {
                        self.push("(");
                        self.atom(atom);
                        self.push(")");
                    } else {
                        self.atom(atom);
                    }
                }
            }
        }
        if parenthesised {
            self.push(")");
        }
    }

    fn atom(&mut self, atom: Atom) {
        match atom.data() {
            AtomData::Name(name) => self.push(name.as_str()),
            AtomData::Fresh { .. } => self.numbered(Leaf::Atom(atom), true),
            AtomData::FloorDiv(p, q) => {
                self.dim(*p, 1);
                self.push("//");
                self.dim(*q, 2);
            }
            AtomData::Mod(p, q) => {
                self.dim(*p, 1);
                self.push("%");
                self.dim(*q, 2);
            }
            AtomData::Max(args) => self.function_of("max", args),
            AtomData::Min(args) => self.function_of("min", args),
            AtomData::Bcast(args) => self.function_of("bcast", args),
            AtomData::Prod(seq) => {
                self.push("prod(*");
                self.seq(*seq);
                self.push(")");
            }
            AtomData::Len(seq) => {
                self.push("len(*");
                self.seq(*seq);
                self.push(")");
            }
            AtomData::SliceLen { start, stop, step, n } => self.function_of("slicelen", &[*start, *stop, *step, *n]),
            AtomData::App(name, args) => self.application(*name, args),
            AtomData::Any => self.push("?"),
        }
    }

    fn function_of(&mut self, name: &str, args: &[Dim]) {
        self.push(name);
        self.push("(");
        self.separated(args, |printer, arg| printer.dim(*arg, 0));
        self.push(")");
    }

    fn function(&mut self, function: &Function) {
        self.push("(");
        let mut previous: Option<ParamKind> = None;
        let mut first = true;
        for param in &function.params {
            if previous == Some(ParamKind::PositionalOnly) && param.kind != ParamKind::PositionalOnly {
                self.push(", /");
            }
            if !first {
                self.push(", ");
            }
            let starred = matches!(previous, Some(ParamKind::VarArgs | ParamKind::KeywordOnly));
            if param.kind == ParamKind::KeywordOnly && !starred {
                self.push("*, ");
            }
            first = false;
            previous = Some(param.kind);
            match param.kind {
                ParamKind::VarArgs => self.push("*"),
                ParamKind::KwArgs => self.push("**"),
                _ => {}
            }
            if let Some(name) = param.name {
                self.push(name.as_str());
                if param.assumed {
                    self.push("?");
                }
                if !param.ty.is_unknown() || param.assumed {
                    self.push(": ");
                    self.ty(param.ty);
                } else if param.default.is_none() && param.kind != ParamKind::KwArgs {
                    self.push(": Unknown");
                }
            } else {
                self.ty(param.ty);
            }
            if let Some(default) = param.default {
                self.push("=");
                self.default(default);
            }
        }
        if previous == Some(ParamKind::PositionalOnly) {
            self.push(", /");
        }
        self.push(") -> ");
        self.separated(function.outputs.iter(), |printer, ty| printer.ty(*ty));
        if function.outputs.is_empty() {
            self.push("None");
        }
        if !function.constraints.is_empty() || function.partial {
            self.push(" where ");
            self.separated(function.constraints.iter(), Printer::constraint);
            if function.partial {
                self.push(if function.constraints.is_empty() { "…" } else { ", …" });
            }
        }
    }

    fn default(&mut self, ty: Ty) {
        match ty.kind() {
            TyKind::IntOf(_) | TyKind::LitBool(_) | TyKind::LitStr(_) => self.term(&Term::Ty(ty)),
            TyKind::None => self.push("None"),
            _ => self.push("..."),
        }
    }

    fn constraint(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::Compare(op, a, b) => {
                self.dim(*a, 0);
                self.push(match op {
                    Comparison::Eq => " == ",
                    Comparison::Ne => " != ",
                    Comparison::Le => " <= ",
                });
                self.dim(*b, 0);
            }
            Constraint::Relation(name, args) => self.application(*name, args),
        }
    }
}

/// A literal's kind without its value, for a display.
fn widened(ty: Ty) -> Ty {
    Ty::new(match ty.kind() {
        TyKind::IntOf(_) => TyKind::Int,
        TyKind::LitBool(_) => TyKind::Bool,
        TyKind::LitStr(_) => TyKind::Str,
        TyKind::LitFloat(_) => TyKind::Float,
        _ => return ty,
    })
}

fn quote(text: &str) -> String {
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
