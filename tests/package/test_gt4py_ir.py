"""GT4Py's IR: its text, the types of its primitives, concrete programs, and what passes ask of them."""

# mypy: disable-error-code="attr-defined, no-any-return, operator"

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gt4py_evaluator import E2VDim, Generator, V2EDim

import conformable as cf
from conformable import _native, gt4py
from conformable.gt4py import FieldType, FunctionType, ir

I, J = gt4py.Dimension("I"), gt4py.Dimension("J")
K = gt4py.Dimension("K", "vertical")
V, E = gt4py.Dimension("V"), gt4py.Dimension("E")
t = cf.parse_type
TABLE = gt4py.NeighborTableOffsetProviderType((V, V2EDim), E, 2)
E2V = gt4py.NeighborTableOffsetProviderType((E, E2VDim), V, 2)
PROVIDER = {"V2E": TABLE, "E2V": E2V, "Ioff": I, "Koff": K}
IF, IF32, EF, VF = (
    FieldType([I], "float64"),
    FieldType([I], "float32"),
    FieldType([E], "float64"),
    FieldType([V], "float64"),
)
IKF = FieldType([I, K], "float64")
DI, DV = (
    "(cartesian_domain (named_range I[horizontal] 0 n))",
    "(unstructured_domain (named_range V[horizontal] 0 n))",
)
DIK = "(cartesian_domain (named_range I[horizontal] 0 n) (named_range K[vertical] 0 10))"
NAMES = {
    "a": IF, "b": IF, "f32": IF32, "e": EF, "v": VF, "ik": IKF, "n": t("int32"), "x": t("float64"), "y": t("float32"), "c": t("bool_"), "p": t("tuple[float64, int32]"),
    "w": FieldType([V, V2EDim], "float64"), "ab": gt4py.TupleType([IF, IF32]), "m": FieldType([I], t("bool_")),
}  # fmt: skip


def applied(stencil: str, *fields: str, domain: str = DI) -> str:
    return f"((as_fieldop {stencil} {domain}) {' '.join(fields)})"


