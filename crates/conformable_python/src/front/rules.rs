//! The rules: each declared once, with its code, its name, its usual severity and its page.
//!
//! A rule is data. The analysis refers to it by constant (`rules::MATMUL`), users by code
//! (`CF101`) or name (`matmul-inner-dimensions`). The page is the Markdown file that
//! `conformable explain` prints and that the tests run; a rule without a page doesn't compile.
//!
//! Codes are stable: a rule may be retired, its code is never given to another.
//!
//! Stubs may declare rules of their own (`class QT001(Rule)`): which rules there are is a value,
//! [`Rules`], that a catalogue gives.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

use conformable_signatures::Catalogue;
use conformable_signatures::catalogue::DeclaredRule;
use conformable_types::text::distance_within;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// How sure and how bad a finding is; see the invariants in `ARCHITECTURE.md`. The order is by gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Can't be proved, or holds under an assumption; shown in strict mode only.
    Note,
    /// It runs, and nearly nobody wants it.
    Warning,
    /// What reaches this expression fails there.
    Error,
}

impl Severity {
    /// The lower-case word that every output format uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    /// The severity of that word.
    pub fn named(word: &str) -> Option<Severity> {
        [Severity::Note, Severity::Warning, Severity::Error].into_iter().find(|severity| severity.as_str() == word)
    }
}

/// A class of mistakes.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The stable code, for example `CF101`.
    pub code: &'static str,
    /// The stable name, for example `matmul-inner-dimensions`.
    pub name: &'static str,
    /// The severity of a proved finding.
    pub severity: Severity,
    /// What it finds, in one line.
    pub summary: &'static str,
    /// What Python raises, unless a finding says otherwise; `None` where each says it.
    pub raises: Option<&'static str>,
    /// The page in Markdown: what fails and why, an example that fails, the repaired one.
    pub page: &'static str,
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}

/// A rule is its code.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

