//! Attributes and methods that the catalogue gives: of namespaces, operations, arrays, scalars; and
//! those that Python's numbers do not have.

use conformable_signatures::catalogue::{Catalogue, Member};
use conformable_types::dtype::{DTypeKind as D, int_fits, is_subdtype};
use conformable_types::text::nearest;
use conformable_types::{DType, Dim, Elem, Truth, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::value::{Array, Dependencies, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::catalogue_bridge::releases::{AskedName, is_in_no_release};
use crate::eval::diagnose::report::{Refusal, no_attribute};
use crate::front::module::Module;
use crate::front::rules;
use crate::library::known_paths::KNOWN;
use crate::library::stubs::STUBS;

/// `np.add.reduce` and its like: operations of an operation.
pub fn op_attribute<'p>(machine: &mut Machine<'p>, path: Sym, name: Sym, range: TextRange) -> Value<'p> {
    let full = format!("{path}.{name}");
    let library = machine.library();
    if library.function(&full).is_some() {
        return Kind::Op(Sym::new(&full)).into();
    }
    let is_ufunc = library.function(path.as_str()).is_some_and(|op| op.ufunc) && !library.is_added(path.as_str());
    if is_ufunc && !name.as_str().starts_with('_') && library.member("ufunc", name.as_str()).is_none() {
        let near = machine.habit("ufunc", name.as_str());
        return no_attribute(machine, &Kind::Op(path).into(), name, near, range);
    }
    Kind::Builtin(Sym::new(&full)).into()
}

/// Does an annotation alone say what it is: its own, or that of a parameter of the function on its own?
fn is_declared<'p>(machine: &Machine<'p>, value: &Value<'p>) -> bool {
    let given = machine.frames.last().map_or(&[][..], |frame| &frame.args);
    let is_given = |(index, given): (usize, &Dependencies)| given.is_declared() && value.dependencies.is_of(index);
    value.dependencies.is_declared() || given.iter().enumerate().any(is_given)
}

impl<'p> Machine<'p> {
    pub fn catalogue_field(&self, class: Sym, name: Sym) -> Option<usize> {
        self.library().fields(class.as_str()).iter().position(|field| field == name.as_str())
    }

