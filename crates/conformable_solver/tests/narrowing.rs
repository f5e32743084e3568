//! What [`domain`] makes of facts that the store alone leaves open: a table of systems in `n` and `m`, each with the
//! bounds that are left, how the values come out one by one, and the cases it falls into.
//!
//! Each row is held to a slow reading first: no values of a box that satisfy the facts may be lost, and of a
//! bounded system none may be added. What is right may still be weaker than it was, so each row is also
//! held to what it said before. `UPDATE=1 cargo test -p conformable_solver --test narrowing` writes the table again after a
//! change, for which one looks at each line that differs.

use std::fmt::Write;
use std::ops::ControlFlow;

use conformable_solver::domain::{self, EnumerationEnd, Width};
use conformable_solver::{Fact, Store};
use conformable_types::text::parse_dim;
use conformable_types::{Atom, AtomData, Dim, Term};

/// Values of a box that has those of most systems, and more than the widths below.
const BOX: i64 = 40;
const WIDTH: Width = Width { sizes: 4, ranks: 2 };
const BUDGET: usize = 400;

/// `n*m = 6, n <= m`.
fn facts(system: &str) -> Vec<Fact> {
    let dim = |text: &str| parse_dim(text.trim()).expect("a size");
    let fact = |text: &str| match text.split_whitespace().find(|word| ["=", "!=", "<=", "~"].contains(word)) {
        Some(sign) => {
            let (a, b) = text.split_once(&format!(" {sign} ")).expect("two sides");
            let (a, b) = (dim(a), dim(b));
            match sign {
                "=" => Fact::Eq(a, b),
                "!=" => Fact::Ne(a, b),
                "<=" => Fact::Le(a, b),
                _ => Fact::Broadcast(a, b),
            }
        }
        None => panic!("no fact: {text}"),
    };
    system.split(';').map(fact).collect()
}

/// Does it hold for these values? `None` where 0 divides, of which the store says nothing.
fn holds(fact: &Fact, values: (i64, i64)) -> Option<bool> {
    let mut value = |atom: Atom| match atom.data() {
        AtomData::Name(_) => Some(if atom.dim() == Dim::name("n") { values.0 } else { values.1 }),
        _ => None,
    };
    let [a, b] = fact.dims().expect("about sizes").map(|dim| dim.evaluate(&mut value));
    let (a, b) = (a?, b?);
    Some(match fact {
        Fact::Eq(..) => a == b,
        Fact::Ne(..) => a != b,
        Fact::Le(..) => a <= b,
        _ => a == b || a == 1 || b == 1,
    })
}

fn all_hold(facts: &[Fact], values: (i64, i64)) -> bool {
    facts.iter().all(|fact| holds(fact, values) == Some(true))
}

/// Those of the two that a system is about.
fn shown(system: &str) -> Vec<Term> {
    let is_there = |name: &&str| system.split(|c: char| !c.is_alphanumeric()).any(|word| word == *name);
    ["n", "m"].iter().filter(|name| is_there(name)).map(|name| Term::Dim(Dim::name(name))).collect()
}

fn text(interval: conformable_types::Interval) -> String {
    let end = |value: i64| if value == i64::MIN || value == i64::MAX { String::new() } else { value.to_string() };
    format!("{}..{}", end(interval.lo), end(interval.hi))
}

/// What is left in a case.
fn left(store: &Store, case: &[Fact]) -> String {
    let mut store = store.clone();
    let told = case.iter().try_for_each(|fact| store.tell(fact));
    let squeezed = told.and_then(|()| domain::squeeze(store, &["n", "m"].map(|name| Term::Dim(Dim::name(name)))));
    squeezed.map_or("none".into(), |store| ["n", "m"].map(|name| text(store.interval(Dim::name(name)))).join(" "))
}

