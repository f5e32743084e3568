//! Stub files to entries. The syntax is Python's, read by ruff's parser; annotations are read by
//! the one expression parser of the type language.

use conformable_types::Ty;
use conformable_types::text::{Expr, parse_expr};
use ruff_python_ast::{self as ast, Expr as PyExpr, Stmt};
use ruff_text_size::{Ranged, TextRange, TextSize};
use rustc_hash::FxHashSet;

use super::decorators::Decorators;
use super::{Catalogue, Class, Entry, Word, WordAlternative, WordParam, annotation, derived};
use crate::op::{Alternative, Op, Param, ParamKind, Pattern, Remarks};

/// An entry that cannot be read.
#[derive(Clone, Debug)]
pub struct LoadError {
    /// `numpy/linalg.pyi:12`
    pub source: String,
    pub message: String,
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.source, self.message)
    }
}

/// All files, the namespace in front first.
pub fn load(files: &[(&str, &str)]) -> Catalogue {
    let mut catalogue = Catalogue::default();
    let mut parsed = Vec::new();
    for (name, text) in files {
        match ruff_python_parser::parse_module(text) {
            Ok(module) => parsed.push((*name, *text, module.into_syntax())),
            Err(error) => catalogue.errors.push(LoadError { source: (*name).to_owned(), message: error.to_string() }),
        }
    }
    // Classes first: annotations name them.
    let mut class_names = FxHashSet::default();
    for (_, _, module) in &parsed {
        for stmt in &module.body {
            if let Stmt::ClassDef(class) = stmt {
                class_names.insert(class.name.to_string());
            }
        }
    }
    for (name, text, module) in &parsed {
        let mut file = File {
            name,
            text,
            lines: line_starts(text),
            classes: &class_names,
            namespace: String::new(),
            effect: false,
            templates: Vec::new(),
        };
        file.read(&module.body, &mut catalogue);
    }
    derived::share(&mut catalogue);
    derived::ufunc_methods(&mut catalogue);
    catalogue
}

fn line_starts(text: &str) -> Vec<TextSize> {
    let ends = text.match_indices('\n').filter_map(|(end, _)| TextSize::try_from(end + 1).ok());
    std::iter::once(TextSize::default()).chain(ends).collect()
}

pub(super) struct File<'a> {
    name: &'a str,
    text: &'a str,
    /// Where each line starts.
    lines: Vec<TextSize>,
    classes: &'a FxHashSet<String>,
    namespace: String,
    /// `effect = True`: what this namespace defines does something besides giving its result.
    effect: bool,
    /// Definitions that stand for a family: `sqrt = unary("sqrt")`.
    templates: Vec<&'a ast::StmtFunctionDef>,
}

pub(super) type Loaded<T> = Result<T, LoadError>;

impl<'a> File<'a> {
    fn source(&self, range: TextRange) -> String {
        let line = self.lines.partition_point(|start| *start <= range.start());
        format!("{}:{line}", self.name)
    }

    pub(super) fn error<T>(&self, range: TextRange, message: impl Into<String>) -> Loaded<T> {
        Err(LoadError { source: self.source(range), message: message.into() })
    }

    pub(super) fn slice(&self, range: TextRange) -> &str {
        &self.text[usize::from(range.start())..usize::from(range.end())]
    }

    pub(super) fn expr(&self, range: TextRange) -> Loaded<Expr> {
        let text = self.slice(range);
        parse_expr(text).or_else(|error| self.error(range, format!("`{text}` at {}: {error}", error.offset)))
    }

    fn read(&mut self, body: &'a [Stmt], catalogue: &mut Catalogue) {
        for stmt in body {
            if let Err(error) = self.statement(stmt, catalogue) {
                catalogue.errors.push(error);
            }
        }
    }

    fn path(&self, name: &str) -> String {
        format!("{}.{name}", self.namespace)
    }

