//! One variable in place of another: whether it may stand there is decided by the relation of the two
//! types; what depends on it is typed again; all of it happens, or nothing.

use conformable_types::{Dim, Shape, Sym, Ty, TyKind, relations};

use crate::arena::CONSTANT;
use crate::error::GraphError;
use crate::graph::{FunctionGraph, Mark};
use crate::ids::Var;
use crate::memo::Types;
use crate::op::{Op, value_text};

/// How a variable may stand in place of one of another type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fit {
    /// It has the same type, or a narrower one.
    AsIs,
    /// Its sizes are specified, which makes it this type.
    Specified(Ty, Vec<Dim>),
}

/// What was changed, to be taken back from the end.
enum Change {
    /// A slot held this variable.
    Slot(u32, u32),
    /// A variable had this type.
    Type(u32, Ty),
    /// Nodes were moved from the second to the third.
    Order(Vec<(u32, u32, u32)>),
    /// An output of the graph was this variable.
    Output(usize, u32),
}

/// How a variable of type `new` may stand in place of one of type `old`.
///
/// # Errors
/// If it may not: [`GraphError::Incompatible`].
pub fn fit(old: Ty, new: Ty) -> Result<Fit, GraphError> {
    // NumPy's operations give a scalar for a 0-d array: one stands where the other does.
    let (old, new) = (with_dims(old), with_dims(new));
    if old == new || relations::is_super(old, new).is_yes() {
        return Ok(Fit::AsIs);
    }
    let incompatible = |reason: String| GraphError::Incompatible { old, new, reason };
    let Some(meet) = relations::meet(old, new) else {
        return Err(incompatible(relations::difference(old, new).unwrap_or_else(|| "no value is both".to_owned())));
    };
    // Names of sizes aside, nothing more would be known.
    if meet.ty == new {
        return Ok(Fit::AsIs);
    }
    let sizes = |ty: Ty| ty.as_array().and_then(|(_, shape): (_, Shape)| shape.dims());
    let Some(dims) = sizes(old).or_else(|| sizes(meet.ty)) else {
        return Err(incompatible("which sizes it would have to have is not known".to_owned()));
    };
    let types: Types = std::iter::once(new).chain(dims.iter().map(|dim| size_type(*dim))).collect();
    match Op::specify_shape().specified(&types) {
        Ok(ty) if ty == meet.ty => Ok(Fit::Specified(ty, dims.to_vec())),
        _ => Err(incompatible("it would take more than to specify sizes".to_owned())),
    }
}

/// A NumPy scalar as the 0-d array that it stands for in a graph.
pub(crate) fn with_dims(ty: Ty) -> Ty {
    match ty.kind() {
        TyKind::Scalar(elem) => Ty::array(*elem, Shape::scalar()),
        _ => ty,
    }
}

/// A size as an input of `SpecifyShape`.
fn size_type(dim: Dim) -> Ty {
    if dim.is_any() { Ty::none() } else { Ty::int(dim) }
}

impl FunctionGraph {
    /// Puts `new` in place of `old` wherever `old` is used or is an output of the graph, and gives what
    /// stands there now: `new` itself if its type is that of `old` or narrower, its sizes specified (a
    /// `SpecifyShape` node, whose type is the meet of both) if the types are consistent. What depends on
    /// it is typed again. `old` stays, unused, until the graph is pruned.
    ///
    /// # Errors
    /// If the types contradict each other or the dtypes differ, an op downstream refuses the narrower
    /// type or would say less of it, `new` is computed from `old`, or one of them is not the graph's. The graph is as it was.
    pub fn replace(&mut self, old: Var, new: Var) -> Result<Var, GraphError> {
        self.replace_all(&[(old, new)]).map(|placed| placed[0])
    }

    /// [`FunctionGraph::replace`] for each pair in turn: all of them, or none.
    ///
    /// # Errors
    /// The first of them; the graph is as it was.
    pub fn replace_all(&mut self, pairs: &[(Var, Var)]) -> Result<Vec<Var>, GraphError> {
        let mark = self.mark();
        let mut changes = Vec::new();
        let placed = pairs.iter().map(|(old, new)| {
            let (old, new) = (self.index(*old)?, self.index(*new)?);
            self.put(old, new, &mut changes).map(|placed| self.var(placed))
        });
        let placed: Result<Vec<Var>, GraphError> = placed.collect();
        if placed.is_err() {
            self.take_back(changes, mark);
        }
        placed
    }

    /// [`FunctionGraph::replace_all`] where somebody else found that each of the second may stand in place
    /// of the first: what types say that this crate does not know. What depends on it is typed again all
    /// the same.
    ///
    /// # Errors
    /// As [`FunctionGraph::replace`], but for what the two types say.
    pub fn replace_fitting(&mut self, pairs: &[(Var, Var)]) -> Result<(), GraphError> {
        let mark = self.mark();
        let mut changes = Vec::new();
        let put = pairs.iter().try_for_each(|(old, new)| {
            let (old, new) = (self.index(*old)?, self.index(*new)?);
            self.put_fitting(old, new, Fit::AsIs, &mut changes).map(drop)
        });
        if put.is_err() {
            self.take_back(changes, mark);
        }
        put
    }

