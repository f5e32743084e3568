//! Programs by form: all calls whose inputs are equal except for the sizes of arrays.
//!
//! The engine is asked once about arrays of unknown sizes; what it answers, a function's type over
//! names with what must hold of them, is a program for all sizes if nothing in it was left open. So
//! dtypes, literals, ranks and whatever a relation makes of them are decided by the engine when the
//! program is made, and a call evaluates sizes. A form has a program only once it is met a second time: a call that
//! is made once would otherwise be evaluated twice. The engine runs in a `Context` that notes each question
//! that stays open; a guard or a requirement that sizes might decide leaves the form to the engine.
//!
//! A node of new sizes takes 1.5 to 5 µs in a graph, and 13 to 61 µs without (`benches/graph.rs` of `conformable_graph`).

use std::sync::{Arc, PoisonError, RwLock};

use conformable_types::term::{self, Leaf, Term};
use conformable_types::ty::{Comparison, Constraint, Function};
use conformable_types::{Atom, AtomData, Dim, Elem, Shape, Sym, Ty, TyKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::broadcast;
use crate::signature::text::BROADCASTABLE;

/// At most this many forms are distinguished; further ones have no program.
const FORMS: usize = 1 << 10;

/// Everything about a call except its sizes: dtypes, ranks, literals.
type CallForm = SmallVec<[Part; 4]>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    /// An array of known sizes: how many there are.
    Array(Elem, u8),
    Whole(Ty),
}

/// The sizes of all inputs, one after the other.
type InputSizes = SmallVec<[i64; 16]>;

enum FormState {
    /// Another call makes the program.
    Met,
    /// There is none.
    Open,
    Program(FormProgram),
}

/// The programs of one operation by form. Clones share them.
#[derive(Clone, Default)]
pub struct Forms(Arc<RwLock<FxHashMap<CallForm, FormState>>>);

impl Forms {
    /// The outputs for these inputs, if a program proves them. `general` is the engine's answer for
    /// inputs of unknown sizes, nothing if it left anything open that sizes may decide.
    pub fn outputs(&self, inputs: &[Ty], general: impl FnOnce(&[Ty]) -> Option<Function>) -> Option<Vec<Ty>> {
        let (form, sizes) = split_sizes(inputs)?;
        {
            let forms = self.0.read().unwrap_or_else(PoisonError::into_inner);
            match forms.get(&form) {
                Some(FormState::Program(program)) => return program.run(&sizes),
                Some(FormState::Open) => return None,
                Some(FormState::Met) => {}
                None if forms.len() >= FORMS => return None,
                None => {
                    drop(forms);
                    self.0.write().unwrap_or_else(PoisonError::into_inner).insert(form, FormState::Met);
                    return None;
                }
            }
        }
        // Made without the lock: the engine may come back here.
        let unknown: Vec<Ty> = form.iter().map(|part| part.of_unknown_sizes()).collect();
        let program = general(&unknown).and_then(|function| FormProgram::of_function(&function, &unknown));
        let outputs = program.as_ref().and_then(|program| program.run(&sizes));
        let state = program.map_or(FormState::Open, FormState::Program);
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(form, state);
        outputs
    }
}

impl Part {
    fn of_unknown_sizes(self) -> Ty {
        match self {
            Part::Array(elem, rank) => Ty::array(elem, Shape::of(&vec![Dim::any(); usize::from(rank)])),
            Part::Whole(ty) => ty,
        }
    }
}

/// Separates a call into its form and its sizes, if everything about it is known.
fn split_sizes(inputs: &[Ty]) -> Option<(CallForm, InputSizes)> {
    let (mut form, mut sizes) = (CallForm::new(), InputSizes::new());
    for ty in inputs {
        form.push(match ty.kind() {
            TyKind::Array { elem, shape } => {
                elem.dtype()?;
                let dims = shape.dims()?;
                for dim in dims {
                    sizes.push(dim.constant()?);
                }
                Part::Array(*elem, u8::try_from(dims.len()).ok()?)
            }
            _ if is_plain(*ty) => Part::Whole(*ty),
            _ => return None,
        });
    }
    Some((form, sizes))
}

