//! Types as people read them in a signature: an element type by what it is and not by how it came
//! about, and no more of a shape than can be told in the parameters' names.
//!
//! `loop('divide', loop('subtract', T, dtype_map('mean', T)), dtype_map('std', T))` is `inexact(T)`:
//! the two agree on every dtype for which the first is defined. Which form says the same is found by
//! trying, over all dtypes; nothing here knows a function of the catalogue. What the data or hidden
//! sizes decide is `?` and `...`.
//!
//! A signature so presented says less than the evaluation knows, or the same; but for bool and
//! integers of 8 and 16 bits, for which many functions have loops of their own.

use std::cell::RefCell;

use conformable_solver::relations::{self, is_precise};
use conformable_solver::{Fact, Store};
use conformable_types::term::{self, Leaf, Map};
use conformable_types::{DType, Dim, Elem, ElemData, Seq, SeqData, Shape, Sym, Term, Ty, TyKind, text};
use rustc_hash::{FxHashMap, FxHashSet};

/// An application whose text is longer than this says nothing to a reader.
const LONGEST: usize = 64;

/// The dtypes over which two forms are compared.
const DTYPES: [&str; 13] = [
    "int64",
    "float64",
    "float32",
    "complex64",
    "bool",
    "uint8",
    "int8",
    "int32",
    "uint32",
    "uint64",
    "float16",
    "complex128",
    "int16",
];

/// For so many variables less one, how many of them: the first ones.
const SAMPLES: [usize; 5] = [13, 13, 5, 4, 3];

/// A type of the result, or of a binding, for a signature in whose parameters `anchors` occur.
pub fn present(ty: Ty, anchors: &FxHashSet<Leaf>) -> Ty {
    let mut counts: FxHashMap<Leaf, usize> = FxHashMap::default();
    let simple = without_floats(arrays(term::map_ty(ty, &mut Simplest)));
    term::visit_ty(simple, &mut |leaf| *counts.entry(leaf).or_default() += 1);
    term::map_ty(simple, &mut Hidden { anchors, counts: &counts })
}

/// What may be an array or a scalar is written as an array: without dims it is a scalar.
fn arrays(ty: Ty) -> Ty {
    match ty.kind() {
        TyKind::Decay { elem, shape } => Ty::array(*elem, *shape),
        TyKind::Scalar(elem) if elem.dtype().is_none() => Ty::array(*elem, Shape::scalar()),
        _ => inside(ty, arrays),
    }
}

/// A float is one whatever its value, which says nothing of types.
pub fn without_floats(ty: Ty) -> Ty {
    match ty.kind() {
        TyKind::LitFloat(_) => Ty::new(TyKind::Float),
        _ => inside(ty, without_floats),
    }
}

/// A container of what `change` makes of its items.
fn inside(ty: Ty, change: fn(Ty) -> Ty) -> Ty {
    let all = |types: &[Ty]| types.iter().map(|ty| change(*ty)).collect::<Vec<_>>();
    match ty.kind() {
        TyKind::Tuple(items) => Ty::tuple(all(items)),
        TyKind::List(items) => Ty::list(all(items)),
        TyKind::Union(members) if !members.is_empty() => Ty::union(all(members)),
        TyKind::TupleOf(item) => Ty::tuple_of(change(*item)),
        TyKind::ListOf(item) => Ty::list_of(change(*item)),
        TyKind::Set(item) => Ty::new(TyKind::Set(change(*item))),
        TyKind::Dict(key, value) => Ty::new(TyKind::Dict(change(*key), change(*value))),
        _ => ty,
    }
}

// --- element types --------------------------------------------------------------------------------

struct Simplest;

impl Map for Simplest {
    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        matches!(elem.data(), ElemData::App(..)).then(|| simplest(elem))
    }
}

thread_local! {
    /// What each application was found to be. Saves 60% of the time of `infer` on the examples; `check` hardly asks.
    static FOUND: RefCell<FxHashMap<Elem, Elem>> = RefCell::default();
}

