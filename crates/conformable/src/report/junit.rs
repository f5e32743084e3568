//! JUnit's XML, which most CI systems show: a test case for each finding.
//!
//! An error is a failure; warnings and notes are cases that pass, with what is found as their output, since they don't
//! make the command fail. Without findings there is one case that passes.

use std::fmt::Write;

use conformable_python::diagnostic::{Diagnostic, Severity};

use super::{Sources, full_message, markup};

/// The findings as an XML document.
pub fn render(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let is_error = |d: &&Diagnostic| d.severity == Severity::Error;
    let failures = diagnostics.iter().filter(is_error).count();
    let counts = format!("tests=\"{}\" failures=\"{failures}\" errors=\"0\"", diagnostics.len().max(1));
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"conformable\" {counts}>");
    let _ = writeln!(out, "  <testsuite name=\"conformable\" {counts}>");
    for d in diagnostics {
        let at = sources.location(&d.place);
        let file = escaped(&d.place.file);
        let message = escaped(&full_message(d));
        let name = format!("{}:{}:{} {}", file, at.line(), at.column, d.rule.code);
        let _ =
            writeln!(out, "    <testcase name=\"{name}\" classname=\"{file}\" file=\"{file}\" line=\"{}\">", at.row);
        let text = format!("{}:{}:{}: {} {message}", file, at.line(), at.column, d.rule.code);
        let _ = match d.severity {
            Severity::Error => {
                writeln!(out, "      <failure message=\"{message}\" type=\"{}\">{text}</failure>", d.rule.code)
            }
            _ => writeln!(out, "      <system-out>{}: {text}</system-out>", d.severity.as_str()),
        };
        out.push_str("    </testcase>\n");
    }
    if diagnostics.is_empty() {
        out.push_str("    <testcase name=\"no findings\" classname=\"conformable\"/>\n");
    }
    out + "  </testsuite>\n</testsuites>\n"
}

/// A text within XML, which has no place at all for most control characters.
fn escaped(text: &str) -> String {
    markup::escaped(text, |out, c| {
        out.push(match c {
            '\n' | '\r' | '\t' => ' ',
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => '\u{fffd}',
            c => c,
        });
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::*;

    #[test]
    fn errors_fail_and_warnings_pass() {
        let (diagnostics, sources) = fixture::findings();
        let expected = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<testsuites name=\"conformable\" tests=\"2\" failures=\"1\" errors=\"0\">
  <testsuite name=\"conformable\" tests=\"2\" failures=\"1\" errors=\"0\">
    <testcase name=\"other.py:2:6 CF701\" classname=\"other.py\" file=\"other.py\" line=\"2\">
      <system-out>warning: other.py:2:6: CF701 (n,) and (n, 1) broadcast to (n, n)</system-out>
    </testcase>
    <testcase name=\"secret.py:1:1 CF001\" classname=\"secret.py\" file=\"secret.py\" line=\"1\">
      <failure message=\"this can't be read: permission denied\" type=\"CF001\">secret.py:1:1: CF001 this can't be read: permission denied</failure>
    </testcase>
  </testsuite>
</testsuites>
";
        assert_eq!(render(&diagnostics[1..], &sources), expected);
        let none = render(&[], &sources);
        assert!(none.contains("tests=\"1\" failures=\"0\"") && none.contains("name=\"no findings\""), "{none}");
    }

    #[test]
    fn whatever_is_found_is_xml() {
        assert_eq!(escaped("a<b> & \"c\"\n\u{1b}[0m\u{0}é"), "a&lt;b&gt; &amp; &quot;c&quot; \u{fffd}[0m\u{fffd}é");
    }
}
