//! Which undecided conditions keep values away that nobody knows of.
//!
//! A condition about sizes and ranks that the path's store takes in whole is none of them: whatever
//! it excludes, the store excludes too.

use conformable_types::dtype::DTypeKind;
use conformable_types::term::{self, Leaf};
use conformable_types::{AtomData, Dim, FreshKind, Ty, TyKind};
use ruff_python_ast::{BoolOp, CmpOp, Expr, ExprCompare, Stmt, UnaryOp};

use crate::domain::value::{Kind, Value};
use crate::eval::Machine;
use crate::eval::interpreter::Interpreter;
use crate::eval::python::arithmetic::is_text;
use crate::library::known_paths::KNOWN;
use crate::library::stubs::STUBS;

/// Does an undecided test make what it guards doubtful?
pub fn is_opaque<'p>(run: &mut impl Interpreter<'p>, test: &'p Expr, value: &Value<'p>) -> bool {
    if value.is_unknown() {
        // A flag of unknown value is independent; what code computed is not.
        return !matches!(test, Expr::Name(_)) || !value.dependencies.is_local();
    }
    // A flag or a number that was computed from the caller's values may be about their
    // properties, and so is what measures one of them; not what elements came to.
    let computed = match test {
        Expr::Name(_) => true,
        Expr::Compare(compare) => is_kept(&compare.left) && value.array().is_none() && !is_datum(run, &compare.left),
        _ => false,
    };
    let of_caller = !value.dependencies.is_local();
    (computed && (of_caller || value.dependencies.is_measured()))
        || of_caller && asks_a_text(run, test)
        || tests_property(test)
        || tests_whether_given(run, test)
        || asks_an_object(run, test)
        || asks_own_code(run, test)
}

/// Does an undecided test of this value ask what elements came to, and nothing else? What class of value they are in
/// doesn't go with that.
pub fn asks_for_data<'p>(run: &mut impl Interpreter<'p>, test: &'p Expr, value: &Value<'p>) -> bool {
    let elem = value.ty().and_then(|ty| if let TyKind::Scalar(elem) = ty.kind() { elem.dtype() } else { None });
    // NumPy's bool, which is no flag: what its comparisons, `any` and `all` give.
    let came_to = elem.is_some_and(|dtype| dtype.kind() == DTypeKind::Boolean) && !value.dependencies.is_measured();
    let compares = |run: &mut _| match test {
        Expr::Compare(compare) => {
            is_datum(run, &compare.left) || compare.comparators.iter().any(|side| is_datum(run, side))
        }
        _ => false,
    };
    !tests_property(test)
        && !asks_own_code(run, test)
        && (came_to && !is_parameter(run, test) || compares(run) || answers_for_elements(run, test))
}

/// Is a bool of Python's made of what elements came to: `np.allclose(x, y)`, `bool(np.any(x > 2))`?
fn answers_for_elements<'p>(run: &mut impl Interpreter<'p>, test: &'p Expr) -> bool {
    let Expr::Call(call) = test else { return false };
    let name = match &*call.func {
        Expr::Name(name) => name.id.as_str(),
        Expr::Attribute(attribute) => attribute.attr.as_str(),
        _ => return false,
    };
    if let ("bool", [only]) = (name, &*call.arguments.args) {
        return run.peek(only).is_some_and(|value| asks_for_data(run, only, &value));
    }
    let mut of_elements = |part: &'p Expr| {
        matches!(part, Expr::NumberLiteral(_))
            || is_datum(run, part)
            || run.peek(part).is_some_and(|value| value.array().is_some())
    };
    KNOWN.element_questions.contains(name)
        && !call.arguments.args.is_empty()
        && call.arguments.args.iter().all(&mut of_elements)
}

