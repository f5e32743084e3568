//! The decorators of a definition: guards, requirements, codes.

use std::sync::Arc;

use conformable_solver::{FailureKind, Release};
use conformable_types::text::{Expr, parse_expr};
use ruff_python_ast::{self as ast, Expr as PyExpr};
use ruff_text_size::{Ranged, TextRange};

use super::load::{File, Loaded};
use crate::minilanguage::MiniSignature;
use crate::op::{AlternativeRules, Former, Hazard, Require};
use crate::vetted::each_node;

/// What the decorators of a definition say.
#[derive(Default)]
pub struct Decorators {
    pub overload: bool,
    /// Nothing is known of a call that its guards leave out.
    pub known_if: bool,
    pub ufunc: bool,
    pub property: bool,
    /// It is of the class, and takes no receiver.
    pub class_method: bool,
    pub replaces: bool,
    pub effect: bool,
    pub holds: bool,
    pub rules: AlternativeRules,
}

impl File {
    pub(super) fn decorators(&self, list: &[ast::Decorator]) -> Loaded<Decorators> {
        let mut read = Decorators::default();
        for decorator in list {
            let range = decorator.expression.range();
            let (name, args, keywords): (&str, &[PyExpr], &[ast::Keyword]) = match &decorator.expression {
                PyExpr::Call(call) => (self.slice(call.func.range()), &call.arguments.args, &call.arguments.keywords),
                other => (self.slice(other.range()), &[], &[]),
            };
            if let (Some(_), true) = (keywords.first(), name != "require") {
                return self.error(range, format!("@{name} takes no keywords"));
            }
            let text = |place| self.text_of(range, args, place);
            match name {
                "template" => {}
                "overload" => read.overload = true,
                "ufunc" => read.ufunc = true,
                "property" => read.property = true,
                "classmethod" => read.class_method = true,
                "scalar_axis" => match args {
                    [shape, axis] => {
                        let name = |expr: &PyExpr| self.slice(expr.range()).to_owned();
                        read.rules.scalar_axis = Some((name(shape), name(axis)));
                    }
                    _ => return self.error(range, "@scalar_axis takes a shape and an axis"),
                },
                "of_scalars" => read.rules.of_scalars = true,
                "of_bools" => read.rules.of_bools = Some(leak(text(0)?)),
                "any_array" => {
                    read.rules.any_array = true;
                    read.rules.class_kept_by = args.first().map(|keeps| self.slice(keeps.range()).to_owned());
                }
                "keeps_class" => read.rules.keeps_class = true,
                "asks_method" => read.rules.asks_method = true,
                "replaces" => read.replaces = true,
                "effect" => read.effect = true,
                "holds" => read.holds = true,
                "per_axis" => read.rules.fact_rules.per_axis = true,
                "spells_one" | "whole" | "keeps_whole" | "views" | "read_only" => {
                    let condition = Some(match args.first() {
                        Some(condition) => self.expr(condition.range())?,
                        None => parse_expr("True").expect("a name"),
                    });
                    let fact_rules = &mut read.rules.fact_rules;
                    *match name {
                        "whole" => &mut fact_rules.whole,
                        "keeps_whole" => &mut fact_rules.keeps_whole,
                        "views" => &mut fact_rules.views,
                        "read_only" => &mut fact_rules.read_only,
                        _ => &mut fact_rules.spells_one,
                    } = condition;
                }
                "truth" => match args {
                    [PyExpr::BooleanLiteral(truth), condition] => {
                        read.rules.fact_rules.truth = Some((truth.value, self.expr(condition.range())?));
                    }
                    _ => return self.error(range, "@truth takes True or False, and a condition"),
                },
                "hazard" => read.rules.fact_rules.hazards.push(Arc::new(self.hazard(range, args)?)),
                "guard" | "known_if" => {
                    read.known_if |= name == "known_if";
                    for arg in args {
                        read.rules.guards.push(self.expr(arg.range())?);
                    }
                }
                "require" => read.rules.requires.push(self.require(range, args, keywords)?),
                "former" => {
                    let names = (1..args.len()).map(|place| text(place).map(str::to_owned)).collect::<Loaded<_>>()?;
                    read.rules.former = Some(Former { release: self.release(range, text(0)?)?, names });
                }
                "gufunc" => {
                    let signature = MiniSignature::parse_gufunc(text(0)?);
                    let signature = signature.or_else(|e| self.error(range, format!("at {}: {e}", e.offset)))?;
                    read.rules.gufunc = Some((signature, Vec::new()));
                }
                "code" => read.rules.code = Some(leak(text(0)?)),
                "raises" => {
                    let kind = if args.len() > 1 { Some(leak(text(1)?)) } else { None };
                    read.rules.raises.push((leak(text(0)?), kind));
                }
                "attained" => match args {
                    [least, greatest] => {
                        read.rules.attained = Some((self.expr(least.range())?, self.expr(greatest.range())?))
                    }
                    _ => return self.error(range, "@attained takes the least and the greatest element"),
                },
                "counts" => match args {
                    [start, step] => read.rules.counts = Some((self.expr(start.range())?, self.expr(step.range())?)),
                    _ => return self.error(range, "@counts takes the first element and a step"),
                },
                "folds" => match args {
                    [how, folded] => read.rules.folds = Some((self.expr(how.range())?, self.expr(folded.range())?)),
                    _ => return self.error(range, "@folds takes what is made of the elements, and a parameter"),
                },
                "elements" => match args {
                    [kept] => read.rules.elements = Some(self.expr(kept.range())?),
                    _ => return self.error(range, "@elements takes a parameter"),
                },
                _ => return self.error(range, format!("there is no @{name}")),
            }
        }
        Ok(read)
    }

