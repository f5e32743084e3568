//! What is told of an expression: its types, where they differ by call, and why something is unknown.
//!
//! A hover of the server and the pages of a report show the same, read from the table of facts and, of files that a
//! statically typed language judges, from what that says. How it is laid out is theirs.

pub mod subjects;

use std::cell::OnceCell;

use conformable_python::diagnostic::Span;
use conformable_python::facts::{CallContext, CallerKind, Cause, Context, FileFacts, Site};
use conformable_python::{depth, is_used_as_array};
use conformable_types::term::{Leaf, has_parts, visit_ty};
use conformable_types::{Atom, AtomData, Dim, Sym, Ty, TyKind, text};
use ruff_python_ast::{Parameter, Stmt, StmtFunctionDef};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use ruff_source_file::LineIndex;
use ruff_text_size::{Ranged, TextRange, TextSize};

use crate::languages::SpelledTypes;
use crate::report;
use subjects::{Subject, all_subjects, around, function_around, value_of};

/// Lines for types that differ by call.
const CALLS: usize = 4;

/// Places where a value was made; of more of them none is shown.
const MADE: usize = 3;

/// The longest expression that is repeated.
const LONGEST: usize = 40;

/// What is told of one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// In Python's notation, or nearly.
    pub code: Vec<String>,
    /// Sentences below it.
    pub notes: Vec<Note>,
}

/// A sentence of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Words alone.
    Words(String),
    /// It is unknown for this cause, whose place the reader may want to see.
    Since(Cause),
    /// The value was made there, by the expression that stands there.
    Made(Span, String),
}

impl Note {
    fn plain(&self, places: &dyn Places) -> String {
        match self {
            Note::Words(words) => words.clone(),
            Note::Since(cause) => format!("Unknown since {}: {}.", places.name(&place_of(cause)), cause.text),
            Note::Made(place, how) => format!("Made at {}, by `{how}`.", places.name(place)),
        }
    }
}

/// What tells places apart for people.
pub trait Places {
    /// A place as it is called: `model.py:12`.
    fn name(&self, place: &Span) -> String;
    /// The text of a file.
    fn source(&self, file: &str) -> Option<&str>;
    /// A line as it is called: `12`.
    fn line_name(&self, file: &str, line: usize) -> String;
}

/// A text with what is known of it. The facts may be about an earlier state of it.
pub struct DescribedText<'a> {
    /// The tree of the text.
    pub body: &'a [Stmt],
    /// The text.
    pub text: &'a str,
    /// The file that it is of, as places have it.
    pub file: &'a str,
    /// What is known of it.
    pub facts: &'a FileFacts,
    /// What the language says that judges it, or parts of it.
    pub spelled: Option<&'a SpelledTypes>,
    /// The text that the facts are about, and where a range of the present one was in it.
    pub then: (&'a str, &'a dyn Fn(TextRange) -> Option<TextRange>),
    /// How people call places.
    pub places: &'a dyn Places,
    /// Where the lines of that text are, once somebody asks.
    pub lines: OnceCell<LineIndex>,
}

impl<'a> DescribedText<'a> {
    /// What is told of a subject of the text, if anything is.
    pub fn describe(&self, subject: Subject<'_>) -> Option<Description> {
        if let Some(told) = self.spelled.and_then(|types| self.of_language(types, subject)) {
            return Some(told);
        }
        let of_parameter = match subject {
            Subject::Expression(_) => None,
            Subject::Definition(function) => return self.of_function(function, true),
            Subject::Parameter(function, parameter) => Some((function, parameter)),
        };
        if let Some(site) = self.site_to_show(subject.range()) {
            return self.of_site(subject.range(), site);
        }
        let (function, parameter) = of_parameter?;
        self.of_parameter(function, parameter).or_else(|| self.of_function(function, false))
    }