/// A type without anything in it that might be known better.
fn is_plain(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Bool | TyKind::Float | TyKind::Complex | TyKind::None | TyKind::LitBool(_) | TyKind::LitStr(_) => true,
        TyKind::IntOf(value) => value.constant().is_some(),
        TyKind::Scalar(elem) | TyKind::DType(elem) => elem.dtype().is_some(),
        _ => false,
    }
}

/// What a call of one form does to sizes.
#[derive(Debug)]
struct FormProgram {
    /// The names, and where their sizes stand.
    names: Box<[(Atom, u8)]>,
    checks: Box<[FormCheck]>,
    outputs: Box<[Output]>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Size {
    Slot(u8),
    Number(i64),
    /// What these slots broadcast to.
    Broadcast(Box<[u8]>),
    Sum(Dim),
}

#[derive(Debug)]
enum FormCheck {
    Compare(Comparison, Size, Size),
    /// They are equal, or one of them is 1.
    Broadcast(Size, Size),
}

#[derive(Debug)]
enum Output {
    Array(Elem, Box<[Size]>),
    Tuple(Box<[Output]>),
    List(Box<[Output]>),
    /// The parameters of a constructor: a named tuple's fields.
    Constructed(Sym, Box<[Output]>),
    Whole(Ty),
}

impl FormProgram {
    /// The program of a function's type over names; `inputs` is what it is of.
    fn of_function(function: &Function, inputs: &[Ty]) -> Option<FormProgram> {
        if function.partial || function.params.len() != inputs.len() {
            return None;
        }
        let (mut names, mut known) = (SizeNames(Vec::new()), Vec::new());
        let mut slot = 0u8;
        for (param, given) in function.params.iter().zip(inputs) {
            let (TyKind::Array { elem, shape }, TyKind::Array { elem: own, shape: unknown }) =
                (param.ty.kind(), given.kind())
            else {
                (param.ty == *given).then_some(())?;
                continue;
            };
            let dims = shape.dims().filter(|dims| elem == own && Some(dims.len()) == unknown.rank())?;
            for dim in dims {
                match dim.as_atom() {
                    Some(atom) if matches!(atom.data(), AtomData::Name(_)) && names.slot(atom).is_none() => {
                        names.0.push((atom, slot));
                    }
                    _ => known.push((slot, *dim)),
                }
                slot = slot.checked_add(1)?;
            }
        }
        let mut checks = Vec::new();
        for (slot, dim) in known {
            checks.push(FormCheck::Compare(Comparison::Eq, Size::Slot(slot), names.size(dim)?));
        }
        for constraint in &function.constraints {
            names.check(constraint, &mut checks)?;
        }
        let outputs = function.outputs.iter().map(|ty| names.output(*ty)).collect::<Option<_>>()?;
        Some(FormProgram { names: names.0.into(), checks: checks.into(), outputs })
    }

    /// The outputs for these sizes, if they are known to be right.
    fn run(&self, sizes: &[i64]) -> Option<Vec<Ty>> {
        for check in &self.checks {
            let holds = match check {
                FormCheck::Compare(comparison, a, b) => {
                    let (a, b) = (self.size(a, sizes)?, self.size(b, sizes)?);
                    match comparison {
                        Comparison::Eq => a == b,
                        Comparison::Ne => a != b,
                        Comparison::Le => a <= b,
                    }
                }
                FormCheck::Broadcast(a, b) => broadcast(self.size(a, sizes)?, self.size(b, sizes)?).is_some(),
            };
            if !holds {
                return None;
            }
        }
        self.outputs.iter().map(|output| self.output(output, sizes)).collect()
    }

    fn output(&self, output: &Output, sizes: &[i64]) -> Option<Ty> {
        match output {
            Output::Whole(ty) => Some(*ty),
            Output::Tuple(items) => Some(Ty::tuple(self.items(items, sizes)?)),
            Output::List(items) => Some(Ty::list(self.items(items, sizes)?)),
            Output::Constructed(name, items) => Some(Ty::new(TyKind::Ctor(*name, self.items(items, sizes)?.into()))),
            Output::Array(elem, own) => {
                let size = |size: &Size| self.size(size, sizes).filter(|size| *size >= 0);
                let dims = own.iter().map(size).collect::<Option<SmallVec<[i64; 8]>>>()?;
                Some(Ty::array(*elem, dims.into_iter().collect()))
            }
        }
    }

