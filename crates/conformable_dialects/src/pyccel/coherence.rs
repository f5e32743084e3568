//! What an assignment may not change: the one place that makes variables.
//!
//! The tests come in Pyccel's order, the first that holds speaks: what is final; an array that another name shows; an
//! owner that would become a view; a view that would become an owner; the type, the rank, the order; an array that
//! would be allocated again.

use conformable_python::rules;
use conformable_types::{Dim, Ty, TyKind};

use super::types::{class_type, equal, is_array, rank, spell, without_values};
use crate::language::{Assigned, Assignment, BindingForm, Memory, Problem, Source, Variable};

/// Makes a variable, or says why the one that there is can't be this.
pub fn assign(assignment: &Assignment) -> Assigned {
    let mut assigned = match assignment.old {
        None => made(assignment),
        Some(old) if assignment.binding == BindingForm::Held => holding(assignment, old),
        Some(old) => again(assignment, old),
    };
    if let Some((local, _)) = assignment.escapes.iter().find(|(_, shown)| is_kept(class_type(*shown))) {
        let message = format!("`{}` shows the elements of `{local}`, which ends with the function", assignment.name);
        assigned.problems.push(Problem::error(rules::DIALECT_SHARED, message).help("copy them"));
    }
    if let Some((local, _)) = assignment.unnamed.iter().find(|(_, shown)| is_shared(class_type(*shown))) {
        let message = format!("the result is one of several variables, and `{local}` ends with the function");
        let problem = Problem::error(rules::DIALECT_SHARED, message);
        assigned.problems.push(problem.help("return one name everywhere, or copies"));
    }
    let is_object = assignment.source == Source::New && matches!(assignment.exact.kind(), TyKind::Class(_));
    if (is_object || assignment.source == Source::Call) && assignment.held.iter().any(is_unnamed) {
        let message = format!("`{}` would show the elements of a value that has no name", assignment.name);
        let problem = Problem::error(rules::DIALECT_SHARED, message);
        assigned.problems.push(problem.help("assign it to a variable of its own first"));
    }
    if assignment.finals.iter().any(|shown| is_shared(class_type(*shown))) {
        let message = format!("`{}` would show the elements of a variable that is final", assignment.name);
        assigned.problems.push(Problem::error(rules::DIALECT_FINAL, message).help("copy them"));
    }
    assigned
}

/// A container whose elements another name may show; texts and tuples are copied.
fn is_shared(ty: Ty) -> bool {
    is_array(ty) || matches!(ty.kind(), TyKind::ListOf(_) | TyKind::Set(_) | TyKind::Dict(..) | TyKind::Class(_))
}

fn is_owned(ty: Ty) -> bool {
    is_array(ty) || matches!(ty.kind(), TyKind::ListOf(_) | TyKind::Set(_) | TyKind::Dict(..))
}

/// Elements that stay where they are when a container holds them: tuples are copied into variables, not into containers.
fn is_kept(ty: Ty) -> bool {
    is_shared(ty) || matches!(ty.kind(), TyKind::TupleOf(_))
}

/// The variables whose elements the value shows.
fn targets(assignment: &Assignment, ty: Ty) -> Vec<conformable_types::Sym> {
    let own = assignment.source.variable().filter(|_| is_shared(ty));
    let held = assignment.held.iter().filter(|(_, shown)| is_kept(class_type(*shown)));
    own.into_iter().chain(held.filter_map(|(source, _)| source.variable())).collect()
}

/// Are items of a display variables, or parts of some, with elements of their own?
fn shows_items(assignment: &Assignment) -> bool {
    let is_it = |ty: Ty| rank(ty) > 0 && !matches!(ty.kind(), TyKind::TupleOf(_));
    assignment.held.iter().any(|(_, shown)| is_it(class_type(*shown)))
}

/// The type of a new variable. A tuple that a function gives is one of so many values, of one type or not; so is one
/// that shows the elements of variables.
fn type_of(assignment: &Assignment) -> Ty {
    let is_result = match assignment.binding {
        BindingForm::Returned => assignment.source == Source::New,
        _ => assignment.source == Source::Call,
    };
    match assignment.exact.kind() {
        TyKind::Tuple(items) if is_result || shows_items(assignment) => {
            Ty::tuple(items.iter().map(|item| class_type(*item)))
        }
        _ => class_type(assignment.exact),
    }
}

fn made(assignment: &Assignment) -> Assigned {
    let ty = type_of(assignment);
    let targets = targets(assignment, ty);
    let memory = match assignment.memory {
        Some(memory) => memory,
        None if is_shared(ty) && assignment.source.variable().is_some() => Memory::Alias,
        None if rank(ty) > 0 => Memory::Heap,
        None => Memory::Stack,
    };
    let variable = Variable {
        name: assignment.name,
        class_type: ty,
        exact: without_values(assignment.exact),
        is_const: false,
        is_optional: false,
        is_argument: false,
        memory,
        targets,
        is_declared_only: false,
        range: assignment.range,
    };
    let mut problems = allocated(assignment, ty, memory);
    if matches!(ty.kind(), TyKind::Ctor(..)) {
        let message = format!("what is only iterated over is no value of the variable `{}`", assignment.name);
        problems.push(Problem::fatal(rules::DIALECT_ASSIGNMENT, message));
    }
    if matches!(ty.kind(), TyKind::DType(_)) {
        let message = format!("a dtype is no value of the variable `{}`", assignment.name);
        problems.push(Problem::error(rules::DIALECT_ASSIGNMENT, message));
    }
    Assigned { variable, problems }
}

