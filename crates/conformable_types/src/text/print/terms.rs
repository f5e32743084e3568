//! Arguments of relations as text. Most read back from how they look and how their names are used
//! elsewhere; the rest say their sort: `f(T: dtype)`, `g(n): dim`.

use super::Printer;
use crate::dim::{AtomData, Dim};
use crate::elem::{Elem, ElemData};
use crate::intern::Sym;
use crate::shape::{SeqData, Shape};
use crate::term::Term;
use crate::text::read::{Context, is_dim_function, is_plain_type, names_an_element};
use crate::ty::{Ty, TyKind};

impl Printer {
    pub(super) fn application(&mut self, name: Sym, args: &[Term], context: Context) {
        self.push(name.as_str());
        self.push("(");
        self.separated(args, |printer, arg| printer.term(arg, context));
        self.push(")");
    }

    pub(super) fn term(&mut self, term: &Term, context: Context) {
        match term {
            Term::Dim(dim) => {
                self.dim(*dim, 0);
                self.sort(self.reads_as_dim(*dim, context), "dim");
            }
            Term::Shape(shape) => {
                let reads = self.shape_term(*shape, context);
                self.sort(reads, "shape");
            }
            Term::Elem(elem) => {
                let reads = self.reads_as_elem(*elem, context);
                match elem.data() {
                    // Its arguments are read in the context that it stands in.
                    ElemData::App(name, args) if reads => self.application(*name, args, context),
                    _ => self.elem(*elem),
                }
                self.sort(reads, "dtype");
            }
            Term::Ty(ty) => self.type_term(*ty),
            Term::List(terms) => {
                self.push("[");
                self.separated(terms.iter(), |printer, term| printer.term(term, context));
                self.push("]");
            }
        }
    }

    fn sort(&mut self, reads: bool, sort: &str) {
        if !reads {
            self.push(": ");
            self.push(sort);
        }
    }

    fn reads_as_dim(&self, dim: Dim, context: Context) -> bool {
        if dim.is_any() {
            return context == Context::Other;
        }
        match dim.as_atom().map(|atom| atom.data()) {
            None => dim.constant().is_none(),
            Some(AtomData::Name(name)) => {
                !self.sorts.seqs.contains(name)
                    && !self.sorts.elems.contains(name)
                    && !is_plain_type(name.as_str())
                    && !names_an_element(name.as_str(), context)
            }
            Some(AtomData::Fresh { .. } | AtomData::Any) => context == Context::Other,
            Some(AtomData::App(name, _)) => is_dim_function(name.as_str()),
            Some(_) => true,
        }
    }

    fn reads_as_elem(&self, elem: Elem, context: Context) -> bool {
        match elem.data() {
            ElemData::DType(dtype) => !dtype.name().contains(['[', '{']),
            ElemData::Weak(_) => true,
            ElemData::Name(name) => {
                let known = self.sorts.elems.contains(name) || names_an_element(name.as_str(), context);
                known && !self.sorts.seqs.contains(name) && !is_plain_type(name.as_str())
            }
            ElemData::App(_, args) => context == Context::Elems || about_elements(args),
            ElemData::Fresh { .. } | ElemData::Any => context == Context::Elems,
        }
    }

    /// Prints it; says whether it reads as a shape.
    fn shape_term(&mut self, shape: Shape, context: Context) -> bool {
        let alone = shape.seq().filter(|_| shape.min_rank() == 0);
        let Some(seq) = alone else {
            self.push("(");
            self.dims_of(shape);
            if shape.min_rank() == 1 && shape.seq().is_none() {
                self.push(",");
            }
            self.push(")");
            return true;
        };
        self.seq(seq);
        match seq.data() {
            SeqData::Name(name) => self.sorts.seqs.contains(name),
            SeqData::App(name, args) => {
                context == Context::Other && !about_elements(args) && !is_dim_function(name.as_str())
            }
            SeqData::Fresh { .. } => false,
            SeqData::Any => true,
        }
    }

    fn type_term(&mut self, ty: Ty) {
        match ty.kind() {
            TyKind::IntOf(value) if value.constant().is_some_and(|value| value != i64::MIN) => self.dim(*value, 0),
            TyKind::LitBool(value) => self.push(if *value { "True" } else { "False" }),
            TyKind::LitStr(value) => {
                let quoted = super::quote(value.as_str());
                self.push(&quoted);
            }
            TyKind::Scalar(_) | TyKind::Class(_) | TyKind::Name(_) | TyKind::Bool => {
                self.ty(ty);
                self.push(": type");
            }
            _ => self.ty(ty),
        }
    }
}

/// All arguments are element types, so the application is one.
fn about_elements(args: &[Term]) -> bool {
    !args.is_empty() && args.iter().all(|arg| matches!(arg, Term::Elem(_)))
}
