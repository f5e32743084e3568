//! Integer expressions and shapes as text.

use super::{Context, Printer};
use crate::dim::{Atom, AtomData, Dim, FreshKind};
use crate::shape::{Seq, SeqData, Shape};
use crate::term::Leaf;

impl Printer {
    pub(super) fn shape(&mut self, shape: Shape) {
        self.push("[");
        self.dims_of(shape);
        self.push("]");
    }

    pub(super) fn dims_of(&mut self, shape: Shape) {
        let data = shape.data();
        self.separated(data.prefix.iter(), |printer, dim| printer.dim(*dim, 0));
        if let Some((seq, suffix)) = &data.rest {
            if !data.prefix.is_empty() {
                self.push(", ");
            }
            if !seq.is_any() && !self.is_hole(Leaf::Seq(*seq)) {
                self.push("*");
            }
            self.seq(*seq);
            for dim in suffix {
                self.push(", ");
                self.dim(*dim, 0);
            }
        }
    }

    pub(super) fn seq(&mut self, seq: Seq) {
        match seq.data() {
            SeqData::Name(name) => self.push(name.as_str()),
            SeqData::Fresh { .. } if self.is_hole(Leaf::Seq(seq)) => self.push("..."),
            SeqData::Fresh { .. } => self.numbered(Leaf::Seq(seq), true),
            SeqData::App(name, args) => self.application(*name, args, Context::Other),
            SeqData::Any => self.push("..."),
        }
    }

    /// Nothing is known of it, nothing else mentions it, and nobody gave it a name.
    pub(super) fn is_hole(&self, leaf: Leaf) -> bool {
        let is_of_size = matches!(leaf, Leaf::Atom(_));
        let says_nothing = |kind| matches!(kind, FreshKind::Unknown | FreshKind::OneOf | FreshKind::Each);
        let unknown = leaf.fresh().is_some_and(|(_, kind)| !is_of_size || says_nothing(kind));
        unknown && !self.labels.contains_key(&leaf) && self.occurrences.get(&leaf).is_none_or(|count| *count < 2)
    }

    pub(super) fn numbered(&mut self, leaf: Leaf, may_be_hole: bool) {
        if let Some(label) = self.labels.get(&leaf) {
            let label = label.clone();
            self.push(&label);
        } else if may_be_hole && self.is_hole(leaf) {
            self.push("?");
        } else {
            let next = self.numbers.len() + 1;
            let number = *self.numbers.entry(leaf).or_insert(next);
            self.push(&format!("#{number}"));
        }
    }

    /// `level` 0: a sum may stand here; 1: a product; 2: a factor.
    pub(super) fn dim(&mut self, dim: Dim, level: u8) {
        if let Some(value) = dim.constant() {
            match value {
                // No integer of the text form needs more than 63 bits.
                i64::MIN => self.push(&format!("({} - 1)", -i64::MAX)),
                _ if value < 0 && level > 0 => self.push(&format!("({value})")),
                _ => self.push(&value.to_string()),
            }
            return;
        }
        if let Some((values, _)) = dim.as_choice() {
            let [first, second] = values.map(|value| value.to_string());
            let either = format!("{first} or {second}");
            self.push(&if level > 0 { format!("({either})") } else { either });
            return;
        }
        let terms = dim.terms();
        let count = terms.iter().len();
        let bare = count == 1 && terms.iter().all(|(m, c)| *c == 1 && m.factors().len() == 1 && m.factors()[0].1 == 1);
        let parenthesised = (level > 0 && count > 1) || (level > 1 && !bare);
        if parenthesised {
            self.push("(");
        }
        for (place, (monomial, coefficient)) in terms.iter().enumerate() {
            let magnitude = coefficient.unsigned_abs();
            let least = *coefficient == i64::MIN;
            self.push(match (place, *coefficient < 0 && !least) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            });
            // No integer of the text form needs more than 63 bits.
            let digits = if least { format!("(-2)*{}", 1i64 << 62) } else { magnitude.to_string() };
            if monomial.is_unit() {
                self.push(&digits);
                continue;
            }
            let mut first = true;
            if magnitude != 1 {
                self.push(&digits);
                first = false;
            }
            for &(atom, power) in monomial.factors() {
                for _ in 0..power {
                    if !first {
                        self.push("*");
                    }
                    first = false;
                    let alone = monomial.factors().len() == 1 && power == 1 && magnitude == 1;
                    let negated = place == 0 && *coefficient < 0;
                    let bare = match atom.data() {
                        AtomData::FloorDiv(..) => alone && !negated && (count > 1 || level == 0),
                        AtomData::Mod(..) => alone && !negated && count == 1 && level == 0,
                        _ => true,
                    };
                    if bare {
                        self.atom(atom);
                    } else {
                        self.push("(");
                        self.atom(atom);
                        self.push(")");
                    }
                }
            }
        }
        if parenthesised {
            self.push(")");
        }
    }

    pub(super) fn atom(&mut self, atom: Atom) {
        if let Some(label) = self.labels.get(&Leaf::Atom(atom)) {
            let label = label.clone();
            return self.push(&label);
        }
        match atom.data() {
            AtomData::Name(name) => self.push(name.as_str()),
            AtomData::Fresh { .. } => self.numbered(Leaf::Atom(atom), true),
            AtomData::FloorDiv(p, q) => {
                self.dim(*p, 1);
                self.push("//");
                self.dim(*q, 2);
            }
            AtomData::Mod(p, q) => {
                self.dim(*p, 1);
                self.push(" % ");
                self.dim(*q, 2);
            }
            AtomData::Max(args) => self.function_of("max", args),
            AtomData::Min(args) => self.function_of("min", args),
            AtomData::Bcast(args) => self.function_of("bcast", args),
            AtomData::Prod(seq) => {
                self.push("prod(*");
                self.seq(*seq);
                self.push(")");
            }
            AtomData::Len(seq) => {
                self.push("len(*");
                self.seq(*seq);
                self.push(")");
            }
            AtomData::SliceLen { start, stop, step, n } => self.function_of("slicelen", &[*start, *stop, *step, *n]),
            AtomData::App(name, args) => self.application(*name, args, Context::Other),
            AtomData::Any => self.push("?"),
        }
    }

    pub(super) fn function_of(&mut self, name: &str, args: &[Dim]) {
        self.push(name);
        self.push("(");
        self.separated(args, |printer, arg| printer.dim(*arg, 0));
        self.push(")");
    }
}
