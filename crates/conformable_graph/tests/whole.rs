//! Types of ops, nodes and whole graphs as functions.

use conformable_graph::{FunctionGraph, GraphError, Op, Var};
use conformable_types::Ty;
use conformable_types::text::{parse_type, print_function};

fn ty(text: &str) -> Ty {
    parse_type(text).unwrap()
}

fn op(text: &str) -> Op {
    Op::parse("Op", text).unwrap()
}

const ADD: &str = "(x[*S], y[*R]) -> promote(x, y)[*broadcast(S, R)]";
const DOT: &str = "(x[n, m], y[m, k]) -> promote(x, y)[n, k]";

fn with_inputs(types: &[&str]) -> (FunctionGraph, Vec<Var>) {
    let mut graph = FunctionGraph::new();
    let inputs = types.iter().map(|text| graph.input(ty(text), "")).collect();
    (graph, inputs)
}

#[test]
fn the_type_of_an_op_for_types() {
    let text = |op: &Op, types: &[&str]| {
        let types: Vec<Ty> = types.iter().map(|text| ty(text)).collect();
        print_function(&op.type_for(&types).unwrap())
    };
    assert_eq!(text(&op(DOT), &["float64[2, 3]", "float32[?, 4]"]), "(float64[2, 3], float32[3, 4]) -> float64[2, 4]");
    let sum = Op::numpy("numpy.sum").unwrap().with("axis", Ty::int(0));
    assert_eq!(text(&sum, &["float32[n, 3]"]), "(float32[n, 3]) -> float32[3]");
    let specify = Op::specify_shape();
    assert_eq!(
        text(&specify, &["float64[2, ?]", "None", "Literal[1]"]),
        "(float64[2, ?], None, Literal[1]) -> float64[2, 1]"
    );
    assert!(op(DOT).type_for(&[ty("float64[2, 3]"), ty("float64[4, 5]")]).is_err());
}

#[test]
fn the_type_of_a_function_of_the_catalogue_says_all_that_must_hold() {
    let text = |path: &str, types: &[&str]| {
        let types: Vec<Ty> = types.iter().map(|text| ty(text)).collect();
        print_function(&Op::numpy(path).unwrap().type_for(&types).unwrap())
    };
    let copied = text("numpy.copyto", &["float64[k]", "float64[r]"]);
    assert_eq!(copied, "(float64[k], float64[r]) -> None where broadcastable(r, k), bcast(k, r) == k");
    let added = text("numpy.add", &["float64[n]", "float64[m]"]);
    assert_eq!(added, "(float64[n], float64[m]) -> float64[bcast(m, n)] where broadcastable(n, m)");
    let solved = text("numpy.linalg.solve", &["float64[?, n]", "float64[m, ?]"]);
    assert_eq!(solved, "(float64[n, n], float64[n, d]) -> float64[n, d] where m == n");
}

#[test]
fn a_whole_graph_is_a_signature_that_applies() {
    let (mut graph, inputs) = with_inputs(&["float64[n, d]", "float64[e, k]", "float32[?]"]);
    let product = graph.call(&op(DOT), &inputs[..2]).unwrap();
    let shifted = graph.call(&op(ADD), &[product, inputs[2]]).unwrap();
    graph.set_outputs(&[shifted, product]).unwrap();
    let signature = graph.signature().unwrap();
    let types = ["float64[7, 2]", "float64[2, 3]", "float32[3]"].map(ty);
    assert_eq!(signature.apply(&types).unwrap().outputs, [ty("float64[7, 3]"); 2]);
    let wrong = ["float64[7, 2]", "float64[3, 3]", "float32[3]"].map(ty);
    assert!(signature.apply(&wrong).is_err());
    let wrong = ["float64[7, 2]", "float64[2, 3]", "float32[4]"].map(ty);
    assert!(signature.apply(&wrong).is_err());
    let again = conformable_signatures::Signature::parse(&signature.to_string()).unwrap();
    assert_eq!(again, signature);

    let mut outer = FunctionGraph::new();
    let vars = types.map(|ty| outer.input(ty, ""));
    let outputs: Vec<_> = outer.apply(&graph.as_op("Layer").unwrap(), &vars).unwrap().collect();
    assert_eq!(outer.ty(outputs[0]), Some(ty("float64[7, 3]")));
}

#[test]
fn unknown_sizes_are_followed_through_the_whole_graph() {
    let (mut graph, inputs) = with_inputs(&["float64[?, 3]", "float64[n]"]);
    let exp = op("(x[*S]) -> x[*S]");
    let raised = graph.call(&exp, &[inputs[0]]).unwrap();
    let same = graph.call(&op("(x[n, m], x[n, m]) -> x[m, n]"), &[raised, inputs[0]]).unwrap();
    let joined = graph.call(&op("(x[a], x[a]) -> x[a + a]"), &[inputs[1], inputs[1]]).unwrap();
    graph.set_outputs(&[same, joined]).unwrap();
    let expected = "(float64[m, 3], float64[n]) -> float64[3, m], float64[2*n]";
    assert_eq!(graph.signature().unwrap(), conformable_signatures::Signature::parse(expected).unwrap());
}

#[test]
fn what_no_sizes_satisfy_is_an_error_of_the_whole() {
    let (mut graph, inputs) = with_inputs(&["float64[n]", "float64[3]", "float64[4]"]);
    let pair = op("(x[n], x[n]) -> x[n]");
    let a = graph.call(&pair, &[inputs[0], inputs[1]]).unwrap();
    let b = graph.call(&pair, &[inputs[0], inputs[2]]).unwrap();
    graph.set_outputs(&[a, b]).unwrap();
    assert!(matches!(graph.signature(), Err(GraphError::Refused { .. })));
    graph.set_outputs(&[a]).unwrap();
    assert!(graph.signature().is_ok());
}

#[test]
fn specified_sizes_hold_in_the_signature() {
    let (mut graph, inputs) = with_inputs(&["float64[n, 3]", "float64[?, ?]", "float64[n]"]);
    let rows = graph.call(&op("(x[n, m]) -> x[n]"), &[inputs[0]]).unwrap();
    graph.set_outputs(&[rows, inputs[2]]).unwrap();
    graph.replace(inputs[0], inputs[1]).unwrap();
    let expected = "(float64[n, 3], float64[n, 3], float64[n]) -> float64[n], float64[n]";
    assert_eq!(graph.signature().unwrap(), conformable_signatures::Signature::parse(expected).unwrap());
}

#[test]
fn several_signatures_that_may_be_the_one() {
    let reduce = op("((T[n]) -> T[]) | ((T[n, m]) -> T[m])");
    for (text, expected) in [
        ("float64[n, m]", Some("(float64[n, m]) -> float64[m]")),
        ("float64[n]", Some("(float64[n]) -> float64[]")),
        ("float64[*S]", None),
    ] {
        let (mut graph, inputs) = with_inputs(&[text]);
        let out = graph.call(&reduce, &inputs).unwrap();
        graph.set_outputs(&[out]).unwrap();
        let signature = graph.signature().unwrap();
        if let Some(expected) = expected {
            assert_eq!(signature, conformable_signatures::Signature::parse(expected).unwrap());
        }
    }
}
