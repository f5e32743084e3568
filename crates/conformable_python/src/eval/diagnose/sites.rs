//! How much is known of each expression that is evaluated, and why not more.
//!
//! A *site* is an expression. It counts if its value is an ndarray or a NumPy scalar, or if an
//! operation of the catalogue or on an array gave a value of which nothing is known. It is known
//! as well as its best evaluation knew it; what depends on an assumption doesn't count, nor what is
//! something else than an array wherever it is known (a method, an int).
//!
//! An unknown value has a *cause*: where it was made. What is derived from it has the same one, and so has an operation
//! that is unknown because of what it was given.

use std::sync::Arc;

use conformable_types::dim::AtomData;
use conformable_types::{FreshKind, Shape, Ty, TyKind};
use ruff_python_ast::Expr;
use ruff_text_size::{Ranged, TextRange};

use crate::domain::value::{Kind, Value};
use crate::eval::Machine;
use crate::eval::facts::{FactsRecorder, SiteKey};
use crate::front::facts::KnowledgeLevel;
use crate::syntax::sites::is_site;

/// Why the names of a notebook's broken cell are unknown.
const NO_PYTHON: &str = "a cell that is no Python";

/// Why a value is unknown, and where that began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteCause {
    pub text: Arc<str>,
    pub at: SiteKey,
    /// It came from the catalogue or an array, so that its sites count.
    counts: bool,
    /// It is a name, or an attribute or a call of one, of which nothing is known.
    is_plain: bool,
    /// Where it began is decided.
    is_settled: bool,
}

impl SiteCause {
    /// Does an unknown value say nothing new of a site that is known so well?
    fn is_noted(&self, known: Option<KnowledgeLevel>) -> bool {
        self.is_settled && (known.is_some() || !self.counts)
    }
}

impl FactsRecorder {
    fn known(&self, place: &SiteKey) -> Option<KnowledgeLevel> {
        self.sites.get(place).and_then(|site| site.known)
    }

    fn cause(&self, place: &SiteKey) -> Option<&SiteCause> {
        self.sites.get(place).and_then(|site| site.cause.as_ref())
    }

    /// Was the value of the expression there an array, or could be one?
    fn is_array(&self, place: &SiteKey) -> bool {
        self.known(place).is_some_and(|known| known != KnowledgeLevel::Other)
    }

    /// The cause of what an expression was made from.
    fn cause_within(&self, module: usize, expression: &Expr) -> Option<&SiteCause> {
        let place = |operand: &&Expr| (module, operand.range());
        operands(expression).iter().map(place).find_map(|place| {
            let is_known = |known| known == KnowledgeLevel::Other || known >= KnowledgeLevel::Rank;
            let is_known = self.known(&place).is_some_and(is_known);
            self.cause(&place).filter(|_| !is_known)
        })
    }
}

impl<'p> Machine<'p> {
    /// What the expression at `range` gives is unknown because of this.
    pub fn because(&mut self, range: TextRange, counts: bool, text: impl FnOnce() -> String) {
        // What a model doesn't know is a thing of the call that leads into it.
        if self.output.facts.is_none() || self.module().is_model {
            return;
        }
        let at = (self.module().id, range);
        let is_refused = self.module().is_refused(range);
        let text = || if is_refused { NO_PYTHON.to_owned() } else { text() };
        if let Some(facts) = &mut self.output.facts {
            let cause = &mut facts.sites.entry(at).or_default().cause;
            cause.get_or_insert_with(|| SiteCause {
                text: text().into(),
                at,
                counts,
                is_plain: false,
                is_settled: false,
            });
        }
    }

    /// Note what an expression gave.
    pub fn note_site(&mut self, expression: &'p Expr, value: &Value<'p>) {
        let Some(facts) = self.output.facts.as_deref() else { return };
        let (module, types) = (self.module(), facts.wants_types());
        if !is_site(expression) || module.is_model || !types && module.is_test() {
            return;
        }
        let place = (module.id, expression.range());
        let is_same = facts.sites.get(&place).is_some_and(|site| match site.known {
            Some(KnowledgeLevel::Sizes) => true,
            _ => value.is_unknown() && site.cause.as_ref().is_some_and(|cause| cause.is_noted(site.known)),
        });
        if !is_same {
            self.note_level(expression, value, place);
        }
        if types {
            self.note_type(expression.range(), value);
        }
    }

