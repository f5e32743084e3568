//! Signatures as text, in arrow form.

use rustc_hash::FxHashSet;

use super::{Context, Mode, Printer};
use crate::term::{Leaf, Term, visit_dim, visit_term, visit_ty};
use crate::ty::{Comparison, Constraint, Function, Param, ParamKind, Ty, TyKind};

/// A parameter of a signature by itself, `x: T[n, m] where n <= m`: its type, and the constraints that speak of what that is made of.
pub fn print_param(param: &Param, function: &Function) -> String {
    let mut own: FxHashSet<Leaf> = FxHashSet::default();
    visit_ty(param.ty, &mut |leaf| _ = own.insert(leaf));
    let mut printer = Printer::new(Mode::Text);
    printer.param(&Param { assumed: false, ..param.clone() });
    let mut word = " where ";
    for constraint in function.constraints.iter().filter(|constraint| mentions(constraint, &own)) {
        printer.push(word);
        printer.constraint(constraint);
        word = ", ";
    }
    printer.out
}

/// Does a constraint speak of one of these?
fn mentions(constraint: &Constraint, leaves: &FxHashSet<Leaf>) -> bool {
    let mut found = false;
    let mut look = |leaf: Leaf| found |= leaves.contains(&leaf);
    match constraint {
        Constraint::Compare(_, a, b) => [a, b].into_iter().for_each(|dim| visit_dim(*dim, &mut look)),
        Constraint::Relation(_, terms) => terms.iter().for_each(|term| visit_term(term, &mut look)),
    }
    found
}

impl Printer {
    pub(super) fn function(&mut self, function: &Function) {
        self.push("(");
        let mut previous: Option<ParamKind> = None;
        let mut first = true;
        for param in &function.params {
            if previous == Some(ParamKind::PositionalOnly) && param.kind != ParamKind::PositionalOnly {
                self.push(", /");
            }
            if !first {
                self.push(", ");
            }
            let starred = matches!(previous, Some(ParamKind::VarArgs | ParamKind::KeywordOnly));
            if param.kind == ParamKind::KeywordOnly && !starred {
                self.push("*, ");
            }
            first = false;
            previous = Some(param.kind);
            self.param(param);
        }
        if previous == Some(ParamKind::PositionalOnly) {
            self.push(", /");
        }
        self.push(") -> ");
        self.separated(function.outputs.iter(), |printer, ty| printer.ty(*ty));
        if function.outputs.is_empty() {
            self.push("None");
        }
        if !function.constraints.is_empty() || function.partial {
            self.push(" where ");
            self.separated(function.constraints.iter(), Printer::constraint);
            if function.partial {
                self.push(if function.constraints.is_empty() { "…" } else { ", …" });
            }
        }
    }

    pub(super) fn param(&mut self, param: &Param) {
        match param.kind {
            ParamKind::VarArgs => self.push("*"),
            ParamKind::KwArgs => self.push("**"),
            _ => {}
        }
        if let Some(name) = param.name {
            self.push(name.as_str());
            if param.assumed {
                self.push("?");
            }
            if !param.ty.is_unknown() || param.assumed {
                self.push(": ");
                self.ty(param.ty);
            } else if param.default.is_none() && param.kind != ParamKind::KwArgs {
                self.push(": Unknown");
            }
        } else {
            self.ty(param.ty);
        }
        if let Some(default) = param.default {
            self.push("=");
            self.default(default);
        }
    }

    pub(super) fn default(&mut self, ty: Ty) {
        match ty.kind() {
            TyKind::Unknown => self.push("..."),
            TyKind::IntOf(value) => self.dim(*value, 0),
            _ => self.term(&Term::Ty(ty), Context::Other),
        }
    }

    pub(super) fn constraint(&mut self, constraint: &Constraint) {
        match constraint {
            Constraint::Compare(op, a, b) => {
                self.dim(*a, 0);
                self.push(match op {
                    Comparison::Eq => " == ",
                    Comparison::Ne => " != ",
                    Comparison::Le => " <= ",
                });
                self.dim(*b, 0);
            }
            Constraint::Relation(name, args) => self.application(*name, args, Context::Other),
        }
    }
}