#: An expression, its type as GT4Py prints it; without one a part of the message.
EXPRESSIONS = [
    ("1", "int32"), ("1.0", "float64"), ("2:int64", "int64"), ("1.5:float32", "float32"), ("true", "bool"), ("2147483648", "int64"),
    ("(plus 1 2)", "int32"), ("(multiplies x 2.0)", "float64"), ("(less x 1.0)", "bool"), ("(not_ c)", "bool"), ("(and_ c true)", "bool"), ("(sin y)", "float32"),
    ("(isnan x)", "bool"), ("(power 2 3.0)", "int32"), ("(neg x)", "float64"), ("(minimum x 1.0)", "float64"), ("(mod 5 2)", "int32"), ("(floordiv 5 2)", "int32"),
    ("(if_ c 1 2)", "int32"), ("(if_ c p p)", "tuple[float64, int32]"), ("(cast_ x float32)", "float32"), ("(cast_ 1 bool)", "bool"),
    ("(make_tuple x 1)", "tuple[float64, int32]"), ("(tuple_get #1 p)", "int32"), ("(tuple_get #0 (make_tuple y c))", "float32"), ("(make_tuple)", "tuple[]"),
    ("(let ((k 1.0)) (plus k x))", "float64"), ("(let ((k 1.0) (l (plus k k))) l)", "float64"), ("((lambda (k) (plus k k)) 2)", "int32"),
    ("(let ((f (lambda (k) (plus k k)))) (make_tuple (f 1) (f 1.0)))", "tuple[int32, float64]"), ("(let ((f plus)) (f 1 2))", "int32"),
    ("(let ((f (lambda (g k) (g k k)))) (f plus 1.0))", "float64"), ("(((lambda (k) (lambda (l) (plus k l))) 1) 2)", "int32"),
    ("(less I[horizontal] 3)", "Domain[[I]]"), ("(and_ (less I[horizontal] 3) (less K[vertical] 3))", "Domain[[I, K]]"), (DIK, "Domain[[I, K]]"),
    (applied("(lambda (it) (deref it))", "a"), "Field[[I], float64]"), (applied("deref", "a"), "Field[[I], float64]"),
    (applied("(lambda (it) (deref ((shift 'Ioff #1) it)))", "a"), "Field[[I], float64]"), (applied("(lambda (p q) (plus (deref p) (deref q)))", "a", "b"), "Field[[I], float64]"),
    (applied("(lambda (p) (make_tuple (deref p) 1))", "a"), "tuple[Field[[I], float64], Field[[I], int32]]"), (applied("deref", "x"), "Field[[I], float64]"),
    (applied("(lambda (p) (tuple_get #1 (deref p)))", "ab"), "Field[[I], float32]"), (applied("deref", "a", domain=DIK), "Field[[I, K], float64]"),
    (applied("(lambda (it) (deref ((shift 'V2E #0) it)))", "e", domain=DV), "Field[[V], float64]"), (applied("(lambda (it) (neighbors 'V2E it))", "e", domain=DV), "Field[[V, V2E], float64]"),
    (applied("(lambda (it) ((reduce plus 0.0) (neighbors 'V2E it)))", "e", domain=DV), "Field[[V], float64]"),
    (applied("(lambda (it w) ((reduce (lambda (s l r) (plus s (multiplies l r))) 0.0) (neighbors 'V2E it) (deref w)))", "e", "w", domain=DV), "Field[[V], float64]"),
    (applied("(lambda (it) ((reduce plus 0.0) ((map_list multiplies) (neighbors 'V2E it) (make_const_list 2.0))))", "e", domain=DV), "Field[[V], float64]"),
    (applied("(lambda (it) (list_get #1 (neighbors 'V2E it)))", "e", domain=DV), "Field[[V], float64]"), (applied("deref", "w", domain=DV), "Field[[V, V2E], float64]"),
    (applied("(lambda (it) (deref ((lift deref) it)))", "a"), "Field[[I], float64]"), (applied("(lambda (it) (deref ((shift 'Ioff #1) ((lift (lambda (j) (plus 1.0 (deref j)))) it))))", "a"), "Field[[I], float64]"),
    (applied("(lambda (it) (deref ((shift 'V2E #0 'E2V #1) it)))", "v", domain=DV), "Field[[V], float64]"), (applied("(lambda (it) (can_deref ((shift 'V2E #0) it)))", "e", domain=DV), "Field[[V], bool]"),
    (applied("(scan (lambda (s it) (plus s (deref it))) true 0.0)", "ik", domain=DIK), "Field[[I, K], float64]"),
    (applied("(scan (lambda (s it) (make_tuple (deref it) (plus 1 (tuple_get #1 s)))) true p)", "ik", domain=DIK), "tuple[Field[[I, K], float64], Field[[I, K], int32]]"),
    ("(broadcast a (make_tuple I[horizontal] K[vertical]))", "Field[[I, K], float64]"), ("(index I[horizontal])", "Field[[I], int32]"), ("(get_domain_range a I[horizontal])", "tuple[int32, int32]"),
    ("(concat_where (less I[horizontal] 3) a b)", "Field[[I], float64]"), ("((map_tuple (lambda (k) (plus k k))) p)", "tuple[float64, int32]"),
    ("((map_tuple (lambda (k) (make_tuple k k))) (make_tuple p 1))", "tuple[tuple[tuple[float64, int32], tuple[float64, int32]], tuple[int32, int32]]"),
    ("((tree_map_tuple neg) (make_tuple p (make_tuple 1 y)))", "tuple[tuple[float64, int32], tuple[int32, float32]]"), ("((map_tuple plus) p p)", "tuple[float64, int32]"),
    ("(let ((f (map_tuple neg))) (f p))", "tuple[float64, int32]"),
    ("((as_fieldop deref) a)", "Field[[I], float64]"), ("((as_fieldop (lambda (p q) (plus (deref p) (deref q)))) a ik)", "Field[[I, K], float64]"),
    ("((as_fieldop (lambda (it) (deref ((shift 'V2E #0) it)))) e)", "Field[[V], float64]"), ("((as_fieldop (lambda (it) ((reduce plus 0.0) (neighbors 'V2E it)))) e)", "Field[[V], float64]"),
    ("((as_fieldop (lambda (it v) (plus (deref v) (deref ((shift 'V2E #0) it))))) e v)", "Field[[V], float64]"), ("((as_fieldop (lambda (it) (deref ((shift 'V2E #0 'E2V #1) it)))) v)", "Field[[V], float64]"),
    ("((as_fieldop deref) x)", "Field[[], float64]"), (applied("(lambda (it) (deref ((shift I[horizontal] #1) it)))", "a"), "Field[[I], float64]"),
]  # fmt: skip