    /// An attribute of an array, a scalar, a string or a number.
    pub fn data_attribute(&mut self, value: &Value<'p>, name: Sym, range: TextRange) -> Value<'p> {
        let Some(ty) = value.ty() else { return Value::unknown() };
        if let Kind::Data(ty) | Kind::Floating(ty, _) = &value.kind {
            match ty.kind() {
                TyKind::Str | TyKind::LitStr(_) => {
                    return self.builtin_attribute(value, name, "str", range);
                }
                TyKind::Bytes => return self.builtin_attribute(value, name, "bytes", range),
                TyKind::Slice(_) => return Value::unknown(),
                _ if ty.is_python_number() => {
                    return match name.as_str() {
                        "real" | "imag" | "numerator" | "denominator" => Value::unknown(),
                        // A known truth may be one of NumPy's.
                        other if ty.bool_value().is_some() && self.library().member("generic", other).is_some() => {
                            Value::unknown()
                        }
                        other if !other.starts_with("__") && !STUBS.has(&format!("number.{other}")) => {
                            let help = function_for_items(self.library(), other);
                            no_attribute(self, value, name, help, range)
                        }
                        other if STUBS.has(&format!("number.{other}")) => Kind::method(value.clone(), name).into(),
                        // Of the special names not all are listed.
                        _ => Value::unknown(),
                    };
                }
                TyKind::None => {
                    if !name.as_str().starts_with("__") && !self.may_be_guarded(value) {
                        let message = format!("None has no attribute `{name}`");
                        self.refute(Refusal::of(rules::NO_ATTRIBUTE, range, message).resting_on_value(value));
                    }
                    return Value::unknown();
                }
                _ => {}
            }
        }
        let Some(kind) = Catalogue::kind_of(ty) else { return Value::unknown() };
        if let (Kind::Array(array), "shape") = (&value.kind, name.as_str())
            && let Some((_, shape)) = array.ty.as_array()
        {
            return self.state.shape_value(shape).with_dependencies(value.dependencies.and(Dependencies::MEASURED));
        }
        let of = AskedName {
            of: kind,
            name: name.as_str(),
            range,
            exception: "AttributeError",
            dependencies: value.dependencies,
        };
        if is_in_no_release(self, &of) {
            return Value::unknown();
        }
        match self.library().member(kind, name.as_str()) {
            Some(Member::Property(op)) => {
                let mut result = self.apply(op, name.as_str(), &Arguments::of(vec![value.clone()]), range);
                // What is no array measures one.
                if !matches!((&result.kind, &value.kind), (Kind::Array(_), Kind::Array(_))) {
                    result = result.with_dependencies(Dependencies::MEASURED);
                }
                Value { origin: None, ..result }
            }
            Some(Member::Method(_)) => Kind::method(value.clone(), name).into(),
            // What may have no dim may be a scalar.
            None if matches!(ty.kind(), TyKind::Decay { .. })
                && self.library().member("generic", name.as_str()).is_some() =>
            {
                Value::unknown()
            }
            None => {
                self.no_such_attribute(value, ty, kind, name, range);
                Value::unknown()
            }
        }
    }

    fn no_such_attribute(&mut self, value: &Value<'p>, ty: Ty, kind: &str, name: Sym, range: TextRange) {
        if kind == "dtype" || name.as_str().starts_with('_') {
            return;
        }
        // Records and objects may have attributes of their own; so may what the catalogue lacks.
        let plain = ty.as_array().is_none_or(|(elem, _)| {
            elem.dtype().is_some_and(|d| d.name() != "object" && !d.name().starts_with("void"))
        });
        if !plain || kind != "ndarray" && kind != "generic" && !self.library().is_complete(kind) {
            return;
        }
        // Objects of classes that derive from arrays are given attributes of their own. One that was made elsewhere may be of
        // a class that derives from theirs.
        let is_object =
            matches!(ty.kind(), TyKind::Ctor(..)) && self.library().is_instance(kind, "ndarray") == Truth::Yes;
        if is_object && (self.library().array_of_object(ty).is_none() || sets_attribute(self, name)) {
            return;
        }
        // The catalogue has every name of an array; what some version had is not spoken of.
        if KNOWN.former_attributes.contains(name.as_str()) {
            return;
        }
        // Sparse matrices and tables are often declared arrays: who asks for what they have knows better.
        if is_declared(self, value) && KNOWN.other_arrays.contains(name.as_str()) {
            return;
        }
        let near = self.habit(kind, name.as_str());
        no_attribute(self, value, name, near, range);
    }

    /// What a name that arrays do not have was meant to be: a misspelt member, or a function of
    /// the catalogue that is no method.
    fn habit(&self, kind: &str, name: &str) -> Option<String> {
        if !self.library().is_complete(kind) && self.library().is_function(name) {
            return Some(format!("`np.{name}(...)` is a function, not a method"));
        }
        let members = self.library().members_of(kind);
        nearest(name, members.iter().copied()).map(|near| format!("did you mean `{near}`?"))
    }

    pub fn set_array_attribute(
        &mut self,
        value: &Value<'p>,
        array: &Array,
        name: Sym,
        stored: &Value<'p>,
        range: TextRange,
    ) {
        match name.as_str() {
            "shape" => {
                let reshaped = self.reshaped(value, stored, range);
                self.replace_array(value, &reshaped);
            }
            // The array changes for every alias: what it is called by no longer says what it is.
            "dtype" => self.replace_array(value, &Value::unknown()),
            "imag" if real(array.ty).is_some() => {
                let message = format!("{} has no imaginary part to store to", self.describe(value));
                self.refuse(range, message, &[value]);
            }
            other if self.library().member("ndarray", other).is_none() => {
                self.no_such_attribute(value, array.ty, "ndarray", name, range);
            }
            other if !KNOWN.writable_attributes.contains(other) => {
                let message = format!("the attribute `{name}` of an array is not writable");
                self.refute(
                    Refusal::of(rules::NO_ATTRIBUTE, range, message).heeding_all().resting_on(value.dependencies),
                );
            }
            _ => {}
        }
        self.escape(stored);
    }

    /// What reshaping by the catalogue's method gives; a shape that does not fit is refuted.
    fn reshaped(&mut self, value: &Value<'p>, shape: &Value<'p>, range: TextRange) -> Value<'p> {
        let Some(Member::Method(op)) = self.library().member("ndarray", "reshape") else { return Value::unknown() };
        let reshaped = self.apply(op, "shape", &Arguments::of(vec![value.clone(), shape.clone()]), range);
        match (&value.kind, reshaped.kind) {
            (Kind::Array(old), Kind::Array(new)) => {
                Value { kind: Kind::Array(Array { base: old.base, view: old.view, ..new }), ..value.clone() }
            }
            _ => Value::unknown(),
        }
    }

