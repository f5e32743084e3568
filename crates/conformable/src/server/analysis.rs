//! Checks the open documents, on a thread of its own: the function that `check` calls, with their texts over the disk.
//!
//! Documents of one project are checked together, as `check` does files that are named together. A check that was made
//! out of date by an edit ends at the next step of evaluation, and says nothing.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use conformable_python::diagnostic::Diagnostic;
use conformable_python::facts::FileFacts;
use conformable_python::{FactsWanted, ParsedFiles, SourceFile, rules, source};
use crossbeam_channel::{Receiver, Sender};
use rayon::ThreadPool;
use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;

use super::fixes::{Candidate, FixKey};
use super::projects::{Problem, Project, Projects};
use crate::baseline::{Baseline, Folders};
use crate::cache::{Cache, TextDigests};
use crate::config::Config;
use crate::discover::{Found, GivenText};
use crate::kept_modules::KeptModules;
use crate::languages::SpelledTypes;
use crate::loader::Disk;
use crate::remembered::ReportMemory;
use crate::run::{self, Workers};
use crate::shown::Texts;
use crate::{paths, read};

/// What is to be done.
pub enum Task {
    /// A check of all documents.
    Check(State),
    /// The same with one of these texts instead of its document's, each by itself: does that repair its finding?
    Try(State, Vec<Candidate>, Arc<Checked>),
}

/// What was done.
pub enum Done {
    /// What a check said.
    Checked(Box<Checked>),
    /// Which texts repair what they are to repair, and change nothing else for the worse.
    Tried(Vec<(FixKey, bool)>),
    /// Nothing: it was dropped, or it failed.
    Dropped,
}

/// The documents at some moment.
#[derive(Clone)]
pub struct State {
    /// The number of the state that the documents have.
    pub revision: u64,
    /// The folder that paths are shown from.
    pub root: PathBuf,
    /// Paths and texts of the documents.
    pub documents: Vec<(PathBuf, Arc<str>)>,
    /// Documents that aren't checked, since they took a process down.
    pub left_out: Vec<PathBuf>,
    /// The notifications that it has come of.
    pub received: u64,
    /// Nobody is typing: a document was opened, closed or saved.
    pub is_at_rest: bool,
    /// Set when nobody wants to know any more.
    pub is_over: Arc<AtomicBool>,
}

/// What a check said.
pub struct Checked {
    /// Of which state.
    pub revision: u64,
    /// The notifications that its state has come of.
    pub received: u64,
    /// How long the first answer took.
    pub took: Duration,
    /// Another answer to the same state follows. This one has findings alone: modules that import a document were taken as they were
    /// before it changed, or functions that nobody touched were skipped.
    pub is_provisional: bool,
    /// The documents by their paths.
    pub documents: FxHashMap<PathBuf, Arc<CheckedDocument>>,
    /// Findings in files that aren't open.
    pub elsewhere: Vec<Diagnostic>,
    /// All texts that were read, by the path that is shown.
    pub texts: FxHashMap<Arc<str>, Arc<str>>,
    /// What is wrong with configurations.
    pub problems: Vec<Problem>,
}

/// What a check said of one document.
pub struct CheckedDocument {
    /// Of which state.
    pub revision: u64,
    /// The path that is shown.
    pub shown: Arc<str>,
    /// The text that was checked.
    pub text: Arc<str>,
    /// The findings in it.
    pub diagnostics: Vec<Diagnostic>,
    /// What is known of its expressions.
    pub facts: FileFacts,
    /// What the language says that judges it, or parts of it.
    pub spelled: Option<SpelledTypes>,
    /// The parts of it that aren't Python, perhaps only not yet: cells of a notebook, or all of it.
    pub broken: Vec<TextRange>,
}

thread_local! {
    /// The check that this thread works on.
    static CURRENT: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Does nobody want to know any more?
fn is_dropped() -> bool {
    CURRENT.with_borrow(|over| over.as_ref().is_some_and(|over| over.load(Ordering::Relaxed)))
}

/// Checks until nobody asks any more. A check that was dropped has no answer.
pub fn work(tasks: &Receiver<Task>, answers: &Sender<Done>) {
    let Ok(pool) = run::threads(None) else { return };
    let mut projects = Projects::default();
    loop {
        let parsed = ParsedFiles::default();
        let kept = Kept { parsed: &parsed, pool: &pool, of_projects: FxHashMap::default() };
        if work_until_outdated(kept, &mut projects, tasks, answers).is_none() {
            return;
        }
        // The next check needn't wait for it: trees of megabytes of text take as long as a check.
        run::drop_aside(parsed);
    }
}

/// What earlier checks left for later ones.
struct Kept<'m> {
    parsed: &'m ParsedFiles,
    pool: &'m ThreadPool,
    /// By the file that says what the project's settings are.
    of_projects: FxHashMap<Option<PathBuf>, KeptModules<'m>>,
}

