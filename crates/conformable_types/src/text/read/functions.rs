//! Signatures.

use super::{Context, Reader, error};
use crate::intern::Sym;
use crate::term::Term;
use crate::text::expr::{BinaryOp, Expr, Marker, Node, ParseError, SignatureExpr};
use crate::ty::{Comparison, Constraint, Function, Param, ParamKind, Ty, TyKind};

impl Reader {
    /// A signature: markers become the kinds of parameters.
    pub fn function(&mut self, signature: &SignatureExpr) -> Result<Function, ParseError> {
        let mut params: Vec<Param> = Vec::new();
        let mut kind = ParamKind::Plain;
        for param in &signature.params {
            match param.marker {
                Marker::Slash => {
                    params.iter_mut().for_each(|p| p.kind = ParamKind::PositionalOnly);
                    continue;
                }
                Marker::Bare => {
                    kind = ParamKind::KeywordOnly;
                    continue;
                }
                Marker::None | Marker::Star | Marker::DoubleStar => {}
            }
            let own = match param.marker {
                Marker::Star => ParamKind::VarArgs,
                Marker::DoubleStar => ParamKind::KwArgs,
                _ => kind,
            };
            if param.marker == Marker::Star {
                kind = ParamKind::KeywordOnly;
            }
            params.push(Param {
                name: param.name.as_deref().map(Sym::new),
                kind: own,
                ty: param.ty.as_ref().map_or(Ok(Ty::unknown()), |ty| self.ty(ty))?,
                assumed: param.assumed,
                default: param.default.as_ref().map(|value| self.default_value(value)).transpose()?,
            });
        }
        Ok(Function {
            params: params.into(),
            outputs: match &*signature.outputs {
                [Expr { node: Node::Name(none), .. }] if none == &["None"] => Box::default(),
                outputs => self.types(outputs)?.into(),
            },
            constraints: signature.constraints.iter().map(|c| self.constraint(c)).collect::<Result<_, _>>()?,
            partial: signature.partial,
        })
    }

    fn default_value(&mut self, expr: &Expr) -> Result<Ty, ParseError> {
        match self.term(expr, Context::Other) {
            _ if expr.node == Node::Ellipsis => Ok(Ty::unknown()),
            Ok(Term::Ty(ty)) => Ok(ty),
            Ok(Term::Dim(value)) => Ok(Ty::int(value)),
            // `dtype=float64`: what a dtype's name is as a value.
            Ok(Term::Elem(elem)) => Ok(Ty::new(TyKind::DType(elem))),
            Ok(_) => Ok(Ty::unknown()),
            Err(error) => Err(error),
        }
    }

    /// One of a where-clause.
    pub fn constraint(&mut self, expr: &Expr) -> Result<Constraint, ParseError> {
        match &expr.node {
            Node::Binary(op, a, b) => {
                let (a, b) = (self.dim(a)?, self.dim(b)?);
                Ok(match op {
                    BinaryOp::Eq => Constraint::Compare(Comparison::Eq, a, b),
                    BinaryOp::Ne => Constraint::Compare(Comparison::Ne, a, b),
                    BinaryOp::Le => Constraint::Compare(Comparison::Le, a, b),
                    BinaryOp::Ge => Constraint::Compare(Comparison::Le, b, a),
                    BinaryOp::Lt => Constraint::Compare(Comparison::Le, a.plus(1), b),
                    BinaryOp::Gt => Constraint::Compare(Comparison::Le, b.plus(1), a),
                    _ => return error(expr, "a constraint"),
                })
            }
            Node::Call(base, args) => {
                let (name, terms) = self.application(base, args, Context::Other)?;
                Ok(Constraint::Relation(name, terms))
            }
            _ => error(expr, "a constraint"),
        }
    }
}