    /// This array is that from here on, wherever it is referred to. Views are not told apart, and forgotten.
    pub fn replace_array(&mut self, value: &Value<'p>, new: &Value<'p>) {
        let Kind::Array(array) = &value.kind else { return };
        let (base, view) = (array.base, array.view);
        let replaced = |old: &Array| if view == 0 && old.view == 0 { new.clone() } else { Value::unknown() };
        for id in self.state.heap.all() {
            let refers = |value: &Value<'p>| refers_to_storage(value, base);
            let mut some = false;
            self.state.heap.get(id).visit_values(&mut |value| some |= refers(value));
            if some {
                self.state.heap.update(id, |object| {
                    object.change_values(refers, &mut |value| *value = exchanged(value.clone(), base, &replaced));
                });
            }
        }
    }

    /// A scalar type is called: `np.float64(x)`.
    pub fn call_dtype(&mut self, ty: Ty, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
        let TyKind::DType(elem) = ty.kind() else { return Value::unknown() };
        // It gives back what it is given.
        if elem.dtype() == Some(DType::OBJECT) {
            return if arguments.positional.is_empty() { Value::none() } else { Value::unknown() };
        }
        let Some(argument) = arguments.positional.first() else { return Value::data(Ty::scalar(*elem)) };
        let shaped = match &argument.kind {
            Kind::Array(array) => array.ty.as_array().map(|(_, shape)| shape),
            Kind::Data(ty) | Kind::Floating(ty, _) => match ty.kind() {
                TyKind::Scalar(_) | TyKind::Str | TyKind::LitStr(_) => Some(conformable_types::Shape::scalar()),
                _ => ty.is_python_number().then(conformable_types::Shape::scalar),
            },
            _ => None,
        };
        let Some(shape) = shaped.filter(|_| !may_be_refused(argument, elem.dtype())) else {
            return made_of_items(self, ty, arguments, range);
        };
        let made = match elem.dtype() {
            Some(dtype) if dtype.is_number() || dtype == DType::BOOL => match number_of(argument, dtype) {
                Some(number) => Kind::Integer(Ty::scalar(*elem), number).into(),
                None => self.value_of(Ty::decay(*elem, shape)),
            },
            // The length of a text and the unit of a date come with the value.
            Some(open) => {
                let elem = completed(open, argument, arguments.positional.get(1)).map_or_else(Elem::any, Elem::from);
                self.value_of(Ty::decay(elem, shape))
            }
            None => self.value_of(Ty::decay(*elem, shape)),
        };
        let mut made = made.with_dependencies(argument.dependencies);
        if self.state.is_whole_number(argument) {
            self.state.make_whole(&mut made, Ty::scalar(DType::INT64));
        }
        made
    }

