//! Random signatures of the mini-language and random shapes against a brute-force reading: calls,
//! refusals, and solving for an input that was taken away.
//!
//! 20,000 cases; `CASES=` tries more or fewer, `SEED=` others.

mod reference;
#[path = "../../../conformable_solver/tests/common/rng.rs"]
mod rng;

use conformable_signatures::Signature;
use conformable_signatures::compiled::Sizes;
use conformable_signatures::signature::Solution;
use conformable_solver::{Fact, Store};
use conformable_types::ty::{Comparison, Constraint};
use conformable_types::{Dim, Elem, Shape, Term, Ty};
use reference::{Expr, Item, Mark};
use rng::{Rng, number};

impl Rng {
    fn name(&mut self) -> char {
        ['m', 'n', 'p'][self.below(3)]
    }

    fn expr(&mut self) -> Expr {
        let name = Expr::Name(self.name());
        if self.chance(75) {
            return if self.chance(90) { name } else { Expr::Int(self.below(5) as i64) };
        }
        let inner = self.operation(name);
        if self.chance(80) { inner } else { self.operation(inner) }
    }

    fn operation(&mut self, left: Expr) -> Expr {
        let op = ["+", "-", "*", "//", "%", "min", "max"][self.below(7)];
        let other = match self.below(3) {
            0 => Expr::Name(self.name()),
            _ => Expr::Int(1 + self.below(3) as i64),
        };
        Expr::Op(op, Box::new(left), Box::new(other))
    }

    fn signature(&mut self) -> reference::Signature {
        let prefix = [None, None, Some('+'), Some('=')][self.below(4)];
        let cap = (prefix.is_some() && self.chance(20)).then(|| self.below(3));
        // One name of a signature is optional wherever it stands.
        let optional = self.chance(30).then(|| Expr::Name(self.name()));
        let or_one = self.chance(25);
        let operand = |inputs: bool, rng: &mut Rng| -> Vec<Item> {
            (0..rng.below(4))
                .map(|_| match rng.below(20) {
                    0 if prefix.is_none() => Item::Ellipsis,
                    1 | 2 => Item::Skip(rng.below(3)),
                    3 if prefix.is_none() => Item::SkipRank(if rng.chance(70) { 'r' } else { 's' }),
                    4 if !inputs => Item::Dim(Expr::Name('q'), Mark::Data),
                    _ => {
                        let expr = rng.expr();
                        let plain = matches!(expr, Expr::Name(_) | Expr::Int(_));
                        let mark = match &optional {
                            Some(own) if *own == expr => Mark::Optional,
                            _ if inputs && or_one && plain && rng.chance(50) => Mark::OrOne,
                            _ => Mark::None,
                        };
                        Item::Dim(expr, mark)
                    }
                })
                .collect()
        };
        let inputs = (0..1 + self.below(3)).map(|_| operand(true, self)).collect();
        let outputs = (0..1 + self.below(2)).map(|_| operand(false, self)).collect();
        reference::Signature { prefix, cap, inputs, outputs }
    }

    /// Shapes that have a chance to fit.
    fn shapes(&mut self, signature: &reference::Signature) -> Vec<reference::Shape> {
        let sizes: Vec<i64> = (0..3).map(|_| self.below(5) as i64).collect();
        let one = |items: &Vec<Item>, rng: &mut Rng| {
            let mut shape = Vec::new();
            if signature.prefix.is_some() {
                shape.extend((0..rng.below(3)).map(|place| [1, 2, 3][(place + rng.below(2)) % 3]));
            }
            for item in items {
                match item {
                    Item::Dim(_, Mark::Optional) if rng.chance(30) => {}
                    Item::Dim(_, Mark::OrOne) if rng.chance(40) => shape.push(1),
                    Item::Dim(expr, _) => {
                        let mut names = Vec::new();
                        expr.names(&mut names);
                        let place = names.first().map_or(0, |name| *name as usize % 3);
                        let own = if rng.chance(75) { sizes[place] } else { rng.below(5) as i64 };
                        shape.push(match expr {
                            Expr::Int(value) if rng.chance(80) => *value,
                            _ => own,
                        });
                    }
                    Item::Skip(count) => shape.extend((0..*count).map(|_| sizes[0])),
                    Item::SkipRank(_) | Item::Ellipsis => shape.extend((0..rng.below(3)).map(|_| sizes[1])),
                }
            }
            shape.truncate(5);
            if rng.chance(5) {
                shape.push(2);
            }
            shape
        };
        signature.inputs.iter().map(|items| one(items, self)).collect()
    }
}

