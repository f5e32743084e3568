//! The mini-language's parser. An error points at a character and says what was expected.

use std::borrow::Cow;

use conformable_types::text::ParseError;
use unicode_normalization::UnicodeNormalization;

use super::{Item, Mark, MiniSignature, Operand, Prefix, Sum, SumOp};

impl MiniSignature {
    /// The signature that `text` writes.
    pub fn parse(text: &str) -> Result<MiniSignature, ParseError> {
        let text = composed(text);
        let signature = Parser { text: &text, at: 0, depth: 0, operators: 0 }.signature()?;
        check(&signature, &text)?;
        Ok(signature)
    }

    /// NumPy's reading: batch dims in front broadcast, and an output's name that no input has is
    /// a size that the data decide.
    pub fn parse_gufunc(text: &str) -> Result<MiniSignature, ParseError> {
        let text = composed(text);
        let mut signature = Parser { text: &text, at: 0, depth: 0, operators: 0 }.signature()?;
        if signature.prefix == Prefix::Nothing {
            signature.prefix = Prefix::Broadcast(None);
        }
        let known = names(&signature.inputs);
        for operand in &mut signature.outputs {
            for item in &mut operand.items {
                if let Item::Dim { sum: Sum::Name(name), mark: mark @ Mark::None, .. } = item
                    && !known.contains(name)
                {
                    *mark = Mark::Data;
                }
            }
        }
        check(&signature, &text)?;
        Ok(signature)
    }
}

/// The text with each name in its composed form (NFC), as Python reads names: `n` with a tilde is
/// one letter however it was typed.
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

/// All names of dims in these operands.
fn names(operands: &[Operand]) -> Vec<String> {
    let mut found = Vec::new();
    for operand in operands {
        for item in &operand.items {
            if let Item::Dim { sum, .. } = item {
                let mut own = Vec::new();
                sum.names(&mut own);
                found.extend(own.into_iter().map(str::to_owned));
            }
        }
    }
    found
}

/// Each set of them that may be absent is a case of its own.
const MAX_OPTIONAL: usize = 8;

fn fail(offset: usize, expected: String, found: &str) -> Result<(), ParseError> {
    Err(ParseError { offset, expected, found: found.into() })
}

/// What holds between the places of one signature.
fn check(signature: &MiniSignature, text: &str) -> Result<(), ParseError> {
    let all = || signature.inputs.iter().chain(&signature.outputs);
    let mut optional: Vec<&Sum> = Vec::new();
    for (place, operand) in all().enumerate() {
        optional.extend(operand.optional().filter(|sum| !optional.contains(sum)).collect::<Vec<_>>());
        if optional.len() > MAX_OPTIONAL {
            let what = format!("at most {MAX_OPTIONAL} dims that may be absent");
            return fail(operand.offset, what, &format!("another in operand {}", place + 1));
        }
    }
    for (place, operand) in all().enumerate() {
        let is_output = place >= signature.inputs.len();
        for item in &operand.items {
            if let Item::Dim { sum, mark, offset } = item {
                check_dim(signature, &optional, sum, *mark, *offset, is_output)?;
            }
        }
        if let Some(name) = repeated_rank(operand) {
            // It would be the same dims twice in one place and other dims in another.
            return fail(operand.offset, format!("`.{name}.` at most once in an operand"), "two");
        }
        match operand.items.iter().filter(|item| **item == Item::Ellipsis).count() {
            0 => {}
            1 if signature.prefix == Prefix::Nothing => {}
            1 => return fail(operand.offset, "batch dims or `...`, not both".into(), &text[..1]),
            _ => return fail(operand.offset, "`...` at most once in an operand".into(), "two"),
        }
        if is_output {
            let count = |operand: &Operand, item: &Item| operand.items.iter().filter(|own| *own == item).count();
            let missing = operand.items.iter().any(|item| {
                let is_segment = !matches!(item, Item::Dim { .. });
                let most = signature.inputs.iter().map(|input| count(input, item)).max();
                is_segment && count(operand, item) > most.unwrap_or(0)
            });
            if missing {
                return fail(operand.offset, "dims that an input has too".into(), "dims of an output alone");
            }
        }
    }
    Ok(())
}