REFUSED = [
    ("(plus 1 1.0)", "plus(int32, float64): elements of two types"), ("(plus c c)", "numbers"), ("(sin 1)", "a float"), ("(if_ 1 1 1)", "the condition is a scalar bool"),
    ("(if_ c 1 1.0)", "both branches are of one type"), ("(tuple_get #2 p)", "no such item"), ("(tuple_get n p)", "number that is known: #0"), ("(cast_ x y)", "a scalar type is wanted"),
    ("(cast_ p float32)", "scalars are cast"), ("unknown", "unknown is neither bound nor a primitive"), ("(plus 1)", "plus(int32)"), ("(x 1)", "x is float64, which is no function"),
    ("((lambda (k) k) 1 2)", "a function of 1 parameters (k) is given 2 arguments"), ("(plus (lambda (k) k) 1)", "argument 1 of plus is a function"), ("(lambda (k) k)", "is a function, where a value is needed"),
    (applied("deref", "ik"), "a dimension is missing in its position"), (applied("deref", "e", domain=DV), "a dimension is missing in its position"),
    (applied("(lambda (it) (deref ((shift 'V2E #0) it)))", "a"), "not where the offset starts"), (applied("(lambda (it) ((reduce plus 0.0) (neighbors 'V2E it)))", "v", domain=DV), "not defined on the neighbours"),
    (applied("(lambda (it) ((reduce plus 0) (neighbors 'V2E it)))", "e", domain=DV), "elements of two types"), (applied("(lambda (it) ((reduce less 0.0) (neighbors 'V2E it)))", "e", domain=DV), "of the type of its initial value"),
    (applied("(lambda (it) ((reduce plus 0.0) (make_const_list 1.0)))", "a"), "at least one list has neighbours"), (applied("(lambda (it) (neighbors 'Ioff it))", "a"), "provider has a table"),
    (applied("(scan (lambda (s it) (less s (deref it))) true 0.0)", "ik", domain=DIK), "its initial value is of another type"), (applied("(lambda (it) (lambda (k) k))", "a"), "gives a function"),
    (applied("(lambda (it) it)", "a"), "a stencil gives scalars, lists"), (applied("(lambda (p q) (deref p))", "a"), "a function of 2 parameters (p q) is given 1"),
    ("(named_range I[horizontal] 0 1.0)", "of whole numbers"), ("(broadcast ik (make_tuple I[horizontal]))", "missing"), ("(deref a)", "deref(Field[[I], float64])"), ("((map_tuple neg) x)", "map_tuple(float64)"), ("((as_fieldop (lambda (it) (deref ((shift 'V2E #0) it)))) a)", "not where the offset starts"), ("((map_tuple plus) p (make_tuple 1))", "of one length"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "ty"), EXPRESSIONS)
def test_types_of_expressions(text: str, ty: str) -> None:
    node = ir.parse(text)
    assert ir.parse(ir.to_text(node)) == node
    typed = ir.infer(node, NAMES, PROVIDER)
    assert _native.spell_gt4py(typed.type) == ty
    # Every node has a type, and the text of what is typed has the same.
    assert all(isinstance(each.type, cf.Type) for each in typed.walk())
    assert ir.infer(ir.parse(ir.to_text(typed)), NAMES, PROVIDER).type == typed.type


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_expressions_that_have_no_type(text: str, why: str) -> None:
    with pytest.raises(ir.IRError) as raised:
        ir.infer(ir.parse(text), NAMES, PROVIDER)
    assert why in str(raised.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [("(plus 1", "1:8: expected"), (")", "found )"), ("()", "nothing is applied"), ("(lambda (1) x)", "expected a name, found 1"), ("1:colour", "no scalar"), ("(plus 1 2) 3", "expected the end"),
     ("I[sideways]", "is no expression"), ("(program p () (define f 1))", "which is no function"), ("(program p () (g))", "expected (define"), ("(let (x 1) x)", "expected (, found x")],
)  # fmt: skip
def test_texts_that_are_none(text: str, why: str) -> None:
    with pytest.raises(ir.TextError) as raised:
        ir.parse(text)
    assert why in str(raised.value)