fn shape(dims: &[i64]) -> Shape {
    dims.iter().map(|dim| Dim::of(*dim)).collect()
}

/// What came of all cases.
#[derive(Debug, Default)]
struct Counts {
    refused: usize,
    decided: usize,
    flat: usize,
    open: usize,
    unrefuted: usize,
    solved: usize,
    filled: usize,
    grounded: usize,
    unfinished: usize,
}

#[test]
fn random_signatures() {
    let cases = number("CASES", 20_000);
    let mut rng = Rng::new(number("SEED", 20_261_120));
    let mut counts = Counts::default();
    let mut done = 0;
    while done < cases {
        let written = rng.signature();
        let text = written.text();
        let Ok(signature) = Signature::parse(&text) else { continue };
        for _ in 0..4 {
            let shapes = rng.shapes(&written);
            // What a call must be told a search tries out.
            let called = forward(&text, &signature, &written, &shapes, &mut counts);
            let place = rng.below(shapes.len());
            backward(&text, &signature, &written, &shapes, place, &mut counts);
            if rng.chance(4) {
                conflict(&text, &signature, &written, &shapes, place, &mut rng);
            }
            done += u64::from(called);
        }
    }
    println!("{counts:?}");
    let enough = |count: usize| count as u64 * 20 > cases;
    assert!(
        enough(counts.refused)
            && enough(counts.decided)
            && enough(counts.solved)
            && enough(counts.flat)
            && enough(counts.filled),
        "{counts:?}"
    );
    // Sizes without bounds are not decided in all of ten thousands of cases.
    assert!(counts.unrefuted as u64 * 20_000 < cases, "{counts:?}");
    assert!(counts.open as u64 * 20 < cases && counts.unfinished as u64 * 20 < cases, "{counts:?}");
}

/// Is it a question at all: what `.k.` skips cannot be found in every place.
fn forward(
    text: &str,
    signature: &Signature,
    written: &reference::Signature,
    shapes: &[Vec<i64>],
    counts: &mut Counts,
) -> bool {
    let expected = written.outputs(shapes);
    let inputs: Vec<Shape> = shapes.iter().map(|dims| shape(dims)).collect();
    let slices: Vec<&[i64]> = shapes.iter().map(Vec::as_slice).collect();
    let mut flat = Sizes::default();
    if signature.call_sizes(&slices, &mut flat) {
        counts.flat += 1;
        let outputs: Vec<Vec<i64>> = flat.iter().map(<[i64]>::to_vec).collect();
        assert!(expected.len() == 1 && expected.contains(&outputs), "{text} of {shapes:?}: {outputs:?}, {expected:?}");
        // The engine alone, which the compiled program stands in front of.
        let types: Vec<Ty> = inputs.iter().map(|shape| Ty::array(Elem::any(), *shape)).collect();
        let call = signature.apply(&types).unwrap_or_else(|refusal| panic!("{refusal}, but {outputs:?}"));
        let engine: Vec<Option<Vec<i64>>> =
            call.outputs.iter().map(|ty| ty.as_array().and_then(|(_, shape)| constants(shape))).collect();
        assert_eq!(engine, outputs.into_iter().map(Some).collect::<Vec<_>>(), "{text} of {shapes:?}");
    }
    match signature.call(&inputs) {
        Err(refusal) => {
            if refusal.failure.message.contains("must be given") {
                return false;
            }
            counts.refused += 1;
            has_names(text, &refusal.failure.message);
            assert!(expected.is_empty(), "{text} of {shapes:?} is refused ({refusal}), gives {expected:?}");
        }
        Ok(outputs) => {
            let known: Option<Vec<Vec<i64>>> = outputs.iter().map(|output| constants(*output)).collect();
            match known {
                Some(outputs) if expected.len() == 1 => {
                    counts.decided += 1;
                    assert!(expected.contains(&outputs), "{text} of {shapes:?} gives {outputs:?}, not {expected:?}");
                }
                // The reference gives up at its largest size: with larger ones there must be something.
                _ if expected.is_empty() => {
                    let found = !written.outputs_within(shapes, reference::LARGE).is_empty();
                    counts.unrefuted += usize::from(!found);
                    if !found && std::env::var_os("VERBOSE").is_some() {
                        println!("not refuted: {text} of {shapes:?} gives {outputs:?}");
                    }
                }
                // Names without bounds: what is known must not exclude what can be.
                _ => {
                    counts.open += 1;
                    for one in &expected {
                        let fits = one.len() == outputs.len()
                            && one.iter().zip(&outputs).all(|(own, output)| may_be(*output, own));
                        assert!(fits, "{text} of {shapes:?} gives {outputs:?}, can give {one:?}");
                    }
                }
            }
        }
    }
    true
}

