//! Entries that other entries imply: shared methods, and the methods of ufuncs.

use super::{Catalogue, Entry, LoadError};
use crate::op::{Op, Param, ParamKind};

/// `normal = staticmethod(numpy.random.normal)` in a class: the function with a receiver, which it ignores.
pub(super) fn share(catalogue: &mut Catalogue) {
    let mut shared = Vec::new();
    for (class, read) in &catalogue.classes {
        for (name, entry) in &read.members {
            let Entry::Shared { path, receiver, source } = entry else { continue };
            let Some(op) = catalogue.functions.get(path) else {
                let message = format!("there is no {path}");
                catalogue.errors.push(LoadError { source: source.clone(), message });
                continue;
            };
            let mut alternatives = op.alternatives.clone();
            for alternative in &mut alternatives {
                alternative.params.insert(0, receiver.clone());
            }
            let path = format!("{class}.{name}");
            let op = Op { path, source: source.clone(), alternatives, ufunc: false, bound: true, effect: op.effect };
            shared.push((class.clone(), name.clone(), op));
        }
    }
    for (class, name, op) in shared {
        if let Some(read) = catalogue.classes.get_mut(&class) {
            read.members.insert(name, Entry::Method(op));
        }
    }
}

/// `numpy.add.reduce` and its like: the methods of the class `ufunc`, for each ufunc of two operands.
pub(super) fn ufunc_methods(catalogue: &mut Catalogue) {
    let Some(class) = catalogue.classes.get("ufunc") else { return };
    let mut made = Vec::new();
    for op in catalogue.functions.values().filter(|op| op.ufunc) {
        let operands = |param: &&Param| param.kind == ParamKind::PositionalOnly;
        let of_two = op.parameters().filter(operands).count() == 2;
        let Some(name) = op.alternatives.first().and_then(|alternative| alternative.name.clone()) else { continue };
        if !of_two {
            continue;
        }
        for (method, entry) in &class.members {
            let Entry::Method(method_op) = entry else { continue };
            let mut alternatives = method_op.alternatives.clone();
            for alternative in &mut alternatives {
                alternative.params.remove(0);
                alternative.name = Some(name.clone());
            }
            let path = format!("{}.{method}", op.path);
            let (source, effect) = (method_op.source.clone(), method_op.effect);
            made.push(Op { path, source, alternatives, ufunc: false, bound: false, effect });
        }
    }
    for op in made {
        catalogue.functions.insert(op.path.clone(), op);
    }
}
