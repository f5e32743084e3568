//! A question as a search problem: states are what is known of inputs and outputs, propagation
//! runs the signature on them, cases are absent dims, flags, bounded ranks and axes.

use std::ops::ControlFlow;
use std::sync::Arc;

use conformable_solver::domain::{self, EnumerationEnd, Width};
use conformable_solver::search::Problem;
use conformable_solver::{Context, Fact, Failure, FailureKind, Store, relations};
use conformable_types::relations as types;
use conformable_types::term::{self, Leaf};
use conformable_types::{Atom, AtomData, Dim, FreshKind, Seq, SeqData, Sym, Term, Ty, TyKind};

use crate::minilanguage::{Choice, Item, Operand, Prefix};
use crate::signature::apart::apart;
use crate::signature::call::{is_known, opened};
use crate::signature::decide::{VALUATIONS, with_values};
use crate::signature::forward::{Instance, Run};
use crate::signature::matching::Matcher;
use crate::signature::rename::Substitution;
use crate::signature::{Signature, arguments};

/// An unknown rank with more choices than this stays a sequence.
const RANKS: i64 = 64;
/// No array has more dims.
const DIMS: usize = 64;
/// So often a signature is run again on what the last run taught.
const ROUNDS: usize = 8;

/// What is asked.
pub struct Goal {
    pub instance: Instance,
    /// What `.k.` skips, as far as it was given.
    pub ranks: Vec<(String, usize)>,
    /// As they were given; `None` is to be found.
    pub asked: (Vec<Option<Ty>>, Vec<Option<Ty>>),
}

/// What is known of inputs and outputs.
#[derive(Clone)]
pub struct State {
    pub store: Store,
    choice: Option<Choice>,
    /// What each `.k.` skips, as far as it has been decided.
    ranks: Vec<(String, usize)>,
    /// The others that have to be decided before the signature can be run.
    undecided: Vec<String>,
    pub inputs: Vec<Ty>,
    /// As the last run computed them.
    pub outputs: Vec<Ty>,
    /// What is given of the outputs.
    given: Vec<Option<Ty>>,
    pub names: Vec<(Sym, Term)>,
    /// The last run said nothing of such inputs.
    is_open: bool,
    /// It would have said more if it had known more of them.
    saw_unknown: bool,
}

/// What inputs and outputs are, what waits, and the bounds of what is open.
type Fingerprint = (Vec<Term>, Vec<Fact>, Vec<(i64, i64)>);

/// Do the names of a state have values for which it holds?
pub enum Valued {
    Yes,
    No(Failure),
    Open,
}

impl Goal {
    /// The question and where its search starts.
    pub fn new(
        signature: &Signature,
        inputs: &[Option<Ty>],
        outputs: &[Option<Ty>],
        ranks: &[(String, usize)],
    ) -> (Goal, Vec<State>) {
        let mut store = Store::in_dialect(signature.dialect());
        let padded = |given: &[Option<Ty>], count: usize| -> Vec<Option<Ty>> {
            (0..count).map(|place| given.get(place).copied().flatten().filter(|ty| !ty.is_unknown())).collect()
        };
        let counts = match signature.as_entry() {
            // The catalogue's functions have defaults, and a run says how many outputs there are.
            Some(entry) => (entry.arity().max(inputs.len()), outputs.len()),
            None => (signature.arity(), signature.output_count()),
        };
        let mut asked = (padded(inputs, counts.0), padded(outputs, counts.1));
        let known: Vec<Ty> = asked.0.iter().chain(&asked.1).copied().flatten().collect();
        let mut own = apart(&mut store, &known).into_iter();
        asked.0.iter_mut().chain(&mut asked.1).flatten().for_each(|ty| *ty = own.next().unwrap_or(*ty));
        let instance = Instance::new(Arc::new(signature.clone()), &mut store);
        let inputs: Vec<Ty> = asked
            .0
            .iter()
            .enumerate()
            .map(|(place, given)| {
                let any = instance.any_input(place, &mut store);
                match given {
                    // Results speak of its value.
                    Some(given) if matches!(given.kind(), TyKind::Int) && matches!(any.kind(), TyKind::IntOf(_)) => any,
                    Some(given) if matches!(given.kind(), TyKind::Int) && signature.as_entry().is_some() => {
                        Ty::new(TyKind::IntOf(store.fresh_dim(FreshKind::Int)))
                    }
                    Some(given) => opened(&mut store, *given),
                    None => any,
                }
            })
            .collect();
        let given = asked.1.iter().map(|given| given.map(|ty| opened(&mut store, ty))).collect();
        let goal = Goal { instance, ranks: ranks.to_vec(), asked };
        let ranks = ranks.to_vec();
        let (outputs, names, undecided, is_open, saw_unknown) = Default::default();
        let start =
            State { store, choice: None, ranks, undecided, inputs, outputs, given, names, is_open, saw_unknown };
        let undecided = goal.undecided_ranks(&start);
        let starts = goal.starts(State { undecided, ..start });
        (goal, starts)
    }

