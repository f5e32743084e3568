//! What checks the files of a program, and what of that serves later programs.
//!
//! What evaluating a module as an import gives rests on the module, on what it imports, on what all files change of each other's
//! modules, and on the settings. Where all of these are the same in a later program, the module isn't evaluated again.
//!
//! A module that imports the file that is being checked, itself or by others, changes with it. Whoever wants an answer at once may take
//! such modules as they were before, and ask again ([`Checker::check_at_once`]).

use std::rc::Rc;
use std::sync::Arc;

use conformable_signatures::Catalogue;
use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::check;
use crate::domain::images::{Image, Images};
use crate::front::program::{Program, Reached, Report};
use crate::front::settings::Settings;

/// Checks files one after the other, and remembers the modules that they import.
///
/// Each thread has its own; what a file's report says doesn't depend on which files were checked
/// with it.
pub struct Checker<'m> {
    program: Arc<Program<'m>>,
    images: Rc<Images<'m>>,
    all_rest_on: Rc<AllRestOn>,
    /// Images of earlier programs of which something has changed.
    changed: Vec<ChangedImage<'m>>,
}

/// The modules that checkers of earlier programs have evaluated, the newest first.
#[derive(Default)]
pub struct EvaluatedModules<'m>(Vec<KeptImage<'m>>);

#[derive(Clone)]
struct KeptImage<'m> {
    image: Rc<Image<'m>>,
    all_rest_on: Rc<AllRestOn>,
}

struct ChangedImage<'m> {
    kept: KeptImage<'m>,
    /// Nothing it rests on has changed but for the text of this file.
    only_by: Option<Arc<str>>,
}

/// What the evaluation of each module of a program rests on.
#[derive(Clone, PartialEq)]
struct AllRestOn {
    settings: Settings,
    /// Its address: catalogues are never freed.
    catalogue: *const Catalogue,
    /// What all files change of each other's modules.
    changes: u64,
}

/// A file that is typed can't be parsed at each other key: what it has a part in is kept as it is with it and as it is without it.
const IMAGES_OF_A_UNIT: usize = 2;

impl AllRestOn {
    fn of(program: &Program<'_>) -> AllRestOn {
        let (settings, catalogue) = (program.settings().clone(), std::ptr::from_ref(program.catalogue()));
        AllRestOn { settings, catalogue, changes: program.changes().fingerprint() }
    }
}

/// What has changed of what images rest on, in a later program.
#[derive(Clone, Default)]
struct Differences {
    /// Files with other texts.
    files: FxHashSet<Arc<str>>,
    /// Something else.
    has_others: bool,
}

impl Differences {
    /// What has changed for the modules of an image themselves.
    fn of(image: &Image<'_>, program: &Program<'_>) -> Differences {
        let mut found = Differences::default();
        for (importer, imports) in &image.imports {
            let importer = program.module(*importer);
            for ((dotted, level), led_to) in &**imports {
                let (led_to, leads_to) =
                    (led_to.map(|id| program.module(id)), program.import(importer, dotted, *level));
                match (led_to, leads_to) {
                    (None, None) => {}
                    (Some(before), Some(now)) if before.id == now.id => {}
                    (Some(before), Some(now))
                        if (&before.file.path, &before.file.module) == (&now.file.path, &now.file.module) =>
                    {
                        if image.unit.rests_on(before.id) {
                            found.files.insert(Arc::clone(&now.file.path));
                        }
                    }
                    _ => found.has_others = true,
                }
            }
        }
        found
    }

    fn add(&mut self, other: &Differences) {
        self.files.extend(other.files.iter().cloned());
        self.has_others |= other.has_others;
    }

    fn is_empty(&self) -> bool {
        self.files.is_empty() && !self.has_others
    }

    /// The file whose text is the only difference.
    fn only_file(self) -> Option<Arc<str>> {
        let mut files = self.files.into_iter();
        let file = files.next()?;
        (files.next().is_none() && !self.has_others).then_some(file)
    }
}

impl<'m> Program<'m> {
    /// What checks files of this program.
    pub fn checker(self: &Arc<Self>) -> Checker<'m> {
        self.checker_after(&EvaluatedModules::default())
    }

    /// The same, which knows what checkers of earlier programs have evaluated.
    pub fn checker_after(self: &Arc<Self>, earlier: &EvaluatedModules<'m>) -> Checker<'m> {
        Checker::new(Arc::clone(self), earlier)
    }

    /// Checks one file. It never fails: what can't be parsed is a diagnostic.
    pub fn check_file(self: &Arc<Self>, index: usize) -> Report {
        self.checker().check_file(index)
    }
}

