//! The handles of names, kept in the nodes that have them.
//!
//! A name is looked up each time that it is evaluated. Its text is interned the first time; from then on the node's index,
//! which nothing else uses, is the handle. With the texts of functions that a thread keeps ([`crate::syntax::function_texts`])
//! it saves an eighth of the time of `check` on sympy, and 2% on statsmodels.

use ruff_python_ast::{AtomicNodeIndex, ExprAttribute, ExprName, Identifier};

use conformable_types::Sym;

/// The name that an expression is.
pub fn name_of(name: &ExprName) -> Sym {
    kept(&name.node_index, &name.id)
}

/// The name of the attribute that an expression loads or stores.
pub fn attribute_of(attribute: &ExprAttribute) -> Sym {
    identifier(&attribute.attr)
}

/// The name that stands in a statement, an argument, a parameter.
pub fn identifier(name: &Identifier) -> Sym {
    kept(&name.node_index, &name.id)
}

fn kept(index: &AtomicNodeIndex, text: &str) -> Sym {
    match index.load().as_u32() {
        Some(place) => Sym::at(place),
        None => {
            let name = Sym::new(text);
            index.set(name.place().into());
            name
        }
    }
}

#[cfg(test)]
mod tests {
    use ruff_python_ast::Expr;

    use super::*;

    #[test]
    fn a_handle_is_that_of_the_text_the_second_time_too() {
        let module = ruff_python_parser::parse_expression("some_name.an_attribute").unwrap();
        let Expr::Attribute(attribute) = module.expr() else { panic!("it is an attribute") };
        let Expr::Name(name) = &*attribute.value else { panic!("it is a name") };
        for _ in 0..2 {
            assert_eq!(name_of(name), Sym::new("some_name"));
            assert_eq!(attribute_of(attribute), Sym::new("an_attribute"));
        }
    }
}
