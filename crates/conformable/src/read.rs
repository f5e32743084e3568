//! Bytes to text, as Python reads its source: a byte order mark, else the coding cookie of the
//! first two lines (PEP 263), else UTF-8. What can't be read is a diagnostic, never a failure.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use conformable_python::diagnostic::{Diagnostic, Span};
use conformable_python::rules;
use ruff_text_size::TextRange;

/// The text of a file, or the diagnostic that says why there is none.
pub fn read(path: &Path, shown: &str) -> Result<Arc<str>, Box<Diagnostic>> {
    let text = regular(path).and_then(decode);
    text.map(Arc::from).map_err(|why| unreadable(shown, &why))
}

/// The largest file that is read. Python's own library has none of a hundredth of this size.
const MOST_BYTES: u64 = 256 << 20;

/// The bytes of a regular file: a pipe or a device may have no end.
fn regular(path: &Path) -> Result<Vec<u8>, String> {
    let data = std::fs::metadata(path).map_err(|error| reason(&error))?;
    if data.is_dir() {
        return Err("it is a folder".to_owned());
    }
    if !data.is_file() {
        return Err("it is no regular file".to_owned());
    }
    if data.len() > MOST_BYTES {
        return Err(too_large());
    }
    std::fs::read(path).map_err(|error| reason(&error))
}

/// The text of standard input.
pub fn standard_input() -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| reason(&error))?;
    if bytes.len() as u64 > MOST_BYTES { Err(too_large()) } else { decode(bytes) }
}

fn too_large() -> String {
    format!("it is larger than {} MB", MOST_BYTES >> 20)
}

/// The text of a regular file in UTF-8, for what isn't Python: settings, stubs.
pub fn text(path: &Path) -> Result<String, String> {
    utf8(regular(path)?, 0)
}

/// The diagnostic for a path that can't be read.
pub fn unreadable(shown: &str, why: &str) -> Box<Diagnostic> {
    let place = Span::new(shown, TextRange::default());
    let message = format!("this can't be read: {why}");
    Box::new(Diagnostic::new(rules::UNREADABLE, place, message))
}

fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// Decodes Python source; the error says why it can't be.
pub fn decode(bytes: Vec<u8>) -> Result<String, String> {
    if u32::try_from(bytes.len()).is_err() {
        return Err("it is larger than 4 GB".to_owned());
    }
    const MARK: &[u8] = b"\xef\xbb\xbf";
    if bytes.starts_with(MARK) {
        return utf8(bytes[MARK.len()..].to_vec(), MARK.len());
    }
    let Some(cookie) = cookie(&bytes) else {
        return utf8(bytes, 0);
    };
    // As Python has it: what is neither a letter nor a digit separates, and says nothing at the end.
    let words = cookie.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').filter(|word| !word.is_empty());
    let name = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    match name.as_str() {
        "utf-8" | "utf8" | "utf" | "u8" | "utf-8-sig" => utf8(bytes, 0),
        "latin-1" | "latin1" | "iso-8859-1" | "iso8859-1" | "8859" | "l1" | "cp819" => {
            Ok(bytes.into_iter().map(char::from).collect())
        }
        "ascii" | "us-ascii" | "646" => match bytes.iter().position(|byte| !byte.is_ascii()) {
            None => utf8(bytes, 0),
            Some(at) => Err(format!("byte {at} isn't ASCII, which its coding line promises")),
        },
        // Editors write it at the end of UTF-8 files as well as of others.
        _ if bytes.is_ascii() => utf8(bytes, 0),
        name => by_label(name, &bytes).unwrap_or_else(|| Err(format!("the encoding `{cookie}` isn't known"))),
    }
}

/// In a browser their tables are most of what a page would load, and the browser has them.
#[cfg(target_family = "wasm")]
fn by_label(_: &str, _: &[u8]) -> Option<Result<String, String>> {
    None
}

