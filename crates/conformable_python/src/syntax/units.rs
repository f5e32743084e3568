//! Which modules are evaluated together when they are imported.
//!
//! A unit is a strongly connected component of the graph of imports at top level. Those in
//! functions are not edges: code that runs while a module is imported doesn't follow them, so that
//! no unit waits for itself.

use std::sync::Arc;

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, Stmt};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::front::module::Module;
use crate::front::program::Program;
use crate::syntax::unit::Unit;

fn unit(mut modules: Vec<&Module>, imports: FxHashSet<usize>) -> Unit {
    let rank = |module: &Module| !module.is_package();
    modules.sort_by(|a, b| (rank(a), &a.file.path).cmp(&(rank(b), &b.file.path)));
    Unit::new(&modules[0].file.path, modules.iter().map(|module| module.id).collect(), imports)
}

/// The units that are known, by the number of each of their modules.
#[derive(Default)]
pub struct Units {
    known: FxHashMap<usize, Arc<Unit>>,
}

impl Units {
    pub fn of(&mut self, program: &Program<'_>, module: &Module) -> Arc<Unit> {
        if let Some(known) = self.known.get(&module.id) {
            return Arc::clone(known);
        }
        let mut search = Search { program, units: self, seen: FxHashMap::default(), path: Vec::new() };
        search.visit(module);
        Arc::clone(&self.known[&module.id])
    }
}

/// Tarjan's algorithm.
struct Search<'a> {
    program: &'a Program<'a>,
    units: &'a mut Units,
    /// The order in which modules were met.
    seen: FxHashMap<usize, usize>,
    /// Those met whose unit is not complete, with what they import.
    path: Vec<(&'a Module, Vec<&'a Module>)>,
}

impl<'a> Search<'a> {
    /// The first module met that this one leads back to.
    fn visit(&mut self, module: &'a Module) -> usize {
        let number = self.seen.len();
        self.seen.insert(module.id, number);
        let place = self.path.len();
        let imports = imports_of(self.program, module);
        self.path.push((module, imports.clone()));
        let mut first = number;
        for next in imports {
            match self.seen.get(&next.id) {
                _ if self.units.known.contains_key(&next.id) => {}
                Some(met) => first = first.min(*met),
                None => first = first.min(stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.visit(next))),
            }
        }
        if first == number {
            let members = self.path.split_off(place);
            let imports = members.iter().flat_map(|(_, imports)| imports.iter().map(|module| module.id)).collect();
            let unit = Arc::new(unit(members.into_iter().map(|(module, _)| module).collect(), imports));
            for member in &unit.members {
                self.units.known.insert(*member, Arc::clone(&unit));
            }
        }
        first
    }
}

/// The modules that a module may import when it is imported itself, in the order of the source.
fn imports_of<'a>(program: &'a Program<'a>, module: &'a Module) -> Vec<&'a Module> {
    let mut imports = ImportVisitor { program, module, found: Vec::new() };
    module.body().iter().for_each(|statement| imports.visit_stmt(statement));
    imports.found
}

struct ImportVisitor<'a> {
    program: &'a Program<'a>,
    module: &'a Module,
    found: Vec<&'a Module>,
}

impl<'a> ImportVisitor<'a> {
    fn add(&mut self, module: &'a Module) {
        if module.id != self.module.id && !self.found.iter().any(|known| known.id == module.id) {
            self.found.push(module);
        }
    }
}

impl<'a> Visitor<'a> for ImportVisitor<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Import(import) => {
                for alias in &import.names {
                    let dotted = alias.name.as_str();
                    let ends = dotted.match_indices('.').map(|(end, _)| end).chain([dotted.len()]);
                    let modules = ends.filter_map(|end| self.program.import(self.module, &dotted[..end], 0));
                    modules.for_each(|module| self.add(module));
                }
            }
            Stmt::ImportFrom(import) => {
                self.program.imported_from(self.module, import).into_iter().for_each(|module| self.add(module));
            }
            Stmt::FunctionDef(_) => {}
            Stmt::If(branch) if is_for_types(&branch.test) => {
                let clauses = branch.elif_else_clauses.iter();
                clauses.flat_map(|clause| &clause.body).for_each(|statement| self.visit_stmt(statement));
            }
            _ => visitor::walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

/// `if TYPE_CHECKING:`, which nothing runs.
fn is_for_types(test: &Expr) -> bool {
    match test {
        Expr::Name(name) => name.id == "TYPE_CHECKING",
        Expr::Attribute(attribute) => attribute.attr.as_str() == "TYPE_CHECKING",
        _ => false,
    }
}
