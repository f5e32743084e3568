//! Stub files to entries. The syntax is Python's, read by ruff's parser; annotations are read by
//! the one expression parser of the type language.
//!
//! [`load`] makes the list of what there is; an entry is read when it is first asked for.

use conformable_types::Ty;
use conformable_types::text::{Expr, ParseError, parse_expr};
use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{self as ast, Expr as PyExpr, Stmt};
use ruff_text_size::{Ranged, TextRange, TextSize};

use super::declared::DECLARATION;
use super::decorators::Decorators;
use super::outline::{ItemKind, OutlineItem};
use super::parameter::is_kind_of_parameter;
use super::{
    Attributes, ByName, Catalogue, Class, Definition, Entry, MemberSlot, Word, WordAlternative, WordParam, annotation,
    gufunc,
};
use crate::binder::{WrittenParam, written_params};
use crate::op::{Alternative, AlternativeRules, Op, Param, ParamKind, Pattern};

/// An entry that cannot be read.
#[derive(Clone, Debug)]
pub struct LoadError {
    /// `numpy/linalg.pyi:12:5`
    pub source: String,
    pub message: String,
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.source, self.message)
    }
}

/// All files, the namespace in front first, as a layer or with nothing below.
pub fn load(
    base: Option<&'static Catalogue>,
    files: impl Iterator<Item = impl Iterator<Item = OutlineItem>>,
) -> Catalogue {
    let mut catalogue = Catalogue { base, ..Catalogue::default() };
    for items in files {
        let mut namespace = "";
        // `effect = True`: what this namespace and its classes define does something besides giving its result.
        let mut effect = false;
        for item in items {
            match (item.kind, item.name) {
                (ItemKind::Assignment, "namespace") => {
                    namespace = item.assigned();
                    effect = false;
                    catalogue.list_namespace(namespace);
                }
                (ItemKind::Assignment, "effect") => effect = item.assigned() == "True",
                _ => catalogue.list(item, namespace, effect),
            }
        }
    }
    catalogue
}

impl Class {
    fn attributes(&self) -> &Attributes {
        self.attributes.get_or_init(|| Attributes::of(&self.items))
    }

    pub(super) fn members(&self) -> &ByName<MemberSlot> {
        &self.attributes().members
    }

    pub(super) fn fields(&self) -> &[String] {
        &self.attributes().fields
    }

    pub(super) fn headers(&self) -> impl Iterator<Item = &OutlineItem> {
        self.items.iter().map(|definition| &definition.item)
    }

    /// Have objects of this kind no other attributes?
    pub(super) fn is_complete(&self) -> bool {
        self.headers().any(|header| header.has_decorator("complete"))
    }
}

impl Attributes {
    fn of(classes: &[Definition]) -> Attributes {
        let mut attributes = Attributes::default();
        for Definition { item: header, effect } in classes {
            for member in header.members() {
                match member.kind {
                    ItemKind::Nothing => {}
                    ItemKind::Annotation if header.base() == "NamedTuple" => {
                        attributes.fields.push(member.name.to_owned());
                    }
                    _ => {
                        let slot =
                            attributes.members.entry(member.name.to_owned()).or_insert_with(|| MemberSlot::of(*header));
                        slot.slot.items.push(Definition { item: member, effect: *effect });
                    }
                }
            }
        }
        attributes
    }
}

impl Catalogue {
    fn list_namespace(&mut self, namespace: &str) {
        if self.namespaces.iter().any(|known| known == namespace) {
            return;
        }
        // `import a.b` binds `a`.
        if let (Some(_), Some((package, _))) = (self.base, namespace.rsplit_once('.')) {
            self.list_namespace(package);
        }
        self.namespaces.push(namespace.to_owned());
    }

