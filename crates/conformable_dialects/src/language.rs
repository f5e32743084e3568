//! What a language decides.
//!
//! The engine walks a program and asks: how an annotation is read and what it means, what a literal is, what a
//! variable's type is, what an assignment may do, what a call takes, which statements there are, how a type is
//! spelled, which rule a refusal breaks. Everything else about a language is its catalogue.

use conformable_python::is_builtin;
use conformable_python::rules::{self, Rule};
use conformable_signatures::{CallFailure, Catalogue};
use conformable_types::dtype::Dialect;
use conformable_types::{Sym, Ty, TyKind};
use ruff_python_ast::{Expr, ModModule, Stmt, StmtFunctionDef};
use ruff_text_size::TextRange;

pub use crate::annotation::Memory;
use crate::annotation::{Annotation, Meaning, Named};

/// What is wrong, before it has a place.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// The language's compiler stops here.
    pub is_fatal: bool,
    /// One line.
    pub message: String,
    /// What would be right, where that is near-certain.
    pub help: Option<String>,
    /// Where, if it isn't the whole of what the language was asked about.
    pub range: Option<TextRange>,
}

impl Problem {
    /// After which the compiler goes on.
    pub fn error(rule: &'static Rule, message: impl Into<String>) -> Problem {
        Problem { rule, is_fatal: false, message: message.into(), help: None, range: None }
    }

    /// At which the compiler stops.
    pub fn fatal(rule: &'static Rule, message: impl Into<String>) -> Problem {
        Problem { is_fatal: true, ..Problem::error(rule, message) }
    }

    /// With a suggestion.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Problem {
        Problem { help: Some(help.into()), ..self }
    }

    /// At this place.
    #[must_use]
    pub fn at(self, range: TextRange) -> Problem {
        Problem { range: Some(range), ..self }
    }
}

/// A variable: an argument, a local, a result, an attribute.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Sym,
    /// Its type, which the language fixes when it is made.
    pub class_type: Ty,
    /// What is known of its value besides: sizes.
    pub exact: Ty,
    /// It is never changed.
    pub is_const: bool,
    /// It may be `None`.
    pub is_optional: bool,
    /// It came from the caller.
    pub is_argument: bool,
    /// Where its elements are.
    pub memory: Memory,
    /// The variables whose elements it shows.
    pub targets: Vec<Sym>,
    /// It was declared and has no value yet.
    pub is_declared_only: bool,
    /// Where it was bound first.
    pub range: TextRange,
}

impl Variable {
    /// A variable that an annotation means.
    pub fn of(name: Sym, meaning: Meaning, range: TextRange) -> Variable {
        let Meaning { ty, is_const, memory, is_partly_ignored: _, bound: _ } = meaning;
        let is_scalar = !matches!(ty.kind(), TyKind::Array { .. } | TyKind::Placed { .. }) && ty.parts().is_empty();
        Variable {
            name,
            class_type: ty,
            exact: ty,
            is_const,
            is_optional: false,
            is_argument: false,
            memory: memory.unwrap_or(if is_scalar { Memory::Stack } else { Memory::Heap }),
            targets: Vec::new(),
            is_declared_only: false,
            range,
        }
    }
}

/// What an expression is made of, as far as sharing of storage goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A value of its own.
    Fresh,
    /// A container that was just made: a display, an array's constructor.
    New,
    /// The result of a function of the program.
    Call,
    /// The result of a function of a library.
    Result,
    /// A variable itself.
    Variable(Sym),
    /// A piece of a variable, which shares its storage.
    Piece(Sym),
    /// A view of a variable that is no piece: its transpose.
    View(Sym),
    /// A copy of a piece of a container: a slice of a list.
    Cut,
}

/// Variables whose elements something shows, each with the type of what is shown.
pub type Held = Vec<(Source, Ty)>;

impl Source {
    /// The variable that it is, or is a part of.
    pub fn variable(&self) -> Option<Sym> {
        match self {
            Source::Variable(of) | Source::Piece(of) | Source::View(of) => Some(*of),
            _ => None,
        }
    }

