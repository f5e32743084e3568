//! The relations and the store against enumeration: random goals over small sizes, some of them
//! symbolic, each judged by a slow reference at every valuation.
//!
//! An answer must be right at every valuation that the told facts allow, the reference must fail
//! at every one that they exclude, and a refutation holds at all (or at all but those it names).

mod goals;
mod reference;
#[path = "../common/rng.rs"]
mod rng;
mod store;

use conformable_solver::{Context, Fact, Failure, Store};
use conformable_types::{Dim, FreshKind, Seq, Shape};
use rng::{Rng, number};

/// Fixed; `SEED=7 cargo test` looks elsewhere.
pub fn seed() -> u64 {
    number("SEED", 20_260_401)
}

/// What the names stand for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valuation {
    pub n: i64,
    pub m: i64,
    pub k: i64,
    pub s: reference::Shape,
}

/// `c + a*n + b*m + d*k`, at least 0 if clipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expr {
    pub c: i64,
    pub n: i64,
    pub m: i64,
    pub k: i64,
    pub clip: bool,
}

impl Expr {
    pub fn constant(c: i64) -> Expr {
        Expr { c, n: 0, m: 0, k: 0, clip: false }
    }

    pub fn eval(&self, v: &Valuation) -> i64 {
        let value = self.c + self.n * v.n + self.m * v.m + self.k * v.k;
        if self.clip { value.max(0) } else { value }
    }

    pub fn dim(&self) -> Dim {
        let sum =
            Dim::name("n").scaled(self.n).plus(Dim::name("m").scaled(self.m)).plus(k().scaled(self.k)).plus(self.c);
        if self.clip { Dim::max([sum, Dim::ZERO]) } else { sum }
    }
}

pub fn k() -> Dim {
    Dim::fresh(1_000_000, FreshKind::Int)
}

/// Dims around at most one sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeExpr {
    pub front: Vec<Expr>,
    pub seq: bool,
    pub back: Vec<Expr>,
}

impl ShapeExpr {
    pub fn eval(&self, v: &Valuation) -> reference::Shape {
        let mut dims: Vec<i64> = self.front.iter().map(|e| e.eval(v)).collect();
        if self.seq {
            dims.extend(&v.s);
        }
        dims.extend(self.back.iter().map(|e| e.eval(v)));
        dims
    }

    pub fn shape(&self) -> Shape {
        let dims = |exprs: &[Expr]| exprs.iter().map(Expr::dim).collect::<Shape>();
        let middle = if self.seq { Seq::name("s").shape() } else { Shape::scalar() };
        dims(&self.front).append(middle).unwrap().append(dims(&self.back)).unwrap()
    }
}

type Run = Box<dyn Fn(&mut Context) -> Result<Shape, Failure>>;
type Judge = Box<dyn Fn(&Valuation) -> Option<reference::Shape>>;

pub struct Goal {
    pub text: String,
    pub uses_seq: bool,
    pub uses_k: bool,
    /// The reference may fail where no fact says so: no fact says that k is -1 or 3.
    pub may_fail: bool,
    pub run: Run,
    pub judge: Judge,
}

fn valuations(goal: &Goal) -> Vec<Valuation> {
    let ks = if goal.uses_k { -4..=4 } else { 0..=0 };
    let shapes: Vec<reference::Shape> = if goal.uses_seq {
        [&[][..], &[0], &[1], &[2], &[3], &[1, 2], &[2, 1], &[0, 3], &[3, 3], &[2, 3, 1]].map(<[i64]>::to_vec).to_vec()
    } else {
        vec![vec![]]
    };
    let mut all = vec![];
    for n in 0..=4 {
        for m in if goal.uses_seq || goal.uses_k { 2..=3 } else { 0..=4 } {
            for k in ks.clone() {
                for s in &shapes {
                    all.push(Valuation { n, m, k, s: s.clone() });
                }
            }
        }
    }
    all
}

/// The store at one valuation; `None` if its facts exclude it.
pub fn at(store: &Store, v: &Valuation) -> Option<Store> {
    let mut store = store.clone();
    store.tell(&Fact::Eq(Dim::name("n"), Dim::of(v.n))).ok()?;
    store.tell(&Fact::Eq(Dim::name("m"), Dim::of(v.m))).ok()?;
    store.tell(&Fact::Eq(k(), Dim::of(v.k))).ok()?;
    store.tell(&Fact::Shape(Seq::name("s").shape(), v.s.iter().map(|d| Dim::of(*d)).collect())).ok()?;
    Some(store)
}

