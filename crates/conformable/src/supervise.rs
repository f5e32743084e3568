//! A process around the one that works: what no handler catches (a stack that overflows, memory that isn't given, a
//! mistake in unsafe code of a dependency) ends that one alone.
//!
//! The command divides in two (on Linux; elsewhere it starts itself once more), and one half waits. Only if the other one
//! dies, the files that did it are looked for, by halves, and a last process checks the others; each of the former gets a
//! `CF000`, and is unknown where it is imported. Nothing is written down by the process that works.
//!
//! That a process divides and doesn't start again saves 1.1 of the 4.2 ms that the check of an empty file takes.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// Set for a process that works: which files it checks.
const WORKER: &str = "CONFORMABLE_WORKER";

/// How many processes look for files that bring the checker down; what none of them has cleared by then is not checked.
const MOST_PROBES: usize = 200;

/// The part of a run that one process does, by places in the list of files that are found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Workload {
    /// The files that are checked; all if nothing is said.
    pub only: Option<Range<usize>>,
    /// Files that bring the checker down.
    pub left_out: Vec<usize>,
    /// Whether one thread does it.
    pub one_thread: bool,
}

impl Workload {
    /// What this process is to do; all, if nobody is around it.
    pub fn of_environment() -> Workload {
        let text = std::env::var(WORKER).unwrap_or_default();
        Workload::read(&text).unwrap_or_default()
    }

    /// Is it all that there is to do?
    pub fn is_whole(&self) -> bool {
        self.only.is_none() && self.left_out.is_empty()
    }

    /// How many threads do it, of so many that are asked for.
    pub fn jobs(&self, asked: Option<NonZeroUsize>) -> Option<usize> {
        if self.one_thread { Some(1) } else { asked.map(NonZeroUsize::get) }
    }

    fn text(&self) -> String {
        let only = self.only.clone().map_or_else(String::new, |only| format!("{}-{}", only.start, only.end));
        let left_out: Vec<String> = self.left_out.iter().map(usize::to_string).collect();
        format!("{only};{};{}", left_out.join(","), u8::from(self.one_thread))
    }

    fn read(text: &str) -> Option<Workload> {
        let [only, left_out, one_thread] = text.split(';').collect::<Vec<_>>().try_into().ok()?;
        let only = match only.split_once('-') {
            Some((start, end)) => Some(start.parse().ok()?..end.parse().ok()?),
            None => None,
        };
        let left_out = left_out.split(',').filter(|place| !place.is_empty());
        Some(Workload {
            only,
            left_out: left_out.map(|place| place.parse().ok()).collect::<Option<_>>()?,
            one_thread: one_thread == "1",
        })
    }
}

/// Does the work of this command in a process of its own; `None` if this is that one, or there can't be one.
///
/// `count` says how many files there are, once that is asked.
pub fn supervised(args: &[OsString], count: impl FnOnce() -> usize) -> Option<ExitCode> {
    if is_worker() {
        end_with_the_parent();
        return None;
    }
    let run = |part: &Workload, quiet: bool| {
        let mut command = worker_of(args, part)?;
        if quiet {
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        }
        command.status().ok()
    };
    let status = match divided() {
        Half::Works => {
            end_with_the_parent();
            return None;
        }
        Half::Waited(status) => status,
        Half::Neither => run(&Workload::default(), false)?,
    };
    if let Some(code) = ended(status) {
        return Some(code);
    }
    eprintln!("the checker was brought down ({status}); looking for what did it");
    let left_out = match count() {
        // Standard input can't be read again.
        1 => vec![0],
        count => culprits(count, |part| run(part, true).is_some_and(|status| ended(status).is_none())),
    };
    let parts = [false, true].map(|one_thread| Workload { left_out: left_out.clone(), one_thread, only: None });
    let recovered = parts.iter().filter(|part| part.one_thread || !left_out.is_empty());
    let code = recovered.filter_map(|part| ended(run(part, false)?)).next();
    if code.is_none() {
        eprintln!("error: the checker was brought down: please report this together with the files");
    }
    Some(code.unwrap_or(ExitCode::from(2)))
}

/// Is there a process around this one?
pub fn is_worker() -> bool {
    IS_HALF.load(Ordering::Relaxed) || std::env::var_os(WORKER).is_some()
}

/// What this process is after it has divided.
#[cfg_attr(not(target_os = "linux"), allow(dead_code))]
enum Half {
    /// The one that works.
    Works,
    /// The other one, to which that has ended.
    Waited(ExitStatus),
    /// It did not divide.
    Neither,
}

/// Is this process the half that works?
static IS_HALF: AtomicBool = AtomicBool::new(false);

