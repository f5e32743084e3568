//! What a dict holds after a key was set, and what is found under one.
//!
//! Of constant keys each holds what was set last. A key that is not a constant may be any of those
//! that it may equal, and others.

use conformable_solver::{effort, is_since};
use conformable_types::text::nearest;
use conformable_types::{Dim, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::{Entries, Items, Object, ObjectId, Part};
use crate::domain::keyed::Keyed;
use crate::domain::state::State;
use crate::domain::uses::Use;
use crate::domain::value::{Dependencies, Kind, Value};
use crate::eval::Machine;
use crate::eval::diagnose::report::Refusal;
use crate::eval::interpreter::Interpreter;
use crate::eval::machine::types::held_within;
use crate::eval::python::enums::{is_member_alone, shown_member};
use crate::eval::python::indexing::of_a_moment;
use crate::eval::python::texts::shown;
use crate::front::rules;

/// A message shows at most this many keys.
const MOST_SHOWN: usize = 8;

/// A value that a dict's key can be told apart by.
pub fn is_constant<'p>(machine: &Machine<'p>, value: &Value<'p>) -> bool {
    is_written(value) || is_member_alone(machine, value)
}

/// A constant that its type is all of.
fn is_written(value: &Value<'_>) -> bool {
    if let Kind::Tuple(tuple) = &value.kind {
        return tuple.is_plain() && tuple.items.iter().all(is_written);
    }
    match value.ty().map(Ty::kind) {
        Some(TyKind::LitStr(_) | TyKind::LitBool(_) | TyKind::None) => true,
        Some(TyKind::IntOf(dim)) => dim.constant().is_some(),
        _ => false,
    }
}

/// What `value` holds, another dict or pairs, is stored in the dict `id` with these entries.
pub fn add_to_dict<'p>(
    run: &mut impl Interpreter<'p>,
    id: ObjectId,
    entries: &mut Entries<'p>,
    value: &Value<'p>,
    range: TextRange,
) {
    let mut more = entries_of(run, value, range);
    if let Some(entries) = &mut more {
        entries.change_values(&mut |value| *value = run.stored_in(id, value.clone()));
    }
    run.spread(entries, more);
}

/// What `**value` spreads: a dict, or the one that an instance of a class below dicts holds.
pub fn spread_of<'p>(machine: &Machine<'p>, value: &Value<'p>) -> Option<Entries<'p>> {
    let held = || machine.state.dict_of(&held_within(machine, value, "__mapping__")?);
    machine.state.dict_of(value).or_else(held)
}

/// What `dict(value)` holds: of another dict, or of pairs.
pub fn entries_of<'p>(run: &mut impl Interpreter<'p>, value: &Value<'p>, range: TextRange) -> Option<Entries<'p>> {
    if let Some(entries) = spread_of(run, value) {
        return Some(entries);
    }
    let items = match &value.kind {
        Kind::Tuple(_) => run.iterate(value, range),
        Kind::Object(id) if !matches!(run.state.heap.get(*id), Object::Instance { .. } | Object::Escaped) => {
            run.iterate(value, range)
        }
        _ => {
            run.refuses(value, Use::Iterate, range);
            return None;
        }
    };
    run.state.exhausted(value);
    refuse_no_pair(run, &items, range);
    run.paired(items)
}

/// Reports a tuple among what a dict is made of that is no pair.
fn refuse_no_pair<'p>(machine: &mut Machine<'p>, items: &Items<'p>, range: TextRange) {
    let there_are = |count: Dim| machine.state.store.ask_le(Dim::ONE, count).is_yes();
    let sure = match items {
        Items::Known(items) => &items[..],
        Items::Each(item, count) if count.is_some_and(there_are) => std::slice::from_ref(item),
        Items::Each(..) => &[],
    };
    let no_pair = |item: &&Value<'p>| matches!(&item.kind, Kind::Tuple(tuple) if tuple.items.len() != 2);
    if let Some(item) = sure.iter().find(no_pair) {
        let message = format!("a dict takes pairs, not {}", machine.describe(item));
        machine.refute(Refusal::of(rules::UNPACK, range, message).resting_on(item.dependencies));
    }
}

/// A key as a program writes it.
fn as_key<'p>(machine: &mut Machine<'p>, key: &Value<'p>) -> String {
    if let Some(text) = key.str_value() {
        return format!("'{text}'");
    }
    match &key.kind {
        Kind::Tuple(tuple) if tuple.is_plain() => {
            let items: Vec<String> = tuple.items.iter().map(|item| as_key(machine, item)).collect();
            let end = if items.len() == 1 { "," } else { "" };
            format!("({}{end})", items.join(", "))
        }
        _ => shown_member(machine, key).or_else(|| shown(key)).unwrap_or_else(|| machine.describe(key)),
    }
}