    /// What is known of the expression or target at this range of the text.
    fn site(&self, range: TextRange) -> Option<&'a Site> {
        self.facts.sites.get(&self.then.1(range)?)
    }

    /// The same; of a name that is bound to what isn't known, the value has the cause.
    fn site_to_show(&self, range: TextRange) -> Option<&'a Site> {
        let site = self.site(range)?;
        let is_unknown = site.shown().iter().all(|(ty, _)| ty.is_unknown());
        let value = || value_of(self.body, range).and_then(|value| self.site(value));
        Some(if is_unknown { value().unwrap_or(site) } else { site })
    }

    /// What the language says that judges the file.
    fn of_language(&self, types: &SpelledTypes, subject: Subject<'_>) -> Option<Description> {
        let then = self.then.1(subject.range())?;
        let lines = self.lines.get_or_init(|| LineIndex::from_source_text(self.then.0));
        let at = lines.line_column(then.start(), self.then.0);
        let (row, column) = (at.line.get(), at.column.get());
        if let Subject::Definition(_) = subject {
            return types.functions.get(&row).map(|code| Description { code: code.clone(), notes: Vec::new() });
        }
        let known = types.expressions.get(&then).or_else(|| types.bindings.get(&(row, column)))?;
        let name = short(&self.text[subject.range()]);
        Some(Description { code: known.iter().map(|ty| format!("{name}: {ty}")).collect(), notes: Vec::new() })
    }

    /// A parameter of a function that nothing calls.
    fn of_parameter(&self, function: &StmtFunctionDef, parameter: &Parameter) -> Option<Description> {
        let range = self.range_then(function)?;
        if self.facts.calls.iter().any(|call| call.range == range) {
            return None;
        }
        let alone = self.facts.alone.get(&range)?;
        let shown = alone.params.iter().find(|one| one.name.as_str() == parameter.name.as_str())?;
        let mut told = Description { code: vec![shown.text.clone()], notes: Vec::new() };
        told.say(&called_from_nowhere(&function.name));
        Some(told)
    }

    /// Where a function began and ended in the text that was checked.
    fn range_then(&self, function: &StmtFunctionDef) -> Option<(u32, u32)> {
        let start = self.then.1(TextRange::empty(function.start()))?.start();
        let range = facts_range(self.facts, start, self.then.1(function.range()))?;
        Some((range.start().into(), range.end().into()))
    }

    /// A function at its calls, those of runs first, and on its own.
    fn of_function(&self, function: &StmtFunctionDef, is_named: bool) -> Option<Description> {
        let (facts, range) = (self.facts, self.range_then(function)?);
        let calls = facts.calls_of(TextRange::new(range.0.into(), range.1.into()));
        let best = calls.iter().map(|call| call.caller).min();
        let shown: Vec<&CallContext> = calls.iter().map(|call| &***call).filter(|c| Some(c.caller) == best).collect();
        let mut told = Description::default();
        let name = if is_named { function.name.as_str() } else { "" };
        for call in shown.iter().take(CALLS) {
            let from = self.origin(call).map_or_else(String::new, |from| format!("  # {from}"));
            told.code.push(format!("{name}{}{from}", call.signature));
        }
        if shown.len() > CALLS || facts.cut.contains(&range) {
            told.code.push("# and in more ways".to_owned());
        }
        if let Some(alone) = facts.alone.get(&range).filter(|_| shown.is_empty()) {
            told.code.push(format!("{name}{}", alone.text));
            told.say("Called from nowhere here: this holds for any arguments.");
        }
        (!told.code.is_empty()).then_some(told)
    }

    /// What an expression is: a line for each type that it had, with the calls where these differ.
    fn of_site(&self, subject: TextRange, site: &Site) -> Option<Description> {
        let name = &short(&self.text[subject]);
        let shown = site.shown();
        let mut told = Description::default();
        let differs = shown.len() > 1;
        for (_, contexts) in shown.iter().take(CALLS) {
            let from = if differs { contexts.first().and_then(|context| self.called_from(context)) } else { None };
            let from = from.map_or_else(String::new, |from| format!("  # {from}"));
            told.code.push(format!("{name}: {}{from}", shown_type(site, contexts)));
        }
        match shown.len().saturating_sub(CALLS) {
            0 => {}
            more => told.code.push(format!("# and {}", report::number(more, "other type"))),
        }
        if told.code.is_empty() && site.cause.is_none() {
            return None;
        }
        if told.code.is_empty() {
            told.code.push(format!("{name}: Unknown"));
        }
        if let [(ty, contexts)] = &shown[..] {
            about_contexts(&mut told, contexts);
            let later = self.learned_later(subject, *ty, contexts, &told.code);
            told.notes.extend(later);
        }
        told.notes.extend(self.made(site, name));
        if let [(ty, contexts)] = &shown[..] {
            told.notes.extend(self.sizes(subject, *ty, contexts));
        }
        let is_vague = shown.is_empty() || shown.iter().any(|(ty, _)| is_vague(*ty));
        if let Some(cause) = site.cause.as_ref().filter(|_| is_vague) {
            told.notes.push(Note::Since(cause.clone()));
            // What fails is repaired where it fails.
            if !cause.text.starts_with("a failure") {
                told.say(&way_out(name, &shown));
            }
        } else if site.cause.is_some() && !site.is_array() && shown.iter().any(|(ty, _)| ty.as_array().is_some()) {
            told.say(&format!(
                "A test has shown its shape, not its class. What helps: {}.",
                is_array(subject_of(name))
            ));
        }
        let says_something = shown.iter().any(|(ty, _)| is_ours(*ty)) || site.level().is_some();
        // What other servers know better than this one stays theirs, unless arrays are meant.
        let is_meant = || site.cause.is_some() && is_used_as_array(self.body, around(self.body, subject), name);
        (says_something || is_meant()).then_some(told)
    }

    /// Of a parameter whose rank isn't known yet where a function is on its own: what the whole body asks of it.
    fn learned_later(&self, subject: TextRange, ty: Ty, contexts: &[&Context], known: &[String]) -> Option<Note> {
        let is_open = ty.as_array().is_some_and(|(_, shape)| shape.rank().is_none());
        let [Context::Alone(..)] = contexts else { return None };
        let function = function_around(self.body, subject).filter(|_| is_open)?;
        let (range, name) = (self.range_then(function)?, &self.text[subject]);
        let alone = self.facts.alone.get(&range)?;
        let param = alone.params.iter().find(|param| param.name.as_str() == name)?;
        let within = TextRange::new(range.0.into(), range.1.into());
        let is_bound = |(at, site): (&TextRange, &Site)| site.binds == Some(param.name) && within.contains_range(*at);
        // `T[*S]` says no more.
        let says_more = param.ty.as_array().is_some_and(|(_, shape)| shape.min_rank() > 0 || shape.rank().is_some());
        let is_another = self.facts.sites.iter().any(is_bound);
        (says_more && !is_another && !known.contains(&param.text))
            .then(|| Note::Words(format!("Further on `{}` asks more of it: `{}`.", function.name, param.text)))
    }

    /// Where its values were made, if that is one place or a few.
    fn made(&self, site: &Site, name: &str) -> Vec<Note> {
        let places = site.made();
        if places.len() > MADE {
            return Vec::new();
        }
        let note = |place: &Span| {
            let text = self
                .places
                .source(&place.file)
                .and_then(|text| text.get(place.range.start().into()..place.range.end().into()));
            // A parameter that no call gives is made where it stands.
            let how = text.map(short).filter(|how| how != name)?;
            Some(Note::Made(place.clone(), how))
        };
        places.into_iter().filter_map(note).collect()
    }

    /// Where the names of its sizes come from: the lines that bind them, if each is bound in one.
    fn sizes(&self, subject: TextRange, ty: Ty, contexts: &[&Context]) -> Vec<Note> {
        let lines = self.lines.get_or_init(|| LineIndex::from_source_text(self.then.0));
        let line_of = |at: TextSize| lines.line_column(at, self.then.0).line;
        let here = self.then.1(subject).map(|range| line_of(range.start()));
        let mut names: Vec<Sym> = Vec::new();
        visit_ty(ty, &mut |leaf| {
            let name = leaf.name().filter(|name| matches!(leaf, Leaf::Atom(_)) && !names.contains(name));
            names.extend(name);
        });
        let is_size = |ty: &Ty, name: Sym| ty.int_value().is_some_and(|dim| dim == Dim::name(name.as_str()));
        let binds = |site: &Site, name: Sym| {
            let mut seen = site.seen.iter().filter(|seen| contexts.contains(&&seen.context));
            site.binds == Some(name) && seen.any(|seen| seen.types.iter().any(|ty| is_size(ty, name)))
        };
        let origin = |name: Sym| {
            let mut places = self.facts.sites.iter().filter(|(_, site)| binds(site, name)).map(|(range, _)| *range);
            let (range, None) = (places.next()?, places.next()) else { return None };
            let line = line_of(range.start());
            if here == Some(line) {
                return None;
            }
            let text = short(&self.then.0[lines.line_range(line, self.then.0)]);
            Some((range.start(), line.get(), text, name))
        };
        let mut found: Vec<(TextSize, usize, String, Sym)> = names.into_iter().filter_map(origin).collect();
        found.sort_by_key(|(at, ..)| *at);
        let by_line = found.chunk_by(|one, other| one.1 == other.1);
        let note = |chunk: &[(TextSize, usize, String, Sym)]| {
            let names: Vec<String> = chunk.iter().map(|(.., name)| format!("`{name}`")).collect();
            let (_, line, text, _) = &chunk[0];
            let line = self.places.line_name(self.file, *line);
            Note::Words(format!("{} from line {line}: `{text}`.", names.join(", ")))
        };
        by_line.map(note).collect()
    }

    /// Where a context's call stands.
    fn called_from(&self, context: &Context) -> Option<String> {
        match context {
            Context::Call(call) => self.origin(call),
            _ => None,
        }
    }

    fn origin(&self, call: &CallContext) -> Option<String> {
        if call.caller == CallerKind::Example {
            return Some("in a docstring's example".to_owned());
        }
        let (file, line) = call.from.as_ref()?;
        Some(format!("called from {file}:{}", self.places.line_name(file, *line)))
    }
}

