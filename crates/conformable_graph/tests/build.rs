//! Building and reading graphs, up to a million nodes on a small stack.

use std::thread;

use conformable_graph::op::Returned;
use conformable_graph::{FunctionGraph, GraphError, Op, Origin};
use conformable_types::text::parse_type;
use conformable_types::{Sym, Ty};

fn ty(text: &str) -> Ty {
    parse_type(text).unwrap()
}

fn add() -> Op {
    Op::parse("Add", "(x[*S], y[*R]) -> promote(x, y)[*broadcast(S, R)]").unwrap()
}

fn exp() -> Op {
    Op::parse("Exp", "(x[*S]) -> x[*S]").unwrap()
}

#[test]
fn types_come_from_signatures() {
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[n, 3]"), "x");
    let y = graph.input(ty("float32[3]"), "y");
    let sum = graph.call(&add(), &[x, y]).unwrap();
    assert_eq!(graph.ty(sum), Some(ty("float64[n, 3]")));
    let split = Op::parse("Split", "(x[n, m]) -> x[n], x[m]").unwrap();
    let parts: Vec<_> = graph.apply(&split, &[sum]).unwrap().collect();
    assert_eq!(
        parts.iter().map(|part| graph.ty(*part).unwrap()).collect::<Vec<_>>(),
        [ty("float64[n]"), ty("float64[3]")]
    );
    assert_eq!(graph.origin(parts[1]), Some(Origin::Output(graph.owner(parts[0]).unwrap(), 1)));
    graph.validate().unwrap();
}

#[test]
fn catalogue_functions_are_ops_with_keywords_as_parameters() {
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float32[n, 3]"), "x");
    let sum = Op::numpy("numpy.sum").unwrap().with("axis", Ty::int(0));
    let total = graph.call(&sum, &[x]).unwrap();
    assert_eq!(graph.ty(total), Some(ty("float32[3]")));
    assert_eq!(sum.to_string(), "sum{axis=0}");
    let svd = Op::numpy("numpy.linalg.svd").unwrap();
    let square = graph.input(ty("float64[4, 3]"), "square");
    let parts: Vec<String> = graph.apply(&svd, &[square]).unwrap().map(|v| graph.ty(v).unwrap().to_string()).collect();
    assert_eq!(parts, ["float64[4, 4]", "float64[3]", "float64[3, 3]"]);
    let far = Op::numpy("numpy.sum").unwrap().with("axis", Ty::int(2));
    let error = graph.call(&far, &[x]).unwrap_err();
    assert!(matches!(&error, GraphError::Refused { .. }), "{error}");
    assert!(error.to_string().starts_with("sum{axis=2}: "), "{error}");
}

#[test]
fn unknown_sizes_of_two_calls_are_two_sizes() {
    let mut graph = FunctionGraph::new();
    let [x, y] = ["x", "y"].map(|name| graph.input(ty("float64[?]"), name));
    let [a, b] = [x, y].map(|var| graph.call(&exp(), &[var]).unwrap());
    assert_eq!(graph.ty(a), Some(ty("float64[?]")));
    let sum = graph.call(&add(), &[a, b]).unwrap();
    assert_eq!(graph.ty(sum), Some(ty("float64[?]")));
    let three = graph.input(ty("float64[3]"), "z");
    let same = Op::parse("Same", "(x[n], x[n]) -> x[n]").unwrap();
    let met = graph.call(&same, &[a, three]).unwrap();
    assert_eq!(graph.ty(met), Some(ty("float64[3]")));
}

#[test]
fn owners_clients_and_names() {
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[3]"), "x");
    let two = graph.constant(ty("float64"), "2.0");
    let a = graph.call(&add(), &[x, two]).unwrap();
    let b = graph.call(&add(), &[x, x]).unwrap();
    let (first, second) = (graph.owner(a).unwrap(), graph.owner(b).unwrap());
    assert_eq!(graph.clients(x), [(first, 0), (second, 0), (second, 1)]);
    assert_eq!(graph.node_inputs(first).collect::<Vec<_>>(), [x, two]);
    assert_eq!(graph.owner(x), None);
    assert!(matches!(graph.origin(two), Some(Origin::Constant(value)) if value.as_str() == "2.0"));
    assert_eq!(graph.toposort().collect::<Vec<_>>(), [first, second]);
    graph.set_outputs(&[b]).unwrap();
    assert_eq!(graph.prune(), 1);
    assert_eq!(graph.clients(x), [(second, 0), (second, 1)]);
    assert_eq!(graph.ty(a), None);
    assert_eq!(graph.call(&exp(), &[a]), Err(GraphError::NotInGraph(a)));
    graph.validate().unwrap();
}

