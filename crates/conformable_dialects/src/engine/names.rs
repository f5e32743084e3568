//! What names stand for: imports, functions, classes, type aliases, type variables.
//!
//! A module's names are gathered before anything in it is walked, so that a function may be called above its
//! definition and a class annotated in its own body.

use conformable_python::rules;
use conformable_signatures::Op;
use conformable_types::{Sym, Ty, TyKind};
use ruff_python_ast::{Expr, Stmt, StmtImport, StmtImportFrom};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashMap;

use super::Engine;
use crate::annotation::{Meaning, Named};
use crate::language::{Problem, Source, Unit, Variable};
use crate::program::Name;
use crate::syntax::{Exported, bodies_of, bound_at_top, exported, is_branched, names_of};
use crate::value::{Kind, Value};

/// Names that stand for one another, at most; by then they stand for themselves.
const MOST_NAMES: u32 = 16;

/// Members of a type variable, at most.
const MOST_MEMBERS: usize = 64;
/// So many aliases are followed, one standing for the next.
const MOST_ALIASES: usize = 64;

impl<'a> Engine<'a> {
    /// Gathers the names of a module's top level.
    pub(super) fn gather(&mut self, module: usize, body: &'a [Stmt]) {
        for stmt in body {
            match stmt {
                Stmt::FunctionDef(function) => {
                    let name = Sym::new(&function.name);
                    // Several ways of calling are one function.
                    let place = match self.names[module].names.get(&name) {
                        Some(Name::Function(place)) if !self.functions[*place].overloads.is_empty() => *place,
                        _ => self.add_function(module, function, function.name.to_string(), None),
                    };
                    self.add_overload(module, function, place);
                    self.names[module].bind(name, Name::Function(place));
                }
                Stmt::ClassDef(class) => {
                    let place = self.add_class(module, class);
                    self.names[module].bind(Sym::new(&class.name), Name::Class(place));
                }
                Stmt::Import(import) => {
                    let bound = self.imports_of(module, import);
                    bound.into_iter().for_each(|(name, meaning)| self.names[module].bind(name, meaning));
                }
                Stmt::ImportFrom(import) => {
                    let bound = self.imports_from(module, import);
                    bound.into_iter().for_each(|(name, meaning, _)| self.names[module].bind(name, meaning));
                }
                Stmt::TypeAlias(alias) => {
                    if let Expr::Name(name) = &*alias.name {
                        self.names[module].bind(Sym::new(&name.id), Name::Alias(module, &alias.value));
                    }
                }
                _ if self.language.unit(&[]) == Unit::Outside && is_branched(stmt) => {
                    self.gather_branches(module, bodies_of(stmt));
                }
                _ => {
                    if let Some((name, meaning)) = self.alias(module, stmt) {
                        self.names[module].bind(name, meaning);
                    } else if let (Stmt::Assign(assign), Unit::Outside) = (stmt, self.language.unit(&[])) {
                        // What an import bound is a variable now.
                        for name in assign.targets.iter().flat_map(names_of) {
                            self.names[module].unbind(name);
                        }
                    }
                }
            }
        }
    }

    /// Gathers what one of several bodies binds: a name of two meanings is unknown.
    fn gather_branches(&mut self, module: usize, bodies: Vec<&'a [Stmt]>) {
        let mut found: FxHashMap<Sym, Name<'a>> = FxHashMap::default();
        for body in bodies {
            let before = self.names[module].changes.len();
            self.gather(module, body);
            for (name, meaning) in self.names[module].take_back(before) {
                match found.get(&name).or(self.names[module].names.get(&name)) {
                    Some(other) if *other == meaning => {}
                    Some(_) => drop(found.insert(name, Name::Path(String::new()))),
                    None => drop(found.insert(name, meaning)),
                }
            }
        }
        found.into_iter().for_each(|(name, meaning)| self.names[module].bind(name, meaning));
    }