/// The simplest form that is the same dtype wherever `elem` is one. What its variables are called makes no difference.
fn simplest(elem: Elem) -> Elem {
    let mut variables: Vec<Elem> = Vec::new();
    let mut others = false;
    term::visit_ty(Ty::scalar(elem), &mut |leaf| match leaf {
        Leaf::Elem(leaf) => match leaf.data() {
            ElemData::Name(_) | ElemData::Fresh { .. } if !variables.contains(&leaf) => variables.push(leaf),
            ElemData::App(name, _) => others |= name.as_str() == "index",
            _ => {}
        },
        _ => others = true,
    });
    if others || variables.len() > SAMPLES.len() {
        return elem;
    }
    let places: Vec<Elem> = (0..variables.len()).map(|place| Elem::name(&format!("T{place}"))).collect();
    let asked = term::map_elem(elem, &mut Exchanged(&variables, &places));
    let found = FOUND.with_borrow(|found| found.get(&asked).copied()).unwrap_or_else(|| {
        let simple = if places.is_empty() { constant(asked).unwrap_or(asked) } else { search(asked, &places) };
        FOUND.with_borrow_mut(|found| found.insert(asked, simple));
        simple
    });
    term::map_elem(found, &mut Exchanged(&places, &variables))
}

/// Puts each of the second in the place of one of the first.
struct Exchanged<'e>(&'e [Elem], &'e [Elem]);

impl Map for Exchanged<'_> {
    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        self.0.iter().position(|one| *one == elem).map(|place| self.1[place])
    }
}

/// What an application is whose operands have become known by being presented.
fn constant(elem: Elem) -> Option<Elem> {
    let ElemData::App(name, args) = elem.data() else { return None };
    relations::reapply(name.as_str(), args, &Store::new())?.elem()
}

fn search(elem: Elem, variables: &[Elem]) -> Elem {
    let dtypes: Vec<Elem> = DTYPES.iter().filter_map(|name| DType::parse(name)).map(Elem::from).collect();
    let sample = &dtypes[..SAMPLES[variables.len() - 1].min(dtypes.len())];
    let mut valuations: Vec<Vec<Elem>> = vec![Vec::new()];
    for _ in variables {
        valuations = valuations
            .into_iter()
            .flat_map(|known| sample.iter().map(move |dtype| [known.as_slice(), &[*dtype]].concat()))
            .collect();
    }
    // Where it is a dtype, with what stands for the variables there.
    let defined: Vec<(Store, DType)> = valuations
        .iter()
        .filter_map(|dtypes| {
            let mut store = Store::new();
            let facts = variables.iter().zip(dtypes).map(|(variable, dtype)| Fact::Elem(*variable, *dtype));
            for fact in facts {
                store.tell(&fact).ok()?;
            }
            let dtype = store.resolve_elem(elem).dtype()?;
            Some((store, dtype))
        })
        .collect();
    // Of what is hardly ever defined every form is the same.
    if defined.len() * 4 < valuations.len() {
        return elem;
    }
    let forms = forms(variables, defined[0].1);
    let agree = |form: &Elem, all: &[&(Store, DType)]| {
        all.iter().all(|(store, dtype)| store.resolve_elem(*form).dtype() == Some(*dtype))
    };
    let all: Vec<_> = defined.iter().collect();
    // Many functions compute narrow integers in float16 and float32, and bool in int8: a reader
    // doesn't ask for these.
    let wide: Vec<_> = defined.iter().filter(|(store, _)| !variables.iter().any(|v| is_narrow(store, *v))).collect();
    let found = forms.iter().find(|form| agree(form, &all)).or_else(|| forms.iter().find(|form| agree(form, &wide)));
    found.copied().unwrap_or(elem)
}

/// Does an integer of 8 or 16 bits, or bool, stand for it?
fn is_narrow(store: &Store, variable: Elem) -> bool {
    let name = store.resolve_elem(variable).dtype().map(|dtype| dtype.name()).unwrap_or_default();
    matches!(name.as_str(), "bool" | "int8" | "uint8" | "int16" | "uint16")
}

