//! The text form of dtypes and its parser, and NumPy's own spellings.
//!
//! Text form: `float64`, `U5`, `datetime64[ns]`, `void{a: int32, b: float64[2, 3], 'odd name': U3}`.
//! `parse(name(d))` is `d`. NumPy's spellings, `'<f8'`, `'M8[ns]'`, `'i4, (2,)f8'`, are another language,
//! read by `from_spelling`; the two have some words in common.

use std::fmt;

use super::table::TABLES;
use super::{DType, Data, Field, PLAIN, Unit};

/// Records may nest, but not without end.
const DEPTH: usize = 64;

impl DType {
    /// The text form, `float64`; inverse to [`DType::parse`].
    pub fn name(self) -> String {
        self.to_string()
    }

    /// Reads the text form; `None` for anything else.
    pub fn parse(text: &str) -> Option<DType> {
        let (dtype, rest) = DType::parse_prefix(text)?;
        rest.trim().is_empty().then_some(dtype)
    }

    /// Reads the text form at the start of a text, and gives what follows: `[n]` of `datetime64[ns][n]`.
    pub fn parse_prefix(text: &str) -> Option<(DType, &str)> {
        let mut reader = DTypeReader { rest: text, depth: 0 };
        let dtype = reader.dtype()?;
        Some((dtype, reader.rest))
    }

    /// Reads what NumPy reads in `np.dtype('...')`: `'f8'`, `'<i4'`, `'d'`, `'float'`, `'U10'`, `'M8[ns]'`,
    /// `'i4, (2,)f8'`. A byte order is dropped. Not a sub-array alone (`'3f8'`): that isn't one dtype.
    pub fn from_spelling(text: &str) -> Option<DType> {
        if text.contains(',') {
            return records(text);
        }
        let plain = text.trim_start_matches(['<', '>', '=', '|']);
        if plain.len() == text.len() {
            return unordered(plain);
        }
        // A byte order goes before codes (`<f8`, `<M8[ns]`), not before words (`<float64`).
        let is_code = plain.chars().nth(1).is_none_or(|c| c.is_ascii_digit()) || plain.ends_with(']');
        (text.len() - plain.len() == 1 && is_code && plain != "a").then(|| unordered(plain))?
    }

    /// The dtype that a name in NumPy's namespace stands for: `intp`, `double`, `str_`.
    pub fn from_attribute(name: &str) -> Option<DType> {
        TABLES.attributes.get(name).map(|code| class(*code))
    }
}

/// A spelling without byte order.
fn unordered(text: &str) -> Option<DType> {
    match TABLES.spellings.get(text) {
        Some(code) => Some(class(*code)),
        None if text == "c" => Some(DType::bytes(1)),
        None => sized(text),
    }
}

/// The dtype of a code, without parameter.
fn class(code: u8) -> DType {
    use super::table::{BYTES, DATETIME, STR, TIMEDELTA, VOID};
    match code {
        STR => DType::str(0),
        BYTES => DType::bytes(0),
        DATETIME => DType::datetime(None),
        TIMEDELTA => DType::timedelta(None),
        VOID => DType::opaque(0),
        plain => DType(u32::from(plain)),
    }
}

/// `U10`, `S5`, `V8`, `M8[ns]`, `timedelta64[25s]`.
fn sized(text: &str) -> Option<DType> {
    if let Some((head, unit)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) {
        let unit = if unit == "generic" { None } else { Some(Unit::parse(unit)?) };
        return match head {
            "M8" | "datetime64" => Some(DType::datetime(unit)),
            "m8" | "timedelta64" => Some(DType::timedelta(unit)),
            _ => None,
        };
    }
    let digits = text.get(1..).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    let length = digits.parse().ok()?;
    match text.as_bytes()[0] {
        b'U' => Some(DType::str(length)),
        b'S' | b'a' => Some(DType::bytes(length)),
        b'V' => Some(DType::opaque(length)),
        _ => None,
    }
}

