//! Fingerprints, and equal subgraphs made one.

use conformable_graph::{FunctionGraph, Op};
use conformable_types::Ty;
use conformable_types::text::parse_type;

fn ty(text: &str) -> Ty {
    parse_type(text).unwrap()
}

fn ops() -> (Op, Op) {
    let add = Op::parse("Add", "(x[*S], y[*R]) -> promote(x, y)[*broadcast(S, R)]").unwrap();
    (add, Op::parse("Exp", "(x[*S]) -> x[*S]").unwrap())
}

#[test]
fn equal_subgraphs_become_one() {
    let (add, exp) = ops();
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[n]"), "x");
    let y = graph.input(ty("float64[n]"), "y");
    let branch = |graph: &mut FunctionGraph, var| {
        let two = graph.constant(ty("float64"), "2.0");
        let raised = graph.call(&exp, &[var]).unwrap();
        graph.call(&add, &[raised, two]).unwrap()
    };
    let (a, b, c) = (branch(&mut graph, x), branch(&mut graph, x), branch(&mut graph, y));
    graph.set_name(b, "shifted").unwrap();
    let sum = graph.call(&add, &[a, b]).unwrap();
    graph.set_outputs(&[sum, b, c]).unwrap();
    assert_eq!(graph.fingerprint(a), graph.fingerprint(b));
    assert_ne!(graph.fingerprint(a), graph.fingerprint(c));
    let before = graph.graph_fingerprint();
    assert_eq!(graph.merge(), 2);
    graph.validate().unwrap();
    assert_eq!(graph.graph_fingerprint(), before);
    assert_eq!((graph.node_count(), graph.ty(b)), (5, None));
    assert_eq!(graph.outputs(), [sum, a, c]);
    assert_eq!(graph.name(a).unwrap().as_str(), "shifted");
    assert_eq!(graph.node_inputs(graph.owner(sum).unwrap()).collect::<Vec<_>>(), [a, a]);
    assert_eq!(graph.merge(), 0);
}

#[test]
fn fingerprints_are_those_of_other_graphs_and_processes() {
    let make = |first: &str, ty_of: &str| {
        let (_, exp) = ops();
        let mut graph = FunctionGraph::new();
        let x = graph.input(ty(ty_of), first);
        let y = graph.call(&exp, &[x]).unwrap();
        graph.set_outputs(&[y]).unwrap();
        graph.graph_fingerprint()
    };
    assert_eq!(make("x", "float64[n]"), make("other", "float64[n]"));
    assert_ne!(make("x", "float64[n]"), make("x", "float64[m]"));
    assert_eq!(make("x", "float64[3]"), 174_225_258_698_976_604_119_399_628_818_924_440_039);
}

#[test]
fn parameters_and_output_numbers_tell_apart() {
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[3, 3]"), "x");
    let sum = Op::numpy("numpy.sum").unwrap();
    let [a, b] = [0, 1].map(|axis| graph.call(&sum.with("axis", Ty::int(axis)), &[x]).unwrap());
    assert_ne!(graph.fingerprint(a), graph.fingerprint(b));
    let svd = Op::numpy("numpy.linalg.svd").unwrap();
    let parts: Vec<_> = graph.apply(&svd, &[x]).unwrap().collect();
    assert_ne!(graph.fingerprint(parts[0]), graph.fingerprint(parts[2]));
    assert_eq!(graph.merge(), 0);
}

#[test]
fn two_draws_are_not_merged() {
    let mut graph = FunctionGraph::new();
    let shape = graph.constant(ty("Literal[3]"), "3");
    let op = Op::numpy("numpy.random.rand").unwrap();
    let [a, b] = [(); 2].map(|()| graph.call(&op, &[shape]).unwrap());
    assert_ne!(graph.fingerprint(a), graph.fingerprint(b));
    assert_eq!(graph.merge(), 0);
}
