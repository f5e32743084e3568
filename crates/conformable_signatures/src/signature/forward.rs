//! Outputs from inputs: a signature run in a context, its variables being fresh things of the
//! context's store.
//!
//! Inputs may be known in part, so that this is also how a search goes backwards: it runs the
//! signature on what it has, is told by the run what must hold, tells it what the outputs are, and
//! runs it again. There is no second meaning of a signature.

use std::sync::Arc;

use conformable_solver::relations::defined::Gives;
use conformable_solver::{Context, Fact, Failure, FailureKind, Store, relations};
use conformable_types::term::{self, Leaf, Map};
use conformable_types::text::expr::BinaryOp;
use conformable_types::text::print::Mode;
use conformable_types::ty::{Comparison, Constraint, Function};
use conformable_types::{Atom, AtomData, Dim, Elem, FreshKind, Shape, Sym, Term, Ty, TyKind};
use rustc_hash::FxHashSet;

use super::apart::own_sizes;
use super::arguments;
use super::matching::Matcher;
use super::naming::{Back, has_fresh, shown};
use super::rename::{Substitution, map_function};
use super::residue::texts;
use super::{Signature, SignatureKind, Sort};
use crate::catalogue;
use crate::evaluate::{ExprEvaluator, Val};
use crate::minilanguage::{Choice, MiniSignature};

/// A signature with something fresh for each variable.
#[derive(Clone)]
pub struct Instance {
    pub signature: Arc<Signature>,
    /// Of a signature of types: its function over the fresh things.
    pub function: Option<Arc<Function>>,
    /// What each variable stands for; of a signature of shapes, those that only an expression shows.
    pub vars: Vec<(Sym, Term)>,
    /// Parameters whose values results speak of, with their places.
    arguments: Vec<(Sym, usize)>,
    /// What the names of functions that are given stand for: messages have these.
    given: Vec<(Sym, Term)>,
    /// That nothing divides by 0, as constraints over the fresh things and as they are written.
    divisions: Option<[Arc<Function>; 2]>,
}

/// What came out of a run.
#[derive(Clone, Debug, Default)]
pub struct Run {
    pub outputs: Vec<Ty>,
    /// What the signature's variables are, for names.
    pub names: Vec<(Sym, Term)>,
    /// The sizes that the data decide, for messages: in results they stay numbers.
    pub of_data: Vec<(Sym, Term)>,
    /// Types, orders and devices that matching found.
    pub bound: Substitution,
    /// Nothing is known of what such inputs give: a function of the catalogue has nothing on them.
    pub is_open: bool,
    /// The catalogue would say more if it knew more of the inputs.
    pub saw_unknown: bool,
}

impl Instance {
    /// Fresh variables from `store`.
    pub fn new(signature: Arc<Signature>, store: &mut Store) -> Instance {
        Instance::of_kind(signature, store, FreshKind::Var)
    }

    /// As [`Instance::new`], the sizes being of this kind: the store solves for variables first.
    pub fn of_kind(signature: Arc<Signature>, store: &mut Store, sizes: FreshKind) -> Instance {
        let SignatureKind::Types(function) = &signature.form else {
            let dims = signature.vars.iter().filter(|var| var.sort == Sort::Dim);
            let vars = dims.map(|var| (var.name, store.fresh_dim(FreshKind::Var).into())).collect();
            return Instance {
                signature,
                function: None,
                vars,
                arguments: Vec::new(),
                given: Vec::new(),
                divisions: None,
            };
        };
        let types = function.params.iter().map(|param| param.ty).chain(function.outputs.iter().copied());
        let own = own_sizes(store, types).map(|mut own| map_function(function, &mut own));
        let function = own.as_ref().unwrap_or(function);
        let ints = ints_alone(function);
        let mut exchange = Substitution::default();
        let mut vars = Vec::new();
        for var in &signature.vars {
            let term = match var.sort {
                // Types are bound by matching, see `Matcher`.
                Sort::Type => Ty::new(TyKind::Name(var.name)).into(),
                _ => {
                    let kind = if ints.contains(&var.name) { FreshKind::Int } else { sizes };
                    exchange.open(*var, store, kind)
                }
            };
            vars.push((var.name, term));
        }
        let divisions =
            divisions(function).map(|written| [Arc::new(map_function(&written, &mut &exchange)), Arc::new(written)]);
        let function = Arc::new(map_function(function, &mut &exchange));
        let arguments = arguments::arguments(&function);
        Instance { signature, function: Some(function), vars, arguments, given: Vec::new(), divisions }
    }