    /// Put an item where it will be looked for.
    fn list(&mut self, item: OutlineItem, namespace: &str, effect: bool) {
        let name = item.name;
        let path = |name: &str| if name.contains('.') { name.to_owned() } else { [namespace, ".", name].concat() };
        let definition = Definition { item, effect };
        match item.kind {
            ItemKind::Function | ItemKind::Assignment if namespace.is_empty() && is_kind_of_parameter(name) => {
                self.parameters.entry(name.to_owned()).or_default().items.push(definition);
            }
            ItemKind::Function if namespace.is_empty() => {
                self.words.entry(name.to_owned()).or_default().items.push(definition);
            }
            ItemKind::Function if item.has_decorator("template") => {
                self.templates.entry((item.file, name.to_owned())).or_default().push(definition);
            }
            ItemKind::Function => self.functions.entry(path(name)).or_default().slot.items.push(definition),
            ItemKind::Class if item.base() == DECLARATION => {}
            ItemKind::Class => self.classes.entry(name.to_owned()).or_default().items.push(definition),
            ItemKind::Assignment if name == "operators" => self.operators.items.push(definition),
            ItemKind::Assignment if item.assigned().ends_with(')') => {
                self.functions.entry(path(name)).or_default().slot.items.push(definition);
            }
            // An alias: `amax = max`, `numpy.random.mtrand = numpy.random`.
            ItemKind::Assignment => {
                self.aliases.insert(path(name), path(item.assigned()));
            }
            ItemKind::Annotation => {
                self.constants.entry(path(name)).or_default().items.push(definition);
            }
            ItemKind::Nothing => {}
        }
    }

    /// What the receiver of a class's methods is: `class ndarray(T[*S])`.
    fn receiver_text(&'static self, class: &str, header: &OutlineItem) -> String {
        let base = header.base();
        let root = self.root_of(base);
        match base {
            "" | "NamedTuple" | "object" => class.to_owned(),
            // `class Sparse(object[T[*S]])`: what its objects, and those of classes that derive from it, are made with.
            _ if let Some(parts) = root.strip_prefix("object[") => format!("{class}[{parts}"),
            // What derives from arrays is one.
            _ if self.is_class(base) => match root.contains('[') {
                true => format!("strict({root})"),
                false => class.to_owned(),
            },
            _ if base.contains('[') && !base.starts_with("DType") => format!("strict({base})"),
            _ => base.to_owned(),
        }
    }