fn concrete(shape: Shape) -> Option<reference::Shape> {
    shape.dims()?.iter().map(|dim| dim.constant()).collect()
}

/// Does the text of an exception, `n is 0 or 1` or `n or m is 0`, name this valuation?
fn excepted(text: &str, v: &Valuation) -> bool {
    let (names, values) = text.split_once(" is ").expect("an exception");
    let values: Vec<i64> = values.split(" or ").map(|value| value.parse().expect("a value")).collect();
    names.split(" or ").any(|name| values.contains(if name == "n" { &v.n } else { &v.m }))
}

#[derive(Default, Debug)]
struct Count {
    decided: usize,
    open: usize,
    refuted: usize,
    excepted: usize,
    checks: usize,
}

/// What a branch on the way has taught.
type Condition = (Fact, fn(&Valuation) -> bool);

fn condition(rng: &mut Rng) -> Option<Condition> {
    let (n, m) = (Dim::name("n"), Dim::name("m"));
    let conditions: [Condition; 8] = [
        (Fact::Le(Dim::ONE, n), |v| v.n >= 1),
        (Fact::Le(Dim::of(2), n), |v| v.n >= 2),
        (Fact::Le(n, Dim::of(2)), |v| v.n <= 2),
        (Fact::Eq(n, m), |v| v.n == v.m),
        (Fact::Ne(n, Dim::ONE), |v| v.n != 1),
        (Fact::Le(Dim::ZERO, k()), |v| v.k >= 0),
        (Fact::Le(k(), Dim::of(-1)), |v| v.k < 0),
        (Fact::Le(m, n), |v| v.m <= v.n),
    ];
    rng.chance(40).then(|| rng.pick(&conditions))
}

fn check(goal: &Goal, condition: Option<&Condition>, count: &mut Count) -> Result<(), String> {
    let mut path = Store::new();
    if let Some((fact, _)) = condition {
        path.tell(fact).expect("a condition by itself");
    }
    let mut cx = Context::new(&path);
    let result = (goal.run)(&mut cx);
    for v in valuations(goal) {
        if condition.is_some_and(|(_, holds)| !holds(&v)) {
            continue;
        }
        let expected = (goal.judge)(&v);
        count.checks += 1;
        let wrong = |why: String| {
            Err(format!("{} given {condition:?}\n    at {v:?}: {why}; the reference says {expected:?}", goal.text))
        };
        match &result {
            Err(failure) => {
                let named = failure.except.as_ref().is_some_and(|except| excepted(except, &v));
                if expected.is_some() && !named {
                    return wrong(format!("refuted: {} ({:?})", failure.message, failure.except));
                }
            }
            Ok(shape) => match (at(cx.store(), &v), &expected) {
                (None, None) => {}
                (None, Some(_)) => return wrong(format!("{shape:?} excluded")),
                (Some(store), _) => {
                    let got = concrete(store.resolve_shape(*shape));
                    let waits = expected.is_none() && (got.is_none() || goal.may_fail);
                    if got != expected && !waits {
                        return wrong(format!("{shape:?} is {:?}", store.resolve_shape(*shape)));
                    }
                }
            },
        }
    }
    match &result {
        Ok(shape) if concrete(*shape).is_some() || shape.rank().is_some() => count.decided += 1,
        Ok(_) => count.open += 1,
        Err(failure) if failure.except.is_some() => count.excepted += 1,
        Err(_) => count.refuted += 1,
    }
    Ok(())
}

#[test]
fn relations_agree_with_enumeration() {
    let mut rng = Rng::new(seed());
    let mut count = Count::default();
    let mut wrong = vec![];
    for _ in 0..12_000 {
        let goal = goals::random(&mut rng);
        let condition = condition(&mut rng);
        if let Err(text) = check(&goal, condition.as_ref(), &mut count) {
            wrong.push(text);
        }
    }
    println!("{count:?}");
    wrong.dedup();
    assert!(wrong.is_empty(), "{} goals:\n{}", wrong.len(), wrong[..wrong.len().min(15)].join("\n"));
    // A test that proves nothing proves nothing.
    assert!(count.decided > 4000 && count.refuted > 1000 && count.excepted > 50 && count.open > 300, "{count:?}");
}
