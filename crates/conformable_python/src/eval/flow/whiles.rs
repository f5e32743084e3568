//! Loops under a condition: exact as long as the test is decided, then a fixed point. Of a loop without a test (`while True:`)
//! the first two passes are exact.

use conformable_types::Truth;
use ruff_python_ast::{Expr, StmtWhile};

use super::loops::{MAX_PASSES, MAX_UNROLLED};
use crate::domain::guards::Guard;
use crate::domain::state::{Since, State};
use crate::eval::Evaluator;
use crate::eval::diagnose::passes::guard_of_items;
use crate::eval::machine::frame::Pass;

impl<'p> Evaluator<'p> {
    pub fn while_loop(&mut self, each: &'p StmtWhile) {
        let mut broken = Vec::new();
        let mut passes = self.begin_passes();
        let pass = Pass::Statements { target: None, body: &each.body };
        // While the test is decided the iterations are exact.
        for _ in 0..MAX_UNROLLED {
            let decision = self.test(&each.test);
            match decision.truth {
                Truth::No => {
                    self.assume(&each.test, false);
                    self.conclude(passes);
                    return self.leave(broken, &each.orelse, u64::MAX);
                }
                Truth::Yes if !is_true(&each.test) => {
                    self.assume(&each.test, true);
                    broken.extend(self.iteration(pass));
                    self.end_pass(&mut passes);
                    if self.state.unreachable {
                        self.conclude(passes);
                        return self.leave(broken, &each.orelse, u64::MAX);
                    }
                }
                _ => break,
            }
        }
        let endless = is_true(&each.test);
        let guard = guard_of_items(self, &each.test);
        let before = self.state.clone();
        let objects = self.numbers.object;
        if !endless {
            self.state.guards.enter(guard);
            self.assume(&each.test, true);
        }
        let mut exits: Vec<State<'p>> = Vec::new();
        if !endless {
            exits.push(self.exit_of(&before, &each.test));
        }
        let left = self.frame().returns.len() + broken.len();
        broken.extend(self.iteration(pass));
        self.end_pass(&mut passes);
        if !self.state.unreachable && !endless {
            self.state.guards.leave(guard);
        }
        let once = self.state.clone();
        // Without a test there is a second pass, for whoever hasn't left the loop by then: what fails in it isn't met in the
        // pass that stands for all.
        if endless && !once.unreachable && !once.refuted {
            let is_left = self.frame().returns.len() + broken.len() > left;
            if is_left {
                self.state.guards.enter(Guard::REACHED);
            }
            broken.extend(self.iteration(pass));
            self.end_pass(&mut passes);
            self.state = once.clone();
        }
        let since = Since { atoms: self.state.store.fresh_id(), objects };
        let mut head =
            if once.unreachable { once.clone() } else { before.clone().join_at_head(once.clone(), since, &before).0 };
        let mut stable = once.unreachable;
        for _ in 0..MAX_PASSES {
            if stable {
                break;
            }
            let mark = self.output_mark();
            self.state = head.clone();
            self.state.guards.enter(guard);
            self.test(&each.test);
            self.assume(&each.test, true);
            broken.extend(self.iteration(pass));
            self.state.guards.leave(guard);
            let (joined, changed) =
                head.clone().join_at_head(std::mem::replace(&mut self.state, State::new()), since, &before);
            head = joined;
            stable = !changed;
            if changed {
                self.discard_output_since(mark);
            } else {
                self.end_pass(&mut passes);
            }
        }
        if !stable {
            head = self.state.forget_changes(&before, head);
            self.state = head.clone();
            self.state.guards.enter(guard);
            self.test(&each.test);
            self.assume(&each.test, true);
            broken.extend(self.iteration(pass));
            self.end_pass(&mut passes);
        }
        if !head.unreachable && !endless {
            exits.push(self.exit_of(&head, &each.test));
        }
        // Each pass fails, which is reported: what is behind isn't told that there was none.
        if once.refuted && !before.refuted && !once.unreachable && !endless && broken.is_empty() {
            exits.push(self.exit_of(&once.recovered(), &each.test));
        }
        let exits = exits.into_iter().reduce(|one, other| one.join_at_exit(other, objects));
        self.state = exits.unwrap_or_else(|| State { unreachable: true, ..before });
        self.conclude(passes);
        self.leave(broken, &each.orelse, objects);
    }

    /// The state in which the test is false.
    fn exit_of(&mut self, head: &State<'p>, test: &'p Expr) -> State<'p> {
        let saved = std::mem::replace(&mut self.state, head.clone());
        self.assume(test, false);
        std::mem::replace(&mut self.state, saved)
    }
}

fn is_true(test: &Expr) -> bool {
    match test {
        Expr::BooleanLiteral(literal) => literal.value,
        Expr::NumberLiteral(literal) => {
            matches!(&literal.value, ruff_python_ast::Number::Int(value) if value.as_i64() == Some(1))
        }
        _ => false,
    }
}
