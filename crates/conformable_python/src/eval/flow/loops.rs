//! Loops over items: known ranges and tuples are unrolled as long as that is cheap; beyond that the first two
//! iterations are exact, and the rest is a fixed point.
//!
//! Loops around loops would take the product of their lengths, so the rest of an outer loop's items goes through
//! the fixed point if they are all of one kind. Every pass reports; reports from all but the final pass are
//! discarded. An atom of the loop's head stands for any pass's value, and goes on doing so unless it would have to
//! be two values at once; this is what makes `xs.append(...)` in a loop settle. Among the elements of a list only
//! atoms of each element's own (`FreshKind::Each`) do so: a fact about one element is not a fact about another.
//!
//! A pass that leaves what it found speaks for all ([`repeats`](super::repeats)), of known items too where no pass reads
//! its item (`for _ in range(100)`): behind the last its name is the last, behind a `break` any.
//!
//! A comprehension is a loop that appends to a list: its passes settle as any loop's do, so its effects and the
//! length of its list are known. A pass that changes nothing but the list speaks for all.

use conformable_solver::Fact;
use conformable_types::{Dim, Truth};
use ruff_python_ast::{Comprehension, Expr, Stmt, StmtFor};
use ruff_text_size::Ranged;

use super::growth::{growth_of, length_of};
use super::repeats::{PassStart, alike, repeats};
use crate::domain::declared::DeclaredType;
use crate::domain::guards::Guard;
use crate::domain::heap::{Items, Object, ObjectId};
use crate::domain::state::{Since, State};
use crate::domain::value::{Kind, Value, as_dim};
use crate::eval::annotations::{Commented, declared_behind};
use crate::eval::diagnose::lints::{Event, observe};
use crate::eval::diagnose::passes::{Passes, guard_of_items};
use crate::eval::machine::frame::{Collect, Pass};
use crate::eval::{Evaluator, Loop, Machine, Tentative};
use crate::syntax::bodies::Body;
use crate::syntax::handles::name_of;
use crate::syntax::scopes::names_in;

pub(super) const MAX_UNROLLED: usize = 16;
/// So many in a comprehension, which is an expression.
const MAX_COLLECTED: usize = 64;
/// Loops of so few items are unrolled whatever it costs: layers, axes, coordinates.
const FEW: usize = 4;
/// Of more items no more are evaluated one by one once they have taken so many steps: loops around
/// loops would take the product of their lengths, and repeat themselves.
const MAX_EXACT_STEPS: u64 = 500;
pub(super) const MAX_PASSES: usize = 5;

/// What each pass does: it binds an item, and does what there is to do with it.
#[derive(Clone, Copy)]
struct LoopBody<'v, 'p> {
    target: &'p Expr,
    /// What a comment behind the loop's header says of each item.
    declared: Option<&'v DeclaredType>,
    pass: Pass<'p>,
    /// What is iterated, if that can be done once.
    iterator: Option<&'v Value<'p>>,
    /// How many passes there are is known.
    counted: bool,
    /// Whether there is an item, or one more.
    item: Guard,
    /// The last item, where no pass reads what an item is.
    last: Option<&'v Value<'p>>,
}

impl Pass<'_> {
    /// Of so many items each is known by itself.
    fn unrolled(self) -> usize {
        match self {
            Pass::Statements { .. } => MAX_UNROLLED,
            Pass::Collect(_) => MAX_COLLECTED,
        }
    }
}

impl LoopBody<'_, '_> {
    /// May what a pass does depend on its item?
    fn reads_items(&self) -> bool {
        match (self.target, self.pass) {
            (Expr::Name(name), Pass::Statements { body, .. }) => names_in(Body::Block(body)).contains(&name_of(name)),
            _ => true,
        }
    }
}

/// Where a loop has settled.
struct FixedPoint<'p> {
    /// What holds before any pass.
    head: State<'p>,
    /// The state after the item that comes last, if that is known.
    after: Option<(State<'p>, Since)>,
    /// By how much each pass makes a list longer.
    growth: Vec<(ObjectId, Dim)>,
}

