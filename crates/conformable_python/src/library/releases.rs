//! Which names the releases of NumPy don't share, and what is written instead: `catalogue/releases.toml`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use crate::front::settings::{NumpyVersions, Version};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NameTable {
    names: Vec<NameGroup>,
}

/// Names of one place that came or went together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NameGroup {
    of: String,
    since: Option<String>,
    until: Option<String>,
    again: Option<String>,
    #[serde(default)]
    write: FxHashMap<String, String>,
    #[serde(default)]
    also: FxHashMap<String, String>,
    #[serde(default)]
    instead: FxHashMap<String, String>,
    #[serde(default)]
    gone: Vec<String>,
    #[serde(default)]
    new: Vec<String>,
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

/// By place and name: `numpy.float`, `ndarray.ptp`.
pub static RELEASES: LazyLock<FxHashMap<String, ReleaseName>> = LazyLock::new(|| {
    let table: NameTable =
        serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/releases.json"))).expect("its tables");
    let mut all = FxHashMap::default();
    for group in table.names {
        let release = |text: &Option<String>| text.as_deref().map(version);
        let (since, until, again) = (release(&group.since), release(&group.until), release(&group.again));
        let write = group.write.iter().map(|(name, code)| {
            let also = group.also.get(name).map(|also| format!(" or `{also}`")).unwrap_or_default();
            (name, Some(format!("write `{code}`{also}")))
        });
        let instead = group.instead.iter().map(|(name, words)| (name, Some(format!("use {words}"))));
        let bare = group.gone.iter().chain(&group.new).map(|name| (name, None));
        for (name, advice) in write.chain(instead).chain(bare) {
            all.insert(format!("{}.{name}", group.of), ReleaseName { since, until, again, advice });
        }
    }
    all
});

#[cfg(test)]
mod tests {
    use super::*;

    fn lacking(name: &str, least: Version, below: Option<Version>) -> Lacking {
        RELEASES[name].lacking(&NumpyVersions { least, below })
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
        assert_eq!(RELEASES["numpy.float"].history(), "was removed in NumPy 1.24");
        assert_eq!(RELEASES["numpy.float"].advice.as_deref(), Some("write `float` or `np.float64`"));
        assert_eq!(RELEASES["numpy.trapezoid"].history(), "is new in NumPy 2.0");
        assert!(RELEASES.values().all(|partial| !partial.history().is_empty()));
    }
}