impl<'m> Checker<'m> {
    /// One that begins with what earlier ones have evaluated, as far as it is the same in this program.
    fn new(program: Arc<Program<'m>>, earlier: &EvaluatedModules<'m>) -> Checker<'m> {
        let (mut same, mut changed): (FxHashMap<u64, Rc<Image<'m>>>, Vec<ChangedImage<'m>>) = Default::default();
        let all_rest_on = Rc::new(AllRestOn::of(&program));
        let mut known: FxHashMap<*const Image<'m>, Differences> = FxHashMap::default();
        for kept in &earlier.0 {
            let has_others = kept.all_rest_on != all_rest_on;
            let mut all = Differences { has_others, ..Differences::default() };
            if !has_others {
                for one in kept.image.below.iter().chain([&kept.image]) {
                    all.add(known.entry(Rc::as_ptr(one)).or_insert_with(|| Differences::of(one, &program)));
                }
            }
            if all.is_empty() {
                same.entry(kept.image.unit.space).or_insert_with(|| Rc::clone(&kept.image));
            } else {
                changed.push(ChangedImage { kept: kept.clone(), only_by: all.only_file() });
            }
        }
        let images = Images::new(same.into_values().collect(), Vec::new());
        Checker { program, images: Rc::new(images), all_rest_on, changed }
    }

    /// The modules that it has evaluated, for later checkers, and what it has of earlier ones.
    pub fn evaluated(&self) -> EvaluatedModules<'m> {
        let made = |image| KeptImage { image, all_rest_on: Rc::clone(&self.all_rest_on) };
        let made = self.images.made().into_iter().map(made);
        let changed = self.changed.iter().map(|changed| changed.kept.clone());
        let mut of_units: FxHashMap<u64, usize> = FxHashMap::default();
        let mut is_kept = |kept: &KeptImage<'m>| {
            let count = of_units.entry(kept.image.unit.space).or_default();
            *count += 1;
            *count <= IMAGES_OF_A_UNIT
        };
        EvaluatedModules(made.chain(changed).filter(|kept| is_kept(kept)).collect())
    }

    /// Checks one file. It never fails: what can't be parsed is a diagnostic.
    pub fn check_file(&self, index: usize) -> Report {
        self.check(index, &self.images, None)
    }

    /// The same, with modules that import the file as they were before its text changed, and, if it is said where that was
    /// edited, without the functions elsewhere that nothing calls: a provisional report, if there are such.
    pub fn check_at_once(&self, index: usize, edited: Option<TextRange>) -> Report {
        let file = &self.program.files()[index].path;
        let earlier: Vec<_> =
            self.changed.iter().rev().filter(|changed| changed.only_by.as_ref() == Some(file)).collect();
        if earlier.is_empty() {
            return self.check(index, &self.images, edited);
        }
        let earlier = earlier.into_iter().map(|changed| Rc::clone(&changed.kept.image)).collect();
        let images = Rc::new(Images::new(self.images.made(), earlier));
        let mut report = self.check(index, &images, edited);
        let has_given_earlier = images.has_given_earlier();
        report.is_provisional |= has_given_earlier;
        if !has_given_earlier {
            images.made().into_iter().for_each(|image| self.images.add(image));
        }
        report
    }

    fn check(&self, index: usize, images: &Rc<Images<'m>>, only: Option<TextRange>) -> Report {
        let mut report = Report::default();
        let module = match self.program.load(self.program.files()[index].clone()) {
            Ok(module) => module,
            Err(diagnostic) => {
                report.diagnostics.push(*diagnostic);
                return report;
            }
        };
        if !self.program.is_checked(module) {
            report.reached = Reached::Syntax;
            report.diagnostics = module.refusals().collect();
            return report;
        }
        let checked = check::check_module(&self.program, images, module, only);
        report.reached = Reached::Evaluation;
        report.unmodelled = checked.unmodelled;
        report.diagnostics = checked.diagnostics;
        report.statistics = checked.statistics;
        report.facts = checked.facts;
        report.considered = checked.considered;
        report.is_provisional = !checked.skipped.is_empty();
        report.skipped = checked.skipped;
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ModuleSource, ParsedFiles, Settings, SourceFile};

    /// Modules by name, beside each other.
    struct Modules(Vec<SourceFile>);

    impl ModuleSource for Modules {
        fn load(&self, _importer: &str, dotted: &str, _level: u32) -> Option<SourceFile> {
            self.0.iter().find(|file| *file.path == format!("{dotted}.py")).cloned()
        }
    }

    fn program<'m>(parsed: &'m ParsedFiles, texts: &[(&str, &str)]) -> Arc<Program<'m>> {
        let file = |(name, text): &(&str, &str)| SourceFile {
            path: format!("{name}.py").into(),
            text: (*text).into(),
            module: Some((*name).to_owned()),
        };
        let files: Vec<SourceFile> = texts.iter().map(file).collect();
        let main = files[..1].to_vec();
        Arc::new(Program::new(parsed, main, Settings::default()).with_modules(Arc::new(Modules(files))))
    }

    /// How many modules a checker has evaluated as imports before it checks the file, and what it says then.
    fn check(checker: &Checker<'_>) -> (usize, Vec<String>) {
        let known = checker.images.made().len();
        (known, checker.check_file(0).diagnostics.into_iter().map(|finding| finding.message).collect())
    }

    fn later<'m>(checker: &Checker<'m>, program: &Arc<Program<'m>>) -> Checker<'m> {
        program.checker_after(&checker.evaluated())
    }

    const MAIN: &str = "import numpy as np\nimport sizes\nnp.ones(3) + np.ones(sizes.SIZE)\n";
    const SIZES: &str = "from base import *\nfrom other import X\nSIZE = BASE + 1\n";

    #[test]
    fn only_what_leads_to_a_change_is_evaluated_again() {
        let parsed = ParsedFiles::default();
        let texts = |main, base| [("main", main), ("sizes", SIZES), ("base", base), ("other", "X = 1\n")];
        let longer = format!("{MAIN}x = 1\n");
        let checker = program(&parsed, &texts(MAIN, "BASE = 2\n")).checker();
        assert_eq!(check(&checker), (0, vec![]));
        let checker = later(&checker, &program(&parsed, &texts(&longer, "BASE = 2\n")));
        assert_eq!(check(&checker), (3, vec![]), "main.py itself changed");
        let checker = later(&checker, &program(&parsed, &texts(MAIN, "BASE = 3\n")));
        let (known, found) = check(&checker);
        assert_eq!((known, found.len()), (2, 1), "base.py changed: {found:?}");
        let checker = later(&checker, &program(&parsed, &texts(MAIN, "BASE = 2\n")));
        assert_eq!(check(&checker), (2, vec![]), "and is what it was");
    }

    #[test]
    fn what_was_not_there_is_looked_for_again() {
        let parsed = ParsedFiles::default();
        let without =
            [("main", MAIN), ("sizes", "try:\n    from base import SIZE\nexcept ImportError:\n    SIZE = 3\n")];
        let with = [without[0], without[1], ("base", "SIZE = 4\n")];
        let checker = program(&parsed, &without).checker();
        assert_eq!(check(&checker).0, 0);
        assert_eq!(check(&later(&checker, &program(&parsed, &without))).0, 1);
        let (known, found) = check(&later(&checker, &program(&parsed, &with)));
        assert_eq!((known, found), check(&program(&parsed, &with).checker()));
    }

    #[test]
    fn what_all_files_change_of_others_counts() {
        let parsed = ParsedFiles::default();
        let texts = |main| [("main", main), ("sizes", "SIZE = 3\n")];
        let checker = program(&parsed, &texts(MAIN)).checker();
        assert_eq!(check(&checker), (0, vec![]));
        let main = format!("{MAIN}sizes.SIZE = 4\n");
        assert_eq!(check(&later(&checker, &program(&parsed, &texts(&main)))).0, 0);
    }

    #[test]
    fn what_imports_the_file_may_be_as_it_was_for_an_answer_at_once() {
        let parsed = ParsedFiles::default();
        let main = |size: usize| {
            format!("import numpy as np\nSIZE = {size}\nfrom sizes import size\nnp.ones(3) + np.ones(size())\n")
        };
        let sizes = "import main\nSIZE = main.SIZE\ndef size():\n    return SIZE\n";
        let [three, four] = [3, 4].map(main);
        let texts = |main| [("main", main), ("sizes", sizes)];
        let checker = program(&parsed, &texts(&three)).checker();
        let at_once = checker.check_at_once(0, None);
        assert!(!at_once.is_provisional && at_once.diagnostics.is_empty(), "nothing is known of earlier: {at_once:?}");
        let checker = later(&checker, &program(&parsed, &texts(&four)));
        let at_once = checker.check_at_once(0, None);
        assert!(at_once.is_provisional && at_once.diagnostics.is_empty(), "{at_once:?}");
        assert_eq!(check(&checker).1.len(), 1, "nothing of it stays");
        let later = later(&checker, &program(&parsed, &texts(&four)));
        assert!(!later.check_at_once(0, None).is_provisional);
    }
}
