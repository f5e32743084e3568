//! What the names of core dims are: equal wherever they stand, broadcast where they may be 1,
//! solved for where they stand in an expression.

use conformable_solver::store::Fact;
use conformable_solver::{Failure, FailureKind, Part, relations};
use conformable_types::{Dim, FreshKind, Shape, Sym, Term, Truth, term};

use super::forward::{Evaluation, Occurrence};
use super::{Mark, Sum, SumOp, print};
use crate::signature::naming::{Back, has_fresh, shown};

impl Evaluation<'_, '_> {
    /// A size as messages have it: what stands for a name is called that.
    fn shown(&self, dim: Dim) -> String {
        let names = self.sizes.iter().map(|(name, dim, _)| (Sym::new(name), Term::Dim(*dim)));
        let mut back = Back::new(names.filter(|(_, dim)| has_fresh(dim)), self.cx.store());
        shown(&Term::Dim(term::map_dim(dim, &mut back)))
    }

    /// What is wrong with an expression of which all names are known.
    fn unequal(&self, sum: &Sum, value: Dim, dim: Dim) -> String {
        let (own, value, dim) = (print::sum(sum), self.shown(value), self.shown(dim));
        match own == value {
            true => format!("{own} is wanted, not {dim}"),
            false => format!("{own} is {value}, not {dim}"),
        }
    }

    fn size_of(&self, name: &str) -> Option<Dim> {
        self.sizes.iter().find(|(known, _, _)| known == name).map(|(_, dim, _)| *dim)
    }

    pub(super) fn name_sizes(&mut self) -> Result<(), Failure> {
        let occurrences = std::mem::take(&mut self.occurrences);
        let plain = |o: &&Occurrence| o.mark != Mark::OrOne;
        // Names that stand alone and are not `n|1` say what they are; the first one does.
        for occurrence in occurrences.iter().filter(plain) {
            if let Sum::Name(name) = &occurrence.sum {
                match self.sizes.iter().find(|(known, _, _)| known == name).cloned() {
                    None => self.sizes.push((name.clone(), occurrence.dim, occurrence.part.clone())),
                    Some((_, dim, _)) => self.require_equal(name, dim, &occurrences, occurrence)?,
                }
            }
        }
        // Expressions: equations for the names that are still missing, those with the fewest first.
        let mut expressions: Vec<&Occurrence> = occurrences.iter().filter(plain).collect();
        expressions.retain(|o| !matches!(o.sum, Sum::Name(_)));
        expressions.sort_by_key(|o| self.missing(&o.sum).len());
        for occurrence in expressions {
            self.require_expression(occurrence)?;
        }
        // Names that are marked wherever they stand broadcast; an expression cannot.
        for occurrence in occurrences.iter().filter(|o| o.mark == Mark::OrOne) {
            match &occurrence.sum {
                Sum::Name(name) => match self.size_of(name) {
                    Some(dim) => {
                        let clash = self.clash(name, &occurrences);
                        self.require_or_one(dim, occurrence.dim, clash)?;
                    }
                    None => self.broadcast_name(name, &occurrences)?,
                },
                sum => {
                    self.name_missing(sum, &occurrence.part)?;
                    let value = self.value(sum)?;
                    let message = self.unequal(sum, value, occurrence.dim);
                    let failure = Failure::new(FailureKind::CoreDim, message, vec![occurrence.part.clone()]);
                    self.require_or_one(value, occurrence.dim, failure)?;
                }
            }
        }
        Ok(())
    }

