//! `cf.Op`: what is applied to variables, and what types it gives.

use std::sync::{Mutex, OnceLock};

use conformable_graph::Op as Core;
use conformable_graph::op::{Arguments, Returned};
use conformable_signatures::{Catalogue, Member as Entry, Signature as Sig, catalogue};
use conformable_types::{Ty, TyKind};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyAttributeError, PyNotImplementedError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::apply::{ApplicationPlace, Apply, FreeNode, Inputs};
use super::arguments::{self, takes_array};
use super::calls::{CallEntry, Calls, Read};
use super::returned::{of_count, result};
use super::type_of::TypeOf;
use super::variable::{Origin, Variable, make};
use crate::base::ty_of;
use crate::constructors::registered;
use crate::identity::view;
use crate::reentry::with_python_errors;
use crate::signature::{Signature, refused};
use crate::sync::lock;

type Types = SmallVec<[Ty; 4]>;
type Outputs<'py> = SmallVec<[Bound<'py, Variable>; 1]>;

/// What is applied to variables.
///
/// The catalogue's are attributes of `conformable.numpy`. To write one, derive from this class and give
/// it a `signature`; one that no signature describes has a method `make_node(*inputs)`, which returns
/// an `Apply`. Two of one class are equal if what `__props__` names is, else all their attributes.
#[pyclass(subclass, frozen, weakref, dict, module = "conformable")]
pub struct Op {
    pub known: OnceLock<OpData>,
}

pub struct OpData {
    /// `None`: `make_node` decides.
    pub core: Option<Core>,
    kind: Kind,
    pub calls: Calls,
    /// The same op with other arguments, as calls made them.
    variants: Mutex<FxHashMap<Arguments, Py<Op>>>,
    operands: OnceLock<u64>,
}

/// So many variants of an op are one object each wherever they are made; then they are made anew.
const VARIANTS: usize = 1 << 10;

/// What an op is to NumPy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A function of the catalogue.
    Function,
    /// A method of the first input.
    Method,
    /// A property of the first input.
    Property,
    /// `SpecifyShape`
    Specify,
    /// One of Python's, on numbers.
    Operator,
    /// A Python class's, or a signature's.
    Other,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Function => "function",
            Kind::Method => "method",
            Kind::Property => "property",
            Kind::Specify => "specify_shape",
            Kind::Operator => "operator",
            Kind::Other => "other",
        }
    }
}

impl OpData {
    fn new(core: Option<Core>, kind: Kind) -> OpData {
        OpData { core, kind, calls: Calls::default(), variants: Mutex::default(), operands: OnceLock::new() }
    }

    /// The places, as bits, where a number is an input, since an array may stand there.
    pub fn operands(&self) -> u64 {
        *self.operands.get_or_init(|| match self.core.as_ref().and_then(Core::entry) {
            Some(entry) => (0..64).filter(|place| takes_array(entry, *place)).fold(0, |bits, place| bits | 1 << place),
            None => u64::MAX,
        })
    }

    pub fn of_catalogue(&self) -> bool {
        self.core.as_ref().is_some_and(|core| core.entry().is_some())
    }

    /// Will it say the same of the same types?
    pub fn is_steady(&self) -> bool {
        self.core.as_ref().is_some_and(Core::is_steady)
    }
}

