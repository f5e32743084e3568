//! Integer expressions and shapes.

use super::names::is_dim_function;
use super::{Context, Reader, error};
use crate::dim::{Atom, AtomData, Dim, FreshKind};
use crate::shape::{Seq, SeqData, Shape};
use crate::text::expr::{BinaryOp, Expr, Node, ParseError};

impl Reader {
    /// An integer expression.
    pub fn dim(&mut self, expr: &Expr) -> Result<Dim, ParseError> {
        match &expr.node {
            Node::Int(value) => Ok(Dim::of(*value)),
            Node::Name(path) => Ok(Dim::name(&path.join("."))),
            Node::Hole => Ok(Dim::any()),
            Node::Run(label) => {
                let id = self.number(label);
                Ok(Dim::fresh(id, FreshKind::Runtime))
            }
            Node::Neg(inner) => self.dim(inner).map(Dim::negated),
            Node::Binary(..) => self.operators(expr),
            Node::Call(base, args) => self.dim_call(expr, base, args),
            _ => error(expr, "a dim"),
        }
    }

    /// A chain of operators nests to the left, as deep as it is long: no recursion there.
    fn operators(&mut self, expr: &Expr) -> Result<Dim, ParseError> {
        let mut chain = Vec::new();
        let mut first = expr;
        while let Node::Binary(op, left, right) = &first.node {
            chain.push((*op, &**right));
            first = left;
        }
        let mut value = self.dim(first)?;
        for (op, right) in chain.into_iter().rev() {
            let operand = self.dim(right)?;
            value = match op {
                BinaryOp::Add => value.plus(operand),
                BinaryOp::Sub => value.minus(operand),
                BinaryOp::Mul => value.times(operand),
                BinaryOp::FloorDiv => {
                    value.floordiv(operand).map_or_else(|| error(right, "a divisor other than 0"), Ok)?
                }
                BinaryOp::Mod => value.modulo(operand).map_or_else(|| error(right, "a divisor other than 0"), Ok)?,
                _ => return error(expr, "a dim"),
            };
        }
        Ok(value)
    }

    fn dim_call(&mut self, expr: &Expr, base: &Expr, args: &[(Option<String>, Expr)]) -> Result<Dim, ParseError> {
        let name = match &base.node {
            Node::Name(path) => path.join("."),
            _ => return error(base, "a function of dims"),
        };
        if let ("prod" | "len", [(None, Expr { node: Node::Star(inner), .. })]) = (name.as_str(), args) {
            let shape = self.starred(inner)?;
            return Ok(if name == "prod" { shape.size() } else { shape.rank_dim() });
        }
        if !is_dim_function(&name) {
            let (name, terms) = self.application(base, args, Context::Other)?;
            return Ok(Atom::new(AtomData::App(name, terms)).dim());
        }
        let dims = args.iter().map(|(_, arg)| self.dim(arg)).collect::<Result<Vec<_>, _>>()?;
        match (name.as_str(), &*dims) {
            (_, []) => error(expr, "at least one argument"),
            ("max", _) => Ok(Dim::max(dims)),
            ("min", _) => Ok(Dim::min(dims)),
            ("bcast", _) => Ok(Dim::bcast(dims)),
            ("slicelen", &[start, stop, step, n]) => Ok(Dim::slicelen(start, stop, step, n)),
            ("prod" | "len", _) => error(expr, "one sequence, as in prod(*s)"),
            _ => error(expr, "start, stop, step and n"),
        }
    }

    pub(super) fn starred(&mut self, inner: &Expr) -> Result<Shape, ParseError> {
        match &inner.node {
            Node::Name(path) => Ok(Seq::name(&path.join(".")).shape()),
            Node::Run(label) => {
                let id = self.number(label);
                Ok(Seq::fresh(id, FreshKind::Unknown).shape())
            }
            Node::Call(base, args) => {
                let (name, terms) = self.application(base, args, Context::Other)?;
                Ok(Seq::new(SeqData::App(name, terms)).shape())
            }
            Node::Ellipsis => Ok(Shape::any()),
            _ => error(inner, "a sequence of dims"),
        }
    }

    /// The shape between brackets.
    pub fn shape(&mut self, items: &[Expr]) -> Result<Shape, ParseError> {
        let mut shape = Shape::scalar();
        for item in items {
            let next = match &item.node {
                Node::Ellipsis => Shape::any(),
                Node::Star(inner) => self.starred(inner)?,
                // As a catalogue writes it: `float64[()]`.
                Node::Tuple(none) if none.is_empty() => Shape::scalar(),
                _ => Shape::of(&[self.dim(item)?]),
            };
            match shape.append(next) {
                Some(joined) => shape = joined,
                None => return error(item, "at most one sequence in a shape"),
            }
        }
        Ok(shape)
    }
}