def test_objects_are_the_texts() -> None:
    deref, it = ir.Name("deref"), ir.Name("it")
    stencil = ir.lam("it")(deref(ir.shift("Ioff", 1)(it)) + 2.0 * deref(it))
    node = ir.Name("as_fieldop")(stencil, ir.domain_of({I: (0, "n")}))(ir.Name("a"))
    text = "(plus (deref ((shift 'Ioff #1) it)) (multiplies 2.0 (deref it)))"
    assert node == ir.parse(applied(f"(lambda (it) {text})", "a"))
    assert ir.let(k=1.0)(-ir.Name("k") < 2.0) == ir.parse("(let ((k 1.0)) (less (neg k) 2.0))")
    with pytest.raises(TypeError, match="stands in no expression"):
        ir.as_node("text")
    with pytest.raises(ValueError, match="pairs"):
        ir.shift("Ioff")


def test_without_a_provider_positions_are_not_known() -> None:
    text = applied("(lambda (it) (deref ((shift 'V2E #0) it)))", "a")
    assert ir.infer(ir.parse(text), NAMES).type is IF
    with pytest.raises(
        ir.IRError, match="Offset 'V2E' not found in offset provider, which has nothing"
    ):
        ir.concretise(ir.parse(text), NAMES)


LAPLACE = f"""(program laplace (a out n)
  (define lap (lambda (it) (minus (plus (deref ((shift 'Ioff #1) it)) (deref ((shift 'Ioff #-1) it))) (multiplies 2.0 (deref it)))))
  (set_at out {DI} ((as_fieldop lap {DI}) a)))"""


def is_concrete(program: Any) -> bool:
    return all(
        isinstance(node.type, cf.Type) and gt4py.is_concrete(node.type) for node in program.walk()
    )


def test_concrete_programs() -> None:
    program = ir.parse(LAPLACE)
    concrete = ir.concretise(program, [IF, IF, t("int32")], {"Ioff": I})
    assert is_concrete(concrete) and not concrete.definitions and "cast_" not in str(concrete)
    # Conversions that lose nothing are casts.
    narrow = ir.concretise(
        ir.parse(LAPLACE.replace("2.0", "2.0:float32")), [IF32, IF, t("int32")], {"Ioff": I}
    )
    assert (
        is_concrete(narrow)
        and str(narrow).count("cast_") == 1
        and f"(set_at out {DI} (cast_ ((as_fieldop" in str(narrow)
    )
    mixed = ir.concretise(
        ir.parse(LAPLACE.replace("2.0", "2")), [IF32, IF, t("int32")], {"Ioff": I}
    )
    assert "(multiplies (cast_ 2 float64) (cast_ (deref it) float64))" in str(mixed)
    # What loses something is refused.
    for args, why in [
        ([IF, IF32, t("int32")], "is stored in out of type Field[[I], float32]"), ([IF, EF, t("int32")], "is stored in out of type Field[[E], float64]"),
        ([IF, IF], "takes a, out, n"), ([IF, IF, t("float64")], "of whole numbers"),
        ([FieldType([I], cf.NamedType("T")), IF, t("int32")], "depends on the variables of a, Field[[I], T]: a type without variables would fit"),
    ]:  # fmt: skip
        with pytest.raises(ir.IRError) as raised:
            ir.concretise(program, args, {"Ioff": I})
        assert why in str(raised.value)
    with pytest.raises(ValueError, match=r"offset_provider\['Ioff'\] is float64"):
        ir.concretise(program, [IF, IF, t("int32")], {"Ioff": t("float64")})


