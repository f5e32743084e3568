//! What a text asks of relations, held against what relations are: that there is such a one, that it
//! takes so many arguments, and that each is of a sort that it takes. Whatever reads texts of types or
//! signatures asks here, since a relation that nothing knows would be satisfied for ever.
//!
//! ```
//! use conformable_signatures::vetted::parse_type;
//!
//! assert!(parse_type("float64[n + 1]").is_ok());
//! assert_eq!(parse_type("float64[blah(n)]").unwrap_err().offset, 8);
//! assert_eq!(parse_type("((x[n]) -> x[n] where kind(x, 'integr'))").unwrap_err().offset, 30);
//! ```

use std::borrow::Cow;
use std::ops::RangeInclusive;

use conformable_solver::relations::{self, Relation, Sort as Wanted, defined};
use conformable_types::text::expr::{BinaryOp, SignatureExpr};
use conformable_types::text::read::Reader;
use conformable_types::text::{Expr, Node, ParseError, looks_like_a_dtype, nearest, parse_expr, parse_signature};
use conformable_types::ty::{Comparison, Constraint, Function};
use conformable_types::{DType, Dim, Shape, Sym, Ty, TyKind};
use rustc_hash::FxHashSet;

use crate::catalogue::{self, Word};
use crate::signature::arguments::arguments;
use crate::signature::text::SAME;
use crate::signature::{Sort, Var, variables};

/// Types in arguments that are no relations.
const FORMS: [&str; 2] = ["decay", "int"];
/// Functions of sizes that are part of the text form.
const OF_SIZES: [&str; 6] = ["max", "min", "bcast", "slicelen", "prod", "len"];
/// Types by a name alone.
const PLAIN: [&str; 7] = ["bool", "int", "float", "complex", "str", "bytes", "Unknown"];

/// The type that `text` writes, as [`conformable_types::text::parse_type`], with all its relations held
/// to what they are.
///
/// # Errors
/// If it is no type, or one of its relations is none.
pub fn parse_type(text: &str) -> Result<Ty, ParseError> {
    let ty = conformable_types::text::parse_type(text)?;
    match (parse_expr(text), ty.kind()) {
        (Ok(expr), _) => {
            let functions = functions_in(ty);
            functions.iter().try_for_each(|function| one_sort_each(&[&expr], &variables(function)))?;
            check(&expr, &Names { vars: names_in(ty), values: functions.into_iter().flat_map(values).collect() })?;
        }
        // A function without parentheses around it.
        (Err(_), TyKind::Function(function)) => check_function(&parse_signature(text)?, function, &[])?,
        (Err(error), _) => return Err(error),
    }
    Ok(ty)
}

/// The integer expression that `text` writes.
///
/// # Errors
/// As [`parse_type`].
pub fn parse_dim(text: &str) -> Result<Dim, ParseError> {
    let dim = conformable_types::text::parse_dim(text)?;
    check(&parse_expr(text)?, &Names::of(Ty::new(TyKind::IntOf(dim))))?;
    Ok(dim)
}

/// The shape that `text` writes.
///
/// # Errors
/// As [`parse_type`].
pub fn parse_shape(text: &str) -> Result<Shape, ParseError> {
    let shape = conformable_types::text::parse_shape(text)?;
    check(&parse_expr(text)?, &Names::of(Ty::array(DType::BOOL, shape)))?;
    Ok(shape)
}

/// Holds what a signature's text asks of relations, and of its names, to what they are. `reader` knows the text.
///
/// # Errors
/// At the first that is wrong.
pub fn check_signature(
    expr: &SignatureExpr,
    function: &Function,
    reader: &mut Reader,
    declared: &[Var],
) -> Result<(), ParseError> {
    check_function(expr, function, declared)?;
    bound_outputs(expr, function, declared)?;
    bound_constraints(expr, reader, declared)
}

