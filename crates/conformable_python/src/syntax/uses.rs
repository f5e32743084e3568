//! How the parameters of a function are meant, by what its body does with them.
//!
//! A reading of the syntax alone: which operations of the catalogue a name is given to, which of
//! its attributes are taken. It decides what is assumed where nothing is known, and nothing else.

use conformable_signatures::Catalogue;
use conformable_signatures::catalogue::Member;
use conformable_signatures::op::{Op, ParamKind, Pattern};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{CmpOp, Expr, ExprCall, Operator};

use crate::domain::value::Sym;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meant {
    Array,
    Int,
}

#[derive(Default, Clone, Copy)]
struct Evidence {
    array: bool,
    int: bool,
    /// Arithmetic, which arrays and numbers have.
    weak: bool,
    /// It may be something else altogether.
    other: bool,
}

pub struct Uses<'r> {
    names: Vec<(Sym, Evidence)>,
    catalogue: &'static Catalogue,
    /// The path of a function that is not the program's own.
    resolve: &'r mut dyn FnMut(&Expr) -> Option<String>,
}

impl<'r> Uses<'r> {
    pub fn new(
        names: Vec<Sym>,
        catalogue: &'static Catalogue,
        resolve: &'r mut dyn FnMut(&Expr) -> Option<String>,
    ) -> Uses<'r> {
        let names = names.into_iter().map(|name| (name, Evidence::default())).collect();
        Uses { names, catalogue, resolve }
    }

    /// What each name is meant as, where its uses agree.
    pub fn meant(self) -> Vec<(Sym, Meant)> {
        let arrays = self.names.iter().any(|(_, evidence)| evidence.array);
        let meant = |evidence: Evidence| match evidence {
            Evidence { other: true, .. } | Evidence { array: true, int: true, .. } => None,
            Evidence { int: true, .. } => Some(Meant::Int),
            Evidence { array: true, .. } => Some(Meant::Array),
            Evidence { weak: true, .. } if arrays => Some(Meant::Array),
            _ => None,
        };
        self.names.into_iter().filter_map(|(name, evidence)| Some((name, meant(evidence)?))).collect()
    }

    fn evidence(&mut self, expression: &Expr) -> Option<&mut Evidence> {
        let Expr::Name(name) = expression else { return None };
        let name = Sym::new(&name.id);
        self.names.iter_mut().find(|(known, _)| *known == name).map(|(_, evidence)| evidence)
    }

    fn note(&mut self, expression: &Expr, set: impl FnOnce(&mut Evidence)) {
        if let Some(evidence) = self.evidence(expression) {
            set(evidence);
        }
    }

    /// Names in arithmetic that must be ints, as sizes are.
    fn ints(&mut self, expression: &Expr) {
        match expression {
            Expr::Name(_) => self.note(expression, |evidence| evidence.int = true),
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|item| self.ints(item)),
            Expr::List(list) => list.elts.iter().for_each(|item| self.ints(item)),
            Expr::BinOp(operation) if operation.op != Operator::Div => {
                self.ints(&operation.left);
                self.ints(&operation.right);
            }
            Expr::UnaryOp(operation) => self.ints(&operation.operand),
            _ => {}
        }
    }

    fn arguments(&mut self, op: &Op, skipped: usize, call: &ExprCall) {
        let Some(alternative) = op.alternatives.first() else { return };
        let positional: Vec<_> = alternative
            .params
            .iter()
            .filter(|param| !matches!(param.kind, ParamKind::KeywordOnly | ParamKind::KwArgs))
            .skip(skipped)
            .collect();
        for (place, argument) in call.arguments.args.iter().enumerate() {
            let param = positional.get(place).or(positional.last().filter(|param| param.kind == ParamKind::VarArgs));
            if let Some(param) = param {
                self.argument(&param.pattern, argument);
            }
        }
        for keyword in &call.arguments.keywords {
            let Some(name) = &keyword.arg else { continue };
            if let Some(param) = alternative.params.iter().find(|param| param.name == name.as_str()) {
                self.argument(&param.pattern, &keyword.value);
            }
        }
    }

    fn argument(&mut self, pattern: &Pattern, argument: &Expr) {
        match pattern {
            Pattern::Array(_) => self.note(argument, |evidence| evidence.array = true),
            Pattern::Shape { .. } | Pattern::Int(_) => self.ints(argument),
            Pattern::Sequence(inner) => {
                let items = match argument {
                    Expr::Tuple(tuple) => &*tuple.elts,
                    Expr::List(list) => &*list.elts,
                    _ => return,
                };
                items.iter().for_each(|item| self.argument(inner, item));
            }
            _ => {}
        }
    }

    fn call(&mut self, call: &ExprCall) {
        self.note(&call.func, |evidence| evidence.other = true);
        if let Some(path) = (self.resolve)(&call.func) {
            match path.trim_start_matches("builtins.") {
                "range" => call.arguments.args.iter().for_each(|argument| self.ints(argument)),
                "isinstance" | "callable" | "hasattr" | "getattr" | "type" | "issubclass" => {
                    if let Some(first) = call.arguments.args.first() {
                        self.note(first, |evidence| evidence.other = true);
                    }
                }
                path => {
                    if let Some(op) = self.catalogue.function(path) {
                        self.arguments(op, 0, call);
                    }
                }
            }
        } else if let Expr::Attribute(attribute) = &*call.func
            && let Some(Member::Method(op)) = self.catalogue.member("ndarray", attribute.attr.as_str())
        {
            self.arguments(op, 1, call);
        }
    }
}

impl<'a> Visitor<'a> for Uses<'_> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Attribute(attribute) => {
                let known = self.catalogue.member("ndarray", attribute.attr.as_str()).is_some();
                self.note(
                    &attribute.value,
                    |evidence| if known { evidence.array = true } else { evidence.other = true },
                );
            }
            Expr::Subscript(subscript) => {
                let array = match &*subscript.slice {
                    Expr::Tuple(_) | Expr::EllipsisLiteral(_) => true,
                    Expr::StringLiteral(_) => {
                        self.note(&subscript.value, |evidence| evidence.other = true);
                        false
                    }
                    _ => false,
                };
                self.note(&subscript.value, |evidence| evidence.array |= array);
            }
            Expr::BinOp(operation) => {
                let matmul = operation.op == Operator::MatMult;
                for side in [&operation.left, &operation.right] {
                    self.note(side, |evidence| {
                        evidence.array |= matmul;
                        evidence.weak = true;
                    });
                }
                // `"..." % x` and `[x] * n` are no arithmetic.
                let text = |side: &Expr| matches!(side, Expr::StringLiteral(_) | Expr::FString(_) | Expr::List(_));
                if text(&operation.left) || text(&operation.right) {
                    for side in [&operation.left, &operation.right] {
                        self.note(side, |evidence| evidence.other = true);
                    }
                }
            }
            Expr::UnaryOp(operation) => self.note(&operation.operand, |evidence| evidence.weak = true),
            Expr::Compare(compare) => {
                let identity = compare.ops.iter().any(|op| matches!(op, CmpOp::Is | CmpOp::IsNot | CmpOp::In));
                let text = compare.comparators.iter().any(Expr::is_string_literal_expr);
                if identity || text {
                    self.note(&compare.left, |evidence| evidence.other = true);
                }
            }
            Expr::Call(call) => self.call(call),
            _ => {}
        }
        visitor::walk_expr(self, expression);
    }
}
