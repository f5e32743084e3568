//! A signature as an object: variables, what must hold of them, inputs, outputs.
//!
//! There are three ways to write one and one object behind them: the arrow form
//! `(x[a], y[b]) -> promote(x, y)[a + b]`, which is also how signatures print; the mini-language of
//! shapes `+(m,n),(n,p)->(m,p)`; and objects ([`build`]). `parse(print(s))` is `s` up to the names
//! of its variables, and so is [`Signature`]'s equality.
//!
//! ```
//! use conformable_signatures::Signature;
//! use conformable_types::text::parse_shape;
//!
//! let product = Signature::parse("+(m,n),(n,p)->(m,p)").unwrap();
//! let shape = |text| parse_shape(text).unwrap();
//! assert_eq!(product.call(&[shape("[7, 1, 3, 4]"), shape("[2, 4, 5]")]).unwrap(), [shape("[7, 2, 3, 5]")]);
//!
//! let joined = Signature::parse("(x[a], y[b]) -> promote(x, y)[a + b]").unwrap();
//! assert_eq!(joined, Signature::parse("(u[n], v[m]) -> promote(u, v)[n + m]").unwrap());
//! ```
//!
//! | module | its one job |
//! |---|---|
//! | [`build`] | signatures from objects |
//! | `apart` | the sizes that data decide, of types from several places |
//! | `arguments` | parameters whose values results speak of by their names |
//! | `text` | which of the notations a text is in, and what a signature asks of its names |
//! | `naming` | what open things are called |
//! | `note` | the arrow form of the note that op signatures go back to |
//! | `rename` | equality up to names, variables fixed by name |
//! | `matching` | what a parameter's type says of an argument's |
//! | `waiting` | unions and functions, which are matched when all else has been |
//! | `forward` | outputs from inputs, in a context |
//! | [`call`] | one call |
//! | [`solve`] | all directions |
//! | `overloads` | several signatures of one operation |
//! | `packs` | `*args` |
//! | `pairs` | which parts of a type a pattern's parts are about |
//! | `places` | what the names of orders and devices are |
//! | `residue` | what remains to hold, with names |
//! | `compose` | one after the other |
//! | `lift` | the same over leading dims |
//! | [`entry`] | functions of the catalogue as signatures |
//! | `named` | inputs by name |
//! | [`chain`] | many in one store, and the signature of the whole |
//!
//! Nothing here knows what a relation means; [`crate::evaluate`] and the solver do.

use std::fmt;
use std::sync::Arc;

use conformable_types::dtype::Dialect;
use conformable_types::text::expr::BinaryOp;
use conformable_types::text::{ParseError, print_function};
use conformable_types::ty::{Constraint, Function};
use conformable_types::{Sym, Term, Ty};

use self::entry::called::EntryCall;
use crate::compiled::{Filler, Forms, Program};
use crate::minilanguage::{Item, MiniSignature};

mod apart;
pub(crate) mod arguments;
pub mod build;
pub mod call;
pub mod chain;
mod compose;
mod decide;
pub mod entry;
mod forward;
mod lift;
mod matching;
mod named;
pub(crate) mod naming;
mod note;
mod overloads;
mod packs;
mod pairs;
pub mod parts;
mod places;
mod rename;
mod residue;
pub mod solve;
pub(crate) mod text;
mod waiting;

pub use call::{Call, Refusal};
pub use chain::Chain;
pub use pairs::{Pairs, pairs};
pub use rename::InstantiateError;
pub(crate) use rename::variables;
pub use residue::settled;
pub use solve::{Conflict, Ground, Piece, Side, Solution, Solutions, Texts, Valuations};

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// A size, at least 0.
    Dim,
    /// A sequence of sizes.
    Shape,
    /// How many dims there are.
    Rank,
    /// The element type of an array.
    DType,
    /// An element type, or the kind of a Python number.
    Number,
    /// Any type.
    Type,
    /// The order of an array's elements in memory.
    Order,
    /// Where an array is.
    Device,
}

impl Sort {
    /// All of them with the words for them, the canonical one first.
    const WORDS: [(Sort, &'static [&'static str]); 8] = [
        (Sort::Dim, &["dim", "Dim"]),
        (Sort::Shape, &["shape", "Shape"]),
        (Sort::Rank, &["rank", "Rank"]),
        (Sort::DType, &["dtype", "DType"]),
        (Sort::Number, &["number", "Number"]),
        (Sort::Type, &["type", "Type"]),
        (Sort::Order, &["order", "Order"]),
        (Sort::Device, &["device", "Device"]),
    ];

    /// The word for it: `dim`.
    pub fn word(self) -> &'static str {
        Sort::WORDS.iter().find(|(sort, _)| *sort == self).map_or("", |(_, words)| words[0])
    }

    /// In a sentence: `a dim`, `an order`.
    pub fn noun(self) -> String {
        format!("a{} {}", if self == Sort::Order { "n" } else { "" }, self.word())
    }

    /// `dim`, `Dim`.
    pub fn named(word: &str) -> Option<Sort> {
        Sort::WORDS.iter().find(|(_, words)| words.contains(&word)).map(|(sort, _)| *sort)
    }
}

