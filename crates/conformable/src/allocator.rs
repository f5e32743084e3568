//! The allocator of the command alone: a library that another process loads, as Python loads the extension, brings none.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};

/// mimalloc, asked as C asks it wherever that aligns enough.
///
/// Asked for an alignment of 8 it takes a block of 7 bytes more for every size that isn't a power of two, and looks for
/// a free one where there never is one first. All its blocks are aligned to 8 bytes, as C's must be.
pub struct Mimalloc;

const ALIGNED_ANYWAY: usize = 8;

// SAFETY: `mi_malloc`, `mi_zalloc` and `mi_realloc` give blocks aligned for any type of C of up to that size, so at
// least to `ALIGNED_ANYWAY`; whatever needs more asks for it. All blocks are given back by `mi_free`.
unsafe impl GlobalAlloc for Mimalloc {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        if align <= ALIGNED_ANYWAY {
            unsafe { libmimalloc_sys::mi_malloc(size).cast() }
        } else {
            unsafe { libmimalloc_sys::mi_malloc_aligned(size, align).cast() }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let (size, align) = (layout.size(), layout.align());
        if align <= ALIGNED_ANYWAY {
            unsafe { libmimalloc_sys::mi_zalloc(size).cast() }
        } else {
            unsafe { libmimalloc_sys::mi_zalloc_aligned(size, align).cast() }
        }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, _: Layout) {
        unsafe { libmimalloc_sys::mi_free(pointer.cast()) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if layout.align() <= ALIGNED_ANYWAY {
            unsafe { libmimalloc_sys::mi_realloc(pointer.cast(), size).cast() }
        } else {
            unsafe { libmimalloc_sys::mi_realloc_aligned(pointer.cast(), size, layout.align()).cast() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned_as_asked() {
        for (size, align) in (1..=300).flat_map(|size| [1, 2, 4, 8, 16, 32, 64].map(|align| (size, align))) {
            let layout = Layout::from_size_align(size, align).expect("a layout");
            let larger = Layout::from_size_align(size * 3, align).expect("a layout");
            // SAFETY: the layouts have a size, and each pointer is given back with its own.
            unsafe {
                let pointers = [Mimalloc.alloc(layout), Mimalloc.alloc_zeroed(layout)];
                assert!(pointers.iter().all(|pointer| !pointer.is_null() && pointer.addr() % align == 0));
                assert!((0..size).all(|at| *pointers[1].add(at) == 0));
                for pointer in pointers {
                    let pointer = Mimalloc.realloc(pointer, layout, size * 3);
                    assert!(!pointer.is_null() && pointer.addr() % align == 0, "{size} bytes aligned to {align}");
                    Mimalloc.dealloc(pointer, larger);
                }
            }
        }
    }
}
