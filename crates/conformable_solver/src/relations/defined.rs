//! Relations that programs define: a function of known arguments and, where they like, its inverse.
//!
//! What is not known yet is the relation's own application, as everywhere; it is asked again when
//! its arguments are known. Backwards it is asked in a search alone, for an application that is
//! known to be something: it lists the arguments that give it, and each is a case.
//!
//! A rule is a function: for the same arguments it says the same. It is asked without any lock
//! held, as often as it pleases the solver.

use std::sync::Arc;

use conformable_types::registry::{CORE, Registry, Taken};
use conformable_types::term::{self, Leaf};
use conformable_types::{AtomData, Dim, ElemData, SeqData, Sym, Term, Ty, TyKind};

use super::Call;
use crate::cause::{Failure, FailureKind};
use crate::context::Context;
use crate::store::{Fact, Store};

/// Of what sort a relation's results are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gives {
    /// An int, which as a size must be at least 0.
    Dim,
    /// The dims of a shape.
    Shape,
    /// An element type.
    Elem,
    /// Whether it holds: as a dim, 1 or 0.
    Truth,
}

/// What a defined relation means.
pub trait Rule: Send + Sync {
    /// The result for arguments that are known; `None` if that is not known, an error says why
    /// there is none.
    fn forward(&self, args: &[Term]) -> Result<Option<Term>, String>;

    /// All arguments that give this result, those that are known being kept; `None` if they cannot
    /// be listed.
    fn backward(&self, result: &Term, args: &[Option<Term>]) -> Option<Vec<Vec<Term>>>;
}

/// A relation with its name.
pub struct Defined {
    name: Sym,
    gives: Gives,
    rule: Box<dyn Rule>,
}

static DEFINED: Registry<Arc<Defined>> = Registry::new("relation");

/// Makes a relation known by a name; `by` is who does, in messages.
///
/// # Errors
/// If there is one of this name.
pub fn define(name: &str, by: &str, gives: Gives, rule: Box<dyn Rule>) -> Result<(), Taken> {
    match super::by_name(name).is_some() {
        true => Err(DEFINED.taken(name, CORE, by)),
        false => DEFINED.add(name, by, Arc::new(Defined { name: Sym::new(name), gives, rule })),
    }
}

/// The relation of this name, if somebody has defined one.
pub fn by_name(name: &str) -> Option<Arc<Defined>> {
    DEFINED.get(name)
}

/// The names of all that are defined.
pub fn names() -> Vec<Sym> {
    DEFINED.all().iter().map(|defined| defined.name).collect()
}

/// Takes a relation back.
pub fn forget(name: &str) {
    DEFINED.remove(name);
}

impl Defined {
    /// Of what sort its results are.
    pub fn gives(&self) -> Gives {
        self.gives
    }

    /// The result, or its application where the arguments are not known.
    ///
    /// # Errors
    /// What the rule says.
    pub fn apply(&self, cx: &mut Context, args: &[Term]) -> Result<Term, Failure> {
        let name = self.name.as_str();
        let args: Vec<Term> = args.iter().map(|arg| cx.store().resolve_term(arg)).collect();
        if args.iter().all(is_known) {
            let refused = |message| Failure::new(FailureKind::Value, format!("`{name}`: {message}"), Vec::new());
            if let Some(result) = self.rule.forward(&args).map_err(refused)? {
                return Ok(result);
            }
        }
        // A number among arguments is an int, as texts have it.
        let args: Vec<Term> = args.into_iter().map(as_int).collect();
        let call = Call { name, args: &args };
        Ok(match self.gives {
            Gives::Dim | Gives::Truth => call.dim(cx).into(),
            Gives::Shape => call.shape(cx).into(),
            Gives::Elem => call.elem(cx).into(),
        })
    }
}

fn as_int(arg: Term) -> Term {
    match arg {
        Term::Dim(dim) if dim.constant().is_some() => Term::Ty(Ty::int(dim)),
        other => other,
    }
}

/// The arguments that an application which is known to be something can have, each list with what
/// they are now: `None` if there is no such application, or its arguments cannot be listed.
pub fn cases(store: &Store) -> Option<Vec<Vec<Fact>>> {
    for fact in store.residual() {
        if matches!(fact, Fact::Ne(..) | Fact::Le(..) | Fact::Broadcast(..)) {
            continue;
        }
        let [a, b] = fact.terms();
        for (application, result) in [(a.clone(), b.clone()), (b, a)] {
            let result = store.resolve_term(&result);
            let Some((defined, args)) = applied(&application).filter(|_| is_known(&result)) else { continue };
            let args: Vec<Term> = args.iter().map(|arg| store.resolve_term(arg)).collect();
            if args.iter().all(is_known) {
                continue;
            }
            let given: Vec<Option<Term>> = args.iter().map(|arg| is_known(arg).then(|| arg.clone())).collect();
            if let Some(found) = defined.rule.backward(&result, &given) {
                return Some(found.iter().filter_map(|case| facts(&args, case)).collect());
            }
        }
    }
    None
}

