//! The mini-language's text: what is printed is read back as the same signature.

use std::fmt::{self, Display, Formatter};

use super::{Item, Mark, MiniSignature, Operand, Prefix, Sum, SumOp};

impl Display for MiniSignature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let cap = |cap: Option<usize>| cap.map_or_else(String::new, |cap| cap.to_string());
        match self.prefix {
            Prefix::Nothing => {}
            Prefix::Broadcast(most) => write!(f, "+{}", cap(most))?,
            Prefix::Equal(most) => write!(f, "={}", cap(most))?,
        }
        list(f, &self.inputs)?;
        f.write_str("->")?;
        list(f, &self.outputs)
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let items: Vec<String> = self.items.iter().map(item).collect();
        write!(f, "({})", items.join(","))
    }
}

fn list(f: &mut Formatter<'_>, operands: &[Operand]) -> fmt::Result {
    for (place, operand) in operands.iter().enumerate() {
        write!(f, "{}{operand}", if place == 0 { "" } else { "," })?;
    }
    Ok(())
}

pub fn item(item: &Item) -> String {
    match item {
        Item::Dim { sum: of, mark, .. } => match mark {
            Mark::None => sum(of),
            Mark::Optional => format!("{}?", sum(of)),
            Mark::OrOne => format!("{}|1", sum(of)),
            Mark::Data => format!("!{}", sum(of)),
        },
        Item::Skip(count) => format!(".{count}."),
        Item::SkipRank(name) => format!(".{name}."),
        Item::Ellipsis => "...".into(),
    }
}

pub fn sum(of: &Sum) -> String {
    let list = |args: &[Sum]| args.iter().map(sum).collect::<Vec<_>>().join(", ");
    match of {
        Sum::Name(name) => name.clone(),
        Sum::Int(value) => value.to_string(),
        Sum::Neg(inner) => format!("-{}", inside(inner, 2)),
        Sum::Binary(op, a, b) => {
            let (text, level) = match op {
                SumOp::Add => (" + ", 0),
                SumOp::Sub => (" - ", 0),
                SumOp::Mul => ("*", 1),
                SumOp::FloorDiv => ("//", 1),
                SumOp::Mod => ("%", 1),
            };
            format!("{}{text}{}", inside(a, level), inside(b, level + 1))
        }
        Sum::Min(args) => format!("min({})", list(args)),
        Sum::Max(args) => format!("max({})", list(args)),
    }
}

/// In parentheses unless it binds at least this tightly.
fn inside(of: &Sum, level: u8) -> String {
    let own = match of {
        Sum::Binary(SumOp::Add | SumOp::Sub, ..) => 0,
        Sum::Binary(..) => 1,
        _ => 2,
    };
    if own < level { format!("({})", sum(of)) } else { sum(of) }
}