/// A name of constraints alone says nothing, since something satisfies it: it was meant to be another. An
/// equation with what is known determines it, as in `n == 2*half`. A text has one set of names, those of functions
/// within included, so that their where-clauses are looked at together.
fn bound_constraints(expr: &SignatureExpr, reader: &mut Reader, declared: &[Var]) -> Result<(), ParseError> {
    let all: Vec<&Expr> = parts(expr).collect();
    let mut clauses = clauses(&all);
    clauses.extend(&expr.constraints);
    if clauses.is_empty() {
        return Ok(());
    }
    let constraints: Vec<Constraint> =
        clauses.iter().map(|clause| reader.constraint(clause)).collect::<Result<_, _>>()?;
    let of = |constraint: &Constraint| {
        let (params, outputs) = Default::default();
        variables(&Function { params, outputs, constraints: [constraint.clone()].into(), partial: false })
    };
    let mut known = names_besides(&all, &clauses);
    known.extend(names_of_params(expr));
    known.extend(declared.iter().map(|var| var.name));
    let is_known = |known: &FxHashSet<Sym>, var: &Var| known.contains(&var.name);
    let mut equations: Vec<Vec<Var>> = constraints.iter().filter(|one| determines(one)).map(of).collect();
    while let Some(place) = equations.iter().position(|vars| vars.iter().any(|var| is_known(&known, var))) {
        known.extend(equations.swap_remove(place).iter().map(|var| var.name));
    }
    for (clause, constraint) in clauses.iter().zip(&constraints) {
        if let Some(var) = of(constraint).iter().find(|var| !is_known(&known, var)) {
            let name = var.name.as_str();
            let expected = "a name that an input, an output or an equation with one of these has";
            return error(last_use(&[clause], name), expected, format!("`{name}`"));
        }
    }
    Ok(())
}

/// The constraints of the functions in parts of a text.
fn clauses<'e>(parts: &[&'e Expr]) -> Vec<&'e Expr> {
    let mut found = Vec::new();
    for part in parts {
        each_node(part, &mut |node| {
            if let Node::Signature(inner) = &node.node {
                found.extend(&inner.constraints);
            }
        });
    }
    found
}

/// The names in parts of a text outside of its where-clauses, those of functions' parameters included.
fn names_besides(parts: &[&Expr], clauses: &[&Expr]) -> FxHashSet<Sym> {
    let mut left_out: FxHashSet<*const Expr> = FxHashSet::default();
    clauses.iter().for_each(|clause| each_node(clause, &mut |node| left_out.extend([std::ptr::from_ref(node)])));
    let mut names = FxHashSet::default();
    for part in parts {
        each_node(part, &mut |node| match &node.node {
            Node::Name(path) if !left_out.contains(&std::ptr::from_ref(node)) => {
                names.insert(Sym::new(&path.join(".")));
            }
            Node::Signature(inner) => names.extend(names_of_params(inner)),
            _ => {}
        });
    }
    names
}

fn names_of_params(signature: &SignatureExpr) -> impl Iterator<Item = Sym> {
    signature.params.iter().filter_map(|param| param.name.as_deref().map(Sym::new))
}

/// Does a constraint say what one of its names is? That of a package may.
fn determines(constraint: &Constraint) -> bool {
    match constraint {
        Constraint::Compare(op, ..) => *op == Comparison::Eq,
        Constraint::Relation(name, _) if name.as_str() == SAME => true,
        // Its result is given as its last argument.
        Constraint::Relation(name, args) => match relations::by_name(name.as_str()) {
            Some(relation) => args.len() > *relation.arity().end(),
            None => defined::by_name(name.as_str()).is_some(),
        },
    }
}

fn check_function(expr: &SignatureExpr, function: &Function, declared: &[Var]) -> Result<(), ParseError> {
    let mut vars = variables(function);
    one_sort_each(&parts(expr).collect::<Vec<_>>(), &vars)?;
    vars.extend(declared);
    let names = Names { vars, values: values(function) };
    parts(expr).try_for_each(|part| check(part, &names))
}

/// What names in a text are.
struct Names {
    vars: Vec<Var>,
    /// Parameters whose values are spoken of, and the types of these.
    values: Vec<(Sym, Ty)>,
}

impl Names {
    fn of(ty: Ty) -> Names {
        Names { vars: names_in(ty), values: Vec::new() }
    }
}