/// An object for an op of the core.
pub fn object(py: Python<'_>, core: Core, kind: Kind) -> PyResult<Bound<'_, Op>> {
    let known = OnceLock::new();
    let _ = known.set(OpData::new(Some(core), kind));
    Bound::new(py, Op { known })
}

impl Op {
    pub fn known<'a>(slf: &'a Bound<'_, Op>) -> PyResult<&'a OpData> {
        if let Some(known) = slf.get().known.get() {
            return Ok(known);
        }
        let made = Op::read(slf)?;
        Ok(slf.get().known.get_or_init(|| made))
    }

    /// What a Python class says of its instance.
    fn read(slf: &Bound<'_, Op>) -> PyResult<OpData> {
        let py = slf.py();
        let class = slf.get_type();
        let base = py.get_type::<Op>();
        let own = intern!(py, "make_node");
        if !class.getattr(own)?.is(base.getattr(own)?) {
            return Ok(OpData::new(None, Kind::Other));
        }
        let Some(written) = slf.getattr_opt(intern!(py, "signature"))?.filter(|written| !written.is_none()) else {
            let name = class.name()?;
            return Err(PyTypeError::new_err(format!("{name} has neither a signature nor a make_node")));
        };
        let signature: Sig = match written.cast::<Signature>() {
            Ok(signature) => signature.get().core().clone(),
            Err(_) => py.get_type::<Signature>().call1((written,))?.cast::<Signature>()?.get().core().clone(),
        };
        let core = Core::new(&class.name()?.to_cow()?, signature);
        let pure = slf.getattr_opt(intern!(py, "pure"))?.map_or(Ok(true), |pure| pure.is_truthy())?;
        Ok(OpData::new(Some(if pure { core } else { core.with_effect() }), Kind::Other))
    }

    /// The core's op; `None` if `make_node` decides.
    pub fn core(slf: &Bound<'_, Op>) -> PyResult<Option<Core>> {
        Ok(Op::known(slf)?.core.clone())
    }

    /// Is it the package's own, not an instance of a class that derives from `Op`?
    pub fn is_native(slf: &Bound<'_, Op>) -> bool {
        slf.as_any().is_exact_instance_of::<Op>()
    }

    /// The same op, called with other arguments than inputs alone.
    pub fn arranged<'py>(slf: &Bound<'py, Op>, arguments: Arguments) -> PyResult<Bound<'py, Op>> {
        let known = Op::known(slf)?;
        let Some(core) = &known.core else { return Ok(slf.clone()) };
        if arguments == Arguments::default() {
            return Ok(slf.clone());
        }
        let variants = || lock(&known.variants);
        if let Some(met) = variants().get(&arguments) {
            return Ok(met.bind(slf.py()).clone());
        }
        let made = object(slf.py(), core.arranged(arguments.clone()), known.kind)?;
        let mut known = variants();
        let before = (known.len() >= VARIANTS).then(|| std::mem::take(&mut *known));
        let same = known.insert(arguments, made.clone().unbind());
        drop(known);
        drop((before, same));
        Ok(made)
    }

    /// The function type for inputs of these types.
    pub fn function_type<'py>(slf: &Bound<'py, Op>, types: &[TypeOf]) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let Some(core) = &Op::known(slf)?.core else {
            return Err(PyNotImplementedError::new_err(format!("{} has no signature", slf.as_any())));
        };
        let types = native(py, types)?;
        let function = with_python_errors(|| core.type_for(&types).map_err(|refusal| refused(py, &refusal)))?;
        view(py, Ty::new(TyKind::Function(Box::new(function))))
    }
}

fn native(py: Python<'_>, types: &[TypeOf]) -> PyResult<Types> {
    types.iter().map(|ty| native_type(py, ty)).collect()
}

/// What a type is in Rust.
pub fn native_type(py: Python<'_>, ty: &TypeOf) -> PyResult<Ty> {
    match ty {
        TypeOf::Native(ty) => Ok(*ty),
        TypeOf::Defined(object) => ty_of(object.bind(py)),
    }
}

/// The outputs of an op, applied to variables.
pub fn apply<'py>(op: &Bound<'py, Op>, inputs: Inputs) -> PyResult<Outputs<'py>> {
    applied(op, inputs).map(|(outputs, _)| outputs)
}

/// What a call of an op with variables alone returns.
pub fn called<'py>(op: &Bound<'py, Op>, inputs: Inputs) -> PyResult<Bound<'py, PyAny>> {
    let (outputs, returned) = applied(op, inputs)?;
    result(op.py(), outputs, returned)
}

