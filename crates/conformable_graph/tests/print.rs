//! Graphs as text.

use conformable_graph::{Dprint, FunctionGraph, Op, Var};
use conformable_types::Ty;
use conformable_types::text::parse_type;

fn ty(text: &str) -> Ty {
    parse_type(text).unwrap()
}

/// exp(v)*2 + sum(exp(v))
fn graph() -> (FunctionGraph, Var) {
    let mut graph = FunctionGraph::new();
    let binary = "(x[*S], y[*R]) -> promote(x, y)[*broadcast(S, R)]";
    let [add, mul] = ["Add", "Mul"].map(|name| Op::parse(name, binary).unwrap());
    let exp = Op::parse("Exp", "(x[*S]) -> x[*S]").unwrap();
    let sum = Op::parse("Sum", "(x[*S, n]) -> x[*S]").unwrap().with("axis", Ty::int(-1));
    let v = graph.input(ty("float64[?]"), "v");
    let two = graph.constant(ty("float32[]"), "2.0");
    let raised = graph.call(&exp, &[v]).unwrap();
    let doubled = graph.call(&mul, &[raised, two]).unwrap();
    let total = graph.call(&sum, &[raised]).unwrap();
    graph.set_name(total, "total").unwrap();
    let all = graph.call(&add, &[doubled, total]).unwrap();
    graph.set_outputs(&[all]).unwrap();
    (graph, all)
}

#[test]
fn trees() {
    let (graph, all) = graph();
    let text = graph.dprint(&[], Dprint { print_type: true, ..Dprint::default() }).unwrap();
    let expected = "\
Add [id A] <float64[?]>
 ├─ Mul [id B] <float64[?]>
 │  ├─ Exp [id C] <float64[?]>
 │  │  └─ v [id D] <float64[?]>
 │  └─ 2.0 [id E] <float32[]>
 └─ Sum{axis=-1} [id F] <float64[]> 'total'
    └─ Exp [id C] <float64[?]>
       └─ ···
";
    assert_eq!(text, expected);
    let short = graph.dprint(&[all], Dprint { ids: false, depth: Some(2), ..Dprint::default() }).unwrap();
    assert_eq!(short, "Add\n ├─ Mul\n └─ Sum{axis=-1} 'total'\n");
}

#[test]
fn specified_sizes_and_several_outputs() {
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[2, ?]"), "x");
    let old = graph.input(ty("float64[2, 1]"), "old");
    let split = Op::parse("Split", "(x[n, m]) -> x[n], x[m]").unwrap();
    let parts: Vec<Var> = graph.apply(&split, &[old]).unwrap().collect();
    graph.replace(old, x).unwrap();
    let text = graph.dprint(&parts, Dprint { print_type: true, ..Dprint::default() }).unwrap();
    let expected = "\
Split.0 [id A] <float64[2]>
 └─ SpecifyShape [id B] <float64[2, 1]>
    ├─ x [id C] <float64[2, ?]>
    ├─ 2 [id D] <Literal[2]>
    └─ 1 [id E] <Literal[1]>
Split.1 [id A] <float64[1]>
 └─ ···
";
    assert_eq!(text, expected);
    let foreign = FunctionGraph::new().input(ty("int"), "y");
    assert!(graph.dprint(&[foreign], Dprint::default()).is_err());
}

#[test]
fn dot() {
    let (graph, _) = graph();
    let expected = r#"digraph {
  v0 [shape=ellipse, label="v"]
  n0 [shape=box, label="Exp"]
  v0 -> n0 [label="float64[?]"]
  n1 [shape=box, label="Mul"]
  n0 -> n1 [label="float64[?]"]
  v1 [shape=ellipse, label="2.0"]
  v1 -> n1 [label="float32[]"]
  n2 [shape=box, label="Sum{axis=-1}"]
  n0 -> n2 [label="float64[?]"]
  n3 [shape=box, label="Add"]
  n1 -> n3 [label="float64[?]"]
  n2 -> n3 [label="float64[]"]
  o0 [shape=plaintext, label="output 0"]
  n3 -> o0 [label="float64[?]"]
}
"#;
    assert_eq!(graph.dot(), expected);
}

#[test]
fn deep_chains_on_a_small_stack() {
    let work = || {
        let exp = Op::parse("Exp", "(x[*S]) -> x[*S]").unwrap();
        let mut graph = FunctionGraph::new();
        let mut last = graph.input(ty("float64[3]"), "x");
        for _ in 0..3_000 {
            last = graph.call(&exp, &[last]).unwrap();
        }
        graph.set_outputs(&[last]).unwrap();
        assert_eq!(graph.dprint(&[], Dprint::default()).unwrap().lines().count(), 3_001);
        assert_eq!(graph.dot().lines().count(), 6_005);
    };
    std::thread::Builder::new().stack_size(1 << 18).spawn(work).unwrap().join().unwrap();
}

#[test]
fn an_op_says_its_name_and_its_type() {
    let double = Op::parse("Double", "(x[*S]) -> x[*S]").unwrap();
    assert_eq!(
        (format!("{double}"), format!("{double:?}")),
        ("Double".to_owned(), "Double: (x[*S]) -> x[*S]".to_owned())
    );
}
