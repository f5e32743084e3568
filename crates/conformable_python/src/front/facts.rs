//! The table of facts: what a check knows of each expression, in which contexts, and why not more.
//!
//! A *site* is an expression or a target that binds a name. It has a level (how well the best evaluation
//! knew it), the cause and the place where an unknown value began, and, where types are wanted, the types that it
//! had in each *context*: the run of the module, a call of the function around it, that function on its own.
//!
//! A function is often called from another file than its own. So the facts about a file are kept by place, and tables
//! are merged: in any order they give the same. Who reads them (`infer`, `coverage`, the last line of `check`) is
//! not known here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use conformable_signatures::without_floats;
use conformable_types::{Sym, Ty, TyKind, relations, text};
use ruff_text_size::TextRange;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::front::diagnostic::Span;

/// How much is known of a value that is an array or could be one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum KnowledgeLevel {
    Nothing,
    /// It is no array: a method, a number of Python's.
    Other,
    /// It is an array.
    Array,
    /// Its dtype and its rank.
    Rank,
    /// Its dtype and every size.
    Sizes,
}

/// Why a value is unknown, and where that began.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Cause {
    /// The cause in words.
    pub text: Arc<str>,
    /// The file in which it began.
    pub file: Arc<str>,
    /// Where in that file, in bytes.
    pub at: u32,
}

/// What makes a call: the first kind that there is says what readers want to know of a function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum CallerKind {
    /// A run of a module.
    #[default]
    Run,
    /// An example in a docstring.
    Example,
    /// A function that is evaluated on its own.
    Alone,
}

/// A call of a function, as it was seen by the function. Calls of one function are in the order of their places.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CallContext {
    /// The function's qualified name.
    pub function: String,
    /// Where its definition begins and ends.
    pub range: (u32, u32),
    /// What makes this call.
    pub caller: CallerKind,
    /// The file and the line of the call.
    pub from: Option<(Arc<str>, usize)>,
    /// The types of its parameters and of its result, as text.
    pub signature: String,
    /// The type of its result, as text.
    pub returns: String,
}

/// Places that are kept of those where values of one site and context were made.
const MADE: usize = 4;

/// In which evaluation a site had a type.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Context {
    /// The module's top level, run as a script.
    Module,
    /// A call of the function around it.
    Call(Arc<CallContext>),
    /// The function around it, on its own: its qualified name, and where its definition begins and ends.
    Alone(Arc<str>, (u32, u32)),
}

/// The types of a site in one context: several if it was evaluated several times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The context.
    pub context: Context,
    /// The types, in the order in which they were met.
    pub types: Vec<Ty>,
    /// Where the values of these were made, if not on the site's own line: a few places, in their order.
    pub made: Vec<Span>,
}

/// An expression, or a target that binds a name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Site {
    /// `None`: nothing says that it is an array.
    pub(crate) known: Option<KnowledgeLevel>,
    /// Why not more is known.
    pub cause: Option<Cause>,
    /// The name that it binds; attributes as `self.w`.
    pub binds: Option<Sym>,
    /// The types that it had.
    pub seen: Vec<Seen>,
}

/// What a function is that was evaluated on its own, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignatureAlone {
    /// `(x?: T[n, m]) -> T[m, n]`
    pub text: String,
    pub params: Vec<ParameterAlone>,
}

/// A parameter of a function that was evaluated on its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParameterAlone {
    pub name: Sym,
    pub ty: Ty,
    /// With the constraints that speak of it: `x: T[n, m]`.
    pub text: String,
}

/// The facts about one file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileFacts {
    /// Its sites by where they are.
    pub sites: FxHashMap<TextRange, Site>,
    /// The calls of its functions.
    pub calls: BTreeSet<Arc<CallContext>>,
    /// Where functions begin and end that were called in more ways than are kept.
    pub cut: BTreeSet<(u32, u32)>,
    /// The signatures of functions that were evaluated on their own, by where they begin and end.
    pub alone: BTreeMap<(u32, u32), SignatureAlone>,
    /// Tests make arrays to be looked at, and what is known of them says little: they are not counted.
    pub(crate) is_test: bool,
}

