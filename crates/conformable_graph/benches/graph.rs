//! What nodes of a graph cost: `cargo bench -p conformable_graph --bench graph` prints nanoseconds a
//! node for types met before and for types that are new each time, times and memory of a chain of a
//! million nodes, and what a replacement at the end of a long chain takes. With `--nodes` it prints
//! of several ops the nanoseconds of both alone, which `benches/peers/rust_pytensor.py` reads.

use std::hint::black_box;
use std::time::Instant;

use conformable_graph::op::{Arguments, Slot};
use conformable_graph::{FunctionGraph, Op, Var};
use conformable_signatures::{Catalogue, Member};
use conformable_types::text::parse_type;
use conformable_types::{DType, Dim, Shape, Ty, TyKind};

/// The command's: memory that was let go is taken again without asking the system, whose pages would
/// cost more than the nodes.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn ty(text: &str) -> Ty {
    parse_type(text).expect("a type")
}

fn ops() -> [(&'static str, Op); 2] {
    let add = Op::parse("Add", "(x[*S], y[*R]) -> promote(x, y)[*broadcast(S, R)]").expect("a signature");
    let plus = Catalogue::numpy().operator("+").expect("an operator");
    [("a signature", add), ("the catalogue", Op::of_entry(plus))]
}

/// A chain of additions of one input to another, and its last variable.
fn chain(op: &Op, nodes: usize) -> (FunctionGraph, Vec<Var>) {
    let mut graph = FunctionGraph::new();
    let mut vars = vec![graph.input(ty("float64[?, 3]"), "x")];
    let other = graph.input(ty("float32[3]"), "y");
    for _ in 0..nodes {
        let last = vars[vars.len() - 1];
        vars.push(graph.call(op, &[last, other]).expect("it broadcasts"));
    }
    (graph, vars)
}

/// Milliseconds of the fastest of several rounds.
fn best<T>(rounds: usize, mut work: impl FnMut() -> T) -> f64 {
    let round = |work: &mut dyn FnMut() -> T| {
        let start = Instant::now();
        let made = black_box(work());
        let taken = start.elapsed().as_secs_f64() * 1e3;
        drop(made);
        taken
    };
    (0..rounds).map(|_| round(&mut work)).fold(f64::MAX, f64::min)
}

/// Nanoseconds a node of an op applied to as many matrices: of the same types each time, and of new ones.
fn node(op: &Op, inputs: usize) -> (f64, f64) {
    const NODES: usize = 10_000;
    let matrix = |size: i64| Ty::array(DType::FLOAT64, Shape::of(&[Dim::of(size), Dim::of(size)]));
    let mut size = 2;
    let mut all = |step: i64| {
        // Making the inputs' types is not the op's cost, nor the peer's.
        let mut graph = FunctionGraph::new();
        let mut given = Vec::new();
        for _ in 0..NODES {
            size += step;
            given.push((0..inputs).map(|_| graph.input(matrix(size), "")).collect::<Vec<_>>());
        }
        let start = Instant::now();
        for vars in &given {
            graph.call(op, vars).expect("it takes matrices");
        }
        let taken = start.elapsed().as_secs_f64() * 1e9 / NODES as f64;
        black_box(graph);
        taken
    };
    let mut best = |step| (0..9).map(|_| all(step)).fold(f64::MAX, f64::min);
    (best(0), best(1))
}

/// The ops that PyTensor is asked about as well.
fn nodes() {
    let numpy = |name: &str| Op::numpy(&["numpy", name].join(".")).expect("a function");
    let slice = Slot::Value(Ty::new(TyKind::Slice([Ty::int(1), Ty::none(), Ty::none()])));
    let Some(Member::Method(item)) = Catalogue::numpy().member("ndarray", "__getitem__") else { panic!("a method") };
    let item = Op::of_entry(item).arranged(Arguments::new(vec![Slot::Input, slice], Vec::new()));
    let total = numpy("sum").with("axis", Ty::int(0));
    let ops = [("add", numpy("add"), 2), ("exp", numpy("exp"), 1), ("matmul", numpy("matmul"), 2)];
    for (name, op, inputs) in ops.into_iter().chain([("sum", total, 1), ("slice", item, 1)]) {
        let (met, new) = node(&op, inputs);
        println!("{name} {met:.1} {new:.1}");
    }
}

fn main() {
    if std::env::args().any(|arg| arg == "--nodes") {
        return nodes();
    }
    println!("nanoseconds a node                 met before    new types");
    for (name, op) in ops() {
        const NODES: usize = 10_000;
        let met = best(9, || chain(&op, NODES)) * 1e6 / NODES as f64;
        let mut size = 0;
        let new = best(5, || {
            let mut graph = FunctionGraph::new();
            let other = graph.input(ty("float32[1]"), "y");
            for _ in 0..NODES {
                size += 1;
                let x = graph.input(Ty::array(DType::FLOAT64, Shape::of(&[Dim::of(size), Dim::of(3)])), "");
                graph.call(&op, &[x, other]).expect("it broadcasts");
            }
            graph
        });
        println!("  add by {name:<24}{met:>10.1} ns{:>10.1} ns", new * 1e6 / NODES as f64);
    }

    const MILLION: usize = 1_000_000;
    let [(_, op), _] = ops();
    let before = resident();
    let start = Instant::now();
    let mut graph = FunctionGraph::new();
    let mut last = graph.input(ty("float64[n, 3]"), "x");
    let other = graph.input(ty("float32[3]"), "y");
    for _ in 0..MILLION {
        last = graph.call(&op, &[last, other]).expect("it broadcasts");
    }
    let built = start.elapsed().as_secs_f64() * 1e3;
    let bytes = before.zip(resident()).map_or(f64::NAN, |(before, after)| after.saturating_sub(before) as f64);
    graph.set_outputs(&[last]).expect("its own");
    let walked = best(3, || graph.toposort().map(|node| graph.node_inputs(node).len()).sum::<usize>());
    let valid = best(3, || graph.validate());
    let cloned = best(3, || graph.clone());
    let marked = best(3, || graph.graph_fingerprint());
    let merged = best(3, || graph.clone().merge()) - cloned;
    println!("1,000,000 nodes: built in {built:.0} ms, {:.0} MB", bytes / 1e6);
    println!(
        "  walked {walked:.1} ms, validated {valid:.0} ms, cloned {cloned:.0} ms, fingerprint {marked:.0} ms, merge {merged:.0} ms"
    );

    let (mut graph, vars) = chain(&op, 100_000);
    let narrow = graph.input(ty("float64[7, 3]"), "z");
    // Its type is met before.
    let warm = graph.call(&op, &[narrow, graph.inputs()[1]]).expect("it broadcasts");
    black_box(warm);
    for behind in [0, 10, 1_000] {
        let times = (0..50).map(|_| {
            let mut graph = graph.clone();
            let [old, new] = [vars[100_000 - behind], narrow].map(|var| graph.counterpart(var).expect("a clone"));
            let start = Instant::now();
            black_box(graph.replace(old, new).expect("it fits"));
            start.elapsed().as_secs_f64() * 1e6
        });
        println!("100,000 nodes: a replacement with {behind} behind it {:.1} us", times.fold(f64::MAX, f64::min));
    }
    let (mut graph, vars) = chain(&op, 100_000);
    let narrow = graph.input(ty("float64[7, 3]"), "z");
    let start = Instant::now();
    black_box(graph.replace(vars[0], narrow).expect("it fits"));
    let first = start.elapsed().as_secs_f64() * 1e3;
    println!("100,000 nodes: a replacement of the first input, all typed again, {first:.1} ms");
}

/// Bytes of memory in use, where the system says it.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes * 1024)
}
