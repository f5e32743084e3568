//! Evaluates the facts about a call's result besides its type: its elements, and what the entry's rules derive.

use conformable_types::arithmetic::number_value;
use conformable_types::dtype::{int_fits, is_subdtype};
use conformable_types::text::Expr;
use conformable_types::{DType, Dim, Shape, Truth, Ty, TyKind};

use crate::bind::BoundCall;
use crate::binder::Slot;
use crate::call::{Range, ResultFacts};
use crate::coerce::Mismatch;
use crate::evaluate::{Env, ExprEvaluator};

/// The elements of a row are told apart up to this many.
const MOST_COUNTED: i64 = 64;

/// The range of the result's elements and, as a nest of ints, the elements, where they are integers.
pub fn of_elements(
    bound: &BoundCall,
    result: Ty,
    evaluator: &mut ExprEvaluator,
    env: &Env,
) -> Result<(Option<Range>, Option<Ty>), Mismatch> {
    let alternative = bound.alternative;
    let attained = match &alternative.rules.attained {
        Some((least, greatest)) => {
            let (low, high) = (evaluator.value(least, env)?.dim(), evaluator.value(greatest, env)?.dim());
            (!low.is_any() && !high.is_any()).then_some((low, high))
        }
        None => None,
    };
    let at = |expr: &Expr| {
        let word = expr.word()?;
        bound.given().find(|(param, ..)| param.name == word).map(|(_, _, arg)| arg)
    };
    let kept = alternative.rules.elements.as_ref().and_then(at);
    let elements = kept.and_then(|arg| arg.elements.or_else(|| known_elements(arg.ty)));
    if let Some((how, folded)) = &alternative.rules.folds {
        let others = bound.given().filter(|(_, _, arg)| !matches!(arg.ty.kind(), TyKind::None)).count();
        let of = at(folded).filter(|_| others == 1);
        let how = evaluator.value(how, env)?.ty().str_value();
        if result == Ty::scalar(DType::FLOAT64) {
            let number = of.and_then(|arg| number_value(arg.elements.unwrap_or(arg.ty)));
            return Ok((None, number.zip(how).and_then(|(number, how)| computed(how, number))));
        }
        let elements = of.and_then(|arg| arg.elements.or_else(|| known_elements(arg.ty)));
        let one = elements.zip(how).and_then(|(elements, how)| fold(how, elements));
        let one = one.map(Ty::int).filter(|_| result.as_array().is_some_and(|(_, shape)| shape == Shape::scalar()));
        return Ok((None, one.filter(|one| has_place_for(result, Some(*one)))));
    }
    let elements = match (elements, &alternative.rules.counts) {
        (None, Some((start, step))) => {
            let (start, step) = (evaluator.value(start, env)?.dim(), evaluator.value(step, env)?.dim());
            counted(result, start, step)
        }
        (elements, _) => elements,
    };
    let attained = attained.or_else(|| kept.and_then(|arg| arg.attained)).or_else(|| elements.and_then(range_of));
    Ok(if has_place_for(result, elements) { (attained, elements) } else { (None, None) })
}

/// The elements of a row that counts from `start` by `step`, of few.
fn counted(result: Ty, start: Dim, step: Dim) -> Option<Ty> {
    let (_, shape) = result.as_array()?;
    let [count] = *shape.data().prefix else { return None };
    let count = count.constant().filter(|count| *count <= MOST_COUNTED)?;
    let (start, step) = (start.constant()?, step.constant()?);
    let element = |place: i64| Some(Ty::int(place.checked_mul(step)?.checked_add(start)?));
    Some(Ty::list((0..count).map(element).collect::<Option<Vec<Ty>>>()?))
}

