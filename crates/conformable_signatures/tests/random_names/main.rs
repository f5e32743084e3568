//! Signatures with names in random places (unions, structs, tuples, lists, functions) against a reading that
//! tries all values of all names.
//!
//! 4,000 cases; `CASES=` tries more or fewer, `SEED=` others.

#[path = "../../../conformable_solver/tests/common/rng.rs"]
mod rng;

use std::collections::BTreeSet;

use conformable_signatures::Signature;
use conformable_types::Ty;
use conformable_types::text::parse_type;
use rng::{Rng, number};

/// A type, of which parts may be names: sizes `n`, `m`, dtypes `x`, `y`, types `T`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Type {
    Array(String, Vec<String>),
    Plain(&'static str),
    Var,
    Tuple(Vec<Type>),
    List(Box<Type>),
    Struct(Vec<Type>),
    Union(Vec<Type>),
    Function(Box<Type>, Box<Type>),
}

const DTYPES: [&str; 2] = ["int8", "float32"];
const SIZES: [&str; 3] = ["1", "2", "3"];
const PLAIN: [&str; 3] = ["int", "str", "None"];

impl Rng {
    fn size(&mut self, names: bool) -> String {
        let all = if names { ["n", "m", "n", "2"] } else { ["1", "2", "3", "2"] };
        all[self.below(4)].to_owned()
    }

    fn array(&mut self, names: bool) -> Type {
        let dtype = if names && self.chance(60) { ["x", "y"][self.below(2)] } else { DTYPES[self.below(2)] };
        let dims = (0..1 + self.below(2)).map(|_| self.size(names)).collect();
        Type::Array(dtype.to_owned(), dims)
    }

    fn pattern(&mut self, depth: usize) -> Type {
        let inner = |rng: &mut Rng| Box::new(rng.pattern(depth - 1));
        let several = |rng: &mut Rng| (0..1 + rng.below(2)).map(|_| rng.pattern(depth - 1)).collect::<Vec<_>>();
        match if depth == 0 { self.below(4) } else { self.below(10) } {
            0 | 1 => self.array(true),
            2 => Type::Var,
            3 => Type::Plain(PLAIN[self.below(3)]),
            4 => Type::Tuple(several(self)),
            5 => Type::List(inner(self)),
            6 => Type::Struct(several(self)),
            7 => Type::Function(inner(self), inner(self)),
            _ => {
                let (a, b) = (self.pattern(depth - 1), self.pattern(depth - 1));
                Type::Union(vec![a, b])
            }
        }
    }

    /// Something that has a chance to fit.
    fn value(&mut self, pattern: &Type) -> Type {
        if self.chance(6) {
            return if self.chance(50) { self.array(false) } else { Type::Plain(PLAIN[self.below(3)]) };
        }
        match pattern {
            Type::Array(dtype, dims) => {
                let dtype = if dtype.len() == 1 { DTYPES[self.below(2)].to_owned() } else { dtype.clone() };
                let dims = dims.iter().map(|dim| match dim.as_str() {
                    "n" | "m" => SIZES[if self.chance(70) { 1 } else { self.below(3) }].to_owned(),
                    known => known.to_owned(),
                });
                Type::Array(dtype, dims.collect())
            }
            Type::Plain(name) => Type::Plain(name),
            Type::Var => match self.below(3) {
                0 => self.array(false),
                _ => Type::Plain("int"),
            },
            Type::Tuple(items) => Type::Tuple(items.iter().map(|item| self.value(item)).collect()),
            Type::List(item) => Type::List(Box::new(self.value(item))),
            Type::Struct(items) => Type::Struct(items.iter().map(|item| self.value(item)).collect()),
            Type::Function(a, b) => Type::Function(Box::new(self.value(a)), Box::new(self.value(b))),
            Type::Union(members) => {
                let member = &members[self.below(members.len())];
                self.value(member)
            }
        }
    }
}

