//! How the places of two arrays relate: order by order, stride by stride.

use super::join::join_dim;
use super::meet::{Equations, meet_dim};
use super::refines::dims_super;
use crate::Truth;
use crate::bounds::{self, NoFacts};
use crate::dim::{AtomData, Dim};
use crate::intern::Sym;
use crate::place::{Device, Order, Place, PlaceData, is_always_contiguous};
use crate::shape::{Dims, Shape};

/// Is every array of `shape` at `b` also at `a`?
pub(super) fn place_super(a: Place, b: Place, shape: Shape) -> Truth {
    if a == b || a == Place::anywhere() {
        return Truth::Yes;
    }
    let (x, y) = (a.data(), b.data());
    let device = match (x.device, y.device) {
        (Some(x), Some(y)) => Truth::from(x.holds(y)),
        (Some(_), None) => Truth::No,
        (None, _) => Truth::Yes,
    };
    let offset = match (x.offset, y.offset) {
        (Some(x), Some(y)) => dims_super(&[(x, y)], i64::MIN),
        (Some(_), None) => Truth::No,
        (None, _) => Truth::Yes,
    };
    device.and(offset).and(order_super(x.order, y, shape)).and(strides_super(x.strides.as_ref(), y, shape))
}

fn order_super(wanted: Option<Order>, given: &PlaceData, shape: Shape) -> Truth {
    let Some(wanted) = wanted else { return Truth::Yes };
    if given.order == Some(wanted) || given.order == Some(Order::Both) || is_always_contiguous(shape) {
        return Truth::Yes;
    }
    if let Some(strides) = &given.strides {
        return match wanted {
            // Whichever a name is.
            Order::Both | Order::Name(_) => {
                contiguous(shape, strides, Order::C).and(contiguous(shape, strides, Order::F))
            }
            one => contiguous(shape, strides, one),
        };
    }
    // Sizes that may all be 2 and more leave room for another order.
    let free = |dim: &Dim| match dim.as_atom().map(|atom| atom.data()) {
        Some(AtomData::Name(_) | AtomData::Any) => true,
        Some(_) => false,
        None => dim.constant().is_some(),
    };
    match shape.dims() {
        Some(dims) if !dims.iter().all(free) => Truth::Unknown,
        _ => Truth::No,
    }
}

/// The strides that contiguous arrays of this shape have.
fn strides_of(shape: Shape, order: Order) -> Option<Vec<Dim>> {
    let dims = shape.dims()?;
    let mut step = Dim::ONE;
    let mut strides = vec![Dim::ONE; dims.len()];
    let axes: Vec<usize> = if order == Order::F { (0..dims.len()).collect() } else { (0..dims.len()).rev().collect() };
    for axis in axes {
        strides[axis] = step;
        step = step.times(dims[axis]);
    }
    Some(strides)
}

fn contiguous(shape: Shape, strides: &[Dim], order: Order) -> Truth {
    let (Some(dims), Some(wanted)) = (shape.dims(), strides_of(shape, order)) else { return Truth::Unknown };
    let mut answer = Truth::Yes;
    for ((dim, stride), wanted) in dims.iter().zip(strides).zip(wanted) {
        // An axis of one element has no next one.
        if *dim == Dim::ONE {
            continue;
        }
        let stride_fits = if stride.is_any() { Truth::Unknown } else { bounds::eq(*stride, wanted, &NoFacts) };
        let matters = dims.iter().all(|dim| dim.constant().is_some_and(|size| size > 0));
        answer = answer.and(if matters || stride_fits.is_yes() { stride_fits } else { Truth::Unknown });
    }
    answer
}

fn strides_super(wanted: Option<&Dims>, given: &PlaceData, shape: Shape) -> Truth {
    let Some(wanted) = wanted else { return Truth::Yes };
    if let Some(strides) = &given.strides {
        if strides.len() != wanted.len() {
            return Truth::No;
        }
        let pairs: Vec<(Dim, Dim)> = wanted.iter().copied().zip(strides.iter().copied()).collect();
        return dims_super(&pairs, i64::MIN);
    }
    let order = given.order.filter(|order| order.as_name().is_none());
    let (Some(order), Some(dims)) = (order, shape.dims()) else { return Truth::No };
    let implied = strides_of(shape, order).unwrap_or_default();
    let asked = wanted.iter().zip(dims.iter().zip(implied)).filter(|(wanted, _)| !wanted.is_any());
    asked.fold(Truth::Yes, |all, (wanted, (size, implied))| {
        // Only where there is a next element is the stride that of the order.
        let many = size.constant().is_some_and(|size| size > 1);
        all.and(if many { bounds::eq(*wanted, implied, &NoFacts) } else { Truth::Unknown })
    })
}

