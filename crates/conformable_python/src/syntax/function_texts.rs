//! What is read off the texts of functions, once for each function and thread, whoever calls it from which file.

use std::cell::RefCell;
use std::rc::Rc;

use conformable_types::Sym;
use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::syntax::bodies::{Body, FunctionText};
use crate::syntax::changes::Changes;
use crate::syntax::scopes::{self, ScopeDeclarations};

/// By the number of its module and its range, what each function that was asked for declares, and what it writes outside of itself.
#[derive(Default)]
pub struct FunctionTexts {
    declared: RefCell<FxHashMap<(usize, TextRange), Rc<ScopeDeclarations>>>,
    writes: RefCell<FxHashMap<(usize, TextRange), Rc<OutsideWrites>>>,
}

impl FunctionTexts {
    /// What a function declares and binds.
    pub fn declared(&self, function: FunctionText<'_>) -> Rc<ScopeDeclarations> {
        let mut known = self.declared.borrow_mut();
        let declared = known.entry((function.module, function.range)).or_insert_with(|| {
            Rc::new(match function.body {
                Body::Block(body) => scopes::declared(body),
                Body::Expression(_) => ScopeDeclarations::default(),
            })
        });
        Rc::clone(declared)
    }

    /// What a function writes outside of itself.
    pub fn writes_of(&self, function: FunctionText<'_>) -> Rc<OutsideWrites> {
        let mut known = self.writes.borrow_mut();
        let writes = known.entry((function.module, function.range));
        Rc::clone(writes.or_insert_with(|| Rc::new(OutsideWrites::of(function, self.declared(function)))))
    }
}

/// What a call of a function may change outside of it, by the names in its text.
pub struct OutsideWrites {
    pub declared: Rc<ScopeDeclarations>,
    /// Names that aren't its own, of which it changes what they contain or what they have as attributes.
    pub contents: Vec<Sym>,
    /// Names of functions, not its own, that it calls.
    pub called: Vec<Sym>,
    /// All names in its text; none where a text may say names.
    pub named: Option<Vec<Sym>>,
    pub changes: Changes,
}

/// What gives a function the values of its names, or of those around it.
const BY_TEXT: [&str; 5] = ["eval", "exec", "globals", "locals", "vars"];

impl OutsideWrites {
    /// Does it write anything?
    pub fn is_any(&self) -> bool {
        !(self.declared.globals.is_empty() && self.declared.nonlocals.is_empty() && self.contents.is_empty())
    }

    fn of(function: FunctionText<'_>, declared: Rc<ScopeDeclarations>) -> OutsideWrites {
        let (changes, elsewhere) = match function.body {
            Body::Block(body) => (Changes::of(body), scopes::rebound(body)),
            Body::Expression(body) => (Changes::of_expression(body), FxHashSet::default()),
        };
        let params: FxHashSet<Sym> =
            function.params.into_iter().flat_map(|params| params.iter()).map(|param| Sym::new(param.name())).collect();
        let is_own =
            |name: &Sym| (params.contains(name) || declared.locals.contains(name)) && !elsewhere.contains(name);
        // In the order of their texts, so that nothing follows a hash.
        let ordered = |names: &mut dyn Iterator<Item = Sym>| {
            let mut names: Vec<Sym> = names.filter(|name| !is_own(name)).collect();
            names.sort_unstable_by_key(|name| name.as_str());
            names
        };
        let contents = ordered(&mut changes.written());
        let called = ordered(&mut changes.called());
        let names = scopes::names_in(function.body);
        let says_names = names.iter().any(|name| BY_TEXT.contains(&name.as_str()));
        let named = (!says_names).then(|| ordered(&mut names.into_iter()));
        OutsideWrites { declared, contents, called, named, changes }
    }
}