/// The facts about some files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    files: BTreeMap<Arc<str>, FileFacts>,
}

/// How many expressions are known how well.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Expressions that are arrays or NumPy scalars, or that an operation on one gave.
    pub sites: u64,
    /// Of these, those with a dtype and a rank.
    pub ranks: u64,
    /// Of these, those with a dtype and every size: a number, a name, or one that the data decide.
    pub sizes: u64,
    /// How many expressions are unknown for each cause, whether they count as arrays or not.
    pub causes: BTreeMap<Arc<str>, u64>,
    /// Where unknown begins: for how many of the expressions of arrays without a dtype and a rank.
    pub begins: BTreeMap<Cause, u64>,
}

impl Counts {
    /// The share of the expressions that have a dtype and a rank, in percent; all of none.
    #[allow(clippy::cast_precision_loss)]
    pub fn share(&self) -> f64 {
        if self.sites == 0 { 100.0 } else { 100.0 * self.ranks as f64 / self.sites as f64 }
    }

    /// The causes by their words: how many expressions depend on each, the place with the most of them, and how
    /// many places there are. The commonest is first.
    pub fn by_cause(&self) -> Vec<CauseCount<'_>> {
        let mut found: Vec<CauseCount<'_>> = Vec::new();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        for (cause, count) in &self.begins {
            let at = *places.entry(&cause.text).or_insert_with(|| {
                found.push(CauseCount { first: cause, most: 0, count: 0, places: 0 });
                found.len() - 1
            });
            let one = &mut found[at];
            one.count += count;
            one.places += 1;
            if *count > one.most {
                (one.first, one.most) = (cause, *count);
            }
        }
        found.sort_by_key(|one| (std::cmp::Reverse(one.count), one.first));
        found
    }

    fn add(&mut self, site: &Site) {
        if let Some(known) = site.known.filter(|known| *known != KnowledgeLevel::Other) {
            self.sites += 1;
            self.ranks += u64::from(known >= KnowledgeLevel::Rank);
            self.sizes += u64::from(known == KnowledgeLevel::Sizes);
            if let (true, Some(cause)) = (known < KnowledgeLevel::Rank, &site.cause) {
                *self.begins.entry(cause.clone()).or_default() += 1;
            }
        }
        // Those that keep more than arrays from being known are shown with the rest.
        if let (None | Some(KnowledgeLevel::Nothing), Some(cause)) = (site.known, &site.cause) {
            *self.causes.entry(Arc::clone(&cause.text)).or_default() += 1;
        }
    }
}

/// A cause, with all the places where it made something unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CauseCount<'a> {
    /// The cause at the place with the most expressions.
    pub first: &'a Cause,
    /// How many expressions depend on that place.
    pub most: u64,
    /// How many expressions depend on all of its places.
    pub count: u64,
    /// How many places there are.
    pub places: u64,
}

impl Facts {
    /// The facts about a file, to be added to.
    pub(crate) fn file_mut(&mut self, file: &Arc<str>) -> &mut FileFacts {
        self.files.entry(Arc::clone(file)).or_default()
    }

    /// The facts about a file.
    pub fn file(&self, path: &str) -> Option<&FileFacts> {
        self.files.get(path)
    }

    /// Takes the facts about a file out of the table; none if there are none.
    pub fn take_file(&mut self, path: &str) -> FileFacts {
        self.files.remove(path).unwrap_or_default()
    }

    /// Keeps those about the files that `wanted` names.
    pub fn retain(&mut self, wanted: impl Fn(&str) -> bool) {
        self.files.retain(|file, _| wanted(file));
    }

    /// The files by their paths.
    pub fn files(&self) -> impl Iterator<Item = (&Arc<str>, &FileFacts)> {
        self.files.iter()
    }

