//! Checking many files on many threads, with an answer that doesn't show how many.
//!
//! Files are read and checked on threads with large stacks. A panic costs its file one `CF000`
//! finding. Findings are merged by what they are about; which of them are shown, `shown` decides.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread::JoinHandle;

use conformable_dialects::Inferred;
use conformable_python::diagnostic::{Diagnostic, Findings, Span};
use conformable_python::why::Considered;
use conformable_python::{
    Checker, Facts, NotEvaluated, ParsedFiles, Program, Reached, Report, SourceFile, Statistics, rules,
};
use rayon::prelude::*;
use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use crate::Usage;
use crate::config::Config;
use crate::discover::Found;
use crate::kept_modules::KeptModules;
use crate::languages::{SpelledTypes, beside, language_of};
use crate::loader::{Disk, Loader, WithHeaders};
use crate::progress::Progress;
use crate::remembered::ReportMemory;
use crate::shown::shown;
use crate::{at_once, memory, paths, read};

/// The analysis recurses over the tree; what is too deep for this was turned away before.
pub(crate) const STACK: usize = 64 << 20;

/// However many are asked for: each has a stack of its own.
const MOST_THREADS: usize = 256;

/// What a run says; nothing if it was dropped.
#[derive(Default)]
pub struct Outcome {
    /// The findings to report, in the order of output.
    pub diagnostics: Vec<Diagnostic>,
    /// Counts over all files.
    pub statistics: Statistics,
    /// How often each construct of Python was met that isn't modelled.
    pub unmodelled: BTreeMap<&'static str, u64>,
    /// The verdicts on the line that was asked about.
    pub considered: Vec<Considered>,
    /// What is known of the expressions in the files that were named, if that was asked for.
    pub facts: Facts,
    /// The types of files that a language judges, if they were asked for.
    pub spelled: FxHashMap<Arc<str>, SpelledTypes>,
    /// The code of functions that nothing has evaluated, by file, if that is wanted.
    pub not_evaluated: BTreeMap<Arc<str>, NotEvaluated>,
    /// The texts of all files by the path that is displayed.
    pub texts: Vec<(Arc<str>, Arc<str>)>,
    /// How many files were looked at.
    pub files: usize,
    /// Of these, those that could be read.
    pub read: usize,
    /// Of these, those that were not evaluated, since they have nothing to do with arrays.
    pub apart: usize,
    /// Whether a report is provisional.
    pub is_provisional: bool,
    /// Whether the check of each file came to its end: neither for want of memory nor by a mistake of the checker.
    pub is_complete: bool,
}

/// Threads for an analysis.
pub fn threads(jobs: Option<usize>) -> Result<rayon::ThreadPool, Usage> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.unwrap_or(0).min(MOST_THREADS))
        .stack_size(STACK)
        .build()
        .map_err(|error| Usage(format!("can't start threads: {error}")))
}

/// Who does the work of a run.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// The threads.
    pub pool: &'a rayon::ThreadPool,
    /// Whether nobody wants to know any more what this thread works on; asked at each step.
    pub is_dropped: fn() -> bool,
    /// Whether a terminal shows how far it is.
    pub shows_progress: bool,
    /// Whether an answer is wanted at once, which may be provisional.
    pub answers_at_once: bool,
    /// Whether it is wanted what nothing has evaluated.
    pub lists_not_evaluated: bool,
    /// Whether types are wanted of files that a language judges.
    pub keeps_spelled: bool,
    /// What earlier runs of the same files said.
    pub memory: Option<&'a dyn ReportMemory>,
    /// What other processes said of them: a first answer, if one is wanted at once. What is said here is added.
    pub of_others: Option<&'a dyn ReportMemory>,
}

