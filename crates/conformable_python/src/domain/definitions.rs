//! What the program defines: functions and classes, as values hold them.

use std::rc::Rc;

use conformable_signatures::binder::{Parameter, WrittenParam, written_params};
use conformable_types::Sym;
use conformable_types::ty::ParamKind;
use ruff_python_ast::Parameters;
use ruff_text_size::TextRange;

use crate::domain::declared::{DeclaredType, Promises};
use crate::domain::extent::Listed;
use crate::domain::heap::{MOST_ELEMENTS, ObjectId};
use crate::domain::value::{Kind, Value};
use crate::front::module::Module;
use crate::syntax::bodies::{Body, FunctionText};

#[derive(Clone)]
pub struct Function<'p> {
    pub name: Sym,
    pub qualified: String,
    pub module: &'p Module,
    pub params: Option<&'p Parameters>,
    pub body: Body<'p>,
    pub range: TextRange,
    /// The scope it was defined in.
    pub scope: ObjectId,
    pub defaults: Defaults<'p>,
    pub is_generator: bool,
    pub is_async: bool,
    /// Another compiler makes machine code of it, in which numbers are converted where Python refuses them.
    pub is_compiled: bool,
    /// Calls with the arguments of an earlier one are answered without it.
    pub keeps_results: bool,
    /// The class whose body defines it, for `super()`.
    pub owner: Option<Sym>,
    /// `@staticmethod`: a call through a class or an instance gives it no receiver.
    pub is_static: bool,
    /// `@abstractmethod`: a class whose instances are made has another one.
    pub is_abstract: bool,
    /// What its annotations say.
    pub promises: Option<Rc<Promises>>,
}

/// What parameters are where they aren't given.
pub type Defaults<'p> = Listed<(Sym, Value<'p>)>;

impl<'p> Function<'p> {
    pub fn text(&self) -> FunctionText<'p> {
        FunctionText { module: self.module.id, range: self.range, params: self.params, body: self.body }
    }

    /// The parameters as a call binds them: compiled code takes those that are keyword-only by position too.
    pub fn written_params(&self) -> Vec<WrittenParam<'p>> {
        let by_position = self.is_compiled && self.params.is_some_and(|params| params.vararg.is_none());
        let bound = |param: WrittenParam<'p>| match param.kind {
            ParamKind::KeywordOnly if by_position => WrittenParam { kind: ParamKind::Plain, ..param },
            _ => param,
        };
        self.params.into_iter().flat_map(written_params).map(bound).collect()
    }

    /// Are there more parameters than anyone writes? Nothing is said of what it gives.
    pub fn is_too_wide(&self) -> bool {
        self.params.is_some_and(|params| params.len() > MOST_ELEMENTS)
    }

    /// The first parameter that takes an argument by its place or its name.
    pub fn first_param(&self) -> Option<&'p ruff_python_ast::Parameter> {
        self.params?.iter_non_variadic_params().next().map(|first| &first.parameter)
    }

    /// Is its first parameter an instance of its class, or the class?
    pub fn takes_receiver(&self) -> bool {
        self.owner.is_some() && !self.is_static
    }

    /// Is it the same definition?
    pub fn is_same(&self, other: &Function<'_>) -> bool {
        self.range == other.range && self.module.id == other.module.id
    }
}

impl Class<'_> {
    /// Is it the same definition? One that is evaluated twice makes two classes.
    pub fn is_same(&self, other: &Class<'_>) -> bool {
        self.range == other.range && self.module.id == other.module.id
    }
}

/// How a class makes its instances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassForm {
    Plain,
    Dataclass,
    NamedTuple,
    Enum,
}

#[derive(Clone)]
pub struct Class<'p> {
    pub name: Sym,
    pub qualified: String,
    pub module: &'p Module,
    pub form: ClassForm,
    pub bases: Vec<Value<'p>>,
    /// Those it inherits from, in the order in which attributes are looked for; `None` for one that
    /// isn't known, which may have any.
    pub above: Vec<Option<Rc<Class<'p>>>>,
    /// The scope of its body: methods, class attributes.
    pub scope: ObjectId,
    /// Fields of a dataclass or named tuple with their defaults, in order.
    pub fields: Fields<'p>,
    /// What the body declares of attributes.
    pub declared: Vec<(Sym, Rc<DeclaredType>)>,
    /// A base or metaclass is unknown, so attributes may be anything.
    pub open: bool,
    /// Who makes its instances, and from what arguments, is not known.
    pub made_elsewhere: bool,
    /// Its metaclass may answer for classes that don't derive from it.
    pub virtual_subclasses: bool,
    /// It is a dataclass whose `__init__` is made from its fields.
    pub generates_init: bool,
    pub range: TextRange,
}

/// Is one of the bases a class of named tuples, whose fields the class has then?
pub fn is_below_tuples(bases: &[Value<'_>]) -> bool {
    bases.iter().any(|base| matches!(&base.kind, Kind::Class(base) if base.form == ClassForm::NamedTuple))
}

pub type Fields<'p> = Listed<Field<'p>>;

#[derive(Clone)]
pub struct Field<'p> {
    pub name: Sym,
    pub default: Option<Value<'p>>,
    pub factory: Option<Value<'p>>,
    pub init: bool,
    /// It is given by its name alone.
    pub by_name: bool,
    /// It is given to `__post_init__`, and no attribute: `InitVar`.
    pub is_passed: bool,
    pub declared: Option<Rc<DeclaredType>>,
}

impl Parameter for Field<'_> {
    fn name(&self) -> &str {
        self.name.as_str()
    }

    fn kind(&self) -> ParamKind {
        if self.by_name { ParamKind::KeywordOnly } else { ParamKind::Plain }
    }

    fn is_optional(&self) -> bool {
        self.default.is_some() || self.factory.is_some()
    }
}
