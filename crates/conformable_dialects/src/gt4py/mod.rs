//! GT4Py: operators on fields, whose dims have names, in a part of Python.
//!
//! | module | its one job |
//! |---|---|
//! | `types` | which types there are, how they are made, read and spelled |
//! | `annotations` | annotations, read and resolved |
//! | `syntax` | which files, statements and expressions are the language's |
//! | `definitions` | what is wrong with operators and programs as wholes |
//!
//! What its operators and functions give is `catalogue/gt4py`. Nothing is converted: its table in
//! `catalogue/dialects.toml` promotes each scalar to itself alone. Only functions under GT4Py's decorators are in the
//! language; the rest of a module says which dimensions, offsets, aliases and constants there are.

use conformable_python::rules;
use conformable_signatures::{CallFailure, Catalogue};
use conformable_types::common::common_type;
use conformable_types::convert::{Grade, convert};
use conformable_types::dtype::{self, Dialect};
use conformable_types::{DType, Sym, Ty, TyKind};
use ruff_python_ast::{Expr, ModModule, Number, Stmt, UnaryOp};

use crate::annotation::{Annotation, Meaning};
use crate::language::{
    Assigned, Assignment, BindingForm, Called, Definition, Display, Language, Memory, Names, Problem, Unit, Variable,
};

mod annotations;
mod definitions;
mod syntax;
pub mod types;

/// Is it a text, or an int, of which the value is known?
fn is_constant(exact: Ty) -> bool {
    exact.str_value().is_some() || exact.int_value().is_some_and(|value| value.constant().is_some())
}

/// Does a conversion keep every value?
fn keeps(own: Ty, wanted: Ty) -> bool {
    matches!(convert(own, wanted).grade, Grade::Identical | Grade::Implicit)
}

/// Is it the very type, or one whose elements become the other's without a loss?
fn widens(own: Ty, wanted: Ty) -> bool {
    match (own.kind(), wanted.kind(), types::as_field(own), types::as_field(wanted)) {
        (TyKind::Tuple(items), TyKind::Tuple(others), ..) => {
            items.len() == others.len() && items.iter().zip(others).all(|(own, wanted)| widens(*own, *wanted))
        }
        (_, _, Some((dims, own)), Some((over, wanted))) => dims == over && keeps(own, wanted),
        (TyKind::Scalar(_), TyKind::Scalar(_), ..) => keeps(own, wanted),
        _ => own == wanted,
    }
}

/// Where GT4Py's names are.
const NEXT: &str = "gt4py.next";
/// And where those are that may change.
const EXPERIMENTAL: &str = "gt4py.next.experimental";

/// Values in one tuple that are followed, at most: n times `x = (x, x)` makes 2^n of them.
const MOST_LEAVES: usize = 4096;

/// The language.
pub struct Gt4py {
    /// Numbers become their common type where nothing is lost: the note's policy. GT4Py itself converts nothing.
    converts: bool,
}

/// As GT4Py has it.
pub const GT4PY: Gt4py = Gt4py { converts: false };

/// With implicit conversions.
pub const CONVERTING: Gt4py = Gt4py { converts: true };