    /// What the last of the classes that a base derives from says that it derives from: `T[*S]`.
    fn root_of(&'static self, base: &'static str) -> &'static str {
        match self.derives_from(base).filter(|next| *next != base && self.is_class(base)) {
            Some(next) => self.root_of(next),
            None => base,
        }
    }

    // --- reading ------------------------------------------------------------------------------

    /// The function of these items.
    pub(super) fn read_function(&'static self, path: &str, items: &[Definition]) -> Loaded<Op> {
        let mut read: Option<Op> = None;
        for definition in items {
            let file = File::of(&definition.item, self);
            let stmt = file.statement()?;
            let (op, overload) = match &stmt {
                Stmt::FunctionDef(function) => {
                    let (alternatives, decorators) = file.function(function, path, None, definition.effect)?;
                    let effect = decorators.effect;
                    let source = file.source(function.name.range());
                    let ufunc = decorators.ufunc;
                    let op = Op {
                        path: path.to_owned(),
                        source,
                        alternatives,
                        ufunc,
                        bound: false,
                        effect,
                        holds: decorators.holds,
                        catalogue: self,
                    };
                    (op, decorators.overload)
                }
                Stmt::Assign(assign) => (self.instance_of(path, &file, &assign.value)?, false),
                other => return file.error(other.range(), "a function is wanted here"),
            };
            match &mut read {
                None => read = Some(op),
                Some(first) if overload => first.alternatives.extend(op.alternatives),
                Some(first) => {
                    return file.error(stmt.range(), format!("{path} is defined twice: also at {}", first.source));
                }
            }
        }
        read.ok_or_else(|| LoadError { source: String::new(), message: format!("{path} has no definition") })
    }

    /// `sqrt = unary("sqrt")`: the template of that name, with `NAME` standing for the string.
    fn instance_of(&'static self, path: &str, file: &File, value: &PyExpr) -> Loaded<Op> {
        let PyExpr::Call(call) = value else { return file.error(value.range(), "a template is wanted here") };
        let template = file.slice(call.func.range());
        let Some(PyExpr::StringLiteral(name)) = call.arguments.args.first() else {
            return file.error(call.range(), "a template takes a string");
        };
        let Some(family) = self.templates.get(&(file.name, template.to_owned())) else {
            return file.error(call.range(), format!("there is no template {template}"));
        };
        let mut alternatives = Vec::new();
        let mut ufunc = false;
        let (mut effect, mut holds) = (false, false);
        for definition in family {
            let own = File::of(&definition.item, self);
            let Stmt::FunctionDef(function) = own.statement()? else { continue };
            let (members, decorators) = own.function(&function, path, None, definition.effect)?;
            ufunc |= decorators.ufunc;
            effect |= decorators.effect;
            holds |= decorators.holds;
            let named = |member| Alternative { name: Some(name.value.to_str().to_owned()), ..member };
            alternatives.extend(members.into_iter().map(named));
        }
        let source = file.source(call.range());
        Ok(Op { path: path.to_owned(), source, alternatives, ufunc, bound: false, effect, holds, catalogue: self })
    }

    pub(super) fn read_constant(&'static self, items: &[Definition]) -> Loaded<Ty> {
        let definition = items.last().expect("an entry has an item");
        let file = File::of(&definition.item, self);
        match file.statement()? {
            Stmt::AnnAssign(constant) => file.constant(constant.annotation.range()),
            other => file.error(other.range(), "a constant is wanted here"),
        }
    }

    pub(super) fn read_operators(&'static self, items: &[Definition]) -> Loaded<Vec<(String, String)>> {
        let mut table = Vec::new();
        for definition in items {
            let file = File::of(&definition.item, self);
            let stmt = file.statement()?;
            let Stmt::Assign(assign) = &stmt else { continue };
            let PyExpr::Dict(dict) = &*assign.value else { return file.error(stmt.range(), "a table is wanted here") };
            for item in &dict.items {
                let key = item.key.as_ref().map(|key| file.slice(key.range()).trim_matches('"').to_owned());
                table.push((key.unwrap_or_default(), file.slice(item.value.range()).to_owned()));
            }
        }
        Ok(table)
    }

    pub(super) fn read_word(&'static self, name: &str, items: &[Definition]) -> Loaded<Word> {
        let mut read = Word { name: name.to_owned(), alternatives: Vec::new() };
        for definition in items {
            let file = File::of(&definition.item, self);
            let Stmt::FunctionDef(function) = file.statement()? else { continue };
            let (alternatives, overload) = file.word(&function)?;
            if !read.alternatives.is_empty() && !overload {
                return file.error(function.name.range(), format!("{name} is defined twice"));
            }
            read.alternatives.extend(alternatives);
        }
        Ok(read)
    }

    /// The attribute of a class that these items define.
    pub(super) fn read_member(&'static self, class: &str, name: &str, slot: &MemberSlot) -> Loaded<Entry> {
        let text = self.receiver_text(class, &slot.header);
        let receiver = File::of(&slot.header, self).receiver(&text)?;
        let path = format!("{class}.{name}");
        let mut read: Option<Entry> = None;
        for definition in &slot.slot.items {
            let file = File::of_member(&definition.item, self);
            let stmt = file.statement()?;
            let (entry, overload) = match &stmt {
                Stmt::Assign(assign) => (self.other_member(&path, &file, assign, &receiver)?, false),
                Stmt::AnnAssign(property) => (file.property(&path, property, &receiver)?, false),
                Stmt::FunctionDef(function) => {
                    let (alternatives, decorators) =
                        file.function(function, &path, Some(&receiver), definition.effect)?;
                    let source = file.source(function.name.range());
                    let op = self.bound_op(&path, source, alternatives, decorators.effect);
                    let op = Op { holds: decorators.holds, bound: !decorators.class_method, ..op };
                    let entry = if decorators.property { Entry::Property(op) } else { Entry::Method(op) };
                    (entry, decorators.overload)
                }
                other => return file.error(other.range(), "a method or a property is wanted here"),
            };
            match (&mut read, entry) {
                (None, entry) => read = Some(entry),
                (Some(Entry::Method(op) | Entry::Property(op)), Entry::Method(other) | Entry::Property(other))
                    if overload =>
                {
                    op.alternatives.extend(other.alternatives);
                }
                _ => return file.error(stmt.range(), format!("{path} is defined twice")),
            }
        }
        read.ok_or_else(|| LoadError { source: String::new(), message: format!("{path} has no definition") })
    }

    /// `normal = staticmethod(numpy.random.normal)`: the function with a receiver, which it ignores;
    /// `dot = numpy.dot`: the function, the receiver first.
    fn other_member(
        &'static self,
        path: &str,
        file: &File,
        assign: &ast::StmtAssign,
        receiver: &Param,
    ) -> Loaded<Entry> {
        let value = file.slice(assign.value.range());
        let Some(target) = value.strip_prefix("staticmethod(").and_then(|rest| rest.strip_suffix(')')) else {
            return Ok(Entry::Alias(value.to_owned()));
        };
        let Some(op) = self.function(target) else {
            return file.error(assign.range(), format!("there is no {target}"));
        };
        let mut alternatives = op.alternatives.clone();
        for alternative in &mut alternatives {
            alternative.params.insert(0, receiver.clone());
        }
        let (source, effect) = (file.source(assign.range()), op.effect);
        Ok(Entry::Method(self.bound_op(path, source, alternatives, effect)))
    }

    /// What a class has: the receiver is its first argument.
    fn bound_op(&'static self, path: &str, source: String, alternatives: Vec<Alternative>, effect: bool) -> Op {
        Op {
            path: path.to_owned(),
            source,
            alternatives,
            ufunc: false,
            bound: true,
            effect,
            holds: false,
            catalogue: self,
        }
    }
}