    /// `M: TypeAlias = float`, `M: type = float`, `T = TypeVar("T", int, float)`.
    pub(super) fn alias(&self, module: usize, stmt: &'a Stmt) -> Option<(Sym, Name<'a>)> {
        match stmt {
            Stmt::AnnAssign(alias) => {
                let (Expr::Name(name), Some(value)) = (&*alias.target, &alias.value) else { return None };
                let path = self.path_of(module, &alias.annotation)?;
                matches!(&*path, "typing.TypeAlias" | "builtins.type")
                    .then(|| (Sym::new(&name.id), Name::Alias(module, value)))
            }
            Stmt::Assign(assign) => {
                let [Expr::Name(name)] = &*assign.targets else { return None };
                let own = Sym::new(&name.id);
                let Expr::Call(call) = &*assign.value else {
                    let named = assign.value.as_subscript_expr().map_or(&*assign.value, |generic| &generic.value);
                    let path = self.path_of(module, named).filter(|path| self.language.is_type(path));
                    return path.map(|_| (own, Name::Alias(module, &assign.value)));
                };
                let path = self.path_of(module, &call.func)?;
                if path != "typing.TypeVar" {
                    // A class whose fields have no types.
                    return (path == "collections.namedtuple").then_some((own, Name::Path(path)));
                }
                let bound = call.arguments.find_keyword("bound").map(|bound| std::slice::from_ref(&bound.value));
                let members = bound.unwrap_or_else(|| call.arguments.args.get(1..).unwrap_or_default());
                Some((own, Name::TypeVariable(module, own, members)))
            }
            _ => None,
        }
    }

    /// The dotted path that an expression of names is.
    pub(super) fn path_of(&self, module: usize, expr: &Expr) -> Option<String> {
        self.path_within(module, expr, MOST_NAMES)
    }

    fn path_within(&self, module: usize, expr: &Expr, names: u32) -> Option<String> {
        match expr {
            Expr::Name(name) => match self.find_name(module, Sym::new(&name.id)) {
                Some(Name::Path(path)) => Some(path),
                Some(Name::Alias(home, value)) => {
                    let named = value.as_subscript_expr().map_or(value, |generic| &generic.value);
                    self.path_within(home, named, names.checked_sub(1)?)
                }
                None => {
                    let path = format!("builtins.{}", name.id);
                    self.language.is_type(&path).then_some(path)
                }
                _ => None,
            },
            Expr::Attribute(attribute) => {
                Some(format!("{}.{}", self.path_within(module, &attribute.value, names)?, attribute.attr))
            }
            _ => None,
        }
    }

