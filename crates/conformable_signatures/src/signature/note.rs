//! The arrow form of the note that op signatures go back to:
//! `(dim a, dtype x) -> (Tensor((a,), x)) -> Tensor((ConcatDim([a, a]),), x)`.
//!
//! Its quantifier (`T -> ...`, `(dim a, dtype x) -> ...`) declares variables; its words are
//! rewritten into the canonical tree: `Tensor((a,), x)` and `TensorType(dims=(a,), dtype=x)` are
//! `x[a]`, `ConcatDim([a, b])` is `a + b`, `PromotedDType([x, y])` is `promote(x, y)`,
//! `compatible` is `promotable`, `isinstance` is `is_a`. So a text may mix both.

use conformable_types::text::expr::{BinaryOp, ParamExpr, SignatureExpr};
use conformable_types::text::{Expr, Node, ParseError, parse_signature};

use super::Sort;
use super::text::{Declared, IS_A, PROMOTABLE, error};

/// A signature with its variables declared in front.
pub struct Note {
    pub declared: Vec<Declared>,
    pub signature: SignatureExpr,
}

/// The note's reading, if the text needs it: it begins with a quantifier, or has the note's words.
///
/// # Errors
/// If what follows a quantifier is no signature.
pub fn declared(text: &str) -> Result<Option<Note>, ParseError> {
    let (inner, start) = unwrapped(text);
    let (declared, at) = match quantifier(inner) {
        Some((declared, at)) => (declared, at),
        None if text.contains("Tensor") => (Vec::new(), 0),
        None => return Ok(None),
    };
    // The same text with blanks in place of what has been read, so that places stay.
    let (body, skipped) = unwrapped(&inner[at..]);
    let padded = " ".repeat(start + at + skipped) + body;
    let signature = parse_signature(&padded)?;
    let declared = declared.into_iter().map(|one| Declared { offset: one.offset + start, ..one }).collect();
    Ok(Some(Note { declared, signature: signature_rewritten(&signature)? }))
}

/// Without parentheses around the whole, and where that begins.
fn unwrapped(text: &str) -> (&str, usize) {
    let start = text.len() - text.trim_start().len();
    let whole = text.trim();
    let Some(inner) = whole.strip_prefix('(') else { return (text, 0) };
    let closes = matching(whole) == Some(whole.len() - 1);
    if closes && inner.contains("->") { (&inner[..inner.len() - 1], start + 1) } else { (text, 0) }
}

/// Where the parenthesis closes that `text` opens with.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The variables declared in front, and where the signature begins: `T ->`, `(dim a, dtype x) ->`,
/// and `(a, b) ->` where another arrow follows outside of all brackets.
fn quantifier(text: &str) -> Option<(Vec<Declared>, usize)> {
    let start = text.len() - text.trim_start().len();
    let rest = &text[start..];
    let (list, list_at, end) = match rest.strip_prefix('(') {
        Some(_) => {
            let end = matching(rest)?;
            (&rest[1..end], start + 1, start + end + 1)
        }
        None => {
            let end = rest.find("->")?;
            (&rest[..end], start, start + end)
        }
    };
    let after = text[end..].trim_start();
    let body = after.strip_prefix("->")?;
    let mut declared = Vec::new();
    let mut at = list_at;
    for part in list.split(',') {
        let offset = at + part.len() - part.trim_start().len();
        at += part.len() + 1;
        let words: Vec<&str> = part.split_whitespace().collect();
        let sort = match *words {
            [word, _] => Some(Sort::named(word)?),
            _ => None,
        };
        let name = words.last()?;
        if words.len() > 2 || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return None;
        }
        declared.push(Declared { name: (*name).to_owned(), sort, offset });
    }
    let sorted = declared.iter().any(|one| one.sort.is_some());
    let bare = !rest.starts_with('(');
    (sorted || bare || arrows_outside(body)).then(|| (declared, text.len() - body.len()))
}

/// Is there an arrow outside of all brackets?
fn arrows_outside(text: &str) -> bool {
    let mut depth = 0i32;
    let mut previous = ' ';
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '>' if previous == '-' && depth == 0 => return true,
            _ => {}
        }
        previous = c;
    }
    false
}

/// `is_a(a, Dim)`, or the note's `isinstance(a, Dim)`.
///
/// # Errors
/// If what it is said to be is no sort.
pub fn declaration(constraint: &Expr) -> Result<Option<Declared>, ParseError> {
    let Node::Call(base, args) = &constraint.node else { return Ok(None) };
    let Some(IS_A | "isinstance") = base.word() else { return Ok(None) };
    let [(None, var), (None, sort)] = &**args else {
        return error(constraint.offset, "a variable and a sort, as in is_a(a, dim)", "other arguments");
    };
    // `is_a(x: dtype, number)` says the sort of its text form, which is not needed here.
    let var = match &var.node {
        Node::Slice(inner, _) => inner,
        _ => var,
    };
    let Some(name) = var.word() else { return error(var.offset, "a variable", "something else") };
    let word = match &sort.node {
        Node::Slice(inner, _) => inner.word(),
        _ => sort.word(),
    };
    match word.and_then(Sort::named) {
        Some(sort) => Ok(Some(Declared { name: name.to_owned(), sort: Some(sort), offset: var.offset })),
        None => {
            let words = "a sort: dim, shape, rank, dtype, number, type, order or device";
            error(sort.offset, words, word.map_or("something else".to_owned(), |word| format!("`{word}`")))
        }
    }
}

