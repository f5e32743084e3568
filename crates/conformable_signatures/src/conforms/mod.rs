//! Values held to the types that annotations say, one after the other, with one meaning for each name:
//! what `cf.checked` asks at each call where no compiled program has said yes.
//!
//! A name is a size that the first value that shows it decides; the solver's store keeps what is
//! known of names, so that `n + 1` and `*batch` need no rules of their own. Values come as their
//! types: the caller reads them. The checker, which judges abstract values on paths, has a judgement of its own
//! (`conformable_python`, `eval/annotations/check.rs`).
//!
//! ```
//! use conformable_signatures::conforms::Conformance;
//! use conformable_types::text::parse_type;
//!
//! let ty = |text| parse_type(text).unwrap();
//! let mut call = Conformance::default();
//! assert!(call.take("x", ty("float64[n, d]"), None, ty("float64[3, 4]")).is_ok());
//! let misfit = call.take("w", ty("float64[d, k]"), None, ty("float64[5, 2]")).unwrap_err();
//! assert!(misfit.is_of_shape && misfit.message.contains("axis 0: `d` is 4, and w has 5"));
//! ```

mod spread;

use conformable_solver::Store;
use conformable_solver::store::Fact;
use conformable_types::dtype::{DTypeKind, Weak};
use conformable_types::term::{self, Leaf};
use conformable_types::text::{parse_dim, print_dim, print_ty};
use conformable_types::{AtomData, DType, Dim, Elem, Seq, SeqData, Shape, Sym, Ty, TyKind, constructor, relations};

use self::spread::Spread;
use crate::compiled::annotations::{MARK, marked};
use crate::signature::{Pairs, pairs};

/// The values of one call that fitted, and what they have decided.
#[derive(Clone, Default)]
pub struct Conformance {
    known: KnownNames,
    seen: Vec<AcceptedValue>,
}

/// What is known of names.
#[derive(Clone, Default)]
pub struct KnownNames {
    store: Store,
    /// The sequences of dims that may broadcast.
    spread: Spread,
}

/// A value that fitted.
#[derive(Clone)]
struct AcceptedValue {
    name: String,
    ty: Ty,
    wanted: Ty,
    /// `wanted` as it was written.
    text: String,
}

/// A value that does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// What is wrong, what was expected, and where the names' sizes are from.
    pub message: String,
    /// Whether the element type is right, so that sizes are what is wrong.
    pub is_of_shape: bool,
    /// The types of the values before it, and its own.
    pub actual: Vec<Ty>,
}

impl Conformance {
    /// Holds a value of type `ty` to `wanted`, which was written as `text`; `name` is what a message calls it.
    ///
    /// # Errors
    /// Why it doesn't fit.
    pub fn take(&mut self, name: &str, wanted: Ty, text: Option<&str>, ty: Ty) -> Result<(), Misfit> {
        let written = || text.map_or_else(|| print_ty(wanted), str::to_owned);
        if self.known.fits(wanted, ty) {
            self.seen.push(AcceptedValue { name: name.to_owned(), ty, wanted, text: written() });
            return Ok(());
        }
        Err(Misfit {
            message: self.explain(name, wanted, &written(), ty),
            is_of_shape: is_shape_failure(wanted, ty),
            actual: self.seen.iter().map(|seen| seen.ty).chain([ty]).collect(),
        })
    }

    /// What is known of names, for values that come later.
    pub fn known(&self) -> &KnownNames {
        &self.known
    }

    /// The same values, of which more is known.
    pub fn knowing(self, known: KnownNames) -> Conformance {
        Conformance { known, ..self }
    }

    fn explain(&self, name: &str, wanted: Ty, written: &str, ty: Ty) -> String {
        let mut text = format!("{name} is {}, not {written}", print_ty(shown(ty)));
        let member = wanted.members().into_iter().find(|member| is_shape_failure(*member, ty));
        let pattern = member.and_then(|member| member.as_array()).map(|(_, shape)| shape);
        if let (Some(pattern), Some((_, actual))) = (pattern, ty.as_array())
            && let (Some(pattern), Some(actual)) = (pattern.dims(), actual.dims())
        {
            if pattern.len() != actual.len() {
                let dims = if pattern.len() == 1 { "1 dim is" } else { &format!("{} dims are", pattern.len()) };
                let are = if actual.len() == 1 { "is" } else { "are" };
                text += &format!("\n  {dims} wanted, there {are} {}", actual.len());
            } else {
                for (axis, (want, have)) in pattern.iter().zip(actual).enumerate() {
                    let known = self.known.store.resolve_dim(*want);
                    if known.constant().is_some_and(|known| Dim::of(known) != *have) {
                        text += &format!("\n  axis {axis}: `{}` is {}", print_dim(*want), print_dim(known));
                        text += &format!(", and {name} has {}", print_dim(*have));
                    }
                }
            }
        }
        for seen in &self.seen {
            if shares_a_name(seen.wanted, wanted) {
                text += &format!("\n  {} is {}: {}", seen.name, print_ty(shown(seen.ty)), seen.text);
            }
        }
        text
    }
}

