//! Truth, and what a taken branch teaches.
//!
//! A test is answered yes, no or unknown. An undecided one is a *guard* of what follows: opaque
//! if it went through code or attributes that are not known, or tests a property (dtype, rank,
//! kind, shape) of a value; independent if it is about contents or an unknown flag.

use conformable_solver::Fact;
use conformable_types::{DType, Dim, Elem, FreshKind, Shape, Truth, Ty, TyKind};
use ruff_python_ast::{BoolOp, CmpOp, Expr, ExprBoolOp, ExprCall, ExprCompare, UnaryOp};
use ruff_text_size::Ranged;

use crate::domain::guards::Guards;
use crate::domain::path_condition::Decision;
use crate::domain::state::State;
use crate::domain::value::{Dependencies, Kind, Value};
use crate::eval::diagnose::lints::{Event, observe};
use crate::eval::flow::guards::{asks_for_data, is_opaque};
use crate::eval::flow::questions::{ClassQuestion, Trait, is_class_of, question};
use crate::eval::flow::teaching::{note_taught, rebind, teach_class, teach_compared};
use crate::eval::machine::elements::speaks_of_each;
use crate::eval::{Evaluator, Tentative};
use crate::library::known_paths::KNOWN;

/// The ways through a chain of `and` or `or`, of which a part may decide the whole.
struct Chain<'p> {
    guards: Guards,
    /// Behind each part that may have decided.
    exits: Vec<State<'p>>,
    /// A part that is not always evaluated wrote to what was there before.
    writes: bool,
}

impl<'p> Chain<'p> {
    fn new(state: &State<'p>) -> Chain<'p> {
        Chain { guards: state.guards.clone(), exits: Vec::new(), writes: false }
    }
}

/// Is it a test of a text by a pattern: `re.match(p, text)`, `p.search(text)`?
fn asks_by_pattern(call: &ExprCall) -> bool {
    matches!(&*call.func, Expr::Attribute(method) if KNOWN.text_tests.contains(method.attr.as_str()))
}

/// The texts that such a test is given are any from here on: which of them get here its answer says, and isn't known.
fn forget_texts<'p>(run: &mut Evaluator<'p>, call: &'p ExprCall) {
    let by_name = call.arguments.keywords.iter().map(|keyword| &keyword.value);
    for given in call.arguments.args.iter().chain(by_name) {
        let value = run.peek(given);
        if let Some(value) = value.filter(|value| value.members().iter().all(|one| one.str_value().is_some())) {
            rebind(run, given, Value { kind: Kind::Data(Ty::new(TyKind::Str)), ..value });
        }
    }
}

impl<'p> Evaluator<'p> {
    /// Evaluate a test. Its parts' refutations are reported as any expression's are.
    pub fn test(&mut self, test: &'p Expr) -> Decision {
        match test {
            Expr::BoolOp(operation) => self.test_bool_op(operation),
            Expr::UnaryOp(operation) if operation.op == UnaryOp::Not => {
                let inner = self.test(&operation.operand);
                Decision { truth: inner.truth.negate(), ..inner }
            }
            _ => {
                let value = self.expr(test);
                observe(self, &Event::Tested { test, value: &value });
                let truth = self.truth(&value, test.range());
                // What an assumption decides is not decided.
                if value.dependencies.is_assumed() {
                    let dependencies = value.dependencies;
                    return Decision { truth: Truth::Unknown, opaque: true, about_data: false, dependencies };
                }
                let opaque = truth == Truth::Unknown && is_opaque(self, test, &value);
                let about_data = truth == Truth::Unknown && !opaque && asks_for_data(self, test, &value);
                Decision { truth, opaque, about_data, dependencies: value.dependencies }
            }
        }
    }

    fn test_bool_op(&mut self, operation: &'p ExprBoolOp) -> Decision {
        let stop = if operation.op == BoolOp::And { Truth::No } else { Truth::Yes };
        let mut all = stop.negate();
        let (mut opaque, mut about_data) = (false, true);
        let mut dependencies = Dependencies::LOCAL;
        let mut chain = Chain::new(&self.state);
        for value in &operation.values {
            let decision = self.part(&mut chain, |evaluator| evaluator.test(value));
            // A part that decides alone is what the answer depends on.
            dependencies =
                if decision.truth == stop { decision.dependencies } else { dependencies.and(decision.dependencies) };
            all = if operation.op == BoolOp::And { all.and(decision.truth) } else { all.or(decision.truth) };
            opaque |= decision.opaque && decision.truth == Truth::Unknown;
            about_data &= decision.about_data || decision.truth != Truth::Unknown;
            if all == stop || self.state.unreachable {
                break;
            }
            self.go_on(&mut chain, operation.op, value, &decision);
            if self.state.unreachable {
                break;
            }
        }
        let fails = self.state.leave_chain(chain);
        self.fail_as(&fails);
        let is_open = all == Truth::Unknown;
        Decision { truth: all, opaque: opaque && is_open, about_data: about_data && is_open, dependencies }
    }

