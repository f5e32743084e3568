//! Arguments of relations.

use super::names::{is_dim_function, is_plain_type, names_an_element};
use super::{Context, Reader, error};
use crate::dim::Dim;
use crate::elem::{Elem, ElemData};
use crate::intern::Sym;
use crate::shape::{Seq, SeqData, Shape};
use crate::term::Term;
use crate::text::expr::{Expr, Node, ParseError};
use crate::ty::Ty;

impl Reader {
    pub(super) fn application(
        &mut self,
        base: &Expr,
        args: &[(Option<String>, Expr)],
        context: Context,
    ) -> Result<(Sym, Box<[Term]>), ParseError> {
        let Node::Name(path) = &base.node else { return error(base, "a relation's name") };
        let terms = args.iter().map(|(_, arg)| self.term(arg, context)).collect::<Result<_, _>>()?;
        Ok((Sym::new(&path.join(".")), terms))
    }

    /// An argument of a relation. What it is follows from its look, then from how its name is
    /// used elsewhere, then from the context; `x: dim` says it.
    pub(super) fn term(&mut self, expr: &Expr, context: Context) -> Result<Term, ParseError> {
        match &expr.node {
            Node::Slice(inner, sort) => self.sorted_term(inner, sort),
            Node::Int(value) => Ok(Ty::int(*value).into()),
            Node::Neg(inner) if matches!(inner.node, Node::Int(_)) => Ok(Term::Ty(Ty::int(self.dim(expr)?))),
            Node::Str(value) => Ok(Ty::str(value).into()),
            Node::Name(path) => {
                let name = path.join(".");
                Ok(match name.as_str() {
                    "True" => Ty::bool(true).into(),
                    "False" => Ty::bool(false).into(),
                    _ if is_plain_type(&name) => self.named(&name, false).into(),
                    _ if self.sequences.contains(&name) => Seq::name(&name).shape().into(),
                    _ if self.elements.contains(&name) || names_an_element(&name, context) => self.elem(expr)?.into(),
                    _ => Dim::name(&name).into(),
                })
            }
            Node::Hole | Node::Run(_) if context == Context::Elems => self.elem(expr).map(Term::Elem),
            Node::Hole | Node::Run(_) => self.dim(expr).map(Term::Dim),
            Node::Ellipsis => Ok(Shape::any().into()),
            Node::Call(base, args) => {
                match &base.node {
                    Node::Name(name) if name == &["decay"] => return self.ty(expr).map(Term::Ty),
                    Node::Name(name) if is_dim_function(&name.join(".")) => return self.dim(expr).map(Term::Dim),
                    _ => {}
                }
                // A relation inside a relation: a sequence, unless it is about element types.
                let (name, terms) = self.application(base, args, context)?;
                let about_elements = terms.iter().all(|term| matches!(term, Term::Elem(_))) && !terms.is_empty();
                Ok(if about_elements || context == Context::Elems {
                    Elem::new(ElemData::App(name, terms)).into()
                } else {
                    Seq::new(SeqData::App(name, terms)).shape().into()
                })
            }
            Node::Tuple(items) => self.shape(items).map(Term::Shape),
            Node::List(items) => {
                Ok(Term::List(items.iter().map(|item| self.term(item, context)).collect::<Result<_, _>>()?))
            }
            Node::Binary(..) | Node::Neg(_) => self.dim(expr).map(Term::Dim),
            _ => self.ty(expr).map(Term::Ty),
        }
    }

    fn sorted_term(&mut self, inner: &Expr, sort: &Expr) -> Result<Term, ParseError> {
        let word = match &sort.node {
            Node::Name(path) => path.join("."),
            _ => String::new(),
        };
        match word.as_str() {
            "dim" => self.dim(inner).map(Term::Dim),
            "dtype" => self.elem(inner).map(Term::Elem),
            "type" => self.ty(inner).map(Term::Ty),
            "shape" => self.starred(inner).map(Term::Shape),
            _ => error(sort, "a sort: dim, shape, dtype or type"),
        }
    }
}
