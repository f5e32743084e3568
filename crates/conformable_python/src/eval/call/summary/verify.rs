//! Is what a kept call gives what the call would give?
//!
//! With [`Settings::verify`](crate::front::settings::Settings::verify) every call that an earlier one
//! answers is evaluated all the same, and the two outcomes are held against each other: the same
//! result, up to the names of new objects and storages, and nothing else done. What
//! differs is a finding of its own, which no handler catches.

use std::rc::Rc;

use conformable_solver::is_since;
use conformable_types::term::{self, Leaf, Map};
use conformable_types::{Dim, Ty};
use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use super::{CallQuery, Recording, changed_before};
use crate::domain::heap::{Items, Names, Object, ObjectId};
use crate::domain::state::State;
use crate::domain::value::{Array, Kind, Value};
use crate::eval::Machine;
use crate::eval::interpreter::Interpreter;
use crate::front::diagnostic::Diagnostic;
use crate::front::rules;

/// Two outcomes of one call.
struct Outcomes<'a, 'p> {
    kept: &'a State<'p>,
    evaluated: &'a State<'p>,
    objects: FxHashMap<ObjectId, ObjectId>,
    /// Variables that were made.
    leaves: FxHashMap<Leaf, Leaf>,
    bases: FxHashMap<u64, u64>,
    /// Objects of which the contents are still to be compared.
    open: Vec<(ObjectId, ObjectId)>,
    /// The first object and the first identity that were not there before.
    first: u64,
    identities: u64,
    /// The first variable.
    next: u64,
}

/// Terms with the other outcome's variables.
struct OfEvaluated<'a>(&'a FxHashMap<Leaf, Leaf>);

impl Map for OfEvaluated<'_> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        self.0.get(&leaf).copied()
    }
}

/// What differs.
type Same = Result<(), String>;

fn expect(holds: bool, differs: impl FnOnce() -> String) -> Same {
    if holds { Ok(()) } else { Err(differs()) }
}

