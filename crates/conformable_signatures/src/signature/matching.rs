//! What a type in a signature says of a type that is given: sizes equal, ranks equal, element types
//! equal, a type variable the same type everywhere.
//!
//! A refusal is told from the variable that fails, with all that it was found to be:
//! `a` is 3 in input 1, 4 in input 2.

use conformable_solver::{Context, Fact, Failure, FailureKind, Part};
use conformable_types::term;
use conformable_types::{Dim, Elem, Shape, Sym, Term, Ty, TyKind, relations};
use rustc_hash::FxHashMap;

use super::Sort;
use super::forward::Instance;
use super::naming::has_fresh;
use super::pairs::{Pairs, pairs};
use super::places::{self, Places};
use super::rename::Substitution;

pub struct Matcher<'i, 'c> {
    pub(super) instance: &'i Instance,
    pub(super) cx: &'c mut Context,
    pub(super) state: Matched,
}

/// What matching has found besides what the store knows.
#[derive(Clone, Default)]
pub(super) struct Matched {
    pub(super) types: FxHashMap<Sym, (Ty, usize)>,
    places: Places,
    /// What each thing of the signature was found to be, in which input.
    found: Vec<(Term, Term, usize)>,
    /// Pairs that are matched when all inputs have been: see [`super::waiting`].
    pub(super) later: Vec<(Ty, Ty, TypeSource)>,
}

/// Where a given type is from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeSource {
    Input(usize),
    Output(usize),
}

impl TypeSource {
    pub(super) fn shown(self) -> String {
        match self {
            TypeSource::Input(place) => format!("input {}", place + 1),
            TypeSource::Output(place) => format!("output {}", place + 1),
        }
    }

    pub(super) fn part(self, axis: Option<i64>) -> Vec<Part> {
        match self {
            TypeSource::Input(argument) => vec![Part { argument, element: None, axis }],
            TypeSource::Output(_) => Vec::new(),
        }
    }
}

impl<'i, 'c> Matcher<'i, 'c> {
    pub fn new(instance: &'i Instance, cx: &'c mut Context) -> Matcher<'i, 'c> {
        Matcher { instance, cx, state: Matched::default() }
    }

    /// What the variables are that the store has nothing to do with: types, orders and devices.
    pub fn into_bound(self) -> Substitution {
        let types = self.state.types.iter().map(|(name, (ty, _))| (*name, self.settled(*ty))).collect();
        let mut bound = Substitution { types, ..Substitution::default() };
        self.state.places.decided(&mut bound);
        bound
    }

    /// The type with all that type variables have been found to be put in. No variable contains
    /// itself, so that there is an end.
    pub(super) fn settled(&self, ty: Ty) -> Ty {
        let types = self.state.types.iter().map(|(name, (ty, _))| (*name, *ty)).collect();
        let bound = Substitution { types, ..Substitution::default() };
        let mut ty = ty;
        loop {
            let next = term::map_ty(ty, &mut &bound);
            if next == ty {
                return ty;
            }
            ty = next;
        }
    }

    /// An input's type is given.
    ///
    /// # Errors
    /// If the signature refuses it.
    pub fn input(&mut self, place: usize, pattern: Ty, given: Ty) -> Result<(), Failure> {
        self.ty(pattern, given, TypeSource::Input(place))
    }

    /// An output's type is given, and another was computed.
    ///
    /// # Errors
    /// If they exclude each other.
    pub fn output(&mut self, place: usize, computed: Ty, given: Ty) -> Result<(), Failure> {
        self.ty(computed, given, TypeSource::Output(place))
    }

