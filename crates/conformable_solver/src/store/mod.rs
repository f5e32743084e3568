//! The facts of a path: what every run that got this far without raising satisfies.
//!
//! Persistent: a clone costs nothing and branches share what they have in common. Solved
//! equations bind an atom to an expression in which it does not occur; what cannot be solved
//! waits as an equation and is asked again when something in it becomes known.
//!
//! A *rigid* name (one that an annotation binds) is never bound: an equation of rigid names and
//! constants alone is entailed or refused, see [`Store::obliged`].

mod canonical;
mod fact;
mod fresh;
mod join;
mod map;
mod memo;
mod residual;
mod resolve;
mod sharpen;
mod tell;
mod waiting;

use std::hash::BuildHasherDefault;
use std::sync::atomic::{AtomicU64, Ordering};

use conformable_types::bounds::{self, Interval};
use conformable_types::dim::undominated;
use conformable_types::dtype::{DType, Dialect, Operand, Weak};
use conformable_types::term::{self, Term};
use conformable_types::{Atom, Dim, Elem, Seq, Shape, Sym, Truth, Ty};
use rustc_hash::FxHasher;

pub use self::canonical::{About, Code, CodeWriter, Form};
pub use self::fact::Fact;
pub use self::fresh::{SPACE_BITS, is_since};
use self::map::Map;
use self::memo::Question;
use self::resolve::Resolve;
use self::waiting::{Mentions, Waiting};

type FxMap<K, V> = imbl::GenericHashMap<K, V, BuildHasherDefault<FxHasher>, imbl::shared_ptr::DefaultSharedPtr>;
type FxSet<K> = imbl::GenericHashSet<K, BuildHasherDefault<FxHasher>, imbl::shared_ptr::DefaultSharedPtr>;

/// What was told cannot be: no run gets here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contradiction;

/// What a path knows: all that an answer depends on.
#[derive(Clone, Default, Debug)]
pub struct PathKnowledge {
    dims: Map<Atom, Dim>,
    seqs: Map<Seq, Shape>,
    elems: Map<Elem, Elem>,
    bounds: Map<Atom, Interval>,
    /// Facts that wait for something in them to become known, in resolved form.
    waiting: imbl::Vector<Waiting>,
    /// Two stores of one version know the same.
    version: u64,
}

/// What is known on one path. It is read as a [`PathKnowledge`], and written through `change` alone.
#[derive(Clone, Default, Debug)]
pub struct Store {
    known: PathKnowledge,
    /// What has become known and what waits has not been asked about, while it is being asked.
    news: Option<Mentions>,
    rigid: FxSet<Atom>,
    /// Sizes that the data decide, by the relation and the identity of the value it is about.
    runtime: FxMap<(Sym, u64), Dim>,
    next: u64,
    /// Whose promotion `promote` is; NumPy's, where none is given.
    dialect: Option<&'static Dialect>,
    /// An application is being evaluated again: those in its arguments have been already.
    pub(crate) applying: bool,
}

impl std::ops::Deref for Store {
    type Target = PathKnowledge;

    fn deref(&self) -> &PathKnowledge {
        &self.known
    }
}

impl Store {
    pub fn new() -> Store {
        Store::default()
    }

    /// A store in which dtypes promote as in a dialect.
    pub fn in_dialect(dialect: Option<&'static Dialect>) -> Store {
        Store { dialect, ..Store::default() }
    }

