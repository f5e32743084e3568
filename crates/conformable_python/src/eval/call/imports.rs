//! Modules of the program, and of the catalogue.

use std::rc::Rc;
use std::sync::Arc;

use conformable_solver::effort;
use ruff_python_ast::{Stmt, StmtImport, StmtImportFrom};
use ruff_text_size::Ranged;

use crate::domain::heap::{Name, Object, ObjectId};
use crate::domain::images::Image;
use crate::domain::value::{Dependencies, Kind, Sym, Value};
use crate::eval::call::budget;
use crate::eval::catalogue_bridge::releases::{AskedName, is_in_no_python, is_in_no_release};
use crate::eval::machine::later::is_python_flag;
use crate::eval::{Evaluator, Frame, Machine, Tentative};
use crate::front::module::Module;
use crate::library::exports::{Export, exports};
use crate::library::is_builtin;
use crate::library::known_paths::KNOWN;
use crate::library::stubs::STUBS;
use crate::syntax::unit::Unit;

/// Modules that import each other share one budget, but each has this much: a top level is mostly
/// definitions.
const LEAST_SHARE: u64 = 20_000;

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
                    // Those inside of it run here too, one after the other.
                    let ends = dotted.match_indices('.').map(|(end, _)| end).skip(1).chain([dotted.len()]);
                    for end in ends.filter(|end| *end > first.len()) {
                        self.module_value(&dotted[..end], 0);
                    }
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
                import_star(self, &module, from);
                continue;
            }
            let bound = alias.asname.as_ref().map_or(name, |name| name.as_str());
            if let Kind::Namespace(path) = module.kind
                && is_in_no_release(self, &AskedName::imported(path, Sym::new(name), alias.range()))
            {
                self.bind(Sym::new(bound), Value::unknown());
                continue;
            }
            let library = match &module.kind {
                Kind::Builtin(path) => Some(*path),
                Kind::Module(module) if module.is_model => module.file.module.as_deref().map(Sym::new),
                _ => None,
            };
            if let Some(library) = library
                && is_in_no_python(self, &AskedName::imported(library, Sym::new(name), alias.range()))
            {
                self.bind(Sym::new(bound), Value::unknown());
                continue;
            }
            let value = self.imported(&module, from, import.level, name);
            if import.level > 0 && value.is_unknown() {
                self.filled_by_extension();
            }
            self.bind(Sym::new(bound), value);
        }
    }

    fn imported(&mut self, module: &Value<'p>, from: &str, level: u32, name: &str) -> Value<'p> {
        let own = match &module.kind {
            Kind::Module(module) if module.is_model => Some(self.module_attribute(module, Sym::new(name))),
            Kind::Module(module) => {
                let found = self.name_of_module(module, Sym::new(name));
                found.map(|value| {
                    let now = self.seen_from_elsewhere(module, Sym::new(name), value.clone());
                    if now.is_unknown() {
                        self.escape(&value);
                    }
                    now
                })
            }
            Kind::Namespace(path) => Some(self.namespace_attribute(*path, Sym::new(name))),
            Kind::Builtin(_) => {
                let range = ruff_text_size::TextRange::default();
                Some(self.quietly(|evaluator| evaluator.attribute(module, Sym::new(name), range)))
            }
            _ => None,
        };
        own.or_else(|| {
            // A submodule that its package does not mention.
            let dotted = if from.is_empty() { name.to_owned() } else { format!("{from}.{name}") };
            match self.module_value(&dotted, level) {
                value if matches!(value.kind, Kind::Module(_) | Kind::Namespace(_)) => Some(value),
                _ => None,
            }
        })
        .unwrap_or_else(Value::unknown)
    }

    /// The module that `dotted` means here: of the program, of the catalogue, or elsewhere.
    fn module_value(&mut self, dotted: &str, level: u32) -> Value<'p> {
        if level == 0 && self.is_namespace(dotted) {
            return Kind::Namespace(Sym::new(dotted)).into();
        }
        let importer = self.module();
        match self.program.import(importer, dotted, level) {
            // `from . import fast`, which a stub says something of by its whole name.
            Some(module) => match &module.file.module {
                Some(whole) if self.library().is_added(whole) => Kind::Namespace(Sym::new(whole)).into(),
                _ => self.imported_module(module),
            },
            None if level == 0 => match self.program.model(dotted) {
                Some(model) => self.imported_model(model),
                None => Kind::Builtin(Sym::new(dotted)).into(),
            },
            None => Value::unknown(),
        }
    }

    /// What the program's own module of that name has, beside what a stub says of it.
    pub fn namespace_in_program(&mut self, path: Sym, name: Sym) -> Option<Value<'p>> {
        let module = self.program.import(self.module(), path.as_str(), 0)?;
        match &self.imported_module(module).kind {
            Kind::Module(module) => Some(self.module_attribute(module, name)),
            _ => None,
        }
    }

    /// A module of the program, evaluated; unknown where code that runs while modules are imported
    /// imports one that they don't.
    fn imported_module(&mut self, module: &'p Module) -> Value<'p> {
        if has_imported(self, module) {
            let scope = self.imports.modules[&module.id];
            if let Some(image) = self.state.heap.image_of(scope).cloned() {
                self.imports.note(image);
            }
        } else {
            match self.imports.unit.clone() {
                Some(unit) if unit.members.contains(&module.id) => self.run_member(module),
                Some(unit) if !unit.imports.contains(&module.id) => return Value::unknown(),
                _ => self.import_image(module),
            }
        }
        Kind::Module(module).into()
    }

    /// A module that stands for one of Python's library: what it gives depends on the script.
    pub fn imported_model(&mut self, model: &'p Module) -> Value<'p> {
        if !has_imported(self, model) {
            self.run_member(model);
        }
        Kind::Module(model).into()
    }

    /// A module's top level runs once, when it is first imported; a cycle sees what there is.
    fn run_member(&mut self, module: &'p Module) {
        if self.frames.len() > 100 {
            let scope = self.new_scope(None);
            self.imports.modules.insert(module.id, scope);
            return;
        }
        // What the module's own top level does wrong is reported when it is checked itself.
        let mark = self.output.effects.len();
        let refuted = self.state.refuted;
        let guards = self.state.guards.clone();
        let path_condition = std::mem::take(&mut self.state.path_condition);
        let fuel = self.program.settings().fuel;
        let members = self.imports.unit.as_ref().map_or(1, |unit| unit.members.len().max(1));
        let share = (fuel / members as u64).max(LEAST_SHARE.min(fuel));
        let fuel = std::mem::replace(&mut self.fuel, share);
        self.run_module(module, false);
        self.fuel = fuel;
        self.output.effects.truncate(mark);
        self.state.path_condition = path_condition;
        self.state.refuted = refuted;
        self.state.guards = guards;
    }

    /// The module, and all that it imports, as their top levels left them.
    fn import_image(&mut self, module: &'p Module) {
        let unit = self.program.unit_of(module);
        let image = self.imports.images.get(&unit).unwrap_or_else(|| {
            let image = Rc::new(effort::apart(|| self.deepen(|evaluator| evaluator.image(&unit))));
            // One that was ended before its time is only for what ends with it.
            if !self.program.is_memory_used_up() {
                self.imports.images.add(Rc::clone(&image));
            }
            image
        });
        self.adopt(image);
    }

    /// Evaluate the modules of a unit, by themselves.
    fn image(&self, unit: &Arc<Unit>) -> Image<'p> {
        let mut evaluator = Evaluator::new(&self.program, &self.imports.images);
        evaluator.number_from(unit.first());
        evaluator.imports.unit = Some(Arc::clone(unit));
        for member in &unit.members {
            if !evaluator.imports.modules.contains_key(member) {
                evaluator.run_member(self.program.module(*member));
            }
        }
        let is_own = |(module, _): &(usize, _)| unit.members.contains(module);
        let machine = evaluator.machine;
        let scopes = machine.imports.modules.into_iter().filter(is_own).collect();
        let imports = unit.members.iter().map(|member| (*member, self.program.imports_of(*member))).collect();
        Image::new(unit, imports, machine.state, scopes)
    }

    pub fn module_attribute(&mut self, module: &'p Module, name: Sym) -> Value<'p> {
        if module.is_model {
            self.imported_model(module);
        }
        if let Some(value) = self.name_of_module(module, name) {
            let value = if module.is_model { value } else { self.seen_from_elsewhere(module, name, value) };
            if module.is_model && name.as_str() == "argv" {
                self.script.takes_arguments = true;
                let dependencies =
                    if self.script.without_arguments { Dependencies::ARGUMENT } else { Dependencies::LOCAL };
                return value.with_dependencies(dependencies);
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
                self.frames.push(Frame::new(module, crate::domain::state::NO_OBJECT));
                let value = self.imported_module(module);
                self.frames.pop();
                value
            }
            None => Value::unknown(),
        }
    }

    /// Evaluate a module's top level, as a script if `main`.
    pub fn run_module(&mut self, module: &'p Module, main: bool) -> ObjectId {
        self.fuel = self.fuel.min(budget::fuel_of_top_level(module.file.text.len(), self.program.settings().fuel));
        let scope = self.new_scope(None);
        self.imports.modules.insert(module.id, scope);
        let name = if main { "__main__".to_owned() } else { module.file.module.clone().unwrap_or_default() };
        self.bind_in(scope, Sym::new("__name__"), Value::data(conformable_types::Ty::str(&name)));
        self.bind_in(scope, Sym::new("__file__"), Value::str());
        self.bind_in(scope, Sym::new("__doc__"), Value::unknown());
        if module.is_model {
            let without = Value::known_bool(self.script.without_arguments);
            self.bind_in(scope, Sym::new("__without_arguments__"), without);
            self.bind_in(scope, Sym::new("__missing__"), Value::none().with_dependencies(Dependencies::ARGUMENT));
        }
        self.frames.push(Frame::new(module, scope));
        for (place, statement) in module.body().iter().enumerate() {
            self.block(std::slice::from_ref(statement));
            if self.fuel == 0 {
                self.cut_short(scope, &module.body()[place..]);
                break;
            }
        }
        self.frames.pop();
        self.script.ends |= main && !self.state.unreachable && self.fuel > 0;
        self.state.unreachable = false;
        scope
    }

    /// Run the examples of a docstring in the namespace of their module, for what they say of its
    /// functions: nothing that is found is said. They end where one of them does not go on.
    pub fn run_examples(&mut self, examples: &'p Module, module: &Module) {
        let Some(&around) = self.imports.modules.get(&module.id) else { return };
        let scope = self.new_scope(Some(around));
        self.fuel = self.fuel.min(budget::MOST);
        self.enter_module(examples, scope);
        // Nothing is reported, and what functions are in the calls is of this evaluation.
        self.output.settle(true);
        self.quietly(|evaluator| {
            for statement in examples.body() {
                evaluator.block(std::slice::from_ref(statement));
                if evaluator.state.unreachable || evaluator.state.refuted || evaluator.fuel == 0 {
                    break;
                }
            }
        });
        self.output.settle(false);
        self.frames.pop();
    }
}

impl<'p> Machine<'p> {
    /// What an import of this image leaves.
    pub fn adopt(&mut self, image: Rc<Image<'p>>) {
        for new in self.state.heap.adopt(&image) {
            for (module, scope) in &new.scopes {
                self.imports.modules.entry(*module).or_insert(*scope);
            }
        }
        self.imports.note(image);
    }

    /// A package imports something of its own that has no source: an extension module, which may put functions with
    /// the names of Python's own (`all`, `sum`) into the package.
    fn filled_by_extension(&mut self) {
        let is_package = self.module().file.path.rsplit('/').next() == Some("__init__.py");
        let own = self.frame().scope;
        let (scope, star) = (self.outermost(own), Sym::new("*"));
        if is_package && self.lookup_in(scope, star).is_none() {
            let names = self.unmodelled("an extension module, which may put names into its package", &[]);
            self.bind_in(scope, star, names);
        }
    }

    /// A module's name as another one sees it: whichever imported it first may have bound it anew.
    fn seen_from_elsewhere(&mut self, module: &'p Module, name: Sym, value: Value<'p>) -> Value<'p> {
        let rebound = module.rebinds(name) || self.program.changes().attributes.contains(&name);
        let stays = value.is_definition() || is_python_flag(name, &value);
        if module.binds_globally(name) || rebound && !stays {
            return Value::unknown();
        }
        self.global_now(module, name, value)
    }

    pub fn name_of_module(&mut self, module: &'p Module, name: Sym) -> Option<Value<'p>> {
        let scope = self.imports.modules.get(&module.id).copied()?;
        self.lookup_in(scope, name)
    }
}

/// What a model defines under a name.
pub fn name_of_model<'p>(run: &mut Evaluator<'p>, model: &str, name: Sym) -> Option<Value<'p>> {
    let defines = |line: &Stmt| match line {
        Stmt::FunctionDef(own) => own.name.as_str() == name.as_str(),
        Stmt::ClassDef(own) => own.name.as_str() == name.as_str(),
        _ => false,
    };
    let model = run.program.model(model).filter(|model: &&Module| model.body().iter().any(defines))?;
    run.imported_model(model);
    run.name_of_module(model, name)
}