    pub fn signature(&self) -> &Signature {
        &self.instance.signature
    }

    /// A start for each choice of absent dims that the ranks allow.
    fn starts(&self, start: State) -> Vec<State> {
        let choices = match self.signature().as_shapes() {
            Some(mini) => mini.all_choices(),
            None => return self.value_starts(start),
        };
        if let [only] = &*choices {
            return vec![State { choice: Some(only.clone()), ..start }];
        }
        let mut starts = Vec::new();
        for choice in &choices {
            let mut own = State { choice: Some(choice.clone()), ..start.clone() };
            let allowed = own.rank_rules().iter().all(|fact| own.store.tell(fact).is_ok());
            if allowed {
                starts.push(own);
            }
        }
        if starts.is_empty() {
            // Whichever it is, it says why the ranks do not fit.
            starts.extend(choices.last().map(|choice| State { choice: Some(choice.clone()), ..start }));
        }
        starts
    }

    /// A start for each choice of the values that decide what the function gives, where they aren't given.
    fn value_starts(&self, mut start: State) -> Vec<State> {
        let places = self.signature().as_function().map(arguments::deciding).unwrap_or_default();
        let mut choices = vec![start.inputs.clone()];
        for place in places {
            let own = arguments::choices(start.inputs[place], &mut start.store);
            if choices.len() * own.len() > arguments::TRIED {
                continue;
            }
            let with = |inputs: &Vec<Ty>, choice: &Ty| {
                let mut inputs = inputs.clone();
                inputs[place] = *choice;
                inputs
            };
            choices = choices.iter().flat_map(|inputs| own.iter().map(move |choice| with(inputs, choice))).collect();
        }
        choices.into_iter().map(|inputs| State { inputs, ..start.clone() }).collect()
    }

    /// Each `.k.` that ranks do not decide and for which no sequence can stand: one beside another,
    /// `...` or leading dims.
    fn undecided_ranks(&self, start: &State) -> Vec<String> {
        let Some(mini) = self.signature().as_shapes() else { return Vec::new() };
        let mut decided: Vec<&str> = start.ranks.iter().map(|(name, _)| name.as_str()).collect();
        let is_known = |input: &Ty| input.as_array().is_none_or(|(_, shape)| shape.rank().is_some());
        let beside = |operand: &Operand| mini.prefix != Prefix::Nothing || operand.items.contains(&Item::Ellipsis);
        // One that is decided may leave another operand with only one that is not.
        for _ in &mini.inputs {
            for (operand, input) in mini.inputs.iter().zip(&start.inputs) {
                if let [only] = *skipped(operand, &decided)
                    && !beside(operand)
                    && is_known(input)
                {
                    decided.push(only);
                }
            }
        }
        let mut names: Vec<String> = Vec::new();
        for operand in &mini.inputs {
            let open = skipped(operand, &decided);
            for name in open.iter().filter(|_| beside(operand) || open.len() > 1) {
                if !names.iter().any(|own| own == name) {
                    names.push((*name).to_owned());
                }
            }
        }
        names
    }

    /// So many dims a `.k.` skips at most, where ranks are known beside which it stands: none that the others
    /// have by now.
    fn most_skipped(&self, state: &State, name: &str) -> usize {
        let Some(mini) = self.signature().as_shapes() else { return DIMS };
        let given = state.given.iter().map(|given| given.as_ref());
        let operands = mini.inputs.iter().zip(state.inputs.iter().map(Some)).chain(mini.outputs.iter().zip(given));
        let most = operands.filter_map(|(operand, given)| {
            skipped(operand, &[]).contains(&name).then_some(())?;
            let rank = given?.as_array()?.1.rank()?;
            let decided = |item: &Item| match item {
                Item::SkipRank(other) => {
                    state.ranks.iter().find(|(known, _)| known == other).map_or(0, |(_, count)| *count)
                }
                _ => 0,
            };
            Some(rank.saturating_sub(operand.items.iter().map(decided).sum()))
        });
        most.chain([DIMS]).min().unwrap_or(0)
    }

