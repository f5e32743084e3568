//! The chapters on types and their relations hold: every line of every `types` block.

use std::fs;
use std::path::Path;

use conformable_spec::types_language::{check_line, evaluate};

#[test]
fn chapters_hold() {
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let mut failures = Vec::new();
    let mut chapters = 0;
    let mut lines = 0;
    for folder in ["types", "relations"] {
        let folder = spec.join(folder);
        let mut pages: Vec<_> = fs::read_dir(&folder)
            .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
            .collect();
        pages.sort();
        for page in pages {
            let text = fs::read_to_string(&page).expect("a page");
            let before = lines;
            let mut inside = false;
            for (number, line) in text.lines().enumerate() {
                if line.starts_with("```") {
                    inside = !inside && line == "```types";
                } else if inside && let Some(outcome) = check_line(line) {
                    lines += 1;
                    failures.extend(outcome.err().map(|error| format!("{}:{}: {error}", page.display(), number + 1)));
                }
            }
            assert!(lines > before, "{} has no line to check", page.display());
            chapters += 1;
        }
    }
    assert!(failures.is_empty(), "{} of {lines} lines fail:\n{}", failures.len(), failures.join("\n"));
    assert!(chapters >= 10, "only {chapters} chapters");
}

#[test]
fn a_wrong_line_fails() {
    assert_eq!(check_line("parse(int) => int"), Some(Ok(())));
    assert_eq!(check_line("# a remark"), None);
    for line in [
        "parse(int) => str",
        "parse(int",
        "parse(float64[) => float64[n]",
        "parse(int) => error: expected",
        "is_super(int) => yes",
        "nothing(int) => int",
        "divides(n, m) => yes",
    ] {
        assert!(check_line(line).expect("a line").is_err(), "{line}");
    }
    assert_eq!(
        evaluate("meet(tuple[int, str], tuple[int, Literal['a, b']])").as_deref(),
        Ok("tuple[int, Literal['a, b']]")
    );
}
