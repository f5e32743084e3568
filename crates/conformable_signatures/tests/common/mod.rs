//! A call and its outcome as text, for the table of calls and for the oracle's fuzzer.

use conformable_signatures::{Arg, CallArgs, CallOutcome, Catalogue, Member, Op};
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
pub fn outcome(call: &str, wanted: &str) -> Result<String, String> {
    let (path, args) = read(call)?;
    let op = find(path).ok_or(format!("no entry {path}"))?;
    Ok(match op.apply(&args, &Store::new()) {
        CallOutcome::Value(given, store) => print_ty(store.resolve_ty(given.result)),
        CallOutcome::Unknown(_) => "unknown".into(),
        CallOutcome::Refuted(why) => {
            let parts: Vec<String> = why.failure.parts.iter().map(part).collect();
            let full = format!("error {} {} {}", why.code, why.exception, parts.join(" "));
            let words = wanted.split_whitespace().count().max(2);
            let full: Vec<&str> = full.split_whitespace().take(words).collect();
            let short = full.join(" ");
            if short == wanted { short } else { format!("{short}: {}", why.failure.message) }
        }
    })
}
