//! What a relation may ask and tell while it is evaluated.

use conformable_types::bounds::default_bounds;
use conformable_types::term::{self, Leaf};
use conformable_types::{Atom, AtomData, Dim, Elem, FreshKind, Shape, Truth, Ty};

use crate::cause::{Failure, FailureKind};
use crate::relations::to_i64;
use crate::store::{Fact, Store};

/// Facts told during one application: they hold if it succeeds, and are told to the path then.
///
/// A relation evaluates against the path's store *and* what has been told so far.
pub struct Context {
    store: Store,
    told: Vec<Fact>,
    /// The arguments have been resolved by this very store; nothing has been told since.
    resolved: bool,
    /// What few small sizes satisfy is as good as anything.
    exact: bool,
    /// A question was asked that what is known leaves open, and nothing was told instead.
    doubtful: bool,
}

impl Context {
    pub fn new(store: &Store) -> Context {
        Context { store: store.clone(), told: Vec::new(), resolved: false, exact: false, doubtful: false }
    }

    /// For a search, which asks for any solution at all: a requirement that only a few small sizes
    /// satisfy is not refused.
    pub fn exact(store: &Store) -> Context {
        Context { exact: true, ..Context::new(store) }
    }

    /// One to try something in, of the same kind.
    #[must_use]
    pub fn trial(&self) -> Context {
        Context { exact: self.exact, ..Context::new(&self.store) }
    }

    /// For arguments that `store` has resolved already.
    pub(crate) fn of_resolved(store: &Store) -> Context {
        let mut store = store.without_waiting();
        // Else applications inside each other would be evaluated over and over.
        store.applying = true;
        Context { store, told: Vec::new(), resolved: true, exact: false, doubtful: false }
    }

    /// What was asked is open: with more known the answer may be another one.
    pub fn doubt(&mut self) {
        self.doubtful = true;
    }

    /// Was anything asked that is open?
    pub fn is_doubtful(&self) -> bool {
        self.doubtful
    }

    pub fn store(&self) -> &Store {
        &self.store
    }

    /// For numbering fresh things and run-time sizes; facts go through [`Context::require`].
    pub fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// A requirement: refuted, or known from here on.
    ///
    /// An equation of rigid names and constants alone must be entailed. One that only a few small
    /// sizes satisfy is refused too, and the failure says for which it would run.
    pub fn require(&mut self, fact: Fact, failure: impl FnOnce() -> Failure) -> Result<(), Failure> {
        match self.store.ask(&fact) {
            Truth::Yes => Ok(()),
            Truth::No => Err(failure()),
            Truth::Unknown if self.must_be_entailed(&fact) => Err(self.obligation(&fact, failure())),
            Truth::Unknown => {
                if let Some(except) = if self.exact { None } else { self.degenerate(&fact) } {
                    return Err(Failure { except: Some(except), ..failure() });
                }
                match self.store.tell(&fact) {
                    Ok(()) => {
                        self.resolved = false;
                        self.told.push(fact);
                        Ok(())
                    }
                    Err(_) => Err(failure()),
                }
            }
        }
    }

    /// What success teaches beyond what the operation checks: it cannot be refuted.
    pub(crate) fn learn(&mut self, fact: Fact) {
        let mut next = self.store.clone();
        if self.store.ask(&fact) == Truth::Unknown && next.tell(&fact).is_ok() {
            self.store = next;
            self.resolved = false;
            self.told.push(fact);
        }
    }

