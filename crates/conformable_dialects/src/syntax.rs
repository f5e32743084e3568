//! Questions about Python's syntax that need no types.

use conformable_signatures::Op;
use conformable_signatures::binder::{WrittenParam, written_params};
use conformable_signatures::op::{Param, ParamKind, Pattern};
use conformable_types::{Sym, Ty, TyKind};
use ruff_python_ast::visitor::{Visitor, walk_expr, walk_stmt};
use ruff_python_ast::{
    Expr, ExprFString, InterpolatedElement, InterpolatedStringElement, Stmt, StmtAssign, StmtClassDef, StmtFunctionDef,
};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashSet;

/// What a function has of the arguments for a parameter, each of this type.
pub fn collected(kind: ParamKind, ty: Ty) -> Ty {
    match kind {
        ParamKind::VarArgs => Ty::tuple_of(ty),
        ParamKind::KwArgs => Ty::new(TyKind::Dict(Ty::new(TyKind::Str), ty)),
        _ => ty,
    }
}

/// What each argument for a parameter is, of which a function has this.
pub fn argument_of(kind: ParamKind, ty: Ty) -> Ty {
    match (kind, ty.kind()) {
        (ParamKind::VarArgs, TyKind::TupleOf(item)) | (ParamKind::KwArgs, TyKind::Dict(_, item)) => *item,
        _ => ty,
    }
}

/// A function's parameters with their defaults, as Python lists them; in a language that drops all others, the plain ones.
pub fn parameters(def: &StmtFunctionDef, has_others: bool) -> impl Iterator<Item = WrittenParam<'_>> {
    written_params(&def.parameters).filter(move |param| has_others || param.kind == ParamKind::Plain)
}

/// The names that a target binds.
pub fn names_of(target: &Expr) -> Vec<Sym> {
    match target {
        Expr::Name(name) => vec![Sym::new(&name.id)],
        Expr::Tuple(tuple) => tuple.elts.iter().flat_map(names_of).collect(),
        Expr::List(list) => list.elts.iter().flat_map(names_of).collect(),
        _ => Vec::new(),
    }
}

/// The names that a statement binds or deletes where it stands.
pub fn bound_by(stmt: &Stmt) -> Vec<Sym> {
    struct Finder(Vec<Sym>);
    impl<'a> Visitor<'a> for Finder {
        fn visit_stmt(&mut self, stmt: &'a Stmt) {
            if !matches!(stmt, Stmt::FunctionDef(_) | Stmt::ClassDef(_)) {
                walk_stmt(self, stmt);
            }
        }

        fn visit_expr(&mut self, expr: &'a Expr) {
            self.0.extend(expr.as_name_expr().filter(|name| !name.ctx.is_load()).map(|name| Sym::new(&name.id)));
            walk_expr(self, expr);
        }
    }
    let mut finder = Finder(Vec::new());
    finder.visit_stmt(stmt);
    finder.0
}

/// The names that a statement of a module binds there: variables, functions, classes, imports.
pub fn bound_at_top(stmt: &Stmt) -> Vec<Sym> {
    match stmt {
        Stmt::FunctionDef(function) => vec![Sym::new(&function.name)],
        Stmt::ClassDef(class) => vec![Sym::new(&class.name)],
        _ => bound_by(stmt),
    }
}

/// What `import *` takes from a module.
pub enum Exported {
    /// All names that don't begin with an underscore.
    Public,
    /// Those that `__all__` lists.
    Listed(FxHashSet<Sym>),
    /// `__all__` is computed.
    Unknown,
}

