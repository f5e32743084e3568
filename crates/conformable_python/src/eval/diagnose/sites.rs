//! How much is known of each expression that is evaluated, and why not more.
//!
//! A *site* is an expression. It counts if its value is an ndarray or a NumPy scalar, or if an
//! operation of the catalogue or on an array gave a value of which nothing is known. It is known
//! as well as its best evaluation knew it; what depends on an assumption doesn't count, nor what is
//! something else than an array wherever it is known (a method, an int).
//!
//! An unknown value has a *cause*: where it was made. What is derived from it has the same one.

use std::sync::Arc;

use conformable_types::dim::AtomData;
use conformable_types::{FreshKind, Shape, Ty, TyKind};
use ruff_python_ast::Expr;
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashMap;

use crate::domain::value::{Kind, Value};
use crate::eval::Evaluator;
use crate::front::knowledge::{Knowledge, KnowledgeLevel};
use crate::front::program::Program;

/// Why a value is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cause {
    text: Arc<str>,
    /// It came from the catalogue or an array, so that its sites count.
    counts: bool,
}

/// The sites of the modules that are evaluated for one file, tests excepted: they make arrays to
/// be looked at, and what is known of them says little.
#[derive(Default)]
pub struct Sites {
    known: FxHashMap<SiteKey, KnowledgeLevel>,
    causes: FxHashMap<SiteKey, Cause>,
}

/// A module, and where in it.
type SiteKey = (usize, TextRange);

impl Sites {
    /// Was the value of the expression there an array, or could be one?
    fn is_array(&self, place: &SiteKey) -> bool {
        self.known.get(place).is_some_and(|known| *known != KnowledgeLevel::Other)
    }

    pub fn knowledge(&self, program: &Program) -> Knowledge {
        let mut knowledge = Knowledge::default();
        for ((module, range), known) in &self.known {
            knowledge.note(&program.module(*module).file.path, *range, Some(*known), None);
        }
        for ((module, range), cause) in &self.causes {
            knowledge.note(&program.module(*module).file.path, *range, None, Some(Arc::clone(&cause.text)));
        }
        knowledge
    }
}

impl<'p> Evaluator<'p> {
    /// What the expression at `range` gives is unknown because of this.
    pub fn because(&mut self, range: TextRange, counts: bool, text: impl FnOnce() -> String) {
        if self.output.sites.is_none() {
            return;
        }
        let key = (self.module().id, range);
        if let Some(sites) = &mut self.output.sites {
            sites.causes.entry(key).or_insert_with(|| Cause { text: text().into(), counts });
        }
    }

    /// Note what an expression gave.
    pub fn note_site(&mut self, expression: &'p Expr, value: &Value<'p>) {
        if self.output.sites.is_none() || !is_site(expression) || self.module().is_test() {
            return;
        }
        let place = (self.module().id, expression.range());
        let known = match &value.kind {
            Kind::Unknown | Kind::LargeInt(_) => {
                let counts = self.cause_of(expression, value);
                counts.then_some(KnowledgeLevel::Nothing)
            }
            _ => self.known(value),
        };
        let Some(sites) = &mut self.output.sites else { return };
        if let Some(known) = known {
            let best = sites.known.entry(place).or_insert(known);
            *best = known.max(*best);
        }
    }