/// The type in these contexts. What two sizes broadcast to that have no names is a size that isn't known: which they are is said of
/// what has them.
fn shown_type(site: &Site, contexts: &[&Context]) -> String {
    let types = site.types_in(contexts);
    let is_unnamed = |dim: &Dim| dim.as_atom().is_some_and(|atom| matches!(atom.data(), AtomData::Fresh { .. }));
    let is_of_unnamed = |atom: &Atom| matches!(atom.data(), AtomData::Bcast(sizes) if sizes.iter().all(is_unnamed));
    let shapes = types.iter().flat_map(|ty| ty.members()).filter_map(|ty| Some(ty.as_array()?.1));
    let sizes = shapes.flat_map(|shape| shape.dims().into_iter().flatten());
    let unknown: Vec<Atom> = sizes.filter_map(|dim| dim.as_atom()).filter(is_of_unnamed).collect();
    text::with_names(unknown.into_iter().map(|atom| (atom, Sym::new("?"))), || site.text(contexts))
}

/// What is told of each place of a text that is as it was checked, outer ones first.
///
/// Of a text that is too deep to be walked through, or that isn't Python, nothing is.
pub fn describe_all(
    file: &str,
    text: &str,
    (facts, spelled): (&FileFacts, Option<&SpelledTypes>),
    places: &dyn Places,
) -> Vec<(TextRange, Description)> {
    if depth::check(text).is_some() {
        return Vec::new();
    }
    let parsed = parse_unchecked(text, ParseOptions::from(Mode::Module)).try_into_module();
    let Some(parsed) = parsed else { return Vec::new() };
    let (body, here) = (parsed.suite(), |range| Some(range));
    let then: (&str, &dyn Fn(TextRange) -> Option<TextRange>) = (text, &here);
    let described = DescribedText { body, text, file, facts, spelled, then, places, lines: OnceCell::new() };
    let subjects = all_subjects(body).into_iter();
    subjects.filter_map(|subject| Some((subject.range(), described.describe(subject)?))).collect()
}