    /// The inputs, where nothing is known of them but what the signature says.
    pub fn any_input(&self, place: usize, store: &mut Store) -> Ty {
        match (&self.function, &self.signature.form) {
            (Some(function), _) => function.params[place].ty,
            (None, SignatureKind::Entry(entry)) => entry.any_input(place, store),
            (None, _) => Ty::array(store.fresh_elem(), store.fresh_shape()),
        }
    }

    /// The outputs for these inputs, which are as many as there are.
    ///
    /// # Errors
    /// If they are refuted; parts name inputs.
    pub fn run(
        &self,
        cx: &mut Context,
        inputs: &[Ty],
        choice: Option<&Choice>,
        ranks: &[(String, usize)],
    ) -> Result<Run, Failure> {
        match (&self.signature.form, &self.function) {
            (SignatureKind::Shapes(mini), _) => run_shapes(mini, cx, inputs, choice, ranks, &self.vars),
            (SignatureKind::Entry(entry), _) => entry.run(cx, inputs),
            (_, Some(function)) => self.run_types(function, cx, inputs),
            (SignatureKind::Types(_) | SignatureKind::Overloads(_), None) => {
                unreachable!("an instance is of one signature")
            }
        }
    }

    fn run_types(&self, function: &Function, cx: &mut Context, inputs: &[Ty]) -> Result<Run, Failure> {
        let given = (!self.arguments.is_empty()).then(|| arguments::given(cx, function, &self.arguments, inputs));
        let function = given.as_ref().unwrap_or(function);
        let mut matcher = Matcher::new(self, cx);
        for (place, (param, given)) in function.params.iter().zip(inputs).enumerate() {
            matcher.input(place, param.ty, *given)?;
        }
        matcher.settle()?;
        let bound = matcher.into_bound();
        for (constraint, original) in function.constraints.iter().zip(self.signature.constraints()) {
            self.require(cx, constraint, original)?;
        }
        self.no_division_by_zero(cx, inputs)?;
        let mut outputs = Vec::new();
        for output in &function.outputs {
            let evaluated = self.evaluated(cx, Term::Ty(term::map_ty(*output, &mut &bound)))?;
            let Term::Ty(ty) = evaluated else { unreachable!("a type stays one") };
            self.sizes_of_output(cx, *output, ty)?;
            outputs.push(cx.resolve_ty(ty));
        }
        let mut names = self.vars.clone();
        for (name, term) in &mut names {
            if let Some(ty) = bound.types.get(name) {
                *term = Term::Ty(*ty);
            }
        }
        names.extend(arguments::ints(&self.arguments, inputs));
        Ok(Run { outputs, names, of_data: Vec::new(), bound, is_open: false, saw_unknown: false })
    }

    /// A term whose relations have been evaluated: what they need is required.
    pub(super) fn evaluated(&self, cx: &mut Context, term: Term) -> Result<Term, Failure> {
        let mut applications = Applications { cx, failure: None };
        let evaluated = term::map_term(&term, &mut applications);
        match applications.failure {
            Some(failure) => Err(failure),
            None => Ok(evaluated),
        }
    }

    fn evaluated_dim(&self, cx: &mut Context, dim: Dim) -> Result<Dim, Failure> {
        match self.evaluated(cx, dim.into())? {
            Term::Dim(dim) => Ok(dim),
            _ => unreachable!("a dim stays one"),
        }
    }

