//! The facts of a path: what every run that got this far without raising satisfies.
//!
//! Persistent: a clone costs nothing and branches share what they have in common. Solved
//! equations bind an atom to an expression in which it does not occur; what cannot be solved
//! waits as an equation and is asked again when something in it becomes known.
//!
//! A *rigid* name (one that an annotation binds) is never bound: an equation of rigid names and
//! constants alone is entailed or refused, see [`Store::obliged`].

use std::hash::BuildHasherDefault;

use conformable_types::bounds::{self, Facts, Interval, default_bounds};
use conformable_types::term::{self, Leaf, Map, Term};
use conformable_types::{Atom, AtomData, Dim, Elem, ElemData, FreshKind, Seq, SeqData, Shape, Sym, Truth, Ty};
use rustc_hash::FxHasher;

use crate::relations;

type FxMap<K, V> = imbl::GenericHashMap<K, V, BuildHasherDefault<FxHasher>, imbl::shared_ptr::DefaultSharedPtr>;
type FxSet<K> = imbl::GenericHashSet<K, BuildHasherDefault<FxHasher>, imbl::shared_ptr::DefaultSharedPtr>;

/// Something that holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fact {
    Eq(Dim, Dim),
    Ne(Dim, Dim),
    Le(Dim, Dim),
    /// Equal, or one of them is 1.
    Broadcast(Dim, Dim),
    Shape(Shape, Shape),
    Elem(Elem, Elem),
}

/// What was told cannot be: no run gets here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction;

#[derive(Clone, Default, Debug)]
pub struct Store {
    dims: FxMap<Atom, Dim>,
    seqs: FxMap<Seq, Shape>,
    elems: FxMap<Elem, Elem>,
    bounds: FxMap<Atom, Interval>,
    /// Facts that wait for something in them to become known.
    waiting: imbl::Vector<Fact>,
    rigid: FxSet<Atom>,
    /// Sizes that the data decide, by the relation and the identity of the value it is about.
    runtime: FxMap<(Sym, u64), Dim>,
    next: u32,
}

impl Facts for Store {
    fn told(&self, atom: Atom) -> Interval {
        self.bounds.get(&atom).copied().unwrap_or_else(|| default_bounds(atom))
    }
}

impl Store {
    pub fn new() -> Store {
        Store::default()
    }

    /// The number that the next fresh thing gets.
    pub fn next_id(&self) -> u32 {
        self.next
    }

    /// The same bindings and bounds without what waits: what evaluating an application may ask,
    /// since what waits may be about that very application.
    pub(crate) fn without_waiting(&self) -> Store {
        Store { waiting: imbl::Vector::new(), ..self.clone() }
    }

    pub fn fresh_id(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }

    pub fn fresh_dim(&mut self, kind: FreshKind) -> Dim {
        Dim::fresh(self.fresh_id(), kind)
    }

    pub fn fresh_shape(&mut self) -> Shape {
        Seq::fresh(self.fresh_id(), FreshKind::Unknown).shape()
    }

    pub fn fresh_elem(&mut self) -> Elem {
        Elem::fresh(self.fresh_id(), FreshKind::Unknown)
    }

    /// The size that the data decide: the same for one relation and one value of its operand.
    pub fn runtime_size(&mut self, relation: &str, identity: Option<u64>) -> Dim {
        let Some(identity) = identity else { return self.fresh_dim(FreshKind::Runtime) };
        let key = (Sym::new(relation), identity);
        if let Some(known) = self.runtime.get(&key) {
            return *known;
        }
        let size = self.fresh_dim(FreshKind::Runtime);
        self.runtime.insert(key, size);
        size
    }

    /// Fresh numbers from here on are above those of `other` too.
    pub fn number_after(&mut self, other: &Store) {
        self.next = self.next.max(other.next);
    }

    pub fn make_rigid(&mut self, atom: Atom) {
        self.rigid.insert(atom);
    }

    /// The atom is an int of any sign, not a size.
    pub fn set_bounds(&mut self, atom: Atom, interval: Interval) {
        self.bounds.insert(atom, interval);
    }

