//! One call: inputs in, outputs and what remains to hold, or an explained refusal.
//!
//! A call only propagates, but that fully known inputs decide: names with finite bounds that
//! propagation leaves open are enumerated.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use conformable_solver::{Context, Failure, FailureKind, Store};
use conformable_types::term::{self, Leaf};
use conformable_types::text::print::Mode;
use conformable_types::ty::{Constraint, Function, Param, ParamKind};
use conformable_types::{AtomData, Elem, ElemData, FreshKind, Shape, Sym, Term, Ty, TyKind};

use smallvec::SmallVec;

use super::apart::apart;
use super::decide::decide;
use super::forward::{Instance, Run};
use super::overloads::{self, joined_outputs};
use super::residue::{residue, settled, texts};
use super::{Signature, SignatureKind, Sort, waiting};
use crate::alternatives::Join;
use crate::compiled::Sizes;

/// A call that may return: a typed function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// With what the call teaches put in.
    pub inputs: Vec<Ty>,
    /// In the names of the inputs.
    pub outputs: Vec<Ty>,
    /// What must hold of the names besides.
    pub constraints: Vec<Constraint>,
    /// There is more that must hold, which speaks of what is not shown.
    pub partial: bool,
}

impl Call {
    /// The constraints as a where-clause writes them.
    pub fn constraint_texts(&self) -> Vec<String> {
        let types: Vec<Ty> = self.inputs.iter().chain(&self.outputs).copied().collect();
        let mut all = texts(&types, &self.constraints, false, Mode::Text).1;
        all.extend(self.partial.then(|| "…".to_owned()));
        all
    }
}

/// What all say of an input, what must hold for all, and what each output may be.
impl Join for Call {
    fn join(self, other: Call) -> Call {
        let inputs = self.inputs.iter().zip(&other.inputs);
        Call {
            inputs: inputs.map(|(own, other)| if own == other { *own } else { Ty::unknown() }).collect(),
            outputs: joined_outputs(self.outputs, other.outputs),
            constraints: self.constraints.into_iter().filter(|own| other.constraints.contains(own)).collect(),
            partial: self.partial || other.partial,
        }
    }
}

impl Call {
    /// The function that it is an application of.
    pub fn into_function(self) -> Function {
        Function {
            params: self.inputs.into_iter().map(plain).collect(),
            outputs: self.outputs.into(),
            constraints: self.constraints.into(),
            partial: self.partial,
        }
    }

    /// With what was given for inputs of which several say nothing together.
    pub(crate) fn of(mut self, given: &[Ty]) -> Call {
        for (own, given) in self.inputs.iter_mut().zip(given).filter(|(own, _)| own.is_unknown()) {
            *own = *given;
        }
        self
    }
}

