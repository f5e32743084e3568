//! How a node's inputs become the arguments of a call: one after the other, or inside of lists, tuples
//! and slices, next to values that are known.
//!
//! A call's arguments are part of the op: lists, tuples and slices have slots for inputs, everything else is a
//! literal type. So a function over lists of arrays, or an index, is an op like any other, without code of its own.

use std::fmt::{self, Write};

use conformable_signatures::signature::entry::Arrangement;
use conformable_types::text::{print_dim, print_elem, print_function, print_ty};
use conformable_types::{Sym, Ty, TyKind};

/// An argument, or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Slot {
    /// The next of the node's inputs.
    Input,
    /// A value that is known, by its literal type: `Literal[0]`, a tuple of such.
    Value(Ty),
    /// A tuple of these.
    Tuple(Box<[Slot]>),
    /// A list of these.
    List(Box<[Slot]>),
    /// `start:stop:step`
    Slice(Box<[Slot; 3]>),
}

impl Slot {
    /// How many inputs stand in it.
    pub fn inputs(&self) -> usize {
        match self {
            Slot::Input => 1,
            Slot::Value(_) => 0,
            Slot::Tuple(items) | Slot::List(items) => items.iter().map(Slot::inputs).sum(),
            Slot::Slice(parts) => parts.iter().map(Slot::inputs).sum(),
        }
    }

    /// The same without inputs as one value.
    fn folded(self) -> Slot {
        if matches!(self, Slot::Input) || self.inputs() > 0 { self } else { Slot::Value(self.ty(&mut [].into_iter())) }
    }

    /// The type of the argument; inputs come in order.
    fn ty(&self, inputs: &mut impl Iterator<Item = Ty>) -> Ty {
        match self {
            // How many there are is checked before.
            Slot::Input => inputs.next().unwrap_or_else(Ty::unknown),
            Slot::Value(ty) => *ty,
            Slot::Tuple(items) => Ty::tuple(items.iter().map(|item| item.ty(inputs)).collect::<Vec<_>>()),
            Slot::List(items) => Ty::list(items.iter().map(|item| item.ty(inputs)).collect::<Vec<_>>()),
            Slot::Slice(parts) => {
                let [start, stop, step] = &**parts;
                Ty::new(TyKind::Slice([start.ty(inputs), stop.ty(inputs), step.ty(inputs)]))
            }
        }
    }
}

/// `(·, -1)`: inputs are dots.
impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = |items: &[Slot]| items.iter().map(Slot::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Slot::Input => f.write_char('·'),
            Slot::Value(ty) => f.write_str(&value_text(*ty)),
            Slot::Tuple(items) if items.len() == 1 => write!(f, "({},)", items[0]),
            Slot::Tuple(items) => write!(f, "({})", all(items)),
            Slot::List(items) => write!(f, "[{}]", all(items)),
            Slot::Slice(parts) => {
                let part = |slot: &Slot| match slot {
                    Slot::Value(ty) if *ty == Ty::none() => String::new(),
                    slot => slot.to_string(),
                };
                write!(f, "{}:{}", part(&parts[0]), part(&parts[1]))?;
                if parts[2] == Slot::Value(Ty::none()) { Ok(()) } else { write!(f, ":{}", part(&parts[2])) }
            }
        }
    }
}

/// The arguments of a call.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Arguments {
    /// `None`: as many inputs as there are.
    positional: Option<Box<[Slot]>>,
    keywords: Vec<(Sym, Slot)>,
}

impl Arguments {
    /// These, by place and by name.
    pub fn new(positional: Vec<Slot>, keywords: Vec<(Sym, Slot)>) -> Arguments {
        let positional: Box<[Slot]> = positional.into_iter().map(Slot::folded).collect();
        let plain = positional.iter().all(|slot| *slot == Slot::Input);
        let keywords: Vec<_> = keywords.into_iter().map(|(name, slot)| (name, slot.folded())).collect();
        let names_inputs = keywords.iter().any(|(_, slot)| slot.inputs() > 0);
        Arguments { positional: (!plain || names_inputs).then_some(positional), keywords }
    }

    /// These and one more by name.
    #[must_use]
    pub fn with(&self, name: Sym, slot: Slot) -> Arguments {
        let mut keywords = self.keywords.clone();
        keywords.push((name, slot));
        let positional = self.positional.clone().map_or_else(Vec::new, Vec::from);
        match self.positional {
            None => Arguments { positional: None, keywords },
            Some(_) => Arguments::new(positional, keywords),
        }
    }

    /// By place; `None`: as many inputs as there are.
    pub fn positional(&self) -> Option<&[Slot]> {
        self.positional.as_deref()
    }

    /// By name.
    pub fn keywords(&self) -> &[(Sym, Slot)] {
        &self.keywords
    }

    /// How many inputs there must be; `None`: any number.
    pub fn arity(&self) -> Option<usize> {
        let named = self.keywords.iter().map(|(_, slot)| slot.inputs()).sum::<usize>();
        self.positional.as_ref().map(|slots| slots.iter().map(Slot::inputs).sum::<usize>() + named)
    }

