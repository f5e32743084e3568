//! `conformable check --watch`: the same check again after each change of a file that may be part of it.
//!
//! Each check is a process of its own, so that one that is brought down ends no more than itself. What changes while it works makes
//! another one. A named folder is watched with all that is in it, of a named file its folder, and above them nothing but the
//! configuration: what else comes and goes there is no part of the check.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecursiveMode, Watcher};

use super::{cwd, eprint};
use crate::cli::Check;
use crate::{Usage, config, paths, supervise};

/// Editors write a file in several steps: so long nothing must have changed.
const QUIET: Duration = Duration::from_millis(50);

/// The endings of what a check may read: programs, stubs, notebooks, configurations and baselines.
const ENDINGS: [&str; 5] = ["py", "pyi", "ipynb", "toml", "json"];

/// The switch itself, which the checks don't have.
const SWITCH: &str = "--watch";

type Events = Receiver<notify::Result<Event>>;

/// What is watched: a change of none else makes a check.
enum Watched {
    /// A folder with all that is in it.
    Tree(PathBuf),
    /// The files of a folder.
    Files(PathBuf),
    /// A file of this name, there or not.
    File(PathBuf),
}

impl Watched {
    /// The folder that the system is asked to watch, and how.
    fn folder(&self) -> (&Path, RecursiveMode) {
        match self {
            Watched::Tree(folder) => (folder, RecursiveMode::Recursive),
            Watched::Files(folder) => (folder, RecursiveMode::NonRecursive),
            Watched::File(file) => (file.parent().unwrap_or(file), RecursiveMode::NonRecursive),
        }
    }

    /// May a check read what is at this path? A folder that comes or goes may have files in it.
    fn has(&self, path: &Path, may_be_folder: bool) -> bool {
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_read = ending.is_some_and(|ending| ENDINGS.contains(&ending));
        match self {
            Watched::Tree(folder) => path
                .strip_prefix(folder)
                .is_ok_and(|inside| (is_read || (may_be_folder && ending.is_none())) && !inside.iter().any(is_hidden)),
            Watched::Files(folder) => {
                is_read && path.parent() == Some(folder) && !path.file_name().is_some_and(is_hidden)
            }
            Watched::File(file) => path == file,
        }
    }
}

/// Checks now and after each change, until it is interrupted.
pub fn run(options: &Check) -> Result<ExitCode, Usage> {
    let cwd = cwd()?;
    let failed = |error: notify::Error| Usage(format!("can't watch files: {error}"));
    let (sender, events) = channel();
    // Before the first check, so that nothing is missed.
    let mut watcher = notify::recommended_watcher(sender).map_err(failed)?;
    let watched = watched(options, &cwd)?;
    let mut folders = BTreeMap::new();
    for (folder, mode) in watched.iter().map(Watched::folder) {
        let all = folders.entry(folder).or_insert(mode);
        if mode == RecursiveMode::Recursive {
            *all = mode;
        }
    }
    for (folder, mode) in folders {
        watcher.watch(folder, mode).map_err(failed)?;
    }
    let args: Vec<OsString> = std::env::args_os().skip(1).filter(|arg| arg != SWITCH).collect();
    loop {
        if std::io::stdout().is_terminal() {
            let _ = write!(std::io::stdout(), "\x1b[2J\x1b[3J\x1b[H");
        }
        let started = supervise::anew(&args).and_then(|mut check| check.status().ok());
        started.ok_or_else(|| Usage("can't start a check".to_owned()))?;
        let Some(changed) = next_change(&events, &watched) else { return Ok(ExitCode::from(2)) };
        eprint(&format!("{} changed, checking again\n", paths::display(&changed, &cwd)));
    }
}

fn watched(options: &Check, cwd: &Path) -> Result<Vec<Watched>, Usage> {
    let mut watched = Vec::new();
    for path in &options.paths {
        if path.as_os_str() == "-" {
            return Err(Usage("--watch is for files, standard input is none".to_owned()));
        }
        let absolute = paths::absolute(path, cwd);
        if !absolute.exists() {
            return Err(Usage(format!("there is no file or folder `{}`", path.display())));
        }
        // A configuration counts wherever it is above; one that comes is looked for up to where the command stands.
        let above = absolute.ancestors().map(|folder| (folder.starts_with(cwd), folder.join(config::PROJECT)));
        watched
            .extend(above.filter(|(is_inside, file)| *is_inside || file.exists()).map(|(_, file)| Watched::File(file)));
        if absolute.is_dir() {
            watched.push(Watched::Tree(absolute));
        } else if let Some(parent) = absolute.parent() {
            watched.push(Watched::Files(parent.to_owned()));
        }
    }
    let named = options.config.iter().map(|text| paths::absolute(Path::new(text), cwd)).filter(|file| file.is_file());
    watched.extend(named.map(Watched::File));
    Ok(watched)
}

/// The next file that changed, once nothing has changed for a moment.
fn next_change(events: &Events, watched: &[Watched]) -> Option<PathBuf> {
    let mut changed = std::iter::from_fn(|| events.recv().ok()).find_map(|event| changed_file(event, watched))?;
    let mut until = Instant::now() + QUIET;
    while let Ok(event) = events.recv_timeout(until.saturating_duration_since(Instant::now())) {
        if let Some(next) = changed_file(event, watched) {
            // What is written beside a file and takes its place is none that its user knows.
            changed = if changed.exists() { changed } else { next };
            until = Instant::now() + QUIET;
        }
    }
    Some(changed)
}

/// The file of an event that may make a check say something else.
fn changed_file(event: notify::Result<Event>, watched: &[Watched]) -> Option<PathBuf> {
    let event = event.ok().filter(|event| !matches!(event.kind, EventKind::Access(_)))?;
    let may_be_folder = event.kind.is_create() || event.kind.is_remove();
    event.paths.iter().find(|path| watched.iter().any(|one| one.has(path, may_be_folder))).cloned()
}

/// Is this name hidden, as those of `.git` and `.conformable_cache` are, or Python's own?
fn is_hidden(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| name == "__pycache__" || name.starts_with('.'))
}
