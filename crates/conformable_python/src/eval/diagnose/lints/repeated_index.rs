//! `x[[0, 0]] += 1`: a repeated index is written once.

use super::{Event, Lint, Scene};
use crate::domain::value::{Kind, Value};
use crate::front::rules;

pub struct RepeatedIndex;

impl Lint for RepeatedIndex {
    fn look<'p>(&self, event: &Event<'_, 'p>, scene: &mut dyn Scene<'p>) {
        let Event::Augmented { key, range } = event else { return };
        let Some(items) = scene.state.known_items(key) else { return };
        if matches!(key.kind, Kind::Tuple(_)) {
            return;
        }
        let places: Option<Vec<i64>> = items.iter().map(Value::constant_int).collect();
        let Some(mut places) = places else { return };
        let count = places.len();
        places.sort_unstable();
        places.dedup();
        if places.len() < count {
            let message = "a repeated index is written once: `np.add.at` counts each".to_owned();
            scene.hazard(rules::REPEATED_INDEX, *range, message);
        }
    }
}
