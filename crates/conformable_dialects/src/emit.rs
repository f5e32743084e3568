//! Declarations of an inferred module's functions and variables: in C, in Fortran, and as a header file.
//!
//! The sizes and kinds are the precisions of the types. An array of C is a pointer with its sizes, of Fortran an array
//! of assumed shape (of a result or a local one allocatable). A list, a set, a dict, an object and a function have no
//! counterpart in either: they are handles; so is what isn't known, which a header leaves out, and says so.

use std::fmt::Write as _;

use conformable_types::{Ty, TyKind};

use crate::inferred::{Inferred, InferredClass, InferredFunction, written_parameters};
use crate::language::Variable;
use crate::pyccel::types::{is_array, rank, spell};

/// In which language declarations are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// C99.
    C,
    /// Fortran 2003, with the kinds of `iso_fortran_env`.
    Fortran,
    /// A header file: stubs, which are read back.
    Pyi,
}

impl Target {
    /// The target of that name.
    pub fn named(name: &str) -> Option<Target> {
        match name {
            "c" => Some(Target::C),
            "fortran" => Some(Target::Fortran),
            "pyi" => Some(Target::Pyi),
            _ => None,
        }
    }
}

/// The declarations of a module.
///
/// # Errors
/// If the module is refused: what isn't typed isn't declared.
pub fn emit(inferred: &Inferred, module: &str, target: Target) -> Result<String, String> {
    use conformable_python::diagnostic::Severity;
    if let Some(error) = inferred.diagnostics.iter().find(|found| found.severity == Severity::Error) {
        return Err(format!("the module has errors, the first: {}", error.message));
    }
    Ok(match target {
        Target::C => c(inferred, module),
        Target::Fortran => fortran(inferred, module),
        Target::Pyi => pyi(inferred),
    })
}

/// A function's name in compiled code: a number for each instance where there are several.
fn mangled(function: &InferredFunction, inferred: &Inferred) -> String {
    let name = function.function.replace('.', "__");
    if versions(function, inferred) > 1 { format!("{name}_{:04}", function.instance) } else { name }
}

fn parameters(function: &InferredFunction) -> impl Iterator<Item = &Variable> {
    function.variables.iter().filter(|variable| variable.is_argument)
}

fn locals(function: &InferredFunction) -> impl Iterator<Item = &Variable> {
    function.variables.iter().filter(|variable| !variable.is_argument)
}

/// The number that a value or an array's elements are in a language; a container has none.
fn number(ty: Ty, language: &str) -> Option<String> {
    let number = match ty.kind() {
        TyKind::Bool | TyKind::Int | TyKind::Float | TyKind::Complex => ty,
        _ => Ty::scalar(ty.as_array()?.0.dtype()?),
    };
    conformable_types::spell::spell(number, language).ok()
}

// --- C --------------------------------------------------------------------------------------------------------------

/// What stands before a name in C; a trailing declaration of its sizes where it is an array.
fn c_declared(name: &str, ty: Ty, is_const: bool, ends: &str) -> String {
    let constant = if is_const { "const " } else { "" };
    match (number(ty, "c"), rank(ty)) {
        (Some(scalar), rank) if is_array(ty) => {
            format!("{constant}{scalar} *{name}{ends} int64_t {name}_shape[{rank}]")
        }
        (Some(scalar), _) => format!("{constant}{scalar} {name}"),
        (None, _) if matches!(ty.kind(), TyKind::Str) => format!("{constant}char *{name}"),
        (None, _) => format!("void *{name} /* {} */", spell(ty)),
    }
}

fn c_name(name: &str) -> String {
    if conformable_types::spell::is_word_of_c(name) { format!("{name}_") } else { name.to_owned() }
}

fn c(inferred: &Inferred, module: &str) -> String {
    let mut out =
        format!("/* Declarations of {module}. */\n#include <complex.h>\n#include <stdbool.h>\n#include <stdint.h>\n");
    for function in &inferred.functions {
        let name = c_name(&mangled(function, inferred));
        let mut params: Vec<String> = parameters(function)
            .map(|variable| {
                let optional = variable.is_optional && !is_array(variable.class_type);
                let own = c_name(variable.name.as_str());
                let own = if optional { format!("*{own}") } else { own };
                c_declared(&own, variable.class_type, variable.is_const, ",").replace("*_shape", "_shape")
            })
            .collect();
        let result = function.result;
        let returned = match number(result, "c") {
            _ if result == Ty::none() => "void".to_owned(),
            Some(scalar) if !is_array(result) => scalar,
            _ => {
                params.push(c_declared("*result_", result, false, ",").replace("*result__shape", "result_shape"));
                "void".to_owned()
            }
        };
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let _ = writeln!(out, "\n{returned} {name}({params});");
        let own: Vec<&Variable> = locals(function).collect();
        if !own.is_empty() {
            let _ = writeln!(out, "struct {name}_variables {{");
            for one in own {
                let declared = c_declared(&c_name(one.name.as_str()), one.class_type, false, ";");
                let _ = writeln!(out, "    {};", declared.replace("; int64_t", ";\n    int64_t"));
            }
            let _ = writeln!(out, "}};");
        }
    }
    for one in &inferred.variables {
        let declared = c_declared(&c_name(one.name.as_str()), one.class_type, false, "; extern");
        let _ = writeln!(out, "\nextern {declared};");
    }
    out
}

