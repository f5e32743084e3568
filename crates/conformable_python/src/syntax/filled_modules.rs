//! Does a module's code put what it likes into modules that it looks up: `setattr(sys.modules[name], other, value)`?
//!
//! It may then have exchanged any function of any module. What only reads such modules, as
//! `sys.modules[name].__dict__.get(other)`, exchanges nothing. Names stand for what is assigned to them anywhere in the
//! module, whatever function that is in. A module that is found so and given to other code is filled if the same file
//! sets attributes with computed names of anything.

use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Comprehension, Expr, ExprCall, Stmt};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashSet;

use crate::library::known_paths::KNOWN;

/// Does this code, which sets attributes with computed names if `sets_computed`, fill modules?
pub fn fills_modules(body: &[Stmt], sets_computed: bool) -> bool {
    let mut found = FoundModules { is_first: true, ..FoundModules::default() };
    loop {
        let known = found.modules.len() + found.namespaces.len();
        body.iter().for_each(|statement| found.visit_stmt(statement));
        if found.modules.len() + found.namespaces.len() == known {
            break;
        }
    }
    found.is_first = false;
    body.iter().for_each(|statement| found.visit_stmt(statement));
    found.fills || sets_computed && found.is_given
}

#[derive(Default)]
struct FoundModules<'a> {
    /// Names that are bound to modules that were looked up, and those of the dicts of such modules.
    modules: FxHashSet<&'a str>,
    namespaces: FxHashSet<&'a str>,
    /// Of the modules, those that a function has imported: they are mostly given to others to be asked for what they have.
    imported: FxHashSet<&'a str>,
    /// Names are collected; nothing is judged yet.
    is_first: bool,
    /// Uses of modules and of their dicts that change nothing.
    harmless: FxHashSet<TextRange>,
    fills: bool,
    /// Other code is given such a module.
    is_given: bool,
}

impl<'a> FoundModules<'a> {
    fn is_module(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Name(name) => name.ctx.is_load() && self.modules.contains(name.id.as_str()),
            Expr::Subscript(subscript) => {
                let is_own = matches!(&*subscript.slice, Expr::Name(name) if name.id == "__name__");
                subscript.ctx.is_load() && !is_own && is_sys_modules(&subscript.value)
            }
            Expr::Call(call) => match &*call.func {
                Expr::Attribute(attribute) if is_sys_modules(&attribute.value) => {
                    matches!(attribute.attr.as_str(), "get" | "pop" | "setdefault")
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn is_imported(&self, expression: &Expr) -> bool {
        matches!(expression, Expr::Name(name) if self.imported.contains(name.id.as_str()))
    }

    fn is_namespace(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Name(name) => name.ctx.is_load() && self.namespaces.contains(name.id.as_str()),
            Expr::Attribute(attribute) => attribute.attr.as_str() == "__dict__" && self.is_module(&attribute.value),
            Expr::Call(call) => {
                is_named(&call.func, |name| name == "vars")
                    && call.arguments.args.first().is_some_and(|first| self.is_module(first))
            }
            _ => false,
        }
    }

    /// What is done with it here changes nothing in it.
    fn only_looks(&mut self, expression: &Expr) {
        self.harmless.insert(expression.range());
    }

    fn bound(&mut self, target: &'a Expr, value: &'a Expr) {
        for part in parts(value) {
            let Expr::Name(name) = target else { continue };
            let is_found =
                matches!(part, Expr::Call(call) if is_named(&call.func, |name| KNOWN.module_finders.contains(name)));
            if self.is_module(part) || is_found {
                self.modules.insert(name.id.as_str());
                if is_found || self.is_imported(part) {
                    self.imported.insert(name.id.as_str());
                }
            } else if self.is_namespace(part) {
                self.namespaces.insert(name.id.as_str());
            } else {
                continue;
            }
            self.only_looks(part);
        }
    }

    fn call(&mut self, call: &ExprCall) {
        let arguments = &call.arguments;
        let first = arguments.args.first();
        if let (true, Some(first)) = (is_named(&call.func, |name| matches!(name, "setattr" | "delattr")), first)
            && self.is_module(first)
        {
            self.only_looks(first);
            self.fills |= !matches!(arguments.args.get(1), Some(Expr::StringLiteral(_)));
        }
        let looks = match &*call.func {
            Expr::Attribute(attribute) => {
                if self.is_namespace(&attribute.value) && KNOWN.reading_methods.contains(attribute.attr.as_str()) {
                    self.only_looks(&attribute.value);
                }
                // `own.update(theirs)` copies.
                matches!(attribute.attr.as_str(), "reload" | "update" | "getmembers" | "getsource" | "getfile")
            }
            Expr::Name(name) => {
                KNOWN.reading_functions.contains(name.id.as_str()) || KNOWN.module_readers.contains(name.id.as_str())
            }
            _ => false,
        };
        if looks {
            arguments.args.iter().for_each(|argument| self.only_looks(argument));
        }
        // `f(**theirs)` copies too.
        arguments.keywords.iter().filter(|each| each.arg.is_none()).for_each(|each| self.only_looks(&each.value));
    }
}

impl<'a> Visitor<'a> for FoundModules<'a> {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Assign(assign) => assign.targets.iter().for_each(|target| self.bound(target, &assign.value)),
            Stmt::AnnAssign(assign) => assign.value.iter().for_each(|value| self.bound(&assign.target, value)),
            Stmt::For(each) => self.only_looks(&each.iter),
            Stmt::If(branch) => self.only_looks(&branch.test),
            Stmt::Expr(alone) => self.only_looks(&alone.value),
            _ => {}
        }
        visitor::walk_stmt(self, statement);
    }

    fn visit_comprehension(&mut self, comprehension: &'a Comprehension) {
        self.only_looks(&comprehension.iter);
        visitor::walk_comprehension(self, comprehension);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Call(call) => self.call(call),
            Expr::Named(named) => self.bound(&named.target, &named.value),
            Expr::Compare(compare) => {
                self.only_looks(&compare.left);
                compare.comparators.iter().for_each(|one| self.only_looks(one));
            }
            Expr::UnaryOp(operation) => self.only_looks(&operation.operand),
            Expr::Dict(dict) => {
                dict.items.iter().filter(|item| item.key.is_none()).for_each(|item| self.only_looks(&item.value));
            }
            Expr::Subscript(subscript) if subscript.ctx.is_load() => self.only_looks(&subscript.value),
            Expr::Attribute(attribute) => {
                self.fills |= attribute.attr.as_str() == "__setattr__" && self.is_module(&attribute.value);
                if self.is_module(&attribute.value) {
                    self.only_looks(&attribute.value);
                }
            }
            _ => {}
        }
        // An operand of `or` is what the whole is.
        if self.harmless.contains(&expression.range()) {
            parts(expression).into_iter().for_each(|part| self.only_looks(part));
        }
        if !self.is_first && !self.harmless.contains(&expression.range()) {
            self.fills |= self.is_namespace(expression);
            self.is_given |= self.is_module(expression) && !self.is_imported(expression);
        }
        visitor::walk_expr(self, expression);
    }
}

