//! Python's own operations: its numbers, containers, attributes. None walks through code; what may run code of the
//! program asks [`Interpreter`](super::interpreter::Interpreter).
//!
//! | file | its one job |
//! |---|---|
//! | [`arithmetic`] | operators of numbers, texts, tuples and lists |
//! | [`equality`] | equality, identity, what can be hashed |
//! | [`truth`] | the truth of a value |
//! | [`ambiguous`] | comparisons whose truth Python asks for implicitly |
//! | [`attributes`] | attributes that are found without running code |
//! | [`indexing`] | what indexing gives |
//! | [`iterators`] | iterators, and items that are known |
//! | [`itertools`] | what the functions of `itertools` give |
//! | [`declared`] | what the stubs say of functions |
//! | [`numbers`] | functions of numbers |
//! | [`order`] | which of two tuples or lists comes first |
//! | [`uses`] | what values of each kind refuse |
//! | [`sequences`] | functions of containers and iterators |
//! | [`containers`] | methods of lists, dicts, strings |
//! | [`counters`] | a `Counter`, which has 0 of what it doesn't hold |
//! | [`records`] | fields of records, by their names |
//! | [`missing`] | items of a `defaultdict` that are made when they are asked for |
//! | [`texts`] | texts that are put together |
//! | [`formats`] | what a place in a text refuses |
//! | [`dicts`] | what a dict holds after a key was set |
//! | [`shaped`] | values of which the shape is known, and not the class |
//! | [`stored`] | what was stored at attributes of values that aren't known |
//! | [`enums`] | members of enums, made and found |
//! | [`instances`] | whose instance a value is, of Python's classes and the library's |

pub mod ambiguous;
pub mod arithmetic;
pub mod attributes;
pub mod containers;
pub mod counters;
pub mod declared;
pub mod dicts;
pub mod enums;
pub mod equality;
pub mod formats;
pub mod indexing;
pub mod instances;
pub mod iterators;
pub mod itertools;
pub mod kinds;
pub mod missing;
pub mod numbers;
pub mod order;
pub mod records;
pub mod sequences;
pub mod shaped;
pub mod stored;
pub mod texts;
pub mod truth;
pub mod uses;
