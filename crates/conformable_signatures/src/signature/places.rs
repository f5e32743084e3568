//! What the names of orders and devices are found to be: `order=o`, `device=d`.
//!
//! An order is C or F. An array in both says nothing of which it is, one of unknown layout nothing at
//! all, and where sizes may be 1 an array in order C may be in order F as well.
//!
//! These names are bound by matching, as type variables are: the solver knows integers, shapes and dtypes, and
//! there are few enough orders and devices that no fact about them has to wait.

use conformable_types::term::Map;
use conformable_types::{Device, Order, Place, Shape, Sym, Ty, relations};
use rustc_hash::FxHashMap;

use super::rename::Substitution;

/// Marks the names of an instance, which no text has.
const MARK: char = '\'';

/// A name for an instance's own order or device, the text of which [`shown`] gives back.
pub fn own(name: Sym, number: u64) -> Sym {
    Sym::new(&format!("{name}{MARK}{number}"))
}

/// The name that the signature has for one of an instance; None for a name that was given.
pub fn shown(name: Sym) -> Option<&'static str> {
    name.as_str().split_once(MARK).map(|(shown, _)| shown)
}

/// As the signature has it, or as it was given.
pub fn plain(name: Sym) -> &'static str {
    shown(name).unwrap_or(name.as_str())
}

/// What was found of all names.
#[derive(Clone, Default)]
pub struct Places {
    orders: FxHashMap<Sym, FoundPlace>,
    devices: FxHashMap<Sym, Device>,
}

/// What arrays of an order of one name have shown.
#[derive(Clone, Copy, Default)]
struct FoundPlace {
    order: Option<Order>,
    /// Whether the array that showed it is in no other order.
    surely: bool,
    /// Whether there was an array in both orders.
    both: bool,
    /// Whether there was an array that could be in any, or there were two that clash unless sizes are 1.
    open: bool,
}

/// What does not fit: the name, what it was, and what it is now.
pub struct Clash {
    pub name: Sym,
    pub known: String,
    pub given: String,
}

impl Places {
    /// An array of `shape` at `given` stands where the signature has `pattern`.
    ///
    /// # Errors
    /// If a name would have to be two things.
    pub fn bind(&mut self, pattern: Place, given: Place, shape: Shape) -> Result<(), Clash> {
        let (wanted, has) = (pattern.data(), given.data());
        match (own_name(wanted.order.and_then(Order::as_name)), own_name(has.order.and_then(Order::as_name))) {
            (Some(name), _) => self.order(name, has.order, shape)?,
            (None, Some(name)) if wanted.order.is_some() => self.order(name, wanted.order, shape)?,
            _ => {}
        }
        match (own_name(wanted.device.and_then(Device::as_name)), own_name(has.device.and_then(Device::as_name))) {
            (Some(name), _) => self.device(name, has.device),
            (None, Some(name)) => self.device(name, wanted.device),
            _ => Ok(()),
        }
    }

    fn order(&mut self, name: Sym, given: Option<Order>, shape: Shape) -> Result<(), Clash> {
        let found = self.orders.entry(name).or_default();
        let surely = orders_differ(shape);
        match (given, found.order) {
            (Some(Order::Name(own)), _) if own == name => {}
            (None, _) => found.open = true,
            (Some(Order::Both), _) => found.both = true,
            (Some(given), None) => (found.order, found.surely) = (Some(given), surely),
            (Some(given), Some(known)) if given == known => found.surely |= surely,
            (Some(given), Some(Order::Name(_))) => (found.order, found.surely) = (Some(given), surely),
            (Some(Order::Name(_)), Some(_)) => {}
            (Some(given), Some(known)) => match (found.surely, surely) {
                (true, true) => {
                    return Err(Clash { name, known: known.letter().into(), given: given.letter().into() });
                }
                // The first is in the order of the second as well.
                (false, true) => (found.order, found.surely) = (Some(given), true),
                (true, false) => {}
                (false, false) => found.open = true,
            },
        }
        if found.open && !found.surely && matches!(given, Some(Order::C | Order::F)) && found.order != given {
            found.order = None;
        }
        Ok(())
    }

    fn device(&mut self, name: Sym, given: Option<Device>) -> Result<(), Clash> {
        let Some(given) = given.filter(|given| *given != Device::Name(name)) else { return Ok(()) };
        let known = self.devices.entry(name).or_insert(given);
        match (*known, given) {
            (Device::Name(_), _) => *known = given,
            (known, given) if given.holds(known) || given.as_name().is_some() => {}
            (wide, given) if wide.holds(given) => *known = given,
            (known, given) => {
                return Err(Clash { name, known: known.to_string(), given: given.to_string() });
            }
        }
        Ok(())
    }

    /// What is decided, for the names.
    pub fn decided(&self, into: &mut Substitution) {
        for (name, found) in &self.orders {
            let both = (found.both && !found.open).then_some(Order::Both);
            into.orders.extend(found.order.or(both).map(|order| (*name, order)));
        }
        into.devices.extend(self.devices.iter().map(|(name, device)| (*name, *device)));
    }
}

fn own_name(name: Option<Sym>) -> Option<Sym> {
    name.filter(|name| shown(*name).is_some())
}

/// Is no array of this shape in both orders?
fn orders_differ(shape: Shape) -> bool {
    let at = |order| {
        let data = conformable_types::PlaceData { order: Some(order), ..Default::default() };
        Ty::placed(conformable_types::Elem::any(), shape, Place::new(data))
    };
    relations::consistent(at(Order::C), at(Order::F)).is_no()
}

/// The names of orders and devices in types.
#[derive(Default)]
pub struct PlaceNames {
    pub orders: Vec<Sym>,
    pub devices: Vec<Sym>,
}

impl Map for PlaceNames {
    fn order(&mut self, name: Sym) -> Option<Order> {
        self.orders.push(name);
        None
    }

    fn device(&mut self, name: Sym) -> Option<Device> {
        self.devices.push(name);
        None
    }
}