def test_what_would_fit_in_the_place_of_an_offset_is_said() -> None:
    for text, why in [
        (applied("(lambda (it) (deref ((shift 'E2V #0) it)))", "e", domain=DV), "is not where the offset starts; 'Ioff, 'Koff, 'V2E would fit in the place of 'E2V"),
        (applied("(lambda (it) ((reduce plus 0.0) (neighbors 'Ioff it)))", "e", domain=DV), "has a table; 'V2E would fit in the place of 'Ioff"),
        (applied("(lambda (it) ((reduce plus 0.0) (neighbors 'V2E it)))", "v", domain=DV), "no offset of the provider fits, 'E2V leads from E to V, 'V2E leads from V to E"),
    ]:  # fmt: skip
        with pytest.raises(ir.IRError) as raised:
            ir.infer(ir.parse(text), NAMES, PROVIDER)
        assert why in str(raised.value), raised.value


def test_what_would_fit_in_the_place_of_an_argument_is_said() -> None:
    rows = [
        (applied("deref", "e", domain=DV), "((shift 'V2E #0) x1) or Iterator[[E, V], [E], float64] would fit in the place of x1"),
        (applied("(lambda (v it) (plus (deref v) (deref it)))", "v", "e", domain=DV), "((shift 'V2E #0) it) or Iterator[[E, V], [E], float64] would fit in the place of it"),
        (applied("(lambda (it) (deref it))", "ik"), "Iterator[[I, K], [I, K], float64] would fit in the place of it"),
        (applied("(lambda (it) (deref ((shift 'V2E #0) it)))", "a"), "not where the offset starts; 'Ioff, 'Koff would fit in the place of 'V2E"),
        (applied("(lambda (it) (deref (deref it)))", "a"), "Iterator[[], [], float64] would fit in the place of (deref it)"),
        (applied("(lambda (it) ((reduce plus 0.0) (deref it)))", "v", domain=DV), "List[float64, E2V[local]] or List[float64, V2E[local]] would fit in the place of (deref it)"),
        ("(plus 1 1.0)", "float64 would fit in the place of 1; int32 would fit in the place of 1.0"), ("(plus c 1)", "int32 would fit in the place of c"), ("(sin 1)", "float32 or float64 would fit in the place of 1"),
        ("(if_ 1 1 1)", "bool would fit in the place of 1"), ("(tuple_get #2 p)", "#0 or #1 would fit in the place of #2"), ("(named_range I[horizontal] 0 1.0)", "int32 or int64 would fit in the place of 1.0"),
        ("(plus a ik2)", "Field[[I], float64] would fit in the place of ik2"), ("(broadcast ik (make_tuple I[horizontal]))", "tuple[I[horizontal], K[vertical]] would fit in the place of (make_tuple I[horizontal])"),
    ]  # fmt: skip
    names = {**NAMES, "ik2": FieldType([I], "float32")}
    for text, why in rows:
        with pytest.raises(ir.IRError) as raised:
            ir.infer(ir.parse(text), names, PROVIDER)
        assert why in str(raised.value), raised.value
    # Where nothing that is tried fits, nothing is said.
    with pytest.raises(ir.IRError) as raised:
        ir.infer(ir.parse("(plus p p)"), NAMES)
    assert "would fit" not in str(raised.value)


def test_what_is_left_open_is_listed() -> None:
    generic = FieldType([I], cf.NamedType("T"))
    typed, pending = ir.infer_open(
        ir.parse("(plus (multiplies k 2.0) 1.0)"), {"k": cf.NamedType("T")}
    )
    assert (
        len(pending) == 2
        and typed.type == pending[-1][1]
        and "multiplies(T, float64)" in pending[0][0]
    )
    assert not gt4py.is_concrete(generic)
    _, nothing = ir.infer_open(ir.parse("(plus 1.0 1.0)"))
    assert nothing == []


