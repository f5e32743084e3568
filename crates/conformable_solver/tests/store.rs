//! What a store is told of shapes and joins, and the canonical form that keys of caches are made of.

#[path = "common/rng.rs"]
mod rng;

use conformable_solver::{Fact, Store};
use conformable_types::{DType, Dim, FreshKind, Seq, SeqData, Shape, Sym, Term, Ty};
use rng::Rng;

fn shape(dims: &[Dim], rest: Option<Seq>) -> Shape {
    let front = Shape::of(dims);
    rest.map_or(front, |rest| front.append(rest.shape()).expect("one sequence"))
}

#[test]
fn a_sequence_behind_dims_is_bound_and_not_one_in_front() {
    let (n, s, t) = (Dim::name("n"), Seq::name("S"), Seq::name("T"));
    for swapped in [false, true] {
        let (left, right) = (shape(&[n], Some(s)), t.shape());
        let mut store = Store::new();
        let fact = if swapped { Fact::Shape(right, left) } else { Fact::Shape(left, right) };
        store.tell(&fact).unwrap();
        assert_eq!((store.resolve_shape(s.shape()), store.resolve_shape(t.shape())), (s.shape(), left));
        assert_eq!(store.waiting().count(), 0);
    }
}

#[test]
fn a_sequence_is_no_part_of_itself() {
    let (n, s) = (Dim::name("n"), Seq::name("S"));
    assert!(Store::new().tell(&Fact::Shape(shape(&[n], Some(s)), s.shape())).is_err());
    let mut store = Store::new();
    store.tell(&Fact::Shape(shape(&[n], Some(s)), shape(&[Dim::of(3)], Some(s)))).unwrap();
    assert_eq!(store.resolve_dim(n), Dim::of(3));
}

#[test]
fn of_sizes_that_broadcast_to_one_each_is_one() {
    let (n, m) = (Dim::name("n"), Dim::name("m"));
    let mut store = Store::new();
    store.tell(&Fact::Eq(Dim::bcast([n, m]), Dim::ONE)).unwrap();
    assert_eq!([n, m].map(|dim| store.resolve_dim(dim)), [Dim::ONE; 2]);
    let mut store = Store::new();
    store.tell(&Fact::Eq(Dim::bcast([n, m]), Dim::of(5))).unwrap();
    assert!(store.clone().tell(&Fact::Eq(n, Dim::of(4))).is_err());
    store.tell(&Fact::Eq(n, Dim::ONE)).unwrap();
    assert_eq!(store.resolve_dim(m), Dim::of(5));
}

#[test]
fn a_size_that_the_data_decide_is_kept_where_both_paths_have_it() {
    let mut store = Store::new();
    let both = store.runtime_size("nonzero", Some(1));
    let (mut left, mut right) = (store.clone(), store.clone());
    right.number_after(&left);
    let _ = (left.runtime_size("nonzero", Some(2)), right.runtime_size("nonzero", Some(3)));
    let mut joined = left.join(&right);
    assert_eq!(joined.runtime_size("nonzero", Some(1)), both);
    assert!(joined.has_runtime_size(1) && !joined.has_runtime_size(2) && !joined.has_runtime_size(3));
}

/// A store with a few fresh sizes and a sequence, and what is known of them drawn at random; the numbers
/// begin where they are told to.
fn drawn(first: u64, seed: u64) -> (Store, Vec<Dim>, Seq) {
    let mut store = Store::numbered_from(first);
    let dims: Vec<Dim> = (0..3).map(|_| store.fresh_dim(FreshKind::Unknown)).collect();
    let seq = store.fresh_shape().seq().expect("a sequence");
    let mut rng = Rng::new(seed);
    for _ in 0..rng.below(4) {
        let (a, b) = (rng.pick(&dims), rng.pick(&dims).plus(rng.from(-1, 2)));
        let half = a.floordiv(Dim::of(2)).expect("not by 0");
        let fact = match rng.below(7) {
            0 => Fact::Eq(a, b),
            1 => Fact::Le(a, b),
            2 => Fact::Ne(a, b),
            3 => Fact::Broadcast(a, b),
            4 => Fact::Le(Dim::of(rng.from(1, 3)), half),
            5 => Fact::Eq(half, b),
            _ => Fact::Shape(seq.shape(), Shape::of(&[a, b])),
        };
        let _ = store.tell(&fact);
    }
    (store, dims, seq)
}

fn given(dims: &[Dim], seq: Seq) -> [Ty; 2] {
    [Ty::array(DType::INT8, shape(&dims[..1], Some(seq))), Ty::int(dims[1].plus(dims[2]))]
}

#[test]
fn what_is_known_alike_has_one_canonical_form() {
    let mut codes = Vec::new();
    for seed in 0..400 {
        let [(store, dims, seq), (other, others, same)] = [0, 70].map(|first| drawn(first, seed));
        let (form, code) = store.about(&given(&dims, seq)).expect("it is not too much");
        let (elsewhere, again) = other.about(&given(&others, same)).expect("it is not too much");
        assert_eq!(code, again, "seed {seed}");
        // What a call teaches one store it teaches the other, in the other's numbers.
        let teach = |store: &Store, dims: &[Dim]| {
            let mut after = store.clone();
            let made = after.fresh_dim(FreshKind::Unknown);
            let told = after.tell(&Fact::Le(dims[0].plus(made), dims[1]));
            told.and_then(|()| after.tell(&Fact::Eq(dims[2].modulo(Dim::of(3)).expect("not by 0"), made))).ok()?;
            Some(after)
        };
        let (after, expected) = (teach(&store, &dims), teach(&other, &others));
        assert_eq!(after.is_some(), expected.is_some(), "seed {seed}");
        if let (Some(after), Some(expected)) = (after, expected)
            && let Some(learned) = after.learned(&store, &form)
        {
            let taught = other.having_learned(&learned, &elsewhere, 1).expect("there is room");
            assert!(taught.is_same(&expected), "seed {seed}");
            assert!(!taught.is_same(&other) && !other.is_same(&taught), "seed {seed}");
        }
        codes.push((code, format!("{:?}", store.waiting().collect::<Vec<_>>())));
    }
    // What differs in what waits has another form.
    for (code, waiting) in &codes {
        assert!(codes.iter().all(|(other, of)| code != other || waiting == of), "{waiting}");
    }
    let different = codes.iter().enumerate().filter(|(at, (code, _))| codes[..*at].iter().all(|(own, _)| own != code));
    assert!(different.count() > 80);
}

#[test]
fn bindings_that_lead_back_end() {
    let mut rng = Rng::new(71);
    for _ in 0..20_000 {
        let mut store = Store::new();
        for _ in 0..6 {
            let mut side = || {
                let mut one = || Seq::name(["S", "T", "U", "V"][rng.below(4)]).shape();
                let (first, second) = (one(), one());
                match rng.below(3) {
                    0 => first,
                    _ => {
                        let operands = [first, second].map(Term::Shape);
                        Seq::new(SeqData::App(Sym::new("broadcast"), operands.into())).shape()
                    }
                }
            };
            if store.tell(&Fact::Shape(side(), side())).is_err() {
                break;
            }
        }
    }
}
