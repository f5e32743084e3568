//! `conformable explain` and `conformable rules`: documentation from the program itself.

use std::process::ExitCode;

use conformable_python::rules::Rule;
use serde_json::{Value, json};

use super::print;
use crate::cli::{Explain, Format, Rules};
use crate::report::json::pretty;
use crate::{Usage, config};

/// Prints the page of one rule.
pub fn explain(options: &Explain) -> Result<ExitCode, Usage> {
    let rule = Rule::by_code(&options.code).ok_or_else(|| {
        let near = config::near(&options.code);
        Usage(format!("no rule is called `{}`{near}", options.code))
    })?;
    match options.output_format {
        Format::Text => print(&format!("{}\n", rule.page.trim_end())),
        Format::Json => print(&(pretty(&value(rule)) + "\n")),
    }
    Ok(ExitCode::SUCCESS)
}

/// Lists all rules.
pub fn rules(options: &Rules) -> Result<ExitCode, Usage> {
    match options.output_format {
        Format::Text => {
            let widest = Rule::all().iter().map(|rule| rule.name.len()).max();
            let widest = widest.unwrap_or(0);
            let line = |rule: &&Rule| {
                let (code, name, severity) = (rule.code, rule.name, rule.severity.as_str());
                format!("{code}  {name:widest$}  {severity:7}  {}\n", rule.summary)
            };
            print(&Rule::all().iter().map(line).collect::<String>());
        }
        Format::Json => {
            let values: Vec<Value> = Rule::all().iter().map(|rule| value(rule)).collect();
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
        "page": rule.page,
    })
}