impl<'a> Workers<'a> {
    /// Those of a command, which works on these threads.
    pub fn of_command(pool: &'a rayon::ThreadPool) -> Workers<'a> {
        Workers {
            pool,
            is_dropped: || false,
            shows_progress: true,
            answers_at_once: false,
            lists_not_evaluated: false,
            keeps_spelled: false,
            memory: None,
            of_others: None,
        }
    }
}

/// The files of a run, as they were read.
pub struct ReadFiles {
    /// Where their imports lead.
    pub loader: Arc<Loader<Disk>>,
    /// Those that can be read.
    pub files: Vec<SourceFile>,
    /// What is said of the others.
    pub findings: Findings,
    /// How many were named or found.
    pub count: usize,
}

/// Checks the files that were found.
pub fn check(found: &Found, cwd: &Path, config: &Config, jobs: Option<usize>) -> Result<Outcome, Usage> {
    let pool = threads(jobs)?;
    Ok(check_by(&Workers::of_command(&pool), found, cwd, config))
}

/// The same by threads that there are already.
pub fn check_by(workers: &Workers<'_>, found: &Found, cwd: &Path, config: &Config) -> Outcome {
    check_read(workers, read_files(workers.pool, found, cwd), cwd, config)
}

/// The same with what the threads have kept of earlier runs.
pub fn check_again<'m>(
    workers: &Workers<'_>,
    kept: &KeptModules<'m>,
    read: ReadFiles,
    cwd: &Path,
    config: &Config,
) -> Outcome {
    let loader = Arc::clone(&read.loader);
    let outcome = check_parsed(workers, (kept.parsed(), Some(kept)), read, cwd, config);
    // Nobody need wait until all that was known of the disk is taken apart.
    drop_aside(loader);
    outcome
}

/// Takes a value apart beside whatever comes next. The thread is joined before the next one is made, and never detached: to
/// detach one that is just ending reads what it has freed, in glibc before 2.37.
pub fn drop_aside(value: impl Send + 'static) {
    static LAST: Mutex<Option<JoinHandle<()>>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(Err(panic)) = last.take().map(JoinHandle::join) {
        std::panic::resume_unwind(panic);
    }
    *last = Some(std::thread::spawn(move || drop(value)));
}

/// Reads the files that were found.
pub fn read_files(pool: &rayon::ThreadPool, found: &Found, cwd: &Path) -> ReadFiles {
    read_files_from(Disk::with(&found.given), pool, found, cwd)
}

/// The same from a disk that knows what was read before.
pub fn read_files_from(disk: Disk, pool: &rayon::ThreadPool, found: &Found, cwd: &Path) -> ReadFiles {
    let loader = Arc::new(Loader::new(disk, cwd, &found.files));
    let mut findings = Findings::new();
    for (path, reason) in &found.unreadable {
        findings.add(*read::unreadable(&paths::display(path, cwd), reason));
    }
    for path in &found.left_out {
        loader.leave_out(path.clone());
        let what = "it was brought down by this file, or by what it imports";
        findings.add(internal(&paths::display(path, cwd).into(), what));
    }
    let read: Vec<_> = pool.install(|| {
        let read_one = |path: &PathBuf| read_file(path, cwd, &loader);
        found.files.par_iter().map(read_one).collect()
    });
    let mut files = Vec::with_capacity(read.len());
    for (path, result) in found.files.iter().zip(read) {
        match result {
            Ok(file) => {
                loader.add(path.clone(), file.clone());
                files.push(file);
            }
            Err(diagnostic) => findings.add(*diagnostic),
        }
    }
    ReadFiles { loader, files, findings, count: found.files.len() + found.left_out.len() }
}

/// Checks files that have been read.
pub fn check_read(workers: &Workers<'_>, read: ReadFiles, cwd: &Path, config: &Config) -> Outcome {
    check_parsed(workers, (&ParsedFiles::default(), None), read, cwd, config)
}