impl KnownNames {
    /// These sizes of names, and this sequence of dims: all that a compiled program has found.
    pub fn of(sizes: impl IntoIterator<Item = (Sym, i64)>, sequence: Option<(Sym, Shape)>) -> KnownNames {
        let mut known = KnownNames::default();
        // These are new names, of which nothing else is known.
        for (name, size) in sizes {
            let _ = known.store.tell(&Fact::Eq(Dim::name(name.as_str()), Dim::of(size)));
        }
        if let Some((name, shape)) = sequence {
            let _ = known.store.tell(&Fact::Shape(Seq::name(name.as_str()).shape(), shape));
        }
        known
    }

    /// Does a value of type `ty` fit, with what is known of names? What it shows of them is told.
    fn fits(&mut self, wanted: Ty, ty: Ty) -> bool {
        if wanted.is_unknown() || ty.is_unknown() {
            return true;
        }
        // A type variable is any type; that it is one type is for signatures, which know no single values.
        if matches!(wanted.kind(), TyKind::Name(_)) {
            return true;
        }
        // Its class decides, not its parameters.
        if constructor::is_opaque(wanted) {
            return !relations::is_super(wanted, ty).is_no();
        }
        match pairs(wanted, ty) {
            Pairs::Parts(parts) => return parts.into_iter().all(|(wanted, part)| self.fits(wanted, part)),
            Pairs::Differ => return false,
            Pairs::Whole => {}
        }
        match (wanted.kind(), ty.kind()) {
            (TyKind::Union(members), _) => members.iter().any(|member| {
                // Mostly one element type is the right one.
                if let (Some((elem, _)), Some((own, _))) = (member.as_array(), ty.as_array())
                    && !fits_elem(elem, own)
                {
                    return false;
                }
                let mut trial = self.clone();
                let fitting = trial.fits(*member, ty);
                if fitting {
                    *self = trial;
                }
                fitting
            }),
            (TyKind::Array { elem, shape }, TyKind::Array { elem: own, shape: actual }) => {
                fits_elem(*elem, *own) && self.fits_shape(*shape, *actual)
            }
            (TyKind::IntOf(want), TyKind::IntOf(value)) => self.store.tell(&Fact::Eq(*want, *value)).is_ok(),
            _ if will_do(wanted, ty) => true,
            _ => !relations::is_super(wanted, ty).is_no(),
        }
    }

    /// As [`KnownNames::fits`], for shapes.
    fn fits_shape(&mut self, wanted: Shape, actual: Shape) -> bool {
        match self.unmarked(wanted, actual) {
            Some(plain) => plain.is_some_and(|plain| self.store.tell(&Fact::Shape(plain, actual)).is_ok()),
            None => self.store.tell(&Fact::Shape(wanted, actual)).is_ok(),
        }
    }

    /// The pattern for these sizes with nothing marked: `#n` is 1 where the size is, else `n`. None
    /// where there is no mark; no pattern where the ranks or a marked sequence exclude it.
    fn unmarked(&mut self, wanted: Shape, actual: Shape) -> Option<Option<Shape>> {
        let mark = |dim: Dim| match dim.as_atom()?.data() {
            AtomData::Name(name) => marked(*name),
            _ => None,
        };
        let sequence = match wanted.seq().map(|seq| seq.data()) {
            Some(SeqData::Name(name)) => {
                let plain = marked(*name).map_or(*name, Sym::new);
                (plain != *name || self.spread.knows(plain)).then_some((plain, plain != *name))
            }
            _ => None,
        };
        let prefix = &wanted.data().prefix;
        if sequence.is_none() && !prefix.iter().chain(wanted.suffix()).any(|dim| mark(*dim).is_some()) {
            return None;
        }
        let sizes = actual.dims()?.iter().map(|dim| dim.constant()).collect::<Option<Vec<i64>>>()?;
        let (front, back) = (prefix.len(), wanted.suffix().len());
        let is_open = wanted.seq().is_some();
        if sizes.len() < front + back || (!is_open && sizes.len() > front + back) {
            return Some(None);
        }
        let end = sizes.len() - back;
        let plain = |(dim, size): (&Dim, &i64)| match mark(*dim) {
            Some(_) if *size == 1 => Dim::ONE,
            Some(text) => parse_dim(text).unwrap_or_else(|_| Dim::name(text)),
            None => *dim,
        };
        let first: Vec<Dim> = prefix.iter().zip(&sizes[..front]).map(plain).collect();
        let last: Vec<Dim> = wanted.suffix().iter().zip(&sizes[end..]).map(plain).collect();
        let between = match sequence {
            Some((name, is_marked)) => {
                if !self.spread.tell(&mut self.store, name, is_marked, &sizes[front..end]) {
                    return Some(None);
                }
                sizes[front..end].iter().copied().collect()
            }
            None => wanted.seq().map_or_else(Shape::scalar, |seq| seq.shape()),
        };
        let whole = Shape::of(&first).append(between).and_then(|front| front.append(Shape::of(&last)));
        Some(whole)
    }
}

