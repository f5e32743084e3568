//! What `cf.checked` asks at each call: do the arguments fit the parameters' types, and the result
//! its own, with one meaning for each name?
//!
//! A name is a size that the first value that shows it decides; the solver's store keeps what is
//! known of names, so that `n + 1` and `*batch` need no rules of their own. In front of it is
//! [`flat`], which says yes to what plainly fits. Which Python function calls this, and when,
//! `conformable._checked` says.

mod by_signature;
mod flat;
mod packed;
mod spread;

use std::sync::Mutex;

use conformable_signatures::flat::annotations::{MARK, marked};
use conformable_signatures::signature::{Pairs, pairs};
use conformable_solver::Store;
use conformable_solver::store::Fact;
use conformable_types::term::{self, Leaf};
use conformable_types::text::{parse_dim, print_dim, print_ty};
use conformable_types::{AtomData, DType, Dim, Elem, Seq, SeqData, Shape, Sym, Ty, TyKind, relations};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyComplex, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};
use smallvec::SmallVec;

use self::flat::FlatChecks;
use self::spread::Spread;
use crate::arrays::Arrays;
use crate::base::ty_of;
use crate::convert::dtype;
use crate::identity::view;
use crate::sync::lock;

/// The types of a function's parameters and of its result.
#[pyclass(frozen, module = "conformable")]
pub struct Checks {
    function: String,
    names: Vec<String>,
    params: Vec<Ty>,
    result: Ty,
    arrays: &'static Arrays,
    flat: Option<FlatChecks>,
}

/// What the arguments of one call have decided, where that takes the engine; else it is bytes that
/// [`packed`] describes.
#[pyclass(frozen, module = "conformable")]
pub struct Entered(Known);

/// What is known of names.
#[derive(Clone, Default)]
struct Known {
    store: Store,
    /// The sequences of dims that may broadcast.
    spread: Spread,
}

/// A value that fitted, and the names that it decided.
struct Seen {
    name: String,
    ty: Ty,
    wanted: Ty,
}

#[pymethods]
impl Checks {
    /// `params` are pairs of a name and a type, in the order of the values.
    #[new]
    fn new(
        py: Python<'_>,
        function: String,
        params: &Bound<'_, PyList>,
        result: &Bound<'_, PyAny>,
    ) -> PyResult<Checks> {
        let (mut names, mut types) = (Vec::new(), Vec::new());
        for pair in params.iter() {
            let (name, ty): (String, Bound<'_, PyAny>) = pair.extract()?;
            names.push(name);
            types.push(ty_of(&ty)?);
        }
        let result = ty_of(result)?;
        let flat = FlatChecks::new(py, &types, result)?;
        Ok(Checks { function, names, params: types, result, arrays: Arrays::get(py)?, flat })
    }

    /// Checks the arguments; what they have decided.
    #[pyo3(signature = (values, /))]
    fn enter<'py>(&self, values: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(flat) = &self.flat
            && let Some(shown) = flat.enter(self.arrays, values)?
        {
            return Ok(shown.into_any());
        }
        let (mut known, mut seen) = (Known::default(), Vec::new());
        self.arguments(&mut known, &mut seen, values)?;
        Ok(Bound::new(values.py(), Entered(known))?.into_any())
    }

    /// Checks a result of the call with these values, and gives it back.
    #[pyo3(signature = (values, entered, result, /))]
    fn leave<'py>(
        &self,
        values: &Bound<'_, PyTuple>,
        entered: &Bound<'_, PyAny>,
        result: Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut known = match (entered.cast_exact::<PyBytes>(), &self.flat) {
            (Ok(shown), Some(flat)) => {
                if flat.leave(self.arrays, shown, &result) {
                    return Ok(result);
                }
                self.told(flat, shown)
            }
            _ => entered.cast::<Entered>()?.get().0.clone(),
        };
        let mut seen = Vec::new();
        // Only for the message: what the arguments decided is known.
        let _ = self.arguments(&mut Known::default(), &mut seen, values);
        self.check(&mut known, &mut seen, "the result", self.result, &result)?;
        Ok(result)
    }
}

