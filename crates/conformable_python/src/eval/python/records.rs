//! Records: arrays and scalars whose elements have fields. A name as an index is a field, and so is an int of one record;
//! several names are a record of these. Everything else indexes the array as any.
//!
//! A field's elements are those of the array, with the dims of a sub-array behind: `x["position"]` of
//! `("position", float, (3,))`.

use conformable_types::dtype::{DTypeKind, Field};
use conformable_types::{DType, Dim, Elem, Shape, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::value::{Array, Kind, Value};
use crate::eval::Machine;
use crate::eval::diagnose::report::Refusal;
use crate::front::rules;

/// `array[name]`
pub fn load_field<'p>(
    run: &mut Machine<'p>,
    container: &Value<'p>,
    array: &Array,
    key: &Value<'p>,
    range: TextRange,
) -> Value<'p> {
    let Some((elem, shape)) = array.ty.as_array() else { return Value::unknown() };
    let Some(dtype) = elem.dtype() else { return Value::unknown() };
    match dtype.kind() {
        DTypeKind::Void => match field_named(run, container, dtype, key, range) {
            Some(field) => match shape.append(sizes(field)) {
                Some(shape) => run.view_of(array, Ty::array(field.dtype, shape)),
                None => Value::unknown(),
            },
            None => Value::unknown(),
        },
        DTypeKind::Object => Value::unknown(),
        _ => {
            let message = format!("a string is no index of {}", run.state.show(array.ty));
            let dependencies = container.dependencies.and(key.dependencies);
            run.refute(Refusal::of(rules::NOT_AN_INDEX, range, message).resting_on(dependencies));
            Value::unknown()
        }
    }
}

/// `array[[name, name]]`: a record with these fields, whose size is still that of all.
pub fn load_fields<'p>(
    run: &mut Machine<'p>,
    container: &Value<'p>,
    array: &Array,
    names: &[Value<'p>],
    range: TextRange,
) -> Value<'p> {
    let Some((elem, shape)) = array.ty.as_array() else { return Value::unknown() };
    if let Some(dtype) = elem.dtype().filter(|dtype| dtype.fields().is_some()) {
        for name in names {
            field_named(run, container, dtype, name, range);
        }
        return run.view_of(array, Ty::array(Elem::any(), shape));
    }
    Value::unknown()
}

/// `record[key]`, of one record.
pub fn load_of_record<'p>(
    run: &mut Machine<'p>,
    container: &Value<'p>,
    dtype: DType,
    key: &Value<'p>,
    range: TextRange,
) -> Value<'p> {
    let Some(fields) = dtype.fields() else { return Value::unknown() };
    let place = |place: i64| if place < 0 { place + fields.len() as i64 } else { place };
    let field = match (key.str_value(), key.constant_int()) {
        (Some(_), _) => field_named(run, container, dtype, key, range),
        (None, Some(index)) => usize::try_from(place(index)).ok().and_then(|place| fields.get(place)),
        _ => None,
    };
    match field {
        Some(field) if field.shape.is_empty() => Value::data(Ty::scalar(field.dtype)),
        Some(field) => run.value_of(Ty::array(field.dtype, sizes(field))),
        None => Value::unknown(),
    }
}

/// `array[name] = value`: the field that is written to, as an array.
pub fn stored_field<'p>(
    run: &mut Machine<'p>,
    container: &Value<'p>,
    array: &Array,
    key: &Value<'p>,
    range: TextRange,
) -> Option<(Value<'p>, Array)> {
    let field = load_field(run, container, array, key, range);
    let Kind::Array(own) = field.kind else { return None };
    Some((Value { kind: field.kind, ..container.clone() }, own))
}

/// The names of a dtype's fields are others from here on: `x.dtype.names = names` changes the dtype itself, whatever has it.
pub fn rename_fields(run: &mut Machine<'_>, ty: Ty) {
    let TyKind::DType(elem) = ty.kind() else { return };
    let Some(dtype) = elem.dtype().filter(|dtype| dtype.fields().is_some()) else { return };
    run.renamed.push(dtype);
    for id in run.state.heap.all() {
        let mut has_it = false;
        run.state.heap.get(id).visit_values(&mut |value| has_it |= is_of(value, dtype));
        if has_it {
            run.state.heap.update(id, |object| {
                object.change_values(|value| is_of(value, dtype), &mut |value| *value = Value::unknown());
            });
        }
    }
}

/// Is it the dtype, an array of it, one of its records, or does it hold any of these?
fn is_of(value: &Value<'_>, dtype: DType) -> bool {
    let own = value.ty().and_then(|ty| match ty.kind() {
        TyKind::DType(elem) | TyKind::Scalar(elem) => elem.dtype(),
        _ => ty.as_array()?.0.dtype(),
    });
    own == Some(dtype) || value.kind.any_part(|part| is_of(part, dtype))
}

/// The field that a name means; that there is none is said.
fn field_named<'p>(
    run: &mut Machine<'p>,
    container: &Value<'p>,
    dtype: DType,
    key: &Value<'p>,
    range: TextRange,
) -> Option<&'static Field> {
    let (all, name) = (dtype.fields()?, key.str_value()?);
    let found = dtype.field(name);
    if found.is_none() && !run.renamed.contains(&dtype) {
        let names: Vec<String> = all.iter().map(|field| format!("`{}`", field.name)).collect();
        let message = format!("no field `{name}`: there are {}", names.join(", "));
        let dependencies = container.dependencies.and(key.dependencies);
        run.refute(Refusal::of(rules::NOT_AN_INDEX, range, message).resting_on(dependencies).raising("ValueError"));
    }
    found
}

/// The dims of a field's sub-array.
fn sizes(field: &Field) -> Shape {
    field.shape.iter().map(|size| Dim::of(i64::from(*size))).collect()
}
