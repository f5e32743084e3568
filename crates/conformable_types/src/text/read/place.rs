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
    let found = match &expr.node {
        Node::Name(path) => match path.as_slice() {
            [one] => Order::from_letter(one).or_else(|| named.then(|| Order::Name(Sym::new(one)))),
            _ => None,
        },
        _ => None,
    };
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
    match &name.node {
        Node::Name(path) if path.len() == 1 && Device::meant(&path[0]).is_some() => {
            let found = Device::meant(&path[0]).map(|kind| format!("`{}`; did you mean `{kind}`?", path[0]));
            let expected = "a kind of devices".into();
            Err(ParseError { offset: name.offset, expected, found: found.unwrap_or_default() })
        }
        Node::Name(path) if path.len() == 1 => Ok(Device::new(Sym::new(&path[0]), index)),
        _ => error(name, "a device such as cuda:0"),
    }
}
