//! An operation: a name, parameters as data, and what gives the types of its outputs, which is a
//! signature, an entry of the catalogue, or (of `SpecifyShape` alone) the meet of two types.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock};

use conformable_signatures::signature::{Chain, Refusal};
use conformable_signatures::{Applied, Arg, CallArgs, Catalogue, Op as Entry, Signature, generalise};
use conformable_solver::{Failure, FailureKind, Part, Store};
use conformable_types::dtype::Kind;
use conformable_types::text::{ParseError, print_dim, print_elem, print_function, print_ty};
use conformable_types::ty::{Function, Param, ParamKind};
use conformable_types::{Dim, Shape, Sym, Ty, TyKind, relations};

use crate::closed::closed;

/// What is applied to variables. A cheap handle; equal are those of the same name, parameters and
/// signature.
#[derive(Clone)]
pub struct Op(Arc<Data>);

struct Data {
    name: Sym,
    params: Vec<(Sym, Ty)>,
    typing: Typing,
    /// Everything that tells it from others.
    key: String,
    fingerprint: u128,
}

#[derive(Clone)]
enum Typing {
    Signature(Arc<Signature>),
    Catalogue(&'static Entry),
    /// The first input, of the sizes that the others are.
    SpecifyShape,
}

impl Op {
    /// One that a signature describes.
    pub fn new(name: &str, signature: Signature) -> Op {
        Op::of(Sym::new(name), Vec::new(), Typing::Signature(Arc::new(signature)))
    }

    /// As [`Op::new`], with the signature's text.
    ///
    /// # Errors
    /// If the text is no signature.
    pub fn parse(name: &str, signature: &str) -> Result<Op, ParseError> {
        Ok(Op::new(name, Signature::parse(signature)?))
    }

    /// A function of NumPy by its path, if the catalogue has it. Inputs are its positional arguments,
    /// parameters its keywords.
    pub fn numpy(path: &str) -> Option<Op> {
        Catalogue::numpy().function(path).map(Op::of_entry)
    }

    /// An entry of the catalogue.
    pub fn of_entry(entry: &'static Entry) -> Op {
        let name = entry.path.rsplit('.').next().unwrap_or(&entry.path);
        Op::of(Sym::new(name), Vec::new(), Typing::Catalogue(entry))
    }

    /// The op that a narrowing replacement puts in between: the first input is a variable, the others
    /// are the sizes that it has, `None` where nothing is asked.
    pub fn specify_shape() -> Op {
        static OP: LazyLock<Op> = LazyLock::new(|| Op::of(Sym::new("SpecifyShape"), Vec::new(), Typing::SpecifyShape));
        OP.clone()
    }

    /// The same with one more parameter, whose value is a literal type: `Literal[0]`, a tuple of them.
    #[must_use]
    pub fn with(&self, param: &str, value: Ty) -> Op {
        let mut params = self.0.params.clone();
        params.push((Sym::new(param), value));
        Op::of(self.0.name, params, self.0.typing.clone())
    }

    fn of(name: Sym, params: Vec<(Sym, Ty)>, typing: Typing) -> Op {
        let told: Vec<String> = params.iter().map(|(name, value)| format!("{name}={}", print_ty(*value))).collect();
        let typed = match &typing {
            Typing::Signature(signature) => signature.to_string(),
            Typing::Catalogue(entry) => entry.path.clone(),
            Typing::SpecifyShape => String::new(),
        };
        let key = format!("{name}{{{}}}: {typed}", told.join(", "));
        let fingerprint = fingerprint(key.as_bytes());
        Op(Arc::new(Data { name, params, typing, key, fingerprint }))
    }

    /// The name: `Sum` of `Sum{axis=0}`.
    pub fn name(&self) -> Sym {
        self.0.name
    }

    /// The parameters, in order.
    pub fn params(&self) -> &[(Sym, Ty)] {
        &self.0.params
    }

    /// The signature, of an op that is described by one.
    pub fn signature(&self) -> Option<&Signature> {
        match &self.0.typing {
            Typing::Signature(signature) => Some(signature),
            Typing::Catalogue(_) | Typing::SpecifyShape => None,
        }
    }

    /// The catalogue's entry, of an op that is one.
    pub fn entry(&self) -> Option<&'static Entry> {
        match &self.0.typing {
            Typing::Catalogue(entry) => Some(entry),
            Typing::Signature(_) | Typing::SpecifyShape => None,
        }
    }

    /// Do its inputs alone decide its outputs, and does it do nothing else? Two applications of one
    /// that does more, or draws at random, are two.
    pub fn is_pure(&self) -> bool {
        let draws = |entry: &Entry| entry.path.split('.').any(|part| part == "random");
        self.entry().is_none_or(|entry| !entry.effect && !draws(entry))
    }

    /// 128 bits, the same in every process.
    pub fn fingerprint(&self) -> u128 {
        self.0.fingerprint
    }