    // --- resolution ---------------------------------------------------------------------------

    pub fn resolve_dim(&self, dim: Dim) -> Dim {
        if dim.constant().is_some() || self.binds_nothing() {
            return dim;
        }
        term::map_dim(dim, &mut Resolve::of(self))
    }

    pub fn resolve_shape(&self, shape: Shape) -> Shape {
        if self.binds_nothing() {
            return shape;
        }
        term::map_shape(shape, &mut Resolve::of(self))
    }

    pub fn resolve_elem(&self, elem: Elem) -> Elem {
        if elem.dtype().is_some() {
            return elem;
        }
        term::map_elem(elem, &mut Resolve::of(self))
    }

    pub fn resolve_ty(&self, ty: Ty) -> Ty {
        if self.binds_nothing() {
            return ty;
        }
        term::map_ty(ty, &mut Resolve::of(self))
    }

    pub fn resolve_term(&self, term: &Term) -> Term {
        term::map_term(term, &mut Resolve::of(self))
    }

    fn binds_nothing(&self) -> bool {
        self.dims.is_empty() && self.seqs.is_empty() && self.elems.is_empty() && self.bounds.is_empty()
    }

    // --- asking -------------------------------------------------------------------------------

    pub fn interval(&self, dim: Dim) -> Interval {
        bounds::interval(self.resolve_dim(dim), self)
    }

    pub fn ask_eq(&self, a: Dim, b: Dim) -> Truth {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        let known = bounds::eq(a, b, self);
        if known != Truth::Unknown || self.waiting.is_empty() {
            return known;
        }
        let difference = a.minus(b);
        for fact in &self.waiting {
            match fact {
                Fact::Ne(x, y) => {
                    let other = self.resolve_dim(*x).minus(self.resolve_dim(*y));
                    if !other.is_any() && (other == difference || other == difference.negated()) {
                        return Truth::No;
                    }
                }
                Fact::Eq(x, y) => {
                    let other = self.resolve_dim(*x).minus(self.resolve_dim(*y));
                    if !other.is_any() && (other == difference || other == difference.negated()) {
                        return Truth::Yes;
                    }
                }
                // Equal or one of them 1: equal if neither can be 1.
                Fact::Broadcast(x, y) => {
                    let (x, y) = (self.resolve_dim(*x), self.resolve_dim(*y));
                    let same = (x == a && y == b) || (x == b && y == a);
                    if same && bounds::eq(a, Dim::ONE, self).is_no() && bounds::eq(b, Dim::ONE, self).is_no() {
                        return Truth::Yes;
                    }
                }
                _ => {}
            }
        }
        Truth::Unknown
    }

    pub fn ask_le(&self, a: Dim, b: Dim) -> Truth {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        let known = bounds::le(a, b, self);
        if known != Truth::Unknown {
            return known;
        }
        let slack = b.minus(a);
        if slack.is_any() {
            return Truth::Unknown;
        }
        for fact in &self.waiting {
            if let Fact::Le(x, y) = fact {
                // x <= y, that is `given >= 0`.
                let given = self.resolve_dim(*y).minus(self.resolve_dim(*x));
                if given.is_any() {
                    continue;
                }
                if bounds::le(given, slack, self).is_yes() {
                    return Truth::Yes;
                }
                // slack <= -given - 1 < 0
                if bounds::lt(slack, given.negated(), self).is_yes() {
                    return Truth::No;
                }
            }
        }
        Truth::Unknown
    }

    pub fn ask(&self, fact: &Fact) -> Truth {
        match fact {
            Fact::Eq(a, b) => self.ask_eq(*a, *b),
            Fact::Ne(a, b) => self.ask_eq(*a, *b).negate(),
            Fact::Le(a, b) => self.ask_le(*a, *b),
            Fact::Broadcast(a, b) => {
                let one = |d: Dim| self.ask_eq(d, Dim::ONE);
                self.ask_eq(*a, *b).or(one(*a)).or(one(*b))
            }
            Fact::Shape(a, b) => self.ask_shape(*a, *b),
            Fact::Elem(a, b) => {
                let (a, b) = (self.resolve_elem(*a), self.resolve_elem(*b));
                match (a.dtype(), b.dtype()) {
                    (Some(a), Some(b)) => Truth::from(a == b),
                    _ if a == b && !a.is_any() => Truth::Yes,
                    _ => Truth::Unknown,
                }
            }
        }
    }

