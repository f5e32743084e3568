//! Any closed value that a relation can be about, and the walks over it.
//!
//! [`Map`] rebuilds a term with some of its leaves exchanged, in normal form again; every
//! substitution, renaming and resolution in the system is one of these.

use crate::dim::{Atom, AtomData, Dim, FreshKind};
use crate::elem::{Elem, ElemData};
use crate::intern::Sym;
use crate::place::{Device, Order, Place, PlaceData};
use crate::shape::{Dims, Seq, SeqData, Shape};
use smallvec::SmallVec;

use crate::ty::{Constraint, Function, Param, Ty, TyKind};

/// An argument of a relation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Term {
    /// An integer expression.
    Dim(Dim),
    /// A shape, or a sequence alone.
    Shape(Shape),
    /// An element type.
    Elem(Elem),
    /// Ints, bools, strings and `None` as arguments too: `Literal[-1]`.
    Ty(Ty),
    /// A pack: one value an element.
    List(Box<[Term]>),
}

impl From<Dim> for Term {
    fn from(dim: Dim) -> Term {
        Term::Dim(dim)
    }
}

impl From<Shape> for Term {
    fn from(shape: Shape) -> Term {
        Term::Shape(shape)
    }
}

impl From<Elem> for Term {
    fn from(elem: Elem) -> Term {
        Term::Elem(elem)
    }
}

impl From<Ty> for Term {
    fn from(ty: Ty) -> Term {
        Term::Ty(ty)
    }
}

impl Term {
    /// The expression, if it is one.
    pub fn dim(&self) -> Option<Dim> {
        if let Term::Dim(dim) = self { Some(*dim) } else { None }
    }

    /// The shape, if it is one.
    pub fn shape(&self) -> Option<Shape> {
        if let Term::Shape(shape) = self { Some(*shape) } else { None }
    }

    /// The element type, if it is one.
    pub fn elem(&self) -> Option<Elem> {
        if let Term::Elem(elem) = self { Some(*elem) } else { None }
    }
}

/// What stands in place of a leaf; `None` keeps it. A method sees a leaf after the leaves inside
/// it have been exchanged.
pub trait Map {
    /// Said before each leaf: whether something inside it was exchanged.
    fn rebuilt(&mut self, _changed: bool) {}

    /// Is it known already that nothing in this expression is exchanged?
    fn is_kept(&mut self, _dim: Dim) -> bool {
        false
    }

    /// Said of an expression in which nothing was.
    fn keeps(&mut self, _dim: Dim) {}

    /// In place of any leaf one of its sort.
    fn leaf(&mut self, _leaf: Leaf) -> Option<Leaf> {
        None
    }

    /// In place of any leaf a term of its sort.
    fn instead(&mut self, leaf: Leaf) -> Option<Term> {
        self.leaf(leaf).map(Term::from)
    }

    /// In place of an atom.
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        self.instead(Leaf::Atom(atom))?.dim()
    }

    /// In place of a sequence.
    fn seq(&mut self, seq: Seq) -> Option<Shape> {
        self.instead(Leaf::Seq(seq))?.shape()
    }

    /// In place of an element type.
    fn elem(&mut self, elem: Elem) -> Option<Elem> {
        self.instead(Leaf::Elem(elem))?.elem()
    }

    /// In place of a type variable.
    fn name(&mut self, _name: Sym) -> Option<Ty> {
        None
    }

    /// In place of the name of an order.
    fn order(&mut self, _name: Sym) -> Option<Order> {
        None
    }

    /// In place of the name of a device.
    fn device(&mut self, _name: Sym) -> Option<Device> {
        None
    }

    /// The shape that two sequences in one shape become; by default `...`.
    fn append(&mut self, left: Shape, right: Shape) -> Shape {
        Shape::new(left.data().prefix.iter().copied(), Some((Seq::any(), Dims::from_slice(right.suffix()))))
    }
}

/// `dim` with its leaves exchanged.
pub fn map_dim(dim: Dim, map: &mut dyn Map) -> Dim {
    if dim.constant().is_some() || dim.is_any() || map.is_kept(dim) {
        return dim;
    }
    let mut exchanged: SmallVec<[(Atom, Dim); 4]> = SmallVec::new();
    for atom in dim.atoms() {
        let new = map_atom(atom, map);
        if new.as_atom() != Some(atom) {
            exchanged.push((atom, new));
        }
    }
    if exchanged.is_empty() {
        map.keeps(dim);
        return dim;
    }
    dim.exchanged(|atom| exchanged.iter().find(|(old, _)| *old == atom).map(|(_, new)| *new))
}