fn values(function: &Function) -> Vec<(Sym, Ty)> {
    arguments(function).into_iter().map(|(name, place)| (name, function.params[place].ty)).collect()
}

/// A name that an output alone has would be anything: it was meant to be another. An int that a relation
/// takes, such as an axis, may be what is looked for; of a where-clause within it [`bound_constraints`] knows.
fn bound_outputs(expr: &SignatureExpr, function: &Function, declared: &[Var]) -> Result<(), ParseError> {
    let known = variables(&Function { outputs: Box::default(), ..function.clone() });
    for (place, output) in function.outputs.iter().enumerate() {
        let axes = expr.outputs.get(place).map_or_else(Vec::new, names_in_calls);
        let besides = expr.outputs.get(place).map(|output| names_besides(&[output], &clauses(&[output])));
        let is_shown = |var: &Var| besides.as_ref().is_none_or(|names| names.contains(&var.name));
        let own = names_in(*output).into_iter().filter(is_shown);
        let unbound = own.filter(|var| !known.contains(var) && !declared.iter().any(|other| other.name == var.name));
        let is_argument = |var: &Var| function.params.iter().any(|param| param.name == Some(var.name));
        let is_axis =
            |var: &Var| is_argument(var) || var.sort == Sort::Dim && axes.iter().any(|name| name == var.name.as_str());
        if let Some(var) = unbound.into_iter().find(|var| !is_axis(var)) {
            let name = var.name.as_str();
            let expected = match var.sort {
                Sort::Dim => format!("a name that an input has, or `#{name}` for a size that the data decide"),
                _ => "a name that an input has".to_owned(),
            };
            let parts: Vec<&Expr> = expr.outputs.get(place).into_iter().collect();
            return error(last_use(&parts, name), expected, format!("`{name}`"));
        }
    }
    Ok(())
}

/// The names among the arguments of relations.
fn names_in_calls(expr: &Expr) -> Vec<String> {
    let mut names = Vec::new();
    each_node(expr, &mut |expr| {
        let Node::Call(_, args) = &expr.node else { return };
        names.extend(args.iter().filter_map(|(_, arg)| arg.path().map(Cow::into_owned)));
    });
    names
}

/// The functions in a type that stand in no other.
fn functions_in(ty: Ty) -> Vec<&'static Function> {
    match ty.kind() {
        TyKind::Function(function) => vec![function],
        _ => ty.parts().into_iter().flat_map(functions_in).collect(),
    }
}

/// No name of a function is two things, unless its sort is written: `S: dim`.
fn one_sort_each(parts: &[&Expr], vars: &[Var]) -> Result<(), ParseError> {
    for (place, var) in vars.iter().enumerate() {
        let name = var.name.as_str();
        if let Some(other) = vars[..place].iter().find(|other| other.name == var.name)
            && !says_sort(parts, name)
        {
            let found = format!("{} and {}", other.sort.noun(), var.sort.noun());
            if let Some((offset, a, b)) = equated(parts, name) {
                return error(offset, format!("`same({a}, {b})`: only sizes are compared by `==`"), found);
            }
            return error(last_use(parts, name), format!("`{name}` to be one thing"), found);
        }
    }
    Ok(())
}

/// The sides of `a == b`, one of which is the name, and where it stands.
fn equated(parts: &[&Expr], name: &str) -> Option<(usize, String, String)> {
    let mut found = None;
    for part in parts {
        each_node(part, &mut |expr| match &expr.node {
            Node::Binary(BinaryOp::Eq, a, b) if [a, b].iter().any(|side| side.word() == Some(name)) => {
                found = Some((expr.offset, a.to_string(), b.to_string()));
            }
            _ => {}
        });
    }
    found
}

fn says_sort(parts: &[&Expr], name: &str) -> bool {
    let mut found = false;
    for part in parts {
        each_node(part, &mut |expr| {
            if let Node::Slice(inner, _) = &expr.node {
                found |= inner.word() == Some(name);
            }
        });
    }
    found
}

