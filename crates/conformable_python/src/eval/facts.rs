//! Records the table of facts while a root is evaluated: types by site and context, and the names of sizes.
//!
//! A *context* is an evaluation of a function's body: a call with arguments of certain types, or the function on its
//! own. A call with arguments of types that were seen before is in the same context. How well each site is known,
//! and why not better, is decided by [`diagnose::sites`](super::diagnose::sites); what is made of the table is
//! [`front::facts`](crate::front::facts)' readers' business.
//!
//! Types are in a root's own numbering, so that they are named, by what the source calls their sizes, when it ends.
//! A call that a summary answers records nothing: the call that it was made of has recorded the same types.

use std::rc::Rc;
use std::sync::Arc;

use conformable_signatures::binder::Parameter as _;
use conformable_signatures::generalise::{self, Naming};
use conformable_signatures::without_floats;
use conformable_solver::Store;
use conformable_types::term::{self, Leaf};
use conformable_types::ty::{Param, ParamKind};
use conformable_types::{Atom, Ty, TyKind, text};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Machine;
use super::diagnose::sites::SiteCause;
use crate::domain::heap::ObjectId;
use crate::domain::value::{Function, Kind, Sym, Value};
use crate::eval::machine::types::bare_atom;
use crate::front::diagnostic::Span;
use crate::front::facts::{CallContext, CallerKind, Cause, Context, Facts, KnowledgeLevel, SignatureAlone};
use crate::front::program::Program;

/// A module, and where in it.
pub type SiteKey = (usize, TextRange);

/// At most this many forms of calls are kept for each function.
const MAX_CALLS: usize = 16;
/// At most this many types are kept in all.
const MAX_ENTRIES: usize = 1 << 20;
/// Containers of more values are not followed, but where they are bound.
const MAX_PARTS: usize = 8;

/// The number of a context in its table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ContextId(u32);

/// What is known of a site, apart from its types.
#[derive(Default)]
pub struct SiteRecord {
    pub known: Option<KnowledgeLevel>,
    pub cause: Option<SiteCause>,
}

/// A type that a site had.
struct TypeSeen {
    site: SiteKey,
    context: ContextId,
    ty: Ty,
    /// Where its value was made.
    made: Option<SiteKey>,
    binds: Option<Sym>,
    /// In a loop, which may give it another one.
    in_loop: bool,
}

type EntryKey = (SiteKey, ContextId, Ty, bool, Option<SiteKey>);

impl TypeSeen {
    /// What another entry may not say again.
    fn key(&self) -> EntryKey {
        (self.site, self.context, self.ty, self.binds.is_some(), self.made)
    }
}

/// A call, until its types are named.
struct CallRecord {
    qualified: String,
    module: usize,
    range: TextRange,
    caller: CallerKind,
    from: Option<SiteKey>,
    signature: Option<(String, String)>,
}

struct ContextRecord {
    /// `None`: the module, or a function on its own, whose name is there.
    call: Option<CallRecord>,
    alone: Option<(Arc<str>, TextRange)>,
    /// What sizes are called in it; a name of several sizes is none.
    hints: Vec<(Sym, Option<Atom>)>,
    /// Sizes that each item of a list has one of: a name of one of them is none of the others'.
    several: FxHashSet<Atom>,
    naming: Option<Naming>,
}

/// A call by where its function is, what it captures and the types of its arguments.
type CallForm = (SiteKey, ObjectId, Vec<Ty>);

/// The facts of the roots of one file, until they are made a table.
#[derive(Default)]
pub struct FactsRecorder {
    /// Whether types are wanted, besides how well each site is known.
    types: bool,
    pub sites: FxHashMap<SiteKey, SiteRecord>,
    contexts: Vec<ContextRecord>,
    entries: Vec<TypeSeen>,
    seen: FxHashSet<EntryKey>,
    calls: FxHashMap<CallForm, ContextId>,
    count_of: FxHashMap<SiteKey, usize>,
    /// Functions that have more forms of calls than are kept.
    cut: FxHashSet<SiteKey>,
    /// Signatures of functions on their own.
    alone: Vec<(SiteKey, SignatureAlone)>,
    /// The context of what stands in no function of the root, if types of it are wanted.
    base: Option<ContextId>,
    /// The root is a function on its own.
    caller: CallerKind,
    /// The first entry and context of the root that is evaluated.
    first: (usize, usize),
}

