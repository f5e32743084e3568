//! Equal data, one handle: from any number of threads, in any order, with the same fingerprint in
//! every process.

use std::sync::Barrier;

use conformable_types::intern::Interner;
use conformable_types::text::{parse_type, print_ty};
use conformable_types::{Dim, Sym, Ty};

#[test]
fn threads_agree_on_handles() {
    const THREADS: usize = 8;
    let start = Barrier::new(THREADS);
    let text = |i: usize| {
        format!("tuple[float64[a{i} + b{}, max(c{i}, {i})], dict[str, T{i}[*S{i}]]] | Literal['x{i}']", i / 2)
    };
    let work = |thread: usize| {
        start.wait();
        let mut made = vec![(Ty::unknown(), Dim::ZERO, Sym::new("")); 400];
        // Each thread in another order.
        for step in 0..made.len() {
            let i = (step * [1, 3, 7, 9, 11, 13, 17, 19][thread] + thread * 37) % made.len();
            let dim = Dim::name(&format!("p{i}")).times(Dim::name(&format!("q{i}"))).plus(1);
            made[i] = (parse_type(&text(i)).expect("a type"), dim, Sym::new(&format!("s{i}")));
        }
        made
    };
    let all: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || work(thread))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    for made in &all[1..] {
        assert!(*made == all[0]);
    }
    for (i, (ty, _, sym)) in all[0].iter().enumerate() {
        assert_eq!(parse_type(&print_ty(*ty)), Ok(*ty));
        assert_eq!(sym.as_str(), format!("s{i}"));
    }
}

#[test]
fn a_table_keeps_one_of_each() {
    let table: Interner<Box<str>> = Interner::new();
    // More than a thread remembers, twice over.
    let texts: Vec<String> = (0..5000).map(|i| format!("value {}", i % 2500)).collect();
    let handles: Vec<u32> = texts.iter().map(|text| table.intern(text.as_str().into())).collect();
    assert_eq!(handles.iter().max(), Some(&2499));
    for (text, handle) in texts.iter().zip(&handles) {
        assert_eq!(table.intern_borrowed::<str>(text), *handle);
        assert_eq!(&**table.get(*handle), text);
    }
    assert_eq!(table.intern("another".into()), 2500);
    // Another table has handles of its own.
    let other: Interner<u64> = Interner::new();
    assert_eq!((other.intern(7), other.intern(8), other.intern(7)), (0, 1, 0));
}

/// Caches of other processes and machines key on these: a change here is a change of format.
#[test]
fn fingerprints_are_stable() {
    for (text, fingerprint) in [
        ("Unknown", 0x73ef_ec8e_384f_f78d_5341_15d2_7a33_5bf1),
        ("int", 0xa68d_3f92_398b_5822_836d_bc79_69d9_7196),
        ("Literal[3]", 0xe10b_4aca_9c29_a548_b83e_1368_0c24_6da5),
        ("float64[n, 3]", 0xe564_2311_cef1_3640_66e7_66d3_5283_f02a),
        ("float64[]", 0xa0c5_30a1_c006_1471_61c3_dce8_8e0e_7e4b),
        ("?[n, ?]", 0x2993_0a0f_174f_f78c_b29b_3703_2083_5b0f),
        ("float64[*S, n//2, max(m, n)]", 0x8268_0ae0_b08d_1589_63dc_91b6_8c05_cf8a),
        ("tuple[int, ...]", 0x3508_f9c5_8994_1892_0669_22f3_74ee_fb46),
        ("dict[str, list[(int, str)]]", 0xd5e3_ef05_90be_3b4b_d59c_52c5_a969_74b7),
        ("struct{a: int, b: float64[3]}", 0xa101_19b5_f7f0_f53c_1939_a12d_da37_3f8f),
        ("None | float64[3] | int", 0x6333_1850_ef7e_0cf0_0fe5_b3f1_6ddb_fd1d),
        (
            "((x?: T[*S], /, k: int=3) -> inexact(T)[*broadcast(S, reduce(S, 0, False))] where n <= m, …)",
            0x7114_756e_a9ca_358d_9ea2_13f6_8943_054f,
        ),
    ] {
        let (ty, fingerprint): (Ty, u128) = (parse_type(text).expect(text), fingerprint);
        assert_eq!(print_ty(ty), text);
        assert_eq!(format!("{:032x}", ty.fingerprint()), format!("{fingerprint:032x}"), "{text}");
    }
}
