//! Neovim and Emacs, end to end: they start the command, show what it says, and edit. Skipped where one isn't installed.

use std::process::{Command, Stdio};

use crate::client::Folder;

const TEXT: &str = "import numpy as np\nx = np.ones((10, 3))\nw = np.ones((4, 2))\ny = x @ w\n";

/// What the script that the editor runs has written; `None` if there is no such editor.
fn said(editor: &str, arguments: &[&str], folder: &Folder) -> Option<String> {
    let is_there = Command::new(editor).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !is_there {
        eprintln!("skipped: {editor} isn't installed");
        return None;
    }
    let out = folder.0.join("out");
    let mut command = Command::new(editor);
    command.args(arguments).env("CONFORMABLE_BIN", env!("CARGO_BIN_EXE_conformable")).env("CONFORMABLE_OUT", &out);
    for home in ["HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env(home, &folder.0);
    }
    command.env("CONFORMABLE_FILE", "a.py").current_dir(&folder.0).stdin(Stdio::null());
    let done = command.output().expect("it runs");
    let said = std::fs::read_to_string(&out).unwrap_or_else(|_| String::from_utf8_lossy(&done.stderr).into_owned());
    let uri = folder.uri("a.py");
    let shown = |line: &str| line.trim_end_matches(" | ").replace(&uri, "A");
    Some(said.lines().map(|line| shown(line) + "\n").collect())
}

#[test]
fn neovim_shows_what_the_server_says() {
    let folder = Folder::new("neovim", &[("a.py", TEXT)]);
    let script = format!("luafile {}", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/neovim.lua"));
    let arguments = ["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c", &script];
    let Some(said) = said("nvim", &arguments, &folder) else { return };
    let expected = "\
findings 1
3:4-3:9 conformable matmul: the inner dimensions differ: 3 and 4 (float64[10, 3] @ float64[4, 2])
hover ```python | y: Unknown | ``` | Unknown since [a.py:4](A#L4): a failure, CF101.
findings 0
hover ```python | y: float64[10, 4] | ```
findings 1
4:10-4:14 conformable indexing: index 5 is out of range for axis 0 with size 3 (float64[3, 4])
stopped
";
    assert_eq!(said, expected);
}

#[test]
fn emacs_shows_what_the_server_says() {
    let folder = Folder::new("emacs", &[("a.py", TEXT)]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/emacs.el");
    let Some(said) = said("emacs", &["--batch", "-l", script], &folder) else { return };
    if said.contains("eglot") && said.contains("Cannot open load file") {
        eprintln!("skipped: Eglot isn't installed");
        return;
    }
    let expected = "\
findings 1
x @ w conformable [CF101]: matmul: the inner dimensions differ: 3 and 4 (float64[10, 3] @ float64[4, 2])
findings 0
hover y: float64[10, 4]
";
    assert_eq!(said, expected);
}
