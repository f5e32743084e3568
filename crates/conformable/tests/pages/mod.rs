//! Reads the pages of a report as a browser does, as far as they go: tags, values, text.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::fs;
use std::path::Path;

/// An expression with what the page shows of it.
#[derive(Clone, Debug)]
pub struct Span {
    /// Where it is in the source, in bytes.
    pub start: usize,
    pub end: usize,
    pub class: String,
    pub tip: String,
    pub to: Option<String>,
}

/// The page of a file.
pub struct Shown {
    pub title: String,
    /// What is in it besides the source.
    pub words: String,
    pub source: String,
    /// Outer ones first.
    pub spans: Vec<Span>,
    /// The texts of findings.
    pub findings: Vec<String>,
    /// Where links lead.
    pub links: Vec<String>,
    /// The labels of lines.
    pub lines: Vec<String>,
}

const TAGS: &[&str] = &[
    "!DOCTYPE", "html", "head", "meta", "title", "style", "script", "body", "nav", "main", "h1", "h2", "p", "a",
    "span", "kbd", "div", "pre", "code", "table", "thead", "tbody", "tr", "th", "td", "meter", "wbr",
];

/// Those that nothing is inside of.
const EMPTY_TAGS: &[&str] = &["!DOCTYPE", "meta", "wbr"];

impl Shown {
    pub fn read(path: &Path) -> Shown {
        let html = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut page = Shown {
            title: String::new(),
            words: String::new(),
            source: String::new(),
            spans: Vec::new(),
            findings: Vec::new(),
            links: Vec::new(),
            lines: Vec::new(),
        };
        let mut open: Vec<(String, Option<usize>)> = Vec::new();
        let mut rest = html.as_str();
        while let Some(at) = rest.find('<') {
            page.text(&open, &unescaped(&rest[..at]));
            let end = tag_end(&rest[at..]) + at;
            let tag = &rest[at + 1..end];
            rest = &rest[end + 1..];
            if let Some(name) = tag.strip_prefix('/') {
                let (opened, span) = open.pop().expect("an open tag");
                assert_eq!(opened, name, "tags are closed in their order: {}", path.display());
                if let Some(span) = span {
                    page.spans[span].end = page.source.len();
                }
                continue;
            }
            let name = tag.split_whitespace().next().expect("a name");
            assert!(TAGS.contains(&name), "no other tags: {name} in {}", path.display());
            let is_source = open.iter().any(|(name, _)| name == "code");
            let span = page.begin(name, tag, is_source);
            if name == "style" || name == "script" {
                let end = rest.find("</").expect("an end");
                assert!(rest[end..].starts_with(&format!("</{name}>")));
                rest = &rest[end + name.len() + 3..];
            } else if !EMPTY_TAGS.contains(&name) {
                open.push((name.to_owned(), span));
            }
        }
        assert!(open.is_empty(), "{open:?}");
        page
    }

    fn begin(&mut self, name: &str, tag: &str, is_source: bool) -> Option<usize> {
        self.links.extend(value(tag, "href").filter(|to| !to.starts_with("#L")));
        self.lines.extend(value(tag, "data-n"));
        if value(tag, "class").is_some_and(|class| class.starts_with("finding")) {
            self.findings.push(String::new());
        }
        // Outside of quoted values.
        let names: String = tag.split('"').step_by(2).collect();
        assert!(!names.contains(" on") && !names.contains("src="), "{tag}");
        let class = value(tag, "class").filter(|_| name == "span" && is_source)?;
        let tip = value(tag, "data-t").unwrap_or_default();
        let start = self.source.len();
        self.spans.push(Span { start, end: start, class, tip, to: value(tag, "data-to") });
        Some(self.spans.len() - 1)
    }

    fn text(&mut self, open: &[(String, Option<usize>)], text: &str) {
        let names: Vec<&str> = open.iter().map(|(name, _)| name.as_str()).collect();
        if text.is_empty() {
        } else if names.contains(&"code") && names.contains(&"pre") {
            self.source += text;
        } else if names.contains(&"title") {
            self.title += text;
        } else if names.contains(&"pre") {
            *self.findings.last_mut().expect("a finding") += text;
        } else {
            self.words += text;
        }
    }

    /// What the page shows at a place of the source: of the innermost expression.
    pub fn at(&self, at: usize) -> Option<&Span> {
        let says_something = self.spans.iter().rev().filter(|span| !span.tip.is_empty());
        says_something.into_iter().find(|span| span.start <= at && at < span.end)
    }

    pub fn count(&self, class: &str) -> usize {
        self.spans.iter().filter(|span| span.class.split(' ').any(|one| one == class)).count()
    }
}

/// Where the tag ends that begins here: not within a quoted value.
fn tag_end(text: &str) -> usize {
    let mut quoted = false;
    let end = text.char_indices().find(|(_, c)| {
        quoted ^= *c == '"';
        *c == '>' && !quoted
    });
    end.expect("an end").0
}

fn value(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    Some(unescaped(rest.split_once('"')?.0))
}

fn unescaped(text: &str) -> String {
    let plain = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    plain.iter().fold(text.to_owned(), |text, (escaped, plain)| text.replace(escaped, plain))
}
