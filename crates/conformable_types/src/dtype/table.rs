//! NumPy's tables: `catalogue/numpy/dtypes.toml`, compiled in, read once.
//!
//! The file's header documents its format. A dtype or a weak scalar is a *code*, its position in
//! `operands`; a cell is a code or [`REFUSED`]. A damaged file stops the first use with a message that
//! names the place: it's checked in, so that's a defect of the build, never of the input.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use toml::{Table, Value};

use super::DType;

/// `?bhilBHILefdgFDGOSUMmV` and the weak `nxz`.
pub(super) const CODES: usize = 25;

/// The cell of what NumPy refuses.
pub(super) const REFUSED: u8 = u8::MAX;

pub(super) const STR: u8 = code('U');
pub(super) const BYTES: u8 = code('S');
pub(super) const DATETIME: u8 = code('M');
pub(super) const TIMEDELTA: u8 = code('m');
pub(super) const VOID: u8 = code('V');
pub(super) const WEAK: u8 = code('n');

pub(super) const ORDER: &str = "?bhilBHILefdgFDGOSUMmVnxz";

const fn code(letter: char) -> u8 {
    let code = CODE_OF[letter as usize];
    assert!(code != REFUSED);
    code
}

/// By letter its code: the tables have thousands of cells.
const CODE_OF: [u8; 128] = {
    let order = ORDER.as_bytes();
    let mut codes = [REFUSED; 128];
    let mut i = 0;
    while i < order.len() {
        codes[order[i] as usize] = i as u8;
        i += 1;
    }
    codes
};

pub(super) type Row = [u8; CODES];
pub(super) type Matrix = [Row; CODES];

/// A map from dtypes to dtypes, each named for the NumPy function that it was asked of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DTypeMap {
    Sum,
    Prod,
    Mean,
    Var,
    Median,
    Inexact,
    Real,
    Complex,
    Fft,
    Rfft,
    Irfft,
    Hfft,
    Linalg,
}

/// In the order of [`DTypeMap`].
const MAPS: [&str; 13] =
    ["sum", "prod", "mean", "var", "median", "inexact", "real", "complex", "fft", "rfft", "irfft", "hfft", "linalg"];

impl DTypeMap {
    /// The map of that name in the tables.
    pub fn named(name: &str) -> Option<DTypeMap> {
        use DTypeMap::*;
        let all = [Sum, Prod, Mean, Var, Median, Inexact, Real, Complex, Fft, Rfft, Irfft, Hfft, Linalg];
        all.into_iter().find(|map| MAPS[*map as usize] == name)
    }
}

/// A ufunc of NumPy's namespace: what it takes and gives.
#[derive(Debug)]
pub struct Ufunc {
    pub nin: usize,
    pub nout: usize,
    /// For each output its matrix; a ufunc of one input has it in the first row.
    pub(super) out: Vec<usize>,
    pub(super) mixed_units: bool,
}

pub(super) struct Tables {
    pub itemsizes: Vec<u32>,
    /// `'i4'`, `'float'` and the like, without byte order, to codes.
    pub spellings: FxHashMap<String, u8>,
    /// `intp`, `double`: names of scalar types in NumPy's namespace, to codes.
    pub attributes: FxHashMap<String, u8>,
    /// `np.floating` and the like: for each code whether it belongs.
    pub abstracts: FxHashMap<String, [bool; CODES]>,
    pub default: Row,
    pub text_length: [u32; CODES],
    pub pairs: Matrix,
    pub answers: Matrix,
    pub safe: Matrix,
    pub same_kind: Matrix,
    pub maps: Vec<Row>,
    pub ufuncs: FxHashMap<String, Ufunc>,
    pub loops: Vec<Matrix>,
}

pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let root = serde_json::from_str(include_str!(concat!(env!("OUT_DIR"), "/dtypes.json")));
    read(&root.expect("what the build script wrote"))
        .unwrap_or_else(|error| panic!("catalogue/numpy/dtypes.toml: {error}"))
});

fn read(root: &Table) -> Result<Tables, String> {
    let operands = string(root, "operands")?;
    if operands != ORDER {
        return Err(format!("operands: expected {ORDER}, found {operands}"));
    }
    let mut itemsizes = Vec::new();
    let (mut spellings, mut attributes) = (FxHashMap::default(), FxHashMap::default());
    let mut text_length = [0; CODES];
    for (name, row) in table(root, "dtypes")? {
        let row = row.as_table().ok_or("dtypes: expected tables")?;
        let code = cell(string(row, "code")?.chars().next().unwrap_or(' '))?;
        if let Some(plain) = DType::plain().nth(code as usize) {
            // Tables are sorted by name here, the handles by code.
            itemsizes.push((code, integer(row, "itemsize")?));
            if plain.name() != *name {
                return Err(format!("dtypes: expected {} at {code}, found {name}", plain.name()));
            }
        }
        for text in strings(row, "spellings")? {
            spellings.insert(text, code);
        }
        for text in strings(row, "attributes")? {
            attributes.insert(text, code);
        }
    }
    itemsizes.sort_unstable();

    let promote = table(root, "promote")?;
    let mut default = std::array::from_fn(|code| code as u8);
    for (weak, strong) in table(promote, "default")? {
        default[letter(weak)? as usize] = letter(strong.as_str().unwrap_or_default())?;
    }
    let lengths = table(promote, "text_length")?;
    for dtype in DType::plain().filter(|dtype| *dtype != DType::OBJECT) {
        text_length[dtype.0 as usize] = integer(lengths, &dtype.name())?;
    }

    let (loops, ufuncs) = read_ufuncs(root)?;
    let mut abstracts = FxHashMap::default();
    for (name, codes) in table(root, "abstract")? {
        let mut members = [false; CODES];
        for letter in codes.as_str().unwrap_or_default().chars() {
            members[cell(letter)? as usize] = true;
        }
        abstracts.insert(name.clone(), members);
    }
    let maps = table(root, "maps")?;
    let casts = table(root, "can_cast")?;
    Ok(Tables {
        itemsizes: itemsizes.into_iter().map(|(_, size)| size).collect(),
        spellings,
        attributes,
        abstracts,
        default,
        text_length,
        pairs: matrix(string(promote, "pairs")?)?,
        answers: matrix(string(promote, "answers")?)?,
        safe: matrix(string(casts, "safe")?)?,
        same_kind: matrix(string(casts, "same_kind")?)?,
        maps: MAPS.iter().map(|name| row(string(maps, name)?, WEAK as usize)).collect::<Result<_, _>>()?,
        ufuncs,
        loops,
    })
}

