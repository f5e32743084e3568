//! Where an array's elements are: how they lie in memory, and on which device.
//!
//! A type without a place holds arrays at every place, so each part may be left out: the order,
//! the strides and the offset (both in *elements*, not bytes), the device. This says nothing about
//! what a library's functions do to a layout.
//!
//! [`Ty::placed`] normalises: an order that the sizes decide is not written, `C` and `F` are one
//! where at most one dim differs from 1, and strides or an offset of which nothing is known are
//! left out.
//!
//! An order or a device may also be a *name*: one that is not known, the same wherever it stands. Which
//! words are kinds of devices is a table that packages add to; any other word alone is a name.
//!
//! ```
//! use conformable_types::text::parse_type;
//!
//! let ty = parse_type("float32[n, m; F, strides=(?, 4), offset=0, device=cuda:0]").unwrap();
//! assert_eq!(ty.to_string(), "float32[n, m; F, strides=(?, 4), offset=0, device=cuda:0]");
//! assert_eq!(parse_type("float32[n; C]"), parse_type("float32[n; F]"));
//! assert_eq!(parse_type("float32[; C]"), parse_type("float32[]"));
//! assert_eq!(parse_type("float32[n, m; order=o, device=d]").unwrap().to_string(), "float32[n, m; order=o, device=d]");
//! ```

use std::sync::{LazyLock, PoisonError, RwLock};

use crate::dim::Dim;
use crate::elem::Elem;
use crate::intern::{Interner, Sym};
use crate::shape::{Dims, Shape};
use crate::text::distance;
use crate::ty::{Ty, TyKind};

/// The place of an array's elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place(u32);

/// What is known of a place; `None` is "any".
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlaceData {
    /// Contiguous in this order, as NumPy's flags say it.
    pub order: Option<Order>,
    /// By axis, in elements; `?` where one is not known.
    pub strides: Option<Dims>,
    /// Of the first element in its buffer, in elements.
    pub offset: Option<Dim>,
    /// Which memory it is in.
    pub device: Option<Device>,
}

/// The orders in which elements may be contiguous.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// The last axis varies fastest.
    C,
    /// The first axis varies fastest.
    F,
    /// `A`: both at once.
    Both,
    /// `order=o`: C or F, which of them is not known.
    Name(Sym),
}

/// A memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Device {
    /// `cpu`, `cuda`, `cuda:0`
    Kind {
        /// Its kind.
        name: Sym,
        /// Which of them; any, if it is not said.
        index: Option<u32>,
    },
    /// `device=d`: which one is not known.
    Name(Sym),
}

/// The kinds of devices that need no registering.
const KINDS: [&str; 3] = ["cpu", "cuda", "rocm"];
/// Those that packages have.
static REGISTERED: RwLock<Vec<Sym>> = RwLock::new(Vec::new());

static PLACES: LazyLock<Interner<PlaceData>> = LazyLock::new(Interner::new);

impl Place {
    /// The place of these data.
    pub fn new(data: PlaceData) -> Place {
        Place(PLACES.intern(data))
    }

    /// Nothing is known of it.
    pub fn anywhere() -> Place {
        static ANYWHERE: LazyLock<Place> = LazyLock::new(|| Place::new(PlaceData::default()));
        *ANYWHERE
    }

    /// What it is.
    pub fn data(self) -> &'static PlaceData {
        PLACES.get(self.0)
    }
}

impl std::fmt::Debug for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.data().fmt(f)
    }
}

impl Order {
    /// Its letter, or name, in the text form.
    pub fn letter(self) -> &'static str {
        match self {
            Order::C => "C",
            Order::F => "F",
            Order::Both => "A",
            Order::Name(name) => name.as_str(),
        }
    }

    /// The order of a letter.
    pub fn from_letter(letter: &str) -> Option<Order> {
        [Order::C, Order::F, Order::Both].into_iter().find(|order| order.letter() == letter)
    }

    /// As it stands in a type's text: its letter, or `order=o`.
    pub fn text(self) -> String {
        match self {
            Order::Name(name) => format!("order={name}"),
            known => known.letter().to_owned(),
        }
    }

    /// Reads a letter, or `order=o`.
    pub fn parse(text: &str) -> Option<Order> {
        match text.strip_prefix("order=") {
            Some(name) => Order::from_letter(name).or_else(|| is_word(name).then(|| Order::Name(Sym::new(name)))),
            None => Order::from_letter(text),
        }
    }

    /// The other way round; of a name there is no word for it.
    #[must_use]
    pub fn swapped(self) -> Option<Order> {
        match self {
            Order::C => Some(Order::F),
            Order::F => Some(Order::C),
            Order::Both => Some(Order::Both),
            Order::Name(_) => None,
        }
    }

    /// The name of one that is not known.
    pub fn as_name(self) -> Option<Sym> {
        match self {
            Order::Name(name) => Some(name),
            Order::C | Order::F | Order::Both => None,
        }
    }
}