fn check_parsed<'m>(
    workers: &Workers<'_>,
    (parsed, kept): (&'m ParsedFiles, Option<&KeptModules<'m>>),
    read: ReadFiles,
    cwd: &Path,
    config: &Config,
) -> Outcome {
    let pool = workers.pool;
    let ReadFiles { loader, files, mut findings, count } = read;
    let mut checked: Vec<Arc<str>> = files.iter().map(|file| file.path.clone()).collect();
    checked.sort();
    let program = Program::new(parsed, files, config.settings.clone());
    let program = program.with_modules(loader.clone()).with_catalogue(config.catalogue);
    let program = Arc::new(program.with_memory(memory::is_used_up).with_dropping(workers.is_dropped));
    let progress = Progress::new(program.files().len(), workers.shows_progress);
    let spelled: Mutex<FxHashMap<Arc<str>, SpelledTypes>> = Mutex::default();
    let of_languages = |file: &SourceFile| {
        let language = language_of(file, &paths::absolute(Path::new(&*file.path), cwd), config)?;
        let inferred = conformable_dialects::infer(language, file, Some(&WithHeaders(&*loader)));
        if workers.keeps_spelled {
            let types = SpelledTypes::of(language, &inferred);
            spelled.lock().unwrap_or_else(PoisonError::into_inner).insert(file.path.clone(), types);
        }
        Some(inferred)
    };
    let AllReports { reports, mut facts, is_complete } =
        reports(&program, workers, kept, &of_languages, || progress.step());
    progress.finish();
    if (workers.is_dropped)() {
        return Outcome::default();
    }
    let mut statistics = Statistics::default();
    let mut unmodelled: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut considered: Vec<Considered> = Vec::new();
    let mut evaluated: Vec<Arc<str>> = Vec::new();
    let is_provisional = reports.iter().any(|report| report.is_provisional);
    let apart = reports.iter().filter(|report| report.reached == Reached::Syntax).count();
    for (report, file) in reports.into_iter().zip(program.files()) {
        if report.reached == Reached::Evaluation {
            evaluated.push(file.path.clone());
        }
        findings.extend(report.diagnostics);
        statistics += report.statistics;
        for (construct, count) in report.unmodelled {
            *unmodelled.entry(construct).or_default() += count;
        }
        for row in report.considered {
            if !considered.contains(&row) {
                considered.push(row);
            }
        }
    }
    evaluated.sort();
    facts.retain(|path| checked.binary_search_by(|file| (**file).cmp(path)).is_ok());
    let texts = loader.texts();
    let diagnostics = pool.install(|| shown(findings.into_sorted(), &texts, (&checked, &evaluated), config, cwd));
    Outcome {
        texts,
        diagnostics,
        statistics,
        unmodelled,
        considered,
        not_evaluated: if workers.lists_not_evaluated { program.not_evaluated(&facts) } else { BTreeMap::new() },
        facts,
        spelled: spelled.into_inner().unwrap_or_else(PoisonError::into_inner),
        read: program.files().len(),
        apart,
        files: count,
        is_provisional,
        is_complete,
    }
}

/// Reads one file.
pub fn read_file(path: &Path, cwd: &Path, loader: &Loader<Disk>) -> Result<SourceFile, Box<Diagnostic>> {
    let shown = paths::display(path, cwd);
    let text = loader.files().read(path, &shown)?;
    Ok(SourceFile { path: shown.into(), text, module: loader.module_name(path) })
}

