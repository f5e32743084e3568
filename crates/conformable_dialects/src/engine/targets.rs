//! Assignments: to names, attributes, items and tuples of these.
//!
//! What becomes of a variable is the language's to say, in one place (`Language::assign`).

use conformable_python::rules;
use conformable_types::{Sym, Ty, TyKind};
use ruff_python_ast::{Expr, ExprAttribute, ExprSubscript, StmtAugAssign};
use ruff_text_size::{Ranged, TextRange};

use super::Engine;
use super::objects::Asked;
use crate::annotation::Meaning;
use crate::language::{Assignment, BindingForm, Held, Memory, Problem, Source, Unit, Variable};
use crate::program::Name;
use crate::sharing::{escaping_by, finals, held_by, source_of};
use crate::syntax::{names_of, shortened};
use crate::value::{Kind, Value};

impl<'a> Engine<'a> {
    /// Assigns a value; `written` is the expression that it is of, if there is one.
    pub(super) fn assign(&mut self, target: &'a Expr, value: Value, written: Option<&'a Expr>, binding: BindingForm) {
        match target {
            Expr::Name(name) => self.assign_name(Sym::new(&name.id), value, binding, name.range()),
            Expr::Attribute(attribute) => self.assign_attribute(attribute, value, binding),
            Expr::Subscript(subscript) => self.assign_item(subscript, &value),
            Expr::Tuple(tuple) => self.unpack(target, &tuple.elts, value, written, binding),
            Expr::List(list) => self.unpack(target, &list.elts, value, written, binding),
            Expr::Starred(starred) => self.assign(&starred.value, value, None, binding),
            _ => {}
        }
    }

    pub(super) fn assign_name(&mut self, name: Sym, value: Value, binding: BindingForm, range: TextRange) {
        if !value.is_data() {
            match value.kind {
                Kind::Path(path)
                    if self.joins() && self.frame.unit != Unit::Outside && self.operation(&path).is_some() =>
                {
                    let message = format!("`{name}` would be the function {path}, which is no value");
                    return self.report(Problem::fatal(rules::DIALECT_ASSIGNMENT, message), range);
                }
                // Another name for a function or a type.
                Kind::Path(path) if self.frame.variables.bound(name).is_none() && value.exact.is_unknown() => {
                    return self.bind_local(name, Name::Path(path));
                }
                Kind::Path(_) => {}
                Kind::Function(_) | Kind::Lambda(_) if !self.joins() => {
                    let message = format!("a function is no value of the variable `{name}`");
                    return self.report(Problem::fatal(rules::DIALECT_ASSIGNMENT, message), range);
                }
                kind if self.frame.unit == Unit::Outside => return self.rename(name, kind, range),
                _ => return,
            }
        }
        if name.as_str() == "_" {
            return;
        }
        if matches!(value.exact.kind(), TyKind::None) {
            let message = if value.source == Source::Call {
                "the function returns nothing that could be assigned"
            } else {
                "`None` is no value of a variable"
            };
            self.report(Problem::fatal(rules::DIALECT_ASSIGNMENT, message), range);
            return;
        }
        if let Some(problem) = self.refuses_redefinition(name, value.exact) {
            return self.report(problem, range);
        }
        let old = self.frame.variables.bound(name).or_else(|| self.bound_around(name));
        let assignment = Assignment {
            old,
            memory: self.frame.on_stack.contains(&name).then_some(Memory::Stack),
            // Nothing points to what has no value yet.
            is_target: old.is_some() && self.frame.variables.is_shown(name),
            ..self.assignment(name, value, binding, range)
        };
        let assigned = self.language.assign(&assignment);
        let ty = assigned.variable.class_type;
        self.frame.variables.insert(name, assigned.variable);
        self.report_all(assigned.problems, range);
        self.bind_row(name.as_str(), range, ty);
    }

