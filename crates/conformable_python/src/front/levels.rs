//! The table of facts without its types, as plain data: what a run that keeps its results writes down and reads again.
//!
//! Only what is counted is here: levels, causes, and which files are tests. Contexts, types and signatures aren't.

use std::collections::BTreeMap;
use std::sync::Arc;

use ruff_text_size::{TextRange, TextSize};
use serde::{Deserialize, Serialize};

use crate::front::facts::{Cause, Facts, KnowledgeLevel, Site};

/// How well the expressions of some files are known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Levels {
    /// Why expressions are unknown; files speak of these by their places in this list.
    causes: Vec<Cause>,
    files: Vec<FileLevels>,
}

/// How well the expressions of one file are known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FileLevels {
    /// The displayed path.
    file: Arc<str>,
    /// Whether it is a test, whose expressions aren't counted.
    is_test: bool,
    /// Its expressions, in the order of their places.
    sites: Vec<SiteLevel>,
}

/// How well one expression is known, in small numbers, which take a byte each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SiteLevel {
    /// How many bytes it begins behind the beginning of the one before.
    from: u32,
    length: u32,
    /// The place of its level in [`LEVELS`].
    level: u8,
    /// The place of its cause in [`Levels::causes`], from 1; 0 for none.
    cause: u32,
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
        for (number, place) in (1..).zip(numbers.values_mut()) {
            *place = number;
        }
        let files = facts.files().map(|(path, file)| {
            let said = file.sites.iter().filter(|(_, site)| site.known.is_some() || site.cause.is_some());
            let mut said: Vec<(&TextRange, &Site)> = said.collect();
            said.sort_unstable_by_key(|(range, _)| (range.start(), range.end()));
            let mut last = TextSize::default();
            let site_level = |(range, site): (&TextRange, &Site)| SiteLevel {
                from: (range.start() - std::mem::replace(&mut last, range.start())).to_u32(),
                length: range.len().to_u32(),
                level: LEVELS.iter().position(|level| *level == site.known).map_or(0, |at| at as u8),
                cause: site.cause.as_ref().map_or(0, |cause| numbers[cause]),
            };
            let sites = said.into_iter().map(site_level).collect();
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
            let mut start = TextSize::default();
            for site in &file.sites {
                start = start.checked_add(site.from.into())?;
                let range = TextRange::new(start, start.checked_add(site.length.into())?);
                let known = *LEVELS.get(usize::from(site.level))?;
                let cause = match site.cause.checked_sub(1) {
                    Some(place) => Some(self.causes.get(place as usize)?.clone()),
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