/// Has this path imported the module? One that ended may have, and what it made went with it.
fn has_imported(run: &Machine<'_>, module: &Module) -> bool {
    run.imports.modules.get(&module.id).is_some_and(|scope| run.state.heap.unread(*scope).is_some())
}

/// `from module import *`. Of a module of Python's library it binds what the module exports, each name to what an import of
/// that name alone gives.
fn import_star<'p>(run: &mut Evaluator<'p>, module: &Value<'p>, from: &str) {
    let scope = run.frame().scope;
    let own = match &module.kind {
        Kind::Builtin(path) => exports(path.as_str()),
        Kind::Module(module) => match &module.file.module {
            Some(name) if module.is_model => exports(name),
            _ => return star_of_program(run, module),
        },
        _ => None,
    };
    let star = Sym::new("*");
    if let Some(own) = own {
        for Export { name, everywhere } in own.iter().copied() {
            let value = run.imported(module, from, 0, name.as_str());
            // A release that doesn't export it leaves what had the name.
            let had = |name: Sym| run.lookup_in(scope, name).is_some();
            let is_doubtful = !everywhere && (had(name) || had(star) || is_builtin(name.as_str()));
            run.bind(name, if is_doubtful { Value::unknown() } else { value });
        }
        return;
    }
    // Which names it has is asked when one is looked up.
    let names = match module.kind {
        Kind::Namespace(_) => module.clone(),
        _ => run.unmodelled("a star import from a module that isn't known", &[]),
    };
    let Object::Scope { names: bound, .. } = run.state.heap.get(scope).clone() else { return };
    // Each of thousands of imports looks at all that the others have bound.
    effort::add(bound.len());
    for (name, value) in bound.iter() {
        let is_exchanged = match &module.kind {
            Kind::Namespace(path) => !matches!(run.namespace_attribute(*path, name.0).kind, Kind::Builtin(_)),
            _ => is_of_library(value),
        };
        if is_exchanged && !name.0.as_str().starts_with('_') {
            run.bind(name.0, Value::unknown());
        }
    }
    run.bind_in(scope, star, names);
}