impl Checks {
    fn arguments(&self, known: &mut Known, seen: &mut Vec<Seen>, values: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut all = values.iter().zip(&self.params).zip(&self.names);
        all.try_for_each(|((value, wanted), name)| self.check(known, seen, name, *wanted, &value))
    }

    /// What a program found, for the engine.
    fn told(&self, flat: &FlatChecks, shown: &Bound<'_, PyBytes>) -> Known {
        let mut known = Known::default();
        let (names, sequence) = flat.equations(shown);
        // These are new names, of which nothing else is known.
        for (name, size) in names {
            let _ = known.store.tell(&Fact::Eq(Dim::name(name.as_str()), Dim::of(size)));
        }
        if let Some((name, shape)) = sequence {
            let _ = known.store.tell(&Fact::Shape(Seq::name(name.as_str()).shape(), shape));
        }
        known
    }

    /// Checks one value and tells what it shows; `seen` are the values that fitted.
    fn check(
        &self,
        known: &mut Known,
        seen: &mut Vec<Seen>,
        name: &str,
        wanted: Ty,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if wanted.is_unknown() {
            return Ok(());
        }
        if let Some(parts) = parts(wanted, value)? {
            let mut parts = parts.into_iter();
            return parts.try_for_each(|(place, wanted, part)| {
                self.check(known, seen, &format!("{name}{place}"), wanted, &part)
            });
        }
        let Some(ty) = type_of(value)? else { return Ok(()) };
        if known.fits(wanted, ty) {
            seen.push(Seen { name: name.to_owned(), ty, wanted });
            return Ok(());
        }
        Err(self.refusal(&known.store, seen, name, wanted, ty, value.py()))
    }

    fn refusal(&self, store: &Store, seen: &[Seen], name: &str, wanted: Ty, ty: Ty, py: Python<'_>) -> PyErr {
        let message = format!("{}: {}", self.function, explain(store, seen, name, wanted, ty));
        let class = if is_shape_failure(wanted, ty) { "ShapeError" } else { "DTypeError" };
        let make = || {
            let class = py.import("conformable._errors")?.getattr(class)?;
            let actual: Vec<String> = seen.iter().map(|seen| print_ty(seen.ty)).chain([print_ty(ty)]).collect();
            class.call1((message, print_ty(wanted), PyTuple::new(py, actual)?, [seen.len()]))
        };
        make().map_or_else(|failure| failure, PyErr::from_value)
    }
}

/// Where a part stands in a value, what it must be, and it.
type Part<'py> = (String, Ty, Bound<'py, PyAny>);

