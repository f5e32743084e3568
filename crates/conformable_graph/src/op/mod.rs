//! An operation: a name, parameters as data, and what gives the types of its outputs, which is a
//! signature, an entry of the catalogue, someone else's code, Python's arithmetic, or (of `SpecifyShape`
//! alone) the meet of two types.

mod arguments;
mod identity;
mod operator;
mod specify;

use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};

use conformable_signatures::compiled::Forms;
pub use conformable_signatures::signature::entry::Returned;
use conformable_signatures::signature::entry::{Arrangement, entered, outputs_of, returned};
use conformable_signatures::signature::{Chain, Refusal, settled};
use conformable_signatures::{Op as Entry, Signature, catalogue};
use conformable_solver::{Failure, FailureKind, Store};
use conformable_types::arithmetic::OPERATORS;
use conformable_types::text::ParseError;
use conformable_types::ty::{Function, Param, ParamKind};
use conformable_types::{Sym, Ty};

pub use self::arguments::{Arguments, Slot, value_text};
use crate::closed::closed;

/// What is applied to variables. A cheap handle; equal are those of the same name, parameters and
/// signature, and of those that someone else's code types, the same code's.
#[derive(Clone)]
pub struct Op(Arc<Data>);

struct Data {
    described: Described,
    /// Of what tells ops apart.
    hash: u64,
    fingerprint: OnceLock<u128>,
    /// Programs of the calls of an entry of which everything is known.
    forms: Forms,
}

#[derive(Clone)]
struct Described {
    name: Sym,
    arguments: Arguments,
    typing: Typing,
    /// Tells it from others that are described alike.
    number: Option<u64>,
    /// It does something besides giving its outputs.
    effect: bool,
}

/// What someone else's code says of an op: asked anew each time, since it may say another thing.
pub trait Custom: Send + Sync {
    /// The types of the outputs for inputs of these types.
    ///
    /// # Errors
    /// If the op does not take them.
    fn infer(&self, inputs: &[Ty]) -> Result<Vec<Ty>, Failure>;
}

