//! What the code of a module may change that has a name: which names it binds anew for others, which attributes
//! it sets, and which containers it changes or lets others change.
//!
//! A function on its own runs at a moment of which nothing is known. What was bound at a module's top level is
//! what it was then only if no code of the program could have changed it since: this is read off the syntax,
//! by names alone. A name that means different things in different places counts as changed in all of them.

use conformable_types::Sym;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Expr, ExprCall, Stmt};
use ruff_text_size::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::library::known_paths::KNOWN;
use crate::syntax::attributes_set::AttributesSet;
use crate::syntax::exchanges::{exchanged_by, patches};
use crate::syntax::filled_modules::{fills_modules, is_sys_modules};
use crate::syntax::handles::{attribute_of, identifier, name_of};
use crate::syntax::named_setters::{Around, NamedSetters};

/// An attribute that so many functions of a module set is set by any.
const MOST_SETTERS: usize = 64;

/// What an attribute is set of: `Model`, or `models.Model` by its last name.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Holder {
    Name(Sym),
    Attribute(Sym),
}

impl Holder {
    fn of(expression: &Expr) -> Option<Holder> {
        match expression {
            Expr::Name(name) => Some(Holder::Name(name_of(name))),
            Expr::Attribute(attribute) => Some(Holder::Attribute(attribute_of(attribute))),
            _ => None,
        }
    }

    fn name(self) -> Sym {
        match self {
            Holder::Name(name) | Holder::Attribute(name) => name,
        }
    }
}

/// What the code of a module may change.
#[derive(Debug, Default)]
pub struct Changes {
    /// Attributes that it sets of `self` or `cls`.
    own_attributes: FxHashSet<Sym>,
    /// Of these, those of `cls`.
    class_attributes: FxHashSet<Sym>,
    /// Of these, those that it sets in other methods than those that make an object.
    later_attributes: FxHashSet<Sym>,
    /// Attributes that it sets of anything else: of a module, of a class, of another object.
    attributes: FxHashSet<Sym>,
    /// The functions in whose bodies an attribute is set of `self` or `cls`; of more than a few the last isn't there.
    setters: FxHashMap<Sym, Vec<TextRange>>,
    /// The classes in whose bodies an attribute is set of `self` or `cls`; `None` is outside of any class.
    set_in: FxHashMap<Sym, FxHashSet<Option<TextRange>>>,
    /// The same of attributes with computed names.
    computed_in: FxHashSet<Option<TextRange>>,
    /// Its classes, each with its name; and of each name the last names of what it derives from.
    classes: FxHashMap<TextRange, Sym>,
    bases: FxHashMap<Sym, Vec<Sym>>,
    /// The names that the bodies of its classes bind.
    class_names: FxHashSet<Sym>,
    /// The innermost function and class around the statements being visited.
    function: Option<TextRange>,
    class: Option<TextRange>,
    /// The statements being visited are those of a class's body.
    is_in_class: bool,
    /// Attributes with computed names are set of something else than `self` or `cls`: any.
    computed_of_others: bool,
    /// Attributes with computed names are set to methods: `setattr(self, name, function.__get__(self))`.
    pub binds_methods: bool,
    /// It mentions `sys.modules`.
    finds_modules: bool,
    /// It looks modules up, and puts what it likes into them.
    pub fills_modules: bool,
    /// Names whose containers are changed in place, or given to whoever may do so.
    named_contents: FxHashSet<Sym>,
    /// The names of what it gives to others, which may do with it what they like.
    handed_on: FxHashSet<Sym>,
    /// Attributes of which the same is so as of `named_contents`, and those that it gives to others.
    attribute_contents: FxHashSet<Sym>,
    attributes_handed_on: FxHashSet<Sym>,
    /// The names that it imports from other modules.
    imported: FxHashSet<Sym>,
    /// The names that modules have in it: `import here`, `import here.there as there`.
    modules: FxHashSet<Sym>,
    /// The statements being visited are those of a method that makes an object.
    makes: bool,
    /// Names of functions and classes of any module that it has others exchange, by a text: `patch("here.there.name")`,
    /// `patch.object(there, "name")`.
    exchanged: FxHashSet<Sym>,
    /// Those of calls that do nothing else.
    patched: FxHashSet<Sym>,
    /// The names that it calls as functions.
    called: FxHashSet<Sym>,
    /// The objects, `self` left out, of which it sets attributes by name, with these; no attribute is any.
    attributes_of: FxHashSet<(Holder, Option<Sym>)>,
    named_setters: NamedSetters,
    around: Around,
    /// `globals()`, `exec`: any name of the module's top level may be bound anew.
    pub any_global: bool,
}