/// What both places have; `None` if they exclude each other.
pub(super) fn meet_place(a: Place, b: Place, shape: Shape, equations: &mut Equations) -> Option<Place> {
    if a == b {
        return Some(a);
    }
    let (x, y) = (a.data(), b.data());
    let order = match (x.order, y.order) {
        (Some(x), Some(y)) => Some(meet_order(x, y, shape)?),
        (x, y) => x.or(y),
    };
    let strides = match (&x.strides, &y.strides) {
        (Some(x), Some(y)) if x.len() == y.len() => {
            Some(x.iter().zip(y).map(|(x, y)| meet_dim(*x, *y, equations)).collect::<Option<Dims>>()?)
        }
        (Some(_), Some(_)) => return None,
        (x, y) => x.as_ref().or(y.as_ref()).cloned(),
    };
    let offset = match (x.offset, y.offset) {
        (Some(x), Some(y)) => Some(meet_dim(x, y, equations)?),
        (x, y) => x.or(y),
    };
    let device = match (x.device, y.device) {
        (Some(x), Some(y)) => Some(meet_device(x, y)?),
        (x, y) => x.or(y),
    };
    Some(Place::new(PlaceData { order, strides, offset, device }))
}

/// A name may be what the other is; of two names the one whose text comes first stands for both.
fn meet_order(a: Order, b: Order, shape: Shape) -> Option<Order> {
    match (a, b) {
        _ if a == b => Some(a),
        (Order::Name(x), Order::Name(y)) => Some(Order::Name(first(x, y))),
        (Order::Name(_), known) | (known, Order::Name(_)) => Some(known),
        (Order::C, Order::F) | (Order::F, Order::C) if orders_differ(shape) => None,
        _ => Some(Order::Both),
    }
}

/// Is no array of this shape contiguous in both orders?
fn orders_differ(shape: Shape) -> bool {
    let Some(dims) = shape.dims() else { return false };
    let sizes: Option<Vec<i64>> = dims.iter().map(|dim| dim.constant()).collect();
    sizes.is_some_and(|sizes| !sizes.contains(&0) && sizes.iter().filter(|size| **size > 1).count() > 1)
}

fn first(a: Sym, b: Sym) -> Sym {
    if a.as_str() <= b.as_str() { a } else { b }
}

fn meet_device(a: Device, b: Device) -> Option<Device> {
    match (a, b) {
        (Device::Name(x), Device::Name(y)) => Some(Device::Name(first(x, y))),
        (Device::Name(_), kind) | (kind, Device::Name(_)) => Some(kind),
        _ if a.holds(b) => Some(b),
        _ => b.holds(a).then_some(a),
    }
}

fn join_device(a: Device, b: Device) -> Option<Device> {
    match (a, b) {
        _ if a == b => Some(a),
        (Device::Kind { name, .. }, Device::Kind { name: own, .. }) if name == own => {
            Some(Device::Kind { name, index: None })
        }
        _ => None,
    }
}

/// The most that is true of arrays at either place.
pub(super) fn join_place(a: Place, b: Place) -> Place {
    if a == b {
        return a;
    }
    let (x, y) = (a.data(), b.data());
    let order = match (x.order, y.order) {
        (Some(x), Some(y)) if x == y => Some(x),
        (Some(Order::Both), Some(other)) | (Some(other), Some(Order::Both)) => Some(other),
        _ => None,
    };
    let strides = match (&x.strides, &y.strides) {
        (Some(x), Some(y)) if x.len() == y.len() => Some(x.iter().zip(y).map(|(x, y)| join_dim(*x, *y)).collect()),
        _ => None,
    };
    let offset = x.offset.zip(y.offset).map(|(x, y)| join_dim(x, y));
    let device = x.device.zip(y.device).and_then(|(x, y)| join_device(x, y));
    Place::new(PlaceData { order, strides, offset, device })
}