impl Type {
    fn text(&self) -> String {
        let list = |items: &[Type]| items.iter().map(Type::text).collect::<Vec<_>>().join(", ");
        match self {
            Type::Array(dtype, dims) => format!("{dtype}[{}]", dims.join(", ")),
            Type::Plain(name) => (*name).to_owned(),
            Type::Var => "T".to_owned(),
            Type::Tuple(items) => format!("tuple[{}]", list(items)),
            Type::List(item) => format!("list[{}]", item.text()),
            Type::Struct(items) => {
                let fields = items.iter().enumerate().map(|(at, item)| format!("f{at}: {}", item.text()));
                format!("struct{{{}}}", fields.collect::<Vec<_>>().join(", "))
            }
            Type::Union(members) => members.iter().map(Type::text).collect::<Vec<_>>().join(" | "),
            Type::Function(a, b) => format!("(({}) -> {})", a.text(), b.text()),
        }
    }

    fn parts(&self, found: &mut BTreeSet<Type>) {
        found.insert(self.clone());
        match self {
            Type::Tuple(items) | Type::Struct(items) | Type::Union(items) => {
                items.iter().for_each(|item| item.parts(found));
            }
            Type::List(item) => item.parts(found),
            Type::Function(a, b) => {
                a.parts(found);
                b.parts(found);
            }
            Type::Array(..) | Type::Plain(_) | Type::Var => {}
        }
    }

    fn has(&self, name: &str) -> bool {
        match self {
            Type::Array(dtype, dims) => dtype == name || dims.iter().any(|dim| dim == name),
            Type::Var => name == "T",
            Type::Plain(_) => false,
            Type::Tuple(items) | Type::Struct(items) | Type::Union(items) => items.iter().any(|item| item.has(name)),
            Type::List(item) => item.has(name),
            Type::Function(a, b) => a.has(name) || b.has(name),
        }
    }
}

/// What the names are.
struct Valuation<'v> {
    sizes: [&'v str; 2],
    dtypes: [&'v str; 2],
    ty: Option<&'v Type>,
}

impl Valuation<'_> {
    fn size<'a>(&'a self, text: &'a str) -> &'a str {
        match text {
            "n" => self.sizes[0],
            "m" => self.sizes[1],
            known => known,
        }
    }

    fn dtype<'a>(&'a self, text: &'a str) -> &'a str {
        match text {
            "x" => self.dtypes[0],
            "y" => self.dtypes[1],
            known => known,
        }
    }

    fn fits(&self, pattern: &Type, given: &Type) -> bool {
        let all = |a: &[Type], b: &[Type]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.fits(a, b));
        match (pattern, given) {
            (Type::Union(members), _) => members.iter().any(|member| self.fits(member, given)),
            (Type::Var, _) => self.ty == Some(given),
            (Type::Array(dtype, dims), Type::Array(own, sizes)) => {
                self.dtype(dtype) == own
                    && dims.len() == sizes.len()
                    && dims.iter().zip(sizes).all(|(dim, size)| self.size(dim) == size)
            }
            (Type::Plain(a), Type::Plain(b)) => a == b,
            (Type::Tuple(a), Type::Tuple(b)) | (Type::Struct(a), Type::Struct(b)) => all(a, b),
            (Type::List(a), Type::List(b)) => self.fits(a, b),
            (Type::Function(a, b), Type::Function(c, d)) => self.fits(a, c) && self.fits(b, d),
            _ => false,
        }
    }

    fn of(&self, output: &Type) -> String {
        match output {
            Type::Array(dtype, dims) => {
                let dims: Vec<&str> = dims.iter().map(|dim| self.size(dim)).collect();
                format!("{}[{}]", self.dtype(dtype), dims.join(", "))
            }
            Type::Var => self.ty.map_or_else(|| "Unknown".to_owned(), Type::text),
            other => other.text(),
        }
    }
}