/// What is wrong with the place that a new array has.
fn allocated(assignment: &Assignment, ty: Ty, memory: Memory) -> Vec<Problem> {
    let name = assignment.name;
    let mut problems = Vec::new();
    if memory == Memory::Stack && is_array(ty) {
        if !has_known_sizes(assignment.exact) {
            let message = format!("the stack array `{name}` has a size that isn't known when the function begins");
            problems
                .push(Problem::error(rules::DIALECT_STACK, message).help("make it of arguments and constants alone"));
        }
        if assignment.is_in_loop {
            let message = format!("the stack array `{name}` is made in a loop");
            problems.push(Problem::error(rules::DIALECT_STACK, message).help("make it before the loop"));
        }
    }
    if memory == Memory::Heap && is_owned(ty) && assignment.is_in_loop && assignment.binding == BindingForm::Assigned {
        let message = format!("`{name}` is made in a loop, and may be allocated in each of its passes");
        problems.push(Problem::error(rules::DIALECT_HINT, message));
    }
    problems
}

/// Are its sizes made of constants and of the function's arguments?
fn has_known_sizes(exact: Ty) -> bool {
    let dims = exact.as_array().and_then(|(_, shape)| shape.dims()).unwrap_or_default();
    dims.iter()
        .all(|dim| !dim.is_any() && dim.atoms().all(|atom| matches!(atom.data(), conformable_types::AtomData::Name(_))))
}

fn again(assignment: &Assignment, old: &Variable) -> Assigned {
    let kept = Variable { is_declared_only: false, ..old.clone() };
    let refused = |problem: Problem| Assigned { variable: kept.clone(), problems: vec![problem] };
    let new = class_type(assignment.exact);
    let (name, ty) = (old.name, old.class_type);
    let is_augmented = assignment.binding == BindingForm::Augmented;
    if old.is_const {
        let message = format!("`{name}` is final and is assigned again");
        return refused(Problem::error(rules::DIALECT_FINAL, message));
    }
    if new.is_unknown() || ty.is_unknown() {
        return Assigned { variable: kept, problems: Vec::new() };
    }
    if assignment.source == Source::Variable(assignment.name) {
        return Assigned { variable: kept, problems: Vec::new() };
    }
    if old.is_declared_only {
        return declared(assignment, old, new);
    }
    let is_new_value = !is_augmented && assignment.binding != BindingForm::Returned;
    if is_new_value && is_kept(ty) && old.memory != Memory::Alias && assignment.is_target {
        let message = format!("`{name}` can't be made anew while another name shows its elements");
        return refused(Problem::error(rules::DIALECT_SHARED, message).help("assign its elements: x[:] = ..."));
    }
    let is_piece = matches!(assignment.source, Source::Variable(_) | Source::Piece(_) | Source::Cut);
    if is_new_value && old.memory != Memory::Alias && is_owned(ty) && is_piece && is_owned(new) {
        let message = format!("`{name}` owns its elements and can't become a view of another variable's");
        return refused(Problem::error(rules::DIALECT_SHARED, message).help("copy them: x[:] = y, or x = y.copy()"));
    }
    if is_owned(ty) && old.memory == Memory::Alias && assignment.source == Source::New {
        let message = format!("`{name}` shows another variable's elements and can't own new ones");
        return refused(Problem::error(rules::DIALECT_SHARED, message));
    }
    if is_array(ty) && old.memory == Memory::Alias && is_new_value {
        let targets = targets(assignment, new);
        if targets.is_empty() {
            let message =
                format!("`{name}` shows another variable's elements and can't show those of a temporary value");
            return refused(
                Problem::error(rules::DIALECT_SHARED, message)
                    .help(format!("give the value a name of its own, or assign the elements: {name}[:] = ...")),
            );
        }
        let exact = if has_same_sizes(old.exact, assignment.exact, false) { old.exact } else { ty };
        return Assigned { variable: Variable { targets, exact, ..kept }, problems: Vec::new() };
    }
    if !fits(ty, assignment.exact) {
        return refused(incompatible(name.as_str(), ty, new));
    }
    if !is_new_value || !is_owned(ty) {
        // Of a tuple another number of items may be there now.
        let is_longer = matches!(ty.kind(), TyKind::TupleOf(_)) && !has_same_sizes(old.exact, assignment.exact, false);
        let exact = if is_longer { ty } else { old.exact };
        return Assigned { variable: Variable { exact, ..kept }, problems: Vec::new() };
    }
    reallocated(assignment, old, kept)
}

