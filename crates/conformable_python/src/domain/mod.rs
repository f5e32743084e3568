//! The abstract domain: what may be known at a point of a path, and how two paths become one.
//!
//! | file | its one job |
//! |---|---|
//! | [`value`] | what an expression may give |
//! | [`dependencies`] | what a value depends on |
//! | [`definitions`] | the program's functions and classes |
//! | [`walk`] | the values inside a value |
//! | [`whole`] | floats that are whole numbers |
//! | [`declared`] | what annotations declare of a value |
//! | [`heap`] | what Python mutates, by number, and the names of scopes |
//! | [`object`] | the objects that a heap holds |
//! | [`names`] | what names are bound to, in a scope or an instance |
//! | [`attributes`] | attributes of instances, and the dicts that they are |
//! | [`keyed`] | a map that keeps the order of its keys |
//! | [`guards`] | the undecided tests on the way |
//! | [`operand`] | what kind of operand a value is |
//! | [`reads`] | what an evaluation reads of the heap |
//! | [`path_condition`] | the decided tests that a path went through |
//! | [`state`] | all that is known at a point of a path |
//! | [`parted`] | paths that tests part, and that meet behind them |
//! | [`initial`] | what instances have when they have been made |
//! | [`taught`] | what tests have taught of places that hold what isn't known |
//! | [`uses`] | what Python's own types refuse |
//! | [`join`] | two paths become one |
//! | [`images`] | imported modules as their top levels left them |

pub mod attributes;
pub mod declared;
pub mod definitions;
pub mod dependencies;
pub mod extent;
pub mod forget;
pub mod guards;
pub mod heap;
pub mod images;
pub mod initial;
pub mod join;
pub mod keyed;
pub mod made;
pub mod names;
pub mod object;
pub mod operand;
pub mod parted;
pub mod path_condition;
pub mod reads;
pub mod state;
pub mod taught;
pub mod uses;
pub mod value;
pub mod walk;
pub mod whole;
