//! Annotations: what they say, and who keeps to it.
//!
//! Only those that bear a shape oblige. Plain Python ones (`x: float`) say nothing that does.
//!
//! | file | its one job |
//! |---|---|
//! | [`jaxtyping`] | `Float[np.ndarray, "batch n 3"]` |
//! | [`ndarray`] | `NDArray[np.float64]`, `np.ndarray[tuple[int, int], np.dtype[np.float64]]` |
//! | [`signature`] | `conformable.signature("(x: float64[n, 3]) -> float64[n]")` |
//! | [`comment`] | `x = load()  # conformable: float64[n, 4]` |
//! | [`attributes`] | `class A:` with `data: NDArray[np.float64]` in its body |
//! | [`check`] | a value against what is declared of it, and the value that a declaration makes |

pub mod attributes;
mod check;
mod comment;
pub use comment::{Commented, declared_behind};
mod jaxtyping;
mod ndarray;
pub mod signature;

pub use check::Role;

use std::rc::Rc;

use ruff_python_ast::{Expr, Stmt, StmtAnnAssign, StmtFunctionDef, StringFlags};
use ruff_text_size::{Ranged, TextRange, TextSize};

use crate::domain::declared::{ArrayForm, DeclaredType, Promises};
use crate::domain::value::{Dependencies, Kind, Sym};
use crate::eval::Machine;
use crate::eval::annotations::ndarray::{ndarray_of, ndarray_with_shape};
use crate::eval::annotations::signature::signature_of;
use crate::eval::interpreter::Interpreter;
use crate::front::diagnostic::{Diagnostic, Severity};
use crate::front::rules;
use crate::syntax::handles::{identifier, name_of};

/// Aliases of annotations are followed so far.
const MAX_ALIASES: u32 = 4;

/// What an annotation declares; `None` if it says nothing.
pub fn declared_type<'p>(run: &mut impl Interpreter<'p>, annotation: &Expr) -> Option<DeclaredType> {
    match read_annotation(run, annotation, None, 0) {
        DeclaredType::Other => None,
        declared => Some(declared),
    }
}

/// What an annotated name is declared to be: by the comment behind it, which says more, or the annotation.
pub fn declared_of_name<'p>(run: &mut impl Interpreter<'p>, assign: &StmtAnnAssign) -> Option<DeclaredType> {
    declared_behind(run.module(), &Commented::Annotated(assign)).or_else(|| declared_type(run, &assign.annotation))
}

/// The annotations of a function, and a signature that decorates it.
pub fn promises<'p>(run: &mut impl Interpreter<'p>, definition: &'p StmtFunctionDef) -> Option<Rc<Promises>> {
    if let Some(promises) = signature_of(run, definition) {
        return Some(Rc::new(promises));
    }
    let mut promises = Promises::default();
    for param in definition.parameters.iter_non_variadic_params() {
        // The comment is written for this checker: it says more than an annotation that other readers understand.
        let commented = declared_behind(run.module(), &Commented::Parameter(param));
        let annotation = param.parameter.annotation.as_deref();
        let annotated = || annotation.and_then(|annotation| declared_type(run, annotation));
        let Some(declared) = commented.or_else(annotated) else { continue };
        let none = param.default.as_deref().is_some_and(Expr::is_none_literal_expr);
        let declared = if none { declared.or_none() } else { declared };
        promises.params.push((identifier(&param.parameter.name), declared));
    }
    if let Some(returns) = &definition.returns {
        promises.returns = declared_type(run, returns);
    }
    (!promises.params.is_empty() || promises.returns.is_some()).then(|| Rc::new(promises))
}

