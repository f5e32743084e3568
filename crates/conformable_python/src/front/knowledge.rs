//! How much is known of the expressions of a program that are arrays, or might be.
//!
//! A function is often called from another file than its own. So what is known of an expression
//! is kept for its place, and merged: it is known as well as its best evaluation knew it.

use std::collections::BTreeMap;
use std::sync::Arc;

use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

/// What is known of a value that is an array or could be one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum KnowledgeLevel {
    Nothing,
    /// It is no array: a method, a number of Python's.
    Other,
    /// It is an array.
    Array,
    /// Its dtype and its rank.
    Rank,
    /// Its dtype and every size.
    Sizes,
}

/// An expression.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Site {
    /// `None`: nothing says that it is an array.
    known: Option<KnowledgeLevel>,
    /// Why not more is known.
    cause: Option<Arc<str>>,
}

/// The expressions of some files, by where they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    files: BTreeMap<Arc<str>, FxHashMap<TextRange, Site>>,
}

/// How many expressions are known how well.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Expressions that are arrays or NumPy scalars, or that an operation on one gave.
    pub sites: u64,
    /// Of these, those with a dtype and a rank.
    pub ranks: u64,
    /// Of these, those with a dtype and every size: a number, a name, or one that the data decide.
    pub sizes: u64,
    /// How many expressions are unknown for each cause.
    pub causes: BTreeMap<Arc<str>, u64>,
}

impl Knowledge {
    pub(crate) fn note(
        &mut self,
        file: &Arc<str>,
        range: TextRange,
        known: Option<KnowledgeLevel>,
        cause: Option<Arc<str>>,
    ) {
        self.files.entry(Arc::clone(file)).or_default().entry(range).or_default().merge(Site { known, cause });
    }

    /// Adds what another evaluation knew; the order doesn't matter.
    pub fn merge(&mut self, other: Knowledge) {
        for (file, sites) in other.files {
            let mine = self.files.entry(file).or_default();
            if mine.is_empty() {
                *mine = sites;
                continue;
            }
            for (range, site) in sites {
                mine.entry(range).or_default().merge(site);
            }
        }
    }

    /// The counts over the files that `counts` names.
    pub fn counts(&self, counts: impl Fn(&str) -> bool) -> Counts {
        let mut sum = Counts::default();
        for site in self.files.iter().filter(|(file, _)| counts(file)).flat_map(|(_, sites)| sites.values()) {
            if let Some(known) = site.known.filter(|known| *known != KnowledgeLevel::Other) {
                sum.sites += 1;
                sum.ranks += u64::from(known >= KnowledgeLevel::Rank);
                sum.sizes += u64::from(known == KnowledgeLevel::Sizes);
            }
            // Those that keep more than arrays from being known are shown with the rest.
            if let (None | Some(KnowledgeLevel::Nothing), Some(cause)) = (site.known, &site.cause) {
                *sum.causes.entry(Arc::clone(cause)).or_default() += 1;
            }
        }
        sum
    }
}

impl Site {
    fn merge(&mut self, other: Site) {
        self.known = self.known.max(other.known);
        self.cause = match (self.cause.take(), other.cause) {
            (Some(mine), Some(other)) => Some(mine.min(other)),
            (mine, other) => mine.or(other),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_is_known_as_well_as_anywhere() {
        let (file, range) = (Arc::from("a.py"), TextRange::default());
        let site = |known, cause: Option<&str>| {
            let mut one = Knowledge::default();
            one.note(&file, range, known, cause.map(Arc::from));
            one
        };
        let (unknown, known) =
            (site(Some(KnowledgeLevel::Nothing), Some("a parameter")), site(Some(KnowledgeLevel::Rank), None));
        let mut other = unknown.clone();
        other.merge(site(Some(KnowledgeLevel::Other), None));
        assert_eq!(other.counts(|_| true).sites, 0);
        let (mut there, mut back) = (unknown.clone(), known.clone());
        there.merge(known);
        back.merge(unknown);
        assert_eq!(there, back);
        let counts = there.counts(|_| true);
        assert_eq!((counts.sites, counts.ranks, counts.sizes), (1, 1, 0));
        assert!(counts.causes.is_empty());
        assert_eq!(there.counts(|file| file != "a.py"), Counts::default());
    }
}
