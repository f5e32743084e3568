//! The table of facts without its types, as plain data: what a run that keeps its results writes down and reads again.
//!
//! Only what is counted is here: levels, causes, and which files are tests. Contexts, types and signatures aren't.

use std::collections::BTreeMap;
use std::sync::Arc;

use ruff_text_size::{TextRange, TextSize};

use crate::front::facts::{Cause, Facts, KnowledgeLevel, Site};

/// How well the expressions of some files are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// Why expressions are unknown; files speak of these by their places in this list.
    pub causes: Vec<Cause>,
    /// The files.
    pub files: Vec<FileLevels>,
}

/// How well the expressions of one file are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLevels {
    /// The displayed path.
    pub file: Arc<str>,
    /// Whether it is a test, whose expressions aren't counted.
    pub is_test: bool,
    /// Its expressions, in the order of their places.
    pub sites: Vec<SiteLevel>,
}

/// How well one expression is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteLevel {
    /// Where it begins and ends, in bytes.
    pub range: (u32, u32),
    /// A number for its level, which [`Levels::facts`] understands.
    pub level: u8,
    /// The place of its cause in [`Levels::causes`].
    pub cause: Option<u32>,
}

/// The levels in the order of their numbers.
const LEVELS: [Option<KnowledgeLevel>; 6] = [
    None,
    Some(KnowledgeLevel::Nothing),
    Some(KnowledgeLevel::Other),
    Some(KnowledgeLevel::Array),
    Some(KnowledgeLevel::Rank),
    Some(KnowledgeLevel::Sizes),
];

impl Levels {
    /// What these facts say of levels. Expressions of which nothing is said are left out.
    pub fn of(facts: &Facts) -> Levels {
        let mut numbers: BTreeMap<&Cause, u32> = BTreeMap::new();
        let causes = facts.files().flat_map(|(_, file)| file.sites.values().filter_map(|site| site.cause.as_ref()));
        numbers.extend(causes.map(|cause| (cause, 0)));
        for (number, place) in (0..).zip(numbers.values_mut()) {
            *place = number;
        }
        let site_level = |(range, site): (&TextRange, &Site)| SiteLevel {
            range: (range.start().to_u32(), range.end().to_u32()),
            level: LEVELS.iter().position(|level| *level == site.known).map_or(0, |at| at as u8),
            cause: site.cause.as_ref().map(|cause| numbers[cause]),
        };
        let files = facts.files().map(|(path, file)| {
            let mut sites: Vec<SiteLevel> = file.sites.iter().map(site_level).collect();
            sites.retain(|site| site.level > 0 || site.cause.is_some());
            sites.sort_unstable_by_key(|site| site.range);
            FileLevels { file: Arc::clone(path), is_test: !file.is_counted(), sites }
        });
        let files = files.collect();
        Levels { causes: numbers.into_keys().cloned().collect(), files }
    }

    /// Facts that say this; `None` if a number is none that [`of`](Levels::of) gives.
    pub fn facts(&self) -> Option<Facts> {
        let mut facts = Facts::default();
        for file in &self.files {
            let found = facts.file_mut(&file.file);
            found.is_test = file.is_test;
            for site in &file.sites {
                let (start, end) = site.range;
                if start > end {
                    return None;
                }
                let range = TextRange::new(TextSize::new(start), TextSize::new(end));
                let known = *LEVELS.get(usize::from(site.level))?;
                let cause = match site.cause {
                    Some(number) => Some(self.causes.get(number as usize)?.clone()),
                    None => None,
                };
                found.sites.insert(range, Site { known, cause, ..Site::default() });
            }
        }
        Some(facts)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{FactsWanted, ParsedFiles, Program, Settings, SourceFile};

    #[test]
    fn facts_are_read_as_they_were_written() {
        let text = "import numpy as np\ndef f(x):\n    return x @ np.ones(3) + unknown(x)\nf(np.ones((2, 3)))\n";
        let file = |path: &str| SourceFile { path: path.into(), text: text.into(), module: None };
        let settings = Settings { facts: FactsWanted::Levels, ..Settings::default() };
        let parsed = ParsedFiles::default();
        let program = Program::new(&parsed, vec![file("a.py"), file("test_a.py")], settings);
        let program = Arc::new(program);
        let mut facts = program.check_file(0).facts;
        facts.merge(program.check_file(1).facts);
        let levels = Levels::of(&facts);
        let read = levels.facts().expect("as written");
        assert!(read.counts().sites > 3 && read.counts().begins.len() == 1, "{:?}", read.counts());
        assert_eq!(read.counts(), facts.counts());
        assert_eq!(Levels::of(&read), levels);
        let mut wrong = levels;
        wrong.files[0].sites[0].level = 9;
        assert_eq!(wrong.facts(), None);
    }
}
