//! Entries that other entries imply: the methods of ufuncs.

use super::{Catalogue, Entry, FunctionSlot};
use crate::op::{Op, Param, ParamKind};

impl Catalogue {
    /// The methods of the class `ufunc`, as functions of this one, if it is a ufunc of two operands.
    pub(super) fn methods_of_ufunc(&'static self, path: &str, function: &'static FunctionSlot) -> &'static [Op] {
        function.methods.get_or_init(|| {
            let op = self.op(path, function).ok();
            op.and_then(|op| self.make_methods(op)).unwrap_or_default()
        })
    }

    fn make_methods(&'static self, op: &Op) -> Option<Vec<Op>> {
        let operands = |param: &&Param| param.kind == ParamKind::PositionalOnly;
        let of_two = op.ufunc && op.parameters().filter(operands).count() == 2;
        let name = op.alternatives.first()?.name.clone().filter(|_| of_two)?;
        let mut made = Vec::new();
        let ground = self.ground();
        for (method, slot) in ground.classes.get("ufunc")?.members() {
            let Ok(Entry::Method(written)) = ground.entry("ufunc", method, slot) else { continue };
            let mut alternatives = written.alternatives.clone();
            for alternative in &mut alternatives {
                alternative.params.remove(0);
                alternative.name = Some(name.clone());
            }
            let path = format!("{}.{method}", op.path);
            let (source, effect) = (written.source.clone(), written.effect);
            let catalogue = op.catalogue;
            made.push(Op { path, source, alternatives, ufunc: false, bound: false, effect, holds: false, catalogue });
        }
        Some(made)
    }

    /// A function's name without its module: `add.reduce` for a ufunc's method.
    pub fn short_name<'a>(&'static self, path: &'a str) -> &'a str {
        let Some((owner, name)) = path.rsplit_once('.') else { return path };
        if self.function(owner).is_none() {
            return name;
        }
        let module = owner.rfind('.').map_or(0, |dot| dot + 1);
        &path[module..]
    }

    /// The function at a path below a ufunc.
    pub(super) fn ufunc_method(&'static self, path: &str) -> Option<&'static Op> {
        let (parent, _) = path.rsplit_once('.')?;
        let (layer, slot) = self.layers().find_map(|layer| Some((layer, layer.functions.get(parent)?)))?;
        let methods = layer.methods_of_ufunc(parent, slot);
        methods.iter().find(|method| method.path == path)
    }
}
