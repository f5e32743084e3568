//! The window to the catalogue: values to closed types, results back to values, failures to
//! findings. Nothing about any operation is decided here.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use conformable_signatures::{Applied, Arg, CallArgs, Catalogue, Op, Remarked};
use conformable_types::{Dim, Elem, FreshKind, Shape, Ty, TyKind};
use ruff_text_size::TextRange;
use rustc_hash::FxHasher;

use super::Evaluator;
use super::calls::Arguments;
use crate::heap::{Items, Object};
use crate::state::NO_VIEW;
use crate::value::{Array, Facts, Kind, Sym, Tuple, TupleClass, Value};

impl<'p> Evaluator<'p> {
    pub fn library(&self) -> &'static Catalogue {
        Catalogue::numpy()
    }

    pub fn is_namespace(&self, path: &str) -> bool {
        self.library().namespace(path)
    }

    // --- values to types ----------------------------------------------------------------------

    /// The closed type of a value; `Unknown` for what has none.
    pub fn type_of(&mut self, value: &Value<'p>) -> Ty {
        self.type_within(value, 0)
    }

    fn type_within(&mut self, value: &Value<'p>, depth: u32) -> Ty {
        if depth > 12 {
            return Ty::unknown();
        }
        match &value.kind {
            Kind::Data(ty) => self.state.store.resolve_ty(*ty),
            Kind::Array(array) => self.state.store.resolve_ty(array.ty),
            Kind::Tuple(tuple) => {
                let tuple = Rc::clone(tuple);
                let items: Vec<Ty> = tuple.items.iter().map(|item| self.type_within(item, depth + 1)).collect();
                match &tuple.class {
                    TupleClass::Catalogue(name) => Ty::new(TyKind::Ctor(*name, items.into())),
                    _ => Ty::tuple(items),
                }
            }
            Kind::Shape(shape) => match self.settled(*shape) {
                Some(tuple) => self.type_within(&tuple, depth + 1),
                None => {
                    let of = Ty::array(Elem::any(), self.state.store.resolve_shape(*shape));
                    Ty::new(TyKind::Ctor(Sym::new("shape"), [of].into()))
                }
            },
            Kind::Slice(parts) => {
                let parts = Rc::clone(parts);
                let parts = [0, 1, 2].map(|place| self.type_within(&parts[place], depth + 1));
                Ty::new(TyKind::Slice(parts))
            }
            Kind::Object(id) => match self.state.heap.get(*id).clone() {
                Object::List(items) if items.len() <= 4096 => {
                    let items: Vec<Ty> = items.iter().map(|item| self.type_within(item, depth + 1)).collect();
                    Ty::list(items)
                }
                Object::List(items) => {
                    let item = items.first().map_or(Ty::unknown(), |item| self.type_within(item, depth + 1));
                    Ty::list_of(item)
                }
                Object::ListOf { item, .. } => {
                    let item = self.type_within(&item, depth + 1);
                    Ty::list_of(item)
                }
                Object::Set(item) => {
                    let item = self.type_within(&item, depth + 1);
                    Ty::new(TyKind::Set(item))
                }
                Object::Dict { entries, rest } => {
                    let mut keys = Vec::new();
                    let mut values = Vec::new();
                    for (key, value) in &entries {
                        keys.push(general(self.type_within(key, depth + 1)));
                        values.push(self.type_within(value, depth + 1));
                    }
                    if let Some(rest) = rest {
                        keys.push(Ty::unknown());
                        values.push(self.type_within(&rest, depth + 1));
                    }
                    Ty::new(TyKind::Dict(Ty::union(keys), Ty::union(values)))
                }
                Object::Instance { class, .. } => {
                    let module = class.module.file.module.clone().unwrap_or_default();
                    let name = if module.is_empty() {
                        class.qualified.clone()
                    } else {
                        format!("{module}.{}", class.qualified)
                    };
                    Ty::class(&name)
                }
                Object::Iterator { .. } | Object::Scope { .. } | Object::Escaped => Ty::unknown(),
            },
            Kind::Union(members) => {
                let members = Rc::clone(members);
                let members: Vec<Ty> = members.iter().map(|member| self.type_within(member, depth + 1)).collect();
                Ty::union(members)
            }
            Kind::Builtin(name) => match name.as_str() {
                "int" | "builtins.int" => dtype_named("int64"),
                "float" => dtype_named("float64"),
                "bool" => dtype_named("bool"),
                "complex" => dtype_named("complex128"),
                "object" => dtype_named("object"),
                _ => Ty::unknown(),
            },
            _ => Ty::unknown(),
        }
    }

    fn argument(&mut self, value: &Value<'p>) -> Arg {
        let mut arg = Arg::of(self.type_of(value));
        if let Kind::Array(array) = &value.kind {
            let array = &self.state.current(array);
            arg.elements = array.elements.map(|ty| self.state.store.resolve_ty(ty));
            arg.attained = array.attained;
            arg.identity = self.identity(array);
        }
        if let Kind::Object(id) = &value.kind
            && let Object::ListOf { len, .. } = self.state.heap.get(*id)
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
    fn marked(&mut self, value: Value<'p>, remarked: &Remarked, facts: Facts, range: TextRange) -> Value<'p> {
        self.remarked(remarked, facts, range);
        let kind = match value.kind {
            Kind::Array(array) => {
                Kind::Array(Array { spells_one: remarked.spells_one, whole: remarked.whole, ..array })
            }
            Kind::Tuple(tuple) if remarked.per_axis || remarked.spells_one => {
                let spelled = |item: &Value<'p>| match item.kind {
                    Kind::Array(array) => {
                        Value { kind: Kind::Array(Array { spells_one: remarked.spells_one, ..array }), ..item.clone() }
                    }
                    _ => item.clone(),
                };
                let class = if remarked.per_axis { TupleClass::PerAxis } else { tuple.class.clone() };
                Kind::Tuple(Rc::new(Tuple { items: tuple.items.iter().map(spelled).collect(), class }))
            }
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
                Kind::Tuple(Rc::new(Tuple { items, class: TupleClass::Catalogue(*name) })).into()
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
        let values: Vec<Value<'p>> = arguments.values().cloned().collect();
        if values.iter().any(|value| matches!(value.kind, Kind::Union(_))) {
            let refs: Vec<&Value<'p>> = values.iter().collect();
            return self.each_member(&refs, range, |evaluator, members| {
                let mut one = arguments.clone();
                let positional = one.positional.len();
                one.positional.clone_from_slice(&members[..positional]);
                for ((_, slot), member) in one.keywords.iter_mut().zip(&members[positional..]) {
                    *slot = member.clone();
                }
                evaluator.apply(op, name, &one, range)
            });
        }
        let args = CallArgs {
            positional: arguments.positional.iter().map(|value| self.argument(value)).collect(),
            keywords: arguments
                .keywords
                .iter()
                .map(|(name, value)| (name.as_str().to_owned(), self.argument(value)))
                .collect(),
            open: arguments.open,
        };
        let facts = values.iter().fold(Facts::LOCAL, |facts, value| facts.and(value.facts));
        let applied = self.applied(op, &args, range);
        if let Some(written) = arguments.keyword("out") {
            self.escape(&written.clone());
        }
        match applied {
            Applied::Value { result, store, attained, elements, remarked } => {
                if !self.state.poisoned {
                    self.state.store = store;
                }
                // A function that gives nothing may be there for what it writes.
                let writes = matches!(result.kind(), TyKind::None);
                for value in &values {
                    self.escape_if_mutable(value);
                    if let (true, Kind::Array(array)) = (writes, &value.kind) {
                        self.write_array(array);
                    }
                }
                let facts = self.facts_of_result(facts, &values, result);
                let made = self.value_of(result);
                let mut value = self.marked(made, &remarked, facts, range);
                if let Kind::Array(array) = &mut value.kind {
                    array.attained = attained;
                    array.elements = elements;
                }
                // What the catalogue knows exactly, it knows by the types of the arguments.
                value.with_facts(if is_measurement(result) { facts.and(Facts::MEASURED) } else { facts })
            }
            Applied::Refuted(failure) => {
                self.report_failure(&failure, name, None, &values, facts, range);
                Value::unknown()
            }
            Applied::Unknown(reason) => {
                self.because(range, true, || format!("{}: {reason}", op.path));
                for value in &values {
                    self.escape_if_mutable(value);
                }
                Value::unknown()
            }
        }
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
        let args = CallArgs {
            positional: operands.iter().map(|value| self.argument(value)).collect(),
            keywords: Vec::new(),
            open: false,
        };
        let facts = operands.iter().fold(Facts::LOCAL, |facts, value| facts.and(value.facts));
        match self.applied(op, &args, range) {
            Applied::Value { result, store, remarked, .. } => {
                if !self.state.poisoned {
                    self.state.store = store;
                }
                self.taint(facts, operands);
                let made = self.value_of(result).with_facts(facts);
                let value = self.marked(made, &remarked, facts, range);
                self.outer_broadcast(symbol, operands, &value, range);
                self.widened(symbol, operands, &value, range);
                value
            }
            Applied::Refuted(failure) => {
                let shown = if operands.len() == 2 { Some(symbol) } else { None };
                self.report_failure(&failure, symbol, shown, operands, facts, range);
                Value::unknown()
            }
            Applied::Unknown(reason) => {
                self.because(range, true, || format!("{symbol}: {reason}"));
                Value::unknown()
            }
        }
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
        let args = CallArgs {
            positional: operands.iter().map(|value| self.argument(value)).collect(),
            keywords: vec![("out".to_owned(), self.argument(old))],
            open: false,
        };
        let facts = old.facts.and(value.facts);
        let applied = self.applied(op, &args, range);
        self.write_array(array);
        match applied {
            Applied::Refuted(failure) => {
                let shown = format!("{symbol}=");
                self.report_failure(&failure, &shown, Some(&shown), &operands, facts, range);
                old.clone()
            }
            Applied::Value { store, .. } => {
                if !self.state.poisoned {
                    self.state.store = store;
                }
                old.clone()
            }
            Applied::Unknown(_) => old.clone(),
        }
    }

    pub fn elementwise_bool(&mut self, array: &Value<'p>) -> Value<'p> {
        let Some((_, shape)) = array.ty().and_then(Ty::as_array) else { return Value::unknown() };
        let ty = Ty::decay(conformable_types::DType::BOOL, shape);
        self.value_of(ty).with_facts(array.facts)
    }

    /// Note how the operands of an expression are written, for messages.
    pub fn write_operands(&mut self, range: TextRange, operands: Vec<TextRange>) {
        let module = self.module().id;
        self.written.insert((module, range), operands);
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
