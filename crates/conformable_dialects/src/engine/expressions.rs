//! The type of an expression.
//!
//! Operators, attributes and subscripts are entries of the catalogue; what an int's value is, as far as names and
//! constants say it, is followed, since sizes are made of it.

use conformable_python::rules;
use conformable_types::{Sym, Ty, TyKind};
use ruff_python_ast::{self as ast, BoolOp, Comprehension, Expr, UnaryOp};
use ruff_text_size::{Ranged, TextRange};

use super::{Engine, Frame};
use crate::language::{BindingForm, Display, Held, Problem, Source, Unit};
use crate::operations::Applied;
use crate::sharing::{held_by, may_be_none};
use crate::syntax::{assignment_in, names_of, operation_as, parts_of, with_stack};
use crate::value::{Kind, Value};

/// Expressions nested deeper than this are unknown.
const DEPTH: u32 = 900;

impl<'a> Engine<'a> {
    /// The value of an expression; its type is kept by its place.
    pub(super) fn expr(&mut self, expr: &'a Expr) -> Value {
        self.depth += 1;
        let value = if self.depth > DEPTH && !(expr.is_name_expr() || expr.is_literal_expr()) {
            self.too_deep(expr)
        } else {
            with_stack(|| self.expr_at(expr))
        };
        self.depth -= 1;
        if self.frame.module == 0 && value.is_data() && self.frame.unit != Unit::Outside {
            let class_type = self.language.class_type(value.exact);
            self.expressions.push((expr.range(), self.frame.instance, class_type));
        }
        value
    }

    fn too_deep(&mut self, expr: &'a Expr) -> Value {
        let message = format!("this isn't checked: an expression of more than {DEPTH} levels is around it");
        self.refuse(Problem::error(rules::TOO_DEEP, message), expr.range())
    }

    fn expr_at(&mut self, expr: &'a Expr) -> Value {
        if let Some(ty) = self.language.literal(expr) {
            return Value::data(ty, Source::Fresh);
        }
        if let Some(problem) = self.language.refuses_expression(expr, self.frame.unit) {
            return self.refuse(problem, expr.range());
        }
        match expr {
            Expr::Name(name) => self.lookup(Sym::new(&name.id), name.range()),
            Expr::Attribute(attribute) => {
                let base = self.expr(&attribute.value);
                self.attribute(base, &attribute.attr, attribute.range())
            }
            Expr::BinOp(binary) => {
                let (left, right) = (self.expr(&binary.left), self.expr(&binary.right));
                self.binary(binary.op.as_str(), &left, &right, binary.range())
            }
            Expr::UnaryOp(unary) => self.unary(unary),
            Expr::BoolOp(all) => {
                let symbol = if all.op == BoolOp::And { "and" } else { "or" };
                let values: Vec<Value> = all.values.iter().map(|value| self.expr(value)).collect();
                let (first, rest) = values.split_first().expect("an operator has operands");
                rest.iter().fold(first.clone(), |left, right| self.binary(symbol, &left, right, all.range()))
            }
            Expr::Compare(compare) => self.compare(compare),
            Expr::If(choice) => self.choice(choice),
            Expr::Subscript(subscript) => self.subscript(subscript),
            Expr::Slice(slice) => {
                let bounds = [&slice.lower, &slice.upper, &slice.step].map(|bound| match bound {
                    Some(bound) => self.expr(bound).exact,
                    None => Ty::none(),
                });
                Value::data(Ty::new(TyKind::Slice(bounds)), Source::Fresh)
            }
            Expr::Tuple(tuple) => self.display(Display::Tuple, &tuple.elts, tuple.range()),
            Expr::List(list) => self.display(Display::List, &list.elts, list.range()),
            Expr::Set(set) => self.display(Display::Set, &set.elts, set.range()),
            Expr::Dict(dict) => {
                let key =
                    |item: &'a ast::DictItem| item.key.as_ref().map_or_else(Ty::unknown, |key| self.expr_type(key));
                let keys: Vec<Ty> = dict.items.iter().map(key).collect();
                let values: Vec<Value> = dict.items.iter().map(|item| self.expr(&item.value)).collect();
                let held = values.iter().flat_map(held_by).collect();
                let all: Vec<Ty> = keys.into_iter().chain(values.iter().map(|value| value.exact)).collect();
                Value { held, ..self.displayed(Display::Dict, &all, dict.range()) }
            }
            Expr::ListComp(all) => self.comprehension(Display::List, &all.generators, &[&all.elt], all.range()),
            Expr::SetComp(all) => self.comprehension(Display::Set, &all.generators, &[&all.elt], all.range()),
            Expr::DictComp(all) => {
                let items: Vec<&'a Expr> = all.key.as_deref().into_iter().chain([&*all.value]).collect();
                self.comprehension(Display::Dict, &all.generators, &items, all.range())
            }
            Expr::Generator(all) => {
                let item = self.comprehended(&all.generators, &[&all.elt])[0];
                let item = self.language.class_type(item);
                Value::data(Ty::new(TyKind::Ctor(Sym::new("comprehension"), [item].into())), Source::Fresh)
            }
            Expr::Call(call) => self.call(call),
            Expr::Starred(starred) => {
                let value = self.expr(&starred.value);
                Value { source: Source::Fresh, ..value }
            }
            Expr::Named(named) => {
                let value = self.expr(&named.value);
                self.assign(&named.target, value.clone(), Some(&named.value), BindingForm::Assigned);
                value
            }
            Expr::FString(text) if self.frame.unit == Unit::Outside => {
                let mut computed = |part: Option<&'a Expr>| part.map_or_else(Ty::unknown, |part| self.expr_type(part));
                let parts = parts_of(text).into_iter().map(|part| part.map_or_else(&mut computed, Ty::str));
                let parts: Vec<Ty> = parts.collect();
                Value::data(self.language.of_python("text", &parts), Source::Fresh)
            }
            Expr::FString(_) => Value::data(Ty::new(TyKind::Str), Source::Fresh),
            _ => Value::unknown(),
        }
    }

