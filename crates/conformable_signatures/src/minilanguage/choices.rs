//! Which optional dims are absent: ranks alone decide.
//!
//! "Operands in order; while one has fewer dims than its core dims still present, its leftmost
//! optional dim still present becomes absent everywhere." With ranks that are not known there are
//! several choices, each with what it says of the ranks.

use conformable_types::Shape;

use super::{Item, Mark, MiniSignature, Operand, Sum};

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
        self.choices_where(|_, _, _| true)
    }

    /// The sets of optional dims that may be absent for inputs of these shapes, each once.
    pub(super) fn choices(&self, inputs: &[Shape]) -> Vec<Vec<Sum>> {
        let possible = self.choices_where(|place, rule, last| {
            let shape = inputs[place];
            let few_enough = |rank: usize| rule.most.is_none_or(|most| rank <= most);
            match shape.rank() {
                // Too few even without all optional dims is a failure, which that choice tells.
                Some(rank) => few_enough(rank) && (last || rank >= rule.least),
                None => few_enough(shape.min_rank()),
            }
        });
        let mut distinct: Vec<Vec<Sum>> = Vec::new();
        for Choice { absent, .. } in possible {
            if !distinct.contains(&absent) {
                distinct.push(absent);
            }
        }
        distinct
    }

    /// The choices all of whose rules fit: the rule of an input, and whether no more of its dims can
    /// go. One that does not fit is followed no further.
    fn choices_where(&self, fits: impl Fn(usize, RankRule, bool) -> bool) -> Vec<Choice> {
        let mut open = vec![Choice::default()];
        for (place, operand) in self.inputs.iter().enumerate() {
            let mut next = Vec::new();
            for choice in open {
                let mut absent = choice.absent;
                let mut most = None;
                loop {
                    let least = core(operand, &absent);
                    let rule = RankRule { least, most };
                    // An optional dim goes because there are fewer dims than those.
                    let fewer = least.checked_sub(1);
                    let goes = operand.optional().find(|sum| !absent.contains(sum)).filter(|_| fewer.is_some());
                    if fits(place, rule, goes.is_none()) {
                        let ranks = choice.ranks.iter().copied().chain([rule]).collect();
                        next.push(Choice { absent: absent.clone(), ranks });
                    }
                    let Some(sum) = goes else { break };
                    absent.push(sum.clone());
                    most = fewer;
                }
            }
            open = next;
        }
        open
    }
}