impl Hash for Rule {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

macro_rules! rules {
    ($($constant:ident = $code:literal $name:literal $severity:ident $summary:literal $(raises $raises:literal)?;)*) => {
        $(
            #[doc = concat!("`", $code, "` ", $name, ": ", $summary)]
            pub const $constant: &Rule = &Rule {
                code: $code,
                name: $name,
                severity: Severity::$severity,
                summary: $summary,
                raises: [$($raises)?].first().copied(),
                page: include_str!(concat!("../../../../spec/errors/", $code, ".md")),
            };
        )*

        const ALL: &[&Rule] = &[$($constant),*];
    };
}

rules! {
    INTERNAL = "CF000" "internal" Error "the checker failed on this file";
    UNREADABLE = "CF001" "unreadable" Error "a file that can't be read or decoded";
    SYNTAX = "CF002" "syntax" Error "a file that isn't valid Python";
    TOO_DEEP = "CF003" "too-deep" Error "a file nested too deeply, or too long, to be analysed";
    UNUSED_SUPPRESSION = "CF004" "unused-suppression" Warning "a suppression comment that suppresses nothing";
    REVEAL = "CF005" "reveal" Note "the type that `reveal_type` was asked for";

    MATMUL = "CF101" "matmul-inner-dimensions" Error "the inner dimensions of a matrix product differ";
    BROADCAST = "CF102" "broadcast" Error "shapes that don't broadcast together";
    RESHAPE = "CF103" "reshape" Error "a new shape with another number of elements";
    JOINING = "CF104" "joining" Error "arrays that can't be joined or stacked";
    IN_PLACE_GROWTH = "CF105" "in-place-growth" Error "an in-place operation whose result has another shape";
    STORE_SHAPE = "CF106" "store-shape" Error "a value that doesn't fit the place it is stored in";
    EINSUM = "CF107" "einsum" Error "subscripts that don't fit the operands of einsum";
    CORE_DIMENSIONS = "CF108" "core-dimensions" Error "core dimensions that don't fit the function";
    UNPACK = "CF109" "unpack" Error "unpacking into another number of names" raises "ValueError";

    CASTING = "CF201" "casting" Error "an in-place result that can't be cast to the array's dtype";
    NO_LOOP = "CF202" "no-loop" Error "a function with no loop for these dtypes";
    FLOAT_FOR_INT = "CF203" "float-for-int" Error "a float where an integer is needed" raises "TypeError";

    OUT_OF_RANGE = "CF301" "index-out-of-range" Error "an index beyond the size of its axis" raises "IndexError";
    TOO_MANY_INDICES = "CF302" "too-many-indices" Error "more indices than the array has axes";
    MASK_SIZE = "CF303" "mask-size" Error "a boolean mask that doesn't fit the array";
    NOT_AN_INDEX = "CF304" "not-an-index" Error "a value that can't be used as an index" raises "IndexError";
    MISSING_KEY = "CF305" "missing-key" Error "a key that the dict doesn't have" raises "KeyError";

    AXIS = "CF401" "axis-out-of-range" Error "an axis that the array doesn't have";
    REPEATED_AXIS = "CF402" "repeated-axis" Error "the same axis given twice";
    RANK = "CF403" "rank" Error "an array of a rank that the function doesn't take";

    ARGUMENTS = "CF501" "arguments" Error "arguments that the function doesn't accept" raises "TypeError";
    WRONG_SLOT = "CF502" "wrong-slot" Error "an argument that lands in another parameter";
    REACHED_RAISE = "CF503" "reached-raise" Error "a call whose arguments lead to an explicit raise";
    ARRAY_TRUTH = "CF504" "array-truth" Error "the truth value of an array" raises "ValueError";
    UNSUPPORTED = "CF505" "unsupported-operation" Error "an operation that the value never supports" raises "TypeError";
    NO_ATTRIBUTE = "CF506" "no-attribute" Error "an attribute that isn't there" raises "AttributeError";

    ANNOTATION = "CF601" "annotation-not-met" Error "a value that doesn't meet its annotation";
    RIGID = "CF602" "rigid-dimension" Error "code that needs more than its annotation promises";
    MALFORMED_ANNOTATION = "CF603" "malformed-annotation" Error "a shape annotation that can't be read";

    DIALECT_ASSIGNMENT = "CF610" "incompatible-assignment" Error "a variable that is given a value of another type, rank or order";
    DIALECT_SHARED = "CF611" "shared-storage" Error "an assignment that would change who owns the elements of an array";
    DIALECT_STACK = "CF612" "stack-array" Error "an array on the stack whose size isn't fixed at the start of the function";
    DIALECT_REALLOCATED = "CF613" "argument-reallocated" Error "an array of the caller's that would be allocated again";
    DIALECT_FINAL = "CF614" "final-changed" Error "a change of what is final";
    DIALECT_DECLARED = "CF615" "declared-twice" Error "a variable that is declared more than once";
    DIALECT_ANNOTATION = "CF616" "dialect-annotation" Error "an annotation that the language doesn't have";
    DIALECT_ARGUMENT = "CF617" "incompatible-argument" Error "a call of the program's own function with arguments that it doesn't take";
    DIALECT_STATEMENT = "CF618" "unsupported-statement" Error "a statement that the language lacks";
    DIALECT_UNDEFINED = "CF619" "undefined-name" Error "a name, function or attribute that isn't there";
    DIALECT_OPERATION = "CF620" "no-such-operation" Error "an operation that values of these types don't have";
    DIALECT_CONTAINER = "CF621" "inhomogeneous-container" Error "elements of several types in a container of one";
    DIALECT_RESULT = "CF622" "result-type" Error "a function whose result's type can't be told";
    DIALECT_MISSING = "CF623" "missing-annotation" Error "a parameter without an annotation";
    DIALECT_HINT = "CF624" "reallocation" Warning "an array that is allocated again when the program runs";
    DIALECT_IGNORED = "CF625" "ignored-annotation" Warning "a part of an annotation that says nothing";
    DIALECT_SCAN = "CF626" "scan-definition" Error "a scan whose axis, first value and steps don't fit each other";

    OUTER_BROADCAST = "CF701" "outer-broadcast" Warning "a vector and a column that broadcast to a matrix";
    CUT_BY_STORE = "CF702" "cut-by-store" Warning "values cut to the dtype of the array they are stored in";
    WIDENED = "CF703" "widened" Warning "a float32 array that becomes float64";
    THROWN_AWAY = "CF704" "result-thrown-away" Warning "a result that nobody uses";
    STORE_ON_COPY = "CF705" "store-on-copy" Warning "a store into a copy that is lost";
    TESTS_NOTHING = "CF706" "tests-nothing" Warning "a test that has always the same answer";
    TUPLE_AS_ARRAY = "CF707" "tuple-as-array" Warning "a tuple used as if it were an array";
    NONE_KEPT = "CF708" "none-kept" Warning "the result of a function that works in place";
    REPEATED_INDEX = "CF709" "repeated-index" Warning "an in-place operation through repeated indices";
    ROW_SWAP = "CF710" "row-swap" Warning "rows swapped through views";
    INTEGER_WRAP = "CF711" "integer-wrap" Warning "unsigned arithmetic that wraps around";
    MISPLACED_ARGUMENT = "CF712" "misplaced-argument" Warning "an argument that means something else here";
    ONE_OBJECT = "CF713" "one-object" Warning "an iterator or a set that NumPy takes for one object";
    SELECTED_PART = "CF714" "selected-part" Warning "an operation that runs only where a mask selects all";
}

/// The rules that there are: the checker's own, and those that stubs declare.
#[derive(Clone, Copy)]
pub struct Rules(&'static [&'static Rule]);