    /// What follows from a state.
    pub fn propagated(&self, mut state: State) -> Result<State, Failure> {
        for fact in state.rank_rules() {
            state.store.tell(&fact).map_err(|_| nothing_fits())?;
        }
        // Sizes that are all known teach a signature of shapes nothing: one run says all.
        let once = self.signature().as_shapes().is_some() && state.inputs.iter().all(|ty| is_known(*ty));
        let mut before = if once { Fingerprint::default() } else { state.fingerprint() };
        for _ in 0..ROUNDS {
            let mut cx = Context::exact(&state.store);
            let run = self.instance.run(&mut cx, &state.inputs, state.choice.as_ref(), &state.ranks)?;
            let mut bound = self.told(&mut cx, &run, &state.given)?;
            bound.types.extend(
                run.bound.types.iter().filter(|(name, ty)| !matches!(ty.kind(), TyKind::Name(own) if own == *name)),
            );
            bound.orders.extend(&run.bound.orders);
            bound.devices.extend(&run.bound.devices);
            let with_types = |ty: &Ty| term::map_ty(*ty, &mut &bound);
            state.inputs = state.inputs.iter().map(with_types).collect();
            state.outputs =
                run.outputs.iter().enumerate().map(|(place, ty)| self.with_given(place, with_types(ty))).collect();
            state.names = run.names;
            (state.is_open, state.saw_unknown) = (run.is_open, run.saw_unknown);
            state.store = domain::squeeze(cx.into_store(), &state.shown()).map_err(|_| nothing_fits())?;
            if once && state.store.waiting().next().is_none() {
                break;
            }
            let after = state.fingerprint();
            if after == before {
                break;
            }
            before = after;
        }
        Ok(state)
    }

    /// A computed output, of which what a run cannot say is what is given.
    fn with_given(&self, place: usize, computed: Ty) -> Ty {
        match self.asked.1.get(place).copied().flatten() {
            Some(given) if term::has_hole(&Term::Ty(computed)) => {
                types::meet(computed, given).map_or(computed, |both| both.ty)
            }
            _ => computed,
        }
    }

    /// Tells a run what is given of the outputs; what that binds.
    fn told(&self, cx: &mut Context, run: &Run, given: &[Option<Ty>]) -> Result<Substitution, Failure> {
        if given.iter().all(Option::is_none) {
            return Ok(Substitution::default());
        }
        if given.len() > run.outputs.len() && !run.is_open {
            let message = format!("{} outputs are given, and there are {}", given.len(), run.outputs.len());
            return Err(Failure::new(FailureKind::Arguments, message, Vec::new()));
        }
        let named = self.instance.with_names(&[&*run.names, &run.of_data].concat(), cx);
        let mut matcher = Matcher::new(&named, cx);
        for (place, (computed, given)) in run.outputs.iter().zip(given).enumerate() {
            if let Some(given) = given {
                matcher.output(place, *computed, *given)?;
            }
        }
        matcher.settle()?;
        Ok(matcher.into_bound())
    }

    /// Looks for values of all names: small ones first.
    pub fn valued(&self, state: &State) -> Valued {
        if state.is_open {
            return Valued::Open;
        }
        let mut budget = VALUATIONS;
        for width in [Width { sizes: 2, ranks: 1 }, Width { sizes: 8, ranks: 3 }, Width { sizes: 64, ranks: 4 }] {
            let ended = self.enumerate(state, width, &mut budget, &mut |_| ControlFlow::Break(()));
            match ended {
                EnumerationEnd::Stopped if self.rests_on_open_value(state) => return Valued::Open,
                EnumerationEnd::Stopped => return Valued::Yes,
                EnumerationEnd::Complete => return Valued::No(nothing_fits()),
                EnumerationEnd::OutOfBudget => return Valued::Open,
                EnumerationEnd::Truncated => {}
            }
        }
        Valued::Open
    }