    /// The types of the outputs for inputs of these types, in the terms of the inputs.
    ///
    /// # Errors
    /// If it does not take them.
    pub fn infer(&self, inputs: &[Ty]) -> Result<Vec<Ty>, Box<Refusal>> {
        match &self.0.typing {
            Typing::Signature(signature) => Ok(closed(&signature.apply(inputs)?.outputs, inputs)),
            Typing::Catalogue(entry) => {
                let (_, result, _) = self.applied(entry, inputs)?;
                Ok(closed(&outputs_of(result), inputs))
            }
            Typing::SpecifyShape => self.specified(inputs).map(|ty| vec![ty]),
        }
    }

    /// The op's type for inputs of these types: a function whose parameters have what the application
    /// teaches, and whose where-clause has what must hold besides.
    ///
    /// # Errors
    /// If it does not take them.
    pub fn type_for(&self, inputs: &[Ty]) -> Result<Function, Box<Refusal>> {
        let param = |ty: &Ty| Param { name: None, kind: ParamKind::Plain, ty: *ty, assumed: false, default: None };
        let params = |types: &[Ty]| types.iter().map(param).collect::<Vec<_>>();
        match &self.0.typing {
            Typing::Signature(signature) => {
                let call = signature.apply(inputs)?;
                let (outputs, constraints) = (call.outputs.into(), call.constraints.into());
                Ok(Function { params: params(&call.inputs).into(), outputs, constraints, partial: false })
            }
            Typing::Catalogue(entry) => {
                let (opened, result, store) = self.applied(entry, inputs)?;
                let (function, _) = generalise(params(&opened), result, &store, &[]);
                let outputs = function.outputs.iter().flat_map(|ty| outputs_of(*ty)).collect();
                Ok(Function { outputs, ..function })
            }
            Typing::SpecifyShape => {
                let outputs = [self.specified(inputs)?].into();
                Ok(Function { params: params(inputs).into(), outputs, constraints: Box::default(), partial: false })
            }
        }
    }

    /// As [`Op::infer`], where a chain of applications has come to; the types are the chain's.
    ///
    /// # Errors
    /// If it does not take them along with what is known there.
    pub(crate) fn infer_in(&self, chain: &mut Chain, inputs: &[Ty]) -> Result<Vec<Ty>, Box<Refusal>> {
        match &self.0.typing {
            Typing::Signature(signature) => chain.apply(signature, inputs),
            Typing::Catalogue(entry) => {
                let resolved: Vec<Ty> = inputs.iter().map(|ty| chain.store().resolve_ty(*ty)).collect();
                let (result, mut store) = self.applied_in(entry, &resolved, chain.store())?;
                let outputs = outputs_of(result).into_iter().map(|ty| store.with_names(ty)).collect();
                chain.set_store(store);
                Ok(outputs)
            }
            Typing::SpecifyShape => {
                let resolved: Vec<Ty> = inputs.iter().map(|ty| chain.store().resolve_ty(*ty)).collect();
                self.specified(&resolved)?;
                chain.apply(&specified_sizes(&resolved), inputs)
            }
        }
    }

    /// The inputs with what is unknown named, the result, and what is known then.
    fn applied(&self, entry: &Entry, inputs: &[Ty]) -> Result<(Vec<Ty>, Ty, Store), Box<Refusal>> {
        let mut store = Store::new();
        let opened: Vec<Ty> = inputs.iter().map(|ty| store.with_names(*ty)).collect();
        let (result, store) = self.applied_in(entry, &opened, &store)?;
        Ok((opened, result, store))
    }

    /// The result of the catalogue's entry where `store` is known, and what is known then.
    pub(crate) fn applied_in(&self, entry: &Entry, inputs: &[Ty], store: &Store) -> Result<(Ty, Store), Box<Refusal>> {
        let keywords = self.0.params.iter().map(|(name, value)| (name.as_str().to_owned(), Arg::of(*value)));
        let args = CallArgs {
            positional: inputs.iter().map(|ty| Arg::of(*ty)).collect(),
            keywords: keywords.collect(),
            open: false,
        };
        match entry.apply(&args, store) {
            Applied::Value { result, store, .. } => Ok((store.resolve_ty(result), store)),
            Applied::Refuted(failure) => Err(self.refusal(failure.failure, inputs)),
            Applied::Unknown(_) => Ok((Ty::unknown(), store.clone())),
        }
    }

