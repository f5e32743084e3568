//! What a call has exchanged that it names by a text, as tests do: `patch("here.there.name")`,
//! `patch.object(there, "name")`, `monkeypatch.setattr(there, "name", 3)`. Many calls look like that and exchange nothing;
//! where that matters, [`patches`] says which are for that alone.

use conformable_types::Sym;
use ruff_python_ast::{Expr, ExprCall, InterpolatedStringElement, Operator};

use crate::library::known_paths::KNOWN;
use crate::syntax::filled_modules::is_named;

/// Is the function one that exchanges something, by its name?
pub fn patches(call: &ExprCall) -> bool {
    is_named(&call.func, |name| KNOWN.exchanging_functions.contains(name))
}

/// The name that a call says by a text: the last one of a dotted path, or one behind the object that has it.
pub fn exchanged_by(call: &ExprCall) -> Option<Sym> {
    match &*call.arguments.args {
        [Expr::StringLiteral(path), ..] => {
            let path = path.value.to_str();
            let (_, name) = path.rsplit_once('.')?;
            let is_file = KNOWN.file_endings.contains(name) && !patches(call);
            (!is_file && path.split('.').all(is_name)).then(|| Sym::new(name))
        }
        [Expr::Name(_) | Expr::Attribute(_), Expr::StringLiteral(name), ..] if call.func.is_attribute_expr() => {
            let name = name.value.to_str();
            is_name(name).then(|| Sym::new(name))
        }
        [path, ..] if patches(call) => {
            let name = end_of(path)?.rsplit_once('.')?.1;
            is_name(name).then(|| Sym::new(name))
        }
        _ => None,
    }
}

/// What a text ends with whose beginning is computed: `"%s.name" % module`, `module + ".name"`, `f"{module}.name"`.
fn end_of(text: &Expr) -> Option<&str> {
    match text {
        Expr::StringLiteral(text) => Some(text.value.to_str()),
        Expr::BinOp(operation) if operation.op == Operator::Add => end_of(&operation.right),
        Expr::BinOp(operation) if operation.op == Operator::Mod => end_of(&operation.left),
        Expr::FString(text) => match text.value.elements().last()? {
            InterpolatedStringElement::Literal(end) => Some(&end.value),
            InterpolatedStringElement::Interpolation(_) => None,
        },
        _ => None,
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|letter: char| letter.is_ascii_digit())
        && text.chars().all(|letter| letter == '_' || letter.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (Option<&'static str>, bool) {
        let parsed = ruff_python_parser::parse_expression(text).unwrap();
        let Expr::Call(call) = parsed.expr() else { panic!("no call: {text}") };
        (exchanged_by(call).map(Sym::as_str), patches(call))
    }

    #[test]
    fn the_name_is_the_end_of_the_text() {
        for text in [
            "patch('builtins.open')",
            "patch('%s.open' % __name__, mock)",
            "mock.patch(__name__ + '.open')",
            "patch(f'{__name__}.open')",
            "patch.object(builtins, 'open')",
            "monkeypatch.setattr(builtins, 'open', f)",
        ] {
            assert_eq!(of(text), (Some("open"), true), "{text}");
        }
        assert_eq!(of("f('a.open')"), (Some("open"), false));
        for text in [
            "load('data.json')",
            "patch('open')",
            "patch(f'{x}.{y}')",
            "f('%s.open' % x)",
            "patch('%s.3' % x)",
            "f(x, 'open')",
        ] {
            assert_eq!(of(text).0, None, "{text}");
        }
    }
}
