//! Inputs by name: bound to parameters as a call of the function binds its arguments.
//!
//! A signature of shapes has no names but those of the ranks that `.k.` skips.

use std::borrow::Cow;

use conformable_solver::{Failure, FailureKind, Part};
use conformable_types::ty::{Function, Param, ParamKind};
use conformable_types::{Elem, Shape, Ty};

use super::call::{Call, Refusal};
use super::solve::Solutions;
use super::{Signature, SignatureKind, Sort, overloads};
use crate::binder::{ArgumentError, Parameter, Slot, bind};

/// What `.k.` skips, by name.
pub type Ranks = Vec<(String, usize)>;

/// A parameter of a function's type; one without a name is taken by place.
struct NamedParam<'f> {
    param: &'f Param,
    name: Cow<'f, str>,
}

impl NamedParam<'_> {
    fn all(function: &Function) -> Vec<NamedParam<'_>> {
        let place = |(place, param): (usize, &'_ Param)| match param.name {
            Some(name) => Cow::Borrowed(name.as_str()),
            None => Cow::Owned(format!("input {}", place + 1)),
        };
        function.params.iter().enumerate().map(|all| NamedParam { name: place(all), param: all.1 }).collect()
    }
}

impl Parameter for NamedParam<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> ParamKind {
        match self.param.name {
            None if self.param.kind == ParamKind::Plain => ParamKind::PositionalOnly,
            _ => self.param.kind,
        }
    }

    fn is_optional(&self) -> bool {
        self.param.default.is_some() || matches!(self.param.kind, ParamKind::VarArgs | ParamKind::KwArgs)
    }
}

fn wrong(error: &ArgumentError) -> Failure {
    let parts = error.argument().map(Part::whole).into_iter().collect();
    Failure::new(FailureKind::Arguments, error.to_string(), parts)
}

impl Signature {
    /// As [`Signature::apply`], with inputs by name besides, as a call of the function has them; of a signature of
    /// shapes the names are those of ranks, and what they are given are ints.
    ///
    /// # Errors
    /// If the signature refuses them, or a call with such arguments would be refused.
    pub fn apply_named(&self, inputs: &[Ty], named: &[(String, Ty)]) -> Result<Call, Box<Refusal>> {
        match &self.form {
            SignatureKind::Entry(entry) => return self.call_entry(entry, inputs, named),
            SignatureKind::Overloads(all) => return overloads::apply_named(self, all, inputs, named),
            SignatureKind::Shapes(_) | SignatureKind::Types(_) => {}
        }
        let (placed, ranks) = self.placed(inputs, named).map_err(|wrong| self.refused_of(wrong, inputs, named))?;
        if ranks.is_empty() { self.apply(&placed) } else { self.apply_with(&placed, &ranks) }
    }

    /// All inputs by place, and what is given for ranks.
    pub(super) fn placed(&self, inputs: &[Ty], named: &[(String, Ty)]) -> Result<(Vec<Ty>, Ranks), Failure> {
        match &self.form {
            SignatureKind::Types(function) if !named.is_empty() || has_keywords(function) => {
                Ok((bound(function, inputs, named)?, Ranks::new()))
            }
            SignatureKind::Shapes(_) => Ok((inputs.to_vec(), self.ranks_named(named, inputs.len())?)),
            SignatureKind::Types(_) | SignatureKind::Overloads(_) | SignatureKind::Entry(_) => {
                Ok((inputs.to_vec(), Ranks::new()))
            }
        }
    }

    /// As [`Signature::call`], with inputs by name besides.
    ///
    /// # Errors
    /// As there.
    pub fn call_named(&self, inputs: &[Shape], named: &[(String, Ty)]) -> Result<Vec<Shape>, Box<Refusal>> {
        if named.is_empty() {
            return self.call(inputs);
        }
        let inputs: Vec<Ty> = inputs.iter().map(|shape| Ty::array(Elem::any(), *shape)).collect();
        let outputs = self.apply_named(&inputs, named)?.outputs;
        Ok(outputs.iter().map(|ty| ty.as_array().map_or_else(Shape::any, |(_, shape)| shape)).collect())
    }

    fn refused_of(&self, failure: Failure, inputs: &[Ty], named: &[(String, Ty)]) -> Box<Refusal> {
        let all: Vec<Ty> = inputs.iter().copied().chain(named.iter().map(|(_, ty)| *ty)).collect();
        Box::new(self.refusal(failure, &all))
    }