/// Forms that a reader knows, the simplest first.
fn forms(variables: &[Elem], constant: DType) -> Vec<Elem> {
    let of = |name: &str, args: &[Elem]| {
        let args = args.iter().map(|arg| Term::Elem(*arg)).collect();
        Elem::new(ElemData::App(Sym::new(name), args))
    };
    let mut forms = vec![Elem::from(constant)];
    let mut sets: Vec<Vec<Elem>> = variables.iter().map(|variable| vec![*variable]).collect();
    if let [a, b, c] = *variables {
        sets.extend([vec![a, b], vec![a, c], vec![b, c]]);
    }
    if variables.len() > 1 {
        sets.push(variables.to_vec());
    }
    for set in &sets {
        forms.push(match &**set {
            [one] => *one,
            many => of("promote", many),
        });
    }
    for set in &sets {
        forms.extend(["inexact", "real", "linalg_dtype"].map(|name| of(name, set)));
        forms.push(of("real", &[of("inexact", set)]));
        for with in [DType::INT64, DType::FLOAT32, DType::FLOAT64, DType::COMPLEX128] {
            let promoted: Vec<Elem> = set.iter().copied().chain([Elem::from(with)]).collect();
            forms.push(of("promote", &promoted));
        }
        forms.extend(["fft_dtype", "complex_of"].map(|name| of(name, set)));
        forms.extend(["linalg_dtype", "fft_dtype"].map(|name| of("real", &[of(name, set)])));
    }
    forms
}

// --- sizes ----------------------------------------------------------------------------------------

/// Is a side of a constraint short, and about sizes alone?
pub fn can_be_read(side: &Term) -> bool {
    let mut plain = true;
    term::visit_term(side, &mut |leaf| {
        let Some((_, args)) = leaf.application().filter(|_| !matches!(leaf, Leaf::Elem(_))) else { return };
        plain &= args.iter().all(is_size_or_text);
    });
    plain && is_short(side)
}

/// Is it a size, a shape or an element type, and its text short?
fn is_short(term: &Term) -> bool {
    let written = match term {
        Term::Dim(dim) => text::print_dim(*dim),
        Term::Shape(shape) => text::print_shape(*shape),
        Term::Elem(elem) => text::print_elem(*elem),
        Term::Ty(_) | Term::List(_) => return false,
    };
    written.chars().count() <= LONGEST
}

/// No tuple, slice or other key of an index.
fn is_size_or_text(arg: &Term) -> bool {
    !matches!(arg, Term::Ty(ty) if !matches!(ty.kind(), TyKind::IntOf(_) | TyKind::LitStr(_)))
}

struct Hidden<'a> {
    /// What the parameters name.
    anchors: &'a FxHashSet<Leaf>,
    counts: &'a FxHashMap<Leaf, usize>,
}

impl Hidden<'_> {
    /// Does a reader know it, or does it at least stand in several places?
    fn is_known(&self, leaf: Leaf) -> bool {
        // What each of several values has of its own is no one size, however often it's written.
        self.anchors.contains(&leaf) || (!leaf.is_of_each() && self.counts.get(&leaf).is_some_and(|count| *count > 1))
    }

    /// Are all of an application's arguments the parameters', and is its text short?
    fn can_be_read(&self, application: Leaf, args: &[Term]) -> bool {
        let mut known = is_short(&application.into());
        for arg in args {
            known &= is_size_or_text(arg) && is_precise(arg);
            term::visit_term(arg, &mut |leaf| {
                known &= if leaf.is_plain() { self.anchors.contains(&leaf) } else { !leaf.is_any() };
            });
        }
        known
    }
}

impl Map for Hidden<'_> {
    fn instead(&mut self, leaf: Leaf) -> Option<Term> {
        match leaf.application() {
            None => leaf.fresh().filter(|_| !self.is_known(leaf)).map(|_| leaf.any().into()),
            Some((_, args)) if !self.can_be_read(leaf, args) => Some(leaf.any().into()),
            Some((name, args)) => as_reduction(name, args).filter(|_| matches!(leaf, Leaf::Seq(_))).map(Term::Shape),
        }
    }
}

