//! Calls that would say nothing new: of which no argument is known.
//!
//! A function called again with nothing but unknown arguments does what it did: the same
//! findings, which were reported then, and the same result, if that is one that can be given
//! again (a constant, `None`, a definition, or unknown; not an array, whose sizes and identity
//! are its own), and if it wrote to nothing that was there before. What is known of captured values is not part of the key, so only functions that
//! are defined in the same scope share an answer.

use std::rc::Rc;

use conformable_solver::is_since;
use conformable_types::TyKind;
use ruff_text_size::TextRange;

use super::Evaluator;
use super::calls::Arguments;
use crate::heap::{Heap, ObjectId};
use crate::value::{Facts, Function, Kind, Sym, Value};

/// The function, the scope that it was defined in, and which arguments it was given.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Question {
    module: usize,
    range: TextRange,
    scope: ObjectId,
    positional: usize,
    keywords: Vec<Sym>,
    /// What the arguments rest on, and what is captured.
    facts: Vec<Facts>,
}

/// What a call of which nothing was known gave, and whether it found something.
#[derive(Clone)]
pub struct Recalled<'p> {
    value: Value<'p>,
    said: bool,
}

/// What there was before a call that may be recalled.
pub struct Unanswered<'p> {
    heap: Heap<'p>,
    objects: u64,
    said: usize,
    unkept: u64,
}

impl<'p> Evaluator<'p> {
    /// The question that a call asks, if nothing is known of its arguments.
    pub fn question(&self, function: &Rc<Function<'p>>, arguments: &Arguments<'p>) -> Option<Question> {
        let nothing_known = arguments.values().next().is_some() && arguments.values().all(Value::is_unknown);
        if !nothing_known || arguments.open || self.alone.is_some() || self.bound.is_some() {
            return None;
        }
        Some(Question {
            module: function.module.id,
            range: function.range,
            scope: function.scope,
            positional: arguments.positional.len(),
            keywords: arguments.keywords.iter().map(|(name, _)| *name).collect(),
            facts: arguments.values().map(|value| value.facts).chain([arguments.facts, self.outside_facts()]).collect(),
        })
    }

    /// The answer, if the question was asked before.
    pub fn recall(&mut self, question: &Question) -> Option<Value<'p>> {
        let Recalled { value, said } = self.answers.get(question)?.clone();
        self.statistics.remembered += 1;
        self.memo.unkept += u64::from(said);
        Some(value)
    }

    /// What is compared after a call with what was before it.
    pub fn before_answer(&self) -> Unanswered<'p> {
        let (objects, said, unkept) = (self.next_object, self.effects.len(), self.memo.unkept);
        Unanswered { heap: self.state.heap.clone(), objects, said, unkept }
    }

    /// Keep an answer that can be given again.
    pub fn keep(&mut self, question: Question, answer: &Value<'p>, before: &Unanswered<'p>) {
        // What was evaluated silently has yet to be heard; what wrote to what was there would have
        // to be written again.
        let clean = !self.state.dead && !self.state.poisoned;
        if self.silent == 0
            && clean
            && self.fuel > 0
            && can_be_repeated(answer, 0)
            && before.heap.changed(&self.state.heap).iter().all(|id| is_since(id.0, before.objects))
        {
            let said = self.effects.len() != before.said || self.memo.unkept != before.unkept;
            self.answered.push(question.clone());
            self.answers.insert(question, Recalled { value: answer.clone(), said });
        }
    }
}

/// How much had been said at some moment.
pub struct Said {
    effects: usize,
    bound: usize,
    answered: usize,
}

impl Evaluator<'_> {
    pub fn said(&self) -> Said {
        let bound = self.bound.as_ref().map_or(0, Vec::len);
        Said { effects: self.effects.len(), bound, answered: self.answered.len() }
    }

    /// Nothing has been said since then: what was evaluated will be evaluated once more.
    pub fn take_back(&mut self, said: Said) {
        self.effects.truncate(said.effects);
        if let Some(bound) = &mut self.bound {
            bound.truncate(said.bound);
        }
        // An answer that is kept stands for its findings.
        for question in self.answered.drain(said.answered..) {
            self.answers.remove(&question);
        }
    }
}

fn can_be_repeated(value: &Value<'_>, depth: u32) -> bool {
    match &value.kind {
        Kind::Unknown
        | Kind::Function(_)
        | Kind::Class(_)
        | Kind::Module(_)
        | Kind::Namespace(_)
        | Kind::Op(_)
        | Kind::Builtin(_) => true,
        Kind::Data(ty) => match ty.kind() {
            TyKind::None
            | TyKind::Bool
            | TyKind::LitBool(_)
            | TyKind::Int
            | TyKind::Float
            | TyKind::LitFloat(_)
            | TyKind::Str
            | TyKind::LitStr(_) => true,
            TyKind::IntOf(dim) => dim.constant().is_some(),
            _ => false,
        },
        Kind::Tuple(tuple) => depth < 3 && tuple.items.iter().all(|item| can_be_repeated(item, depth + 1)),
        Kind::Union(members) => depth < 3 && members.iter().all(|member| can_be_repeated(member, depth + 1)),
        _ => false,
    }
}
