//! All that a store knows of some types, apart from which numbers their leaves have, as words that
//! can be compared: two calls with types of one form, of which as much is known, have one answer.
//!
//! What is known of a leaf is what it is bound to, its bounds, and what waits for it or is known of
//! an expression that it is part of; and all of that for each leaf which occurs there. A term is
//! written as the number of its *skeleton*, the term with its leaves numbered from 0 in their own
//! order, and the places of these leaves among all that are told of. Normal forms and the choice of
//! what an equation is solved for follow that order, so that nothing else is lost. Skeletons are
//! remembered by the term: writing one that was met before makes no terms. That saves 1% of the instructions of `check`
//! (mlxtend, metric-learn) and 2% of the time on control; it is kept since the same table gives skeletons their numbers.

use std::cell::RefCell;
use std::rc::Rc;

use conformable_types::term::{self, Leaf, Term};
use conformable_types::{Dim, Interval, Ty};
use rustc_hash::FxHashMap;

use super::learned::Form;
use crate::effort;
use crate::store::waiting::Mentions;
use crate::store::{Fact, Store};

/// Of more leaves than so many nothing is said.
const MAX_LEAVES: usize = 48;

/// More bonds than so many are not followed.
const MAX_BONDS: usize = 256;

/// A thread forgets them all when it knows so many skeletons.
const MAX_SKELETONS: usize = 1 << 16;

/// Words that are equal where what they tell of is, up to the numbers of leaves. A thread's own.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Code(Vec<u64>);

/// What a word in front of others says that they are.
#[derive(Clone, Copy)]
enum Tag {
    Eq,
    Ne,
    Le,
    Broadcast,
    Shape,
    Elem,
    Bound,
    Interval,
    Numbers,
}

struct Skeleton {
    number: u64,
    /// The numbers of its leaves, ascending.
    leaves: Box<[u64]>,
}

#[derive(Default)]
struct Skeletons {
    /// None of those that have names that a program may bind.
    of: FxHashMap<Term, Option<Rc<Skeleton>>>,
    numbers: FxHashMap<Term, u64>,
    /// Numbers are never given twice: old words stand for what they stood for.
    next: u64,
}

thread_local! {
    static SKELETONS: RefCell<Skeletons> = RefCell::default();
}

impl Skeletons {
    fn of(&mut self, term: Term) -> Option<Rc<Skeleton>> {
        if let Some(known) = self.of.get(&term) {
            return known.clone();
        }
        if self.of.len() >= MAX_SKELETONS {
            self.of.clear();
            self.numbers.clear();
        }
        let mut leaves = Mentions::default();
        term::visit_term(&term, &mut |leaf| leaves.add(leaf));
        let form = Form(numbers(&leaves));
        let skeleton = form.abstracted(|renumbered| term::map_term(&term, renumbered)).map(|bare| {
            let number = *self.numbers.entry(bare).or_insert_with(|| {
                self.next += 1;
                self.next
            });
            Rc::new(Skeleton { number, leaves: form.0.into() })
        });
        self.of.insert(term, skeleton.clone());
        skeleton
    }
}

/// The numbers of the leaves that have one, ascending.
fn numbers(leaves: &Mentions) -> Vec<u64> {
    let mut ids: Vec<u64> = leaves.iter().filter_map(|leaf| leaf.fresh().map(|(id, _)| id)).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Writes words about the leaves of a form.
pub struct Writer<'a> {
    form: &'a Form,
    words: Vec<u64>,
    /// Something was told of that has no words.
    fails: bool,
}

impl<'a> Writer<'a> {
    /// One that goes on with what a store knows of the leaves of a form.
    pub fn new(form: &'a Form, known: Code) -> Writer<'a> {
        Writer { form, words: known.0, fails: false }
    }

    /// What was written; `None` if something had no words.
    pub fn finish(self) -> Option<Code> {
        (!self.fails).then_some(Code(self.words))
    }

    /// A word as it is.
    pub fn word(&mut self, word: u64) {
        self.words.push(word);
    }

    /// A term in the numbers of the form.
    pub fn term(&mut self, term: impl Into<Term>) {
        let term = term.into();
        if let Term::Dim(dim) = term
            && let Some(value) = dim.constant()
        {
            // As good as a skeleton's, of which there is none with the number 0.
            self.words.extend([0, value.cast_unsigned()]);
            return;
        }
        let Some(skeleton) = SKELETONS.with_borrow_mut(|skeletons| skeletons.of(term)) else {
            self.fails = true;
            return;
        };
        self.words.push(skeleton.number);
        for leaf in &skeleton.leaves {
            match self.form.0.binary_search(leaf) {
                Ok(place) => self.words.push(place as u64),
                Err(_) => self.fails = true,
            }
        }
    }

    fn pair(&mut self, tag: Tag, a: impl Into<Term>, b: impl Into<Term>) {
        self.word(tag as u64);
        self.term(a);
        self.term(b);
    }

    fn interval(&mut self, of: Dim, interval: Interval) {
        self.word(Tag::Interval as u64);
        self.term(of);
        self.words.extend([interval.lo.cast_unsigned(), interval.hi.cast_unsigned()]);
    }

    fn fact(&mut self, fact: &Fact) {
        match fact {
            Fact::Eq(a, b) => self.pair(Tag::Eq, *a, *b),
            Fact::Ne(a, b) => self.pair(Tag::Ne, *a, *b),
            Fact::Le(a, b) => self.pair(Tag::Le, *a, *b),
            Fact::Broadcast(a, b) => self.pair(Tag::Broadcast, *a, *b),
            Fact::Shape(a, b) => self.pair(Tag::Shape, *a, *b),
            Fact::Elem(a, b) => self.pair(Tag::Elem, *a, *b),
        }
    }
}

/// What binds leaves together: what waits, and what is known of expressions. Found once for each version of a store, since a
/// call would else walk through all that the path knows, which grows with the path; on mlxtend that is 1% of the instructions.
struct Bonds(Vec<Mentions>);

thread_local! {
    static BONDS: RefCell<(u64, Option<Rc<Bonds>>)> = const { RefCell::new((0, None)) };
}

impl Store {
    fn bonds(&self) -> Rc<Bonds> {
        let known = BONDS.with_borrow(|(version, bonds)| bonds.clone().filter(|_| *version == self.version));
        known.unwrap_or_else(|| {
            let found = Rc::new(self.find_bonds());
            BONDS.set((self.version, Some(Rc::clone(&found))));
            found
        })
    }

