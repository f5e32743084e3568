//! Texts from a printer of their own: well-formed ones are taken and read back, near-misses are refused
//! with a place in the text.
//!
//! 2,000 of each; `CASES=` tries more or fewer, `SEED=` others.

#[path = "../../conformable_solver/tests/common/rng.rs"]
mod rng;

use conformable_signatures::Signature;
use rng::{Rng, number};

fn has(text: &str, name: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|word| word == name)
}

impl Rng {
    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    fn list(&mut self, most: usize, between: &str, one: fn(&mut Rng) -> String) -> String {
        let count = 1 + self.below(most);
        (0..count).map(|_| one(self)).collect::<Vec<_>>().join(between)
    }

    fn dim(&mut self) -> String {
        match self.below(9) {
            0 => "3".to_owned(),
            1 => format!("{} + {}", self.of(&["n", "m"]), 1 + self.below(4)),
            2 => format!("2*{}", self.of(&["n", "m"])),
            3 => format!("max({}, {})", self.of(&["n", "m"]), self.below(4)),
            4 => format!("{}//2", self.of(&["n", "m"])),
            _ => self.of(&["n", "m", "k"]).to_owned(),
        }
    }

    fn array(&mut self) -> String {
        let dtype = self.of(&["x", "y", "float64", "int8"]);
        let dims = self.list(3, ", ", Rng::dim);
        if self.below(8) == 0 { format!("{dtype}[*S, {dims}]") } else { format!("{dtype}[{dims}]") }
    }

    fn ty(&mut self) -> String {
        match self.below(10) {
            0 => format!("tuple[{}]", self.list(3, ", ", Rng::array)),
            1 => format!("list[{}]", self.array()),
            2 => format!("{} | None", self.array()),
            3 => format!("struct{{a: {}, b: {}}}", self.array(), self.array()),
            4 => self.function(),
            5 => "T".to_owned(),
            _ => self.array(),
        }
    }

    /// The type of a function, with a where-clause of its own if it has a name for one.
    fn function(&mut self) -> String {
        let (param, output) = (self.array(), self.array());
        let own = ["n", "m", "k"].into_iter().find(|name| has(&param, name));
        let clause = own.filter(|_| self.below(2) == 0).map_or_else(String::new, |name| format!(" where {name} <= 7"));
        format!("(({param}) -> {output}{clause})")
    }

    /// A signature that has all names that its output uses.
    fn signature(&mut self) -> String {
        let inputs = self.list(3, ", ", Rng::ty);
        let known = |name: &str| has(&inputs, name);
        let dtypes: Vec<&str> = ["x", "y"].into_iter().filter(|name| known(name)).collect();
        let sizes: Vec<&str> = ["n", "m", "k"].into_iter().filter(|name| known(name)).collect();
        let dtype = if dtypes.is_empty() { "int8" } else { dtypes[self.below(dtypes.len())] };
        let size = if sizes.is_empty() { "2" } else { sizes[self.below(sizes.len())] };
        let output = match (self.below(4), &*dtypes) {
            (0, [a, b]) => format!("promote({a}, {b})[{size}]"),
            (1, _) => format!("{dtype}[{size} + 1], int8[]"),
            _ => format!("{dtype}[{size}]"),
        };
        let clause = match (self.below(5), &*dtypes, &*sizes) {
            (0, [first, ..], _) => format!(" where kind({first}, 'integer')"),
            (1, _, [first, ..]) => format!(" where {first} <= 5"),
            (2, [a, b], _) => format!(" where promotable({a}, {b})"),
            _ => String::new(),
        };
        format!("({inputs}) -> {output}{clause}")
    }

