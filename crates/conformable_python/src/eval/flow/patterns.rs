//! The patterns of a `match`: what they decide, bind and teach.
//!
//! Where a case that isn't decided is taken, the subject is one of the values that its pattern may match; behind a case
//! without a guard it is none that the pattern matches. Both are said of the place that the subject is read from, as
//! `if` says it, and of the value that later patterns are asked of.

use std::rc::Rc;

use conformable_signatures::Member;
use conformable_types::{Truth, TyKind};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, Pattern, PatternMatchClass, PatternMatchMapping, PatternMatchSequence, Singleton};
use ruff_text_size::TextRange;

use crate::domain::heap::Object;
use crate::domain::state::State;
use crate::domain::value::{Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::flow::teaching::{rebind, teach_class};
use crate::eval::interpreter::Interpreter;
use crate::eval::python::attributes::{asked_attribute, match_args};
use crate::eval::python::dicts::is_constant;

/// Python's own classes whose pattern's only argument is matched with the subject itself.
const WHOLE: [&str; 11] =
    ["bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"];

/// May what a guard evaluates bind the place that the subject was read from? A call binds no local name.
pub fn may_bind(guard: &Expr, subject: &Expr) -> bool {
    struct Binds {
        calls_too: bool,
        found: bool,
    }
    impl<'a> Visitor<'a> for Binds {
        fn visit_expr(&mut self, expression: &'a Expr) {
            self.found |= match expression {
                Expr::Named(_) | Expr::Await(_) | Expr::Yield(_) | Expr::YieldFrom(_) => true,
                Expr::Call(_) => self.calls_too,
                _ => false,
            };
            visitor::walk_expr(self, expression);
        }
    }
    let mut binds = Binds { calls_too: !subject.is_name_expr(), found: false };
    binds.visit_expr(guard);
    binds.found
}

/// The classes and values that are read whatever the subject is, before the pattern is decided.
pub fn read_first<'p>(
    run: &mut impl Interpreter<'p>,
    pattern: &'p Pattern,
    subject: &Value<'p>,
    read: &mut Vec<&'p Expr>,
) {
    match pattern {
        Pattern::MatchValue(value) => read.push(&value.value),
        Pattern::MatchClass(class) => read.push(&class.cls),
        Pattern::MatchAs(binding) => binding.pattern.iter().for_each(|inner| read_first(run, inner, subject, read)),
        Pattern::MatchOr(alternatives) => {
            for alternative in &alternatives.patterns {
                read_first(run, alternative, subject, read);
                if !matches(run, alternative, subject).is_no() {
                    break;
                }
            }
        }
        _ => {}
    }
}

/// Does the pattern match? Nothing is bound yet.
pub fn matches<'p>(run: &mut impl Interpreter<'p>, pattern: &'p Pattern, subject: &Value<'p>) -> Truth {
    match pattern {
        Pattern::MatchAs(binding) => binding.pattern.as_ref().map_or(Truth::Yes, |inner| matches(run, inner, subject)),
        Pattern::MatchOr(alternatives) => alternatives.patterns.iter().fold(Truth::No, |any, inner| match any {
            Truth::Yes => any,
            _ => any.or(matches(run, inner, subject)),
        }),
        Pattern::MatchStar(_) => Truth::Yes,
        _ => {
            let each: Vec<Truth> = subject.members().iter().map(|member| matches_alone(run, pattern, member)).collect();
            Truth::agreed(each)
        }
    }
}