impl Description {
    /// Adds a sentence.
    pub fn say(&mut self, words: &str) {
        self.notes.push(Note::Words(words.to_owned()));
    }

    /// All lines without marks.
    pub fn plain(&self, places: &dyn Places) -> String {
        let mut lines = self.code.clone();
        lines.extend(self.notes.iter().map(|note| note.plain(places)));
        lines.join("\n")
    }

    /// Of these the types, and why they aren't known.
    pub fn code_and_cause(&self, places: &dyn Places) -> Vec<String> {
        let causes = self.notes.iter().filter(|note| matches!(note, Note::Since(_)));
        self.code.iter().cloned().chain(causes.map(|note| note.plain(places))).collect()
    }
}

/// Where a cause is.
pub fn place_of(cause: &Cause) -> Span {
    Span::new(cause.file.clone(), TextRange::empty(cause.at.into()))
}

/// An expression on one line: of a long call who is called.
fn short(text: &str) -> String {
    match text.split_once('(') {
        Some((called, _)) if text.len() > LONGEST && is_one_call(called, text) => {
            format!("{}(…)", text::shortened(called, LONGEST))
        }
        _ => text::shortened(text, LONGEST),
    }
}

/// Is the text a call of this name, with nothing around it? `f(x) + g(y)` isn't one of `f`.
fn is_one_call(called: &str, text: &str) -> bool {
    let is_name = called.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    let mut open = 0_usize;
    let closes = text.char_indices().find(|(_, c)| {
        open += usize::from(matches!(c, '(' | '[' | '{'));
        let is_end = matches!(c, ')' | ']' | '}');
        open = open.saturating_sub(usize::from(is_end));
        is_end && open == 0
    });
    is_name && !called.is_empty() && called.len() < LONGEST && closes.is_some_and(|(at, _)| at + 1 == text.len())
}