/// The answer of a test by which the data select some elements and not none, or two and not one: of `len(rows) > 0` yes,
/// where `rows` is `np.flatnonzero(x)`. Of what class and rank they are doesn't go with that.
pub fn answer_where_some_are_selected<'p>(run: &mut impl Interpreter<'p>, test: &'p Expr) -> Option<bool> {
    match test {
        Expr::UnaryOp(operation) if operation.op == UnaryOp::Not => {
            answer_where_some_are_selected(run, &operation.operand).map(|answer| !answer)
        }
        Expr::Compare(compare) => {
            let least = run.peek(&compare.comparators[0])?.constant_int().filter(|least| (0..=2).contains(least))?;
            let answer = match &*compare.ops {
                [CmpOp::Gt | CmpOp::GtE] => true,
                [CmpOp::NotEq] if least == 0 => true,
                [CmpOp::Lt | CmpOp::LtE] => false,
                [CmpOp::Eq] if least == 0 => false,
                _ => return None,
            };
            is_selected_by_data(run, &compare.left).then_some(answer)
        }
        _ => is_selected_by_data(run, test).then_some(true),
    }
}

/// Is it a size of an array that the data decide?
fn is_selected_by_data<'p>(run: &mut impl Interpreter<'p>, size: &'p Expr) -> bool {
    let is_array = measured(size).and_then(|array| run.peek(array)).is_some_and(|value| value.array().is_some());
    let atom = run.peek(size).filter(|_| is_array).and_then(|value| value.int_value()).and_then(Dim::as_atom);
    atom.is_some_and(|atom| Leaf::Atom(atom).is_decided_by_data())
}

/// Does the test say that a class is one of a library that nothing is known of? It is the class of some value, mostly
/// (`t = type(x)`): where that is so, what is known of the value isn't.
pub fn asks_a_class<'p>(run: &mut impl Interpreter<'p>, test: &'p Expr) -> bool {
    let may_be_class = |value: &Value<'p>| {
        value.members().iter().all(|member| match &member.kind {
            Kind::Unknown | Kind::Class(_) | Kind::Op(_) | Kind::Builtin(_) => true,
            Kind::Data(ty) => matches!(ty.kind(), TyKind::DType(_)),
            _ => false,
        })
    };
    let is_foreign = |value: &Value<'p>| match &value.kind {
        Kind::Builtin(path) => path.as_str().rsplit_once('.').is_some_and(|(_, name)| {
            // By convention a constant's name is in capitals, and no class.
            !STUBS.has(path.as_str()) && name.contains(char::is_lowercase)
        }),
        _ => false,
    };
    let is_open = |value: &Value<'p>| match &value.kind {
        Kind::Tuple(tuple) => tuple.items.iter().any(is_foreign),
        _ => is_foreign(value),
    };
    match test {
        // A dtype that is known is known there too.
        Expr::Compare(compare) if matches!(&*compare.left, Expr::Attribute(left) if left.attr.as_str() == "dtype") => {
            false
        }
        Expr::Compare(compare) if matches!(&*compare.ops, [CmpOp::Eq | CmpOp::Is | CmpOp::In]) => {
            let (left, right) = (run.peek(&compare.left), run.peek(&compare.comparators[0]));
            let (Some(left), Some(right)) = (left, right) else { return false };
            may_be_class(&left) && is_open(&right) || may_be_class(&right) && is_open(&left)
        }
        Expr::BoolOp(operation) if operation.op == BoolOp::And => {
            operation.values.iter().any(|part| asks_a_class(run, part))
        }
        _ => false,
    }
}

