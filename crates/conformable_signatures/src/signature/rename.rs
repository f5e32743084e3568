//! The names of a signature's variables: which there are, equality up to them, and variables that
//! are fixed by name (`add::<f64>`).

use std::fmt;
use std::sync::Arc;

use conformable_solver::Store;
use conformable_types::term::{self, Leaf, Map};
use conformable_types::ty::Function;
use conformable_types::{
    Atom, AtomData, Device, Dim, Elem, ElemData, FreshKind, Order, Seq, SeqData, Sym, Term, Ty, TyKind,
};
use rustc_hash::FxHashMap;

use super::{Signature, SignatureKind, Sort, Var, overloads, places};
use crate::minilanguage::{Item, MiniSignature, Sum};

/// The variables of a function's type, in the order in which they occur.
pub fn variables(function: &Function) -> Vec<Var> {
    struct Names(Vec<Var>);
    impl Names {
        fn add(&mut self, name: Sym, sort: Sort) {
            let var = Var { name, sort };
            if !self.0.contains(&var) {
                self.0.push(var);
            }
        }
    }
    impl Map for Names {
        fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
            let sort = match leaf {
                Leaf::Atom(_) => Sort::Dim,
                Leaf::Seq(_) => Sort::Shape,
                Leaf::Elem(_) => Sort::DType,
            };
            leaf.name().into_iter().for_each(|name| self.add(name, sort));
            None
        }
        fn name(&mut self, name: Sym) -> Option<Ty> {
            self.add(name, Sort::Type);
            None
        }
        fn order(&mut self, name: Sym) -> Option<Order> {
            self.add(name, Sort::Order);
            None
        }
        fn device(&mut self, name: Sym) -> Option<Device> {
            self.add(name, Sort::Device);
            None
        }
    }
    let mut names = Names(Vec::new());
    map_function(function, &mut names);
    names.0
}

/// A function's type with its leaves exchanged.
pub fn map_function(function: &Function, map: &mut dyn Map) -> Function {
    let ty = term::map_ty(Ty::new(TyKind::Function(Box::new(function.clone()))), map);
    match ty.kind() {
        TyKind::Function(function) => (**function).clone(),
        _ => unreachable!("a function stays one"),
    }
}

/// What stands for each variable.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    /// For sizes, sequences and element types.
    pub leaves: FxHashMap<Leaf, Term>,
    pub types: FxHashMap<Sym, Ty>,
    pub orders: FxHashMap<Sym, Order>,
    pub devices: FxHashMap<Sym, Device>,
}

impl Map for &Substitution {
    fn instead(&mut self, leaf: Leaf) -> Option<Term> {
        self.leaves.get(&leaf).cloned()
    }

    fn name(&mut self, name: Sym) -> Option<Ty> {
        self.types.get(&name).copied()
    }

    fn order(&mut self, name: Sym) -> Option<Order> {
        self.orders.get(&name).copied()
    }

    fn device(&mut self, name: Sym) -> Option<Device> {
        self.devices.get(&name).copied()
    }
}

/// The signature with its variables called `v1`, `v2` in the order in which they occur, parameters
/// keeping their names.
pub fn canonical(signature: &Signature) -> Signature {
    let name = |place: usize| format!("v{}", place + 1);
    let vars = signature.vars.iter().enumerate();
    let vars: Vec<Var> = vars.map(|(place, var)| Var { name: Sym::new(&name(place)), sort: var.sort }).collect();
    let form = match &signature.form {
        SignatureKind::Overloads(all) => overloads::map(all, canonical),
        SignatureKind::Entry(entry) => SignatureKind::Entry(entry.clone()),
        SignatureKind::Shapes(mini) => {
            let mut mini = (**mini).clone();
            let new = |old: &str| {
                let place = signature.vars.iter().position(|var| var.name.as_str() == old);
                name(place.unwrap_or(usize::MAX - 1))
            };
            each_item(&mut mini, &mut |item| match item {
                Item::Dim { sum, .. } => *sum = sum.with_names(&|name| Sum::Name(new(name))),
                Item::SkipRank(name) => *name = new(name),
                Item::Skip(_) | Item::Ellipsis => {}
            });
            SignatureKind::Shapes(Arc::new(mini))
        }
        SignatureKind::Types(function) => {
            let mut exchange = Substitution::default();
            for (old, new) in signature.vars.iter().zip(&vars) {
                exchange.rename(old.name, new.name);
            }
            SignatureKind::Types(Arc::new(map_function(function, &mut &exchange)))
        }
    };
    Signature { dialect: signature.dialect, ..Signature::of_form(form, vars) }
}

fn each_item(mini: &mut MiniSignature, change: &mut dyn FnMut(&mut Item)) {
    mini.inputs.iter_mut().chain(&mut mini.outputs).flat_map(|operand| &mut operand.items).for_each(change);
}

/// Why variables cannot be fixed so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InstantiateError {
    /// The signature has no such variable; it has these.
    NoSuchVariable(Sym, Vec<Sym>),
    /// The variable is of this sort, which the value is not.
    WrongSort(Sym, Sort),
}

impl fmt::Display for InstantiateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InstantiateError::NoSuchVariable(name, known) => {
                let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                let list = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                write!(f, "there is no variable `{name}`; the signature's variables are {list}")
            }
            InstantiateError::WrongSort(name, sort) => write!(f, "the variable `{name}` is {}", sort.noun()),
        }
    }
}

impl std::error::Error for InstantiateError {}

