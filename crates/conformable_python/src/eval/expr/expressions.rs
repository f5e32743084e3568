//! What each expression gives.

use std::rc::Rc;

use conformable_types::{Atom, AtomData, DType, Dim, FreshKind, Ty, TyKind};
use ruff_python_ast::{
    Comprehension, ConversionFlag, Expr, ExprCall, ExprFString, ExprIf, ExprListComp, ExprSet, ExprSetComp, ExprSlice,
    FStringPart, InterpolatedStringElement, Number, Operator, Parameters, UnaryOp,
};
use ruff_text_size::Ranged;

use crate::domain::heap::{Entries, Items, MOST_ELEMENTS, Object, ObjectId};
use crate::domain::state::State;
use crate::domain::value::{Body, Defaults, Dependencies, Function, Kind, Origin, Sym, Value, as_dim};
use crate::eval::annotations::attributes::declared_at;
use crate::eval::call::arguments::Arguments;
use crate::eval::call::generators;
use crate::eval::expr::operators::note_derived;
use crate::eval::machine::frame::Collect;
use crate::eval::python::dicts::spread_of;
use crate::eval::python::shaped::taught_at;
use crate::eval::python::texts::{TextParts, shown_as};
use crate::eval::{Evaluator, Machine, Tentative};
use crate::syntax::handles::{attribute_of, identifier, name_of};

