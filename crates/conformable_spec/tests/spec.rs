//! Every page of `spec/` is run; see the crate's documentation for how pages are written.
//!
//! Pages listed in `spec/pending.txt` describe what is still to be built: they must fail, so that
//! the list shrinks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use conformable_spec::document::{self, Section};
use conformable_spec::section::{self, Outcome};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec");
    let pending = fs::read_to_string(root.join("pending.txt")).unwrap_or_default();
    let pending: Vec<&str> =
        pending.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let mut pages = Vec::new();
    collect(&root, &mut pages);
    pages.sort();
    let update = std::env::var_os("CONFORMABLE_UPDATE_SPEC").is_some_and(|value| value == "1");
    let mut trials = Vec::new();
    let mut seen = Vec::new();
    for path in pages {
        let relative = path.strip_prefix(&root).expect("under the root");
        let name = relative.to_string_lossy().replace('\\', "/");
        if update && !pending.contains(&name.as_str()) {
            rewrite(&path);
        }
        let text = fs::read_to_string(&path).expect("pages are UTF-8");
        let sections = document::parse(&text).sections;
        if pending.contains(&name.as_str()) {
            trials.push(pending_page(name.clone(), sections));
        } else {
            trials.extend(sections.into_iter().map(|section| one(name.clone(), section)));
        }
        seen.push(name);
    }
    for line in pending.iter().filter(|line| !seen.iter().any(|name| name == *line)) {
        let message = format!("spec/pending.txt lists `{line}`, which isn't a page");
        trials.push(Trial::test("pending.txt", move || Err(message.into())));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("spec/ is there").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            pages.push(path);
        }
    }
}

fn one(page: String, section: Section) -> Trial {
    let name = format!("{page} - {}", section.name());
    Trial::test(name, move || {
        let outcome = on_a_large_stack(section)?;
        if outcome.failures.is_empty() {
            return Ok(());
        }
        let show = |(line, what): &(usize, String)| format!("spec/{page}:{line}: {what}\n");
        let text: String = outcome.failures.iter().map(show).collect();
        Err(format!("\n{text}").into())
    })
}

fn pending_page(page: String, sections: Vec<Section>) -> Trial {
    Trial::test(page.clone(), move || {
        let passes = |section| {
            let outcome = on_a_large_stack(section);
            outcome.is_ok_and(|outcome| outcome.failures.is_empty())
        };
        if sections.into_iter().all(passes) {
            return Err(format!("spec/{page} passes: take it off spec/pending.txt").into());
        }
        Ok(())
    })
    .with_kind("pending")
}

/// The analysis expects the stack that the tool gives it.
fn on_a_large_stack(section: Section) -> Result<Outcome, Failed> {
    let thread = std::thread::Builder::new().stack_size(64 << 20);
    let handle = thread.spawn(move || section::run(&section))?;
    handle.join().map_err(|_| Failed::from("the checker panicked"))
}

/// Puts the reports of today into the page's `output` blocks.
fn rewrite(path: &Path) {
    let text = fs::read_to_string(path).expect("pages are UTF-8");
    let mut lines: Vec<&str> = text.lines().collect();
    let mut outputs: Vec<(usize, String)> = document::parse(&text)
        .sections
        .into_iter()
        .filter_map(|section| on_a_large_stack(section).ok())
        .flat_map(|outcome| outcome.outputs)
        .collect();
    outputs.sort();
    for (line, output) in outputs.iter().rev() {
        let start = line - 1;
        let end = (start..lines.len()).find(|&at| lines[at].starts_with("```"));
        lines.splice(start..end.unwrap_or(lines.len()), output.lines());
    }
    let new = lines.join("\n") + "\n";
    if new != text {
        fs::write(path, new).expect("pages can be written");
    }
}