/// The amount of entries and contexts at some moment.
#[derive(Clone, Copy, Default)]
pub struct FactsMark {
    entries: usize,
    contexts: usize,
}

impl FactsRecorder {
    pub fn new(types: bool) -> FactsRecorder {
        FactsRecorder { types, ..FactsRecorder::default() }
    }

    pub fn wants_types(&self) -> bool {
        self.types
    }

    /// A root begins that runs a module's top level.
    fn begin_module(&mut self) {
        (self.caller, self.first) = (CallerKind::Run, (self.entries.len(), self.contexts.len()));
        self.base = self.types.then(|| self.add_context(None, None));
    }

    /// A root begins that evaluates functions on their own, or examples: nothing is to be shown but of the calls that it makes.
    fn begin_beside(&mut self, caller: CallerKind) {
        (self.caller, self.first) = (caller, (self.entries.len(), self.contexts.len()));
        self.base = None;
    }

    fn add_context(&mut self, call: Option<CallRecord>, alone: Option<(Arc<str>, TextRange)>) -> ContextId {
        let number = ContextId(u32::try_from(self.contexts.len()).unwrap_or(u32::MAX));
        self.contexts.push(ContextRecord {
            call,
            alone,
            hints: Vec::new(),
            several: FxHashSet::default(),
            naming: None,
        });
        number
    }

    fn add(&mut self, entry: TypeSeen) {
        if self.entries.len() < MAX_ENTRIES && self.seen.insert(entry.key()) {
            self.entries.push(entry);
        }
    }

    /// A size is called so in a context.
    fn hint(&mut self, context: ContextId, name: Sym, ty: Ty) {
        let atom = bare_atom(ty);
        let record = &mut self.contexts[context.0 as usize];
        if let TyKind::ListOf(_) | TyKind::TupleOf(_) | TyKind::Set(_) | TyKind::Dict(..) = ty.kind() {
            term::visit_ty(ty, &mut |leaf| {
                if let Leaf::Atom(atom) = leaf {
                    record.several.insert(atom);
                }
            });
        }
        let hints = &mut record.hints;
        match hints.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) if *known != atom => *known = None,
            Some(_) => {}
            None => hints.push((name, atom)),
        }
    }

    pub fn mark(&self) -> FactsMark {
        FactsMark { entries: self.entries.len(), contexts: self.contexts.len() }
    }

    /// Discards what was recorded since then in the contexts that there were: the same code will be evaluated once
    /// more. Calls in between may be answered by summaries the next time, so that theirs stays.
    pub fn discard_since(&mut self, mark: FactsMark) {
        let mut left = self.entries.split_off(mark.entries.min(self.entries.len()));
        left.retain(|entry| {
            let stays = entry.context.0 as usize >= mark.contexts;
            if !stays {
                self.seen.remove(&entry.key());
            }
            stays
        });
        self.entries.append(&mut left);
    }

    /// A call was cut: what loops in it give, other passes may give otherwise.
    pub fn forget_loops_since(&mut self, mark: FactsMark) {
        for entry in self.entries.iter_mut().skip(mark.entries).filter(|entry| entry.in_loop) {
            entry.ty = Ty::unknown();
        }
    }

    /// What sizes are called in the function that is evaluated on its own.
    pub fn hints_alone(&self) -> Vec<(Atom, Sym)> {
        let alone = self.contexts[self.first.1..].iter().find(|context| context.alone.is_some());
        alone.map(|context| context.hints().collect()).unwrap_or_default()
    }

    /// The names of the function that was evaluated on its own, and its signature in them.
    pub fn name_alone(&mut self, naming: Naming, function: SiteKey, signature: SignatureAlone) {
        self.alone.push((function, signature));
        if let Some(context) = self.contexts[self.first.1..].iter_mut().find(|context| context.alone.is_some()) {
            context.naming = Some(naming);
        }
    }

    /// The root ends: its types get names. Where the fuel was spent, a loop may give other types in the passes that
    /// were not evaluated.
    pub fn end_root(&mut self, is_cut_short: bool) {
        self.calls.clear();
        self.seen.clear();
        for context in &mut self.contexts[self.first.1..] {
            if context.naming.is_none() {
                context.naming = Some(Naming::of_sizes(context.hints()));
            }
        }
        let mut named: FxHashMap<(ContextId, Ty), Ty> = FxHashMap::default();
        for entry in &mut self.entries[self.first.0..] {
            if is_cut_short && entry.in_loop {
                entry.ty = Ty::unknown();
            }
            let context = &self.contexts[entry.context.0 as usize];
            entry.ty = *named.entry((entry.context, entry.ty)).or_insert_with(|| context.named(entry.ty));
        }
        self.first = (self.entries.len(), self.contexts.len());
    }

    /// The table.
    pub fn facts(self, program: &Program<'_>) -> Facts {
        let mut facts = Facts::default();
        let path = |module: usize| &program.module(module).file.path;
        for ((module, range), record) in self.sites {
            program.unwind_if_dropped();
            let cause = record.cause.map(|cause| Cause {
                text: cause.text,
                file: Arc::clone(path(cause.at.0)),
                at: cause.at.1.start().to_u32(),
            });
            let file = facts.file_mut(path(module));
            file.is_test = program.module(module).is_test();
            let site = file.sites.entry(range).or_default();
            (site.known, site.cause) = (record.known, cause);
        }
        for (module, range) in self.cut {
            let ends = (range.start().to_u32(), range.end().to_u32());
            facts.file_mut(path(module)).cut.insert(ends);
        }
        for ((module, range), signature) in self.alone {
            let ends = (range.start().to_u32(), range.end().to_u32());
            facts.file_mut(path(module)).alone.insert(ends, signature);
        }
        let contexts: Vec<Option<Context>> =
            self.contexts.into_iter().map(|context| context.finished(program, &mut facts)).collect();
        for entry in self.entries {
            program.unwind_if_dropped();
            if let Some(context) = &contexts[entry.context.0 as usize] {
                let site = facts.file_mut(path(entry.site.0)).sites.entry(entry.site.1).or_default();
                site.binds = site.binds.or(entry.binds);
                site.see(context.clone(), vec![entry.ty], made_elsewhere(program, &entry).into_iter().collect());
            }
        }
        facts
    }
}