/// The items of a tuple, list or dict with their types, so that a failure names the item.
fn parts<'py>(wanted: Ty, value: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Part<'py>>>> {
    let numbered = |(place, (ty, item)): (usize, (Ty, Bound<'py, PyAny>))| (format!("[{place}]"), ty, item);
    let alike = |ty: Ty, items: Vec<Bound<'py, PyAny>>| {
        items.into_iter().map(|item| (ty, item)).enumerate().map(numbered).collect::<Vec<_>>()
    };
    Ok(match wanted.kind() {
        TyKind::TupleOf(item) => value.cast::<PyTuple>().ok().map(|items| alike(*item, items.iter().collect())),
        TyKind::ListOf(item) => value.cast::<PyList>().ok().map(|items| alike(*item, items.iter().collect())),
        TyKind::Tuple(types) => {
            let items = value.cast::<PyTuple>().ok().filter(|items| items.len() == types.len());
            items.map(|items| types.iter().copied().zip(items.iter()).enumerate().map(numbered).collect())
        }
        TyKind::Dict(key, item) => {
            let Ok(items) = value.cast::<PyDict>() else { return Ok(None) };
            let mut parts = Vec::new();
            for (own, value) in items.iter() {
                let shown = own.repr()?;
                parts.push((format!(", its key {shown}"), *key, own));
                parts.push((format!("[{shown}]"), *item, value));
            }
            Some(parts)
        }
        _ => None,
    })
}

/// Is the element type right, so that sizes are what is wrong?
fn is_shape_failure(wanted: Ty, ty: Ty) -> bool {
    let Some((elem, _)) = ty.as_array() else { return false };
    wanted.members().iter().any(|member| member.as_array().is_some_and(|(own, _)| own.is_any() || own == elem))
}

/// What is wrong, what was expected, and where the names' sizes are from.
fn explain(store: &Store, seen: &[Seen], name: &str, wanted: Ty, ty: Ty) -> String {
    let mut text = format!("{name} is {}, not {}", print_ty(ty), print_ty(wanted));
    let member = wanted.members().into_iter().find(|member| is_shape_failure(*member, ty));
    let pattern = member.and_then(|member| member.as_array()).map(|(_, shape)| shape);
    if let (Some(pattern), Some((_, actual))) = (pattern, ty.as_array())
        && let (Some(pattern), Some(actual)) = (pattern.dims(), actual.dims())
    {
        if pattern.len() != actual.len() {
            text += &format!("\n  {} dims are wanted, there are {}", pattern.len(), actual.len());
        } else {
            for (axis, (want, have)) in pattern.iter().zip(actual).enumerate() {
                let known = store.resolve_dim(*want);
                if known.constant().is_some_and(|known| Dim::of(known) != *have) {
                    text += &format!("\n  axis {axis}: `{}` is {}", print_dim(*want), print_dim(known));
                    text += &format!(", and {name} has {}", print_dim(*have));
                }
            }
        }
    }
    for seen in seen {
        if shares_a_name(seen.wanted, wanted) {
            text += &format!("\n  {} is {}: {}", seen.name, print_ty(seen.ty), print_ty(seen.wanted));
        }
    }
    text
}

/// The names in a type, without their marks.
fn names_of(ty: Ty) -> Vec<(bool, &'static str)> {
    let mut names = Vec::new();
    let plain = |name: Sym| marked(name).unwrap_or(name.as_str());
    term::visit_ty(ty, &mut |leaf| match leaf {
        Leaf::Atom(atom) => {
            if let AtomData::Name(name) = atom.data() {
                names.push((false, plain(*name)));
            }
        }
        Leaf::Seq(seq) => {
            if let SeqData::Name(name) = seq.data() {
                names.push((true, plain(*name)));
            }
        }
        Leaf::Elem(_) => {}
    });
    names
}

fn shares_a_name(a: Ty, b: Ty) -> bool {
    let own = names_of(b);
    names_of(a).iter().any(|name| own.contains(name))
}

impl Known {
    /// Does a value of type `ty` fit, with what is known of names? What it shows of them is told.
    fn fits(&mut self, wanted: Ty, ty: Ty) -> bool {
        match pairs(wanted, ty) {
            Pairs::Parts(parts) => return parts.into_iter().all(|(wanted, part)| self.fits(wanted, part)),
            Pairs::Differ => return false,
            Pairs::Whole => {}
        }
        match (wanted.kind(), ty.kind()) {
            (TyKind::Unknown, _) | (_, TyKind::Unknown) => true,
            (TyKind::Union(members), _) => members.iter().any(|member| {
                // Mostly one element type is the right one.
                if let (Some((elem, _)), Some((own, _))) = (member.as_array(), ty.as_array())
                    && !fits_elem(elem, own)
                {
                    return false;
                }
                let mut trial = self.clone();
                let fitting = trial.fits(*member, ty);
                if fitting {
                    *self = trial;
                }
                fitting
            }),
            (TyKind::Array { elem, shape }, TyKind::Array { elem: own, shape: actual }) => {
                fits_elem(*elem, *own) && self.fits_shape(*shape, *actual)
            }
            (TyKind::IntOf(want), TyKind::IntOf(value)) => self.store.tell(&Fact::Eq(*want, *value)).is_ok(),
            // As annotations mean it: an int will do for a float, a bool for an int.
            (TyKind::Int, TyKind::Bool | TyKind::LitBool(_))
            | (TyKind::Float, TyKind::Int | TyKind::IntOf(_) | TyKind::Bool | TyKind::LitBool(_))
            | (TyKind::Complex, TyKind::Float | TyKind::LitFloat(_) | TyKind::Int | TyKind::IntOf(_)) => true,
            _ => !relations::is_super(wanted, ty).is_no(),
        }
    }

    /// As [`Known::fits`], for shapes.
    fn fits_shape(&mut self, wanted: Shape, actual: Shape) -> bool {
        match self.unmarked(wanted, actual) {
            Some(plain) => plain.is_some_and(|plain| self.store.tell(&Fact::Shape(plain, actual)).is_ok()),
            None => self.store.tell(&Fact::Shape(wanted, actual)).is_ok(),
        }
    }

    /// The pattern for these sizes with nothing marked: `#n` is 1 where the size is, else `n`. None
    /// where there is no mark; no pattern where the ranks or a marked sequence exclude it.
    fn unmarked(&mut self, wanted: Shape, actual: Shape) -> Option<Option<Shape>> {
        let mark = |dim: Dim| match dim.as_atom()?.data() {
            AtomData::Name(name) => marked(*name),
            _ => None,
        };
        let sequence = match wanted.seq().map(|seq| seq.data()) {
            Some(SeqData::Name(name)) => {
                let plain = marked(*name).map_or(*name, Sym::new);
                (plain != *name || self.spread.knows(plain)).then_some((plain, plain != *name))
            }
            _ => None,
        };
        let prefix = &wanted.data().prefix;
        if sequence.is_none() && !prefix.iter().chain(wanted.suffix()).any(|dim| mark(*dim).is_some()) {
            return None;
        }
        let sizes = actual.dims()?.iter().map(|dim| dim.constant()).collect::<Option<Vec<i64>>>()?;
        let (front, back) = (prefix.len(), wanted.suffix().len());
        let is_open = wanted.seq().is_some();
        if sizes.len() < front + back || (!is_open && sizes.len() > front + back) {
            return Some(None);
        }
        let end = sizes.len() - back;
        let plain = |(dim, size): (&Dim, &i64)| match mark(*dim) {
            Some(_) if *size == 1 => Dim::ONE,
            Some(text) => parse_dim(text).unwrap_or_else(|_| Dim::name(text)),
            None => *dim,
        };
        let first: Vec<Dim> = prefix.iter().zip(&sizes[..front]).map(plain).collect();
        let last: Vec<Dim> = wanted.suffix().iter().zip(&sizes[end..]).map(plain).collect();
        let between = match sequence {
            Some((name, is_marked)) => {
                if !self.spread.tell(&mut self.store, name, is_marked, &sizes[front..end]) {
                    return Some(None);
                }
                sizes[front..end].iter().copied().collect()
            }
            None => wanted.seq().map_or_else(Shape::scalar, |seq| seq.shape()),
        };
        let whole = Shape::of(&first).append(between).and_then(|front| front.append(Shape::of(&last)));
        Some(whole)
    }
}

fn fits_elem(wanted: Elem, elem: Elem) -> bool {
    wanted.is_any() || wanted.dtype().is_none() || wanted == elem
}

/// The type of a value; None where nothing can be said of it.
fn type_of(value: &Bound<'_, PyAny>) -> PyResult<Option<Ty>> {
    let py = value.py();
    if value.is_none() {
        return Ok(Some(Ty::none()));
    }
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(Some(Ty::bool(truth.is_true())));
    }
    if value.is_exact_instance_of::<PyInt>() {
        return Ok(Some(value.extract::<i64>().map_or_else(|_| Ty::new(TyKind::Int), |value| Ty::int(Dim::of(value)))));
    }
    if value.is_exact_instance_of::<PyFloat>() {
        return Ok(Some(Ty::new(TyKind::Float)));
    }
    if value.is_exact_instance_of::<PyComplex>() {
        return Ok(Some(Ty::new(TyKind::Complex)));
    }
    if let Ok(text) = value.cast_exact::<PyString>() {
        return Ok(Some(Ty::str(&text.to_cow()?)));
    }
    if let Ok(items) = value.cast_exact::<PyTuple>() {
        let items: Option<Vec<Ty>> = items.iter().map(|item| type_of(&item)).collect::<PyResult<_>>()?;
        return Ok(items.map(Ty::tuple));
    }
    if let Ok(items) = value.cast_exact::<PyList>() {
        let items: Option<Vec<Ty>> = items.iter().map(|item| type_of(&item)).collect::<PyResult<_>>()?;
        return Ok(items.map(Ty::list));
    }
    static NDARRAY: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if value.is_instance(NDARRAY.import(py, "numpy", "ndarray")?)? {
        let sizes: SmallVec<[Dim; 8]> = value
            .getattr(intern!(py, "shape"))?
            .cast::<PyTuple>()?
            .iter()
            .map(|size| size.extract().map(Dim::of))
            .collect::<PyResult<_>>()?;
        return Ok(known_dtype(&value.getattr(intern!(py, "dtype"))?).map(|dtype| Ty::array(dtype, Shape::of(&sizes))));
    }
    let read = py.import("conformable._instances")?.getattr("from_instance")?;
    // What nobody reads is not known, and fits.
    match read.call1((value,)) {
        Ok(view) => Ok(ty_of(&view).ok()),
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(None),
        Err(error) => Err(error),
    }
}

