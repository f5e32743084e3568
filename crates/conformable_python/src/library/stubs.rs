//! Python's own functions and classes, read from the stubs in `catalogue/python` as a library's are: which there are,
//! what they take, and what they give where that is all that is known. What they do is the evaluator's.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::LazyLock;

use conformable_signatures::op::{Op, Param};
use conformable_signatures::{Catalogue, Member};
use conformable_types::Ty;
use conformable_types::text::Node;
use conformable_types::text::read::Reader;
use rustc_hash::FxHashMap;

/// A function, or a method without its receiver.
#[derive(Clone, Copy)]
pub struct StubSignature {
    op: &'static Op,
    is_constructor: bool,
}

pub struct Stubs(&'static Catalogue);

thread_local! {
    /// Functions by their paths as they were asked for: each call of one asks. Saves 1% of the instructions of `check` on a
    /// small file.
    static FUNCTIONS: RefCell<FxHashMap<Box<str>, StubSignature>> = RefCell::default();
}

/// Read once; a test holds that they can be.
pub static STUBS: LazyLock<Stubs> =
    LazyLock::new(|| Stubs(Catalogue::language("python").expect("its folder is compiled in")));

/// The path in the catalogue.
fn qualified(path: &str) -> Cow<'_, str> {
    if path.contains('.') { path.into() } else { format!("builtins.{path}").into() }
}

impl Stubs {
    /// By its path: `abs`, `math.sqrt`, `str.split`; a class's name is its constructor's.
    pub fn function(&self, path: &str) -> Option<StubSignature> {
        if let Some(found) = FUNCTIONS.with_borrow(|functions| functions.get(path).copied()) {
            return Some(found);
        }
        let found = self.read_function(path)?;
        FUNCTIONS.with_borrow_mut(|functions| functions.insert(path.into(), found));
        Some(found)
    }

    fn read_function(&self, path: &str) -> Option<StubSignature> {
        let op = self.0.function(&qualified(path)).map(|op| StubSignature { op, is_constructor: false });
        let method = || path.split_once('.').and_then(|(class, name)| self.method(class, name));
        let constructor = || self.method(path, "__init__").map(|init| StubSignature { is_constructor: true, ..init });
        op.or_else(method).or_else(constructor)
    }

    /// The method of a class of Python's.
    pub fn method(&self, class: &str, name: &str) -> Option<StubSignature> {
        match self.0.member(class, name)? {
            Member::Method(op) => Some(StubSignature { op, is_constructor: false }),
            Member::Property(_) => None,
        }
    }

    /// The value of a constant of a module.
    pub fn constant(&self, path: &str) -> Option<Ty> {
        self.0.constant(&qualified(path)).filter(|ty| !ty.is_unknown())
    }

    /// Is there something of this path?
    pub fn has(&self, path: &str) -> bool {
        let is_member = || path.split_once('.').is_some_and(|(class, name)| self.0.member(class, name).is_some());
        self.function(path).is_some() || is_member() || self.0.constant(&qualified(path)).is_some()
    }
}

impl StubSignature {
    /// Called through its class it is given a receiver first.
    pub fn has_receiver(self) -> bool {
        self.op.bound && !self.is_constructor
    }

    pub fn params(self) -> &'static [Param] {
        &self.op.alternatives[0].params[usize::from(self.op.bound)..]
    }

    /// The type of what it gives; `None` of a function that may do anything.
    pub fn returns(self) -> Option<Ty> {
        let result = &self.op.alternatives[0].result;
        let said = !matches!(result.node, Node::Ellipsis);
        said.then(|| Reader::for_expr(result).ty(result).expect("the type of a result"))
    }
}

#[cfg(test)]
mod tests {
    use conformable_signatures::binder::bind;
    use conformable_types::TyKind;

    use super::*;

    fn refused(path: &str, given: usize, keywords: &[&str]) -> Option<String> {
        let params = STUBS.function(path).expect("it is in the stubs").params();
        bind(params, given, keywords.iter().copied(), false).error.map(|error| error.to_string())
    }

    #[test]
    fn arguments_are_counted_and_named() {
        assert_eq!(refused("sum", 1, &["start"]), None);
        assert_eq!(refused("sum", 0, &[]).as_deref(), Some("missing argument: `iterable`"));
        assert_eq!(refused("sum", 3, &[]).as_deref(), Some("takes from 1 to 2 positional arguments but 3 were given"));
        assert_eq!(refused("sum", 2, &["start"]).as_deref(), Some("got two values for `start`"));
        assert_eq!(refused("sum", 1, &["begin"]).as_deref(), Some("got an unexpected keyword argument `begin`"));
        assert_eq!(refused("len", 0, &["obj"]).as_deref(), Some("got an unexpected keyword argument `obj`"));
        assert_eq!(refused("len", 2, &[]).as_deref(), Some("takes 1 positional argument but 2 were given"));
        assert_eq!(refused("max", 0, &[]).as_deref(), Some("missing argument: `first`"));
        assert_eq!(refused("round", 0, &["number"]), None);
        assert_eq!(refused("dict", 1, &["anything"]), None);
    }

    #[test]
    fn methods_have_no_receiver() {
        let split = STUBS.method("str", "split").expect("it is in the stubs");
        let error = |given| bind(split.params(), given, [], false).error;
        assert!(error(2).is_none() && error(3).is_some());
        assert!(matches!(split.returns().map(Ty::kind), Some(TyKind::ListOf(_))));
    }

    #[test]
    fn all_can_be_read() {
        assert!(STUBS.0.errors().is_empty(), "{:?}", STUBS.0.errors());
        let results = STUBS.0.functions().chain(STUBS.0.methods().map(|(_, op)| op));
        assert!(results.filter(|op| StubSignature { op, is_constructor: false }.returns().is_some()).count() > 100);
    }

    #[test]
    fn constants_have_values() {
        assert_eq!(STUBS.constant("math.pi"), Some(Ty::float(std::f64::consts::PI)));
        assert!(STUBS.has("Ellipsis") && STUBS.has("list") && !STUBS.has("split"));
    }
}
