//! The `signatures` blocks of the manual: lines `expression => answer` about signatures.
//!
//! ```text
//! parse((n[a]) -> n[a + a]) => (n[a]) -> n[2*a]
//! call((d),(d)->(); 3; 3) => ()
//! apply((x[a], y[b]) -> promote(x, y)[a + b]; int8[3]; float32[n]) => float32[n + 3]
//! solve((m,n),(n,p)->(m,p); 3,4; ? -> 3,5) => (3, 4), (4, 5) -> (3, 5)
//! ```
//!
//! | expression | answer |
//! |---|---|
//! | `parse(S)`, `same(S; S)` | the signature as it prints; `yes` or `no`, up to names |
//! | `call(S; SHAPE; ...)` | the outputs' shapes; the message of the refusal |
//! | `apply(S; TYPE; ...)` | the outputs' types, with what remains; the message of the refusal |
//! | `instantiate(S; NAME=VALUE; ...)`, `then(S; S)` | a signature |
//! | `solve(S; INPUT; ... -> OUTPUT; ...)` | the solutions, separated by a bar, and `...` if these are not all; the message of the conflict |
//! | `ground(N; S; ...)` | the same question, at most so many valuations of each solution |
//!
//! Arguments are separated by semicolons. A shape is `3,4`, nothing or `()` for one without dims,
//! `?` for what is to be found.

use conformable_signatures::Signature;
use conformable_signatures::signature::call::shape_text;
use conformable_signatures::signature::{Solution, Solutions, Sort};
use conformable_types::text::{ParseError, parse_dim, parse_shape, parse_type, print_ty};
use conformable_types::{Elem, Shape, Sym, Term, Ty};

/// The answer to one expression, or the message of the error in it.
pub fn evaluate(expression: &str) -> Result<String, String> {
    let call = expression.trim().strip_suffix(')').and_then(|text| text.split_once('('));
    let (name, inside) = call.ok_or("an expression is `name(arguments)`")?;
    let args: Vec<&str> = parts(inside);
    match name {
        "parse" => Ok(signature(args[0])?.to_string()),
        "same" => match *args {
            [a, b] => Ok(if signature(a)? == signature(b)? { "yes" } else { "no" }.to_owned()),
            _ => Err("two signatures".to_owned()),
        },
        "then" => match *args {
            [a, b] => {
                let both = signature(a)?.then(&signature(b)?).map_err(|refusal| refusal.failure.message)?;
                Ok(both.to_string())
            }
            _ => Err("two signatures".to_owned()),
        },
        "call" => call_it(&args),
        "apply" => apply(&args),
        "instantiate" => instantiate(&args),
        "solve" => solve(&args, inside, usize::MAX),
        "ground" => {
            let (limit, rest) = inside.split_once(';').ok_or("a number and a question")?;
            let limit = limit.trim().parse().map_err(|_| "a number of valuations")?;
            solve(&args[1..], rest, limit)
        }
        _ => Err(format!("there is no `{name}` in this language")),
    }
}

/// What stands between `;`s, those in the brackets of arrays aside.
fn parts(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let outside = |c: char| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        c == ';' && depth == 0
    };
    text.split(outside).map(str::trim).collect()
}

fn signature(text: &str) -> Result<Signature, String> {
    Signature::parse(text).map_err(message)
}

/// With its place, so that a page can say where an error points.
fn message(error: ParseError) -> String {
    format!("{error} at {}", error.offset)
}

fn shape(text: &str) -> Result<Shape, String> {
    let bare = text.trim_start_matches('(').trim_end_matches(')');
    parse_shape(&format!("[{bare}]")).map_err(message)
}

fn call_it(args: &[&str]) -> Result<String, String> {
    let (given, shapes): (Vec<&str>, Vec<&str>) = args[1..].iter().partition(|arg| arg.contains('='));
    let rank = |text: &&str| {
        let (name, count) = text.split_once('=').ok_or("NAME=COUNT")?;
        Ok::<_, String>((name.trim().to_owned(), count.trim().parse().map_err(|_| "a count")?))
    };
    let ranks = given.iter().map(rank).collect::<Result<Vec<_>, _>>()?;
    let inputs = shapes.iter().map(|text| shape(text)).collect::<Result<Vec<_>, _>>()?;
    let outputs = signature(args[0])?.call_with(&inputs, &ranks).map_err(|refusal| refusal.failure.message)?;
    Ok(outputs.into_iter().map(shape_text).collect::<Vec<_>>().join(", "))
}

