//! What a program is made of, as far as it has been found: functions, classes, what names stand for, the body that is
//! being walked.

use std::sync::Arc;

use conformable_signatures::op::Param;
use conformable_types::{Sym, Ty};
use indexmap::IndexMap;
use ruff_python_ast::{Expr, Stmt, StmtClassDef, StmtFunctionDef};
use ruff_text_size::{Ranged, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::annotation::{Bound, Meaning};
use crate::instances::{Choices, Instance};
use crate::language::{Unit, Variable};
use crate::sharing::owners;
use crate::syntax::names_given;
use crate::variables::Variables;

/// What the functions around one bind: variables, and what else has a name.
pub type Closure<'a> = (Arc<IndexMap<Sym, Variable>>, Arc<FxHashMap<Sym, Name<'a>>>);

/// A function of the program.
pub struct FunctionInfo<'a> {
    pub def: &'a StmtFunctionDef,
    pub module: usize,
    pub qualified: String,
    /// The class whose method it is.
    pub class: Option<usize>,
    /// The paths of its decorators.
    pub decorators: Vec<String>,
    /// What these make of it.
    pub unit: Unit,
    /// The variables and the functions of the function that it stands in.
    pub closure: Closure<'a>,
    /// What these are given by name.
    pub options: Vec<(Sym, Ty)>,
    /// Its parameters as the binder has them.
    pub params: Vec<Param>,
    /// What each of them may be.
    pub choices: Choices,
    /// What its result may be, if an annotation says.
    pub results: Vec<Meaning>,
    pub instances: Vec<Instance>,
    /// Ways of calling that are written out (`@overload`), as header files have them.
    pub overloads: Vec<&'a StmtFunctionDef>,
    pub is_resolved: bool,
}

impl<'a> FunctionInfo<'a> {
    /// One of which no annotation has been read.
    pub fn new(def: &'a StmtFunctionDef, module: usize, qualified: String) -> FunctionInfo<'a> {
        FunctionInfo {
            def,
            module,
            qualified,
            class: None,
            decorators: Vec::new(),
            unit: Unit::default(),
            closure: Closure::default(),
            options: Vec::new(),
            params: Vec::new(),
            choices: Choices::new(),
            results: Vec::new(),
            instances: Vec::new(),
            overloads: Vec::new(),
            is_resolved: false,
        }
    }

    /// The places of the parameters whose elements the first one shows once an instance has been called: a method keeps
    /// them, as its body says or, in a header, `@holds("x")`.
    pub fn kept(&self, instance: usize) -> impl Iterator<Item = usize> {
        let holds = |decorator: &Expr| decorator.as_name_expr().is_some_and(|name| &*name.id == "holds");
        let written = std::iter::once(self.def).chain(self.overloads.iter().copied());
        let written: FxHashSet<Sym> = written.flat_map(|def| names_given(def, holds)).collect();
        let instance = &self.instances[instance];
        let shown = instance.params.first().map_or_else(Vec::new, |first| owners(&instance.variables, first.name));
        let is_method = self.class.is_some();
        let is_kept = move |name: Sym| is_method && (shown.contains(&name) || written.contains(&name));
        instance.params.iter().enumerate().skip(1).filter(move |(_, param)| is_kept(param.name)).map(|(place, _)| place)
    }
}

/// A class of the program.
pub struct ClassInfo<'a> {
    pub def: &'a StmtClassDef,
    pub module: usize,
    pub ty: Ty,
    pub methods: FxHashMap<Sym, usize>,
    pub attributes: IndexMap<Sym, Variable>,
    pub bases: Vec<Sym>,
    pub is_walked: bool,
}

impl<'a> ClassInfo<'a> {
    /// Has it neither bases nor decorators nor a method that tells a library what its objects are, so that it is what its
    /// body says?
    pub fn is_plain(&self) -> bool {
        let tells = |stmt: &Stmt| stmt.as_function_def_stmt().is_some_and(|method| method.name.starts_with("__gt_"));
        self.def.arguments.is_none() && self.def.decorator_list.is_empty() && !self.def.body.iter().any(tells)
    }

    /// One whose body has not been looked at.
    pub fn new(def: &'a StmtClassDef, module: usize, ty: Ty) -> ClassInfo<'a> {
        let bases = def.arguments.iter().flat_map(|arguments| arguments.args.iter());
        let names = bases.filter_map(Expr::as_name_expr).map(|base| Sym::new(&base.id));
        ClassInfo {
            def,
            module,
            ty,
            methods: FxHashMap::default(),
            attributes: IndexMap::new(),
            bases: names.collect(),
            is_walked: false,
        }
    }
}

impl Name<'_> {
    pub fn is_lambda(&self) -> bool {
        matches!(self, Name::Lambda(_))
    }
}