    pub(super) fn ty(&mut self, pattern: Ty, given: Ty, place: TypeSource) -> Result<(), Failure> {
        if pattern == given || given.is_unknown() || pattern.is_unknown() {
            return Ok(());
        }
        match (pattern.kind(), given.kind()) {
            (TyKind::Name(name), _) => return self.variable(*name, given, place),
            (_, TyKind::Name(name)) if places::shown(*name).is_some() => return self.variable(*name, pattern, place),
            (TyKind::Union(_), _) | (_, TyKind::Union(_)) => return self.union(pattern, given, place),
            (TyKind::Function(_), TyKind::Function(_)) => {
                self.state.later.push((pattern, given, place));
                return Ok(());
            }
            _ => {}
        }
        match pairs(pattern, given) {
            Pairs::Parts(parts) => return parts.into_iter().try_for_each(|(a, b)| self.ty(a, b, place)),
            Pairs::Differ => return Err(self.wrong(pattern, given, place)),
            Pairs::Whole => {}
        }
        match (pattern.kind(), given.kind()) {
            (TyKind::Array { elem, shape } | TyKind::Decay { elem, shape }, _) => {
                let (own, sizes) = match given.as_array() {
                    Some(array) => array,
                    None => match given.weak() {
                        Some(weak) => (Elem::from(weak), Shape::scalar()),
                        None => return Err(self.wrong(pattern, given, place)),
                    },
                };
                self.elem(*elem, own, place)?;
                self.shape(*shape, sizes, place)?;
                self.place(pattern, given, place)
            }
            (TyKind::Placed { elem, shape, .. }, TyKind::Array { elem: own, shape: sizes })
            | (TyKind::Placed { elem, shape, .. }, TyKind::Placed { elem: own, shape: sizes, .. }) => {
                self.elem(*elem, *own, place)?;
                self.shape(*shape, *sizes, place)?;
                self.place(pattern, given, place)
            }
            (TyKind::Scalar(elem), TyKind::Scalar(own)) => self.elem(*elem, *own, place),
            // What nothing is known of may be anything.
            (TyKind::Scalar(elem), TyKind::Array { elem: own, shape }) if elem.is_any() || shape.rank().is_none() => {
                self.elem(*elem, *own, place)
            }
            (TyKind::DType(elem), TyKind::DType(own)) => self.elem(*elem, *own, place),
            (TyKind::IntOf(dim), TyKind::IntOf(own)) => self.dim(*dim, *own, None, place),
            (TyKind::IntOf(_), TyKind::Int) => Ok(()),
            _ if !relations::consistent(pattern, given).is_no() => Ok(()),
            _ => Err(self.wrong(pattern, given, place)),
        }
    }

    pub(super) fn wrong(&self, pattern: Ty, given: Ty, place: TypeSource) -> Failure {
        let message = format!("{} is {}, {} is wanted", place.shown(), self.in_names(given), self.in_names(pattern));
        Failure::new(FailureKind::WrongSlot, message, place.part(None))
    }

    /// The first time a type variable stands it is bound, then it must be that type.
    fn variable(&mut self, name: Sym, given: Ty, place: TypeSource) -> Result<(), Failure> {
        if given.is_name(name) {
            return Ok(());
        }
        let number = match place {
            TypeSource::Input(place) | TypeSource::Output(place) => place,
        };
        let Some((known, first)) = self.state.types.get(&name).copied() else {
            let given = self.settled(given);
            if given.is_name(name) {
                return Ok(());
            }
            if given.mentions(name) {
                let message = format!("`{}` would be {given}, which contains it", places::plain(name));
                return Err(Failure::new(FailureKind::CoreDim, message, place.part(None)));
            }
            self.state.types.insert(name, (given, number));
            return Ok(());
        };
        self.ty(known, given, place).map_err(|inside| {
            let (name, known) = (places::plain(name), self.settled(known));
            let message = format!("`{name}` is {known} in input {}, {given} in {}", first + 1, place.shown());
            let mut parts = vec![Part::whole(first)];
            parts.extend(place.part(None));
            Failure::new(inside.kind, message, parts)
        })
    }