impl ContextRecord {
    fn hints(&self) -> impl Iterator<Item = (Atom, Sym)> {
        let named = self.hints.iter().filter_map(|(name, atom)| Some(((*atom)?, *name)));
        named.filter(|(atom, _)| !self.several.contains(atom))
    }

    /// A type in its names.
    fn named(&self, ty: Ty) -> Ty {
        match &self.naming {
            Some(naming) if self.call.is_some() || self.alone.is_some() => naming.apply(ty),
            Some(naming) => naming.only_names(ty),
            None => ty,
        }
    }

    /// Its call had these types, where `store` holds; it may not have returned.
    fn looked_like(&mut self, params: Vec<Param>, result: Ty, store: &Store, has_returned: bool) {
        let hints: Vec<(Atom, Sym)> = self.hints().collect();
        let (mut signature, mut naming) = generalise::generalise(params, result, store, &hints);
        naming.call_also(&hints, store);
        (signature.constraints, signature.partial) = (Box::default(), false);
        let returns = match &*signature.outputs {
            [] => Ty::none(),
            [one] => *one,
            many => Ty::tuple(many.iter().copied()),
        };
        let shown = (text::print_function(&signature), text::print_ty(returns));
        self.naming = Some(naming);
        if let Some(call) = &mut self.call {
            call.signature = Some(if has_returned { shown } else { (raising(&shown.0), "Never".to_owned()) });
        }
    }

    /// The context as readers see it; `None` for a call that never returned and was cut off.
    fn finished(self, program: &Program<'_>, facts: &mut Facts) -> Option<Context> {
        let ends = |range: TextRange| (range.start().to_u32(), range.end().to_u32());
        if let Some((function, range)) = self.alone {
            return Some(Context::Alone(function, ends(range)));
        }
        let Some(call) = self.call else { return Some(Context::Module) };
        let (signature, returns) = call.signature?;
        let from = call.from.map(|(module, range)| {
            let module = program.module(module);
            (Arc::clone(&module.file.path), module.line(range))
        });
        let range = ends(call.range);
        let context = CallContext { function: call.qualified, range, caller: call.caller, signature, returns, from };
        let context = Arc::new(context);
        facts.file_mut(&program.module(call.module).file.path).calls.insert(Arc::clone(&context));
        Some(Context::Call(context))
    }
}