impl Rules {
    /// The checker's own, in the order of their codes.
    pub const fn built_in() -> Rules {
        Rules(ALL)
    }

    /// The checker's own, then those that the catalogue's files declare.
    pub fn of(catalogue: &'static Catalogue) -> Rules {
        static MADE: LazyLock<Mutex<FxHashMap<usize, Rules>>> = LazyLock::new(Mutex::default);
        if catalogue.declared_rules().next().is_none() {
            return Rules::built_in();
        }
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        *made.entry(std::ptr::from_ref(catalogue) as usize).or_insert_with(|| {
            let leaked = |declared: &'static DeclaredRule| -> &'static Rule { Box::leak(Box::new(Rule::of(declared))) };
            let mut declared: Vec<&'static Rule> = catalogue.declared_rules().map(leaked).collect();
            declared.sort_by_key(|rule| rule.code);
            let all: Vec<&'static Rule> = ALL.iter().copied().chain(declared).collect();
            Rules(all.leak())
        })
    }

    /// All of them.
    pub fn all(self) -> &'static [&'static Rule] {
        self.0
    }

    /// The rule with this code or name, in any case.
    pub fn by_code(self, text: &str) -> Option<&'static Rule> {
        let text = text.trim();
        let is = |rule: &&Rule| rule.code.eq_ignore_ascii_case(text) || rule.name.eq_ignore_ascii_case(text);
        self.0.iter().copied().find(is)
    }

    /// The rules whose code starts with `prefix` (`CF1`, `CF101`, `QT`), or the one of that name.
    pub fn by_prefix(self, prefix: &str) -> Vec<&'static Rule> {
        if let Some(rule) = self.by_code(prefix) {
            return vec![rule];
        }
        let prefix = prefix.trim().to_ascii_uppercase();
        // Not less than the letters, which say whose rules they are.
        let begins = |rule: &&Rule| {
            let letters = rule.code.trim_end_matches(|c: char| c.is_ascii_digit());
            prefix.len() >= letters.len() && rule.code.starts_with(&prefix)
        };
        self.0.iter().copied().filter(begins).collect()
    }

    /// Up to three rules that a mistyped code or name may have meant: those equally near.
    pub fn near(self, text: &str) -> Vec<&'static Rule> {
        let text = text.trim().to_ascii_lowercase();
        let length = text.chars().count();
        let most = 1 + length / 3;
        let distance = |other: &str| distance_within(&text, other, most).unwrap_or(usize::MAX);
        let mut scored: Vec<(usize, &'static Rule)> = self
            .0
            .iter()
            .map(|rule| {
                let code = distance(&rule.code.to_ascii_lowercase());
                let name = distance(rule.name);
                // A word of the name is near too: `broadcasting`, `matmul`.
                let word = rule.name.split('-').map(distance).min();
                (code.min(name).min(word.unwrap_or(usize::MAX)), *rule)
            })
            .filter(|(score, _)| *score <= most)
            .collect();
        scored.sort_by_key(|(score, rule)| (*score, rule.code));
        let best = scored.first().map_or(0, |(score, _)| *score);
        let nearest = scored.into_iter().filter(|(score, _)| *score == best);
        nearest.take(3).map(|(_, rule)| rule).collect()
    }
}

