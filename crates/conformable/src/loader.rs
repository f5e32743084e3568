//! From the name in an `import` to a file of the project.
//!
//! The *source root* of a file is the topmost folder, going up, that the packages around it are
//! in: the first without an `__init__.py`. An absolute import is looked for in the importer's
//! source root, in its own folder (where a script finds its neighbours, and what imports relatively
//! is none), and in the roots of all files that are checked; of many roots each is listed once. Where several of these have
//! it, the nearest is meant: one that the importer is below, else the one that shares most of its path, if no other shares
//! as much. Which of two equally near ones is meant, `sys.path` decides, which isn't known: then it is none. Installed
//! packages aren't looked at.
//! Where the files are is behind [`Files`], so that the rule itself is tested without a disk.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use conformable_python::diagnostic::Diagnostic;
use conformable_python::notebook::is_notebook;
use conformable_python::{ModuleSource, SourceFile};
use conformable_types::text::is_identifier;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::discover::GivenText;
use crate::known_texts::KnownTexts;
use crate::{notebook, paths, read};

/// What resolution needs to know about files.
pub trait Files: Send + Sync {
    /// Whether there is a file of that name.
    fn is_file(&self, path: &Path) -> bool;
    /// The names of the modules that may be in a folder, by its files and folders: none for one that isn't there.
    fn names(&self, folder: &Path) -> BTreeSet<String>;
    /// Its text, `None` if it can't be read.
    fn text(&self, path: &Path, shown: &str) -> Option<Arc<str>>;
}

/// The disk as it is during one run, on which files may have texts that are not saved there.
#[derive(Default)]
pub struct Disk {
    given: FxHashMap<PathBuf, (Result<Arc<str>, String>, bool)>,
    /// What earlier runs read.
    known: Option<Arc<KnownTexts>>,
    /// Which files there are: each import asks for the same few dozen.
    asked: Mutex<FxHashMap<OsString, bool>>,
    /// The folders that were listed, with what was found.
    listed: Mutex<Vec<(PathBuf, BTreeSet<String>)>>,
}

/// The modules and packages that a folder on the disk may have, by name.
pub fn names_in(folder: &Path) -> BTreeSet<String> {
    let name = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok()?;
        let stem = name.strip_suffix(".py").or_else(|| name.strip_suffix(".pyi"));
        let may_be_package = || entry.file_type().is_ok_and(|kind| !kind.is_file());
        let module = stem.map(str::to_owned).or_else(|| may_be_package().then(|| name.clone()))?;
        (is_identifier(&module) && module != "__pycache__").then_some(module)
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| name(entry.ok()?)).collect()
}

impl Disk {
    /// The disk with these over it.
    pub fn with(given: &[GivenText]) -> Self {
        let given = given.iter().map(|given| (given.path.clone(), (given.text.clone(), given.is_module))).collect();
        Disk { given, ..Disk::default() }
    }

    /// The same disk, where a text that an earlier run has read is that one.
    pub fn after(self, known: &Arc<KnownTexts>) -> Self {
        Disk { known: Some(Arc::clone(known)), ..self }
    }

    /// Which files were asked for, and whether there were such.
    pub fn probed(&self) -> Vec<(PathBuf, bool)> {
        let asked = self.asked.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        asked.iter().map(|(path, is_file)| (path.into(), *is_file)).collect()
    }

    /// Which folders were listed, and what was there.
    pub fn listed(&self) -> Vec<(PathBuf, BTreeSet<String>)> {
        self.listed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    /// The text of a file, or the diagnostic that says why there is none.
    pub fn read(&self, path: &Path, shown: &str) -> Result<Arc<str>, Box<Diagnostic>> {
        let text = match self.given.get(path) {
            Some((Ok(text), true)) => return Ok(Arc::clone(text)),
            Some((text, _)) => text.clone().map_err(|why| read::unreadable(shown, &why)),
            None if is_notebook(path) => read::text(path).map(Arc::from).map_err(|why| read::unreadable(shown, &why)),
            None => match &self.known {
                Some(known) => known.read(path, shown),
                None => read::read(path, shown),
            },
        };
        match text {
            Ok(text) if is_notebook(path) => {
                notebook::read(&text).map(Arc::from).map_err(|why| read::unreadable(shown, &why))
            }
            text => text,
        }
    }
}

impl Files for Disk {
    fn is_file(&self, path: &Path) -> bool {
        if self.given.contains_key(path) {
            return true;
        }
        let mut asked = self.asked.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = asked.get(path.as_os_str()) {
            return *known;
        }
        let is_file = path.is_file();
        asked.insert(path.into(), is_file);
        is_file
    }

