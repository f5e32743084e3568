//! Any text gives an answer, in bounded time: programs cut off, with pieces left out, repeated and exchanged; and input
//! that is large on purpose.

use conformable_dialects::{gt4py::GT4PY, infer, pyccel::Pyccel};
use conformable_python::SourceFile;

fn codes(source: &str) -> Vec<String> {
    let file = SourceFile { path: "total.py".into(), text: source.into(), module: None };
    // A text of the one language is a program of the other, if a wrong one.
    let inferred = if source.contains("gtx") { infer(&GT4PY, &file, None) } else { infer(&Pyccel, &file, None) };
    inferred.diagnostics.iter().map(|found| found.rule.code.to_owned()).collect()
}

fn programs() -> Vec<&'static str> {
    vec![
        include_str!("real/particles.py"),
        include_str!("real/splines.py"),
        include_str!("real/quadrature.py"),
        include_str!("real/life.py"),
        include_str!("rows/programs.txt"),
        include_str!("real_gt4py/runge_kutta.py"),
        include_str!("real_gt4py/radiation.py"),
        include_str!("real_gt4py/boundaries.py"),
        concat!(include_str!("gt4py/head.py"), include_str!("gt4py/programs.txt")),
        concat!(include_str!("gt4py/head.py"), include_str!("gt4py/generic.txt")),
    ]
}

/// A small generator, so that the same programs are made each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }
}

/// What has more members, or more combinations of them, than are looked at says so at once.
#[test]
fn type_variables_of_very_many_members() {
    let members: String = (1..=1000).map(|rank| format!(", 'int[{}]'", vec![":"; rank % 30 + 1].join(","))).collect();
    let params = |ty: &str, count: usize| (0..count).map(|n| format!("p{n} : {ty}")).collect::<Vec<_>>().join(", ");
    let head = format!("from typing import TypeVar\nT = TypeVar('T'{members})\nU = TypeVar('U', int, float)\n");
    let start = std::time::Instant::now();
    assert_eq!(codes(&format!("{head}def f(a : T, b : T):\n    return a\n")), ["CF616", "CF616"]);
    assert_eq!(codes(&format!("{head}def f({}):\n    pass\n", params("'int | float'", 200))), ["CF616"]);
    assert!(codes(&format!("{head}def f({}):\n    pass\n", params("U", 200))).is_empty());
    assert!(start.elapsed().as_secs_f64() < 5.0, "even unoptimised: {:?}", start.elapsed());
}

#[test]
fn programs_that_are_cut_off() {
    for program in programs() {
        for end in (0..program.len()).step_by(37).filter(|end| program.is_char_boundary(*end)) {
            codes(&program[..end]);
        }
    }
}

#[test]
fn programs_whose_pieces_are_exchanged() {
    let mut random = Random(7);
    for program in programs() {
        let lines: Vec<&str> = program.lines().collect();
        for _ in 0..150 {
            let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            for _ in 0..1 + random.below(4) {
                let (a, b) = (random.below(lines.len()), random.below(lines.len()));
                match random.below(4) {
                    0 => drop(lines.remove(a)),
                    1 => lines.swap(a, b),
                    2 => {
                        let line = lines[a].clone();
                        lines.insert(b, line);
                    }
                    _ => {
                        let words: Vec<&str> = lines[a].split(' ').collect();
                        let (x, y) = (random.below(words.len()), random.below(words.len()));
                        let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
                        words.swap(x, y);
                        lines[a] = words.join(" ");
                    }
                }
            }
            codes(&lines.join("\n"));
        }
    }
}

#[test]
fn a_union_of_a_thousand_members() {
    let members = vec!["int"; 1000].join(" | ");
    assert_eq!(codes(&format!("def f(a: '{members}'):\n    return a\n")), ["CF616"]);
    let classes: String = (0..200).map(|n| format!("class C{n}:\n    pass\n")).collect();
    let members: Vec<String> = (0..200).map(|n| format!("C{n}")).collect();
    assert_eq!(codes(&format!("{classes}def f(a: {}):\n    return a\n", members.join(" | "))), ["CF616"]);
}

