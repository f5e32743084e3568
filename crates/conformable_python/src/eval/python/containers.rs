//! Methods of lists, dicts, sets, tuples, strings and numbers.

use conformable_types::{Dim, FreshKind, Truth, Ty, TyKind};
use ruff_text_size::TextRange;

use crate::domain::heap::{Entries, Items, Object, ObjectId, Part};
use crate::domain::state::State;
use crate::domain::value::{Kind, Sym, Value, as_dim};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::interpreter::Interpreter;
use crate::eval::python::arithmetic::OwnClass;
use crate::eval::python::counters::counter_method;
use crate::eval::python::dicts::{add_to_dict, is_constant};
use crate::eval::python::formats::format_fields;
use crate::eval::python::order::in_order;
use crate::eval::python::texts::joined;
use crate::library::stubs::STUBS;

/// A list that grows beyond so many items is known by one that stands for all.
const MAX_KNOWN: usize = 256;

/// A longer text is not followed.
const MOST_CHARACTERS: usize = 1000;

pub fn call_container<'p>(
    run: &mut impl Interpreter<'p>,
    receiver: &Value<'p>,
    name: Sym,
    arguments: Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    let class = run.state.method_class(receiver);
    let Some(signature) = class.and_then(|class| STUBS.method(class, name.as_str())) else {
        return run.unknown_call(receiver, &arguments);
    };
    if run.wrong_arguments(name.as_str(), Some(receiver), signature, &arguments, range) {
        return Value::unknown();
    }
    let name = name.as_str();
    let result = match &receiver.kind {
        Kind::Object(id) => match run.state.heap.get(*id) {
            Object::Dict(_) => dict_method(run, receiver, *id, name, &arguments, range),
            Object::Set(_) => set_method(run, *id, name, &arguments, range),
            _ => list_method(run, *id, name, &arguments, range),
        },
        Kind::Data(_) if name == "format" && receiver.str_value().is_some() => {
            format_fields(run, receiver.str_value().unwrap_or_default(), &arguments, range)
        }
        Kind::Data(ty) if name == "bit_length" => {
            let value = ty.int_value().and_then(Dim::constant);
            value.map(|value| Value::int(Dim::of(i64::from(u64::BITS - value.unsigned_abs().leading_zeros()))))
        }
        Kind::Data(_) if name == "join" => joined_items(run, receiver, &arguments, range),
        Kind::Data(_) => run.str_method(receiver, name, &arguments),
        Kind::Tuple(tuple) => found_among(run, name, &tuple.items, &arguments),
        _ => None,
    };
    let result = result.unwrap_or_else(|| run.given(signature.returns().unwrap_or(Ty::unknown()), &arguments));
    match receiver.kind {
        Kind::Data(_) => arguments.values().fold(result, |result, value| result.with_dependencies(value.dependencies)),
        _ => result,
    }
}

pub fn extend_list<'p>(run: &mut impl Interpreter<'p>, id: ObjectId, value: &Value<'p>, range: TextRange) {
    let more = match run.iterate(value, range) {
        Items::Known(items) => Items::Known(items.into_iter().map(|item| run.stored_in(id, item)).collect()),
        Items::Each(item, count) => Items::Each(run.stored_in(id, item), count),
    };
    run.state.exhausted(value);
    match (run.state.heap.get(id).clone(), more) {
        (Object::List(mut items), Items::Known(more)) => {
            items.extend(more);
            run.state.put(id, Object::List(items));
        }
        (Object::List(mut items), Items::Each(item, count)) => {
            let len = as_dim(items.len());
            items.push(item);
            let item = run.state.summarise(&items).unwrap_or_else(Value::unknown);
            let len = run.state.longer(len, count);
            run.state.put(id, Object::ListOf { item, len });
        }
        (Object::ListOf { item, len }, more) => {
            let (other, count) = (run.state.item_of(&more), more.count());
            let item = match other {
                Some(other) => run.state.summarise(&[item, other]).unwrap_or_else(Value::unknown),
                None => item,
            };
            let len = run.state.longer(len, count);
            run.state.put(id, Object::ListOf { item, len });
        }
        _ => {}
    }
}