def test_calls_of_operators() -> None:
    add = FunctionType([], {"a": IF, "b": IF}, {}, IF)
    shifted = FunctionType([], {"e": EF}, {}, VF, {"V2E": TABLE})
    scan = gt4py.ScanOperator(
        K, FunctionType([], {"s": t("float64"), "x": t("float64")}, {}, t("float64"))
    )
    operators = {"add": add, "shifted": shifted, "scan": scan}
    rows = [
        ("(call_field_operator add a b)", PROVIDER, IF), ("(call_field_operator shifted e)", PROVIDER, VF), ("(call_scan_operator scan a)", PROVIDER, IKF),
        ("(call_field_operator add (call_field_operator add a b) a)", PROVIDER, IF),
    ]  # fmt: skip
    for text, provider, expected in rows:
        typed = ir.infer(ir.parse(text, operators), NAMES, provider, operators=operators)
        assert typed.type is expected and isinstance(
            typed, ir.CallFieldOperator | ir.CallScanOperator
        )
        assert ir.parse(ir.to_text(typed)) == ir.parse(text)
    for text, why in [
        ("(call_field_operator add a f32)", "Expected argument 'b' to be of type"), ("(call_field_operator add a)", "Missing 1 required"),
        ("(call_field_operator scan a)", "there is no field operator scan"), ("(call_scan_operator add a b)", "there is no scan operator add"), ("(call_field_operator shifted a)", "'e'"),
    ]:  # fmt: skip
        with pytest.raises(ir.IRError) as raised:
            ir.infer(ir.parse(text), NAMES, PROVIDER, operators=operators)
        assert why in str(raised.value)
    with pytest.raises(ir.IRError, match="Missing the offset provider: it has to have 'V2E'"):
        ir.infer(ir.parse("(call_field_operator shifted e)"), NAMES, operators=operators)
    # An implicit conversion of an argument becomes a cast.
    program = ir.Program(
        "p",
        ("a", "f32", "n"),
        (ir.SetAt(ir.Name("a"), ir.parse(DI), ir.parse("(call_field_operator add a f32)")),),
        operators=operators,
    )
    assert "(call_field_operator add a (cast_ f32 float64))" in str(
        ir.concretise(program, [IF, IF32, t("int32")])
    )


def test_what_has_no_end_is_an_error() -> None:
    for text, why in [
        ("((lambda (x) (x x)) (lambda (x) (x x)))", "without end"), ("(let ((f (lambda (k) (f k)))) (f 1))", "f is neither bound nor a primitive"),
        ("(let ((a (lambda (k) (plus k k)))" + "".join(f" ({y} (lambda (k) ({x} ({x} ({x} ({x} k))))))" for x, y in zip("abcdefgh", "bcdefghi", strict=True)) + ") (i 1))", "more than 50000 nodes"),
        ("(plus " * 300 + "1" + " 1)" * 300, ""),
    ]:  # fmt: skip
        try:
            ir.infer(ir.parse(text))
        except ir.IRError as error:
            assert why and why in str(error)
    with pytest.raises(ir.TextError, match="nested too deep"):
        ir.parse("(plus " * 100_000 + "1" + ")" * 100_000)
    loop = ir.Program("p", ("n",), (), (("f", ir.Lambda(("k",), ir.Name("f")(ir.Name("k")))),))
    looped = ir.Program(
        "p",
        ("a", "n"),
        (ir.SetAt(ir.Name("a"), ir.parse(DI), ir.parse("(f a)")),),
        loop.definitions,
    )
    with pytest.raises(ir.IRError, match="f is called by itself"):
        ir.concretise(looped, [IF, t("int32")])


