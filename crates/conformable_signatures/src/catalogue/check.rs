//! What is wrong in an entry that can be read: names that nothing defines, calls that are none of
//! their function, conditions that are none. All of it would be unknown for ever, and silently.

use std::ops::RangeInclusive;

use conformable_solver::relations::{self, Relation};
use conformable_types::text::{Expr, Node};
use conformable_types::{DType, Ty};
use rustc_hash::FxHashSet;

use super::{Catalogue, Entry};
use crate::evaluate::{builtin, is_kind};
use crate::op::{Op, Require};

const TYPES: [&str; 16] = [
    "None", "True", "False", "bool", "int", "float", "complex", "str", "bytes", "Unknown", "tuple", "list", "dict",
    "DType", "Literal", "object",
];

/// What is wrong in an entry.
pub(super) struct Mistake {
    pub entry: String,
    /// The name in it that this is about.
    pub about: String,
    pub message: String,
}

/// The mistakes of one entry.
struct Checker<'c> {
    catalogue: &'static Catalogue,
    entry: &'c str,
    /// What its parameters bind.
    bound: FxHashSet<String>,
    found: &'c mut Vec<Mistake>,
}

impl Catalogue {
    /// `path: what is wrong` for each mistake in an entry of its own.
    pub fn mistakes(&'static self) -> Vec<String> {
        let mut found: Vec<String> =
            self.all_mistakes().into_iter().map(|one| format!("{}: {}", one.entry, one.message)).collect();
        found.sort();
        found.dedup();
        found
    }

    pub(super) fn all_mistakes(&'static self) -> Vec<Mistake> {
        let mut found = Vec::new();
        for op in self.own_functions().chain(self.methods().map(|(_, op)| op)) {
            self.mistakes_of(op, &mut found);
        }
        for word in self.words.keys().filter_map(|name| self.word(name)) {
            for alternative in &word.alternatives {
                let bound = alternative.params.iter().map(|param| param.name.clone()).collect();
                let mut checker = Checker { catalogue: self, entry: &word.name, bound, found: &mut found };
                let requires = alternative.requires.iter().flat_map(Require::expressions);
                alternative.guards.iter().chain(requires).for_each(|condition| checker.condition(condition));
                checker.expr(&alternative.body);
            }
        }
        let mut note = |entry: &str, name: &str| {
            let (entry, about) = (entry.to_owned(), name.to_owned());
            found.push(Mistake { message: nothing_binds(&entry, name), entry, about });
        };
        for (alias, target) in &self.aliases {
            if self.function(target).is_none() && self.constant(target).is_none() && !self.namespace(target) {
                note(alias, target);
            }
        }
        for (kind, class) in &self.classes {
            for (name, slot) in class.members() {
                if let Ok(Entry::Alias(target)) = self.entry(kind, name, slot)
                    && self.function(target).is_none()
                {
                    note(&format!("{kind}.{name}"), target);
                }
            }
        }
        found
    }

    fn mistakes_of(&'static self, op: &Op, found: &mut Vec<Mistake>) {
        for alternative in &op.alternatives {
            let mut variables = vec!["NAME", "RESULT"];
            for param in &alternative.params {
                variables.push(&param.name);
                param.pattern.variables(&mut variables);
            }
            let bound = variables.into_iter().map(str::to_owned).collect();
            let mut checker = Checker { catalogue: self, entry: &op.path, bound, found: &mut *found };
            for name in alternative.rules.scalar_axis.iter().flat_map(|(shape, axis)| [shape, axis]) {
                checker.name(name);
            }
            let fact_rules = &alternative.rules.fact_rules;
            let requires = alternative.rules.requires.iter().flat_map(Require::expressions);
            let hazards = fact_rules.hazards.iter().map(|hazard| &hazard.condition);
            let marks = fact_rules.spells_one.iter().chain(&fact_rules.whole).chain(&fact_rules.views);
            let marks = marks.chain(&fact_rules.read_only).chain(&fact_rules.keeps_whole);
            let marks = marks.chain(fact_rules.truth.iter().map(|(_, condition)| condition));
            let conditions = alternative.rules.guards.iter().chain(requires).chain(hazards).chain(marks);
            conditions.for_each(|condition| checker.condition(condition));
            let attained = alternative.rules.attained.iter().flat_map(|(low, high)| [low, high]);
            let counts = alternative.rules.counts.iter().flat_map(|(start, step)| [start, step]);
            attained
                .chain(counts)
                .chain(&alternative.rules.elements)
                .chain(alternative.rules.folds.iter().flat_map(|(how, folded)| [how, folded]))
                .chain([&alternative.result])
                .for_each(|expr| checker.expr(expr));
        }
    }
}