    pub fn bool_op(&mut self, operation: &'p ExprBoolOp) -> Value<'p> {
        let mut results: Vec<Value<'p>> = Vec::new();
        let mut chain = Chain::new(&self.state);
        let last = operation.values.len() - 1;
        for (place, part) in operation.values.iter().enumerate() {
            let value = self.part(&mut chain, |evaluator| evaluator.expr(part));
            let truth = if place < last { self.truth(&value, part.range()) } else { Truth::Unknown };
            let stops = if operation.op == BoolOp::And { truth.is_no() } else { truth.is_yes() };
            let passes = if operation.op == BoolOp::And { truth.is_yes() } else { truth.is_no() };
            if !passes || place == last {
                // As the result of `or` an alternative is what is true of it.
                let is_alternative = place < last && operation.op == BoolOp::Or;
                results.push(if is_alternative { value.clone().without_none() } else { value.clone() });
            }
            if stops || place == last || self.state.unreachable {
                break;
            }
            let opaque = truth == Truth::Unknown && is_opaque(self, part, &value);
            let decision = Decision { truth, opaque, about_data: false, dependencies: value.dependencies };
            self.go_on(&mut chain, operation.op, part, &decision);
            if self.state.unreachable {
                break;
            }
        }
        self.state.leave_chain(chain);
        let joined = results.into_iter().reduce(|all, value| self.state.join_values(&all, &value));
        joined.unwrap_or_else(Value::bool)
    }

    /// Evaluates a part of a chain.
    fn part<T>(&mut self, chain: &mut Chain<'p>, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let before = (!chain.exits.is_empty()).then(|| self.state.clone());
        let result = evaluate(self);
        chain.writes |= before.is_some_and(|before| before.is_changed_in(&self.state));
        result
    }

    /// The next part is evaluated only where this one did not decide.
    fn go_on(&mut self, chain: &mut Chain<'p>, op: BoolOp, part: &'p Expr, decision: &Decision) {
        if decision.truth == Truth::Unknown {
            chain.exits.push(self.state.clone());
            let guard = self.guard(part, decision.opaque, decision.about_data);
            self.state.guards.enter(guard);
        }
        self.assume(part, op == BoolOp::And);
    }

    // --- narrowing ----------------------------------------------------------------------------

    /// What holds where `test` is `truth`. A contradiction means that no run gets here.
    pub fn assume(&mut self, test: &'p Expr, truth: bool) {
        self.assuming(|evaluator| evaluator.assume_plain(test, truth));
    }

    /// A contradiction of what is only assumed does not end a path.
    pub fn assuming(&mut self, assume: impl FnOnce(&mut Self)) {
        if !self.standalone.assumes {
            return assume(self);
        }
        let before = self.state.clone();
        assume(self);
        if self.state.unreachable && !before.unreachable {
            self.state = before;
        }
    }

    fn assume_plain(&mut self, test: &'p Expr, truth: bool) {
        match test {
            Expr::UnaryOp(operation) if operation.op == UnaryOp::Not => self.assume(&operation.operand, !truth),
            Expr::BoolOp(operation) if (operation.op == BoolOp::And) == truth => {
                operation.values.iter().for_each(|part| self.assume(part, truth));
            }
            // One of the parts is so, and may have been asked of something else.
            Expr::BoolOp(operation) => operation.values.iter().for_each(|part| self.forget_subject(part, truth)),
            Expr::Compare(compare) if compare.ops.len() == 1 => {
                self.assume_compare(compare, truth);
                question(test).iter().for_each(|question| assume_answer(self, question, truth));
            }
            Expr::Call(call) => {
                if let (Expr::Name(function), [subject, class]) = (&*call.func, &*call.arguments.args)
                    && function.id == "isinstance"
                {
                    let class = self.quietly(|evaluator| evaluator.expr(class));
                    // Of a class that is not known the value may be anything.
                    if truth
                        && let Some(value) = self.peek(subject)
                        && !matches!(value.kind, Kind::Union(_))
                        && !value.is_unknown()
                        && self.is_instance(&value, &class) == Truth::Unknown
                    {
                        rebind(self, subject, Value { kind: Kind::Unknown, ..value });
                    }
                    if truth {
                        teach_class(self, subject, &class);
                    }
                    self.narrow(subject, |evaluator, member| {
                        let is = evaluator.is_instance(member, &class);
                        if truth { !is.is_no() } else { !is.is_yes() }
                    });
                } else if let Some(question) = question(test) {
                    assume_answer(self, &question, truth);
                } else {
                    self.forget_subject(test, truth);
                }
            }
            Expr::Name(_) | Expr::Attribute(_) => {
                self.narrow(test, |evaluator, member| {
                    if matches!(member.kind, Kind::Array(_)) {
                        return true;
                    }
                    let is = evaluator.plain_truth(member);
                    if truth { !is.is_no() } else { !is.is_yes() }
                });
                if let Some(value) = self.peek(test).and_then(|value| self.state.zero_if_false(&value)) {
                    let fact = if truth { Fact::Ne(value, Dim::ZERO) } else { Fact::Eq(value, Dim::ZERO) };
                    self.state.condition(&fact);
                }
            }
            Expr::Named(named) => {
                self.forget_subject(&named.value, truth);
                self.assume(&named.target, truth);
            }
            _ => {}
        }
    }

    /// After a test by unknown code the kind of the tested value is unknown: it may differ from elsewhere.
    fn forget_subject(&mut self, test: &'p Expr, truth: bool) {
        match test {
            Expr::UnaryOp(operation) if operation.op == UnaryOp::Not => self.forget_subject(&operation.operand, !truth),
            Expr::Call(call) if asks_by_pattern(call) => forget_texts(self, call),
            Expr::Call(call) if truth => {
                let Some(subject) = self.predicate_subject(call) else { return };
                if let Some(value) = self.peek(subject)
                    && !matches!(value.kind, Kind::Union(_))
                {
                    rebind(self, subject, Value { kind: Kind::Unknown, ..value });
                }
            }
            _ => {}
        }
    }

    /// The subject of a predicate that unknown code decides: `issparse(x)`, `pd.isna(x)`.
    fn predicate_subject(&mut self, call: &'p ExprCall) -> Option<&'p Expr> {
        let (called, [subject], []) = (&*call.func, &*call.arguments.args, &*call.arguments.keywords) else {
            return None;
        };
        let name = match called {
            Expr::Name(name) => name.id.as_str(),
            Expr::Attribute(attribute) => attribute.attr.as_str(),
            _ => return None,
        };
        let asks = KNOWN.is_predicate(name) && is_simple(subject);
        let called = self.peek(called)?;
        let is_known = match called.kind {
            Kind::Builtin(name) => !name.as_str().contains('.'),
            _ => !called.is_unknown(),
        };
        (asks && !is_known).then_some(subject)
    }

    /// The value of a simple expression again, without effects.
    pub fn peek(&mut self, expression: &'p Expr) -> Option<Value<'p>> {
        let simple = is_simple(expression);
        simple.then(|| {
            // Reading an item may put it there.
            let heap = self.state.heap.clone();
            let (value, _) = self.looked_at(|evaluator| evaluator.expr(expression));
            self.state.heap = heap;
            value
        })
    }

    /// Keep the members of a name's or attribute's union for which `keep` says so.
    pub fn narrow(&mut self, subject: &'p Expr, mut keep: impl FnMut(&mut Self, &Value<'p>) -> bool) {
        let Some(value) = self.peek(subject) else { return };
        let members = value.members();
        if members.len() < 2 {
            return;
        }
        let kept: Vec<Value<'p>> =
            self.quietly(|evaluator| members.into_iter().filter(|member| keep(evaluator, member)).collect());
        let narrowed = match kept.len() {
            0 => {
                self.state.unreachable = true;
                return;
            }
            1 => kept[0].clone(),
            _ => Value { kind: Kind::Union(std::rc::Rc::new(kept)), ..value },
        };
        rebind(self, subject, narrowed);
    }

    fn assume_compare(&mut self, compare: &'p ExprCompare, truth: bool) {
        let (left, right) = (&*compare.left, &compare.comparators[0]);
        let op = if truth { compare.ops[0] } else { negated(compare.ops[0]) };
        match op {
            CmpOp::Is | CmpOp::IsNot => {
                if right.is_none_literal_expr() {
                    let wanted = op == CmpOp::Is;
                    self.narrow(left, |evaluator, member| {
                        let none = evaluator.is_none(member);
                        if wanted { !none.is_no() } else { !none.is_yes() }
                    });
                }
                return;
            }
            CmpOp::In | CmpOp::NotIn => return,
            _ => {}
        }
        self.assume_equal(left, right, op);
    }

    /// `left == right`, or another comparison of what both are, is so.
    pub fn assume_equal(&mut self, left: &'p Expr, right: &'p Expr, op: CmpOp) {
        let taught = teach_compared(self, [left, right], op);
        assume_related(self, left, right, op);
        taught.into_iter().for_each(|subject| note_taught(self, subject));
    }

    /// `x.ndim == 2` where the rank of `x` was not known: it has two dims.
    pub fn assume_rank(&mut self, subject: &'p Expr, rank: Dim) {
        let (Some(rank), Expr::Attribute(attribute)) = (rank.constant(), subject) else { return };
        let wanted = usize::try_from(rank).ok().filter(|rank| *rank <= 32);
        let (Some(rank), "ndim") = (wanted, attribute.attr.as_str()) else { return };
        // Of a union only the members of that rank are left.
        self.narrow(&attribute.value, |evaluator, member| match member.ty().and_then(Ty::as_array) {
            Some((_, shape)) => evaluator.state.store.resolve_shape(shape).rank().is_none_or(|r| r == rank),
            None => true,
        });
        let Some(value) = self.peek(&attribute.value) else { return };
        if let Some((_, shape)) = value.ty().and_then(Ty::as_array)
            && self.state.settled(shape).is_none()
            && self.state.has_rank(shape, rank).is_no()
        {
            self.state.unreachable = true;
        }
    }
}

/// What holds of both sides where they are compared so.
fn assume_related<'p>(run: &mut Evaluator<'p>, left: &'p Expr, right: &'p Expr, op: CmpOp) {
    let (Some(a), Some(b)) = (run.peek(left), run.peek(right)) else { return };
    let (a, b) = (run.state.settle(&a), run.state.settle(&b));
    if let (CmpOp::Eq, Kind::Shape(shape), Kind::Tuple(tuple)) | (CmpOp::Eq, Kind::Tuple(tuple), Kind::Shape(shape)) =
        (op, &a.kind, &b.kind)
    {
        let size = |item: &Value<'p>| item.int_value().filter(|dim| !dim.is_any());
        let mut known = |item| size(item).unwrap_or_else(|| run.state.store.fresh_dim(FreshKind::Unknown));
        let dims: Vec<Dim> = tuple.items.iter().map(&mut known).collect();
        return run.state.condition(&Fact::Shape(*shape, Shape::of(&dims)));
    }
    if let (Some(x), Some(y)) = (a.int_value(), b.int_value()) {
        let fact = match op {
            CmpOp::Eq => Fact::Eq(x, y),
            CmpOp::NotEq => Fact::Ne(x, y),
            CmpOp::Lt => Fact::Le(x.plus(1), y),
            CmpOp::LtE => Fact::Le(x, y),
            CmpOp::Gt => Fact::Le(y.plus(1), x),
            CmpOp::GtE => Fact::Le(y, x),
            _ => return,
        };
        run.state.condition(&fact);
        if op == CmpOp::Eq {
            run.assume_rank(left, y);
            run.assume_rank(right, x);
        }
        return;
    }
    if op == CmpOp::Eq {
        if let Some((x, y)) = same_dtypes(&a, &b) {
            return run.state.condition(&Fact::Elem(x, y));
        }
        if let (Kind::Tuple(x), Kind::Tuple(y)) = (&a.kind, &b.kind) {
            if x.items.len() != y.items.len() {
                run.state.unreachable = true;
                return;
            }
            let pairs: Vec<_> =
                x.items.iter().zip(&y.items).filter_map(|(x, y)| x.int_value().zip(y.int_value())).collect();
            for (x, y) in pairs {
                run.state.condition(&Fact::Eq(x, y));
            }
        }
        if let (Some(x), Some(y)) = (a.ty(), b.ty())
            && x.str_value().is_some() != y.str_value().is_some()
        {
            let (known, place) = if x.str_value().is_some() { (a, right) } else { (b.clone(), left) };
            if let Some(Value { kind: Kind::Data(ty), .. }) = run.peek(place)
                && matches!(ty.kind(), TyKind::Str)
            {
                rebind(run, place, known);
            }
        }
        run.narrow(left, |run, member| !run.equal(member, &b).is_no());
    } else if op == CmpOp::NotEq {
        run.narrow(left, |run, member| !run.equal(member, &b).is_yes());
    }
}

/// What is left of several values where a test of their class or attributes is `truth`.
fn assume_answer<'p>(run: &mut Evaluator<'p>, question: &ClassQuestion<'p>, truth: bool) {
    let (Trait::Class(wanted) | Trait::Attribute(wanted)) = question.wanted;
    let Some(wanted) = run.peek(wanted) else { return };
    run.narrow(question.subject, |run, member| {
        let answer = match (&question.wanted, wanted.str_value()) {
            // Whoever asks doesn't trust the annotation.
            _ if member.dependencies.is_declared() => Truth::Unknown,
            (Trait::Class(_), _) => is_class_of(run, member, &wanted),
            (Trait::Attribute(_), Some(name)) => run.has_attribute_named(member, name, question.subject.range()),
            (Trait::Attribute(_), None) => Truth::Unknown,
        };
        if truth == question.holds { !answer.is_no() } else { !answer.is_yes() }
    });
}

