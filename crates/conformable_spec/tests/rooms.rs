//! Which parts of the checker call which. Methods are resolved by their names, so that calls count and not only imports:
//! the interpreter's methods call each other in one circle of files, whose size is held, and no other room calls one above it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The rooms of `eval`, from the lowest; what is in none of them is the interpreter. ARCHITECTURE.md draws them.
const ROOMS: &[&[&str]] = &[
    &["machine/", "facts.rs"],
    &["diagnose/"],
    &["diagnose/lints/"],
    &["catalogue_bridge/"],
    &["python/"],
    &["annotations/"],
    &["call/summary/"],
];

/// The most that there may be: files that call each other in a circle, methods of the interpreter, of the machine.
const LARGEST_KNOT: usize = 20;
const MOST_METHODS: &[(&str, usize)] = &[("Evaluator", 166), ("Machine", 296)];

/// Names of variables that hold an interpreter or a machine.
const RECEIVERS: &[&str] = &["self", "evaluator", "run", "machine", "root", "scene"];

/// The field of a machine whose methods stand in the rooms that use them.
const STATE: &str = "state";

/// A method of the interpreter or of the machine, or a function that takes one of them.
struct Callable {
    name: String,
    file: String,
    /// `Evaluator`, `Machine`, `State`, or nothing for a function.
    owner: &'static str,
    /// It can call the interpreter's own methods.
    interprets: bool,
    body: String,
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformable_python/src/eval")
}

fn collect(folder: &Path, files: &mut BTreeMap<String, String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(sources()).expect("below eval").to_string_lossy().replace('\\', "/");
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
            files.insert(name, lines.collect::<Vec<_>>().join("\n"));
        }
    }
}

/// The name that `fn` gives in a line at this depth.
fn declared<'t>(line: &'t str, indent: &str) -> Option<&'t str> {
    let rest = line.strip_prefix(indent).filter(|rest| !rest.starts_with(' '))?;
    let words = rest.strip_prefix("pub").map_or(rest, |rest| rest.trim_start_matches(|c| c != ' ').trim_start());
    let name = words.strip_prefix("fn ")?;
    Some(&name[..name.find(|c: char| !c.is_alphanumeric() && c != '_')?])
}

/// What a file declares. Formatted code ends an item with a brace at the item's own depth.
fn callables(file: &str, text: &str) -> Vec<Callable> {
    let mut found = Vec::new();
    let mut owner: Option<&'static str> = None;
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        if line.starts_with("impl") {
            let inherent =
                |name: &&str| line.contains(&format!("> {name}<")) || line.contains(&format!("impl {name}<"));
            owner =
                ["Evaluator", "Machine", "State"].into_iter().find(|name| !line.contains(" for ") && inherent(name));
        } else if line.starts_with('}') {
            owner = None;
        }
        let (name, end) = match (owner, declared(line, ""), declared(line, "    ")) {
            (None, Some(name), _) => (name, "}"),
            (Some(_), _, Some(name)) => (name, "    }"),
            _ => continue,
        };
        let length = lines[at..].iter().position(|line| *line == end).unwrap_or(0);
        let body = lines[at..=at + length].join("\n");
        let signature = body.split('{').next().unwrap_or_default();
        let interprets = owner == Some("Evaluator") || (owner.is_none() && signature.contains("Evaluator<"));
        found.push(Callable { name: name.into(), file: file.into(), owner: owner.unwrap_or(""), interprets, body });
    }
    found
}

/// The names that a body calls: those of methods of a receiver, of methods of a state, and of functions.
fn calls(body: &str) -> [BTreeSet<&str>; 3] {
    let (mut methods, mut of_state, mut functions) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for (at, _) in body.match_indices('(') {
        let before = &body[..at];
        let start = before.rfind(|c| !is_word(c)).map_or(0, |place| place + 1);
        let (name, before) = (&before[start..], &before[..start]);
        match before.strip_suffix('.') {
            Some(before) => {
                let receiver = before.trim_end();
                let start = receiver.rfind(|c| !is_word(c)).map_or(0, |place| place + 1);
                if &receiver[start..] == STATE {
                    of_state.insert(name);
                } else if RECEIVERS.contains(&&receiver[start..]) && !receiver[..start].ends_with('.') {
                    methods.insert(name);
                }
            }
            None if !before.ends_with("fn ") && !before.ends_with("::") => drop(functions.insert(name)),
            None => {}
        }
    }
    [methods, of_state, functions]
}

