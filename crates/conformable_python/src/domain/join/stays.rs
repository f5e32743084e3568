//! Which sizes stand for themselves at a loop's head: those of what a pass leaves as it was.

use imbl::ordmap::DiffItem;

use super::Joiner;
use crate::domain::heap::{Heap, Names, Object};
use crate::domain::value::Value;

impl<'p> Joiner<'_, 'p> {
    /// What the loop has changed since `before` and the last pass has left alone is what it was.
    pub fn unchanged_since(&mut self, before: &Heap<'p>) {
        let (left, right) = self.heaps;
        for (id, old, here) in before.differing(left) {
            let (Some(here), Some(there)) = (here, right.unread(id)) else { continue };
            // Its sizes are those of any object that it stands for.
            if left.is_summary(id) {
                continue;
            }
            if here == there {
                here.0.visit_values(&mut |value| {
                    self.stays(value);
                });
                continue;
            }
            let (Some(own), Some(next)) = (names_in(&here.0), names_in(&there.0)) else { continue };
            let none = Names::new();
            for item in old.and_then(|old| names_in(&old.0)).unwrap_or(&none).diff(own) {
                if let DiffItem::Add(name, value) | DiffItem::Update { new: (name, value), .. } = item
                    && next.get(name) == Some(value)
                {
                    self.stays(value);
                }
            }
        }
    }

    /// Do the sizes of a value that both have stand for themselves, so that it is the same for the next pass?
    pub fn stays(&mut self, value: &Value<'p>) -> bool {
        self.terms.stay(|see| value.kind.visit_leaves(see))
    }

    /// What only the right has, where the paths meet.
    pub fn of_right(&mut self, value: &Value<'p>) -> Value<'p> {
        if self.stays(value) {
            return value.clone();
        }
        self.lose(value);
        Value::unknown()
    }
}

fn names_in<'a, 'p>(object: &'a Object<'p>) -> Option<&'a Names<'p>> {
    match object {
        Object::Scope { names, .. } | Object::Instance { attributes: names, .. } => Some(names),
        _ => None,
    }
}