    /// An attribute of a value of Python's own types, which have these and no others.
    pub fn builtin_attribute(&mut self, value: &Value<'p>, name: Sym, class: &str, range: TextRange) -> Value<'p> {
        if STUBS.has(&format!("{class}.{name}")) {
            return Kind::method(value.clone(), name).into();
        }
        // Of the special names not all are listed: it may have this one or not.
        if name.as_str().starts_with("__") {
            return Value::unknown();
        }
        // NumPy takes none of these for several items.
        let is_one_item = matches!(class, "dict" | "set" | "str" | "bytes");
        let help = if is_one_item { None } else { function_for_items(self.library(), name.as_str()) };
        no_attribute(self, value, name, help, range)
    }
}

/// What a class of numbers makes of a list, a table or what isn't known. Texts and dates have a size or a unit by their
/// value.
fn made_of_items<'p>(machine: &mut Machine<'p>, class: Ty, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
    let TyKind::DType(elem) = class.kind() else { return Value::unknown() };
    let dtype = elem.dtype().filter(|dtype| dtype.is_number() || *dtype == DType::BOOL);
    let ([argument], []) = (&*arguments.positional, &*arguments.keywords) else { return Value::unknown() };
    match (dtype, machine.library().member("dtype", "__call__")) {
        (Some(dtype), Some(Member::Method(op))) if !arguments.open => {
            let given = Arguments::of(vec![Value::data(class), argument.clone()]);
            machine.apply(op, &dtype.name(), &given, range)
        }
        _ => Value::unknown(),
    }
}

/// The function that does for a list's items what the method of this name does for an array's.
fn function_for_items(library: &'static Catalogue, name: &str) -> Option<String> {
    let is_both = library.member("ndarray", name).is_some() && library.is_function(name);
    is_both.then(|| format!("`np.{name}(...)`?"))
}

/// An attribute of what is iterated and isn't a list, whose class isn't told apart: it may have any but those of
/// lists and arrays, and what iterators were asked for in Python 2.
pub fn attribute_of_items<'p>(machine: &mut Machine<'p>, value: &Value<'p>, name: Sym, range: TextRange) -> Value<'p> {
    let is_elsewhere =
        STUBS.has(&format!("list.{name}")) || machine.library().member("ndarray", name.as_str()).is_some();
    if !name.as_str().starts_with("__") && (is_elsewhere || name.as_str() == "next") {
        let help = if name.as_str() == "next" { "`next(...)`?" } else { "`list(...)` of it has more" };
        return no_attribute(machine, value, name, Some(help.to_owned()), range);
    }
    Kind::method(value.clone(), name).into()
}

/// The int or truth that a scalar of this dtype holds, if it has room for it.
/// Is it a text or a complex number where a real one is wanted, or a number that an integer dtype may have no room for?
fn may_be_refused(argument: &Value<'_>, dtype: Option<DType>) -> bool {
    dtype.filter(|dtype| dtype.is_number()).is_some_and(|dtype| {
        let is_integer = is_subdtype(dtype, "integer") == Some(true);
        let python = if matches!(argument.kind, Kind::Data(_)) { argument.ty().map(Ty::kind) } else { None };
        argument.str_value().is_some()
            || is_integer && argument.constant_int().is_some() && number_of(argument, dtype).is_none()
            || is_integer && matches!(python, Some(TyKind::LitFloat(_)))
            || dtype.kind() != D::Complex && matches!(python, Some(TyKind::Complex))
    })
}

fn number_of(argument: &Value<'_>, dtype: DType) -> Option<Dim> {
    let number = match argument.ty()?.kind() {
        TyKind::LitBool(value) => Dim::of(i64::from(*value)),
        _ => argument.int_value()?,
    };
    match number.constant() {
        Some(value) if dtype == DType::BOOL => Some(Dim::of(i64::from(value != 0))),
        Some(value) => {
            let integer = is_subdtype(dtype, "integer") == Some(true);
            (integer && int_fits(value, dtype)).then_some(number)
        }
        None => (dtype == DType::INT64).then_some(number),
    }
}