thread_local! {
    /// Whether a panic of this thread is ours to report, and what the last one said.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// What `work` gives, or what it said when it panicked; nothing is printed.
///
/// Where a panic ends the program nothing can be caught, and the program's own hook is left in its place.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    if cfg!(panic = "abort") {
        return Ok(work());
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if GUARDED.get() {
                PANIC.set(Some(info.to_string()));
            } else {
                usual(info);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    result.map_err(|_| PANIC.take().unwrap_or_else(|| "it panicked".to_owned()))
}

/// What all files' checks gave.
struct AllReports {
    /// In the order of the program's files, without their facts.
    reports: Vec<Report>,
    facts: Facts,
    is_complete: bool,
}

/// Checks all files, and gives the table of facts about them: each thread takes the next file, and
/// remembers what it has imported.
///
/// A file of another language is that language's to judge, or the parts of it that it says.
fn reports<'m>(
    program: &Arc<Program<'m>>,
    workers: &Workers<'_>,
    kept: Option<&KeptModules<'m>>,
    of_languages: &(impl Fn(&SourceFile) -> Option<Inferred> + Sync),
    done: impl Fn() + Sync,
) -> AllReports {
    let (pool, count) = (workers.pool, program.files().len());
    for memory in workers.memory.into_iter().chain(workers.of_others) {
        pool.install(|| memory.begin(program));
    }
    pool.install(|| (0..count).into_par_iter().for_each(|index| drop(guarded(|| program.prepare(index)))));
    if let Some(kept) = kept {
        kept.begin(program.files());
    }
    let is_taken: Vec<AtomicBool> = (0..count).map(|_| AtomicBool::new(false)).collect();
    let is_complete = AtomicBool::new(true);
    let by_thread = pool.broadcast(|thread| {
        let begin = || kept.map_or_else(|| program.checker(), |kept| kept.checker(thread.index(), program));
        let mut checker = OnceCell::new();
        let mut reports: Vec<(usize, Report)> = Vec::new();
        let mut facts = Facts::default();
        for (index, is_taken) in is_taken.iter().enumerate() {
            let may_check = || kept.is_none_or(|kept| kept.may_check(thread.index(), &program.files()[index].path));
            if is_taken.load(Ordering::Relaxed) || !may_check() || is_taken.swap(true, Ordering::Relaxed) {
                continue;
            }
            memory::begin();
            let checked =
                guarded(|| checked_or_remembered(|| checker.get_or_init(begin), program, index, workers, of_languages));
            memory::end();
            if (workers.is_dropped)() {
                is_complete.store(false, Ordering::Relaxed);
                break;
            }
            if checked.is_err() || memory::was_used_up() {
                is_complete.store(false, Ordering::Relaxed);
            }
            let mut report = checked.unwrap_or_else(|said| {
                // What it was remembering may be half done.
                checker = OnceCell::from(program.checker());
                let diagnostics = vec![internal(&program.files()[index].path, &said)];
                Report { diagnostics, ..Report::default() }
            });
            if memory::was_used_up() {
                // It holds most of that.
                checker = OnceCell::from(program.checker());
            }
            done();
            // Merged at once: each file's is as large as all that it calls.
            facts.merge(std::mem::take(&mut report.facts));
            reports.push((index, report));
        }
        if let (Some(kept), Some(checker)) = (kept, checker.get()) {
            kept.keep(thread.index(), checker);
        }
        (reports, facts)
    });
    let (mut reports, mut facts) = (Vec::new(), Facts::default());
    for (of_thread, known) in by_thread {
        reports.extend(of_thread);
        facts.merge(known);
    }
    reports.sort_unstable_by_key(|(index, _)| *index);
    let reports = reports.into_iter().map(|(_, report)| report).collect();
    AllReports { reports, facts, is_complete: is_complete.into_inner() }
}