/// What is made of a system, held to all values of the box that satisfy it.
fn outcome(system: &str) -> String {
    let facts = facts(system);
    let pairs = (0..=BOX).flat_map(|n| (0..=BOX).map(move |m| (n, m)));
    let expected: Vec<(i64, i64)> = pairs.filter(|pair| all_hold(&facts, *pair)).collect();
    let (terms, both) = (shown(system), ["n", "m"].map(Dim::name));
    let mut store = Store::new();
    if facts.iter().any(|fact| store.tell(fact).is_err()) {
        assert!(expected.is_empty(), "{system} holds for {:?}, and is refused", expected[0]);
        return "refused".into();
    }
    let Ok(store) = domain::squeeze(store, &terms) else {
        assert!(expected.is_empty(), "{system} holds for {:?}, and is refuted", expected[0]);
        return "refuted".into();
    };
    let ranges = both.map(|dim| store.interval(dim));
    for (n, m) in &expected {
        assert!(ranges[0].contains(*n) && ranges[1].contains(*m), "{system} holds for {n}, {m}: {ranges:?}");
    }
    let mut written = format!("{} {}", text(ranges[0]), text(ranges[1]));
    let (found, ended, tried) = enumerated(&store, &terms);
    for pair in &found {
        let fails = facts.iter().any(|fact| holds(fact, *pair) == Some(false));
        assert!(!fails, "{system} does not hold for {pair:?}");
    }
    if ended == EnumerationEnd::Complete {
        let seen = |name, value| if terms.contains(&Term::Dim(Dim::name(name))) { value } else { 0 };
        let lost = expected.iter().find(|(n, m)| !found.contains(&(seen("n", *n), seen("m", *m))));
        assert!(lost.is_none(), "{system} holds for {lost:?}, which is left out");
    }
    let _ = write!(written, ", {} of {tried} {ended:?}", found.len());
    if let Some(cases) = domain::split(&store, &terms) {
        for pair in &expected {
            let covered = cases.iter().any(|case| all_hold(case, *pair));
            assert!(covered, "{system} holds for {pair:?}, in none of {cases:?}");
        }
        let _ =
            write!(written, ", cases {}", cases.iter().map(|case| left(&store, case)).collect::<Vec<_>>().join(" | "));
    }
    for (dim, name) in both.into_iter().zip(["n", "m"]) {
        let listed = dim.as_atom().and_then(|atom| domain::values(&store, atom));
        let _ = listed.map(|all| write!(written, ", {name} in {all:?}"));
    }
    written
}

/// The values that come out one by one, how that ends, and how many were tried for it.
fn enumerated(store: &Store, terms: &[Term]) -> (Vec<(i64, i64)>, EnumerationEnd, usize) {
    let (mut found, mut budget) = (Vec::new(), BUDGET);
    let ended = domain::enumerate(store, terms, WIDTH, &mut budget, &mut |store| {
        // What the system is not about is 0.
        let value = |name| store.resolve_dim(Dim::name(name)).constant().unwrap_or_default();
        found.push((value("n"), value("m")));
        if found.len() < 60 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    (found, ended, BUDGET - budget)
}

#[test]
fn what_is_left_of_systems() {
    let path = format!("{}/tests/data/narrowing.txt", env!("CARGO_MANIFEST_DIR"));
    let table = std::fs::read_to_string(&path).expect("the table");
    let (mut now, mut weaker) = (String::new(), Vec::new());
    for line in table.lines() {
        let (system, before) = line.split_once('\t').unwrap_or((line, ""));
        let outcome = outcome(system);
        let _ = writeln!(now, "{system}\t{outcome}");
        if outcome != before {
            weaker.push(format!("{system}\n    was {before}\n    is  {outcome}"));
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(path, now).expect("the table is written");
    }
    assert!(table.lines().count() > 300, "the table is found");
    assert!(weaker.is_empty(), "{} rows differ:\n{}", weaker.len(), weaker[..weaker.len().min(10)].join("\n"));
}