    fn names(&self, folder: &Path) -> BTreeSet<String> {
        let mut names = names_in(folder);
        self.listed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push((folder.to_owned(), names.clone()));
        let given = self.given.keys().filter_map(|path| path.strip_prefix(folder).ok());
        names.extend(given.filter_map(|path| path.iter().next()?.to_str()?.split('.').next().map(str::to_owned)));
        names
    }

    fn text(&self, path: &Path, shown: &str) -> Option<Arc<str>> {
        self.read(path, shown).ok()
    }
}

/// So many source roots are asked for a module one after the other.
const FEW_ROOTS: usize = 8;

/// Loads modules of the project, each once.
pub struct Loader<F> {
    files: F,
    cwd: PathBuf,
    roots: Vec<PathBuf>,
    /// Where there are many of them: which may have a module or a package of a name.
    roots_by_name: OnceLock<FxHashMap<String, Vec<usize>>>,
    loaded: Mutex<FxHashMap<PathBuf, Option<SourceFile>>>,
    /// Each import that was asked for, by the displayed path of its importer, with the file that it led to.
    resolved: Mutex<FxHashMap<Arc<str>, ResolvedImports>>,
}

/// Where the imports of one importer lead.
type ResolvedImports = FxHashMap<ImportName, Option<PathBuf>>;

/// An import as a module writes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ImportName {
    /// The name behind the dots.
    pub dotted: String,
    /// How many dots there are in front.
    pub level: u32,
    /// Whether a header may stand for a module.
    pub or_header: bool,
}

impl<F: Files> Loader<F> {
    /// A loader for a run that checks the absolute `paths`.
    pub fn new(files: F, cwd: &Path, paths: &[PathBuf]) -> Self {
        let mut roots: Vec<PathBuf> = paths
            .iter()
            .filter_map(|path| path.parent())
            .collect::<BTreeSet<_>>()
            .into_iter()
            .map(|folder| source_root(&files, folder))
            .collect();
        roots.sort();
        roots.dedup();
        Loader {
            files,
            cwd: cwd.to_owned(),
            roots,
            roots_by_name: OnceLock::new(),
            loaded: Mutex::default(),
            resolved: Mutex::default(),
        }
    }

    /// The roots that may have a module or a package of this name. Few are all asked; of many each is listed once, since
    /// there may be as many imports as roots.
    fn roots_with(&self, name: &str) -> impl Iterator<Item = &PathBuf> {
        let (all, some) = match self.roots.len() {
            ..=FEW_ROOTS => (&self.roots[..], &[][..]),
            _ => {
                let by_name = self.roots_by_name.get_or_init(|| {
                    let mut by_name: FxHashMap<String, Vec<usize>> = FxHashMap::default();
                    for (place, root) in self.roots.iter().enumerate() {
                        for name in self.files.names(root) {
                            by_name.entry(name).or_default().push(place);
                        }
                    }
                    by_name
                });
                (&[][..], by_name.get(name).map_or(&[][..], Vec::as_slice))
            }
        };
        all.iter().chain(some.iter().map(|place| &self.roots[*place]))
    }

    /// Where the files are.
    pub fn files(&self) -> &F {
        &self.files
    }

    /// The dotted name of a file within its source root; `None` if that is no name, or nothing imports it.
    pub fn module_name(&self, path: &Path) -> Option<String> {
        if is_notebook(path) {
            return None;
        }
        let root = source_root(&self.files, path.parent()?);
        let relative = path.strip_prefix(root).ok()?.with_extension("");
        let mut parts: Vec<&str> = Vec::new();
        for part in &relative {
            parts.push(part.to_str()?);
        }
        if parts.last() == Some(&"__init__") {
            parts.pop();
        }
        let named = !parts.is_empty() && parts.iter().all(|part| is_identifier(part));
        named.then(|| parts.join("."))
    }