    fn ask_shape(&self, a: Shape, b: Shape) -> Truth {
        let (a, b) = (self.resolve_shape(a), self.resolve_shape(b));
        if a == b && a.seq().is_none_or(|s| !s.is_any()) {
            return Truth::Yes;
        }
        match (a.dims(), b.dims()) {
            (Some(x), Some(y)) if x.len() != y.len() => Truth::No,
            (Some(x), Some(y)) => x.iter().zip(y).fold(Truth::Yes, |all, (x, y)| all.and(self.ask_eq(*x, *y))),
            (Some(x), None) if x.len() < b.min_rank() => Truth::No,
            (None, Some(y)) if y.len() < a.min_rank() => Truth::No,
            _ => Truth::Unknown,
        }
    }

    /// Is the equation one of rigid names and constants alone, so that it must be entailed?
    pub fn obliged(&self, a: Dim, b: Dim) -> bool {
        let difference = self.resolve_dim(a).minus(self.resolve_dim(b));
        !difference.is_any()
            && difference.atoms().next().is_some()
            && difference.atoms().all(|atom| self.rigid.contains(&atom))
    }

    // --- telling ------------------------------------------------------------------------------

    /// Add a fact. Conditions, requirements and assumptions are told alike: what a contradiction
    /// means is for whoever tells.
    pub fn tell(&mut self, fact: &Fact) -> Result<(), Contradiction> {
        match fact {
            Fact::Eq(a, b) => self.tell_eq(*a, *b),
            Fact::Le(a, b) => self.tell_le(*a, *b),
            Fact::Ne(a, b) => match self.ask_eq(*a, *b) {
                Truth::Yes => Err(Contradiction),
                Truth::No => Ok(()),
                Truth::Unknown => {
                    self.trim_bound(*a, *b);
                    self.wait(fact.clone());
                    Ok(())
                }
            },
            Fact::Broadcast(a, b) => self.tell_broadcast(*a, *b),
            Fact::Shape(a, b) => self.tell_shape(*a, *b),
            Fact::Elem(a, b) => self.tell_elem(*a, *b),
        }
    }

    fn wait(&mut self, fact: Fact) {
        if self.waiting.len() < 256 && !self.waiting.contains(&fact) {
            self.waiting.push_back(fact);
        }
    }

    fn tell_eq(&mut self, a: Dim, b: Dim) -> Result<(), Contradiction> {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        match bounds::eq(a, b, self) {
            Truth::Yes => return Ok(()),
            Truth::No => return Err(Contradiction),
            Truth::Unknown => {}
        }
        if a.is_any() || b.is_any() {
            return Ok(());
        }
        let difference = a.minus(b);
        // Solve for an atom with coefficient 1 or -1 that occurs nowhere else; the least known
        // one first: a solver's variable, then what nothing is known of, then run-time sizes.
        let mut best: Option<(u8, Atom, Dim)> = None;
        for atom in difference.atoms() {
            if self.rigid.contains(&atom) {
                continue;
            }
            let Some((coefficient @ (1 | -1), rest)) = difference.linear_in(atom) else { continue };
            if occurs(atom, rest) {
                continue;
            }
            let rank = preference(atom);
            if best.is_none_or(|(other, _, _)| rank < other) {
                best = Some((rank, atom, rest.scaled(-coefficient)));
            }
        }
        let Some((_, atom, value)) = best else {
            self.wait(Fact::Eq(a, b));
            return Ok(());
        };
        let range = self.told(atom);
        self.dims.insert(atom, value);
        if is_composite(atom) {
            // When something inside it becomes known it is another atom, which equals the same.
            self.wait(Fact::Eq(atom.dim(), value));
            if let Some(value) = value.constant() {
                self.tell_inside(atom, value)?;
            }
        }
        // What was known of the atom is known of its value.
        if range.lo != i64::MIN {
            self.tell_le(Dim::of(range.lo), value)?;
        }
        if range.hi != i64::MAX {
            self.tell_le(value, Dim::of(range.hi))?;
        }
        self.wake()
    }

