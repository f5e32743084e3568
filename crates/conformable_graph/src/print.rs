//! A graph as text: a tree with shared nodes marked, in the layout of Aesara's `debugprint`, and
//! Graphviz's DOT.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::GraphError;
use crate::graph::FunctionGraph;
use crate::ids::Var;

/// What a tree shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dprint {
    /// The type of each variable.
    pub print_type: bool,
    /// `[id A]`
    pub ids: bool,
    /// So many levels; all of them for `None`. The text of a chain grows with the square of its length, up
    /// to a bound.
    pub depth: Option<usize>,
}

impl Default for Dprint {
    fn default() -> Dprint {
        Dprint { print_type: false, ids: true, depth: None }
    }
}

/// No text gets longer than this, and a line.
const LONGEST: usize = 1 << 24;

/// A line that is still to be written.
enum Line {
    Of {
        var: u32,
        /// How many levels are above it.
        depth: usize,
        last: bool,
    },
    /// What is below it has been written before.
    Again { depth: usize },
}

/// A, B, …, Z, AA, AB, …
fn letters(number: usize) -> String {
    let mut left = number + 1;
    let mut text = Vec::new();
    while left > 0 {
        left -= 1;
        text.push(char::from(b'A' + u8::try_from(left % 26).unwrap_or(0)));
        left /= 26;
    }
    text.into_iter().rev().collect()
}

impl FunctionGraph {
    /// The trees of some variables, one after the other; of the graph's outputs for none. A node that
    /// was shown has its id and `···` below it.
    ///
    /// ```text
    /// Add [id A] <float64[n]>
    ///  ├─ Exp [id B] <float64[n]>
    ///  │  └─ x [id C] <float64[n]>
    ///  └─ Exp [id B] <float64[n]>
    ///     └─ ···
    /// ```
    ///
    /// # Errors
    /// If a variable is not the graph's.
    pub fn dprint(&self, vars: &[Var], how: Dprint) -> Result<String, GraphError> {
        let roots: Vec<u32> = match vars {
            [] => self.outputs.clone(),
            _ => vars.iter().map(|var| self.index(*var)).collect::<Result<_, _>>()?,
        };
        let mut text = String::new();
        let mut ids: FxHashMap<(bool, u32), usize> = FxHashMap::default();
        let mut shown: FxHashSet<u32> = FxHashSet::default();
        // For each level above a line: is nothing left to come on it?
        let mut ended: Vec<bool> = Vec::new();
        let mut open: Vec<Line> = roots.iter().rev().map(|var| Line::Of { var: *var, depth: 0, last: true }).collect();
        while let Some(line) = open.pop() {
            if text.len() > LONGEST {
                text.push_str("··· and more: a depth shows less of each tree\n");
                break;
            }
            let (var, depth) = match line {
                Line::Again { depth } => {
                    ended.truncate(depth - 1);
                    ended.push(true);
                    text.push_str(&prefix(&ended));
                    text.push_str("···\n");
                    continue;
                }
                Line::Of { var, depth, last } => {
                    if depth > 0 {
                        ended.truncate(depth - 1);
                        ended.push(last);
                        text.push_str(&prefix(&ended));
                    }
                    (var, depth)
                }
            };
            let owner = self.arena.node_owning(var);
            let next = ids.len();
            let id = *ids.entry(owner.map_or((false, var), |node| (true, node))).or_insert(next);
            self.write_line(&mut text, var, id, how);
            let Some(node) = owner.filter(|_| how.depth.is_none_or(|most| depth + 1 < most)) else { continue };
            let inputs = self.arena.inputs(node);
            match inputs {
                [] => {}
                _ if !shown.insert(node) => open.push(Line::Again { depth: depth + 1 }),
                [others @ .., last] => {
                    open.push(Line::Of { var: *last, depth: depth + 1, last: true });
                    open.extend(others.iter().rev().map(|var| Line::Of { var: *var, depth: depth + 1, last: false }));
                }
            }
        }
        Ok(text)
    }

    fn write_line(&self, text: &mut String, var: u32, id: usize, how: Dprint) {
        let owner = self.arena.node_owning(var);
        match owner {
            Some(node) => {
                let _ = write!(text, "{}", self.op_of(node));
                if self.arena.outputs(node).len() > 1 {
                    let _ = write!(text, ".{}", self.arena.output_place(var));
                }
            }
            None => text.push_str(&self.label_of(var)),
        }
        if how.ids {
            let _ = write!(text, " [id {}]", letters(id));
        }
        if how.print_type {
            let _ = write!(text, " <{}>", self.arena.ty(var));
        }
        if let (Some(name), Some(_)) = (self.names.get(&var), owner) {
            let _ = write!(text, " '{name}'");
        }
        text.push('\n');
    }

    /// What the outputs need as a graph in Graphviz's DOT: nodes are boxes, inputs and constants
    /// ellipses, edges have types.
    pub fn dot(&self) -> String {
        let nodes = self.ancestors_in_order(&self.outputs);
        let mut text = "digraph {\n".to_owned();
        let mut leaves: FxHashSet<u32> = FxHashSet::default();
        for var in self.inputs.iter().chain(&self.outputs).copied() {
            self.write_leaf(&mut text, var, &mut leaves);
        }
        for node in nodes {
            let op = self.op_of(node);
            let _ = writeln!(text, "  n{node} [shape=box, label={}]", quoted(&op.to_string()));
            for var in self.arena.inputs(node) {
                self.write_leaf(&mut text, *var, &mut leaves);
                self.write_edge(&mut text, *var, &format!("n{node}"));
            }
        }
        for (place, var) in self.outputs.iter().enumerate() {
            let _ = writeln!(text, "  o{place} [shape=plaintext, label=\"output {place}\"]");
            self.write_edge(&mut text, *var, &format!("o{place}"));
        }
        text.push_str("}\n");
        text
    }

    fn write_leaf(&self, text: &mut String, var: u32, written: &mut FxHashSet<u32>) {
        if self.arena.node_owning(var).is_none() && written.insert(var) {
            let _ = writeln!(text, "  v{var} [shape=ellipse, label={}]", quoted(&self.label_of(var)));
        }
    }

    fn write_edge(&self, text: &mut String, var: u32, to: &str) {
        let from = match self.arena.node_owning(var) {
            Some(node) => format!("n{node}"),
            None => format!("v{var}"),
        };
        let ty = quoted(&self.arena.ty(var).to_string());
        let _ = writeln!(text, "  {from} -> {to} [label={ty}]");
    }
}

/// The columns in front of a line: for each level whether something is left to come on it.
fn prefix(ended: &[bool]) -> String {
    let (last, above) = ended.split_last().unwrap_or((&true, &[]));
    let columns: String = above.iter().map(|ended| if *ended { "   " } else { "│  " }).collect();
    format!(" {columns}{} ", if *last { "└─" } else { "├─" })
}

/// As DOT writes a text.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn ids_are_letters() {
        assert_eq!([0, 25, 26, 27, 701, 702].map(letters), ["A", "Z", "AA", "AB", "ZZ", "AAA"]);
    }
}
