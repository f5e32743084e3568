//! A value against what is declared of it, and the value that a declaration makes.
//!
//! `conformable_signatures::conforms` holds the values of one run to annotations: their sizes are known, a misfit is certain,
//! and the store that keeps what names are is the call's own. Here values are abstract: what is open fits and is learnt on the
//! path, names are bound for each call and rigid in a function on its own, where they must be entailed, and a form makes
//! values too. A form isn't a type (`Integer` is any of several dtypes), so that the two share the store and no walk.

use std::rc::Rc;

use conformable_signatures::Catalogue;
use conformable_solver::{Context, Fact, Failure, FailureKind};
use conformable_types::term::{self, Leaf, Map};
use conformable_types::text::with_names;
use conformable_types::{Atom, Dim, FreshKind, Seq, Shape, Ty};
use ruff_text_size::TextRange;

use crate::domain::declared::{AnnotationNames, ArrayForm, DeclaredType, Dtypes, Item};
use crate::domain::state::State;
use crate::domain::value::{Dependencies, Kind, Sym, Value};
use crate::eval::Machine;
use crate::eval::diagnose::size_names::shown_names;
use crate::front::diagnostic::Diagnostic;
use crate::front::rules::{self, Rule};

/// Why a value is not what was declared.
struct Unmet {
    rule: &'static Rule,
    why: String,
}

impl Unmet {
    fn new(why: String) -> Unmet {
        Unmet { rule: rules::ANNOTATION, why }
    }
}

/// What is said to be of the declared form, for messages.
pub enum Role {
    Argument(Sym),
    Result,
    Variable,
}

