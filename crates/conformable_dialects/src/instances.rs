//! Which combinations of the members of its parameters' types a function has: one choice for each parameter, and one for
//! all that name the same type variable.

use conformable_types::{Sym, Ty};
use indexmap::IndexMap;

use crate::annotation::{Bound, Meaning, united};
use crate::language::Variable;

/// For each parameter what it may be, each with what the type variables in it stand for.
pub type Choices = Vec<Vec<(Variable, Bound)>>;

/// The parameters of one combination, and what the type variables stand for.
pub type Combination = (Vec<Variable>, Bound);

/// One combination of the members of the parameters' unions.
pub struct Instance {
    pub params: Vec<Variable>,
    /// What the type variables of these stand for.
    pub bound: Bound,
    /// What an annotation says that the result may be.
    pub declared: Vec<Meaning>,
    pub state: InstanceState,
    pub variables: IndexMap<Sym, Variable>,
}

impl Instance {
    /// With these parameters; of what the result may be, the members that go with them.
    pub fn of((params, bound): Combination, results: &[Meaning]) -> Instance {
        let declared = results.iter().filter(|meaning| united(&bound, &meaning.bound).is_some()).cloned().collect();
        Instance { params, bound, declared, state: InstanceState::Waiting, variables: IndexMap::new() }
    }

    /// The one result that an annotation says.
    pub fn result(&self) -> Option<&Meaning> {
        self.declared.first().filter(|_| self.declared.len() == 1)
    }
}

/// How far a body has been walked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InstanceState {
    Waiting,
    Walking,
    Done(Ty),
}

/// Each combination; of more than `most` of them the first ones, more than `most`.
pub fn combinations(choices: &Choices, most: usize) -> Vec<Combination> {
    let mut found: Vec<Combination> = vec![Default::default()];
    for members in choices {
        if let [(param, own)] = &members[..] {
            found.retain_mut(|combination| extend(combination, param, own));
            continue;
        }
        let mut next = Vec::new();
        for combination in &found {
            for place in 0..members.len() {
                next.extend(with(combination, members, place));
            }
            if next.len() > most {
                break;
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
        if let [place] = places[..] {
            let (param, own) = &members[place];
            found.retain_mut(|combination| extend(combination, param, own));
            continue;
        }
        found = found.iter().flat_map(|one| places.iter().filter_map(|place| with(one, members, *place))).collect();
    }
    found.into_iter().next().filter(|(params, _)| params.len() == choices.len())
}

/// One more parameter in place, which nothing else may be, so that thousands of parameters aren't copied for each.
fn extend((params, bound): &mut Combination, param: &Variable, own: &Bound) -> bool {
    let Some(united) = united(bound, own) else { return false };
    *bound = united;
    params.push(param.clone());
    true
}

/// The combination with one more parameter, if its type variables aren't something else already.
fn with((params, bound): &Combination, members: &[(Variable, Bound)], place: usize) -> Option<Combination> {
    let (param, own) = &members[place];
    Some(([&params[..], std::slice::from_ref(param)].concat(), united(bound, own)?))
}

/// The versions of a function as a message lists them: the first few.
pub fn listed(instances: &[Instance], spell: impl Fn(Ty) -> String) -> String {
    let shown = instances.iter().take(4).map(|instance| {
        let types = instance.params.iter().map(|param| spell(param.class_type));
        format!("({})", types.collect::<Vec<_>>().join(", "))
    });
    let more = if instances.len() > 4 { format!(" and {} more", instances.len() - 4) } else { String::new() };
    shown.collect::<Vec<_>>().join(", ") + &more
}