    fn statement(&mut self, stmt: &'a Stmt, catalogue: &mut Catalogue) -> Loaded<()> {
        match stmt {
            Stmt::Expr(_) | Stmt::Import(_) | Stmt::ImportFrom(_) => Ok(()),
            Stmt::Assign(assign) => {
                let target = self.slice(assign.targets[0].range()).to_owned();
                let value = self.slice(assign.value.range()).to_owned();
                if target == "namespace" {
                    if !catalogue.namespaces.contains(&value) {
                        catalogue.namespaces.push(value.clone());
                    }
                    self.namespace = value;
                    self.effect = false;
                    return Ok(());
                }
                if target == "effect" {
                    self.effect = value == "True";
                    return Ok(());
                }
                if let (PyExpr::Dict(table), "operators") = (&*assign.value, target.as_str()) {
                    for item in &table.items {
                        let key = item.key.as_ref().map(|key| self.slice(key.range()).trim_matches('"').to_owned());
                        let path = self.slice(item.value.range()).to_owned();
                        catalogue.operators.insert(key.unwrap_or_default(), path);
                    }
                    return Ok(());
                }
                if let PyExpr::Call(call) = &*assign.value {
                    return self.instance(&target, call, catalogue);
                }
                // An alias: `amax = max`, `numpy.random.mtrand = numpy.random`.
                let target = if target.contains('.') { target } else { self.path(&target) };
                let value = if value.contains('.') { value } else { self.path(&value) };
                catalogue.aliases.insert(target, value);
                Ok(())
            }
            Stmt::AnnAssign(constant) => {
                let name = self.slice(constant.target.range());
                let ty = self.constant(constant.annotation.range())?;
                catalogue.constants.insert(self.path(name), ty);
                Ok(())
            }
            Stmt::FunctionDef(function) if self.namespace.is_empty() => self.word(function, catalogue),
            Stmt::FunctionDef(function) if is_template(function) => {
                self.templates.push(function);
                Ok(())
            }
            Stmt::FunctionDef(function) => {
                let path = self.path(&function.name);
                let (alternative, decorators) = self.function(function, &path, None)?;
                let source = self.source(function.name.range());
                match catalogue.functions.get_mut(&path) {
                    Some(op) if decorators.overload => op.alternatives.push(alternative),
                    Some(_) => return self.error(function.name.range(), format!("{path} is defined twice")),
                    None => {
                        let alternatives = vec![alternative];
                        let (ufunc, effect) = (decorators.ufunc, decorators.effect);
                        let op = Op { path: path.clone(), source, alternatives, ufunc, bound: false, effect };
                        catalogue.functions.insert(path, op);
                    }
                }
                Ok(())
            }
            Stmt::ClassDef(class) => self.class(class, catalogue),
            other => self.error(other.range(), "a function, a class, a constant or an alias is wanted here"),
        }
    }

    /// `sqrt = unary("sqrt")`: the template of that name, with `NAME` standing for the string.
    fn instance(&self, target: &str, call: &ast::ExprCall, catalogue: &mut Catalogue) -> Loaded<()> {
        let template = self.slice(call.func.range());
        let family: Vec<_> = self.templates.iter().filter(|function| function.name.as_str() == template).collect();
        let Some(PyExpr::StringLiteral(name)) = call.arguments.args.first() else {
            return self.error(call.range(), "a template takes a string");
        };
        if family.is_empty() {
            return self.error(call.range(), format!("there is no template {template}"));
        }
        let path = self.path(target);
        let mut alternatives = Vec::new();
        let mut ufunc = false;
        let mut effect = false;
        for function in family {
            let (mut alternative, decorators) = self.function(function, &path, None)?;
            alternative.name = Some(name.value.to_str().to_owned());
            ufunc |= decorators.ufunc;
            effect |= decorators.effect;
            alternatives.push(alternative);
        }
        let source = self.source(call.range());
        let op = Op { path: path.clone(), source, alternatives, ufunc, bound: false, effect };
        catalogue.functions.insert(path, op);
        Ok(())
    }

    fn constant(&self, range: TextRange) -> Loaded<Ty> {
        let text = self.slice(range);
        let class = text.strip_prefix("Class[").and_then(|rest| rest.strip_suffix(']'));
        if let Some(name) = class {
            return Ok(Ty::class(name));
        }
        if self.classes.contains(text) {
            return Ok(Catalogue::instance(text));
        }
        conformable_types::text::parse_type(text).or_else(|error| self.error(range, format!("`{text}`: {error}")))
    }

