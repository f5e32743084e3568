//! What a call imported, which its summary imports again.
//!
//! What an import makes has the same numbers wherever it runs ([`Image`]), so what a call read of imported objects is
//! compared as if the imports had come before the call. The order would matter only for an image that changes objects of
//! others: it must be new where the call is answered if it was new where it was recorded, and there if it was there.

use std::borrow::Cow;
use std::rc::Rc;

use crate::domain::heap::Heap;
use crate::domain::images::Image;
use crate::domain::state::State;
use crate::eval::Machine;

pub struct SummaryImports<'p>(Vec<AskedImage<'p>>);

struct AskedImage<'p> {
    image: Rc<Image<'p>>,
    was_new: bool,
}

impl<'p> SummaryImports<'p> {
    /// Those of a call, which the heap of before it has too from here on.
    pub fn of_call(asked: Vec<Rc<Image<'p>>>, before: &mut Heap<'p>) -> SummaryImports<'p> {
        let import = |image: Rc<Image<'p>>| AskedImage { was_new: !before.adopt(&image).is_empty(), image };
        SummaryImports(asked.into_iter().map(import).collect())
    }

    /// A state with what they leave; `None` if they would leave something else.
    pub fn after<'s>(&self, state: &'s State<'p>) -> Option<Cow<'s, State<'p>>> {
        let is_new = |image: &Image<'p>| !state.heap.has_image(image);
        if self.0.iter().any(|one| !one.image.changes.is_empty() && is_new(&one.image) != one.was_new) {
            return None;
        }
        let mut state = Cow::Borrowed(state);
        for AskedImage { image, .. } in &self.0 {
            if !state.heap.has_image(image) {
                state.to_mut().heap.adopt(image);
            }
        }
        Some(state)
    }

    pub fn again(&self, run: &mut Machine<'p>) {
        for AskedImage { image, .. } in &self.0 {
            run.adopt(Rc::clone(image));
        }
    }
}