/// The facts that the entry's rules derive for this call.
pub fn result_facts(bound: &BoundCall, evaluator: &mut ExprEvaluator, env: &mut Env) -> ResultFacts {
    let (alternative, args) = (bound.alternative, bound.args);
    let fact_rules = &alternative.rules.fact_rules;
    let mut result_facts = ResultFacts { per_axis: fact_rules.per_axis, ..ResultFacts::default() };
    result_facts.spells_one = bound.params().any(|(param, slot)| {
        let numbers = match slot {
            Slot::One(number) => std::slice::from_ref(number),
            Slot::Many(numbers) => numbers,
            _ => &[],
        };
        numbers.iter().any(|&number| args.argument(number).spells_one)
            && alternative.keeps_shape_of(param, evaluator.catalogue)
    });
    let marks =
        [&fact_rules.spells_one, &fact_rules.whole, &fact_rules.keeps_whole, &fact_rules.views, &fact_rules.read_only];
    let asks = marks.iter().any(|mark| mark.is_some()) || fact_rules.truth.is_some();
    if fact_rules.hazards.is_empty() && !asks {
        return result_facts;
    }
    // Guards that ask for it have it already.
    if alternative.rules.guards.is_empty() {
        bound.write_down(env);
    }
    // Of a condition that makes no sense here nothing is said.
    let mut truth = |condition| evaluator.truth(condition, env).unwrap_or(Truth::Unknown);
    if let Some(condition) = &fact_rules.spells_one {
        result_facts.spells_one |= !truth(condition).is_no();
    }
    if let Some(condition) = &fact_rules.whole {
        result_facts.whole = !truth(condition).is_no();
    }
    result_facts.keeps_whole = fact_rules.keeps_whole.as_ref().map(|condition| truth(condition).is_yes());
    if let Some(condition) = &fact_rules.views {
        result_facts.views = !truth(condition).is_no();
    }
    if let Some(condition) = &fact_rules.read_only {
        result_facts.read_only = truth(condition).is_yes();
    }
    if let Some((value, condition)) = &fact_rules.truth {
        result_facts.truth = truth(condition).is_yes().then_some(*value);
    }
    result_facts.hazards.extend(fact_rules.hazards.iter().filter(|hazard| truth(&hazard.condition).is_yes()).cloned());
    result_facts
}

/// Are the elements of such a type ints, which hold these as they are? A truth holds a truth.
fn has_place_for(ty: Ty, elements: Option<Ty>) -> bool {
    let Some((dtype, shape)) = ty.as_array().and_then(|(elem, shape)| Some((elem.dtype()?, shape))) else {
        return false;
    };
    let one = elements.filter(|_| shape == Shape::scalar()).and_then(Ty::int_value);
    match one.and_then(Dim::constant) {
        Some(value) if dtype == DType::BOOL => matches!(value, 0 | 1),
        Some(value) => is_subdtype(dtype, "integer") == Some(true) && int_fits(value, dtype),
        None => is_subdtype(dtype, "integer") == Some(true),
    }
}

/// An int, a truth, or a nest of ints, as what an array of it holds.
fn known_elements(ty: Ty) -> Option<Ty> {
    match ty.kind() {
        TyKind::LitBool(value) => Some(Ty::int(i64::from(*value))),
        TyKind::IntOf(_) => Some(ty),
        _ => nest_of_ints(ty).then_some(ty),
    }
}

/// A tuple or list, maybe nested, of ints of known value.
fn nest_of_ints(ty: Ty) -> bool {
    ty.items()
        .is_some_and(|items| items.iter().all(|item| matches!(item.kind(), TyKind::IntOf(_)) || nest_of_ints(*item)))
}

/// Known elements, one after the other.
fn flat(elements: Ty) -> Option<Vec<Dim>> {
    fn gather(ty: Ty, found: &mut Vec<Dim>) -> Option<()> {
        match ty.items() {
            Some(items) => items.iter().try_for_each(|item| gather(*item, found)),
            None => {
                found.push(ty.int_value()?);
                Some(())
            }
        }
    }
    let mut found = Vec::new();
    gather(elements, &mut found)?;
    Some(found)
}

/// The sum, the product or an extreme of known elements.
fn fold(how: &str, elements: Ty) -> Option<Dim> {
    let found = flat(elements)?;
    let first = *found.first()?;
    let rest = found.iter().skip(1);
    Some(match how {
        "sum" => rest.fold(first, |sum, one| sum.plus(*one)),
        "prod" => rest.fold(first, |product, one| product.times(*one)),
        "max" => Dim::max(found),
        "min" => Dim::min(found),
        _ => return None,
    })
}

/// What a function makes of a number of known value: of those that round it correctly, and `log2`, which is a whole number of
/// powers of two alone.
fn computed(how: &str, number: f64) -> Option<Ty> {
    let made = match how {
        "ceil" => number.ceil(),
        "floor" => number.floor(),
        "trunc" => number.trunc(),
        "rint" => number.round_ties_even(),
        "sqrt" => number.sqrt(),
        "log2" => number.log2(),
        _ => return None,
    };
    made.is_finite().then(|| Ty::float(made))
}

/// The least and greatest of known elements.
fn range_of(elements: Ty) -> Option<Range> {
    let found: Vec<i64> = flat(elements)?.into_iter().map(Dim::constant).collect::<Option<_>>()?;
    Some((Dim::of(*found.iter().min()?), Dim::of(*found.iter().max()?)))
}