/// Dims with their leaves exchanged, and whether one is another now.
fn map_dims(dims: &[Dim], map: &mut dyn Map) -> (Dims, bool) {
    let mapped: Dims = dims.iter().map(|dim| map_dim(*dim, map)).collect();
    let changed = *mapped != *dims;
    (mapped, changed)
}

/// Arguments of an application with their leaves exchanged; `None` if none is another now.
fn map_terms(args: &[Term], map: &mut dyn Map) -> Option<Box<[Term]>> {
    let mut mapped: Option<Vec<Term>> = None;
    for (place, arg) in args.iter().enumerate() {
        let new = map_term(arg, map);
        match &mut mapped {
            Some(mapped) => mapped.push(new),
            None if new == *arg => {}
            None => mapped = Some(args[..place].iter().cloned().chain([new]).collect()),
        }
    }
    mapped.map(Into::into)
}

/// What an atom is with what is inside it exchanged; `None` if nothing is.
fn rebuilt_atom(atom: Atom, map: &mut dyn Map) -> Option<Dim> {
    let several = |args: &[Dim], map: &mut dyn Map| {
        let (mapped, changed) = map_dims(args, map);
        changed.then_some(mapped)
    };
    Some(match atom.data() {
        AtomData::Name(_) | AtomData::Fresh { .. } | AtomData::Any => return None,
        AtomData::FloorDiv(p, q) => {
            let args = several(&[*p, *q], map)?;
            args[0].floordiv(args[1]).unwrap_or_else(Dim::any)
        }
        AtomData::Mod(p, q) => {
            let args = several(&[*p, *q], map)?;
            args[0].modulo(args[1]).unwrap_or_else(Dim::any)
        }
        AtomData::Max(args) => Dim::max(several(args, map)?),
        AtomData::Min(args) => Dim::min(several(args, map)?),
        AtomData::Bcast(args) => Dim::bcast(several(args, map)?),
        AtomData::Prod(seq) => map_seq(*seq, map)?.size(),
        AtomData::Len(seq) => map_seq(*seq, map)?.rank_dim(),
        AtomData::SliceLen { start, stop, step, n } => {
            let args = several(&[*start, *stop, *step, *n], map)?;
            Dim::slicelen(args[0], args[1], args[2], args[3])
        }
        AtomData::App(name, args) => Atom::new(AtomData::App(*name, map_terms(args, map)?)).dim(),
    })
}

fn map_atom(atom: Atom, map: &mut dyn Map) -> Dim {
    let rebuilt = rebuilt_atom(atom, map).unwrap_or_else(|| atom.dim());
    // What collapsed into one of its parts has been seen: n1//n0 with n0*n1 for n1 is n1.
    match rebuilt.as_atom() {
        Some(new) if std::mem::discriminant(new.data()) == std::mem::discriminant(atom.data()) => {
            map.rebuilt(new != atom);
            map.atom(new).unwrap_or(rebuilt)
        }
        _ => rebuilt,
    }
}

/// What stands in place of a sequence; `None` keeps it.
fn map_seq(seq: Seq, map: &mut dyn Map) -> Option<Shape> {
    let rebuilt = match seq.data() {
        SeqData::App(name, args) => map_terms(args, map).map(|args| Seq::new(SeqData::App(*name, args))),
        _ => None,
    };
    map.rebuilt(rebuilt.is_some());
    map.seq(rebuilt.unwrap_or(seq)).or_else(|| rebuilt.map(Seq::shape))
}

/// `shape` with its leaves exchanged.
pub fn map_shape(shape: Shape, map: &mut dyn Map) -> Shape {
    let data = shape.data();
    let (prefix, front) = map_dims(&data.prefix, map);
    let Some((seq, suffix)) = &data.rest else {
        return if front { prefix.into_iter().collect() } else { shape };
    };
    let middle = map_seq(*seq, map);
    let (suffix, back) = map_dims(suffix, map);
    match middle {
        None if front || back => Shape::new(prefix, Some((*seq, suffix))),
        None => shape,
        Some(middle) => {
            let left = prefix.into_iter().collect::<Shape>().append(middle).expect("the prefix has no sequence");
            let suffix: Shape = suffix.into_iter().collect();
            left.append(suffix).unwrap_or_else(|| map.append(left, suffix))
        }
    }
}