    /// A signature of shapes.
    fn shapes(&mut self) -> String {
        let item = |rng: &mut Rng| rng.of(&["n", "m", "3", "n", "m", "n+1", "2*m", "k"]).to_owned();
        let operand = |rng: &mut Rng| format!("({})", rng.list(3, ",", item));
        let count = 1 + self.below(3);
        let inputs: Vec<String> = (0..count).map(|_| operand(self)).collect();
        let inputs = inputs.join(",");
        let known: Vec<&str> = ["n", "m", "k"].into_iter().filter(|name| inputs.contains(name)).collect();
        let output = if known.is_empty() { "3" } else { known[self.below(known.len())] };
        format!("{}{inputs}->({output},!j),(!j)", self.of(&["", "+", "="]))
    }

    /// Something in a text that makes it none: None where the text has no place for it.
    fn broken(&mut self, text: &str) -> Option<String> {
        let at = |wanted: &[char], rng: &mut Rng| {
            let places: Vec<usize> =
                text.char_indices().filter(|(_, c)| wanted.contains(c)).map(|(at, _)| at).collect();
            if places.is_empty() { None } else { Some(places[rng.below(places.len())]) }
        };
        let without = |place: usize| format!("{}{}", &text[..place], &text[place + 1..]);
        Some(match self.below(10) {
            0 => without(at(&[')', ']', '}', '(', '[', '{'], self)?),
            1 => {
                let place = self.below(text.len());
                format!("{}{}{}", &text[..place], self.of(&["$", "@", "`", "^"]), &text[place..])
            }
            2 => text.replacen("->", self.of(&["-", ">", "=>", "-->", "-> ->"]), 1),
            3 => {
                let place = at(&[','], self)?;
                format!("{},,{}", &text[..place], &text[place + 1..])
            }
            4 if text.contains("'integer'") => text.replace("'integer'", self.of(&["'integr'", "integer", "3", "''"])),
            5 if text.contains("promot") => text.replace("promot", "premot"),
            6 if text.contains("max(") => text.replace("max(", "maxx("),
            7 => {
                let (inputs, outputs) = text.rsplit_once("->")?;
                let place = outputs.find(['n', 'm'])?;
                let own = outputs[place + 1..].starts_with([']', ',', ')', ' ']);
                let alone = place == 0 || outputs[..place].ends_with(['[', '(', ' ']);
                if !(own && alone) {
                    return None;
                }
                format!("{inputs}->{}zz{}", &outputs[..place], &outputs[place + 1..])
            }
            8 if text.contains("float64") => {
                text.replacen("float64", self.of(&["float46", "int46", "uint3", "flaot64", "foat64"]), 1)
            }
            // A name of a where-clause that nothing else has, of the signature's or of a function's within it.
            9 => {
                let bounds: Vec<usize> = text.match_indices(" <= ").map(|(at, _)| at - 1).collect();
                let place = *bounds.get(self.below(bounds.len().max(1)))?;
                format!("{}zz{}", &text[..place], &text[place + 1..])
            }
            _ => return None,
        })
    }
}

#[test]
fn well_formed_and_near_misses() {
    let cases = number("CASES", 2_000);
    let mut rng = Rng::new(number("SEED", 15));
    let (mut taken, mut refused) = (0, 0);
    while taken < cases || refused < cases {
        let text = if rng.below(3) == 0 { rng.shapes() } else { rng.signature() };
        let signature = match Signature::parse(&text) {
            Ok(signature) => signature,
            // `m` is a size and a dtype of nothing here, but one name may be two things by chance.
            Err(error) => panic!("{text} at {}: {error}", error.offset),
        };
        let printed = signature.to_string();
        let again = Signature::parse(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
        assert_eq!(again, signature, "{text}: {printed}");
        taken += 1;
        let Some(broken) = rng.broken(&text) else { continue };
        if broken == text {
            continue;
        }
        match Signature::parse(&broken) {
            Ok(_) => panic!("{broken} is taken, made from {text}"),
            Err(error) => {
                assert!(broken.is_char_boundary(error.offset), "{broken}: {}", error.offset);
                assert!(error.offset <= broken.len() && !error.expected.is_empty(), "{broken}: {error}");
                refused += 1;
            }
        }
    }
}