/// `entries[key]`, where all keys are known and this is none of them: reported. What keys another function has set before
/// one that runs later is not known, and neither is what makes the first one of an empty dict.
pub fn lacks_key<'p>(
    machine: &mut Machine<'p>,
    container: &Value<'p>,
    entries: &Entries<'p>,
    key: &Value<'p>,
    range: TextRange,
) -> bool {
    let Kind::Object(id) = container.kind else { return false };
    let is_later = machine.standalone.first.is_some_and(|first| !is_since(id.0, first));
    let may_have_it = entries.known.is_empty() || entries.rest.is_some() || machine.state.heap.is_summary(id);
    if is_later || may_have_it || !is_constant(machine, key) || entries.under(key).is_some() {
        return false;
    }
    let keys: Vec<String> = entries.known.iter().take(MOST_SHOWN).map(|(key, _)| as_key(machine, key)).collect();
    let more = if entries.known.len() > MOST_SHOWN { ", ..." } else { "" };
    let message = format!("no key {} among {}{more}", as_key(machine, key), keys.join(", "));
    let texts = entries.known.iter().filter_map(|(key, _)| key.str_value());
    let near = key.str_value().and_then(|text| nearest(text, texts)).map(|near| format!("did you mean '{near}'?"));
    let refusal = Refusal::of(rules::MISSING_KEY, range, message).resting_on(key.dependencies).heeding_all().help(near);
    let outside = if machine.state.guards.is_any() { Dependencies::OUTSIDE } else { of_a_moment(container) };
    machine.refute(refusal.resting_on(container.dependencies.and(key.dependencies).and(outside)));
    true
}

impl<'p> Machine<'p> {
    pub fn new_dict(&mut self, entries: Entries<'p>) -> Value<'p> {
        Kind::Object(self.new_object(Object::Dict(entries))).into()
    }

    /// `entries[key] = value`.
    pub fn set_key(&mut self, entries: &mut Entries<'p>, key: &Value<'p>, value: Value<'p>) {
        if is_constant(self, key) {
            return entries.set(key, value);
        }
        // It is compared with each of them.
        effort::add(entries.known.len());
        entries.known.change_each(|(known, old)| {
            if !old.is_unknown() && !self.equal(key, known).is_no() {
                *old = self.state.join_values(old, &value);
            }
        });
        self.state.set_others(entries, value);
    }

    /// `entries[key]`, which is there.
    pub fn get_key(&mut self, entries: &Entries<'p>, key: &Value<'p>) -> Value<'p> {
        if is_constant(self, key) {
            return match (entries.under(key), entries.elsewhere(key)) {
                (Some(value), _) => value.clone(),
                (None, Some(other)) => self.one_of(other),
                (None, None) => Value::unknown(),
            };
        }
        if let (true, Some(rest)) = (entries.known.is_empty(), &entries.rest) {
            return self.one_of(rest);
        }
        let all: Vec<Value<'p>> = entries.values().cloned().collect();
        self.one_among(&all)
    }

    /// `{**entries, **more}`; of what is no dict any key may be.
    pub fn spread(&mut self, entries: &mut Entries<'p>, more: Option<Entries<'p>>) {
        let more = more.unwrap_or_else(|| Entries { rest: Some(Value::unknown()), ..Entries::default() });
        if let Some(rest) = more.rest {
            entries.known.change_each(|(_, old)| {
                let one = self.one_of(&rest);
                *old = self.state.join_values(old, &one);
            });
            self.state.set_others(entries, rest);
        }
        if entries.known.is_empty() {
            (entries.known, entries.possible) = (more.known, Keyed::default());
            return;
        }
        more.known.iter().for_each(|(key, value)| entries.set(key, value.clone()));
    }

    /// A dict of these keys and values, if they are pairs.
    pub fn paired(&mut self, items: Items<'p>) -> Option<Entries<'p>> {
        let pair = |item: &Value<'p>| match &item.kind {
            Kind::Tuple(tuple) => match &*tuple.items {
                [key, value] => Some((key.clone(), value.clone())),
                _ => None,
            },
            _ => None,
        };
        let mut entries = Entries::default();
        match items {
            Items::Known(items) => {
                for item in &items {
                    let (key, value) = pair(item)?;
                    self.set_key(&mut entries, &key, value);
                }
            }
            Items::Each(item, _) => entries.rest = Some(pair(&item)?.1),
        }
        Some(entries)
    }
}

impl<'p> State<'p> {
    /// What a dict holds.
    pub fn dict_of(&self, value: &Value<'p>) -> Option<Entries<'p>> {
        match &value.kind {
            Kind::Object(id) => match self.heap.get(*id) {
                Object::Dict(entries) => Some(entries.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Some key that is not among the known ones may hold this.
    pub fn set_others(&mut self, entries: &mut Entries<'p>, value: Value<'p>) {
        let rest = match entries.rest.take() {
            Some(rest) => self.join_elements(&rest, &value),
            None => value,
        };
        entries.set_rest(rest);
    }

    /// `d.keys()`, `d.values()`, `d.items()` as the dict is now.
    pub fn view_items(&mut self, dict: ObjectId, part: Part) -> Items<'p> {
        let Object::Dict(entries) = self.heap.get(dict).clone() else {
            return Items::Each(Value::unknown(), None);
        };
        let pick = |key: &Value<'p>, value: &Value<'p>| match part {
            Part::Keys => key.clone(),
            Part::Values => value.clone(),
            Part::Items => Value::tuple(vec![key.clone(), value.clone()]),
        };
        if entries.rest.is_none() {
            return Items::Known(entries.known.iter().map(|(key, value)| pick(key, value)).collect());
        }
        let values: Vec<Value<'p>> = entries.values().cloned().collect();
        let value = self.summarise(&values).unwrap_or_else(Value::unknown);
        Items::Each(pick(&Value::unknown(), &value), None)
    }
}
