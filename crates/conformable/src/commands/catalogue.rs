//! `conformable catalogue`: what is said of NumPy's functions, as the stub files write it.

use std::fmt::Write;
use std::process::ExitCode;

use conformable_signatures::Catalogue;
use conformable_signatures::catalogue::{Listed, NamespaceCoverage};
use conformable_types::text::nearest;
use serde_json::{Value, json};

use super::{cwd, print};
use crate::Usage;
use crate::cli::{self, Format};
use crate::config::Config;
use crate::report::json::pretty;

/// Prints one entry, the names of all, or how many there are.
pub fn run(options: &cli::Catalogue) -> Result<ExitCode, Usage> {
    let cwd = cwd()?;
    // A project's stubs lie over it.
    let catalogue = Config::find(&cwd, &cwd)?.catalogue;
    let text = match (&options.name, options.output_format) {
        (Some(name), format) => entry(catalogue, name, format)?,
        (None, Format::Text) if options.coverage => coverage_text(catalogue),
        (None, Format::Json) if options.coverage => pretty(&coverage_json(catalogue)) + "\n",
        (None, Format::Text) => catalogue.paths().join("\n") + "\n",
        (None, Format::Json) => pretty(&catalogue.paths()) + "\n",
    };
    print(&text);
    Ok(ExitCode::SUCCESS)
}

fn entry(catalogue: &'static Catalogue, name: &str, format: Format) -> Result<String, Usage> {
    let library = catalogue.library();
    // As programs import it, and without its name.
    let within = name.strip_prefix("np.").unwrap_or(name);
    let path = format!("{library}.{within}");
    let found = [(name, catalogue.definitions(name)), (&path, catalogue.definitions(&path))];
    let found = found.into_iter().find_map(|(path, listed)| Some((path, listed?)));
    let (path, listed) = found.ok_or_else(|| {
        let path = if within == name && name.contains('.') { name } else { &path };
        Usage(format!("the catalogue has no `{name}`{}", near(catalogue, path)))
    })?;
    Ok(match format {
        Format::Text => {
            let texts = listed.iter().map(|one| format!("# catalogue/{}\n{}\n", one.place, one.text));
            texts.collect::<Vec<_>>().join("\n")
        }
        Format::Json => {
            let one = |one: &Listed| json!({"place": one.place, "text": one.text});
            pretty(&json!({"name": path, "definitions": listed.iter().map(one).collect::<Vec<_>>()})) + "\n"
        }
    })
}

fn near(catalogue: &'static Catalogue, path: &str) -> String {
    let (namespace, name) = path.rsplit_once('.').unwrap_or_default();
    let names = match catalogue.names_of(namespace) {
        names if names.is_empty() => catalogue.members_of(namespace),
        names => names,
    };
    match nearest(name, names) {
        Some(near) => format!(": do you mean `{namespace}.{near}`?"),
        None => "; `conformable catalogue` lists all names".to_owned(),
    }
}

fn coverage_text(catalogue: &'static Catalogue) -> String {
    let rows = catalogue.coverage();
    let widest = rows.iter().map(|row| row.namespace.len()).max().unwrap_or_default();
    let mut text = String::new();
    for row in &rows {
        let known = row.names - row.unknown.len();
        let _ = write!(text, "{:widest$}  {known:4} of {:4}", row.namespace, row.names);
        if !row.unknown.is_empty() {
            let _ = write!(text, "  nothing is said of {}", row.unknown.join(", "));
        }
        text.push('\n');
    }
    text
}

fn coverage_json(catalogue: &'static Catalogue) -> Value {
    let row = |row: NamespaceCoverage| json!({"namespace": row.namespace, "names": row.names, "unknown": row.unknown});
    catalogue.coverage().into_iter().map(row).collect()
}