    /// What `atom = value` says of what is inside the atom.
    fn tell_inside(&mut self, atom: Atom, value: i64) -> Result<(), Contradiction> {
        let v = Dim::of(value);
        match atom.data() {
            AtomData::Max(args) | AtomData::Min(args) => {
                let largest = matches!(atom.data(), AtomData::Max(_));
                let mut reaching = None;
                let mut count = 0;
                for arg in args {
                    if largest {
                        self.tell_le(*arg, v)?
                    } else {
                        self.tell_le(v, *arg)?
                    }
                    if !self.ask_eq(*arg, v).is_no() {
                        count += 1;
                        reaching = Some(*arg);
                    }
                }
                match (count, reaching) {
                    (0, _) => Err(Contradiction),
                    (1, Some(only)) => self.tell_eq(only, v),
                    _ => Ok(()),
                }
            }
            AtomData::FloorDiv(p, q) => match q.constant() {
                Some(q) if q > 0 => {
                    let (Some(least), Some(most)) =
                        (value.checked_mul(q), value.checked_mul(q).and_then(|least| least.checked_add(q - 1)))
                    else {
                        return Ok(());
                    };
                    self.tell_le(Dim::of(least), *p)?;
                    self.tell_le(*p, Dim::of(most))
                }
                _ => Ok(()),
            },
            AtomData::Bcast(args) => args
                .iter()
                .try_for_each(|arg| if value == 1 { self.tell_eq(*arg, v) } else { self.tell_broadcast(*arg, v) }),
            _ => Ok(()),
        }
    }

    fn tell_le(&mut self, a: Dim, b: Dim) -> Result<(), Contradiction> {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        match self.ask_le(a, b) {
            Truth::Yes => return Ok(()),
            Truth::No => return Err(Contradiction),
            Truth::Unknown => {}
        }
        let slack = b.minus(a);
        if slack.is_any() {
            return Ok(());
        }
        // c*x + k >= 0 for one atom alone is a bound of it.
        let mut atoms = slack.atoms();
        if let (Some(atom), None) = (atoms.next(), atoms.next()) {
            if let Some((coefficient, rest)) = slack.linear_in(atom) {
                if let Some(k) = rest.constant() {
                    let bound = if coefficient > 0 {
                        Interval::at_least(-(k.div_euclid(coefficient)))
                    } else {
                        Interval::at_most(k.div_euclid(-coefficient))
                    };
                    return self.narrow(atom, bound);
                }
            }
        }
        self.wait(Fact::Le(a, b));
        Ok(())
    }

    fn narrow(&mut self, atom: Atom, bound: Interval) -> Result<(), Contradiction> {
        let range = bounds::atom_interval(atom, self).meet(bound);
        if range.is_empty() {
            return Err(Contradiction);
        }
        self.bounds.insert(atom, range);
        if range.lo == range.hi && !self.rigid.contains(&atom) && !self.dims.contains_key(&atom) {
            self.dims.insert(atom, Dim::of(range.lo));
        }
        self.wake()
    }

    /// `x != k` at an end of x's interval moves the end.
    fn trim_bound(&mut self, a: Dim, b: Dim) {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        let (atom, k) = match (a.as_atom(), b.constant(), b.as_atom(), a.constant()) {
            (Some(atom), Some(k), _, _) | (_, _, Some(atom), Some(k)) => (atom, k),
            _ => return,
        };
        let mut range = bounds::atom_interval(atom, self);
        if range.lo == k {
            range.lo += 1;
        } else if range.hi == k {
            range.hi -= 1;
        } else {
            return;
        }
        self.bounds.insert(atom, range);
    }