impl Device {
    /// A kind of devices, or one of them; a word alone that is no kind is a name.
    pub fn new(name: Sym, index: Option<u32>) -> Device {
        let registered = || REGISTERED.read().unwrap_or_else(PoisonError::into_inner).contains(&name);
        match index.is_some() || KINDS.contains(&name.as_str()) || registered() {
            true => Device::Kind { name, index },
            false => Device::Name(name),
        }
    }

    /// The kind that a word was meant to be which is none: `cuda` for `cdua`.
    pub fn meant(word: &str) -> Option<&'static str> {
        let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
        let known = || KINDS.into_iter().chain(registered.iter().map(|own| own.as_str()));
        let lower = word.to_lowercase();
        let is_near = |kind: &&str| kind.len() >= 4 && distance(&lower, kind) <= 1;
        if known().any(|kind| kind == word) { None } else { known().find(is_near) }
    }

    /// From now on this word is a kind of devices.
    pub fn register(name: Sym) {
        let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
        if !registered.contains(&name) {
            registered.push(name);
        }
    }

    /// The name of one that is not known.
    pub fn as_name(self) -> Option<Sym> {
        match self {
            Device::Name(name) => Some(name),
            Device::Kind { .. } => None,
        }
    }

    /// Is each of `other` one of these?
    pub fn holds(self, other: Device) -> bool {
        match (self, other) {
            (Device::Kind { name, index: None }, Device::Kind { name: own, .. }) => name == own,
            _ => self == other,
        }
    }

    /// Reads `cuda:0`.
    pub fn parse(text: &str) -> Option<Device> {
        let (name, index) = match text.split_once(':') {
            Some((name, index)) => (name, Some(index.parse().ok()?)),
            None => (text, None),
        };
        is_word(name).then(|| Device::new(Sym::new(name), index))
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl std::fmt::Display for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Device::Kind { name, index: Some(index) } => write!(f, "{name}:{index}"),
            Device::Kind { name, index: None } | Device::Name(name) => write!(f, "{name}"),
        }
    }
}

/// Every array of this shape is contiguous, in both orders: it has at most one element.
pub(crate) fn is_always_contiguous(shape: Shape) -> bool {
    shape.dims().is_some_and(|dims| dims.contains(&Dim::ZERO) || dims.iter().all(|dim| *dim == Dim::ONE))
}

/// What is contiguous in one order is so in the other.
fn orders_agree(shape: Shape) -> bool {
    shape
        .dims()
        .is_some_and(|dims| dims.contains(&Dim::ZERO) || dims.iter().filter(|dim| **dim != Dim::ONE).count() <= 1)
}

impl Ty {
    /// An array at a place. Strides that are not one an axis are left out.
    pub fn placed(elem: impl Into<Elem>, shape: Shape, place: Place) -> Ty {
        let elem = elem.into();
        if place == Place::anywhere() {
            return Ty::array(elem, shape);
        }
        let mut data = place.data().clone();
        data.order = match data.order {
            Some(_) if is_always_contiguous(shape) => None,
            Some(_) if orders_agree(shape) => Some(Order::Both),
            order => order,
        };
        let says_nothing =
            |strides: &Dims| strides.iter().all(|stride| stride.is_any()) || shape.rank() != Some(strides.len());
        data.strides = data.strides.filter(|strides| !says_nothing(strides));
        data.offset = data.offset.filter(|offset| !offset.is_any());
        if data == PlaceData::default() {
            return Ty::array(elem, shape);
        }
        Ty::new(TyKind::Placed { elem, shape, place: Place::new(data) })
    }

    /// Where an array's elements are.
    pub fn place(self) -> Place {
        match self.kind() {
            TyKind::Placed { place, .. } => *place,
            _ => Place::anywhere(),
        }
    }

    /// The same array at any place; other types are as they were.
    #[must_use]
    pub fn without_place(self) -> Ty {
        match self.kind() {
            TyKind::Placed { elem, shape, .. } => Ty::array(*elem, *shape),
            _ => self,
        }
    }
}
