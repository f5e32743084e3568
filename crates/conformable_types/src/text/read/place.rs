//! Places: `F, strides=(?, 4), offset=0, device=cuda:0`, and `order=o, device=d` for what is not known.

use super::{Reader, error};
use crate::elem::Elem;
use crate::intern::Sym;
use crate::place::{Device, Order, Place, PlaceData};
use crate::shape::Shape;
use crate::text::expr::{Expr, Node, ParseError};
use crate::ty::Ty;

impl Reader {
    /// An array with what stands after `;` in its brackets.
    pub(super) fn placed(
        &mut self,
        elem: Elem,
        shape: Shape,
        options: &[(Option<String>, Expr)],
    ) -> Result<Ty, ParseError> {
        let mut data = PlaceData::default();
        for (name, value) in options {
            let twice = match name.as_deref() {
                None => data.order.replace(order(value, false)?).is_some(),
                Some("order") => data.order.replace(order(value, true)?).is_some(),
                Some("strides") => {
                    let Node::Tuple(items) = &value.node else { return error(value, "strides such as (n, 1)") };
                    if shape.rank() != Some(items.len()) {
                        return error(value, "one stride for each axis of a known rank");
                    }
                    let strides = items.iter().map(|item| self.dim(item)).collect::<Result<_, _>>()?;
                    data.strides.replace(strides).is_some()
                }
                Some("offset") => data.offset.replace(self.dim(value)?).is_some(),
                Some("device") => data.device.replace(device(value)?).is_some(),
                Some(_) => return error(value, "order, strides, offset or device"),
            };
            if twice {
                return error(value, "each option once");
            }
        }
        Ok(Ty::placed(elem, shape, Place::new(data)))
    }
}

/// A letter, or where `named` also the name of an order: alone it could be a letter gone wrong.
fn order(expr: &Expr, named: bool) -> Result<Order, ParseError> {
    let order = |word: &str| Order::from_letter(word).or_else(|| named.then(|| Order::Name(Sym::new(word))));
    let found = expr.word().and_then(order);
    found.map_or_else(|| error(expr, "an order: C, F or A"), Ok)
}

fn device(expr: &Expr) -> Result<Device, ParseError> {
    let (name, index) = match &expr.node {
        Node::Slice(name, index) => (&**name, Some(&**index)),
        _ => (expr, None),
    };
    let index = match index.map(|expr| (expr, &expr.node)) {
        None => None,
        Some((expr, Node::Int(value))) => match u32::try_from(*value) {
            Ok(index) => Some(index),
            Err(_) => return error(expr, "a device's number"),
        },
        Some((expr, _)) => return error(expr, "a device's number"),
    };
    let Some(word) = name.word() else { return error(name, "a device such as cuda:0") };
    match Device::meant(word) {
        Some(kind) => {
            let found = format!("`{word}`; did you mean `{kind}`?");
            Err(ParseError { offset: name.offset, expected: "a kind of devices".into(), found })
        }
        None => Ok(Device::new(Sym::new(word), index)),
    }
}