/// The text of an item.
pub(super) struct File {
    name: &'static str,
    text: std::borrow::Cow<'static, str>,
    /// The number of the text's first line in its file.
    first_line: usize,
    pub(super) catalogue: &'static Catalogue,
}

pub(super) type Loaded<T> = Result<T, LoadError>;

impl File {
    pub(super) fn of(item: &OutlineItem, catalogue: &'static Catalogue) -> File {
        File { name: item.file, text: item.text.into(), first_line: item.line, catalogue }
    }

    /// A member is indented, so something has to stand around it.
    fn of_member(item: &OutlineItem, catalogue: &'static Catalogue) -> File {
        let text = format!("class _:\n{}", item.text).into();
        File { name: item.file, text, first_line: item.line - 1, catalogue }
    }

    /// The one statement that the text is.
    pub(super) fn statement(&self) -> Loaded<Stmt> {
        let module = ruff_python_parser::parse_module(&self.text)
            .or_else(|error| self.error(error.location, error.error.to_string()))?;
        match module.into_syntax().body.into_iter().next() {
            Some(Stmt::ClassDef(class)) => Ok(class.body.into_iter().next().expect("a class has a body")),
            Some(stmt) => Ok(stmt),
            None => self.error(TextRange::default(), "a definition is wanted here"),
        }
    }

    /// The text with other names in it.
    pub(super) fn renamed(&self, names: &[(&str, &str)]) -> Loaded<File> {
        let parsed = ruff_python_parser::parse_module(&self.text)
            .or_else(|error| self.error(error.location, error.error.to_string()))?;
        let mut text = String::new();
        let mut end = 0;
        for token in parsed.tokens().iter().filter(|token| token.kind() == TokenKind::Name) {
            let Some((_, name)) = names.iter().find(|(own, _)| *own == self.slice(token.range())) else { continue };
            text.push_str(&self.text[end..usize::from(token.start())]);
            text.push_str(name);
            end = token.end().into();
        }
        text.push_str(&self.text[end..]);
        Ok(File { text: text.into(), ..*self })
    }