fn last_use(parts: &[&Expr], name: &str) -> usize {
    let mut found = parts.first().map_or(0, |part| part.offset);
    for part in parts {
        each_node(part, &mut |expr| {
            if expr.word() == Some(name) {
                found = found.max(expr.offset);
            }
        });
    }
    found
}

/// Has this name a meaning in texts, so that no relation can be defined with it?
pub fn is_reserved(name: &str) -> bool {
    relations::by_name(name).is_some()
        || catalogue::current().word(name).is_some()
        || FORMS.contains(&name)
        || OF_SIZES.contains(&name)
}

fn names_in(ty: Ty) -> Vec<Var> {
    let (params, constraints) = Default::default();
    variables(&Function { params, outputs: [ty].into(), constraints, partial: false })
}

/// What a signature is made of.
pub(crate) fn parts(expr: &SignatureExpr) -> impl Iterator<Item = &Expr> {
    let params = expr.params.iter().flat_map(|param| param.ty.iter().chain(&param.default));
    params.chain(&expr.outputs).chain(&expr.constraints)
}

fn check(expr: &Expr, names: &Names) -> Result<(), ParseError> {
    let is_misspelt =
        |var: &&Var| matches!(var.sort, Sort::DType | Sort::Type) && looks_like_a_dtype(var.name.as_str());
    if let Some(var) = names.vars.iter().find(is_misspelt) {
        return error(last_use(&[expr], var.name.as_str()), "a dtype, or a variable", format!("`{}`", var.name));
    }
    let mut wrong = None;
    each_node(expr, &mut |expr| {
        if wrong.is_some() {
            return;
        }
        wrong = match &expr.node {
            Node::Call(base, args) => match &base.node {
                Node::Name(path) => {
                    let plain: Vec<&Expr> = args.iter().map(|(_, arg)| arg).collect();
                    check_call(expr, &path.join("."), &plain, names).err()
                }
                _ => None,
            },
            Node::Binary(_, left, right) => check_size(left, names).and_then(|()| check_size(right, names)).err(),
            Node::Neg(inner) => check_size(inner, names).err(),
            Node::Index(_, items, _) => items.iter().try_for_each(|item| check_size(item, names)).err(),
            _ => None,
        };
    });
    wrong.map_or(Ok(()), Err)
}

/// A parameter that stands for a size, or in one, is an int.
fn check_size(expr: &Expr, names: &Names) -> Result<(), ParseError> {
    let Some(WrittenArgument::Value(name, ty)) = written(expr, names) else { return Ok(()) };
    let is_int = |ty: &Ty| matches!(ty.kind(), TyKind::Int | TyKind::IntOf(_) | TyKind::Bool | TyKind::LitBool(_));
    if ty.members().iter().any(is_int) {
        return Ok(());
    }
    error(expr.offset, "a size", format!("`{name}`, which is `{ty}`"))
}

fn error(offset: usize, expected: impl Into<String>, found: impl Into<String>) -> Result<(), ParseError> {
    Err(ParseError { offset, expected: expected.into(), found: found.into() })
}

fn check_call(call: &Expr, name: &str, args: &[&Expr], names: &Names) -> Result<(), ParseError> {
    if let Err((expected, found)) = check_use(name, args.len()) {
        return error(call.offset, expected, found);
    }
    let mut arguments = args.iter().enumerate();
    match (catalogue::current().word(name), relations::by_name(name)) {
        (Some(word), _) => arguments.try_for_each(|(place, arg)| check_word(word, place, arg, names)),
        (None, Some(relation)) => arguments.try_for_each(|(place, arg)| check_argument(relation, place, arg, names)),
        (None, None) => Ok(()),
    }
}

/// Words are made of words so deep at most.
const WORDS: usize = 8;

/// A word takes what the relations take that it is made of.
fn check_word(word: &Word, place: usize, arg: &Expr, names: &Names) -> Result<(), ParseError> {
    let (ty, text) = match written(arg, names) {
        Some(WrittenArgument::Value(name, ty)) => (ty, format!("`{name}`, which is `{ty}`")),
        Some(WrittenArgument::Literal(ty)) => (ty, ty.to_string()),
        _ => return Ok(()),
    };
    let Some(noun) = unfit_for_word(word, place, ty, WORDS) else { return Ok(()) };
    error(arg.offset, format!("{noun}, the {} argument of `{}`", ordinal(place), word.name), text)
}