fn applied<'py>(op: &Bound<'py, Op>, inputs: Inputs) -> PyResult<(Outputs<'py>, Returned)> {
    let py = op.py();
    let known = Op::known(op)?;
    if known.core.is_none() {
        let inputs = PyTuple::new(py, inputs)?;
        let outputs: Outputs<'py> = made(op, &inputs, None)?.outputs(py)?.into_iter().collect();
        let returned = of_count(outputs.len());
        return Ok((outputs, returned));
    }
    let call = Read::of_inputs(py, &inputs);
    if let Some(met) = call.as_ref().and_then(|call| known.calls.met(py, call)) {
        return Ok((outputs(op, inputs, &met.outputs)?, met.returned));
    }
    let (inputs, types, returned) = infer(op, inputs)?;
    if let Some(call) = call.filter(|_| known.is_steady()) {
        known.calls.keep(call, Vec::new(), CallEntry { op: None, outputs: (&*types).into(), returned });
    }
    Ok((outputs(op, inputs, &types)?, returned))
}

/// The types of the outputs and what they are to the caller, beside the inputs.
pub fn infer(op: &Bound<'_, Op>, inputs: Inputs) -> PyResult<(Inputs, SmallVec<[Ty; 2]>, Returned)> {
    let py = op.py();
    let types = inputs.iter().map(|input| native_type(py, &input.get().ty(py)?)).collect::<PyResult<Types>>()?;
    let Some(core) = Op::core(op)? else {
        return Err(PyNotImplementedError::new_err(format!("{} has no signature", op.as_any())));
    };
    let (returned, given) = with_python_errors(|| core.infer_call(&types).map_err(|refusal| refused(py, &refusal)))?;
    Ok((inputs, given.into_iter().collect(), returned))
}

/// The only output of an op. It registers when it is asked for its owner.
#[inline]
pub fn output<'py>(op: &Bound<'py, Op>, inputs: Inputs, ty: Ty) -> PyResult<Bound<'py, Variable>> {
    let py = op.py();
    let ty = type_of(py, ty)?;
    let node = FreeNode::new(op.clone().unbind(), inputs, smallvec![ty.clone_ref(py)]);
    make(py, ty, Origin::Output(node, 0), None)
}

/// The outputs of an op applied to variables, where their types are known.
#[inline]
pub fn outputs<'py>(op: &Bound<'py, Op>, inputs: Inputs, types: &[Ty]) -> PyResult<Outputs<'py>> {
    let py = op.py();
    if let [ty] = types {
        return Ok(smallvec![output(op, inputs, *ty)?]);
    }
    let types = types.iter().map(|ty| type_of(py, *ty)).collect::<PyResult<SmallVec<[TypeOf; 1]>>>()?;
    let node = FreeNode::new(op.clone().unbind(), inputs, types);
    let mut outputs = SmallVec::new();
    for (place, ty) in node.types.iter().enumerate() {
        let output = make(py, ty.clone_ref(py), Origin::Output(node.clone(), place as u32), None)?;
        node.register(&output, place as u32)?;
        outputs.push(output);
    }
    Ok(outputs)
}

/// A type that an op gives; what is registered for a Python class is its instance.
#[inline]
fn type_of(py: Python<'_>, ty: Ty) -> PyResult<TypeOf> {
    match ty.kind() {
        TyKind::Ctor(..) => TypeOf::read(&view(py, ty)?),
        _ => Ok(TypeOf::Native(ty)),
    }
}

/// What a class's `make_node` gives for these arguments.
pub fn made(
    op: &Bound<'_, Op>,
    args: &Bound<'_, PyTuple>,
    kwargs: Option<&Bound<'_, PyDict>>,
) -> PyResult<ApplicationPlace> {
    let node = op.call_method(intern!(op.py(), "make_node"), args, kwargs)?;
    match node.cast::<Apply>() {
        Ok(node) => Ok(node.get().place(op.py())),
        Err(_) => {
            Err(PyTypeError::new_err(format!("{}.make_node returned {}, not an Apply", op.as_any(), node.repr()?)))
        }
    }
}