impl Changes {
    pub fn of(body: &[Stmt]) -> Changes {
        let mut changes = Changes::default();
        body.iter().for_each(|statement| changes.visit_stmt(statement));
        changes.fills_modules = changes.finds_modules && fills_modules(body, changes.computed());
        changes
    }

    /// The same of a lambda's body.
    pub fn of_expression(body: &Expr) -> Changes {
        let mut changes = Changes::default();
        changes.visit_expr(body);
        changes
    }

    /// Does the body of a class bind this name?
    pub fn binds_in_class(&self, name: Sym) -> bool {
        self.class_names.contains(&name)
    }

    /// Does it set attributes with computed names?
    fn computed(&self) -> bool {
        self.computed_of_others || !self.computed_in.is_empty()
    }

    /// May it set an attribute of this name, of any object?
    pub fn sets_attribute(&self, name: Sym) -> bool {
        self.computed() || self.sets_by_name(name)
    }

    /// May it set an attribute of this name of an instance of these classes? What is set of `self` or `cls` is set of the
    /// class around that.
    pub fn sets_of_instance(&self, name: Sym, classes: &[TextRange]) -> bool {
        let is_theirs = |around: &Option<TextRange>| {
            around.is_none_or(|around| classes.iter().any(|class| class.contains_range(around)))
        };
        self.computed_of_others
            || self.attributes.contains(&name)
            || self.computed_in.iter().any(is_theirs)
            || self.set_in.get(&name).is_some_and(|around| around.iter().any(is_theirs))
    }

    /// Does it set an attribute of this very name?
    pub fn sets_by_name(&self, name: Sym) -> bool {
        self.attributes.contains(&name) || self.own_attributes.contains(&name)
    }

    /// May it set an attribute of this name of an object that has been made?
    pub fn sets_later(&self, name: Sym) -> bool {
        self.computed() || self.attributes.contains(&name) || self.later_attributes.contains(&name)
    }

    /// Of the functions that stand in these classes, and in those of the module that derive from the first, is this the only
    /// one that sets an attribute of that name, and is it set of nothing but `self`?
    pub fn is_only_setter(&self, name: Sym, function: TextRange, classes: &[TextRange]) -> bool {
        let setters = self.setters.get(&name).map_or(&[][..], Vec::as_slice);
        let is_in_class = |setter: &TextRange| classes.iter().any(|class| class.contains_range(*setter));
        let is_known = !self.computed() && !self.attributes.contains(&name) && setters.len() < MOST_SETTERS;
        is_known
            && setters.iter().filter(|setter| is_in_class(setter)).all(|setter| *setter == function)
            && !self.is_set_below(name, classes)
    }

    /// Does a class that derives from the first of these, and is none of them, set an attribute of that name?
    fn is_set_below(&self, name: Sym, classes: &[TextRange]) -> bool {
        let Some(own) = classes.first().and_then(|class| self.classes.get(class)) else { return false };
        let around = self.set_in.get(&name).into_iter().flatten().flatten();
        around.filter(|class| !classes.contains(class)).any(|class| self.derives(*class, *own))
    }