    /// Is it a variable, a part of one, or a copy of a part?
    pub fn is_part(&self) -> bool {
        self.variable().is_some() || *self == Source::Cut
    }
}

/// How a name is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingForm {
    /// `x = value`
    Assigned,
    /// `x += value`
    Augmented,
    /// The target of a loop.
    Iterated,
    /// What a function returns.
    Returned,
    /// What the variable is given to hold, by one of its methods or as an attribute: no other value of it.
    Held,
}

/// An assignment to a name, as the language judges it.
pub struct Assignment<'a> {
    /// The name.
    pub name: Sym,
    /// The variable that it is already.
    pub old: Option<&'a Variable>,
    /// What is assigned, as precisely as it is known.
    pub exact: Ty,
    /// Where that comes from.
    pub source: Source,
    /// How.
    pub binding: BindingForm,
    /// It stands in a loop.
    pub is_in_loop: bool,
    /// A decorator asks for this memory.
    pub memory: Option<Memory>,
    /// The variables whose elements the items of a new container show, each with the type of what is shown.
    pub held: Held,
    /// Some other variable shows its elements.
    pub is_target: bool,
    /// The types of what it shows of variables that are never changed.
    pub finals: Vec<Ty>,
    /// The local variables that end with the function and whose elements a returned value shows, with the type of that.
    pub escapes: Vec<(Sym, Ty)>,
    /// The local variables that a returned value is, or has as its items, and by whose names the result isn't known.
    pub unnamed: Vec<(Sym, Ty)>,
    /// Where the name stands.
    pub range: TextRange,
}

impl Assignment<'_> {
    /// The first of a name, of a value that shows nothing else.
    pub fn new(name: Sym, exact: Ty, binding: BindingForm, range: TextRange) -> Self {
        Assignment {
            name,
            old: None,
            exact,
            source: Source::Fresh,
            held: Vec::new(),
            binding,
            is_in_loop: false,
            memory: None,
            is_target: false,
            finals: Vec::new(),
            escapes: Vec::new(),
            unnamed: Vec::new(),
            range,
        }
    }
}

/// What becomes of a variable, and what is wrong with that.
pub struct Assigned {
    /// The variable afterwards.
    pub variable: Variable,
    /// What is said of it.
    pub problems: Vec<Problem>,
}

/// A display of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// `[a, b]`
    List,
    /// `{a, b}`
    Set,
    /// `(a, b)`
    Tuple,
    /// `{a: b}`: the items are the keys, then the values.
    Dict,
}

/// What a function is to a language, by its decorators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unit {
    /// It is none of the language's: nothing is said of it.
    Outside,
    /// It is called with what its parameters are, and gives its result.
    #[default]
    Function,
    /// Its body takes the place of its calls, with the types that these give.
    Inlined,
    /// It is written for elements and called with arrays of them.
    Lifted,
    /// Like that, and its first parameter is what its last call gave.
    Scan,
    /// A list of calls, whose results go where it says.
    Procedure,
}

/// What a statement stands in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// A module, at its top.
    Module,
    /// A function, at its top.
    Function,
    /// What a module does where it is run as a program, at its top.
    Program,
    /// A branch or a loop.
    Block,
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Called {
    /// A function of the program.
    Function(Unit),
    /// A function that the module defines further down, or that calls itself.
    Later,
    /// Something of a library.
    Library,
    /// A value, or a method of one.
    Value,
}

/// A function's definition, as far as a language asks for it.
pub struct Definition<'a> {
    /// As it is written.
    pub def: &'a StmtFunctionDef,
    /// What it is.
    pub unit: Unit,
    /// Its name.
    pub name: &'a str,
    /// What its decorator is given by name.
    pub options: &'a [(Sym, Ty)],
    /// Its parameters.
    pub params: &'a [Variable],
    /// The type of what it returns; `None`'s where it returns nothing.
    pub result: Ty,
    /// It returns a value on every path.
    pub always_returns: bool,
}