impl Checker<'_> {
    fn note(&mut self, about: &str, message: String) {
        self.found.push(Mistake { entry: self.entry.to_owned(), about: about.to_owned(), message });
    }

    /// What a guard, a requirement or a remark is about.
    fn condition(&mut self, expr: &Expr) {
        let is_none = match &expr.node {
            Node::Binary(op, ..) => !op.is_comparison(),
            Node::Int(_) | Node::Str(_) | Node::Neg(_) | Node::Tuple(_) | Node::List(_) | Node::Star(_) => true,
            _ => false,
        };
        if is_none {
            let message = "a condition is a comparison or a call, and this is a value".to_owned();
            self.note(first_name(expr).as_deref().unwrap_or_default(), message);
        }
        self.expr(expr);
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.node {
            Node::Name(path) => self.name(&path.join(".")),
            Node::Call(base, args) => {
                let name = name(base);
                self.call(&name, args);
                let conditions = matches!(name.as_str(), "any_of" | "all_of" | "negate");
                for (_, arg) in values(&name, args) {
                    if conditions { self.condition(arg) } else { self.expr(arg) }
                }
            }
            Node::Index(base, items, _) => {
                self.expr(base);
                items.iter().for_each(|item| self.expr(item));
            }
            Node::Tuple(items) | Node::List(items) | Node::Union(items) => {
                items.iter().for_each(|item| self.expr(item));
            }
            Node::Neg(inner) | Node::Star(inner) => self.expr(inner),
            Node::Binary(_, a, b) | Node::Slice(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            _ => {}
        }
    }

    /// Does it stand for anything?
    fn name(&mut self, name: &str) {
        let defined = self.bound.contains(name)
            || TYPES.contains(&name)
            || self.catalogue.is_class(name)
            || DType::parse(name).is_some_and(|_| name.chars().any(char::is_lowercase));
        if !defined {
            self.note(name, nothing_binds(self.entry, name));
        }
    }

    /// Is there such a function, and does it take these arguments?
    fn call(&mut self, name: &str, args: &[(Option<String>, Expr)]) {
        if let Some((Some(keyword), _)) = args.iter().find(|(keyword, _)| keyword.is_some()) {
            self.note(keyword, format!("`{name}` has no argument `{keyword}`: here all are given by their place"));
        }
        let open = args.iter().any(|(_, arg)| matches!(arg.node, Node::Star(_)));
        let count = args.iter().filter(|(_, arg)| !matches!(arg.node, Node::Star(_))).count();
        self.takes(name, count, open);
        if let Some(relation) = relations::by_name(name).filter(|_| self.catalogue.word(name).is_none()) {
            self.sorts(relation, args);
        }
        match (name, args) {
            ("is_a", [_, (_, kind)]) => {
                let kind = self::name(kind);
                if !is_kind(&kind) && !self.catalogue.is_class(&kind) {
                    self.note(&kind, format!("`is_a` knows no kind `{kind}`"));
                }
            }
            ("each" | "zipped", [(_, word), rest @ ..]) => self.takes(&self::name(word), rest.len(), open),
            _ => {}
        }
    }

    /// Is what is written out of the sort that the relation takes there?
    fn sorts(&mut self, relation: &Relation, args: &[(Option<String>, Expr)]) {
        for (place, (_, arg)) in args.iter().enumerate() {
            if matches!(arg.node, Node::Star(_)) {
                return;
            }
            let (Some(param), Some(ty)) = (relation.param(place), literal(arg)) else { continue };
            if let Some(misfit) = param.misfit(ty) {
                let text = misfit.str_value();
                let shown = text.map_or_else(|| misfit.to_string(), |text| format!("'{text}'"));
                let (name, number, noun) = (relation.name, place + 1, param.sort.noun());
                self.note(text.unwrap_or(name), format!("argument {number} of `{name}` is {noun}, not {shown}"));
            }
        }
    }

    /// Does the function take so many arguments, or more if a pack among them is spread out?
    fn takes(&mut self, name: &str, count: usize, open: bool) {
        let fits = |arity: &RangeInclusive<usize>| count <= *arity.end() && (open || count >= *arity.start());
        let one = |arity: RangeInclusive<usize>| (!fits(&arity)).then(|| arity_text(&arity));
        let wanted = if let Some(builtin) = builtin(name) {
            one(builtin.arity.clone()).map(|text| format!("{text}; {}", builtin.says))
        } else if let Some(word) = self.catalogue.word(name) {
            let arities = word.alternatives.iter().map(|alternative| {
                alternative.params.iter().filter(|param| param.default.is_none()).count()..=alternative.params.len()
            });
            let arities: Vec<_> = arities.collect();
            let least = arities.iter().map(|arity| *arity.start()).min().unwrap_or(0);
            let most = arities.iter().map(|arity| *arity.end()).max().unwrap_or(0);
            (!arities.iter().any(fits)).then(|| arity_text(&(least..=most)))
        } else if let Some(relation) = relations::by_name(name) {
            one(relation.arity())
        } else if relations::defined::by_name(name).is_some() {
            None
        } else {
            return self.note(name, format!("`{name}` is no relation, word or function of the language"));
        };
        if let Some(wanted) = wanted {
            self.note(name, format!("`{name}` takes {wanted}"));
        }
    }
}