#[test]
fn what_fails_changes_nothing() {
    let mut graph = FunctionGraph::new();
    let mut other = FunctionGraph::new();
    let x = graph.input(ty("float64[3]"), "x");
    let foreign = other.input(ty("float64[3]"), "x");
    assert_eq!(graph.call(&exp(), &[foreign]), Err(GraphError::NotInGraph(foreign)));
    assert!(matches!(graph.call(&exp(), &[x, x]), Err(GraphError::Refused { .. })));
    let pair = Op::parse("Pair", "(x[n]) -> x[n], x[n]").unwrap();
    assert_eq!(graph.call(&pair, &[x]), Err(GraphError::Outputs { op: "Pair".to_owned(), count: 2 }));
    assert_eq!((graph.node_count(), graph.clients(x).len()), (0, 0));
    assert_eq!(graph.set_outputs(&[foreign]), Err(GraphError::NotInGraph(foreign)));
    graph.validate().unwrap();
}

#[test]
fn a_clone_has_variables_of_its_own() {
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[3]"), "x");
    let mut clone = graph.clone();
    assert_eq!(clone.ty(x), None);
    let own = clone.counterpart(x).unwrap();
    clone.call(&exp(), &[own]).unwrap();
    assert_eq!((graph.node_count(), clone.node_count()), (0, 1));
    assert_eq!(clone.name(own).unwrap().as_str(), "x");
}

#[test]
fn a_million_nodes_on_a_small_stack() {
    let work = || {
        let (add, mut graph) = (add(), FunctionGraph::new());
        let mut last = graph.input(ty("float64[n, 3]"), "x");
        let bias = graph.input(ty("float32[3]"), "b");
        for _ in 0..1_000_000 {
            last = graph.call(&add, &[last, bias]).unwrap();
        }
        graph.set_outputs(&[last]).unwrap();
        let mut node = graph.owner(last);
        let mut depth = 0;
        while let Some(own) = node {
            depth += 1;
            let first = graph.node_inputs(own).next().unwrap();
            node = graph.owner(first);
        }
        assert_eq!((depth, graph.toposort().count()), (1_000_000, 1_000_000));
        graph.validate().unwrap();
        let mut clone = graph.clone();
        drop(graph);
        clone.set_outputs(&[]).unwrap();
        assert_eq!(clone.prune(), 1_000_000);
        clone.validate().unwrap();
    };
    thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn reading_from_several_threads() {
    let mut graph = FunctionGraph::new();
    let x = graph.input(ty("float64[3]"), "x");
    let y = graph.call(&exp(), &[x]).unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(graph.clients(x), [(graph.owner(y).unwrap(), 0)]));
        }
    });
}

#[test]
fn a_call_says_what_its_outputs_are_to_the_caller() {
    let cases = [
        ("numpy.tanh", "float64[4]", Returned::One, "float64[4]"),
        ("numpy.nonzero", "bool[4]", Returned::Tuple, "int64[?]"),
        ("numpy.nonzero", "bool[4, 2]", Returned::Tuple, "int64[?], int64[?]"),
        ("numpy.linalg.eigh", "float64[3, 3]", Returned::Named(Sym::new("EighResult")), "float64[3], float64[3, 3]"),
    ];
    for (path, input, returned, outputs) in cases {
        let op = Op::numpy(path).unwrap();
        let input = parse_type(input).unwrap();
        // A program answers what is met again.
        for _ in 0..3 {
            let (found, types) = op.infer_call(&[input]).unwrap();
            let types: Vec<String> = types.iter().map(ToString::to_string).collect();
            assert_eq!((found, types.join(", ").as_str()), (returned, outputs), "{path}");
        }
    }
    let split = Op::numpy("numpy.split").unwrap().with("indices_or_sections", Ty::int(2));
    for _ in 0..3 {
        let (found, types) = split.infer_call(&[parse_type("float64[4, 3]").unwrap()]).unwrap();
        assert_eq!((found, types), (Returned::List, vec![parse_type("float64[2, 3]").unwrap(); 2]));
    }
}