    /// Strides, offsets, orders and devices of two arrays whose element types and shapes fit.
    fn place(&mut self, pattern: Ty, given: Ty, place: TypeSource) -> Result<(), Failure> {
        let (wanted, has) = (pattern.place(), given.place());
        if wanted == has {
            return Ok(());
        }
        let (strides, own) = (&wanted.data().strides, &has.data().strides);
        for (axis, (stride, own)) in strides.iter().flatten().zip(own.iter().flatten()).enumerate() {
            self.dim(*stride, *own, i64::try_from(axis).ok(), place)?;
        }
        if let Some((offset, own)) = wanted.data().offset.zip(has.data().offset) {
            self.dim(offset, own, None, place)?;
        }
        let shape = given.as_array().map_or_else(Shape::any, |(_, shape)| self.cx.resolve_shape(shape));
        self.state.places.bind(wanted, has, shape).map_err(|clash| {
            let name = places::shown(clash.name).unwrap_or_default();
            let message = format!("`{name}` is {}, {} in {}", clash.known, clash.given, place.shown());
            Failure::new(FailureKind::CoreDim, message, place.part(None))
        })?;
        let at = |ty: Ty| Ty::placed(Elem::any(), shape, ty.place());
        if relations::consistent(at(pattern), at(given)).is_no() {
            return Err(self.wrong(pattern, given, place));
        }
        Ok(())
    }

    fn elem(&mut self, pattern: Elem, given: Elem, place: TypeSource) -> Result<(), Failure> {
        if given.is_any() || pattern.is_any() {
            return Ok(());
        }
        if given.weak().is_some() && self.sort(&pattern.into()) == Some(Sort::DType) {
            let name = self.name(&pattern.into()).unwrap_or_default();
            let message = format!("{} is a Python number, `{name}` is a dtype", place.shown());
            return Err(Failure::new(FailureKind::WrongSlot, message, place.part(None)));
        }
        self.cx.try_require(Fact::Elem(pattern, given)).map_err(|refused| {
            let known = self.cx.resolve_elem(pattern).into();
            let clash = self.clash(pattern.into(), given.into(), known, place);
            refused.of(Failure::new(FailureKind::NoLoop, clash, place.part(None)))
        })?;
        self.note(pattern.into(), given.into(), place);
        Ok(())
    }

    fn shape(&mut self, pattern: Shape, given: Shape, place: TypeSource) -> Result<(), Failure> {
        let (wanted, sizes) = (self.cx.resolve_shape(pattern), self.cx.resolve_shape(given));
        let counts = |shape: Shape| {
            let (least, more) = (shape.min_rank(), if shape.rank().is_some() { "" } else { " or more" });
            format!("{least}{more} dim{}", if least == 1 && more.is_empty() { "" } else { "s" })
        };
        let misfit = |this: &Self| {
            let shown = this.in_names(Ty::array(conformable_types::DType::BOOL, pattern));
            let shown = shown.trim_start_matches("bool").to_owned();
            let message = format!("{} has {}, {shown} has {}", place.shown(), counts(sizes), counts(wanted));
            Failure::new(FailureKind::Rank, message, place.part(None))
        };
        let excluded = |a: Shape, b: Shape| a.rank().is_some_and(|rank| rank < b.min_rank());
        let both = wanted.rank().zip(sizes.rank());
        if both.is_some_and(|(a, b)| a != b) || excluded(wanted, sizes) || excluded(sizes, wanted) {
            return Err(misfit(self));
        }
        // The sizes one by one, so that the one that fails is named.
        let (p, g) = (wanted.data(), sizes.data());
        let from_names = pattern.data();
        let front = p.prefix.len().min(g.prefix.len());
        for axis in 0..front {
            let own = if from_names.prefix.len() > axis { from_names.prefix[axis] } else { p.prefix[axis] };
            self.dim(own, g.prefix[axis], i64::try_from(axis).ok(), place)?;
        }
        for back in 1..=wanted.suffix().len() {
            let axis = -i64::try_from(back).unwrap_or(0);
            if let (Some(own), Some(size)) = (pattern.at(axis).or_else(|| wanted.at(axis)), sizes.at(axis)) {
                self.dim(own, size, Some(axis), place)?;
            }
        }
        self.cx.try_require(Fact::Shape(pattern, given)).map_err(|refused| refused.of(misfit(self)))
    }

