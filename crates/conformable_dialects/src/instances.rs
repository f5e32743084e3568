//! Which combinations of the members of its parameters' types a function has: one choice for each parameter, and one for
//! all that name the same type variable.

use conformable_types::{Sym, Ty};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use crate::annotation::Meaning;
use crate::language::Variable;

/// For each parameter what it may be, each with the type variable whose member that is.
pub type Choices = Vec<Vec<(Variable, Option<Sym>)>>;

/// The parameters of one combination, and which member each type variable is.
pub type Combination = (Vec<Variable>, FxHashMap<Sym, usize>);

/// One combination of the members of the parameters' unions.
pub struct Instance {
    pub params: Vec<Variable>,
    /// The result that an annotation says.
    pub declared: Option<Meaning>,
    pub state: InstanceState,
    pub variables: IndexMap<Sym, Variable>,
}

impl Instance {
    /// With these parameters; of what the result may be, the member that goes with them.
    pub fn of((params, bound): (Vec<Variable>, FxHashMap<Sym, usize>), results: &[Meaning]) -> Instance {
        let template = results.first().and_then(|meaning| meaning.template);
        let place = template.and_then(|name| bound.get(&name).copied()).unwrap_or(0);
        let declared = if template.is_some() || results.len() == 1 { results.get(place).cloned() } else { None };
        Instance { params, declared, state: InstanceState::Waiting, variables: IndexMap::new() }
    }
}

/// How far a body has been walked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstanceState {
    Waiting,
    Walking,
    Done(Ty),
}

/// Each combination; of very many, more than `most` of them.
pub fn combinations(choices: &Choices, most: usize) -> Vec<Combination> {
    let mut found: Vec<Combination> = vec![Default::default()];
    for members in choices {
        let mut next = Vec::new();
        for combination in &found {
            for place in 0..members.len() {
                next.extend(with(combination, members, place));
                // More are counted, not made.
                if next.len() > most {
                    break;
                }
            }
        }
        found = next;
    }
    found
}

/// The first combination of members that fit, as it is said of each.
pub fn chosen(choices: &Choices, fitting: &[Vec<bool>]) -> Option<Combination> {
    let mut found: Vec<Combination> = vec![Default::default()];
    for (members, fits) in choices.iter().zip(fitting) {
        let places: Vec<usize> = (0..members.len()).filter(|place| fits[*place]).collect();
        found = found.iter().flat_map(|one| places.iter().filter_map(|place| with(one, members, *place))).collect();
    }
    found.into_iter().next().filter(|(params, _)| params.len() == choices.len())
}

/// The combination with one more parameter, if its type variable isn't another member already.
fn with((params, bound): &Combination, members: &[(Variable, Option<Sym>)], place: usize) -> Option<Combination> {
    let (param, template) = &members[place];
    let mut bound = bound.clone();
    if let Some(name) = template {
        let own = members[..place].iter().filter(|(_, other)| other == template).count();
        if *bound.entry(*name).or_insert(own) != own {
            return None;
        }
    }
    Some(([&params[..], std::slice::from_ref(param)].concat(), bound))
}
