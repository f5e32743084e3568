//! Where each definition of a stub file stands: its name and its lines, and no more. A program
//! mentions few of a library's functions; only those are read.
//!
//! The build script outlines the files that are compiled in: it has this file as a module of its own, so nothing here
//! knows the rest of the crate.
//!
//! It relies on how stubs are laid out: a definition starts a line, what belongs to it is indented
//! further or closes a bracket.

/// A definition that nobody has read yet.
#[derive(Clone, Copy, Debug)]
pub struct OutlineItem {
    /// `numpy/linalg.pyi`
    pub file: &'static str,
    /// Its lines, decorators in front.
    pub text: &'static str,
    /// The number of its first line.
    pub line: usize,
    /// What it defines.
    pub kind: ItemKind,
    pub name: &'static str,
}

/// An item as numbers, by places in the text of its file.
#[derive(Clone, Copy, Debug)]
pub struct OutlineRow {
    pub start: u32,
    pub end: u32,
    pub line: u32,
    pub kind: ItemKind,
    pub name: (u32, u32),
}

/// A stub file and its definitions.
#[derive(Clone, Copy, Debug)]
pub struct OutlinedFile {
    pub name: &'static str,
    pub text: &'static str,
    pub rows: &'static [OutlineRow],
}

impl OutlinedFile {
    pub fn items(self) -> impl Iterator<Item = OutlineItem> {
        let part = move |start: u32, end: u32| &self.text[start as usize..end as usize];
        self.rows.iter().map(move |row| OutlineItem {
            file: self.name,
            text: part(row.start, row.end),
            line: row.line as usize,
            kind: row.kind,
            name: part(row.name.0, row.name.1),
        })
    }
}

/// What an item is, by its first line after the decorators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    Function,
    Class,
    /// `name = value`
    Assignment,
    /// `name: annotation`
    Annotation,
    /// An import, a docstring.
    Nothing,
}

impl OutlineItem {
    /// Its lines from the definition's own on, which are not indented further than the first, without
    /// what goes on with a decorator.
    fn own_lines(&self) -> impl Iterator<Item = &'static str> {
        let indent = self.text.len() - self.text.trim_start_matches(' ').len();
        let own = move |line: &&'static str| {
            let rest = line.get(indent..).unwrap_or_default();
            !rest.starts_with([' ', ')', ']', '}', '#']) && !rest.is_empty()
        };
        self.text.lines().filter(own).map(str::trim)
    }

    /// Its lines without what is written behind it, about the next one.
    pub fn own_text(&self) -> &'static str {
        let mut end = self.text.trim_end().len();
        while let Some(start) = self.text[..end].rfind('\n') {
            let last = self.text[start..end].trim();
            if !last.is_empty() && !last.starts_with('#') {
                break;
            }
            end = start;
        }
        &self.text[..end]
    }

    /// The first line that is no decorator.
    pub fn header(&self) -> &'static str {
        self.own_lines().find(|line| !line.starts_with('@')).unwrap_or_default()
    }

    pub fn has_decorator(&self, name: &str) -> bool {
        self.text.trim_start().starts_with('@')
            && self.own_lines().take_while(|line| line.starts_with('@')).any(|line| &line[1..] == name)
    }

    /// What stands in quotes in a decorator: `@made_by("vectorize")`.
    pub fn decorator_text(&self, name: &str) -> Option<&'static str> {
        let mut decorators = self.own_lines().take_while(|line| line.starts_with('@'));
        decorators.find_map(|line| line[1..].strip_prefix(name)?.strip_prefix("(\"")?.strip_suffix("\")"))
    }

    /// An item of these lines.
    fn of(file: &'static str, text: &'static str, line: usize) -> OutlineItem {
        let unnamed = OutlineItem { file, text, line, kind: ItemKind::Nothing, name: "" };
        let header = unnamed.header();
        let word = |text: &'static str| {
            let is_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.') || !byte.is_ascii();
            let end = text.bytes().position(|byte| !is_of_name(byte)).unwrap_or(text.len());
            &text[..end]
        };
        let (kind, name) = if let Some(rest) = header.strip_prefix("def ") {
            (ItemKind::Function, word(rest))
        } else if let Some(rest) = header.strip_prefix("class ") {
            (ItemKind::Class, word(rest))
        } else {
            let name = word(header);
            let kind = match header[name.len()..].trim_start().chars().next() {
                Some('=') => ItemKind::Assignment,
                Some(':') => ItemKind::Annotation,
                _ => ItemKind::Nothing,
            };
            (kind, name)
        };
        OutlineItem { kind, name, ..unnamed }
    }

    /// The right-hand side of an assignment, without what is written behind it.
    pub fn assigned(&self) -> &'static str {
        let value = self.header().split_once('=').map_or("", |(_, value)| value);
        value.split('#').next().unwrap_or_default().trim()
    }

    /// What is written in the parentheses of a class's header.
    pub fn base(&self) -> &'static str {
        let header = self.header();
        match (header.find('('), header.rfind("):")) {
            (Some(open), Some(close)) => header[open + 1..close].trim(),
            _ => "",
        }
    }

    /// The members of a class.
    pub fn members(&self) -> Vec<OutlineItem> {
        let Some(header) = self.text.lines().position(|line| line.starts_with("class ")) else { return Vec::new() };
        let start = self.text.split_inclusive('\n').take(header + 1).map(str::len).sum();
        outline(self.file, &self.text[start..], self.line + header + 1, "    ")
    }
}