impl<'p> Machine<'p> {
    /// A value under an annotation: held against it, or made by it where nothing is known.
    pub fn annotated(&mut self, value: Value<'p>, declared: Option<&DeclaredType>, range: TextRange) -> Value<'p> {
        let Some(declared) = declared else { return value };
        let mut names = std::mem::take(&mut self.frame().names);
        let value = self.held(value, declared, &mut names, range, &Role::Variable);
        self.frame().names = names;
        value
    }

    /// What a function returns, under its annotation.
    pub fn returned(&mut self, value: Value<'p>, range: TextRange) -> Value<'p> {
        let promised = self.frame().function.as_ref().and_then(|function| function.promises.clone());
        let Some(declared) = promised.as_ref().and_then(|promises| promises.returns.as_ref()) else { return value };
        // Names that no parameter binds are each return's own.
        let mut names = self.frame().names.clone();
        self.held(value, declared, &mut names, range, &Role::Result)
    }

    pub fn held(
        &mut self,
        value: Value<'p>,
        declared: &DeclaredType,
        names: &mut AnnotationNames,
        range: TextRange,
        role: &Role,
    ) -> Value<'p> {
        if value.is_unknown() {
            // Of other plain annotations many aren't so.
            if !declared.obliges() && !declared.is_of_library() {
                return value;
            }
            let Some(made) = self.value_of_declared(declared, names, false) else { return value };
            self.state.keep_shape(&value, &made);
            return made.at(self.origin(range)).with_dependencies(Dependencies::DECLARED);
        }
        if declared.obliges()
            && let Err(unmet) = self.state.meets(&value, declared, names)
        {
            // The message calls sizes as all others do.
            let ty = self.type_of(&value);
            let called = shown_names(self, &[ty]);
            let again = with_names(called.clone(), || self.state.meets(&value, declared, names));
            let unmet = again.err().unwrap_or(unmet);
            with_names(called, || self.report_unmet(unmet, &value, declared, range, role));
            // One mistake, one message: the body goes on with what was declared.
            if matches!(role, Role::Argument(_)) {
                return self.value_of_declared(declared, names, false).unwrap_or_else(Value::unknown);
            }
            return value;
        }
        // What is only assumed to be an array is one where that is declared.
        if value.dependencies.is_assumed()
            && declared.is_ndarray()
            && value.array().is_some()
            && let Some(made) = self.value_of_declared(declared, names, false)
        {
            self.state.keep_shape(&value, &made);
            return Value { origin: value.origin, ..made };
        }
        value
    }

    fn report_unmet(
        &mut self,
        unmet: Unmet,
        value: &Value<'p>,
        declared: &DeclaredType,
        range: TextRange,
        role: &Role,
    ) {
        let what = match role {
            Role::Argument(name) => format!("`{name}`"),
            Role::Result => "the result".to_owned(),
            Role::Variable => "this".to_owned(),
        };
        let ty = self.type_of(value);
        let shown = self.state.show(ty);
        let form = declared.text().unwrap_or_default().to_owned();
        let message = format!("{what} is declared {form}, and is {shown}: {}", unmet.why);
        let diagnostic = Diagnostic::new(unmet.rule, self.module().place(range), message);
        self.declare(diagnostic, value.dependencies);
    }

    // --- values -------------------------------------------------------------------------------

    /// A value of the declared form; `None` where the form says too little. Names not bound yet
    /// become rigid ones, or fresh sizes.
    pub fn value_of_declared(
        &mut self,
        declared: &DeclaredType,
        names: &mut AnnotationNames,
        rigid: bool,
    ) -> Option<Value<'p>> {
        match declared {
            DeclaredType::Array(form) if form.ndarray => {
                let elem = match form.dtypes {
                    Dtypes::One(dtype) => dtype.into(),
                    _ => self.state.store.fresh_elem(),
                };
                let shape = match &form.shape {
                    Some(items) => self.state.shape_of_items(items, names, rigid),
                    None => self.state.store.fresh_shape(),
                };
                Some(self.value_of(Ty::array(elem, shape)))
            }
            DeclaredType::None => Some(Value::none()),
            DeclaredType::LibraryObject(class) => Some(Value::data(Catalogue::instance(class.as_str()))),
            DeclaredType::Tuple(parts) => {
                let items: Vec<Value<'p>> = parts
                    .iter()
                    .map(|part| self.value_of_declared(part, names, rigid).unwrap_or_else(Value::unknown))
                    .collect();
                Some(Value::tuple(items))
            }
            DeclaredType::Union(parts) => {
                let members: Option<Vec<Value<'p>>> =
                    parts.iter().map(|part| self.value_of_declared(part, names, rigid)).collect();
                match members {
                    Some(members) if members.len() > 1 => Some(Kind::Union(Rc::new(members)).into()),
                    _ => None,
                }
            }
            DeclaredType::Array(_) | DeclaredType::Int | DeclaredType::Other => None,
        }
    }
}

/// The name that a pattern is, if it is one alone.
fn name_of(pattern: Dim) -> Option<Sym> {
    pattern.as_atom().and_then(|atom| Leaf::Atom(atom).name())
}

struct Instantiate<'n> {
    names: &'n AnnotationNames,
    unbound: bool,
}

impl Map for Instantiate<'_> {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        let name = Leaf::Atom(atom).name()?;
        let known = self.names.dim(name);
        self.unbound |= known.is_none();
        known
    }
}

/// The pattern with its names' sizes put in; `None` while one is not bound.
fn instantiate(pattern: Dim, names: &AnnotationNames) -> Option<Dim> {
    let mut map = Instantiate { names, unbound: false };
    let dim = term::map_dim(pattern, &mut map);
    (!map.unbound && !dim.is_any()).then_some(dim)
}

impl<'p> State<'p> {
    /// What is declared of a value is of the shape that a test has shown of it.
    fn keep_shape(&mut self, value: &Value<'p>, made: &Value<'p>) {
        let shape = match &value.kind {
            Kind::Shaped(shaped) => self.shape_of(shaped),
            Kind::Array(array) => array.ty.as_array().map(|(_, shape)| shape),
            _ => None,
        };
        if let (Some(shape), Some((_, declared))) = (shape, made.ty().and_then(Ty::as_array)) {
            let mut store = self.store.clone();
            if store.tell(&Fact::Shape(declared, shape)).is_ok() {
                self.store = store;
            }
        }
    }

