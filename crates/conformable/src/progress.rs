//! How far a run is: a bar on stderr, if that is a terminal and the run is a long one.
//!
//! A program in a browser has no terminal, nor a clock, and what draws the bar would bring in the browser's whole interface.

/// How far a run is, for those who look on.
pub struct Progress(Option<terminal::Bar>);

impl Progress {
    /// A bar for so many files, if it is wanted.
    pub fn new(files: usize, is_wanted: bool) -> Self {
        Progress(is_wanted.then(|| terminal::Bar::new(files)).flatten())
    }

    /// One file more is done.
    pub fn step(&self) {
        if let Progress(Some(bar)) = self {
            bar.step();
        }
    }

    /// All are.
    pub fn finish(&self) {
        if let Progress(Some(bar)) = self {
            bar.finish();
        }
    }
}

#[cfg(not(target_family = "wasm"))]
mod terminal {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::{Duration, Instant};

    use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

    /// How long a run is before it has a bar.
    const LONG: Duration = Duration::from_secs(1);

    pub struct Bar {
        bar: ProgressBar,
        is_shown: AtomicBool,
        start: Instant,
    }

    impl Bar {
        pub fn new(files: usize) -> Option<Bar> {
            let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::hidden());
            if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} files, {eta} left") {
                bar.set_style(style);
            }
            Some(Bar { bar, is_shown: AtomicBool::new(false), start: Instant::now() })
        }

        pub fn step(&self) {
            self.bar.inc(1);
            if self.start.elapsed() > LONG && !self.is_shown.swap(true, Ordering::Relaxed) {
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        }

        pub fn finish(&self) {
            self.bar.finish_and_clear();
        }
    }
}

#[cfg(target_family = "wasm")]
mod terminal {
    /// There is none.
    pub enum Bar {}

    impl Bar {
        pub fn new(_files: usize) -> Option<Bar> {
            None
        }

        pub fn step(&self) {
            match *self {}
        }

        pub fn finish(&self) {
            match *self {}
        }
    }
}