/// The type of a value that is written out.
fn literal(expr: &Expr) -> Option<Ty> {
    let all = |items: &[Expr]| items.iter().map(literal).collect::<Option<Vec<Ty>>>();
    match &expr.node {
        Node::Str(text) => Some(Ty::str(text)),
        Node::Int(value) => Some(Ty::int(*value)),
        Node::Name(path) if *path == ["None"] => Some(Ty::none()),
        Node::Tuple(items) => all(items).map(Ty::tuple),
        Node::List(items) => all(items).map(Ty::list),
        _ => None,
    }
}

fn nothing_binds(entry: &str, name: &str) -> String {
    format!("there is no `{name}`: nothing of {entry} binds it")
}

/// `2 arguments`, `1 to 3 arguments`.
pub fn arity_text(arity: &RangeInclusive<usize>) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    match (*arity.start(), *arity.end()) {
        (least, usize::MAX) => format!("{least} argument{} or more", plural(least)),
        (least, most) if least == most => format!("{least} argument{}", plural(least)),
        (least, most) => format!("{least} to {most} arguments"),
    }
}

/// The arguments that are values: the second of `is_a` is a kind, the first of `each` a word.
fn values<'a>(name: &str, args: &'a [(Option<String>, Expr)]) -> &'a [(Option<String>, Expr)] {
    match name {
        "is_a" => &args[..args.len().min(1)],
        "each" | "zipped" => &args[args.len().min(1)..],
        _ => args,
    }
}

fn name(expr: &Expr) -> String {
    match &expr.node {
        Node::Name(path) => path.join("."),
        _ => String::new(),
    }
}

fn first_name(expr: &Expr) -> Option<String> {
    match &expr.node {
        Node::Name(path) => Some(path.join(".")),
        Node::Binary(_, a, b) => first_name(a).or_else(|| first_name(b)),
        Node::Tuple(items) | Node::List(items) => items.iter().find_map(first_name),
        Node::Neg(inner) | Node::Star(inner) | Node::Call(inner, _) => first_name(inner),
        _ => None,
    }
}
