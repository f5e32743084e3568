//! Explicit raises: which of them are mistakes of whoever called.
//!
//! A call that always ends in a `raise` or a failing `assert` is dead, and mostly meant to be: an
//! abstract method, a mode that is not supported. It is a mistake where the test that led there is
//! about shapes, ranks, dtypes or lengths of the call's own arguments, and nothing on the way was
//! left undecided: then these arguments never do. A function that ends in a raise whatever it is given
//! is called for that. A raise in a module's own straight line has no caller, and says nothing.

use conformable_types::text;
use ruff_python_ast::{Expr, StmtAssert};
use ruff_text_size::{Ranged, TextRange};

use crate::domain::path_condition::{DecidedTest, Decision};
use crate::domain::value::{Dependencies, Sym, Value};
use crate::eval::Machine;
use crate::eval::diagnose::report::{Refuted, ShownValue};
use crate::eval::diagnose::verdict::Heeds;
use crate::eval::machine::frame::RaisedException;
use crate::front::diagnostic::{Diagnostic, Evidence, EvidenceKind, Label};
use crate::front::rules;
use crate::library::known_paths::KNOWN;

impl<'p> Machine<'p> {
    pub fn decided_test(&self, range: TextRange, decision: &Decision) -> DecidedTest<'p> {
        DecidedTest {
            module: self.module(),
            range,
            truth: decision.truth.is_yes(),
            dependencies: decision.dependencies,
        }
    }

    /// An assertion whose test is decided, and does not hold.
    pub fn assertion_fails(&mut self, assert: &'p StmtAssert, decision: &Decision) {
        let test = self.decided_test(assert.test.range(), decision);
        self.note_raise(["AssertionError"; 2], assert.msg.as_deref(), test);
    }

    /// An explicit raise is reached: if nothing but decided tests led here, the frame ends in it. A class of the program's has
    /// a name of its own, and one of Python's that it derives from.
    pub fn note_raise(&mut self, [name, class]: [&str; 2], argument: Option<&Expr>, test: DecidedTest<'p>) {
        let certain = !self.output.is_silent()
            && self.fuel > 0
            && !self.is_doubtful()
            && !self.state.guards.is_any()
            && self.is_unhandled();
        // A test of what is given, of a flag or a mode is how a function says what it is not for.
        let about_arguments = test.dependencies.is_measured() && test.dependencies.is_of_parameters();
        let is_meant = self.frame().function.as_ref().is_some_and(|function| function.body.always_raises());
        if !certain || !about_arguments || is_meant || !KNOWN.is_failure(class) {
            return;
        }
        let text = argument.and_then(plain_text);
        let dependencies = self.state.path_condition.dependencies.and(test.dependencies);
        self.frame().raised =
            Some(RaisedException { name: Sym::new(name), class: Sym::new(class), text, test, dependencies });
    }

    /// The call at `range` ended in a raise that its arguments reach: it is refuted.
    pub fn reached_raise(
        &mut self,
        raised: &RaisedException<'p>,
        given: &[(Sym, Value<'p>)],
        outer: &[Dependencies],
        outside: Dependencies,
        range: TextRange,
    ) {
        let RaisedException { name, class, text, test, dependencies } = raised;
        let said = text.as_ref().map_or_else(String::new, |text| format!(": {text}"));
        let message = format!("the call always raises {name}{said}");
        let mut diagnostic = Diagnostic::new(rules::REACHED_RAISE, self.module().place(range), message);
        let involved: Vec<ShownValue<'_, 'p>> = given
            .iter()
            .enumerate()
            .filter(|(place, (_, value))| test.dependencies.is_of(*place) && value.ty().is_some())
            .map(|(_, (name, value))| ShownValue::new(name.as_str().to_owned(), value))
            .collect();
        let shown: Vec<String> = involved
            .iter()
            .filter_map(|shown| Some(format!("{}: {}", shown.name, self.state.show(shown.value.ty()?))))
            .collect();
        diagnostic.label = Label::plain(shown.join(", "));
        diagnostic.evidence = self.state.evidence(&involved);
        diagnostic.evidence.push(Evidence {
            name: test.module.snippet(test.range),
            ty: if test.truth { "true" } else { "false" }.to_owned(),
            place: Some(test.module.place(test.range)),
            how: String::new(),
            seen: EvidenceKind::Tested,
        });
        let dependencies = dependencies.in_caller(outer, outside);
        self.state.unreachable = false;
        // Whether this is meant is the caller's matter where a flag of its own decides.
        self.refuted_by(diagnostic, class.as_str(), Refuted { heeds: Heeds::AllGuards, ..dependencies.into() });
    }

    /// Is this statement a call of code that is not known, and that may not return?
    pub fn was_unknown_call(&self, statement: &Expr) -> bool {
        matches!(statement, Expr::Call(_)) && self.unknown_at == Some((self.module().id, statement.range()))
    }
}

/// A text without parts that are filled in, short enough for a message.
fn plain_text(argument: &Expr) -> Option<String> {
    let line = text::on_one_line(argument.as_string_literal_expr()?.value.to_str());
    (!line.is_empty() && line.chars().count() <= 100).then_some(line)
}