/// A `numpy.dtype`; those of NumPy's own kinds are one object each, and remembered.
fn known_dtype(value: &Bound<'_, PyAny>) -> Option<DType> {
    static KNOWN: Mutex<Vec<(Py<PyAny>, DType)>> = Mutex::new(Vec::new());
    const REMEMBERED: usize = 32;
    let mut known = lock(&KNOWN);
    if let Some((_, dtype)) = known.iter().find(|(object, _)| object.is(value)) {
        return Some(*dtype);
    }
    drop(known);
    let found = dtype(value).ok()?;
    known = lock(&KNOWN);
    if known.len() < REMEMBERED {
        known.push((value.clone().unbind(), found));
    }
    Some(found)
}

/// The type of an array with jaxtyping's `#` in front of some of its shape's items.
#[pyfunction]
fn with_marks<'py>(py: Python<'py>, array: &Bound<'py, PyAny>, places: Vec<usize>) -> PyResult<Bound<'py, PyAny>> {
    let ty = ty_of(array)?;
    let Some((elem, shape)) = ty.as_array() else { return Err(PyTypeError::new_err("not the type of an array")) };
    let data = shape.data();
    let front = data.prefix.len();
    let mark = |(place, dim): (usize, Dim)| match places.contains(&place) {
        true => Dim::name(&format!("{MARK}{}", print_dim(dim))),
        false => dim,
    };
    let prefix = data.prefix.iter().copied().enumerate().map(mark).collect::<Vec<_>>();
    let rest = shape.seq().map(|seq| {
        let own = match seq.data() {
            SeqData::Name(name) if places.contains(&front) => Seq::name(&format!("{MARK}{}", name.as_str())),
            _ => seq,
        };
        let suffix = shape.suffix().iter().copied().enumerate().map(|(at, dim)| mark((front + 1 + at, dim)));
        (own, suffix.collect())
    });
    view(py, Ty::array(elem, Shape::new(prefix, rest)))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(with_marks, module)?)?;
    module.add_class::<Checks>()?;
    module.add_class::<Entered>()?;
    module.add_class::<by_signature::SignatureChecks>()
}