/// `elem` with its leaves exchanged.
pub fn map_elem(elem: Elem, map: &mut dyn Map) -> Elem {
    let rebuilt = match elem.data() {
        ElemData::App(name, args) => map_terms(args, map).map(|args| Elem::new(ElemData::App(*name, args))),
        _ => None,
    };
    map.rebuilt(rebuilt.is_some());
    let rebuilt = rebuilt.unwrap_or(elem);
    map.elem(rebuilt).unwrap_or(rebuilt)
}

/// `term` with its leaves exchanged.
pub fn map_term(term: &Term, map: &mut dyn Map) -> Term {
    match term {
        Term::Dim(dim) => Term::Dim(map_dim(*dim, map)),
        Term::Shape(shape) => Term::Shape(map_shape(*shape, map)),
        Term::Elem(elem) => Term::Elem(map_elem(*elem, map)),
        Term::Ty(ty) => Term::Ty(map_ty(*ty, map)),
        Term::List(terms) => Term::List(map_terms(terms, map).unwrap_or_else(|| terms.clone())),
    }
}

/// Types in which nothing stands: no size, no element type, no other type.
macro_rules! bare {
    () => {
        TyKind::Unknown
            | TyKind::Bool
            | TyKind::Int
            | TyKind::Float
            | TyKind::Complex
            | TyKind::Str
            | TyKind::Bytes
            | TyKind::None
            | TyKind::Ellipsis
            | TyKind::LitBool(_)
            | TyKind::LitStr(_)
            | TyKind::LitFloat(_)
            | TyKind::Class(_)
    };
}

/// Sizes in place of atoms.
pub struct Instead<'a>(pub &'a [(Atom, Dim)]);

impl Map for Instead<'_> {
    fn atom(&mut self, atom: Atom) -> Option<Dim> {
        self.0.iter().find(|(own, _)| *own == atom).map(|(_, size)| *size)
    }
}

/// Does a size, an element type or another type stand in it?
pub fn has_parts(ty: Ty) -> bool {
    !matches!(ty.kind(), bare!())
}

/// `ty` with its leaves exchanged.
pub fn map_ty(ty: Ty, map: &mut dyn Map) -> Ty {
    // `None` if none is another now.
    let all = |types: &[Ty], map: &mut dyn Map| {
        let mapped: SmallVec<[Ty; 4]> = types.iter().map(|ty| map_ty(*ty, map)).collect();
        (*mapped != *types).then(|| Box::<[Ty]>::from(&*mapped))
    };
    match ty.kind() {
        TyKind::IntOf(dim) => Ty::int(map_dim(*dim, map)),
        TyKind::Scalar(elem) => Ty::scalar(map_elem(*elem, map)),
        TyKind::Array { elem, shape } => match (map_elem(*elem, map), map_shape(*shape, map)) {
            same if same == (*elem, *shape) => ty,
            (elem, shape) => Ty::array(elem, shape),
        },
        TyKind::Placed { elem, shape, place } => {
            let (elem, shape) = (map_elem(*elem, map), map_shape(*shape, map));
            Ty::placed(elem, shape, map_place(*place, map))
        }
        TyKind::Decay { elem, shape } => Ty::decay(map_elem(*elem, map), map_shape(*shape, map)),
        TyKind::DType(elem) => Ty::new(TyKind::DType(map_elem(*elem, map))),
        TyKind::Slice(parts) => Ty::new(TyKind::Slice(parts.map(|part| map_ty(part, map)))),
        TyKind::Tuple(items) => all(items, map).map_or(ty, |items| Ty::new(TyKind::Tuple(items))),
        TyKind::TupleOf(item) => Ty::tuple_of(map_ty(*item, map)),
        TyKind::List(items) => all(items, map).map_or(ty, |items| Ty::new(TyKind::List(items))),
        TyKind::ListOf(item) => Ty::list_of(map_ty(*item, map)),
        TyKind::Set(item) => Ty::new(TyKind::Set(map_ty(*item, map))),
        TyKind::Dict(key, value) => Ty::new(TyKind::Dict(map_ty(*key, map), map_ty(*value, map))),
        TyKind::Struct(fields) => {
            Ty::new(TyKind::Struct(fields.iter().map(|(name, ty)| (*name, map_ty(*ty, map))).collect()))
        }
        TyKind::Ctor(name, params) => all(params, map).map_or(ty, |params| Ty::new(TyKind::Ctor(*name, params))),
        TyKind::Function(function) => Ty::new(TyKind::Function(Box::new(map_function(function, map)))),
        TyKind::Union(members) => all(members, map).map_or(ty, Ty::union),
        TyKind::Name(name) => map.name(*name).unwrap_or(ty),
        bare!() => ty,
    }
}

