//! Requirements that some sizes satisfy and that are refused all the same.
//!
//! An equation of rigid names and constants alone must be entailed: an annotation promises them
//! for any values. And a requirement that all but a few small sizes fail (`max(n - 1, 0)` against
//! `n`) is no condition that anybody means.

use conformable_types::bounds::default_bounds;
use conformable_types::term::{self, Instead, Leaf};
use conformable_types::{Atom, AtomData, Dim, FreshKind, Truth};

use crate::cause::{Failure, FailureKind};
use crate::store::{Fact, Store};

/// Why a requirement is refused that what is known leaves open.
enum Refusal {
    /// Names that are declared do not entail it; what it promises and needs.
    NotEntailed(String),
    /// It holds for these small sizes alone.
    Degenerate(String),
}

impl Refusal {
    /// The failure that it makes of a requirement's own.
    pub fn of(self, failure: Failure) -> Failure {
        match self {
            Refusal::NotEntailed(message) => {
                Failure { kind: FailureKind::Obligation, message, except: None, ..failure }
            }
            Refusal::Degenerate(except) => Failure { except: Some(except), ..failure },
        }
    }
}

/// A requirement does not hold.
#[derive(Default)]
pub struct Refused(Option<Refusal>);

impl Refused {
    /// The failure that it makes of the requirement's own.
    pub fn of(self, failure: Failure) -> Failure {
        match self.0 {
            Some(refusal) => refusal.of(failure),
            None => failure,
        }
    }
}

/// Is the requirement known to hold, or open?
pub(crate) fn judge(store: &Store, fact: &Fact, exact: bool) -> Result<Truth, Refused> {
    match store.ask(fact) {
        Truth::No => Err(Refused(None)),
        Truth::Unknown => refusal(store, fact, exact).map_or(Ok(Truth::Unknown), |refusal| Err(Refused(Some(refusal)))),
        Truth::Yes => Ok(Truth::Yes),
    }
}

/// Is the requirement refused, although it is open? If `exact`, for small sizes none is.
fn refusal(store: &Store, fact: &Fact, exact: bool) -> Option<Refusal> {
    let (Fact::Eq(a, b) | Fact::Broadcast(a, b)) = fact else { return None };
    if must_be_entailed(store, fact) {
        return Some(Refusal::NotEntailed(obligation(store.resolve_dim(*a), store.resolve_dim(*b))));
    }
    if exact { None } else { degenerate(store, fact).map(Refusal::Degenerate) }
}

fn obligation(a: Dim, b: Dim) -> String {
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
    format!("{promised}; this needs {a:?} = {b:?}")
}

fn must_be_entailed(store: &Store, fact: &Fact) -> bool {
    match fact {
        Fact::Eq(a, b) => store.obliged(*a, *b),
        Fact::Broadcast(a, b) => {
            let one = |d: &Dim| store.ask_eq(*d, Dim::ONE).is_yes();
            !one(a) && !one(b) && store.obliged(*a, *b)
        }
        _ => false,
    }
}

/// The small sizes for which alone `fact` can hold, if it excludes all others: the text of
/// "runs only when ...".
///
/// Both sides must be about the same free sizes (`max(n - 1, 0)` against `n`, not `n` against
/// 3, which is a plain requirement on n), and nothing on the way may have bounded them above.
fn degenerate(store: &Store, fact: &Fact) -> Option<String> {
    let (a, b) = match fact {
        Fact::Eq(a, b) | Fact::Broadcast(a, b) => (store.resolve_dim(*a), store.resolve_dim(*b)),
        _ => return None,
    };
    let sizes = free_sizes(a)?;
    let free = |atom: &Atom| is_unbounded(store, *atom);
    if sizes.is_empty() || sizes.len() > 4 || sizes != free_sizes(b)? || !sizes.iter().all(free) {
        return None;
    }
    of_sizes(store, fact, &sizes).or_else(|| of_extremes(store, fact, a, b))
}