/// All outputs that some values of the names give, those that nothing fixes being `*`.
fn expected(patterns: &[Type], given: &[Type], output: &Type) -> BTreeSet<String> {
    let mut parts = BTreeSet::new();
    given.iter().for_each(|value| value.parts(&mut parts));
    // One size and one type that stand for all that nobody has.
    let sizes = ["1", "2", "3", "77"];
    let types: Vec<Option<&Type>> = std::iter::once(None).chain(parts.iter().map(Some)).collect();
    let uses = |name: &str| patterns.iter().any(|pattern| pattern.has(name));
    let pick = |name: &str, count: usize| if uses(name) { count } else { 1 };
    let mut found = BTreeSet::new();
    for n in 0..pick("n", 4) {
        for m in 0..pick("m", 4) {
            for x in 0..pick("x", 3) {
                for y in 0..pick("y", 3) {
                    for ty in types.iter().take(pick("T", types.len())) {
                        let dtypes = ["int8", "float32", "bool"];
                        let own = Valuation { sizes: [sizes[n], sizes[m]], dtypes: [dtypes[x], dtypes[y]], ty: *ty };
                        if patterns.iter().zip(given).all(|(pattern, value)| own.fits(pattern, value)) {
                            found.insert(own.of(output));
                        }
                    }
                }
            }
        }
    }
    found
}

#[derive(Debug, Default)]
struct Counts {
    refused: usize,
    decided: usize,
    open: usize,
}

#[test]
fn random_places() {
    let cases = number("CASES", 4_000);
    let mut rng = Rng::new(number("SEED", 15));
    let mut counts = Counts::default();
    for _ in 0..cases {
        let patterns: Vec<Type> = (0..1 + rng.below(3)).map(|_| rng.pattern(2)).collect();
        let names: Vec<&str> =
            ["x", "y"].into_iter().filter(|name| patterns.iter().any(|pattern| pattern.has(name))).collect();
        let sizes: Vec<&str> =
            ["n", "m"].into_iter().filter(|name| patterns.iter().any(|pattern| pattern.has(name))).collect();
        let output = match (patterns.iter().any(|pattern| pattern.has("T")), &*sizes) {
            (true, []) => Type::Var,
            (true, _) if rng.chance(40) => Type::Var,
            (_, sizes) => {
                let dtype = names.first().map_or("int8", |name| name).to_owned();
                Type::Array(dtype, sizes.iter().map(|size| (*size).to_owned()).collect())
            }
        };
        let given: Vec<Type> = patterns.iter().map(|pattern| rng.value(pattern)).collect();
        let list = |types: &[Type]| types.iter().map(Type::text).collect::<Vec<_>>().join(", ");
        let text = format!("({}) -> {}", list(&patterns), output.text());
        let signature = Signature::parse(&text).unwrap_or_else(|error| panic!("{text} at {}: {error}", error.offset));
        let types: Vec<Ty> = given.iter().map(|value| parse_type(&value.text()).expect("a type")).collect();
        let wanted = expected(&patterns, &given, &output);
        let shown = list(&given);
        match signature.apply(&types) {
            Err(refusal) => {
                counts.refused += 1;
                assert!(wanted.is_empty(), "{text} of {shown} is refused, gives {wanted:?}: {refusal}");
            }
            Ok(call) => {
                assert!(!wanted.is_empty(), "{text} of {shown} gives {:?}, and nothing fits", call.outputs);
                let found = call.outputs[0].to_string();
                // One that is known is the one; where several may be, what all of them are.
                if let [only] = &*wanted.iter().collect::<Vec<_>>() {
                    let same = found == **only;
                    counts.decided += usize::from(same);
                    counts.open += usize::from(!same);
                    let known = parse_type(only).expect("a type");
                    let may_be = conformable_types::relations::consistent(call.outputs[0], known);
                    assert!(same || !may_be.is_no(), "{text} of {shown} gives {found}, not {only}");
                } else {
                    counts.open += 1;
                    for one in &wanted {
                        let known = parse_type(one).expect("a type");
                        let may_be = conformable_types::relations::consistent(call.outputs[0], known);
                        assert!(
                            !may_be.is_no() || one.contains("77"),
                            "{text} of {shown} gives {found}, can give {one}"
                        );
                    }
                }
            }
        }
    }
    println!("{counts:?}");
    let enough = |count: usize| count as u64 * 10 > cases;
    assert!(enough(counts.refused) && enough(counts.decided), "{counts:?}");
}
