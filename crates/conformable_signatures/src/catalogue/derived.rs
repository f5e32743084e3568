//! Entries that other entries imply: the methods of ufuncs.

use super::{Catalogue, Entry, FunctionSlot};
use crate::op::{Op, Param, ParamKind};

impl Catalogue {
    /// The methods of the class `ufunc`, as functions of this one, if it is a ufunc of two operands.
    pub(super) fn methods_of_ufunc<'s>(&self, path: &str, function: &'s FunctionSlot) -> &'s [Op] {
        function.methods.get_or_init(|| {
            let op = self.op(path, function).ok();
            op.and_then(|op| self.make_methods(op)).unwrap_or_default()
        })
    }

    fn make_methods(&self, op: &Op) -> Option<Vec<Op>> {
        let operands = |param: &&Param| param.kind == ParamKind::PositionalOnly;
        let of_two = op.ufunc && op.parameters().filter(operands).count() == 2;
        let name = op.alternatives.first()?.name.clone().filter(|_| of_two)?;
        let mut made = Vec::new();
        for (method, slot) in &self.classes.get("ufunc")?.members {
            let Ok(Entry::Method(written)) = self.entry("ufunc", method, slot) else { continue };
            let mut alternatives = written.alternatives.clone();
            for alternative in &mut alternatives {
                alternative.params.remove(0);
                alternative.name = Some(name.clone());
            }
            let path = format!("{}.{method}", op.path);
            let (source, effect) = (written.source.clone(), written.effect);
            made.push(Op { path, source, alternatives, ufunc: false, bound: false, effect });
        }
        Some(made)
    }

    /// The function at a path below a ufunc.
    pub(super) fn ufunc_method(&self, path: &str) -> Option<&Op> {
        let (parent, _) = path.rsplit_once('.')?;
        let methods = self.methods_of_ufunc(parent, self.functions.get(parent)?);
        methods.iter().find(|method| method.path == path)
    }
}