impl<'m> Kept<'m> {
    fn of(&mut self, project: &Option<PathBuf>) -> &KeptModules<'m> {
        let new = || KeptModules::new(self.parsed, self.pool);
        self.of_projects.entry(project.clone()).or_insert_with(new)
    }
}

/// Checks until too much is kept that is out of date; `None` if nobody asks any more.
fn work_until_outdated(
    mut kept: Kept<'_>,
    projects: &mut Projects,
    tasks: &Receiver<Task>,
    answers: &Sender<Done>,
) -> Option<()> {
    let pool = kept.pool;
    while !kept.parsed.are_outdated() {
        let task = tasks.recv().ok()?;
        let workers = Workers { is_dropped, shows_progress: false, keeps_spelled: true, ..Workers::of_command(pool) };
        let (Task::Check(state) | Task::Try(state, ..)) = &task;
        let work_on = || CURRENT.set(Some(Arc::clone(&state.is_over)));
        work_on();
        pool.broadcast(|_| work_on());
        // What goes wrong within a file costs that file; this is for all around it.
        let done = run::guarded(|| match &task {
            Task::Check(state) => {
                let at_once = Workers { answers_at_once: true, ..workers };
                let mut checked = check(&at_once, &mut kept, projects, state)?;
                if checked.is_provisional {
                    let took = checked.took;
                    answers.send(Done::Checked(Box::new(checked))).ok()?;
                    checked = Checked { took, ..check(&workers, &mut kept, projects, state)? };
                }
                Some(Done::Checked(Box::new(checked)))
            }
            Task::Try(state, candidates, before) => {
                let tried = |one: &Candidate| {
                    Some((one.key.clone(), repairs(&workers, &mut kept, projects, state, one, before)?))
                };
                candidates.iter().map(tried).collect::<Option<_>>().map(Done::Tried)
            }
        });
        answers.send(done.ok().flatten().unwrap_or(Done::Dropped)).ok()?;
    }
    Some(())
}

/// Is the finding gone with this text, and is none new? `None` if nobody wants to know any more.
fn repairs(
    workers: &Workers<'_>,
    kept: &mut Kept<'_>,
    projects: &mut Projects,
    state: &State,
    one: &Candidate,
    before: &Checked,
) -> Option<bool> {
    let mut state = State { is_at_rest: false, ..state.clone() };
    state
        .documents
        .iter_mut()
        .filter(|(path, _)| *path == one.path)
        .for_each(|(_, text)| *text = one.text.as_str().into());
    let after = check(workers, kept, projects, &state)?;
    // Places move; what is said doesn't.
    let all = |checked: &Checked| -> Vec<(Arc<str>, &'static str, String)> {
        let own = checked.documents.values().flat_map(|document| &document.diagnostics);
        let told = |d: &Diagnostic| (d.place.file.clone(), d.rule.code, d.message.clone());
        own.chain(&checked.elsewhere).map(told).collect()
    };
    let mut left = all(before);
    let repaired = |told: &(Arc<str>, &str, String)| told.0 == one.key.place.file && told.1 == one.key.code;
    let count = |told: &[(Arc<str>, &str, String)]| told.iter().filter(|told| repaired(told)).count();
    let found = all(&after);
    let is_gone = count(&found) < count(&left);
    let is_known = found.iter().all(|told| {
        let at = left.iter().position(|known| known == told);
        at.map(|at| left.swap_remove(at)).is_some()
    });
    Some(is_gone && is_known)
}

fn given(path: &Path, text: &Arc<str>) -> GivenText {
    GivenText { path: path.to_owned(), text: Ok(Arc::clone(text)), is_module: true }
}

fn check(workers: &Workers<'_>, kept: &mut Kept<'_>, projects: &mut Projects, state: &State) -> Option<Checked> {
    let start = Instant::now();
    let given: Vec<GivenText> = state.documents.iter().map(|(path, text)| given(path, text)).collect();
    let of_projects = projects.of_documents(&state.documents, &state.root);
    let mut checked = Checked {
        revision: state.revision,
        received: state.received,
        took: Duration::ZERO,
        is_provisional: false,
        documents: FxHashMap::default(),
        elsewhere: Vec::new(),
        texts: FxHashMap::default(),
        problems: of_projects.problems,
    };
    for project in of_projects.projects {
        check_project(workers, kept.of(&project.file), project, &given, state, &mut checked);
        if state.is_over.load(Ordering::Relaxed) {
            return None;
        }
    }
    checked.took = start.elapsed();
    Some(checked)
}

