//! Kinds of parameters that many definitions have, each with a name of its own: an annotation,
//! `Order = Option["C", "F", None]`, or what is asked of a call besides:
//!
//! ```python
//! @spells_one(keepdims == True)
//! def KeepDims(keepdims: bool): ...
//! ```

use ruff_python_ast::{self as ast, Stmt};
use ruff_text_size::Ranged;

use super::load::{File, Loaded};
use super::{Catalogue, Definition};
use crate::op::{Pattern, Said};

#[derive(Debug)]
pub(super) struct NamedParameter {
    pub pattern: Pattern,
    /// The annotation that it stands for.
    pub text: String,
    /// What a parameter of this kind is called, if something is said of it.
    pub called: Option<String>,
    pub said: Said,
}

/// Is it the name of a kind of parameters, where there is no namespace? Words are lowercase.
pub(super) fn is_kind_of_parameter(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

impl Catalogue {
    /// The kind of parameters of that name.
    pub(super) fn parameter(&'static self, name: &str) -> Option<&'static NamedParameter> {
        let (layer, slot) = self.layers().find_map(|layer| Some((layer, layer.parameters.get(name)?)))?;
        slot.get(|items| layer.read_parameter(name, items)).ok()
    }

    pub(super) fn read_parameter(&'static self, name: &str, items: &[Definition]) -> Loaded<NamedParameter> {
        let [definition, rest @ ..] = items else { unreachable!("an entry has an item") };
        let file = File::of(&definition.item, self);
        let stmt = file.statement()?;
        if !rest.is_empty() {
            return file.error(stmt.range(), format!("{name} is defined twice"));
        }
        match &stmt {
            Stmt::Assign(assign) => {
                let (pattern, text) = file.annotation(assign.value.range())?;
                Ok(NamedParameter { pattern, text, called: None, said: Said::default() })
            }
            Stmt::FunctionDef(ast::StmtFunctionDef { parameters, decorator_list, name, .. }) => {
                let mut all = parameters.iter();
                let (Some(only), None) = (all.next(), all.next()) else {
                    return file.error(name.range(), "a kind of parameters has one");
                };
                let Some(written) = only.annotation() else {
                    return file.error(only.range(), "a kind of parameters has an annotation");
                };
                let (pattern, text) = file.annotation(written.range())?;
                let said = file.decorators(decorator_list)?.said;
                Ok(NamedParameter { pattern, text, called: Some(only.name().to_string()), said })
            }
            other => file.error(other.range(), "a kind of parameters is wanted here"),
        }
    }
}

impl File {
    /// What the kinds of the parameters ask of a call, in front of what the definition asks itself.
    pub(super) fn say_of_parameters(&self, parameters: &ast::Parameters, said: &mut Said) -> Loaded<()> {
        let (mut guards, mut requires) = (Vec::new(), Vec::new());
        for param in parameters {
            let Some(kind) = param.annotation().and_then(|written| self.kind_of_parameter(written.range())) else {
                continue;
            };
            if let Some(called) = kind.called.as_ref().filter(|called| *called != param.name().as_str()) {
                return self.error(param.range(), format!("a parameter of this kind is called `{called}`"));
            }
            guards.extend(kind.said.guards.iter().cloned());
            requires.extend(kind.said.requires.iter().cloned());
            let mark = &mut said.remarks.spells_one;
            *mark = mark.take().or_else(|| kind.said.remarks.spells_one.clone());
        }
        said.guards.splice(..0, guards);
        said.requires.splice(..0, requires);
        Ok(())
    }
}