#[derive(Clone)]
enum Typing {
    Signature(Arc<Signature>),
    Catalogue(&'static Entry),
    Custom(Arc<dyn Custom>),
    /// Python's own, on its numbers.
    Operator(&'static str),
    /// The first input, of the sizes that the others are.
    SpecifyShape,
}

impl Op {
    /// One that a signature describes.
    pub fn new(name: &str, signature: Signature) -> Op {
        Op::plain(name, Typing::Signature(Arc::new(signature)))
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
        catalogue::current().function(path).map(Op::of_entry)
    }

    /// An entry of the catalogue.
    pub fn of_entry(entry: &'static Entry) -> Op {
        let name = entry.path.rsplit('.').next().unwrap_or(&entry.path);
        Op::plain(name, Typing::Catalogue(entry))
    }

    /// The op that a narrowing replacement puts in between: the first input is a variable, the others
    /// are the sizes that it has, `None` where nothing is asked.
    pub fn specify_shape() -> Op {
        static OP: LazyLock<Op> = LazyLock::new(|| Op::plain("SpecifyShape", Typing::SpecifyShape));
        OP.clone()
    }

    /// One whose types someone else's code gives.
    pub fn custom(name: &str, custom: Arc<dyn Custom>) -> Op {
        Op::plain(name, Typing::Custom(custom))
    }

    /// Python's operator on its numbers: `+` of two ints is an int, and of two sizes a size. `None` if it
    /// has no such operator.
    pub fn operator(symbol: &str) -> Option<Op> {
        let symbol = OPERATORS.iter().copied().find(|known| *known == symbol)?;
        Some(Op::plain(symbol, Typing::Operator(symbol)))
    }

    /// The same with one more parameter, whose value is a literal type: `Literal[0]`, a tuple of them.
    #[must_use]
    pub fn with(&self, param: &str, value: Ty) -> Op {
        let arguments = self.0.described.arguments.with(Sym::new(param), Slot::Value(value));
        self.arranged(arguments)
    }

    /// The same, called with these arguments; without any, inputs are the positional ones.
    #[must_use]
    pub fn arranged(&self, arguments: Arguments) -> Op {
        Op::of(Described { arguments, ..self.0.described.clone() })
    }

    /// The same, different from all that are described alike but have another number.
    #[must_use]
    pub fn numbered(&self, number: u64) -> Op {
        Op::of(Described { number: Some(number), ..self.0.described.clone() })
    }

    /// The same, which does something besides giving its outputs.
    #[must_use]
    pub fn with_effect(&self) -> Op {
        Op::of(Described { effect: true, ..self.0.described.clone() })
    }

    fn plain(name: &str, typing: Typing) -> Op {
        let effect = matches!(&typing, Typing::Catalogue(entry) if entry.effect);
        Op::of(Described { name: Sym::new(name), arguments: Arguments::default(), typing, number: None, effect })
    }

    fn of(described: Described) -> Op {
        let hash = identity::hash(&described);
        Op(Arc::new(Data { described, hash, fingerprint: OnceLock::new(), forms: Forms::default() }))
    }

    /// The name: `Sum` of `Sum{axis=0}`.
    pub fn name(&self) -> Sym {
        self.0.described.name
    }

    /// How inputs become arguments, and the arguments besides.
    pub fn arguments(&self) -> &Arguments {
        &self.0.described.arguments
    }

    /// What tells it from others that are described alike.
    pub fn number(&self) -> Option<u64> {
        self.0.described.number
    }

    /// The signature, of an op that is described by one.
    pub fn signature(&self) -> Option<&Signature> {
        match &self.0.described.typing {
            Typing::Signature(signature) => Some(signature),
            Typing::Catalogue(_) | Typing::Custom(_) | Typing::Operator(_) | Typing::SpecifyShape => None,
        }
    }

    /// What its types are, of an op that a signature or the catalogue describes.
    pub fn typed(&self) -> Option<Signature> {
        match &self.0.described.typing {
            Typing::Signature(signature) => Some((**signature).clone()),
            Typing::Catalogue(entry) => Some(self.signature_of(entry)),
            Typing::Custom(_) | Typing::Operator(_) | Typing::SpecifyShape => None,
        }
    }

    /// The catalogue's entry as a signature, called with this op's arguments.
    fn signature_of(&self, entry: &'static Entry) -> Signature {
        let arguments = &self.0.described.arguments;
        let is_plain = *arguments == Arguments::default();
        Signature::of_entry(entry, (!is_plain).then(|| Arc::new(arguments.clone()) as Arc<dyn Arrangement>))
    }

    /// The catalogue's entry, of an op that is one.
    pub fn entry(&self) -> Option<&'static Entry> {
        match &self.0.described.typing {
            Typing::Catalogue(entry) => Some(entry),
            Typing::Signature(_) | Typing::Custom(_) | Typing::Operator(_) | Typing::SpecifyShape => None,
        }
    }

    /// Do its inputs alone decide its outputs, and does it do nothing else? Two applications of one
    /// that does more, or draws at random, are two.
    pub fn is_pure(&self) -> bool {
        !self.0.described.effect
    }

    /// 128 bits, the same in every process. Of an op that someone else's code types they are those of its
    /// name and parameters, which is all that is known of it.
    pub fn fingerprint(&self) -> u128 {
        *self.0.fingerprint.get_or_init(|| identity::fingerprint_of(&self.0.described))
    }

    /// The types of the outputs for inputs of these types, in the terms of the inputs.
    ///
    /// # Errors
    /// If it does not take them.
    pub fn infer(&self, inputs: &[Ty]) -> Result<Vec<Ty>, Box<Refusal>> {
        self.infer_call(inputs).map(|(_, outputs)| outputs)
    }

    /// As [`Op::infer`], with what the outputs are to whoever calls it.
    ///
    /// # Errors
    /// If it does not take them.
    pub fn infer_call(&self, inputs: &[Ty]) -> Result<(Returned, Vec<Ty>), Box<Refusal>> {
        let results = match self.results_closed(inputs) {
            Some(results) => results,
            None => self.results(inputs)?,
        };
        Ok(self.called(results))
    }

    /// The outputs that results are: of a function of the catalogue, what its only one has in it.
    fn called(&self, results: Vec<Ty>) -> (Returned, Vec<Ty>) {
        match (&*results, &self.0.described.typing) {
            ([result], Typing::Catalogue(_)) => returned(*result),
            ([_], _) => (Returned::One, results),
            _ => (Returned::Tuple, results),
        }
    }

    /// What it returns, in the terms of the inputs; of a function of the catalogue as a whole.
    fn results(&self, inputs: &[Ty]) -> Result<Vec<Ty>, Box<Refusal>> {
        match &self.0.described.typing {
            Typing::Signature(signature) => Ok(closed(&signature.apply_with(inputs, &[])?.outputs, inputs)),
            Typing::Catalogue(entry) => Ok(closed(&[self.applied(entry, inputs)?.result], inputs)),
            Typing::Custom(custom) => {
                let outputs = custom.infer(inputs).map_err(|failure| self.refusal(failure, inputs))?;
                Ok(closed(&outputs, inputs))
            }
            Typing::Operator(symbol) => operator::operated(symbol, inputs)
                .map(|ty| closed(&[ty], inputs))
                .map_err(|failure| self.refusal(failure, inputs)),
            Typing::SpecifyShape => self.specified(inputs).map(|ty| vec![ty]),
        }
    }

    /// As [`Op::infer`] for inputs of which everything is known, without the solver, if a program proves
    /// it: see [`Forms`].
    pub fn infer_closed(&self, inputs: &[Ty]) -> Option<Vec<Ty>> {
        self.results_closed(inputs).map(|results| self.called(results).1)
    }

    fn results_closed(&self, inputs: &[Ty]) -> Option<Vec<Ty>> {
        match &self.0.described.typing {
            Typing::Signature(signature) => signature.apply_closed(inputs),
            Typing::Catalogue(entry) => self.0.forms.outputs(inputs, |inputs| self.general(entry, inputs)),
            Typing::Custom(_) | Typing::Operator(_) | Typing::SpecifyShape => None,
        }
    }

    /// May what it gives for types be remembered?
    pub fn is_steady(&self) -> bool {
        !matches!(self.0.described.typing, Typing::Custom(_))
    }

    /// The op's type for inputs of these types: a function whose parameters have what the application
    /// teaches, and whose where-clause has what must hold besides.
    ///
    /// # Errors
    /// If it does not take them.
    pub fn type_for(&self, inputs: &[Ty]) -> Result<Function, Box<Refusal>> {
        let param = |ty: &Ty| Param { name: None, kind: ParamKind::Plain, ty: *ty, assumed: false, default: None };
        match &self.0.described.typing {
            Typing::Signature(signature) => Ok(signature.apply(inputs)?.into_function()),
            Typing::Catalogue(entry) => Ok(self.signature_of(entry).apply(inputs)?.into_function()),
            Typing::Custom(_) | Typing::Operator(_) | Typing::SpecifyShape => {
                let outputs = self.infer(inputs)?.into();
                let params = inputs.iter().map(param).collect();
                Ok(Function { params, outputs, constraints: Box::default(), partial: false })
            }
        }
    }

    /// As [`Op::infer`], where a chain of applications has come to; the types are the chain's.
    ///
    /// # Errors
    /// If it does not take them along with what is known there.
    pub(crate) fn infer_in(&self, chain: &mut Chain, inputs: &[Ty]) -> Result<Vec<Ty>, Box<Refusal>> {
        let resolved: Vec<Ty> = inputs.iter().map(|ty| chain.store().resolve_ty(*ty)).collect();
        match &self.0.described.typing {
            Typing::Signature(signature) if chain.takes(signature, inputs) => chain.apply(signature, inputs),
            Typing::Catalogue(entry) => {
                let Some(store) = chain.store_in(None, &resolved) else { return self.infer_apart(chain, &resolved) };
                let (result, mut store, _) = self.applied_in(entry, &resolved, &store)?;
                let outputs = outputs_of(result).into_iter().map(|ty| store.with_names(ty)).collect();
                chain.set_store(store);
                Ok(outputs)
            }
            Typing::Operator(symbol) => {
                let ty = operator::operated(symbol, &resolved).map_err(|failure| self.refusal(failure, &resolved))?;
                Ok(vec![ty])
            }
            Typing::Signature(_) | Typing::Custom(_) => self.infer_apart(chain, &resolved),
            Typing::SpecifyShape => {
                self.specified(&resolved)?;
                chain.apply(&specify::signature(&resolved), inputs)
            }
        }
    }

    /// By itself: what it needs teaches the chain nothing.
    fn infer_apart(&self, chain: &mut Chain, inputs: &[Ty]) -> Result<Vec<Ty>, Box<Refusal>> {
        let mut store = chain.store().clone();
        let outputs = self.infer(inputs)?.into_iter().map(|ty| store.with_names(ty)).collect();
        chain.set_store(store);
        Ok(outputs)
    }

    /// The catalogue's entry, applied where nothing is known.
    fn applied(&self, entry: &Entry, inputs: &[Ty]) -> Result<Entered, Box<Refusal>> {
        let mut store = Store::new();
        let opened: Vec<Ty> = inputs.iter().map(|ty| store.with_names(*ty)).collect();
        let (result, store, saw_unknown) = self.applied_in(entry, &opened, &store)?;
        Ok(Entered { opened, result, store, saw_unknown })
    }

    /// The function from such inputs to the result, over names, with all that must hold of them;
    /// nothing if the entry left anything open.
    fn general(&self, entry: &Entry, inputs: &[Ty]) -> Option<Function> {
        let Entered { opened, result, store, saw_unknown } = self.applied(entry, inputs).ok()?;
        if saw_unknown {
            return None;
        }
        settled(&store, &opened, &[result], &[])
    }

    /// The result of the catalogue's entry where `store` is known, what is known then, and whether
    /// anything was asked that is open.
    pub(crate) fn applied_in(
        &self,
        entry: &Entry,
        inputs: &[Ty],
        store: &Store,
    ) -> Result<(Ty, Store, bool), Box<Refusal>> {
        if self.0.described.arguments.arity().is_some_and(|count| count != inputs.len()) {
            let message = format!("{} inputs for {self}", inputs.len());
            return Err(self.refusal(Failure::new(FailureKind::Arguments, message, Vec::new()), inputs));
        }
        let (positional, keywords) = self.0.described.arguments.types(inputs);
        let keywords: Vec<_> = keywords.into_iter().map(|(name, ty)| (name.as_str().to_owned(), ty)).collect();
        let given = entered(entry, &positional, &keywords, store, false);
        let given = given.map_err(|failure| self.refusal(failure, inputs))?;
        Ok((given.result, given.store, given.saw_unknown))
    }

    /// What `SpecifyShape` gives.
    pub(crate) fn specified(&self, inputs: &[Ty]) -> Result<Ty, Box<Refusal>> {
        specify::specified(inputs).map_err(|failure| self.refusal(failure, inputs))
    }

    fn refusal(&self, failure: Failure, inputs: &[Ty]) -> Box<Refusal> {
        let signature = match &self.0.described.typing {
            Typing::Signature(signature) => signature.to_string(),
            Typing::Catalogue(entry) => entry.path.clone(),
            Typing::Custom(_) => self.to_string(),
            Typing::Operator(symbol) => format!("a {symbol} b"),
            Typing::SpecifyShape => "SpecifyShape(x, *sizes)".to_owned(),
        };
        Box::new(Refusal { failure, signature, inputs: self.0.described.arguments.shown(inputs) })
    }
}

/// What an entry of the catalogue gave.
struct Entered {
    /// The inputs with what is unknown named.
    opened: Vec<Ty>,
    result: Ty,
    /// What is known then.
    store: Store,
    /// Something was asked that is open.
    saw_unknown: bool,
}

/// FNV-1a of bytes.
pub(crate) fn fingerprint(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
        (hash ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    })
}

/// `Sum{axis=0}`
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.described.name)?;
        let arguments = self.0.described.arguments.to_string();
        if !arguments.is_empty() {
            write!(f, "{{{arguments}}}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}: {}", identity::typed(&self.0.described.typing))
    }
}
