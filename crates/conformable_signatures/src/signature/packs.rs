//! Packs: `*args`, which stands for any number of inputs, and `Sequence[...]`, for a tuple or list of
//! any length. A variable that occurs only in one of them is one value an element, and relations get
//! the list: `(*args: T[*S]) -> promote(T)[*broadcast(S)]`.
//!
//! A call says how many there are; then the signature is one without packs. Where it does not, for a
//! list of unknown length, it is tried with a few lengths, and the result is what these have in common.

use std::borrow::Cow;

use conformable_solver::{Failure, FailureKind, Part};
use conformable_types::term::{self, Leaf, Map};
use conformable_types::ty::{Constraint, Function, Param, ParamKind};
use conformable_types::{Dim, Sym, Term, Ty, TyKind};

use super::rename::{Substitution, map_function, variables};
use super::{Call, Refusal, Signature, SignatureKind, Sort, Var};
use crate::alternatives::{Match, among};
use crate::lengths::{LENGTHS, are_alike, even};

/// The constructor that a tuple or list of any length matches.
const SEQUENCE: &str = "Sequence";
/// What stands in its place once there are as many elements as this has parameters.
pub const ITEMS: &str = "Items";

/// A parameter that stands for several values.
struct Pack {
    /// Its place among the parameters.
    place: usize,
    /// The type of each.
    element: Ty,
    vars: Vec<Var>,
    count: usize,
}

fn is_args(param: &Param) -> bool {
    param.kind == ParamKind::VarArgs
}

/// The type of each value that a parameter stands for.
fn element(param: &Param) -> Option<Ty> {
    match param.ty.kind() {
        _ if is_args(param) => Some(param.ty),
        TyKind::Ctor(name, args) if name.as_str() == SEQUENCE && args.len() == 1 => Some(args[0]),
        _ => None,
    }
}

/// The packs of a function's type, their counts not known yet.
fn packs(function: &Function) -> Vec<Pack> {
    let of = |params: &mut dyn Iterator<Item = &Param>| {
        let params = params.cloned().collect();
        variables(&Function { params, outputs: Box::default(), constraints: Box::default(), partial: false })
    };
    let mut found = Vec::new();
    for (place, param) in function.params.iter().enumerate() {
        let Some(element) = element(param) else { continue };
        let others = of(&mut function.params.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, param)| param));
        let mut vars = of(&mut std::iter::once(param));
        vars.retain(|var| !others.contains(var));
        found.push(Pack { place, element, vars, count: 1 });
    }
    found
}

/// A pack that stands where one value is wanted, outside of a relation's arguments: its parameter
/// and its name.
pub fn misplaced(function: &Function) -> Option<(usize, Sym)> {
    let mut lists = Lists { packs: packs(function), taken: Vec::new() };
    let left = variables(&lists.rest(function));
    let wrong = |pack: &Pack| pack.vars.iter().find(|var| left.contains(var)).map(|var| (pack.place, var.name));
    lists.packs.iter().find_map(wrong)
}

impl Signature {
    /// The place of a `Sequence[...]` that is given by something of unknown length.
    pub(crate) fn unknown_length(&self, inputs: &[Ty]) -> Option<usize> {
        let SignatureKind::Types(function) = &self.form else { return None };
        let args = function.params.iter().position(is_args);
        let more = inputs.len().saturating_sub(function.params.len());
        let sequences = function.params.iter().enumerate().filter(|(_, p)| !is_args(p) && element(p).is_some());
        // What `*args` takes stands in front of those that come after it.
        let places =
            sequences.map(|(place, _)| if args.is_some_and(|args| args < place) { place + more } else { place });
        let is_open = |place: &usize| {
            inputs.get(*place).is_some_and(|ty| matches!(ty.kind(), TyKind::ListOf(_) | TyKind::TupleOf(_)))
        };
        places.into_iter().find(is_open)
    }

    /// A call with something of unknown length at `place`: what comes out alike for a few lengths
    /// comes out for any, and what grows evenly has a size that is not known.
    pub(crate) fn apply_lengths(
        &self,
        place: usize,
        inputs: &[Ty],
        ranks: &[(String, usize)],
    ) -> Result<Call, Box<Refusal>> {
        let items = |count: usize| match inputs[place].kind() {
            TyKind::ListOf(item) => Ty::list(vec![*item; count]),
            TyKind::TupleOf(item) => Ty::tuple(vec![*item; count]),
            _ => inputs[place],
        };
        let call = |count: usize| {
            let mut own = inputs.to_vec();
            own[place] = items(count);
            self.apply_with(&own, ranks)
        };
        let (mut outputs, mut refusals) = (Vec::new(), Vec::new());
        let joined = among(LENGTHS, |count, _| match call(count) {
            Ok(call) => {
                outputs.push(call.outputs.clone());
                Some((Match::Possible, call))
            }
            Err(refusal) => {
                refusals.push(refusal);
                None
            }
        });
        let Some(joined) = joined else {
            let failures: Vec<Failure> = refusals.iter().map(|refusal| refusal.failure.clone()).collect();
            if !are_alike(&failures) {
                let outputs = vec![Ty::unknown(); self.output_count()];
                return Ok(Call { inputs: inputs.to_vec(), outputs, constraints: Vec::new(), partial: false });
            }
            let texts = inputs.iter().map(Ty::to_string).collect();
            return Err(Box::new(Refusal { inputs: texts, ..*refusals.swap_remove(0) }));
        };
        let output = |(place, joined): (usize, &Ty)| {
            let all: Vec<Ty> = outputs.iter().map(|outputs| outputs[place]).collect();
            even(&all, Some(Dim::any())).unwrap_or(*joined)
        };
        let outputs = joined.outputs.iter().enumerate().map(output).collect();
        Ok(Call { outputs, ..joined.of(inputs) })
    }