/// The methods of the program's classes that an operator asks, in order: of which operand's class, and which. The first
/// that is there is given the other operands.
pub struct AskedMethods {
    /// The operand and the method.
    pub methods: &'static [(usize, &'static str)],
    /// Without one of them objects don't have the operator; else it is the catalogue's.
    pub are_needed: bool,
}

/// Looks names up for an annotation.
pub type Names<'a> = dyn Fn(&str) -> Option<Named> + 'a;

/// A statically typed language written in Python.
pub trait Language: Sync {
    /// Its name, as `--dialect` has it.
    fn name(&self) -> &'static str;

    /// What its operators, functions, methods and attributes do.
    fn catalogue(&self) -> &'static Catalogue;

    /// What operands that an entry refuses become where the language converts them; `None` where it doesn't.
    fn converted(&self, _operands: &[Ty]) -> Option<Vec<Ty>> {
        None
    }

    /// How its numbers promote.
    fn promotion(&self) -> Option<&'static Dialect>;

    /// Is a file by itself one of the language's?
    fn is_written_in(&self, module: &ModModule) -> bool;

    /// What a function with these decorators is; with none, what a module is.
    fn unit(&self, decorators: &[String]) -> Unit;

    /// Is an assignment of what stands at this path, in a module, another name for a type?
    fn is_type(&self, _path: &str) -> bool {
        false
    }

    /// Why a module that isn't of the program can't be imported.
    fn refuses_module(&self, _path: &str) -> Option<Problem> {
        None
    }

    /// May a `lambda` have a name?
    fn has_lambdas(&self) -> bool {
        false
    }

    /// Reads an annotation: Python syntax, or a string in a notation of the language's own.
    ///
    /// # Errors
    /// What is wrong with its syntax, with the place of it.
    fn read_annotation(&self, annotation: &Expr, text: &str) -> Result<Annotation, Problem>;

    /// What an annotation means: its members, where it is a union.
    ///
    /// # Errors
    /// What is wrong with it, with the place of it.
    fn resolve(&self, annotation: &Annotation, names: &Names) -> Result<Vec<Meaning>, Problem>;

    /// The type of objects of a class that has these fields and no more to it; `None` where it is a type of its own.
    fn record(&self, _fields: &[(Sym, Ty)]) -> Option<Ty> {
        None
    }

    /// The type of a literal.
    fn literal(&self, literal: &Expr) -> Option<Ty>;

    /// The type of a display.
    ///
    /// # Errors
    /// Why there is none.
    fn display(&self, display: Display, items: &[Ty]) -> Result<Ty, Problem>;

    /// The type of a variable that has this value: what is known of one value in particular is left out.
    fn class_type(&self, exact: Ty) -> Ty;

    /// What a variable of a type is known to be when a body begins.
    fn argument(&self, name: Sym, ty: Ty) -> Ty;

    /// Coherence: what an assignment makes of a variable, or why it may not.
    fn assign(&self, assignment: &Assignment) -> Assigned;

    /// What an operator is given for a value.
    fn operand(&self, exact: Ty, beside: &[Ty]) -> Ty;

    /// What a function of the catalogue is given for a value.
    fn given(&self, exact: Ty) -> Ty {
        exact
    }

    /// The type of a function of the program, where it stands as a value.
    fn function(&self, _name: &str) -> Ty {
        Ty::unknown()
    }

    /// The type of a class of the program, where it stands as a value: these are the types of its objects, those of classes
    /// that derive from it among them.
    fn class_value(&self, _of: &[Ty]) -> Ty {
        Ty::unknown()
    }

    /// What is given for a container whose items are taken.
    fn indexed(&self, exact: Ty) -> Ty {
        exact
    }

    /// What is known of a part besides, by what it is taken of and by the key.
    fn part(&self, _base: Ty, _key: Ty, part: Ty) -> Ty {
        part
    }

    /// Why an operator doesn't take these operands, whatever the catalogue says.
    fn refuses_operands(&self, _symbol: &str, _left: Ty, _right: Ty) -> Option<Problem> {
        None
    }

    /// The value that an operator gives where those of its operands are known.
    fn constant(&self, _symbol: &str, _operands: &[Ty]) -> Option<Ty> {
        None
    }