impl<'p> Evaluator<'p> {
    /// The value of an expression; unknown where the analysis does not follow.
    pub fn expr(&mut self, expression: &'p Expr) -> Value<'p> {
        if !self.step() {
            return Value::unknown();
        }
        let value = self.deepen(|evaluator| evaluator.evaluate(expression));
        let value = taught_at(self, expression, value);
        self.output.statistics.expressions += 1;
        if value.is_unknown() {
            self.output.statistics.unknown += 1;
        }
        self.note_site(expression, &value);
        let origin = Origin { literal: is_literal_call(expression), ..self.origin(expression.range()) };
        // A name is not where its value was made.
        if value.origin.is_none() && !matches!(expression, Expr::Name(_)) { value.at(origin) } else { value }
    }

    fn evaluate(&mut self, expression: &'p Expr) -> Value<'p> {
        match expression {
            Expr::NumberLiteral(literal) => number(&literal.value),
            Expr::StringLiteral(literal) => {
                let text = literal.value.to_str();
                // A long text is never a name of anything.
                if text.len() <= 64 { Value::data(Ty::str(text)) } else { Value::str() }
            }
            Expr::BytesLiteral(_) => Value::data(Ty::new(TyKind::Bytes)),
            Expr::BooleanLiteral(literal) => Value::known_bool(literal.value),
            Expr::NoneLiteral(_) => Value::none(),
            Expr::EllipsisLiteral(_) => Value::data(Ty::new(TyKind::Ellipsis)),
            Expr::FString(string) => self.f_string(string),
            Expr::Name(name) => self.lookup(name_of(name)),
            Expr::Tuple(tuple) => self.tuple_display(&tuple.elts),
            Expr::List(list) => self.list_display(&list.elts),
            Expr::Set(set) => self.set_display(set),
            Expr::Dict(dict) => self.dict(dict),
            Expr::Attribute(attribute) => {
                let object = self.expr(&attribute.value);
                let value = self.attribute(&object, attribute_of(attribute), attribute.range());
                declared_at(self, expression, &object, value)
            }
            Expr::Subscript(subscript) => self.subscript(subscript),
            Expr::Slice(slice) => self.slice(slice),
            Expr::Starred(starred) => {
                self.expr(&starred.value);
                Value::unknown()
            }
            Expr::BinOp(operation) => {
                let left = self.expr(&operation.left);
                let right = self.expr(&operation.right);
                self.write_operands(operation.range(), [operation.left.range(), operation.right.range()].into_iter());
                let value = self.binary(operation.op, &left, &right, operation.range());
                note_derived(self, operation, [&left, &right], &value);
                if value.is_unknown() { folded(expression).unwrap_or(value) } else { value }
            }
            Expr::UnaryOp(operation) => {
                let operand = self.expr(&operation.operand);
                let value = self.unary(operation.op, &operand, operation.range());
                if value.is_unknown() { folded(expression).unwrap_or(value) } else { value }
            }
            Expr::Compare(compare) => self.compare(compare),
            Expr::BoolOp(operation) => self.bool_op(operation),
            Expr::If(ternary) => self.conditional(ternary),
            Expr::Named(named) => {
                let value = self.expr(&named.value);
                let around = self.frame().around;
                let inner = self.frame().scope;
                self.frame().scope = around.unwrap_or(inner);
                self.assign(&named.target, value.clone());
                self.frame().scope = inner;
                value
            }
            Expr::Lambda(lambda) => self.lambda(lambda),
            Expr::Call(call) => self.call_expression(call),
            Expr::ListComp(comprehension) => self.list_comprehension(comprehension),
            Expr::Generator(comprehension) => {
                let runs = self.takers.runs_of(comprehension.range());
                let (list, dependencies) = self.run_at(runs, |evaluator| {
                    evaluator.comprehension(&comprehension.generators, (None, &comprehension.elt))
                });
                let items = self.state.collected(list);
                self.iterator(items).with_dependencies(dependencies)
            }
            Expr::SetComp(comprehension) => self.set_comprehension(comprehension),
            Expr::DictComp(comprehension) => self.dict_comprehension(comprehension),
            Expr::Yield(yielded) => {
                let value = yielded.value.as_deref().map_or_else(Value::none, |value| self.expr(value));
                generators::give(self, value);
                Value::unknown()
            }
            Expr::YieldFrom(yielded) => {
                let value = self.expr_iterated(&yielded.value, false);
                generators::give_each(self, &value, yielded.range());
                Value::unknown()
            }
            Expr::Await(waiting) => self.awaited(&waiting.value),
            Expr::TString(_) | Expr::IpyEscapeCommand(_) => Value::unknown(),
        }
    }

    fn f_string(&mut self, string: &'p ExprFString) -> Value<'p> {
        let mut parts = TextParts::new();
        for part in &string.value {
            let elements = match part {
                FStringPart::Literal(literal) => {
                    parts.add(Some(&literal.value));
                    continue;
                }
                FStringPart::FString(inner) => &inner.elements,
            };
            for element in elements {
                let interpolation = match element {
                    InterpolatedStringElement::Literal(literal) => {
                        parts.add(Some(&literal.value));
                        continue;
                    }
                    InterpolatedStringElement::Interpolation(interpolation) => interpolation,
                };
                let value = self.expr(&interpolation.expression);
                // A text made of it, which `!s` and the like ask for, has every format of texts.
                let is_value = interpolation.conversion == ConversionFlag::None;
                let spec = match &interpolation.format_spec {
                    Some(spec) if is_value => self.format_spec(&value, spec, interpolation.range()),
                    given => given.is_none().then(String::new),
                };
                let spec = spec.filter(|_| is_value && interpolation.debug_text.is_none());
                parts.add(spec.and_then(|spec| shown_as(&value, &spec)).as_deref());
            }
        }
        parts.text()
    }

    fn tuple_display(&mut self, elements: &'p [Expr]) -> Value<'p> {
        let (items, several) = self.items_of(elements);
        if several.is_none() {
            Value::tuple(items)
        } else {
            let item = self.state.summarise(&items).unwrap_or_else(Value::unknown);
            match item.ty() {
                Some(ty) => Value::data(Ty::tuple_of(ty)),
                None => Value::unknown(),
            }
        }
    }

    fn list_display(&mut self, elements: &'p [Expr]) -> Value<'p> {
        let (items, several) = self.items_of(elements);
        match several {
            None => self.list(items),
            Some(len) => {
                let item = self.state.summarise(&items).unwrap_or_else(Value::unknown);
                self.list_of(item, len)
            }
        }
    }

    fn set_display(&mut self, set: &'p ExprSet) -> Value<'p> {
        if is_placeholder(set) {
            return self.unmodelled("a placeholder of a template", &[]);
        }
        let (items, _) = self.items_of(&set.elts);
        items.iter().for_each(|item| self.must_hash(item, set.range()));
        let item = self.state.summarise(&items).unwrap_or_else(Value::unknown);
        Kind::Object(self.new_object(Object::Set(item))).into()
    }

    fn slice(&mut self, slice: &'p ExprSlice) -> Value<'p> {
        let mut part = |bound: &'p Option<Box<Expr>>| bound.as_ref().map_or_else(Value::none, |b| self.expr(b));
        let mut parts = [part(&slice.lower), part(&slice.upper), part(&slice.step)];
        if let Some(points) = slice.step.as_deref().and_then(|step| imaginary(self, step)) {
            parts[2] = points;
        }
        let dependencies =
            parts.iter().fold(Dependencies::LOCAL, |dependencies, part| dependencies.and(part.dependencies));
        Value { kind: Kind::slice(parts), origin: None, dependencies }
    }

    /// `then if test else otherwise`.
    fn conditional(&mut self, ternary: &'p ExprIf) -> Value<'p> {
        let mut then = None;
        let mut otherwise = None;
        self.branch(
            &ternary.test,
            [false, false],
            |evaluator| then = Some(evaluator.expr(&ternary.body).with_dependencies(evaluator.frame().decided)),
            |evaluator| otherwise = Some(evaluator.expr(&ternary.orelse).with_dependencies(evaluator.frame().decided)),
        );
        match (then, otherwise) {
            (Some(then), Some(otherwise)) => self.state.join_values(&then, &otherwise),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => Value::unknown(),
        }
    }

    fn list_comprehension(&mut self, comprehension: &'p ExprListComp) -> Value<'p> {
        let (list, dependencies) = self.comprehension(&comprehension.generators, (None, &comprehension.elt));
        Value::from(Kind::Object(list)).with_dependencies(dependencies)
    }

    fn set_comprehension(&mut self, comprehension: &'p ExprSetComp) -> Value<'p> {
        let (list, _) = self.comprehension(&comprehension.generators, (None, &comprehension.elt));
        let items = self.state.collected(list);
        let item = self.state.item_of(&items);
        Kind::Object(self.new_object(Object::Set(item.unwrap_or_else(Value::unknown)))).into()
    }

    /// The items between brackets, starred ones unpacked, and if one of them stands for several, how many they are.
    pub fn items_of(&mut self, elements: &'p [Expr]) -> (Vec<Value<'p>>, Option<Dim>) {
        let mut items = Vec::new();
        let mut several = None;
        for element in elements {
            match element {
                Expr::Starred(starred) => {
                    let value = self.expr_iterated(&starred.value, false);
                    match self.iterate(&value, starred.range()) {
                        Items::Known(more) => items.extend(more),
                        Items::Each(item, count) => {
                            let count = count.unwrap_or_else(|| self.state.store.fresh_dim(FreshKind::Runtime));
                            several = Some(several.unwrap_or(Dim::ZERO).plus(count).minus(1));
                            items.push(item);
                        }
                    }
                }
                _ => items.push(self.expr(element)),
            }
        }
        let written = as_dim(items.len());
        (items, several.map(|more| more.plus(written)))
    }

    fn dict(&mut self, dict: &'p ruff_python_ast::ExprDict) -> Value<'p> {
        let mut entries = Entries::default();
        let mut dependencies = Dependencies::LOCAL;
        // As it is known where it has been made: each key would be compared with all before.
        let is_too_large = dict.items.len() > MOST_ELEMENTS;
        entries.rest = is_too_large.then(Value::unknown);
        for item in &dict.items {
            let key = item.key.as_ref().map(|key| self.expr(key));
            let value = self.expr(&item.value);
            match key {
                Some(key) => {
                    self.must_hash(&key, dict.range());
                    if !is_too_large {
                        self.set_key(&mut entries, &key, value);
                    }
                }
                None => {
                    // Which keys it has is the spread dict's matter.
                    dependencies = dependencies.and(value.dependencies);
                    let more = spread_of(self, &value);
                    self.spread(&mut entries, more);
                }
            }
        }
        self.new_dict(entries).with_dependencies(dependencies)
    }

    fn lambda(&mut self, lambda: &'p ruff_python_ast::ExprLambda) -> Value<'p> {
        let params = lambda.parameters.as_deref();
        let defaults = params.map_or_else(|| Defaults::of(Vec::new()), |params| self.defaults(params));
        self.frame().defines = true;
        let function = Function {
            name: Sym::new("<lambda>"),
            qualified: self.qualified("<lambda>"),
            module: self.module(),
            params,
            body: Body::Expression(&lambda.body),
            range: lambda.range(),
            scope: self.frame().scope,
            defaults,
            is_generator: false,
            is_async: false,
            is_compiled: false,
            keeps_results: false,
            owner: None,
            is_static: false,
            is_abstract: false,
            promises: None,
        };
        Kind::Function(Rc::new(function)).into()
    }

    /// The list of what `element` (a dict's is a key and a value) is over the generators, and what the list
    /// depends on.
    fn comprehension(
        &mut self,
        generators: &'p [Comprehension],
        element: (Option<&'p Expr>, &'p Expr),
    ) -> (ObjectId, Dependencies) {
        let list = self.new_object(Object::List(Vec::new()));
        let outer = self.frame().scope;
        let scope = self.new_scope(Some(outer));
        let around = self.frame().around;
        let guards = self.state.guards.clone();
        let iterated = std::mem::take(&mut self.frame().iterated);
        self.frame().scope = scope;
        self.frame().around = around.or(Some(outer));
        if let Some((first, within)) = generators.split_first() {
            self.generate(first, Collect { conditions: &[], within, element, list });
        }
        let dependencies = std::mem::replace(&mut self.frame().iterated, iterated);
        if !self.frame().defines {
            self.state.heap.discard(scope);
        }
        self.frame().scope = outer;
        self.frame().around = around;
        self.state.guards = guards;
        let dependencies = match self.state.collected(list) {
            Items::Known(items) => {
                items.iter().fold(dependencies, |dependencies, item| dependencies.and(item.dependencies_of_known()))
            }
            Items::Each(item, count) => {
                let dependencies = dependencies.and(item.dependencies_of_known());
                // Where it is none of the known ones, the data decide how many there are.
                if count.is_some_and(is_one_of) {
                    let len = self.state.store.fresh_dim(FreshKind::Runtime);
                    self.state.put(list, Object::ListOf { item, len });
                }
                dependencies
            }
        };
        (list, dependencies)
    }

    fn dict_comprehension(&mut self, comprehension: &'p ruff_python_ast::ExprDictComp) -> Value<'p> {
        let element = (comprehension.key.as_deref(), &*comprehension.value);
        let (list, dependencies) = self.comprehension(&comprehension.generators, element);
        let items = self.state.collected(list);
        let entries = self.paired(items).unwrap_or_default();
        self.new_dict(entries).with_dependencies(dependencies)
    }

    pub fn arguments(&mut self, call: &'p ExprCall) -> Arguments<'p> {
        let mut arguments = Arguments::default();
        for argument in &call.arguments.args {
            let given = match argument {
                Expr::Starred(starred) => {
                    let value = self.expr_iterated(&starred.value, false);
                    arguments.dependencies = arguments.dependencies.and(value.dependencies);
                    self.iterate(&value, starred.range())
                }
                _ => Items::Known(vec![self.expr(argument)]),
            };
            match given {
                Items::Known(items) if !arguments.open => arguments.positional.extend(items),
                // Which parameters these are for depends on how many `*unknown` gave.
                Items::Known(items) => {
                    items.iter().for_each(|item| self.escape(item));
                    arguments.each = None;
                }
                Items::Each(item, count) => {
                    arguments.each = if arguments.open { None } else { Some((item, count)) };
                    arguments.open = true;
                }
            }
        }
        let by_stars = arguments.open;
        for keyword in &call.arguments.keywords {
            let value = self.expr(&keyword.value);
            match &keyword.arg {
                Some(name) => arguments.keywords.push((Sym::new(name), value)),
                None => match spread_of(self, &value) {
                    Some(entries) => {
                        arguments.open |= entries.rest.is_some();
                        arguments.dependencies = arguments.dependencies.and(value.dependencies);
                        for (key, value) in entries.known.iter() {
                            match key.str_value() {
                                Some(name) => arguments.keywords.push((Sym::new(name), value.clone())),
                                None => arguments.open = true,
                            }
                        }
                    }
                    None => arguments.open = true,
                },
            }
        }
        if arguments.open && !by_stars || call.arguments.keywords.iter().any(|keyword| keyword.arg.is_none()) {
            arguments.each = None;
        }
        arguments
    }

    pub fn defaults(&mut self, params: &'p Parameters) -> Defaults<'p> {
        let each = params.iter_non_variadic_params().filter_map(|param| {
            let default = param.default.as_deref()?;
            Some((identifier(&param.parameter.name), self.expr(default)))
        });
        Defaults::of(each.collect())
    }
}

impl<'p> Machine<'p> {
    /// The qualified name of something defined here.
    pub fn qualified(&self, name: &str) -> String {
        let mut qualified = name.to_owned();
        for frame in self.frames.iter().rev() {
            match (frame.class_body, &frame.function) {
                (Some(class), _) => qualified = format!("{class}.{qualified}"),
                (None, Some(function)) => return format!("{}.{qualified}", function.qualified),
                (None, None) => break,
            }
        }
        qualified
    }
}

impl<'p> State<'p> {
    /// What a comprehension or a generator has put into its list.
    pub fn collected(&self, list: ObjectId) -> Items<'p> {
        match self.heap.get(list).clone() {
            Object::List(items) => Items::Known(items),
            Object::ListOf { item, len } => Items::Each(item, Some(len)),
            _ => Items::Each(Value::unknown(), None),
        }
    }
}

/// `{{ name }}`: as Python a set of a set, which always fails. Something else is put in its place before the file is
/// run.
fn is_placeholder(set: &ExprSet) -> bool {
    let [Expr::Set(inner)] = &*set.elts else { return false };
    matches!(&*inner.elts, [Expr::Name(_) | Expr::Attribute(_)])
}

/// Is it a size that was made where paths met?
fn is_one_of(size: Dim) -> bool {
    let is_one_of = |atom: Atom| matches!(atom.data(), AtomData::Fresh { kind: FreshKind::OneOf, .. });
    size.as_choice().is_some() || size.as_atom().is_some_and(is_one_of)
}

/// `np.ones((5, 2))`: a call of a name with literals alone.
fn is_literal_call(expression: &Expr) -> bool {
    fn is_literal(expression: &Expr) -> bool {
        match expression {
            Expr::Tuple(tuple) => tuple.elts.iter().all(is_literal),
            other => other.is_literal_expr(),
        }
    }
    let Expr::Call(call) = expression else { return false };
    let named = |function: &Expr| match function {
        Expr::Attribute(attribute) => matches!(&*attribute.value, Expr::Name(_)),
        Expr::Name(_) => true,
        _ => false,
    };
    let keywords = call.arguments.keywords.iter().map(|keyword| &keyword.value);
    named(&call.func) && call.arguments.args.iter().chain(keywords).all(is_literal)
}

/// The value of an expression of literal ints of which a part is larger than what is followed: `2**63 - 1`.
fn folded<'p>(expr: &Expr) -> Option<Value<'p>> {
    fn exact(expr: &Expr, depth: u32) -> Option<i128> {
        let deeper = depth.checked_sub(1)?;
        let exact = |expr: &Expr| exact(expr, deeper);
        match expr {
            Expr::NumberLiteral(literal) => match &literal.value {
                Number::Int(value) => value.as_u64().map(i128::from),
                Number::Float(_) | Number::Complex { .. } => None,
            },
            Expr::UnaryOp(operation) if operation.op == UnaryOp::USub => exact(&operation.operand)?.checked_neg(),
            Expr::BinOp(operation) => {
                let (left, right) = (exact(&operation.left)?, exact(&operation.right)?);
                match operation.op {
                    Operator::Add => left.checked_add(right),
                    Operator::Sub => left.checked_sub(right),
                    Operator::Mult => left.checked_mul(right),
                    Operator::Pow => left.checked_pow(u32::try_from(right).ok()?),
                    _ => None,
                }
            }
            _ => None,
        }
    }
    exact(expr, 8).map(int)
}

/// An int of any size.
fn int<'p>(value: i128) -> Value<'p> {
    match (i64::try_from(value), u64::try_from(value)) {
        // Whose negative is none of 64 bits.
        (Ok(i64::MIN), _) => Kind::LargeInt(DType::INT64).into(),
        (Ok(value), _) => Value::int(value),
        (_, Ok(_)) => Kind::LargeInt(DType::UINT64).into(),
        _ => Kind::LargeInt(DType::OBJECT).into(),
    }
}

fn number<'p>(number: &Number) -> Value<'p> {
    match number {
        Number::Int(value) => match (value.as_i64(), value.as_u64()) {
            (Some(value), _) => Value::int(value),
            (None, Some(value)) => int(value.into()),
            (None, None) => Kind::LargeInt(DType::OBJECT).into(),
        },
        Number::Float(value) => Value::data(Ty::float(*value)),
        Number::Complex { .. } => Value::data(Ty::new(TyKind::Complex)),
    }
}

/// A step of `5j` or `1j * n`, which grids of points read as a number of them: complex numbers have no values
/// among types, so that here it is a type of its own.
fn imaginary<'p>(run: &mut Evaluator<'p>, step: &'p Expr) -> Option<Value<'p>> {
    let (unit, count) = match step {
        Expr::BinOp(product) if product.op == Operator::Mult => match imaginary_literal(&product.left) {
            Some(unit) => (unit, Some(&*product.right)),
            None => (imaginary_literal(&product.right)?, Some(&*product.left)),
        },
        literal => (imaginary_literal(literal)?, None),
    };
    let count = match count {
        Some(count) => run.peek(count)?,
        None => Value::int(1),
    };
    let size = count.int_value()?;
    let points = match size.constant() {
        // As `int` makes a number of its absolute value.
        Some(size) => Dim::of((unit * size as f64).abs().trunc() as i64),
        None if unit == 1.0 && run.state.store.ask_le(Dim::ZERO, size).is_yes() => size,
        None => return None,
    };
    let ty = Ty::new(TyKind::Ctor(Sym::new("imaginary"), [Ty::int(points)].into()));
    Some(Value::data(ty).with_dependencies(count.dependencies))
}

/// `5j`, of which no more is taken than a size may be.
fn imaginary_literal(literal: &Expr) -> Option<f64> {
    let Expr::NumberLiteral(number) = literal else { return None };
    let Number::Complex { real, imag } = number.value else { return None };
    (real == 0.0 && (0.0..1e15).contains(&imag)).then_some(imag)
}

/// A call of an `async def` gives a coroutine, whose body runs when that is awaited. One that is awaited where it is made
/// runs there, as any function does: no other code has it. All others may run at any time, or never, so that what they may
/// change is unknown from their call on, and so is what they give.
impl<'p> Evaluator<'p> {
    fn awaited(&mut self, expression: &'p Expr) -> Value<'p> {
        let Expr::Call(call) = expression else {
            let value = self.expr(expression);
            return self.unmodelled("`await`", &[value]);
        };
        let callee = self.expr(&call.func);
        if is_coroutine_function(&callee) {
            return self.call_of(&callee, call, true);
        }
        let value = self.call_of(&callee, call, false);
        self.unmodelled("`await`", &[value])
    }

    /// `asyncio.run(load())`
    pub fn run_coroutine(&mut self, call: &'p ExprCall) -> Value<'p> {
        let coroutine = call.arguments.iter_source_order().next();
        coroutine.map_or_else(Value::unknown, |coroutine| self.awaited(coroutine.value()))
    }
}

/// Is it a function, or a method, of which each call is a coroutine?
fn is_coroutine_function(callee: &Value<'_>) -> bool {
    let function = match &callee.kind {
        Kind::Bound(pair) => &pair.1.kind,
        kind => kind,
    };
    matches!(function, Kind::Function(function) if function.is_async && !function.is_generator)
}
