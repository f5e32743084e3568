//! Translates values to closed types, results back to values, and failures to findings. Nothing about
//! any operation is decided here.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use conformable_signatures::{Arg, CallArgs, CallOutcome, CallResult, Catalogue, Op, ResultFacts};
use conformable_solver::effort;
use conformable_types::{DType, Dim, Elem, FreshKind, Shape, Ty, TyKind};
use ruff_text_size::TextRange;
use rustc_hash::FxHasher;

use crate::domain::heap::{Items, Object, ObjectId};
use crate::domain::state::NO_VIEW;
use crate::domain::value::{Array, Dependencies, Kind, Sym, Tuple, TupleClass, Value};
use crate::eval::Evaluator;
use crate::eval::call::calls::Arguments;
use crate::front::diagnostic::Diagnostic;
use crate::front::rules;

/// A type with more parts than this is not known where it has them.
const MOST_PARTS: u32 = 20_000;

/// What the catalogue is asked.
struct Question<'a, 'p> {
    op: &'static Op,
    name: &'a str,
    /// What is written between the operands of an operator.
    between: Option<&'a str>,
    positional: &'a [Value<'p>],
    keywords: &'a [(Sym, Value<'p>)],
    open: bool,
    /// What a refutation shows, and depends on.
    shown: &'a [Value<'p>],
}

/// Why it gives nothing.
enum Silence {
    Refuted,
    Unknown(&'static str),
}

impl<'p> Evaluator<'p> {
    pub fn library(&self) -> &'static Catalogue {
        self.program.catalogue()
    }

    pub fn is_namespace(&self, path: &str) -> bool {
        self.library().namespace(path)
    }

    // --- values to types ----------------------------------------------------------------------

    /// The closed type of a value; `Unknown` for what has none.
    pub fn type_of(&mut self, value: &Value<'p>) -> Ty {
        self.whole_type(value, false)
    }

    /// The type of a value; among the items of a shape a NumPy integer is the size that it is (`as_sizes`).
    fn whole_type(&mut self, value: &Value<'p>, as_sizes: bool) -> Ty {
        self.parts_left = MOST_PARTS;
        let ty = self.type_within(value, 0, as_sizes);
        effort::add((MOST_PARTS - self.parts_left) as usize);
        ty
    }

    fn type_within(&mut self, value: &Value<'p>, depth: u32, as_sizes: bool) -> Ty {
        // An object counts as often as it is reached.
        if depth > 12 || self.parts_left == 0 {
            return Ty::unknown();
        }
        self.parts_left -= 1;
        match &value.kind {
            Kind::Integer(ty, value) if as_sizes && depth > 0 && *ty == Ty::scalar(DType::INT64) => {
                Ty::int(self.state.store.resolve_dim(*value))
            }
            Kind::Data(ty) | Kind::Integer(ty, _) => self.state.store.resolve_ty(*ty),
            Kind::Array(array) => self.state.store.resolve_ty(array.ty),
            Kind::Tuple(tuple) => {
                let tuple = Rc::clone(tuple);
                let items: Vec<Ty> =
                    tuple.items.iter().map(|item| self.type_within(item, depth + 1, as_sizes)).collect();
                match &tuple.class {
                    TupleClass::Catalogue(name) => Ty::new(TyKind::Ctor(*name, items.into())),
                    TupleClass::Choice => Ty::unknown(),
                    _ => Ty::tuple(items),
                }
            }
            Kind::Shape(shape) => match self.settled(*shape) {
                Some(tuple) => self.type_within(&tuple, depth + 1, as_sizes),
                None => {
                    let of = Ty::array(Elem::any(), self.state.store.resolve_shape(*shape));
                    Ty::new(TyKind::Ctor(Sym::new("shape"), [of].into()))
                }
            },
            Kind::Slice(parts) => {
                let parts = Rc::clone(parts);
                let parts = [0, 1, 2].map(|place| self.type_within(&parts[place], depth + 1, as_sizes));
                Ty::new(TyKind::Slice(parts))
            }
            Kind::Object(id) => self.type_of_object(*id, depth, as_sizes),
            Kind::Union(members) => {
                let members = Rc::clone(members);
                let members: Vec<Ty> =
                    members.iter().map(|member| self.type_within(member, depth + 1, as_sizes)).collect();
                Ty::union(members)
            }
            Kind::Builtin(name) => match name.as_str() {
                "int" | "builtins.int" => dtype_named("int64"),
                "float" => dtype_named("float64"),
                "bool" => dtype_named("bool"),
                "complex" => dtype_named("complex128"),
                "object" => dtype_named("object"),
                "str" | "builtins.str" => Ty::new(TyKind::DType(DType::str(0).into())),
                "bytes" | "builtins.bytes" => Ty::new(TyKind::DType(DType::bytes(0).into())),
                _ => Ty::unknown(),
            },
            _ => Ty::unknown(),
        }
    }