/// What a module says that `import *` takes from it.
pub fn exported(body: &[Stmt]) -> Exported {
    let all = Sym::new("__all__");
    let mut found = Exported::Public;
    for stmt in body {
        if !bound_by(stmt).contains(&all) && !reads(std::slice::from_ref(stmt), "__all__") {
            continue;
        }
        let value = match stmt {
            Stmt::Assign(assign) if matches!(&*assign.targets, [Expr::Name(_)]) => Some(&*assign.value),
            Stmt::AnnAssign(assign) => assign.value.as_deref(),
            _ => None,
        };
        let names = match value {
            Some(Expr::List(list)) => &list.elts,
            Some(Expr::Tuple(tuple)) => &tuple.elts,
            _ => return Exported::Unknown,
        };
        let text = |name: &Expr| Some(Sym::new(name.as_string_literal_expr()?.value.to_str()));
        match (names.iter().map(text).collect(), &found) {
            (Some(names), Exported::Public) => found = Exported::Listed(names),
            _ => return Exported::Unknown,
        }
    }
    found
}

/// The text of an expression on one line, shortened for a message.
pub fn shortened(text: &str, range: TextRange) -> String {
    conformable_types::text::shortened(&text[range], 60)
}

/// The assignment to a name in a class.
pub fn assignment_in<'a>(class: &'a StmtClassDef, name: &str) -> Option<&'a StmtAssign> {
    let is_it = |stmt: &&'a StmtAssign| matches!(&*stmt.targets, [Expr::Name(target)] if target.id.as_str() == name);
    class.body.iter().filter_map(|stmt| stmt.as_assign_stmt()).find(is_it)
}

/// Goes one level deeper into a program, on a stack that has room for it.
pub fn with_stack<T>(deeper: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(256 << 10, 4 << 20, deeper)
}

/// The bodies that stand in a statement.
pub fn bodies_of(stmt: &Stmt) -> Vec<&[Stmt]> {
    match stmt {
        Stmt::If(branch) => {
            let clauses = branch.elif_else_clauses.iter().map(|clause| &*clause.body);
            std::iter::once(&*branch.body).chain(clauses).collect()
        }
        Stmt::Try(tried) => {
            let handlers = tried.handlers.iter().filter_map(|handler| handler.as_except_handler());
            let bodies = std::iter::once(&*tried.body).chain(handlers.map(|handler| &*handler.body));
            bodies.chain([&*tried.orelse, &*tried.finalbody]).collect()
        }
        Stmt::For(each) => vec![&each.body, &each.orelse],
        Stmt::While(repeated) => vec![&repeated.body, &repeated.orelse],
        Stmt::With(with) => vec![&with.body],
        Stmt::FunctionDef(inner) => vec![&inner.body],
        Stmt::ClassDef(inner) => vec![&inner.body],
        _ => Vec::new(),
    }
}

/// The parts of a text that is put together: texts, and what is computed; nothing of that where it is formatted.
pub fn parts_of(text: &ExprFString) -> Vec<Result<&str, Option<&Expr>>> {
    let is_plain = |part: &InterpolatedElement| part.format_spec.is_none() && part.conversion.is_none();
    let mut parts = Vec::new();
    for part in text.value.elements() {
        parts.push(match part {
            InterpolatedStringElement::Literal(text) => Ok(&*text.value),
            InterpolatedStringElement::Interpolation(part) => Err(is_plain(part).then_some(&*part.expression)),
        });
    }
    parts
}

/// Is it a statement of other bodies than functions and classes have, which may be run, or not, or often?
pub fn is_branched(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::If(_) | Stmt::Try(_) | Stmt::For(_) | Stmt::While(_) | Stmt::With(_))
}

/// `if __name__ == "__main__":`
pub fn is_program(stmt: &Stmt) -> bool {
    let test = stmt.as_if_stmt().and_then(|branch| branch.test.as_compare_expr());
    test.is_some_and(|test| {
        let name = test.left.as_name_expr().is_some_and(|name| name.id == "__name__");
        let text = test.comparators.first().and_then(Expr::as_string_literal_expr);
        name && text.is_some_and(|text| text.value.to_str() == "__main__")
    })
}

