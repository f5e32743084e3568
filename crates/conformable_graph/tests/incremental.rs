//! After any sequence of applications and replacements the types are those that are inferred from
//! scratch, and what fails changes nothing.

use std::collections::HashMap;

use conformable_graph::{FunctionGraph, Op, Origin, Var};
use conformable_types::Ty;
use conformable_types::text::parse_type;
use proptest::prelude::*;

const TYPES: &[&str] = &[
    "float64[?]",
    "float64[3]",
    "float64[n]",
    "float64[1]",
    "float32[?, 3]",
    "float64[?, 3]",
    "float64[3, 3]",
    "float64[n, m]",
    "float64[?, ?]",
    "float64[m, n]",
    "float64[2, ?]",
    "float64[*S]",
    "float64[...]",
    "float64[n + 1]",
    "int",
];

const SIGNATURES: &[&str] = &[
    "(x[*S]) -> x[*S]",
    "(x[*S], y[*R]) -> promote(x, y)[*broadcast(S, R)]",
    "(x[n, m], y[m, k]) -> promote(x, y)[n, k]",
    "(x[a], y[b]) -> promote(x, y)[a + b]",
    "(x[n, m]) -> x[n], x[m]",
    "(x[n], x[n]) -> x[n]",
    "(x[n, m]) -> x[m, n]",
];

fn ops() -> Vec<Op> {
    let written = SIGNATURES.iter().enumerate().map(|(number, text)| Op::parse(&format!("Op{number}"), text).unwrap());
    let catalogue = ["numpy.matmul", "numpy.sum", "numpy.add"].map(|path| Op::numpy(path).unwrap());
    written.chain(catalogue).collect()
}

#[derive(Clone, Debug)]
enum Step {
    Input(usize),
    Apply(usize, usize, usize),
    Replace(usize, usize),
    ReplaceAll(Vec<(usize, usize)>),
    Output(usize),
    Prune,
    Merge,
}

fn step() -> impl Strategy<Value = Step> {
    let at = 0..1000usize;
    prop_oneof![
        2 => (0..TYPES.len()).prop_map(Step::Input),
        8 => (0..SIGNATURES.len() + 3, at.clone(), at.clone()).prop_map(|(op, a, b)| Step::Apply(op, a, b)),
        5 => (at.clone(), at.clone()).prop_map(|(a, b)| Step::Replace(a, b)),
        2 => prop::collection::vec((at.clone(), at.clone()), 1..4).prop_map(Step::ReplaceAll),
        2 => at.prop_map(Step::Output),
        1 => Just(Step::Prune),
        1 => Just(Step::Merge),
    ]
}

/// Everything that can be read of a graph.
fn told(graph: &FunctionGraph, vars: &[Var]) -> String {
    let nodes: Vec<String> = graph
        .toposort()
        .map(|node| {
            let inputs: Vec<Var> = graph.node_inputs(node).collect();
            format!("{node:?} {:?} {inputs:?} {:?}", graph.op(node), graph.node_outputs(node))
        })
        .collect();
    let vars: Vec<String> = vars
        .iter()
        .map(|var| format!("{var:?} {:?} {:?} {:?}", graph.ty(*var), graph.origin(*var), graph.clients(*var)))
        .collect();
    format!("{nodes:?}\n{vars:?}\n{:?} {:?} {}", graph.inputs(), graph.outputs(), graph.node_count())
}

/// The same graph, built anew.
fn check_from_scratch(graph: &FunctionGraph) {
    let mut fresh = FunctionGraph::new();
    let mut own: HashMap<Var, Var> = HashMap::new();
    for var in graph.inputs() {
        own.insert(var, fresh.input(graph.ty(var).unwrap(), ""));
    }
    for node in graph.toposort() {
        let inputs: Vec<Var> = graph.node_inputs(node).collect();
        for var in &inputs {
            if let Some(Origin::Constant(value)) = graph.origin(*var) {
                own.entry(*var).or_insert_with(|| fresh.constant(graph.ty(*var).unwrap(), value.as_str()));
            }
        }
        let inputs: Vec<Var> = inputs.iter().map(|var| own[var]).collect();
        let outputs = fresh.apply(graph.op(node).unwrap(), &inputs).unwrap();
        for (var, fresh_var) in graph.node_outputs(node).unwrap().zip(outputs) {
            assert_eq!(graph.ty(var), fresh.ty(fresh_var));
            own.insert(var, fresh_var);
        }
    }
    let outputs: Vec<Var> = graph.outputs().iter().map(|var| own[var]).collect();
    fresh.set_outputs(&outputs).unwrap();
    assert_eq!(graph.graph_fingerprint(), fresh.graph_fingerprint());
}

fn run(steps: &[Step]) -> usize {
    let ops = ops();
    let mut graph = FunctionGraph::new();
    let mut vars: Vec<Var> = TYPES[..8].iter().map(|text| graph.input(parse(text), "")).collect();
    let mut replaced = 0;
    for step in steps {
        let before = told(&graph, &vars);
        let pick = |at: usize| vars[at % vars.len()];
        let mut made = Vec::new();
        let done = match step {
            Step::Input(ty) => {
                made.push(graph.input(parse(TYPES[*ty]), ""));
                true
            }
            Step::Apply(op, a, b) => {
                let inputs = [pick(*a), pick(*b)];
                let one = matches!(op, 0 | 4 | 6 | 8);
                let outputs = graph.apply(&ops[*op], if one { &inputs[..1] } else { &inputs });
                made.extend(outputs.clone().into_iter().flatten());
                outputs.is_ok()
            }
            Step::Replace(a, b) => graph.replace(pick(*a), pick(*b)).map(|var| made.push(var)).is_ok(),
            Step::ReplaceAll(pairs) => {
                let pairs: Vec<(Var, Var)> = pairs.iter().map(|(a, b)| (pick(*a), pick(*b))).collect();
                graph.replace_all(&pairs).map(|placed| made.extend(placed)).is_ok()
            }
            Step::Output(at) => {
                let outputs: Vec<Var> = graph.outputs().into_iter().chain([pick(*at)]).collect();
                graph.set_outputs(&outputs).is_ok()
            }
            Step::Prune => graph.prune() < usize::MAX,
            Step::Merge => graph.merge() < usize::MAX,
        };
        if !done {
            assert_eq!(before, told(&graph, &vars), "{step:?}");
        }
        replaced += usize::from(done && matches!(step, Step::Replace(..) | Step::ReplaceAll(_)));
        vars.extend(made);
        vars.sort_unstable();
        vars.dedup();
        graph.validate().unwrap();
    }
    check_from_scratch(&graph);
    replaced
}

fn parse(text: &str) -> Ty {
    parse_type(text).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn types_are_those_inferred_from_scratch(steps in prop::collection::vec(step(), 1..40)) {
        run(&steps);
    }
}

#[test]
fn enough_replacements_succeed_to_say_something() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let steps = prop::collection::vec(step(), 30..40);
    let replaced: usize = (0..20).map(|_| run(&steps.new_tree(&mut runner).unwrap().current())).sum();
    assert!(replaced > 30, "{replaced}");
}
