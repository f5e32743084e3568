//! Functions as signatures with alternatives, and their bodies, inferred when they are asked for.
//!
//! A function has an *instance* for each combination of the members of its parameters' unions; a type variable is
//! chosen once for all parameters that name it. A call takes the first instance whose parameters the language says
//! accept the arguments. How arguments go to parameters is the catalogue's binder's business.

use std::sync::Arc;

use conformable_python::{dotted, rules};
use conformable_signatures::binder::WrittenParam;
use conformable_signatures::op::Param;
use conformable_types::{Sym, Ty};
use ruff_python_ast::{Decorator, Expr, Parameter, Stmt, StmtClassDef, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashSet;

use super::{Engine, Frame};
use crate::annotation::{Bound, Meaning};
use crate::instances::{Choices, Instance, InstanceState, combinations};
use crate::language::{Definition, Problem, Unit, Variable};
use crate::program::{ClassInfo, Closure, FunctionInfo, Name, with_parameters};
use crate::syntax::{
    always_returns, bodies_of, bound_parameter, collected, map_callable, names_given, names_returned, parameters,
    result_name, result_names, returns_something,
};

/// Instances of one function that are made, at most.
const MOST_INSTANCES: usize = 64;

/// What makes a class a record.
const RECORDS: [&str; 3] = ["typing.NamedTuple", "dataclasses.dataclass", "typing_extensions.NamedTuple"];

/// How deep calls are followed into bodies.
const DEPTH: u32 = 200;

impl<'a> Engine<'a> {
    pub(super) fn add_function(
        &mut self,
        module: usize,
        def: &'a StmtFunctionDef,
        qualified: String,
        class: Option<usize>,
    ) -> usize {
        let path = |one: &Decorator| {
            let named = map_callable(&one.expression);
            self.path_of(module, named).or_else(|| dotted(named)).unwrap_or_default()
        };
        let decorators: Vec<String> = def.decorator_list.iter().map(path).collect();
        let unit = self.language.unit(&decorators);
        self.functions.push(FunctionInfo { class, decorators, unit, ..FunctionInfo::new(def, module, qualified) });
        self.functions.len() - 1
    }

    /// One of several ways of calling a function, if its definition says so.
    pub(super) fn add_overload(&mut self, module: usize, def: &'a StmtFunctionDef, function: usize) {
        let path = |one: &Decorator| self.path_of(module, &one.expression);
        if def.decorator_list.iter().any(|one| path(one).is_some_and(|path| path == "typing.overload")) {
            self.functions[function].overloads.push(def);
        }
    }

    pub(super) fn add_class(&mut self, module: usize, def: &'a StmtClassDef) -> usize {
        let place = self.classes.len();
        let ty = Ty::class(&format!("{}.{}", self.modules[module].name(), def.name));
        self.classes.push(ClassInfo::new(def, module, ty));
        for stmt in &def.body {
            // A function of the language's in a class of Python's is no method.
            if let Stmt::FunctionDef(function) = stmt
                && !(self.language.unit(&[]) == Unit::Outside && self.is_decorated(module, function))
            {
                let name = Sym::new(&function.name);
                let known = self.classes[place].methods.get(&name).copied();
                let method = known.filter(|known| !self.functions[*known].overloads.is_empty()).unwrap_or_else(|| {
                    self.add_function(module, function, format!("{}.{name}", def.name), Some(place))
                });
                self.add_overload(module, function, method);
                self.classes[place].methods.insert(name, method);
            }
        }
        place
    }

    /// The class's attributes: those that it declares, and those that `__init__` sets.
    pub(super) fn walk_class(&mut self, place: usize) {
        if std::mem::replace(&mut self.classes[place].is_walked, true) {
            return;
        }
        let (def, module) = (self.classes[place].def, self.classes[place].module);
        let frame = Frame { module, unit: self.language.unit(&[]), ..Frame::default() };
        let outer = std::mem::replace(&mut self.frame, frame);
        for base in def.bases().iter().filter(|base| base.as_name_expr().is_some_and(|base| &*base.id != "object")) {
            self.expr(base);
        }
        for stmt in &def.body {
            match stmt {
                Stmt::AnnAssign(declared) => {
                    if let Expr::Name(name) = &*declared.target {
                        let variable = self.declared(Sym::new(&name.id), &declared.annotation, name.range());
                        self.classes[place].attributes.insert(variable.name, variable);
                    }
                    if declared.value.is_some() {
                        let message = "a class has methods and declarations: a method gives its objects their values";
                        self.report(Problem::error(rules::DIALECT_STATEMENT, message), stmt.range());
                    }
                }
                Stmt::FunctionDef(_) | Stmt::Pass(_) => {}
                Stmt::Expr(text) if text.value.is_string_literal_expr() => {}
                other => {
                    let problem = Problem::error(rules::DIALECT_STATEMENT, "a class has methods and declarations");
                    self.report(problem, other.range());
                }
            }
        }
        self.frame = outer;
        if let Some(init) = self.classes[place].methods.get(&Sym::new("__init__")).copied() {
            self.walk_all_instances(init);
        }
    }

    /// The type of a class's objects: of named tuples and data classes, where a language has records, a record.
    pub(super) fn type_of_class(&mut self, place: usize) -> Ty {
        let (def, module) = (self.classes[place].def, self.classes[place].module);
        let bases = def.arguments.iter().flat_map(|arguments| arguments.args.iter());
        let marks = bases.chain(def.decorator_list.iter().map(|decorator| map_callable(&decorator.expression)));
        let path = |mark| self.path_of(module, mark).is_some_and(|path| RECORDS.contains(&&*path));
        if self.language.record(&[]).is_some() && marks.into_iter().any(path) {
            self.walk_class(place);
            let fields: Vec<(Sym, Ty)> =
                self.classes[place].attributes.values().map(|field| (field.name, field.class_type)).collect();
            self.classes[place].ty = self.language.record(&fields).unwrap_or(self.classes[place].ty);
        }
        self.classes[place].ty
    }

    /// The variable that an annotation declares.
    pub(super) fn declared(&mut self, name: Sym, annotation: &Expr, range: TextRange) -> Variable {
        let meaning = match self.meanings(annotation, &mut Vec::new()) {
            Ok(meanings) => meanings.into_iter().next(),
            Err(problem) => {
                self.report(problem, annotation.range());
                None
            }
        };
        let meaning = meaning.unwrap_or_else(|| Meaning::of(Ty::unknown()));
        Variable { is_declared_only: true, ..Variable::of(name, meaning, range) }
    }

    /// Reads a function's annotations and makes its instances.
    pub(super) fn resolve_interface(&mut self, place: usize) {
        if std::mem::replace(&mut self.functions[place].is_resolved, true) {
            return;
        }
        let module = self.functions[place].module;
        let (outer, locals) = self.functions[place].closure.clone();
        let locals = (*locals).clone();
        let outer = std::mem::replace(&mut self.frame, Frame { module, outer, locals, ..Frame::default() });
        // A decorator stands in the module.
        self.frame.unit = self.language.unit(&[]);
        self.functions[place].options = self.options_of(self.functions[place].def);
        self.frame.unit = self.functions[place].unit;
        let mut defs = self.functions[place].overloads.clone();
        if defs.is_empty() {
            defs.push(self.functions[place].def);
        }
        for def in defs {
            self.add_instances(place, def);
        }
        self.frame = outer;
    }

    /// What decorators are given by name: `@scan_operator(axis=K, init=0.0)`.
    fn options_of(&mut self, def: &'a StmtFunctionDef) -> Vec<(Sym, Ty)> {
        let calls = def.decorator_list.iter().filter_map(|decorator| decorator.expression.as_call_expr());
        let keywords = calls.flat_map(|call| &call.arguments.keywords);
        keywords.filter_map(|one| Some((Sym::new(one.arg.as_ref()?), self.expr(&one.value).exact))).collect()
    }

    /// The instances of one definition.
    fn add_instances(&mut self, place: usize, def: &'a StmtFunctionDef) {
        let class = self.functions[place].class;
        let mut params = Vec::new();
        let mut choices = Choices::new();
        let is_static = self.functions[place].decorators.iter().any(|path| path.ends_with("staticmethod"));
        for (number, WrittenParam { parameter, default, kind }) in parameters(def, !self.joins()).enumerate() {
            let name = Sym::new(&parameter.name);
            let receiver = class.filter(|_| number == 0 && !is_static);
            let meanings = self.parameter_meanings(parameter, receiver);
            let is_optional = default.is_some_and(Expr::is_none_literal_expr);
            let bound: Vec<Bound> = meanings.iter().map(|meaning| meaning.bound.clone()).collect();
            let variables = meanings.into_iter().map(|meaning| {
                let made =
                    Variable::of(name, Meaning { ty: collected(kind, meaning.ty), ..meaning }, parameter.range());
                let exact = self.language.argument(name, made.class_type);
                Variable { is_argument: true, is_optional, exact, ..made }
            });
            choices.push(variables.zip(bound).collect());
            let default = default.filter(|_| self.language.has_defaults());
            let default = default.and_then(|_| conformable_types::text::parse_expr("Unknown").ok());
            params.push(Param { default, ..bound_parameter(name, kind) });
        }
        let mut declared = def.returns.as_deref().map_or_else(Vec::new, |returns| self.result_meanings(returns));
        let combinations = combinations(&choices, MOST_INSTANCES);
        // What is joined where it meets is made for each call that wants it.
        if combinations.len() > MOST_INSTANCES && !self.joins() {
            let message = format!("there are more combinations of types than the {MOST_INSTANCES} that are looked at");
            self.report(Problem::error(rules::DIALECT_ANNOTATION, message), def.name.range());
        }
        if class.is_some() && &*def.name == "__init__" && combinations.len() > 1 {
            let message = "an object is made in one way: its parameters have one type each";
            self.report(Problem::error(rules::DIALECT_ANNOTATION, message), def.name.range());
        }
        let taken = combinations.into_iter().take(MOST_INSTANCES);
        let mut instances: Vec<Instance> = taken.map(|chosen| Instance::of(chosen, &declared)).collect();
        // A type variable of the parameters is one type in each instance.
        if instances.iter().any(|instance| instance.declared.len() > 1) && !self.joins() {
            let message = "the result of a function has one type, not one of several";
            let range = def.returns.as_deref().map_or(def.name.range(), Ranged::range);
            self.report(Problem::error(rules::DIALECT_RESULT, message), range);
            declared.clear();
            instances.iter_mut().for_each(|instance| instance.declared.clear());
        }
        let types = |one: &Instance| one.params.iter().map(|param| param.class_type).collect::<Vec<Ty>>();
        let known: Vec<Vec<Ty>> = self.functions[place].instances.iter().map(types).collect();
        if instances.iter().any(|one| known.contains(&types(one))) {
            let message = format!("an overload of `{}` takes what another one takes", def.name);
            self.report(Problem::error(rules::DIALECT_DECLARED, message), def.name.range());
        }
        let info = &mut self.functions[place];
        info.params = params;
        info.choices = choices;
        info.results = declared;
        info.instances.extend(instances);
    }

    fn parameter_meanings(&mut self, parameter: &'a Parameter, receiver: Option<usize>) -> Vec<Meaning> {
        let unknown = vec![Meaning::of(Ty::unknown())];
        match (&parameter.annotation, receiver) {
            (None, Some(class)) => vec![Meaning::of(self.classes[class].ty)],
            (None, None) => {
                let message = format!("the parameter `{}` has no annotation", parameter.name);
                self.report(Problem::error(rules::DIALECT_MISSING, message), parameter.range());
                unknown
            }
            (Some(annotation), _) => match self.meanings(annotation, &mut Vec::new()) {
                Ok(meanings) => {
                    if let Some(problem) =
                        meanings.iter().find_map(|meaning| self.language.refuses_parameter(meaning.ty))
                    {
                        self.report(problem, annotation.range());
                    }
                    meanings
                }
                Err(problem) => {
                    self.report(problem, annotation.range());
                    unknown
                }
            },
        }
    }

    fn result_meanings(&mut self, returns: &'a Expr) -> Vec<Meaning> {
        // A list of calls gives nothing, whatever it says.
        if self.frame.unit == Unit::Procedure || returns.is_none_literal_expr() && !self.joins() {
            return Vec::new();
        }
        match self.meanings(returns, &mut Vec::new()) {
            Ok(meanings) => meanings,
            Err(problem) => {
                self.report(problem, returns.range());
                vec![Meaning::of(Ty::unknown())]
            }
        }
    }

    /// Walks what no call has asked for.
    pub(super) fn infer_all_of(&mut self, module: usize) {
        let mut place = 0;
        while place < self.functions.len() {
            let info = &self.functions[place];
            match info.module == module && info.class.is_none() {
                true if info.unit != Unit::Outside => self.walk_all_instances(place),
                true => {
                    let (qualified, body) = (info.qualified.clone(), &info.def.body);
                    self.walk_around(module, qualified, body, with_parameters(info.def, info.closure.clone()));
                }
                false => {}
            }
            place += 1;
        }
        for class in 0..self.classes.len() {
            if self.classes[class].module == module && self.language.unit(&[]) != Unit::Outside {
                self.walk_class(class);
                let methods = &self.classes[class].methods;
                let mut own: Vec<usize> = methods.values().copied().collect();
                own.sort_unstable();
                for method in own {
                    self.walk_all_instances(method);
                }
            }
        }
    }

    /// Walks the body of a function or class that isn't the language's, if functions that are stand in it.
    pub(super) fn walk_around(&mut self, module: usize, qualified: String, body: &'a [Stmt], around: Closure<'a>) {
        if !body.iter().any(|stmt| self.is_around(module, stmt)) {
            return;
        }
        let first = self.functions.len();
        let (outer, locals) = around;
        let locals = (*locals).clone();
        let frame = Frame { module, qualified, outer, locals, unit: Unit::Outside, ..Frame::default() };
        let before = std::mem::replace(&mut self.frame, frame);
        self.walk_statements(body);
        let walked = std::mem::replace(&mut self.frame, before);
        let mut variables = (*walked.outer).clone();
        variables.extend(walked.variables.into_map());
        let closure = (Arc::new(variables), Arc::new(walked.locals));
        for inner in &mut self.functions[first..] {
            inner.closure = closure.clone();
        }
    }

    /// Gives the functions that stand in the body that is walked what it has bound by now: Python looks it up when they
    /// are called.
    pub(super) fn close_over_inner(&mut self) {
        let is_left = |info: &FunctionInfo| {
            let is_done = |one: &Instance| matches!(one.state, InstanceState::Done(_));
            !(info.is_resolved && info.instances.iter().all(is_done))
        };
        let left: Vec<usize> =
            self.frame.inner.iter().copied().filter(|place| is_left(&self.functions[*place])).collect();
        if left.is_empty() || self.frame.unit == Unit::Outside {
            return;
        }
        let mut variables = (*self.frame.outer).clone();
        variables.extend(self.frame.variables.iter().map(|(name, variable)| (*name, variable.clone())));
        let closure = (Arc::new(variables), Arc::new(self.frame.locals.clone()));
        left.into_iter().for_each(|place| self.functions[place].closure = closure.clone());
    }

    /// Does a function of the language's stand in a statement?
    fn is_around(&self, module: usize, stmt: &Stmt) -> bool {
        let own = stmt.as_function_def_stmt().is_some_and(|inner| self.is_decorated(module, inner));
        own || bodies_of(stmt).into_iter().flatten().any(|inner| self.is_around(module, inner))
    }

    fn is_decorated(&self, module: usize, def: &StmtFunctionDef) -> bool {
        let path = |decorator: &Decorator| self.path_of(module, map_callable(&decorator.expression));
        let paths: Vec<String> = def.decorator_list.iter().filter_map(path).collect();
        self.language.unit(&paths) != Unit::Outside
    }

    pub(super) fn walk_all_instances(&mut self, place: usize) {
        self.resolve_interface(place);
        for instance in 0..self.functions[place].instances.len() {
            self.result_of(place, instance, None);
        }
    }

    /// The result of an instance; its body is walked for it if it hasn't been.
    pub(super) fn result_of(&mut self, place: usize, instance: usize, call: Option<TextRange>) -> Ty {
        match self.functions[place].instances[instance].state {
            InstanceState::Done(result) => return result,
            InstanceState::Walking => {
                if let Some(declared) = self.functions[place].instances[instance].result() {
                    return declared.ty;
                }
                if let (Some(range), true) = (call, returns_something(&self.functions[place].def.body)) {
                    let message = "a function that calls itself needs an annotation of its result";
                    self.report(Problem::fatal(rules::DIALECT_RESULT, message), range);
                }
                return Ty::unknown();
            }
            InstanceState::Waiting if self.depth >= DEPTH => return Ty::unknown(),
            InstanceState::Waiting => {}
        }
        self.functions[place].instances[instance].state = InstanceState::Walking;
        self.depth += 1;
        let result = self.walk_body(place, instance);
        self.depth -= 1;
        self.functions[place].instances[instance].state = InstanceState::Done(result);
        result
    }

    /// A number that is annotated as the result is one under the name that is returned.
    fn declare_result(&mut self, body: &[Stmt], meaning: &Meaning) {
        let is_scalar = meaning.ty.as_array().is_some_and(|(_, shape)| shape.rank() == Some(0));
        if self.joins() || !(is_scalar || meaning.ty.is_python_number()) {
            return;
        }
        let name = result_name(body).filter(|name| !self.frame.variables.contains_key(name));
        if let Some((name, range)) = name.zip(body.first().map(Ranged::range)) {
            let variable = Variable { is_declared_only: true, ..Variable::of(name, meaning.clone(), range) };
            self.frame.variables.insert(name, variable);
        }
    }

    fn walk_body(&mut self, place: usize, number: usize) -> Ty {
        let info = &self.functions[place];
        let (def, declared) = (info.def, info.instances[number].declared.clone());
        let many = info.instances.len() > 1;
        let frame = Frame {
            module: info.module,
            qualified: info.qualified.clone(),
            instance: if many { u32::try_from(number).unwrap_or(u32::MAX) } else { 0 },
            class: info.class,
            unit: info.unit,
            start: Some(def.start()),
            outer: if self.joins() { with_parameters(def, info.closure.clone()).0 } else { info.closure.0.clone() },
            locals: (*info.closure.1).clone(),
            bound: info.instances[number].bound.clone(),
            own: def.returns.as_ref().map_or_else(FxHashSet::default, |_| names_returned(&def.body)),
            result_names: result_names(&def.body),
            declares_result: def.returns.is_some(),
            variables: info.instances[number].params.iter().map(|param| (param.name, param.clone())).collect(),
            ..Frame::default()
        };
        let params = info.instances[number].params.clone();
        let outer = std::mem::replace(&mut self.frame, frame);
        let path = |callee: &Expr| self.path_of(self.frame.module, callee).unwrap_or_default();
        self.frame.on_stack = names_given(def, |callee| path(callee).rsplit('.').next() == Some("stack_array"));
        for param in &params {
            self.bind_row(param.name.as_str(), param.range, param.class_type);
        }
        if let [meaning] = declared.as_slice() {
            let result = Variable::of(Sym::new("result"), meaning.clone(), def.name.range());
            self.frame.result = Some(Variable { is_declared_only: true, ..result });
            self.declare_result(&def.body, meaning);
        }
        self.walk_defaults(place, def, &params);
        self.walk_statements(&def.body);
        self.close_over_inner();
        let result = self.frame.result.as_ref().map_or_else(Ty::none, |result| result.class_type);
        if declared.len() > 1 && !result.is_unknown() && declared.iter().all(|meaning| meaning.ty != result) {
            let message = format!("the result is {}, which the annotation doesn't name", self.language.spell(result));
            self.report(
                Problem::fatal(rules::DIALECT_RESULT, message),
                def.returns.as_ref().map_or(def.name.range(), |r| r.range()),
            );
        }
        let info = &self.functions[place];
        let definition = Definition {
            def,
            unit: info.unit,
            name: &info.qualified,
            options: &info.options,
            params: &params,
            result,
            always_returns: always_returns(&def.body),
        };
        let problems = self.language.defines(&definition);
        self.report_all(problems, def.name.range());
        let walked = std::mem::replace(&mut self.frame, outer);
        self.functions[place].instances[number].variables = walked.variables.into_map();
        result
    }

    /// Defaults see what is around the function, not its parameters.
    fn walk_defaults(&mut self, place: usize, def: &'a StmtFunctionDef, params: &[Variable]) {
        let own = std::mem::take(&mut self.frame.variables);
        self.walk_each_default(place, def, params);
        self.frame.variables = own;
    }

    fn walk_each_default(&mut self, place: usize, def: &'a StmtFunctionDef, params: &[Variable]) {
        for (number, (WrittenParam { default, .. }, param)) in parameters(def, !self.joins()).zip(params).enumerate() {
            let is_said = |default: &&Expr| {
                let is_stub = default.is_none_literal_expr() || default.is_ellipsis_literal_expr();
                self.language.has_defaults() && !is_stub
            };
            let Some(default) = default.filter(is_said) else { continue };
            let value = self.expr(default);
            // An int may be written for a float.
            let is_int = value.exact.int_value().is_some();
            // Of several versions it is the value of one.
            let members = self.functions[place].choices.get(number).into_iter().flatten();
            let mut accepting = members.map(|(member, _)| self.language.accepts(member.class_type, value.exact));
            if !(is_int || self.language.accepts(param.class_type, value.exact) || accepting.any(|accepts| accepts)) {
                let own = self.language.spell(param.class_type);
                let message = format!("the default of `{}`, {own}, is {}", param.name, self.shown(value.exact));
                self.report(Problem::error(rules::DIALECT_ARGUMENT, message), default.range());
            }
        }
    }

    /// A type in a message.
    pub(super) fn shown(&self, exact: Ty) -> String {
        self.language.spell(self.language.class_type(exact))
    }

    /// Is an object of the one class an object of the other, as its base?
    pub(super) fn derives_from(&self, own: Ty, wanted: Ty) -> bool {
        let mut class = self.class_of_type(own);
        for _ in 0..self.classes.len() {
            let Some(place) = class else { return false };
            if self.classes[place].ty == wanted {
                return true;
            }
            class = self.base_of(place).flatten();
        }
        false
    }

    /// What a class derives from; `Some(None)` is none of the program's classes. One base is followed: there are no others
    /// in such a language's objects.
    fn base_of(&self, place: usize) -> Option<Option<usize>> {
        let class = &self.classes[place];
        class.def.arguments.as_ref().filter(|arguments| !arguments.args.is_empty())?;
        Some(class.bases.first().and_then(|base| match self.found_at_home(class.module, *base) {
            Some(Name::Class(base)) => Some(base),
            _ => None,
        }))
    }

    /// The types of a class's objects, those of classes that derive from it among them, and an unknown one if another class
    /// may derive from it.
    pub(super) fn types_of_objects(&self, place: usize) -> Vec<Ty> {
        let wanted = self.classes[place].ty;
        let below = self.classes.iter().map(|class| class.ty).filter(|ty| self.derives_from(*ty, wanted));
        let is_open = (0..self.classes.len()).any(|place| self.base_of(place) == Some(None));
        below.chain(is_open.then(Ty::unknown)).collect()
    }

    /// The class of the program whose objects are of a type.
    pub(super) fn class_of_type(&self, ty: Ty) -> Option<usize> {
        self.classes.iter().position(|class| class.ty == ty)
    }
}
