//! Which modules of a program are array code: what is checked unless all code is asked for.
//!
//! A module is array code if it names a library of the catalogue or of array annotations, in an import anywhere
//! in it or in a call that finds a module by its name; and so is a module that such a one imports, or that imports such a one: arrays come and go between
//! them. Inside array code every function is checked.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, Stmt};
use rustc_hash::FxHashSet;

use crate::front::module::Module;
use crate::front::program::Program;
use crate::library::known_paths::KNOWN;
use crate::syntax::filled_modules::is_named;

/// Libraries whose names in annotations say what shape an array has.
const ANNOTATIONS: &[&str] = &["jaxtyping", "conformable"];

/// The modules of a program that are array code, by number.
pub fn array_code(program: &Program<'_>, modules: &[&Module]) -> FxHashSet<usize> {
    let found: Vec<(usize, ModuleImports)> =
        modules.iter().map(|module| (module.id, ModuleImports::of(program, module))).collect();
    let mut direct: FxHashSet<usize> = found.iter().filter(|(_, imports)| imports.arrays).map(|(id, _)| *id).collect();
    let mut all = direct.clone();
    // Modules that are imported and not checked themselves.
    let known: FxHashSet<usize> = found.iter().map(|(id, _)| *id).collect();
    let others: FxHashSet<usize> = found.iter().flat_map(|(_, imports)| &imports.modules).copied().collect();
    direct.extend(others.difference(&known).filter(|id| ModuleImports::of(program, program.module(**id)).arrays));
    for (id, imports) in &found {
        if direct.contains(id) {
            all.extend(&imports.modules);
        } else if imports.modules.iter().any(|module| direct.contains(module)) {
            all.insert(*id);
        }
    }
    all
}

/// What a module imports, anywhere in it.
#[derive(Default)]
struct ModuleImports {
    arrays: bool,
    modules: FxHashSet<usize>,
}

impl ModuleImports {
    fn of(program: &Program<'_>, module: &Module) -> ModuleImports {
        let mut visitor = ImportsAnywhere { program, module, found: ModuleImports::default() };
        module.body().iter().for_each(|statement| visitor.visit_stmt(statement));
        visitor.found
    }
}

struct ImportsAnywhere<'a> {
    program: &'a Program<'a>,
    module: &'a Module,
    found: ModuleImports,
}

impl ImportsAnywhere<'_> {
    fn see(&mut self, dotted: &str) {
        let first = dotted.split('.').next().unwrap_or(dotted);
        self.found.arrays |= self.program.catalogue().namespace(first) || ANNOTATIONS.contains(&first);
    }
}

impl<'a> Visitor<'a> for ImportsAnywhere<'_> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Import(import) => {
                for alias in &import.names {
                    self.see(alias.name.as_str());
                    let module = self.program.import(self.module, alias.name.as_str(), 0);
                    self.found.modules.extend(module.map(|module| module.id));
                }
            }
            Stmt::ImportFrom(import) => {
                if let (0, Some(from)) = (import.level, &import.module) {
                    self.see(from.as_str());
                }
                let modules = self.program.imported_from(self.module, import);
                self.found.modules.extend(modules.iter().map(|module| module.id));
            }
            _ => visitor::walk_stmt(self, statement),
        }
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        if let Expr::Call(call) = expression
            && let Some(Expr::StringLiteral(name)) = call.arguments.args.first()
            && is_named(&call.func, |name| KNOWN.module_finders.contains(name))
        {
            self.see(name.value.to_str());
        }
        visitor::walk_expr(self, expression);
    }
}
