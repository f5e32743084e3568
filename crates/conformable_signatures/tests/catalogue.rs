//! Looking things up, and what a call gives besides a type.

use std::collections::BTreeSet;

use conformable_signatures::{Arg, CallArgs, CallOutcome, CallResult, Catalogue, Member};
use conformable_solver::Store;
use conformable_types::text::{parse_type, print_ty};
use conformable_types::{Dim, Ty};

fn arg(text: &str) -> Arg {
    Arg::of(parse_type(text).unwrap())
}

fn call(args: &[&str]) -> CallArgs {
    CallArgs { positional: args.iter().map(|text| arg(text)).collect(), ..CallArgs::default() }
}

fn applied(path: &str, args: &CallArgs) -> CallOutcome {
    Catalogue::numpy().function(path).unwrap_or_else(|| panic!("{path}")).apply(args, &Store::new())
}

fn result(path: &str, args: &CallArgs) -> String {
    match applied(path, args) {
        CallOutcome::Value(given, _) => print_ty(given.result),
        CallOutcome::Refuted(why) => format!("{} {}", why.code, why.failure.message),
        CallOutcome::Unknown(_) => "unknown".into(),
    }
}

#[test]
fn paths_aliases_and_constants() {
    let catalogue = Catalogue::numpy();
    let path = |path: &str| catalogue.function(path).map(|op| op.path.clone());
    assert_eq!(path("numpy.amax").as_deref(), Some("numpy.max"));
    assert_eq!(path("numpy.random.mtrand.rand").as_deref(), Some("numpy.random.rand"));
    assert_eq!(path("numpy.linalg.norm").as_deref(), Some("numpy.linalg.norm"));
    assert_eq!(path("numpy.summ"), None);
    let constant = |path: &str| catalogue.constant(path).map(print_ty);
    assert_eq!(constant("numpy.pi").as_deref(), Some("float"));
    assert_eq!(constant("numpy.newaxis").as_deref(), Some("None"));
    assert_eq!(constant("numpy.float32").as_deref(), Some("DType[float32]"));
    assert_eq!(constant("numpy.intp").as_deref(), Some("DType[int64]"));
    assert_eq!(constant("numpy.mgrid").as_deref(), Some("DenseGrid"));
    assert_eq!(constant("numpy.nothing"), None);
    assert!(catalogue.namespace("numpy.linalg") && catalogue.namespace("numpy.random"));
    assert!(!catalogue.namespace("numpy.sum"));
    assert!(catalogue.names_of("numpy").contains(&"concatenate"));
    assert!(catalogue.names_of("numpy.linalg").contains(&"svd"));
    assert_eq!(catalogue.fields("SVDResult"), ["U", "S", "Vh"]);
    assert_eq!(catalogue.operator("@").map(|op| op.path.as_str()), Some("numpy.matmul"));
    assert!(catalogue.ufunc("numpy.add").is_some() && catalogue.ufunc("numpy.sum").is_none());
}

#[test]
fn members() {
    let catalogue = Catalogue::numpy();
    assert!(matches!(catalogue.member("ndarray", "shape"), Some(Member::Property(_))));
    assert!(matches!(catalogue.member("ndarray", "sum"), Some(Member::Method(op)) if op.path == "numpy.sum"));
    assert!(matches!(catalogue.member("generic", "reshape"), Some(Member::Method(_))));
    assert!(matches!(catalogue.member("Generator", "normal"), Some(Member::Method(_))));
    assert!(catalogue.member("Generator", "rand").is_none());
    assert!(catalogue.member("ndarray", "foo").is_none());
    assert!(catalogue.members_of("ndarray").contains(&"astype"));
}

