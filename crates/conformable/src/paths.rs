//! Paths as they are displayed: relative to the working directory, `/` separated, no `.` or `..`
//! in the middle. Only text is looked at, no file.

use std::path::{Component, Path, PathBuf};

/// An absolute path without `.` and `..`, by its text alone (links aren't followed).
pub fn absolute(path: &Path, cwd: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in cwd.join(path).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}

/// The path to show for an absolute path.
pub fn display(path: &Path, cwd: &Path) -> String {
    let relative = relative(path, cwd).unwrap_or_else(|| path.to_owned());
    let text = relative.to_string_lossy();
    let text = match std::path::MAIN_SEPARATOR {
        '/' => text.into_owned(),
        other => text.replace(other, "/"),
    };
    // A report is lines: a name that has control characters is shown with them escaped.
    if !text.contains(char::is_control) {
        return text;
    }
    text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
}

/// `path` seen from `base`; `None` if they share nothing but the root.
fn relative(path: &Path, base: &Path) -> Option<PathBuf> {
    for (up, ancestor) in base.ancestors().enumerate() {
        if up > 0 && ancestor.parent().is_none() {
            return None;
        }
        if let Ok(rest) = path.strip_prefix(ancestor) {
            let mut whole: PathBuf = std::iter::repeat_n("..", up).collect();
            whole.push(rest);
            let is_base = whole.as_os_str().is_empty();
            return Some(if is_base { PathBuf::from(".") } else { whole });
        }
    }
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shown(path: &str) -> String {
        let cwd = Path::new("/home/me/project");
        display(&absolute(Path::new(path), cwd), cwd)
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(shown("a\nb.py"), "a\\nb.py");
    }

    #[test]
    fn relative_to_the_working_directory() {
        assert_eq!(shown("a.py"), "a.py");
        assert_eq!(shown("./src/../b/a.py"), "b/a.py");
        assert_eq!(shown("/home/me/project/a.py"), "a.py");
        assert_eq!(shown("../other/a.py"), "../other/a.py");
        assert_eq!(shown("/usr/lib/a.py"), "/usr/lib/a.py");
        assert_eq!(shown("."), ".");
    }

    #[test]
    fn from_the_root() {
        let root = Path::new("/");
        assert_eq!(display(Path::new("/usr/a.py"), root), "usr/a.py");
    }
}