/// A variable of a signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Var {
    /// Its name, which a call binds.
    pub name: Sym,
    /// What it stands for.
    pub sort: Sort,
}

/// What an operation does to types: a function from types to a typed function.
#[derive(Clone)]
pub struct Signature {
    form: SignatureKind,
    vars: Vec<Var>,
    /// What answers known sizes without the solver, of signatures of shapes that have it.
    program: Option<Arc<Program>>,
    /// The same backwards.
    filler: Option<Arc<Filler>>,
    /// Programs of calls of which everything is known.
    forms: Forms,
    /// Whose promotion `promote` is, if not NumPy's.
    dialect: Option<&'static Dialect>,
    /// How conditions that are kept as `a <= b` were written, for messages.
    written: Arc<[(Constraint, BinaryOp)]>,
}

/// A signature speaks of shapes alone, or of types, or is several, or a function of the catalogue.
#[derive(Clone)]
enum SignatureKind {
    Shapes(Arc<MiniSignature>),
    Types(Arc<Function>),
    Overloads(Arc<[Signature]>),
    Entry(EntryCall),
}

impl Signature {
    /// The signature that `text` writes, in the arrow form or the mini-language.
    ///
    /// # Errors
    /// If it is neither: the error points at a character and says what was expected.
    pub fn parse(text: &str) -> Result<Signature, ParseError> {
        text::parse(text)
    }

    /// A signature of shapes: of element types it says nothing.
    pub fn of_shapes(signature: MiniSignature) -> Signature {
        let mut vars: Vec<Var> = Vec::new();
        let mut add = |name: &str, sort: Sort| {
            let var = Var { name: Sym::new(name), sort };
            if !vars.contains(&var) {
                vars.push(var);
            }
        };
        for item in signature.inputs.iter().chain(&signature.outputs).flat_map(|operand| &operand.items) {
            match item {
                Item::Dim { sum, .. } => {
                    let mut names = Vec::new();
                    sum.names(&mut names);
                    names.into_iter().for_each(|name| add(name, Sort::Dim));
                }
                Item::SkipRank(name) => add(name, Sort::Rank),
                Item::Skip(_) | Item::Ellipsis => {}
            }
        }
        let program = Program::of_shapes(&signature).map(Arc::new);
        let filler = Filler::of_shapes(&signature).map(Arc::new);
        Signature {
            form: SignatureKind::Shapes(Arc::new(signature)),
            vars,
            program,
            filler,
            forms: Forms::default(),
            dialect: None,
            written: Arc::default(),
        }
    }

    /// A signature whose variables are the names in a function's type.
    pub fn of_function(function: Function) -> Signature {
        let mut vars = rename::variables(&function);
        let arguments = arguments::arguments(&function);
        vars.retain(|var| var.sort != Sort::Dim || !arguments.iter().any(|(name, _)| *name == var.name));
        Signature::of_form(SignatureKind::Types(Arc::new(function)), vars)
    }

    fn of_form(form: SignatureKind, vars: Vec<Var>) -> Signature {
        let (program, filler) = (None, None);
        Signature { form, vars, program, filler, forms: Forms::default(), dialect: None, written: Arc::default() }
    }

    /// The signature in which `promote` is a dialect's; None is NumPy's.
    #[must_use]
    pub fn in_dialect(mut self, dialect: Option<&'static Dialect>) -> Signature {
        if let SignatureKind::Overloads(all) = &self.form {
            self.form = SignatureKind::Overloads(all.iter().map(|one| one.clone().in_dialect(dialect)).collect());
        }
        self.dialect = dialect;
        self.forms = Forms::default();
        self
    }

