//! Promotion, casts and ufunc loops against NumPy: replays `data/promotion.txt`, which
//! `scripts/gen_dtypes.py --golden` writes. Each line: question, NumPy's answer, lists of operands.

use conformable_types::dtype::{Casting, DType, Operand, Weak, can_cast, int_fits, promote, ufunc_loop};

fn operand(text: &str) -> Operand {
    match text {
        "~int" => Weak::Int.into(),
        "~float" => Weak::Float.into(),
        "~complex" => Weak::Complex.into(),
        name => DType::parse(name).unwrap_or_else(|| panic!("no dtype {name}")).into(),
    }
}

fn answer(question: &str, list: &str) -> String {
    if question == "spelling" {
        return DType::from_spelling(list).map_or("-".into(), DType::name);
    }
    let texts: Vec<&str> = list.split(", ").collect();
    if question == "int_fits" {
        let dtype = DType::parse(texts[1]).expect("a dtype");
        return truth(int_fits(texts[0].parse().expect("an int"), dtype));
    }
    let ops: Vec<Operand> = texts.into_iter().map(operand).collect();
    match (question, &ops[..]) {
        ("promote", ops) => promote(ops).map_or("-".into(), DType::name),
        ("safe" | "same_kind" | "unsafe", [Operand::Strong(from), Operand::Strong(to)]) => {
            truth(can_cast(*from, *to, Casting::named(question).expect("a rule")))
        }
        (ufunc, ops) => match ufunc_loop(ufunc, ops) {
            Ok(outputs) => outputs.iter().map(|d| d.name()).collect::<Vec<_>>().join(" "),
            Err(_) => "-".into(),
        },
    }
}

/// As Python prints it.
fn truth(yes: bool) -> String {
    (if yes { "True" } else { "False" }).into()
}

#[test]
fn numpy_agrees() {
    let (mut cases, mut wrong) = (0, Vec::new());
    for line in include_str!("data/promotion.txt").lines().filter(|line| !line.starts_with('#')) {
        let [question, expected, lists] = line.splitn(3, " | ").collect::<Vec<_>>()[..] else {
            panic!("no case: {line}")
        };
        for list in lists.split("; ") {
            let ours = answer(question, list);
            cases += 1;
            if ours != expected {
                wrong.push(format!("{question}({list}): NumPy {expected}, ours {ours}"));
            }
        }
    }
    assert!(cases > 15_000, "only {cases} cases");
    assert!(wrong.is_empty(), "{} of {cases} differ:\n{}", wrong.len(), wrong.join("\n"));
}
