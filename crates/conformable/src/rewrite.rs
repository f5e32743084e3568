//! Exchanges the texts of files.

use std::fs;
use std::path::Path;

/// Exchanges the text of a file at once: who reads it sees the old one or the new one. A mark of its encoding stays.
pub fn write(path: &Path, old: &str, new: &str) -> Result<(), String> {
    let reason = |error: std::io::Error| error.to_string();
    let path = &fs::canonicalize(path).map_err(reason)?;
    let bytes = fs::read(path).map_err(reason)?;
    let mark = if bytes.starts_with(b"\xef\xbb\xbf") { &bytes[..3] } else { &[] };
    if &bytes[mark.len()..] != old.as_bytes() {
        return Err("it isn't UTF-8, or has changed".to_owned());
    }
    let mut name = std::ffi::OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".conformable");
    let beside = path.with_file_name(name);
    let written = fs::write(&beside, [mark, new.as_bytes()].concat())
        .and_then(|()| fs::set_permissions(&beside, fs::metadata(path)?.permissions()))
        .and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.map_err(reason)
}