    fn note_level(&mut self, expression: &'p Expr, value: &Value<'p>, place: SiteKey) {
        let known = match value.is_unknown() {
            true => self.cause_of(expression, value).then_some(KnowledgeLevel::Nothing),
            false => self.known(value),
        };
        if known == Some(KnowledgeLevel::Array) {
            self.cause_of(expression, value);
        }
        let Some(facts) = &mut self.output.facts else { return };
        let site = facts.sites.entry(place).or_default();
        site.known = site.known.max(known);
    }

    fn known(&self, value: &Value<'p>) -> Option<KnowledgeLevel> {
        if let Kind::Union(members) = &value.kind {
            let all: Option<Vec<KnowledgeLevel>> = members.iter().map(|member| self.known(member)).collect();
            return all?.into_iter().min().map(|least| least.min(KnowledgeLevel::Rank));
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
        let at = (self.module().id, expression.range());
        let Some(facts) = self.output.facts.as_deref() else { return false };
        if let Some(known) = facts.cause(&at) {
            let counts = known.counts;
            // An operation that says why, of what was unknown before.
            if known.at == at
                && !known.is_plain
                && !known.is_settled
                && let Some(began) = facts.cause_within(at.0, expression).cloned()
            {
                self.set_cause(at, SiteCause { counts, ..began });
            }
            return counts;
        }
        let cause = self.new_cause(expression, value, at);
        let counts = cause.counts;
        self.set_cause(at, cause);
        counts
    }

    fn set_cause(&mut self, at: SiteKey, cause: SiteCause) {
        if let Some(facts) = &mut self.output.facts {
            facts.sites.entry(at).or_default().cause = Some(cause);
        }
    }

    fn new_cause(&self, expression: &'p Expr, value: &Value<'p>, at: SiteKey) -> SiteCause {
        let begins =
            |text: String, counts, is_plain| SiteCause { text: text.into(), at, counts, is_plain, is_settled: true };
        let Some(facts) = self.output.facts.as_deref() else { return begins(String::new(), false, false) };
        if self.fuel == 0 {
            return begins("the fuel is spent".to_owned(), false, false);
        }
        let is_of_array = operands(expression).iter().any(|operand| facts.is_array(&(at.0, operand.range())));
        let made = value.origin.map(|origin| (origin.module.id, origin.range));
        if let Some(cause) = made.filter(|made| *made != at).and_then(|made| facts.cause(&made)) {
            return SiteCause { counts: cause.counts || is_of_array, ..cause.clone() };
        }
        if let Some(cause) = facts.cause_within(at.0, expression) {
            // `pd`, `pd.read_csv`, `pd.read_csv(path)`: the last one is what is meant.
            let is_continued = cause.is_plain && continued(expression).is_some_and(|range| cause.at == (at.0, range));
            if is_continued {
                return begins(self.not_known(expression), cause.counts, true);
            }
            return SiteCause { counts: cause.counts || is_of_array, ..cause.clone() };
        }
        if let Expr::Name(name) = expression
            && let Some(range) = self.parameter_at(&name.id)
        {
            let text = format!("the parameter `{}`, of which no call says what it is", name.id);
            return SiteCause { at: (at.0, range), ..begins(text, false, false) };
        }
        if value.ty().is_some() {
            let made = format!("`{}` gives an array of unknown rank or dtype", self.written(expression));
            return begins(made, true, false);
        }
        if is_of_array {
            return begins(format!("`{}` of an array is not known", self.written(expression)), true, false);
        }
        begins(self.not_known(expression), false, true)
    }

    fn not_known(&self, expression: &Expr) -> String {
        if self.module().is_refused(expression.range()) {
            return NO_PYTHON.to_owned();
        }
        format!("`{}` is not known", self.written(expression))
    }

    /// An expression as it is written, a call without its arguments.
    fn written(&self, expression: &Expr) -> String {
        match expression {
            Expr::Call(call) => format!("{}()", self.module().snippet(call.func.range())),
            _ => self.module().snippet(expression.range()),
        }
    }

    /// A call gives what a function's body gave: what is unknown began there.
    pub fn note_returned(&mut self, result: &Value<'p>, range: TextRange) {
        let Some(facts) = self.output.facts.as_deref() else { return };
        let at = (self.module().id, range);
        let is_open = result.is_unknown() || self.known(result) == Some(KnowledgeLevel::Array);
        let made = result.origin.filter(|_| is_open).map(|origin| (origin.module.id, origin.range));
        if let (Some(cause), None) = (made.and_then(|made| facts.cause(&made)).cloned(), facts.cause(&at)) {
            self.set_cause(at, cause);
        }
    }

    /// Where a parameter of the function stands.
    fn parameter_at(&self, name: &str) -> Option<TextRange> {
        let function = self.frames.last().and_then(|frame| frame.function.as_ref())?;
        let params = function.params?;
        params.iter().find(|param| param.name().as_str() == name).map(|param| param.range())
    }
}

/// What the expression at `range` gives is unknown because of this, whatever it was given.
pub fn because_of_itself(machine: &mut Machine<'_>, range: TextRange, text: impl FnOnce() -> String) {
    machine.because(range, false, text);
    let at = (machine.module().id, range);
    let site = machine.output.facts.as_mut().and_then(|facts| facts.sites.get_mut(&at));
    if let Some(cause) = site.and_then(|site| site.cause.as_mut()).filter(|cause| cause.at == at) {
        cause.is_settled = true;
    }
}

/// What an attribute or a call continues.
fn continued(expression: &Expr) -> Option<TextRange> {
    match expression {
        Expr::Attribute(attribute) => Some(attribute.value.range()),
        Expr::Call(call) => Some(call.func.range()),
        _ => None,
    }
}

/// What the value of an expression is made from, those in displays too.
fn operands(expression: &Expr) -> Vec<&Expr> {
    let parts: Vec<&Expr> = match expression {
        Expr::Attribute(attribute) => vec![&attribute.value],
        Expr::Subscript(subscript) => vec![&subscript.value, &subscript.slice],
        Expr::BinOp(operation) => vec![&operation.left, &operation.right],
        Expr::UnaryOp(operation) => vec![&operation.operand],
        Expr::Compare(compare) => std::iter::once(&*compare.left).chain(&compare.comparators).collect(),
        Expr::Call(call) => {
            let keywords = call.arguments.keywords.iter().map(|keyword| &keyword.value);
            std::iter::once(&*call.func).chain(&call.arguments.args).chain(keywords).collect()
        }
        _ => Vec::new(),
    };
    let mut found = Vec::new();
    parts.into_iter().for_each(|part| sites_in(part, &mut found));
    found
}

/// The sites that a part of an expression is, or is made of.
fn sites_in<'e>(part: &'e Expr, found: &mut Vec<&'e Expr>) {
    match part {
        Expr::Tuple(tuple) => tuple.elts.iter().for_each(|element| sites_in(element, found)),
        Expr::List(list) => list.elts.iter().for_each(|element| sites_in(element, found)),
        Expr::Starred(starred) => sites_in(&starred.value, found),
        Expr::If(ternary) => [&ternary.body, &ternary.orelse].into_iter().for_each(|arm| sites_in(arm, found)),
        Expr::ListComp(comprehension) => sites_in(&comprehension.elt, found),
        Expr::Generator(comprehension) => sites_in(&comprehension.elt, found),
        Expr::Slice(slice) => {
            let bounds = [&slice.lower, &slice.upper, &slice.step];
            bounds.into_iter().flatten().for_each(|bound| sites_in(bound, found));
        }
        _ if is_site(part) => found.push(part),
        _ => {}
    }
}