    /// Remembers a file that was read already.
    pub fn add(&self, path: PathBuf, file: SourceFile) {
        self.lock().insert(path, Some(file));
    }

    /// Takes a file for one that can't be read.
    pub fn leave_out(&self, path: PathBuf) {
        self.lock().insert(path, None);
    }

    /// All texts by displayed path.
    pub fn texts(&self) -> Vec<(Arc<str>, Arc<str>)> {
        let loaded = self.lock();
        let files = loaded.values().flatten();
        files.map(|file| (file.path.clone(), file.text.clone())).collect()
    }

    /// All files that were loaded, by their absolute paths; `None` for one that can't be read.
    pub fn loaded(&self) -> Vec<(PathBuf, Option<SourceFile>)> {
        self.lock().iter().map(|(path, file)| (path.clone(), file.clone())).collect()
    }

    /// The imports that were asked for, by the displayed path of the importer.
    pub fn asked(&self) -> Vec<(Arc<str>, Vec<ImportName>)> {
        let resolved = self.resolved.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        resolved.iter().map(|(importer, names)| (Arc::clone(importer), names.keys().cloned().collect())).collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, FxHashMap<PathBuf, Option<SourceFile>>> {
        self.loaded.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The file that an import leads to, found once.
    fn resolved(&self, importer: &str, name: &ImportName) -> Option<PathBuf> {
        let lock = || self.resolved.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(known) = lock().get(importer).and_then(|names| names.get(name)) {
            return known.clone();
        }
        let endings = if name.or_header { &["py", "pyi"][..] } else { &["py"] };
        let path = paths::absolute(Path::new(importer), &self.cwd);
        let found = self.resolve(&path, &name.dotted, name.level, endings);
        lock().entry(importer.into()).or_default().insert(name.clone(), found.clone());
        found
    }

    fn resolve(&self, importer: &Path, dotted: &str, level: u32, endings: &[&str]) -> Option<PathBuf> {
        let parts: Vec<&str> = dotted.split('.').filter(|part| !part.is_empty()).collect();
        if !parts.iter().all(|part| is_identifier(part)) {
            return None;
        }
        let folder = importer.parent()?;
        if level > 0 {
            let base = folder.ancestors().nth(level as usize - 1)?;
            return self.module_in(base, &parts, endings);
        }
        if parts.is_empty() {
            return None;
        }
        let root = source_root(&self.files, folder);
        // What stands beside a module of a package is found where that is run as a script.
        let may_be_beside = root != folder && !is_installed(parts[0]);
        let beside = || {
            let found = may_be_beside.then(|| self.module_in(folder, &parts, endings)).flatten();
            // It can't be imported that way if it imports relatively itself.
            let fails = |path: &Path| path.parent() == Some(folder) && self.is_no_script(path);
            let is_of_package = || self.is_no_script(importer) || self.imports_its_package(importer, &root);
            found.filter(|path| !is_of_package() && !fails(path))
        };
        let elsewhere = || {
            let found =
                self.roots_with(parts[0]).filter_map(|root| Some((root, self.module_in(root, &parts, endings)?)));
            nearest(folder, found)
        };
        let found = self.module_in(&root, &parts, endings).or_else(beside).or_else(elsewhere);
        // A script named as a library means the library; a package may well mean itself.
        found.filter(|path| path != importer || importer.ends_with("__init__.py"))
    }

    /// Whether a file would fail if it were run as a script: it can't get past a relative import at its top level. One that
    /// isn't indented has no `try` around it.
    fn is_no_script(&self, file: &Path) -> bool {
        let imports_relatively =
            |line: &str| line.strip_prefix("from").is_some_and(|rest| rest.trim_start().starts_with('.'));
        self.load_file(file.to_owned()).is_some_and(|file| file.text.lines().any(imports_relatively))
    }

    /// Whether a file of a package imports that by its name at its top level: then the package is where Python looks, and
    /// what the file imports by a bare name is more likely a library than a neighbour.
    fn imports_its_package(&self, file: &Path, root: &Path) -> bool {
        let top = file.strip_prefix(root).ok().and_then(|path| path.iter().next()?.to_str());
        let Some(top) = top else { return false };
        let imports = |line: &str| {
            let name = line.strip_prefix("from ").or_else(|| line.strip_prefix("import "));
            let rest = name.and_then(|name| name.trim_start().strip_prefix(top));
            rest.is_some_and(|rest| rest.starts_with(['.', ' ']))
        };
        self.load_file(file.to_owned()).is_some_and(|file| file.text.lines().any(imports))
    }

    /// A package before a module of the same name, as Python has it.
    fn module_in(&self, root: &Path, parts: &[&str], endings: &[&str]) -> Option<PathBuf> {
        let mut path = root.to_owned();
        path.extend(parts);
        let package = path.join("__init__.py");
        if self.files.is_file(&package) {
            return Some(package);
        }
        let last = parts.last()?;
        endings
            .iter()
            .map(|ending| path.with_file_name(format!("{last}.{ending}")))
            .find(|path| self.files.is_file(path))
    }

    /// The module that an import of a file leads to.
    pub fn load_named(&self, importer: &str, name: &ImportName) -> Option<SourceFile> {
        self.load_file(self.resolved(importer, name)?)
    }

    /// The file at an absolute path, read once; `None` if it can't be read.
    pub fn load_file(&self, path: PathBuf) -> Option<SourceFile> {
        if let Some(known) = self.lock().get(&path) {
            return known.clone();
        }
        let shown = paths::display(&path, &self.cwd);
        let file = self.files.text(&path, &shown).map(|text| SourceFile {
            path: shown.into(),
            text,
            module: self.module_name(&path),
        });
        match self.lock().entry(path) {
            Entry::Occupied(first) => first.get().clone(),
            Entry::Vacant(entry) => entry.insert(file).clone(),
        }
    }
}

impl<F: Files> ModuleSource for Loader<F> {
    fn load(&self, importer: &str, dotted: &str, level: u32) -> Option<SourceFile> {
        self.load_named(importer, &ImportName { dotted: dotted.to_owned(), level, or_header: false })
    }
}

/// The modules of programs in the statically typed languages: of one that isn't there, the header that stands for it.
pub struct WithHeaders<'l, F>(pub &'l Loader<F>);

impl<F: Files> ModuleSource for WithHeaders<'_, F> {
    fn load(&self, importer: &str, dotted: &str, level: u32) -> Option<SourceFile> {
        self.0.load_named(importer, &ImportName { dotted: dotted.to_owned(), level, or_header: true })
    }
}

