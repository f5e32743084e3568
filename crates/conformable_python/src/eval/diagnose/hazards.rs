//! Hazards: what runs, and nearly nobody wants. Each fires only where its condition is proved.

use conformable_signatures::ResultFacts;
use conformable_types::{Dim, Elem, Ty};
use ruff_text_size::TextRange;

use crate::domain::state::State;
use crate::domain::value::{Dependencies, Value};
use crate::domain::whole::Floats;
use crate::eval::Machine;
use crate::eval::diagnose::report::{ShownValue, label};
use crate::front::diagnostic::{Diagnostic, Severity};
use crate::front::rules;

impl<'p> Machine<'p> {
    /// What the catalogue says of a call that nearly nobody wants.
    pub fn report_hazards(&mut self, result_facts: &ResultFacts, dependencies: Dependencies, range: TextRange) {
        for hazard in &result_facts.hazards {
            let Some(rule) = self.program.rules().by_code(hazard.code) else { continue };
            // For another caller a test may have another answer.
            if rule == rules::TESTS_NOTHING && !dependencies.is_local() {
                continue;
            }
            let mut diagnostic = Diagnostic::new(rule, self.module().place(range), hazard.message.clone());
            diagnostic.help.clone_from(&hazard.help);
            self.hazard_with(diagnostic);
        }
    }

    /// `(n,) - (n, 1)`: both long sizes are equal, the ranks differ, and the 1 is not written here.
    pub fn outer_broadcast(&mut self, symbol: &str, operands: &[Value<'p>], result: &Value<'p>, range: TextRange) {
        let [left, right] = operands else { return };
        let (Some(a), Some(b)) = (self.state.plain_shape(left), self.state.plain_shape(right)) else { return };
        let (vector, column, spelled) = match (a.len(), b.len()) {
            (1, 2) => (&a, &b, right),
            (2, 1) => (&b, &a, left),
            _ => return,
        };
        let store = &self.state.store;
        let long = vector[0];
        let is_column = store.ask_eq(column[1], Dim::ONE).is_yes() && store.ask_eq(column[0], long).is_yes();
        if !is_column || !store.ask_eq(long, Dim::ONE).is_no() || spelled.array().is_none_or(|column| column.spells_one)
        {
            return;
        }
        if !matches!(symbol, "+" | "-" | "*" | "/" | "==" | "!=" | "<" | "<=" | ">" | ">=") {
            return;
        }
        let shown = self.describe(result);
        let message = format!("`{symbol}` of a vector and a column gives a matrix: {shown}");
        let mut diagnostic = Diagnostic::new(rules::OUTER_BROADCAST, self.module().place(range), message);
        let names: Vec<ShownValue<'_, 'p>> = operands
            .iter()
            .map(|value| {
                ShownValue::new(
                    value.origin.map_or_else(String::new, |origin| origin.module.snippet(origin.range)),
                    value,
                )
            })
            .collect();
        diagnostic.label = label(self, &names, &format!(" {symbol} "), &[]);
        diagnostic.evidence = self.state.evidence(&names);
        diagnostic.help = Some("`.ravel()` of the column, or `[:, None]` of the vector?".into());
        self.hazard_with(diagnostic);
    }

    /// A float32 array with a float64 scalar: since NumPy 2 the scalar is strong, and the result is
    /// twice as large.
    pub fn widened(&mut self, symbol: &str, operands: &[Value<'p>], result: &Value<'p>, range: TextRange) {
        let [left, right] = operands else { return };
        let name = |value: &Value<'p>| Some(value.ty()?.as_array()?.0.dtype()?.name());
        if name(result).as_deref() != Some("float64") {
            return;
        }
        for (array, scalar) in [(left, right), (right, left)] {
            let dims = self.state.plain_shape(array);
            let is_scalar = scalar
                .ty()
                .and_then(Ty::as_array)
                .is_some_and(|(_, shape)| self.state.store.resolve_shape(shape).rank() == Some(0));
            let widens = name(array).as_deref() == Some("float32") && name(scalar).as_deref() == Some("float64");
            if widens && is_scalar && dims.is_some_and(|dims| !dims.is_empty()) {
                let message = format!("`{symbol}` with a float64 scalar makes a float32 array float64");
                let mut diagnostic = Diagnostic::new(rules::WIDENED, self.module().place(range), message);
                diagnostic.help = Some("`float(...)` of the scalar, or `np.float32(...)`?".into());
                return self.hazard_with(diagnostic);
            }
        }
    }

    /// Floats stored into an array of ints lose their fractions.
    pub fn cut_by_store(&mut self, elem: Elem, own: Elem, value: &Value<'p>, range: TextRange) {
        use conformable_types::dtype::{DTypeKind as D, Weak};
        let Some(target) = elem.dtype() else { return };
        let from = match (own.dtype(), own.weak()) {
            (Some(dtype), _) => dtype.kind(),
            (_, Some(Weak::Float)) => D::Floating,
            (_, Some(Weak::Complex)) => D::Complex,
            _ => return,
        };
        let cut = match (from, target.kind()) {
            (D::Floating, D::Signed | D::Unsigned) => "fractions are cut",
            (D::Complex, D::Floating | D::Signed | D::Unsigned) => {
                if own.weak().is_some() {
                    return;
                }
                "imaginary parts are dropped"
            }
            _ => return,
        };
        // A whole number loses nothing.
        if value.array().is_some_and(|array| array.whole) || self.state.floats_in(value) == Floats::Whole {
            return;
        }
        let own = self.describe(value);
        let message = format!("{cut}: {own} stored in an array of {}", target.name());
        let mut diagnostic = Diagnostic::new(rules::CUT_BY_STORE, self.module().place(range), message);
        diagnostic.severity = Severity::Warning;
        self.hazard_with(diagnostic);
    }
}

impl<'p> State<'p> {
    fn plain_shape(&self, value: &Value<'p>) -> Option<Vec<Dim>> {
        let shape = value.array()?.ty.as_array()?.1;
        self.store.resolve_shape(shape).dims().map(<[Dim]>::to_vec)
    }
}
