//! How far two words are from each other, for "did you mean".

use smallvec::SmallVec;

/// Of longer words only the beginning is compared.
const LONGEST: usize = 64;

/// The number of edits (one character inserted, removed, replaced, or two swapped) between two
/// short words.
pub fn distance(a: &str, b: &str) -> usize {
    let a: SmallVec<[char; LONGEST]> = a.chars().take(LONGEST).collect();
    let b: SmallVec<[char; LONGEST]> = b.chars().take(LONGEST).collect();
    // Three rows of the table: the one in hand and the two above it.
    let mut rows = [[0u8; LONGEST + 1]; 3];
    for (cell, j) in rows[0].iter_mut().zip(0..) {
        *cell = j;
    }
    for i in 1..=a.len() {
        let (here, above, twice_above) = (i % 3, (i - 1) % 3, (i + 1) % 3);
        rows[here][0] = i as u8;
        for j in 1..=b.len() {
            let replace = rows[above][j - 1] + u8::from(a[i - 1] != b[j - 1]);
            let mut least = replace.min(rows[above][j] + 1).min(rows[here][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[twice_above][j - 2] + 1);
            }
            rows[here][j] = least;
        }
    }
    rows[a.len() % 3][b.len()].into()
}

/// The same where it is at most so many: most words are told apart by their lengths and letters, without a table.
pub fn distance_within(a: &str, b: &str, most: usize) -> Option<usize> {
    let shown = |word: &str| word.chars().take(LONGEST).count();
    // An edit brings or takes one letter, so letters that only one of them has want an edit each.
    let (x, y) = (letters(a), letters(b));
    let apart = (x & !y).count_ones().max((y & !x).count_ones()) as usize;
    if shown(a).abs_diff(shown(b)).max(apart) > most {
        return None;
    }
    Some(distance(a, b)).filter(|steps| *steps <= most)
}

/// The characters of a word, as a bit set in which some share a bit.
fn letters(word: &str) -> u64 {
    word.chars().take(LONGEST).fold(0, |set, letter| set | 1 << (u32::from(letter) % u64::BITS))
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
    let near = words.into_iter().filter_map(|other| Some((distance_within(word, other, allowed)?, other)));
    near.min().map(|(_, found)| found)
}

#[cfg(test)]
mod tests {
    use super::{distance, distance_within};

    #[test]
    fn an_edit_is_one_character_or_two_that_are_swapped() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kind", "kind"), 0);
        assert_eq!(distance("kind", "knid"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("ca", "abc"), 3, "no two edits at one place");
        assert_eq!(distance("broadcast", "brodcats"), 2);
        assert_eq!(distance(&"a".repeat(70), "a"), 63, "of what is longer the beginning");
    }

    #[test]
    fn a_bound_changes_no_distance_within_it() {
        let words =
            ["", "a", "abc", "ca", "kind", "knid", "cf101", "cf1010", "broadcast", "brodcats", "zzzz", "sitting"];
        for (a, b) in words.iter().flat_map(|a| words.map(|b| (*a, b))) {
            for most in 0..6 {
                let steps = distance(a, b);
                assert_eq!(distance_within(a, b, most), (steps <= most).then_some(steps), "{a} {b} {most}");
            }
        }
    }
}
