//! `itertools`: iterators over what others give.
//!
//! Nothing here is as lazy as the library is: what is iterated has begun when the iterator is made.

use conformable_types::{Ty, TyKind};
use ruff_text_size::TextRange;
use rustc_hash::FxHashSet;

use crate::domain::heap::Items;
use crate::domain::uses::Use;
use crate::domain::value::{Kind, Value};
use crate::eval::call::arguments::Arguments;
use crate::eval::interpreter::Interpreter;
use crate::eval::machine::elements::{another_each, made_of_each, row_of_each};

/// The functions of `itertools` whose items are known; `None` for any other.
pub fn iterator_function<'p>(
    run: &mut impl Interpreter<'p>,
    name: &str,
    first: Option<&Value<'p>>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Option<Value<'p>> {
    Some(match (name, first) {
        ("product", Some(_)) => product(run, arguments, range),
        ("combinations" | "permutations", Some(value)) => {
            combinations(run, value, name == "permutations", arguments, range)
        }
        ("chain", Some(_)) => chain(run, arguments, range),
        ("chain.from_iterable", Some(value)) => flattened(run, value, range),
        ("pairwise", Some(value)) => pairwise(run, value, range),
        ("zip_longest", _) => zip_longest(run, arguments, range),
        ("groupby", Some(value)) => groups(run, value, arguments, range),
        ("islice", Some(value)) => islice(run, value, arguments, range),
        ("cycle", Some(value)) => {
            let items = run.iterate(value, range);
            let item = run.state.any_item(&items);
            run.iterator(Items::Each(item, None))
        }
        ("repeat", Some(value)) => repeated(run, value, arguments),
        ("count", _) => {
            let is_int = |value: &Value<'p>| matches!(value.ty().map(Ty::kind), Some(TyKind::Int | TyKind::IntOf(_)));
            let ints = !arguments.open && arguments.values().all(is_int);
            let item = if ints { Value::data(Ty::new(TyKind::Int)) } else { Value::unknown() };
            run.iterator(Items::Each(item, None))
        }
        _ => return None,
    })
}

/// `groupby(items, key)`: keys, each with an iterator over the items that have it.
///
/// One iterator stands for those of all groups, as a summary: of none of them it is known whether it was used up.
fn groups<'p>(
    run: &mut impl Interpreter<'p>,
    value: &Value<'p>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    let items = run.iterate(value, range);
    let item = run.state.any_item(&items);
    let key = match arguments.get(1, "key").filter(|key| !key.is_none()) {
        _ if arguments.open => Value::unknown(),
        Some(key) => run.run_at(run.takers.runs_of(range).or_later(), |run| {
            made_of_each(run, &item, |run, item| run.call(key, Arguments::of(vec![item]), range))
        }),
        None => another_each(run, &item),
    };
    let group = run.iterator(Items::Each(item, None));
    if let Kind::Object(id) = group.kind {
        run.state.heap.summarise(id);
    }
    run.iterator(Items::Each(Value::tuple(vec![key, group]), None))
}

/// `islice(items, stop)`, `islice(items, start, stop, step)`.
fn islice<'p>(
    run: &mut impl Interpreter<'p>,
    value: &Value<'p>,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    // An iterator keeps the items that nobody has taken yet.
    let is_used_up = run.state.is_iterator(value);
    let items = run.iterate(value, range);
    let bounds: Option<Vec<Option<usize>>> = arguments.positional[1..].iter().map(bound).collect();
    let sliced = match (items, bounds.as_deref()) {
        (Items::Known(items), Some(bounds)) if !is_used_up && !arguments.open => {
            let (start, stop, step) = match *bounds {
                [stop] => (None, stop, None),
                [start, stop] => (start, stop, None),
                [start, stop, step] => (start, stop, step),
                _ => return Value::unknown(),
            };
            let taken = items.into_iter().take(stop.unwrap_or(usize::MAX)).skip(start.unwrap_or(0));
            Items::Known(taken.step_by(step.unwrap_or(1).max(1)).collect())
        }
        (items, _) => Items::Each(run.state.any_item(&items), None),
    };
    run.iterator(sliced)
}