fn applied(term: &Term) -> Option<(Arc<Defined>, &'static [Term])> {
    let (name, args) = match term {
        Term::Dim(dim) => match dim.as_atom()?.data() {
            AtomData::App(name, args) => (name, args),
            _ => return None,
        },
        Term::Shape(shape) if shape.min_rank() == 0 => match shape.seq()?.data() {
            SeqData::App(name, args) => (name, args),
            _ => return None,
        },
        Term::Elem(elem) => match elem.data() {
            ElemData::App(name, args) => (name, args),
            _ => return None,
        },
        _ => return None,
    };
    Some((by_name(name.as_str())?, args))
}

/// That these arguments are those of a case; `None` if they are of other sorts, or are known to be
/// something else.
fn facts(args: &[Term], case: &[Term]) -> Option<Vec<Fact>> {
    if args.len() != case.len() {
        return None;
    }
    let mut facts = Vec::new();
    for (arg, value) in args.iter().zip(case) {
        match (arg, value) {
            (Term::Dim(a), Term::Dim(b)) => facts.push(Fact::Eq(*a, *b)),
            (Term::Shape(a), Term::Shape(b)) => facts.push(Fact::Shape(*a, *b)),
            (Term::Elem(a), Term::Elem(b)) => facts.push(Fact::Elem(*a, *b)),
            (Term::Ty(a), Term::Ty(b)) if a == b => {}
            (Term::Ty(a), Term::Dim(b)) => facts.push(Fact::Eq(a.int_value()?, *b)),
            (Term::List(a), Term::List(b)) => facts.extend(self::facts(a, b)?),
            _ => return None,
        }
    }
    Some(facts)
}

/// Does nothing in it wait for a value? A number of which only the kind is known has one.
pub fn is_known(term: &Term) -> bool {
    let is_kind = |ty: &Ty| {
        use TyKind::{Bool, Bytes, Complex, Float, Int, Str};
        matches!(ty.kind(), Bool | Bytes | Complex | Float | Int | Str)
    };
    let mut known = !term::has_hole(term) && !matches!(term, Term::Ty(ty) if is_kind(ty));
    term::visit_term(term, &mut |leaf| {
        known &= match leaf {
            Leaf::Elem(elem) => matches!(elem.data(), ElemData::DType(_) | ElemData::Weak(_)),
            Leaf::Atom(_) | Leaf::Seq(_) => false,
        };
    });
    known
}

/// 1 if it holds, else 0.
pub fn truth(holds: bool) -> Term {
    Dim::of(i64::from(holds)).into()
}

#[cfg(test)]
mod tests {
    use conformable_types::{DType, Shape};

    use super::*;

    /// `double(n)`, which is even.
    struct Double;

    impl Rule for Double {
        fn forward(&self, args: &[Term]) -> Result<Option<Term>, String> {
            match args {
                [Term::Dim(n)] => Ok(Some(n.scaled(2).into())),
                _ => Err("it wants one size".to_owned()),
            }
        }

        fn backward(&self, result: &Term, _: &[Option<Term>]) -> Option<Vec<Vec<Term>>> {
            let Term::Dim(result) = result else { return None };
            let value = result.constant()?;
            Some(if value % 2 == 0 { vec![vec![Dim::of(value / 2).into()]] } else { Vec::new() })
        }
    }

    #[test]
    fn forwards_backwards_and_neither() {
        define("double", "a test", Gives::Dim, Box::new(Double)).unwrap();
        assert!(define("double", "a test", Gives::Dim, Box::new(Double)).is_err());
        assert!(define("broadcast", "a test", Gives::Shape, Box::new(Double)).is_err());
        let double = by_name("double").unwrap();
        let mut store = Store::new();
        let n = store.fresh_dim(conformable_types::FreshKind::Var);
        let apply = |store: &Store, arg: Term| double.apply(&mut Context::new(store), &[arg]);
        assert_eq!(apply(&store, Dim::of(3).into()).unwrap(), Term::Dim(Dim::of(6)));
        let failure = apply(&store, Shape::of(&[Dim::ONE]).into()).unwrap_err();
        assert_eq!(failure.message, "`double`: it wants one size");
        let Term::Dim(open) = apply(&store, n.into()).unwrap() else { panic!() };
        assert!(cases(&store).is_none());
        store.tell(&Fact::Eq(open, Dim::of(8))).unwrap();
        assert_eq!(cases(&store), Some(vec![vec![Fact::Eq(n, Dim::of(4))]]));
        assert!(is_known(&Term::Elem(DType::FLOAT64.into())) && !is_known(&Term::Shape(Shape::any())));
        assert!(is_known(&Term::Ty(Ty::int(3))) && !is_known(&Term::Ty(Ty::new(TyKind::Int))));
    }
}
