//! Calls of which everything is known, by programs, against the same calls by the solver: every
//! function of the catalogue and random signatures, with random arrays and parameters.
//!
//! `ROUNDS=` tries more forms of each, `SEED=` others.

#[path = "../../conformable_solver/tests/common/rng.rs"]
mod rng;

use conformable_graph::Op;
use conformable_graph::op::{Arguments, Slot};
use conformable_signatures::{Catalogue, Member};
use conformable_types::text::parse_type;
use conformable_types::{DType, Dim, Shape, Ty, TyKind};
use rng::{Rng, number};

/// An array's dtype and rank, or something that is no array.
type Part = Result<(DType, usize), Ty>;

impl Rng {
    fn dtype(&mut self) -> DType {
        let dtype = self.pick(&["float64", "float32", "int64", "int8", "bool", "complex64", "uint8"]);
        DType::parse(if self.chance(60) { "float64" } else { dtype }).expect("a dtype")
    }

    fn input(&mut self) -> Part {
        if self.chance(85) {
            return Ok((self.dtype(), self.below(4)));
        }
        let text = self.pick(&["Literal[0]", "Literal[1]", "Literal[-1]", "Literal[2]", "float", "float32", "None"]);
        Err(parse_type(text).expect("a type"))
    }

    /// Sizes that have a chance to fit.
    fn of_form(&mut self, form: &[Part]) -> Vec<Ty> {
        let pool = if self.chance(50) { [self.below(5); 3] } else { [self.below(5), 1 + self.below(4), 3] };
        let mut array = |dtype: DType, rank: usize| {
            let size = |_| Dim::of(if self.chance(15) { 1 } else { self.pick(&pool) } as i64);
            let dims: Vec<Dim> = (0..rank).map(size).collect();
            Ty::array(dtype, Shape::of(&dims))
        };
        form.iter().map(|part| part.map_or_else(|ty| ty, |(dtype, rank)| array(dtype, rank))).collect()
    }
}

/// What came of all calls.
#[derive(Debug, Default)]
struct Counts {
    calls: usize,
    refused: usize,
    programs: usize,
}

/// Some calls of one form. An op that is new has no programs yet.
fn compare(new: &dyn Fn() -> Op, rng: &mut Rng, form: &[Part], counts: &mut Counts) {
    let warm = new();
    for _ in 0..6 {
        let inputs = rng.of_form(form);
        let solved = new().infer(&inputs);
        let closed = warm.infer_closed(&inputs);
        counts.calls += 1;
        counts.refused += usize::from(solved.is_err());
        counts.programs += usize::from(closed.is_some());
        if let Some(signature) = warm.signature() {
            assert_eq!(
                signature.apply(&inputs).ok(),
                signature.apply_with(&inputs, &[]).ok(),
                "{warm:?} of {inputs:?}"
            );
        }
        if let Some(closed) = closed {
            match &solved {
                Ok(solved) => assert_eq!(&closed, solved, "{warm:?} of {inputs:?}"),
                Err(refusal) => panic!("{warm:?} of {inputs:?} gives {closed:?}, but {refusal}"),
            }
        }
    }
}

#[test]
fn the_catalogue() {
    let mut rng = Rng::new(number("SEED", 20_261_120));
    let mut counts = Counts::default();
    let params: [(&str, &[&str]); 6] = [
        ("axis", &["Literal[0]", "Literal[1]", "Literal[-1]", "None", "tuple[Literal[0], Literal[1]]"]),
        ("keepdims", &["Literal[True]", "Literal[False]"]),
        ("dtype", &["DType[float32]", "DType[int64]"]),
        ("axes", &["tuple[Literal[1], Literal[0]]", "None"]),
        ("shape", &["tuple[Literal[3], Literal[-1]]", "tuple[Literal[2], Literal[3]]", "Literal[-1]"]),
        ("k", &["Literal[1]", "Literal[-1]"]),
    ];
    for entry in Catalogue::numpy().functions() {
        let own: Vec<_> = params.iter().filter(|(name, _)| entry.parameters().any(|own| own.name == *name)).collect();
        for _ in 0..number("ROUNDS", 8) {
            let mut given = Vec::new();
            for (name, values) in &own {
                if rng.chance(50) {
                    given.push((*name, parse_type(rng.pick(values)).expect("a type")));
                }
            }
            let new = || given.iter().fold(Op::of_entry(entry), |op, (name, value)| op.with(name, *value));
            let form: Vec<Part> = (0..rng.pick(&[1, 1, 2, 2, 3])).map(|_| rng.input()).collect();
            compare(&new, &mut rng, &form, &mut counts);
        }
    }
    println!("{counts:?}");
    assert!(counts.calls > 10_000 && counts.programs * 20 > counts.calls, "{counts:?}");
}