    fn known(&self, value: &Value<'p>) -> Option<KnowledgeLevel> {
        if let Kind::Union(members) = &value.kind {
            let all: Option<Vec<KnowledgeLevel>> = members.iter().map(|member| self.known(member)).collect();
            return all?.into_iter().min().map(|least| least.min(KnowledgeLevel::Array));
        }
        let Some(ty) = value.ty().map(|ty| self.state.store.resolve_ty(ty)) else {
            return (!value.dependencies.is_assumed()).then_some(KnowledgeLevel::Other);
        };
        let (elem, shape) = match ty.kind() {
            TyKind::Scalar(elem) => (*elem, Shape::of(&[])),
            TyKind::Array { .. } | TyKind::Decay { .. } => Ty::as_array(ty)?,
            _ => return (!value.dependencies.is_assumed()).then_some(KnowledgeLevel::Other),
        };
        // That it is an array at all is assumed: it doesn't count.
        if value.dependencies.is_assumed() {
            return None;
        }
        if elem.dtype().is_none() {
            return Some(KnowledgeLevel::Array);
        }
        let Some(dims) = shape.dims() else { return Some(KnowledgeLevel::Array) };
        let named = dims.iter().all(|dim| {
            !dim.is_any()
                && dim.atoms().all(|atom| {
                    !matches!(
                        atom.data(),
                        AtomData::Any
                            | AtomData::Fresh { kind: FreshKind::Unknown | FreshKind::Each | FreshKind::Var, .. }
                    )
                })
        });
        Some(if named { KnowledgeLevel::Sizes } else { KnowledgeLevel::Rank })
    }

    /// Find the cause of an unknown value; does it make the site count?
    fn cause_of(&mut self, expression: &'p Expr, value: &Value<'p>) -> bool {
        let module = self.module().id;
        let range = expression.range();
        let fuel = self.fuel == 0;
        let made = value.origin.map(|origin| (origin.module.id, origin.range));
        let is_parameter = matches!(expression, Expr::Name(name) if self.is_parameter(&name.id));
        let Some(sites) = &mut self.output.sites else { return false };
        if let Some(known) = sites.causes.get(&(module, range)) {
            return known.counts;
        }
        let cause = if fuel {
            Cause { text: "the fuel is spent".into(), counts: false }
        } else if let Some(cause) = made.and_then(|made| sites.causes.get(&made)) {
            cause.clone()
        } else if let Some(cause) =
            operands(expression).iter().find_map(|operand| sites.causes.get(&(module, operand.range())))
        {
            cause.clone()
        } else if is_parameter {
            Cause { text: "a parameter".into(), counts: false }
        } else if operands(expression).iter().any(|operand| sites.is_array(&(module, operand.range()))) {
            let text = format!("{} of an array", kind(expression)).into();
            Cause { text, counts: true }
        } else {
            Cause { text: format!("{} otherwise", kind(expression)).into(), counts: false }
        };
        let counts = cause.counts;
        sites.causes.insert((module, range), cause);
        counts
    }

    fn is_parameter(&self, name: &str) -> bool {
        let function = self.frames.last().and_then(|frame| frame.function.as_ref());
        function
            .and_then(|function| function.params)
            .is_some_and(|params| params.iter().any(|param| param.name().as_str() == name))
    }
}

fn is_site(expression: &Expr) -> bool {
    matches!(
        expression,
        Expr::Name(_)
            | Expr::Attribute(_)
            | Expr::Subscript(_)
            | Expr::Call(_)
            | Expr::BinOp(_)
            | Expr::UnaryOp(_)
            | Expr::Compare(_)
    )
}

/// What the value of an expression is made from.
fn operands(expression: &Expr) -> Vec<&Expr> {
    match expression {
        Expr::Attribute(attribute) => vec![&attribute.value],
        Expr::Subscript(subscript) => vec![&subscript.value, &subscript.slice],
        Expr::BinOp(operation) => vec![&operation.left, &operation.right],
        Expr::UnaryOp(operation) => vec![&operation.operand],
        Expr::Compare(compare) => std::iter::once(&*compare.left).chain(&compare.comparators).collect(),
        Expr::Call(call) => std::iter::once(&*call.func).chain(&call.arguments.args).collect(),
        _ => Vec::new(),
    }
}

fn kind(expression: &Expr) -> &'static str {
    match expression {
        Expr::Attribute(_) => "an attribute",
        Expr::Subscript(_) => "an item",
        Expr::Call(_) => "a call",
        Expr::BinOp(_) | Expr::UnaryOp(_) | Expr::Compare(_) => "an operator",
        _ => "a name",
    }
}
