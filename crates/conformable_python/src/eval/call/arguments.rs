//! The arguments of a call, as values.

use conformable_signatures::binder::{BoundArguments, Parameter, bind};
use conformable_types::Dim;

use crate::domain::value::{Dependencies, Sym, Value};

/// What a call gives: values by place and by name.
#[derive(Clone, Default)]
pub struct Arguments<'p> {
    pub positional: Vec<Value<'p>>,
    pub keywords: Vec<(Sym, Value<'p>)>,
    /// `*unknown` or `**unknown` is among them.
    pub open: bool,
    /// What each of `*args` is, where that is all that is open, and how many there are, where that has a name.
    pub each: Option<(Value<'p>, Option<Dim>)>,
    /// What it depends on that this function is called with so many arguments of these names.
    pub dependencies: Dependencies,
}

impl<'p> Arguments<'p> {
    pub fn of(positional: Vec<Value<'p>>) -> Arguments<'p> {
        Arguments { positional, ..Arguments::default() }
    }

    pub fn values(&self) -> impl Iterator<Item = &Value<'p>> {
        self.positional.iter().chain(self.keywords.iter().map(|(_, value)| value))
    }

    pub fn keyword(&self, name: &str) -> Option<&Value<'p>> {
        self.keywords.iter().find(|(key, _)| key.as_str() == name).map(|(_, value)| value)
    }

    /// Is there a keyword of that name, or may it be in `**unknown`?
    pub fn may_name(&self, name: &str) -> bool {
        self.open || self.keyword(name).is_some()
    }

    /// The argument for a parameter that may be given by place or by name.
    pub fn get(&self, place: usize, name: &str) -> Option<&Value<'p>> {
        self.positional.get(place).or_else(|| self.keyword(name))
    }

    /// The argument of this number among all, positional ones first.
    pub fn argument(&self, number: usize) -> &Value<'p> {
        let named = number.checked_sub(self.positional.len());
        named.map_or_else(|| &self.positional[number], |place| &self.keywords[place].1)
    }

    pub fn argument_mut(&mut self, number: usize) -> &mut Value<'p> {
        match number.checked_sub(self.positional.len()) {
            Some(place) => &mut self.keywords[place].1,
            None => &mut self.positional[number],
        }
    }

    pub fn bind<P: Parameter>(&self, params: &[P]) -> BoundArguments {
        bind(params, self.positional.len(), self.keywords.iter().map(|(name, _)| name.as_str()), self.open)
    }

    pub fn with_first(mut self, first: Value<'p>) -> Arguments<'p> {
        self.positional.insert(0, first);
        self
    }
}