    fn class(&mut self, class: &ast::StmtClassDef, catalogue: &mut Catalogue) -> Loaded<()> {
        let name = class.name.to_string();
        let base = class.arguments.as_ref().and_then(|arguments| arguments.args.first());
        let base_text = base.map(|base| self.slice(base.range()).to_owned()).unwrap_or_default();
        let mut read = catalogue.classes.shift_remove(&name).unwrap_or_default();
        // `class ndarray(T[*S])`: what the receiver is.
        let receiver = match base {
            None => name.to_string(),
            Some(_) if base_text == "NamedTuple" || base_text == "object" => name.clone(),
            Some(_) if self.classes.contains(&base_text) => {
                read.members.insert("__base__".into(), Entry::Alias(base_text.clone()));
                name.clone()
            }
            Some(_) if base_text.contains('[') && !base_text.starts_with("DType") => format!("strict({base_text})"),
            Some(_) => base_text.clone(),
        };
        let receiver = self.receiver(&receiver, class.name.range())?;
        read.complete |= class.decorator_list.iter().any(|d| self.slice(d.expression.range()) == "complete");
        for stmt in &class.body {
            if let Err(error) = self.member(stmt, &name, &receiver, base_text == "NamedTuple", &mut read) {
                catalogue.errors.push(error);
            }
        }
        catalogue.classes.insert(name, read);
        Ok(())
    }

    fn receiver(&self, text: &str, range: TextRange) -> Loaded<Param> {
        let parsed = parse_expr(text).or_else(|error| self.error(range, error.to_string()))?;
        let is_class = |name: &str| self.classes.contains(name);
        let pattern = annotation::pattern(&parsed, &is_class).or_else(|error| self.error(range, error.to_string()))?;
        Ok(Param {
            name: "self".into(),
            kind: ParamKind::PositionalOnly,
            pattern,
            default: None,
            text: Some(text.into()),
        })
    }

    fn member(&self, stmt: &Stmt, class: &str, receiver: &Param, tuple: bool, read: &mut Class) -> Loaded<()> {
        match stmt {
            Stmt::Expr(_) | Stmt::Pass(_) => Ok(()),
            Stmt::Assign(assign) => {
                let target = self.slice(assign.targets[0].range()).to_owned();
                let value = self.slice(assign.value.range()).to_owned();
                let shared = value.strip_prefix("staticmethod(").and_then(|rest| rest.strip_suffix(')'));
                let entry = match shared {
                    Some(path) => Entry::Shared {
                        path: path.to_owned(),
                        receiver: receiver.clone(),
                        source: self.source(assign.range()),
                    },
                    None => Entry::Alias(value),
                };
                read.members.insert(target, entry);
                Ok(())
            }
            Stmt::AnnAssign(property) => {
                let name = self.slice(property.target.range()).to_owned();
                if tuple {
                    read.fields.push(name);
                    return Ok(());
                }
                let result = self.expr(property.annotation.range())?;
                let alternative = Alternative {
                    params: vec![receiver.clone()],
                    guards: Vec::new(),
                    requires: Vec::new(),
                    gufunc: None,
                    result,
                    code: None,
                    raises: Vec::new(),
                    scalar_axis: false,
                    of_scalars: false,
                    replaces: false,
                    attained: None,
                    elements: None,
                    name: None,
                    remarks: Remarks::default(),
                };
                let op = Op {
                    path: format!("{class}.{name}"),
                    source: self.source(property.range()),
                    alternatives: vec![alternative],
                    ufunc: false,
                    bound: true,
                    effect: false,
                };
                read.members.insert(name, Entry::Property(op));
                Ok(())
            }
            Stmt::FunctionDef(function) => {
                let name = function.name.to_string();
                let path = format!("{class}.{name}");
                let (alternative, decorators) = self.function(function, &path, Some(receiver))?;
                match read.members.get_mut(&name) {
                    Some(Entry::Method(op) | Entry::Property(op)) if decorators.overload => {
                        op.alternatives.push(alternative)
                    }
                    Some(_) => return self.error(function.name.range(), format!("{path} is defined twice")),
                    None => {
                        let source = self.source(function.name.range());
                        let (alternatives, effect) = (vec![alternative], decorators.effect);
                        let op = Op { path, source, alternatives, ufunc: false, bound: true, effect };
                        let entry = if decorators.property { Entry::Property(op) } else { Entry::Method(op) };
                        read.members.insert(name, entry);
                    }
                }
                Ok(())
            }
            other => self.error(other.range(), "a method or a property is wanted here"),
        }
    }

