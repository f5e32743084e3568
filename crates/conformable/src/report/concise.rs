//! One line for each finding: `model.py:12:12: error[CF101] matmul: ...`.

use std::fmt::Write;

use conformable_python::diagnostic::Diagnostic;

use super::{Sources, full_message};

/// The findings, one line each.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut out = String::new();
    for d in diagnostics {
        let at = sources.location(&d.place);
        let _ = writeln!(
            out,
            "{}:{}:{}: {}[{}] {}",
            d.place.file,
            at.line(),
            at.column,
            d.severity.as_str(),
            d.rule.code,
            full_message(d).replace(['\n', '\r'], " ")
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn one_line_each() {
        let (diagnostics, sources) = fixture::findings();
        assert_eq!(
            render(&diagnostics, &sources),
            "\
model.py:12:12: error[CF101] matmul: the inner dimensions differ: 4 and 5 (float64[n, 4] @ float64[5, 2])
other.py:2:6: warning[CF701] (n,) and (n, 1) broadcast to (n, n)
secret.py:1:1: error[CF001] this can't be read: permission denied
"
        );
    }
}
