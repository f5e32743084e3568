//! How much was done that no step of an evaluation stands for: facts and values that were looked at.
//!
//! What makes an answer long is how much is known, and no caller sees that: each place that goes through facts adds
//! to one counter of the thread, and the evaluator charges what has come together. It bounds work and
//! decides nothing.

use std::cell::Cell;

thread_local! {
    static LOOKS: Cell<u64> = const { Cell::new(0) };
}

/// So many facts or values were looked at.
pub fn add(looks: usize) {
    LOOKS.set(LOOKS.get() + looks as u64);
}

/// How often `each` looks have been taken since this was last asked; what is left over stays.
pub fn take(each: u64) -> u64 {
    let looks = LOOKS.get();
    LOOKS.set(looks % each);
    looks / each
}

/// What `work` does is not counted here.
pub fn apart<T>(work: impl FnOnce() -> T) -> T {
    let own = LOOKS.take();
    let value = work();
    LOOKS.set(own);
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_add_up() {
        take(1);
        add(5);
        add(6);
        assert_eq!(
            apart(|| {
                add(100);
                take(8)
            }),
            12
        );
        assert_eq!((take(8), take(8)), (1, 0));
        add(5);
        assert_eq!(take(8), 1);
        take(1);
    }
}
