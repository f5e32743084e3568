//! Signatures from objects, as the note that op signatures go back to writes them.
//!
//! ```
//! use conformable_signatures::Signature;
//! use conformable_signatures::signature::build::*;
//!
//! let (a, b, x, y) = (dim("a"), dim("b"), dtype("x"), dtype("y"));
//! let joined = Builder::new()
//!     .vars([&a, &b, &x, &y])
//!     .where_(compatible([&x, &y]))
//!     .input(tensor([&a], &x))
//!     .input(tensor([&b], &y))
//!     .output(tensor([&concat_dim([&a, &b])], &promoted_dtype([&x, &y])))
//!     .build()
//!     .unwrap();
//! assert_eq!(joined.to_string(), "(x[a], y[b]) -> promote(x, y)[a + b] where promotable(x, y)");
//! ```
//!
//! An object is a node of the same expression tree that texts are parsed to, so that all ways of
//! writing are read by one reader; a variable without a sort gets it from `is_a` or from its use.

use conformable_types::text::expr::{BinaryOp, Marker, ParamExpr, SignatureExpr};
use conformable_types::text::{Expr, Node, ParseError, parse_expr};
use conformable_types::{Dim, Ty};

use super::text::{BROADCASTABLE, Declared, IS_A, PROMOTABLE, read};
use super::{Signature, Sort, note};

/// A variable, a size, an element type, a type or a constraint, before it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    expr: Expr,
    /// What a variable was declared to be.
    sort: Option<Sort>,
}

fn object(node: Node) -> Object {
    Object { expr: Expr { node, offset: 0 }, sort: None }
}

fn variable(name: &str, sort: Option<Sort>) -> Object {
    Object { sort, ..object(Node::Name(vec![name.to_owned()])) }
}

/// A size.
pub fn dim(name: &str) -> Object {
    variable(name, Some(Sort::Dim))
}

/// The element type of an array.
pub fn dtype(name: &str) -> Object {
    variable(name, Some(Sort::DType))
}

/// An element type, or the kind of a Python number.
pub fn number(name: &str) -> Object {
    variable(name, Some(Sort::Number))
}

/// A sequence of sizes; in a tensor's dims it stands for all of them.
pub fn shape(name: &str) -> Object {
    variable(name, Some(Sort::Shape))
}

/// How many dims there are.
pub fn rank(name: &str) -> Object {
    variable(name, Some(Sort::Rank))
}

/// Any type.
pub fn type_var(name: &str) -> Object {
    variable(name, Some(Sort::Type))
}

/// The order of an array's elements in memory.
pub fn order(name: &str) -> Object {
    variable(name, Some(Sort::Order))
}

/// Where an array is.
pub fn device(name: &str) -> Object {
    variable(name, Some(Sort::Device))
}

/// A variable whose sort its use or `is_a` says: the note's `TypeVar()`.
pub fn any_var(name: &str) -> Object {
    variable(name, None)
}

/// The type, dim or constraint that a text writes, over variables of these names.
///
/// # Errors
/// If the text is none.
pub fn text(text: &str) -> Result<Object, ParseError> {
    Ok(Object { expr: parse_expr(text)?, sort: None })
}

/// A known type.
pub fn ty(ty: Ty) -> Object {
    text(&conformable_types::text::print_ty(ty)).expect("what is printed can be read")
}

/// A known size, or one made of names.
pub fn size(dim: impl Into<Dim>) -> Object {
    text(&conformable_types::text::print_dim(dim.into())).expect("what is printed can be read")
}

/// An array of these sizes and this element type.
pub fn tensor<'a>(dims: impl IntoIterator<Item = &'a Object>, dtype: &Object) -> Object {
    let item = |dim: &Object| match dim.sort {
        Some(Sort::Shape) => Expr { node: Node::Star(Box::new(dim.expr.clone())), offset: 0 },
        _ => dim.expr.clone(),
    };
    object(Node::Index(Box::new(dtype.expr.clone()), dims.into_iter().map(item).collect(), Vec::new()))
}

/// An array as another is, in this order, on this device.
pub fn placed(tensor: &Object, order: Option<&Object>, device: Option<&Object>) -> Object {
    let mut placed = tensor.clone();
    if let Node::Index(_, _, options) = &mut placed.expr.node {
        let parts = [("order", order), ("device", device)];
        let given = parts.into_iter().filter_map(|(name, part)| Some((Some(name.to_owned()), part?.expr.clone())));
        options.extend(given);
    }
    placed
}

/// The size of pieces that are joined: their sum.
///
/// # Panics
/// If there are none.
pub fn concat_dim<'a>(dims: impl IntoIterator<Item = &'a Object>) -> Object {
    let mut dims = dims.into_iter();
    let first = dims.next().expect("at least one dim").clone();
    dims.fold(first, |sum, dim| object(Node::Binary(BinaryOp::Add, Box::new(sum.expr), Box::new(dim.expr.clone()))))
}