    fn type_of_object(&mut self, id: ObjectId, depth: u32, as_sizes: bool) -> Ty {
        match self.state.heap.get(id).clone() {
            Object::List(items) if items.len() <= 4096 => {
                let items: Vec<Ty> = items.iter().map(|item| self.type_within(item, depth + 1, as_sizes)).collect();
                Ty::list(items)
            }
            Object::List(items) => {
                let item = items.first().map_or(Ty::unknown(), |item| self.type_within(item, depth + 1, as_sizes));
                Ty::list_of(item)
            }
            Object::ListOf { item, .. } => {
                let item = self.type_within(&item, depth + 1, as_sizes);
                Ty::list_of(item)
            }
            Object::Set(item) => {
                let item = self.type_within(&item, depth + 1, as_sizes);
                Ty::new(TyKind::Set(item))
            }
            Object::Dict(entries) => {
                let mut keys = Vec::new();
                for (key, _) in &entries.known {
                    keys.push(general(self.type_within(key, depth + 1, as_sizes)));
                }
                keys.extend(entries.rest.is_some().then(Ty::unknown));
                let values: Vec<Ty> =
                    entries.values().map(|value| self.type_within(value, depth + 1, as_sizes)).collect();
                Ty::new(TyKind::Dict(Ty::union(keys), Ty::union(values)))
            }
            Object::Instance { class, .. } => {
                let module = class.module.file.module.clone().unwrap_or_default();
                let name =
                    if module.is_empty() { class.qualified.clone() } else { format!("{module}.{}", class.qualified) };
                Ty::class(&name)
            }
            // As an argument it is as good as the list of its items.
            Object::Range(Items::Known(items)) if as_sizes && items.len() <= 4096 => {
                let items: Vec<Ty> = items.iter().map(|item| self.type_within(item, depth + 1, as_sizes)).collect();
                Ty::list(items)
            }
            Object::Range(Items::Each(item, Some(_))) if as_sizes => {
                let item = general(self.type_within(&item, depth + 1, as_sizes));
                Ty::list_of(item)
            }
            Object::Range(_) | Object::View { .. } | Object::Iterator(_) | Object::Scope { .. } | Object::Escaped => {
                Ty::unknown()
            }
        }
    }

    fn argument(&mut self, value: &Value<'p>) -> Arg {
        let mut arg = Arg::of(self.whole_type(value, true));
        if let Kind::Array(array) = &value.kind {
            let array = &self.state.current(array);
            arg.elements = array.elements.map(|ty| self.state.store.resolve_ty(ty));
            arg.attained = array.attained;
            arg.identity = self.identity(array);
        }
        if let Kind::Integer(_, number) = &value.kind {
            arg.elements = Some(Ty::int(self.state.store.resolve_dim(*number)));
        }
        if let Kind::Object(id) = &value.kind
            && let Object::ListOf { len, .. } | Object::Range(Items::Each(_, Some(len))) = self.state.heap.get(*id)
        {
            arg.length = Some(self.state.store.resolve_dim(*len));
        }
        arg.spells_one = self.spells_one(value);
        arg.literal = value.str_value().is_none() || value.origin.is_some();
        arg
    }