    /// Adds what another evaluation knew; the order doesn't matter.
    pub fn merge(&mut self, other: Facts) {
        for (path, theirs) in other.files {
            let mine = self.files.entry(path).or_default();
            mine.is_test |= theirs.is_test;
            mine.calls.extend(theirs.calls);
            mine.cut.extend(theirs.cut);
            mine.alone.extend(theirs.alone);
            if mine.sites.is_empty() {
                mine.sites = theirs.sites;
                mine.sites.values_mut().for_each(Site::sort);
                continue;
            }
            for (range, site) in theirs.sites {
                mine.sites.entry(range).or_default().merge(site);
            }
        }
    }

    /// The counts over all files but tests.
    pub fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        let files = self.files.values().filter(|file| !file.is_test);
        files.flat_map(|file| file.sites.values()).for_each(|site| sum.add(site));
        sum
    }
}

impl FileFacts {
    /// Whether its expressions are counted.
    pub fn is_counted(&self) -> bool {
        !self.is_test
    }

    /// The counts of this file.
    pub fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        if !self.is_test {
            self.sites.values().for_each(|site| sum.add(site));
        }
        sum
    }

    /// The calls of the function that is defined there, those of a run first; each form of a call once.
    pub fn calls_of(&self, range: TextRange) -> Vec<&Arc<CallContext>> {
        let at = (range.start().to_u32(), range.end().to_u32());
        in_order(self.calls.iter().filter(|call| call.range == at))
    }

    /// The same of all functions, by where they begin and end.
    pub fn calls_by_function(&self) -> FxHashMap<(u32, u32), Vec<&Arc<CallContext>>> {
        let mut found: FxHashMap<(u32, u32), Vec<&Arc<CallContext>>> = FxHashMap::default();
        self.calls.iter().for_each(|call| found.entry(call.range).or_default().push(call));
        found.into_iter().map(|(at, calls)| (at, in_order(calls))).collect()
    }
}

/// The calls of one function, those of a run first; each form of a call once.
fn in_order<'f>(calls: impl IntoIterator<Item = &'f Arc<CallContext>>) -> Vec<&'f Arc<CallContext>> {
    let mut found: Vec<&Arc<CallContext>> = Vec::new();
    for call in calls {
        if !found.iter().any(|known| known.signature == call.signature) {
            found.push(call);
        }
    }
    found.sort_by_key(|call| (call.caller, call.from.clone()));
    found
}

impl Seen {
    /// The type in this context: a union of a few, else what holds all of them.
    pub fn ty(&self) -> Ty {
        joined(&self.types)
    }

    /// The same as text.
    pub fn text(&self) -> String {
        print_joined(&self.types)
    }

    /// Does any of the types say something?
    pub fn is_known(&self) -> bool {
        self.types.iter().any(|ty| !ty.is_unknown())
    }
}

impl Context {
    /// What leads there.
    pub fn caller(&self) -> CallerKind {
        match self {
            Context::Module => CallerKind::Run,
            Context::Call(call) => call.caller,
            Context::Alone(..) => CallerKind::Alone,
        }
    }
}

/// Members of a type that are shown; more are joined.
const MEMBERS: usize = 4;

/// The type of several: a union of a few, else what holds all of them.
pub(crate) fn joined(types: &[Ty]) -> Ty {
    let is_said = |ty: &&Ty| !types.iter().any(|other| is_value_of(**ty, *other));
    let all = Ty::union(types.iter().filter(is_said).copied());
    let shown = match all.members().len() {
        0..=MEMBERS => all,
        _ => types.iter().copied().reduce(relations::join).unwrap_or(all),
    };
    without_floats(shown)
}

/// The type of several as text. What is known in one evaluation isn't lost to another that knows nothing, as behind a
/// failure in a loop: that one is `Unknown` beside it.
pub fn print_joined(types: &[Ty]) -> String {
    let (known, has_unknown) = joined_with_unknown(types);
    let texts = known.map(text::print_ty).into_iter().chain(has_unknown.then(|| text::print_ty(Ty::unknown())));
    texts.collect::<Vec<_>>().join(" | ")
}