/// The dtype that these promote to.
pub fn promoted_dtype<'a>(dtypes: impl IntoIterator<Item = &'a Object>) -> Object {
    apply("promote", dtypes)
}

/// A relation, or a word of the vocabulary, applied.
pub fn apply<'a>(name: &str, args: impl IntoIterator<Item = &'a Object>) -> Object {
    object(Node::Call(Box::new(Expr::name(name, 0)), args.into_iter().map(|arg| (None, arg.expr.clone())).collect()))
}

/// That the dtypes have a common one: the dialect's promotion has a result.
pub fn promotable<'a>(dtypes: impl IntoIterator<Item = &'a Object>) -> Object {
    apply(PROMOTABLE, dtypes)
}

/// The note's word for [`promotable`].
pub fn compatible<'a>(dtypes: impl IntoIterator<Item = &'a Object>) -> Object {
    promotable(dtypes)
}

/// That sizes broadcast.
pub fn broadcastable<'a>(dims: impl IntoIterator<Item = &'a Object>) -> Object {
    apply(BROADCASTABLE, dims)
}

/// What a variable stands for: the note's `isinstance`.
pub fn is_a(var: &Object, sort: Sort) -> Object {
    apply(IS_A, [var, &variable(sort.word(), None)])
}

/// That two sizes are equal.
pub fn equal(a: &Object, b: &Object) -> Object {
    object(Node::Binary(BinaryOp::Eq, Box::new(a.expr.clone()), Box::new(b.expr.clone())))
}

/// That one size is at most another.
pub fn at_most(a: &Object, b: &Object) -> Object {
    object(Node::Binary(BinaryOp::Le, Box::new(a.expr.clone()), Box::new(b.expr.clone())))
}

/// A signature in the making.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    vars: Vec<Object>,
    constraints: Vec<Object>,
    inputs: Vec<(Option<String>, Object)>,
    outputs: Vec<Object>,
}

impl Builder {
    /// Without anything.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Variables; those that are left out are collected.
    #[must_use]
    pub fn vars<'a>(mut self, vars: impl IntoIterator<Item = &'a Object>) -> Builder {
        self.vars.extend(vars.into_iter().cloned());
        self
    }

    /// One more thing that must hold.
    #[must_use]
    pub fn where_(mut self, constraint: Object) -> Builder {
        self.constraints.push(constraint);
        self
    }

    /// One more input.
    #[must_use]
    pub fn input(mut self, input: Object) -> Builder {
        self.inputs.push((None, input));
        self
    }

    /// One more input, with a name.
    #[must_use]
    pub fn named_input(mut self, name: &str, input: Object) -> Builder {
        self.inputs.push((Some(name.to_owned()), input));
        self
    }

    /// One more output.
    #[must_use]
    pub fn output(mut self, output: Object) -> Builder {
        self.outputs.push(output);
        self
    }

    /// The signature.
    ///
    /// # Errors
    /// If the parts do not make one: a name of two sorts, a relation that does not exist, a variable that is
    /// not among those that are given.
    pub fn build(self) -> Result<Signature, ParseError> {
        let param = |(name, input): (Option<String>, Object)| {
            let ty = Some(note::rewritten(&input.expr)?);
            Ok(ParamExpr { marker: Marker::None, name, assumed: false, ty, default: None, offset: 0 })
        };
        let outputs = match self.outputs.is_empty() {
            true => vec![Expr::name("None", 0)],
            false => self.outputs.iter().map(|output| note::rewritten(&output.expr)).collect::<Result<_, _>>()?,
        };
        let signature = SignatureExpr {
            params: self.inputs.into_iter().map(param).collect::<Result<_, ParseError>>()?,
            outputs,
            constraints: self.constraints.into_iter().map(|constraint| constraint.expr).collect(),
            partial: false,
        };
        let declared = |var: &Object| Some(Declared { name: var.expr.path()?.into_owned(), sort: var.sort, offset: 0 });
        let declared = self.vars.iter().filter_map(declared);
        let signature = read(signature, declared.clone().collect())?;
        match signature.vars().iter().find(|var| declared.clone().all(|own| own.name != var.name.as_str())) {
            Some(other) if !self.vars.is_empty() => {
                let names: Vec<String> = declared.map(|own| format!("`{}`", own.name)).collect();
                let expected = format!("only the variables that are given, {}", names.join(", "));
                Err(ParseError { offset: 0, expected, found: format!("`{}`", other.name) })
            }
            _ => Ok(signature),
        }
    }
}