/// An attribute of a variable of some type.
pub enum Member<'py> {
    Property(Bound<'py, Op>),
    Method(Bound<'py, Op>),
}

impl<'py> Member<'py> {
    pub fn op(&self) -> &Bound<'py, Op> {
        match self {
            Member::Property(op) | Member::Method(op) => op,
        }
    }
}

/// What the catalogue has of this name for arrays, or for what else the variable's type is.
pub fn member<'py>(var: &Bound<'py, Variable>, name: &str) -> PyResult<Option<Member<'py>>> {
    type MembersByType = FxHashMap<&'static str, FxHashMap<Box<str>, (Kind, Py<Op>)>>;
    static MET: Mutex<Option<MembersByType>> = Mutex::new(None);
    let py = var.py();
    let ty = match var.get().ty(py)? {
        TypeOf::Native(ty) => ty,
        TypeOf::Defined(object) => match registered(object.bind(py))? {
            Some((ty, _)) => ty,
            None => return Ok(None),
        },
    };
    let Some(kind) = Catalogue::kind_of(ty) else { return Ok(None) };
    let of_place = |place: Kind, op| if place == Kind::Property { Member::Property(op) } else { Member::Method(op) };
    let met = || lock(&MET);
    if let Some((place, op)) = met().as_ref().and_then(|met| met.get(kind)?.get(name)) {
        return Ok(Some(of_place(*place, op.bind(py).clone())));
    }
    let Some(Entry::Property(entry) | Entry::Method(entry)) = catalogue::current().member(kind, name) else {
        return Ok(None);
    };
    let place = kind_of(entry);
    let op = object(py, Core::of_entry(entry), place)?;
    let kept = (place, op.clone().unbind());
    let before = met().get_or_insert_default().entry(kind).or_default().insert(name.into(), kept);
    drop(before);
    Ok(Some(of_place(place, op)))
}

/// A function of the catalogue by its path, or what it has of a class (`ndarray.sort`), as an op: None if
/// there is none.
#[pyfunction]
pub fn catalogue_op<'py>(py: Python<'py>, path: &str) -> PyResult<Option<Bound<'py, Op>>> {
    let catalogue = catalogue::current();
    let member = || match path.rsplit_once('.').and_then(|(class, name)| catalogue.member(class, name)) {
        Some(Entry::Property(entry) | Entry::Method(entry)) => Some((entry, kind_of(entry))),
        _ => None,
    };
    let found = catalogue.function(path).map(|entry| (entry, Kind::Function)).or_else(member);
    found.map(|(entry, kind)| object(py, Core::of_entry(entry), kind)).transpose()
}

/// Does it do more than giving its outputs: draw random numbers, write to an input? Two such calls are
/// never one.
#[pyfunction]
pub fn has_effect(op: &Bound<'_, Op>) -> PyResult<bool> {
    Ok(Op::core(op)?.is_some_and(|core| !core.is_pure()))
}

/// The names that a namespace of the catalogue has; None if it is none.
#[pyfunction]
pub fn catalogue_names(namespace: &str) -> Option<Vec<&'static str>> {
    let known = catalogue::current();
    known.namespace(namespace).then(|| known.names_of(namespace))
}

