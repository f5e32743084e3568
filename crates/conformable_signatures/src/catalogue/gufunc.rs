//! The result of an entry whose shapes a mini-language signature says.

use conformable_solver::Failure;
use conformable_types::text::{Expr, Node};
use conformable_types::{Elem, Shape, Sym, Ty, TyKind};

use crate::evaluate::{Env, ExprEvaluator, Val, strong};
use crate::minilanguage::MiniSignature;
use crate::op::{DimPattern, Param, Pattern};

/// The name that the shape of an operand has; one of an array that is any has one then.
pub fn operand(param: &mut Param) -> Option<String> {
    let Pattern::Array(array) = &mut param.pattern else { return None };
    let own = || vec![DimPattern::Sequence(format!("shape of {}", param.name))];
    match array.shape.get_or_insert_with(own).as_slice() {
        [DimPattern::Sequence(name)] => Some(name.clone()),
        _ => None,
    }
}

/// The result's type: the annotation has the element types, the signature the shapes.
pub fn result(
    result: &Expr,
    (signature, operands): &(MiniSignature, Vec<String>),
    evaluator: &mut ExprEvaluator,
    env: &Env,
) -> Result<Ty, Failure> {
    let shapes = operands.iter().map(|name| env.get(name).cloned().unwrap_or_else(|| Val::new(Shape::any())));
    let mut outputs = evaluator.core_dims(signature, &shapes.collect::<Vec<_>>())?.into_iter();
    fill(result, evaluator, env, &mut outputs)
}

fn fill(
    expr: &Expr,
    evaluator: &mut ExprEvaluator,
    env: &Env,
    outputs: &mut impl Iterator<Item = Shape>,
) -> Result<Ty, Failure> {
    let name = |base: &Expr| match &base.node {
        Node::Name(path) => path.join("."),
        _ => String::new(),
    };
    match &expr.node {
        Node::Call(base, args) if name(base) == "decay" => {
            let inner = fill(&args[0].1, evaluator, env, outputs)?;
            Ok(match inner.kind() {
                TyKind::Array { elem, shape } => Ty::decay(*elem, *shape),
                _ => inner,
            })
        }
        Node::Index(base, items, _) => {
            let name = name(base);
            let parts = items.iter().map(|item| fill(item, evaluator, env, outputs)).collect::<Result<Vec<_>, _>>()?;
            Ok(match name.as_str() {
                "tuple" => Ty::tuple(parts),
                _ => Ty::new(TyKind::Ctor(Sym::new(&name), parts.into())),
            })
        }
        _ => {
            let value: Val = evaluator.value(expr, env)?;
            let elem: Elem = value.elem();
            Ok(Ty::array(strong(elem), outputs.next().unwrap_or_else(Shape::any)))
        }
    }
}
