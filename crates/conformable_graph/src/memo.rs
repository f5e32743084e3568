//! What an op gives for types that it met before.

use conformable_types::Ty;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::error::GraphError;
use crate::op::Op;

/// The types of a node's inputs, or outputs.
pub type Types = SmallVec<[Ty; 4]>;

/// By op and input types, where the output types stand. Refusals are not kept, nor what may be said
/// otherwise the next time.
#[derive(Clone, Default)]
pub struct Memo {
    places: FxHashMap<(u32, Types), (u32, u32)>,
    types: Vec<Ty>,
    /// What an op said last whose answers are not kept.
    said: Vec<Ty>,
}

impl Memo {
    /// The types of the outputs of `op`, whose number in the graph is `id`.
    pub fn outputs(&mut self, id: u32, op: &Op, inputs: Types) -> Result<&[Ty], GraphError> {
        let refused = |refusal| GraphError::Refused { op: op.to_string(), refusal };
        if !op.is_steady() {
            self.said = op.infer(&inputs).map_err(refused)?;
            return Ok(&self.said);
        }
        let key = (id, inputs);
        let (first, count) = match self.places.get(&key) {
            Some(place) => *place,
            None => {
                let outputs = op.infer(&key.1).map_err(refused)?;
                let place = (u32::try_from(self.types.len()), u32::try_from(outputs.len()));
                let (Ok(first), Ok(count)) = place else { return Err(GraphError::Full) };
                self.types.extend(outputs);
                self.places.insert(key, (first, count));
                (first, count)
            }
        };
        Ok(&self.types[first as usize..(first + count) as usize])
    }

    /// Nothing is known of the ops of these numbers and above.
    pub fn forget_from(&mut self, op: u32) {
        self.places.retain(|(id, _), _| *id < op);
        let kept = self.places.values().map(|(first, count)| first + count).max().unwrap_or(0);
        self.types.truncate(kept as usize);
    }
}
