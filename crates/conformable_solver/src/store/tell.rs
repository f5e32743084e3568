//! Adding facts: equations are solved for an atom or wait, bounds narrow, what waits is asked
//! again.

use conformable_types::bounds::{self, Facts, Interval};
use conformable_types::relations::pairing::pair;
use conformable_types::shape::MAX_RANK;
use conformable_types::term::{self, Leaf};
use conformable_types::{Atom, AtomData, Dim, Elem, ElemData, FreshKind, Seq, SeqData, Shape, Term, Truth};
use smallvec::SmallVec;

use super::resolve::Resolve;
use super::waiting::{Mentions, Waiting};
use super::{Contradiction, Fact, Store};

/// So many facts wait at most; past that the path knows less.
pub(super) const MAX_WAITING: usize = 64;

/// News of news is followed so many times; past that the path knows less.
const MAX_ROUNDS: usize = 8;

impl Store {
    /// Add a fact. Conditions, requirements and assumptions are told alike: what a contradiction
    /// means is for whoever tells. A store that refuses a fact is as it was before.
    pub fn tell(&mut self, fact: &Fact) -> Result<(), Contradiction> {
        let before = self.known.clone();
        self.add(fact).inspect_err(|_| self.known = before)
    }

    fn add(&mut self, fact: &Fact) -> Result<(), Contradiction> {
        match fact {
            Fact::Eq(a, b) => self.tell_eq(*a, *b),
            Fact::Le(a, b) => self.tell_le(*a, *b),
            Fact::Ne(a, b) => match self.ask_eq(*a, *b) {
                Truth::Yes => Err(Contradiction),
                Truth::No => Ok(()),
                Truth::Unknown => {
                    let (a, b) = (self.resolve_dim(*a), self.resolve_dim(*b));
                    self.wait(Fact::Ne(a, b));
                    self.trim_bound(a, b)
                }
            },
            Fact::Broadcast(a, b) => self.tell_broadcast(*a, *b),
            Fact::Shape(a, b) => self.tell_shape(*a, *b),
            Fact::Elem(a, b) => self.tell_elem(*a, *b),
        }
    }

    fn wait(&mut self, fact: Fact) {
        if self.waiting().any(|known| *known == fact) {
            return;
        }
        // The oldest is forgotten first: it knows most about what nobody asks any more.
        if self.waiting.len() >= MAX_WAITING {
            self.change().waiting.pop_front();
        }
        self.change().waiting.push_back(Waiting::new(fact));
    }

