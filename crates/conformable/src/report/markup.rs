//! What HTML and XML have in common.

/// How a character is written between tags and in quoted values, if not as it is.
pub fn entity(c: char) -> Option<&'static str> {
    Some(match c {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '"' => "&quot;",
        _ => return None,
    })
}