// --- Fortran --------------------------------------------------------------------------------------------------------

/// A truth has the byte that it has in C, and in Pyccel's arrays.
fn fortran_number(ty: Ty) -> Option<String> {
    let number = number(ty, "fortran")?;
    Some(if number == "logical" { "logical(c_bool)".to_owned() } else { number })
}

/// How a variable is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Param { is_const: bool, is_optional: bool },
    Owned,
}

fn fortran_declared(name: &str, ty: Ty, role: Role) -> String {
    let colons = vec![":"; rank(ty)].join(", ");
    let (attributes, dims) = match role {
        Role::Param { is_const, is_optional } => {
            let intent = if is_const || !is_array(ty) { "in" } else { "inout" };
            let optional = if is_optional { ", optional" } else { "" };
            (format!(", intent({intent}){optional}"), format!("({colons})"))
        }
        Role::Owned => (", allocatable".to_owned(), format!("({colons})")),
    };
    let plain = if role == Role::Owned { String::new() } else { attributes.clone() };
    match fortran_number(ty) {
        Some(scalar) if is_array(ty) => format!("{scalar}{attributes} :: {name}{dims}"),
        Some(scalar) => format!("{scalar}{plain} :: {name}"),
        None if matches!(ty.kind(), TyKind::Str) => match role {
            Role::Owned => format!("character(len=:), allocatable :: {name}"),
            Role::Param { .. } => format!("character(len=*){plain} :: {name}"),
        },
        None => format!("type(c_ptr){plain} :: {name}  ! {}", spell(ty)),
    }
}

/// Names of one scope of Fortran, which doesn't tell cases apart and begins names with letters.
#[derive(Default)]
struct FortranNames(Vec<String>);

impl FortranNames {
    fn own(&mut self, name: &str) -> String {
        let start = if name.starts_with('_') { format!("x{name}") } else { name.to_owned() };
        let start: String = start.chars().filter(char::is_ascii).take(56).collect();
        let mut own = start.clone();
        let mut number = 1;
        while self.0.contains(&own.to_lowercase()) {
            own = format!("{start}_{number}");
            number += 1;
        }
        self.0.push(own.to_lowercase());
        own
    }
}

fn fortran(inferred: &Inferred, module: &str) -> String {
    let mut names = FortranNames::default();
    let module = names.own(&format!("{module}_declarations"));
    let mut out = format!(
        "! Declarations of a module.\nmodule {module}\n  use, intrinsic :: iso_c_binding, only: c_bool, c_ptr\n  \
         use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64\n  implicit none\n"
    );
    let mangled: Vec<String> = inferred.functions.iter().map(|f| names.own(&mangled(f, inferred))).collect();
    for (function, name) in inferred.functions.iter().zip(&mangled) {
        let own: Vec<&Variable> = locals(function).collect();
        if !own.is_empty() {
            let _ = writeln!(out, "\n  type :: {}", names.own(&format!("{name}_variables")));
            let mut inner = FortranNames::default();
            for variable in own {
                let declared = fortran_declared(&inner.own(variable.name.as_str()), variable.class_type, Role::Owned);
                let _ = writeln!(out, "    {declared}");
            }
            let _ = writeln!(out, "  end type");
        }
    }
    for one in &inferred.variables {
        let declared = fortran_declared(&names.own(one.name.as_str()), one.class_type, Role::Owned);
        let _ = writeln!(out, "\n  {declared}");
    }
    let _ = writeln!(out, "\n  interface");
    for (function, name) in inferred.functions.iter().zip(&mangled) {
        fortran_interface(&mut out, function, name);
    }
    let _ = writeln!(out, "  end interface\nend module");
    out
}