/// `'i4, (2,)f8'`: a record with fields `f0`, `f1`.
fn records(text: &str) -> Option<DType> {
    let mut fields = Vec::new();
    let mut rest = text.trim();
    // A comma may end the list: `i4,` is a record of one field.
    while !rest.is_empty() {
        let (shape, tail) = repeat(rest)?;
        let (spelling, after) = tail.split_once(',').unwrap_or((tail, ""));
        let dtype = DType::from_spelling(spelling.trim())?;
        fields.push(Field { name: format!("f{}", fields.len()), dtype, shape });
        rest = after.trim();
    }
    // A sub-array alone is no record, though there be commas in its shape: `(2, 3)f8`.
    let is_record = fields.len() > 1 || text.trim_end().ends_with(',');
    (is_record && !fields.is_empty()).then(|| DType::record(fields))
}

/// A sub-array's shape in front of a dtype: `3f8`, `(2, 3)f8`; `1f8` is `f8`.
fn repeat(text: &str) -> Option<(Vec<u32>, &str)> {
    if let Some(inner) = text.strip_prefix('(') {
        let (dims, tail) = inner.split_once(')')?;
        let dims = dims.split(',').map(str::trim).filter(|dim| !dim.is_empty());
        return Some((dims.map(|dim| dim.parse().ok()).collect::<Option<_>>()?, tail.trim()));
    }
    let tail = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match &text[..text.len() - tail.len()] {
        "" | "1" => Some((vec![], tail)),
        count => Some((vec![count.parse().ok()?], tail)),
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sized = |f: &mut fmt::Formatter<'_>, letter: char, length: u32| match length {
            0 => write!(f, "{letter}"),
            _ => write!(f, "{letter}{length}"),
        };
        let time = |f: &mut fmt::Formatter<'_>, name: &str, unit: &Option<Unit>| match unit {
            None => f.write_str(name),
            Some(unit) => write!(f, "{name}[{unit}]"),
        };
        match self.data() {
            Data::Plain => f.write_str(PLAIN[self.0 as usize]),
            Data::Str(length) => sized(f, 'U', *length),
            Data::Bytes(length) => sized(f, 'S', *length),
            Data::Opaque(size) => sized(f, 'V', *size),
            Data::Datetime(unit) => time(f, "datetime64", unit),
            Data::Timedelta(unit) => time(f, "timedelta64", unit),
            Data::Record(fields) => {
                f.write_str("void{")?;
                for (i, field) in fields.iter().enumerate() {
                    f.write_str(if i == 0 { "" } else { ", " })?;
                    write_name(f, &field.name)?;
                    write!(f, ": {}", field.dtype)?;
                    if !field.shape.is_empty() {
                        write!(f, "{:?}", field.shape)?;
                    }
                }
                f.write_str("}")
            }
        }
    }
}