@pytest.mark.parametrize("seed", range(4))
def test_any_text_is_read_and_typed_or_refused(seed: int) -> None:
    source = random.Random(seed)
    outcomes = set()
    words = ["(", ")", "#1", "'V2E", "1", "1.0:float32", "I[horizontal]", "lambda", "let", "x", "it", "plus", "deref", "as_fieldop", "reduce", "make_tuple", "float32", "call_field_operator"]  # fmt: skip
    for place in range(60):
        generator = Generator(seed * 60 + place)
        program, params = generator.program()
        tokens = str(program).replace("(", " ( ").replace(")", " ) ").split()
        for _ in range(source.randint(1, 3)):
            at = source.randrange(len(tokens))
            match source.randrange(4):
                case 0:
                    del tokens[at]
                case 1:
                    tokens.insert(at, source.choice(words))
                case 2:
                    tokens[at] = source.choice([*words, source.choice(tokens)])
                case _:
                    other = source.randrange(len(tokens))
                    tokens[at], tokens[other] = tokens[other], tokens[at]
        try:
            read = ir.parse(" ".join(tokens))
            if isinstance(read, ir.Program):
                assert is_concrete(ir.concretise(read, params, generator.provider))
            else:
                ir.infer(read, params, generator.provider)
            outcomes.add("typed")
        except (ir.TextError, ir.IRError) as error:
            assert str(error)
            outcomes.add(type(error).__name__)
    assert outcomes >= {"IRError", "TextError"}


# --- passes ---------------------------------------------------------------------------------------------------------------

TWO = """(program two (a out n)
  (set_at out (cartesian_domain (named_range I[horizontal] 0 n))
    ((as_fieldop (lambda (x) (plus (deref ((shift 'Ioff #1) x)) (deref x))) (cartesian_domain (named_range I[horizontal] 0 n)))
      ((as_fieldop (lambda (y) (multiplies 2.0 (deref y))) (cartesian_domain (named_range I[horizontal] 0 (plus n 1)))) a))))"""


def test_the_volume_of_data_fused_and_apart() -> None:
    n = cf.dim("n")
    program, args = ir.parse(TWO), [IF, IF, t("int32")]
    apart = ir.volume(ir.concretise(program, args, {"Ioff": I}))
    fused = ir.volume(ir.concretise(ir.fuse(program), args, {"Ioff": I}))
    assert apart.reads == {"a": n + 1, "temporary 1": 2 * n} and apart.writes == {
        "temporary 1": n + 1,
        "out": n,
    }
    assert fused.reads == {"a": 2 * n} and fused.writes == {"out": n} and fused.bytes == 24 * n
    assert ir.benefit_of_fusing(apart, fused) == 8 * (2 * n + 2)
    two = ir.parse(
        f"(program two (ik out n) (set_at out {DIK} {applied('deref', 'ik', domain=DIK)}))"
    )
    assert ir.volume(ir.concretise(two, [IKF, IKF, t("int32")])).reads == {"ik": 10 * n}
    assert ir.volume(ir.concretise(two, [IKF, IKF, t("int32")]), {"n": 7}).read == 70


def test_the_volume_of_operations_on_whole_fields() -> None:
    n = cf.dim("n")
    wide = FieldType([I, K], "float64", ("n", 10))
    column = FieldType([K], "float64", (10,))
    text = f"(program p (ik k out n) (set_at out {DIK} (plus (multiplies ik k) 1.0)))"
    volume = ir.volume(ir.concretise(ir.parse(text), [wide, column, wide, t("int32")]))
    assert volume.reads == {"ik": 10 * n, "k": 10 * n, "temporary 1": 10 * n}
    assert volume.writes == {"temporary 1": 10 * n, "out": 10 * n}
    # What isn't in a call's type is read once.
    text = f"(program p (ik k out n) (set_at out {DIK} (call_field_operator op ik k)))"
    function = FunctionType([], {"a": wide.plain, "b": column.plain}, {}, wide.plain)
    called = ir.concretise(ir.parse(text, {"op": function}), [wide, column, wide, t("int32")])
    volume = ir.volume(called)
    assert volume.reads == {"ik": 10 * n, "k": 10} and volume.writes == {"out": 10 * n}
    text = "(program p (a b out) (set_at out (cartesian_domain (named_range I[horizontal] 0 7)) (plus (plus a b) a)))"
    assert ir.volume(ir.concretise(ir.parse(text), [IF, IF, IF])).reads["a"] == 14