    fn tell_broadcast(&mut self, a: Dim, b: Dim) -> Result<(), Contradiction> {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        match self.ask(&Fact::Broadcast(a, b)) {
            Truth::Yes => Ok(()),
            Truth::No => Err(Contradiction),
            Truth::Unknown => {
                let one = |d: Dim| self.ask_eq(d, Dim::ONE);
                match (self.ask_eq(a, b), one(a), one(b)) {
                    (Truth::No, Truth::No, _) => self.tell_eq(b, Dim::ONE),
                    (Truth::No, _, Truth::No) => self.tell_eq(a, Dim::ONE),
                    (_, Truth::No, Truth::No) => self.tell_eq(a, b),
                    _ => {
                        self.wait(Fact::Broadcast(a, b));
                        Ok(())
                    }
                }
            }
        }
    }

    fn tell_shape(&mut self, a: Shape, b: Shape) -> Result<(), Contradiction> {
        let (a, b) = (self.resolve_shape(a), self.resolve_shape(b));
        if a == b {
            return Ok(());
        }
        let (x, y) = (a.data(), b.data());
        match (&x.rest, &y.rest) {
            (None, None) => {
                if x.prefix.len() != y.prefix.len() {
                    return Err(Contradiction);
                }
                x.prefix.iter().zip(&y.prefix).try_for_each(|(p, q)| self.tell_eq(*p, *q))
            }
            (Some((seq, suffix)), None) => {
                let known = &y.prefix;
                let Some(middle) = known.len().checked_sub(x.prefix.len() + suffix.len()) else {
                    return Err(Contradiction);
                };
                let (front, rest) = known.split_at(x.prefix.len());
                let (middle, back) = rest.split_at(middle);
                if !seq.is_any() {
                    self.bind_seq(*seq, Shape::of(middle))?;
                }
                x.prefix.iter().zip(front).try_for_each(|(p, q)| self.tell_eq(*p, *q))?;
                suffix.iter().zip(back).try_for_each(|(p, q)| self.tell_eq(*p, *q))
            }
            (None, Some(_)) => self.tell_shape(b, a),
            (Some((s, after_s)), Some((t, after_t))) => {
                let front = x.prefix.len().min(y.prefix.len());
                let back = after_s.len().min(after_t.len());
                for place in 0..front {
                    self.tell_eq(x.prefix[place], y.prefix[place])?;
                }
                for place in 1..=back {
                    self.tell_eq(after_s[after_s.len() - place], after_t[after_t.len() - place])?;
                }
                let rest = |prefix: &[Dim], seq: Seq, suffix: &[Dim]| {
                    Shape::new(prefix[front..].iter().copied(), Some((seq, suffix[..suffix.len() - back].into())))
                };
                let left = rest(&x.prefix, *s, after_s);
                let right = rest(&y.prefix, *t, after_t);
                if left == right || s.is_any() || t.is_any() {
                    Ok(())
                } else if left == s.shape() && !seq_occurs(*s, right) && s != t {
                    self.bind_seq(*s, right)
                } else if right == t.shape() && !seq_occurs(*t, left) && s != t {
                    self.bind_seq(*t, left)
                } else if s == t && (left.min_rank() == 0) != (right.min_rank() == 0) {
                    // *s = (a, *s): the ranks differ.
                    Err(Contradiction)
                } else {
                    self.wait(Fact::Shape(a, b));
                    Ok(())
                }
            }
        }
    }

    fn bind_seq(&mut self, seq: Seq, value: Shape) -> Result<(), Contradiction> {
        if let Some(known) = self.seqs.get(&seq).copied() {
            return self.tell_shape(known, value);
        }
        if value.seq() == Some(seq) {
            return if value == seq.shape() { Ok(()) } else { Err(Contradiction) };
        }
        self.seqs.insert(seq, value);
        if matches!(seq.data(), SeqData::App(..)) {
            // As for composite atoms.
            self.wait(Fact::Shape(seq.shape(), value));
        }
        self.wake()
    }

