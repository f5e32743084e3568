//! Neovim, end to end: it starts the command, shows what it says, and edits. Skipped where Neovim isn't installed.

use std::process::{Command, Stdio};

use crate::client::Folder;

const TEXT: &str = "import numpy as np\nx = np.ones((10, 3))\nw = np.ones((4, 2))\ny = x @ w\n";

#[test]
fn neovim_shows_what_the_server_says() {
    let is_there = |program: &str| Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !is_there("nvim") {
        eprintln!("skipped: Neovim isn't installed");
        return;
    }
    let folder = Folder::new("neovim", &[("a.py", TEXT)]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/server/neovim.lua");
    let out = folder.0.join("out");
    let mut command = Command::new("nvim");
    command.args(["--headless", "-u", "NONE", "-i", "NONE", "-n", "-c"]).arg(format!("luafile {script}"));
    command.env("CONFORMABLE_BIN", env!("CARGO_BIN_EXE_conformable")).env("CONFORMABLE_OUT", &out);
    command.env("CONFORMABLE_FILE", "a.py").env("XDG_STATE_HOME", &folder.0).env("XDG_CACHE_HOME", &folder.0);
    let done = command.current_dir(&folder.0).stdin(Stdio::null()).output().expect("it runs");
    let said = std::fs::read_to_string(&out).unwrap_or_default();
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
    let uri = folder.uri("a.py");
    let shown =
        |line: &str| line.split(" | What helps").next().unwrap_or_default().trim_end_matches(" | ").replace(&uri, "A");
    let said: String = said.lines().map(|line| shown(line) + "\n").collect();
    assert_eq!(said, expected, "{}", String::from_utf8_lossy(&done.stderr));
}