/// The op that a narrowing replacement puts in between.
pub fn specify_shape(py: Python<'_>) -> PyResult<Bound<'_, Op>> {
    static OP: Mutex<Option<Py<Op>>> = Mutex::new(None);
    let known = lock(&OP).as_ref().map(|op| op.clone_ref(py));
    if let Some(known) = known {
        return Ok(known.into_bound(py));
    }
    let made = object(py, Core::specify_shape(), Kind::Specify)?;
    let mut slot = lock(&OP);
    Ok(slot.get_or_insert(made.unbind()).clone_ref(py).into_bound(py))
}

/// What an entry of the catalogue is to NumPy.
fn kind_of(entry: &conformable_signatures::Op) -> Kind {
    if !entry.bound {
        return Kind::Function;
    }
    let found = entry.path.rsplit_once('.').and_then(|(class, name)| catalogue::current().member(class, name));
    if matches!(found, Some(Entry::Property(_))) { Kind::Property } else { Kind::Method }
}

/// An object for an op that a graph has.
pub fn object_of(py: Python<'_>, core: Core) -> PyResult<Bound<'_, Op>> {
    let kind = match core.entry() {
        Some(entry) => kind_of(entry),
        None if core == Core::specify_shape() => return specify_shape(py),
        None if Core::operator(core.name().as_str()).is_some_and(|known| known == core) => Kind::Operator,
        None => Kind::Other,
    };
    object(py, core, kind)
}

/// What `signature` is of an op whose class has none: of the catalogue's functions what they are, as a signature.
#[pyclass(frozen, module = "conformable")]
struct SignatureOfOp;

#[pymethods]
impl SignatureOfOp {
    fn __get__(&self, op: Option<&Bound<'_, Op>>, _class: Option<&Bound<'_, PyAny>>) -> Option<Signature> {
        // One that is being read has none yet.
        let known = op.and_then(|op| op.get().known.get())?;
        known.core.as_ref().and_then(Core::typed).map(Signature::of)
    }
}

fn part(module: &str, py: Python<'_>, function: &str) -> PyResult<Py<PyAny>> {
    Ok(py.import(module)?.getattr(function)?.unbind())
}

#[pymethods]
impl Op {
    #[classattr]
    fn signature(py: Python<'_>) -> PyResult<Py<SignatureOfOp>> {
        Py::new(py, SignatureOfOp)
    }

    #[new]
    #[classmethod]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn __new__(
        cls: &Bound<'_, PyType>,
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Op> {
        if cls.is(cls.py().get_type::<Op>()) {
            return Err(PyTypeError::new_err(
                "derive a class with a signature from Op, or take one of conformable.numpy",
            ));
        }
        Ok(Op { known: OnceLock::new() })
    }

    /// `Op[tuple[Variable, Variable]]`: what its calls give, for type checkers.
    #[classmethod]
    fn __class_getitem__<'py>(cls: &Bound<'py, PyType>, outputs: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        cls.py().import("types")?.getattr("GenericAlias")?.call1((cls, outputs))
    }

    /// Applies it: a variable, or a tuple of them. What is no variable becomes a constant or, where the
    /// catalogue wants a value, a parameter.
    #[pyo3(signature = (*args, **kwargs))]
    fn __call__<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if Op::known(slf)?.core.is_none() {
            let outputs = made(slf, args, kwargs)?.outputs(py)?;
            let returned = of_count(outputs.len());
            return result(py, outputs.into_iter().collect(), returned);
        }
        arguments::call(slf, args.iter_borrowed(), kwargs, || Ok(args.clone()))
    }

    /// The application itself: by default what the signature says of these inputs.
    #[pyo3(signature = (*args, **kwargs))]
    fn make_node<'py>(
        slf: &Bound<'py, Self>,
        args: &Bound<'py, PyTuple>,
        kwargs: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, Apply>> {
        let py = slf.py();
        let (op, inputs) = arguments::arrange(slf, args, kwargs)?;
        let outputs = apply(&op, inputs)?;
        let Some(first) = outputs.first() else {
            return Err(PyNotImplementedError::new_err(format!("{} gives nothing", slf.as_any())));
        };
        match first.get().origin(py) {
            Origin::Output(node, place) => {
                node.register(first, place)?;
                ApplicationPlace::Free(node).view(py)
            }
            _ => Err(PyValueError::new_err("the op gives variables that it does not compute")),
        }
    }

    /// The function type that it has for inputs of these types: what the application teaches of them,
    /// and the types of the outputs.
    #[pyo3(signature = (*types))]
    fn type_for<'py>(slf: &Bound<'py, Self>, types: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let types = types.iter().map(|ty| TypeOf::read(&ty)).collect::<PyResult<Vec<_>>>()?;
        Op::function_type(slf, &types)
    }

    /// `signature`: None of an op that a `make_node` types. A class that derives from this one has an attribute of
    /// its own, or its instances do, so this is no property.
    fn __getattr__<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        // By its name a method that is bound to a variable is pickled.
        if name == "__name__" && Op::is_native(slf) {
            let path = Op::path(slf)?.and_then(|path| path.rsplit('.').next());
            return path.map_or_else(|| slf.repr().map(Bound::into_any), |name| name.into_bound_py_any(py));
        }
        if name != "signature" {
            let class = slf.get_type();
            return Err(PyAttributeError::new_err(format!("{} has no attribute {name:?}", class.name()?)));
        }
        if !Op::is_native(slf) {
            return Ok(py.None().into_bound(py));
        }
        let core = Op::core(slf)?;
        core.as_ref().and_then(Core::typed).map(Signature::of).into_bound_py_any(py)
    }

    /// `numpy.linalg.inv`; None unless it is the catalogue's.
    #[getter]
    fn path(slf: &Bound<'_, Self>) -> PyResult<Option<&'static str>> {
        Ok(Op::core(slf)?.and_then(|core| core.entry()).map(|entry| entry.path.as_str()))
    }

    /// The definitions as the stub file of the catalogue writes them; None unless it is the catalogue's.
    #[getter]
    fn definition(slf: &Bound<'_, Self>) -> PyResult<Option<String>> {
        Ok(Op::path(slf)?.and_then(|path| catalogue::current().source(path)))
    }

    /// `function`, `method` or `property` of NumPy, Python's `operator`, `specify_shape`, or `other`.
    #[getter]
    fn kind(slf: &Bound<'_, Self>) -> PyResult<&'static str> {
        Ok(Op::known(slf)?.kind.word())
    }

    /// The arguments by place and by name that values of the inputs make.
    fn call_arguments<'py>(
        slf: &Bound<'py, Self>,
        values: &Bound<'py, PyTuple>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let py = slf.py();
        match Op::core(slf)? {
            Some(core) => arguments::values(py, core.arguments(), values),
            None => Ok((values.clone(), PyDict::new(py))),
        }
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        match Op::is_native(slf) {
            true => Ok(Op::core(slf)?.map_or_else(String::new, |core| core.to_string())),
            false => {
                let parts = part("conformable._contract", slf.py(), "representation")?.call1(slf.py(), (slf,))?;
                let text: String = parts.extract(slf.py())?;
                Ok(text.strip_suffix("()").map_or(text.clone(), str::to_owned))
            }
        }
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        match Op::is_native(slf) {
            true => {
                let number = Op::core(slf)?.map_or(0, |core| core.fingerprint());
                Ok((number as usize).cast_signed())
            }
            false => part("conformable._contract", slf.py(), "hash_of")?.call1(slf.py(), (slf,))?.extract(slf.py()),
        }
    }

    fn __richcmp__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        let (CompareOp::Eq | CompareOp::Ne, Ok(other)) = (op, other.cast::<Op>()) else {
            return Ok(py.NotImplemented());
        };
        let equal = match (Op::is_native(slf), Op::is_native(other)) {
            (true, true) => Op::core(slf)? == Op::core(other)?,
            (false, false) => part("conformable._contract", py, "equal")?.call1(py, (slf, other))?.is_truthy(py)?,
            _ => false,
        };
        Ok((equal == matches!(op, CompareOp::Eq)).into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("conformable._native")?.getattr("reduce_op")?.call1((slf,))
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("SpecifyShape", specify_shape(module.py())?)
}
