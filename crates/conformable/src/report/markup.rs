//! What HTML and XML have in common.

/// Text between tags and in quoted values; `other` writes the characters that it is up to either how they are written.
pub fn escaped(text: &str, other: impl Fn(&mut String, char)) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => other(&mut out, c),
        }
    }
    out
}
