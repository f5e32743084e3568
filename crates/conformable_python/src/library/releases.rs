//! Which names the releases of NumPy don't share, and what is written instead: `catalogue/releases.toml`.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use crate::front::settings::{NumpyVersions, Version};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NameTable<'a> {
    #[serde(borrow)]
    names: Vec<NameGroup<'a>>,
}

/// Names of one place that came or went together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NameGroup<'a> {
    of: &'a str,
    since: Option<&'a str>,
    until: Option<&'a str>,
    again: Option<&'a str>,
    #[serde(default, borrow)]
    write: FxHashMap<&'a str, Cow<'a, str>>,
    #[serde(default, borrow)]
    also: FxHashMap<&'a str, Cow<'a, str>>,
    #[serde(default, borrow)]
    instead: FxHashMap<&'a str, Cow<'a, str>>,
    #[serde(default, borrow)]
    gone: FxHashSet<&'a str>,
    #[serde(default, borrow)]
    new: FxHashSet<&'a str>,
}

/// A name that not all releases have.
pub struct ReleaseName {
    since: Option<Version>,
    until: Option<Version>,
    again: Option<Version>,
    /// What to do about it, if there is something to be done.
    pub advice: Option<String>,
}

/// How many of a range of releases lack a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lacking {
    None,
    /// The later ones.
    Later,
    /// The earlier ones.
    Earlier,
    All,
}

impl ReleaseName {
    pub fn lacking(&self, range: &NumpyVersions) -> Lacking {
        let ends_by = |release: Version| range.below.is_some_and(|below| below <= release);
        if self.since.is_some_and(ends_by) {
            return Lacking::All;
        }
        if self.since.is_some_and(|since| range.least < since) {
            return Lacking::Earlier;
        }
        let Some(until) = self.until.filter(|until| !ends_by(*until)) else { return Lacking::None };
        match self.again {
            Some(again) if range.least >= again => Lacking::None,
            // Both before it went and after it came back, or only after: what a project is tested with may have it.
            Some(again) if !ends_by(again) => Lacking::Earlier,
            _ if range.least >= until => Lacking::All,
            _ => Lacking::Later,
        }
    }

    /// What happened to it, for a message: `was removed in NumPy 2.0`.
    pub fn history(&self) -> String {
        match (self.since, self.until) {
            (Some((major, minor)), _) => format!("is new in NumPy {major}.{minor}"),
            (None, Some((major, minor))) => format!("was removed in NumPy {major}.{minor}"),
            (None, None) => String::new(),
        }
    }
}

fn version(text: &str) -> Version {
    let (major, minor) = text.split_once('.').expect("a release");
    (major.parse().expect("a number"), minor.parse().expect("a number"))
}

/// The groups of each place, the last first, with their releases.
static GROUPS: LazyLock<FxHashMap<&'static str, Vec<DatedGroup>>> = LazyLock::new(|| {
    let table: NameTable<'static> =
        serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/releases.json"))).expect("its tables");
    let mut groups: FxHashMap<_, Vec<DatedGroup>> = FxHashMap::default();
    for group in table.names.into_iter().rev() {
        let release = |text: Option<&str>| text.map(version);
        let (since, until, again) = (release(group.since), release(group.until), release(group.again));
        groups.entry(group.of).or_default().push(DatedGroup { group, since, until, again });
    }
    groups
});

struct DatedGroup {
    group: NameGroup<'static>,
    since: Option<Version>,
    until: Option<Version>,
    again: Option<Version>,
}

impl NameGroup<'_> {
    /// What to do about a name of it, if there is something to be done; `None` of one that it hasn't.
    fn advice(&self, name: &str) -> Option<Option<String>> {
        if let Some(code) = self.write.get(name) {
            let also = self.also.get(name).map(|also| format!(" or `{also}`")).unwrap_or_default();
            return Some(Some(format!("write `{code}`{also}")));
        }
        if let Some(words) = self.instead.get(name) {
            return Some(Some(format!("use {words}")));
        }
        (self.gone.contains(name) || self.new.contains(name)).then_some(None)
    }
}

/// The name of a place that not all releases have: `float` of `numpy`, `ptp` of `ndarray`.
pub fn partial(of: &str, name: &str) -> Option<ReleaseName> {
    GROUPS.get(of)?.iter().find_map(|DatedGroup { group, since, until, again }| {
        let advice = group.advice(name)?;
        Some(ReleaseName { since: *since, until: *until, again: *again, advice })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(path: &str) -> ReleaseName {
        let (of, name) = path.rsplit_once('.').expect("a place and a name");
        partial(of, name).expect("it is in the table")
    }

    fn lacking(name: &str, least: Version, below: Option<Version>) -> Lacking {
        named(name).lacking(&NumpyVersions { least, below })
    }

    #[test]
    fn what_is_gone_is_lacking_from_then_on() {
        assert_eq!(lacking("numpy.product", (2, 0), None), Lacking::All);
        assert_eq!(lacking("numpy.product", (1, 26), None), Lacking::Later);
        assert_eq!(lacking("numpy.product", (1, 26), Some((2, 0))), Lacking::None);
        assert_eq!(lacking("numpy.trapz", (2, 0), None), Lacking::Later);
    }

    #[test]
    fn what_is_new_was_lacking_before() {
        assert_eq!(lacking("numpy.trapezoid", (2, 0), None), Lacking::None);
        assert_eq!(lacking("numpy.trapezoid", (1, 26), None), Lacking::Earlier);
        assert_eq!(lacking("numpy.trapezoid", (1, 26), Some((2, 0))), Lacking::All);
    }

    #[test]
    fn what_came_back_is_lacking_in_between() {
        assert_eq!(lacking("numpy.bool", (2, 0), None), Lacking::None);
        assert_eq!(lacking("numpy.bool", (1, 24), Some((2, 0))), Lacking::All);
        assert_eq!(lacking("numpy.bool", (1, 23), None), Lacking::Earlier);
        assert_eq!(lacking("numpy.bool", (1, 23), Some((1, 26))), Lacking::Later);
        assert_eq!(lacking("numpy.bool", (1, 22), Some((1, 24))), Lacking::None);
    }

    #[test]
    fn each_says_what_happened_to_it() {
        assert_eq!(named("numpy.float").history(), "was removed in NumPy 1.24");
        assert_eq!(named("numpy.float").advice.as_deref(), Some("write `float` or `np.float64`"));
        assert_eq!(named("numpy.trapezoid").history(), "is new in NumPy 2.0");
        assert!(GROUPS.values().flatten().all(|group| group.since.is_some() || group.until.is_some()));
    }
}
