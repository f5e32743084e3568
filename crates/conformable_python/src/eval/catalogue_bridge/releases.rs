//! Names that not all releases of NumPy have, where the project is for some that don't have them; and those that none has and
//! that are misspelt, in NumPy and in Python's library.
//!
//! A program that runs with several releases asks which one it has before it uses such a name, in ways of which few can be
//! decided. So nothing is said in a module that asks, where it is caught, or behind a test that may be such a question: one that
//! looks at more than a function's own values.

use conformable_solver::effort;
use conformable_types::text::nearest;
use ruff_text_size::TextRange;

use crate::domain::guards::Guard;
use crate::domain::value::{Dependencies, Kind, Sym, Value};
use crate::eval::call::alone::is_given_attribute;
use crate::eval::diagnose::report::Refusal;
use crate::eval::{Frame, Machine};
use crate::front::diagnostic::Diagnostic;
use crate::front::rules::{self, Severity};
use crate::library::is_builtin;
use crate::library::known_paths::KNOWN;
use crate::library::names::{AbsentName, absent};
use crate::library::releases::{Lacking, partial};

/// A name that is asked for.
pub struct AskedName<'a> {
    /// The namespace or the kind of value whose it is.
    pub of: &'a str,
    pub name: &'a str,
    pub range: TextRange,
    /// What Python raises where it isn't there.
    pub exception: &'static str,
    /// What it rests on that it is asked for.
    pub dependencies: Dependencies,
}

impl<'a> AskedName<'a> {
    /// `np.name`.
    pub fn in_namespace(path: Sym, name: Sym, range: TextRange) -> AskedName<'a> {
        let (of, name, dependencies) = (path.as_str(), name.as_str(), Dependencies::LOCAL);
        AskedName { of, name, range, exception: "AttributeError", dependencies }
    }

    /// `from numpy import name`.
    pub fn imported(path: Sym, name: Sym, range: TextRange) -> AskedName<'a> {
        AskedName { exception: "ImportError", ..AskedName::in_namespace(path, name, range) }
    }
}

/// Is it in no release that the project is for? That is reported; so is what some of them have lost.
pub fn is_in_no_release(machine: &mut Machine<'_>, asked: &AskedName<'_>) -> bool {
    let Some(partial) = partial(asked.of, asked.name) else {
        return is_misspelt(machine, asked);
    };
    let settings = machine.program.settings();
    let lacking = match partial.lacking(&settings.numpy_versions) {
        Lacking::All if settings.numpy_is_assumed => Lacking::Later,
        lacking => lacking,
    };
    if matches!(lacking, Lacking::None | Lacking::Earlier) || asks_for_release(machine, asked.name) {
        return false;
    }
    let whose = match asked.of {
        "ndarray" => "array".to_owned(),
        "generic" => "scalar".to_owned(),
        namespace => namespace.replacen("numpy", "np", 1),
    };
    let advice = partial.advice.as_ref().map(|advice| format!(": {advice}")).unwrap_or_default();
    let message = format!("`{whose}.{}` {}{advice}", asked.name, partial.history());
    if lacking == Lacking::All {
        refuse_name(machine, asked, message, None);
        return true;
    }
    let is_caught = |frame: &Frame<'_>| {
        let mut caught = frame.attempts.iter().flat_map(|attempt| attempt.catches.iter());
        caught.any(|catches| catches.catch(asked.exception))
    };
    if !asked.dependencies.is_assumed() && !machine.frames.iter().any(is_caught) {
        let mut diagnostic = Diagnostic::new(rules::NO_ATTRIBUTE, machine.module().place(asked.range), message);
        diagnostic.severity = Severity::Warning;
        machine.hazard_with(diagnostic);
    }
    false
}

/// Is it a name of a namespace of NumPy that no release is known to have, and nearly one that all have? That is reported. A
/// later release may have more names: nothing is said of one that is like no other.
fn is_misspelt(machine: &mut Machine<'_>, asked: &AskedName<'_>) -> bool {
    let library = machine.library();
    let is_ours =
        asked.of.split('.').next() == Some("numpy") && library.namespace(asked.of) && !library.is_added(asked.of);
    // Which numbers of some length there are is the platform's matter: `np.float96`.
    let is_sized =
        ["float", "complex", "int", "uint"].contains(&asked.name.trim_end_matches(|c: char| c.is_ascii_digit()));
    if !is_ours || asked.name.starts_with('_') || is_sized {
        return false;
    }
    let full = format!("{}.{}", asked.of, asked.name);
    if library.constant(&full).is_some() || library.function(&full).is_some() || library.namespace(&full) {
        return false;
    }
    let Some(near) = nearest(asked.name, library.names_of(asked.of)) else { return false };
    if near == asked.name || KNOWN.imported_alone.contains(&full) || asks_for_release(machine, asked.name) {
        return false;
    }
    let message = format!("{} has no attribute `{}`", asked.of, asked.name);
    refuse_name(machine, asked, message, Some(format!("did you mean `{near}`?")));
    true
}

fn refuse_name(machine: &mut Machine<'_>, asked: &AskedName<'_>, message: String, help: Option<String>) {
    let refusal = Refusal::of(rules::NO_ATTRIBUTE, asked.range, message).heeding_all();
    machine.refute(refusal.raising(asked.exception).resting_on(asked.dependencies).help(help));
}

