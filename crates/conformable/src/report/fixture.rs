//! Three findings that the tests of all formats show.

use conformable_python::diagnostic::{CallSite, Diagnostic, Evidence, EvidenceKind, Label, Span};
use conformable_python::rules;
use ruff_text_size::{TextRange, TextSize};

use super::Sources;

const MODEL: &str = "\
import numpy as np


class Model:
  def __init__(self):
    self.w1 = np.ones((3, 4))
    self.w2 = np.ones((5, 2))

  def __call__(self, x):
    # one hidden layer
    h = np.tanh(x @ self.w1)
    return h @ self.w2


def main(rows):
    return [row for row in rows]


model = Model()
n = int(input())
y = model(np.ones((n, 3)))
";

const OTHER: &str = "# é\né =  größe - 漢字[\n    0]\n";

fn place(file: &str, text: &str, expression: &str) -> Span {
    let start = text.find(expression).expect("in the text");
    let start = TextSize::try_from(start).expect("small");
    Span::new(file, TextRange::at(start, TextSize::of(expression)))
}

pub fn findings() -> (Vec<Diagnostic>, Sources) {
    let model = |expression| place("model.py", MODEL, expression);
    let matmul = Diagnostic {
        label: Label { text: "float64[n, 4] @ float64[5, 2]".to_owned(), marks: vec![11..12, 24..25] },
        evidence: vec![
            Evidence {
                name: "h".to_owned(),
                ty: "float64[n, 4]".to_owned(),
                place: Some(model("np.tanh(x @ self.w1)")),
                how: "by np.tanh(x @ self.w1)".to_owned(),
                seen: EvidenceKind::Made,
            },
            Evidence {
                name: "self.w2".to_owned(),
                ty: "float64[5, 2]".to_owned(),
                place: Some(model("np.ones((5, 2))")),
                how: String::new(),
                seen: EvidenceKind::Made,
            },
        ],
        calls: vec![CallSite { place: model("n = int(input())"), with: "x: float64[n, 3]".into() }],
        help: Some("should `self.w2` have 4 rows?".to_owned()),
        exception: Some("ValueError".into()),
        ..Diagnostic::new(rules::MATMUL, model("h @ self.w2"), "matmul: the inner dimensions differ: 4 and 5")
    };
    let hazard = Diagnostic::new(
        rules::OUTER_BROADCAST,
        place("other.py", OTHER, "größe - 漢字[\n    0]"),
        "(n,) and (n, 1) broadcast to (n, n)",
    );
    let unreadable = Diagnostic::new(
        rules::UNREADABLE,
        Span::new("secret.py", TextRange::default()),
        "this can't be read: permission denied",
    );
    let texts = [("model.py", MODEL), ("other.py", OTHER)];
    let sources = Sources::new(texts.map(|(path, text)| (path.into(), text.into())));
    (vec![matmul, hazard, unreadable], sources)
}
