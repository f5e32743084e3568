//! How a value of one type becomes one of another: at once, without loss, with loss, not at all.
//!
//! A conversion is *implicit* if it keeps every value of the source: `int32` to `float64`, not
//! `int64` to `float64`, whatever a library's promotion does. It is *explicit* if something may be
//! lost or refused at run time and what is left still means the same: `float64` to `int32`,
//! `float64[?]` to `float64[3]`. Which operations promote is another question (`dtype::promote`).
//!
//! ```
//! use conformable_types::convert::{Grade, convert};
//! use conformable_types::text::parse_type;
//!
//! let grade = |a, b| convert(parse_type(a).unwrap(), parse_type(b).unwrap()).grade;
//! assert_eq!(grade("int32", "float64"), Grade::Implicit);
//! assert_eq!(grade("int64", "float64"), Grade::Explicit);
//! assert_eq!(grade("float64[2]", "float64[3]"), Grade::Impossible);
//! ```

mod elements;

use elements::elements;

use crate::constructor;
use crate::elem::Elem;
use crate::relations::{consistent, difference, is_super};
use crate::term::visit_ty;
use crate::text::print_ty;
use crate::ty::{Function, Param, ParamKind, Ty, TyKind};

/// How well a conversion goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Grade {
    /// Nothing is to be done.
    Identical,
    /// Every value is kept.
    Implicit,
    /// Values may be lost, or refused when the program runs.
    Explicit,
    /// It has no meaning.
    Impossible,
}

impl Grade {
    /// All of them with their words.
    const WORDS: [(Grade, &'static str); 4] = [
        (Grade::Identical, "identical"),
        (Grade::Implicit, "implicit"),
        (Grade::Explicit, "explicit"),
        (Grade::Impossible, "impossible"),
    ];

    /// Its word: `implicit`.
    pub fn word(self) -> &'static str {
        Grade::WORDS.iter().find(|(grade, _)| *grade == self).map_or("", |(_, word)| word)
    }

    /// The grade of a word.
    pub fn named(word: &str) -> Option<Grade> {
        Grade::WORDS.iter().find(|(_, own)| *own == word).map(|(grade, _)| *grade)
    }
}

/// A grade with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conversion {
    /// How well it goes.
    pub grade: Grade,
    /// Why it is no better: `int64 has values that float64 lacks`.
    pub reason: String,
}

impl Conversion {
    /// A grade, and why it is no better.
    pub fn new(grade: Grade, reason: impl Into<String>) -> Conversion {
        Conversion { grade, reason: reason.into() }
    }

    fn rank(&self) -> u8 {
        match self.grade {
            Grade::Identical => 0,
            Grade::Implicit => 1,
            Grade::Explicit => 2,
            Grade::Impossible => 3,
        }
    }

    fn worse(self, other: Conversion) -> Conversion {
        if other.rank() > self.rank() { other } else { self }
    }

    fn better(self, other: Conversion) -> Conversion {
        if other.rank() < self.rank() { other } else { self }
    }
}

fn identical() -> Conversion {
    Conversion::new(Grade::Identical, "they are the same type")
}

fn implicit(reason: impl Into<String>) -> Conversion {
    Conversion::new(Grade::Implicit, reason)
}

fn explicit(reason: impl Into<String>) -> Conversion {
    Conversion::new(Grade::Explicit, reason)
}

fn impossible(reason: impl Into<String>) -> Conversion {
    Conversion::new(Grade::Impossible, reason)
}