    /// A constraint of the where-clause; `original` is it in the signature's own names.
    pub(super) fn require(
        &self,
        cx: &mut Context,
        constraint: &Constraint,
        original: &Constraint,
    ) -> Result<(), Failure> {
        let written = |cx: &Context| self.text_of(cx, original);
        match constraint {
            Constraint::Compare(op, a, b) => {
                let (a, b) = (self.evaluated_dim(cx, *a)?, self.evaluated_dim(cx, *b)?);
                let fact = match op {
                    Comparison::Eq => Fact::Eq(a, b),
                    Comparison::Ne => Fact::Ne(a, b),
                    Comparison::Le => Fact::Le(a, b),
                };
                cx.try_require(fact).map_err(|refused| {
                    let (text, [a, b]) = self.as_written(cx, original, [a, b]);
                    let [a, b] = [a, b].map(|dim| self.in_names(cx, &cx.resolve_dim(dim).into()));
                    let message = format!("{text} does not hold: {a} and {b}");
                    refused.of(Failure::new(FailureKind::Value, message, Vec::new()))
                })
            }
            Constraint::Relation(name, args) => {
                let args = args.iter().map(|arg| self.evaluated(cx, arg.clone())).collect::<Result<Vec<_>, _>>()?;
                relation_holds(cx, *name, &args).map_err(|failure| Failure {
                    message: format!("{} does not hold: {}", written(cx), failure.message),
                    ..failure
                })
            }
        }
    }

    /// A condition on sizes as it was written, `a < b` where `a + 1 <= b` is kept, and its two sides of these that
    /// are kept.
    fn as_written(&self, cx: &Context, original: &Constraint, sides: [Dim; 2]) -> (String, [Dim; 2]) {
        let turned = |op: BinaryOp, [a, b]: [Dim; 2]| match op {
            BinaryOp::Lt => [a.plus(-1), b],
            BinaryOp::Gt => [b, a.plus(-1)],
            BinaryOp::Ge => [b, a],
            _ => [a, b],
        };
        let symbol = match self.signature.comparison_of(original) {
            Some(op @ BinaryOp::Lt) => Some((op, " < ")),
            Some(op @ BinaryOp::Gt) => Some((op, " > ")),
            Some(op @ BinaryOp::Ge) => Some((op, " >= ")),
            _ => None,
        };
        match (original, symbol) {
            (Constraint::Compare(Comparison::Le, a, b), Some((op, symbol))) => {
                let [left, right] = turned(op, [*a, *b]);
                let text = self.text_of(cx, &Constraint::Compare(Comparison::Le, left, right));
                (text.replacen(" <= ", symbol, 1), turned(op, sides))
            }
            _ => (self.text_of(cx, original), sides),
        }
    }

    /// The places of parameters whose values results speak of.
    pub(super) fn argument_places(&self) -> impl Iterator<Item = usize> {
        self.arguments.iter().map(|(_, place)| *place)
    }

    fn no_division_by_zero(&self, cx: &mut Context, inputs: &[Ty]) -> Result<(), Failure> {
        let Some([divisions, written]) = &self.divisions else { return Ok(()) };
        let given = (!self.arguments.is_empty()).then(|| arguments::given(cx, divisions, &self.arguments, inputs));
        let all = &given.as_ref().unwrap_or(divisions).constraints;
        for (constraint, original) in all.iter().zip(&written.constraints) {
            self.require(cx, constraint, original).map_err(|failure| Failure {
                message: format!("a division by 0: {} does not hold", self.text_of(cx, original)),
                ..failure
            })?;
        }
        Ok(())
    }

    /// A constraint as the signature's own text has it, or that of a function that is given.
    fn text_of(&self, cx: &Context, constraint: &Constraint) -> String {
        let inputs = self.signature.as_function().map_or(&[][..], |function| &function.params);
        let types: Vec<Ty> = inputs.iter().map(|param| param.ty).collect();
        let own = map_function(&of_constraints(vec![constraint.clone()]), &mut self.back(cx));
        let (_, mut texts) = texts(&types, &own.constraints, false, Mode::Text);
        texts.pop().unwrap_or_default()
    }

    /// Sizes of arrays are at least 0.
    fn sizes_of_output(&self, cx: &mut Context, written: Ty, ty: Ty) -> Result<(), Failure> {
        let Some((_, shape)) = ty.as_array() else { return Ok(()) };
        let written = written.as_array().map(|(_, shape)| shape);
        let dims = |shape: Shape| shape.data().prefix.iter().chain(shape.suffix()).copied().collect::<Vec<_>>();
        let own = written.map(dims).unwrap_or_default();
        let all = dims(shape);
        for (place, dim) in all.iter().enumerate() {
            if cx.store().ask_le(Dim::ZERO, *dim).is_yes() {
                continue;
            }
            cx.try_require(Fact::Le(Dim::ZERO, *dim)).map_err(|refused| {
                let value = cx.resolve_dim(*dim);
                // As it was written, where there are as many.
                let text = *own.get(place).filter(|_| own.len() == all.len()).unwrap_or(&value);
                let text = self.in_names(cx, &text.into());
                let message = match value.constant() {
                    Some(value) => format!("{text} is {value}, and a size is at least 0"),
                    None => format!("{text} is negative, and a size is at least 0"),
                };
                refused.of(Failure::new(FailureKind::Value, message, Vec::new()))
            })?;
        }
        Ok(())
    }

