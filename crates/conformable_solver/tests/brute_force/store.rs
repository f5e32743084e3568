//! The store against enumeration: what is asked after what was told, and what a join keeps.

use conformable_solver::{Fact, Store};
use conformable_types::{Dim, Truth};

use crate::rng::Rng;
use crate::{Valuation, k, seed};

fn all() -> Vec<Valuation> {
    let mut all = vec![];
    for n in 0..=4 {
        for m in 0..=4 {
            for k in -3..=3 {
                all.push(Valuation { n, m, k, s: vec![] });
            }
        }
    }
    all
}

/// An expression and what it is at a valuation.
type Value = (Dim, Box<dyn Fn(&Valuation) -> i64>);

fn linear(rng: &mut Rng) -> Value {
    let (a, b, c, d) =
        (rng.from(-1, 2), rng.from(-1, 1), rng.from(-3, 3), if rng.chance(30) { rng.from(-1, 1) } else { 0 });
    let dim = Dim::name("n").scaled(a).plus(Dim::name("m").scaled(b)).plus(c).plus(k().scaled(d));
    (dim, Box::new(move |v| a * v.n + b * v.m + c + d * v.k))
}

fn value(rng: &mut Rng) -> Value {
    let (x, f) = linear(rng);
    let (y, g) = linear(rng);
    let q = rng.from(2, 3);
    match rng.below(8) {
        0 => (Dim::max([x, y]), Box::new(move |v| f(v).max(g(v)))),
        1 => (Dim::min([x, y]), Box::new(move |v| f(v).min(g(v)))),
        2 => (x.floordiv(Dim::of(q)).unwrap(), Box::new(move |v| f(v).div_euclid(q))),
        3 => (x.modulo(Dim::of(q)).unwrap(), Box::new(move |v| f(v).rem_euclid(q))),
        4 => (Dim::name("n").times(Dim::name("m")).plus(q), Box::new(move |v| v.n * v.m + q)),
        _ => (x, f),
    }
}

/// A fact and whether it holds at a valuation.
type Claim = (Fact, Box<dyn Fn(&Valuation) -> bool>);

fn claim(rng: &mut Rng) -> Claim {
    let (x, f) = value(rng);
    let (y, g) = value(rng);
    match rng.below(5) {
        0 | 1 => (Fact::Le(x, y), Box::new(move |v| f(v) <= g(v))),
        2 => (Fact::Eq(x, y), Box::new(move |v| f(v) == g(v))),
        3 => (Fact::Ne(x, y), Box::new(move |v| f(v) != g(v))),
        _ => (Fact::Broadcast(x, y), Box::new(move |v| f(v) == g(v) || f(v) == 1 || g(v) == 1)),
    }
}

/// A store with some facts, and where they hold. `None` if they contradict.
fn told(rng: &mut Rng, most: usize) -> Result<(Store, Vec<Claim>), Vec<Claim>> {
    let mut store = Store::new();
    let mut claims = vec![];
    for _ in 0..rng.below(most + 1) {
        let next = claim(rng);
        let told = store.tell(&next.0);
        claims.push(next);
        if told.is_err() {
            return Err(claims);
        }
    }
    Ok((store, claims))
}

fn holds(claims: &[Claim], v: &Valuation) -> bool {
    claims.iter().all(|(_, holds)| holds(v))
}

fn facts(claims: &[Claim]) -> Vec<&Fact> {
    claims.iter().map(|(fact, _)| fact).collect()
}

#[test]
fn what_is_told_is_all_that_is_excluded() {
    let (mut rng, all) = (Rng::new(seed()), all());
    let (mut contradictions, mut answers) = (0, 0);
    for _ in 0..800 {
        match told(&mut rng, 4) {
            Err(claims) => {
                contradictions += 1;
                let runs = all.iter().find(|v| holds(&claims, v));
                assert!(runs.is_none(), "{:?} hold at {runs:?}", facts(&claims));
            }
            Ok((store, claims)) => {
                for v in &all {
                    if holds(&claims, v) {
                        assert!(crate::at(&store, v).is_some(), "{:?} hold at {v:?}, excluded", facts(&claims));
                    }
                }
                for _ in 0..6 {
                    let (fact, asked) = claim(&mut rng);
                    let answer = store.ask(&fact);
                    let allowed: Vec<bool> = all.iter().filter(|v| holds(&claims, v)).map(asked).collect();
                    let right = match answer {
                        Truth::Yes => allowed.iter().all(|a| *a),
                        Truth::No => !allowed.iter().any(|a| *a),
                        Truth::Unknown => true,
                    };
                    answers += usize::from(answer != Truth::Unknown);
                    assert!(right, "{fact:?} is {answer:?} after {:?}", facts(&claims));
                }
            }
        }
    }
    assert!(contradictions > 30 && answers > 600, "{contradictions} contradictions, {answers} answers");
}

#[test]
fn a_join_holds_on_both_paths() {
    let (mut rng, all) = (Rng::new(seed() + 1), all());
    let mut kept = 0;
    for _ in 0..400 {
        let (Ok((a, left)), Ok((b, right))) = (told(&mut rng, 3), told(&mut rng, 3)) else { continue };
        let joined = a.join(&b);
        for v in &all {
            if holds(&left, v) || holds(&right, v) {
                let excluded = crate::at(&joined, v).is_none();
                assert!(!excluded, "{:?} or {:?} at {v:?}", facts(&left), facts(&right));
            }
        }
        for _ in 0..4 {
            let (fact, asked) = claim(&mut rng);
            let answer = joined.ask(&fact);
            let reachable = all.iter().filter(|v| holds(&left, v) || holds(&right, v));
            let wrong = reachable.filter(|v| (answer == Truth::Yes && !asked(v)) || (answer == Truth::No && asked(v)));
            assert_eq!(wrong.count(), 0, "{fact:?} is {answer:?} after {:?} or {:?}", facts(&left), facts(&right));
            kept += usize::from(answer != Truth::Unknown);
        }
    }
    assert!(kept > 100, "{kept}");
}