/// Does every path through the statements return?
pub fn always_returns(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::Return(_) => true,
        Stmt::If(branch) => {
            let clauses = &branch.elif_else_clauses;
            clauses.last().is_some_and(|last| last.test.is_none())
                && always_returns(&branch.body)
                && clauses.iter().all(|clause| always_returns(&clause.body))
        }
        _ => false,
    })
}

/// Does a return of the function's own give a value?
pub fn returns_something(body: &[Stmt]) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::Return(given) => given.value.is_some(),
        Stmt::If(branch) => {
            let clauses = branch.elif_else_clauses.iter().map(|clause| &*clause.body);
            std::iter::once(&*branch.body).chain(clauses).any(returns_something)
        }
        Stmt::For(inner) => returns_something(&inner.body),
        Stmt::While(inner) => returns_something(&inner.body),
        Stmt::With(inner) => returns_something(&inner.body),
        _ => false,
    })
}

/// The names that the function's own returns give.
pub fn names_returned(body: &[Stmt]) -> FxHashSet<Sym> {
    returned(body).into_iter().flatten().collect()
}

/// The name that each of the function's own returns gives, which the body binds and doesn't declare.
pub fn result_name(body: &[Stmt]) -> Option<Sym> {
    let found = returned(body);
    let name = (*found.first()?)?;
    let is_bound = body.iter().any(|stmt| bound_by(stmt).contains(&name));
    let is_it = found.iter().all(|one| *one == Some(name)) && is_bound && !declares(body, name);
    is_it.then_some(name)
}

/// Is the name declared in these statements: `x: int = 1`?
fn declares(body: &[Stmt], name: Sym) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::AnnAssign(declared) => declared.target.as_name_expr().is_some_and(|own| own.id == name.as_str()),
        Stmt::FunctionDef(_) | Stmt::ClassDef(_) => false,
        other => bodies_of(other).into_iter().any(|inner| declares(inner, name)),
    })
}

/// The names that a function's result is known by: each stands alone at its place in all that the function's own returns
/// give, among values that have no names.
pub fn result_names(body: &[Stmt]) -> FxHashSet<Sym> {
    let mut found = FxHashSet::default();
    let mut places = vec![own_returns(body)];
    while let Some(given) = places.pop() {
        let tuples: Option<Vec<&[Expr]>> =
            given.iter().map(|given| Some(&*given.and_then(Expr::as_tuple_expr)?.elts)).collect();
        match tuples.filter(|tuples| tuples.windows(2).all(|two| two[0].len() == two[1].len())) {
            Some(tuples) => {
                let count = tuples.first().map_or(0, |tuple| tuple.len());
                places.extend((0..count).map(|place| tuples.iter().map(|tuple| Some(&tuple[place])).collect()));
            }
            None => {
                let names = given.iter().filter_map(|given| Some(Sym::new(&given.and_then(Expr::as_name_expr)?.id)));
                let names: FxHashSet<Sym> = names.collect();
                found.extend(names.iter().filter(|_| names.len() == 1));
            }
        }
    }
    found
}

/// What the function's own returns give, where that is a name.
fn returned(body: &[Stmt]) -> Vec<Option<Sym>> {
    let name = |given: Option<&Expr>| Some(Sym::new(&given?.as_name_expr()?.id));
    own_returns(body).into_iter().map(name).collect()
}

/// What the function's own returns give.
fn own_returns(body: &[Stmt]) -> Vec<Option<&Expr>> {
    let mut found = Vec::new();
    let mut bodies = vec![body];
    while let Some(body) = bodies.pop() {
        for stmt in body {
            match stmt {
                Stmt::Return(given) => found.push(given.value.as_deref()),
                Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
                other => bodies.extend(bodies_of(other)),
            }
        }
    }
    found
}