    /// The variable of the module or of a function around this one that an assignment to a name changes, where a name is
    /// one variable wherever it is bound.
    fn bound_around(&self, name: Sym) -> Option<&Variable> {
        if self.joins() || self.frame.qualified.is_empty() || self.is_own(name) {
            return None;
        }
        let outer = self.frame.outer.get(&name);
        let module = &self.names[self.frame.module];
        outer.or_else(|| module.variables.get(&name).filter(|_| !module.of_program.contains(&name)))
    }

    /// Is it a new variable wherever the name is bound: a comprehension's, or the one that an annotated result is?
    fn is_own(&self, name: Sym) -> bool {
        self.frame.variables.is_hidden(name) || self.frame.own.contains(&name)
    }

    /// Why a name that isn't a variable becomes none: a function, a class or a module keeps what it is.
    fn refuses_redefinition(&self, name: Sym, exact: Ty) -> Option<Problem> {
        let is_variable = self.frame.variables.contains_key(&name) || self.is_own(name);
        if self.joins() || is_variable || exact.is_unknown() {
            return None;
        }
        let what = match self.find_name(self.frame.module, name)? {
            Name::Function(_) => "function",
            Name::Class(_) => "class",
            Name::Module(_) => "module",
            Name::Path(path) if self.is_number(&path) => "constant",
            // What the module imports, and not another name that a body has given it.
            Name::Path(path) if self.names[self.frame.module].names.contains_key(&name) => {
                match self.language.catalogue().namespace(&path) {
                    true => "module",
                    false => self.operation(&path).map(|_| "function")?,
                }
            }
            Name::Alias(..) | Name::TypeVariable(..) => "type",
            _ => return None,
        };
        let message = format!("`{name}` is a {what} and can't become {}", self.shown(exact));
        Some(Problem::error(rules::DIALECT_ASSIGNMENT, message))
    }

    fn is_number(&self, path: &str) -> bool {
        self.operation(path).is_none() && self.language.catalogue().constant(path).is_some()
    }

    /// Gives what is no value another name in Python's part of a module; where it may be one of several it isn't known.
    fn rename(&mut self, name: Sym, kind: Kind, range: TextRange) {
        let meaning = match kind {
            Kind::Function(place) => Name::Function(place),
            Kind::Class(place) => Name::Class(place),
            Kind::Module(module) => Name::Module(module),
            _ => return,
        };
        if self.frame.branches == 0 && self.frame.loops == 0 && !self.frame.variables.contains_key(&name) {
            return self.bind_local(name, meaning);
        }
        self.frame.variables.insert(name, Variable::of(name, Meaning::of(Ty::unknown()), range));
    }