/// The type of several that say something, and whether there is one beside it that says nothing.
pub(crate) fn joined_with_unknown(types: &[Ty]) -> (Option<Ty>, bool) {
    let known: Vec<Ty> = types.iter().copied().filter(|ty| !ty.is_unknown()).collect();
    let (all, some) = (joined(types), joined(&known));
    match all.is_unknown() {
        false => (Some(all), false),
        true if known.is_empty() || some.is_unknown() => (None, true),
        true => (Some(some), true),
    }
}

/// Is it a value of the class that the other is? Beside `int` a 3 says nothing.
fn is_value_of(ty: Ty, class: Ty) -> bool {
    matches!(
        (ty.kind(), class.kind()),
        (TyKind::IntOf(_), TyKind::Int)
            | (TyKind::LitStr(_), TyKind::Str)
            | (TyKind::LitBool(_), TyKind::Bool)
            | (TyKind::LitFloat(_), TyKind::Float)
    )
}

impl Site {
    /// What it was seen as in runs; if there are none, in examples of docstrings, else in functions on their own.
    fn seen_best(&self) -> impl Iterator<Item = &Seen> {
        let best = self.seen.iter().map(|seen| seen.context.caller()).min();
        self.seen.iter().filter(move |seen| Some(seen.context.caller()) == best)
    }

    /// The types of these, each once.
    pub fn shown(&self) -> Vec<(Ty, Vec<&Context>)> {
        let mut found: Vec<(Ty, Vec<&Context>)> = Vec::new();
        for seen in self.seen_best() {
            let ty = seen.ty();
            match found.iter_mut().find(|(known, _)| *known == ty) {
                Some((_, contexts)) => contexts.push(&seen.context),
                None => found.push((ty, vec![&seen.context])),
            }
        }
        found
    }

    /// The type in these contexts as text.
    pub fn text(&self, contexts: &[&Context]) -> String {
        print_joined(&self.types_in(contexts))
    }

    /// The types in these contexts.
    pub fn types_in(&self, contexts: &[&Context]) -> Vec<Ty> {
        let seen = self.seen.iter().filter(|seen| contexts.contains(&&seen.context));
        seen.flat_map(|seen| seen.types.iter().copied()).collect()
    }

    /// Is it known to be an array, or a scalar of NumPy's, in the best evaluation?
    pub fn is_array(&self) -> bool {
        self.known.is_some_and(|known| known >= KnowledgeLevel::Array)
    }

