//! Expressions as they are written, whatever they mean: what is printed is parsed as the same tree.

use std::fmt::{self, Display, Formatter, Write};

use super::expr::{BinaryOp, Expr, Marker, Node, ParamExpr, SignatureExpr};
use super::print::quote;

/// What binds tighter has a higher number.
fn level(node: &Node) -> u8 {
    match node {
        Node::Slice(..) => 0,
        Node::Union(_) => 1,
        Node::Binary(op, ..) if op.is_comparison() => 2,
        Node::Binary(BinaryOp::Add | BinaryOp::Sub, ..) => 3,
        Node::Binary(..) => 4,
        Node::Neg(_) | Node::Star(_) => 5,
        _ => 6,
    }
}

impl BinaryOp {
    /// `+`
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::FloorDiv => "//",
            BinaryOp::Mod => "%",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Le => "<=",
            BinaryOp::Ge => ">=",
            BinaryOp::Lt => "<",
            BinaryOp::Gt => ">",
        }
    }
}

/// Separated by commas.
fn list<T>(f: &mut Formatter<'_>, items: &[T], one: impl Fn(&T, &mut Formatter<'_>) -> fmt::Result) -> fmt::Result {
    for (place, item) in items.iter().enumerate() {
        f.write_str(if place == 0 { "" } else { ", " })?;
        one(item, f)?;
    }
    Ok(())
}

fn argument((name, value): &(Option<String>, Expr), f: &mut Formatter<'_>) -> fmt::Result {
    if let Some(name) = name {
        write!(f, "{name}=")?;
    }
    value.fmt(f)
}

impl Expr {
    /// In parentheses where it binds less than this.
    fn within(&self, least: u8, f: &mut Formatter<'_>) -> fmt::Result {
        if level(&self.node) < least { write!(f, "({self})") } else { self.fmt(f) }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.node {
            Node::Name(path) => f.write_str(&path.join(".")),
            Node::Int(value) => value.fmt(f),
            Node::Str(text) => f.write_str(&quote(text)),
            Node::Hole => f.write_char('?'),
            Node::Ellipsis => f.write_str("..."),
            Node::Run(name) => write!(f, "#{name}"),
            Node::Record(name, fields) => {
                write!(f, "{name}{{")?;
                list(f, fields, |(name, ty), f| write!(f, "{name}: {ty}"))?;
                f.write_char('}')
            }
            Node::Signature(signature) => write!(f, "({signature})"),
            Node::Tuple(items) => {
                f.write_char('(')?;
                list(f, items, Expr::fmt)?;
                f.write_str(if items.len() == 1 { ",)" } else { ")" })
            }
            Node::List(items) => {
                f.write_char('[')?;
                list(f, items, Expr::fmt)?;
                f.write_char(']')
            }
            Node::Call(base, args) => {
                base.within(6, f)?;
                f.write_char('(')?;
                list(f, args, argument)?;
                f.write_char(')')
            }
            Node::Index(base, items, options) => {
                base.within(6, f)?;
                f.write_char('[')?;
                list(f, items, Expr::fmt)?;
                if !options.is_empty() {
                    f.write_str("; ")?;
                    list(f, options, argument)?;
                }
                f.write_char(']')
            }
            Node::Neg(inner) => {
                f.write_char('-')?;
                inner.within(5, f)
            }
            Node::Binary(op, a, b) => {
                let own = level(&self.node);
                a.within(own, f)?;
                write!(f, " {} ", op.symbol())?;
                b.within(own + 1, f)
            }
            Node::Union(members) => {
                for (place, member) in members.iter().enumerate() {
                    f.write_str(if place == 0 { "" } else { " | " })?;
                    member.within(2, f)?;
                }
                Ok(())
            }
            Node::Star(inner) => {
                f.write_char('*')?;
                inner.within(6, f)
            }
            Node::Slice(start, stop) => write!(f, "{start}: {stop}"),
        }
    }
}

impl Display for ParamExpr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.marker {
            Marker::None => "",
            Marker::Slash => return f.write_char('/'),
            Marker::Bare => return f.write_char('*'),
            Marker::Star => "*",
            Marker::DoubleStar => "**",
        })?;
        let mark = if self.assumed { "?" } else { "" };
        match (&self.name, &self.ty) {
            (Some(name), Some(ty)) => write!(f, "{name}{mark}: {ty}")?,
            (Some(name), None) => write!(f, "{name}{mark}")?,
            (None, Some(ty)) => ty.fmt(f)?,
            (None, None) => {}
        }
        match &self.default {
            Some(default) if self.ty.is_some() => write!(f, " = {default}"),
            Some(default) => write!(f, "={default}"),
            None => Ok(()),
        }
    }
}

impl Display for SignatureExpr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('(')?;
        list(f, &self.params, ParamExpr::fmt)?;
        f.write_str(") -> ")?;
        list(f, &self.outputs, Expr::fmt)?;
        if !self.constraints.is_empty() || self.partial {
            f.write_str(" where ")?;
            list(f, &self.constraints, Expr::fmt)?;
        }
        match self.partial {
            true if self.constraints.is_empty() => f.write_char('…'),
            true => f.write_str(", …"),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::expr::{parse_expr, parse_signature};

    #[test]
    fn what_is_written_is_parsed_again() {
        let texts = [
            "T[*S, n + 1]",
            "-(a + b) * c - (d - e)",
            "a // (b * c) % d",
            "decay(reduce(S, axis, keepdims=True))",
            "tuple[float64[n], ...] | (int | None)",
            "struct{a: T, b: ?[...]}",
            "[(a,), (a, b), 'it\\'s\\n']",
            "f(#1, x[n: m; order=F])",
        ];
        for text in texts {
            let read = parse_expr(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
            let printed = read.to_string();
            let again = parse_expr(&printed).unwrap_or_else(|error| panic!("{printed}: {error:?}"));
            assert_eq!(again.to_string(), printed, "{text}");
        }
        assert_eq!(parse_expr("(a+b)*c").unwrap().to_string(), "(a + b) * c");
        let text = "(x?: T[n], /, *args: T, k: int = 3, **rest: U) -> T[n], ((y: U) -> U) where n >= 1, …";
        assert_eq!(parse_signature(text).unwrap().to_string(), text);
    }
}
