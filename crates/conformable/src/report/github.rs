//! Annotations in a GitHub workflow: one `::error ...::` command for each finding.

use std::fmt::Write;

use conformable_python::diagnostic::{Diagnostic, Severity};

use super::{Sources, full_message};

/// The findings as workflow commands.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut out = String::new();
    for d in diagnostics {
        let command = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let at = sources.location(&d.place);
        let file = property(&d.place.file);
        let _ = write!(out, "::{command} title=Conformable ({}),file={file},line={},", d.rule.code, at.row);
        // Columns are only understood within one line.
        if at.row == at.end_row {
            let _ = write!(out, "col={},endColumn={},", at.column, at.end_column);
        }
        let _ = writeln!(
            out,
            "endLine={}::{}:{}:{}: {} {}",
            at.end_row,
            data(&d.place.file),
            at.line(),
            at.column,
            d.rule.code,
            data(&full_message(d))
        );
    }
    out
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn commands() {
        let (diagnostics, sources) = fixture::findings();
        assert_eq!(
            render(&diagnostics, &sources),
            "\
::error title=Conformable (CF101),file=model.py,line=12,col=12,endColumn=23,endLine=12::model.py:12:12: CF101 matmul: the inner dimensions differ: 4 and 5 (float64[n, 4] @ float64[5, 2])
::warning title=Conformable (CF701),file=other.py,line=2,endLine=3::other.py:2:6: CF701 (n,) and (n, 1) broadcast to (n, n)
::error title=Conformable (CF001),file=secret.py,line=1,col=1,endColumn=1,endLine=1::secret.py:1:1: CF001 this can't be read: permission denied
"
        );
    }

    #[test]
    fn escapes() {
        assert_eq!(property("a,b:c%"), "a%2Cb%3Ac%25");
        assert_eq!(data("100%\nof, it"), "100%25%0Aof, it");
    }
}
