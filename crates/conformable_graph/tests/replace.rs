//! Replacement: by the relation of types, with everything downstream, all or nothing.

use conformable_graph::{FunctionGraph, GraphError, Op, Origin, Var};
use conformable_types::Ty;
use conformable_types::text::parse_type;

fn ty(text: &str) -> Ty {
    parse_type(text).unwrap()
}

fn op(name: &str) -> Op {
    let text = match name {
        "Add" => "(x[*S], y[*R]) -> promote(x, y)[*broadcast(S, R)]",
        "Exp" => "(x[*S]) -> x[*S]",
        "Dot" => "(x[n, m], y[m, k]) -> promote(x, y)[n, k]",
        "Length" => "(x[n]) -> Int[n]",
        _ => unreachable!(),
    };
    Op::parse(name, text).unwrap()
}

/// exp(x) + x, of an input of this type.
fn graph(text: &str) -> (FunctionGraph, Var, Var, Var) {
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty(text), "x");
    let a = graph.call(&op("Exp"), &[x]).unwrap();
    let b = graph.call(&op("Add"), &[a, x]).unwrap();
    graph.set_outputs(&[b]).unwrap();
    (graph, x, a, b)
}

#[test]
fn a_narrower_variable_stands_as_it_is_and_teaches_what_depends_on_it() {
    let (mut graph, x, a, b) = graph("float64[?, 3]");
    let y = graph.input(ty("float64[2, 3]"), "y");
    assert_eq!(graph.replace(x, y), Ok(y));
    assert_eq!([a, b].map(|var| graph.ty(var).unwrap()), [ty("float64[2, 3]"); 2]);
    assert!(graph.clients(x).is_empty());
    graph.validate().unwrap();
}

#[test]
fn a_wider_variable_has_its_sizes_specified_by_the_meet() {
    let (mut graph, x, a, b) = graph("float64[2, ?]");
    let y = graph.input(ty("float64[?, 1]"), "y");
    let placed = graph.replace(x, y).unwrap();
    let node = graph.owner(placed).unwrap();
    assert_eq!(graph.op(node), Some(&Op::specify_shape()));
    let sizes: Vec<_> = graph.node_inputs(node).map(|var| graph.origin(var).unwrap()).collect();
    assert!(matches!(sizes[..], [Origin::Input, Origin::Constant(two), Origin::Constant(none)]
        if two.as_str() == "2" && none.as_str() == "None"));
    assert_eq!([placed, a, b].map(|var| graph.ty(var).unwrap()), [ty("float64[2, 1]"); 3]);
    graph.validate().unwrap();
    let first = graph.toposort().next();
    assert_eq!(first, Some(node));
}

#[test]
fn contradictions_name_both_types_and_the_place() {
    let (mut graph, x, ..) = graph("float64[2, 3]");
    for (text, reason) in [
        ("float64[2, 4]", "float64[2, 4] cannot stand in place of float64[2, 3]: dim 1 is 3 and 4"),
        ("float32[2, 3]", "float32[2, 3] cannot stand in place of float64[2, 3]: the dtype is float64 and float32"),
        ("float64[2]", "float64[2] cannot stand in place of float64[2, 3]: the rank is 2 and 1"),
        ("int", "int cannot stand in place of float64[2, 3]: one is float64[2, 3], the other int"),
    ] {
        let y = graph.input(ty(text), "y");
        assert_eq!(graph.replace(x, y).unwrap_err().to_string(), reason);
        assert_eq!(graph.clients(x).len(), 2);
    }
    graph.validate().unwrap();
}

#[test]
fn outputs_of_the_graph_are_replaced_too() {
    let (mut graph, x, a, b) = graph("float64[3]");
    graph.set_outputs(&[b, a, b]).unwrap();
    graph.replace(b, x).unwrap();
    assert_eq!(graph.outputs(), [x, a, x]);
}

#[test]
fn cycles_are_refused() {
    let (mut graph, x, a, b) = graph("float64[3]");
    let error = graph.replace(a, b).unwrap_err();
    assert_eq!(error.to_string(), "Add.0 is computed from Exp.0, which it would replace");
    assert!(matches!(graph.replace(x, a), Err(GraphError::Cycle { .. })));
    assert_eq!(graph.replace(b, a), Ok(a));
    graph.validate().unwrap();
}

#[test]
fn what_an_op_downstream_refuses_changes_nothing() {
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[?, ?]"), "x");
    let y = graph.input(ty("float64[3, 4]"), "y");
    let raised = graph.call(&op("Exp"), &[x]).unwrap();
    let product = graph.call(&op("Dot"), &[raised, y]).unwrap();
    let (good, bad) = (graph.input(ty("float64[2, 3]"), "good"), graph.input(ty("float64[2, 5]"), "bad"));
    let error = graph.replace(x, bad).unwrap_err();
    assert!(error.to_string().starts_with("Dot: "), "{error}");
    assert_eq!(graph.ty(raised), Some(ty("float64[?, ?]")));
    let both = graph.replace_all(&[(x, good), (y, bad)]).unwrap_err();
    assert!(matches!(both, GraphError::Incompatible { .. }), "{both}");
    assert_eq!(graph.ty(raised), Some(ty("float64[?, ?]")));
    graph.validate().unwrap();
    graph.replace_all(&[(x, good), (good, x)]).unwrap();
    assert_eq!(graph.ty(product), Some(ty("float64[2, 4]")), "x with its sizes specified");
    graph.validate().unwrap();
}

#[test]
fn what_gives_the_same_stops_the_walk() {
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[?, 3]"), "x");
    let rows = Op::parse("Columns", "(x[n, m]) -> Int[m]").unwrap();
    let columns = graph.call(&rows, &[x]).unwrap();
    let y = graph.input(ty("float64[2, 3]"), "y");
    graph.replace(x, y).unwrap();
    assert_eq!(graph.ty(columns), Some(ty("Literal[3]")));
    graph.validate().unwrap();
    let foreign = FunctionGraph::new().input(ty("float64[2, 3]"), "z");
    assert_eq!(graph.replace(y, foreign), Err(GraphError::NotInGraph(foreign)));
    assert_eq!(graph.replace(foreign, y), Err(GraphError::NotInGraph(foreign)));
    assert!(op("Length").signature().is_some());
}

#[test]
fn a_million_nodes_are_typed_again_on_a_small_stack() {
    let work = || {
        let mut graph = FunctionGraph::new();
        let x = graph.input(ty("float64[?]"), "x");
        let first = graph.call(&op("Exp"), &[x]).unwrap();
        let mut last = first;
        let exp = op("Exp");
        for _ in 0..1_000_000 {
            last = graph.call(&exp, &[last]).unwrap();
        }
        let three = graph.input(ty("float64[3]"), "three");
        assert!(matches!(graph.replace(first, last), Err(GraphError::Cycle { .. })));
        graph.replace(first, three).unwrap();
        assert_eq!(graph.ty(last), Some(ty("float64[3]")));
        graph.validate().unwrap();
        // What is made last goes to the front.
        let late = graph.call(&op("Exp"), &[three]).unwrap();
        graph.replace(three, late).unwrap_err();
        let other = graph.input(ty("float64[?]"), "other");
        let second = graph.clients(three)[0].0;
        let second = graph.node_outputs(second).unwrap().get(0).unwrap();
        graph.replace(second, other).unwrap();
        graph.set_outputs(&[last]).unwrap();
        graph.validate().unwrap();
        assert!(graph.fingerprint(last).is_some());
        assert_eq!(graph.prune(), 3);
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}