/// How a value of `a` becomes one of `b`, and why not better.
pub fn convert(a: Ty, b: Ty) -> Conversion {
    let union = |ty: Ty| matches!(ty.kind(), TyKind::Union(_));
    if !union(a)
        && !union(b)
        && let Some(said) = constructor::convert(a, b)
    {
        return said;
    }
    if a == b {
        return identical();
    }
    if a.is_unknown() {
        return explicit("what it is is not known");
    }
    // Of parts it is asked one by one.
    let of_parts = !matches!(a.kind(), TyKind::Ctor(..)) && (constructor::is_inside(a) || constructor::is_inside(b));
    if !of_parts && is_super(b, a).is_yes() {
        return implicit(format!("every value of {} is one of {}", print_ty(a), print_ty(b)));
    }
    match (a.kind(), b.kind()) {
        (TyKind::Union(members), _) => {
            let all = members.iter().map(|member| convert(*member, b));
            return all.fold(implicit("every member is kept"), Conversion::worse);
        }
        (_, TyKind::Union(members)) => {
            let none = impossible(format!("{} is no member of {}", print_ty(a), print_ty(b)));
            return members.iter().map(|member| convert(a, *member)).fold(none, Conversion::better);
        }
        _ => {}
    }
    if let (Some(source), Some(target)) = (Number::of(a), Number::of(b)) {
        return numbers(a, b, source, target);
    }
    match (a.kind(), b.kind()) {
        (TyKind::Tuple(x), TyKind::Tuple(y)) | (TyKind::List(x), TyKind::List(y)) => elementwise(a, b, x, y),
        (TyKind::Tuple(x), TyKind::TupleOf(y)) | (TyKind::List(x), TyKind::ListOf(y)) => {
            elementwise(a, b, x, &vec![*y; x.len()])
        }
        (TyKind::TupleOf(x), TyKind::TupleOf(y))
        | (TyKind::ListOf(x), TyKind::ListOf(y))
        | (TyKind::Set(x), TyKind::Set(y)) => inside(convert(*x, *y)),
        (TyKind::Dict(k, v), TyKind::Dict(l, w)) => inside(convert(*k, *l).worse(convert(*v, *w))),
        (TyKind::TupleOf(_), TyKind::Tuple(_)) | (TyKind::ListOf(_), TyKind::List(_)) => {
            explicit("the number of elements is not known")
        }
        (
            TyKind::Tuple(_) | TyKind::TupleOf(_) | TyKind::List(_) | TyKind::ListOf(_),
            TyKind::Tuple(_) | TyKind::TupleOf(_) | TyKind::List(_) | TyKind::ListOf(_),
        ) => sequences(a, b),
        (TyKind::Struct(x), TyKind::Struct(y)) => {
            if x.len() != y.len() || x.iter().zip(y).any(|(x, y)| x.0 != y.0) {
                return impossible("the fields differ");
            }
            inside(x.iter().zip(y).fold(identical(), |all, (x, y)| all.worse(convert(x.1, y.1))))
        }
        (TyKind::Function(f), TyKind::Function(g)) => functions(f, g),
        _ if consistent(a, b).is_no() => {
            impossible(difference(a, b).unwrap_or_else(|| "they have no value in common".into()))
        }
        _ => explicit(format!("whether it is {} is known when the program runs", print_ty(b))),
    }
}

/// What an element's conversion is for its container.
fn inside(element: Conversion) -> Conversion {
    if element.grade == Grade::Identical { implicit("every element is kept") } else { element }
}

fn elementwise(a: Ty, b: Ty, x: &[Ty], y: &[Ty]) -> Conversion {
    if x.len() != y.len() {
        return impossible(format!("{} has {} elements, {} {}", print_ty(a), x.len(), print_ty(b), y.len()));
    }
    inside(x.iter().zip(y).fold(identical(), |all, (x, y)| all.worse(convert(*x, *y))))
}

/// Tuples and lists: another class with the same elements.
fn sequences(a: Ty, b: Ty) -> Conversion {
    let as_list = |ty: Ty| match ty.kind() {
        TyKind::Tuple(items) => Ty::list(items.iter().copied()),
        TyKind::TupleOf(item) => Ty::list_of(*item),
        _ => ty,
    };
    match convert(as_list(a), as_list(b)) {
        bad if bad.grade == Grade::Impossible => bad,
        _ => explicit("a list can be written to and a tuple cannot"),
    }
}