    fn tell_eq(&mut self, a: Dim, b: Dim) -> Result<(), Contradiction> {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        if let Some((atom, value)) = self.unbound(a, b).or_else(|| self.unbound(b, a)) {
            if !self.told(atom).contains(value) {
                return Err(Contradiction);
            }
            self.change().dims.insert(atom, Dim::of(value));
            return self.wake(Leaf::Atom(atom));
        }
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
            if occurs(Leaf::Atom(atom), rest) {
                continue;
            }
            let rank = preference(atom);
            if best.is_none_or(|(other, _, _)| rank < other) {
                best = Some((rank, atom, rest.scaled(-coefficient)));
            }
        }
        let Some((_, atom, value)) = best else {
            return match difference.only_root() {
                Some((atom, value)) if !self.rigid.contains(&atom) => self.tell_eq(atom.dim(), Dim::of(value)),
                _ => {
                    self.wait(Fact::Eq(a, b));
                    Ok(())
                }
            };
        };
        let range = self.told(atom);
        self.change().dims.insert(atom, value);
        if atom.is_composite() {
            // When something inside it becomes known it is another atom, which equals the same.
            self.wait(Fact::Eq(atom.dim(), value));
            if let Some(value) = value.constant() {
                self.tell_inside(atom, value)?;
            }
        }
        // What was known of the atom is known of its value.
        if range.lo != i64::MIN {
            self.keep_le(Dim::of(range.lo), value)?;
        }
        if range.hi != i64::MAX {
            self.keep_le(value, Dim::of(range.hi))?;
        }
        self.wake(Leaf::Atom(atom))
    }

    /// A bound of an atom that is now bound, told of its value: what waits may entail it by that very atom,
    /// and will not when it is resolved.
    fn keep_le(&mut self, a: Dim, b: Dim) -> Result<(), Contradiction> {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        self.add_le(a, b, bounds::le(a, b, self))
    }

    /// The commonest equation: an atom without parts that nothing binds is a number.
    fn unbound(&self, a: Dim, b: Dim) -> Option<(Atom, i64)> {
        let (atom, value) = (a.as_atom()?, b.constant()?);
        (!atom.is_composite() && !a.is_any() && !self.rigid.contains(&atom)).then_some((atom, value))
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
            // A rank that is known: the sequence has that many dims.
            AtomData::Len(seq) if usize::try_from(value).is_ok_and(|rank| rank <= MAX_RANK) => {
                let dims = self.dims_of(*seq, usize::try_from(value).unwrap_or(0));
                self.bind_seq(*seq, Shape::of(&dims), &mut SmallVec::new())
            }
            AtomData::Bcast(args) => args
                .iter()
                .try_for_each(|arg| if value == 1 { self.tell_eq(*arg, v) } else { self.tell_broadcast(*arg, v) }),
            _ => Ok(()),
        }
    }

    fn tell_le(&mut self, a: Dim, b: Dim) -> Result<(), Contradiction> {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        self.add_le(a, b, self.ask_le(a, b))
    }

    fn add_le(&mut self, a: Dim, b: Dim, known: Truth) -> Result<(), Contradiction> {
        match known {
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
        if let (Some(atom), None) = (atoms.next(), atoms.next())
            && let Some((coefficient, rest)) = slack.linear_in(atom)
            && let Some(k) = rest.constant()
        {
            let bound = if coefficient > 0 {
                Interval::at_least(k.div_euclid(coefficient).saturating_neg())
            } else {
                Interval::at_most(k.div_euclid(coefficient.saturating_neg()))
            };
            if atom.is_composite() {
                self.wait(Fact::Le(a, b));
                self.bound_inside(atom, bound)?;
            }
            return self.narrow(atom, bound);
        }
        self.wait(Fact::Le(a, b));
        Ok(())
    }

    /// What a bound of a `max` or `min` says of its arguments.
    fn bound_inside(&mut self, atom: Atom, bound: Interval) -> Result<(), Contradiction> {
        let (args, largest) = match atom.data() {
            AtomData::Max(args) => (args, true),
            AtomData::Min(args) => (args, false),
            _ => return Ok(()),
        };
        // `max <= v` is so for all, `max >= v` for one of them.
        let (for_all, for_one) = if largest { (bound.hi, bound.lo) } else { (bound.lo, bound.hi) };
        let fact = |arg: Dim, v: i64, below: bool| if below { (arg, Dim::of(v)) } else { (Dim::of(v), arg) };
        if for_all != i64::MIN && for_all != i64::MAX {
            for arg in args {
                let (x, y) = fact(*arg, for_all, largest);
                self.tell_le(x, y)?;
            }
        }
        if for_one != i64::MIN && for_one != i64::MAX {
            let can = |arg: &&Dim| {
                let (x, y) = fact(**arg, for_one, !largest);
                !self.ask_le(x, y).is_no()
            };
            let mut able = args.iter().filter(can);
            if let (Some(only), None) = (able.next(), able.next()) {
                let (x, y) = fact(*only, for_one, !largest);
                self.tell_le(x, y)?;
            }
        }
        Ok(())
    }

    pub(super) fn narrow(&mut self, atom: Atom, bound: Interval) -> Result<(), Contradiction> {
        let range = bounds::atom_interval(atom, self).meet(bound);
        if range.is_empty() {
            return Err(Contradiction);
        }
        self.change().bounds.insert(atom, range);
        if range.lo == range.hi && !self.rigid.contains(&atom) && !self.dims.contains(atom) {
            self.change().dims.insert(atom, Dim::of(range.lo));
            if atom.is_composite() {
                self.wait(Fact::Eq(atom.dim(), Dim::of(range.lo)));
                self.tell_inside(atom, range.lo)?;
            }
        }
        self.wake(Leaf::Atom(atom))
    }

    /// `x != k` at an end of x's interval moves the end.
    fn trim_bound(&mut self, a: Dim, b: Dim) -> Result<(), Contradiction> {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        let Some((atom, k)) = a.minus(b).only_root() else { return Ok(()) };
        let range = bounds::atom_interval(atom, self);
        if range.lo == k {
            self.narrow(atom, Interval::at_least(k.saturating_add(1)))
        } else if range.hi == k {
            self.narrow(atom, Interval::at_most(k.saturating_sub(1)))
        } else {
            Ok(())
        }
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
        self.tell_shape_beyond(a, b, &mut SmallVec::new())
    }

    /// The same, where these sequences' bindings led here. One that leads back to its sequence says nothing of it.
    fn tell_shape_beyond(&mut self, a: Shape, b: Shape, led: &mut SmallVec<[Seq; 4]>) -> Result<(), Contradiction> {
        let (a, b) = (self.resolve_shape(a), self.resolve_shape(b));
        if a == b {
            return Ok(());
        }
        let Some(pairing) = pair(a, b) else { return Err(Contradiction) };
        for (p, q) in &pairing.dims {
            self.tell_eq(*p, *q)?;
        }
        let (left, right) = (pairing.left, pairing.right);
        match (left.seq(), right.seq()) {
            _ if left == right => Ok(()),
            (None, None) => Err(Contradiction),
            (Some(s), _) if s.is_any() => Ok(()),
            (_, Some(t)) if t.is_any() => Ok(()),
            (Some(s), Some(t)) if s == t => {
                // *s = (a, *s): the ranks differ.
                if (left.min_rank() == 0) != (right.min_rank() == 0) {
                    return Err(Contradiction);
                }
                self.wait(Fact::Shape(a, b));
                Ok(())
            }
            (Some(s), _) if left == s.shape() && !occurs(Leaf::Seq(s), right) => self.bind_seq(s, right, led),
            (_, Some(t)) if right == t.shape() && !occurs(Leaf::Seq(t), left) => self.bind_seq(t, left, led),
            _ => {
                self.wait(Fact::Shape(a, b));
                Ok(())
            }
        }
    }

    fn bind_seq(&mut self, seq: Seq, value: Shape, led: &mut SmallVec<[Seq; 4]>) -> Result<(), Contradiction> {
        if let Some(known) = self.seqs.get(seq).filter(|_| !led.contains(&seq)) {
            led.push(seq);
            return self.tell_shape_beyond(known, value, led);
        }
        if value.seq() == Some(seq) {
            return if value == seq.shape() { Ok(()) } else { Err(Contradiction) };
        }
        self.change().seqs.insert(seq, value);
        if matches!(seq.data(), SeqData::App(..)) {
            // As for composite atoms.
            self.wait(Fact::Shape(seq.shape(), value));
        }
        self.wake(Leaf::Seq(seq))
    }

    fn tell_elem(&mut self, a: Elem, b: Elem) -> Result<(), Contradiction> {
        let (a, b) = (self.resolve_elem(a), self.resolve_elem(b));
        match (a.data(), b.data()) {
            _ if a == b => Ok(()),
            (ElemData::DType(_), ElemData::DType(_)) => Err(Contradiction),
            (ElemData::Name(_) | ElemData::Fresh { .. } | ElemData::App(..), _) if !b.is_any() => {
                self.change().elems.insert(a, b);
                self.wake(Leaf::Elem(a))
            }
            (_, ElemData::Name(_) | ElemData::Fresh { .. } | ElemData::App(..)) if !a.is_any() => {
                self.change().elems.insert(b, a);
                self.wake(Leaf::Elem(b))
            }
            _ => Ok(()),
        }
    }

    /// More is known of a leaf: ask again what waits for it, and for what that tells in turn.
    fn wake(&mut self, leaf: Leaf) -> Result<(), Contradiction> {
        if let Some(news) = &mut self.news {
            news.add(leaf);
            return Ok(());
        }
        if self.waiting.is_empty() {
            return Ok(());
        }
        let mut news = Mentions::default();
        news.add(leaf);
        for _ in 0..MAX_ROUNDS {
            self.news = Some(Mentions::default());
            let told = self.wake_for(&news);
            news = self.news.take().unwrap_or_default();
            told?;
            if news.is_empty() {
                break;
            }
        }
        Ok(())
    }

    fn wake_for(&mut self, news: &Mentions) -> Result<(), Contradiction> {
        if !self.waiting.iter().any(|waiting| waiting.mentions.meet(news)) {
            return Ok(());
        }
        for waiting in std::mem::take(&mut self.change().waiting) {
            let is_news = waiting.mentions.meet(news);
            if is_news || self.news.as_ref().is_some_and(|later| waiting.mentions.meet(later)) {
                self.ask_again(waiting.fact)?;
            } else {
                self.change().waiting.push_back(waiting);
            }
        }
        Ok(())
    }

    /// Tell what has become decidable.
    fn ask_again(&mut self, fact: Fact) -> Result<(), Contradiction> {
        match &fact {
            Fact::Eq(a, value) => {
                if let Some(atom) = a.as_atom().filter(|atom| atom.is_composite() && self.dims.contains(*atom)) {
                    let rebuilt = term::map_dim(*a, &mut Resolve { except: Some(atom), ..Resolve::of(self) });
                    if rebuilt != *a {
                        return self.tell_eq(rebuilt, *value);
                    }
                    self.wait(Fact::Eq(*a, self.resolve_dim(*value)));
                    return Ok(());
                }
            }
            Fact::Shape(a, value) => {
                let app = a.seq().filter(|seq| *a == seq.shape() && matches!(seq.data(), SeqData::App(..)));
                if let Some(seq) = app.filter(|seq| self.seqs.contains(*seq)) {
                    let rebuilt = term::map_shape(*a, &mut Resolve { except_seq: Some(seq), ..Resolve::of(self) });
                    if rebuilt != *a {
                        return self.tell_shape(rebuilt, *value);
                    }
                    self.wait(Fact::Shape(*a, self.resolve_shape(*value)));
                    return Ok(());
                }
            }
            Fact::Le(a, b) => {
                let (x, y) = (self.resolve_dim(*a), self.resolve_dim(*b));
                let slack = y.minus(x);
                let mut atoms = slack.atoms();
                let lone = atoms.next().is_some_and(Atom::is_composite) && atoms.next().is_none();
                if lone && x == *a && y == *b {
                    // Its own bound entails it, but is lost with the atom.
                    self.wait(fact);
                    return Ok(());
                }
            }
            _ => {}
        }
        let known = match &fact {
            Fact::Eq(a, b) => bounds::eq(self.resolve_dim(*a), self.resolve_dim(*b), self),
            other => self.ask(other),
        };
        match known {
            Truth::Yes => Ok(()),
            Truth::No => Err(Contradiction),
            Truth::Unknown => self.add(&fact),
        }
    }
}

/// Which atom of an equation is bound: the smallest goes first.
fn preference(atom: Atom) -> u8 {
    match atom.data() {
        AtomData::Fresh { kind, .. } => match kind {
            FreshKind::Var => 0,
            FreshKind::Unknown | FreshKind::OneOf | FreshKind::Each => 1,
            FreshKind::Runtime => 2,
            FreshKind::Int | FreshKind::EachInt | FreshKind::Choice => 3,
        },
        AtomData::Name(_) => 4,
        _ => 5,
    }
}

fn occurs(own: Leaf, term: impl Into<Term>) -> bool {
    let mut found = false;
    term::visit_term(&term.into(), &mut |leaf| found |= leaf == own);
    found
}