/// A signature of arrays, in the arrow form, and a form that it may take.
fn signature(rng: &mut Rng, arity: usize) -> (String, Vec<Part>) {
    let dims = |rng: &mut Rng, output: bool| {
        let own: &[&str] = &["n", "m", "k", "n", "m", "3", "n + 1", "2*m", "*S", "*R"];
        let given: &[&str] = &["n", "m", "k", "n*m", "n - m", "n//2", "n % 3", "max(n, m)", "*broadcast(S, R)", "*S"];
        let of = if output && rng.chance(60) { given } else { own };
        let mut dims: Vec<&str> = Vec::new();
        for _ in 0..rng.below(4) {
            let dim = rng.pick(of);
            if !dim.starts_with('*') || !dims.iter().any(|dim| dim.starts_with('*')) {
                dims.push(dim);
            }
        }
        dims
    };
    let elem = |rng: &mut Rng, at: usize| ["x", "y", "z"][if rng.chance(20) { 0 } else { at }];
    let (mut inputs, mut form) = (Vec::new(), Vec::new());
    let dtype = rng.dtype();
    for at in 0..arity {
        let dims = dims(rng, false);
        let open = dims.iter().any(|dim| dim.starts_with('*'));
        form.push(Ok((dtype, if open { dims.len() - 1 + rng.below(3) } else { dims.len() })));
        inputs.push(format!("{}[{}]", elem(rng, at), dims.join(", ")));
    }
    let output = |rng: &mut Rng| {
        let elem = if arity > 1 && rng.chance(50) { "promote(x, y)" } else { "x" };
        format!("{elem}[{}]", dims(rng, true).join(", "))
    };
    let outputs: Vec<String> = (0..1 + rng.below(2)).map(|_| output(rng)).collect();
    let wheres = ["n <= m", "broadcastable(n, m)", "n != m", "n % 2 == 0", "q*q == n", "promotable(x, float32)"];
    let rest = if rng.chance(30) { format!(" where {}", rng.pick(&wheres)) } else { String::new() };
    (format!("({}) -> {}{rest}", inputs.join(", "), outputs.join(", ")), form)
}

#[test]
fn random_signatures() {
    let mut rng = Rng::new(number("SEED", 20_261_120));
    let mut counts = Counts::default();
    for _ in 0..number("ROUNDS", 8) * 500 {
        let arity = 1 + rng.below(3);
        let (text, form) = signature(&mut rng, arity);
        if Op::parse("F", &text).is_ok() {
            compare(&|| Op::parse("F", &text).expect("it parsed"), &mut rng, &form, &mut counts);
        }
    }
    println!("{counts:?}");
    assert!(counts.calls > 10_000 && counts.programs * 20 > counts.calls, "{counts:?}");
}

#[test]
fn elementwise_operations_products_reductions_and_other_shapes_have_programs() {
    let has = |op: &Op, texts: [&[&str]; 2], expected: &str| {
        let [first, second] = texts.map(|types| types.iter().map(|ty| parse_type(ty).unwrap()).collect::<Vec<_>>());
        op.infer(&first).unwrap();
        assert_eq!(op.infer_closed(&second), Some(vec![parse_type(expected).unwrap()]), "{op:?}");
    };
    let numpy = |name: &str| Op::numpy(&format!("numpy.{name}")).unwrap();
    let add: [&[&str]; 2] = [&["float64[2, 3]", "float32[3]"], &["float64[7, 1]", "float32[5]"]];
    has(&Op::parse("Add", "(x[*S], y[*R]) -> promote(x, y)[*broadcast(S, R)]").unwrap(), add, "float64[7, 5]");
    has(&numpy("add"), add, "float64[7, 5]");
    has(&numpy("matmul"), [&["int8[2, 3]", "int8[3, 4]"], &["int8[5, 6]", "int8[6, 7]"]], "int8[5, 7]");
    let square: [&[&str]; 2] = [&["float32[2, 3]"], &["float32[5, 6]"]];
    has(&numpy("sum").with("axis", Ty::int(0)), square, "float32[6]");
    has(&numpy("transpose"), square, "float32[6, 5]");
    has(
        &numpy("reshape").with("shape", parse_type("tuple[Literal[3], Literal[10]]").unwrap()),
        [&["float32[10, 3]"], &["float32[5, 6]"]],
        "float32[3, 10]",
    );
    let slice = Ty::new(TyKind::Slice([Ty::int(1), Ty::none(), Ty::none()]));
    let Some(Member::Method(item)) = Catalogue::numpy().member("ndarray", "__getitem__") else { panic!("a method") };
    let item = Op::of_entry(item).arranged(Arguments::new(vec![Slot::Input, Slot::Value(slice)], Vec::new()));
    has(&item, square, "float32[4, 6]");
}

/// An alternative that is for sizes of 0 is passed over where a size has a name: what is remembered then is no answer
/// for 0.
#[test]
fn an_alternative_for_no_elements() {
    let entry = Catalogue::numpy().functions().find(|entry| entry.path == "numpy.polyval").expect("an entry");
    let warm = Op::of_entry(entry);
    for (p, x, wanted) in [("2, 1, 3", "3", "1, 3"), ("4, 1, 3", "3", "1, 3"), ("0, 1, 0", "0", "0")] {
        let inputs = [p, x].map(|sizes| parse_type(&format!("float64[{sizes}]")).expect("a type"));
        let wanted = vec![parse_type(&format!("float64[{wanted}]")).expect("a type")];
        assert_eq!(Op::of_entry(entry).infer(&inputs).ok(), Some(wanted.clone()), "{inputs:?}");
        assert!(warm.infer_closed(&inputs).is_none_or(|closed| closed == wanted), "{inputs:?}");
    }
}