/// The loops, and the ufuncs that have them by their numbers.
fn read_ufuncs(root: &Table) -> Result<(Vec<Matrix>, FxHashMap<String, Ufunc>), String> {
    let (mut loops, mut loop_names) = (Vec::new(), FxHashMap::default());
    for (name, text) in table(root, "loops")? {
        let text = text.as_str().ok_or("loops: expected texts")?;
        let matrix = if text.contains('\n') { matrix(text)? } else { [row(text, CODES)?; CODES] };
        loop_names.insert(name.clone(), loops.len());
        loops.push(matrix);
    }
    let mixed_units = strings(root, "mixed_units")?;
    let mut ufuncs = FxHashMap::default();
    for (name, fields) in table(root, "ufuncs")? {
        let fields = fields.as_table().ok_or("ufuncs: expected tables")?;
        let out = strings(fields, "out")?
            .into_iter()
            .map(|name| loop_names.get(&name).copied().ok_or_else(|| format!("ufuncs: no loop {name}")));
        let ufunc = Ufunc {
            nin: integer(fields, "nin")? as usize,
            nout: integer(fields, "nout")? as usize,
            out: out.collect::<Result<_, _>>()?,
            mixed_units: mixed_units.contains(name),
        };
        ufuncs.insert(name.clone(), ufunc);
    }
    Ok((loops, ufuncs))
}

/// A line of column codes, then lines of a row's code and its cells.
fn matrix(text: &str) -> Result<Matrix, String> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let columns = lines.next().unwrap_or_default().trim();
    let mut matrix = [[REFUSED; CODES]; CODES];
    for line in lines {
        let (head, cells) = line.split_once(' ').ok_or_else(|| format!("no row: {line}"))?;
        if cells.len() != columns.len() {
            return Err(format!("row {head}: {} cells", cells.len()));
        }
        let row = &mut matrix[letter(head)? as usize];
        for (column, text) in columns.chars().zip(cells.chars()) {
            row[cell(column)? as usize] = cell(text)?;
        }
    }
    Ok(matrix)
}

/// A cell for each code, in order.
fn row(text: &str, length: usize) -> Result<Row, String> {
    let mut row = [REFUSED; CODES];
    if text.len() != length {
        return Err(format!("expected {length} cells: {text}"));
    }
    for (slot, letter) in row.iter_mut().zip(text.chars()) {
        *slot = cell(letter)?;
    }
    Ok(row)
}

fn cell(letter: char) -> Result<u8, String> {
    if letter == '-' {
        return Ok(REFUSED);
    }
    let code = CODE_OF.get(letter as usize).copied().filter(|code| *code != REFUSED);
    code.ok_or_else(|| format!("no code: {letter:?}"))
}

fn letter(text: &str) -> Result<u8, String> {
    text.chars().next().map_or(Err("an empty code".to_owned()), cell)
}

fn table<'a>(parent: &'a Table, key: &str) -> Result<&'a Table, String> {
    parent.get(key).and_then(Value::as_table).ok_or_else(|| format!("no table {key}"))
}

fn string<'a>(parent: &'a Table, key: &str) -> Result<&'a str, String> {
    parent.get(key).and_then(Value::as_str).ok_or_else(|| format!("no text {key}"))
}

fn strings(parent: &Table, key: &str) -> Result<Vec<String>, String> {
    let array = parent.get(key).and_then(Value::as_array).ok_or_else(|| format!("no list {key}"))?;
    Ok(array.iter().filter_map(Value::as_str).map(str::to_owned).collect())
}

fn integer(parent: &Table, key: &str) -> Result<u32, String> {
    let value = parent.get(key).and_then(Value::as_integer);
    value.and_then(|n| u32::try_from(n).ok()).ok_or_else(|| format!("no number {key}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_whole() {
        let tables = &*TABLES;
        assert_eq!(tables.itemsizes.len(), DType::plain().count());
        assert!(tables.ufuncs.len() > 100);
        for (name, ufunc) in &tables.ufuncs {
            assert_eq!(ufunc.out.len(), ufunc.nout, "{name}");
        }
    }

    #[test]
    fn damage_is_named() {
        let text = include_str!("../../../../catalogue/numpy/dtypes.toml");
        let cut = text.replacen("? ?bhil", "? ?bhi", 1);
        let read = |text: &str| read(&text.parse().expect("TOML"));
        assert!(read(&cut).is_err_and(|error| error.contains("row ?")));
        assert!(read("operands = 'x'").is_err());
    }
}
