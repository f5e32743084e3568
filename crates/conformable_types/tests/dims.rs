//! Integer expressions against brute force: every claim of the normal form and of `bounds` is
//! checked on small values of the atoms (names at least 0, ints of any sign).

mod common;

use std::cell::Cell;

use common::{Raw, Valuation, int, name, raw, valuations};
use conformable_types::bounds::{self, Interval, NoFacts};
use conformable_types::dim::{MAX_DEGREE, MAX_MONOMIALS, MAX_NESTING, python_floordiv, python_mod, slice_length};
use conformable_types::term::{Map, map_dim};
use conformable_types::text::{parse_dim, print_dim};
use conformable_types::{Atom, AtomData, Dim, Shape, Term, Truth};
use proptest::prelude::*;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn value(dim: Dim, at: Valuation) -> Option<i64> {
    dim.evaluate(&mut |atom| at.of(atom))
}

fn dim(text: &str) -> Dim {
    parse_dim(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

proptest! {
    #![proptest_config(config(2000))]

    /// The normal form has the value of the expression, and its interval holds it.
    #[test]
    fn the_normal_form_keeps_the_value(raw in raw()) {
        let Some(dim) = raw.dim() else { return Ok(()) };
        let range = bounds::interval(dim, &NoFacts);
        for at in valuations() {
            let Some(expected) = raw.value(at) else { continue };
            prop_assert!(range.contains(expected), "{dim:?} = {expected} at {at:?}, not in {range:?}");
            if dim.is_any() {
                continue;
            }
            prop_assert_eq!(value(dim, at), Some(expected), "{:?} at {:?}", dim, at);
        }
    }

    #[test]
    fn sums_and_products_are_a_ring(a in raw(), b in raw(), c in raw()) {
        let (Some(a), Some(b), Some(c)) = (a.dim(), b.dim(), c.dim()) else { return Ok(()) };
        prop_assert_eq!(a.plus(b), b.plus(a));
        prop_assert_eq!(a.times(b), b.times(a));
        prop_assert_eq!(a.plus(Dim::ZERO), a);
        prop_assert_eq!(a.times(Dim::ONE), a);
        prop_assert_eq!(a.negated().negated(), a);
        let small = [a, b, c].iter().all(|d| d.measure().is_some_and(|(count, degree, _)| count <= 4 && degree <= 2));
        if small {
            prop_assert_eq!(a.minus(a), Dim::ZERO);
            prop_assert_eq!(a.plus(b).minus(b), a);
            prop_assert_eq!(a.plus(b).plus(c), a.plus(b.plus(c)));
            prop_assert_eq!(a.times(b).times(c), a.times(b.times(c)));
            prop_assert_eq!(a.times(b.plus(c)), a.times(b).plus(a.times(c)));
        }
    }

    #[test]
    fn extremes_are_lattice_operations(a in raw(), b in raw(), c in raw()) {
        let (Some(a), Some(b), Some(c)) = (a.dim(), b.dim(), c.dim()) else { return Ok(()) };
        for op in [|x: &[Dim]| Dim::max(x.iter().copied()), |x: &[Dim]| Dim::min(x.iter().copied()), |x: &[Dim]| Dim::bcast(x.iter().copied())] {
            prop_assert_eq!(op(&[a, a]), op(&[a]));
            if a.constant().is_none() && b.constant().is_none() {
                prop_assert_eq!(op(&[a, b]), op(&[b, a]));
                if !c.is_any() && c.constant().is_none() && op(&[a, b, c]) != Dim::any() {
                    prop_assert_eq!(op(&[op(&[a, b]), c]), op(&[a, op(&[b, c])]));
                }
            }
        }
        prop_assert_eq!(Dim::bcast([a, Dim::ONE]), Dim::bcast([a]));
    }

    /// Answers hold for every value.
    #[test]
    fn comparisons_are_sound(a in raw(), b in raw(), k in -6i64..7) {
        let (Some(x), Some(y)) = (a.dim(), b.dim()) else { return Ok(()) };
        let eq = bounds::eq(x, y, &NoFacts);
        let le = bounds::le(x, y, &NoFacts);
        let sum = bounds::sum_is_nonnegative(x, y, &NoFacts);
        let divides = bounds::divides(k, x);
        for at in valuations() {
            let Some(p) = a.value(at) else { continue };
            check(divides, if k == 0 { p == 0 } else { p % k == 0 }, "divides", x, y, at)?;
            let Some(q) = b.value(at) else { continue };
            check(eq, p == q, "eq", x, y, at)?;
            check(le, p <= q, "le", x, y, at)?;
            check(sum, p + q >= 0, "sum", x, y, at)?;
        }
    }

    #[test]
    fn substitution_is_evaluation(raw in raw(), replaced in 0..3usize, with in raw()) {
        let (Some(dim), Some(with_dim)) = (raw.dim(), with.dim()) else { return Ok(()) };
        let atom = name(replaced).as_atom().expect("a name");
        let everywhere = map_dim(dim, &mut Replace(atom, with_dim));
        let outside = dim.substitute_atom(atom, with_dim);
        let linear = dim.linear_in(atom);
        for at in valuations() {
            let Some(put) = with.value(at).filter(|value| *value >= 0) else { continue };
            let mut inner = at;
            inner.names[replaced] = put;
            if let (false, Some(expected)) = (everywhere.is_any(), raw.value(inner)) {
                prop_assert_eq!(value(everywhere, at), Some(expected), "{:?} with {:?} at {:?}", dim, with_dim, at);
            }
            if let (false, false, Some(expected)) = (outside.is_any(), mentions_inside(dim, atom), raw.value(inner)) {
                prop_assert_eq!(value(outside, at), Some(expected));
            }
            if let (Some((coefficient, rest)), Some(expected)) = (linear, value(dim, at)) {
                prop_assert_eq!(value(rest, at).map(|rest| rest + coefficient * at.names[replaced]), Some(expected));
            }
        }
    }

    #[test]
    fn text_is_exact(raw in raw()) {
        let Some(dim) = raw.dim() else { return Ok(()) };
        let read = |text: &str| parse_dim(text).map_err(|error| TestCaseError::fail(format!("{text}: {error}")));
        // Numbers of run-time sizes follow the text, so the first reading renames them.
        let named = map_dim(dim, &mut Named);
        prop_assert_eq!(read(&print_dim(named))?, named);
        let once = read(&print_dim(dim))?;
        prop_assert_eq!(once.measure(), dim.measure());
    }

    #[test]
    fn huge_constants_never_panic(a in any::<i64>(), b in any::<i64>(), shift in 0..64u32) {
        let n = name(0);
        for (a, b) in [(a, b), (a >> shift, b), (i64::MIN, b), (a, i64::MIN), (i64::MIN, -1), (i64::MAX, b)] {
            let (x, y) = (n.scaled(a).plus(b), n.scaled(b).minus(a));
            for d in [x.plus(y), x.minus(y), x.times(y), x.negated(), Dim::of(a).times(b), Dim::of(a).plus(b)] {
                let _ = (bounds::interval(d, &NoFacts), print_dim(d));
                prop_assert_eq!(parse_dim(&print_dim(d)).ok(), Some(d), "{:?}", d);
            }
            for d in [x, y, Dim::of(a), Dim::of(b)] {
                for e in [x, y, Dim::of(b), Dim::of(-1), Dim::of(i64::MIN)] {
                    let _ = (d.floordiv(e), d.modulo(e), Dim::max([d, e]), bounds::eq(d, e, &NoFacts));
                    let _ = (bounds::le(d, e, &NoFacts), bounds::sum_is_nonnegative(d, e, &NoFacts), bounds::divides(b, d));
                    if let (Some(p), Some(q), Some(r)) = (d.constant(), e.constant(), d.floordiv(e)) {
                        prop_assert_eq!(r.constant(), python_floordiv(p, q));
                    }
                }
            }
            prop_assert_eq!(bounds::le(Dim::of(a), Dim::of(b), &NoFacts), Truth::from(a <= b));
        }
    }
}

fn check(answer: Truth, holds: bool, what: &str, a: Dim, b: Dim, at: Valuation) -> Result<(), TestCaseError> {
    match answer {
        Truth::Yes => prop_assert!(holds, "{what}({a:?}, {b:?}) is not yes at {at:?}"),
        Truth::No => prop_assert!(!holds, "{what}({a:?}, {b:?}) is not no at {at:?}"),
        Truth::Unknown => {}
    }
    Ok(())
}

struct Replace(Atom, Dim);

impl Map for Replace {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        (atom == self.0).then_some(self.1)
    }
}

struct Named;

impl Map for Named {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        match atom.data() {
            AtomData::Fresh { id, .. } => Some(Dim::name(&format!("k{id}"))),
            _ => None,
        }
    }
}

