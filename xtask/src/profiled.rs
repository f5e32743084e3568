//! The command as its own runs say that it is best laid out: a profile-guided build.
//!
//! It is built so that it counts what it runs, runs on code that everybody has (the examples, some of Python's own library,
//! NumPy), and is built again with these counts. What it says is the same.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::python::{self, Python};

/// The part of the toolchain that has `llvm-profdata`.
const COMPONENT: &str = "llvm-tools";
/// The variable that names another one, which reads what the compiler's counts are written in.
const NAMED: &str = "LLVM_PROFDATA";

/// The folders that the command runs on, by what Python calls them. All of Python's library takes ten times as long.
const LIBRARIES: &str = "import pathlib, sysconfig\n\
    library = pathlib.Path(sysconfig.get_path('stdlib'))\n\
    folders = [library / name for name in ('asyncio', 'email', 'unittest')]\n\
    folders.append(pathlib.Path(sysconfig.get_path('platlib')) / 'numpy')\n\
    print(*(folder for folder in folders if folder.is_dir()), sep='\\n')";

/// What the command is asked to do with each folder.
const RUNS: &[&[&str]] = &[
    &["check", "--no-cache", "--jobs", "1"],
    &["check", "--no-cache", "--jobs", "1", "--all-code", "--exclude", "tests"],
];

/// Builds the command; it is in `profiled` in the target directory.
pub fn run(root: &Path, target: &Path, args: &[&str]) -> ExitCode {
    if !args.is_empty() {
        eprintln!("usage: cargo xtask profiled");
        return ExitCode::from(2);
    }
    match build(root, &target.join("profiled")) {
        Ok(binary) => {
            println!("{}", binary.display());
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Builds, counts and builds again below a folder; the command.
fn build(root: &Path, folder: &Path) -> Result<PathBuf, String> {
    let host = Host::new()?;
    let profdata = host.profdata()?;
    let (counts, profile) = (folder.join("counts"), folder.join("command.profdata"));
    // Counts of an earlier build aren't of this one.
    if counts.is_dir() {
        std::fs::remove_dir_all(&counts).map_err(|error| format!("{}: {error}", counts.display()))?;
    }
    let counting = host.compile(root, &folder.join("counting"), &format!("-Cprofile-generate={}", counts.display()))?;
    let python = Python::new(root);
    python.prepare()?;
    train(root, &python, &counting)?;
    let mut merge = Command::new(profdata);
    merge.arg("merge").arg("--output").arg(&profile).arg(&counts);
    python::run(merge)?;
    host.compile(root, &folder.join("build"), &format!("-Cprofile-use={}", profile.display()))
}

/// Runs the command on the examples, on Python's library and on NumPy. What it finds there doesn't matter.
fn train(root: &Path, python: &Python, command: &Path) -> Result<(), String> {
    let output = python.program(LIBRARIES).output().map_err(|error| format!("python: {error}"))?;
    let output = String::from_utf8_lossy(&output.stdout).into_owned();
    let examples = root.join("examples");
    let libraries = output.lines().filter(|line| !line.is_empty()).map(PathBuf::from);
    for folder in std::iter::once(examples.clone()).chain(libraries) {
        for arguments in RUNS {
            count(Command::new(command).args(*arguments).arg(&folder))?;
        }
    }
    // Small runs, in which the start is what takes the time.
    for program in ["kalman.py", "kmeans.py", "pca.py"] {
        let path = examples.join("correct").join(program);
        count(Command::new(command).args(["check", "--no-cache"]).arg(&path))?;
        count(Command::new(command).arg("infer").arg(&path))?;
    }
    Ok(())
}

/// One run, of which an exit status of 1 says that there were findings.
fn count(command: &mut Command) -> Result<(), String> {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let status = status.map_err(|error| format!("{command:?}: {error}"))?;
    if matches!(status.code(), Some(0 | 1)) { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}

/// The compiler that builds, and the machine that it builds for.
struct Host {
    sysroot: PathBuf,
    triple: String,
}

impl Host {
    fn new() -> Result<Self, String> {
        let ask = |args: &[&str]| {
            let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
            let output = Command::new(rustc).args(args).output().map_err(|error| format!("rustc: {error}"))?;
            Ok::<_, String>(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        };
        let about = ask(&["-vV"])?;
        let triple = about.lines().find_map(|line| line.strip_prefix("host: "));
        let triple = triple.ok_or("rustc doesn't say what it builds for")?.to_owned();
        Ok(Host { sysroot: ask(&["--print", "sysroot"])?.into(), triple })
    }

    /// The tool that puts counts together: of the compiler's own version, or the one that is named.
    fn profdata(&self) -> Result<PathBuf, String> {
        if let Some(named) = std::env::var_os(NAMED) {
            return Ok(named.into());
        }
        let name = format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX);
        let path = self.sysroot.join("lib/rustlib").join(&self.triple).join("bin").join(name);
        if path.is_file() {
            Ok(path)
        } else {
            Err(format!(
                "{COMPONENT} isn't installed: rustup component add {COMPONENT}, or set {NAMED} to an llvm-profdata"
            ))
        }
    }

    /// The released command, built with a flag of the compiler. The target is named so that build scripts don't get the flag.
    fn compile(&self, root: &Path, folder: &Path, flag: &str) -> Result<PathBuf, String> {
        let args = ["build", "--release", "--package", "conformable", "--bin", "conformable", "--target", &self.triple];
        let mut command = crate::cargo(&args);
        command.current_dir(root).env("CARGO_TARGET_DIR", folder).env("RUSTFLAGS", flag);
        python::run(command)?;
        let name = format!("conformable{}", std::env::consts::EXE_SUFFIX);
        Ok(folder.join(&self.triple).join("release").join(name))
    }
}
