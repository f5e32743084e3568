//! How much of its fuel a function on its own may spend on one call.
//!
//! A function on its own has fuel by its size. A call that it makes may use a quarter of what is left, and so may each
//! call in that one: whatever calls cost, their caller has fuel for the rest of its own statements. A call that needs
//! more is cut: from there on it is a call of unknown code, which may have changed whatever it reaches. What was found
//! in it before that stands.
//!
//! The run of a script has all its fuel for any call: what `main()` does is the script.

use std::rc::Rc;

use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use crate::domain::value::{Function, Kind, Value};
use crate::eval::Machine;
use crate::eval::call::arguments::Arguments;
use crate::eval::interpreter::Interpreter;

/// Steps for each byte of a function's text. Of 16 a byte statsmodels and astropy take half of the steps that 25,000
/// for each function took, and nothing that was found is lost.
const STEPS_PER_BYTE: u64 = 16;
/// Short functions call long ones.
const LEAST: u64 = 6_000;
/// And the most that a function or a docstring's example has.
pub const MOST: u64 = 20_000;
/// But for a function of thousands of lines: as many steps for each byte of its text.
const STEPS_PER_BYTE_OF_LONG: u64 = 3;
/// A call has one of so many shares of what its caller has left. Of a quarter statsmodels takes 12% fewer steps than of a
/// third; on 1,280 packages one error is found that wasn't, and two aren't that were (docs/performance.md).
const SHARES: u64 = 4;

/// Steps for each byte of a module's text: dense scripts take some seven.
const STEPS_PER_BYTE_OF_MODULE: u64 = 8;

/// A function of which as many calls were cut isn't entered again with as little fuel.
const MAX_CUTS: u32 = 2;

/// The fuel of a function on its own whose text has that length, where a module's top level has `of_module`.
pub fn fuel_alone(bytes: u32, of_module: u64) -> u64 {
    let bytes = u64::from(bytes);
    let most = MOST.max(bytes * STEPS_PER_BYTE_OF_LONG);
    // A setting of less fuel than usual is one for functions too.
    (bytes * STEPS_PER_BYTE).clamp(LEAST, most).min(of_module / 10 * most / MOST)
}

/// The fuel of a module's top level whose text has that length: half of the most, unless so long a text needs more.
pub fn fuel_of_top_level(bytes: usize, most: u64) -> u64 {
    (bytes as u64 * STEPS_PER_BYTE_OF_MODULE).clamp(most / 2, most)
}

/// The functions of which calls were cut.
#[derive(Default)]
pub struct CutCalls(FxHashMap<(usize, TextRange), Cut>);

#[derive(Default)]
struct Cut {
    /// The most fuel that was not enough.
    fuel: u64,
    times: u32,
}

impl CutCalls {
    fn is_in_vain(&self, function: &Function<'_>, fuel: u64) -> bool {
        let cut = self.0.get(&(function.module.id, function.range));
        cut.is_some_and(|cut| cut.times >= MAX_CUTS && fuel <= cut.fuel)
    }

    fn add(&mut self, function: &Function<'_>, fuel: u64) {
        let cut = self.0.entry((function.module.id, function.range)).or_default();
        cut.fuel = cut.fuel.max(fuel);
        cut.times += 1;
    }
}

/// A call of the program's function that may use its share of the fuel.
pub fn call_within_share<'p, I: Interpreter<'p>>(
    run: &mut I,
    function: &Rc<Function<'p>>,
    arguments: Arguments<'p>,
    range: TextRange,
    evaluate: impl FnOnce(&mut I, Arguments<'p>) -> Value<'p>,
) -> Value<'p> {
    // The function on its own is itself called by the root.
    if run.standalone.first.is_none() || run.frames.len() <= 1 {
        return evaluate(run, arguments);
    }
    let share = run.fuel / SHARES;
    if run.summaries.cut.is_in_vain(function, share) {
        return run.skipped_call(function, &arguments, range);
    }
    let before = run.state.clone();
    let recorded = run.output.facts.as_deref().map(|facts| facts.mark());
    let given = arguments.clone();
    let (value, is_cut) = run.with_fuel(share, |run| evaluate(run, arguments));
    if !is_cut {
        return value;
    }
    run.summaries.cut.add(function, share);
    if let (Some(facts), Some(mark)) = (run.output.facts.as_deref_mut(), recorded) {
        facts.forget_loops_since(mark);
    }
    let after = std::mem::replace(&mut run.state, before);
    let value = run.skipped_call(function, &given, range);
    run.fail_as(&after);
    value
}

impl<'p> Machine<'p> {
    /// A call whose body is not evaluated, or not to its end. Which arguments the function takes is known all the same.
    pub fn skipped_call(
        &mut self,
        function: &Rc<Function<'p>>,
        arguments: &Arguments<'p>,
        range: TextRange,
    ) -> Value<'p> {
        if self.bind_parameters(function, arguments, &mut Vec::new(), range).is_none() {
            return Value::unknown();
        }
        self.summaries.skipped_calls += 1;
        self.unknown_call(&Kind::Function(Rc::clone(function)).into(), arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_top_level_has_fuel_by_its_modules_size() {
        let fuel = [3_000, 20_000, 300_000].map(|bytes| fuel_of_top_level(bytes, 200_000));
        assert_eq!(fuel, [100_000, 160_000, 200_000]);
    }

    #[test]
    fn a_function_has_fuel_by_its_size() {
        let module = 200_000;
        assert_eq!(fuel_alone(10, module), LEAST);
        assert_eq!(fuel_alone(1_000, module), 16_000);
        assert_eq!(fuel_alone(6_000, module), MOST);
        assert_eq!(fuel_alone(20_000, module), 60_000);
        assert_eq!(fuel_alone(6_000, 10_000), 1_000, "less than usual was set");
    }
}