/// Does the type have to do with arrays and their sizes? The rest is for the main server to tell.
fn is_ours(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Union(members) => members.iter().any(|member| is_ours(*member)),
        _ => has_parts(ty),
    }
}

/// Is the dtype or the rank missing?
fn is_vague(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Unknown => true,
        TyKind::Union(members) => members.iter().any(|member| is_vague(*member)),
        _ => ty.as_array().is_some_and(|(_, shape)| shape.dims().is_none()),
    }
}

/// What one should know of a function's own types.
fn called_from_nowhere(function: &str) -> String {
    format!("`{function}` is called from nowhere here: this holds for any arguments.")
}

/// What one should know of the only type that there is.
fn about_contexts(told: &mut Description, contexts: &[&Context]) {
    let calls = contexts.iter().filter(|context| matches!(context, Context::Call(_))).count();
    match contexts.first() {
        Some(Context::Alone(function, _)) => {
            told.say(&called_from_nowhere(function));
        }
        Some(Context::Call(call)) if call.caller == CallerKind::Alone => {
            told.say("No run leads here: this is so in a call that another function makes on its own.");
        }
        Some(Context::Call(call)) if call.caller == CallerKind::Example => {
            told.say("No run leads here: this is so in a docstring's example.");
        }
        Some(_) if calls > 1 => told.say(&format!("The same in {calls} calls.")),
        _ => {}
    }
}

/// What the user can write so that more is known from here on.
fn way_out(name: &str, shown: &[(Ty, Vec<&Context>)]) -> String {
    let Some(subject) = subject_of(name) else {
        return format!("What helps: {AS_ARRAY}; or a name for it, of which an assertion says what it is.");
    };
    if shown.iter().any(|(ty, _)| ty.as_array().is_some()) {
        return format!("What helps: `assert {subject}.ndim == 2`, or `n, k = {subject}.shape`.");
    }
    format!(
        "What helps: {}, then `assert {subject}.ndim == 2`; or an annotation, `{subject}: Float64[np.ndarray, \"n 4\"]`.",
        is_array(Some(subject))
    )
}

/// What makes an array of it.
const AS_ARRAY: &str = "`np.asarray(…, dtype=float)` around it";

/// What says that it is an array.
fn is_array(subject: Option<&str>) -> String {
    match subject {
        Some(subject) => format!("{AS_ARRAY}, or `assert isinstance({subject}, np.ndarray)`"),
        None => AS_ARRAY.to_owned(),
    }
}

/// What can be asserted of: a name or an attribute.
fn subject_of(name: &str) -> Option<&str> {
    let is_name = |part: &str| part.chars().all(|c| c.is_alphanumeric() || c == '_') && !part.is_empty();
    name.split('.').all(is_name).then_some(name)
}

/// The definition that begins there in the text that was checked: where it ended then doesn't matter, since one types in it.
fn facts_range(facts: &FileFacts, start: TextSize, whole: Option<TextRange>) -> Option<TextRange> {
    let start = u32::from(start);
    let called = facts.calls.iter().map(|call| call.range).find(|range| range.0 == start);
    let range = called.or_else(|| facts.alone.keys().copied().find(|range| range.0 == start));
    range.map(|(start, end)| TextRange::new(start.into(), end.into())).or(whole)
}