/// Sizes; -1 for what the data decide.
fn constants(shape: Shape) -> Option<Vec<i64>> {
    let size = |dim: &Dim| match dim.constant() {
        Some(size) => Some(size),
        None => format!("{dim:?}").starts_with('#').then_some(-1),
    };
    shape.dims()?.iter().map(size).collect()
}

fn may_be(output: Shape, dims: &[i64]) -> bool {
    match output.dims() {
        Some(own) => own.len() == dims.len() && own.iter().zip(dims).all(|(a, b)| a.constant().is_none_or(|a| a == *b)),
        None => output.min_rank() <= dims.len(),
    }
}

fn backward(
    text: &str,
    signature: &Signature,
    written: &reference::Signature,
    shapes: &[Vec<i64>],
    place: usize,
    counts: &mut Counts,
) {
    let expected = written.outputs(shapes);
    let Some(outputs) = expected.iter().next().filter(|_| expected.len() == 1) else { return };
    // The data decide: nothing to ask for.
    if outputs.iter().flatten().any(|size| *size < 0) {
        return;
    }
    let inputs: Vec<Option<Shape>> =
        shapes.iter().enumerate().map(|(at, dims)| (at != place).then(|| shape(dims))).collect();
    let given: Vec<Option<Shape>> = outputs.iter().map(|dims| Some(shape(dims))).collect();
    let mut solutions = signature.solve_shapes(&inputs, &given).expect("as many as there are");
    let found: Vec<Solution> = solutions.by_ref().take(200).collect();
    let whole = solutions.is_exhaustive() && found.len() < 200;
    counts.solved += 1;
    let known = shapes.iter().enumerate().map(|(at, dims)| (at != place).then_some(&**dims));
    let operands: Vec<Option<&[i64]>> = known.chain(outputs.iter().map(|dims| Some(&**dims))).collect();
    let mut filled = Sizes::default();
    if signature.fill_sizes(&operands, &mut filled) {
        counts.filled += 1;
        let all: Vec<Option<Vec<i64>>> = filled.iter().map(|sizes| Some(sizes.to_vec())).collect();
        let own: Vec<Vec<Option<Vec<i64>>>> = found
            .iter()
            .map(|one| shapes_of(&one.inputs).chain(shapes_of(&one.outputs)).map(constants).collect())
            .collect();
        assert!(whole && own == [all], "{text} of {operands:?}: filled with {filled:?}, found {found:?}");
    }
    let has_it = found.iter().any(|solution| includes(solution, shapes, outputs));
    counts.unfinished += usize::from(!whole);
    assert!(
        has_it || !whole,
        "{text} of input {} = ? and {shapes:?} to {outputs:?}: no solution has {:?} among {found:?}",
        place + 1,
        shapes[place]
    );
    for solution in &found {
        let ground = solution.ground(3).found;
        assert!(!ground.is_empty(), "{text} of {inputs:?}: {solution} has no values");
        for one in ground {
            let dims = |types: &[Ty]| shapes_of(types).map(constants).collect::<Option<Vec<_>>>();
            let (Some(ins), Some(outs)) = (dims(&one.inputs), dims(&one.outputs)) else {
                panic!("{text}: {one:?} is not ground")
            };
            counts.grounded += 1;
            // Sizes and ranks beyond those that the reference tries.
            let small = ins.iter().all(|shape| shape.len() <= reference::MOST_SKIPPED);
            if small && ins.iter().chain(&outs).flatten().all(|size| *size <= reference::MOST / 2) {
                let mut forward = written.outputs(&ins);
                if !forward.contains(&outs) {
                    forward = written.outputs_within(&ins, reference::LARGE);
                }
                assert!(forward.contains(&outs), "{text}: {solution} at {ins:?} -> {outs:?}, but {forward:?}");
            }
        }
    }
}