/// The expressions whose value an expression may have.
fn parts(expression: &Expr) -> Vec<&Expr> {
    match expression {
        Expr::BoolOp(operation) => operation.values.iter().flat_map(parts).collect(),
        Expr::If(choice) => [&choice.body, &choice.orelse].into_iter().flat_map(|part| parts(part)).collect(),
        Expr::Named(named) => parts(&named.value),
        _ => vec![expression],
    }
}

/// Is it such a name, or an attribute of such a name?
pub fn is_named(expression: &Expr, is: impl Fn(&str) -> bool) -> bool {
    match expression {
        Expr::Name(name) => is(&name.id),
        Expr::Attribute(attribute) => is(&attribute.attr),
        _ => false,
    }
}

/// `sys.modules`: other things have modules too.
pub fn is_sys_modules(expression: &Expr) -> bool {
    let Expr::Attribute(attribute) = expression else { return false };
    let is_sys = matches!(&*attribute.value, Expr::Name(name) if name.id == "sys" || name.id == "_sys");
    is_sys && attribute.attr.as_str() == "modules"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fills(text: &str) -> bool {
        fills_modules(ruff_python_parser::parse_module(text).unwrap().suite(), true)
    }

    #[test]
    fn what_is_put_into_a_module_that_is_looked_up_fills_it() {
        for text in [
            "setattr(sys.modules[n], k, v)",
            "m = sys.modules['a.%s' % n]\nfor k in names: setattr(m, k, v)",
            "m = sys.modules.get(n) or other\nm.__dict__.update(v)",
            "d = vars(sys.modules[n])\nd[k] = v",
            "sys.modules[n].__dict__[k] = v",
            "m = importlib.import_module(n)\nsetattr(m, k, v)",
            "if (m := sys.modules[n]): m.__setattr__(k, v)",
            "fill(sys.modules[n])",
            "def f(): return sys.modules[n]",
            "fill(sys.modules[n].__dict__)",
            "a = sys.modules[n]\nb = a\nsetattr(b, k, v)",
        ] {
            assert!(fills(text), "{text}");
        }
    }

    #[test]
    fn what_only_reads_it_does_not() {
        for text in [
            "d = sys.modules[n].__dict__\nx = d.get(k)\nd[k]()",
            "x = [k for k in list(sys.modules[n].__dict__.keys()) if k in known]\nsetattr(self, k, x)",
            "sys.modules[n] = m\ndel sys.modules[n]\nsetattr(x, k, v)",
            "m = sys.modules[n]\nif m is None: pass\nx = getattr(m, k)\nm.known = 1\nreload(m)",
            "own.update(vars(sys.modules[n]))\nf(**vars(sys.modules[n]))\nx = {**sys.modules[n].__dict__}",
            "setattr(sys.modules[__name__], k, v)",
            "setattr(sys.modules[n], 'known', v)",
            "m = import_module(n)\nf(m)\nsetattr(x, k, v)",
        ] {
            assert!(!fills(text), "{text}");
        }
        let given = "def f(): return sys.modules[n]";
        assert!(!fills_modules(ruff_python_parser::parse_module(given).unwrap().suite(), false));
    }
}