/// As annotations mean it: a bool will do for an int, an int for a float, a float for a complex, and
/// a scalar of NumPy's for the class of Python's from which its class derives.
fn will_do(wanted: Ty, ty: Ty) -> bool {
    let scalar = match ty.kind() {
        TyKind::Scalar(elem) => elem.dtype(),
        _ => None,
    };
    match wanted.kind() {
        TyKind::Int | TyKind::Float | TyKind::Complex => step(ty).is_some_and(|own| step(wanted) >= Some(own)),
        TyKind::Str => scalar.is_some_and(|dtype| dtype.kind() == DTypeKind::Str),
        TyKind::Bytes => scalar.is_some_and(|dtype| dtype.kind() == DTypeKind::Bytes),
        _ => false,
    }
}

/// The place of a number's type among Python's, the narrowest first.
fn step(ty: Ty) -> Option<u8> {
    let weak = ty.weak().or_else(|| match ty.kind() {
        TyKind::Scalar(elem) if elem.dtype() == Some(DType::FLOAT64) => Some(Weak::Float),
        TyKind::Scalar(elem) if elem.dtype() == Some(DType::COMPLEX128) => Some(Weak::Complex),
        _ => None,
    });
    weak.map(|weak| weak as u8)
}

fn fits_elem(wanted: Elem, elem: Elem) -> bool {
    wanted.is_any() || wanted.dtype().is_none() || wanted == elem
}

/// Is the element type right, so that sizes are what is wrong?
fn is_shape_failure(wanted: Ty, ty: Ty) -> bool {
    let Some((elem, _)) = ty.as_array() else { return false };
    wanted.members().iter().any(|member| member.as_array().is_some_and(|(own, _)| own.is_any() || own == elem))
}

/// The names in a type, without their marks.
fn names_of(ty: Ty) -> Vec<(bool, &'static str)> {
    let mut names = Vec::new();
    let plain = |name: Sym| marked(name).unwrap_or(name.as_str());
    term::visit_ty(ty, &mut |leaf| match leaf {
        Leaf::Atom(atom) => {
            if let AtomData::Name(name) = atom.data() {
                names.push((false, plain(*name)));
            }
        }
        Leaf::Seq(seq) => {
            if let SeqData::Name(name) = seq.data() {
                names.push((true, plain(*name)));
            }
        }
        Leaf::Elem(_) => {}
    });
    names
}

fn shares_a_name(a: Ty, b: Ty) -> bool {
    let own = names_of(b);
    names_of(a).iter().any(|name| own.contains(name))
}

/// The type of an array with jaxtyping's `#` in front of the shape's items at these places.
pub fn with_marks(elem: Elem, shape: Shape, places: &[usize]) -> Ty {
    let data = shape.data();
    let front = data.prefix.len();
    let mark = |(place, dim): (usize, Dim)| match places.contains(&place) {
        true => Dim::name(&format!("{MARK}{}", print_dim(dim))),
        false => dim,
    };
    let prefix = data.prefix.iter().copied().enumerate().map(mark).collect::<Vec<_>>();
    let rest = shape.seq().map(|seq| {
        let own = match seq.data() {
            SeqData::Name(name) if places.contains(&front) => Seq::name(&format!("{MARK}{}", name.as_str())),
            _ => seq,
        };
        let suffix = shape.suffix().iter().copied().enumerate().map(|(at, dim)| mark((front + 1 + at, dim)));
        (own, suffix.collect())
    });
    Ty::array(elem, Shape::new(prefix, rest))
}

/// A value's type for people: a list as a list of what is in it, not of each value.
pub fn shown(ty: Ty) -> Ty {
    match ty.kind() {
        TyKind::List(_) | TyKind::Tuple(_) => ty.without_values(),
        _ => ty,
    }
}