fn map_place(place: Place, map: &mut dyn Map) -> Place {
    let data = place.data();
    Place::new(PlaceData {
        strides: data.strides.as_ref().map(|strides| strides.iter().map(|d| map_dim(*d, map)).collect()),
        offset: data.offset.map(|offset| map_dim(offset, map)),
        order: data.order.map(|order| order.as_name().and_then(|name| map.order(name)).unwrap_or(order)),
        device: data.device.map(|device| device.as_name().and_then(|name| map.device(name)).unwrap_or(device)),
    })
}

fn map_function(function: &Function, map: &mut dyn Map) -> Function {
    Function {
        params: function
            .params
            .iter()
            .map(|param| Param {
                ty: map_ty(param.ty, map),
                default: param.default.map(|ty| map_ty(ty, map)),
                ..param.clone()
            })
            .collect(),
        outputs: function.outputs.iter().map(|ty| map_ty(*ty, map)).collect(),
        constraints: function
            .constraints
            .iter()
            .map(|constraint| match constraint {
                Constraint::Compare(op, a, b) => Constraint::Compare(*op, map_dim(*a, map), map_dim(*b, map)),
                Constraint::Relation(name, args) => {
                    Constraint::Relation(*name, args.iter().map(|arg| map_term(arg, map)).collect())
                }
            })
            .collect(),
        partial: function.partial,
    }
}

/// The leaves of a term, each as often as it occurs, in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leaf {
    /// An atom of an expression.
    Atom(Atom),
    /// A sequence of dims.
    Seq(Seq),
    /// An element type.
    Elem(Elem),
}

/// What a leaf of any sort is made of, if it is of this form.
macro_rules! parts_of {
    ($leaf:expr, $form:ident $parts:tt => $made:expr) => {
        match $leaf {
            Leaf::Atom(atom) => if let AtomData::$form $parts = atom.data() { Some($made) } else { None },
            Leaf::Seq(seq) => if let SeqData::$form $parts = seq.data() { Some($made) } else { None },
            Leaf::Elem(elem) => if let ElemData::$form $parts = elem.data() { Some($made) } else { None },
        }
    };
}

impl Leaf {
    /// The name that somebody gave it.
    pub fn name(self) -> Option<Sym> {
        parts_of!(self, Name(name) => *name)
    }

    /// Does each of the values that one stands for have its own?
    pub fn is_of_each(self) -> bool {
        self.fresh().is_some_and(|(_, kind)| kind.is_of_each())
    }

    /// Its number, and what it stands for, if it is a variable.
    pub fn fresh(self) -> Option<(u64, FreshKind)> {
        parts_of!(self, Fresh { id, kind } => (*id, *kind))
    }

    /// Is it a variable that the data of a run decide?
    pub fn is_decided_by_data(self) -> bool {
        matches!(self.fresh(), Some((_, FreshKind::Runtime)))
    }

    /// The relation and its arguments, if it is an application that isn't evaluated yet.
    pub fn application(self) -> Option<(Sym, &'static [Term])> {
        parts_of!(self, App(name, args) => (*name, args))
    }

    /// Is it a name or a variable, and made of nothing?
    pub fn is_plain(self) -> bool {
        self.name().is_some() || self.fresh().is_some()
    }

    /// Is it `?` or `...`?
    pub fn is_any(self) -> bool {
        self == self.any()
    }

    /// The leaf of its sort that has this name.
    #[must_use]
    pub fn named(self, name: Sym) -> Leaf {
        self.made(AtomData::Name(name), SeqData::Name(name), ElemData::Name(name))
    }

    /// The variable of its sort that has this number.
    #[must_use]
    pub fn numbered(self, id: u64, kind: FreshKind) -> Leaf {
        self.made(AtomData::Fresh { id, kind }, SeqData::Fresh { id, kind }, ElemData::Fresh { id, kind })
    }