    /// The last names of what its classes derive from.
    pub fn derived_from(&self) -> impl Iterator<Item = Sym> + '_ {
        self.bases.values().flatten().copied()
    }

    /// Does a class derive from one of that name, as far as the names of the module's classes say?
    fn derives(&self, class: TextRange, from: Sym) -> bool {
        let mut open: Vec<Sym> = self.classes.get(&class).copied().into_iter().collect();
        let mut seen = FxHashSet::default();
        while let Some(name) = open.pop() {
            let bases = self.bases.get(&name).map_or(&[][..], Vec::as_slice);
            if bases.contains(&from) {
                return true;
            }
            open.extend(bases.iter().copied().filter(|base| seen.insert(*base)));
        }
        false
    }

    /// Adds the attributes that it, as a method, may set of its class: `self.x = ...` sets none.
    pub fn add_attributes_of_its_class(&self, set: &mut AttributesSet) {
        set.any |= self.computed();
        set.names.extend(self.attributes.iter().chain(&self.class_attributes));
    }

    /// Do its methods set an attribute of this name of their class: `cls.x = ...`?
    pub fn sets_of_its_class(&self, name: Sym) -> bool {
        self.class_attributes.contains(&name)
    }

    /// May it change what a container of this name contains?
    pub fn changes_contents(&self, name: Sym) -> bool {
        self.named_contents.contains(&name) || self.attribute_contents.contains(&name)
    }

    /// Does it give what has this name to somebody else?
    pub fn hands_on(&self, name: Sym) -> bool {
        self.handed_on.contains(&name)
    }

    /// May it have put something else in the place of a function or class of this name, wherever that is defined?
    pub fn exchanges(&self, name: Sym) -> bool {
        self.exchanged.contains(&name) || self.attributes.contains(&name)
    }

    /// All of these names.
    pub fn exchanged(&self) -> impl Iterator<Item = Sym> + '_ {
        self.exchanged.iter().chain(&self.attributes).copied()
    }

    pub fn named_setters(&self) -> &NamedSetters {
        &self.named_setters
    }

    /// Does it say by a text that an attribute of this name is exchanged, of whatever?
    pub fn exchanges_by_text(&self, name: Sym) -> bool {
        self.exchanged.contains(&name)
    }

    /// May it have put something else in the place of a name of Python's own?
    pub fn patches(&self, name: Sym) -> bool {
        self.patched.contains(&name)
    }

    /// The names whose containers it may change, and those of objects, but `self`, of which it sets attributes.
    pub fn written(&self) -> impl Iterator<Item = Sym> + '_ {
        let holders = self.attributes_of.iter().filter_map(|(holder, _)| match holder {
            Holder::Name(holder) => Some(*holder),
            Holder::Attribute(_) => None,
        });
        self.named_contents.iter().copied().chain(holders)
    }

    /// The names that it calls.
    pub fn called(&self) -> impl Iterator<Item = Sym> + '_ {
        self.called.iter().copied()
    }

    /// What it may change of other modules: contents, and attributes.
    pub fn of_others(&self) -> (impl Iterator<Item = Sym> + '_, impl Iterator<Item = Sym> + '_) {
        let imported = self.named_contents.intersection(&self.imported);
        (self.attribute_contents.iter().chain(imported).copied(), self.attributes.iter().copied())
    }

    /// What it gives to somebody of what it imports, and of attributes.
    pub fn handed_on_of_others(&self) -> impl Iterator<Item = Sym> + '_ {
        self.attributes_handed_on.iter().chain(self.handed_on.intersection(&self.imported)).copied()
    }

    /// The same of what it imports, by the names that these have.
    pub fn attributes_of_others(&self) -> impl Iterator<Item = (Sym, Option<Sym>)> + '_ {
        self.attributes_of.iter().filter_map(|(holder, name)| match holder {
            Holder::Attribute(holder) => Some((*holder, *name)),
            Holder::Name(holder) => {
                let is_imported = self.imported.contains(holder) || self.modules.contains(holder);
                is_imported.then_some((*holder, *name))
            }
        })
    }

    /// The object that a chain of attributes and subscripts leads to may change: so may all on the way.
    fn changed(&mut self, expression: &Expr) {
        match expression {
            Expr::Name(name) => {
                self.named_contents.insert(name_of(name));
            }
            Expr::Attribute(attribute) => {
                self.attribute_contents.insert(attribute_of(attribute));
                self.changed(&attribute.value);
            }
            Expr::Subscript(subscript) => self.changed(&subscript.value),
            Expr::Starred(starred) => self.changed(&starred.value),
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.changed(part)),
            Expr::List(list) => list.elts.iter().for_each(|part| self.changed(part)),
            Expr::If(choice) => {
                self.changed(&choice.body);
                self.changed(&choice.orelse);
            }
            Expr::BoolOp(operation) => operation.values.iter().for_each(|part| self.changed(part)),
            _ => {}
        }
    }

    /// Whoever has it from here on may change it. An element that is read out of it is mostly data.
    fn handed_on(&mut self, expression: &Expr) {
        if !matches!(expression, Expr::Subscript(_)) {
            self.changed(expression);
        }
        self.given(expression);
    }

    /// The names of the objects that an expression may be.
    fn given(&mut self, expression: &Expr) {
        match expression {
            Expr::Name(name) => {
                self.handed_on.insert(name_of(name));
            }
            Expr::Attribute(attribute) => {
                self.attributes_handed_on.insert(attribute_of(attribute));
            }
            Expr::Starred(starred) => self.given(&starred.value),
            Expr::If(choice) => [&choice.body, &choice.orelse].into_iter().for_each(|part| self.given(part)),
            Expr::BoolOp(operation) => operation.values.iter().for_each(|part| self.given(part)),
            _ => {}
        }
    }

    /// An attribute with a computed name is set of it.
    fn sets_computed(&mut self, of: Option<&Expr>) {
        match of {
            Some(of) if is_own(of) => _ = self.computed_in.insert(self.class),
            _ => self.computed_of_others = true,
        }
    }

    fn stored(&mut self, target: &Expr) {
        match target {
            Expr::Attribute(attribute) => {
                let own = is_own(&attribute.value);
                let name = attribute_of(attribute);
                if !own {
                    self.attributes.insert(name);
                    self.attributes_of.extend(Holder::of(&attribute.value).map(|holder| (holder, Some(name))));
                } else {
                    if matches!(&*attribute.value, Expr::Name(holder) if holder.id.as_str() == "cls") {
                        self.class_attributes.insert(name);
                    }
                    self.own_attributes.insert(name);
                    self.set_in.entry(name).or_default().insert(self.class);
                    let setters = self.setters.entry(name).or_default();
                    if let Some(function) = self.function
                        && setters.last() != Some(&function)
                        && setters.len() < MOST_SETTERS
                    {
                        setters.push(function);
                    }
                    if !self.makes {
                        self.later_attributes.insert(name);
                    }
                }
            }
            Expr::Name(name) if self.is_in_class => _ = self.class_names.insert(name_of(name)),
            Expr::Subscript(subscript) => self.changed(&subscript.value),
            Expr::Tuple(tuple) => tuple.elts.iter().for_each(|part| self.stored(part)),
            Expr::List(list) => list.elts.iter().for_each(|part| self.stored(part)),
            Expr::Starred(starred) => self.stored(&starred.value),
            _ => {}
        }
    }

    fn call(&mut self, call: &ExprCall) {
        let looks = match &*call.func {
            Expr::Attribute(attribute) => {
                if !KNOWN.reading_methods.contains(attribute.attr.as_str()) {
                    self.changed(&attribute.value);
                }
                if attribute.attr.as_str() == "resize" {
                    self.attributes.insert(Sym::new("shape"));
                }
                // What a function of a module does to its arguments is not read off its name, but `np.` is so
                // common that it is taken for what it mostly is; `np.put` and its like have `out` or store by `[]`.
                matches!(&*attribute.value, Expr::Name(name) if matches!(name.id.as_str(), "np" | "numpy"))
                    && !matches!(attribute.attr.as_str(), "put" | "copyto" | "place" | "putmask" | "fill_diagonal")
            }
            Expr::Name(name) => {
                self.called.insert(name_of(name));
                match name.id.as_str() {
                    "setattr" | "delattr" => {
                        let name = match call.arguments.args.get(1) {
                            Some(Expr::StringLiteral(text)) => Some(Sym::new(text.value.to_str())),
                            _ => None,
                        };
                        if name.is_none() {
                            self.sets_computed(call.arguments.args.first());
                        }
                        if let [of, name, ..] = &*call.arguments.args
                            && !is_own(of)
                        {
                            self.named_setters.set(name, &self.around);
                        }
                        self.binds_methods |= name.is_none() && call.arguments.args.get(2).is_some_and(is_bound_method);
                        self.attributes.extend(name);
                        let holder = call.arguments.args.first().and_then(Holder::of);
                        self.attributes_of.extend(holder.map(|holder| (holder, name)));
                    }
                    "globals" | "exec" => self.any_global = true,
                    "vars" | "locals" if call.arguments.args.is_empty() => self.any_global = true,
                    _ => {}
                }
                KNOWN.reading_functions.contains(name.id.as_str())
            }
            _ => false,
        };
        self.named_setters.call(call);
        let exchanged = exchanged_by(call);
        self.exchanged.extend(exchanged);
        self.patched.extend(exchanged.filter(|_| patches(call)));
        if !looks {
            call.arguments.args.iter().for_each(|argument| self.handed_on(argument));
            call.arguments.keywords.iter().for_each(|keyword| self.handed_on(&keyword.value));
        }
    }
}