/// The report of a file: that of an earlier run, if it would be the same.
fn checked_or_remembered<'c, 'm: 'c>(
    checker: impl Fn() -> &'c Checker<'m>,
    program: &Program<'_>,
    index: usize,
    workers: &Workers<'_>,
    of_languages: &impl Fn(&SourceFile) -> Option<Inferred>,
) -> Report {
    let memory = workers.memory;
    let known = |keeps_languages: bool| {
        memory.filter(|memory| memory.keeps_languages() == keeps_languages)?.report(program, index)
    };
    if let Some(report) = known(true) {
        return report;
    }
    let file = &program.files()[index];
    let is_first = workers.answers_at_once && memory.is_none_or(|memory| memory.whole_report(&file.path).is_none());
    let of_others = workers.of_others.filter(|_| is_first).and_then(|others| others.report(program, index));
    if let Some(report) = of_others {
        return Report { is_provisional: true, ..report };
    }
    let check = || {
        if !workers.answers_at_once {
            return checker().check_file(index);
        }
        let before = memory.and_then(|memory| memory.whole_report(&file.path));
        at_once::report(checker(), index, file, before.as_deref())
    };
    let mut memories = [memory, workers.of_others];
    let report = match of_languages(file) {
        Some(inferred) => {
            memories[0] = memory.filter(|memory| memory.keeps_languages());
            beside(inferred, file, check)
        }
        None => match known(false) {
            Some(report) => {
                memories[0] = None;
                report
            }
            None => check(),
        },
    };
    // What was ended before its time says nothing of another run.
    if !memory::was_used_up() && !report.is_provisional {
        memories.into_iter().flatten().for_each(|memory| memory.remember(program, index, &report));
    }
    report
}

/// The finding for a file on which the checker failed.
fn internal(path: &Arc<str>, said: &str) -> Diagnostic {
    let place = Span::new(path.clone(), TextRange::default());
    let mut diagnostic = Diagnostic::new(rules::INTERNAL, place, format!("the checker failed on this file: {said}"));
    diagnostic.help = Some("please report this together with the file".to_owned());
    diagnostic
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::GivenText;

    thread_local! {
        /// How often it is asked until a check is dropped.
        static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    }

    fn is_dropped() -> bool {
        let left = LEFT.get();
        LEFT.set(left.saturating_sub(1));
        left == 0
    }

    #[test]
    fn a_check_that_is_dropped_anywhere_leaves_nothing_wrong_behind() {
        let main = "import numpy as np\nfrom sizes import make, N\n\ndef f(x):\n    return x + np.ones(N)\n\n\
                    f(make(3))\nf(make(4))\nfor i in range(9):\n    f(np.ones(i))\n";
        let sizes = "import numpy as np\nN = 3\ndef make(n):\n    return np.zeros(n) @ np.ones((n, N))\n";
        let given = [("main.py", main), ("sizes.py", sizes)].map(|(name, text)| GivenText {
            path: Path::new("/p").join(name),
            text: Ok(text.into()),
            is_module: true,
        });
        let files: Vec<PathBuf> = given.iter().map(|given| given.path.clone()).collect();
        let found = Found { files, given: given.into(), ..Found::default() };
        let pool = threads(Some(1)).expect("a thread");
        let workers = Workers { is_dropped, shows_progress: false, ..Workers::of_command(&pool) };
        let parsed = ParsedFiles::default();
        let kept = KeptModules::new(&parsed, &pool);
        let check = |left: u64| {
            pool.broadcast(|_| LEFT.set(left));
            let read = read_files(&pool, &found, Path::new("/p"));
            check_again(&workers, &kept, read, Path::new("/p"), &Config::default())
        };
        let whole = check(u64::MAX).diagnostics;
        assert_eq!(whole.len(), 1, "{whole:?}");
        let asked = u64::MAX - pool.broadcast(|_| LEFT.get())[0];
        for left in (0..asked).step_by(7) {
            assert!(!check(left).is_complete, "{left} of {asked}");
            assert_eq!(check(u64::MAX).diagnostics, whole, "behind {left} of {asked}");
        }
    }

    #[test]
    fn a_panic_is_a_finding() {
        assert_eq!(guarded(|| 3), Ok(3));
        let said = guarded(|| panic!("no such dim")).expect_err("a panic");
        let found = internal(&"a.py".into(), &said);
        assert_eq!(found.rule, rules::INTERNAL);
        assert!(found.message.contains("no such dim"), "{}", found.message);
        assert!(found.message.contains("run.rs"), "{}", found.message);
    }
}
