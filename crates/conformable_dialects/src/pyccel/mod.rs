//! Pyccel: Python with one type for a variable, compiled to C and Fortran.
//!
//! | module | its one job |
//! |---|---|
//! | `types` | which types there are, when two are equal, how they are spelled |
//! | `annotations` | annotations, read and resolved |
//! | `coherence` | what an assignment may not change |
//! | `methods` | what operators ask of classes |
//! | `values` | the ints and truths that are known by their values |
//!
//! What its operators and functions give is `catalogue/pyccel`; how numbers promote is its table in
//! `catalogue/dialects.toml`.

use std::sync::LazyLock;

use conformable_python::rules;
use conformable_signatures::{CallFailure, Catalogue};
use conformable_types::dtype::{self, Dialect};
use conformable_types::text::print_dim;
use conformable_types::{Dim, Sym, Ty, TyKind};
use ruff_python_ast::visitor::{Visitor, walk_stmt};
use ruff_python_ast::{CmpOp, Decorator, Expr, ExprList, ExprSet, ExprTuple, ModModule, Number, Operator, Stmt};
use ruff_text_size::Ranged;
use rustc_hash::FxHashSet;

use crate::annotation::{Annotation, Meaning};
use crate::exchange::exchanged;
use crate::language::{
    AskedMethods, Assigned, Assignment, Definition, Display, Language, Names, Problem, Stands, Unit,
};
use crate::sizes;

mod annotations;
mod coherence;
mod methods;
pub mod types;
mod values;

pub use crate::emit::{Target, emit};
pub use annotations::read_text;

/// The language.
pub struct Pyccel;

/// The modules of Python's library of which Pyccel has something.
const KNOWN_MODULES: &[&str] = &["cmath", "itertools", "math", "sys", "typing"];

/// All modules of Python's library.
static PYTHON_MODULES: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| include_str!("../../../../catalogue/python/modules.txt").split_whitespace().collect());

/// Items of a display that are known one by one, at most.
const KNOWN_ITEMS: usize = 32;