    /// The failure of an equation that declared names do not entail.
    fn obligation(&self, fact: &Fact, failure: Failure) -> Failure {
        let (Fact::Eq(a, b) | Fact::Broadcast(a, b)) = fact else { return failure };
        let (a, b) = (self.store.resolve_dim(*a), self.store.resolve_dim(*b));
        let mut names: Vec<String> = Vec::new();
        for dim in [a, b] {
            term::visit_dim(dim, &mut |leaf| {
                if let Leaf::Atom(atom) = leaf {
                    let name = format!("{atom:?}");
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
            });
        }
        let promised = match &*names {
            [only] => format!("the annotation allows every {only}"),
            many => format!("the annotation promises {} independent", many.join(" and ")),
        };
        let message = format!("{promised}; this needs {a:?} = {b:?}");
        Failure { kind: FailureKind::Obligation, message, except: None, ..failure }
    }

    fn must_be_entailed(&self, fact: &Fact) -> bool {
        match fact {
            Fact::Eq(a, b) => self.store.obliged(*a, *b),
            Fact::Broadcast(a, b) => {
                let one = |d: &Dim| self.store.ask_eq(*d, Dim::ONE).is_yes();
                !one(a) && !one(b) && self.store.obliged(*a, *b)
            }
            _ => false,
        }
    }

    /// The small sizes for which alone `fact` can hold, if it excludes all others: the text of
    /// "runs only when ...".
    ///
    /// Both sides must be about the same free sizes (`max(n - 1, 0)` against `n`, not `n` against
    /// 3, which is a plain requirement on n), and nothing on the way may have bounded them above.
    fn degenerate(&self, fact: &Fact) -> Option<String> {
        let (a, b) = match fact {
            Fact::Eq(a, b) | Fact::Broadcast(a, b) => (self.store.resolve_dim(*a), self.store.resolve_dim(*b)),
            _ => return None,
        };
        let (left, right) = (free_sizes(a)?, free_sizes(b)?);
        if left.is_empty() || left.len() > 4 || left != right || !left.iter().all(|atom| self.is_unbounded(*atom)) {
            return None;
        }
        if !left.iter().all(|atom| default_bounds(*atom).lo == 0) {
            // Ints that may be negative: of what they make, see below.
        } else if let [only] = &*left {
            let few = small_exceptions(&self.store, fact, only.dim(), &format!("{:?}", only.dim()));
            if few.is_some() {
                return few;
            }
        } else {
            let positive: Vec<(Dim, Dim)> = left.iter().map(|atom| (Dim::ONE, atom.dim())).collect();
            let names: Vec<String> = left.iter().map(|atom| format!("{:?}", atom.dim())).collect();
            if refuted(&self.store, fact, &positive) {
                return Some(format!("{} is 0", names.join(" or ")));
            }
        }
        // One size made of several: what is not so of any size is not so of this one.
        extremes(a).into_iter().chain(extremes(b)).find_map(|whole| {
            let mut store = self.store.clone();
            let size = store.fresh_dim(FreshKind::Unknown);
            let put = |dim: Dim| term::map_dim(dim, &mut Exchange { whole, size });
            let (a, b) = (put(a), put(b));
            if free_sizes(a)? != free_sizes(b)? || free_sizes(a)? != [size.as_atom()?] {
                return None;
            }
            let fact = match fact {
                Fact::Eq(..) => Fact::Eq(a, b),
                _ => Fact::Broadcast(a, b),
            };
            small_exceptions(&store, &fact, size, &format!("{:?}", whole.dim()))
        })
    }

    /// Nothing but sizes themselves restricts it from above.
    fn is_unbounded(&self, atom: Atom) -> bool {
        self.store.interval(atom.dim()).hi == i64::MAX
            && !self.store.waiting().any(|fact| match fact {
                Fact::Eq(a, b) | Fact::Ne(a, b) => mentions(*a, atom) || mentions(*b, atom),
                // `k <= n - 1` asks for a large n.
                Fact::Le(a, b) => {
                    let only_below = b
                        .minus(*a)
                        .linear_in(atom)
                        .is_some_and(|(coefficient, rest)| coefficient > 0 && !mentions(rest, atom));
                    (mentions(*a, atom) || mentions(*b, atom)) && !only_below
                }
                Fact::Broadcast(..) | Fact::Shape(..) | Fact::Elem(..) => false,
            })
    }

    /// `dim`, with what is known by now put in.
    pub fn resolve_dim(&self, dim: Dim) -> Dim {
        if self.resolved { dim } else { self.store.resolve_dim(dim) }
    }

    pub fn resolve_shape(&self, shape: Shape) -> Shape {
        if self.resolved { shape } else { self.store.resolve_shape(shape) }
    }

    pub fn resolve_elem(&self, elem: Elem) -> Elem {
        if self.resolved { elem } else { self.store.resolve_elem(elem) }
    }

    pub fn resolve_ty(&self, ty: Ty) -> Ty {
        if self.resolved { ty } else { self.store.resolve_ty(ty) }
    }

    /// `shape` with at least so many dims before and after its sequence, which get fresh names
    /// and are told, if the sequence is known to have so many. Of an application only those that
    /// are there already: it is not a variable.
    pub(crate) fn reveal(&mut self, shape: Shape, front: usize, back: usize) -> Shape {
        let shape = self.resolve_shape(shape);
        let data = shape.data();
        let Some((seq, suffix)) = &data.rest else { return shape };
        if data.prefix.len() >= front && suffix.len() >= back {
            return shape;
        }
        if !conformable_types::relations::is_free(*seq) {
            return shape;
        }
        let more_front = front.saturating_sub(data.prefix.len());
        let more_back = back.saturating_sub(suffix.len());
        // `(*s, 3)` may have its first dim in `*s` or in the 3.
        let length = seq.shape().rank_dim();
        if !seq.is_any() && !self.store.ask_le(Dim::of(to_i64(more_front + more_back)), length).is_yes() {
            return shape;
        }
        let (front, back) = (self.store.dims_of(*seq, more_front), self.store.dims_of(*seq, more_back));
        let middle = self.store.rest_of(*seq);
        let inner = Shape::of(&front).append(middle).and_then(|s| s.append(Shape::of(&back)));
        let whole = inner
            .and_then(|inner| Shape::of(&data.prefix).append(inner))
            .and_then(|s| s.append(Shape::of(suffix)))
            .expect("one sequence alone");
        self.learn(Fact::Shape(shape, whole));
        whole
    }

    pub fn fresh_dim(&mut self, kind: FreshKind) -> Dim {
        self.store.fresh_dim(kind)
    }

    pub fn fresh_shape(&mut self) -> Shape {
        self.store.fresh_shape()
    }

    pub fn fresh_elem(&mut self) -> Elem {
        self.store.fresh_elem()
    }

    /// The store with all that was told, once the application has succeeded.
    pub fn into_store(self) -> Store {
        self.store
    }

    pub fn told(&self) -> &[Fact] {
        &self.told
    }
}

/// Can `fact` not hold where these (the lesser first) do?
fn refuted(store: &Store, fact: &Fact, bounds: &[(Dim, Dim)]) -> bool {
    let mut store = store.clone();
    let possible = bounds.iter().all(|(a, b)| store.tell(&Fact::Le(*a, *b)).is_ok());
    !possible || store.ask(fact).is_no() || store.tell(fact).is_err()
}

/// The few small values of `size` for which alone `fact` can hold, if it holds for no others.
fn small_exceptions(store: &Store, fact: &Fact, size: Dim, name: &str) -> Option<String> {
    const SMALL: i64 = 4;
    if !refuted(store, fact, &[(Dim::of(SMALL), size)]) {
        return None;
    }
    let exceptions: Vec<String> = (0..SMALL)
        .filter(|k| !refuted(store, fact, &[(Dim::of(*k), size), (size, Dim::of(*k))]))
        .map(|k| k.to_string())
        .collect();
    (!exceptions.is_empty()).then(|| format!("{name} is {}", exceptions.join(" or ")))
}

/// The `max` and `min` in an expression, inside each other too.
fn extremes(dim: Dim) -> Vec<Atom> {
    let mut found = Vec::new();
    term::visit_dim(dim, &mut |leaf| {
        if let Leaf::Atom(atom) = leaf
            && matches!(atom.data(), AtomData::Max(_) | AtomData::Min(_))
            && !found.contains(&atom)
        {
            found.push(atom);
        }
    });
    found
}

/// One atom for another size.
struct Exchange {
    whole: Atom,
    size: Dim,
}

impl term::Map for Exchange {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        (atom == self.whole).then_some(self.size)
    }
}