def test_the_type_of_a_shift() -> None:
    typed = ir.infer(
        ir.parse(applied("(lambda (it) (deref ((shift 'V2E #0) it)))", "e", domain=DV)),
        NAMES,
        PROVIDER,
    )
    shifts = [
        node.type
        for node in typed.walk()
        if isinstance(node, ir.Call) and "Iterator" in str(node.type)[:8]
    ]
    assert t(f"Iterator[tuple[{E}], tuple[{E}], float64]") in shifts
    assert gt4py.shifted(EF, gt4py.OffsetType(E, (V, V2EDim))) is FieldType([V, V2EDim], "float64")


def test_bindings_and_descriptors() -> None:
    n = cf.dim("n")
    a = FieldType([I, K], "float64", (n, 80), cf.Layout("C", (80, 1), 3), "cuda:0")
    out = gt4py.OffsetedFieldType([V], "float32", (2,), ("m",))
    text = f"(program p (a e out n) (set_at out {DV} {applied('(lambda (it) (cast_ ((reduce plus 0.0) (neighbors (quote) it)) float32))', 'e', domain=DV)}))"
    concrete = ir.concretise(
        ir.parse(text.replace("(quote)", "'V2E")),
        {"a": a, "e": EF, "out": out, "n": t("int32")},
        {"V2E": TABLE},
    )
    declared = ir.cpp_signature(concrete)
    assert declared.startswith(
        'extern "C" void p(std::mdspan<double, std::extents<std::size_t, std::dynamic_extent, 80>, std::layout_right> a,'
    )
    assert "std::int32_t n" in declared and declared.endswith(
        "std::dynamic_extent, 2>, std::layout_right> gt_conn_V2E);"
    )
    found = ir.descriptors(concrete)
    assert found["a"] == {
        "dtype": "float64",
        "shape": ("n", "80"),
        "strides": ("80", "1"),
        "offset": "3",
        "origin": (0, 0),
        "storage": "GPU_Global",
        "transient": False,
    }
    assert found["e"]["shape"] == ("e_size_0",) and found["e"]["strides"] == ("e_stride_0",)
    assert (
        found["out"]["origin"] == (2,)
        and found["gt_conn_V2E"]["strides"] == ("2", "1")
        and "n" not in found
    )


# --- random programs ------------------------------------------------------------------------------------------------------


def value_of(size: Any, **names: int) -> int:
    return int(eval(str(size), dict(names)))


@pytest.mark.parametrize("batch", range(10))
def test_random_programs_are_what_they_are_typed_as(batch: int) -> None:
    for seed in range(batch * 60, batch * 60 + 60):
        generator = Generator(seed)
        program, params = generator.program()
        assert ir.parse(str(program)) == program
        concrete = ir.concretise(program, params, generator.provider)
        assert is_concrete(concrete)
        run = generator.evaluator(concrete)
        run.run()
        volume = ir.volume(concrete)
        sizes = {"n": generator.n, "nv": 5, "ne": 7}
        assert {
            name: value_of(size, **sizes)
            for name, size in volume.reads.items()
            if value_of(size, **sizes)
        } == +run.reads, seed
        assert {name: value_of(size, **sizes) for name, size in volume.writes.items()} == dict(
            run.writes
        ), seed
        assert ir.volume(concrete, sizes).reads == {
            name: value_of(size, **sizes) for name, size in volume.reads.items()
        }
        if batch < 3:
            # Fused it computes the same.
            fused = ir.concretise(ir.fuse(program), params, generator.provider)
            again = generator.evaluator(fused)
            again.run()
            for name, own in run.args.items():
                if name.startswith("out"):
                    np.testing.assert_allclose(own.data, again.args[name].data)
            counted = ir.volume(fused, sizes).reads
            assert {name: size for name, size in counted.items() if size} == +again.reads, seed


def test_the_ir_is_small() -> None:
    texts = {
        path.name: path.read_text(encoding="utf-8")
        for path in Path(ir.__file__).parent.glob("*.py")
    }
    assert sum(len(text.splitlines()) for text in texts.values()) < 1000
    # Nothing in the inference knows a primitive by its name, but those that conversions are written with.
    primitives = set(_native.Entries("gt4py").names("gt4py.ir")) - {
        "cast_",
        "make_tuple",
        "tuple_get",
        "index",
    }
    named = {name for name in primitives if f'"{name}"' in texts["_infer.py"]}
    assert not named
