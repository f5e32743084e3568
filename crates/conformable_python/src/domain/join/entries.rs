//! What two dicts become that are one where paths meet.

use super::Joiner;
use crate::domain::heap::{Constant, Entries, Missing};
use crate::domain::keyed::Keyed;
use crate::domain::value::Value;

/// At most so many keys that may be there are told apart.
const MOST_POSSIBLE: usize = 64;

impl<'p> Joiner<'_, 'p> {
    pub fn entries(&mut self, x: &Entries<'p>, y: &Entries<'p>) -> Entries<'p> {
        let mut known = Keyed::default();
        let mut rest = match (&x.rest, &y.rest) {
            (Some(p), Some(q)) => Some(self.element(p, q)),
            (Some(one), None) => Some(one.clone()),
            (None, other) => {
                self.terms.changed |= other.is_some();
                other.as_ref().map(|other| self.of_right(other))
            }
        };
        // A key that one side alone has may be there.
        let mut maybe = |joiner: &mut Self, value: &Value<'p>| {
            joiner.terms.changed |= rest.is_none();
            rest = Some(rest.take().map_or(value.clone(), |rest| joiner.element(&rest, value)));
        };
        for (key, value) in x.known.iter() {
            match (Constant::of(key), y.under(key)) {
                (Some(constant), Some(other)) => known.push(constant, (key.clone(), self.value(value, other))),
                _ => {
                    maybe(self, value);
                    self.terms.changed = true;
                }
            }
        }
        for (key, value) in y.known.iter() {
            if x.under(key).is_none() {
                let value = self.of_right(value);
                maybe(self, &value);
            }
        }
        let possible = self.possible(x, y);
        let missing = match (&x.missing, &y.missing) {
            (None, None) => None,
            (x, y) => {
                let factory =
                    |one: &Option<Missing<'p>>| one.as_ref().map_or_else(Value::unknown, |one| one.factory.clone());
                let is_in_rest = [x, y].into_iter().flatten().any(|one| one.is_in_rest);
                let is_count = [x, y].into_iter().flatten().all(|one| one.is_count);
                Some(Missing { factory: self.value(&factory(x), &factory(y)), is_in_rest, is_count })
            }
        };
        Entries { known, rest, possible, missing }
    }

    /// The keys that one of the paths alone has, where both paths know which they may be.
    fn possible(&mut self, x: &Entries<'p>, y: &Entries<'p>) -> Keyed<Constant, (Value<'p>, Value<'p>)> {
        let mut possible = Keyed::default();
        let is_open = |one: &Entries<'p>| one.missing.is_some() || one.rest.is_some() && one.possible.is_empty();
        if !is_open(x) && !is_open(y) {
            for (key, value) in x.known.iter().chain(x.possible.iter()) {
                let Some(constant) = Constant::of(key).filter(|_| x.under(key).is_none() || y.under(key).is_none())
                else {
                    continue;
                };
                let value = match y.under(key).or_else(|| y.possible.get(constant).map(|(_, value)| value)) {
                    Some(other) => self.value(value, other),
                    None => value.clone(),
                };
                possible.push(constant, (key.clone(), value));
            }
            for (key, value) in y.known.iter().chain(y.possible.iter()) {
                let Some(constant) = Constant::of(key) else { continue };
                if x.under(key).is_none() && x.possible.get(constant).is_none() {
                    self.terms.changed = true;
                    possible.push(constant, (key.clone(), self.of_right(value)));
                }
            }
        }
        if possible.len() > MOST_POSSIBLE {
            possible = Keyed::default();
        }
        self.terms.changed |= possible.is_empty() && !x.possible.is_empty();
        possible
    }
}