    /// The application of its sort of a relation to these arguments.
    #[must_use]
    pub fn applied(self, name: Sym, args: Box<[Term]>) -> Leaf {
        match self {
            Leaf::Atom(_) => Leaf::Atom(Atom::new(AtomData::App(name, args))),
            Leaf::Seq(_) => Leaf::Seq(Seq::new(SeqData::App(name, args))),
            Leaf::Elem(_) => Leaf::Elem(Elem::new(ElemData::App(name, args))),
        }
    }

    /// What nobody knows, of its sort.
    #[must_use]
    pub fn any(self) -> Leaf {
        self.made(AtomData::Any, SeqData::Any, ElemData::Any)
    }

    fn made(self, atom: AtomData, seq: SeqData, elem: ElemData) -> Leaf {
        match self {
            Leaf::Atom(_) => Leaf::Atom(Atom::new(atom)),
            Leaf::Seq(_) => Leaf::Seq(Seq::new(seq)),
            Leaf::Elem(_) => Leaf::Elem(Elem::new(elem)),
        }
    }
}

impl From<Leaf> for Term {
    fn from(leaf: Leaf) -> Term {
        match leaf {
            Leaf::Atom(atom) => Term::Dim(atom.dim()),
            Leaf::Seq(seq) => Term::Shape(seq.shape()),
            Leaf::Elem(elem) => Term::Elem(elem),
        }
    }
}

struct Leaves<'a>(&'a mut dyn FnMut(Leaf));

impl Map for Leaves<'_> {
    fn leaf(&mut self, leaf: Leaf) -> Option<Leaf> {
        (self.0)(leaf);
        None
    }
}

/// The leaves of a type.
pub fn visit_ty(ty: Ty, visit: &mut dyn FnMut(Leaf)) {
    map_ty(ty, &mut Leaves(visit));
}

/// The leaves of a term.
pub fn visit_term(term: &Term, visit: &mut dyn FnMut(Leaf)) {
    map_term(term, &mut Leaves(visit));
}

/// The leaves of an expression.
pub fn visit_dim(dim: Dim, visit: &mut dyn FnMut(Leaf)) {
    map_dim(dim, &mut Leaves(visit));
}

/// The leaves of a shape.
pub fn visit_shape(shape: Shape, visit: &mut dyn FnMut(Leaf)) {
    map_shape(shape, &mut Leaves(visit));
}

/// Does a `?` or `...` occur anywhere in `term`, so that it is not one value?
pub fn has_hole(term: &Term) -> bool {
    match term {
        Term::Dim(dim) => dim_has_hole(*dim),
        Term::Shape(shape) => shape_has_hole(*shape),
        Term::Elem(elem) => elem_has_hole(*elem),
        Term::Ty(ty) => ty_has_hole(*ty),
        Term::List(terms) => terms.iter().any(has_hole),
    }
}

fn dim_has_hole(dim: Dim) -> bool {
    // An expression with a hole inside is itself `?`.
    dim.is_any()
}

fn shape_has_hole(shape: Shape) -> bool {
    let data = shape.data();
    data.prefix.iter().chain(shape.suffix()).any(|dim| dim_has_hole(*dim))
        || shape.seq().is_some_and(|seq| match seq.data() {
            SeqData::App(_, args) => args.iter().any(has_hole),
            SeqData::Any => true,
            SeqData::Name(_) | SeqData::Fresh { .. } => false,
        })
}

fn elem_has_hole(elem: Elem) -> bool {
    match elem.data() {
        ElemData::App(_, args) => args.iter().any(has_hole),
        ElemData::Any => true,
        ElemData::DType(_) | ElemData::Weak(_) | ElemData::Name(_) | ElemData::Fresh { .. } => false,
    }
}

fn ty_has_hole(ty: Ty) -> bool {
    match ty.kind() {
        TyKind::Scalar(elem) | TyKind::DType(elem) => elem_has_hole(*elem),
        TyKind::Array { elem, shape } | TyKind::Decay { elem, shape } => elem_has_hole(*elem) || shape_has_hole(*shape),
        // An array at a place is one of many.
        TyKind::Placed { .. } => true,
        // Types of many values in themselves; their identity is not a value's.
        TyKind::Unknown | TyKind::TupleOf(_) | TyKind::ListOf(_) | TyKind::Set(_) | TyKind::Function(_) => true,
        _ => ty.parts().into_iter().any(ty_has_hole),
    }
}