    fn text_of<'a>(&self, range: TextRange, args: &'a [PyExpr], place: usize) -> Loaded<&'a str> {
        match args.get(place) {
            Some(PyExpr::StringLiteral(text)) => Ok(text.value.to_str()),
            _ => self
                .error(range, format!("@{} takes a string", self.slice(range).split('(').next().unwrap_or_default())),
        }
    }

    fn hazard(&self, range: TextRange, args: &[PyExpr]) -> Loaded<Hazard> {
        let text = |place| self.text_of(range, args, place);
        let Some(condition) = args.get(1) else { return self.error(range, "@hazard takes a condition") };
        Ok(Hazard {
            condition: self.expr(condition.range())?,
            code: leak(text(0)?),
            message: text(2)?.to_owned(),
            help: if args.len() > 3 { Some(text(3)?.to_owned()) } else { None },
        })
    }

    /// `2.1`
    fn release(&self, range: TextRange, text: &str) -> Loaded<Release> {
        let release = text.split_once('.').and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)));
        release.map_or_else(|| self.error(range, format!("`{text}` is no release: write \"2.1\"")), Ok)
    }

    fn require(&self, range: TextRange, args: &[PyExpr], keywords: &[ast::Keyword]) -> Loaded<Require> {
        let Some(condition) = args.first() else { return self.error(range, "@require takes a condition") };
        let text = |place| args.get(place).map(|_| self.text_of(range, args, place)).transpose();
        let kind = match text(2)? {
            Some("Broadcast") => Some(FailureKind::Broadcast),
            Some("Empty") => Some(FailureKind::Empty),
            Some("IndexOutOfRange") => Some(FailureKind::IndexOutOfRange),
            Some("AxisOutOfRange") => Some(FailureKind::AxisOutOfRange),
            Some("WrongSlot") => Some(FailureKind::WrongSlot),
            Some("Arguments") => Some(FailureKind::Arguments),
            Some("NotAnInteger") => Some(FailureKind::NotAnInteger),
            Some(other) => return self.error(range, format!("`{other}` is no kind of failure here")),
            None => None,
        };
        let since = match keywords {
            [] => None,
            [ast::Keyword { arg: Some(name), value: PyExpr::StringLiteral(release), .. }] if name == "since" => {
                Some(self.release(range, release.value.to_str())?)
            }
            _ => return self.error(range, "@require takes `since=\"2.1\"` and no other keyword"),
        };
        let message = text(1)?.map(str::to_owned);
        let values = self.values_in(range, message.as_deref().unwrap_or_default())?;
        let condition = self.expr(condition.range())?;
        let mut is_of_result = false;
        each_node(&condition, &mut |part| is_of_result |= part.path().is_some_and(|name| name == "RESULT"));
        Ok(Require { condition, message, values, kind, since, is_of_result })
    }

    /// The expressions that stand in braces in a message.
    fn values_in(&self, range: TextRange, message: &str) -> Loaded<Vec<(String, Expr)>> {
        let inside = |rest: &str| rest.split_once('}').map(|(inside, _)| inside.to_owned());
        let written = message.split('{').skip(1).filter_map(inside);
        written
            .map(|text| {
                let read = parse_expr(&text).or_else(|error| self.error(range, format!("`{{{text}}}`: {error}")));
                Ok((text, read?))
            })
            .collect()
    }
}

/// Codes and exceptions live as long as the catalogue, which is never dropped.
fn leak(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}
