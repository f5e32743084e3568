//! The Python that scripts and tests run in: `.venv`, made when it is first needed and again when
//! `tests/requirements.txt` changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An interpreter.
#[derive(Clone, Debug)]
pub struct Python {
    root: PathBuf,
    given: Option<PathBuf>,
}

impl Python {
    /// The interpreter named by `CONFORMABLE_PYTHON`, else the one of `.venv`.
    pub fn new(root: &Path) -> Self {
        Python { root: root.to_owned(), given: std::env::var_os("CONFORMABLE_PYTHON").map(PathBuf::from) }
    }

    /// `python -m ...` in the workspace.
    pub fn module(&self, args: &[&str]) -> Command {
        let mut command = self.command();
        command.arg("-m").args(args);
        command
    }

    /// `python path ...` in the workspace.
    pub fn script(&self, path: &str, args: &[&str]) -> Command {
        let mut command = self.command();
        command.arg(path).args(args);
        command
    }

    /// `python -c ...` in the workspace.
    pub fn program(&self, text: &str) -> Command {
        let mut command = self.command();
        command.args(["-c", text]);
        command
    }

    /// Makes `.venv`, unless it is there with all that is required.
    pub fn prepare(&self) -> Result<(), String> {
        if self.given.is_some() {
            return Ok(());
        }
        let requirements = self.root.join("tests/requirements.txt");
        let wanted = fs::read(&requirements).map_err(|error| error.to_string())?;
        let stamp = self.root.join(".venv/requirements.txt");
        if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
            return Ok(());
        }
        let mut make = Command::new(if cfg!(windows) { "python" } else { "python3" });
        make.args(["-m", "venv", ".venv"]).current_dir(&self.root);
        run(make)?;
        let mut install = self.module(&["pip", "install", "--quiet", "--no-cache-dir", "--requirement"]);
        install.arg(&requirements);
        run(install)?;
        fs::write(&stamp, wanted).map_err(|error| error.to_string())
    }

    /// Builds the package with the profile and the target directory of everything else, and
    /// installs it so that it is imported from `python/`.
    pub fn develop(&self, release: bool) -> Command {
        let mut command = self.module(&["maturin", "develop", "--quiet"]);
        if release {
            command.arg("--release");
        }
        // It installs into the virtual environment that this names.
        if let Some(environment) = self.interpreter().parent().and_then(Path::parent) {
            command.env("VIRTUAL_ENV", environment);
        }
        command
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.interpreter());
        command.current_dir(&self.root);
        command
    }

    fn interpreter(&self) -> PathBuf {
        match &self.given {
            Some(path) => path.clone(),
            None if cfg!(windows) => self.root.join(".venv/Scripts/python.exe"),
            None => self.root.join(".venv/bin/python"),
        }
    }
}

/// Runs a command, which must succeed.
pub fn run(mut command: Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?} failed")) }
}
