//! Places as text: what stands after `;` in the brackets of an array.

use super::Printer;
use crate::place::Place;

impl Printer {
    pub(super) fn place(&mut self, place: Place) {
        let data = place.data();
        let mut first = true;
        let mut next = |printer: &mut Self, text: &str| {
            printer.push(if std::mem::take(&mut first) { "" } else { ", " });
            printer.push(text);
        };
        if let Some(order) = data.order {
            next(self, &order.text());
        }
        if let Some(strides) = &data.strides {
            next(self, "strides=(");
            self.separated(strides, |printer, stride| printer.dim(*stride, 0));
            self.push(if strides.len() == 1 { ",)" } else { ")" });
        }
        if let Some(offset) = data.offset {
            next(self, "offset=");
            self.dim(offset, 0);
        }
        if let Some(device) = data.device {
            next(self, &format!("device={device}"));
        }
    }
}