/// `edit(S, 0, 'remove')` is `reduce(S, 0, False)` in the catalogue's vocabulary.
fn as_reduction(name: Sym, args: &[Term]) -> Option<Shape> {
    let [shape, axis, Term::Ty(edit), with @ ..] = args else { return None };
    let kept = match (edit.str_value()?, with) {
        ("remove", []) => false,
        ("replace", [Term::Shape(one)]) if one.dims() == Some(&[Dim::ONE]) => true,
        _ => return None,
    };
    if name.as_str() != "edit" {
        return None;
    }
    let args = [shape.clone(), axis.clone(), Term::Ty(Ty::bool(kept))];
    Some(Seq::new(SeqData::App(Sym::new("reduce"), args.into())).shape())
}

#[cfg(test)]
mod tests {
    use conformable_types::text::{parse_type, print_ty};

    use super::*;

    fn presented(ty: &str, anchors: &str) -> String {
        let mut known = FxHashSet::default();
        term::visit_ty(parse_type(anchors).unwrap(), &mut |leaf| {
            known.insert(leaf);
        });
        print_ty(present(parse_type(ty).unwrap(), &known))
    }

    #[test]
    fn a_form_is_searched_once_whatever_its_variables_are_called() {
        let searched = |elem: &str, form: &str| {
            assert_eq!(presented(&format!("{elem}[n]"), "tuple[T[n], U[n], V[n]]"), form);
            FOUND.with_borrow(|found| found.len())
        };
        let once = searched("loop('divide', loop('add', T, U), weak_int)", "inexact(T, U)[n]");
        assert_eq!(searched("loop('divide', loop('add', V, T), weak_int)", "inexact(V, T)[n]"), once);
        assert!(searched("loop('divide', loop('add', V, V), weak_int)", "inexact(V)[n]") > once);
    }

    #[test]
    fn an_element_type_is_what_it_is_on_every_dtype() {
        let of = |elem: &str| presented(&format!("{elem}[n]"), "tuple[T[n], U[n]]");
        assert_eq!(of("loop('divide', T, T)"), "inexact(T)[n]");
        assert_eq!(of("loop('divide', loop('add', T, U), weak_int)"), "inexact(T, U)[n]");
        assert_eq!(of("loop('less', T, U)"), "bool[n]");
        assert_eq!(of("strong(T)"), "T[n]");
        assert_eq!(of("loop('multiply', T, float64)"), "promote(T, float64)[n]");
        // Of bool and narrow integers it is float16, and nobody asks.
        assert_eq!(of("loop('exp', T)"), "inexact(T)[n]");
    }

    #[test]
    fn of_a_shape_is_told_what_the_parameters_name() {
        assert_eq!(presented("decay(float64[*S])", "T[*S]"), "float64[*S]");
        assert_eq!(presented("float64[*edit(S: shape, 0, 'remove')]", "T[*S]"), "float64[*reduce(S: shape, 0, False)]");
        assert_eq!(presented("float64[*edit(S: shape, 0, 'remove')]", "T[n]"), "float64[...]");
        let long = "float64[*broadcast(S: shape, R: shape, (n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7, n + 8, n + 9, n + 10))]";
        assert_eq!(presented(long, "tuple[T[*S], T[*R], T[n]]"), "float64[...]");
    }

    #[test]
    fn floats_are_floats() {
        let default = parse_type("tuple[Literal['2.5', float], Literal[3]]").unwrap();
        assert_eq!(print_ty(without_floats(default)), "tuple[float, Literal[3]]");
        let half = Ty::new(TyKind::Set(Ty::new(TyKind::LitFloat(0.5_f64.to_bits()))));
        assert_eq!(print_ty(without_floats(half)), "set[float]");
    }
}
