//! The roots of a file: its top level as a script, then each function that nothing has called, or in which something
//! failed that its callers thought better of.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use conformable_solver::effort;
use ruff_text_size::TextRange;

use crate::domain::images::Images;
use crate::eval::Evaluator;
use crate::eval::call::alone::{alone, failing_alone};
use crate::eval::facts::FactsRecorder;
use crate::front::diagnostic::{Diagnostic, Findings};
use crate::front::facts::{CallerKind, Facts};
use crate::front::module::Module;
use crate::front::program::{Program, Statistics};
use crate::front::rules::Severity;
use crate::front::settings::FactsWanted;
use crate::front::why::Considered;

pub struct CheckedFile {
    pub diagnostics: Vec<Diagnostic>,
    pub statistics: Statistics,
    pub facts: Facts,
    pub considered: Vec<Considered>,
    pub unmodelled: BTreeMap<&'static str, u64>,
    /// The functions that were to be evaluated on their own, and weren't.
    pub skipped: Vec<TextRange>,
}

/// The roots of one file, one after the other: what they say and what they know adds up.
#[derive(Default)]
struct Session {
    findings: Findings,
    statistics: Statistics,
    considered: Vec<Considered>,
    unmodelled: BTreeMap<&'static str, u64>,
    /// What each expression is, if somebody asks; it is with the root that is evaluated.
    facts: Option<Box<FactsRecorder>>,
}

impl Session {
    /// Evaluates a root, and gives what it found.
    fn run<'p>(&mut self, root: &mut Evaluator<'p>, run: impl FnOnce(&mut Evaluator<'p>)) -> Vec<Diagnostic> {
        root.output.facts = self.facts.take();
        effort::apart(|| run(root));
        self.facts = root.output.facts.take();
        if let Some(facts) = &mut self.facts {
            facts.end_root(root.fuel == 0);
        }
        self.statistics += root.output.statistics;
        self.statistics.unfinished += u64::from(root.fuel == 0);
        for (construct, count) in std::mem::take(&mut root.output.unmodelled) {
            *self.unmodelled.entry(construct).or_default() += count;
        }
        for row in root.output.considered.drain(..) {
            if !self.considered.contains(&row) {
                self.considered.push(row);
            }
        }
        root.take_findings()
    }
}

/// What records the facts that are wanted.
pub fn recorder(wanted: FactsWanted) -> Option<Box<FactsRecorder>> {
    (wanted != FactsWanted::None).then(|| Box::new(FactsRecorder::new(wanted == FactsWanted::Types)))
}

/// Evaluate a module as a script, then its functions on their own. If somebody asks how much is
/// known, the examples in its docstrings are callers too.
///
/// With `only`, functions that nothing has called are skipped, unless they touch that range. If there are such, no facts are
/// recorded.
pub fn check_module<'p>(
    program: &Arc<Program<'p>>,
    images: &Rc<Images<'p>>,
    module: &'p Module,
    only: Option<TextRange>,
) -> CheckedFile {
    let mut session = Session { facts: recorder(program.settings().facts), ..Session::default() };
    session.findings.extend(module.refusals());
    let mut script = Evaluator::new(program, images);
    let found = session.run(&mut script, |root| {
        root.begin_facts(CallerKind::Run);
        root.run_module(module, true);
    });
    session.findings.extend(found);
    if script.script.takes_arguments {
        let mut bare = Evaluator::new(program, images);
        bare.script.without_arguments = true;
        let found = session.run(&mut bare, |root| {
            root.begin_facts(CallerKind::Alone);
            root.run_module(module, true);
        });
        // Such a run is the commonest one: where it ends well, sizes that it has are no odd ones.
        if bare.script.ends && found.iter().all(|one| one.severity < Severity::Error) {
            session.findings.drop_those_with_exceptions();
        }
        session.findings.supplement(found, "in a run without arguments");
    }
    let is_wanted = |range: TextRange| only.is_none_or(|only| range.intersect(only).is_some());
    let (mut functions, skipped): (Vec<_>, Vec<_>) =
        script.roots_of(module).into_iter().partition(|function| is_wanted(function.range));
    let skipped: Vec<TextRange> = skipped.into_iter().map(|function| function.range).collect();
    if !skipped.is_empty() {
        session.facts = None;
    }
    let wants_types = program.settings().facts == FactsWanted::Types;
    let mut place = 0;
    loop {
        if place == functions.len() {
            let mut failing = failing_alone(&mut script, module, &session.findings);
            failing.retain(|one| functions.iter().all(|known| !known.is_same(one)) && !skipped.contains(&one.range));
            functions.append(&mut failing);
        }
        let Some(function) = functions.get(place) else { break };
        let share = share(program.settings().fuel, session.statistics.fuel, functions.len() - place);
        let found = script.in_root(|root| {
            root.fuel = root.fuel.min(share);
            session.run(root, |root| {
                root.begin_facts(CallerKind::Alone);
                if wants_types {
                    alone(root, function);
                } else {
                    root.run_alone(function);
                }
            })
        });
        session.findings.extend(found);
        place += 1;
    }
    if session.facts.is_some() {
        for examples in program.examples(module) {
            session.run(&mut script.root(), |root| {
                root.begin_facts(CallerKind::Example);
                root.run_examples(examples, module);
            });
        }
    }
    let facts = session.facts.map(|facts| facts.facts(program)).unwrap_or_default();
    let Session { findings, statistics, considered, unmodelled, .. } = session;
    CheckedFile { diagnostics: findings.into_sorted(), statistics, facts, considered, unmodelled, skipped }
}

/// A file as a whole has this many times a root's fuel: some seconds of work.
const FILE: u64 = 40;
/// What a function on its own has at least, however much the file has cost already.
const LEAST_SHARE: u64 = 500;

/// The most that the next function of a file may use, so that the ones behind it get something too: one may take
/// several times what is left for each.
pub fn share(root: u64, spent: u64, functions_left: usize) -> u64 {
    let left = (FILE * root).saturating_sub(spent);
    (8 * left / functions_left.max(1) as u64).max(LEAST_SHARE.min(root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_behind_a_costly_one_get_their_share() {
        let (root, all) = (1_000, FILE * 1_000);
        assert!(share(root, 0, 8 * FILE as usize) >= root, "of an ordinary file each has a root's fuel");
        assert!(share(root, all / 2, 10_000) < root && share(root, all / 2, 1) > root);
        assert_eq!(share(root, all, 1), LEAST_SHARE);
        assert_eq!(share(100, 2 * all, 3), 100, "and never more than a root");
        // Whatever each function uses up, the file's cost has a bound.
        let count = 5_000;
        let spent = (0..count).fold(0, |spent, place| spent + share(root, spent, count - place).min(root));
        assert!(spent <= all + LEAST_SHARE * count as u64);
    }
}