    fn assignment(&self, name: Sym, value: Value, binding: BindingForm, range: TextRange) -> Assignment<'static> {
        let (finals, is_in_loop) = (finals(&self.frame.variables, &held_by(&value)), self.frame.loops > 0);
        let (source, held) = (value.source, value.held);
        Assignment { source, held, is_in_loop, finals, ..Assignment::new(name, value.exact, binding, range) }
    }

    /// Gives a variable, or what is a part of one, a value to hold.
    pub(super) fn hold(&mut self, holder: &Value, given: Value, range: TextRange) {
        let Some(name) = holder.source.variable() else { return };
        let Some(old) = self.frame.variables.get(&name) else { return };
        let escapes = escaping_by(&self.frame.variables, name, &held_by(&given));
        let assignment =
            Assignment { old: Some(old), escapes, ..self.assignment(name, given, BindingForm::Held, range) };
        let assigned = self.language.assign(&assignment);
        self.frame.variables.insert(name, assigned.variable);
        self.report_all(assigned.problems, range);
    }

    /// Gives a name in the body that is walked a meaning that is no variable.
    pub(super) fn bind_local(&mut self, name: Sym, meaning: Name<'a>) {
        let is_module = self.frame.qualified.is_empty() && (self.frame.unit == Unit::Outside || meaning.is_lambda());
        let module = &mut self.names[self.frame.module].names;
        if is_module { module } else { &mut self.frame.locals }.insert(name, meaning);
    }

    /// `a, b = ...`: one by one; a display's items are values of their own.
    fn unpack(
        &mut self,
        target: &'a Expr,
        targets: &'a [Expr],
        value: Value,
        written: Option<&'a Expr>,
        binding: BindingForm,
    ) {
        let items: Option<Vec<Ty>> = match value.exact.kind() {
            TyKind::Tuple(items) | TyKind::List(items) => Some(items.to_vec()),
            TyKind::Struct(fields) => Some(fields.iter().map(|(_, item)| *item).collect()),
            TyKind::Unknown => Some(vec![Ty::unknown(); targets.len()]),
            _ => None,
        };
        let Some(mut items) = items else {
            let item = self.item_of(&value, target.range());
            for target in targets {
                self.assign(target, item.clone(), None, binding);
            }
            return;
        };
        let starred = targets.iter().position(|target| target.is_starred_expr());
        if let Some(place) = starred.filter(|_| self.joins() && items.len() + 1 >= targets.len()) {
            let end = place + items.len() + 1 - targets.len();
            let rest = Ty::tuple(items[place..end].to_vec());
            items.splice(place..end, [rest]);
        }
        if starred.is_some() && !self.joins() {
            let message = format!("{} has no `*` among the names of an assignment", self.language.name());
            self.report(Problem::error(rules::DIALECT_STATEMENT, message), target.range());
            items = vec![Ty::unknown(); targets.len()];
        }
        if items.len() != targets.len() {
            let message = format!("{} values for {} names", items.len(), targets.len());
            self.report(Problem::error(rules::DIALECT_ASSIGNMENT, message), target.range());
            items = vec![Ty::unknown(); targets.len()];
        }
        // What is read and written at once is copied first.
        let bound = names_of(target);
        let sources: Vec<Source> = match written {
            Some(Expr::Tuple(tuple)) if tuple.elts.len() == targets.len() => {
                tuple.elts.iter().map(|item| source_of(item, &bound)).collect()
            }
            _ if binding == BindingForm::Iterated => self.pieces(&items, &value.held),
            _ => vec![if value.source == Source::Call { Source::Call } else { Source::Fresh }; targets.len()],
        };
        for ((target, item), source) in targets.iter().zip(items).zip(sources) {
            // A tuple's items are asked for again.
            let held = if target.is_name_expr() { Held::new() } else { value.held.clone() };
            self.assign(target, Value { held, ..Value::data(item, source) }, None, binding);
        }
    }

    /// Of which variables the items are pieces that iterating over several of them gives at once, in their order.
    fn pieces(&mut self, items: &[Ty], held: &Held) -> Vec<Source> {
        let mut shown: Vec<Value> = Vec::new();
        for (source, ty) in held {
            if self.method(*ty, "__iter__").is_some() {
                shown.push(self.item_of(&Value::data(*ty, source.clone()), TextRange::default()));
            }
        }
        let piece = |item: &Ty| match shown.iter().position(|one| one.exact == *item) {
            Some(place) => shown.remove(place).source,
            None => Source::Fresh,
        };
        items.iter().map(piece).collect()
    }

    fn assign_attribute(&mut self, attribute: &'a ExprAttribute, value: Value, binding: BindingForm) {
        let base = self.expr(&attribute.value);
        let Some(class) = self.class_of_type(base.exact) else { return };
        if self.frame.class != Some(class) {
            self.walk_class(class);
        }
        let name = Sym::new(&attribute.attr);
        let old = self.classes[class].attributes.get(&name);
        if old.is_none() && self.frame.class != Some(class) {
            let message = format!("{} has no `{name}`", self.shown(base.exact));
            self.report(Problem::fatal(rules::DIALECT_UNDEFINED, message), attribute.range());
            return;
        }
        // It isn't the variable of that name.
        let own = Sym::new(&shortened(self.text(), attribute.range()));
        let assignment = Assignment { old, ..self.assignment(own, value.clone(), binding, attribute.range()) };
        let assigned = self.language.assign(&assignment);
        let ty = assigned.variable.class_type;
        self.classes[class].attributes.insert(name, Variable { name, ..assigned.variable });
        self.report_all(assigned.problems, attribute.range());
        self.hold(&base, value, attribute.range());
        self.bind_row(own.as_str(), attribute.range(), ty);
    }

    /// An attribute that a method declares: `self.x: int`.
    pub(super) fn declare_attribute(&mut self, attribute: &'a ExprAttribute, annotation: &'a Expr) {
        let base = self.expr(&attribute.value);
        let Some(class) = self.class_of_type(base.exact) else { return };
        let variable = self.declared(Sym::new(&attribute.attr), annotation, attribute.range());
        self.classes[class].attributes.insert(variable.name, variable);
    }

    /// `x[i] = value`: an element is cast to the container's, as NumPy does, but for a complex number to a real one.
    fn assign_item(&mut self, subscript: &'a ExprSubscript, value: &Value) {
        let base = self.expr(&subscript.value);
        let key = self.expr_of_key(&subscript.slice);
        if let Some(name) = self.constant_root(&subscript.value) {
            let message = format!("`{name}` is final: its items are not changed");
            self.report(Problem::error(rules::DIALECT_FINAL, message), subscript.range());
            return;
        }
        if base.exact.is_unknown() || key.is_unknown() || !base.is_data() {
            return;
        }
        let arguments = vec![self.language.indexed(base.exact), key, value.exact];
        let Some(op) = self.method(base.exact, "__setitem__") else {
            let message = format!("items of {} are not assigned", self.shown(base.exact));
            self.report(Problem::fatal(rules::DIALECT_OPERATION, message), subscript.range());
            return;
        };
        self.apply_method(op, arguments, subscript.range());
    }

    /// The variable that an expression is, or is a part of, if that is final.
    pub(super) fn constant_root(&self, expr: &Expr) -> Option<Sym> {
        match expr {
            Expr::Name(name) => {
                let name = Sym::new(&name.id);
                let variable = self.frame.variables.get(&name).or_else(|| self.frame.outer.get(&name));
                variable.filter(|variable| variable.is_const).map(|_| name)
            }
            Expr::Subscript(subscript) => self.constant_root(&subscript.value),
            _ => None,
        }
    }

    /// `x += value`: what `x + value` is must be of x's type.
    pub(super) fn augment(&mut self, assign: &'a StmtAugAssign) {
        let old = self.expr(&assign.target);
        let value = self.expr(&assign.value);
        if let (Expr::Subscript(subscript), Some(name)) = (&*assign.target, self.constant_root(&assign.target)) {
            let message = format!("`{name}` is final: its items are not changed");
            self.report(Problem::error(rules::DIALECT_FINAL, message), subscript.range());
            return;
        }
        let own = format!("{}=", assign.op.as_str());
        let asked = self.ask_classes(&own, &[&old, &value], assign.range());
        if matches!(asked, Some(Asked::InPlace)) {
            if let Some(name) = self.constant_root(&assign.target) {
                let message = format!("`{name}` is final: `{own}` would change it");
                self.report(Problem::error(rules::DIALECT_FINAL, message), assign.range());
            }
            return;
        }
        let symbol = if self.language.catalogue().operator(&own).is_some() { &own } else { assign.op.as_str() };
        let result = asked.map(Asked::value).unwrap_or_else(|| self.binary(symbol, &old, &value, assign.range()));
        match &*assign.target {
            Expr::Name(name) => self.assign_name(Sym::new(&name.id), result, BindingForm::Augmented, name.range()),
            Expr::Attribute(attribute) => self.assign_attribute(attribute, result, BindingForm::Augmented),
            _ => {}
        }
    }
}