fn write_name(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    if is_word(name) {
        return f.write_str(name);
    }
    write!(f, "'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))
}

fn is_word(name: &str) -> bool {
    name.chars().enumerate().all(|(i, c)| c == '_' || if i == 0 { c.is_alphabetic() } else { c.is_alphanumeric() })
        && !name.is_empty()
}

/// Reads the text form from the left.
struct DTypeReader<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> DTypeReader<'a> {
    fn dtype(&mut self) -> Option<DType> {
        let word = self.word()?;
        if let Some(plain) = PLAIN.iter().position(|name| *name == word) {
            return Some(DType(plain as u32));
        }
        match word {
            "void" => self.record(),
            "datetime64" => Some(DType::datetime(self.unit())),
            "timedelta64" => Some(DType::timedelta(self.unit())),
            "U" => Some(DType::str(0)),
            "S" => Some(DType::bytes(0)),
            "V" => Some(DType::opaque(0)),
            // One spelling of each length: `U05` and `a5` aren't the text form.
            _ => sized(word).filter(|dtype| dtype.name() == word),
        }
    }

    /// `[ns]`, if what follows is one: `datetime64[3]` is an array of generic dates.
    fn unit(&mut self) -> Option<Unit> {
        let (text, rest) = self.rest.strip_prefix('[')?.split_once(']')?;
        let unit = Unit::parse(text)?;
        self.rest = rest;
        Some(unit)
    }

    fn record(&mut self) -> Option<DType> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        self.symbol('{')?;
        let mut fields = Vec::new();
        while self.symbol('}').is_none() {
            if !fields.is_empty() {
                self.symbol(',')?;
            }
            let name = self.name()?;
            self.symbol(':')?;
            let dtype = self.dtype()?;
            fields.push(Field { name, dtype, shape: self.shape()? });
        }
        self.depth -= 1;
        Some(DType::record(fields))
    }

    fn shape(&mut self) -> Option<Vec<u32>> {
        let mut shape = Vec::new();
        if self.symbol('[').is_none() {
            return Some(shape);
        }
        while self.symbol(']').is_none() {
            if !shape.is_empty() {
                self.symbol(',')?;
            }
            shape.push(self.word()?.parse().ok()?);
        }
        Some(shape)
    }

    fn name(&mut self) -> Option<String> {
        let Some(quoted) = self.rest.trim_start().strip_prefix('\'') else {
            return self.word().filter(|word| is_word(word)).map(str::to_owned);
        };
        let mut name = String::new();
        let mut chars = quoted.char_indices();
        loop {
            match chars.next()? {
                (end, '\'') => {
                    self.rest = &quoted[end + 1..];
                    return Some(name);
                }
                (_, '\\') => name.push(chars.next()?.1),
                (_, c) => name.push(c),
            }
        }
    }

    fn word(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        let end = text.find(|c: char| !(c == '_' || c.is_alphanumeric())).unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then_some(word)
    }

    fn symbol(&mut self, symbol: char) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(symbol)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_form_reads_back() {
        let texts = [
            "bool",
            "clongdouble",
            "U5",
            "U",
            "S12",
            "S",
            "V8",
            "V",
            "datetime64",
            "datetime64[ns]",
            "timedelta64[25s]",
            "void{}",
            "void{a: int32, b: float64[2, 3]}",
            "void{x: void{y: U3[4]}, when: datetime64[D][3]}",
            r"void{'odd name': int8, 'it\'s \\': bool}",
        ];
        for text in texts {
            let dtype = DType::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(dtype.name(), text);
        }
        for dtype in DType::plain() {
            assert_eq!(DType::parse(&dtype.name()), Some(dtype));
        }
    }

    #[test]
    fn a_prefix_leaves_the_rest() {
        let read = |text| DType::parse_prefix(text).map(|(dtype, rest)| (dtype.name(), rest));
        assert_eq!(read("datetime64[ns][n]"), Some(("datetime64[ns]".into(), "[n]")));
        assert_eq!(read("datetime64[3]"), Some(("datetime64".into(), "[3]")));
        assert_eq!(read("void{a: int8}[2, n] | int"), Some(("void{a: int8}".into(), "[2, n] | int")));
    }

    #[test]
    fn what_is_no_text_form() {
        for text in ["", "i4", "float", "U05", "a5", "int32 x", "void", "void{a}", "void{a: b}", "x['"] {
            assert_eq!(DType::parse(text), None, "{text}");
        }
        assert_eq!(DType::parse(&"void{a: ".repeat(100_000)), None);
    }

    #[test]
    fn numpys_spellings() {
        for (text, name) in [
            ("f8", "float64"),
            ("<i4", "int32"),
            (">i4", "int32"),
            ("|b1", "bool"),
            ("d", "float64"),
            ("float", "float64"),
            ("int", "int64"),
            ("p", "int64"),
            ("longlong", "int64"),
            ("g", "longdouble"),
            ("c16", "complex128"),
            ("O", "object"),
            ("U10", "U10"),
            ("<U3", "U3"),
            ("str", "U"),
            ("S", "S"),
            ("V8", "V8"),
            ("M8[ns]", "datetime64[ns]"),
            ("<m8[25s]", "timedelta64[25s]"),
            ("datetime64", "datetime64"),
            ("i4, f8", "void{f0: int32, f1: float64}"),
            ("f8, i4 , U3", "void{f0: float64, f1: int32, f2: U3}"),
            ("i4,(2,)f8,3u1", "void{f0: int32, f1: float64[2], f2: uint8[3]}"),
            ("i4,", "void{f0: int32}"),
        ] {
            let dtype = DType::from_spelling(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(dtype.name(), name, "{text}");
        }
        for text in ["", "Float64", "float_", "int33", "i3", "U-1", "<<i4", "3i4", ",", "C", "M8[x]"] {
            assert_eq!(DType::from_spelling(text), None, "{text}");
        }
    }

    #[test]
    fn numpys_attributes() {
        assert_eq!(DType::from_attribute("intp"), Some(DType::INT64));
        assert_eq!(DType::from_attribute("double"), Some(DType::FLOAT64));
        assert_eq!(DType::from_attribute("str_"), Some(DType::str(0)));
        assert_eq!(DType::from_attribute("floating"), None);
    }
}