fn negated(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq => CmpOp::NotEq,
        CmpOp::NotEq => CmpOp::Eq,
        CmpOp::Lt => CmpOp::GtE,
        CmpOp::LtE => CmpOp::Gt,
        CmpOp::Gt => CmpOp::LtE,
        CmpOp::GtE => CmpOp::Lt,
        CmpOp::Is => CmpOp::IsNot,
        CmpOp::IsNot => CmpOp::Is,
        CmpOp::In => CmpOp::NotIn,
        CmpOp::NotIn => CmpOp::In,
    }
}

/// Names, attributes, constant subscripts, arithmetic and `len` of these: cheap to look at twice.
pub fn is_simple(expression: &Expr) -> bool {
    match expression {
        Expr::Name(_)
        | Expr::NumberLiteral(_)
        | Expr::StringLiteral(_)
        | Expr::NoneLiteral(_)
        | Expr::BooleanLiteral(_) => true,
        Expr::Attribute(attribute) => is_simple(&attribute.value),
        Expr::Subscript(subscript) => is_simple(&subscript.value) && is_simple(&subscript.slice),
        Expr::BinOp(operation) => is_simple(&operation.left) && is_simple(&operation.right),
        Expr::UnaryOp(operation) => is_simple(&operation.operand),
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_simple),
        Expr::Slice(slice) => {
            [&slice.lower, &slice.upper, &slice.step].into_iter().flatten().all(|part| is_simple(part))
        }
        Expr::Call(call) => {
            matches!(&*call.func, Expr::Name(name) if name.id == "len")
                && call.arguments.keywords.is_empty()
                && call.arguments.args.iter().all(is_simple)
        }
        _ => false,
    }
}