/// An operation of operands, as it is written.
pub fn operation_as(symbol: &str, operands: &[String]) -> String {
    match (symbol, operands) {
        ("if", [test, body, orelse]) => format!("{body} if {test} else {orelse}"),
        ("neg", [one]) => format!("-{one}"),
        ("pos", [one]) => format!("+{one}"),
        ("not", [one]) => format!("not {one}"),
        ("test", [one]) => format!("if {one}:"),
        ("[]", [one, keys @ ..]) => format!("{one}[{}]", keys.join(", ")),
        (path, _) if path.contains('.') => {
            format!("{}({})", path.rsplit('.').next().unwrap_or(path), operands.join(", "))
        }
        (_, [one]) => format!("{symbol}{one}"),
        (_, [left, right]) => format!("{left} {symbol} {right}"),
        _ => format!("{symbol} of {}", operands.join(", ")),
    }
}

/// A call, as it is written, of what stands in the catalogue; the last arguments have these names.
pub fn called_as(op: &Op, given: &[String], names: impl ExactSizeIterator<Item = Sym>) -> String {
    let by_place = given.len() - names.len();
    let mut shown: Vec<String> = given[..by_place].to_vec();
    shown.extend(names.zip(&given[by_place..]).map(|(name, given)| format!("{name}={given}")));
    let name = op.path.rsplit('.').next().unwrap_or(&op.path);
    match shown.split_first() {
        Some((first, rest)) if name == "__call__" => format!("{first}({})", rest.join(", ")),
        Some((first, rest)) if op.bound => format!("{first}.{name}({})", rest.join(", ")),
        _ => format!("{name}({})", shown.join(", ")),
    }
}

/// A call whose result is stored, as it is said of it: what it gives, and where that goes.
pub fn stored_as(name: &str, given: &[String], names: impl ExactSizeIterator<Item = Sym>) -> String {
    let by_place = given.len() - names.len();
    let where_to = names.zip(&given[by_place..]).map(|(name, given)| format!(", {name}={given}"));
    format!("{name}(...) gives {}{}", given[..by_place].join(", "), where_to.collect::<String>())
}

/// The texts that decorators are given which are such: `@stack_array("a")`.
pub fn names_given(def: &StmtFunctionDef, is_it: impl Fn(&Expr) -> bool) -> FxHashSet<Sym> {
    let calls = def.decorator_list.iter().filter_map(|decorator| decorator.expression.as_call_expr());
    let texts = calls.filter(|call| is_it(&call.func)).flat_map(|call| &call.arguments.args);
    texts.filter_map(Expr::as_string_literal_expr).map(|text| Sym::new(text.value.to_str())).collect()
}

/// Is a name read in a body?
pub fn reads(body: &[Stmt], name: &str) -> bool {
    struct Finder<'n>(&'n str, bool);
    impl<'a> Visitor<'a> for Finder<'_> {
        fn visit_expr(&mut self, expr: &'a Expr) {
            self.1 |= expr.as_name_expr().is_some_and(|own| own.id.as_str() == self.0);
            walk_expr(self, expr);
        }
    }
    let mut finder = Finder(name, false);
    finder.visit_body(body);
    finder.1
}

/// What a decorator names: itself, or what it calls.
pub fn map_callable(decorator: &Expr) -> &Expr {
    decorator.as_call_expr().map_or(decorator, |call| &call.func)
}

/// A parameter as the binder has it.
pub fn bound_parameter(name: Sym, kind: ParamKind) -> Param {
    Param { name: name.to_string(), kind, pattern: Pattern::Anything, default: None, text: None }
}

/// The annotations of parameters, results, variables and attributes, in the order of the source; `None` is none.
pub fn annotations(body: &[Stmt]) -> Vec<&Expr> {
    struct Found<'a>(Vec<&'a Expr>);
    impl<'a> Visitor<'a> for Found<'a> {
        fn visit_annotation(&mut self, annotation: &'a Expr) {
            if !annotation.is_none_literal_expr() {
                self.0.push(annotation);
            }
        }
    }
    let mut found = Found(Vec::new());
    body.iter().for_each(|stmt| found.visit_stmt(stmt));
    found.0.sort_by_key(|annotation| annotation.start());
    found.0
}