    fn dim(&mut self, pattern: Dim, given: Dim, axis: Option<i64>, place: TypeSource) -> Result<(), Failure> {
        if given.is_any() || pattern.is_any() {
            return Ok(());
        }
        self.cx.try_require(Fact::Eq(pattern, given)).map_err(|refused| {
            let known = self.cx.resolve_dim(pattern).into();
            let clash = self.clash(pattern.into(), given.into(), known, place);
            refused.of(Failure::new(FailureKind::CoreDim, clash, place.part(axis)))
        })?;
        self.note(pattern.into(), given.into(), place);
        Ok(())
    }

    fn note(&mut self, pattern: Term, given: Term, place: TypeSource) {
        if let TypeSource::Input(place) = place {
            self.state.found.push((pattern, given, place));
        }
    }

    /// `a` is 3 in input 1, 4 in inputs 2, 3.
    fn clash(&self, pattern: Term, given: Term, known: Term, place: TypeSource) -> String {
        let shown = |term: &Term| self.term_in_names(&self.cx.store().resolve_term(term));
        let Some(name) = self.name(&pattern) else {
            let own = self.term_in_names(&pattern);
            return if own == shown(&known) || has_fresh(&known) {
                format!("{own} is wanted in {}, not {}", place.shown(), shown(&given))
            } else {
                format!("{own} is {} in {}, not {}", shown(&known), place.shown(), shown(&given))
            };
        };
        let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
        for (_, value, input) in self.state.found.iter().filter(|(own, _, _)| *own == pattern) {
            let value = shown(value);
            match groups.iter_mut().find(|(known, _)| *known == value) {
                Some((_, inputs)) if inputs.contains(input) => {}
                Some((_, inputs)) => inputs.push(*input),
                None => groups.push((value, vec![*input])),
            }
        }
        let mut list: Vec<String> = groups
            .iter()
            .map(|(value, inputs)| {
                let numbers: Vec<String> = inputs.iter().map(|input| (input + 1).to_string()).collect();
                format!("{value} in input{} {}", if numbers.len() > 1 { "s" } else { "" }, numbers.join(", "))
            })
            .collect();
        if list.is_empty() && self.term_in_names(&known) != name && !has_fresh(&known) {
            list.push(shown(&known));
        }
        if list.is_empty() {
            let own = format!("`{name}` is {} in {}", shown(&given), place.shown());
            return std::iter::once(own).chain(self.about(&pattern)).collect::<Vec<_>>().join(", ");
        }
        list.push(format!("{} in {}", shown(&given), place.shown()));
        format!("`{name}` is {}", list.join(", "))
    }

    /// What expressions with this variable in them were found to be: `k*n is 12 in input 1`.
    fn about(&self, variable: &Term) -> Vec<String> {
        let mut own = None;
        term::visit_term(variable, &mut |leaf| own = Some(leaf));
        let has_it = |term: &Term| {
            let mut found = false;
            term::visit_term(term, &mut |leaf| found |= Some(leaf) == own);
            found
        };
        let others = self.state.found.iter().filter(|(term, _, _)| term != variable && has_it(term));
        let line = |(term, value, input): &(Term, Term, usize)| {
            format!("{} is {} in input {}", self.term_in_names(term), self.term_in_names(value), input + 1)
        };
        others.map(line).collect()
    }

    /// The variable that this is alone.
    fn name(&self, pattern: &Term) -> Option<String> {
        self.instance.vars.iter().find(|(_, term)| term == pattern).map(|(name, _)| name.as_str().to_owned())
    }

    fn sort(&self, pattern: &Term) -> Option<Sort> {
        let (name, _) = self.instance.vars.iter().find(|(_, term)| term == pattern)?;
        self.instance.signature.sort_of(*name)
    }

    fn in_names(&self, ty: Ty) -> String {
        term::map_ty(ty, &mut self.instance.back(self.cx)).to_string()
    }

    fn term_in_names(&self, term: &Term) -> String {
        self.instance.in_names(self.cx, term)
    }
}
