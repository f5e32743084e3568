//! Which files of a crate import each other in a circle. The grammar of types is mutually recursive, and so are
//! an interpreter and what it evaluates; another circle is a tie that can be cut.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The number of files in each circle. Those of the checker and of the extension module are large; what is held of them is
/// that they don't grow.
const CIRCLES: &[(&str, &[usize])] = &[
    ("conformable", &[]),
    ("conformable_dialects", &[]),
    ("conformable_pyo3", &[32]),
    ("conformable_python", &[18, 11, 2]),
    ("conformable_graph", &[]),
    ("conformable_signatures", &[15, 3, 2]),
    ("conformable_solver", &[14]),
    ("conformable_types", &[7, 7, 2]),
];

type Module = Vec<String>;

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("crates/").to_owned()
}

/// The modules of a folder, each with its text up to its tests, without comments.
fn modules(folder: &Path, path: &[String], found: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let name = entry.file_name().into_string().expect("text");
        let within = |name: &str| [path, &[name.to_owned()]].concat();
        if entry.path().is_dir() {
            modules(&entry.path(), &within(&name), found);
        } else if let Some(stem) = name.strip_suffix(".rs").filter(|stem| *stem != "tests") {
            let module = if ["mod", "lib", "main"].contains(&stem) { path.to_vec() } else { within(stem) };
            let text = std::fs::read_to_string(entry.path()).expect("text");
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
            found.insert(module, lines.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// The paths of `a::{b, c::{d, e}}`.
fn paths(tree: &str, prefix: &[String], found: &mut Vec<Module>) {
    let (mut depth, mut from) = (0, 0);
    let mut parts = Vec::new();
    for (at, c) in tree.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => parts.push(&tree[std::mem::replace(&mut from, at + 1)..at]),
            _ => {}
        }
    }
    parts.push(&tree[from..]);
    for part in parts.into_iter().map(str::trim) {
        let (head, inner) = part.split_once('{').unwrap_or((part, ""));
        let names = head.split(" as ").next().unwrap_or_default().split("::");
        let names = names.map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned);
        let path: Module = prefix.iter().cloned().chain(names).collect();
        match inner.rsplit_once('}') {
            Some((inner, _)) => paths(inner, &path, found),
            None => found.push(path),
        }
    }
}

/// The modules that one names, by `use` or in a path.
fn imports(module: &Module, text: &str, all: &BTreeMap<Module, String>) -> BTreeSet<Module> {
    let mut named: Vec<Module> = Vec::new();
    for root in ["crate::", "super::", "self::"] {
        for (at, _) in text.match_indices(root) {
            let starts = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
            let is_use = text[..at].ends_with("use ");
            let rest = &text[at..];
            let plain = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
            let end = if is_use { rest.find(';') } else { rest.find(|c| !plain(c)) }.unwrap_or(rest.len());
            if starts && (is_use || root != "self::") {
                paths(&rest[..end], &[], &mut named);
            }
        }
    }
    let mut found = BTreeSet::new();
    for path in named {
        let mut base = if path[0] == "crate" { Module::new() } else { module.clone() };
        let mut rest = &path[usize::from(path[0] != "super")..];
        while let Some(("super", after)) = rest.split_first().map(|(first, after)| (first.as_str(), after)) {
            base.pop();
            rest = after;
        }
        let full: Module = base.into_iter().chain(rest.iter().cloned()).collect();
        let home = (0..=full.len()).rev().map(|len| &full[..len]).find(|path| all.contains_key(*path));
        found.extend(home.filter(|home| home != module).map(<[String]>::to_vec));
    }
    found
}

/// All that can be reached from each.
fn reached(edges: &BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<Module> {
    let (mut found, mut left) = (BTreeSet::new(), vec![from]);
    while let Some(module) = left.pop() {
        left.extend(edges[module].iter().filter(|next| found.insert((*next).clone())));
    }
    found
}

#[test]
fn files_import_each_other_in_no_other_circles() {
    for (name, expected) in CIRCLES {
        let mut all = BTreeMap::new();
        modules(&crates().join(name).join("src"), &[], &mut all);
        assert!(all.len() > 5, "the files of {name} are found");
        let edges: BTreeMap<Module, BTreeSet<Module>> =
            all.iter().map(|(module, text)| (module.clone(), imports(module, text, &all))).collect();
        let reach: BTreeMap<&Module, BTreeSet<Module>> =
            edges.keys().map(|from| (from, reached(&edges, from))).collect();
        let circles: BTreeSet<Vec<&Module>> = edges
            .keys()
            .filter(|module| reach[module].contains(*module))
            .map(|module| {
                edges.keys().filter(|other| reach[module].contains(*other) && reach[other].contains(module)).collect()
            })
            .collect();
        let mut sizes: Vec<usize> = circles.iter().map(Vec::len).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let shown: Vec<Vec<String>> =
            circles.iter().map(|circle| circle.iter().map(|path| path.join("/")).collect()).collect();
        assert_eq!(sizes, *expected, "{name}: {shown:?}");
    }
}