    /// Does the value keep to the form? Names are bound where they first occur.
    fn meets(&mut self, value: &Value<'p>, declared: &DeclaredType, names: &mut AnnotationNames) -> Result<(), Unmet> {
        if let Kind::Union(members) = &value.kind {
            // One member that fits is enough: the others may never come.
            let members = Rc::clone(members);
            let mut last = Ok(());
            for member in members.iter() {
                let mut own = names.clone();
                last = self.meets(member, declared, &mut own);
                if last.is_ok() {
                    return last;
                }
            }
            return last;
        }
        match declared {
            DeclaredType::Array(form) => match value.ty().map(|ty| self.store.resolve_ty(ty)) {
                Some(ty) if ty.as_array().is_some() && matches!(value.kind, Kind::Array(_)) => {
                    self.meets_form(ty, form, names)
                }
                _ => Ok(()),
            },
            DeclaredType::Tuple(parts) => match &value.kind {
                Kind::Tuple(tuple) if tuple.items.len() == parts.len() => {
                    let items = tuple.items.clone();
                    items.iter().zip(parts).try_for_each(|(item, part)| self.meets(item, part, names))
                }
                _ => Ok(()),
            },
            DeclaredType::Union(parts) => {
                let mut first = None;
                for part in parts {
                    let fits_kind = match part {
                        DeclaredType::None => value.is_none(),
                        DeclaredType::Int => value.int_value().is_some(),
                        DeclaredType::LibraryObject(_) | DeclaredType::Other => true,
                        _ => false,
                    };
                    if fits_kind {
                        return Ok(());
                    }
                    if matches!(part, DeclaredType::None | DeclaredType::Int) {
                        continue;
                    }
                    let mut own = names.clone();
                    match self.meets(value, part, &mut own) {
                        Ok(()) => {
                            *names = own;
                            return Ok(());
                        }
                        Err(unmet) => first = first.or(Some(unmet)),
                    }
                }
                first.map_or(Ok(()), Err)
            }
            DeclaredType::None | DeclaredType::LibraryObject(_) | DeclaredType::Int | DeclaredType::Other => Ok(()),
        }
    }

    fn meets_form(&mut self, ty: Ty, form: &ArrayForm, names: &mut AnnotationNames) -> Result<(), Unmet> {
        let Some((elem, shape)) = ty.as_array() else { return Ok(()) };
        if form.dtypes.admits(elem).is_no() {
            return Err(Unmet::new(format!("the dtype is {elem:?}")));
        }
        let Some(items) = &form.shape else { return Ok(()) };
        let Some(dims) = shape.dims() else { return Ok(()) };
        let open = items.iter().position(|item| matches!(item, Item::Seq(_) | Item::Rest));
        let least = items.len() - usize::from(open.is_some());
        if dims.len() < least || (open.is_none() && dims.len() > least) {
            let plural = |count: usize| if count == 1 { "1 dim".to_owned() } else { format!("{count} dims") };
            let at_least = if open.is_some() { "at least " } else { "" };
            return Err(Unmet::new(format!("it has {}, not {at_least}{}", plural(dims.len()), plural(least))));
        }
        let front = open.unwrap_or(items.len());
        let back = items.len() - front - usize::from(open.is_some());
        let (head, rest) = dims.split_at(front);
        let (middle, tail) = rest.split_at(rest.len() - back);
        // Names alone first: they bind what expressions of them are then held against.
        let pairs = || items[..front].iter().zip(head).chain(items[items.len() - back..].iter().zip(tail));
        for alone in [true, false] {
            for (item, dim) in pairs() {
                let is_name = matches!(item, Item::Dim(d) if name_of(*d).is_some());
                if is_name == alone {
                    self.meets_item(*item, *dim, names)?;
                }
            }
        }
        if let Some(Item::Seq(name)) = open.map(|place| items[place]) {
            self.meets_sequence(name, Shape::of(middle), names)?;
        }
        Ok(())
    }

