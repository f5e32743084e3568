//! What each relation says of arguments that are known in part, written down: results, what is told, and why
//! it refuses. NumPy judges what is known whole (`golden`), and enumeration what isn't (`brute_force`); both leave
//! open how much is said, and in which words. `UPDATE=1 cargo test -p conformable_solver --test outcomes` writes the
//! table again after a change, for which one looks at each line that differs.

#[path = "common/rng.rs"]
mod rng;

use std::fmt::Write;

use conformable_solver::relations::{self, Relation, Sort};
use conformable_solver::{Context, Store};
use conformable_types::text::print::print_term;
use conformable_types::text::{parse_shape, parse_type, print_dim, print_shape};
use conformable_types::{DType, Dim, Elem, FreshKind, Seq, Shape, Term, Ty, TyKind};
use rng::Rng;

/// So many calls of each number of arguments.
const CALLS: usize = 24;

fn shapes() -> Vec<Term> {
    let texts = ["()", "(3,)", "(2, 3)", "(1, n)", "(n, 2, m)", "(n, *S)", "(*S, 3)", "(*S,)", "(6, 4, 1)"];
    texts.iter().map(|text| Term::Shape(parse_shape(text).expect("a shape"))).collect()
}

fn types(texts: &[&str]) -> Vec<Term> {
    texts.iter().map(|text| Term::Ty(parse_type(text).expect("a type"))).collect()
}

/// The texts that a sort's noun names, as in `'mul', 'add', 'max' or 'min'`, or some that it knows.
fn words(noun: &str, knows: fn(&'static str) -> bool) -> Vec<Term> {
    let some = ["add", "multiply", "equal", "sqrt", "matmul", "invert", "safe", "unsafe", "float32", "i", "last"];
    let named: Vec<&str> = noun.split('\'').skip(1).step_by(2).collect();
    let known = some.into_iter().filter(|word| knows(word)).collect();
    let all: Vec<&str> = if named.is_empty() { known } else { named };
    all.into_iter().chain(["none such"]).map(|word| Term::Ty(Ty::str(word))).collect()
}

/// Arguments of a sort, and some that are none of it.
fn pool(sort: Sort) -> Vec<Term> {
    let open = Dim::fresh(1_000_000, FreshKind::Int);
    match sort {
        Sort::Int => [Dim::of(2), Dim::of(-1), Dim::of(0), Dim::name("n"), open].map(Term::Dim).to_vec(),
        Sort::Shape => shapes(),
        Sort::Axes => [
            types(&["None", "int", "tuple[int, int]"]),
            [Ty::int(0), Ty::int(-1), Ty::int(1), Ty::tuple([Ty::int(0), Ty::int(-1)]), Ty::int(Dim::name("n"))]
                .map(Term::Ty)
                .to_vec(),
        ]
        .concat(),
        Sort::Elem => {
            let dtypes = [DType::INT8, DType::BOOL, DType::FLOAT64, DType::OBJECT, DType::INT64];
            let mut all: Vec<Term> = dtypes.map(|dtype| Term::Elem(Elem::from(dtype))).to_vec();
            all.push(Term::Elem(Elem::name("E")));
            [all, types(&["int", "float", "complex", "bool", "float32[n]", "int16"])].concat()
        }
        Sort::Text => ["ij,jk->ik", "i...->...", "add", "i,i"].map(|text| Term::Ty(Ty::str(text))).to_vec(),
        Sort::Word(noun, knows) => words(noun, knows),
        Sort::Type => [
            types(&[
                "int",
                "float",
                "None",
                "str",
                "list[int]",
                "tuple[int, float]",
                "float64[n, 2]",
                "bool[m]",
                "slice",
            ]),
            [Ty::int(2), Ty::int(-1), Ty::list([Ty::int(1), Ty::int(-1)]), Ty::float(2.0), Ty::bool(true)]
                .map(Term::Ty)
                .to_vec(),
            vec![Term::Dim(Dim::name("m")), Term::Dim(Dim::of(6)), Term::Ty(Ty::new(TyKind::Ellipsis))],
        ]
        .concat(),
        Sort::Any => [shapes(), types(&["int", "float64[n, 2]", "None"])].concat(),
    }
}

fn argument(relation: &Relation, place: usize, rng: &mut Rng) -> Term {
    let sort = relation.param(place).map_or(Sort::Any, |param| param.sort);
    // Now and then one of another sort, or a list of several.
    match rng.below(12) {
        0 => rng.pick(&pool(Sort::Type)),
        1 | 2 => Term::List((0..rng.below(3) + 1).map(|_| rng.pick(&pool(sort))).collect()),
        _ => rng.pick(&pool(sort)),
    }
}

fn outcome(relation: &Relation, given: &[Term]) -> String {
    let mut cx = Context::new(&Store::new());
    let mut written = match relations::apply(relation.name, &mut cx, given).expect("a relation") {
        Ok(term) => format!("= {}", print_term(&cx.store().resolve_term(&term))),
        Err(failure) => {
            let parts: Vec<String> = failure.parts.iter().map(|part| format!("{part:?}")).collect();
            return format!("! {:?}: {} {}", failure.kind, failure.message, parts.join(" "));
        }
    };
    let before = Store::new();
    for name in ["n", "m"] {
        let (dim, store) = (Dim::name(name), cx.store());
        if store.resolve_dim(dim) != dim {
            let _ = write!(written, "; {name} is {}", print_dim(store.resolve_dim(dim)));
        } else if store.interval(dim) != before.interval(dim) {
            let _ = write!(written, "; {name} in {:?}", store.interval(dim));
        }
    }
    let s: Shape = Seq::name("S").shape();
    if cx.store().resolve_shape(s) != s {
        let _ = write!(written, "; *S is {}", print_shape(cx.store().resolve_shape(s)));
    }
    for fact in cx.store().waiting() {
        let _ = write!(written, "; {fact:?}");
    }
    if cx.saw_unknown() {
        written.push_str("; open");
    }
    written
}

#[test]
fn of_arguments_that_are_known_in_part() {
    let path = format!("{}/tests/data/outcomes.txt", env!("CARGO_MANIFEST_DIR"));
    let mut now = String::new();
    for relation in relations::ALL {
        let arity = relation.arity();
        for count in *arity.start()..=(*arity.end()).min(arity.start() + 1) {
            let mut rng = Rng::new(count as u64 + 1);
            for _ in 0..CALLS {
                let given: Vec<Term> = (0..count).map(|place| argument(relation, place, &mut rng)).collect();
                let shown: Vec<String> = given.iter().map(print_term).collect();
                let _ = writeln!(now, "{}({}) {}", relation.name, shown.join(", "), outcome(relation, &given));
            }
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(path, now).expect("the table is written");
    }
    let table = std::fs::read_to_string(&path).expect("the table");
    let differing: Vec<String> = table
        .lines()
        .zip(now.lines())
        .filter(|(was, is)| was != is)
        .map(|(was, is)| format!("was {was}\nis  {is}"))
        .collect();
    let first = differing[..differing.len().min(10)].join("\n");
    assert!(table == now, "{} lines differ:\n{first}", differing.len());
}