impl Signature {
    /// The signature with variables fixed by name: a dim or rank to a size, a dtype to an element
    /// type, a sequence to a shape, a type to a type, an order or a device to its word as a
    /// literal string.
    ///
    /// # Errors
    /// If there is no such variable, or the value is not of its sort.
    pub fn instantiate(&self, values: &[(&str, Term)]) -> Result<Signature, InstantiateError> {
        let mut signature = self.clone();
        let mut exchange = Substitution::default();
        let sort_of = |name| {
            let known = || self.vars.iter().map(|var| var.name).collect();
            self.sort_of(name).ok_or_else(|| InstantiateError::NoSuchVariable(name, known()))
        };
        for (name, value) in values {
            let name = Sym::new(name);
            let sort = sort_of(name)?;
            let wrong = InstantiateError::WrongSort(name, sort);
            signature.vars.retain(|var| var.name != name);
            match &mut signature.form {
                SignatureKind::Shapes(mini) => fix_name(Arc::make_mut(mini), name, sort, value).ok_or(wrong)?,
                SignatureKind::Types(_) => exchange.set(name, sort, value).ok_or(wrong)?,
                SignatureKind::Overloads(_) | SignatureKind::Entry(_) => continue,
            }
        }
        Ok(match &signature.form {
            SignatureKind::Overloads(all) => overloads::instantiate(all, values)?,
            SignatureKind::Entry(_) => signature,
            SignatureKind::Shapes(mini) => Signature::of_shapes((**mini).clone()),
            SignatureKind::Types(function) => {
                Signature::of_function(map_function(function, &mut &exchange)).with_declared(&signature.vars)
            }
        }
        .in_dialect(self.dialect))
    }
}

impl Substitution {
    /// Puts something fresh in the place of a variable, and gives it; a size is of this kind.
    pub fn open(&mut self, var: Var, store: &mut Store, sizes: FreshKind) -> Term {
        let term: Term = match var.sort {
            Sort::Dim | Sort::Rank => store.fresh_dim(sizes).into(),
            Sort::Shape => store.fresh_shape().into(),
            Sort::DType | Sort::Number => store.fresh_elem().into(),
            Sort::Type | Sort::Order | Sort::Device => {
                let own = places::own(var.name, store.fresh_id());
                let ty = Ty::new(TyKind::Name(own));
                match var.sort {
                    Sort::Order => drop(self.orders.insert(var.name, Order::Name(own))),
                    Sort::Device => drop(self.devices.insert(var.name, Device::Name(own))),
                    _ => drop(self.types.insert(var.name, ty)),
                }
                return ty.into();
            }
        };
        self.bind(var.name, term.clone());
        term
    }

    /// Puts a size, a shape or an element type in the place of the variable of its sort.
    fn bind(&mut self, name: Sym, term: Term) {
        let leaf = match term {
            Term::Dim(_) => Leaf::Atom(Atom::new(AtomData::Name(name))),
            Term::Shape(_) => Leaf::Seq(Seq::new(SeqData::Name(name))),
            _ => Leaf::Elem(Elem::new(ElemData::Name(name))),
        };
        self.leaves.insert(leaf, term);
    }

    /// Another name for a variable, whatever it stands for.
    pub fn rename(&mut self, old: Sym, new: Sym) {
        self.bind(old, Dim::name(new.as_str()).into());
        self.bind(old, Seq::name(new.as_str()).shape().into());
        self.bind(old, Elem::name(new.as_str()).into());
        self.types.insert(old, Ty::new(TyKind::Name(new)));
        self.orders.insert(old, Order::Name(new));
        self.devices.insert(old, Device::Name(new));
    }

    fn set(&mut self, name: Sym, sort: Sort, value: &Term) -> Option<()> {
        match sort {
            Sort::Dim | Sort::Rank => self.bind(name, size(value)?.into()),
            Sort::DType | Sort::Number => {
                let elem = match value {
                    Term::Elem(elem) => *elem,
                    Term::Ty(ty) => match ty.kind() {
                        TyKind::Scalar(elem) | TyKind::DType(elem) => *elem,
                        _ => return None,
                    },
                    _ => return None,
                };
                self.bind(name, elem.into());
            }
            Sort::Shape => self.bind(name, value.shape()?.into()),
            Sort::Type => {
                let ty = match value {
                    Term::Ty(ty) => *ty,
                    Term::Elem(elem) => Ty::scalar(*elem),
                    _ => return None,
                };
                self.types.insert(name, ty);
            }
            Sort::Order => {
                self.orders.insert(name, Order::from_letter(word(value)?)?);
            }
            Sort::Device => {
                self.devices.insert(name, Device::parse(word(value)?)?);
            }
        }
        Some(())
    }
}

fn word(value: &Term) -> Option<&'static str> {
    match value {
        Term::Ty(ty) => ty.str_value(),
        _ => None,
    }
}

fn size(value: &Term) -> Option<Dim> {
    match value {
        Term::Dim(dim) => Some(*dim),
        Term::Ty(ty) => ty.int_value(),
        _ => None,
    }
}

fn fix_name(mini: &mut MiniSignature, name: Sym, sort: Sort, value: &Term) -> Option<()> {
    let value = size(value)?.constant().filter(|value| *value >= 0)?;
    let count = usize::try_from(value).ok().filter(|count| sort == Sort::Dim || *count <= 64)?;
    each_item(mini, &mut |item| match item {
        Item::Dim { sum, .. } if sort == Sort::Dim => {
            *sum =
                sum.with_names(&|own| if own == name.as_str() { Sum::Int(value) } else { Sum::Name(own.to_owned()) });
        }
        Item::SkipRank(own) if own == name.as_str() => *item = Item::Skip(count),
        _ => {}
    });
    Some(())
}
