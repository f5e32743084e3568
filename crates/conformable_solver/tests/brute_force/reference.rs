//! What NumPy does to shapes, slowly and obviously, on plain numbers. Nothing of the solver is
//! used here. `None`: it raises.

pub type Shape = Vec<i64>;

pub fn broadcast(shapes: &[Shape]) -> Option<Shape> {
    let rank = shapes.iter().map(Vec::len).max().unwrap_or(0);
    let mut result = vec![1; rank];
    for shape in shapes {
        for (i, &size) in shape.iter().rev().enumerate() {
            let place = &mut result[rank - 1 - i];
            if *place == 1 {
                *place = size;
            } else if size != 1 && size != *place {
                return None;
            }
        }
    }
    Some(result)
}

/// A size that is `None` is written 1, and repeated; all others at a place are the same, 1 too.
pub fn static_broadcast(shapes: &[Vec<Option<i64>>]) -> Option<Shape> {
    let rank = shapes.iter().map(Vec::len).max().unwrap_or(0);
    let at = |place: usize| -> Option<i64> {
        let back = rank - place;
        let known: Vec<i64> =
            shapes.iter().filter(|shape| shape.len() >= back).filter_map(|shape| shape[shape.len() - back]).collect();
        known.iter().all(|size| *size == known[0]).then(|| known.first().copied().unwrap_or(1))
    };
    (0..rank).map(at).collect()
}

/// `a[place] = value`
pub fn store_into(value: &Shape, place: &Shape) -> Option<Shape> {
    let mut value = value.clone();
    while value.len() > place.len() {
        if value.remove(0) != 1 {
            return None;
        }
    }
    let pairs = value.iter().rev().zip(place.iter().rev());
    pairs.into_iter().all(|(&size, &room)| size == 1 || size == room).then(|| place.clone())
}

fn normal(axes: &[i64], rank: usize) -> Option<Vec<usize>> {
    let rank = rank as i64;
    let mut found = vec![];
    for &axis in axes {
        if axis < -rank || axis >= rank {
            return None;
        }
        let axis = (if axis < 0 { axis + rank } else { axis }) as usize;
        if found.contains(&axis) {
            return None;
        }
        found.push(axis);
    }
    Some(found)
}

pub fn replace(shape: &Shape, axes: &[i64], what: &Shape) -> Option<Shape> {
    let axes = normal(axes, shape.len())?;
    let mut result = vec![];
    for (i, &size) in shape.iter().enumerate() {
        if axes.contains(&i) { result.extend(what) } else { result.push(size) }
    }
    Some(result)
}

pub fn insert(shape: &Shape, axes: &[i64], what: &Shape) -> Option<Shape> {
    let rank = shape.len() + axes.len();
    let axes = normal(axes, rank)?;
    let mut rest = shape.iter();
    let mut result = vec![];
    for i in 0..rank {
        if axes.contains(&i) { result.extend(what) } else { result.push(*rest.next()?) }
    }
    Some(result)
}

pub fn permute(shape: &Shape, axes: &[i64]) -> Option<Shape> {
    if axes.len() != shape.len() {
        return None;
    }
    Some(normal(axes, shape.len())?.into_iter().map(|axis| shape[axis]).collect())
}

pub fn reshape(shape: &Shape, new: &[i64]) -> Option<Shape> {
    let size: i64 = shape.iter().product();
    let known: i64 = new.iter().filter(|d| **d >= 0).product();
    match new.iter().filter(|d| **d < 0).count() {
        0 => (size == known).then(|| new.to_vec()),
        1 if known == 0 || size % known != 0 => None,
        1 => Some(new.iter().map(|&d| if d < 0 { size / known } else { d }).collect()),
        _ => None,
    }
}

pub fn concat(shapes: &[Shape], axis: Option<i64>) -> Option<Shape> {
    let Some(axis) = axis else { return Some(vec![shapes.iter().map(|s| s.iter().product::<i64>()).sum()]) };
    let first = shapes.first()?;
    if first.is_empty() {
        return None;
    }
    let axis = normal(&[axis], first.len())?[0];
    let mut result = first.clone();
    for shape in &shapes[1..] {
        if shape.len() != first.len() {
            return None;
        }
        for i in 0..first.len() {
            if i == axis {
                result[i] += shape[i];
            } else if shape[i] != first[i] {
                return None;
            }
        }
    }
    Some(result)
}

pub fn same(shapes: &[Shape]) -> Option<Shape> {
    let first = shapes.first()?;
    shapes.iter().all(|shape| shape == first).then(|| first.clone())
}