/// `within`: the place of the string that the expression was written in.
fn read_annotation<'p>(
    run: &mut impl Interpreter<'p>,
    annotation: &Expr,
    within: Option<TextRange>,
    depth: u32,
) -> DeclaredType {
    if depth > 16 {
        return DeclaredType::Other;
    }
    match annotation {
        Expr::NoneLiteral(_) => DeclaredType::None,
        Expr::StringLiteral(text) => match ruff_python_parser::parse_expression(text.value.to_str()) {
            Ok(parsed) => {
                let place = within.unwrap_or(text.range());
                read_annotation(run, &parsed.syntax().body, Some(place), depth + 1)
            }
            Err(_) => DeclaredType::Other,
        },
        Expr::BinOp(union) if union.op == ruff_python_ast::Operator::BitOr => {
            let left = read_annotation(run, &union.left, within, depth + 1);
            let right = read_annotation(run, &union.right, within, depth + 1);
            union_of(vec![left, right])
        }
        Expr::Name(_) | Expr::Attribute(_) => read_name(run, annotation, within, depth),
        Expr::Subscript(subscript) => read_subscript(run, subscript, within, depth),
        _ => DeclaredType::Other,
    }
}

fn read_name<'p>(
    run: &mut impl Interpreter<'p>,
    annotation: &Expr,
    within: Option<TextRange>,
    depth: u32,
) -> DeclaredType {
    let path = dotted(run, annotation);
    match path.as_deref().map(|path| path.trim_start_matches("builtins.")) {
        Some("int") => DeclaredType::Int,
        Some(path) if matches!(of_numpy(path), Some("ndarray" | "typing.NDArray")) => DeclaredType::Array(ArrayForm {
            dtypes: crate::domain::declared::Dtypes::Any,
            shape: None,
            ndarray: true,
            obliges: false,
            text: "ndarray".into(),
        }),
        Some(path) => run
            .library()
            .object_class(path)
            .map_or(DeclaredType::Other, |class| DeclaredType::LibraryObject(Sym::new(class))),
        None => match (annotation, depth <= MAX_ALIASES) {
            (Expr::Name(name), true) => match run.module().alias(name_of(name)) {
                Some(value) => read_annotation(run, value, within, depth + 4),
                None => DeclaredType::Other,
            },
            _ => DeclaredType::Other,
        },
    }
}

fn read_subscript<'p>(
    run: &mut impl Interpreter<'p>,
    subscript: &ruff_python_ast::ExprSubscript,
    within: Option<TextRange>,
    depth: u32,
) -> DeclaredType {
    let Some(path) = dotted(run, &subscript.value) else { return DeclaredType::Other };
    let text = || match within {
        None => run.module().snippet(subscript.range()),
        Some(range) => run.module().snippet(range).trim_matches(['\'', '"']).to_owned(),
    };
    match path.trim_start_matches("builtins.") {
        "typing.Optional" => read_annotation(run, &subscript.slice, within, depth + 1).or_none(),
        "typing.Union" => {
            let members = arguments_of(&subscript.slice);
            union_of(members.into_iter().map(|member| read_annotation(run, member, within, depth + 1)).collect())
        }
        "typing.Annotated" | "typing_extensions.Annotated" | "typing.Final" | "typing.ClassVar" => {
            match arguments_of(&subscript.slice).first() {
                Some(inner) => read_annotation(run, inner, within, depth + 1),
                None => DeclaredType::Other,
            }
        }
        "tuple" | "typing.Tuple" => {
            let items = arguments_of(&subscript.slice);
            // `tuple[int]` is what many write for a tuple of ints, however many: nothing holds them to one.
            if items.len() == 1 || items.iter().any(|item| matches!(item, Expr::EllipsisLiteral(_))) {
                return DeclaredType::Other;
            }
            DeclaredType::Tuple(items.into_iter().map(|item| read_annotation(run, item, within, depth + 1)).collect())
        }
        path if of_numpy(path) == Some("typing.NDArray") => {
            let text = text();
            ndarray_of(run, &subscript.slice, text)
        }
        path if of_numpy(path) == Some("ndarray") => {
            let text = text();
            ndarray_with_shape(run, &subscript.slice, text)
        }
        other => match other.strip_prefix("jaxtyping.").and_then(jaxtyping::dtypes) {
            Some(dtypes) => {
                let text = text();
                jaxtyping(run, dtypes, &subscript.slice, text, within, depth)
            }
            None => DeclaredType::Other,
        },
    }
}