impl<'p> Machine<'p> {
    /// A root begins: one that runs a module's top level, or one that says nothing of that.
    pub fn begin_facts(&mut self, caller: CallerKind) {
        if let Some(facts) = &mut self.output.facts {
            match caller {
                CallerKind::Run => facts.begin_module(),
                CallerKind::Example | CallerKind::Alone => facts.begin_beside(caller),
            }
        }
    }

    /// The context of what is evaluated now, if types of it are wanted.
    fn context(&self) -> Option<ContextId> {
        let facts = self.output.facts.as_deref()?;
        if !facts.types || self.output.hides_bindings() {
            return None;
        }
        match self.frames.last() {
            Some(frame) if frame.function.is_some() => frame.context,
            _ => facts.base,
        }
    }

    /// A function's body is about to be evaluated with these parameters.
    pub fn context_of_call(
        &mut self,
        function: &Rc<Function<'p>>,
        given: &[(Sym, Value<'p>)],
        from: TextRange,
        is_alone: bool,
    ) -> Option<ContextId> {
        let is_hidden = self.output.hides_bindings() || function.module.is_model;
        let facts = self.output.facts.as_deref_mut()?;
        if !facts.types || is_hidden {
            return None;
        }
        if is_alone {
            return Some(facts.add_context(None, Some((function.qualified.as_str().into(), function.range))));
        }
        let key = (function.module.id, function.range);
        let types: Vec<Ty> = given.iter().map(|(_, value)| self.type_of(value)).collect();
        let from = self.frames.last().map(|frame| (frame.module.id, from));
        let facts = self.output.facts.as_deref_mut()?;
        let form = (key, function.scope, types);
        if let Some(known) = facts.calls.get(&form) {
            return Some(*known);
        }
        if facts.count_of.get(&key).is_some_and(|count| *count >= MAX_CALLS) {
            facts.cut.insert(key);
            return None;
        }
        *facts.count_of.entry(key).or_default() += 1;
        let call = CallRecord {
            qualified: function.qualified.clone(),
            module: key.0,
            range: key.1,
            caller: facts.caller,
            from,
            signature: None,
        };
        let context = facts.add_context(Some(call), None);
        facts.calls.insert(form, context);
        Some(context)
    }

    /// The body was evaluated: what the call looked like to the function.
    pub fn end_context(
        &mut self,
        context: Option<ContextId>,
        function: &Function<'p>,
        given: &[(Sym, Value<'p>)],
        result: &Value<'p>,
    ) {
        let Some(context) = context else { return };
        let is_open = |facts: &FactsRecorder| {
            let record = &facts.contexts[context.0 as usize];
            record.call.as_ref().is_some_and(|call| call.signature.is_none())
        };
        if !self.output.facts.as_deref().is_some_and(is_open) {
            return;
        }
        let types: Vec<Ty> = given.iter().map(|(_, value)| without_floats(self.type_of(value))).collect();
        let params: Vec<Param> = given
            .iter()
            .zip(&types)
            .map(|((name, _), ty)| {
                let kind = kind_of(function, *name);
                // Of what collects the rest the type of each is written.
                let ty = match (kind, ty.kind()) {
                    (ParamKind::VarArgs, TyKind::Tuple(items)) if !items.is_empty() => Ty::union(items.iter().copied()),
                    (ParamKind::KwArgs, TyKind::Dict(_, each)) => *each,
                    (ParamKind::VarArgs | ParamKind::KwArgs, _) => Ty::unknown(),
                    _ => *ty,
                };
                Param { name: Some(*name), kind, ty, assumed: false, default: None }
            })
            .collect();
        let is_left = !self.state.unreachable;
        let result = if is_left { self.type_of(result) } else { Ty::unknown() };
        let store = &self.state.store;
        let Some(facts) = self.output.facts.as_deref_mut() else { return };
        for (param, ty) in params.iter().zip(&types) {
            let Some(range) = param.name.and_then(|name| place_of(function, name)) else { continue };
            let value = given.iter().find(|(name, _)| Some(*name) == param.name).map(|(_, value)| value);
            let (site, made) = ((function.module.id, range), value.and_then(made_at));
            facts.add(TypeSeen { site, context, ty: *ty, made, binds: None, in_loop: false });
        }
        facts.contexts[context.0 as usize].looked_like(params, result, store, is_left);
    }

    /// A name or an attribute is bound.
    pub fn note_binding(&mut self, range: TextRange, name: Sym, value: &Value<'p>) {
        let Some(context) = self.context() else { return };
        let ty = self.type_of(value);
        let frame = self.frames.last().expect("evaluation has a frame");
        let (site, in_loop) = ((frame.module.id, range), !frame.loops.is_empty() || !frame.passes.is_empty());
        let Some(facts) = self.output.facts.as_deref_mut() else { return };
        if !name.as_str().contains('.') {
            facts.hint(context, name, ty);
        }
        facts.add(TypeSeen { site, context, ty, made: made_at(value), binds: Some(name), in_loop });
    }

    /// An expression had this value.
    pub fn note_type(&mut self, range: TextRange, value: &Value<'p>) {
        let Some(context) = self.context() else { return };
        let Some(ty) = self.type_at_site(value, 0) else { return };
        let frame = self.frames.last().expect("evaluation has a frame");
        let (site, in_loop) = ((frame.module.id, range), !frame.loops.is_empty() || !frame.passes.is_empty());
        if let Some(facts) = self.output.facts.as_deref_mut() {
            facts.add(TypeSeen { site, context, ty, made: made_at(value), binds: None, in_loop });
        }
    }

    /// The type of an expression's value; `None` for functions and modules, of which nobody asks a shape.
    fn type_at_site(&mut self, value: &Value<'p>, depth: u32) -> Option<Ty> {
        Some(match &value.kind {
            Kind::Data(ty) | Kind::Integer(ty, _) | Kind::Floating(ty, _) => self.state.store.resolve_ty(*ty),
            Kind::Array(array) => self.state.store.resolve_ty(array.ty),
            Kind::Shaped(shaped) => self.state.type_of_shaped(shaped),
            Kind::Tuple(tuple) if tuple.items.len() <= MAX_PARTS && depth < 2 => {
                let tuple = tuple.clone();
                Ty::tuple(self.types_at_site(&tuple.items, depth))
            }
            Kind::Union(members) if members.len() <= MAX_PARTS => {
                let members = Rc::clone(members);
                Ty::union(self.types_at_site(&members, depth))
            }
            Kind::Tuple(_) | Kind::Union(_) | Kind::Object(_) | Kind::Shape(_) | Kind::Slice(_) => Ty::unknown(),
            _ if value.is_unknown() => Ty::unknown(),
            _ => return None,
        })
    }

    fn types_at_site(&mut self, values: &[Value<'p>], depth: u32) -> Vec<Ty> {
        values.iter().map(|value| self.type_at_site(value, depth + 1).unwrap_or_else(Ty::unknown)).collect()
    }
}

/// Where an array was made, or what else has sizes.
fn made_at(value: &Value<'_>) -> Option<SiteKey> {
    let origin = value.origin.filter(|_| !value.is_unknown())?;
    Some((origin.module.id, origin.range))
}

/// The place of that, unless it is the site's own line.
fn made_elsewhere(program: &Program<'_>, entry: &TypeSeen) -> Option<Span> {
    let (module, range) = entry.made.filter(|_| term::has_parts(entry.ty))?;
    let (there, here) = (program.module(module), program.module(entry.site.0));
    let is_here = module == entry.site.0 && there.line(range) == here.line(entry.site.1);
    (!is_here && !there.is_model).then(|| there.place(range))
}

/// `(x: float64[3]) -> Unknown` of a call that doesn't return.
fn raising(signature: &str) -> String {
    match signature.rsplit_once("->") {
        Some((params, _)) => format!("{params}-> Never"),
        None => signature.to_owned(),
    }
}

/// Where the parameter of that name stands, unless it collects the rest.
fn place_of(function: &Function<'_>, name: Sym) -> Option<TextRange> {
    let params = function.params?;
    let named = params.iter_non_variadic_params().find(|param| param.parameter.name.as_str() == name.as_str());
    named.map(|param| param.parameter.name.range())
}

fn kind_of(function: &Function<'_>, name: Sym) -> ParamKind {
    let params = function.written_params();
    params.iter().find(|param| param.name() == name.as_str()).map_or(ParamKind::Plain, |param| param.kind)
}