fn fortran_interface(out: &mut String, function: &InferredFunction, name: &str) {
    let mut inner = FortranNames(vec![name.to_lowercase()]);
    let params: Vec<(String, &Variable)> =
        parameters(function).map(|one| (inner.own(one.name.as_str()), one)).collect();
    let list = params.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", &\n        ");
    let result = inner.own("result_");
    let is_procedure = function.result == Ty::none();
    let (kind, returned) =
        if is_procedure { ("subroutine", String::new()) } else { ("function", format!(" result({result})")) };
    let _ = writeln!(out, "    {kind} {name}({list}){returned}");
    let _ = writeln!(out, "      import :: c_bool, c_ptr, int8, int16, int32, int64, real32, real64");
    for (own, variable) in &params {
        let role = Role::Param { is_const: variable.is_const, is_optional: variable.is_optional };
        let _ = writeln!(out, "      {}", fortran_declared(own, variable.class_type, role));
    }
    if !is_procedure {
        let _ = writeln!(out, "      {}", fortran_declared(&result, function.result, Role::Owned));
    }
    let _ = writeln!(out, "    end {kind}");
}

// --- headers --------------------------------------------------------------------------------------------------------

/// An annotation in a stub: what has a notation of its own is a string.
fn annotation(ty: Ty, is_const: bool) -> String {
    let spelled = spell(ty);
    let spelled = if is_const { format!("Final[{spelled}]") } else { spelled };
    // Names of NumPy's numbers are known in strings.
    format!("'{spelled}'")
}

fn pyi(inferred: &Inferred) -> String {
    let mut out = String::from("from typing import Final, overload\n\n");
    for one in &inferred.variables {
        let _ = writeln!(out, "{}{}", unknown([one.class_type]), pyi_variable(one));
    }
    for class in &inferred.classes {
        pyi_class(&mut out, class, inferred);
    }
    for function in inferred.functions.iter().filter(|function| !function.function.contains('.')) {
        pyi_version(&mut out, function, &function.function, inferred, "");
    }
    out
}

/// What makes a comment of a declaration of which a type isn't known.
fn unknown(types: impl IntoIterator<Item = Ty>) -> &'static str {
    fn is_unknown(ty: Ty) -> bool {
        // What an empty container has is of no type that is written.
        ty.is_unknown() || ty == Ty::never() || ty.parts().into_iter().any(is_unknown)
    }
    if types.into_iter().any(is_unknown) { "# not known: " } else { "" }
}

/// One version of a function, or of a method.
fn pyi_version(out: &mut String, function: &InferredFunction, name: &str, inferred: &Inferred, indent: &str) {
    let types = parameters(function).map(|one| one.class_type).chain([function.result]);
    let mark = unknown(types);
    if versions(function, inferred) > 1 && mark.is_empty() {
        let _ = writeln!(out, "{indent}@overload");
    }
    if !function.kept.is_empty() && !indent.is_empty() {
        let kept: Vec<String> = function.kept.iter().map(|name| format!("'{name}'")).collect();
        let _ = writeln!(out, "{indent}{mark}@holds({})", kept.join(", "));
    }
    let _ = writeln!(out, "{indent}{mark}{}", pyi_function(function, name, usize::from(!indent.is_empty())));
}

/// How many versions of a function there are.
fn versions(function: &InferredFunction, inferred: &Inferred) -> usize {
    inferred.functions.iter().filter(|other| other.function == function.function).count()
}

fn pyi_variable(one: &Variable) -> String {
    format!("{}: {}", one.name, annotation(one.class_type, one.is_const))
}

fn pyi_function(function: &InferredFunction, name: &str, receivers: usize) -> String {
    let receiver = parameters(function).take(receivers).map(|one| one.name.to_string());
    let params = parameters(function).zip(&function.kinds).skip(receivers);
    let params = written_parameters(params, |variable, ty| {
        let has_default = function.defaults.contains(&variable.name);
        let default = match (variable.is_optional, has_default) {
            (true, _) => " = None",
            (_, true) => " = ...",
            _ => "",
        };
        format!("{}: {}{default}", variable.name, annotation(ty, variable.is_const))
    });
    let params = receiver.chain(params).collect::<Vec<_>>().join(", ");
    let result = match function.result {
        none if none == Ty::none() => "None".to_owned(),
        result => annotation(result, false),
    };
    format!("def {name}({params}) -> {result}: ...")
}

/// A class with its attributes and methods; each version of a method is an overload.
fn pyi_class(out: &mut String, class: &InferredClass, inferred: &Inferred) {
    let _ = writeln!(out, "class {}:", class.name);
    for attribute in &class.attributes {
        let _ = writeln!(out, "    {}{}", unknown([attribute.class_type]), pyi_variable(attribute));
    }
    let start = format!("{}.", class.name);
    for function in &inferred.functions {
        let Some(name) = function.function.strip_prefix(&start).filter(|name| !name.contains('.')) else { continue };
        pyi_version(out, function, name, inferred, "    ");
    }
    if class.attributes.is_empty() && !inferred.functions.iter().any(|function| function.function.starts_with(&start)) {
        let _ = writeln!(out, "    pass");
    }
}