/// `self`, `cls`: the object that a method is of, or its class.
fn is_own(expression: &Expr) -> bool {
    matches!(expression, Expr::Name(name) if matches!(name.id.as_str(), "self" | "cls"))
}

/// Is a function bound to an object here: `function.__get__(self)`, `MethodType(function, self)`?
fn is_bound_method(value: &Expr) -> bool {
    let Expr::Call(call) = value else { return false };
    match &*call.func {
        Expr::Name(name) => name.id == "MethodType",
        Expr::Attribute(attribute) => matches!(attribute.attr.as_str(), "__get__" | "MethodType"),
        _ => false,
    }
}

impl<'a> Visitor<'a> for Changes {
    fn visit_stmt(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Assign(assign) => {
                assign.targets.iter().for_each(|target| self.stored(target));
                self.handed_on(&assign.value);
            }
            Stmt::AnnAssign(assign) => {
                self.stored(&assign.target);
                assign.value.iter().for_each(|value| self.handed_on(value));
            }
            Stmt::AugAssign(assign) => {
                self.stored(&assign.target);
                self.changed(&assign.target);
            }
            Stmt::ImportFrom(import) => {
                let bound = import.names.iter().map(|alias| alias.asname.as_ref().unwrap_or(&alias.name));
                self.imported.extend(bound.map(|name| Sym::new(name)));
            }
            Stmt::Import(import) => {
                let bound = import.names.iter().map(|alias| alias.asname.as_ref().unwrap_or(&alias.name));
                self.modules.extend(bound.filter(|name| !name.contains('.')).map(identifier));
            }
            Stmt::For(each) => self.stored(&each.target),
            Stmt::With(with) => with.items.iter().filter_map(|item| item.optional_vars.as_deref()).for_each(|target| {
                self.stored(target);
            }),
            Stmt::Delete(delete) => delete.targets.iter().for_each(|target| self.stored(target)),
            Stmt::FunctionDef(definition) => {
                let makes = matches!(definition.name.as_str(), "__init__" | "__post_init__" | "__new__" | "__made__");
                if self.is_in_class {
                    self.class_names.insert(identifier(&definition.name));
                }
                let outer = (self.makes, self.function, self.is_in_class);
                (self.makes, self.function, self.is_in_class) = (makes, Some(definition.range), false);
                let around = Around::of(&definition.name, &definition.parameters);
                let around = std::mem::replace(&mut self.around, around);
                visitor::walk_stmt(self, statement);
                (self.makes, self.function, self.is_in_class) = outer;
                self.around = around;
                return;
            }
            Stmt::ClassDef(definition) => {
                let outer = self.class.replace(definition.range);
                let is_in_class = std::mem::replace(&mut self.is_in_class, true);
                let name = identifier(&definition.name);
                self.classes.insert(definition.range, name);
                self.bases
                    .entry(name)
                    .or_default()
                    .extend(definition.bases().iter().filter_map(Holder::of).map(Holder::name));
                visitor::walk_stmt(self, statement);
                self.class = outer;
                self.is_in_class = is_in_class;
                return;
            }
            Stmt::Return(ret) => ret.value.iter().for_each(|value| self.handed_on(value)),
            _ => {}
        }
        visitor::walk_stmt(self, statement);
    }

    fn visit_expr(&mut self, expression: &'a Expr) {
        match expression {
            Expr::Call(call) => self.call(call),
            Expr::Yield(each) => each.value.iter().for_each(|value| self.handed_on(value)),
            Expr::Named(named) => self.handed_on(&named.value),
            Expr::List(list) => list.elts.iter().for_each(|part| self.handed_on(part)),
            Expr::Tuple(tuple) if tuple.ctx.is_load() => tuple.elts.iter().for_each(|part| self.handed_on(part)),
            Expr::Dict(dict) => dict.items.iter().for_each(|item| self.handed_on(&item.value)),
            Expr::Lambda(lambda) => self.handed_on(&lambda.body),
            Expr::Attribute(attribute) => match attribute.attr.as_str() {
                "modules" => self.finds_modules |= is_sys_modules(expression),
                "__setattr__" | "__dict__" => self.sets_computed(Some(&attribute.value)),
                "f_globals" | "f_locals" => self.any_global = true,
                _ => {}
            },
            _ => {}
        }
        visitor::walk_expr(self, expression);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Changes {
        Changes::of(ruff_python_parser::parse_module(text).unwrap().suite())
    }

    #[test]
    fn what_is_only_looked_at_is_not_changed() {
        let name = Sym::new("T");
        for text in ["T[0]", "len(T)", "for x in T: x", "np.array(T)", "3 in T", "y = T[0]", "T.get(1)", "T + [1]"] {
            assert!(!of(text).changes_contents(name), "{text}");
        }
        for text in ["T[0] = 1", "T.append(1)", "f(T)", "x = T", "return_ = [T]", "T += [1]", "del T[0]", "T[0].add(1)"]
        {
            assert!(of(text).changes_contents(name), "{text}");
        }
        assert!(of("def f():\n    return T").changes_contents(name));
    }

    #[test]
    fn what_is_called_is_not_given_to_others() {
        let name = Sym::new("T");
        for text in ["T.add(1)", "T.a.b = 1", "f(T.a)", "len(T)", "for x in T: x"] {
            assert!(!of(text).hands_on(name), "{text}");
        }
        for text in ["f(T)", "f(*T)", "f(x or T)", "x = T", "x = [T]", "x = T if y else 1", "def f():\n    return T"] {
            assert!(of(text).hands_on(name), "{text}");
        }
    }

    #[test]
    fn attributes_of_self_are_told_from_others() {
        let name = Sym::new("a");
        let own = of("self.a = 1");
        assert!(own.sets_attribute(name) && own.of_others().1.count() == 0);
        assert!(of("module.a = 1").of_others().1.any(|set| set == name));
        assert!(of("setattr(x, 'a', 1)").of_others().1.any(|set| set == name));
        assert!(!of("class A:\n    def __init__(self):\n        self.a = 1").sets_later(name));
        assert!(of("setattr(x, n, 1)").sets_attribute(name));
        for (set, own) in [("self.a = 1", true), ("self.__dict__.update(k)", true), ("setattr(self, n, 1)", true)] {
            let text = format!("class A:\n    def f(self):\n        {set}\nclass B:\n    pass");
            let end = u32::try_from(text.len()).unwrap();
            let b = u32::try_from(text.find("class B").unwrap()).unwrap();
            let (a, b) = (TextRange::new(0.into(), b.into()), TextRange::new(b.into(), end.into()));
            assert_eq!(of(&text).sets_of_instance(name, &[a]), own, "{text}");
            assert!(!of(&text).sets_of_instance(name, &[b]), "{text}");
            assert!(of(&set.replace("self", "x")).sets_of_instance(name, &[b]), "{set}");
            assert!(of(&format!("def f(self):\n    {set}")).sets_of_instance(name, &[b]), "{set}");
        }
        let text = "class A:\n    def f(self):\n        self.a = 1\nclass B:\n    def g(self):\n        self.a = 1";
        let module = of(text);
        let end = u32::try_from(text.len()).unwrap();
        let at = |part: &str| u32::try_from(text.find(part).unwrap()).unwrap();
        let (a, both) = (TextRange::new(0.into(), (at("class B") - 1).into()), TextRange::new(0.into(), end.into()));
        let f = TextRange::new(at("def f").into(), (at("class B") - 1).into());
        assert!(module.is_only_setter(name, f, &[a]) && !module.is_only_setter(name, f, &[both]));
        assert!(!of(&format!("{text}\nx.a = 1")).is_only_setter(name, f, &[a]));
        let below = of(&text.replace("class B:", "class C(A):\n    x = 1\nclass B(m.C):"));
        assert!(!below.is_only_setter(name, f, &[a]));
        assert!(of("globals().update(k)").any_global);
    }
}