    /// How well the best evaluation knew it, in a word; `None` if nothing says that it is an array.
    pub fn level(&self) -> Option<&'static str> {
        match self.known? {
            KnowledgeLevel::Nothing => Some("unknown"),
            KnowledgeLevel::Other => None,
            KnowledgeLevel::Array => Some("array"),
            KnowledgeLevel::Rank => Some("rank"),
            KnowledgeLevel::Sizes => Some("sizes"),
        }
    }

    fn merge(&mut self, other: Site) {
        self.known = self.known.max(other.known);
        self.binds = self.binds.or(other.binds);
        self.cause = match (self.cause.take(), other.cause) {
            (Some(mine), Some(other)) => Some(mine.min(other)),
            (mine, other) => mine.or(other),
        };
        for seen in other.seen {
            self.see(seen.context, seen.types, seen.made);
        }
        self.sort();
    }

    /// Contexts have an order of their own: that of the evaluation depends on which files are merged first.
    fn sort(&mut self) {
        self.seen.sort_by(|one, other| one.context.cmp(&other.context));
    }

    /// Adds types that it had in a context, and where their values were made.
    pub(crate) fn see(&mut self, context: Context, types: Vec<Ty>, made: Vec<Span>) {
        match self.seen.iter_mut().find(|seen| seen.context == context) {
            Some(seen) => {
                seen.types.extend(types.into_iter().filter(|ty| !seen.types.contains(ty)).collect::<Vec<_>>());
                seen.made.extend(made);
                seen.made.sort();
                seen.made.dedup();
                // The first ones are the first ones in whichever order they come.
                seen.made.truncate(MADE);
            }
            None => self.seen.push(Seen { context, types, made }),
        }
    }

    /// Where the values that are shown were made, if not on its own line: in the order of the places.
    pub fn made(&self) -> Vec<&Span> {
        let mut found: Vec<&Span> = self.seen_best().flat_map(|seen| &seen.made).collect();
        found.sort();
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(known: Option<KnowledgeLevel>, cause: Option<(&str, u32)>) -> Facts {
        let mut facts = Facts::default();
        let cause = cause.map(|(text, at)| Cause { text: text.into(), file: "a.py".into(), at });
        let site = Site { known, cause, ..Site::default() };
        facts.file_mut(&"a.py".into()).sites.insert(TextRange::default(), site);
        facts
    }

    #[test]
    fn of_more_types_than_anybody_reads_nothing_is_said() {
        let classes = |count: usize| -> Vec<Ty> {
            let key = |number| Ty::str(&format!("k{number}"));
            (0..count)
                .map(|number| Ty::new(TyKind::Struct([(Sym::new(&format!("k{number}")), key(number))].into())))
                .collect()
        };
        assert_eq!(joined(&classes(3)).members().len(), 3);
        assert_eq!(joined(&classes(relations::MOST_MEMBERS)).members().len(), relations::MOST_MEMBERS);
        assert!(joined(&classes(relations::MOST_MEMBERS + 1)).is_unknown());
    }

    #[test]
    fn an_expression_is_known_as_well_as_anywhere() {
        let (unknown, known) =
            (facts(Some(KnowledgeLevel::Nothing), Some(("`f()`", 3))), facts(Some(KnowledgeLevel::Rank), None));
        let mut other = unknown.clone();
        other.merge(facts(Some(KnowledgeLevel::Other), None));
        assert_eq!(other.counts().sites, 0);
        let (mut there, mut back) = (unknown.clone(), known.clone());
        there.merge(known);
        back.merge(unknown.clone());
        assert_eq!(there, back);
        let counts = there.counts();
        assert_eq!((counts.sites, counts.ranks, counts.sizes), (1, 1, 0));
        assert!(counts.causes.is_empty() && counts.begins.is_empty());
        assert_eq!((unknown.counts().share(), Counts::default().share()), (0.0, 100.0));
        let mut test = unknown;
        test.file_mut(&"a.py".into()).is_test = true;
        assert_eq!(test.counts(), Counts::default());
    }

    #[test]
    fn causes_are_counted_by_their_words_and_shown_where_most_depends_on_them() {
        let cause = |text: &str, at| Cause { text: text.into(), file: "a.py".into(), at };
        let counts = Counts {
            begins: [(cause("`f()`", 1), 2), (cause("`f()`", 9), 3), (cause("`g()`", 4), 4)].into(),
            ..Counts::default()
        };
        let found: Vec<_> = counts.by_cause().iter().map(|one| (one.first.at, one.count, one.places)).collect();
        assert_eq!(found, [(9, 5, 2), (4, 4, 1)]);
    }

    #[test]
    fn types_are_merged_by_context_in_any_order() {
        let seen = |context: Context, ty: Ty| {
            let mut facts = facts(Some(KnowledgeLevel::Sizes), None);
            let site = facts.file_mut(&"a.py".into()).sites.get_mut(&TextRange::default()).expect("a site");
            site.see(context, vec![ty], Vec::new());
            facts
        };
        let alone = || Context::Alone("f".into(), (0, 9));
        let (one, other) = (seen(Context::Module, Ty::none()), seen(alone(), Ty::unknown()));
        let mut both = other.clone();
        let site = both.file_mut(&"a.py".into()).sites.get_mut(&TextRange::default()).expect("a site");
        site.see(Context::Module, vec![Ty::none()], Vec::new());
        // However it was evaluated: in one table in any order, or in two.
        let merged = |tables: [&Facts; 2]| {
            let mut all = Facts::default();
            tables.into_iter().for_each(|table| all.merge(table.clone()));
            all
        };
        assert_eq!(merged([&one, &other]), merged([&other, &one]));
        assert_eq!(merged([&both, &Facts::default()]), merged([&one, &other]));
    }
}