/// The names and fresh sizes in `dim`, inside atoms too; `None` if it holds anything else that
/// is not known (a sequence, an application).
fn free_sizes(dim: Dim) -> Option<Vec<Atom>> {
    let mut found = Vec::new();
    let mut plain = !dim.is_any();
    term::visit_dim(dim, &mut |leaf| match leaf {
        Leaf::Atom(atom) => match atom.data() {
            AtomData::Name(_) | AtomData::Fresh { .. } if !found.contains(&atom) => {
                found.push(atom);
            }
            AtomData::Prod(_) | AtomData::Len(_) | AtomData::App(..) | AtomData::Any => plain = false,
            _ => {}
        },
        Leaf::Seq(_) | Leaf::Elem(_) => plain = false,
    });
    found.sort_by(|a, b| conformable_types::order::atoms(*a, *b));
    plain.then_some(found)
}

fn mentions(dim: Dim, atom: Atom) -> bool {
    let mut found = false;
    term::visit_dim(dim, &mut |leaf| found |= leaf == Leaf::Atom(atom));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broadcast(cx: &mut Context, a: Dim, b: Dim) -> Result<(), Option<String>> {
        let failure = || Failure::new(FailureKind::Broadcast, "differ", vec![]);
        cx.require(Fact::Broadcast(a, b), failure).map_err(|failure| failure.except)
    }

    #[test]
    fn all_but_a_few_small_sizes_is_refused_and_says_so() {
        let n = Dim::name("n");
        let tail = Dim::max([n.minus(1), Dim::ZERO]);
        let store = Store::new();
        assert_eq!(broadcast(&mut Context::new(&store), tail, n), Err(Some("n is 0 or 1 or 2".into())));
        assert_eq!(broadcast(&mut Context::new(&store), n.scaled(2), n), Err(Some("n is 0 or 1".into())));
        // One size of several is as good as one alone.
        let least = Dim::min([n, Dim::name("m")]);
        let shorter = Dim::max([least.minus(1), Dim::ZERO]);
        assert_eq!(broadcast(&mut Context::new(&store), shorter, least), Err(Some("min(m, n) is 0 or 1 or 2".into())));
        // A plain requirement on n is none.
        assert_eq!(broadcast(&mut Context::new(&store), n, Dim::of(3)), Ok(()));
        assert_eq!(broadcast(&mut Context::new(&store), n, Dim::name("m")), Ok(()));
        // A condition that speaks of n.
        let mut bounded = Store::new();
        bounded.tell(&Fact::Le(n, Dim::of(1))).unwrap();
        assert_eq!(broadcast(&mut Context::new(&bounded), tail, n), Ok(()));
    }

    #[test]
    fn rigid_names_must_be_entailed() {
        let (n, m) = (Atom::name("n"), Atom::name("m"));
        let mut store = Store::new();
        store.make_rigid(n);
        store.make_rigid(m);
        assert_eq!(broadcast(&mut Context::new(&store), n.dim(), m.dim()), Err(None));
        assert_eq!(broadcast(&mut Context::new(&store), n.dim(), Dim::ONE), Ok(()));
        store.tell(&Fact::Eq(n.dim(), m.dim())).unwrap();
        assert_eq!(broadcast(&mut Context::new(&store), n.dim(), m.dim()), Ok(()));
    }
}
