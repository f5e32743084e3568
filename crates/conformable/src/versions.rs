//! Versions as projects write them: `3.12`, `>=1.26,<3`, and the requirements in `[project]`.

use conformable_python::{NumpyVersions, Version};
use toml::{Table, Value};

/// The releases of NumPy that `[project]` of a `pyproject.toml` requires, of which it may say nothing; what isn't
/// understood says nothing. `None` where the file is no project's: a folder around it may be one.
pub fn required(whole: &Table) -> Option<Option<NumpyVersions>> {
    let dependencies = whole.get("project")?.get("dependencies").and_then(Value::as_array);
    Some(dependencies.and_then(|all| all.iter().filter_map(Value::as_str).find_map(numpy)))
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
        let required = |text: &str| required(&text.parse().expect("TOML"));
        let numpy =
            required("[project]\ndependencies = ['numpydoc>=1', 'numpy (>=1.26,<3) ; python_version > \"3\"']\n");
        let numpy = numpy.expect("a project").expect("a range");
        assert_eq!((numpy.least, numpy.below), ((1, 26), Some((3, 0))));
        assert_eq!(required("[project]\ndependencies = ['numpy']\n"), Some(None));
        assert_eq!(required("[project]\nname = 'x'\n"), Some(None));
        assert_eq!(required("[tool.x]\n"), None);
    }
}