fn mentions_inside(dim: Dim, atom: Atom) -> bool {
    struct Seen(Atom, bool);
    impl Map for Seen {
        fn atom(&mut self, atom: Atom) -> Option<Dim> {
            self.1 |= atom == self.0;
            None
        }
    }
    dim.atoms().any(|outer| {
        let mut seen = Seen(atom, false);
        map_dim(outer.dim(), &mut seen);
        outer != atom && seen.1
    })
}

/// The interval of each operation holds every result of values of its operands' intervals.
#[test]
fn interval_operations_are_sound() {
    let ends = [i64::MIN, -3, -1, 0, 1, 2, 4, i64::MAX];
    let values = |i: Interval| (-9..=9).filter(move |v| i.contains(*v));
    let intervals: Vec<Interval> = ends
        .iter()
        .flat_map(|&lo| ends.iter().map(move |&hi| Interval::new(lo, hi)))
        .filter(|i| !i.is_empty() && values(*i).next().is_some())
        .collect();
    struct Told(Interval, Interval);
    impl bounds::Facts for Told {
        fn told(&self, atom: Atom) -> Interval {
            match atom.data() {
                AtomData::Name(name) if name.as_str() == "p" => self.0,
                AtomData::Name(_) => self.1,
                _ => Interval::ALL,
            }
        }
    }
    let forms = ["p + q", "p*q", "p*p", "p//q", "p % q", "3*p - 2*q", "max(p, q)", "min(p, q)"].map(dim);
    for &p in &intervals {
        for &q in &intervals {
            let facts = Told(p, q);
            for form in forms {
                let range = bounds::interval(form, &facts);
                for x in values(p) {
                    for y in values(q) {
                        let at = |atom: Atom| match atom.data() {
                            AtomData::Name(name) if name.as_str() == "p" => Some(x),
                            _ => Some(y),
                        };
                        let Some(result) = form.evaluate(&mut { at }) else { continue };
                        assert!(
                            range.contains(result),
                            "{form:?} = {result} for {x} in {p:?}, {y} in {q:?}: {range:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn python_rounds_down() {
    for (a, b, quotient, rest) in
        [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (-6, 2, -3, 0), (0, -5, 0, 0)]
    {
        assert_eq!((python_floordiv(a, b), python_mod(a, b)), (Some(quotient), rest), "{a} by {b}");
        assert_eq!(Dim::of(a).floordiv(Dim::of(b)), Some(Dim::of(quotient)));
        assert_eq!(Dim::of(a).modulo(Dim::of(b)), Some(Dim::of(rest)));
    }
    assert_eq!(python_floordiv(i64::MIN, -1), None);
    assert_eq!(python_mod(i64::MIN, -1), 0);
    assert_eq!(Dim::of(i64::MIN).floordiv(Dim::of(-1)), Some(Dim::any()));
    assert_eq!(Dim::of(5).floordiv(Dim::ZERO), None);
    assert_eq!(name(0).modulo(Dim::ZERO), None);
}

#[test]
fn slices_are_counted_as_python_counts() {
    for n in 0..6i64 {
        for start in -8..9i64 {
            for stop in -8..9i64 {
                for step in [-3, -2, -1, 1, 2, 3i64] {
                    let raw = Raw::SliceLen(Box::new([start, stop, step, n].map(Raw::Const)));
                    let zero = Valuation { names: [0; 3], ints: [0; 2] };
                    assert_eq!(slice_length(start, stop, step, n), raw.value(zero), "[{start}:{stop}:{step}] of {n}");
                    // With the size not known yet.
                    let size = Dim::slicelen(Dim::of(start), Dim::of(stop), Dim::of(step), name(0));
                    assert_eq!(size.evaluate(&mut |_| Some(n)), raw.value(zero), "{size:?}");
                }
            }
        }
    }
}

#[test]
fn normal_forms() {
    for (text, normal) in [
        ("2*n - n + 3", "n + 3"),
        ("n + m", "m + n"),
        ("n*(m + 1) - n", "m*n"),
        ("0*n", "0"),
        ("n - n", "0"),
        ("3 - 5", "-2"),
        ("-(n - 1)", "-n + 1"),
        ("(n + 1)*(n - 1)", "n*n - 1"),
        ("(4*n + 6)//4", "n + 1"),
        ("(4*n + 6) % 4", "2"),
        ("(b*q + r)//b", "q + r//b"),
        ("(b*q + r) % b", "r % b"),
        ("((n + 1)*q + r)//(n + 1)", "q + r//(n + 1)"),
        ("((n + 1)*q + r) % (n + 1)", "r % (n + 1)"),
        ("n//(n + 1)", "n//(n + 1)"),
        ("n*m//n", "m"),
        ("2*n//3", "2*n//3"),
        ("7*n//3", "2*n + n//3"),
        ("(n - 7)//2", "(n + 1)//2 - 4"),
        ("(-n)//2", "-n + n//2"),
        ("n % 1", "0"),
        ("n//-1", "-n"),
        ("min(n, n + 1)", "n"),
        ("max(n, n + 1, m)", "max(m, n + 1)"),
        ("max(max(n, m), 3, 2)", "max(m, n, 3)"),
        ("min(n)", "n"),
        ("bcast(n, 1)", "n"),
        ("bcast(n, 3, 1)", "3"),
        ("bcast(n, 0)", "0"),
        ("bcast(bcast(n, m), n)", "bcast(m, n)"),
        ("slicelen(0, n, 1, n)", "n"),
        ("slicelen(2, n, 1, n)", "max(n - 2, 0)"),
        ("slicelen(0, -1, 1, n)", "max(n - 1, 0)"),
        ("slicelen(0, 5, 1, n)", "min(n, 5)"),
        ("slicelen(1, 5, 2, 4)", "2"),
        ("slicelen(0, k, 1, n)", "slicelen(0, k, 1, n)"),
        ("prod(*s)*2", "2*prod(*s)"),
        ("? + 1", "?"),
        ("?*0", "0"),
        ("? - ?", "?"),
        ("f(?)", "?"),
    ] {
        assert_eq!(print_dim(dim(text)), normal, "{text}");
    }
}

#[test]
fn comparisons() {
    for (a, b, eq, le) in [
        ("n + 1", "n", Truth::No, Truth::No),
        ("2*n", "3", Truth::No, Truth::Unknown),
        ("n*m", "0", Truth::Unknown, Truth::Unknown),
        ("n", "m", Truth::Unknown, Truth::Unknown),
        ("n", "n", Truth::Yes, Truth::Yes),
        ("?", "?", Truth::Unknown, Truth::Unknown),
        ("max(n - 1, 0)", "n", Truth::Unknown, Truth::Yes),
        ("max(n, 0)", "n", Truth::Yes, Truth::Yes),
        ("n % 4", "4", Truth::No, Truth::Yes),
        ("n//2", "n", Truth::Unknown, Truth::Unknown),
        ("min(n, m)", "n", Truth::Unknown, Truth::Yes),
        ("slicelen(0, k, 1, n)", "n", Truth::Unknown, Truth::Unknown),
        ("0", "n*m", Truth::Unknown, Truth::Yes),
        ("2*max(n, 2) - max(n, 2)*max(n, 2)", "0", Truth::Unknown, Truth::Unknown),
        ("-9223372036854775807 - 1", "?", Truth::Unknown, Truth::Unknown),
    ] {
        assert_eq!(bounds::eq(dim(a), dim(b), &NoFacts), eq, "{a} = {b}");
        assert_eq!(bounds::le(dim(a), dim(b), &NoFacts), le, "{a} <= {b}");
    }
    assert_eq!(bounds::divides(3, dim("6*n + 9*m*n")), Truth::Yes);
    assert_eq!(bounds::divides(3, dim("6*n + 1")), Truth::No);
    assert_eq!(bounds::divides(3, dim("n")), Truth::Unknown);
    assert_eq!(bounds::divides(0, dim("0")), Truth::Yes);
    assert_eq!(bounds::divides(-2, dim("4*n")), Truth::Yes);
}

#[test]
fn past_the_limits_is_some_integer() {
    let names = |count: usize| (0..count).map(|i| Dim::name(&format!("v{i}")));
    let sum = |count: usize| names(count).fold(Dim::ZERO, Dim::plus);
    assert_eq!(sum(MAX_MONOMIALS).measure().map(|m| m.0), Some(MAX_MONOMIALS));
    assert!(sum(MAX_MONOMIALS + 1).is_any());
    assert!(sum(60).times(sum(60)).is_any());
    let n = Dim::name("n");
    let power = |p: u32| (0..p).fold(Dim::ONE, |product, _| product.times(n));
    assert_eq!(power(MAX_DEGREE).measure().map(|m| m.1), Some(MAX_DEGREE));
    assert!(power(MAX_DEGREE + 1).is_any());
    let nested = |depth: u32| (0..depth).fold(n, |d, i| Dim::max([d.times(2), Dim::of(i64::from(i))]));
    assert_eq!(nested(MAX_NESTING).measure().map(|m| m.2), Some(MAX_NESTING));
    assert!(nested(MAX_NESTING + 1).is_any());
    let applied =
        |depth: u32| (0..depth).fold(n, |d, _| Atom::new(AtomData::App("f".into(), [Term::Dim(d)].into())).dim());
    assert!(!applied(MAX_NESTING).is_any() && applied(MAX_NESTING + 1).is_any());
    // 64 bits.
    assert!(Dim::of(i64::MAX).plus(1).is_any());
    assert!(Dim::of(i64::MIN).negated().is_any());
    assert!(n.scaled(i64::MAX).plus(n).is_any());
    assert_eq!(n.scaled(i64::MAX).plus(n).minus(n), Dim::any());
}

/// A `?` is another integer each time, and so is what is made of it.
#[test]
fn a_hole_is_never_equal_to_itself() {
    let any = Dim::any();
    assert_eq!(bounds::eq(any, any, &NoFacts), Truth::Unknown);
    assert_eq!(any.minus(any), any);
    for made in [any.plus(1), any.times(2), Dim::max([any, Dim::ONE]), any.floordiv(Dim::of(2)).expect("not 0")] {
        assert!(made.is_any());
    }
    assert!(Shape::any().size().is_any() && Shape::any().rank_dim().is_any());
    let applied = Atom::new(AtomData::App("f".into(), [Term::Shape(Shape::any())].into()));
    assert!(applied.dim().is_any());
    assert_eq!(int(0), int(0));
}

/// Each case is replaced in what replaced another: a sum of eight would be looked at 40,000 times.
#[test]
fn a_proof_by_cases_is_bounded() {
    struct Counting(Cell<usize>);
    impl bounds::Facts for Counting {
        fn told(&self, _: Atom) -> Interval {
            self.0.set(self.0.get() + 1);
            Interval::SIZE
        }
    }
    let name = |letter: &str, place: usize| Dim::name(&format!("{letter}{place}"));
    let own = |count: usize| (0..count).map(|place| name("a", place)).fold(Dim::ZERO, Dim::plus);
    let cases = |count: usize| {
        let case = |place| Dim::max([name("a", place), name("b", place).minus(Dim::ONE), name("c", place)]);
        (0..count).map(case).fold(Dim::ZERO, Dim::plus)
    };
    let facts = Counting(Cell::new(0));
    assert_eq!(bounds::le(own(3), cases(3), &facts), Truth::Yes);
    assert!(facts.0.take() < 1_000);
    assert_eq!(bounds::le(own(8), cases(8), &facts), Truth::Unknown);
    assert!(facts.0.take() < 50_000);
}