    /// Was a 1 in the shape of it, or of an array in it, written by someone who meant it?
    fn spells_one(&self, value: &Value<'p>) -> bool {
        match &value.kind {
            Kind::Array(array) => array.spells_one,
            Kind::Tuple(tuple) => tuple.items.iter().any(|item| self.spells_one(item)),
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::List(items) => items.iter().any(|item| matches!(&item.kind, Kind::Array(a) if a.spells_one)),
                Object::ListOf { item, .. } => matches!(&item.kind, Kind::Array(array) if array.spells_one),
                _ => false,
            },
            _ => false,
        }
    }

    /// What is said of a call's result besides its type.
    fn marked(
        &mut self,
        value: Value<'p>,
        result_facts: &ResultFacts,
        dependencies: Dependencies,
        range: TextRange,
    ) -> Value<'p> {
        self.report_hazards(result_facts, dependencies, range);
        let kind = match value.kind {
            Kind::Array(array) => {
                Kind::Array(Array { spells_one: result_facts.spells_one, whole: result_facts.whole, ..array })
            }
            Kind::Tuple(tuple) if result_facts.per_axis || result_facts.spells_one => {
                let spelled = |item: &Value<'p>| match item.kind {
                    Kind::Array(array) => Value {
                        kind: Kind::Array(Array { spells_one: result_facts.spells_one, ..array }),
                        ..item.clone()
                    },
                    _ => item.clone(),
                };
                let class = if result_facts.per_axis { TupleClass::PerAxis } else { tuple.class.clone() };
                Tuple::of(tuple.items.iter().map(spelled).collect(), class)
            }
            Kind::Data(ty) if ty == Ty::scalar(DType::BOOL) => match result_facts.truth {
                Some(truth) => Kind::Integer(ty, Dim::of(i64::from(truth))),
                None => Kind::Data(ty),
            },
            kind => kind,
        };
        Value { kind, ..value }
    }

    /// What the elements of an array are known by, at this moment.
    pub fn identity(&self, array: &Array) -> Option<u64> {
        if array.view == NO_VIEW {
            return None;
        }
        let mut hasher = FxHasher::default();
        (array.base, array.view, self.state.version(array.base)).hash(&mut hasher);
        Some(hasher.finish())
    }

    // --- types to values ----------------------------------------------------------------------

    /// A value of this type, made just now.
    pub fn value_of(&mut self, ty: Ty) -> Value<'p> {
        match ty.kind() {
            TyKind::Unknown | TyKind::Name(_) | TyKind::Class(_) => Value::unknown(),
            TyKind::Array { .. } | TyKind::Decay { .. } => {
                let ty = self.state.store.with_names(ty);
                self.array_value(ty)
            }
            TyKind::Tuple(items) => {
                let items = items.iter().map(|item| self.value_of(*item)).collect();
                Value::tuple(items)
            }
            TyKind::Ctor(name, params) if !self.library().fields(name.as_str()).is_empty() => {
                let items = params.iter().map(|item| self.value_of(*item)).collect();
                Tuple::of(items, TupleClass::Catalogue(*name)).into()
            }
            TyKind::List(items) => {
                let items = items.iter().map(|item| self.value_of(*item)).collect();
                self.list(items)
            }
            TyKind::ListOf(item) => {
                // One name would say that all have one size: each has its own.
                let item = match item.kind() {
                    TyKind::Array { .. } | TyKind::Decay { .. } => {
                        let item = self.with_own_sizes(*item);
                        self.array_value(item)
                    }
                    _ => self.value_of(*item),
                };
                let len = self.state.store.fresh_dim(FreshKind::Unknown);
                self.list_of(item, len)
            }
            TyKind::Union(members) => {
                let members: Vec<Value<'p>> = members.iter().map(|member| self.value_of(*member)).collect();
                if members.iter().any(Value::is_unknown) {
                    return Value::unknown();
                }
                Kind::Union(Rc::new(members)).into()
            }
            _ => Value::data(ty),
        }
    }

    /// An array's type that stands for several, in which what nobody knows is each one's own.
    fn with_own_sizes(&mut self, ty: Ty) -> Ty {
        let Some((elem, shape)) = ty.as_array() else { return ty };
        let Some(dims) = shape.dims() else { return ty };
        let mut own = |dim: &Dim| if dim.is_any() { self.state.store.fresh_dim(FreshKind::Each) } else { *dim };
        let shape: Shape = dims.iter().map(&mut own).collect();
        match ty.kind() {
            TyKind::Decay { .. } => Ty::decay(elem, shape),
            _ => Ty::array(elem, shape),
        }
    }

    fn array_value(&mut self, ty: Ty) -> Value<'p> {
        let base = self.new_identity();
        Kind::Array(Array { ty, base, view: 0, attained: None, elements: None, spells_one: false, whole: false }).into()
    }

    // --- calls --------------------------------------------------------------------------------

    pub fn call_op(&mut self, path: Sym, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let Some(op) = self.library().function(path.as_str()) else {
            let callee = Value::unknown();
            return self.unknown_call(&callee, arguments);
        };
        let name = path.as_str().rsplit('.').next().unwrap_or_default();
        self.apply(op, name, arguments, range)
    }

    /// Apply an operation of the catalogue; what it is refuted for is reported.
    pub fn apply(&mut self, op: &'static Op, name: &str, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        arguments.values().for_each(|value| self.escape_callables(value));
        if arguments.values().any(|value| matches!(value.kind, Kind::Union(_))) {
            return self.apply_to_members(op, name, arguments, range);
        }
        let plainly = |evaluator: &mut Self, given: &Arguments<'p>| evaluator.apply_plain(op, name, given, range);
        match self.with_empty_lists(arguments, plainly) {
            Some(split) => self.apply_to_members(op, name, &split, range),
            None => self.apply_plain(op, name, arguments, range),
        }
    }

    /// The same where no argument is a union.
    fn apply_plain(&mut self, op: &'static Op, name: &str, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let values: Vec<Value<'p>> = arguments.values().cloned().collect();
        let dependencies =
            values.iter().fold(Dependencies::LOCAL, |dependencies, value| dependencies.and(value.dependencies));
        let Arguments { positional, keywords, open, .. } = arguments;
        let question = Question { op, name, between: None, positional, keywords, open: *open, shown: &values };
        let given = match self.ask_catalogue(&question, range) {
            Ok(given) => given,
            Err(Silence::Refuted) => return Value::unknown(),
            Err(Silence::Unknown(reason)) => {
                self.because(range, true, || format!("{}: {reason}", op.path));
                values.iter().for_each(|value| self.escape_if_mutable(value));
                return Value::unknown();
            }
        };
        // A function that gives nothing may be there for what it writes.
        let writes = matches!(given.result.kind(), TyKind::None);
        for value in &values {
            self.escape_if_mutable(value);
            if let (true, Kind::Array(array)) = (writes, &value.kind) {
                self.write_array(array);
            }
        }
        let dependencies = self.dependencies_of_result(dependencies, &values, given.result);
        let mut made = self.value_of(given.result);
        if given.result_facts.views {
            let arrays: Vec<Array> = values.iter().filter_map(|value| value.array().copied()).collect();
            self.share(&mut made, &arrays);
        }
        let mut value = self.marked(made, &given.result_facts, dependencies, range);
        match (&mut value.kind, given.elements.and_then(Ty::int_value)) {
            (Kind::Array(array), _) => {
                array.attained = given.attained;
                array.elements = given.elements;
            }
            (Kind::Data(ty), Some(number)) if matches!(ty.kind(), TyKind::Scalar(_)) => {
                value.kind = Kind::Integer(*ty, number);
            }
            _ => {}
        }
        // What the catalogue knows exactly, it knows by the types of the arguments.
        value.with_dependencies(if is_measurement(given.result) {
            dependencies.and(Dependencies::MEASURED)
        } else {
            dependencies
        })
    }

    /// The same of each combination of members, where arguments are unions.
    fn apply_to_members(
        &mut self,
        op: &'static Op,
        name: &str,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) -> Value<'p> {
        let values: Vec<&Value<'p>> = arguments.values().collect();
        self.each_member(&values, |evaluator, members| {
            let mut one = arguments.clone();
            let positional = one.positional.len();
            one.positional.clone_from_slice(&members[..positional]);
            for ((_, slot), member) in one.keywords.iter_mut().zip(&members[positional..]) {
                *slot = member.clone();
            }
            members.iter().for_each(|member| evaluator.assume_items(member));
            evaluator.apply(op, name, &one, range)
        })
    }

    /// Ask the catalogue. What it teaches is learned, what it refutes is reported, and what it
    /// writes to is written to.
    fn ask_catalogue(&mut self, question: &Question<'_, 'p>, range: TextRange) -> Result<CallResult, Silence> {
        let args = CallArgs {
            positional: question.positional.iter().map(|value| self.argument(value)).collect(),
            keywords: question
                .keywords
                .iter()
                .map(|(name, value)| (name.as_str().to_owned(), self.argument(value)))
                .collect(),
            open: question.open,
        };
        let applied = self.applied(question.op, &args, range);
        let by_place = question.positional.iter().enumerate().filter(|(place, _)| question.op.is_out_at(*place));
        let by_name = question.keywords.iter().filter(|(name, _)| question.op.is_out(name.as_str()));
        for written in by_place.map(|(_, value)| value).chain(by_name.map(|(_, value)| value)) {
            self.escape(written);
        }
        match applied {
            CallOutcome::Value(returned, _) if has_too_many_dims(returned.result) => {
                Err(Silence::Unknown("NumPy has no arrays of so many dims"))
            }
            CallOutcome::Value(returned, store) => {
                self.state.learn(store);
                Ok(returned)
            }
            CallOutcome::Refuted(failure) => {
                let dependencies = question
                    .shown
                    .iter()
                    .fold(Dependencies::LOCAL, |dependencies, value| dependencies.and(value.dependencies));
                self.report_failure(&failure, question.name, question.between, question.shown, dependencies, range);
                Err(Silence::Refuted)
            }
            CallOutcome::Unknown(reason) => Err(Silence::Unknown(reason)),
        }
    }

    /// The answer itself, which may be remembered: verified, it is also found anew, and the two are
    /// the same down to the numbers of what is new.
    fn applied(&mut self, op: &'static Op, args: &CallArgs, range: TextRange) -> CallOutcome {
        let applied = op.recall(args, &self.state.store);
        if self.program.settings().verify
            && let Err(differs) = applied.compare(&op.apply(args, &self.state.store))
        {
            let place = self.module().place(range);
            let message = format!("a remembered call of {} differs in {differs}", op.path);
            self.summaries.wrong.push(Diagnostic::new(rules::INTERNAL, place, message));
        }
        applied
    }

    /// What was made from these arrays may be written to through them, and the other way round.
    fn share(&mut self, made: &mut Value<'p>, arrays: &[Array]) {
        let Some(first) = arrays.first() else { return };
        // Of several arrays each gives one, or all are of the first.
        let of = |place: usize, count: usize| if count == arrays.len() { arrays[place] } else { *first };
        match &mut made.kind {
            Kind::Array(own) => self.view_storage(own, first),
            Kind::Tuple(tuple) => {
                let (mut items, class) = (tuple.items.clone(), tuple.class.clone());
                let count = items.len();
                for (place, item) in items.iter_mut().enumerate() {
                    self.share(item, &[of(place, count)]);
                }
                made.kind = Tuple::of(items, class);
            }
            Kind::Object(id) => {
                let mut object = self.state.heap.get(*id).clone();
                match &mut object {
                    Object::List(items) => {
                        let count = items.len();
                        for (place, item) in items.iter_mut().enumerate() {
                            self.share(item, &[of(place, count)]);
                        }
                    }
                    Object::ListOf { item, .. } => self.share(item, arrays),
                    _ => return,
                }
                self.state.heap.set(*id, object);
            }
            _ => {}
        }
    }

    /// Another part of an array's storage.
    fn view_storage(&mut self, own: &mut Array, of: &Array) {
        own.base = of.base;
        own.view = if of.view == NO_VIEW { NO_VIEW } else { self.new_identity() };
    }

    /// A catalogued function writes nothing but `out`; callbacks may be called.
    fn escape_if_mutable(&mut self, value: &Value<'p>) {
        if matches!(value.kind, Kind::Function(_) | Kind::Bound(_) | Kind::Partial(_)) {
            self.escape(value);
        }
    }

    pub fn operator_call(&mut self, symbol: &str, left: &Value<'p>, right: &Value<'p>, range: TextRange) -> Value<'p> {
        let Some(op) = self.library().operator(symbol) else { return Value::unknown() };
        self.operator_apply(op, symbol, &[left.clone(), right.clone()], range)
    }

    pub fn unary_operator_call(&mut self, symbol: &str, operand: &Value<'p>, range: TextRange) -> Value<'p> {
        let Some(op) = self.library().operator(symbol) else { return Value::unknown() };
        self.operator_apply(op, symbol, std::slice::from_ref(operand), range)
    }

    fn operator_apply(&mut self, op: &'static Op, symbol: &str, operands: &[Value<'p>], range: TextRange) -> Value<'p> {
        let between = (operands.len() == 2).then_some(symbol);
        let asked =
            Question { op, name: symbol, between, positional: operands, keywords: &[], open: false, shown: operands };
        let given = match self.ask_catalogue(&asked, range) {
            Ok(given) => given,
            Err(Silence::Refuted) => return Value::unknown(),
            Err(Silence::Unknown(reason)) => {
                self.because(range, true, || format!("{symbol}: {reason}"));
                return Value::unknown();
            }
        };
        let dependencies =
            operands.iter().fold(Dependencies::LOCAL, |dependencies, value| dependencies.and(value.dependencies));
        self.taint(dependencies, operands);
        let made = self.value_of(given.result).with_dependencies(dependencies);
        let value = self.marked(made, &given.result_facts, dependencies, range);
        self.outer_broadcast(symbol, operands, &value, range);
        self.widened(symbol, operands, &value, range);
        value
    }

    /// `x op= y` for an array: the result must fit, in shape and by `same_kind`.
    pub fn in_place(
        &mut self,
        symbol: &str,
        old: &Value<'p>,
        array: &Array,
        value: &Value<'p>,
        range: TextRange,
    ) -> Value<'p> {
        if value.is_unknown() {
            // It may want to do it itself, and give something else: `__array_priority__`.
            self.write_array(array);
            return Value::unknown();
        }
        let Some(op) = self.library().operator(&format!("{symbol}=")).or_else(|| self.library().operator(symbol))
        else {
            return old.clone();
        };
        let operands = [old.clone(), value.clone()];
        let shown = format!("{symbol}=");
        let question = Question {
            op,
            name: &shown,
            between: Some(&shown),
            positional: &operands,
            keywords: &[(Sym::new("out"), old.clone())],
            open: false,
            shown: &operands,
        };
        if let Ok(given) = self.ask_catalogue(&question, range) {
            let dependencies = old.dependencies.and(value.dependencies);
            self.taint(dependencies, &operands);
            self.report_hazards(&given.result_facts, dependencies, range);
        }
        old.clone()
    }

    pub fn elementwise_bool(&mut self, array: &Value<'p>) -> Value<'p> {
        let Some((_, shape)) = array.ty().and_then(Ty::as_array) else { return Value::unknown() };
        let ty = Ty::decay(conformable_types::DType::BOOL, shape);
        self.value_of(ty).with_dependencies(array.dependencies)
    }

    /// Note how the operands of an expression are written, for messages.
    pub fn write_operands(&mut self, range: TextRange, operands: Vec<TextRange>) {
        let module = self.module().id;
        self.texts.written.insert((module, range), operands);
    }

    pub fn items_or_unknown(&mut self, items: Items<'p>) -> Value<'p> {
        match items {
            Items::Known(items) => self.one_among(&items),
            Items::Each(item, _) => self.one_of(&item),
        }
    }
}

fn dtype_named(name: &str) -> Ty {
    conformable_types::DType::parse(name).map_or(Ty::unknown(), |dtype| Ty::new(TyKind::DType(Elem::from(dtype))))
}

/// Ints, dtypes and the like: no elements of anything.
fn is_measurement(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::IntOf(_) | TyKind::LitBool(_) | TyKind::LitStr(_) | TyKind::DType(_) => true,
        TyKind::Tuple(items) => items.iter().all(|item| is_measurement(*item)),
        _ => false,
    }
}

/// NumPy's `MAXDIMS`, the largest that any of its versions has.
const MOST_DIMS: usize = 64;

/// An array that no run makes: what makes it raises.
fn has_too_many_dims(ty: Ty) -> bool {
    matches!(ty.kind(), TyKind::Array { shape, .. } if shape.rank().is_some_and(|rank| rank > MOST_DIMS))
}

/// A constant's kind.
fn general(ty: Ty) -> Ty {
    match ty.kind() {
        TyKind::IntOf(_) => Ty::new(TyKind::Int),
        TyKind::LitStr(_) => Ty::new(TyKind::Str),
        TyKind::LitBool(_) => Ty::new(TyKind::Bool),
        TyKind::LitFloat(_) => Ty::new(TyKind::Float),
        _ => ty,
    }
}
