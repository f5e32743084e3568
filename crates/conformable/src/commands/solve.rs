//! `conformable solve`: a signature by hand, in all directions.
//!
//! Reads shapes and types and shows solutions; what a solution is, the signature decides.

use std::process::ExitCode;

use conformable_signatures::Signature;
use conformable_signatures::signature::solve::STEPS;
use conformable_signatures::signature::{Solution, Sort};
use conformable_types::text::{ParseError, parse_shape, parse_type};
use conformable_types::{Elem, Shape, Sym, Term, Truth, Ty};
use serde_json::{Value, json};

use super::{pointing, print};
use crate::Usage;
use crate::cli::{Format, Solve};
use crate::report::json::pretty;

/// What is shown of an answer.
struct Answer {
    answer: Truth,
    solutions: Vec<Solution>,
    /// There are more than were asked for.
    more: bool,
    /// Why there is no solution, or why it is not known whether these are all.
    cause: Option<String>,
}

/// Solves and reports; the exit code is 1 if there is no solution.
pub fn run(options: &Solve) -> Result<ExitCode, Usage> {
    let text = &options.signature;
    let signature = Signature::parse(text).map_err(|error| wrong("the signature", text, &error))?;
    let signature = signature.in_dialect(options.dialect.filter(|dialect| !dialect.is_numpys()));
    let (signature, ranks) = fixed(signature, &options.given)?;
    let inputs = read(&signature, &options.inputs)?;
    let outputs = read(&signature, &options.outputs)?;
    let answer = solved(&signature, &inputs, &outputs, &ranks, options.limit)?;
    match options.output_format {
        Format::Text => print(&as_text(&answer)),
        Format::Json => print(&as_json(&answer)),
    }
    Ok(ExitCode::from(u8::from(answer.answer.is_no())))
}

fn wrong(what: &str, text: &str, error: &ParseError) -> Usage {
    Usage(pointing(what, &format!("found {}", error.found), text, error.offset, &error.expected))
}

/// The signature with variables fixed; what `.k.` skips stays a number for the call.
fn fixed(signature: Signature, given: &[String]) -> Result<(Signature, Vec<(String, usize)>), Usage> {
    let mut ranks = Vec::new();
    let mut values = Vec::new();
    for one in given {
        let Some((name, value)) = one.split_once('=') else {
            return Err(Usage(format!("--given: `{one}` is not NAME=VALUE")));
        };
        let (name, value) = (name.trim(), value.trim());
        let sort = signature.vars().iter().find(|var| var.name == Sym::new(name)).map(|var| var.sort);
        if let (Some(Sort::Rank), Ok(count)) = (sort, value.parse()) {
            ranks.push((name.to_owned(), count));
            continue;
        }
        values.push((name, term(sort, value)?));
    }
    let signature = signature.instantiate(&values).map_err(|error| Usage(format!("--given: {error}")))?;
    Ok((signature, ranks))
}

fn term(sort: Option<Sort>, value: &str) -> Result<Term, Usage> {
    let read = |text: &str| parse_type(text).map_err(|error| wrong("--given", text, &error));
    match sort {
        Some(Sort::Dim | Sort::Rank) => {
            conformable_types::text::parse_dim(value).map(Term::Dim).map_err(|error| wrong("--given", value, &error))
        }
        Some(Sort::Shape) => shape(value).map(Term::Shape),
        Some(Sort::Order | Sort::Device) => Ok(Term::Ty(Ty::str(value))),
        // Of a variable that is not there any value will do.
        None => Ok(Term::Ty(Ty::unknown())),
        _ => read(value).map(Term::Ty),
    }
}

/// `3,4`, `(n, 3)`, `?` or a type; `None` is to be found.
fn read(signature: &Signature, texts: &[String]) -> Result<Vec<Option<Ty>>, Usage> {
    let of_shapes = signature.as_shapes().is_some();
    let one = |text: &String| match text.trim() {
        "?" => Ok(None),
        text if of_shapes => shape(text).map(|shape| Some(Ty::array(Elem::any(), shape))),
        text => parse_type(text).map(Some).map_err(|error| wrong("a type", text, &error)),
    };
    texts.iter().map(one).collect()
}

fn shape(text: &str) -> Result<Shape, Usage> {
    let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let bare = bare.or_else(|| text.strip_prefix('[').and_then(|text| text.strip_suffix(']'))).unwrap_or(text);
    parse_shape(&format!("[{bare}]")).map_err(|error| {
        let error = ParseError { offset: error.offset.saturating_sub(1), ..error };
        wrong("a shape", bare, &error)
    })
}

fn solved(
    signature: &Signature,
    inputs: &[Option<Ty>],
    outputs: &[Option<Ty>],
    ranks: &[(String, usize)],
    limit: usize,
) -> Result<Answer, Usage> {
    let solutions = signature.solve_within(inputs, outputs, ranks, STEPS);
    let mut solutions = solutions.map_err(|refusal| Usage(refusal.failure.message))?;
    let mut found: Vec<Solution> = solutions.by_ref().take(limit.saturating_add(1)).collect();
    let more = found.len() > limit;
    found.truncate(limit);
    let answer = if more { Truth::Yes } else { solutions.answer() };
    let cause = match answer {
        Truth::No => solutions.conflict().map(|conflict| conflict.to_string()),
        _ if !more && !solutions.is_exhaustive() => {
            let rest = solutions.rest();
            let shown = rest.first().map_or(String::new(), |first| format!("; next: {first}"));
            Some(format!("not all has been looked at: {} left{shown}", rest.len()))
        }
        _ => None,
    };
    Ok(Answer { answer, solutions: found, more, cause })
}

fn as_text(answer: &Answer) -> String {
    let mut out = String::new();
    for solution in &answer.solutions {
        out += &format!("{solution}\n");
    }
    if answer.more {
        out += "... and more, see --limit\n";
    }
    match (answer.answer, &answer.cause) {
        (Truth::No, cause) => out += &format!("No solution: {}\n", cause.as_deref().unwrap_or("refuted")),
        (_, Some(cause)) => out += &format!("... {cause}\n"),
        (_, None) => {}
    }
    out
}

fn as_json(answer: &Answer) -> String {
    let solution = |solution: &Solution| {
        let texts = solution.texts();
        json!({"inputs": texts.inputs, "outputs": texts.outputs, "constraints": texts.constraints})
    };
    let solutions: Vec<Value> = answer.solutions.iter().map(solution).collect();
    let name = match answer.answer {
        Truth::Yes => "proved",
        Truth::No => "refuted",
        Truth::Unknown => "open",
    };
    let exhaustive = !answer.more && (answer.cause.is_none() || answer.answer.is_no());
    let value = json!({
        "answer": name,
        "solutions": solutions,
        "exhaustive": exhaustive,
        "cause": answer.cause,
    });
    pretty(&value) + "\n"
}