    /// Whose promotion `promote` is, if not NumPy's.
    pub fn dialect(&self) -> Option<&'static Dialect> {
        self.dialect
    }

    /// The variables, in the order in which they occur.
    pub fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// What must hold of them; nothing for a signature of shapes, whose text says all.
    pub fn constraints(&self) -> &[Constraint] {
        match &self.form {
            SignatureKind::Shapes(_) | SignatureKind::Overloads(_) | SignatureKind::Entry(_) => &[],
            SignatureKind::Types(function) => &function.constraints,
        }
    }

    /// How many inputs there are; of several signatures, the most, of the catalogue's functions, those without a default.
    pub fn arity(&self) -> usize {
        match &self.form {
            SignatureKind::Shapes(mini) => mini.inputs.len(),
            SignatureKind::Types(function) => function.params.len(),
            SignatureKind::Overloads(all) => all.iter().map(Signature::arity).max().unwrap_or(0),
            SignatureKind::Entry(entry) => entry.arity(),
        }
    }

    /// How many outputs there are.
    pub fn output_count(&self) -> usize {
        match &self.form {
            SignatureKind::Shapes(mini) => mini.outputs.len(),
            SignatureKind::Types(function) => function.outputs.len(),
            SignatureKind::Overloads(all) => all.iter().map(Signature::output_count).max().unwrap_or(0),
            SignatureKind::Entry(entry) => entry.output_count(),
        }
    }

    /// The mini-language's form, if it was written in it.
    pub fn as_shapes(&self) -> Option<&MiniSignature> {
        match &self.form {
            SignatureKind::Shapes(mini) => Some(mini),
            SignatureKind::Types(_) | SignatureKind::Overloads(_) | SignatureKind::Entry(_) => None,
        }
    }

    /// The function's type, if it speaks of types.
    pub fn as_function(&self) -> Option<&Function> {
        match &self.form {
            SignatureKind::Shapes(_) | SignatureKind::Overloads(_) | SignatureKind::Entry(_) => None,
            SignatureKind::Types(function) => Some(function),
        }
    }

    /// With variables of these sorts declared besides those that occur. One that occurs keeps what
    /// its use says, but that a dtype may be a number.
    pub(crate) fn with_declared(mut self, declared: &[Var]) -> Signature {
        self.forms = Forms::default();
        for var in declared {
            match self.vars.iter_mut().find(|own| own.name == var.name) {
                Some(own) if own.sort == Sort::DType && var.sort == Sort::Number => own.sort = Sort::Number,
                Some(_) => {}
                None => self.vars.push(*var),
            }
        }
        self
    }

    /// With the comparisons that its conditions were written with.
    pub(crate) fn with_written(self, written: Vec<(Constraint, BinaryOp)>) -> Signature {
        Signature { written: written.into(), ..self }
    }

    /// The comparison that a condition was written with.
    fn comparison_of(&self, constraint: &Constraint) -> Option<BinaryOp> {
        self.written.iter().find(|(own, _)| own == constraint).map(|(_, op)| *op)
    }

    fn sort_of(&self, name: Sym) -> Option<Sort> {
        self.vars.iter().find(|var| var.name == name).map(|var| var.sort)
    }

    /// Declarations that the text alone does not show: `is_a(x, number)`.
    fn declarations(&self) -> Vec<Constraint> {
        let SignatureKind::Types(function) = &self.form else { return Vec::new() };
        let shown = rename::variables(function);
        let hidden = self.vars.iter().filter(|var| !shown.contains(var));
        hidden.map(|var| is_a(*var)).collect()
    }
}

/// `is_a(x, number)`
fn is_a(var: Var) -> Constraint {
    let own: Term = match var.sort {
        Sort::DType | Sort::Number => conformable_types::Elem::name(var.name.as_str()).into(),
        Sort::Shape => conformable_types::Seq::name(var.name.as_str()).shape().into(),
        Sort::Type => Term::Ty(Ty::new(conformable_types::TyKind::Name(var.name))),
        Sort::Dim | Sort::Rank | Sort::Order | Sort::Device => conformable_types::Dim::name(var.name.as_str()).into(),
    };
    Constraint::Relation(Sym::new(text::IS_A), [own, conformable_types::Dim::name(var.sort.word()).into()].into())
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.form {
            SignatureKind::Shapes(mini) => mini.fmt(f),
            SignatureKind::Overloads(all) => f.write_str(&overloads::text(all)),
            SignatureKind::Entry(entry) => entry.fmt(f),
            SignatureKind::Types(function) => {
                let declarations = self.declarations();
                if declarations.is_empty() {
                    return f.write_str(&print_function(function));
                }
                let mut shown = (**function).clone();
                shown.constraints = declarations.into_iter().chain(shown.constraints.iter().cloned()).collect();
                f.write_str(&print_function(&shown))
            }
        }
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

/// Up to the names of variables.
impl PartialEq for Signature {
    fn eq(&self, other: &Signature) -> bool {
        let (own, theirs) = (rename::canonical(self), rename::canonical(other));
        let same = match (&own.form, &theirs.form) {
            (SignatureKind::Shapes(a), SignatureKind::Shapes(b)) => a.to_string() == b.to_string(),
            (SignatureKind::Types(a), SignatureKind::Types(b)) => a == b,
            (SignatureKind::Overloads(a), SignatureKind::Overloads(b)) => return a == b,
            (SignatureKind::Entry(a), SignatureKind::Entry(b)) => return a == b,
            _ => false,
        };
        same && own.vars == theirs.vars && self.dialect == other.dialect
    }
}

impl Eq for Signature {}

#[cfg(test)]
mod tests;