fn list_method<'p>(
    run: &mut impl Interpreter<'p>,
    id: ObjectId,
    name: &str,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    Some(match name {
        "append" | "extend" | "insert" => {
            add_to_list(run, id, name, arguments, range);
            Value::none()
        }
        "pop" => run.pop_from_list(id, arguments),
        "copy" => {
            let object = run.state.heap.get(id).clone();
            Value::from(Kind::Object(run.new_object(object)))
        }
        "clear" => {
            run.state.put(id, Object::List(Vec::new()));
            Value::none()
        }
        "reverse" | "sort" => {
            let sorted = match run.state.heap.get(id).clone() {
                Object::List(items) if name == "sort" => {
                    if !arguments.may_name("key") && run.ordered_items(&items, "<", range) {
                        return Some(Value::unknown());
                    }
                    in_order(run, &items, arguments)
                }
                _ => None,
            };
            match sorted {
                Some(items) => run.state.put(id, Object::List(items)),
                None => run.state.reorder_list(id, name),
            }
            Value::none()
        }
        "index" | "count" | "remove" if run.seeks_in_vain(id, arguments, range) => Value::unknown(),
        "index" | "count" => {
            let Object::List(items) = run.state.heap.get(id).clone() else { return None };
            return found_among(run, name, &items, arguments);
        }
        "remove" => {
            run.state.put(id, Object::Escaped);
            Value::none()
        }
        _ => return None,
    })
}

/// `", ".join(items)`, of texts alone; `b"".join(items)` of what has bytes.
fn joined_items<'p>(
    run: &mut impl Interpreter<'p>,
    receiver: &Value<'p>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    let given = arguments.positional.first()?;
    let items = run.iterate(given, range);
    run.state.exhausted(given);
    let joins = match &items {
        Items::Known(items) => items.as_slice(),
        Items::Each(item, Some(count)) if run.state.store.ask_le(Dim::ONE, *count).is_yes() => {
            std::slice::from_ref(item)
        }
        Items::Each(..) => &[],
    };
    let is_of_bytes = run.state.own_class(receiver) == Some(OwnClass::Bytes);
    let (wanted, called) = if is_of_bytes { (OwnClass::Bytes, "bytes") } else { (OwnClass::Text, "strings") };
    let is_other = |item: &&Value<'p>| run.state.own_class(item).is_some_and(|own| own != wanted);
    if let Some(item) = joins.iter().find(is_other).cloned()
        && !run.may_be_guarded(&item)
    {
        let message = format!("join() takes {called}, not {}", run.describe(&item));
        return Some(run.refuse(range, message, &[given, &item]));
    }
    match items {
        Items::Known(items) => joined(receiver.str_value()?, &items),
        Items::Each(..) => None,
    }
}

/// `index` and `count` of items each of which is known to be what is sought or not: where the first is, or how many there are.
fn found_among<'p>(
    machine: &mut Machine<'p>,
    name: &str,
    items: &[Value<'p>],
    arguments: &Arguments<'p>,
) -> Option<Value<'p>> {
    let [sought] = arguments.positional.as_slice() else { return None };
    if arguments.open || !is_constant(machine, sought) {
        return None;
    }
    let (sought, mut found) = (sought.clone(), 0);
    for (place, item) in items.iter().enumerate() {
        match machine.equal(item, &sought) {
            Truth::Yes if name == "index" => return Some(Value::int(as_dim(place))),
            Truth::Yes => found += 1,
            Truth::No => {}
            Truth::Unknown => return None,
        }
    }
    (name == "count").then(|| Value::int(as_dim(found)))
}