    /// The names in an expression that have no size yet, each once.
    fn missing<'s>(&self, sum: &'s Sum) -> Vec<&'s str> {
        let mut names = distinct(sum);
        names.retain(|name| self.size_of(name).is_none());
        names
    }

    /// Something to solve for, in place of each name that has no size yet.
    fn name_missing(&mut self, sum: &Sum, part: &Part) -> Result<(), Failure> {
        for name in self.missing(sum) {
            let known = self.hidden.iter().find(|(own, _)| own.as_str() == name);
            let unknown = match known {
                Some((_, Term::Dim(dim))) => {
                    let dim = self.cx.resolve_dim(*dim);
                    // Another run may have found what it is; that it is a size is said in each.
                    let negative = || {
                        let message = format!("`{name}` is {}, and a size is at least 0", shown(&dim.into()));
                        Failure::new(FailureKind::CoreDim, message, vec![part.clone()])
                    };
                    self.cx.require(Fact::Le(Dim::ZERO, dim), negative)?;
                    dim
                }
                _ => self.cx.fresh_dim(FreshKind::Var),
            };
            self.sizes.push((name.to_owned(), unknown, part.clone()));
        }
        Ok(())
    }

    /// `n + 1` is `dim`: so `n` is `dim - 1`, and at least 0.
    fn require_expression(&mut self, occurrence: &Occurrence) -> Result<(), Failure> {
        let missing: Vec<String> = self.missing(&occurrence.sum).into_iter().map(str::to_owned).collect();
        self.name_missing(&occurrence.sum, &occurrence.part)?;
        let value = self.value(&occurrence.sum)?;
        let dim = occurrence.dim;
        if !self.cx.store().ask_eq(value, dim).is_yes() {
            let (own, size) = (print::sum(&occurrence.sum), self.shown(dim));
            let message = match &*missing {
                [] => self.unequal(&occurrence.sum, value, dim),
                [one] => format!("no `{one}` of at least 0 makes {own} = {size}"),
                many => format!("no `{}` of at least 0 make {own} = {size}", many.join("`, `")),
            };
            let failure = || Failure::new(FailureKind::CoreDim, message, vec![occurrence.part.clone()]);
            self.cx.require(Fact::Eq(value, dim), failure)?;
        }
        for (name, size, _) in &mut self.sizes {
            if missing.contains(name) {
                *size = self.cx.store().resolve_dim(*size);
            }
        }
        Ok(())
    }

    /// Where a name stands, grouped by value: `n` is 3 in input 1, 4 in inputs 2, 3.
    fn clash(&self, name: &str, occurrences: &[Occurrence]) -> Failure {
        let mut groups: Vec<(Dim, Vec<usize>)> = Vec::new();
        let mut parts = Vec::new();
        for occurrence in occurrences.iter().filter(|o| o.sum == Sum::Name(name.to_owned())) {
            let dim = self.cx.store().resolve_dim(occurrence.dim);
            let input = occurrence.part.argument + 1;
            parts.push(occurrence.part.clone());
            match groups.iter_mut().find(|(value, _)| *value == dim) {
                Some((_, inputs)) if !inputs.contains(&input) => inputs.push(input),
                Some(_) => {}
                None => groups.push((dim, vec![input])),
            }
        }
        let shown: Vec<String> = groups
            .iter()
            .map(|(dim, inputs)| {
                let list: Vec<String> = inputs.iter().map(usize::to_string).collect();
                format!("{} in input{} {}", self.shown(*dim), if list.len() > 1 { "s" } else { "" }, list.join(", "))
            })
            .collect();
        Failure::new(FailureKind::CoreDim, format!("`{name}` is {}", shown.join(", ")), parts)
    }

    fn require_equal(&mut self, name: &str, dim: Dim, all: &[Occurrence], own: &Occurrence) -> Result<(), Failure> {
        if self.cx.store().ask_eq(dim, own.dim).is_yes() {
            return Ok(());
        }
        let clash = self.clash(name, all);
        self.cx.require(Fact::Eq(dim, own.dim), || clash)
    }

    /// `own` is `dim` or 1.
    fn require_or_one(&mut self, dim: Dim, own: Dim, clash: Failure) -> Result<(), Failure> {
        let store = self.cx.store();
        let wanted = match (store.ask_eq(own, dim), store.ask_eq(own, Dim::ONE)) {
            (Truth::Yes, _) | (_, Truth::Yes) => return Ok(()),
            (Truth::No, Truth::No) => return Err(clash),
            (_, Truth::No) => Fact::Eq(own, dim),
            (Truth::No, _) => Fact::Eq(own, Dim::ONE),
            _ => {
                let other = clash.clone();
                self.cx.require(Fact::Broadcast(own, dim), || other)?;
                Fact::Eq(Dim::bcast([own, dim]), dim)
            }
        };
        self.cx.require(wanted, || clash)
    }

    fn broadcast_name(&mut self, name: &str, all: &[Occurrence]) -> Result<(), Failure> {
        let own: Vec<&Occurrence> = all.iter().filter(|o| o.sum == Sum::Name(name.to_owned())).collect();
        let shapes: Vec<Shape> = own.iter().map(|o| Shape::of(&[o.dim])).collect();
        let clash = self.clash(name, all);
        let shape = relations::of_shapes("broadcast", self.cx, &shapes).map_err(|_| clash)?;
        if let (Some([dim]), Some(first)) = (shape.dims(), own.first()) {
            self.sizes.push((name.to_owned(), *dim, first.part.clone()));
        }
        Ok(())
    }

    pub(super) fn output_size(&mut self, sum: &Sum) -> Result<Dim, Failure> {
        let value = self.value(sum)?;
        if self.cx.store().ask_le(Dim::ZERO, value).is_yes() {
            return Ok(value);
        }
        let failure = |why: String| {
            let names = distinct(sum);
            let known = |name: &&str| self.sizes.iter().find(|(known, _, _)| known == name);
            let sizes: Vec<String> =
                names.iter().filter_map(known).map(|(name, dim, _)| format!("{name} = {}", self.shown(*dim))).collect();
            let parts = names.iter().filter_map(known).map(|(_, _, part)| part.clone()).collect();
            let places = if sizes.is_empty() { String::new() } else { format!(" for {}", sizes.join(", ")) };
            Failure::new(FailureKind::CoreDim, format!("{why}{places}"), parts)
        };
        let negative = failure(format!("{} = {}", print::sum(sum), self.shown(value)));
        self.cx.require(Fact::Le(Dim::ZERO, value), || negative)?;
        Ok(value)
    }

    fn value(&mut self, sum: &Sum) -> Result<Dim, Failure> {
        Ok(match sum {
            Sum::Name(name) => self.size_of(name).unwrap_or_else(Dim::any),
            Sum::Int(value) => Dim::of(*value),
            Sum::Neg(inner) => self.value(inner)?.negated(),
            Sum::Binary(op, a, b) => {
                let (left, right) = (self.value(a)?, self.value(b)?);
                match op {
                    SumOp::Add => left.plus(right),
                    SumOp::Sub => left.minus(right),
                    SumOp::Mul => left.times(right),
                    SumOp::FloorDiv | SumOp::Mod => {
                        self.cx.require(Fact::Ne(right, Dim::ZERO), || {
                            let message = format!("{} is 0 in {}", print::sum(b), print::sum(sum));
                            Failure::new(FailureKind::CoreDim, message, Vec::new())
                        })?;
                        let quotient = if *op == SumOp::FloorDiv { left.floordiv(right) } else { left.modulo(right) };
                        quotient.unwrap_or_else(Dim::any)
                    }
                }
            }
            Sum::Min(args) => Dim::min(self.values(args)?),
            Sum::Max(args) => Dim::max(self.values(args)?),
        })
    }

    fn values(&mut self, sums: &[Sum]) -> Result<Vec<Dim>, Failure> {
        sums.iter().map(|sum| self.value(sum)).collect()
    }
}

/// The names in an expression, each once.
fn distinct(sum: &Sum) -> Vec<&str> {
    let mut all = Vec::new();
    sum.names(&mut all);
    let mut names: Vec<&str> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
