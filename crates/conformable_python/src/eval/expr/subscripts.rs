//! Indexing: what is loaded, of arrays by the one indexing relation, of Python's containers. Stores
//! are in [`stores`](crate::eval::expr::stores).

use std::rc::Rc;

use conformable_solver::Fact;
use conformable_types::{Dim, Shape};
use ruff_python_ast::{Expr, ExprSubscript, StmtAssign};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::heap::{Entries, Items, Object};
use crate::domain::uses::Use;
use crate::domain::value::{Class, ClassForm, Dependencies, Kind, Sym, Value};
use crate::eval::call::arguments::Arguments;
use crate::eval::flow::teaching::teach_shape;
use crate::eval::machine::tuple_of;
use crate::eval::python::dicts::{is_constant, lacks_key};
use crate::eval::python::enums::member_of_name;
use crate::eval::python::equality::must_be_key;
use crate::eval::python::indexing::{as_index, is_no_index, taken_for_an_index};
use crate::eval::python::missing::load_or_make;
use crate::eval::python::uses::refused;
use crate::eval::{Evaluator, Machine, Tentative};
use crate::syntax::around::key_parts;
use crate::syntax::literals::int_literal;

/// Is it a key of a dict that may be others than are told apart, and so any of its keys?
fn is_some_key<'p>(machine: &Machine<'p>, container: &Value<'p>, key: &Value<'p>) -> bool {
    machine.state.dict_of(container).is_some() && !key.members().iter().all(|member| is_constant(machine, member))
}

impl<'p> Evaluator<'p> {
    pub fn subscript(&mut self, subscript: &'p ExprSubscript) -> Value<'p> {
        if let Some(size) = self.shape_indexed(subscript) {
            return size;
        }
        let container = self.expr(&subscript.value);
        let key = self.expr(&subscript.slice);
        self.write_operands(subscript.range(), key_parts(subscript).iter().copied());
        self.load(&container, &key, subscript.range())
    }

    /// `container[key]`.
    pub fn load(&mut self, container: &Value<'p>, key: &Value<'p>, range: TextRange) -> Value<'p> {
        let is_split = matches!(key.kind, Kind::Union(_)) && !is_some_key(self, container, key);
        if matches!(container.kind, Kind::Union(_)) || is_split {
            return self
                .each_member(&[container, key], |evaluator, members| evaluator.load(&members[0], &members[1], range));
        }
        let container = &self.state.settle(container);
        let key = &as_index(self, container, key);
        let result = match &container.kind {
            Kind::Shape(shape) => {
                let shape = *shape;
                match key.constant_int() {
                    Some(place) => self.state.dim_at(shape, place).map_or_else(Value::unknown, Value::int),
                    None => self.state.shape_slice(shape, key),
                }
            }
            Kind::Array(array) => {
                let array = *array;
                self.load_array(container, &array, key, range)
            }
            Kind::Tuple(tuple) => {
                let items = tuple.items.clone();
                self.load_items(container, &items, key, range, true)
            }
            Kind::Object(id) => match self.state.heap.get(*id).clone() {
                Object::List(items) => self.load_items(container, &items, key, range, false),
                ref object @ (Object::ListOf { ref item, len } | Object::TupleOf { ref item, len }) => {
                    match &key.kind {
                        Kind::Slice(parts) => {
                            let len = self.state.slice_length(parts, len);
                            match object {
                                Object::TupleOf { .. } => tuple_of(self, item.clone(), len),
                                _ => self.list_of(item.clone(), len),
                            }
                        }
                        _ if is_no_index(self, container, key, range) => Value::unknown(),
                        _ => taken_for_an_index(key, self.one_of(item)),
                    }
                }
                Object::Dict(Entries { missing: Some(_), .. }) => {
                    let id = *id;
                    self.must_hash(key, range);
                    load_or_make(self, id, key, range)
                }
                Object::Dict(entries) => {
                    must_be_key(self, &entries, key, range);
                    if lacks_key(self, container, &entries, key, range) {
                        Value::unknown()
                    } else {
                        self.get_key(&entries, key)
                    }
                }
                Object::Range(Items::Known(items)) if !matches!(key.kind, Kind::Slice(_)) => {
                    self.load_items(container, &items, key, range, true)
                }
                Object::Instance { .. } => match self.call_method(container, "__getitem__", vec![key.clone()], range) {
                    Some(item) => item,
                    None => refused(self, container, Use::Load, range),
                },
                _ => refused(self, container, Use::Load, range),
            },
            Kind::Data(ty) | Kind::Integer(ty, _) | Kind::Floating(ty, _) => self.load_data(container, *ty, key, range),
            Kind::Class(class) => {
                let class = Rc::clone(class);
                self.class_getitem(container, &class, key, range)
            }
            _ => refused(self, container, Use::Load, range),
        };
        // What several lists hold is of one of them.
        let result = match container.kind {
            Kind::Object(id) if self.state.heap.is_summary(id) => self.one_of(&result),
            _ => result,
        };
        self.read_from(container, result).with_dependencies(key.dependencies)
    }