    /// Is an output given that a parameter's value decides, of which not all values are tried?
    fn rests_on_open_value(&self, state: &State) -> bool {
        let is_open = |place: &usize| state.inputs.get(*place).is_some_and(|ty| arguments::is_open(*ty));
        state.given.iter().any(Option::is_some) && self.instance.argument_places().any(|place| is_open(&place))
    }

    /// Visits the inputs and outputs that a state's names can stand for, each checked by a run of
    /// its own. One of which that stays open isn't visited, and then they are never all.
    pub fn enumerate(
        &self,
        state: &State,
        width: Width,
        budget: &mut usize,
        visit: &mut dyn FnMut(&State) -> ControlFlow<()>,
    ) -> EnumerationEnd {
        let mut is_open = false;
        let ended = domain::enumerate(&state.store, &state.shown(), width, budget, &mut |store| {
            let Ok(own) = self.holding(state, store) else { return ControlFlow::Continue(()) };
            is_open |= own.is_none();
            own.map_or(ControlFlow::Continue(()), |own| visit(&own))
        });
        if is_open && ended == EnumerationEnd::Complete { EnumerationEnd::Truncated } else { ended }
    }

    /// The state with all its values, if the signature agrees; `None` if that is open.
    fn holding(&self, state: &State, store: &Store) -> Result<Option<State>, Failure> {
        let own = State { store: store.clone(), ..state.clone() };
        let inputs: Vec<Ty> = own.inputs.iter().map(|ty| store.resolve_ty(*ty)).collect();
        // What a size was made of may be too small for it: `n - 2`.
        if inputs.iter().any(|ty| ty.negative_size().is_some()) {
            return Err(nothing_fits());
        }
        let own = self.propagated(State { inputs, ..own })?;
        let known = own.inputs.iter().all(|ty| is_known(*ty));
        if !known || own.store.waiting().next().is_none() {
            return Ok(Some(own));
        }
        let store = with_values(own.store.clone(), &own.outputs)?;
        Ok(store.map(|store| State { store, ..own }))
    }
}

/// The `.k.` of an operand that are not decided.
fn skipped<'o>(operand: &'o Operand, decided: &[&str]) -> Vec<&'o str> {
    let names = operand.items.iter().filter_map(|item| match item {
        Item::SkipRank(name) => Some(name.as_str()),
        _ => None,
    });
    names.filter(|name| !decided.contains(name)).collect()
}

fn nothing_fits() -> Failure {
    let message = "no sizes of at least 0 satisfy all of this".to_owned();
    Failure::new(FailureKind::CoreDim, message, Vec::new())
}

fn to_dim(count: usize) -> Dim {
    Dim::of(i64::try_from(count).unwrap_or(i64::MAX))
}

impl State {
    /// Inputs and outputs as terms.
    pub fn shown(&self) -> Vec<Term> {
        self.inputs.iter().chain(&self.outputs).map(|ty| Term::Ty(*ty)).collect()
    }

    /// What the choice of absent dims says of the inputs' ranks.
    fn rank_rules(&self) -> Vec<Fact> {
        let rules = self.choice.iter().flat_map(|choice| &choice.ranks);
        let facts = self.inputs.iter().zip(rules).flat_map(|(input, rule)| {
            let rank = input.as_array().map_or(Dim::ZERO, |(_, shape)| shape.rank_dim());
            let least = Fact::Le(to_dim(rule.least), rank);
            [Some(least), rule.most.map(|most| Fact::Le(rank, to_dim(most)))]
        });
        facts.flatten().collect()
    }

    /// What a further round would have to change.
    fn fingerprint(&self) -> Fingerprint {
        let shown: Vec<Term> = self.shown().iter().map(|term| self.store.resolve_term(term)).collect();
        let mut bounds = Vec::new();
        for term in &shown {
            term::visit_term(term, &mut |leaf| {
                let dim = match leaf {
                    Leaf::Atom(atom) => atom.dim(),
                    Leaf::Seq(seq) if !seq.is_any() => seq.shape().rank_dim(),
                    _ => return,
                };
                let range = self.store.interval(dim);
                bounds.push((range.lo, range.hi));
            });
        }
        (shown, self.store.waiting().cloned().collect(), bounds)
    }