fn signature_rewritten(signature: &SignatureExpr) -> Result<SignatureExpr, ParseError> {
    let param = |param: &ParamExpr| {
        let ty = param.ty.as_ref().map(rewritten).transpose()?;
        Ok(ParamExpr { ty, ..param.clone() })
    };
    Ok(SignatureExpr {
        params: signature.params.iter().map(param).collect::<Result<_, ParseError>>()?,
        outputs: signature.outputs.iter().map(rewritten).collect::<Result<_, _>>()?,
        constraints: signature.constraints.clone(),
        partial: signature.partial,
    })
}

/// The tree with the note's words exchanged.
///
/// # Errors
/// If one of them has other arguments than it takes.
pub fn rewritten(expr: &Expr) -> Result<Expr, ParseError> {
    let all = |items: &[Expr]| items.iter().map(rewritten).collect::<Result<Vec<_>, _>>();
    let boxed = |inner: &Expr| rewritten(inner).map(Box::new);
    let node = match &expr.node {
        Node::Call(base, args) => {
            let args: Vec<(Option<String>, Expr)> = args
                .iter()
                .map(|(name, arg)| Ok((name.clone(), rewritten(arg)?)))
                .collect::<Result<_, ParseError>>()?;
            match base.word() {
                Some("Tensor" | "TensorType") => tensor(expr, &args)?,
                Some("ConcatDim") => return sum(expr, &args),
                Some("PromotedDType") => call("promote", base, elements(expr, &args)?),
                Some("compatible") => Node::Call(Box::new(Expr::name(PROMOTABLE, base.offset)), args),
                _ => Node::Call(base.clone(), args),
            }
        }
        Node::Index(base, items, options) => Node::Index(boxed(base)?, all(items)?, options.clone()),
        Node::Tuple(items) => Node::Tuple(all(items)?),
        Node::List(items) => Node::List(all(items)?),
        Node::Union(items) => Node::Union(all(items)?),
        Node::Neg(inner) => Node::Neg(boxed(inner)?),
        Node::Star(inner) => Node::Star(boxed(inner)?),
        Node::Binary(op, a, b) => Node::Binary(*op, boxed(a)?, boxed(b)?),
        Node::Slice(a, b) => Node::Slice(boxed(a)?, boxed(b)?),
        Node::Signature(inner) => Node::Signature(Box::new(signature_rewritten(inner)?)),
        _ => return Ok(expr.clone()),
    };
    Ok(Expr { node, offset: expr.offset })
}

fn call(name: &str, base: &Expr, args: Vec<Expr>) -> Node {
    Node::Call(Box::new(Expr::name(name, base.offset)), args.into_iter().map(|arg| (None, arg)).collect())
}

/// `Tensor((a, b), x)`, `TensorType(dims=(a, b), dtype=x)`.
fn tensor(expr: &Expr, args: &[(Option<String>, Expr)]) -> Result<Node, ParseError> {
    let argument = |place: usize, names: &[&str]| {
        let by_name = args.iter().find(|(name, _)| name.as_deref().is_some_and(|name| names.contains(&name)));
        by_name.or_else(|| args.get(place).filter(|(name, _)| name.is_none())).map(|(_, arg)| arg)
    };
    let (dims, dtype) = (argument(0, &["dims", "shape"]), argument(1, &["dtype"]));
    let (Some(dims), Some(dtype), 2) = (dims, dtype, args.len()) else {
        return error(expr.offset, "dims and a dtype, as in Tensor((a, b), x)", "other arguments");
    };
    let dims = match &dims.node {
        Node::Tuple(dims) | Node::List(dims) => dims.clone(),
        _ => return error(dims.offset, "a tuple of dims, as in (a, b) or (a,)", "something else"),
    };
    Ok(Node::Index(Box::new(dtype.clone()), dims, Vec::new()))
}

/// `f([a, b])`: a and b.
fn elements(expr: &Expr, args: &[(Option<String>, Expr)]) -> Result<Vec<Expr>, ParseError> {
    match args {
        [(None, Expr { node: Node::List(items) | Node::Tuple(items), .. })] if !items.is_empty() => Ok(items.clone()),
        _ => error(expr.offset, "a list, as in ConcatDim([a, b])", "other arguments"),
    }
}

fn sum(expr: &Expr, args: &[(Option<String>, Expr)]) -> Result<Expr, ParseError> {
    let mut items = elements(expr, args)?.into_iter();
    let first = items.next().expect("not empty");
    Ok(items.fold(first, |sum, item| {
        let node = Node::Binary(BinaryOp::Add, Box::new(sum), Box::new(item));
        Expr { node, offset: expr.offset }
    }))
}