#[test]
fn objects_read_back_as_their_class() {
    // Arrays, scalars and dtypes have texts of their own; no value is of the class of universal functions.
    let others = ["ndarray", "generic", "dtype", "ufunc"];
    let classes: BTreeSet<&str> = Catalogue::numpy().methods().map(|(class, _)| class).collect();
    assert!(classes.len() > 10, "{classes:?}");
    for class in classes.into_iter().filter(|class| !others.contains(class)) {
        let object = Catalogue::instance(class);
        assert_eq!(parse_type(&print_ty(object)).unwrap(), object, "{class} is a variable's name in the text form");
    }
}

#[test]
fn open_calls_are_lenient() {
    let open = |args: &[&str]| CallArgs { open: true, ..call(args) };
    assert_eq!(result("numpy.zeros", &open(&["Literal[3]"])), "unknown");
    assert_eq!(result("numpy.full", &open(&["Literal[3]"])), "unknown");
    // What is there is still too much.
    assert!(result("numpy.ndim", &open(&["float64[3]", "int", "int"])).starts_with("CF501"));
}

#[test]
fn unions() {
    assert_eq!(result("numpy.sqrt", &call(&["float64[3] | int64[2]"])), "float64[?]");
    // A member that is refuted is dropped; an error only if all are.
    assert_eq!(result("numpy.matmul", &call(&["float64[2, 3] | None", "float64[3]"])), "float64[2]");
    assert_eq!(result("numpy.matmul", &call(&["float64[2, 3] | float64[4, 4]", "float64[3]"])), "float64[2]");
    assert!(result("numpy.matmul", &call(&["float64[2, 5] | float64[4, 4]", "float64[3]"])).starts_with("CF101"));
}

#[test]
fn success_teaches() {
    let CallOutcome::Value(_, store) = applied("numpy.matmul", &call(&["float64[a, b]", "float64[c, d]"])) else {
        panic!()
    };
    assert!(store.ask_eq(Dim::name("b"), Dim::name("c")).is_yes());
    // Whether the first is a vector or more, its last size is 3.
    let CallOutcome::Value(_, store) = applied("numpy.matmul", &call(&["float64[*S, n]", "float64[3, 4]"])) else {
        panic!()
    };
    assert!(store.ask_eq(Dim::name("n"), Dim::of(3)).is_yes());
    let CallOutcome::Value(_, store) = applied("numpy.concatenate", &call(&["tuple[float64[a, b], float64[c, d]]"]))
    else {
        panic!()
    };
    assert!(store.ask_eq(Dim::name("b"), Dim::name("d")).is_yes());
}

#[test]
fn ranges_and_elements() {
    let CallOutcome::Value(CallResult { attained, .. }, _) = applied("numpy.arange", &call(&["Int[n]"])) else {
        panic!()
    };
    assert_eq!(attained, Some((Dim::ZERO, Dim::name("n").minus(1))));
    let CallOutcome::Value(CallResult { attained, elements, .. }, _) =
        applied("numpy.array", &call(&["list[(Literal[4], Literal[2])]"]))
    else {
        panic!()
    };
    assert_eq!(attained, Some((Dim::of(2), Dim::of(4))));
    assert_eq!(elements.and_then(Ty::items).map(<[Ty]>::len), Some(2));
    // An array whose elements are known is a shape.
    let sizes = Arg { elements: Some(parse_type("tuple[Literal[2], Literal[3]]").unwrap()), ..arg("int64[2]") };
    let args = CallArgs { positional: vec![sizes], ..CallArgs::default() };
    assert_eq!(result("numpy.zeros", &args), "float64[2, 3]");
}

#[test]
fn one_value_has_one_count() {
    let mask = |identity| Arg { identity: Some(identity), ..arg("bool[5]") };
    let store = Store::new();
    let nonzero = Catalogue::numpy().function("numpy.flatnonzero").unwrap();
    let args = |identity| CallArgs { positional: vec![mask(identity)], ..CallArgs::default() };
    let CallOutcome::Value(CallResult { result: first, .. }, store) = nonzero.apply(&args(1), &store) else { panic!() };
    let CallOutcome::Value(CallResult { result: again, .. }, store) = nonzero.apply(&args(1), &store) else { panic!() };
    let CallOutcome::Value(CallResult { result: other, .. }, _) = nonzero.apply(&args(2), &store) else { panic!() };
    assert_eq!(first, again);
    assert_ne!(first, other);
}