    fn choice(&mut self, choice: &'a ast::ExprIf) -> Value {
        let test = self.expr(&choice.test);
        let (body, orelse) = (self.expr(&choice.body), self.expr(&choice.orelse));
        if let Some(is_true) = self.language.decided(test.exact) {
            return if is_true { body } else { orelse };
        }
        let operands = [test, body, orelse].map(|value| self.language.operand(value.exact, &[]));
        self.operate("if", operands.to_vec(), choice.range())
    }

    /// What the catalogue's operator gives for these operands.
    pub(super) fn operate(&mut self, symbol: &str, operands: Vec<Ty>, range: TextRange) -> Value {
        if self.frame.unit == Unit::Outside {
            return Value::made(self.language.of_python(symbol, &operands), Source::Fresh);
        }
        let catalogue = self.language.catalogue();
        // A list of calls may have operators of its own.
        let own = (self.frame.unit == Unit::Procedure).then(|| catalogue.operator(&format!("program {symbol}")));
        let Some(op) = own.flatten().or_else(|| catalogue.operator(symbol)) else { return Value::unknown() };
        let applied = self.operations.apply_to(op, operands.clone());
        let found = self.given_by(applied, &operands, true, range, |shown| operation_as(symbol, shown));
        found.map_or_else(Value::unknown, |(result, _)| Value::data(result, Source::Fresh))
    }

    pub(super) fn binary(&mut self, symbol: &str, left: &Value, right: &Value, range: TextRange) -> Value {
        let given = [left.exact, right.exact];
        if self.frame.unit == Unit::Outside {
            return self.operate(symbol, given.to_vec(), range);
        }
        if let Some(known) = self.language.constant(symbol, &given) {
            return Value::data(known, Source::Fresh);
        }
        if let Some(asked) = self.ask_classes(symbol, &[left, right], range) {
            return asked.value();
        }
        if let Some(problem) = self.language.refuses_operands(symbol, left.exact, right.exact) {
            return self.refuse(problem, range);
        }
        let operands = given.map(|exact| self.language.operand(exact, &given));
        let result = self.operate(symbol, operands.to_vec(), range);
        Value { exact: self.language.refine(result.exact, left.exact, right.exact), ..result }
    }