/// So many loops of one comprehension are followed, one inside of the other.
const MOST_NESTED_LOOPS: usize = 20;

impl<'p> Evaluator<'p> {
    pub fn for_loop(&mut self, each: &'p StmtFor) {
        let iterable = self.expr_iterated(&each.iter, each.is_async);
        observe(self, &Event::Iterated { iterable: &each.iter, value: &iterable });
        let pass = Pass::Statements { target: Some(&each.target), body: &each.body };
        let declared = declared_behind(self.module(), &Commented::For(each));
        self.passes(&each.iter, &iterable, (&each.target, declared.as_ref()), pass, &each.orelse);
    }

    /// What is gone through here and now; of what asynchronous code does in between nothing is known.
    pub fn expr_iterated(&mut self, iterable: &'p Expr, is_async: bool) -> Value<'p> {
        let before = self.takers.consumed.len();
        taken_with(self, iterable);
        let value = self.expr(iterable);
        self.takers.consumed.truncate(before);
        if is_async { self.unmodelled("an asynchronous iterator", &[value]) } else { value }
    }

    /// A generator of a comprehension: a loop that puts elements into a list.
    pub fn generate(&mut self, generator: &'p Comprehension, collect: Collect<'p>) {
        // Loops in loops would go on with passes of which nothing is known.
        if !self.step() || collect.within.len() >= MOST_NESTED_LOOPS {
            return self.state.heap.set(collect.list, Object::Escaped);
        }
        let iterable = self.expr_iterated(&generator.iter, generator.is_async);
        self.frame().iterated = self.frame().iterated.and(iterable.dependencies_of_known());
        let collect = Collect { conditions: &generator.ifs, ..collect };
        self.passes(&generator.iter, &iterable, (&generator.target, None), Pass::Collect(collect), &[]);
    }

    fn passes(
        &mut self,
        iterated: &'p Expr,
        iterable: &Value<'p>,
        (target, declared): (&'p Expr, Option<&DeclaredType>),
        pass: Pass<'p>,
        orelse: &'p [Stmt],
    ) {
        let items = self.iterate(iterable, iterated.range());
        if self.state.unreachable {
            return;
        }
        let iterator = self.state.is_iterator(iterable).then_some(iterable);
        let counted = matches!(items, Items::Known(_));
        let body =
            LoopBody { target, declared, pass, iterator, counted, item: guard_of_items(self, iterated), last: None };
        match items {
            // The body may take items out itself.
            Items::Known(items) if iterator.is_some() && self.is_mentioned(iterated, pass) => {
                let item = self.state.summarise(&items).unwrap_or_else(Value::unknown);
                let positive = Truth::from(!items.is_empty());
                self.summarised(None, item, (positive, None), body, orelse);
            }
            Items::Known(items) if items.len() <= pass.unrolled() => self.unrolled(&items, body, orelse),
            Items::Known(items) => between_ends(self, &items, body, orelse),
            Items::Each(item, count) => {
                let positive = count.map_or(Truth::Unknown, |count| self.state.store.ask_le(Dim::ONE, count));
                self.summarised(None, item, (positive, count), body, orelse);
            }
        }
    }

    fn unrolled(&mut self, items: &[Value<'p>], body: LoopBody<'_, 'p>, orelse: &'p [Stmt]) {
        let (objects, steps) = (self.numbers.object, self.output.statistics.fuel);
        let (start, mark) = (self.state.clone(), self.output_mark());
        let mut broken = Vec::new();
        let mut passes = self.begin_passes();
        let mut before = self.state.clone();
        let mut reached = false;
        let reads_items = body.reads_items();
        for (place, item) in items.iter().enumerate() {
            if self.state.unreachable {
                break;
            }
            let left = &items[place..];
            let dear = self.output.statistics.fuel - steps > MAX_EXACT_STEPS;
            if items.len() > FEW && place >= 2 && left.len() >= 2 && dear && left.iter().all(|it| alike(&items[1], it))
            {
                // No value stands for many objects that were told apart: they are one from the first pass on.
                if self.state.collects_objects(body.pass) {
                    self.state = start;
                    self.discard_output_since(mark);
                    return between_ends(self, items, body, orelse);
                }
                let item = self.state.summarise(left).unwrap_or_else(Value::unknown);
                let start = self.state.clone();
                let last = left.last().cloned();
                let fixed = self.fixed_point(&before, objects, &item, last, body, (&mut broken, &mut passes));
                self.state = match fixed.after {
                    Some((after, _)) if !after.refuted => after,
                    _ => fixed.head,
                };
                if broken.is_empty() {
                    let count = Some(as_dim(left.len()));
                    self.state.grow(&fixed.growth, &start, count);
                }
                if reached && !self.state.unreachable {
                    self.state.guards.leave(Guard::REACHED);
                }
                self.state.ended(body);
                self.conclude(passes);
                return self.leave(broken, orelse, objects);
            }
            let here = PassStart::here(self);
            let exits = self.frame().returns.len() + broken.len();
            self.assign_item(body.target, item.clone(), body.declared);
            broken.extend(self.iteration(body.pass));
            self.end_pass(&mut passes);
            // The others would do the same.
            let others = !reads_items && left.len() > 1 && broken.is_empty() && !self.state.unreachable;
            if others && repeats(self, &here, body.pass) {
                self.assign_item(body.target, items[items.len() - 1].clone(), body.declared);
                break;
            }
            // Whoever has left the loop by then doesn't see the items behind.
            if !reached && !self.state.unreachable && self.frame().returns.len() + broken.len() > exits {
                reached = true;
                self.state.guards.enter(Guard::REACHED);
            }
            before = here.state;
        }
        if reached && !self.state.unreachable {
            self.state.guards.leave(Guard::REACHED);
        }
        self.state.ended(body);
        self.conclude(passes);
        self.leave(broken, orelse, u64::MAX);
    }

    /// One pass through a body; the states in which it breaks.
    pub(super) fn iteration(&mut self, pass: Pass<'p>) -> Vec<State<'p>> {
        let guards = self.state.guards.clone();
        self.frame().passes.push(pass);
        let statements = match pass {
            Pass::Statements { body, .. } => body,
            Pass::Collect(collect) => {
                self.collect(collect);
                self.frame().passes.pop();
                self.state.guards = guards;
                return Vec::new();
            }
        };
        self.frame().loops.push(Loop::default());
        self.block(statements);
        let inner = self.frame().loops.pop().expect("the loop just pushed");
        self.frame().passes.pop();
        for state in inner.continues {
            let here = std::mem::replace(&mut self.state, State::new());
            self.state = here.join(state);
        }
        // What guarded a part of one iteration does not guard the next.
        if !self.state.unreachable {
            self.state.guards = guards;
        }
        inner.breaks
    }

    fn collect(&mut self, collect: Collect<'p>) {
        if let Some((condition, rest)) = collect.conditions.split_first() {
            let rest = Collect { conditions: rest, ..collect };
            // One inside the other, however many there are.
            return self.deepen(|evaluator| {
                evaluator.branch(condition, [false, false], |evaluator| evaluator.collect(rest), |_| {});
            });
        }
        if let Some((generator, within)) = collect.within.split_first() {
            return self.deepen(|evaluator| evaluator.generate(generator, Collect { within, ..collect }));
        }
        let (key, value) = collect.element;
        let key = key.map(|key| self.expr(key));
        let value = self.expr(value);
        let element = match key {
            Some(key) => {
                let dependencies = key.dependencies_of_known().and(value.dependencies_of_known());
                Value { dependencies, ..Value::tuple(vec![key, value]) }
            }
            None => value,
        };
        self.state.append(collect.list, element);
    }

    /// The exits of a loop join; `else` runs where none broke. Of the objects from number `objects`
    /// on those of one make are one.
    pub(super) fn leave(&mut self, broken: Vec<State<'p>>, orelse: &'p [Stmt], objects: u64) {
        let guards = self.state.guards.clone();
        if !self.state.unreachable {
            self.block(orelse);
        }
        for mut state in broken {
            // A break is not a guard of what follows.
            state.guards = state.guards.fewest(guards.clone());
            let here = std::mem::replace(&mut self.state, State::new());
            self.state = here.join_at_exit(state, objects);
        }
    }

    /// A loop whose items are not all known one by one.
    fn summarised(
        &mut self,
        ends: Option<[Value<'p>; 3]>,
        item: Value<'p>,
        (positive, count): (Truth, Option<Dim>),
        body: LoopBody<'_, 'p>,
        orelse: &'p [Stmt],
    ) {
        if positive.is_no() {
            return self.block(orelse);
        }
        let before = self.state.clone();
        let objects = self.numbers.object;
        // What is in the body is entered only if there are items at all.
        let maybe = !positive.is_yes();
        if maybe {
            self.state.guards.enter(body.item);
            if let Some(count) = count {
                let _ = self.state.store.tell(&Fact::Le(Dim::ONE, count));
            }
        }
        let start = PassStart::here(self);
        let mut broken = Vec::new();
        let mut passes = self.begin_passes();
        let since = self.state.store.fresh_id();
        let first = ends.as_ref().map(|ends| ends[0].clone()).unwrap_or_else(|| self.one_of(&item));
        self.assign_item(body.target, first, body.declared);
        broken.extend(self.iteration(body.pass));
        self.end_pass(&mut passes);
        if maybe && !self.state.unreachable {
            self.state.guards.leave(body.item);
        }
        let once = PassStart::here(self);
        let for_all = ends.is_none();
        let alike = if for_all { self.alike_each_time(&before, (since, count), body.pass) } else { None };
        let (exit, growth) = if let Some(growth) = alike {
            (std::mem::replace(&mut self.state, State::new()), growth)
        } else if for_all && repeats(self, &start, body.pass) {
            (std::mem::replace(&mut self.state, State::new()), Vec::new())
        } else {
            if !self.state.unreachable {
                let second = ends.as_ref().map(|ends| ends[1].clone()).unwrap_or_else(|| self.one_of(&item));
                self.later_pass(second, body, &mut broken);
                self.end_pass(&mut passes);
            }
            let (head, growth) = if for_all && repeats(self, &once, body.pass) {
                (std::mem::replace(&mut self.state, State::new()), Vec::new())
            } else {
                let last = ends.map(|[_, _, last]| last);
                let fixed = self.fixed_point(&once.state, objects, &item, last, body, (&mut broken, &mut passes));
                let head = match fixed.after {
                    Some((after, since)) => fixed.head.join_at_head(after, since, &once.state).0,
                    None => fixed.head,
                };
                (head, fixed.growth)
            };
            (once.state.clone().join_at_exit(head, objects), growth)
        };
        let once = once.state;
        let never_ends = exit.unreachable && broken.is_empty();
        // Each pass fails, which is reported: what is behind isn't told that there was none.
        let fails = maybe && broken.is_empty() && exit.refuted && !before.refuted;
        let exit = if fails { exit.recovered() } else { exit };
        self.state = if maybe { before.clone().join(exit) } else { exit };
        // A loop is written for what has items.
        self.state.doubtful |= maybe && never_ends;
        if broken.is_empty() {
            // The head says nothing of the first pass.
            let even = |(id, each): &&(ObjectId, Dim)| {
                length_of(&once, *id).is_some_and(|len| length_of(&before, *id).map(|own| own.plus(*each)) == Some(len))
            };
            if maybe {
                let growth: Vec<_> = growth.iter().filter(even).copied().collect();
                self.state.grow(&growth, &before, count);
            } else {
                self.state.grow(&growth, &once, count.map(|count| count.minus(1)));
            }
        }
        self.state.ended(body);
        if let Some(last) = body.last.filter(|_| !self.state.unreachable) {
            self.assign_item(body.target, last.clone(), body.declared);
        }
        self.conclude(passes);
        self.leave(broken, orelse, objects);
    }

    /// A pass that may not be run.
    fn later_pass(&mut self, item: Value<'p>, body: LoopBody<'_, 'p>, broken: &mut Vec<State<'p>>) {
        let guard = if body.counted { Guard::PASS } else { body.item };
        self.state.guards.enter(guard);
        self.assign_item(body.target, item, body.declared);
        broken.extend(self.iteration(body.pass));
        self.state.guards.leave(guard);
    }

    /// The fixed point, after a pass that began in `once`: passes from the joined head until nothing
    /// changes any more. Diagnostics are kept only from the final pass.
    fn fixed_point(
        &mut self,
        once: &State<'p>,
        objects: u64,
        item: &Value<'p>,
        last: Option<Value<'p>>,
        body: LoopBody<'_, 'p>,
        (broken, passes): (&mut Vec<State<'p>>, &mut Passes),
    ) -> FixedPoint<'p> {
        let since = Since { atoms: self.state.store.fresh_id(), objects };
        let before = once.clone();
        let mut head = once.clone().join_at_head(self.state.clone(), since, once).0;
        // After a mistake the passes add nothing; and where the last item is known, it speaks for all.
        let mute = once.refuted || last.is_some();
        let mut stable = false;
        let mut growth = Vec::new();
        self.quietly_if(mute, |evaluator| {
            for _ in 0..MAX_PASSES {
                evaluator.state = head.clone();
                if evaluator.state.unreachable {
                    stable = true;
                    break;
                }
                let mark = evaluator.output_mark();
                let one = evaluator.one_of(item);
                evaluator.settling_pass(mute, one, body, broken);
                growth = growth_of(&head, &evaluator.state);
                let (joined, changed) =
                    head.clone().join_at_head(std::mem::replace(&mut evaluator.state, State::new()), since, &before);
                head = joined;
                if !changed {
                    evaluator.end_pass(passes);
                    stable = true;
                    break;
                }
                evaluator.discard_output_since(mark);
            }
        });
        if !stable {
            growth.clear();
            head = self.state.forget_changes(&before, head);
            if mute && self.output.facts.as_ref().is_some_and(|facts| facts.wants_types()) {
                self.state = head.clone();
                let one = self.one_of(item);
                self.quietly(|evaluator| evaluator.settling_pass(true, one, body, broken));
            }
        }
        self.state = head.clone();
        let last = last.or_else(|| (!stable).then(|| self.one_of(item)));
        let Some(last) = last.filter(|_| !self.state.unreachable && !once.refuted) else {
            return FixedPoint { head, after: None, growth };
        };
        self.later_pass(last, body, broken);
        self.end_pass(passes);
        let after = std::mem::replace(&mut self.state, State::new());
        FixedPoint { head, after: Some((after, since)), growth }
    }

    /// A pass for any item; if it is `mute`, it says at least what its names may be.
    fn settling_pass(&mut self, mute: bool, item: Value<'p>, body: LoopBody<'_, 'p>, broken: &mut Vec<State<'p>>) {
        if mute {
            self.output.settle(true);
        }
        self.later_pass(item, body, broken);
        if mute {
            self.output.settle(false);
        }
    }
}

impl<'p> Machine<'p> {
    /// Does a pass name what has a name in an expression? A call has made something of its own.
    fn is_mentioned(&self, iterated: &Expr, pass: Pass<'p>) -> bool {
        let name = match iterated {
            Expr::Name(name) => name.id.as_str(),
            Expr::Attribute(attribute) => attribute.attr.as_str(),
            Expr::Call(_) | Expr::Generator(_) => return false,
            _ => return true,
        };
        pass.ranges().into_iter().any(|range| self.module().text(range).contains(name))
    }
}

/// Whoever goes through this goes through what is counted or paired in it too.
fn taken_with<'p>(run: &mut Evaluator<'p>, iterable: &'p Expr) {
    run.takers.consumed.push(iterable.range());
    let Expr::Call(call) = iterable else { return };
    let pairs = matches!(run.held_at(&call.func), Some(Value { kind: Kind::Builtin(name), .. }) if matches!(name.as_str(), "enumerate" | "zip"));
    if pairs {
        call.arguments.args.iter().for_each(|argument| taken_with(run, argument));
    }
}

/// The first items and the last are evaluated as they are, those in between together; all together where no pass reads them.
fn between_ends<'p>(run: &mut Evaluator<'p>, items: &[Value<'p>], body: LoopBody<'_, 'p>, orelse: &'p [Stmt]) {
    let last = &items[items.len() - 1];
    let each_item = run.state.summarise(items).unwrap_or_else(Value::unknown);
    let all = (Truth::Yes, Some(as_dim(items.len())));
    if body.reads_items() {
        let ends = [items[0].clone(), items[1].clone(), last.clone()];
        return run.summarised(Some(ends), each_item, all, body, orelse);
    }
    run.summarised(None, each_item, all, LoopBody { last: Some(last), ..body }, orelse);
}

fn same_kind(a: &Value<'_>, b: &Value<'_>) -> bool {
    match (&a.kind, &b.kind) {
        (Kind::Data(x), Kind::Data(y)) => x == y,
        (Kind::Integer(x, a), Kind::Integer(y, b)) => x == y && a == b,
        (Kind::Floating(x, a), Kind::Floating(y, b)) => x == y && a == b,
        (Kind::Array(x), Kind::Array(y)) => x.ty == y.ty,
        (Kind::Object(x), Kind::Object(y)) => x == y,
        (Kind::Function(x), Kind::Function(y)) => x.range == y.range,
        (Kind::Class(x), Kind::Class(y)) => x.range == y.range,
        (Kind::Module(_), Kind::Module(_)) | (Kind::Namespace(_), Kind::Namespace(_)) => true,
        (Kind::Op(x), Kind::Op(y)) | (Kind::Builtin(x), Kind::Builtin(y)) => x == y,
        _ => false,
    }
}

impl<'p> State<'p> {
    /// Are there objects among what a comprehension has collected?
    fn collects_objects(&self, pass: Pass<'p>) -> bool {
        let Pass::Collect(collect) = pass else { return false };
        match self.heap.get(collect.list) {
            Object::List(items) => items.iter().any(|item| matches!(item.kind, Kind::Object(_))),
            _ => false,
        }
    }

    /// Whoever leaves a loop at its end has had all items.
    fn ended(&mut self, body: LoopBody<'_, 'p>) {
        if let Some(iterator) = body.iterator {
            self.exhausted(iterator);
        }
    }

    /// What differs from before is unknown.
    pub fn forget_changes(&self, before: &State<'p>, mut head: State<'p>) -> State<'p> {
        for id in before.heap.changed(&head.heap) {
            if !before.heap.contains(id) {
                continue;
            }
            let object = match (before.heap.get(id), head.heap.get(id)) {
                (Object::Scope { names: old, .. }, Object::Scope { names, parent }) => {
                    let mut kept = names.clone();
                    for (name, value) in names.iter() {
                        let same = old.get(name).is_some_and(|old| same_kind(old, value));
                        if !same {
                            kept.insert(*name, Value::unknown());
                        }
                    }
                    Object::Scope { names: kept, parent: *parent }
                }
                (_, Object::Instance { class, attributes, order, .. }) => Object::Instance {
                    class: class.clone(),
                    attributes: attributes.clone(),
                    order: order.clone(),
                    open: true,
                },
                _ => Object::Escaped,
            };
            head.heap.set(id, object);
        }
        head
    }
}
