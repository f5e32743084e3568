//! What calls give, line by line: `tests/calls/*.txt`.
//!
//! ```text
//! numpy.sum(float64[2, 3], axis=Literal[1]) => float64[2]
//! numpy.matmul(float64[2, 3], float64[4, 5]) => error CF101 ValueError 0:-1 1:-2
//! numpy.add(Unknown, float64[3]) => unknown
//! ```
//!
//! Arguments are types, positional ones first; a method or property has its receiver first; `*?`
//! stands for arguments that are not known. After an error's code come, optionally, the exception
//! and the parts: `0:-1` is the last dim of the first argument, `0.1:0` the first dim of its
//! element 1, `1` the whole second argument.

use conformable_signatures::{Applied, Arg, CallArgs, Catalogue, Member, Op};
use conformable_solver::{Part, Store};
use conformable_types::text::{parse_type, print_ty};

/// The pieces of `text` between commas that stand in no bracket or string.
fn pieces(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut depth = 0i32;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '\'' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            ',' if depth == 0 && !quoted => {
                found.push(String::new());
                continue;
            }
            _ => {}
        }
        found.last_mut().expect("one at least").push(c);
    }
    found.into_iter().map(|piece| piece.trim().to_owned()).filter(|piece| !piece.is_empty()).collect()
}

/// `numpy.f(...)`, its path and arguments.
fn read(call: &str) -> Result<(&str, CallArgs), String> {
    let open = call.find('(').ok_or("no parenthesis")?;
    let inner = call[open + 1..].strip_suffix(')').ok_or("no closing parenthesis")?;
    let mut args = CallArgs::default();
    for piece in pieces(inner) {
        if piece == "*?" {
            args.open = true;
            continue;
        }
        let keyword = piece.split_once('=').filter(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
        let text = keyword.map_or(piece.as_str(), |(_, text)| text);
        let arg = Arg::of(parse_type(text).map_err(|error| format!("{text}: {error}"))?);
        match keyword {
            Some((name, _)) => args.keywords.push((name.to_owned(), arg)),
            None => args.positional.push(arg),
        }
    }
    Ok((&call[..open], args))
}

fn find(path: &str) -> Option<&'static Op> {
    let catalogue = Catalogue::numpy();
    if let Some(op) = catalogue.function(path) {
        return Some(op);
    }
    let (kind, name) = path.split_once('.')?;
    match catalogue.member(kind, name)? {
        Member::Method(op) | Member::Property(op) => Some(op),
    }
}

fn part(part: &Part) -> String {
    let element = part.element.map_or_else(String::new, |element| format!(".{element}"));
    let axis = part.axis.map_or_else(String::new, |axis| format!(":{axis}"));
    format!("{}{element}{axis}", part.argument)
}

/// The outcome, as long as `wanted` says it.
fn outcome(call: &str, wanted: &str) -> Result<String, String> {
    let (path, args) = read(call)?;
    let op = find(path).ok_or(format!("no entry {path}"))?;
    Ok(match op.apply(&args, &Store::new()) {
        Applied::Value { result, store, .. } => print_ty(store.resolve_ty(result)),
        Applied::Unknown(_) => "unknown".into(),
        Applied::Refuted(why) => {
            let parts: Vec<String> = why.failure.parts.iter().map(part).collect();
            let full = format!("error {} {} {}", why.code, why.exception, parts.join(" "));
            let words = wanted.split_whitespace().count().max(2);
            let full: Vec<&str> = full.split_whitespace().take(words).collect();
            let short = full.join(" ");
            if short == wanted { short } else { format!("{short}: {}", why.failure.message) }
        }
    })
}

#[test]
fn calls() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/calls");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            count += 1;
            let place = format!("{}:{}", file.file_name().unwrap().to_string_lossy(), number + 1);
            let Some((call, wanted)) = line.split_once("=>") else {
                wrong.push(format!("{place}: no =>"));
                continue;
            };
            let wanted = wanted.trim();
            match outcome(call.trim(), wanted) {
                Ok(found) => {
                    let same = found == wanted
                        || (!wanted.starts_with("error") && parse_type(wanted).is_ok_and(|ty| print_ty(ty) == found));
                    if !same {
                        wrong.push(format!("{place}: {}\n    wanted {wanted}\n    found  {found}", call.trim()));
                    }
                }
                Err(error) => wrong.push(format!("{place}: {error}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count} calls:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_entry_loads() {
    let errors: Vec<String> = Catalogue::numpy().errors().iter().map(ToString::to_string).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn every_name_is_defined() {
    let undefined = Catalogue::numpy().undefined();
    assert!(undefined.is_empty(), "{}", undefined.join("\n"));
}
