//! Steps in order, each with its time; the first that fails is the last that runs.

use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

/// The variable by which cargo is told whether the compiler keeps its caches.
const INCREMENTAL: &str = "CARGO_INCREMENTAL";

/// Something to do.
pub struct Step {
    name: String,
    work: Work,
}

enum Work {
    Command(Command),
    Action(Box<dyn FnOnce() -> Result<(), String>>),
    Skipped(String),
}

impl Step {
    /// A program that must succeed. What cargo builds in it is built once, so that the compiler's caches for a next
    /// build, which take as much room as all that is built (8 GB), aren't kept.
    pub fn command(name: &str, mut command: Command) -> Self {
        if std::env::var_os(INCREMENTAL).is_none() {
            command.env(INCREMENTAL, "0");
        }
        Step { name: name.to_owned(), work: Work::Command(command) }
    }

    /// Something that is done here.
    pub fn action(name: &str, action: impl FnOnce() -> Result<(), String> + 'static) -> Self {
        Step { name: name.to_owned(), work: Work::Action(Box::new(action)) }
    }

    /// What can't be done, and why; it is counted and shown.
    pub fn skipped(name: &str, why: String) -> Self {
        Step { name: name.to_owned(), work: Work::Skipped(why) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failed,
    Skipped,
    NotRun,
}

/// A list of steps.
#[derive(Default)]
pub struct Steps {
    steps: Vec<Step>,
}

impl Steps {
    /// An empty list.
    pub fn new() -> Self {
        Steps::default()
    }

    /// Adds a step at the end.
    pub fn add(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// Runs the steps and prints what became of each.
    pub fn run(self) -> ExitCode {
        let mut table: Vec<(String, Outcome, Duration)> = Vec::new();
        for step in self.steps {
            let failed = table.iter().any(|row| row.1 == Outcome::Failed);
            let start = Instant::now();
            let outcome = if failed {
                Outcome::NotRun
            } else {
                println!("== {}", step.name);
                perform(&step.name, step.work)
            };
            table.push((step.name, outcome, start.elapsed()));
        }
        report(&table)
    }
}

fn perform(name: &str, work: Work) -> Outcome {
    let result = match work {
        Work::Skipped(why) => {
            println!("skipped: {why}");
            return Outcome::Skipped;
        }
        Work::Action(action) => action(),
        Work::Command(mut command) => match command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{command:?}: {status}")),
            Err(error) => Err(format!("{command:?}: {error}")),
        },
    };
    match result {
        Ok(()) => Outcome::Passed,
        Err(why) => {
            println!("failed: {name}: {why}");
            Outcome::Failed
        }
    }
}

fn report(table: &[(String, Outcome, Duration)]) -> ExitCode {
    println!();
    let widest = table.iter().map(|row| row.0.len()).max().unwrap_or(0);
    for (name, outcome, time) in table {
        let word = match outcome {
            Outcome::Passed => "passed",
            Outcome::Failed => "failed",
            Outcome::Skipped => "skipped",
            Outcome::NotRun => "not run",
        };
        println!("{name:widest$}  {word:7}  {:7.1} s", time.as_secs_f64());
    }
    let count = |wanted| table.iter().filter(|row| row.1 == wanted).count();
    let failed = count(Outcome::Failed);
    println!("{} passed, {failed} failed, {} skipped", count(Outcome::Passed), count(Outcome::Skipped));
    ExitCode::from(u8::from(failed > 0))
}
