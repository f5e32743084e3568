//! The grammar of types, signatures and catalogue annotations: one parser, one tree.
//!
//! What a node *is* (a tensor, a relation, a variable) is not decided here but by whoever reads
//! the tree, from the sorts of its names. Every node knows its offset, so that an error can point.

use std::borrow::Cow;

pub use super::lex::ParseError;
use super::lex::{Token, tokens};

/// A node with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expr {
    /// What it is.
    pub node: Node,
    /// In bytes from the start of the text.
    pub offset: usize,
}

impl Expr {
    /// A name.
    pub fn name(name: &str, offset: usize) -> Expr {
        Expr { node: Node::Name(vec![name.to_owned()]), offset }
    }

    /// The name that it is, if that has no dots.
    pub fn word(&self) -> Option<&str> {
        let Node::Name(path) = &self.node else { return None };
        match path.as_slice() {
            [word] => Some(word),
            _ => None,
        }
    }

    /// The name that it is, with its dots.
    pub fn path(&self) -> Option<Cow<'_, str>> {
        let Node::Name(path) = &self.node else { return None };
        Some(match path.as_slice() {
            [word] => word.into(),
            parts => parts.join(".").into(),
        })
    }
}

/// What was written, before anyone decides what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// `numpy.linalg.inv`, `T`
    Name(Vec<String>),
    /// `3`
    Int(i64),
    /// `'C'`
    Str(String),
    /// `?`
    Hole,
    /// `...`
    Ellipsis,
    /// `#1`, `#mask`
    Run(String),
    /// `struct{a: T}`
    Record(String, Vec<(String, Expr)>),
    /// `((x: A) -> B)`
    Signature(Box<SignatureExpr>),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `f(a, name=b)`
    Call(Box<Expr>, Vec<(Option<String>, Expr)>),
    /// `T[a, b; order=F]`
    Index(Box<Expr>, Vec<Expr>, Vec<(Option<String>, Expr)>),
    /// `-a`
    Neg(Box<Expr>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a | b`
    Union(Vec<Expr>),
    /// `*a`
    Star(Box<Expr>),
    /// `a: b`
    Slice(Box<Expr>, Box<Expr>),
}

/// A binary operator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `//`
    FloorDiv,
    /// `%`
    Mod,
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<=`
    Le,
    /// `>=`
    Ge,
    /// `<`
    Lt,
    /// `>`
    Gt,
}

impl BinaryOp {
    /// Is what it gives a condition?
    pub fn is_comparison(self) -> bool {
        matches!(self, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Le | BinaryOp::Ge | BinaryOp::Lt | BinaryOp::Gt)
    }
}

/// `(params) -> outputs where constraints`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureExpr {
    /// In order, the lone `/` and `*` included.
    pub params: Vec<ParamExpr>,
    /// At least one; `None` for no result.
    pub outputs: Vec<Expr>,
    /// The where-clause.
    pub constraints: Vec<Expr>,
    /// It ended in `…`.
    pub partial: bool,
}

/// A parameter, or one of the lone markers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParamExpr {
    /// What stands before it.
    pub marker: Marker,
    /// Absent where only a type is written.
    pub name: Option<String>,
    /// `x?`
    pub assumed: bool,
    /// Absent for `name=default`.
    pub ty: Option<Expr>,
    /// After `=`.
    pub default: Option<Expr>,
    /// In bytes from the start of the text.
    pub offset: usize,
}

/// What stands before a parameter, or in place of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marker {
    /// Nothing.
    None,
    /// A lone `/`.
    Slash,
    /// A lone `*`.
    Bare,
    /// `*args`
    Star,
    /// `**kwargs`
    DoubleStar,
}

/// A type, a dim, a relation: any expression that is not a signature.
pub fn parse_expr(text: &str) -> Result<Expr, ParseError> {
    let mut parser = Parser::new(text)?;
    let expr = parser.constraint()?;
    parser.end()?;
    Ok(expr)
}

/// The arrow form, with its where-clause.
pub fn parse_signature(text: &str) -> Result<SignatureExpr, ParseError> {
    let mut parser = Parser::new(text)?;
    let signature = parser.signature()?;
    parser.end()?;
    Ok(signature)
}

fn is_literal(expr: &Expr) -> bool {
    matches!(&expr.node, Node::Name(path) if path == &["Literal"])
}

const MAX_DEPTH: u32 = 200;
/// Chained operators nest to the left without a parenthesis; a text has at most so many.
const MAX_OPERATORS: u32 = 4000;
/// `T[..][..](..)`
const MAX_POSTFIXES: u32 = 8;

struct Parser {
    tokens: Vec<(Token, usize)>,
    at: usize,
    depth: u32,
    operators: u32,
}

impl Parser {
    fn new(text: &str) -> Result<Parser, ParseError> {
        Ok(Parser { tokens: tokens(text)?, at: 0, depth: 0, operators: 0 })
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn offset(&self) -> usize {
        self.tokens[self.at].1
    }

    fn is(&self, punctuation: &str) -> bool {
        matches!(self.peek(), Token::Punct(p) if *p == punctuation)
    }

    fn is_after(&self, ahead: usize, punctuation: &str) -> bool {
        matches!(self.tokens.get(self.at + ahead), Some((Token::Punct(p), _)) if *p == punctuation)
    }

    fn take(&mut self, punctuation: &str) -> bool {
        let found = self.is(punctuation);
        self.at += usize::from(found);
        found
    }

    fn error<T>(&self, expected: impl Into<String>) -> Result<T, ParseError> {
        let found = match self.peek() {
            Token::Name(name) => format!("`{name}`"),
            Token::Int(value) => format!("`{value}`"),
            Token::Float(digits) => format!("`{digits}`"),
            Token::Str(value) => format!("the string '{value}'"),
            Token::Punct(p) => format!("`{p}`"),
            Token::End => "the end".into(),
        };
        Err(ParseError { offset: self.offset(), expected: expected.into(), found })
    }

    fn expect(&mut self, punctuation: &str) -> Result<(), ParseError> {
        if self.take(punctuation) { Ok(()) } else { self.error(format!("`{punctuation}`")) }
    }

    fn end(&self) -> Result<(), ParseError> {
        if *self.peek() == Token::End { Ok(()) } else { self.error("the end, or an operator") }
    }

    fn name(&mut self) -> Result<String, ParseError> {
        match self.peek() {
            Token::Name(name) => {
                let name = name.clone();
                self.at += 1;
                Ok(name)
            }
            _ => self.error("a name"),
        }
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

    /// Items separated by commas up to `close`, which is taken; a trailing comma is allowed.
    fn list<T>(
        &mut self,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let mut items = Vec::new();
        while !self.take(close) {
            items.push(item(self)?);
            if !self.take(",") {
                if !self.take(close) {
                    return self.error(format!("`,` or `{close}`"));
                }
                break;
            }
        }
        Ok(items)
    }

    fn signature(&mut self) -> Result<SignatureExpr, ParseError> {
        self.expect("(")?;
        let params = self.list(")", Parser::param)?;
        self.expect("->")?;
        let mut outputs = vec![self.ty()?];
        while self.is(",") && !self.is_after(1, "…") {
            self.at += 1;
            outputs.push(self.ty()?);
        }
        let mut constraints = Vec::new();
        let mut partial = false;
        if matches!(self.peek(), Token::Name(name) if name == "where") {
            self.at += 1;
            loop {
                if self.take("…") {
                    partial = true;
                    break;
                }
                constraints.push(self.constraint()?);
                if !self.take(",") {
                    break;
                }
            }
        }
        Ok(SignatureExpr { params, outputs, constraints, partial })
    }

    fn param(&mut self) -> Result<ParamExpr, ParseError> {
        let offset = self.offset();
        let mut param = ParamExpr { marker: Marker::None, name: None, assumed: false, ty: None, default: None, offset };
        if self.take("/") {
            param.marker = Marker::Slash;
            return Ok(param);
        }
        if self.is("*") && (self.is_after(1, ",") || self.is_after(1, ")")) {
            self.at += 1;
            param.marker = Marker::Bare;
            return Ok(param);
        }
        if self.take("**") {
            param.marker = Marker::DoubleStar;
        } else if self.take("*") {
            param.marker = Marker::Star;
        }
        if let Token::Name(name) = self.peek().clone() {
            if self.is_after(1, ":") || (self.is_after(1, "?") && self.is_after(2, ":")) {
                self.at += 1;
                param.name = Some(name);
                param.assumed = self.take("?");
                self.expect(":")?;
            } else if self.is_after(1, "=") || param.marker == Marker::DoubleStar {
                self.at += 1;
                param.name = Some(name);
                if self.take("=") {
                    param.default = Some(self.ty()?);
                }
                return Ok(param);
            }
        }
        param.ty = Some(self.ty()?);
        if self.take("=") {
            param.default = Some(self.ty()?);
        }
        Ok(param)
    }

    fn ty(&mut self) -> Result<Expr, ParseError> {
        self.deeper(|parser| {
            let offset = parser.offset();
            let first = parser.sum()?;
            if !parser.is("|") {
                return Ok(first);
            }
            let mut members = vec![first];
            while parser.take("|") {
                members.push(parser.sum()?);
            }
            Ok(Expr { node: Node::Union(members), offset })
        })
    }

    fn constraint(&mut self) -> Result<Expr, ParseError> {
        let offset = self.offset();
        let left = self.ty()?;
        for (text, op) in [
            ("==", BinaryOp::Eq),
            ("!=", BinaryOp::Ne),
            ("<=", BinaryOp::Le),
            (">=", BinaryOp::Ge),
            ("<", BinaryOp::Lt),
            (">", BinaryOp::Gt),
        ] {
            if self.take(text) {
                let right = self.ty()?;
                return Ok(Expr { node: Node::Binary(op, Box::new(left), Box::new(right)), offset });
            }
        }
        Ok(left)
    }

    fn sum(&mut self) -> Result<Expr, ParseError> {
        self.binary(&[("+", BinaryOp::Add), ("-", BinaryOp::Sub)], |parser| {
            parser.binary(&[("*", BinaryOp::Mul), ("//", BinaryOp::FloorDiv), ("%", BinaryOp::Mod)], Parser::factor)
        })
    }

    fn binary(
        &mut self,
        ops: &[(&str, BinaryOp)],
        operand: impl Fn(&mut Self) -> Result<Expr, ParseError>,
    ) -> Result<Expr, ParseError> {
        let offset = self.offset();
        let mut left = operand(self)?;
        'more: loop {
            for (text, op) in ops {
                if self.take(text) {
                    self.operators += 1;
                    if self.operators > MAX_OPERATORS {
                        return self.error("fewer operators");
                    }
                    let right = operand(self)?;
                    left = Expr { node: Node::Binary(*op, Box::new(left), Box::new(right)), offset };
                    continue 'more;
                }
            }
            return Ok(left);
        }
    }

    fn factor(&mut self) -> Result<Expr, ParseError> {
        let offset = self.offset();
        if self.take("-") {
            let operand = self.deeper(Parser::factor)?;
            return Ok(Expr { node: Node::Neg(Box::new(operand)), offset });
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Result<Expr, ParseError> {
        let mut expr = self.atom()?;
        let mut count = 0;
        loop {
            let offset = expr.offset;
            count += 1;
            if count > MAX_POSTFIXES && (self.is("(") || self.is("[")) {
                return self.error("fewer brackets in a row");
            }
            if self.take("(") {
                let args = self.list(")", Parser::arg)?;
                expr = Expr { node: Node::Call(Box::new(expr), args), offset };
            } else if self.take("[") {
                let mut items = Vec::new();
                let mut options = Vec::new();
                while !self.take("]") {
                    if self.take(";") {
                        options = self.list("]", Parser::arg)?;
                        break;
                    }
                    let value = if is_literal(&expr) { self.float() } else { None };
                    items.push(value.map_or_else(|| self.item(), Ok)?);
                    if !self.take(",") && !self.is("]") && !self.is(";") {
                        return self.error("`,`, `;` or `]`");
                    }
                }
                expr = Expr { node: Node::Index(Box::new(expr), items, options), offset };
            } else {
                return Ok(expr);
            }
        }
    }

    /// A float among a literal's values, with its sign: as `Literal['-1.5', float]`, which it is short for.
    fn float(&mut self) -> Option<Expr> {
        let offset = self.offset();
        let is_negative = self.is("-");
        let word = match &self.tokens.get(self.at + usize::from(is_negative))?.0 {
            Token::Float(digits) => digits.clone(),
            Token::Name(name) if matches!(name.as_str(), "inf" | "nan") => name.clone(),
            _ => return None,
        };
        self.at += 1 + usize::from(is_negative);
        let sign = if is_negative { "-" } else { "" };
        let part = |node| Expr { node, offset };
        let name = |word: &str| part(Node::Name(vec![word.to_owned()]));
        let items = vec![part(Node::Str(format!("{sign}{word}"))), name("float")];
        Some(part(Node::Index(Box::new(name("Literal")), items, Vec::new())))
    }

    fn item(&mut self) -> Result<Expr, ParseError> {
        let offset = self.offset();
        if self.take("*") {
            let inner = self.deeper(Parser::postfix)?;
            return Ok(Expr { node: Node::Star(Box::new(inner)), offset });
        }
        let first = self.constraint()?;
        if self.take(":") {
            let second = self.ty()?;
            return Ok(Expr { node: Node::Slice(Box::new(first), Box::new(second)), offset });
        }
        Ok(first)
    }

    fn arg(&mut self) -> Result<(Option<String>, Expr), ParseError> {
        if let (Token::Name(name), true) = (self.peek().clone(), self.is_after(1, "=")) {
            self.at += 2;
            return Ok((Some(name), self.item()?));
        }
        Ok((None, self.item()?))
    }

    fn atom(&mut self) -> Result<Expr, ParseError> {
        let offset = self.offset();
        let node = match self.peek().clone() {
            Token::Name(name) => {
                self.at += 1;
                if self.is("{") {
                    self.at += 1;
                    let fields = self.list("}", |parser| {
                        let field = match parser.peek().clone() {
                            Token::Str(name) => {
                                parser.at += 1;
                                name
                            }
                            _ => parser.name()?,
                        };
                        parser.expect(":")?;
                        Ok((field, parser.ty()?))
                    })?;
                    Node::Record(name, fields)
                } else {
                    let mut path = vec![name];
                    while self.take(".") {
                        path.push(self.name()?);
                    }
                    Node::Name(path)
                }
            }
            Token::Int(value) => {
                self.at += 1;
                Node::Int(value)
            }
            Token::Str(value) => {
                self.at += 1;
                Node::Str(value)
            }
            Token::Punct("?") => {
                self.at += 1;
                Node::Hole
            }
            Token::Punct("...") => {
                self.at += 1;
                Node::Ellipsis
            }
            Token::Punct("#") => {
                self.at += 1;
                match self.peek().clone() {
                    Token::Name(name) => {
                        self.at += 1;
                        Node::Run(name)
                    }
                    Token::Int(value) => {
                        self.at += 1;
                        Node::Run(value.to_string())
                    }
                    _ => return self.error("a name or a number after `#`"),
                }
            }
            Token::Punct("[") => {
                self.at += 1;
                Node::List(self.deeper(|parser| parser.list("]", Parser::item))?)
            }
            Token::Punct("(") => return self.deeper(Parser::parenthesised),
            _ => return self.error("a type"),
        };
        Ok(Expr { node, offset })
    }

    /// `((x: A) -> B)`, `(a)`, `(a, b)`, `()`.
    fn parenthesised(&mut self) -> Result<Expr, ParseError> {
        let offset = self.offset();
        if self.is_after(1, "(") && self.closes_before_arrow(self.at + 1) {
            self.at += 1;
            let signature = self.signature()?;
            self.expect(")")?;
            return Ok(Expr { node: Node::Signature(Box::new(signature)), offset });
        }
        self.at += 1;
        let mut items = Vec::new();
        while !self.take(")") {
            items.push(self.item()?);
            if !self.take(",") {
                self.expect(")")?;
                if items.len() == 1 && !matches!(items[0].node, Node::Star(_) | Node::Slice(..)) {
                    return Ok(items.remove(0));
                }
                break;
            }
        }
        Ok(Expr { node: Node::Tuple(items), offset })
    }

    /// Is the parenthesis that closes the one at token `open` followed by `->`?
    fn closes_before_arrow(&self, open: usize) -> bool {
        let mut depth = 0i32;
        for (place, (token, _)) in self.tokens.iter().enumerate().skip(open) {
            match token {
                Token::Punct("(" | "[" | "{") => depth += 1,
                Token::Punct(")" | "]" | "}") => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return matches!(self.tokens.get(place + 1), Some((Token::Punct("->"), _)));
            }
        }
        false
    }
}