impl<'p> Outcomes<'_, 'p> {
    fn values(&mut self, a: &Value<'p>, b: &Value<'p>, at: &str) -> Same {
        expect(a.dependencies == b.dependencies, || {
            format!("{at} rests on {:?} and {:?}", a.dependencies, b.dependencies)
        })?;
        self.kinds(&a.kind, &b.kind, at)?;
        // What was not entered is unknown wherever it may have been made.
        let place = |value: &Value<'p>| value.origin.map(|made| (made.module.id, made.range, made.literal));
        let same = a.is_unknown() || place(a) == place(b);
        expect(same, || format!("{at} was made at {:?} and {:?}", place(a), place(b)))
    }

    /// The same type, up to which variables were made.
    fn types(&mut self, a: Ty, b: Ty) -> bool {
        let (a, b) = (self.kept.store.resolve_ty(a), self.evaluated.store.resolve_ty(b));
        let [mut ours, mut others] = [Vec::new(), Vec::new()];
        term::visit_ty(a, &mut |leaf| ours.push(leaf));
        term::visit_ty(b, &mut |leaf| others.push(leaf));
        let is_made = |leaf: Leaf| leaf.fresh().is_some_and(|(id, _)| is_since(id, self.next));
        for (x, y) in ours.into_iter().zip(others) {
            if is_made(x) && is_made(y) && self.kept.store.alone(x) == self.evaluated.store.alone(y) {
                self.leaves.entry(x).or_insert(y);
            }
        }
        term::map_ty(a, &mut OfEvaluated(&self.leaves)) == b
    }

    fn dims(&mut self, a: Dim, b: Dim) -> bool {
        self.types(Ty::int(a), Ty::int(b))
    }

    fn all(&mut self, a: &[Value<'p>], b: &[Value<'p>], at: &str) -> Same {
        expect(a.len() == b.len(), || format!("{at} has {} and {} parts", a.len(), b.len()))?;
        a.iter().zip(b).try_for_each(|(a, b)| self.values(a, b, at))
    }

    fn kinds(&mut self, a: &Kind<'p>, b: &Kind<'p>, at: &str) -> Same {
        match (a, b) {
            (Kind::Unknown, Kind::Unknown) => Ok(()),
            (Kind::LargeInt(x), Kind::LargeInt(y)) => expect(x == y, || format!("{at} is {x} and {y}")),
            (Kind::Data(x), Kind::Data(y)) => expect(self.types(*x, *y), || format!("{at} is {x:?} and {y:?}")),
            (Kind::Integer(s, x), Kind::Integer(t, y)) => {
                expect(s == t && self.dims(*x, *y), || format!("{at} is {x:?} and {y:?}"))
            }
            (Kind::Floating(s, x), Kind::Floating(t, y)) => {
                expect(s == t && x == y, || format!("{at} is {s:?} {x:?} and {t:?} {y:?}"))
            }
            (Kind::Array(x), Kind::Array(y)) => self.arrays(x, y, at),
            (Kind::Tuple(x), Kind::Tuple(y)) => {
                expect(x.class.is_same(&y.class), || format!("{at} is of two classes"))?;
                self.all(&x.items, &y.items, at)
            }
            (Kind::Union(x), Kind::Union(y)) => self.all(x, y, at),
            (Kind::Object(x), Kind::Object(y)) => self.references(*x, *y, at),
            (Kind::Function(x), Kind::Function(y)) => expect(Rc::ptr_eq(x, y), || format!("{at} is two functions")),
            (Kind::Class(x), Kind::Class(y)) => expect(Rc::ptr_eq(x, y), || format!("{at} is two classes")),
            (Kind::Module(x), Kind::Module(y)) => expect(x.id == y.id, || format!("{at} is two modules")),
            (Kind::Namespace(x), Kind::Namespace(y))
            | (Kind::Op(x), Kind::Op(y))
            | (Kind::Builtin(x), Kind::Builtin(y)) => expect(x == y, || format!("{at} is {x} and {y}")),
            (Kind::Bound(x), Kind::Bound(y)) => {
                self.values(&x.0, &y.0, at)?;
                self.values(&x.1, &y.1, at)
            }
            (Kind::Method(x), Kind::Method(y)) => {
                expect(x.1 == y.1, || format!("{at} is {} and {}", x.1, y.1))?;
                self.values(&x.0, &y.0, at)
            }
            (Kind::Slice(x), Kind::Slice(y)) => self.all(&x[..], &y[..], at),
            _ => Err(format!("{at} is of two kinds")),
        }
    }

    fn arrays(&mut self, x: &Array, y: &Array, at: &str) -> Same {
        expect(self.types(x.ty, y.ty), || format!("{at} is {:?} and {:?}", x.ty, y.ty))?;
        let attained = match (x.attained, y.attained) {
            (Some((a, b)), Some((c, d))) => self.dims(a, c) && self.dims(b, d),
            (a, b) => a.is_none() && b.is_none(),
        };
        expect(attained, || format!("{at} attains other elements"))?;
        let elements = match (x.elements, y.elements) {
            (Some(a), Some(b)) => self.types(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        expect(elements, || format!("{at} has other elements"))?;
        expect((x.spells_one, x.whole, x.read_only) == (y.spells_one, y.whole, y.read_only), || {
            format!("{at} is marked otherwise")
        })?;
        let (new_x, new_y) = (is_since(x.base, self.identities), is_since(y.base, self.identities));
        expect(new_x == new_y && (new_x || x.base == y.base), || format!("{at} is of two storages"))?;
        let as_made = self.kept.is_as_made(x) == self.evaluated.is_as_made(y);
        expect(as_made, || format!("{at} is of a storage that was written to"))?;
        let whole = self.kept.holds_whole_numbers(x) == self.evaluated.holds_whole_numbers(y);
        expect(whole, || format!("{at} is of a storage that fractions were written to"))?;
        let known = *self.bases.entry(x.base).or_insert(y.base);
        expect(known == y.base, || format!("{at} is of two storages that were made"))
    }

    fn references(&mut self, x: ObjectId, y: ObjectId, at: &str) -> Same {
        if !is_since(x.0, self.first) || !is_since(y.0, self.first) {
            return expect(x == y, || format!("{at} is {x:?} and {y:?}"));
        }
        match self.objects.insert(x, y) {
            Some(known) => expect(known == y, || format!("{at} is two new objects")),
            None => {
                self.open.push((x, y));
                Ok(())
            }
        }
    }

    /// What was there before, as either has left it.
    fn changed(&mut self, recording: &Recording<'p>) -> Same {
        let mut changed = changed_before(recording, self.kept);
        changed.extend(changed_before(recording, self.evaluated));
        changed.retain(|id| !is_since(id.0, self.first));
        changed.sort_unstable();
        changed.dedup();
        self.open.extend(changed.into_iter().map(|id| (id, id)));
        Ok(())
    }

    fn contents(&mut self) -> Same {
        while let Some((x, y)) = self.open.pop() {
            let (kept, evaluated) = (self.kept, self.evaluated);
            expect(kept.heap.is_summary(x) == evaluated.heap.is_summary(y), || "one object or several".to_owned())?;
            let (Some(a), Some(b)) = (kept.heap.unread(x), evaluated.heap.unread(y)) else {
                return Err("an object is missing".to_owned());
            };
            self.object(&a.0, &b.0)?;
        }
        Ok(())
    }

    fn named(&mut self, p: &Names<'p>, q: &Names<'p>) -> Same {
        expect(p.len() == q.len(), || "other names".to_owned())?;
        for ((name, value), (other, second)) in p.iter().zip(q.iter()) {
            expect(name == other, || format!("names {} and {}", name.0, other.0))?;
            if value != second {
                self.values(value, second, name.0.as_str())?;
            }
        }
        Ok(())
    }

    fn object(&mut self, a: &Object<'p>, b: &Object<'p>) -> Same {
        match (a, b) {
            (Object::List(x), Object::List(y)) => self.all(x, y, "an element"),
            (Object::ListOf { item: x, len: m }, Object::ListOf { item: y, len: n })
            | (Object::TupleOf { item: x, len: m }, Object::TupleOf { item: y, len: n }) => {
                expect(self.dims(*m, *n), || format!("a length is {m:?} and {n:?}"))?;
                self.values(x, y, "an element")
            }
            (Object::Dict(x), Object::Dict(y)) => {
                let same = x.known.len() == y.known.len()
                    && x.possible.len() == y.possible.len()
                    && x.rest.is_some() == y.rest.is_some();
                expect(same, || "other keys".to_owned())?;
                x.known.iter().zip(y.known.iter()).try_for_each(|((x, _), (y, _))| self.values(x, y, "a key"))?;
                x.values().zip(y.values()).try_for_each(|(x, y)| self.values(x, y, "an entry"))
            }
            (Object::View { dict: x, part: p }, Object::View { dict: y, part: q }) => {
                expect(p == q, || "two views".to_owned())?;
                self.references(*x, *y, "a dict")
            }
            (Object::Set(x), Object::Set(y)) => self.values(x, y, "an element"),
            (Object::Iterator(Items::Known(x)), Object::Iterator(Items::Known(y)))
            | (Object::Range(Items::Known(x)), Object::Range(Items::Known(y))) => self.all(x, y, "an item"),
            (
                Object::Instance { class: x, attributes: p, order: i, open: v },
                Object::Instance { class: y, attributes: q, order: j, open: w },
            ) => {
                expect(Rc::ptr_eq(x, y), || "instances of two classes".to_owned())?;
                expect(v == w && i == j, || format!("other attributes of a {}", x.name))?;
                self.named(p, q)
            }
            (Object::Escaped, Object::Escaped) => Ok(()),
            (Object::Scope { names: p, .. }, Object::Scope { names: q, .. }) => self.named(p, q),
            _ => Err("objects of two kinds".to_owned()),
        }
    }
}

/// What there was before a kept call was given again.
pub struct Before<'p> {
    state: State<'p>,
    objects: u64,
    identities: u64,
    fuel: u64,
    spent: u64,
}

