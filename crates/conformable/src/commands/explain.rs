//! `conformable explain` and `conformable rules`: documentation from the program itself.

use std::process::ExitCode;

use conformable_python::rules::{Rule, Rules as Known};
use serde_json::{Value, json};

use super::{cwd, print};
use crate::cli::{Explain, Format, Rules};
use crate::config::Config;
use crate::report::json::pretty;
use crate::{Usage, config};

/// Prints the page of one rule.
pub fn explain(options: &Explain) -> Result<ExitCode, Usage> {
    // The checker's own rules are explained wherever one is.
    let rule = match Known::built_in().by_code(&options.code) {
        Some(rule) => rule,
        None => {
            let known = known()?;
            known.by_code(&options.code).ok_or_else(|| {
                let near = config::near(&options.code, known);
                Usage(format!("no rule is called `{}`{near}", options.code))
            })?
        }
    };
    match options.output_format {
        Format::Text => print(&format!("{}\n", rule.page.trim_end())),
        Format::Json => print(&(pretty(&value(rule)) + "\n")),
    }
    Ok(ExitCode::SUCCESS)
}

/// The rules of the project that is here, with those that its stubs declare.
fn known() -> Result<Known, Usage> {
    let cwd = cwd()?;
    Ok(Known::of(Config::find(&cwd, &cwd)?.catalogue))
}

/// Lists all rules.
pub fn rules(options: &Rules) -> Result<ExitCode, Usage> {
    let known = known()?;
    match options.output_format {
        Format::Text => {
            let widest = known.all().iter().map(|rule| rule.name.len()).max();
            let widest = widest.unwrap_or(0);
            let line = |rule: &&Rule| {
                let (code, name, severity) = (rule.code, rule.name, rule.severity.as_str());
                format!("{code}  {name:widest$}  {severity:7}  {}\n", rule.summary)
            };
            print(&known.all().iter().map(line).collect::<String>());
        }
        Format::Json => {
            let values: Vec<Value> = known.all().iter().map(|rule| value(rule)).collect();
            print(&(pretty(&values) + "\n"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn value(rule: &Rule) -> Value {
    json!({
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.as_str(),
        "summary": rule.summary,
        "page": rule.page,
    })
}
