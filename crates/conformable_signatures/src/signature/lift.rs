//! A core signature lifted over leading dims: what an operation on single items is for arrays of items.
//!
//! ```
//! use conformable_signatures::Signature;
//!
//! let lifted = |text: &str| Signature::parse(text).unwrap().lifted().unwrap().to_string();
//! assert_eq!(lifted("(m,n),(n)->(m)"), "+(m,n),(n)->(m)");
//! assert_eq!(lifted("(x[n], y[n]) -> x[]"), "(x[*batch1, n], y[*batch2, n]) -> x[*broadcast(batch1, batch2)]");
//! ```

use std::sync::Arc;

use conformable_types::shape::SeqData;
use conformable_types::ty::{Function, Param};
use conformable_types::{Dim, Place, PlaceData, Seq, Shape, Sym, Term, Ty};

use super::{Signature, SignatureKind};
use crate::compiled::Forms;
use crate::minilanguage::{Item, MiniSignature, Prefix};

impl Signature {
    /// The same with any number of dims in front of every input, which broadcast together and stand in
    /// front of every output. One that has such dims is itself.
    ///
    /// # Errors
    /// If an operand has dims of unknown number already, or is no array.
    pub fn lifted(&self) -> Result<Signature, String> {
        match &self.form {
            SignatureKind::Shapes(mini) => match mini.prefix {
                Prefix::Broadcast(_) | Prefix::Equal(_) => Ok(self.clone()),
                Prefix::Nothing => {
                    let open = |item: &Item| matches!(item, Item::Skip(_) | Item::SkipRank(_) | Item::Ellipsis);
                    let operands = mini.inputs.iter().chain(&mini.outputs);
                    if operands.flat_map(|operand| &operand.items).any(open) {
                        return Err(format!("{self} has dims of unknown number already"));
                    }
                    let lifted = MiniSignature { prefix: Prefix::Broadcast(None), ..(**mini).clone() };
                    Ok(Signature::of_shapes(lifted).in_dialect(self.dialect))
                }
            },
            SignatureKind::Types(function) => {
                let lifted = Signature::of_function(lift(function)?).in_dialect(self.dialect);
                Ok(lifted.with_written(self.written.to_vec()))
            }
            SignatureKind::Entry(entry) => Err(format!("{} says itself what it does to leading dims", entry.op.path)),
            SignatureKind::Overloads(all) => {
                let all = all.iter().map(Signature::lifted).collect::<Result<Vec<_>, _>>()?;
                Ok(Signature {
                    form: SignatureKind::Overloads(Arc::from(all)),
                    forms: Forms::default(),
                    ..self.clone()
                })
            }
        }
    }
}

fn lift(function: &Function) -> Result<Function, String> {
    let used: Vec<String> = super::rename::variables(function).iter().map(|var| var.name.to_string()).collect();
    let mut next = 0;
    let mut names = Vec::new();
    let mut params = Vec::new();
    for param in &function.params {
        let name = loop {
            next += 1;
            let name = format!("batch{next}");
            if !used.contains(&name) {
                break name;
            }
        };
        params.push(Param { ty: under(param.ty, Seq::name(&name))?, ..param.clone() });
        names.push(name);
    }
    let batch = match names.as_slice() {
        [] => return Err("there is no input".to_owned()),
        [only] => Seq::name(only),
        _ => {
            let all = names.iter().map(|name| Term::Shape(Seq::name(name).shape())).collect();
            Seq::new(SeqData::App(Sym::new("broadcast"), all))
        }
    };
    let outputs = function.outputs.iter().map(|ty| under(*ty, batch)).collect::<Result<_, _>>()?;
    Ok(Function { params: params.into(), outputs, ..function.clone() })
}

/// The array with dims in front.
fn under(ty: Ty, batch: Seq) -> Result<Ty, String> {
    let Some((elem, shape)) = ty.as_array() else { return Err(format!("{ty} is no array")) };
    if shape.seq().is_some() {
        return Err(format!("{ty} has dims of unknown number already"));
    }
    if ty.place() != Place::new(PlaceData::default()) {
        return Err(format!("{ty} says how its elements lie in memory"));
    }
    Ok(Ty::array(
        elem,
        Shape::new(std::iter::empty::<Dim>(), Some((batch, shape.data().prefix.iter().copied().collect()))),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use conformable_types::text::parse_type;

    #[test]
    fn a_lifted_signature_applies_to_batches() {
        let solve = Signature::parse("(x[n, n], y[n]) -> promote(x, y)[n]").unwrap().lifted().unwrap();
        let types = ["float64[7, 1, 3, 3]", "float32[5, 3]"].map(|text| parse_type(text).unwrap());
        assert_eq!(solve.apply(&types).unwrap().outputs[0].to_string(), "float64[7, 5, 3]");
        let types = ["float64[7, 3, 3]", "float32[5, 3]"].map(|text| parse_type(text).unwrap());
        assert!(solve.apply(&types).is_err());
    }

    #[test]
    fn a_lifted_signature_promotes_as_before() {
        let jax = conformable_types::dtype::dialect("jax");
        let types = ["float32[7, 3]", "int64[3]"].map(|text| parse_type(text).unwrap());
        for text in ["(x[n], y[n]) -> promote(x, y)[n]", "((x[n], y[n]) -> promote(x, y)[n]) | ((x[n]) -> x[n])"] {
            let add = Signature::parse(text).unwrap().in_dialect(jax).lifted().unwrap();
            assert_eq!(add.dialect(), jax);
            assert_eq!(add.apply(&types).unwrap().outputs[0].to_string(), "float32[7, 3]");
        }
    }

    #[test]
    fn what_has_open_dims_is_refused() {
        for text in ["(x[*S, n]) -> x[*S]", "(...,n)->(...)", "(Int[n]) -> float64[n]"] {
            assert!(Signature::parse(text).unwrap().lifted().is_err(), "{text}");
        }
        let lifted = Signature::parse("+(n)->()").unwrap();
        assert_eq!(lifted.lifted().unwrap(), lifted);
    }
}