/// `append`, `extend`, `insert`.
fn add_to_list<'p>(
    run: &mut impl Interpreter<'p>,
    id: ObjectId,
    name: &str,
    arguments: &Arguments<'p>,
    range: TextRange,
) {
    let given = arguments.positional.get(usize::from(name == "insert"));
    let value = given.cloned().unwrap_or_else(Value::unknown);
    if name == "extend" {
        return extend_list(run, id, &value, range);
    }
    let value = run.stored_in(id, value);
    match (name, run.state.heap.get(id).clone()) {
        ("append", _) => run.state.append(id, value),
        (_, Object::List(mut items)) => {
            let count = i64::try_from(items.len()).unwrap_or(0);
            match arguments.positional.first().and_then(Value::constant_int) {
                Some(place) => {
                    let place = if place < 0 { (place + count).max(0) } else { place.min(count) };
                    items.insert(usize::try_from(place).unwrap_or(0), value);
                    run.state.put(id, Object::List(items));
                }
                None => run.state.put(id, Object::Escaped),
            }
        }
        (_, Object::ListOf { .. }) => run.state.append(id, value),
        _ => {}
    }
}

fn dict_method<'p>(
    run: &mut impl Interpreter<'p>,
    receiver: &Value<'p>,
    id: ObjectId,
    name: &str,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    let Object::Dict(mut entries) = run.state.heap.get(id).clone() else { return None };
    if entries.missing.as_ref().is_some_and(|missing| missing.is_count)
        && let Some(value) = counter_method(run, id, &entries, name, arguments, range)
    {
        return Some(value);
    }
    let key = arguments.positional.first().cloned();
    let constant = key.as_ref().filter(|key| is_constant(run, key));
    let held = constant.and_then(|key| entries.under(key)).cloned();
    let default = arguments.get(1, "default").cloned();
    Some(match name {
        "get" => run.found_under(&entries, key.as_ref(), default),
        "setdefault" => {
            let value = run.found_under(&entries, key.as_ref(), default);
            if held.is_none() {
                let key = key.unwrap_or_else(Value::unknown);
                run.store(receiver, &key, value.clone(), range);
            }
            value
        }
        "items" => run.view(id, Part::Items),
        "keys" => run.view(id, Part::Keys),
        "values" => run.view(id, Part::Values),
        "pop" => match (held, default) {
            (Some(value), _) => {
                constant.and_then(|key| entries.remove(key));
                run.state.put(id, Object::Dict(entries));
                value
            }
            (None, Some(default)) if constant.is_some() && entries.rest.is_none() => default,
            _ => {
                run.state.put(id, Object::Escaped);
                Value::unknown()
            }
        },
        "update" => {
            if let Some(other) = &key {
                add_to_dict(run, id, &mut entries, other, range);
            }
            let known = arguments.keywords.iter();
            let known =
                known.map(|(name, value)| (Value::data(Ty::str(name.as_str())), run.stored_in(id, value.clone())));
            let named = Entries::of(known);
            run.spread(&mut entries, Some(named));
            if arguments.open {
                run.spread(&mut entries, None);
            }
            run.state.put(id, Object::Dict(entries));
            Value::none()
        }
        "copy" => run.new_dict(entries),
        "clear" => {
            run.state.put(id, Object::Dict(Entries { missing: entries.missing, ..Entries::default() }));
            Value::none()
        }
        _ => {
            run.state.put(id, Object::Escaped);
            return None;
        }
    })
}

