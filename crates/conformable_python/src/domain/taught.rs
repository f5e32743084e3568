//! What tests have taught of places that the heap has no room for: an attribute or an item of what isn't known, a global
//! that functions bind anew. A name of the function in hand and an attribute of a known instance are bound again instead.
//!
//! A fact holds in the frame that was taught it, until something may have put another value there: one of its names is
//! bound, an attribute of that name or any item is stored to, code of the program or code that isn't known runs.

use std::rc::Rc;

use ruff_python_ast::{Expr, Number, UnaryOp};

use crate::domain::heap::ObjectId;
use crate::domain::value::{Sym, Value};

/// A place, as it is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TaughtPlace {
    text: String,
    names: Vec<Sym>,
    attributes: Vec<Sym>,
    has_items: bool,
}

impl TaughtPlace {
    /// The place that names, attributes and items with constant or named keys write.
    pub fn of(expression: &Expr) -> Option<TaughtPlace> {
        let mut place = TaughtPlace::default();
        place.write(expression).then_some(place)
    }

    fn write(&mut self, expression: &Expr) -> bool {
        match expression {
            Expr::Name(name) => {
                self.text.push_str(&name.id);
                self.names.push(Sym::new(&name.id));
            }
            Expr::Attribute(attribute) if self.write(&attribute.value) => {
                self.text.push('.');
                self.text.push_str(&attribute.attr);
                self.attributes.push(Sym::new(&attribute.attr));
            }
            Expr::Subscript(subscript) if self.write(&subscript.value) => {
                self.text.push('[');
                self.has_items = true;
                if !self.write_key(&subscript.slice) {
                    return false;
                }
                self.text.push(']');
            }
            _ => return false,
        }
        true
    }

    fn write_key(&mut self, key: &Expr) -> bool {
        match key {
            Expr::NumberLiteral(number) => match &number.value {
                Number::Int(value) => self.text.push_str(&value.to_string()),
                _ => return false,
            },
            Expr::UnaryOp(minus) if minus.op == UnaryOp::USub => {
                self.text.push('-');
                return matches!(&*minus.operand, Expr::NumberLiteral(_)) && self.write_key(&minus.operand);
            }
            Expr::StringLiteral(literal) => self.text.push_str(&format!("{:?}", literal.value.to_str())),
            Expr::Name(_) => return self.write(key),
            _ => return false,
        }
        true
    }
}

#[derive(Clone)]
struct Fact<'p> {
    scope: ObjectId,
    place: TaughtPlace,
    value: Value<'p>,
}

/// The facts of a path; there are few at any time, and mostly none.
#[derive(Clone, Default)]
pub struct Taught<'p>(Option<Rc<Vec<Fact<'p>>>>);

impl<'p> Taught<'p> {
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub fn at(&self, scope: ObjectId, place: &TaughtPlace) -> Option<&Value<'p>> {
        let mut facts = self.0.iter().flat_map(|facts| facts.iter());
        facts.find(|fact| fact.scope == scope && fact.place == *place).map(|fact| &fact.value)
    }

    pub fn teach(&mut self, scope: ObjectId, place: TaughtPlace, value: Value<'p>) {
        let facts = Rc::make_mut(self.0.get_or_insert_default());
        facts.retain(|fact| fact.scope != scope || fact.place != place);
        facts.push(Fact { scope, place, value });
    }

    /// The name is bound, by whoever does it.
    pub fn forget_name(&mut self, name: Sym) {
        self.keep(|place| !place.names.contains(&name));
    }

    pub fn forget_attribute(&mut self, name: Sym) {
        self.keep(|place| !place.attributes.contains(&name));
    }

    pub fn forget_items(&mut self) {
        self.keep(|place| !place.has_items);
    }

    pub fn forget_all(&mut self) {
        self.0 = None;
    }

    fn keep(&mut self, stays: impl Fn(&TaughtPlace) -> bool) {
        let Some(facts) = &mut self.0 else { return };
        if !facts.iter().all(|fact| stays(&fact.place)) {
            Rc::make_mut(facts).retain(|fact| stays(&fact.place));
        }
        if facts.is_empty() {
            self.0 = None;
        }
    }

    /// What two paths have both been taught, and whether this one loses anything.
    pub fn common(mut self, other: &Taught<'p>) -> (Taught<'p>, bool) {
        let before = self.0.as_ref().map_or(0, |facts| facts.len());
        if before > 0 && !self.is_same(other) {
            let is_there = |fact: &Fact<'p>| {
                other.at(fact.scope, &fact.place).is_some_and(|value| value.kind.is_same_leaf(&fact.value.kind))
            };
            self.0 =
                self.0.map(|facts| Rc::new(facts.iter().filter(|fact| is_there(fact)).cloned().collect::<Vec<_>>()));
            self.0 = self.0.filter(|facts| !facts.is_empty());
        }
        let after = self.0.as_ref().map_or(0, |facts| facts.len());
        (self, after < before)
    }

    fn is_same(&self, other: &Taught<'p>) -> bool {
        matches!((&self.0, &other.0), (Some(one), Some(two)) if Rc::ptr_eq(one, two))
    }
}