/// Is it a module of Python's library, or of one that is installed nearly everywhere?
fn is_installed(name: &str) -> bool {
    static NAMES: LazyLock<FxHashSet<&str>> = LazyLock::new(|| {
        let own = include_str!("../../../catalogue/python/modules.txt");
        let installed = include_str!("../../../catalogue/python/installed.txt");
        own.split_whitespace().chain(installed.split_whitespace()).collect()
    });
    NAMES.contains(name)
}

/// The first folder from `folder` upwards that isn't a package.
fn source_root(files: &impl Files, folder: &Path) -> PathBuf {
    let is_package = |folder: &&Path| files.is_file(&folder.join("__init__.py"));
    let mut ancestors = folder.ancestors().skip_while(is_package);
    ancestors.next().unwrap_or(folder).to_owned()
}

/// What is found in the root that is nearest to a folder: one that it is below, else the one that shares most of its path.
/// None where several are equally near.
fn nearest<'r>(folder: &Path, found: impl Iterator<Item = (&'r PathBuf, PathBuf)>) -> Option<PathBuf> {
    let shared = |root: &Path| folder.iter().zip(root).take_while(|(a, b)| a == b).count();
    let mut found: Vec<_> = found.map(|(root, path)| ((shared(root), folder.starts_with(root)), path)).collect();
    found.sort_by_key(|(near, _)| *near);
    let (near, path) = found.pop()?;
    let unique = found.last().is_none_or(|(other, _)| *other < near);
    unique.then_some(path)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    struct Listed(&'static [&'static str]);

    impl Files for Listed {
        fn is_file(&self, path: &Path) -> bool {
            self.0.iter().any(|listed| Path::new(listed) == path)
        }

        fn names(&self, folder: &Path) -> BTreeSet<String> {
            let below = self.0.iter().filter_map(|listed| Path::new(listed).strip_prefix(folder).ok());
            let names = below.filter_map(|path| Path::new(path.iter().next()?).file_stem()?.to_str());
            names.map(str::to_owned).collect()
        }

        fn text(&self, path: &Path, _shown: &str) -> Option<Arc<str>> {
            match path.file_name()?.to_str()? {
                "relative.py" => Some("import lib\nfrom . import a\n".into()),
                "named.py" => Some("import lib\nfrom pkg.sub import lib\n".into()),
                "either.py" => Some("try:\n    from . import a\nexcept ImportError:\n    import a\n".into()),
                _ => Some(path.to_string_lossy().into()),
            }
        }
    }

    const FILES: Listed = Listed(&[
        "/p/src/pkg/__init__.py",
        "/p/src/pkg/a.py",
        "/p/src/pkg/sub/__init__.py",
        "/p/src/pkg/sub/b.py",
        "/p/src/pkg/sub/types.py",
        "/p/src/pkg/sub/pandas.py",
        "/p/src/pkg/sub/relative.py",
        "/p/src/pkg/sub/named.py",
        "/p/src/pkg/sub/either.py",
        "/p/src/pkg/sub/lib.py",
        "/p/scripts/run.py",
        "/p/scripts/types.py",
        "/p/scripts/helper.py",
        "/p/scripts/kernels.pyi",
        "/p/scripts/helper.pyi",
        "/p/tests/test_a.py",
    ]);

    fn load(importer: &str, dotted: &str, level: u32) -> Option<String> {
        let checked = ["/p/src/pkg/a.py", "/p/tests/test_a.py"].map(PathBuf::from);
        let loader = Loader::new(FILES, Path::new("/p"), &checked);
        let file = loader.load(importer, dotted, level)?;
        Some(format!("{} {}", file.path, file.module.unwrap_or_default()))
    }

    #[test]
    fn absolute_imports() {
        let found = load("src/pkg/a.py", "pkg.sub.b", 0);
        assert_eq!(found.as_deref(), Some("src/pkg/sub/b.py pkg.sub.b"));
        let found = load("tests/test_a.py", "pkg", 0);
        assert_eq!(found.as_deref(), Some("src/pkg/__init__.py pkg"));
        let found = load("scripts/run.py", "helper", 0);
        assert_eq!(found.as_deref(), Some("scripts/helper.py helper"));
        assert_eq!(load("src/pkg/a.py", "sub.b", 0), Some("src/pkg/sub/b.py pkg.sub.b".into()));
        assert_eq!(load("src/pkg/a.py", "numpy", 0), None);
        assert_eq!(load("src/pkg/a.py", "../a", 0), None);
    }

    #[test]
    fn of_many_roots_those_are_asked_that_have_the_name() {
        let others = (0..FEW_ROOTS).map(|place| PathBuf::from(format!("/other{place}/a.py")));
        let checked: Vec<PathBuf> = others.chain(["/p/src/pkg/a.py", "/p/scripts/run.py"].map(PathBuf::from)).collect();
        let loader = Loader::new(FILES, Path::new("/p"), &checked);
        let path = |name| loader.load("/other0/a.py", name, 0).map(|file| file.path);
        assert_eq!(path("pkg.sub.b").as_deref(), Some("src/pkg/sub/b.py"));
        assert_eq!(path("helper").as_deref(), Some("scripts/helper.py"));
        assert_eq!(path("elsewhere"), None);
    }

    #[test]
    fn of_several_modules_of_a_name_the_nearest_is_meant() {
        const FILES: Listed = Listed(&[
            "/p/lib.py",
            "/p/one/lib.py",
            "/p/one/only.py",
            "/p/one/src/core.py",
            "/p/two/lib.py",
            "/p/two/only.py",
            "/p/two/src/core.py",
            "/p/one/tools/a/run.py",
            "/p/three/run.py",
        ]);
        let checked: Vec<PathBuf> = FILES.0.iter().map(PathBuf::from).collect();
        let loader = Loader::new(FILES, Path::new("/p"), &checked);
        let path = |importer, name| loader.load(importer, name, 0).map(|file| file.path.to_string());
        assert_eq!(path("one/tools/a/run.py", "lib").as_deref(), Some("one/lib.py"));
        assert_eq!(path("one/tools/a/run.py", "core").as_deref(), Some("one/src/core.py"));
        assert_eq!(path("three/run.py", "lib").as_deref(), Some("lib.py"), "its own place is above");
        assert_eq!(path("three/run.py", "only"), None, "two are equally near");
        assert_eq!(path("three/run.py", "core"), None);
    }

    #[test]
    fn a_package_imports_itself_and_a_script_does_not() {
        assert_eq!(load("src/pkg/__init__.py", "pkg", 0), Some("src/pkg/__init__.py pkg".into()));
        assert_eq!(load("scripts/helper.py", "helper", 0), None);
    }

    #[test]
    fn what_is_installed_is_found_before_what_stands_beside_a_module_of_a_package() {
        assert_eq!(load("src/pkg/sub/b.py", "pandas", 0), None);
        assert_eq!(load("src/pkg/sub/b.py", "types", 0), None);
        assert_eq!(load("src/pkg/sub/b.py", "pandas", 1), Some("src/pkg/sub/pandas.py pkg.sub.pandas".into()));
        assert_eq!(load("scripts/run.py", "types", 0), Some("scripts/types.py types".into()));
    }

    #[test]
    fn what_stands_beside_a_module_is_not_meant_where_that_can_be_no_script() {
        assert_eq!(load("src/pkg/sub/b.py", "lib", 0), Some("src/pkg/sub/lib.py pkg.sub.lib".into()));
        assert_eq!(load("src/pkg/sub/either.py", "lib", 0), Some("src/pkg/sub/lib.py pkg.sub.lib".into()));
        assert_eq!(load("src/pkg/sub/relative.py", "lib", 0), None);
        assert_eq!(load("src/pkg/sub/relative.py", "lib", 1), Some("src/pkg/sub/lib.py pkg.sub.lib".into()));
    }

    #[test]
    fn what_stands_beside_a_module_is_not_meant_where_that_imports_its_package() {
        assert_eq!(load("src/pkg/sub/named.py", "lib", 0), None);
        assert_eq!(load("src/pkg/sub/named.py", "pkg.sub.lib", 0), Some("src/pkg/sub/lib.py pkg.sub.lib".into()));
    }

    #[test]
    fn relative_imports() {
        let found = load("src/pkg/sub/b.py", "a", 2);
        assert_eq!(found.as_deref(), Some("src/pkg/a.py pkg.a"));
        let found = load("src/pkg/a.py", "", 1);
        assert_eq!(found.as_deref(), Some("src/pkg/__init__.py pkg"));
        let found = load("src/pkg/__init__.py", "sub.b", 1);
        assert_eq!(found.as_deref(), Some("src/pkg/sub/b.py pkg.sub.b"));
        assert_eq!(load("src/pkg/a.py", "a", 9), None);
    }

    #[test]
    fn a_module_is_loaded_once() {
        let loader = Loader::new(FILES, Path::new("/p"), &[]);
        let first = loader.load("src/pkg/a.py", "pkg.sub.b", 0).expect("a module");
        let again = loader.load("src/pkg/sub/__init__.py", "b", 1).expect("a module");
        assert!(Arc::ptr_eq(&first.text, &again.text));
        assert_eq!(loader.texts().len(), 1);
    }

    #[test]
    fn a_header_stands_for_a_module_that_is_not_there() {
        let loader = Loader::new(FILES, Path::new("/p"), &[PathBuf::from("/p/scripts/run.py")]);
        let path = |source: &dyn ModuleSource, name| source.load("/p/scripts/run.py", name, 0).map(|file| file.path);
        assert!(path(&loader, "kernels").is_none());
        assert_eq!(path(&WithHeaders(&loader), "kernels").as_deref(), Some("scripts/kernels.pyi"));
        assert_eq!(path(&WithHeaders(&loader), "helper").as_deref(), Some("scripts/helper.py"));
    }
}
