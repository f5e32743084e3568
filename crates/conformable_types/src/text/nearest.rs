//! How far two words are from each other, for "did you mean".

/// The number of edits (one character inserted, removed, replaced, or two swapped) between two
/// short words.
pub fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    let mut rows = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replace.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = least;
        }
    }
    rows[a.len()][b.len()]
}

/// The nearest of some words to one that is none of them, if it is near enough to have been meant: a slip
/// away, or two in a word of five letters or more.
///
/// ```
/// use conformable_types::text::nearest;
///
/// assert_eq!(nearest("knid", ["size", "kind"]), Some("kind"));
/// assert_eq!(nearest("blah", ["size", "kind"]), None);
/// ```
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = if word.chars().count() >= 5 { 2 } else { 1 };
    let (steps, found) = words.into_iter().map(|other| (distance(word, other), other)).min()?;
    (steps <= allowed).then_some(found)
}