fn set_method<'p>(
    run: &mut impl Interpreter<'p>,
    id: ObjectId,
    name: &str,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    let Object::Set(mut item) = run.state.heap.get(id).clone() else { return None };
    Some(match name {
        "add" => {
            let value = arguments.positional.first().cloned().unwrap_or_else(Value::unknown);
            run.must_hash(&value, range);
            let value = run.stored_in(id, value);
            let joined = run.state.join_elements(&item, &value);
            run.state.put(id, Object::Set(joined));
            Value::none()
        }
        "update" | "symmetric_difference_update" => {
            for more in &arguments.positional {
                let more = run.iterate(more, range);
                if let Some(more) = run.state.item_of(&more) {
                    let more = run.stored_in(id, more);
                    item = run.state.join_elements(&item, &more);
                }
            }
            run.state.put(id, Object::Set(item));
            return None;
        }
        "pop" => item,
        "copy" => Kind::Object(run.new_object(Object::Set(item))).into(),
        _ => return None,
    })
}
impl<'p> Machine<'p> {
    fn pop_from_list(&mut self, id: ObjectId, arguments: &Arguments<'p>) -> Value<'p> {
        match self.state.heap.get(id).clone() {
            Object::List(mut items) => {
                let key = arguments.positional.first().cloned().unwrap_or_else(|| Value::int(-1));
                match self.state.place_in(items.len(), &key) {
                    Some(Ok(place)) => {
                        let value = items.remove(place);
                        self.state.put(id, Object::List(items));
                        value
                    }
                    // Of a lazy iterator's items some may never be asked for, so that nothing is said of what isn't there.
                    _ => {
                        self.state.put(id, Object::Escaped);
                        Value::unknown()
                    }
                }
            }
            Object::ListOf { item, len } => {
                self.state.put(id, Object::ListOf { item: item.clone(), len: len.minus(1) });
                self.one_of(&item)
            }
            _ => Value::unknown(),
        }
    }

    /// Is what is sought in a list certainly none of its items? That is said.
    fn seeks_in_vain(&mut self, id: ObjectId, arguments: &Arguments<'p>, range: TextRange) -> bool {
        let Object::List(items) = self.state.heap.get(id).clone() else { return false };
        let sought = arguments.positional.first();
        sought.is_some_and(|sought| !arguments.open && self.sought(sought, &items, range))
    }

    /// What `get` gives: what is there, or the default, or one of all.
    fn found_under(&mut self, entries: &Entries<'p>, key: Option<&Value<'p>>, default: Option<Value<'p>>) -> Value<'p> {
        let constant = key.filter(|key| is_constant(self, key));
        if let Some(value) = constant.and_then(|key| entries.under(key)) {
            return value.clone();
        }
        let default = default.unwrap_or_else(Value::none);
        let mut all: Vec<Value<'p>> = match constant {
            Some(key) => entries.elsewhere(key).into_iter().cloned().collect(),
            None => entries.values().cloned().collect(),
        };
        if all.is_empty() {
            return default;
        }
        all.push(default);
        self.one_among(&all)
    }

    fn view(&mut self, dict: ObjectId, part: Part) -> Value<'p> {
        Kind::Object(self.new_object(Object::View { dict, part })).into()
    }

    /// What a method of a known text gives.
    fn str_method(&mut self, receiver: &Value<'p>, name: &str, arguments: &Arguments<'p>) -> Option<Value<'p>> {
        let text = receiver.str_value()?;
        let given: Option<Vec<&str>> = arguments.positional.iter().map(Value::str_value).collect();
        let given = given.filter(|_| !arguments.open && arguments.keywords.is_empty())?;
        let of = |text: &str| Value::data(Ty::str(text));
        Some(match (name, &*given) {
            ("split", [separator]) if !separator.is_empty() => {
                let parts = text.split(separator).map(of).collect();
                self.list(parts)
            }
            ("split", []) => {
                let parts = text.split(is_space).filter(|part| !part.is_empty()).map(of).collect();
                self.list(parts)
            }
            ("find", [part]) => character_at(text, text.find(part)),
            ("rfind", [part]) => character_at(text, text.rfind(part)),
            ("count", [part]) if !part.is_empty() => Value::int(as_dim(text.matches(part).count())),
            ("startswith", [part]) => Value::known_bool(text.starts_with(part)),
            ("endswith", [part]) => Value::known_bool(text.ends_with(part)),
            // What other alphabets do is Python's business.
            ("isdigit" | "isalpha" | "isidentifier" | "isspace" | "isupper" | "islower", []) if text.is_ascii() => {
                Value::known_bool(is_all(text, name))
            }
            // A text that is replaced in itself grows without end.
            ("replace", [old, new]) if text.matches(old).count().saturating_mul(new.len()) > MOST_CHARACTERS => {
                Value::str()
            }
            ("replace", [old, new]) => of(&text.replace(old, new)),
            ("removeprefix", [part]) => of(text.strip_prefix(part).unwrap_or(text)),
            ("removesuffix", [part]) => of(text.strip_suffix(part).unwrap_or(text)),
            ("strip", []) => of(text.trim_matches(is_space)),
            ("lstrip", [part]) => of(text.trim_start_matches(|c| part.contains(c))),
            ("rstrip", [part]) => of(text.trim_end_matches(|c| part.contains(c))),
            ("lower", []) => of(&text.to_lowercase()),
            ("upper", []) => of(&text.to_uppercase()),
            _ => return None,
        })
    }
}