/// What a word wants in place of a value of this type, if none of its alternatives takes one.
fn unfit_for_word(word: &Word, place: usize, ty: Ty, depth: usize) -> Option<&'static str> {
    let mut wanted = None;
    for alternative in &word.alternatives {
        let param = alternative.params.get(place)?;
        wanted = Some(unfit_in(&alternative.body, &param.name, ty, depth.checked_sub(1)?)?);
    }
    wanted
}

fn unfit_in(body: &Expr, param: &str, ty: Ty, depth: usize) -> Option<&'static str> {
    let mut wanted = None;
    each_node(body, &mut |expr| {
        let Node::Call(base, args) = &expr.node else { return };
        let Some(name) = base.path() else { return };
        for (place, (_, arg)) in args.iter().enumerate() {
            if arg.word() != Some(param) {
                continue;
            }
            let own = match catalogue::current().word(&name) {
                Some(word) => unfit_for_word(word, place, ty, depth),
                None => relations::by_name(&name)
                    .and_then(|relation| relation.param(place))
                    .filter(|param| param.misfit(ty).is_some())
                    .map(|param| param.sort.noun()),
            };
            wanted = wanted.or(own);
        }
    });
    wanted
}

/// That there is a relation or a word of this name, and that it takes so many arguments.
///
/// # Errors
/// What is expected, and what is found.
pub fn check_use(name: &str, count: usize) -> Result<(), (String, String)> {
    if OF_SIZES.contains(&name) || FORMS.contains(&name) {
        return Ok(());
    }
    if let Some(word) = catalogue::current().word(name) {
        let arities = word.alternatives.iter().map(|alternative| {
            alternative.params.iter().filter(|param| param.default.is_none()).count()..=alternative.params.len()
        });
        return takes(name, count, &arities.collect::<Vec<_>>());
    }
    if let Some(relation) = relations::by_name(name) {
        let arity = relation.arity();
        // A place of what it gives may come after its arguments.
        return takes(name, count, &[*arity.start()..=arity.end().saturating_add(1)]);
    }
    match defined::by_name(name) {
        Some(_) => Ok(()),
        None => {
            let own = defined::names();
            let words = catalogue::current().words();
            let core = relations::ALL.iter().map(|relation| relation.name);
            let known = core.chain(words).chain(OF_SIZES).chain(FORMS).chain(own.iter().map(|name| name.as_str()));
            let near = nearest(name, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            Err(("a relation or a word of the vocabulary".to_owned(), format!("`{name}`{near}")))
        }
    }
}

fn takes(name: &str, count: usize, arities: &[RangeInclusive<usize>]) -> Result<(), (String, String)> {
    if arities.iter().any(|arity| arity.contains(&count)) {
        return Ok(());
    }
    let least = arities.iter().map(|arity| *arity.start()).min().unwrap_or(0);
    Err((format!("{} of `{name}`", catalogue::arity_text(&(least..=least))), count.to_string()))
}

/// Is an argument of a sort that the relation takes at its place?
fn check_argument(relation: &Relation, place: usize, arg: &Expr, names: &Names) -> Result<(), ParseError> {
    let Some(param) = relation.param(place) else { return Ok(()) };
    match &arg.node {
        Node::List(items) => {
            return items.iter().try_for_each(|item| check_argument(relation, place, item, names));
        }
        Node::Star(inner) => return check_argument(relation, place, inner, names),
        _ => {}
    }
    let wrong = |found: String| {
        let noun = param.sort.noun();
        error(arg.offset, format!("{noun}, the {} argument of `{}`", ordinal(place), relation.name), found)
    };
    match written(arg, names) {
        Some(WrittenArgument::Value(name, ty)) if param.misfit(ty).is_some() => {
            wrong(format!("`{name}`, which is `{ty}`"))
        }
        Some(WrittenArgument::Literal(ty)) if param.misfit(ty).is_some() => match ty.str_value() {
            Some(text) => wrong(format!("'{text}'")),
            None => wrong(ty.to_string()),
        },
        Some(WrittenArgument::Name(sort)) if !admits(param.sort, sort) => {
            let text = arg.path().unwrap_or_default();
            let hint =
                if matches!(param.sort, Wanted::Text | Wanted::Word(..)) { ", not a text in quotes" } else { "" };
            wrong(format!("{} `{text}`{hint}", sort.noun()).replace(" ``", ""))
        }
        _ => Ok(()),
    }
}

/// The word for a place, from 0.
pub(crate) fn ordinal(place: usize) -> String {
    match place {
        0 => "first".to_owned(),
        1 => "second".to_owned(),
        2 => "third".to_owned(),
        _ => format!("{}th", place + 1),
    }
}

/// What an argument is as it is written.
enum WrittenArgument {
    Literal(Ty),
    /// A parameter of this type.
    Value(Sym, Ty),
    Name(Sort),
}

fn written(arg: &Expr, names: &Names) -> Option<WrittenArgument> {
    Some(match &arg.node {
        Node::Str(text) => WrittenArgument::Literal(Ty::str(text)),
        Node::Int(value) => WrittenArgument::Literal(Ty::int(*value)),
        Node::Binary(..) | Node::Neg(_) => WrittenArgument::Name(Sort::Dim),
        Node::Name(path) => match path.join(".").as_str() {
            "None" => WrittenArgument::Literal(Ty::none()),
            "True" => WrittenArgument::Literal(Ty::bool(true)),
            "False" => WrittenArgument::Literal(Ty::bool(false)),
            name if PLAIN.contains(&name) => return None,
            name => match names.values.iter().find(|(own, _)| own.as_str() == name) {
                Some((name, ty)) => WrittenArgument::Value(*name, *ty),
                None => WrittenArgument::Name(names.vars.iter().find(|var| var.name.as_str() == name)?.sort),
            },
        },
        _ => return None,
    })
}

/// May a variable of this sort be given where a relation wants that one?
fn admits(wanted: Wanted, sort: Sort) -> bool {
    match wanted {
        Wanted::Int | Wanted::Axes => matches!(sort, Sort::Dim | Sort::Rank | Sort::Shape),
        Wanted::Shape => matches!(sort, Sort::Dim | Sort::Rank | Sort::Shape),
        Wanted::Elem => matches!(sort, Sort::DType | Sort::Number | Sort::Type),
        Wanted::Text | Wanted::Word(..) => false,
        Wanted::Type | Wanted::Any => true,
    }
}

/// Visits a tree, each node before what is in it.
pub(crate) fn each_node<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(expr);
    match &expr.node {
        Node::Call(base, args) => {
            each_node(base, visit);
            args.iter().for_each(|(_, arg)| each_node(arg, visit));
        }
        Node::Index(base, items, options) => {
            each_node(base, visit);
            items.iter().chain(options.iter().map(|(_, option)| option)).for_each(|item| each_node(item, visit));
        }
        Node::Record(_, fields) => fields.iter().for_each(|(_, field)| each_node(field, visit)),
        Node::Signature(inner) => parts(inner).for_each(|part| each_node(part, visit)),
        Node::Tuple(items) | Node::List(items) | Node::Union(items) => {
            items.iter().for_each(|item| each_node(item, visit));
        }
        Node::Neg(inner) | Node::Star(inner) => each_node(inner, visit),
        // A chain of operators nests to the left, as deep as it is long.
        Node::Binary(..) => {
            let mut first = expr;
            while let Node::Binary(_, left, right) = &first.node {
                each_node(right, visit);
                first = left;
            }
            each_node(first, visit);
        }
        Node::Slice(a, b) => {
            each_node(a, visit);
            each_node(b, visit);
        }
        Node::Name(_) | Node::Int(_) | Node::Str(_) | Node::Hole | Node::Ellipsis | Node::Run(_) => {}
    }
}