    fn source(&self, range: TextRange) -> String {
        let line = self.text[..usize::from(range.start())].matches('\n').count();
        format!("{}:{}", self.name, self.first_line + line)
    }

    pub(super) fn error<T>(&self, range: TextRange, message: impl Into<String>) -> Loaded<T> {
        let before = &self.text[..usize::from(range.start())];
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Err(LoadError { source: format!("{}:{column}", self.source(range)), message: message.into() })
    }

    /// What is wrong with a text that stands at the range, at the place of it.
    fn within<T>(&self, range: TextRange, error: &ParseError) -> Loaded<T> {
        let at = range.start() + TextSize::try_from(error.offset.min(range.len().into())).unwrap_or_default();
        self.error(TextRange::empty(at), format!("`{}`: {error}", self.slice(range)))
    }

    pub(super) fn slice(&self, range: TextRange) -> &str {
        &self.text[usize::from(range.start())..usize::from(range.end())]
    }

    pub(super) fn expr(&self, range: TextRange) -> Loaded<Expr> {
        let text = self.slice(range);
        parse_expr(text).or_else(|error| self.within(range, &error))
    }

    fn constant(&self, range: TextRange) -> Loaded<Ty> {
        let text = self.slice(range);
        let class = text.strip_prefix("Class[").and_then(|rest| rest.strip_suffix(']'));
        if let Some(name) = class {
            return Ok(Ty::class(name));
        }
        // Python's own kinds are types, whatever attributes a catalogue says that they have.
        let is_kind = matches!(text, "bool" | "int" | "float" | "complex" | "str" | "bytes");
        if !is_kind && self.catalogue.is_class(text) {
            return Ok(Catalogue::instance(text));
        }
        // `Continuous[Literal[0], Literal[2]]`: an object with what it was made with.
        conformable_types::text::parse_type(text).or_else(|error| self.error(range, format!("`{text}`: {error}")))
    }

    fn receiver(&self, text: &str) -> Loaded<Param> {
        let range = TextRange::empty(TextSize::default());
        let parsed = parse_expr(text).or_else(|error| self.error(range, error.to_string()))?;
        let is_class = |name: &str| self.catalogue.is_class(name);
        let pattern = annotation::pattern(&parsed, &is_class).or_else(|error| self.error(range, error.to_string()))?;
        Ok(Param {
            name: "self".into(),
            kind: ParamKind::PositionalOnly,
            pattern,
            default: None,
            text: Some(text.into()),
        })
    }

    /// `ndim: int(rank(S))` in a class.
    fn property(&self, path: &str, property: &ast::StmtAnnAssign, receiver: &Param) -> Loaded<Entry> {
        let result = self.expr(property.annotation.range())?;
        let alternative = Alternative {
            params: vec![receiver.clone()],
            result,
            name: None,
            replaces: false,
            rules: AlternativeRules::default(),
        };
        let (path, source) = (path.to_owned(), self.source(property.range()));
        let alternatives = vec![alternative];
        let catalogue = self.catalogue;
        Ok(Entry::Property(Op {
            path,
            source,
            alternatives,
            ufunc: false,
            bound: true,
            effect: false,
            holds: false,
            catalogue,
        }))
    }

