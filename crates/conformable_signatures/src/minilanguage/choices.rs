//! Which optional dims are absent: ranks alone decide.
//!
//! "Operands in order; while one has fewer dims than its core dims still present, its leftmost
//! optional dim still present becomes absent everywhere." With ranks that are not known there are
//! several choices, each with what it says of the ranks.

use conformable_types::Shape;

use super::{Item, Mark, MiniSignature, Operand, Sum};

/// More sets of absent dims than two to this are not told apart.
const CHOICES: usize = 6;

/// One set of optional dims that are absent, and the ranks for which it is these.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    pub absent: Vec<Sum>,
    /// For each input.
    pub ranks: Vec<RankRule>,
}

/// How many dims an input has if a choice is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RankRule {
    pub least: usize,
    /// Without a bound if none of its dims had to go.
    pub most: Option<usize>,
}

/// How many items of an operand are present, a `.k.` counting nothing.
fn core(operand: &Operand, absent: &[Sum]) -> usize {
    let present = |item: &&Item| !matches!(item, Item::Dim { sum, mark: Mark::Optional, .. } if absent.contains(sum));
    operand
        .items
        .iter()
        .filter(present)
        .map(|item| match item {
            Item::Dim { .. } => 1,
            Item::Skip(count) => *count,
            Item::SkipRank(_) | Item::Ellipsis => 0,
        })
        .sum()
}

impl MiniSignature {
    /// All choices, the one with the most dims first. Their ranks exclude each other.
    pub fn all_choices(&self) -> Vec<Choice> {
        let mut open = vec![Choice::default()];
        for operand in &self.inputs {
            let mut next = Vec::new();
            for choice in open {
                let mut absent = choice.absent;
                let mut rule = RankRule { least: core(operand, &absent), most: None };
                loop {
                    let ranks = choice.ranks.iter().copied().chain([rule]).collect();
                    next.push(Choice { absent: absent.clone(), ranks });
                    let Some(sum) = operand.optional().find(|sum| !absent.contains(sum)).cloned() else { break };
                    // It goes because there are fewer dims than that.
                    let Some(most) = core(operand, &absent).checked_sub(1) else { break };
                    absent.push(sum);
                    rule = RankRule { least: core(operand, &absent), most: Some(most) };
                }
            }
            open = next;
        }
        open
    }

    /// Which sets of optional dims may be absent. "Operands in order; while one has fewer dims
    /// than its core dims still present, its leftmost optional dim still present becomes absent
    /// everywhere."
    pub(super) fn choices(&self, inputs: &[Shape]) -> Vec<Vec<Sum>> {
        let mut marked: Vec<Sum> = Vec::new();
        for sum in self.inputs.iter().flat_map(Operand::optional) {
            if !marked.contains(sum) {
                marked.push(sum.clone());
            }
        }
        if marked.is_empty() {
            return vec![Vec::new()];
        }
        let mut open: Vec<(usize, Vec<Sum>)> = vec![(0, Vec::new())];
        let mut done = Vec::new();
        while let Some((place, absent)) = open.pop() {
            let Some(operand) = self.inputs.get(place) else {
                if !done.contains(&absent) && done.len() < 1 << CHOICES {
                    done.push(absent);
                }
                continue;
            };
            let shape = inputs[place];
            let next = operand.optional().find(|sum| !absent.contains(sum)).cloned();
            let fewer = shape.rank().map(|rank| rank < core(operand, &absent));
            let drop = |absent: &Vec<Sum>, sum: Sum| {
                let mut absent = absent.clone();
                absent.push(sum);
                (place, absent)
            };
            match (fewer, next) {
                (Some(true), Some(sum)) => open.push(drop(&absent, sum)),
                (None, Some(sum)) => {
                    if shape.min_rank() < core(operand, &absent) {
                        open.push(drop(&absent, sum));
                    }
                    open.push((place + 1, absent));
                }
                _ => open.push((place + 1, absent)),
            }
        }
        done
    }
}