/// A name whose dims an operand skips twice.
fn repeated_rank(operand: &Operand) -> Option<&str> {
    let names: Vec<&str> = operand
        .items
        .iter()
        .filter_map(|item| match item {
            Item::SkipRank(name) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    names.iter().enumerate().find(|(place, name)| names[..*place].contains(name)).map(|(_, name)| *name)
}

/// What holds of a core dim in a signature in which these may be absent.
fn check_dim(
    signature: &MiniSignature,
    optional: &[&Sum],
    sum: &Sum,
    mark: Mark,
    offset: usize,
    is_output: bool,
) -> Result<(), ParseError> {
    let mut own = Vec::new();
    sum.names(&mut own);
    let items = || signature.inputs.iter().chain(&signature.outputs).flat_map(|operand| &operand.items);
    let counts = |name: &&&str| items().any(|item| matches!(item, Item::SkipRank(rank) if rank == **name));
    if let Some(name) = own.iter().find(counts) {
        return fail(offset, format!("a name other than `{name}`, which counts dims in `.{name}.`"), name);
    }
    let shown = super::print::sum(sum);
    if own.is_empty()
        && let Some(size) = sum.constant().filter(|size| *size < 0)
    {
        return fail(offset, "a size of at least 0".into(), &format!("{size}"));
    }
    if mark == Mark::Optional && !matches!(sum, Sum::Name(_) | Sum::Int(_)) {
        return fail(offset, "a name or a number before `?`".into(), &format!("`{shown}`"));
    }
    if mark == Mark::Data && !matches!(sum, Sum::Name(_)) {
        return fail(offset, "a name behind `!`".into(), &format!("`{shown}`"));
    }
    if mark != Mark::Optional && optional.contains(&sum) {
        let corrected = corrected(signature, sum);
        return fail(offset, format!("`{shown}?`, as elsewhere: {corrected}"), &format!("`{shown}`"));
    }
    let may_be_absent = |name: &&&str| optional.contains(&&Sum::Name((**name).to_owned()));
    if !matches!(sum, Sum::Name(_))
        && let Some(name) = own.iter().find(may_be_absent)
    {
        return fail(offset, format!("a size without `{name}`, which may be absent"), &format!("`{shown}`"));
    }
    if mark == Mark::OrOne && is_output {
        return fail(offset, format!("`{shown}`; `|1` is for inputs"), &format!("`{shown}|1`"));
    }
    if mark == Mark::Data && !is_output {
        return fail(offset, "an input's size; `!` is for outputs".into(), "`!`");
    }
    let known = names(&signature.inputs);
    if mark == Mark::Data && known.contains(&shown) {
        return fail(offset, format!("`{shown}`, which inputs decide"), &format!("`!{shown}`"));
    }
    if is_output
        && mark != Mark::Data
        && let Some(name) = own.iter().find(|name| !known.iter().any(|k| k == *name))
    {
        return fail(offset, format!("a name that an input has, or `!{name}`"), &format!("`{name}`"));
    }
    Ok(())
}

/// The signature with `sum` marked wherever it stands.
fn corrected(signature: &MiniSignature, sum: &Sum) -> String {
    let mut corrected = signature.clone();
    for operand in corrected.inputs.iter_mut().chain(&mut corrected.outputs) {
        for item in &mut operand.items {
            if let Item::Dim { sum: own, mark, .. } = item
                && own == sum
            {
                *mark = Mark::Optional;
            }
        }
    }
    corrected.to_string()
}

/// Parentheses nest so deep at most.
const MAX_DEPTH: u32 = 100;
/// A text has at most so many operators: a chain of them nests as deep as it is long.
const MAX_OPERATORS: u32 = 1000;
/// No array has more dims.
const MAX_RANK: i64 = 64;

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
    operators: u32,
}

impl<'t> Parser<'t> {
    fn rest(&mut self) -> &'t str {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn error<T>(&mut self, expected: &str) -> Result<T, ParseError> {
        let found = self.rest().chars().next().map_or_else(|| "the end".to_owned(), |c| format!("`{c}`"));
        Err(ParseError { offset: self.at, expected: expected.into(), found })
    }

    fn expect(&mut self, token: &str, expected: &str) -> Result<(), ParseError> {
        if self.take(token) { Ok(()) } else { self.error(expected) }
    }

    fn integer(&mut self) -> Option<i64> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let value = rest[..end].parse().ok()?;
        self.at += end;
        Some(value)
    }

    fn name(&mut self) -> Option<String> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        if !first.is_alphabetic() && first != '_' {
            return None;
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        self.at += end;
        Some(rest[..end].to_owned())
    }

    fn signature(&mut self) -> Result<MiniSignature, ParseError> {
        let cap = |parser: &mut Self| parser.integer().and_then(|value| usize::try_from(value).ok());
        let prefix = if self.take("+") {
            Prefix::Broadcast(cap(self))
        } else if self.take("=") {
            Prefix::Equal(cap(self))
        } else {
            Prefix::Nothing
        };
        let inputs = if self.rest().starts_with("->") { Vec::new() } else { self.operands()? };
        self.expect("->", "`,` or `->`")?;
        let outputs = self.operands()?;
        if !self.rest().is_empty() {
            return self.error("`,` or the end");
        }
        Ok(MiniSignature { prefix, inputs, outputs })
    }

    fn operands(&mut self) -> Result<Vec<Operand>, ParseError> {
        let mut operands = vec![self.operand()?];
        while self.take(",") {
            operands.push(self.operand()?);
        }
        Ok(operands)
    }

    fn operand(&mut self) -> Result<Operand, ParseError> {
        self.rest();
        let offset = self.at;
        self.expect("(", "`(`")?;
        let mut items = Vec::new();
        while !self.take(")") {
            items.push(self.item()?);
            if !self.take(",") {
                self.expect(")", "`,` or `)`")?;
                break;
            }
        }
        Ok(Operand { items, offset })
    }

    fn item(&mut self) -> Result<Item, ParseError> {
        self.rest();
        let offset = self.at;
        if self.take("...") {
            return Ok(Item::Ellipsis);
        }
        if self.take(".") {
            let item = match self.integer() {
                Some(count) if count > MAX_RANK => {
                    self.at = offset;
                    return self.error("at most 64 dims to skip");
                }
                Some(count) => Item::Skip(usize::try_from(count).unwrap_or(0)),
                None => match self.name() {
                    Some(name) => Item::SkipRank(name),
                    None => return self.error("a number or a name after `.`"),
                },
            };
            self.expect(".", "`.`")?;
            return Ok(item);
        }
        let data = self.take("!");
        let sum = self.sum()?;
        let mark = if data {
            Mark::Data
        } else if self.take("?") {
            Mark::Optional
        } else if self.take("|") {
            self.expect("1", "`1` after `|`")?;
            Mark::OrOne
        } else {
            Mark::None
        };
        Ok(Item::Dim { sum, mark, offset })
    }

    fn sum(&mut self) -> Result<Sum, ParseError> {
        let mut left = self.product()?;
        loop {
            let op = if self.take("+") {
                SumOp::Add
            } else if !self.rest().starts_with("->") && self.take("-") {
                SumOp::Sub
            } else {
                return Ok(left);
            };
            left = self.binary(op, left, Self::product)?;
        }
    }

    fn product(&mut self) -> Result<Sum, ParseError> {
        let mut left = self.factor()?;
        loop {
            let op = if self.take("*") {
                SumOp::Mul
            } else if self.take("//") {
                SumOp::FloorDiv
            } else if self.take("%") {
                SumOp::Mod
            } else {
                return Ok(left);
            };
            left = self.binary(op, left, Self::factor)?;
        }
    }

    fn binary(
        &mut self,
        op: SumOp,
        left: Sum,
        right: fn(&mut Self) -> Result<Sum, ParseError>,
    ) -> Result<Sum, ParseError> {
        self.operators += 1;
        if self.operators > MAX_OPERATORS {
            return self.error("fewer operators");
        }
        self.rest();
        let offset = self.at;
        let right = right(self)?;
        if matches!(op, SumOp::FloorDiv | SumOp::Mod) && right.constant() == Some(0) {
            self.at = offset;
            return self.error("a divisor other than 0");
        }
        Ok(Sum::Binary(op, Box::new(left), Box::new(right)))
    }

    fn deeper<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T, ParseError>) -> Result<T, ParseError> {
        if self.depth >= MAX_DEPTH {
            return self.error("less nesting");
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn factor(&mut self) -> Result<Sum, ParseError> {
        if self.take("-") {
            return Ok(Sum::Neg(Box::new(self.deeper(Self::factor)?)));
        }
        if self.take("(") {
            let inner = self.deeper(Self::sum)?;
            self.expect(")", "`)`")?;
            return Ok(inner);
        }
        if let Some(value) = self.integer() {
            return Ok(Sum::Int(value));
        }
        let Some(name) = self.name() else {
            return self.error("a size: a name, a number, `...` or `.k.`");
        };
        if !matches!(name.as_str(), "min" | "max") || !self.take("(") {
            return Ok(Sum::Name(name));
        }
        let mut args = vec![self.deeper(Self::sum)?];
        while self.take(",") {
            args.push(self.deeper(Self::sum)?);
        }
        self.expect(")", "`,` or `)`")?;
        Ok(if name == "min" { Sum::Min(args) } else { Sum::Max(args) })
    }
}
