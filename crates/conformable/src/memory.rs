//! How much memory the work on one file takes, and what happens when that is too much.
//!
//! [`Counted`] is an allocator that keeps, for each thread, how many bytes it has asked for and not given
//! back; a thread begins a file with [`begin`]. Above [`ENOUGH`] the evaluation of the file has no fuel any more
//! ([`is_used_up`] is asked at each step): everything is unknown from there on, silently, as when its
//! steps are used up. Above [`MOST`], which one step alone would have to take, the allocator gives nothing, and the
//! process ends; the one around it ([`crate::supervise`]) finds the file.
//!
//! What another thread gives back counts for that thread: files share little but what is interned.
//! A thread's number is of its own requests alone, so that it doesn't depend on how many threads there
//! are. It costs an addition for each request, which runs of the command don't show.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

/// Bytes for one file, after which its evaluation ends.
const ENOUGH: isize = 600 << 20;

/// Bytes for one file that are never given: with what all files share this is below 1 GB.
const MOST: isize = 850 << 20;

thread_local! {
    // Without destructors and made at compile time: the allocator itself asks for them.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static FIRST: Cell<isize> = const { Cell::new(isize::MAX) };
    static WAS_USED_UP: Cell<bool> = const { Cell::new(false) };
}

/// An allocator that counts what each thread has.
pub struct Counted<A>(pub A);

/// From here on this thread works on another file.
pub fn begin() {
    WAS_USED_UP.set(false);
    FIRST.set(LIVE.get());
}

/// This thread works on no file.
pub fn end() {
    FIRST.set(isize::MAX);
}

/// Has the file that this thread works on taken as much as it may?
pub fn is_used_up() -> bool {
    let is_it = used() > ENOUGH;
    if is_it {
        WAS_USED_UP.set(true);
    }
    is_it
}

/// Has anybody who asked been told so since this thread began the file?
pub fn was_used_up() -> bool {
    WAS_USED_UP.get()
}

/// The bytes of the file that this thread works on; a negative number if there is none.
fn used() -> isize {
    LIVE.get().saturating_sub(FIRST.get())
}

/// Counts a request; whether it may be granted.
fn count(bytes: usize) -> bool {
    #[allow(clippy::cast_possible_wrap)] // No object is larger than `isize::MAX`.
    let bytes = bytes as isize;
    LIVE.set(LIVE.get() + bytes);
    let granted = used() <= MOST;
    if !granted {
        LIVE.set(LIVE.get() - bytes);
    }
    granted
}

fn give_back(bytes: usize) {
    #[allow(clippy::cast_possible_wrap)]
    LIVE.set(LIVE.get() - bytes as isize);
}

// SAFETY: every request goes to the allocator behind this one, unchanged, or is refused by a null pointer, as any
// allocator may refuse. Counting allocates nothing and never unwinds.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counted<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if count(layout.size()) { unsafe { self.0.alloc(layout) } } else { std::ptr::null_mut() }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if count(layout.size()) { unsafe { self.0.alloc_zeroed(layout) } } else { std::ptr::null_mut() }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        give_back(layout.size());
        unsafe { self.0.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !count(size) {
            return std::ptr::null_mut();
        }
        give_back(layout.size());
        unsafe { self.0.realloc(pointer, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::alloc::System;

    #[test]
    fn what_a_file_takes_is_counted_and_has_a_limit() {
        let counted = Counted(System);
        let layout = Layout::from_size_align(1 << 20, 8).expect("a layout");
        let huge = Layout::from_size_align(MOST as usize + 1, 8).expect("a layout");
        begin();
        // SAFETY: the layouts have a size, and each pointer is given back with its own.
        unsafe {
            let pointer = counted.alloc(layout);
            assert_eq!(used(), 1 << 20);
            assert!(counted.alloc(huge).is_null() && counted.realloc(pointer, layout, huge.size()).is_null());
            assert_eq!(used(), 1 << 20, "what isn't granted isn't counted");
            let pointer = counted.realloc(pointer, layout, 3);
            assert_eq!(used(), 3);
            counted.dealloc(pointer, Layout::from_size_align(3, 8).expect("a layout"));
        }
        assert_eq!(used(), 0);
        FIRST.set(LIVE.get() - ENOUGH - 1);
        assert!(!was_used_up());
        assert!(is_used_up());
        end();
        assert!(!is_used_up() && was_used_up());
        begin();
        assert!(!was_used_up());
    }
}