/// The same of a value that is no choice of several.
fn matches_alone<'p>(run: &mut impl Interpreter<'p>, pattern: &'p Pattern, subject: &Value<'p>) -> Truth {
    let truth = match pattern {
        Pattern::MatchValue(value) => {
            let other = read(run, &value.value);
            return run.equal(subject, &other);
        }
        Pattern::MatchSingleton(single) => match single.value {
            Singleton::None => run.is_none(subject),
            Singleton::True | Singleton::False => match subject.ty().and_then(|ty| ty.bool_value()) {
                Some(value) => Truth::from(value == (single.value == Singleton::True)),
                None if run.state.python_type(subject).is_some_and(|name| name != "bool") => Truth::No,
                None => Truth::Unknown,
            },
        },
        Pattern::MatchSequence(sequence) => matches_items(run, sequence, subject),
        Pattern::MatchMapping(mapping) => match container(run, subject) {
            Some(Container::Mapping) => matches_keys(run, mapping, subject),
            None => Truth::Unknown,
            Some(_) => Truth::No,
        },
        Pattern::MatchClass(class) => matches_class(run, class, subject),
        Pattern::MatchAs(_) | Pattern::MatchOr(_) | Pattern::MatchStar(_) => matches(run, pattern, subject),
    };
    // Whoever asks doesn't trust the annotation.
    if truth.is_no() && subject.dependencies.is_declared() { Truth::Unknown } else { truth }
}

fn matches_items<'p>(run: &mut impl Interpreter<'p>, sequence: &'p PatternMatchSequence, subject: &Value<'p>) -> Truth {
    let is_sequence = match container(run, subject) {
        Some(Container::Sequence) => true,
        Some(_) => return Truth::No,
        None => false,
    };
    let Some(items) = run.state.known_items(subject).filter(|_| is_sequence) else {
        let takes_any = matches!(&*sequence.patterns, [Pattern::MatchStar(_)]);
        return if is_sequence && takes_any { Truth::Yes } else { Truth::Unknown };
    };
    let Some(pairs) = paired(&sequence.patterns, &items) else { return Truth::No };
    pairs.into_iter().fold(Truth::Yes, |all, (inner, item)| match all {
        Truth::No => all,
        _ => all.and(matches(run, inner, &item)),
    })
}

fn matches_keys<'p>(run: &mut impl Interpreter<'p>, mapping: &'p PatternMatchMapping, subject: &Value<'p>) -> Truth {
    held_under(run, mapping, subject).into_iter().fold(Truth::Yes, |all, (inner, held)| match (all, held) {
        (Truth::No, _) | (_, UnderKey::Missing) => Truth::No,
        (_, UnderKey::Value(value)) => all.and(matches(run, inner, &value)),
        (_, UnderKey::Unknown) => all.and(Truth::Unknown),
    })
}

/// What a dict holds under a key that a pattern names.
enum UnderKey<'p> {
    Value(Value<'p>),
    Missing,
    Unknown,
}

/// The patterns of a mapping's keys, each with what it is asked of.
fn held_under<'p>(
    run: &mut impl Interpreter<'p>,
    mapping: &'p PatternMatchMapping,
    subject: &Value<'p>,
) -> Vec<(&'p Pattern, UnderKey<'p>)> {
    let entries = run.state.dict_of(subject);
    let mut held = |key: &'p Expr| {
        let key = read(run, key);
        let Some(entries) = entries.as_ref().filter(|_| is_constant(run, &key)) else { return UnderKey::Unknown };
        match (entries.under(&key), entries.elsewhere(&key)) {
            (Some(value), _) => UnderKey::Value(run.read_from(subject, value.clone())),
            (None, Some(_)) => UnderKey::Unknown,
            (None, None) => UnderKey::Missing,
        }
    };
    mapping.keys.iter().zip(&mapping.patterns).map(|(key, inner)| (inner, held(key))).collect()
}

/// The patterns of a sequence with the items that they are asked of, if there are as many as it takes.
fn paired<'p>(patterns: &'p [Pattern], items: &[Value<'p>]) -> Option<Vec<(&'p Pattern, Value<'p>)>> {
    let star = patterns.iter().position(|pattern| matches!(pattern, Pattern::MatchStar(_)));
    let fits = match star {
        Some(_) => items.len() + 1 >= patterns.len(),
        None => items.len() == patterns.len(),
    };
    let behind = |place: usize| star.is_some_and(|star| place > star);
    fits.then(|| {
        let at = |place| if behind(place) { place + items.len() - patterns.len() } else { place };
        let others = patterns.iter().enumerate().filter(|(place, _)| Some(*place) != star);
        others.map(|(place, pattern)| (pattern, items[at(place)].clone())).collect()
    })
}