/// The number of the character that begins at a byte; -1 of none.
fn character_at<'p>(text: &str, byte: Option<usize>) -> Value<'p> {
    Value::int(byte.map_or(Dim::of(-1), |byte| as_dim(text[..byte].chars().count())))
}

/// Python takes the separators of ASCII for blanks too.
fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

/// `text.isupper()` and its like, of ASCII.
fn is_all(text: &str, method: &str) -> bool {
    let bytes = text.as_bytes();
    let cased = bytes.iter().any(u8::is_ascii_alphabetic);
    match method {
        "isupper" => cased && !bytes.iter().any(u8::is_ascii_lowercase),
        "islower" => cased && !bytes.iter().any(u8::is_ascii_uppercase),
        "isdigit" => !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit),
        "isalpha" => !bytes.is_empty() && bytes.iter().all(u8::is_ascii_alphabetic),
        "isspace" => !text.is_empty() && text.chars().all(is_space),
        _ => {
            let starts = bytes.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
            starts && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        }
    }
}

impl<'p> State<'p> {
    /// The class of the stubs whose methods a value has.
    pub fn method_class(&self, value: &Value<'p>) -> Option<&'static str> {
        match &value.kind {
            Kind::Data(ty) | Kind::Floating(ty, _) => match ty.kind() {
                TyKind::Str | TyKind::LitStr(_) => Some("str"),
                TyKind::Bytes => Some("bytes"),
                _ => ty.is_python_number().then_some("number"),
            },
            _ => self.container_name(value),
        }
    }

    fn longer(&mut self, len: Dim, count: Option<Dim>) -> Dim {
        match count {
            Some(count) => len.plus(count),
            None => self.store.fresh_dim(FreshKind::Runtime),
        }
    }

    /// One more item of a list, at its end; of many nobody asks where it is.
    pub fn append(&mut self, id: ObjectId, value: Value<'p>) {
        let object = match self.heap.get(id).clone() {
            Object::List(mut items) => {
                items.push(value);
                if items.len() > MAX_KNOWN {
                    let len = as_dim(items.len());
                    Object::ListOf { item: self.summarise(&items).unwrap_or_else(Value::unknown), len }
                } else {
                    Object::List(items)
                }
            }
            Object::ListOf { item, len } => {
                let item = self.summarise(&[item, value]).unwrap_or_else(Value::unknown);
                Object::ListOf { item, len: len.plus(1) }
            }
            _ => return,
        };
        self.put(id, object);
    }

    /// `reverse`, and `sort`, after which nobody knows which item is where.
    fn reorder_list(&mut self, id: ObjectId, name: &str) {
        let Object::List(mut items) = self.heap.get(id).clone() else { return };
        if name == "reverse" {
            items.reverse();
            self.put(id, Object::List(items));
        } else if let Some(item) = self.summarise(&items) {
            self.put(id, Object::ListOf { item, len: as_dim(items.len()) });
        }
    }
}