/// What a name stands for, if it isn't a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Name<'a> {
    /// A path of the catalogue: a namespace, a function, a constant; or of a library that it has nothing of.
    Path(String),
    /// A module of the program.
    Module(usize),
    /// A function of the program.
    Function(usize),
    /// A class of the program.
    Class(usize),
    /// A `lambda` that has a name.
    Lambda(usize),
    /// A type alias, which is read when it is asked for.
    Alias(usize, &'a Expr),
    /// A variable of another module of the program.
    Member(usize, Sym),
    /// `TypeVar("T", int, float)`: its members; of `TypeVar("T", bound=Number)` that.
    TypeVariable(usize, Sym, &'a [Expr]),
}

/// The body that is being walked.
#[derive(Default)]
pub struct Frame<'a> {
    pub module: usize,
    /// The function's qualified name; empty for the module.
    pub qualified: String,
    pub instance: u32,
    pub variables: Variables,
    /// What the functions around it bind.
    pub outer: Arc<IndexMap<Sym, Variable>>,
    /// The functions of the language's that stand in it.
    pub inner: Vec<usize>,
    /// What else is bound in it: imports, functions.
    pub locals: FxHashMap<Sym, Name<'a>>,
    /// Where the function begins.
    pub start: Option<TextSize>,
    /// What the function is; of the module's top level, what that is.
    pub unit: Unit,
    /// Names that decorators ask a memory for.
    pub on_stack: FxHashSet<Sym>,
    /// The class of a method.
    pub class: Option<usize>,
    pub loops: u32,
    /// Branches of Python's around what is walked.
    pub branches: u32,
    /// Is it what the module does where it is run as a program?
    pub is_program: bool,
    /// What stands behind what always returns: it is never reached.
    pub is_over: bool,
    pub result: Option<Variable>,
    /// What the type variables of its parameters stand for.
    pub bound: Bound,
    /// Names that are its own, whatever is around it: those that its annotated result is given as.
    pub own: FxHashSet<Sym>,
    /// The names that its result is known by.
    pub result_names: FxHashSet<Sym>,
    /// Its result is annotated.
    pub declares_result: bool,
}

/// The names of a module, and its variables.
#[derive(Default)]
pub struct ModuleNames<'a> {
    pub names: FxHashMap<Sym, Name<'a>>,
    /// What each name meant before it was bound anew, in the order in which that was done.
    pub changes: Vec<(Sym, Option<Name<'a>>)>,
    pub variables: IndexMap<Sym, Variable>,
    /// Those that it has where it is run as a program: its functions have none of them.
    pub of_program: FxHashSet<Sym>,
    pub is_walked: bool,
}

impl<'a> ModuleNames<'a> {
    /// From here on the name means this.
    pub fn bind(&mut self, name: Sym, meaning: Name<'a>) {
        let before = self.names.insert(name, meaning);
        self.changes.push((name, before));
    }

    /// From here on the name means nothing that is known.
    pub fn unbind(&mut self, name: Sym) {
        let before = self.names.remove(&name);
        self.changes.push((name, before));
    }

    /// Takes back all but so many changes, and gives what they had come to.
    pub fn take_back(&mut self, kept: usize) -> Vec<(Sym, Name<'a>)> {
        let taken = self.changes.split_off(kept);
        let mut ends: IndexMap<Sym, Name<'a>> = IndexMap::new();
        for (name, _) in &taken {
            ends.extend(self.names.get(name).map(|meaning| (*name, meaning.clone())));
        }
        for (name, before) in taken.into_iter().rev() {
            match before {
                Some(meaning) => drop(self.names.insert(name, meaning)),
                None => drop(self.names.remove(&name)),
            }
        }
        ends.into_iter().collect()
    }
}

/// What is around the body of a function, or the functions in it: its parameters, too, of which some are dropped or of Python's.
pub fn with_parameters<'a>(def: &StmtFunctionDef, (outer, locals): Closure<'a>) -> Closure<'a> {
    let mut variables = (*outer).clone();
    for param in &def.parameters {
        let name = Sym::new(param.name());
        variables.insert(name, Variable::of(name, Meaning::of(Ty::unknown()), param.range()));
    }
    (Arc::new(variables), locals)
}