/// Parameters the other way round, results as they are; without constraints.
fn functions(f: &Function, g: &Function) -> Conversion {
    let plain = |f: &Function| {
        f.constraints.is_empty()
            && !f.partial
            && f.params.iter().all(|param| matches!(param.kind, ParamKind::Plain | ParamKind::PositionalOnly))
    };
    let says_nothing = takes_anything(f) || takes_anything(g);
    if !(says_nothing || plain(f) && plain(g)) {
        return impossible("when one function does for another is decided for plain parameters only");
    }
    let needed = f.params.iter().filter(|param| param.default.is_none()).count();
    let counts_fit = needed <= g.params.len() && g.params.len() <= f.params.len();
    if !(says_nothing || counts_fit) || f.outputs.len() != g.outputs.len() {
        return impossible(format!("{} parameters and {} in place of it", f.params.len(), g.params.len()));
    }
    let params = f.params.iter().zip(&g.params).filter(|_| !says_nothing);
    let params = params.map(|(mine, given)| convert(given.ty, mine.ty));
    let outputs = f.outputs.iter().zip(&g.outputs).map(|(mine, wanted)| convert(*mine, *wanted));
    let worst = params.chain(outputs).fold(implicit("it takes and gives the same"), Conversion::worse);
    match worst.grade {
        Grade::Identical | Grade::Implicit => worst,
        Grade::Explicit | Grade::Impossible => {
            impossible(format!("a function's values are not converted: {}", worst.reason))
        }
    }
}

/// `Callable[..., T]`: of its parameters nothing is said.
fn takes_anything(function: &Function) -> bool {
    let is_rest = |param: &Param, kind| param.kind == kind && param.ty.is_unknown();
    function.constraints.is_empty()
        && matches!(&*function.params, [args, kwargs] if is_rest(args, ParamKind::VarArgs) && is_rest(kwargs, ParamKind::KwArgs))
}

/// Does a function's type have variables, or constraints on them? Whether it can be called is then
/// for the solver.
pub fn is_generic(function: &Function) -> bool {
    !function.constraints.is_empty() || function.partial || function.params.iter().any(|param| named(param.ty))
}

/// Does a variable stand in the type?
fn named(ty: Ty) -> bool {
    let mut found = matches!(ty.kind(), TyKind::Name(_));
    visit_ty(ty, &mut |leaf| found |= leaf.name().is_some());
    found || ty.parts().into_iter().any(named)
}

/// An argument for a parameter with names in its type, with the implicit conversions that its dtypes and its
/// parts without names need: what the names stand for is then for the solver.
pub fn adapted(arg: Ty, param: Ty) -> Ty {
    let fits = |from: Ty, to: Ty| matches!(convert(from, to).grade, Grade::Identical | Grade::Implicit);
    if !named(param) {
        return if fits(arg, param) && !matches!(param.kind(), TyKind::Unknown | TyKind::Union(_)) {
            param
        } else {
            arg
        };
    }
    match (arg.kind(), param.kind()) {
        (TyKind::Tuple(own), TyKind::Tuple(wanted)) if own.len() == wanted.len() => {
            Ty::tuple(own.iter().zip(wanted).map(|(own, wanted)| adapted(*own, *wanted)))
        }
        (TyKind::Array { elem, shape }, TyKind::Array { elem: wanted, .. }) => {
            let known = elem.dtype().is_some() && wanted.dtype().is_some();
            if known && fits(Ty::scalar(*elem), Ty::scalar(*wanted)) { Ty::array(*wanted, *shape) } else { arg }
        }
        _ => arg,
    }
}

