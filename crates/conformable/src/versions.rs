//! Versions as projects write them: `3.12`, `>=1.26,<3`, and the requirements in `[project]`.

use conformable_python::{NumpyVersions, Version};
use toml::{Table, Value};

/// The versions of Python and NumPy that are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Required {
    /// The least release of Python.
    pub python: Option<Version>,
    /// The releases of NumPy.
    pub numpy: Option<NumpyVersions>,
}

impl Required {
    /// What `[project]` of a `pyproject.toml` requires; what isn't understood requires nothing.
    pub fn of(whole: &Table) -> Self {
        let Some(project) = whole.get("project") else {
            return Required::default();
        };
        let python = project.get("requires-python").and_then(Value::as_str);
        let python = python.and_then(least);
        let dependencies = project.get("dependencies").and_then(Value::as_array);
        let numpy = dependencies.into_iter().flatten().filter_map(Value::as_str).find_map(numpy);
        Required { python, numpy }
    }

    /// These, and the others where these say nothing.
    pub fn or(self, other: Self) -> Self {
        Required { python: self.python.or(other.python), numpy: self.numpy.or(other.numpy) }
    }
}

/// The least version of `>=3.10,<4`.
fn least(text: &str) -> Option<Version> {
    let bound = |part: &str| version(part.trim().strip_prefix(">=")?);
    text.split(',').find_map(bound)
}

/// The range of a requirement such as `numpy>=1.26,<3; python_version > "3"`.
fn numpy(requirement: &str) -> Option<NumpyVersions> {
    let rest = requirement.trim().strip_prefix("numpy")?.trim_start();
    if rest.starts_with(|c: char| c.is_alphanumeric() || "-_.[".contains(c)) {
        return None;
    }
    let bounds = rest.split(';').next()?.trim();
    let bounds = bounds.trim_start_matches('(').trim_end_matches(')');
    (!bounds.is_empty()).then(|| range(bounds)).flatten()
}

/// `3.12` or `3.12.1`, of which the first two numbers count.
pub fn version(text: &str) -> Option<Version> {
    let mut numbers = text.trim().split('.').map(str::parse::<u16>);
    let major = numbers.next()?.ok()?;
    let minor = numbers.next().unwrap_or(Ok(0)).ok()?;
    numbers.all(|number| number.is_ok()).then_some((major, minor))
}

/// `2.1` (that release), or a list of bounds: `>=1.26,<3`, `~=2.0`, `==2.1.*`.
pub fn range(text: &str) -> Option<NumpyVersions> {
    let mut range = NumpyVersions { least: NumpyVersions::default().least, below: None };
    for part in text.split(',') {
        let part = part.trim();
        let operator = part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len());
        let (operator, number) = part.split_at(operator);
        let (major, minor) = version(number.trim_end_matches(".*"))?;
        let next = (major, minor.saturating_add(1));
        match operator.trim() {
            ">=" => range.least = (major, minor),
            ">" => range.least = next,
            "<" => range.below = Some((major, minor)),
            "<=" => range.below = Some(next),
            "" | "==" => (range.least, range.below) = ((major, minor), Some(next)),
            "~=" => {
                let patch = number.matches('.').count() > 1;
                let below = if patch { next } else { (major.saturating_add(1), 0) };
                (range.least, range.below) = ((major, minor), Some(below));
            }
            // A single release left out changes nothing for the range.
            "!=" => {}
            _ => return None,
        }
    }
    range.below.is_none_or(|below| range.least < below).then_some(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_ranges() {
        let bounds = |text| range(text).map(|range| (range.least, range.below));
        assert_eq!(bounds("2.1"), Some(((2, 1), Some((2, 2)))));
        assert_eq!(bounds("~=2.1"), Some(((2, 1), Some((3, 0)))));
        assert_eq!(bounds("~=2.1.3"), Some(((2, 1), Some((2, 2)))));
        assert_eq!(bounds("==2.1.*"), Some(((2, 1), Some((2, 2)))));
        assert_eq!(bounds(">=2, <2"), None);
        assert_eq!(bounds("two"), None);
        assert_eq!(bounds(">=2,!=2.1.0"), Some(((2, 0), None)));
    }

    #[test]
    fn requirements_of_a_project() {
        let required = |text: &str| Required::of(&text.parse().expect("TOML"));
        let found = required(
            "[project]\nrequires-python = '>=3.10,<4'\n\
             dependencies = ['numpydoc>=1', 'numpy (>=1.26,<3) ; python_version > \"3\"']\n",
        );
        assert_eq!(found.python, Some((3, 10)));
        let numpy = found.numpy.expect("a range");
        assert_eq!((numpy.least, numpy.below), ((1, 26), Some((3, 0))));
        assert_eq!(required("[project]\ndependencies = ['numpy']\n"), Required::default());
        assert_eq!(required("[tool.x]\n"), Required::default());
    }
}