/// Is it a name of a module of Python's library that the module certainly hasn't got? That is reported.
pub fn is_in_no_python(machine: &mut Machine<'_>, asked: &AskedName<'_>) -> bool {
    let Some(absent) = absent(asked.of, asked.name).filter(|_| !asks_for_release(machine, asked.name)) else {
        return false;
    };
    let (why, help) = match absent {
        AbsentName::Gone => (", which Python had before 3.8", None),
        AbsentName::Misspelt(near) => ("", Some(format!("did you mean `{near}`?"))),
    };
    let message = format!("{} has no attribute `{}`{why}", asked.of, asked.name);
    refuse_name(machine, asked, message, help);
    true
}

/// May the program have asked for the name or for the release on the way here, or given NumPy the name itself?
fn asks_for_release(machine: &mut Machine<'_>, name: &str) -> bool {
    let module = machine.module();
    let sets = module.sets_attribute(Sym::new(name)) || machine.program.changes().attributes.contains(&Sym::new(name));
    sets || module.release_questions().may_ask(name) || asks_which_release(machine)
}

/// May the program have asked, on the way here, which release it runs with?
pub fn asks_which_release(machine: &mut Machine<'_>) -> bool {
    if machine.module().release_questions().asks() {
        return true;
    }
    // A frame keeps the guards of the path that called it.
    let of_callers = machine.frames.iter().skip(1).map(|frame| &frame.guards);
    let guards = of_callers.chain([&machine.state.guards]);
    let mut guards =
        machine.frames.iter().zip(guards).flat_map(|(frame, all)| all.iter().map(move |guard| (frame, guard)));
    guards.any(|(frame, guard)| may_be_about_release(machine, frame, guard))
}

/// Words in names of what says which release it is.
const OF_RELEASES: [&str; 9] = ["version", "numpy", "np1", "np2", "np_", "_np", "legacy", "compat", "attr"];

/// May a test that nobody could decide be about the release? Not if it looks only at values of the function's own, or at a
/// module's arrays.
fn may_be_about_release<'p>(machine: &Machine<'p>, frame: &Frame<'p>, guard: Guard) -> bool {
    let Some((module, range)) = guard.place else { return false };
    if module != frame.module.id {
        return true;
    }
    let text = frame.module.text(range);
    if text.contains("__name__") {
        return false;
    }
    let around = match &frame.function {
        Some(function) => frame.module.text(function.range),
        None => &frame.module.file.text,
    };
    effort::add(around.len() / 1024);
    if around.contains("version") || around.contains("hasattr") {
        return true;
    }
    let words: Vec<(&str, bool)> = words(text).collect();
    !words.iter().enumerate().all(|(at, (word, is_attribute))| {
        let lower = word.to_ascii_lowercase();
        let plain = !OF_RELEASES.iter().any(|part| lower.contains(part));
        let attribute = || words.get(at + 1).filter(|(_, is_attribute)| *is_attribute).map(|(word, _)| Sym::new(word));
        let is_given = || attribute().is_some_and(|name| is_given_attribute(machine, frame, word, name));
        plain && (*is_attribute || is_own_value(machine, frame, word) || is_given())
    })
}

/// Is it a name of the function's own, of a module's array, of NumPy, of a class, or of Python's?
fn is_own_value<'p>(machine: &Machine<'p>, frame: &Frame<'p>, word: &str) -> bool {
    const KEYWORDS: [&str; 10] = ["and", "or", "not", "in", "is", "if", "else", "for", "True", "False"];
    let name = Sym::new(word);
    // An object may keep the answer.
    if matches!(word, "self" | "cls") {
        return false;
    }
    let is_local = || match machine.lookup_in(frame.scope, name) {
        Some(value) => frame.function.is_some() || matches!(value.kind, Kind::Array(_)),
        None => false,
    };
    if KEYWORDS.contains(&word) || word == "None" || is_local() {
        return true;
    }
    match machine.lookup_in(machine.outermost(frame.scope), name).map(|value: Value<'p>| value.kind) {
        Some(kind) => matches!(kind, Kind::Namespace(_) | Kind::Class(_)),
        None => is_builtin(word) && KNOWN.reading_functions.contains(word),
    }
}

/// The names in a text of Python, and whether each is an attribute's; what is in quotes isn't looked at.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut quote = None;
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_word = quote.is_none() && (c.is_alphanumeric() || c == '_');
        match (start, is_word) {
            (None, true) => start = Some(at),
            (Some(begin), false) => {
                let is_attribute = text[..begin].trim_end().ends_with('.');
                if !text[begin..].starts_with(|c: char| c.is_ascii_digit()) {
                    found.push((&text[begin..at], is_attribute));
                }
                start = None;
            }
            _ => {}
        }
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            _ => {}
        }
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn names_outside_of_texts_are_found() {
        let found: Vec<(&str, bool)> = words("x.ndim == 2 and mode in ('same', \"full\")").collect();
        assert_eq!(found, [("x", false), ("ndim", true), ("and", false), ("mode", false), ("in", false)]);
    }
}
