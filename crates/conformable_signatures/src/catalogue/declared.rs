//! Rules that stubs declare, so that what a package adds has diagnostics of its own:
//!
//! ```python
//! class QT001(Rule):
//!     """# QT001 coarse-grid
//!
//!     What fails and why, an example, the repaired one.
//!     """
//!
//!     severity = "warning"
//!     summary = "a grid with fewer points than the stencil is wide"
//! ```
//!
//! The page's first line has the code and the name. Which entries find it say `@hazard("QT001", ...)`
//! and `@code("QT001")`. What a finding is, this crate doesn't know.

use ruff_python_ast::{Expr, Stmt, StmtClassDef};
use ruff_text_size::{Ranged, TextRange};

/// The base of a class that declares a rule.
pub const DECLARATION: &str = "Rule";

const SEVERITIES: [&str; 3] = ["error", "warning", "note"];

/// A rule as a stub declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredRule {
    /// `QT001`
    pub code: String,
    /// `coarse-grid`
    pub name: String,
    /// `error`, `warning` or `note`
    pub severity: String,
    /// What it finds, in one line.
    pub summary: String,
    /// The page in Markdown, which opens with `# QT001 coarse-grid`.
    pub page: String,
    /// `grids.pyi:3:7`
    pub source: String,
}

impl DeclaredRule {
    /// The rule that a class declares; what is wrong with it, and where.
    pub(super) fn read(class: &StmtClassDef, source: String) -> Result<DeclaredRule, (TextRange, String)> {
        let code = class.name.to_string();
        let digits = code.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let letters = code.len() - digits.len();
        if letters < 2 || digits.len() < 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let message = format!("`{code}` is no rule's code: two capital letters or more, three digits or more");
            return Err((class.name.range(), message));
        }
        let (mut page, mut severity, mut summary) = (None, None, None);
        for stmt in &class.body {
            match stmt {
                Stmt::Expr(text) => {
                    page = text.value.as_string_literal_expr().map(|text| dedented(text.value.to_str()))
                }
                Stmt::Assign(assign) => {
                    let target = match assign.targets.as_slice() {
                        [Expr::Name(name)] => name.id.as_str(),
                        _ => "",
                    };
                    let slot = match target {
                        "severity" => &mut severity,
                        "summary" => &mut summary,
                        _ => return Err((stmt.range(), "a rule has a `severity` and a `summary`".into())),
                    };
                    let Some(text) = assign.value.as_string_literal_expr() else {
                        return Err((assign.value.range(), format!("`{target}` is a string")));
                    };
                    *slot = Some((text.value.to_str().to_owned(), assign.value.range()));
                }
                _ => {
                    return Err((
                        stmt.range(),
                        "a rule has a page as its docstring, a `severity` and a `summary`".into(),
                    ));
                }
            }
        }
        let named = class.name.range();
        let page = page.ok_or_else(|| (named, format!("{code} has no page: its docstring")))?;
        let name =
            page.lines().next().and_then(|line| line.strip_prefix(&format!("# {code} "))).unwrap_or_default().trim();
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
            return Err((named, format!("the page's first line must be `# {code} ` and a name in lower case")));
        }
        let (severity, at) = severity.ok_or_else(|| (named, format!("{code} has no `severity`")))?;
        if !SEVERITIES.contains(&severity.as_str()) {
            return Err((at, format!("`{severity}` is no severity: {}", SEVERITIES.join(", "))));
        }
        let (summary, _) = summary.ok_or_else(|| (named, format!("{code} has no `summary`")))?;
        Ok(DeclaredRule { name: name.to_owned(), code, severity, summary, page, source })
    }
}

/// A docstring without the indentation that its lines after the first share.
fn dedented(text: &str) -> String {
    let rest = text.lines().skip(1).filter(|line| !line.trim().is_empty());
    let indent = rest.map(|line| line.len() - line.trim_start_matches(' ').len()).min().unwrap_or(0);
    let lines = text
        .lines()
        .enumerate()
        .map(|(number, line)| if number == 0 { line } else { line.get(indent..).unwrap_or("") });
    lines.map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned() + "\n"
}