/// Is a function of the program's called here? What its code could not tell may be about anything that it
/// was given.
fn asks_own_code<'p>(run: &mut impl Interpreter<'p>, test: &'p Expr) -> bool {
    match test {
        Expr::Call(call) => {
            let callee = run.peek(&call.func).map(|callee| callee.kind);
            matches!(callee, Some(Kind::Function(_) | Kind::Bound(_)))
                || call.arguments.args.iter().any(|argument| asks_own_code(run, argument))
        }
        Expr::Compare(compare) => {
            asks_own_code(run, &compare.left) || compare.comparators.iter().any(|part| asks_own_code(run, part))
        }
        Expr::BoolOp(operation) => operation.values.iter().any(|part| asks_own_code(run, part)),
        Expr::UnaryOp(operation) => asks_own_code(run, &operation.operand),
        Expr::BinOp(operation) => asks_own_code(run, &operation.left) || asks_own_code(run, &operation.right),
        Expr::Subscript(subscript) => asks_own_code(run, &subscript.value),
        Expr::Attribute(attribute) => asks_own_code(run, &attribute.value),
        _ => false,
    }
}

/// Is a text asked what it contains? That goes with whatever else is made of the text.
fn asks_a_text<'p>(run: &mut impl Interpreter<'p>, test: &'p Expr) -> bool {
    match test {
        Expr::Call(call) => {
            matches!(&*call.func, Expr::Attribute(method) if is_of_text(run, &method.value))
                || call.arguments.args.iter().any(|argument| asks_a_text(run, argument))
        }
        Expr::Compare(compare) => {
            let is_search = matches!(&*compare.ops, [CmpOp::In | CmpOp::NotIn]);
            asks_a_text(run, &compare.left)
                || compare.comparators.iter().any(|part| is_search && is_of_text(run, part) || asks_a_text(run, part))
        }
        Expr::UnaryOp(operation) => asks_a_text(run, &operation.operand),
        Expr::Subscript(subscript) => asks_a_text(run, &subscript.value),
        _ => false,
    }
}

fn is_of_text<'p>(run: &mut impl Interpreter<'p>, part: &'p Expr) -> bool {
    run.peek(part).is_some_and(|value| is_text(&value))
}

/// Is an attribute of an object of the program's read here? It may be about what the object is.
fn asks_an_object<'p>(run: &mut impl Interpreter<'p>, test: &'p Expr) -> bool {
    match test {
        Expr::Attribute(attribute) => {
            matches!(run.peek(&attribute.value), Some(Value { kind: Kind::Object(_), .. }))
        }
        Expr::Compare(compare) => {
            asks_an_object(run, &compare.left) || compare.comparators.iter().any(|part| asks_an_object(run, part))
        }
        Expr::Call(call) => call.arguments.args.iter().any(|argument| asks_an_object(run, argument)),
        Expr::UnaryOp(operation) => asks_an_object(run, &operation.operand),
        _ => false,
    }
}

/// Does a block do nothing but raise what says that a value is wrong? A test that leads there keeps nothing away of which
/// nobody would hear: where it holds, it is the block that fails.
pub fn says_wrong(body: &[Stmt]) -> bool {
    const WRONG: [&str; 4] = ["AssertionError", "IndexError", "TypeError", "ValueError"];
    let [before @ .., Stmt::Raise(raise)] = body else { return false };
    let class = match raise.exc.as_deref() {
        Some(Expr::Call(call)) => Some(&*call.func),
        class => class,
    };
    before.iter().all(|statement| matches!(statement, Stmt::Assign(_) | Stmt::AnnAssign(_)))
        && class.and_then(Expr::as_name_expr).is_some_and(|name| WRONG.contains(&name.id.as_str()))
}

/// May somebody on the way catch what is raised here?
pub fn may_be_caught(machine: &Machine<'_>) -> bool {
    machine.frames.iter().any(|frame| !frame.attempts.is_empty())
}

/// Does the store hold the whole condition once `test` is assumed to be `truth`?
pub fn is_told<'p>(run: &mut impl Interpreter<'p>, test: &'p Expr, truth: bool) -> bool {
    match test {
        Expr::UnaryOp(operation) if operation.op == UnaryOp::Not => is_told(run, &operation.operand, !truth),
        Expr::BoolOp(operation) if (operation.op == BoolOp::And) == truth => {
            operation.values.iter().all(|part| is_told(run, part, truth))
        }
        Expr::Compare(compare) if compare.ops.len() == 1 => comparison_is_told(run, compare, truth),
        _ => false,
    }
}