    /// Whose promotion `promote` is, if not NumPy's.
    pub fn dialect(&self) -> Option<&'static Dialect> {
        self.dialect
    }

    /// The same from now on in another dialect.
    pub fn set_dialect(&mut self, dialect: Option<&'static Dialect>) {
        if self.dialect != dialect {
            // What was asked before may have another answer.
            self.change();
            self.dialect = dialect;
        }
    }

    /// A store whose fresh things are numbered from here: see [`is_since`].
    pub fn numbered_from(first: u64) -> Store {
        Store { next: first, ..Store::default() }
    }

    /// The same bindings and bounds without what waits: what evaluating an application may ask,
    /// since what waits may be about that very application.
    pub fn without_waiting(&self) -> Store {
        let mut plain = self.clone();
        if !plain.waiting.is_empty() {
            plain.change().waiting.clear();
        }
        plain
    }

    /// What is known, to be written to: another version.
    fn change(&mut self) -> &mut PathKnowledge {
        static VERSIONS: AtomicU64 = AtomicU64::new(1);
        self.known.version = VERSIONS.fetch_add(1, Ordering::Relaxed);
        &mut self.known
    }

    pub fn make_rigid(&mut self, atom: Atom) {
        self.change();
        self.rigid.insert(atom);
    }

    /// The atom is an int of any sign, not a size.
    pub fn set_bounds(&mut self, atom: Atom, interval: Interval) {
        self.change().bounds.insert(atom, interval);
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
        memo::remembered(self, Question::Eq(a, b), || self.find_eq(a, b))
    }

    fn find_eq(&self, a: Dim, b: Dim) -> Truth {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        let known = bounds::eq(a, b, self);
        if known != Truth::Unknown || self.waiting.is_empty() {
            return known;
        }
        let difference = a.minus(b);
        let negated = difference.negated();
        for waiting in &self.waiting {
            let is_about = |other: Dim| !other.is_any() && (other == difference || other == negated);
            match &waiting.fact {
                Fact::Ne(..) if is_about(waiting.difference) => return Truth::No,
                Fact::Eq(..) if is_about(waiting.difference) => return Truth::Yes,
                // Equal or one of them 1: equal if neither can be 1.
                Fact::Broadcast(x, y)
                    if is_about(waiting.difference)
                        && bounds::eq(*x, Dim::ONE, self).is_no()
                        && bounds::eq(*y, Dim::ONE, self).is_no() =>
                {
                    return Truth::Yes;
                }
                _ => {}
            }
        }
        Truth::Unknown
    }

    pub fn ask_le(&self, a: Dim, b: Dim) -> Truth {
        memo::remembered(self, Question::Le(a, b), || self.find_le(a, b))
    }

    fn find_le(&self, a: Dim, b: Dim) -> Truth {
        let (a, b) = (self.resolve_dim(a), self.resolve_dim(b));
        let known = bounds::le(a, b, self);
        if known != Truth::Unknown {
            return known;
        }
        let slack = b.minus(a);
        if slack.is_any() || self.waiting.is_empty() {
            return Truth::Unknown;
        }
        let mut atoms = Mentions::default();
        atoms.add_dim(slack);
        for waiting in &self.waiting {
            // What is about other atoms says nothing of these that their bounds don't say.
            if let Fact::Le(..) = waiting.fact
                && waiting.mentions.meet(&atoms)
            {
                // x <= y, that is `given >= 0`.
                let given = waiting.difference;
                if given.is_any() {
                    continue;
                }
                if bounds::le(given, slack, self).is_yes() {
                    return Truth::Yes;
                }
                // slack < -given <= 0.
                if bounds::sum_is_nonnegative(slack, given, self).is_no() {
                    return Truth::No;
                }
            }
        }
        Truth::Unknown
    }

    /// `max(..)` or `min(..)` without those that are known not to be it.
    pub fn extreme(&self, dims: &[Dim], largest: bool) -> Dim {
        let yields = |a: Dim, b: Dim| if largest { self.ask_le(a, b) } else { self.ask_le(b, a) }.is_yes();
        let kept = undominated(dims, yields);
        if largest { Dim::max(kept) } else { Dim::min(kept) }
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
                    (Some(dtype), None) if b.weak().is_some() => stands_for(b, dtype),
                    (None, Some(dtype)) if a.weak().is_some() => stands_for(a, dtype),
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

    /// Facts that are not bindings, for printing a where-clause.
    pub fn waiting(&self) -> impl Iterator<Item = &Fact> {
        self.waiting.iter().map(|waiting| &waiting.fact)
    }
}

/// May a Python number of this kind count as an element of `dtype`? It has no dtype, but that of
/// another kind it is not: no int is an object, or a bool.
fn stands_for(number: Elem, dtype: DType) -> Truth {
    let Some(weak) = number.weak() else { return Truth::Unknown };
    let own = Operand::Weak(weak).strong();
    match weak {
        Weak::Bool => Truth::from(own == dtype),
        _ if own.kind() != dtype.kind() => Truth::No,
        _ => Truth::Unknown,
    }
}
