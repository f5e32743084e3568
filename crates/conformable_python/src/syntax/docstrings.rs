//! The examples in docstrings, as programs: what stands after `>>>` and `...`.
//!
//! An example calls a function as it is meant to be called, with arguments of the right kinds. It
//! is run for what it says of the module's functions, not to be checked: examples show errors too.
//! This knows nothing of what an example prints, but that a traceback is an error.

use ruff_python_ast::{Expr, Stmt};

/// The path of an example of a file's, as Python's `doctest` calls it.
pub fn path(file: &str, number: usize) -> String {
    format!("{file}<doctest {number}>")
}

/// Is it the path of an example?
pub fn is_example(path: &str) -> bool {
    path.ends_with('>') && path.contains("<doctest ")
}

/// The programs in the docstrings of a module, of its classes and functions; one for each docstring.
pub fn examples(body: &[Stmt]) -> Vec<String> {
    let mut found = Vec::new();
    gather(body, &mut found);
    found
}

fn gather(body: &[Stmt], found: &mut Vec<String>) {
    if let Some(Stmt::Expr(first)) = body.first()
        && let Expr::StringLiteral(text) = &*first.value
    {
        found.extend(program(text.value.to_str()));
    }
    for statement in body {
        match statement {
            Stmt::FunctionDef(function) => gather(&function.body, found),
            Stmt::ClassDef(class) => gather(&class.body, found),
            _ => {}
        }
    }
}

/// The examples of one docstring, those left out that are not run, fail, or are no Python.
fn program(docstring: &str) -> Option<String> {
    let mut program = String::new();
    let mut lines = docstring.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((indent, first)) = line.split_once(">>>").filter(|(indent, _)| indent.trim().is_empty()) else {
            continue;
        };
        let mut example = format!("{}\n", unprompted(first));
        while let Some(more) = lines.peek().and_then(|line| line.strip_prefix(indent)?.strip_prefix("...")) {
            example.push_str(unprompted(more));
            example.push('\n');
            lines.next();
        }
        let fails = lines.peek().is_some_and(|output| output.trim_start().starts_with("Traceback (most recent call"));
        let skipped = example.contains("doctest:") && example.contains("+SKIP");
        if !fails && !skipped && ruff_python_parser::parse_module(&example).is_ok() {
            program.push_str(&example);
        }
    }
    (!program.is_empty()).then_some(program)
}

/// The code behind a prompt, from which a space separates it.
fn unprompted(line: &str) -> &str {
    line.strip_prefix(' ').unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_run_of_docstrings() {
        let text = r#"
"""A module.

>>> x = 1
"""


class A:
    def f(self, x):
        """Of no use.

        Examples
        --------
        >>> a = A()
        >>> for i in range(3):
        ...     a.f(i)
        0
        >>> a.f()
        Traceback (most recent call last):
        TypeError
        >>> a.f(10**9)  # doctest: +SKIP
        >>> a.f(
        """
        def inner():
            "text"
"#;
        let parsed = ruff_python_parser::parse_module(text).expect("it is Python");
        let wanted = ["x = 1\n", "a = A()\nfor i in range(3):\n    a.f(i)\n"];
        assert_eq!(examples(&parsed.syntax().body), wanted);
        assert!(is_example(&path("a/b.py", 3)) && !is_example("a/b.py"));
    }
}
