//! The checker as a program for WebAssembly, which a page runs: a request in, an answer out, both JSON in memory.
//!
//! ```text
//! at = input(length)      room for a request; the page writes it there
//! length = check()        the answer's length
//! at = output()           where it is
//! length = failure()      after a trap: what the panic said, as `output` shows it
//! ```
//!
//! It imports nothing, so that it can reach nothing: neither the network nor a clock. A panic is a trap, after which an
//! instance is of no use but for `failure`; the page makes another one. What is asked and answered is `answer`'s.
// The names of exports are one space that the linker has.
#![allow(unsafe_code)]

mod answer;

use std::cell::RefCell;

/// The memory of one check has a limit here too.
#[cfg(target_family = "wasm")]
#[global_allocator]
static COUNTED: conformable::memory::Counted<std::alloc::System> = conformable::memory::Counted(std::alloc::System);

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static FAILURE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for a request of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    std::panic::set_hook(Box::new(|panic| FAILURE.set(panic.to_string())));
    INPUT.set(vec![0; length]);
    INPUT.with_borrow_mut(Vec::as_mut_ptr)
}

/// Answers the request; the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> usize {
    let request = INPUT.take();
    put(answer::answer(&request))
}

/// The answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(Vec::as_ptr)
}

/// What the panic said that has ended this instance; the length of that.
#[unsafe(no_mangle)]
pub extern "C" fn failure() -> usize {
    put(FAILURE.take())
}

fn put(text: String) -> usize {
    OUTPUT.set(text.into_bytes());
    OUTPUT.with_borrow(Vec::len)
}