fn comparison_is_told<'p>(run: &mut impl Interpreter<'p>, compare: &'p ExprCompare, truth: bool) -> bool {
    let (left, right) = (&*compare.left, &compare.comparators[0]);
    let (Some(a), Some(b)) = (run.peek(left), run.peek(right)) else { return false };
    // A size that is another one each time it is asked for is in no store: `len` of a set.
    let again = [(left, &a), (right, &b)]
        .into_iter()
        .all(|(side, value)| run.peek(side).is_some_and(|again| again.int_value() == value.int_value()));
    let lost = [(left, &a), (right, &b)]
        .into_iter()
        .any(|(side, value)| (is_property(side) || value.dependencies.is_measured()) && is_lost(value));
    if !again || lost {
        return false;
    }
    let equal = match compare.ops[0] {
        CmpOp::Eq => truth,
        CmpOp::NotEq => !truth,
        CmpOp::Lt | CmpOp::LtE | CmpOp::Gt | CmpOp::GtE => false,
        _ => return false,
    };
    match (extents(left, &a), extents(right, &b)) {
        // One size against another: every comparison is a fact.
        (Some(Extents::Size), Some(Extents::Size)) => true,
        // Shapes that differ may do so anywhere.
        (Some(Extents::Shape), Some(Extents::Shape)) => equal,
        _ => false,
    }
}
/// `parameter is None`, `kwargs.get("axis") is None`: which arguments are given decides what the others may be.
fn tests_whether_given(machine: &Machine<'_>, test: &Expr) -> bool {
    let Expr::Compare(compare) = test else { return false };
    let left = &*compare.left;
    matches!(&*compare.ops, [CmpOp::Is | CmpOp::IsNot]) && is_parameter(machine, holder(left).unwrap_or(left))
}

/// Is it a parameter of the function that is evaluated?
fn is_parameter(machine: &Machine<'_>, expression: &Expr) -> bool {
    let Expr::Name(name) = expression else { return false };
    let function = machine.frames.last().and_then(|frame| frame.function.as_ref());
    let params = function.and_then(|function| function.params);
    params.is_some_and(|params| params.iter().any(|param| param.name().id == name.id))
}

/// A size or rank of what a caller gave, and of which nothing is known: it may go with whatever else was given, which
/// no store holds.
fn is_lost(value: &Value<'_>) -> bool {
    let Some(dim) = value.int_value() else { return false };
    let is_measured = value.dependencies.is_measured();
    let mut lost = dim.is_any();
    term::visit_dim(dim, &mut |leaf| {
        let may_be_others = |kind| match kind {
            FreshKind::Unknown | FreshKind::OneOf | FreshKind::Choice => true,
            FreshKind::Runtime => is_measured,
            _ => false,
        };
        let is_open = leaf.fresh().is_some_and(|(_, kind)| may_be_others(kind));
        lost |= !matches!(leaf, Leaf::Elem(_)) && (is_open || matches!(leaf, Leaf::Seq(seq) if seq.is_any()));
    });
    lost
}

/// Is it a float that elements came to: one of them, a sum, a norm, and what Python's float is made of these here? Sizes,
/// ranks, flags, what is computed from them, and the floats that a function is given are none.
fn is_datum<'p>(run: &mut impl Interpreter<'p>, expression: &'p Expr) -> bool {
    let Some(value) = run.peek(expression) else { return false };
    match value.ty().map(Ty::kind) {
        Some(TyKind::Scalar(elem)) => elem.dtype().is_some_and(|dtype| dtype.kind() == DTypeKind::Floating),
        Some(TyKind::Float) => !value.dependencies.is_measured() && !is_parameter(run, expression),
        _ => false,
    }
}