/// A bound of a slice that is written out, or None; nothing for any other.
fn bound(value: &Value<'_>) -> Option<Option<usize>> {
    if value.is_none() {
        return Some(None);
    }
    value.constant_int().and_then(|bound| usize::try_from(bound).ok()).map(Some)
}

/// `repeat(value, times)`.
fn repeated<'p>(run: &mut impl Interpreter<'p>, value: &Value<'p>, arguments: &Arguments<'p>) -> Value<'p> {
    let count = arguments.get(1, "times").and_then(Value::int_value).filter(|count| count.constant() >= Some(0));
    run.iterator(Items::Each(value.clone(), count))
}

/// `chain.from_iterable(several)`.
fn flattened<'p>(run: &mut impl Interpreter<'p>, value: &Value<'p>, range: TextRange) -> Value<'p> {
    match run.iterate(value, range) {
        Items::Known(several) => chain(run, &Arguments::of(several), range),
        Items::Each(one, _) => {
            let items = chained(run, &one, range);
            let item = run.state.any_item(&items);
            run.iterator(Items::Each(item, None))
        }
    }
}

/// What a part of a chain gives. It is asked when those before it have ended, which may be never: that it can't be
/// iterated is no failure here.
fn chained<'p>(run: &mut impl Interpreter<'p>, part: &Value<'p>, range: TextRange) -> Items<'p> {
    if run.allows(part, Use::Iterate) { run.iterate(part, range) } else { Items::Each(Value::unknown(), None) }
}

/// Rows as long as the longest: what has ended gives `fillvalue`. An iterator that stands there twice gives each of its
/// items to one of the places.
fn zip_longest<'p>(run: &mut impl Interpreter<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
    let mut iterators = FxHashSet::default();
    let is_shared =
        arguments.positional.iter().filter(|value| run.state.is_iterator(value)).any(|value| match value.kind {
            Kind::Object(id) => !iterators.insert(id),
            _ => true,
        });
    let sources: Vec<Items<'p>> = arguments.positional.iter().map(|value| run.iterate(value, range)).collect();
    if arguments.open {
        return run.iterator(Items::Each(Value::unknown(), None));
    }
    let fill = arguments.keyword("fillvalue").cloned().unwrap_or_else(Value::none);
    let known: Option<Vec<&Vec<Value<'p>>>> = sources
        .iter()
        .map(|items| match items {
            Items::Known(items) if !is_shared => Some(items),
            _ => None,
        })
        .collect();
    let items = match known {
        Some(known) => {
            let longest = known.iter().map(|items| items.len()).max().unwrap_or(0);
            let row =
                |place| Value::tuple(known.iter().map(|items| items.get(place).unwrap_or(&fill).clone()).collect());
            Items::Known((0..longest).map(row).collect())
        }
        None => {
            let filled = |items: &Items<'p>| {
                let item = run.state.any_item(items);
                Items::Each(run.state.join_values(&item, &fill), None)
            };
            let filled: Vec<Items<'p>> = sources.iter().map(filled).collect();
            Items::Each(row_of_each(run, &filled), None)
        }
    };
    run.iterator(items)
}

/// Each item with the next.
fn pairwise<'p>(run: &mut impl Interpreter<'p>, value: &Value<'p>, range: TextRange) -> Value<'p> {
    let items = match run.iterate(value, range) {
        Items::Known(items) => Items::Known(items.windows(2).map(|pair| Value::tuple(pair.to_vec())).collect()),
        items => Items::Each(row_of_each(run, &[items.clone(), items]), None),
    };
    run.iterator(items)
}

