//! `einsum(subscripts, shapes)`: the shape of a sum of products (numpy.einsum).
//!
//! Each operand's dims are labelled by letters, `...` standing for any number of dims in one
//! place. Within one operand a label is one size; between operands the sizes of a label broadcast
//! (a 1 yields), and so do the dims of the ellipses, from the right. Without `->` the output has
//! the ellipsis and then the labels that occur once, in the order of their characters. White space
//! does not matter.

use conformable_types::{Dim, FreshKind, Shape};

use super::axes;
use super::broadcast::{broadcast, joined};
use super::measure::append;
use super::params::{Rest, Text};
use super::{Body, Relation, to_i64};
use crate::cause::{Failure, FailureKind, Part};
use crate::context::Context;
use crate::store::Fact;

pub(super) static EINSUM: Relation = Relation {
    name: "einsum",
    body: &Body::of(|cx, call, (Text(subscripts), Rest(shapes)): (Text, Rest<Shape>)| match subscripts {
        Some(subscripts) => einsum(cx, subscripts, &shapes),
        None => Ok(call.shape(cx)),
    }),
};

/// The labels of one operand or of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Labels {
    pub front: Vec<char>,
    /// The labels after the ellipsis, if there is one.
    pub back: Option<Vec<char>>,
}

impl Labels {
    fn all(&self) -> impl Iterator<Item = char> + '_ {
        self.front.iter().chain(self.back.iter().flatten()).copied()
    }

    fn count(&self) -> usize {
        self.all().count()
    }
}

/// Subscripts, parsed; the output as written or as implied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subscripts {
    pub operands: Vec<Labels>,
    pub output: Labels,
}

impl Subscripts {
    /// # Errors
    /// If the text is no subscripts: the failure says at which character.
    pub fn parse(text: &str) -> Result<Subscripts, Failure> {
        let (inputs, output) = match text.split_once("->") {
            Some((inputs, output)) => (inputs, Some(output)),
            None => (text, None),
        };
        let operands = inputs.split(',').map(labels).collect::<Result<Vec<_>, _>>()?;
        let output = match output {
            Some(output) => labels(output)?,
            None => implied(&operands),
        };
        let mut seen = Vec::new();
        for label in output.all() {
            if seen.contains(&label) {
                return Err(wrong(format!("the output has '{label}' twice")));
            }
            if !operands.iter().any(|operand| operand.all().any(|other| other == label)) {
                return Err(wrong(format!("no operand has the output's label '{label}'")));
            }
            seen.push(label);
        }
        Ok(Subscripts { operands, output })
    }
}

fn wrong(message: String) -> Failure {
    Failure::new(FailureKind::Einsum, message, vec![Part::whole(0)])
}

fn labels(text: &str) -> Result<Labels, Failure> {
    let mut found = Labels { front: vec![], back: None };
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("...") {
            if found.back.replace(vec![]).is_some() {
                return Err(wrong(format!("'{}' has more than one ellipsis", text.trim())));
            }
            rest = after;
            continue;
        }
        rest = &rest[next.len_utf8()..];
        match next {
            ' ' => {}
            label if label.is_ascii_alphabetic() => found.back.as_mut().unwrap_or(&mut found.front).push(label),
            other => return Err(wrong(format!("'{other}' is no label: labels are letters"))),
        }
    }
    Ok(found)
}

fn implied(operands: &[Labels]) -> Labels {
    let all: Vec<char> = operands.iter().flat_map(Labels::all).collect();
    let mut once: Vec<char> =
        all.iter().copied().filter(|label| all.iter().filter(|other| *other == label).count() == 1).collect();
    once.sort_unstable();
    if operands.iter().any(|operand| operand.back.is_some()) {
        Labels { front: vec![], back: Some(once) }
    } else {
        Labels { front: once, back: None }
    }
}

struct Occurrence {
    label: char,
    size: Dim,
    operand: usize,
    part: Part,
}

