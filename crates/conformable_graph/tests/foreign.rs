//! Ops typed by other code, graphs that go back, what the whole teaches the inputs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use conformable_graph::op::Custom;
use conformable_graph::{FunctionGraph, Op, Var};
use conformable_solver::{Failure, FailureKind};
use conformable_types::Ty;
use conformable_types::text::parse_type;

fn ty(text: &str) -> Ty {
    parse_type(text).unwrap()
}

/// Gives its input's type, until it is told to refuse.
#[derive(Default)]
struct Moody(AtomicBool);

impl Custom for Moody {
    fn infer(&self, inputs: &[Ty]) -> Result<Vec<Ty>, Failure> {
        match self.0.load(Ordering::Relaxed) {
            true => Err(Failure::new(FailureKind::Arguments, "not today".to_owned(), Vec::new())),
            false => Ok(inputs.to_vec()),
        }
    }
}

fn text(graph: &FunctionGraph) -> String {
    graph.dprint(&[], conformable_graph::Dprint { print_type: true, ..Default::default() }).unwrap()
}

#[test]
fn other_code_is_asked_anew() {
    let moody = Arc::new(Moody::default());
    let op = Op::custom("Moody", moody.clone());
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[?]"), "x");
    let y = graph.call(&op, &[x]).unwrap();
    graph.set_outputs(&[y]).unwrap();
    let narrow = graph.input(ty("float64[3]"), "narrow");
    moody.0.store(true, Ordering::Relaxed);
    let before = text(&graph);
    let error = graph.replace(x, narrow).unwrap_err().to_string();
    assert!(error.contains("not today"), "{error}");
    assert_eq!(text(&graph), before);
    moody.0.store(false, Ordering::Relaxed);
    graph.replace(x, narrow).unwrap();
    assert_eq!(graph.ty(y), Some(ty("float64[3]")));
    graph.validate().unwrap();
    // Its answer may be told instead.
    let told = graph.apply_as(&op, &[y], &[ty("float64[3]")]).unwrap().get(0).unwrap();
    assert_eq!(graph.ty(told), Some(ty("float64[3]")));
    graph.validate().unwrap();
}

#[test]
fn ops_that_are_described_alike_differ_by_number() {
    let op = Op::parse("Own", "(x[n]) -> x[n]").unwrap();
    assert_eq!(op.numbered(1), op.numbered(1));
    assert_ne!(op.numbered(1), op.numbered(2));
    assert_ne!(op.numbered(1), op);
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[3]"), "x");
    let [a, b, c] = [1, 2, 1].map(|number| graph.call(&op.numbered(number), &[x]).unwrap());
    graph.set_outputs(&[a, b, c]).unwrap();
    assert_eq!(graph.merge(), 1);
    // What does something besides giving outputs is done twice.
    let effect = op.with_effect();
    assert!(effect != op && !effect.is_pure() && effect.numbered(1) == effect.numbered(1));
    let pair = [0, 1].map(|_| graph.call(&effect, &[x]).unwrap());
    graph.set_outputs(&pair).unwrap();
    assert_eq!(graph.merge(), 0);
}

#[test]
fn a_graph_goes_back_to_a_mark() {
    let negative = Op::numpy("numpy.negative").unwrap();
    let modf = Op::numpy("numpy.modf").unwrap();
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[n]"), "x");
    let y = graph.call(&negative, &[x]).unwrap();
    graph.set_outputs(&[y]).unwrap();
    let before = (text(&graph), graph.node_count(), graph.inputs());
    let mark = graph.mark();
    let z = graph.input(ty("float64[3]"), "z");
    let pair: Vec<Var> = graph.apply(&modf, &[z]).unwrap().collect();
    let one = graph.constant(ty("Literal[1]"), "1");
    graph.call(&Op::numpy("numpy.add").unwrap(), &[pair[1], one]).unwrap();
    graph.set_name(pair[0], "fraction").unwrap();
    graph.go_back(mark);
    assert_eq!((text(&graph), graph.node_count(), graph.inputs()), before);
    assert!([z, pair[0], pair[1], one].iter().all(|gone| graph.ty(*gone).is_none()));
    graph.validate().unwrap();
    graph.call(&negative, &[y]).unwrap();
    graph.validate().unwrap();
}

#[test]
fn what_the_whole_needs_teaches_the_inputs() {
    let matmul = Op::numpy("numpy.matmul").unwrap();
    let refined = |types: [&str; 3]| {
        let mut graph = FunctionGraph::new();
        let [a, b, c] = types.map(|text| graph.input(ty(text), ""));
        let first = graph.call(&matmul, &[a, b]).unwrap();
        let second = graph.call(&matmul, &[first, c]).unwrap();
        graph.set_outputs(&[second]).unwrap();
        let count = graph.refine().map_err(|error| error.to_string())?;
        graph.validate().unwrap();
        assert_eq!(graph.refine(), Ok(0), "once is enough");
        Ok::<_, String>((count, [a, b, c, second].map(|var| graph.ty(var).unwrap().to_string())))
    };
    let (count, types) = refined(["float64[2, ?]", "float64[3, ?]", "float64[k, 5]"]).unwrap();
    assert_eq!(types, ["float64[2, 3]", "float64[3, k]", "float64[k, 5]", "float64[2, 5]"]);
    // The two inputs, and the product of the first two.
    assert_eq!(count, 3);
    // Sizes that have to be equal have one name, which nothing else has.
    let (_, types) = refined(["float64[d, ?]", "float64[?, ?]", "float64[?, d]"]).unwrap();
    let inner = types[1].strip_prefix("float64[").and_then(|text| text.strip_suffix(']')).unwrap();
    let inner: Vec<&str> = inner.split(", ").collect();
    assert_eq!(types[0], format!("float64[d, {}]", inner[0]));
    assert_eq!(types[2], format!("float64[{}, d]", inner[1]));
    assert!(inner[0] != inner[1] && !inner.contains(&"d") && !inner.contains(&"?"));
    // A name that turns out to be a number is it everywhere.
    let (_, types) = refined(["float64[d, d]", "float64[3, 4]", "float64[?, d]"]).unwrap();
    assert_eq!(types, ["float64[3, 3]", "float64[3, 4]", "float64[4, 3]", "float64[3, 3]"]);
}
