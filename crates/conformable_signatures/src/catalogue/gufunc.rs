//! The result of an entry whose shapes a mini-language signature says.

use conformable_types::text::{Expr, Node};
use conformable_types::{Elem, Shape, Sym, Ty, TyKind};

use crate::coerce::Mismatch;
use crate::evaluate::{Env, Evaluator, Val, strong};
use crate::explain::{Origin, translate};
use crate::minilanguage::MiniSignature;
use crate::op::{Alternative, Pattern};

/// The result's type: the annotation has the element types, the signature the shapes.
pub fn result(
    alternative: &Alternative,
    signature: &MiniSignature,
    evaluator: &mut Evaluator,
    env: &Env,
) -> Result<Ty, Mismatch> {
    let mut shapes = Vec::new();
    let mut origins: Vec<Origin> = Vec::new();
    for param in &alternative.params {
        if let (Pattern::Array(_), Some(value)) = (&param.pattern, env.get(&param.name))
            && shapes.len() < signature.inputs.len()
        {
            shapes.push(env.get(&crate::bind::shape_of(&param.name)).map_or_else(Shape::any, Val::shape));
            origins.push(value.origin.clone());
        }
    }
    let outcome = signature.apply(evaluator.cx, &shapes, &[]).map_err(|failure| translate(failure, &origins))?;
    let mut outputs = outcome.outputs.into_iter();
    Ok(fill(&alternative.result, evaluator, env, &mut outputs)?)
}

fn fill(
    expr: &Expr,
    evaluator: &mut Evaluator,
    env: &Env,
    outputs: &mut impl Iterator<Item = Shape>,
) -> Result<Ty, conformable_solver::Failure> {
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
