//! `conformable check --watch`: the same check again after each change of a file that may be part of it.
//!
//! Each check is a process of its own, so that one that is brought down ends no more than itself. What changes while it works makes
//! another one. Folders that are named are watched with all that is in them, of files their folders, and where the configuration is looked for.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use notify::{Event, EventKind, RecursiveMode, Watcher};

use super::{cwd, eprint};
use crate::cli::Check;
use crate::{Usage, paths, supervise};

/// Editors write a file in several steps: so long nothing must have changed.
const QUIET: Duration = Duration::from_millis(50);

/// The endings of what a check may read: programs, stubs, notebooks, configurations and baselines.
const ENDINGS: [&str; 5] = ["py", "pyi", "ipynb", "toml", "json"];

/// The switch itself, which the checks don't have.
const SWITCH: &str = "--watch";

type Events = Receiver<notify::Result<Event>>;

/// The folders that are watched, and whether with all that is in them.
type Folders = BTreeMap<PathBuf, RecursiveMode>;

/// Checks now and after each change, until it is interrupted.
pub fn run(options: &Check) -> Result<ExitCode, Usage> {
    let cwd = cwd()?;
    let failed = |error: notify::Error| Usage(format!("can't watch files: {error}"));
    let (sender, events) = channel();
    // Before the first check, so that nothing is missed.
    let mut watcher = notify::recommended_watcher(sender).map_err(failed)?;
    let folders = watched(options, &cwd)?;
    for (folder, mode) in &folders {
        watcher.watch(folder, *mode).map_err(failed)?;
    }
    let args: Vec<OsString> = std::env::args_os().skip(1).filter(|arg| arg != SWITCH).collect();
    loop {
        if std::io::stdout().is_terminal() {
            let _ = write!(std::io::stdout(), "\x1b[2J\x1b[3J\x1b[H");
        }
        let started = supervise::anew(&args).and_then(|mut check| check.status().ok());
        started.ok_or_else(|| Usage("can't start a check".to_owned()))?;
        let Some(changed) = next_change(&events, &folders) else { return Ok(ExitCode::from(2)) };
        eprint(&format!("{} changed, checking again\n", paths::display(&changed, &cwd)));
    }
}

fn watched(options: &Check, cwd: &Path) -> Result<Folders, Usage> {
    let mut folders = Folders::new();
    for path in &options.paths {
        if path.as_os_str() == "-" {
            return Err(Usage("--watch is for files, standard input is none".to_owned()));
        }
        let absolute = paths::absolute(path, cwd);
        if absolute.is_dir() {
            folders.insert(absolute.clone(), RecursiveMode::Recursive);
        } else if !absolute.exists() {
            return Err(Usage(format!("there is no file or folder `{}`", path.display())));
        }
        // Where the configuration is looked for: no file of it may be there yet.
        for above in absolute.ancestors().skip(1).filter(|folder| folder.starts_with(cwd)) {
            folders.entry(above.to_owned()).or_insert(RecursiveMode::NonRecursive);
        }
        if let Some(parent) = absolute.parent() {
            folders.entry(parent.to_owned()).or_insert(RecursiveMode::NonRecursive);
        }
    }
    for file in options.config.iter().map(|text| paths::absolute(Path::new(text), cwd)).filter(|file| file.is_file()) {
        folders.entry(file.parent().unwrap_or(cwd).to_owned()).or_insert(RecursiveMode::NonRecursive);
    }
    Ok(folders)
}

/// The next file that changed, once nothing has changed for a moment.
fn next_change(events: &Events, folders: &Folders) -> Option<PathBuf> {
    let changed = std::iter::from_fn(|| events.recv().ok()).find_map(|event| changed_file(event, folders))?;
    while events.recv_timeout(QUIET).is_ok() {}
    Some(changed)
}

/// The file of an event that may make a check say something else.
fn changed_file(event: notify::Result<Event>, folders: &Folders) -> Option<PathBuf> {
    let event = event.ok().filter(|event| !matches!(event.kind, EventKind::Access(_)))?;
    // A folder that comes or goes may have files in it.
    let may_be_folder = event.kind.is_create() || event.kind.is_remove();
    let may_be_read = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.map_or(may_be_folder, |ending| ENDINGS.contains(&ending)) && !is_hidden(path, folders)
    };
    event.paths.iter().find(|path| may_be_read(path)).cloned()
}

/// Is a part of the path below what is watched hidden, as `.git` and `.conformable_cache` are, or Python's own?
fn is_hidden(path: &Path, folders: &Folders) -> bool {
    let inside = folders.keys().rev().find_map(|folder| path.strip_prefix(folder).ok()).unwrap_or(path);
    inside.iter().filter_map(|name| name.to_str()).any(|name| name == "__pycache__" || name.starts_with('.'))
}
