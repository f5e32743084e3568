//! `check --why FILE:LINE`: what was considered at a line, and why it is reported or isn't.
//!
//! Every verdict on that line leaves a row here: the refutation, what it depends on, the undecided tests on the
//! way in the frame that judged it, and the reason. Nothing here decides anything.

use conformable_signatures::binder::Parameter as _;

use crate::domain::value::Dependencies;
use crate::eval::diagnose::verdict::{Circumstances, Reason, Verdict};
use crate::eval::machine::exits::Catches;
use crate::eval::{Effect, Machine};
use crate::front::diagnostic::Diagnostic;
use crate::front::why::Considered;

impl Machine<'_> {
    /// A verdict was given in the frame in hand.
    pub fn explain(&mut self, diagnostic: &Diagnostic, of: &Circumstances, verdict: Verdict) {
        if !self.is_asked_about(diagnostic) {
            return;
        }
        let (name, reason) = match verdict {
            Verdict::Error => ("error", "nothing that is known keeps it from failing"),
            Verdict::Warning => ("warning", "it runs, and nearly nobody wants it"),
            Verdict::Note(reason) => ("note", reason.text()),
            Verdict::Nothing(reason) => ("nothing", reason.text()),
        };
        let tests = self.guards_on_the_way();
        self.note_considered(diagnostic, name, reason.to_owned(), self.depends_on(of.dependencies), tests);
    }

    /// It was met in so many passes of a loop, and not in all.
    pub fn explain_passes(&mut self, diagnostic: &Diagnostic, met: usize, evaluated: usize) {
        if self.is_asked_about(diagnostic) {
            let reason = format!("{} (met in {met} of {evaluated} evaluated passes)", Reason::OtherPasses.text());
            self.note_considered(diagnostic, "note", reason, String::new(), Vec::new());
        }
    }

    pub fn explain_caught(&mut self, diagnostic: &Diagnostic) {
        if self.is_asked_about(diagnostic) {
            let reason = Reason::Caught.text().to_owned();
            self.note_considered(diagnostic, "nothing", reason, String::new(), Vec::new());
        }
    }

    fn is_asked_about(&self, diagnostic: &Diagnostic) -> bool {
        let Some(asked) = &self.program.settings().why else { return false };
        let place = &diagnostic.place;
        *place.file == asked.path
            && self.program.module_at(&place.file).is_some_and(|module| {
                let (first, _) = module.position(place.range.start());
                let (last, _) = module.position(place.range.end());
                (first..=last).contains(&asked.line)
            })
    }

    fn note_considered(
        &mut self,
        diagnostic: &Diagnostic,
        verdict: &str,
        reason: String,
        depends_on: String,
        tests: Vec<String>,
    ) {
        let column =
            self.program.module_at(&diagnostic.place.file).map_or(0, |m| m.position(diagnostic.place.range.start()).1);
        let frame = match self.frames.last().and_then(|frame| frame.function.as_ref()) {
            Some(function) => format!("in {}", function.qualified),
            None => "at the top level".to_owned(),
        };
        let row = Considered {
            code: diagnostic.rule.code,
            message: diagnostic.message.clone(),
            column,
            frame,
            verdict: verdict.to_owned(),
            reason,
            depends_on,
            tests,
        };
        if !self.output.considered.contains(&row) {
            self.output.considered.push(row);
        }
    }

    fn guards_on_the_way(&self) -> Vec<String> {
        let mut tests: Vec<String> = self
            .state
            .guards
            .iter()
            .map(|guard| {
                let kind = match (guard.opaque, guard.varies) {
                    (true, true) => ", opaque, varies from pass to pass",
                    (true, false) => ", opaque",
                    (false, true) => ", varies from pass to pass",
                    (false, false) => "",
                };
                match guard.place {
                    Some((module, range)) => {
                        let module = self.program.module(module);
                        format!("{}: `{}`{kind}", module.line_name(range), module.snippet(range))
                    }
                    None => "there is an item, or one more".to_owned(),
                }
            })
            .collect();
        tests.reverse();
        tests
    }

    fn depends_on(&self, dependencies: Dependencies) -> String {
        let function = self.frames.last().and_then(|frame| frame.function.as_ref());
        let params = function.map_or_else(Vec::new, |function| function.written_params());
        let given = params.iter().enumerate().filter(|(place, _)| dependencies.is_of(*place));
        let mut parts: Vec<String> = given.map(|(_, param)| format!("`{}`", param.name())).collect();
        if dependencies.is_outside() {
            parts.push("what is captured or global".to_owned());
        }
        if dependencies.is_assumed() {
            parts.push("an assumption".to_owned());
        }
        if parts.is_empty() { "what this frame made itself".to_owned() } else { parts.join(", ") }
    }
}

impl<'p> Machine<'p> {
    /// Drop the effects from `mark` on that are caught, and what stands behind them.
    pub fn catch_since(&mut self, mark: usize, catches: &[Catches]) {
        let mut behind = false;
        let said: Vec<Effect> = self.output.effects.drain(mark.min(self.output.effects.len())..).collect();
        for effect in said {
            let caught = effect.exception.is_some_and(|raised| catches.iter().any(|one| one.catch(raised)));
            if caught || (behind && effect.follows) {
                behind |= caught && effect.is_error();
                // It is there to be caught.
                let key = effect.diagnostic.key();
                self.own_failures.retain(|(known, _)| *known != key);
                self.explain_caught(&effect.diagnostic);
            } else {
                self.output.effects.push(effect);
            }
        }
    }
}
