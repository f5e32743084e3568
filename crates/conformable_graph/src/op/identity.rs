//! When two ops are one. What is compared is what describes them, not what they print as: two values
//! may print alike, and of what a signature means its text does not say everything.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use conformable_signatures::Signature;
use rustc_hash::FxHasher;

use super::{Arguments, Described, Op, Slot, Typing, fingerprint};

impl PartialEq for Op {
    #[inline]
    fn eq(&self, other: &Op) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || (self.0.hash == other.0.hash && self.0.described.is(&other.0.described))
    }
}

impl Eq for Op {}

impl Hash for Op {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash);
    }
}

impl Described {
    fn is(&self, other: &Described) -> bool {
        let told = |op: &Described| (op.name, op.number, op.effect);
        told(self) == told(other) && self.arguments == other.arguments && self.typing.is(&other.typing)
    }
}

impl Typing {
    fn is(&self, other: &Typing) -> bool {
        match (self, other) {
            (Typing::Signature(own), Typing::Signature(theirs)) => Arc::ptr_eq(own, theirs) || is_same(own, theirs),
            (Typing::Catalogue(own), Typing::Catalogue(theirs)) => std::ptr::eq(*own, *theirs),
            (Typing::Custom(own), Typing::Custom(theirs)) => Arc::ptr_eq(own, theirs),
            (Typing::Operator(own), Typing::Operator(theirs)) => own == theirs,
            (own, theirs) => discriminant(own) == discriminant(theirs),
        }
    }
}

/// Variables are called the same too, so that what is equal has one fingerprint.
fn is_same(own: &Signature, theirs: &Signature) -> bool {
    own == theirs && own.to_string() == theirs.to_string()
}

/// Of what tells ops apart, as far as that is at hand.
pub fn hash(described: &Described) -> u64 {
    let mut state = FxHasher::default();
    let Described { name, arguments, typing, number, effect } = described;
    (name, arguments, number, effect, discriminant(typing)).hash(&mut state);
    match typing {
        Typing::Signature(signature) => (signature.arity(), signature.output_count()).hash(&mut state),
        Typing::Catalogue(entry) => entry.path.hash(&mut state),
        Typing::Operator(symbol) => symbol.hash(&mut state),
        Typing::Custom(_) | Typing::SpecifyShape => {}
    }
    state.finish()
}

/// What gives the types, as a text.
pub fn typed(typing: &Typing) -> String {
    match typing {
        Typing::Signature(signature) => match signature.dialect() {
            Some(dialect) => format!("{signature} in {dialect:?}"),
            None => signature.to_string(),
        },
        Typing::Catalogue(entry) => entry.path.clone(),
        Typing::Operator(_) => "Python".to_owned(),
        Typing::Custom(_) | Typing::SpecifyShape => String::new(),
    }
}

/// The same for equal ops, in any process: so the number, which is one process's, is not in it.
pub fn fingerprint_of(described: &Described) -> u128 {
    let mut bytes = Bytes::default();
    bytes.text(described.name.as_str());
    bytes.arguments(&described.arguments);
    let kind = match &described.typing {
        Typing::Signature(_) => 0,
        Typing::Catalogue(_) => 1,
        Typing::Custom(_) => 2,
        Typing::Operator(_) => 3,
        Typing::SpecifyShape => 4,
    };
    bytes.0.extend([kind, u8::from(described.effect)]);
    bytes.text(&typed(&described.typing));
    fingerprint(&bytes.0)
}

/// What is written so that it could be read again: different things are different bytes.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn count(&mut self, count: usize) {
        self.0.extend((count as u64).to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend(text.as_bytes());
    }

    fn arguments(&mut self, arguments: &Arguments) {
        match arguments.positional() {
            None => self.0.push(0),
            Some(slots) => {
                self.0.push(1);
                self.slots(slots);
            }
        }
        self.count(arguments.keywords().len());
        for (name, slot) in arguments.keywords() {
            self.text(name.as_str());
            self.slot(slot);
        }
    }

    fn slots(&mut self, slots: &[Slot]) {
        self.count(slots.len());
        slots.iter().for_each(|slot| self.slot(slot));
    }

    fn slot(&mut self, slot: &Slot) {
        match slot {
            Slot::Input => self.0.push(0),
            Slot::Value(ty) => {
                self.0.push(1);
                self.0.extend(ty.fingerprint().to_le_bytes());
            }
            Slot::Tuple(items) => {
                self.0.push(2);
                self.slots(items);
            }
            Slot::List(items) => {
                self.0.push(3);
                self.slots(items);
            }
            Slot::Slice(parts) => {
                self.0.push(4);
                self.slots(&**parts);
            }
        }
    }
}
