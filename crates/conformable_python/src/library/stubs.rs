//! Python's own functions and classes, read from the stubs in `catalogue/python`: which there are, what they
//! take, and what they give where that is all that is known. What they do is the evaluator's.

use std::sync::LazyLock;

use conformable_signatures::binder::{WrittenParam, written_params};
use conformable_types::Ty;
use conformable_types::text::parse_type;
use ruff_python_ast::{Expr, Number, Parameters, Stmt, StmtFunctionDef};
use ruff_python_parser::parse_module;
use ruff_text_size::Ranged;
use rustc_hash::FxHashMap;

/// A function, or a method without its receiver.
pub struct Signature {
    params: Parameters,
    /// Called through its class it is given a receiver first.
    pub has_receiver: bool,
    /// The type of what it gives; `None` of a function that may do anything.
    pub returns: Option<Ty>,
}

#[derive(Default)]
pub struct Stubs {
    /// By their paths: `abs`, `math.sqrt`, `str.split`; a class's name is its constructor's.
    functions: FxHashMap<String, Signature>,
    /// Names of which there is but a type.
    values: FxHashMap<String, Ty>,
}

/// Read once; a test holds that they can be.
pub static STUBS: LazyLock<Stubs> = LazyLock::new(|| {
    let mut stubs = Stubs::default();
    stubs.read(include_str!("../../../../catalogue/python/builtins.pyi"));
    stubs.read(include_str!("../../../../catalogue/python/library.pyi"));
    stubs
});

impl Stubs {
    pub fn function(&self, path: &str) -> Option<&Signature> {
        self.functions.get(path)
    }

    /// The method of a class of Python's.
    pub fn method(&self, class: &str, name: &str) -> Option<&Signature> {
        self.functions.get(&format!("{class}.{name}"))
    }

    /// The value of a constant of a module.
    pub fn constant(&self, path: &str) -> Option<Ty> {
        self.values.get(path).copied().filter(|ty| !ty.is_unknown())
    }

    /// Is there something of this path?
    pub fn has(&self, path: &str) -> bool {
        self.functions.contains_key(path) || self.values.contains_key(path)
    }

    fn read(&mut self, text: &str) {
        let module = parse_module(text).expect("a stub is Python").into_syntax();
        let mut namespace = String::new();
        for statement in module.body {
            match statement {
                Stmt::Assign(assign) if matches!(&*assign.targets, [Expr::Name(name)] if name.id == "namespace") => {
                    namespace = format!("{}.", &text[assign.value.range()]);
                }
                Stmt::ClassDef(class) => {
                    let within = format!("{namespace}{}", class.name);
                    for member in class.body {
                        self.define(&format!("{within}."), Some(&within), member, text);
                    }
                }
                other => self.define(&namespace, None, other, text),
            }
        }
    }

    fn define(&mut self, prefix: &str, class: Option<&str>, statement: Stmt, text: &str) {
        match statement {
            Stmt::FunctionDef(function) => {
                let path = match class.filter(|_| function.name.as_str() == "__init__") {
                    Some(class) => class.to_owned(),
                    None => format!("{prefix}{}", function.name),
                };
                self.functions.insert(path, Signature::read(function, class.is_some(), text));
            }
            Stmt::AnnAssign(constant) => {
                let ty = parse_type(&text[constant.annotation.range()]).expect("the type of a name");
                self.values.insert(format!("{prefix}{}", &text[constant.target.range()]), ty);
            }
            Stmt::Assign(constant) => {
                let ty = literal(&constant.value).expect("the value of a name");
                self.values.insert(format!("{prefix}{}", &text[constant.targets[0].range()]), ty);
            }
            _ => {}
        }
    }
}

/// `3.14`, `float("nan")`.
fn literal(value: &Expr) -> Option<Ty> {
    match value {
        Expr::NumberLiteral(number) => match number.value {
            Number::Float(value) => Some(Ty::float(value)),
            _ => None,
        },
        Expr::Call(call) => match &*call.arguments.args {
            [Expr::StringLiteral(text)] => text.value.to_str().parse().ok().map(Ty::float),
            _ => None,
        },
        _ => None,
    }
}

impl Signature {
    fn read(function: StmtFunctionDef, is_method: bool, text: &str) -> Signature {
        let returns = function.returns.as_deref();
        let returns = returns.map(|returns| parse_type(&text[returns.range()]).expect("the type of a result"));
        let has_receiver = is_method && function.name.as_str() != "__init__" && function.decorator_list.is_empty();
        let mut params = *function.parameters;
        if is_method {
            let first = if params.posonlyargs.is_empty() { &mut params.args } else { &mut params.posonlyargs };
            first.remove(0);
        }
        Signature { params, has_receiver, returns }
    }

    pub fn params(&self) -> Vec<WrittenParam<'_>> {
        written_params(&self.params).collect()
    }

    /// Is the argument at this place converted to one number?
    pub fn converts(&self, place: usize) -> bool {
        let by_place = self.params.posonlyargs.iter().chain(&self.params.args);
        let param = by_place.map(|param| &param.parameter).nth(place).or(self.params.vararg.as_deref());
        let annotation = param.and_then(|param| param.annotation.as_deref());
        matches!(annotation, Some(Expr::Name(name)) if name.id == "float")
    }
}

#[cfg(test)]
mod tests {
    use conformable_signatures::binder::bind;
    use conformable_types::TyKind;

    use super::*;

    fn refused(path: &str, given: usize, keywords: &[&str]) -> Option<String> {
        let params = STUBS.function(path).expect("it is in the stubs").params();
        bind(&params, given, keywords.iter().copied(), false).error.map(|error| error.to_string())
    }

    #[test]
    fn arguments_are_counted_and_named() {
        assert_eq!(refused("sum", 1, &["start"]), None);
        assert_eq!(refused("sum", 0, &[]).as_deref(), Some("missing argument: `iterable`"));
        assert_eq!(refused("sum", 3, &[]).as_deref(), Some("takes from 1 to 2 positional arguments but 3 were given"));
        assert_eq!(refused("sum", 2, &["start"]).as_deref(), Some("got two values for `start`"));
        assert_eq!(refused("sum", 1, &["begin"]).as_deref(), Some("got an unexpected keyword argument `begin`"));
        assert_eq!(refused("len", 0, &["obj"]).as_deref(), Some("got an unexpected keyword argument `obj`"));
        assert_eq!(refused("len", 2, &[]).as_deref(), Some("takes 1 positional argument but 2 were given"));
        assert_eq!(refused("max", 0, &[]).as_deref(), Some("missing argument: `first`"));
        assert_eq!(refused("round", 0, &["number"]), None);
        assert_eq!(refused("dict", 1, &["anything"]), None);
    }

    #[test]
    fn methods_have_no_receiver() {
        let split = STUBS.method("str", "split").expect("it is in the stubs");
        let error = |given| bind(&split.params(), given, [], false).error;
        assert!(error(2).is_none() && error(3).is_some());
        assert!(matches!(split.returns.map(Ty::kind), Some(TyKind::ListOf(_))));
    }

    #[test]
    fn constants_have_values() {
        assert_eq!(STUBS.constant("math.pi"), Some(Ty::float(std::f64::consts::PI)));
        assert!(STUBS.has("Ellipsis") && STUBS.has("list") && !STUBS.has("split"));
    }
}