#[test]
fn many_combinations() {
    let params: Vec<String> = (0..40).map(|n| format!("a{n}: 'int | float | complex'")).collect();
    assert_eq!(codes(&format!("def f({}):\n    return a0\n", params.join(", "))), ["CF616"]);
}

#[test]
fn calls_inside_each_other_and_cycles() {
    let chain: String = (0..400).map(|n| format!("def f{n}(a: int):\n    return f{}(a)\n", n + 1)).collect();
    codes(&format!("{chain}def f400(a: int):\n    return a\n"));
    let nested = format!("def f(a: int):\n    return {}a{}\n", "abs(".repeat(150), ")".repeat(150));
    codes(&nested);
    codes("class A(B):\n    pass\nclass B(A):\n    pass\ndef f(a: A):\n    return a.x\n");
    assert_eq!(codes("def f(a: int) -> int:\n    return g(a)\ndef g(a: int) -> int:\n    return f(a)\n"), [""; 0]);
}

#[test]
fn overloads_that_contradict_each_other() {
    let source = "from typing import overload\n@overload\ndef f(a: int) -> int: ...\n@overload\ndef f(a: int) -> float: ...\n\
                  @overload\ndef f(a: 'nothing') -> float: ...\n";
    assert_eq!(codes(source), ["CF615", "CF616"]);
}

const HEAD: &str = "import gt4py.next as gtx\nfrom gt4py.next import Field, float64\nI = gtx.Dimension('I')\n";

#[test]
fn definitions_of_gt4py_that_go_in_circles() {
    let circle = format!(
        "{HEAD}from typing import TypeAlias\nA: TypeAlias = B\nB: TypeAlias = A\nC = C\n@gtx.field_operator\ndef f(a: A, b: C):\n    return a\n"
    );
    assert!(codes(&circle).contains(&"CF616".to_owned()), "{:?}", codes(&circle));
    let calls = format!(
        "{HEAD}@gtx.field_operator\ndef f(a: float64):\n    return g(a)\n@gtx.field_operator\ndef g(a: float64):\n    return f(a)\n"
    );
    assert_eq!(codes(&calls), ["CF617"]);
    let class = format!(
        "{HEAD}from typing import NamedTuple\nclass P(NamedTuple):\n    p: 'P'\n@gtx.field_operator\ndef f(a: P):\n    return a.p\n"
    );
    codes(&class);
}

#[test]
fn gt4pys_large_input() {
    let doubled =
        format!("{HEAD}@gtx.field_operator\ndef f(x: float64):\n{}    return x\n", "    x = (x, x)\n".repeat(60));
    assert_eq!(codes(&doubled), Vec::<String>::new());
    let deep = format!("{HEAD}@gtx.field_operator\ndef f(a: float64):\n    return {}a\n", "-".repeat(150));
    assert_eq!(codes(&deep), Vec::<String>::new());
    let params: Vec<String> = (0..12).map(|n| format!("p{n}: Field[[I], Arithmetic]")).collect();
    let generic = format!(
        "{HEAD}from conformable.gt4py import Arithmetic\n@gtx.field_operator\ndef f({}):\n    return p0\n",
        params.join(", ")
    );
    assert_eq!(codes(&generic), Vec::<String>::new());
    let lines: String = (0..2000).map(|n| format!("    x{} = x{n} * 2.0 + a\n", n + 1)).collect();
    let long =
        format!("{HEAD}@gtx.field_operator\ndef f(a: Field[[I], float64]):\n    x0 = a\n{lines}    return x2000\n");
    assert_eq!(codes(&long), Vec::<String>::new());
    let branches: String =
        (0..300).map(|n| format!("    if c:\n        x{n} = a\n    else:\n        x{n} = a + 1.0\n")).collect();
    let many =
        format!("{HEAD}@gtx.field_operator\ndef f(a: Field[[I], float64], c: gtx.bool):\n{branches}    return x299\n");
    assert_eq!(codes(&many), Vec::<String>::new());
}
