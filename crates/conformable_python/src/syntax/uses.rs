//! How the parameters of a function are meant, by what its body does with them.
//!
//! A reading of the syntax alone: which operations of the catalogue a name is given to, which of
//! its attributes are taken, and what the functions of the program that it is given to do with it.
//! It decides what is assumed where nothing is known, and nothing else.

use conformable_signatures::Catalogue;
use conformable_signatures::catalogue::{Member, current};
use conformable_signatures::op::{Op, ParamKind, Pattern};
use conformable_types::Sym;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{CmpOp, Expr, ExprCall, Operator, Stmt};
use rustc_hash::FxHashMap;

use super::literals::dotted;
use crate::syntax::handles::name_of;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterUse {
    Array,
    Int,
}

#[derive(Default, Clone, Copy)]
struct UseEvidence {
    array: bool,
    int: bool,
    /// Arithmetic, which arrays and numbers have.
    weak: bool,
    /// Such arithmetic stands where an array is wanted.
    within: bool,
    /// It may be something else altogether.
    other: bool,
}

/// What a called expression is, as the module around the function has it.
pub enum Callee {
    /// The path of a function that is not the program's own.
    Path(String),
    /// A function of the program: its parameters, and how it means them.
    Own(Vec<(Sym, Option<ParameterUse>)>),
}

pub struct Uses<'r> {
    names: Vec<(Sym, UseEvidence)>,
    catalogue: &'static Catalogue,
    callee: &'r mut dyn FnMut(&Expr) -> Option<Callee>,
}

impl<'r> Uses<'r> {
    pub fn new(
        names: &[Sym],
        catalogue: &'static Catalogue,
        callee: &'r mut dyn FnMut(&Expr) -> Option<Callee>,
    ) -> Uses<'r> {
        let names = names.iter().map(|name| (*name, UseEvidence::default())).collect();
        Uses { names, catalogue, callee }
    }

    /// What each name is meant as, where its uses agree.
    pub fn meant(self) -> Vec<(Sym, Option<ParameterUse>)> {
        let arrays = self.names.iter().any(|(_, evidence)| evidence.array);
        let meant = |evidence: UseEvidence| match evidence {
            UseEvidence { other: true, .. } | UseEvidence { array: true, int: true, .. } => None,
            UseEvidence { int: true, .. } => Some(ParameterUse::Int),
            UseEvidence { array: true, .. } => Some(ParameterUse::Array),
            UseEvidence { weak: true, within, .. } if arrays || within => Some(ParameterUse::Array),
            _ => None,
        };
        self.names.into_iter().map(|(name, evidence)| (name, meant(evidence))).collect()
    }

    fn evidence(&mut self, expression: &Expr) -> Option<&mut UseEvidence> {
        let Expr::Name(name) = expression else { return None };
        let name = name_of(name);
        self.names.iter_mut().find(|(known, _)| *known == name).map(|(_, evidence)| evidence)
    }

    fn note(&mut self, expression: &Expr, set: impl FnOnce(&mut UseEvidence)) {
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

    /// An expression where an array is wanted.
    fn array(&mut self, expression: &Expr) {
        match expression {
            Expr::Name(_) => self.note(expression, |evidence| evidence.array = true),
            _ => self.within(expression),
        }
    }

    /// Names in arithmetic of which an array is made.
    fn within(&mut self, expression: &Expr) {
        match expression {
            Expr::Name(_) => self.note(expression, |evidence| evidence.within = true),
            Expr::BinOp(operation) => {
                self.within(&operation.left);
                self.within(&operation.right);
            }
            Expr::UnaryOp(operation) => self.within(&operation.operand),
            // What a slice of is an array is one itself.
            Expr::Subscript(subscript) if subscript.slice.is_slice_expr() => self.array(&subscript.value),
            _ => {}
        }
    }

    /// What a function of the program does with its arguments.
    fn own_arguments(&mut self, params: &[(Sym, Option<ParameterUse>)], call: &ExprCall) {
        let positional = call.arguments.args.iter().take_while(|argument| !argument.is_starred_expr()).zip(params);
        let named = call.arguments.keywords.iter().filter_map(|keyword| {
            let name = keyword.arg.as_ref()?;
            Some((&keyword.value, params.iter().find(|(param, _)| param.as_str() == name.as_str())?))
        });
        for (argument, (_, meant)) in positional.chain(named) {
            match meant {
                Some(ParameterUse::Array) => self.array(argument),
                Some(ParameterUse::Int) => self.ints(argument),
                None => {}
            }
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
            Pattern::Array(_) => self.array(argument),
            Pattern::Shape(_) | Pattern::Int(_) => self.ints(argument),
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
        match (self.callee)(&call.func) {
            Some(Callee::Path(path)) => match path.trim_start_matches("builtins.") {
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
            },
            Some(Callee::Own(params)) => self.own_arguments(&params, call),
            None => {
                if let Expr::Attribute(attribute) = &*call.func
                    && let Some(Member::Method(op)) = self.catalogue.member("ndarray", attribute.attr.as_str())
                {
                    self.arguments(op, 1, call);
                }
            }
        }
    }
}

/// Is a name used in these statements as an array is: given to functions that take arrays, asked for what arrays have? `module`
/// is the whole around them, whose imports say which functions are the catalogue's.
pub fn is_used_as_array(module: &[Stmt], body: &[Stmt], name: &str) -> bool {
    let mut imported: FxHashMap<&str, String> = FxHashMap::default();
    for statement in module {
        match statement {
            Stmt::Import(import) => {
                for alias in &import.names {
                    let root = alias.name.split('.').next().unwrap_or_default();
                    let (own, path) =
                        alias.asname.as_ref().map_or((root, root), |own| (own.as_str(), alias.name.as_str()));
                    imported.insert(own, path.to_owned());
                }
            }
            Stmt::ImportFrom(import) => {
                let Some(from) = import.module.as_ref().filter(|_| import.level == 0) else { continue };
                for alias in &import.names {
                    let own = alias.asname.as_ref().unwrap_or(&alias.name);
                    imported.insert(own.as_str(), format!("{from}.{}", alias.name));
                }
            }
            _ => {}
        }
    }
    let mut callee = |called: &Expr| {
        let path = dotted(called)?;
        let (root, rest) = path.split_once('.').map_or((&*path, ""), |(root, rest)| (root, rest));
        let known = imported.get(root)?;
        Some(Callee::Path(if rest.is_empty() { known.clone() } else { format!("{known}.{rest}") }))
    };
    let mut uses = Uses::new(&[Sym::new(name)], current(), &mut callee);
    body.iter().for_each(|statement| uses.visit_stmt(statement));
    matches!(&uses.meant()[..], [(_, Some(ParameterUse::Array))])
}

impl<'a> Visitor<'a> for Uses<'_> {
    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Attribute(attribute) => {
                if self.catalogue.member("ndarray", attribute.attr.as_str()).is_some() {
                    self.array(&attribute.value);
                } else {
                    self.note(&attribute.value, |evidence| evidence.other = true);
                }
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
                if array {
                    self.array(&subscript.value);
                }
                let items = match &*subscript.slice {
                    Expr::Tuple(tuple) => &*tuple.elts,
                    one => std::slice::from_ref(one),
                };
                for slice in items.iter().filter_map(Expr::as_slice_expr) {
                    let bounds = [&slice.lower, &slice.upper, &slice.step];
                    bounds.into_iter().flatten().for_each(|bound| self.ints(bound));
                }
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
