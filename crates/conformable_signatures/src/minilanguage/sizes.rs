//! What the names of core dims are: equal wherever they stand, broadcast where they may be 1,
//! solved for where they stand in an expression.

use conformable_solver::store::Fact;
use conformable_solver::{Failure, FailureKind, relations};
use conformable_types::{Dim, FreshKind, Shape, Term, Truth};

use super::forward::{Evaluation, Occurrence};
use super::{Mark, Sum, SumOp, print};

impl Evaluation<'_, '_> {
    fn size_of(&self, name: &str) -> Option<Dim> {
        self.sizes.iter().find(|(known, _, _)| known == name).map(|(_, dim, _)| *dim)
    }

    pub(super) fn name_sizes(&mut self) -> Result<(), Failure> {
        let occurrences = std::mem::take(&mut self.occurrences);
        // Names that stand alone and are not `n|1` say what they are; the first one does.
        for occurrence in occurrences.iter().filter(|o| o.mark != Mark::OrOne) {
            if let Sum::Name(name) = &occurrence.sum {
                match self.sizes.iter().find(|(known, _, _)| known == name).cloned() {
                    None => self.sizes.push((name.clone(), occurrence.dim, occurrence.part.clone())),
                    Some((_, dim, _)) => self.require_equal(name, dim, &occurrences, occurrence)?,
                }
            }
        }
        // Names that are marked wherever they stand broadcast.
        for occurrence in occurrences.iter().filter(|o| o.mark == Mark::OrOne) {
            let Sum::Name(name) = &occurrence.sum else { continue };
            if self.size_of(name).is_none() {
                self.broadcast_name(name, &occurrences)?;
            } else if let Some(dim) = self.size_of(name) {
                self.require_or_one(name, dim, &occurrences, occurrence)?;
            }
        }
        // Expressions: an equation for one name that is still missing, else a test.
        for occurrence in &occurrences {
            if matches!(occurrence.sum, Sum::Name(_)) {
                continue;
            }
            let mut names = Vec::new();
            occurrence.sum.names(&mut names);
            let missing: Vec<&str> = names.into_iter().filter(|name| self.size_of(name).is_none()).collect();
            if let [name] = *missing {
                self.solve(name, occurrence)?;
            } else if missing.is_empty() {
                let value = self.value(&occurrence.sum);
                self.cx.require(Fact::Eq(value, occurrence.dim), || {
                    let shown = print::sum(&occurrence.sum);
                    let message = if matches!(occurrence.sum, Sum::Int(_)) {
                        format!("{shown} is wanted, not {:?}", occurrence.dim)
                    } else {
                        format!("{shown} is {value:?}, not {:?}", occurrence.dim)
                    };
                    Failure::new(FailureKind::CoreDim, message, vec![occurrence.part.clone()])
                })?;
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
                format!("{dim:?} in input{} {}", if list.len() > 1 { "s" } else { "" }, list.join(", "))
            })
            .collect();
        Failure::new(FailureKind::CoreDim, format!("`{name}` is {}", shown.join(", ")), parts)
    }

    fn require_equal(&mut self, name: &str, dim: Dim, all: &[Occurrence], own: &Occurrence) -> Result<(), Failure> {
        let clash = self.clash(name, all);
        self.cx.require(Fact::Eq(dim, own.dim), || clash)
    }

    fn require_or_one(&mut self, name: &str, dim: Dim, all: &[Occurrence], own: &Occurrence) -> Result<(), Failure> {
        let store = self.cx.store();
        match (store.ask_eq(own.dim, dim), store.ask_eq(own.dim, Dim::ONE)) {
            (Truth::Yes, _) | (_, Truth::Yes) => Ok(()),
            (Truth::No, Truth::No) => Err(self.clash(name, all)),
            (_, Truth::No) => self.require_equal(name, dim, all, own),
            (Truth::No, _) => {
                let clash = self.clash(name, all);
                self.cx.require(Fact::Eq(own.dim, Dim::ONE), || clash)
            }
            _ => Ok(()),
        }
    }

    fn broadcast_name(&mut self, name: &str, all: &[Occurrence]) -> Result<(), Failure> {
        let own: Vec<&Occurrence> = all.iter().filter(|o| o.sum == Sum::Name(name.to_owned())).collect();
        let relation = relations::by_name("broadcast").expect("a core relation");
        let terms: Vec<Term> = own.iter().map(|o| Term::Shape(Shape::of(&[o.dim]))).collect();
        let clash = self.clash(name, all);
        let shape = (relation.evaluate)(self.cx, &terms).map_err(|_| clash)?;
        let Term::Shape(shape) = shape else { return Ok(()) };
        if let (Some([dim]), Some(first)) = (shape.dims(), own.first()) {
            self.sizes.push((name.to_owned(), *dim, first.part.clone()));
        }
        Ok(())
    }

    /// `n + 1` is `dim`: so `n` is `dim - 1`, and at least 0.
    fn solve(&mut self, name: &str, occurrence: &Occurrence) -> Result<(), Failure> {
        let unknown = self.cx.fresh_dim(FreshKind::Var);
        self.sizes.push((name.to_owned(), unknown, occurrence.part.clone()));
        let value = self.value(&occurrence.sum);
        self.cx.require(Fact::Eq(value, occurrence.dim), || {
            let shown = print::sum(&occurrence.sum);
            let message = format!("no `{name}` of at least 0 makes {shown} = {:?}", occurrence.dim);
            Failure::new(FailureKind::CoreDim, message, vec![occurrence.part.clone()])
        })?;
        let solved = self.cx.store().resolve_dim(unknown);
        if let Some(last) = self.sizes.last_mut() {
            last.1 = solved;
        }
        Ok(())
    }

    pub(super) fn output_size(&mut self, sum: &Sum) -> Result<Dim, Failure> {
        let value = self.value(sum);
        let mut names = Vec::new();
        sum.names(&mut names);
        let known: Vec<String> =
            names.iter().filter_map(|name| self.size_of(name).map(|dim| format!("{name} = {dim:?}"))).collect();
        let parts = names
            .iter()
            .filter_map(|name| self.sizes.iter().find(|(known, _, _)| known == name).map(|(_, _, part)| part.clone()))
            .collect();
        self.cx.require(Fact::Le(Dim::ZERO, value), || {
            let message = format!("{} = {value:?} for {}", print::sum(sum), known.join(", "));
            Failure::new(FailureKind::CoreDim, message, parts)
        })?;
        Ok(value)
    }

    fn value(&self, sum: &Sum) -> Dim {
        match sum {
            Sum::Name(name) => self.size_of(name).unwrap_or_else(Dim::any),
            Sum::Int(value) => Dim::of(*value),
            Sum::Neg(inner) => self.value(inner).negated(),
            Sum::Binary(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                match op {
                    SumOp::Add => a.plus(b),
                    SumOp::Sub => a.minus(b),
                    SumOp::Mul => a.times(b),
                    SumOp::FloorDiv => a.floordiv(b).unwrap_or_else(Dim::any),
                    SumOp::Mod => a.modulo(b).unwrap_or_else(Dim::any),
                }
            }
            Sum::Min(args) => Dim::min(args.iter().map(|arg| self.value(arg))),
            Sum::Max(args) => Dim::max(args.iter().map(|arg| self.value(arg))),
        }
    }
}
