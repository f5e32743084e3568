//! What is inferred of a program, for a compiler, a report or a package to use.

use conformable_python::Binding;
use conformable_python::diagnostic::Diagnostic;
use conformable_signatures::op::ParamKind;
use conformable_types::{Sym, Ty};
use ruff_text_size::TextRange;

use crate::instances::{Instance, InstanceState};
use crate::language::{Language, Variable};
use crate::program::{ClassInfo, FunctionInfo};
use crate::syntax::argument_of;

/// What is inferred of one file.
#[derive(Clone, Debug, Default)]
pub struct Inferred {
    /// Each function in each of its instances, in the order of the source.
    pub functions: Vec<InferredFunction>,
    /// One row for each place that binds a name, in each instance.
    pub bindings: Vec<Binding>,
    /// The types of expressions by their place, with the function's instance; for `type_at`.
    pub expressions: Vec<(TextRange, u32, Ty)>,
    /// The module's classes, in the order of the source.
    pub classes: Vec<InferredClass>,
    /// The module's own variables.
    pub variables: Vec<Variable>,
    /// The parts of the file that are in the language; `None` where all of it is.
    pub judged: Option<Vec<TextRange>>,
    /// What is wrong, in the order of output.
    pub diagnostics: Vec<Diagnostic>,
}

/// A class of the module.
#[derive(Clone, Debug)]
pub struct InferredClass {
    /// Its name.
    pub name: String,
    /// Its attributes, in the order in which they were made.
    pub attributes: Vec<Variable>,
}

/// One instance of a function.
#[derive(Clone, Debug)]
pub struct InferredFunction {
    /// The qualified name.
    pub function: String,
    /// The line of its `def`, from 1.
    pub line: usize,
    /// Its number among the function's instances, from 0.
    pub instance: u32,
    /// All of it, as the language's users write annotations.
    pub signature: String,
    /// The type of the result, spelled.
    pub returns: String,
    /// The result's type; `None`'s for a procedure.
    pub result: Ty,
    /// How each parameter is given what it is.
    pub kinds: Vec<ParamKind>,
    /// The parameters that have defaults.
    pub defaults: Vec<Sym>,
    /// The parameters whose elements an object shows once this method of it has been called.
    pub kept: Vec<Sym>,
    /// Its parameters, then its local variables, in the order in which they were made.
    pub variables: Vec<Variable>,
}

/// A class, as it is handed out.
pub(crate) fn class_of(class: &ClassInfo) -> InferredClass {
    InferredClass { name: class.def.name.to_string(), attributes: class.attributes.values().cloned().collect() }
}

/// The instances of a function, which begins at a line.
pub(crate) fn rows_of(language: &dyn Language, info: &FunctionInfo, line: usize) -> Vec<InferredFunction> {
    let row = |(number, instance): (usize, &Instance)| {
        let result = match instance.state {
            InstanceState::Done(result) => result,
            _ => Ty::unknown(),
        };
        let returns = language.spell(result);
        let kinds: Vec<ParamKind> = info.params.iter().map(|param| param.kind).collect();
        let params = written_parameters(instance.params.iter().zip(&kinds), |param, ty| {
            let spelled = language.spell(ty);
            let spelled = if param.is_const { format!("Final[{spelled}]") } else { spelled };
            format!("{}: {spelled}", param.name)
        });
        InferredFunction {
            function: info.qualified.clone(),
            line,
            instance: u32::try_from(number).unwrap_or(u32::MAX),
            signature: format!("({}) -> {returns}", params.join(", ")),
            returns,
            result,
            kinds,
            defaults: info
                .params
                .iter()
                .filter(|param| param.default.is_some())
                .map(|one| Sym::new(&one.name))
                .collect(),
            kept: info.kept(number).map(|place| instance.params[place].name).collect(),
            variables: instance.variables.values().cloned().collect(),
        }
    };
    info.instances.iter().enumerate().map(row).collect()
}

/// Parameters as Python lists them, with what stands between kinds of them; `write` is given what each argument is.
pub(crate) fn written_parameters<'v>(
    params: impl Iterator<Item = (&'v Variable, &'v ParamKind)>,
    write: impl Fn(&Variable, Ty) -> String,
) -> Vec<String> {
    let mut found = Vec::new();
    let (mut is_by_place, mut is_by_name) = (false, false);
    for (param, kind) in params {
        if is_by_place && *kind != ParamKind::PositionalOnly {
            found.push("/".to_owned());
        }
        if *kind == ParamKind::KeywordOnly && !is_by_name {
            found.push("*".to_owned());
        }
        is_by_place = *kind == ParamKind::PositionalOnly;
        is_by_name |= matches!(kind, ParamKind::VarArgs | ParamKind::KeywordOnly);
        let stars = match kind {
            ParamKind::VarArgs => "*",
            ParamKind::KwArgs => "**",
            _ => "",
        };
        found.push(format!("{stars}{}", write(param, argument_of(*kind, param.class_type))));
    }
    found.extend(is_by_place.then(|| "/".to_owned()));
    found
}