    /// A term with the signature's names for what stands for them, as text.
    pub(super) fn in_names(&self, cx: &Context, term: &Term) -> String {
        shown(&term::map_term(term, &mut self.back(cx)))
    }

    pub(super) fn back(&self, cx: &Context) -> Back {
        Back::new(self.vars.iter().chain(&self.given).cloned(), cx.store())
    }

    /// The same, with the names of functions that are given.
    pub fn with_given(self, given: Vec<(Sym, Term)>) -> Instance {
        Instance { given, ..self }
    }

    /// The same, with names for all sizes that a run found, and for what they are by now.
    pub fn with_names(&self, names: &[(Sym, Term)], cx: &Context) -> Instance {
        let by_now = |(name, term): &(Sym, Term)| (*name, cx.store().resolve_term(term));
        let found = names.iter().map(by_now).filter(|(_, term)| has_fresh(term));
        Instance { vars: self.vars.iter().chain(names).cloned().chain(found).collect(), ..self.clone() }
    }
}

/// A relation that applies holds, unless it says of itself that it may not.
fn relation_holds(cx: &mut Context, name: Sym, args: &[Term]) -> Result<(), Failure> {
    let result = evaluate(cx, name.as_str(), args)?;
    let values: Vec<Term> = args.iter().map(|arg| cx.store().resolve_term(arg)).collect();
    match (relations::defined::by_name(name.as_str()), result) {
        (Some(defined), Term::Dim(holds)) if defined.gives() == Gives::Truth => {
            cx.require(Fact::Eq(holds, Dim::ONE), || {
                let values: Vec<String> = values.iter().map(shown).collect();
                let message = format!("{name}({}) is false", values.join(", "));
                Failure::new(FailureKind::Value, message, Vec::new())
            })
        }
        _ => Ok(()),
    }
}

fn evaluate(cx: &mut Context, name: &str, args: &[Term]) -> Result<Term, Failure> {
    let values: Vec<Val> = args.iter().map(|arg| Val::new(arg.clone())).collect();
    Ok(ExprEvaluator::new(catalogue::current(), cx).named(name, values)?.term)
}

/// What sizes of the function are divided by, each not to be 0; of functions that it takes it's theirs to say.
fn divisions(function: &Function) -> Option<Function> {
    let mut constraints: Vec<Constraint> = Vec::new();
    let mut look = |leaf: Leaf| {
        let Leaf::Atom(atom) = leaf else { return };
        let &(AtomData::FloorDiv(_, by) | AtomData::Mod(_, by)) = atom.data() else { return };
        let constraint = Constraint::Compare(Comparison::Ne, by, Dim::ZERO);
        if by.constant().is_none() && !constraints.contains(&constraint) {
            constraints.push(constraint);
        }
    };
    for ty in function.params.iter().map(|param| param.ty).chain(function.outputs.iter().copied()) {
        if !matches!(ty.kind(), TyKind::Function(_)) {
            term::visit_ty(ty, &mut look);
        }
    }
    (!constraints.is_empty()).then(|| of_constraints(constraints))
}

fn of_constraints(constraints: Vec<Constraint>) -> Function {
    let (params, outputs) = Default::default();
    Function { params, outputs, constraints: constraints.into(), partial: false }
}

/// Variables that are values of ints and, alone, no sizes of arrays: they may be negative. Of `n + k`, and of
/// `max(n + k, 0)`, it is the whole that is a size.
fn ints_alone(function: &Function) -> FxHashSet<Sym> {
    let (mut ints, mut sizes) = (FxHashSet::default(), FxHashSet::default());
    for ty in function.params.iter().map(|param| param.ty).chain(function.outputs.iter().copied()) {
        each_part(ty, &mut |part| {
            if let TyKind::IntOf(dim) = part.kind() {
                term::visit_dim(*dim, &mut |leaf| ints.extend(leaf.name()));
            }
            if let Some((_, shape)) = part.as_array() {
                let alone = shape.data().prefix.iter().chain(shape.suffix()).filter_map(|dim| dim.as_atom());
                sizes.extend(alone.filter_map(|atom| Leaf::Atom(atom).name()));
            }
        });
    }
    ints.retain(|name| !sizes.contains(name));
    ints
}