fn all() -> Vec<Callable> {
    let mut files = BTreeMap::new();
    collect(&sources(), &mut files);
    files.iter().flat_map(|(file, text)| callables(file, text)).collect()
}

/// Which file calls which, each with an example.
fn edges(all: &[Callable]) -> BTreeMap<(&str, &str), String> {
    let mut methods: BTreeMap<&str, &Callable> = BTreeMap::new();
    let mut of_state: BTreeMap<&str, &Callable> = BTreeMap::new();
    let mut functions: BTreeMap<&str, &Callable> = BTreeMap::new();
    for callable in all {
        if callable.owner == "State" {
            of_state.insert(&callable.name, callable);
        } else if !callable.owner.is_empty() {
            methods.insert(&callable.name, callable);
        } else if callable.interprets {
            functions.insert(&callable.name, callable);
        }
    }
    let mut edges = BTreeMap::new();
    for caller in all {
        let [of_receivers, of_states, plain] = calls(&caller.body);
        // A state's own methods call each other.
        let of_own = of_receivers.iter().filter(|_| caller.owner == "State");
        let of_states = of_states.iter().chain(of_own).filter_map(|name| of_state.get(name));
        let reached = |callee: &&&Callable| callee.owner == "Machine" || caller.interprets;
        let found = of_receivers.iter().filter_map(|name| methods.get(name)).filter(reached);
        let found = found
            .filter(|_| caller.owner != "State")
            .chain(of_states)
            .chain(plain.iter().filter_map(|name| functions.get(name)));
        for callee in found.filter(|callee| callee.file != caller.file) {
            edges.insert((&*caller.file, &*callee.file), format!("{} calls {}", caller.name, callee.name));
        }
    }
    edges
}

fn room(file: &str) -> usize {
    let of = |names: &[&str]| names.iter().any(|name| file.starts_with(name));
    ROOMS.iter().rposition(|names| of(names)).unwrap_or(ROOMS.len())
}

#[test]
fn the_interpreter_is_one_knot_that_does_not_grow() {
    let all = all();
    for (owner, most) in MOST_METHODS {
        let count = all.iter().filter(|callable| callable.owner == *owner).count();
        assert!((most / 2..=*most).contains(&count), "{owner} has {count} methods, and may have {most}");
    }
    let edges = edges(&all);
    let reach = |from: &'_ str| {
        let (mut found, mut left) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(file) = left.pop() {
            let next = edges.keys().filter(|(caller, _)| *caller == file).map(|(_, callee)| (*callee).to_owned());
            left.extend(next.filter(|callee| found.insert(callee.clone())));
        }
        found
    };
    let files: BTreeSet<&str> = all.iter().map(|callable| &*callable.file).collect();
    let reach: BTreeMap<&str, BTreeSet<String>> = files.iter().map(|file| (*file, reach(file))).collect();
    let circle = |file: &&str| -> Vec<&str> {
        let both = |other: &&&str| reach[*file].contains(**other) && reach[**other].contains(*file);
        files.iter().filter(both).copied().collect()
    };
    let knot = files.iter().map(circle).max_by_key(Vec::len).expect("there are files");
    assert!((10..=LARGEST_KNOT).contains(&knot.len()), "{} files call each other: {knot:?}", knot.len());
}

#[test]
fn no_room_calls_one_above_it() {
    let all = all();
    let edges = edges(&all);
    assert!(edges.len() > 300, "the calls are found: {}", edges.len());
    let upward: Vec<_> = edges.iter().filter(|((caller, callee), _)| room(caller) < room(callee)).collect();
    assert!(upward.is_empty(), "{upward:#?}");
}
