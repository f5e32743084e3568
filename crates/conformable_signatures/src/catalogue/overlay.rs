//! What projects and packages add to the catalogue: layers over it, read and checked as a whole, since
//! nobody has before.
//!
//! A project's stubs are a value, made by [`Catalogue::with`] and handed to whoever looks something
//! up. What packages register holds for the process ([`register`], [`current`]). An operation lies
//! where it lies for good, and a layer leaves those below as they are: what is remembered by an
//! operation's address is right with any catalogue.
//!
//! Catalogues and the rules that stubs declare are `'static` and never freed: layers are kept for good, each
//! operation knows the layer that it is written in, and rules come with the catalogue (`Rules::of`).

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use ruff_python_ast::{Expr, Stmt, StmtFunctionDef};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

use super::check::Mistake;
use super::declared::{DECLARATION, DeclaredRule};
use super::load::load;
use super::outline::{OutlineItem, outline};
use super::parameter::is_kind_of_parameter;
use super::{Catalogue, Definition, LoadError};
use crate::op::Op;

/// Whether a code or name is a rule's that no stub declares.
pub type KnownRule = fn(&str) -> bool;

type Files = Vec<(String, String)>;
/// Where each path is defined, and whether as one of several.
type Defined = BTreeMap<String, (String, bool)>;
type Made = Result<&'static Catalogue, Vec<LoadError>>;

/// All layers that were ever made, so that the same texts are one layer.
static LAYERS: LazyLock<Mutex<FxHashMap<(usize, Files), Made>>> = LazyLock::new(Mutex::default);
/// What is registered: a name, a text, and what rules there were besides.
static REGISTERED: Mutex<Vec<(String, String, KnownRule)>> = Mutex::new(Vec::new());
/// What is current, the last one; those before stay where they are.
static CURRENT: boxcar::Vec<&'static Catalogue> = boxcar::Vec::new();

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The library's catalogue with all that is registered.
pub fn current() -> &'static Catalogue {
    (0..CURRENT.count()).rev().find_map(|at| CURRENT.get(at)).copied().unwrap_or_else(Catalogue::numpy)
}

/// Adds a stub file for good: a package's functions, classes, words and rules.
///
/// # Errors
/// What is wrong with the text, with its places; what another registered file defines already, with
/// both places.
pub fn register(name: &str, text: &str, known: KnownRule) -> Result<(), Vec<LoadError>> {
    let mut registered = lock(&REGISTERED);
    let base = current();
    let layer = base.with(&[(name.to_owned(), text.to_owned())], known)?;
    let conflicts: Vec<LoadError> =
        base.layers().filter(|below| below.base.is_some()).flat_map(|below| layer.conflicts(below)).collect();
    if !conflicts.is_empty() {
        return Err(conflicts);
    }
    registered.push((name.to_owned(), text.to_owned(), known));
    CURRENT.push(layer);
    Ok(())
}

/// Takes the last file of that name back.
pub fn forget(name: &str) {
    let mut registered = lock(&REGISTERED);
    let Some(at) = registered.iter().rposition(|(own, ..)| own == name) else { return };
    registered.remove(at);
    // What could not be read without it is gone with it.
    let over = |base: &'static Catalogue, (name, text, known): &(String, String, KnownRule)| {
        base.with(&[(name.clone(), text.clone())], *known).unwrap_or(base)
    };
    CURRENT.push(registered.iter().fold(Catalogue::numpy(), over));
}