/// One size of an output is another than what it must be: why that cannot be is said in names.
fn conflict(
    text: &str,
    signature: &Signature,
    written: &reference::Signature,
    shapes: &[Vec<i64>],
    place: usize,
    rng: &mut Rng,
) {
    let expected = written.outputs(shapes);
    let Some(outputs) = expected.iter().next() else { return };
    let mut outputs: Vec<Vec<i64>> = outputs.clone();
    let mut sizes: Vec<&mut i64> = outputs.iter_mut().flatten().filter(|size| **size >= 0).collect();
    if sizes.is_empty() {
        return;
    }
    let chosen = rng.below(sizes.len());
    *sizes[chosen] += 1;
    let size = |size: &i64| if *size < 0 { Dim::any() } else { Dim::of(*size) };
    let given: Vec<Option<Shape>> = outputs.iter().map(|dims| Some(dims.iter().map(size).collect())).collect();
    let inputs: Vec<Option<Shape>> =
        shapes.iter().enumerate().map(|(at, dims)| (at != place).then(|| shape(dims))).collect();
    let mut solutions = signature.solve_shapes(&inputs, &given).expect("as many as there are");
    if let Some(conflict) = solutions.conflict() {
        has_names(text, &conflict.failure.message);
    }
}

/// Nothing in a message has the solver's own number, and no expression anything unknown: `? + 6`. In a shape
/// `?` is a size, and in a signature `n?` a dim.
fn has_names(text: &str, message: &str) {
    let words = message.split([' ', ',', '[', ']', '(', ')', '*']);
    let mut before = "";
    for word in words.filter(|word| !word.is_empty()) {
        let is_operator = |word: &str| matches!(word, "+" | "-" | "//" | "%");
        let clash = (word == "?" && is_operator(before)) || (before == "?" && is_operator(word));
        assert!(!word.contains('#') && !clash && !word.starts_with("?/"), "{text}: {message}");
        before = word;
    }
}

fn shapes_of(types: &[Ty]) -> impl Iterator<Item = Shape> + '_ {
    types.iter().map(|ty| ty.as_array().expect("an array").1)
}

/// Can the solution's names have values that make it these shapes?
fn includes(solution: &Solution, inputs: &[Vec<i64>], outputs: &[Vec<i64>]) -> bool {
    let mut store = Store::new();
    let own = shapes_of(&solution.inputs).chain(shapes_of(&solution.outputs));
    for (own, dims) in own.zip(inputs.iter().chain(outputs)) {
        if store.tell(&Fact::Shape(own, shape(dims))).is_err() {
            return false;
        }
    }
    solution.constraints.iter().all(|constraint| match constraint {
        Constraint::Compare(op, a, b) => {
            let fact = match op {
                Comparison::Eq => Fact::Eq(*a, *b),
                Comparison::Ne => Fact::Ne(*a, *b),
                Comparison::Le => Fact::Le(*a, *b),
            };
            !store.ask(&fact).is_no()
        }
        Constraint::Relation(name, args) => match (name.as_str(), &**args) {
            ("broadcastable", [a, b]) => match (size(&store, a), size(&store, b)) {
                (Some(a), Some(b)) => a == b || a == 1 || b == 1,
                _ => true,
            },
            ("same", [Term::Shape(a), Term::Shape(b)]) => !store.ask(&Fact::Shape(*a, *b)).is_no(),
            other => panic!("a constraint that this test cannot read: {other:?}"),
        },
    })
}

fn size(store: &Store, term: &Term) -> Option<i64> {
    match term {
        Term::Dim(dim) => store.resolve_dim(*dim).constant(),
        Term::Ty(ty) => ty.int_value()?.constant(),
        _ => None,
    }
}
