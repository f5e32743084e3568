//! Names that an entry uses and nothing defines: they would be unknown for ever.

use conformable_solver::relations;
use conformable_types::DType;
use conformable_types::text::{Expr, Node};
use rustc_hash::FxHashSet;

use super::{Catalogue, Entry};
use crate::evaluate::{BUILTINS, PIECES};
use crate::op::Op;

const TYPES: [&str; 16] = [
    "None", "True", "False", "bool", "int", "float", "complex", "str", "bytes", "Unknown", "tuple", "list", "dict",
    "DType", "Literal", "object",
];

impl Catalogue {
    /// `path: name` for each name in an entry that is no variable, relation, word or type.
    pub fn undefined(&self) -> Vec<String> {
        let mut found = Vec::new();
        for op in self.functions().chain(self.methods().map(|(_, op)| op)) {
            self.undefined_in(op, &mut found);
        }
        for word in self.words.keys().filter_map(|name| self.word(name)) {
            for alternative in &word.alternatives {
                let known = alternative.params.iter().map(|param| param.name.clone()).collect();
                let exprs = alternative.guards.iter().chain(alternative.requires.iter().map(|r| &r.condition));
                for expr in exprs.chain([&alternative.body]) {
                    self.names(expr, &known, &word.name, &mut found);
                }
            }
        }
        for (alias, target) in &self.aliases {
            if !self.functions.contains_key(target) && !self.namespaces.contains(target) {
                found.push(format!("{alias}: {target}"));
            }
        }
        for (kind, class) in &self.classes {
            for (name, slot) in &class.members {
                if let Ok(Entry::Alias(target)) = self.entry(kind, name, slot)
                    && !self.functions.contains_key(target)
                {
                    found.push(format!("{name}: {target}"));
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }

    fn undefined_in(&self, op: &Op, found: &mut Vec<String>) {
        for alternative in &op.alternatives {
            let mut variables = Vec::new();
            for param in &alternative.params {
                variables.push(param.name.clone());
                param.pattern.variables(&mut variables);
            }
            let mut known: FxHashSet<String> = variables.into_iter().collect();
            known.insert("NAME".into());
            let exprs = alternative.guards.iter().chain(alternative.requires.iter().map(|r| &r.condition));
            let attained = alternative.attained.iter().flat_map(|(low, high)| [low, high]);
            let remarks = &alternative.remarks;
            let conditions =
                remarks.hazards.iter().map(|hazard| &hazard.condition).chain(&remarks.spells_one).chain(&remarks.whole);
            let exprs = exprs.chain(attained).chain(conditions);
            for expr in exprs.chain(&alternative.elements).chain([&alternative.result]) {
                self.names(expr, &known, &op.path, found);
            }
        }
    }

    fn names(&self, expr: &Expr, known: &FxHashSet<String>, place: &str, found: &mut Vec<String>) {
        match &expr.node {
            Node::Name(path) => {
                let name = path.join(".");
                let defined = known.contains(&name)
                    || TYPES.contains(&name.as_str())
                    || self.is_class(&name)
                    || DType::parse(&name).is_some_and(|_| name.chars().any(char::is_lowercase));
                if !defined {
                    found.push(format!("{place}: {name}"));
                }
            }
            Node::Call(base, args) => {
                let name = match &base.node {
                    Node::Name(path) => path.join("."),
                    _ => String::new(),
                };
                let defined = BUILTINS.contains(&name.as_str())
                    || PIECES.contains(&name.as_str())
                    || self.words.contains_key(&name)
                    || relations::by_name(&name).is_some();
                if !defined {
                    found.push(format!("{place}: {name}()"));
                }
                // The second argument of is_a is a kind, the first of each and zipped a word.
                let skipped = match name.as_str() {
                    "is_a" => 1,
                    "each" | "zipped" => 0,
                    _ => usize::MAX,
                };
                for (at, (_, arg)) in args.iter().enumerate() {
                    if at != skipped {
                        self.names(arg, known, place, found);
                    }
                }
            }
            Node::Index(base, items, _) => {
                self.names(base, known, place, found);
                items.iter().for_each(|item| self.names(item, known, place, found));
            }
            Node::Tuple(items) | Node::List(items) | Node::Union(items) => {
                items.iter().for_each(|item| self.names(item, known, place, found));
            }
            Node::Neg(inner) | Node::Star(inner) => self.names(inner, known, place, found),
            Node::Binary(_, a, b) | Node::Slice(a, b) => {
                self.names(a, known, place, found);
                self.names(b, known, place, found);
            }
            _ => {}
        }
    }
}