/// Text in one of the encodings that the web has, by its name there: `big5`, `koi8-r`, `cp1251`.
#[cfg(not(target_family = "wasm"))]
fn by_label(name: &str, bytes: &[u8]) -> Option<Result<String, String>> {
    let encoding = encoding_rs::Encoding::for_label(name.as_bytes())?;
    // Source of which an ASCII character is more than a byte has no line that says so.
    if !encoding.is_ascii_compatible() {
        return None;
    }
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes);
    Some(text.map(|text| text.into_owned()).ok_or_else(|| format!("it isn't {}", encoding.name())))
}

fn utf8(bytes: Vec<u8>, skipped: usize) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count();
        format!("it isn't UTF-8: byte {} on line {line}", at + skipped)
    })
}

/// The encoding named by a comment in the first two lines.
fn cookie(bytes: &[u8]) -> Option<String> {
    for line in bytes.split(|&byte| byte == b'\n').take(2) {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_matches([' ', '\t', '\x0c', '\r']);
        let Some(comment) = line.strip_prefix('#') else {
            if line.is_empty() {
                continue;
            }
            return None;
        };
        for (at, word) in comment.match_indices("coding") {
            let Some(rest) = comment[at + word.len()..].strip_prefix([':', '=']) else {
                continue;
            };
            let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
            let rest = rest.trim_start_matches([' ', '\t']);
            let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            if end > 0 {
                return Some(rest[..end].to_owned());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> Result<String, String> {
        decode(bytes.to_vec())
    }

    #[test]
    fn marks_and_cookies() {
        assert_eq!(decoded(b"x = 1\n"), Ok("x = 1\n".to_owned()));
        assert_eq!(decoded("é".as_bytes()), Ok("é".to_owned()));
        assert_eq!(decoded(b"\xef\xbb\xbfx"), Ok("x".to_owned()));
        assert_eq!(
            decoded(b"# -*- coding: latin-1 -*-\nx = '\xe9'"),
            Ok("# -*- coding: latin-1 -*-\nx = 'é'".to_owned())
        );
        assert_eq!(
            decoded(b"#!/usr/bin/python\n# vim: set fileencoding=iso-8859-1 :\n'\xe9'"),
            Ok("#!/usr/bin/python\n# vim: set fileencoding=iso-8859-1 :\n'é'".to_owned())
        );
    }

    #[test]
    fn other_encodings() {
        assert_eq!(decoded("# coding: utf- 8\n'é'".as_bytes()), Ok("# coding: utf- 8\n'é'".to_owned()));
        assert_eq!(decoded(b"# coding: koi8-r\n'\xc1'"), Ok("# coding: koi8-r\n'а'".to_owned()));
        assert_eq!(decoded(b"# coding: big5\n'\xa4\xa4'"), Ok("# coding: big5\n'中'".to_owned()));
        assert_eq!(decoded(b"# coding: cp1251\n'\xdf'"), Ok("# coding: cp1251\n'Я'".to_owned()));
        assert_eq!(decoded(b"# coding: shift_jis\n'\x93\xfa'"), Ok("# coding: shift_jis\n'日'".to_owned()));
    }

    #[test]
    fn what_cannot_be_decoded_says_where() {
        assert_eq!(decoded(b"a\nb\xff"), Err("it isn't UTF-8: byte 3 on line 2".to_owned()));
        let ebcdic = decoded(b"# coding: cp037\n'\xc1'");
        assert_eq!(ebcdic, Err("the encoding `cp037` isn't known".to_owned()));
        assert_eq!(decoded(b"# coding: big5\n'\xff'"), Err("it isn't Big5".to_owned()));
        assert!(decoded(b"# coding: ascii\n'\xe9'").is_err());
        // A cookie on the third line, or after code, isn't one.
        assert!(decoded(b"x = 1\n# coding: latin-1\n'\xe9'").is_err());
        assert!(decoded(b"#\n#\n# coding: latin-1\n'\xe9'").is_err());
    }

    #[test]
    fn a_missing_file_is_a_diagnostic() {
        let found = read(Path::new("no/such/file.py"), "file.py").expect_err("missing");
        assert_eq!(found.rule, rules::UNREADABLE);
        assert_eq!(found.message, "this can't be read: there is no such file");
    }
}