    fn unary(&mut self, unary: &'a ast::ExprUnaryOp) -> Value {
        let operand = self.expr(&unary.operand);
        let symbol = match unary.op {
            UnaryOp::USub => "neg",
            UnaryOp::UAdd => "pos",
            UnaryOp::Invert => "~",
            UnaryOp::Not => "not",
        };
        if let Some(known) = self.language.constant(symbol, &[operand.exact]) {
            return Value::data(known, Source::Fresh);
        }
        if let Some(asked) = self.ask_classes(symbol, &[&operand], unary.range()) {
            return asked.value();
        }
        self.operate(symbol, vec![self.language.operand(operand.exact, &[])], unary.range())
    }

    /// `a < b < c`: each pair.
    fn compare(&mut self, compare: &'a ast::ExprCompare) -> Value {
        let mut left = self.expr(&compare.left);
        let mut result: Option<Value> = None;
        for (op, right) in compare.ops.iter().zip(&compare.comparators) {
            let right = self.expr(right);
            let symbol = op.as_str();
            let operands = [&left, &right].map(|value| self.language.operand(value.exact, &[]));
            let known = self.language.constant(symbol, &[left.exact, right.exact]);
            let found = match self.ask_classes(symbol, &[&left, &right], compare.range()) {
                Some(asked) => asked.value(),
                None if known.is_some() && !may_be_none(&self.frame.variables, &left) => {
                    Value::data(known.expect("it is some"), Source::Fresh)
                }
                None => match self.language.refuses_operands(symbol, left.exact, right.exact) {
                    Some(problem) => self.refuse(problem, compare.range()),
                    None => self.operate(symbol, operands.to_vec(), compare.range()),
                },
            };
            result = Some(match result {
                None => found,
                Some(before) => self.binary("and", &before, &found, compare.range()),
            });
            left = right;
        }
        result.unwrap_or_else(Value::unknown)
    }

    fn display(&mut self, display: Display, items: &'a [Expr], range: TextRange) -> Value {
        let (mut types, mut held) = (Vec::with_capacity(items.len()), Held::new());
        for item in items {
            let value = self.expr(item);
            held.extend(held_by(&value));
            match (item, value.exact.items()) {
                (Expr::Starred(_), Some(inner)) => types.extend(inner),
                (Expr::Starred(_), None) => types.push(Ty::unknown()),
                _ => types.push(value.exact),
            }
        }
        Value { held, ..self.displayed(display, &types, range) }
    }

    fn displayed(&mut self, display: Display, items: &[Ty], range: TextRange) -> Value {
        match self.language.display(display, items) {
            Ok(ty) => Value::made(ty, if display == Display::Tuple { Source::Fresh } else { Source::New }),
            Err(problem) => self.refuse(problem, range),
        }
    }