    /// What a test is decided to be by the types alone: the branch that isn't taken is none of the program's.
    fn decided(&self, _test: Ty) -> Option<bool> {
        None
    }

    /// What Python's operator gives outside the language's functions, where it is certain.
    fn of_python(&self, _symbol: &str, _operands: &[Ty]) -> Ty {
        Ty::unknown()
    }

    /// What is wrong with a name that stands for nothing, and what it may have been meant to be.
    fn undefined(&self, name: &str) -> Problem {
        not_defined(self.name(), name)
    }

    /// What an operator asks of the program's classes; `[]` is that of items, and a function has its path. `None` where
    /// the catalogue alone is asked.
    fn asked_methods(&self, _symbol: &str) -> Option<AskedMethods> {
        None
    }

    /// Does a method change its object, and give nothing else?
    fn is_in_place(&self, _method: &str) -> bool {
        false
    }

    /// What is known of an operator's result besides, by its operands.
    fn refine(&self, result: Ty, _left: Ty, _right: Ty) -> Ty {
        result
    }

    /// What a variable is where branches meet that have made these of it; `None` where they are walked one after the
    /// other.
    fn join(&self, _name: Sym, _types: &[Ty]) -> Option<Result<Ty, Problem>> {
        None
    }

    /// Does a parameter take an argument?
    fn accepts(&self, parameter: Ty, argument: Ty) -> bool;

    /// Does a parameter of what is lifted take an argument?
    fn accepts_lifted(&self, parameter: Ty, argument: Ty) -> bool;

    /// The operator of the catalogue that gives the result of a call that is lifted, and its operands, the pass's
    /// result among them; `None` where nothing is lifted.
    fn lift(&self, options: &[(Sym, Ty)], arguments: &[Ty], result: Ty) -> Option<(&'static str, Vec<Ty>)>;

    /// Does a call leave out arguments whose parameters have defaults?
    fn has_defaults(&self) -> bool {
        true
    }

    /// Why such a thing is not called, by this expression, in a function of this kind.
    fn refuses_call(&self, _func: &Expr, _called: Called, _unit: Unit) -> Option<Problem> {
        None
    }

    /// Why values of this type have no attributes in the language's functions, whatever Python gives.
    fn refuses_attributes(&self, _ty: Ty) -> Option<Problem> {
        None
    }

    /// Why a name of Python's part of a module is no constant of a function's.
    fn refuses_constant(&self, _name: &str, _ty: Ty) -> Option<Problem> {
        None
    }

    /// Why no parameter is of this type.
    fn refuses_parameter(&self, ty: Ty) -> Option<Problem>;

    /// Why a function doesn't return a value: of an ordinary one, its type.
    fn refuses_result(&self, _exact: Ty, _is_data: bool) -> Option<Problem> {
        None
    }

    /// What is wrong with a definition once its body is known.
    fn defines(&self, _definition: &Definition) -> Vec<Problem> {
        Vec::new()
    }

    /// Why a statement is none of the language's, in a function of this kind.
    fn refuses(&self, statement: &Stmt, unit: Unit) -> Option<Problem>;

    /// Why a statement doesn't stand there.
    fn refuses_place(&self, _statement: &Stmt, _stands: Stands) -> Option<Problem> {
        None
    }

    /// Why an expression is none of the language's.
    fn refuses_expression(&self, expression: &Expr, unit: Unit) -> Option<Problem>;

    /// The class of the catalogue that has the attributes of values of a type.
    fn class_of(&self, ty: Ty) -> Option<&'static str>;

    /// The type, as the language's users write it.
    fn spell(&self, ty: Ty) -> String;

    /// The rule that a call breaks which the catalogue refuses.
    fn refused(&self, failure: &CallFailure) -> Problem;
}

/// A name that stands for nothing in a language.
pub fn not_defined(language: &str, name: &str) -> Problem {
    let message = match is_builtin(name) {
        true => format!("{language} has no `{name}`, which is a builtin of Python's"),
        false => format!("`{name}` is not defined"),
    };
    Problem::fatal(rules::DIALECT_UNDEFINED, message)
}