/// A call that cannot return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// What is wrong, and in which inputs.
    pub failure: Failure,
    /// The signature's text.
    pub signature: String,
    /// The inputs' texts.
    pub inputs: Vec<String>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  {}", self.failure.message, self.signature)?;
        for (place, input) in self.inputs.iter().enumerate() {
            let odd = self.failure.parts.iter().any(|part| part.argument == place);
            write!(f, "\n  input {}: {input}{}", place + 1, if odd { "  <-" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// A parameter that is nothing but its type.
pub(crate) fn plain(ty: Ty) -> Param {
    Param { name: None, kind: ParamKind::Plain, ty, assumed: false, default: None }
}

/// `(3, 4)`: a shape as people write it.
pub fn shape_text(shape: Shape) -> String {
    let text = conformable_types::text::print_shape(shape);
    let inner = text.trim_start_matches('[').trim_end_matches(']');
    if shape.rank() == Some(1) { format!("({inner},)") } else { format!("({inner})") }
}

/// What the solver made of a call.
struct Engine {
    call: Call,
    store: Store,
    /// The inputs as the store has them.
    opened: Vec<Ty>,
    run: Run,
    /// Something was asked that is open.
    saw_unknown: bool,
}

impl Signature {
    /// Shapes in, shapes out.
    ///
    /// # Errors
    /// If the signature refuses them; the refusal shows all of them.
    pub fn call(&self, inputs: &[Shape]) -> Result<Vec<Shape>, Box<Refusal>> {
        self.call_with(inputs, &[])
    }

    /// Known sizes in, known sizes out, without the solver: is it proved that they are these? If not
    /// ask [`Signature::call`], which also says why.
    #[inline]
    pub fn call_sizes(&self, inputs: &[&[i64]], outputs: &mut Sizes) -> bool {
        self.program.as_ref().is_some_and(|program| program.run(inputs, outputs))
    }

    /// Inputs and outputs in one list, `None` what is to be found; all of them out, without the
    /// solver: is it proved that this is the only solution? If not ask [`Signature::solve`].
    #[inline]
    pub fn fill_sizes(&self, operands: &[Option<&[i64]>], all: &mut Sizes) -> bool {
        if self.filler.as_ref().is_some_and(|filler| filler.fill(operands, all)) {
            return true;
        }
        let Some((inputs, outputs)) = operands.split_at_checked(self.arity()) else { return false };
        let Some(inputs) = inputs.iter().copied().collect::<Option<SmallVec<[&[i64]; 4]>>>() else { return false };
        let mut found = Sizes::default();
        self.call_sizes(&inputs, &mut found)
            && outputs.iter().zip(found.iter()).all(|(given, own)| given.is_none_or(|given| given == own))
            && all.hold(inputs.into_iter().chain(found.iter())).is_some()
    }

    fn flat_outputs(&self, inputs: &[Shape]) -> Option<Vec<Shape>> {
        let program = self.program.as_ref()?;
        let sizes = |shape: &Shape| shape.dims()?.iter().map(|dim| dim.constant()).collect::<Option<SmallVec<_>>>();
        let inputs: SmallVec<[SmallVec<[i64; 6]>; 4]> = inputs.iter().map(sizes).collect::<Option<_>>()?;
        let slices: SmallVec<[&[i64]; 4]> = inputs.iter().map(|sizes| &**sizes).collect();
        let mut outputs = Sizes::default();
        program
            .run(&slices, &mut outputs)
            .then(|| outputs.iter().map(|sizes| sizes.iter().copied().collect()).collect())
    }

    /// As [`Signature::call`], with what `.k.` skips given: `k=2`.
    ///
    /// # Errors
    /// As there.
    pub fn call_with(&self, inputs: &[Shape], ranks: &[(String, usize)]) -> Result<Vec<Shape>, Box<Refusal>> {
        // What is given is for the engine.
        if ranks.is_empty()
            && let Some(outputs) = self.flat_outputs(inputs)
        {
            return Ok(outputs);
        }
        let types: Vec<Ty> = inputs.iter().map(|shape| Ty::array(Elem::any(), *shape)).collect();
        let call = self.apply_with(&types, ranks)?;
        Ok(call.outputs.iter().map(|ty| ty.as_array().map_or_else(Shape::any, |(_, shape)| shape)).collect())
    }

    /// Types in, types out. A signature of shapes says nothing of element types: they are `?`.
    ///
    /// # Errors
    /// If the signature refuses them.
    pub fn apply(&self, inputs: &[Ty]) -> Result<Call, Box<Refusal>> {
        match self.apply_closed(inputs) {
            Some(outputs) => Ok(Call { inputs: inputs.to_vec(), outputs, constraints: Vec::new(), partial: false }),
            None => self.apply_with(inputs, &[]),
        }
    }

    /// The outputs for inputs of which everything is known, without the solver: is it proved that
    /// they are these? If not ask [`Signature::apply`], which also says why.
    pub fn apply_closed(&self, inputs: &[Ty]) -> Option<Vec<Ty>> {
        match &self.form {
            SignatureKind::Types(function) if function.params.len() == inputs.len() => {
                self.forms.outputs(inputs, |inputs| self.general(inputs))
            }
            _ => None,
        }
    }

    /// The function from such inputs to the outputs, over names, with all that must hold of them;
    /// nothing if anything is left open that is not about these names.
    fn general(&self, inputs: &[Ty]) -> Option<Function> {
        if self.overloads().is_some() || self.unknown_length(inputs).is_some() {
            return None;
        }
        let given: Vec<Option<Ty>> = inputs.iter().copied().map(Some).collect();
        let Ok(Cow::Borrowed(_)) = self.for_inputs(&given) else { return None };
        let Engine { store, opened, run, saw_unknown, .. } = self.engine(inputs, &[]).ok()?;
        if saw_unknown { None } else { settled(&store, &opened, &run.outputs, &run.names) }
    }

    /// As [`Signature::apply`], with what `.k.` skips given.
    ///
    /// # Errors
    /// As there.
    pub fn apply_with(&self, inputs: &[Ty], ranks: &[(String, usize)]) -> Result<Call, Box<Refusal>> {
        if let Some(all) = self.overloads() {
            return overloads::apply(self, all, inputs, ranks);
        }
        if let Some(entry) = self.as_entry() {
            return self.call_entry(entry, inputs, &[]);
        }
        if let Some(place) = self.unknown_length(inputs) {
            return self.apply_lengths(place, inputs, ranks);
        }
        let refused = |failure| Box::new(self.refusal(failure, inputs));
        let given: Vec<Option<Ty>> = inputs.iter().copied().map(Some).collect();
        if let Cow::Owned(own) = self.for_inputs(&given).map_err(refused)? {
            let named = |refusal: Box<Refusal>| Box::new(Refusal { signature: self.to_string(), ..*refusal });
            return own.apply_with(inputs, ranks).map_err(named);
        }
        self.engine(inputs, ranks).map(|engine| engine.call)
    }

    /// One call by the solver.
    fn engine(&self, inputs: &[Ty], ranks: &[(String, usize)]) -> Result<Engine, Box<Refusal>> {
        let refused = |failure| Box::new(self.refusal(failure, inputs));
        let inputs_filled = self.with_defaults(inputs).map_err(refused)?;
        let mut store = Store::in_dialect(self.dialect());
        let own = apart(&mut store, &inputs_filled);
        let instance = Instance::new(Arc::new(self.clone()), &mut store);
        let mut names = Vec::new();
        let opened: Vec<Ty> = own.iter().map(|ty| opened_as(&mut store, *ty, &mut names)).collect();
        let instance = instance.with_given(names);
        let mut cx = Context::exact(&store);
        let run = instance.run(&mut cx, &opened, None, ranks).map_err(refused)?;
        let saw_unknown = cx.saw_unknown();
        let mut store = cx.into_store();
        let known = opened.iter().all(|ty| is_known(*ty));
        if known && !(run.outputs.iter().all(|ty| is_known(store.resolve_ty(*ty))) && store.waiting().next().is_none())
        {
            store = decide(store, &run.outputs).map_err(refused)?;
        }
        // What was found of the variables of functions that are given, and of those of the signature that
        // nothing was found of.
        let own: Vec<Ty> = opened.iter().map(|ty| term::map_ty(*ty, &mut &run.bound)).collect();
        let outputs: Vec<Ty> = run.outputs.iter().map(|ty| self.without_unbound(*ty, &own)).collect();
        let mut call = residue(&store, &own, &outputs, &run.names);
        if self.as_shapes().is_some() {
            call.outputs.iter_mut().for_each(|ty| *ty = without_elem(*ty));
        }
        Ok(Engine { call, store, opened, run, saw_unknown })
    }

    /// The output with `Unknown` for type variables of which the inputs say nothing.
    fn without_unbound(&self, output: Ty, inputs: &[Ty]) -> Ty {
        struct Unbound<'s>(&'s Signature, &'s [Ty]);
        impl term::Map for Unbound<'_> {
            fn name(&mut self, name: Sym) -> Option<Ty> {
                let own = self.0.sort_of(name) == Some(Sort::Type);
                let is_given = self.1.iter().any(|input| input.mentions(name));
                (own && !is_given).then(Ty::unknown)
            }
        }
        term::map_ty(output, &mut Unbound(self, inputs))
    }

    /// All inputs, those that are left out by their defaults.
    pub(crate) fn with_defaults(&self, inputs: &[Ty]) -> Result<Vec<Ty>, Failure> {
        let mut all = inputs.to_vec();
        if let SignatureKind::Types(function) = &self.form {
            let rest = function.params.get(inputs.len()..).unwrap_or(&[]);
            let defaults: Option<Vec<Ty>> = rest.iter().map(|param| param.default).collect();
            all.extend(defaults.unwrap_or_default());
        }
        if all.len() == self.arity() || self.as_entry().is_some() {
            return Ok(all);
        }
        let count = |count: usize| if count == 1 { "1 input".to_owned() } else { format!("{count} inputs") };
        let message = format!("the signature has {}, {} given", count(self.arity()), count(inputs.len()));
        Err(Failure::new(FailureKind::Arguments, message, Vec::new()))
    }

    pub(crate) fn refusal(&self, failure: Failure, inputs: &[Ty]) -> Refusal {
        let shown = |ty: &Ty| match (self.as_shapes(), ty.as_array()) {
            (Some(_), Some((_, shape))) => shape_text(shape),
            _ => ty.to_string(),
        };
        Refusal { failure, signature: self.headline(), inputs: inputs.iter().map(shown).collect() }
    }
}

fn without_elem(ty: Ty) -> Ty {
    match ty.as_array() {
        Some((_, shape)) => Ty::array(Elem::any(), shape),
        None => ty,
    }
}

/// The type with something fresh in place of each thing of which nothing is known.
pub(crate) fn opened(store: &mut Store, ty: Ty) -> Ty {
    opened_as(store, ty, &mut Vec::new())
}

/// The same, and what the names of functions in it stand for by then.
fn opened_as(store: &mut Store, ty: Ty, names: &mut Vec<(Sym, Term)>) -> Ty {
    let mut all = |items: &[Ty]| items.iter().map(|item| opened_as(store, *item, names)).collect::<Vec<_>>();
    match ty.kind() {
        TyKind::Tuple(items) => Ty::tuple(all(items)),
        TyKind::List(items) => Ty::list(all(items)),
        TyKind::Union(members) => Ty::union(all(members)),
        TyKind::Slice(parts) => Ty::new(TyKind::Slice(parts.map(|part| opened_as(store, part, names)))),
        TyKind::Struct(fields) => {
            let field = |(name, ty): &(Sym, Ty)| (*name, opened_as(store, *ty, names));
            Ty::new(TyKind::Struct(fields.iter().map(field).collect()))
        }
        // Its names are its own.
        TyKind::Function(function) => Ty::new(TyKind::Function(Box::new(waiting::opened(store, function, names)))),
        _ => store.with_names(ty),
    }
}

/// Has every size and rank in it a value?
pub(crate) fn is_known(ty: Ty) -> bool {
    let mut known = !matches!(ty.kind(), TyKind::Unknown | TyKind::Name(_) | TyKind::Int | TyKind::TupleOf(_));
    term::visit_ty(ty, &mut |leaf| {
        known &= match leaf {
            Leaf::Atom(atom) => matches!(atom.data(), AtomData::Fresh { kind: FreshKind::Runtime, .. }),
            Leaf::Seq(_) => false,
            // Of a signature of shapes the element types are open.
            Leaf::Elem(elem) => !matches!(elem.data(), ElemData::Name(_)),
        };
    });
    known && ty.as_array().is_none_or(|(_, shape)| !term::has_hole(&Term::Shape(shape)))
}