#[test]
fn failures_name_arguments_of_the_call() {
    let parts = |path: &str, args: &CallArgs| match applied(path, args) {
        CallOutcome::Refuted(why) => {
            why.failure.parts.iter().map(|part| (part.argument, part.element, part.axis)).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    let add = parts("numpy.add", &call(&["float64[2, 3]", "float64[2]"]));
    assert_eq!(add, [(0, None, Some(-1)), (1, None, Some(-1))]);
    let concatenate = parts("numpy.concatenate", &call(&["tuple[float64[2, 3], float64[2, 4]]"]));
    assert_eq!(concatenate.iter().map(|part| (part.0, part.1)).collect::<Vec<_>>(), [(0, Some(0)), (0, Some(1))]);
    let keyword = CallArgs { keywords: vec![("b".into(), arg("float64[4]"))], ..call(&["float64[3]"]) };
    assert_eq!(parts("numpy.dot", &keyword).iter().map(|part| part.0).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn what_gives_nothing_has_an_effect() {
    let catalogue = Catalogue::numpy();
    // It is called for what it does to its arguments, to a file, to a generator.
    for path in ["numpy.copyto", "numpy.put", "numpy.save", "numpy.random.shuffle", "numpy.random.normal"] {
        assert!(catalogue.function(path).unwrap().effect, "{path}");
    }
    let members = [("ndarray", "sort"), ("ndarray", "fill"), ("Generator", "integers"), ("RandomState", "normal")];
    for (class, name) in members {
        let Some(Member::Method(method)) = catalogue.member(class, name) else { panic!("{class}.{name}") };
        assert!(method.effect, "{class}.{name}");
    }
    assert!(!catalogue.function("numpy.exp").unwrap().effect);
}

#[test]
fn what_makes_no_sense_in_a_stub_is_an_error() {
    let cases = [
        ("def f(x: T[n]) -> T[fresh(n)]: ...", "2:21: `fresh` takes 0 arguments; fresh(): a size that the data decide"),
        ("def f(x: T[*S]) -> T[*edit(S, 0)]: ...", "2:23: `edit` takes 3 to 4 arguments"),
        ("def f(x: T[*S]) -> T[*broadcast()]: ...", "2:23: `broadcast` takes 1 argument or more"),
        ("def f(x: T[*S]) -> T[*reduce(S, None)]: ...", "2:23: `reduce` takes 3 arguments"),
        (
            "def f(x: T[*S]) -> T[*expand(S, axis=0)]: ...",
            "2:33: `expand` has no argument `axis`: here all are given by their place",
        ),
        ("@guard(is_a(x, rectangle))\ndef f(x: T[n]) -> T[n]: ...", "2:16: `is_a` knows no kind `rectangle`"),
        (
            "@guard(n - 1)\ndef f(x: T[n]) -> T[n]: ...",
            "2:8: a condition is a comparison or a call, and this is a value",
        ),
        ("@require(any_of(n, n == 1))\ndef f(x: T[n]) -> T[n]: ...", ""),
        (
            "@require(any_of(2 * n, n == 1))\ndef f(x: T[n]) -> T[n]: ...",
            "2:21: a condition is a comparison or a call, and this is a value",
        ),
        ("def f(*xs: T[*S]) -> T[*same(each(expand, S))]: ...", "2:35: `expand` takes 2 arguments"),
        // A kind of parameters asks of the call what its definition says.
        ("def f(x: T[*S], mask: Where[A] = True) -> T[*S]: ...", "2:23: `Where` is of W, M"),
        ("def f(x: T[*S], where: Mask = True, order: Order = None) -> T[*S]: ...", ""),
        // What is written out is of the sort that a relation takes there.
        (
            "def f(x: T[*S]) -> T[*edit(S, 0, \"drop\")]: ...",
            "2:35: argument 3 of `edit` is 'remove', 'replace' or 'insert', not 'drop'",
        ),
        (
            "def f(x: T[*S]) -> dtype_map(\"summ\", T)[*S]: ...",
            "2:31: argument 1 of `dtype_map` is the name of a table of dtypes, not 'summ'",
        ),
        (
            "def f(x: T[*S]) -> kind(T, [\"integer\", \"flaoting\"])[*S]: ...",
            "2:41: argument 2 of `kind` is a class of dtypes, not 'flaoting'",
        ),
        (
            "def f(x: T[*S]) -> T[at(S, \"first\")]: ...",
            "2:29: argument 2 of `at` is an axis, several, or None, not 'first'",
        ),
        ("def f(x: T[*S]) -> T[*broadcast(S, None)]: ...", "2:23: argument 2 of `broadcast` is a shape, not None"),
        ("def f(x: T[*S]) -> T[*permute(S, None)]: ...", ""),
        ("def f(x: T[*S]) -> T[*append(S, (2, 3), 4)]: ...", ""),
        // How many a pack has is not known.
        ("def f(x: T[*S], axes: Axes) -> T[*edit(*axes)]: ...", ""),
    ];
    for (text, wanted) in cases {
        let file = ("s.pyi".to_owned(), format!("namespace = m\n{text}\n"));
        let found = match Catalogue::numpy().with(&[file], |_| true) {
            Ok(_) => String::new(),
            Err(errors) => errors.iter().map(|e| format!("{}: {}", e.source, e.message)).collect::<Vec<_>>().join("\n"),
        };
        let wanted = if wanted.is_empty() { String::new() } else { format!("s.pyi:{wanted}") };
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn kinds_of_parameters() {
    let text = "Side = Option[\"left\", \"right\"]\n\
                @require(rank(S) == 1, \"a vector is wanted\")\n\
                def Vector(x: T[*S]): ...\n\
                namespace = m\n\
                def f(x: Vector, side: Side = \"left\") -> T[*S]: ...\n";
    let catalogue = Catalogue::numpy().with(&[("v.pyi".to_owned(), text.to_owned())], |_| true).unwrap();
    let applied = |args: &[&str]| match catalogue.function("m.f").unwrap().apply(&call(args), &Store::new()) {
        CallOutcome::Value(given, _) => print_ty(given.result),
        CallOutcome::Refuted(why) => why.failure.message.clone(),
        CallOutcome::Unknown(_) => "unknown".into(),
    };
    assert_eq!(applied(&["float64[3]"]), "float64[3]");
    assert_eq!(applied(&["float64[3, 4]"]), "a vector is wanted");
    assert_eq!(
        applied(&["float64[3]", "Literal['up']"]),
        "`side`: one of 'left', 'right' is wanted, not Literal['up']"
    );
}

/// A 1 that was meant is still meant in what has the argument's shape, also where a word says so.
#[test]
fn words_keep_a_shape() {
    let text = "def with_a_row(S) -> broadcast(S, (1,)): ...\n\
                def alike(S, n) -> with_a_row(broadcast(S, (n,))): ...\n\
                def summed(S) -> edit(S, 0, \"remove\"): ...\n\
                namespace = m\n\
                def kept(x: T[*S]) -> T[*alike(S, 1)]: ...\n\
                def lost(x: T[*S]) -> T[*summed(S)]: ...\n";
    let catalogue = Catalogue::numpy().with(&[("k.pyi".to_owned(), text.to_owned())], |_| true).unwrap();
    let column = Arg { spells_one: true, ..arg("float64[3, 1]") };
    let args = CallArgs { positional: vec![column], ..CallArgs::default() };
    let meant = |path: &str| match catalogue.function(path).unwrap().apply(&args, &Store::new()) {
        CallOutcome::Value(given, _) => given.result_facts.spells_one,
        other => panic!("{other:?}"),
    };
    assert!(meant("m.kept") && !meant("m.lost"));
}
