//! What is known of places that the heap has no room for: an attribute or an item of what isn't known, a global
//! that functions bind anew. A name of the function in hand and an attribute of a known instance are bound again instead.
//!
//! A test teaches it, or a store to an attribute. A fact holds in the frame that was taught it, until something may have
//! put another value there: one of its names is bound, an attribute of that name or any item is stored to, code of the
//! program or code that isn't known runs. What one function alone stores rests on an assumption from then on: that no
//! class that derives from this one stores another.

use std::rc::Rc;

use ruff_python_ast::{Expr, Number, UnaryOp};

use crate::domain::heap::ObjectId;
use crate::domain::value::{Dependencies, Sym, Value};
use crate::syntax::handles::{attribute_of, name_of};

/// More facts than so many aren't kept of one path: each is looked at whenever an attribute is stored.
const MOST_FACTS: usize = 128;

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

    /// `name.attribute`
    pub fn of_attribute(name: &str, attribute: Sym) -> TaughtPlace {
        TaughtPlace {
            text: format!("{name}.{attribute}"),
            names: vec![Sym::new(name)],
            attributes: vec![attribute],
            has_items: false,
        }
    }

    fn write(&mut self, expression: &Expr) -> bool {
        match expression {
            Expr::Name(name) => {
                self.text.push_str(&name.id);
                self.names.push(name_of(name));
            }
            Expr::Attribute(attribute) if self.write(&attribute.value) => {
                self.text.push('.');
                self.text.push_str(&attribute.attr);
                self.attributes.push(attribute_of(attribute));
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
    /// A function has stored it, and no test has shown it.
    is_stored: bool,
    /// It is assumed to stay when other code runs.
    lasts: bool,
}

/// The facts of a path; there are few at any time, and mostly none.
#[derive(Clone, Default)]
pub struct Taught<'p> {
    facts: Option<Rc<Vec<Fact<'p>>>>,
    /// Other code has run since the last of them was taught: it leaves them as they are.
    is_settled: bool,
}

impl<'p> Taught<'p> {
    pub fn is_empty(&self) -> bool {
        self.facts.is_none()
    }

    pub fn at(&self, scope: ObjectId, place: &TaughtPlace) -> Option<&Value<'p>> {
        let mut facts = self.facts.iter().flat_map(|facts| facts.iter());
        facts.find(|fact| fact.scope == scope && fact.place == *place).map(|fact| &fact.value)
    }

    pub fn teach(&mut self, scope: ObjectId, place: TaughtPlace, value: Value<'p>) {
        self.add(Fact { scope, place, value, is_stored: false, lasts: false });
    }

    /// A function has stored this value at an attribute that it alone stores to, or that others do too.
    pub fn store(&mut self, scope: ObjectId, place: TaughtPlace, value: Value<'p>, is_only_setter: bool) {
        self.add(Fact { scope, place, value, is_stored: true, lasts: is_only_setter });
    }

    fn add(&mut self, fact: Fact<'p>) {
        let facts = Rc::make_mut(self.facts.get_or_insert_default());
        facts.retain(|known| known.scope != fact.scope || known.place != fact.place);
        if facts.len() < MOST_FACTS {
            facts.push(fact);
        }
        self.is_settled = false;
    }

    /// What has been stored at attributes of this name's value.
    pub fn stored_of(&self, name: Sym) -> impl Iterator<Item = (Sym, &Value<'p>)> {
        let facts = self.facts.iter().flat_map(|facts| facts.iter());
        let stored = facts.filter(move |fact| fact.is_stored && fact.place.names == [name]);
        stored.filter_map(|fact| Some((*fact.place.attributes.first()?, &fact.value)))
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

    /// Code runs that may have put other values anywhere. What a function stores that nothing else stores to is assumed
    /// to be there still.
    pub fn other_code_runs(&mut self) {
        if self.is_settled {
            return;
        }
        self.is_settled = true;
        let lasting = self.facts.iter().flat_map(|facts| facts.iter()).filter(|fact| fact.lasts).cloned();
        let assumed = lasting.map(|fact| Fact { value: fact.value.with_dependencies(Dependencies::ASSUMED), ..fact });
        let assumed: Vec<Fact<'p>> = assumed.collect();
        self.facts = (!assumed.is_empty()).then(|| Rc::new(assumed));
    }

    fn keep(&mut self, stays: impl Fn(&TaughtPlace) -> bool) {
        let Some(facts) = &mut self.facts else { return };
        if !facts.iter().all(|fact| stays(&fact.place)) {
            Rc::make_mut(facts).retain(|fact| stays(&fact.place));
        }
        if facts.is_empty() {
            self.facts = None;
        }
    }

    /// What two paths have both been taught, and whether this one loses anything.
    pub fn common(mut self, other: &Taught<'p>) -> (Taught<'p>, bool) {
        let before = self.facts.as_ref().map_or(0, |facts| facts.len());
        if before > 0 && !self.is_same(other) {
            let of_both = |fact: &Fact<'p>| {
                let value =
                    other.at(fact.scope, &fact.place).filter(|value| value.kind.is_same_leaf(&fact.value.kind))?;
                Some(Fact { value: fact.value.clone().with_dependencies(value.dependencies), ..fact.clone() })
            };
            self.facts = self.facts.map(|facts| Rc::new(facts.iter().filter_map(of_both).collect::<Vec<_>>()));
            self.facts = self.facts.filter(|facts| !facts.is_empty());
        }
        self.is_settled &= other.is_settled;
        let after = self.facts.as_ref().map_or(0, |facts| facts.len());
        (self, after < before)
    }

    fn is_same(&self, other: &Taught<'p>) -> bool {
        matches!((&self.facts, &other.facts), (Some(one), Some(two)) if Rc::ptr_eq(one, two))
    }
}