/// A call of which a kept one gave `kept`, evaluated.
pub fn verified<'p, I: Interpreter<'p>>(
    run: &mut I,
    before: Before<'p>,
    query: CallQuery<'p>,
    kept: &Value<'p>,
    range: TextRange,
    evaluate: impl FnOnce(&mut I) -> Value<'p>,
) -> Value<'p> {
    let function = Rc::clone(&query.function);
    let given = std::mem::replace(&mut run.state, before.state);
    (run.fuel, run.output.statistics.fuel) = (before.fuel, before.spent);
    let mut recording = run.begin_recording(query);
    let skipped_calls = run.summaries.skipped_calls;
    let value = evaluate(run);
    run.summaries.worth.remove(&(function.module.id, function.range));
    // Of less than it gave where there was room for more nothing can be said.
    if run.fuel == 0 || run.summaries.skipped_calls != skipped_calls {
        return value;
    }
    let mut outcomes = Outcomes {
        kept: &given,
        evaluated: &run.state,
        objects: FxHashMap::default(),
        leaves: FxHashMap::default(),
        next: recording.state.store.next_id(),
        bases: FxHashMap::default(),
        open: Vec::new(),
        first: before.objects,
        identities: before.identities + 1,
    };
    let same = run
        .did_nothing_else(&mut recording)
        .and_then(|_| outcomes.values(kept, &value, "the result"))
        .and_then(|()| outcomes.changed(&recording))
        .and_then(|()| outcomes.contents());
    if let Err(differs) = same {
        let place = run.module().place(range);
        let message = format!("a kept call of {} differs: {differs}", function.qualified);
        run.summaries.wrong.push(Diagnostic::new(rules::INTERNAL, place, message));
    }
    value
}

impl<'p> Machine<'p> {
    /// Is it asked whether kept calls are right?
    pub fn before_replay(&self) -> Option<Before<'p>> {
        (self.program.settings().verify && self.is_clean()).then(|| Before {
            state: self.state.clone(),
            objects: self.numbers.object,
            identities: self.numbers.identity,
            fuel: self.fuel,
            spent: self.output.statistics.fuel,
        })
    }
}
