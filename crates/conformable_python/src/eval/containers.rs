//! Methods of lists, dicts, sets, tuples, strings and numbers.

use conformable_types::{Dim, FreshKind, Ty, TyKind};
use ruff_text_size::TextRange;

use super::Evaluator;
use super::calls::Arguments;
use crate::heap::{Items, Object, ObjectId};
use crate::rules;
use crate::value::{Kind, Sym, Value};

impl<'p> Evaluator<'p> {
    pub fn call_container(
        &mut self,
        receiver: &Value<'p>,
        name: Sym,
        arguments: Arguments<'p>,
        range: TextRange,
    ) -> Value<'p> {
        match &receiver.kind {
            Kind::Object(id) => match self.state.heap.get(*id) {
                Object::List(_) | Object::ListOf { .. } => {
                    self.list_method(receiver, *id, name.as_str(), &arguments, range)
                }
                Object::Dict { .. } => self.dict_method(receiver, *id, name.as_str(), &arguments, range),
                Object::Set(item) => {
                    let item = item.clone();
                    self.set_method(*id, item, name.as_str(), &arguments)
                }
                _ => self.unknown_call(receiver, &arguments),
            },
            Kind::Data(ty) => match ty.kind() {
                TyKind::Str | TyKind::LitStr(_) => {
                    let facts = arguments.values().fold(receiver.facts, |facts, value| facts.and(value.facts));
                    self.str_method(receiver, name.as_str(), &arguments).with_facts(facts)
                }
                _ => Value::unknown(),
            },
            Kind::Tuple(_) => match name.as_str() {
                "count" | "index" => Value::data(Ty::new(TyKind::Int)),
                _ => Value::unknown(),
            },
            _ => self.unknown_call(receiver, &arguments),
        }
    }

    pub fn extend_list(&mut self, id: ObjectId, value: &Value<'p>, range: TextRange) {
        let more = self.iterate(value, range);
        match (self.state.heap.get(id).clone(), more) {
            (Object::List(mut items), Items::Known(more)) => {
                items.extend(more);
                self.state.put(id, Object::List(items));
            }
            (Object::List(mut items), Items::Each(item, count)) => {
                let len = Dim::of(i64::try_from(items.len()).unwrap_or(0));
                items.push(item);
                let item = self.state.summarise(&items).unwrap_or_else(Value::unknown);
                let len = self.longer(len, count);
                self.state.put(id, Object::ListOf { item, len });
            }
            (Object::ListOf { item, len }, more) => {
                let (other, count) = match more {
                    Items::Known(items) => {
                        let count = Dim::of(i64::try_from(items.len()).unwrap_or(0));
                        (self.state.summarise(&items), Some(count))
                    }
                    Items::Each(item, count) => (Some(item), count),
                };
                let item = match other {
                    Some(other) => self.state.join_values(&item, &other),
                    None => item,
                };
                let len = self.longer(len, count);
                self.state.put(id, Object::ListOf { item, len });
            }
            _ => {}
        }
    }

    fn longer(&mut self, len: Dim, count: Option<Dim>) -> Dim {
        match count {
            Some(count) => len.plus(count),
            None => self.state.store.fresh_dim(FreshKind::Runtime),
        }
    }

    fn list_method(
        &mut self,
        receiver: &Value<'p>,
        id: ObjectId,
        name: &str,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) -> Value<'p> {
        let object = self.state.heap.get(id).clone();
        let argument = arguments.positional.first().cloned();
        match (name, object) {
            ("append", Object::List(mut items)) => {
                let value = argument.unwrap_or_else(Value::unknown);
                if items.len() >= 256 {
                    let len = Dim::of(i64::try_from(items.len()).unwrap_or(0)).plus(1);
                    items.push(value);
                    let item = self.state.summarise(&items).unwrap_or_else(Value::unknown);
                    self.state.put(id, Object::ListOf { item, len });
                } else {
                    items.push(value);
                    self.state.put(id, Object::List(items));
                }
                Value::none()
            }
            ("append", Object::ListOf { item, len }) => {
                let value = argument.unwrap_or_else(Value::unknown);
                let item = self.state.join_values(&item, &value);
                self.state.put(id, Object::ListOf { item, len: len.plus(1) });
                Value::none()
            }
            ("extend", _) => {
                let value = argument.unwrap_or_else(Value::unknown);
                self.extend_list(id, &value, range);
                Value::none()
            }
            ("insert", Object::List(mut items)) => {
                let value = arguments.positional.get(1).cloned().unwrap_or_else(Value::unknown);
                let count = i64::try_from(items.len()).unwrap_or(0);
                match argument.as_ref().and_then(Value::constant_int) {
                    Some(place) => {
                        let place = if place < 0 { (place + count).max(0) } else { place.min(count) };
                        items.insert(usize::try_from(place).unwrap_or(0), value);
                        self.state.put(id, Object::List(items));
                    }
                    None => self.state.put(id, Object::Escaped),
                }
                Value::none()
            }
            ("insert", Object::ListOf { item, len }) => {
                let value = arguments.positional.get(1).cloned().unwrap_or_else(Value::unknown);
                let item = self.state.join_values(&item, &value);
                self.state.put(id, Object::ListOf { item, len: len.plus(1) });
                Value::none()
            }
            ("pop", Object::List(mut items)) => {
                let place = match &argument {
                    None => Some(-1),
                    Some(argument) => argument.constant_int(),
                };
                let count = i64::try_from(items.len()).unwrap_or(0);
                let place = place.map(|place| if place < 0 { place + count } else { place });
                match place.and_then(|place| usize::try_from(place).ok()).filter(|place| *place < items.len()) {
                    Some(place) => {
                        let value = items.remove(place);
                        self.state.put(id, Object::List(items));
                        value
                    }
                    None => {
                        self.state.put(id, Object::Escaped);
                        Value::unknown()
                    }
                }
            }
            ("pop", Object::ListOf { item, len }) => {
                self.state.put(id, Object::ListOf { item: item.clone(), len: len.minus(1) });
                self.one_of(&item)
            }
            ("copy", object) => Value::from(Kind::Object(self.new_object(object))),
            ("clear", _) => {
                self.state.put(id, Object::List(Vec::new()));
                Value::none()
            }
            ("reverse", Object::List(mut items)) => {
                items.reverse();
                self.state.put(id, Object::List(items));
                Value::none()
            }
            ("sort" | "reverse", object) => {
                if let Object::List(items) = &object {
                    let len = Dim::of(i64::try_from(items.len()).unwrap_or(0));
                    if let Some(item) = self.state.summarise(items) {
                        self.state.put(id, Object::ListOf { item, len });
                    }
                }
                Value::none()
            }
            ("index" | "count" | "remove", Object::List(items))
                if arguments
                    .positional
                    .first()
                    .cloned()
                    .is_some_and(|sought| !arguments.open && self.sought(&sought, &items, range)) =>
            {
                Value::unknown()
            }
            ("index" | "count", _) => Value::data(Ty::new(TyKind::Int)),
            ("remove", _) => {
                self.state.put(id, Object::Escaped);
                Value::none()
            }
            _ => {
                if !name.starts_with("__") {
                    let message = format!("a list has no attribute `{name}`");
                    self.refute(rules::NO_ATTRIBUTE, range, message, "AttributeError", receiver.facts);
                }
                Value::unknown()
            }
        }
    }

    fn dict_method(
        &mut self,
        receiver: &Value<'p>,
        id: ObjectId,
        name: &str,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) -> Value<'p> {
        let Object::Dict { mut entries, rest } = self.state.heap.get(id).clone() else { return Value::unknown() };
        let key = arguments.positional.first().cloned();
        let known =
            key.as_ref().and_then(|key| entries.iter().position(|(k, _)| k.ty().is_some() && k.ty() == key.ty()));
        let constant = key.as_ref().is_some_and(super::expressions::is_constant);
        match name {
            "get" | "setdefault" => {
                if let (Some(place), true) = (known, constant) {
                    return entries[place].1.clone();
                }
                let default = arguments.get(1, "default").cloned().unwrap_or_else(Value::none);
                if name == "setdefault" {
                    let key = key.unwrap_or_else(Value::unknown);
                    self.store(receiver, &key, default.clone(), range);
                }
                match (constant, &rest) {
                    (true, None) => default,
                    (_, rest) => {
                        let mut all: Vec<Value<'p>> =
                            if constant { Vec::new() } else { entries.into_iter().map(|(_, v)| v).collect() };
                        all.extend(rest.clone());
                        all.push(default);
                        self.one_among(&all)
                    }
                }
            }
            "items" | "keys" | "values" => {
                let pick = |key: &Value<'p>, value: &Value<'p>| match name {
                    "items" => Value::tuple(vec![key.clone(), value.clone()]),
                    "keys" => key.clone(),
                    _ => value.clone(),
                };
                let items = match rest {
                    None => Items::Known(entries.iter().map(|(key, value)| pick(key, value)).collect()),
                    Some(rest) => {
                        let mut values: Vec<Value<'p>> = entries.iter().map(|(_, value)| value.clone()).collect();
                        values.push(rest);
                        let value = self.state.summarise(&values).unwrap_or_else(Value::unknown);
                        Items::Each(pick(&Value::unknown(), &value), None)
                    }
                };
                Kind::Object(self.new_object(Object::Iterator { items })).into()
            }
            "pop" => {
                let value = match known {
                    Some(place) if constant => entries.remove(place).1,
                    _ => {
                        self.state.put(id, Object::Escaped);
                        return Value::unknown();
                    }
                };
                self.state.put(id, Object::Dict { entries, rest });
                value
            }
            "update" => {
                let other = key.as_ref().and_then(|other| self.dict_of(other));
                match (other, &key) {
                    (Some((more, more_rest)), _) => {
                        for (key, value) in more {
                            self.store(receiver, &key, value, range);
                        }
                        if more_rest.is_some() {
                            self.state.put(id, Object::Escaped);
                        }
                    }
                    (None, Some(_)) => self.state.put(id, Object::Escaped),
                    (None, None) => {}
                }
                for (name, value) in &arguments.keywords {
                    self.store(receiver, &Value::data(Ty::str(name.as_str())), value.clone(), range);
                }
                Value::none()
            }
            "copy" => Kind::Object(self.new_object(Object::Dict { entries, rest })).into(),
            "clear" => {
                self.state.put(id, Object::Dict { entries: Vec::new(), rest: None });
                Value::none()
            }
            _ => {
                self.state.put(id, Object::Escaped);
                Value::unknown()
            }
        }
    }

    fn set_method(&mut self, id: ObjectId, item: Value<'p>, name: &str, arguments: &Arguments<'p>) -> Value<'p> {
        match name {
            "add" => {
                let value = arguments.positional.first().cloned().unwrap_or_else(Value::unknown);
                let joined = self.state.join_values(&item, &value);
                self.state.put(id, Object::Set(joined));
                Value::none()
            }
            "discard" | "remove" | "clear" => Value::none(),
            "pop" => item,
            "copy" => Kind::Object(self.new_object(Object::Set(item))).into(),
            _ => Value::unknown(),
        }
    }

    fn str_method(&mut self, receiver: &Value<'p>, name: &str, arguments: &Arguments<'p>) -> Value<'p> {
        match name {
            "split" | "rsplit" | "splitlines" => {
                if let (Some(text), Some(separator), "split", 1) = (
                    receiver.str_value(),
                    arguments.positional.first().and_then(Value::str_value),
                    name,
                    arguments.positional.len(),
                ) && !separator.is_empty()
                {
                    let parts = text.split(separator).map(|part| Value::data(Ty::str(part))).collect();
                    return self.list(parts);
                }
                let len = self.state.store.fresh_dim(FreshKind::Runtime);
                self.list_of(Value::str(), len)
            }
            "startswith" | "endswith" | "isdigit" | "isalpha" | "isidentifier" | "isspace" | "isupper" | "islower" => {
                match (name, receiver.str_value(), arguments.positional.first().and_then(Value::str_value)) {
                    ("startswith", Some(text), Some(part)) => Value::known_bool(text.starts_with(part)),
                    ("endswith", Some(text), Some(part)) => Value::known_bool(text.ends_with(part)),
                    // What other alphabets do is Python's business.
                    (_, Some(text), None) if text.is_ascii() && !name.ends_with("with") => {
                        Value::known_bool(is_all(text, name))
                    }
                    _ => Value::bool(),
                }
            }
            "find" | "rfind" | "index" | "rindex" | "count" => Value::data(Ty::new(TyKind::Int)),
            "encode" => Value::data(Ty::new(TyKind::Bytes)),
            "partition" | "rpartition" => Value::tuple(vec![Value::str(), Value::str(), Value::str()]),
            "replace" | "removeprefix" | "removesuffix" | "strip" | "lstrip" | "rstrip" => {
                let part = |place: usize| arguments.positional.get(place).and_then(Value::str_value);
                let known = receiver.str_value().and_then(|text| match (name, part(0), part(1)) {
                    ("replace", Some(old), Some(new)) if arguments.positional.len() == 2 => {
                        Some(text.replace(old, new))
                    }
                    ("removeprefix", Some(part), None) => Some(text.strip_prefix(part).unwrap_or(text).to_owned()),
                    ("removesuffix", Some(part), None) => Some(text.strip_suffix(part).unwrap_or(text).to_owned()),
                    ("strip", None, None) if arguments.positional.is_empty() => Some(text.trim().to_owned()),
                    ("lstrip", Some(part), None) => Some(text.trim_start_matches(|c| part.contains(c)).to_owned()),
                    ("rstrip", Some(part), None) => Some(text.trim_end_matches(|c| part.contains(c)).to_owned()),
                    _ => None,
                });
                known.map_or_else(Value::str, |text| Value::data(Ty::str(&text)))
            }
            "lower" | "upper" => match receiver.str_value() {
                Some(text) => {
                    Value::data(Ty::str(&if name == "lower" { text.to_lowercase() } else { text.to_uppercase() }))
                }
                None => Value::str(),
            },
            _ => Value::str(),
        }
    }
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
        "isspace" => !bytes.is_empty() && bytes.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 11),
        _ => {
            let starts = bytes.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
            starts && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        }
    }
}
