//! The playground as a folder of static files: the page, the checker for WebAssembly, the examples.
//!
//! A page that is opened from the disk may not read files beside it, but for scripts. So the checker and the examples are
//! written as scripts; a page that comes from a server loads the checker as it is.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const TARGET: &str = "wasm32-unknown-unknown";

/// The profile of `Cargo.toml`; Cargo has a folder of that name in the target directory.
const PROFILE: &str = "small";

/// The page's folder in the target directory.
const FOLDER: &str = "playground";

/// What the page has, and no other: by this a folder is known for an earlier playground.
const MARK: &str = "<meta name=\"generator\" content=\"conformable playground\">";

/// The style that the pages of `conformable report` have too.
const REPORT_STYLE: &str = "crates/conformable/src/report/html/style.css";

/// Builds the playground; `args` may name its folder, which is `playground` in the target directory.
pub fn run(root: &Path, target: &Path, args: &[&str]) -> ExitCode {
    let out = match args {
        [] => target.join(FOLDER),
        ["--out", folder] => std::env::current_dir().unwrap_or_default().join(folder),
        _ => {
            eprintln!("usage: cargo xtask playground [--out FOLDER]");
            return ExitCode::from(2);
        }
    };
    match build(root, target, &out) {
        Ok(size) => {
            let page = out.join("index.html");
            println!("{}: open it, or serve its folder; the checker has {} kB", page.display(), size / 1000);
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Writes all files; the size of the checker.
fn build(root: &Path, target: &Path, out: &Path) -> Result<usize, String> {
    let index = out.join("index.html");
    if fs::read_to_string(&index).is_ok_and(|text| !text.contains(MARK)) {
        return Err(format!("{} is another page, which is left alone", index.display()));
    }
    is_installed()?;
    compile(root)?;
    let wasm = read(&target.join(TARGET).join(PROFILE).join("conformable_wasm.wasm"))?;
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    for page in listed(&root.join("playground"))?.into_iter().filter(|path| path.is_file()) {
        let name = page.file_name().unwrap_or_default();
        write(&out.join(name), &read(&page)?)?;
    }
    write(&out.join("report.css"), &read(&root.join(REPORT_STYLE))?)?;
    write(&out.join("examples.js"), examples(root)?.as_bytes())?;
    write(&out.join("conformable.wasm"), &wasm)?;
    write(&out.join("wasm.js"), format!("self.CONFORMABLE_WASM = \"{}\";\n", base64(&wasm)).as_bytes())?;
    Ok(wasm.len())
}

/// Can the compiler write WebAssembly?
fn is_installed() -> Result<(), String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output();
    let folder = output.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    Err(format!("the target {TARGET} isn't installed: rustup target add {TARGET}"))
}

fn compile(root: &Path) -> Result<(), String> {
    let args = ["build", "--package", "conformable_wasm", "--profile", PROFILE, "--target", TARGET];
    let status = crate::cargo(&args).current_dir(root).status().map_err(|error| format!("cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("the checker can't be built".to_owned()) }
}

/// The program of the README, then all examples: `[name, [[file, text], ...]]`.
fn examples(root: &Path) -> Result<String, String> {
    let readme = text(&root.join("README.md"))?;
    let start = readme.split_once("```python\n").and_then(|(_, rest)| rest.split_once("```"));
    let (start, _) = start.ok_or("README.md has no program")?;
    let mut out = String::from("self.CONFORMABLE_EXAMPLES = [\n");
    let mut add = |name: &str, files: &[(String, String)]| {
        let files = files.iter().map(|(name, text)| format!("[{}, {}]", quoted(name), quoted(text)));
        let _ = writeln!(out, "[{}, [{}]],", quoted(name), files.collect::<Vec<_>>().join(", "));
    };
    add("model.py", &[("model.py".to_owned(), start.to_owned())]);
    for kind in ["correct", "broken"] {
        for path in listed(&root.join("examples").join(kind))? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let mut files = Vec::new();
            programs(&path, if path.is_dir() { "" } else { &name }, &mut files)?;
            if !files.is_empty() {
                add(&format!("{kind}/{name}"), &files);
            }
        }
    }
    Ok(out + "];\n")
}

/// The modules at a path, by their names from there.
fn programs(path: &Path, name: &str, files: &mut Vec<(String, String)>) -> Result<(), String> {
    if !path.is_dir() {
        if name.ends_with(".py") {
            files.push((name.to_owned(), text(path)?));
        }
        return Ok(());
    }
    for inner in listed(path)? {
        let last = inner.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let below = if name.is_empty() { last } else { format!("{name}/{last}") };
        programs(&inner, &below, files)?;
    }
    Ok(())
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn text(path: &Path) -> Result<String, String> {
    String::from_utf8(read(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// A text as JavaScript has it.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Bytes in the letters of base64.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63];
            out.push(if place <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_writes_nothing_beside_the_page() {
        let manifest = include_str!("../../Cargo.toml");
        assert!(
            manifest.contains(&format!("[profile.{PROFILE}]")) && !manifest.contains(&format!("[profile.{FOLDER}]"))
        );
    }

    #[test]
    fn bytes_are_letters() {
        assert_eq!(
            ["", "M", "Ma", "Man", "Many"].map(|text| base64(text.as_bytes())),
            ["", "TQ==", "TWE=", "TWFu", "TWFueQ=="]
        );
        assert_eq!(base64(&[0xff, 0xfe, 0xfb]), "//77");
    }

    #[test]
    fn texts_are_strings_of_javascript() {
        assert_eq!(quoted("a\"\\\n\u{1}é"), "\"a\\\"\\\\\\n\\u0001é\"");
    }
}
