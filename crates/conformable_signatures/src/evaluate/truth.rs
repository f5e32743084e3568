//! Conditions: what guards decide, and what requirements demand.

use conformable_solver::store::Fact;
use conformable_solver::{Failure, FailureKind, Part};
use conformable_types::arithmetic::number_value;
use conformable_types::text::expr::BinaryOp;
use conformable_types::text::{Expr, Node};
use conformable_types::{Dim, Term, Truth, Ty, TyKind, relations as types};

use super::{Env, EvalResult, ExprEvaluator, Val};
use crate::explain::Origin;
use crate::op::Require;

impl ExprEvaluator<'_> {
    /// Do these conditions hold, which say what something is for? What they need to be known is
    /// known only where they hold, and one that makes no sense here leaves it open.
    pub fn guard(&mut self, guards: &[Expr], env: &Env) -> Truth {
        if guards.is_empty() {
            return Truth::Yes;
        }
        let (guard, trial, counted) = self.in_trial(|inner| {
            inner.all(guards, env).unwrap_or_else(|_| {
                inner.cx.note_unknown();
                Truth::Unknown
            })
        });
        if guard.is_no() {
            if trial.saw_unknown() {
                self.cx.note_unknown();
            }
        } else {
            self.counted = counted;
            self.cx.adopt(trial);
        }
        guard
    }

    /// The conditions one after the other, until one does not hold.
    fn all(&mut self, conditions: &[Expr], env: &Env) -> EvalResult<Truth> {
        let mut all = Truth::Yes;
        for condition in conditions {
            all = all.and(self.truth(condition, env)?);
            if all.is_no() {
                break;
            }
        }
        Ok(all)
    }

    pub fn truth(&mut self, expr: &Expr, env: &Env) -> EvalResult<Truth> {
        let truth = match &expr.node {
            Node::Binary(op, a, b) if op.is_comparison() => {
                let (left, right) = (self.value(a, env)?, self.value(b, env)?);
                self.compare(*op, &left, &right)
            }
            _ => match self.value(expr, env)?.term {
                Term::Ty(ty) => match ty.kind() {
                    TyKind::LitBool(value) => Truth::from(*value),
                    _ => Truth::Unknown,
                },
                // It is no truth, and only had to be evaluated.
                Term::Elem(elem) if elem.dtype().is_some() || elem.weak().is_some() => return Ok(Truth::Unknown),
                _ => Truth::Unknown,
            },
        };
        if truth == Truth::Unknown {
            self.cx.note_unknown();
        }
        Ok(truth)
    }

    pub(super) fn compare(&self, op: BinaryOp, left: &Val, right: &Val) -> Truth {
        if let Some(truth) = compare_floats(op, left, right) {
            return truth;
        }
        let (x, y) = (left.dim(), right.dim());
        let store = self.cx.store();
        match op {
            BinaryOp::Eq => self.equal(left, right),
            BinaryOp::Ne => self.equal(left, right).negate(),
            _ if x.is_any() || y.is_any() => Truth::Unknown,
            BinaryOp::Le => store.ask_le(x, y),
            BinaryOp::Ge => store.ask_le(y, x),
            BinaryOp::Lt => store.ask_le(y, x).negate(),
            BinaryOp::Gt => store.ask_le(x, y).negate(),
            _ => Truth::Unknown,
        }
    }

    fn equal(&self, a: &Val, b: &Val) -> Truth {
        if a.is_unknown() || b.is_unknown() {
            return Truth::Unknown;
        }
        if a.is_none().is_yes() {
            return b.is_none();
        }
        if b.is_none().is_yes() {
            return a.is_none();
        }
        if let (Term::Shape(x), Term::Shape(y)) = (&a.term, &b.term) {
            return self.cx.store().ask(&Fact::Shape(*x, *y));
        }
        if let (Term::Shape(shape), Term::Ty(ty)) | (Term::Ty(ty), Term::Shape(shape)) = (&a.term, &b.term) {
            return match ty.items() {
                Some(_) => self.cx.store().ask(&Fact::Shape(*shape, Val::new(*ty).shape())),
                None if matches!(ty.kind(), TyKind::TupleOf(_) | TyKind::ListOf(_)) => Truth::Unknown,
                None => Truth::No,
            };
        }
        if let (Term::Elem(x), Term::Ty(ty)) | (Term::Ty(ty), Term::Elem(x)) = (&a.term, &b.term) {
            // `T == bool`, `T == object`: Python's names of dtypes.
            let named = Val::new(*ty).elem();
            return self.cx.store().ask(&Fact::Elem(*x, named));
        }
        if let (Term::Elem(x), Term::Elem(y)) = (&a.term, &b.term) {
            return self.cx.store().ask(&Fact::Elem(*x, *y));
        }
        let integer = |val: &Val| match &val.term {
            Term::Dim(_) => true,
            Term::Ty(ty) => matches!(ty.kind(), TyKind::IntOf(_) | TyKind::Int),
            _ => false,
        };
        if integer(a) && integer(b) {
            return if a.dim().is_any() || b.dim().is_any() {
                Truth::Unknown
            } else {
                self.cx.store().ask_eq(a.dim(), b.dim())
            };
        }
        match (&a.term, &b.term) {
            (Term::Ty(x), Term::Ty(y)) => {
                let known = |ty: &Ty| matches!(ty.kind(), TyKind::LitBool(_) | TyKind::LitStr(_) | TyKind::IntOf(_));
                if known(x) && known(y) {
                    Truth::from(x == y)
                } else if types::consistent(*x, *y).is_no() {
                    Truth::No
                } else {
                    Truth::Unknown
                }
            }
            _ => Truth::Unknown,
        }
    }

    /// A condition that must hold for the call to return, with the values in what it says.
    pub fn require(&mut self, require: &Require, env: &Env) -> EvalResult<()> {
        self.required(require, env).map_err(|failure| self.with_values(failure, require, env))
    }

    /// What stands in braces in a requirement's message as what it is in this call.
    fn with_values(&mut self, mut failure: Failure, require: &Require, env: &Env) -> Failure {
        for (written, expr) in &require.values {
            let place = format!("{{{written}}}");
            if failure.message.contains(&place) {
                let value = self.in_trial(|inner| inner.value(expr, env)).0;
                let shown = value.map_or_else(|_| "?".to_owned(), |value| value.in_a_message());
                failure.message = failure.message.replace(&place, &shown);
            }
        }
        failure
    }

    /// What fails in one side of a comparison is a failure of its own; a relation's failure says what the requirement does.
    fn required(&mut self, require: &Require, env: &Env) -> EvalResult<()> {
        let Node::Binary(op, a, b) = &require.condition.node else {
            let truth = self.truth(&require.condition, env).map_err(|failure| match &require.message {
                Some(said) => Failure { message: said.clone(), says_all: true, ..failure },
                None => failure,
            })?;
            return self.refused_if(truth.is_no(), require, FailureKind::Value, |this| {
                let Node::Call(_, args) = &require.condition.node else { return Origin::Nowhere };
                args.iter().map(|(_, arg)| this.origin(arg, env)).find(|o| *o != Origin::Nowhere).unwrap_or_default()
            });
        };
        let (left, right) = (self.value(a, env)?, self.value(b, env)?);
        let parts: Vec<Part> = [&left.origin, &right.origin].iter().filter_map(|o| o.part(None)).collect();
        // Two sizes that were given, and should be the same; a message may show them itself.
        let are_given = *op == BinaryOp::Eq && parts.len() == 2 && require.values.is_empty();
        let with_sizes = |failure: Failure, sizes: String| match &require.message {
            Some(said) if are_given => Failure { message: format!("{said}: {sizes}"), ..failure },
            // An index against a size, or against as many from the end.
            Some(said) if require.kind == Some(FailureKind::IndexOutOfRange) => {
                let (index, bound) = (left.dim(), right.dim());
                let size = if matches!(op, BinaryOp::Ge | BinaryOp::Gt) { Dim::ZERO.minus(bound) } else { bound };
                let of_size = if size == Dim::ZERO { String::new() } else { format!(", the size {size:?}") };
                Failure { message: format!("{said}: it is {index:?}{of_size}"), ..failure }
            }
            _ => failure,
        };
        if let (Term::Shape(x), Term::Shape(y), BinaryOp::Eq) = (&left.term, &right.term, op) {
            let fact = Fact::Shape(*x, *y);
            let message = || format!("shapes {x:?} and {y:?} differ");
            return self.cx.require(fact, || {
                with_sizes(require.failure(FailureKind::Broadcast, message, parts), format!("{x:?} and {y:?}"))
            });
        }
        let about_ranks = [a, b].iter().any(|side| is_call(side, "rank"));
        let kind = if about_ranks { FailureKind::Rank } else { FailureKind::Value };
        let (x, y) = (left.dim(), right.dim());
        let sizes = |val: &Val| matches!(val.term, Term::Dim(_)) || val.ty().int_value().is_some();
        let fact = match op {
            _ if x.is_any() || y.is_any() || !sizes(&left) || !sizes(&right) => None,
            BinaryOp::Eq => Some(Fact::Eq(x, y)),
            BinaryOp::Le => Some(Fact::Le(x, y)),
            BinaryOp::Ge => Some(Fact::Le(y, x)),
            BinaryOp::Lt => Some(Fact::Le(x.plus(1), y)),
            BinaryOp::Gt => Some(Fact::Le(y.plus(1), x)),
            _ => None,
        };
        let Some(fact) = fact else {
            let truth = self.compare(*op, &left, &right);
            if truth == Truth::Unknown {
                self.cx.note_unknown();
            }
            let origin = if left.origin == Origin::Nowhere { right.origin } else { left.origin };
            return self.refused_if(truth.is_no(), require, kind, |_| origin);
        };
        let kind = if *op == BinaryOp::Eq && !about_ranks { FailureKind::Size } else { kind };
        let about = Box::new([x.into(), y.into()]);
        let message = || format!("{x:?} and {y:?}");
        self.cx.require(fact, || Failure {
            about,
            ..with_sizes(require.failure(kind, message, parts), format!("{x:?} and {y:?}"))
        })
    }

    fn refused_if(
        &mut self,
        refused: bool,
        require: &Require,
        kind: FailureKind,
        origin: impl FnOnce(&mut Self) -> Origin,
    ) -> EvalResult<()> {
        if !refused {
            return Ok(());
        }
        let parts = origin(self).part(None).into_iter().collect();
        Err(require.failure(kind, || "the arguments do not fit".into(), parts))
    }

    /// Where the value comes from, whatever it is.
    fn origin(&mut self, expr: &Expr, env: &Env) -> Origin {
        self.in_trial(|inner| inner.value(expr, env).map(|value| value.origin).unwrap_or_default()).0
    }
}

pub(super) fn truth_ty(truth: Truth) -> Ty {
    match truth {
        Truth::Yes => Ty::bool(true),
        Truth::No => Ty::bool(false),
        Truth::Unknown => Ty::new(TyKind::Bool),
    }
}

/// A Python float of known value and another number of known value.
fn compare_floats(op: BinaryOp, left: &Val, right: &Val) -> Option<Truth> {
    let is_float = |val: &Val| matches!(&val.term, Term::Ty(ty) if matches!(ty.kind(), TyKind::LitFloat(_)));
    if !is_float(left) && !is_float(right) {
        return None;
    }
    let order = number_value(left.ty())?.partial_cmp(&number_value(right.ty())?)?;
    Some(Truth::from(match op {
        BinaryOp::Eq => order.is_eq(),
        BinaryOp::Ne => order.is_ne(),
        BinaryOp::Le => order.is_le(),
        BinaryOp::Ge => order.is_ge(),
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::Gt => order.is_gt(),
        _ => return None,
    }))
}

fn is_call(expr: &Expr, name: &str) -> bool {
    matches!(&expr.node, Node::Call(base, _) if base.word() == Some(name))
}