fn apply(args: &[&str]) -> Result<String, String> {
    let inputs = args[1..].iter().map(|text| parse_type(text).map_err(message)).collect::<Result<Vec<_>, _>>()?;
    let call = signature(args[0])?.apply(&inputs).map_err(|refusal| refusal.failure.message)?;
    let outputs: Vec<String> = call.outputs.iter().map(|ty| print_ty(*ty)).collect();
    let constraints = call.constraint_texts();
    let joint = if constraints.is_empty() { "" } else { " where " };
    Ok(format!("{}{joint}{}", outputs.join(", "), constraints.join(", ")))
}

fn instantiate(args: &[&str]) -> Result<String, String> {
    let own = signature(args[0])?;
    let value = |text: &&str| {
        let (name, value) = text.split_once('=').ok_or("NAME=VALUE")?;
        let (name, value) = (name.trim(), value.trim());
        let sort = own.vars().iter().find(|var| var.name == Sym::new(name)).map(|var| var.sort);
        let term: Term = match sort {
            Some(Sort::Dim | Sort::Rank) => parse_dim(value).map_err(message)?.into(),
            Some(Sort::Shape) => shape(value)?.into(),
            Some(Sort::Order | Sort::Device) => Term::Ty(Ty::str(value)),
            None => Term::Ty(Ty::unknown()),
            _ => parse_type(value).map_err(message)?.into(),
        };
        Ok::<_, String>((name.to_owned(), term))
    };
    let values = args[1..].iter().map(value).collect::<Result<Vec<_>, _>>()?;
    let values: Vec<(&str, Term)> = values.iter().map(|(name, term)| (name.as_str(), term.clone())).collect();
    Ok(own.instantiate(&values).map_err(|error| error.to_string())?.to_string())
}

fn solve(args: &[&str], text: &str, ground: usize) -> Result<String, String> {
    let own = signature(args[0])?;
    let question =
        text.trim_start().get(parts(text)[0].len()..).map_or("", |rest| rest.trim_start().trim_start_matches(';'));
    let (inputs, outputs) = match question.rsplit_once("->") {
        Some((inputs, outputs)) => (inputs, outputs),
        None => (question, ""),
    };
    let of_shapes = own.as_shapes().is_some();
    let read = |texts: &str| -> Result<Vec<Option<Ty>>, String> {
        let given = parts(texts).into_iter().filter(|_| !texts.trim().is_empty());
        let one = |text: &str| match text {
            "?" => Ok(None),
            text if of_shapes => Ok(Some(Ty::array(Elem::any(), shape(text)?))),
            text => parse_type(text).map(Some).map_err(message),
        };
        given.map(one).collect()
    };
    let solutions = own.solve(&read(inputs)?, &read(outputs)?);
    let mut solutions = solutions.map_err(|refusal| refusal.failure.message)?;
    let mut found: Vec<String> = solutions.by_ref().flat_map(|solution| shown(&solution, ground)).collect();
    finish(&mut solutions, &mut found)
}

fn shown(solution: &Solution, ground: usize) -> Vec<String> {
    if ground == usize::MAX {
        return vec![solution.to_string()];
    }
    let list = |types: &[Ty]| types.iter().map(|ty| shape_text(shape_of(*ty))).collect::<Vec<_>>().join(", ");
    let all = solution.ground(ground).into_iter();
    all.map(|ground| format!("{} -> {}", list(&ground.inputs), list(&ground.outputs))).collect()
}

fn shape_of(ty: Ty) -> Shape {
    ty.as_array().map_or_else(Shape::any, |(_, shape)| shape)
}

fn finish(solutions: &mut Solutions, found: &mut Vec<String>) -> Result<String, String> {
    if let Some(conflict) = solutions.conflict() {
        return Err(conflict.to_string().replace('\n', ";"));
    }
    if !solutions.is_exhaustive() {
        found.push("...".to_owned());
    }
    Ok(found.join(" | "))
}