    /// The signature for these inputs, which say how many values each pack has.
    ///
    /// # Errors
    /// If there are too few inputs, or a sequence is of unknown length.
    pub(crate) fn for_inputs(&self, inputs: &[Option<Ty>]) -> Result<Cow<'_, Signature>, Failure> {
        let SignatureKind::Types(function) = &self.form else { return Ok(Cow::Borrowed(self)) };
        let mut packs = packs(function);
        if packs.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        let args = function.params.iter().position(is_args);
        let needed = function.params.iter().filter(|param| param.default.is_none() && !is_args(param)).count();
        let several = match (args, inputs.len().checked_sub(needed)) {
            (Some(_), None | Some(0)) => {
                let message = format!("the signature has at least {} inputs, {} given", needed + 1, inputs.len());
                return Err(Failure::new(FailureKind::Arguments, message, Vec::new()));
            }
            (_, several) => several.unwrap_or(0),
        };
        for pack in &mut packs {
            pack.count = match args {
                Some(args) if args == pack.place => several,
                // What `*args` takes stands in front of those that come after it.
                Some(args) if args < pack.place => length(inputs, pack.place + several - 1)?,
                _ => length(inputs, pack.place)?,
            };
        }
        let mut lists = Lists { packs, taken: self.vars.iter().map(|var| var.name).collect() };
        let mut params = Vec::new();
        for (at, param) in function.params.iter().enumerate() {
            let Some(pack) = lists.packs.iter().find(|pack| pack.place == at) else {
                params.push(param.clone());
                continue;
            };
            let each = (0..pack.count).map(|nth| term::map_ty(pack.element, &mut &lists.nth(pack, nth)));
            if is_args(param) {
                let one = |ty| Param { name: None, kind: ParamKind::PositionalOnly, ty, ..param.clone() };
                params.extend(each.map(one));
            } else {
                params.push(Param { ty: Ty::new(TyKind::Ctor(Sym::new(ITEMS), each.collect())), ..param.clone() });
            }
        }
        let made = Signature::of_function(Function { params: params.into(), ..lists.rest(function) });
        let several = |var: &Var| {
            let pack = lists.packs.iter().find(|pack| pack.vars.contains(var));
            let named = |pack: &Pack| {
                (0..pack.count).map(|nth| Var { name: lists.name(var.name, nth), sort: var.sort }).collect()
            };
            pack.map_or_else(|| vec![*var], named)
        };
        let sorts: Vec<Var> = self.vars.iter().flat_map(several).collect();
        Ok(Cow::Owned(made.with_declared(&sorts).in_dialect(self.dialect)))
    }
}

/// How many values a sequence has.
fn length(inputs: &[Option<Ty>], place: usize) -> Result<usize, Failure> {
    let items = inputs.get(place).copied().flatten().and_then(|ty| match ty.kind() {
        TyKind::Tuple(items) | TyKind::List(items) => Some(items.len()),
        _ => None,
    });
    items.ok_or_else(|| {
        let message = format!("input {}: a tuple or list of known length is wanted", place + 1);
        Failure::new(FailureKind::WrongSlot, message, vec![Part::whole(place)])
    })
}

/// Packs as lists where relations have them for arguments.
struct Lists {
    packs: Vec<Pack>,
    taken: Vec<Sym>,
}

impl Lists {
    /// `T1`, `T2`, ...
    fn name(&self, pack: Sym, nth: usize) -> Sym {
        let mut name = format!("{}{}", pack.as_str(), nth + 1);
        while self.taken.contains(&Sym::new(&name)) {
            name.push('_');
        }
        Sym::new(&name)
    }

    /// What the pack's variables are for one of its values.
    fn nth(&self, pack: &Pack, nth: usize) -> Substitution {
        let mut one = Substitution::default();
        for var in &pack.vars {
            one.rename(var.name, self.name(var.name, nth));
        }
        one
    }

    /// The pack that a relation's argument speaks of.
    fn mentioned(&self, term: &Term) -> Option<&Pack> {
        let mut found = None;
        term::visit_term(term, &mut |leaf| {
            let name = leaf.name();
            let is_var = |var: &Var| Some(var.name) == name && var.sort != Sort::Type;
            found = found.or_else(|| self.packs.iter().find(|pack| pack.vars.iter().any(is_var)));
        });
        found
    }

    /// A relation's arguments, each that speaks of a pack a list of what it is for each value.
    fn args(&self, args: &[Term]) -> Vec<Term> {
        let list = |arg: &Term| match self.mentioned(arg) {
            Some(pack) => {
                Term::List((0..pack.count).map(|nth| term::map_term(arg, &mut &self.nth(pack, nth))).collect())
            }
            None => arg.clone(),
        };
        args.iter().map(list).collect()
    }

    /// All but the parameters.
    fn rest(&mut self, function: &Function) -> Function {
        let rest = map_function(&Function { params: Box::default(), ..function.clone() }, self);
        let constraints = rest.constraints.iter().map(|constraint| match constraint {
            Constraint::Relation(name, args) => Constraint::Relation(*name, self.args(args).into()),
            other => other.clone(),
        });
        Function { constraints: constraints.collect(), ..rest }
    }
}

impl Map for Lists {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        let (name, args) = leaf.application()?;
        Some(leaf.applied(name, self.args(args).into()))
    }
}