fn matches_class<'p>(run: &mut impl Interpreter<'p>, class: &'p PatternMatchClass, subject: &Value<'p>) -> Truth {
    let wanted = read(run, &class.cls);
    let truth = run.is_instance(subject, &wanted);
    match (&*class.arguments.patterns, &*class.arguments.keywords) {
        _ if truth.is_no() => truth,
        ([], []) => truth,
        ([inner], []) if takes_whole(&wanted) => truth.and(matches(run, inner, subject)),
        _ => parts_of_class(run, class, &wanted, subject).into_iter().fold(truth, |all, (inner, part)| match all {
            Truth::No => all,
            _ => all.and(part.map_or(Truth::Unknown, |part| matches(run, inner, &part))),
        }),
    }
}

/// The patterns of a class's attributes, each with the attribute that it is asked of, if that is known.
fn parts_of_class<'p>(
    run: &mut Machine<'p>,
    class: &'p PatternMatchClass,
    wanted: &Value<'p>,
    subject: &Value<'p>,
) -> Vec<(&'p Pattern, Option<Value<'p>>)> {
    let positional = &class.arguments.patterns;
    let names = match &wanted.kind {
        Kind::Class(wanted) if !positional.is_empty() => match_args(run, wanted).unwrap_or_default(),
        _ => Vec::new(),
    };
    let by_place = positional.iter().enumerate().map(|(place, inner)| (inner, names.get(place).copied()));
    let by_name = class.arguments.keywords.iter().map(|keyword| (&keyword.pattern, Some(Sym::new(&keyword.attr))));
    let asked: Vec<_> = by_place.chain(by_name).collect();
    asked.into_iter().map(|(inner, name)| (inner, name.and_then(|name| part_of(run, subject, name)))).collect()
}

/// An attribute of each of the values that the subject may be.
fn part_of<'p>(run: &mut Machine<'p>, subject: &Value<'p>, name: Sym) -> Option<Value<'p>> {
    let mut part = |value: &Value<'p>| match &value.kind {
        Kind::Array(array) if array.ty.is_ndarray() => {
            let member = run.library().member("ndarray", name.as_str());
            let is_property = matches!(member, Some(Member::Property(_)));
            is_property.then(|| run.data_attribute(value, name, TextRange::default()))
        }
        _ => asked_attribute(run, value, name),
    };
    let parts: Option<Vec<Value<'p>>> = subject.members().iter().map(&mut part).collect();
    run.state.summarise(&parts?)
}

fn takes_whole(class: &Value<'_>) -> bool {
    matches!(&class.kind, Kind::Builtin(name) if WHOLE.contains(&name.as_str()))
}

/// What a pattern compares with, or the class that it asks for.
fn read<'p>(run: &mut impl Interpreter<'p>, expression: &'p Expr) -> Value<'p> {
    run.peek(expression).unwrap_or_else(Value::unknown)
}

/// What patterns of items and of keys ask of a value.
enum Container {
    Sequence,
    Mapping,
    Neither,
}

fn container<'p>(run: &mut Machine<'p>, value: &Value<'p>) -> Option<Container> {
    let settled = run.state.settle(value);
    Some(match &settled.kind {
        Kind::Tuple(_) | Kind::Shape(_) => Container::Sequence,
        Kind::Array(array) if array.ty.is_ndarray() => Container::Neither,
        Kind::Slice(_) | Kind::Function(_) | Kind::Bound(_) | Kind::Class(_) => Container::Neither,
        Kind::Object(id) => match run.state.heap.get(*id) {
            Object::List(_) | Object::ListOf { .. } | Object::TupleOf { .. } | Object::Range(_) => Container::Sequence,
            Object::Dict(_) => Container::Mapping,
            Object::Set(_) | Object::View { .. } => Container::Neither,
            _ => return None,
        },
        Kind::Integer(..) | Kind::Floating(..) => Container::Neither,
        Kind::Data(ty) => match ty.kind() {
            TyKind::Str | TyKind::LitStr(_) | TyKind::Bytes | TyKind::None | TyKind::Scalar(_) | TyKind::Slice(_) => {
                Container::Neither
            }
            TyKind::TupleOf(_) => Container::Sequence,
            _ if ty.weak().is_some() => Container::Neither,
            _ => return None,
        },
        _ => return None,
    })
}