/// Of ints that are none below 0; of others nothing is said.
fn of_sizes(store: &Store, fact: &Fact, sizes: &[Atom]) -> Option<String> {
    if !sizes.iter().all(|atom| default_bounds(*atom).lo == 0) {
        return None;
    }
    if let [only] = sizes {
        return small_exceptions(store, fact, only.dim(), &format!("{:?}", only.dim()));
    }
    let positive: Vec<(Dim, Dim)> = sizes.iter().map(|atom| (Dim::ONE, atom.dim())).collect();
    let names: Vec<String> = sizes.iter().map(|atom| format!("{:?}", atom.dim())).collect();
    refuted(store, fact, &positive).then(|| format!("{} is 0", names.join(" or ")))
}

/// One size made of several, a maximum or minimum: what is not so of any size is not so of this one.
fn of_extremes(store: &Store, fact: &Fact, a: Dim, b: Dim) -> Option<String> {
    extremes(a).into_iter().chain(extremes(b)).find_map(|whole| {
        let mut store = store.clone();
        let size = store.fresh_dim(FreshKind::Unknown);
        let put = |dim: Dim| term::map_dim(dim, &mut Instead(&[(whole, size)]));
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
fn is_unbounded(store: &Store, atom: Atom) -> bool {
    store.interval(atom.dim()).hi == i64::MAX
        && !store.waiting().any(|fact| match fact {
            Fact::Eq(a, b) | Fact::Ne(a, b) => mentions(*a, atom) || mentions(*b, atom),
            // `k <= n - 1` asks for a large n.
            Fact::Le(a, b) => {
                // `k <= max(n - 1, 0)` asks for none, nor does `min(n, 4) <= k`.
                let a = term::map_dim(*a, &mut Without { max: false });
                let b = term::map_dim(*b, &mut Without { max: true });
                let only_below = b
                    .minus(a)
                    .linear_in(atom)
                    .is_some_and(|(coefficient, rest)| coefficient > 0 && !mentions(rest, atom));
                (mentions(a, atom) || mentions(b, atom)) && !only_below
            }
            Fact::Broadcast(..) | Fact::Shape(..) | Fact::Elem(..) => false,
        })
}

/// 0 for each `max`, or for each `min`.
struct Without {
    max: bool,
}

impl term::Map for Without {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        match atom.data() {
            AtomData::Max(_) => self.max.then_some(Dim::ZERO),
            AtomData::Min(_) => (!self.max).then_some(Dim::ZERO),
            _ => None,
        }
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
    let exceptions: Vec<i64> =
        (0..SMALL).filter(|k| !refuted(store, fact, &[(Dim::of(*k), size), (size, Dim::of(*k))])).collect();
    if !exceptions.iter().all(|k| runs_by_accident(store, fact, size, *k)) {
        return None;
    }
    let exceptions: Vec<String> = exceptions.iter().map(ToString::to_string).collect();
    (!exceptions.is_empty()).then(|| format!("{name} is {}", exceptions.join(" or ")))
}

/// Does the operation run at this size by accident alone: a dim is 0, or a 1 is stretched that is none in
/// general? Dims that are equal there may well be meant to be.
fn runs_by_accident(store: &Store, fact: &Fact, size: Dim, value: i64) -> bool {
    let (Fact::Eq(a, b) | Fact::Broadcast(a, b)) = fact else { return false };
    let mut store = store.clone();
    if store.tell(&Fact::Eq(size, Dim::of(value))).is_err() {
        return false;
    }
    match (store.resolve_dim(*a).constant(), store.resolve_dim(*b).constant()) {
        (Some(a), Some(b)) => a == 0 || b == 0 || (a != b && (a == 1 || b == 1)),
        _ => false,
    }
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
    use crate::Context;

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
        // At 3 the dims are equal: that may be what is meant.
        let (tail, head) = (Dim::max([n.minus(1), Dim::ZERO]), Dim::min([n, Dim::of(2)]));
        assert_eq!(broadcast(&mut Context::new(&store), tail, head), Ok(()));
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
