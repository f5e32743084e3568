//! Kinds of parameters that many definitions have, each with a name of its own: an annotation,
//! `Order = Option["C", "F", None]`, or what is asked of a call besides:
//!
//! ```python
//! @spells_one(keepdims == True)
//! def KeepDims(keepdims: bool): ...
//! @require(parameter(x, T, float64))
//! def Real(x: T[*S]): ...
//! ```
//!
//! `loc: Real[A, *P]` is what that says, of `loc` with A and P for T and S.

use std::borrow::Cow;

use ruff_python_ast::{self as ast, Stmt};
use ruff_text_size::{Ranged, TextRange};

use super::load::{File, Loaded};
use super::outline::OutlineItem;
use super::{Catalogue, Definition};
use crate::op::{AlternativeRules, Pattern};

#[derive(Clone, Debug)]
pub(super) struct NamedParameter {
    pub pattern: Pattern,
    /// The annotation that it stands for.
    pub text: String,
    /// What the parameter is called, if something is said of it.
    called: Option<String>,
    pub rules: AlternativeRules,
    item: OutlineItem,
}

/// Is it the name of a kind of parameters, where there is no namespace? Words are lowercase.
pub(super) fn is_kind_of_parameter(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

impl Catalogue {
    /// The kind of parameters of that name, and the layer that it is in.
    pub(super) fn parameter(&'static self, name: &str) -> Option<(&'static Catalogue, &'static NamedParameter)> {
        let (layer, slot) = self.layers().find_map(|layer| Some((layer, layer.parameters.get(name)?)))?;
        Some((layer, slot.get(|items| layer.read_parameter(name, items)).ok()?))
    }

    pub(super) fn read_parameter(&'static self, name: &str, items: &[Definition]) -> Loaded<NamedParameter> {
        let [definition, rest @ ..] = items else { unreachable!("an entry has an item") };
        let file = File::of(&definition.item, self);
        match rest {
            [] => file.kind(definition.item),
            _ => file.error(file.statement()?.range(), format!("{name} is defined twice")),
        }
    }
}

impl File {
    /// The definition of a kind of parameters.
    fn kind(&self, item: OutlineItem) -> Loaded<NamedParameter> {
        match &self.statement()? {
            Stmt::Assign(assign) => {
                let (pattern, text) = self.annotation(assign.value.range())?;
                Ok(NamedParameter { pattern, text, called: None, rules: AlternativeRules::default(), item })
            }
            Stmt::FunctionDef(ast::StmtFunctionDef { parameters, decorator_list, name, .. }) => {
                let mut all = parameters.iter();
                let (Some(only), None) = (all.next(), all.next()) else {
                    return self.error(name.range(), "a kind of parameters has one");
                };
                let Some(written) = only.annotation() else {
                    return self.error(only.range(), "a kind of parameters has an annotation");
                };
                let (pattern, text) = self.annotation(written.range())?;
                let rules = self.decorators(decorator_list)?.rules;
                Ok(NamedParameter { pattern, text, called: Some(only.name().to_string()), rules, item })
            }
            other => self.error(other.range(), "a kind of parameters is wanted here"),
        }
    }

    /// The kind of parameters that an annotation names, for one that is called so.
    pub(super) fn kind_of_parameter(
        &self,
        annotation: TextRange,
        called: &str,
    ) -> Loaded<Option<Cow<'static, NamedParameter>>> {
        let (name, given) = match self.slice(annotation).split_once('[') {
            Some((name, given)) => (name, given.trim_end_matches(']')),
            None => (self.slice(annotation), ""),
        };
        let Some((layer, kind)) = self.catalogue.parameter(name) else { return Ok(None) };
        let mut renamed: Vec<(&str, &str)> = Vec::new();
        if !given.is_empty() {
            let mut variables = Vec::new();
            kind.pattern.variables(&mut variables);
            let given: Vec<&str> = given.split(',').map(|name| name.trim().trim_start_matches('*')).collect();
            if variables.len() != given.len() {
                return self.error(annotation, format!("`{name}` is of {}", variables.join(", ")));
            }
            renamed.extend(variables.into_iter().zip(given));
        }
        renamed.extend(kind.called.as_deref().filter(|own| *own != called).map(|own| (own, called)));
        if renamed.is_empty() {
            return Ok(Some(Cow::Borrowed(kind)));
        }
        let file = File::of(&kind.item, layer).renamed(&renamed)?;
        file.kind(kind.item).map(|kind| Some(Cow::Owned(kind)))
    }
}