fn check_project(
    workers: &Workers<'_>,
    kept: &KeptModules<'_>,
    project: Project,
    given: &[GivenText],
    state: &State,
    checked: &mut Checked,
) {
    let Project { mut config, files, memory, .. } = project;
    config.settings.facts = FactsWanted::Types;
    let cache = if state.is_at_rest { Cache::of_server(&config, &state.root) } else { None };
    let (left_out, files): (Vec<_>, Vec<_>) = files.into_iter().partition(|path| state.left_out.contains(path));
    let found = Found { files, left_out, given: given.to_vec(), ..Found::default() };
    let disk = Disk::with(&found.given).after(kept.texts());
    let read = run::read_files_from(disk, workers.pool, &found, &state.root);
    let (digests, checked_files) = (TextDigests::default(), read.files.clone());
    let others = cache.as_ref().map(|cache| cache.reports(Arc::clone(&read.loader), &digests));
    let mut outcome = {
        let of_others = others.as_ref().map(|reports| reports as &dyn ReportMemory);
        let workers = &Workers { memory: Some(&*memory), of_others, ..*workers };
        run::check_again(workers, kept, read, &state.root, &config)
    };
    if let Some(others) = others.filter(|_| !outcome.is_provisional) {
        workers.pool.install(|| others.keep(&checked_files));
    }
    checked.is_provisional |= outcome.is_provisional;
    let mut of_files: FxHashMap<Arc<str>, Vec<Diagnostic>> = FxHashMap::default();
    for finding in without_baseline(workers, outcome.diagnostics, &outcome.texts, &config, &state.root) {
        of_files.entry(finding.place.file.clone()).or_default().push(finding);
    }
    checked.texts.extend(outcome.texts);
    for path in found.files.into_iter().chain(found.left_out) {
        let shown: Arc<str> = paths::display(&path, &state.root).into();
        let given = || given.iter().find(|given| given.path == path).and_then(|given| given.text.clone().ok());
        let Some(text) = checked.texts.get(&shown).cloned().or_else(given) else { continue };
        checked.texts.insert(Arc::clone(&shown), Arc::clone(&text));
        let diagnostics = of_files.remove(&shown).unwrap_or_default();
        let is_refused = diagnostics.iter().any(|d| d.rule == rules::SYNTAX || d.rule == rules::TOO_DEEP);
        let broken = if is_refused { broken_parts(&shown, &text, &config) } else { Vec::new() };
        let facts = outcome.facts.take_file(&shown);
        let spelled = outcome.spelled.remove(&shown);
        let document = CheckedDocument { revision: state.revision, shown, text, diagnostics, facts, spelled, broken };
        checked.documents.insert(path, Arc::new(document));
    }
    let mut elsewhere: Vec<Diagnostic> = of_files.into_values().flatten().collect();
    elsewhere.sort();
    checked.elsewhere.extend(elsewhere);
}

/// The parts of a text that aren't Python.
fn broken_parts(shown: &Arc<str>, text: &Arc<str>, config: &Config) -> Vec<TextRange> {
    let file = SourceFile { path: Arc::clone(shown), text: Arc::clone(text), module: None };
    source::parts_without_tree(&file, config.settings.python_version)
}

/// What the project's baseline doesn't have. One that can't be read has nothing.
fn without_baseline(
    workers: &Workers<'_>,
    found: Vec<Diagnostic>,
    texts: &Texts,
    config: &Config,
    root: &Path,
) -> Vec<Diagnostic> {
    let text = config.baseline.as_ref().and_then(|path| Some((path, read::text(path).ok()?)));
    let Some((path, Ok(baseline))) = text.map(|(path, text)| (path, Baseline::read(&text))) else { return found };
    let folders = Folders { cwd: root, baseline: path.parent().unwrap_or(root) };
    let is_gone = |file: &str| !folders.absolute(file).exists();
    workers.pool.install(|| baseline.compare(found, texts, folders, is_gone)).left
}

impl Checked {
    /// The absolute path of one that is shown.
    pub fn path(shown: &str, root: &Path) -> PathBuf {
        paths::absolute(Path::new(shown), root)
    }
}