    /// `Class[key]`, which is a class method of the program's, or an annotation.
    fn class_getitem(
        &mut self,
        container: &Value<'p>,
        class: &Rc<Class<'p>>,
        key: &Value<'p>,
        range: TextRange,
    ) -> Value<'p> {
        if class.form == ClassForm::Enum {
            return member_of_name(self, class, key);
        }
        let Some(found) = self.class_attribute(class, Sym::new("__class_getitem__")) else {
            let is_generic =
                |base: &Value<'p>| matches!(&base.kind, Kind::Builtin(path) if path.as_str() == "typing.Generic");
            let mut classes = std::iter::once(class).chain(class.above.iter().flatten());
            // `Box[int]` makes what `Box` makes.
            return match classes.any(|class| class.bases.iter().any(is_generic)) {
                true => container.clone(),
                false => Value::unknown(),
            };
        };
        let function = match found.kind {
            Kind::Descriptor(ref descriptor) => descriptor.function.clone(),
            _ => found,
        };
        let arguments = Arguments::of(vec![container.clone(), key.clone()]);
        self.call(&function, arguments, range)
    }

    /// `n, d = x.shape`: an array of unknown rank has two dims from here on.
    pub fn shape_unpacked(&mut self, assign: &'p StmtAssign) {
        let [Expr::Tuple(ruff_python_ast::ExprTuple { elts, .. }) | Expr::List(ruff_python_ast::ExprList { elts, .. })] =
            &*assign.targets
        else {
            return;
        };
        if elts.iter().any(|target| matches!(target, Expr::Starred(_))) {
            return;
        }
        if let Some(subject) = measured_whole(&assign.value) {
            teach_shape(self, subject);
        }
        if let Expr::Subscript(part) = &*assign.value {
            return part_unpacked(self, part, elts.len());
        }
        if let Some((_, shape)) = self.open_shape_of(&assign.value) {
            let rank = i64::try_from(elts.len()).unwrap_or(i64::MAX);
            let mut store = self.state.store.clone();
            if store.tell(&Fact::Eq(shape.rank_dim(), Dim::of(rank))).is_ok() {
                self.state.store = store;
            }
        }
    }

    /// `x.shape[0]` of an array of unknown rank: it has that dim, and this is its size.
    pub fn shape_indexed(&mut self, subscript: &'p ExprSubscript) -> Option<Value<'p>> {
        let index = int_literal(&subscript.slice)?;
        let (dependencies, shape) = self.open_shape_of(&subscript.value)?;
        if let Some(dim) = shape.at(index) {
            return Some(Value::int(dim).with_dependencies(dependencies.and(Dependencies::MEASURED)));
        }
        let seq = shape.seq().filter(|seq| conformable_types::relations::is_free(*seq) && !seq.is_any())?;
        let count = usize::try_from(if index < 0 { -index } else { index + 1 }).ok().filter(|count| *count <= 8)?;
        let dims = self.state.store.dims_of(seq, count);
        let rest = self.state.store.rest_of(seq);
        // Only what is a sequence alone, so that one more binding says all.
        if shape != seq.shape() {
            return None;
        }
        let whole = if index < 0 { rest.append(Shape::of(&dims)) } else { Shape::of(&dims).append(rest) }?;
        self.state.store.tell(&Fact::Shape(shape, whole)).ok()?;
        whole.at(index).map(|dim| Value::int(dim).with_dependencies(dependencies.and(Dependencies::MEASURED)))
    }

    /// The shape, of unknown rank, whose `.shape` is written here.
    pub fn open_shape_of(&mut self, expression: &'p Expr) -> Option<(Dependencies, Shape)> {
        let Expr::Attribute(attribute) = expression else { return None };
        if attribute.attr.as_str() != "shape" || !is_plain(&attribute.value) || self.state.refuted {
            return None;
        }
        let value = self.peek(&attribute.value)?;
        let shape = match &value.kind {
            Kind::Array(array) => array.ty.as_array()?.1,
            Kind::Shaped(shaped) => self.state.shape_of(shaped)?,
            _ => return None,
        };
        let shape = self.state.store.resolve_shape(shape);
        shape.rank().is_none().then_some((value.dependencies, shape))
    }
}

/// `h, w = x.shape[:2]`, `h, w = x.shape[-2:]`: there are as many.
fn part_unpacked<'p>(run: &mut Evaluator<'p>, part: &'p ExprSubscript, count: usize) {
    let Expr::Slice(slice) = &*part.slice else { return };
    let bound = |bound: &Option<Box<Expr>>| bound.as_deref().and_then(int_literal);
    let (count, is_written) = (i64::try_from(count).unwrap_or(i64::MAX), [&slice.lower, &slice.upper]);
    let place = match (bound(&slice.lower), bound(&slice.upper), is_written.map(|bound| bound.is_some())) {
        (None, Some(stop), [false, true]) if stop == count && count > 0 => count - 1,
        (Some(start), None, [true, false]) if start == -count && count > 0 => start,
        _ => return,
    };
    if slice.step.is_none()
        && let Some((_, shape)) = run.open_shape_of(&part.value)
    {
        run.state.dim_at(shape, place);
    }
}

impl<'p> Machine<'p> {
    // --- arrays -------------------------------------------------------------------------------
}

/// A name, or an attribute or a constant item of one.
fn is_plain(expression: &Expr) -> bool {
    match expression {
        Expr::Name(_) => true,
        Expr::Attribute(attribute) => is_plain(&attribute.value),
        Expr::Subscript(subscript) => {
            matches!(&*subscript.slice, Expr::StringLiteral(_) | Expr::NumberLiteral(_)) && is_plain(&subscript.value)
        }
        _ => false,
    }
}

/// What has the shape that is read here, or a part of it.
fn measured_whole(expression: &Expr) -> Option<&Expr> {
    match expression {
        Expr::Attribute(attribute) if attribute.attr.as_str() == "shape" => Some(&attribute.value),
        Expr::Subscript(subscript) if matches!(&*subscript.slice, Expr::Slice(_)) => measured_whole(&subscript.value),
        _ => None,
    }
}