    fn items(&self, items: &[Output], sizes: &[i64]) -> Option<Vec<Ty>> {
        items.iter().map(|item| self.output(item, sizes)).collect()
    }

    fn size(&self, size: &Size, sizes: &[i64]) -> Option<i64> {
        let at = |slot: u8| sizes.get(usize::from(slot)).copied();
        match size {
            Size::Slot(slot) => at(*slot),
            Size::Number(number) => Some(*number),
            Size::Broadcast(slots) => slots.iter().try_fold(1, |known, slot| broadcast(known, at(*slot)?)),
            Size::Sum(dim) => dim.evaluate(&mut |atom| at(slot_of(&self.names, atom)?)),
        }
    }
}

fn slot_of(names: &[(Atom, u8)], atom: Atom) -> Option<u8> {
    names.iter().find(|(own, _)| *own == atom).map(|(_, slot)| *slot)
}

/// Names of inputs' sizes.
struct SizeNames(Vec<(Atom, u8)>);

impl SizeNames {
    fn slot(&self, atom: Atom) -> Option<u8> {
        slot_of(&self.0, atom)
    }

    /// An expression of the inputs' sizes alone.
    fn size(&self, dim: Dim) -> Option<Size> {
        if let Some(number) = dim.constant() {
            return Some(Size::Number(number));
        }
        match dim.as_atom().map(|atom| (atom, atom.data())) {
            Some((atom, AtomData::Name(_))) => return self.slot(atom).map(Size::Slot),
            Some((_, AtomData::Bcast(all))) => {
                let slots = all.iter().map(|one| self.slot(one.as_atom()?)).collect::<Option<_>>();
                if let Some(slots) = slots {
                    return Some(Size::Broadcast(slots));
                }
            }
            _ => {}
        }
        let mut bound = !term::has_hole(&Term::Dim(dim));
        term::visit_dim(dim, &mut |leaf| {
            // Of expressions with parts (`max(n - 1, 0)`) the parts come too.
            let has_value = |atom: Atom| match atom.data() {
                AtomData::FloorDiv(..)
                | AtomData::Mod(..)
                | AtomData::Max(_)
                | AtomData::Min(_)
                | AtomData::Bcast(_)
                | AtomData::SliceLen { .. } => true,
                _ => self.slot(atom).is_some(),
            };
            bound &= matches!(leaf, Leaf::Atom(atom) if has_value(atom));
        });
        bound.then_some(Size::Sum(dim))
    }

    fn check(&self, constraint: &Constraint, checks: &mut Vec<FormCheck>) -> Option<()> {
        match constraint {
            Constraint::Compare(comparison, a, b) => {
                checks.push(FormCheck::Compare(*comparison, self.size(*a)?, self.size(*b)?));
            }
            Constraint::Relation(name, args) if name.as_str() == BROADCASTABLE => {
                let size = |arg: &Term| match arg {
                    Term::Dim(dim) => self.size(*dim),
                    _ => None,
                };
                let all = args.iter().map(size).collect::<Option<Vec<_>>>()?;
                for (place, a) in all.iter().enumerate() {
                    checks.extend(all[..place].iter().map(|b| FormCheck::Broadcast(a.clone(), b.clone())));
                }
            }
            Constraint::Relation(..) => return None,
        }
        Some(())
    }

    fn items(&self, items: &[Ty]) -> Option<Box<[Output]>> {
        items.iter().map(|item| self.output(*item)).collect()
    }

    /// Of what the engine did not know something sizes may tell.
    fn output(&self, ty: Ty) -> Option<Output> {
        match ty.kind() {
            TyKind::Array { elem, shape } => {
                elem.dtype()?;
                let sizes = shape.dims()?.iter().map(|dim| self.size(*dim)).collect::<Option<_>>()?;
                Some(Output::Array(*elem, sizes))
            }
            TyKind::Tuple(items) => self.items(items).map(Output::Tuple),
            TyKind::List(items) => self.items(items).map(Output::List),
            TyKind::Ctor(name, items) => self.items(items).map(|items| Output::Constructed(*name, items)),
            _ => is_plain(ty).then_some(Output::Whole(ty)),
        }
    }
}