    fn tell_elem(&mut self, a: Elem, b: Elem) -> Result<(), Contradiction> {
        let (a, b) = (self.resolve_elem(a), self.resolve_elem(b));
        match (a.data(), b.data()) {
            _ if a == b => Ok(()),
            (ElemData::DType(_), ElemData::DType(_)) => Err(Contradiction),
            (ElemData::Name(_) | ElemData::Fresh { .. } | ElemData::App(..), _) if !b.is_any() => {
                self.elems.insert(a, b);
                self.wake()
            }
            (_, ElemData::Name(_) | ElemData::Fresh { .. } | ElemData::App(..)) if !a.is_any() => {
                self.elems.insert(b, a);
                self.wake()
            }
            _ => Ok(()),
        }
    }

    /// Ask again what waits; tell what has become decidable.
    fn wake(&mut self) -> Result<(), Contradiction> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let waiting = std::mem::take(&mut self.waiting);
        for fact in waiting {
            if let Fact::Eq(a, value) = &fact {
                if let Some(atom) = a.as_atom().filter(|atom| is_composite(*atom) && self.dims.contains_key(atom)) {
                    let rebuilt = term::map_dim(*a, &mut Resolve { store: self, except: Some(atom), except_seq: None });
                    if rebuilt == *a {
                        self.wait(fact);
                    } else {
                        self.tell_eq(rebuilt, *value)?;
                    }
                    continue;
                }
            }
            if let Fact::Shape(a, value) = &fact {
                let app = a.seq().filter(|seq| *a == seq.shape() && matches!(seq.data(), SeqData::App(..)));
                if let Some(seq) = app.filter(|seq| self.seqs.contains_key(seq)) {
                    let rebuilt =
                        term::map_shape(*a, &mut Resolve { store: self, except_seq: Some(seq), except: None });
                    if rebuilt == *a {
                        self.wait(fact);
                    } else {
                        self.tell_shape(rebuilt, *value)?;
                    }
                    continue;
                }
            }
            let known = match &fact {
                Fact::Eq(a, b) => bounds::eq(self.resolve_dim(*a), self.resolve_dim(*b), self),
                other => self.ask(other),
            };
            match known {
                Truth::Yes => {}
                Truth::No => return Err(Contradiction),
                Truth::Unknown => self.tell(&fact)?,
            }
        }
        Ok(())
    }

    // --- joining ------------------------------------------------------------------------------

    /// What both paths know: a fact of one is kept iff the other entails it.
    #[must_use]
    pub fn join(&self, other: &Store) -> Store {
        let mut joined = Store { next: self.next.max(other.next), ..Store::default() };
        joined.rigid = self.rigid.clone().union(other.rigid.clone());
        for (key, size) in &self.runtime {
            if other.runtime.get(key) == Some(size) {
                joined.runtime.insert(*key, *size);
            }
        }
        for (atom, value) in &self.dims {
            if other.dims.get(atom) == Some(value) || other.ask_eq(atom.dim(), *value).is_yes() {
                joined.dims.insert(*atom, *value);
            }
        }
        for (atom, value) in &other.dims {
            if !joined.dims.contains_key(atom)
                && !self.dims.contains_key(atom)
                && self.ask_eq(atom.dim(), *value).is_yes()
            {
                joined.dims.insert(*atom, *value);
            }
        }
        for (seq, value) in &self.seqs {
            if other.seqs.get(seq).is_some_and(|v| other.ask_shape(*v, *value).is_yes()) {
                joined.seqs.insert(*seq, *value);
            }
        }
        for (elem, value) in &self.elems {
            if other.elems.get(elem) == Some(value) {
                joined.elems.insert(*elem, *value);
            }
        }
        let mut atoms: Vec<Atom> = self.bounds.keys().chain(other.bounds.keys()).copied().collect();
        atoms.extend(self.dims.keys().chain(other.dims.keys()));
        for atom in atoms {
            if joined.dims.contains_key(&atom) || joined.bounds.contains_key(&atom) {
                continue;
            }
            let hull = self.interval(atom.dim()).hull(other.interval(atom.dim()));
            if hull != default_bounds(atom) {
                joined.bounds.insert(atom, hull);
            }
        }
        for (fact, from) in self.waiting.iter().map(|f| (f, other)).chain(other.waiting.iter().map(|f| (f, self))) {
            if (from.waiting.contains(fact) || from.ask(fact).is_yes()) && !joined.waiting.contains(fact) {
                joined.waiting.push_back(fact.clone());
            }
        }
        joined
    }

    /// Facts that are not bindings, for printing a where-clause.
    pub fn waiting(&self) -> impl Iterator<Item = &Fact> {
        self.waiting.iter()
    }
}