/// Divides this process, which has one thread yet, and waits in one half for the other.
#[cfg(target_os = "linux")]
fn divided() -> Half {
    match fork::fork() {
        Ok(fork::Fork::Child) => {
            IS_HALF.store(true, Ordering::Relaxed);
            Half::Works
        }
        Ok(fork::Fork::Parent(child)) => match fork::waitpid(child) {
            Ok(status) => Half::Waited(std::os::unix::process::ExitStatusExt::from_raw(status)),
            // Nobody knows how it ended: its half of the work isn't done twice.
            Err(_) => Half::Waited(std::os::unix::process::ExitStatusExt::from_raw(0x200)),
        },
        Err(_) => Half::Neither,
    }
}

#[cfg(not(target_os = "linux"))]
fn divided() -> Half {
    Half::Neither
}

/// A process that does all the work of this command.
pub fn worker(args: &[OsString]) -> Option<Command> {
    worker_of(args, &Workload::default())
}

/// A process that has one of its own around it, whatever is around this one.
pub fn anew(args: &[OsString]) -> Option<Command> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(args).env_remove(WORKER);
    Some(command)
}

fn worker_of(args: &[OsString], part: &Workload) -> Option<Command> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(args.iter().skip(1)).env(WORKER, part.text());
    Some(command)
}

/// The files that bring a process down, found by halves.
fn culprits(count: usize, mut dies: impl FnMut(&Workload) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut waiting, mut probes) = (Vec::from([(0, count)]), 0);
    while let Some((start, end)) = waiting.pop() {
        let range = start..end;
        if range.is_empty() {
            continue;
        }
        probes += 1;
        let part = Workload { only: Some(range.clone()), left_out: found.clone(), one_thread: range.len() == 1 };
        if probes > MOST_PROBES {
            found.extend(range);
        } else if dies(&part) {
            if range.len() == 1 {
                found.push(range.start);
            } else {
                let middle = range.start + range.len() / 2;
                // The first half first.
                waiting.extend([(middle, range.end), (range.start, middle)]);
            }
        }
    }
    found.sort_unstable();
    found
}

/// How the process ended, if it wasn't brought down: with a status, or by a signal that somebody sent.
pub fn ended(status: ExitStatus) -> Option<ExitCode> {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        /// Those of a program's own mistakes, and the one that is sent when there is no memory any more:
        /// `SIGILL`, `SIGTRAP`, `SIGABRT`, `SIGBUS` (of Linux, of the BSDs), `SIGFPE`, `SIGKILL`, `SIGSEGV`.
        const BROUGHT_DOWN: [i32; 8] = [4, 5, 6, 7, 8, 9, 10, 11];
        let code = u8::try_from(128 + signal).unwrap_or(u8::MAX);
        return (!BROUGHT_DOWN.contains(&signal)).then(|| ExitCode::from(code));
    }
    u8::try_from(status.code()?).ok().filter(|code| *code <= 2).map(ExitCode::from)
}

/// Ends this process soon after the one around it is gone, which somebody may have killed.
pub fn end_with_the_parent() {
    #[cfg(unix)]
    {
        let parent = std::os::unix::process::parent_id();
        let watch = move || {
            while std::os::unix::process::parent_id() == parent {
                std::thread::sleep(std::time::Duration::from_millis(200));
            }
            std::process::exit(2);
        };
        // Without the thread it would only end later.
        let _ = std::thread::Builder::new().stack_size(64 << 10).spawn(watch);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_written_and_read() {
        for part in [
            Workload::default(),
            Workload { only: Some(3..8), left_out: vec![1, 20], one_thread: true },
            Workload { only: None, left_out: vec![7], one_thread: false },
        ] {
            assert_eq!(Workload::read(&part.text()), Some(part));
        }
        assert_eq!((Workload::read(""), Workload::read("1;2;3;4"), Workload::read("a-b;;0")), (None, None, None));
    }

    #[test]
    fn the_files_that_bring_it_down_are_found() {
        let bad = [3, 17, 18, 99];
        let find = |count: usize| {
            let mut probes = 0;
            let found = culprits(count, |part| {
                probes += 1;
                let only = part.only.clone().expect("a range");
                only.clone().any(|file| bad.contains(&file) && !part.left_out.contains(&file))
            });
            (found, probes)
        };
        let (found, probes) = find(1_000);
        assert_eq!(found, bad);
        assert!(probes < 90, "{probes}");
        assert_eq!(find(4).0, [3]);
        assert!(find(3).0.is_empty());
        // Where each file brings it down it ends all the same.
        assert_eq!(culprits(10_000, |_| true).len(), 10_000);
        assert!(culprits(0, |_| true).is_empty());
    }
}