/// Is it a module of Python's library, or a function or a class of one of which more than its name is known? An unknown
/// module may have others by the same names, as `sin` and `uniform`, which take arrays, or `struct` and `datetime`, which
/// are classes.
fn is_of_library(value: &Value<'_>) -> bool {
    match &value.kind {
        Kind::Builtin(path) => {
            let path = path.as_str();
            KNOWN.modules.contains(path) || path.contains('.') && STUBS.has(path)
        }
        Kind::Function(function) => function.module.is_model,
        Kind::Class(class) => class.module.is_model,
        Kind::Module(module) => module.is_model,
        _ => false,
    }
}

fn star_of_program<'p>(run: &mut Evaluator<'p>, module: &'p Module) {
    let Some(scope) = run.imports.modules.get(&module.id).copied() else { return };
    let Object::Scope { names, .. } = run.state.heap.get(scope).clone() else { return };
    let listed = run.lookup_in(scope, Sym::new("__all__"));
    if let Some(all) = listed.as_ref().and_then(|all| run.state.known_items(all))
        && all.iter().all(|name| name.str_value().is_some())
    {
        for name in all.iter().filter_map(Value::str_value).map(Sym::new) {
            run.bind(name, names.get(&Name::new(name)).cloned().unwrap_or_else(Value::unknown));
        }
        return;
    }
    for (name, value) in names.iter() {
        if name.0.as_str().starts_with('_') {
            continue;
        }
        // Whether the list has the name isn't known. A decorator that isn't known (`public`) may write the list, and
        // leaves out the modules that its module imports.
        let own = run.frame().scope;
        let had = run.lookup_in(own, name.0).is_some_and(|had| had != *value);
        let doubtful = had && (listed.is_some() || matches!(value.kind, Kind::Module(_) | Kind::Builtin(_)));
        run.bind(name.0, if doubtful { Value::unknown() } else { value.clone() });
    }
}