    fn comprehension(&mut self, kind: Display, of: &'a [Comprehension], items: &[&'a Expr], range: TextRange) -> Value {
        let items = self.comprehended(of, items);
        self.displayed(kind, &items, range)
    }

    /// The items that a comprehension gives, its names being its own.
    fn comprehended(&mut self, generators: &'a [Comprehension], items: &[&'a Expr]) -> Vec<Ty> {
        let mut own = self.frame.variables.comprehend();
        self.frame.loops += 1;
        for generator in generators {
            let iterated = self.expr(&generator.iter);
            let item = self.item_of(&iterated, generator.iter.range());
            names_of(&generator.target).into_iter().for_each(|name| self.frame.variables.hide(name, &mut own));
            self.assign(&generator.target, item, None, BindingForm::Iterated);
            generator.ifs.iter().for_each(|test| drop(self.expr(test)));
        }
        let found = items.iter().map(|item| self.language.class_type(self.expr_type(item))).collect();
        self.frame.loops -= 1;
        self.frame.variables.leave(own);
        found
    }

    fn expr_type(&mut self, expr: &'a Expr) -> Ty {
        self.expr(expr).exact
    }

    /// What iterating over a value gives.
    pub(super) fn item_of(&mut self, iterated: &Value, range: TextRange) -> Value {
        if iterated.exact.is_unknown() || !iterated.is_data() {
            return Value::unknown();
        }
        match self.method(iterated.exact, "__iter__") {
            None => {
                let shown = self.shown(iterated.exact);
                let iterated = format!("{shown} can't be iterated over");
                let message = if self.joins() { format!("{shown} is no tuple to be unpacked") } else { iterated };
                self.refuse(Problem::fatal(rules::DIALECT_OPERATION, message), range)
            }
            Some(op) => {
                let applied = self.operations.apply_to(op, vec![iterated.exact]);
                let found = self.given_by(applied, &[iterated.exact], true, range, |shown| format!("in {}", shown[0]));
                found.map_or_else(Value::unknown, |(item, views)| {
                    let of = iterated.source.variable().filter(|_| views);
                    Value { held: iterated.held.clone(), ..Value::data(item, of.map_or(Source::Fresh, Source::Piece)) }
                })
            }
        }
    }

    /// The method of the catalogue that values of a type have.
    pub(super) fn method(&self, exact: Ty, name: &str) -> Option<&'static conformable_signatures::Op> {
        use conformable_signatures::Member;
        match self.language.catalogue().member(self.language.class_of(exact)?, name)? {
            Member::Method(op) | Member::Property(op) => Some(op),
        }
    }

    pub(super) fn attribute(&mut self, base: Value, name: &str, range: TextRange) -> Value {
        match base.kind {
            Kind::Path(path) => return self.at_path(format!("{path}.{name}"), range),
            Kind::Module(module) => return self.module_attribute(module, name, range),
            Kind::Class(class) if self.language.record(&[]).is_some() => {
                let problem = self.language.refuses_attributes(self.classes[class].ty);
                return match problem.filter(|_| self.classes[class].is_plain() && self.frame.unit != Unit::Outside) {
                    Some(problem) => self.refuse(problem, range),
                    None => self.class_constant(class, name),
                };
            }
            Kind::Class(class) if !self.joins() => {
                let message =
                    format!("an object of `{}` is wanted: `{name}` isn't the class's", self.classes[class].def.name);
                return self.refuse(Problem::error(rules::DIALECT_UNDEFINED, message), range);
            }
            Kind::Data => {}
            Kind::Function(place) if self.functions[place].unit != Unit::Outside => {
                let message = format!("`{}` is a function: it has no `{name}`", self.functions[place].def.name);
                return self.refuse(Problem::fatal(rules::DIALECT_UNDEFINED, message), range);
            }
            _ => return Value::unknown(),
        }
        if base.exact.is_unknown() {
            return Value::unknown();
        }
        if let TyKind::Struct(fields) = base.exact.kind()
            && let Some((_, field)) = fields.iter().find(|(own, _)| own.as_str() == name)
        {
            return Value::data(*field, Source::Fresh);
        }
        let class = self.class_of_type(base.exact);
        if let Some(problem) = self.language.refuses_attributes(base.exact).filter(|_| self.frame.unit != Unit::Outside)
        {
            // An object of a class with bases, or with decorators, may be anything.
            let is_certain = class.is_none_or(|class| self.classes[class].is_plain());
            return if is_certain { self.refuse(problem, range) } else { Value::unknown() };
        }
        if let Some(class) = class {
            return self.own_attribute(class, base, name, range);
        }
        let catalogue = self.language.catalogue();
        let member = self.language.class_of(base.exact).and_then(|class| catalogue.member(class, name));
        match member {
            Some(conformable_signatures::Member::Method(op)) => Value::of(Kind::Method(Box::new(base), op)),
            Some(conformable_signatures::Member::Property(op)) => {
                match self.operations.apply_to(op, vec![base.exact]) {
                    Applied::Value(result, views) => {
                        let of = base.source.variable().filter(|_| views);
                        Value::data(result, of.map_or(Source::Fresh, Source::View))
                    }
                    _ => Value::unknown(),
                }
            }
            None => {
                let message = format!("{} has no `{name}`", self.shown(base.exact));
                self.refuse(Problem::fatal(rules::DIALECT_UNDEFINED, message), range)
            }
        }
    }

    /// A constant of a class: a member of an enum.
    pub(super) fn class_constant(&mut self, class: usize, name: &str) -> Value {
        let Some(assign) = assignment_in(self.classes[class].def, name) else { return Value::unknown() };
        let module = self.classes[class].module;
        let frame = Frame { module, unit: self.language.unit(&[]), ..Frame::default() };
        let outer = std::mem::replace(&mut self.frame, frame);
        let value = self.expr(&assign.value);
        self.frame = outer;
        Value::data(self.language.class_type(value.exact), Source::Fresh)
    }

    pub(super) fn module_attribute(&mut self, module: usize, name: &str, range: TextRange) -> Value {
        let symbol = Sym::new(name);
        if let Some(meaning) = self.names[module].names.get(&symbol).cloned() {
            return self.named(meaning, range);
        }
        match self.names[module].variables.get(&symbol) {
            Some(variable) => Value::data(self.read(variable), Source::Fresh),
            None => Value::unknown(),
        }
    }

    fn own_attribute(&mut self, class: usize, base: Value, name: &str, range: TextRange) -> Value {
        self.walk_class(class);
        let symbol = Sym::new(name);
        if let Some(attribute) = self.classes[class].attributes.get(&symbol) {
            return Value::data(attribute.exact, base.source.variable().map_or(Source::Fresh, Source::Piece));
        }
        if let Some(method) = self.classes[class].methods.get(&symbol).copied() {
            if self.functions[method].decorators.iter().any(|path| path.ends_with("property")) {
                return self.call_function(method, Some(&base), Default::default(), range);
            }
            return Value::of(Kind::OwnMethod(Box::new(base), method));
        }
        let message = format!("{} has no `{name}`", self.shown(base.exact));
        self.refuse(Problem::fatal(rules::DIALECT_UNDEFINED, message), range)
    }

    fn subscript(&mut self, subscript: &'a ast::ExprSubscript) -> Value {
        let base = self.expr(&subscript.value);
        let key = self.expr_of_key(&subscript.slice);
        if base.exact.is_unknown() || key.is_unknown() || !base.is_data() {
            return Value::unknown();
        }
        let keys = match key.items() {
            Some(items) if subscript.slice.is_tuple_expr() => items,
            _ => std::slice::from_ref(&key),
        };
        let keys: Vec<Value> = keys.iter().map(|key| Value::data(*key, Source::Fresh)).collect();
        let operands: Vec<&Value> = std::iter::once(&base).chain(&keys).collect();
        if let Some(asked) = self.ask_classes("[]", &operands, subscript.range()) {
            return asked.value();
        }
        let Some(op) = self.method(base.exact, "__getitem__") else {
            let message = format!("{} has no items", self.shown(base.exact));
            return self.refuse(Problem::fatal(rules::DIALECT_OPERATION, message), subscript.range());
        };
        let given = [self.language.indexed(base.exact), key];
        let applied = self.operations.apply_to(op, given.to_vec());
        let at = if matches!(applied, Applied::Refused(_)) { subscript.slice.range() } else { subscript.range() };
        let found = self.given_by(applied, &given, true, at, |shown| format!("{}[{}]", shown[0], shown[1]));
        let of = base.source.variable().map_or(Source::Fresh, Source::Piece);
        let part = |part: Ty| self.language.part(base.exact, given[1], part);
        found.map_or_else(Value::unknown, |(it, views)| Value::data(part(it), if views { of } else { Source::Cut }))
    }

    /// A key: a tuple in brackets is several indices, not a value.
    pub(super) fn expr_of_key(&mut self, key: &'a Expr) -> Ty {
        match key {
            Expr::Tuple(tuple) => Ty::tuple(tuple.elts.iter().map(|item| self.expr_type(item)).collect::<Vec<_>>()),
            other => self.expr_type(other),
        }
    }
}