impl Language for Pyccel {
    fn name(&self) -> &'static str {
        "pyccel"
    }

    fn catalogue(&self) -> &'static Catalogue {
        let catalogue = Catalogue::language("pyccel").expect("its folder is compiled in");
        catalogue.define_equality(|a, b| types::equal(types::class_type(a), types::class_type(b)));
        catalogue
    }

    fn promotion(&self) -> Option<&'static Dialect> {
        dtype::dialect("pyccel")
    }

    /// By itself a file is Pyccel's if the decorators are all that it imports of Pyccel: what Pyccel compiles imports nothing else
    /// of it, and a file that drives it is ordinary Python.
    fn is_written_in(&self, module: &ModModule) -> bool {
        let mut imported = ImportedOfPyccel::default();
        imported.visit_body(&module.body);
        imported.decorators && !imported.more
    }

    fn is_type(&self, path: &str) -> bool {
        path == "builtins.type"
    }

    fn read_annotation(&self, annotation: &Expr, text: &str) -> Result<Annotation, Problem> {
        annotations::read(annotation, text)
    }

    fn resolve(&self, annotation: &Annotation, names: &Names) -> Result<Vec<Meaning>, Problem> {
        annotations::resolve(annotation, names)
    }

    fn literal(&self, literal: &Expr) -> Option<Ty> {
        Some(match literal {
            Expr::NumberLiteral(number) => match &number.value {
                Number::Int(value) => value.as_i64().map_or_else(|| Ty::new(TyKind::Int), Ty::int),
                Number::Float(_) => Ty::new(TyKind::Float),
                Number::Complex { .. } => Ty::new(TyKind::Complex),
            },
            Expr::StringLiteral(text) => Ty::str(text.value.to_str()),
            Expr::BooleanLiteral(literal) => Ty::bool(literal.value),
            Expr::NoneLiteral(_) => Ty::none(),
            Expr::EllipsisLiteral(_) => Ty::new(TyKind::Ellipsis),
            _ => return None,
        })
    }

    fn display(&self, display: Display, items: &[Ty]) -> Result<Ty, Problem> {
        if display == Display::Tuple {
            return Ok(Ty::tuple(items.iter().copied()));
        }
        if items.iter().any(|item| item.is_unknown()) {
            return Ok(Ty::unknown());
        }
        let one = |items: &[Ty], what: &str| {
            let mut classes = items.iter().map(|item| types::class_type(*item));
            let first = classes.next().unwrap_or_else(Ty::never);
            match classes.find(|other| !types::equal(first, *other)) {
                None => Ok(first),
                Some(other) => {
                    let (first, other) = (types::spell(first), types::spell(other));
                    let message = format!("{what} of one type each: {first} and {other} are two");
                    let problem = Problem::fatal(rules::DIALECT_CONTAINER, message);
                    Err(if display == Display::List { problem.help("a tuple may have several types") } else { problem })
                }
            }
        };
        Ok(match display {
            Display::List => {
                let item = one(items, "a list has elements")?;
                if matches!(item.kind(), TyKind::Tuple(types) if !types.is_empty()) {
                    let message =
                        format!("a list that is written has no tuples of several types: {}", types::spell(item));
                    return Err(Problem::fatal(rules::DIALECT_CONTAINER, message));
                }
                let is_it = |other: &Ty| types::class_type(*other) == item;
                let are_known = !items.is_empty() && items.len() <= KNOWN_ITEMS && items.iter().all(is_it);
                if are_known { Ty::list(items.iter().copied()) } else { Ty::list_of(item) }
            }
            Display::Set => match one(items, "a set has elements")? {
                item if types::rank(item) > 0 => {
                    let message = format!("a set that is written has numbers, not {}", types::spell(item));
                    return Err(Problem::fatal(rules::DIALECT_OPERATION, message));
                }
                item => Ty::new(TyKind::Set(item)),
            },
            Display::Dict | Display::Tuple => {
                let (keys, values) = items.split_at(items.len() / 2);
                Ty::new(TyKind::Dict(one(keys, "a dict has keys")?, one(values, "a dict has values")?))
            }
        })
    }

    fn class_type(&self, exact: Ty) -> Ty {
        types::class_type(exact)
    }

    /// An int that is passed is known by its name at the start of the function, and so are an array's sizes.
    fn argument(&self, name: Sym, ty: Ty) -> Ty {
        match ty.kind() {
            TyKind::Int => Ty::int(Dim::name(name.as_str())),
            _ => types::with_named_sizes(ty, name.as_str()),
        }
    }

    fn assign(&self, assignment: &Assignment) -> Assigned {
        coherence::assign(assignment)
    }

    fn accepts(&self, parameter: Ty, argument: Ty) -> bool {
        let own = types::class_type(argument);
        types::equal(parameter, own)
            || matches!((parameter.kind(), argument.items()), (TyKind::Tuple(wanted), Some(items))
                if wanted.len() == items.len()
                    && wanted.iter().zip(items).all(|(wanted, item)| self.accepts(*wanted, *item)))
    }

    fn unit(&self, decorators: &[String]) -> Unit {
        let has = |name: &str| decorators.iter().any(|path| path.rsplit('.').next() == Some(name));
        match (has("elemental"), has("inline")) {
            (true, _) => Unit::Lifted,
            (_, true) => Unit::Inlined,
            _ => Unit::Function,
        }
    }

    fn has_lambdas(&self) -> bool {
        true
    }

    fn refuses_module(&self, path: &str) -> Option<Problem> {
        let first = path.split('.').next().unwrap_or(path);
        let is_refused = !KNOWN_MODULES.contains(&first) && PYTHON_MODULES.contains(first);
        let message = || format!("Pyccel has nothing of Python's module `{path}`");
        is_refused.then(|| Problem::error(rules::DIALECT_UNDEFINED, message()))
    }

    /// How often a tuple is repeated decides its type, so that an int beside one keeps its value.
    fn operand(&self, exact: Ty, beside: &[Ty]) -> Ty {
        let counts = beside.iter().any(|ty| matches!(ty.kind(), TyKind::Tuple(_)));
        if counts && exact.int_value().is_some() { exact } else { sizes::plain(exact) }
    }

    fn class_value(&self, of: &[Ty]) -> Ty {
        Ty::tuple(of.to_vec())
    }

    fn indexed(&self, exact: Ty) -> Ty {
        sizes::of_constant_sizes(exact)
    }

    fn part(&self, base: Ty, key: Ty, part: Ty) -> Ty {
        sizes::sliced(base, key, part)
    }

    fn refuses_operands(&self, symbol: &str, left: Ty, right: Ty) -> Option<Problem> {
        let (one, other) = sizes::unequal(left, right).filter(|_| symbol != "@")?;
        let (one, other) = (print_dim(one), print_dim(other));
        let message = format!("the sizes differ by a constant: {one} and {other}");
        Some(Problem::fatal(rules::DIALECT_OPERATION, message))
    }

    fn constant(&self, symbol: &str, operands: &[Ty]) -> Option<Ty> {
        values::constant(symbol, operands)
    }

    fn decided(&self, test: Ty) -> Option<bool> {
        match test.kind() {
            TyKind::LitBool(is_true) => Some(*is_true),
            _ => None,
        }
    }

    fn asked_methods(&self, symbol: &str) -> Option<AskedMethods> {
        methods::of(symbol)
    }

    fn is_in_place(&self, method: &str) -> bool {
        methods::is_in_place(method)
    }

    fn refine(&self, result: Ty, left: Ty, right: Ty) -> Ty {
        sizes::with_first_sizes(result, left, right)
    }

    fn accepts_lifted(&self, parameter: Ty, argument: Ty) -> bool {
        let element = argument.as_array().filter(|_| argument.is_ndarray());
        element.is_some_and(|(elem, _)| self.accepts(parameter, self.class_type(Ty::scalar(elem))))
    }

    /// The array of most dims, in which each element is what the function gives.
    fn lift(&self, _options: &[(Sym, Ty)], arguments: &[Ty], result: Ty) -> Option<(&'static str, Vec<Ty>)> {
        let arrays = arguments.iter().copied().filter(|ty| ty.is_ndarray());
        let array = arrays.max_by_key(|ty| ty.as_array().and_then(|(_, shape)| shape.rank()))?;
        Some(("elemental", vec![array, result]))
    }

    fn refuses_parameter(&self, ty: Ty) -> Option<Problem> {
        let message = "tuples of several types are no parameters";
        matches!(ty.kind(), TyKind::Tuple(_)).then(|| Problem::error(rules::DIALECT_ANNOTATION, message))
    }

    fn defines(&self, definition: &Definition) -> Vec<Problem> {
        let is_static = |one: &&Decorator| one.expression.as_name_expr().is_some_and(|name| name.id == "staticmethod");
        let marked = definition.def.decorator_list.iter().find(is_static);
        let message = "Pyccel has no static methods: write a function beside the class";
        let refused = marked.map(|one| Problem::error(rules::DIALECT_STATEMENT, message).at(one.range()));
        let is_of_many = definition.unit == Unit::Lifted && definition.params.len() > 1;
        let message = "an elemental function has one parameter";
        let of_many = is_of_many.then(|| Problem::error(rules::DIALECT_STATEMENT, message));
        refused.into_iter().chain(of_many).collect()
    }

    fn refuses(&self, statement: &Stmt, _unit: Unit) -> Option<Problem> {
        let what = match statement {
            Stmt::Try(_) => "exceptions are not handled: `try`",
            Stmt::Raise(_) => "exceptions are not raised: `raise`",
            Stmt::Global(_) => "`global`",
            Stmt::Nonlocal(_) => "`nonlocal`",
            Stmt::Match(_) => "`match`",
            Stmt::Assign(assign) if assign.targets.len() > 1 => "one value for several names: `a = b = 1`",
            Stmt::Assign(assign) => {
                let message = "what is assigned at once is also read, and an item among it has a computed index";
                let problem = Problem::error(rules::DIALECT_STATEMENT, message);
                let problem = problem.help("assign one after the other, with a variable for what is kept");
                return exchanged(assign).map(|place| problem.at(place));
            }
            Stmt::AugAssign(assign) if assign.op == Operator::Pow => "`**=`",
            Stmt::AugAssign(assign) if assign.op == Operator::BitXor => "`^=`",
            Stmt::IpyEscapeCommand(_) => "a command of IPython",
            Stmt::FunctionDef(function) if function.is_async => "an asynchronous function",
            Stmt::For(each) if each.is_async => "an asynchronous loop",
            Stmt::With(with) if with.is_async => "an asynchronous `with`",
            _ => return None,
        };
        Some(Problem::error(rules::DIALECT_STATEMENT, format!("Pyccel has no such statement: {what}")))
    }

    fn refuses_place(&self, statement: &Stmt, stands: Stands) -> Option<Problem> {
        let message = match (statement, stands) {
            (Stmt::ClassDef(_), Stands::Function | Stands::Program | Stands::Block) => {
                "a class stands in a module, at its top"
            }
            (Stmt::FunctionDef(_), Stands::Program | Stands::Block) => {
                "a function stands in a module, a class or a function, at its top"
            }
            (Stmt::Import(_) | Stmt::ImportFrom(_), Stands::Block) => {
                "an import stands in a module, a function or the program, at its top"
            }
            (Stmt::ImportFrom(import), _) if import.names.iter().any(|alias| &*alias.name == "*") => {
                "Pyccel imports names one by one: `*` is none"
            }
            _ => return None,
        };
        Some(Problem::error(rules::DIALECT_STATEMENT, message))
    }

    fn refuses_expression(&self, expression: &Expr, _unit: Unit) -> Option<Problem> {
        let what = match expression {
            Expr::SetComp(_) => "a comprehension of a set",
            Expr::DictComp(_) => "a comprehension of a dict",
            Expr::Yield(_) | Expr::YieldFrom(_) => "`yield`",
            Expr::Await(_) => "`await`",
            Expr::BytesLiteral(_) => "bytes",
            Expr::Named(_) => "an assignment in an expression: `:=`",
            Expr::FString(_) => "an f-string",
            Expr::Lambda(_) => "a `lambda` that isn't assigned to a name",
            Expr::Compare(compare) if compare.ops.contains(&CmpOp::NotIn) => "`not in`",
            Expr::ListComp(all) if all.elt.is_list_comp_expr() => "a comprehension of comprehensions",
            Expr::List(ExprList { elts, .. })
            | Expr::Set(ExprSet { elts, .. })
            | Expr::Tuple(ExprTuple { elts, .. })
                if elts.iter().any(Expr::is_starred_expr) =>
            {
                "`*` in a display"
            }
            _ => return None,
        };
        Some(Problem::error(rules::DIALECT_STATEMENT, format!("Pyccel has no such expression: {what}")))
    }

    fn class_of(&self, ty: Ty) -> Option<&'static str> {
        types::class_of(ty)
    }

    fn spell(&self, ty: Ty) -> String {
        types::spell(ty)
    }

    fn refused(&self, failure: &CallFailure) -> Problem {
        let message = failure.failure.message.clone();
        let problem = Problem::fatal(rules::DIALECT_OPERATION, message);
        let problem = Problem { is_fatal: failure.exception != "error", ..problem };
        match &failure.failure.help {
            Some(help) => problem.help(help.clone()),
            None => problem,
        }
    }
}

/// What a module imports of the package `pyccel`, anywhere.
#[derive(Default)]
struct ImportedOfPyccel {
    decorators: bool,
    more: bool,
}

impl ImportedOfPyccel {
    fn add(&mut self, path: &str) {
        let of_decorators = "pyccel.decorators";
        let is_below =
            |whole: &str| path.strip_prefix(whole).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.decorators |= is_below(of_decorators);
        self.more |= is_below("pyccel") && !is_below(of_decorators);
    }
}

impl Visitor<'_> for ImportedOfPyccel {
    fn visit_stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Import(import) => import.names.iter().for_each(|alias| self.add(&alias.name)),
            Stmt::ImportFrom(import) if import.level == 0 => {
                let from = import.module.as_deref().unwrap_or_default();
                import.names.iter().for_each(|alias| self.add(&format!("{from}.{}", alias.name)));
            }
            _ => walk_stmt(self, stmt),
        }
    }
}