    /// What a name stands for in the current body or in a module.
    pub(super) fn find_name(&self, module: usize, name: Sym) -> Option<Name<'a>> {
        let local = (module == self.frame.module).then(|| self.frame.locals.get(&name)).flatten();
        local.or_else(|| self.names[module].names.get(&name)).cloned()
    }

    /// The same where another module may bind it.
    pub(super) fn found_at_home(&self, module: usize, name: Sym) -> Option<Name<'a>> {
        match self.find_name(module, name)? {
            Name::Member(module, name) => self.home_of(module, name).and_then(|(home, own)| self.find_name(home, own)),
            found => Some(found),
        }
    }

    pub(super) fn imports_of(&self, module: usize, import: &StmtImport) -> Vec<(Sym, Name<'a>)> {
        let meaning = |path: &str| match self.imports.get(&(module, path.to_owned(), 0)) {
            Some(place) => Name::Module(*place),
            None => Name::Path(path.to_owned()),
        };
        let bound = |alias: &ruff_python_ast::Alias| match &alias.asname {
            Some(own) => (Sym::new(own), meaning(&alias.name)),
            None => {
                let first = alias.name.split('.').next().unwrap_or_default();
                (Sym::new(first), meaning(first))
            }
        };
        import.names.iter().map(bound).collect()
    }

    /// Refuses a module that is neither the program's nor the language's.
    pub(super) fn check_module(&mut self, path: &str, range: TextRange) {
        if !self.imports.contains_key(&(self.frame.module, path.to_owned(), 0))
            && let Some(problem) = self.language.refuses_module(path)
        {
            self.report(problem, range);
        }
    }

    /// The names that `from ... import ...` binds, each with its place.
    pub(super) fn imports_from(&self, module: usize, import: &StmtImportFrom) -> Vec<(Sym, Name<'a>, TextRange)> {
        let base = import.module.as_ref().map(|name| name.to_string()).unwrap_or_default();
        let of_program = self.imports.get(&(module, base.clone(), import.level)).copied();
        let mut found = Vec::new();
        for alias in &import.names {
            if &*alias.name == "*" {
                let all = self.all_of(of_program, &base).into_iter();
                found.extend(all.map(|(name, meaning)| (name, meaning, alias.range())));
                continue;
            }
            let (own, name) = (Sym::new(alias.asname.as_ref().unwrap_or(&alias.name)), Sym::new(&alias.name));
            let path = if base.is_empty() { alias.name.to_string() } else { format!("{base}.{}", alias.name) };
            let meaning = match (self.imports.get(&(module, path.clone(), import.level)), of_program) {
                (Some(place), _) => Name::Module(*place),
                (None, Some(other)) => self.names[other].names.get(&name).cloned().unwrap_or(Name::Member(other, name)),
                (None, None) => Name::Path(path),
            };
            found.push((own, meaning, alias.range()));
        }
        found
    }

    /// What `import *` binds.
    fn all_of(&self, module: Option<usize>, base: &str) -> Vec<(Sym, Name<'a>)> {
        let catalogue = self.language.catalogue();
        let of_catalogue = |name: &str| (Sym::new(name), Name::Path(format!("{base}.{name}")));
        let Some(module) = module else {
            let is_known = catalogue.namespace(base);
            return if is_known {
                catalogue.names_of(base).into_iter().map(of_catalogue).collect()
            } else {
                vec![(Sym::new("*"), Name::Path(String::new()))]
            };
        };
        let modules: &'a [super::Loaded] = self.modules;
        let body = &modules[module].text.parsed.syntax().body;
        let known = &self.names[module].names;
        let is_open = |name: Sym| name.as_str() == "*";
        // A variable is asked for when it is used; of a module that isn't gathered yet everything is.
        let variables = body.iter().flat_map(bound_at_top);
        let variables =
            variables.filter(|name| !known.contains_key(name)).map(|name| (name, Name::Member(module, name)));
        let all = known.iter().map(|(name, meaning)| (*name, meaning.clone())).chain(variables);
        match exported(body) {
            Exported::Public => all.filter(|(name, _)| !name.as_str().starts_with('_')).collect(),
            // What it lists is there, else the import itself fails.
            Exported::Listed(names) => {
                let mut found: Vec<(Sym, Name<'a>)> = all.filter(|(name, _)| names.contains(name)).collect();
                let others: Vec<Sym> =
                    names.into_iter().filter(|name| found.iter().all(|(known, _)| known != name)).collect();
                found.extend(others.into_iter().map(|name| (name, Name::Member(module, name))));
                found
            }
            Exported::Unknown => {
                let open = (Sym::new("*"), Name::Path(String::new()));
                all.filter(|(name, _)| !is_open(*name)).chain([open]).collect()
            }
        }
    }

    /// What a name is in an expression; reports one that stands for nothing.
    pub(super) fn lookup(&mut self, name: Sym, range: TextRange) -> Value {
        if let Some(variable) = self.frame.variables.get(&name).or_else(|| self.frame.outer.get(&name)) {
            return Value::data(self.read(variable), Source::Variable(name));
        }
        let module = self.frame.module;
        if let Some(meaning) = self.find_name(module, name) {
            return self.named(meaning, range);
        }
        if let Some(variable) = self.names[module].variables.get(&name) {
            // An operator has what was there when it was defined.
            let is_own = self.joins() && self.frame.unit != Unit::Outside;
            if is_own && self.frame.start.is_some_and(|start| start < variable.range.start()) {
                return Value::unknown();
            }
            let read = self.read(variable);
            let problem = if is_own { self.language.refuses_constant(name.as_str(), read) } else { None };
            let found = Value::data(read, Source::Variable(name));
            return problem.map_or(found, |problem| self.refuse(problem, range));
        }
        if let "__name__" | "__file__" = name.as_str() {
            return Value::data(Ty::new(TyKind::Str), Source::Fresh);
        }
        let builtin = format!("builtins.{name}");
        match self.language.catalogue().function(&builtin) {
            Some(_) => self.at_path(builtin, range),
            None if self.is_open(module) => Value::unknown(),
            // A builtin of Python's.
            None if self.frame.unit == Unit::Outside && self.joins() => Value::of(Kind::Path(builtin)),
            None => {
                let problem = self.language.undefined(name.as_str());
                self.refuse(problem, range)
            }
        }
    }

    /// What is known of a variable that is read: beside the language, Python's is a constant of which it knows the type.
    pub(super) fn read(&self, variable: &Variable) -> Ty {
        let is_beside = self.joins() && self.frame.unit != Unit::Outside;
        if is_beside { variable.class_type } else { variable.exact }
    }

    /// Does it import all of a module that isn't there?
    fn is_open(&self, module: usize) -> bool {
        self.names[module].names.contains_key(&Sym::new("*"))
    }

    /// The value of a name that isn't a variable.
    pub(super) fn named(&mut self, name: Name<'a>, range: TextRange) -> Value {
        match name {
            Name::Path(path) => self.at_path(path, range),
            Name::Module(module) => {
                self.walk_module(module);
                Value::of(Kind::Module(module))
            }
            Name::Function(place) => {
                let exact = self.language.function(&self.functions[place].qualified);
                Value { exact, ..Value::of(Kind::Function(place)) }
            }
            Name::Class(place) => {
                let exact = self.language.class_value(&self.types_of_objects(place));
                Value { exact, ..Value::of(Kind::Class(place)) }
            }
            Name::Lambda(place) => Value::of(Kind::Lambda(place)),
            Name::Member(module, name) => {
                // Modules that import a name from each other have none.
                let Some((module, name)) = self.home_of(module, name) else { return Value::unknown() };
                self.walk_module(module);
                self.module_attribute(module, name.as_str(), range)
            }
            Name::Alias(home, value) => match self.path_of(home, value) {
                Some(path) => self.at_path(path, range),
                None => {
                    let message = "a type stands where a value is wanted";
                    self.refuse(Problem::fatal(rules::DIALECT_OPERATION, message), range)
                }
            },
            Name::TypeVariable(..) => Value::of(Kind::Alias),
        }
    }

    /// What stands at a path of the catalogue. A library of which it has nothing is unknown; a name that a library
    /// lacks of which it has others is refused.
    pub(super) fn at_path(&mut self, path: String, range: TextRange) -> Value {
        let catalogue = self.language.catalogue();
        // The dtypes of a language are those that it can make numbers of.
        let has = |ty: &Ty| !matches!(ty.kind(), TyKind::DType(_)) || catalogue.function(&path).is_some();
        if let Some(ty) = catalogue.constant(&path).filter(has) {
            return Value { exact: ty, ..Value::of(Kind::Path(path)) };
        }
        if catalogue.function(&path).is_some() || catalogue.namespace(&path) {
            return Value::of(Kind::Path(path));
        }
        if let Some((namespace, name)) = path.rsplit_once('.')
            && catalogue.namespace(namespace)
        {
            let message = format!("{} has no `{name}` in {namespace}", self.language.name());
            self.report(Problem::fatal(rules::DIALECT_UNDEFINED, message), range);
        }
        Value::of(Kind::Path(path))
    }

    /// The function of the catalogue at a path.
    pub(super) fn operation(&self, path: &str) -> Option<&'static Op> {
        self.language.catalogue().function(path)
    }

    /// What a name in an annotation stands for.
    pub(super) fn named_in_annotation(&mut self, text: &str, seen: &mut Vec<Sym>) -> Option<Result<Named, Problem>> {
        let (first, rest) = match text.split_once('.') {
            Some((first, rest)) => (first, Some(rest)),
            None => (text, None),
        };
        let name = Sym::new(first);
        let module = self.frame.module;
        let found = self.find_name(module, name);
        // `import a.b` binds `a`, and the module is that of the longest path.
        let mut paths = text.rmatch_indices('.').map(|(at, _)| (text[..at].to_owned(), &text[at + 1..]));
        let inner = |(path, rest)| Some((*self.imports.get(&(module, path, 0))?, rest));
        if matches!(found, Some(Name::Module(_) | Name::Path(_)))
            && let Some((home, rest)) = paths.find_map(inner)
        {
            return self.within(home, |engine| engine.named_in_annotation(rest, seen));
        }
        match (found, rest) {
            (Some(Name::Path(path)), None) => Some(Ok(Named::Path(path))),
            (Some(Name::Path(path)), Some(rest)) => Some(Ok(Named::Path(format!("{path}.{rest}")))),
            (Some(Name::Class(place)), None) => Some(Ok(Named::Class(self.type_of_class(place)))),
            (Some(Name::Class(place)), Some(rest)) if self.joins() => {
                Some(Ok(Named::Value(self.class_constant(place, rest).exact)))
            }
            (Some(Name::Alias(home, value)), None) => Some(self.resolved_alias(home, name, &[value], None, seen)),
            (Some(Name::TypeVariable(_, own, _)), None) if let Some(ty) = self.chosen(own) => {
                let bound = vec![(own, ty)];
                Some(Ok(Named::Types(vec![Meaning { bound, ..Meaning::of(ty) }])))
            }
            (Some(Name::TypeVariable(home, own, members)), None) => {
                let members: Vec<&'a Expr> = members.iter().collect();
                Some(self.resolved_alias(home, name, &members, Some(own), seen))
            }
            (Some(Name::Module(home)), Some(rest)) => {
                self.within(home, |engine| engine.named_in_annotation(rest, seen))
            }
            (Some(Name::Member(other, name)), None) => self.variable_named(other, name),
            (None, None) => self.variable_named(module, name),
            _ => None,
        }
    }

    /// What a type variable stands for in the body that is walked.
    fn chosen(&self, variable: Sym) -> Option<Ty> {
        self.frame.bound.iter().find(|(name, _)| *name == variable).map(|(_, ty)| *ty)
    }

    /// Asks in another module, where what the current body binds is not known.
    fn within<T>(&mut self, home: usize, ask: impl FnOnce(&mut Self) -> T) -> T {
        if home == self.frame.module {
            return ask(self);
        }
        let locals = std::mem::take(&mut self.frame.locals);
        let outer = std::mem::replace(&mut self.frame.module, home);
        let found = ask(self);
        (self.frame.module, self.frame.locals) = (outer, locals);
        found
    }

    /// The module that binds a name, and what it calls it: not one that imports it.
    fn home_of(&self, mut module: usize, mut name: Sym) -> Option<(usize, Sym)> {
        for _ in 0..MOST_NAMES {
            match self.names[module].names.get(&name) {
                Some(Name::Member(other, own)) => (module, name) = (*other, *own),
                _ => return Some((module, name)),
            }
        }
        None
    }

    /// A variable of a module, which says what it holds.
    fn variable_named(&mut self, module: usize, name: Sym) -> Option<Result<Named, Problem>> {
        let Some((module, name)) = self.home_of(module, name) else { return Some(Ok(Named::Value(Ty::unknown()))) };
        self.walk_module(module);
        let outer = (module == self.frame.module).then(|| self.frame.outer.get(&name)).flatten();
        let found = outer.or_else(|| self.names[module].variables.get(&name)).map(|variable| variable.class_type);
        let is_builtin = self.language.is_type(&format!("builtins.{name}"));
        let may_be = !is_builtin && self.is_open(module);
        Some(Ok(Named::Value(found.or_else(|| may_be.then(Ty::unknown))?)))
    }

    /// The types that an alias or a type variable stands for.
    fn resolved_alias(
        &mut self,
        home: usize,
        name: Sym,
        members: &[&'a Expr],
        variable: Option<Sym>,
        seen: &mut Vec<Sym>,
    ) -> Result<Named, Problem> {
        if seen.contains(&name) {
            return Err(Problem::fatal(rules::DIALECT_ANNOTATION, format!("`{name}` is defined by itself")));
        }
        if members.is_empty() {
            let message = format!("the type variable `{name}` has no members: TypeVar('{name}', int, float)");
            return Err(Problem::fatal(rules::DIALECT_ANNOTATION, message));
        }
        if members.len() > MOST_MEMBERS {
            let message = format!("the type variable `{name}` has more than the {MOST_MEMBERS} members that are read");
            return Err(Problem::fatal(rules::DIALECT_ANNOTATION, message));
        }
        if seen.len() > MOST_ALIASES {
            let message = format!("`{name}` stands behind more than the {MOST_ALIASES} aliases that are read");
            return Err(Problem::fatal(rules::DIALECT_ANNOTATION, message));
        }
        seen.push(name);
        let mut types: Vec<Meaning> = Vec::new();
        let mut failed = None;
        for member in members {
            match self.within(home, |engine| engine.meanings(member, seen)) {
                Ok(meanings) => types.extend(meanings.into_iter().map(|meaning| {
                    // A type variable stands for its member, whatever that is made of.
                    let bound = variable.map(|name| vec![(name, meaning.ty)]);
                    Meaning { bound: bound.unwrap_or_else(|| meaning.bound.clone()), ..meaning }
                })),
                Err(problem) => failed = failed.or(Some(problem)),
            }
        }
        seen.pop();
        match failed {
            Some(problem) => Err(Problem { range: None, ..problem }),
            None => Ok(Named::Types(types)),
        }
    }

    /// What an annotation means: both stages.
    pub(super) fn meanings(&mut self, annotation: &Expr, seen: &mut Vec<Sym>) -> Result<Vec<Meaning>, Problem> {
        let language = self.language;
        let written = language.read_annotation(annotation, self.text())?;
        let failed = std::cell::RefCell::new(None);
        let engine = std::cell::RefCell::new((self, seen));
        let names = |text: &str| -> Option<Named> {
            let (engine, seen) = &mut *engine.borrow_mut();
            match engine.named_in_annotation(text, seen)? {
                Ok(named) => Some(named),
                Err(problem) => {
                    failed.borrow_mut().get_or_insert(problem);
                    Some(Named::Types(vec![Meaning::of(Ty::unknown())]))
                }
            }
        };
        let resolved = language.resolve(&written, &names)?;
        if let Some(problem) = failed.into_inner() {
            return Err(problem);
        }
        if resolved.iter().any(|meaning| meaning.is_partly_ignored) {
            let (engine, _) = engine.into_inner();
            let problem = Problem::error(rules::DIALECT_IGNORED, "a part of this annotation says nothing");
            engine.report(problem, annotation.range());
        }
        Ok(resolved)
    }
}