/// The definitions of a text whose lines start with `indent`.
pub fn outline(file: &'static str, text: &'static str, first_line: usize, indent: &str) -> Vec<OutlineItem> {
    let mut items = Vec::new();
    // Where the item in hand starts, and whether its decorators are over.
    let mut open: Option<(usize, usize, bool)> = None;
    let mut quoted = false;
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let start = at;
        at += line.len();
        let quotes = if line.contains('"') { line.matches("\"\"\"").count() } else { 0 };
        let inside = quoted;
        quoted ^= quotes % 2 == 1;
        let own = line.strip_prefix(indent).unwrap_or_default();
        let starts = own.bytes().next().is_some_and(|c| !c.is_ascii_whitespace() && !b")]}#".contains(&c));
        if inside || !starts || quotes > 0 {
            continue;
        }
        let decorator = own.starts_with('@');
        match &mut open {
            Some((_, _, decorated @ false)) => *decorated = !decorator,
            _ => {
                if let Some((from, line, _)) = open {
                    items.push(OutlineItem::of(file, &text[from..start], line));
                }
                open = Some((start, first_line + number, !decorator));
            }
        }
    }
    if let Some((from, line, _)) = open {
        items.push(OutlineItem::of(file, &text[from..], line));
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\"\"\"Two lines\nof = text.\"\"\"\n\nnamespace = numpy\n\n# A comment.\n@overload\n@guard(x)\n\
                        def f(\n    x: int,\n) -> int: ...\npi: float\nclass A(T[*S]):\n    size: int\n    @property\n\
                        \x20   def T(self) -> int: ...\n    b = c\nsquare = unary(\"square\")  # a table\n";

    #[test]
    fn items_with_their_lines() {
        let found: Vec<_> =
            outline("a.pyi", TEXT, 1, "").iter().map(|item| (item.line, (item.kind, item.name))).collect();
        let wanted = [
            (4, (ItemKind::Assignment, "namespace")),
            (7, (ItemKind::Function, "f")),
            (12, (ItemKind::Annotation, "pi")),
            (13, (ItemKind::Class, "A")),
            (18, (ItemKind::Assignment, "square")),
        ];
        assert_eq!(found, wanted);
    }

    #[test]
    fn a_decorator_of_several_lines() {
        let text = "@require(\n    x == 1,\n)\n@template\ndef f(x: int) -> int: ...\n";
        let item = outline("a.pyi", text, 1, "")[0];
        assert_eq!((item.kind, item.name), (ItemKind::Function, "f"));
        assert!(item.has_decorator("template"));
    }

    #[test]
    fn members_of_a_class() {
        let items = outline("a.pyi", TEXT, 1, "");
        assert_eq!(items[3].base(), "T[*S]");
        assert_eq!(items[4].assigned(), "unary(\"square\")");
        let members: Vec<_> = items[3].members().iter().map(|item| (item.line, (item.kind, item.name))).collect();
        let wanted =
            [(14, (ItemKind::Annotation, "size")), (15, (ItemKind::Function, "T")), (17, (ItemKind::Assignment, "b"))];
        assert_eq!(members, wanted);
        assert!(items[3].members()[1].has_decorator("property"));
        assert!(items[1].has_decorator("overload") && !items[1].has_decorator("guard"));
    }
}