    fn function(
        &self,
        function: &ast::StmtFunctionDef,
        path: &str,
        receiver: Option<&Param>,
        effect: bool,
    ) -> Loaded<(Vec<Alternative>, Decorators)> {
        let mut decorators = self.decorators(&function.decorator_list)?;
        decorators.effect |= effect;
        let mut params = Vec::new();
        let mut rules = AlternativeRules::default();
        let parameters = &function.parameters;
        let mut receiver = receiver.filter(|_| parameters.posonlyargs.len() + parameters.args.len() > 0);
        for written in written_params(parameters).skip(usize::from(decorators.class_method)) {
            params.push(match receiver.take().filter(|_| !decorators.class_method) {
                Some(receiver) if written.parameter.annotation.is_none() => receiver.clone(),
                Some(_) => self.param(WrittenParam { kind: ParamKind::PositionalOnly, ..written }, &mut rules)?,
                None => self.param(written, &mut rules)?,
            });
        }
        let result = match &function.returns {
            Some(returns) => self.expr(returns.range())?,
            // It may do anything and give anything.
            None if decorators.effect => parse_expr("...").expect("an expression"),
            None => return self.error(function.name.range(), format!("{path} has no result")),
        };
        rules.merge_defaults(std::mem::take(&mut decorators.rules));
        decorators.rules = rules;
        if let Some((signature, shapes)) = &mut decorators.rules.gufunc {
            *shapes = params.iter_mut().filter_map(gufunc::operand).take(signature.inputs.len()).collect();
            if shapes.len() < signature.inputs.len() {
                return self.error(
                    function.name.range(),
                    format!("{path}: {signature} has more inputs than there are arrays"),
                );
            }
        }
        let alternative = Alternative {
            params,
            result,
            name: None,
            replaces: decorators.replaces,
            rules: std::mem::take(&mut decorators.rules),
        };
        let rest = decorators.known_if.then(|| alternative.of_anything());
        Ok(([alternative].into_iter().chain(rest).collect(), decorators))
    }

    /// Floats and the like are of no consequence as defaults.
    fn default(&self, range: TextRange) -> Loaded<Expr> {
        let text = self.slice(range);
        match parse_expr(text) {
            Ok(expr) => Ok(expr),
            Err(_) if text.parse::<f64>().is_ok() => Ok(parse_expr("float").expect("a name")),
            Err(_) => Ok(parse_expr("Unknown").expect("a name")),
        }
    }

    /// A parameter; `rules` is what its kind asks of a call besides.
    fn param(&self, written: WrittenParam<'_>, rules: &mut AlternativeRules) -> Loaded<Param> {
        let WrittenParam { parameter, kind, .. } = written;
        let default = written.default.map(|default| self.default(default.range())).transpose()?;
        let (pattern, text) = match &parameter.annotation {
            None => (Pattern::Anything, None),
            Some(annotation) => match self.kind_of_parameter(annotation.range(), &parameter.name)? {
                Some(named) => {
                    let named = named.into_owned();
                    rules.merge_defaults(named.rules);
                    (named.pattern, Some(named.text))
                }
                None => self.annotation(annotation.range()).map(|(pattern, text)| (pattern, Some(text)))?,
            },
        };
        Ok(Param { name: parameter.name.to_string(), kind, pattern, default, text })
    }

    /// What an annotation asks of an argument, and its text.
    pub(super) fn annotation(&self, range: TextRange) -> Loaded<(Pattern, String)> {
        let expr = self.expr(range)?;
        let is_class = |name: &str| self.catalogue.is_class(name);
        let pattern = annotation::pattern(&expr, &is_class).or_else(|error| self.within(range, &error))?;
        Ok((pattern, self.slice(range).to_owned()))
    }

    /// A definition of the vocabulary, and whether it is one of several.
    fn word(&self, function: &ast::StmtFunctionDef) -> Loaded<(Vec<WordAlternative>, bool)> {
        let decorators = self.decorators(&function.decorator_list)?;
        let mut params = Vec::new();
        for param in &function.parameters.args {
            let default = param.default.as_ref().map(|default| self.expr(default.range())).transpose()?;
            params.push(WordParam { name: param.parameter.name.to_string(), default });
        }
        let Some(returns) = &function.returns else {
            return self.error(function.name.range(), format!("{} has no definition", function.name));
        };
        let body = self.expr(returns.range())?;
        let Decorators { overload, known_if, rules: AlternativeRules { guards, requires, .. }, .. } = decorators;
        let rest = known_if.then(|| WordAlternative {
            params: params.clone(),
            guards: Vec::new(),
            requires: Vec::new(),
            body: parse_expr("unknown()").expect("a call"),
        });
        Ok(([WordAlternative { params, guards, requires, body }].into_iter().chain(rest).collect(), overload))
    }
}