fn chain<'p>(run: &mut impl Interpreter<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
    let mut known = Vec::new();
    let mut each = None;
    for value in arguments.positional.clone() {
        match chained(run, &value, range) {
            Items::Known(items) => known.extend(items),
            items @ Items::Each(..) => each = Some(run.state.any_item(&items)),
        }
    }
    let items = match each {
        _ if arguments.open => Items::Each(Value::unknown(), None),
        None => Items::Known(known),
        Some(item) => {
            known.push(item);
            Items::Each(run.state.summarise(&known).unwrap_or_else(Value::unknown), None)
        }
    };
    run.iterator(items)
}

fn product<'p>(run: &mut impl Interpreter<'p>, arguments: &Arguments<'p>, range: TextRange) -> Value<'p> {
    let mut sources: Vec<Items<'p>> = arguments.positional.iter().map(|value| run.iterate(value, range)).collect();
    if arguments.open {
        return run.iterator(Items::Each(Value::unknown(), None));
    }
    if let Some(repeat) = arguments.keyword("repeat").map(Value::constant_int) {
        let Some(repeat) = repeat.and_then(|repeat| usize::try_from(repeat).ok()).filter(|r| *r <= 8) else {
            return run.iterator(Items::Each(Value::unknown(), None));
        };
        let once = sources.clone();
        sources = std::iter::repeat_n(once, repeat).flatten().collect();
    }
    if let Some(rows) = every_row(&sources) {
        return run.iterator(Items::Known(rows.into_iter().map(Value::tuple).collect()));
    }
    let row = row_of_each(run, &sources);
    run.iterator(Items::Each(row, None))
}

fn combinations<'p>(
    run: &mut impl Interpreter<'p>,
    value: &Value<'p>,
    ordered: bool,
    arguments: &Arguments<'p>,
    range: TextRange,
) -> Value<'p> {
    let items = run.iterate(value, range);
    let count = arguments.get(1, "r").and_then(Value::constant_int).and_then(|r| usize::try_from(r).ok());
    if let (Items::Known(items), Some(count)) = (&items, count)
        && let Some(rows) = chosen(items, count, ordered)
    {
        return run.iterator(Items::Known(rows.into_iter().map(Value::tuple).collect()));
    }
    match count.filter(|count| *count <= 8) {
        Some(count) => {
            let row = row_of_each(run, &vec![items; count]);
            run.iterator(Items::Each(row, None))
        }
        None => run.iterator(Items::Each(Value::unknown(), None)),
    }
}

/// More rows than this are not listed one by one.
const LISTED: usize = 256;

/// One value of each source, the last running fastest; `None` if they are not known or too many.
fn every_row<'p>(sources: &[Items<'p>]) -> Option<Vec<Vec<Value<'p>>>> {
    let mut rows: Vec<Vec<Value<'p>>> = vec![Vec::new()];
    for source in sources {
        let Items::Known(items) = source else { return None };
        if rows.len() * items.len() > LISTED {
            return None;
        }
        let longer = |row: &Vec<Value<'p>>, item: &Value<'p>| row.iter().chain([item]).cloned().collect();
        rows = rows.iter().flat_map(|row| items.iter().map(|item| longer(row, item)).collect::<Vec<_>>()).collect();
    }
    Some(rows)
}

/// `count` of the items in every way, in the order of their places; `ordered` tells (a, b) from (b, a).
fn chosen<'p>(items: &[Value<'p>], count: usize, ordered: bool) -> Option<Vec<Vec<Value<'p>>>> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let mut longer = Vec::new();
        for row in &rows {
            let first = if ordered { 0 } else { row.last().map_or(0, |last| last + 1) };
            longer.extend((first..items.len()).filter(|place| !row.contains(place)).map(|place| {
                let mut next = row.clone();
                next.push(place);
                next
            }));
        }
        if longer.len() > LISTED {
            return None;
        }
        rows = longer;
    }
    Some(rows.into_iter().map(|row| row.into_iter().map(|place| items[place].clone()).collect()).collect())
}