    fn function(
        &self,
        function: &ast::StmtFunctionDef,
        path: &str,
        receiver: Option<&Param>,
    ) -> Loaded<(Alternative, Decorators)> {
        let mut decorators = self.decorators(&function.decorator_list)?;
        decorators.effect |= self.effect;
        let mut params = Vec::new();
        let parameters = &function.parameters;
        let positional = parameters.posonlyargs.iter().map(|p| (p, ParamKind::PositionalOnly));
        let positional = positional.chain(parameters.args.iter().map(|p| (p, ParamKind::Plain)));
        for (place, (param, kind)) in positional.enumerate() {
            match receiver.filter(|_| place == 0) {
                Some(receiver) if param.parameter.annotation.is_none() => params.push(receiver.clone()),
                Some(_) => params.push(Param { kind: ParamKind::PositionalOnly, ..self.with_default(param, kind)? }),
                None => params.push(self.with_default(param, kind)?),
            }
        }
        if let Some(param) = &parameters.vararg {
            params.push(self.param(param, ParamKind::VarArgs)?);
        }
        for param in &parameters.kwonlyargs {
            params.push(self.with_default(param, ParamKind::KeywordOnly)?);
        }
        if let Some(param) = &parameters.kwarg {
            params.push(self.param(param, ParamKind::KwArgs)?);
        }
        let result = match &function.returns {
            Some(returns) => self.expr(returns.range())?,
            None => return self.error(function.name.range(), format!("{path} has no result")),
        };
        if let Some(signature) = &decorators.gufunc {
            let arrays = params.iter().filter(|param| matches!(param.pattern, Pattern::Array(_))).count();
            if arrays < signature.inputs.len() {
                return self.error(
                    function.name.range(),
                    format!("{path}: {signature} has more inputs than there are arrays"),
                );
            }
        }
        let alternative = Alternative {
            params,
            guards: std::mem::take(&mut decorators.guards),
            requires: std::mem::take(&mut decorators.requires),
            gufunc: decorators.gufunc.take(),
            result,
            code: decorators.code,
            raises: std::mem::take(&mut decorators.raises),
            scalar_axis: decorators.scalar_axis,
            of_scalars: decorators.of_scalars,
            replaces: decorators.replaces,
            attained: decorators.attained.take(),
            elements: decorators.elements.take(),
            name: None,
            remarks: std::mem::take(&mut decorators.remarks),
        };
        Ok((alternative, decorators))
    }

    fn with_default(&self, param: &ast::ParameterWithDefault, kind: ParamKind) -> Loaded<Param> {
        let mut read = self.param(&param.parameter, kind)?;
        if let Some(default) = &param.default {
            read.default = Some(self.default(default.range())?);
        }
        Ok(read)
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

    fn param(&self, param: &ast::Parameter, kind: ParamKind) -> Loaded<Param> {
        let (pattern, text) = match &param.annotation {
            None => (Pattern::Anything, None),
            Some(written) => {
                let range = written.range();
                let expr = self.expr(range)?;
                let is_class = |name: &str| self.classes.contains(name);
                let text = self.slice(range).to_owned();
                let pattern = annotation::pattern(&expr, &is_class)
                    .or_else(|error| self.error(range, format!("`{text}` at {}: {error}", error.offset)))?;
                (pattern, Some(text))
            }
        };
        Ok(Param { name: param.name.to_string(), kind, pattern, default: None, text })
    }

    fn word(&self, function: &ast::StmtFunctionDef, catalogue: &mut Catalogue) -> Loaded<()> {
        let decorators = self.decorators(&function.decorator_list)?;
        let name = function.name.to_string();
        let mut params = Vec::new();
        for param in &function.parameters.args {
            let default = param.default.as_ref().map(|default| self.expr(default.range())).transpose()?;
            params.push(WordParam { name: param.parameter.name.to_string(), default });
        }
        let Some(returns) = &function.returns else {
            return self.error(function.name.range(), format!("{name} has no definition"));
        };
        let body = self.expr(returns.range())?;
        let alternative = WordAlternative { params, guards: decorators.guards, requires: decorators.requires, body };
        match catalogue.words.get_mut(&name) {
            Some(word) if decorators.overload => word.alternatives.push(alternative),
            Some(_) => return self.error(function.name.range(), format!("{name} is defined twice")),
            None => {
                catalogue.words.insert(name.clone(), Word { name, alternatives: vec![alternative] });
            }
        }
        Ok(())
    }
}

fn is_template(function: &ast::StmtFunctionDef) -> bool {
    let named =
        |decorator: &ast::Decorator| matches!(&decorator.expression, PyExpr::Name(name) if name.id == "template");
    function.decorator_list.iter().any(named)
}