impl Rule {
    /// A rule that a stub declares, whose severity is a word of the list that its reader has.
    fn of(declared: &'static DeclaredRule) -> Rule {
        let DeclaredRule { code, name, severity, summary, page, source: _ } = declared;
        let severity = Severity::named(severity).unwrap_or(Severity::Warning);
        Rule { code, name, severity, summary, raises: None, page }
    }

    /// Findings of the tool itself, which `select` and `ignore` don't hide: without them a file
    /// that wasn't analysed would look like one without errors.
    pub fn is_about_the_run(&self) -> bool {
        matches!(self.code, "CF000" | "CF001" | "CF002" | "CF003" | "CF005")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_unique_and_sorted() {
        let codes: Vec<&str> = Rules::built_in().all().iter().map(|rule| rule.code).collect();
        let mut sorted = codes.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(codes, sorted);
        let mut names: Vec<&str> = Rules::built_in().all().iter().map(|rule| rule.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), codes.len());
    }

    #[test]
    fn each_page_opens_with_its_rule() {
        for rule in Rules::built_in().all() {
            let title = format!("# {} {}\n", rule.code, rule.name);
            assert!(rule.page.starts_with(&title), "{rule:?}");
        }
    }

    #[test]
    fn the_catalogue_speaks_of_rules_that_there_are() {
        let catalogue = Catalogue::numpy();
        for op in catalogue.functions().chain(catalogue.methods().map(|(_, op)| op)) {
            for said in op.alternatives.iter().map(|alternative| &alternative.rules) {
                let hazards = said.fact_rules.hazards.iter().map(|hazard| hazard.code);
                for code in said.code.into_iter().chain(hazards) {
                    assert!(Rules::built_in().by_code(code).is_some(), "{}: {code}", op.path);
                }
            }
        }
    }

    #[test]
    fn rules_are_found_by_code_name_and_prefix() {
        assert_eq!(Rules::built_in().by_code("cf101"), Some(MATMUL));
        assert_eq!(Rules::built_in().by_code("outer-broadcast"), Some(OUTER_BROADCAST));
        assert_eq!(Rules::built_in().by_code("CF1"), None);
        assert_eq!(Rules::built_in().by_prefix("CF2"), vec![CASTING, NO_LOOP, FLOAT_FOR_INT]);
        assert!(Rules::built_in().by_prefix("C").is_empty());
    }

    #[test]
    fn near_rules_are_suggested() {
        assert_eq!(Rules::built_in().near("CF110")[0], MATMUL);
        assert_eq!(Rules::built_in().near("matmul")[0], MATMUL);
        assert_eq!(Rules::built_in().near("brodcast")[0], BROADCAST);
        assert!(Rules::built_in().near("something-else-entirely").is_empty());
    }
}
