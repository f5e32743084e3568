//! Attributes that are set by functions that are given their names: `replace(Index, "add", add)`, where `replace`
//! does `setattr(owner, name, function)`.
//!
//! Names alone are compared: that of the function, wherever it is defined and called, and any text among the arguments.

use crate::syntax::handles::{identifier, name_of};
use conformable_types::Sym;
use conformable_types::text::is_identifier;
use ruff_python_ast::{Expr, ExprCall, Parameters};
use rustc_hash::FxHashSet;

/// What one module, or several, say of such functions.
#[derive(Debug, Default)]
pub struct NamedSetters {
    /// Functions that set an attribute of the name that a parameter of theirs says.
    setters: FxHashSet<Sym>,
    /// Functions, by their last names, with a text that they are given beside other arguments.
    given: FxHashSet<(Sym, Sym)>,
}

/// The function whose statements are being visited, with its parameters.
#[derive(Debug, Clone, Default)]
pub struct Around {
    function: Option<Sym>,
    parameters: Vec<Sym>,
}

impl Around {
    pub fn of(name: &str, parameters: &Parameters) -> Around {
        let parameters = parameters.iter_non_variadic_params().map(|param| identifier(&param.parameter.name)).collect();
        Around { function: Some(Sym::new(name)), parameters }
    }
}

impl NamedSetters {
    /// `setattr(owner, name, ...)`, in such a function.
    pub fn set(&mut self, name: &Expr, around: &Around) {
        if let Expr::Name(name) = name
            && around.parameters.contains(&name_of(name))
        {
            self.setters.extend(around.function);
        }
    }

    pub fn call(&mut self, call: &ExprCall) {
        let callee = match &*call.func {
            Expr::Name(name) => &name.id,
            Expr::Attribute(attribute) => attribute.attr.as_str(),
            _ => return,
        };
        if call.arguments.len() < 2 {
            return;
        }
        let keywords = call.arguments.keywords.iter().map(|keyword| &keyword.value);
        for argument in call.arguments.args.iter().chain(keywords) {
            if let Expr::StringLiteral(text) = argument
                && is_identifier(text.value.to_str())
            {
                self.given.insert((Sym::new(callee), Sym::new(text.value.to_str())));
            }
        }
    }

    pub fn add(&mut self, other: &NamedSetters) {
        self.setters.extend(&other.setters);
        self.given.extend(&other.given);
    }

    /// The attributes that are set so.
    pub fn set_by_name(&self) -> impl Iterator<Item = Sym> + '_ {
        self.given.iter().filter(|(callee, _)| self.setters.contains(callee)).map(|(_, name)| *name)
    }
}

#[cfg(test)]
mod tests {
    use crate::syntax::changes::Changes;

    #[test]
    fn a_function_that_is_given_the_name_sets_it() {
        let set = |text: &str| {
            let changes = Changes::of(ruff_python_parser::parse_module(text).unwrap().suite());
            let mut found: Vec<&str> = changes.named_setters().set_by_name().map(|name| name.as_str()).collect();
            found.sort_unstable();
            found.join(" ")
        };
        let defined = "def put(owner, name, value):\n    setattr(owner, name, value)\n";
        assert_eq!(set(&format!("{defined}put(A, 'x', 1)\nm.put(A, name='y', value=2)\nput('a b', c)")), "x y");
        assert_eq!(set("def put(owner, name):\n    setattr(self, name, 1)\nput(A, 'x')"), "", "its own");
        assert_eq!(set("def put(owner, names):\n    for name in names: setattr(owner, name, 1)\nput(A, 'x')"), "");
        assert_eq!(set(&format!("{defined}other(A, 'x')")), "");
    }
}