/// Can a function be called with positional arguments of these types, with nothing but implicit
/// conversions?
///
/// # Errors
/// Why not: the number of arguments, or the first that does not become its parameter. A function
/// with variables is for the solver.
pub fn is_invocable(function: &Function, args: &[Ty]) -> Result<(), String> {
    if is_generic(function) {
        return Err("whether its variables have values is for the solver".into());
    }
    let by_place = |param: &&Param| matches!(param.kind, ParamKind::Plain | ParamKind::PositionalOnly);
    let places: Vec<&Param> = function.params.iter().filter(by_place).collect();
    let rest = function.params.iter().find(|param| param.kind == ParamKind::VarArgs);
    let needed = places.iter().filter(|param| param.default.is_none()).count();
    let keyword = |param: &&Param| param.kind == ParamKind::KeywordOnly && param.default.is_none();
    if let Some(missing) = function.params.iter().find(keyword) {
        return Err(format!("{} is passed by its name", missing.name.map_or("a parameter", |name| name.as_str())));
    }
    if args.len() < needed || (args.len() > places.len() && rest.is_none()) {
        return Err(format!("it takes {} arguments, not {}", places.len(), args.len()));
    }
    for (place, arg) in args.iter().enumerate() {
        let Some(param) = places.get(place).copied().or(rest) else { break };
        let found = convert(*arg, param.ty);
        if matches!(found.grade, Grade::Explicit | Grade::Impossible) {
            return Err(format!(
                "argument {}: {} does not become {}: {}",
                place + 1,
                print_ty(*arg),
                print_ty(param.ty),
                found.reason
            ));
        }
    }
    Ok(())
}

/// Something with an element type: a Python number, a NumPy scalar, an array.
#[derive(Clone, Copy)]
enum Number {
    Python,
    Scalar,
    Array,
}

impl Number {
    fn of(ty: Ty) -> Option<Number> {
        Some(match ty.kind() {
            TyKind::Bool
            | TyKind::Int
            | TyKind::Float
            | TyKind::Complex
            | TyKind::Str
            | TyKind::Bytes
            | TyKind::IntOf(_)
            | TyKind::LitBool(_)
            | TyKind::LitFloat(_)
            | TyKind::LitStr(_) => Number::Python,
            TyKind::Scalar(_) => Number::Scalar,
            TyKind::Array { .. } | TyKind::Placed { .. } | TyKind::Decay { .. } => Number::Array,
            _ => return None,
        })
    }
}

fn numbers(a: Ty, b: Ty, source: Number, target: Number) -> Conversion {
    match (source, target) {
        (Number::Array, Number::Array) => arrays(a, b),
        (Number::Array, _) => match a.as_array() {
            Some((elem, shape)) if shape.rank() == Some(0) => inside(convert(Ty::scalar(elem), b)),
            Some((elem, shape)) if shape.min_rank() == 0 => {
                explicit("whether it has dims is known when the program runs").worse(convert(Ty::scalar(elem), b))
            }
            _ => impossible("an array with dims is no number"),
        },
        (_, Number::Array) => match b.as_array() {
            Some((elem, shape)) if shape.min_rank() == 0 => inside(elements(a, Ty::scalar(elem))),
            _ => impossible("a number has no dims; to broadcast it is an operation"),
        },
        _ => elements(a, b),
    }
}

fn arrays(a: Ty, b: Ty) -> Conversion {
    let (Some((x, s)), Some((y, t))) = (a.as_array(), b.as_array()) else { return impossible("no arrays") };
    let (left, right) = (Ty::array(Elem::any(), s), Ty::array(Elem::any(), t));
    let shape = if is_super(right, left).is_yes() {
        identical()
    } else if let Some(why) = difference(left, right) {
        return impossible(why);
    } else {
        explicit("the sizes are compared when the program runs")
    };
    let (from, to) = (a.place().data(), b.place().data());
    let place = match (from.device, to.device) {
        (_, None) => identical(),
        (Some(from), Some(to)) if to.holds(from) => identical(),
        _ => explicit("to move it to another device is a transfer"),
    };
    let element = elements(Ty::scalar(x), Ty::scalar(y));
    let all = shape.worse(place).worse(element);
    // The same values in another layout: a copy.
    if all.grade == Grade::Identical { implicit("every element is kept, in a copy") } else { all }
}