    fn find_bonds(&self) -> Bonds {
        let mut bonds: Vec<Mentions> = self.waiting.iter().map(|waiting| waiting.mentions.clone()).collect();
        let mut add = |visit: &dyn Fn(&mut Mentions)| {
            let mut mentions = Mentions::default();
            visit(&mut mentions);
            bonds.push(mentions);
        };
        for atom in self.dims.composites().chain(self.bounds.composites()) {
            add(&|mentions| mentions.add_dim(atom.dim()));
        }
        for seq in self.seqs.composites() {
            add(&|mentions| mentions.add_shape(seq.shape()));
        }
        for elem in self.elems.composites() {
            add(&|mentions| term::visit_term(&elem.into(), &mut |leaf| mentions.add(leaf)));
        }
        Bonds(bonds)
    }

    /// The form of these types, and what is known of its leaves; `None` if it is too much, or if
    /// names are bound in it.
    pub fn about(&self, types: &[Ty]) -> Option<(Form, Code)> {
        if self.dialect.is_some() || self.applying || self.news.is_some() {
            return None;
        }
        effort::add(self.bonds().0.len() / 4);
        let mut leaves = Mentions::default();
        for ty in types {
            term::visit_ty(*ty, &mut |leaf| leaves.add(leaf));
        }
        let bonds = self.bonds();
        if bonds.0.len() > MAX_BONDS {
            return None;
        }
        let mut tied = vec![false; bonds.0.len()];
        let mut place = 0;
        while let Some(leaf) = leaves.get(place) {
            place += 1;
            if place > MAX_LEAVES || matches!(leaf, Leaf::Atom(atom) if self.rigid.contains(&atom)) {
                return None;
            }
            match leaf {
                Leaf::Atom(atom) => self.dims.get(atom).into_iter().for_each(|value| leaves.add_dim(value)),
                Leaf::Seq(seq) => self.seqs.get(seq).into_iter().for_each(|value| leaves.add_shape(value)),
                Leaf::Elem(elem) => {
                    let value = self.elems.get(elem);
                    value.into_iter().for_each(|elem| term::visit_term(&elem.into(), &mut |leaf| leaves.add(leaf)));
                }
            }
            for (tied, bond) in tied.iter_mut().zip(&bonds.0) {
                if !*tied && bond.has(leaf) {
                    *tied = true;
                    leaves.add_all(bond);
                }
                // Each of them is looked at: it is known now that they are too many.
                if leaves.get(MAX_LEAVES).is_some() {
                    return None;
                }
            }
        }
        effort::add(place);
        let form = Form(numbers(&leaves));
        // What is made follows on all that there is.
        if form.0.last().is_some_and(|last| *last >= self.next) {
            return None;
        }
        let code = self.code(&form, &leaves, &tied)?;
        Some((form, code))
    }

    fn code(&self, form: &Form, leaves: &Mentions, tied: &[bool]) -> Option<Code> {
        let mut writer = Writer::new(form, Code::default());
        writer.word(Tag::Numbers as u64);
        writer.word(form.0.len() as u64);
        for leaf in leaves.iter() {
            match leaf {
                Leaf::Atom(atom) => {
                    if let Some(value) = self.dims.get(atom) {
                        writer.pair(Tag::Bound, atom.dim(), value);
                    }
                    if let Some(bounds) = self.bounds.get(atom) {
                        writer.interval(atom.dim(), bounds);
                    }
                }
                Leaf::Seq(seq) => {
                    if let Some(value) = self.seqs.get(seq) {
                        writer.pair(Tag::Bound, seq.shape(), value);
                    }
                }
                Leaf::Elem(elem) => {
                    if let Some(value) = self.elems.get(elem) {
                        writer.pair(Tag::Bound, elem, value);
                    }
                }
            }
        }
        let waiting = self.waiting.iter().zip(tied).filter(|(_, tied)| **tied);
        waiting.for_each(|(waiting, _)| writer.fact(&waiting.fact));
        writer.finish()
    }
}