/// Which atom of an equation is bound: the smallest goes first.
fn preference(atom: Atom) -> u8 {
    match atom.data() {
        AtomData::Fresh { kind, .. } => match kind {
            FreshKind::Var => 0,
            FreshKind::Unknown => 1,
            FreshKind::Runtime => 2,
            FreshKind::Int => 3,
        },
        AtomData::Name(_) => 4,
        _ => 5,
    }
}

fn occurs(atom: Atom, dim: Dim) -> bool {
    let mut found = false;
    term::visit_dim(dim, &mut |leaf| found |= leaf == Leaf::Atom(atom));
    found
}

/// Has it parts that may become known?
fn is_composite(atom: Atom) -> bool {
    !matches!(atom.data(), AtomData::Name(_) | AtomData::Fresh { .. } | AtomData::Any)
}

fn seq_occurs(seq: Seq, shape: Shape) -> bool {
    let mut found = false;
    term::visit_shape(shape, &mut |leaf| found |= leaf == Leaf::Seq(seq));
    found
}

struct Resolve<'s> {
    store: &'s Store,
    /// Bindings that are not looked up: what becomes of these without them.
    except: Option<Atom>,
    except_seq: Option<Seq>,
}

impl<'s> Resolve<'s> {
    fn of(store: &'s Store) -> Resolve<'s> {
        Resolve { store, except: None, except_seq: None }
    }
}

impl Map for Resolve<'_> {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        if self.except != Some(atom) {
            if let Some(value) = self.store.dims.get(&atom) {
                return Some(term::map_dim(*value, self));
            }
        }
        match atom.data() {
            AtomData::App(name, args) => match relations::reapply(name.as_str(), args, self.store)? {
                Term::Dim(dim) => Some(dim),
                _ => None,
            },
            // Signs that have become known.
            AtomData::SliceLen { start, stop, step, n } => {
                let plain = self.store.without_waiting();
                relations::slice::known_length(&plain, Some(*start), Some(*stop), *step, *n)
            }
            AtomData::Max(args) => kept(args, &|a, b| bounds::le(a, b, self.store).is_yes()).map(Dim::max),
            AtomData::Min(args) => kept(args, &|a, b| bounds::le(b, a, self.store).is_yes()).map(Dim::min),
            _ => None,
        }
    }

    fn seq(&mut self, seq: Seq) -> Option<Shape> {
        if self.except_seq != Some(seq) {
            if let Some(value) = self.store.seqs.get(&seq) {
                return Some(term::map_shape(*value, self));
            }
        }
        match seq.data() {
            SeqData::App(name, args) => match relations::reapply(name.as_str(), args, self.store)? {
                Term::Shape(shape) => Some(shape),
                _ => None,
            },
            _ => None,
        }
    }

    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        if let Some(value) = self.store.elems.get(&elem) {
            return Some(term::map_elem(*value, self));
        }
        match elem.data() {
            ElemData::App(name, args) => match relations::reapply(name.as_str(), args, self.store)? {
                Term::Elem(elem) => Some(elem),
                _ => None,
            },
            _ => None,
        }
    }

    fn append(&mut self, left: Shape, right: Shape) -> Shape {
        relations::measure::append(left, right)
    }
}

/// The arguments that no other one stands for; `None` if that is all of them.
fn kept(args: &[Dim], yields: &dyn Fn(Dim, Dim) -> bool) -> Option<Vec<Dim>> {
    let mut kept: Vec<Dim> = Vec::with_capacity(args.len());
    for &arg in args {
        if kept.iter().any(|&other| yields(arg, other)) {
            continue;
        }
        kept.retain(|&other| !yields(other, arg));
        kept.push(arg);
    }
    (kept.len() < args.len()).then_some(kept)
}
