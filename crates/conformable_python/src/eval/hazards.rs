//! Hazards: what runs, and nearly nobody wants. Each fires only where its condition is proved.

use conformable_types::{Dim, Elem, Ty, TyKind};
use ruff_python_ast::{Expr, ExprSubscript};
use ruff_text_size::{Ranged, TextRange};

use super::Evaluator;
use super::report::Shown;
use crate::diagnostic::{Diagnostic, Severity};
use crate::rules;
use crate::value::{Kind, Value};

/// Methods of an array whose result is all that they give.
const PURE_METHODS: &[&str] = &[
    "reshape",
    "astype",
    "transpose",
    "flatten",
    "ravel",
    "squeeze",
    "copy",
    "clip",
    "round",
    "swapaxes",
    "repeat",
    "conj",
    "sum",
    "mean",
    "dot",
    "T",
];

impl<'p> Evaluator<'p> {
    /// `(n,) - (n, 1)`: both long sizes are equal, the ranks differ, and the 1 is not written here.
    pub fn outer_broadcast(&mut self, symbol: &str, operands: &[Value<'p>], result: &Value<'p>, range: TextRange) {
        let [left, right] = operands else { return };
        let (Some(a), Some(b)) = (self.plain_shape(left), self.plain_shape(right)) else { return };
        let (vector, column, spelled) = match (a.len(), b.len()) {
            (1, 2) => (&a, &b, right),
            (2, 1) => (&b, &a, left),
            _ => return,
        };
        let store = &self.state.store;
        let long = vector[0];
        let is_column = store.ask_eq(column[1], Dim::ONE).is_yes() && store.ask_eq(column[0], long).is_yes();
        if !is_column || !store.ask_eq(long, Dim::ONE).is_no() || self.spells_one(spelled) {
            return;
        }
        if !matches!(symbol, "+" | "-" | "*" | "/" | "==" | "!=" | "<" | "<=" | ">" | ">=") {
            return;
        }
        let shown = self.describe(result);
        let message = format!("`{symbol}` of a vector and a column gives a matrix: {shown}");
        let mut diagnostic = Diagnostic::new(rules::OUTER_BROADCAST, self.module().place(range), message);
        let names: Vec<Shown<'_, 'p>> = operands
            .iter()
            .map(|value| Shown {
                name: value.origin.map_or_else(String::new, |origin| origin.module.snippet(origin.range)),
                value,
            })
            .collect();
        diagnostic.label = self.label(&names, &format!(" {symbol} "), &[]);
        diagnostic.evidence = self.evidence(&names);
        diagnostic.help = Some("`.ravel()` of the column, or `[:, None]` of the vector?".into());
        self.hazard_with(diagnostic);
    }

    fn plain_shape(&self, value: &Value<'p>) -> Option<Vec<Dim>> {
        let shape = value.array()?.ty.as_array()?.1;
        self.state.store.resolve_shape(shape).dims().map(<[Dim]>::to_vec)
    }

    /// Was the 1 of this column written: `None`, `reshape`, `keepdims`, a slice of one column?
    fn spells_one(&self, value: &Value<'p>) -> bool {
        let Some(origin) = value.origin else { return true };
        let text = origin.module.text(origin.range);
        [
            "None",
            "newaxis",
            "reshape",
            "keepdims",
            "expand_dims",
            "ix_",
            "ogrid",
            "meshgrid",
            ":1",
            ".T",
            "1)",
            "atleast_2d",
            "column_stack",
        ]
        .iter()
        .any(|mark| text.contains(mark))
    }

    /// A float32 array with a float64 scalar: since NumPy 2 the scalar is strong, and the result is
    /// twice as large.
    pub fn widened(&mut self, symbol: &str, operands: &[Value<'p>], result: &Value<'p>, range: TextRange) {
        let [left, right] = operands else { return };
        let name = |value: &Value<'p>| Some(value.ty()?.as_array()?.0.dtype()?.name());
        if name(result).as_deref() != Some("float64") {
            return;
        }
        for (array, scalar) in [(left, right), (right, left)] {
            let dims = self.plain_shape(array);
            let is_scalar = scalar
                .ty()
                .and_then(Ty::as_array)
                .is_some_and(|(_, shape)| self.state.store.resolve_shape(shape).rank() == Some(0));
            let widens = name(array).as_deref() == Some("float32") && name(scalar).as_deref() == Some("float64");
            if widens && is_scalar && dims.is_some_and(|dims| !dims.is_empty()) {
                let message = format!("`{symbol}` with a float64 scalar makes a float32 array float64");
                let mut diagnostic = Diagnostic::new(rules::WIDENED, self.module().place(range), message);
                diagnostic.help = Some("`float(...)` of the scalar, or `np.float32(...)`?".into());
                return self.hazard_with(diagnostic);
            }
        }
    }

    /// `x = x.sort()`: what works in place gives None.
    pub fn none_kept(&mut self, expression: &'p Expr, value: &Value<'p>) {
        let Expr::Call(call) = expression else { return };
        let Expr::Attribute(attribute) = &*call.func else { return };
        if !value.is_none() || !matches!(&*attribute.value, Expr::Name(_) | Expr::Attribute(_)) {
            return;
        }
        self.silent += 1;
        let receiver = self.expr(&attribute.value);
        self.silent -= 1;
        let in_place = match &receiver.kind {
            Kind::Array(_) => true,
            // A method of an object of the catalogue: `rng.shuffle(x)`.
            Kind::Data(ty) => matches!(ty.kind(), TyKind::Ctor(..)),
            _ => false,
        };
        if in_place {
            let message = format!("`{}` works in place and gives None", attribute.attr);
            self.hazard(rules::NONE_KEPT, expression.range(), message);
        }
    }

    /// `a[0], a[1] = a[1], a[0]`: rows are views, and both end up the same.
    pub fn row_swap(&mut self, target: &'p Expr, value: &'p Expr) {
        let (Expr::Tuple(targets), Expr::Tuple(values)) = (target, value) else { return };
        let ([Expr::Subscript(a), Expr::Subscript(b)], [Expr::Subscript(c), Expr::Subscript(d)]) =
            (&*targets.elts, &*values.elts)
        else {
            return;
        };
        let module = self.module();
        let same = |x: &ExprSubscript, y: &ExprSubscript| module.text(x.range()) == module.text(y.range());
        if !same(a, d) || !same(b, c) || module.text(a.value.range()) != module.text(b.value.range()) {
            return;
        }
        self.silent += 1;
        let (rows, key) = (self.expr(&a.value), self.expr(&a.slice));
        let row = self.load(&rows, &key, a.range());
        self.silent -= 1;
        let is_view = match (&rows.kind, &row.kind) {
            (Kind::Array(rows), Kind::Array(row)) => rows.base == row.base,
            _ => false,
        };
        if is_view {
            let name = module.snippet(a.value.range());
            let message = format!("both rows end up the same: `{name}`'s rows are views of it");
            let mut diagnostic = Diagnostic::new(rules::ROW_SWAP, module.place(target.range()), message);
            let (i, j) = (module.snippet(a.slice.range()), module.snippet(b.slice.range()));
            diagnostic.help = Some(format!("`{name}[[{i}, {j}]] = {name}[[{j}, {i}]]`"));
            self.hazard_with(diagnostic);
        }
    }

    /// A statement that is a pure expression of an array: its result is lost.
    pub fn thrown_away(&mut self, expression: &'p Expr, value: &Value<'p>) {
        if !matches!(value.kind, Kind::Array(_)) {
            return;
        }
        let lost = match expression {
            Expr::Call(call) => match &*call.func {
                // `x.clip(0, 1, x)` writes into its third argument.
                Expr::Attribute(attribute)
                    if call.arguments.find_keyword("out").is_some()
                        || (attribute.attr.as_str() == "clip" && call.arguments.args.len() > 2) =>
                {
                    None
                }
                Expr::Attribute(attribute) if PURE_METHODS.contains(&attribute.attr.as_str()) => {
                    let receiver_is_array = {
                        self.silent += 1;
                        let receiver = if matches!(&*attribute.value, Expr::Name(_)) {
                            self.expr(&attribute.value)
                        } else {
                            Value::unknown()
                        };
                        self.silent -= 1;
                        matches!(receiver.kind, Kind::Array(_))
                    };
                    receiver_is_array.then(|| format!("`{}`", attribute.attr))
                }
                Expr::Attribute(attribute) if matches!(attribute.attr.as_str(), "append" | "sort" | "concatenate") => {
                    let out = call.arguments.find_keyword("out").is_some();
                    (!out).then(|| format!("`np.{}`", attribute.attr))
                }
                _ => None,
            },
            Expr::Attribute(attribute) if attribute.attr.as_str() == "T" => Some("`.T`".to_owned()),
            _ => None,
        };
        if let Some(what) = lost {
            let message = format!("the result of {what} is thrown away: it makes a new array");
            self.hazard(rules::THROWN_AWAY, expression.range(), message);
        }
    }

    /// `x[mask][0] = v`: the first subscript makes a copy, and the store into it is lost.
    pub fn store_on_copy(&mut self, subscript: &'p ExprSubscript, container: &Value<'p>) {
        let Expr::Subscript(inner) = &*subscript.value else { return };
        if !matches!(container.kind, Kind::Array(_)) {
            return;
        }
        self.silent += 1;
        let poisoned = self.state.poisoned;
        let source = self.expr(&inner.value);
        let key = self.expr(&inner.slice);
        self.state.poisoned = poisoned;
        self.silent -= 1;
        let copies = matches!(key.kind, Kind::Array(_) | Kind::Object(_));
        if copies && matches!(source.kind, Kind::Array(_)) {
            let message = "the store is lost: indexing with an array or a list makes a copy".to_owned();
            self.hazard(rules::STORE_ON_COPY, subscript.range(), message);
        }
    }

    /// `x[[0, 0]] += 1` counts a repeated place once.
    pub fn repeated_index(&mut self, key: &Value<'p>, range: TextRange) {
        let Some(items) = self.known_items(key) else { return };
        if matches!(key.kind, Kind::Tuple(_)) {
            return;
        }
        let places: Option<Vec<i64>> = items.iter().map(Value::constant_int).collect();
        let Some(mut places) = places else { return };
        let count = places.len();
        places.sort_unstable();
        places.dedup();
        if places.len() < count {
            let message = "a repeated index is written once: `np.add.at` counts each".to_owned();
            self.hazard(rules::REPEATED_INDEX, range, message);
        }
    }

    /// Floats stored into an array of ints lose their fractions.
    pub fn cut_by_store(&mut self, elem: Elem, own: Elem, value: &Value<'p>, range: TextRange) {
        use conformable_types::dtype::{Kind as D, Weak};
        let Some(target) = elem.dtype() else { return };
        let from = match (own.dtype(), own.weak()) {
            (Some(dtype), _) => dtype.kind(),
            (_, Some(Weak::Float)) => D::Floating,
            (_, Some(Weak::Complex)) => D::Complex,
            _ => return,
        };
        let cut = match (from, target.kind()) {
            (D::Floating, D::Signed | D::Unsigned) => "fractions are cut",
            (D::Complex, D::Floating | D::Signed | D::Unsigned) => {
                if own.weak().is_some() {
                    return;
                }
                "imaginary parts are dropped"
            }
            _ => return,
        };
        // A whole number loses nothing.
        if let Some(TyKind::LitFloat(bits)) = value.ty().map(Ty::kind)
            && f64::from_bits(*bits).fract() == 0.0
        {
            return;
        }
        let own = self.describe(value);
        let message = format!("{cut}: {own} stored in an array of {}", target.name());
        let mut diagnostic = Diagnostic::new(rules::CUT_BY_STORE, self.module().place(range), message);
        diagnostic.severity = Severity::Warning;
        self.hazard_with(diagnostic);
    }

    /// The catalogue's class of arrays.
    fn is_array_class(&self, path: &str) -> bool {
        path.rsplit_once('.').is_some_and(|(space, name)| name == "ndarray" && self.is_namespace(space))
    }

    /// One of the catalogue's classes of scalars, abstract ones included.
    fn is_scalar_class(&self, path: &str) -> bool {
        let Some((space, name)) = path.rsplit_once('.') else { return false };
        self.is_namespace(space)
            && conformable_types::dtype::is_subdtype(conformable_types::DType::FLOAT64, name).is_some()
    }

    pub fn is_builtin_instance(&mut self, value: &Value<'p>, name: &str) -> conformable_types::Truth {
        use conformable_types::Truth;
        use conformable_types::dtype::Kind as D;
        let dtype = match value.ty().map(Ty::kind) {
            Some(TyKind::Scalar(elem)) => elem.dtype(),
            _ => None,
        };
        let python = match &value.kind {
            Kind::Data(ty) => match ty.kind() {
                TyKind::Bool | TyKind::LitBool(_) => "bool",
                TyKind::Int | TyKind::IntOf(_) => "int",
                TyKind::Float | TyKind::LitFloat(_) => "float",
                TyKind::Complex => "complex",
                TyKind::Str | TyKind::LitStr(_) => "str",
                TyKind::Bytes => "bytes",
                TyKind::None => "NoneType",
                TyKind::Scalar(_) => "scalar",
                TyKind::TupleOf(_) => "tuple",
                TyKind::Slice(_) => "slice",
                _ => return Truth::Unknown,
            },
            Kind::Array(array) if array.ty.is_ndarray() => "ndarray",
            Kind::Tuple(_) => "tuple",
            Kind::Slice(_) => "slice",
            Kind::Object(id) => match self.state.heap.get(*id) {
                crate::heap::Object::List(_) | crate::heap::Object::ListOf { .. } => "list",
                crate::heap::Object::Dict { .. } => "dict",
                crate::heap::Object::Set(_) => "set",
                crate::heap::Object::Instance { class, .. } if !class.open => "instance",
                _ => return Truth::Unknown,
            },
            Kind::Function(_) | Kind::Bound(_) => "function",
            _ => return Truth::Unknown,
        };
        match name {
            "object" => Truth::Yes,
            "int" => Truth::from(matches!(python, "int" | "bool")),
            "bool" | "str" | "list" | "dict" | "set" | "slice" | "bytes" => {
                if python == "scalar" && name == "str" {
                    Truth::Unknown
                } else {
                    Truth::from(python == name)
                }
            }
            "tuple" => Truth::from(python == "tuple"),
            "float" => Truth::from(python == "float" || dtype.is_some_and(|d| d.name() == "float64")),
            "complex" => Truth::from(python == "complex" || dtype.is_some_and(|d| d.name() == "complex128")),
            _ if self.is_array_class(name) => Truth::from(python == "ndarray"),
            "numbers.Number" | "numbers.Real" | "numbers.Integral" | "numbers.Complex" => match python {
                "bool" | "int" => Truth::Yes,
                "float" => Truth::from(name != "numbers.Integral"),
                "complex" => Truth::from(matches!(name, "numbers.Number" | "numbers.Complex")),
                "scalar" => match (dtype.map(conformable_types::DType::kind), name) {
                    (Some(D::Signed | D::Unsigned), _) => Truth::Yes,
                    (Some(D::Floating), "numbers.Integral") => Truth::No,
                    (Some(D::Floating), _) => Truth::Yes,
                    _ => Truth::Unknown,
                },
                _ => Truth::No,
            },
            _ if self.is_scalar_class(name) => match (python, dtype) {
                ("scalar", Some(dtype)) => match conformable_types::dtype::is_subdtype(dtype, last_of(name)) {
                    Some(is) => Truth::from(is),
                    None => Truth::Unknown,
                },
                ("scalar", None) => Truth::Unknown,
                _ => Truth::No,
            },
            "collections.abc.Callable" | "typing.Callable" => Truth::from(python == "function"),
            "collections.abc.Sequence" | "collections.abc.Iterable" | "collections.abc.Mapping" => match python {
                "int" | "float" | "bool" | "NoneType" | "complex" => Truth::No,
                _ => Truth::Unknown,
            },
            _ => Truth::Unknown,
        }
    }
}

/// The last part of a dotted path.
fn last_of(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}
