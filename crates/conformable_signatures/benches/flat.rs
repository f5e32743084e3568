//! How long a signature takes to answer known shapes, against a shape function written by hand:
//! `cargo bench -p conformable_signatures --bench flat` prints times for each call and their ratios.
//! By hand there are two: one that fills a buffer which is used again, and one that gives a new
//! `Vec`, as a shape function is mostly written.

use std::hint::black_box;
use std::time::Instant;

use conformable_signatures::Signature;
use conformable_signatures::compiled::Sizes;
use conformable_types::{Dim, Shape};

/// `+(m,n),(n,p)->(m,p)` as one would write it for this operation alone.
fn matmul(a: &[i64], b: &[i64], out: &mut Vec<i64>) -> bool {
    out.clear();
    let ([batch_a @ .., m, n], [batch_b @ .., k, p]) = (a, b) else { return false };
    broadcast(batch_a, batch_b, out) && n == k && {
        out.extend([m, p]);
        true
    }
}

/// `+(),()->()` as one would write it.
fn add(a: &[i64], b: &[i64], out: &mut Vec<i64>) -> bool {
    out.clear();
    broadcast(a, b, out)
}

fn broadcast(a: &[i64], b: &[i64], out: &mut Vec<i64>) -> bool {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let front = long.len() - short.len();
    out.extend_from_slice(&long[..front]);
    for (x, y) in long[front..].iter().zip(short) {
        match (*x, *y) {
            (x, y) if x == y || y == 1 => out.push(x),
            (1, y) => out.push(y),
            _ => return false,
        }
    }
    true
}

/// Nanoseconds a call, the best of several rounds.
fn time(mut call: impl FnMut()) -> f64 {
    const CALLS: u32 = 200_000;
    let round = |call: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..CALLS).for_each(|_| call());
        start.elapsed().as_nanos() as f64 / f64::from(CALLS)
    };
    (0..9).map(|_| round(&mut call)).fold(f64::MAX, f64::min)
}

type ByHand = fn(&[i64], &[i64], &mut Vec<i64>) -> bool;

fn main() {
    let rows: [(&str, ByHand, &[i64], &[i64]); 4] = [
        ("+(m,n),(n,p)->(m,p)", matmul, &[3, 4], &[4, 5]),
        ("+(m,n),(n,p)->(m,p)", matmul, &[7, 1, 3, 4], &[2, 4, 5]),
        ("+(),()->()", add, &[32, 10], &[10]),
        ("+(),()->()", add, &[8, 1, 6, 1], &[7, 1, 5]),
    ];
    println!("{:<22}{:>10}{:>10}{:>10}{:>8}{:>8}{:>11}", "", "buffer", "new Vec", "flat", "ratio", "ratio", "call");
    for (text, by_hand, a, b) in rows {
        let signature = Signature::parse(text).expect("a signature");
        let (mut out, mut sizes) = (Vec::new(), Sizes::default());
        assert!(by_hand(a, b, &mut out) && signature.call_sizes(&[a, b], &mut sizes) && sizes.output(0) == out);
        let hand = time(|| {
            black_box(by_hand(black_box(a), black_box(b), &mut out));
        });
        let allocated = time(|| {
            let mut out = Vec::new();
            black_box(by_hand(black_box(a), black_box(b), &mut out));
            black_box(out);
        });
        let flat = time(|| {
            black_box(signature.call_sizes(&[black_box(a), black_box(b)], &mut sizes));
        });
        let shapes: Vec<Shape> = [a, b].iter().map(|dims| dims.iter().map(|dim| Dim::of(*dim)).collect()).collect();
        let call = time(|| {
            black_box(signature.call(black_box(&shapes)).is_ok());
        });
        let ratios = (flat / hand, flat / allocated);
        println!(
            "{text:<22}{hand:>7.1} ns{allocated:>7.1} ns{flat:>7.1} ns{:>8.2}{:>8.2}{call:>8.1} ns",
            ratios.0, ratios.1
        );
    }
}