    /// The types of the arguments for inputs of these types, which are as many as there must be.
    pub fn types(&self, inputs: &[Ty]) -> (Vec<Ty>, Vec<(Sym, Ty)>) {
        let mut left = inputs.iter().copied();
        let positional = match &self.positional {
            None => left.by_ref().collect(),
            Some(slots) => slots.iter().map(|slot| slot.ty(&mut left)).collect(),
        };
        let keywords = self.keywords.iter().map(|(name, slot)| (*name, slot.ty(&mut left))).collect();
        (positional, keywords)
    }

    /// The arguments as messages show them: types of inputs, and values that are known.
    pub(super) fn shown(&self, inputs: &[Ty]) -> Vec<String> {
        let mut left = inputs.iter().copied();
        let mut text = |slot: &Slot| match slot {
            Slot::Input => slot.ty(&mut left).to_string(),
            slot => value_text(slot.ty(&mut left)),
        };
        let Some(positional) = &self.positional else {
            let named =
                self.keywords.iter().map(|(name, slot)| format!("{name}={}", value_text(slot.ty(&mut [].into_iter()))));
            return inputs.iter().map(Ty::to_string).chain(named).collect();
        };
        let mut all: Vec<String> = positional.iter().map(&mut text).collect();
        all.extend(self.keywords.iter().map(|(name, slot)| format!("{name}={}", text(slot))));
        // What there are too many of is shown too.
        all.extend(left.map(|ty| ty.to_string()));
        all
    }
}

impl Arrangement for Arguments {
    fn arity(&self) -> Option<usize> {
        Arguments::arity(self)
    }

    fn arranged(&self, inputs: &[Ty]) -> (Vec<Ty>, Vec<(Sym, Ty)>) {
        self.types(inputs)
    }
}

/// `axis=0`; arguments by place where one of them is more than an input: `[·, ·], axis=0`.
impl fmt::Display for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.positional.as_deref().unwrap_or_default();
        let last = shown.iter().rposition(|slot| *slot != Slot::Input).map_or(0, |last| last + 1);
        let placed = shown[..last].iter().map(Slot::to_string);
        let named = self.keywords.iter().map(|(name, slot)| format!("{name}={slot}"));
        f.write_str(&placed.chain(named).collect::<Vec<_>>().join(", "))
    }
}

/// A literal type as the value that it has: `0` for `Literal[0]`.
pub fn value_text(ty: Ty) -> String {
    let all = |items: &[Ty]| items.iter().map(|item| value_text(*item)).collect::<Vec<_>>().join(", ");
    match ty.kind() {
        TyKind::IntOf(dim) => print_dim(*dim),
        TyKind::LitBool(true) => "True".to_owned(),
        TyKind::LitBool(false) => "False".to_owned(),
        TyKind::LitStr(text) => format!("'{}'", text.as_str().replace('\\', "\\\\").replace('\'', "\\'")),
        TyKind::LitFloat(bits) => format!("{:?}", f64::from_bits(*bits)),
        TyKind::None => "None".to_owned(),
        TyKind::Tuple(items) if items.len() == 1 => format!("({},)", all(items)),
        TyKind::Tuple(items) => format!("({})", all(items)),
        TyKind::List(items) => format!("[{}]", all(items)),
        TyKind::Slice([start, stop, step]) => {
            let part = |ty: Ty| if ty == Ty::none() { String::new() } else { value_text(ty) };
            let step = if *step == Ty::none() { String::new() } else { format!(":{}", value_text(*step)) };
            format!("{}:{}{step}", part(*start), part(*stop))
        }
        TyKind::Ellipsis => "...".to_owned(),
        TyKind::DType(elem) => print_elem(*elem),
        TyKind::Function(function) => print_function(function),
        _ => print_ty(ty),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_stand_where_the_slots_say() {
        let axis = (Sym::new("axis"), Slot::Value(Ty::int(0)));
        let list = Slot::List([Slot::Input, Slot::Input].into());
        let arguments = Arguments::new(vec![list], vec![axis.clone()]);
        assert_eq!(arguments.to_string(), "[·, ·], axis=0");
        assert_eq!(arguments.arity(), Some(2));
        let (positional, keywords) = arguments.types(&[Ty::none(), Ty::int(7)]);
        assert_eq!(positional, [Ty::list([Ty::none(), Ty::int(7)])]);
        assert_eq!(keywords, [(Sym::new("axis"), Ty::int(0))]);
        assert_eq!(Arguments::new(vec![Slot::Input], vec![axis]).arity(), None);
    }

    #[test]
    fn what_holds_no_input_is_one_value() {
        let pair = Slot::Tuple([Slot::Value(Ty::int(2)), Slot::Value(Ty::int(-1))].into());
        let arguments = Arguments::new(vec![Slot::Input, pair], Vec::new());
        assert_eq!(arguments.positional(), Some(&[Slot::Input, Slot::Value(Ty::tuple([Ty::int(2), Ty::int(-1)]))][..]));
        let slice = Slot::Slice(Box::new([Slot::Value(Ty::int(1)), Slot::Input, Slot::Value(Ty::none())]));
        assert_eq!(slice.to_string(), "1:·");
    }
}
