//! Addresses of documents and paths of files: `file:///home/me/a%20b.py` and `/home/me/a b.py`.
//!
//! Only text is looked at. What has another scheme (`untitled:`) is no file; its path is a name in the root folder that
//! no file has, so that it can be checked all the same.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The path of a document: of a file its own, of any other a name in `root`.
pub fn path_of(uri: &str, root: &Path) -> PathBuf {
    file_path(uri).unwrap_or_else(|| root.join(uri.replace(['/', '\\'], "_")))
}

/// The path of a file's address.
pub fn file_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let (host, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    let path = decoded(path);
    if cfg!(windows) {
        let path = path.replace('/', "\\");
        let text = if host.is_empty() { path.trim_start_matches('\\').to_owned() } else { format!("\\\\{host}{path}") };
        return Some(text.into());
    }
    let is_here = host.is_empty() || host == "localhost";
    (is_here && !path.is_empty()).then(|| path.into())
}

/// The address of a file.
pub fn of_path(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let start = if text.starts_with('/') { "file://" } else { "file:///" };
    let mut uri = start.to_owned();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(char::from(byte)),
            byte => _ = write!(uri, "%{byte:02X}"),
        }
    }
    uri
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut left = text.as_bytes();
    while let [first, rest @ ..] = left {
        let escaped = match rest {
            [high, low, ..] if *first == b'%' => digit(*high).zip(digit(*low)),
            _ => None,
        };
        bytes.push(escaped.map_or(*first, |(high, low)| 16 * high + low));
        left = if escaped.is_some() { &rest[2..] } else { rest };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_paths_and_back() {
        for (uri, path) in [
            ("file:///home/me/a.py", "/home/me/a.py"),
            ("file:///home/me/a%20b.py", "/home/me/a b.py"),
            ("file:///home/m%C3%A9/%F0%9D%92%99.py", "/home/mé/𝒙.py"),
            ("file:///100%25.py", "/100%.py"),
        ] {
            assert_eq!(file_path(uri).as_deref(), Some(Path::new(path)));
            assert_eq!(of_path(Path::new(path)), uri);
        }
        assert_eq!(file_path("file:///a%2.py%").as_deref(), Some(Path::new("/a%2.py%")));
        assert_eq!(file_path("file://localhost/a.py").as_deref(), Some(Path::new("/a.py")));
        assert_eq!(
            (file_path("file://server/a.py"), file_path("untitled:A"), file_path("file://")),
            (None, None, None)
        );
        assert_eq!(path_of("untitled:a/b", Path::new("/p")), Path::new("/p/untitled:a_b"));
    }
}