/// Binds the names of a pattern that matches, or may.
pub fn bind_names<'p>(run: &mut impl Interpreter<'p>, pattern: &'p Pattern, subject: &Value<'p>) {
    match pattern {
        Pattern::MatchAs(binding) => {
            let matched = left(run, pattern, subject, true).unwrap_or_else(|| subject.clone());
            binding.pattern.iter().for_each(|inner| bind_names(run, inner, subject));
            binding.name.iter().for_each(|name| run.bind(Sym::new(name), matched.clone()));
        }
        Pattern::MatchOr(alternatives) => bind_alternatives(run, &alternatives.patterns, subject),
        Pattern::MatchSequence(sequence) => {
            let is_sequence = matches!(container(run, subject), Some(Container::Sequence));
            let items = run.state.known_items(subject).filter(|_| is_sequence);
            let Some(pairs) = items.as_ref().and_then(|items| paired(&sequence.patterns, items)) else {
                return bind_nothing_known(run, &sequence.patterns);
            };
            pairs.iter().for_each(|(inner, item)| bind_names(run, inner, item));
            for (place, inner) in sequence.patterns.iter().enumerate() {
                if let (Pattern::MatchStar(star), Some(items)) = (inner, &items)
                    && let Some(name) = &star.name
                {
                    let behind = sequence.patterns.len() - place - 1;
                    let rest = run.list(items[place..items.len() - behind].to_vec());
                    run.bind(Sym::new(name), rest.with_dependencies(subject.dependencies));
                }
            }
        }
        Pattern::MatchStar(star) => star.name.iter().for_each(|name| run.bind(Sym::new(name), Value::unknown())),
        Pattern::MatchMapping(mapping) => {
            for (inner, held) in held_under(run, mapping, subject) {
                let value = if let UnderKey::Value(value) = held { value } else { Value::unknown() };
                bind_names(run, inner, &value);
            }
            mapping.rest.iter().for_each(|name| run.bind(Sym::new(name), Value::unknown()));
        }
        Pattern::MatchClass(class) => {
            let wanted = read(run, &class.cls);
            let matched = left(run, pattern, subject, true).unwrap_or_else(|| subject.clone());
            if let ([inner], [], true) = (&*class.arguments.patterns, &*class.arguments.keywords, takes_whole(&wanted))
            {
                bind_names(run, inner, &matched);
            } else {
                for (inner, part) in parts_of_class(run, class, &wanted, &matched) {
                    bind_names(run, inner, &part.unwrap_or_else(Value::unknown));
                }
            }
        }
        Pattern::MatchValue(_) | Pattern::MatchSingleton(_) => {}
    }
}

/// Each of the alternatives binds the same names; the first that matches does.
fn bind_alternatives<'p>(run: &mut impl Interpreter<'p>, alternatives: &'p [Pattern], subject: &Value<'p>) {
    let before = run.state.clone();
    let mut bound: Option<State<'p>> = None;
    for alternative in alternatives {
        let truth = matches(run, alternative, subject);
        if truth.is_no() {
            continue;
        }
        run.state = before.clone();
        bind_names(run, alternative, subject);
        let one = std::mem::replace(&mut run.state, before.clone());
        bound = Some(match bound {
            Some(all) => all.join(one),
            None => one,
        });
        if truth.is_yes() {
            break;
        }
    }
    run.state = bound.unwrap_or(before);
}

fn bind_nothing_known<'p>(run: &mut impl Interpreter<'p>, patterns: impl IntoIterator<Item = &'p Pattern>) {
    patterns.into_iter().for_each(|inner| bind_names(run, inner, &Value::unknown()));
}