/// A variable is given something to hold.
fn holding(assignment: &Assignment, old: &Variable) -> Assigned {
    let mut variable = old.clone();
    variable.targets.extend(targets(assignment, class_type(assignment.exact)));
    Assigned { variable, problems: Vec::new() }
}

/// Is it a value without a name that a method of the program's keeps? A name says how long it stays; what a function
/// gives gets one.
fn is_unnamed((source, shown): &(Source, Ty)) -> bool {
    let ty = class_type(*shown);
    match source {
        Source::Piece(_) => is_array(ty),
        Source::New => is_shared(ty) && !is_array(ty),
        _ => false,
    }
}

/// A variable that was declared gets its first value.
fn declared(assignment: &Assignment, old: &Variable, new: Ty) -> Assigned {
    let ty = old.class_type;
    let mut variable = Variable { is_declared_only: false, ..old.clone() };
    if !fits(ty, assignment.exact) {
        return Assigned { variable, problems: vec![incompatible(old.name.as_str(), ty, new)] };
    }
    if assignment.source.is_part() && is_owned(ty) && variable.memory != Memory::Alias {
        let (message, help) = match assignment.binding {
            BindingForm::Returned => {
                let message = "a result that is annotated owns its elements, and can't show those of a variable";
                (message.to_owned(), "return a copy")
            }
            _ => {
                let name = old.name;
                let message = format!("`{name}` is declared: it owns its elements, and can't show another variable's");
                (message, "leave the annotation out, or write Annotated[..., \"alias\"]")
            }
        };
        return Assigned { variable, problems: vec![Problem::error(rules::DIALECT_SHARED, message).help(help)] };
    }
    if is_array(ty) {
        variable.exact = assignment.exact;
    }
    let targets = targets(assignment, ty);
    if !targets.is_empty() && variable.memory != Memory::Stack && assignment.binding != BindingForm::Returned {
        variable.targets = targets;
    }
    let problems = if assignment.binding == BindingForm::Returned {
        Vec::new()
    } else {
        allocated(assignment, ty, variable.memory)
    };
    Assigned { variable, problems }
}

/// Is a value of this type one of the variable's? Tuples are compared item by item.
fn fits(ty: Ty, exact: Ty) -> bool {
    match (ty.kind(), exact.kind()) {
        (TyKind::Tuple(own), TyKind::Tuple(items)) => {
            own.len() == items.len() && own.iter().zip(items).all(|(own, item)| fits(*own, *item))
        }
        // Tuples of several lengths are of several types.
        (TyKind::TupleOf(own), TyKind::Tuple(items)) if matches!(own.kind(), TyKind::TupleOf(_)) => {
            let lengths = || items.iter().filter_map(|item| item.items().map(|items| items.len()));
            equal(ty, class_type(exact)) && lengths().min() == lengths().max()
        }
        _ => equal(ty, class_type(exact)),
    }
}

fn incompatible(name: &str, old: Ty, new: Ty) -> Problem {
    let (own, other) = (spell(old), spell(new));
    let message = match (is_array(old) && is_array(new), own == other) {
        (true, true) => format!("`{name}` is {own} and can't become an array of another order"),
        _ => format!("`{name}` is {own} and can't become {other}"),
    };
    Problem::error(rules::DIALECT_ASSIGNMENT, message)
}

/// A value of the same type: of the same sizes it takes the place of the old one, else memory is allocated again.
fn reallocated(assignment: &Assignment, old: &Variable, kept: Variable) -> Assigned {
    let name = old.name;
    let is_of_function = matches!(assignment.source, Source::New | Source::Call | Source::Result);
    if has_same_sizes(old.exact, assignment.exact, is_of_function) {
        return Assigned { variable: kept, problems: Vec::new() };
    }
    let variable = Variable { exact: old.class_type, ..kept };
    let problem = if old.is_argument {
        let message = format!("`{name}` is an argument: its memory is the caller's and can't be allocated again");
        Problem::error(rules::DIALECT_REALLOCATED, message).help(format!("assign its elements: {name}[:] = ..."))
    } else if old.memory == Memory::Stack {
        let message = format!("the stack array `{name}` can't get another size");
        Problem::error(rules::DIALECT_STACK, message)
    } else if is_array(old.class_type) {
        let message = format!("`{name}` gets an array that may have other sizes, and may be allocated again");
        Problem::error(rules::DIALECT_HINT, message)
    } else {
        return Assigned { variable, problems: Vec::new() };
    };
    Assigned { variable, problems: vec![problem] }
}

/// Are the sizes of both the same? What a function gives has known sizes only if they are constants.
fn has_same_sizes(a: Ty, b: Ty, is_of_function: bool) -> bool {
    match (a.items(), b.items()) {
        (Some(x), Some(y)) => x.len() == y.len(),
        _ => match (a.as_array(), b.as_array()) {
            (Some((_, x)), Some((_, y))) => {
                let is_known = |dim: &Dim| dim.constant().is_some() || !(is_of_function || dim.is_any());
                x == y && x.dims().is_some_and(|dims| dims.iter().all(is_known))
            }
            _ => false,
        },
    }
}