/// Subscripts without ellipsis, with an explicit output.
pub fn einsum(operands: &[&str], output: &str, shapes: &[Shape]) -> Option<Shape> {
    let mut sizes: Vec<(char, i64)> = vec![];
    for (labels, shape) in operands.iter().zip(shapes) {
        if labels.len() != shape.len() {
            return None;
        }
        let mut own: Vec<(char, i64)> = vec![];
        for (label, &size) in labels.chars().zip(shape) {
            match own.iter().find(|(other, _)| *other == label) {
                Some((_, known)) if *known != size => return None,
                Some(_) => {}
                None => own.push((label, size)),
            }
        }
        for (label, size) in own {
            match sizes.iter_mut().find(|(other, _)| *other == label) {
                Some((_, known)) if *known == 1 => *known = size,
                Some((_, known)) if size != 1 && *known != size => return None,
                Some(_) => {}
                None => sizes.push((label, size)),
            }
        }
    }
    output.chars().map(|label| sizes.iter().find(|(other, _)| *other == label).map(|(_, size)| *size)).collect()
}

pub fn align(a: &Shape, b: &Shape, unit: i64, op: fn(i64, i64) -> i64) -> Shape {
    let rank = a.len().max(b.len());
    let fill = |shape: &Shape| -> Shape {
        std::iter::repeat_n(unit, rank - shape.len()).chain(shape.iter().copied()).collect()
    };
    fill(a).into_iter().zip(fill(b)).map(|(x, y)| op(x, y)).collect()
}

/// One item of a key.
#[derive(Clone, Debug)]
pub enum Item {
    Int(i64),
    Slice(Option<i64>, Option<i64>, i64),
    New,
    Ellipsis,
    List(Vec<i64>),
}

pub fn slice(start: Option<i64>, stop: Option<i64>, step: i64, n: i64) -> i64 {
    let place = |bound: i64| if bound < 0 { bound + n } else { bound };
    let (lowest, highest) = if step > 0 { (0, n) } else { (-1, n - 1) };
    let mut at = start.map_or(if step > 0 { 0 } else { n - 1 }, |b| place(b).clamp(lowest, highest));
    let end = stop.map_or(if step > 0 { n } else { -1 }, |b| place(b).clamp(lowest, highest));
    let mut count = 0;
    while (step > 0 && at < end) || (step < 0 && at > end) {
        count += 1;
        at += step;
    }
    count
}

pub fn index(shape: &Shape, items: &[Item]) -> Option<Shape> {
    let taken = items.iter().filter(|item| !matches!(item, Item::New | Item::Ellipsis)).count();
    if taken > shape.len() || items.iter().filter(|item| matches!(item, Item::Ellipsis)).count() > 1 {
        return None;
    }
    let mut items = items.to_vec();
    if !items.iter().any(|item| matches!(item, Item::Ellipsis)) {
        items.push(Item::Ellipsis);
    }
    let fancy = items.iter().any(|item| matches!(item, Item::List(_)));
    let mut at = 0;
    let mut result = vec![];
    let mut places = vec![];
    let mut lists = vec![];
    let mut ranges = vec![];
    for (i, item) in items.iter().enumerate() {
        match item {
            Item::Int(value) => {
                (-shape[at] <= *value && *value < shape[at]).then_some(())?;
                at += 1;
                places.push((i, result.len()));
                lists.push(vec![]);
            }
            Item::List(values) => {
                ranges.push((values.clone(), shape[at]));
                at += 1;
                places.push((i, result.len()));
                lists.push(vec![values.len() as i64]);
            }
            Item::Slice(start, stop, step) => {
                result.push(slice(*start, *stop, *step, shape[at]));
                at += 1;
            }
            Item::New => result.push(1),
            Item::Ellipsis => {
                let count = shape.len() - taken;
                result.extend(&shape[at..at + count]);
                at += count;
            }
        }
    }
    if !fancy {
        return Some(result);
    }
    let group = broadcast(&lists)?;
    if group.iter().product::<i64>() > 0 {
        for (values, size) in ranges {
            values.iter().all(|v| -size <= *v && *v < size).then_some(())?;
        }
    }
    let neighbours = places[places.len() - 1].0 - places[0].0 + 1 == places.len();
    let place = if neighbours { places[0].1 } else { 0 };
    Some(result[..place].iter().chain(&group).chain(&result[place..]).copied().collect())
}