    /// The first input met with the sizes that the others are.
    pub(crate) fn specified(&self, inputs: &[Ty]) -> Result<Ty, Box<Refusal>> {
        let refused = |kind, message: String, parts| Err(self.refusal(Failure::new(kind, message, parts), inputs));
        let Some((first, sizes)) = inputs.split_first() else {
            return refused(FailureKind::Arguments, "there is no input".to_owned(), Vec::new());
        };
        let Some((elem, _)) = first.as_array() else {
            let message = format!("only arrays have sizes, not {first}");
            return refused(FailureKind::Arguments, message, vec![Part::whole(0)]);
        };
        let mut dims = Vec::new();
        for (place, size) in sizes.iter().enumerate() {
            dims.push(match (size.kind(), size.int_value()) {
                (_, Some(dim)) => dim,
                (TyKind::None | TyKind::Int, None) => Dim::any(),
                (_, None) if is_integer_scalar(*size) => Dim::any(),
                _ => {
                    let message = format!("a size is an integer or None, not {size}");
                    return refused(FailureKind::Arguments, message, vec![Part::whole(place + 1)]);
                }
            });
        }
        let asked = Ty::array(elem, Shape::of(&dims));
        match relations::meet(*first, asked) {
            Some(meet) => Ok(meet.ty),
            None => {
                let reason = relations::difference(*first, asked).unwrap_or_else(|| format!("{first} and {asked}"));
                refused(FailureKind::Size, format!("the sizes are not those asked for: {reason}"), vec![Part::whole(0)])
            }
        }
    }

    fn refusal(&self, failure: Failure, inputs: &[Ty]) -> Box<Refusal> {
        let signature = match &self.0.typing {
            Typing::Signature(signature) => signature.to_string(),
            Typing::Catalogue(entry) => entry.path.clone(),
            Typing::SpecifyShape => "SpecifyShape(x, *sizes)".to_owned(),
        };
        Box::new(Refusal { failure, signature, inputs: inputs.iter().map(Ty::to_string).collect() })
    }
}

/// `(x[a, b], Int[a], None) -> x[a, b]`: what `SpecifyShape` is for inputs of these types.
fn specified_sizes(inputs: &[Ty]) -> Signature {
    let dims: Vec<String> = (1..inputs.len()).map(|place| format!("d{place}")).collect();
    let size = |(ty, dim): (&Ty, &String)| match ty.int_value() {
        Some(_) => format!("Int[{dim}]"),
        None => print_ty(*ty),
    };
    let sizes = inputs.iter().skip(1).zip(&dims).map(size);
    let array = format!("x[{}]", dims.join(", "));
    let params: Vec<String> = std::iter::once(array.clone()).chain(sizes).collect();
    Signature::parse(&format!("({}) -> {array}", params.join(", "))).expect("a signature")
}

fn is_integer_scalar(ty: Ty) -> bool {
    let integer = |kind| matches!(kind, Kind::Signed | Kind::Unsigned);
    ty.as_array()
        .is_some_and(|(elem, shape)| shape.rank() == Some(0) && elem.dtype().is_some_and(|dtype| integer(dtype.kind())))
}

/// What a function returns as outputs: the items of a tuple are several.
pub(crate) fn outputs_of(result: Ty) -> Vec<Ty> {
    match result.kind() {
        TyKind::Tuple(items) => items.to_vec(),
        TyKind::Ctor(_, items) if items.len() > 1 => items.to_vec(),
        _ => vec![result],
    }
}

/// FNV-1a of bytes.
pub(crate) fn fingerprint(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
        (hash ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    })
}

impl PartialEq for Op {
    fn eq(&self, other: &Op) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.0.fingerprint == other.0.fingerprint && self.0.key == other.0.key)
    }
}

impl Eq for Op {}

impl Hash for Op {
    fn hash<H: Hasher>(&self, state: &mut H) {
        #[allow(clippy::cast_possible_truncation, reason = "any of its bits will do")]
        state.write_u64(self.0.fingerprint as u64);
    }
}

/// `Sum{axis=0}`
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.name)?;
        if !self.0.params.is_empty() {
            let params: Vec<String> =
                self.0.params.iter().map(|(name, value)| format!("{name}={}", value_text(*value))).collect();
            write!(f, "{{{}}}", params.join(", "))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.key)
    }
}

/// A literal type as the value that it has: `0` for `Literal[0]`.
pub fn value_text(ty: Ty) -> String {
    let all = |items: &[Ty]| items.iter().map(|item| value_text(*item)).collect::<Vec<_>>().join(", ");
    match ty.kind() {
        TyKind::IntOf(dim) => print_dim(*dim),
        TyKind::LitBool(true) => "True".to_owned(),
        TyKind::LitBool(false) => "False".to_owned(),
        TyKind::LitStr(text) => format!("'{text}'"),
        TyKind::LitFloat(bits) => format!("{:?}", f64::from_bits(*bits)),
        TyKind::None => "None".to_owned(),
        TyKind::Tuple(items) if items.len() == 1 => format!("({},)", all(items)),
        TyKind::Tuple(items) => format!("({})", all(items)),
        TyKind::List(items) => format!("[{}]", all(items)),
        TyKind::DType(elem) => print_elem(*elem),
        TyKind::Function(function) => print_function(function),
        _ => print_ty(ty),
    }
}
