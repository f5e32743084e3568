//! The mini-language read slowly and obviously: all ranks of `.k.` and all sizes of names are
//! tried. Shares nothing with the program but the text of a signature.

use std::collections::BTreeSet;

pub type Shape = Vec<i64>;

/// Names take sizes up to this.
pub const MOST: i64 = 12;
/// Where small ones are not enough, up to this.
pub const LARGE: i64 = 40;
/// `.k.` skips up to so many dims.
pub const MOST_SKIPPED: usize = 5;

#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Name(char),
    Int(i64),
    Op(&'static str, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mark {
    None,
    Optional,
    OrOne,
    Data,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Item {
    Dim(Expr, Mark),
    Skip(usize),
    SkipRank(char),
    Ellipsis,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    /// `+`, `=` or nothing.
    pub prefix: Option<char>,
    pub cap: Option<usize>,
    pub inputs: Vec<Vec<Item>>,
    pub outputs: Vec<Vec<Item>>,
}

impl Expr {
    fn text(&self) -> String {
        match self {
            Expr::Name(name) => name.to_string(),
            Expr::Int(value) => value.to_string(),
            Expr::Op(op @ ("min" | "max"), a, b) => format!("{op}({}, {})", a.text(), b.text()),
            Expr::Op(op, a, b) => format!("({}){op}({})", a.text(), b.text()),
        }
    }

    pub fn names(&self, found: &mut Vec<char>) {
        match self {
            Expr::Name(name) => found.push(*name),
            Expr::Int(_) => {}
            Expr::Op(_, a, b) => {
                a.names(found);
                b.names(found);
            }
        }
    }

    fn value(&self, sizes: &[(char, i64)]) -> Option<i64> {
        Some(match self {
            Expr::Name(name) => sizes.iter().find(|(own, _)| own == name)?.1,
            Expr::Int(value) => *value,
            Expr::Op(op, a, b) => {
                let (a, b) = (a.value(sizes)?, b.value(sizes)?);
                match *op {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    "min" => a.min(b),
                    "max" => a.max(b),
                    // Rounded down, the remainder with the divisor's sign.
                    "//" if b != 0 => (a - a.rem_euclid(b.abs())) / b - i64::from(b < 0 && a.rem_euclid(b.abs()) != 0),
                    "%" if b > 0 => a.rem_euclid(b),
                    _ => return None,
                }
            }
        })
    }
}

impl Signature {
    pub fn text(&self) -> String {
        let item = |item: &Item| match item {
            Item::Dim(expr, Mark::None) => expr.text(),
            Item::Dim(expr, Mark::Optional) => format!("{}?", expr.text()),
            Item::Dim(expr, Mark::OrOne) => format!("{}|1", expr.text()),
            Item::Dim(expr, Mark::Data) => format!("!{}", expr.text()),
            Item::Skip(count) => format!(".{count}."),
            Item::SkipRank(name) => format!(".{name}."),
            Item::Ellipsis => "...".to_owned(),
        };
        let operand = |items: &Vec<Item>| format!("({})", items.iter().map(item).collect::<Vec<_>>().join(","));
        let list = |operands: &[Vec<Item>]| operands.iter().map(operand).collect::<Vec<_>>().join(",");
        let prefix = self.prefix.map_or(String::new(), String::from);
        let cap = self.cap.map_or(String::new(), |cap| cap.to_string());
        format!("{prefix}{cap}{}->{}", list(&self.inputs), list(&self.outputs))
    }

    /// All outputs that some sizes of the names give; -1 is a size that the data decide.
    pub fn outputs(&self, inputs: &[Shape]) -> BTreeSet<Vec<Shape>> {
        self.outputs_within(inputs, MOST)
    }

    /// The same, with sizes of names up to `most`.
    pub fn outputs_within(&self, inputs: &[Shape], most: i64) -> BTreeSet<Vec<Shape>> {
        let signature = self.with_present(inputs);
        let mut found = BTreeSet::new();
        let mut names: Vec<char> = Vec::new();
        for item in signature.inputs.iter().flatten() {
            if let Item::SkipRank(name) = item
                && !names.contains(name)
            {
                names.push(*name);
            }
        }
        let mut counts: Vec<Vec<(char, usize)>> = vec![vec![]];
        for name in names {
            let more = |known: Vec<(char, usize)>| {
                (0..=MOST_SKIPPED).map(move |count| [known.as_slice(), &[(name, count)]].concat())
            };
            counts = counts.into_iter().flat_map(more).collect();
        }
        for skipped in counts {
            signature.of_skipped(inputs, &skipped, most, &mut found);
        }
        found
    }

    /// Without the optional dims that are absent: while an operand has fewer dims than it needs,
    /// its leftmost optional dim goes, everywhere.
    fn with_present(&self, inputs: &[Shape]) -> Signature {
        let mut signature = self.clone();
        for (place, input) in inputs.iter().enumerate() {
            loop {
                let operand = &signature.inputs[place];
                let needed: usize = operand
                    .iter()
                    .map(|item| match item {
                        Item::Dim(..) => 1,
                        Item::Skip(count) => *count,
                        Item::SkipRank(_) | Item::Ellipsis => 0,
                    })
                    .sum();
                let optional = operand.iter().find(|item| matches!(item, Item::Dim(_, Mark::Optional))).cloned();
                match optional {
                    Some(gone) if input.len() < needed => {
                        for operand in signature.inputs.iter_mut().chain(&mut signature.outputs) {
                            operand.retain(|item| *item != gone);
                        }
                    }
                    _ => break,
                }
            }
        }
        signature
    }

    fn of_skipped(&self, inputs: &[Shape], skipped: &[(char, usize)], most: i64, found: &mut BTreeSet<Vec<Shape>>) {
        let mut dims: Vec<(Expr, Mark, i64)> = Vec::new();
        // Labels with their number among equal ones, and the dims of each operand that has them.
        let mut segments: Vec<(Item, usize, Vec<Shape>)> = Vec::new();
        let mut batches: Vec<Shape> = Vec::new();
        for (items, shape) in self.inputs.iter().zip(inputs) {
            let fixed: usize = items.iter().map(|item| length(item, skipped).unwrap_or(0)).sum();
            let open = self.prefix.is_some() || items.contains(&Item::Ellipsis);
            if shape.len() < fixed || (!open && shape.len() != fixed) {
                return;
            }
            let rest = shape.len() - fixed;
            let mut at = 0;
            if self.prefix.is_some() {
                batches.push(shape[..rest].to_vec());
                at = rest;
            }
            for (place, item) in items.iter().enumerate() {
                let end = at + length(item, skipped).unwrap_or(rest);
                if let Item::Dim(expr, mark) = item {
                    dims.push((expr.clone(), *mark, shape[at]));
                } else {
                    let nth = items[..place].iter().filter(|other| *other == item).count();
                    let own = shape[at..end].to_vec();
                    match segments.iter_mut().find(|(label, number, _)| label == item && *number == nth) {
                        Some((_, _, shapes)) => shapes.push(own),
                        None => segments.push((item.clone(), nth, vec![own])),
                    }
                }
                at = end;
            }
        }
        let together = |shapes: &[Shape]| match self.prefix {
            Some('+') => broadcast(shapes),
            _ => shapes.iter().all(|shape| *shape == shapes[0]).then(|| shapes[0].clone()),
        };
        let Some(batch) = (if batches.is_empty() { Some(vec![]) } else { together(&batches) }) else { return };
        if self.cap.is_some_and(|cap| batch.len() > cap) {
            return;
        }
        let mut joined = Vec::new();
        for (label, nth, shapes) in &segments {
            let Some(shape) = together(shapes) else { return };
            joined.push((label.clone(), *nth, shape));
        }
        for sizes in valuations(&self.names(), most) {
            if dims.iter().all(|(expr, mark, dim)| holds(expr, *mark, *dim, &sizes, &dims))
                && let Some(outputs) = self.of_sizes(&batch, &joined, &sizes)
            {
                found.insert(outputs);
            }
        }
    }

    fn of_sizes(&self, batch: &Shape, segments: &[(Item, usize, Shape)], sizes: &[(char, i64)]) -> Option<Vec<Shape>> {
        let output = |items: &Vec<Item>| {
            let mut shape = batch.clone();
            for (place, item) in items.iter().enumerate() {
                match item {
                    Item::Dim(_, Mark::Data) => shape.push(-1),
                    Item::Dim(expr, _) => shape.push(expr.value(sizes).filter(|size| *size >= 0)?),
                    label => {
                        let nth = items[..place].iter().filter(|other| *other == label).count();
                        let own = segments.iter().find(|(own, number, _)| own == label && *number == nth)?;
                        shape.extend(&own.2);
                    }
                }
            }
            Some(shape)
        };
        self.outputs.iter().map(output).collect()
    }

    fn names(&self) -> Vec<char> {
        let mut names = Vec::new();
        for item in self.inputs.iter().flatten() {
            if let Item::Dim(expr, _) = item {
                expr.names(&mut names);
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }
}

fn length(item: &Item, skipped: &[(char, usize)]) -> Option<usize> {
    match item {
        Item::Dim(..) => Some(1),
        Item::Skip(count) => Some(*count),
        Item::SkipRank(name) => Some(skipped.iter().find(|(own, _)| own == name).map_or(0, |(_, count)| *count)),
        Item::Ellipsis => None,
    }
}

fn valuations(names: &[char], most: i64) -> Vec<Vec<(char, i64)>> {
    let mut all: Vec<Vec<(char, i64)>> = vec![vec![]];
    for name in names {
        all = all
            .into_iter()
            .flat_map(|known| (0..=most).map(move |size| [known.as_slice(), &[(*name, size)]].concat()))
            .collect();
    }
    all
}

/// Does an item have this size?
fn holds(expr: &Expr, mark: Mark, dim: i64, sizes: &[(char, i64)], dims: &[(Expr, Mark, i64)]) -> bool {
    let Some(value) = expr.value(sizes) else { return false };
    if mark != Mark::OrOne {
        return value == dim;
    }
    if let Expr::Name(name) = expr {
        let marked_everywhere = dims.iter().all(|(other, mark, _)| {
            let mut names = Vec::new();
            other.names(&mut names);
            !names.contains(name) || (*mark == Mark::OrOne && other == expr)
        });
        if marked_everywhere {
            // It is what all these sizes broadcast to.
            let own: Vec<Shape> = dims.iter().filter(|(o, _, _)| o == expr).map(|(_, _, dim)| vec![*dim]).collect();
            return broadcast(&own) == Some(vec![value]);
        }
    }
    dim == value || dim == 1
}

fn broadcast(shapes: &[Shape]) -> Option<Shape> {
    let rank = shapes.iter().map(Vec::len).max().unwrap_or(0);
    let mut result = vec![1; rank];
    for shape in shapes {
        for (place, size) in shape.iter().enumerate() {
            let at = rank - shape.len() + place;
            match (result[at], *size) {
                (_, 1) => {}
                (1, size) => result[at] = size,
                (a, b) if a == b => {}
                _ => return None,
            }
        }
    }
    Some(result)
}