impl Catalogue {
    /// This catalogue with stub files over it, each a name for messages and a text. What they define
    /// comes in the place of what is below.
    ///
    /// # Errors
    /// All that is wrong with the files, each with its place.
    pub fn with(
        &'static self,
        files: &[(String, String)],
        known: KnownRule,
    ) -> Result<&'static Catalogue, Vec<LoadError>> {
        if files.is_empty() {
            return Ok(self);
        }
        let key = (std::ptr::from_ref(self) as usize, files.to_vec());
        if let Some(made) = lock(&LAYERS).get(&key) {
            return made.clone();
        }
        let made = layer(self, files, known);
        lock(&LAYERS).entry(key).or_insert(made).clone()
    }

    /// What both define.
    fn conflicts(&'static self, other: &'static Catalogue) -> Vec<LoadError> {
        let error = |place: String, what: &str, also: String| LoadError {
            source: place,
            message: format!("{what} is defined already, at {also}"),
        };
        let functions = self
            .functions
            .iter()
            .filter_map(|(path, slot)| Some((path, &slot.slot.items, &other.functions.get(path)?.slot.items)));
        let constants = self
            .constants
            .iter()
            .filter_map(|(path, slot)| Some((path, &slot.items, &other.constants.get(path)?.items)));
        let words =
            self.words.iter().filter_map(|(name, slot)| Some((name, &slot.items, &other.words.get(name)?.items)));
        let entries = functions.chain(constants).chain(words);
        entries.map(|(path, own, others)| error(place(own, path), path, place(others, path))).collect()
    }

    /// What is wrong in its entries, and rules that nobody declares.
    fn mistaken(&'static self, defined: &Defined, known: KnownRule) -> Vec<LoadError> {
        let mut found = Vec::new();
        for Mistake { entry, about, message } in self.all_mistakes() {
            found.push(LoadError { source: self.place_in(&entry, &about, defined), message });
        }
        let is_rule = |code: &str| known(code) || self.declared_rules().any(|rule| rule.code == code);
        for op in self.own_functions().chain(self.methods().map(|(_, op)| op)) {
            for code in codes(op).filter(|code| !is_rule(code)) {
                let message = format!("there is no rule {code}: `class {code}({DECLARATION})` declares it");
                found.push(LoadError { source: self.place_in(&op.path, code, defined), message });
            }
        }
        // Each way of calling a function may have the same mistakes.
        let mut said = FxHashSet::default();
        found.retain(|error| said.insert((error.source.clone(), error.message.clone())));
        found
    }

    /// Has it a function, constant, alias or word of that path itself?
    fn lists(&self, path: &str) -> bool {
        let entry = self.functions.contains_key(path) || self.constants.contains_key(path);
        let shared = self.words.contains_key(path) || self.parameters.contains_key(path);
        entry || shared || self.aliases.contains_key(path)
    }

    /// Where a name stands in an entry of its own.
    fn place_in(&self, entry: &str, name: &str, defined: &Defined) -> String {
        let member = || {
            let (class, name) = entry.rsplit_once('.')?;
            Some(&*self.classes.get(class)?.members().get(name)?.slot.items)
        };
        let function = self.functions.get(entry).map(|slot| &*slot.slot.items);
        let items = function.or_else(member).or_else(|| self.words.get(entry).map(|slot| &*slot.items));
        // An alias has no items.
        let alias = || defined.get(entry).map_or_else(|| entry.to_owned(), |(place, _)| place.clone());
        items.map_or_else(alias, |items| place(items, name))
    }
}

/// Where the name stands in these items as a word; where they start, if nowhere.
fn place(items: &[Definition], name: &str) -> String {
    let last = name.rsplit('.').next().unwrap_or(name);
    let within =
        |item: &OutlineItem| word_in(item.text, name).or_else(|| word_in(item.text, last)).map(|at| (*item, at));
    let (item, at) = match items.iter().find_map(|definition| within(&definition.item)) {
        Some(found) => found,
        None => match items.first() {
            Some(definition) => (definition.item, 0),
            None => return String::new(),
        },
    };
    let (line, column) = line_and_column(item.text, at);
    format!("{}:{}:{column}", item.file, item.line + line - 1)
}

fn word_in(text: &str, name: &str) -> Option<usize> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).map(|(at, _)| at).find(|at| {
        let before = text[..*at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// Both from 1, columns in characters.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    (line, before.rsplit('\n').next().unwrap_or_default().chars().count() + 1)
}

/// The rules that an operation mentions.
fn codes(op: &Op) -> impl Iterator<Item = &'static str> {
    op.alternatives.iter().flat_map(|alternative| {
        alternative.rules.code.into_iter().chain(alternative.rules.fact_rules.hazards.iter().map(|hazard| hazard.code))
    })
}

fn layer(base: &'static Catalogue, files: &[(String, String)], known: KnownRule) -> Made {
    let mut errors = Vec::new();
    let mut rules: Vec<DeclaredRule> = Vec::new();
    let mut defined = Defined::new();
    for (name, text) in files {
        let mut reader = OverlayReader {
            name,
            text,
            namespace: None,
            errors: &mut errors,
            rules: &mut rules,
            defined: &mut defined,
        };
        reader.read();
    }
    errors.extend(rules.iter().enumerate().filter_map(|(at, rule)| taken(rule, &rules[..at], base, known)));
    if !errors.is_empty() {
        return Err(errors);
    }
    let leaked = |text: &String| -> &'static str { Box::leak(text.clone().into_boxed_str()) };
    let outlines = files.iter().map(|(name, text)| outline(leaked(name), leaked(text), 1, "").into_iter());
    let made: &'static Catalogue = Box::leak(Box::new(Catalogue { rules, ..load(Some(base), outlines) }));
    let mut errors = made.errors();
    // The outline goes by how a stub is laid out.
    let passed_over = defined.iter().filter(|(path, _)| !made.lists(path)).map(|(path, (source, _))| LoadError {
        source: source.clone(),
        message: format!("{path} is passed over: a definition starts a line of its own"),
    });
    errors.extend(passed_over);
    errors.extend(made.mistaken(&defined, known));
    if errors.is_empty() { Ok(made) } else { Err(errors) }
}

/// What has the code or name of a rule already.
fn taken(
    rule: &DeclaredRule,
    before: &[DeclaredRule],
    base: &'static Catalogue,
    known: KnownRule,
) -> Option<LoadError> {
    let same = |other: &&DeclaredRule| other.code == rule.code || other.name == rule.name;
    let below = || base.declared_rules().find(same);
    let message = match before.iter().find(same).or_else(below) {
        Some(other) => format!("{} {} is declared already, at {}", other.code, other.name, other.source),
        None => {
            let name = [&rule.code, &rule.name].into_iter().find(|name| known(name))?;
            format!("`{name}` is a rule of the checker's own")
        }
    };
    Some(LoadError { source: rule.source.clone(), message })
}

/// Reads a file for what the outline of a stub would pass over.
struct OverlayReader<'a> {
    name: &'a str,
    text: &'a str,
    namespace: Option<String>,
    errors: &'a mut Vec<LoadError>,
    rules: &'a mut Vec<DeclaredRule>,
    defined: &'a mut Defined,
}