    /// A sequence whose rank is one of a few. What the catalogue says may depend on ranks, and then all are tried.
    fn bounded_sequence(&self) -> Option<(Dim, i64, i64)> {
        let mut found = None;
        self.visit_open(&mut |leaf| {
            if let Leaf::Seq(seq) = leaf
                && found.is_none()
                && is_variable(seq)
            {
                let rank = seq.shape().rank_dim();
                let mut range = self.store.interval(rank);
                if self.saw_unknown {
                    range.hi = range.hi.min(RANKS);
                }
                if range.hi != i64::MAX && range.hi - range.lo.max(0) <= RANKS {
                    found = Some((rank, range.lo.max(0), range.hi));
                }
            }
        });
        found
    }

    /// An axis that is one of a few, of a relation that waits for it.
    fn bounded_axis(&self) -> Option<(Dim, i64, i64)> {
        let mut found = None;
        self.visit_open(&mut |leaf| {
            let application = leaf.application().filter(|_| found.is_none() && !matches!(leaf, Leaf::Elem(_)));
            let Some((name, args)) = application else { return };
            let axes = relations::by_name(name.as_str()).map(|relation| relation.axes(&self.store, args));
            let open = axes.into_iter().flatten().filter(|axis| axis.as_atom().is_some_and(is_plain));
            found = open.map(|axis| (axis, self.store.interval(axis))).find_map(|(axis, range)| {
                let is_bounded = range.lo != i64::MIN && range.hi != i64::MAX && range.hi - range.lo <= 2 * RANKS;
                is_bounded.then_some((axis, range.lo, range.hi))
            });
        });
        found
    }

    /// The arguments that a defined relation lists for a result that is known.
    fn of_defined(&self) -> Option<Vec<State>> {
        let cases = relations::defined::cases(&self.store)?;
        let told = cases.into_iter().filter_map(|facts| {
            let mut store = self.store.of_names_alone();
            facts.iter().all(|fact| store.tell(fact).is_ok()).then(|| State { store, ..self.clone() })
        });
        Some(told.collect())
    }

    /// The leaves of what is shown and of what waits.
    fn visit_open(&self, visit: &mut dyn FnMut(Leaf)) {
        for term in self.shown() {
            term::visit_term(&self.store.resolve_term(&term), visit);
        }
        for fact in self.store.residual() {
            if !matches!(fact, Fact::Elem(..)) {
                fact.terms().iter().for_each(|term| term::visit_term(term, visit));
            }
        }
    }
}

fn is_variable(seq: Seq) -> bool {
    matches!(seq.data(), SeqData::Name(_) | SeqData::Fresh { .. })
}

fn is_plain(atom: Atom) -> bool {
    match atom.data() {
        AtomData::Name(_) => true,
        AtomData::Fresh { kind, .. } => *kind != FreshKind::Runtime,
        _ => false,
    }
}

impl Problem for Goal {
    type State = State;

    fn propagate(&self, state: State) -> Result<State, Failure> {
        if state.undecided.is_empty() { self.propagated(state) } else { Ok(state) }
    }

    fn cases(&self, state: &State) -> Option<Vec<State>> {
        if let [rest @ .., name] = &*state.undecided {
            let decided = |count: usize| {
                let ranks = state.ranks.iter().cloned().chain([(name.clone(), count)]).collect();
                State { ranks, undecided: rest.to_vec(), ..state.clone() }
            };
            return Some((0..=self.most_skipped(state, name)).map(decided).collect());
        }
        let Some((dim, least, most)) = state.bounded_sequence().or_else(|| state.bounded_axis()) else {
            return state.of_defined();
        };
        // Axes that count from the end come after those that name the same dims from the front.
        let values = (least.max(0)..=most).chain((least..=most.min(-1)).rev());
        let cases = values.filter_map(|value| {
            // The run says again all that waits, and says why where that fails.
            let mut store = state.store.of_names_alone();
            store.tell(&Fact::Eq(dim, Dim::of(value))).ok()?;
            Some(State { store, ..state.clone() })
        });
        Some(cases.collect())
    }

    fn weight(&self, state: &State) -> usize {
        let rank = |ty: &Ty| state.store.resolve_ty(*ty).as_array().map_or(0, |(_, shape)| shape.min_rank());
        // Before the first run the shapes do not show what is skipped.
        let skipped: usize = state.ranks.iter().map(|(_, count)| count).sum();
        state.inputs.iter().chain(&state.outputs).map(rank).sum::<usize>().max(skipped)
    }
}
