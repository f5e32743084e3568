//! Which names a text shows to be sequences (`*S`) and element types (`T[...]`): what the reader
//! will know, found before printing.

use rustc_hash::FxHashSet;

use crate::dim::{Atom, AtomData, Dim};
use crate::elem::{Elem, ElemData};
use crate::intern::Sym;
use crate::shape::{Seq, SeqData, Shape};
use crate::term::Term;
use crate::ty::{Constraint, Function, Ty, TyKind};

#[derive(Default)]
pub(super) struct Sorts {
    pub(super) seqs: FxHashSet<Sym>,
    pub(super) elems: FxHashSet<Sym>,
}

impl Sorts {
    pub(super) fn ty(&mut self, ty: Ty) {
        match ty.kind() {
            TyKind::IntOf(dim) => self.dim(*dim),
            TyKind::Scalar(elem) | TyKind::DType(elem) => self.elem(*elem),
            TyKind::Array { elem, shape } | TyKind::Decay { elem, shape } => {
                if let ElemData::Name(name) = elem.data() {
                    self.elems.insert(*name);
                }
                self.elem(*elem);
                self.shape(*shape);
            }
            TyKind::Placed { elem, shape, place } => {
                if let ElemData::Name(name) = elem.data() {
                    self.elems.insert(*name);
                }
                self.elem(*elem);
                self.shape(*shape);
                let data = place.data();
                data.strides.iter().flatten().chain(&data.offset).for_each(|dim| self.dim(*dim));
            }
            TyKind::Slice(parts) => parts.iter().for_each(|part| self.ty(*part)),
            TyKind::Tuple(items) | TyKind::List(items) | TyKind::Ctor(_, items) | TyKind::Union(items) => {
                items.iter().for_each(|item| self.ty(*item));
            }
            TyKind::TupleOf(item) | TyKind::ListOf(item) | TyKind::Set(item) => self.ty(*item),
            TyKind::Dict(key, value) => {
                self.ty(*key);
                self.ty(*value);
            }
            TyKind::Struct(fields) => fields.iter().for_each(|(_, ty)| self.ty(*ty)),
            TyKind::Function(function) => self.function(function),
            _ => {}
        }
    }

    pub(super) fn function(&mut self, function: &Function) {
        for param in &function.params {
            self.ty(param.ty);
            param.default.iter().for_each(|default| self.ty(*default));
        }
        function.outputs.iter().for_each(|output| self.ty(*output));
        for constraint in &function.constraints {
            match constraint {
                Constraint::Compare(_, a, b) => {
                    self.dim(*a);
                    self.dim(*b);
                }
                Constraint::Relation(_, args) => args.iter().for_each(|arg| self.term(arg)),
            }
        }
    }

    pub(super) fn shape(&mut self, shape: Shape) {
        shape.data().prefix.iter().chain(shape.suffix()).for_each(|dim| self.dim(*dim));
        shape.seq().iter().for_each(|seq| self.starred(*seq));
    }

    fn starred(&mut self, seq: Seq) {
        if let SeqData::Name(name) = seq.data() {
            self.seqs.insert(*name);
        }
        self.seq(seq);
    }

    fn seq(&mut self, seq: Seq) {
        if let SeqData::App(_, args) = seq.data() {
            args.iter().for_each(|arg| self.term(arg));
        }
    }

    pub(super) fn elem(&mut self, elem: Elem) {
        if let ElemData::App(_, args) = elem.data() {
            args.iter().for_each(|arg| self.term(arg));
        }
    }

    pub(super) fn dim(&mut self, dim: Dim) {
        dim.atoms().for_each(|atom| self.atom(atom));
    }

    pub(super) fn atom(&mut self, atom: Atom) {
        match atom.data() {
            AtomData::FloorDiv(p, q) | AtomData::Mod(p, q) => [p, q].into_iter().for_each(|dim| self.dim(*dim)),
            AtomData::Max(args) | AtomData::Min(args) | AtomData::Bcast(args) => {
                args.iter().for_each(|arg| self.dim(*arg));
            }
            AtomData::SliceLen { start, stop, step, n } => {
                [start, stop, step, n].into_iter().for_each(|dim| self.dim(*dim));
            }
            AtomData::Prod(seq) | AtomData::Len(seq) => self.starred(*seq),
            AtomData::App(_, args) => args.iter().for_each(|arg| self.term(arg)),
            AtomData::Name(_) | AtomData::Fresh { .. } | AtomData::Any => {}
        }
    }

    pub(super) fn term(&mut self, term: &Term) {
        match term {
            Term::Dim(dim) => self.dim(*dim),
            // A sequence alone is not starred as an argument.
            Term::Shape(shape) if shape.min_rank() == 0 => shape.seq().iter().for_each(|seq| self.seq(*seq)),
            Term::Shape(shape) => self.shape(*shape),
            Term::Elem(elem) => self.elem(*elem),
            Term::Ty(ty) => self.ty(*ty),
            Term::List(terms) => terms.iter().for_each(|term| self.term(term)),
        }
    }
}