    /// The variable, which was made an input lately, is the input in place of this one, unless something
    /// uses that still.
    ///
    /// # Errors
    /// If one of them is no input of the graph.
    pub fn swap_input(&mut self, old: Var, new: Var) -> Result<(), GraphError> {
        let place = |graph: &FunctionGraph, var: Var| {
            let index = graph.index(var)?;
            graph.inputs.iter().position(|input| *input == index).ok_or(GraphError::NotInGraph(var))
        };
        let (from, to) = (place(self, new)?, place(self, old)?);
        if self.arena.uses(old.index).next().is_some() || self.outputs.contains(&old.index) {
            return Ok(());
        }
        self.inputs.swap(from, to);
        self.inputs.remove(from);
        self.arena.remove_leaf(old.index);
        self.names.remove(&old.index);
        Ok(())
    }

    fn put(&mut self, old: u32, new: u32, changes: &mut Vec<Change>) -> Result<u32, GraphError> {
        if old == new {
            return Ok(new);
        }
        let (old_ty, new_ty) = (self.arena.ty(old), self.arena.ty(new));
        self.put_fitting(old, new, fit(old_ty, new_ty)?, changes)
    }

    fn put_fitting(&mut self, old: u32, new: u32, fit: Fit, changes: &mut Vec<Change>) -> Result<u32, GraphError> {
        if old == new {
            return Ok(new);
        }
        let new_ty = self.arena.ty(new);
        let slots: Vec<u32> = self.arena.uses(old).collect();
        let clients: Vec<u32> = slots.iter().map(|slot| self.arena.node_of(*slot).0).collect();
        if self.arena.node_owning(new).is_some_and(|source| self.arena.depends(source, &clients)) {
            return Err(GraphError::Cycle { old: self.label_of(old), new: self.label_of(new) });
        }
        let placed_ty = match &fit {
            Fit::AsIs => new_ty,
            Fit::Specified(ty, _) => *ty,
        };
        let retyped = self.retyped(old, placed_ty)?;
        // Nothing is refused from here on, but that there may be too many nodes.
        let placed = match fit {
            Fit::AsIs => new,
            Fit::Specified(_, dims) => self.specify(new, &dims)?,
        };
        if let Some(source) = self.arena.node_owning(placed) {
            let moves = self.arena.moves(source, &clients);
            moves.iter().for_each(|(node, _, place)| self.arena.put(*node, *place));
            changes.push(Change::Order(moves));
        }
        for slot in slots {
            self.arena.set_slot(slot, placed);
            changes.push(Change::Slot(slot, old));
        }
        for (var, ty) in retyped {
            let before = self.arena.set_ty(var, ty);
            changes.push(Change::Type(var, before));
        }
        for (place, output) in self.outputs.iter_mut().enumerate().filter(|(_, output)| **output == old) {
            *output = placed;
            changes.push(Change::Output(place, old));
        }
        Ok(placed)
    }

    /// A variable with its sizes specified.
    fn specify(&mut self, var: u32, dims: &[Dim]) -> Result<u32, GraphError> {
        let mut inputs = vec![var];
        for dim in dims {
            let ty = size_type(*dim);
            let constant = self.arena.add_leaf(ty, CONSTANT)?;
            self.constants.insert(constant, Sym::new(&value_text(ty)));
            inputs.push(constant);
        }
        let op = Op::specify_shape();
        let id = self.op_id(&op);
        let types: Types = inputs.iter().map(|var| self.arena.ty(*var)).collect();
        let outputs = self.memo.ask(&self.ops, id, types.into_iter())?;
        let node = self.arena.add_node(id, inputs.into_iter(), outputs)?;
        self.live_nodes += 1;
        Ok(self.arena.outputs(node).start)
    }

    fn take_back(&mut self, changes: Vec<Change>, mark: Mark) {
        for change in changes.into_iter().rev() {
            match change {
                Change::Slot(slot, var) => self.arena.set_slot(slot, var),
                Change::Type(var, ty) => {
                    self.arena.set_ty(var, ty);
                }
                Change::Order(moves) => moves.iter().for_each(|(node, place, _)| self.arena.put(*node, *place)),
                Change::Output(place, var) => self.outputs[place] = var,
            }
        }
        self.go_back(mark);
    }

    /// A variable as messages show it: its name, or its node's op and which output it is.
    pub fn label(&self, var: Var) -> String {
        self.index(var).map_or_else(|error| error.to_string(), |index| self.label_of(index))
    }

    pub(crate) fn label_of(&self, var: u32) -> String {
        if let Some(name) = self.names.get(&var).or_else(|| self.constants.get(&var)) {
            return name.to_string();
        }
        match self.arena.node_owning(var) {
            Some(node) => {
                let op = self.op_of(node);
                format!("{op}.{}", self.arena.output_place(var))
            }
            None => format!("<{}>", self.arena.ty(var)),
        }
    }
}