    fn meets_sequence(&mut self, name: Sym, shape: Shape, names: &mut AnnotationNames) -> Result<(), Unmet> {
        let Some(known) = names.seq(name) else {
            names.bind_seq(name, shape);
            return Ok(());
        };
        if self.store.ask(&Fact::Shape(known, shape)).is_no() {
            let known = self.store.resolve_shape(known);
            return Err(Unmet::new(format!("`*{name}` is {known:?} and {shape:?}")));
        }
        Ok(())
    }

    fn meets_item(&mut self, item: Item, dim: Dim, names: &mut AnnotationNames) -> Result<(), Unmet> {
        let (wanted, fact) = match item {
            Item::Any | Item::Seq(_) | Item::Rest => return Ok(()),
            Item::Dim(pattern) => {
                if let Some(name) = name_of(pattern)
                    && names.dim(name).is_none()
                {
                    names.bind_dim(name, dim);
                    return Ok(());
                }
                let Some(wanted) = instantiate(pattern, names) else { return Ok(()) };
                (wanted, Fact::Eq(wanted, dim))
            }
            Item::Broadcast(pattern) => {
                let Some(wanted) = instantiate(pattern, names) else { return Ok(()) };
                (wanted, Fact::Broadcast(wanted, dim))
            }
        };
        let store = &self.store;
        let (have, want) = (store.resolve_dim(dim), store.resolve_dim(wanted));
        let written = match item {
            Item::Dim(pattern) | Item::Broadcast(pattern) => pattern,
            _ => wanted,
        };
        let why = if written.constant().is_some() || written == want {
            format!("{have:?} where {want:?} is declared")
        } else {
            format!("`{written:?}` is {want:?} and {have:?}")
        };
        let mut cx = Context::new(store);
        match cx.require(fact, || Failure::new(FailureKind::Size, why.clone(), vec![])) {
            Ok(()) => {
                self.learn(cx.into_store());
                Ok(())
            }
            Err(failure) if failure.kind == FailureKind::Obligation => {
                Err(Unmet { rule: rules::RIGID, why: failure.message })
            }
            // It holds for a few sizes: in doubt nothing.
            Err(failure) if failure.except.is_some() => Ok(()),
            Err(_) => Err(Unmet::new(why)),
        }
    }

    fn shape_of_items(&mut self, items: &[Item], names: &mut AnnotationNames, rigid: bool) -> Shape {
        let mut shape = Shape::scalar();
        for item in items {
            let next = match item {
                Item::Any => Shape::of(&[self.store.fresh_dim(FreshKind::Unknown)]),
                Item::Dim(pattern) => Shape::of(&[self.dim_of(*pattern, names, rigid)]),
                Item::Broadcast(pattern) => {
                    let wanted = self.dim_of(*pattern, names, rigid);
                    let own = self.store.fresh_dim(FreshKind::Unknown);
                    let _ = self.store.tell(&Fact::Broadcast(own, wanted));
                    Shape::of(&[own])
                }
                Item::Rest => self.store.fresh_shape(),
                Item::Seq(name) => match names.seq(*name) {
                    Some(known) => known,
                    None => {
                        let seq = if rigid { Seq::name(name.as_str()).shape() } else { self.store.fresh_shape() };
                        names.bind_seq(*name, seq);
                        seq
                    }
                },
            };
            shape = shape.append(next).unwrap_or_else(Shape::any);
        }
        shape
    }

    fn dim_of(&mut self, pattern: Dim, names: &mut AnnotationNames, rigid: bool) -> Dim {
        let mut unbound: Vec<Sym> = Vec::new();
        term::visit_dim(pattern, &mut |leaf| {
            if let Some(name) = leaf.name().filter(|_| matches!(leaf, Leaf::Atom(_)))
                && names.dim(name).is_none()
                && !unbound.contains(&name)
            {
                unbound.push(name);
            }
        });
        for name in unbound {
            let dim = if rigid {
                let atom = Atom::name(name.as_str());
                self.store.make_rigid(atom);
                atom.dim()
            } else {
                self.store.fresh_dim(FreshKind::Unknown)
            };
            names.bind_dim(name, dim);
        }
        instantiate(pattern, names).unwrap_or_else(Dim::any)
    }
}