fn jaxtyping<'p>(
    run: &mut impl Interpreter<'p>,
    dtypes: crate::domain::declared::Dtypes,
    slice: &Expr,
    text: String,
    within: Option<TextRange>,
    depth: u32,
) -> DeclaredType {
    let [array, Expr::StringLiteral(shape)] = *arguments_of(slice) else { return DeclaredType::Other };
    let items = match jaxtyping::shape(shape.value.to_str()) {
        Ok(items) => items,
        Err(malformed) => {
            let range = match within {
                Some(range) => range,
                None => place_inside(shape, malformed.offset),
            };
            let raised = malformed.refused && within.is_none() && run.evaluates_annotations();
            run.malformed(range, malformed.message, raised);
            return DeclaredType::Other;
        }
    };
    // Another library's array keeps to its shape too, but has methods of its own.
    let inner = read_annotation(run, array, within, depth + 1);
    let ndarray = matches!(inner, DeclaredType::Array(ArrayForm { ndarray: true, .. }));
    DeclaredType::Array(ArrayForm { dtypes, shape: Some(items), ndarray, obliges: true, text })
}

/// The dotted path of a name that is not the program's own.
pub fn dotted<'p>(run: &mut impl Interpreter<'p>, expression: &Expr) -> Option<String> {
    match expression {
        Expr::Name(name) => {
            let value = run.lookup(name_of(name));
            match &value.kind {
                Kind::Builtin(path) | Kind::Op(path) | Kind::Namespace(path) => Some(path.as_str().to_owned()),
                _ => None,
            }
        }
        Expr::Attribute(attribute) => Some(format!("{}.{}", dotted(run, &attribute.value)?, attribute.attr)),
        _ => None,
    }
}
impl<'p> Machine<'p> {
    /// Are annotations evaluated where they stand? Not those of a function's variables.
    fn evaluates_annotations(&mut self) -> bool {
        self.frame().function.is_none() && !self.postpones_annotations()
    }

    /// `from __future__ import annotations`: none is evaluated.
    pub fn postpones_annotations(&self) -> bool {
        let postponed = |statement: &Stmt| match statement {
            Stmt::ImportFrom(import) => {
                import.module.as_deref() == Some("__future__")
                    && import.names.iter().any(|alias| alias.name.as_str() == "annotations")
            }
            _ => false,
        };
        self.module().body().iter().any(postponed)
    }

    /// `raised`: where it is written, and not only where something is held against it.
    fn malformed(&mut self, range: TextRange, message: String, raised: bool) {
        let mut diagnostic = Diagnostic::new(rules::MALFORMED_ANNOTATION, self.module().place(range), message);
        if raised {
            self.declare(diagnostic, Dependencies::LOCAL);
        } else {
            diagnostic.severity = Severity::Warning;
            diagnostic.help = Some("nothing fails here, but each check of a value against it does".into());
            self.hazard_with(diagnostic);
        }
    }
}

/// The rest of a path that leads into NumPy.
fn of_numpy(path: &str) -> Option<&str> {
    path.strip_prefix("numpy")?.strip_prefix('.')
}

fn union_of(members: Vec<DeclaredType>) -> DeclaredType {
    let mut flat = Vec::new();
    for member in members {
        match member {
            DeclaredType::Union(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    DeclaredType::Union(flat)
}

/// `a, b` between brackets.
fn arguments_of(slice: &Expr) -> Vec<&Expr> {
    match slice {
        Expr::Tuple(tuple) => tuple.elts.iter().collect(),
        one => vec![one],
    }
}

/// One character inside a string, if it is written in one plain piece; else the whole string.
fn place_inside(text: &ruff_python_ast::ExprStringLiteral, offset: usize) -> TextRange {
    let mut pieces = text.value.iter();
    match (pieces.next(), pieces.next()) {
        (Some(piece), None) if !piece.flags.is_triple_quoted() => {
            let whole = piece.range();
            let at = whole.start() + piece.flags.opener_len() + TextSize::try_from(offset).unwrap_or_default();
            if at < whole.end() { TextRange::at(at, TextSize::new(1)) } else { whole }
        }
        _ => text.range(),
    }
}