impl Language for Gt4py {
    fn name(&self) -> &'static str {
        "gt4py"
    }

    fn catalogue(&self) -> &'static Catalogue {
        types::register();
        Catalogue::language("gt4py").expect("its folder is compiled in")
    }

    fn converted(&self, operands: &[Ty]) -> Option<Vec<Ty>> {
        let number = |ty: &Ty| types::dtype(self.class_type(*ty)).filter(|dtype| *dtype != DType::BOOL).map(Ty::scalar);
        let numbers: Vec<Ty> = operands.iter().filter_map(number).collect();
        let wide = common_type(&numbers).ok().filter(|wide| numbers.iter().all(|own| keeps(*own, *wide)))?;
        let widened = |ty: &Ty| match (number(ty), types::as_field(*ty)) {
            (None, _) => *ty,
            (Some(_), Some((dims, _))) => types::field(dims.iter().copied(), wide),
            (Some(_), None) => wide,
        };
        self.converts.then(|| operands.iter().map(widened).collect())
    }

    fn promotion(&self) -> Option<&'static Dialect> {
        dtype::dialect("gt4py")
    }

    fn is_written_in(&self, module: &ModModule) -> bool {
        syntax::is_written_in(module)
    }

    fn unit(&self, decorators: &[String]) -> Unit {
        syntax::unit(decorators)
    }

    fn is_type(&self, path: &str) -> bool {
        let is_scalar = |ty: Ty| matches!(ty.kind(), TyKind::DType(_));
        path == "builtins.str"
            || annotations::is_tuple(path)
            || annotations::is_field(path)
            || self.catalogue().constant(path).is_some_and(is_scalar)
    }

    fn read_annotation(&self, annotation: &Expr, _text: &str) -> Result<Annotation, Problem> {
        annotations::read(annotation)
    }

    fn resolve(&self, annotation: &Annotation, names: &Names) -> Result<Vec<Meaning>, Problem> {
        annotations::resolve(annotation, names)
    }

    fn record(&self, fields: &[(Sym, Ty)]) -> Option<Ty> {
        Some(Ty::new(TyKind::Struct(fields.into())))
    }

    /// An int is of 32 bits where these hold it; a sign is a part of it, but for its bits.
    fn literal(&self, literal: &Expr) -> Option<Ty> {
        Some(match literal {
            Expr::NumberLiteral(number) => match &number.value {
                Number::Int(value) => Ty::int(value.as_i64()?),
                Number::Float(_) => Ty::scalar(DType::FLOAT64),
                Number::Complex { .. } => return None,
            },
            Expr::UnaryOp(signed) if matches!(signed.op, UnaryOp::USub | UnaryOp::UAdd) => {
                let value = signed.operand.as_number_literal_expr()?.value.as_int()?.as_i64()?;
                let is_negative = signed.op == UnaryOp::USub;
                i32::try_from(value).ok().map(|_| Ty::int(if is_negative { -value } else { value }))?
            }
            Expr::StringLiteral(text) => Ty::str(text.value.to_str()),
            Expr::BooleanLiteral(literal) => Ty::bool(literal.value),
            _ => return None,
        })
    }

    fn display(&self, display: Display, items: &[Ty]) -> Result<Ty, Problem> {
        match display {
            Display::Tuple if items.iter().map(|item| types::leaves(*item).len()).sum::<usize>() > MOST_LEAVES => {
                Ok(Ty::unknown())
            }
            Display::Tuple => Ok(Ty::tuple(items.iter().map(|item| self.class_type(*item)))),
            Display::Dict => definitions::domain(items),
            // They are refused as expressions, and stand in Python's part of a module.
            Display::List => Ok(Ty::new(TyKind::Class(Sym::new("builtins.list")))),
            Display::Set => Ok(Ty::new(TyKind::Class(Sym::new("builtins.set")))),
        }
    }

    fn class_type(&self, exact: Ty) -> Ty {
        match exact.kind() {
            TyKind::IntOf(value) => match value.constant().map(i32::try_from) {
                Some(Ok(_)) => Ty::scalar(DType::INT32),
                _ => Ty::scalar(DType::INT64),
            },
            TyKind::LitBool(_) | TyKind::Bool => Ty::scalar(DType::BOOL),
            TyKind::LitFloat(_) | TyKind::Float => Ty::scalar(DType::FLOAT64),
            TyKind::LitStr(_) => Ty::new(TyKind::Str),
            TyKind::Tuple(items) => Ty::tuple(items.iter().map(|item| self.class_type(*item))),
            _ => exact,
        }
    }

    fn argument(&self, _name: Sym, ty: Ty) -> Ty {
        ty
    }

    /// Each assignment makes a name anew; a result, and what was declared, is of one type.
    fn assign(&self, assignment: &Assignment) -> Assigned {
        // A constant that a loop computes is another one behind it.
        let is_last = !(assignment.is_in_loop && is_constant(assignment.exact));
        let exact = if is_last { assignment.exact } else { Ty::unknown() };
        let ty = self.class_type(exact);
        let held = |old: &&Variable| assignment.binding == BindingForm::Returned || old.is_declared_only;
        let old = assignment.old.filter(held).map(|old| old.class_type).filter(|old| !old.is_unknown());
        let problems = match old {
            Some(old) if old != ty && !ty.is_unknown() && !(self.converts && widens(ty, old)) => {
                vec![definitions::other_type(assignment, old, ty)]
            }
            _ if types::is_data(ty) || ty.is_unknown() || assignment.binding == BindingForm::Returned => Vec::new(),
            _ => {
                let message = format!("`{}` would be {}, which is no value", assignment.name, types::spell(ty));
                vec![Problem::fatal(rules::DIALECT_ASSIGNMENT, message)]
            }
        };
        let class_type = old.unwrap_or(ty);
        let variable = Variable {
            name: assignment.name,
            class_type,
            // Dimensions are named by texts, and Python computes constants.
            exact: if is_constant(exact) { exact } else { class_type },
            is_const: false,
            is_optional: false,
            is_argument: false,
            memory: Memory::Heap,
            targets: Vec::new(),
            is_declared_only: false,
            range: assignment.range,
        };
        Assigned { variable, problems }
    }

    /// No value: an operator is called.
    fn function(&self, name: &str) -> Ty {
        types::operator(name)
    }

    fn operand(&self, exact: Ty, _beside: &[Ty]) -> Ty {
        self.class_type(exact)
    }

    /// Names of dimensions are texts.
    fn given(&self, exact: Ty) -> Ty {
        match exact.kind() {
            TyKind::Class(_) if definitions::no_constant("", exact).is_some() => Ty::unknown(),
            _ if exact.str_value().is_some() => exact,
            _ => self.class_type(exact),
        }
    }

    fn undefined(&self, name: &str) -> Problem {
        definitions::undefined(name)
    }

    fn of_python(&self, symbol: &str, operands: &[Ty]) -> Ty {
        definitions::of_python(symbol, operands)
    }

    fn join(&self, name: Sym, types: &[Ty]) -> Option<Result<Ty, Problem>> {
        Some(definitions::join(name, types))
    }

    /// The very type; a scalar where a field over no dimension is wanted.
    fn accepts(&self, parameter: Ty, argument: Ty) -> bool {
        let own = self.class_type(argument);
        let is_point = |ty: Ty| types::as_field(ty).is_some_and(|(dims, elements)| dims.is_empty() && elements == own);
        own == parameter
            || parameter.is_unknown()
            || is_point(parameter)
            || self.converts && widens(own, parameter)
            || matches!((parameter.kind(), own.kind()), (TyKind::Tuple(wanted), TyKind::Tuple(items))
                if wanted.len() == items.len()
                    && wanted.iter().zip(items).all(|(wanted, item)| self.accepts(*wanted, *item)))
    }

    /// A field of such elements, over any dimensions.
    fn accepts_lifted(&self, parameter: Ty, argument: Ty) -> bool {
        let own = self.class_type(argument);
        match (parameter.kind(), own.kind()) {
            (TyKind::Tuple(wanted), TyKind::Tuple(items)) => {
                wanted.len() == items.len()
                    && wanted.iter().zip(items).all(|(wanted, item)| self.accepts_lifted(*wanted, *item))
            }
            (TyKind::Struct(wanted), TyKind::Struct(items)) => {
                let fits = |((own, wanted), (name, item)): (&(Sym, Ty), &(Sym, Ty))| {
                    own == name && self.accepts_lifted(*wanted, *item)
                };
                wanted.len() == items.len() && wanted.iter().zip(items).all(fits)
            }
            _ => {
                own == parameter
                    || parameter.is_unknown()
                    || types::as_field(own).is_some_and(|(_, elements)| elements == parameter)
            }
        }
    }

    fn lift(&self, options: &[(Sym, Ty)], arguments: &[Ty], result: Ty) -> Option<(&'static str, Vec<Ty>)> {
        let axis = definitions::option(options, "axis")?;
        let arguments = arguments.iter().map(|argument| self.class_type(*argument));
        Some(("scan", [axis, result].into_iter().chain(arguments).collect()))
    }

    /// They are for calls from Python.
    fn has_defaults(&self) -> bool {
        false
    }

    fn refuses_call(&self, func: &Expr, called: Called, unit: Unit) -> Option<Problem> {
        syntax::refuses_call(func, called, unit)
    }

    fn refuses_attributes(&self, ty: Ty) -> Option<Problem> {
        matches!(ty.kind(), TyKind::Class(_)).then(|| definitions::no_namespace(ty))
    }

    fn refuses_constant(&self, name: &str, ty: Ty) -> Option<Problem> {
        definitions::no_constant(name, ty)
    }

    fn refuses_parameter(&self, ty: Ty) -> Option<Problem> {
        let message = || format!("{} is no type of an argument", types::spell(ty));
        (!ty.is_unknown() && !types::is_data(ty)).then(|| Problem::fatal(rules::DIALECT_ANNOTATION, message()))
    }

    fn refuses_result(&self, exact: Ty, is_data: bool) -> Option<Problem> {
        let is_known = is_data && exact.is_unknown();
        (!is_known && !types::is_data(self.class_type(exact))).then(|| definitions::no_result(exact))
    }

    fn defines(&self, definition: &Definition) -> Vec<Problem> {
        definitions::problems(definition)
    }

    fn refuses(&self, statement: &Stmt, unit: Unit) -> Option<Problem> {
        syntax::refuses(statement, unit)
    }

    fn refuses_expression(&self, expression: &Expr, unit: Unit) -> Option<Problem> {
        syntax::refuses_expression(expression, unit)
    }

    fn class_of(&self, ty: Ty) -> Option<&'static str> {
        match ty.kind() {
            TyKind::Tuple(_) => Some("items"),
            TyKind::Struct(_) => Some("record"),
            TyKind::Ctor(name, _) => Some(name.as_str()),
            _ => None,
        }
    }

    fn spell(&self, ty: Ty) -> String {
        types::spell(ty)
    }

    fn refused(&self, failure: &CallFailure) -> Problem {
        let problem = Problem::fatal(rules::DIALECT_OPERATION, failure.failure.message.clone());
        match &failure.failure.help {
            Some(help) => problem.help(help.clone()),
            None => problem,
        }
    }
}