    /// What is given for the ranks that the signature names.
    fn ranks_named(&self, named: &[(String, Ty)], placed: usize) -> Result<Ranks, Failure> {
        let one = |(place, (name, ty)): (usize, &(String, Ty))| {
            let argument = placed + place;
            if !self.vars.iter().any(|var| var.sort == Sort::Rank && var.name.as_str() == name) {
                return Err(wrong(&ArgumentError::Unexpected { name: name.clone(), argument }));
            }
            let count = ty.int_value().and_then(|value| usize::try_from(value.constant()?).ok());
            let count = count.ok_or_else(|| {
                let message = format!("`{name}` is a number of dims, not {ty}");
                Failure::new(FailureKind::WrongSlot, message, vec![Part::whole(argument)])
            })?;
            Ok((name.clone(), count))
        };
        named.iter().enumerate().map(one).collect()
    }

    /// As [`Signature::solve_within`], with inputs by name besides, and what is given for ranks among them. Each of
    /// several signatures binds the names by itself; a function of the catalogue has what none of its required
    /// parameters takes behind the inputs by place, in the order in which it is given.
    ///
    /// # Errors
    /// As there, and if a name is none of the signature's, or is given twice.
    pub fn solve_named(
        &self,
        inputs: &[Option<Ty>],
        outputs: &[Option<Ty>],
        named: &[(String, Ty)],
        steps: usize,
    ) -> Result<Solutions, Box<Refusal>> {
        if named.is_empty() {
            return self.solve_within(inputs, outputs, &[], steps);
        }
        let function = match &self.form {
            SignatureKind::Types(function) => function,
            SignatureKind::Shapes(_) => {
                let ranks = self.ranks_named(named, inputs.len());
                let ranks = ranks.map_err(|failure| self.refused_of(failure, &shown(inputs), named))?;
                return self.solve_within(inputs, outputs, &ranks, steps);
            }
            SignatureKind::Overloads(all) => {
                return Solutions::of_several(all.iter().map(|one| one.solve_named(inputs, outputs, named, steps)));
            }
            SignatureKind::Entry(entry) => {
                let (entry, inputs) = entry.asked_by_name(inputs, named);
                return Signature::of_form(SignatureKind::Entry(entry), Vec::new())
                    .in_dialect(self.dialect)
                    .solve_within(&inputs, outputs, &[], steps);
            }
        };
        let inputs =
            filled(function, inputs, named).map_err(|error| self.refused_of(wrong(&error), &shown(inputs), named))?;
        self.solve_within(&inputs, outputs, &[], steps)
    }
}

fn shown(inputs: &[Option<Ty>]) -> Vec<Ty> {
    inputs.iter().map(|ty| ty.unwrap_or_else(Ty::unknown)).collect()
}

/// The inputs of a question by place, with those that are given by name put in. A question may leave out any, and has
/// those that are taken by name alone in their places too.
fn filled(
    function: &Function,
    inputs: &[Option<Ty>],
    named: &[(String, Ty)],
) -> Result<Vec<Option<Ty>>, ArgumentError> {
    let places = NamedParam::all(function);
    let mut all = inputs.to_vec();
    all.resize(places.len().max(inputs.len()), None);
    for (argument, (name, ty)) in named.iter().enumerate() {
        let argument = inputs.len() + argument;
        let place = places.iter().position(|place| place.param.name.is_some() && place.name == name.as_str());
        let name = name.clone();
        match place.map(|place| &mut all[place]) {
            Some(slot @ None) => *slot = Some(*ty),
            Some(Some(_)) => return Err(ArgumentError::Repeated { name, argument }),
            None => return Err(ArgumentError::Unexpected { name, argument }),
        }
    }
    Ok(all)
}

/// Is there a parameter that is no input by place?
fn has_keywords(function: &Function) -> bool {
    function.params.iter().any(|param| param.kind == ParamKind::KeywordOnly)
}

/// The inputs in the order of the parameters; what `*args` takes stands in its place.
fn bound(function: &Function, inputs: &[Ty], named: &[(String, Ty)]) -> Result<Vec<Ty>, Failure> {
    let places = NamedParam::all(function);
    let binding = bind(&places, inputs.len(), named.iter().map(|(name, _)| name.as_str()), false);
    if let Some(error) = binding.error {
        return Err(wrong(&error));
    }
    let argument = |number: usize| inputs.get(number).copied().unwrap_or_else(|| named[number - inputs.len()].1);
    let mut all = Vec::new();
    for (slot, place) in binding.slots.iter().zip(&places) {
        match slot {
            Slot::One(number) => all.push(argument(*number)),
            Slot::Many(numbers) => all.extend(numbers.iter().map(|number| argument(*number))),
            Slot::Absent | Slot::Possible => all.extend(place.param.default),
            Slot::Keywords(numbers) if numbers.is_empty() => all.extend(place.param.default),
            Slot::Keywords(_) => {
                let message = format!("what `**{}` takes is not said by name", place.name);
                return Err(Failure::new(FailureKind::Arguments, message, Vec::new()));
            }
        }
    }
    Ok(all)
}
