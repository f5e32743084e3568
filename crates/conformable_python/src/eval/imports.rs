//! Modules of the program, and of the catalogue.

use ruff_python_ast::{StmtImport, StmtImportFrom};

use super::{Evaluator, Frame};
use crate::heap::Object;
use crate::module::Module;
use crate::value::{Facts, Kind, Sym, Value};

impl<'p> Evaluator<'p> {
    pub fn import(&mut self, import: &'p StmtImport) {
        for alias in &import.names {
            let dotted = alias.name.as_str();
            match &alias.asname {
                Some(name) => {
                    let value = self.module_value(dotted, 0);
                    self.bind(Sym::new(name), value);
                }
                None => {
                    let first = dotted.split('.').next().unwrap_or(dotted);
                    let value = self.module_value(first, 0);
                    self.bind(Sym::new(first), value);
                }
            }
        }
    }

    pub fn import_from(&mut self, import: &'p StmtImportFrom) {
        let from = import.module.as_ref().map_or("", |module| module.as_str());
        let module = self.module_value(from, import.level);
        for alias in &import.names {
            let name = alias.name.as_str();
            if name == "*" {
                self.import_star(&module);
                continue;
            }
            let bound = alias.asname.as_ref().map_or(name, |name| name.as_str());
            let value = self.imported(&module, from, import.level, name);
            self.bind(Sym::new(bound), value);
        }
    }

    fn imported(&mut self, module: &Value<'p>, from: &str, level: u32, name: &str) -> Value<'p> {
        let own = match &module.kind {
            Kind::Module(module) if module.is_model => Some(self.module_attribute(module, Sym::new(name))),
            Kind::Module(module) => self.name_of_module(module, Sym::new(name)),
            Kind::Namespace(_) | Kind::Builtin(_) => {
                self.silent += 1;
                let value = self.attribute(module, Sym::new(name), ruff_text_size::TextRange::default());
                self.silent -= 1;
                Some(value)
            }
            _ => None,
        };
        own.or_else(|| {
            // A submodule that its package does not mention.
            let dotted = if from.is_empty() { name.to_owned() } else { format!("{from}.{name}") };
            match self.module_value(&dotted, level) {
                value if matches!(value.kind, Kind::Module(_)) => Some(value),
                _ => None,
            }
        })
        .unwrap_or_else(Value::unknown)
    }

    fn import_star(&mut self, module: &Value<'p>) {
        let Kind::Module(module) = &module.kind else { return };
        let Some(scope) = self.modules.get(&module.id).copied() else { return };
        let Object::Scope { names, .. } = self.state.heap.get(scope).clone() else { return };
        for (name, value) in &names {
            if !name.0.as_str().starts_with('_') {
                self.bind(name.0, value.clone());
            }
        }
    }

    /// The module that `dotted` means here: of the program, of the catalogue, or elsewhere.
    fn module_value(&mut self, dotted: &str, level: u32) -> Value<'p> {
        if level == 0 && self.is_namespace(dotted) {
            return Kind::Namespace(Sym::new(dotted)).into();
        }
        let importer = self.module();
        match self.program.import(importer, dotted, level) {
            Some(module) => {
                self.ensure_evaluated(module);
                Kind::Module(module).into()
            }
            None if level == 0 => match self.program.model(dotted) {
                Some(model) => {
                    self.ensure_evaluated(model);
                    Kind::Module(model).into()
                }
                None => Kind::Builtin(Sym::new(dotted)).into(),
            },
            None => Value::unknown(),
        }
    }

    /// A module's top level runs once, when it is first imported; a cycle sees what there is.
    fn ensure_evaluated(&mut self, module: &'p Module) {
        if self.modules.contains_key(&module.id) {
            return;
        }
        if self.frames.len() > 40 {
            let scope = self.new_scope(None);
            self.modules.insert(module.id, scope);
            return;
        }
        // What the module's own top level does wrong is reported when it is checked itself.
        let mark = self.effects.len();
        let poisoned = self.state.poisoned;
        let (opaque, undecided) = (self.state.opaque, self.state.undecided);
        let way = std::mem::take(&mut self.state.way);
        self.run_module(module, false);
        self.effects.truncate(mark);
        self.state.way = way;
        self.state.poisoned = poisoned;
        self.state.opaque = opaque;
        self.state.undecided = undecided;
    }

    fn name_of_module(&mut self, module: &'p Module, name: Sym) -> Option<Value<'p>> {
        let scope = self.modules.get(&module.id).copied()?;
        self.lookup_in(scope, name)
    }

    pub fn module_attribute(&mut self, module: &'p Module, name: Sym) -> Value<'p> {
        if let Some(value) = self.name_of_module(module, name) {
            if module.is_model && name.as_str() == "argv" {
                self.takes_arguments = true;
                let facts = if self.without_arguments { Facts::ARGUMENT } else { Facts::LOCAL };
                return value.with_facts(facts);
            }
            return value;
        }
        if let (true, Some(library)) = (module.is_model, &module.file.module) {
            return Kind::Builtin(Sym::new(&format!("{library}.{name}"))).into();
        }
        // `import package.module` binds the package; its submodules are its attributes.
        let inside = self.program.import(module, name.as_str(), 1);
        match inside {
            Some(module) => {
                self.frames.push(Frame::new(module, crate::state::NO_OBJECT));
                self.ensure_evaluated(module);
                self.frames.pop();
                Kind::Module(module).into()
            }
            None => Value::unknown(),
        }
    }
}