/// The shape of `np.einsum(subscripts, ...)` of operands of these shapes.
///
/// # Errors
/// If the text is wrong, the number of operands or a rank does not fit, or the sizes of a label
/// do not: the failure names the label, the operands and the axes.
fn einsum(cx: &mut Context, text: &str, shapes: &[(Shape, Part)]) -> Result<Shape, Failure> {
    let subscripts = Subscripts::parse(text)?;
    let (expected, given) = (subscripts.operands.len(), shapes.len());
    if expected != given {
        return Err(wrong(format!("'{text}' is for {expected} operands, not {given}")));
    }
    let mut occurrences = Vec::new();
    let mut ellipses: Vec<(Shape, Part)> = Vec::new();
    for (operand, (labels, (shape, part))) in subscripts.operands.iter().zip(shapes).enumerate() {
        let middle = label_dims(cx, operand, labels, *shape, part, &mut occurrences)?;
        if labels.back.is_some() {
            ellipses.push((middle, part.clone()));
        }
    }
    let middle = broadcast(cx, &ellipses).map_err(|failure| Failure {
        kind: FailureKind::Einsum,
        message: format!("in '...': {}", failure.message),
        ..failure
    })?;
    if subscripts.output.back.is_none() && middle.min_rank() > 0 {
        return Err(wrong(format!("the output has no '...', which stands for {:?} dims", middle.rank_dim())));
    }
    if subscripts.output.back.is_none() && middle.rank().is_none() {
        for (shape, _) in &ellipses {
            cx.learn(&Fact::Shape(*shape, Shape::scalar()));
        }
    }
    let mut sizes: Vec<(char, Dim)> = Vec::new();
    for occurrence in &occurrences {
        if !sizes.iter().any(|(label, _)| *label == occurrence.label) {
            let size = label_size(cx, occurrence.label, &occurrences)?;
            sizes.push((occurrence.label, size));
        }
    }
    let size_of = |label: &char| sizes.iter().find(|(other, _)| other == label).map_or(Dim::ONE, |(_, size)| *size);
    let output = &subscripts.output;
    let front: Shape = output.front.iter().map(size_of).collect();
    let Some(back) = &output.back else { return Ok(front) };
    let back: Shape = back.iter().map(size_of).collect();
    Ok(append(append(front, middle), back))
}

/// Each label's size in one operand; returns the dims of its ellipsis.
fn label_dims(
    cx: &mut Context,
    operand: usize,
    labels: &Labels,
    shape: Shape,
    part: &Part,
    occurrences: &mut Vec<Occurrence>,
) -> Result<Shape, Failure> {
    let count = labels.count();
    let own: String = labels.front.iter().collect::<String>()
        + if labels.back.is_some() { "..." } else { "" }
        + &labels.back.iter().flatten().collect::<String>();
    let misfit = |dims: String| {
        let message = format!("operand {operand} has {dims} dims, '{own}' has {count}");
        Failure::new(FailureKind::Einsum, message, vec![Part::whole(0), part.clone()])
    };
    let (front, back) = (labels.front.len(), labels.back.as_ref().map_or(0, Vec::len));
    let mut shape = cx.resolve_shape(shape);
    match shape.rank() {
        _ if labels.back.is_none() => shape = axes::of_rank(cx, shape, count, misfit)?,
        Some(rank) if rank < count => return Err(misfit(rank.to_string())),
        Some(_) => {}
        None => {
            axes::require_rank(cx, shape, count, || misfit(format!("at least {}", shape.min_rank())))?;
            shape = cx.reveal(shape, front, back);
        }
    }
    if shape.rank().is_some_and(|rank| rank < count) {
        return Err(misfit(shape.min_rank().to_string()));
    }
    let mut note = |label: char, axis: i64, size: Option<Dim>, cx: &mut Context| {
        let size = size.unwrap_or_else(|| cx.fresh_dim(FreshKind::Unknown));
        occurrences.push(Occurrence { label, size, operand, part: Part { axis: Some(axis), ..part.clone() } });
    };
    for (place, &label) in labels.front.iter().enumerate() {
        let axis = to_i64(place);
        note(label, axis, shape.at(axis), cx);
    }
    for (place, &label) in labels.back.iter().flatten().enumerate() {
        let axis = to_i64(place) - to_i64(back);
        note(label, axis, shape.at(axis), cx);
    }
    let data = shape.data();
    Ok(match &data.rest {
        None => Shape::of(&data.prefix[front..data.prefix.len() - back]),
        Some((seq, suffix)) if data.prefix.len() >= front && suffix.len() >= back => {
            let kept = suffix[..suffix.len() - back].into();
            Shape::new(data.prefix[front..].iter().copied(), Some((*seq, kept)))
        }
        Some(_) => cx.fresh_shape(),
    })
}

