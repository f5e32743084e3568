//! A folder of its own for each test, in which the command is run.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub struct Project {
    pub root: PathBuf,
    /// The command that all arguments are of, unless they name one.
    of: Option<&'static str>,
}

impl Project {
    pub fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", env!("CARGO_CRATE_NAME")));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("a folder");
        let project = Project { root, of: None };
        files.iter().for_each(|(path, text)| project.write(path, text));
        project
    }

    /// One that is checked.
    pub fn checked(name: &str, files: &[(&str, &str)]) -> Self {
        Project { of: Some("check"), ..Project::new(name, files) }
    }

    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    pub fn text(&self, path: &str) -> String {
        fs::read_to_string(self.root.join(path)).expect("a file")
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_conformable"));
        command.args(self.of).args(args).current_dir(&self.root);
        command.env("NO_COLOR", "1").env("CONFORMABLE_NO_CACHE", "1");
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().expect("the command starts")
    }

    /// The exit code, and what is said on stdout and stderr.
    pub fn told(&self, args: &[&str]) -> (i32, String, String) {
        told(&self.run(args))
    }

    /// What a wrong usage says, with the exit code that is its.
    pub fn refused(&self, args: &[&str]) -> String {
        let output = self.run(args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{args:?}: {said}");
        said
    }
}

pub fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("no signal"), text(&output.stdout), text(&output.stderr))
}