/// What the subject may be where the pattern matches, or where it doesn't; `None` if that is all of it, or nothing.
pub fn left<'p>(
    run: &mut impl Interpreter<'p>,
    pattern: &'p Pattern,
    subject: &Value<'p>,
    wanted: bool,
) -> Option<Value<'p>> {
    let mut changed = false;
    let mut kept = Vec::new();
    for member in subject.members() {
        let truth = matches(run, pattern, &member);
        let excluded = if wanted { truth.is_no() } else { truth.is_yes() };
        // Of a class that isn't known the value may be anything.
        let is_open =
            wanted && truth == Truth::Unknown && !member.is_unknown() && may_be_of_class(run, pattern, &member);
        changed |= excluded || is_open;
        if !excluded {
            kept.push(if is_open { Value { kind: Kind::Unknown, ..member } } else { member });
        }
    }
    if !changed || kept.is_empty() {
        return None;
    }
    if let Some(open) = kept.iter().position(Value::is_unknown) {
        return Some(kept.swap_remove(open));
    }
    match <[Value<'p>; 1]>::try_from(kept) {
        Ok([one]) => Some(one),
        Err(several) => Some(Value { kind: Kind::Union(Rc::new(several)), ..subject.clone() }),
    }
}

/// Does a pattern ask for a class of which it isn't known whether the value is one of its instances?
fn may_be_of_class<'p>(run: &mut impl Interpreter<'p>, pattern: &'p Pattern, value: &Value<'p>) -> bool {
    match pattern {
        Pattern::MatchClass(class) => {
            let wanted = read(run, &class.cls);
            let truth = run.is_instance(value, &wanted);
            // Whoever asks doesn't trust the annotation.
            truth == Truth::Unknown || truth.is_no() && value.dependencies.is_declared()
        }
        Pattern::MatchAs(binding) => binding.pattern.as_ref().is_some_and(|inner| may_be_of_class(run, inner, value)),
        Pattern::MatchOr(alternatives) => alternatives.patterns.iter().any(|inner| may_be_of_class(run, inner, value)),
        _ => false,
    }
}

/// A place that is asked by a pattern of its own.
pub type AskedPlace<'p> = (&'p Expr, &'p Pattern);

/// The places that a subject is read from, each with the pattern that it matches, or doesn't.
pub fn asked_places<'p>(subject: &'p Expr, pattern: &'p Pattern, wanted: bool, places: &mut Vec<AskedPlace<'p>>) {
    match (subject, pattern) {
        (Expr::Named(named), _) => asked_places(&named.target, pattern, wanted, places),
        (_, Pattern::MatchAs(binding)) => {
            binding.pattern.iter().for_each(|inner| asked_places(subject, inner, wanted, places));
        }
        (_, Pattern::MatchOr(alternatives)) if !wanted => {
            alternatives.patterns.iter().for_each(|inner| asked_places(subject, inner, wanted, places));
        }
        (Expr::Tuple(tuple), Pattern::MatchSequence(sequence)) => {
            let is_plain = !tuple.elts.iter().any(Expr::is_starred_expr)
                && !sequence.patterns.iter().any(|inner| matches!(inner, Pattern::MatchStar(_)))
                && tuple.elts.len() == sequence.patterns.len();
            let asked = || tuple.elts.iter().zip(&sequence.patterns).filter(|(_, inner)| !inner.is_irrefutable());
            // Of several it isn't known which one doesn't match.
            if is_plain && (wanted || asked().count() == 1) {
                asked().for_each(|(part, inner)| asked_places(part, inner, wanted, places));
            }
        }
        _ => places.push((subject, pattern)),
    }
}

/// What holds of a place that is asked, where its pattern matches or doesn't.
pub fn teach_place<'p>(run: &mut impl Interpreter<'p>, (place, pattern): AskedPlace<'p>, wanted: bool) {
    let Some(value) = run.peek(place) else { return };
    if let (true, Pattern::MatchClass(class)) = (wanted, pattern) {
        let class = read(run, &class.cls);
        teach_class(run, place, &class);
    }
    if let Some(value) = left(run, pattern, &value, wanted) {
        rebind(run, place, value);
    }
}