impl OverlayReader<'_> {
    fn place(&self, range: TextRange) -> String {
        let (line, column) = line_and_column(self.text, range.start().into());
        format!("{}:{line}:{column}", self.name)
    }

    fn error(&mut self, range: TextRange, message: impl Into<String>) {
        let source = self.place(range);
        self.errors.push(LoadError { source, message: message.into() });
    }

    fn read(&mut self) {
        let parsed = parse_unchecked(self.text, ParseOptions::from(Mode::Module));
        if let Some(error) = parsed.errors().first() {
            return self.error(error.location, error.error.to_string());
        }
        let Some(module) = parsed.into_syntax().module() else { return };
        for stmt in &module.body {
            match stmt {
                Stmt::FunctionDef(function) => self.function(function),
                Stmt::ClassDef(class) => {
                    let bases = class.arguments.as_deref().map(|arguments| &*arguments.args).unwrap_or_default();
                    let is_rule = matches!(bases, [Expr::Name(base)] if base.id.as_str() == DECLARATION);
                    if is_rule {
                        match DeclaredRule::read(class, self.place(class.name.range())) {
                            Ok(rule) => self.rules.push(rule),
                            Err((range, message)) => self.error(range, message),
                        }
                    }
                }
                Stmt::Assign(assign) => match assign.targets.as_slice() {
                    [target @ (Expr::Name(_) | Expr::Attribute(_))] => self.assigned(target, &assign.value),
                    _ => self.error(stmt.range(), "one name is wanted here"),
                },
                Stmt::AnnAssign(constant) => self.define(constant.target.range(), false),
                Stmt::Expr(text) if text.value.is_string_literal_expr() => {}
                Stmt::Import(_) | Stmt::ImportFrom(_) => {}
                other => self.error(other.range(), "a stub has definitions and nothing else"),
            }
        }
    }

    fn function(&mut self, function: &StmtFunctionDef) {
        let is = |name: &str| {
            function
                .decorator_list
                .iter()
                .any(|one| matches!(&one.expression, Expr::Name(own) if own.id.as_str() == name))
        };
        if is("template") {
            return;
        }
        let annotated =
            function.parameters.iter_non_variadic_params().any(|param| param.parameter.annotation.is_some());
        if self.namespace.is_none() && annotated && !is_kind_of_parameter(&function.name) {
            return self.error(
                function.name.range(),
                "which namespace is it in? `namespace = package.module` must stand above it",
            );
        }
        self.define(function.name.range(), is("overload"));
    }

    fn assigned(&mut self, target: &Expr, value: &Expr) {
        let word = |range: TextRange| self.text[range].to_owned();
        match &*word(target.range()) {
            "namespace" => match value {
                Expr::Name(_) | Expr::Attribute(_) => self.namespace = Some(word(value.range())),
                _ => self.error(value.range(), "a namespace is a dotted name"),
            },
            "effect" => {}
            "operators" => self.error(target.range(), "what an operator is, is the library's to say"),
            name if self.namespace.is_none() && is_kind_of_parameter(name) => self.define(target.range(), false),
            _ if self.namespace.is_none() => {
                self.error(
                    target.range(),
                    "which namespace is it in? `namespace = package.module` must stand above it",
                );
            }
            _ => match value {
                Expr::Name(_) | Expr::Attribute(_) | Expr::Call(_) => self.define(target.range(), false),
                _ => self.error(value.range(), "a name that this is another one for is wanted here, or a template"),
            },
        }
    }

    fn define(&mut self, range: TextRange, overload: bool) {
        let name = &self.text[range];
        let path = match &self.namespace {
            Some(namespace) if !name.contains('.') => format!("{namespace}.{name}"),
            _ => name.to_owned(),
        };
        let place = self.place(range);
        match self.defined.get(&path) {
            None => {
                self.defined.insert(path, (place, overload));
            }
            Some((_, true)) if overload => {}
            Some((before, _)) => {
                let message = format!("{path} is defined already, at {before}");
                self.error(range, message);
            }
        }
    }
}