/// Was this computed before: is it a name, or an item of what a name stands for?
fn is_kept(expression: &Expr) -> bool {
    match expression {
        Expr::Name(_) => true,
        _ => holder(expression).is_some_and(is_kept),
    }
}

/// Of what this is an item: of `kwargs` in `kwargs["axis"]` and `kwargs.get("axis")`.
fn holder(expression: &Expr) -> Option<&Expr> {
    match expression {
        Expr::Subscript(subscript) => Some(&subscript.value),
        Expr::Call(call) => match &*call.func {
            Expr::Attribute(method) if matches!(method.attr.as_str(), "get" | "pop") => Some(&method.value),
            _ => None,
        },
        _ => None,
    }
}

/// A value that is a size or rank, or a shape, and nothing else.
enum Extents {
    Size,
    Shape,
}

fn extents(expression: &Expr, value: &Value<'_>) -> Option<Extents> {
    let whole = !is_property(expression);
    let is_extent = |dim: Dim| !whole || is_made_of_sizes(dim);
    match &value.kind {
        Kind::Shape(_) => Some(Extents::Shape),
        Kind::Tuple(tuple) => {
            let sizes = tuple.items.iter().all(|item| item.int_value().is_some_and(is_extent));
            sizes.then_some(Extents::Shape)
        }
        _ => value.int_value().filter(|dim| is_extent(*dim)).map(|_| Extents::Size),
    }
}

/// Is a size, rank or shape read here from what has it?
fn is_property(expression: &Expr) -> bool {
    match expression {
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_property),
        Expr::NumberLiteral(_) => true,
        Expr::Subscript(subscript) => is_property(&subscript.value),
        _ => measured(expression).is_some(),
    }
}

/// What has the size, rank or shape that is read here: of `x.shape[0]` and `len(x)` it is `x`.
fn measured(expression: &Expr) -> Option<&Expr> {
    match expression {
        Expr::Attribute(attribute) if matches!(attribute.attr.as_str(), "shape" | "ndim" | "size") => {
            Some(&attribute.value)
        }
        Expr::Call(call) if matches!(&*call.func, Expr::Name(name) if name.id == "len") => call.arguments.args.first(),
        Expr::Subscript(subscript) => measured(&subscript.value),
        _ => None,
    }
}

/// An int that is made of sizes of arrays alone. Where two ints met, it is forgotten what else
/// went with each of them.
fn is_made_of_sizes(dim: Dim) -> bool {
    let mut sizes = !dim.is_any();
    term::visit_dim(dim, &mut |leaf| {
        if let Leaf::Atom(atom) = leaf {
            sizes &= !matches!(
                atom.data(),
                AtomData::Fresh { kind: FreshKind::Int | FreshKind::Choice, .. } | AtomData::Any
            );
        }
    });
    sizes
}

/// Does the test look at a property of a value: its shape, dtype, rank, length or class?
pub fn tests_property(test: &Expr) -> bool {
    use ruff_python_ast::visitor::{self, Visitor};
    struct Properties(bool);
    impl<'a> Visitor<'a> for Properties {
        fn visit_expr(&mut self, expression: &'a Expr) {
            match expression {
                Expr::Attribute(attribute)
                    if matches!(
                        attribute.attr.as_str(),
                        "shape" | "ndim" | "dtype" | "size" | "kind" | "char" | "itemsize" | "__name__" | "__class__"
                    ) =>
                {
                    self.0 = true;
                }
                Expr::Call(call) => match &*call.func {
                    Expr::Name(name) if KNOWN.property_questions.contains(name.id.as_str()) => self.0 = true,
                    Expr::Attribute(attribute) if KNOWN.property_questions.contains(attribute.attr.as_str()) => {
                        self.0 = true
                    }
                    _ => visitor::walk_expr(self, expression),
                },
                _ => visitor::walk_expr(self, expression),
            }
        }
    }
    let mut properties = Properties(false);
    properties.visit_expr(test);
    properties.0
}