impl<'p> State<'p> {
    /// Goes on behind a chain; gives the state behind its last part that is evaluated. What the parts taught each
    /// other is not known behind the whole; what a part did is, where it is evaluated.
    fn leave_chain(&mut self, chain: Chain<'p>) -> State<'p> {
        let after = self.clone();
        let mut exits = chain.exits.into_iter();
        if let Some(first) = exits.next() {
            *self = first;
            if chain.writes {
                for exit in exits.chain([after.clone()]) {
                    let one = std::mem::replace(self, State::new());
                    *self = one.join(exit);
                }
            }
        }
        self.guards = chain.guards;
        after
    }

    /// What is 0 exactly where this counts as false: an int, the length of a container.
    fn zero_if_false(&mut self, value: &Value<'p>) -> Option<Dim> {
        match value.kind {
            Kind::Object(_) => self.length(value),
            _ => value.int_value(),
        }
    }

    /// What holds on this path. What is said of one of the values that one stands for isn't so of the others.
    fn condition(&mut self, fact: &Fact) {
        if !speaks_of_each(fact) && self.store.tell(fact).is_err() {
            self.unreachable = true;
        }
    }
}

/// The element types of two equal dtypes of which one is known, and has no parameter.
fn same_dtypes(a: &Value<'_>, b: &Value<'_>) -> Option<(Elem, Elem)> {
    let (a, b) = (a.ty()?, b.ty()?);
    let named = |ty: Ty| match ty.kind() {
        TyKind::DType(elem) => Some(*elem),
        TyKind::LitStr(text) => DType::from_spelling(text.as_str()).map(Elem::from),
        _ => None,
    };
    let (x, y) = (named(a)?, named(b)?);
    let is_plain = |elem: &Elem| elem.dtype().is_some_and(|dtype| dtype.is_number() || dtype == DType::BOOL);
    let is_open = |ty: Ty| matches!(ty.kind(), TyKind::DType(elem) if elem.dtype().is_none());
    (is_open(a) && is_plain(&y) || is_open(b) && is_plain(&x)).then_some((x, y))
}