/// A text's dtype with the length, a time's with the unit that these values say.
fn completed(open: DType, value: &Value<'_>, unit: Option<&Value<'_>>) -> Option<DType> {
    let of_unit = |name: &str, unit: &str| DType::from_spelling(&format!("{name}[{unit}]"));
    match (open.kind(), unit.map(Value::str_value)) {
        (D::Str, None) => Some(DType::str(u32::try_from(value.str_value()?.chars().count()).ok()?.max(1))),
        (D::Datetime, Some(unit)) => of_unit("datetime64", unit?),
        (D::Timedelta, Some(unit)) => of_unit("timedelta64", unit?),
        (D::Datetime, None) => of_unit("datetime64", unit_of(value.str_value()?)?),
        _ => None,
    }
}

/// The unit in which a date is written: as fine as its last part.
fn unit_of(date: &str) -> Option<&'static str> {
    const PATTERN: &str = "dddd-dd-ddTdd:dd:dd.ddddddddd";
    let fits = |(wanted, given): (char, char)| match wanted {
        'd' => given.is_ascii_digit(),
        'T' => matches!(given, 'T' | ' '),
        mark => given == mark,
    };
    if !PATTERN.chars().zip(date.chars()).all(fits) {
        return None;
    }
    Some(match date.len() {
        4 => "Y",
        7 => "M",
        10 => "D",
        13 => "h",
        16 => "m",
        19 => "s",
        21..=23 => "ms",
        24..=26 => "us",
        27..=29 => "ns",
        _ => return None,
    })
}

/// The dtype of an array of truths or real numbers.
fn real(ty: Ty) -> Option<DType> {
    let (elem, _) = ty.as_array()?;
    elem.dtype().filter(|dtype| *dtype == DType::BOOL || dtype.is_number() && dtype.kind() != D::Complex)
}

/// Is an array of this storage in it?
fn refers_to_storage(value: &Value<'_>, base: u64) -> bool {
    match &value.kind {
        Kind::Array(array) => array.base == base,
        kind => {
            let mut some = false;
            kind.visit_parts(&mut |part| some |= refers_to_storage(part, base));
            some
        }
    }
}

/// Arrays of this storage are what they are replaced by.
fn exchanged<'p>(value: Value<'p>, base: u64, replaced: &dyn Fn(&Array) -> Value<'p>) -> Value<'p> {
    if !refers_to_storage(&value, base) {
        return value;
    }
    match value.kind {
        Kind::Array(array) if array.base == base => replaced(&array).with_dependencies(value.dependencies),
        kind => Value { kind: kind.map_parts(|part| exchanged(part.clone(), base, replaced)), ..value },
    }
}

/// Does the program store something under this name in whatever object?
pub fn sets_attribute(machine: &Machine<'_>, name: Sym) -> bool {
    machine.program.changes().attributes.contains(&name)
        || machine.frames.iter().any(|frame| frame.module.sets_attribute(name))
}

/// Is nothing stored in this array? That is reported. Where the program says of any array that it may be written to, this
/// may be the one.
pub fn refuses_stores<'p>(machine: &mut Machine<'p>, container: &Value<'p>, array: &Array, range: TextRange) -> bool {
    if !array.read_only {
        return false;
    }
    let calls = |module: &Module| module.file.text.contains("setflags");
    if sets_attribute(machine, Sym::new("writeable")) || machine.frames.iter().any(|frame| calls(frame.module)) {
        return false;
    }
    let message = format!("the array is read-only: {}", machine.state.show(array.ty));
    let refusal = Refusal::of(rules::UNSUPPORTED, range, message).raising("ValueError");
    machine
        .refute(refusal.resting_on(container.dependencies).caused_by(container).help("a copy: `.copy()`".to_owned()));
    true
}