/// A type and what it is made of; what stands in a function is of its own names.
fn each_part(ty: Ty, visit: &mut dyn FnMut(Ty)) {
    visit(ty);
    if !matches!(ty.kind(), TyKind::Function(_)) {
        ty.parts().into_iter().for_each(|part| each_part(part, visit));
    }
}

/// Evaluates each relation where it stands, the inner ones first.
struct Applications<'c> {
    cx: &'c mut Context,
    failure: Option<Failure>,
}

impl Applications<'_> {
    fn apply(&mut self, name: Sym, args: &[Term]) -> Option<Term> {
        if self.failure.is_some() {
            return None;
        }
        let known = relations::is_known(name.as_str()) || catalogue::current().word(name.as_str()).is_some();
        if !known {
            return None;
        }
        match evaluate(self.cx, name.as_str(), args) {
            Ok(term) => Some(term),
            Err(failure) => {
                self.failure = Some(failure);
                None
            }
        }
    }

    fn require(&mut self, fact: Fact, message: impl FnOnce() -> String) {
        if self.failure.is_none() {
            let failure = || Failure::new(FailureKind::Value, message(), Vec::new());
            self.failure = self.cx.require(fact, failure).err();
        }
    }
}

impl Map for Applications<'_> {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        match atom.data() {
            AtomData::FloorDiv(_, q) | AtomData::Mod(_, q) => {
                self.require(Fact::Ne(*q, Dim::ZERO), || format!("a division by 0 in {atom:?}"));
                None
            }
            AtomData::Bcast(args) => {
                for (place, a) in args.iter().enumerate() {
                    for b in &args[..place] {
                        self.require(Fact::Broadcast(*b, *a), || format!("{b:?} and {a:?} differ, and neither is 1"));
                    }
                }
                None
            }
            _ => self.instead(Leaf::Atom(atom))?.dim(),
        }
    }

    fn instead(&mut self, leaf: Leaf) -> Option<Term> {
        let (name, args) = leaf.application()?;
        match (leaf, self.apply(name, args)?) {
            (Leaf::Atom(_), Term::Ty(ty)) => ty.int_value().map(Term::Dim),
            (Leaf::Seq(_), Term::Dim(dim)) => Some(Shape::of(&[dim]).into()),
            (_, applied) => Some(applied),
        }
    }

    fn append(&mut self, left: Shape, right: Shape) -> Shape {
        relations::measure::append(left, right)
    }
}

fn run_shapes(
    mini: &MiniSignature,
    cx: &mut Context,
    inputs: &[Ty],
    choice: Option<&Choice>,
    ranks: &[(String, usize)],
    vars: &[(Sym, Term)],
) -> Result<Run, Failure> {
    let shapes = inputs.iter().enumerate().map(|(place, ty)| shape_of(*ty, place)).collect::<Result<Vec<_>, _>>()?;
    let outcome = match choice {
        Some(choice) => mini.apply_choice(cx, &shapes, choice, ranks, vars)?,
        None => mini.apply(cx, &shapes, ranks)?,
    };
    let named = |sizes: &[(String, Dim)]| sizes.iter().map(|(name, dim)| (Sym::new(name), Term::Dim(*dim))).collect();
    let (names, of_data) = (named(&outcome.sizes), named(&outcome.of_data));
    Ok(Run {
        outputs: outcome.outputs.into_iter().map(|shape| Ty::array(Elem::any(), shape)).collect(),
        names,
        of_data,
        ..Run::default()
    })
}

/// The shape of an array, a NumPy scalar or a Python number.
fn shape_of(ty: Ty, place: usize) -> Result<Shape, Failure> {
    match ty.as_array() {
        Some((_, shape)) => Ok(shape),
        None if ty.is_python_number() => Ok(Shape::scalar()),
        None => {
            let message = format!("input {} is {ty}, an array is wanted", place + 1);
            Err(Failure::new(FailureKind::WrongSlot, message, vec![conformable_solver::Part::whole(place)]))
        }
    }
}