/// One size within an operand, broadcast between operands.
fn label_size(cx: &mut Context, label: char, all: &[Occurrence]) -> Result<Dim, Failure> {
    let own: Vec<&Occurrence> = all.iter().filter(|occurrence| occurrence.label == label).collect();
    for (place, b) in own.iter().enumerate() {
        for a in &own[..place] {
            let same = a.operand == b.operand;
            let fact = if same { Fact::Eq(a.size, b.size) } else { Fact::Broadcast(a.size, b.size) };
            cx.require(fact, || {
                let message = format!("'{label}' is {:?} and {:?}", a.size, b.size);
                Failure::new(FailureKind::Einsum, message, vec![Part::whole(0), a.part.clone(), b.part.clone()])
            })?;
        }
    }
    let sizes: Vec<Dim> = own.iter().map(|occurrence| cx.resolve_dim(occurrence.size)).collect();
    Ok(joined(cx, &sizes))
}

#[cfg(test)]
mod tests {
    use conformable_types::Seq;

    use super::*;
    use crate::Store;

    fn run(text: &str, shapes: &[&[i64]]) -> Result<String, String> {
        let shapes = shapes.iter().map(|s| (s.iter().map(|d| Dim::of(*d)).collect(), Part::whole(1)));
        einsum(&mut Context::new(&Store::new()), text, &shapes.collect::<Vec<_>>())
            .map(|shape| format!("{shape:?}"))
            .map_err(|failure| failure.message)
    }

    #[test]
    fn sizes_and_labels() {
        assert_eq!(run("ij,jk->ik", &[&[2, 3], &[3, 4]]), Ok("[2, 4]".into()));
        assert_eq!(run("ij,jk->ik", &[&[2, 3], &[4, 5]]), Err("'j' is 3 and 4".into()));
        assert_eq!(run("i,i->i", &[&[1], &[3]]), Ok("[3]".into()));
        assert_eq!(run("ii", &[&[1, 3]]), Err("'i' is 1 and 3".into()));
        assert_eq!(run(" b A ", &[&[2, 3]]), Ok("[3, 2]".into()));
        assert_eq!(run("...i,i->...", &[&[4, 2, 3], &[3]]), Ok("[4, 2]".into()));
        assert_eq!(run("i...", &[&[2, 3]]), Ok("[3, 2]".into()));
    }

    #[test]
    fn wrong_subscripts() {
        assert_eq!(run("ij->il", &[&[2, 3]]), Err("no operand has the output's label 'l'".into()));
        assert_eq!(run("i,j->ii", &[&[2], &[2]]), Err("the output has 'i' twice".into()));
        assert_eq!(run("i,j", &[&[2]]), Err("'i,j' is for 2 operands, not 1".into()));
        assert_eq!(run("ij->i", &[&[3]]), Err("operand 0 has 1 dims, 'ij' has 2".into()));
        assert_eq!(run("i.j", &[&[2, 3]]), Err("'.' is no label: labels are letters".into()));
        assert!(run("i...->i", &[&[2, 3]]).is_err());
        assert!(run("i...->i", &[&[2]]).is_ok());
    }

    #[test]
    fn labels_tell_an_unknown_rank() {
        let mut cx = Context::new(&Store::new());
        let s = Seq::name("s").shape();
        let result =
            einsum(&mut cx, "ij,jk->ik", &[Shape::of(&[3, 4].map(Dim::of)), s].map(|s| (s, Part::whole(1)))).unwrap();
        let known = cx.resolve_shape(s);
        assert_eq!(known.rank(), Some(2));
        assert_eq!(result.dims(), Some(&[Dim::of(3), known.at(1).unwrap()][..]));
    }
}
